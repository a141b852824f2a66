package csrc

import "github.com/tandem-verifier/tandem/internal/ir"

// Limits on the input of cc, which recurses over the tree (a Go program cannot recover from a stack overflow) and is
// quadratic in the depth of some constructs. They are far above the code that people write and gcc's own tests.
const (
	maxFile     = 256 << 20 // bytes of one file
	maxBrackets = 1000      // nested ( [ {
	maxIfs      = 1000      // nested #if
	maxChain    = 20000     // operators in one statement
	maxElse     = 20000     // nested statements; each else and each if counts
	maxToken    = 1 << 20   // bytes of one identifier or number
)

// nesting returns an error if a file, or the preprocessed text of one, exceeds the limits.
func nesting(file string, src []byte, toks []tok) *Error {
	fail := func(t tok, msg string) *Error { return &Error{Pos: posAt(file, src, int(t.off)), Msg: msg} }
	var open []uint16    // statement nesting counted so far at each open brace or bracket
	stmts, chain := 0, 0 // nested statements in the innermost bracket; operators of the current statement
	ifs, total, labels := 0, 0, 0
	for i, t := range toks {
		switch t.kind {
		case tDirective:
			switch string(src[t.off:t.end]) {
			case "if", "ifdef", "ifndef":
				if ifs++; ifs > maxIfs {
					return fail(t, "#if groups are nested too deeply")
				}
			case "endif":
				ifs--
			}
			chain = 0
		case tNewline:
			chain = 0
		case tIdent:
			if t.end-t.off > maxToken {
				return fail(t, "identifier is too long")
			}
			switch string(src[t.off:t.end]) {
			case "if", "else", "while", "for", "do", "switch":
				if stmts, total = stmts+1, total+1; total > 2*maxElse {
					return fail(t, "statements are nested too deeply")
				}
			case "sizeof", "_Alignof", "alignof", "__real__", "__imag__":
				chain++
			}
		case tNumber:
			if t.end-t.off > maxToken {
				return fail(t, "number is too long")
			}
		case tPunct:
			switch c := src[t.off]; c {
			case '(', '[', '{':
				if len(open) >= maxBrackets {
					return fail(t, "brackets are nested too deeply")
				}
				chain++
				open = append(open, uint16(min(stmts, 1<<16-1)))
				stmts = 0
				if c == '{' {
					chain = 0
				}
			case ')', ']', '}':
				total -= stmts
				stmts = 0
				if n := len(open); n > 0 {
					stmts = int(open[n-1])
					open = open[:n-1]
				}
				if c == '}' {
					chain = 0
					if i+1 >= len(toks) || !isElse(src, toks[i+1]) {
						total -= stmts
						stmts = 0
					}
				}
			case ';':
				chain, labels = 0, 0
				if i+1 >= len(toks) || !isElse(src, toks[i+1]) {
					total -= stmts
					stmts = 0
				}
			case ',':
				chain = 0
			case ':':
				if labels++; labels > 5*maxChain {
					return fail(t, "too many labels in a row")
				}
			default:
				chain++
			}
		}
		if chain > maxChain {
			return fail(t, "expression or declaration is too long")
		}
	}
	return nil
}

// isElse reports whether t is the keyword else.
func isElse(src []byte, t tok) bool {
	return t.kind == tIdent && string(src[t.off:t.end]) == "else"
}

// macros reports whether a file defines macros whose expansion could nest more deeply than the file's own text. This is
// assumed of every macro with more than one token after its name.
func macros(src []byte, toks []tok) bool {
	for i, t := range toks {
		if t.kind != tDirective || string(src[t.off:t.end]) != "define" {
			continue
		}
		n := 0
		for j := i + 1; j < len(toks) && toks[j].kind != tNewline; j++ {
			n++
		}
		if n > 2 {
			return true
		}
	}
	return false
}

// strays returns an error for a character that begins no C token. It ignores text inside of #if groups, which may be
// excluded.
func strays(file string, src []byte, toks []tok) *Error {
	ifs := 0
	for _, t := range toks {
		switch t.kind {
		case tDirective:
			switch string(src[t.off:t.end]) {
			case "if", "ifdef", "ifndef":
				ifs++
			case "endif":
				ifs--
			}
		case tStray:
			if ifs > 0 || t.inDir {
				continue
			}
			var pos ir.Pos = posAt(file, src, int(t.off))
			if c := src[t.off]; c < 0x20 || c == 0x7f {
				return errorf(pos, "stray byte 0x%02x: this is not a C program", c)
			}
			return errorf(pos, "stray '%c'", src[t.off])
		}
	}
	return nil
}

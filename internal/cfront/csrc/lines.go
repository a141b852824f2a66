package csrc

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// Rule 8: #line and `# 12 "f.c"`. Positions remain positions in the file itself, but __LINE__ and __FILE__ have the
// values that the directive sets. The rule replaces them in the text; in macros it replaces them by __tandem_pos, which
// each directive redefines:
//
//	#line 100 "f.y"         #define __tandem_pos(p) p((__LINE__ + 57), "f.y")
//	#define L __LINE__      #define L __tandem_pos(__tandem_pos1)
const linePrologue = "#define __tandem_pos1(l, f) l\n#define __tandem_pos2(l, f) f\n#define __tandem_pos(p) " +
	"p(__LINE__, __FILE__)\n"

// lineState is the effect of the last directive on a file.
type lineState struct {
	inMacros bool // __LINE__ and __FILE__ in macros are replaced
	moved    bool // a directive has been met
	shift    int  // to be added to line numbers
	file     string
}

// namesLine reports whether a file contains the text __LINE__ or __FILE__.
func namesLine(src []byte) bool {
	return bytes.Contains(src, []byte("__LINE__")) || bytes.Contains(src, []byte("__FILE__"))
}

// hasLine reports whether a file has a directive that moves its lines.
func hasLine(src []byte, toks []tok) bool {
	for i := range toks {
		if isLine(src, toks, i) {
			return true
		}
	}
	return false
}

// isLine reports whether token i is the # of such a directive.
func isLine(src []byte, toks []tok, i int) bool {
	if toks[i].kind != tHash || i+1 >= len(toks) {
		return false
	}
	t := toks[i+1]
	return t.kind == tNumber && t.inDir || t.kind == tDirective && string(src[t.off:t.end]) == "line"
}

// line handles the directive whose # is token i and whose operands are first..end-1.
func (r *rewriter) line(i, first, end int) {
	n, err := strconv.Atoi(r.text(first))
	if err != nil || first >= end || r.toks[first].kind != tNumber || first+1 < end && r.toks[first+1].kind != tStr {
		r.errorf(i, "#line with macros is not supported")
		return
	}
	at := bytes.Count(r.src[:r.toks[end].off], []byte{'\n'}) + 1
	r.lines.moved = true
	r.lines.shift = n - (at + 1)
	if first+1 < end {
		r.lines.file = r.text(first + 1)
	} else if r.lines.file == "" {
		r.lines.file = strconv.Quote(r.file)
	}
	for j := i + 1; j < end; j++ {
		r.blank(j)
	}
	if !r.lines.inMacros {
		r.blank(i)
		return
	}
	r.replace(i, fmt.Sprintf("#define __tandem_pos(p) p((__LINE__+%d),%s)", r.lines.shift, r.lines.file))
}

// place replaces __LINE__ or __FILE__ at token i if a directive has changed its value.
func (r *rewriter) place(i int) {
	isLine := r.is(i, "__LINE__")
	if r.inDefine(i) {
		if !r.lines.inMacros {
			return
		}
		if isLine && r.pastes() {
			r.errorf(i, "#line in a file with __LINE__ in a macro and the operators # or ## is not supported")
			return
		}
		if isLine {
			r.replace(i, "__tandem_pos(__tandem_pos1)")
		} else {
			r.replace(i, "__tandem_pos(__tandem_pos2)")
		}
		return
	}
	if !r.lines.moved {
		return
	}
	if isLine {
		at := bytes.Count(r.src[:r.toks[i].off], []byte{'\n'}) + 1
		r.replace(i, strconv.Itoa(at+r.lines.shift))
	} else {
		r.replace(i, r.lines.file)
	}
}

// inDefine reports whether token i is in a #define.
func (r *editor) inDefine(i int) bool { return r.toks[i].inDir && r.is(r.directiveOf(i), "define") }

// directiveOf returns the token with the name of the directive that contains token i, -1 if there is none.
func (r *editor) directiveOf(i int) int {
	for j := i; j >= 0 && r.toks[j].inDir; j-- {
		if r.toks[j].kind == tDirective {
			return j
		}
		if r.toks[j].kind == tNewline {
			break
		}
	}
	return -1
}

// pastes reports whether a macro of the file uses # or ##.
func (r *editor) pastes() bool {
	for i, t := range r.toks {
		if t.inDir && t.kind == tPunct && (r.is(i, "#") || r.is(i, "##") && !r.is(i-1, ",")) {
			return true
		}
	}
	return false
}

// baseFile returns the text that defines __BASE_FILE__.
func baseFile(name string) string {
	return "#define __BASE_FILE__ \"" + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + "\"\n"
}

package witness

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// maxWaypoints bounds the number of calls in a violation witness: it has the first ones. A validator has to find the
// values of the others; it would not read a witness of megabytes.
const maxWaypoints = 10000

// returned is one call of an input function.
type returned struct {
	name  string // the function
	in    string // the C function that calls it; "" if unknown
	file  string // the name of the file in the witness
	pos   ir.Pos // the position of the call
	value string // a C constant
	op    string // ==, != or <: how the returned value relates to the constant
}

// calls returns the reads of a run that are calls in the input files. A witness cannot name other inputs.
func (i *Info) calls(p *ir.Program, reads []ir.Record) []returned {
	var out []returned
	for _, r := range reads {
		if r.Site < 0 || r.Site >= len(p.Sites) || len(out) == maxWaypoints {
			continue
		}
		s := p.Sites[r.Site]
		if !isCall(s) || r.Off > 0 { // an offset belongs to a byte in the object of a returned pointer
			continue
		}
		c := returned{name: s.Name, file: i.fileName(s.Pos.File), pos: s.Pos, op: "=="}
		if s.Func != nil && s.Func != p.Entry {
			c.in = s.Func.Source
		}
		ok := true
		if s.Type.Kind == ir.Ptr {
			c.value = "0"
			if r.Bits != 0 {
				c.op = "!="
			}
		} else {
			bits := r.Bits
			if returnsBool(s) && bits != 0 {
				bits = 1 // a byte that C reads as true
			}
			c.op, c.value, ok = constraint(s.Type, bits)
		}
		if ok && c.file != "" && c.pos.IsValid() && c.name != "" {
			out = append(out, c)
		}
	}
	return out
}

// constraint returns the operator and the constant of a constraint "\result op const" that holds exactly for a value.
// The constant is a single literal.
func constraint(t ir.Type, bits uint64) (op, text string, ok bool) {
	switch {
	case t == ir.I32 && bits == 1<<31:
		return "==", "-2147483648LL", true
	case t == ir.I64 && bits == 1<<63: // there is no literal -2^63
		return "<", "-9223372036854775807LL", true
	}
	text, ok = constText(t, bits)
	return "==", text, ok
}

// returnsBool reports whether a call returns C's _Bool, which is a byte in ir.
func returnsBool(s *ir.Site) bool {
	return s.Type == ir.U8 && strings.HasSuffix(strings.ToLower(s.Name), "bool")
}

// isCall reports whether a site is the call of an input function or of a function without a body.
func isCall(s *ir.Site) bool { return s.Kind == ir.Nondet || s.Kind == ir.NoBody }

// ErrNoPlace is the error for a violation whose place is in none of the input files.
var ErrNoPlace = errors.New("witness: the violation is in no input file")

// target returns the file of the violated obligation, as the witness names it.
func (i *Info) target(o *ir.Obligation) (string, error) {
	if o == nil || !o.Pos.IsValid() {
		return "", fmt.Errorf("%w: it has no position", ErrNoPlace)
	}
	f := i.fileName(o.Pos.File)
	if f == "" {
		return "", fmt.Errorf("%w: %s", ErrNoPlace, o.Pos.File)
	}
	return f, nil
}

// ViolationYAML returns the violation witness, format 2.0, of a run of p that read the inputs reads, in this order, and
// violated o. The witness has passed lintYAML.
func ViolationYAML(info Info, p *ir.Program, o *ir.Obligation, reads []ir.Record, src Sources) ([]byte, error) {
	if err := info.check(); err != nil {
		return nil, err
	}
	target, err := info.target(o)
	if err != nil {
		return nil, err
	}
	e := Entry{Type: ViolationSequence}
	for _, c := range info.calls(p, reads) {
		w := Waypoint{Type: "function_return", Action: "follow", Value: `\result ` + c.op + " " + c.value,
			Format: "ext_c_expression"}
		w.Location = Location{FileName: c.file, Line: c.pos.Line, Function: c.in}
		if text, ok := src.get(c.pos.File); ok {
			if line, col, ok := callEnd(text, c.pos, c.name); ok {
				w.Location.Line, w.Location.Column = line, col
			}
		}
		e.Segments = append(e.Segments, Segment{[]Waypoint{w}})
	}
	w := Waypoint{Type: "target", Action: "follow"}
	w.Location = Location{FileName: target, Line: o.Pos.Line, Column: charCol(src, o.Pos)}
	if src.mayHave(o.Func) { // false if o is at the end of the program
		w.Location.Function = o.Func
	}
	e.Segments = append(e.Segments, Segment{[]Waypoint{w}})
	return info.finish(e, "2.0", src)
}

// charCol returns the column in characters of a position of the front end.
func charCol(src Sources, p ir.Pos) int {
	if text, ok := src.get(p.File); ok {
		if off, ok := byteOffset(text, p); ok {
			_, col := lineCol(text, off)
			return col
		}
	}
	return p.Col
}

// finish adds the metadata to e, and returns the encoded witness if it passes the lint.
func (i *Info) finish(e Entry, version string, src Sources) ([]byte, error) {
	e.Metadata = i.metadata(version, e.content())
	data := (&File{[]Entry{e}}).Encode()
	if ps := lintYAML(data, i.sources(src)); len(ps) > 0 {
		return nil, lintError(ps)
	}
	return data, nil
}

// sources returns the texts of the input files by the names that the witness has for them.
func (i *Info) sources(src Sources) Sources {
	out := Sources{}
	for _, f := range i.InputFiles {
		if text, ok := src.get(f); ok {
			out[f] = text
		}
	}
	return out
}

// lintError returns an error with the first few problems.
func lintError(ps []Problem) error {
	var errs []error
	for k, p := range ps {
		if k == 5 {
			errs = append(errs, fmt.Errorf("and %d more", len(ps)-k))
			break
		}
		errs = append(errs, errors.New(p.String()))
	}
	return fmt.Errorf("witness: does not pass the lint: %w", errors.Join(errs...))
}

package testgen

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/near"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Sequence is a test of Test-Comp: the results of calls of input functions, in the order of the calls. It is
// under-specified: it does not fix other inputs of a run (parameters, uninitialised memory), nor the calls after its
// end.
type Sequence struct {
	File   string
	Values []SequenceValue
}

// SequenceValue is one input.
type SequenceValue struct {
	Text           string // a literal of C
	Type, Variable string // attributes of the element; "" if it lacks them
	Line, Col      int
}

// Limits of ReadTest: inputs of a test, and characters of a literal.
const (
	mostValues = 1 << 20
	mostDigits = 400
)

// ReadTest reads a test in the format of Test-Comp (testcase-1.xml, as WriteSuite writes it). An error is a
// *verify.InputError with line and column, or an error of r.
func ReadTest(r io.Reader, file string) (*Sequence, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	d := xml.NewDecoder(bytes.NewReader(data))
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // literals are ASCII
	s := &Sequence{File: file}
	line, col := 1, 1
	fault := func(format string, args ...any) error {
		// the decoder returns column 0 after the end of a line
		return &verify.InputError{File: file, Line: line, Col: max(col, 1), Msg: fmt.Sprintf(format, args...)}
	}
	depth, ended := 0, false
	var text strings.Builder
	for {
		line, col = d.InputPos()
		token, err := d.Token()
		if err == io.EOF {
			if !ended {
				return nil, fault("no test: there is no element testcase")
			}
			return s, nil
		}
		if err != nil {
			line, col = d.InputPos()
			if syntax := (*xml.SyntaxError)(nil); errors.As(err, &syntax) {
				return nil, fault("no XML: %s", syntax.Msg)
			}
			return nil, fault("no XML: %s", strings.TrimPrefix(err.Error(), "xml: "))
		}
		switch token := token.(type) {
		case xml.StartElement:
			if why := misplaced(token.Name.Local, depth, ended); why != "" {
				return nil, fault("%s", why)
			}
			if depth == 1 {
				if len(s.Values) == mostValues {
					return nil, fault("more than %d inputs", mostValues)
				}
				v := SequenceValue{Line: line, Col: col}
				for _, a := range token.Attr {
					switch a.Name.Local {
					case "type":
						v.Type = a.Value
					case "variable":
						v.Variable = a.Value
					}
				}
				s.Values = append(s.Values, v)
				text.Reset()
			}
			depth++
		case xml.EndElement:
			if depth--; depth == 0 {
				ended = true
			}
			if depth != 1 {
				continue
			}
			v := &s.Values[len(s.Values)-1]
			v.Text = strings.TrimSpace(text.String())
			line, col = v.Line, v.Col
			if v.Text == "" {
				return nil, fault("an input without a value")
			}
			if _, err := exec.InOrder([]string{v.Text}); err != nil {
				return nil, fault("%v", err)
			}
		case xml.CharData:
			if depth == 2 {
				if text.Write(token); text.Len() > mostDigits {
					return nil, fault("a value of more than %d characters", mostDigits)
				}
			} else if t := strings.TrimSpace(string(token)); t != "" && t != "\ufeff" {
				return nil, fault("no test: text outside of an input")
			}
		}
	}
}

// misplaced returns why an element does not belong where it is, "" if it does; ended is set after the end of a test.
func misplaced(name string, depth int, ended bool) string {
	switch {
	case depth == 0 && ended:
		return fmt.Sprintf("a second element %s: a file has one test", name)
	case depth == 0 && name == "test-metadata":
		return "metadata of a suite, no test: its tests are the other files, testcase-1.xml and so on"
	case depth == 0 && name != "testcase":
		return fmt.Sprintf("no test: the element is %s, not testcase", name)
	case depth == 1 && name != "input":
		return fmt.Sprintf("element %s in a test: there are only inputs", name)
	case depth == 2:
		return fmt.Sprintf("element %s in an input: there is only its value", name)
	}
	return ""
}

// Feed provides the values of a sequence as the inputs of one run. Inputs other than results of input functions get no
// value.
type Feed struct {
	s     *Sequence
	given *exec.Given
	next  int   // the index of the next value
	fault error // the first value that did not fit
}

// Feed returns the inputs for a new run.
func (s *Sequence) Feed() *Feed {
	var texts []string
	for _, v := range s.Values {
		texts = append(texts, v.Text)
	}
	given, _ := exec.InOrder(texts) // ReadTest has read each of them
	return &Feed{s: s, given: given}
}

// Next implements exec.Inputs.
func (f *Feed) Next(k ir.Key, site *ir.Site, t ir.Type) (uint64, bool) {
	if f.next >= len(f.s.Values) || !called(site, ir.Record{Key: k}) {
		return 0, false
	}
	f.next++
	bits, ok := f.given.Next(k, site, t)
	if err := f.given.Fault(); err != nil && f.fault == nil {
		v := f.s.Values[f.next-1]
		f.fault = &verify.InputError{File: f.s.File, Line: v.Line, Col: v.Col,
			Msg: fmt.Sprintf("%v, by %s at %s: a test of another program?", err, site.Name, site.Pos)}
	}
	return bits, ok
}

// Fault returns an error if the test belongs to another program: a value does not fit the input that read it, or a
// variable does not exist in p.
func (f *Feed) Fault(p *ir.Program) error {
	if f.fault != nil {
		return f.fault
	}
	names := variables(p)
	for _, v := range f.s.Values {
		name := identifier.FindString(v.Variable)
		if name == "" || slices.Contains(names, name) {
			continue
		}
		msg := fmt.Sprintf("no variable or function %s in the program%s: a test of another one?", name,
			near.Mean(name, names))
		return &verify.InputError{File: f.s.File, Line: v.Line, Col: v.Col, Msg: msg}
	}
	return nil
}

// identifier matches the name at the beginning of a variable: x of x[3].
var identifier = regexp.MustCompile(`^[A-Za-z_]\w*`)

// Surplus returns the number of values that the run has not read.
func (f *Feed) Surplus() int { return len(f.s.Values) - f.next }

// variables returns the sorted names that an input may have: names of variables, and of functions whose results are
// inputs.
func variables(p *ir.Program) []string {
	names := map[string]bool{}
	for _, v := range p.Globals {
		names[v.Source] = true
	}
	for _, o := range p.Objects {
		names[o.Source] = true
	}
	for _, f := range p.Funcs {
		names[f.Name] = true
		for _, v := range f.Vars {
			names[v.Source] = true
		}
		for _, o := range f.Objects {
			names[o.Source] = true
		}
	}
	for _, s := range p.Sites {
		names[s.Name] = true
	}
	delete(names, "")
	return slices.Sorted(maps.Keys(names))
}

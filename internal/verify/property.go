package verify

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/near"
)

// Property is a property of a property file (formats A.2). The zero value means that no file was given: the property is
// then that no assertion of any dialect fails.
type Property struct {
	Name  string `json:"name"`  // base name of the file without .prp: unreach-call, no-overflow, coverage-branches
	Kind  string `json:"kind"`  // unreach-call, unreach-label, no-overflow, valid-deref, ..., termination, coverage
	Text  string `json:"text"`  // CHECK( init(main()), LTL(G ! call(reach_error())) )
	Entry string `json:"entry"` // main
	Error string `json:"error"` // unreach-call: the error function, as reach_error; "" otherwise
	Label string `json:"label"` // unreach-label: the label, as ERROR
	Goal  string `json:"goal"`  // coverage: the formula inside COVER( )
	Cover bool   `json:"cover"` // the file has COVER, not CHECK
	// The kinds of undefined behaviour that the properties of the file forbid.
	Undef []string `json:"undefined,omitempty"`
}

// Given reports whether a property file was given.
func (p Property) Given() bool { return p.Kind != "" }

// InputError is an error in a file that the user gave.
type InputError struct {
	File      string
	Line, Col int // 1-based; 0: unknown
	Msg       string
}

func (e *InputError) Error() string {
	switch {
	case e.File == "":
		return e.Msg
	case e.Line == 0:
		return e.File + ": " + e.Msg
	case e.Col == 0:
		return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg)
}

// ltlKinds maps the LTL formulas without arguments to the kinds of properties.
var ltlKinds = map[string]string{
	"G ! overflow":         "no-overflow",
	"G valid-free":         "valid-free",
	"G valid-deref":        "valid-deref",
	"G valid-memtrack":     "valid-memtrack",
	"G valid-memcleanup":   "valid-memcleanup",
	"G ! data-race":        "no-data-race",
	"G ! deadlock":         "no-deadlock",
	"G def-behavior":       "def-behavior",
	"G assert":             "assertion",
	"G valid-division":     "valid-division", // from here on Tandem's own formulas, which competitions do not have
	"G valid-shift":        "valid-shift",
	"G valid-size":         "valid-size",
	"G valid-index":        "valid-index",
	"G valid-call":         "valid-call",
	"G valid-argument":     "valid-argument",
	"G ! unreachable":      "unreachable",
	"G ! trap":             "no-trap",
	"G ! missing-return":   "missing-return",
	"G ! uninit-branch":    "uninit-branch",
	"F end":                "termination",
	"G ! unreachable-call": "unreach-call",
}

// ParseProperties parses the text of a property file, which has at least one property. Property files have one property
// per line, witnesses have several in a line. Errors are *InputError.
func ParseProperties(file string, text []byte) ([]Property, error) {
	var out []Property
	name := strings.TrimSuffix(filepath.Base(file), ".prp")
	for i, line := range strings.Split(string(text), "\n") {
		line = strings.TrimRight(line, " \t\r")
		if strings.TrimSpace(line) == "" {
			continue
		}
		p := propParser{file: file, line: i + 1, s: line}
		for more := true; more; {
			from := p.at
			prop, err := p.property()
			if err != nil {
				return nil, err
			}
			prop.Name, prop.Text = name, strings.TrimSpace(line[from:p.at])
			out = append(out, prop)
			p.space()
			if more = p.at < len(p.s); more && !strings.HasPrefix(p.s[p.at:], "CHECK") &&
				!strings.HasPrefix(p.s[p.at:], "COVER") {
				return nil, p.fail("text after the end of the property")
			}
		}
	}
	if out == nil {
		return nil, &InputError{file, 1, 1, "no property in this file"}
	}
	return out, nil
}

// propParser parses one line of a property file; s[at:] is the remaining text.
type propParser struct {
	file string
	line int
	s    string
	at   int
}

// fail returns an *InputError at the current column.
func (p *propParser) fail(format string, args ...any) error {
	return &InputError{p.file, p.line, p.at + 1, fmt.Sprintf(format, args...)}
}

// space skips spaces and tabs.
func (p *propParser) space() {
	for p.at < len(p.s) && (p.s[p.at] == ' ' || p.s[p.at] == '\t') {
		p.at++
	}
}

// word skips spaces and reads letters, digits, _ and -. It returns "" if there are none.
func (p *propParser) word() string {
	p.space()
	from := p.at
	for p.at < len(p.s) {
		c := p.s[p.at]
		if c != '_' && c != '-' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			break
		}
		p.at++
	}
	return p.s[from:p.at]
}

// expect reads the given tokens, with any spaces before each.
func (p *propParser) expect(tokens ...string) error {
	for _, t := range tokens {
		p.space()
		if !strings.HasPrefix(p.s[p.at:], t) {
			return p.fail("expected %q in the property", t)
		}
		p.at += len(t)
	}
	return nil
}

// property reads one property, from CHECK or COVER to its last parenthesis.
func (p *propParser) property() (Property, error) {
	var out Property
	p.space()
	switch at := p.at; p.word() {
	case "CHECK":
	case "COVER":
		out.Cover = true
	default:
		p.at = at
		return out, p.fail("expected CHECK or COVER")
	}
	if err := p.expect("("); err != nil {
		return out, err
	}
	at := p.at
	if p.word() == "annotations" {
		out.Kind = "correct-annotations"
		if err := p.expect(",", "all", ")"); err != nil {
			return out, err
		}
		return out, nil
	}
	p.at = at
	if err := p.expect("init", "("); err != nil {
		return out, err
	}
	if out.Entry = p.word(); out.Entry == "" {
		return out, p.fail("expected the name of the entry function")
	}
	if err := p.expect("(", ")", ")", ","); err != nil {
		return out, err
	}
	logic := "LTL"
	if out.Cover {
		logic = "FQL"
	}
	if err := p.expect(logic, "("); err != nil {
		return out, err
	}
	if out.Cover {
		goal, err := p.balanced()
		if err != nil {
			return out, err
		}
		out.Kind, out.Goal = "coverage", goal
	} else if err := p.ltl(&out); err != nil {
		return out, err
	}
	if err := p.expect(")", ")"); err != nil {
		return out, err
	}
	return out, nil
}

// balanced reads and returns the text up to the closing parenthesis of the parenthesis that was read last. It does not
// read the closing parenthesis.
func (p *propParser) balanced() (string, error) {
	from, depth := p.at, 0
	for ; p.at < len(p.s); p.at++ {
		switch p.s[p.at] {
		case '(':
			depth++
		case ')':
			if depth == 0 {
				return strings.TrimSpace(p.s[from:p.at]), nil
			}
			depth--
		}
	}
	return "", p.fail("parenthesis not closed")
}

// ltl reads the formula inside of LTL( ), and sets the kind of out and the kind's argument.
func (p *propParser) ltl(out *Property) error {
	from := p.at
	formula, err := p.balanced()
	if err != nil {
		return err
	}
	norm := strings.Join(strings.Fields(strings.ReplaceAll(formula, "!", " ! ")), " ")
	if k, ok := ltlKinds[norm]; ok {
		out.Kind = k
		return nil
	}
	end := p.at
	p.at = from
	if err := p.expect("G", "!"); err != nil {
		p.at = from
		return p.fail("unknown formula %q%s", formula, nearFormula(formula))
	}
	switch at := p.at; p.word() {
	case "call":
		if err := p.expect("("); err != nil {
			return err
		}
		out.Kind = "unreach-call"
		if out.Error = p.word(); out.Error == "" {
			return p.fail("expected the name of the error function")
		}
		if err := p.expect("(", ")", ")"); err != nil {
			return err
		}
	case "label":
		if err := p.expect("("); err != nil {
			return err
		}
		out.Kind = "unreach-label"
		if out.Label = p.word(); out.Label == "" {
			return p.fail("expected a label")
		}
		if err := p.expect(")"); err != nil {
			return err
		}
	default:
		p.at = at
		return p.fail("unknown formula %q%s", formula, nearFormula(formula))
	}
	if p.space(); p.at != end {
		return p.fail("unknown formula %q%s", formula, nearFormula(formula))
	}
	return nil
}

// nearFormula returns a question whether the user meant a similar formula; "" if none is similar.
func nearFormula(text string) string {
	return near.Mean(text, slices.Sorted(maps.Keys(ltlKinds)))
}

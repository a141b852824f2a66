package verify

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/tandem-verifier/tandem/internal/near"
)

// TaskDef is a task definition (formats A.1, versions 1.0 and 2.0). Paths are as written in the file: relative to its
// folder.
type TaskDef struct {
	File       string // the .yml file
	Version    string
	Inputs     []string // paths or globs
	Required   []string
	Properties []TaskProperty
	DataModel  string       // ILP32, LP64, or "" if not given
	Overflow   OverflowMode // options.signed_overflow; "" if not given
	Language   string
	Warnings   []string // messages about ignored keys, with positions
}

// TaskProperty is an entry of the list properties.
type TaskProperty struct {
	File        string // path or glob
	Expected    *bool  // expected_verdict; never used to decide a verdict
	Subproperty string // the violated part of a property that has several
	Line, Col   int
}

// parseTaskDef parses the text of a task definition. Errors are *InputError.
func parseTaskDef(file string, text []byte) (*TaskDef, error) {
	d := &taskReader{def: TaskDef{File: file}}
	root, err := parseYAML(file, text)
	if err != nil {
		return nil, err
	}
	m, ok := root.(ast.MapNode)
	if !ok {
		return nil, d.fail(root, "a task definition is a mapping")
	}
	seen := map[string]bool{}
	for it := m.MapRange(); it.Next(); {
		key, val := keyText(it.Key()), it.Value()
		if seen[key] {
			return nil, d.fail(it.Key(), "key %s given twice", key)
		}
		seen[key] = true
		switch key {
		case "format_version":
			if d.def.Version, err = d.scalar(val, key); err != nil {
				return nil, err
			}
			switch d.def.Version {
			case "1.0", "2.0", "2.1":
			case "1", "2": // an unquoted 2.0 that lost its fraction
				d.def.Version += ".0"
			default:
				return nil, d.fail(val, "format_version %s is not supported (1.0 and 2.0 are)", d.def.Version)
			}
		case "input_files":
			d.def.Inputs, err = d.list(val, key)
		case "required_files":
			d.def.Required, err = d.list(val, key)
		case "properties":
			err = d.properties(val)
		case "options":
			err = d.options(val)
		default:
			d.warn(it.Key(), "unknown key %s is ignored", key)
		}
		if err != nil {
			return nil, err
		}
	}
	switch {
	case d.def.Version == "":
		return nil, d.fail(root, "format_version is missing")
	case len(d.def.Inputs) == 0:
		return nil, d.fail(root, "input_files is missing")
	}
	return &d.def, nil
}

// parseYAML returns the root node of a text, which has to be a single YAML document. The library may panic on malformed
// input; parseYAML then returns an *InputError.
func parseYAML(file string, text []byte) (n ast.Node, err error) {
	defer func() {
		if recover() != nil {
			n, err = nil, &InputError{file, 1, 1, "not valid YAML"}
		}
	}()
	f, err := parser.ParseBytes(text, 0)
	if err != nil {
		return nil, yamlError(file, err)
	}
	var docs []ast.Node
	for _, d := range f.Docs {
		if d.Body != nil {
			docs = append(docs, d.Body)
		}
	}
	switch len(docs) {
	case 0:
		return nil, &InputError{file, 1, 1, "the file is empty"}
	case 1:
		return docs[0], nil
	}
	e := &InputError{File: file, Msg: "more than one YAML document"}
	if t := docs[1].GetToken(); t != nil && t.Position != nil {
		e.Line, e.Col = t.Position.Line, t.Position.Column
	}
	return nil, e
}

// yamlError returns an error of the YAML library as an *InputError, with its position if it has one.
func yamlError(file string, err error) error {
	e := &InputError{file, 1, 1, "not valid YAML"}
	var syn interface {
		GetMessage() string
		GetToken() *token.Token
	}
	if errors.As(err, &syn) {
		e.Msg = "not valid YAML: " + syn.GetMessage()
		if t := syn.GetToken(); t != nil && t.Position != nil {
			e.Line, e.Col = t.Position.Line, t.Position.Column
		}
	}
	return e
}

// taskReader fills in a task definition.
type taskReader struct{ def TaskDef }

// fail returns an *InputError at the position of a node.
func (d *taskReader) fail(n ast.Node, format string, args ...any) error {
	e := &InputError{File: d.def.File, Msg: fmt.Sprintf(format, args...)}
	e.Line, e.Col = nodePos(n)
	return e
}

// warn adds a warning at the position of a node.
func (d *taskReader) warn(n ast.Node, format string, args ...any) {
	line, col := nodePos(n)
	e := &InputError{d.def.File, line, col, fmt.Sprintf(format, args...)}
	d.def.Warnings = append(d.def.Warnings, e.Error())
}

// nodePos returns the position at which a node begins; 0 if it is not known.
func nodePos(n ast.Node) (line, col int) {
	switch m := n.(type) {
	case nil:
		return 0, 0
	case *ast.MappingValueNode: // its own token is the colon
		n = m.Key
	case *ast.MappingNode:
		if len(m.Values) > 0 {
			n = m.Values[0].Key
		}
	}
	if t := n.GetToken(); t != nil && t.Position != nil {
		return t.Position.Line, t.Position.Column
	}
	return 0, 0
}

// keyText returns the text of a key.
func keyText(n ast.Node) string {
	if s, ok := n.(*ast.StringNode); ok {
		return s.Value
	}
	if t := n.GetToken(); t != nil {
		return t.Value
	}
	return n.String()
}

// scalar returns the text of a scalar as written in the file: 2.0 stays 2.0. The error for other nodes names the key
// what.
func (d *taskReader) scalar(n ast.Node, what string) (string, error) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, nil
	case *ast.LiteralNode:
		return strings.TrimSpace(n.Value.Value), nil
	case *ast.NullNode:
		return "", d.fail(n, "%s is empty", what)
	case ast.ScalarNode:
		return strings.TrimSpace(n.GetToken().Value), nil
	}
	return "", d.fail(n, "%s must be a string", what)
}

// list returns the texts of a list of scalars, or of a single scalar. Errors name the key what.
func (d *taskReader) list(n ast.Node, what string) ([]string, error) {
	seq, ok := n.(*ast.SequenceNode)
	if !ok {
		s, err := d.scalar(n, what)
		if err != nil {
			return nil, err
		}
		return []string{s}, nil
	}
	var out []string
	for _, v := range seq.Values {
		s, err := d.scalar(v, what)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// properties reads the list of properties.
func (d *taskReader) properties(n ast.Node) error {
	seq, ok := n.(*ast.SequenceNode)
	if !ok {
		return d.fail(n, "properties must be a list")
	}
	for _, v := range seq.Values {
		var p TaskProperty
		p.Line, p.Col = nodePos(v)
		m, ok := v.(ast.MapNode)
		if !ok { // version 1.0 allowed a plain path
			s, err := d.scalar(v, "property")
			if err != nil {
				return err
			}
			p.File = s
			d.def.Properties = append(d.def.Properties, p)
			continue
		}
		for it := m.MapRange(); it.Next(); {
			var err error
			switch key := keyText(it.Key()); key {
			case "property_file":
				p.File, err = d.scalar(it.Value(), key)
			case "subproperty":
				p.Subproperty, err = d.scalar(it.Value(), key)
			case "expected_verdict":
				b, ok := it.Value().(*ast.BoolNode)
				if !ok {
					return d.fail(it.Value(), "expected_verdict must be true or false")
				}
				p.Expected = &b.Value
			default:
				d.warn(it.Key(), "unknown key %s is ignored", key)
			}
			if err != nil {
				return err
			}
		}
		if p.File == "" {
			return d.fail(v, "property_file is missing")
		}
		d.def.Properties = append(d.def.Properties, p)
	}
	return nil
}

// options reads the options of a task, and ignores the options of other tools.
func (d *taskReader) options(n ast.Node) error {
	if _, null := n.(*ast.NullNode); null {
		return nil
	}
	m, ok := n.(ast.MapNode)
	if !ok {
		return d.fail(n, "options must be a mapping")
	}
	for it := m.MapRange(); it.Next(); {
		key := keyText(it.Key())
		switch key {
		case "data_model", "signed_overflow", "language":
		default: // options of other tools
			continue
		}
		s, err := d.scalar(it.Value(), key)
		if err != nil {
			return err
		}
		switch key {
		case "data_model":
			if s != "ILP32" && s != "LP64" {
				return d.fail(it.Value(), "data_model is %s, not ILP32 or LP64", s)
			}
			d.def.DataModel = s
		case "signed_overflow":
			if s != string(Wrap) && s != string(Undefined) {
				return d.fail(it.Value(), "signed_overflow is %s, not wrap or undefined", s)
			}
			d.def.Overflow = OverflowMode(s)
		case "language":
			if !strings.EqualFold(s, "C") {
				return d.fail(it.Value(), "language %s is not supported (C is)", s)
			}
			d.def.Language = s
		}
	}
	return nil
}

// LoadTaskDef reads a task definition from a file. Errors are *InputError.
func LoadTaskDef(file string) (*TaskDef, error) {
	text, err := ReadFile(file)
	if err != nil {
		return nil, err
	}
	return parseTaskDef(file, text)
}

// InputPaths returns the paths of the input files. A pattern that matches no file is an error.
func (d *TaskDef) InputPaths() ([]string, error) {
	var out []string
	for _, pat := range d.Inputs {
		m, err := d.resolve(pat)
		if err != nil {
			return nil, err
		}
		out = append(out, m...)
	}
	return out, nil
}

// PropertyPath returns the path of the property file of p. It is an error if its pattern does not match exactly one
// file.
func (d *TaskDef) PropertyPath(p TaskProperty) (string, error) {
	m, err := d.resolve(p.File)
	if err != nil {
		return "", &InputError{d.File, p.Line, p.Col, err.(*InputError).Msg}
	}
	if len(m) != 1 {
		return "", &InputError{d.File, p.Line, p.Col, fmt.Sprintf("property_file %s matches %d files", p.File, len(m))}
	}
	return m[0], nil
}

// resolve returns the files that a path or pattern matches. An error is an *InputError.
func (d *TaskDef) resolve(pat string) ([]string, error) {
	if !filepath.IsAbs(pat) {
		pat = filepath.Join(filepath.Dir(d.File), pat)
	}
	if _, err := os.Stat(pat); err == nil {
		return []string{pat}, nil
	}
	m, err := filepath.Glob(pat)
	if err != nil || len(m) == 0 {
		return nil, &InputError{File: d.File, Msg: fmt.Sprintf("no file matches %s", pat)}
	}
	return m, nil
}

// maxInput is the maximal size of an input file in bytes.
const maxInput = 64 << 20

// ReadFile reads an input file of at most maxInput bytes. Errors are *InputError, with messages for users.
func ReadFile(file string) ([]byte, error) {
	st, err := os.Stat(file)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, &InputError{File: file, Msg: "no such file" + besides(file)}
	case err != nil:
		return nil, &InputError{File: file, Msg: "cannot be read: " + errText(err)}
	case st.IsDir():
		return nil, &InputError{File: file, Msg: "is a folder"}
	case st.Size() > maxInput:
		return nil, &InputError{File: file, Msg: "larger than 64 MB"}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, &InputError{File: file, Msg: "cannot be read: " + errText(err)}
	}
	return text, nil
}

// errText returns the cause of an os error without the path.
func errText(err error) string {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}

// LoadProperties reads a property file. Errors are *InputError.
func LoadProperties(file string) ([]Property, error) {
	text, err := ReadFile(file)
	if err != nil {
		return nil, err
	}
	return ParseProperties(file, text)
}

// besides returns the rest of the message that a file does not exist: that its folder does not exist either, or a
// question whether the user meant a file of a similar name there.
func besides(file string) string {
	entries, err := os.ReadDir(filepath.Dir(file))
	if err != nil {
		return ", nor is its folder there"
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return near.Mean(filepath.Base(file), names)
}

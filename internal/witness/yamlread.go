package witness

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// maxSize bounds the size in bytes of a witness that is read, after decompression.
const maxSize = 64 << 20

// Problem is a violation of a rule by a witness.
type Problem struct {
	Rule string // the short name of the rule
	Line int    // in the witness; 0: the problem concerns the whole witness
	Text string
}

func (p Problem) String() string {
	if p.Line == 0 {
		return fmt.Sprintf("%s: %s", p.Rule, p.Text)
	}
	return fmt.Sprintf("line %d: %s: %s", p.Line, p.Rule, p.Text)
}

// problems is the list of problems that a lint has found.
type problems []Problem

func (ps *problems) add(rule string, line int, format string, args ...any) {
	*ps = append(*ps, Problem{rule, line, fmt.Sprintf(format, args...)})
}

// unpack returns data without gzip compression, if it has one.
func unpack(data []byte) ([]byte, error) {
	if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return nil, fmt.Errorf("witness: %w", err)
		}
		if data, err = io.ReadAll(io.LimitReader(z, maxSize+1)); err != nil {
			return nil, fmt.Errorf("witness: %w", err)
		}
	}
	if len(data) > maxSize {
		return nil, errors.New("witness: too large")
	}
	return data, nil
}

// ParseYAML reads a YAML witness of version 2.0 to 2.2, compressed by gzip or not. It checks the form: a missing key or
// a value of the wrong type is an error. lintYAML checks the meaning.
func ParseYAML(data []byte) (*File, error) {
	f, _, ps := decode(data)
	if len(ps) > 0 {
		return nil, fmt.Errorf("witness: %s", ps[0])
	}
	return f, nil
}

// decode reads a witness as far as it can, and reports malformed parts as problems. f is nil if the data are not YAML.
func decode(data []byte) (f *File, lines *lineTable, ps problems) {
	data, err := unpack(data)
	if err != nil {
		ps.add("yaml", 0, "%v", err)
		return nil, nil, ps
	}
	root, err := parseYAML(data)
	if err != nil {
		ps.add("yaml", 0, "%v", err)
		return nil, nil, ps
	}
	d := &decoder{lines: &lineTable{}}
	f = d.file(root)
	return f, d.lines, d.ps
}

// lineTable has the lines in the witness where its parts begin.
type lineTable struct {
	entries    []int
	invariants [][]int   // by entry
	waypoints  [][][]int // by entry and segment
}

// node is a YAML value: a mapping, a sequence or a scalar.
type node struct {
	line   int
	kind   string           // map, list, string, int, float, bool or null
	text   string           // of a scalar
	keys   []string         // of a mapping, in the order of the text
	fields map[string]*node // of a mapping, by key
	items  []*node          // of a sequence
}

// parseYAML returns the only document in a text as a tree. It is an error if the document has anchors, aliases or tags,
// which witnesses do not use.
func parseYAML(data []byte) (n *node, err error) {
	defer func() { // the library may panic on malformed input
		if r := recover(); r != nil {
			n, err = nil, fmt.Errorf("yaml: %v", r)
		}
	}()
	file, err := parser.ParseBytes(data, 0)
	if err != nil {
		return nil, fmt.Errorf("yaml: %w", err)
	}
	for _, doc := range file.Docs {
		if doc.Body == nil {
			continue
		}
		if n != nil {
			return nil, errors.New("yaml: more than one document")
		}
		if n, err = convert(doc.Body, 0); err != nil {
			return nil, err
		}
	}
	if n == nil {
		return nil, errors.New("yaml: empty document")
	}
	return n, nil
}

// convert returns a node of the library's tree as a node of ours.
func convert(a ast.Node, depth int) (*node, error) {
	if depth > 100 {
		return nil, errors.New("yaml: nested too deeply")
	}
	n := &node{}
	if t := a.GetToken(); t != nil && t.Position != nil {
		n.line = t.Position.Line
	}
	switch a := a.(type) {
	case *ast.MappingNode:
		return n, n.mapping(a.Values, depth)
	case *ast.MappingValueNode:
		return n, n.mapping([]*ast.MappingValueNode{a}, depth)
	case *ast.SequenceNode:
		n.kind = "list"
		for _, v := range a.Values {
			c, err := convert(v, depth+1)
			if err != nil {
				return nil, err
			}
			n.items = append(n.items, c)
		}
	case *ast.StringNode:
		n.kind, n.text = "string", a.Value
	case *ast.LiteralNode:
		n.kind, n.text = "string", a.Value.Value
	case *ast.IntegerNode:
		n.kind, n.text = "int", a.GetToken().Value
	case *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		n.kind, n.text = "float", a.GetToken().Value
	case *ast.BoolNode:
		n.kind, n.text = "bool", a.GetToken().Value
	case *ast.NullNode:
		n.kind = "null"
	default:
		return nil, fmt.Errorf("yaml: line %d: %s has no place in a witness", n.line, a.Type())
	}
	return n, nil
}

// mapping makes n a mapping with the given keys and values.
func (n *node) mapping(values []*ast.MappingValueNode, depth int) error {
	n.kind, n.fields = "map", map[string]*node{}
	for i, v := range values {
		k, err := convert(v.Key, depth+1)
		if err != nil {
			return err
		}
		if i == 0 {
			n.line = k.line
		}
		if k.kind == "map" || k.kind == "list" {
			return fmt.Errorf("yaml: line %d: a key is a %s", k.line, k.kind)
		}
		if n.fields[k.text] != nil {
			return fmt.Errorf("yaml: line %d: key %s stands twice", k.line, k.text)
		}
		c, err := convert(v.Value, depth+1)
		if err != nil {
			return err
		}
		if c.line == 0 {
			c.line = k.line
		}
		n.keys = append(n.keys, k.text)
		n.fields[k.text] = c
	}
	return nil
}

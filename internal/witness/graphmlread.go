package witness

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// element is an XML element of a witness.
type element struct {
	name     string
	line     int
	attrs    []xml.Attr
	children []*element
	text     string // the text of the element itself, without its children
}

// attr returns the value of an attribute.
func (e *element) attr(name string) (string, bool) {
	for _, a := range e.attrs {
		if a.Name.Local == name {
			return a.Value, true
		}
	}
	return "", false
}

// parseGraphML reads a GraphML witness, compressed by gzip or not. It checks only the form; lintGraphML has the rules.
func parseGraphML(data []byte) (*Graph, error) {
	g, _, err := decodeGraphML(data)
	return g, err
}

// decodeGraphML reads a witness. It returns the root element as well, for lines in messages.
func decodeGraphML(data []byte) (*Graph, *element, error) {
	data, err := unpack(data)
	if err != nil {
		return nil, nil, err
	}
	root, err := parseXML(data)
	if err != nil {
		return nil, nil, err
	}
	if root.name != "graphml" {
		return nil, nil, fmt.Errorf("witness: the root is %s, not graphml", root.name)
	}
	g := &Graph{}
	var graphs int
	for _, c := range root.children {
		switch c.name {
		case "key":
			k := Key{}
			k.ID, _ = c.attr("id")
			k.Name, _ = c.attr("attr.name")
			k.Type, _ = c.attr("attr.type")
			k.For, _ = c.attr("for")
			for _, d := range c.children {
				if d.name == "default" {
					k.Default = strings.TrimSpace(d.text)
				}
			}
			g.Keys = append(g.Keys, k)
		case "graph":
			graphs++
			g.read(c)
		}
	}
	if graphs != 1 {
		return nil, nil, fmt.Errorf("witness: %d graphs, one expected", graphs)
	}
	return g, root, nil
}

// read adds the nodes and edges of a graph element.
func (g *Graph) read(graph *element) {
	g.Data = dataOf(graph)
	for _, c := range graph.children {
		switch c.name {
		case "node":
			id, _ := c.attr("id")
			g.Nodes = append(g.Nodes, Node{id, dataOf(c)})
		case "edge":
			s, _ := c.attr("source")
			t, _ := c.attr("target")
			g.Edges = append(g.Edges, GraphEdge{s, t, dataOf(c)})
		}
	}
}

// dataOf returns the data elements among the children of e.
func dataOf(e *element) []Datum {
	var ds []Datum
	for _, c := range e.children {
		if c.name == "data" {
			k, _ := c.attr("key")
			ds = append(ds, Datum{k, strings.TrimSpace(c.text)})
		}
	}
	return ds
}

// parseXML returns the root element of a text.
func parseXML(data []byte) (*element, error) {
	d := xml.NewDecoder(bytes.NewReader(data))
	d.CharsetReader = func(charset string, r io.Reader) (io.Reader, error) {
		if strings.EqualFold(charset, "us-ascii") {
			return r, nil
		}
		return nil, fmt.Errorf("charset %s is not supported", charset)
	}
	var root *element
	var stack []*element
	for {
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("witness: %w", err)
		}
		switch t := t.(type) {
		case xml.StartElement:
			line, _ := d.InputPos()
			e := &element{name: t.Name.Local, line: line, attrs: t.Copy().Attr}
			switch {
			case len(stack) > 100:
				return nil, errors.New("witness: XML is nested too deeply")
			case len(stack) > 0:
				p := stack[len(stack)-1]
				p.children = append(p.children, e)
			case root != nil:
				return nil, errors.New("witness: more than one root element")
			default:
				root = e
			}
			stack = append(stack, e)
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		case xml.CharData:
			if len(stack) > 0 {
				stack[len(stack)-1].text += string(t)
			}
		}
	}
	if root == nil {
		return nil, errors.New("witness: no XML element")
	}
	return root, nil
}

package witness

import (
	"bytes"
	"encoding/xml"
	"fmt"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Graph is a GraphML witness, format 1.0: an automaton that follows the program's control flow.
type Graph struct {
	Keys  []Key
	Data  []Datum // of the graph
	Nodes []Node
	Edges []GraphEdge
}

// Key declares a kind of data.
type Key struct {
	ID, Name, Type, For string
	Default             string // "" if there is none
}

// Datum is a value for a key, which is given by its ID.
type Datum struct{ Key, Value string }

// Node is a state of the automaton.
type Node struct {
	ID   string
	Data []Datum
}

// GraphEdge is a transition of the automaton.
type GraphEdge struct {
	Source, Target string
	Data           []Datum
}

// Get returns the first value for a key.
func Get(ds []Datum, key string) (string, bool) {
	for _, d := range ds {
		if d.Key == key {
			return d.Value, true
		}
	}
	return "", false
}

// formatKeys returns the keys of format 1.0 with their types.
func formatKeys() []Key {
	return []Key{
		{"witness-type", "witness-type", "string", "graph", ""},
		{"sourcecodelang", "sourcecodelang", "string", "graph", ""},
		{"producer", "producer", "string", "graph", ""},
		{"specification", "specification", "string", "graph", ""},
		{"programfile", "programfile", "string", "graph", ""},
		{"programhash", "programhash", "string", "graph", ""},
		{"architecture", "architecture", "string", "graph", ""},
		{"creationtime", "creationtime", "string", "graph", ""},
		{"witness-format-version", "witness-format-version", "string", "graph", ""},
		{"entry", "entry", "boolean", "node", "false"},
		{"violation", "violation", "boolean", "node", "false"},
		{"sink", "sink", "boolean", "node", "false"},
		{"cyclehead", "cyclehead", "boolean", "node", "false"},
		{"invariant", "invariant", "string", "node", ""},
		{"invariant.scope", "invariant.scope", "string", "node", ""},
		{"assumption", "assumption", "string", "edge", ""},
		{"assumption.scope", "assumption.scope", "string", "edge", ""},
		{"assumption.resultfunction", "assumption.resultfunction", "string", "edge", ""},
		{"control", "control", "string", "edge", ""},
		{"startline", "startline", "int", "edge", ""},
		{"endline", "endline", "int", "edge", ""},
		{"startoffset", "startoffset", "int", "edge", ""},
		{"endoffset", "endoffset", "int", "edge", ""},
		{"enterLoopHead", "enterLoopHead", "boolean", "edge", "false"},
		{"enterFunction", "enterFunction", "string", "edge", ""},
		{"returnFromFunction", "returnFromFunction", "string", "edge", ""},
		{"threadId", "threadId", "string", "edge", ""},
		{"createThread", "createThread", "string", "edge", ""},
	}
}

// ViolationGraphML returns the violation witness in GraphML of a run, from the same arguments as ViolationYAML. The
// witness has passed lintGraphML.
func ViolationGraphML(info Info, p *ir.Program, o *ir.Obligation, reads []ir.Record, src Sources) ([]byte, error) {
	if err := info.check(); err != nil {
		return nil, err
	}
	if _, err := info.target(o); err != nil {
		return nil, err
	}
	g := &Graph{Data: info.graphData("violation_witness")}
	node := func(data ...Datum) string {
		id := fmt.Sprintf("N%d", len(g.Nodes))
		g.Nodes = append(g.Nodes, Node{id, data})
		return id
	}
	cur := node(Datum{"entry", "true"})
	line := func(n int) Datum { return Datum{"startline", fmt.Sprint(n)} }
	for _, c := range info.calls(p, reads) {
		ds := []Datum{line(c.pos.Line), {"assumption", `\result ` + c.op + " " + c.value + ";"},
			{"assumption.resultfunction", c.name}}
		if c.in != "" {
			ds = append(ds, Datum{"assumption.scope", c.in})
		}
		next := node()
		g.Edges = append(g.Edges, GraphEdge{cur, next, ds})
		cur = next
	}
	g.Edges = append(g.Edges, GraphEdge{cur, node(Datum{"violation", "true"}), []Datum{line(o.Pos.Line)}})
	g.Keys = usedKeys(g)
	data := g.Encode()
	if ps := lintGraphML(data, info.sources(src)); len(ps) > 0 {
		return nil, lintError(ps)
	}
	return data, nil
}

// architecture returns the value of the key architecture.
func architecture(m ir.DataModel) string {
	if m == ir.LP64 {
		return "64bit"
	}
	return "32bit"
}

// usedKeys returns the keys of the format that g uses.
func usedKeys(g *Graph) []Key {
	used := map[string]bool{}
	note := func(ds []Datum) {
		for _, d := range ds {
			used[d.Key] = true
		}
	}
	note(g.Data)
	for _, n := range g.Nodes {
		note(n.Data)
	}
	for _, e := range g.Edges {
		note(e.Data)
	}
	var ks []Key
	for _, k := range formatKeys() {
		if used[k.ID] {
			ks = append(ks, k)
		}
	}
	return ks
}

// Encode returns the text of the witness.
func (g *Graph) Encode() []byte {
	var b bytes.Buffer
	b.WriteString(`<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
`)
	for _, k := range g.Keys {
		fmt.Fprintf(&b, "  <key attr.name=\"%s\" attr.type=\"%s\" for=\"%s\" id=\"%s\"", escape(k.Name), escape(k.Type),
			escape(k.For), escape(k.ID))
		if k.Default == "" {
			b.WriteString("/>\n")
		} else {
			fmt.Fprintf(&b, ">\n    <default>%s</default>\n  </key>\n", escape(k.Default))
		}
	}
	b.WriteString("  <graph edgedefault=\"directed\">\n")
	writeData(&b, "    ", g.Data)
	for _, n := range g.Nodes {
		fmt.Fprintf(&b, "    <node id=\"%s\"", escape(n.ID))
		closeElement(&b, "node", n.Data)
	}
	for _, e := range g.Edges {
		fmt.Fprintf(&b, "    <edge source=\"%s\" target=\"%s\"", escape(e.Source), escape(e.Target))
		closeElement(&b, "edge", e.Data)
	}
	b.WriteString("  </graph>\n</graphml>\n")
	return b.Bytes()
}

// closeElement writes the rest of an element after its start tag's attributes: its data and the end tag.
func closeElement(b *bytes.Buffer, name string, data []Datum) {
	if len(data) == 0 {
		b.WriteString("/>\n")
		return
	}
	b.WriteString(">\n")
	writeData(b, "      ", data)
	fmt.Fprintf(b, "    </%s>\n", name)
}

// writeData writes data elements.
func writeData(b *bytes.Buffer, indent string, data []Datum) {
	for _, d := range data {
		fmt.Fprintf(b, "%s<data key=\"%s\">%s</data>\n", indent, escape(d.Key), escape(d.Value))
	}
}

// escape returns s as XML text.
func escape(s string) string {
	var b bytes.Buffer
	if err := xml.EscapeText(&b, []byte(s)); err != nil {
		return "" // cannot happen: a Buffer takes everything
	}
	return b.String()
}

package witness

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var reGraphTime = regexp.MustCompile(
	`^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$`)

// lintGraphML checks a GraphML witness, compressed by gzip or not, by the numbered rules of the format's linter
// (strict, without the rules of --svcomp). Hash and lines are checked if src has the text of the program.
//
// Rules: xml, data (1), key (2), graph-data (3), hash (4), architecture (5), creationtime (6), graph (7), entry (8),
// witness-type (9), location (10), stack (10), thread (10).
func lintGraphML(data []byte, src Sources) []Problem {
	l := &graphLint{src: src, declared: map[string]Key{}}
	g, root, err := decodeGraphML(data)
	if err != nil {
		l.ps.add("xml", 0, "%v", err)
		return l.ps
	}
	l.g = g
	for _, c := range root.children {
		switch c.name {
		case "key":
			l.key(c)
		case "graph":
		default:
			l.ps.add("xml", c.line, "unexpected element %s", c.name)
		}
	}
	for _, c := range root.children {
		if c.name == "graph" {
			l.graph(c)
		}
	}
	return l.ps
}

// graphLint is the state of lintGraphML.
type graphLint struct {
	has      known
	ps       problems
	src      Sources
	g        *Graph
	declared map[string]Key // by id
	kind     string         // violation_witness, correctness_witness
	text     []byte         // the program; nil if it is unknown
	starts   []int          // the offsets of the lines of text
}

// key checks the declaration of a key (rule 2).
func (l *graphLint) key(c *element) {
	id, ok := c.attr("id")
	if !ok || id == "" {
		l.ps.add("key", c.line, "key without id")
		return
	}
	what, ok := c.attr("for")
	if !ok || what == "" {
		l.ps.add("key", c.line, "key %s without for", id)
	}
	if _, twice := l.declared[id]; twice {
		l.ps.add("key", c.line, "key %s is declared twice", id)
	}
	k := Key{ID: id, For: what}
	k.Type, _ = c.attr("attr.type")
	defaults := 0
	for _, d := range c.children {
		if d.name != "default" {
			l.ps.add("key", d.line, "unexpected element %s in a key", d.name)
			continue
		}
		defaults++
		k.Default = strings.TrimSpace(d.text)
	}
	if defaults > 1 {
		l.ps.add("key", c.line, "key %s has %d defaults", id, defaults)
	}
	for _, f := range formatKeys() {
		if f.ID != id {
			continue
		}
		if what != "" && what != f.For {
			l.ps.add("key", c.line, "key %s is for %s, not %s", id, f.For, what)
		}
		if f.Type == "boolean" && k.Default != "" && k.Default != "false" {
			l.ps.add("key", c.line, "default of %s is %s, not false", id, k.Default)
		}
	}
	l.declared[id] = k
}

// data checks the data of an element (rules 1 and 2). The parameter what is the kind of the element: graph, node or
// edge.
func (l *graphLint) data(e *element, what string) {
	for _, c := range e.children {
		if c.name != "data" {
			if what == "graph" && (c.name == "node" || c.name == "edge") {
				continue
			}
			l.ps.add("xml", c.line, "unexpected element %s in a %s", c.name, what)
			continue
		}
		key, ok := c.attr("key")
		if !ok || len(c.attrs) != 1 {
			l.ps.add("data", c.line, "data has the attribute key and no other")
		}
		if len(c.children) > 0 {
			l.ps.add("data", c.line, "data %s has children", key)
		} else if strings.TrimSpace(c.text) == "" {
			l.ps.add("data", c.line, "data %s is empty", key)
		}
		k, ok := l.declared[key]
		switch {
		case !ok:
			l.ps.add("key", c.line, "key %s is not declared", key)
		case k.For != what && k.For != "all":
			l.ps.add("key", c.line, "key %s is for %s, but stands at a %s", key, k.For, what)
		}
	}
}

// graph checks the graph element.
func (l *graphLint) graph(e *element) {
	l.data(e, "graph")
	if d, _ := e.attr("edgedefault"); d != "directed" {
		l.ps.add("graph", e.line, "the graph is not directed")
	}
	l.graphData(e.line)
	ids := map[string]bool{}
	entries := 0
	sinks := map[string]bool{}
	nodes, edges := elements(e, "node"), elements(e, "edge")
	for i, c := range nodes {
		n := &l.g.Nodes[i]
		l.node(c, n, ids)
		if v, _ := Get(n.Data, "entry"); v == "true" {
			entries++
		}
		if v, _ := Get(n.Data, "sink"); v == "true" {
			sinks[n.ID] = true
		}
	}
	if entries != 1 {
		l.ps.add("entry", e.line, "%d entry nodes, one expected", entries)
	}
	for i, c := range edges {
		ed := &l.g.Edges[i]
		l.edge(c, ed, ids)
		if sinks[ed.Source] {
			l.ps.add("witness-type", c.line, "sink %s has a leaving edge", ed.Source)
		}
	}
	l.stacks(edges)
}

// elements returns the children of e with a name.
func elements(e *element, name string) []*element {
	var out []*element
	for _, c := range e.children {
		if c.name == name {
			out = append(out, c)
		}
	}
	return out
}

// graphData checks the data of the graph (rules 3 to 6).
func (l *graphLint) graphData(line int) {
	count := map[string]int{}
	for _, d := range l.g.Data {
		count[d.Key]++
		if count[d.Key] == 2 && d.Key != "specification" {
			l.ps.add("graph-data", line, "%s stands twice", d.Key)
		}
	}
	for _, k := range []string{"witness-type", "sourcecodelang", "producer", "specification", "programfile", "programhash",
		"architecture", "creationtime"} {
		if count[k] == 0 {
			l.ps.add("graph-data", line, "no %s", k)
		}
	}
	for _, d := range l.g.Data {
		switch d.Key {
		case "witness-type":
			l.kind = d.Value
			if d.Value != "violation_witness" && d.Value != "correctness_witness" {
				l.ps.add("witness-type", line, "unknown witness type %q", d.Value)
			}
		case "sourcecodelang":
			if d.Value != "C" {
				l.ps.add("graph-data", line, "unknown language %q", d.Value)
			}
		case "specification":
			if !reSpec.MatchString(d.Value) {
				l.ps.add("graph-data", line, "%q is no specification", d.Value)
			}
		case "architecture":
			if d.Value != "32bit" && d.Value != "64bit" {
				l.ps.add("architecture", line, "unknown architecture %q", d.Value)
			}
		case "creationtime":
			if !reGraphTime.MatchString(d.Value) {
				l.ps.add("creationtime", line, "%q is no time with zone", d.Value)
			}
		case "programhash":
			l.hash(d.Value, line)
		}
	}
}

// hash checks the hash of the program. If the program is known, it sets l.text.
func (l *graphLint) hash(h string, line int) {
	if !reHash.MatchString(h) {
		l.ps.add("hash", line, "%q is no SHA-256", h)
		return
	}
	file, _ := Get(l.g.Data, "programfile")
	text, ok := l.src.get(file)
	if !ok {
		return
	}
	l.text, l.starts = text, lineStarts(text)
	if !strings.EqualFold(Hash(text), h) {
		l.ps.add("hash", line, "it is a witness of a file %s with the hash %s; the one that was given has %s", file, h,
			Hash(text))
	}
}

// node checks a node (rules 7 and 9), and adds its ID to ids.
func (l *graphLint) node(c *element, n *Node, ids map[string]bool) {
	l.data(c, "node")
	if len(c.attrs) != 1 || n.ID == "" {
		l.ps.add("graph", c.line, "a node has the attribute id and no other")
	}
	if ids[n.ID] {
		l.ps.add("graph", c.line, "two nodes have the id %s", n.ID)
	}
	ids[n.ID] = true
	for _, d := range n.Data {
		switch d.Key {
		case "violation", "sink":
			if l.kind == "correctness_witness" {
				l.ps.add("witness-type", c.line, "%s in a correctness witness", d.Key)
			}
		case "invariant", "invariant.scope":
			if l.kind == "violation_witness" {
				l.ps.add("witness-type", c.line, "%s in a violation witness", d.Key)
			}
		}
		if slices.Contains([]string{"entry", "violation", "sink", "cyclehead"}, d.Key) && d.Value != "true" &&
			d.Value != "false" {
			l.ps.add("data", c.line, "%s is %q, neither true nor false", d.Key, d.Value)
		}
	}
}

// edge checks an edge (rules 7 and 10).
func (l *graphLint) edge(c *element, e *GraphEdge, ids map[string]bool) {
	l.data(c, "edge")
	for _, a := range c.attrs {
		if n := a.Name.Local; n != "source" && n != "target" && n != "id" {
			l.ps.add("graph", c.line, "an edge has no attribute %s", n)
		}
	}
	for _, id := range []string{e.Source, e.Target} {
		if !ids[id] {
			l.ps.add("graph", c.line, "an edge refers to %q, which is no node", id)
		}
	}
	if e.Source == e.Target {
		l.ps.add("graph", c.line, "node %s has a self-loop", e.Source)
	}
	pos := map[string]int{}
	seen := map[string]bool{}
	for _, d := range e.Data {
		if seen[d.Key] {
			l.ps.add("data", c.line, "%s stands twice at an edge", d.Key)
		}
		seen[d.Key] = true
		switch d.Key {
		case "startline", "endline", "startoffset", "endoffset":
			n, err := strconv.Atoi(d.Value)
			if err != nil || n < 0 || (n == 0 && strings.HasSuffix(d.Key, "line")) {
				l.ps.add("location", c.line, "%s is %q", d.Key, d.Value)
				continue
			}
			pos[d.Key] = n
		case "control":
			if d.Value != "condition-true" && d.Value != "condition-false" {
				l.ps.add("data", c.line, "unknown control %q", d.Value)
			}
		case "enterLoopHead":
			if d.Value != "true" && d.Value != "false" {
				l.ps.add("data", c.line, "enterLoopHead is %q", d.Value)
			}
		case "enterFunction", "returnFromFunction", "returnFrom", "assumption.scope", "assumption.resultfunction":
			if l.text != nil && !l.has.function(l.src, d.Value) {
				l.ps.add("function", c.line, "the program has no function %s", d.Value)
			}
		case "assumption":
			l.assumption(d.Value, e, c.line)
		}
	}
	l.lines(pos, c.line)
}

// assumption checks the assumption s of edge e.
func (l *graphLint) assumption(s string, e *GraphEdge, line int) {
	if l.kind == "correctness_witness" {
		l.ps.add("witness-type", line, "assumption in a correctness witness")
	}
	if !balanced(s) {
		l.ps.add("data", line, "%q has unbalanced brackets", s)
	}
	if _, ok := Get(e.Data, "assumption.resultfunction"); strings.Contains(s, `\result`) && !ok {
		l.ps.add("data", line, `\result in an assumption without assumption.resultfunction`)
	}
}

// lines checks the lines and offsets of an edge, pos, for order and against the program.
func (l *graphLint) lines(pos map[string]int, line int) {
	for _, w := range []string{"line", "offset"} {
		from, ok1 := pos["start"+w]
		to, ok2 := pos["end"+w]
		if ok1 && ok2 && from > to {
			l.ps.add("location", line, "start%s %d is after end%s %d", w, from, w, to)
		}
	}
	if l.text == nil {
		return
	}
	for _, end := range []string{"start", "end"} {
		n, hasLine := pos[end+"line"]
		if hasLine {
			if n > len(l.starts) || n > 1 && l.starts[n-1] >= len(l.text) {
				l.ps.add("location", line, "the program has no line %d", n)
				continue
			}
		}
		off, hasOff := pos[end+"offset"]
		if !hasOff {
			continue
		}
		if off >= len(l.text) {
			l.ps.add("location", line, "the program has no offset %d", off)
		} else if at, _ := lineCol(l.text, off); hasLine && at != n {
			l.ps.add("location", line, "offset %d is in line %d, not %d", off, at, n)
		}
	}
}

// stacks checks the rest of rule 10: on each path from the entry, functions are left in the reverse order in which they
// were entered, and threads are created before they are used. It examines each node only with the first stack that
// reaches it.
func (l *graphLint) stacks(edges []*element) {
	type state struct {
		calls   []string
		threads []string
	}
	at := map[string]*state{}
	out := map[string][]int{}
	for i, e := range l.g.Edges {
		out[e.Source] = append(out[e.Source], i)
	}
	var work []string
	for _, n := range l.g.Nodes {
		if v, _ := Get(n.Data, "entry"); v == "true" && at[n.ID] == nil {
			at[n.ID] = &state{}
			work = append(work, n.ID)
		}
	}
	for len(work) > 0 {
		u := work[0]
		work = work[1:]
		for _, i := range out[u] {
			e, s := &l.g.Edges[i], *at[u]
			if id, ok := Get(e.Data, "threadId"); ok && id != "0" && !slices.Contains(s.threads, id) {
				l.ps.add("thread", edges[i].line, "thread %s is used before it is created", id)
			}
			if id, ok := Get(e.Data, "createThread"); ok {
				s.threads = append(slices.Clone(s.threads), id)
			}
			if f, ok := Get(e.Data, "enterFunction"); ok {
				s.calls = append(slices.Clone(s.calls), f)
			}
			if f, ok := Get(e.Data, "returnFromFunction"); ok {
				if n := len(s.calls); n == 0 || s.calls[n-1] != f {
					l.ps.add("stack", edges[i].line, "return from %s, which was not entered last", f)
				} else {
					s.calls = s.calls[:n-1]
				}
			}
			if at[e.Target] == nil {
				at[e.Target] = &s
				work = append(work, e.Target)
			}
		}
	}
}

package cpa

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file has the text form of a graph: a line for each node, followed by its links. Edges are numbered as in their
// function.
//
//	N0 main:L0 expanded: true
//	  e0 -> N1
//	N4 main:L2 covered by N1: x <= 3:i32
//	N7 f:L2 in N5 expanded: true            in the frame whose entry is node 5
//	  e3 -> N8 for N3                        from the exit to the location after e3, a call that node 3 made
//	N9 main:L2 gone "refined": true
//	N10 main:L3 expanded: -                inside of a block

// inBlock is the text of the formula of a node inside of a block.
const inBlock = "-"

// formulaText returns the text of a formula.
func formulaText(e ir.Expr) string {
	if e == nil {
		return inBlock
	}
	return ir.ExprString(e)
}

// String returns the text form.
func (g *Graph) String() string {
	var b strings.Builder
	for i, n := range g.Nodes {
		fmt.Fprintf(&b, "N%d %s:L%d", i, n.Loc.Func.Name, n.Loc.ID)
		if n.Frame != 0 {
			fmt.Fprintf(&b, " in N%d", n.Frame)
		}
		fmt.Fprintf(&b, " %s", n.Fate)
		if n.By >= 0 {
			fmt.Fprintf(&b, " by N%d", n.By)
		}
		if n.Why != "" {
			fmt.Fprintf(&b, " %s", strconv.Quote(n.Why))
		}
		fmt.Fprintf(&b, ": %s\n", formulaText(n.Formula))
		for _, l := range n.Out {
			fmt.Fprintf(&b, "  e%d -> N%d", l.Edge.ID, l.To)
			if l.Caller >= 0 {
				fmt.Fprintf(&b, " for N%d", l.Caller)
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// ParseGraph reads a graph of a program. extra are further registers that formulas may name. Errors begin with the line
// number.
func ParseGraph(p *ir.Program, text string, extra ...*ir.Var) (*Graph, error) {
	r := &graphReader{p: p, g: &Graph{}, extra: extra}
	for i, line := range strings.Split(text, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		if err := r.line(line); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	for _, check := range r.later {
		if err := check(); err != nil {
			return nil, err
		}
	}
	return r.g, nil
}

// graphReader reads a graph.
type graphReader struct {
	p     *ir.Program
	g     *Graph
	extra []*ir.Var
	later []func() error // checks that need all nodes
}

// line reads a line.
func (r *graphReader) line(line string) error {
	if strings.HasPrefix(line, " ") {
		return r.link(line)
	}
	head, formula, ok := strings.Cut(line, ": ")
	if at := strings.Index(line, "\""); at >= 0 && at < len(head) { // a reason may have a colon
		q, err := strconv.QuotedPrefix(line[at:])
		if err != nil {
			return fmt.Errorf("a quote does not end: %s", line)
		}
		head = line[:at+len(q)]
		formula, ok = strings.CutPrefix(line[at+len(q):], ": ")
	}
	if !ok {
		return fmt.Errorf("no formula: %q", line)
	}
	n := GraphNode{By: -1}
	if at := strings.Index(head, " \""); at >= 0 {
		n.Why, _ = strconv.Unquote(head[at+1:])
		head = head[:at]
	}
	words := strings.Fields(head)
	if len(words) < 3 || words[0] != fmt.Sprint("N", len(r.g.Nodes)) {
		return fmt.Errorf("not node N%d: %q", len(r.g.Nodes), head)
	}
	name, at, _ := strings.Cut(words[1], ":")
	i := slices.IndexFunc(r.p.Funcs, func(f *ir.Func) bool { return f.Name == name })
	if i < 0 {
		return fmt.Errorf("no function %q", name)
	}
	f := r.p.Funcs[i]
	l, err := index(at, "L", len(f.Locs))
	if err != nil {
		return err
	}
	n.Loc = f.Locs[l]
	words = words[2:]
	if words[0] == "in" && len(words) > 2 {
		if n.Frame, err = r.node(words[1]); err != nil {
			return err
		}
		words = words[2:]
	}
	fate := slices.Index(fates[:], words[0])
	if fate < 0 {
		return fmt.Errorf("%q is none of %s", words[0], strings.Join(fates[:], ", "))
	}
	n.Fate = Fate(fate)
	if (n.Fate == Covered || n.Fate == Merged) != (len(words) == 3 && words[1] == "by") {
		return fmt.Errorf("%s by which node? %q", n.Fate, head)
	}
	if n.Fate == Covered || n.Fate == Merged {
		if n.By, err = r.node(words[2]); err != nil {
			return err
		}
		node := len(r.g.Nodes)
		r.later = append(r.later, func() error { return r.covers(node) })
	}
	if formula != inBlock {
		if n.Formula, err = ir.ParseExpr(formula, r.p, f, r.extra...); err != nil {
			return err
		}
	}
	r.g.Nodes = append(r.g.Nodes, n)
	return nil
}

// node reads the number of a node, which may be defined later.
func (r *graphReader) node(word string) (int, error) {
	i, err := index(word, "N", 1<<30)
	r.later = append(r.later, func() error {
		if i >= len(r.g.Nodes) {
			return fmt.Errorf("no node %s", word)
		}
		return nil
	})
	return i, err
}

// covers returns an error if the By fields from node on form a cycle.
func (r *graphReader) covers(node int) error {
	for at, steps := node, 0; r.g.Nodes[at].By >= 0; steps++ {
		if at = r.g.Nodes[at].By; steps > len(r.g.Nodes) {
			return fmt.Errorf("for N%d no node stands in the end", node)
		}
	}
	return nil
}

// link reads a link of the last node.
func (r *graphReader) link(line string) (err error) {
	words := strings.Fields(line)
	ok := len(words) == 3 || len(words) == 5 && words[3] == "for"
	if !ok || words[1] != "->" || len(r.g.Nodes) == 0 {
		return fmt.Errorf("no link: %q", line)
	}
	at := len(r.g.Nodes) - 1
	n := &r.g.Nodes[at]
	l := GraphLink{Caller: -1}
	i, err := index(words[0], "e", 1<<30)
	if err != nil {
		return err
	}
	if l.To, err = r.node(words[2]); err != nil {
		return err
	}
	if len(words) == 5 {
		if l.Caller, err = r.node(words[4]); err != nil {
			return err
		}
	}
	n.Out = append(n.Out, l)
	out := len(n.Out) - 1
	r.later = append(r.later, func() error {
		from, l := r.g.Nodes[at].Loc, &r.g.Nodes[at].Out[out]
		if l.Caller >= 0 {
			from = r.g.Nodes[l.Caller].Loc
		}
		if i >= len(from.Func.Edges) || from.Func.Edges[i].From != from {
			return fmt.Errorf("at N%d: %s does not leave %s", at, words[0], from)
		}
		l.Edge = from.Func.Edges[i]
		return nil
	})
	return nil
}

// index reads a letter followed by a number less than below.
func index(word, letter string, below int) (int, error) {
	digits, ok := strings.CutPrefix(word, letter)
	i, err := strconv.Atoi(digits)
	if !ok || err != nil || i < 0 || i >= below {
		return 0, fmt.Errorf("%q is no number %s0 to %s%d", word, letter, letter, below-1)
	}
	return i, nil
}

// Dot returns a drawing of the graph, with the numbers of the ARG: links with their statements, and coverage as dashed
// links.
func (g *Graph) Dot() string {
	short := func(text string, most int) string {
		if len(text) > most {
			text = strings.ToValidUTF8(text[:most-3], "") + "..."
		}
		return text
	}
	return graph.Dot(g.adj(), func(i int) string {
		n := g.Nodes[i]
		return fmt.Sprintf("N%d %s %s\n%s", n.ID, n.Loc, n.Fate, short(formulaText(n.Formula), 80))
	}, func(u, i int) (string, bool) {
		if out := g.Nodes[u].Out; i < len(out) {
			return short(ir.StmtString(out[i].Edge.Stmt), 40), false
		}
		return "", true
	})
}

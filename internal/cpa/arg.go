package cpa

import (
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// ARG is the abstract reachability graph of an analysis. Nodes are only added; what does not count any more is said to
// be merged or gone, and why.
type ARG struct {
	Nodes []*Node // Node.ID is the index
	root  *Node
	live  int
}

// Node is an abstract state at a place.
type Node struct {
	ID        int
	Loc       *ir.Loc
	Stack     *Frame // nil in the entry function
	State     State
	Precision *verify.Precision // with which it was made

	In, Out []*Link
	Fate    Fate
	By      *Node  // Covered, Merged: the node that stands for it
	Why     string // Gone

	frames  []*Frame // of its calls
	waiting bool
}

// Link leads from one node to another over an edge.
type Link struct {
	From, To *Node
	Edge     *ir.Edge
	// stale: From has grown since, and To may not stand for all its executions that pass the edge.
	stale bool
}

// Fate is what became of a node.
type Fate uint8

// Fates. A node is Open until it is gone on from.
const (
	Open     Fate = iota
	Expanded      // its edges were followed: each has a link, unless no execution passes it
	Covered       // By is at the same place and stands for all its executions
	Merged        // By took its place
	Gone          // Why: a refinement, or nothing leads there any more
)

var fates = [...]string{"open", "expanded", "covered", "merged", "gone"}

func (f Fate) String() string { return fates[f] }

// Counts tells whether the node belongs to the graph as it is.
func (n *Node) Counts() bool { return n.Fate < Merged }

func (n *Node) String() string { return fmt.Sprintf("N%d@%s", n.ID, n.Loc) }

// Root is the entry.
func (g *ARG) Root() *Node { return g.root }

// Live is the number of nodes that count.
func (g *ARG) Live() int { return g.live }

// add makes an open node.
func (g *ARG) add(l *ir.Loc, f *Frame, s State, p *verify.Precision) *Node {
	n := &Node{ID: len(g.Nodes), Loc: l, Stack: f, State: s, Precision: p}
	g.Nodes = append(g.Nodes, n)
	g.live++
	return n
}

// connect makes a link, or renews it.
func connect(from *Node, e *ir.Edge, to *Node) {
	for _, l := range from.Out {
		if l.To == to && l.Edge == e {
			l.stale = false
			return
		}
	}
	l := &Link{From: from, To: to, Edge: e}
	from.Out, to.In = append(from.Out, l), append(to.In, l)
}

func (l *Link) cut() {
	same := func(k *Link) bool { return k == l }
	l.From.Out, l.To.In = slices.DeleteFunc(l.From.Out, same), slices.DeleteFunc(l.To.In, same)
}

// frame is the activation that a call from n begins.
func (n *Node) frame(call *ir.Edge) *Frame {
	for _, f := range n.frames {
		if f.Call == call {
			return f
		}
	}
	f := &Frame{Call: call, Up: n.Stack, Depth: 1, from: n}
	if n.Stack != nil {
		f.Depth = n.Stack.Depth + 1
	}
	n.frames = append(n.frames, f)
	return f
}

// replace puts t, which is above n, in its place: the ways to n lead to t, and where n led to is where t leads to until it
// is expanded.
func (g *ARG) replace(n, t *Node) {
	for _, l := range n.In {
		l.To = t
	}
	for _, l := range n.Out {
		l.From, l.stale = t, true
	}
	for _, f := range n.frames {
		f.from = t
	}
	t.In, t.Out, t.frames = append(t.In, n.In...), n.Out, n.frames
	n.In, n.Out, n.frames = nil, nil, nil
	n.Fate, n.By = Merged, t
	if g.root == n {
		g.root = t
	}
	g.live--
}

// drop takes a node away: its links are cut, and the nodes before it that count are Open again.
func (g *ARG) drop(n *Node, why string) (again []*Node) {
	for _, l := range slices.Clone(n.In) {
		if l.From.Fate == Expanded {
			l.From.Fate = Open
			again = append(again, l.From)
		}
		l.cut()
	}
	for _, l := range slices.Clone(n.Out) {
		l.cut()
	}
	n.Fate, n.Why = Gone, why
	g.live--
	return again
}

// sweep takes away what no link leads to from the root, and says what is open again since a node that stood for
// it is gone. Calls that went away take the nodes of their frames along.
func (g *ARG) sweep(why string) (again []*Node) {
	reached := make([]bool, len(g.Nodes))
	reached[g.root.ID] = true
	todo := []*Node{g.root}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, l := range n.Out {
			if !l.stale && !reached[l.To.ID] {
				reached[l.To.ID] = true
				todo = append(todo, l.To)
			}
		}
	}
	for _, n := range g.Nodes {
		if n.Counts() && !reached[n.ID] {
			again = append(again, g.drop(n, why)...)
		}
	}
	for _, n := range g.Nodes {
		if n.Fate == Covered && n.By.now().Fate == Gone {
			n.Fate, n.By = Open, nil
			again = append(again, n)
		}
	}
	return slices.DeleteFunc(again, func(n *Node) bool { return n.Fate != Open })
}

// now is the node that took the place of n, or n.
func (n *Node) now() *Node {
	for n.Fate == Merged {
		n = n.By
	}
	return n
}

// Path is a shortest way from the root to n: the nodes, and the edges between them; nil if there is none.
func (g *ARG) Path(n *Node) (nodes []*Node, edges []*ir.Edge) {
	next := map[*Node]*Link{n: nil}
	for queue := []*Node{n}; len(queue) > 0; queue = queue[1:] {
		if queue[0] == g.root {
			for at := g.root; ; at = next[at].To {
				nodes = append(nodes, at)
				if at == n {
					return nodes, edges
				}
				edges = append(edges, next[at].Edge)
			}
		}
		for _, l := range queue[0].In {
			if _, seen := next[l.From]; !seen {
				next[l.From] = l
				queue = append(queue, l.From)
			}
		}
	}
	return nil, nil
}

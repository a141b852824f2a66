package cpa

import (
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// ARG is the abstract reachability graph of an analysis. Nodes are only added; a node that does not count any more is
// marked as merged or gone.
type ARG struct {
	Nodes []*Node // Node.ID is the index
	Keep  bool    // keep the states of nodes that do not count, for output
	root  *Node
	live  int // number of nodes that count
}

// Node is an abstract state at a location in a frame.
type Node struct {
	ID        int
	Loc       *ir.Loc
	Stack     *Frame
	State     State             // nil if the node does not count any more, unless ARG.Keep is set
	Precision *verify.Precision // the precision with which the node was made

	In, Out []*Link
	Fate    Fate
	By      *Node  // the node that covers or replaced it, if Fate is Covered or Merged
	Why     string // the reason, if Fate is Gone

	peer             *Node // the next older node in the same partition
	waiting, reached bool  // in the waitlist; in Run.reached
	covers           bool  // the node covers some node, or has covered one
}

// Link leads from one node to another over an edge.
type Link struct {
	From, To *Node
	Edge     *ir.Edge
	// Caller is the node before the call Edge if the link is a return from that call, else nil. From is then at the exit
	// of the called function.
	Caller *Node
	// stale is set if a node with a larger state has replaced From or Caller since the link was made or confirmed, and
	// while From is expanded again. Then To may not cover all executions that take this link.
	stale bool
}

// Fate is the state of a node in the algorithm.
type Fate uint8

// A node is Open until it is expanded.
const (
	Open     Fate = iota
	Expanded      // its edges were followed; each has a link unless no execution passes the edge
	Covered       // By is in the same partition and covers all its executions
	Merged        // By replaced it
	Gone          // removed by a refinement, or because no path leads to it any more
)

// fates are the names of the fates.
var fates = [...]string{"open", "expanded", "covered", "merged", "gone"}

func (f Fate) String() string { return fates[f] }

// Counts reports whether the node belongs to the current graph.
func (n *Node) Counts() bool { return n.Fate < Merged }

// Stands returns the node that represents n: n itself, or the node that covers or replaced it.
func (n *Node) Stands() *Node {
	for n.Fate == Covered || n.Fate == Merged {
		n = n.By
	}
	return n
}

func (n *Node) String() string { return fmt.Sprintf("N%d@%s", n.ID, n.Loc) }

// Root returns the node at the entry of the program.
func (g *ARG) Root() *Node { return g.root }

// Live returns the number of nodes that count.
func (g *ARG) Live() int { return g.live }

// add adds an open node.
func (g *ARG) add(l *ir.Loc, f *Frame, s State, p *verify.Precision) *Node {
	n := &Node{ID: len(g.Nodes), Loc: l, Stack: f, State: s, Precision: p}
	g.Nodes = append(g.Nodes, n)
	g.live++
	return n
}

// connect makes a link, or marks an existing link as not stale. For a return, e is the call, and caller the node before
// the call; for other links, caller is nil.
func connect(from *Node, e *ir.Edge, caller, to *Node) {
	for _, l := range from.Out {
		if l.To == to && l.Edge == e && l.Caller == caller {
			l.stale = false
			return
		}
	}
	l := &Link{From: from, To: to, Edge: e, Caller: caller}
	from.Out, to.In = append(from.Out, l), append(to.In, l)
}

// calls reports whether the link leads into a function.
func (l *Link) calls() bool {
	_, is := l.Edge.Stmt.(*ir.Call)
	return is && l.Caller == nil
}

// cut removes the link, and nothing else.
func (l *Link) cut() {
	same := func(k *Link) bool { return k == l }
	l.From.Out, l.To.In = slices.DeleteFunc(l.From.Out, same), slices.DeleteFunc(l.To.In, same)
}

// undo removes the link. If the link is a call, it also removes the links that return from this call.
func (l *Link) undo() {
	if l.calls() {
		f := l.To.Stack
		f.callers = slices.DeleteFunc(f.callers, func(c caller) bool { return c.node == l.From && c.call == l.Edge })
		for _, x := range f.exits {
			for _, r := range slices.Clone(x.Out) {
				if r.Caller == l.From && r.Edge == l.Edge {
					r.cut()
				}
			}
		}
	}
	l.cut()
}

// returns calls f with each link that returns from a call at n, which is a link whose Caller is n.
func (n *Node) returns(f func(*Link)) {
	for _, l := range n.Out {
		if !l.calls() {
			continue
		}
		for _, x := range l.To.Stack.exits {
			for _, r := range slices.Clone(x.Out) {
				if r.Caller == n {
					f(r)
				}
			}
		}
	}
}

// replace replaces n by t, a node whose state covers the state of n. The links to n then lead to t, and t takes over
// the links from n, as stale links, until it is expanded.
func (g *ARG) replace(n, t *Node) {
	n.returns(func(r *Link) { r.Caller, r.stale = t, true })
	for _, l := range n.In {
		l.To = t
	}
	for _, l := range n.Out {
		l.From, l.stale = t, true
		if l.calls() {
			f := l.To.Stack
			for i := range f.callers {
				if f.callers[i].node == n {
					f.callers[i].node = t
				}
			}
		}
	}
	if i := slices.Index(n.Stack.exits, n); i >= 0 {
		n.Stack.exits[i] = t
	}
	if n.Stack.entry == n {
		n.Stack.entry = t
	}
	t.In, t.Out = append(t.In, n.In...), n.Out
	n.In, n.Out = nil, nil
	n.Fate, n.By = Merged, t
	g.release(n)
	t.covers = t.covers || n.covers
	if g.root == n {
		g.root = t
	}
	g.live--
}

// drop removes a node and its links. The expanded nodes before it become Open again; drop returns them.
func (g *ARG) drop(n *Node, why string) (again []*Node) {
	open := func(m *Node) {
		if m.Fate == Expanded {
			m.Fate = Open
			again = append(again, m)
		}
	}
	for _, l := range slices.Clone(n.Out) {
		l.undo()
	}
	for _, l := range slices.Clone(n.In) {
		open(l.From)
		if l.Caller != nil {
			open(l.Caller)
		}
		l.cut()
	}
	n.Stack.exits = slices.DeleteFunc(n.Stack.exits, func(x *Node) bool { return x == n })
	n.Fate, n.Why = Gone, why
	g.release(n)
	g.live--
	return again
}

// release drops the state of a node that does not count any more.
func (g *ARG) release(n *Node) {
	if !g.Keep {
		n.State = nil
	}
}

// sweep removes the nodes to which no path with matching returns leads from the root, and returns the nodes that are
// open again, for example because the node that covered them is gone. A return counts only if its caller is reached;
// otherwise, a node to which no path leads might cover another node.
func (g *ARG) sweep(why string) (again []*Node) {
	reached := make([]bool, len(g.Nodes))
	todo := []*Node{g.root}
	reached[g.root.ID] = true
	waits := map[*Node][]*Node{} // by caller that is not reached yet: the nodes to which calls at it return
	reach := func(n *Node) {
		if !reached[n.ID] {
			reached[n.ID] = true
			todo = append(todo, n)
		}
	}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, l := range n.Out {
			if l.Caller != nil && !reached[l.Caller.ID] {
				waits[l.Caller] = append(waits[l.Caller], l.To)
			} else {
				reach(l.To)
			}
		}
		for _, m := range waits[n] {
			reach(m)
		}
		delete(waits, n)
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

// now returns the node that replaced n, or n.
func (n *Node) now() *Node {
	for n.Fate == Merged {
		n = n.By
	}
	return n
}

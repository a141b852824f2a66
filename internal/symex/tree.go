package symex

import (
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// Kind is the kind of a node.
type Kind uint8

// The kinds.
const (
	Open Kind = iota // the run was not followed further, or ended for want of fuel
	// control parts: an arc for each edge; or an access was invalid: an arc for where it is not; or pins
	Branch
	Bind // a value is taken from the run: an arc for each value
	Leaf // the runs end here, see End
)

// Node is a place where paths part, with the stretch of the path that leads there from the arc of its parent.
type Node struct {
	Parent *Node // nil: the root
	In     *Arc  // the arc of Parent that leads here
	Kind   Kind
	Loc    *ir.Loc // where control is
	Arcs   []Arc   // Branch: by edge; Bind: by value
	End    exec.Kind
	Depth  int // number of branch nodes above

	// Exact says that nothing on the whole path was approximated or concretised.
	Exact bool
	// Whole says that nothing on it was taken from a run: what is known of it holds of all runs that come this way, though
	// others may satisfy it too. So what contradicts it is excluded.
	General bool
	// Edges is the length of the path so far.
	Edges int

	conds  []*term.Term // what the stretch requires, the condition of the arc first
	access []*term.Term // the part of conds that says that accesses are valid
	steps  []step       // edges after the one of the arc
	reads  []read       // inputs that the stretch reads
	state  *vc.State    // here
	bound  *ir.Edge     // Bind: the edge whose effect is bound
	after  bool         // Bind: at the end of the call that bound is
	probes []probe      // Bind of memory: what the value is a digest of
	// Branch: an arc for the places and the length that a bulk operation has here, and one for all others
	pins bool
	test *[]ir.Record // a run that came here
	full bool         // the tree below is known to be complete
}

// Arc is one continuation of the path at a node.
type Arc struct {
	Edge  *ir.Edge
	Value uint64 // Bind
	Child *Node  // nil: no run has taken it

	// Infeasible says that no execution of the path takes the arc.
	Infeasible bool
	// Tries counts queries that gave nothing, Missed the tests that did not do what they should.
	Tries, Missed int

	cond *term.Term // nil: not known in terms of inputs
}

// Open reports whether the arc might be taken by a test that Solve finds.
func (a *Arc) Open() bool { return a.Child == nil && !a.Infeasible && a.cond != nil }

// step is an edge of a stretch.
type step struct {
	edge *ir.Edge
	made int // instance that the edge makes, 0: none
}

// read is an input that the path reads: its constants are in Explorer.origin.
type read struct {
	site  *ir.Site
	occ   int
	value *vc.Value // of a scalar
}

// origin is the input that a constant stands for.
type origin struct {
	key   ir.Key
	typ   ir.Type
	bytes bool // contents of memory
	array bool // from key.Off 0 on, by byte offset
}

// probe is a piece of memory that a Bind node looks at.
type probe struct {
	inst int
	cell vc.Cell
}

// Constraints returns the constraints of the path to the node, from the root on.
func (n *Node) Constraints() []*term.Term {
	var out []*term.Term
	for m := n; m != nil; m = m.Parent {
		for i := len(m.conds) - 1; i >= 0; i-- {
			out = append(out, m.conds[i])
		}
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// Path lists the edges from the program's entry to the node; calls stand where
// they are entered.
func (n *Node) Path() []*ir.Edge {
	var nodes []*Node
	for m := n; m != nil; m = m.Parent {
		nodes = append(nodes, m)
	}
	var out []*ir.Edge
	for i := len(nodes) - 1; i >= 0; i-- {
		out = nodes[i].stretch(out)
	}
	return out
}

// Stretch lists the edges from the parent to the node.
func (n *Node) Stretch() []*ir.Edge { return n.stretch(nil) }

func (n *Node) stretch(out []*ir.Edge) []*ir.Edge {
	if n.In != nil && !n.Parent.after {
		_, assume := n.In.Edge.Stmt.(*ir.Assume)
		if assume || n.Parent.Kind != Branch { // an access stands among the steps
			out = append(out, n.In.Edge)
		}
	}
	for _, s := range n.steps {
		out = append(out, s.edge)
	}
	return out
}

// Test returns a run that came to the node.
func (n *Node) Test() []ir.Record { return *n.test }

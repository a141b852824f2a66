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
	Open Kind = iota // the run was not followed further, or ran out of fuel
	// Branch is a location with several edges, with one arc for each edge. Other branches are an invalid access, with one
	// arc for runs in which it is valid, and Node.pins.
	Branch
	Bind // a value is taken from the run; one arc for each value
	Leaf // the runs end here, see End
)

// Node is a point where paths part, with the stretch: the part of the path from the arc of its parent to the node.
type Node struct {
	Parent *Node // nil for the root
	In     *Arc  // the arc of Parent that leads here
	Kind   Kind
	Loc    *ir.Loc   // the location of the node
	Arcs   []Arc     // the arcs: of a Branch one per edge, of a Bind one per value
	End    exec.Kind // how the runs end; for a Leaf only
	Depth  int       // number of branch nodes above

	// Exact reports that nothing on the path from the root was approximated or concretised.
	Exact bool
	// General reports that nothing on the path from the root was taken from a run. The constraints of the path then hold
	// in all runs that take it, though other runs may satisfy them too. So a condition that contradicts the constraints
	// holds in no run that takes the path.
	General bool
	// Edges is the length of the path from the root.
	Edges int

	conds  []*term.Term // the constraints of the stretch, the condition of the arc first
	access []*term.Term // the constraints among conds that accesses are valid
	steps  []step       // the edges of the stretch after the edge of the arc
	reads  []read       // the inputs that the stretch reads
	state  *vc.State    // the symbolic state at the end of the stretch
	bound  *ir.Edge     // the edge whose effect is bound; for a Bind only
	after  bool         // bound is a call, and its result is bound; for a Bind only
	probes []probe      // for a Bind of memory: the cells that are bound; the arc's value is a digest of their contents
	// pins marks a Branch before a bulk operation: one arc for its addresses and length in this run, one for all others.
	pins   bool
	region *Region      // the region whose ends the arcs of a Branch lead to; nil if the arcs are the edges of Loc
	test   *[]ir.Record // the inputs of a run that reached the node
	full   bool         // Explored has returned true
}

// Arc is one continuation of the path at a node.
type Arc struct {
	Edge  *ir.Edge
	Value uint64 // the value that an arc of a Bind takes from runs
	Child *Node  // nil if no run has taken the arc

	// Infeasible reports that no execution of the path takes the arc.
	Infeasible bool
	// Tries counts the queries for the arc without a result, Missed the tests for the arc that did not take it. Callers
	// set both.
	Tries, Missed int

	cond  *term.Term // the condition of the arc; nil if it is not known in terms of inputs
	state *vc.State  // the state at the end of a region
}

// Open reports whether the arc might be taken by a test that Solve finds.
func (a *Arc) Open() bool { return a.Child == nil && !a.Infeasible && a.cond != nil }

// step is an edge of a stretch.
type step struct {
	edge *ir.Edge
	made int // the instance that the edge makes; 0 if it makes none
}

// read is a read of an input. Explorer.origin has its constants.
type read struct {
	site  *ir.Site
	occ   int       // the occurrence
	value *vc.Value // nil for contents of memory
}

// origin is the input whose value a constant is.
type origin struct {
	key   ir.Key
	typ   ir.Type
	bytes bool // the input is contents of memory
	array bool // the constant is an array of contents, by byte offset from the start of the object
}

// probe is a cell whose contents a Bind node takes from the run.
type probe struct {
	inst int
	cell vc.Cell
}

// Constraints returns the constraints of the path to the node, in order from the root.
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

// Path lists the edges from the program's entry to the node. A call is in the list before the edges of the called
// function.
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

// stretch appends the edges of Stretch to out.
func (n *Node) stretch(out []*ir.Edge) []*ir.Edge {
	if n.In != nil && !n.Parent.after {
		_, assume := n.In.Edge.Stmt.(*ir.Assume)
		if assume || n.Parent.Kind != Branch || n.Parent.region != nil { // the edge of an access is among the steps
			out = append(out, n.In.Edge)
		}
	}
	for _, s := range n.steps {
		out = append(out, s.edge)
	}
	return out
}

// Region returns the region whose ends the arcs of the node lead to; nil if the arcs are edges.
func (n *Node) Region() *Region { return n.region }

// Test returns the inputs of a run that reached the node.
func (n *Node) Test() []ir.Record { return *n.test }

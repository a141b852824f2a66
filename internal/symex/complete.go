package symex

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

// Explored reports whether every path below the node is known: each arc was taken or is infeasible. A path that was not
// followed to its end, or on which a value was taken from a run, counts as not explored.
func (n *Node) Explored() bool {
	if n.full {
		return true
	}
	switch n.Kind {
	case Leaf:
		n.full = n.General && (n.End == exec.Finished || n.End == exec.Blocked)
		return n.full
	case Branch:
		if !n.General {
			return false
		}
		for i := range n.Arcs {
			a := &n.Arcs[i]
			if !a.Infeasible && (a.Child == nil || !a.Child.Explored()) {
				return false
			}
		}
		n.full = true
		return true
	}
	return false
}

// Done estimates which part of the paths below the node is explored, if each arc of a branch has an equal part: D.
// Knuth, Estimating the efficiency of backtrack programs (Mathematics of Computation 29, 1975). It is 0 if some path
// will never count as explored.
func (n *Node) Done() float64 {
	part, ok := n.done()
	if !ok {
		return 0
	}
	return part
}

// done implements Done; ok is false if some path will never count.
func (n *Node) done() (part float64, ok bool) {
	switch {
	case n.full || n.Kind == Leaf && n.Explored():
		return 1, true
	case n.Kind == Open:
		return 0, true
	case n.Kind != Branch || !n.General:
		return 0, false
	}
	arcs := 0
	for i := range n.Arcs {
		a := &n.Arcs[i]
		if a.Infeasible {
			continue
		}
		arcs++
		if a.Child == nil {
			continue
		}
		p, ok := a.Child.done()
		if !ok {
			return 0, false
		}
		part += p
	}
	if arcs == 0 {
		return 1, true
	}
	return part / float64(arcs), true
}

// Complete reports whether the tree has every path of the program, and no path violates an obligation or has an access
// that may be invalid. It queries the solver about accesses.
func (x *Explorer) Complete(ctx context.Context, b smt.Budget) bool {
	return x.Root.Explored() && x.safeAccesses(ctx, x.Root, b)
}

// safeAccesses reports whether the solver proves all accesses below the node valid, each under the constraints before
// it.
func (x *Explorer) safeAccesses(ctx context.Context, n *Node, b smt.Budget) bool {
	if len(n.access) > 0 {
		var before []*term.Term
		if n.Parent != nil {
			before = n.Parent.Constraints()
		}
		next := 0
		for _, c := range n.conds {
			if next < len(n.access) && n.access[next] == c {
				next++
				cs := append(append([]*term.Term(nil), before...), x.c.Not(c))
				if _, ans := x.ask(ctx, x.enc.WithAxioms(cs...), b); ans.Result != smt.Unsat {
					return false
				}
			}
			before = append(before, c)
		}
	}
	for i := range n.Arcs {
		if c := n.Arcs[i].Child; c != nil && !x.safeAccesses(ctx, c, b) {
			return false
		}
	}
	return true
}

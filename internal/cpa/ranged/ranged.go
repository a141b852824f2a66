// Package ranged is range reduction as configurable program analyses: observers that follow the paths of a range and
// leave all others out. The product with any analysis is an analysis of the range.
//
// # The idea
//
// J. Haltermann, M.-C. Jakobs, C. Richter, H. Wehrheim: Parallel program analysis on path ranges (paper 5), section
// 3.2. A path is the string of its marked decisions; T comes before F, and a path before its extensions
// (restrict.Path). One reduction handles the lower bound, another the upper bound. While a path takes the decisions of
// the bound, it is on the bound. Once it decides differently, it is either on the inner side of the bound ("off the
// bound", the paper's top) or on the outer side, where it is not followed.
//
//	lower bound TTF        T  T  T          out: TTT comes before TTF
//	                       T  F             off: all paths that begin with TF come after it
//	                       T  T  F          off: so does the bound, with all that extends it
//	                       T  T, and the end    out: a prefix comes before
//
//	r := ranged.Of(prog, verify.PathRange{Lo: "TTF", Hi: "F", Before: true})
//	a := cpa.Product(append(r.Reductions(), cpa.Errors(asked), value.New(prog, meaning, value.All))...)
//	run := cpa.NewRun(prog, a, order, nil)    // the paths of [TTF, F)
//	ahead, _ := r.Ahead(run)                  // [TTTF, F): the paths before are explored
//	r.Yield(run, "TF")                        // another analysis takes the paths from TF on
//
// A state on a bound is the number of decisions that the path has taken. Alternatively, as in the paper, it is the
// state of a value analysis that runs the bound's test; its values determine the next decision of the bound. States
// with different numbers or values are never merged, and never cover each other.
//
// Nodes out of the range have a state and stay open (cpa.Bounded). So the graph shows where paths leave the range, and
// a proof of the range can be checked (verify.Task.Within).
//
// # Deviations
//
// The closed range of the paper up to Hi is the half-open range that ends with the first path after Hi and its
// extensions (restrict.PathRange.End); the reduction by numbers works on the same range. The paper's programs branch at
// marked decisions only. Here calls through pointers branch over edges without a mark, and executions end where an
// assumption fails; paths that differ only in this are equal. The reduction by numbers works for such programs without
// change. The reduction by values does not, since an execution may leave the path of the bound's test without a marked
// decision. So it refuses a test whose path has a branch without marks, or a branch whose decision is not known.
//
// # Not modelled
//
// The end of the entry function if it is also called: a prefix of the lower bound that ends there is followed.
package ranged

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
)

// Out is the reason why nodes out of the range stay open (cpa.Bounded).
const Out = "it lies out of the range of paths"

// position is a state of a reduction: off or out. States on the bound have types of their own (on, valued).
type position struct{ name string }

// The states that are not on the bound.
var (
	off = &position{"off the bound"}    // on its inner side, for all further decisions
	out = &position{"out of the range"} // on its outer side
)

// side holds the differences between the reductions at the lower and at the upper bound.
type side struct {
	name  string
	inner ir.Mark   // the decision by which paths leave the bound to its inner side
	end   *position // the state of paths that have reached the end of the bound
	ends  bool      // whether executions that end on the bound are out of the range
}

// The sides of a range.
var (
	lowerSide = side{name: "lower", inner: ir.False, end: off, ends: true}
	upperSide = side{name: "upper", inner: ir.True, end: out}
)

// leave returns the state of a path that leaves the bound by the decision m.
func (s *side) leave(m ir.Mark) *position {
	if m == s.inner {
		return off
	}
	return out
}

// watching has the methods that reductions share with other observers, which have no values.
type watching struct{}

func (watching) Adjust(_ context.Context, s cpa.State, _ cpa.At) cpa.State { return s }
func (watching) Merge(_, old cpa.State) cpa.State                          { return old }
func (watching) Expr(cpa.State) ir.Expr                                    { return ir.NewBool(true) }

// Left implements cpa.Bounded.
func (watching) Left(s cpa.State) string {
	if s == out {
		return Out
	}
	return ""
}

// numbers is the reduction by the number of decisions.
type numbers struct {
	watching
	side
	bound restrict.Path
	none  bool    // there is no bound, so all paths are on the inner side
	final *ir.Loc // the end of the program; nil if the entry function is called
}

// on is the state on the bound after the given number of its decisions.
type on struct{ taken int }

// final returns the end of the program, nil if the entry function is called.
func final(p *ir.Program) *ir.Loc {
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if c, is := e.Stmt.(*ir.Call); is && c.Func == p.Entry {
				return nil
			}
		}
	}
	return p.Entry.Exit
}

func (a *numbers) Name() string { return a.side.name + "(" + a.bound.String() + ")" }

func (a *numbers) Initial() cpa.State {
	switch {
	case a.none:
		return off
	case a.bound == "":
		return a.end
	}
	return &on{}
}

func (a *numbers) Transfer(_ context.Context, s cpa.State, e *ir.Edge, at cpa.At) cpa.State {
	n, is := s.(*on)
	if !is {
		return s
	}
	if m := mark(e); m != ir.NoMark {
		if decision(m) != a.bound[n.taken] {
			return a.leave(m)
		}
		if n = (&on{n.taken + 1}); n.taken == len(a.bound) {
			return a.end
		}
	}
	if a.ends && ended(e, at.Loc, a.final) {
		return out
	}
	return n
}

// Resume returns the state at the exit, since decisions inside of the call count.
func (a *numbers) Resume(_ context.Context, _, exit cpa.State, _ *ir.Edge, _ cpa.At) cpa.State {
	return exit
}

func (a *numbers) Leq(s, t cpa.State) bool {
	if s == t {
		return true
	}
	n, is := s.(*on)
	m, too := t.(*on)
	return is && too && n.taken == m.taken
}

// Key returns different keys for different numbers.
func (a *numbers) Key(s cpa.State) uint64 {
	switch n, is := s.(*on); {
	case is:
		return uint64(n.taken) + 2
	case s == out:
		return 1
	}
	return 0
}

// mark returns the decision of an edge.
func mark(e *ir.Edge) ir.Mark {
	if a, is := e.Stmt.(*ir.Assume); is {
		return a.Mark
	}
	return ir.NoMark
}

// decision returns the letter of a decision in a path.
func decision(m ir.Mark) byte {
	if m == ir.True {
		return 'T'
	}
	return 'F'
}

// ended reports whether executions end after e, which leads to l.
func ended(e *ir.Edge, l, final *ir.Loc) bool {
	_, undefined := e.Stmt.(*ir.Undefined)
	return undefined || l.Kind == ir.Error || l.Kind == ir.Halt || l == final
}

package concolic

import (
	"math/bits"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// visit is an edge, the last call that entered its function, and roughly the number of times that the path has taken
// the edge since then. Tests are counted by visit: if a loop compares an input with a keyword, a path that leaves after
// four rounds has come further than a path that leaves in the first round by the same edge. If errors are the goals, a
// visit is an edge only.
type visit struct {
	edge, call *ir.Edge
	times      int
}

// visits counts the edges of a path so far.
type visits struct {
	fine    bool                  // whether visits have more than an edge
	call    map[*ir.Func]*ir.Edge // the last call of a function
	entered map[*ir.Func]int      // how often a function was entered
	times   map[since]int         // how often an edge was taken
}

// since is an edge in the n-th activation of its function.
type since struct {
	edge *ir.Edge
	n    int
}

// newVisits returns the visits of an empty path.
func newVisits(fine bool) *visits {
	return &visits{fine, map[*ir.Func]*ir.Edge{}, map[*ir.Func]int{}, map[since]int{}}
}

// take adds an edge to the path.
func (v *visits) take(e *ir.Edge) {
	switch s := e.Stmt.(type) { // sound: other edges are not counted, since visits only determine an order
	case *ir.Call:
		v.call[s.Func] = e
		v.entered[s.Func]++
	case *ir.Assume:
		v.times[since{e, v.entered[e.From.Func]}]++
	}
}

// next returns the visit of e if the path continues along e.
func (v *visits) next(e *ir.Edge) visit {
	if !v.fine {
		return visit{edge: e}
	}
	f := e.From.Func
	n := v.times[since{e, v.entered[f]}]
	if n >= 8 { // larger numbers are rounded to 8, 16, 32, ...
		n = 1 << (bits.Len(uint(n)) - 1)
	}
	return visit{e, v.call[f], n}
}

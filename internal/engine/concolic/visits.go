package concolic

import (
	"math/bits"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// visit is an edge, the call that entered its function last, and how often the path has taken the edge since then,
// roughly. Tests are counted by visits: a path that has come through four turns of a loop that compares characters is
// nearer to a keyword than one that leaves in the first turn, though the edges are the same. Where errors are the
// goals, visits are edges only.
type visit struct {
	edge, call *ir.Edge
	times      int
}

// visits counts the visits of a path so far.
type visits struct {
	fine    bool                  // else visits are edges
	call    map[*ir.Func]*ir.Edge // the last one
	entered map[*ir.Func]int      // how often
	times   map[since]int
}

// since is an edge in the activation of its function that was entered as the n-th.
type since struct {
	edge *ir.Edge
	n    int
}

func newVisits(fine bool) *visits {
	return &visits{fine, map[*ir.Func]*ir.Edge{}, map[*ir.Func]int{}, map[since]int{}}
}

// take enters an edge of the path.
func (v *visits) take(e *ir.Edge) {
	switch s := e.Stmt.(type) { // sound: others are no visits, which only order what is tried
	case *ir.Call:
		v.call[s.Func] = e
		v.entered[s.Func]++
	case *ir.Assume:
		v.times[since{e, v.entered[e.From.Func]}]++
	}
}

// next returns the visit if the path goes on along an edge.
func (v *visits) next(e *ir.Edge) visit {
	if !v.fine {
		return visit{edge: e}
	}
	f := e.From.Func
	n := v.times[since{e, v.entered[f]}]
	if n >= 8 { // as coarse as that: 8, 16, 32, ...
		n = 1 << (bits.Len(uint(n)) - 1)
	}
	return visit{e, v.call[f], n}
}

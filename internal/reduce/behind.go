package reduce

import (
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// behind drops the edges of functions behind which no error is left: in the same activation, in one that it calls, or in one that it
// returns to. Executions end there, blocked. A call is passed from its beginning to its end, so that what counts is what may
// follow the return of the activation, not of any.
func behind(funcs []*ir.Func) {
	first := map[*ir.Func]int{} // location 0 is this node
	n := 0
	for _, f := range funcs {
		first[f] = n
		n += len(f.Locs)
	}
	node := func(l *ir.Loc) int { return first[l.Func] + l.ID }
	inside, after := make(graph.Adj, n), make(graph.Adj, n)
	var errors []int
	for _, f := range funcs {
		for _, l := range f.Locs {
			i := node(l)
			if l.Kind == ir.Error {
				errors = append(errors, i)
			}
			for _, e := range l.Out {
				to := node(e.To)
				after[i] = append(after[i], to)
				switch s := e.Stmt.(type) { // sound: the others stay in the function
				case *ir.Return:
					continue
				case *ir.Call:
					inside[i] = append(inside[i], node(s.Func.Entry))
					exit := node(s.Func.Exit)
					after[exit] = append(after[exit], to)
				}
				inside[i] = append(inside[i], to)
			}
		}
	}
	in := graph.Reaching(inside, errors...)
	var reach []int
	for i, ok := range in {
		if ok {
			reach = append(reach, i)
		}
	}
	left := graph.Reaching(after, reach...)
	for _, f := range funcs {
		for _, l := range f.Locs {
			outs := l.Out[:0:0]
			for _, e := range l.Out {
				c, calls := e.Stmt.(*ir.Call)
				if left[node(e.To)] || calls && in[node(c.Func.Entry)] {
					outs = append(outs, e)
				}
			}
			l.Out = outs
		}
	}
}

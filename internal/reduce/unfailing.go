package reduce

import (
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// ahead is what an error can be reached from: in the same activation, in one that it calls, or in one that it returns
// to. A call is passed from its beginning to its end, so that what counts is what may follow the return of the
// activation, not of any.
type ahead struct {
	first map[*ir.Func]int // location 0 is this node
	in    []bool           // before the function returns
	left  []bool
}

func newAhead(funcs []*ir.Func, wanted func(*ir.Obligation) bool) *ahead {
	o := &ahead{first: map[*ir.Func]int{}}
	n := 0
	for _, f := range funcs {
		o.first[f] = n
		n += len(f.Locs)
	}
	inside, after := make(graph.Adj, n), make(graph.Adj, n)
	var errors []int
	for _, f := range funcs {
		for _, l := range f.Locs {
			i := o.node(l)
			if l.Kind == ir.Error && wanted(l.Obligation) {
				errors = append(errors, i)
			}
			for _, e := range l.Out {
				to := o.node(e.To)
				after[i] = append(after[i], to)
				switch s := e.Stmt.(type) { // sound: the others stay in the function
				case *ir.Return:
					continue
				case *ir.Call:
					inside[i] = append(inside[i], o.node(s.Func.Entry))
					exit := o.node(s.Func.Exit)
					after[exit] = append(after[exit], to)
				}
				inside[i] = append(inside[i], to)
			}
		}
	}
	o.in = graph.Reaching(inside, errors...)
	var reach []int
	for i, ok := range o.in {
		if ok {
			reach = append(reach, i)
		}
	}
	o.left = graph.Reaching(after, reach...)
	return o
}

func (o *ahead) node(l *ir.Loc) int { return o.first[l.Func] + l.ID }

// at reports whether an error may be reached from a location.
func (o *ahead) at(l *ir.Loc) bool { return o.left[o.node(l)] }

// by reports whether one may be reached by an edge.
func (o *ahead) by(e *ir.Edge) bool {
	c, calls := e.Stmt.(*ir.Call)
	return o.at(e.To) || calls && o.in[o.node(c.Func.Entry)]
}

// dropUnfailing drops the edges of functions after which no error is left. Executions end there, blocked.
func dropUnfailing(funcs []*ir.Func) {
	o := newAhead(funcs, func(*ir.Obligation) bool { return true })
	for _, f := range funcs {
		for _, l := range f.Locs {
			outs := l.Out[:0:0]
			for _, e := range l.Out {
				if o.by(e) {
					outs = append(outs, e)
				}
			}
			l.Out = outs
		}
	}
}

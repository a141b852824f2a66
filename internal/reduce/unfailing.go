package reduce

import (
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// ahead has the locations from which an error can be reached: in the same activation, in one that it calls, or in one
// to which it returns. A call is passed from its beginning to its end, so an error after the return of another
// activation of the same function does not count.
type ahead struct {
	first map[*ir.Func]int // the node of location 0
	in    []bool           // by node: an error can be reached before the function returns
	left  []bool           // by node: an error can be reached
}

// newAhead computes ahead for the error locations of the wanted obligations. It searches backward twice: from the
// errors, within functions and from entries of callees to calls; then from the locations found, within functions and
// from the locations after calls to the exits of the callees.
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

// node returns the node of a location.
func (o *ahead) node(l *ir.Loc) int { return o.first[l.Func] + l.ID }

// at reports whether an error may be reached from a location.
func (o *ahead) at(l *ir.Loc) bool { return o.left[o.node(l)] }

// by reports whether an error may be reached over an edge.
func (o *ahead) by(e *ir.Edge) bool {
	c, calls := e.Stmt.(*ir.Call)
	return o.at(e.To) || calls && o.in[o.node(c.Func.Entry)]
}

// dropUnfailing drops the edges after which no error can be reached. Executions are blocked there.
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

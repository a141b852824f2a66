package absint

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// thresholds holds the thresholds of widening with thresholds. Each stop at a threshold costs a pass over the loop. If
// a large switch has a constant for each case, stops at all constants would take time quadratic in the number of cases.
// So the first widenings of a location use all constants, later ones a few constants, and the last ones only the limits
// of types.
type thresholds struct {
	all, few, limits domain.Thresholds // in order of use
	// the number of widenings of one location that use all; the same number of later widenings uses few
	many int
}

const (
	// steppedEdges bounds the transfers that the stops of one location cause, estimated as the number of its widenings
	// times the number of edges of the program.
	steppedEdges = 150_000
	// leastStops is the least number of widenings of one location that use all constants.
	leastStops = 16
	// fewConstants is the number of constants in few.
	fewConstants = 32
)

// after returns the thresholds of a widening at a location that has had times widenings before.
func (t *thresholds) after(times int) domain.Thresholds {
	switch {
	case times < t.many:
		return t.all
	case times < 2*t.many:
		return t.few
	}
	return t.limits
}

// newThresholds returns the thresholds for p: its literals and their neighbours. The integers in few come from
// comparisons by order only, since the labels of a switch and the constants assigned to its selector are not bounds.
func newThresholds(p *ir.Program) thresholds {
	var ints, compared, limits []domain.Wide
	var floats []float64
	edges := 0
	one := domain.WideInt(1)
	for _, f := range p.Funcs {
		edges += len(f.Edges)
		for _, e := range f.Edges {
			for _, x := range ir.StmtExprs(e.Stmt) {
				ir.Walk(x, func(x ir.Expr) bool {
					switch x := x.(type) { // sound: widening may use any constants
					case *ir.Binary:
						if x.Op == ir.Lt || x.Op == ir.Le {
							for _, y := range []ir.Expr{x.X, x.Y} {
								if c, ok := y.(*ir.Const); ok && c.T.Kind == ir.Int {
									w := domain.Read(c.T, c.Bits)
									compared = append(compared, w.Sub(one), w, w.Add(one))
								}
							}
						}
					case *ir.Const:
						switch x.T.Kind { // sound: as above
						case ir.Int:
							w := domain.Read(x.T, x.Bits)
							ints = append(ints, w.Sub(one), w, w.Add(one))
						case ir.Float:
							floats = append(floats, ir.FloatOf(x.T, x.Bits))
						}
					}
					return true
				})
			}
		}
	}
	for _, bits := range []uint8{8, 16, 32} {
		for _, signed := range []bool{false, true} {
			lo, hi := domain.Limits(ir.Type{Kind: ir.Int, Bits: bits, Signed: signed})
			limits = append(limits, lo, hi)
		}
	}
	all := domain.NewThresholds(append(ints, limits...), floats)
	some := domain.NewThresholds(compared, nil).Ints
	return thresholds{
		all:    all,
		few:    domain.NewThresholds(append(spread(some, fewConstants), limits...), spread(all.Floats, fewConstants)),
		limits: domain.NewThresholds(limits, nil),
		many:   max(leastStops, steppedEdges/max(edges, 1)),
	}
}

// spread returns at most n elements of xs, where n >= 2: the first, the last, and some between them at equal distances.
func spread[T any](xs []T, n int) []T {
	if len(xs) <= n {
		return slices.Clone(xs)
	}
	out := make([]T, n)
	for i := range out {
		out[i] = xs[i*(len(xs)-1)/(n-1)]
	}
	return out
}

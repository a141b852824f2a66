package guess

import (
	"context"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

// Limits of the search for first inputs.
const (
	maxBegins  = 150
	beginTime  = 200 * time.Millisecond // of a query
	beginsTime = 250 * time.Millisecond
	poor       = 60 // states below which a table wants more
)

// begins asks the solver for inputs that lead to the first cut points, with small
// values at random places where that is possible: random inputs seldom pass a
// row of assumptions.
func (g *engine) begins(ctx context.Context, y *system) [][]ir.Record {
	all := y.e.Events
	defer func() { y.e.Events = all }()
	y.e.Events = all[:y.first]
	var ins []*term.Term
	for _, ev := range y.e.Events {
		if ev.Type.Kind == ir.Int && ev.Value != nil {
			ins = append(ins, ev.Value.T)
		}
	}
	if len(ins) == 0 {
		return nil
	}
	var out [][]ir.Record
	rng := g.data.rng
	until := y.clock.in(beginsTime)
	for _, t := range y.trans {
		if t.from != y.nodes[0] {
			continue
		}
		y.sol.Push()
		y.assert(y.e.Guard(t.s))
		y.sol.Assert(y.e.Axioms(ins...)...)
		for n := 0; n < maxBegins && !y.clock.after(until) && ctx.Err() == nil; n++ {
			levels := 0
			order := rng.Perm(len(ins))
			limit := int64(3 + rng.IntN(4)*8)
			var m *term.Model
			for _, i := range order[:min(len(order), 8)] {
				y.sol.Push()
				v := y.c.Int(rng.Int64N(limit+limit/3+1) - limit/4)
				if rng.IntN(2) == 0 {
					y.sol.Assert(y.c.Eq(ins[i], v))
				} else {
					y.sol.Assert(y.c.ILe(y.c.Int(-limit), ins[i]), y.c.ILe(ins[i], y.c.Int(limit)))
				}
				if y.check(beginTime).Result != smt.Sat {
					y.sol.Pop()
					continue
				}
				levels++
				m, _ = y.sol.Model()
			}
			if m == nil && y.check(beginTime).Result == smt.Sat {
				m, _ = y.sol.Model()
			}
			for range levels {
				y.sol.Pop()
			}
			if m == nil {
				break
			}
			out = append(out, slices.Clone(y.e.Records(m)))
		}
		y.sol.Pop()
	}
	return out
}

// poorly says whether some table has few states.
func (s *samples) poorly() bool {
	for _, t := range s.tables {
		if len(t.rows) < poor {
			return true
		}
	}
	return false
}

package guess

import (
	"context"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

// Limits of the search for first inputs.
const (
	maxBegins  = 150                    // queries for one cut point
	beginTime  = 200 * time.Millisecond // time of a query
	beginsTime = 250 * time.Millisecond // time of all queries
	poor       = 60                     // a table with fewer states needs more
)

// begins asks the solver for inputs of executions that reach the first cut points, since random inputs seldom satisfy a
// sequence of assumptions. Randomly chosen inputs shall have small values if possible.
func (g *engine) begins(ctx context.Context, y *prover.System) [][]ir.Record {
	all := y.E.Events
	defer func() { y.E.Events = all }()
	y.E.Events = all[:y.First]
	var ins []*term.Term
	for _, ev := range y.E.Events {
		if ev.Type.Kind == ir.Int && ev.Value != nil {
			ins = append(ins, ev.Value.T)
		}
	}
	if len(ins) == 0 {
		return nil
	}
	var out [][]ir.Record
	rng := g.data.rng
	until := y.M.Now() + beginsTime
	for _, t := range y.Blocks {
		if t.From != y.Nodes[0] {
			continue
		}
		y.Sol.Push()
		y.Assert(y.E.Guard(t.State))
		y.Sol.Assert(y.E.Axioms(ins...)...)
		for n := 0; n < maxBegins && y.M.Now() <= until && ctx.Err() == nil; n++ {
			levels := 0
			order := rng.Perm(len(ins))
			limit := int64(3 + rng.IntN(4)*8)
			var m *term.Model
			for _, i := range order[:min(len(order), 8)] {
				y.Sol.Push()
				v := y.E.C.Int(rng.Int64N(limit+limit/3+1) - limit/4)
				if rng.IntN(2) == 0 {
					y.Sol.Assert(y.E.C.Eq(ins[i], v))
				} else {
					y.Sol.Assert(y.E.C.ILe(y.E.C.Int(-limit), ins[i]), y.E.C.ILe(ins[i], y.E.C.Int(limit)))
				}
				r, next := y.Check(ctx, beginTime)
				if r != smt.Sat {
					y.Sol.Pop()
					continue
				}
				levels++
				m = next
			}
			if m == nil {
				_, m = y.Check(ctx, beginTime)
			}
			for range levels {
				y.Sol.Pop()
			}
			if m == nil {
				break
			}
			out = append(out, slices.Clone(y.E.Records(m)))
		}
		y.Sol.Pop()
	}
	return out
}

// poorly reports whether some table has few states.
func (s *samples) poorly() bool {
	for _, t := range s.tables {
		if len(t.rows) < poor {
			return true
		}
	}
	return false
}

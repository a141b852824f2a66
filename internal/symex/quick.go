package symex

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/term"
)

// Limits of quick.
const (
	quickVars  = 2
	quickTerms = 40
	quickSize  = 400 // of all constraints
	quickEvals = 120
)

// quick tries a few values before a solver is asked: those that the constraints mention, and
// their neighbours. Most conditions of reactive programs compare one input with a literal.
// nil: nothing was found, which means nothing.
func (x *Explorer) quick(cs, vars []*term.Term) *term.Model {
	if len(vars) == 0 || len(vars) > quickVars || len(cs) > quickTerms {
		return nil
	}
	for _, v := range vars {
		if k := v.Sort().Kind; k != term.BV && k != term.Bool || v.Sort().Bits > 64 {
			return nil
		}
	}
	var consts []uint64
	left := quickSize
	for _, c := range cs {
		term.Walk(c, func(t *term.Term) bool {
			left--
			if b, ok := t.Bits(); ok && t.Sort().Kind == term.BV {
				consts = append(consts, b, b+1, b-1)
			}
			return left > 0
		})
	}
	if left <= 0 {
		return nil
	}
	of := func(v *term.Term) []*term.Term {
		if v.Sort().Kind == term.Bool {
			return []*term.Term{x.c.True(), x.c.False()}
		}
		w := int(v.Sort().Bits)
		mask := ^uint64(0) >> (64 - w)
		vals := []uint64{0, 1, mask, mask >> 1, mask>>1 + 1}
		for _, k := range consts {
			vals = append(vals, k&mask)
		}
		var out []*term.Term
		for _, k := range vals {
			if t := x.c.BV(k, w); !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
		return out
	}
	m := term.NewModel()
	evals := 0
	holds := func() bool {
		evals++
		for i := len(cs) - 1; i >= 0; i-- { // the goal is the last
			if ok, err := x.c.Holds(m, cs[i]); err != nil || !ok {
				return false
			}
		}
		return true
	}
	first := of(vars[0])
	for _, a := range first {
		m.Vars[vars[0].Name()] = a
		if len(vars) == 1 {
			if holds() {
				return m
			}
			continue
		}
		for _, b := range of(vars[1]) {
			m.Vars[vars[1].Name()] = b
			if evals > quickEvals {
				return nil
			}
			if holds() {
				return m
			}
		}
	}
	return nil
}

package synergy

import (
	"context"
	"math/bits"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file guesses that two registers are equal at a location, if they are equal in all states of F there and not
// constant, and that the lowest bits of a register are constant (M. Ernst et al., Dynamically discovering likely
// program invariants, ICSE 1999, restricted to facts that are easy to prove). If two registers change in the same
// steps, their equality follows without knowing how they change. Low bits of sums and products depend only on low bits,
// even if the result wraps around.

// Limits.
const (
	mostAlike   = 40 // registers of a location that are compared
	leastStates = 4  // least number of states of a location for guesses
	mostBits    = 4  // for each number of low bits up to mostBits there is a candidate
)

// seen is a register at a location, with its values in all known states there.
type seen struct {
	x      *ir.Var
	values string // the values in all states, as bytes
	one    bool   // the value is the same in all states
	first  uint64 // the value in the first state
	low    int    // number of low bits that are the same in all states
}

// compare proves the guesses of this file once, before the first refinement, and reports whether it has proved any.
// They cost few queries and can save many refinements.
func (g *generaliser) compare(ctx context.Context) bool {
	if g.compared {
		return false
	}
	g.compared = true
	by, _ := g.alike(ctx)
	return g.learn(ctx, by)
}

// alike returns the guesses of all locations; done is always true.
func (g *generaliser) alike(context.Context) (by [][]ir.Expr, done bool) {
	by = make([][]ir.Expr, g.a.program.Len())
	all := make([][]seen, len(by))
	moves := map[*ir.Var]bool{} // whether its value changes at some location, with constant low bits
	for s, l := range g.a.program.Loc {
		all[s] = g.registers(l)
		for _, r := range all[s] {
			moves[r.x] = moves[r.x] || !r.one && r.low > 0
		}
	}
	type class struct {
		t      ir.Type
		values string
	}
	for s, rs := range all {
		first := map[class]*ir.Var{}
		for _, r := range rs {
			if moves[r.x] {
				by[s] = append(by[s], r.lowBits()...)
			}
			k := class{r.x.Type, r.values}
			if y := first[k]; y != nil && !r.one {
				by[s] = append(by[s], ir.NewBinary(ir.Eq, ir.NewRef(y), ir.NewRef(r.x)))
			} else if y == nil {
				first[k] = r.x
			}
		}
	}
	return by, true
}

// registers returns the integer registers whose values are known in all states at l. It returns nil if there are too
// few states.
func (g *generaliser) registers(l *ir.Loc) (out []seen) {
	states := g.a.w.tests.forest.at[g.a.w.tests.forest.place(l)]
	if len(states) < leastStates {
		return nil
	}
	for i, slot := range g.a.w.tests.forest.view(l).slots {
		if slot.Var == nil || slot.Var.Type.Kind != ir.Int || len(out) == mostAlike {
			continue
		}
		r := seen{x: slot.Var, first: states[0].values[i]}
		values, known, differ := make([]byte, 0, 8*len(states)), true, uint64(0)
		for _, st := range states {
			known = known && st.known[i]
			differ |= st.values[i] ^ r.first
			for k := range 8 {
				values = append(values, byte(st.values[i]>>(8*k)))
			}
		}
		if known {
			r.values, r.one, r.low = string(values), differ == 0, min(bits.TrailingZeros64(differ), int(slot.Var.Type.Bits)-1)
			out = append(out, r)
		}
	}
	return out
}

// lowBits returns conditions that low bits of r are constant. Some of the constant bits may be constant by chance only.
// So there is a condition for each number of bits up to mostBits and, if the register is not constant, a condition for
// all constant low bits.
func (r seen) lowBits() (out []ir.Expr) {
	u := ir.Type{Kind: ir.Int, Bits: r.x.Type.Bits}
	for n := 1; n <= r.low; n++ {
		if n > mostBits {
			if r.one {
				break
			}
			n = r.low
		}
		mod := int64(1) << n
		out = append(out, ir.NewBinary(ir.Eq, ir.NewBinary(ir.Rem, ir.NewCast(u, ir.NewRef(r.x)), ir.NewConst(u, mod)),
			ir.NewConst(u, int64(r.first)&(mod-1))))
	}
	return out
}

package synergy

import (
	"context"
	"math/bits"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file guesses that two registers are equal at a place, if they are so in all states of F there and not always the
// same number, and that the lowest bits of one are always the same (M. Ernst et al., Dynamically discovering likely
// program invariants, ICSE 1999, as far as it takes no solver to say): a value that moves the same way twice needs no
// solver which way, and low bits depend on low bits alone where numbers are added and multiplied, whatever goes around.

// Limits: registers of a place that are compared, states without which nothing is guessed, and low bits that are tried
// one by one.
const (
	mostAlike   = 40
	leastStates = 4
	mostBits    = 4
)

// seen is a register at a place, in all states that are known there.
type seen struct {
	x      *ir.Var
	values string
	one    bool // it is always the same
	first  uint64
	low    int // bits that are always the same
}

// compare learns such facts before the first refinement: they cost few queries, and what they keep apart costs many.
func (g *generaliser) compare(ctx context.Context) bool {
	if g.compared {
		return false
	}
	g.compared = true
	by, _ := g.alike(ctx)
	return g.learn(ctx, by)
}

// alike returns the guesses of all places.
func (g *generaliser) alike(context.Context) (by [][]ir.Expr, done bool) {
	by = make([][]ir.Expr, g.a.program.Len())
	all := make([][]seen, len(by))
	moves := map[*ir.Var]bool{} // somewhere, and leaves low bits as they are
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

// registers returns those that are known in all states at a location.
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

// lowBits say that some bits are what they were: as many as are, and fewer, since few may be so by the program and more
// by chance.
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

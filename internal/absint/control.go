package absint

import (
	"iter"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// singles is a domain that can enumerate the dimensions with a single value in an element.
type singles[E any] interface {
	Singles(e E, f func(d domain.Dim, bits uint64))
}

// residueDim is the key of the first residue or comparison of a control; the next ones have the keys residueDim-1, -2
// and so on.
const residueDim domain.Dim = -2

// Limits of the residues and comparisons by which states are partitioned.
const (
	manyResidues = 4 // the number of residues
	largeModulus = 8 // the largest modulus of a residue
	manyTests    = 8 // the number of residues and comparisons
)

// control decides by which values one analysis partitions states.
type control[E any] struct {
	a        *evaluator[E]
	kind     Control        // the dimensions by which states are partitioned
	residues []*domain.Expr // remainders and comparisons
}

// ControlValues implements Reader. In addition to registers and cells, states are partitioned by the remainders of
// registers that occur in conditions: a condition "i % 2 == 0" makes it worthwhile to distinguish even and odd i. With
// Tests, states are also partitioned by comparisons of registers with constants.
func (a *reader[E]) ControlValues(kind Control, edges iter.Seq[*ir.Edge]) func(State, ValueFunc) {
	c := &control[E]{a: a.evaluator, kind: kind}
	seen := map[string]bool{}
	for e := range edges {
		st, ok := e.Stmt.(*ir.Assume)
		if !ok {
			continue
		}
		f := e.From.Func
		ir.Walk(st.Cond, func(x ir.Expr) bool {
			b, ok := x.(*ir.Binary)
			if ok && kind == Tests {
				c.addTest(seen, f, b)
			}
			if !ok || b.Op != ir.Rem {
				return true
			}
			r, ok := b.X.(*ir.Ref)
			k, isConst := b.Y.(*ir.Const)
			if !ok || !isConst || r.Var.Type.Kind != ir.Int || k.Bits < 2 || k.Bits > largeModulus {
				return true
			}
			d := domain.NewDim(r.Var.Type, a.bind.reg(f, r.Var))
			y := domain.NewBinary(ir.Rem, d, domain.NewBits(k.T, k.Bits))
			if k.Bits&(k.Bits-1) == 0 { // the low bits are the remainder for both signs
				y = domain.NewBinary(ir.And, d, domain.NewBits(k.T, k.Bits-1))
			}
			if text := y.String(); !seen[text] && len(c.residues) < manyResidues {
				seen[text] = true
				c.residues = append(c.residues, y)
			}
			return true
		})
	}
	return func(s State, f ValueFunc) { c.each(a.take(s), f) }
}

// each calls f for the control dimensions, residues and comparisons that have a single value in s.
func (c *control[E]) each(s state[E], f ValueFunc) {
	a := c.a
	l, ok := a.dom.Lattice.(singles[E])
	if !ok {
		return
	}
	l.Singles(s.num, func(d domain.Dim, v uint64) {
		if c.has(d) {
			f(int32(d), v)
		}
	})
	for i, x := range c.residues {
		if bits, ok := a.dom.Bounds(s.num, x).IsConst(); ok {
			f(int32(residueDim)-int32(i), bits)
		}
	}
	if c.kind < Rounds {
		return
	}
	s.ptr.Each(func(k uint32, p *pointer) bool {
		switch {
		case c.kind == Rounds && !c.has(domain.Dim(k)):
		case p.null && len(p.to) == 0:
			f(int32(k), 0)
		case !p.null && len(p.to) == 1 && p.to[0].exact():
			f(int32(k), uint64(p.to[0].obj.id+1)<<32+uint64(p.to[0].lo))
		}
		return true
	})
}

// has reports whether states are partitioned by the values of d. A ghost is treated like its register.
func (c *control[E]) has(d domain.Dim) bool {
	b := c.a.bind
	switch {
	case c.kind >= All:
		return true
	case int32(d) < b.ghost0:
		return b.flags[d] || c.kind == Rounds && (b.rounds[d] || b.steps[d])
	case b.isCell(d):
		at := b.cellOf(d)
		return c.kind >= FlagCells && b.cellFlags.has(at) || c.kind == Rounds && (b.cellRounds.has(at) || b.cellSteps.has(at))
	case int32(d) < b.sym0:
		g := b.ghost(d)
		return d == g.d && b.flags[b.reg(g.f, g.of)]
	}
	return b.isSym(d) && (b.typeOf(d).Kind == ir.Int || b.typeOf(d).Kind == ir.Bool)
}

// CountsRounds implements Reader.
func (a *reader[E]) CountsRounds(k Key) bool {
	b, d := a.bind, domain.Dim(k)
	return d >= 0 && (int32(d) < b.ghost0 && b.rounds[d] || b.isCell(d) && b.cellRounds.has(b.cellOf(d)))
}

// addTest adds b to the residues of c if b compares a register with a constant.
func (c *control[E]) addTest(seen map[string]bool, f *ir.Func, b *ir.Binary) {
	if b.Op != ir.Lt && b.Op != ir.Le || len(c.residues) >= manyTests {
		return
	}
	r, left := b.X.(*ir.Ref)
	k, right := b.Y.(*ir.Const)
	if !left || !right {
		if k, left = b.X.(*ir.Const); !left {
			return
		}
		if r, right = b.Y.(*ir.Ref); !right {
			return
		}
	}
	if r.Var.Type.Kind != ir.Int {
		return
	}
	dims := []domain.Dim{c.a.bind.reg(f, r.Var)}
	// also take the comparison of the value at the entry, for states at the exit
	if g := c.a.bind.ghostOf(f, r.Var); g != nil {
		dims = append(dims, g.d)
	}
	for _, dim := range dims {
		d, k := domain.NewDim(r.Var.Type, dim), domain.NewBits(k.T, k.Bits)
		y := domain.NewBinary(b.Op, d, k)
		if _, first := b.X.(*ir.Const); first {
			y = domain.NewBinary(b.Op, k, d)
		}
		if text := y.String(); !seen[text] {
			seen[text] = true
			c.residues = append(c.residues, y)
		}
	}
}

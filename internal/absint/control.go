package absint

import (
	"iter"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// singles is a domain that can list the dimensions with one value.
type singles[E any] interface {
	Singles(e E, f func(d domain.Dim, bits uint64))
}

// residueDim and those below it stand for residues and comparisons as control dimensions.
const residueDim domain.Dim = -2

// manyResidues bounds the residues that keep states apart, and largeModulus their moduli.
const (
	manyResidues = 4
	largeModulus = 8
	manyTests    = 8
)

// control is what keeps states apart in one analysis.
type control[E any] struct {
	a        *evaluator[E]
	kind     Control
	residues []*domain.Expr // remainders and comparisons
}

// Apart lists, besides registers and cells, the remainders of registers that the program asks for (and, with Tests, the
// comparisons of registers with constants), as expressions over
// dimensions: "i % 2 == 0" makes it worth while to keep even and odd i apart.
func (a *reader[E]) Apart(kind Control, edges iter.Seq[*ir.Edge]) func(State, Apart) {
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
			if k.Bits&(k.Bits-1) == 0 { // whatever the sign
				y = domain.NewBinary(ir.And, d, domain.NewBits(k.T, k.Bits-1))
			}
			if text := y.String(); !seen[text] && len(c.residues) < manyResidues {
				seen[text] = true
				c.residues = append(c.residues, y)
			}
			return true
		})
	}
	return func(s State, f Apart) { c.each(a.take(s), f) }
}

// each calls f on the control dimensions with a known value.
func (c *control[E]) each(s state[E], f Apart) {
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
	if c.kind < All {
		return
	}
	s.ptr.Each(func(k uint32, p *pointer) bool {
		switch {
		case p.null && len(p.to) == 0:
			f(int32(k), 0)
		case !p.null && len(p.to) == 1 && p.to[0].exact():
			f(int32(k), uint64(p.to[0].obj.id+1)<<32+uint64(p.to[0].lo))
		}
		return true
	})
}

// has reports whether a dimension keeps states apart; ghosts do as what they are of, twins are in no state of a cut.
func (c *control[E]) has(d domain.Dim) bool {
	b := c.a.bind
	switch {
	case c.kind >= All:
		return true
	case int32(d) < b.ghost0:
		return b.flags[d]
	case int32(d) < b.sym0:
		g := b.ghost(d)
		return d == g.d && b.flags[b.reg(g.f, g.of)]
	}
	return b.isSym(d) && (b.typeOf(d).Kind == ir.Int || b.typeOf(d).Kind == ir.Bool)
}

// addTest makes a comparison of a register with a constant keep states apart.
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
	if g := c.a.bind.ghostOf(f, r.Var); g != nil { // a function's cases, at its exit
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

package absint

import (
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Value partitioning: the states of a cut are kept apart by the values of
// control dimensions, as far as these are known. A dimension that takes too many
// values at some cut is given up, and the analysis starts again without it; where
// too many combinations remain, the states of that cut are united.

// manyValues is how many values of one dimension at a cut are too many when
// the states are.
const manyValues = 12

// singles is a domain that can list the dimensions with one value.
type singles[E any] interface {
	Singles(e E, f func(d domain.Dim, bits uint64))
}

// key tells states of a cut apart: a hash of the known values of the control
// dimensions. States whose keys collide are united, which is sound.
func (a *analysis[E]) key(n *node[E], s state[E]) uint64 {
	if a.cfg.Parts <= 1 || a.cfg.Control == None && a.cfg.First == 0 || n.one {
		return 0
	}
	h := uint64(14695981039346656037)
	mix := func(v uint64) {
		h ^= v
		h *= 0x9E3779B97F4A7C15
		h ^= h >> 29
	}
	s.mixTrace(mix)
	if a.cfg.Control != None {
		a.eachControl(s, func(d domain.Dim, v uint64) {
			mix(uint64(d))
			mix(v)
		})
	}
	return h
}

// eachControl calls f on the control dimensions with a known value.
func (a *analysis[E]) eachControl(s state[E], f func(domain.Dim, uint64)) {
	l, ok := a.dom.Lattice.(singles[E])
	if !ok {
		return
	}
	l.Singles(s.num, func(d domain.Dim, v uint64) {
		if a.isControl(d) {
			f(d, v)
		}
	})
	for i, x := range a.residues {
		if d := residueDim - domain.Dim(i); !a.dropped[d] {
			if bits, ok := a.dom.Bounds(s.num, x).IsConst(); ok {
				f(d, bits)
			}
		}
	}
	if a.cfg.Control >= All {
		s.ptr.Each(func(k uint32, p *pointer) bool {
			switch {
			case a.dropped[domain.Dim(k)]:
			case p.null && len(p.to) == 0:
				f(domain.Dim(k), 0)
			case !p.null && len(p.to) == 1 && p.to[0].exact():
				f(domain.Dim(k), uint64(p.to[0].obj.id+1)<<32+uint64(p.to[0].lo))
			}
			return true
		})
	}
}

// residueDim and those below it stand for residues and comparisons as control dimensions.
const residueDim domain.Dim = -2

// manyResidues bounds the residues that keep states apart, and largeModulus their moduli.
const (
	manyResidues = 4
	largeModulus = 8
	manyTests    = 8
)

// findResidues lists the remainders of registers that the program asks for (and, with Tests, the
// comparisons of registers with constants), as expressions over
// dimensions: "i % 2 == 0" makes it worth while to keep even and odd i apart.
func (a *analysis[E]) findResidues() {
	if a.cfg.Control == None {
		return
	}
	seen := map[string]bool{}
	for _, f := range a.bind.prog.Funcs {
		for _, e := range f.Edges {
			st, ok := e.Stmt.(*ir.Assume)
			if !ok {
				continue
			}
			ir.Walk(st.Cond, func(x ir.Expr) bool {
				b, ok := x.(*ir.Binary)
				if ok && a.cfg.Control == Tests {
					a.addTest(seen, f, b)
				}
				if !ok || b.Op != ir.Rem {
					return true
				}
				r, ok := b.X.(*ir.Ref)
				c, isConst := b.Y.(*ir.Const)
				if !ok || !isConst || r.Var.Type.Kind != ir.Int || c.Bits < 2 || c.Bits > largeModulus {
					return true
				}
				d := domain.NewDim(r.Var.Type, a.bind.reg(f, r.Var))
				y := domain.NewBinary(ir.Rem, d, domain.NewBits(c.T, c.Bits))
				if c.Bits&(c.Bits-1) == 0 { // whatever the sign
					y = domain.NewBinary(ir.And, d, domain.NewBits(c.T, c.Bits-1))
				}
				if k := y.String(); !seen[k] && len(a.residues) < manyResidues {
					seen[k] = true
					a.residues = append(a.residues, y)
				}
				return true
			})
		}
	}
}

// addTest makes a comparison of a register with a constant keep states apart.
func (a *analysis[E]) addTest(seen map[string]bool, f *ir.Func, b *ir.Binary) {
	if b.Op != ir.Lt && b.Op != ir.Le || len(a.residues) >= manyTests {
		return
	}
	r, left := b.X.(*ir.Ref)
	c, right := b.Y.(*ir.Const)
	if !left || !right {
		if c, left = b.X.(*ir.Const); !left {
			return
		}
		if r, right = b.Y.(*ir.Ref); !right {
			return
		}
	}
	if r.Var.Type.Kind != ir.Int {
		return
	}
	dims := []domain.Dim{a.bind.reg(f, r.Var)}
	if g := a.bind.ghostOf(f, r.Var); g != nil { // a function's cases, at its exit
		dims = append(dims, g.d)
	}
	for _, dim := range dims {
		d, k := domain.NewDim(r.Var.Type, dim), domain.NewBits(c.T, c.Bits)
		y := domain.NewBinary(b.Op, d, k)
		if _, first := b.X.(*ir.Const); first {
			y = domain.NewBinary(b.Op, k, d)
		}
		if text := y.String(); !seen[text] {
			seen[text] = true
			a.residues = append(a.residues, y)
		}
	}
}

func (a *analysis[E]) isControl(d domain.Dim) bool {
	if a.dropped[d] {
		return false
	}
	if a.cfg.Control >= All {
		return true
	}
	return int(d) < len(a.control) && a.control[d]
}

// tooMany gives up control dimensions that take many values at n; if none
// does, n's states are united from here on.
func (a *analysis[E]) tooMany(n *node[E]) {
	a.limited = a.cfg.Parts > 1
	values := map[domain.Dim]map[uint64]bool{}
	for _, p := range n.parts {
		if a.cfg.Control == None {
			break
		}
		a.eachControl(p.s, func(d domain.Dim, v uint64) {
			if values[d] == nil {
				values[d] = map[uint64]bool{}
			}
			values[d][v] = true
		})
	}
	for d, vs := range values {
		if len(vs) > manyValues {
			a.dropped[d] = true
			a.restart = true
		}
	}
	if a.restart {
		return
	}
	n.one = true
	s := a.bottom()
	for _, p := range n.parts {
		s = a.join(s, p.s)
	}
	p := &part[E]{s: s}
	a.setParts(n, []*part[E]{p})
	a.enqueue(n, p)
}

// findFlags marks the registers that hold only constants of the program and
// copies of other flags: state variables and switches.
func (a *analysis[E]) findFlags() []bool {
	b := a.bind
	flag := make([]bool, b.cell0)
	type def struct {
		d   domain.Dim
		f   *ir.Func
		src ir.Expr
	}
	type result struct{ dst, of domain.Dim }
	var defs []def
	var results []result
	not := func(d domain.Dim) { flag[d] = false }
	for d := range flag {
		t := b.typeOf(domain.Dim(d))
		flag[d] = t.Kind == ir.Int || t.Kind == ir.Bool
	}
	for _, f := range b.prog.Funcs {
		for _, e := range f.Edges {
			switch s := e.Stmt.(type) {
			case *ir.Assign:
				defs = append(defs, def{b.reg(f, s.Dst), f, s.Src})
			case *ir.Call:
				for i, x := range s.Args {
					if i < len(s.Func.Params) {
						defs = append(defs, def{b.reg(s.Func, s.Func.Params[i]), f, x})
					}
				}
				if s.Dst != nil {
					results = append(results, result{b.reg(f, s.Dst), b.result(s.Func)})
				}
			case *ir.Return:
				if s.Val != nil {
					defs = append(defs, def{b.result(f), f, s.Val})
				}
			case *ir.Input, *ir.LoadStmt, *ir.Math, *ir.Alloc:
				// An input that is tested against constants may still be a flag on the
				// branches; its values are known there.
			}
		}
	}
	for again := true; again; {
		again = false
		for _, d := range defs {
			if flag[d.d] && !a.flagExpr(flag, d.f, d.src) {
				not(d.d)
				again = true
			}
		}
		for _, r := range results {
			if flag[r.dst] && !flag[r.of] {
				not(r.dst)
				again = true
			}
		}
	}
	for _, g := range b.ghosts { // as what they are of; twins are in no state of a cut
		flag[g.d] = flag[b.reg(g.f, g.of)]
	}
	return flag
}

// flagExpr says whether an expression only selects among constants and flags.
func (a *analysis[E]) flagExpr(flag []bool, f *ir.Func, e ir.Expr) bool {
	switch e := e.(type) {
	case *ir.Const:
		return true
	case *ir.Ref:
		return flag[a.bind.reg(f, e.Var)]
	case *ir.Cast:
		return e.X.Type().Kind == ir.Bool || a.flagExpr(flag, f, e.X)
	case *ir.Binary:
		return e.Op >= ir.Eq
	case *ir.Unary:
		return e.Op == ir.LNot
	}
	return false
}

// constants are the thresholds of widening: the program's literals and their
// neighbours.
func constants(p *ir.Program) domain.Thresholds {
	var ints []domain.Wide
	var floats []float64
	one := domain.WideInt(1)
	add := func(e ir.Expr) {
		ir.Walk(e, func(x ir.Expr) bool {
			if c, ok := x.(*ir.Const); ok {
				switch c.T.Kind {
				case ir.Int:
					w := domain.Read(c.T, c.Bits)
					ints = append(ints, w.Sub(one), w, w.Add(one))
				case ir.Float:
					floats = append(floats, ir.FloatOf(c.T, c.Bits))
				}
			}
			return true
		})
	}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			for _, x := range ir.StmtExprs(e.Stmt) {
				add(x)
			}
		}
	}
	for _, bits := range []uint8{8, 16, 32} {
		for _, signed := range []bool{false, true} {
			lo, hi := domain.Limits(ir.Type{Kind: ir.Int, Bits: bits, Signed: signed})
			ints = append(ints, lo, hi)
		}
	}
	return domain.NewThresholds(ints, floats)
}

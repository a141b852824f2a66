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
	if a.cfg.Parts <= 1 || a.cfg.Control == None || n.one {
		return 0
	}
	h := uint64(14695981039346656037)
	mix := func(v uint64) {
		h ^= v
		h *= 0x9E3779B97F4A7C15
		h ^= h >> 29
	}
	a.eachControl(s, func(d domain.Dim, v uint64) {
		mix(uint64(d))
		mix(v)
	})
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
	if a.cfg.Control == All {
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

func (a *analysis[E]) isControl(d domain.Dim) bool {
	if a.dropped[d] {
		return false
	}
	if a.cfg.Control == All {
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

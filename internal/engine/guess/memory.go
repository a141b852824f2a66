package guess

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// memory returns candidates about pointers: the block that an Alloc made still exists with its size, and may be freed;
// a named object is accessible in full; two pointers point to different blocks. It returns none if the program has no
// checks of memory.
//
//	p = alloc heap 4*n; while (i < n) ...     writable(p, 4*n), freeable(p), !same(p, q)
func (g *engine) memory() (out []*cand) {
	if !vc.Asks(g.t.Program) {
		return nil
	}
	for _, l := range g.y.Locs() {
		live := g.y.E.Live(l.Func)
		var heap []*ir.Var
		for _, p := range l.Func.Vars {
			if p.Type.Kind != ir.Ptr || !live.At(l, p) {
				continue
			}
			out = append(out, g.blocksOf(l, p)...)
			out = append(out, g.indexed(l, p, live)...)
			if slices.ContainsFunc(g.y.E.Points().Reg(p), func(pl flow.Address) bool {
				return pl.Target != nil &&
					pl.Target.Kind == flow.AllocObj
			}) {
				heap = append(heap, p)
			}
		}
		if len(heap) > mostBlocks {
			continue
		}
		for i, p := range heap {
			for _, q := range heap[:i] {
				same := &ir.Valid{What: ir.Same, Addr: ir.NewRef(p), N: ir.NewRef(q)}
				out = append(out, &cand{Loc: l, Expr: &ir.Unary{Op: ir.LNot, X: same}})
			}
		}
	}
	return out
}

// Limits of the number of objects that a pointer may point to, of pointers to blocks that are compared, and of
// candidates that indexed returns.
const mostPlaces, mostBlocks, mostIndexed = 4, 6, 24

// indexed returns candidates for a pointer p that the function indexes: the size of its object is n or n + 1 times the
// size of an element, where n is a live register.
func (g *engine) indexed(l *ir.Loc, p *ir.Var, live *flow.Live) (out []*cand) {
	var scales []int64
	for _, e := range l.Func.Edges {
		for _, q := range ir.Asked(e.Stmt) {
			a, ok := q.Addr.(*ir.PtrAdd)
			if !ok || a.Scale <= 0 || slices.Contains(scales, a.Scale) {
				continue
			}
			if r, is := a.P.(*ir.Ref); is && r.Var == p {
				scales = append(scales, a.Scale)
			}
		}
	}
	for _, v := range l.Func.Vars {
		if v.Type.Kind != ir.Int || v.Type.Bits < 16 || !live.At(l, v) {
			continue
		}
		for _, k := range scales {
			for more := range int64(2) {
				if len(out) >= mostIndexed {
					return out
				}
				n := ir.NewBinary(ir.Mul, ir.NewBinary(ir.Add, ir.NewCast(ir.U64, ir.NewRef(v)), ir.NewConst(ir.U64, more)),
					ir.NewConst(ir.U64, k))
				out = append(out, &cand{Loc: l, Expr: &ir.Valid{What: ir.Writable, Addr: ir.NewRef(p), N: n}})
			}
		}
	}
	return out
}

// blocksOf returns the candidates about the objects that p points to.
func (g *engine) blocksOf(l *ir.Loc, p *ir.Var) (out []*cand) {
	places := g.y.E.Points().Reg(p)
	if len(places) > mostPlaces {
		return nil
	}
	addr := ir.NewRef(p)
	for _, pl := range places {
		t := pl.Target
		switch {
		case t == nil || pl.Off != 0:
		case t.Kind == flow.AllocObj:
			a, ok := t.Edge.Stmt.(*ir.Alloc)
			if !ok || a.Kind != ir.Heap {
				continue
			}
			out = append(out, &cand{Loc: l, Expr: &ir.Valid{What: ir.Freeable, Addr: addr}})
			if t.Func == l.Func && !ir.Reads(a.Size, a.Dst) {
				out = append(out, &cand{Loc: l, Expr: &ir.Valid{What: ir.Writable, Addr: addr, N: a.Size}})
			}
		case t.Obj != nil:
			what := ir.Writable
			if t.Obj.Const {
				what = ir.Readable
			}
			out = append(out, &cand{Loc: l, Expr: &ir.Valid{What: what, Addr: addr, N: ir.NewConst(ir.U64, t.Obj.Size)}})
		}
	}
	return out
}

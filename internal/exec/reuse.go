package exec

import (
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// reusable lists the local objects whose place may be used again (rules 16,
// 17 of layout.go): no register and no byte of memory can hold the address of an instance
// once it is dead or declared again.
func reusable(p *ir.Program) map[*ir.Object]bool {
	out := map[*ir.Object]bool{}
	for _, f := range p.Funcs {
		for _, o := range f.Objects {
			out[o] = true
		}
	}
	if len(out) == 0 {
		return out
	}
	held := map[*ir.Object]bool{} // the address stands elsewhere than in an access
	accesses(p, func(*ir.Object) {}, func(o *ir.Object) {
		if o.Func != nil {
			held[o] = true
		}
	})
	if len(held) == 0 {
		return out
	}
	points := flow.NewPoints(p)
	for o := range held {
		if !points.NonEscaping(o) {
			delete(out, o)
		}
	}
	return out
}

// accesses walks over all expressions of a program. It calls named for each
// object that an access names as the root of its address, and held for each whose address
// stands anywhere else, once per occurrence.
func accesses(p *ir.Program, named, held func(*ir.Object)) {
	walk := func(e ir.Expr) {
		ir.Walk(e, func(x ir.Expr) bool {
			if a, ok := x.(*ir.AddrOf); ok {
				held(a.Obj)
			}
			return true
		})
	}
	address := func(e ir.Expr) {
		for {
			switch x := e.(type) {
			case *ir.PtrAdd:
				walk(x.Index)
				e = x.P
			case *ir.AddrOf:
				named(x.Obj)
				return
			default:
				walk(e)
				return
			}
		}
	}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			switch s := e.Stmt.(type) {
			case *ir.LoadStmt:
				address(s.Addr)
			case *ir.Store:
				address(s.Addr)
				walk(s.Val)
			case *ir.MemCopy:
				address(s.Dst)
				address(s.Src)
				walk(s.N)
			case *ir.MemSet:
				address(s.Dst)
				walk(s.Val)
				walk(s.N)
			case *ir.MemHavoc:
				address(s.Addr)
				walk(s.N)
			default:
				for _, x := range ir.StmtExprs(s) {
					walk(x)
				}
			}
		}
	}
	for _, v := range p.Globals {
		walk(v.Init)
	}
	for _, o := range p.Objects {
		for _, it := range o.Init {
			walk(it.Val)
		}
	}
}

package exec

import "github.com/tandem-verifier/tandem/internal/ir"

// memFacts are what the compiler knows of memory without running.
type memFacts struct {
	// plain says, by Object.ID, that every byte of a global object is
	// initialised and no part of a pointer, always: its shadow is neither read nor
	// written where the access names the object.
	plain []bool
	// lookups: provenance is looked up by address somewhere.
	lookups bool
}

// rootOf is the object whose address an expression is an offset of, nil if that is not
// plain to see.
func rootOf(e ir.Expr) *ir.Object {
	for {
		switch x := e.(type) {
		case *ir.PtrAdd:
			e = x.P
		case *ir.AddrOf:
			return x.Obj
		default:
			return nil
		}
	}
}

func newMemFacts(p *ir.Program, lay *Layout) *memFacts {
	m := &memFacts{plain: make([]bool, len(p.Objects))}
	for _, o := range p.Objects {
		m.plain[o.ID] = true
		lo := lay.Base[o.ID] - FirstObject
		for _, s := range lay.Init[lo : lo+uint64(o.Size)] {
			if s != ShadowInit {
				m.plain[o.ID] = false
				break
			}
		}
	}
	escaped := make([]bool, len(p.Objects))
	escape := func(e ir.Expr) {
		ir.Walk(e, func(x ir.Expr) bool {
			if a, ok := x.(*ir.AddrOf); ok && a.Obj.Func == nil {
				escaped[a.Obj.ID] = true
			}
			return true
		})
	}
	// address looks at the address of an access: its root does not escape.
	address := func(e ir.Expr) {
		for {
			switch x := e.(type) {
			case *ir.PtrAdd:
				escape(x.Index)
				e = x.P
			case *ir.AddrOf:
				return
			default:
				escape(e)
				return
			}
		}
	}
	unknown := false // an unknown object may get bytes that are not plain
	dirty := func(addr ir.Expr) {
		switch o := rootOf(addr); {
		case o == nil:
			unknown = true
		case o.Func == nil:
			m.plain[o.ID] = false
		}
	}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			switch s := e.Stmt.(type) {
			case *ir.LoadStmt:
				address(s.Addr)
			case *ir.Store:
				address(s.Addr)
				escape(s.Val)
				if s.Val.Type().Kind == ir.Ptr {
					dirty(s.Addr)
				}
			case *ir.MemCopy:
				address(s.Dst)
				address(s.Src)
				escape(s.N)
				dirty(s.Dst)
			case *ir.MemSet:
				address(s.Dst)
				escape(s.Val)
				escape(s.N)
			case *ir.MemHavoc:
				address(s.Addr)
				escape(s.N)
				dirty(s.Addr)
			default:
				for _, x := range ir.StmtExprs(s) {
					escape(x)
				}
			}
		}
	}
	for _, v := range p.Globals {
		escape(v.Init)
	}
	for _, o := range p.Objects {
		for _, it := range o.Init {
			escape(it.Val)
		}
	}
	for i := range m.plain {
		m.plain[i] = m.plain[i] && !(escaped[i] && unknown)
	}
	return m
}

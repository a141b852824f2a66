package ir

// Held finds the objects whose address stands anywhere but as the root of the
// address of an access (&o, or PtrAdds on it): in a register, an argument, a
// comparison, memory, the start of a global register; and those that somebody outside knows. A local object that is not held cannot be remembered (flow's NonEscaping).
func Held(p *Program) map[*Object]bool {
	held := map[*Object]bool{}
	for _, o := range p.Objects {
		if o.Known {
			held[o] = true
		}
	}
	hold := func(x Expr) bool {
		if a, ok := x.(*AddrOf); ok {
			held[a.Obj] = true
		}
		return true
	}
	access := func(e Expr) {
		for {
			add, ok := e.(*PtrAdd)
			if !ok {
				break
			}
			Walk(add.Index, hold)
			e = add.P
		}
		if _, ok := e.(*AddrOf); !ok {
			Walk(e, hold)
		}
	}
	for _, v := range p.Globals {
		Walk(v.Init, hold)
	}
	for _, o := range p.Objects {
		for _, it := range o.Init {
			Walk(it.Val, hold)
		}
	}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			switch s := e.Stmt.(type) {
			case *LoadStmt:
				access(s.Addr)
			case *Store:
				access(s.Addr)
				Walk(s.Val, hold)
			case *MemCopy:
				access(s.Dst)
				access(s.Src)
				Walk(s.N, hold)
			case *MemSet:
				access(s.Dst)
				Walk(s.Val, hold)
				Walk(s.N, hold)
			case *MemHavoc:
				access(s.Addr)
				Walk(s.N, hold)
			default:
				for _, x := range StmtExprs(e.Stmt) {
					Walk(x, hold)
				}
			}
		}
	}
	return held
}

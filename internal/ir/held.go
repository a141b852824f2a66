package ir

// Held returns the objects whose address occurs in other places than as the root of the address of an access (&o, or
// PtrAdds on it), for example in a register, an argument, a comparison, memory or the initial value of a global
// register. The result includes objects whose address code outside of the program may have (Object.Known). No pointer
// to a local object that is not held outlives an access (flow's NonEscaping).
func Held(p *Program) map[*Object]bool {
	held := map[*Object]bool{}
	for _, o := range p.Objects {
		if o.Known {
			held[o] = true
		}
	}
	Mentions(p, func(*Object) {}, func(o *Object) { held[o] = true })
	return held
}

// Mentions visits all expressions of a program. It calls named for each object's address that is the root of the
// address of an access, and held for each other occurrence of an object's address.
func Mentions(p *Program, named, held func(*Object)) {
	walk := func(e Expr) {
		Walk(e, func(x Expr) bool {
			if a, ok := x.(*AddrOf); ok {
				held(a.Obj)
			}
			return true
		})
	}
	address := func(e Expr) {
		for {
			add, ok := e.(*PtrAdd)
			if !ok {
				break
			}
			walk(add.Index)
			e = add.P
		}
		if a, ok := e.(*AddrOf); ok {
			named(a.Obj)
		} else {
			walk(e)
		}
	}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			n := Addresses(e.Stmt)
			for i, x := range StmtExprs(e.Stmt) {
				if i < n {
					address(x)
				} else {
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

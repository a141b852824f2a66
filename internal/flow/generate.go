package flow

import "github.com/tandem-verifier/tandem/internal/ir"

// Constraints of Points from a program.

func (s *solver) generate() {
	p := s.a.Prog
	for _, v := range p.Globals {
		if v.Init != nil {
			s.flow(v.Init, s.reg(v))
		}
	}
	for _, o := range p.Objects {
		t := s.a.objs[o]
		for _, it := range o.Init {
			s.fill(t, it.Off, s.value(it.Val))
		}
		if o.Uninit {
			s.makeUninit(t)
		}
	}
	for _, f := range p.Funcs {
		for _, o := range f.Objects {
			s.makeUninit(s.a.objs[o])
		}
		for _, e := range f.Edges {
			s.edge(f, e)
		}
	}
	if s.havoc {
		s.havocAll()
	}
}

func (s *solver) edge(f *ir.Func, e *ir.Edge) {
	switch st := e.Stmt.(type) {
	case *ir.Assign:
		s.flow(st.Src, s.reg(st.Dst))
	case *ir.Assume: // conditions may turn addresses into numbers
		s.note(st.Cond)
	case *ir.Input:
		if t := s.a.edges[e]; t != nil {
			s.makeUninit(t)
			s.add(s.reg(st.Dst), s.pair(t, 0))
		}
	case *ir.Alloc:
		s.note(st.Size)
		t := s.a.edges[e]
		if !st.Zeroed {
			s.makeUninit(t)
		}
		s.add(s.reg(st.Dst), s.pair(t, 0))
	case *ir.LoadStmt:
		n := s.address(st.Addr)
		l := load{s.reg(st.Dst), int64(st.Dst.Type.Size()), st.Dst.Type.Kind == ir.Ptr}
		s.nodes[n].loads = append(s.nodes[n].loads, l)
		s.again(n)
	case *ir.Store:
		n := s.address(st.Addr)
		s.nodes[n].stores = append(s.nodes[n].stores, s.value(st.Val))
		s.again(n)
	case *ir.MemCopy:
		s.note(st.N)
		size := constSize(st.N)
		if size == 0 {
			return
		}
		if size < 0 {
			size = wholeSize
		}
		c := int32(len(s.copies))
		d, o := s.address(st.Dst), s.address(st.Src)
		s.copies = append(s.copies, memcopy{d, o, size})
		s.nodes[d].to = append(s.nodes[d].to, c)
		s.nodes[o].from = append(s.nodes[o].from, c)
		s.again(d)
	case *ir.MemSet:
		// The low byte of Val everywhere: 0 makes null pointers, else numbers.
		n := s.address(st.Dst)
		v := s.value(st.Val)
		s.nodes[n].stores = append(s.nodes[n].stores, store{v.src, wholeSize, v.number})
		s.again(n)
		s.note(st.N)
	case *ir.MemHavoc:
		// As a store of an arbitrary number of unknown extent.
		n := s.address(st.Addr)
		s.nodes[n].stores = append(s.nodes[n].stores, store{-1, wholeSize, true})
		s.again(n)
		s.note(st.N)
	case *ir.Free:
		s.note(st.Addr)
	case *ir.Call:
		for i, arg := range st.Args {
			if i < len(st.Func.Params) {
				s.flow(arg, s.reg(st.Func.Params[i]))
			}
		}
		if st.Dst != nil {
			s.link(s.rets[st.Func.ID], s.reg(st.Dst), same)
		}
	case *ir.Return:
		if st.Val != nil {
			s.flow(st.Val, s.rets[f.ID])
		}
	case *ir.Math:
		for _, arg := range st.Args {
			s.flow(arg, s.reg(st.Dst))
		}
	case *ir.HavocAll:
		s.havoc = true
	}
}

// again propagates what a node holds once more, for constraints that were
// hung on it late.
func (s *solver) again(n int32) {
	nd := &s.nodes[n]
	nd.delta = append(nd.delta[:0], nd.pts...)
	if !nd.queued && len(nd.pts) > 0 {
		nd.queued = true
		s.work = append(s.work, n)
	}
}

// address is a node that holds where e may point.
func (s *solver) address(e ir.Expr) int32 {
	if r, ok := e.(*ir.Ref); ok {
		return s.reg(r.Var)
	}
	n := s.newNode(false)
	s.flow(e, n)
	return n
}

// value is e as something to store.
func (s *solver) value(e ir.Expr) store {
	st := store{src: -1, size: int64(e.Type().Size())}
	switch c := e.(type) {
	case *ir.Const:
		st.number = c.Bits != 0
		return st
	case *ir.Ref:
		st.src = s.reg(c.Var)
	default:
		st.src = s.newNode(e.Type().Kind != ir.Ptr)
		s.flow(e, st.src)
	}
	st.number = e.Type().Kind != ir.Ptr
	return st
}

// flow sends what e may hold to a node.
func (s *solver) flow(e ir.Expr, to int32) {
	s.note(e)
	s.sources(e, same,
		func(n int32, x transform) { s.link(n, to, x) },
		func(pl Place) { s.add(to, s.number(pl)) })
}

// note exposes the objects whose address is turned into a number inside e.
func (s *solver) note(e ir.Expr) {
	ir.Walk(e, func(x ir.Expr) bool {
		switch x := x.(type) {
		case *ir.Cast:
			if x.T.Kind != ir.Ptr && x.X.Type().Kind == ir.Ptr {
				s.expose(x.X)
			}
		case *ir.PtrDiff:
			s.expose(x.P)
			s.expose(x.Q)
		}
		return true
	})
}

func (s *solver) expose(e ir.Expr) {
	s.sources(e, transform{any: true},
		func(n int32, x transform) { s.link(n, s.exposed, x) },
		func(pl Place) {
			if pl.Target != nil {
				s.add(s.exposed, s.number(pl))
			}
		})
}

// sources lists what the value of e may be computed from: nodes with what
// happens to the offset on the way, and places.
func (s *solver) sources(e ir.Expr, x transform, from func(int32, transform), place func(Place)) {
	blur := transform{any: true}
	switch e := e.(type) {
	case *ir.Const:
		if e.T.Kind == ir.Ptr && e.Bits != 0 {
			place(Place{})
		}
	case *ir.Ref:
		if e.Var.Type.Kind != ir.Bool {
			from(s.reg(e.Var), x)
		}
	case *ir.AddrOf:
		place(x.apply(normal(s.a.objs[e.Obj], 0)))
	case *ir.FuncAddr:
		place(Place{s.a.funcs[e.Func.ID], 0})
	case *ir.Unary:
		if e.Op != ir.LNot {
			s.sources(e.X, blur, from, place)
		}
	case *ir.Binary:
		if e.Op < ir.Eq { // comparisons and logic tell nothing of an address
			s.sources(e.X, blur, from, place)
			s.sources(e.Y, blur, from, place)
		}
	case *ir.Cast:
		k := e.X.Type().Kind
		switch {
		case k == ir.Bool:
		case e.T.Kind == ir.Ptr && k != ir.Ptr:
			if c, ok := e.X.(*ir.Const); !ok || c.Bits != 0 {
				place(Place{})
			}
			s.sources(e.X, blur, from, place)
		case e.T.Kind == ir.Ptr:
			s.sources(e.X, x, from, place)
		default:
			s.sources(e.X, blur, from, place)
		}
	case *ir.PtrAdd:
		y := blur
		if c, ok := e.Index.(*ir.Const); ok && !x.any {
			y = transform{shift: x.shift + constInt(c)*e.Scale}
		}
		s.sources(e.P, y, from, place)
	case *ir.PtrDiff:
		s.sources(e.P, blur, from, place)
		s.sources(e.Q, blur, from, place)
	}
}

// havocAll: all memory and all global registers may hold any pointer.
func (s *solver) havocAll() {
	for _, t := range s.a.Targets {
		if t.Kind == FuncCode {
			s.add(s.exposed, s.pair(t, 0))
			continue
		}
		s.add(s.exposed, s.pair(t, Any))
		if t.Obj == nil || !t.Obj.Const {
			s.makeUninit(t)
		}
	}
	for _, v := range s.a.Prog.Globals {
		s.add(s.reg(v), 0)
	}
}

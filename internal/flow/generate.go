package flow

import (
	"math/bits"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// This file makes the constraints of Points from a program.

// generate makes the constraints of the whole program.
func (s *solver) generate() {
	p := s.a.Prog
	for _, v := range p.Globals {
		s.note(v.Init)
		if n, ok := s.regs[v]; ok && v.Init != nil {
			s.flow(v.Init, n)
		} else if ok {
			s.add(n, nullPair)
		}
	}
	for _, o := range p.Objects {
		t := s.a.objs[o]
		for _, it := range o.Init {
			s.note(it.Val)
			st := s.value(it.Val)
			s.fill(t, extent{it.Off, 0, st.size}, st)
		}
		if o.Uninit {
			s.makeUninit(t, !own(o.Site))
		}
	}
	for _, f := range p.Funcs {
		for _, o := range f.Objects {
			s.makeUninit(s.a.objs[o], !own(o.Site))
		}
		for _, e := range f.Edges {
			for _, x := range ir.StmtExprs(e.Stmt) {
				s.note(x)
			}
			s.edge(f, e)
		}
	}
	if s.havoc {
		s.havocAll()
	}
}

// edge makes the constraints of an edge of f.
func (s *solver) edge(f *ir.Func, e *ir.Edge) {
	switch st := e.Stmt.(type) {
	case *ir.Assign:
		if n, ok := s.regs[st.Dst]; ok {
			s.flow(st.Src, n)
		}
	case *ir.Input:
		if t := s.a.edges[e]; t != nil {
			s.makeUninit(t, !own(st.Site))
			s.add(s.regs[st.Dst], s.pair(Address{t, 0, 0}))
			s.add(s.regs[st.Dst], nullPair)
			if st.Site.Kind == ir.Approx { // any pointer
				s.add(s.regs[st.Dst], unknownPair)
				s.link(s.guess(st.Dst.Points), s.regs[st.Dst], same)
			} else if s.guesser[st.Site] {
				s.link(s.guess(st.Dst.Points), s.regs[st.Dst], same)
			}
		}
	case *ir.Alloc:
		t := s.a.edges[e]
		if !st.Zeroed {
			s.makeUninit(t, !own(st.Site))
		}
		s.add(s.regs[st.Dst], s.pair(Address{t, 0, 0}))
	case *ir.LoadStmt:
		l := load{dst: -1, size: int64(st.Dst.Type.Size()), guess: -1}
		if d, ok := s.regs[st.Dst]; ok {
			l.dst, l.guess = d, s.guess(st.Dst.Points)
			s.add(d, nullPair) // memory may always have null pointers
		}
		s.loadAt(s.addressNode(st.Addr), l)
	case *ir.Store:
		s.storeAt(st.Addr, s.value(st.Val))
	case *ir.MemCopy:
		size, grain, any := length(st.N)
		if !any {
			return
		}
		c := int32(len(s.copies))
		d, o := s.addressNode(st.Dst), s.addressNode(st.Src)
		s.copies = append(s.copies, memcopy{dst: d, src: o, size: size, grain: grain})
		s.nodes[d].to = append(s.nodes[d].to, c)
		s.nodes[o].from = append(s.nodes[o].from, c)
		s.again(d)
	case *ir.MemSet: // sets all bytes to the low byte of Val, which makes null pointers if it is 0, else numbers
		b, ok := st.Val.(*ir.Const)
		if size, grain, any := length(st.N); any {
			s.storeAt(st.Dst, store{src: -1, size: size, grain: grain, null: ok && b.Bits&0xff == 0})
		}
	case *ir.MemHavoc: // handled as a store of an arbitrary number
		if size, grain, any := length(st.N); any {
			s.storeAt(st.Addr, store{src: -1, size: size, grain: grain})
		}
	case *ir.Call:
		for i, arg := range st.Args {
			if i >= len(st.Func.Params) {
				break
			}
			if n, ok := s.regs[st.Func.Params[i]]; ok {
				s.flow(arg, n)
			}
		}
		if n, ok := s.regs[st.Dst]; ok && st.Dst != nil {
			s.link(s.rets[st.Func.ID], n, same)
		}
	case *ir.Return:
		switch {
		case f.Result.Kind != ir.Ptr:
		case st.Val == nil: // a missing value is arbitrary
			s.add(s.rets[f.ID], unknownPair)
			s.link(s.guess(""), s.rets[f.ID], same)
		default:
			s.flow(st.Val, s.rets[f.ID])
		}
	case *ir.HavocAll:
		s.havoc = true
	case *ir.Skip, *ir.Assume, *ir.Decl, *ir.End, *ir.Free, *ir.Math, *ir.Undefined: // no pointers are moved
	}
}

// length returns the number of bytes of a bulk operation. If it is not constant, size is wholeSize, and the number is a
// multiple of grain. any is false if the number is 0.
func length(n ir.Expr) (size, grain int64, any bool) {
	switch size := constSize(n); {
	case size == 0:
		return 0, 0, false
	case size > 0:
		return size, 0, true
	}
	return wholeSize, indexStride(n), true
}

// storeAt adds a store to the node of its address.
func (s *solver) storeAt(addr ir.Expr, st store) {
	n := s.addressNode(addr)
	s.nodes[n].stores = append(s.nodes[n].stores, st)
	s.again(n)
}

// loadAt adds a load to the node of its address. Loads of the same size at one node have the same results. They share a
// node for the results, so that each address is propagated from memory to this node only once.
func (s *solver) loadAt(n int32, l load) {
	k := loadKey{n, l.size, l.guess}
	i, ok := s.loadsAt[k]
	switch {
	case !ok:
		s.loadsAt[k] = len(s.nodes[n].loads)
		s.nodes[n].loads = append(s.nodes[n].loads, l)
		s.again(n)
	case l.dst >= 0:
		first := &s.nodes[n].loads[i]
		if !first.shared {
			all := s.newNode() // may move the nodes in memory
			first = &s.nodes[n].loads[i]
			s.link(all, first.dst, same)
			first.dst, first.shared = all, true
		}
		s.link(first.dst, l.dst, same)
	}
}

// loadKey identifies loads that have the same results. Loads of numbers have the guess -1.
type loadKey struct {
	at    int32
	size  int64
	guess int32
}

// addressNode returns a node for the addresses to which e may point. Expressions that add the same to one register
// share a node.
func (s *solver) addressNode(e ir.Expr) int32 {
	if r, ok := e.(*ir.Ref); ok {
		return s.regs[r.Var]
	}
	k, ok := s.moved(e)
	if !ok {
		n := s.newNode()
		s.flow(e, n)
		return n
	}
	n, ok := s.addressNodes[k]
	if !ok {
		n = s.newNode()
		s.addressNodes[k] = n
		s.flow(e, n)
	}
	return n
}

// movedFrom is the source of a pointer expression that has only one: a node with a transform, or an address.
type movedFrom struct {
	node    int32 // -1 if the source is an address
	x       transform
	address Address
}

// moved returns the source of e; the result is false if e does not have exactly one.
func (s *solver) moved(e ir.Expr) (k movedFrom, one bool) {
	parts := 0
	k.node = -1
	s.sources(e, same,
		func(n int32, x transform) { k.node, k.x, parts = n, x, parts+1 },
		func(pl Address) { k.address, parts = pl, parts+1 })
	return k, parts == 1
}

// value returns the store of the value e.
func (s *solver) value(e ir.Expr) store {
	st := store{src: -1, size: int64(e.Type().Size())}
	switch c := e.(type) {
	case *ir.Const:
		st.null = c.Bits == 0
	default: // sound: other pointers have a node
		if e.Type().Kind == ir.Ptr {
			st.src = s.addressNode(e)
		}
	}
	return st
}

// flow lets the addresses of e flow to a node.
func (s *solver) flow(e ir.Expr, to int32) {
	s.sources(e, same,
		func(n int32, x transform) { s.link(n, to, x) },
		func(pl Address) { s.add(to, s.pair(pl)) })
}

// sources lists the sources of a pointer expression that x transforms. It calls the callback from for each node, with
// the transform that leads from the node to the transformed value of e, and the callback address for each address.
func (s *solver) sources(e ir.Expr, x transform, from func(int32, transform), address func(Address)) {
	switch e := e.(type) {
	case *ir.Const:
		if e.Bits != 0 {
			address(Address{})
		} else {
			from(s.null, x)
		}
	case *ir.Ref:
		from(s.regs[e.Var], x)
	case *ir.AddrOf:
		address(x.apply(Address{s.a.objs[e.Obj], 0, 0}))
	case *ir.FuncAddr:
		address(Address{s.a.funcs[e.Func.ID], 0, 0})
	case *ir.Cast:
		if e.X.Type().Kind == ir.Ptr {
			s.sources(e.X, x, from, address)
		} else if c, ok := e.X.(*ir.Const); !ok || c.Bits != 0 {
			address(Address{})
		} else {
			from(s.null, x)
		}
	case *ir.PtrAdd:
		y := transform{stride: distance(e)}
		if c, ok := e.Index.(*ir.Const); ok {
			y = transform{shift: constInt(c) * e.Scale}
		}
		s.sources(e.P, y.then(x), from, address)
	default: // sound: the value may be any number
		address(Address{})
	}
}

// distance returns a number that divides the distance of a PtrAdd, or 0 if the distance is 0. It is the product of two
// factors. The first is indexStride of the index. The second is the scale if the type of the index excludes that index
// times scale wraps around the address space, and else the largest power of two that divides the scale.
func distance(e *ir.PtrAdd) int64 {
	scale := num.GCD(e.Scale, 0)
	if scale == 0 {
		return 0
	}
	x := e.Index
	for { // skip widening casts, to find the type that bounds the value
		c, ok := x.(*ir.Cast)
		if !ok || c.X.Type().Kind != ir.Int || c.X.Type().Bits >= c.T.Bits {
			break
		}
		x = c.X
	}
	if int(x.Type().Bits)+bits.Len64(uint64(scale)) <= int(e.Type().Bits) {
		return indexStride(e.Index) * scale
	}
	return indexStride(e.Index) * (scale & -scale)
}

// indexStride returns a power of two that divides every value of an index.
func indexStride(e ir.Expr) int64 {
	switch e := e.(type) { // sound: 1 divides every value
	case *ir.Const:
		if v := constInt(e); v != 0 {
			return v & -v
		}
	case *ir.Binary:
		switch e.Op { // sound: 1 divides every value
		case ir.Mul:
			return min(indexStride(e.X)*indexStride(e.Y), 1<<12)
		case ir.Shl:
			if c, ok := e.Y.(*ir.Const); ok && c.Bits < 12 {
				return indexStride(e.X) << c.Bits
			}
		case ir.Add, ir.Sub:
			return num.GCD(indexStride(e.X), indexStride(e.Y))
		}
	case *ir.Cast:
		if e.X.Type().Kind == ir.Int && e.T.Kind == ir.Int && e.T.Bits >= e.X.Type().Bits {
			return indexStride(e.X)
		}
	}
	return 1
}

// constInt returns the value of an Int literal. For 64-bit unsigned literals it is the int64 with the same bits.
func constInt(c *ir.Const) int64 {
	if c.T.Signed {
		return num.Signed(c.Bits, c.T.Bits)
	}
	return int64(c.Bits)
}

// havocAll adds pointers to all objects to all memory and to all global registers. It leaves out local objects whose
// address is used in direct accesses only.
func (s *solver) havocAll() {
	held := s.heldObjects()
	for _, t := range s.a.Targets {
		if t.Kind != LocalObj || held[t.Obj] {
			s.add(s.exposed, s.pair(normal(t, 0, 1)))
		}
		s.makeUninit(t, true)
	}
	for _, v := range s.a.Prog.Globals {
		if n, ok := s.regs[v]; ok {
			s.add(n, 0)
			s.link(s.guess(v.Points), n, same)
		}
	}
}

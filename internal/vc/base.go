package vc

import (
	"math/big"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// Addresses as numbers. An instance whose address is looked at as a number has a base: a constant that is
// not null, aligned, with room for the object behind it, and apart from the objects that live
// beside it. Nothing else is said, so that what is proved holds in every layout of memory. A model that
// satisfies a formula with bases is a layout, not one that exists: it counts as an approximation.

// base is the address of an instance. ok is false for one that has none of its own.
func (e *Encoder) base(s *State, id int) (v *Value, ok bool) {
	if id <= untracked || id >= len(e.instances) {
		return nil, false
	}
	in := e.instances[id]
	if in.target == nil || in.target.Kind == flow.FuncCode {
		return nil, false
	}
	if in.base == nil {
		in.base = e.newBase(in)
	}
	e.separate(s, id)
	return in.base, true
}

func (e *Encoder) newBase(in *instance) *Value {
	ut := e.addressType()
	align := uint64(1)
	switch {
	case in.target.Obj != nil:
		align = uint64(max(in.target.Obj.Align, 1))
	case in.target.Edge != nil:
		if a, ok := in.target.Edge.Stmt.(*ir.Alloc); ok && a.Kind == ir.Heap {
			align = 16
		}
	}
	_, top := limits(ut)
	last := new(big.Int).Set(top)
	if size, ok := in.bytes(); ok && size.Cmp(top) < 0 {
		last.Sub(top, size)
	}
	v := e.Fresh("base", ut)
	if e.Enc == Ints {
		if align > 1 {
			k := v.T
			e.axioms[k] = nil
			e.bound(k, big.NewInt(1), new(big.Int).Quo(last, new(big.Int).SetUint64(align)))
			v = &Value{T: e.C.IMul(e.C.Int(int64(align)), k)}
		} else {
			e.bound(v.T, big.NewInt(1), last)
		}
		v.Lo, v.Hi = big.NewInt(1), last
		return v
	}
	at := func(b *big.Int) *Value { return e.a.konst(ut, b.Uint64()) }
	e.axiom(v.T, e.a.compare(nil, ir.Le, ut, at(big.NewInt(1)), v))
	e.axiom(v.T, e.a.compare(nil, ir.Le, ut, v, at(last)))
	if align > 1 {
		e.axiom(v.T, e.C.Eq(e.C.BVAnd(v.T, e.a.konst(ut, align-1).T), e.a.konst(ut, 0).T))
	}
	return v
}

func (e *Encoder) addressType() ir.Type { return ir.Type{Kind: ir.Int, Bits: uint8(e.Prog.Model)} }

// bytes is the size of an instance where it is constant.
func (in *instance) bytes() (*big.Int, bool) {
	if in.size == nil || in.size.T == nil {
		return nil, false
	}
	n, ok := in.size.T.Big()
	return n, ok && n.Sign() >= 0
}

// separate says that an instance does not overlap the others with bases that live now.
func (e *Encoder) separate(s *State, id int) {
	const most = 24
	in := e.instances[id]
	room := new(big.Int)
	for _, o := range e.based {
		if n, ok := e.instances[o].bytes(); ok {
			room.Add(room, n)
		}
	}
	n, ok := in.bytes()
	_, top := limits(e.addressType())
	if c, there := s.mem.Get(uint32(id)); !ok || !there || c.alive.IsFalse() ||
		room.Add(room, n).Cmp(new(big.Int).Rsh(top, 2)) > 0 {
		return
	}
	for _, o := range e.based {
		if o != id {
			e.apart(s, id, o)
		}
	}
	if !in.among {
		in.among = true
		if len(e.based) < most {
			e.based = append(e.based, id)
		}
	}
}

// apart is the axiom that two instances do not overlap if both live.
func (e *Encoder) apart(s *State, i, j int) {
	ci, _ := s.mem.Get(uint32(i))
	cj, ok := s.mem.Get(uint32(j))
	if !ok {
		return
	}
	both := e.C.And(ci.alive, cj.alive)
	if both.IsFalse() {
		return
	}
	a, b := e.instances[i], e.instances[j]
	ut := e.addressType()
	behind := func(x, y *instance) *term.Term { // y begins where x has ended; nothing wraps around
		n, _ := x.bytes()
		end := e.a.binary(s, ir.Add, ut, x.base, e.a.konst(ut, max(n.Uint64(), 1)))
		return e.a.compare(s, ir.Le, ut, end, y.base)
	}
	fact := e.C.Implies(both, e.C.Or(behind(a, b), behind(b, a)))
	// Who asks about the younger one is told of the older ones, so that questions about what lives long are not about all
	// that was ever beside it.
	x := e.instances[max(i, j)]
	v := x.base.T
	if e.Enc == Ints && v.Op() != term.Var {
		v = v.Arg(1)
		if v.Op() != term.Var {
			v = x.base.T.Arg(0)
		}
	}
	if v.Op() == term.Var {
		e.axiom(v, fact)
	}
}

// address is a pointer as the number that it is. What has no base has a number of its own, the same for the
// same object.
func (e *Encoder) address(s *State, t ir.Type, p *Value, why string) *Value {
	ut := e.addressType()
	off := e.a.cast(s, offset(t), ut, &Value{T: p.T, Lo: p.Lo, Hi: p.Hi})
	ids, groups := e.leaves(p.Obj)
	e.approximate(why)
	var v *Value
	add := func(id int, x *Value) {
		if v == nil {
			v = x
			return
		}
		v = e.iteInt(e.C.Eq(p.Obj, e.objConst(id)), x, v)
	}
	if len(groups) > 0 {
		add(0, e.a.binary(s, ir.Add, ut, e.someBase(s, p), off))
	}
	for _, id := range ids {
		if id == 0 {
			continue
		}
		switch b, ok := e.base(s, id); {
		case ok:
			add(id, e.a.binary(s, ir.Add, ut, b, off))
		case id > untracked: // a function
			add(id, e.a.binary(s, ir.Add, ut, e.baseOf(e.objConst(id)), off))
		default: // any of those that are not tracked
			add(id, e.Fresh("any", ut))
		}
	}
	if isNum := e.C.Eq(p.Obj, e.objConst(0)); v == nil {
		v = off
	} else if !isNum.IsFalse() {
		v = e.iteInt(isNum, off, v)
	}
	return v
}

// baseOf is where the object lies that a term names.
func (e *Encoder) baseOf(obj *term.Term) *Value {
	b := e.bases[obj]
	if b == nil {
		b = e.Fresh("any", e.addressType())
		e.bases[obj] = b
	}
	return b
}

// someBase is where the object of a pointer lies that may be one of many: where that one lies, if it has a base.
func (e *Encoder) someBase(s *State, p *Value) *Value {
	const most = 24
	b := e.baseOf(p.Obj)
	if e.Enc != Bits {
		return b
	}
	ids, _ := e.targets(s, p)
	if len(ids) > most {
		return b
	}
	for _, id := range ids {
		if x, ok := e.base(s, id); ok {
			e.axiom(b.T, e.C.Implies(e.C.Eq(p.Obj, e.objConst(id)), e.C.Eq(b.T, x.T)))
		}
	}
	return b
}

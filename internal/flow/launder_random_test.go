package flow_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// laundering makes a short program that moves addresses: as pointers, as numbers, as parts of numbers, through memory,
// floats, calls, differences and initial values. In the end it uses the addresses. The generator knows which object
// each value addresses, so nearly all accesses are valid. No address is guessed.
//
// The same seed with another layout gives the same program, except for the unused objects between the others. So an
// event that happens by chance in one layout (the sum of two addresses is the address of a third object) does not
// happen in another.
func laundering(seed, layout uint64) *ir.Program {
	l := &launder{r: rand.New(rand.NewPCG(seed, 2)), gap: rand.New(rand.NewPCG(seed, 1000+layout)),
		p: &ir.Program{Model: ir.ILP32, Files: []ir.File{{Name: "l.c"}}}}
	if l.chance(20) {
		l.p.Model = ir.LP64
	}
	l.ptr, l.num = l.p.Model.Ptr(), l.p.Model.Size()
	l.w = int64(l.ptr.Size())
	l.p.Entry = l.p.NewFunc("_start", ir.Void, ir.Pos{})
	l.f, l.cur = l.p.Entry, l.p.Entry.Entry
	l.viaNumber = pick(l, []int{0, 10, 30, 50, 50, 80})
	l.focus = l.chance(40)
	l.objects()
	if l.focus || l.chance(30) {
		l.shy = pick(l, l.objs)
	}
	if l.viaNumber > 0 {
		for _, o := range l.objs {
			if o == l.shy || !l.focus && l.chance(60) || l.chance(20) {
				continue
			}
			l.know(address{l.let(&ir.Cast{T: l.num, X: o.base}), o, 0})
		}
	}
	moves := 1 + l.r.IntN(8)
	if l.focus {
		moves = 1 + l.r.IntN(4)
	}
	for range moves {
		l.move()
	}
	for range 2 + l.r.IntN(3) {
		l.use()
	}
	l.f.NewEdge(l.cur, l.f.Exit, &ir.Return{}, ir.Pos{})
	return l.p
}

// room is the size of each object. The base of an object is a multiple of 256, so the lowest byte of an address inside
// is the offset.
const room = 64

// launder is the state of the generator.
type launder struct {
	r, gap *rand.Rand
	p      *ir.Program
	ptr    ir.Type
	num    ir.Type
	w      int64
	f      *ir.Func
	cur    *ir.Loc
	n      int
	objs   []*laundered
	ptrs   []address // pointers, as expressions that stay valid
	nums   []address // addresses as numbers
	slots  []slot

	viaNumber int        // percentage of the accesses through a number, if one is known
	shy       *laundered // an object whose address rarely becomes a number; may be nil
	focus     bool       // the program has few kinds of moves
}

// laundered is an object; base is its address if it has no name.
type laundered struct {
	obj  *ir.Object
	base ir.Expr
}

// address is an expression that addresses offset off of an object.
type address struct {
	e   ir.Expr
	o   *laundered
	off int64
}

// slot is a range of bytes in memory that holds an address. The bytes begin at offset at of the object in; they hold
// the address of offset off in the object to.
type slot struct {
	in  *laundered
	at  int64
	to  *laundered
	off int64
}

func (l *launder) chance(percent int) bool { return l.r.IntN(100) < percent }

func pick[T any](l *launder, of []T) T { return of[l.r.IntN(len(of))] }

func (l *launder) name(s string) string { l.n++; return fmt.Sprintf("%s%d", s, l.n) }

// step adds an edge with a statement.
func (l *launder) step(s ir.Stmt) {
	next := l.f.NewLoc(ir.Pos{})
	l.f.NewEdge(l.cur, next, s, ir.Pos{})
	l.cur = next
}

func (l *launder) reg(t ir.Type) *ir.Var { return l.f.NewVar(l.name("r"), t) }

// let assigns an expression to a new register.
func (l *launder) let(e ir.Expr) ir.Expr {
	v := l.reg(e.Type())
	l.step(&ir.Assign{Dst: v, Src: e})
	return ir.NewRef(v)
}

func (l *launder) load(t ir.Type, at ir.Expr) ir.Expr {
	v := l.reg(t)
	l.step(&ir.LoadStmt{Dst: v, Addr: at})
	return ir.NewRef(v)
}

func (l *launder) store(at, val ir.Expr) { l.step(&ir.Store{Addr: at, Val: val}) }

func (l *launder) site(name string) *ir.Site {
	s := l.p.NewSite(ir.ObjectBytes, name, ir.Void, l.f, ir.Pos{})
	s.Key = fmt.Sprintf("%s@l.c:%d", name, s.ID)
	return s
}

func (l *launder) gapSize() int64 { return int64(512 + 16*l.gap.IntN(500)) }

// objects makes the objects and their initial values.
func (l *launder) objects() {
	l.p.NewObject("gap0", 1<<16+16*l.gap.Int64N(1<<12), 4) // keeps small numbers from being addresses
	kinds := make([]int, 3+l.r.IntN(3))
	if l.focus {
		kinds = kinds[:3]
	}
	for i := range kinds {
		kinds[i] = l.r.IntN(8)
	}
	for _, k := range kinds {
		o := &laundered{}
		switch {
		case k < 5:
			l.p.NewObject(l.name("gap"), l.gapSize(), 4)
			o.obj = l.p.NewObject(l.name("G"), room, 256)
		case k < 7:
			gap := l.f.NewObject(l.name("gap"), l.gapSize(), 4)
			gap.Site = l.site(gap.Name)
			l.step(&ir.Decl{Obj: gap})
			o.obj = l.f.NewObject(l.name("l"), room, 256)
			o.obj.Site = l.site(o.obj.Name)
			l.step(&ir.Decl{Obj: o.obj})
		default: // heap objects are aligned to 16 bytes only, so the lowest bytes of their addresses are not known
			l.step(&ir.Alloc{Dst: l.reg(l.ptr), Size: ir.NewConst(l.num, l.gapSize()), Site: l.site("gap")})
			v := l.reg(l.ptr)
			l.step(&ir.Alloc{Dst: v, Size: ir.NewConst(l.num, room), Zeroed: l.chance(50), Site: l.site("heap")})
			o.base = ir.NewRef(v)
		}
		if o.obj != nil {
			o.base = &ir.AddrOf{Obj: o.obj, T: l.ptr}
		}
		l.objs = append(l.objs, o)
	}
	var named []*laundered
	for _, o := range l.objs {
		if o.obj != nil && o.obj.Func == nil {
			named = append(named, o)
		}
	}
	for _, in := range named { // initial values
		if !l.chance(20) {
			continue
		}
		to, at, off := pick(l, named), l.w*l.r.Int64N(room/l.w), l.offset()
		in.obj.Init = append(in.obj.Init, ir.InitItem{Off: at, Val: l.constant(to, off)})
		l.slots = append(l.slots, slot{in, at, to, off})
	}
	if len(named) > 0 && l.chance(30) {
		to, off := pick(l, named), l.offset()
		e := l.constant(to, off)
		v := l.p.NewGlobal(l.name("g"), e.Type())
		v.Init = e
		l.know(address{ir.NewRef(v), to, off})
	}
}

// constant returns an address as an initial value.
func (l *launder) constant(to *laundered, off int64) ir.Expr {
	e := ir.NewPtrAdd(to.base, ir.NewConst(ir.I32, off), 1)
	switch l.r.IntN(4) {
	case 0:
		return &ir.Cast{T: l.num, X: e}
	case 1:
		return &ir.Cast{T: l.num, X: &ir.PtrDiff{P: e, Q: ir.NewConst(l.ptr, 0)}}
	}
	return e
}

func (l *launder) offset() int64 { return 4 * l.r.Int64N(room/4) }

// know records an address for later use.
func (l *launder) know(a address) {
	if a.e.Type().Kind == ir.Ptr {
		l.ptrs = append(l.ptrs, a)
	} else {
		l.nums = append(l.nums, a)
	}
}

// known returns the addresses in an object.
func known(of []address, o *laundered) []address {
	var out []address
	for _, a := range of {
		if a.o == o {
			out = append(out, a)
		}
	}
	return out
}

// at returns a pointer to offset off of o, made by random operations.
func (l *launder) at(o *laundered, off int64) ir.Expr {
	from, base := o.base, int64(0)
	if as := known(l.nums, o); len(as) > 0 && l.chance(l.viaNumber) {
		a := pick(l, as)
		if l.chance(30) {
			return &ir.Cast{T: l.ptr, X: &ir.Binary{Op: ir.Add, X: a.e, Y: ir.NewConst(l.num, off-a.off)}}
		}
		return l.plus(&ir.Cast{T: l.ptr, X: a.e}, off-a.off)
	}
	switch l.r.IntN(8) {
	case 0, 1:
		if as := known(l.ptrs, o); len(as) > 0 {
			a := pick(l, as)
			from, base = a.e, a.off
		}
	case 2:
		for _, s := range l.slots {
			if s.to == o && l.chance(50) {
				from, base = l.load(l.ptr, l.plain(s.in, s.at)), s.off
				break
			}
		}
	case 3: // null plus the address as a number
		if as := known(l.nums, o); len(as) > 0 && l.chance(30) {
			a := pick(l, as)
			var null ir.Expr = ir.NewConst(l.ptr, 0)
			if l.chance(60) {
				null = l.let(null)
			}
			q := &ir.PtrAdd{P: null, Index: a.e, Scale: 1}
			l.store(l.plain(o, 0), q)
			l.forget(o, 0, l.w)
			from, base = l.load(l.ptr, l.plain(o, 0)), a.off
		}
	}
	return l.plus(from, off-base)
}

// plain returns a pointer to offset off of o, made directly.
func (l *launder) plain(o *laundered, off int64) ir.Expr {
	return ir.NewPtrAdd(o.base, ir.NewConst(ir.I32, off), 1)
}

// plus returns a pointer plus d bytes.
func (l *launder) plus(e ir.Expr, d int64) ir.Expr {
	if d == 0 || l.chance(70) {
		return ir.NewPtrAdd(e, ir.NewConst(ir.I32, d), 1)
	}
	scale := int64(1)
	for _, s := range []int64{4, 8, 12} {
		if d%s == 0 && l.chance(50) {
			scale = s
		}
	}
	t := pick(l, []ir.Type{ir.I32, ir.I8, ir.I64})
	return &ir.PtrAdd{P: e, Index: l.let(ir.NewConst(t, d/scale)), Scale: scale}
}

// number returns the address of offset off of o as a number, made by random operations.
func (l *launder) number(o *laundered, off int64) ir.Expr {
	p := l.at(o, off)
	cast := func(e ir.Expr) ir.Expr { return &ir.Cast{T: l.num, X: e} }
	bin := func(op ir.BinOp, x, y ir.Expr) ir.Expr { return &ir.Binary{Op: op, X: x, Y: y} }
	other := func() ir.Expr {
		o := pick(l, l.objs)
		for !l.bold(o) {
			o = pick(l, l.objs)
		}
		return l.let(l.at(o, l.offset()))
	}
	switch l.r.IntN(9) {
	case 0:
		return cast(&ir.PtrDiff{P: p, Q: ir.NewConst(l.ptr, 0)})
	case 1:
		return bin(ir.Sub, ir.NewConst(l.num, 0), cast(&ir.PtrDiff{P: l.let(ir.NewConst(l.ptr, 0)), Q: p}))
	case 2: // the distance from another object plus the address of that object
		q := other()
		return bin(ir.Add, cast(&ir.PtrDiff{P: p, Q: q}), cast(q))
	case 3:
		q := other()
		x := l.let(bin(ir.Xor, cast(p), cast(q)))
		return bin(ir.Xor, x, cast(q))
	case 4:
		return cast(&ir.Cast{T: ir.F64, X: cast(p)})
	case 5:
		lo := l.let(&ir.Cast{T: ir.U16, X: p})
		hi := l.let(&ir.Cast{T: ir.U32, X: bin(ir.Shr, cast(p), ir.NewConst(ir.I32, 16))})
		return bin(ir.Or, bin(ir.Shl, cast(hi), ir.NewConst(ir.I32, 16)), cast(lo))
	case 6: // through memory
		in, at := pick(l, l.objs), l.w*l.r.Int64N(room/l.w)
		l.store(l.at(in, at), p)
		l.forget(in, at, l.w)
		l.slots = append(l.slots, slot{in, at, o, off})
		return l.load(l.num, l.at(in, at))
	}
	return cast(p)
}

// forget drops the slots that a write of n bytes overlaps.
func (l *launder) forget(in *laundered, at, n int64) {
	var keep []slot
	for _, s := range l.slots {
		if s.in != in || s.at+l.w <= at || at+n <= s.at {
			keep = append(keep, s)
		}
	}
	l.slots = keep
}

// place returns an object and an offset, mostly aligned, at which an address may be written.
func (l *launder) place() (*laundered, int64) {
	o := pick(l, l.objs)
	for l.focus && o == l.shy {
		o = pick(l, l.objs)
	}
	if l.chance(10) {
		return o, l.r.Int64N(room - l.w + 1)
	}
	return o, l.w * l.r.Int64N(room/l.w)
}

// target returns a random object and offset.
func (l *launder) target() (*laundered, int64) {
	if l.shy != nil && (l.focus && l.chance(90) || l.chance(50)) {
		return l.shy, l.offset()
	}
	return pick(l, l.objs), l.offset()
}

// bold reports whether the address of an object may become a number now.
func (l *launder) bold(o *laundered) bool { return o != l.shy || l.chance(3) }

// move adds random statements that move an address.
func (l *launder) move() {
	to, off := l.target()
	in, at := l.place()
	kind := l.r.IntN(12)
	if l.focus {
		kind = pick(l, []int{0, 2, 2, 5, 5, 8, 8})
	}
	if !l.bold(to) && (kind == 1 || kind == 4 || kind > 9) {
		kind = 2
	}
	switch kind {
	case 0:
		l.know(address{l.let(l.at(to, off)), to, off})
	case 1:
		l.know(address{l.let(l.number(to, off)), to, off})
	case 2, 3:
		v := l.at(to, off)
		if l.chance(30) && l.bold(to) {
			v = l.number(to, off)
		}
		v = l.let(v)
		l.store(l.at(in, at), v)
		l.forget(in, at, l.w)
		l.slots = append(l.slots, slot{in, at, to, off})
	case 4:
		l.spell(in, at, l.let(l.number(to, off)))
		l.slots = append(l.slots, slot{in, at, to, off})
	case 5, 6, 7:
		l.copySlot(in, at)
	case 8, 9:
		l.tweak()
	case 10:
		l.call()
	case 11:
		l.branch()
	}
}

// spell stores a number in parts at an offset.
func (l *launder) spell(in *laundered, at int64, n ir.Expr) {
	t := pick(l, []ir.Type{ir.U8, ir.U16})
	k := int64(t.Size())
	for _, i := range l.r.Perm(int(l.w / k)) {
		part := &ir.Binary{Op: ir.Shr, X: n, Y: ir.NewConst(ir.I32, 8*k*int64(i))}
		l.store(l.at(in, at+k*int64(i)), &ir.Cast{T: t, X: part})
	}
	l.forget(in, at, l.w)
}

// length returns a number of bytes for a MemCopy, as a constant or in a form that the analysis does not know.
func (l *launder) length(n int64) ir.Expr {
	c := ir.NewConst(l.num, n)
	if l.chance(60) {
		return c
	}
	return l.let(c)
}

// copySlot copies the bytes of an address to another offset.
func (l *launder) copySlot(in *laundered, at int64) {
	if len(l.slots) == 0 {
		return
	}
	s := pick(l, l.slots)
	if s.in == in && s.at < at+l.w && at < s.at+l.w && s.at != at {
		return // copying in parts would overwrite bytes that are read later
	}
	bold := l.bold(s.to)
	kind := l.r.IntN(7)
	if !bold && (kind == 1 || kind == 4) {
		kind = 5
	}
	switch kind {
	case 0:
		l.store(l.at(in, at), l.load(l.ptr, l.at(s.in, s.at)))
	case 1:
		l.store(l.at(in, at), l.load(l.num, l.at(s.in, s.at)))
	case 2, 3: // in parts, each by a random operation
		k := pick(l, []int64{1, 2, l.w / 2})
		for _, i := range l.r.Perm(int(l.w / k)) {
			d := k * int64(i)
			if !bold || l.chance(60) {
				l.step(&ir.MemCopy{Dst: l.at(in, at+d), Src: l.at(s.in, s.at+d), N: l.length(k)})
			} else {
				t := ir.Type{Kind: ir.Int, Bits: uint8(8 * k)}
				l.store(l.at(in, at+d), l.load(t, l.at(s.in, s.at+d)))
			}
		}
	case 4:
		t := ir.Type{Kind: ir.Float, Bits: uint8(8 * l.w)}
		l.store(l.at(in, at), l.load(t, l.at(s.in, s.at)))
	default: // with the bytes around it
		before := l.r.Int64N(min(s.at, at) + 1)
		after := l.r.Int64N(room - max(s.at, at) - l.w + 1)
		l.step(&ir.MemCopy{Dst: l.at(in, at-before), Src: l.at(s.in, s.at-before), N: l.length(before + l.w + after)})
		l.forget(in, at-before, before+l.w+after)
	}
	l.forget(in, at, l.w)
	l.slots = append(l.slots, slot{in, at, s.to, s.off})
}

// tweak changes the lowest byte of an address in memory, and so its offset.
func (l *launder) tweak() {
	var near []int
	for i, s := range l.slots {
		if s.to.obj != nil {
			near = append(near, i)
		}
	}
	if len(near) == 0 {
		return
	}
	i := pick(l, near)
	s := l.slots[i]
	off := l.offset()
	switch l.r.IntN(6) {
	case 0, 1:
		l.store(l.at(s.in, s.at), ir.NewConst(ir.U8, off))
	case 2: // the byte of another number
		in, at := l.place()
		if in == s.in && s.at < at+l.w && at < s.at+l.w {
			break
		}
		l.store(l.at(in, at), ir.NewConst(pick(l, []ir.Type{ir.U8, l.num}), off))
		l.forget(in, at, l.w)
		l.step(&ir.MemCopy{Dst: l.at(s.in, s.at), Src: l.at(in, at), N: l.length(1)})
		for i, x := range l.slots {
			if x == s {
				l.slots[i].off = off
			}
		}
		return
	case 3:
		if l.chance(50) {
			off = 0
		}
		l.step(&ir.MemSet{Dst: l.at(s.in, s.at), Val: ir.NewConst(ir.I32, off), N: l.length(1)})
	default:
		from := l.slots[pick(l, near)]
		off = from.off
		l.step(&ir.MemCopy{Dst: l.at(s.in, s.at), Src: l.at(from.in, from.at), N: l.length(1)})
	}
	if i < len(l.slots) && l.slots[i] == s { // the slot may have been overwritten when the addresses were made
		l.slots[i].off = off
	}
}

// call passes an address through a function.
func (l *launder) call() {
	to, off := l.target()
	arg := l.at(to, off)
	if l.chance(40) {
		arg = l.number(to, off)
	}
	result := l.ptr
	if l.chance(40) {
		result = l.num
	}
	f := l.p.NewFunc(l.name("f"), result, ir.Pos{})
	v := f.NewVar("a", arg.Type())
	f.Params = f.Vars
	var val ir.Expr = ir.NewRef(v)
	if v.Type != result {
		val = &ir.Cast{T: result, X: val}
	}
	cur := f.Entry
	if l.chance(30) { // through a global register
		g := l.p.NewGlobal(l.name("g"), result)
		next := f.NewLoc(ir.Pos{})
		f.NewEdge(cur, next, &ir.Assign{Dst: g, Src: val}, ir.Pos{})
		cur, val = next, ir.NewRef(g)
	}
	f.NewEdge(cur, f.Exit, &ir.Return{Val: val}, ir.Pos{})
	dst := l.reg(result)
	l.step(&ir.Call{Dst: dst, Func: f, Args: []ir.Expr{arg}})
	l.know(address{ir.NewRef(dst), to, off})
}

// branch makes an address in two branches.
func (l *launder) branch() {
	to, off := l.target()
	v := l.reg(l.ptr)
	x := l.reg(ir.I32)
	s := l.p.NewSite(ir.Nondet, x.Name, x.Type, l.f, ir.Pos{})
	s.Key = x.Name
	l.step(&ir.Input{Dst: x, Site: s})
	c := &ir.Binary{Op: ir.Lt, X: ir.NewRef(x), Y: ir.NewConst(ir.I32, 2)}
	yes, no, join := l.f.NewLoc(ir.Pos{}), l.f.NewLoc(ir.Pos{}), l.f.NewLoc(ir.Pos{})
	l.f.NewEdge(l.cur, yes, &ir.Assume{Cond: c, Mark: ir.True}, ir.Pos{})
	l.f.NewEdge(l.cur, no, &ir.Assume{Cond: ir.NotExpr(c), Mark: ir.False}, ir.Pos{})
	ptrs, nums, slots := l.ptrs, l.nums, append([]slot(nil), l.slots...)
	for i, from := range []*ir.Loc{yes, no} {
		l.cur = from
		l.ptrs, l.nums = ptrs[:len(ptrs):len(ptrs)], nums[:len(nums):len(nums)]
		e := l.at(to, off)
		if i == 1 && l.chance(50) {
			e = &ir.Cast{T: l.ptr, X: l.number(to, off)}
		}
		l.step(&ir.Assign{Dst: v, Src: e})
		l.f.NewEdge(l.cur, join, &ir.Skip{}, ir.Pos{})
	}
	l.ptrs, l.nums, l.cur = ptrs, nums, join
	var both []slot // the slots that neither branch has changed
	for _, s := range slots {
		for _, t := range l.slots {
			if s == t {
				both = append(both, s)
				break
			}
		}
	}
	l.slots = both
	l.know(address{ir.NewRef(v), to, off})
}

// use accesses memory through known addresses.
func (l *launder) use() {
	var e ir.Expr
	switch k := l.r.IntN(3); {
	case k == 0 && len(l.ptrs) > 0:
		e = pick(l, l.ptrs).e
	case k == 1 && len(l.nums) > 0:
		e = &ir.Cast{T: l.ptr, X: pick(l, l.nums).e}
	case len(l.slots) > 0:
		s := pick(l, l.slots)
		e = l.load(l.ptr, l.at(s.in, s.at))
	default:
		return
	}
	if l.chance(50) {
		l.load(ir.U32, e)
	} else {
		l.store(e, ir.NewConst(ir.U8, 1))
	}
}

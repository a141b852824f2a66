package cfront

import (
	"slices"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Writes to const members, and to const objects that are initialised at run time (6.7.3p6). A global object that is
// const as a whole needs no check: ir.Object.Const makes writes to it invalid. For the others, a check precedes each
// write that may lead to the const object or member:
//
//	const int limit = n;               limit.const = &limit, where the variable is declared
//	*(int *)&limit = 5;                violated: not an initialisation
//	*p = 5;                            violated if p and limit.const belong to one object
//	struct { const int id; int n; } g; violated if the distance of p from &g is the member's
//
// A points-to analysis determines where p may lead, so that few writes need a check. If a function may have several
// activations at once, an input of kind choice decides which activation's variable is remembered, so a proof for all
// choices covers all activations.

// readOnly is an object that is const, or has const parts: only its initialisation may write to them.
type readOnly struct {
	in    *fn     // the function that declares it; nil: global
	addr  ir.Expr // the address: AddrOf, or the register with the address of a parameter
	name  string
	size  int64  // in bytes
	spans []span // the const parts
}

// span is a const part of an object: size bytes at off and, if stride is not 0, at the next count-1 multiples of stride
// after off.
type span struct {
	off, size, stride, count int64
	bits                     bitRange // the bits of a const bit-field in these bytes; width 0: all bits
	// unsure marks a const member of a union that has other members which may be written. C does not determine whether a
	// write to their common bytes counts as a write to the const member, so such a write leaves the verdict unknown.
	unsure bool
}

// bitRange is a range of width bits, beginning at bit off of a byte. A store to a bit-field writes these bits, and
// writes the old values back to the other bits of its bytes.
type bitRange struct{ off, width int64 }

// constObjects records the const objects, and adds checks to the writes that may lead to them.
type constObjects struct {
	*linker
	readOnly  []*readOnly          // the objects that need checks
	inits     map[ir.Stmt]bool     // statements that initialise const objects
	bitStores map[ir.Stmt]bitRange // stores to bit-fields: the bits that they change
}

// noteConst records an object of type t if it is const or has const members, and reports whether that is so. d is its
// declarator, or nil; says is set if the context, such as the type of a compound literal, makes the object const as a
// whole.
func (l *constObjects) noteConst(f *fn, d *cc.Declarator, t cc.Type, p place, name string, says bool) bool {
	if f != nil && f.u.Model || !l.Cfg.HasCheck(ir.ValidDeref) || p.addr == nil || t.IsIncomplete() {
		return false
	}
	size, err := l.Layout.Sizeof(t)
	if err != nil || size == 0 {
		return false
	}
	switch a := p.addr.(type) {
	case *ir.AddrOf:
		if a.Obj.Const {
			return false
		}
	case *ir.Ref:
	default: // sound: p is not a whole object, so writes to it need no check
		return false
	}
	var spans []span
	if says || d != nil && l.Layout.IsConst(d) {
		spans = []span{{size: size}}
	} else {
		spans = l.constMembers(t)
	}
	if spans != nil {
		l.readOnly = append(l.readOnly, &readOnly{f, p.addr, name, size, spans})
	}
	return spans != nil
}

// initialises calls init, which lowers the initialisation of the object at addr. If noteConst has recorded the object
// (noted), writes to it by init need no check.
func (f *fn) initialises(noted bool, addr ir.Expr, init func()) {
	if noted {
		old := f.initialised
		f.initialised = ir.Root(addr)
		defer func() { f.initialised = old }()
	}
	init()
}

// constMembers returns the const parts of an object of type t that is not const itself.
func (l *constObjects) constMembers(t cc.Type) (out []span) {
	switch x := t.(type) {
	case *cc.ArrayType:
		n, known, err := l.Layout.ArrayLen(x)
		size, err2 := l.Layout.Sizeof(x.Elem())
		if err != nil || err2 != nil || !known {
			return nil
		}
		for _, s := range l.constMembers(x.Elem()) {
			out = append(out, s.repeat(n, size)...)
		}
	case *cc.StructType:
		for _, m := range layout.Fields(x) {
			out = append(out, l.constMember(t, m)...)
		}
	case *cc.UnionType:
		all := true
		for _, m := range layout.Fields(x) {
			spans := l.constMember(t, m)
			size, err := l.Layout.Sizeof(m.Type())
			all = all && err == nil && len(spans) == 1 && spans[0] == span{size: size}
			out = append(out, spans...)
		}
		for i := range out {
			out[i].unsure = !all
		}
	}
	return out
}

// constMember returns the const parts of member m of an object of type t.
func (l *constObjects) constMember(t cc.Type, m *cc.Field) []span {
	if m.IsFlexibleArrayMember() {
		return nil
	}
	loc, err := l.Layout.Field(t, m)
	if err != nil {
		return nil
	}
	d := m.Declarator()
	says := d != nil && l.Layout.IsConst(d)
	if m.IsBitfield() {
		if !says || loc.BitWidth == 0 {
			return nil
		}
		b := bitRange{int64(loc.BitOff % 8), int64(loc.BitWidth)}
		return []span{{off: loc.Off + int64(loc.BitOff/8), size: (b.off + b.width + 7) / 8, bits: b}}
	}
	size, err := l.Layout.Sizeof(m.Type())
	if says && err == nil && size > 0 {
		return []span{{off: loc.Off, size: size}}
	}
	out := l.constMembers(m.Type())
	for i := range out {
		out[i].off += loc.Off
	}
	return out
}

// repeat returns the const parts of an array of n elements of size bytes, if s is the const part of one element.
func (s span) repeat(n, size int64) (out []span) {
	switch {
	case s.stride == 0 && n > 1:
		s.stride, s.count = size, n
	case s.stride*s.count == size: // an array of arrays
		s.count *= n
	case s.stride != 0 && s.count < n:
		inner := s
		s.stride, s.count = size, n
		for k := range inner.count {
			s.off = inner.off + k*inner.stride
			out = append(out, s)
		}
		return out
	default:
		for k := range n {
			at := s
			at.off += k * size
			out = append(out, at)
		}
		return out
	}
	return []span{s}
}

// maxConstWork bounds the work of the points-to analysis, about two seconds. Without its result, each write of the
// program is checked against each const object whose address is used.
const maxConstWork = 1 << 26

// guardConst adds checks to the writes that may lead to const objects or members.
func (l *constObjects) guardConst() {
	if len(l.readOnly) == 0 {
		return
	}
	l.globals.number()
	held := ir.Held(l.IR)
	direct := map[*ir.Object]bool{} // objects that the program writes to by name, except to initialise them
	for _, f := range l.fns {
		for _, e := range f.f.Edges {
			if l.inits[e.Stmt] {
				continue
			}
			for _, w := range writesOf(e) {
				direct[ir.Root(w.Addr)] = true
			}
		}
	}
	var asked []*readOnly
	for _, r := range l.readOnly {
		if a, ok := r.addr.(*ir.AddrOf); !ok || held[a.Obj] || direct[a.Obj] {
			asked = append(asked, r)
		}
	}
	if len(asked) == 0 {
		return
	}
	g := &constGuard{l: l.linker, a: flow.NewPointsGuessed(l.IR, nil, maxConstWork), calls: flow.NewCalls(l.IR),
		last: map[*readOnly]*ir.Var{}}
	changed := map[*fn]bool{}
	for _, f := range l.fns {
		for _, e := range f.f.Edges {
			if !l.inits[e.Stmt] {
				for _, w := range writesOf(e) {
					changed[f] = g.write(f, e, w, asked) || changed[f]
				}
			}
		}
	}
	for _, r := range asked {
		if v := g.last[r]; v != nil {
			g.remember(r, v)
			changed[r.in] = true
		}
	}
	for f := range changed {
		if changed[f] {
			f.tidy()
		}
	}
}

// writesOf returns the accesses by which the statement of e writes to memory.
func writesOf(e *ir.Edge) (out []*ir.Valid) {
	for _, q := range ir.Asked(e.Stmt) {
		if q.What == ir.Writable {
			out = append(out, q)
		}
	}
	return out
}

// constGuard adds the checks before writes.
type constGuard struct {
	l     *linker
	a     *flow.Points // nil: the program is too large for the analysis
	calls *flow.Calls
	last  map[*readOnly]*ir.Var // global registers with the address of the instance that was last declared
}

// write adds checks before e, which writes to w, for the objects in asked to which the write may lead. It reports
// whether there are any.
func (g *constGuard) write(f *fn, e *ir.Edge, w *ir.Valid, asked []*readOnly) bool {
	var hit []*readOnly
	for _, r := range asked {
		if n, ok := ir.IsConst(w.N); (!ok || n > 0) && g.mayLead(w, r) {
			hit = append(hit, r)
		}
	}
	if len(hit) == 0 {
		return false
	}
	from := e.From
	from.Out = without(from.Out, e)
	e.From = nil
	f.cur, f.pos = from, e.Pos
	ask := func() {
		for _, r := range hit {
			g.ask(f, w, g.l.consts.bitStores[e.Stmt], r)
		}
	}
	if _, ok := ir.IsConst(w.N); ok {
		ask()
	} else {
		f.either(ir.NewBinary(ir.Eq, w.N, ir.NewConst(w.N.Type(), 0)), func() {}, ask)
	}
	if !f.cur.Pos.IsValid() {
		f.cur.Pos = e.Pos
	}
	e.From = f.cur
	f.cur.Out = append(f.cur.Out, e)
	return true
}

// mayLead reports whether the write w may lead to a const part of r.
func (g *constGuard) mayLead(w *ir.Valid, r *readOnly) bool {
	own, named := r.addr.(*ir.AddrOf)
	if o := ir.Root(w.Addr); o != nil {
		if named && own.Obj != o {
			return false
		}
		if off, ok := rootOffset(w.Addr); ok && named {
			n, fixed := ir.IsConst(w.N)
			return !fixed || r.overlaps(off, int64(n))
		}
	}
	if g.a == nil {
		return true
	}
	n, _ := ir.IsConst(w.N)
	for _, at := range g.a.Expr(r.addr) {
		if at.Target == nil {
			return true
		}
		for _, p := range g.a.Expr(w.Addr) {
			if p.Target == nil {
				if g.a.Pointees(w.Addr).Has(at.Target) {
					return true
				}
				continue
			}
			if p.Target != at.Target {
				continue
			}
			for _, s := range r.spans {
				if p.Overlap(int64(n), flow.Address{Target: p.Target, Off: s.off, Stride: s.stride}, s.size) {
					return true
				}
			}
		}
	}
	return false
}

// rootOffset returns the offset of the address e in the object that it names; ok is false if the offset is not
// constant.
func rootOffset(e ir.Expr) (off int64, ok bool) {
	for {
		add, is := e.(*ir.PtrAdd)
		if !is {
			return off, true
		}
		k, is := add.Index.(*ir.Const)
		if !is {
			return 0, false
		}
		off += signed(k) * add.Scale
		e = add.P
	}
}

// overlaps reports whether the n bytes at off contain a byte of a const part.
func (r *readOnly) overlaps(off, n int64) bool {
	for _, s := range r.spans {
		rel := off - s.off
		last := rel // offset from the last repetition
		if s.stride > 0 {
			last -= (s.count - 1) * s.stride
		}
		free := off+n <= s.off || rel >= 0 && (last >= s.size ||
			s.stride > 0 && rel%s.stride >= s.size && rel%s.stride+n <= s.stride)
		if !free {
			return true
		}
	}
	return false
}

// ask adds the obligation that the write w does not change a const part of r. bits are the bits that the write changes
// if it is to a bit-field.
func (g *constGuard) ask(f *fn, w *ir.Valid, bits bitRange, r *readOnly) {
	text := "write to " + r.name + ", which is const"
	base := r.addr
	if r.in != nil && (r.in != f || g.calls.Recursive(f.f)) {
		v := g.last[r]
		if v == nil {
			v = g.l.IR.NewGlobal(g.l.names.uniq(r.name+".const"), g.l.Cfg.Model.Ptr())
			g.last[r] = v
		}
		base = ir.NewRef(v)
	}
	whole := len(r.spans) == 1 && r.spans[0] == span{size: r.size}
	a, named := base.(*ir.AddrOf)
	switch root := ir.Root(w.Addr); {
	case !named || root == nil || root != a.Obj:
		same := &ir.Valid{What: ir.Same, Addr: w.Addr, N: base}
		in, out := f.newLoc(), f.newLoc()
		f.edge(f.cur, in, &ir.Assume{Cond: same, Guard: ir.OtherGuard}, f.pos)
		f.edge(f.cur, out, &ir.Assume{Cond: &ir.Unary{Op: ir.LNot, X: same}, Guard: ir.OtherGuard}, f.pos)
		f.cur = in
		if whole {
			f.violate(ir.ValidDeref, text, f.pos)
		} else {
			g.askSpans(f, w, bits, r, base, text)
			f.goTo(out)
		}
		f.cur = out
	case whole:
		f.violate(ir.ValidDeref, text, f.pos)
	default:
		g.askSpans(f, w, bits, r, base, text)
	}
}

// askSpans adds the same obligation for a write that is known to be in the object r, whose address is base.
func (g *constGuard) askSpans(f *fn, w *ir.Valid, bits bitRange, r *readOnly, base ir.Expr, text string) {
	st := g.l.Cfg.Model.Size()
	d := f.def(st, func(v *ir.Var) ir.Stmt {
		return &ir.Assign{Dst: v, Src: ir.NewCast(st, &ir.PtrDiff{P: w.Addr, Q: base})}
	})
	n := ir.NewCast(st, w.N)
	if bits.width > 0 { // from here on, all numbers are in bits
		st = ir.U64
		d = ir.NewBinary(ir.Add, ir.NewBinary(ir.Mul, ir.NewCast(st, d), ir.NewConst(st, 8)), ir.NewConst(st, bits.off))
		n = ir.NewConst(st, bits.width)
	}
	num := func(n int64) ir.Expr { return ir.NewConst(st, n) }
	for _, s := range r.spans {
		if bits.width > 0 {
			s = s.inBits()
		}
		// If a sum wraps, the offset on the other side of the comparison is invalid anyway.
		end := s.off + s.size // the end of the last repetition
		if s.stride > 0 {
			end += (s.count - 1) * s.stride
		}
		free := ir.NewBinary(ir.LOr, ir.NewBinary(ir.Le, num(end), d),
			ir.NewBinary(ir.Le, ir.NewBinary(ir.Add, d, n), num(s.off)))
		if s.stride > 0 {
			at := ir.NewBinary(ir.Rem, ir.NewBinary(ir.Sub, d, num(s.off)), num(s.stride))
			between := ir.NewAnd(ir.NewBinary(ir.Le, num(s.off), d), ir.NewAnd(ir.NewBinary(ir.Le, num(s.size), at),
				ir.NewBinary(ir.Le, ir.NewBinary(ir.Add, at, n), num(s.stride))))
			free = ir.NewBinary(ir.LOr, free, between)
		}
		if s.unsure {
			c := f.approx("whether a write to a union is one to its const member", ir.U8)
			free = ir.NewBinary(ir.LOr, free, ir.NewBinary(ir.Eq, c, ir.NewConst(ir.U8, 0)))
		}
		contractChecks{f}.demand(ir.ValidDeref, free, text, f.pos)
	}
}

// inBits returns the part with its offset, size and stride in bits.
func (s span) inBits() span {
	s.off, s.size, s.stride = 8*s.off, 8*s.size, 8*s.stride
	if s.bits.width > 0 {
		s.off, s.size = s.off+s.bits.off, s.bits.width
	}
	return s
}

// remember assigns the address of r to v where r is declared.
func (g *constGuard) remember(r *readOnly, v *ir.Var) {
	f := r.in
	set := func() { f.emit(&ir.Assign{Dst: v, Src: r.addr}) }
	keep := set
	if g.calls.Recursive(f.f) {
		keep = func() {
			c := f.input(ir.Choice, r.name+" kept", ir.U8, 0)
			f.either(ir.NewBinary(ir.Eq, c, ir.NewConst(ir.U8, 0)), set, func() {})
		}
	}
	a, ok := r.addr.(*ir.AddrOf)
	if !ok { // a parameter
		rest := f.f.Entry.Out
		f.f.Entry.Out = nil
		f.cur, f.pos = f.f.Entry, f.f.Pos
		keep()
		for _, e := range rest {
			e.From = f.cur
		}
		f.cur.Out, f.cur.Pos = rest, f.f.Pos
		return
	}
	for _, e := range slices.Clone(f.f.Edges) {
		if d, ok := e.Stmt.(*ir.Decl); !ok || d.Obj != a.Obj {
			continue
		}
		to := e.To
		to.In = without(to.In, e)
		f.cur, f.pos = f.newLoc(), e.Pos
		e.To = f.cur
		f.cur.In = append(f.cur.In, e)
		keep()
		f.goTo(to)
	}
}

// writesTo reports whether a statement writes to o by the name of o.
func writesTo(s ir.Stmt, o *ir.Object) bool {
	for _, q := range ir.Asked(s) {
		if q.What == ir.Writable && ir.Root(q.Addr) == o {
			return true
		}
	}
	return false
}

package cfront

import (
	"slices"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Writes to const objects that the program initialises while it runs, and to const members
// (6.7.3p6). A global object that is const as a whole needs none of this: ir.Object.Const makes
// writes to it invalid. Here each write that may lead to such a place asks before:
//
//	const int limit = n;               limit.const = &limit, where the variable is declared
//	*(int *)&limit = 5;                violated: this is no initialisation
//	*p = 5;                            violated if p and limit.const belong to one object
//	struct { const int id; int n; } g; violated if the distance of p from &g is the member's
//
// A points-to analysis says where p may lead, so that few writes ask. Where a function may be
// active more than once, an input of kind choice says which activation's variable is remembered:
// what holds for every choice holds for all of them.

// readOnly is a place that is written by its initialisation only.
type readOnly struct {
	in    *fn     // that declares it; nil: global
	addr  ir.Expr // of the object: AddrOf, or the register with the address of a parameter
	name  string
	size  int64
	spans []span // what is const of it
}

// span is a part of an object: size bytes at off and, where stride is not 0, at the count-1 next multiples of stride
// after off.
type span struct {
	off, size, stride, count int64
	bits                     bitRange // the bits of these bytes that a const bit-field has; no width: all of them
	// unsure marks a const member of a union with other members that may be written: C does not say whether a
	// write to their common bytes is one to the const member, so that a write there leaves the verdict unknown.
	unsure bool
}

// bitRange are width bits from the bit off of a byte on. A store of a bit-field writes other bits back as they were.
type bitRange struct{ off, width int64 }

// constObjects knows what is const, and guards what may write to it.
type constObjects struct {
	*linker
	readOnly  []*readOnly          // what is const, but for its initialisation
	inits     map[ir.Stmt]bool     // statements that initialise it
	bitStores map[ir.Stmt]bitRange // stores of bit-fields
}

// noteConst notes that an object of type t, declared by d if that is not nil, is const, or has const members. The
// result says so; says: the text around it says that the whole is const.
func (l *constObjects) noteConst(f *fn, d *cc.Declarator, t cc.Type, p place, name string, says bool) bool {
	if f != nil && f.u.model || !l.cfg.checks(ir.ValidDeref) || p.addr == nil || t.IsIncomplete() {
		return false
	}
	size, err := l.lay.Sizeof(t)
	if err != nil || size == 0 {
		return false
	}
	switch a := p.addr.(type) {
	case *ir.AddrOf:
		if a.Obj.Const {
			return false
		}
	case *ir.Ref:
	default: // sound: no whole object; its writes are not asked about
		return false
	}
	var spans []span
	if says || d != nil && l.lay.IsConst(d) {
		spans = []span{{size: size}}
	} else {
		spans = l.constMembers(t)
	}
	if spans != nil {
		l.readOnly = append(l.readOnly, &readOnly{f, p.addr, name, size, spans})
	}
	return spans != nil
}

// initialises calls init. If the object at addr is noted as const, the writes to it are its initialisation.
func (f *fn) initialises(noted bool, addr ir.Expr, init func()) {
	if noted {
		old := f.initialised
		f.initialised = ir.Root(addr)
		defer func() { f.initialised = old }()
	}
	init()
}

// constMembers returns the const members of an object of type t.
func (l *constObjects) constMembers(t cc.Type) (out []span) {
	switch x := t.(type) {
	case *cc.ArrayType:
		n, known, err := l.lay.ArrayLen(x)
		size, err2 := l.lay.Sizeof(x.Elem())
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
			size, err := l.lay.Sizeof(m.Type())
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
	loc, err := l.lay.Field(t, m)
	if err != nil {
		return nil
	}
	d := m.Declarator()
	says := d != nil && l.lay.IsConst(d)
	if m.IsBitfield() {
		if !says || loc.BitWidth == 0 {
			return nil
		}
		b := bitRange{int64(loc.BitOff % 8), int64(loc.BitWidth)}
		return []span{{off: loc.Off + int64(loc.BitOff/8), size: (b.off + b.width + 7) / 8, bits: b}}
	}
	size, err := l.lay.Sizeof(m.Type())
	if says && err == nil && size > 0 {
		return []span{{off: loc.Off, size: size}}
	}
	out := l.constMembers(m.Type())
	for i := range out {
		out[i].off += loc.Off
	}
	return out
}

// repeat returns the parts of an array of n elements of the given size, each of which has the part s.
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

// guardConst lets writes ask whether they lead to what is const.
func (l *constObjects) guardConst() {
	if len(l.readOnly) == 0 {
		return
	}
	l.globals.number()
	held := ir.Held(l.prog)
	direct := map[*ir.Object]bool{} // written to by its name, but for the initialisation
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
	g := &constGuard{l: l.linker, a: flow.NewPointsGuessed(l.prog, nil, maxUnreadWork), calls: flow.NewCalls(l.prog),
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

// writesOf returns the places that an edge writes to.
func writesOf(e *ir.Edge) (out []*ir.Valid) {
	for _, q := range ir.Asked(e.Stmt) {
		if q.What == ir.Writable {
			out = append(out, q)
		}
	}
	return out
}

type constGuard struct {
	l     *linker
	a     *flow.Points // nil: too large to be analysed
	calls *flow.Calls
	last  map[*readOnly]*ir.Var // global registers with the address of the last one that was declared
}

// write puts the questions before an edge that writes; it says whether there are any.
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

// mayLead reports whether a write may lead to a const part of r.
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

// rootOffset returns the distance of an address from the object that it names, if that is constant.
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

// overlaps reports whether n bytes at off touch what is const.
func (r *readOnly) overlaps(off, n int64) bool {
	for _, s := range r.spans {
		rel := off - s.off
		last := rel // from the last repetition on
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

// ask makes it an obligation that a write does not lead to what is const of r.
func (g *constGuard) ask(f *fn, w *ir.Valid, bits bitRange, r *readOnly) {
	text := "write to " + r.name + ", which is const"
	base := r.addr
	if r.in != nil && (r.in != f || g.calls.Recursive(f.f)) {
		v := g.last[r]
		if v == nil {
			v = g.l.prog.NewGlobal(g.l.names.uniq(r.name+".const"), g.l.cfg.Model.Ptr())
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

// askSpans is ask where the write is in the object of r.
func (g *constGuard) askSpans(f *fn, w *ir.Valid, bits bitRange, r *readOnly, base ir.Expr, text string) {
	st := g.l.cfg.Model.Size()
	d := f.def(st, func(v *ir.Var) ir.Stmt {
		return &ir.Assign{Dst: v, Src: ir.NewCast(st, &ir.PtrDiff{P: w.Addr, Q: base})}
	})
	n := ir.NewCast(st, w.N)
	if bits.width > 0 { // all is counted in bits
		st = ir.U64
		d = ir.NewBinary(ir.Add, ir.NewBinary(ir.Mul, ir.NewCast(st, d), ir.NewConst(st, 8)), ir.NewConst(st, bits.off))
		n = ir.NewConst(st, bits.width)
	}
	num := func(n int64) ir.Expr { return ir.NewConst(st, n) }
	for _, s := range r.spans {
		if bits.width > 0 {
			s = s.inBits()
		}
		// The other side of the comparison is invalid anyway where a sum wraps.
		end := s.off + s.size // of the last repetition
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

// remember keeps the address of r in v from where it is declared.
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

// writesTo reports whether a statement writes to an object by its name.
func writesTo(s ir.Stmt, o *ir.Object) bool {
	for _, q := range ir.Asked(s) {
		if q.What == ir.Writable && ir.Root(q.Addr) == o {
			return true
		}
	}
	return false
}

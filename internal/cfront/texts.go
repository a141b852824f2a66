package cfront

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Texts with which the process is started: the arguments of main and the environment. The only known fact about such a
// text is that it ends with a null byte. It lies at the end of an object of constant size, and begins at an offset that
// is an input:
//
//	start = input "argv start"    start < maxText
//	base = an object of maxText bytes, inputs "argv"
//	base[maxText - 1] = 0
//	text = base + start
//
// An access past the end of the text is therefore past the end of an object whose size is constant. The bytes before a
// text lie in its object, and a null byte may precede the last one. An execution that accesses bytes before the text,
// or after the first null byte, is possible in C only with another start. ir.Texts recognises such runs, which are no
// evidence.
//
// The texts of a vector (argv, environ) are made in one of three ways. If all reads of pointers in the vector are at
// constant offsets, the texts at these offsets are made at the start. If the program does not write to the vector and
// all its reads are known, each text is made where it is first read (makeText). Otherwise all texts are made at the
// start, in a loop, each in an object of exactly its size. A call of getenv makes a text, or returns null, when it is
// first called.

// textInputs holds the texts with which the program is started.
type textInputs struct {
	*linker
	vectors []*textVector // the arguments of main, and the environment
	argv    *textVector
	environ *textVector
	texts   map[*ir.Edge]bool // inputs of texts
	placed  map[*ir.Edge]bool // stores that make vectors and texts
}

// textSize bounds the size of the environment texts that getenv finds, and maxText the size of the other texts, in
// bytes with the null byte. Linux accepts no longer texts (MAX_ARG_STRLEN).
const textSize, maxText = 1 << 13, 1 << 17

// maxTexts bounds the number of texts, since the pointers to them have to fit into memory.
const maxTexts = 1 << 20

// textVector is an array of pointers to texts that ends with a null pointer.
type textVector struct {
	kind  ir.SiteKind
	name  string
	edge  *ir.Edge // the allocation of the array, in the synthetic entry
	begin ir.Expr  // its address, in the entry; unlike base, it is never null for flow.Points
	base  *ir.Var  // global register: the address of the array
	count *ir.Var  // global register: the number of texts before the null pointer
}

// startTexts makes the texts with which the program is started.
type startTexts struct{ *fn }

// textVector makes an array for count texts. The texts themselves are made by settleTexts.
func (f startTexts) textVector(kind ir.SiteKind, name string, count ir.Expr) *textVector {
	st, w := f.model().Size(), int64(f.ptr().Size())
	v := &textVector{kind: kind, name: name}
	v.count = f.l.IR.NewGlobal(f.l.names.uniq(name+".count"), count.Type())
	f.emit(&ir.Assign{Dst: v.count, Src: count})
	n := ir.NewCast(st, ir.NewRef(v.count))
	size := ir.NewBinary(ir.Mul, ir.NewBinary(ir.Add, n, ir.NewConst(st, 1)), ir.NewConst(st, w))
	p := f.def(f.ptr(), func(d *ir.Var) ir.Stmt { return &ir.Alloc{Dst: d, Size: size, Kind: ir.Stack, Zeroed: true} })
	v.edge, v.begin = f.lastEdge, p
	v.base = f.l.IR.NewGlobal(f.l.names.uniq(name+".begin"), f.ptr())
	f.emit(&ir.Assign{Dst: v.base, Src: p})
	f.l.texts.vectors = append(f.l.texts.vectors, v)
	f.l.assume(f.fn, ir.Assumed{Text: "the texts that the program is started with have less than 131,072 bytes each, as " +
		"Linux has it"})
	return v
}

// newText makes a text that lives as long as the process, and returns its address.
func (f startTexts) newText(kind ir.SiteKind, name, label string) ir.Expr {
	st := f.model().Size()
	start := f.textStart(kind, name, label, maxText)
	site := f.l.IR.NewSite(ir.ObjectBytes, name, ir.Type{}, f.f, f.pos)
	site.Parts, site.Label = []ir.Part{ir.Text}, label
	base := f.def(f.ptr(), func(v *ir.Var) ir.Stmt {
		return &ir.Alloc{Dst: v, Size: ir.NewConst(st, maxText), Kind: ir.Stack, Site: site}
	})
	f.l.texts.texts[f.lastEdge] = true
	return f.textAt(base, start, maxText)
}

// sizedText makes a text in an object of exactly its size, since there may be many texts, and returns its address.
func (f startTexts) sizedText(kind ir.SiteKind, name string) ir.Expr {
	st := f.model().Size()
	length := f.input(kind, name+" length", st, 0)
	label := name + "[" + ir.Occurrence + "]"
	ir.SiteOf(f.lastEdge.Stmt).Label = "length of " + label
	f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Lt, length, ir.NewConst(st, maxText)), Guard: ir.OtherGuard})
	site := f.l.IR.NewSite(ir.ObjectBytes, name, ir.Type{}, f.f, f.pos)
	site.Label = label
	text := f.def(f.ptr(), func(v *ir.Var) ir.Stmt {
		return &ir.Alloc{Dst: v, Size: ir.NewBinary(ir.Add, length, ir.NewConst(st, 1)), Kind: ir.Stack, Site: site}
	})
	f.place(ir.NewPtrAdd(text, length, 1), ir.NewConst(ir.I8, 0))
	return text
}

// place stores an element of a vector, or a byte of a text. The object has room for it by construction, so a validity
// check is assumed to hold.
func (f startTexts) place(addr, val ir.Expr) {
	if f.l.Cfg.HasCheck(ir.ValidDeref) {
		n := ir.NewConst(f.model().Size(), int64(val.Type().Size()))
		f.emit(&ir.Assume{Cond: &ir.Valid{What: ir.Writable, Addr: addr, N: n}, Guard: ir.OtherGuard})
	}
	f.l.texts.placed[f.emit(&ir.Store{Addr: addr, Val: val})] = true
}

// textInput reads an input that is null, or the address of an object of size bytes with a text.
func (f startTexts) textInput(kind ir.SiteKind, name, label string, size int64) ir.Expr {
	base := f.input(kind, name, f.ptr(), size)
	site := ir.SiteOf(f.lastEdge.Stmt)
	site.Parts, site.Own, site.Label = []ir.Part{ir.Text}, true, label
	f.l.texts.texts[f.lastEdge] = true
	return base
}

// textStart reads the offset at which a text begins in its object of size bytes.
func (f startTexts) textStart(kind ir.SiteKind, name, label string, size int64) ir.Expr {
	t := ir.I32
	start := f.input(kind, name+ir.TextStart, t, 0)
	ir.SiteOf(f.lastEdge.Stmt).Label = "byte at which " + label + " begins"
	f.emit(&ir.Assume{Cond: ir.NewAnd(ir.NewBinary(ir.Le, ir.NewConst(t, 0), start),
		ir.NewBinary(ir.Lt, start, ir.NewConst(t, size))), Guard: ir.OtherGuard})
	return start
}

// textAt ends the object of a text with a null byte, and returns the address at which the text begins.
func (f startTexts) textAt(base, start ir.Expr, size int64) ir.Expr {
	f.place(f.offset(base, size-1), ir.NewConst(ir.I8, 0))
	return f.def(f.ptr(), func(v *ir.Var) ir.Stmt { return &ir.Assign{Dst: v, Src: ir.NewPtrAdd(base, start, 1)} })
}

// mostPlaces bounds the constant offsets of a vector at which texts are made one by one.
const mostPlaces = 16

// has returns the condition that the vector has a text at index i.
func (v *textVector) has(i int64) ir.Expr {
	return ir.NewBinary(ir.Lt, ir.NewConst(v.count.Type, i), ir.NewRef(v.count))
}

// hasAt is has for an index that is not constant. The index must not be negative.
func (v *textVector) hasAt(i ir.Expr) ir.Expr {
	return ir.NewBinary(ir.Lt, ir.NewCast(ir.I64, i), ir.NewCast(ir.I64, ir.NewRef(v.count)))
}

// settleTexts makes the texts of the vectors, once all reads are known.
func (l *textInputs) settleTexts() {
	defer l.boundTexts()
	if len(l.vectors) == 0 {
		return
	}
	l.globals.number()
	a := flow.NewPointsGuessed(l.IR, nil, maxUnreadWork)
	for _, v := range l.vectors {
		var reads []vectorRead
		few, known := false, false
		if a != nil {
			reads, few, known = l.readsOf(a, v)
		}
		written := a == nil || l.writesTo(a, v)
		if known && !few && !written {
			for _, r := range reads {
				v.makeText(r)
			}
			continue
		}
		texts := v.fill(l.inputs.start, reads, few)
		if !written {
			for _, r := range reads {
				v.readText(r, texts[r.off])
			}
		}
	}
	l.inputs.start.tidy()
}

// vectorRead is a read of a pointer that may lie in a vector.
type vectorRead struct {
	f    *fn
	edge *ir.Edge
	addr ir.Expr // the address that it reads, without checks of its own
	off  int64   // the offset in the vector, if that is constant
	at   ir.Expr // the index in the vector if the offset is not constant; nil if it is not known
	only bool    // it reads nothing but the vector
}

// readsOf returns the reads of pointers in a vector. few reports whether the program reads the vector only at a few
// constant offsets, and known whether reads contains all reads and each is of a whole element.
func (l *textInputs) readsOf(a *flow.Points, v *textVector) (reads []vectorRead, few, known bool) {
	in := a.Made(v.edge)
	if in == nil { // the vector is made in dead code
		return nil, true, true
	}
	width := int64(l.Cfg.Model.Ptr().Size())
	offs := map[int64]bool{}
	few, known = true, true
	for _, f := range l.fns {
		for _, e := range f.f.Edges {
			if _, call := e.Stmt.(*ir.Call); call || !a.Reads(e).Has(in) { // the reads of a callee are found in the callee
				continue
			}
			ld, load := e.Stmt.(*ir.LoadStmt)
			if !load || ld.Dst.Type.Kind != ir.Ptr {
				few, known = false, false
				continue
			}
			addr := wrapping(ld.Addr)
			if ir.Reads(addr, ld.Dst) || ir.MayGuard(addr) {
				few, known = false, false
				continue
			}
			places := a.Expr(ld.Addr)
			if add, ok := addr.(*ir.PtrAdd); ok && add.Scale == width && begins(a.Expr(add.P), in) {
				if i, ok := ir.IsConst(add.Index); !ok || i >= 1<<31 {
					reads = append(reads, vectorRead{f: f, edge: e, addr: addr, at: add.Index, only: true})
					few = false
					continue
				}
			}
			for _, p := range places {
				switch { // even an unknown pointer has the targets in the vector in its list
				case p.Target == in && (p.Stride%width != 0 || p.Off%width != 0):
					few, known = false, false
				case p.Target == in && (p.Stride != 0 || p.Off < 0):
					few = false
					if !slices.ContainsFunc(reads, func(r vectorRead) bool { return r.edge == e }) {
						reads = append(reads, vectorRead{f: f, edge: e, addr: addr})
					}
				case p.Target == in:
					offs[p.Off] = true
					reads = append(reads, vectorRead{f: f, edge: e, addr: addr, off: p.Off, only: len(places) == 1})
				}
			}
		}
	}
	slices.SortStableFunc(reads, func(r, s vectorRead) int { return cmp.Compare(r.off, s.off) })
	return reads, few && len(offs) <= mostPlaces, known
}

// wrapping returns e with signed sums, differences and products that wrap around. The result has the same value once
// the program has computed e, and needs no checks.
func wrapping(e ir.Expr) ir.Expr {
	return ir.Map(e, func(e ir.Expr) ir.Expr {
		t := e.Type()
		if t.Kind != ir.Int || !t.Signed || !ir.MayGuard(e) {
			return e
		}
		u := ir.Type{Kind: ir.Int, Bits: t.Bits}
		switch x := e.(type) { // sound: other expressions keep their checks
		case *ir.Binary:
			if x.Op == ir.Add || x.Op == ir.Sub || x.Op == ir.Mul {
				return ir.NewCast(t, ir.NewBinary(x.Op, ir.NewCast(u, x.X), ir.NewCast(u, x.Y)))
			}
		case *ir.Unary:
			if x.Op == ir.Neg {
				return ir.NewCast(t, ir.NewBinary(ir.Sub, ir.NewConst(u, 0), ir.NewCast(u, x.X)))
			}
		}
		return e
	})
}

// begins reports whether a pointer with these targets points to the beginning of t.
func begins(places []flow.Address, t *flow.Target) bool {
	return len(places) == 1 && places[0].Target == t && places[0].Off == 0 && places[0].Stride == 0
}

// writesTo reports whether the program may write to a vector. Writes of getopt do not count, since it only permutes the
// texts of the vector.
func (l *textInputs) writesTo(a *flow.Points, v *textVector) bool {
	in := a.Made(v.edge)
	for _, f := range l.fns {
		if f.u.Model && f.f.Source == "exchange" {
			continue
		}
		for _, e := range f.f.Edges {
			if _, call := e.Stmt.(*ir.Call); !call && !l.placed[e] && e != v.edge && slices.Contains(a.Writes(e), in) {
				return true
			}
		}
	}
	return false
}

// makeText makes a text at a read of the vector, if none was made there before. The elements are null until then, and
// makeText is applied to all reads of the vector.
//
//	p = *addr
//	if (addr lies before the vector's null pointer && p == 0) { p = new text; *addr = p }
func (v *textVector) makeText(r vectorRead) {
	ld := r.edge.Stmt.(*ir.LoadStmt)
	f := r.f
	st, w := f.model().Size(), int64(f.ptr().Size())
	startTexts{f}.after(r.edge, func() {
		offset := ir.NewCast(st, &ir.PtrDiff{P: r.addr, Q: ir.NewRef(v.base)})
		size := ir.NewBinary(ir.Mul, ir.NewCast(st, ir.NewRef(v.count)), ir.NewConst(st, w))
		is := ir.NewBinary(ir.Lt, offset, size)
		if r.at != nil {
			is = v.hasAt(r.at)
		}
		f.when(is, func() {
			f.when(ir.NewBinary(ir.Eq, ir.NewRef(ld.Dst), ir.NewConst(f.ptr(), 0)), func() {
				label := "text " + ir.Ordinal + " of " + v.name
				base := startTexts{f}.textInput(v.kind, v.name, label, maxText) // an Alloc would end with the function
				f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Ne, base, ir.NewConst(f.ptr(), 0)), Guard: ir.OtherGuard})
				f.emit(&ir.Assign{Dst: ld.Dst, Src: startTexts{f}.textAt(base, startTexts{f}.textStart(v.kind, v.name, label,
					maxText), maxText)})
				startTexts{f}.place(r.addr, ir.NewRef(ld.Dst))
			})
			f.emit(&ir.Assume{Cond: startTexts{f}.readable(ir.NewRef(ld.Dst), 1), Guard: ir.OtherGuard})
		})
	})
	f.tidy()
}

// readText handles a read at one offset of a vector that the program does not write to. It adds after the read that the
// value is a text or, at the end of the vector, null. Few analyses know the contents of an object of unknown size. If
// the text is in the register text, its value, which is the same, replaces the value read.
func (v *textVector) readText(r vectorRead, text *ir.Var) {
	ld := r.edge.Stmt.(*ir.LoadStmt)
	if !r.only {
		return
	}
	f := r.f
	w := int64(f.ptr().Size())
	is := v.has(r.off / w)
	if r.at != nil {
		is = v.hasAt(r.at)
	}
	null := ir.NewConst(f.ptr(), 0)
	dst := ir.NewRef(ld.Dst)
	startTexts{f}.after(r.edge, func() {
		f.either(is, func() {
			if text != nil {
				f.emit(&ir.Assign{Dst: ld.Dst, Src: ir.NewRef(text)})
			}
			f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Ne, dst, null), Guard: ir.OtherGuard})
			f.emit(&ir.Assume{Cond: startTexts{f}.readable(dst, 1), Guard: ir.OtherGuard})
		}, func() {
			f.emit(&ir.Assign{Dst: ld.Dst, Src: null})
		})
	})
	f.tidy()
}

// after inserts statements after e. The callback body emits them.
func (f startTexts) after(e *ir.Edge, body func()) {
	to := e.To
	f.pos = e.Pos
	to.In = without(to.In, e)
	e.To = f.newLoc()
	e.To.In = append(e.To.In, e)
	f.cur = e.To
	body()
	f.edge(f.cur, to, &ir.Skip{}, f.pos)
}

// fill makes the texts of a vector at the start. If few is set, it makes those at the offsets in reads, and returns a
// global register for each offset, which is null past the end of the vector. Otherwise it makes all texts and returns
// nil.
func (v *textVector) fill(f *fn, reads []vectorRead, few bool) map[int64]*ir.Var {
	w := int64(f.ptr().Size())
	e := v.edge
	for next := e.To.Out[0]; ; next = next.To.Out[0] { // find the assignment of the address to its register
		if a, ok := next.Stmt.(*ir.Assign); ok && a.Dst == v.base {
			e = next
			break
		}
	}
	to := e.To
	to.In = without(to.In, e)
	f.pos = e.Pos
	e.To = f.newLoc()
	e.To.In = append(e.To.In, e)
	f.cur = e.To
	if few {
		texts := map[int64]*ir.Var{}
		for _, r := range reads {
			if texts[r.off] != nil {
				continue
			}
			text := f.l.IR.NewGlobal(f.l.names.uniq(v.name+".text"), f.ptr())
			texts[r.off] = text
			f.emit(&ir.Assign{Dst: text, Src: ir.NewConst(f.ptr(), 0)})
			f.when(v.has(r.off/w), func() {
				f.emit(&ir.Assign{Dst: text, Src: startTexts{f}.newText(v.kind, v.name, fmt.Sprintf("%s[%d]", v.name, r.off/w))})
				startTexts{f}.place(f.offset(ir.NewRef(v.base), r.off), ir.NewRef(text))
			})
		}
		f.edge(f.cur, to, &ir.Skip{}, f.pos)
		return texts
	}
	st := f.model().Size()
	count := ir.NewCast(st, ir.NewRef(v.count))
	i := f.temp(st)
	f.emit(&ir.Assign{Dst: i, Src: ir.NewConst(i.Type, 0)})
	head, body, after := f.newLoc(), f.newLoc(), f.newLoc()
	f.edge(f.cur, head, &ir.Skip{}, f.pos)
	more := ir.NewBinary(ir.Lt, ir.NewRef(i), count)
	f.edge(head, body, &ir.Assume{Cond: more, Guard: ir.OtherGuard}, f.pos)
	f.edge(head, after, &ir.Assume{Cond: ir.NotExpr(more), Guard: ir.OtherGuard}, f.pos)
	f.cur = body
	startTexts{f}.place(ir.NewPtrAdd(ir.NewRef(v.base), ir.NewRef(i), w), startTexts{f}.sizedText(v.kind, v.name))
	f.emit(&ir.Assign{Dst: i, Src: ir.NewBinary(ir.Add, ir.NewRef(i), ir.NewConst(i.Type, 1))})
	f.edge(f.cur, head, &ir.Skip{}, f.pos)
	f.edge(after, to, &ir.Skip{}, f.pos)
	return nil
}

// boundTexts handles the reads of bytes in string literals and in texts that the program does not write to. It adds the
// consequence of the null byte at the end: after a byte that is not null, one more byte is readable.
//
//	c = *p
//	if (c != 0 && readable(p, 1)) assume(readable(p, 2))
//
// A library function that reads no byte after a null byte (the fact toend) makes only valid reads if its parameters
// point to texts:
//
//	if (readable(text, 1)) { assume(readable(text + i, 1)); c = text[i]; }
//	else c = text[i];
//
// These facts follow from the contents of the texts, but few analyses find them.
func (l *textInputs) boundTexts() {
	if len(l.texts) == 0 {
		return
	}
	l.globals.number()
	a := flow.NewPointsGuessed(l.IR, nil, maxUnreadWork)
	if a == nil {
		return
	}
	texts := l.readTexts(a)
	onlyTexts := func(addr ir.Expr) bool { // a null pointer counts as well: no byte is readable there
		places := a.Expr(addr)
		return len(places) > 0 && !slices.ContainsFunc(places, func(p flow.Address) bool {
			return p.Target != nil &&
				!texts[p.Target]
		})
	}
	for _, f := range l.fns {
		var given []ir.Expr // conditions that the parameters point to texts
		if f.u.Model && library.FactsOf(f.f.Source).ToEnd {
			given = startTexts{f}.givenTexts(onlyTexts)
		}
		var found []*ir.Edge
		for _, e := range f.f.Edges {
			ld, ok := e.Stmt.(*ir.LoadStmt)
			if ok && ld.Dst.Type.Size() == 1 && !ir.Reads(ld.Addr, ld.Dst) && !ir.MayGuard(ld.Addr) && onlyTexts(ld.Addr) {
				found = append(found, e)
			}
		}
		for _, e := range found {
			if len(given) > 0 {
				startTexts{f}.boundRead(e, e.Stmt.(*ir.LoadStmt), given)
			} else {
				startTexts{f}.boundText(e, e.Stmt.(*ir.LoadStmt))
			}
		}
		if len(found) > 0 {
			f.tidy()
		}
	}
}

// readTexts returns the texts of the process and the string literals to which the program does not write.
func (l *textInputs) readTexts(a *flow.Points) map[*flow.Target]bool {
	texts := map[*flow.Target]bool{}
	for e := range l.texts {
		texts[a.Made(e)] = true
	}
	for _, o := range l.globals.strings {
		if o.Const && o.Elem.Size() == 1 && o.Size > 0 &&
			!slices.ContainsFunc(o.Init, func(i ir.InitItem) bool { return i.Off >= o.Size-1 }) {
			texts[a.Object(o)] = true
		}
	}
	delete(texts, nil)
	for _, f := range l.fns {
		for _, e := range f.f.Edges {
			if _, call := e.Stmt.(*ir.Call); call || l.texts[e] || l.placed[e] {
				continue
			}
			for _, t := range a.Writes(e) {
				delete(texts, t)
			}
		}
	}
	return texts
}

// givenTexts returns, for each parameter that points only to texts, the condition that a byte is readable there. It
// returns nothing if the function assigns to such a parameter.
func (f startTexts) givenTexts(onlyTexts func(ir.Expr) bool) (all []ir.Expr) {
	for _, p := range f.f.Params {
		if p.Type.Kind != ir.Ptr || !onlyTexts(ir.NewRef(p)) {
			continue
		}
		if slices.ContainsFunc(f.f.Edges, func(e *ir.Edge) bool { return ir.Def(e.Stmt) == p }) {
			return nil
		}
		all = append(all, f.readable(ir.NewRef(p), 1))
	}
	return all
}

// readable returns the condition that n bytes at addr are readable.
func (f startTexts) readable(addr ir.Expr, n int64) ir.Expr {
	return &ir.Valid{What: ir.Readable, Addr: addr, N: ir.NewConst(f.model().Size(), n)}
}

// boundRead splits the load ld on e: if the conditions in given hold, the byte is assumed to be readable.
func (f startTexts) boundRead(e *ir.Edge, ld *ir.LoadStmt, given []ir.Expr) {
	at, other := e.From, f.newLoc()
	at.Out = without(at.Out, e)
	for _, g := range given {
		next := f.newLoc()
		f.edge(at, next, &ir.Assume{Cond: g, Guard: ir.OtherGuard}, e.Pos)
		f.edge(at, other, &ir.Assume{Cond: ir.NotExpr(g), Guard: ir.OtherGuard}, e.Pos)
		at = next
	}
	f.cur = at
	f.emitAt(&ir.Assume{Cond: f.readable(ld.Addr, 1), Guard: ir.OtherGuard}, e.Pos)
	f.edge(f.cur, e.To, ir.CopyStmt(ld), e.Pos)
	e.From = other
	other.Out = append(other.Out, e)
}

// boundText adds an assumption after the load ld on e: if the byte is readable and not null, the next byte is readable,
// too.
func (f startTexts) boundText(e *ir.Edge, ld *ir.LoadStmt) {
	to := e.To
	f.pos = e.Pos
	to.In = without(to.In, e)
	e.To = f.newLoc()
	e.To.In = append(e.To.In, e)
	some := f.newLoc()
	null := ir.NewBinary(ir.Eq, ir.NewRef(ld.Dst), ir.NewConst(ld.Dst.Type, 0))
	f.edge(e.To, to, &ir.Assume{Cond: null, Guard: ir.OtherGuard}, e.Pos)
	f.edge(e.To, some, &ir.Assume{Cond: ir.NotExpr(null), Guard: ir.OtherGuard}, e.Pos)
	f.edge(some, to, &ir.Assume{Cond: f.readable(ld.Addr, 2), Guard: ir.OtherGuard}, e.Pos)
	f.edge(some, to, &ir.Assume{Cond: ir.NotExpr(f.readable(ld.Addr, 1)), Guard: ir.OtherGuard}, e.Pos)
}

package cfront

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Texts that the process is started with: the arguments of main and the environment. Nothing is known of a text but
// that it ends with a null byte. It lies at the end of an object of a constant size, from a place on that is an input:
//
//	start = input "argv start"    start < maxText
//	base = an object of maxText bytes, inputs "argv"
//	base[maxText - 1] = 0
//	text = base + start
//
// So an access beyond the end of the text is one beyond the end of an object whose size is a constant. The bytes before
// a text lie in its object, and so may a null byte before the last: an execution that reads or writes before the text,
// or after the first null byte, is one of C only with another start. ir.Texts tells such runs, which show nothing.
//
// Texts in a vector (argv, environ) are made at the start where all reads of pointers in the vector are at constant
// places: the texts there. Else each is made where it is read first (makeText), if the program writes nothing to the
// vector and all its reads are known; else all of them at the start, in a loop, each in an object of just its size.
// getenv makes a text, or gives null, where it is called first.

// textInputs holds the texts that the program is started with.
type textInputs struct {
	*linker
	vectors []*textVector // the arguments of main, and the environment
	argv    *textVector
	environ *textVector
	texts   map[*ir.Edge]bool // inputs of texts
	placed  map[*ir.Edge]bool // stores that make vectors and texts
}

// textSize bounds the texts of the environment that getenv finds, the null byte included; maxText the others: Linux
// takes none of more bytes (MAX_ARG_STRLEN).
const textSize, maxText = 1 << 13, 1 << 17

// maxTexts bounds their number: the pointers to them have to fit into memory.
const maxTexts = 1 << 20

// textVector is an array of pointers to texts, which a null pointer ends.
type textVector struct {
	kind  ir.SiteKind
	name  string
	edge  *ir.Edge // makes the array, in the synthetic entry
	begin ir.Expr  // of the array, in the entry; flow.Points takes a global register for one that may be null
	base  *ir.Var  // global register: the begin of the array
	count *ir.Var  // global register: how many texts there are; a null pointer follows them
}

// startTexts makes the texts that the program is started with.
type startTexts struct{ *fn }

// textVector makes an array for a number of texts.
func (f startTexts) textVector(kind ir.SiteKind, name string, count ir.Expr) *textVector {
	st, w := f.model().Size(), int64(f.ptr().Size())
	v := &textVector{kind: kind, name: name}
	v.count = f.l.prog.NewGlobal(f.l.names.uniq(name+".count"), count.Type())
	f.emit(&ir.Assign{Dst: v.count, Src: count})
	n := ir.NewCast(st, ir.NewRef(v.count))
	size := ir.NewBinary(ir.Mul, ir.NewBinary(ir.Add, n, ir.NewConst(st, 1)), ir.NewConst(st, w))
	p := f.def(f.ptr(), func(d *ir.Var) ir.Stmt { return &ir.Alloc{Dst: d, Size: size, Kind: ir.Stack, Zeroed: true} })
	v.edge, v.begin = f.lastEdge, p
	v.base = f.l.prog.NewGlobal(f.l.names.uniq(name+".begin"), f.ptr())
	f.emit(&ir.Assign{Dst: v.base, Src: p})
	f.l.texts.vectors = append(f.l.texts.vectors, v)
	f.l.assume(f.fn, ir.Assumed{Text: "the texts that the program is started with have less than 131,072 bytes each, as " +
		"Linux has it"})
	return v
}

// newText makes a text that lives as long as the process.
func (f startTexts) newText(kind ir.SiteKind, name, label string) ir.Expr {
	st := f.model().Size()
	start := f.textStart(kind, name, label, maxText)
	site := f.l.prog.NewSite(ir.ObjectBytes, name, ir.Type{}, f.f, f.pos)
	site.Parts, site.Label = []ir.Part{ir.Text}, label
	base := f.def(f.ptr(), func(v *ir.Var) ir.Stmt {
		return &ir.Alloc{Dst: v, Size: ir.NewConst(st, maxText), Kind: ir.Stack, Site: site}
	})
	f.l.texts.texts[f.lastEdge] = true
	return f.textAt(base, start, maxText)
}

// sizedText makes a text in an object of just its size: there may be many.
func (f startTexts) sizedText(kind ir.SiteKind, name string) ir.Expr {
	st := f.model().Size()
	length := f.input(kind, name+" length", st, 0)
	label := name + "[" + ir.Occurrence + "]"
	ir.SiteOf(f.lastEdge.Stmt).Label = "length of " + label
	f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Lt, length, ir.NewConst(st, maxText)), Guard: ir.OtherGuard})
	site := f.l.prog.NewSite(ir.ObjectBytes, name, ir.Type{}, f.f, f.pos)
	site.Label = label
	text := f.def(f.ptr(), func(v *ir.Var) ir.Stmt {
		return &ir.Alloc{Dst: v, Size: ir.NewBinary(ir.Add, length, ir.NewConst(st, 1)), Kind: ir.Stack, Site: site}
	})
	f.place(ir.NewPtrAdd(text, length, 1), ir.NewConst(ir.I8, 0))
	return text
}

// place stores an element of a vector or a text where there is room by construction, and assumes that there is.
func (f startTexts) place(addr, val ir.Expr) {
	if f.l.cfg.checks(ir.ValidDeref) {
		n := ir.NewConst(f.model().Size(), int64(val.Type().Size()))
		f.emit(&ir.Assume{Cond: &ir.Valid{What: ir.Writable, Addr: addr, N: n}, Guard: ir.OtherGuard})
	}
	f.l.texts.placed[f.emit(&ir.Store{Addr: addr, Val: val})] = true
}

// textInput reads null, or the object of a text of less than size bytes.
func (f startTexts) textInput(kind ir.SiteKind, name, label string, size int64) ir.Expr {
	base := f.input(kind, name, f.ptr(), size)
	site := ir.SiteOf(f.lastEdge.Stmt)
	site.Parts, site.Own, site.Label = []ir.Part{ir.Text}, true, label
	f.l.texts.texts[f.lastEdge] = true
	return base
}

// textStart says where in its object a text begins.
func (f startTexts) textStart(kind ir.SiteKind, name, label string, size int64) ir.Expr {
	t := ir.I32
	start := f.input(kind, name+ir.TextStart, t, 0)
	ir.SiteOf(f.lastEdge.Stmt).Label = "byte at which " + label + " begins"
	f.emit(&ir.Assume{Cond: ir.NewAnd(ir.NewBinary(ir.Le, ir.NewConst(t, 0), start),
		ir.NewBinary(ir.Lt, start, ir.NewConst(t, size))), Guard: ir.OtherGuard})
	return start
}

// textAt places a text in its object.
func (f startTexts) textAt(base, start ir.Expr, size int64) ir.Expr {
	f.place(f.offset(base, size-1), ir.NewConst(ir.I8, 0))
	return f.def(f.ptr(), func(v *ir.Var) ir.Stmt { return &ir.Assign{Dst: v, Src: ir.NewPtrAdd(base, start, 1)} })
}

// mostPlaces bounds the constant places of a vector whose texts are made one by one.
const mostPlaces = 16

// has says that there is a text at an index of the vector.
func (v *textVector) has(i int64) ir.Expr {
	return ir.NewBinary(ir.Lt, ir.NewConst(v.count.Type, i), ir.NewRef(v.count))
}

// hasAt says the same of an index that is not below 0.
func (v *textVector) hasAt(i ir.Expr) ir.Expr {
	return ir.NewBinary(ir.Lt, ir.NewCast(ir.I64, i), ir.NewCast(ir.I64, ir.NewRef(v.count)))
}

// settleTexts makes the texts of vectors.
func (l *textInputs) settleTexts() {
	defer l.boundTexts()
	if len(l.vectors) == 0 {
		return
	}
	l.globals.number()
	a := flow.NewPointsGuessed(l.prog, nil, maxUnreadWork)
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

// vectorRead is a read of a pointer of a vector, and perhaps of others.
type vectorRead struct {
	f    *fn
	edge *ir.Edge
	addr ir.Expr // where it reads, without checks of its own
	off  int64   // where it reads, if that is constant
	at   ir.Expr // else the index there, if that is known; it is nil otherwise
	only bool    // it reads nothing else
}

// readsOf lists the reads of pointers in a vector. few says that the program reads it at few constant offsets only,
// known that it reads nothing but whole elements, all of which are listed.
func (l *textInputs) readsOf(a *flow.Points, v *textVector) (reads []vectorRead, few, known bool) {
	in := a.Made(v.edge)
	if in == nil { // it is made in dead code
		return nil, true, true
	}
	width := int64(l.cfg.Model.Ptr().Size())
	offs := map[int64]bool{}
	few, known = true, true
	for _, f := range l.fns {
		for _, e := range f.f.Edges {
			if _, call := e.Stmt.(*ir.Call); call || !a.Reads(e).Has(in) { // what a callee reads is seen there
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
				switch { // of unknown pointers those into the vector are listed too
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

// wrapping is e with signed sums, differences and products that wrap around: the same value where the program has
// computed e, and nothing to check.
func wrapping(e ir.Expr) ir.Expr {
	return ir.Map(e, func(e ir.Expr) ir.Expr {
		t := e.Type()
		if t.Kind != ir.Int || !t.Signed || !ir.MayGuard(e) {
			return e
		}
		u := ir.Type{Kind: ir.Int, Bits: t.Bits}
		switch x := e.(type) { // sound: others keep their checks
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

// begins reports whether a pointer leads to the begin of an object.
func begins(places []flow.Address, t *flow.Target) bool {
	return len(places) == 1 && places[0].Target == t && places[0].Off == 0 && places[0].Stride == 0
}

// writesTo reports whether the program may write to a vector. Writes of getopt do not count: it writes texts that it
// has read from the vector.
func (l *textInputs) writesTo(a *flow.Points, v *textVector) bool {
	in := a.Made(v.edge)
	for _, f := range l.fns {
		if f.u.model && f.f.Source == "exchange" {
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

// makeText makes a text at a read, of a vector whose elements are null until then: all reads of them are such reads.
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
				base := startTexts{f}.textInput(v.kind, v.name, label, maxText) // what a function allocates ends with it
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

// readText says at a read at one place of a vector that the program does not write to what it finds: a text where there
// is one, else the null pointer at the end. Few analyses know what lies in an object of unknown size. Where the text
// is in a register, the value of the read, which is the same, is dropped.
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

// after puts statements after an edge.
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

// fill makes the texts of a vector at the start: those that few reads find, in one global register for each offset, or
// all. Beyond the end of the vector a register is null.
func (v *textVector) fill(f *fn, reads []vectorRead, few bool) map[int64]*ir.Var {
	w := int64(f.ptr().Size())
	e := v.edge
	for next := e.To.Out[0]; ; next = next.To.Out[0] { // after the register of its begin
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
			text := f.l.prog.NewGlobal(f.l.names.uniq(v.name+".text"), f.ptr())
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

// boundTexts says at the reads of bytes of texts to which the program writes nothing, and of string literals, what the
// null bytes at their ends mean: where a byte is not null, there is one more.
//
//	c = *p
//	if (c != 0 && readable(p, 1)) assume(readable(p, 2))
//
// Library functions that read no byte after a null byte (the fact toend) can read all that they do read, if their
// parameters lead to texts:
//
//	if (readable(text, 1)) { assume(readable(text + i, 1)); c = text[i]; }
//	else c = text[i];
//
// This follows from the contents; few analyses see it there.
func (l *textInputs) boundTexts() {
	if len(l.texts) == 0 {
		return
	}
	l.globals.number()
	a := flow.NewPointsGuessed(l.prog, nil, maxUnreadWork)
	if a == nil {
		return
	}
	texts := l.readTexts(a)
	onlyTexts := func(addr ir.Expr) bool { // nothing is readable at null
		places := a.Expr(addr)
		return len(places) > 0 && !slices.ContainsFunc(places, func(p flow.Address) bool {
			return p.Target != nil &&
				!texts[p.Target]
		})
	}
	for _, f := range l.fns {
		var given []ir.Expr // that the parameters lead to texts
		if f.u.model && library.FactsOf(f.f.Source).ToEnd {
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

// readTexts are the texts of the process and the string literals that the program does not write to.
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

// givenTexts returns, for each parameter that leads to texts only, the condition that a byte is readable there; it
// returns nothing if one of them does not keep its value.
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

func (f startTexts) readable(addr ir.Expr, n int64) ir.Expr {
	return &ir.Valid{What: ir.Readable, Addr: addr, N: ir.NewConst(f.model().Size(), n)}
}

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

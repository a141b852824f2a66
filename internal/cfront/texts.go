package cfront

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Texts that the process is started with: the arguments of main and the environment. Nothing is known of a text but
// that it ends with a null byte.
//
// Those in a vector (argv, environ) are objects of their own of just their size, made at the start: where all reads of
// pointers in the vector are at constant places, the texts there; else all of them, in a loop.
//
// A text that getenv finds lies at the end of an object of textSize bytes, from a place on that is an input:
//
//	base = input "getenv"         null, or an object of its own
//	start = input "getenv start"  start < textSize
//	base[textSize - 1] = 0
//	text = base + start
//
// So an access beyond the end of the text is one beyond the end of an object whose size is a constant. The byte before a
// text is one of the object, unless the text begins where the object does: an execution that reads before a text, or
// beyond a null byte among its inputs, is one of C only with another start. ir.TextFault finds such runs; they show
// nothing.

// textSize bounds the texts of the environment that getenv finds, the null byte included; maxText the others: Linux
// takes none of more bytes (MAX_ARG_STRLEN).
const textSize, maxText = 1 << 13, 1 << 17

// maxTexts bounds their number: the pointers to them have to fit into memory.
const maxTexts = 1 << 20

// textVector is an array of pointers to texts, which a null pointer ends.
type textVector struct {
	kind       ir.SiteKind
	name       string
	edge       *ir.Edge // makes the array, in the synthetic entry
	base, size *ir.Var  // global registers: the begin of the array, how far behind it its null pointer lies
}

// textVector makes an array for a number of texts.
func (f *fn) textVector(kind ir.SiteKind, name string, count ir.Expr) *textVector {
	st, w := f.model().Size(), int64(f.ptr().Size())
	v := &textVector{kind: kind, name: name}
	n := f.hold(ir.NewCast(st, count))
	size := ir.NewBinary(ir.Mul, ir.NewBinary(ir.Add, n, ir.NewConst(st, 1)), ir.NewConst(st, w))
	p := f.def(f.ptr(), func(d *ir.Var) ir.Stmt { return &ir.Alloc{Dst: d, Size: size, Kind: ir.Stack, Zeroed: true} })
	v.edge = f.lastEdge
	v.base = f.l.prog.NewGlobal(f.l.names.uniq(name+".begin"), f.ptr())
	v.size = f.l.prog.NewGlobal(f.l.names.uniq(name+".size"), st)
	f.emit(&ir.Assign{Dst: v.base, Src: p})
	f.emit(&ir.Assign{Dst: v.size, Src: ir.NewBinary(ir.Mul, n, ir.NewConst(st, w))})
	f.l.vectors = append(f.l.vectors, v)
	f.l.assume(f, ir.Assumed{Text: "the texts that the program is started with have less than 131,072 bytes each, as Linux has it"})
	return v
}

// newText makes a text that lives as long as the function.
func (f *fn) newText(kind ir.SiteKind, name string) ir.Expr {
	st := f.model().Size()
	length := f.input(kind, name+" length", st, 0)
	f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Lt, length, ir.NewConst(st, maxText)), Guard: ir.OtherGuard})
	site := f.l.prog.NewSite(ir.ObjectBytes, name, ir.Type{}, f.f, f.pos)
	text := f.def(f.ptr(), func(v *ir.Var) ir.Stmt {
		return &ir.Alloc{Dst: v, Size: ir.NewBinary(ir.Add, length, ir.NewConst(st, 1)), Kind: ir.Stack, Site: site}
	})
	f.emit(&ir.Store{Addr: ir.NewPtrAdd(text, length, 1), Val: ir.NewConst(ir.I8, 0)})
	return text
}

// textInput reads null, or the object of a text.
func (f *fn) textInput(kind ir.SiteKind, name string) ir.Expr {
	base := f.input(kind, name, f.ptr(), textSize)
	site := ir.SiteOf(f.lastEdge.Stmt)
	site.Parts, site.Own = []ir.Part{ir.Text}, true
	f.l.texts[f.lastEdge] = true
	f.l.assume(f, ir.Assumed{Text: "variables of the environment that getenv finds have less than 8,192 bytes each"})
	return base
}

// textAt places a text in its object.
func (f *fn) textAt(kind ir.SiteKind, name string, base ir.Expr) ir.Expr {
	st := f.model().Size()
	start := f.input(kind, name+ir.TextStart, st, 0)
	f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Lt, start, ir.NewConst(st, textSize)), Guard: ir.OtherGuard})
	f.l.textEnds[f.emit(&ir.Store{Addr: f.offset(base, textSize-1), Val: ir.NewConst(ir.I8, 0)})] = true
	return f.def(f.ptr(), func(v *ir.Var) ir.Stmt { return &ir.Assign{Dst: v, Src: ir.NewPtrAdd(base, start, 1)} })
}

// mostPlaces bounds the constant places of a vector whose texts are made one by one.
const mostPlaces = 16

// settleTexts makes the texts of vectors.
func (l *linker) settleTexts() {
	defer l.boundTexts()
	if len(l.vectors) == 0 {
		return
	}
	l.number()
	a := flow.NewPointsGuessed(l.prog, nil, maxUnreadWork)
	for _, v := range l.vectors {
		var places []int64
		few := false
		if a != nil {
			places, few = l.placesOf(a, v)
		}
		v.fill(l.start, places, few)
	}
	l.start.tidy()
}

// placesOf lists the constant offsets in a vector at which the program reads pointers, in order; ok is false if it may
// read elsewhere, or otherwise.
func (l *linker) placesOf(a *flow.Points, v *textVector) (offs []int64, ok bool) {
	in := a.Made(v.edge)
	width := int64(l.cfg.Model.Ptr().Size())
	for _, f := range l.fns {
		for _, e := range f.f.Edges {
			if _, call := e.Stmt.(*ir.Call); call || !a.Reads(e).Has(in) { // what a callee reads is seen there
				continue
			}
			ld, load := e.Stmt.(*ir.LoadStmt)
			if !load || ld.Dst.Type.Kind != ir.Ptr {
				return nil, false
			}
			for _, p := range a.Expr(ld.Addr) {
				if p.Target == nil || p.Target == in && (p.Stride != 0 || p.Off < 0 || p.Off%width != 0) {
					return nil, false
				}
				if p.Target == in && !slices.Contains(offs, p.Off) {
					offs = append(offs, p.Off)
				}
			}
		}
	}
	slices.Sort(offs)
	return offs, len(offs) <= mostPlaces
}

// fill makes the texts of a vector at the start: those at some places, or all.
func (v *textVector) fill(f *fn, places []int64, few bool) {
	st, w := f.model().Size(), int64(f.ptr().Size())
	e := v.edge
	for next := e.To.Out[0]; ; next = next.To.Out[0] { // behind the registers of its begin and size
		if a, ok := next.Stmt.(*ir.Assign); ok && a.Dst == v.size {
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
		for _, off := range places {
			f.when(ir.NewBinary(ir.Lt, ir.NewConst(st, off), ir.NewRef(v.size)), func() {
				f.emit(&ir.Store{Addr: f.offset(ir.NewRef(v.base), off), Val: f.newText(v.kind, v.name)})
			})
		}
		f.edge(f.cur, to, &ir.Skip{}, f.pos)
		return
	}
	i := f.temp(st)
	f.emit(&ir.Assign{Dst: i, Src: ir.NewConst(st, 0)})
	head, body, after := f.newLoc(), f.newLoc(), f.newLoc()
	f.edge(f.cur, head, &ir.Skip{}, f.pos)
	more := ir.NewBinary(ir.Lt, ir.NewRef(i), ir.NewRef(v.size))
	f.edge(head, body, &ir.Assume{Cond: more, Guard: ir.OtherGuard}, f.pos)
	f.edge(head, after, &ir.Assume{Cond: ir.NotExpr(more), Guard: ir.OtherGuard}, f.pos)
	f.cur = body
	f.emit(&ir.Store{Addr: ir.NewPtrAdd(ir.NewRef(v.base), ir.NewRef(i), 1), Val: f.newText(v.kind, v.name)})
	f.emit(&ir.Assign{Dst: i, Src: ir.NewBinary(ir.Add, ir.NewRef(i), ir.NewConst(st, w))})
	f.edge(f.cur, head, &ir.Skip{}, f.pos)
	f.edge(after, to, &ir.Skip{}, f.pos)
}

// boundTexts says at the reads of bytes of texts to which the program writes nothing what the null bytes at their ends
// mean: where a byte is not null, there is one more.
//
//	c = *p
//	if (c != 0 && readable(p, 1)) assume(readable(p, 2))
//
// This follows from the contents; few analyses see it there.
func (l *linker) boundTexts() {
	if len(l.texts) == 0 {
		return
	}
	l.number()
	a := flow.NewPointsGuessed(l.prog, nil, maxUnreadWork)
	if a == nil {
		return
	}
	texts := map[*flow.Target]bool{}
	for e := range l.texts {
		if t := a.Made(e); t != nil {
			texts[t] = true
		}
	}
	for _, f := range l.fns {
		for _, e := range f.f.Edges {
			if _, call := e.Stmt.(*ir.Call); call || l.textEnds[e] {
				continue
			}
			for _, t := range a.Writes(e) {
				delete(texts, t)
			}
		}
	}
	for _, f := range l.fns {
		changed := false
		for _, e := range slices.Clone(f.f.Edges) {
			ld, ok := e.Stmt.(*ir.LoadStmt)
			if !ok || ld.Dst.Type.Size() != 1 || ir.Reads(ld.Addr, ld.Dst) || ir.MayGuard(ld.Addr) {
				continue
			}
			places := a.Expr(ld.Addr)
			if len(places) == 0 || slices.ContainsFunc(places, func(p flow.Place) bool { return !texts[p.Target] }) {
				continue
			}
			f.boundText(e, ld)
			changed = true
		}
		if changed {
			f.tidy()
		}
	}
}

func (f *fn) boundText(e *ir.Edge, ld *ir.LoadStmt) {
	to := e.To
	f.pos = e.Pos
	to.In = without(to.In, e)
	e.To = f.newLoc()
	e.To.In = append(e.To.In, e)
	some := f.newLoc()
	null := ir.NewBinary(ir.Eq, ir.NewRef(ld.Dst), ir.NewConst(ld.Dst.Type, 0))
	readable := func(n int64) ir.Expr {
		return &ir.Valid{What: ir.Readable, Addr: ld.Addr, N: ir.NewConst(f.model().Size(), n)}
	}
	f.edge(e.To, to, &ir.Assume{Cond: null, Guard: ir.OtherGuard}, e.Pos)
	f.edge(e.To, some, &ir.Assume{Cond: ir.NotExpr(null), Guard: ir.OtherGuard}, e.Pos)
	f.edge(some, to, &ir.Assume{Cond: readable(2), Guard: ir.OtherGuard}, e.Pos)
	f.edge(some, to, &ir.Assume{Cond: ir.NotExpr(readable(1)), Guard: ir.OtherGuard}, e.Pos)
}

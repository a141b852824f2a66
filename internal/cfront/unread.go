package cfront

import (
	"slices"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Pointers in memory that is an input. There are five kinds of such memory: structures among the entry's parameters,
// objects that parameters and other pointer inputs lead to, memory that klee_make_symbolic made arbitrary, structures
// that functions without a body return, and memory from malloc for a single structure. A pointer in such memory becomes
// an input when the program first reads it (lazy initialisation; Khurshid, Păsăreanu, Visser: Generalized symbolic
// execution for model checking and testing, TACAS 2003). Until then its cell holds the address of a mark, an object
// that the program cannot name.
//
//	p->next = &unread            where the memory is made
//	...
//	t = p->next                  where the program reads it
//	if (t == &unread) {
//	    x = input "p->next"      null or an object of its own, with marks of its own; the choice of
//	    p->next = x              aliases.go puts the objects of the program before it
//	    t = x
//	}
//
// The program must not be able to observe that a cell holds a mark. A cell may therefore hold one only if every
// statement that may access it is a read that tests for marks, a store of a pointer, or overwrites the whole cell; a
// copy of a structure first reads its pointers. Otherwise the memory keeps its arbitrary bytes, and runs that read
// these are no evidence. flow.Points determines which statements may access a cell. In the program that it analyses,
// each pointer from outside may be any address that fits, which covers the choices that are made afterwards.

// memoryFrom is the kind of objects to which the pointers in input memory may lead.
type memoryFrom uint8

const (
	fromOutside memoryFrom = iota // objects of the program, and new objects
	fromNowhere                   // --alias=none: only new objects
	memoryKinds
)

// pointerRead is a read of a pointer by the program.
type pointerRead struct {
	f    *fn
	edge *ir.Edge
	t    cc.Type
	n    cc.Node // the expression that is read; nil: a pointer in a structure that is copied

	miss  *ir.Edge              // the edge that is taken if the value is not a mark
	hits  [memoryKinds]*ir.Edge // the edges that are taken if the value is a mark, by kind
	from  [memoryKinds]*tracer  // the tracers whose values the read may find
	want  [memoryKinds]bool     // the value may be a mark
	extra bool                  // the read was added before a copy, to test for marks
}

// tracer represents the inputs of all reads of pointers of a type for the points-to analysis, until it is known which
// of these inputs the program needs.
type tracer struct {
	tracerKey
	v     *ir.Var  // global register that is set at the start
	edge  *ir.Edge // the input of v
	cells []int64  // offsets of the pointers in a new object that get marks
}

// tracerKey is the kind of pointers of a tracer: the type that they point to, the size of a new object, and their
// origin.
type tracerKey struct {
	points string
	fresh  int64
	from   memoryFrom
}

// structRead is a copy of a structure, with the pointers that it reads.
type structRead struct {
	f    *fn
	edge *ir.Edge
	ptrs []pointerAt
}

// pointerAt is a pointer in a structure.
type pointerAt struct {
	off int64 // in bytes
	t   cc.Type
}

// arbitrary describes memory that the edge makes arbitrary.
type arbitrary struct {
	f    *fn
	edge *ir.Edge
	t    cc.Type // the type of its address; nil: the memory is a whole object
}

// inputMemory is memory with pointers that comes from outside: an object, or the object that an address points to.
type inputMemory struct {
	f     *fn
	edge  *ir.Edge // makes it
	from  memoryFrom
	base  ir.Expr        // its address
	off   int64          // offset of base in the object
	cells []int64        // offsets of the pointers
	read  map[int64]bool // the cells that some read may find as marks
	dirty bool           // some access would observe marks: the memory gets none
	trace *tracer        // the tracer whose objects this memory represents; nil for other memory
}

// unreadState holds the reads and memory that the lowering has noted for this file.
type unreadState struct {
	reads   []*pointerRead            // reads of pointers
	byEdge  map[*ir.Edge]*pointerRead // the elements of reads
	structs []*structRead             // copies of structures
	made    []arbitrary               // memory that statements make arbitrary
	objects map[*ir.Object]bool       // structures that are inputs
	allocs  map[*ir.Site]cc.Type      // allocations of one structure
	marks   [memoryKinds]*ir.Object   // the marks; nil: not made yet
	inputs  map[*ir.Site]bool         // sites of pointers read from input memory
	tracers map[tracerKey]*tracer
	order   []*tracer            // the elements of tracers, in order of creation
	stores  map[*ir.Edge]bool    // stores of marks
	after   map[*ir.Edge]*ir.Loc // by pointer input: the location after its marks are stored
	idle    map[*ir.Edge]bool    // pointer inputs that the program does not use (known.go)
}

const maxUnread = 64 // bounds the pointers in one object

// noteObject records a structure that is an input.
func (u *unreadState) noteObject(o *ir.Object) {
	if u.objects == nil {
		u.objects = map[*ir.Object]bool{}
	}
	u.objects[o] = true
}

// noteRead records that the last edge reads a pointer of type t; n is the expression that is read, nil if there is
// none.
func (f accesses) noteRead(t cc.Type, n cc.Node) {
	if f.u.Model || f.consts || f.lastTemp.Type.Kind != ir.Ptr {
		return
	}
	u := &f.l.inputs.unread
	if u.byEdge == nil {
		u.byEdge = map[*ir.Edge]*pointerRead{}
	}
	r := &pointerRead{f: f.fn, edge: f.lastEdge, t: t, n: n}
	u.byEdge[f.lastEdge] = r
	u.reads = append(u.reads, r)
}

// copyStruct copies a structure of type t, and records the pointers that the copy reads.
func (f accesses) copyStruct(dst, src ir.Expr, t cc.Type, size int64, pos ir.Pos) {
	e := f.emitAt(&ir.MemCopy{Dst: dst, Src: src, N: ir.NewConst(f.model().Size(), size)}, pos)
	if ptrs := pointerMembers(f.l.Layout, t, 0, 0); len(ptrs) > 0 && len(ptrs) <= maxUnread && !f.u.Model {
		f.l.inputs.unread.structs = append(f.l.inputs.unread.structs, &structRead{f.fn, e, ptrs})
	}
}

// pointerMembers returns the pointers in a type at offset off, except those in unions. It may stop after maxUnread+1 of
// them; depth is the depth of recursion.
func pointerMembers(lay *layout.Layout, t cc.Type, off int64, depth int) (ps []pointerAt) {
	switch x := t.(type) {
	case *cc.PointerType:
		return []pointerAt{{off, t}}
	case *cc.ArrayType:
		n, known, err := lay.ArrayLen(x)
		size, err2 := lay.Sizeof(x.Elem())
		for i := int64(0); err == nil && err2 == nil && known && depth < 20 && i < min(n, maxUnread+1); i++ {
			ps = append(ps, pointerMembers(lay, x.Elem(), off+i*size, depth+1)...)
		}
	case *cc.StructType:
		for _, m := range layout.Fields(x) {
			if m.IsBitfield() || depth > 20 || len(ps) > maxUnread {
				continue
			}
			if loc, err := lay.Field(x, m); err == nil {
				ps = append(ps, pointerMembers(lay, m.Type(), off+loc.Off, depth+1)...)
			}
		}
	}
	return ps
}

// pointersIn returns the offsets of the cells that are pointers in size bytes of repetitions of t.
func (l *entryInputs) pointersIn(t cc.Type, size int64) []int64 {
	n, err := l.Layout.Sizeof(t)
	if err != nil || n <= 0 {
		return nil
	}
	return pointerPlaces(l.PartsOf(t, n < size), size, int64(l.Cfg.Model.Ptr().Size()))
}

// pointerPlaces returns the offsets of the pointers among parts that lie within size bytes; nothing if there are too
// many. A pointer has width bytes.
func pointerPlaces(parts []ir.Part, size, width int64) (offs []int64) {
	for _, p := range parts {
		if p.Kind != "ptr" {
			continue
		}
		for o := p.Off; o >= 0 && o+width <= size; o += p.Stride {
			if len(offs) > maxUnread {
				return nil
			}
			if !slices.Contains(offs, o) {
				offs = append(offs, o)
			}
			if p.Stride == 0 {
				break
			}
		}
	}
	slices.Sort(offs)
	return offs
}

// splitReads prepares the reads of pointers for the points-to analysis, if some input memory holds pointers: each read
// may also find a tracer.
func (l *entryInputs) splitReads() {
	u := &l.unread
	u.inputs, u.tracers = map[*ir.Site]bool{}, map[tracerKey]*tracer{}
	u.after, u.stores = map[*ir.Edge]*ir.Loc{}, map[*ir.Edge]bool{}
	var from [memoryKinds]bool
	for _, m := range l.inputMemory() {
		from[m.from] = true
	}
	if from == [memoryKinds]bool{} || len(u.reads) == 0 && len(u.structs) == 0 {
		u.reads = nil
		return
	}
	l.readStructs()
	here := l.edgesHere()
	u.reads = slices.DeleteFunc(u.reads, func(r *pointerRead) bool { return !here[r.edge] })
	for _, r := range u.reads {
		r.split()
		for k := range memoryKinds {
			if from[k] {
				r.traceInput(k)
			}
		}
	}
}

// holdsInside reports whether memory from outside may hold pointers.
func (l *entryInputs) holdsInside() bool {
	if l.pointersInside {
		return true
	}
	for _, f := range l.fns {
		for _, e := range f.f.Edges {
			if s, ok := e.Stmt.(*ir.Input); ok && s.Dst.Type.Kind == ir.Ptr && s.FreshSize > 0 &&
				s.Dst.Points != ctype.CodeKind &&
				(s.Site.Kind == ir.Param || s.Site.Kind == ir.Nondet) && !s.Site.Own && holdsPointers(s.Site.Parts) {
				return true
			}
		}
	}
	return false
}

// settleReads adds the inputs to the reads that may find marks, and stores marks in the memory that they read from.
func (l *entryInputs) settleReads() {
	u := &l.unread
	if len(u.reads) == 0 {
		return
	}
	ms := l.inputMemory()
	l.checkUnread(ms)
	for _, t := range u.order {
		t.edge.From.Out = without(t.edge.From.Out, t.edge)
		t.edge.To.In = nil
	}
	for _, m := range ms {
		if m.dirty {
			continue
		}
		marked := slices.DeleteFunc(m.cells, func(c int64) bool { return !m.read[c] })
		if m.trace != nil {
			m.trace.cells = marked
		} else {
			accesses{m.f}.mark(m.edge, m.base, m.from, marked)
		}
	}
	for _, r := range u.reads {
		r.settle(u)
	}
	l.globals.number()
}

// edgesHere returns the set of all edges of the program.
func (l *entryInputs) edgesHere() map[*ir.Edge]bool {
	here := map[*ir.Edge]bool{}
	for _, f := range l.fns {
		for _, e := range f.f.Edges {
			here[e] = true
		}
	}
	return here
}

// inputMemory returns the memory from outside that holds pointers.
func (l *entryInputs) inputMemory() (ms []*inputMemory) {
	width := int64(l.Cfg.Model.Ptr().Size())
	add := func(f *fn, e *ir.Edge, s *ir.Site, base ir.Expr, cells []int64) {
		if len(cells) == 0 {
			return
		}
		m := &inputMemory{f: f, edge: e, base: base, cells: cells, read: map[int64]bool{}}
		if s != nil && s.Own {
			m.from = fromNowhere
		}
		ms = append(ms, m)
	}
	for _, f := range l.fns {
		if f.u != nil && f.u.Model {
			continue
		}
		for _, e := range f.f.Edges {
			switch s := e.Stmt.(type) {
			case *ir.Input:
				if l.unread.isTracer(s.Dst) {
					continue
				}
				if s.Dst.Type.Kind == ir.Ptr && s.Dst.Points != ctype.CodeKind && s.FreshSize > 0 && outside(s.Site.Kind) {
					add(f, e, s.Site, ir.NewRef(s.Dst), pointerPlaces(s.Site.Parts, s.FreshSize, width))
				}
			case *ir.Alloc:
				if t := l.unread.allocs[s.Site]; t != nil && !s.Zeroed {
					add(f, e, s.Site, ir.NewRef(s.Dst), l.unwritten(e, s, t))
				}
			case *ir.Decl:
				if l.unread.objects[s.Obj] {
					add(f, e, s.Obj.Site, &ir.AddrOf{Obj: s.Obj, T: f.ptr()}, pointerPlaces(s.Obj.Parts, s.Obj.Size, width))
				}
			case *ir.Assign, *ir.Assume, *ir.Call, *ir.End, *ir.Free, *ir.HavocAll, *ir.LoadStmt,
				*ir.Math, *ir.MemCopy, *ir.MemHavoc, *ir.MemSet, *ir.Return, *ir.Skip, *ir.Store, *ir.Undefined: // make no memory
			}
		}
	}
	for _, t := range l.unread.order {
		site := ir.SiteOf(t.edge.Stmt)
		add(l.start, t.edge, site, ir.NewRef(t.v), pointerPlaces(site.Parts, t.fresh, width))
		if n := len(ms); n > 0 && ms[n-1].edge == t.edge {
			ms[n-1].trace = t
		}
	}
	here := l.edgesHere()
	for _, a := range l.unread.made {
		s := a.edge.Stmt.(*ir.MemHavoc)
		n, ok := s.N.(*ir.Const)
		if !here[a.edge] || !ok {
			continue
		}
		if o, ok := s.Addr.(*ir.AddrOf); ok {
			add(a.f, a.edge, s.Site, s.Addr, pointerPlaces(o.Obj.Parts, min(int64(n.Bits), o.Obj.Size), width))
		} else if e := ctype.Elem(a.t); a.t != nil && e != nil {
			add(a.f, a.edge, s.Site, s.Addr, l.pointersIn(e, int64(n.Bits)))
		}
	}
	return ms
}

// readStructs adds reads of the pointers in a structure before each copy of it.
func (l *entryInputs) readStructs() {
	here := l.edgesHere()
	for _, s := range l.unread.structs {
		c, ok := s.edge.Stmt.(*ir.MemCopy)
		if !ok || !here[s.edge] {
			continue
		}
		f := s.f
		f.cur, f.pos = s.edge.From, s.edge.Pos
		f.cur.Out = without(f.cur.Out, s.edge)
		for _, p := range s.ptrs {
			f.def(f.ptr(), func(v *ir.Var) ir.Stmt { return &ir.LoadStmt{Dst: v, Addr: f.offset(c.Src, p.off)} })
			f.lastTemp.Points = l.Points(p.t)
			accesses{f}.noteRead(p.t, nil)
			l.unread.byEdge[f.lastEdge].extra = true
		}
		s.edge.From = f.cur
		f.cur.Out = append(f.cur.Out, s.edge)
	}
}

// split adds a location and the edge miss after the read, so that inputs can be inserted there.
func (r *pointerRead) split() {
	f, ld, to := r.f, r.edge.Stmt.(*ir.LoadStmt), r.edge.To
	dst := ld.Dst
	if ir.Reads(ld.Addr, dst) { // the address is still needed
		t := f.temp(dst.Type)
		t.Points = dst.Points
		ld.Dst = t
	}
	mid := f.newLoc()
	to.In = without(to.In, r.edge)
	r.edge.To = mid
	mid.In = append(mid.In, r.edge)
	if ld.Dst != dst {
		end := f.newLoc()
		f.edge(end, to, &ir.Assign{Dst: dst, Src: ir.NewRef(ld.Dst)}, r.edge.Pos)
		to = end
	}
	r.miss = f.edge(mid, to, &ir.Skip{}, r.edge.Pos)
}

// traceInput adds a branch after the read in which it finds a tracer of its type.
func (r *pointerRead) traceInput(from memoryFrom) {
	f, l, ld := r.f, r.f.l, r.edge.Stmt.(*ir.LoadStmt)
	t := l.inputs.tracerOf(r.t, from)
	hit := f.newLoc()
	r.hits[from], r.from[from] = f.edge(r.miss.From, hit, &ir.Skip{}, r.edge.Pos), t
	f.cur, f.pos = hit, r.edge.Pos
	f.emit(&ir.Store{Addr: ld.Addr, Val: ir.NewRef(t.v)})
	f.edge(f.cur, r.miss.To, &ir.Assign{Dst: ld.Dst, Src: ir.NewRef(t.v)}, f.pos)
}

// tracerOf returns the tracer of pointers of type t, and makes it on first use.
func (l *entryInputs) tracerOf(t cc.Type, from memoryFrom) *tracer {
	f, u := l.start, &l.unread
	k := tracerKey{l.Points(t), f.decls.freshSize(t), from}
	if x := u.tracers[k]; x != nil {
		return x
	}
	x := &tracer{tracerKey: k, v: l.IR.NewGlobal(l.names.uniq("traced"), f.ptr())}
	x.v.Points = k.points
	site := l.IR.NewSite(ir.Choice, "traced", f.ptr(), f.f, f.f.Pos)
	site.Parts, site.Own = l.freshParts(site, t, k.fresh), from == fromNowhere
	end := f.newLoc()
	end.Kind = ir.Halt
	x.edge = f.edge(f.f.Entry, end, &ir.Input{Dst: x.v, Site: site, FreshSize: k.fresh}, f.f.Pos)
	u.tracers[k] = x
	u.order = append(u.order, x)
	return x
}

// isTracer reports whether v is the register of a tracer.
func (u *unreadState) isTracer(v *ir.Var) bool {
	return v.Global && slices.ContainsFunc(u.order, func(t *tracer) bool { return t.v == v })
}

// settle replaces the tracers of the read by the inputs that it needs.
func (r *pointerRead) settle(u *unreadState) {
	mid, last := r.miss.From, r.miss.To
	mid.Out = nil
	f, ld := r.f, r.edge.Stmt.(*ir.LoadStmt)
	from := mid
	for k, hit := range r.hits {
		if hit == nil {
			continue
		}
		hit.To.In = without(hit.To.In, hit)
		if !r.want[k] {
			continue
		}
		is := ir.NewBinary(ir.Eq, ir.NewRef(ld.Dst), &ir.AddrOf{Obj: u.mark(f.l, memoryFrom(k)), T: ld.Dst.Type})
		f.cur, f.pos = f.newLoc(), r.edge.Pos
		next := f.newLoc()
		f.edge(from, f.cur, &ir.Assume{Cond: is, Guard: ir.OtherGuard}, f.pos)
		f.edge(from, next, &ir.Assume{Cond: ir.NotExpr(is), Guard: ir.OtherGuard}, f.pos)
		r.input(r.from[k], last)
		from = next
	}
	last.In = without(last.In, r.miss)
	if from == mid && r.extra {
		r.edge.Stmt = &ir.Skip{}
	}
	f.edge(from, last, &ir.Skip{}, r.edge.Pos)
}

// input reads the pointer as an input, and stores it in the cell that was read. The edges that it adds lead to join.
func (r *pointerRead) input(t *tracer, join *ir.Loc) {
	f, l, ld := r.f, r.f.l, r.edge.Stmt.(*ir.LoadStmt)
	name := "pointer"
	if n, ok := r.n.(cc.ExpressionNode); ok {
		name = cc.NodeSource(n)
	}
	x := f.input(ir.Choice, name, f.ptr(), t.fresh)
	f.lastTemp.Points = t.points
	e := f.lastEdge
	site := ir.SiteOf(e.Stmt)
	site.Parts, site.Own = l.inputs.freshParts(site, r.t, t.fresh), t.from == fromNowhere
	l.inputs.unread.inputs[site] = true
	if l.Cfg.Null == link.NullNone && ld.Dst.Points != ctype.CodeKind {
		f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Ne, x, ir.NewConst(f.ptr(), 0)), Guard: ir.OtherGuard})
		l.assume(f, ir.Assumed{Text: name + " is not null when it is first read (--null=none)", Pos: f.pos})
	}
	f.emit(accesses{f}.setup(&ir.Store{Addr: ld.Addr, Val: x}))
	f.edge(f.cur, join, &ir.Assign{Dst: ld.Dst, Src: x}, f.pos)
	accesses{f}.mark(e, x, t.from, t.cells)
}

// mark returns the mark of a kind: the object to which the pointers lead that the program has not read yet.
func (u *unreadState) mark(l *linker, k memoryFrom) *ir.Object {
	if u.marks[k] == nil {
		o := l.IR.NewObject(l.names.uniq("unread"), 1, 1)
		o.Parts = []ir.Part{ir.Nowhere}
		u.marks[k] = o
	}
	return u.marks[k]
}

// isMark reports whether an object is a mark.
func (u *unreadState) isMark(o *ir.Object) bool { return slices.Contains(u.marks[:], o) }

// isMarkAt reports whether an expression is the address of a mark.
func (u *unreadState) isMarkAt(e ir.Expr) bool {
	a, ok := e.(*ir.AddrOf)
	return ok && u.isMark(a.Obj)
}

// mark stores marks in the cells of the memory at base, after e, the edge that makes the memory.
func (f accesses) mark(e *ir.Edge, base ir.Expr, from memoryFrom, cells []int64) {
	if len(cells) == 0 {
		return
	}
	l, to := f.l, e.To
	f.cur, f.pos = f.newLoc(), e.Pos
	to.In = without(to.In, e)
	e.To = f.cur
	f.cur.In = append(f.cur.In, e)
	in, ok := e.Stmt.(*ir.Input)
	if ok {
		null := ir.NewBinary(ir.Eq, base, ir.NewConst(in.Dst.Type, 0))
		some := f.newLoc()
		f.edge(f.cur, to, &ir.Assume{Cond: null, Guard: ir.OtherGuard}, f.pos)
		f.edge(f.cur, some, &ir.Assume{Cond: ir.NotExpr(null), Guard: ir.OtherGuard}, f.pos)
		f.cur = some
	}
	mark := &ir.AddrOf{Obj: l.inputs.unread.mark(l, from), T: f.ptr()}
	for _, c := range cells {
		s := &ir.Store{Addr: f.offset(base, c), Val: mark}
		if ok && c >= 0 && c+int64(f.ptr().Size()) <= in.FreshSize {
			f.setup(s)
		}
		l.consts.inits[s] = true
		l.inputs.unread.stores[f.emit(s)] = true
	}
	f.edge(f.cur, to, &ir.Skip{}, f.pos)
	l.inputs.unread.after[e] = to
}

// onlyPassed reports whether o is a structure among the entry's parameters whose address the program never takes.
func (l *entryInputs) onlyPassed(f *fn, o *ir.Object) bool {
	if f != l.start || !l.unread.objects[o] {
		return false
	}
	isObj := func(e ir.Expr) bool { a, ok := e.(*ir.AddrOf); return ok && a.Obj == o }
	var params []*ir.Var
	var entry *ir.Func
	for _, e := range f.f.Edges {
		if c, ok := e.Stmt.(*ir.Call); ok {
			for i, x := range c.Args {
				if isObj(x) {
					params, entry = append(params, c.Func.Params[i]), c.Func
				}
			}
		}
	}
	if entry == nil {
		return false
	}
	taken := false
	var visit func(x ir.Expr, address bool)
	visit = func(x ir.Expr, address bool) {
		if add, ok := x.(*ir.PtrAdd); ok && address {
			visit(add.P, true)
			visit(add.Index, false)
			return
		}
		if _, ok := x.(*ir.Ref); ok && address {
			return
		}
		ir.Vars(x, func(v *ir.Var) { taken = taken || slices.Contains(params, v) })
	}
	for _, e := range entry.Edges {
		addresses := ir.Addresses(e.Stmt)
		for i, x := range ir.StmtExprs(e.Stmt) {
			visit(x, i < addresses)
		}
	}
	return !taken
}

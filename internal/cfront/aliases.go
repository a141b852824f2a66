package cfront

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lets a pointer input point to null, to a new object of its own, or to any object alive whose type fits
// (kinds.go). When the whole program is known, it puts a choice before each such input:
//
//	c = input "p target"          1, 2, ... select one of the targets below
//	p = &g                        a global, or a local of the function
//	p = &a + 4*i                  the input i selects one of several offsets that fit
//	p = made.3                    the last object that another pointer input or an allocation made
//	p = any pointer               (approximate) if there may be further objects
//	p = input "p"                 for other values of c: null or a new object
//
// The targets are objects that code outside of the program may know: allocated memory, objects that other inputs point
// to, variables whose address the program takes, and globals that other files may name. Globals that only other files
// may name are targets only of inputs from outside, and only if the pointer points to the type of the variable. An
// object fits if its type, or the type of an element or member, is the type that the pointer points to. A char * may
// point to each byte of an object. A void * may point to the start of each object, and, as an approximation, to any
// address.

// outside reports whether an input comes from code that the program does not have.
func outside(k ir.SiteKind) bool {
	return k == ir.Param || k == ir.Nondet || k == ir.NoBody || k == ir.Library
}

// pointerInput is an input of a pointer whose value the program uses.
type pointerInput struct {
	f    *fn
	edge *ir.Edge
	in   *ir.Input
}

// aliases puts a choice among the objects of the program before each pointer input whose value the program uses.
func (l *entryInputs) aliases() {
	l.fronts()
	l.globals.knowGlobals()
	l.unsetNowhere()
	l.splitReads()
	l.settleReads()
	ins := l.pointerInputs()
	if len(ins) == 0 {
		return
	}
	c := &chooser{l: l.linker, once: l.runOnce(), held: ir.Held(l.IR)}
	c.findMade()
	c.observe()
	for _, p := range ins {
		c.choose(p)
	}
	c.remember()
	c.forget()
	for f := range c.changed {
		f.tidy()
	}
}

// pointerInputs returns the pointer inputs whose value is used for more than a comparison with null.
func (l *entryInputs) pointerInputs() []pointerInput {
	var out []pointerInput
	for _, f := range l.fns {
		for _, e := range f.f.Edges {
			in, ok := e.Stmt.(*ir.Input)
			if ok && in.Dst.Type.Kind == ir.Ptr && in.Site.Kind != ir.Approx && !in.Site.Own &&
				l.apart[in.Site] != apartFromAll && !l.unread.idle[e] && lookedAt(e, in.Dst) {
				out = append(out, pointerInput{f, e, in})
			}
		}
	}
	return out
}

// lookedAt reports whether the value that edge e gives to v may be used for more than a comparison with null.
func lookedAt(e *ir.Edge, v *ir.Var) bool {
	if v.Global {
		return true
	}
	used := false
	ir.Reach([]*ir.Loc{e.To}, func(l *ir.Loc, next func(*ir.Loc)) bool {
		for _, e := range l.Out {
			for _, x := range ir.StmtExprs(e.Stmt) {
				ir.Walk(x, func(x ir.Expr) bool {
					if b, ok := x.(*ir.Binary); ok && (isNull(b.X) || isNull(b.Y)) {
						return false
					}
					r, ok := x.(*ir.Ref)
					used = used || ok && r.Var == v
					return true
				})
			}
			if ir.Def(e.Stmt) != v {
				next(e.To)
			}
		}
		return !used
	})
	return used
}

// isNull reports whether e is the null constant of a pointer type.
func isNull(e ir.Expr) bool {
	c, ok := e.(*ir.Const)
	return ok && c.Bits == 0 && c.T.Kind == ir.Ptr
}

// runOnce returns the functions that run at most once.
func (l *entryInputs) runOnce() map[*ir.Func]bool {
	calls := map[*ir.Func][]*ir.Edge{}
	for _, f := range l.fns {
		for _, e := range f.f.Edges {
			if c, ok := e.Stmt.(*ir.Call); ok {
				calls[c.Func] = append(calls[c.Func], e)
			}
		}
	}
	once := map[*ir.Func]bool{l.IR.Entry: true}
	for more := true; more; {
		more = false
		for _, f := range l.fns {
			g := f.f
			if cs := calls[g]; !once[g] && len(cs) == 1 && once[cs[0].From.Func] && !repeats(cs[0]) {
				once[g], more = true, true
			}
		}
	}
	return once
}

// repeats reports whether e lies on a cycle of its function.
func repeats(e *ir.Edge) bool { return e.To.LeadsTo(e.From) }

// maxTargets is the largest number of targets of a choice. If there are more, the choice includes an approximate
// pointer.
const maxTargets = 8

// chooser makes the choices for all pointer inputs of the program.
type chooser struct {
	l       *linker
	once    map[*ir.Func]bool           // functions that run at most once
	held    map[*ir.Object]bool         // objects whose address may be stored or known outside
	made    []*maker                    // all edges that make objects
	doms    map[*ir.Func]*graph.DomTree // cache of dominates
	changed map[*fn]bool                // functions to tidy at the end

	compares bool  // the program compares pointers with one another
	indexes  bool  // the program adds a computed index to a pointer
	far      int64 // the largest constant, in bytes, that the program adds to a pointer
}

// maker is an edge that makes objects: an allocation, or a pointer input.
type maker struct {
	f    *fn
	edge *ir.Edge
	last *ir.Var // global register for the last object that it made; nil if no choice uses it
	once bool    // it makes at most one object in a run
}

// findMade fills made with the edges that make objects, except edges of library models and inputs of pointers to
// functions.
func (c *chooser) findMade() {
	c.changed, c.doms = map[*fn]bool{}, map[*ir.Func]*graph.DomTree{}
	for _, f := range c.l.fns {
		if f.u != nil && f.u.Model {
			continue
		}
		for _, e := range f.f.Edges {
			if _, ok := ir.Makes(e.Stmt); !ok {
				continue
			}
			if in, ok := e.Stmt.(*ir.Input); ok && in.Dst.Points == ctype.CodeKind {
				continue
			}
			c.made = append(c.made, &maker{f: f, edge: e, once: c.once[f.f] && !repeats(e)})
		}
	}
}

// dominates reports whether every path from the entry of f to b passes a.
func (c *chooser) dominates(f *ir.Func, a, b *ir.Loc) bool {
	d := c.doms[f]
	if d == nil {
		adj := make(graph.Adj, len(f.Locs))
		for _, e := range f.Edges {
			adj[e.From.ID] = append(adj[e.From.ID], e.To.ID)
		}
		d = graph.Dominators(adj, f.Entry.ID)
		c.doms[f] = d
	}
	return a.ID < len(f.Locs) && b.ID < len(f.Locs) && d.Dominates(a.ID, b.ID)
}

// target is one alternative of a choice: the addresses base + off + i*stride for 0 <= i < count, in bytes.
type target struct {
	base   ir.Expr
	off    int64
	stride int64
	count  int64
	room   int64  // if not 0, the number of bytes that must be readable at the address, as the size is unknown
	label  string // names the object in traces
}

// choose collects the objects that fit the pointer input p, and puts a choice among them before it.
func (c *chooser) choose(p pointerInput) {
	if p.in.Dst.Points == ctype.CodeKind {
		c.chooseFunction(p)
		return
	}
	kind := p.in.Dst.Points
	var all []target
	whole := !c.laterHolds(p, kind) // all has every possible target
	to := c.l.inputs.pointed[p.in.Site]
	inside := kind != "" || to.char // p may also point to members and elements
	add := func(base ir.Expr, size int64, parts []ir.Part, label string) {
		for _, q := range ir.Fits(parts, kind) {
			if !inside {
				q.Off, q.Stride = 0, 0
			}
			off, stride, count := to.places(q, size)
			if count == 0 {
				continue
			}
			t := target{base: base, off: off, stride: stride, count: count, label: label}
			if len(all) >= maxTargets {
				whole = false
				return
			}
			all = append(all, t)
		}
	}
	if kind == "" && (c.l.flow.anyToCode(true) || c.l.flow.anyToCode(false)) {
		for _, s := range c.l.flow.taken {
			if len(all) >= maxTargets {
				whole = false
				break
			}
			all = append(all, c.function(s))
		}
	}
	unread := c.l.inputs.unread.inputs[p.in.Site]
	first := p.f == c.l.inputs.start // nothing else has run yet
	for _, e := range c.l.inputs.start.f.Edges {
		if _, ok := e.Stmt.(*ir.Call); ok && first && e.To.LeadsTo(p.edge.From) {
			first = false
		}
	}
	ptr := c.l.Cfg.Model.Ptr()
	for _, o := range c.l.IR.Objects {
		switch {
		case !c.held[o] || c.l.inputs.unread.isMark(o):
		case o.Const && o.Source == "": // text: no write goes there
			whole = whole && !(c.compares && len(ir.Fits(o.Parts, kind)) > 0)
		default:
			add(&ir.AddrOf{Obj: o, T: ptr}, o.Size, o.Parts, o.Source)
		}
	}
	for _, f := range c.l.fns {
		if first && f != p.f {
			continue
		}
		for _, o := range f.f.Objects {
			if !c.held[o] || c.l.inputs.onlyPassed(f, o) || len(ir.Fits(o.Parts, kind)) == 0 {
				continue
			}
			at := declaredAt(f.f, o)
			may, must := livesAt(f.f, o, p.edge.From)
			switch {
			case f != p.f:
				whole = whole && at == nil
			case at == nil, !may:
			case unread: // the object did not live yet when the pointer was made
				whole = false
			case must && c.dominates(f.f, at.To, p.edge.From):
				add(&ir.AddrOf{Obj: o, T: ptr}, o.Size, o.Parts, o.Source)
				whole = whole && c.once[f.f]
			case at.To.LeadsTo(p.edge.From):
				whole = false
			}
		}
	}
	for _, m := range c.made {
		if first && m.f != p.f {
			continue
		}
		s := ir.SiteOf(m.edge.Stmt)
		if len(all) >= maxTargets {
			whole = false
			break
		}
		if in, ok := m.edge.Stmt.(*ir.Input); ok && in.Site.Kind == ir.Uninit && m.f != p.f {
			continue // the bytes of an uninitialised variable of another function are unknown
		}
		if s != nil && !unread && c.l.inputs.areApart(s, p.in.Site) {
			continue
		}
		if s == nil || m.edge == p.edge && m.once || len(ir.Fits(s.Parts, kind)) == 0 {
			continue
		}
		if m.f == p.f && m.once && !m.edge.To.LeadsTo(p.edge.From) {
			continue
		}
		if in, ok := m.edge.Stmt.(*ir.Input); unread && (!ok || in.Site.Kind == ir.Uninit) {
			whole = false // nor did this object
			continue
		}
		size, _ := ir.Makes(m.edge.Stmt)
		whole, size = whole && size >= 0, max(size, 0)
		if m.last == nil {
			m.last = c.l.IR.NewGlobal(c.l.names.uniq("made"), ptr)
		}
		whole = whole && m.once
		n := len(all)
		label := objectOf(s)
		add(ir.NewRef(m.last), size, s.Parts, label)
		stride := int64(0)
		if kind != "" && len(s.Parts) > 0 {
			stride = s.Parts[0].Stride
		}
		if (c.indexes || c.far > 0 && c.far >= stride) && m.edge != p.edge { // p may point to a later element of the object
			whole = false
		}
		if len(all) == n && size == 0 && n < maxTargets {
			all = append(all, target{base: ir.NewRef(m.last), count: 1, room: to.size, label: label})
		}
	}
	if !inside && len(all) > 0 {
		whole = false
	}
	c.emit(p, all, whole)
}

// areApart reports whether restrict keeps two inputs from pointing to the same object.
func (l *entryInputs) areApart(a, b *ir.Site) bool {
	writes := func(s *ir.Site) bool { return s.Kind == ir.Param && !l.readers[s] }
	return max(l.apart[a], l.apart[b]) == apartFromAll || l.apart[a] == apartFromWriters && writes(b) ||
		l.apart[b] == apartFromWriters && writes(a)
}

// laterHolds reports whether an input that runs after p may make an object that has, as a member, an object of the kind
// that p points to.
func (c *chooser) laterHolds(p pointerInput, kind string) bool {
	if kind == "" || kind == ctype.CodeKind {
		return false
	}
	for _, m := range c.made {
		in, ok := m.edge.Stmt.(*ir.Input)
		if !ok || m.edge == p.edge || m.f == p.f && !p.edge.To.LeadsTo(m.edge.From) || in.Site.Own ||
			c.l.inputs.apart[in.Site] == apartFromAll {
			continue
		}
		ps := in.Site.Parts
		if in.FreshSize > 0 && len(ps) > 0 && ps[0].Kind != kind && len(ir.Fits(ps, kind)) > 0 {
			return true
		}
	}
	return false
}

// observe sets compares, indexes and far from the pointer operations of the program.
func (c *chooser) observe() {
	for _, f := range c.l.fns {
		if f.u != nil && f.u.Model {
			continue
		}
		for _, e := range f.f.Edges {
			if c.l.inputs.unread.stores[e] {
				continue
			}
			for _, x := range ir.StmtExprs(e.Stmt) {
				ir.Walk(x, func(x ir.Expr) bool {
					// sound: looks for comparisons and steps of pointers; other operations make numbers of them
					switch x := x.(type) {
					case *ir.Binary:
						c.compares = c.compares || x.X.Type().Kind == ir.Ptr && !isNull(x.X) && !isNull(x.Y) &&
							!c.l.inputs.unread.isMarkAt(x.X) && !c.l.inputs.unread.isMarkAt(x.Y)
					case *ir.PtrAdd:
						if _, ok := x.P.(*ir.AddrOf); ok {
							break
						}
						if k, ok := x.Index.(*ir.Const); ok && x.Scale == 1 && int64(k.Bits) >= 0 {
							c.far = max(c.far, int64(k.Bits)) // a member, or an element
						} else {
							c.indexes = true
						}
					}
					return true
				})
			}
		}
	}
}

// declaredAt returns the edge that declares o in f, or nil if there is none.
func declaredAt(f *ir.Func, o *ir.Object) *ir.Edge {
	for _, e := range f.Edges {
		if d, ok := e.Stmt.(*ir.Decl); ok && d.Obj == o {
			return e
		}
	}
	return nil
}

// objectOf returns a text for the object that site s made last.
func objectOf(s *ir.Site) string {
	if s.Kind == ir.ObjectBytes || outside(s.Kind) && s.Kind != ir.Param {
		return "the last of " + s.Name + "()"
	}
	return "the one that " + s.Name + " leads to"
}

// label sets the label of a choice at site s and the text of each of its values. The choice is for the pointer input
// with the site input.
func (c *chooser) label(s, input *ir.Site, all []target, whole bool) {
	name := input.Name
	if outside(input.Kind) && input.Kind != ir.Param {
		name += "()"
	}
	s.Label = "object that " + name + " leads to"
	s.Means = []string{"null, or one of its own"}
	for _, t := range all {
		s.Means = append(s.Means, t.label)
	}
	if !whole {
		s.Means = append(s.Means, "any place")
	}
}

// emit puts the choice among the targets all in front of the input. If whole is not set, the choice includes an
// approximate pointer.
func (c *chooser) emit(p pointerInput, all []target, whole bool) {
	if len(all) == 0 && whole {
		return
	}
	f, l, pos := p.f, c.l, p.edge.Pos
	c.changed[f] = true
	from, to := p.edge.From, p.edge.To
	if at := l.inputs.unread.after[p.edge]; at != nil { // only new objects get marks
		to = at
	}
	from.Out = without(from.Out, p.edge)
	p.edge.From = nil
	f.cur, f.pos = from, pos
	sel := f.input(ir.Choice, p.in.Site.Name+" target", ir.U8, 0)
	c.label(ir.SiteOf(f.lastEdge.Stmt), p.in.Site, all, whole)
	next := int64(1)
	branch := func(body func()) {
		is := ir.NewBinary(ir.Eq, sel, ir.NewConst(ir.U8, next))
		next++
		hit, miss := f.newLoc(), f.newLoc()
		f.edge(f.cur, hit, &ir.Assume{Cond: is, Guard: ir.OtherGuard}, pos)
		f.edge(f.cur, miss, &ir.Assume{Cond: ir.NotExpr(is), Guard: ir.OtherGuard}, pos)
		f.cur = hit
		body()
		f.edge(f.cur, to, &ir.Skip{}, pos)
		f.cur = miss
	}
	for _, t := range all {
		branch(func() {
			e := t.base
			if r, ok := e.(*ir.Ref); ok {
				f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Ne, r, ir.NewConst(r.Var.Type, 0)), Guard: ir.OtherGuard})
			}
			if t.off != 0 {
				e = ir.NewPtrAdd(e, ir.NewConst(l.Cfg.Model.Diff(), t.off), 1)
			}
			if t.count > 1 {
				st := l.Cfg.Model.Size()
				i := f.input(ir.Choice, p.in.Site.Name+" index", st, 0)
				ir.SiteOf(f.lastEdge.Stmt).Label = "place of " + p.in.Site.Name + " in that object"
				f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Lt, i, ir.NewConst(st, t.count)), Guard: ir.OtherGuard})
				e = ir.NewPtrAdd(e, i, t.stride)
			}
			if t.room > 1 {
				n := ir.NewConst(l.Cfg.Model.Size(), t.room)
				f.emit(&ir.Assume{Cond: &ir.Valid{What: ir.Readable, Addr: e, N: n}, Guard: ir.OtherGuard})
			}
			f.emit(accesses{f}.setup(&ir.Assign{Dst: p.in.Dst, Src: e}))
		})
	}
	if !whole {
		branch(func() {
			site := l.IR.NewSite(ir.Approx, p.in.Site.Name+" target", p.in.Dst.Type, f.f, pos)
			site.Label = "place that " + p.in.Site.Name + " leads to"
			f.emit(&ir.Input{Dst: p.in.Dst, Site: site, FreshSize: p.in.FreshSize})
		})
	}
	p.edge.From = f.cur
	f.cur.Out = append(f.cur.Out, p.edge)
}

// function returns the function s as a target.
func (c *chooser) function(s *link.Symbol) target {
	f := c.l.funcOf(s)
	return target{base: &ir.FuncAddr{Func: f, T: c.l.Cfg.Model.Ptr()}, count: 1, label: f.Source + "()"}
}

// chooseFunction puts a choice among the functions whose address is taken before p, an input of a pointer to a
// function. The new object that p may also point to represents a function that the program does not have
// (ptroutside.go).
func (c *chooser) chooseFunction(p pointerInput) {
	var all []target
	for _, s := range c.l.flow.taken {
		all = append(all, c.function(s))
	}
	whole := len(all) <= maxTargets
	c.emit(p, all[:min(len(all), maxTargets)], whole)
}

// remember assigns the register last after each edge whose objects a choice uses.
func (c *chooser) remember() {
	for _, m := range c.made {
		if m.last == nil {
			continue
		}
		f := m.f
		c.changed[f] = true
		mid, to := f.newLoc(), m.edge.To
		mid.Pos = m.edge.Pos
		to.In = without(to.In, m.edge)
		m.edge.To = mid
		mid.In = append(mid.In, m.edge)
		f.edge(mid, to, &ir.Assign{Dst: m.last, Src: ir.NewRef(ir.Def(m.edge.Stmt))}, m.edge.Pos)
	}
}

// forget sets the registers last to null where the object that they point to is freed: choices select objects that are
// alive.
func (c *chooser) forget() {
	var made []*ir.Var
	for _, m := range c.made {
		if m.last != nil {
			made = append(made, m.last)
		}
	}
	if len(made) == 0 {
		return
	}
	for _, f := range c.l.fns {
		for _, e := range slices.Clone(f.f.Edges) {
			fr, ok := e.Stmt.(*ir.Free)
			if !ok {
				continue
			}
			c.changed[f] = true
			from := e.From
			from.Out = without(from.Out, e)
			for _, v := range made {
				is := ir.NewBinary(ir.Eq, ir.NewRef(v), fr.Addr)
				hit, next := f.newLoc(), f.newLoc()
				f.edge(from, hit, &ir.Assume{Cond: is, Guard: ir.OtherGuard}, e.Pos)
				f.edge(from, next, &ir.Assume{Cond: ir.NotExpr(is), Guard: ir.OtherGuard}, e.Pos)
				f.edge(hit, next, &ir.Assign{Dst: v, Src: ir.NewConst(v.Type, 0)}, e.Pos)
				from = next
			}
			if !from.Pos.IsValid() {
				from.Pos = e.Pos
			}
			e.From = from
			from.Out = append(from.Out, e)
		}
	}
}

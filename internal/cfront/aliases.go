package cfront

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Pointer inputs lead to null, to an object of their own, or to any object
// alive whose type fits (kinds.go). Each such input becomes a choice, when the whole program is
// known:
//
//	c = input "p target"          1, 2, ... take one of the objects below
//	p = &g                        of the globals and of the function's locals
//	p = &a + 4*i                  where several places fit, i is another input
//	p = made.3                    what another pointer input, or an allocation, made last
//	p = any pointer               (approximate) if there may be others
//	p = input "p"                 all else: null or an object of its own
//
// Code outside of the program can know these objects: memory that was allocated, what other
// inputs lead to, and variables whose address the program takes, or that other files may name. The latter
// counts for what comes from outside, where the pointer points to the type of the variable. The type fits
// where that of an object, element or member is the one that is pointed to; char * leads to each byte, void * to the
// start of each object, and to any place as an approximation.

// outside reports whether an input comes from code that the program does not have.
func outside(k ir.SiteKind) bool {
	return k == ir.Param || k == ir.Nondet || k == ir.NoBody || k == ir.Library
}

// pointerInput is an input of a pointer that the program looks at.
type pointerInput struct {
	f    *fn
	edge *ir.Edge
	in   *ir.Input
}

// aliases lets the pointer inputs of the program lead to its objects.
func (l *entryInputs) aliases() {
	l.fronts()
	l.globals.knowGlobals()
	l.splitReads()
	l.settleReads()
	ins := l.pointerInputs()
	if len(ins) == 0 {
		return
	}
	c := &chooser{l: l.linker, once: l.runOnce(), held: ir.Held(l.prog)}
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

// pointerInputs returns those whose value is looked at other than by a comparison with null.
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

// lookedAt reports whether a value that the edge gives to v may be used.
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
	once := map[*ir.Func]bool{l.prog.Entry: true}
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

func repeats(e *ir.Edge) bool { return e.To.LeadsTo(e.From) }

const maxTargets = 8 // of a choice; where there are more, they are approximate

type chooser struct {
	l       *linker
	once    map[*ir.Func]bool
	held    map[*ir.Object]bool
	made    []*maker
	doms    map[*ir.Func]*graph.DomTree
	changed map[*fn]bool

	compares bool  // the program compares pointers other than with null
	indexes  bool  // it computes elements' addresses from pointers
	far      int64 // the largest constant that it adds to one
}

// maker is an edge that makes objects: an allocation, or a pointer input.
type maker struct {
	f    *fn
	edge *ir.Edge
	last *ir.Var // global register with the last one; nil if no input asks
	once bool    // it makes one at most
}

func (c *chooser) findMade() {
	c.changed, c.doms = map[*fn]bool{}, map[*ir.Func]*graph.DomTree{}
	for _, f := range c.l.fns {
		if f.u != nil && f.u.model {
			continue
		}
		for _, e := range f.f.Edges {
			if _, ok := ir.Makes(e.Stmt); !ok {
				continue
			}
			if in, ok := e.Stmt.(*ir.Input); ok && in.Dst.Points == codeKind {
				continue
			}
			c.made = append(c.made, &maker{f: f, edge: e, once: c.once[f.f] && !repeats(e)})
		}
	}
}

// dominates reports whether b is reached by way of a only.
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

// target is one answer of a choice: places in an object.
type target struct {
	base   ir.Expr
	off    int64
	stride int64
	count  int64
	room   int64 // bytes that must be there, of an object whose size is not known here; 0: they are
	label  string
}

// choose makes a pointer input a choice among the objects that fit.
func (c *chooser) choose(p pointerInput) {
	if p.in.Dst.Points == codeKind {
		c.chooseFunction(p)
		return
	}
	kind := p.in.Dst.Points
	var all []target
	whole := !c.laterHolds(p, kind) // there are no others
	to := c.l.inputs.pointed[p.in.Site]
	inside := kind != "" || to.char // elements, too
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
	ptr := c.l.cfg.Model.Ptr()
	for _, o := range c.l.prog.Objects {
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
			case unread: // it did not live yet when the pointer was made
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
			whole = false // nor did this
			continue
		}
		size, _ := ir.Makes(m.edge.Stmt)
		whole, size = whole && size >= 0, max(size, 0)
		if m.last == nil {
			m.last = c.l.prog.NewGlobal(c.l.names.uniq("made"), ptr)
		}
		whole = whole && m.once
		n := len(all)
		label := objectOf(s)
		add(ir.NewRef(m.last), size, s.Parts, label)
		stride := int64(0)
		if kind != "" && len(s.Parts) > 0 {
			stride = s.Parts[0].Stride
		}
		if (c.indexes || c.far > 0 && c.far >= stride) && m.edge != p.edge { // the other may point past this one
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

// areApart reports whether restrict keeps two inputs from leading to one object.
func (l *entryInputs) areApart(a, b *ir.Site) bool {
	writes := func(s *ir.Site) bool { return s.Kind == ir.Param && !l.readers[s] }
	return max(l.apart[a], l.apart[b]) == apartFromAll || l.apart[a] == apartFromWriters && writes(b) ||
		l.apart[b] == apartFromWriters && writes(a)
}

// laterHolds reports whether what is made later may hold, as a member, what the input points to.
func (c *chooser) laterHolds(p pointerInput, kind string) bool {
	if kind == "" || kind == codeKind {
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

// observe notes what the program does with pointers.
func (c *chooser) observe() {
	for _, f := range c.l.fns {
		if f.u != nil && f.u.model {
			continue
		}
		for _, e := range f.f.Edges {
			if c.l.inputs.unread.stores[e] {
				continue
			}
			for _, x := range ir.StmtExprs(e.Stmt) {
				ir.Walk(x, func(x ir.Expr) bool {
					// sound: looks for comparisons and steps of pointers; what is made of a pointer otherwise is a number
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

// declaredAt returns where an object is declared, nil if nowhere.
func declaredAt(f *ir.Func, o *ir.Object) *ir.Edge {
	for _, e := range f.Edges {
		if d, ok := e.Stmt.(*ir.Decl); ok && d.Obj == o {
			return e
		}
	}
	return nil
}

// objectOf names the object that a site made last.
func objectOf(s *ir.Site) string {
	if s.Kind == ir.ObjectBytes || outside(s.Kind) && s.Kind != ir.Param {
		return "the last of " + s.Name + "()"
	}
	return "the one that " + s.Name + " leads to"
}

// says sets the words of a choice at its site.
func (c *chooser) says(s, of *ir.Site, all []target, whole bool) {
	name := of.Name
	if outside(of.Kind) && of.Kind != ir.Param {
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

// emit puts the choice in front of the input.
func (c *chooser) emit(p pointerInput, all []target, whole bool) {
	if len(all) == 0 && whole {
		return
	}
	f, l, pos := p.f, c.l, p.edge.Pos
	c.changed[f] = true
	from, to := p.edge.From, p.edge.To
	if at := l.inputs.unread.after[p.edge]; at != nil { // marks are for objects of their own
		to = at
	}
	from.Out = without(from.Out, p.edge)
	p.edge.From = nil
	f.cur, f.pos = from, pos
	sel := f.input(ir.Choice, p.in.Site.Name+" target", ir.U8, 0)
	c.says(ir.SiteOf(f.lastEdge.Stmt), p.in.Site, all, whole)
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
				e = ir.NewPtrAdd(e, ir.NewConst(l.cfg.Model.Diff(), t.off), 1)
			}
			if t.count > 1 {
				st := l.cfg.Model.Size()
				i := f.input(ir.Choice, p.in.Site.Name+" index", st, 0)
				ir.SiteOf(f.lastEdge.Stmt).Label = "place of " + p.in.Site.Name + " in that object"
				f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Lt, i, ir.NewConst(st, t.count)), Guard: ir.OtherGuard})
				e = ir.NewPtrAdd(e, i, t.stride)
			}
			if t.room > 1 {
				n := ir.NewConst(l.cfg.Model.Size(), t.room)
				f.emit(&ir.Assume{Cond: &ir.Valid{What: ir.Readable, Addr: e, N: n}, Guard: ir.OtherGuard})
			}
			f.emit(accesses{f}.setup(&ir.Assign{Dst: p.in.Dst, Src: e}))
		})
	}
	if !whole {
		branch(func() {
			site := l.prog.NewSite(ir.Approx, p.in.Site.Name+" target", p.in.Dst.Type, f.f, pos)
			site.Label = "place that " + p.in.Site.Name + " leads to"
			f.emit(&ir.Input{Dst: p.in.Dst, Site: site, FreshSize: p.in.FreshSize})
		})
	}
	p.edge.From = f.cur
	f.cur.Out = append(f.cur.Out, p.edge)
}

// function is a target.
func (c *chooser) function(s *symbol) target {
	f := c.l.funcOf(s)
	return target{base: &ir.FuncAddr{Func: f, T: c.l.cfg.Model.Ptr()}, count: 1, label: f.Source + "()"}
}

// chooseFunction makes an input of a pointer to a function a choice among those
// of which the address is taken. The object that it points to else stands for a function that the
// program does not have (ptroutside.go).
func (c *chooser) chooseFunction(p pointerInput) {
	var all []target
	for _, s := range c.l.flow.taken {
		all = append(all, c.function(s))
	}
	whole := len(all) <= maxTargets
	c.emit(p, all[:min(len(all), maxTargets)], whole)
}

// remember keeps the last object that was made where a choice asks for it.
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

// forget drops what was made last when it is freed: a choice leads to objects that are alive.
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

package cfront

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file finds the variables of the program that pointers from outside may point to.

// rootKind returns the kind of the pointer from which the address e is computed, or "" if it has none.
func rootKind(e ir.Expr) string {
	for {
		switch x := e.(type) { // sound: "" fits any kind
		case *ir.PtrAdd:
			e = x.P
			continue
		case *ir.Ref:
			return x.Var.Points
		}
		return ""
	}
}

// knowGlobals marks the objects that other files may name, if the program gets pointers from outside. Global registers
// that such a pointer may point to become objects.
func (l *globals) knowGlobals() {
	l.knowTaken()
	l.inputs.unread.idle = map[*ir.Edge]bool{}
	var inputs []*ir.Edge
	var readers []*fn // by index of inputs
	for _, f := range l.fns {
		for _, e := range f.f.Edges {
			if s, ok := e.Stmt.(*ir.Input); ok && s.Dst.Type.Kind == ir.Ptr && outside(s.Site.Kind) && !s.Site.Own &&
				s.Dst.Points != ctype.CodeKind {
				inputs, readers = append(inputs, e), append(readers, f)
			}
		}
	}
	inside := l.inputs.holdsInside()
	if len(inputs) == 0 && !inside {
		return
	}
	g := l.gather(inputs)
	var ds []*demand
	var from []outsider
	for i, e := range inputs {
		s := e.Stmt.(*ir.Input)
		d := g.of(s.Dst)
		l.inputs.unread.idle[e] = !d.used()
		if d.used() {
			from = append(from, outsider{readers[i], e.Pos, s.Dst.Points, s.FreshSize})
		}
		if d.used() && (s.Dst.Points != "" || s.Site.Kind == ir.Param || s.Site.Kind == ir.Nondet) {
			ds = append(ds, d.fitting(s.Dst.Points))
		}
	}
	for _, f := range l.fns {
		for _, e := range f.f.Edges {
			if s, ok := e.Stmt.(*ir.LoadStmt); ok && inside && s.Dst.Type.Kind == ir.Ptr && s.Dst.Points != ctype.CodeKind &&
				g.readsOutside(s.Addr) {
				if g.of(s.Dst).used() {
					from = append(from, outsider{f, e.Pos, s.Dst.Points, l.Cfg.ArraySize})
				}
				ds = append(ds, g.of(s.Dst).fitting(s.Dst.Points))
			}
		}
	}
	l.assumeUnnamed(from)
	if len(ds) == 0 {
		return
	}
	taken := map[*ir.Var]*ir.Object{}
	for _, name := range sortedKeys(l.Syms) {
		s := l.Syms[name]
		if s.IsFunc || s.Static || s.Unit == nil || s.Unit.Model || l.of(s).place.t == nil || !s.Defined() && !s.Tentative ||
			l.Layout.IsConst(s.Decl) {
			continue
		}
		if o := l.objectOf(l.of(s).place); o != nil {
			o.Known = true
			continue
		}
		v := l.of(s).place.reg
		if v == nil {
			continue
		}
		k := l.KindOf(s.Type)
		if k != "" && slices.ContainsFunc(ds, func(d *demand) bool { return d.touches(k, int64(v.Type.Size())) }) {
			taken[v] = l.makeObject(v, s)
		}
	}
	if len(taken) > 0 {
		l.demote(taken)
	}
}

// number drops unreachable locations, and numbers the remaining locations and edges.
func (l *globals) number() {
	for _, f := range l.fns {
		tidying{f}.dropUnreachable()
		tidying{f}.renumber()
	}
}

// makeObject makes the object that replaces the global register v of s.
func (l *globals) makeObject(v *ir.Var, s *link.Symbol) *ir.Object {
	o := l.IR.NewObject(l.names.uniq(v.Name), int64(v.Type.Size()), l.Align(s.Type, s.Pos))
	o.Pos, o.Source, o.CType, o.Scope = s.Pos, v.Source, v.CType, v.Scope
	o.Elem, o.Parts, o.Known = v.Type, l.PartsOf(s.Type, false), true
	if v.Init != nil {
		o.Init = []ir.InitItem{{Off: 0, Val: v.Init}}
	}
	return o
}

// demote replaces global registers by objects in all functions.
func (l *globals) demote(objs map[*ir.Var]*ir.Object) {
	ptr := l.Cfg.Model.Ptr()
	for _, f := range l.fns {
		changed := false
		for _, loc := range slices.Clone(f.f.Locs) {
			changed = f.loadFirst(loc, objs) || changed
		}
		for _, e := range slices.Clone(f.f.Edges) {
			v := ir.Def(e.Stmt)
			o := objs[v]
			if v == nil || o == nil {
				continue
			}
			changed = true
			addr := &ir.AddrOf{Obj: o, T: ptr}
			if a, ok := e.Stmt.(*ir.Assign); ok {
				e.Stmt = &ir.Store{Addr: addr, Val: a.Src}
				continue
			}
			t := f.temp(v.Type)
			t.Points = v.Points
			retarget(e, t)
			mid, to := f.newLoc(), e.To
			mid.Pos = e.Pos
			to.In = without(to.In, e)
			e.To = mid
			mid.In = append(mid.In, e)
			f.edge(mid, to, &ir.Store{Addr: addr, Val: ir.NewRef(t)}, e.Pos)
		}
		if changed {
			f.tidy()
		}
	}
}

// loadFirst loads the objects of the registers that the edges of a location read into temporaries, just before these
// edges. It reports whether there were any.
func (f *fn) loadFirst(loc *ir.Loc, objs map[*ir.Var]*ir.Object) bool {
	temps := map[*ir.Var]*ir.Var{}
	var order []*ir.Var
	for _, e := range loc.Out {
		for _, x := range ir.StmtExprs(e.Stmt) {
			ir.Vars(x, func(v *ir.Var) {
				if objs[v] != nil && temps[v] == nil {
					temps[v] = f.temp(v.Type)
					temps[v].Points = v.Points
					order = append(order, v)
				}
			})
		}
	}
	if len(order) == 0 {
		return false
	}
	out := loc.Out
	loc.Out = nil
	f.cur, f.pos = loc, out[0].Pos
	for _, v := range order {
		f.emit(&ir.LoadStmt{Dst: temps[v], Addr: &ir.AddrOf{Obj: objs[v], T: f.ptr()}})
	}
	sub := &ir.Subst{Var: func(v *ir.Var) *ir.Var { return temps[v] }}
	for _, e := range out {
		dst := ir.Def(e.Stmt)
		e.From = f.cur
		f.cur.Out = append(f.cur.Out, e)
		e.Stmt = ir.MapStmt(e.Stmt, sub.Expr)
		_ = dst
	}
	f.cur.Pos = loc.Pos
	return true
}

// knowTaken marks the objects whose address occurs only in parts of the program that were dropped because they are not
// used: the initialiser of a variable, or a function. Arbitrary memory may contain that address.
func (l *globals) knowTaken() {
	arbitrary := false
	bytesOf := func(o *ir.Object) {
		arbitrary = arbitrary || o.Site != nil && len(ir.Fits(o.Parts, "ptr")) > 0
	}
	for _, o := range l.IR.Objects {
		bytesOf(o)
	}
	for _, f := range l.fns {
		for _, e := range f.f.Edges {
			switch s := e.Stmt.(type) {
			case *ir.Alloc:
				arbitrary = arbitrary || !s.Zeroed
			case *ir.Decl:
				bytesOf(s.Obj)
			case *ir.MemHavoc:
				arbitrary = true
			case *ir.Input:
				arbitrary = arbitrary || s.Dst.Type.Kind == ir.Ptr
			case *ir.Assign, *ir.Assume, *ir.Call, *ir.End, *ir.Free, *ir.HavocAll, *ir.LoadStmt,
				*ir.Math, *ir.MemCopy, *ir.MemSet, *ir.Return, *ir.Skip, *ir.Store, *ir.Undefined: // these make no arbitrary bytes
			}
		}
	}
	if !arbitrary {
		return
	}
	held := ir.Held(l.IR)
	know := func(s *link.Symbol) {
		if o := l.objectOf(l.of(s).place); o != nil && !held[o] {
			o.Known = true
		}
	}
	named := l.inDropped()
	see := func(table map[string]*link.Symbol) {
		for _, name := range sortedKeys(table) {
			s := table[name]
			if s.IsFunc || s.Unit == nil || s.Unit.Model || l.of(s).place.t == nil {
				continue
			}
			if s.AddrTaken || named(s) {
				know(s)
			}
		}
	}
	see(l.Syms)
	for _, u := range l.Units {
		see(u.Locals)
	}
}

// inDropped returns a function that reports whether a dropped expression names the given array. Such a name becomes a
// pointer without an operator.
func (l *globals) inDropped() func(*link.Symbol) bool {
	lowered := map[*link.Symbol]bool{}
	for _, f := range l.fns {
		if f.sym != nil {
			lowered[f.sym.AsLinked()] = true
		}
	}
	arrays := l.ArraysNamed()
	return func(s *link.Symbol) bool {
		for in := range arrays[s.AsLinked()] {
			if !lowered[in] {
				return true
			}
		}
		return false
	}
}

package ir

import "slices"

// Subst renames the things that expressions and statements mention. A nil
// function, and a nil answer, leave the thing as it is.
type Subst struct {
	Var  func(*Var) *Var
	Obj  func(*Object) *Object
	Func func(*Func) *Func
	Site func(*Site) *Site

	shared *Mapper // nil: see Shared
}

// Shared makes s remember what it was applied to: what expressions share is renamed once. The functions must always
// give the same then.
func (s *Subst) Shared() *Subst {
	s.shared = NewMapper(s.node)
	return s
}

// Expr applies s to e; e itself if nothing changed. A Forall's bound register
// is renamed too.
func (s *Subst) Expr(e Expr) Expr {
	switch {
	case e == nil:
		return nil
	case s.shared != nil:
		return s.shared.Map(e)
	}
	return Map(e, s.node)
}

// node applies s to what an expression names itself.
func (s *Subst) node(x Expr) Expr {
	switch x := x.(type) {
	case *Ref:
		if v := s.variable(x.Var); v != x.Var {
			return &Ref{v}
		}
	case *AddrOf:
		if o := s.object(x.Obj); o != x.Obj {
			return &AddrOf{o, x.T}
		}
	case *FuncAddr:
		if f := s.function(x.Func); f != x.Func {
			return &FuncAddr{f, x.T}
		}
	case *Forall:
		if v := s.variable(x.Bound); v != x.Bound {
			return &Forall{v, x.Lo, x.Hi, x.Body}
		}
	case *Const, *Unary, *Binary, *Cast, *PtrAdd, *PtrDiff, *Overflows, *Valid, *Load: // name nothing themselves
	}
	return x
}

// Stmt applies s to a statement, to assigned registers too. It returns a new
// statement where something changed.
func (s *Subst) Stmt(st Stmt) Stmt {
	st = MapStmt(st, s.Expr)
	if v := Def(st); v != nil {
		if d := s.variable(v); d != v {
			st = WithDef(st, d)
		}
	}
	switch t := st.(type) {
	case *Input:
		if site := s.site(t.Site); site != t.Site {
			return &Input{t.Dst, site, t.FreshSize}
		}
	case *Decl:
		if o := s.object(t.Obj); o != t.Obj {
			return &Decl{o}
		}
	case *End:
		if o := s.object(t.Obj); o != t.Obj {
			return &End{o}
		}
	case *Alloc:
		if site := s.site(t.Site); site != t.Site {
			return &Alloc{t.Dst, t.Size, t.Kind, t.Zeroed, site, t.Kept, t.Moved}
		}
	case *MemHavoc:
		if site := s.site(t.Site); site != t.Site {
			return &MemHavoc{t.Addr, t.N, site}
		}
	case *Call:
		if f := s.function(t.Func); f != t.Func {
			return &Call{t.Dst, f, t.Args}
		}
	case *Skip, *Assign, *Assume, *LoadStmt, *Store, *Free, *MemCopy, *MemSet, *HavocAll, *Return, *Math, *Undefined:
		// nothing else to rename
	}
	return st
}

func (s *Subst) variable(v *Var) *Var {
	if v != nil && s.Var != nil {
		if w := s.Var(v); w != nil {
			return w
		}
	}
	return v
}

func (s *Subst) object(o *Object) *Object {
	if o != nil && s.Obj != nil {
		if q := s.Obj(o); q != nil {
			return q
		}
	}
	return o
}

func (s *Subst) function(f *Func) *Func {
	if f != nil && s.Func != nil {
		if g := s.Func(f); g != nil {
			return g
		}
	}
	return f
}

func (s *Subst) site(x *Site) *Site {
	if x != nil && s.Site != nil {
		if y := s.Site(x); y != nil {
			return y
		}
	}
	return x
}

// Copies maps the parts of a program to those of its clone.
type Copies struct {
	Vars        map[*Var]*Var
	Objects     map[*Object]*Object
	Funcs       map[*Func]*Func
	Sites       map[*Site]*Site
	Obligations map[*Obligation]*Obligation
	Locs        map[*Loc]*Loc
	Edges       map[*Edge]*Edge
	inlines     map[*Inlined]*Inlined
	brief       bool // Vars, Locs and Edges have those of the function at work alone
}

// Subst is the renaming from old to new.
func (c *Copies) Subst() *Subst {
	return &Subst{
		Var:  func(v *Var) *Var { return c.Vars[v] },
		Obj:  func(o *Object) *Object { return c.Objects[o] },
		Func: func(f *Func) *Func { return c.Funcs[f] },
		Site: func(s *Site) *Site { return c.Sites[s] },
	}
}

// Clone copies p deeply: nothing that can change is shared with the copy. The
// order of everything, of edges at locations too, is kept. The origin of each part of the
// copy is what it was copied from.
func Clone(p *Program) (*Program, *Copies) { return clone(p, false) }

// Copy is Clone without the map from the old to the new.
func Copy(p *Program) *Program {
	q, _ := clone(p, true)
	return q
}

func clone(p *Program, brief bool) (*Program, *Copies) {
	c := &Copies{
		brief: brief,
		Vars:  map[*Var]*Var{}, Objects: map[*Object]*Object{}, Funcs: map[*Func]*Func{}, Sites: map[*Site]*Site{},
		Obligations: map[*Obligation]*Obligation{}, Locs: map[*Loc]*Loc{}, Edges: map[*Edge]*Edge{},
		inlines: map[*Inlined]*Inlined{},
	}
	q := &Program{Model: p.Model, Origin: p}
	q.Files = append(q.Files, p.Files...)
	q.Warnings = append(q.Warnings, p.Warnings...)
	q.Assumed = append(q.Assumed, p.Assumed...)
	for _, m := range p.Missing {
		m.Near = append([]string(nil), m.Near...)
		q.Missing = append(q.Missing, m)
	}
	for _, f := range p.Funcs {
		c.Funcs[f] = &Func{}
		q.Funcs = append(q.Funcs, c.Funcs[f])
	}
	for _, f := range p.ghosts() {
		c.ghost(f)
	}
	q.Entry = c.Funcs[p.Entry]
	for _, s := range p.Sites {
		t := *s
		t.Func = c.Funcs[s.Func]
		t.Parts = slices.Clone(s.Parts)
		t.Origin = s
		c.Sites[s] = &t
		q.Sites = append(q.Sites, &t)
	}
	for _, o := range p.Obligations {
		t := *o
		t.Via = append([]Pos(nil), o.Via...)
		t.Origin = o
		c.Obligations[o] = &t
		q.Obligations = append(q.Obligations, &t)
	}
	q.Globals = c.vars(p.Globals)
	q.Objects = c.objects(p.Objects)
	sub := c.Subst()
	shared := c.Subst().Shared()
	for _, v := range q.Globals {
		v.Init = sub.Expr(v.Init)
	}
	for _, o := range q.Objects {
		for i := range o.Init {
			o.Init[i].Val = sub.Expr(o.Init[i].Val)
		}
	}
	for _, f := range p.Funcs {
		c.fn(c.Funcs[f], f, shared)
	}
	return q, c
}

func (c *Copies) vars(vs []*Var) []*Var {
	var out []*Var
	for _, v := range vs {
		w := *v
		w.Origin, w.Inline = v, c.inlined(v.Inline)
		c.Vars[v] = &w
		out = append(out, &w)
	}
	return out
}

func (c *Copies) objects(os []*Object) []*Object {
	var out []*Object
	for _, o := range os {
		q := *o
		q.Func = c.Funcs[o.Func]
		if o.Site != nil {
			q.Site = c.Sites[o.Site]
		}
		q.Init = append([]InitItem(nil), o.Init...)
		q.Parts = slices.Clone(o.Parts)
		q.Origin, q.Inline = o, c.inlined(o.Inline)
		c.Objects[o] = &q
		out = append(out, &q)
	}
	return out
}

func (c *Copies) fn(g, f *Func, sub *Subst) {
	*g = Func{Name: f.Name, Source: f.Source, ID: f.ID, Result: f.Result, Pos: f.Pos, Origin: f}
	g.Vars = c.vars(f.Vars)
	for _, v := range f.Params {
		g.Params = append(g.Params, c.Vars[v])
	}
	g.Objects = c.objects(f.Objects)
	g.Locs = make([]*Loc, 0, len(f.Locs))
	g.Edges = make([]*Edge, 0, len(f.Edges))
	for _, l := range f.Locs {
		m := *l
		m.Func, m.In, m.Out = g, nil, nil
		if l.Obligation != nil {
			m.Obligation = c.Obligations[l.Obligation]
		}
		if l.Loop != nil {
			loop := *l.Loop
			m.Loop = &loop
		}
		m.Origin, m.Inline = l, c.inlined(l.Inline)
		c.Locs[l] = &m
		g.Locs = append(g.Locs, &m)
	}
	g.Entry, g.Exit = c.Locs[f.Entry], c.Locs[f.Exit]
	itself := slices.Clone(f.Edges)
	for i, e := range f.Edges {
		d := &Edge{ID: e.ID, From: c.Locs[e.From], To: c.Locs[e.To], Stmt: copyStmt(sub.Stmt(e.Stmt), e.Stmt), Pos: e.Pos,
			Inline: c.inlined(e.Inline), Origin: itself[i : i+1 : i+1]}
		c.Edges[e] = d
		g.Edges = append(g.Edges, d)
	}
	ends := make([]*Edge, 0, 2*len(f.Edges)) // of all locations
	list := func(es []*Edge) []*Edge {
		if len(es) == 0 {
			return nil
		}
		n := len(ends)
		for _, e := range es {
			ends = append(ends, c.Edges[e])
		}
		return slices.Clip(ends[n:])
	}
	for i, l := range f.Locs {
		m := g.Locs[i]
		m.In, m.Out = list(l.In), list(l.Out)
	}
	if c.brief {
		clear(c.Locs)
		clear(c.Edges)
		for _, v := range f.Vars {
			delete(c.Vars, v)
		}
	}
}

func (c *Copies) inlined(in *Inlined) *Inlined {
	if in == nil {
		return nil
	}
	if out, ok := c.inlines[in]; ok {
		return out
	}
	f := c.Funcs[in.Func]
	if f == nil {
		f = c.ghost(in.Func)
	}
	out := &Inlined{Func: f, Call: in.Call, Parent: c.inlined(in.Parent)}
	c.inlines[in] = out
	return out
}

// ghost copies a function that is only named.
func (c *Copies) ghost(f *Func) *Func {
	g := *f
	g.Origin = f
	c.Funcs[f] = &g
	return &g
}

// copyStmt makes sure that the statement is a new one: passes may change the
// fields of statements in place. Expressions are immutable and stay shared.
func copyStmt(s, old Stmt) Stmt {
	switch s.(type) { // sound: these two own a list; the others are new if they differ
	case *Call, *Math:
		return CopyStmt(s)
	}
	if s != old {
		return s
	}
	return CopyStmt(s)
}

// CopyStmt is a new statement that says the same.
func CopyStmt(s Stmt) Stmt {
	switch s := s.(type) {
	case *Skip:
		return &Skip{}
	case *Assign:
		c := *s
		return &c
	case *Assume:
		c := *s
		return &c
	case *Input:
		c := *s
		return &c
	case *LoadStmt:
		c := *s
		return &c
	case *Store:
		c := *s
		return &c
	case *Decl:
		c := *s
		return &c
	case *End:
		c := *s
		return &c
	case *Alloc:
		c := *s
		return &c
	case *Free:
		c := *s
		return &c
	case *MemCopy:
		c := *s
		return &c
	case *MemSet:
		c := *s
		return &c
	case *MemHavoc:
		c := *s
		return &c
	case *HavocAll:
		c := *s
		return &c
	case *Return:
		c := *s
		return &c
	case *Undefined:
		c := *s
		return &c
	case *Call:
		return &Call{s.Dst, s.Func, slices.Clone(s.Args)}
	case *Math:
		return &Math{s.Dst, s.Fn, slices.Clone(s.Args)}
	}
	return s
}

package ir

import "slices"

// Subst renames the registers, objects, functions and sites in expressions and statements. If a function is nil, or
// returns nil for a part, the part is not renamed.
type Subst struct {
	Var  func(*Var) *Var
	Obj  func(*Object) *Object
	Func func(*Func) *Func
	Site func(*Site) *Site

	shared *Mapper // nil unless Shared was called
}

// Shared makes s cache its results, so subexpressions that several expressions share are renamed once and stay shared.
// The functions of s must always return the same result for the same argument. Shared returns s.
func (s *Subst) Shared() *Subst {
	s.shared = NewMapper(s.node)
	return s
}

// Expr returns e with renamed parts, or e itself if nothing changed. It also renames the bound register of a Forall.
func (s *Subst) Expr(e Expr) Expr {
	switch {
	case e == nil:
		return nil
	case s.shared != nil:
		return s.shared.Map(e)
	}
	return Map(e, s.node)
}

// node returns x with renamed parts, where the subexpressions of x are renamed already.
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
	case *Const, *Unary, *Binary, *Cast, *PtrAdd, *PtrDiff, *Overflows, *Valid, *Load: // have no parts but subexpressions
	}
	return x
}

// Stmt returns st with renamed parts, including the assigned register. It returns st itself if nothing changed.
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
		// have no further parts to rename
	}
	return st
}

// variable returns the register that replaces v, which may be nil. The methods below do the same for other parts.
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

// Copies maps the parts of a program to the parts of its clone.
type Copies struct {
	Vars        map[*Var]*Var
	Objects     map[*Object]*Object
	Funcs       map[*Func]*Func
	Sites       map[*Site]*Site
	Obligations map[*Obligation]*Obligation
	Locs        map[*Loc]*Loc
	Edges       map[*Edge]*Edge
	inlines     map[*Inlined]*Inlined
	brief       bool // Vars, Locs and Edges have only the parts of the present function
}

// Subst returns the renaming from the program to its clone.
func (c *Copies) Subst() *Subst {
	return &Subst{
		Var:  func(v *Var) *Var { return c.Vars[v] },
		Obj:  func(o *Object) *Object { return c.Objects[o] },
		Func: func(f *Func) *Func { return c.Funcs[f] },
		Site: func(s *Site) *Site { return c.Sites[s] },
	}
}

// Clone returns a deep copy of p and the map from p to the copy. The copy shares nothing mutable with p. It keeps the
// order of all lists, including the lists of edges at locations. The Origin of each part of the copy is the part of p.
func Clone(p *Program) (*Program, *Copies) { return clone(p, false) }

// Copy is like Clone but returns only the copy. It needs less memory.
func Copy(p *Program) *Program {
	q, _ := clone(p, true)
	return q
}

// clone implements Clone and Copy. If brief is set, the map is incomplete.
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

// vars returns copies of vs.
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

// objects returns copies of os, with the initial values of the originals.
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

// fn makes g a copy of f. It applies sub to the statements.
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
	ends := make([]*Edge, 0, 2*len(f.Edges)) // the backing array for In and Out of all locations
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

// inlined returns the copy of in. It makes one copy of each Inlined.
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

// ghost returns a copy of a function that is no longer in the program but is named in it (Program.ghosts).
func (c *Copies) ghost(f *Func) *Func {
	g := *f
	g.Origin = f
	c.Funcs[f] = &g
	return &g
}

// copyStmt returns s if it differs from old, the statement of the original program, else a copy of s. The clone needs
// statements of its own, since passes may change their fields in place; expressions are immutable and stay shared.
func copyStmt(s, old Stmt) Stmt {
	switch s.(type) { // sound: these two may share a list with old; other statements share nothing with old if s != old
	case *Call, *Math:
		return CopyStmt(s)
	}
	if s != old {
		return s
	}
	return CopyStmt(s)
}

// CopyStmt returns a copy of s, which shares only expressions with s.
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

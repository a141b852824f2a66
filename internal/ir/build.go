package ir

import "slices"

// NewFunc adds a function that has only entry and exit locations.
func (p *Program) NewFunc(name string, result Type, pos Pos) *Func {
	f := &Func{Name: name, Source: name, ID: len(p.Funcs), Result: result, Pos: pos}
	f.Entry = f.NewLoc(pos)
	f.Exit = f.NewLoc(pos)
	f.Exit.Kind = Exit
	p.Funcs = append(p.Funcs, f)
	return f
}

// NewSite adds an input site. The caller sets its Key.
func (p *Program) NewSite(kind SiteKind, name string, t Type, f *Func, pos Pos) *Site {
	s := &Site{ID: len(p.Sites), Kind: kind, Name: name, Type: t, Func: f, Pos: pos}
	p.Sites = append(p.Sites, s)
	return s
}

// NewObligation adds an obligation.
func (p *Program) NewObligation(kind, text, fn string, pos Pos) *Obligation {
	o := &Obligation{ID: len(p.Obligations), Kind: kind, Text: text, Func: fn, Pos: pos}
	p.Obligations = append(p.Obligations, o)
	return o
}

// NewGlobal adds a global register.
func (p *Program) NewGlobal(name string, t Type) *Var {
	v := &Var{Name: name, Type: t, Global: true, ID: len(p.Globals)}
	p.Globals = append(p.Globals, v)
	return v
}

// NewObject adds a global object.
func (p *Program) NewObject(name string, size, align int64) *Object {
	o := &Object{Name: name, Size: size, Align: align, ID: len(p.Objects)}
	p.Objects = append(p.Objects, o)
	return o
}

// NewLoc adds a plain location.
func (f *Func) NewLoc(pos Pos) *Loc {
	l := &Loc{ID: len(f.Locs), Func: f, Pos: pos}
	f.Locs = append(f.Locs, l)
	return l
}

// NewVar adds a register. The caller makes the name unique.
func (f *Func) NewVar(name string, t Type) *Var {
	v := &Var{Name: name, Type: t, ID: len(f.Vars)}
	f.Vars = append(f.Vars, v)
	return v
}

// NewObject adds a local object.
func (f *Func) NewObject(name string, size, align int64) *Object {
	o := &Object{Name: name, Size: size, Align: align, Func: f, ID: len(f.Objects)}
	f.Objects = append(f.Objects, o)
	return o
}

// NewEdge adds an edge and links it into its locations.
func (f *Func) NewEdge(from, to *Loc, s Stmt, pos Pos) *Edge {
	e := &Edge{ID: len(f.Edges), From: from, To: to, Stmt: s, Pos: pos}
	f.Edges = append(f.Edges, e)
	from.Out = append(from.Out, e)
	to.In = append(to.In, e)
	return e
}

// SetFrom moves the start of the edge to l, after the edges that leave l already.
func (e *Edge) SetFrom(l *Loc) {
	e.From.Out = without(e.From.Out, e)
	e.From = l
	l.Out = append(l.Out, e)
}

// SetTo moves the end of the edge to l, after the edges that enter l already.
func (e *Edge) SetTo(l *Loc) {
	e.To.In = without(e.To.In, e)
	e.To = l
	l.In = append(l.In, e)
}

// Then appends os to e.After: e now represents these edges of the Origin after those that it has represented before.
func (e *Edge) Then(os ...*Edge) { e.After = append(e.After, os...) }

// Preface prepends os to e.Origin: e now represents these edges of the Origin before those that it has represented
// before.
func (e *Edge) Preface(os ...*Edge) {
	if len(os) > 0 {
		e.Origin = append(slices.Clip(os), e.Origin...)
	}
}

// without returns es without e. It makes a new list, since a caller may be iterating over the old one.
func without(es []*Edge, e *Edge) []*Edge {
	out := es[:0:0]
	for _, x := range es {
		if x != e {
			out = append(out, x)
		}
	}
	return out
}

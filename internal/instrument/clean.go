package instrument

import (
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// RemoveUnreachable drops the locations that no path of their function reaches, the functions that the remaining code
// never calls, and the sites and unnamed registers and objects that it does not use. Then it renumbers everything
// (locations: entry, exit, then in reverse postorder).
//
// A function that is never called but whose address is taken keeps a body without edges. An obligation without an error
// location stays in the list ("not reached"), unless drop, which may be nil, returns true for it.
//
//	l0 -> l2: x = 1          l0 -> l2: x = 1
//	l1 -> l2: x = 2          (gone)
func RemoveUnreachable(p *ir.Program, drop func(*ir.Obligation) bool) {
	called := reached(p)
	u := mentioned(p, called)
	for _, v := range p.Globals {
		u.expr(v.Init)
	}
	for _, o := range p.Objects { // named objects are always kept
		if o.Source != "" {
			u.object(o)
		}
	}
	u.apply(p, called, drop)
}

// RemoveUnused is like RemoveUnreachable, but it also drops global registers and named objects that the remaining code
// does not mention, except for objects that code outside of the program knows. It drops all obligations without an
// error location.
func RemoveUnused(p *ir.Program) {
	called := reached(p)
	u := mentioned(p, called)
	for _, v := range p.Globals {
		if u.vars[v] {
			u.expr(v.Init)
		}
	}
	for _, o := range p.Objects {
		if o.Known {
			u.object(o)
		}
	}
	globals := p.Globals[:0:0]
	for _, v := range p.Globals {
		if u.vars[v] {
			v.ID = len(globals)
			globals = append(globals, v)
		}
	}
	p.Globals = globals
	u.apply(p, called, func(*ir.Obligation) bool { return true })
}

// reached trims the functions that may be called and returns the set of them.
func reached(p *ir.Program) map[*ir.Func]bool {
	return graph.Closure([]*ir.Func{p.Entry}, func(f *ir.Func, next func(*ir.Func)) {
		trim(f)
		for _, e := range f.Edges {
			if c, ok := e.Stmt.(*ir.Call); ok {
				next(c.Func)
			}
		}
	})
}

// mentioned returns the parts of the program that the functions in called mention.
func mentioned(p *ir.Program, called map[*ir.Func]bool) *used {
	u := &used{funcs: map[*ir.Func]bool{}, sites: map[*ir.Site]bool{}, obls: map[*ir.Obligation]bool{},
		objs: map[*ir.Object]bool{}, vars: map[*ir.Var]bool{}}
	for _, f := range p.Funcs {
		if called[f] {
			u.fn(f)
		}
	}
	return u
}

// trim drops the locations and edges of f that are not reachable from its entry, and sorts and renumbers the others.
func trim(f *ir.Func) {
	seen := newLocSet(f)
	seen.add(f.Entry)
	seen.add(f.Exit)
	post := make([]*ir.Loc, 0, len(f.Locs))
	// This is a depth-first search with an explicit stack, since paths may be long.
	type frame struct {
		l *ir.Loc
		i int
	}
	stack := []frame{{l: f.Entry}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		// Visit the last successor first, so that the first successor comes first in reverse postorder.
		if k := len(top.l.Out) - 1 - top.i; k >= 0 {
			top.i++
			if to := top.l.Out[k].To; seen.add(to) {
				stack = append(stack, frame{l: to})
			}
			continue
		}
		post = append(post, top.l)
		stack = stack[:len(stack)-1]
	}
	f.Locs = append(make([]*ir.Loc, 0, len(post)+2), f.Entry, f.Exit)
	for i := len(post) - 1; i >= 0; i-- {
		if post[i] != f.Entry && post[i] != f.Exit {
			f.Locs = append(f.Locs, post[i])
		}
	}
	n := 0
	enter := make([]int, len(f.Locs)) // by location: number of edges that enter it
	for i, l := range f.Locs {
		l.ID = i
		n += len(l.Out)
	}
	for _, l := range f.Locs {
		for _, e := range l.Out {
			enter[e.To.ID]++
		}
	}
	lists := make([]*ir.Edge, n)
	for i, l := range f.Locs {
		l.In = nil
		if k := enter[i]; k > 0 {
			l.In, lists = lists[:0:k], lists[k:]
		}
	}
	f.Edges = make([]*ir.Edge, 0, n)
	for _, l := range f.Locs {
		for _, e := range l.Out {
			e.ID = len(f.Edges)
			f.Edges = append(f.Edges, e)
			e.To.In = append(e.To.In, e)
		}
	}
}

// locSet is a set of locations of a function: marks by index, and a map for locations that are not in Func.Locs.
type locSet struct {
	f     *ir.Func
	marks []bool
	other map[*ir.Loc]bool
}

// newLocSet returns an empty set of locations of f.
func newLocSet(f *ir.Func) *locSet {
	for i, l := range f.Locs {
		l.ID = i
	}
	return &locSet{f: f, marks: make([]bool, len(f.Locs))}
}

// add adds l to the set and reports whether it is new.
func (s *locSet) add(l *ir.Loc) bool {
	if i := l.ID; i < len(s.marks) && s.f.Locs[i] == l {
		is := s.marks[i]
		s.marks[i] = true
		return !is
	}
	if s.other[l] {
		return false
	}
	if s.other == nil {
		s.other = map[*ir.Loc]bool{}
	}
	s.other[l] = true
	return true
}

// used collects the parts of the program that the remaining code mentions.
type used struct {
	funcs map[*ir.Func]bool // functions whose address is taken
	sites map[*ir.Site]bool
	obls  map[*ir.Obligation]bool
	objs  map[*ir.Object]bool
	vars  map[*ir.Var]bool
}

// fn adds the parts that f mentions.
func (u *used) fn(f *ir.Func) {
	for _, e := range f.Edges {
		if s := ir.SiteOf(e.Stmt); s != nil {
			u.sites[s] = true
		}
		if v := ir.Def(e.Stmt); v != nil {
			u.vars[v] = true
		}
		if o := ir.Lives(e.Stmt); o != nil {
			u.object(o)
		}
		for _, x := range ir.StmtExprs(e.Stmt) {
			u.expr(x)
		}
	}
	for _, l := range f.Locs {
		if l.Obligation != nil {
			u.obls[l.Obligation] = true
		}
	}
}

// expr adds the parts that e mentions; e may be nil.
func (u *used) expr(e ir.Expr) {
	switch x := e.(type) {
	case nil:
	case *ir.Ref:
		u.vars[x.Var] = true
	case *ir.AddrOf:
		u.object(x.Obj)
	case *ir.FuncAddr:
		u.funcs[x.Func] = true
	default: // sound: other expressions mention only the parts that their children mention
		ir.Children(e, u.expr)
	}
}

// object adds o and the parts that its initial contents mention.
func (u *used) object(o *ir.Object) {
	if u.objs[o] {
		return
	}
	u.objs[o] = true
	if o.Site != nil {
		u.sites[o.Site] = true
	}
	for _, it := range o.Init {
		u.expr(it.Val)
	}
}

// apply drops all other parts of p, except for the functions in called and obligations that drop does not accept, and
// renumbers the rest.
func (u *used) apply(p *ir.Program, called map[*ir.Func]bool, drop func(*ir.Obligation) bool) {
	funcs := p.Funcs[:0:0]
	for _, f := range p.Funcs {
		switch {
		case called[f]:
		case u.funcs[f]:
			stub(f)
		default:
			continue
		}
		f.ID = len(funcs)
		funcs = append(funcs, f)
		vars := f.Vars[:0:0]
		for i, v := range f.Vars {
			if i < len(f.Params) || u.vars[v] {
				v.ID = len(vars)
				vars = append(vars, v)
			}
		}
		f.Vars = vars
		objs := f.Objects[:0:0]
		for _, o := range f.Objects {
			if u.objs[o] {
				o.ID = len(objs)
				objs = append(objs, o)
			}
		}
		f.Objects = objs
	}
	p.Funcs = funcs
	objs := p.Objects[:0:0]
	for _, o := range p.Objects {
		if u.objs[o] {
			o.ID = len(objs)
			objs = append(objs, o)
		}
	}
	p.Objects = objs
	sites := p.Sites[:0:0]
	for _, s := range p.Sites {
		if u.sites[s] {
			s.ID = len(sites)
			sites = append(sites, s)
		}
	}
	p.Sites = sites
	obls := p.Obligations[:0:0]
	for _, o := range p.Obligations {
		if u.obls[o] || drop == nil || !drop(o) {
			o.ID = len(obls)
			obls = append(obls, o)
		}
	}
	p.Obligations = obls
}

// stub removes all but entry and exit from the body of a function that is never called.
func stub(f *ir.Func) {
	f.Entry.Out, f.Entry.In, f.Exit.In = nil, nil, nil
	f.Entry.ID, f.Exit.ID = 0, 1
	f.Locs = append(f.Locs[:0:0], f.Entry, f.Exit)
	f.Edges, f.Objects = nil, nil
}

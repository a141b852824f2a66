package instrument

import "github.com/tandem-verifier/tandem/internal/ir"

// split copies functions for calls that could not be inlined. If a function has several calls, each call but the first
// gets its own copy of the function, cheapest function first, within Limits.Contexts. An analysis that has one state
// for each function then sees each call in its own context (call strings; M. Sharir, A. Pnueli: Two approaches to
// interprocedural data flow analysis, 1981). The copies remain functions, so split also applies to functions whose
// objects would live too long if they were inlined.
func (r *remaining) split() {
	r.limits.Program = r.total + r.limits.Contexts
	r.tried, r.heap, r.originals = map[*ir.Func]bool{}, nil, len(r.p.Funcs)
	for _, g := range r.p.Funcs {
		r.offer(g)
	}
	for {
		g, sites := r.next()
		if g == nil {
			return
		}
		for _, e := range sites[1:] {
			r.moveCall(e, g, r.own(e, g))
		}
	}
}

// maySplit reports whether calls of g can get copies: g has several calls and is not recursive. Copies are never
// recursive.
func (r *remaining) maySplit(g *ir.Func) bool {
	return r.count[g] > 1 && (g.ID >= r.originals || !r.calls.Recursive(g))
}

// own returns a copy of g for e, a call of g.
func (r *remaining) own(e *ir.Edge, g *ir.Func) *ir.Func {
	f := r.p.NewFunc(r.names.function(r.p, g.Name), g.Result, g.Pos)
	f.Source, f.Origin = g.Source, g.Origin
	cp := newCopier(r.inliner, f, g, e)
	cp.frame = true
	cp.locs[g.Entry], cp.locs[g.Exit] = f.Entry, f.Exit
	for x, l := range map[*ir.Loc]*ir.Loc{g.Entry: f.Entry, g.Exit: f.Exit} {
		l.Normal, l.Loop, l.Origin, l.Inline = x.Normal, x.Loop, x.Origin, cp.inlined(x.Inline)
	}
	for _, v := range g.Params {
		f.Params = append(f.Params, cp.variable(v))
	}
	for _, l := range g.Locs {
		for _, x := range l.Out {
			s := cp.stmt(x.Stmt)
			if s == x.Stmt { // passes change statements in place
				s = ir.CopyStmt(s)
			}
			n := f.NewEdge(cp.loc(x.From), cp.loc(x.To), s, x.Pos)
			n.Inline, n.Origin, n.After = cp.inlined(x.Inline), x.Origin, x.After
		}
	}
	return f
}

// moveCall changes e, a call of g, to a call of copied, which is a copy of g.
func (r *remaining) moveCall(e *ir.Edge, g, copied *ir.Func) {
	c := ir.CopyStmt(e.Stmt).(*ir.Call)
	c.Func, e.Stmt = copied, c
	f := e.From.Func
	r.out[f][g] = without(r.out[f][g], e)
	if r.count[g]--; len(r.out[f][g]) == 0 {
		delete(r.out[f], g)
		delete(r.hosts[g], f)
	}
	r.out[f][copied] = []*ir.Edge{e}
	r.hosts[copied] = map[*ir.Func]bool{f: true}
	r.count[copied] = 1
	r.alive[copied] = true
	r.look(copied)
	for h := range r.out[copied] {
		r.offer(h)
	}
}

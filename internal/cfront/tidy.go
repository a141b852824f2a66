package cfront

import (
	"sort"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file tidies a lowered function: it removes unreachable locations and empty steps, and declares at the entry the
// objects whose declarations a jump may bypass.

// sortInit sorts the items of an initialiser by offset.
func sortInit(items []ir.InitItem) {
	sort.SliceStable(items, func(i, j int) bool { return items[i].Off < items[j].Off })
}

// tidy simplifies and renumbers the automaton of f.
func (f *fn) tidy() {
	tidying{f}.skipSkips()
	tidying{f}.dropUnreachable()
	if f.bypass {
		tidying{f}.declareBypassed()
	}
	tidying{f}.renumber()
}

// tidying simplifies a lowered function.
type tidying struct{ *fn }

// skipSkips removes Skips that are the only edge out of a plain location: it merges the location into its successor or,
// if the location has to stay, the successor into it. An empty endless loop becomes a Halt.
func (f tidying) skipSkips() {
	for _, l := range f.f.Locs {
		e := onlySkip(l)
		if e == nil || e.To == l || l == f.f.Entry || l.Loop != nil || e.To.Kind != ir.Plain {
			continue
		}
		to := e.To
		to.In = without(to.In, e)
		for _, in := range l.In {
			in.To = to
			to.In = append(to.In, in)
		}
		l.In, l.Out, l.Resume = nil, nil, to
	}
	for _, l := range f.f.Locs {
		for e := onlySkip(l); e != nil; e = onlySkip(l) {
			to := e.To
			if to == l {
				l.Out = nil
				l.In = without(l.In, e)
				l.Kind = ir.Halt
				break
			}
			if to.Kind != ir.Plain || len(to.In) != 1 || to.Loop != nil || len(to.Out) == 0 {
				break
			}
			l.Out = to.Out
			for _, out := range l.Out {
				out.From = l
			}
			to.In, to.Out, to.Resume = nil, nil, l
		}
	}
}

// onlySkip returns the Skip that is the only edge out of a plain location; nil for other locations.
func onlySkip(l *ir.Loc) *ir.Edge {
	if l.Kind != ir.Plain || len(l.Out) != 1 {
		return nil
	}
	if _, ok := l.Out[0].Stmt.(*ir.Skip); !ok {
		return nil
	}
	return l.Out[0]
}

// without removes e from es, in place.
func without(es []*ir.Edge, e *ir.Edge) []*ir.Edge {
	r := es[:0]
	for _, x := range es {
		if x != e {
			r = append(r, x)
		}
	}
	return r
}

// dropUnreachable removes the locations that cannot be reached from the entry.
func (f tidying) dropUnreachable() {
	seen := graph.Closure([]*ir.Loc{f.f.Entry, f.f.Exit}, func(l *ir.Loc, next func(*ir.Loc)) {
		for _, e := range l.Out {
			next(e.To)
		}
	})
	var locs []*ir.Loc
	for _, l := range f.f.Locs {
		if !seen[l] {
			continue
		}
		in := l.In[:0]
		for _, e := range l.In {
			if seen[e.From] {
				in = append(in, e)
			}
		}
		l.In = in
		locs = append(locs, l)
	}
	f.f.Locs = locs
}

// renumber orders the locations, numbers locations, edges and registers, and sets missing positions.
func (f tidying) renumber() {
	order := make([]*ir.Loc, 0, len(f.f.Locs))
	seen := map[*ir.Loc]bool{}
	// The order is depth first, with the first successor first, which is close to the order of the text.
	stack := []*ir.Loc{f.f.Entry}
	for len(stack) > 0 {
		l := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[l] || l == f.f.Exit {
			continue
		}
		seen[l] = true
		order = append(order, l)
		for i := len(l.Out) - 1; i >= 0; i-- {
			stack = append(stack, l.Out[i].To)
		}
	}
	order = append(order, f.f.Exit)
	f.f.Locs = order
	f.f.Edges = f.f.Edges[:0]
	for i, l := range order {
		l.ID = i
		if !l.Pos.IsValid() {
			switch {
			case len(l.Out) > 0:
				l.Pos = l.Out[0].Pos
			case len(l.In) > 0:
				l.Pos = l.In[0].Pos
			}
		}
		for _, e := range l.Out {
			e.ID = len(f.f.Edges)
			f.f.Edges = append(f.f.Edges, e)
		}
	}
	for i, v := range f.f.Vars {
		v.ID = i
	}
}

// declareBypassed declares objects and sets registers to inputs at the entry if a jump may bypass their declarations.
func (f tidying) declareBypassed() {
	// Temporaries are used where they are made, so only registers with a declared name count.
	bit := map[*ir.Var]int{}
	for _, v := range f.f.Vars[len(f.f.Params):] {
		if v.Source != "" {
			bit[v] = len(bit)
		}
	}
	nv := len(bit)
	words := (nv + len(f.f.Objects) + 63) / 64
	if words == 0 {
		return
	}
	in := map[*ir.Loc][]uint64{} // bit set of the objects and registers declared on all paths; nil: not reached yet
	entry := make([]uint64, words)
	in[f.f.Entry] = entry
	work := []*ir.Loc{f.f.Entry}
	queued := map[*ir.Loc]bool{f.f.Entry: true}
	for len(work) > 0 {
		l := work[0]
		work = work[1:]
		queued[l] = false
		for _, e := range l.Out {
			out := append([]uint64(nil), in[l]...)
			if k, ok := bit[ir.Def(e.Stmt)]; ok {
				out[k/64] |= 1 << (k % 64)
			}
			if d, ok := e.Stmt.(*ir.Decl); ok {
				k := nv + d.Obj.ID
				out[k/64] |= 1 << (k % 64)
			}
			old, ok := in[e.To]
			changed := !ok
			if ok {
				for i := range old {
					if m := old[i] & out[i]; m != old[i] {
						old[i] = m
						changed = true
					}
				}
			} else {
				in[e.To] = out
			}
			if changed && !queued[e.To] {
				queued[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	needVar := map[*ir.Var]bool{}
	needObj := map[*ir.Object]bool{}
	for _, l := range f.f.Locs {
		st := in[l]
		has := func(k int) bool { return st[k/64]>>(k%64)&1 != 0 }
		for _, e := range l.Out {
			for _, x := range ir.StmtExprs(e.Stmt) {
				ir.Walk(x, func(x ir.Expr) bool {
					switch x := x.(type) { // sound: no other expression needs a declaration
					case *ir.Ref:
						if k, ok := bit[x.Var]; ok && !has(k) {
							needVar[x.Var] = true
						}
					case *ir.AddrOf:
						if x.Obj.Func == f.f && !has(nv+x.Obj.ID) {
							needObj[x.Obj] = true
						}
					}
					return true
				})
			}
		}
	}
	f.prepend(needVar, needObj)
}

// prepend puts declarations before the first statement.
func (f tidying) prepend(vars map[*ir.Var]bool, objs map[*ir.Object]bool) {
	if len(vars)+len(objs) == 0 {
		return
	}
	entry := f.f.Entry
	first := f.newLoc() // takes over the entry's edges
	first.Out, first.In, first.Loop, first.Pos, first.Kind = entry.Out, entry.In, entry.Loop, entry.Pos, entry.Kind
	for _, e := range first.Out {
		e.From = first
	}
	for _, e := range first.In {
		e.To = first
	}
	entry.Out, entry.In, entry.Loop, entry.Kind = nil, nil, nil, ir.Plain
	f.cur, f.pos = entry, f.f.Pos
	for _, v := range f.f.Vars {
		if vars[v] {
			lifetimes(f).indeterminate(v)
		}
	}
	for _, o := range f.f.Objects {
		if objs[o] {
			f.emit(&ir.Decl{Obj: o})
		}
	}
	last := f.cur
	if last == entry {
		return
	}
	// Make the last statement lead to first.
	e := last.In[0]
	e.To = first
	first.In = append(first.In, e)
}

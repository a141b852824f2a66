package cfront

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// finishing removes the parts of the lowered program that no execution uses.
type finishing struct {
	*linker
	liveObjs map[*ir.Object]bool // globals that live functions use
	liveVars map[*ir.Var]bool    // global registers that live functions use
}

// finish drops everything that no live function uses, sets the keys of sites, and numbers the remaining parts.
func (l *finishing) finish() {
	live := l.liveFuncs()
	l.keepFuncs(live)
	l.keepGlobals()
	l.library.lib.settle(l.linker)
	l.keepSites()
	l.dropKinds()
	l.keepObligations()
	l.listMissing(live)
	l.listAssumed(live)
}

// listAssumed lists each assumption of a live function once, and also as a warning if it refers to a position.
func (l *finishing) listAssumed(live map[*ir.Func]bool) {
	seen := map[ir.Assumed]bool{}
	for _, a := range l.assumed {
		if live[a.f.f] && !seen[a.Assumed] {
			seen[a.Assumed] = true
			l.IR.Assumed = append(l.IR.Assumed, a.Assumed)
			if a.Pos.Line > 0 { // other assumptions concern the whole program, and are listed elsewhere
				l.Warn(a.Pos, "assuming: %s", a.Text)
			}
		}
	}
}

// liveFuncs returns the functions that the entry can reach by calls, or whose address such a function may use. It sets
// liveObjs and liveVars.
func (l *finishing) liveFuncs() map[*ir.Func]bool {
	live := map[*ir.Func]bool{l.IR.Entry: true}
	work := []*ir.Func{l.IR.Entry}
	add := func(g *ir.Func) {
		if !live[g] {
			live[g] = true
			work = append(work, g)
		}
	}
	objs := map[*ir.Object]bool{}
	vars := map[*ir.Var]bool{}
	var visit func(e ir.Expr)
	object := func(o *ir.Object) {
		if o.Func != nil || objs[o] {
			return
		}
		objs[o] = true
		for _, it := range o.Init {
			visit(it.Val)
		}
	}
	visit = func(e ir.Expr) {
		ir.Walk(e, func(x ir.Expr) bool {
			switch x := x.(type) { // sound: other expressions name no part of the program
			case *ir.FuncAddr:
				add(x.Func)
			case *ir.AddrOf:
				object(x.Obj)
			case *ir.Ref:
				if v := x.Var; v.Global && !vars[v] {
					vars[v] = true
					if v.Init != nil {
						visit(v.Init)
					}
				}
			}
			return true
		})
	}
	for len(work) > 0 {
		g := work[0]
		work = work[1:]
		for _, e := range g.Edges {
			if c, ok := e.Stmt.(*ir.Call); ok {
				add(c.Func)
			}
			for _, x := range ir.StmtExprs(e.Stmt) {
				visit(x)
			}
			if v := ir.Def(e.Stmt); v != nil && v.Global {
				visit(ir.NewRef(v))
			}
		}
	}
	l.liveObjs, l.liveVars = objs, vars
	return live
}

// keepFuncs drops functions that are not live.
func (l *finishing) keepFuncs(live map[*ir.Func]bool) {
	var fs []*ir.Func
	for _, f := range l.IR.Funcs {
		if live[f] {
			f.ID = len(fs)
			fs = append(fs, f)
		}
	}
	l.IR.Funcs = fs
}

// keepGlobals drops global registers and objects that are not live.
func (l *finishing) keepGlobals() {
	var vs []*ir.Var
	for _, v := range l.IR.Globals {
		if l.liveVars[v] {
			v.ID = len(vs)
			vs = append(vs, v)
		}
	}
	l.IR.Globals = vs
	var os []*ir.Object
	for _, o := range l.IR.Objects {
		if l.liveObjs[o] {
			o.ID = len(os)
			os = append(os, o)
		}
	}
	l.IR.Objects = os
}

// keepSites drops the sites of statements and objects that no longer exist, and sets unique keys for the others.
func (l *finishing) keepSites() {
	used := map[*ir.Site]bool{}
	for _, o := range l.IR.Objects {
		if o.Site != nil {
			used[o.Site] = true
		}
	}
	for _, f := range l.IR.Funcs {
		decls := map[*ir.Object]bool{}
		for _, e := range f.Edges {
			if s := ir.SiteOf(e.Stmt); s != nil {
				used[s] = true
			}
			if d, ok := e.Stmt.(*ir.Decl); ok {
				decls[d.Obj] = true
				if d.Obj.Site != nil {
					used[d.Obj.Site] = true
				}
			}
		}
		var objs []*ir.Object
		for _, o := range f.Objects {
			if decls[o] {
				o.ID = len(objs)
				objs = append(objs, o)
			}
		}
		f.Objects = objs
	}
	var sites []*ir.Site
	keys := map[string]int{}
	for _, s := range l.IR.Sites {
		if !used[s] {
			continue
		}
		s.ID = len(sites)
		key := s.Name + "@" + s.Pos.String()
		keys[key]++
		if n := keys[key]; n > 1 {
			key = fmt.Sprintf("%s#%d", key, n)
		}
		s.Key = key
		sites = append(sites, s)
	}
	l.IR.Sites = sites
}

// keepObligations drops the obligations without an error location, and sorts the others by position.
func (l *finishing) keepObligations() {
	used := map[*ir.Obligation]bool{}
	for _, f := range l.IR.Funcs {
		for _, loc := range f.Locs {
			if loc.Obligation != nil {
				used[loc.Obligation] = true
			}
		}
	}
	var obs []*ir.Obligation
	for _, o := range l.IR.Obligations {
		if used[o] {
			obs = append(obs, o)
		}
	}
	sort.SliceStable(obs, func(i, j int) bool { return posLess(obs[i].Pos, obs[j].Pos) })
	for i, o := range obs {
		o.ID = i
	}
	l.IR.Obligations = obs
}

// posLess reports whether a is before b, by file, line and column.
func posLess(a, b ir.Pos) bool {
	switch {
	case a.File != b.File:
		return a.File < b.File
	case a.Line != b.Line:
		return a.Line < b.Line
	}
	return a.Col < b.Col
}

// listMissing lists the functions without a body that live functions call.
func (l *finishing) listMissing(live map[*ir.Func]bool) {
	called := map[string]ir.Pos{}
	says := map[string][]string{}
	var order []string
	for _, f := range l.fns {
		if !live[f.f] {
			continue
		}
		edges := map[*ir.Edge]bool{}
		for _, e := range f.f.Edges {
			edges[e] = true
		}
		for _, m := range f.calls.missing {
			// The edge of a Skip may have been removed by tidy. Its call counts as reachable if its function is live.
			_, skip := m.edge.Stmt.(*ir.Skip)
			if !edges[m.edge] && !skip {
				continue
			}
			if p, ok := called[m.name]; !ok {
				called[m.name] = m.pos
				order = append(order, m.name)
			} else if posLess(m.pos, p) {
				called[m.name] = m.pos
			}
			if m.says != "" && !slices.Contains(says[m.name], m.says) {
				says[m.name] = append(says[m.name], m.says)
			}
		}
	}
	sort.SliceStable(order, func(i, j int) bool { return posLess(called[order[i]], called[order[j]]) })
	for _, n := range order {
		var near []string
		if s := l.Syms[n]; s == nil || !fromHeader(s) { // a name from a header is not misspelt
			near = l.Near(n)
		}
		l.IR.Missing = append(l.IR.Missing, ir.Missing{Name: n, Pos: called[n], Near: near,
			Says: strings.Join(says[n], " and ")})
	}
}

// fromHeader reports whether an embedded header declares the symbol.
func fromHeader(s *link.Symbol) bool { return strings.HasPrefix(s.Pos.File, "<tandem>") }

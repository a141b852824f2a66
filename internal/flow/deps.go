package flow

import (
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Deps are the dependences inside one function.
//
// Control (Ferrante, Ottenstein, Warren, TOPLAS 9(3), 1987): a location depends
// on an edge if taking the edge decides that it is reached. An assume without
// alternative may end the execution, so that what follows depends on it, and so it
// is with a call of a function that may not return.
//
// Data: an edge depends on the definitions that may reach the registers it
// reads, and on the writes that may reach the memory it reads.
type Deps struct {
	// Control lists, by Loc.ID, the edges that the location depends on directly.
	Control [][]*ir.Edge

	f     *ir.Func
	a     *Points
	defs  map[use][]*ir.Edge
	uses  map[*ir.Edge][]*ir.Edge
	reach []map[int]bool // by Loc.ID: locations that can be reached; made on demand
	adj   graph.Adj
}

// use is a register read at an edge.
type use struct {
	e *ir.Edge
	v *ir.Var
}

// NewDeps computes the dependences of f. stops says which functions may end the
// execution (see Stops).
func NewDeps(a *Points, f *ir.Func, stops map[*ir.Func]bool) *Deps {
	d := &Deps{f: f, a: a, defs: map[use][]*ir.Edge{}, uses: map[*ir.Edge][]*ir.Edge{}, reach: make([]map[int]bool, len(f.Locs))}
	d.adj = f.Graph()
	d.control(stops)
	d.data()
	return d
}

// Stops finds the functions during which the execution may end or never go on:
// those with an error, a halt, an assume without alternative, a loop, Undefined, or
// a recursion, and those that call one.
func Stops(p *ir.Program) map[*ir.Func]bool {
	out := map[*ir.Func]bool{}
	calls := NewCalls(p)
	for _, f := range calls.BottomUp() {
		out[f] = calls.Recursive(f) || stopsItself(f)
		for _, g := range calls.Callees(f) {
			out[f] = out[f] || out[g]
		}
	}
	return out
}

func stopsItself(f *ir.Func) bool {
	comps, _ := graph.SCC(f.Graph())
	if len(comps) < len(f.Locs) {
		return true
	}
	for _, l := range f.Locs {
		if l.Kind == ir.Error || l.Kind == ir.Halt || l.Kind == ir.Plain && len(l.Out) == 0 || mayBlock(l) {
			return true
		}
		for _, e := range l.Out {
			if _, ok := e.Stmt.(*ir.Undefined); ok || e.To == l {
				return true
			}
		}
	}
	return false
}

// mayBlock reports whether none of the assumes leaving l need hold.
func mayBlock(l *ir.Loc) bool {
	if len(l.Out) == 0 {
		return false
	}
	conds := make([]ir.Expr, 0, 2)
	for _, e := range l.Out {
		a, ok := e.Stmt.(*ir.Assume)
		if !ok {
			return false
		}
		conds = append(conds, a.Cond)
	}
	return len(conds) != 2 || !ir.Equal(ir.NotExpr(conds[0]), conds[1]) && !ir.Equal(ir.NotExpr(conds[1]), conds[0])
}

// control computes post-dominators with an extra node for the end of the
// execution, which also follows what may stop, and one node of each endless loop.
func (d *Deps) control(stops map[*ir.Func]bool) {
	n := len(d.f.Locs)
	end := n
	adj := make(graph.Adj, n+1)
	for i, succ := range d.adj {
		l := d.f.Locs[i]
		adj[i] = append(adj[i], succ...)
		if len(succ) == 0 || mayBlock(l) || d.stopsAt(l, stops) {
			adj[i] = append(adj[i], end)
		}
	}
	// Whatever cannot reach the end is in or before an endless loop: give the
	// last such nodes in postorder an edge.
	for {
		ends := graph.Reaching(adj, end)
		missing := -1
		for _, i := range graph.PostOrder(adj, d.f.Entry.ID) {
			if !ends[i] {
				missing = i
				break
			}
		}
		if missing < 0 {
			break
		}
		adj[missing] = append(adj[missing], end)
	}
	tree := graph.Dominators(graph.Reverse(adj), end)
	d.Control = make([][]*ir.Edge, n)
	for _, e := range d.f.Edges {
		a, b := e.From.ID, e.To.ID
		if len(adj[a]) < 2 || !tree.Reachable(a) {
			continue
		}
		for w := b; w != tree.Idom[a] && w != end; w = tree.Idom[w] {
			d.Control[w] = append(d.Control[w], e)
			if w == tree.Idom[w] {
				break
			}
		}
	}
}

// stopsAt reports whether the statement leaving l may end the execution.
func (d *Deps) stopsAt(l *ir.Loc, stops map[*ir.Func]bool) bool {
	if len(l.Out) != 1 {
		return false
	}
	switch s := l.Out[0].Stmt.(type) { // sound: others go on
	case *ir.Call:
		return stops[s.Func]
	case *ir.Undefined:
		return true
	}
	return false
}

// data follows each definition forward as long as the register is live.
func (d *Deps) data() {
	live := NewLive(d.a.Prog, d.f, func(g *ir.Func) []*ir.Var { return d.a.Of(g).GlobalReads })
	for _, e := range d.f.Edges {
		if v := ir.Def(e.Stmt); v != nil {
			d.follow(live, e, v)
		}
		for _, v := range d.a.GlobalWrites(e) {
			if v != ir.Def(e.Stmt) {
				d.follow(live, e, v)
			}
		}
	}
}

func (d *Deps) follow(live *Live, def *ir.Edge, v *ir.Var) {
	seen := map[*ir.Loc]bool{}
	work := []*ir.Loc{def.To}
	used := map[*ir.Edge]bool{}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[l] || !live.At(l, v) {
			continue
		}
		seen[l] = true
		for _, e := range l.Out {
			if d.readsReg(e, v) && !used[e] {
				used[e] = true
				d.defs[use{e, v}] = append(d.defs[use{e, v}], def)
				d.uses[def] = append(d.uses[def], e)
			}
			if ir.Def(e.Stmt) != v {
				work = append(work, e.To)
			}
		}
	}
}

func (d *Deps) readsReg(e *ir.Edge, v *ir.Var) bool {
	found := false
	ir.Uses(e.Stmt, func(w *ir.Var) { found = found || w == v })
	if c, ok := e.Stmt.(*ir.Call); ok && v.Global && !found {
		for _, w := range d.a.Of(c.Func).GlobalReads {
			found = found || w == v
		}
	}
	return found
}

// Defs lists the edges of the function whose value of v edge e may read. If the
// value at the entry of the function may reach e, that is not said.
func (d *Deps) Defs(e *ir.Edge, v *ir.Var) []*ir.Edge { return d.defs[use{e, v}] }

// Uses lists the edges that may read what def assigns to a register.
func (d *Deps) Uses(def *ir.Edge) []*ir.Edge { return d.uses[def] }

// MemoryDefs lists the edges of the function that may write bytes which e may
// read, and from which e can be reached. Writes do not hide earlier ones. Not for
// concurrent use.
func (d *Deps) MemoryDefs(e *ir.Edge) []*ir.Edge {
	reads := d.a.Reads(e)
	if len(reads) == 0 {
		return nil
	}
	var out []*ir.Edge
	for _, w := range d.f.Edges {
		if d.a.Writes(w).Overlaps(reads) && d.reaches(w.To, e.From) {
			out = append(out, w)
		}
	}
	return out
}

func (d *Deps) reaches(a, b *ir.Loc) bool {
	if d.reach[a.ID] == nil {
		set := map[int]bool{}
		for i, ok := range graph.Reachable(d.adj, a.ID) {
			if ok {
				set[i] = true
			}
		}
		d.reach[a.ID] = set
	}
	return d.reach[a.ID][b.ID]
}

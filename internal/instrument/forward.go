package instrument

import (
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// copies replaces copies by their source. A copy is a free register with one assignment, from a register, a literal or
// an address. The replacement is correct if the source is not written while the copy is live, since each read of the
// copy is then reached only by its assignment, and the source still has the assigned value there.
func (s *simplifier) copies() {
	src := s.copySources()
	s.cutChains(src)
	if len(src) == 0 {
		return
	}
	live := s.liveness()
	// The chain of a copy t has the expressions that may replace t: its source, the source of the source, and so on.
	watch := map[*ir.Var][]*ir.Var{} // register -> copies whose chain contains it
	watchObj := map[*ir.Object][]*ir.Var{}
	for t := range src {
		x := src[t]
		for { // ends, since cutChains has removed cycles
			if r, ok := x.(*ir.Ref); ok {
				watch[r.Var] = append(watch[r.Var], t)
				if next, ok := src[r.Var]; ok {
					x = next
					continue
				}
			}
			if a, ok := x.(*ir.AddrOf); ok && a.Obj.Func != nil {
				watchObj[a.Obj] = append(watchObj[a.Obj], t)
			}
			break
		}
	}
	spoiled := s.spoiled(live, watch, watchObj)
	final := map[*ir.Var]ir.Expr{}
	var resolve func(t *ir.Var) ir.Expr
	resolve = func(t *ir.Var) ir.Expr {
		if e, ok := final[t]; ok {
			return e
		}
		e := src[t]
		if e == nil {
			return nil
		}
		if r, ok := e.(*ir.Ref); ok {
			if root := resolve(r.Var); root != nil {
				e = root
			}
		}
		if spoiled[t] != nil && spoiled[t][rootOf(e)] || live.At(s.f.Entry, t) {
			e = nil
		}
		final[t] = e
		return e
	}
	found := false
	for t := range src {
		found = resolve(t) != nil || found
	}
	if !found {
		return
	}
	s.changed = true
	replace := ir.NewMapper(func(x ir.Expr) ir.Expr {
		if r, ok := x.(*ir.Ref); ok {
			if y := final[r.Var]; y != nil {
				return y
			}
		}
		return x
	})
	for _, e := range s.f.Edges {
		if a, ok := e.Stmt.(*ir.Assign); ok && final[a.Dst] != nil {
			e.Stmt = &ir.Skip{}
			continue
		}
		e.Stmt = ir.MapStmt(e.Stmt, replace.Map)
	}
}

// rootOf returns the register or local object on which an atom depends, nil if there is none.
func rootOf(e ir.Expr) any {
	switch e := e.(type) { // sound: other atoms never change
	case *ir.Ref:
		return e.Var
	case *ir.AddrOf:
		if e.Obj.Func != nil {
			return e.Obj
		}
	}
	return nil
}

// copySources maps each free register that has one definition, an Assign of an atom, to that atom.
func (s *simplifier) copySources() map[*ir.Var]ir.Expr {
	defs := make([]int, len(s.f.Vars))
	src := map[*ir.Var]ir.Expr{}
	for _, e := range s.f.Edges {
		v := ir.Def(e.Stmt)
		if v == nil || v.Global {
			continue
		}
		defs[v.ID]++
		if a, ok := e.Stmt.(*ir.Assign); ok && s.free(v) && isAtom(a.Src) && !isRefTo(a.Src, v) {
			src[v] = a.Src
		}
	}
	for v := range src {
		if defs[v.ID] != 1 {
			delete(src, v)
		}
	}
	return src
}

// maxChain bounds the length of chains.
const maxChain = 32

// cutChains drops copies from src until no chain has more than maxChain links and none is cyclic. A dropped copy may
// still be the source of others.
func (s *simplifier) cutChains(src map[*ir.Var]ir.Expr) {
	links := map[*ir.Var]int{} // the number of links from the register to the end of its chain
	for _, v := range s.f.Vars {
		var path []*ir.Var
		on := map[*ir.Var]bool{}
		for src[v] != nil && links[v] == 0 && !on[v] {
			path = append(path, v)
			on[v] = true
			r, ok := src[v].(*ir.Ref)
			if !ok {
				break
			}
			v = r.Var
		}
		if on[v] && isRefToAny(src[v]) { // a cycle through v
			delete(src, v)
		}
		for i := len(path) - 1; i >= 0; i-- {
			t := path[i]
			if src[t] == nil {
				continue
			}
			n := 1
			if r, ok := src[t].(*ir.Ref); ok {
				n += links[r.Var]
			}
			if n > maxChain {
				delete(src, t)
				continue
			}
			links[t] = n
		}
	}
}

// isRefToAny reports whether e is a register.
func isRefToAny(e ir.Expr) bool {
	_, ok := e.(*ir.Ref)
	return ok
}

// isAtom reports whether e is an atom: a literal, a register or an address.
func isAtom(e ir.Expr) bool {
	switch e.(type) { // sound: after false, e is just not moved
	case *ir.Const, *ir.Ref, *ir.AddrOf, *ir.FuncAddr:
		return true
	}
	return false
}

// isRefTo reports whether e is the register v.
func isRefTo(e ir.Expr, v *ir.Var) bool {
	r, ok := e.(*ir.Ref)
	return ok && r.Var == v
}

// spoiled returns for each copy the registers and objects in its chain that are written while the copy is live. watch
// and watchObj have the copies whose chain contains a register or an object.
func (s *simplifier) spoiled(live *flow.Live, watch map[*ir.Var][]*ir.Var,
	watchObj map[*ir.Object][]*ir.Var) map[*ir.Var]map[any]bool {
	bad := map[*ir.Var]map[any]bool{}
	note := func(e *ir.Edge, source any, copies []*ir.Var) {
		for _, t := range copies {
			if ir.Def(e.Stmt) != t && live.At(e.To, t) {
				if bad[t] == nil {
					bad[t] = map[any]bool{}
				}
				bad[t][source] = true
			}
		}
	}
	for _, e := range s.f.Edges {
		if v := ir.Def(e.Stmt); v != nil && watch[v] != nil {
			note(e, v, watch[v])
		}
		if o := ir.Lives(e.Stmt); o != nil {
			note(e, o, watchObj[o])
		}
		s.elsewhere(e.Stmt, func(v *ir.Var) { note(e, v, watch[v]) })
	}
	return bad
}

// forward moves an expression that is assigned to a register to the only place where the register is read. It works on
// trees of locations that have one entering edge each.
func (s *simplifier) forward() {
	w := &mover{s: s, at: map[*ir.Var]ir.Expr{}, readers: map[*ir.Var][]*ir.Var{}, holders: map[*ir.Object][]*ir.Var{}}
	for _, l := range s.f.Locs {
		if len(l.In) != 1 || l == s.f.Entry {
			w.tree(l)
		}
	}
}

// mover walks a tree and records the available expressions.
type mover struct {
	s       *simplifier
	at      map[*ir.Var]ir.Expr      // the expression that may replace a register at the present edge
	readers map[*ir.Var][]*ir.Var    // by register: the keys of at whose expressions may read it
	holders map[*ir.Object][]*ir.Var // by object: the keys of at whose expressions may have its address
	undo    []entry                  // the old values, to restore at on the way back
}

// entry is an old value of at.
type entry struct {
	v *ir.Var
	e ir.Expr
}

// set sets the expression of v in the map at (nil removes it), and records the old value in undo.
func (m *mover) set(v *ir.Var, e ir.Expr) {
	m.undo = append(m.undo, entry{v, m.at[v]})
	if e == nil {
		delete(m.at, v)
		return
	}
	m.at[v] = e
	ir.Walk(e, func(x ir.Expr) bool {
		switch x := x.(type) { // sound: statements change only the values of these
		case *ir.Ref:
			m.readers[x.Var] = append(m.readers[x.Var], v)
		case *ir.AddrOf:
			if x.Obj.Func != nil {
				m.holders[x.Obj] = append(m.holders[x.Obj], v)
			}
		}
		return true
	})
}

// tree moves expressions in the tree below root. It has an explicit stack, since straight-line code may be long.
func (m *mover) tree(root *ir.Loc) {
	type frame struct {
		l    *ir.Loc
		i    int
		mark int // length of undo when the edge before l was entered
	}
	stack := []frame{{l: root}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.i == len(top.l.Out) {
			mark := top.mark
			stack = stack[:len(stack)-1]
			for len(m.undo) > mark {
				u := m.undo[len(m.undo)-1]
				m.undo = m.undo[:len(m.undo)-1]
				if u.e == nil {
					delete(m.at, u.v)
				} else {
					m.at[u.v] = u.e
				}
			}
			continue
		}
		e := top.l.Out[top.i]
		top.i++
		mark := len(m.undo)
		m.edge(e)
		if len(e.To.In) == 1 && e.To != m.s.f.Entry {
			stack = append(stack, frame{l: e.To, mark: mark})
		} else {
			stack = append(stack, frame{l: e.To, i: len(e.To.Out), mark: mark}) // here the tree ends, so only restore the map at
		}
	}
	clear(m.readers)
	clear(m.holders)
}

// edge substitutes available expressions into the statement of e and updates them for the location after e.
func (m *mover) edge(e *ir.Edge) {
	if len(m.at) > 0 {
		big := m.tooBig(e.Stmt)
		st := ir.MapStmt(e.Stmt, func(x ir.Expr) ir.Expr {
			return ir.Replace(x, func(v *ir.Var) ir.Expr {
				if to := m.at[v]; !big || to != nil && isAtom(to) {
					return to
				}
				return nil
			})
		})
		if st != e.Stmt {
			e.Stmt = st
			m.s.changed = true
		}
	}
	m.s.elsewhere(e.Stmt, m.kill)
	if o := ir.Lives(e.Stmt); o != nil {
		m.killObject(o)
	}
	v := ir.Def(e.Stmt)
	if v == nil {
		return
	}
	m.kill(v)
	if m.at[v] != nil {
		m.set(v, nil)
	}
	a, ok := e.Stmt.(*ir.Assign)
	if ok && m.s.free(v) && !ir.Reads(a.Src, v) && m.s.readOnce(e, v, a.Src) {
		m.set(v, a.Src)
	}
}

// maxNodes bounds the size of a statement into which expressions move. If each expression moves to two places, the size
// may grow exponentially.
const maxNodes = 400

// tooBig reports whether st would have more than maxNodes nodes after the substitution. Negations do not count, so the
// result is the same for both sides of a branch.
func (m *mover) tooBig(st ir.Stmt) bool {
	n, moves := 0, false
	count := func(x ir.Expr) bool {
		if u, ok := x.(*ir.Unary); !ok || u.Op != ir.LNot {
			n++
		}
		return n <= maxNodes
	}
	for _, x := range ir.StmtExprs(st) {
		ir.Walk(x, func(x ir.Expr) bool {
			if r, ok := x.(*ir.Ref); ok && m.at[r.Var] != nil {
				moves = moves || !isAtom(m.at[r.Var])
				ir.Walk(m.at[r.Var], count)
				return false
			}
			return count(x)
		})
	}
	return moves && n > maxNodes
}

// Bounds on the locations in the search for the readers of a value, and on the places to which a truth value moves.
const (
	maxSearch = 300
	maxPlaces = 4
)

// readOnce reports whether the value src that e assigns to v is read in only one place, which is in the tree below e.
// If src is a truth value, v may be read in maxPlaces places; if it is an atom, in any number of places. A place is one
// occurrence of v; edges that leave the same location count once.
func (s *simplifier) readOnce(e *ir.Edge, v *ir.Var, src ir.Expr) bool {
	limit := 1
	if c, ok := src.(*ir.Cast); ok && c.X.Type() == ir.B {
		limit = maxPlaces
	}
	if isAtom(src) {
		limit = maxSearch
	}
	places := 0
	work := []*ir.Loc{e.To}
	for steps := 0; len(work) > 0; steps++ {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		if !s.live.At(l, v) {
			continue
		}
		if len(l.In) != 1 || l == s.f.Entry || steps > maxSearch {
			return false
		}
		most := 0
		for _, o := range l.Out {
			n := 0
			ir.Uses(o.Stmt, func(w *ir.Var) {
				if w == v {
					n++
				}
			})
			most = max(most, n)
			if ir.Def(o.Stmt) != v {
				work = append(work, o.To)
			}
		}
		if places += most; places > limit {
			return false
		}
	}
	return true
}

// killObject drops the expressions that have the address of o, whose life begins or ends.
func (m *mover) killObject(o *ir.Object) {
	for _, t := range m.holders[o] {
		if m.at[t] != nil {
			m.set(t, nil)
		}
	}
}

// kill drops the expressions that read v.
func (m *mover) kill(v *ir.Var) {
	for _, t := range m.readers[v] {
		if m.at[t] != nil {
			m.set(t, nil)
		}
	}
}

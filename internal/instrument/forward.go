package instrument

import (
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// copies replaces free registers that are assigned once, from a register, a
// literal or an address, by their source. That is right if the source is not
// written while the copy is live: then every read of the copy, which only the
// one assignment reaches, sees the value that the source still has.
func (s *simplifier) copies() {
	src := s.copySources()
	s.cutChains(src)
	if len(src) == 0 {
		return
	}
	live := s.liveness()
	// chain(t): what t may be replaced by: its source, the source's source, ...
	watch := map[*ir.Var][]*ir.Var{} // register -> copies whose chain contains it
	watchObj := map[*ir.Object][]*ir.Var{}
	for t := range src {
		x := src[t]
		for { // ends: cutChains
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

// rootOf returns the register or object that an atom depends on, nil for literals.
func rootOf(e ir.Expr) any {
	switch e := e.(type) { // sound: the other atoms are literals
	case *ir.Ref:
		return e.Var
	case *ir.AddrOf:
		if e.Obj.Func != nil {
			return e.Obj
		}
	}
	return nil
}

// copySources maps each free register that has one definition, an Assign of an
// atom, to that atom.
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

// maxChain bounds how many copies of copies are followed at once.
const maxChain = 32

// cutChains drops copies from src such that no chain has more than maxChain
// links and none is a circle. A copy that is dropped stays, as a source.
func (s *simplifier) cutChains(src map[*ir.Var]ir.Expr) {
	links := map[*ir.Var]int{} // links from here to the end of the chain
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
		if on[v] && isRefToAny(src[v]) { // a circle through v
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

func isRefToAny(e ir.Expr) bool {
	_, ok := e.(*ir.Ref)
	return ok
}

func isAtom(e ir.Expr) bool {
	switch e.(type) { // sound: left where it is
	case *ir.Const, *ir.Ref, *ir.AddrOf, *ir.FuncAddr:
		return true
	}
	return false
}

func isRefTo(e ir.Expr, v *ir.Var) bool {
	r, ok := e.(*ir.Ref)
	return ok && r.Var == v
}

// spoiled finds, for each copy, the possible sources that are written while
// the copy is live.
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

// forward moves expressions that are read in one place there, along trees of
// locations with one entering edge.
func (s *simplifier) forward() {
	w := &mover{s: s, at: map[*ir.Var]ir.Expr{}, readers: map[*ir.Var][]*ir.Var{}, holders: map[*ir.Object][]*ir.Var{}}
	for _, l := range s.f.Locs {
		if len(l.In) != 1 || l == s.f.Entry {
			w.tree(l)
		}
	}
}

// mover walks a tree and keeps the expressions that are available.
type mover struct {
	s       *simplifier
	at      map[*ir.Var]ir.Expr
	readers map[*ir.Var][]*ir.Var // register -> keys of at that may read it
	holders map[*ir.Object][]*ir.Var
	undo    []entry
}

// entry is an old value of at.
type entry struct {
	v *ir.Var
	e ir.Expr
}

func (m *mover) set(v *ir.Var, e ir.Expr) {
	m.undo = append(m.undo, entry{v, m.at[v]})
	if e == nil {
		delete(m.at, v)
		return
	}
	m.at[v] = e
	ir.Walk(e, func(x ir.Expr) bool {
		switch x := x.(type) { // sound: only these can be changed by a statement
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

// tree handles everything below root with an explicit stack: straight-line
// code may be long.
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
			stack = append(stack, frame{l: e.To, i: len(e.To.Out), mark: mark}) // only to undo
		}
	}
	clear(m.readers)
	clear(m.holders)
}

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

// maxNodes bounds a statement into which expressions move: truth values that go
// to two places each double with every step.
const maxNodes = 400

// tooBig reports whether st would have more than maxNodes nodes. Negations do not
// count, so that the sides of a branch are alike.
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

// Bounds of the search for the readers of a value, and of the places that a
// truth value moves to.
const (
	maxSearch = 300
	maxPlaces = 4
)

// readOnce reports whether the value that e assigns to v is read in one place
// (truth values: maxPlaces; atoms: anywhere) and only in the tree below e. A place is one occurrence; the edges
// that leave one location count together.
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

// killObject forgets the expressions that name an object whose instance changes or dies.
func (m *mover) killObject(o *ir.Object) {
	for _, t := range m.holders[o] {
		if m.at[t] != nil {
			m.set(t, nil)
		}
	}
}

// kill forgets the expressions that read v.
func (m *mover) kill(v *ir.Var) {
	for _, t := range m.readers[v] {
		if m.at[t] != nil {
			m.set(t, nil)
		}
	}
}

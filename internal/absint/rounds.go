package absint

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Counters of rounds. In
//
//	for (int i = 0; i < 40; i++)
//		if (input()) s->count++;
//
// no interval bounds count, unless the states at the loop head are kept apart by the value of i: count is at most i+1
// in the states with this i. So with Rounds, the states are partitioned by the registers and cells that count the
// rounds of a loop: the edges of the loop change the counter by constants only, and a condition on it leaves the loop.
// A pointer to which a loop adds a constant is taken, too, since the accesses through it have to stay in an object. As
// far as there are few of them, the states are also partitioned by flags and by other registers and cells to which a
// loop adds a constant, and which it tests: numbers of elements, positions in a ring.

// place is a register, or a cell at a constant address (v is nil).
type place struct {
	v   *ir.Var
	obj *ir.Object
	cellKey
}

// cellSet is a set of cells of named objects.
type cellSet map[*ir.Object]map[cellKey]bool

// add adds the cell at p to s.
func (s cellSet) add(p place) {
	if s[p.obj] == nil {
		s[p.obj] = map[cellKey]bool{}
	}
	s[p.obj][p.cellKey] = true
}

// has reports whether s contains c.
func (s cellSet) has(c *cell) bool { return c.obj.obj != nil && s[c.obj.obj][c.cellKey] }

// HasRounds reports whether a register or cell counts the rounds of a loop.
func (b *Program) HasRounds() bool { return len(b.cellRounds) > 0 || slices.Contains(b.rounds, true) }

// HasFlagCells reports whether a memory cell is a flag.
func (b *Program) HasFlagCells() bool {
	for _, keys := range b.cellFlags {
		if len(keys) > 0 {
			return true
		}
	}
	return false
}

// findRounds marks the registers and cells that count rounds, and the cells that are flags.
func (b *Program) findRounds() {
	b.rounds, b.cellRounds, b.cellFlags = make([]bool, b.ghost0), cellSet{}, cellSet{}
	b.steps, b.cellSteps = make([]bool, b.ghost0), cellSet{}
	for _, f := range b.prog.Funcs {
		b.findRoundsOf(f)
	}
	for _, flag := range []bool{true, false} { // first add the cells with flags, then remove those with other values
		for _, f := range b.prog.Funcs {
			for _, e := range f.Edges {
				st, ok := e.Stmt.(*ir.Store)
				if !ok || b.flagExpr(b.flags, f, st.Val) != flag {
					continue
				}
				if p, ok := constantPlace(st.Addr, st.Val.Type()); ok && flag {
					b.cellFlags.add(p)
				} else if ok {
					delete(b.cellFlags[p.obj], p.cellKey)
				}
			}
		}
	}
}

// findRoundsOf does the same for the loops of f.
func (b *Program) findRoundsOf(f *ir.Func) {
	wto, cells := b.wto[f.ID], loadedCells(f)
	at := func(v *ir.Var) place { // the cell from which v is always loaded, else v
		if p, ok := cells[v]; ok {
			return p
		}
		return place{v: v}
	}
	type change struct{ steps, other bool }
	changed := map[int]map[place]change{} // by head of a loop: how its edges change a place
	for _, e := range f.Edges {
		p, step, ok := stepped(e.Stmt, at)
		if !ok {
			continue
		}
		for _, h := range wto.Heads(e.From.ID) {
			if changed[h] == nil {
				changed[h] = map[place]change{}
			}
			c := changed[h][p]
			c.steps, c.other = c.steps || step, c.other || !step
			changed[h][p] = c
			if step && p.v != nil && p.v.Type.Kind == ir.Ptr {
				b.markRounds(f, p, true)
			}
		}
	}
	for _, e := range f.Edges {
		a, ok := e.Stmt.(*ir.Assume)
		if !ok || slices.ContainsFunc(e.From.Out, func(x *ir.Edge) bool { return x.To.Kind == ir.Error }) {
			continue
		}
		inside := wto.Heads(e.To.ID)
		for _, h := range wto.Heads(e.From.ID) {
			ir.Vars(a.Cond, func(v *ir.Var) {
				if c := changed[h][at(v)]; c.steps {
					b.markRounds(f, at(v), !c.other && !slices.Contains(inside, h))
				}
			})
		}
	}
}

// markRounds records that p counts rounds if strict is set, and else that some loop adds a constant to p and tests it.
func (b *Program) markRounds(f *ir.Func, p place, strict bool) {
	switch {
	case p.v == nil && strict:
		b.cellRounds.add(p)
	case p.v == nil:
		b.cellSteps.add(p)
	case strict:
		b.rounds[b.reg(f, p.v)] = true
	default:
		b.steps[b.reg(f, p.v)] = true
	}
}

// loadedCells returns the registers of f of which each assignment is a load from the same cell.
func loadedCells(f *ir.Func) map[*ir.Var]place {
	out, other := map[*ir.Var]place{}, map[*ir.Var]bool{}
	for _, e := range f.Edges {
		v := ir.Def(e.Stmt)
		if v == nil || other[v] {
			continue
		}
		if l, ok := e.Stmt.(*ir.LoadStmt); ok {
			if p, ok := constantPlace(l.Addr, v.Type); ok && (out[v].obj == nil || out[v] == p) {
				out[v] = p
				continue
			}
		}
		delete(out, v)
		other[v] = true
	}
	return out
}

// constantPlace returns the cell of type t at an address that is a constant offset in an object.
func constantPlace(addr ir.Expr, t ir.Type) (p place, ok bool) {
	off := int64(0)
	for {
		switch x := addr.(type) { // sound: there is no such place
		case *ir.AddrOf:
			return place{obj: x.Obj, cellKey: cellKey{off, t}}, true
		case *ir.PtrAdd:
			if c, ok := x.Index.(*ir.Const); ok {
				n, ok := domain.Read(c.T, c.Bits).Int64()
				if !ok {
					return place{}, false
				}
				off += n * x.Scale
				addr = x.P
				continue
			}
		}
		return place{}, false
	}
}

// stepped returns the place that a statement assigns. step reports whether the statement adds a constant to the place;
// at returns the cell from which a register is loaded.
func stepped(s ir.Stmt, at func(*ir.Var) place) (p place, step, ok bool) {
	var src ir.Expr
	switch s := s.(type) { // sound: the choice of partitions proves nothing
	case *ir.Assign:
		p, src, ok = place{v: s.Dst}, s.Src, true
	case *ir.Store:
		p, ok = constantPlace(s.Addr, s.Val.Type())
		src = s.Val
	default:
		if v := ir.Def(s); v != nil {
			p, ok = place{v: v}, true
		}
	}
	var from, by ir.Expr
	switch x := src.(type) { // sound: as above
	case *ir.Binary:
		if x.Op == ir.Add || x.Op == ir.Sub {
			from, by = x.X, x.Y
		}
	case *ir.PtrAdd:
		from, by = x.P, x.Index
	}
	r, isRef := from.(*ir.Ref)
	_, isConst := by.(*ir.Const)
	return p, ok && isRef && isConst && (p.v == r.Var || at(r.Var) == p), ok
}

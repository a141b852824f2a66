package instrument

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// simplify removes redundant code that lowering and inlining leave: copies and temporaries, conditions that are
// literals, edges that do nothing.
//
//	l0 -> l1: t = i32(x < y)              l0 -> l3: assume y <= x [T]
//	l1 -> l2: check.c = t                 l0 -> l4: assume x < y [F]
//	l2 -> l3: assume check.c == 0 [T]
//	l2 -> l4: assume check.c != 0 [F]
//
// Only temporaries (Var.Source is "") and the registers in params (copies of parameters made by Inline; may be nil) are
// substituted or removed: the variables of the C program keep their assignments. The steps are repeated until nothing
// changes, four times at most:
//
//   - copies: a register assigned once from a register, literal or address is
//     replaced everywhere, if the source keeps its value while the copy is live;
//   - targets: t = load p, x = t becomes x = load p;
//   - forward: if the value of a register is read in one place, the assigned
//     expression moves there, along straight-line code in which none of its
//     registers is written; truth values move to a few places;
//   - fold: Fold on all expressions; assumes that are false are removed, assumes
//     that are true become skips;
//   - dead: assignments to registers that are never read become skips;
//   - contract: skips are removed, and loop heads are kept;
//   - split: if the edges into a join assign a register and the edges that leave
//     it only test this register, each edge into it gets a copy of the join, so
//     that the test can be decided.
//
// simplify skips functions that have not changed since a run found nothing left to simplify in them; done records
// these.
func simplify(p *ir.Program, params map[*ir.Var]bool, done *settled) {
	writes := globalWrites(p)
	done.begin(p, writes)
	for _, f := range p.Funcs {
		if done.is(f) {
			continue
		}
		s := &simplifier{p: p, f: f, params: params, writes: writes, folds: ir.NewMapper(foldNode)}
		if s.run() {
			done.stmts[f] = stmts(f)
		} else {
			delete(done.stmts, f)
		}
	}
}

// settled records the functions in which nothing was left to simplify.
type settled struct {
	stmts  map[*ir.Func][]ir.Stmt // by function: its statements at that time; a change replaces some of them
	writes int                    // the sum of the numbers of global registers that each function may write
}

// begin empties d if the number of global registers that functions may write differs from the last run.
func (d *settled) begin(p *ir.Program, writes map[*ir.Func]map[*ir.Var]bool) {
	n := 0
	for _, f := range p.Funcs {
		n += len(writes[f])
	}
	if d.stmts == nil || n != d.writes {
		d.stmts = map[*ir.Func][]ir.Stmt{}
	}
	d.writes = n
}

// is reports whether f is in d and has not changed.
func (d *settled) is(f *ir.Func) bool {
	old, ok := d.stmts[f]
	return ok && len(old) == len(f.Edges) &&
		!slices.ContainsFunc(f.Edges, func(e *ir.Edge) bool { return e.ID >= len(old) || old[e.ID] != e.Stmt })
}

// stmts returns the statements of a function in order.
func stmts(f *ir.Func) []ir.Stmt {
	out := make([]ir.Stmt, len(f.Edges))
	for i, e := range f.Edges {
		out[i] = e.Stmt
	}
	return out
}

// globalWrites returns the global registers that a call may change.
func globalWrites(p *ir.Program) map[*ir.Func]map[*ir.Var]bool {
	out := map[*ir.Func]map[*ir.Var]bool{}
	for _, comp := range flow.NewCalls(p).Components() {
		set := map[*ir.Var]bool{}
		for _, f := range comp {
			out[f] = set
			for _, e := range f.Edges {
				if v := ir.Def(e.Stmt); v != nil && v.Global {
					set[v] = true
				}
				called, all := ir.Elsewhere(e.Stmt)
				for v := range out[called] {
					set[v] = true
				}
				if all {
					for _, v := range p.Globals {
						set[v] = true
					}
				}
			}
		}
	}
	return out
}

// elsewhere calls f on the global registers that a statement may write in addition to its own.
func (s *simplifier) elsewhere(st ir.Stmt, f func(*ir.Var)) {
	called, all := ir.Elsewhere(st)
	for v := range s.writes[called] {
		f(v)
	}
	if all {
		for _, v := range s.p.Globals {
			f(v)
		}
	}
}

// simplifier simplifies one function.
type simplifier struct {
	p       *ir.Program
	f       *ir.Func
	params  map[*ir.Var]bool
	writes  map[*ir.Func]map[*ir.Var]bool
	changed bool
	live    *flow.Live // liveness at the beginning of the round
	folds   *ir.Mapper // Fold with a cache for shared expressions
}

// maxRounds bounds the repetitions of the steps.
const maxRounds = 4

// run simplifies the function, and reports whether nothing is left to do.
func (s *simplifier) run() bool {
	for range maxRounds {
		s.changed = false
		s.number()
		s.copies()
		s.live = s.liveness()
		s.targets()
		s.forward()
		s.fold()
		s.dead()
		s.contract()
		s.split()
		trim(s.f)
		if !s.changed {
			return true
		}
	}
	return false
}

// liveness returns the liveness of the function's own registers.
func (s *simplifier) liveness() *flow.Live {
	return flow.NewLive(s.p, s.f, func(*ir.Func) []*ir.Var { return nil })
}

// number renumbers the registers and objects of the function.
func (s *simplifier) number() {
	for i, v := range s.f.Vars {
		v.ID = i
	}
	for i, o := range s.f.Objects {
		o.ID = i
	}
}

// free reports whether v may be substituted and removed.
func (s *simplifier) free(v *ir.Var) bool {
	return !v.Global && (v.Source == "" || s.params[v]) && !(v.ID < len(s.f.Params) && s.f.Params[v.ID] == v)
}

// targets merges a statement that assigns to a temporary with the next statement, if it only copies the temporary.
func (s *simplifier) targets() {
	for _, l := range s.f.Locs {
		if len(l.Out) != 1 {
			continue
		}
		e := l.Out[0]
		t := ir.Def(e.Stmt)
		if _, plain := e.Stmt.(*ir.Assign); plain || t == nil || !s.free(t) || len(e.To.In) != 1 || len(e.To.Out) != 1 {
			continue
		}
		next := e.To.Out[0]
		a, ok := next.Stmt.(*ir.Assign)
		if !ok || a.Dst.Type != t.Type || s.live.At(next.To, t) {
			continue
		}
		if r, ok := a.Src.(*ir.Ref); !ok || r.Var != t {
			continue
		}
		e.Stmt = ir.WithDef(e.Stmt, a.Dst)
		next.Stmt = &ir.Skip{}
		e.Then(standsFor(next)...) // the variable is assigned here
		next.Origin, next.After = nil, nil
		place(e.To, next.To)
		s.changed = true
	}
}

// standsFor returns all origins of e, which is not a call.
func standsFor(e *ir.Edge) []*ir.Edge { return append(slices.Clip(e.Origin), e.After...) }

// place sets the origin of l to the origin of o.
func place(l, o *ir.Loc) { l.Origin, l.Inline = o.Origin, o.Inline }

// dead turns assignments to free registers without reads into skips.
func (s *simplifier) dead() {
	defs := map[*ir.Var][]*ir.Edge{}
	reads := make([]int, len(s.f.Vars))
	for _, l := range s.f.Locs {
		for _, e := range l.Out {
			ir.Uses(e.Stmt, func(v *ir.Var) {
				if !v.Global {
					reads[v.ID]++
				}
			})
			if a, ok := e.Stmt.(*ir.Assign); ok && s.free(a.Dst) {
				defs[a.Dst] = append(defs[a.Dst], e)
			}
		}
	}
	var work []*ir.Var
	for _, v := range s.f.Vars {
		if reads[v.ID] == 0 && len(defs[v]) > 0 {
			work = append(work, v)
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range defs[v] {
			ir.Uses(e.Stmt, func(w *ir.Var) {
				if w.Global {
					return
				}
				if reads[w.ID]--; reads[w.ID] == 0 && len(defs[w]) > 0 && w != v {
					work = append(work, w)
				}
			})
			e.Stmt = &ir.Skip{}
			s.changed = true
		}
		delete(defs, v)
	}
}

// fold folds all expressions, and removes branches whose conditions became literals.
func (s *simplifier) fold() {
	for _, l := range s.f.Locs {
		for _, e := range l.Out {
			if st := ir.MapStmt(e.Stmt, s.folds.Map); st != e.Stmt {
				e.Stmt = st
				s.changed = true
			}
		}
		s.decide(l)
	}
}

// decide drops the edges of l that are never taken. If no edge is ever taken, the first one stays, so its guard shows
// why executions end here.
func (s *simplifier) decide(l *ir.Loc) {
	for _, e := range l.Out {
		a, ok := e.Stmt.(*ir.Assume)
		if !ok {
			return
		}
		if ir.IsTrue(a.Cond) { // the conditions of the other edges exclude it
			for _, o := range slices.Clone(l.Out) {
				if o != e {
					unlink(o)
				}
			}
			e.Stmt = &ir.Skip{}
			s.changed = true
			return
		}
	}
	for i := len(l.Out) - 1; i >= 0 && len(l.Out) > 1; i-- {
		if e := l.Out[i]; ir.IsFalse(e.Stmt.(*ir.Assume).Cond) {
			unlink(e)
			s.changed = true
		}
	}
	if len(l.Out) != 1 {
		return
	}
	// Code after an assume that always blocks is not reached.
	e := l.Out[0]
	if a := e.Stmt.(*ir.Assume); ir.IsFalse(a.Cond) && (len(e.To.Out) > 0 || e.To.Kind != ir.Plain || len(e.To.In) > 1) {
		end := s.f.NewLoc(e.Pos)
		place(end, e.To)
		e.SetTo(end)
		s.changed = true
	}
}

// contract removes skips: it merges the two locations of a skip.
func (s *simplifier) contract() {
	for _, l := range s.f.Locs {
		for len(l.Out) == 1 {
			e := l.Out[0]
			if _, ok := e.Stmt.(*ir.Skip); !ok || e.To == l || !s.merge(e) {
				break
			}
			s.changed = true
			if len(l.In) == 0 && l != s.f.Entry { // l itself was removed
				break
			}
		}
	}
}

// merge merges the two locations of the skip e, and reports whether it could. Either the edges that leave the end now
// leave the start, or the edges that enter the start now enter the end.
func (s *simplifier) merge(e *ir.Edge) bool {
	a, b := e.From, e.To
	first := a.Loop != nil || a == s.f.Entry // a keeps its origin
	switch {
	case len(b.In) == 1 && b.Kind == ir.Plain && (a.Loop == nil || b.Loop == nil) &&
		(!first || len(b.Out) > 0 || len(e.Origin) == 0):
		unlink(e)
		if first {
			for _, o := range b.Out {
				o.Preface(standsFor(e)...)
			}
		} else {
			for _, i := range a.In {
				i.Then(standsFor(e)...)
			}
			place(a, b)
		}
		a.Out = b.Out
		for _, o := range a.Out {
			o.From = a
		}
		b.Out = nil
		if a.Loop == nil {
			a.Loop = b.Loop
		}
		if !a.Pos.IsValid() {
			a.Pos = b.Pos
		}
		return true
	case a != s.f.Entry && a.Loop == nil:
		unlink(e)
		for _, i := range a.In {
			i.Then(standsFor(e)...)
			i.To = b
		}
		b.In = append(b.In, a.In...)
		a.In = nil
		return true
	}
	return false
}

// maxSplit bounds the copies of one join, maxCopies the edges of all copies of a join.
const (
	maxSplit  = 16
	maxCopies = 64
)

// split looks for joins that only test a free register. Each edge into such a join that assigns the register gets its
// own copy of the join.
func (s *simplifier) split() {
	for _, l := range s.f.Locs[:len(s.f.Locs):len(s.f.Locs)] {
		if l == s.f.Entry || l.Loop != nil || len(l.In) < 2 || len(l.In) > maxSplit || len(l.Out) < 1 {
			continue
		}
		t := s.tested(l)
		if t == nil {
			continue
		}
		var assigning []*ir.Edge
		for _, i := range l.In {
			if a, ok := i.Stmt.(*ir.Assign); ok && a.Dst == t {
				assigning = append(assigning, i)
			}
		}
		if len(assigning)*len(l.Out) > maxCopies {
			continue
		}
		for _, i := range assigning {
			if len(l.In) == 1 {
				break
			}
			l.In = without(l.In, i)
			c := s.f.NewLoc(l.Pos)
			place(c, l)
			i.To = c
			c.In = []*ir.Edge{i}
			for _, o := range l.Out {
				n := s.f.NewEdge(c, o.To, o.Stmt, o.Pos)
				n.Inline, n.Origin, n.After = o.Inline, slices.Clip(o.Origin), slices.Clip(o.After)
			}
			s.changed = true
		}
	}
}

// tested returns the free register that all edges which leave l test; all must be assumes. It returns nil if there is
// none.
func (s *simplifier) tested(l *ir.Loc) *ir.Var {
	var t *ir.Var
	for _, e := range l.Out {
		a, ok := e.Stmt.(*ir.Assume)
		if !ok {
			return nil
		}
		found := false
		ir.Vars(a.Cond, func(v *ir.Var) {
			if !v.Global && s.free(v) && (t == nil || v == t) {
				t, found = v, true
			}
		})
		if !found {
			return nil
		}
	}
	return t
}

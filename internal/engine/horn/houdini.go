package horn

// What a solution for ideal integers says is a guess about machine integers. The
// conjuncts that are inductive for these are found as in C. Flanagan, K. R. M. Leino:
// Houdini, an annotation assistant for ESC/Java. FME 2001.

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// guesses lifts the conjuncts of a solution one by one, equalities also modulo 2^w. Two
// inequalities that make an equality count as one.
func (s *system) guesses(m *term.Model) map[*ir.Loc][]ir.Expr {
	c := s.e.C
	out := map[*ir.Loc][]ir.Expr{}
	for _, p := range s.order {
		f := m.Funcs[p.name]
		if f == nil {
			continue
		}
		leaves := s.leaves(p, f, &verify.Inductive{})
		conj := vc.Conjuncts(c, f.Body)
		for i, t := range conj {
			for _, u := range conj[:i] {
				if a, b, ok := bounds(c, t); ok {
					if x, y, ok := bounds(c, u); ok && c.ISub(a, b) == c.ISub(y, x) {
						conj = append(conj, c.Eq(a, b))
					}
				}
			}
		}
		for _, t := range conj {
			if x, ok := s.e.LiftOver(t, leaves); ok {
				out[p.point.Loc] = append(out[p.point.Loc], x)
			}
			if x, ok := s.e.LiftModulo(t, leaves); ok {
				out[p.point.Loc] = append(out[p.point.Loc], x)
			}
		}
	}
	return out
}

// bounds reads t as a <= b.
func bounds(c *term.Ctx, t *term.Term) (a, b *term.Term, ok bool) {
	switch {
	case t.Op() == term.ILe:
		return t.Arg(0), t.Arg(1), true
	case t.Op() == term.Not && t.Arg(0).Op() == term.ILe:
		return c.IAdd(t.Arg(0).Arg(1), c.Int(1)), t.Arg(0).Arg(0), true
	}
	return nil, nil, false
}

// houdini drops guesses that are not inductive in machine arithmetic until the rest is.
type houdini struct {
	e      *vc.Encoder
	solver smt.Solver
	ctx    context.Context
	meter  *smt.Meter
	end    time.Duration // by the meter
	keep   map[*ir.Loc][]ir.Expr
	met    map[*ir.Loc]bool // cut points that a block came to
}

// step is a way from one cut point (nil: the start) to the next, or to an error.
type step struct {
	from  *ir.Loc
	start *vc.State
	to    *ir.Loc // nil: an error
	state *vc.State
	error *ir.Obligation
}

var errContexts = errors.New("solved, but a function runs in several contexts")

var errWeak = errors.New("solved for ideal integers; what holds for machine integers does not exclude the error")

// filter returns what is left, if it excludes the asked errors.
func filter(ctx context.Context, t *verify.Task, keep map[*ir.Loc][]ir.Expr, meter *smt.Meter, end time.Duration) (*verify.Inductive, error) {
	p, asked := t.Program, t.Asked()
	if len(p.Funcs) > 1 {
		return nil, errContexts // calls need contracts, which are not guessed
	}
	e := vc.New(term.New(), p, vc.Options{Enc: vc.Bits})
	s, err := smt.Open(e.C, smt.Config{Log: t.Log}.Command(t.Solver))
	if err != nil {
		return nil, err
	}
	defer s.Close()
	h := &houdini{e: e, solver: s, ctx: ctx, meter: meter, end: end, keep: keep}
	steps, err := h.steps()
	if err != nil {
		return nil, err
	}
	for changed := true; changed; {
		changed = false
		for _, s := range steps {
			if s.to == nil {
				continue
			}
			dropped, err := h.weaken(s)
			if err != nil {
				return nil, err
			}
			changed = changed || dropped
		}
	}
	for _, s := range steps {
		if s.to != nil || !slices.Contains(asked, s.error) {
			continue
		}
		h.solver.Push()
		r := h.query(s, nil)
		h.solver.Pop()
		if r != smt.Unsat {
			return nil, errWeak
		}
	}
	ev := &verify.Inductive{}
	for _, f := range p.Funcs {
		for _, l := range f.Locs {
			if xs := h.keep[l]; len(xs) > 0 {
				ev.Invariants = append(ev.Invariants, verify.Invariant{Loc: l, Expr: ir.NewAnd(xs...)})
			}
		}
	}
	ev.Invariants = append(ev.Invariants, unreached(e, h.met)...)
	return ev, nil
}

// steps lists the blocks of the program.
func (h *houdini) steps() ([]step, error) {
	var out []step
	var todo []vc.Point
	seen := map[vc.Point]bool{}
	locs := map[*ir.Loc]bool{}
	h.met = locs
	block := func(from *ir.Loc, p vc.Point, s *vc.State) error {
		b, err := h.e.Advance(h.ctx, vc.Frontier{p: s})
		if err != nil {
			return err
		}
		for _, q := range b.Next.Points() {
			out = append(out, step{from: from, start: s, to: q.Loc, state: b.Next[q]})
			if !seen[q] {
				if locs[q.Loc] {
					return errContexts
				}
				seen[q], locs[q.Loc] = true, true
				todo = append(todo, q)
			}
		}
		for _, bad := range b.Bad {
			out = append(out, step{from: from, start: s, error: bad.Obligation, state: bad.State})
		}
		return nil
	}
	p, init := h.e.Start(), h.e.Initial()
	if h.e.IsCut(p.Loc) {
		out = append(out, step{start: init, to: p.Loc, state: init})
		todo, seen[p], locs[p.Loc] = []vc.Point{p}, true, true
	} else if err := block(nil, p, init); err != nil {
		return nil, err
	}
	for len(todo) > 0 {
		p := todo[0]
		todo = todo[1:]
		if err := block(p.Loc, p, h.e.Arbitrary(p)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (h *houdini) at(s *vc.State, l *ir.Loc) []*term.Term {
	var out []*term.Term
	for _, x := range h.keep[l] {
		out = append(out, h.e.Cond(s, x))
	}
	return out
}

// query asks for a state that takes the step and falsifies one of the goals (nil: takes the step).
func (h *houdini) query(s step, goals []*term.Term) smt.Result {
	ts := []*term.Term{h.e.Guard(s.state)}
	if s.from != nil {
		ts = append(ts, h.at(s.start, s.from)...)
	}
	if goals != nil {
		ts = append(ts, h.e.C.Not(h.e.C.And(goals...)))
	}
	h.solver.Assert(h.e.WithAxioms(ts...)...)
	a := h.solver.Check(h.ctx, h.meter.Budget(max(min(time.Second, h.end-h.meter.Now()), time.Millisecond)))
	h.meter.Note(a)
	return a.Result
}

// weaken drops what the step does not keep.
func (h *houdini) weaken(s step) (dropped bool, err error) {
	for {
		goals := h.at(s.state, s.to)
		if len(goals) == 0 {
			return dropped, nil
		}
		if h.ctx.Err() != nil || h.meter.Now() > h.end {
			return dropped, context.DeadlineExceeded
		}
		h.solver.Push()
		r := h.query(s, goals)
		var m *term.Model
		if r == smt.Sat {
			m, err = h.solver.Model()
		}
		h.solver.Pop()
		if err != nil {
			return dropped, err
		}
		if r == smt.Unsat {
			return dropped, nil
		}
		var left []ir.Expr
		for i, x := range h.keep[s.to] {
			if r == smt.Sat {
				if ok, err := h.e.C.Holds(m, goals[i]); ok && err == nil {
					left = append(left, x)
				}
				continue
			}
			h.solver.Push()
			if h.query(s, goals[i:i+1]) == smt.Unsat {
				left = append(left, x)
			}
			h.solver.Pop()
		}
		if len(left) == len(goals) {
			if r == smt.Sat {
				left = nil // a model that falsifies nothing: not to be trusted
			} else {
				return dropped, nil // each holds, if not all at once
			}
		}
		dropped = true
		h.keep[s.to] = left
	}
}

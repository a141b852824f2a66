package guess

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// system is the program as transitions between cut points, each one block of
// package vc from an arbitrary state (or from the initial one) to the next cut point.
type system struct {
	ctx   context.Context
	e     *vc.Encoder
	c     *term.Ctx
	sol   smt.Solver
	nodes []*node // the first is the start
	at    map[vc.Point]*node
	trans []*trans
	bads  []*bad
	terms map[termKey]*term.Term
	first int // events of the blocks from the start
	clock *clock
}

// node is an arbitrary state at a cut point in which the fixed invariants hold.
type node struct {
	p vc.Point
	s *vc.State // nil: the fixed invariants are contradictory
}

// loc is where candidates of the node live; nil for the start.
func (n *node) loc(y *system) *ir.Loc {
	if n == y.nodes[0] {
		return nil
	}
	return n.p.Loc
}

// trans leads from a node to the state s at a cut point.
type trans struct {
	from  *node
	to    *ir.Loc
	s     *vc.State
	dirty bool
}

// bad is a state at an error location.
type bad struct {
	from *node
	o    *ir.Obligation
	s    *vc.State
}

type termKey struct {
	s *vc.State
	x ir.Expr
}

// Limits of the system.
const (
	maxNodes = 200
	maxDepth = 12 // of calls: a recursive program has no end of contexts
)

var errLarge = errors.New("too many cut points, or recursion")

// newSystem explores the cut points. fixed are invariants already proved.
func newSystem(ctx context.Context, e *vc.Encoder, sol smt.Solver, k *clock, fixed map[*ir.Loc][]ir.Expr) (*system, error) {
	y := &system{ctx: ctx, e: e, c: e.C, sol: sol, clock: k, at: map[vc.Point]*node{}, terms: map[termKey]*term.Term{}}
	y.nodes = append(y.nodes, &node{e.Start(), e.Initial()})
	for i := 0; i < len(y.nodes); i++ {
		n := y.nodes[i]
		if n.s == nil {
			continue
		}
		b, err := e.Advance(ctx, vc.Frontier{n.p: n.s})
		if err != nil {
			return nil, err
		}
		if i == 0 {
			y.first = len(e.Events)
		}
		for _, p := range b.Next.Points() {
			if y.at[p] == nil {
				if len(y.nodes) > maxNodes || p.Ctx.Depth > maxDepth {
					return nil, errLarge
				}
				s := e.Arbitrary(p)
				for _, x := range fixed[p.Loc] {
					if s != nil {
						s = e.Step(s, &ir.Edge{From: p.Loc, To: p.Loc, Stmt: &ir.Assume{Cond: x}})
					}
				}
				y.at[p] = &node{p, s}
				y.nodes = append(y.nodes, y.at[p])
			}
			y.trans = append(y.trans, &trans{n, p.Loc, b.Next[p], true})
		}
		for _, x := range b.Bad {
			y.bads = append(y.bads, &bad{n, x.Obligation, x.State})
		}
	}
	return y, nil
}

// locs lists the locations of cut points, each once.
func (y *system) locs() []*ir.Loc {
	var out []*ir.Loc
	seen := map[*ir.Loc]bool{}
	for _, n := range y.nodes[1:] {
		if !seen[n.p.Loc] {
			seen[n.p.Loc] = true
			out = append(out, n.p.Loc)
		}
	}
	return out
}

// term is an expression in a state.
func (y *system) term(s *vc.State, x ir.Expr) *term.Term {
	k := termKey{s, x}
	t := y.terms[k]
	if t == nil {
		t = y.e.Cond(s, x)
		y.terms[k] = t
	}
	return t
}

// Budgets of a query.
const (
	easyTime   = 500 * time.Millisecond
	leastTime  = 60 * time.Millisecond
	hardTime   = 200 * time.Millisecond
	settleTime = 1500 * time.Millisecond // of the queries about one transition
	safeTime   = 1500 * time.Millisecond // about an error
)

// check asks for a model of what is asserted.
func (y *system) check(d time.Duration, assume ...*term.Term) smt.Answer {
	b, ok := y.clock.query(d)
	if !ok {
		return smt.Answer{Reason: smt.ReasonWork}
	}
	ans := y.sol.Check(y.ctx, b, assume...)
	y.clock.answered(ans, y.c.Len())
	return ans
}

// ended says that the time or the work is used up.
func (y *system) ended() bool { return y.ctx.Err() != nil || y.clock.spent() }

// assert adds formulas with their axioms in the last level.
func (y *system) assert(ts ...*term.Term) { y.sol.Assert(y.e.WithAxioms(ts...)...) }

// premises are the open and proved candidates of a node, in its state.
func (y *system) premises(n *node, set *candidates) []*term.Term {
	l := n.loc(y)
	if l == nil {
		return nil
	}
	var out []*term.Term
	for _, c := range set.by[l] {
		if c.state == open {
			out = append(out, y.term(n.s, c.expr))
		}
	}
	return out
}

// houdini drops candidates until those that are left are inductive, and reports
// false if the context ended before. What is left is valid, as the fixed invariants are.
func (y *system) houdini(set *candidates) bool {
	for _, t := range y.trans {
		t.dirty = true
	}
	for again := true; again; {
		again = false
		for _, t := range y.trans {
			if !t.dirty {
				continue
			}
			t.dirty, again = false, true
			if y.ended() {
				return false
			}
			set.renewed = false
			if dropped := y.inductive(t, set); dropped {
				for _, u := range y.trans {
					if u == t || u.from.loc(y) == t.to || u.to == t.to && set.renewed {
						u.dirty = true
					}
				}
			}
		}
	}
	return !y.ended()
}

// inductive drops what a transition refutes; it reports whether anything was.
func (y *system) inductive(t *trans, set *candidates) bool {
	targets := func(hard bool) []*cand {
		var out []*cand
		for _, c := range set.by[t.to] {
			if c.state == open && c.hard == hard && !y.term(t.s, c.expr).IsTrue() {
				out = append(out, c)
			}
		}
		return out
	}
	if len(targets(false))+len(targets(true)) == 0 {
		return false
	}
	y.sol.Push()
	defer y.sol.Pop()
	y.assert(append(y.premises(t.from, set), y.e.Guard(t.s))...)
	dropped := y.settle(t, set, targets(false), easyTime, y.clock.in(settleTime))
	for _, c := range targets(true) {
		if c.state != open || y.ended() {
			continue
		}
		ans, m := y.refute(t, []*cand{c}, hardTime)
		if ans.Result == smt.Unsat {
			continue
		}
		dropped = true
		if m == nil || !set.drop(y, t, m) {
			c.state = gone
		}
	}
	return dropped
}

// settle drops those of the candidates that a transition refutes, or whose
// part in a query that nobody answers cannot be found in time.
func (y *system) settle(t *trans, set *candidates, cs []*cand, d time.Duration, until time.Duration) bool {
	dropped := false
	for !y.ended() {
		cs = slices.DeleteFunc(cs, func(c *cand) bool { return c.state != open })
		if len(cs) == 0 {
			return dropped
		}
		ans, m := y.refute(t, cs, d)
		switch {
		case ans.Result == smt.Unsat:
			return dropped
		case m != nil && set.drop(y, t, m):
			dropped = true
			// Relations that took the place of others are asked next time: the transition is dirty then.
			continue
		}
		if len(cs) == 1 || y.clock.after(until) {
			for _, c := range cs {
				c.state = gone
			}
			return true
		}
		h := len(cs) / 2
		left, right := slices.Clone(cs[:h]), slices.Clone(cs[h:])
		dropped = y.settle(t, set, left, max(d/2, leastTime), until) || dropped
		return y.settle(t, set, right, max(d/2, leastTime), until) || dropped
	}
	return dropped
}

// refute asks for a state after the transition in which one of the candidates is false.
func (y *system) refute(t *trans, cs []*cand, d time.Duration) (smt.Answer, *term.Model) {
	y.sol.Push()
	defer y.sol.Pop()
	all := make([]*term.Term, len(cs))
	for i, c := range cs {
		all[i] = y.term(t.s, c.expr)
	}
	y.assert(y.c.Not(y.c.And(all...)))
	ans := y.check(d)
	if ans.Result != smt.Sat {
		return ans, nil
	}
	m, err := y.sol.Model()
	if err != nil {
		return ans, nil
	}
	return ans, m
}

// safe says which obligations cannot be violated, given invariants.
func (y *system) safe(inv map[*ir.Loc][]ir.Expr) map[*ir.Obligation]bool {
	out := map[*ir.Obligation]bool{}
	for _, o := range y.e.Prog.Obligations {
		out[o] = true
	}
	for _, b := range y.bads {
		if !out[b.o] {
			continue
		}
		y.sol.Push()
		ts := []*term.Term{y.e.Guard(b.s)}
		if l := b.from.loc(y); l != nil {
			for _, x := range inv[l] {
				ts = append(ts, y.term(b.from.s, x))
			}
		}
		y.assert(ts...)
		if ans := y.check(safeTime); ans.Result != smt.Unsat {
			out[b.o] = false
		}
		y.sol.Pop()
	}
	return out
}

func (y *system) String() string {
	return fmt.Sprintf("%d cut points, %d transitions, %d errors", len(y.nodes)-1, len(y.trans), len(y.bads))
}

package vc

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file decides Hoare triples {P} edge {Q}: every execution of the edge from a state with P ends in a state with Q,
// if it ends.

// Truth is the answer to a question that a solver may leave undecided.
type Truth uint8

// The answers. The zero value decides nothing.
const (
	Open Truth = iota
	Yes
	No
)

func (t Truth) String() string {
	switch t {
	case Yes:
		return "yes"
	case No:
		return "no"
	}
	return "open"
}

// tripleKey identifies a triple: the edge with its context, and the IDs of the terms of both predicates. These terms
// are unique, since they are over canonical constants.
type tripleKey struct {
	m         *move
	pre, post int
}

// Holds decides {pre} edge {post} in the context c. If c is nil, the function of the edge is encoded on its own, with
// an unknown caller. post is over the registers of the point after the edge: after a call, the registers of the called
// function, and of its callers if the call string keeps them; after a return, the registers of the caller.
func (p *Prover) Holds(ctx context.Context, c *Context, pre ir.Expr, ed *ir.Edge, post ir.Expr) Truth {
	return p.HoldAll(ctx, c, pre, ed, []ir.Expr{post})[0]
}

// HoldAll decides {pre} edge {post} for each of several posts: the Cartesian abstract post of predicate abstraction
// (Ball, Podelski, Rajamani, TACAS 2001). All triples share one session of the solver, and a model that refutes one
// triple is evaluated on the others.
func (p *Prover) HoldAll(ctx context.Context, c *Context, pre ir.Expr, ed *ir.Edge, posts []ir.Expr) []Truth {
	if c == nil {
		c = p.E.RootOf(ed.From.Func)
	}
	m := p.move(c, ed)
	before, exact := p.Term(c, pre)
	after := make([]*term.Term, len(posts))
	sure := make([]bool, len(posts))
	for i, x := range posts {
		after[i], sure[i] = p.Term(m.to, x)
		sure[i] = sure[i] && exact
	}
	out := p.holdAll(ctx, m, before, after)
	for i := range out {
		if !sure[i] { // an approximated value is a new constant in each term, so the answer means nothing
			out[i] = Open
		}
	}
	return out
}

// holdAll decides {pre} m {post} for each of several posts, by cached answers or by refuteAll.
func (p *Prover) holdAll(ctx context.Context, m *move, pre *term.Term, posts []*term.Term) []Truth {
	out := make([]Truth, len(posts))
	var todo []int
	not := make([]*term.Term, len(posts))
	for i, q := range posts {
		if m.next == nil || pre.IsFalse() || q.IsTrue() {
			out[i] = Yes
			continue
		}
		if !p.pure(pre) || !p.pure(q) { // a predicate with constants of no slot does not describe a set of states
			continue
		}
		if t, ok := p.triples[tripleKey{m, pre.ID(), q.ID()}]; ok {
			out[i] = t
			continue
		}
		not[i] = p.E.C.Not(p.put(q, m.next))
		todo = append(todo, i)
	}
	if len(todo) == 0 {
		return out
	}
	p.refuteAll(ctx, append([]*term.Term{pre}, m.conds...), not, todo, out, m.exact)
	for _, i := range todo {
		if out[i] != Open || ctx.Err() == nil {
			p.triples[tripleKey{m, pre.ID(), posts[i].ID()}] = out[i]
		}
	}
	return out
}

// refuteAll decides for each i in todo whether not[i] contradicts the facts, and sets out[i]: to Yes if it does, to No
// if it does not and exact is set, and to Open otherwise.
func (p *Prover) refuteAll(ctx context.Context, facts, not []*term.Term, todo []int, out []Truth, exact bool) {
	e := p.E
	p.S.Push()
	defer p.S.Pop()
	all := append([]*term.Term{}, facts...)
	for _, i := range todo {
		all = append(all, not[i])
	}
	p.S.Assert(append(append([]*term.Term{}, facts...), e.Axioms(all...)...)...)
	no := Open
	if exact {
		no = No
	}
	decided := map[int]bool{}
	for _, i := range todo {
		if decided[i] {
			continue
		}
		p.Queries++
		switch p.S.Check(ctx, p.Budget, not[i]).Result {
		case smt.Unsat:
			out[i] = Yes
		case smt.Sat:
			out[i] = no
			mod, err := p.S.Model()
			if err != nil {
				continue
			}
			for _, j := range todo {
				if ok, err := e.C.Holds(mod, not[j]); j > i && err == nil && ok {
					decided[j], out[j] = true, no
				}
			}
		}
	}
}

// ImpliesTerm decides whether x implies y.
func (p *Prover) ImpliesTerm(ctx context.Context, x, y *term.Term) Truth {
	switch p.ask(ctx, x, p.E.C.Not(y)) {
	case smt.Unsat:
		return Yes
	case smt.Sat:
		return No
	}
	return Open
}

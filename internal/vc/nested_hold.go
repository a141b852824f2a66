package vc

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file decides Hoare triples of calls and returns, {P} call {Q} and {P at the exit, C at the call} return {Q},
// over predicates of functions that are encoded on their own.

// callRelation is the encoding of a call from an arbitrary state of its function.
type callRelation struct {
	in   *blockRelation // the step to the callee's entry
	out  *blockRelation // after the call
	exit *State         // at the callee's exit, with values of out
}

func (p *Prover) callRelation(call *ir.Edge) *callRelation {
	if x := p.callRelations[call]; x != nil {
		return x
	}
	defer p.E.aside()()
	s := p.base(p.E.RootOf(call.From.Func))
	x := &callRelation{in: &blockRelation{ok: true, next: p.Enter(s, call)}}
	n, at := p.resumed(s, call, p.frames.Results[call.Stmt.(*ir.Call).Func])
	x.out, x.exit = &blockRelation{ok: true, next: n}, at
	for _, t := range n.Conds() {
		x.out.conds = append(x.out.conds, Conjuncts(p.E.C, t)...)
	}
	for _, t := range x.in.next.Conds() {
		x.in.conds = append(x.in.conds, Conjuncts(p.E.C, t)...)
	}
	if p.callRelations == nil {
		p.callRelations = map[*ir.Edge]*callRelation{}
	}
	p.callRelations[call] = x
	return x
}

// HoldCall decides {pre} call {post} for each of several posts over the callee's state at its entry.
func (p *Prover) HoldCall(ctx context.Context, pre *term.Term, call *ir.Edge, posts []*term.Term) []Truth {
	if !p.pure(pre) {
		return make([]Truth, len(posts))
	}
	return p.decideTriples(ctx, p.callRelation(call).in, pre, posts)
}

// HoldReturn decides {exit, pre} return {post} for each of several posts: pre holds before the call, exit at the
// callee's exit.
func (p *Prover) HoldReturn(ctx context.Context, pre, exit *term.Term, call *ir.Edge, posts []*term.Term) []Truth {
	if !p.pure(pre) || !p.pure(exit) {
		return make([]Truth, len(posts))
	}
	x := p.callRelation(call)
	return p.decideTriples(ctx, x.out, p.E.C.And(pre, p.put(exit, x.exit)), posts)
}

package vc

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file decides Hoare triples of calls and returns, {P} call {Q} and {P at the exit, C before the call} return {Q},
// over predicates of functions that are encoded on their own.

// callRelation is the encoding of a call from an arbitrary state of its function.
type callRelation struct {
	in   *blockRelation // the step to the entry of the called function
	out  *blockRelation // the step to the state after the call
	exit *State         // the state at the exit of the called function, which has values in common with out
}

// callRelation returns the encoding of a call, from the cache if it was made before.
func (p *Prover) callRelation(call *ir.Edge) *callRelation {
	if x := p.callRelations[call]; x != nil {
		return x
	}
	defer p.E.saveJournal()()
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

// HoldCall decides {pre} call {post} for each of several posts, which are predicates at the entry of the called
// function.
func (p *Prover) HoldCall(ctx context.Context, pre *term.Term, call *ir.Edge, posts []*term.Term) []Truth {
	if !p.pure(pre) {
		return make([]Truth, len(posts))
	}
	return p.decideTriples(ctx, p.callRelation(call).in, pre, posts)
}

// HoldReturn decides {exit, pre} return {post} for each of several posts: pre holds before the call, exit at the exit
// of the called function.
func (p *Prover) HoldReturn(ctx context.Context, pre, exit *term.Term, call *ir.Edge, posts []*term.Term) []Truth {
	if !p.pure(pre) || !p.pure(exit) {
		return make([]Truth, len(posts))
	}
	x := p.callRelation(call)
	return p.decideTriples(ctx, x.out, p.E.C.And(pre, p.put(exit, x.exit)), posts)
}

package vc

import (
	"context"
	"slices"
	"strconv"

	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file decides Hoare triples {P} block {Q}, as triple.go does for edges. A block is encoded once, from an
// arbitrary state, for all predicates. Models that refute a triple are kept with the block, because they often refute
// other triples.

// blockRelation is the encoding of a block from an arbitrary state of a context.
type blockRelation struct {
	next   *State              // the state at the block's end; nil if no execution goes through the block
	conds  []*term.Term        // the conditions under which an execution goes through the block
	exact  bool                // nothing is approximated
	ok     bool                // the block could be encoded, and ends in its context
	models []*term.Model       // models of conds that refuted a triple, the last first
	inputs map[*term.Term]bool // the constants that are inputs
}

// relationKey identifies a block, written as text, in a context.
type relationKey struct {
	c    *Context
	text string
}

// mostModels is the number of models that are kept for a block.
const mostModels = 12

// relation returns the encoding of a block, from the cache if it was made before. If the context ends, the result has
// ok unset.
func (p *Prover) relation(ctx context.Context, c *Context, block Block) *blockRelation {
	var b []byte
	for _, s := range block.Steps {
		for _, n := range []int{s.From, s.To, s.Edge.From.Func.ID, s.Edge.ID} {
			b = append(strconv.AppendInt(b, int64(n), 36), ' ')
		}
	}
	k := relationKey{c, string(b)}
	if x := p.relations[k]; x != nil {
		return x
	}
	e := p.E
	approx := e.Approx
	defer e.saveJournal()()
	x := &blockRelation{}
	n, to, _, err := p.followBlock(ctx, p.base(c), Point{c, block.Steps[0].Edge.From}, block)
	if ctx.Err() != nil {
		return x
	}
	if x.ok = err == nil && to.Ctx == c; n != nil {
		x.next = n
		for _, t := range n.Conds() {
			x.conds = append(x.conds, Conjuncts(e.C, t)...)
		}
	}
	x.exact, x.inputs = e.Approx == approx, map[*term.Term]bool{}
	for _, ev := range e.Events {
		if ev.Value != nil && ev.Value.T != nil && ev.Value.Obj == nil {
			x.inputs[ev.Value.T] = true
		}
	}
	if p.relations == nil {
		p.relations = map[relationKey]*blockRelation{}
	}
	p.relations[k] = x
	return x
}

// HoldBlock decides {pre} block {post} for each of several posts, in one session of the solver. Predicates are over the
// canonical constants of the context c, and the block must begin and end in the function of c.
func (p *Prover) HoldBlock(ctx context.Context, c *Context, pre *term.Term, block Block, posts []*term.Term) []Truth {
	x := p.relation(ctx, c, block)
	if !x.ok || !p.pure(pre) {
		return make([]Truth, len(posts))
	}
	return p.decideTriples(ctx, x, pre, posts)
}

// decideTriples decides {pre} x {post} for each post.
func (p *Prover) decideTriples(ctx context.Context, x *blockRelation, pre *term.Term, posts []*term.Term) []Truth {
	e := p.E
	out := make([]Truth, len(posts))
	var not []*term.Term
	var at []int
	for i, q := range posts {
		switch {
		case x.next == nil || pre.IsFalse() || q.IsTrue():
			out[i] = Yes
		case p.pure(q):
			not, at = append(not, e.C.Not(p.put(q, x.next))), append(at, i)
		}
	}
	if len(at) == 0 {
		return out
	}
	p.S.Push()
	defer p.S.Pop()
	p.S.Assert(pre)
	p.S.Assert(x.conds...)
	p.S.Assert(e.Axioms(slices.Concat([]*term.Term{pre}, x.conds, not)...)...)
	decided := make([]bool, len(at))
	for k, i := range at {
		if decided[k] || ctx.Err() != nil {
			continue
		}
		if not[k].IsFalse() {
			out[i] = Yes
			continue
		}
		p.Queries++
		switch p.S.Check(ctx, p.Budget, not[k]).Result {
		case smt.Unsat:
			out[i] = Yes
		case smt.Sat:
			m, err := p.S.Model()
			if !x.exact || err != nil {
				continue
			}
			out[i] = No
			if len(x.models) == mostModels {
				x.models = x.models[:mostModels-1]
			}
			x.models = append([]*term.Model{m}, x.models...)
			for j := k + 1; j < len(at); j++ {
				if ok, err := e.C.Holds(m, not[j]); err == nil && ok {
					decided[j], out[at[j]] = true, No
				}
			}
		case smt.Unknown:
		}
	}
	return out
}

// RefuteBlock returns No for each post that a model of an earlier HoldBlock refutes, and Open for the others. It makes
// no query.
func (p *Prover) RefuteBlock(c *Context, pre *term.Term, block Block, posts []*term.Term) []Truth {
	e := p.E
	out := make([]Truth, len(posts))
	x := p.relation(context.Background(), c, block)
	if !x.ok || !x.exact || x.next == nil || len(x.models) == 0 || !p.pure(pre) {
		return out
	}
	facts := e.WithAxioms(slices.Concat([]*term.Term{pre}, x.conds)...)
	not := make([][]*term.Term, len(posts))
	for _, m := range x.models {
		if !p.satisfies(m, facts) {
			continue
		}
		for i, q := range posts {
			if out[i] != Open || !p.pure(q) {
				continue
			}
			if not[i] == nil {
				not[i] = e.WithAxioms(e.C.Not(p.put(q, x.next)))
			}
			if p.satisfies(m, not[i]) {
				out[i] = No
			}
		}
	}
	return out
}

// satisfies reports whether a model satisfies all terms.
func (p *Prover) satisfies(m *term.Model, ts []*term.Term) bool {
	for _, t := range ts {
		if ok, err := p.E.C.Holds(m, t); err != nil || !ok {
			return false
		}
	}
	return true
}

// Initially decides whether a predicate holds in all initial states. It never returns No.
func (p *Prover) Initially(ctx context.Context, t *term.Term) Truth {
	if p.pure(t) && p.starts(ctx, Path{}, t) {
		return Yes
	}
	return Open
}

package vc

import (
	"context"
	"errors"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file explains why a path has no execution, by a sequence of predicates I_0 ... I_n at its points: I_0 holds at
// the start, {I_i} edge_i {I_i+1} holds for each edge, and I_n is false.
//
// It follows Dietsch, Heizmann, Musa, Nutz, Podelski, "Craig vs. Newton in software model checking" (ESEC/FSE 2017),
// after Newton (Ball, Rajamani, 2002): no interpolating solver is needed.
//
//	1. Take a core of the path's constraints (trace.go). Drop all other constraints, as if
//	   their edges assigned arbitrary values and had no conditions.
//	2. Compute forward I_i+1 = sp(I_i, edge_i), or backward I_i = wp(edge_i, I_i+1). At each
//	   point, eliminate the constants that are no longer the value of a register, or that the
//	   rest of the core does not contain (qe.go).
//	3. Check the sequence by its definition, with the original edges. Drop the conjuncts (of
//	   sp) or disjuncts (of wp) that this check does not need.
//
// There are several attempts, in this order: sp, wp, sp with limits of single registers, sp with quantifiers, sp and wp
// of all constraints. Attempts that lead to small predicates come first. For the core of
//
//	x = 0; y = 0; assume x < 2; x = x + 1; y = y + 1; assume 2 <= x; assume y > 2
//
// which drops all constraints on y, sp gives x = 0, x = 0, x = 1, x = 1, false and wp gives x <= 0, x <= 0, x <= 1, x
// <= 1, false.
//
// Deviations: constraints are relaxed one by one, not statement by statement. Paths with calls are not nested words:
// since a context is a call string, a predicate in a called function may refer to the registers of its callers, and a
// return needs only the state before it.

// ErrFeasible is the error for a path that has, or may have, an execution.
var ErrFeasible = errors.New("vc: the path is not known to be infeasible")

// ErrNoInterpolants is the error for a path for which no sequence passed its check: the path depends on arrays, the
// heap, or arithmetic that cannot be eliminated.
var ErrNoInterpolants = errors.New("vc: no sequence of predicates explains the path")

// Interpolants is an explanation why a path has no execution.
type Interpolants struct {
	Points []Point
	// Terms has one predicate for each point, over canonical constants (see Prover.Term). The first predicate holds in
	// all states in which the path may start.
	Terms []*term.Term
	// Exprs has the predicates as expressions; nil for a predicate that cannot be lifted (see Prover.Lift).
	Exprs []ir.Expr
	// Core lists the edges from whose constraints the predicates are made (-1 for the precondition and the initial
	// values).
	Core []int
	// How names the attempt that found the predicates.
	How string
}

// Interpolate explains why a path has no execution; see Attempts for the choice among several explanations.
func (p *Prover) Interpolate(ctx context.Context, path Path) (*Interpolants, error) {
	all, err := p.Attempts(ctx, path, 1)
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// Attempts returns up to n different explanations.
func (p *Prover) Attempts(ctx context.Context, path Path, n int) ([]*Interpolants, error) {
	return p.AttemptsOf(ctx, path, n, Choice{})
}

// AttemptsOf is Attempts for a selected core. If there is no such core, or no attempt on it succeeds, it continues with
// the solver's core.
func (p *Prover) AttemptsOf(ctx context.Context, path Path, n int, which Choice) ([]*Interpolants, error) {
	t, err := p.trace(ctx, path)
	if err != nil {
		return nil, err
	}
	if p.decide(ctx, t); t.Result != smt.Unsat {
		return nil, ErrFeasible
	}
	var out, large []*Interpolants
	defer func() { p.spare, p.undecided = nil, nil }()
	attempts := []attempt{
		{"sp", t.core, overflow, false, false},
		{"wp", t.core, none, true, false},
		{"sp with limits", t.core, limit, false, false},
		{"sp quantified", t.core, overflow, false, true},
		{"sp unrelaxed", t.constraints, none, false, false},
		{"wp unrelaxed", t.constraints, none, true, false},
	}
	if which.Other > 0 {
		if other := p.preferred(ctx, t, which); len(other) > 0 {
			attempts = append([]attempt{
				{"wp of another core", other, none, true, false},
				{"sp of another core", other, overflow, false, false},
			}, attempts...)
		}
	}
	for _, a := range attempts {
		if len(out) >= n {
			break
		}
		if ctx.Err() != nil {
			return out, ctx.Err()
		}
		p.spare, p.undecided = &allowance{questionsToSpare}, map[*term.Term]bool{}
		seq := p.chain(ctx, t, a)
		switch {
		case seq == nil:
		case a.backward:
			seq = p.checkForward(ctx, t, path, seq)
		default:
			seq = p.checkBackward(ctx, t, path, seq)
		}
		if seq == nil || slices.ContainsFunc(out, func(o *Interpolants) bool { return slices.Equal(o.Terms, seq) }) {
			continue
		}
		smaller := map[*term.Term]*term.Term{}
		for i, x := range seq {
			if term.Size(x) > smallTerm {
				if smaller[x] == nil {
					smaller[x] = p.simplify(ctx, x, 8)
				}
				seq[i] = smaller[x]
			}
		}
		ip := &Interpolants{Points: t.Points, Terms: seq, Core: edgesOf(a.parts), How: a.name}
		size := 0
		for i, x := range seq {
			y, ok := p.Lift(t.Points[i].Ctx, x)
			if !ok {
				y, size = nil, largeExpr+1
			} else {
				size = max(size, exprSize(y, map[ir.Expr]int{}))
			}
			ip.Exprs = append(ip.Exprs, y)
		}
		if size > largeExpr { // returned only if there are too few better ones
			large = append(large, ip)
			continue
		}
		out = append(out, ip)
	}
	out = append(out, large...)
	if len(out) > n {
		out = out[:n]
	}
	if len(out) == 0 {
		return nil, ErrNoInterpolants
	}
	return out, nil
}

// questionsToSpare bounds the optional queries of one attempt, which make its predicates smaller.
const questionsToSpare = 100

// Sizes of terms and expressions.
const (
	smallTerm = 12   // a term of at most this size is not simplified
	hugeTerm  = 2000 // a larger term ends the attempt
	largeExpr = 45   // an explanation with a larger expression is a last resort
)

// attempt is one method to compute a sequence of predicates.
type attempt struct {
	name     string
	parts    []constraint // the constraints in use: a core, or all
	helped   guardKind    // constraints outside of parts of at least this kind are used too; none means no such constraint
	backward bool         // wp instead of sp
	quantify bool         // keep existential quantifiers
}

// chain computes the sequence of predicates of an attempt, over canonical constants, by elimination along the path. It
// returns nil if a predicate grows too large. The sequence is not checked.
func (p *Prover) chain(ctx context.Context, t *ssa, a attempt) []*term.Term {
	c := p.E.C
	n := len(t.edges)
	by := make([][]*term.Term, n+1) // by[i] has the constraints of the step before point i
	for _, x := range a.parts {
		by[x.at+1] = append(by[x.at+1], x.t)
	}
	seq := make([]*term.Term, n+1)
	needed := reads(by)
	// Forward, guards outside of the core are used too, since bounds of constants avoid case splits. (Backward, a
	// stronger predicate excludes these cases.)
	for _, x := range t.constraints {
		if a.helped != none && x.kind >= a.helped && !slices.Contains(by[x.at+1], x.t) {
			by[x.at+1] = append(by[x.at+1], x.t)
		}
	}
	known := reads(by)
	// At point i, a constant is eliminated unless it is the value of a slot and constraints on both sides contain it.
	at := func(i int) func(*term.Term) bool {
		return func(v *term.Term) bool {
			n, is := needed[v]
			return !is || n.last <= i || known[v].first > i || p.nameAt(t, i, v) == nil
		}
	}
	last := min(n, t.end)
	large := func(x *term.Term) bool { return ctx.Err() != nil || term.Size(x) > hugeTerm }
	name := func(i int, x *term.Term) *term.Term { return p.named(t, i, x) }
	if a.backward {
		not := c.True() // the negation of the predicate
		asked := 0      // the size of the predicate after queries last made it smaller
		for i := last; i >= 0; i-- {
			if i < last {
				not, _ = p.project(ctx, at(i), append([]*term.Term{not}, by[i+1]...), a.quantify, maxChoices)
			} else if t.end < n {
				not, _ = p.project(ctx, at(i), by[i+1], a.quantify, maxChoices)
			}
			// Drop disjuncts that the constraints before this point exclude.
			if not = tightest(c, not); i < n && i > 0 && term.Size(not) > asked {
				not = c.Not(p.clauses(ctx, slices.Concat(by[:i+1]...), c.Not(not)))
				asked = term.Size(not)
			}
			if large(not) {
				return nil
			}
			seq[i] = name(i, c.Not(not))
		}
	} else {
		cur := c.True()
		for i := 0; i <= last; i++ {
			ts := append([]*term.Term{cur}, by[i]...)
			if i < n {
				cur, _ = p.project(ctx, at(i), ts, a.quantify, 0)
			}
			if large(cur) {
				return nil
			}
			seq[i] = name(i, cur)
		}
	}
	for i := last + 1; i <= n; i++ {
		seq[i] = c.False()
	}
	seq[n] = c.False()
	return seq
}

// starts reports whether a predicate is known to hold in all states in which the path may start.
func (p *Prover) starts(ctx context.Context, path Path, t *term.Term) bool {
	c := p.E.C
	s := p.start()
	at := p.E.root
	if path.Start.Loc != nil {
		if at = path.Start.Ctx; at == nil {
			at = p.E.RootOf(path.Start.Loc.Func)
		}
		s = p.base(at)
	}
	facts := []*term.Term{c.Not(p.put(t, s))}
	if path.Pre != nil {
		x, _ := p.Term(at, path.Pre)
		facts = append(facts, p.put(x, s))
	}
	return p.ask(ctx, facts...) == smt.Unsat
}

// pure reports whether all constants of a predicate are canonical constants of slots.
func (pr *predicates) pure(t *term.Term) bool {
	return !slices.ContainsFunc(term.FreeVars(t), func(v *term.Term) bool { return !pr.isSlot(v) })
}

// checkBackward checks a sequence by its definition, from the last triple back. It drops from each predicate the
// conjuncts that the next triple does not need. It returns the smaller sequence, or nil if the check fails.
func (p *Prover) checkBackward(ctx context.Context, t *ssa, path Path, seq []*term.Term) []*term.Term {
	out := slices.Clone(seq)
	if slices.ContainsFunc(seq, func(x *term.Term) bool { return !p.pure(x) }) {
		return nil
	}
	for i := len(t.edges) - 1; i >= 0; i-- {
		m := p.passed(ctx, t, i)
		if m == nil {
			return nil
		}
		w, ok := p.weaken(ctx, out[i], m, out[i+1])
		if !ok {
			return nil
		}
		out[i] = w
	}
	if !p.starts(ctx, path, out[0]) {
		return nil
	}
	return out
}

// checkForward checks a sequence by its definition, from the first triple on. It drops from each predicate the
// disjuncts that the triple before it does not need. It returns the stronger sequence, or nil if the check fails.
func (p *Prover) checkForward(ctx context.Context, t *ssa, path Path, seq []*term.Term) []*term.Term {
	out := slices.Clone(seq)
	if slices.ContainsFunc(seq, func(x *term.Term) bool { return !p.pure(x) }) || !p.starts(ctx, path, out[0]) {
		return nil
	}
	for i := range t.edges {
		m := p.passed(ctx, t, i)
		if m == nil {
			return nil
		}
		s, ok := p.strengthen(ctx, out[i], m, out[i+1])
		if !ok {
			return nil
		}
		out[i+1] = s
	}
	if !out[len(out)-1].IsFalse() {
		return nil
	}
	return out
}

// passed returns step i of a path as a relation; nil if the block cannot be encoded or the context has ended.
func (p *Prover) passed(ctx context.Context, t *ssa, i int) *move {
	c := t.Points[i].Ctx
	if t.edges[i] != nil {
		return p.move(c, t.edges[i])
	}
	x := p.relation(ctx, c, t.path.Blocks[i])
	if !x.ok {
		return nil
	}
	return &move{to: c, next: x.next, conds: x.conds, exact: x.exact}
}

package floydhoare

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// This file decides triples in an abstract domain, as the enhanced automaton needs them (Greitschus, Dietsch, Podelski,
// SAS 2017, 3.1 and Fig. 7): it computes the abstract post on the edges of a block, and checks that it lies below the
// post of the triple. Beyond the paper, predicates may be conditions, which the domain assumes, and pre may be a set of
// predicates.

// stateOf returns the abstract state of all predicates of a set together; nil if they are contradictory. n is the
// number of the set.
func (t *Triples) stateOf(n int, set []int) absint.State {
	if s, ok := t.pres[n]; ok {
		return s
	}
	m := t.Meaning
	s := m.Top()
	first := true
	for _, i := range set {
		p := t.all[i]
		switch {
		case i == False || s == nil:
			s = nil
		case p.state != nil && p.mean == m && first:
			s, first = p.state, false
		case p.state != nil && p.mean == m:
			s = m.Meet(s, p.state)
		}
	}
	for _, i := range set {
		if p := t.all[i]; i != True && i != False && s != nil && !(p.state != nil && p.mean == m) {
			s = t.assume(s, i)
		}
	}
	t.pres[n] = s
	return s
}

// assume returns the state s restricted by a predicate.
func (t *Triples) assume(s absint.State, n int) absint.State {
	p := t.all[n]
	if p.hasForeign() || t.mayBeDead(p) {
		return s
	}
	return t.Meaning.Assume(s, p.f, p.expression())
}

// mayBeDead reports whether a predicate has the address of an object that may be dead. The domain assumes that an
// object in a condition is not dead.
func (t *Triples) mayBeDead(p *predicate) (yes bool) {
	ir.Walk(p.expression(), func(x ir.Expr) bool {
		a, is := x.(*ir.AddrOf)
		yes = yes || is && t.Meaning.Ends(a.Obj)
		return !yes
	})
	return yes
}

// hasForeign reports whether a predicate has registers that the program does not have: names of values in abstract
// states, and bound registers. The domain would take them for registers of the program.
func (p *predicate) hasForeign() (yes bool) {
	ir.Walk(p.expression(), func(x ir.Expr) bool {
		if r, is := x.(*ir.Ref); is && !r.Var.Global && (r.Var.ID >= len(p.f.Vars) || p.f.Vars[r.Var.ID] != r.Var) {
			yes = true
		}
		return !yes
	})
	return yes
}

// after returns the abstract post of a state under a block; nil if no execution goes through the block.
func after(m *absint.Meaning, s absint.State, b Block) absint.State {
	at := make([]absint.State, b.Graph.Nodes)
	at[0] = s
	for _, st := range b.Graph.Steps {
		from := at[st.From]
		if from == nil {
			continue
		}
		at[st.To] = m.Join(at[st.To], over(m, from, st.Edge))
	}
	return at[len(at)-1]
}

// over returns the abstract post of a state under an edge.
func over(m *absint.Meaning, s absint.State, e *ir.Edge) absint.State {
	if _, is := e.Stmt.(*ir.Call); is {
		return m.Resume(s, m.Top(), e) // nothing is known about the state at the callee's exit
	}
	return m.Post(s, e)
}

// implied reports whether the domain proves that all concrete states of s satisfy the predicate n.
func (t *Triples) implied(s absint.State, n int) bool {
	p := t.all[n]
	switch {
	case s == nil || n == True:
		return true
	case n == False:
		return false
	case p.state != nil && p.mean == t.Meaning:
		return t.Meaning.Leq(s, p.state)
	}
	return !p.hasForeign() && t.Meaning.Assume(s, p.f, ir.NotExpr(p.expression())) == nil
}

// byDomain decides the triples that todo lists as indices of posts. It sets the answers of the triples that the domain
// proves in out, and returns the remaining indices. n is the number of the set.
func (t *Triples) byDomain(ctx context.Context, n int, set []int, l *Letter, posts []int, todo []int,
	out []vc.Truth) (left []int) {
	if t.Meaning == nil {
		return todo
	}
	k := edge{n, l.Key}
	s, ok := t.posts[k]
	if !ok {
		s = after(t.Meaning, t.stateOf(n, set), l.Block)
		t.posts[k] = s
	}
	for _, i := range todo {
		if ctx.Err() == nil && t.implied(s, posts[i]) {
			out[i] = t.count("domain", vc.Yes)
			t.done[triple{n, l.Key, posts[i]}] = vc.Yes
			continue
		}
		left = append(left, i)
	}
	return left
}

// imply decides whether a set of predicates, with number n, implies the predicate q.
func (t *Triples) imply(ctx context.Context, n int, set []int, q int) vc.Truth {
	answer := vc.Open
	switch x := t.termOf(q); {
	case t.Meaning != nil && t.implied(t.stateOf(n, set), q):
		answer = vc.Yes
	case t.Prover == nil || x == nil || len(set) == 1 && t.Meaning != nil || t.byStates(q):
	default:
		parts, whole := t.termsOf(set)
		answer = t.Prover.ImpliesTerm(ctx, t.Prover.E.C.And(parts...), x)
		if answer == vc.No && !whole { // the conjuncts without terms may imply q
			answer = vc.Open
		}
	}
	if answer != vc.Open || ctx.Err() == nil {
		t.done[triple{n, "", q}] = answer
	}
	return t.count("implied", answer)
}

// byStates reports whether a predicate is a state of the domain. Only the domain decides triples of such predicates,
// not the solver.
func (t *Triples) byStates(n int) bool { return t.all[n].state != nil && t.all[n].mean == t.Meaning }

// implies reports whether predicate n implies predicate q, as far as the domain proves it.
func (t *Triples) implies(n, q int) bool {
	if n == q || n == False || q == True {
		return true
	}
	if t.Meaning == nil || n == True || q == False || !t.readsOf(n).meets(t.readsOf(q)) {
		return false
	}
	k := [2]int{n, q}
	yes, ok := t.below[k]
	if !ok {
		set := []int{n}
		yes = t.implied(t.stateOf(t.set(set), set), q)
		t.below[k] = yes
	}
	return yes
}

// strong returns a set without the predicates that another predicate of the set implies.
func (t *Triples) strong(set []int) (out []int) {
	if len(set) < 2 || t.Meaning == nil {
		return set
	}
	k := t.set(set)
	if out, ok := t.least[k]; ok {
		return out
	}
	gone := make([]bool, len(set))
	for i, q := range set {
		for j, n := range set {
			gone[i] = gone[i] || i != j && !gone[j] && t.implies(n, q)
		}
		if !gone[i] {
			out = append(out, q)
		}
	}
	t.least[k] = out
	return out
}

// Initially decides for each predicate whether it holds in all initial states.
func (t *Triples) Initially(ctx context.Context, posts []int) []vc.Truth {
	out := make([]vc.Truth, len(posts))
	for i, q := range posts {
		switch {
		case q == True || t.Meaning != nil && t.implied(t.Meaning.Initial(), q):
			out[i] = vc.Yes
		case t.Prover != nil && t.termOf(q) != nil:
			out[i] = t.Prover.Initially(ctx, t.termOf(q))
		}
	}
	return out
}

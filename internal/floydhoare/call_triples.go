package floydhoare

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// This file decides triples of calls and returns (Heizmann, Hoenicke, Podelski: Nested interpolants, POPL 2010):
//
//	{pre} call {post}              pre is a predicate of the caller, post of the callee, at its entry
//	{exit, caller} return {post}   exit is a predicate of the callee, at its exit; caller and post are predicates of the
//	                               caller, before and after the call
//
// The links of triples.go are tried in this order: the text, the abstract post (Enter and Resume of absint), the
// solver.

// passage identifies a triple of a call or return: pre and caller are numbers of sets, and key is the key of the
// letter. For a call, caller is -1.
type passage struct {
	pre, caller int
	key         string
	post        int
}

// Call decides {pre} call {post} for each of several posts. A post that a call cannot change (it reads no register or
// object of one function) holds if it is in pre. For any other post, only the predicates of pre matter that are
// connected with the arguments by common registers.
func (t *Triples) Call(ctx context.Context, pre []int, l *Letter, posts []int) []vc.Truth {
	e := l.Block.Edges()[0]
	out := make([]vc.Truth, len(posts))
	var todo, at []int
	for i, q := range posts {
		switch _, there := slices.BinarySearch(pre, q); {
		case there && (q == False || !t.isLocal(q)):
			out[i] = t.count("syntax", vc.Yes)
		case q != False && !t.isLocal(q) && !slices.Contains(pre, False) && !t.Follows:
			t.count("syntax", vc.Open)
		default:
			todo, at = append(todo, q), append(at, i)
		}
	}
	if len(todo) == 0 {
		return out
	}
	pre = t.sharing(t.strong(pre), l)
	for k, answer := range t.pass(ctx, pre, nil, l, todo, func() absint.State {
		if s := t.setState(pre); s != nil {
			return t.Meaning.Enter(s, e)
		}
		return nil
	}, func(terms []*term.Term) []vc.Truth {
		return t.Prover.HoldCall(ctx, t.conjunction(pre), e, terms)
	}) {
		out[at[k]] = answer
	}
	return out
}

// sharing returns the predicates of a set that are connected by common registers with the arguments of a call, or with
// global registers, to which predicates of the callee may refer.
func (t *Triples) sharing(set []int, l *Letter) (part []int) {
	var v bits
	for _, x := range ir.StmtExprs(l.Block.Edges()[0].Stmt) {
		t.reads(&v, l.Func, x)
	}
	for _, g := range t.prog.Globals {
		v.set(t.number(g))
	}
	v.set(t.number(nil))
	in := make([]bool, len(set))
	for changed := true; changed; {
		changed = false
		for i, n := range set {
			if n != True && !in[i] && (n == False || v.meets(t.readsOf(n))) {
				v.add(t.readsOf(n))
				in[i], changed = true, true
			}
		}
	}
	for i, n := range set {
		if in[i] {
			part = append(part, n)
		}
	}
	return part
}

// Return decides {exit, caller} return {post} for each of several posts. A post about registers that the call does not
// change holds if it is in caller.
func (t *Triples) Return(ctx context.Context, exit, caller []int, l *Letter, posts []int) []vc.Truth {
	e := l.Block.Edges()[0]
	out := make([]vc.Truth, len(posts))
	var todo, at []int
	for i, q := range posts {
		switch {
		case q == False:
			todo, at = append(todo, q), append(at, i)
		case slices.Contains(caller, q) && t.kept(l, q), slices.Contains(exit, q) && !t.isLocal(q) && !t.result(e, q):
			out[i] = t.count("syntax", vc.Yes)
		case t.kept(l, q) && !t.Follows:
			t.count("syntax", vc.Open)
		default:
			todo, at = append(todo, q), append(at, i)
		}
	}
	if len(todo) == 0 {
		return out
	}
	exit, caller = t.strong(exit), t.strong(caller)
	for k, answer := range t.pass(ctx, exit, caller, l, todo, func() absint.State {
		s, x := t.setState(caller), t.setState(exit)
		if s == nil || x == nil {
			return nil
		}
		return t.Meaning.Resume(s, x, e)
	}, func(terms []*term.Term) []vc.Truth {
		return t.Prover.HoldReturn(ctx, t.conjunction(caller), t.conjunction(exit), e, terms)
	}) {
		out[at[k]] = answer
	}
	return out
}

// result reports whether a predicate reads the register to which a call assigns its result.
func (t *Triples) result(call *ir.Edge, n int) bool {
	d := ir.Def(call.Stmt)
	if d == nil {
		return false
	}
	var b bits
	b.set(t.number(d))
	return b.meets(t.readsOf(n))
}

// pass decides triples of a call or return by the links of the chain. The callback post computes the abstract post, and
// solve decides by the solver.
func (t *Triples) pass(ctx context.Context, pre, caller []int, l *Letter, posts []int, post func() absint.State,
	solve func([]*term.Term) []vc.Truth) []vc.Truth {
	out := make([]vc.Truth, len(posts))
	k := passage{t.set(pre), -1, l.Key, 0}
	if l.Kind == Return {
		k.caller = t.set(caller)
	}
	var s absint.State
	ready := false
	var terms []*term.Term
	var at []int
	for i, q := range posts {
		k.post = q
		if q == True || slices.Contains(pre, False) || slices.Contains(caller, False) {
			out[i] = t.count("known", vc.Yes)
			continue
		}
		if answer, ok := t.passed[k]; ok {
			out[i] = t.count("known", answer)
			continue
		}
		x := (*term.Term)(nil)
		if t.Prover != nil && !t.byStates(q) {
			x = t.termOf(q)
		}
		if t.Meaning != nil && x == nil { // only without a term, since abstract posts of calls are expensive
			if !ready {
				s, ready = post(), true
			}
			if t.implied(s, q) {
				out[i] = t.count("domain", vc.Yes)
				t.passed[k] = vc.Yes
				continue
			}
		}
		if x != nil {
			terms, at = append(terms, x), append(at, i)
			continue
		}
		t.count("open", vc.Open)
		t.passed[k] = vc.Open
	}
	if len(at) == 0 {
		return out
	}
	for n, answer := range solve(terms) {
		i := at[n]
		k.post = posts[i]
		if out[i] = answer; answer != vc.Open {
			t.count("solver", answer)
		} else if ctx.Err() != nil {
			continue
		} else {
			t.count("open", answer)
		}
		t.passed[k] = answer
	}
	return out
}

// setState returns the abstract state of all predicates of a set together; nil if they are contradictory.
func (t *Triples) setState(set []int) absint.State { return t.stateOf(t.set(set), set) }

// conjunction returns the conjunction of a set as a term, without predicates that have no exact term.
func (t *Triples) conjunction(set []int) *term.Term {
	parts, _ := t.termsOf(set)
	return t.Prover.E.C.And(parts...)
}

// isLocal reports whether a predicate is local.
func (t *Triples) isLocal(n int) bool { return t.all[n].local() }

// local reports whether a predicate reads registers or objects of one function.
func (p *predicate) local() (yes bool) {
	if p.placed {
		return p.here
	}
	defer func() { p.placed, p.here = true, yes }()
	ir.Walk(p.expression(), func(x ir.Expr) bool {
		switch x := x.(type) { // sound: other expressions have only these leaves
		case *ir.Ref:
			yes = yes || !x.Var.Global
		case *ir.AddrOf:
			yes = yes || x.Obj.Func != nil
		case *ir.Forall:
			yes = true
		}
		return !yes
	})
	return yes
}

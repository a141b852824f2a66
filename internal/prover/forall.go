package prover

import (
	"math/big"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// This file encodes conditions with bounded quantifiers (ir.Forall) without quantifiers, since with these a solver
// rarely finds a model. A premise is replaced by finitely many instances: one for each index at which the query reads
// or writes the array of the quantifier's body. A conclusion is replaced by its body at an arbitrary index. Under !, it
// is the other way round: a premise !forall is its body at some index, a conclusion !forall is tried at these indices.
//
//	given  forall q in [0, i): a[q] == 7        body at k
//	       a[i] = 7; i = i + 1                  writes a[i]
//	want   forall q in [0, i): a[q] == 7        body at k, an arbitrary index
//
// A. Bradley, Z. Manna, H. Sipma: What's decidable about arrays? VMCAI 2006. Instances make premises weaker, so what is
// proved holds. If an instance is missing, a candidate is dropped that might have been kept.

// Limits of the instances of one quantifier, and of the rounds in which instances give further indices.
const mostInstances, instanceRounds = 24, 2

// Quantified reports whether x has a quantifier.
func Quantified(x ir.Expr) bool {
	found := false
	ir.Walk(x, func(x ir.Expr) bool {
		if _, is := x.(*ir.Forall); is {
			found = true
		}
		return !found
	})
	return found
}

// bound identifies the value that a quantifier's register has in a state, and for instances the term of the value.
type bound struct {
	s  *vc.State
	q  *ir.Forall
	at *term.Term // nil: an arbitrary index
}

// quantifier is a quantifier in a state that is replaced by instances.
type quantifier struct {
	s      *vc.State
	q      *ir.Forall
	reads  []indexed    // the reads of its body; their indices have the term of any
	others []indexed    // the accesses of its body at other indices, such as earlier writes
	equal  []linear     // differences with any that its body compares with 0
	any    *term.Term   // the arbitrary index in reads
	order  []*term.Term // the indices of its instances
}

// indexed is an access to an array, which is made of the constants roots by writes and choices.
type indexed struct {
	roots []*term.Term
	at    linear
}

// linear is a sum of terms with coefficients, and a constant.
type linear struct {
	coef map[*term.Term]*big.Int
	k    *big.Int
}

// Assume returns terms for the conditions given in the state of a node, in their order, for a query about the state s
// after a block from this node. It prepares Term(s, x) for each x of wanted. The terms of conditions with quantifiers
// suffice for this query only. In Bits, the solver gets the quantifiers.
func (y *System) Assume(from *Node, given []ir.Expr, s *vc.State, wanted []ir.Expr) []*term.Term {
	out := make([]*term.Term, len(given))
	plain := func(x ir.Expr) bool { return y.E.Enc != vc.Ints || !Quantified(x) }
	var qs []*quantifier
	seen := []*term.Term{y.E.Guard(s)}
	for i, x := range given {
		if plain(x) {
			out[i] = y.Term(from.State, x)
			seen = append(seen, out[i])
		} else {
			qs = y.quantifiers(from.State, x, true, false, qs, &seen)
		}
	}
	goals := slices.DeleteFunc(slices.Clone(wanted), plain)
	if len(goals) == 0 && !slices.Contains(out, nil) {
		return out
	}
	for _, x := range wanted {
		if plain(x) {
			seen = append(seen, y.Term(s, x))
		} else {
			qs = y.quantifiers(s, x, false, true, qs, &seen)
		}
	}
	y.instantiate(qs, seen)
	by := map[bound]*quantifier{}
	for _, q := range qs {
		by[bound{s: q.s, q: q.q}] = q
	}
	for i, x := range given {
		if out[i] == nil {
			out[i] = y.encode(from.State, x, true, false, by)
		}
	}
	for _, x := range goals {
		y.terms[termKey{s, x}] = y.encode(s, x, false, true, by)
	}
	return out
}

// quantifiers appends to qs the quantifiers of x, a premise or conclusion about s, that instances replace. It appends
// the bodies of the others, at an arbitrary index, to seen.
//
// With shared, x is one of several conclusions, of which the query asks whether all hold: these have one index.
func (y *System) quantifiers(s *vc.State, x ir.Expr, premise, shared bool, qs []*quantifier,
	seen *[]*term.Term) []*quantifier {
	switch x := x.(type) { // sound: encode does not replace quantifiers in others
	case *ir.Binary:
		if x.Op == ir.LAnd || x.Op == ir.LOr {
			shared = shared && x.Op == ir.LAnd
			qs = y.quantifiers(s, x.X, premise, shared, qs, seen)
			return y.quantifiers(s, x.Y, premise, shared, qs, seen)
		}
	case *ir.Unary:
		if x.Op == ir.LNot {
			return y.quantifiers(s, x.X, !premise, shared, qs, seen)
		}
	case *ir.Forall:
		if !premise {
			_, body := y.arbitrary(s, x, shared)
			*seen = append(*seen, body)
			return qs
		}
		if slices.ContainsFunc(qs, func(o *quantifier) bool { return o.s == s && o.q == x }) {
			return qs
		}
		any, body := y.arbitrary(s, x, false)
		q := &quantifier{s: s, q: x, any: any}
		for _, r := range y.accesses(nil, body) {
			if r.at.coef[any] != nil {
				q.reads = append(q.reads, r)
			} else {
				q.others = append(q.others, r)
			}
		}
		q.equal = y.compared(body, any)
		qs = append(qs, q)
	}
	return qs
}

// encode returns x as a term over s without quantifiers. by has the quantifiers that instances replace.
func (y *System) encode(s *vc.State, x ir.Expr, premise, shared bool, by map[bound]*quantifier) *term.Term {
	c := y.E.C
	switch x := x.(type) { // sound: others have no quantifier, or the solver gets it
	case *ir.Binary:
		shared = shared && x.Op == ir.LAnd
		a, b := func() *term.Term { return y.encode(s, x.X, premise, shared, by) }, func() *term.Term {
			return y.encode(s, x.Y, premise, shared, by)
		}
		switch x.Op { // sound: see above
		case ir.LAnd:
			return c.And(a(), b())
		case ir.LOr:
			return c.Or(a(), b())
		}
	case *ir.Unary:
		if x.Op == ir.LNot {
			return c.Not(y.encode(s, x.X, !premise, shared, by))
		}
	case *ir.Forall:
		if !premise {
			_, body := y.arbitrary(s, x, shared)
			return body
		}
		all := []*term.Term{}
		for _, at := range by[bound{s: s, q: x}].order {
			all = append(all, y.body(s, x, at))
		}
		return c.And(all...)
	}
	return y.Term(s, x)
}

// arbitrary returns a constant for an index of q in s, and the body of q at this index. The constant is the same each
// time; with shared, it is the same for all quantifiers over s.
func (y *System) arbitrary(s *vc.State, q *ir.Forall, shared bool) (index, body *term.Term) {
	k := bound{s: s, q: q}
	if shared {
		k.q = nil
	}
	index = y.anys[k]
	if index == nil {
		index = y.E.C.Fresh("index", term.IntSort)
		y.anys[k] = index
	}
	return index, y.body(s, q, index)
}

// body returns the condition that an index is outside of the range of q in s, or satisfies the body of q.
func (y *System) body(s *vc.State, q *ir.Forall, at *term.Term) *term.Term {
	k := bound{s, q, at}
	if t := y.bodies[k]; t != nil {
		return t
	}
	c := y.E.C
	inside := c.And(c.ILe(y.E.Expr(s, q.Lo).T, at), c.ILt(at, y.E.Expr(s, q.Hi).T))
	t := c.Or(c.Not(inside), y.E.Cond(y.E.WithReg(s, q.Bound, y.E.Index(q, at)), q.Body))
	y.bodies[k] = t
	return t
}

// instantiate finds indices for the instances of qs: those of the accesses in the terms seen and in the instances
// themselves, and those that the bodies compare with the index.
func (y *System) instantiate(qs []*quantifier, seen []*term.Term) {
	done := map[*term.Term]bool{}
	all := y.accesses(done, seen...)
	for _, q := range qs {
		all = append(all, q.others...)
	}
	zero := indexed{at: y.linear(y.E.C.Int(0))}
	for round := range instanceRounds {
		var news []*term.Term
		for _, q := range qs {
			for _, d := range q.equal {
				if round == 0 {
					news = append(news, y.instance(q, indexed{at: d}, zero)...)
				}
			}
		}
		for _, q := range qs {
			for _, r := range q.reads {
				for _, a := range all {
					if slices.ContainsFunc(a.roots, func(t *term.Term) bool { return slices.Contains(r.roots, t) }) {
						news = append(news, y.instance(q, r, a)...)
					}
				}
			}
		}
		if len(news) == 0 {
			return
		}
		all = append(all, y.accesses(done, news...)...)
	}
}

// instance adds the index to q at which its read r is the access a. It returns the new instance, if there is one.
func (y *System) instance(q *quantifier, r, a indexed) []*term.Term {
	step := r.at.coef[q.any]
	d := a.at.plus(r.at, big.NewInt(-1))
	d.coef[q.any] = new(big.Int)
	if len(q.order) >= mostInstances {
		return nil
	}
	parts := []*term.Term{}
	for t, k := range d.coef {
		if k.Sign() == 0 {
			continue
		}
		n, m := new(big.Int).QuoRem(k, step, new(big.Int))
		if m.Sign() != 0 {
			return nil
		}
		parts = append(parts, y.E.C.IMul(y.E.C.IntBig(n), t))
	}
	n, m := new(big.Int).QuoRem(d.k, step, new(big.Int))
	if m.Sign() != 0 {
		return nil
	}
	slices.SortFunc(parts, func(a, b *term.Term) int { return int(a.ID()) - int(b.ID()) })
	at := y.E.C.IAdd(append(parts, y.E.C.IntBig(n))...)
	if slices.Contains(q.order, at) {
		return nil
	}
	q.order = append(q.order, at)
	return []*term.Term{y.body(q.s, q.q, at)}
}

// accesses returns the accesses to arrays in ts and in the axioms of their constants, without those in done.
func (y *System) accesses(done map[*term.Term]bool, ts ...*term.Term) (out []indexed) {
	if done == nil {
		done = map[*term.Term]bool{}
	}
	for _, t := range y.E.WithAxioms(ts...) {
		term.Walk(t, func(t *term.Term) bool {
			if done[t] {
				return false
			}
			done[t] = true
			if t.Op() == term.Select || t.Op() == term.Store {
				out = append(out, indexed{roots(t.Arg(0)), y.linear(t.Arg(1))})
			}
			return true
		})
	}
	return out
}

// compared returns the differences with the constant any that equations in t compare with 0. Such an equation also
// remains of a read after a write.
func (y *System) compared(t, any *term.Term) (out []linear) {
	term.Walk(t, func(t *term.Term) bool {
		if t.Op() == term.Eq && t.Arg(0).Sort() == term.IntSort {
			if d := y.linear(t.Arg(0)).plus(y.linear(t.Arg(1)), big.NewInt(-1)); d.coef[any] != nil && d.coef[any].Sign() != 0 {
				out = append(out, d)
			}
		}
		return true
	})
	return out
}

// roots returns the constants, and arrays with one value everywhere, from which an array is made by writes and choices.
func roots(a *term.Term) (out []*term.Term) {
	term.Walk(a, func(t *term.Term) bool {
		if t.Sort().Kind == term.Array && (t.Op() == term.Var || t.Op() == term.ConstArray) {
			out = append(out, t)
		}
		return t.Op() == term.Store || t.Op() == term.Ite
	})
	return out
}

// plus returns a + n*b.
func (a linear) plus(b linear, n *big.Int) linear {
	r := linear{map[*term.Term]*big.Int{}, new(big.Int).Add(a.k, new(big.Int).Mul(n, b.k))}
	for t, k := range a.coef {
		r.coef[t] = k
	}
	for t, k := range b.coef {
		x := new(big.Int).Mul(n, k)
		if r.coef[t] != nil {
			x.Add(x, r.coef[t])
		}
		r.coef[t] = x
	}
	return r
}

// linear returns an integer term as a sum.
func (y *System) linear(t *term.Term) linear {
	if v, ok := t.Big(); ok {
		return linear{map[*term.Term]*big.Int{}, v}
	}
	zero := linear{map[*term.Term]*big.Int{}, new(big.Int)}
	switch t.Op() { // sound: other terms are summands
	case term.IAdd:
		for _, x := range t.Args() {
			zero = zero.plus(y.linear(x), big.NewInt(1))
		}
		return zero
	case term.IMul:
		if v, ok := t.Arg(0).Big(); ok && len(t.Args()) == 2 {
			return zero.plus(y.linear(t.Arg(1)), v)
		}
		if v, ok := t.Arg(len(t.Args()) - 1).Big(); ok && len(t.Args()) == 2 {
			return zero.plus(y.linear(t.Arg(0)), v)
		}
	}
	zero.coef[t] = big.NewInt(1)
	return zero
}

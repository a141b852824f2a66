package witness

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file computes the invariants of a cover. An execution lies in some part. Once the proof is checked, the
// invariants of this part hold in the execution. So at each location, the invariants of one of the parts hold. The
// disjunction need not be inductive, because it does not record to which part an execution belongs.
//
//	0 <= n: i <= n && n == n0 && 0 <= n0        (0 <= n && i <= n) || (n < 0 && i == 0)
//	n < 0:  i == 0 && n == n0 && n0 < 0
//
// Inputs, such as n0, have no names in C, and the same is true of variables of other functions. An equation removes
// such a variable (Gauss); a conjunct that still contains one is dropped. If the evidence of a part has no invariants,
// because the part was only run, the cover has none either. If the graph of a part has no node at a location, the
// invariant of that part is false there: none of its executions reaches the location (paper 5, section 4).

// Bounds of the invariants that are written.
const (
	maxCases = 32 // disjuncts of all parts at one location
	maxParts = 8  // disjuncts in the text; if there are more, ranges replace them
)

// cover adds the invariants of the leaves about all executions, and to c.either the alternatives at the locations for
// which all other leaves have invariants. A part whose executions do not reach a location contributes the alternative
// false. Nothing is known of a cover with a graph that has open nodes.
func (c *collector) cover(p *verify.Cover) {
	if c.parts[p] {
		return
	}
	c.parts[p] = true
	parts := &verify.Cover{}
	for _, leaf := range p.Leaves {
		if g, is := leaf.Proof.(*verify.Annotated); is && g.Stopped() && leaf.Scope.Whole() {
			return
		}
		if !leaf.Scope.Whole() {
			parts.Leaves = append(parts.Leaves, leaf)
		}
	}
	for _, leaf := range p.Leaves {
		if leaf.Scope.Whole() {
			c.evidence(leaf.Proof)
		}
	}
	leaves, ok := spoken(parts, nil)
	if !ok || len(leaves) == 0 {
		return
	}
	at := map[*ir.Loc]bool{}
	for _, leaf := range leaves {
		leaf.join()
		for l := range leaf.at {
			at[l] = true
		}
	}
	for _, l := range c.loops {
		at[l] = true
	}
	for l := range at {
		var cases [][]ir.Expr
		for _, leaf := range leaves {
			if leaf.unseen(l) {
				cases = append(cases, []ir.Expr{ir.NewBool(false)})
				continue
			}
			if len(leaf.at[l]) == 0 || len(cases) > maxCases {
				cases = nil
				break
			}
			if d := disjuncts(flatten(leaf.at[l])); len(d) > 0 {
				cases = append(cases, d...)
			} else {
				cases = append(cases, []ir.Expr{ir.NewBool(false)})
			}
		}
		if len(cases) > 0 && len(cases) <= maxCases {
			c.either[l] = append(c.either[l], cases)
		}
	}
}

// unseen reports whether no execution of the evidence reaches a location, because a graph has no node there.
func (c *collector) unseen(l *ir.Loc) bool {
	return slices.ContainsFunc(c.graphs, func(seen map[*ir.Loc]bool) bool { return !seen[l] })
}

// spoken appends the collected invariants of the leaves of p to out; it returns false if a leaf has none.
func spoken(p *verify.Cover, out []*collector) ([]*collector, bool) {
	for _, leaf := range p.Leaves {
		var of []*collector
		if q, is := leaf.Proof.(*verify.Cover); is && !slices.ContainsFunc(q.Leaves, whole) {
			var ok bool
			if of, ok = spoken(q, nil); !ok {
				return nil, false
			}
		} else {
			c := newCollector()
			c.evidence(leaf.Proof)
			of = []*collector{c}
		}
		for _, c := range of {
			if !leaf.Here {
				c = c.original()
			}
			if len(c.at)+len(c.either)+len(c.graphs) == 0 {
				return nil, false
			}
			out = append(out, c)
		}
	}
	return out, true
}

// whole reports whether a leaf is about all executions.
func whole(l verify.Leaf) bool { return l.Scope.Whole() }

// join adds the alternatives in c.either to c.at, as disjunctions.
func (c *collector) join() {
	for l, lists := range c.either {
		for _, cases := range lists {
			var or ir.Expr = ir.NewBool(false)
			for _, conj := range cases {
				or = ir.NewBinary(ir.LOr, or, ir.NewAnd(conj...))
			}
			c.at[l] = append(c.at[l], or)
		}
	}
}

// original returns the invariants of a part as invariants of the program that it is a part of. A location and its copy
// have the same values in the same registers. Conjuncts about variables that were added to the part are dropped.
func (c *collector) original() *collector {
	d := newCollector()
	for l, es := range c.at {
		if of := l.Origin; of != nil && of.ID == l.ID {
			if es := originals(flatten(es)); len(es) > 0 {
				d.at[of] = append(d.at[of], es...)
			}
		}
	}
	for l, lists := range c.either {
		of := l.Origin
		if of == nil || of.ID != l.ID {
			continue
		}
		for _, cases := range lists {
			var out [][]ir.Expr
			for _, conj := range cases {
				out = append(out, originals(conj))
			}
			d.either[of] = append(d.either[of], out)
		}
	}
	for _, seen := range c.graphs {
		of := map[*ir.Loc]bool{}
		for l, yes := range seen {
			of[l.Origin] = of[l.Origin] || yes
		}
		d.graphs = append(d.graphs, of)
	}
	return d
}

// originals returns the conjuncts in terms of the original program, without those about variables and objects that it
// does not have.
func originals(conj []ir.Expr) (out []ir.Expr) {
	for _, e := range conj {
		known := true
		sub := &ir.Subst{
			Var:  func(v *ir.Var) *ir.Var { known = known && v.Origin != nil; return v.Origin },
			Obj:  func(o *ir.Object) *ir.Object { known = known && o.Origin != nil; return o.Origin },
			Func: func(f *ir.Func) *ir.Func { return f.Origin },
		}
		if x := sub.Expr(e); known {
			out = append(out, x)
		}
	}
	return out
}

// disjuncts returns the conjunction conj as a disjunction of conjunctions, without those that are false. A conjunct
// that would make too many disjuncts is dropped.
func disjuncts(conj []ir.Expr) [][]ir.Expr {
	const most = 8
	var atoms []ir.Expr
	known := map[string]bool{}
	var rest []ir.Expr
	for _, x := range conj {
		if ir.IsFalse(x) {
			return nil
		}
		if b, ok := x.(*ir.Binary); ok && b.Op == ir.LOr {
			rest = append(rest, x)
		} else if u, ok := x.(*ir.Unary); ok && u.Op == ir.LNot {
			rest = append(rest, x)
		} else {
			atoms = append(atoms, x)
			known[ir.ExprString(x)] = true
		}
	}
	out := [][]ir.Expr{atoms}
	for _, x := range rest {
		sides := choices(x, known)
		if len(sides)*len(out) > most {
			continue
		}
		var next [][]ir.Expr
		for _, o := range out {
			for _, s := range sides {
				next = append(next, append(slices.Clone(o), s...))
			}
		}
		out = next
	}
	return out
}

// choices returns x as a list of conjunctions, one of which holds. known has the texts of formulas that hold; a
// conjunction with the negation of such a formula is not returned.
func choices(x ir.Expr, known map[string]bool) [][]ir.Expr {
	switch x := x.(type) { // sound: x itself is the only choice
	case *ir.Binary:
		if x.Op == ir.LOr {
			return append(choices(x.X, known), choices(x.Y, known)...)
		}
	case *ir.Unary:
		if x.Op == ir.LNot {
			return denials(x.X, known)
		}
	}
	conj := flatten([]ir.Expr{x})
	if slices.ContainsFunc(conj, ir.IsFalse) {
		return nil
	}
	return [][]ir.Expr{conj}
}

// denials returns the negation of x as a list of conjunctions, as choices does.
func denials(x ir.Expr, known map[string]bool) [][]ir.Expr {
	b, _ := x.(*ir.Binary)
	switch {
	case ir.IsTrue(x) || known[ir.ExprString(x)]:
		return nil
	case ir.IsFalse(x):
		return [][]ir.Expr{nil}
	case b != nil && b.Op == ir.LAnd:
		return append(denials(b.X, known), denials(b.Y, known)...)
	case b != nil && b.Op == ir.LOr:
		var out [][]ir.Expr
		left, right := denials(b.X, known), denials(b.Y, known)
		if len(left)*len(right) > maxCases {
			return [][]ir.Expr{nil} // true
		}
		for _, l := range left {
			for _, r := range right {
				out = append(out, append(slices.Clone(l), r...))
			}
		}
		return out
	case b != nil && b.X.Type().Kind == ir.Int && b.Op == ir.Le:
		return [][]ir.Expr{{&ir.Binary{Op: ir.Lt, X: b.Y, Y: b.X}}}
	case b != nil && b.X.Type().Kind == ir.Int && b.Op == ir.Lt:
		return [][]ir.Expr{{&ir.Binary{Op: ir.Le, X: b.Y, Y: b.X}}}
	}
	return [][]ir.Expr{{&ir.Unary{Op: ir.LNot, X: x}}}
}

// alternatives returns a list of conjuncts, expressible in C at the loop of l, that a disjunction of cases implies. nil
// means that nothing is known.
func (s *scopes) alternatives(l *ir.Loc, cases [][]ir.Expr) []ir.Expr {
	v, ok := s.at(l, l.Loop)
	if !ok {
		return nil
	}
	var said [][]ir.Expr
	for _, c := range cases {
		if slices.ContainsFunc(c, ir.IsFalse) {
			continue
		}
		c = sayable(c, v)
		if len(c) == 0 {
			return nil
		}
		said = append(said, c)
	}
	if said = weakest(said); len(said) == 0 {
		return []ir.Expr{ir.NewBool(false)}
	}
	common, rests := factor(said)
	if len(rests) == 0 {
		return common
	}
	var or ir.Expr = ir.NewBool(false)
	for _, r := range rests {
		var c ir.Expr = ir.NewBool(true)
		for _, x := range r {
			c = ir.NewBinary(ir.LAnd, c, x)
		}
		or = ir.NewBinary(ir.LOr, or, c)
	}
	text, ok := cExpr(or, v)
	if ok && len(rests) <= maxParts && len(text) <= maxValue {
		return append(common, or)
	}
	return append(common, ranges(rests)...)
}

// sayable returns conjuncts that conj implies and that C can express. It uses equations to eliminate the registers that
// have no C name, and drops the conjuncts that still contain one.
func sayable(conj []ir.Expr, names Names) []ir.Expr {
	nameless := func(x ir.Expr) (out []*ir.Var) {
		ir.Vars(x, func(v *ir.Var) {
			if _, ok := names.Var(v); !ok && !slices.Contains(out, v) {
				out = append(out, v)
			}
		})
		return out
	}
	conj = slices.Clone(conj)
	for {
		at, fewest := -1, 0
		var gone *ir.Var
		var is ir.Expr
		for i, x := range conj {
			b, ok := x.(*ir.Binary)
			if !ok || b.Op != ir.Eq || b.X.Type().Kind != ir.Int {
				continue
			}
			vs := nameless(x)
			for _, v := range vs {
				if y := isolate(b.X, b.Y, v); y != nil && (at < 0 || len(vs) < fewest) {
					at, fewest, gone, is = i, len(vs), v, y
				}
			}
		}
		if at < 0 {
			break
		}
		conj = slices.Delete(conj, at, at+1) // each round removes an equation, so the loop ends
		for i, x := range conj {
			conj[i] = ir.Replace(x, func(v *ir.Var) ir.Expr {
				if v == gone {
					return is
				}
				return nil
			})
		}
	}
	var out []ir.Expr
	seen := map[string]bool{}
	for _, x := range conj {
		text, ok := cExpr(x, names)
		if !ok || ir.IsTrue(x) || seen[text] || reflexive(x) {
			continue
		}
		seen[text] = true
		out = append(out, x)
	}
	return out[:min(len(out), maxConjuncts)]
}

// reflexive reports whether x is an equation or comparison that is true because both sides are the same.
func reflexive(x ir.Expr) bool {
	b, ok := x.(*ir.Binary)
	return ok && (b.Op == ir.Eq || b.Op == ir.Le) && b.X.Type().Kind == ir.Int && ir.ExprString(b.X) == ir.ExprString(b.Y)
}

// isolate solves x == y for v, in the integers modulo 2^n. It returns nil unless v occurs exactly once, and only below
// sums, differences and widening casts.
func isolate(x, y ir.Expr, v *ir.Var) ir.Expr {
	n := count(x, v)
	if n == 0 {
		x, y, n = y, x, count(y, v)
	}
	if n != 1 || count(y, v) != 0 {
		return nil
	}
	for {
		switch e := x.(type) {
		case *ir.Ref:
			return y
		case *ir.Cast:
			from := e.X.Type()
			if from.Kind != ir.Int || from.Bits > e.T.Bits {
				return nil
			}
			if from != e.T {
				y = narrow(from, y)
			}
			x = e.X
		case *ir.Binary:
			left := count(e.X, v) > 0
			switch {
			case e.Op == ir.Add && left:
				x, y = e.X, ir.NewBinary(ir.Sub, y, e.Y)
			case e.Op == ir.Add:
				x, y = e.Y, ir.NewBinary(ir.Sub, y, e.X)
			case e.Op == ir.Sub && left:
				x, y = e.X, ir.NewBinary(ir.Add, y, e.Y)
			case e.Op == ir.Sub:
				x, y = e.Y, ir.NewBinary(ir.Sub, e.X, y)
			default:
				return nil
			}
		default: // sound: not solved
			return nil
		}
	}
}

// narrow returns x converted to t, which has at most as many bits. Sums and products are then computed in t.
func narrow(t ir.Type, x ir.Expr) ir.Expr {
	switch e := x.(type) { // sound: a cast is right for all
	case *ir.Const:
		if e.T.Bits <= 64 {
			return &ir.Const{T: t, Bits: num.Trunc(e.Bits, t.Bits)}
		}
	case *ir.Cast:
		if e.X.Type() == t {
			return e.X
		}
	case *ir.Binary:
		if e.Op == ir.Add || e.Op == ir.Sub || e.Op == ir.Mul {
			return &ir.Binary{Op: e.Op, X: narrow(t, e.X), Y: narrow(t, e.Y)}
		}
	}
	return &ir.Cast{T: t, X: x}
}

// count returns the number of occurrences of v in x.
func count(x ir.Expr, v *ir.Var) (n int) {
	ir.Vars(x, func(w *ir.Var) {
		if v == w {
			n++
		}
	})
	return n
}

// weakest returns the cases without those that imply another case.
func weakest(cases [][]ir.Expr) (out [][]ir.Expr) {
	implies := make([]func(ir.Expr) bool, len(cases))
	for i, c := range cases {
		implies[i] = consequences(c)
	}
	within := func(i, j int) bool { // case i implies case j
		return !slices.ContainsFunc(cases[j], func(x ir.Expr) bool { return !implies[i](x) })
	}
	for i := range cases {
		strong := false
		for j := range cases {
			if j != i && within(i, j) && (j < i || !within(j, i)) {
				strong = true
			}
		}
		if !strong {
			out = append(out, cases[i])
		}
	}
	return out
}

// consequences returns a function that reports whether a conjunction implies a formula. It recognises the conjuncts and
// wider ranges.
func consequences(conj []ir.Expr) func(ir.Expr) bool {
	texts := map[string]bool{}
	for _, x := range conj {
		texts[ir.ExprString(x)] = true
	}
	of, _ := bounds(conj)
	return func(x ir.Expr) bool {
		if texts[ir.ExprString(x)] {
			return true
		}
		asked, keys := bounds([]ir.Expr{x})
		if len(keys) == 0 {
			return false
		}
		want, have := asked[keys[0]], of[keys[0]]
		if have == nil {
			return false
		}
		t := want.of.Type()
		return (want.lo == nil || have.lo != nil && !num.Less(*have.lo, *want.lo, t.Bits, t.Signed)) &&
			(want.hi == nil || have.hi != nil && !num.Less(*want.hi, *have.hi, t.Bits, t.Signed))
	}
}

// factor returns the conjuncts that all cases have in common, and the rests of the cases. There are no rests if a case
// consists of common conjuncts only: then the disjunction is equivalent to common.
func factor(cases [][]ir.Expr) (common []ir.Expr, rests [][]ir.Expr) {
	in := map[string]int{}
	for _, c := range cases {
		here := map[string]bool{} // a case may have a conjunct twice
		for _, x := range c {
			if k := ir.ExprString(x); !here[k] {
				here[k] = true
				in[k]++
			}
		}
	}
	said := map[string]bool{}
	for _, x := range cases[0] {
		if k := ir.ExprString(x); in[k] == len(cases) && !said[k] {
			said[k] = true
			common = append(common, x)
		}
	}
	for _, c := range cases {
		var rest []ir.Expr
		for _, x := range c {
			if in[ir.ExprString(x)] < len(cases) {
				rest = append(rest, x)
			}
		}
		if len(rest) == 0 {
			return common, nil
		}
		rests = append(rests, rest)
	}
	return common, rests
}

// bound is the range of an expression according to a case.
type bound struct {
	of     ir.Expr // the expression
	lo, hi *uint64 // canonical bits; nil: unbounded
}

// ranges returns the interval hull of the bounds that all cases have for the same expressions.
func ranges(cases [][]ir.Expr) (out []ir.Expr) {
	var all map[string]*bound
	var order []string
	for i, c := range cases {
		here, seen := bounds(c)
		if i == 0 {
			all, order = here, seen
			continue
		}
		for k, a := range all {
			b := here[k]
			if b == nil {
				delete(all, k)
				continue
			}
			t := a.of.Type()
			if b.lo == nil || a.lo != nil && num.Less(*b.lo, *a.lo, t.Bits, t.Signed) {
				a.lo = b.lo
			}
			if b.hi == nil || a.hi != nil && num.Less(*a.hi, *b.hi, t.Bits, t.Signed) {
				a.hi = b.hi
			}
		}
	}
	for _, k := range order {
		if b := all[k]; b != nil {
			t := b.of.Type()
			if b.lo != nil {
				out = append(out, &ir.Binary{Op: ir.Le, X: &ir.Const{T: t, Bits: *b.lo}, Y: b.of})
			}
			if b.hi != nil {
				out = append(out, &ir.Binary{Op: ir.Le, X: b.of, Y: &ir.Const{T: t, Bits: *b.hi}})
			}
		}
	}
	return out
}

// bounds returns the ranges of expressions that comparisons with constants in conj give, by the texts of the
// expressions. order has these texts in the order of conj.
func bounds(conj []ir.Expr) (of map[string]*bound, order []string) {
	of = map[string]*bound{}
	note := func(x ir.Expr, c uint64, lo, hi bool) {
		k := ir.ExprString(x)
		b := of[k]
		if b == nil {
			b = &bound{of: x}
			of[k] = b
			order = append(order, k)
		}
		t := x.Type()
		if lo && (b.lo == nil || num.Less(*b.lo, c, t.Bits, t.Signed)) {
			b.lo = &c
		}
		if hi && (b.hi == nil || num.Less(c, *b.hi, t.Bits, t.Signed)) {
			b.hi = &c
		}
	}
	for _, x := range conj {
		b, ok := x.(*ir.Binary)
		if !ok || b.X.Type().Kind != ir.Int || b.X.Type().Bits > 64 {
			continue
		}
		l, okl := ir.IsConst(b.X)
		r, okr := ir.IsConst(b.Y)
		switch {
		case okl == okr:
		case b.Op == ir.Le && okl:
			note(b.Y, l, true, false)
		case b.Op == ir.Le:
			note(b.X, r, false, true)
		case b.Op == ir.Lt && okl && l != num.MaxOf(b.X.Type().Bits, b.X.Type().Signed):
			note(b.Y, num.Trunc(l+1, b.X.Type().Bits), true, false)
		case b.Op == ir.Lt && okr && r != num.MinOf(b.X.Type().Bits, b.X.Type().Signed):
			note(b.X, num.Trunc(r-1, b.X.Type().Bits), false, true)
		case b.Op == ir.Eq && okl:
			note(b.Y, l, true, true)
		case b.Op == ir.Eq && okr:
			note(b.X, r, true, true)
		}
	}
	return of, order
}

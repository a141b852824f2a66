package inductive

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// parse returns an invariant as a list of states, one of which holds.
func (c *checker) parse(l *ir.Loc, e ir.Expr) (*invariant, error) {
	p := &parser{c: c, loc: l}
	var states []*state
	for _, x := range flatten(ir.LOr, e) {
		s, err := p.conjunction(x)
		if err != nil {
			return nil, err
		}
		if !s.empty {
			states = append(states, s)
		}
	}
	inv := index(c, states)
	inv.all = c.inOne(states)
	return inv, nil
}

// inOne returns the union of the states as one state, if each of them restricts only one register or cell, the same
// one. It returns nil if there is no such state.
func (c *checker) inOne(states []*state) *state {
	if len(states) < 2 || len(states[0].facts) != 1 || states[0].texts != nil ||
		slices.ContainsFunc(states, func(s *state) bool { return len(s.relations) > 0 }) {
		return nil
	}
	n, all := states[0].facts[0].slot, *states[0].facts[0].val
	if k := c.slots[n].kind; k != register && k != cell || isFloat(all.t) {
		return nil
	}
	var rs []rng
	for _, s := range states {
		if len(s.facts) != 1 || s.facts[0].slot != n || s.texts != nil {
			return nil
		}
		v := *s.facts[0].val
		if v.t != all.t || isInt(v.t) && v.ptr != nil {
			return nil
		}
		rs = append(rs, v.ints...)
		all = union(all, v)
	}
	if isInt(all.t) && gaps(rs) >= maxRanges || all.t.Kind == ir.Ptr && all.ptr == nil {
		return nil // too many values for an exact union
	}
	out := &state{}
	out.put(n, &all)
	return out
}

// gaps returns the number of gaps between ranges. It sorts them.
func gaps(rs []rng) (n int) {
	if len(rs) == 0 {
		return 0
	}
	sort.Slice(rs, func(i, j int) bool { return less(rs[i].lo, rs[j].lo) })
	for i, hi := 1, rs[0].hi; i < len(rs); i++ {
		if less(plus(hi, one), rs[i].lo) {
			n++
		}
		hi = larger(hi, rs[i].hi)
	}
	return n
}

// flatten returns the operands of nested applications of the operator op in e.
func flatten(op ir.BinOp, e ir.Expr) []ir.Expr {
	var out []ir.Expr
	stack := []ir.Expr{e}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if b, ok := x.(*ir.Binary); ok && b.Op == op {
			stack = append(stack, b.Y, b.X)
			continue
		}
		out = append(out, x)
	}
	return out
}

// parser parses one invariant.
type parser struct {
	c     *checker
	loc   *ir.Loc             // the location of the invariant
	under []*ir.Object        // the conjunct that is being parsed holds if all of these have instances
	plain map[*ir.Object]bool // objects about which there are unconditional facts
	may   map[*ir.Object]bool // objects about which there are facts on the condition that they have an instance
	sums  []sums              // conjuncts that may be relations; they are parsed after all others
}

// sums is a comparison that may be a relation; see parser.relation.
type sums struct {
	body            ir.Expr
	first, elements int
	err             error // why it has no other form
}

// asked is a statement about the size of an object: the formula body, which holds if all objects in under have
// instances.
type asked struct {
	body  ir.Expr
	under []*ir.Object
}

// conjunction parses a disjunct of the invariant as a state.
func (p *parser) conjunction(e ir.Expr) (*state, error) {
	s := &state{}
	far := map[int]map[*ir.Object]*distance{}
	var sizes []asked
	p.plain, p.may, p.sums = map[*ir.Object]bool{}, map[*ir.Object]bool{}, nil
	for _, x := range flatten(ir.LAnd, e) {
		var body ir.Expr
		switch p.under, body = p.c.guarded(x); {
		case body != nil:
		case len(p.under) == 1:
			p.c.setLife(s, p.under[0], never)
			continue
		default:
			return nil, fmt.Errorf("a statement about the lives of several objects: %s", ir.ExprString(x))
		}
		if err := p.conjunct(s, body, far, &sizes); err != nil {
			return nil, err
		}
	}
	for n, by := range far {
		if len(by) != 1 {
			return nil, fmt.Errorf("a pointer in several objects at once")
		}
		for o, d := range by {
			v, err := p.away(n, o, d)
			if err != nil {
				return nil, err
			}
			if err := p.restrict(s, n, v); err != nil {
				return nil, err
			}
		}
	}
	for _, x := range sizes {
		if s.empty {
			break
		}
		p.under = x.under
		if ends(x.body) {
			if err := p.text(s, x.body); err != nil {
				return nil, err
			}
			continue
		}
		if reflects(x.body) {
			if err := p.mirror(s, x.body); err != nil {
				return nil, err
			}
			continue
		}
		if err := p.size(s, x.body); err != nil {
			return nil, err
		}
	}
	for _, x := range p.sums {
		if !s.empty && !p.relation(s, x.body, x.first, x.elements) {
			return nil, x.err
		}
	}
	for o := range p.plain { // a state in which o has no instance has no facts about the contents
		if p.c.lifeIn(s, o) == never {
			return nil, fmt.Errorf("a statement about the contents of %s, which has no instance", o.Name)
		}
	}
	for o := range p.may {
		if !p.plain[o] && p.c.lifeIn(s, o) == surely {
			p.c.setLife(s, o, perhaps)
		}
	}
	return s, nil
}

// conjunct parses a conjunct x and adds its facts to s. Statements about distances and about sizes go to far and sizes,
// as they are parsed together with others, or depend on other facts.
func (p *parser) conjunct(s *state, x ir.Expr, far map[int]map[*ir.Object]*distance, sizes *[]asked) error {
	if ir.IsTrue(x) {
		return nil
	}
	if ir.IsFalse(x) {
		s.empty = true
		return nil
	}
	if o := p.c.keptIn(x); o != nil {
		n := p.c.keptSlot(o)
		p.about(n)
		return p.restrict(s, n, constant(ir.B, 1))
	}
	if q, ok := x.(*ir.Forall); ok {
		return p.forall(s, q)
	}
	if asks(x) || ends(x) || reflects(x) {
		*sizes = append(*sizes, asked{x, p.under})
		return nil
	}
	if a, ok := p.c.atoms[x]; ok && a.loc == p.loc.Func && p.loc != p.loc.Func.Exit {
		p.about(a.slot)
		return p.share(s, a.slot, a.val)
	}
	if n, _, o, d, ok := p.distanceAtom(x); ok {
		if far[n] == nil {
			far[n] = map[*ir.Object]*distance{}
		}
		if far[n][o] == nil {
			far[n][o] = anyDistance()
		}
		if !far[n][o].narrow(d) {
			return fmt.Errorf("distances that do not fit in %s", ir.ExprString(x))
		}
		p.about(n)
		return nil
	}
	n, v, err := p.atom(x)
	if err != nil && len(p.under) == 0 {
		p.sums = append(p.sums, sums{x, -1, -1, err})
		return nil
	}
	if err != nil {
		return err
	}
	p.c.atoms[x] = parsed{p.loc.Func, n, &v}
	p.about(n)
	return p.share(s, n, &v)
}

// about records the objects on whose lives the facts about some slots depend.
func (p *parser) about(slots ...int) {
	for _, n := range slots {
		switch k := p.c.slots[n]; {
		case !p.c.mortal[k.obj] || k.kind == life || k.kind == extent:
		case slices.Contains(p.under, k.obj):
			p.may[k.obj] = true
		default:
			p.plain[k.obj] = true
		}
	}
}

// parsed is the result of parsing an atom. The result is the same at all locations of a function, except at the exit.
type parsed struct {
	loc  *ir.Func // the function
	slot int
	val  *value
}

// share is like restrict, for a value that several states share.
func (p *parser) share(s *state, n int, v *value) error {
	if old := s.find(n); old != nil || v.none() {
		return p.restrict(s, n, *v)
	}
	s.put(n, v)
	return nil
}

// restrict intersects the value of slot n in s with v. It is an error if the result would not be exact.
func (p *parser) restrict(s *state, n int, v value) error {
	if old := s.find(n); old != nil {
		if !exactCommon(*old, v) {
			return fmt.Errorf("two statements about where %s points", p.c.slotName(n))
		}
		v = common(*old, v)
	}
	s.set(n, v)
	return nil
}

// anyOf parses a disjunction about one slot. It returns the slot and its value.
func (p *parser) anyOf(leaves []ir.Expr) (int, value, error) {
	slotNo, all := -1, value{}
	for _, x := range leaves {
		n, v, err := p.atom(x)
		if err != nil {
			return 0, value{}, err
		}
		switch {
		case slotNo < 0:
			slotNo, all = n, v
		case slotNo != n:
			return 0, value{}, fmt.Errorf("a disjunction about several registers or cells: %s", ir.ExprString(x))
		default:
			if !exactUnion(all, v) {
				return 0, value{}, fmt.Errorf("too many values to tell apart: %s", ir.ExprString(x))
			}
			all = union(all, v)
		}
	}
	return slotNo, all, nil
}

// exactUnion reports whether union returns the exact union of two values: a parsed state must not be weaker than the
// formula.
func exactUnion(a, b value) bool {
	switch {
	case isFloat(a.t):
		return a.flo > a.fhi || b.flo > b.fhi || a.flo <= b.fhi && b.flo <= a.fhi
	case isInt(a.t):
		return (a.ptr == nil) == (b.ptr == nil) && gaps(append(append([]rng{}, a.ints...), b.ints...)) < maxRanges
	}
	return a.ptr == nil || b.ptr == nil || unite(a.ptr, b.ptr) != nil
}

// exactCommon reports whether common returns the exact intersection of two values.
func exactCommon(a, b value) bool {
	return a.ptr == nil || b.ptr == nil || a.ptr.within(b.ptr) || b.ptr.within(a.ptr)
}

// atom parses a statement about one slot. It returns the slot and its value.
func (p *parser) atom(e ir.Expr) (int, value, error) {
	if ors := flatten(ir.LOr, e); len(ors) > 1 {
		return p.anyOf(ors)
	}
	if ands := flatten(ir.LAnd, e); len(ands) > 1 {
		return p.allOf(ands)
	}
	b, ok := e.(*ir.Binary)
	if !ok || b.Op < ir.Eq || b.Op > ir.Le {
		return 0, value{}, fmt.Errorf("not a statement of a known form: %s", ir.ExprString(e))
	}
	if n, _, o, d, ok := p.distanceAtom(e); ok {
		v, err := p.away(n, o, d)
		return n, v, err
	}
	b = unwidened(b)
	if n, err := p.term(b.X); err == nil {
		if m, err := p.term(b.Y); err == nil && m == n && b.Op == ir.Ne && isFloat(b.X.Type()) {
			return n, value{t: b.X.Type(), flo: 1, fhi: 0, nan: true}, nil
		}
		return p.comparison(e, n, b.X, b.Op, b.Y, false)
	}
	n, err := p.term(b.Y)
	if err != nil {
		return 0, value{}, fmt.Errorf("%w in %s", err, ir.ExprString(e))
	}
	return p.comparison(e, n, b.Y, b.Op, b.X, true)
}

// unwidened returns b, a comparison of a widened integer with a constant, as a comparison of the integer itself, if its
// type contains the constant: i64(x) <= 7:i64 becomes x <= 7:i32. Predicates from solvers have this form.
func unwidened(b *ir.Binary) *ir.Binary {
	narrow := func(x, k ir.Expr) (ir.Expr, ir.Expr, bool) {
		c, is := x.(*ir.Cast)
		n, constant := k.(*ir.Const)
		if !is || !constant || c.T.Kind != ir.Int || n.T != c.T {
			return nil, nil, false
		}
		t := c.X.Type()
		if t.Kind != ir.Int {
			return nil, nil, false
		}
		all, of, w := limits(c.T), limits(t), number(n.T, n.Bits)
		if less(of.lo, all.lo) || less(all.hi, of.hi) || less(w, of.lo) || less(of.hi, w) {
			return nil, nil, false
		}
		return c.X, &ir.Const{T: t, Bits: bitsOf(t, w)}, true
	}
	if x, k, ok := narrow(b.X, b.Y); ok {
		return unwidened(&ir.Binary{Op: b.Op, X: x, Y: k})
	}
	if x, k, ok := narrow(b.Y, b.X); ok {
		return unwidened(&ir.Binary{Op: b.Op, X: k, Y: x})
	}
	return b
}

// allOf parses a conjunction about one slot. It returns the slot and its value.
func (p *parser) allOf(leaves []ir.Expr) (int, value, error) {
	slotNo, all := -1, value{}
	var obj *ir.Object
	d := anyDistance()
	for _, x := range leaves {
		if n, _, o, dx, ok := p.distanceAtom(x); ok {
			if slotNo >= 0 && (slotNo != n || obj != o) || !d.narrow(dx) {
				return 0, value{}, fmt.Errorf("a conjunction about several registers or cells: %s", ir.ExprString(x))
			}
			slotNo, obj = n, o
			continue
		}
		n, v, err := p.atom(x)
		if err != nil {
			return 0, value{}, err
		}
		switch {
		case slotNo < 0:
			slotNo, all = n, v
		case slotNo != n || obj != nil:
			return 0, value{}, fmt.Errorf("a conjunction about several registers or cells: %s", ir.ExprString(x))
		case !exactCommon(all, v):
			return 0, value{}, fmt.Errorf("two statements about where a pointer leads: %s", ir.ExprString(x))
		default:
			all = common(all, v)
		}
	}
	if obj != nil {
		v, err := p.away(slotNo, obj, d)
		return slotNo, v, err
	}
	return slotNo, all, nil
}

// comparison parses the atom e, which is "term op k", or "k op term" if turned is set. n is the slot of term.
func (p *parser) comparison(e ir.Expr, n int, term ir.Expr, op ir.BinOp, k ir.Expr, turned bool) (int, value, error) {
	t := term.Type()
	bad := fmt.Errorf("not a comparison with a constant: %s", ir.ExprString(e))
	if t.Kind == ir.Ptr {
		if op != ir.Eq {
			return 0, value{}, bad
		}
		x := p.address(k)
		if x == nil {
			return 0, value{}, bad
		}
		v := anything(p.c.slotType(n))
		v.ptr = x
		return n, v, nil
	}
	c, ok := k.(*ir.Const)
	if !ok || c.T != t {
		return 0, value{}, bad
	}
	if isFloat(t) {
		v := anything(t)
		f := ir.FloatOf(t, c.Bits)
		if f != f {
			return 0, value{}, bad
		}
		switch {
		case op == ir.Eq:
			v.flo, v.fhi, v.nan = f, f, false
		case op == ir.Le && turned:
			v.flo, v.nan = f, false
		case op == ir.Le:
			v.fhi, v.nan = f, false
		default:
			return 0, value{}, bad
		}
		return n, v, nil
	}
	w := number(t, c.Bits)
	all := limits(t)
	switch {
	case op == ir.Eq:
		all = rng{w, w}
	case op == ir.Ne:
		return n, ranges(t, rng{all.lo, minus(w, one)}, rng{plus(w, one), all.hi}), nil
	case op == ir.Le && turned:
		all.lo = w
	case op == ir.Le:
		all.hi = w
	case turned:
		all.lo = plus(w, one)
	default:
		all.hi = minus(w, one)
	}
	return n, ranges(t, all), nil
}

// term parses a register or a cell, perhaps after a cast of an address to a pointer. It returns the slot.
func (p *parser) term(e ir.Expr) (int, error) {
	switch x := e.(type) { // sound: refused
	case *ir.Ref:
		return p.c.register(x.Var), p.visible(x.Var)
	case *ir.Load:
		o, off, ok := constantPlace(x.Addr)
		if !ok {
			return 0, fmt.Errorf("a load at a variable address")
		}
		if err := p.known(o); err != nil {
			return 0, err
		}
		if off < 0 || off+int64(x.T.Size()) > p.c.size(o) {
			return 0, fmt.Errorf("a load outside of %s", o.Name)
		}
		return p.c.number(slot{kind: cell, obj: o, off: off, t: x.T}), nil
	case *ir.Cast:
		if x.T.Kind == ir.Ptr && p.c.isAddress(x.X.Type()) {
			return p.term(x.X)
		}
	}
	return 0, fmt.Errorf("neither a register nor memory")
}

// visible returns an error if a formula at the location may not use a register.
func (p *parser) visible(v *ir.Var) error {
	f := p.loc.Func
	switch {
	case v.Global && v.ID < len(p.c.prog.Globals) && p.c.prog.Globals[v.ID] == v:
		return nil
	case !v.Global && v.ID < len(f.Vars) && f.Vars[v.ID] == v:
		return nil
	case p.loc == f.Exit && p.c.ev.Results[f] == v && v.Type == f.Result:
		return nil
	}
	return fmt.Errorf("register %s is not visible there", v.Name)
}

// known returns an error if a formula may not use an object: the object must be tracked and variable, and belong to the
// program or be made by an edge.
func (p *parser) known(o *ir.Object) error {
	if !p.c.objects[o] || p.c.untracked(o) || p.c.constantObject(o) {
		return fmt.Errorf("a formula may not use object %s", o.Name)
	}
	return nil
}

// constantPlace parses &o or &o + c. It returns o and the offset c in bytes.
func constantPlace(e ir.Expr) (o *ir.Object, off int64, ok bool) {
	if a, ok := e.(*ir.PtrAdd); ok {
		k, ok := a.Index.(*ir.Const)
		if !ok {
			return nil, 0, false
		}
		d, ok := scaled(number(k.T, k.Bits), a.Scale)
		if !ok {
			return nil, 0, false
		}
		e, off = a.P, d
	}
	a, ok := e.(*ir.AddrOf)
	if !ok {
		return nil, 0, false
	}
	return a.Obj, off, true
}

// address parses an address with which a pointer is compared. It returns nil if it cannot.
func (p *parser) address(e ir.Expr) *places {
	switch x := e.(type) { // sound: refused below
	case *ir.Const:
		if x.Bits == 0 {
			return &places{null: true}
		}
		return nil
	case *ir.FuncAddr:
		return &places{to: []spot{{fn: x.Func}}}
	case *ir.PtrAdd: // an address outside of a function
		if f, ok := x.P.(*ir.FuncAddr); ok {
			if k, ok := x.Index.(*ir.Const); ok {
				if d, ok := scaled(number(k.T, k.Bits), x.Scale); ok {
					return &places{to: []spot{{fn: f.Func, lo: d, hi: d}}}
				}
			}
			return nil
		}
	}
	o, off, ok := constantPlace(e)
	if !ok || !p.c.objects[o] || p.c.untracked(o) {
		return nil
	}
	return &places{to: []spot{spot{obj: o, lo: off, hi: off}.normal()}}
}

// distance is a restriction of t - &o: to numbers from lo to hi that equal base modulo step.
type distance struct{ lo, hi, base, step int64 }

// anyDistance returns the restriction that excludes nothing.
func anyDistance() *distance { return &distance{math.MinInt64, math.MaxInt64, 0, 1} }

// narrow adds the restriction x of another atom. It returns false if both have a step.
func (d *distance) narrow(x *distance) bool {
	d.lo, d.hi = max(d.lo, x.lo), min(d.hi, x.hi)
	if x.step != 1 {
		if d.step != 1 {
			return false
		}
		d.base, d.step = x.base, x.step
	}
	return true
}

// away returns the value of slot n if it points into o at the distance d. It is an error if d has bounds that exceed
// farOff, as offsets there are not distinguished.
func (p *parser) away(n int, o *ir.Object, d *distance) (value, error) {
	v := anything(p.c.slotType(n))
	all := limits(p.c.prog.Model.Diff())
	lo, hi := max(d.lo, int64(all.lo.lo)), min(d.hi, int64(all.hi.lo))
	v.ptr = &places{}
	if d.lo <= int64(all.lo.lo) && d.hi >= int64(all.hi.lo) && d.step == 1 {
		v.ptr.to = []spot{spot{obj: o, lo: -2 * farOff}.normal()}
		return v, nil
	}
	if lo < -farOff || hi > farOff {
		return v, fmt.Errorf("a distance of more than %d from %s", farOff, o.Name)
	}
	if d.step != 1 {
		// Move the bounds to numbers that equal base modulo step.
		lo += ((d.base-lo)%d.step + d.step) % d.step
		hi -= ((hi-d.base)%d.step + d.step) % d.step
	}
	if lo <= hi {
		v.ptr.to = []spot{spot{obj: o, lo: lo, hi: hi, step: d.step}.normal()}
	}
	return v, nil
}

// distanceAtom parses c <= t - &o, t - &o <= c, (t - &o - c) % s == 0. It returns the slot of t, t itself, o, and the
// restriction.
func (p *parser) distanceAtom(e ir.Expr) (n int, term ir.Expr, o *ir.Object, d *distance, ok bool) {
	b, isBin := e.(*ir.Binary)
	if !isBin {
		return
	}
	k, kx := b.X.(*ir.Const)
	l, ky := b.Y.(*ir.Const)
	signed := func(c *ir.Const) int64 { return int64(number(c.T, c.Bits).lo) }
	d = anyDistance()
	var diff ir.Expr
	switch {
	case b.Op == ir.Le && kx:
		diff = b.Y
		d.lo = signed(k)
	case b.Op == ir.Le && ky:
		diff = b.X
		d.hi = signed(l)
	case b.Op == ir.Eq && ky && l.Bits == 0:
		rem, isRem := b.X.(*ir.Binary)
		if !isRem || rem.Op != ir.Rem {
			return
		}
		step, isConst := rem.Y.(*ir.Const)
		sub, isSub := rem.X.(*ir.Binary)
		if !isConst || !isSub || sub.Op != ir.Sub || signed(step) <= 1 {
			return
		}
		base, isConst := sub.Y.(*ir.Const)
		if !isConst {
			return
		}
		diff = sub.X
		d.base, d.step = signed(base), signed(step)
	default:
		return
	}
	pd, isDiff := diff.(*ir.PtrDiff)
	if !isDiff {
		return
	}
	a, isAddr := pd.Q.(*ir.AddrOf)
	if !isAddr || !p.c.objects[a.Obj] || p.c.untracked(a.Obj) {
		return
	}
	n, err := p.term(pd.P)
	if err != nil {
		return 0, nil, nil, nil, false
	}
	return n, pd.P, a.Obj, d, true
}

// forall parses a statement about all elements of an array, or about zero bytes.
func (p *parser) forall(s *state, q *ir.Forall) error {
	bad := fmt.Errorf("a quantifier of unknown form: %s", ir.ExprString(q))
	lo, ok1 := q.Lo.(*ir.Const)
	hi, ok2 := q.Hi.(*ir.Const)
	if !ok1 || !ok2 || lo.Bits > 1<<40 || hi.Bits > 1<<40 {
		return bad
	}
	// Find the load at the index, which has to be the same in all atoms of the body. Only a relation may have other loads,
	// from other objects.
	var load *ir.Load
	same := true
	var others []*ir.Object
	ir.Walk(q.Body, func(x ir.Expr) bool {
		l, ok := x.(*ir.Load)
		if !ok {
			return true
		}
		if o, _, ok := constantPlace(l.Addr); ok {
			others = append(others, o)
			return false
		}
		same = same && (load == nil || ir.Equal(load, l))
		load = l
		return false
	})
	if load == nil || !same {
		return bad
	}
	at, ok := load.Addr.(*ir.PtrAdd)
	if !ok {
		return bad
	}
	obj, ok := at.P.(*ir.AddrOf)
	if !ok {
		return bad
	}
	if i, ok := at.Index.(*ir.Ref); !ok || i.Var != q.Bound || at.Scale != int64(load.T.Size()) {
		return bad
	}
	o := obj.Obj
	if err := p.known(o); err != nil {
		return err
	}
	if slices.Contains(others, o) {
		return bad
	}
	// The body is parsed as a statement about the cell of the first element.
	n := int64(load.T.Size())
	first := &ir.Load{T: load.T, Addr: obj}
	body := ir.Map(q.Body, func(x ir.Expr) ir.Expr {
		if l, ok := x.(*ir.Load); ok && ir.Equal(l, load) {
			return first
		}
		return x
	})
	a, b := int64(lo.Bits), int64(hi.Bits)
	if n > p.c.size(o) || b*n > p.c.size(o) {
		return bad
	}
	id, v, err := p.atom(body)
	if err != nil {
		if all := a == 0 && b == p.c.size(o)/n; !all || len(p.under) > 0 {
			return err
		}
		p.sums = append(p.sums, sums{body, p.c.number(slot{kind: cell, obj: o, t: load.T}),
			p.c.number(slot{kind: elements, obj: o, t: load.T}), err})
		return nil
	}
	if k := p.c.slots[id]; k.kind != cell || k.obj != o {
		return bad
	}
	if load.T == ir.U8 && p.c.isZero(v) {
		if a < b {
			p.about(p.c.number(slot{kind: zeros, obj: o}))
			p.c.addZeros(s, o, a, b)
		}
		return nil
	}
	if a != 0 || b != p.c.size(o)/n {
		return bad
	}
	every := p.c.number(slot{kind: elements, obj: o, t: load.T})
	p.about(every)
	return p.restrict(s, every, v)
}

// slotType returns the type of a slot's values.
func (m *model) slotType(n int) ir.Type {
	if k := m.slots[n]; k.kind == register {
		return k.v.Type
	} else {
		return k.t
	}
}

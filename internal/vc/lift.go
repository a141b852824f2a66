package vc

import (
	"math/big"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// Lift returns a Bool term as an expression over registers. vars has the registers of the term's constants. The
// expression has the same truth value as the term for all values of the registers; ok is false if there is none of
// moderate size. Sums of unbounded integers are computed in I64 or U64, and only where the types of the registers
// guarantee that no intermediate result leaves this type. Operands of bit-vectors become unsigned integers of their
// width.
func (e *Encoder) Lift(t *term.Term, vars map[*term.Term]*ir.Var) (ir.Expr, bool) {
	return e.LiftOver(t, leavesOf(vars))
}

// liftConj lifts the conjuncts of t for which Lift succeeds. The result follows from t.
func (e *Encoder) liftConj(t *term.Term, vars map[*term.Term]*ir.Var) ir.Expr {
	return e.LiftConjOver(t, leavesOf(vars))
}

// LiftOver is Lift for constants that are the values of any expressions, such as reads of memory cells.
func (e *Encoder) LiftOver(t *term.Term, leaves map[*term.Term]ir.Expr) (ir.Expr, bool) {
	return e.liftOver(t, leaves, func(*term.Term) ir.Expr { return nil })
}

// liftOver is LiftOver with a function alias that lifts equalities of objects; alias may return nil.
func (e *Encoder) liftOver(t *term.Term, leaves map[*term.Term]ir.Expr, alias func(*term.Term) ir.Expr) (ir.Expr,
	bool) {
	l := &lifter{c: e.C, leaves: leaves, alias: alias, bools: map[*term.Term]ir.Expr{}, bits: map[*term.Term]ir.Expr{},
		nums: map[numKey]*wideNum{}}
	x := l.bool(t)
	return x, x != nil && exprSize(x, map[ir.Expr]int{}) <= maxLifted
}

// LiftConjOver is liftConj for constants that are the values of any expressions.
func (e *Encoder) LiftConjOver(t *term.Term, leaves map[*term.Term]ir.Expr) ir.Expr {
	var out []ir.Expr
	for _, c := range Conjuncts(e.C, t) {
		if x, ok := e.LiftOver(c, leaves); ok {
			out = append(out, x)
		}
	}
	return ir.NewAnd(out...)
}

// Conjuncts returns the conjuncts of t. A negated disjunction is the conjunction of the negated disjuncts.
func Conjuncts(c *term.Ctx, t *term.Term) []*term.Term {
	switch {
	case t.IsTrue():
		return nil
	case t.Op() == term.And:
		var out []*term.Term
		for _, a := range t.Args() {
			out = append(out, Conjuncts(c, a)...)
		}
		return out
	case t.Op() == term.Not && t.Arg(0).Op() == term.Or:
		var out []*term.Term
		for _, a := range t.Arg(0).Args() {
			out = append(out, Conjuncts(c, c.Not(a))...)
		}
		return out
	}
	return []*term.Term{t}
}

// maxLifted bounds the size of a lifted expression as a tree. Terms share subterms, but expressions are evaluated as
// trees.
const maxLifted = 1 << 14

// exprSize returns the size of an expression as a tree, cut off at 2*maxLifted. seen has the sizes of subexpressions.
func exprSize(x ir.Expr, seen map[ir.Expr]int) int {
	if n, ok := seen[x]; ok {
		return n
	}
	n := 1
	switch x := x.(type) { // sound: lifted expressions have only these operators; the size is a heuristic limit
	case *ir.Unary:
		n += exprSize(x.X, seen)
	case *ir.Binary:
		n += exprSize(x.X, seen) + exprSize(x.Y, seen)
	case *ir.Cast:
		n += exprSize(x.X, seen)
	case *ir.Overflows:
		n += exprSize(x.X, seen) + exprSize(x.Y, seen)
	}
	n = min(n, 2*maxLifted)
	seen[x] = n
	return n
}

// leavesOf returns the registers as expressions.
func leavesOf(vars map[*term.Term]*ir.Var) map[*term.Term]ir.Expr {
	out := make(map[*term.Term]ir.Expr, len(vars))
	for t, v := range vars {
		out[t] = ir.NewRef(v)
	}
	return out
}

// lifter makes expressions from terms. A nil in its tables means that the term cannot be lifted.
type lifter struct {
	c      *term.Ctx
	leaves map[*term.Term]ir.Expr   // the expressions of constants
	alias  func(*term.Term) ir.Expr // lifts an equality of two objects; nil if it cannot
	bools  map[*term.Term]ir.Expr   // results of bool
	bits   map[*term.Term]ir.Expr   // bit-vectors of width w as expressions of type Uw
	nums   map[numKey]*wideNum      // results of num
}

// wideNum is an integer as an expression of type I64 or U64 that never wraps around, with its bounds.
type wideNum struct {
	x      ir.Expr
	lo, hi *big.Int
}

// numKey identifies a term lifted to the type wide.
type numKey struct {
	t    *term.Term
	wide ir.Type
}

// bool lifts a Bool term; nil if it cannot.
func (l *lifter) bool(t *term.Term) ir.Expr {
	if x, ok := l.bools[t]; ok {
		return x
	}
	x := l.makeBool(t)
	l.bools[t] = x
	return x
}

// makeBool does the work of bool, without the cache.
func (l *lifter) makeBool(t *term.Term) ir.Expr {
	switch t.Op() {
	case term.Const:
		return ir.NewBool(t.IsTrue())
	case term.Var:
		if x := l.leaves[t]; x != nil && x.Type() == ir.B {
			return x
		}
	case term.Not:
		if a := t.Arg(0); a.Op() == term.ILe { // y < x becomes y + 1 <= x
			return l.compare(ir.Le, l.c.IAdd(a.Arg(1), l.c.Int(1)), a.Arg(0))
		}
		if x := l.bool(t.Arg(0)); x != nil {
			return ir.NotExpr(x)
		}
	case term.And, term.Or:
		op := ir.LAnd
		if t.Op() == term.Or {
			op = ir.LOr
		}
		return l.fold(op, t.Args(), l.bool)
	case term.Ite:
		c, x, y := l.bool(t.Arg(0)), l.bool(t.Arg(1)), l.bool(t.Arg(2))
		if c == nil || x == nil || y == nil {
			return nil
		}
		return ir.NewBinary(ir.LOr, ir.NewBinary(ir.LAnd, c, x), ir.NewBinary(ir.LAnd, ir.NotExpr(c), y))
	case term.Eq:
		if x := l.alias(t); x != nil {
			return x
		}
		switch t.Arg(0).Sort().Kind {
		case term.Bool:
			return l.fold(ir.Eq, t.Args(), l.bool)
		case term.BV:
			return l.fold(ir.Eq, t.Args(), l.bv)
		case term.Int:
			return l.compare(ir.Eq, t.Arg(0), t.Arg(1))
		}
	case term.ILe:
		return l.compare(ir.Le, t.Arg(0), t.Arg(1))
	case term.BVUlt:
		return l.fold(ir.Lt, t.Args(), l.bv)
	case term.BVUle:
		return l.fold(ir.Le, t.Args(), l.bv)
	case term.BVSlt:
		return l.fold(ir.Lt, t.Args(), l.signed)
	case term.BVSle:
		return l.fold(ir.Le, t.Args(), l.signed)
	}
	return nil
}

// fold lifts operands and joins them by a binary operator; nil if an operand cannot be lifted.
func (l *lifter) fold(op ir.BinOp, args []*term.Term, lift func(*term.Term) ir.Expr) ir.Expr {
	var r ir.Expr
	for _, a := range args {
		x := lift(a)
		switch {
		case x == nil:
			return nil
		case r == nil:
			r = x
		default:
			r = ir.NewBinary(op, r, x)
		}
	}
	return r
}

// monomial is coef * t, where t is not a sum.
type monomial struct {
	coef *big.Int
	t    *term.Term
}

// linear is the sum of k and monomials of one sort. Sums of bit-vectors are modulo 2^w.
type linear struct {
	ms []monomial
	k  *big.Int
}

// add adds coef * t to the sum.
func (s *linear) add(t *term.Term, coef *big.Int) {
	if v, ok := t.Big(); ok {
		s.k = new(big.Int).Add(s.k, new(big.Int).Mul(v, coef))
		return
	}
	switch t.Op() {
	case term.IAdd, term.BVAdd:
		for _, a := range t.Args() {
			s.add(a, coef)
		}
		return
	case term.BVNeg:
		s.add(t.Arg(0), new(big.Int).Neg(coef))
		return
	case term.IMul, term.BVMul:
		if len(t.Args()) != 2 {
			break
		}
		for i, a := range t.Args() {
			if v, ok := a.Big(); ok {
				s.add(t.Arg(1-i), new(big.Int).Mul(v, coef))
				return
			}
		}
	}
	for i := range s.ms {
		if s.ms[i].t == t {
			s.ms[i].coef = new(big.Int).Add(s.ms[i].coef, coef)
			return
		}
	}
	s.ms = append(s.ms, monomial{coef, t})
}

// compare lifts x = y or x <= y for integers; nil if it cannot. Each term of the difference goes to the side where its
// coefficient is positive, which keeps the sums small.
func (l *lifter) compare(op ir.BinOp, x, y *term.Term) ir.Expr {
	d := &linear{k: new(big.Int)}
	d.add(x, big.NewInt(1))
	d.add(y, big.NewInt(-1))
	left, right := &linear{k: new(big.Int)}, &linear{k: new(big.Int)}
	for _, m := range d.ms {
		switch m.coef.Sign() {
		case 1:
			left.ms = append(left.ms, m)
		case -1:
			right.ms = append(right.ms, monomial{new(big.Int).Neg(m.coef), m.t})
		}
	}
	if op == ir.Le && d.k.Cmp(big.NewInt(1)) == 0 {
		op, d.k = ir.Lt, new(big.Int)
	}
	here := func(k int) (a, b *linear) { // both sides; k selects the side on which the constant is
		a, b = &linear{left.ms, new(big.Int)}, &linear{right.ms, new(big.Int)}
		if (d.k.Sign() > 0) == (k == 0) {
			a.k = d.k
		} else {
			b.k = new(big.Int).Neg(d.k)
		}
		return a, b
	}
	for _, exact := range []bool{true, false} {
		for _, wide := range []ir.Type{ir.I64, ir.U64} {
			for k := 0; k < 2; k++ {
				a, b := here(k)
				if r := l.sides(op, a, b, wide, exact); r != nil {
					return r
				}
			}
		}
	}
	return nil
}

// sides lifts a op b in the type wide. It returns nil if a sum may leave the type. If exact is false, one of the sums
// may (see guarded).
func (l *lifter) sides(op ir.BinOp, a, b *linear, wide ir.Type, exact bool) ir.Expr {
	x, y := l.sum(a, wide), l.sum(b, wide)
	switch {
	case x != nil && y != nil:
		return ir.NewBinary(op, x.x, y.x)
	case exact || x == nil && y == nil:
		return nil
	case x == nil:
		return l.guarded(op, a, y.x, wide, false)
	}
	return l.guarded(op, b, x.x, wide, true)
}

// guarded lifts the comparison s op y (y op s if swap is set), where the sum s has two summands and may leave the type
// wide, and y does not. If the sum overflows, the sign of the summands decides.
func (l *lifter) guarded(op ir.BinOp, s *linear, y ir.Expr, wide ir.Type, swap bool) ir.Expr {
	var parts []ir.Expr
	for _, m := range s.ms {
		p := l.sum(&linear{ms: []monomial{m}, k: new(big.Int)}, wide)
		if p == nil {
			return nil
		}
		parts = append(parts, p.x)
	}
	if s.k.Sign() != 0 {
		k := l.konst(s.k, wide)
		if k == nil {
			return nil
		}
		parts = append(parts, k.x)
	}
	if len(parts) != 2 {
		return nil
	}
	p, q := parts[0], parts[1]
	out := &ir.Overflows{Op: ir.Add, X: p, Y: q}
	sum := &ir.Binary{Op: ir.Add, X: p, Y: q}
	in := ir.NotExpr(out)
	if op == ir.Eq {
		return ir.NewBinary(ir.LAnd, in, ir.NewBinary(ir.Eq, sum, y))
	}
	// If the sum overflows, both summands have the same sign.
	sign, inside := ir.NewBinary(ir.Lt, p, ir.NewConst(wide, 0)), ir.NewBinary(op, sum, y)
	if swap {
		sign, inside = ir.NewBinary(ir.Le, ir.NewConst(wide, 0), p), ir.NewBinary(op, y, sum)
	}
	return ir.NewBinary(ir.LOr, ir.NewBinary(ir.LAnd, out, sign), ir.NewBinary(ir.LAnd, in, inside))
}

// fits reports whether the numbers from lo to hi lie in the type wide.
func fits(lo, hi *big.Int, wide ir.Type) bool {
	min, max := limits(wide)
	return lo.Cmp(min) >= 0 && hi.Cmp(max) <= 0
}

// konst returns a constant of the type wide; nil if it does not lie in the type.
func (l *lifter) konst(v *big.Int, wide ir.Type) *wideNum {
	if !fits(v, v, wide) {
		return nil
	}
	b := v.Uint64()
	if v.Sign() < 0 {
		b = uint64(v.Int64())
	}
	return &wideNum{ir.NewBits(wide, b), v, v}
}

// sum returns a sum, computed from left to right; nil if it cannot be lifted. The constant comes last, or first if an
// intermediate result may leave the type otherwise.
func (l *lifter) sum(s *linear, wide ir.Type) *wideNum {
	var parts []*wideNum
	for _, m := range s.ms {
		if m.coef.Sign() == 0 {
			continue
		}
		p := l.num(m.t, wide)
		if p == nil {
			return nil
		}
		if m.coef.Cmp(big.NewInt(1)) != 0 {
			k := l.konst(m.coef, wide)
			if k == nil {
				return nil
			}
			if p = mulNum(k, p, wide); p == nil {
				return nil
			}
		}
		parts = append(parts, p)
	}
	k := l.konst(s.k, wide)
	if k == nil {
		return nil
	}
	if len(parts) == 0 {
		return k
	}
	if s.k.Sign() == 0 {
		return addNums(parts, wide)
	}
	if r := addNums(append(slices.Clone(parts), k), wide); r != nil {
		return r
	}
	return addNums(append([]*wideNum{k}, parts...), wide)
}

// addNums returns the sum of parts, from left to right; nil if it may leave the type.
func addNums(parts []*wideNum, wide ir.Type) *wideNum {
	r := parts[0]
	for _, p := range parts[1:] {
		n := &wideNum{ir.NewBinary(ir.Add, r.x, p.x), new(big.Int).Add(r.lo, p.lo), new(big.Int).Add(r.hi, p.hi)}
		if !fits(n.lo, n.hi, wide) {
			return nil
		}
		r = n
	}
	return r
}

// mulNum returns a product; nil if it may leave the type.
func mulNum(x, y *wideNum, wide ir.Type) *wideNum {
	r := &wideNum{x: ir.NewBinary(ir.Mul, x.x, y.x)}
	for _, p := range []*big.Int{x.lo, x.hi} {
		for _, q := range []*big.Int{y.lo, y.hi} {
			v := new(big.Int).Mul(p, q)
			r.lo, r.hi = minBig(v, r.lo), maxBig(v, r.hi)
		}
	}
	if !fits(r.lo, r.hi, wide) {
		return nil
	}
	return r
}

// num lifts an integer term to the type wide; nil if it cannot.
func (l *lifter) num(t *term.Term, wide ir.Type) *wideNum {
	key := numKey{t, wide}
	if n, ok := l.nums[key]; ok {
		return n
	}
	n := l.makeNum(t, wide)
	l.nums[key] = n
	return n
}

// makeNum does the work of num, without the cache.
func (l *lifter) makeNum(t *term.Term, wide ir.Type) *wideNum {
	switch t.Op() {
	case term.Const:
		v, _ := t.Big()
		return l.konst(v, wide)
	case term.Var:
		if x := l.leaves[t]; x != nil && x.Type().Kind == ir.Int {
			if lo, hi := limits(x.Type()); fits(lo, hi, wide) {
				return &wideNum{ir.NewCast(wide, x), lo, hi}
			}
		}
	case term.IAdd:
		s := &linear{k: new(big.Int)}
		s.add(t, big.NewInt(1))
		return l.sum(s, wide)
	case term.IMul:
		r := l.num(t.Arg(0), wide)
		for _, a := range t.Args()[1:] {
			x := l.num(a, wide)
			if r == nil || x == nil {
				return nil
			}
			r = mulNum(r, x, wide)
		}
		return r
	case term.IMod, term.IDiv:
		return l.divide(t, wide)
	case term.Ite:
		return l.choice(t, wide)
	case term.BVToInt:
		if x := l.bv(t.Arg(0)); x != nil {
			if lo, hi := limits(x.Type()); fits(lo, hi, wide) {
				return &wideNum{ir.NewCast(wide, x), lo, hi}
			}
		}
	}
	return nil
}

// divide lifts SMT-LIB's div or mod by a constant. The remainder of SMT-LIB is never negative, while the remainder of C
// has the sign of the dividend.
func (l *lifter) divide(t *term.Term, wide ir.Type) *wideNum {
	x := l.num(t.Arg(0), wide)
	by, ok := t.Arg(1).Big()
	if x == nil || !ok || by.Sign() == 0 {
		return nil
	}
	m := new(big.Int).Abs(by)
	k := l.konst(m, wide)
	if k == nil {
		return nil
	}
	top := new(big.Int).Sub(m, big.NewInt(1))
	mod := &wideNum{ir.NewBinary(ir.Rem, x.x, k.x), new(big.Int), top}
	if x.lo.Sign() < 0 {
		if !fits(x.lo, new(big.Int).Add(m, top), wide) {
			return nil
		}
		mod.x = ir.NewBinary(ir.Rem, ir.NewBinary(ir.Add, mod.x, k.x), k.x)
	}
	if t.Op() == term.IMod {
		return mod
	}
	div := &wideNum{x.x, floorDiv(x.lo, m), floorDiv(x.hi, m)}
	if x.lo.Sign() < 0 {
		if !fits(new(big.Int).Sub(x.lo, top), x.hi, wide) {
			return nil
		}
		div.x = ir.NewBinary(ir.Sub, x.x, mod.x)
	}
	div.x = ir.NewBinary(ir.Div, div.x, k.x)
	if by.Sign() > 0 {
		return div
	}
	minus := l.konst(big.NewInt(-1), wide)
	if minus == nil {
		return nil
	}
	return mulNum(minus, div, wide)
}

// choice lifts an if-then-else as c*x + (1-c)*y.
func (l *lifter) choice(t *term.Term, wide ir.Type) *wideNum {
	c, x, y := l.bool(t.Arg(0)), l.num(t.Arg(1), wide), l.num(t.Arg(2), wide)
	if c == nil || x == nil || y == nil {
		return nil
	}
	part := func(c ir.Expr, x ir.Expr) ir.Expr { return ir.NewBinary(ir.Mul, ir.NewCast(wide, c), x) }
	return &wideNum{ir.NewBinary(ir.Add, part(c, x.x), part(ir.NotExpr(c), y.x)), minBig(x.lo, y.lo), maxBig(x.hi, y.hi)}
}

// LiftModulo lifts an equality of sums of products to an equality of machine integers, modulo 2^w for the widest
// register in it. The result need not follow from t. It is a guess of a relation that still holds when registers wrap
// around.
func (e *Encoder) LiftModulo(t *term.Term, leaves map[*term.Term]ir.Expr) (ir.Expr, bool) {
	if t.Op() != term.Eq || t.Arg(0).Sort().Kind != term.Int {
		return nil, false
	}
	typ := ir.Type{Kind: ir.Int}
	for _, v := range term.FreeVars(t) {
		x := leaves[v]
		if x == nil || x.Type().Kind != ir.Int {
			return nil, false
		}
		typ.Bits = max(typ.Bits, x.Type().Bits)
	}
	if typ.Bits == 0 {
		return nil, false
	}
	var lift func(t *term.Term) ir.Expr
	all := func(op ir.BinOp, ts []*term.Term) ir.Expr {
		r := lift(ts[0])
		for _, a := range ts[1:] {
			x := lift(a)
			if r == nil || x == nil {
				return nil
			}
			r = ir.NewBinary(op, r, x)
		}
		return r
	}
	lift = func(t *term.Term) ir.Expr {
		switch t.Op() {
		case term.Const:
			b, ok := BitsOf(typ, t)
			if !ok {
				return nil
			}
			return ir.NewBits(typ, b)
		case term.Var:
			return ir.NewCast(typ, leaves[t])
		case term.IAdd:
			return all(ir.Add, t.Args())
		case term.IMul:
			return all(ir.Mul, t.Args())
		}
		return nil
	}
	x := all(ir.Eq, t.Args())
	return x, x != nil && exprSize(x, map[ir.Expr]int{}) <= maxLifted
}

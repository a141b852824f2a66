package term

import "math/bits"

// Bounds decides conditions by the ranges of the numbers in them, without search:
//
//	n <= 4 and 5 <= n               exclude each other
//	n <= 4 and i == n + 1           imply that i is at most 5
//	ite(n != 0, n - 1, n), n <= 4   is at most 4: each arm is bounded under its own condition
//
// A range is an interval of unsigned bit-vectors of up to 64 bits. Conditions that ranges do not decide stay open. The
// ranges of terms without assumptions are kept from query to query.
type Bounds struct {
	up    *Bounds          // the bounds without these assumptions, which are used for deep subterms; nil at the top
	deep  int              // depth of the term that is evaluated
	left  int              // steps that are left
	none  bool             // the assumptions exclude each other
	moved bool             // an assumption has narrowed a range
	env   map[*Term]span   // assumed ranges of numbers
	sign  map[*Term]signed // assumed ranges of numbers read as signed
	truth map[*Term]bool   // assumed values of conditions
	memo  map[*Term]span   // cache of ranges
}

// span is the interval [lo, hi] of unsigned numbers. A condition has the value 0 or 1.
type span struct{ lo, hi uint64 }

// signed is the interval [lo, hi] of signed numbers.
type signed struct{ lo, hi int64 }

// Limits of the evaluation.
const (
	boundSteps  = 1 << 22 // steps for terms without assumptions, in all queries
	choiceSteps = 200     // steps for an arm of an ite
	deepest     = 64      // depth below which assumptions are ignored
)

// NewBounds returns a Bounds without assumptions.
func NewBounds() *Bounds { return newBounds(nil, boundSteps) }

// newBounds returns Bounds for assumptions in addition to the assumptions of up, with a limit on the steps.
func newBounds(up *Bounds, limit int) *Bounds {
	return &Bounds{up: up, left: limit, env: map[*Term]span{}, sign: map[*Term]signed{}, truth: map[*Term]bool{},
		memo: map[*Term]span{}}
}

// Excluded reports whether ranges show, within a limit on the steps, that the conditions cannot hold together. If it
// returns false, they may still exclude each other.
func (b *Bounds) Excluded(limit int, conds ...*Term) bool { return b.under(limit, conds...).none }

// under returns Bounds under which the conditions hold. It assumes them repeatedly, until no range changes or the limit
// on the steps is reached.
func (b *Bounds) under(limit int, conds ...*Term) *Bounds {
	b = newBounds(b, limit)
	const rounds = 10
	for range rounds {
		b.moved = false
		for i := len(conds) - 1; i >= 0 && !b.none && b.left > 0; i-- { // the last is the newest test of a loop
			b.assume(conds[i], true)
		}
		if b.none || !b.moved {
			break
		}
		clear(b.memo)
	}
	return b
}

// top returns the range of all values of a sort.
func top(s Sort) span {
	switch {
	case s.Kind == Bool:
		return span{0, 1}
	case s.Kind == BV && s.Bits < 64:
		return span{0, 1<<s.Bits - 1}
	}
	return span{0, 1<<64 - 1}
}

// ranged reports whether t has a range: it is a condition, or a bit-vector of up to 64 bits.
func ranged(t *Term) bool { return t.sort.Kind == Bool || t.sort.Kind == BV && t.sort.Bits <= 64 }

// meet returns the intersection; the result is false if it is empty.
func (s span) meet(o span) (span, bool) {
	r := span{max(s.lo, o.lo), min(s.hi, o.hi)}
	return r, r.lo <= r.hi
}

// join returns the smallest interval that contains both; one reports whether s has one element.
func (s span) join(o span) span { return span{min(s.lo, o.lo), max(s.hi, o.hi)} }
func (s span) one() bool        { return s.lo == s.hi }

// signs returns the least interval of signed numbers that contains the numbers of w bits in s.
func (s span) signs(w uint16) signed {
	half := uint64(1) << (w - 1)
	up := 64 - w
	switch {
	case s.hi < half, s.lo >= half:
		return signed{int64(s.lo<<up) >> up, int64(s.hi<<up) >> up}
	}
	return signed{int64(half<<up) >> up, int64(half - 1)}
}

// signs returns the range of t read as signed.
func (b *Bounds) signs(t *Term) signed {
	s := b.of(t).signs(t.sort.Bits)
	if k, ok := b.sign[t]; ok {
		s = signed{max(s.lo, k.lo), min(s.hi, k.hi)}
	}
	return s
}

// assume adds the assumption that condition t has value v, and narrows the ranges of the terms in it.
func (b *Bounds) assume(t *Term, v bool) {
	if b.left--; b.left < 0 || b.none {
		return
	}
	if s := b.of(t); s.one() && (s.lo == 1) != v {
		b.none = true
		return
	}
	if _, ok := b.truth[t]; !ok && t.op != Const {
		b.truth[t] = v
		b.moved = true
	}
	switch t.op { // sound: other operators narrow no operand
	case Not:
		b.assume(t.args[0], !v)
	case And, Or:
		if v == (t.op == And) {
			for _, a := range t.args {
				b.assume(a, v)
			}
			return
		}
		var open *Term // the only operand that can have value v
		for _, a := range t.args {
			if s := b.of(a); s.one() && (s.lo == 1) != v {
				continue
			}
			if open != nil {
				return
			}
			open = a
		}
		if open == nil {
			b.none = true
			return
		}
		b.assume(open, v)
	case BVUle, BVUlt:
		if x, y, ok := b.pair(t); ok {
			b.less(x, y, (t.op == BVUlt) == v, v)
		}
	case BVSle, BVSlt:
		if x, y, ok := b.pair(t); ok {
			b.lessSigned(x, y, (t.op == BVSlt) == v, v)
		}
	case Eq:
		x, y := t.args[0], t.args[1]
		if !ranged(x) || x.sort.Kind == Bool {
			return
		}
		if v {
			b.narrow(x, b.of(y))
			b.narrow(y, b.of(x))
			return
		}
		b.differ(x, b.of(y))
		b.differ(y, b.of(x))
	}
}

// pair returns the operands of a comparison; ok is false if they have no ranges.
func (b *Bounds) pair(t *Term) (x, y *Term, ok bool) {
	x, y = t.args[0], t.args[1]
	return x, y, ranged(x)
}

// less assumes x <= y, or x < y if strict; if ordered is false, it exchanges x and y first.
func (b *Bounds) less(x, y *Term, strict, ordered bool) {
	if !ordered {
		x, y = y, x
	}
	sx, sy := b.of(x), b.of(y)
	if strict {
		if sy.hi == 0 || sx.lo == top(x.sort).hi {
			b.none = true
			return
		}
		sy.hi--
		sx.lo++
	}
	b.narrow(x, span{0, sy.hi})
	b.narrow(y, span{sx.lo, top(y.sort).hi})
}

// lessSigned is like less, for signed comparisons.
func (b *Bounds) lessSigned(x, y *Term, strict, ordered bool) {
	if !ordered {
		x, y = y, x
	}
	w := x.sort.Bits
	all := top(x.sort).signs(w)
	sx, sy := b.signs(x), b.signs(y)
	if strict {
		if sy.hi == all.lo || sx.lo == all.hi {
			b.none = true
			return
		}
		sy.hi--
		sx.lo++
	}
	b.narrowSigned(x, signed{all.lo, sy.hi})
	b.narrowSigned(y, signed{sx.lo, all.hi})
}

// narrowSigned assumes that t read as signed lies in an interval.
func (b *Bounds) narrowSigned(t *Term, to signed) {
	s := b.signs(t)
	n := signed{max(s.lo, to.lo), min(s.hi, to.hi)}
	if n.lo > n.hi {
		b.none = true
		return
	}
	if n != s {
		b.sign[t] = n
		b.moved = true
	}
	mask := top(t.sort).hi
	if n.lo >= 0 || n.hi < 0 {
		b.narrow(t, span{uint64(n.lo) & mask, uint64(n.hi) & mask})
	}
}

// differ assumes that t is not in s. It has an effect only if s is one number.
func (b *Bounds) differ(t *Term, s span) {
	if !s.one() {
		return
	}
	switch r := b.of(t); {
	case r.one() && r.lo == s.lo:
		b.none = true
	case r.lo == s.lo:
		b.narrow(t, span{r.lo + 1, r.hi})
	case r.hi == s.lo:
		b.narrow(t, span{r.lo, r.hi - 1})
	}
}

// narrow assumes that t lies in an interval, and narrows the ranges of its operands.
func (b *Bounds) narrow(t *Term, to span) {
	if b.left--; b.left < 0 || b.none {
		return
	}
	old := b.of(t)
	s, ok := old.meet(to)
	if !ok {
		b.none = true
		return
	}
	if s == old {
		return
	}
	b.moved = true
	b.env[t] = s
	b.memo[t] = s
	switch t.op { // sound: other operators narrow no operand
	case BVZext:
		b.narrow(t.args[0], s)
	case Ite:
		_, first := b.of(t.args[1]).meet(s)
		_, second := b.of(t.args[2]).meet(s)
		switch {
		case !first && !second:
			b.none = true
		case !first:
			b.assume(t.args[0], false)
			b.narrow(t.args[2], s)
		case !second:
			b.assume(t.args[0], true)
			b.narrow(t.args[1], s)
		}
	case BVAdd:
		if len(t.args) != 2 {
			return
		}
		for i := range 2 {
			k, x := b.of(t.args[i]), t.args[1-i]
			if r, _, ok := add(b.of(x), k, t.sort); k.one() && ok { // the sum wraps for all values of x or for none
				n, meets := s.meet(r) // s may be older than the range of x
				if !meets {
					b.none = true
					return
				}
				mask := top(t.sort).hi
				b.narrow(x, span{(n.lo - k.lo) & mask, (n.hi - k.lo) & mask})
			}
		}
	}
}

// add returns the range of x + y and whether the sums wrap around. If some do and others do not, ok is false.
func add(x, y span, s Sort) (r span, wraps, ok bool) {
	mask := top(s).hi
	lo, c1 := bits.Add64(x.lo, y.lo, 0)
	hi, c2 := bits.Add64(x.hi, y.hi, 0)
	if s.Bits < 64 {
		c1, c2 = lo>>s.Bits, hi>>s.Bits
	}
	if c1 != c2 {
		return top(s), false, false
	}
	return span{lo & mask, hi & mask}, c1 != 0, true
}

// of returns the range of a term under the assumptions.
func (b *Bounds) of(t *Term) span {
	if t.op == Const {
		if v, ok := t.Bits(); ok && ranged(t) {
			return span{v, v}
		}
		return top(t.sort)
	}
	if s, ok := b.memo[t]; ok {
		return s
	}
	s := top(t.sort)
	if !ranged(t) {
		return s
	}
	if v, ok := b.truth[t]; ok {
		s = span{0, 0}
		if v {
			s = span{1, 1}
		}
		return s
	}
	if b.left--; b.left < 0 {
		return s
	}
	if b.up != nil {
		s = b.up.of(t)
	}
	if b.up == nil || b.deep < deepest && !s.one() {
		b.deep++
		if m, ok := b.compute(t).meet(s); ok {
			s = m
		}
		b.deep--
	}
	if e, ok := b.env[t]; ok {
		if m, ok := s.meet(e); ok {
			s = m
		} else {
			b.none = true
		}
	}
	b.memo[t] = s
	return s
}

// truthOf returns the range of a condition that holds in all cases (yes), in no case (no), or in some.
func truthOf(yes, no bool) span {
	switch {
	case yes:
		return span{1, 1}
	case no:
		return span{0, 0}
	}
	return span{0, 1}
}

// compute returns the range of t from the ranges of its operands.
func (b *Bounds) compute(t *Term) span {
	all := top(t.sort)
	switch t.op { // sound: others can have any value
	case Not:
		s := b.of(t.args[0])
		return span{1 - s.hi, 1 - s.lo}
	case And, Or:
		s := b.of(t.args[0])
		for _, a := range t.args[1:] {
			o := b.of(a)
			if t.op == And {
				s = span{min(s.lo, o.lo), min(s.hi, o.hi)}
			} else {
				s = span{max(s.lo, o.lo), max(s.hi, o.hi)}
			}
		}
		return s
	case Eq:
		if !ranged(t.args[0]) {
			return all
		}
		x, y := b.of(t.args[0]), b.of(t.args[1])
		_, meets := x.meet(y)
		return truthOf(x.one() && x == y, !meets)
	case BVUle, BVUlt:
		if x, y, ok := b.pair(t); ok {
			sx, sy := b.of(x), b.of(y)
			if t.op == BVUle {
				return truthOf(sx.hi <= sy.lo, sx.lo > sy.hi)
			}
			return truthOf(sx.hi < sy.lo, sx.lo >= sy.hi)
		}
	case BVSle, BVSlt:
		if x, y, ok := b.pair(t); ok {
			sx, sy := b.signs(x), b.signs(y)
			if t.op == BVSle {
				return truthOf(sx.hi <= sy.lo, sx.lo > sy.hi)
			}
			return truthOf(sx.hi < sy.lo, sx.lo >= sy.hi)
		}
	case Ite:
		c := b.of(t.args[0])
		switch {
		case c.lo == 1:
			return b.of(t.args[1])
		case c.hi == 0:
			return b.of(t.args[2])
		}
		if t.sort.Kind == Bool || b.up != nil {
			return b.of(t.args[1]).join(b.of(t.args[2]))
		}
		s, ok := b.chosen(t, true)
		o, ok2 := b.chosen(t, false)
		switch {
		case ok && ok2:
			return s.join(o)
		case ok:
			return s
		}
		return o
	default:
		return b.number(t, all)
	}
	return all
}

// chosen returns the range of one arm of an ite: the arm for the value v of the condition. It assumes that the
// condition has this value; ok is false if the condition cannot have it.
func (b *Bounds) chosen(t *Term, v bool) (s span, ok bool) {
	cond, x := t.args[0], t.args[2]
	if v {
		x = t.args[1]
	}
	s = b.of(x)
	if s.one() {
		return s, true
	}
	u := newBounds(b, choiceSteps)
	if u.assume(cond, v); u.none {
		return s, false
	}
	u.left = choiceSteps
	clear(u.memo)
	if m, ok := u.of(x).meet(s); ok {
		s = m
	}
	return s, !u.none
}

// number returns the range of an operation on bit-vectors from the ranges of its operands; all is the range of all
// values.
func (b *Bounds) number(t *Term, all span) span {
	for _, a := range t.args {
		if !ranged(a) {
			return all
		}
	}
	w := uint64(t.sort.Bits)
	switch t.op { // sound: others can have any value
	case BVAdd:
		s := b.of(t.args[0])
		for _, a := range t.args[1:] {
			s, _, _ = add(s, b.of(a), t.sort)
		}
		return s
	case BVMul:
		s := b.of(t.args[0])
		for _, a := range t.args[1:] {
			o := b.of(a)
			over, hi := bits.Mul64(s.hi, o.hi)
			if over != 0 || hi > all.hi {
				return all
			}
			s = span{s.lo * o.lo, hi}
		}
		return s
	case BVUDiv:
		x, y := b.of(t.args[0]), b.of(t.args[1])
		if y.lo > 0 {
			return span{x.lo / y.hi, x.hi / y.lo}
		}
	case BVURem:
		x, y := b.of(t.args[0]), b.of(t.args[1])
		switch {
		case y.lo > x.hi:
			return x
		case y.lo > 0:
			return span{0, min(x.hi, y.hi-1)}
		}
		return span{0, x.hi}
	case BVNot:
		x := b.of(t.args[0])
		return span{all.hi - x.hi, all.hi - x.lo}
	case BVAnd:
		s := all.hi
		for _, a := range t.args {
			s = min(s, b.of(a).hi)
		}
		return span{0, s}
	case BVOr, BVXor:
		lo, hi := uint64(0), uint64(0)
		for _, a := range t.args {
			s := b.of(a)
			lo, hi = max(lo, s.lo), hi|s.hi
		}
		if t.op == BVXor {
			lo = 0
		}
		return span{lo, 1<<bits.Len64(hi) - 1}
	case BVShl:
		x, k := b.of(t.args[0]), b.of(t.args[1])
		if k.hi < w && bits.Len64(x.hi)+int(k.hi) <= int(w) {
			return span{x.lo << k.lo, x.hi << k.hi}
		}
	case BVLShr, BVAShr:
		x, k := b.of(t.args[0]), b.of(t.args[1])
		if t.op == BVAShr && x.hi >= 1<<(w-1) {
			return all
		}
		return span{x.lo >> min(k.hi, 64), x.hi >> min(k.lo, 64)}
	case BVConcat:
		x, y := b.of(t.args[0]), b.of(t.args[1])
		k := t.args[1].sort.Bits
		return span{x.lo<<k | y.lo, x.hi<<k | y.hi}
	case BVExtract:
		x := b.of(t.args[0])
		x = span{x.lo >> t.q, x.hi >> t.q}
		if x.lo>>w == x.hi>>w {
			return span{x.lo & all.hi, x.hi & all.hi}
		}
	case BVZext:
		return b.of(t.args[0])
	case BVSext:
		x := b.of(t.args[0])
		s := x.signs(t.args[0].sort.Bits)
		if s.lo >= 0 || s.hi < 0 {
			return span{uint64(s.lo) & all.hi, uint64(s.hi) & all.hi}
		}
	}
	return all
}

package congruence

import (
	"math/bits"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// class is the set of the numbers of t that are r modulo m. For m = 1 it has all numbers of t, for m = 0 only r.
// Otherwise 0 <= r < m, and it has at least two numbers. Types other than Int and Bool have only the class of all
// values.
type class struct {
	t     ir.Type
	r, m  domain.Wide
	empty bool // the class has no numbers; r and m are unused
}

var zero, one = domain.Wide{}, domain.WideInt(1)

func numeric(t ir.Type) bool { return t.Kind == ir.Int || t.Kind == ir.Bool }

func top(t ir.Type) class    { return class{t: t, m: one} }
func bottom(t ir.Type) class { return class{t: t, empty: true} }

// single returns the class of the number w, bottom if t does not have it.
func single(t ir.Type, w domain.Wide) class { return newClass(t, w, zero) }

// truth returns the class of a Bool.
func truth(b bool) class {
	if b {
		return class{t: ir.B, r: one}
	}
	return class{t: ir.B}
}

// newClass returns the canonical class of the numbers of t that are r modulo m, m >= 0.
func newClass(t ir.Type, r, m domain.Wide) class {
	if !numeric(t) {
		return top(t)
	}
	min, max := domain.Limits(t)
	if m.Sign() == 0 {
		if r.Less(min) || max.Less(r) {
			return bottom(t)
		}
		return class{t: t, r: r}
	}
	first := min.Add(mod(r.Sub(min), m))
	switch {
	case max.Less(first):
		return bottom(t)
	case max.Less(first.Add(m)):
		return class{t: t, r: first}
	}
	return class{t: t, r: mod(r, m), m: m}
}

// mod returns a modulo m, which is at least 0, for m > 0.
func mod(a, m domain.Wide) domain.Wide {
	if m.Hi != 0 { // m is at least 2^64, and |a| is not much larger
		for a.Sign() < 0 {
			a = a.Add(m)
		}
		for !a.Less(m) {
			a = a.Sub(m)
		}
		return a
	}
	r := a.Sub(a.Quo(m).Mul(m))
	if r.Sign() < 0 {
		return r.Add(m)
	}
	return r
}

// gcd returns the greatest common divisor of two numbers that are not negative; gcd(a, 0) = a.
func gcd(a, b domain.Wide) domain.Wide {
	for b.Sign() != 0 {
		a, b = b, mod(a, b)
	}
	return a
}

func (c class) isSingle() bool { return !c.empty && c.m.Sign() == 0 && numeric(c.t) }
func (c class) isTop() bool    { return !c.empty && c.m == one }
func (c class) is(n int64) bool {
	return c.isSingle() && c.r == domain.WideInt(n)
}

// has reports whether w, a number of the type, is in the class.
func (c class) has(w domain.Wide) bool {
	switch {
	case c.empty:
		return false
	case c.m.Sign() == 0:
		return c.r == w
	}
	return mod(w.Sub(c.r), c.m).Sign() == 0
}

// leq reports whether d has all numbers of c.
func (c class) leq(d class) bool {
	switch {
	case c.empty:
		return true
	case d.empty:
		return false
	case d.m.Sign() == 0:
		return c.m.Sign() == 0 && c.r == d.r
	}
	return d.has(c.r) && mod(c.m, d.m).Sign() == 0
}

// join returns the least class that has the numbers of c and of d.
func (c class) join(d class) class {
	switch {
	case c.leq(d):
		return d
	case d.leq(c):
		return c
	}
	return newClass(c.t, c.r, gcd(gcd(c.m, d.m), c.r.Sub(d.r).Abs()))
}

// meet returns the intersection, by the Chinese remainder theorem.
func (c class) meet(d class) class {
	switch {
	case c.leq(d):
		return c
	case d.leq(c):
		return d
	case c.m.Sign() == 0 || d.m.Sign() == 0:
		return bottom(c.t)
	}
	// The result begins with first + k*c.m for the least k such that this number is in d.
	min, max := domain.Limits(c.t)
	first := min.Add(mod(c.r.Sub(min), c.m))
	g := gcd(c.m, d.m)
	diff := mod(d.r.Sub(first), d.m)
	if mod(diff, g).Sign() != 0 {
		return bottom(c.t)
	}
	n := d.m.Quo(g).Lo
	k := mulMod(diff.Quo(g).Lo%n, inverse(mod(c.m.Quo(g), domain.WideUint(n)), domain.WideUint(n)), n)
	first = first.Add(c.m.Mul(domain.WideUint(k)))
	if max.Less(first) {
		return bottom(c.t)
	}
	if m := c.m.Mul(domain.WideUint(n)); !max.Less(first.Add(m)) {
		return newClass(c.t, first, m)
	}
	return single(c.t, first)
}

// inverse returns the inverse of a modulo n, where a and n have no common divisor, by the extended Euclidean algorithm.
func inverse(a, n domain.Wide) uint64 {
	x, y, r, s := zero, one, n, a
	for s.Sign() != 0 {
		q := r.Quo(s)
		x, y = y, x.Sub(q.Mul(y))
		r, s = s, r.Sub(q.Mul(s))
	}
	return mod(x, n).Lo
}

// mulMod returns a*b modulo n.
func mulMod(a, b, n uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return bits.Rem64(hi, lo, n)
}

// wrapped returns the class of the numbers that are r modulo m, wrapped to the type by multiples of 2^w.
func wrapped(t ir.Type, r, m domain.Wide) class {
	size := domain.WideInt(1).Shl(uint(t.Bits))
	if m.Sign() == 0 {
		return single(t, domain.Read(t, canonical(t, r)))
	}
	return newClass(t, r, gcd(m, size))
}

// canonical returns the canonical bits of w, a number of t.
func canonical(t ir.Type, w domain.Wide) uint64 { return w.Bits() & (^uint64(0) >> (64 - t.Bits)) }

// low returns the number of lowest bits that are the same in all numbers of the class.
func (c class) low() int {
	if c.m.Sign() == 0 {
		return int(c.t.Bits)
	}
	if c.m.Lo == 0 {
		return int(c.t.Bits)
	}
	return min(bits.TrailingZeros64(c.m.Lo), int(c.t.Bits))
}

// tighten returns the least and the greatest number of the class between lo and hi, two numbers of the type. ok is
// false if there is none.
func (c class) tighten(lo, hi domain.Wide) (l, h domain.Wide, ok bool) {
	switch {
	case c.empty:
		return lo, hi, false
	case c.m.Sign() == 0:
		return c.r, c.r, !c.r.Less(lo) && !hi.Less(c.r)
	}
	lo = lo.Add(mod(c.r.Sub(lo), c.m))
	hi = hi.Sub(mod(hi.Sub(c.r), c.m))
	return lo, hi, !hi.Less(lo)
}

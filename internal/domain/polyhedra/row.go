package polyhedra

import (
	"math/big"
	"math/bits"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/num"
)

// integer is an integer of any size: b, or v if b is nil.
type integer struct {
	v int64
	b *big.Int
}

func (x integer) sign() int {
	if x.b != nil {
		return x.b.Sign()
	}
	switch {
	case x.v < 0:
		return -1
	case x.v > 0:
		return 1
	}
	return 0
}

func (x integer) neg() integer {
	if x.b != nil {
		return integer{b: new(big.Int).Neg(x.b)}
	}
	if x.v == -1<<63 {
		return integer{b: new(big.Int).Neg(big.NewInt(x.v))}
	}
	return integer{v: -x.v}
}

// bits returns the number of bits of |x|.
func (x integer) bits() int {
	if x.b != nil {
		return x.b.BitLen()
	}
	return bits.Len64(num.Abs(x.v))
}

func (x integer) add(y integer) integer {
	if x.b == nil && y.b == nil {
		if s := x.v + y.v; (s < x.v) == (y.v < 0) {
			return integer{v: s}
		}
	}
	return small(new(big.Int).Add(x.big(), y.big()))
}

func (x integer) mul(y integer) integer {
	if x.b == nil && y.b == nil {
		if hi, lo := bits.Mul64(num.Abs(x.v), num.Abs(y.v)); hi == 0 && lo < 1<<63 {
			return integer{v: x.v * y.v}
		}
	}
	return small(new(big.Int).Mul(x.big(), y.big()))
}

// big returns x as a big.Int, which the caller must not change.
func (x integer) big() *big.Int {
	if x.b != nil {
		return x.b
	}
	return big.NewInt(x.v)
}

// in returns x as a big.Int: either x.b or, if that is nil, room, which it sets to x.
func (x integer) in(room *big.Int) *big.Int {
	if x.b != nil {
		return x.b
	}
	return room.SetInt64(x.v)
}

func (x integer) cmp(y integer) int {
	if x.b == nil && y.b == nil {
		switch {
		case x.v < y.v:
			return -1
		case x.v > y.v:
			return 1
		}
		return 0
	}
	return x.big().Cmp(y.big())
}

// small returns b as an integer, in 64 bits if it fits.
func small(b *big.Int) integer {
	if b.IsInt64() {
		return integer{v: b.Int64()}
	}
	return integer{b: b}
}

// floorDiv returns x/d rounded down, for d > 0.
func floorDiv(x, d integer) integer {
	if x.b == nil && d.b == nil {
		q := x.v / d.v
		if x.v%d.v < 0 {
			q--
		}
		return integer{v: q}
	}
	return small(new(big.Int).Div(x.big(), d.big())) // Euclidean: rounds down for d > 0
}

// ceilDiv returns x/d rounded up, for d > 0.
func ceilDiv(x, d integer) integer { return floorDiv(x.neg(), d).neg() }

// wide returns x as a Wide, or false if it does not fit. The ends of Wide do not fit, since they mean that there is no
// bound.
func (x integer) wide() (domain.Wide, bool) {
	if x.b == nil {
		return domain.WideInt(x.v), true
	}
	if x.b.BitLen() > 126 {
		return domain.Wide{}, false
	}
	a := new(big.Int).Abs(x.b)
	lo := new(big.Int).And(a, new(big.Int).SetUint64(^uint64(0))).Uint64()
	w := domain.Wide{Hi: a.Rsh(a, 64).Int64(), Lo: lo}
	if x.b.Sign() < 0 {
		w = w.Neg()
	}
	return w, true
}

// fromWide returns w as an integer.
func fromWide(w domain.Wide) integer {
	if v, ok := w.Int64(); ok {
		return integer{v: v}
	}
	b := new(big.Int).Lsh(big.NewInt(w.Hi), 64)
	return integer{b: b.Add(b, new(big.Int).SetUint64(w.Lo))}
}

// vec is a row: a constraint or a generator. It is immutable.
//
// A row has 64-bit numbers if all its numbers have at most smallBits bits, otherwise numbers of any size. So a row with
// large numbers does not slow down other rows.
type vec struct {
	v []int64
	b []*big.Int // if not nil, the numbers of the row; v is nil then
	m int        // |v[i]| < 2^m
}

const smallBits = 62

// arena allocates the rows of one operation together, since they have similar lifetimes.
type arena struct {
	ints []int64
	vecs []vec
	size int // the number of rows in the last allocation
}

// row returns a new row of n zeros.
func (a *arena) row(n int) *vec {
	if len(a.vecs) == 0 || len(a.ints) < n {
		a.reserve(min(max(2*a.size, 2), 64), n)
	}
	r := &a.vecs[0]
	r.v, a.vecs, a.ints = a.ints[:n:n], a.vecs[1:], a.ints[n:]
	return r
}

// reserve allocates rows rows of n numbers.
func (a *arena) reserve(rows, n int) {
	a.size = rows
	a.vecs, a.ints = make([]vec, rows), make([]int64, rows*n)
}

func (r *vec) len() int { return max(len(r.v), len(r.b)) }

func (r *vec) at(i int) integer {
	if r.b != nil {
		return small(r.b[i])
	}
	return integer{v: r.v[i]}
}

// sign returns the sign of number i.
func (r *vec) sign(i int) int {
	if r.b != nil {
		return r.b[i].Sign()
	}
	return integer{v: r.v[i]}.sign()
}

// bits returns the number of bits of the largest absolute value.
func (r *vec) bits() int {
	if r.b == nil {
		return r.m
	}
	n := 0
	for _, x := range r.b {
		n = max(n, x.BitLen())
	}
	return n
}

// normal returns r divided by the greatest common divisor of its numbers. It may change r.
func (a *arena) normal(r *vec) *vec {
	or, g := uint64(0), uint64(0)
	for _, x := range r.v {
		u := num.Abs(x)
		or |= u
		if g != 1 && u != 0 {
			g = num.GCDUint(g, u)
		}
	}
	if g > 1 {
		or = 0
		for i, x := range r.v {
			r.v[i] = x / int64(g)
			or |= num.Abs(r.v[i])
		}
	}
	r.m = bits.Len64(or)
	if r.m > smallBits {
		b := make([]*big.Int, len(r.v))
		for i, x := range r.v {
			b[i] = big.NewInt(x)
		}
		return &vec{b: b}
	}
	return r
}

// normalBig returns the row of the numbers b, divided by their greatest common divisor. It may change the numbers.
func (a *arena) normalBig(b []*big.Int) *vec {
	g := new(big.Int)
	fits := true
	for _, x := range b {
		if x.Sign() != 0 && (g.Sign() == 0 || !g.IsInt64() || g.Int64() != 1) {
			g.GCD(nil, nil, g, new(big.Int).Abs(x))
		}
	}
	long := g.Sign() != 0 && !(g.IsInt64() && g.Int64() == 1)
	for _, x := range b {
		if long {
			x.Quo(x, g)
		}
		fits = fits && x.BitLen() <= smallBits
	}
	if !fits {
		return &vec{b: b}
	}
	r := a.row(len(b))
	for i, x := range b {
		r.v[i] = x.Int64()
	}
	return a.normal(r)
}

// dot returns the scalar product of a and b.
func dot(a, b *vec) integer {
	if a.b == nil && b.b == nil {
		x, y := a.v, b.v[:len(a.v)]
		need := a.m + b.m + bits.Len(uint(len(x)))
		if need < 63 {
			s := int64(0)
			for i, c := range x {
				s += c * y[i]
			}
			return integer{v: s}
		}
		if need < 127 {
			return dot128(x, y)
		}
	}
	var s, t, u, v big.Int
	for i, n := 0, a.len(); i < n; i++ {
		x, y := a.at(i), b.at(i)
		if x.sign() != 0 && y.sign() != 0 {
			s.Add(&s, t.Mul(x.in(&u), y.in(&v)))
		}
	}
	return small(&s)
}

// dot128 does what dot does, for sums that fit in 128 bits.
func dot128(x, y []int64) integer {
	var hi, lo uint64
	for i, c := range x {
		d := y[i]
		h, l := bits.Mul64(uint64(c), uint64(d))
		h -= uint64(c>>63)&uint64(d) + uint64(d>>63)&uint64(c) // convert the unsigned product to the signed one
		var carry uint64
		lo, carry = bits.Add64(lo, l, 0)
		hi, _ = bits.Add64(hi, h, carry)
	}
	return fromWide(domain.Wide{Hi: int64(hi), Lo: lo})
}

// combine returns x*a + y*b, divided by the greatest common divisor of its numbers.
func (ar *arena) combine(x integer, a *vec, y integer, b *vec) *vec {
	if x.b == nil && y.b == nil && a.b == nil && b.b == nil {
		if x.v != 1 && x.v != -1 && y.v != 1 && y.v != -1 {
			if g := num.GCDUint(num.Abs(x.v), num.Abs(y.v)); g > 1 && g < 1<<63 {
				x.v, y.v = x.v/int64(g), y.v/int64(g)
			}
		}
		if bits.Len64(num.Abs(x.v))+a.m < smallBits && bits.Len64(num.Abs(y.v))+b.m < smallBits {
			r := ar.row(len(a.v))
			bv, out := b.v[:len(a.v)], r.v[:len(a.v)]
			for i, c := range a.v {
				out[i] = x.v*c + y.v*bv[i]
			}
			return ar.normal(r)
		}
	}
	out, rooms := make([]*big.Int, a.len()), make([]big.Int, a.len())
	var t, u, v big.Int
	xb, yb := x.big(), y.big()
	for i := range out {
		out[i] = &rooms[i]
		out[i].Mul(xb, a.at(i).in(&u))
		out[i].Add(out[i], t.Mul(yb, b.at(i).in(&v)))
	}
	return ar.normalBig(out)
}

// minus returns -a.
func (ar *arena) minus(a *vec) *vec {
	if a.b == nil {
		r := ar.row(len(a.v))
		for i, x := range a.v {
			r.v[i] = -x
		}
		r.m = a.m
		return r
	}
	b := make([]*big.Int, len(a.b))
	for i, x := range a.b {
		b[i] = new(big.Int).Neg(x)
	}
	return &vec{b: b}
}

// of returns the row of xs, divided by their greatest common divisor.
func (ar *arena) of(xs []integer) *vec {
	r := ar.row(len(xs))
	for i, x := range xs {
		if x.b != nil || num.Abs(x.v) >= 1<<smallBits {
			b := make([]*big.Int, len(xs))
			for i, x := range xs {
				b[i] = new(big.Int).Set(x.big())
			}
			return ar.normalBig(b)
		}
		r.v[i] = x.v
	}
	return ar.normal(r)
}

// with returns r with x at i, divided by the greatest common divisor of its numbers.
func (ar *arena) with(r *vec, i int, x integer) *vec {
	if r.b == nil && x.bits() <= smallBits {
		out := ar.row(len(r.v))
		copy(out.v, r.v)
		out.v[i] = x.v
		return ar.normal(out)
	}
	b := make([]*big.Int, r.len())
	for k := range b {
		b[k] = new(big.Int).Set(r.at(k).big())
	}
	b[i].Set(x.big())
	return ar.normalBig(b)
}

// raw returns the row of xs without division, for scalar products and combinations.
func raw(xs []integer) *vec {
	r := &vec{v: make([]int64, len(xs))}
	for i, x := range xs {
		r.v[i], r.m = x.v, max(r.m, x.bits())
	}
	if r.m > smallBits {
		r.v, r.b = nil, make([]*big.Int, len(xs))
		for i, x := range xs {
			r.b[i] = x.big()
		}
	}
	return r
}

// unit returns the row of n numbers that has c at i and 0 elsewhere.
func (ar *arena) unit(n, i int, c int64) *vec {
	r := ar.row(n)
	r.v[i], r.m = c, bits.Len64(num.Abs(c))
	return r
}

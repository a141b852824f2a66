package elementary

import "math/big"

const (
	precision = 192     // bits of the computation
	trusted   = 110     // correct bits of a result; the rest allows for rounding errors
	hugeExp   = 1 << 18 // 2^hugeExp represents values that overflow in every format, 2^-hugeExp those that underflow
)

// calc computes with the given number of bits.
type calc uint

func (c calc) new() *big.Float                { return new(big.Float).SetPrec(uint(c)) }
func (c calc) int(n int64) *big.Float         { return c.new().SetInt64(n) }
func (c calc) add(x, y *big.Float) *big.Float { return c.new().Add(x, y) }
func (c calc) sub(x, y *big.Float) *big.Float { return c.new().Sub(x, y) }
func (c calc) mul(x, y *big.Float) *big.Float { return c.new().Mul(x, y) }
func (c calc) div(x, y *big.Float) *big.Float { return c.new().Quo(x, y) }
func (c calc) sqrt(x *big.Float) *big.Float   { return c.new().Sqrt(x) }
func (c calc) neg(x *big.Float) *big.Float    { return c.new().Neg(x) }
func (c calc) abs(x *big.Float) *big.Float    { return c.new().Abs(x) }

// scale returns x 2^n.
func (c calc) scale(x *big.Float, n int) *big.Float { return c.new().SetMantExp(x, n) }

// power returns 2^n.
func (c calc) power(n int) *big.Float { return c.scale(c.int(1), n) }

// exponent returns the e with 2^(e-1) <= |x| < 2^e.
func exponent(x *big.Float) int { return x.MantExp(nil) }

// value returns the true value of a function, correct to at least trusted bits; nil if it has none or the computation
// would take too long.
func value(name string, args []*big.Float) *big.Float {
	c, x := calc(precision), args[0]
	if f := odd[name]; f != nil {
		if x.Sign() == 0 {
			return x
		}
		y := f(c, c.abs(x))
		if y != nil && x.Sign() < 0 {
			y.Neg(y)
		}
		return y
	}
	switch name {
	case "cos":
		return c.trig(c.abs(x), 1)
	case "acos":
		return c.acos(x)
	case "cosh":
		if exponent(x) > 16 {
			return c.power(hugeExp)
		}
		return c.scale(c.add(c.exp(x), c.exp(c.neg(x))), -1)
	case "acosh":
		d := c.exact(x, -1)
		if d.Sign() <= 0 {
			return nil
		}
		return c.log1p(c.add(d, c.sqrt(c.mul(d, c.add(x, c.int(1))))))
	case "exp":
		return c.exp(x)
	case "exp2":
		return c.exp(c.mul(x, ln2()))
	case "exp10":
		return c.exp(c.mul(x, c.log(c.int(10))))
	case "expm1":
		return c.expm1(x)
	case "log":
		return c.log(x)
	case "log2":
		return c.quotient(c.log(x), ln2())
	case "log10":
		return c.quotient(c.log(x), c.log(c.int(10)))
	case "log1p":
		return c.log1p(x)
	case "erfc":
		return c.erfc(x)
	case "hypot":
		x, y := args[0], args[1]
		return c.sqrt(c.add(c.mul(x, x), c.mul(y, y)))
	case "pow":
		return c.pow(x, args[1])
	case "atan2":
		return c.atan2(x, args[1])
	}
	return nil
}

// odd has the functions with f(-x) = -f(x), for positive x.
var odd = map[string]func(calc, *big.Float) *big.Float{
	"sin":  func(c calc, x *big.Float) *big.Float { return c.trig(x, 0) },
	"tan":  func(c calc, x *big.Float) *big.Float { return c.quotient(c.trig(x, 0), c.trig(x, 1)) },
	"asin": calc.asin,
	"atan": calc.atan,
	"sinh": calc.sinh,
	"tanh": func(c calc, x *big.Float) *big.Float {
		if exponent(x) > 8 {
			return c.belowOne()
		}
		e := c.expm1(c.scale(x, 1))
		return c.div(e, c.add(e, c.int(2)))
	},
	"asinh": func(c calc, x *big.Float) *big.Float {
		s := c.mul(x, x)
		return c.log1p(c.add(x, c.div(s, c.add(c.int(1), c.sqrt(c.add(s, c.int(1)))))))
	},
	"atanh": func(c calc, x *big.Float) *big.Float {
		d := c.exact(c.neg(x), 1)
		if d.Sign() <= 0 {
			return nil
		}
		return c.scale(c.log1p(c.div(c.scale(x, 1), d)), -1)
	},
	"cbrt": func(c calc, x *big.Float) *big.Float {
		e := exponent(x)
		q := e / 3
		return c.scale(c.exp(c.div(c.log(c.scale(x, -3*q)), c.int(3))), q)
	},
	"erf": calc.erf,
}

// quotient returns x / y, or nil if an operand is nil or y is 0.
func (c calc) quotient(x, y *big.Float) *big.Float {
	if x == nil || y == nil || y.Sign() == 0 {
		return nil
	}
	return c.div(x, y)
}

// belowOne returns a number just below one.
func (c calc) belowOne() *big.Float { return c.sub(c.int(1), c.power(8-int(c))) }

// exact returns x + n with additional bits. Its sign is always correct.
func (c calc) exact(x *big.Float, n int64) *big.Float {
	return (c + 64).add(x, (c + 64).int(n))
}

// ln2 returns the natural logarithm of 2 to 384 bits.
func ln2() *big.Float {
	return parse("b17217f7d1cf79abc9e3b39803f2f6af40f343267298b62d8a0d175b8baafa2be7b876206debac98559552fb4afa1b10", 384)
}

// parse returns the number with these hexadecimal digits, divided by 2^shift.
func parse(digits string, shift int) *big.Float {
	i, _ := new(big.Int).SetString(digits, 16)
	f := new(big.Float).SetInt(i)
	return f.SetMantExp(f, -shift)
}

// piDigits are the hexadecimal digits of pi, with piBits bits after the point.
const piDigits = "3243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89452821e638d01377be5466cf34e90c6cc0ac29b7c97c50dd3f84d5b5b54709" +
	"179216d5d98979fb1bd1310ba698dfb5ac2ffd72dbd01adfb7b8e1afed6a267e96ba7c9045f12c7f9924a19947b3916cf70801f2e2858efc16636920d871574e" +
	"69a458fea3f4933d7e0d95748f728eb658718bcd5882154aee7b54a41dc25a59b5"

const piBits = 1280

// pi returns pi to at least the given number of bits after the point, nil if that is too many.
func pi(bits int) *big.Float {
	if bits > piBits {
		return nil
	}
	words := min(len(piDigits), bits/4+2)
	return parse(piDigits[:words], 4*(words-1))
}

// halfPi returns pi/2.
func halfPi() *big.Float { return new(big.Float).SetMantExp(pi(384), -1) }

// trig returns the sine of x >= 0 (turn 0) or its cosine (turn 1).
func (c calc) trig(x *big.Float, turn int64) *big.Float {
	if x.Sign() == 0 {
		return c.int(turn)
	}
	r, quadrant := c.new().Set(x), turn
	if exponent(x) > 0 || x.Cmp(big.NewFloat(0.75)) > 0 {
		// No double comes nearer to a multiple of pi/2 than 2^-62 of itself, no long double than 2^-75 or so.
		half := pi(max(exponent(x), 0) + precision + 128)
		if half == nil {
			return nil
		}
		w := calc(precision + 128 + 2*max(exponent(x), 0))
		half = w.scale(half, -1)
		q := w.div(x, half)
		k, _ := w.add(q, w.scale(w.int(1), -1)).Int(nil)
		r = c.new().Set(w.sub(x, w.mul(half, w.new().SetInt(k))))
		quadrant += new(big.Int).And(k, big.NewInt(3)).Int64()
	}
	var y *big.Float
	if quadrant&1 == 0 {
		y = c.series(r, c.neg(c.mul(r, r)), 2)
	} else {
		y = c.series(c.int(1), c.neg(c.mul(r, r)), 1)
	}
	if quadrant&2 != 0 {
		y.Neg(y)
	}
	return y
}

// series returns t + t s/(n(n+1)) + t s^2/(n(n+1)(n+2)(n+3)) + ...
func (c calc) series(t, s *big.Float, n int64) *big.Float {
	sum := c.new().Set(t)
	for ; t.Sign() != 0 && exponent(t) > exponent(sum)-int(c); n += 2 {
		t = c.div(c.mul(t, s), c.int(n*(n+1)))
		sum.Add(sum, t)
	}
	return sum
}

// exp returns e^x: it reduces x by multiples of ln 2 and by halving, and then uses the Taylor series.
func (c calc) exp(x *big.Float) *big.Float {
	if exponent(x) > 17 {
		return c.power(hugeExp * x.Sign())
	}
	k, _ := c.add(c.div(x, ln2()), c.scale(c.int(int64(x.Sign())), -1)).Int64()
	const halvings = 8
	r := c.scale(c.sub(x, c.mul(ln2(), c.int(k))), -halvings)
	sum, t := c.int(1), c.int(1)
	for n := int64(1); t.Sign() != 0 && exponent(t) > -int(c); n++ {
		t = c.div(c.mul(t, r), c.int(n))
		sum.Add(sum, t)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return c.scale(sum, int(k))
}

// expm1 returns e^x - 1 without cancellation for small x.
func (c calc) expm1(x *big.Float) *big.Float {
	if exponent(x) > -2 {
		return c.sub(c.exp(x), c.int(1))
	}
	sum, t := c.new().Set(x), c.new().Set(x)
	for n := int64(2); t.Sign() != 0 && exponent(t) > exponent(sum)-int(c); n++ {
		t = c.div(c.mul(t, x), c.int(n))
		sum.Add(sum, t)
	}
	return sum
}

// sinh returns the hyperbolic sine of x > 0.
func (c calc) sinh(x *big.Float) *big.Float {
	switch {
	case exponent(x) > 16:
		return c.power(hugeExp)
	case exponent(x) > -2:
		return c.scale(c.sub(c.exp(x), c.exp(c.neg(x))), -1)
	}
	return c.series(x, c.mul(x, x), 2)
}

// artanh returns z + z^3/3 + z^5/5 ... for |z| < 1/2; with alternating signs this is artan.
func (c calc) artanh(z *big.Float, alternating bool) *big.Float {
	s, sum, t := c.mul(z, z), c.new().Set(z), c.new().Set(z)
	if alternating {
		s.Neg(s)
	}
	for n := int64(3); t.Sign() != 0 && exponent(t) > exponent(sum)-int(c); n += 2 {
		t = c.mul(t, s)
		sum.Add(sum, c.div(t, c.int(n)))
	}
	return sum
}

// log returns the natural logarithm of x, nil for x <= 0.
func (c calc) log(x *big.Float) *big.Float {
	if x.Sign() <= 0 {
		return nil
	}
	m := c.new()
	e := x.MantExp(m)
	if m.Cmp(big.NewFloat(0.7)) < 0 { // then m is between 0.7 and 1.4
		m = c.scale(m, 1)
		e--
	}
	y := c.scale(c.artanh(c.div(c.sub(m, c.int(1)), c.add(m, c.int(1))), false), 1)
	return c.add(y, c.mul(ln2(), c.int(int64(e))))
}

// log1p returns log(1 + x) without cancellation for small x; nil for x <= -1.
func (c calc) log1p(x *big.Float) *big.Float {
	if exponent(x) > -2 {
		return c.log(c.exact(x, 1))
	}
	return c.scale(c.artanh(c.div(x, c.add(x, c.int(2))), false), 1)
}

// atan returns the arc tangent of x > 0.
func (c calc) atan(x *big.Float) *big.Float {
	if x.Cmp(big.NewFloat(1)) > 0 {
		return c.sub(halfPi(), c.atan(c.div(c.int(1), x)))
	}
	const halvings = 3
	for range halvings {
		x = c.div(x, c.add(c.int(1), c.sqrt(c.add(c.mul(x, x), c.int(1)))))
	}
	return c.scale(c.artanh(x, true), halvings)
}

// asin returns the arc sine of x > 0, nil for x > 1.
func (c calc) asin(x *big.Float) *big.Float {
	d := c.exact(c.neg(x), 1)
	switch d.Sign() {
	case -1:
		return nil
	case 0:
		return c.new().Set(halfPi())
	}
	return c.atan(c.div(x, c.sqrt(c.mul(d, c.add(x, c.int(1))))))
}

// acos returns the arc cosine of x, nil for |x| > 1.
func (c calc) acos(x *big.Float) *big.Float {
	d, s := c.exact(c.neg(x), 1), c.exact(x, 1)
	switch {
	case d.Sign() < 0 || s.Sign() < 0:
		return nil
	case s.Sign() == 0:
		return c.new().Set(pi(384))
	case d.Sign() == 0:
		return c.new()
	}
	return c.scale(c.atan(c.sqrt(c.div(d, s))), 1)
}

// atan2 returns the angle of the point (x, y); nil if the angle is 0.
func (c calc) atan2(y, x *big.Float) *big.Float {
	var a *big.Float
	switch {
	case y.Sign() == 0:
		if !x.Signbit() {
			return nil // a zero
		}
		a = c.new().Set(pi(384))
	case x.Sign() == 0:
		a = c.new().Set(halfPi())
	default:
		a = c.atan(c.abs(c.div(y, x)))
		if x.Sign() < 0 {
			a = c.sub(pi(384), a)
		}
	}
	if y.Signbit() {
		a.Neg(a)
	}
	return a
}

// pow returns x^y; nil if x is 0, or if x is negative and y is not an integer.
func (c calc) pow(x, y *big.Float) *big.Float {
	negative := false
	switch {
	case y.Sign() == 0:
		return c.int(1)
	case x.Sign() == 0:
		return nil
	case x.Sign() < 0:
		i, acc := y.Int(nil)
		if acc != big.Exact {
			return nil
		}
		negative = i.Bit(0) != 0
	}
	r := c.exp(c.mul(y, (c + 32).log(c.abs(x))))
	if negative {
		r.Neg(r)
	}
	return r
}

// erf returns the error function of x > 0. All terms of 2/sqrt(pi) exp(-x^2) sum (2 x^2)^n x / (1 3 5 ... (2n+1)) are
// positive.
func (c calc) erf(x *big.Float) *big.Float {
	if x.Cmp(big.NewFloat(14)) > 0 {
		return c.belowOne()
	}
	s := c.scale(c.mul(x, x), 1)
	sum, t := c.new().Set(x), c.new().Set(x)
	for n := int64(3); t.Sign() != 0 && exponent(t) > exponent(sum)-int(c); n += 2 {
		t = c.div(c.mul(t, s), c.int(n))
		sum.Add(sum, t)
	}
	y := c.mul(sum, c.exp(c.neg(c.scale(s, -1))))
	return c.div(c.scale(y, 1), c.sqrt(pi(piBits)))
}

// erfc returns 1 - erf(x), nil for x from 13 to 110, where it would need too many digits.
func (c calc) erfc(x *big.Float) *big.Float {
	switch {
	case x.Sign() == 0:
		return c.int(1)
	case x.Sign() < 0:
		return c.add(c.int(1), c.erf(c.abs(x)))
	case x.Cmp(big.NewFloat(110)) > 0:
		return c.power(-hugeExp)
	case x.Cmp(big.NewFloat(13)) > 0:
		return nil // the difference would need more digits than ln2 has
	}
	// 1 - erf(x) loses x^2 / ln 2 bits, at most 250, and the constants have 384.
	w := calc(precision + 250)
	return c.new().Set(w.sub(w.int(1), w.erf(x)))
}

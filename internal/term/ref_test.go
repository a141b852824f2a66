package term

import "fmt"

// compile returns a function that evaluates t, a term over Bool, BV of up to 30 bits, Int and small
// arrays, for the values in env at the time of the call. It follows SMT-LIB's definitions and shares no code with
// apply. Bit-vectors are unsigned numbers. An array is the number whose bits are the concatenation of its elements.
func compile(t *Term, env map[string]*int64) func() int64 {
	if t.op == Var {
		p := env[t.name]
		if p == nil {
			panic("no value of " + t.name)
		}
		return func() int64 { return *p }
	}
	if t.op == Const {
		v := refOp(t, nil)
		return func() int64 { return v }
	}
	var args []func() int64
	for _, a := range t.args {
		args = append(args, compile(a, env))
	}
	a := make([]int64, len(args))
	return func() int64 {
		for i, f := range args {
			a[i] = f()
		}
		return refOp(t, a)
	}
}

// refOp computes the operator of t on the values a of its operands.
func refOp(t *Term, a []int64) int64 {
	b := func(c bool) int64 {
		if c {
			return 1
		}
		return 0
	}
	n := uint(t.sort.Bits)
	mod := func(v int64) int64 { return v & (1<<n - 1) }
	m := n // width of the first operand
	if len(t.args) > 0 {
		m = uint(t.args[0].sort.Bits)
	}
	signed := func(v int64) int64 {
		if v>>(m-1)&1 == 1 {
			return v - 1<<m
		}
		return v
	}
	all := func(f func(x, y int64) int64) int64 {
		v := a[0]
		for _, x := range a[1:] {
			v = f(v, x)
		}
		return v
	}
	add := func(x, y int64) int64 { return x + y }
	mul := func(x, y int64) int64 {
		if t.sort.Kind == BV {
			return mod(x * y)
		}
		return x * y
	}
	floor := func(x, y int64) (q, r int64) { // Euclidean
		if y == 0 {
			return 7*x + 3, 5*x - 1 // some function: SMT-LIB does not specify it
		}
		q, r = x/y, x%y
		if r < 0 {
			if y > 0 {
				q, r = q-1, r+y
			} else {
				q, r = q+1, r-y
			}
		}
		return q, r
	}
	switch t.op {
	case Const:
		if t.sort.Kind == Int {
			return t.big.Int64()
		}
		return int64(t.bits)
	case Not:
		return 1 - a[0]
	case And:
		return all(func(x, y int64) int64 { return x & y })
	case Or:
		return all(func(x, y int64) int64 { return x | y })
	case Eq:
		return b(a[0] == a[1])
	case Ite:
		if a[0] == 1 {
			return a[1]
		}
		return a[2]
	case BVNeg:
		return mod(-a[0])
	case BVAdd:
		return mod(all(add))
	case BVMul, IMul:
		return all(mul)
	case BVUDiv:
		if a[1] == 0 {
			return mod(-1)
		}
		return a[0] / a[1]
	case BVURem:
		if a[1] == 0 {
			return a[0]
		}
		return a[0] % a[1]
	case BVSDiv, BVSRem:
		// SMT-LIB defines these by the unsigned division of absolute values.
		x, y := a[0], a[1]
		sx, sy := x>>(m-1)&1, y>>(m-1)&1
		if sx == 1 {
			x = mod(-x)
		}
		if sy == 1 {
			y = mod(-y)
		}
		q, r := mod(-1), x
		if y != 0 {
			q, r = x/y, x%y
		}
		if t.op == BVSRem {
			q = r
			sy = 0
		}
		if sx != sy {
			q = mod(-q)
		}
		return q
	case BVNot:
		return mod(-1 - a[0])
	case BVAnd:
		return all(func(x, y int64) int64 { return x & y })
	case BVOr:
		return all(func(x, y int64) int64 { return x | y })
	case BVXor:
		return a[0] ^ a[1]
	case BVShl:
		if a[1] >= int64(n) {
			return 0
		}
		return mod(a[0] << uint(a[1]))
	case BVLShr:
		if a[1] >= int64(n) {
			return 0
		}
		return a[0] >> uint(a[1])
	case BVAShr:
		return mod(signed(a[0]) >> uint(min(a[1], 62)))
	case BVUlt:
		return b(a[0] < a[1])
	case BVUle:
		return b(a[0] <= a[1])
	case BVSlt:
		return b(signed(a[0]) < signed(a[1]))
	case BVSle:
		return b(signed(a[0]) <= signed(a[1]))
	case BVConcat:
		return a[0]<<t.args[1].sort.Bits | a[1]
	case BVExtract:
		return mod(a[0] >> uint(t.q))
	case BVZext:
		return a[0]
	case BVSext:
		return mod(signed(a[0]))
	case IAdd:
		return all(add)
	case IDiv:
		q, _ := floor(a[0], a[1])
		return q
	case IMod:
		_, r := floor(a[0], a[1])
		return r
	case ILe:
		return b(a[0] <= a[1])
	case BVToInt:
		return a[0]
	case IntToBV:
		return mod(a[0])
	case Select:
		return a[0] >> (uint(a[1]) * n) & (1<<n - 1)
	case Store:
		e := uint(t.sort.Elem.Bits)
		at := uint(a[1]) * e
		return a[0]&^((1<<e-1)<<at) | a[2]<<at
	case ConstArray:
		v := int64(0)
		for i := range 1 << t.sort.Index.Bits {
			v |= a[0] << (uint(i) * uint(t.sort.Elem.Bits))
		}
		return v
	}
	panic(fmt.Sprintf("ref: %v", t.op))
}

package congruence

import (
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/domaintest"
	"github.com/tandem-verifier/tandem/internal/ir"
)

const cases = 4000 // number of random cases of the laws; more if TANDEM_LONG is set

func TestLaws(t *testing.T) {
	domaintest.Laws(t, New(), domaintest.Config{Cases: cases})
	domaintest.Laws(t, New(), domaintest.Config{Cases: cases / 10, Floats: true})
}

// classes returns all classes of a type.
func classes(t ir.Type) []class {
	min, max := domain.Limits(t)
	seen := map[class]bool{}
	var out []class
	add := func(c class) {
		if !c.empty && !seen[c] {
			seen[c] = true
			out = append(out, c)
		}
	}
	for w := min; !max.Less(w); w = w.Add(one) {
		add(single(t, w))
		for m := one; !max.Sub(min).Less(m); m = m.Add(one) {
			add(newClass(t, w, m))
		}
	}
	return out
}

// numbers returns the numbers of a class.
func (c class) numbers() (out []domain.Wide) {
	min, max := domain.Limits(c.t)
	for w := min; !max.Less(w); w = w.Add(one) {
		if c.has(w) {
			out = append(out, w)
		}
	}
	return out
}

// TestClasses checks all operations on all classes of 3 bits, by brute force over their numbers.
func TestClasses(t *testing.T) {
	for _, ty := range []ir.Type{{Kind: ir.Int, Bits: 3, Signed: true}, {Kind: ir.Int, Bits: 3}} {
		min, max := domain.Limits(ty)
		all := classes(ty)
		for _, a := range all {
			as := a.numbers()
			if len(as) == 0 || len(as) == 1 != a.isSingle() {
				t.Fatalf("%v has %d numbers", a, len(as))
			}
			for _, b := range all {
				join, meet, both := a.join(b), a.meet(b), 0
				below := true
				for _, x := range as {
					below = below && b.has(x)
					if b.has(x) {
						both++
					}
					if !join.has(x) || b.has(x) && !meet.has(x) {
						t.Fatalf("%v, %v: join %v, meet %v: %s", a, b, join, meet, x)
					}
				}
				if got := len(meet.numbers()); got != both {
					t.Fatalf("%v meet %v = %v has %d numbers, not %d", a, b, meet, got, both)
				}
				if below != a.leq(b) {
					t.Fatalf("%v leq %v: %v", a, b, !below)
				}
				for op := ir.Add; op <= ir.Shr; op++ {
					any := binary(op, a, b, false, !ty.Signed)
					in, positive := binary(op, a, b, true, !ty.Signed), binary(op, a, b, false, true)
					for _, x := range as {
						for _, y := range b.numbers() {
							p, q := canonical(ty, x), canonical(ty, y)
							z := domain.Read(ty, ir.EvalBinary(op, ty, p, q, ty))
							over := op <= ir.Mul && ir.EvalOverflows(op, ty, p, q)
							if op == ir.Shl && y.Sign() >= 0 && y.Less(domain.WideInt(3)) {
								e := x.Shl(uint(y.Lo))
								over = e.Less(min) || max.Less(e)
							} else if op == ir.Shl {
								over = true
							}
							if !any.has(z) || !over && !in.has(z) || x.Sign() >= 0 && !positive.has(z) {
								t.Fatalf("%s: %v op%d %v: %s op %s = %s: %v %v %v", ty, a, op, b, x, y, z, any, in, positive)
							}
						}
					}
				}
			}
		}
	}
}

// TestLarge checks meets of classes with large moduli against the definition of the intersection.
func TestLarge(t *testing.T) {
	u := ir.U64
	for _, c := range [][4]uint64{{1, 3, 5, 1 << 40}, {7, 1 << 32, 9, 1<<31 - 1}, {12, 1<<33 + 1, 4, 1 << 20},
		{3, 1<<63 + 3, 6, 10}, {5, 1<<62 + 1, 0, 1<<61 + 1}, {0, 6, 3, 9}, {1, 6, 3, 9}} {
		a := newClass(u, domain.WideUint(c[0]), domain.WideUint(c[1]))
		b := newClass(u, domain.WideUint(c[2]), domain.WideUint(c[3]))
		m := a.meet(b)
		if n := b.meet(a); n != m {
			t.Errorf("%v and %v: %v, the other way %v", a, b, m, n)
		}
		if !m.empty && (!a.has(m.r) || !b.has(m.r) || m.m.Sign() != 0 &&
			(mod(m.m, a.m).Sign() != 0 || mod(m.m, b.m).Sign() != 0)) {
			t.Errorf("%v and %v: %v", a, b, m)
		}
	}
	big := newClass(u, domain.WideUint(1), domain.WideUint(1<<63))
	if c := binary(ir.Mul, big, big, false, true); c.m != domain.WideUint(1<<63) || c.r != one {
		t.Errorf("square: %v", c)
	}
	if c := binary(ir.Add, newClass(u, zero, domain.WideInt(6)), newClass(u, one, domain.WideInt(4)), false,
		true); c.m != domain.WideInt(2) || c.r != one {
		t.Errorf("sum: %v", c)
	}
}

func TestConstraints(t *testing.T) {
	d := New()
	x, y, u := domain.NewDim(ir.I32, 0), domain.NewDim(ir.I32, 1), domain.NewDim(ir.U32, 2)
	b := domain.NewDim(ir.I8, 3)
	bin := domain.NewBinary
	num := func(x *domain.Expr, v int64) *domain.Expr { return domain.NewConst(x.T, v) }
	rem := func(x *domain.Expr, m, r int64) *domain.Expr {
		return bin(ir.Eq, bin(ir.Rem, x, num(x, m)), num(x, r))
	}
	for _, c := range []struct {
		conds []*domain.Expr
		d     domain.Dim
		x     *domain.Expr
		want  string
	}{
		{[]*domain.Expr{rem(x, 4, 1)}, 0, nil, "((d0 & 3:i32) == 1:i32)"},
		{[]*domain.Expr{rem(x, 3, 1)}, 0, nil, "(((d0 % 3:i32) == 1:i32) || ((d0 % 3:i32) == -2:i32))"},
		{[]*domain.Expr{rem(x, 3, -1)}, 0, nil, "(((d0 % 3:i32) == 2:i32) || ((d0 % 3:i32) == -1:i32))"},
		{[]*domain.Expr{rem(u, 10, 7)}, 0, nil, "((d2 % 10:u32) == 7:u32)"},
		{[]*domain.Expr{rem(u, 6, 1), rem(u, 4, 3)}, 0, nil, "((d2 % 12:u32) == 7:u32)"},
		{[]*domain.Expr{rem(u, 6, 1), rem(u, 4, 2)}, 0, nil, "0:bool"},
		{[]*domain.Expr{domain.NewCast(ir.B, bin(ir.And, x, num(x, 1)))}, 0, nil, "((d0 & 1:i32) == 1:i32)"},
		{[]*domain.Expr{bin(ir.Ne, bin(ir.Rem, x, num(x, 2)), num(x, 0))}, 0, nil, "((d0 & 1:i32) == 1:i32)"},
		{[]*domain.Expr{rem(x, 4, 0)}, 1, bin(ir.Add, x, num(x, 2)), "((d0 % 4:i32) == 0:i32), ((d1 & 3:i32) == 2:i32)"},
		{[]*domain.Expr{rem(x, 3, 0)}, 1, bin(ir.Add, x, num(x, 1)), "((d0 % 3:i32) == 0:i32)"}, // may wrap
		{nil, 1, bin(ir.Mul, x, num(x, 12)), "((d1 % 4:i32) == 0:i32)"},
		{[]*domain.Expr{bin(ir.Eq, bin(ir.Mul, y, num(y, 2)), num(y, 6))}, 0, nil,
			"((d1 == -2147483645:i32) || (d1 == 3:i32))"},
		{nil, 3, domain.NewCast(ir.I8, bin(ir.Shl, u, num(u, 6))), "((d3 % 64:i8) == 0:i8)"},
		// The domain cannot exclude that d3 - 0 wraps.
		{[]*domain.Expr{rem(domain.NewCast(ir.I32, bin(ir.Sub, b, num(b, 0))), 100, 50)}, 0, nil, "((d3 & 3:i8) == 2:i8)"},
		{[]*domain.Expr{rem(domain.NewCast(ir.I32, b), 200, 100)}, 0, nil, "((d3 == -100:i8) || (d3 == 100:i8))"},
	} {
		e := d.Top()
		for _, cond := range c.conds {
			e = d.Assume(e, cond)
		}
		if c.x != nil {
			e = d.Assign(e, c.d, c.x)
		}
		var got []string
		for _, x := range d.Constraints(e) {
			got = append(got, x.String())
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%v, d%d = %v: %s\nwant %s", c.conds, c.d, c.x, s, c.want)
		}
	}
}

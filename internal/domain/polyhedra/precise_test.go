package polyhedra

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
)

// f returns k + sum of coefs[i]*di.
func f(k int64, coefs ...int64) linear.Form {
	out := linear.Const(k)
	for i, c := range coefs {
		if c != 0 {
			out.Terms = append(out.Terms, linear.Term{D: domain.Dim(i), C: c})
		}
	}
	return out
}

func ge(k int64, coefs ...int64) linear.Cons { return linear.Cons{Form: f(k, coefs...)} }

func eq(k int64, coefs ...int64) linear.Cons { return linear.Cons{Form: f(k, coefs...), Equal: true} }

// wide returns x with hi as the upper end of its addend.
func wide(x linear.Form, hi int64) linear.Form {
	x.Hi = domain.WideInt(hi)
	return x
}

func thresholds(ts ...int64) domain.Thresholds {
	var ws []domain.Wide
	for _, t := range ts {
		ws = append(ws, domain.WideInt(t))
	}
	return domain.NewThresholds(ws, nil)
}

// precise checks the precision of each operation by examples, since the laws accept sound operations that lose too
// much.
func precise(d linear.Dense[*Poly]) error {
	of := func(cs ...linear.Cons) *Poly {
		p := d.Top(2)
		for _, c := range cs {
			p = d.Assume(p, c)
		}
		return p
	}
	show := func(p *Poly) string {
		if d.IsBottom(p) {
			return "bottom"
		}
		var out []string
		for _, c := range d.Constraints(p) {
			out = append(out, c.String())
		}
		return strings.Join(out, ", ")
	}
	bounds := func(p *Poly, x linear.Form) string {
		lo, hi := d.Bounds(p, x)
		return fmt.Sprintf("%s..%s", lo, hi)
	}
	box := of(ge(0, 1), ge(2, -1), ge(0, 0, 1), ge(2, 0, -1))
	zero := of(eq(0, 1), eq(0, 0, 1))
	half := of(ge(-1, 0, 1), ge(3, -2, 0), ge(0, 2, -1))                        // y >= 1, x <= 1, y <= 2x
	corner := of(ge(0, 1), ge(0, 0, 1), ge(2, -1), ge(2, 0, -1), ge(7, -3, -2)) // a vertex is (2, 1/2)
	triangle := of(ge(0, 1), ge(0, 0, 1), ge(3, -2, -2))
	for i, c := range []struct{ got, want string }{
		{show(d.Top(2)), ""},
		{show(of(ge(-3, 2))), "d0 - 2 >= 0"},
		{show(of(ge(3, 2))), "d0 + 1 >= 0"},
		{show(of(eq(1, 2))), "bottom"},
		{show(of(ge(0, 1), ge(0, -1))), "d0 == 0"},
		{show(of(ge(0, 1), ge(-1, -1))), "bottom"},
		{show(of(ge(1, 1, 1), ge(1, -1, 1), ge(1, 0, 1))), "d0 + d1 + 1 >= 0, -d0 + d1 + 1 >= 0"},
		{show(of(eq(0, 1, -2), ge(-3, 1))), "d0 - 2*d1 == 0, d1 - 2 >= 0"},
		{show(half), "d0 - 1 == 0, d1 - 1 >= 0, -d1 + 2 >= 0"},
		{show(triangle), "d0 >= 0, -d0 - d1 + 1 >= 0, d1 >= 0"},
		{show(d.Join(zero, of(eq(-3, 1), eq(-6, 0, 1)))), "d0 >= 0, -d0 + 3 >= 0, 2*d0 - d1 == 0"},
		{show(d.Join(zero, of(eq(-1, 1)))), "d0 >= 0, -d0 + 1 >= 0"},
		{show(d.Join(zero, of(ge(0, 1), eq(-1, 0, 1)))), "d0 >= 0, d1 >= 0, -d1 + 1 >= 0"},
		{show(d.Meet(of(ge(0, 1, -1)), of(ge(0, -1, 1)))), "d0 - d1 == 0"},
		{show(d.Forget(of(ge(0, 1, -1), ge(4, -1, 0), ge(0, 0, 1)), 0)), "d1 >= 0, -d1 + 4 >= 0"},
		{show(d.Forget(of(eq(0, 1, -2)), 0)), ""},
		{show(d.Assign(zero, 0, f(1, 1))), "d0 - 1 == 0, d1 == 0"},
		{show(d.Assign(of(eq(0, 1, -1)), 0, f(1, 1))), "d0 - d1 - 1 == 0"},
		{show(d.Assign(of(ge(0, 1)), 0, f(0, -3))), "-d0 >= 0"},
		{show(d.Assign(box, 0, f(0, 0, 1))), "d0 - d1 == 0, d1 >= 0, -d1 + 2 >= 0"},
		{show(d.Assign(of(eq(0, 1, -1)), 0, wide(f(1, 1), 3))), "d0 - d1 - 1 >= 0, -d0 + d1 + 3 >= 0"},
		{show(d.Assign(d.Top(2), 0, wide(f(1, 0, 1), 3))), "d0 - d1 - 1 >= 0, -d0 + d1 + 3 >= 0"},
		{show(d.Assign(zero, 0, linear.Form{Terms: f(0, 1).Terms, Lo: domain.WideInt(1), Hi: domain.MaxWide})),
			"d0 - 1 >= 0, d1 == 0"},
		{show(d.Assign(zero, 0, linear.Form{Terms: f(0, 1).Terms, Lo: domain.MinWide, Hi: domain.WideInt(1)})),
			"-d0 + 1 >= 0, d1 == 0"},
		{show(d.Widen(zero, of(ge(0, 1), ge(1, -1), eq(0, 0, 1)), thresholds())), "d0 >= 0, d1 == 0"},
		{show(d.Widen(zero, of(ge(0, 1), ge(1, -1), eq(0, 0, 1)), thresholds(5, 9))), "d0 >= 0, -d0 + 5 >= 0, d1 == 0"},
		{show(d.Widen(zero, d.Join(zero, of(eq(-1, 1), eq(-1, 0, 1))), thresholds())), "d0 - d1 == 0, d1 >= 0"},
		{show(d.Widen(box, d.Join(box, of(eq(-4, 1), eq(-1, 0, 1))), thresholds())), "d0 >= 0, d1 >= 0, -d1 + 2 >= 0"},
		{show(d.Widen(of(ge(0, 1), ge(0, 0, 1), ge(0, -1)), of(ge(0, 1), ge(0, 1, 1)), thresholds())),
			"d0 >= 0, d0 + d1 >= 0"},
		{show(d.Narrow(of(ge(0, 1)), of(ge(0, 1), ge(7, -1)))), "d0 >= 0, -d0 + 7 >= 0"},
		{bounds(of(ge(-1, 3), ge(7, -3, 0)), f(0, 2)), "2..4"},
		{bounds(corner, f(0, 2, 1)), "0..4"},
		{fmt.Sprint(d.Leq(corner, of(ge(4, -2, -1))), d.Leq(corner, of(ge(3, -2, -1)))), "true false"},
		{bounds(triangle, f(0, 1, 1)), "0..1"},
		{bounds(of(ge(0, 1, 2), ge(1, 1, -1), ge(4, -1)), f(0, 0, 2)), "-4..10"},
		{bounds(box, wide(f(1, 3, -1), 4)), "-1..10"},
		{fmt.Sprint(d.Leq(zero, box), d.Leq(box, zero), d.Leq(box, box)), "true false true"},
		{fmt.Sprint(d.Groups(box), d.Groups(triangle), d.Groups(d.Top(2))), "[[0] [1]] [[0 1]] [[0] [1]]"},
		{fmt.Sprint(d.Groups(of(eq(-3, 1, 1)))), "[[0 1]]"},
		{fmt.Sprint(d.Groups(of(eq(-3, 1), ge(0, 1, 1)))), "[[0] [1]]"},
		{show(d.Remap(of(ge(0, 1, -1), ge(4, -1, 0), ge(0, 0, 1)), 1, []int{-1, 0})), "d0 >= 0, -d0 + 4 >= 0"},
		{show(d.Remap(of(ge(0, 1, -1)), 3, []int{2, 0})), "-d0 + d2 >= 0"},
		{fmt.Sprint(d.Size(d.Remap(box, 3, []int{2, 0}))), "3"},
	} {
		if c.got != c.want {
			return fmt.Errorf("example %d: %q, want %q", i, c.got, c.want)
		}
	}
	return nil
}

func TestPrecise(t *testing.T) {
	if err := precise(newDense(Config{})); err != nil {
		t.Error(err)
	}
}

package relation

import (
	"fmt"
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/congruence"
	"github.com/tandem-verifier/tandem/internal/domain/interval"
	"github.com/tandem-verifier/tandem/internal/domain/octagon"
	"github.com/tandem-verifier/tandem/internal/domain/product"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// guarded3 checks z = x op y after the guard !overflows(x op y) and one more step, for 3 bits by brute force. Zones
// cannot represent the guard of a sum, so it must be kept as an expression.
func guarded3[E any](d domain.Domain[E]) error {
	for _, signed := range []bool{true, false} {
		ty := ir.Type{Kind: ir.Int, Bits: 3, Signed: signed}
		x, y := domain.NewDim(ty, 0), domain.NewDim(ty, 1)
		for _, op := range []ir.BinOp{ir.Add, ir.Sub} {
			guard := not(domain.NewOverflows(op, x, y))
			for name, between := range map[string]*domain.Expr{"nothing": nil, "y = any": domain.NewAny(ty), "y = 2": num(y, 2),
				"y = x": x, "join": nil} {
				e := d.Assume(d.Top(), guard)
				switch {
				case between != nil:
					e = d.Assign(e, 1, between)
				case name == "join":
					e = d.Join(e, d.Assume(d.Top(), eq(x, y)))
				}
				e = d.Assign(e, 2, bin(op, x, y))
				cs := d.Constraints(e)
				for p := uint64(0); p < 64; p++ {
					in := map[domain.Dim]uint64{0: p % 8, 1: p / 8}
					if eval(guard, in) == 0 && (name != "join" || in[0] != in[1]) {
						continue
					}
					for v := uint64(0); v < 8; v++ {
						switch {
						case between == nil:
							v = 8
						case between.Kind == domain.KAny:
							in[1] = v
						default:
							in[1] = eval(between, in)
						}
						in[2] = eval(bin(op, x, y), in)
						for _, c := range cs {
							if eval(c, in) == 0 {
								return fmt.Errorf("%s, guard %s, then %s: %s is false at %v", ty, guard, name, c, in)
							}
						}
					}
				}
			}
		}
	}
	return nil
}

func TestGuards(t *testing.T) {
	if err := guarded3(New(interval.New(0), newZones())); err != nil {
		t.Error(err)
	}
	if err := guarded3(New(interval.New(0), octagon.New(6))); err != nil {
		t.Error(err)
	}
	// For 64 bits, bounds do not show that the difference is in its type.
	d := New(interval.New(4), octagon.New(6))
	diff := bin(ir.Sub, p, q)
	e := run(d, d.Top(), le(q, p))
	if r := d.Bounds(e, diff); r.Lo.Sign() >= 0 {
		t.Errorf("p - q may wrap: %s", r.Lo)
	}
	e = run(d, e, not(domain.NewOverflows(ir.Sub, p, q)))
	if r := d.Bounds(e, diff); r.Lo.Sign() != 0 {
		t.Errorf("p - q is not negative: %s", r.Lo)
	}
	for name, f := range map[string]func() State[interval.State, octagon.State]{
		"assigned":  func() State[interval.State, octagon.State] { return d.Assign(e, p.D, num(p, 3)) },
		"forgotten": func() State[interval.State, octagon.State] { return d.Forget(e, q.D) },
		"joined":    func() State[interval.State, octagon.State] { return d.Join(e, run(d, d.Top(), le(q, p))) },
		"projected": func() State[interval.State, octagon.State] {
			return d.Numeric.(domain.Projector[State[interval.State, octagon.State]]).Project(e,
				func(o domain.Dim) bool { return o != p.D })
		},
	} {
		if len(f().safe) != 0 {
			t.Errorf("%s: the guard is kept", name)
		}
	}
	if len(d.Meet(e, d.Top()).safe) == 0 || len(d.Assign(e, 0, num(i, 3)).safe) == 0 {
		t.Error("the guard is lost")
	}
}

// TestPartner checks that i < n implies bounds of i + 1, but not of other forms, in a type whose limits are too large
// for an octagon.
func TestPartner(t *testing.T) {
	d := New(interval.New(4), octagon.New(6))
	e := run(d, d.Top(), lt(s, z))
	if !d.IsBottom(d.Assume(e, le(add(s, 1), s))) {
		t.Error("s < z, and s + 1 <= s")
	}
	if d.IsBottom(d.Assume(e, le(add(s, 2), s))) {
		t.Error("s + 2 may wrap")
	}
	if !d.IsBottom(d.Assume(e, lt(z, bin(ir.Sub, z, num(z, 1))))) {
		t.Error("s < z, and z < z - 1")
	}
}

// TestCongruence checks that relations and a box of intervals and congruences refine each other.
func TestCongruence(t *testing.T) {
	d := New(product.New(interval.New(4), congruence.New()), octagon.New(6))
	e := run(d, d.Top(), between(0, i, 100), eq(bin(ir.Rem, i, num(i, 4)), num(i, 1)), lt(i, n), le(n, num(n, 50)),
		set(j, add(i, 3)))
	want := "(1:i32 <= d0), (d0 <= 49:i32), ((d0 & 3:i32) == 1:i32), (d0 < d1), ((d0 + 3:i32) == d2), (2:i32 <= d1), " +
		"(d1 <= 50:i32), (4:i32 <= d2), (d2 <= 52:i32), ((d2 % 4:i32) == 0:i32)"
	if got := texts(d.Constraints(e)); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

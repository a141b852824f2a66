package blocks_test

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/blocks"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
	"github.com/tandem-verifier/tandem/internal/domain/linear/lineartest"
	"github.com/tandem-verifier/tandem/internal/domain/octagon"
)

type state = octagon.State

// plain is a Dense without the optional methods.
type plain struct {
	linear.Dense[*octagon.Element]
}

// TestPlain checks that the laws hold without the optional methods of a Dense.
func TestPlain(t *testing.T) {
	d := blocks.New[*octagon.Element](plain{octagon.Dense{}}, blocks.Config{})
	lineartest.Laws(t, d, lineartest.Config{Cases: 300, Seed: 3})
}

// TestPacked checks that a low limit of blocks loses relations but no points.
func TestPacked(t *testing.T) {
	for max := 1; max <= 3; max++ {
		d := checked{octagon.New(max), t, max}
		lineartest.Laws(t, d, lineartest.Config{Cases: 300, Dims: 3 + max/2, Seed: int64(max), Packed: true})
	}
}

// checked is a domain that checks the structure of each resulting state.
type checked struct {
	linear.Domain[state]
	t   *testing.T
	max int
}

// look returns r, and ends the test if the structure of r is inconsistent or a block is too large.
func (c checked) look(r state) state {
	c.t.Helper()
	if err := r.Check(); err != nil {
		c.t.Fatal(err)
	}
	for _, b := range r.Blocks() {
		if len(b) > c.max {
			c.t.Fatalf("block %v is too large", b)
		}
	}
	return r
}

func (c checked) Join(a, b state) state { return c.look(c.Domain.Join(a, b)) }
func (c checked) Meet(a, b state) state { return c.look(c.Domain.Meet(a, b)) }
func (c checked) Widen(a, b state, at domain.Thresholds) state {
	return c.look(c.Domain.Widen(a, b, at))
}
func (c checked) Narrow(a, b state) state { return c.look(c.Domain.Narrow(a, b)) }
func (c checked) Forget(r state, ds ...domain.Dim) state {
	return c.look(c.Domain.Forget(r, ds...))
}
func (c checked) Assign(r state, d domain.Dim, f linear.Form) state {
	return c.look(c.Domain.Assign(r, d, f))
}
func (c checked) Assume(r state, k linear.Cons) state { return c.look(c.Domain.Assume(r, k)) }
func (c checked) Substitute(r state, d domain.Dim, f linear.Form) state {
	return c.look(c.Domain.(linear.Substituter[state]).Substitute(r, d, f))
}
func (c checked) Project(r state, keep func(domain.Dim) bool) state {
	return c.look(c.Domain.(linear.Projector[state]).Project(r, keep))
}

// form returns c plus the sum of terms, which are given as coefficient, dimension, coefficient, dimension, ...
func form(c int64, terms ...int64) linear.Form {
	f := linear.Const(c)
	for i := 0; i < len(terms); i += 2 {
		f, _ = f.Plus(linear.Form{Terms: []linear.Term{{D: domain.Dim(terms[i+1]), C: terms[i]}}})
	}
	return f
}

func geq(c int64, terms ...int64) linear.Cons { return linear.Cons{Form: form(c, terms...)} }

// constants returns the state in which dimension i has the value vs[i].
func constants(d linear.Domain[state], vs ...int64) state {
	r := d.Top()
	for i, v := range vs {
		r = d.Assign(r, domain.Dim(i), linear.Const(v))
	}
	return r
}

// bounds fails the test if the bounds of f in r are not want.
func bounds(t *testing.T, d linear.Domain[state], r state, f linear.Form, want string) {
	t.Helper()
	lo, hi := d.Bounds(r, f)
	if got := fmt.Sprintf("%s..%s", lo, hi); got != want {
		t.Errorf("%s lies in %s, want %s", f, got, want)
	}
}

// TestSplit checks that blocks are as small as relations allow.
func TestSplit(t *testing.T) {
	d := octagon.New(8)
	r := constants(d, 1, 2, 3)
	r = d.Assume(r, geq(0, 1, 7, -1, 9)) // d7 >= d9
	r = d.Assign(r, 4, form(1, 1, 7))    // d4 = d7 + 1
	if got := fmt.Sprint(r.Blocks()); got != "[[0] [1] [2] [4 7 9]]" {
		t.Error(got)
	}
	bounds(t, d, r, form(0, 1, 4, -1, 9), "1..+big")
	r = d.Forget(r, 7)
	bounds(t, d, r, form(0, 1, 4, -1, 9), "1..+big")
	r = d.Assign(r, 4, form(0, 1, 2))
	if got := fmt.Sprint(r.Blocks()); got != "[[0] [1] [2] [4]]" {
		t.Error(got)
	}
	r = d.Forget(r, 0, 1, 2, 4)
	if r != d.Top() {
		t.Errorf("not top: %v", d.Constraints(r))
	}
}

// TestJoin checks that a join finds new relations, within the limit of blocks. Dimensions whose bounds moved by the
// same distance are in the same block.
func TestJoin(t *testing.T) {
	d := octagon.New(2)
	r := d.Join(constants(d, 0, 5, 10, 100), constants(d, 1, 7, 11, 98))
	bounds(t, d, r, form(0, 1, 2, -1, 0), "10..10")
	bounds(t, d, r, form(0, 1, 1, 1, 3), "105..105")
	bounds(t, d, r, form(0, 1, 0), "0..1")
	d = octagon.New(4)
	r = d.Join(constants(d, 0, 5, 10, 100), constants(d, 1, 6, 11, 99))
	if got := fmt.Sprint(d.Constraints(r)); got != "[d0 >= 0 -d0 + 1 >= 0 d0 - d1 + 5 == 0 d0 - d2 + 10 == 0 d0 + d3 - "+
		"100 == 0]" {
		t.Error(got)
	}
	// Shared blocks are kept.
	shared := d.Assume(constants(d, 1, 2), geq(0, 1, 6, -1, 7))
	a, b := d.Assign(shared, 0, linear.Const(4)), d.Assign(shared, 1, linear.Const(9))
	r = d.Join(a, b)
	bounds(t, d, r, form(0, 1, 6, -1, 7), "0..+big")
	bounds(t, d, r, form(0, 1, 0), "1..4")
}

// TestWiden checks that widening keeps x=y, although it only follows from x=0 and y=0.
func TestWiden(t *testing.T) {
	d := octagon.New(4)
	e := constants(d, 0, 0, 7)
	step := func(r state) state { return d.Assign(d.Assign(r, 0, form(1, 1, 0)), 1, form(1, 1, 1)) }
	for i := 0; ; i++ {
		next := d.Join(e, step(e))
		if d.Leq(next, e) {
			break
		}
		if i > 3 {
			t.Fatal("no end")
		}
		e = d.Widen(e, next, domain.Thresholds{})
	}
	if got := fmt.Sprint(d.Constraints(e)); got != "[d0 >= 0 d0 - d1 == 0 d2 - 7 == 0]" {
		t.Error(got)
	}
	if d.Widen(e, d.Join(e, step(e)), domain.Thresholds{}) != e {
		t.Error("not stable")
	}
}

// TestRoom checks that a new relation moves the farthest dimensions out of the block.
func TestRoom(t *testing.T) {
	d := octagon.New(3)
	r := d.Assume(d.Top(), geq(0, 1, 0, -1, 1))
	r = d.Assume(r, geq(0, 1, 1, -1, 2)) // d0 >= d1 >= d2
	r = d.Assign(r, 3, form(1, 1, 0))    // d3 = d0 + 1
	bounds(t, d, r, form(0, 1, 3, -1, 0), "1..1")
	bounds(t, d, r, form(0, 1, 0, -1, 1), "0..+big")
	if got := fmt.Sprint(r.Blocks()); got != "[[0 1 3]]" {
		t.Error(got)
	}
	// a constraint with too many dimensions changes nothing
	r = d.Assume(r, geq(0, 3, 0, 5, 1, -7, 4, 2, 5))
	bounds(t, d, r, form(0, 1, 3, -1, 0), "1..1")
	bounds(t, d, r, form(0, 1, 0, -1, 1), "0..+big")
}

// TestIdentity checks that operations that change nothing return the same element.
func TestIdentity(t *testing.T) {
	d := octagon.New(3)
	r := rand.New(rand.NewSource(1))
	for i := 0; i < 300; i++ {
		e := constants(d, 1, 2)
		for n := 0; n < 5; n++ {
			x, y := int64(r.Intn(6)), int64(r.Intn(6))
			if x != y {
				e = d.Assume(e, geq(int64(r.Intn(3)), 1, x, -1, y))
			}
		}
		x := domain.Dim(r.Intn(6))
		if d.IsBottom(e) {
			continue
		}
		top := d.Forget(e, x)
		weaker := d.Join(e, d.Assign(e, x, form(1, 1, int64(x))))
		for name, o := range map[string]state{
			"assume":       d.Assume(e, geq(100, 1, 0)),
			"join":         d.Join(e, e),
			"join weaker":  d.Join(weaker, e),
			"meet":         d.Meet(e, top),
			"meet, left":   d.Meet(top, e),
			"widen":        d.Widen(e, e, domain.Thresholds{}),
			"narrow":       d.Narrow(e, weaker),
			"forget":       d.Forget(e, 77),
			"assign x":     d.Assign(e, x, form(0, 1, int64(x))),
			"assign known": d.Assign(e, 0, linear.Const(1)),
			"project":      d.(linear.Projector[state]).Project(e, func(domain.Dim) bool { return true }),
		} {
			want := e
			if name == "join weaker" {
				want = weaker
			}
			if o != want {
				t.Fatalf("%s: %v becomes %v", name, d.Constraints(want), d.Constraints(o))
			}
		}
	}
}

// TestSubstitute checks that Substitute is exact for invertible and for other assignments.
func TestSubstitute(t *testing.T) {
	d := octagon.New(4)
	s := d.(linear.Substituter[state])
	r := d.Assume(d.Assume(d.Top(), geq(0, 1, 0, -1, 1)), geq(9, -1, 0)) // d1 <= d0 <= 9
	bounds(t, d, s.Substitute(r, 0, form(2, 1, 0)), form(0, 1, 0, -1, 1), "-2..+big")
	bounds(t, d, s.Substitute(r, 0, form(2, 1, 2)), form(0, 1, 2, -1, 1), "-2..+big")
	bounds(t, d, s.Substitute(r, 0, form(2, 1, 2)), form(0, 1, 2), "-big..7")
	bounds(t, d, s.Substitute(r, 0, form(1, 2, 0)), form(0, 1, 0), "-big..4")
	if e := s.Substitute(r, 0, linear.Const(10)); !d.IsBottom(e) {
		t.Errorf("10 <= 9: %v", d.Constraints(e))
	}
	bounds(t, d, s.Substitute(r, 0, linear.Const(5)), form(0, 1, 1), "-big..5")
}

// BenchmarkJoin joins states of 300 dimensions that differ in k dimensions.
func BenchmarkJoin(b *testing.B) {
	for _, k := range []int{2, 10, 40} {
		b.Run(fmt.Sprint(k), func(b *testing.B) {
			d := octagon.New(12)
			r := d.Top()
			for i := int64(0); i < 300; i += 3 {
				r = d.Assume(r, geq(0, 1, i, -1, i+1))
				r = d.Assign(r, domain.Dim(i+2), linear.Between(domain.WideInt(0), domain.WideInt(i)))
			}
			o := r
			for i := 0; i < k; i++ {
				o = d.Assign(o, domain.Dim(3*i), linear.Const(int64(i%5)))
				r = d.Assign(r, domain.Dim(3*i), linear.Const(7))
			}
			b.ReportAllocs()
			for b.Loop() {
				d.Join(r, o)
			}
		})
	}
}

// BenchmarkAssign increments a dimension in a block of n.
func BenchmarkAssign(b *testing.B) {
	for _, n := range []int64{1, 4, 12} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			d := octagon.New(12)
			r := d.Top()
			for i := int64(0); i < 300; i++ {
				r = d.Assign(r, domain.Dim(i), linear.Between(domain.WideInt(0), domain.WideInt(i)))
			}
			r = d.Assign(r, 0, linear.Between(domain.WideInt(0), domain.WideInt(1000)))
			for i := int64(1); i < n; i++ {
				r = d.Assign(r, domain.Dim(i), linear.Between(domain.WideInt(0), domain.WideInt(1000)))
				r = d.Assume(r, geq(0, 1, i, -1, i-1))
			}
			if len(r.Blocks()[0]) != int(n) {
				b.Fatal(r.Blocks())
			}
			b.ReportAllocs()
			for b.Loop() {
				d.Assign(r, 0, form(1, 1, 0))
			}
		})
	}
}

// BenchmarkProgram computes the fixpoint of random loops over 300 dimensions.
func BenchmarkProgram(b *testing.B) {
	for _, max := range []int{6, 12, 24} {
		b.Run(fmt.Sprint(max), func(b *testing.B) {
			d := octagon.New(max)
			b.ReportAllocs()
			for b.Loop() {
				program(d)
			}
		})
	}
}

// program returns the result of an analysis of random loops that count, copy, compare and branch. Initial values are
// constants.
func program(d linear.Domain[state]) state {
	const n = 300
	r := rand.New(rand.NewSource(7))
	at := domain.NewThresholds([]domain.Wide{domain.WideInt(0), domain.WideInt(10), domain.WideInt(1000)}, nil)
	e := d.Top()
	for i := range n {
		e = d.Assign(e, domain.Dim(i), linear.Const(int64(r.Intn(5))))
	}
	for range 20 {
		var body []func(state) state
		limit := geq(int64(r.Intn(90)), -1, int64(r.Intn(n)))
		body = append(body, func(e state) state { return d.Assume(e, limit) })
		for range 30 {
			x, y, z := int64(r.Intn(n)), int64(r.Intn(n)), int64(r.Intn(n))
			if r.Intn(3) > 0 {
				y = (x + 1) % n // neighbouring dimensions are related more often
			}
			k := int64(r.Intn(3))
			switch {
			case x == y || y == z || x == z:
			case r.Intn(3) == 0:
				body = append(body, func(e state) state { return d.Assign(e, domain.Dim(x), form(k, 1, y)) })
			case r.Intn(3) == 0:
				body = append(body, func(e state) state { return d.Assign(e, domain.Dim(x), form(k, 1, x)) })
			case r.Intn(4) == 0:
				body = append(body, func(e state) state { return d.Assign(e, domain.Dim(x), form(k, 1, x, 1, z)) })
			default:
				body = append(body, func(e state) state {
					yes, no := d.Assume(e, geq(-1, -1, x, 1, y)), d.Assume(e, geq(0, 1, x, -1, y))
					return d.Join(d.Assign(yes, domain.Dim(z), form(1, 1, z)), d.Assign(no, domain.Dim(z), linear.Const(k)))
				})
			}
		}
		for i := 0; ; i++ {
			next := e
			for _, f := range body {
				next = f(next)
			}
			next = d.Join(e, next)
			if d.Leq(next, e) {
				break
			}
			if i > 1 {
				next = d.Widen(e, next, at)
			}
			e = next
		}
	}
	return e
}

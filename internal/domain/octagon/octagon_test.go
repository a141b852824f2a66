package octagon

import (
	"fmt"
	"math/rand"
	"os"
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
	"github.com/tandem-verifier/tandem/internal/domain/linear/lineartest"
)

// cases returns the number of random cases.
func cases() int {
	if os.Getenv("TANDEM_LONG") != "" {
		return 100_000
	}
	return 2000
}

func TestLaws(t *testing.T) {
	lineartest.Laws(t, New(0), lineartest.Config{Cases: cases()})
	lineartest.Laws(t, New(0), lineartest.Config{Cases: cases() / 10, Dims: 4, Seed: 1})
}

// TestTight checks octagons against their points (checkTight).
func TestTight(t *testing.T) {
	if err := checkTight(Dense{}, cases(), 1); err != nil {
		t.Fatal(err)
	}
}

const radius = 4 // half the width of the box that has all points of checkTight

// points returns all points of n coordinates in -radius..radius that satisfy cs.
func points(n int, cs []linear.Cons) [][]int64 {
	var out [][]int64
	q := make([]int64, n)
	for i := range q {
		q[i] = -radius
	}
	for {
		if !slices.ContainsFunc(cs, func(c linear.Cons) bool { return !lineartest.Holds(c, q) }) {
			out = append(out, slices.Clone(q))
		}
		i := 0
		for ; i < n && q[i] == radius; i++ {
			q[i] = -radius
		}
		if i == n {
			return out
		}
		q[i]++
	}
}

// octagonals returns all octagonal forms over n coordinates.
func octagonals(n int) []linear.Form {
	var out []linear.Form
	for x := 0; x < n; x++ {
		out = append(out, linear.Of(domain.Dim(x)))
		for y := 0; y < x; y++ {
			for _, c := range []int64{1, -1} {
				out = append(out, linear.Form{Terms: []linear.Term{{D: domain.Dim(y), C: 1}, {D: domain.Dim(x), C: c}}})
			}
		}
	}
	return out
}

// octagonalCons returns a random octagonal constraint over n coordinates.
func octagonalCons(r *rand.Rand, n int) linear.Cons {
	forms := octagonals(n)
	f := forms[r.Intn(len(forms))]
	k := int64(1)
	if r.Intn(3) == 0 {
		k = int64(1 + r.Intn(3))
	}
	if r.Intn(2) == 0 {
		k = -k
	}
	f, _ = f.Times(k)
	f.Lo = domain.WideInt(int64(r.Intn(11) - 3))
	f.Hi = f.Lo
	return linear.Cons{Form: f, Equal: r.Intn(6) == 0}
}

// box returns the element with all coordinates in -radius..radius, and its constraints.
func box(d linear.Dense[*Element], n int) (*Element, []linear.Cons) {
	e := d.Top(n)
	var cs []linear.Cons
	for x := 0; x < n; x++ {
		for _, c := range []int64{1, -1} {
			cs = append(cs, linear.Cons{Form: linear.Form{Terms: []linear.Term{{D: domain.Dim(x), C: c}},
				Lo: domain.WideInt(radius), Hi: domain.WideInt(radius)}})
			e = d.Assume(e, cs[len(cs)-1])
		}
	}
	return e, cs
}

// attained returns an error if e is bottom although there are points ps, if e is not bottom although there are none, or
// if a bound of an octagonal form in e is not its least or greatest value at ps.
func attained(d linear.Dense[*Element], e *Element, ps [][]int64) error {
	if d.IsBottom(e) != (len(ps) == 0) {
		return fmt.Errorf("bottom is %v, there are %d points", d.IsBottom(e), len(ps))
	}
	if len(ps) == 0 {
		return nil
	}
	for _, f := range octagonals(len(ps[0])) {
		least, most := int64(1<<40), int64(-1<<40)
		for _, q := range ps {
			v := int64(0)
			for _, t := range f.Terms {
				v += t.C * q[t.D]
			}
			least, most = min(least, v), max(most, v)
		}
		lo, hi := d.Bounds(e, f)
		if lo != domain.WideInt(least) || hi != domain.WideInt(most) {
			return fmt.Errorf("%s lies in %s..%s, the points in %d..%d", f, lo, hi, least, most)
		}
		f.Lo, f.Hi = domain.WideInt(-2), domain.WideInt(5)
		if lo, hi := d.Bounds(e, f); lo != domain.WideInt(least-2) || hi != domain.WideInt(most+5) {
			return fmt.Errorf("%s lies in %s..%s, the points in %d..%d", f, lo, hi, least-2, most+5)
		}
	}
	return nil
}

// checkTight compares random octagons with their points. Each bound must be attained after octagonal constraints, Meet,
// Forget, exact assignments and Join. The element must be equal to its Constraints and to the product of its Groups.
func checkTight(d linear.Dense[*Element], cases int, seed int64) error {
	r := rand.New(rand.NewSource(seed))
	for i := 0; i < cases; i++ {
		n := 2 + r.Intn(2)
		e, cs := box(d, n)
		o := e
		var trace []string
		for k := 1 + r.Intn(4); k > 0; k-- {
			c := octagonalCons(r, n)
			cs = append(cs, c)
			if r.Intn(4) == 0 {
				o = d.Assume(o, c)
				trace = append(trace, "other: "+c.String())
				continue
			}
			e = d.Assume(e, c)
			trace = append(trace, c.String())
		}
		e = d.Meet(e, o)
		ps := points(n, cs)
		where := "constraints"
		x := r.Intn(n)
		image := func(name string, f func(q []int64, add func(v int64))) {
			set := map[int64][]int64{}
			for _, q := range ps {
				f(q, func(v int64) {
					q := slices.Clone(q)
					q[x] = v
					set[key(q)] = q
				})
			}
			ps = ps[:0]
			for _, q := range set {
				ps = append(ps, q)
			}
			where = name
		}
		if err := attained(d, e, ps); err != nil {
			return fmt.Errorf("case %d: %v: %w", i, trace, err)
		}
		for k := r.Intn(3); k > 0 && len(ps) > 0; k-- {
			y := r.Intn(n)
			sign, lo, hi := int64(1-2*r.Intn(2)), int64(r.Intn(5)-2), int64(0)
			if r.Intn(2) == 0 {
				lo, hi = lo-1, lo+int64(r.Intn(3))
			} else {
				hi = lo
			}
			f := linear.Form{Terms: []linear.Term{{D: domain.Dim(y), C: sign}}, Lo: domain.WideInt(lo), Hi: domain.WideInt(hi)}
			e = d.Assign(e, x, f)
			image(fmt.Sprintf("d%d = %s", x, f), func(q []int64, add func(int64)) {
				for v := lo; v <= hi; v++ {
					add(sign*q[y] + v)
				}
			})
			trace = append(trace, where)
			if err := attained(d, e, ps); err != nil {
				return fmt.Errorf("case %d: %v: %w", i, trace, err)
			}
		}
		if len(ps) == 0 {
			continue
		}
		again := d.Top(n)
		for _, c := range d.Constraints(e) {
			again = d.Assume(again, c)
		}
		if !d.Leq(again, e) || !d.Leq(e, again) {
			return fmt.Errorf("case %d: %v: constraints %v do not describe it", i, trace, d.Constraints(e))
		}
		parts := d.Top(n)
		for _, g := range d.Groups(e) {
			to, back := make([]int, n), make([]int, len(g))
			for c := range to {
				to[c] = -1
			}
			for k, c := range g {
				to[c], back[k] = k, c
			}
			parts = d.Meet(parts, d.Remap(d.Remap(e, len(g), to), n, back))
		}
		if !d.Leq(parts, e) {
			return fmt.Errorf("case %d: %v: groups %v lose relations", i, trace, d.Groups(e))
		}
		other, cs := box(d, n)
		c := octagonalCons(r, n)
		other = d.Assume(other, c)
		if qs := points(n, append(cs, c)); len(qs) > 0 {
			if err := attained(d, d.Join(e, other), slices.Concat(ps, qs)); err != nil {
				return fmt.Errorf("case %d: %v join %v: %w", i, trace, c, err)
			}
		}
		y := (x + 1) % n
		e = d.Forget(e, y)
		for _, f := range octagonals(n) {
			if lo, hi := d.Bounds(e, f); f.Coef(domain.Dim(y)) != 0 && (lo != domain.MinWide || hi != domain.MaxWide) {
				return fmt.Errorf("case %d: d%d is forgotten, but %s lies in %s..%s", i, y, f, lo, hi)
			}
		}
		to := make([]int, n)
		for c := range to {
			to[c] = c
			if c > y {
				to[c] = c - 1
			}
		}
		to[y] = -1
		for k, q := range ps {
			ps[k] = slices.Delete(slices.Clone(q), y, y+1)
		}
		if err := attained(d, d.Remap(e, n-1, to), ps); err != nil {
			return fmt.Errorf("case %d: %v forget d%d: %w", i, trace, y, err)
		}
	}
	return nil
}

// key returns a number that identifies the point q.
func key(q []int64) int64 {
	k := int64(0)
	for _, v := range q {
		k = k*1000 + v + 500
	}
	return k
}

// TestIncremental checks that add yields the same matrix as a full closure, a matrix is closed after closeVar, and all
// detect the same contradictions.
func TestIncremental(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	for i := 0; i < 3000; i++ {
		n := 1 + r.Intn(7)
		m := top(n)
		ok := true
		for k := 0; k < 4*n && ok; k++ {
			a, b, d := r.Intn(2*n), r.Intn(2*n), int64(r.Intn(30)-6)
			if a == b {
				continue
			}
			full := slices.Clone(m)
			full[pos(a, b)] = min(full[pos(a, b)], d)
			fullOK := closeFull(full, n)
			ok = add(m, n, a, b, d)
			if ok != fullOK || ok && !slices.Equal(m, full) {
				t.Fatalf("case %d: V%d - V%d <= %d: incremental %v %v, full %v %v", i, b, a, d, ok, m, fullOK, full)
			}
		}
		if !ok || n < 2 {
			continue
		}
		f := linear.Form{Lo: domain.WideInt(0), Hi: domain.WideInt(int64(r.Intn(3)))}
		for x := 0; x < n; x++ {
			if c := int64(r.Intn(7) - 3); c != 0 {
				f.Terms = append(f.Terms, linear.Term{D: domain.Dim(x), C: c})
			}
		}
		e := Dense{}.Assign(tightened(n, m), r.Intn(n), f)
		full := slices.Clone(e.m)
		if !closeFull(full, n) || !slices.Equal(e.m, full) {
			t.Fatalf("case %d: not tight after d = %s of %v: %v, %v", i, f, m, e.m, full)
		}
		x := r.Intn(n)
		e = Dense{}.Forget(e, x)
		full = slices.Clone(e.m)
		if !closeFull(full, n) || !slices.Equal(e.m, full) {
			t.Fatalf("case %d: not tight after forget", i)
		}
	}
}

// TestHuge checks that an element that contains a point with large coordinates still contains it when bounds saturate.
func TestHuge(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	big := func() int64 { return (r.Int63() - r.Int63()) >> uint(r.Intn(63)) }
	d := New(3)
	for i := 0; i < 3000; i++ {
		q := []int64{big(), big(), big()}
		value := func(f linear.Form) domain.Wide {
			v := domain.Wide{}
			for _, t := range f.Terms {
				v = v.Add(domain.WideInt(t.C).Mul(domain.WideInt(q[t.D])))
			}
			return v
		}
		random := func() linear.Form {
			f := linear.Form{}
			for x := range q {
				if c := int64(r.Intn(5) - 2); c != 0 {
					if r.Intn(6) == 0 {
						c = big() | 1
					}
					f.Terms = append(f.Terms, linear.Term{D: domain.Dim(x), C: c})
				}
			}
			return f
		}
		e := d.Top()
		for k := 0; k < 8; k++ {
			f := random()
			if r.Intn(4) == 0 {
				x := r.Intn(len(q))
				v := value(f)
				f.Lo = domain.WideInt(big())
				if w := v.Add(f.Lo); w == domain.WideInt(int64(w.Lo)) {
					f.Hi = f.Lo
					e = d.Assign(e, domain.Dim(x), f)
					q[x] = int64(w.Lo)
				}
			} else {
				slack := domain.WideInt(big() & (1<<62 - 1))
				f.Lo = slack.Sub(value(f))
				f.Hi = f.Lo
				e = d.Assume(e, linear.Cons{Form: f})
			}
			if d.IsBottom(e) {
				t.Fatalf("case %d: %v is lost", i, q)
			}
			for _, c := range d.Constraints(e) {
				if v := value(c.Form).Add(c.Lo); v.Sign() < 0 || c.Equal && v.Sign() != 0 {
					t.Fatalf("case %d: %v violates %s", i, q, c)
				}
			}
			f = random()
			if lo, hi := d.Bounds(e, f); value(f).Less(lo) || hi.Less(value(f)) {
				t.Fatalf("case %d: %v: %s is not in %s..%s", i, q, f, lo, hi)
			}
		}
	}
}

// TestWidenStaysOpen checks that a bound that widening has dropped is not restored by closure in the next widening,
// since chains might not end. Bounds and other readers do use the closed matrix.
func TestWidenStaysOpen(t *testing.T) {
	d := Dense{}
	below := func(e *Element, v int64) *Element { // d1 <= v
		return d.Assume(e, linear.Cons{Form: linear.Form{Terms: []linear.Term{{D: 1, C: -1}}, Lo: domain.WideInt(v),
			Hi: domain.WideInt(v)}})
	}
	e := d.Assume(d.Top(2), linear.Cons{Form: linear.Form{Terms: []linear.Term{{D: 0, C: -1}}, Lo: domain.WideInt(5),
		Hi: domain.WideInt(5)}})
	e = d.Assume(e, linear.Cons{Form: linear.Form{Terms: []linear.Term{{D: 0, C: 1}, {D: 1, C: -1}}}}) // d1 <= d0 <= 5
	w := d.Widen(below(e, 3), below(e, 4), domain.Thresholds{})
	if _, hi := d.Bounds(w, linear.Of(1)); hi != domain.WideInt(5) {
		t.Errorf("d1 <= %s", hi)
	}
	if d.IsBottom(w) || !d.Leq(w, e) || !d.Leq(e, w) || w.at(3, 2) != inf {
		t.Errorf("closed in place: %v", w.m)
	}
	if d.Widen(w, e, domain.Thresholds{}) != w {
		t.Error("not stable")
	}
	at := domain.NewThresholds([]domain.Wide{domain.WideInt(-9), domain.WideInt(7)}, nil)
	w = d.Widen(d.Remap(below(e, 3), 1, []int{-1, 0}), d.Remap(below(e, 4), 1, []int{-1, 0}), at)
	if _, hi := d.Bounds(w, linear.Of(0)); hi != domain.WideInt(7) {
		t.Errorf("with thresholds: d0 <= %s", hi)
	}
}

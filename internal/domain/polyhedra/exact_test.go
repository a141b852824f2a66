package polyhedra

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
)

// rational returns the domain without steps that hold for integers only.
func rational() Dense {
	d := newDense(Config{})
	d.rational = true
	return d
}

// at returns the polyhedron of the point xs.
func at(d Dense, xs []int64) *Poly {
	p := d.Top(len(xs))
	for i, x := range xs {
		p = d.Assign(p, i, linear.Const(x))
	}
	return p
}

// TestHull checks that the facets of the hull of points are the hyperplanes through n of them that have all other
// points on one side. The test enumerates these hyperplanes.
func TestHull(t *testing.T) {
	d := rational()
	rnd := rand.New(rand.NewSource(1))
	for c := 0; c < cases(400); c++ {
		n := 2 + rnd.Intn(2)
		var points [][]int64
		p := bottom(n + 1)
		for k := 1 + rnd.Intn(8); k > 0; k-- {
			x := make([]int64, n)
			for i := range x {
				x[i] = int64(rnd.Intn(7) - 3)
			}
			points = append(points, x)
			p = d.Join(p, at(d, x))
		}
		if err := check(p); err != nil {
			t.Fatalf("hull of %v: %v", points, err)
		}
		if err := hullIs(d, p, points); err != nil {
			t.Fatalf("hull of %v: %v", points, err)
		}
	}
}

// hullIs returns an error if p is not the hull of points.
func hullIs(d Dense, p *Poly, points [][]int64) error {
	n := len(points[0])
	var rows []*vec
	for _, x := range points {
		rows = append(rows, row(append([]int64{1}, x...)...))
	}
	if r := rank(rows); r != n+1 { // the hull is flat, so compare only its dimension and points
		if len(p.eq) != n+1-r {
			return fmt.Errorf("%d equalities, want %d", len(p.eq), n+1-r)
		}
	} else if got, want := facets(p.in), brute(points); !slices.Equal(got, want) {
		return fmt.Errorf("facets %v, want %v", got, want)
	}
	for _, x := range points {
		if !d.Leq(at(d, x), p) {
			return fmt.Errorf("%v is outside", x)
		}
	}
	for _, r := range p.ra { // every vertex must be one of the points
		if r.v[0] != 1 || !slices.ContainsFunc(points, func(x []int64) bool { return slices.Equal(x, r.v[1:]) }) {
			return fmt.Errorf("%v is no vertex", r.v)
		}
	}
	return nil
}

func row(xs ...int64) *vec {
	var ar arena
	ns := make([]integer, len(xs))
	for i, x := range xs {
		ns[i] = integer{v: x}
	}
	return ar.of(ns)
}

// facets returns the distinct rows as text, sorted.
func facets(rows []*vec) []string {
	var out []string
	for _, r := range rows {
		out = append(out, fmt.Sprint(r.v))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// brute returns the facets of points, which span a space of 2 or 3 dimensions.
func brute(points [][]int64) []string {
	n := len(points[0])
	var rows []*vec
	try := func(normal []int64, x []int64) {
		k := int64(0)
		for i, c := range normal {
			k -= c * x[i]
		}
		plus, minus := false, false
		for _, y := range points {
			v := k
			for i, c := range normal {
				v += c * y[i]
			}
			plus, minus = plus || v > 0, minus || v < 0
		}
		if !minus && plus {
			rows = append(rows, row(append([]int64{k}, normal...)...))
		}
		if !plus && minus {
			for i := range normal {
				normal[i] = -normal[i]
			}
			rows = append(rows, row(append([]int64{-k}, normal...)...))
		}
	}
	for _, a := range points {
		for _, b := range points {
			u := []int64{b[0] - a[0], b[1] - a[1]}
			if n == 2 {
				try([]int64{-u[1], u[0]}, a)
				continue
			}
			u = append(u, b[2]-a[2])
			for _, c := range points {
				v := []int64{c[0] - a[0], c[1] - a[1], c[2] - a[2]}
				try([]int64{u[1]*v[2] - u[2]*v[1], u[2]*v[0] - u[0]*v[2], u[0]*v[1] - u[1]*v[0]}, a)
			}
		}
	}
	return facets(rows)
}

// random returns a polyhedron built by random constraints with coefficients up to size.
func random(d Dense, rnd *rand.Rand, n, rows int, size int64) *Poly {
	p := d.Top(n)
	for i := 0; i < rows; i++ {
		q := d.Assume(p, linear.Cons{Form: randomForm(rnd, n, size), Equal: rnd.Intn(8) == 0})
		if !q.bot {
			p = q
		}
	}
	return p
}

// randomForm returns a random form over n coordinates, with coefficients up to size.
func randomForm(rnd *rand.Rand, n int, size int64) linear.Form {
	f := linear.Const(rnd.Int63n(4*size + 1))
	for i := 0; i < n; i++ {
		if c := rnd.Int63n(2*size+1) - size; c != 0 && rnd.Intn(3) > 0 {
			f.Terms = append(f.Terms, linear.Term{D: domain.Dim(i), C: c})
		}
	}
	return f
}

// TestRoundTrip checks that each of the two descriptions determines the other, for numbers of any size.
func TestRoundTrip(t *testing.T) {
	d := newDense(Config{Bits: 1 << 20})
	d.rational = true
	rnd := rand.New(rand.NewSource(2))
	bigs := 0
	for c := 0; c < cases(400); c++ {
		n := 1 + rnd.Intn(5)
		p := random(d, rnd, n, 1+rnd.Intn(8), []int64{2, 9, 1 << 30, 1 << 60}[rnd.Intn(4)])
		for _, r := range p.ra {
			if r.b != nil {
				bigs++
			}
		}
		if err := roundTrip(d, p); err != nil {
			t.Fatal(err)
		}
	}
	if bigs == 0 {
		t.Error("no long numbers were tried")
	}
}

// roundTrip returns an error if the polyhedron rebuilt from the constraints of p, or from its generators, differs from
// p.
func roundTrip(d Dense, p *Poly) error {
	if err := check(p); err != nil {
		return err
	}
	var ar arena
	byCons := d.add(&ar, d.Top(p.cols-1), p.eq, p.in)
	if err := check(byCons); err != nil {
		return err
	}
	if err := same(d, p, byCons); err != nil {
		return fmt.Errorf("from constraints: %w", err)
	}
	// The generators, starting with one point.
	var first []*vec
	for _, r := range p.ra {
		if r.sign(0) > 0 {
			first = append(first, r)
			break
		}
	}
	k := first[0].at(0)
	point := d.Top(p.cols - 1)
	for i := 1; i < p.cols; i++ { // k*xi = vi
		xs := make([]integer, p.cols)
		xs[0], xs[i] = first[0].at(i).neg(), k
		point = d.add(&ar, point, []*vec{ar.of(xs)}, nil)
	}
	byGens := d.generate(&ar, point, p.li, p.ra)
	if err := check(byGens); err != nil {
		return err
	}
	if err := same(d, p, byGens); err != nil {
		return fmt.Errorf("from generators: %w", err)
	}
	return nil
}

// same returns an error if a and b differ.
func same(d Dense, a, b *Poly) error {
	if !d.Leq(a, b) || !d.Leq(b, a) || len(a.in) != len(b.in) || len(a.ra) != len(b.ra) || len(a.eq) != len(b.eq) ||
		len(a.li) != len(b.li) {
		return fmt.Errorf("%v is not %v", d.Constraints(a), d.Constraints(b))
	}
	return nil
}

// TestRemap checks that permutations, projections and products yield the same as a renaming of constraints.
func TestRemap(t *testing.T) {
	d := rational()
	rnd := rand.New(rand.NewSource(3))
	for c := 0; c < cases(400); c++ {
		n := 1 + rnd.Intn(4)
		p := random(d, rnd, n, 1+rnd.Intn(6), 3)
		to := rnd.Perm(n + 2)[:n]
		want := d.Top(n + 2)
		for _, c := range d.Constraints(p) {
			want = d.Assume(want, linear.Cons{Form: renamed(c.Form, to), Equal: c.Equal})
		}
		got := d.Remap(p, n+2, to)
		if err := check(got); err != nil {
			t.Fatal(err)
		}
		if err := same(d, got, want); err != nil {
			t.Fatal(err)
		}
		if err := same(d, d.Combine(n+2, []*Poly{p}, [][]int{to}), want); err != nil {
			t.Fatal(err)
		}
		gone := slices.Clone(to)
		forgot := got
		m := 0
		for i := range gone {
			if gone[i] = m; rnd.Intn(2) == 0 {
				gone[i] = -1
				forgot = d.Forget(forgot, to[i])
			} else {
				m++
			}
		}
		small := d.Remap(p, m, gone)
		if err := check(small); err != nil {
			t.Fatal(err)
		}
		back := make([]int, m)
		for i, g := range gone {
			if g >= 0 {
				back[g] = to[i]
			}
		}
		if err := same(d, d.Remap(small, n+2, back), forgot); err != nil {
			t.Fatalf("project: %v", err)
		}
		// The product with another polyhedron.
		q := random(d, rnd, 2, 3, 3)
		rest := []int{}
		for i := 0; i < n+2; i++ {
			if !slices.Contains(to, i) {
				rest = append(rest, i)
			}
		}
		product := d.Combine(n+2, []*Poly{p, q}, [][]int{to, rest})
		if err := check(product); err != nil {
			t.Fatal(err)
		}
		if err := same(d, product, d.combineSlowly(n+2, []*Poly{p, q}, [][]int{to, rest})); err != nil {
			t.Fatalf("product: %v", err)
		}
		groups := d.Groups(product)
		for _, g := range groups {
			inside := slices.Contains(to, g[0])
			for _, i := range g {
				if slices.Contains(to, i) != inside {
					t.Fatalf("group %v joins %v and %v", groups, to, rest)
				}
			}
		}
	}
}

// renamed returns f in which dimension d becomes to[d].
func renamed(f linear.Form, to []int) linear.Form {
	out := linear.Form{Lo: f.Lo, Hi: f.Hi}
	for _, t := range f.Terms {
		out.Terms = append(out.Terms, linear.Term{D: domain.Dim(to[t.D]), C: t.C})
	}
	slices.SortFunc(out.Terms, func(a, b linear.Term) int { return int(a.D) - int(b.D) })
	return out
}

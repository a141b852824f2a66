// Package lineartest checks relational domains: the laws of lattices, the termination of widening chains, and
// operations against brute force over small sets of points of Z^n.
//
//	func TestLaws(t *testing.T) { lineartest.Laws(t, octagon.New(0), lineartest.Config{}) }
//
// A case builds an element by random operations and, in parallel, the set of its points; every point must be in the
// element. Substitute is tested on the points around the origin.
package lineartest

import (
	"fmt"
	"math/rand"
	"os"
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
)

// Config holds the number and the shape of the random cases. Zero fields have defaults.
type Config struct {
	Cases int   // number of cases; 0 means 2000
	Seed  int64 // seed of the random generator
	Dims  int   // number of dimensions, at most 4; 0 means 3
	Coef  int   // bound on the absolute values of coefficients; 0 means 3

	// Packed is set for a domain that drops relations if there are too many, so that a meet may be above its second
	// argument.
	Packed bool
}

// long is the number of cases that Laws tries if TANDEM_LONG is set.
const long = 100_000

// Laws fails the test if Check finds a violation.
func Laws[R any](t *testing.T, d linear.Domain[R], c Config) {
	t.Helper()
	if os.Getenv("TANDEM_LONG") != "" {
		c.Cases = long
	}
	if err := Check(d, c); err != nil {
		t.Fatal(err)
	}
}

// Check returns the first violation found.
func Check[R any](d linear.Domain[R], c Config) error {
	if c.Cases == 0 {
		c.Cases = 2000
	}
	if c.Dims == 0 {
		c.Dims = 3
	}
	if c.Coef == 0 {
		c.Coef = 3
	}
	r := rand.New(rand.NewSource(c.Seed + 1))
	h := &harness[R]{d: d, r: r, c: c}
	h.box = h.start()
	for i := 0; i < c.Cases; i++ {
		if err := h.run(); err != nil {
			return fmt.Errorf("case %d: %w", i, err)
		}
	}
	return nil
}

// span is half the width of the box that is the initial set of points.
const span = 3

// point has an integer for each dimension.
type point [4]int64

// pair is an element and a set of points that it must contain; trace is the text of the operations that made both.
type pair[R any] struct {
	e     R
	set   map[point]bool
	trace string
}

// harness runs the cases.
type harness[R any] struct {
	d   linear.Domain[R]
	r   *rand.Rand
	c   Config
	box pair[R] // -span..span in all dimensions; its set is not changed
}

// run checks one case with two random elements, and returns the first violation.
func (h *harness[R]) run() error {
	a, err := h.element()
	if err != nil {
		return err
	}
	b, err := h.element()
	if err != nil {
		return err
	}
	if err := h.lattice(a, b); err != nil {
		return fmt.Errorf("%w\na: %s %v\nb: %s %v", err, a.trace, h.show(a.e), b.trace, h.show(b.e))
	}
	if err := h.substitute(a); err != nil {
		return fmt.Errorf("%w\na: %s %v", err, a.trace, h.show(a.e))
	}
	return h.chain()
}

// show returns e for messages.
func (h *harness[R]) show(e R) any {
	if h.d.IsBottom(e) {
		return "bottom"
	}
	return h.d.Constraints(e)
}

// start returns the box.
func (h *harness[R]) start() pair[R] {
	p := pair[R]{e: h.d.Top(), set: map[point]bool{{}: true}}
	for i := 0; i < h.c.Dims; i++ {
		p = h.free(p, domain.Dim(i))
	}
	return p
}

// free returns p after the assignment of an arbitrary value of -span..span to d.
func (h *harness[R]) free(p pair[R], d domain.Dim) pair[R] {
	e := h.d.Forget(p.e, d)
	e = h.d.Assume(e, linear.Cons{Form: linear.Form{Terms: []linear.Term{{D: d, C: 1}}, Lo: domain.WideInt(span),
		Hi: domain.WideInt(span)}})
	e = h.d.Assume(e, linear.Cons{Form: linear.Form{Terms: []linear.Term{{D: d, C: -1}}, Lo: domain.WideInt(span),
		Hi: domain.WideInt(span)}})
	out := pair[R]{e: e, set: map[point]bool{}}
	for q := range p.set {
		for v := int64(-span); v <= span; v++ {
			q[d] = v
			out.set[q] = true
		}
	}
	return out
}

// element makes a pair by up to six random operations. It returns an error if the element lacks a point after one of
// them.
func (h *harness[R]) element() (pair[R], error) {
	p := h.box
	for n := 1 + h.r.Intn(6); n > 0; n-- {
		next, op := h.step(p)
		next.trace = p.trace + op + "; "
		p = next
		if err := h.contains(p); err != nil {
			return p, fmt.Errorf("after %s: %w", p.trace, err)
		}
	}
	return p, nil
}

// step applies a random operation to p, and returns the text of the operation.
func (h *harness[R]) step(p pair[R]) (pair[R], string) {
	d := domain.Dim(h.r.Intn(h.c.Dims))
	switch h.r.Intn(7) {
	case 0:
		return h.free(p, d), fmt.Sprintf("free d%d", d)
	case 1, 2:
		f := h.form(true)
		out := pair[R]{e: h.d.Assign(p.e, d, f), set: map[point]bool{}}
		lo, _ := f.Lo.Int64()
		hi, _ := f.Hi.Int64()
		for q := range p.set {
			v := value(f, q)
			for k := lo; k <= hi; k++ {
				t := q
				t[d] = v + k
				out.set[t] = true
			}
		}
		return out, fmt.Sprintf("d%d = %s", d, f)
	}
	c := linear.Cons{Form: h.form(false), Equal: h.r.Intn(4) == 0}
	out := pair[R]{e: h.d.Assume(p.e, c), set: map[point]bool{}}
	for q := range p.set {
		if Holds(c, q[:]) {
			out.set[q] = true
		}
	}
	return out, "assume " + c.String()
}

// Holds reports whether the point, a number per dimension, satisfies c.
func Holds(c linear.Cons, q []int64) bool {
	lo, _ := c.Lo.Int64()
	v := lo
	for _, t := range c.Terms {
		v += t.C * q[t.D]
	}
	return v == 0 || v > 0 && !c.Equal
}

// value returns the value of f without its addend at q.
func value(f linear.Form, q point) int64 {
	v := int64(0)
	for _, t := range f.Terms {
		v += t.C * q[t.D]
	}
	return v
}

// form returns a random form; its addend may be a range if wide is set.
func (h *harness[R]) form(wide bool) linear.Form {
	f := linear.Const(int64(h.r.Intn(9) - 4))
	if wide && h.r.Intn(3) == 0 {
		f.Hi = f.Hi.Add(domain.WideInt(int64(h.r.Intn(3))))
	}
	octagonal := h.r.Intn(2) == 0
	for d := 0; d < h.c.Dims && len(f.Terms) < 3; d++ {
		if h.r.Intn(2) == 0 || octagonal && len(f.Terms) == 2 {
			continue
		}
		c := int64(h.r.Intn(2*h.c.Coef+1) - h.c.Coef)
		if octagonal && c != 0 {
			c = c / max(c, -c)
		}
		if c != 0 {
			f.Terms = append(f.Terms, linear.Term{D: domain.Dim(d), C: c})
		}
	}
	return f
}

// contains checks by Bounds, Constraints and Assume that all points are in the element.
func (h *harness[R]) contains(p pair[R]) error {
	if h.d.IsBottom(p.e) {
		if len(p.set) > 0 {
			return fmt.Errorf("bottom, but there are %d points", len(p.set))
		}
		return nil
	}
	cs := h.d.Constraints(p.e)
	forms := []linear.Form{h.form(true), h.form(false)}
	for i := 0; i < h.c.Dims; i++ {
		forms = append(forms, linear.Of(domain.Dim(i)))
	}
	lows, highs := make([]domain.Wide, len(forms)), make([]domain.Wide, len(forms))
	for i, f := range forms {
		lows[i], highs[i] = h.d.Bounds(p.e, f)
	}
	for q := range p.set {
		for _, c := range cs {
			if !Holds(c, q[:]) {
				return fmt.Errorf("point %v violates %s", q, c)
			}
		}
		for i, f := range forms {
			v := domain.WideInt(value(f, q))
			if v.Add(f.Lo).Less(lows[i]) || highs[i].Less(v.Add(f.Hi)) {
				return fmt.Errorf("point %v: %s lies outside [%s, %s]", q, f, lows[i], highs[i])
			}
		}
	}
	return nil
}

// lattice checks the laws of order, join, meet, widening, narrowing and projection on two elements.
func (h *harness[R]) lattice(a, b pair[R]) error {
	d := h.d
	join, meet := d.Join(a.e, b.e), d.Meet(a.e, b.e)
	w := d.Widen(a.e, join, domain.Thresholds{})
	n := d.Narrow(join, a.e)
	for _, l := range []struct {
		name string
		ok   bool
	}{
		{"a <= a", d.Leq(a.e, a.e)},
		{"bottom <= a", d.Leq(d.Bottom(), a.e)},
		{"a <= top", d.Leq(a.e, d.Top())},
		{"bottom is bottom", d.IsBottom(d.Bottom())},
		{"top is not bottom", !d.IsBottom(d.Top())},
		{"a <= a join b", d.Leq(a.e, join)},
		{"b <= a join b", d.Leq(b.e, join)},
		{"a meet b <= a", d.Leq(meet, a.e)},
		{"a meet b <= b", h.c.Packed || d.Leq(meet, b.e)},
		{"a join bottom <= a", d.Leq(d.Join(a.e, d.Bottom()), a.e)},
		{"a <= a meet top", d.Leq(a.e, d.Meet(a.e, d.Top()))},
		{"only bottom <= bottom", d.IsBottom(a.e) || !d.Leq(a.e, d.Bottom())},
		{"join <= widening", d.Leq(join, w)},
		{"narrowing stays between", d.Leq(a.e, n) && d.Leq(n, join)},
	} {
		if !l.ok {
			return fmt.Errorf("law violated: %s", l.name)
		}
	}
	if d.Leq(a.e, b.e) {
		if err := h.contains(pair[R]{e: b.e, set: a.set}); err != nil {
			return fmt.Errorf("a <= b, but a point of a is missing in b: %w", err)
		}
	}
	union, both := map[point]bool{}, map[point]bool{}
	for q := range a.set {
		union[q] = true
		if b.set[q] {
			both[q] = true
		}
	}
	for q := range b.set {
		union[q] = true
	}
	for _, c := range []struct {
		name string
		p    pair[R]
	}{{"join", pair[R]{e: join, set: union}}, {"meet", pair[R]{e: meet, set: both}},
		{"widening", pair[R]{e: w, set: union}}, {"narrowing", pair[R]{e: n, set: a.set}}} {
		if err := h.contains(c.p); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	if p, ok := d.(linear.Projector[R]); ok {
		if err := h.contains(pair[R]{e: p.Project(a.e, func(d domain.Dim) bool { return d == 0 }), set: a.set}); err != nil {
			return fmt.Errorf("project: %w", err)
		}
	}
	return nil
}

// substitute checks that the result of Substitute has every point of the box that a random assignment may lead into a.
func (h *harness[R]) substitute(a pair[R]) error {
	s, ok := h.d.(linear.Substituter[R])
	if !ok || h.d.IsBottom(a.e) {
		return nil
	}
	d, f := domain.Dim(h.r.Intn(h.c.Dims)), h.form(true)
	lo, _ := f.Lo.Int64()
	hi, _ := f.Hi.Int64()
	pre := pair[R]{e: s.Substitute(a.e, d, f), set: map[point]bool{}}
	for q := range h.box.set {
		for k := lo; k <= hi; k++ {
			t := q
			t[d] = value(f, q) + k
			if a.set[t] {
				pre.set[q] = true
			}
		}
	}
	if err := h.contains(pre); err != nil {
		return fmt.Errorf("substitute d%d = %s: %w", d, f, err)
	}
	return nil
}

// chain checks that widening chains end, for a growing sequence and for a loop whose body is applied to the results of
// widening.
func (h *harness[R]) chain() error {
	grow := func() R {
		p := pair[R]{e: h.d.Top()}
		if h.r.Intn(4) > 0 {
			p.e = h.free(h.free(p, 0), 1).e
		}
		for n := h.r.Intn(4); n > 0; n-- {
			p, _ = h.step(p)
		}
		return p.e
	}
	at := domain.NewThresholds([]domain.Wide{domain.WideInt(0), domain.WideInt(3)}, nil)
	e := grow()
	for i, changes := 0, 0; i < 40; i++ {
		next := h.d.Widen(e, h.d.Join(e, grow()), at)
		if !h.d.Leq(next, e) {
			changes++
			i = 0
		}
		if changes > 2000 {
			return fmt.Errorf("widening does not end")
		}
		e = next
		if h.r.Intn(5) == 0 {
			break // most chains are short, few are long
		}
	}
	body := h.body()
	e = h.box.e
	for i := 0; ; i++ {
		next := h.d.Join(e, body(e))
		if h.d.Leq(next, e) {
			return nil
		}
		if i > 1000 {
			return fmt.Errorf("the analysis of a loop does not end")
		}
		e = h.d.Widen(e, next, at)
	}
}

// body returns a random loop body: one or two assignments, perhaps after a condition.
func (h *harness[R]) body() func(R) R {
	guard := linear.Cons{Form: h.form(false)}
	guarded := h.r.Intn(2) == 0
	var ds []domain.Dim
	var fs []linear.Form
	for n := 1 + h.r.Intn(2); n > 0; n-- {
		ds, fs = append(ds, domain.Dim(h.r.Intn(h.c.Dims))), append(fs, h.form(true))
	}
	return func(e R) R {
		if guarded {
			e = h.d.Assume(e, guard)
		}
		for i, d := range ds {
			e = h.d.Assign(e, d, fs[i])
		}
		return e
	}
}

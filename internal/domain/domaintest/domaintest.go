// Package domaintest tests numeric domains: it checks the laws of lattices and of
// widening, and compares the operations with a brute-force computation to find unsoundness.
//
//	func TestLaws(t *testing.T) { domaintest.Laws(t, interval.New(8), domaintest.Config{}) }
//
// Each test case applies random operations to the top element of the domain. It applies the same operations, with the
// semantics of package ir, to the set of all points. After each operation the element must contain all points of the
// set. Integer types are 1 to 4 bits wide, so the sets can be complete.
package domaintest

import (
	"fmt"
	"math"
	"math/rand"
	"os"
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// Config holds the number and the shape of the random cases. Zero fields have defaults.
type Config struct {
	Cases  int   // number of cases, each of about ten operations; 0 means 2000
	Seed   int64 // seed of the random generator
	Dims   int   // number of dimensions, at most 4; 0 means 3
	Floats bool  // dimensions may have float types; their points are samples
}

// long is the number of cases that Laws tries if TANDEM_LONG is set.
const long = 100_000

// Laws fails the test if Check finds a violation.
func Laws[E any](t *testing.T, d domain.Domain[E], c Config) {
	t.Helper()
	if os.Getenv("TANDEM_LONG") != "" {
		c.Cases = long
	}
	if err := Check(d, c); err != nil {
		t.Fatal(err)
	}
}

// Check returns the first violation found.
func Check[E any](d domain.Domain[E], c Config) error {
	if c.Cases == 0 {
		c.Cases = 2000
	}
	if c.Dims == 0 {
		c.Dims = 3
	}
	r := rand.New(rand.NewSource(c.Seed + 1))
	for i := 0; i < c.Cases; i++ {
		h := &harness[E]{d: d, r: r, types: randomTypes(r, c)}
		if err := h.run(); err != nil {
			return fmt.Errorf("case %d, types %v: %w", i, h.types, err)
		}
	}
	return nil
}

// randomTypes returns a random type for each dimension.
func randomTypes(r *rand.Rand, c Config) []ir.Type {
	out := make([]ir.Type, c.Dims)
	// Widths go up to 4 bits, and to at most 9 bits together, which keeps the sets small.
	w := uint8(1 + r.Intn(3))
	for i := range out {
		out[i] = ir.Type{Kind: ir.Int, Bits: w, Signed: r.Intn(2) == 0}
		switch {
		case r.Intn(8) == 0:
			out[i] = ir.B
		case r.Intn(3) == 0:
			out[i].Bits = uint8(1 + r.Intn(4))
			if out[i].Bits == 4 {
				w = min(w, 2)
			}
		case c.Floats && r.Intn(2) == 0:
			out[i] = []ir.Type{ir.F32, ir.F64}[r.Intn(2)]
		}
	}
	return out
}

// point holds the value of each dimension as its canonical bits.
type point [4]uint64

// pair is an element and points that it must contain.
type pair[E any] struct {
	e   E
	set map[point]bool
}

// harness runs one case.
type harness[E any] struct {
	d     domain.Domain[E]
	r     *rand.Rand
	types []ir.Type
}

// run checks all laws on two random elements, and that widening ends; it returns the first violation.
func (h *harness[E]) run() error {
	a, err := h.element()
	if err != nil {
		return err
	}
	b, err := h.element()
	if err != nil {
		return err
	}
	if err := h.lattice(a, b); err != nil {
		return err
	}
	if err := h.substitute(a, b); err != nil {
		return err
	}
	return h.chains()
}

// element makes a pair by up to six random operations. It returns an error if the element does not contain all points
// after one of them.
func (h *harness[E]) element() (pair[E], error) {
	p := pair[E]{h.d.Top(), h.all()}
	trace := ""
	for n := 1 + h.r.Intn(6); n > 0; n-- {
		var op string
		p, op = h.step(p)
		trace += op + "; "
		if err := h.contains(p); err != nil {
			return p, fmt.Errorf("after %s: %w", trace, err)
		}
	}
	return p, nil
}

// bare returns a random element like element, but does not compute the points.
func (h *harness[E]) bare() E {
	p := pair[E]{e: h.d.Top()}
	for n := 1 + h.r.Intn(6); n > 0; n-- {
		p, _ = h.step(p)
	}
	return p.e
}

// step applies one random operation to the element and to the points of p. It also returns the operation as text.
func (h *harness[E]) step(p pair[E]) (pair[E], string) {
	switch h.r.Intn(8) {
	case 0:
		d := h.r.Intn(len(h.types))
		out := pair[E]{h.d.Forget(p.e, domain.Dim(d)), map[point]bool{}}
		for q := range p.set {
			for _, v := range samples(h.types[d], h.r) {
				q[d] = v
				out.set[q] = true
			}
		}
		return out, fmt.Sprintf("forget d%d", d)
	case 1, 2, 3:
		c := h.expr(ir.B, 3)
		out := pair[E]{h.d.Assume(p.e, c), map[point]bool{}}
		for q := range p.set {
			if h.eval(c, q) != 0 {
				out.set[q] = true
			}
		}
		return out, "assume " + c.String()
	}
	d := h.r.Intn(len(h.types))
	x := h.expr(h.types[d], 3)
	out := pair[E]{h.d.Assign(p.e, domain.Dim(d), x), map[point]bool{}}
	for q := range p.set {
		v := h.eval(x, q)
		q[d] = v
		out.set[q] = true
	}
	return out, fmt.Sprintf("d%d = %s", d, x)
}

// all returns the set of all points (a sample if there are floats).
func (h *harness[E]) all() map[point]bool {
	set := map[point]bool{{}: true}
	for d, t := range h.types {
		next := map[point]bool{}
		vs := samples(t, h.r)
		for q := range set {
			for _, v := range vs {
				q[d] = v
				next[q] = true
			}
		}
		set = next
	}
	return set
}

var specialFloats = []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 3, -7.25, 1e30, -1e-30, math.MaxFloat32,
	math.MaxFloat64, math.SmallestNonzeroFloat64, math.Inf(1), math.Inf(-1), math.NaN(), 16777217, 0.1}

// samples returns all values of an integer or Boolean type, or five random values of a float type.
func samples(t ir.Type, r *rand.Rand) []uint64 {
	var out []uint64
	if t.Kind == ir.Float {
		for i := 0; i < 5; i++ {
			out = append(out, randomFloat(t, r))
		}
		return out
	}
	for v := uint64(0); v <= num.Mask(t.Bits); v++ {
		out = append(out, v)
	}
	return out
}

// randomFloat returns the bits of a random number of a float type; half of the numbers are special ones.
func randomFloat(t ir.Type, r *rand.Rand) uint64 {
	if r.Intn(2) == 0 {
		return ir.FloatBits(t, specialFloats[r.Intn(len(specialFloats))])
	}
	return ir.FloatBits(t, (r.Float64()-0.5)*math.Ldexp(1, r.Intn(20)))
}

// contains checks that the element contains all points of p. It compares the points with all information that the
// domain has about the element: its constraints, shared constraints, bounds and single values. For some points it also
// checks that the element restricted to the point is not bottom.
func (h *harness[E]) contains(p pair[E]) error {
	cs := h.d.Constraints(p.e)
	if sh, ok := h.d.Numeric.(domain.Sharer[E]); ok {
		sh.Each(p.e, func(_ domain.Dim, _ any, give func() []*domain.Expr) { cs = append(cs[:len(cs):len(cs)], give()...) })
	}
	if h.d.IsBottom(p.e) && len(p.set) > 0 {
		return fmt.Errorf("bottom, but there are %d points", len(p.set))
	}
	var bounds []domain.Range
	for d, t := range h.types {
		bounds = append(bounds, h.d.Bounds(p.e, domain.NewDim(t, domain.Dim(d))))
	}
	if l, ok := h.d.Lattice.(interface {
		Singles(E, func(domain.Dim, uint64))
	}); ok && !h.d.IsBottom(p.e) {
		l.Singles(p.e, func(d domain.Dim, bits uint64) {
			cs = append(cs[:len(cs):len(cs)], domain.NewBinary(ir.Eq, domain.NewDim(h.types[d], d),
				domain.NewBits(h.types[d], bits)))
		})
	}
	asked := 0
	for q := range p.set {
		for _, c := range cs {
			if h.eval(c, q) == 0 {
				return fmt.Errorf("point %v violates constraint %s", q[:len(h.types)], c)
			}
		}
		for d, b := range bounds {
			if !inRange(b, h.types[d], q[d]) {
				return fmt.Errorf("point %v: d%d lies outside [%s,%s] [%g,%g]", q[:len(h.types)], d, b.Lo, b.Hi, b.FLo, b.FHi)
			}
		}
		if asked++; asked > 8 {
			continue
		}
		e := p.e
		for d, t := range h.types {
			e = h.d.Assume(e, domain.NewBinary(ir.Eq, domain.NewDim(t, domain.Dim(d)), domain.NewBits(t, q[d])))
			if t.Kind == ir.Float {
				e = p.e // an equation with NaN is false, so start again without the constraints
			}
		}
		if h.d.IsBottom(e) {
			return fmt.Errorf("point %v is excluded", q[:len(h.types)])
		}
	}
	return nil
}

// inRange reports whether a value of type t is in b.
func inRange(b domain.Range, t ir.Type, bits uint64) bool {
	if b.Empty {
		return false
	}
	if t.Kind == ir.Float {
		f := ir.FloatOf(t, bits)
		if f != f {
			return b.NaN
		}
		return b.FLo <= f && f <= b.FHi
	}
	w := domain.Read(t, bits)
	return !w.Less(b.Lo) && !b.Hi.Less(w)
}

// lattice checks the laws of order, join, meet, projection, widening and narrowing on two elements.
func (h *harness[E]) lattice(a, b pair[E]) error {
	d := h.d
	join, meet := d.Join(a.e, b.e), d.Meet(a.e, b.e)
	laws := []struct {
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
		{"a meet b <= b", d.Leq(meet, b.e)},
		{"a join bottom <= a", d.Leq(d.Join(a.e, d.Bottom()), a.e)},
		{"a <= a meet top", d.Leq(a.e, d.Meet(a.e, d.Top()))},
		{"only bottom <= bottom", d.IsBottom(a.e) || !d.Leq(a.e, d.Bottom())},
	}
	for _, l := range laws {
		if !l.ok {
			return fmt.Errorf("law violated: %s\na: %v\nb: %v\njoin: %v", l.name, d.Constraints(a.e), d.Constraints(b.e),
				d.Constraints(join))
		}
	}
	if d.Leq(a.e, b.e) {
		if err := h.contains(pair[E]{b.e, a.set}); err != nil {
			return fmt.Errorf("a <= b, but a point of a is missing in b: %w", err)
		}
		if !d.IsBottom(a.e) && d.IsBottom(b.e) {
			return fmt.Errorf("a <= b = bottom")
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
	if err := h.contains(pair[E]{join, union}); err != nil {
		return fmt.Errorf("join: %w", err)
	}
	if err := h.contains(pair[E]{meet, both}); err != nil {
		return fmt.Errorf("meet: %w", err)
	}
	if pr, ok := d.Numeric.(domain.Projector[E]); ok && h.r.Intn(4) == 0 {
		keep := domain.Dim(h.r.Intn(len(h.types)))
		out := pair[E]{pr.Project(a.e, func(d domain.Dim) bool { return d == keep }), map[point]bool{}}
		kept := map[uint64]bool{}
		for q := range a.set {
			kept[q[keep]] = true
		}
		for q := range h.all() {
			if kept[q[keep]] {
				out.set[q] = true
			}
		}
		if err := h.contains(out); err != nil {
			return fmt.Errorf("project to d%d: %w", keep, err)
		}
	}
	w := d.Widen(a.e, join, domain.Thresholds{})
	if !d.Leq(a.e, w) || !d.Leq(join, w) {
		return fmt.Errorf("widening does not return an upper bound of its arguments")
	}
	if err := h.contains(pair[E]{w, union}); err != nil {
		return fmt.Errorf("widening: %w", err)
	}
	n := d.Narrow(join, a.e)
	if !d.Leq(a.e, n) || !d.Leq(n, join) {
		return fmt.Errorf("narrowing a join b by a returns an element that is not between them")
	}
	return nil
}

// substitute checks that the result of Substitute contains every point of a that a random assignment maps to a point of
// b. It does nothing if the domain has no Substitute.
func (h *harness[E]) substitute(a, b pair[E]) error {
	sub, ok := h.d.Numeric.(domain.Substituter[E])
	if !ok || h.d.IsBottom(b.e) {
		return nil
	}
	d := h.r.Intn(len(h.types))
	x := h.expr(h.types[d], 3)
	pre := pair[E]{sub.Substitute(a.e, b.e, domain.Dim(d), x), map[point]bool{}}
	for q := range a.set {
		after := q
		after[d] = h.eval(x, q)
		if b.set[after] {
			pre.set[q] = true
		}
	}
	if err := h.contains(pre); err != nil {
		return fmt.Errorf("substitute d%d = %s: %w", d, x, err)
	}
	return nil
}

// chains checks that a widening chain with random elements becomes stable after a bounded number of steps.
func (h *harness[E]) chains() error {
	at := domain.NewThresholds([]domain.Wide{domain.WideInt(0), domain.WideInt(3)}, []float64{0, 10})
	e := h.bare()
	for i, changes := 0, 0; i < 100; i++ {
		next := h.d.Widen(e, h.d.Join(e, h.bare()), at)
		if !h.d.Leq(next, e) {
			changes++
			i = 0
		}
		if changes > 60*len(h.types)+20 {
			return fmt.Errorf("a widening chain does not become stable")
		}
		e = next
		if h.r.Intn(5) == 0 {
			break // most chains are short, few are long
		}
	}
	return nil
}

// expr makes a random expression of type t that has at most depth nested operators.
func (h *harness[E]) expr(t ir.Type, depth int) *domain.Expr {
	r := h.r
	if depth == 0 || r.Intn(4) == 0 {
		return h.leaf(t)
	}
	switch t.Kind { // sound: integers
	case ir.Bool:
		return h.boolExpr(depth)
	case ir.Float:
		return h.floatExpr(t, depth)
	}
	switch r.Intn(5) {
	case 0:
		return domain.NewUnary([]ir.UnOp{ir.Neg, ir.Not}[r.Intn(2)], h.expr(t, depth-1))
	case 1:
		return domain.NewCast(t, h.expr(h.otherType(), depth-1))
	}
	op := ir.Add + ir.BinOp(r.Intn(int(ir.Shr-ir.Add)+1))
	x := h.expr(t, depth-1)
	if op == ir.Shl || op == ir.Shr {
		amount := h.intType()
		return domain.NewBinary(op, x, h.expr(amount, depth-1))
	}
	return domain.NewBinary(op, x, h.expr(t, depth-1))
}

// boolExpr makes a random Boolean operation: a connective, an overflow test or a comparison.
func (h *harness[E]) boolExpr(depth int) *domain.Expr {
	r := h.r
	switch r.Intn(9) {
	case 0:
		return domain.NewUnary(ir.LNot, h.expr(ir.B, depth-1))
	case 1:
		return domain.NewBinary([]ir.BinOp{ir.LAnd, ir.LOr}[r.Intn(2)], h.expr(ir.B, depth-1), h.expr(ir.B, depth-1))
	case 2:
		t := h.intType()
		return domain.NewOverflows([]ir.BinOp{ir.Add, ir.Sub, ir.Mul, ir.Div}[r.Intn(4)], h.expr(t, depth-1),
			h.expr(t, depth-1))
	}
	t := h.otherType()
	return domain.NewBinary([]ir.BinOp{ir.Eq, ir.Ne, ir.Lt, ir.Le}[r.Intn(4)], h.expr(t, depth-1), h.expr(t, depth-1))
}

// floatExpr makes a random operation with a result of the float type t.
func (h *harness[E]) floatExpr(t ir.Type, depth int) *domain.Expr {
	r := h.r
	switch r.Intn(6) {
	case 0:
		return domain.NewUnary([]ir.UnOp{ir.Neg, ir.FAbs, ir.FSqrt, ir.FFloor, ir.FCeil, ir.FTrunc, ir.FNearest}[r.Intn(7)],
			h.expr(t, depth-1))
	case 1:
		return domain.NewCast(t, h.expr(h.otherType(), depth-1))
	}
	return domain.NewBinary([]ir.BinOp{ir.Add, ir.Sub, ir.Mul, ir.Div}[r.Intn(4)], h.expr(t, depth-1), h.expr(t, depth-1))
}

// otherType returns the type of a random dimension.
func (h *harness[E]) otherType() ir.Type { return h.types[h.r.Intn(len(h.types))] }

// intType returns the integer type of a random dimension, or a fixed one if five tries find none.
func (h *harness[E]) intType() ir.Type {
	for i := 0; i < 5; i++ {
		if t := h.otherType(); t.Kind == ir.Int {
			return t
		}
	}
	return ir.Type{Kind: ir.Int, Bits: 3, Signed: true}
}

// leaf makes a random expression without operators: a dimension, a constant or a range.
func (h *harness[E]) leaf(t ir.Type) *domain.Expr {
	var dims []int
	for d, u := range h.types {
		if u == t {
			dims = append(dims, d)
		}
	}
	if len(dims) > 0 && h.r.Intn(3) > 0 {
		return domain.NewDim(t, domain.Dim(dims[h.r.Intn(len(dims))]))
	}
	switch {
	case t.Kind == ir.Float:
		return domain.NewBits(t, randomFloat(t, h.r))
	case h.r.Intn(10) == 0 && t.Kind == ir.Int:
		a, b := domain.Read(t, h.r.Uint64()&num.Mask(t.Bits)), domain.Read(t, h.r.Uint64()&num.Mask(t.Bits))
		return domain.NewRange(t, domain.MinW(a, b), domain.MaxW(a, b))
	}
	return domain.NewBits(t, h.r.Uint64()&num.Mask(t.Bits))
}

// eval computes the value of x at a point. For a range, whose value is arbitrary, it draws a random value.
func (h *harness[E]) eval(x *domain.Expr, q point) uint64 {
	switch x.Kind {
	case domain.KConst:
		return x.Bits
	case domain.KDim:
		return q[x.D]
	case domain.KAny:
		n := x.Hi.Sub(x.Lo).Lo + 1
		return x.Lo.Add(domain.WideInt(int64(h.r.Uint64()%n))).Bits() & num.Mask(x.T.Bits)
	case domain.KUnary:
		return ir.EvalUnary(x.Un, x.T, h.eval(x.X, q))
	case domain.KCast:
		return ir.EvalCast(x.T, x.X.T, h.eval(x.X, q))
	case domain.KOverflows:
		if ir.EvalOverflows(x.Bin, x.X.T, h.eval(x.X, q), h.eval(x.Y, q)) {
			return 1
		}
		return 0
	}
	return ir.EvalBinary(x.Bin, x.X.T, h.eval(x.X, q), h.eval(x.Y, q), x.Y.T)
}

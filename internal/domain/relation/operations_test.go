package relation

import (
	"fmt"
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/interval"
	"github.com/tandem-verifier/tandem/internal/domain/octagon"
	"github.com/tandem-verifier/tandem/internal/domain/polyhedra"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// operations checks y = x op c and y = c op x for all ranges of x and all c of 3 bits, by brute force. The random
// expressions of domaintest seldom have divisions.
func operations[E any](d domain.Domain[E]) error {
	for _, signed := range []bool{true, false} {
		ty := ir.Type{Kind: ir.Int, Bits: 3, Signed: signed}
		x, y := domain.NewDim(ty, 0), domain.NewDim(ty, 1)
		lit := func(w int64) *domain.Expr { return domain.NewConst(ty, w) }
		min, max := domain.Limits(ty)
		first, _ := min.Int64()
		last, _ := max.Int64()
		for op := ir.Add; op <= ir.Shr; op++ {
			for c := first; c <= last; c++ {
				for lo := first; lo <= last; lo++ {
					for hi := lo; hi <= last; hi++ {
						e := d.Assume(d.Top(), bin(ir.LAnd, bin(ir.Le, lit(lo), x), bin(ir.Le, x, lit(hi))))
						for _, op := range []*domain.Expr{bin(op, x, lit(c)), bin(op, lit(c), x)} {
							after := d.Assign(e, 1, op)
							cs := d.Constraints(after)
							for w := lo; w <= hi; w++ {
								in := map[domain.Dim]uint64{0: lit(w).Bits}
								in[1] = eval(op, in)
								for _, c := range cs {
									if eval(c, in) == 0 {
										return fmt.Errorf("%s: x in %d..%d, y = %s: %s is false for x = %d", ty, lo, hi, op, c, w)
									}
								}
								if r := d.Bounds(after, y); r.Empty || domain.Read(ty, in[1]).Less(r.Lo) || r.Hi.Less(domain.Read(ty, in[1])) {
									return fmt.Errorf("%s: x in %d..%d, y = %s outside %s..%s", ty, lo, hi, op, r.Lo, r.Hi)
								}
							}
						}
					}
				}
			}
		}
	}
	return nil
}

// eval returns the canonical bits of x, where in has the values of dimensions.
func eval(x *domain.Expr, in map[domain.Dim]uint64) uint64 {
	switch x.Kind {
	case domain.KDim:
		return in[x.D]
	case domain.KConst:
		return x.Bits
	case domain.KUnary:
		return ir.EvalUnary(x.Un, x.T, eval(x.X, in))
	case domain.KCast:
		return ir.EvalCast(x.T, x.X.T, eval(x.X, in))
	case domain.KOverflows:
		if ir.EvalOverflows(x.Bin, x.X.T, eval(x.X, in), eval(x.Y, in)) {
			return 1
		}
		return 0
	}
	return ir.EvalBinary(x.Bin, x.X.T, eval(x.X, in), eval(x.Y, in), x.Y.T)
}

// TestOperations checks that operations on 3 bits are sound, over octagons and over polyhedra.
func TestOperations(t *testing.T) {
	if err := operations(New(interval.New(4), octagon.New(6))); err != nil {
		t.Error(err)
	}
	if err := operations(New(interval.New(0), polyhedra.New(6))); err != nil {
		t.Error(err)
	}
}

// loops checks that widening ends for loops in which bounds and relations grow step by step, for example a loop in
// which i counts up to n and j increases with i.
func loops[E any](d domain.Domain[E]) error {
	i, n, j := domain.NewDim(ir.I64, 0), domain.NewDim(ir.I64, 1), domain.NewDim(ir.I64, 2)
	for name, body := range map[string][]*domain.Expr{
		"counting":     {lt(i, n), set(i, add(i, 1))},
		"along":        {lt(i, n), set(i, add(i, 1)), set(j, add(j, 1))},
		"twice":        {lt(i, n), set(i, add(i, 1)), not(domain.NewOverflows(ir.Add, j, num(j, 2))), set(j, add(j, 2))},
		"moving bound": {lt(i, n), set(i, add(i, 1)), not(domain.NewOverflows(ir.Add, n, num(n, 1))), set(n, add(n, 1))},
		"swapping":     {lt(i, n), set(domain.NewDim(ir.I64, 3), i), set(i, j), set(j, add(domain.NewDim(ir.I64, 3), 1))},
		"downward":     {lt(j, n), set(n, add(n, -1)), set(j, n)},
	} {
		e := run(d, d.Top(), set(i, num(i, 0)), set(j, num(j, 0)))
		k := 0
		for ; k < 60; k++ {
			next := d.Join(e, run(d, e, body...))
			if d.Leq(next, e) {
				break
			}
			if k > 2 {
				next = d.Widen(e, next, domain.Thresholds{})
			}
			e = next
		}
		if k == 60 {
			return fmt.Errorf("%s: does not end: %s", name, texts(d.Constraints(e)))
		}
	}
	return nil
}

// TestLoops checks that widening ends, over octagons, polyhedra and zones.
func TestLoops(t *testing.T) {
	if err := loops(New(interval.New(4), octagon.New(6))); err != nil {
		t.Error(err)
	}
	if err := loops(New(interval.New(0), polyhedra.New(6))); err != nil {
		t.Error(err)
	}
	if err := loops(New(interval.New(0), newZones())); err != nil {
		t.Error(err)
	}
}

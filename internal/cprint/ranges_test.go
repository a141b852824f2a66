package cprint

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// TestNarrow tests that assume keeps all values of two registers that satisfy a comparison, by enumeration.
func TestNarrow(t *testing.T) {
	for _, typ := range []ir.Type{{Kind: ir.Int, Bits: 3, Signed: true}, {Kind: ir.Int, Bits: 3}, ir.U64} {
		x, y := &ir.Var{Name: "x", Type: typ, ID: 0}, &ir.Var{Name: "y", Type: typ, ID: 1}
		value := func(v int64) ir.Expr { return &ir.Const{T: typ, Bits: uint64(v) & num.Mask(typ.Bits)} }
		lo, hi := int64(0), int64(5)
		if typ.Signed {
			lo, hi = -3, 3
		}
		for _, op := range []ir.BinOp{ir.Eq, ir.Ne, ir.Lt, ir.Le} {
			for _, want := range []bool{true, false} {
				for a := lo; a <= hi; a++ {
					for b := a; b <= hi; b++ {
						for c := lo; c <= hi; c++ {
							for d := c; d <= hi; d++ {
								at := []interval{{lo: a, hi: b, known: true}, {lo: c, hi: d, known: true}}
								may := assume(at, &ir.Binary{Op: op, X: ir.NewRef(x), Y: ir.NewRef(y)}, nil, want)
								for v := a; v <= b; v++ {
									for w := c; w <= d; w++ {
										e := &ir.Binary{Op: op, X: value(v), Y: value(w)}
										bits, _ := ir.EvalExpr(e, &ir.Env{})
										if (bits == 1) != want {
											continue
										}
										for i, n := range []int64{v, w} {
											if r := at[i]; !may || r.known && (n < r.lo || n > r.hi) || r.nonzero && n == 0 {
												t.Fatalf("%s, %v: %d in [%d, %d], %d in [%d, %d]: %+v", e.Op, want, v, a, b, w, c, d, at)
											}
										}
									}
								}
							}
						}
					}
				}
			}
		}
	}
}

// TestExact tests that the interval of an operation contains its results for all operands in the intervals.
func TestExact(t *testing.T) {
	typ := ir.Type{Kind: ir.Int, Bits: 4, Signed: true}
	x, y := &ir.Var{Name: "x", Type: typ, ID: 0}, &ir.Var{Name: "y", Type: typ, ID: 1}
	for op := ir.Add; op <= ir.Shr; op++ {
		e := &ir.Binary{Op: op, X: ir.NewRef(x), Y: ir.NewRef(y)}
		for a := int64(-8); a <= 7; a++ {
			for b := a; b <= 7; b += 3 {
				for c := int64(-8); c <= 7; c++ {
					for d := c; d <= 7; d += 2 {
						r := ranges(nil).at([]interval{{lo: a, hi: b, known: true}, {lo: c, hi: d, known: true}}, e)
						for v := a; v <= b; v++ {
							for w := c; w <= d; w++ {
								bits, _ := ir.EvalExpr(e, &ir.Env{Reg: func(z *ir.Var) uint64 {
									if z == x {
										return uint64(v) & 15
									}
									return uint64(w) & 15
								}})
								if n := num.Signed(bits, 4); r.known && (n < r.lo || n > r.hi) || r.nonzero && n == 0 {
									t.Fatalf("%d %s %d = %d with [%d, %d], [%d, %d]: %+v", v, op, w, n, a, b, c, d, r)
								}
							}
						}
					}
				}
			}
		}
	}
}

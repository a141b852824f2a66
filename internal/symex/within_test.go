package symex_test

import (
	"context"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/symex"
	"github.com/tandem-verifier/tandem/internal/verify"
)

const reads = `program ILP32
site nondet "x@a.c:1:1" type i32
site nondet "y@a.c:2:1" type i32
obligation "assertion" text "x" in "main"
entry main
func main() void {
  reg x i32
  reg y i32
  locs 6 error 2
  L0 -> L3: x = input #0
  L3 -> L4: assume x < 10:i32
  L3 -> L5: assume !(x < 10:i32)
  L4 -> L5: y = input #1
  L5 -> L1: return
}
`

// TestWithin checks that tests for a region lie in it, whichever inputs the path has read, and Unsat within a region
// does not mark paths outside of it as infeasible.
func TestWithin(t *testing.T) {
	p := irtest.Program(t, reads)
	x := explorer(t, p, symex.Options{})
	ctx, b := context.Background(), smt.Budget{Time: time.Minute, Work: 500_000}
	xv, yv := &ir.Var{Name: "x0", Type: ir.I32}, &ir.Var{Name: "y0", Type: ir.I32}
	vars := map[int]*ir.Var{0: xv, 1: yv}
	region := func(cond string, box ...verify.Range) *verify.Region {
		r := &verify.Region{Box: box, Vars: vars}
		if cond != "" {
			r.Cond = irtest.Expr(t, p, nil, cond, xv, yv)
		}
		return r
	}
	dim := func(site int, lo, hi int64) verify.Range {
		return verify.Range{Site: site, Type: ir.I32, Lo: ir.NewConst(ir.I32, lo).Bits, Hi: ir.NewConst(ir.I32, hi).Bits}
	}
	values := func(s symex.Solution) (v [2]int32) {
		for _, r := range s.Test.Records {
			v[r.Site] = int32(uint32(r.Bits))
		}
		return v
	}
	tr, err := x.Run(ctx, []ir.Record{{Key: ir.Key{Site: 0}, Type: ir.I32, Bits: 3},
		{Key: ir.Key{Site: 1}, Type: ir.I32, Bits: 4}})
	if err != nil {
		t.Fatal(err)
	}
	var node *symex.Node
	for _, n := range tr.Nodes {
		if n.Kind == symex.Branch && node == nil {
			node = n
		}
	}
	var other *symex.Arc
	for i := range node.Arcs {
		if node.Arcs[i].Open() {
			other = &node.Arcs[i]
		}
	}
	for _, c := range []struct {
		name   string
		r      *verify.Region
		within smt.Result // the result of Within
		arc    smt.Result // the result of SolveWithin for the arc with 10 <= x
		ok     func(x, y int32) bool
	}{
		{"all", region(""), smt.Sat, smt.Sat, func(x, y int32) bool { return true }},
		{"a box, the run inside", region("", dim(0, -5, 40)), smt.Sat, smt.Sat, func(x, y int32) bool {
			return -5 <= x &&
				x <= 40
		}},
		{"a box, the run outside", region("", dim(0, 20, 21)), smt.Sat, smt.Sat, func(x, y int32) bool {
			return x == 20 ||
				x == 21
		}},
		{"a box against the arc", region("", dim(0, -3, 9)), smt.Sat, smt.Unsat, func(x, y int32) bool {
			return -3 <= x &&
				x <= 9
		}},
		{"an input that is not read there", region("y0 == x0 + 77:i32", dim(0, 1, 50)), smt.Sat, smt.Sat,
			func(x, y int32) bool { return y == x+77 && 1 <= x && x <= 50 }},
		{"related, against the arc", region("y0 == x0 + 77:i32 && y0 < 80:i32 && 0:i32 <= x0 && x0 <= 50:i32"), smt.Sat,
			smt.Unsat, func(x, y int32) bool { return y == x+77 && x < 3 }},
		{"empty", region("y0 < 3:i32 && x0 < y0 && 2:i32 <= x0"), smt.Unsat, smt.Unsat, nil},
		{"of other sites", &verify.Region{Box: []verify.Range{{Site: 9, Type: ir.I32, Lo: 1, Hi: 1}},
			Vars: map[int]*ir.Var{9: xv}}, smt.Sat, smt.Sat, func(x, y int32) bool { return true }},
	} {
		s := x.Within(ctx, c.r, b)
		if s.Result != c.within {
			t.Errorf("%s: %v, want %v", c.name, s.Result, c.within)
		} else if s.Result == smt.Sat {
			if v := values(s); !c.ok(v[0], v[1]) {
				t.Errorf("%s: %v", c.name, v)
			}
		}
		s = x.SolveWithin(ctx, node, other, c.r, b)
		if s.Result != c.arc || s.Exact {
			t.Errorf("%s, with the arc: %v, want %v", c.name, s.Result, c.arc)
		} else if s.Result == smt.Sat {
			if v := values(s); v[0] < 10 || !c.ok(v[0], v[1]) {
				t.Errorf("%s, with the arc: %v", c.name, v)
			}
		}
		if !other.Open() {
			t.Fatalf("%s: the arc counts as infeasible", c.name)
		}
	}
}

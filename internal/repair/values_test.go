package repair

import (
	"context"
	"testing"

	"github.com/tandem-verifier/tandem/internal/check/inductive"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// counting counts x to 5 and then checks that x is 5; y changes, and z is 1 or 2 at the loop head.
const counting = `program ILP32
site nondet "s" type u8
obligation "assertion" text "a" in "main"
entry main
func main() void {
  reg x u8
  reg y u8
  reg z u8
  locs 10 error 2
  L0 -> L3: x = 0:u8
  L3 -> L4: z = 1:u8
  L4 -> L5: y = input #0
  L5 -> L6: assume x < 5:u8
  L6 -> L7: x = x + 1:u8
  L7 -> L4: z = 2:u8
  L5 -> L8: assume 5:u8 <= x
  L8 -> L2: assume x != 5:u8
  L8 -> L9: assume x == 5:u8
  L9 -> L1: return
}
`

// TestValues checks which conjuncts are left of formulas that do not follow by values, and that the rest proves the
// obligation if it is strong enough.
func TestValues(t *testing.T) {
	for _, c := range []struct {
		formula, left string
		proved        bool
	}{
		{"x <= 5:u8 && y == 3:u8", "x <= 5:u8", true},
		{"x <= 5:u8 && z != 0:u8", "x <= 5:u8 && z != 0:u8", true},
		{"x <= 5:u8 && x < y", "x <= 5:u8", true}, // a conjunct that package inductive cannot parse
		{"x <= 4:u8 && z <= 2:u8", "z <= 2:u8", false},
		{"false", "true", false},
		{"x <= 5:u8 && z == 1:u8 && y == 3:u8 || x <= 5:u8 && z == 2:u8",
			"x <= 5:u8 && z == 1:u8 || x <= 5:u8 && z == 2:u8", true},
		{"x == 0:u8 && z == 1:u8 || x == 1:u8 && z == 2:u8", "x == 0:u8 && z == 1:u8 || z == 2:u8", false},
	} {
		p := irtest.Program(t, counting)
		at := p.Entry.Locs[4]
		ev := &verify.Inductive{Invariants: []verify.Invariant{{Loc: at, Expr: irtest.Expr(t, p, p.Entry, c.formula)}}}
		proved, rest, err := Values(context.Background(), p, nil, p.Obligations, ev)
		if err != nil || len(rest.Invariants) != 1 {
			t.Errorf("%s: %v", c.formula, err)
			continue
		}
		left := rest.Invariants[0].Expr
		if want := irtest.Expr(t, p, p.Entry, c.left); !ir.Equal(left, want) || (len(proved) > 0) != c.proved {
			t.Errorf("%s: %s is left, and proves %v", c.formula, ir.ExprString(left), len(proved) > 0)
		}
		if v, why := inductive.Check(context.Background(), p, nil, proved, rest); v != inductive.Confirmed {
			t.Errorf("%s: what is left is not inductive: %s", c.formula, why)
		}
	}
}

// walking moves a pointer by up to 255 bytes in an array.
const walking = `program LP64
site nondet "s" type u8
obligation "assertion" text "a" in "main"
object a size 8 align 4
object b size 8 align 4
entry main
func main() void {
  reg p ptr64
  reg n u8
  locs 8 error 2
  L0 -> L4: p = &@a
  L4 -> L3: n = input #0
  L3 -> L5: assume n != 0:u8
  L5 -> L4: p = ptradd(&@a, n, 1)
  L3 -> L6: assume n == 0:u8
  L6 -> L2: assume p == &@b
  L6 -> L7: assume p != &@b
  L7 -> L1: return
}
`

// TestLoose checks that a formula whose distances are wrong keeps the objects that a pointer leads to.
func TestLoose(t *testing.T) {
	const all = "-9223372036854775808:i64 <= ptrdiff(p, &@a) && ptrdiff(p, &@a) <= 9223372036854775807:i64"
	for _, formula := range []string{
		"0:i64 <= ptrdiff(p, &@a) && ptrdiff(p, &@a) <= 4:i64",
		"0:i64 <= ptrdiff(p, &@a) && ptrdiff(p, &@a) <= 4:i64 && (ptrdiff(p, &@a) - 0:i64) % 4:i64 == 0:i64",
	} {
		p := irtest.Program(t, walking)
		ev := &verify.Inductive{Invariants: []verify.Invariant{{Loc: p.Entry.Locs[4],
			Expr: irtest.Expr(t, p, p.Entry, formula)}}}
		_, rest, err := Values(context.Background(), p, nil, p.Obligations, ev)
		if err != nil || len(rest.Invariants) != 1 {
			t.Errorf("%s: %v", formula, err)
			continue
		}
		if left := rest.Invariants[0].Expr; !ir.Equal(left, irtest.Expr(t, p, p.Entry, all)) {
			t.Errorf("%s: %s is left", formula, ir.ExprString(left))
		}
	}
}

// freeing frees an object that it made, where the claim says that it frees only another one, and then counts.
const freeing = `program LP64
site bytes "malloc@a.c:1:1" name "malloc" in main
site bytes "malloc@a.c:2:1" name "malloc" in main
obligation "assertion" text "a" in "main"
entry main
func main() void {
  reg p ptr64
  reg q ptr64
  reg x u8
  locs 10 error 2
  L0 -> L3: p = alloc heap 4:u64 #0
  L3 -> L4: q = alloc heap 4:u64 #1
  L4 -> L5: x = 0:u8
  L5 -> L6: assume x < 5:u8
  L6 -> L5: x = x + 1:u8
  L5 -> L7: assume 5:u8 <= x
  L7 -> L8: free p
  L8 -> L2: assume x != 5:u8
  L8 -> L9: assume x == 5:u8
  L9 -> L1: return
}
`

// TestClaim checks that Values drops a wrong claim about what the entry function frees, together with all formulas that
// rest on it, and keeps the others.
func TestClaim(t *testing.T) {
	p := irtest.Program(t, freeing)
	f := p.Entry
	made := map[*ir.Edge]*ir.Object{}
	var objs []*ir.Object
	for _, e := range f.Edges {
		if _, ok := ir.Makes(e.Stmt); ok {
			o := &ir.Object{Name: "made", Func: f}
			made[e] = o
			objs = append(objs, o)
		}
	}
	kept := &ir.Valid{What: ir.Kept, Addr: &ir.AddrOf{T: p.Model.Ptr(), Obj: objs[1]}}
	counts := irtest.Expr(t, p, f, "x <= 5:u8")
	ev := &verify.Inductive{Made: made, Frees: map[*ir.Func][]*ir.Object{f: {objs[1]}}, Invariants: []verify.Invariant{
		{Loc: f.Entry, Expr: kept}, {Loc: f.Locs[5], Expr: &ir.Binary{Op: ir.LAnd, X: kept, Y: counts}}}}
	proved, rest, err := Values(context.Background(), p, nil, p.Obligations, ev)
	if err != nil || len(proved) != 1 || len(rest.Frees) > 0 {
		t.Fatalf("%d proved, claims %v: %v", len(proved), rest.Frees, err)
	}
	if v, why := inductive.Check(context.Background(), p, nil, proved, rest); v != inductive.Confirmed {
		t.Errorf("what is left is not inductive: %s", why)
	}
}

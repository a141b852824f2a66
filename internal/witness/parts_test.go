package witness

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestJoinedParts checks the invariant that results from the invariants of parts, at the loop of line 26 (with main's
// a, b, n).
func TestJoinedParts(t *testing.T) {
	const runs = "runs"
	for _, c := range []struct {
		name  string
		parts []string // by part: its invariant; "" if only another loop has one, "runs" if no loop has one
		want  string
	}{
		{"two", []string{"main.a == 1:i32 && main.b <= 3:i32", "main.a == 2:i32 && main.b <= 3:i32"},
			"main loop_invariant b <= 3 && (a == 1 || a == 2)"},
		{"one is not reached", []string{"false", "main.a == 2:i32"}, "main loop_invariant a == 2"},
		{"none is reached", []string{"false", "1:i32 <= main.a && false"}, "main loop_invariant 0"},
		{"one says nothing", []string{"", "main.a == 2:i32"}, ""},
		{"one says true", []string{"true", "main.a == 2:i32"}, ""},
		{"one was only run", []string{runs, "main.a == 2:i32"}, ""},
		{"one has several states", []string{"main.a == 1:i32 || main.a == 5:i32 && main.b == 0:i32", "main.a == 2:i32"},
			"main loop_invariant a == 1 || (a == 5 && b == 0) || a == 2"},
		{"what cannot fail", []string{"main.a <= 5:i32 && 0:i32 <= main.a && !(main.a <= 5:i32 && 3:i32 <= main.a)",
			"main.a == 7:i32"}, "main loop_invariant (a <= 5 && 0 <= a && a < 3) || a == 7"},
		{"weaker than another", []string{"main.a == 1:i32 && main.b == 2:i32", "main.a == 1:i32", "main.a == 9:i32"},
			"main loop_invariant a == 1 || a == 9"},
		{"within another", []string{"main.a == 1:i32 && main.b == 2:i32", "main.a <= 3:i32", "9:i32 <= main.a"},
			"main loop_invariant a <= 3 || 9 <= a"},
		{"an input is a variable", []string{"main.a == n0 && n0 <= 5:i32", "main.a == n0 && 9:i32 <= n0 && main.b == 1:i32"},
			"main loop_invariant a <= 5 || (9 <= a && b == 1)"},
		{"an input is a sum", []string{"i64(main.a) + i64(main.b) == i64(n0) && n0 == 5:i32", "main.a == 3:i32"},
			"main loop_invariant ((int)((long long)a + (long long)b)) == 5 || a == 3"},
		{"two inputs", []string{"main.a == n0 - m0 && main.b == m0 && n0 <= 5:i32", "main.b == 3:i32"},
			"main loop_invariant ((int)((long long)a + (long long)b)) <= 5 || b == 3"},
		{"an input of no variable", []string{"main.a == 1:i32 && n0 <= 5:i32", "main.a == 2:i32 && m0 == n0"},
			"main loop_invariant a == 1 || a == 2"},
		{"nothing but inputs", []string{"main.a == 1:i32", "n0 == 1:i32"}, ""},
		{"many", []string{"main.a == 1:i32", "main.a == 3:i32", "main.a == 5:i32", "main.a == 7:i32", "main.a == 9:i32",
			"main.a == 11:i32", "main.a == 13:i32", "main.a == 15:i32", "main.b == 0:i32 && main.a == 17:i32"},
			"main loop_invariant 1 <= a && a <= 17"},
		{"many, half open", []string{"main.a == 1:i32", "main.a == 3:i32", "main.a == 5:i32", "main.a == 7:i32",
			"main.a == 9:i32", "main.a == 11:i32", "main.a == 13:i32", "main.a == 15:i32", "17:i32 <= main.a"},
			"main loop_invariant 1 <= a"},
	} {
		p, _, src := load(t, "loops.c", true)
		n, m := &ir.Var{Name: "n0", Type: ir.I32}, &ir.Var{Name: "m0", Type: ir.I32}
		part := &verify.Cover{}
		for _, text := range c.parts {
			var proof verify.Evidence = &verify.Enumerated{}
			switch text {
			case runs:
			case "": // invariants of another loop only
				proof = invariants(t, p, map[int][]string{15: {"main.x == 0:i32"}})
			default:
				proof = invariants(t, p, map[int][]string{26: {text}}, n, m)
			}
			part.Leaves = append(part.Leaves,
				verify.Leaf{Scope: verify.Scope{Region: &verify.Region{Vars: map[int]*ir.Var{0: n, 1: m}}},
					Here: true, Proof: proof})
		}
		nested := &verify.Cover{Leaves: []verify.Leaf{{Proof: part}}}
		each := &verify.Cover{Leaves: []verify.Leaf{{Of: p.Obligations[:1], Proof: part},
			{Of: p.Obligations[1:], Proof: part}}}
		for _, ev := range []verify.Evidence{part, nested, each} {
			got := ""
			for _, li := range LoopInvariants(p, ev, src) {
				got += fmt.Sprint(li.Function, " ", li.Type, " ", li.Value)
			}
			if got != c.want {
				t.Errorf("%s, %T:\n %q, want\n %q", c.name, ev, got, c.want)
			}
		}
	}
}

// names has the registers that have a C name.
type names map[*ir.Var]bool

func (n names) Var(v *ir.Var) (string, bool)     { return v.Name, n[v] }
func (n names) Object(*ir.Object) (string, bool) { return "", false }

// TestJoinedHold checks that each operation on the cases of parts gives a weaker formula. The conjunctions are random,
// with values that are likely to satisfy them.
func TestJoinedHold(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const n = 5
	i2 := ir.Type{Kind: ir.Int, Bits: 2, Signed: true}
	i8 := ir.Type{Kind: ir.Int, Bits: 8, Signed: true}
	i16 := ir.Type{Kind: ir.Int, Bits: 16, Signed: true}
	var vars []*ir.Var
	known := names{}
	for i := range n {
		v := &ir.Var{Name: fmt.Sprint("v", i), Type: i8}
		vars = append(vars, v)
		known[v] = i < 3
	}
	var sum func(deep int) ir.Expr
	sum = func(deep int) ir.Expr {
		switch k := r.IntN(5); {
		case k == 0:
			return ir.NewConst(i8, int64(r.IntN(7)-3))
		case k < 3 || deep == 0:
			return ir.NewRef(vars[r.IntN(n)])
		case k == 3:
			return &ir.Binary{Op: ir.Add, X: sum(deep - 1), Y: sum(deep - 1)}
		}
		return &ir.Binary{Op: ir.Sub, X: sum(deep - 1), Y: sum(deep - 1)}
	}
	atom := func() ir.Expr {
		op := []ir.BinOp{ir.Eq, ir.Eq, ir.Le, ir.Lt, ir.Ne}[r.IntN(5)]
		x, y := sum(1), sum(1)
		if r.IntN(3) == 0 {
			x, y = &ir.Cast{T: i16, X: x}, &ir.Binary{Op: ir.Add, X: &ir.Cast{T: i16, X: y},
				Y: ir.NewConst(i16, int64(r.IntN(5)-2))}
		}
		if r.IntN(4) == 0 { // not invertible
			x, y = &ir.Cast{T: i2, X: x}, &ir.Cast{T: i2, X: y}
		}
		return &ir.Binary{Op: op, X: x, Y: y}
	}
	var cond func(deep int) ir.Expr
	cond = func(deep int) ir.Expr {
		switch k := r.IntN(6); {
		case k < 3 || deep == 0:
			return atom()
		case k == 3:
			return &ir.Unary{Op: ir.LNot, X: cond(deep - 1)}
		case k == 4:
			return &ir.Binary{Op: ir.LOr, X: cond(deep - 1), Y: cond(deep - 1)}
		}
		return &ir.Binary{Op: ir.LAnd, X: cond(deep - 1), Y: cond(deep - 1)}
	}
	vals := map[*ir.Var]uint64{}
	env := &ir.Env{Reg: func(v *ir.Var) uint64 { return vals[v] }}
	all := func(conj []ir.Expr) bool {
		for _, x := range conj {
			if b, ok := ir.EvalExpr(x, env); !ok || b == 0 {
				return false
			}
		}
		return true
	}
	some := func(cases [][]ir.Expr) bool {
		for _, c := range cases {
			if all(c) {
				return true
			}
		}
		return false
	}
	held, removed := 0, 0
	for range 4000 {
		var parts [][]ir.Expr
		for range 1 + r.IntN(3) {
			var conj []ir.Expr
			for range 1 + r.IntN(4) {
				conj = append(conj, cond(2))
			}
			parts = append(parts, flatten(conj))
		}
		var cases, said [][]ir.Expr
		for _, p := range parts {
			cases = append(cases, disjuncts(p)...)
		}
		for _, c := range cases {
			s := sayable(c, known)
			said = append(said, s)
			if len(s) > 0 && len(s) < len(c) {
				removed++
			}
		}
		weak := weakest(said)
		hull := []ir.Expr{}
		if len(weak) > 0 {
			hull = ranges(weak)
		}
		for range 60 {
			for _, v := range vars {
				vals[v] = uint64(uint8(r.IntN(7) - 3))
				if r.IntN(10) == 0 {
					vals[v] = uint64(r.IntN(256))
				}
			}
			if !some(parts) {
				continue
			}
			held++
			switch {
			case !some(cases):
				t.Fatalf("disjuncts: %s\n%s\n%v", show(parts), show(cases), vals)
			case !some(said):
				t.Fatalf("sayable: %s\n%s\n%v", show(cases), show(said), vals)
			case !some(weak):
				t.Fatalf("weakest: %s\n%s\n%v", show(said), show(weak), vals)
			case !all(hull):
				t.Fatalf("ranges: %s\n%s\n%v", show(weak), show([][]ir.Expr{hull}), vals)
			}
		}
	}
	if held < 10000 || removed < 1000 {
		t.Errorf("only %d points, %d conjunctions made smaller", held, removed)
	}
}

// show returns the text of cases.
func show(cases [][]ir.Expr) string {
	var b strings.Builder
	for _, c := range cases {
		for _, x := range c {
			b.WriteString(ir.ExprString(x) + " ; ")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// TestFactor checks that a conjunct that a case has twice counts once.
func TestFactor(t *testing.T) {
	atom := func(k uint64) ir.Expr {
		return &ir.Binary{Op: ir.Eq, X: ir.NewRef(&ir.Var{Name: "x", Type: ir.I32}), Y: &ir.Const{T: ir.I32, Bits: k}}
	}
	x, y, z := atom(1), atom(2), atom(3)
	for _, c := range []struct {
		cases  [][]ir.Expr
		common int
		rests  int
	}{
		{[][]ir.Expr{{x, x}, {y}}, 0, 2},
		{[][]ir.Expr{{x, x, z}, {x, y}}, 1, 2},
		{[][]ir.Expr{{x, x}, {x}}, 1, 0},
	} {
		common, rests := factor(c.cases)
		if len(common) != c.common || len(rests) != c.rests {
			t.Errorf("%v: %v in common, %v", c.cases, common, rests)
		}
	}
}

package passed

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// text returns a program with the statement step in a loop, after a check of p.
func text(step string) string {
	return `
program LP64
site param "p" name "p" type ptr64
site param "q" name "q" type ptr64
obligation "valid-deref" text "first" in "main"
obligation "valid-deref" text "again" in "main"
entry main
func other(x) void {
  reg x ptr64
  locs 3
  L0 -> L2: free x
  L2 -> L1: return
}
func main() void {
  reg p ptr64
  reg q ptr64
  reg r i32
  locs 10 error 2 3
  L0 -> L4: p = input #0 fresh 8
  L4 -> L5: q = p
  L5 -> L2: assume !readable(p, 8:u64)
  L5 -> L6: assume readable(p, 8:u64)
  L6 -> L3: assume !readable(ptradd(p, 4:i64, 1), 4:u64)
  L6 -> L7: assume readable(ptradd(p, 4:i64, 1), 4:u64)
  L7 -> L8: ` + step + `
  L8 -> L6: assume r == 0:i32
  L8 -> L9: assume r != 0:i32
  L9 -> L1: return
}`
}

// TestCheck checks that invariants are accepted only if they follow, and prove the second check only if they suffice.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		step  string
		at    int // the location of the invariants
		parts string
		ok    bool // all invariants follow
		again bool // the invariants that follow prove the second check
	}{
		{"skip", 6, "readable(p, 8:u64)", true, true},
		{"skip", 6, "readable(p, 9:u64)", false, false},
		{"skip", 6, "readable(ptradd(p, 4:i64, 1), 4:u64)", true, true},
		{"skip", 6, "readable(ptradd(p, 8:i64, 1), 4:u64)", false, false},
		{"skip", 6, "writable(p, 8:u64)", true, true}, // nothing is constant
		{"skip", 6, "false", false, false},
		{"skip", 6, "", true, false},
		{"skip", 6, "q == p; readable(q, 8:u64)", true, true},
		{"p = q", 6, "q == p; readable(q, 8:u64)", true, true},
		{"p = q", 6, "readable(p, 8:u64)", false, false},
		{"p = ptradd(p, 4:i64, 1)", 6, "readable(p, 8:u64)", false, false},
		{"call other(p)", 6, "readable(p, 8:u64)", true, true}, // the object of an input is not freed
		{"p = input #1 fresh 8", 6, "readable(p, 8:u64)", false, false},
		{"p = input #1 fresh 8", 6, "readable(q, 8:u64)", true, false},
		{"skip", 5, "readable(p, 8:u64)", false, false}, // no cut
		{"skip", 1, "readable(p, 8:u64)", false, false}, // an exit
		{"skip", 3, "false", false, false},              // an error
		{"r = load p", 6, "readable(p, 8:u64); mem(i32, p) == r", false, true},
	} {
		p := irtest.Program(t, text(c.step))
		f := p.Entry
		ev := &verify.Passed{}
		for part := range strings.SplitSeq(c.parts, ";") {
			if part = strings.TrimSpace(part); part == "" {
				continue
			}
			e, err := ir.ParseExpr(part, p, f)
			if err != nil {
				t.Fatal(err)
			}
			ev.Invariants = append(ev.Invariants, verify.Invariant{Loc: f.Locs[c.at], Expr: e})
		}
		second := p.Obligations[1:]
		proved, _, err := Check(context.Background(), p, nil, second, ev, false)
		if (err == nil) != c.ok {
			t.Errorf("%s, L%d: %s: %v", c.step, c.at, c.parts, err)
		}
		if err != nil {
			proved, _, _ = Check(context.Background(), p, nil, second, ev, true)
		}
		if (len(proved) > 0) != c.again {
			t.Errorf("%s, L%d: %s: proved: %v", c.step, c.at, c.parts, proved)
		}
	}
}

// TestFunctions checks what the checker answers about comparisons with functions and null, where f is the function
// &other, n is null, and q is any pointer.
func TestFunctions(t *testing.T) {
	p := irtest.Program(t, text("r = 1:i32"))
	c := &checker{prog: p, terms: map[key]*term{}}
	s := newState()
	f, n := &ir.FuncAddr{T: ir.P64, Func: p.Funcs[0]}, ir.NewConst(ir.P64, 0)
	g := &ir.FuncAddr{T: ir.P64, Func: p.Funcs[1]}
	q := ir.NewRef(p.Entry.Vars[1])
	eq := func(x, y ir.Expr) ir.Expr { return &ir.Binary{Op: ir.Eq, X: x, Y: y} }
	ne := func(x, y ir.Expr) ir.Expr { return &ir.Binary{Op: ir.Ne, X: x, Y: y} }
	or := func(x, y ir.Expr) ir.Expr { return &ir.Binary{Op: ir.LOr, X: x, Y: y} }
	and := func(x, y ir.Expr) ir.Expr { return &ir.Binary{Op: ir.LAnd, X: x, Y: y} }
	for _, k := range []struct {
		e    ir.Expr
		want string
	}{
		{eq(f, f), "true"}, {eq(f, g), "false"}, {eq(f, n), "false"}, {eq(n, g), "false"}, {eq(n, n), "true"},
		{eq(q, f), ""}, {eq(q, n), ""}, {eq(f, ir.NewConst(ir.P64, 4096)), ""},
		{eq(f, &ir.PtrAdd{P: g, Index: ir.NewConst(ir.I64, 4), Scale: 1}), ""},
		{ne(f, g), "true"}, {ne(f, f), "false"}, {ne(q, f), ""},
		{or(eq(f, g), eq(f, n)), "false"}, {or(eq(q, f), eq(f, f)), "true"}, {or(eq(f, g), eq(q, f)), ""},
		{and(ne(f, g), ne(f, n)), "true"}, {and(eq(q, f), eq(f, g)), "false"}, {and(ne(f, g), eq(q, f)), ""},
	} {
		is, known := c.answer(s, k.e)
		got := ""
		if known {
			got = strconv.FormatBool(is)
		}
		if got != k.want {
			t.Errorf("%s: %q, want %q", ir.ExprString(k.e), got, k.want)
		}
	}
}

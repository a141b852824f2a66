package instrument

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestLongChains checks that, in a long chain of copies, which deeply nested calls produce, the first source is written
// before the last copy is read. The read must still yield the old value.
func TestLongChains(t *testing.T) {
	for _, n := range []int{5, 31, 32, 33, 64, 65, 66, 150} {
		var b strings.Builder
		b.WriteString("program ILP32\nentry main\nglobal g i32 = 0:i32 source \"g\"\nfunc main() i32 source \"main\" {\n  " +
			"reg x i32 source \"x\"\n")
		// The last copy comes first, so the order of registers is opposite to the chain.
		for i := n; i >= 1; i-- {
			fmt.Fprintf(&b, "  reg t%d i32\n", i)
		}
		b.WriteString("  loc L0 entry\n  loc L1 exit\n")
		for i := 2; i <= n+4; i++ {
			fmt.Fprintf(&b, "  loc L%d\n", i)
		}
		b.WriteString("  L0 -> L2: x = 3:i32\n  L2 -> L3: t1 = x\n")
		for i := 2; i <= n; i++ {
			fmt.Fprintf(&b, "  L%d -> L%d: t%d = t%d\n", i+1, i+2, i, i-1)
		}
		fmt.Fprintf(&b, "  L%d -> L%d: x = 4:i32\n  L%d -> L%d: @g = x * 100:i32 + t%d\n  L%d -> L1: return 0:i32\n}\n", n+2,
			n+3, n+3, n+4, n, n+4)
		before, err := ir.Parse(b.String())
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			after, err := Prepare(before, Default())
			if err != nil {
				t.Fatal(err)
			}
			sameRuns(t, before, after, 1, true)
		}
	}
}

// TestTruthValuesDoNotExplode checks that expressions stay small if truth values are read twice, by truth values that
// are read twice.
//
//	f0(a, b) { return f1(a == b, a < b); } ...
func TestTruthValuesDoNotExplode(t *testing.T) {
	const n = 60
	var b strings.Builder
	b.WriteString("program ILP32\nentry main\nglobal g i32 = 0:i32 source \"g\"\nsite nondet \"x@a.c:1:1\" name \"x\" " +
		"type i32 in main\nfunc main() i32 source \"main\" {\n  reg a0 i32 source \"a\"\n  reg b0 i32 source \"b\"\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "  reg a%d i32\n  reg b%d i32\n", i, i)
	}
	b.WriteString("  loc L0 entry\n  loc L1 exit\n")
	for i := 2; i <= 2*n+4; i++ {
		fmt.Fprintf(&b, "  loc L%d\n", i)
	}
	b.WriteString("  L0 -> L2: a0 = input #0\n  L2 -> L3: b0 = input #0\n")
	at := 3
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "  L%d -> L%d: a%d = i32(a%d == b%d)\n", at, at+1, i, i-1, i-1)
		fmt.Fprintf(&b, "  L%d -> L%d: b%d = i32(a%d < b%d)\n", at+1, at+2, i, i-1, i-1)
		at += 2
	}
	fmt.Fprintf(&b, "  L%d -> L%d: @g = a%d + b%d * 2:i32\n  L%d -> L1: return 0:i32\n}\n", at, at+1, n, n, at+1)
	before, err := ir.Parse(b.String())
	if err != nil {
		t.Fatal(err)
	}
	after, err := Prepare(before, Default())
	if err != nil { // Prepare would not end if expressions grew exponentially
		t.Fatal(err)
	}
	for _, e := range after.Entry.Edges {
		nodes := 0
		for _, x := range ir.StmtExprs(e.Stmt) {
			ir.Walk(x, func(ir.Expr) bool { nodes++; return true })
		}
		if nodes > 2*maxNodes {
			t.Errorf("an edge has %d nodes", nodes)
		}
	}
	sameRuns(t, before, after, 20, true)
}

package instrument

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/flow/flowtest"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestMovedLater checks that moving bodies once, after waiting, yields the same program as moving them level by level,
// except for names and order.
func TestMovedLater(t *testing.T) {
	waited, compared := 0, 0
	for seed := range uint64(80) {
		before := flowtest.Random(seed+900, 14)
		RemoveUnreachable(before, nil)
		early, _ := ir.Clone(before)
		Inline(early, nil, Limits{})
		RemoveUnreachable(early, nil)
		late, _ := ir.Clone(before)
		in := newInliner(late, Limits{})
		in.large, in.spare = 3, -1
		in.run(nil)
		waited += len(in.moved)
		RemoveUnreachable(late, nil)
		if err := ir.Check(late); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if a, b := sizes(early), sizes(late); a != b {
			t.Errorf("seed %d: level by level %s, once %s", seed, a, b)
		}
		compared += sameRuns(t, before, late, 4, false)
	}
	if waited < 80 || compared < 80 {
		t.Errorf("%d bodies waited, %d runs compared", waited, compared)
	}
}

// sizes returns the number of parts of each kind in p, as text.
func sizes(p *ir.Program) string {
	var edges, locs, vars, objs int
	for _, f := range p.Funcs {
		edges, locs, vars, objs = edges+len(f.Edges), locs+len(f.Locs), vars+len(f.Vars), objs+len(f.Objects)
	}
	return fmt.Sprintf("%d functions, %d edges, %d locations, %d registers, %d objects, %d sites, %d obligations",
		len(p.Funcs), edges, locs, vars, objs, len(p.Sites), len(p.Obligations))
}

// TestInlineGrowsLinearly checks that a chain of calls twice as deep takes at most 2.2 times the memory.
func TestInlineGrowsLinearly(t *testing.T) {
	chain := func(n int) *ir.Program {
		var b strings.Builder
		b.WriteString("program LP64\nentry main\n")
		for i := range n {
			fmt.Fprintf(&b, "func h%d(x) i32 source \"h%d\" {\n  reg x i32 source \"x\"\n  reg r i32\n  loc L0 entry\n  loc "+
				"L1 exit\n", i, i)
			b.WriteString("  loc L2\n  loc L3\n  L0 -> L2: assume x < 0:i32 [F]\n  L0 -> L3: assume 0:i32 <= x [T]\n  L2 -> " +
				"L1: return 0:i32\n")
			if i == 0 {
				b.WriteString("  L3 -> L1: return x\n}\n")
			} else {
				fmt.Fprintf(&b, "  loc L4\n  L3 -> L4: r = call h%d(x + 1:i32)\n  L4 -> L1: return r\n}\n", i-1)
			}
		}
		b.WriteString("func main() i32 source \"main\" {\n  reg r i32\n  loc L0 entry\n  loc L1 exit\n  loc L2\n")
		fmt.Fprintf(&b, "  L0 -> L2: r = call h%d(5:i32)\n  L2 -> L1: return r\n}\n", n-1)
		p, err := ir.Parse(b.String())
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	bytes := func(n int) float64 {
		p := chain(n)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		Inline(p, nil, Limits{})
		runtime.ReadMemStats(&after)
		if len(p.Entry.Edges) < 4*n {
			t.Errorf("main has %d edges", len(p.Entry.Edges))
		}
		return float64(after.TotalAlloc - before.TotalAlloc)
	}
	small, large := bytes(1000), bytes(2000)
	if large > 2.2*small {
		t.Errorf("1,000 calls deep: %.0f bytes, 2,000: %.0f", small, large)
	}
	before := chain(200)
	RemoveUnreachable(before, nil)
	after, _ := ir.Clone(before)
	Inline(after, nil, Limits{})
	RemoveUnreachable(after, nil)
	sameRuns(t, before, after, 2, false)
}

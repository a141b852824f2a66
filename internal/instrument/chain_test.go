package instrument

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// A long chain of copies, as a deep nest of calls makes it, whose first source is
// written before the last copy is read: the value read is the old one.
func TestLongChains(t *testing.T) {
	for _, n := range []int{5, 31, 32, 33, 64, 65, 66, 150} {
		var b strings.Builder
		b.WriteString("program ILP32\nentry main\nglobal g i32 = 0:i32 source \"g\"\nfunc main() i32 source \"main\" {\n  reg x i32 source \"x\"\n")
		// The last copy comes first, so that the order of registers is against the chain.
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
		fmt.Fprintf(&b, "  L%d -> L%d: x = 4:i32\n  L%d -> L%d: @g = x * 100:i32 + t%d\n  L%d -> L1: return 0:i32\n}\n", n+2, n+3, n+3, n+4, n, n+4)
		before, err := ir.Parse(b.String())
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			after, _ := ir.Clone(before)
			if err := Prepare(after, Default()); err != nil {
				t.Fatal(err)
			}
			sameRuns(t, before, after, 1, true)
		}
	}
}

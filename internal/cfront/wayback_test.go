package cfront_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cfront"
)

// TestManyPlaces tests that the program grows linearly with the number of places of setjmp in a function, also where
// there are more than lifetimes.jumpTargets follows, and that this is an assumption then.
func TestManyPlaces(t *testing.T) {
	edges := func(n int) (edges int, assumed bool) {
		var b strings.Builder
		b.WriteString("#include <setjmp.h>\njmp_buf e;\nvoid use(int *p) { if (*p) longjmp(e, 1); }\nint main(void) {\n")
		for i := range n {
			fmt.Fprintf(&b, "{ int x = %d; use(&x); if (setjmp(e)) use(&x); }\n", i)
		}
		b.WriteString("return 0; }\n")
		p := load(t, cfront.Config{Entry: "main"}, b.String())
		for _, f := range p.Funcs {
			edges += len(f.Edges)
		}
		for _, a := range p.Assumed {
			assumed = assumed || strings.Contains(a.Text, "so many places of setjmp")
		}
		return edges, assumed
	}
	few, said := edges(20)
	if said {
		t.Error("20 places are too many")
	}
	many, said := edges(400)
	if most := 400 / 20 * 3 * few; many > most || !said {
		t.Errorf("%d edges for 20 places, %d for 400; assumed: %v", few, many, said)
	}
}

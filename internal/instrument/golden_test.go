package instrument

import (
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/golden"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
)

// runPasses runs the passes that a golden names in its first line.
func runPasses(t *testing.T, p *ir.Program, line string) {
	t.Helper()
	var params map[*ir.Var]bool
	for _, w := range strings.Fields(line) {
		switch w {
		case "guards":
			Guards(p, Checks{})
		case "guards-stop":
			Guards(p, Checks{StopAtShift: true})
		case "guards-undefined":
			Guards(p, Checks{StopAtOverflow: true})
		case "guards-report":
			Guards(p, Checks{Report: map[string]bool{ir.NoOverflow: true}})
		case "guards-uninit":
			Guards(p, Checks{Report: map[string]bool{ir.UninitBranch: true}})
		case "end-at-invalid-line-2":
			EndAtInvalid(p, func(at ir.Pos) bool { return at.Line == 2 })
		case "prune":
			PruneInputs(p, false)
		case "simplify":
			simplify(p, params, &settled{})
		case "inline":
			in := Inline(p, nil, Limits{})
			params = in.Params
			RemoveUnreachable(p, func(o *ir.Obligation) bool { return in.Copied[o] })
		case "constants":
			Constants(p)
		case "unreachable":
			RemoveUnreachable(p, nil)
		default:
			t.Fatalf("unknown pass %q", w)
		}
		if err := ir.Check(p); err != nil {
			t.Fatalf("after %s: %v\n%s", w, err, ir.Print(p))
		}
	}
}

// TestGoldens runs passes on before.ir of testdata/*.txtar and compares the result with after.ir. The first line of the
// comment names the passes; the other lines are an explanation.
func TestGoldens(t *testing.T) {
	golden.Archives(t, "testdata/*.txtar", func(t *testing.T, line, src string) string {
		p := irtest.Program(t, src)
		runPasses(t, p, strings.TrimPrefix(line, "passes:"))
		return ir.Print(p)
	})
}

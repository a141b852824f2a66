package instrument

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
)

var update = flag.Bool("update", false, "rewrite the goldens")

// runPasses runs the passes that a golden names in its first line.
func runPasses(t *testing.T, p *ir.Program, line string) {
	t.Helper()
	var params map[*ir.Var]bool
	for _, w := range strings.Fields(line) {
		switch w {
		case "guards":
			Guards(p, Checks{})
		case "guards-undefined":
			Guards(p, Checks{StopAtOverflow: true})
		case "guards-report":
			Guards(p, Checks{ReportOverflow: true})
		case "prune":
			PruneInputs(p)
		case "simplify":
			Simplify(p, params)
		case "inline":
			in := Inline(p, Limits{})
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

// TestGoldens runs the passes named in the comment of testdata/*.txtar on
// before.ir and compares with after.ir. The first line may be followed by words for
// the reader.
func TestGoldens(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no goldens: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			p := irtest.Program(t, string(ar.Files[0].Data))
			line, _, _ := strings.Cut(string(ar.Comment), "\n")
			runPasses(t, p, strings.TrimPrefix(line, "passes:"))
			got := ir.Print(p)
			if *update {
				ar.Files = []txtar.File{ar.Files[0], {Name: "after.ir", Data: []byte(got)}}
				if err := os.WriteFile(file, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if d := cmp.Diff(string(ar.Files[1].Data), got); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
		})
	}
}

package acceptance

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestPathPrograms tests ranged analyses on the programs of testdata/paths. Each program is safe, unsafe with FAULT
// defined, and has hundreds of paths or more that analyses do not join: ranges of paths are made for such programs
// (docs/ranged.md). No verdict may be wrong, and the analyses have to find the faults of the first programs.
// TANDEM_LONG=1 takes all programs, a minute each.
func TestPathPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/paths/*.c")
	if err != nil || len(files) != 12 {
		t.Fatalf("%d programs, %v", len(files), err)
	}
	limit := 4 * time.Second
	if os.Getenv("TANDEM_LONG") == "" {
		files = files[:2]
	} else {
		limit = time.Minute
	}
	found := 0
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		twin := filepath.Join(t.TempDir(), filepath.Base(f))
		if err := os.WriteFile(twin, append([]byte("#define FAULT\n"), text...), 0o644); err != nil {
			t.Fatal(err)
		}
		for file, not := range map[string]verify.Verdict{f: verify.False, twin: verify.True} {
			task, err := app.Load(app.Options{Check: "none"}, file)
			if err != nil {
				t.Fatal(err)
			}
			s, err := app.NewSession(task, app.VerifyOptions{TimeLimit: limit, Strategy: "ranged(cpa:symbolic, " +
				"cpa:symbolic, concolic; split=balanced, steal=split)"})
			if err != nil {
				t.Fatal(err)
			}
			r := s.Run(t.Context())
			t.Logf("%s: %s (%s)", file, r.Verdict, r.Reason)
			switch {
			case string(r.Verdict) == string(not):
				t.Errorf("%s: %s", file, r.Verdict)
			case string(r.Verdict) == string(verify.False):
				found++
			}
		}
	}
	if found == 0 {
		t.Error("no fault is found")
	}
}

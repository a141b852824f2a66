package enginetest

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

const counts = `extern void reach_error(void);
int main(void) {
	int i;
	for (i = 0; i < 3; i++)
		if (i < 0) reach_error();
#ifdef UNSAFE
	reach_error();
#endif
	return 0;
}
`

// saying returns an engine whose result for a task is always r(task).
func saying(r func(*verify.Task) verify.Result) verify.Engine {
	return verify.Engine{Name: "saying",
		Open: verify.Once(func(_ context.Context, t *verify.Task, _ *verify.Board) verify.Result { return r(t) })}
}

// TestDecide checks that Decide reports a faulty result as an error, and returns the verdict of a correct one. Verdicts
// that contradict the expected one are wrong.
func TestDecide(t *testing.T) {
	safe := func(e verify.Evidence) func(*verify.Task) verify.Result {
		return func(*verify.Task) verify.Result { return &verify.Safe{Proof: e} }
	}
	shown := func(t *verify.Task) verify.Result {
		return &verify.Unsafe{Obligation: t.Asked()[len(t.Asked())-1], Test: &verify.Test{}}
	}
	enough := func(t *verify.Task) verify.Result {
		d := map[*ir.Loc]int{}
		for _, l := range t.Program.Entry.Locs {
			if l.Loop != nil {
				d[l] = 9
			}
		}
		return &verify.Safe{Proof: &verify.Unwinding{Depth: d}}
	}
	for _, c := range []struct {
		name   string
		unsafe bool
		says   func(*verify.Task) verify.Result
		kind   string
	}{
		{"proof", false, enough, "true"},
		{"proof of the twin", true, enough, "error"},
		{"no proof", false, safe(&verify.Inductive{}), "error"},
		{"no evidence", false, safe(nil), "error"},
		{"proof of a part", true, func(t *verify.Task) verify.Result {
			s := enough(t).(*verify.Safe)
			s.Obligations = t.Asked()[:len(t.Asked())-1]
			return s
		}, "part"},
		{"test", true, shown, "false"},
		{"test of the safe program", false, shown, "error"},
		{"unknown", false, func(*verify.Task) verify.Result { return &verify.Unknown{} }, "unknown"},
	} {
		task := C{File: "counts.c", Text: counts, Unsafe: c.unsafe}.Task(t)
		v, _ := Decide(saying(c.says), task, time.Minute)
		if v.Kind != c.kind {
			t.Errorf("%s: %+v, want %s", c.name, v, c.kind)
		}
	}
	for kind, want := range map[string][2]bool{ // is it wrong if true is expected, and if false is
		"true": {false, true}, "undecided": {false, true}, "false": {true, false},
		"part": {false, false}, "unknown": {false, false}, "error": {true, true},
	} {
		v := Verdict{Kind: kind}
		if v.wrong("true") != want[0] || v.wrong("false") != want[1] {
			t.Errorf("%s is wrong %v, %v; want %v", kind, v.wrong("true"), v.wrong("false"), want)
		}
	}
}

// TestLoad checks that the definition of a task selects the semantics of overflow.
func TestLoad(t *testing.T) {
	dir := t.TempDir()
	edges := map[string]int{}
	for _, mode := range []string{"wrap", "undefined"} {
		for name, text := range map[string]string{
			"tasks.tsv": "a.c\n",
			"a.c":       "int main(int n) { return n + 1; }",
			"a.yml":     "expected_verdict: true\nsigned_overflow: " + mode,
		} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		t.Setenv("TANDEM_BENCH_DIR", dir)
		task, expected, err := Load(benchtest.Tasks(t, "")[0])
		if err != nil || expected != "true" {
			t.Fatal(expected, err)
		}
		edges[mode] = len(task.Program.Entry.Edges)
	}
	if edges["wrap"] >= edges["undefined"] {
		t.Errorf("no guard was inserted: %v edges", edges)
	}
}

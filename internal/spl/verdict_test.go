package spl_test

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/golden"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestVerdicts checks that the programs and their C versions have the verdict in the comment of their first line.
func TestVerdicts(t *testing.T) {
	golden.Each(t, "testdata/*.spl", func(t *testing.T, file string) {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, want, _ := strings.Cut(string(src), "(* verdict: ")
		want, _, _ = strings.Cut(want, " *)")
		for _, f := range []string{file, strings.TrimSuffix(file, "spl") + "c"} {
			if v := decide(t, app.Options{}, f); string(v.Verdict) != want {
				t.Errorf("%s: %s (%s), want %s", f, v.Verdict, v.Reason, want)
			}
		}
	})
}

// decide verifies a file.
func decide(t *testing.T, opt app.Options, file string) *app.Report {
	t.Helper()
	opt.Seed = 1
	task, err := app.Load(opt, file)
	if err != nil {
		t.Fatal(err)
	}
	// Engines take shares of the limit: with a small one the test is fast, and an ample one ends no run, even on a slow
	// machine.
	var r *app.Report
	for _, limit := range []time.Duration{15 * time.Second, 3 * time.Minute} {
		s, err := app.NewSession(task, app.VerifyOptions{TimeLimit: limit})
		if err != nil {
			t.Fatal(err)
		}
		if r = s.Run(context.Background()); r.Verdict != verify.UnknownVerd {
			break
		}
	}
	return r
}

// TestRunsLikeC checks that a program and its C version end in the same way on the same inputs, given in the order of
// reading.
func TestRunsLikeC(t *testing.T) {
	type end struct {
		kind  exec.Kind
		reads int
	}
	run := func(m exec.Machine, seed uint64) end {
		r := rand.New(rand.NewPCG(seed, 1))
		in := exec.InputFunc(func(_ ir.Key, _ *ir.Site, t ir.Type) (uint64, bool) {
			n := []int64{r.Int64N(3), r.Int64N(22) - 2, r.Int64N(10), int64(int32(r.Uint32())), math.MinInt32}[r.IntN(5)]
			return ir.EvalCast(t, ir.I64, uint64(n)), true
		})
		out, err := m.Run(context.Background(), in)
		if err != nil {
			t.Fatal(err)
		}
		return end{out.Outcome.Kind, len(out.Reads)}
	}
	golden.Each(t, "testdata/*.spl", func(t *testing.T, file string) {
		var machines []exec.Machine
		for _, f := range []string{file, strings.TrimSuffix(file, "spl") + "c"} {
			for _, overflow := range []string{"wrap", "undefined"} {
				task, err := app.Load(app.Options{Overflow: overflow, Check: "none"}, f)
				if err != nil {
					t.Fatal(err)
				}
				m, err := exec.NewInterp(task.Program, exec.Config{Fuel: 2000})
				if err != nil {
					t.Fatal(err)
				}
				defer m.Close()
				machines = append(machines, m)
			}
		}
		seen := map[exec.Kind]int{}
		for seed := range uint64(400) {
			for i := range 2 {
				a, b := run(machines[i], seed), run(machines[i+2], seed)
				if a.kind != b.kind && a.kind != exec.OutOfFuel && b.kind != exec.OutOfFuel || a.kind == b.kind &&
					a.reads != b.reads && a.kind != exec.OutOfFuel {
					t.Fatalf("seed %d: %+v, in C %+v", seed, a, b)
				}
				seen[a.kind]++
			}
		}
		t.Log(seen)
		if seen[exec.OutOfFuel] > 600 {
			t.Error("most runs say nothing")
		}
	})
}

// TestProperties checks that the property determines the meaning of fail.
func TestProperties(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		name = dir + "/" + name
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return name
	}
	call := file("call.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
	over := file("overflow.prp", "CHECK( init(main()), LTL(G ! overflow) )\n")
	label := file("label.prp", "CHECK( init(main()), LTL(G ! label(ERROR)) )\n")
	prog := file("a.spl", "var x:int;\nbegin\n  if x == 7 then fail; endif;\n  x = x + 1;\nend\n")
	ends := file("b.spl", "var x:int;\nbegin\n  if x == 2147483647 then fail; endif;\n  x = x + 1;\nend\n")
	wraps := file("c.spl", "var x:int;\nbegin\n  if x > 0 and x + 1 < 0 then fail; endif;\nend\n")
	for _, c := range []struct {
		opt     app.Options
		file    string
		verdict verify.Verdict
		kind    string
	}{
		{app.Options{}, prog, verify.False, "assertion"},
		{app.Options{Model: 32}, prog, verify.False, "assertion"},
		{app.Options{Property: call}, prog, verify.False, "unreach-call"},
		{app.Options{Property: over}, prog, verify.False, "no-overflow"},
		{app.Options{Property: over}, ends, verify.True, ""}, // fail ends the execution before it overflows
		{app.Options{}, wraps, verify.False, "assertion"},
		{app.Options{Overflow: "undefined"}, wraps, verify.True, ""},
	} {
		r := decide(t, c.opt, c.file)
		if r.Verdict != c.verdict || r.Kind != c.kind {
			t.Errorf("%+v: %s %q, want %s %q", c, r.Verdict, r.Kind, c.verdict, c.kind)
		}
	}
	for _, c := range []struct {
		opt   app.Options
		files []string
		want  string
	}{
		{app.Options{Property: label}, []string{prog}, "a program in SPL has no labels"},
		{app.Options{Entry: "f"}, []string{prog}, "--entry: a program in SPL starts with its own main part"},
		{app.Options{}, []string{prog, ends}, prog + ": a program in SPL is one file"},
	} {
		if _, err := app.Load(c.opt, c.files...); err == nil || err.Error() != c.want {
			t.Errorf("%+v: %v, want %s", c.opt, err, c.want)
		}
	}
}

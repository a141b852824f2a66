package bmc_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/bmc"
	"github.com/tandem-verifier/tandem/internal/engine/intervals"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestBench decides what it can of the development benchmarks, and fails on a
// wrong verdict. TANDEM_BENCH chooses tasks by parts of their paths (| between
// them), TANDEM_ENGINE the engine, TANDEM_LIMIT the time a task; without them a small slice runs.
func TestBench(t *testing.T) {
	dir := benchDir(t)
	pattern, limit := os.Getenv("TANDEM_BENCH"), 10*time.Second
	if pattern == "" {
		if testing.Short() {
			t.Skip("short")
		}
		pattern, limit = "vater/loop-lit/g", 200*time.Millisecond
	}
	if s := os.Getenv("TANDEM_LIMIT"); s != "" {
		limit, _ = time.ParseDuration(s)
	}
	f, err := os.Open(filepath.Join(dir, "tasks.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var ids []string
	for sc := bufio.NewScanner(f); sc.Scan(); {
		id, _, _ := strings.Cut(sc.Text(), "\t")
		if (strings.HasSuffix(id, ".c") || strings.HasSuffix(id, ".i")) && contains(id, pattern) {
			ids = append(ids, id)
		}
	}
	for _, e := range []verify.Engine{bmc.Engine(), bmc.KindEngine()} {
		if only := os.Getenv("TANDEM_ENGINE"); only != "" && only != e.Name {
			continue
		}
		count := map[string]int{}
		for _, id := range ids {
			task, expected, err := load(filepath.Join(dir, id))
			if err != nil {
				t.Logf("%s: %v", id, err)
				continue
			}
			out, took := decide(e, task, limit)
			verdict, _, _ := strings.Cut(out, ":")
			count[filepath.Dir(id)+" "+expected+" "+verdict]++
			fmt.Printf("%-4s %-55s %-5s %6.2fs %s\n", e.Name, id, expected, took.Seconds(), out)
			if verdict != "unknown" && verdict != "part" && verdict != expected {
				t.Errorf("%s (%s): %s", id, expected, out)
			}
		}
		var keys []string
		for k := range count {
			keys = append(keys, k)
		}
		sort.Strings(keys)
		for _, k := range keys {
			fmt.Printf("%-4s %-60s %d\n", e.Name, k, count[k])
		}
	}
}

func contains(id, pattern string) bool {
	for _, p := range strings.Split(pattern, "|") {
		if strings.Contains(id, p) {
			return true
		}
	}
	return false
}

func load(file string) (*verify.Task, string, error) {
	base := strings.TrimSuffix(file, filepath.Ext(file))
	def, err := os.ReadFile(base + ".yml")
	if err != nil {
		return nil, "", err
	}
	overflow, expected := "wrap", "false"
	if strings.Contains(string(def), "signed_overflow: undefined") {
		overflow = "undefined"
	}
	if strings.Contains(string(def), "expected_verdict: true") {
		expected = "true"
	}
	p, err := cfront.Load(cfront.Config{Model: ir.ILP32, Files: []string{file}, PropertyKind: "unreach-call", ErrorFunc: "reach_error"})
	if err != nil {
		return nil, "", err
	}
	opts := instrument.Default()
	opts.Overflow = overflow
	if err := instrument.Prepare(p, opts); err != nil {
		return nil, "", err
	}
	return &verify.Task{Name: file, Program: p}, expected, nil
}

// decide runs an engine and looks at what it gives: a test is run, a proof is
// checked as far as package check can.
func decide(e verify.Engine, task *verify.Task, limit time.Duration) (string, time.Duration) {
	start := time.Now()
	ctx, stop := context.WithTimeout(context.Background(), limit)
	defer stop()
	board := verify.NewBoard()
	task.Log = &obs.Log{}
	if os.Getenv("TANDEM_VERBOSE") != "" {
		task.Log.Watch = func(e obs.Event) { fmt.Printf("  %6.2fs %s\n", time.Since(start).Seconds(), e.Text) }
	}
	if os.Getenv("TANDEM_INTERVALS") != "" { // as in a strategy: invariants are there
		part, stop := context.WithTimeout(ctx, limit/10)
		intervals.Run(part, task, board)
		stop()
	}
	r := e.Run(ctx, task, board)
	took := time.Since(start)
	switch r := r.(type) {
	case *verify.Unsafe:
		m, err := exec.NewInterp(task.Program, exec.Config{})
		if err != nil {
			return "error: " + err.Error(), took
		}
		run, err := testgen.Run(context.Background(), task.Program, m, r.Test)
		if err != nil || testgen.Shows(task, run, r.Obligation) != "" {
			return fmt.Sprintf("error: the test does not show it: %v", testgen.Shows(task, run, r.Obligation)), took
		}
		return "false: " + r.Test.Note, took
	case *verify.Safe:
		ctx, stop := context.WithTimeout(context.Background(), limit)
		defer stop()
		out := check.Proof(ctx, task, r)
		if out.Verdict == check.Refuted {
			return "error: refuted: " + out.Reason, took
		}
		how := fmt.Sprintf("%T, %s", r.Proof, out.Verdict)
		if k, ok := r.Proof.(*verify.KInductive); ok {
			how += fmt.Sprintf(", k %d", k.K)
		}
		if len(r.Obligations) < len(task.Asked()) {
			return fmt.Sprintf("part: %d of %d, %s", len(r.Obligations), len(task.Asked()), how), took
		}
		return "true: " + how, took
	}
	return "unknown: " + r.(*verify.Unknown).Reason, took
}

// benchDir is ../shared/bench beside the repository.
func benchDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../../../shared/bench")
	if err != nil {
		t.Fatal(err)
	}
	if s := os.Getenv("TANDEM_BENCH_DIR"); s != "" {
		dir = s
	}
	if _, err := os.Stat(filepath.Join(dir, "tasks.tsv")); err != nil {
		t.Skip("no ../shared/bench here")
	}
	return dir
}

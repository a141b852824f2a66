package concolic_test

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
	"github.com/tandem-verifier/tandem/internal/engine/concolic"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestBench looks for the errors of the development benchmarks, and fails on one
// in a task whose verdict is true. TANDEM_BENCH chooses tasks by a part of their path
// (several with |), TANDEM_LIMIT the time of each, TANDEM_ORDER=dart the baseline.
func TestBench(t *testing.T) {
	needSolver(t)
	dir := benchDir(t)
	pattern, limit := os.Getenv("TANDEM_BENCH"), 10*time.Second
	all := pattern != ""
	if !all {
		if testing.Short() {
			t.Skip("short")
		}
		pattern, limit = "dart/DART", time.Second
	}
	if s := os.Getenv("TANDEM_LIMIT"); s != "" {
		limit, _ = time.ParseDuration(s)
	}
	f, err := os.Open(filepath.Join(dir, "tasks.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	count := map[string]int{}
	for sc := bufio.NewScanner(f); sc.Scan(); {
		id, _, _ := strings.Cut(sc.Text(), "\t")
		if !strings.HasSuffix(id, ".c") && !strings.HasSuffix(id, ".i") || !matches(id, pattern) {
			continue
		}
		task, expected, err := bench(filepath.Join(dir, id))
		if err != nil {
			t.Logf("%s: %v", id, err)
			continue
		}
		if expected == "true" && os.Getenv("TANDEM_FALSE") != "" {
			continue
		}
		out, took := search(task, limit)
		count[filepath.Dir(id)+" "+expected+" "+strings.SplitN(out, ":", 2)[0]]++
		if all {
			fmt.Printf("%-70s %-5s %6.2fs %s\n", id, expected, took.Seconds(), out)
		}
		if strings.HasPrefix(out, "false") && expected == "true" || strings.HasPrefix(out, "complete") && expected == "false" {
			t.Errorf("%s (%s): %s", id, expected, out)
		}
	}
	var keys []string
	for k := range count {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		fmt.Printf("%-60s %d\n", k, count[k])
	}
}

func matches(id, pattern string) bool {
	for _, p := range strings.Split(pattern, "|") {
		if strings.Contains(id, p) {
			return true
		}
	}
	return false
}

func bench(file string) (*verify.Task, string, error) {
	def, err := os.ReadFile(strings.TrimSuffix(file, filepath.Ext(file)) + ".yml")
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

func search(task *verify.Task, limit time.Duration) (string, time.Duration) {
	start := time.Now()
	ctx, stop := context.WithTimeout(context.Background(), limit)
	defer stop()
	task.Log = &obs.Log{}
	cfg := concolic.Default()
	if os.Getenv("TANDEM_ORDER") == "dart" {
		cfg.Order = concolic.DepthFirst
	}
	r := concolic.New(cfg).Run(ctx, task, verify.NewBoard())
	took := time.Since(start)
	note := ""
	for _, st := range task.Log.Stats() {
		if strings.HasPrefix(st.Name, "concolic.") || strings.HasPrefix(st.Name, "smt.cached") {
			note += fmt.Sprintf(" %s=%d", strings.TrimPrefix(st.Name, "concolic."), st.Count)
		}
	}
	switch r := r.(type) {
	case *verify.Safe:
		return "complete:" + note, took
	case *verify.Unsafe:
		m, err := exec.NewInterp(task.Program, exec.Config{})
		if err != nil {
			return "bad: " + err.Error(), took
		}
		run, err := testgen.Run(context.Background(), task.Program, m, r.Test)
		if err != nil || testgen.Shows(task, run, r.Obligation) != "" {
			return "bad: not replayed", took
		}
		return "false:" + note, took
	case *verify.Unknown:
		return "unknown: " + r.Reason + note, took
	}
	return "", took
}

// benchDir is ../shared/bench beside the repository.
func benchDir(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the working directory")
		}
		dir = filepath.Dir(dir)
	}
	bench := filepath.Join(dir, "..", "shared", "bench")
	if _, err := os.Stat(filepath.Join(bench, "tasks.tsv")); err != nil {
		t.Skip("no ../shared/bench here")
	}
	return bench
}

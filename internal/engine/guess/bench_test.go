package guess_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/guess"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestBench proves what it can of the development benchmarks, and fails on a
// proof of a task whose verdict is false, or one that the check refutes.
// TANDEM_BENCH chooses tasks by parts of their path (a|b); without it a small slice runs.
// TANDEM_NOCHECK leaves out the check.
func TestBench(t *testing.T) {
	dir := benchDir(t)
	pattern, limit := os.Getenv("TANDEM_BENCH"), 10*time.Second
	if pattern == "" {
		if testing.Short() {
			t.Skip("short")
		}
		pattern, limit = "code2inv/10", 3*time.Second
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
		task, expected, err := load(filepath.Join(dir, id))
		folder := filepath.Dir(id)
		if err != nil {
			t.Logf("%s: %v", id, err)
			continue
		}
		out, took := prove(task, limit)
		count[folder+" "+expected+" "+strings.SplitN(out, ":", 2)[0]]++
		fmt.Printf("%-60s %-5s %6.2fs %s\n", id, expected, took.Seconds(), out)
		if strings.HasPrefix(out, "true") && expected != "true" || out == "false" && expected != "false" || strings.HasPrefix(out, "refuted") {
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
	if n, err := strconv.Atoi(os.Getenv("TANDEM_INLINE")); err == nil {
		opts.Limits = instrument.Limits{Program: n, Func: n}
	}
	if err := instrument.Prepare(p, opts); err != nil {
		return nil, "", err
	}
	return &verify.Task{Name: file, Program: p}, expected, nil
}

func prove(task *verify.Task, limit time.Duration) (string, time.Duration) {
	start := time.Now()
	ctx, stop := context.WithTimeout(context.Background(), limit)
	defer stop()
	task.Log = &obs.Log{}
	if os.Getenv("TANDEM_VERBOSE") != "" {
		task.Log.Watch = func(e obs.Event) { fmt.Printf("  %6.2fs %s\n", time.Since(start).Seconds(), e.Text) }
	}
	r := guess.Run(ctx, task, verify.NewBoard())
	took := time.Since(start)
	switch r := r.(type) {
	case *verify.Unsafe:
		return "false", took
	case *verify.Unknown:
		return "unknown: " + r.Reason, took
	}
	s := r.(*verify.Safe)
	if os.Getenv("TANDEM_NOCHECK") != "" {
		if len(s.Obligations) < len(task.Asked()) {
			return "part:", took
		}
		return "true: (not checked)", took
	}
	start = time.Now()
	ctx2, stop2 := context.WithTimeout(context.Background(), limit)
	defer stop2()
	out := check.Proof(ctx2, task, s)
	note := fmt.Sprintf(" (check %.2fs)", time.Since(start).Seconds())
	if out.Verdict != check.Confirmed {
		return fmt.Sprintf("%s: %s%s", out.Verdict, out.Reason, note), took
	}
	if len(s.Obligations) < len(task.Asked()) {
		return fmt.Sprintf("part: %d of %d%s", len(s.Obligations), len(task.Asked()), note), took
	}
	return "true:" + note, took
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

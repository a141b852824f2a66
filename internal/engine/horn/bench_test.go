package horn

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
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestBench proves what it can of the development benchmarks, and fails on a
// proof of a task whose verdict is false or that the check refutes.
// TANDEM_BENCH chooses tasks by parts of their paths (| between them), TANDEM_LIMIT the time a
// task, TANDEM_VARIANT the only variant, TANDEM_DUMP a folder for the clauses.
func TestBench(t *testing.T) {
	pattern, limit := os.Getenv("TANDEM_BENCH"), 10*time.Second
	if pattern == "" {
		t.Skip("TANDEM_BENCH is not set")
	}
	dir := benchDir(t)
	if s := os.Getenv("TANDEM_LIMIT"); s != "" {
		limit, _ = time.ParseDuration(s)
	}
	if s := os.Getenv("TANDEM_VARIANT"); s != "" {
		only := variants[:0:0]
		for _, v := range variants {
			if v.name == s {
				v.share = 100
				only = append(only, v)
			}
		}
		variants = only
	}
	f, err := os.Open(filepath.Join(dir, "tasks.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	count := map[string]int{}
	for sc := bufio.NewScanner(f); sc.Scan(); {
		id, _, _ := strings.Cut(sc.Text(), "\t")
		if !strings.HasSuffix(id, ".c") && !strings.HasSuffix(id, ".i") || !contains(id, pattern) {
			continue
		}
		task, expected, err := load(filepath.Join(dir, id))
		if err != nil {
			t.Logf("%s: %v", id, err)
			continue
		}
		out, took := prove(task, limit)
		count[filepath.Dir(id)+" "+expected+" "+strings.SplitN(out, ":", 2)[0]]++
		fmt.Printf("%-55s %-5s %6.2fs %s\n", id, expected, took.Seconds(), out)
		if strings.HasPrefix(out, "true") && expected != "true" || strings.HasPrefix(out, "refuted") {
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

func prove(task *verify.Task, limit time.Duration) (string, time.Duration) {
	start := time.Now()
	ctx, stop := context.WithTimeout(context.Background(), limit)
	defer stop()
	task.Log = &obs.Log{}
	if os.Getenv("TANDEM_VERBOSE") != "" {
		task.Log.Watch = func(e obs.Event) { fmt.Printf("  %6.2fs %s\n", time.Since(start).Seconds(), e.Text) }
	}
	if dir := os.Getenv("TANDEM_DUMP"); dir != "" {
		dump(task, dir)
	}
	r := Run(ctx, task, verify.NewBoard())
	took := time.Since(start)
	s, ok := r.(*verify.Safe)
	if !ok {
		return "unknown: " + r.(*verify.Unknown).Reason, took
	}
	start = time.Now()
	ctx2, stop2 := context.WithTimeout(context.Background(), limit)
	defer stop2()
	out := check.Proof(ctx2, task, s)
	note := fmt.Sprintf(" (check %.2fs)", time.Since(start).Seconds())
	if out.Verdict != check.Confirmed {
		return fmt.Sprintf("%s: %s%s", out.Verdict, out.Reason, note), took
	}
	return "true:" + note, took
}

func dump(task *verify.Task, dir string) {
	for _, v := range variants {
		e := vc.New(term.New(), task.Program, vc.Options{Enc: vc.Ints, Plain: v.arith != exact})
		s, err := build(context.Background(), e, task.Asked(), v)
		if err != nil {
			continue
		}
		var b strings.Builder
		b.WriteString("(set-logic HORN)\n")
		fs := s.formulas()
		for _, d := range term.Decls(fs...) {
			fmt.Fprintf(&b, "%v\n", d)
		}
		for _, f := range fs {
			fmt.Fprintf(&b, "(assert %s)\n", term.Print(f))
		}
		b.WriteString("(check-sat)\n")
		os.WriteFile(filepath.Join(dir, filepath.Base(filepath.Dir(task.Name))+"-"+filepath.Base(task.Name)+"."+v.name+".smt2"), []byte(b.String()), 0o644)
	}
}

// benchDir is ../shared/bench beside the repository.
func benchDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../../../shared/bench")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "tasks.tsv")); err != nil {
		t.Skip("no ../shared/bench here")
	}
	return dir
}

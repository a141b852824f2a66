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
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestBench proves what it can of the development benchmarks, and fails on a
// proof of a task whose verdict is false or whose invariants are not inductive.
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
		if strings.HasPrefix(out, "true") && expected != "true" || strings.HasPrefix(out, "wrong") {
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
	if len(task.Program.Funcs) > 1 {
		if os.Getenv("TANDEM_VERBOSE") != "" {
			for _, i := range s.Proof.(*verify.Inductive).Invariants {
				fmt.Printf("  %s L%d: %s\n", i.Loc.Func.Name, i.Loc.ID, ir.ExprString(i.Expr))
			}
		}
		return "true: (calls, not checked here)", took
	}
	if why := inductive(task, s.Proof.(*verify.Inductive)); why != "" {
		return why, took
	}
	return fmt.Sprintf("true: (check %.2fs)", time.Since(start).Seconds()), took
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

// inductive re-checks invariants at cut points with a solver; "" if they are
// inductive and exclude the errors. Only for programs of one function.
func inductive(task *verify.Task, ev *verify.Inductive) string {
	e := vc.New(term.New(), task.Program, vc.Options{Enc: vc.Ints})
	solver, err := smt.Open(e.C, smt.Config{})
	if err != nil {
		return "no solver"
	}
	defer solver.Close()
	ctx := context.Background()
	refuted := func(ts ...*term.Term) string {
		solver.Push()
		defer solver.Pop()
		solver.Assert(e.WithAxioms(ts...)...)
		switch a := solver.Check(ctx, smt.Budget{Time: 10 * time.Second}); a.Result {
		case smt.Sat:
			return "wrong"
		case smt.Unknown:
			return "undecided"
		}
		return ""
	}
	inv := func(s *vc.State, l *ir.Loc) *term.Term {
		r := e.C.True()
		for _, i := range ev.Invariants {
			if i.Loc == l {
				r = e.C.And(r, e.Cond(s, i.Expr))
			}
		}
		return r
	}
	from := func(p vc.Point, s *vc.State) (string, []vc.Point) {
		b, err := e.Advance(ctx, vc.Frontier{p: s})
		if err != nil {
			return err.Error(), nil
		}
		for q, n := range b.Next {
			if r := refuted(e.Guard(n), e.C.Not(inv(n, q.Loc))); r != "" {
				return fmt.Sprintf("%s: invariant of L%d not implied", r, q.Loc.ID), nil
			}
		}
		for _, bad := range b.Bad {
			if r := refuted(e.Guard(bad.State)); r != "" {
				return r + ": error not excluded", nil
			}
		}
		return "", b.Next.Points()
	}
	var todo []vc.Point
	seen := map[vc.Point]bool{}
	why := ""
	if p := e.Start(); !e.IsCut(p.Loc) {
		why, todo = from(p, e.Initial())
	} else if why = refuted(e.C.Not(inv(e.Initial(), p.Loc))); why == "" {
		todo = []vc.Point{p}
	}
	for len(todo) > 0 && why == "" {
		p := todo[0]
		todo = todo[1:]
		if seen[p] {
			continue
		}
		seen[p] = true
		s := e.Arbitrary(p)
		if s = e.Assume(s, inv(s, p.Loc)); s == nil {
			continue
		}
		var next []vc.Point
		why, next = from(p, s)
		todo = append(todo, next...)
	}
	return why
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

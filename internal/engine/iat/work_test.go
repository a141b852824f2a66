package iat_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/iat"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestWork checks that, with --deterministic, work ends a run: the result and the tree are the same on one processor
// and on two. More work leads to more tests.
func TestWork(t *testing.T) {
	squares := enginetest.C{File: "squares.c", Text: `
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
	unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint(), i, s = 0;
	for (i = 0; i < n; i++)
		s += m * m;
	if (n < 1000000 && m * m % 8 == 5)
		reach_error();
	return 0;
}
`}.Task(t)
	for _, c := range []struct {
		task    *verify.Task
		options string
		work    uint64
		note    string // reason of the result unknown; "" if the program is decided
	}{
		{squares, "values=off", 1 << 19, "out of work"},
		{squares, "bet=off", 1 << 17, "out of work"},
		{load(t, "backward", false), "values=off,domain=interval", 1 << 22, ""},
		{load(t, "box", true), "values=off,samples=off,domain=interval", 1 << 22, ""},
	} {
		var want, counts string
		for _, procs := range []int{1, 2} {
			before := runtime.GOMAXPROCS(procs)
			text, tree, count, note := worked(t, c.task, c.options, c.work)
			runtime.GOMAXPROCS(before)
			if note != c.note {
				t.Errorf("%s, %s: %q, want %q", c.task.Name, c.options, note, c.note)
			}
			if want == "" {
				want, counts = text+tree, count
			} else if want != text+tree || counts != count {
				t.Errorf("%s, %s, %d processors:\n%s%s%s\nnot\n%s%s", c.task.Name, c.options, procs, text, tree, count, want,
					counts)
			}
		}
	}
	_, _, less, _ := worked(t, squares, "values=off", 1<<18)
	if _, _, more, _ := worked(t, squares, "values=off", 1<<20); less == more {
		t.Errorf("four times the work does not do more: %s", less)
	}
}

// worked runs the engine with a budget of work. It returns the result as text, the tree, the event with the counts, and
// the reason of the result unknown.
func worked(t *testing.T, task *verify.Task, options string, work uint64) (text, tree, counts, note string) {
	t.Helper()
	cfg, err := iat.Parse(options)
	if err != nil {
		t.Fatal(err)
	}
	copied := *task
	copied.Options.Determ, copied.Options.Seed = true, 1
	copied.Budget.Work = work
	copied.Log = &obs.Log{DumpDir: t.TempDir(), Watch: func(e obs.Event) { counts = e.Text }}
	r := enginetest.Run(t.Context(), iat.New(cfg), &copied, verify.NewBoard())
	if u, ok := r.(*verify.Unknown); ok {
		note = u.Reason
	}
	files, _ := filepath.Glob(filepath.Join(copied.Log.DumpDir, "*-iat.txt"))
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		tree += string(b)
	}
	return said(r), tree, counts, note
}

// said returns a result as text.
func said(r verify.Result) string {
	switch r := r.(type) {
	case *verify.Safe:
		return evidence(r.Proof)
	case *verify.Unsafe:
		return fmt.Sprint(r.Obligation.ID, r.Test.Records)
	}
	return ""
}

// evidence returns the conditions and invariants of a proof as text.
func evidence(e verify.Evidence) (text string) {
	switch e := e.(type) {
	case *verify.Cover:
		for _, l := range e.Leaves {
			text += ir.ExprString(l.Scope.Region.Cond) + ": " + evidence(l.Proof)
		}
	case *verify.Inductive:
		for _, i := range e.Invariants {
			text += fmt.Sprintf("%s L%d: %s\n", i.Loc.Func.Name, i.Loc.ID, ir.ExprString(i.Expr))
		}
	default:
		text = fmt.Sprintf("%+v\n", e)
	}
	return text
}

// TestTooDear checks that, if the runs of a box take longer than estimated, by the clock or in work, abstract tests
// decide the box.
func TestTooDear(t *testing.T) {
	task := enginetest.C{File: "dear.c", Text: `
extern void reach_error(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
int main(void) {
	unsigned short n = __VERIFIER_nondet_ushort();
	unsigned int i, s = 0;
	int x = n > 1000 ? 1 : -1;
	for (i = 0; i < n * 1000u; i++)
		s ^= i;
	if (n > 1000 && x != 1)
		reach_error();
	return 0;
}
`}.Task(t)
	cfg, err := iat.Parse("samples=off,values=off,domain=interval,threshold=2000000")
	if err != nil {
		t.Fatal(err)
	}
	cfg.Slice = 5 * time.Millisecond
	for _, determ := range []bool{false, true} {
		copied := *task
		copied.Log = &obs.Log{DumpDir: t.TempDir()}
		copied.Options.Determ = determ
		if determ {
			copied.Budget.Work = 1 << 22
		}
		ctx, stop := context.WithTimeout(t.Context(), 30*time.Second)
		r := enginetest.Run(ctx, iat.New(cfg), &copied, verify.NewBoard())
		stop()
		s, ok := r.(*verify.Safe)
		if !ok {
			t.Errorf("%v: %+v", determ, r)
			continue
		}
		boxes := int64(0)
		for _, s := range copied.Log.Stats() {
			if s.Name == "iat.bet" {
				boxes = s.Count
			}
		}
		if boxes == 0 {
			t.Errorf("%v: no box was run", determ)
		}
		if out := check.Proof(t.Context(), task, s); out.Verdict != check.Confirmed {
			t.Errorf("%v: %+v", determ, out)
		}
	}
}

// TestBurst checks that, with --deterministic, work ends the samples; reads of inputs count as work.
func TestBurst(t *testing.T) {
	task := enginetest.C{File: "reads.c", Text: `
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
	unsigned i, s = 0;
	for (i = 0; i < 300000; i++)
		s |= __VERIFIER_nondet_uint() & 1;
	if (s > 1)
		reach_error();
	return 0;
}
`}.Task(t)
	copied := *task
	copied.Log = &obs.Log{}
	copied.Options.Determ = true
	cfg, err := iat.Parse("partition=off,values=off,domain=interval")
	if err != nil {
		t.Fatal(err)
	}
	enginetest.Run(t.Context(), iat.New(cfg), &copied, verify.NewBoard())
	for _, s := range copied.Log.Stats() {
		if s.Name == "iat.runs" && (s.Count < 2 || s.Count > 20) {
			t.Errorf("%d runs", s.Count)
		}
	}
}

// TestGoesOn checks that short turns reach the result of one long turn, with little more work.
func TestGoesOn(t *testing.T) {
	for _, c := range []struct {
		file   string
		unsafe bool
		want   string
	}{{"partition.c", false, "*verify.Safe"}, {"partition.c", true, "*verify.Unsafe"}} {
		kind := func(turn uint64) (string, uint64) {
			task := enginetest.C{File: "testdata/" + c.file, Unsafe: c.unsafe}.Task(t)
			task.Options.Determ = true
			board := verify.NewBoard()
			w := iat.New(iat.Default()).Open(task, board)
			defer w.Close()
			var r verify.Result
			for spent := turn; ; spent += turn {
				r = w.Work(t.Context(), verify.Budget{Work: turn})
				switch s := r.(type) {
				case *verify.Safe:
					if out := check.Proof(t.Context(), task, s); out.Verdict != check.Confirmed {
						t.Errorf("%s: %s", c.file, out.Reason)
					}
					for _, o := range s.Obligations {
						board.Settle(o)
					}
				case *verify.Unsafe:
					board.Settle(s.Obligation)
				}
				if spent > 1<<26 || len(board.Left(task)) == 0 || w.(verify.Finisher).Finished() {
					return fmt.Sprintf("%T", r), spent
				}
			}
		}
		long, _ := kind(1 << 26)
		short, spent := kind(1 << 13)
		if long != c.want || short != c.want {
			t.Errorf("%s: %s, in short turns %s after %d", c.file, long, short, spent)
		}
		t.Logf("%s: %d", c.file, spent)
	}
}

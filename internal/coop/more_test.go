package coop

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

const several = `program ILP32
site param "p@a.c:1:1" type u8
obligation "valid-deref" text "a" in "main" @5:5
obligation "valid-deref" text "b" in "main" @6:5
obligation "valid-deref" text "c" in "main" @7:5
entry main
func main() void {
  reg x u8
  locs 10 error 2 3 4
  L0 -> L5: x = input #0
  L5 -> L2: assume x == 7:u8
  L5 -> L6: assume x != 7:u8
  L6 -> L3: assume x == 8:u8
  L6 -> L8: assume x != 8:u8
  L8 -> L4: assume 100:u8 < x && x < 50:u8
  L8 -> L9: assume x <= 100:u8 || 50:u8 <= x
  L9 -> L1: return
}
`

// TestMore tests when the search continues after a violation: if checks are asked for, without a property file. The
// same engine and others continue then, until all obligations are decided or the time after a violation is over.
func TestMore(t *testing.T) {
	box := &verify.Enumerated{Box: []verify.Range{{Site: 0, Type: ir.U8, Lo: 0, Hi: 255}}, Runs: 256}
	p := irtest.Program(t, several)
	both := fake("both", func(*verify.Task) verify.Result { panic("opened below") })
	both.Open = func(*verify.Task, *verify.Board) verify.Worker { return &finder{p: p} }
	prover := fake("prover", func(*verify.Task) verify.Result {
		return &verify.Safe{Obligations: p.Obligations[2:], Proof: box}
	})
	for _, c := range []struct {
		name    string
		task    verify.Task
		engines []verify.Engine
		want    string
	}{
		{"checks", verify.Task{Options: verify.Options{Checks: []string{ir.ValidDeref}}}, []verify.Engine{both, prover},
			"violated, violated, proved"},
		{"no checks", verify.Task{}, []verify.Engine{both, prover}, "violated, unknown, unknown"},
		{"a property file", verify.Task{Options: verify.Options{Checks: []string{ir.ValidDeref}},
			Property: verify.Property{Kind: ir.ValidDeref}}, []verify.Engine{both, prover}, "violated, unknown, unknown"},
		{"deterministic", verify.Task{Options: verify.Options{Checks: []string{ir.ValidDeref}, Determ: true}},
			[]verify.Engine{both, prover}, "violated, unknown, unknown"},
	} {
		c.task.Program = p
		begin := time.Now()
		o := run(t, &c.task, c.engines...)
		if got := statuses(o); got != c.want || o.Verdict != verify.False {
			t.Errorf("%s: %s: %s", c.name, o.Verdict, got)
		}
		if d := time.Since(begin); d > 15*time.Second {
			t.Errorf("%s: took %v", c.name, d)
		}
	}
}

// TestFirst tests that a run with First ends at the first violation, and that a run with Rest uses all of its time.
func TestFirst(t *testing.T) {
	p := irtest.Program(t, several)
	box := &verify.Enumerated{Box: []verify.Range{{Site: 0, Type: ir.U8, Lo: 0, Hi: 255}}, Runs: 256}
	for _, c := range []struct {
		name string
		set  func(*Runner)
		want string
	}{
		{"first", (*Runner).First, "violated, unknown, unknown"},
		{"as long again", func(*Runner) {}, "violated, violated, unknown"},
		{"all of the time", (*Runner).Rest, "violated, violated, proved"},
	} {
		both := fake("both", func(*verify.Task) verify.Result { panic("opened below") })
		both.Open = func(*verify.Task, *verify.Board) verify.Worker { return &finder{p: p} }
		prover := fake("prover", func(*verify.Task) verify.Result { panic("opened below") })
		prover.Open = func(*verify.Task, *verify.Board) verify.Worker {
			return &slow{result: &verify.Safe{Obligations: p.Obligations[2:], Proof: box}}
		}
		task := &verify.Task{Program: p, Options: verify.Options{Checks: []string{ir.ValidDeref}}}
		s, err := Parse("seq(both, prover)", []verify.Engine{both, prover})
		if err != nil {
			t.Fatal(err)
		}
		r := NewRunner(task, s, []verify.Engine{both, prover})
		c.set(r)
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		o := r.Run(ctx)
		cancel()
		r.Wait()
		if got := statuses(o); got != c.want || o.Verdict != verify.False {
			t.Errorf("%s: %s: %s", c.name, o.Verdict, got)
		}
		said := slices.ContainsFunc(o.Assuming,
			func(a verify.Assumption) bool { return strings.Contains(a.Text, "as if the violated ones held") })
		if said != (c.name == "all of the time") {
			t.Errorf("%s: assuming %v", c.name, o.Assuming)
		}
	}
}

// slow returns its result after more time than the search has after a violation by default.
type slow struct{ result verify.Result }

func (s *slow) Work(ctx context.Context, _ verify.Budget) verify.Result {
	select {
	case <-time.After(2 * leastMore):
		return s.result
	case <-ctx.Done():
		return &verify.Unknown{Reason: "time"}
	}
}

func (s *slow) Close() {}

// finder finds one violation in each turn.
type finder struct {
	p *ir.Program
	n int
}

func (f *finder) Work(ctx context.Context, _ verify.Budget) verify.Result {
	if f.n++; f.n > 2 {
		return &verify.Unknown{Reason: "nothing more"}
	}
	return &verify.Unsafe{Obligation: f.p.Obligations[f.n-1], Test: test(uint64(6 + f.n))}
}

func (f *finder) Close() {}

package coop

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

const twoBranches = `program ILP32
site nondet "n@a.c:1:1" type i8
obligation "assertion" text "x" in "main"
entry main
func main() void {
  reg x i8
  reg y i8
  locs 7 error 2
  L0 -> L3: x = input #0
  L3 -> L4: assume x < 10:i8 [T]
  L3 -> L5: assume 10:i8 <= x [F]
  L4 -> L6: y = 1:i8
  L5 -> L6: y = 2:i8
  L6 -> L1: return
}
`

// TestSplit tests that an obligation is proved when it is proved in all parts, and not before, and that a violation in
// a part is a violation of the task.
func TestSplit(t *testing.T) {
	fails := func(cond string) *ir.Program {
		text := strings.Replace(twoBranches, "  L6 -> L1: return", "  L6 -> L7: assume !("+cond+")\n  L6 -> L2: assume "+cond+
			"\n  L7 -> L1: return", 1)
		return irtest.Program(t, strings.Replace(text, "locs 7", "locs 8", 1))
	}
	for _, c := range []struct{ cond, job, want string }{
		{"y == 3:i8", "split(inputs 3, prove)", "proved"},
		{"y == 3:i8", "split(paths 2, prove)", "proved"},
		{"y == 3:i8", "split(paths 4, split(inputs 2, prove))", "proved"},
		{"x == 100:i8", "split(inputs 2, prove)", "unknown"}, // one part is proved
		{"x == 100:i8", "split(paths 2, prove)", "unknown"},
		{"x == 100:i8", "seq(split(inputs 4, prove), split(paths 2, prove))", "unknown"},
		{"x == 100:i8", "split(inputs 4, test)", "violated"},
		{"x == 100:i8", "split(paths 2, seq(prove 50%, test))", "violated"},
		{"x == 100:i8 && y == 1:i8", "split(paths 2, test)", "unknown"},
	} {
		p := fails(c.cond)
		engines := []verify.Engine{
			{Name: "prove", Doc: "fake",
				Open: verify.Once(func(_ context.Context, t *verify.Task, _ *verify.Board) verify.Result {
					return &verify.Safe{Proof: &verify.Unwinding{}}
				})},
			{Name: "test", Doc: "fake", Gives: []verify.FactKind{verify.KindTest},
				Open: verify.Once(func(_ context.Context, t *verify.Task, _ *verify.Board) verify.Result {
					return &verify.Unsafe{Obligation: t.Program.Obligations[0],
						Test: &verify.Test{Records: []ir.Record{{Key: ir.Key{}, Type: ir.I8, Bits: 100}}}}
				})},
		}
		s, err := Parse(c.job, engines)
		if err != nil {
			t.Fatal(err)
		}
		for _, determ := range []bool{false, true} {
			if determ && c.want == "unknown" {
				continue
			}
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			task := &verify.Task{Program: p, Options: verify.Options{Determ: determ}}
			r := NewRunner(task, s, engines)
			out := r.Run(ctx)
			r.Wait()
			cancel()
			if statuses(out) != c.want {
				t.Errorf("%s, %s: %s, want %s; %+v", c.cond, c.job, statuses(out), c.want, out.Steps)
			}
			if c.want != "proved" {
				continue
			}
			if out := check.Proof(t.Context(), r.task,
				&verify.Safe{Proof: out.Findings[0].Proof}); out.Verdict != check.Confirmed {
				t.Errorf("%s, %s: the proof of all parts: %+v", c.cond, c.job, out)
			}
		}
	}
}

// TestCuts tests that the parts cover the task, and have the given number.
func TestCuts(t *testing.T) {
	p := irtest.Program(t, twoBranches)
	u := irtest.Program(t, strings.ReplaceAll(twoBranches, "i8", "u8"))
	for _, q := range []*ir.Program{p, u} {
		for _, by := range []string{"inputs", "paths"} {
			for _, n := range []int{2, 3, 7} {
				scopes := Cut{by, n}.scopes(q)
				if out := check.Cover(t.Context(), &verify.Task{Program: q}, q.Obligations, scopes); len(scopes) != n ||
					out.Verdict != check.Confirmed {
					t.Errorf("%s %d: %d parts, %+v", by, n, len(scopes), out)
				}
				rest := slices.Delete(slices.Clone(scopes), n/2, n/2+1)
				if out := check.Cover(t.Context(), &verify.Task{Program: q}, q.Obligations, rest); out.Verdict != check.Refuted {
					t.Errorf("%s %d without a part: %+v", by, n, out)
				}
			}
		}
	}
	if got := fmt.Sprint((Cut{"inputs", 2}).scopes(irtest.Program(t,
		"program ILP32\nentry main\nfunc main() void {\n  locs 2\n  L0 -> L1: return\n}\n"))); got != "[]" {
		t.Errorf("a program without inputs: %s", got)
	}
}

// few is a program whose input n has the values from -1 to 3 where it decides about a loop.
const few = `program ILP32
site nondet "n@a.c:1:1" type i8
site nondet "m@a.c:1:2" type u16
obligation "assertion" text "x" in "main"
entry main
func main() void {
  reg n i8
  reg m u16
  reg i i8
  locs 11 error 2
  L0 -> L3: n = input #0
  L3 -> L4: m = input #1
  L4 -> L10: assume 3:i8 < n
  L4 -> L5: assume n <= 3:i8
  L5 -> L10: assume n < -1:i8
  L5 -> L6: assume -1:i8 <= n
  L6 -> L10: assume 1:u16 < m
  L6 -> L7: assume m <= 1:u16
  L7 -> L8: i = i8(m)
  L8 -> L9: assume i < n
  L8 -> L2: assume n < i
  L8 -> L10: assume i == n
  L9 -> L8: i = i + 1:i8
  L10 -> L1: return
}
`

// TestCases tests that the parts by values cover the task, whatever the ranges are that were guessed, and that they do
// not without one of them.
func TestCases(t *testing.T) {
	p := irtest.Program(t, few)
	got := flow.FewValued(p, 10)
	if len(got) != 2 || got[0].Lo != -1 || got[0].Hi != 3 || got[1].Lo != 0 || got[1].Hi != 1 {
		t.Fatalf("inputs with few values: %+v", got)
	}
	for _, c := range []struct{ lo, hi int64 }{{-1, 3}, {0, 2}, {-128, -127}, {126, 127}, {5, 6}} {
		for _, together := range []bool{false, true} {
			guess := slices.Clone(got)
			guess[0].Lo, guess[0].Hi = c.lo, c.hi
			scopes := byCases(guess, 10, together)
			cover := func(s []verify.Scope) check.Outcome {
				return check.Cover(t.Context(), &verify.Task{Program: p}, p.Obligations, s)
			}
			if out := cover(scopes); out.Verdict != check.Confirmed {
				t.Errorf("%+v: %+v", c, out)
			}
			for i := range scopes {
				if out := cover(slices.Delete(slices.Clone(scopes), i, i+1)); out.Verdict != check.Refuted {
					t.Errorf("%+v without part %d of %d: %+v", c, i, len(scopes), out)
				}
			}
		}
	}
	if s := (Cut{byValue, 24}).scopes(irtest.Program(t, twoBranches)); s != nil {
		t.Errorf("a program without such an input: %v", s)
	}
}

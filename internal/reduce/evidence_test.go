package reduce_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/cpa/value"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/intervals"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/reduce"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/restrict/restricttest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestLiftResidual proves residuals by intervals, and checks the proofs on the parts that restrict makes, and on the
// whole: there they prove nothing that a run violates.
func TestLiftResidual(t *testing.T) {
	verdicts := map[string]int{}
	ctx := context.Background()
	for k := range uint64(number(6)) {
		seed := *first + k
		p := restricttest.Program(seed + 300)
		r := rand.New(rand.NewPCG(seed, 8))
		m := value.Domain().Meaning(absint.Prepare(p), absint.Config{})
		run := cpa.NewRun(p, cpa.Product(cpa.Errors(func(*ir.Obligation) bool { return true }), value.New(p, m, value.All)),
			cpa.Orders()[0], nil)
		run.Explore(ctx, uint64(1+r.IntN(200)))
		for _, c := range []*restrict.Condition{restricttest.Drawn(t, p,
			seed)[slices.Index(restricttest.Kinds, "condition")].Condition, left(run).Minimise()} {
			if len(c.States) == 0 {
				continue
			}
			whole := &verify.Task{Program: p, Parts: &verify.PartSet{}}
			part, err := whole.Part(verify.Scope{Condition: c})
			if err != nil {
				t.Fatal(err)
			}
			all, err := whole.Part(
				verify.Scope{Condition: &restrict.Condition{States: []restrict.ConditionState{{Stays: true}}}})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range forms[1:3] {
				res, err := f.of(p, c)
				if err != nil {
					t.Fatal(err)
				}
				if reduce.SizeOf(res.Program).Edges == 0 {
					continue
				}
				task := &verify.Task{Program: res.Program, Parts: &verify.PartSet{}, Budget: verify.Budget{Work: 20000}}
				safe, is := enginetest.Run(ctx, intervals.Engine(), task, verify.NewBoard()).(*verify.Safe)
				if !is {
					continue
				}
				proof := res.Lift(part.Program, safe.Proof)
				if proof == nil {
					verdicts[f.name+" not lifted"]++
					continue
				}
				of := func(t *verify.Task) *verify.Safe {
					s := &verify.Safe{Proof: res.Lift(t.Program, safe.Proof), Obligations: []*ir.Obligation{}}
					claimed := safe.Obligations
					if claimed == nil {
						claimed = task.Asked()
					}
					for _, o := range claimed {
						s.Obligations = append(s.Obligations, t.Program.Obligations[o.ID])
					}
					return s
				}
				soon, cancel := context.WithTimeout(ctx, time.Second)
				verdicts[fmt.Sprint(f.name, " ", check.Proof(soon, part, of(part)).Verdict)]++
				cancel()
				violated := map[int]bool{}
				runner := restricttest.NewRunner(t, p)
				for k := range uint64(40) {
					if o := runner.Run(t, restricttest.Inputs(p, exec.Constants(p), k)).Outcome.Obligation; o != nil {
						violated[o.ID] = true
					}
				}
				claim := of(all)
				if claim.Proof == nil ||
					!slices.ContainsFunc(claim.Obligations, func(o *ir.Obligation) bool { return violated[o.ID] }) {
					continue
				}
				soon, cancel = context.WithTimeout(ctx, time.Second)
				if out := check.Proof(soon, all, claim); out.Verdict == check.Confirmed {
					t.Errorf("program %d: %s proves what a run violates", seed, f.name)
				}
				verdicts["held against the whole"]++
				cancel()
			}
		}
	}
	t.Log(verdicts)
}

// small programs, with conditions that unroll a loop or leave out a branch.
var small = []struct {
	condition string
	folded    bool // it is enough
	program   string
}{
	{"state 0 stays; main: L2 L4 goto 1; main: L2 L3 goto 2; state 1 verified; state 2 stays", true, `program ILP32
site nondet "x@a.c:1:3" name "n" type i32 in main
obligation "assertion" text "0 <= r" in "main"
entry main
func main() void {
  reg x i32
  reg r i32
  locs 7 error 7
  L0 -> L2: x = input #0
  L2 -> L3: assume 0:i32 < x [T]
  L2 -> L4: assume x <= 0:i32 [F]
  L3 -> L5: r = x
  L4 -> L5: r = x % 2:i32
  L5 -> L6: assume 0:i32 <= r [T]
  L5 -> L7: assume r < 0:i32 [F]
  L6 -> L1: return
}`},
	{"state 0 stays; main: L4 L5 goto 1; main: L4 L6 goto 2; state 1 stays; main: L4 L6 goto 3; state 2 stays; main: " +
		"L4 L5 goto 3; state 3 verified", false, `program ILP32
site nondet "x@a.c:1:3" name "n" type u8 in main
obligation "assertion" text "i == 10" in "main"
entry main
func main() void {
  reg x u8
  reg i u8
  locs 9 error 9
  L0 -> L3: i = 0:u8
  L3 -> L2: assume i < 10:u8 [T]
  L3 -> L7: assume 10:u8 <= i [F]
  L2 -> L4: x = input #0
  L4 -> L5: assume x == 3:u8 [T]
  L4 -> L6: assume x != 3:u8 [F]
  L5 -> L3: i = i + 1:u8
  L6 -> L3: i = i + 2:u8
  L7 -> L8: assume i == 10:u8 [T]
  L7 -> L9: assume i != 10:u8 [F]
  L8 -> L1: return
}`},
	{"state 0 stays; f: L2 L3 goto 1; state 1 verified", true, `program ILP32
obligation "assertion" text "g == 1" in "main"
site nondet "x@a.c:1:3" name "n" type u8 in f
global g u8
entry main
func main() void {
  locs 6 error 6
  L0 -> L2: @g = 1:u8
  L2 -> L3: call f()
  L3 -> L4: call f()
  L4 -> L5: assume @g == 1:u8 [T]
  L4 -> L6: assume @g != 1:u8 [F]
  L5 -> L1: return
}
func f() void {
  reg x u8
  locs 4
  L0 -> L2: x = input #0
  L2 -> L3: assume x == 3:u8 [T]
  L2 -> L4: assume x != 3:u8 [F]
  L3 -> L4: @g = 2:u8
  L4 -> L1: return
}`},
}

// TestLiftedResidual: what is false of the program and true of what the condition leaves is proved of the residual, and
// of the part.
func TestLiftedResidual(t *testing.T) {
	ctx := context.Background()
	if ev := (&reduce.Residual{}).Lift(nil, &verify.Inductive{}); ev != nil {
		t.Errorf("a proof of what is no product is lifted: %v", ev)
	}
	for i, x := range small {
		p := irtest.Program(t, x.program)
		c, err := restrict.ParseCondition(p, strings.ReplaceAll(x.condition, ";", "\n"))
		if err != nil {
			t.Fatal(err)
		}
		part, err := (&verify.Task{Program: p}).Part(verify.Scope{Condition: c})
		if err != nil {
			t.Fatal(err)
		}
		whole, err := (&verify.Task{Program: p}).Part(
			verify.Scope{Condition: &restrict.Condition{States: []restrict.ConditionState{{Stays: true}}}})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range forms[:3] {
			res, err := f.of(p, c)
			if err != nil {
				t.Fatal(err)
			}
			task := &verify.Task{Program: res.Program}
			safe, is := enginetest.Run(ctx, intervals.Engine(), task, verify.NewBoard()).(*verify.Safe)
			if !is {
				if x.folded || f.name != "folded" {
					t.Errorf("program %d, %s: not proved\n%s", i, f.name, ir.Print(res.Program))
				}
				continue
			}
			if out := check.Proof(ctx, part,
				&verify.Safe{Proof: res.Lift(part.Program, safe.Proof)}); out.Verdict != check.Confirmed {
				t.Errorf("program %d, %s: %s %s", i, f.name, out.Verdict, out.Reason)
			}
			if out := check.Proof(ctx, whole,
				&verify.Safe{Proof: res.Lift(whole.Program, safe.Proof)}); out.Verdict == check.Confirmed {
				t.Errorf("program %d, %s: proved of all executions", i, f.name)
			}
		}
	}
}

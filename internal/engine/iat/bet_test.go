package iat

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/absint/domains"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// betEngine returns an engine that is ready to run the inputs of a part, and its task. The body is the text of the
// edges after the two inputs.
func betEngine(t *testing.T, body string) (*engine, *verify.Task) {
	t.Helper()
	p := irtest.Program(t, `program ILP32
site param "x@a.c:1:1" type u8
site param "y@a.c:1:2" type i8
site param "z@a.c:1:3" type u8
obligation "assertion" text "e" in "main"
obligation "assertion" text "f" in "main"
object o size 4 align 4
entry main
func main() void {
  reg x u8
  reg y i8
  reg z u8
  reg a u32
  loc L0 entry
  loc L1 exit
  loc L2 error O0
  loc L3 error O1
  loc L4
  loc L5
  loc L6
  loc L7
  L0 -> L4: x = input #0
  L4 -> L5: y = input #1
`+strings.ReplaceAll(body, "\t", "")+"\n}\n")
	task := &verify.Task{Program: p, Obligations: p.Obligations[:1], Options: verify.Options{Seed: 1},
		Budget: verify.Budget{Work: 1 << 20}}
	e := &engine{cfg: Default(), task: task, layouts: testgen.NewLayouts(task), board: verify.NewBoard(),
		open: task.Asked(), proved: map[int]verify.Evidence{}, assuming: map[*ir.Edge]bool{},
		position: position{claimed: map[int]bool{}}, conditions: conditions{vars: map[int]*ir.Var{}},
		meter: smt.NewMeter(t.Context(), task.Budget.Work, false)}
	interval, _ := domains.Named("interval")
	for _, s := range flow.EntryInputs(p) {
		v := &ir.Var{Name: s.Name, Type: s.Type}
		e.symbols = append(e.symbols, absint.Symbol{Site: s, Var: v})
		e.vars[s.ID] = v
	}
	e.dom, e.prog = interval, absint.Prepare(p)
	e.space = e.dom.Meaning(e.prog, absint.Config{Symbols: e.symbols})
	t.Cleanup(e.close)
	return e, task
}

// TestBeTesting runs all inputs of a program and checks the outcome: a proof, a violation, or the reason why the runs
// are not a proof.
func TestBeTesting(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"proof", `L5 -> L2: assume i32(x) * 3:i32 == i32(y) * 2:i32 - 500:i32
			L5 -> L6: assume i32(x) * 3:i32 != i32(y) * 2:i32 - 500:i32
			L6 -> L1: return`, "65536 runs"},
		{"violation", `L5 -> L2: assume x == 200:u8 && y == -100:i8
			L5 -> L6: assume !(x == 200:u8 && y == -100:i8)
			L6 -> L1: return`, "violated by 200 156"},
		{"another obligation", `L5 -> L3: assume x == 200:u8 && y == -100:i8
			L5 -> L6: assume !(x == 200:u8 && y == -100:i8)
			L6 -> L1: return`, "65536 runs"},
		{"a stream", `L5 -> L6: assume x == 200:u8 && y == -100:i8
			L5 -> L7: assume !(x == 200:u8 && y == -100:i8)
			L6 -> L6: z = input #2
			L7 -> L1: return`, "no proof: inputs are read in loops"},
		{"an address", `L5 -> L6: assume x == 200:u8 && y == -100:i8
			L5 -> L7: assume !(x == 200:u8 && y == -100:i8)
			L6 -> L7: a = u32(&@o)
			L7 -> L1: return`, "no proof: a run saw an address"},
		{"for ever", `L5 -> L6: assume x == 200:u8 && y == -100:i8
			L5 -> L7: assume !(x == 200:u8 && y == -100:i8)
			L6 -> L6: skip
			L7 -> L1: return`, "no proof: a run exhausted its fuel"},
	} {
		t.Run(c.name, func(t *testing.T) {
			e, task := betEngine(t, c.body)
			if r := e.sample(t.Context()); r != nil {
				t.Fatalf("found by chance: %+v", r)
			}
			if e.tester.rate <= 0 || e.tester.threshold < 2500 {
				t.Errorf("%g runs a second, threshold %d", e.tester.rate, e.tester.threshold)
			}
			e.tester.noProof = "" // a sample may know already
			all, _ := e.inputs(nil)
			proof, r := e.beTesting(t.Context(), all.hull)
			got := "no proof: " + e.tester.noProof
			switch {
			case r != nil:
				got = "violated by"
				for _, x := range r.(*verify.Unsafe).Test.Records {
					got += fmt.Sprint(" ", x.Bits)
				}
			case proof != nil:
				got = fmt.Sprint(proof.(*verify.Enumerated).Runs, " runs")
				if out := check.Proof(t.Context(), task, &verify.Safe{Proof: proof}); out.Verdict != check.Confirmed {
					t.Errorf("%+v", out)
				}
			}
			if got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

package check

import (
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// returning is a program with two functions, five and six, that return these numbers; it violates its obligation if BAD
// holds.
const returning = `program ILP32
obligation "assertion" text "a" in "main"
global g u8
entry main
func main() void {
  reg x u8
  reg y u8
  locs 8 error 2
  L0 -> L3: x = 1:u8
  L3 -> L4: y = call five(x)
  L4 -> L5: y = call six(x)
  L5 -> L6: assume BAD
  L5 -> L7: assume !(BAD)
  L6 -> L2: skip
  L7 -> L1: return
}
func five(n) u8 {
  reg n u8
  locs 2
  L0 -> L1: return 5:u8
}
func six(n) u8 {
  reg n u8
  locs 2
  L0 -> L1: return 6:u8
}
`

// TestNames checks that a register that names a returned value, or a value at the entry of a function, may not have
// another meaning.
func TestNames(t *testing.T) {
	is := func(v *ir.Var, n int64) ir.Expr { return ir.NewBinary(ir.Eq, ir.NewRef(v), ir.NewConst(ir.U8, n)) }
	type lie struct {
		what string
		say  func(p *ir.Program, e *verify.Inductive)
	}
	result := func(of func(p *ir.Program) *ir.Var) func(*ir.Program, *verify.Inductive) {
		return func(p *ir.Program, e *verify.Inductive) {
			v := of(p)
			e.Results[p.Funcs[1]] = v
			e.Invariants = append(e.Invariants, verify.Invariant{Loc: p.Funcs[1].Exit, Expr: is(v, 5)})
		}
	}
	one := &ir.Var{Name: "r", Type: ir.U8}
	for bad, lies := range map[string][]lie{
		"@g == 0:u8": {
			{"a global register", result(func(p *ir.Program) *ir.Var { return p.Globals[0] })},
			{"a global register at the entry", func(p *ir.Program, e *verify.Inductive) {
				f := p.Funcs[1]
				e.Entered = map[*ir.Func]map[*ir.Var]*ir.Var{f: {f.Params[0]: p.Globals[0]}}
				e.Invariants = append(e.Invariants, verify.Invariant{Loc: f.Exit, Expr: is(p.Globals[0], 1)})
			}},
		},
		"x == 1:u8": {
			{"a register of the caller", result(func(p *ir.Program) *ir.Var { return p.Entry.Vars[0] })},
			{"a parameter", result(func(p *ir.Program) *ir.Var { return p.Funcs[1].Params[0] })},
		},
		"y == 6:u8": {
			{"one for two functions", func(p *ir.Program, e *verify.Inductive) {
				result(func(*ir.Program) *ir.Var { return one })(p, e)
				e.Results[p.Funcs[2]] = one
				e.Invariants = append(e.Invariants, verify.Invariant{Loc: p.Funcs[2].Exit, Expr: is(one, 6)})
			}},
		},
	} {
		for _, l := range lies {
			p := irtest.Program(t, strings.ReplaceAll(returning, "BAD", bad))
			e := &verify.Inductive{Results: map[*ir.Func]*ir.Var{}}
			l.say(p, e)
			out := Proof(t.Context(), &verify.Task{Program: p}, &verify.Safe{Proof: e})
			if out.Verdict == Confirmed {
				t.Errorf("the result is %s: %+v", l.what, out)
			}
		}
	}
}

package triple

import (
	"context"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// at is an invariant in text form, at a location of a function.
type at struct {
	fn   string
	loc  int
	text string
}

// invariants parses invariants; extra has registers that only the evidence has.
func invariants(t *testing.T, p *ir.Program, extra []*ir.Var, list ...at) []verify.Invariant {
	t.Helper()
	var out []verify.Invariant
	for _, a := range list {
		f := irtest.Func(t, p, a.fn)
		out = append(out, verify.Invariant{Loc: f.Locs[a.loc], Expr: irtest.Expr(t, p, f, a.text, extra...)})
	}
	return out
}

// ample is the time for checks that must be decided: it is long enough even for slow machines.
const ample = 5 * time.Minute

// run checks evidence for all obligations of p.
func run(p *ir.Program, ev verify.Evidence, cfg Config) (Verdict, string) {
	if cfg.Time == 0 {
		cfg.Time = ample
	}
	return Check(context.Background(), p, p.Obligations, ev, cfg)
}

// expect reports an error if the verdict is not want.
func expect(t *testing.T, name string, want Verdict, p *ir.Program, ev verify.Evidence, cfg Config) {
	t.Helper()
	if got, why := run(p, ev, cfg); got != want {
		t.Errorf("%s: %v (%s), want %v", name, got, why, want)
	}
}

// double is a program with y == 2*x after a loop.
const double = `program ILP32
site nondet "n@a.c:1:2" type i32
obligation "assertion" text "y == 2*x" in "main"
entry main
func main() void {
  reg n i32
  reg x i32
  reg y i32
  locs 10 error 5
  L0 -> L6: n = input #0
  L6 -> L7: x = 0:i32
  L7 -> L2: y = 0:i32
  L2 -> L3: assume x < n [T]
  L2 -> L4: assume n <= x [F]
  L3 -> L8: assume !overflows(y + 2:i32)
  L8 -> L9: y = y + 2:i32
  L9 -> L2: x = x + 1:i32
  L4 -> L5: assume y != 2:i32 * x
  L4 -> L10: assume y == 2:i32 * x
  L10 -> L1: return
}
`

// TestInductive checks that an inductive invariant is confirmed in both encodings; too weak or too strong invariants
// are refuted.
func TestInductive(t *testing.T) {
	p := irtest.Program(t, double)
	for _, enc := range []Encoding{Ints, Bits, AnyEncoding} {
		cfg := Config{Only: enc}
		good := &verify.Inductive{Invariants: invariants(t, p, nil, at{"main", 2, "y == 2:i32 * x && 0:i32 <= x"})}
		expect(t, "good "+enc.String(), Confirmed, p, good, cfg)
		weak := &verify.Inductive{Invariants: invariants(t, p, nil, at{"main", 2, "0:i32 <= x"})}
		expect(t, "weak "+enc.String(), Refuted, p, weak, cfg)
		strong := &verify.Inductive{Invariants: invariants(t, p, nil,
			at{"main", 2, "y == 2:i32 * x && 0:i32 <= x && x <= 5:i32"})}
		expect(t, "strong "+enc.String(), Refuted, p, strong, cfg)
		expect(t, "none "+enc.String(), Refuted, p, &verify.Inductive{}, cfg)
	}
}

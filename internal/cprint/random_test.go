package cprint

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/flow/flowtest"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// testFuel is the fuel of runs in tests.
const testFuel = 300

// sameRun runs p with inputs in the interpreter and in the compiled program bin, and compares outcome and branches. It
// reports whether the outcome can be compared.
func sameRun(t *testing.T, p *ir.Program, bin string, in exec.Inputs) bool {
	t.Helper()
	m, err := exec.NewInterp(p, exec.Config{Fuel: testFuel, Trace: true})
	if err != nil {
		t.Fatal(err)
	}
	r, err := m.Run(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	want, ok := Status(r.Outcome)
	if !ok || r.Addr || r.Approx {
		return false
	}
	var table bytes.Buffer
	if err := WriteRecords(&table, r.Reads); err != nil {
		t.Fatal(err)
	}
	status, out := execute(t, bin, table.String())
	trace := fmt.Sprintf("tandem: trace %d %016x\n", r.NumTrace, TraceHash(r.Branches, r.NumTrace))
	violated := ""
	if r.Outcome.Kind == exec.Violated {
		violated = fmt.Sprintf("tandem: obligation %d violated", r.Outcome.Obligation.ID)
	}
	if status != want || !strings.HasSuffix(out, trace) || !strings.HasPrefix(out, violated) {
		t.Errorf("interpreter: %+v, %d branches\nC: status %d\n%s, want status %d\n%s\ninputs %s", r.Outcome, r.NumTrace,
			status, out, want, trace, exec.FormatInputs(r.Reads, p))
	}
	return true
}

// TestRandomPrograms compares runs of random programs in C with runs in the interpreter.
func TestRandomPrograms(t *testing.T) {
	cc := compilers(t)[0]
	n := 8
	if testing.Short() {
		n = 3
	}
	compared, total := 0, 0
	for seed := uint64(1); seed <= uint64(n); seed++ {
		p := flowtest.Random(seed, 15)
		if seed%2 == 0 { // add questions about memory
			instrument.Guards(p, instrument.Checks{Report: map[string]bool{ir.ValidDeref: true, ir.ValidFree: true}})
		}
		bin := compile(t, cc, p, Options{Stdin: true, Trace: true, Fuel: testFuel}, "-O1")
		for k := uint64(0); k < 8; k++ {
			total++
			if sameRun(t, p, bin, exec.Random(p, k, exec.Style(k%3))) {
				compared++
			}
			if t.Failed() {
				t.Fatalf("seed %d, inputs %d\n%s", seed, k, ir.Print(p))
			}
		}
	}
	if compared*5 < total {
		t.Errorf("only %d of %d runs could be compared", compared, total)
	}
}

package app

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/testgen"
)

// TestMinimal tests that no input of a counterexample can be omitted, or halved (unless the run becomes longer). It
// tries this with runs on lists of values, independently of the minimisation. TANDEM_LONG=1 takes 100 tasks.
func TestMinimal(t *testing.T) {
	if testing.Short() {
		t.Skip("needs seconds")
	}
	const few, many = 6, 100
	long := os.Getenv("TANDEM_LONG") != ""
	all := benchtest.Tasks(t, "")
	done := 0
	unsafe := 0
	for _, bt := range all {
		_, expected, err := bt.Definition()
		if err != nil || expected != "false" {
			continue
		}
		if unsafe++; done >= many || !long && (done >= few || unsafe%19 != 2) || long && unsafe%2 != 0 {
			continue
		}
		task, err := Load(Options{NoConfirm: true}, strings.TrimSuffix(bt.File, filepath.Ext(bt.File))+".yml")
		if err != nil {
			t.Fatal(err)
		}
		s, err := NewSession(task, VerifyOptions{TimeLimit: 10 * time.Second, Trace: "off"})
		if err != nil {
			t.Fatal(err)
		}
		s.Run(context.Background())
		if s.out.Violated == nil {
			continue
		}
		done++
		minimal(t, bt.ID, task, s.out.Violated.Obligation, s.out.Violated.Run)
	}
	if done < few {
		t.Errorf("%d counterexamples only", done)
	}
}

// minimal tests the counterexample of one task.
func minimal(t *testing.T, id string, task *Task, o *ir.Obligation, run *exec.Run) {
	t.Helper()
	m, err := exec.CompileJIT(task.Program, exec.Config{Fuel: 4*run.Fuel + 10000}, exec.JITOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	replay := func(rs []ir.Record) *exec.Run {
		in := exec.InputFunc(func(_ ir.Key, _ *ir.Site, typ ir.Type) (uint64, bool) {
			if len(rs) == 0 {
				return 0, true
			}
			r := rs[0]
			rs = rs[1:]
			if r.Type != typ {
				return num.Trunc(r.Bits, typ.Bits), true
			}
			return r.Bits, true
		})
		got, err := m.Run(context.Background(), in)
		if err != nil {
			t.Fatal(err)
		}
		if testgen.Shows(task, got, o) != "" {
			return nil
		}
		return got
	}
	reads := run.Reads
	if run.Addr || replay(reads) == nil {
		t.Logf("%s: the run looks at addresses", id)
		return
	}
	for i, r := range reads {
		rest := append(append([]ir.Record(nil), reads[:i]...), reads[i+1:]...)
		if got := replay(rest); got != nil && len(got.Reads) < len(reads) {
			t.Errorf("%s: input %d of %d can be left out", id, i, len(reads))
		}
		if r.Bits == 0 || r.Type.Kind != ir.Int {
			continue
		}
		half := append([]ir.Record(nil), reads...)
		half[i].Bits = r.Bits / 2
		if r.Type.Signed {
			half[i].Bits = num.Trunc(uint64(num.Signed(r.Bits, r.Type.Bits)/2), r.Type.Bits)
		}
		if got := replay(half); got != nil && got.Fuel <= run.Fuel && len(got.Reads) <= len(reads) {
			t.Errorf("%s: input %d of %d, %s, can be halved: fuel %d -> %d, inputs %d -> %d", id, i, len(reads),
				exec.FormatValue(r.Type, r.Bits), run.Fuel, got.Fuel, len(reads), len(got.Reads))
		}
	}
}

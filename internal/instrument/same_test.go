package instrument

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/flow/flowtest"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// hashInputs returns inputs that are the same before and after inlining: their values depend on the seed, on the key of
// the site up to the first call position, and on the number of reads of this key so far. If exact is set, a value
// depends on the whole key and the occurrence, so it does not change if other reads are pruned.
func hashInputs(p *ir.Program, seed uint64, exact bool) exec.Inputs {
	count := map[string]int{}
	return exec.InputFunc(func(k ir.Key, s *ir.Site, t ir.Type) (uint64, bool) {
		base, occ := s.Key, k.Occ
		if !exact {
			base, _, _ = strings.Cut(s.Key, "/")
			occ = count[base]
			count[base]++
		}
		h := seed
		for _, c := range fmt.Sprintf("%s %d %d", base, occ, k.Off) {
			h = (h ^ uint64(c)) * 0x100000001b3
		}
		h ^= h >> 29
		switch h % 4 {
		case 0, 1, 2: // small
			return truncate(t, uint64(int64(h>>8%16)-4)), true
		}
		return truncate(t, h>>3), true
	})
}

// truncate returns v truncated to t; a pointer is null or a fresh object.
func truncate(t ir.Type, v uint64) uint64 {
	if t.Kind == ir.Bool || t.Kind == ir.Ptr {
		return v & 1
	}
	return v & (^uint64(0) >> (64 - t.Bits))
}

// summary returns the parts of a run that passes must not change, as text: the outcome, the position of the obligation,
// and the global registers and objects at the end.
func summary(t *testing.T, p *ir.Program, in exec.Inputs) (string, *exec.Run) {
	t.Helper()
	m, err := exec.NewInterp(p, exec.Config{Fuel: 5000, MaxDepth: 200})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	r, err := m.Run(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	o := r.Outcome
	var b strings.Builder
	fmt.Fprintf(&b, "kind %d guard %s what %q approx %v", o.Kind, o.Guard, o.What, r.Approx)
	if o.Obligation != nil {
		fmt.Fprintf(&b, " %s %q %s", o.Obligation.Kind, o.Obligation.Text, o.Obligation.Pos)
	}
	for _, v := range p.Globals {
		if v.Type.Kind == ir.Int {
			fmt.Fprintf(&b, "\n%s = %#x", v.Name, m.Reg(v))
		}
	}
	for _, ob := range p.Objects { // objects without pointers
		if ob.Elem.Kind != ir.Int || ob.Source == "" {
			continue
		}
		for i := int64(0); i < ob.Size; i++ {
			v, ok := m.Mem(m.Addr(ob)+uint64(i), 1)
			fmt.Fprintf(&b, "\n%s[%d] = %#x %v", ob.Name, i, v, ok)
		}
	}
	return b.String(), r
}

// sameRuns does what compareRuns does, but fails the test if runs differ.
func sameRuns(t *testing.T, before, after *ir.Program, runs int, exact bool) (compared int) {
	t.Helper()
	compared, why := compareRuns(t, before, after, runs, exact)
	if why != "" {
		t.Fatal(why)
	}
	return compared
}

// compareRuns compares runs of two programs with the same random inputs. It returns the number of compared runs and the
// first difference. It skips runs that end for lack of a resource or depend on addresses.
func compareRuns(t *testing.T, before, after *ir.Program, runs int, exact bool) (compared int, why string) {
	t.Helper()
	for seed := range uint64(runs) {
		want, r := summary(t, before, hashInputs(before, seed*0x9e3779b97f4a7c15+1, exact))
		if k := r.Outcome.Kind; k == exec.OutOfFuel || k == exec.OutOfStack || k == exec.Unsupported || r.Addr {
			continue
		}
		got, r2 := summary(t, after, hashInputs(after, seed*0x9e3779b97f4a7c15+1, exact))
		if r2.Outcome.Kind == exec.OutOfFuel { // the fuel was nearly used up before
			continue
		}
		if got != want {
			dir, _ := os.MkdirTemp("", "same")
			os.WriteFile(filepath.Join(dir, "before.ir"), []byte(ir.Print(before)), 0o666)
			os.WriteFile(filepath.Join(dir, "after.ir"), []byte(ir.Print(after)), 0o666)
			return compared, fmt.Sprintf("input %d: -before +after:\n%s\nprograms in %s", seed, cmp.Diff(want, got), dir)
		}
		compared++
	}
	return compared, ""
}

// TestRandomPrograms runs each pass on random programs and compares runs.
func TestRandomPrograms(t *testing.T) {
	n := 60
	if testing.Short() {
		n = 50
	}
	compared, finished := 0, 0
	ends := map[string]int{}
	for seed := range uint64(n) {
		p := flowtest.Random(seed, 10)
		if err := ir.Check(p); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, ir.Print(p))
		}
		before, _ := ir.Clone(p)
		for _, mode := range []string{"wrap", "undefined", "report"} {
			prev := before
			o := Default()
			o.Check = true
			if mode == "report" {
				o.Report = map[string]bool{ir.NoOverflow: true}
			} else {
				o.Overflow = mode
			}
			if seed%3 == 0 {
				o.Limits = Limits{Program: 200, Func: 150}
			}
			o.Dump = func(pass string, q *ir.Program) {
				// Guards change runs, since executions end at them. So later passes are compared with the program after guards.
				if pass != "guards" {
					compared += sameRuns(t, prev, q, 4, pass != "inline")
				}
				prev, _ = ir.Clone(q)
			}
			q, _ := ir.Clone(before)
			q, err := Prepare(q, o)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			_, r := summary(t, q, hashInputs(q, 1, true))
			ends[fmt.Sprintf("%d %s %s", r.Outcome.Kind, r.Outcome.Guard, r.Outcome.What)]++
			if r.Outcome.Kind == exec.Finished {
				finished++
			}
		}
	}
	t.Logf("%d runs compared, %d of %d finished: %v", compared, finished, 3*n, ends)
	if compared < n || finished < n {
		t.Errorf("only %d runs compared, %d finished: the generator is useless", compared, finished)
	}
}

// TestLiveness tests package flow's liveness: it writes garbage into registers that are not live, and no run may
// change.
func TestLiveness(t *testing.T) {
	written := 0
	for seed := range uint64(60) {
		p := flowtest.Random(seed+5000, 10)
		before, _ := ir.Clone(p)
		reads := globalReads(p)
		for _, f := range p.Funcs {
			live := flow.NewLive(p, f, reads)
			for _, e := range f.Edges[:len(f.Edges):len(f.Edges)] {
				if _, isReturn := e.Stmt.(*ir.Return); isReturn || len(f.Vars) == 0 {
					continue
				}
				v := f.Vars[(e.ID*7)%len(f.Vars)]
				if live.At(e.To, v) {
					continue
				}
				// e.From -> e.To becomes e.From -> new -> e.To, with v = garbage on the second.
				l, to := f.NewLoc(e.Pos), e.To
				e.SetTo(l)
				f.NewEdge(l, to, &ir.Assign{Dst: v, Src: ir.NewConst(v.Type, int64(41+seed))}, e.Pos)
				written++
			}
		}
		if err := ir.Check(p); err != nil {
			t.Fatal(err)
		}
		sameRuns(t, before, p, 5, true)
	}
	if written < 1000 {
		t.Errorf("only %d dead registers overwritten", written)
	}
}

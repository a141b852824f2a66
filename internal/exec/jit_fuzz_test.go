package exec

import (
	"bytes"
	"context"
	"fmt"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// sameRun compares the results of a run in two machines. It returns their difference, "" if there is none.
func sameRun(a, b *Run) string {
	if a.Outcome != b.Outcome {
		return fmt.Sprintf("outcome %+v\n    %+v", a.Outcome, b.Outcome)
	}
	x, y := *a, *b
	x.Outcome, y.Outcome = Outcome{}, Outcome{}
	x.Fault, y.Fault = nil, nil // only the interpreter sets it
	if len(x.Reads) == 0 && len(y.Reads) == 0 {
		x.Reads, y.Reads = nil, nil
	}
	if reflect.DeepEqual(x, y) {
		return ""
	}
	return cmp.Diff(a, b, cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".Outcome" }, cmp.Ignore()),
		cmp.Transformer("reads", func(r []ir.Record) []ir.Record { return append([]ir.Record{}, r...) }))
}

// sameMemory compares memory and shadow of two machines after a run. It returns the first difference, "" if there is
// none.
func sameMemory(in *Interp, j *JIT) string {
	if j.at.data == 0 {
		return ""
	}
	hi := uint64(j.u32(atBump))
	if hi != in.mem.bump {
		return fmt.Sprintf("bump %d, interpreter %d", hi, in.mem.bump)
	}
	n := hi - FirstObject
	// Bytes that are not initialised have no value.
	a := bytes.Clone(in.mem.data[:n])
	b := bytes.Clone(j.mem[FirstObject:hi])
	sh := j.mem[FirstObject+uint64(j.at.shadow):][:n]
	for i := range a {
		if sh[i]&ShadowInit == 0 {
			a[i], b[i] = 0, 0
		}
	}
	for i := range a {
		at := FirstObject + uint64(i)
		if k := in.mem.find(at); k == 0 || at == in.mem.insts[k].base+in.mem.insts[k].size {
			continue
		}
		if a[i] != b[i] {
			return fmt.Sprintf("byte at %d: %#x, interpreter %#x", at, b[i], a[i])
		}
		if o := rootOfByte(j, at); o != nil && j.plainObject(o) {
			continue // compiled code does not maintain its shadow
		}
		if s := in.mem.shadow[i]; s != sh[i] {
			return fmt.Sprintf("shadow at %d: %d, interpreter %d", at, sh[i], s)
		}
	}
	return ""
}

// rootOfByte returns the global object that has a byte at the given address, nil if there is none.
func rootOfByte(j *JIT, at uint64) *ir.Object {
	for _, o := range j.p.Objects {
		if b := j.lay.Base[o.ID]; at >= b && at < b+uint64(o.Size) {
			return o
		}
	}
	return nil
}

// plainObject reports whether o is plain, see memFacts.
func (j *JIT) plainObject(o *ir.Object) bool { return newMemFacts(j.p, j.lay).plain[o.ID] }

// differ runs the random program of seed on all machines. It returns the first difference, "" if there is none, and
// counts the outcomes in kinds.
func differ(seed uint64, kinds map[string]int) string {
	p := randProgram(seed)
	if err := ir.Check(p); err != nil {
		return "check: " + err.Error()
	}
	cfg := Config{Fuel: 300 + seed%500, MaxMemory: 4096 + seed%1000, MaxDepth: 20, Trace: seed%3 > 0,
		MaxTrace: 1 + int(seed%50)}
	in, err := NewInterp(p, cfg)
	if err != nil {
		return "interpreter: " + err.Error()
	}
	var jits []*JIT
	for _, opt := range []JITOptions{{}, {Dispatch: true}, {inMemory: true, far: true}, {split: 1 + int(seed%9)}} {
		j, err := CompileJIT(p, cfg, opt)
		if err != nil {
			return "jit: " + err.Error()
		}
		defer j.Close()
		jits = append(jits, j)
	}
	ctx := context.Background()
	for k := range uint64(6) {
		style := Style(k % 3)
		inputs := func() Inputs {
			all := Random(p, seed*7+k%4, style)
			n := 0
			return InputFunc(func(key ir.Key, s *ir.Site, t ir.Type) (uint64, bool) {
				n++
				if n > 40 {
					return 0, false
				}
				return all.Next(key, s, t)
			})
		}
		want, err := in.Run(ctx, inputs())
		if err != nil {
			return "interpreter: " + err.Error()
		}
		if kinds != nil {
			kinds[fmt.Sprint(want.Outcome.Kind, " ", want.Outcome.What)]++
		}
		for i, j := range jits {
			got, err := j.Run(ctx, inputs())
			if err != nil {
				return fmt.Sprintf("jit %d: %v", i, err)
			}
			if got.Wild { // the machines may differ, see rule 13 of layout.go
				continue
			}
			if d := sameRun(want, got); d != "" {
				return fmt.Sprintf("jit %d, inputs %d: %s", i, k, d)
			}
			if d := sameMemory(in, j); d != "" {
				return fmt.Sprintf("jit %d, inputs %d: %s (after %s)", i, k, d, describe(p, got))
			}
		}
	}
	return ""
}

// TestDifferential compares the machines on random programs.
func TestDifferential(t *testing.T) {
	n := uint64(400)
	if testing.Short() {
		n = 100
	}
	kinds := map[string]int{}
	for seed := range n {
		if d := differ(seed, kinds); d != "" {
			t.Errorf("seed %d: %s", seed, d)
			if t.Failed() {
				t.Logf("%s", ir.Print(randProgram(seed)))
			}
			return
		}
	}
	t.Log(kinds)
}

// FuzzDifferential is TestDifferential as a fuzz test: go test -fuzz=FuzzDifferential ./internal/exec
func FuzzDifferential(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) {
		if d := differ(seed, nil); d != "" {
			t.Fatalf("seed %d: %s\n%s", seed, d, ir.Print(randProgram(seed)))
		}
	})
}

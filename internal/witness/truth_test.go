package witness

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/cfront"
	xexec "github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestInvariantsHoldInC checks that invariants in C mean the same as in the automaton. The interpreter observes ranges
// of registers at loops during some runs, and these are written as invariants. The C program gets them as checks in its
// loop conditions, is compiled by gcc, and runs on the same inputs: no check may fail. With TANDEM_ALL=1, the test uses
// all tasks instead of a sample.
func TestInvariantsHoldInC(t *testing.T) {
	files := benchFiles(t)
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		benchtest.Missing(t, "no gcc")
	}
	probe := exec.Command(gcc, "-m32", "-x", "c", "-o", os.DevNull, "-")
	if probe.Stdin = strings.NewReader("int main(void) { return 0; }"); probe.Run() != nil {
		benchtest.Missing(t, "gcc -m32 does not work here")
	}
	step := 131
	if os.Getenv("TANDEM_ALL") != "" {
		step = 1
	}
	ran := 0
	for i := 3; i < len(files); i += step {
		ran += heldInC(t, gcc, files[i])
	}
	t.Logf("%d runs compared", ran)
	if ran == 0 {
		t.Error("nothing was compared")
	}
}

// pattern returns the n-th input value; stubs computes the same in C.
func pattern(n int, seed uint64) uint64 {
	v := (uint64(n)*7 + seed*3) % 13
	if n%11 == 5 {
		v = ^v
	}
	return v
}

// heldInC tests one program. It returns the number of compared runs.
func heldInC(t *testing.T, gcc, file string) int {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := cfront.Load(cfront.Config{Files: []string{file}, IncludeDirs: []string{filepath.Dir(file)},
		PropertyKind: "unreach-call", ErrorFunc: "reach_error", Model: ir.ILP32})
	if err != nil {
		return 0
	}
	if p, err = instrument.Prepare(p, instrument.Default()); err != nil {
		return 0
	}
	obs := &observed{p: p, ranges: map[*ir.Loc]map[*ir.Var]*[2]uint64{}}
	var seeds []uint64
	for seed := range uint64(2) {
		if obs.run(seed) {
			seeds = append(seeds, seed)
		}
	}
	lis := LoopInvariants(p, obs.evidence(), Sources{file: text})
	if len(seeds) == 0 || len(lis) == 0 {
		return 0
	}
	dir := t.TempDir()
	for i := len(lis) - 1; i >= 0; i-- {
		li := lis[i]
		text = inCondition(text, file, li, fmt.Sprintf("tandem_check(%s, %q)", li.Value,
			fmt.Sprintf("%d: %s", li.Pos.Line, li.Value)))
	}
	os.WriteFile(filepath.Join(dir, "x.c"), text, 0o644)
	os.WriteFile(filepath.Join(dir, "stub.c"), []byte(obs.stubs(text)), 0o644)
	bin := filepath.Join(dir, "a.out")
	if out, err := exec.Command(gcc, "-m32", "-w", "-O0", "-fwrapv", "-fgnu89-inline", "-std=gnu11", "-I",
		filepath.Dir(file), "-o", bin, filepath.Join(dir, "x.c"), filepath.Join(dir, "stub.c")).CombinedOutput(); err != nil {
		t.Logf("%s: %s", file, out[:min(len(out), 400)])
		return 0
	}
	for _, seed := range seeds {
		ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
		cmd := exec.CommandContext(ctx, bin)
		cmd.Env = append(os.Environ(), fmt.Sprintf("SEED=%d", seed))
		out, _ := cmd.CombinedOutput()
		cancel()
		if i := bytes.Index(out, []byte("FALSE: ")); i >= 0 {
			t.Errorf("%s seed %d: %s", file, seed, out[i:min(len(out), i+400)])
			break
		}
	}
	return len(seeds)
}

// observed collects the ranges of registers at loops.
type observed struct {
	p      *ir.Program
	ranges map[*ir.Loc]map[*ir.Var]*[2]uint64 // nil range: the register had no known value at some visit
}

// run runs p and adds the observed ranges. ok reports whether the run ended and read only results of calls.
func (o *observed) run(seed uint64) (ok bool) {
	m, err := xexec.NewInterp(o.p, xexec.Config{Fuel: 200000})
	if err != nil {
		return false
	}
	defer m.Close()
	known := map[*ir.Var]bool{} // registers that have the same value in C
	seen := map[*ir.Loc]map[*ir.Var]*[2]uint64{}
	m.Observe(func(e *ir.Edge, env xexec.Env) {
		if v := ir.Def(e.Stmt); v != nil {
			known[v] = true
		}
		l := e.To
		if l.Loop == nil {
			return
		}
		first := seen[l] == nil
		if first {
			seen[l] = map[*ir.Var]*[2]uint64{}
		}
		note := func(v *ir.Var) {
			if v.Type.Kind != ir.Int || v.Source == "" {
				return
			}
			r := seen[l][v]
			if !known[v] && !v.Global { // after one unknown value, the register has no range here
				seen[l][v] = nil
				return
			}
			x := env.Reg(v)
			if r == nil {
				if _, unknown := seen[l][v]; !unknown {
					seen[l][v] = &[2]uint64{x, x}
				}
				return
			}
			if num.Less(x, r[0], v.Type.Bits, v.Type.Signed) {
				r[0] = x
			}
			if num.Less(r[1], x, v.Type.Bits, v.Type.Signed) {
				r[1] = x
			}
		}
		for _, v := range l.Func.Vars {
			note(v)
		}
		for _, v := range o.p.Globals {
			note(v)
		}
	})
	n := 0
	calls := true
	run, err := m.Run(context.Background(), xexec.InputFunc(func(_ ir.Key, s *ir.Site, t ir.Type) (uint64, bool) {
		v := pattern(n, seed)
		n++
		calls = calls && isCall(s) && t.Kind == ir.Int && !returnsBool(s)
		return num.Trunc(v, t.Bits), calls
	}))
	if err != nil || !calls || run.Outcome.Kind != xexec.Finished && run.Outcome.Kind != xexec.Blocked &&
		run.Outcome.Kind != xexec.Violated {
		return false
	}
	for l, vs := range seen {
		if o.ranges[l] == nil {
			o.ranges[l] = vs
			continue
		}
		for v, r := range vs {
			old, had := o.ranges[l][v]
			switch {
			case had && old == nil:
			case r == nil || !had:
				o.ranges[l][v] = nil
			default:
				if num.Less(r[0], old[0], v.Type.Bits, v.Type.Signed) {
					old[0] = r[0]
				}
				if num.Less(old[1], r[1], v.Type.Bits, v.Type.Signed) {
					old[1] = r[1]
				}
			}
		}
	}
	return true
}

// evidence returns the ranges as invariants. Loops that were not reached have none.
func (o *observed) evidence() verify.Evidence {
	ev := &verify.Inductive{}
	for l, vs := range o.ranges {
		for _, list := range [][]*ir.Var{l.Func.Vars, o.p.Globals} {
			for _, v := range list {
				r := vs[v]
				if r == nil {
					continue
				}
				x := ir.NewRef(v)
				ev.Invariants = append(ev.Invariants, verify.Invariant{Loc: l, Expr: &ir.Binary{Op: ir.LAnd,
					X: &ir.Binary{Op: ir.Le, X: ir.NewBits(v.Type, r[0]), Y: x},
					Y: &ir.Binary{Op: ir.Le, X: x, Y: ir.NewBits(v.Type, r[1])}}})
			}
		}
	}
	return ev
}

// stubs returns C definitions of the input functions, the check and the error functions.
func (o *observed) stubs(text []byte) string {
	var b strings.Builder
	b.WriteString(`#include <stdio.h>
#include <stdlib.h>
static unsigned n;
static unsigned long long next(void) {
  char *s = getenv("SEED");
  unsigned long long v = ((unsigned long long)n * 7 + strtoull(s ? s : "0", 0, 10) * 3) % 13;
  if (n % 11 == 5) v = ~v;
  n++;
  return v;
}
int tandem_check(int c, const char *what) {
  if (!c) { printf("FALSE: %s\n", what); fflush(stdout); _Exit(99); }
  return 1;
}
__attribute__((weak)) void __VERIFIER_error(void) { _Exit(0); }
__attribute__((weak)) void reach_error(void) { _Exit(0); }
__attribute__((weak)) void __VERIFIER_assume(int c) { if (!c) _Exit(0); }
`)
	done := map[string]bool{}
	for _, s := range o.p.Sites {
		if ct, ok := cType(s.Type); ok && isCall(s) && !done[s.Name] {
			done[s.Name] = true
			fmt.Fprintf(&b, "__attribute__((weak)) %s %s() { return next(); }\n", ct, s.Name)
		}
	}
	for _, name := range regexp.MustCompile(`__VERIFIER_nondet_\w+`).FindAllString(string(text), -1) { // in dead code
		if !done[name] {
			done[name] = true
			fmt.Fprintf(&b, "__attribute__((weak)) int %s() { return next(); }\n", name)
		}
	}
	for _, m := range o.p.Missing {
		if !done[m.Name] {
			fmt.Fprintf(&b, "__attribute__((weak)) void %s() { }\n", m.Name)
		}
	}
	return b.String()
}

// inCondition returns the text with an expression before the condition of the while or for loop of an invariant.
func inCondition(text []byte, file string, li LoopInvariant, insert string) []byte {
	off, ok := byteOffset(text, li.Pos)
	if !ok || li.Pos.File != file {
		return text
	}
	at := -1
	switch {
	case startsWord(text, off, "while"):
		at = bytes.IndexByte(text[off:], '(') + off + 1
	case startsWord(text, off, "for"):
		at = bytes.IndexByte(text[off:], ';') + off + 1
	}
	if at < 0 {
		return text
	}
	if rest := skipBlank(text, at); text[rest] != ';' {
		insert += ","
	}
	return append(append(append([]byte(nil), text[:at]...), insert...), text[at:]...)
}

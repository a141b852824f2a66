package cfront_test

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/cfront"
	machine "github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// models are the data models with which the tests run.
var models = []ir.DataModel{ir.ILP32, ir.LP64}

// load lowers one source text and checks the result.
func load(t *testing.T, cfg cfront.Config, src string) *ir.Program {
	t.Helper()
	cfg.Files = []string{"test.c"}
	cfg.Sources = map[string][]byte{"test.c": []byte(src)}
	if cfg.Model == 0 {
		cfg.Model = ir.ILP32
	}
	prog, err := cfront.Load(cfg)
	if err != nil {
		t.Fatalf("load: %v", err)
	}
	if err := ir.Check(prog); err != nil {
		t.Fatalf("check: %v\n%s", err, ir.Print(prog))
	}
	return prog
}

// run executes a program in the interpreter with random inputs.
func run(t *testing.T, prog *ir.Program, seed int64) *machine.Run {
	t.Helper()
	m, err := machine.NewInterp(prog, machine.Config{Fuel: 50_000_000})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	rnd := rand.New(rand.NewSource(seed))
	r, err := m.Run(context.Background(), machine.InputFunc(func(k ir.Key, s *ir.Site, ty ir.Type) (uint64, bool) {
		if ty.Kind == ir.Ptr {
			return uint64(rnd.Intn(2)), true
		}
		return rnd.Uint64() & (^uint64(0) >> (64 - ty.Bits)), true
	}))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// needGCC skips the test if there is no gcc that can compile for the data model.
func needGCC(t *testing.T, m ir.DataModel) {
	t.Helper()
	if _, err := exec.LookPath("gcc"); err != nil {
		benchtest.Missing(t, "no gcc")
	}
	if m == ir.ILP32 {
		dir := t.TempDir()
		file := filepath.Join(dir, "a.c")
		if err := os.WriteFile(file, []byte("#include <stdio.h>\nint main(void){return 0;}\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		if exec.Command("gcc", "-m32", file, "-o", filepath.Join(dir, "a")).Run() != nil {
			benchtest.Missing(t, "gcc -m32 does not work")
		}
	}
}

// gccRun compiles and runs a C file, and returns its output.
func gccRun(t *testing.T, m ir.DataModel, src string, flags ...string) string {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "a.c")
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	args := append([]string{"-w", "-O1", "-fwrapv", "-fno-strict-aliasing", "-std=gnu17", file, "-o",
		filepath.Join(dir, "a"), "-lm"}, flags...)
	if m == ir.ILP32 {
		// After vectors of 8 bytes, MMX would leave the x87 unusable.
		args = append(args, "-m32", "-msse2", "-mfpmath=sse", "-mno-mmx")
	}
	if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	out, err := exec.Command(filepath.Join(dir, "a")).Output()
	if err != nil {
		t.Fatalf("run: %v\n%s", err, out)
	}
	return string(out)
}

// TestAgainstGCC runs the programs of testdata/gcc in the interpreter and compiled by gcc. Each program calls
// out(unsigned long long) with its results. The build by gcc prints these numbers, and the interpreted program compares
// its own with them.
func TestAgainstGCC(t *testing.T) {
	files, err := filepath.Glob("testdata/gcc/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs")
	}
	for _, m := range models {
		t.Run(m.String(), func(t *testing.T) {
			needGCC(t, m)
			for _, file := range files {
				t.Run(filepath.Base(file), func(t *testing.T) {
					b, err := os.ReadFile(file)
					if err != nil {
						t.Fatal(err)
					}
					againstGCC(t, m, string(b))
				})
			}
		})
	}
}

const gccOut = `#include <stdio.h>
void out(unsigned long long x) { printf("%llu\n", x); }
`

// againstGCC runs src in the interpreter and compiled by gcc, and compares the numbers that it passes to out.
func againstGCC(t *testing.T, m ir.DataModel, src string, flags ...string) {
	t.Helper()
	want := strings.Fields(gccRun(t, m, src+"\n"+gccOut, flags...))
	// The interpreted program compares each number with gcc's. A violation leaves the number's index in out_n.
	var expect strings.Builder
	expect.WriteString("\nextern void reach_error(void);\nstatic const unsigned long long gcc_says[] = {")
	for _, w := range want {
		fmt.Fprintf(&expect, "%sULL,\n", w)
	}
	fmt.Fprintf(&expect, "0};\nint out_n; unsigned long long out_got;\nvoid out(unsigned long long x) { out_got = x; "+
		"if (out_n >= %d || x != gcc_says[out_n]) reach_error(); out_n++; }\n", len(want))
	prog := load(t, cfront.Config{Model: m}, src+expect.String())
	r := run(t, prog, 1)
	switch r.Outcome.Kind {
	case machine.Finished:
		if n, _ := outState(t, prog); n != uint64(len(want)) || n == 0 {
			t.Errorf("%d outputs, gcc has %d", n, len(want))
		}
		for _, in := range r.Reads {
			// A variable without a value is an input until dead variables are pruned.
			if s := prog.Sites[in.Site]; s.Kind != ir.Uninit {
				t.Errorf("read an input: %v", s.Key)
			}
		}
	case machine.Violated:
		n, got := outState(t, prog)
		t.Errorf("output %d: gcc says %s, the program computes %d", n, at(want, n), got)
	default:
		t.Errorf("the run ended with kind %d %s at %v", r.Outcome.Kind, r.Outcome.What, r.Outcome.Pos)
	}
}

// at returns s[i], or "nothing" if there is no such element.
func at(s []string, i uint64) string {
	if i < uint64(len(s)) {
		return s[i]
	}
	return "nothing"
}

// outState runs the program again and returns the number of outputs before the run ended, and the last output.
func outState(t *testing.T, prog *ir.Program) (n, got uint64) {
	t.Helper()
	m, err := machine.NewInterp(prog, machine.Config{Fuel: 50_000_000})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	m.Observe(func(e *ir.Edge, env machine.Env) {
		for _, v := range prog.Globals {
			switch v.Name {
			case "out_n":
				n = env.Reg(v)
			case "out_got":
				got = env.Reg(v)
			}
		}
	})
	if _, err := m.Run(context.Background(),
		machine.InputFunc(func(ir.Key, *ir.Site, ir.Type) (uint64, bool) { return 0, true })); err != nil {
		t.Fatal(err)
	}
	return n, got
}

package app

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	osexec "os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

var branchy = flag.Int("branchy", 3, "random programs whose proved branches are looked at")

// randomBranches returns a program of two inputs of 8 bits with branches that depend on them, in loops, calls, tables
// and through pointers.
func randomBranches(r *rand.Rand) string {
	vars := []string{"a", "b", "n", "g", "t[a & 3]", "*p"}
	pick := func() string { return vars[r.IntN(len(vars))] }
	ops := []string{"+", "-", "*", "^", "&", "|", "%", "/", ">>", "<<"}
	value := func() string {
		switch r.IntN(4) {
		case 0:
			return fmt.Sprint(r.IntN(300) - 20)
		case 1:
			return fmt.Sprintf("half(%s)", pick())
		case 2:
			op := ops[r.IntN(len(ops))]
			if strings.Contains("%/>><<", op) {
				return fmt.Sprintf("(%s %s %d)", pick(), op, 1+r.IntN(6))
			}
			return fmt.Sprintf("(%s %s %s)", pick(), op, pick())
		}
		return pick()
	}
	rel := []string{"<", "<=", "==", "!=", ">", ">="}
	cond := func() string {
		c := fmt.Sprintf("%s %s %s", value(), rel[r.IntN(len(rel))], value())
		if r.IntN(4) == 0 {
			c += []string{" && ", " || "}[r.IntN(2)] + fmt.Sprintf("%s > %d", pick(), r.IntN(100))
		}
		return c
	}
	var b strings.Builder
	var stmt func(depth int)
	stmt = func(depth int) {
		switch k := r.IntN(6); {
		case k < 2 && depth < 3:
			fmt.Fprintf(&b, "if (%s) {\n", cond())
			stmt(depth + 1)
			if r.IntN(2) == 0 {
				b.WriteString("} else {\n")
				stmt(depth + 1)
			}
			b.WriteString("}\n")
		case k == 2 && depth < 2:
			fmt.Fprintf(&b, "for (int i%d = 0; i%d < %d; i%d++) {\n", depth, depth, 1+r.IntN(4), depth)
			stmt(depth + 1)
			b.WriteString("}\n")
		case k == 3:
			fmt.Fprintf(&b, "p = %s ? &n : &g;\n", cond())
		default:
			fmt.Fprintf(&b, "%s = %s;\n", []string{"n", "g", "t[b & 3]", "*p"}[r.IntN(4)], value())
		}
	}
	b.WriteString("extern unsigned char __VERIFIER_nondet_uchar(void);\nint g;\nstatic int half(int x) {\n\tif (x < " +
		"0)\n\t\treturn -1;\n\treturn x / 2;\n}\n")
	b.WriteString("int main(void) {\nint a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar(), n = 3, t[4] = " +
		"{1, 2, 3, 4}, *p = &n;\n")
	for range 4 + r.IntN(4) {
		stmt(0)
	}
	b.WriteString("return n > g;\n}\n")
	return b.String()
}

// TestProvedBranches tests, with all inputs, that none reaches a branch that is proved unreachable. -branchy=100 takes
// more programs.
func TestProvedBranches(t *testing.T) {
	if _, err := osexec.LookPath("z3"); err != nil {
		benchtest.Missing(t, err)
	}
	ctx := context.Background()
	proved, reached := 0, 0
	for seed := range uint64(*branchy) {
		text := randomBranches(rand.New(rand.NewPCG(seed, 4)))
		file := filepath.Join(t.TempDir(), "p.c")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		// some programs take very long without a clock
		task, err := LoadSuite(Options{Seed: 1, Deterministic: *branchy <= 3}, file)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		s := &Suite{task: task, proved: map[int]bool{}, begin: time.Now()}
		s.suite = testgen.NewSuite(task.Program, testgen.BranchGoals(task.Program))
		if s.jit, err = exec.CompileJIT(task.Program, exec.Config{Cover: true, Trace: true}, exec.JITOptions{}); err != nil {
			t.Fatal(err)
		}
		// Running only every 257th input leaves goals for the provers.
		for in := int64(0); in < 1<<16; in += 257 {
			if err := s.enter(ctx, exec.Flat(in>>8, in&255), 2); err != nil {
				t.Fatal(err)
			}
		}
		part, stop := context.WithTimeout(ctx, 4*time.Second)
		err = s.prove(part, verify.Budget{Work: 1 << 24})
		stop()
		if err != nil {
			t.Fatal(err)
		}
		for in := range int64(1 << 16) {
			if err := s.enter(ctx, exec.Flat(in>>8, in&255), 2); err != nil {
				t.Fatal(err)
			}
		}
		s.jit.Close()
		for _, g := range s.suite.Goals {
			if s.proved[g.ID] {
				proved++
				if s.suite.Reached(g) {
					t.Errorf("seed %d: an input reaches %s, which is proved unreachable\n%s", seed, g, text)
				}
			}
			if s.suite.Reached(g) {
				reached++
			}
		}
	}
	t.Logf("%d branches reached, %d proved unreachable", reached, proved)
	if proved == 0 {
		t.Error("nothing is proved")
	}
}

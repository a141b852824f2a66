package cfront_test

import (
	"context"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/cfront"
	machine "github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

const csmithInclude = "/usr/include/csmith"

// csmithProgram generates a random program.
func csmithProgram(t *testing.T, seed int) string {
	t.Helper()
	gen := exec.Command("csmith", "--seed", fmt.Sprint(seed), "--max-funcs", "5", "--no-argc")
	gen.Dir = t.TempDir() // csmith writes a file platform.info there
	out, err := gen.Output()
	if err != nil {
		t.Fatalf("csmith: %v", err)
	}
	return string(out)
}

var checksum = regexp.MustCompile(`checksum = ([0-9A-F]+)`)

// csmithExpect returns the checksum that the program prints when gcc compiles it. The result is false if the program
// does not end in time.
func csmithExpect(t *testing.T, m ir.DataModel, src string) (string, bool) {
	t.Helper()
	dir := t.TempDir()
	bin := dir + "/a"
	args := []string{"-w", "-O1", "-fwrapv", "-fno-strict-aliasing", "-I", csmithInclude, "-x", "c", "-", "-o", bin}
	if m == ir.ILP32 {
		args = append(args, "-m32", "-msse2", "-mfpmath=sse")
	}
	gcc := exec.Command("gcc", args...)
	gcc.Stdin = strings.NewReader(src)
	if out, err := gcc.CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, bin).Output()
	if err != nil {
		return "", false
	}
	f := checksum.FindStringSubmatch(string(out))
	if f == nil {
		t.Fatalf("no checksum in %q", out)
	}
	return f[1], true
}

// csmithTask returns the program with an assertion that its checksum is the given one.
func csmithTask(src, sum string) string {
	hook := "#include \"csmith.h\"\nextern void reach_error(void);\n" +
		"static void tandem_end(unsigned crc) { if (crc != 0x" + sum + "u) reach_error(); }\n" +
		"#define platform_main_end(crc, flag) tandem_end(crc)\n"
	return strings.Replace(src, "#include \"csmith.h\"\n", hook, 1)
}

// TestCsmith checks that random programs, run by the JIT, compute the same checksum as under gcc.
func TestCsmith(t *testing.T) {
	if _, err := exec.LookPath("csmith"); err != nil {
		benchtest.Missing(t, "no csmith")
	}
	n := 3
	if testing.Short() {
		n = 2
	}
	for _, m := range models {
		t.Run(m.String(), func(t *testing.T) {
			needGCC(t, m)
			compared := 0
			for seed := 1; seed <= n; seed++ {
				src := csmithProgram(t, seed)
				sum, ok := csmithExpect(t, m, src)
				if !ok {
					continue
				}
				csmithRun(t, m, seed, csmithTask(src, sum))
				compared++
			}
			if compared == 0 {
				t.Errorf("none of %d programs ended in time under gcc", n)
			}
		})
	}
}

// csmithRun runs the program src and reports an error unless it ends normally.
func csmithRun(t *testing.T, m ir.DataModel, seed int, src string) {
	t.Helper()
	prog := load(t, cfront.Config{Model: m, IncludeDirs: []string{csmithInclude}}, src)
	jit, err := machine.NewJIT(prog, machine.Config{})
	if err != nil {
		t.Errorf("seed %d: %v", seed, err)
		return
	}
	defer jit.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	r, err := jit.Run(ctx, machine.InputFunc(func(ir.Key, *ir.Site, ir.Type) (uint64, bool) { return 0, true }))
	if err != nil {
		t.Errorf("seed %d: %v", seed, err)
		return
	}
	if r.Outcome.Kind != machine.Finished {
		t.Errorf("seed %d: ended with kind %d %s at %v", seed, r.Outcome.Kind, r.Outcome.What, r.Outcome.Pos)
	}
}

package cprint

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	osexec "os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/cprint/cprinttest"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/flow/flowtest"
	"github.com/tandem-verifier/tandem/internal/golden"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// loadC returns the program that the front end makes of a C file, with the property unreach-call. src is its text; if
// it is nil, the file is read.
func loadC(t *testing.T, m ir.DataModel, file string, src []byte) (*ir.Program, error) {
	t.Helper()
	c := cfront.Config{Model: m, Files: []string{file}, PropertyKind: "unreach-call", ErrorFunc: "reach_error"}
	if src != nil {
		c.Sources = map[string][]byte{file: src}
	}
	return cfront.Load(c)
}

// readableText returns the readable text of p.
func readableText(t *testing.T, p *ir.Program, o ReadableOptions) string {
	t.Helper()
	var b bytes.Buffer
	if err := Readable(&b, p, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestReadableGoldens compares the readable texts of small programs, reference and prepared, with golden files.
func TestReadableGoldens(t *testing.T) {
	golden.Each(t, "testdata/readable/*.c", func(t *testing.T, file string) {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m := ir.LP64
		if bytes.HasPrefix(src, []byte("// --32")) {
			m = ir.ILP32
		}
		for _, kind := range []string{"reference", "prepared", "klee", "fuzzer"} {
			p, err := loadC(t, m, filepath.Base(file), src)
			if err != nil {
				t.Fatal(err)
			}
			if kind == "reference" {
				err = instrument.Refer(p, instrument.Default())
			} else {
				p, err = instrument.Prepare(p, instrument.Default())
			}
			if err != nil {
				t.Fatal(err)
			}
			style := map[string]Style{"reference": Verifier, "prepared": Verifier, "klee": KLEE, "fuzzer": Fuzzer}[kind]
			text := readableText(t, p, ReadableOptions{Style: style})
			if style == Verifier || strings.Contains(file, "inputs") {
				golden.Compare(t, strings.TrimSuffix(file, ".c")+"."+kind+".out", text)
			}
			compiles(t, m, text)
		}
	})
}

var includes = regexp.MustCompile(`(?m)^#include <(.*)>`)

// compiles tests that all compilers here accept a text without warnings, and that it includes only headers that it may
// include.
func compiles(t *testing.T, m ir.DataModel, text string) {
	t.Helper()
	for _, h := range includes.FindAllStringSubmatch(text, -1) {
		if !slices.Contains([]string{"stdint.h", "stddef.h", "stdlib.h"}, h[1]) &&
			!(h[1] == "setjmp.h" && strings.Contains(text, "LLVMFuzzerTestOneInput")) {
			t.Errorf("header %s", h[1])
		}
	}
	for _, cc := range compilers(t) {
		cmd := osexec.Command(cc, "-std=gnu11", "-Wall", "-Wno-unknown-warning-option", "-Wno-unused", "-Wno-uninitialized",
			"-Wno-maybe-uninitialized", "-Wno-tautological-compare", "-Wno-address", "-Werror", "-fsyntax-only", bits(m), "-x",
			"c", "-")
		cmd.Stdin = strings.NewReader(text)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s\n%s", cc, err, out, numbered(text))
		}
	}
}

// bits returns the option of gcc for a data model.
func bits(m ir.DataModel) string { return fmt.Sprintf("-m%d", m) }

// runnable compiles a text together with input functions that read standard input.
func runnable(t *testing.T, m ir.DataModel, text string, flags ...string) (bin string) {
	t.Helper()
	dir := t.TempDir()
	for name, s := range map[string]string{"p.c": text, "inputs.c": cprinttest.Inputs(text)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(s), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	bin = filepath.Join(dir, "p")
	args := append(append(cprinttest.Flags(m), "-Werror=implicit", "-Wno-all"), flags...)
	args = append(args, filepath.Join(dir, "p.c"), filepath.Join(dir, "inputs.c"), "-o", bin, "-lm")
	if out, err := osexec.Command(compilers(t)[0], args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, numbered(text))
	}
	return bin
}

// compared counts runs: all runs, the runs compared with the compiled text, and the runs compared with the text that
// was read back.
type compared struct{ runs, native, again int }

// sameReadable compares runs of p with runs of its text, compiled and read back.
func sameReadable(t *testing.T, p *ir.Program, inputs int, fuel uint64) (n compared) {
	t.Helper()
	text := readableText(t, p, ReadableOptions{})
	bin := ""
	if !strings.Contains(text, " __CPROVER_") { // these functions cannot be defined in C
		bin = runnable(t, p.Model, text, "-O2")
	}
	again, err := loadC(t, p.Model, "again.c", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, numbered(text))
	}
	m, err := exec.NewInterp(p, exec.Config{Fuel: fuel})
	if err != nil {
		t.Fatal(err)
	}
	m2, err := exec.NewInterp(again, exec.Config{Fuel: 100 * fuel})
	if err != nil {
		t.Fatal(err)
	}
	for k := range inputs {
		r, err := m.Run(t.Context(), exec.Random(p, uint64(k), exec.Style(k%3)))
		if err != nil {
			t.Fatal(err)
		}
		n.runs++
		want, ok := Status(r.Outcome)
		if !ok || r.Addr || r.Approx || want == ExitFuel || want == ExitNoInput || want == ExitUnsupported ||
			!cprinttest.Fed(p, r.Reads, false) {
			continue
		}
		show := func() string {
			return fmt.Sprintf("inputs %s\n%s\n%s", exec.FormatInputs(r.Reads, p), numbered(text), ir.Print(p))
		}
		r2, err := m2.Run(t.Context(), cprinttest.InOrder(r.Reads))
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := Status(r2.Outcome); ok && got != ExitNoInput && got != ExitFuel {
			n.again++
			if got != want {
				t.Fatalf("read again: %d (%+v), want %d (%+v)\n%s", got, r2.Outcome, want, r.Outcome, show())
			}
		} else if !slices.Contains([]exec.Kind{exec.NoInput, exec.OutOfFuel}, r2.Outcome.Kind) {
			t.Fatalf("read again: %+v, want %+v\n%s", r2.Outcome, r.Outcome, show())
		}
		if bin == "" {
			continue
		}
		var table strings.Builder
		for _, rec := range r.Reads {
			fmt.Fprintln(&table, rec.Bits)
		}
		status, out, late := natively(t, bin, table.String())
		if late {
			continue
		}
		n.native++
		// If main returns, the status is the value that it returns, and may be any other one.
		finished := want == ExitFinished && status != ExitViolated && status != ExitBlocked && status >= 0
		if !finished && status != want {
			t.Fatalf("gcc: %d %s, want %d (%+v)\n%s", status, out, want, r.Outcome, show())
		}
	}
	return n
}

// natively runs a program and returns its exit status and output. late reports that it exceeded its time.
func natively(t *testing.T, bin, stdin string) (status int, out string, late bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	cmd := osexec.CommandContext(ctx, bin)
	cmd.Stdin = strings.NewReader(stdin)
	b, err := cmd.CombinedOutput()
	var exit *osexec.ExitError
	if ctx.Err() != nil {
		return 0, "", true
	}
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(b), false
}

// TestReadableOperators computes every operator on every type and many values in readable C.
func TestReadableOperators(t *testing.T) {
	p := operatorsProgram()
	text := readableText(t, p, ReadableOptions{})
	for _, opt := range []string{"-O0", "-O2"} {
		if status, out, _ := natively(t, runnable(t, p.Model, text, opt, "-w"), ""); status != 0 {
			i := strings.Index(text, "reach_error(); /*")
			t.Errorf("%s: status %d: %s %.200s", opt, status, out, text[i:])
		}
	}
}

// TestReadableRandom compares runs of random programs with runs of their texts.
func TestReadableRandom(t *testing.T) {
	programs, inputs := 12, 12
	if os.Getenv("TANDEM_LONG") != "" {
		programs, inputs = 200, 20
	}
	var sum compared
	for seed := range programs {
		p := flowtest.Random(uint64(seed), 15)
		if seed%2 == 1 {
			var err error
			if p, err = instrument.Prepare(p, instrument.Default()); err != nil {
				t.Fatal(err)
			}
		}
		for _, s := range p.Sites { // make them inputs that a test can supply
			if s.Kind == ir.Uninit || s.Kind == ir.Shift {
				s.Kind = ir.Nondet
			}
		}
		n := sameReadable(t, p, inputs, testFuel)
		sum = compared{sum.runs + n.runs, sum.native + n.native, sum.again + n.again}
	}
	t.Logf("%d runs, %d compared with gcc, %d with the text read again", sum.runs, sum.native, sum.again)
	if sum.native*4 < sum.runs || sum.again*4 < sum.runs {
		t.Errorf("too few could be compared")
	}
}

// TestReadableFamilies compares runs of the programs in internal/difftest/testdata/c with runs of their texts.
// TANDEM_LONG=1: all programs, or one in TANDEM_STEP.
func TestReadableFamilies(t *testing.T) {
	files, err := filepath.Glob("../difftest/testdata/c/*/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	step, inputs := 97, 3
	if os.Getenv("TANDEM_LONG") != "" {
		step, inputs = 1, 5
		if s, err := strconv.Atoi(os.Getenv("TANDEM_STEP")); err == nil {
			step = s
		}
	}
	var sum compared
	for i := 0; i < len(files); i += step {
		src, err := os.ReadFile(files[i])
		if err != nil {
			t.Fatal(err)
		}
		line, _, _ := strings.Cut(string(src), "\n")
		m := ir.LP64
		if strings.Contains(line, "--32") {
			m = ir.ILP32
		}
		t.Run(strings.TrimPrefix(files[i], "../difftest/testdata/c/"), func(t *testing.T) {
			p, err := loadC(t, m, files[i], src)
			if err != nil {
				t.Skip(err)
			}
			if i%2 == 0 {
				p, err = instrument.Prepare(p, instrument.Default())
			} else {
				err = instrument.Refer(p, instrument.Default())
			}
			if err != nil {
				t.Fatal(err)
			}
			n := sameReadable(t, p, inputs, 100_000)
			sum = compared{sum.runs + n.runs, sum.native + n.native, sum.again + n.again}
		})
	}
	t.Logf("%d runs, %d compared with gcc, %d with the text read again", sum.runs, sum.native, sum.again)
}

// TestReadableAsks prints programs whose accesses and arithmetic are obligations. Runs of the texts that are read back
// must have the same outcomes.
func TestReadableAsks(t *testing.T) {
	var files []string
	for _, family := range []string{"lifetimes", "memory", "language", "heaplists", "stdlib"} {
		fs, err := filepath.Glob("../difftest/testdata/c/" + family + "/*.c")
		if err != nil || len(fs) == 0 {
			t.Fatal("no programs", err)
		}
		files = append(files, fs...)
	}
	step := 9
	if os.Getenv("TANDEM_LONG") != "" {
		step = 1
	}
	report := map[string]bool{ir.ValidDeref: true, ir.ValidFree: true, ir.NoOverflow: true, ir.ValidDivision: true,
		ir.ValidShift: true}
	runs, violated, same := 0, 0, 0
	for i := 0; i < len(files); i += step {
		t.Run(filepath.Base(files[i]), func(t *testing.T) {
			c := cfront.Config{Model: ir.LP64, Files: []string{files[i]}}
			for k := range report {
				c.Checks = append(c.Checks, k)
			}
			p, err := cfront.Load(c)
			if err != nil {
				t.Skip(err)
			}
			o := instrument.Default()
			o.Report = report
			if i%2 == 0 {
				p, err = instrument.Prepare(p, o)
			} else {
				err = instrument.Refer(p, o)
			}
			if err != nil {
				t.Fatal(err)
			}
			text := readableText(t, p, ReadableOptions{})
			compiles(t, p.Model, text)
			again, err := loadC(t, p.Model, "again.c", []byte(text))
			if err != nil {
				t.Fatalf("%v\n%s", err, numbered(text))
			}
			m, err := exec.NewInterp(p, exec.Config{Fuel: 100_000})
			if err != nil {
				t.Fatal(err)
			}
			m2, err := exec.NewInterp(again, exec.Config{Fuel: 10_000_000})
			if err != nil {
				t.Fatal(err)
			}
			for k := range 5 {
				r, err := m.Run(t.Context(), exec.Random(p, uint64(k), exec.Style(k%3)))
				if err != nil {
					t.Fatal(err)
				}
				runs++
				want, ok := Status(r.Outcome)
				if !ok || r.Addr || r.Approx || !cprinttest.Fed(p, r.Reads, false) || want == ExitFuel {
					continue
				}
				r2, err := m2.Run(t.Context(), cprinttest.InOrder(r.Reads))
				if err != nil {
					t.Fatal(err)
				}
				got, ok := Status(r2.Outcome)
				if got == ExitNoInput || got == ExitFuel {
					continue
				}
				if want == ExitViolated {
					violated++
				}
				same++
				if !ok || got != want {
					t.Fatalf("read again: %+v, want %+v\n%s\n%s", r2.Outcome, r.Outcome, numbered(text), ir.Print(p))
				}
			}
		})
	}
	t.Logf("%d runs, %d compared, %d of them violations", runs, same, violated)
}

// TestReadableBench prints tasks of the benchmark set, compiles the texts for each tester, and reads them back.
// TANDEM_LONG=1: all tasks.
func TestReadableBench(t *testing.T) {
	dir := benchtest.Dir(t)
	list, err := os.ReadFile(filepath.Join(dir, "tasks.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	step := 61
	if os.Getenv("TANDEM_LONG") != "" {
		step = 1
	}
	i, gotos, loops, done := 0, 0, 0, 0
	for _, line := range strings.Split(string(list), "\n") {
		cols := strings.Split(line, "\t")
		if !strings.HasSuffix(cols[0], ".c") && !strings.HasSuffix(cols[0], ".i") {
			continue
		}
		if i++; i%step != 0 {
			continue
		}
		m := ir.ILP32
		if len(cols) > 3 && cols[3] == "LP64" {
			m = ir.LP64
		}
		t.Run(cols[0], func(t *testing.T) {
			for _, prepared := range []bool{false, true} {
				p, err := loadC(t, m, filepath.Join(dir, cols[0]), nil)
				if err != nil {
					t.Fatal(err)
				}
				if prepared {
					p, err = instrument.Prepare(p, instrument.Default())
				} else {
					err = instrument.Refer(p, instrument.Default())
				}
				if err != nil {
					t.Fatal(err)
				}
				text := readableText(t, p, ReadableOptions{})
				gotos += strings.Count(text, " goto ")
				loops += strings.Count(text, " while (") + strings.Count(text, " for (")
				compiles(t, m, text)
				if _, err := loadC(t, m, "again.c", []byte(text)); err != nil {
					t.Errorf("read again: %v\n%s", err, numbered(text))
				}
				if prepared {
					compiles(t, m, readableText(t, p, ReadableOptions{Style: KLEE}))
					compiles(t, m, readableText(t, p, ReadableOptions{Style: Fuzzer}))
				}
			}
			done++
		})
	}
	t.Logf("%d tasks, %d gotos, %d loops", done, gotos, loops)
}

// Stand-ins for the testers in TestReadableTesters: inputs come from standard input, and a violation is reported by the
// status 107.
const (
	kleeText = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void klee_make_symbolic(void *p, size_t n, const char *name) {
  unsigned long long x;
  (void)name;
  if (scanf("%llu", &x) != 1) _Exit(109);
  memcpy(p, &x, n);
}
void klee_silent_exit(int code) { (void)code; _Exit(108); }
void __assert_fail(const char *text, const char *file, unsigned line, const char *f) { (void)text; (void)file; (void)line; (void)f; _Exit(107); }
`
	fuzzerText = `#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
static sigjmp_buf error;
static void aborted(int s) { (void)s; siglongjmp(error, 1); }
int main(void) {
  int runs, i, k;
  signal(SIGABRT, aborted);
  if (scanf("%d", &runs) != 1) return 1;
  for (i = 0; i < runs; i++) {
    int n;
    uint8_t *data;
    if (scanf("%d", &n) != 1 || !(data = malloc(n + 1))) return 1;
    for (k = 0; k < n; k++) { unsigned x; if (scanf("%u", &x) != 1) return 1; data[k] = x; }
    if (sigsetjmp(error, 1) == 0) { LLVMFuzzerTestOneInput(data, n); printf("0\n"); } else printf("107\n");
  }
  return 0;
}
`
)

// TestReadableTesters runs the texts of random programs for KLEE and libFuzzer on the inputs of runs in the
// interpreter. The text for libFuzzer makes all runs twice in one process.
func TestReadableTesters(t *testing.T) {
	programs := 5
	if os.Getenv("TANDEM_LONG") != "" {
		programs = 60
	}
	compared, violated := 0, 0
	for seed := range programs {
		p := flowtest.Random(uint64(1000+seed), 15)
		if seed%2 == 1 {
			var err error
			if p, err = instrument.Prepare(p, instrument.Default()); err != nil {
				t.Fatal(err)
			}
		}
		for _, s := range p.Sites {
			if s.Kind == ir.Uninit || s.Kind == ir.Shift {
				s.Kind = ir.Nondet
			}
		}
		m, err := exec.NewInterp(p, exec.Config{Fuel: testFuel})
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		build := func(name string, style Style, harness string) string {
			text := readableText(t, p, ReadableOptions{Style: style})
			bin := filepath.Join(dir, name)
			for file, s := range map[string]string{name + ".c": text, name + "_harness.c": harness} {
				if err := os.WriteFile(filepath.Join(dir, file), []byte(s), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			out, err := osexec.Command(compilers(t)[0], "-std=gnu11", "-w", "-O1", "-fno-strict-aliasing", bits(p.Model),
				"-msse2", "-mfpmath=sse", bin+".c", bin+"_harness.c", "-o", bin, "-lm").CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s\n%s", err, out, numbered(text))
			}
			return bin
		}
		klee, fuzzer := build("klee", KLEE, kleeText), build("fuzzer", Fuzzer, fuzzerText)
		var all strings.Builder
		var want []string
		for k := range 10 {
			r, err := m.Run(t.Context(), exec.Random(p, uint64(k), exec.Style(k%3)))
			if err != nil {
				t.Fatal(err)
			}
			status, ok := Status(r.Outcome)
			if !ok || r.Addr || r.Approx || status == ExitFuel || !cprinttest.Fed(p, r.Reads, false) {
				continue
			}
			var values, data strings.Builder
			n := 0
			for _, x := range r.Reads {
				fmt.Fprintln(&values, x.Bits)
				for i := range x.Type.Size() {
					fmt.Fprint(&data, byte(x.Bits>>(8*i)), " ")
					n++
				}
			}
			fmt.Fprintln(&all, n, data.String())
			violation := "0"
			if status == ExitViolated {
				violation = "107"
				violated++
			}
			want = append(want, violation)
			compared++
			got, _, _ := natively(t, klee, values.String())
			if status == ExitFinished {
				got = 0
			} else if status == ExitBlocked && got == 0 { // a dead end, where the text exits with 0
				got = ExitBlocked
			}
			if got != status {
				t.Fatalf("seed %d: klee: %d, want %d", seed, got, status)
			}
		}
		_, out, _ := natively(t, fuzzer, fmt.Sprintln(2*len(want))+all.String()+all.String())
		if got := strings.Fields(out); !slices.Equal(got, append(want, want...)) {
			t.Fatalf("seed %d: fuzzer: %v, want twice %v", seed, got, want)
		}
	}
	t.Logf("%d runs, %d of them violations", compared, violated)
	if compared == 0 {
		t.Error("nothing could be compared")
	}
}

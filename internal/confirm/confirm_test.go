package confirm

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// violate loads a program, runs its prepared form on the inputs, and replays the violation on source, which replaces
// the program's text.
func violate(t *testing.T, model ir.DataModel, entry, text, source string, inputs ...int64) Answer {
	t.Helper()
	return violateKinds(t, nil, model, entry, text, source, inputs...)
}

// violateKinds is like violate, with the kinds of undefined behaviour in report as obligations.
func violateKinds(t *testing.T, report map[string]bool, model ir.DataModel, entry, text, source string,
	inputs ...int64) Answer {
	t.Helper()
	if compiler() == "" {
		benchtest.Missing(t, "no C compiler")
	}
	file := filepath.Join(t.TempDir(), "a.c")
	write := func(s string) {
		if err := os.WriteFile(file, []byte(s), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(text)
	load := func() *ir.Program {
		p, err := cfront.Load(cfront.Config{Model: model, Files: []string{file}, Entry: entry})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	orig, ref := load(), load()
	opt := instrument.Default()
	opt.Report = report
	if err := instrument.Refer(ref, opt); err != nil {
		t.Fatal(err)
	}
	prep, err := instrument.Derive(ref, opt)
	if err != nil {
		t.Fatal(err)
	}
	m, err := exec.NewInterp(prep, exec.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	run, err := m.Run(context.Background(), exec.Chain(exec.Flat(inputs...), exec.Zeros()))
	if err != nil || run.Outcome.Kind != exec.Violated {
		t.Fatalf("the program was to violate an obligation: %v, %v", run.Outcome, err)
	}
	write(source)
	task := &verify.Task{Files: []string{file}, Program: prep, Reference: ref, Options: verify.Options{Entry: entry},
		Original: &verify.Original{Load: func() (*ir.Program, error) { return orig, nil }}}
	return Source(context.Background(), task, run.Outcome.Obligation, run)
}

const nondet = "extern int __VERIFIER_nondet_int(void); extern float __VERIFIER_nondet_float(void); extern _Bool " +
	"__VERIFIER_nondet_bool(void); void reach_error(void);\n"

// TestConfirmed checks that the violations of programs that reach their errors when compiled are confirmed.
func TestConfirmed(t *testing.T) {
	for _, c := range []struct {
		name, entry, text string
		inputs            []int64
	}{
		{"call", "main", "int main(void) { if (__VERIFIER_nondet_int() == 7) reach_error(); }", []int64{7}},
		// The result of the second call is not used: the prepared program does not make it.
		{"unused", "main", "int h(void); static int id(int x) { h(); return x; }\nint main(void) { int a = " +
			"id(__VERIFIER_nondet_int()); int b = __VERIFIER_nondet_int(); if (a == 3 && b == 4) reach_error(); }",
			[]int64{3, 4}},
		{"types", "main", "int main(void) { _Bool b = __VERIFIER_nondet_bool(); float x = __VERIFIER_nondet_float(); if " +
			"(b && x == 0) reach_error(); }", []int64{1, 0}},
		{"assert", "main", "#include <assert.h>\nint main(void) { assert(__VERIFIER_nondet_int() != 2); }", []int64{2}},
		{"body", "main", "void reach_error(void) { for (;;); }\nint main(void) { reach_error(); }", nil},
		{"entry", "f", "int f(int a, short b, double c) { if (a == 1 && b == -2) reach_error(); return 0; }\nint " +
			"main(void) { return 5; }", []int64{1, -2, 0}},
		{"argc", "main", "int main(int argc, char **argv) { if (argc == 3) reach_error(); }", []int64{3}},
		{"argc alone", "main", "int main(int argc) { if (argc == 3) reach_error(); }", []int64{3}},
		{"undeclared", "main", "int main(void) { double x = nondet_double(); unsigned long long y = nondet_ulonglong(); " +
			"float z = nondet_float(); if (x == 0 && y == 1ull << 40 && z == 0 && nondet_int() == 3) reach_error(); }",
			[]int64{0, 1 << 40, 0, 3}},
		{"builtin", "main", "int main(void) { float x = fabsf((float)nondet_int()); double y = sqrt(x); char *p = " +
			"malloc(3); if (x == 4 && y == 2 && p && abs(-1) == 1) reach_error(); }", []int64{-4}},
		{"extern", "main", "extern int g; extern double h; int main(int argc) { if (g == 2 && argc == 4 && h == 0) { g = " +
			"3; reach_error(); } }", []int64{2, 0, 4}},
		{"extern array", "main", "extern short a[4]; int main(void) { a[0] = 1; if (a[2] == 0x0201) reach_error(); }",
			[]int64{0x0201}},
		{"library", "main", "#include <stdio.h>\n#include <string.h>\nint main(void) { char b[8]; strcpy(b, \"ab\"); " +
			"printf(\"%s\\n\", b); if (strlen(b) == 2) reach_error(); }", nil},
		{"nobody", "main", "int g(int); int main(void) { if (g(1) == 4 && g(2) == 5) reach_error(); }", []int64{4, 5}},
		{"int128", "main", "#ifdef __LP64__\nextern __int128 __VERIFIER_nondet_int128(void);\n#else\nextern long long " +
			"__VERIFIER_nondet_int128(void);\n#endif\nint main(void) { int k = __VERIFIER_nondet_int(); long long x = (long " +
			"long)__VERIFIER_nondet_int128(); if (k == 1 && x == 5) reach_error(); }", []int64{1, 5, 0}},
		{"long double", "main", "long double g(void); int main(void) { if (g() == 1.0L && __VERIFIER_nondet_int() == 3) " +
			"reach_error(); }", []int64{-1 << 63, 0x3fff, 3}},
		{"complex", "main", "_Complex double g(void); int main(void) { _Complex double z = g(); if (__real__ z == 0 && " +
			"__imag__ z == 1) reach_error(); }", []int64{0, 1}},
		{"getenv", "main", "char *getenv(const char *); int main(void) { if (!getenv(\"NO_SUCH\")) reach_error(); }", nil},
		{"sscanf", "main", "#include <stdio.h>\nint main(void) { int x; if (sscanf(\"12;\", \"%d;\", &x) == 1 && x == 12) " +
			"reach_error(); }", nil},
		{"getchar", "main", "#include <stdio.h>\nint main(void) { if (getchar() == 'a' && getchar() == 'b') reach_error(); }",
			[]int64{'a', 'b'}},
	} {
		for _, model := range []ir.DataModel{ir.ILP32, ir.LP64} {
			if a := violate(t, model, c.entry, nondet+c.text, nondet+c.text, c.inputs...); a.Verdict != Confirmed {
				t.Errorf("%s, %v: %v, want confirmed", c.name, model, a)
			}
		}
	}
}

// TestDiffers compiles a program that differs from the one that was run, as if the front end had made a mistake. The
// replay must notice it.
func TestDiffers(t *testing.T) {
	was := nondet + "int main(void) { int x = __VERIFIER_nondet_int(); if (x == 7) reach_error(); }"
	for name, c := range map[string]struct{ now, why string }{
		"no error": {"int main(void) { int x = __VERIFIER_nondet_int(); if (x == 8) reach_error(); return 3; }",
			"ends with status 3"},
		"more inputs": {"int main(void) { __VERIFIER_nondet_int(); if (__VERIFIER_nondet_int() == 7) reach_error(); }",
			"more inputs"},
		"an assumption": {"void __VERIFIER_assume(int); int main(void) { __VERIFIER_assume(__VERIFIER_nondet_int() == " +
			"8); reach_error(); }", "assumption"},
		"exits with 107?": {"void exit(int); int main(void) { exit(__VERIFIER_nondet_int() + 1); }", "ends with status 8"},
	} {
		if a := violate(t, ir.LP64, "main", was, nondet+c.now, 7); a.Verdict != Differs || !strings.Contains(a.Why, c.why) {
			t.Errorf("%s: %v, want a difference: %s", name, a, c.why)
		}
	}
}

// TestCrashes checks that if the compiled program ends by a signal, the answer is Crashes, as the cause may be
// undefined behaviour that no run of Tandem detects.
func TestCrashes(t *testing.T) {
	was := nondet + "int main(void) { int x = __VERIFIER_nondet_int(); if (x == 7) reach_error(); }"
	for name, now := range map[string]string{
		"null": "int main(void) { int *p = 0; *p = __VERIFIER_nondet_int(); }",
		"trap": "int main(void) { if (__VERIFIER_nondet_int() == 7) __builtin_trap(); }",
	} {
		a := violate(t, ir.LP64, "main", was, nondet+now, 7)
		if a.Verdict != Crashes || !strings.Contains(a.Why, "crashes before the error on these inputs (signal: ") {
			t.Errorf("%s: %v, want a crash", name, a)
		}
	}
}

// TestOpen checks that if a compiled program may behave differently, or must not be run, the answer is Open.
func TestOpen(t *testing.T) {
	for name, c := range map[string]struct{ text, now, why string }{
		"uninitialised": {"int main(void) { int x; if (x == 0x12345) reach_error(); }", "", "uninitialised memory: x"},
		"file": {"int main(void) { if (__VERIFIER_nondet_int()) reach_error(); }",
			"int system(const char *); int main(void) { system(\"true\"); }", "call of system"},
		"kernel": {"int main(void) { if (__VERIFIER_nondet_int()) reach_error(); }",
			"int main(void) { __asm__ volatile(\"int $0x80\"); }", "kernel"},
		"static": {"int main(void) { if (__VERIFIER_nondet_int()) reach_error(); }",
			"static int main2(void) { return 0; } static void reach_error(void) {} int main(void) { reach_error(); return " +
				"main2(); }", "does not take it"},
		"no C": {"int main(void) { if (__VERIFIER_nondet_int()) reach_error(); }", "int main(void) { return x; }",
			"does not take it"},
		"its status": {"int main(void) { if (__VERIFIER_nondet_int()) reach_error(); }",
			"void exit(int); int main(void) { exit(107); }", "status 107"},
		"for ever": {"int main(void) { if (__VERIFIER_nondet_int()) reach_error(); }", "int main(void) { for (;;); }",
			"too long"},
	} {
		if c.now == "" {
			c.now = c.text
		}
		if a := violate(t, ir.LP64, "main", nondet+c.text, nondet+c.now, 0x12345); a.Verdict != Open ||
			!strings.Contains(a.Why, c.why) {
			t.Errorf("%s: %v, want open: %s", name, a, c.why)
		}
	}
}

// undefinedBy has programs with undefined behaviour of some kind if the input is 1, and a replacement without it.
var undefinedBy = []struct{ kind, name, bad, good string }{
	{ir.ValidDeref, "heap overflow", "char *p = malloc(4); p[4 * k] = 1;", "char *p = malloc(5); p[4 * k] = 1;"},
	{ir.ValidDeref, "stack overflow", "int a[4]; a[4 * k] = 1; if (a[4 * k] != 1) k = 0;", "int a[5]; a[4 * k] = 1;"},
	{ir.ValidDeref, "global overflow", "g[3 * k] = 1;", "g[2 * k] = 1;"},
	{ir.ValidDeref, "underrun", "char *p = malloc(4); p[-k] = 1;", "char *p = malloc(4); p[k] = 1;"},
	{ir.ValidDeref, "null", "int *p = k ? 0 : &g[0]; *p = 1;", "int *p = &g[0]; *p = 1;"},
	{ir.ValidDeref, "use after free", "char *p = malloc(4); if (k) free(p); *p = 1;",
		"char *p = malloc(4); *p = 1; if (k) free(p);"},
	{ir.ValidDeref, "library", "char b[3]; if (k) strcpy(b, \"abc\");", "char b[4]; if (k) strcpy(b, \"abc\");"},
	{ir.ValidDeref, "bytes", "char b[3], c[9] = {0}; memcpy(b, c, 3 + k);", "char b[4], c[9] = {0}; memcpy(b, c, 3 + k);"},
	{ir.ValidFree, "double free", "char *p = malloc(4); free(p); if (k) free(p);", "char *p = malloc(4); free(p);"},
	{ir.ValidFree, "free inside", "char *p = malloc(4); free(p + k);", "char *p = malloc(4); free(p);"},
	{ir.ValidFree, "free of a local", "int x; free(k ? &x : 0);", "free(0);"},
	{ir.NoOverflow, "sum", "int x = 2147483646 + 2 * k;", "int x = 2147483646 + k;"},
	{ir.NoOverflow, "negation", "int x = -2147483647 - k; x = -x;", "int x = -2147483647 - k;"},
	{ir.NoOverflow, "quotient", "int x = -2147483647 - k; x = x / -k;", "int x = -2147483647 - k; x = x / k;"},
	{ir.ValidDivision, "quotient", "int x = 7 / (k - 1);", "int x = 7 / k;"},
	{ir.ValidDivision, "remainder", "unsigned x = 7u % (unsigned)(k - 1);", "int x = 7 % k;"},
	{ir.ValidShift, "amount", "int x = 1 << 32 * k;", "int x = 1 << 30 * k;"},
	{ir.ValidShift, "negative amount", "int x = 1 >> -k;", "int x = 1 >> k;"},
	{ir.Unreachable, "unreachable", "if (k) __builtin_unreachable();", "if (!k) __builtin_unreachable();"},
}

// TestUndefined checks that a sanitizer detects undefined behaviour of each kind. If it detects all of a kind, it also
// shows the absence.
func TestUndefined(t *testing.T) {
	const head = "void *malloc(unsigned long); void free(void *); char *strcpy(char *, const char *); void " +
		"*memcpy(void *, const void *, unsigned long);\n" +
		"extern int __VERIFIER_nondet_int(void); int g[3];\nint main(void) { int k = __VERIFIER_nondet_int(); "
	for _, c := range undefinedBy {
		bad, good := head+c.bad+" return 0; }", head+c.good+" return 0; }"
		report := map[string]bool{c.kind: true}
		if a := violateKinds(t, report, ir.LP64, "main", bad, bad, 1); a.Verdict != Confirmed &&
			!strings.Contains(a.Why, "does not run here") {
			t.Errorf("%s: %v, want confirmed", c.name, a)
		}
		none := Differs
		if !sanitizers[c.kind].exact && c.kind != ir.ValidDeref || c.name == "bytes" { // mempcpy would look the same
			none = Open
		}
		if a := violateKinds(t, report, ir.LP64, "main", bad, good, 1); a.Verdict != none &&
			!strings.Contains(a.Why, "does not run here") {
			t.Errorf("%s, without: %v, want a difference", c.name, a)
		}
	}
}

// TestUnseen checks that if AddressSanitizer does not detect an access, the answer is Open.
func TestUnseen(t *testing.T) {
	const head = "char *stpcpy(char *, const char *); void *memccpy(void *, const void *, int, unsigned long); void " +
		"*mempcpy(void *, const void *, unsigned long);\n" +
		"int main(void) { int k = __VERIFIER_nondet_int(); "
	for name, bad := range map[string]string{
		"a function of the library": "char b[3]; stpcpy(b, k ? \"abc\" : \"ab\");",
		"another":                   "char b[3]; memccpy(b, \"abcd\", 'x', 3 + k);",
		"a copy":                    "char b[3]; mempcpy(b, \"abcd\", 3 + k);",
		"a block entered again": "int *p = 0, i = 0; again: { int v = i; if (p && k) return *p; p = &v; } if (++i < " +
			"2) goto again;",
		"a variable array":         "int *p = 0; { int a[k + 1]; a[0] = 2; p = a; if (k) goto out; } out: if (k) return *p;",
		"a value that is not used": "int a[3]; a[3 * k];",
		"a structure that is not":  "struct s { int a, b[30]; } x = {0}, *p = &x + k; *p;",
		"a structure and a comma":  "struct s { int a, b[30]; } x = {0}, *p = &x + k; (*p, k++);",
		"a structure and a cast":   "struct s { int a, b[30]; } x = {0}, *p = &x; (void)p[k];",
	} {
		text := nondet + head + bad + " return 0; }"
		if a := violateKinds(t, map[string]bool{ir.ValidDeref: true}, ir.LP64, "main", text, text, 1); a.Verdict != Open {
			t.Errorf("%s: %v, want open", name, a)
		}
	}
}

// TestAnotherError checks that if a sanitizer ends the program by an error of another kind, the answer is Open. An
// invalid copy of a structure whose value is used is detected.
func TestAnotherError(t *testing.T) {
	const text = "int main(void) { int k = __VERIFIER_nondet_int(), a[4] = {0}; a[4 * k] = 1; return a[0]; }"
	const other = "void *malloc(unsigned long); void free(void *); int main(void) { int k = __VERIFIER_nondet_int(); " +
		"char *p = malloc(4); free(p); free(p - k + 1); return 0; }"
	a := violateKinds(t, map[string]bool{ir.ValidDeref: true}, ir.LP64, "main", nondet+text, nondet+other, 1)
	if a.Verdict != Open || !strings.Contains(a.Why, "by another error") && !strings.Contains(a.Why, "does not run here") {
		t.Errorf("a double free instead: %v", a)
	}
	const kept = "int main(void) { int k = __VERIFIER_nondet_int(); struct s { int a, b[30]; } x = {0}, *p = &x + k, " +
		"y; y = *p; return y.a; }"
	if a := violateKinds(t, map[string]bool{ir.ValidDeref: true}, ir.LP64, "main", nondet+kept, nondet+kept,
		1); a.Verdict != Confirmed && !strings.Contains(a.Why, "does not run here") {
		t.Errorf("a structure that is kept: %v", a)
	}
}

// TestMachineRunsNoPrograms uses a compiler for another machine. If its programs cannot run here, this is not evidence
// against the violation. A program that ends with the exit status of the shell for this case still differs.
func TestMachineRunsNoPrograms(t *testing.T) {
	if compiler() == "" {
		benchtest.Missing(t, "no C compiler")
	}
	const violates = `extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
		int main(void) { if (__VERIFIER_nondet_int() == 7) reach_error(); return 0; }`
	const ends126 = `extern int __VERIFIER_nondet_int(void); int main(void) { return __VERIFIER_nondet_int() == 7 ? 126 : 0; }`
	if a := violate(t, ir.LP64, "main", violates, ends126, 7); a.Verdict != Differs {
		t.Errorf("a program that returns 126: %v", a)
	}
	dir := t.TempDir()
	script := fmt.Sprintf(`#!/bin/sh
%s "$@" || exit 1
while [ $# -gt 1 ]; do
	if [ "$1" = -o ]; then case "$2" in *.o) ;; *) printf '\377' | dd of="$2" bs=1 seek=18 conv=notrunc 2>/dev/null ;; esac; fi
	shift
done
`, compiler()) // byte 18 of an ELF file names the machine
	if err := os.WriteFile(filepath.Join(dir, "gcc"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	if a := violate(t, ir.LP64, "main", violates, violates, 7); a.Verdict != Open ||
		!strings.Contains(a.Why, "this machine runs no 64-bit programs") {
		t.Errorf("programs for another machine: %v", a)
	}
}

package models

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
)

// softHead defines the functions that the front end provides for the models of long double, _Float128 and _Float16.
const softHead = `#define _GNU_SOURCE
#include <fenv.h>
#pragma STDC FENV_ACCESS ON
typedef union { long double f; struct { unsigned long long m; unsigned short se; } u; } X87;
typedef union { _Float128 f; struct { unsigned long long lo, hi; } u; } Quad;
typedef union { _Float16 f; unsigned short u; } Half;
static unsigned long long __tandem_mantissa(long double x) { X87 v; v.f = x; return v.u.m; }
static unsigned short __tandem_exponent(long double x) { X87 v; v.f = x; return v.u.se; }
static long double __tandem_long_double(unsigned long long m, unsigned short se) { X87 v = {0}; v.u.m = m; v.u.se = se; return v.f; }
static unsigned long long __tandem_quad_high(_Float128 x) { Quad v; v.f = x; return v.u.hi; }
static unsigned long long __tandem_quad_low(_Float128 x) { Quad v; v.f = x; return v.u.lo; }
static _Float128 __tandem_quad(unsigned long long hi, unsigned long long lo) { Quad v; v.u.hi = hi; v.u.lo = lo; return v.f; }
static int __tandem_rounding(void) { return fegetround(); }
static int m_errno;
static void __tandem_errno(int e) { m_errno = e; }
static void __tandem_raise(int e) {}
`

// builtinPrototypes matches the declarations in models of the functions that softHead defines.
var builtinPrototypes = regexp.MustCompile(`(?m)^(?:u64|unsigned short|int|long double|_Float128|void|unsigned long long) __tandem_(?:mantissa|exponent|long_double|quad|quad_high|quad_low|rounding|errno|raise)\([^)]*\);\n`)

// soft returns the texts of models for gcc. Their static helpers get unique names.
func soft(t *testing.T, names ...string) string {
	t.Helper()
	helper := regexp.MustCompile(`(?m)^static [A-Za-z_0-9 ]+?\*?\b(\w+)(?:\(|\[\] =)`)
	var b strings.Builder
	for _, n := range names {
		src, _, ok := Source(n)
		if !ok {
			t.Fatalf("no model of %s", n)
		}
		src = builtinPrototypes.ReplaceAllString(src, "")
		list := helper.FindAllStringSubmatch(src, -1)
		for _, h := range list {
			fmt.Fprintf(&b, "#define %s %s_%s\n", h[1], strings.TrimPrefix(h[1], "__tandem_"), n)
		}
		fmt.Fprintf(&b, "#define %s m_%s\n%s#undef %[1]s\n", n, strings.TrimPrefix(n, "__tandem_"), src)
		for _, h := range list {
			fmt.Fprintf(&b, "#undef %s\n", h[1])
		}
	}
	return b.String()
}

// runSoft compiles a comparison for both data models and runs it with argument n, the number of calls.
func runSoft(t *testing.T, text string, n int) {
	t.Helper()
	if _, err := exec.LookPath("gcc"); err != nil {
		benchtest.Missing(t, "no gcc")
	}
	for _, flags := range [][]string{{"-m64"}, {"-m32", "-msse2", "-mfpmath=sse"}} {
		t.Run(flags[0], func(t *testing.T) {
			dir := t.TempDir()
			file, bin := filepath.Join(dir, "a.c"), filepath.Join(dir, "a")
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			args := append([]string{"-O1", "-w", "-std=gnu17", "-fwrapv", "-fno-builtin", "-frounding-math", "-o", bin, file,
				"-lm"}, flags...)
			if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
				if strings.Contains(string(out), "cannot find") {
					benchtest.Missing(t, fmt.Sprintf("gcc lacks %v", flags))
				}
				t.Fatalf("gcc: %v\n%.3000s", err, out)
			}
			if out, err := exec.Command(bin, fmt.Sprint(n)).CombinedOutput(); err != nil {
				t.Errorf("%v\n%.3000s", err, out)
			}
		})
	}
}

// softSize returns n, or 100 times n with TANDEM_LONG=1.
func softSize(n int) int {
	if os.Getenv("TANDEM_LONG") != "" {
		return 100 * n
	}
	return n
}

// TestSoftFloat compares the operations on long double, _Float128 and _Float16 with gcc's, in all rounding modes.
func TestSoftFloat(t *testing.T) {
	text, err := os.ReadFile("testdata/soft/ops.c")
	if err != nil {
		t.Fatal(err)
	}
	names := strings.Fields(
		`__tandem_addxf3 __tandem_subxf3 __tandem_mulxf3 __tandem_divxf3 __tandem_sqrtxf2 __tandem_cmpxf2
		__tandem_truncxfsf2 __tandem_truncxfdf2 __tandem_truncxfhf2 __tandem_extenddfxf2 __tandem_extendhfsf2
		__tandem_addtf3 __tandem_subtf3 __tandem_multf3 __tandem_divtf3 __tandem_sqrttf2 __tandem_cmptf2 __tandem_classtf
		__tandem_extendxftf2 __tandem_trunctfxf2`)
	wide := strings.Fields("__tandem_fixtfti __tandem_fixunstfti __tandem_floatun128tf __tandem_float128tf " +
		"__tandem_floatun128xf __tandem_float128xf")
	body := strings.ReplaceAll(soft(t, wide...), "__VERIFIER_nondet_ulonglong", "m_nondet")
	runSoft(t, softHead+soft(t, names...)+"#ifdef __SIZEOF_INT128__\nstatic unsigned long long m_nondet(void) { return "+
		"0; }\n"+
		strings.ReplaceAll(body, "unsigned long long m_nondet(void);\n", "")+"#endif\n"+string(text), softSize(20000))
}

// TestLongMath compares the functions of <math.h> on long double with the C library.
func TestLongMath(t *testing.T) {
	text, err := os.ReadFile("testdata/soft/math.c")
	if err != nil {
		t.Fatal(err)
	}
	random, err := os.ReadFile("testdata/soft/ops.c")
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(string(random), "#define X2(")
	var names []string
	for n := range templates().functions {
		if base, ok := strings.CutSuffix(n, "l"); ok && Long(base) {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	if len(names) < 40 {
		t.Fatalf("only %d functions", len(names))
	}
	// If a model calls another function of the list, gcc's function is called; only __tandem_remquol has a text here.
	body := soft(t, append([]string{"__tandem_remquol"}, names...)...)
	body = regexp.MustCompile(
		`(?m)^unsigned __VERIFIER_nondet_uint\(void\);\n|^long double __tandem_remquol\(.*;\n`).ReplaceAllString(body, "")
	body = strings.ReplaceAll(body, "__tandem_remquol(x", "m_remquol0(x")
	body = strings.ReplaceAll(body, "#define __tandem_remquol m_remquol", "#define __tandem_remquol m_remquol0")
	runSoft(t, softHead+"#include <math.h>\nstatic unsigned __VERIFIER_nondet_uint(void) { return 0; }\n"+body+head+
		string(text), softSize(3000))
}

// TestLongText compares strtold with the C library.
func TestLongText(t *testing.T) {
	text, err := os.ReadFile("testdata/soft/text.c")
	if err != nil {
		t.Fatal(err)
	}
	body := strings.ReplaceAll(soft(t, "__tandem_scanlong", "strtold"), "__tandem_scanlong", "m_scanlong")
	runSoft(t, softHead+body+string(text), softSize(3000))
}

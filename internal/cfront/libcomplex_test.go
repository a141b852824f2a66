package cfront

import (
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
)

// TestLibComplex checks the facts about functions of <complex.h> against the C library, for random and special parts in
// float, double and long double: the bounds of libComplex, and that cabs and carg equal hypot and atan2 bit for bit.
// With TANDEM_LONG=1 it tries 200,000 arguments for each function.
func TestLibComplex(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		benchtest.Missing(t, "no gcc")
	}
	var b, calls strings.Builder
	b.WriteString(strings.Replace(libmHead, "#include <math.h>", "#include <complex.h>\n#include <math.h>", 1))
	for _, T := range []struct{ name, suffix, cmplx string }{{"float", "f", "CMPLXF"}, {"double", "", "CMPLX"},
		{"long double", "l", "CMPLXL"}} {
		fmt.Fprintf(&calls, "    { TYPE%s x = real%[1]s(), y = real%[1]s();\n", T.suffix)
		test := func(name, compute string, checks ...string) {
			fmt.Fprintf(&b, "static void t_%s%s(%s x, %[3]s y) {\n  %[3]s _Complex z = %[4]s(x, y); %[3]s r;\n  %[5]s\n", name,
				T.suffix, T.name, T.cmplx, compute)
			for _, c := range checks {
				value, cond, _ := strings.Cut(c, ":")
				fmt.Fprintf(&b, "  r = %s; CHECK(\"%s%s\", %q, %s)\n", value, name, T.suffix, cond, cond)
			}
			b.WriteString("}\n")
			fmt.Fprintf(&calls, "      t_%s%s(x, y);\n", name, T.suffix)
		}
		same := "r == s && !signbit(r) == !signbit(s) || r != r && s != s"
		test("cabs", fmt.Sprintf("%s s = hypot%s(x, y);", T.name, T.suffix), "cabs"+T.suffix+"(z):"+same)
		test("carg", fmt.Sprintf("%s s = atan2%s(y, x);", T.name, T.suffix), "carg"+T.suffix+"(z):"+same)
		for _, name := range slices.Sorted(maps.Keys(libComplex)) {
			fun := libComplex[name]
			args := "z"
			if fun.args == 2 {
				args = T.cmplx + "(y, x), z"
			}
			var checks []string
			for part, p := range map[string]partBounds{"creal": fun.re, "cimag": fun.im} {
				if p == (partBounds{}) {
					continue
				}
				cond := fmt.Sprintf("r != r || r >= %g", p.lo)
				if !math.IsInf(p.hi, 1) {
					cond += fmt.Sprintf(" && r <= %g", p.hi)
				}
				checks = append(checks, part+T.suffix+"(s):"+cond)
			}
			test(name, fmt.Sprintf("%s _Complex s = %s%s(%s);", T.name, name, T.suffix, args), checks...)
		}
		calls.WriteString("    }\n")
	}
	fmt.Fprintf(&b, "int main(int argc, char **argv) {\n  long n = atol(argv[1]), i;\n  for (i = 0; i < n && bad < 20; "+
		"i++) {\n%s  }\n  return bad != 0;\n}\n", calls.String())
	n := "2000"
	if os.Getenv("TANDEM_LONG") != "" {
		n = "200000"
	}
	for _, m := range []string{"-m64", "-m32"} {
		dir := t.TempDir()
		file, bin := filepath.Join(dir, "a.c"), filepath.Join(dir, "a")
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("gcc", m, "-w", "-O1", "-msse2", "-mfpmath=sse", "-fno-builtin", "-o", bin, file,
			"-lm").CombinedOutput(); err != nil {
			if strings.Contains(string(out), "cannot find") {
				continue
			}
			t.Fatalf("gcc: %v\n%.2000s", err, out)
		}
		if out, err := exec.Command(bin, n).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%.3000s", m, err, out)
		}
	}
}

package cfront

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
)

// libmDomains has the domains of the functions of libm, as conditions in C.
var libmDomains = map[string]string{
	"sin": "x - x == 0", "cos": "x - x == 0", "tan": "x - x == 0", "asin": "FABS(x) <= 1", "acos": "FABS(x) <= 1",
	"acosh": "x >= 1",
	"atanh": "FABS(x) <= 1", "log": "x >= 0", "log2": "x >= 0", "log10": "x >= 0", "log1p": "x >= -1",
	"pow": "x >= 0 || TRUNC(y) == y", "tgamma": "0",
}

// TestLibm checks the facts that enclose assumes against the C library, in float, double and long double. The arguments
// are random numbers, numbers with few digits, special numbers, and their neighbours. With TANDEM_LONG=1 it tries
// 200,000 arguments for each function.
func TestLibm(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		benchtest.Missing(t, "no gcc")
	}
	var b strings.Builder
	b.WriteString(libmHead)
	for _, T := range []struct{ name, suffix, slack string }{{"float", "f", "1"}, {"double", "", "1"},
		{"long double", "l", "1.001L"}} {
		fmt.Fprintf(&b, "#define FABS fabs%s\n#define TRUNC trunc%[1]s\n", T.suffix)
		for _, name := range slices.Sorted(maps.Keys(libm)) {
			fun := libm[name]
			domain, known := libmDomains[name]
			if known != (fun.domain != nil) {
				t.Errorf("%s: the domain in the test is not that of the table", name)
			}
			args := "x"
			if fun.args == 2 {
				args = "x, y"
			}
			fmt.Fprintf(&b, "static void t_%s%s(%s x, %[3]s y) {\n  %[3]s r = %[1]s%[2]s(%[4]s);\n  int numbers = x == x && "+
				"(%[5]d == 1 || y == y);\n", name, T.suffix, T.name, args, fun.args)
			check := func(format string, a ...any) {
				cond := fmt.Sprintf(format, a...)
				fmt.Fprintf(&b, "  CHECK(\"%s%s\", %q, %s)\n", name, T.suffix, cond, cond)
			}
			switch {
			case name == "hypot":
				check("!numbers || r == r")
			case !known:
				check("numbers == (r == r)")
			default:
				check("!(numbers && (%s)) || r == r", domain)
				if name != "pow" && name != "tgamma" {
					check("numbers && (%s) || r != r", domain)
				}
			}
			if name == "pow" {
				check("!(numbers && x > 0) || r >= 0")
			}
			if fun.positive {
				check("r != r || r >= 0")
			}
			if fun.odd {
				check("r != r || (!(x >= 0) || r >= 0) && (!(x <= 0) || r <= 0)")
			}
			if fun.lo != 0 {
				check("r != r || %g * %s - (%[2]s - 1) <= r", fun.lo, T.slack)
			}
			if fun.hi != 0 {
				check("r != r || r <= %g * %s", fun.hi, T.slack)
			}
			for _, c := range fun.cuts {
				op := ">="
				if c.below {
					op = "<="
				}
				check("r != r || !(x %s %g) || r %[1]s %[3]g", op, c.x, c.y)
			}
			scale := 1
			if T.suffix == "l" {
				scale = 16
			}
			if k := map[string][2]int{"log": {-746, 710}, "log2": {-1075, 1025}}[name]; k[1] != 0 {
				check("r != r || (%d <= r || x == 0) && (r <= %d || isinf(x))", scale*k[0], scale*k[1])
			}
			b.WriteString("}\n")
		}
		b.WriteString("#undef FABS\n#undef TRUNC\n")
	}
	b.WriteString("int main(int argc, char **argv) {\n  long n = atol(argv[1]), i;\n  for (i = 0; i < n && bad < 20; " +
		"i++) {\n")
	for _, T := range []string{"f", "", "l"} {
		fmt.Fprintf(&b, "    { TYPE%s x = real%[1]s(), y = real%[1]s();\n", T)
		for _, name := range slices.Sorted(maps.Keys(libm)) {
			fmt.Fprintf(&b, "      t_%s%s(x, y);\n", name, T)
		}
		b.WriteString("    }\n")
	}
	b.WriteString("  }\n  return bad != 0;\n}\n")
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

// libmHead is the beginning of the C program: random numbers of each type, and the macro CHECK.
const libmHead = `#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef float TYPEf;
typedef double TYPE;
typedef long double TYPEl;
static int bad;
static unsigned long long s = 88172645463325252ull;
static unsigned long long next(void) { s ^= s << 13; s ^= s >> 7; s ^= s << 17; return s; }
static const double special[] = {0, -0.0, 1, -1, 0.5, -0.5, 2, -2, 3, 10, 1e10, -1e10, 1e300, -1e300, 1e-300, INFINITY, -INFINITY, NAN, 0x1p-1074, -0x1p-1074,
  0x1p-149, 3.4028234663852886e38, 1.7976931348623157e308, 1.5707963267948966, 3.141592653589793, -1.5707963267948966, 709.78, -745.2, 88.72, -103.97,
  88.8, 710, -746, 1023.9, -1074.5, 127.9, -149.5, 308.3, 38.6, 2.718281828459045, 20, -20, 170.6, 171.7, 35.1, -0.9999999999999999, 0.9999999999999999, 1.0000000000000002};
#define REAL(T, name, nextafter, wide) \
static T name(void) { \
  T x; \
  switch (next() % 7) { \
  case 0: return (T)special[next() % (sizeof special / sizeof *special)]; \
  case 1: x = (T)special[next() % (sizeof special / sizeof *special)]; return nextafter(x, next() % 2 ? (T)INFINITY : (T)-INFINITY); \
  case 2: return ((T)(next() % 4001) - 2000) / (T)(1 << next() % 12); \
  case 3: return ((T)next() / (T)0x1p63 - 1) * (T)(1 << next() % 8); \
  case 4: return (T)(int)(next() % 201) - 100; \
  } \
  wide \
  return x; \
}
REAL(float, realf, nextafterf, unsigned u = (unsigned)next(); memcpy(&x, &u, 4);)
REAL(double, real, nextafter, unsigned long long u = next(); memcpy(&x, &u, 8);)
REAL(long double, reall, nextafterl, unsigned long long u = next() | 1ull << 63; unsigned short e = (unsigned short)(next() % 3 ? 16383 - 50 + next() % 100 : 1 + next() % 0x7ffe); if (next() % 2) e |= 0x8000; x = 0; memcpy(&x, &u, 8); memcpy((char *)&x + 8, &e, 2);)
#define CHECK(name, text, cond) if (!(cond)) { bad++; printf("%s(%La, %La) = %La: not %s\n", name, (long double)x, (long double)y, (long double)r, text); }
`

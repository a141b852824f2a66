package cfront_test

import (
	"fmt"
	"math"
	"math/rand"
	"os"
	"strings"
	"testing"
)

// TestRounding compares random computations in random rounding modes with gcc's. Half of them also compare the
// exceptions raised. Each function of a file is a program of its own. TANDEM_LONG=1: 2,000 functions for each data
// model.
func TestRounding(t *testing.T) {
	files := 2
	if os.Getenv("TANDEM_LONG") != "" {
		files = 80
	}
	for _, m := range models {
		t.Run(m.String(), func(t *testing.T) {
			needGCC(t, m)
			for i := range files {
				g := roundingGen{rnd: rand.New(rand.NewSource(int64(i))), flags: i%2 == 1}
				src := g.file(25)
				if !t.Run(fmt.Sprint(i), func(t *testing.T) { againstGCC(t, m, src, "-O0", "-frounding-math") }) {
					t.Logf("seed %d\n%s", i, src)
					return
				}
			}
		})
	}
}

// roundingGen generates random computations with floating-point numbers.
type roundingGen struct {
	rnd   *rand.Rand
	flags bool // the programs print the exception flags
	b     strings.Builder
}

// file returns a C file with the given number of random functions and a main that calls them.
func (g *roundingGen) file(functions int) string {
	fmt.Fprintf(&g.b, `#include <math.h>
#include <fenv.h>
void out(unsigned long long);
static void outd(double x) { union { double d; unsigned long long u; } v; v.d = x; out(__builtin_isnan(x) ? 1 : v.u); }
static void outf(float x) { union { float d; unsigned u; } v; v.d = x; out(__builtin_isnan(x) ? 1 : v.u); }
`)
	for i := range functions {
		g.function(i)
	}
	g.b.WriteString("int main(void) {\n")
	for i := range functions {
		fmt.Fprintf(&g.b, "\tf%d();\n", i)
	}
	g.b.WriteString("\treturn 0;\n}\n")
	return g.b.String()
}

// function writes function number n. It computes with volatile variables, so that gcc cannot fold the computation.
func (g *roundingGen) function(n int) {
	fmt.Fprintf(&g.b, "static void f%d(void) {\n", n)
	for i := range 4 {
		fmt.Fprintf(&g.b, "\tvolatile double d%d = %s; volatile float e%d = %s;\n", i, g.literal(53, 1074, 2040), i,
			g.literal(24, 149, 270)+"f")
	}
	for i := range 2 {
		fmt.Fprintf(&g.b, "\tvolatile int i%d = %d; volatile unsigned u%d = %du; volatile long long l%d = %dLL; volatile "+
			"unsigned long long v%d = %dull;\n",
			i, int32(g.rnd.Uint32())>>g.rnd.Intn(31), i, g.rnd.Uint32(), i, int64(g.rnd.Uint64())>>g.rnd.Intn(62), i,
			g.rnd.Uint64()>>g.rnd.Intn(63))
	}
	for range 3 {
		fmt.Fprintf(&g.b, "\tfesetround(%s);\n", []string{"FE_TONEAREST", "FE_DOWNWARD", "FE_UPWARD",
			"FE_TOWARDZERO"}[g.rnd.Intn(4)])
		if g.flags {
			g.b.WriteString("\tfeclearexcept(FE_ALL_EXCEPT);\n")
		}
		switch k := g.rnd.Intn(4); g.rnd.Intn(3) {
		case 0:
			fmt.Fprintf(&g.b, "\tfloat x%d%d = %s; e%d = x%[1]d%[2]d;\n\toutf(e%[4]d);\n", n, g.rnd.Intn(1<<30), g.float(3), k)
		case 1:
			fmt.Fprintf(&g.b, "\td%d = %s;\n\toutd(d%[1]d);\n", k, g.double(3))
		default:
			fmt.Fprintf(&g.b, "\td%d %s= %s;\n\toutd(d%[1]d);\n", k, []string{"+", "-", "*", "/"}[g.rnd.Intn(4)], g.double(2))
		}
		if g.flags {
			g.b.WriteString("\tout(fetestexcept(FE_ALL_EXCEPT));\n")
		}
	}
	g.b.WriteString("\tfesetround(FE_TONEAREST);\n}\n")
}

// literal returns a literal of a format with p bits, often a special number or one near 1. least is the negated
// exponent of the smallest number, and span the number of exponents.
func (g *roundingGen) literal(p, least, span int) string {
	switch g.rnd.Intn(6) {
	case 0:
		return []string{"0.0", "-0.0", "1.0", "0.5", "3.0", "-2.5", "0.1", "1e10", "-7.25"}[g.rnd.Intn(9)]
	case 1:
		return fmt.Sprintf("%d.0", g.rnd.Intn(1000)-500)
	}
	m := g.rnd.Uint64()>>(64-p) | 1<<(p-1)
	if g.rnd.Intn(3) == 0 {
		m = m >> g.rnd.Intn(p) << g.rnd.Intn(3) & (1<<p - 1)
	}
	e := -p + 1 + g.rnd.Intn(8) - 4
	if g.rnd.Intn(3) == 0 {
		e = -least + g.rnd.Intn(span-p)
	}
	sign := []string{"", "-"}[g.rnd.Intn(2)]
	if f := math.Ldexp(float64(m), e); math.IsInf(f, 0) || p == 24 && f > math.MaxFloat32 {
		return sign + "1.5"
	}
	return fmt.Sprintf("%s0x%xp%d", sign, m, e)
}

// pick returns a random element of list.
func (g *roundingGen) pick(list ...string) string { return list[g.rnd.Intn(len(list))] }

// integer returns the name of an integer variable.
func (g *roundingGen) integer() string {
	return g.pick("i", "u", "l", "v") + fmt.Sprint(g.rnd.Intn(2))
}

// double returns a random expression of type double.
func (g *roundingGen) double(depth int) string {
	if depth == 0 || g.rnd.Intn(5) == 0 {
		return fmt.Sprint("d", g.rnd.Intn(4))
	}
	x := func() string { return g.double(depth - 1) }
	switch g.rnd.Intn(13) {
	case 0:
		return "(double)" + g.integer()
	case 1:
		return "sqrt(fabs(" + x() + "))"
	case 2:
		return g.float(depth - 1)
	case 3:
		return "(" + x() + " < " + x() + " ? " + x() + " : " + x() + ")"
	case 4:
		return g.pick("rint", "nearbyint", "floor", "trunc", "round") + "(" + x() + ")"
	case 5:
		if !g.flags {
			return g.pick("fma("+x()+", "+x()+", "+x()+")", "fdim("+x()+", "+x()+")", "fmod("+x()+", "+x()+")",
				"ldexp("+x()+", i0 % 1100)", "remainder("+x()+", "+x()+")")
		}
	case 6:
		return "(" + g.float(depth-1) + " " + g.pick("+", "-", "*", "/") + " " + x() + ")"
	case 7:
		return "(" + x() + " " + g.pick("+", "-", "*", "/") + " " + g.integer() + ")"
	}
	return "(" + x() + " " + g.pick("+", "-", "*", "/") + " " + x() + ")"
}

// float returns a random expression of type float.
func (g *roundingGen) float(depth int) string {
	if depth == 0 || g.rnd.Intn(5) == 0 {
		return fmt.Sprint("e", g.rnd.Intn(4))
	}
	x := func() string { return g.float(depth - 1) }
	switch g.rnd.Intn(11) {
	case 0:
		return "(float)" + g.integer()
	case 1:
		return "(float)" + g.double(depth-1)
	case 2:
		return "sqrtf(fabsf(" + x() + "))"
	case 3:
		return g.pick("rintf", "nearbyintf", "ceilf", "roundf") + "(" + x() + ")"
	case 4:
		if !g.flags {
			return g.pick("fmaf("+x()+", "+x()+", "+x()+")", "fdimf("+x()+", "+x()+")", "fmodf("+x()+", "+x()+")",
				"ldexpf("+x()+", i1 % 150)")
		}
	}
	return "(" + x() + " " + g.pick("+", "-", "*", "/") + " " + x() + ")"
}

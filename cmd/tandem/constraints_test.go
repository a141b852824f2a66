package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
)

// constraints returns a program of some hundred to some thousand inputs with assumptions about them, and an assertion.
// The seed determines the kind, the size and the constants. It is not known whether the assertion holds.
func constraints(seed uint64) (name, text string) {
	r := rand.New(rand.NewPCG(seed, 36))
	k := constraintKinds[seed%uint64(len(constraintKinds))]
	n := int(k.least * math.Pow(k.most/k.least, r.Float64()))
	g := &constraintProgram{r: r, n: n}
	k.write(g)
	head := `extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define assume __VERIFIER_assume
static void check(int c) { if (!c) reach_error(); }
` + g.global.String() + "int main(void) {\n"
	return fmt.Sprintf("%s_%d_%d", k.name, n, seed), head + g.body.String() + "\treturn 0;\n}\n"
}

// constraintProgram is a program that is being written.
type constraintProgram struct {
	r            *rand.Rand
	n            int
	global, body strings.Builder
}

// constraintKinds has the kinds of programs, with the range of their sizes.
var constraintKinds = []struct {
	name        string
	least, most float64
	write       func(*constraintProgram)
}{
	{"difference", 100, 2000, (*constraintProgram).differences},
	{"squares", 4, 14, (*constraintProgram).latin},
	{"colours", 50, 600, (*constraintProgram).colours},
	{"sums", 50, 800, (*constraintProgram).sums},
	{"products", 20, 400, (*constraintProgram).products},
	{"straight", 300, 6000, (*constraintProgram).straight},
	{"array", 50, 1000, (*constraintProgram).array},
	{"clauses", 50, 800, (*constraintProgram).clauses},
	{"branches", 100, 1500, (*constraintProgram).branches},
	{"bits", 100, 1500, (*constraintProgram).bits},
}

// line writes a line of main.
func (g *constraintProgram) line(format string, a ...any) {
	fmt.Fprintf(&g.body, "\t"+format+"\n", a...)
}

// inputs declares n local variables, which are inputs from lo to hi.
func (g *constraintProgram) inputs(n, lo, hi int) {
	for i := range n {
		g.line("int x%d = __VERIFIER_nondet_int();", i)
		g.line("assume(x%d >= %d && x%d <= %d);", i, lo, i, hi)
	}
}

// two returns two different numbers below n.
func (g *constraintProgram) two(n int) (i, j int) {
	i = g.r.IntN(n)
	return i, (i + 1 + g.r.IntN(n-1)) % n
}

// differences writes bounds on differences of inputs, the edges of a random graph.
func (g *constraintProgram) differences() {
	g.inputs(g.n, -10000, 10000)
	for i := 1; i < g.n; i++ {
		g.line("assume(x%d - x%d <= %d);", i, g.r.IntN(i), g.r.IntN(100)-20)
	}
	for range g.n {
		i, j := g.two(g.n)
		g.line("assume(x%d - x%d <= %d);", i, j, g.r.IntN(200))
	}
	g.line("check(x%d - x0 < %d);", g.n-1, 50*(1+g.r.IntN(20)))
}

// latin writes a square whose rows and columns have different numbers, some of which are given.
func (g *constraintProgram) latin() {
	g.inputs(g.n*g.n, 1, g.n)
	for i := range g.n {
		for j := range g.n {
			for k := range j {
				g.line("assume(x%d != x%d);", i*g.n+j, i*g.n+k)
				g.line("assume(x%d != x%d);", j*g.n+i, k*g.n+i)
			}
		}
	}
	for i := range g.n {
		g.line("assume(x%d == %d);", i*g.n+(i*3+1)%g.n, 1+i)
	}
	g.line("check(x0 + x%d != x%d);", g.n+1, g.n*g.n-1)
}

// colours writes a colouring of a random graph.
func (g *constraintProgram) colours() {
	g.line("int x[%d];", g.n)
	g.line("for (int i = 0; i < %d; i++) { x[i] = __VERIFIER_nondet_int(); assume(x[i] >= 0 && x[i] < %d); }", g.n,
		3+g.r.IntN(2))
	for range 2*g.n + g.r.IntN(g.n) {
		i, j := g.two(g.n)
		g.line("assume(x[%d] != x[%d]);", i, j)
	}
	i, j := g.two(g.n)
	g.line("check(x[%d] != x[%d]);", i, j)
}

// sums writes linear equations and inequalities.
func (g *constraintProgram) sums() {
	g.inputs(g.n, 0, 1000)
	for range g.n / 2 {
		var s strings.Builder
		for range 3 + g.r.IntN(8) {
			fmt.Fprintf(&s, "%+d * x%d ", g.r.IntN(19)-9, g.r.IntN(g.n))
		}
		g.line("assume(%s %s %d);", s.String(), []string{"<=", ">=", "==", "<="}[g.r.IntN(4)], g.r.IntN(2000))
	}
	all := "0"
	for i := range g.n {
		all += fmt.Sprintf(" + x%d", i)
	}
	g.line("check(%s != %d);", all, 37*g.n)
}

// products writes constraints on squares and products of inputs.
func (g *constraintProgram) products() {
	g.inputs(g.n, -300, 300)
	for range g.n {
		i, j := g.two(g.n)
		k := g.r.IntN(g.n)
		switch g.r.IntN(4) {
		case 0:
			g.line("assume(x%d * x%d <= x%d * x%d + %d);", i, i, j, j, g.r.IntN(100))
		case 1:
			g.line("assume((x%d - x%d) * (x%d + x%d) != x%d * %d);", i, j, i, j, k, g.r.IntN(50))
		case 2:
			g.line("assume(x%d * x%d + x%d >= x%d);", i, j, k, j)
		default:
			g.line("assume(x%d / 7 %% 5 != x%d %% 11);", i, j)
		}
	}
	g.line("check(x0 * x0 + x1 * x1 != x2 * x2 + 1);")
}

// straight writes long code without branches.
func (g *constraintProgram) straight() {
	g.line("unsigned a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int(), d = " +
		"__VERIFIER_nondet_int();")
	names := []string{"a", "b", "c", "d"}
	for range g.n {
		x, y, z := names[g.r.IntN(4)], names[g.r.IntN(4)], names[g.r.IntN(4)]
		switch g.r.IntN(6) {
		case 0:
			g.line("%s = %s + %s;", x, y, z)
		case 1:
			g.line("%s ^= %s >> %d;", x, y, g.r.IntN(31))
		case 2:
			g.line("%s = %s * %du + %s;", x, y, g.r.Uint32()|1, z)
		case 3:
			g.line("%s = %s < %s ? %s + %d : %s - %d;", x, y, z, x, g.r.IntN(100), y, g.r.IntN(100))
		case 4:
			g.line("%s = (%s << %d) | (%s >> %d);", x, y, 5, y, 27)
		default:
			g.line("%s -= %s & %s;", x, y, z)
		}
	}
	g.line("check((a ^ b) != (c + d) || a == %du);", g.r.Uint32())
}

// array writes constraints on an array whose elements are indices of it.
func (g *constraintProgram) array() {
	g.line("int a[%d];", g.n)
	g.line("for (int i = 0; i < %d; i++) { a[i] = __VERIFIER_nondet_int(); assume(a[i] >= 0 && a[i] < %d); }", g.n, g.n)
	for range g.n {
		i, j := g.two(g.n)
		switch g.r.IntN(4) {
		case 0:
			g.line("assume(a[a[%d]] <= a[%d]);", i, j)
		case 1:
			g.line("a[a[%d]] = (a[%d] + %d) %% %d;", i, j, 1+g.r.IntN(5), g.n)
		case 2:
			g.line("assume(a[%d] != a[%d]);", i, j)
		default:
			g.line("if (a[%d] > a[%d]) a[%d] = a[%d];", i, j, j, i)
		}
	}
	g.line("check(a[a[0]] != %d);", g.r.IntN(g.n))
}

// clauses writes random clauses of three literals.
func (g *constraintProgram) clauses() {
	g.inputs(g.n, 0, 1)
	lit := func() string { return []string{"", "!"}[g.r.IntN(2)] + fmt.Sprintf("x%d", g.r.IntN(g.n)) }
	for range 4 * g.n {
		g.line("assume(%s || %s || %s);", lit(), lit(), lit())
	}
	g.line("check(%s || %s);", lit(), lit())
}

// branches writes branches that change a sum.
func (g *constraintProgram) branches() {
	g.inputs(g.n, -1000, 1000)
	g.line("int s = 0;")
	for range g.n {
		i, j := g.two(g.n)
		g.line("if (x%d < x%d + %d) s += %d; else if (x%d != %d) s -= x%d;", i, j, g.r.IntN(50), 1+g.r.IntN(3), j,
			g.r.IntN(100), i)
	}
	g.line("check(s != %d);", g.n)
}

// bits writes words that are determined by functions of other words.
func (g *constraintProgram) bits() {
	fmt.Fprintf(&g.global, "static unsigned mix(unsigned a, unsigned b) { a ^= b << 7; a += b >> 3; return a & (b | "+
		"255); }\nunsigned long long w[%d];\n", g.n)
	g.line("for (int i = 0; i < %d; i++) w[i] = __VERIFIER_nondet_int();", g.n)
	for range g.n {
		i, j := g.two(g.n)
		switch g.r.IntN(3) {
		case 0:
			g.line("assume(mix(w[%d], w[%d]) <= %du);", i, j, g.r.Uint32())
		case 1:
			g.line("w[%d] = w[%d] << 32 | mix(w[%d], %d);", i, j, i, g.r.IntN(1000))
		default:
			g.line("assume((w[%d] & %d) == (w[%d] >> 60 & %d));", i, g.r.IntN(16), j, g.r.IntN(16))
		}
	}
	g.line("check((w[0] ^ w[1]) %% 251 != %d);", g.r.IntN(251))
}

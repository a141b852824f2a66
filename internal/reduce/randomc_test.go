package reduce_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// source returns a random C program with small values, so that every computed value sooner or later decides some
// branch. It has globals, arrays, structures, pointers to them and to locals, calls that change all of these,
// recursion, and many errors.
func source(seed uint64) string {
	g := &sourceGen{Rand: rand.New(rand.NewPCG(seed, 5))}
	g.print(`extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void abort(void);
extern void exit(int);
extern void *malloc(unsigned);
extern void *memset(void *, int, unsigned);
extern void *memcpy(void *, const void *, unsigned);
extern void __VERIFIER_assume(int);
struct S { int a, b, c; };
int g0, g1, m0, m1 = 3, A[4] = {1, 2}, depth = 3;
struct S s0, s1 = {4, 5, 6};
int *P = &m0, *H;
static int in(void) { return __VERIFIER_nondet_int() & 7; }
`)
	n := 1 + g.IntN(3)
	for i := range n {
		g.funcs = i
		g.print("static int f%d(int x, int *q) {\n  int a = x & 3, b = 1, L[2] = {x, 2};\n", i)
		if g.IntN(3) == 0 {
			g.print("  if (depth-- <= 0) return %s;\n", g.expr(1))
			g.funcs++
		}
		g.block(2+g.IntN(5), 0)
		g.print("  return %s;\n}\n", g.expr(2))
	}
	g.funcs = n
	g.print("int main(void) {\n  int a = in(), b = in(), x = in(), L[2] = {0, 1}, *q = %s;\n  H = malloc(8); H[0] = 1; "+
		"H[1] = a;\n", g.address())
	g.block(4+g.IntN(9), 0)
	for i := range n {
		g.print("  %s = f%d(%s, %s);\n", g.place(), i, g.expr(1), g.address())
	}
	g.block(2, 0)
	for range 4 {
		g.print("  if ((%s & 255) == %d) reach_error();\n", g.place(), g.IntN(8))
	}
	g.print("  return 0;\n}\n")
	return g.b.String()
}

// sourceGen generates a random C program.
type sourceGen struct {
	*rand.Rand
	b     strings.Builder
	funcs int // number of functions that may be called
	loops int
}

func (g *sourceGen) print(format string, args ...any) { fmt.Fprintf(&g.b, format, args...) }

func (g *sourceGen) of(list ...string) string { return list[g.IntN(len(list))] }

// address returns a random address.
func (g *sourceGen) address() string {
	return g.of("&m0", "&m1", "&A[1]", "&A[2]", "&s0.b", "&L[0]", "&L[1]", "P")
}

// place returns a random lvalue.
func (g *sourceGen) place() string {
	return g.of("a", "a", "b", "b", "x", "g0", "g1", "g0", "g1", "m0", "m1", "*q", "*P", "A[0]", "A[1]", "A[a & 3]",
		"A[b & 3]", "s0.a", "s0.b", "s0.c", "s1.c", "s1.b", "((char *)&m0)[1]", "((char *)&s0)[5]", "L[0]", "L[1]",
		"L[x & 1]", "H[0]", "H[1]")
}

// expr returns a random expression.
func (g *sourceGen) expr(depth int) string {
	switch g.IntN(6) {
	case 0:
		return fmt.Sprint(g.IntN(8))
	case 1:
		if depth > 0 {
			return fmt.Sprintf("(%s %s %s)", g.expr(depth-1), g.of("+", "-", "&", "^"), g.expr(depth-1))
		}
	case 2:
		return "in()"
	}
	return g.place()
}

// cond returns a random condition.
func (g *sourceGen) cond() string {
	return fmt.Sprintf("(%s & 7) %s %d", g.expr(1), g.of("==", "!=", "<", ">", "<"), g.IntN(8))
}

// block prints random statements.
func (g *sourceGen) block(n, depth int) {
	for range n {
		g.stmt(depth)
	}
}

// stmt prints a random statement.
func (g *sourceGen) stmt(depth int) {
	in := strings.Repeat("  ", depth+1)
	nested := func() {
		if depth < 2 {
			g.block(1+g.IntN(3), depth+1)
		}
	}
	switch k := g.IntN(24); {
	case k < 7:
		g.print("%s%s = %s;\n", in, g.place(), g.expr(2))
	case k == 7:
		g.print("%sP = %s;\n", in, g.of("&m0", "&m1", "&A[1]", "&s0.b", "&s1.c", "H", "A + (b & 3)"))
	case k == 8 || k == 22:
		g.print("%s%s;\n", in, g.of("s0 = s1", "s1 = s0", "s0 = s1", "s1 = s0", "memcpy(A, &s0, 12)", "memcpy(&s1, A + 1, 8)",
			"memcpy(&s0.b, L, 8)", "memset(A, 0, sizeof A)", "memset(&s0, 1, 4)", "q = P"))
	case k < 12 && g.funcs > 0:
		result := ""
		if g.IntN(2) == 0 {
			result = g.place() + " = "
		}
		g.print("%s%sf%d(%s, %s);\n", in, result, g.IntN(g.funcs), g.expr(1), g.address())
	case k < 15:
		g.print("%sif (%s) {\n", in, g.cond())
		nested()
		if g.IntN(3) == 0 {
			g.print("%s  %s = %s;\n", in, g.of("g0", "g1", "m0"), g.expr(0))
		}
		if g.IntN(2) == 0 {
			g.print("%s} else {\n", in)
			nested()
		}
		g.print("%s}\n", in)
	case k == 15:
		g.loops++
		g.print("%sfor (int i%d = 0; i%d < %d; i%d++) {\n", in, g.loops, g.loops, 1+g.IntN(3), g.loops)
		nested()
		g.print("%s}\n", in)
	case k == 16:
		g.print("%swhile (%s) {\n", in, g.cond())
		nested()
		g.print("%s  %s = in();\n%s  if (in() == 0) break;\n%s}\n", in, g.place(), in, in)
	case k == 17:
		g.print("%sif (%s) %s;\n", in, g.cond(), g.of("exit(0)", "abort()", "for (;;) ;", "return 1"))
	case k == 18:
		g.print("%s__VERIFIER_assume(%s);\n", in, g.cond())
	case k == 19 && g.IntN(4) == 0:
		g.print("%sfor (;;) {\n", in)
		nested()
		g.print("%s  if (in() == %s) reach_error();\n%s}\n", in, g.place(), in)
	case k == 20:
		g.print("%sif (%s) reach_error();\n", in, g.cond())
	default:
		g.print("%s%s = %s;\n", in, g.place(), g.expr(1))
	}
}

// lowered returns the lowered program of source. For alternate seeds, calls are inlined. Each error is an obligation.
func lowered(t testing.TB, dir string, seed uint64) *ir.Program {
	t.Helper()
	file := filepath.Join(dir, "r.c")
	src := source(seed)
	if err := os.WriteFile(file, []byte(src), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := cfront.Load(cfront.Config{Model: ir.ILP32, Files: []string{file}, PropertyKind: "unreach-call",
		ErrorFunc: "reach_error"})
	if err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, src)
	}
	o := instrument.Default()
	o.Inline = seed%3 == 0
	if seed%3 == 1 {
		if err := instrument.Refer(p, o); err != nil {
			t.Fatal(err)
		}
		return p
	}
	q, err := instrument.Prepare(p, o)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

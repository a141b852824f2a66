package vc

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// cgen makes small C programs whose meaning rarely depends on operations that vc approximates: scalars, arrays with
// masked indices, pointers to them, structs, calls, recursion, loops, a heap object.
type cgen struct {
	r     *rand.Rand
	b     strings.Builder
	vars  []string // the variables in scope
	funcs []string
	depth int
	loops int
	bits  bool // bit operations
	heap  bool // the heap objects h and k exist, and may be freed
	wild  bool // accesses that may be invalid
	names int
}

// randomC returns the text of a random C program.
func randomC(seed uint64) string { return randomText(&cgen{r: rand.New(rand.NewPCG(seed, 3))}) }

// randomWildC is randomC with indices out of bounds, heap objects of input sizes, and frees between accesses.
func randomWildC(seed uint64) string {
	return randomText(&cgen{r: rand.New(rand.NewPCG(seed, 7)), wild: true})
}

// randomText returns the text of a program.
func randomText(g *cgen) string {
	g.bits = g.r.IntN(3) == 0
	g.b.WriteString(`void reach_error(void); void *malloc(unsigned); void free(void *);
int __VERIFIER_nondet_int(void); unsigned char __VERIFIER_nondet_uchar(void); unsigned __VERIFIER_nondet_uint(void);
struct S { int x; short y; char z[4]; };
int g1 = 3; unsigned g2; short g3 = -1; long long g4; char g5 = 'a';
int A[4]; unsigned char B[8]; struct S T; struct S U[2]; int M[2][3];
`)
	g.vars = []string{"g1", "g2", "g3", "g4", "g5"}
	for i := range g.r.IntN(3) {
		f := fmt.Sprintf("f%d", i)
		fmt.Fprintf(&g.b, "int %s(int a, %s b, int *p, int fuel) {\n", f, g.typ())
		keep := g.vars
		g.vars = append(append([]string{}, g.vars...), "a", "b", "*p")
		g.block(3 + g.r.IntN(3))
		if g.r.IntN(3) == 0 {
			fmt.Fprintf(&g.b, "if (fuel > 0) %s = %s(%s, %s, %s, fuel - 1);\n", g.lval(), f, g.expr(1), g.expr(1), g.pointer())
		}
		fmt.Fprintf(&g.b, "return %s; }\n", g.expr(2))
		g.vars = keep
		g.funcs = append(g.funcs, f)
	}
	g.b.WriteString("int main(void) {\n")
	for i := range 1 + g.r.IntN(2) {
		v := fmt.Sprintf("in%d", i)
		fmt.Fprintf(&g.b, "%s %s = %s;\n", g.typ(), v, g.input())
		g.vars = append(g.vars, v)
	}
	if g.wild && g.r.IntN(2) == 0 {
		fmt.Fprintf(&g.b, "int *h = malloc(%s & 15), *k = h; k = %s ? h : h + 1;\n", g.input(), g.expr(1))
		g.vars = append(g.vars, "h[0]", "h[1]", "*k", "h[in0 & 3]")
		g.heap = true
	} else if g.r.IntN(4) == 0 {
		g.b.WriteString("int *h = malloc(8);\n")
		g.vars = append(g.vars, "h[0]", "h[1]")
	}
	if g.r.IntN(4) == 0 {
		g.b.WriteString("short L[3]; int u;\n")
		g.vars = append(g.vars, "L[0]", "L[in0 & 1]", "u")
	}
	g.block(5 + g.r.IntN(5))
	g.b.WriteString("return 0; }\n")
	return g.b.String()
}

// typ returns a random integer type.
func (g *cgen) typ() string {
	return []string{"int", "int", "unsigned", "short", "char", "long long", "unsigned char", "unsigned short"}[g.r.IntN(8)]
}

// input returns a random input.
func (g *cgen) input() string {
	return []string{"__VERIFIER_nondet_int()", "__VERIFIER_nondet_uchar()", "__VERIFIER_nondet_uint()"}[g.r.IntN(3)]
}

// lval returns a random variable or element.
func (g *cgen) lval() string {
	if g.r.IntN(3) > 0 {
		return g.vars[g.r.IntN(len(g.vars))]
	}
	return g.place()
}

// place returns a random element of an array or structure.
func (g *cgen) place() string {
	i := fmt.Sprintf("(%s) & 1", g.expr(1))
	if g.wild && g.r.IntN(3) == 0 {
		i = fmt.Sprintf("(%s) & 7", g.expr(1))
	}
	if g.r.IntN(2) == 0 {
		i = fmt.Sprint(g.r.IntN(2))
	}
	switch g.r.IntN(9) {
	case 0, 1:
		return "A[" + i + "]"
	case 2:
		return "B[" + i + "]"
	case 3:
		return "T.x"
	case 4:
		return "T.y"
	case 5:
		return "U[" + i + "].x"
	case 6:
		return "U[" + i + "].z[1]"
	case 7:
		return "M[1][" + i + "]"
	}
	return "T.z[" + i + "]"
}

// pointer returns a random pointer to an int.
func (g *cgen) pointer() string {
	return []string{"&A[1]", "A", "&g1", "&T.x", "&U[1].x", "M[0] + 1", "&A[g2 & 3]"}[g.r.IntN(7)]
}

// expr returns a random expression of depth d.
func (g *cgen) expr(d int) string {
	if d == 0 || g.r.IntN(4) == 0 {
		switch g.r.IntN(4) {
		case 0:
			return fmt.Sprint([]int{0, 1, 2, 3, 5, 7, -1, -4, 100, 127, 255, 65535, 2147483647, -128}[g.r.IntN(14)])
		case 1:
			if d > 0 {
				return g.place()
			}
		}
		return g.vars[g.r.IntN(len(g.vars))]
	}
	switch g.r.IntN(12) {
	case 0:
		return fmt.Sprintf("(%s)(%s)", g.typ(), g.expr(d-1))
	case 1:
		return fmt.Sprintf("(%s %s %d)", g.expr(d-1), []string{"/", "%"}[g.r.IntN(2)], 1+g.r.IntN(9))
	case 2:
		return fmt.Sprintf("-(%s)", g.expr(d-1))
	case 3:
		return "(" + g.cond(d-1) + ")"
	case 4:
		return fmt.Sprintf("(%s * %d)", g.expr(d-1), g.r.IntN(9)-2)
	case 5:
		if g.bits {
			return fmt.Sprintf("(%s %s %s)", g.expr(d-1), []string{"&", "|", "^", "/", "%"}[g.r.IntN(5)], g.expr(d-1))
		}
		return fmt.Sprintf("((%s) %s %d)", g.expr(d-1), []string{"& 7 +", "<< 3 +", ">> 1 +", "& 0xf0 +",
			"| 1 +"}[g.r.IntN(5)], g.r.IntN(2))
	}
	return fmt.Sprintf("(%s %s %s)", g.expr(d-1), []string{"+", "-"}[g.r.IntN(2)], g.expr(d-1))
}

// cond returns a random condition of depth d.
func (g *cgen) cond(d int) string {
	op := []string{"<", "<=", "==", "!=", ">"}[g.r.IntN(5)]
	if g.r.IntN(5) == 0 {
		return fmt.Sprintf("%s && %s %s %s", g.expr(d), g.expr(d), op, g.expr(d))
	}
	return fmt.Sprintf("%s %s %s", g.expr(d), op, g.expr(d))
}

// block writes n statements.
func (g *cgen) block(n int) {
	keep := g.vars
	for range n {
		g.stmt()
	}
	g.vars = keep
}

// stmt writes a random statement.
func (g *cgen) stmt() {
	if g.heap && g.r.IntN(9) == 0 {
		fmt.Fprintf(&g.b, "free(%s);\n", []string{"h", "h", "k", "(void *)0", "(int *)A"}[g.r.IntN(5)])
		return
	}
	switch k := g.r.IntN(16); {
	case k == 0:
		fmt.Fprintf(&g.b, "%s = %s;\n", g.lval(), g.input())
	case k < 3 && g.depth < 3:
		g.depth++
		fmt.Fprintf(&g.b, "if (%s) {\n", g.cond(2))
		g.block(1 + g.r.IntN(3))
		if g.r.IntN(2) == 0 {
			g.b.WriteString("} else {\n")
			g.block(1 + g.r.IntN(3))
		}
		g.b.WriteString("}\n")
		g.depth--
	case k < 5 && g.depth < 3 && g.loops < 4:
		g.depth++
		g.loops++
		g.names++
		i := fmt.Sprintf("i%d", g.names)
		fmt.Fprintf(&g.b, "for (int %s = 0; %s < %d && %s; %s++) {\n", i, i, 1+g.r.IntN(4), g.cond(1), i)
		keep := g.vars
		g.vars = append(append([]string{}, g.vars...), fmt.Sprintf("A[%s]", i), fmt.Sprintf("B[%s + 1]", i))
		g.block(1 + g.r.IntN(3))
		g.vars = keep
		g.b.WriteString("}\n")
		g.depth--
	case k == 5 && len(g.funcs) > 0:
		fmt.Fprintf(&g.b, "%s = %s(%s, %s, %s, %d);\n", g.lval(), g.funcs[g.r.IntN(len(g.funcs))], g.expr(1), g.expr(2),
			g.pointer(), g.r.IntN(3))
	case k == 6:
		fmt.Fprintf(&g.b, "if (%s == %d) reach_error();\n", g.lval(), g.r.IntN(200)-20)
	case k == 7:
		g.names++
		fmt.Fprintf(&g.b, "int *p%d = %s; *p%d = %s; p%d[%d] = %s;\n", g.names, g.pointer(), g.names, g.expr(1), g.names,
			g.r.IntN(2), g.expr(1))
	case k == 8:
		g.names++
		fmt.Fprintf(&g.b, "%s v%d = %s;\n", g.typ(), g.names, g.expr(2))
		g.vars = append(append([]string{}, g.vars...), fmt.Sprintf("v%d", g.names))
	case k == 9:
		fmt.Fprintf(&g.b, "if (!(%s)) return 0;\n", g.cond(1))
	default:
		fmt.Fprintf(&g.b, "%s = %s;\n", g.lval(), g.expr(3))
	}
}

// loadC returns the program of a C text; with prepare, it is the prepared program.
func loadC(t testing.TB, text string, prepare bool, overflow string) *ir.Program {
	t.Helper()
	return loadChecked(t, text, prepare, overflow, nil)
}

// loadChecked is loadC with obligations for the kinds of undefined behaviour in report.
func loadChecked(t testing.TB, text string, prepare bool, overflow string, report map[string]bool) *ir.Program {
	t.Helper()
	p, err := cfront.Load(cfront.Config{Model: ir.ILP32, Files: []string{"r.c"},
		Sources: map[string][]byte{"r.c": []byte(text)}, PropertyKind: "unreach-call", ErrorFunc: "reach_error"})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if prepare {
		o := instrument.Default()
		o.Overflow = overflow
		o.Report = report
		if p, err = instrument.Prepare(p, o); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

package cfront_test

import (
	"fmt"
	"math/rand"
	"os"
	"strings"
	"testing"
)

// batches compares random programs with gcc: few of them, or with TANDEM_LONG 2,000 for each data model. The callback
// one returns the k-th program: a function program_k without arguments that calls out.
func batches(t *testing.T, few int, prelude string, one func(r *rand.Rand, k int) string, flags ...string) {
	n, size := few, few
	if os.Getenv("TANDEM_LONG") != "" {
		n, size = 2000, 40
	}
	for _, m := range models {
		t.Run(m.String(), func(t *testing.T) {
			needGCC(t, m)
			for from := 0; from < n; from += size {
				var b, calls strings.Builder
				b.WriteString("void out(unsigned long long);\n" + prelude)
				for k := from; k < min(from+size, n); k++ {
					b.WriteString(one(rand.New(rand.NewSource(int64(k))), k))
					fmt.Fprintf(&calls, "\tprogram_%d();\n", k)
				}
				b.WriteString("int main(void) {\n" + calls.String() + "\treturn 0;\n}\n")
				againstGCC(t, m, b.String(), flags...)
				if t.Failed() {
					if f, err := os.CreateTemp("", "batch*.c"); err == nil {
						f.WriteString(b.String())
						f.Close()
						t.Fatalf("the program is %s", f.Name())
					}
				}
			}
		})
	}
}

// lane is an element type of random vectors.
type lane struct {
	name  string
	bits  int // size of an element
	sign  bool
	float bool
}

// lanes are the element types.
var lanes = []lane{
	{"signed char", 8, true, false}, {"unsigned char", 8, false, false}, {"short", 16, true, false},
	{"unsigned short", 16, false, false},
	{"int", 32, true, false}, {"unsigned", 32, false, false}, {"long long", 64, true, false},
	{"unsigned long long", 64, false, false},
	{"float", 32, true, true}, {"double", 64, true, true}, {"char", 8, true, false},
}

// mask returns the element type of a mask for vectors of l: the signed integer of the same size.
func (l lane) mask() string {
	return map[int]string{8: "signed char", 16: "short", 32: "int", 64: "long long"}[l.bits]
}

// vecGen generates one random program on vectors.
type vecGen struct {
	*rand.Rand
	k     int      // number of the program
	l     lane     // element type of its vectors
	n     int      // number of elements
	vars  []string // vector variables
	stmts strings.Builder
}

func (g *vecGen) pick(s ...string) string { return s[g.Intn(len(s))] }

// number returns a random constant of the element type.
func (g *vecGen) number() string {
	if g.l.float {
		return fmt.Sprintf("%d.%d", g.Intn(200)-100, []int{0, 5, 25, 75}[g.Intn(4)])
	}
	v := int64(g.Intn(256) - 128)
	if g.Intn(3) == 0 {
		v = g.Int63() - 1<<62
	}
	switch {
	case g.l.bits < 64 && g.l.sign:
		v = v << (64 - g.l.bits) >> (64 - g.l.bits)
	case g.l.bits < 64:
		v &= 1<<g.l.bits - 1
	}
	return fmt.Sprintf("(%s)%dLL", g.l.name, v)
}

// list returns the results of n calls of the callback one, separated by commas.
func (g *vecGen) list(n int, one func() string) string {
	var s []string
	for range n {
		s = append(s, one())
	}
	return strings.Join(s, ", ")
}

// vec returns a random vector variable.
func (g *vecGen) vec() string { return g.vars[g.Intn(len(g.vars))] }

// expr returns a random expression of the vector type T.
func (g *vecGen) expr(depth int) string {
	if depth == 0 {
		if g.Intn(5) == 0 {
			return "(T" + fmt.Sprint(g.k) + "){" + g.list(1+g.Intn(g.n), g.number) + "}"
		}
		return g.vec()
	}
	x := func() string { return g.expr(depth - 1) }
	s := func() string { return g.pick("s", g.vec()+g.index(), "("+g.l.name+")"+g.pick("3", "1", "7")) }
	T, M := fmt.Sprintf("T%d", g.k), fmt.Sprintf("M%d", g.k)
	switch c := g.Intn(14); {
	case c < 3:
		ops := []string{"+", "-", "*"}
		if !g.l.float {
			ops = append(ops, "&", "|", "^")
		}
		op := g.pick(ops...)
		switch g.Intn(4) {
		case 0:
			return "(" + x() + " " + op + " " + s() + ")"
		case 1:
			return "(" + s() + " " + op + " " + x() + ")"
		}
		return "(" + x() + " " + op + " " + x() + ")"
	case c == 3 && g.l.float:
		return "(" + x() + " / " + x() + ")"
	case c == 3:
		return "(" + x() + g.pick(" / ", " % ") + "((" + x() + " & 7) | 1))"
	case c == 4 && !g.l.float:
		if g.Intn(2) == 0 {
			return fmt.Sprintf("(%s %s %d)", x(), g.pick("<<", ">>"), g.Intn(g.l.bits))
		}
		return fmt.Sprintf("(%s %s (%s & %d))", x(), g.pick("<<", ">>"), x(), g.l.bits-1)
	case c == 5:
		cmp := "(" + x() + " " + g.pick("<", ">", "<=", ">=", "==", "!=") + " " + x() + ")"
		if g.l.float {
			return "__builtin_convertvector(" + cmp + ", " + T + ")"
		}
		return "(" + T + ")" + cmp
	case c == 6:
		if g.l.float {
			return "(-" + x() + ")"
		}
		return "(" + g.pick("-", "~", "+") + x() + ")"
	case c == 7:
		mask := "m"
		if g.Intn(2) == 0 {
			mask = "(" + M + "){" + g.list(g.n, func() string { return fmt.Sprint(g.Intn(3*g.n) - g.n) }) + "}"
		}
		if g.Intn(2) == 0 {
			return "__builtin_shuffle(" + x() + ", " + mask + ")"
		}
		return "__builtin_shuffle(" + x() + ", " + x() + ", " + mask + ")"
	case c == 8:
		return "__builtin_shufflevector(" + x() + ", " + x() + ", " + g.list(g.n,
			func() string { return fmt.Sprint(g.Intn(2 * g.n)) }) + ")"
	case c == 9:
		return fmt.Sprintf("f%d(%s, %s, %s)", g.k, x(), x(), s())
	case c == 10 && !g.l.float:
		return "(" + T + ")(U" + fmt.Sprint(g.k) + ")" + x()
	case c == 11:
		return "(" + s() + " > " + s() + " ? " + x() + " : " + x() + ")"
	case c == 12:
		return fmt.Sprintf("p%d(2, %s, %s)", g.k, x(), x())
	case c == 13:
		return fmt.Sprintf("h%d((struct S%d){1, %s, {%s, %s}}).v", g.k, g.k, x(), x(), x())
	}
	return g.vec()
}

// index returns a random subscript, constant or not.
func (g *vecGen) index() string {
	if g.Intn(2) == 0 {
		return fmt.Sprintf("[%d]", g.Intn(g.n))
	}
	return fmt.Sprintf("[i & %d]", g.n-1)
}

// stmt adds a random statement.
func (g *vecGen) stmt() {
	v := g.vec()
	switch g.Intn(10) {
	case 0, 1, 2:
		fmt.Fprintf(&g.stmts, "\t%s = %s;\n", v, g.expr(2))
	case 3:
		fmt.Fprintf(&g.stmts, "\t%s%s = %s%s;\n", v, g.index(), g.vec(), g.index())
	case 4:
		fmt.Fprintf(&g.stmts, "\t%s%s %s s;\n", v, g.index(), g.pick("+=", "-=", "*="))
	case 5:
		fmt.Fprintf(&g.stmts, "\t%s %s %s;\n", v, g.pick("+=", "-=", "*="), g.expr(1))
	case 6:
		fmt.Fprintf(&g.stmts, "\t%s;\n", g.pick(v+"++", "--"+v, v+g.index()+"++", g.vec()+" = "+v+"--", g.vec()+" = ++"+v))
	case 7:
		fmt.Fprintf(&g.stmts, "\tm = %s %s %s; out(m%s);\n", g.expr(1), g.pick("<", ">=", "=="), g.expr(1), g.index())
	case 8:
		fmt.Fprintf(&g.stmts, "\ts = %s%s; i++;\n", g.vec(), g.index())
	case 9:
		if g.l.float { // cc does not take (s * a)[1] for a subscript of a vector
			break
		}
		fmt.Fprintf(&g.stmts, "\ts = (%s)[%d]; out(sizeof(%s + %s)); out(sizeof(%s[1])); out(sizeof(%s < %s));\n",
			g.expr(1), g.Intn(g.n), v, g.vec(), v, v, v)
	}
}

// vectorProgram returns the k-th random program on vectors.
func vectorProgram(r *rand.Rand, k int) string {
	g := &vecGen{Rand: r, k: k, l: lanes[r.Intn(len(lanes))]}
	g.n = 1 << (1 + r.Intn(4))
	if g.l.bits == 8 && r.Intn(4) == 0 {
		g.n *= 8
	}
	for g.l.bits*g.n < 64 {
		g.n *= 2
	}
	size := g.l.bits / 8 * g.n
	other := lanes[r.Intn(8)]
	g.vars = []string{"a", "b", "c", fmt.Sprintf("g%d", k), "w[1]", "st.v", "u.v", "(*q)"}
	for range 8 {
		g.stmt()
	}
	var b strings.Builder
	attr := fmt.Sprintf("__attribute__((vector_size(%d)))", size)
	fmt.Fprintf(&b, "typedef %s T%d %s; typedef %s M%d %s; typedef %s %s U%d;\n", g.l.name, k, attr, g.l.mask(), k, attr,
		other.name, attr, k)
	fmt.Fprintf(&b, "struct S%d { char c; T%d v; T%d w[2]; };\n", k, k, k)
	fmt.Fprintf(&b, "static T%d g%d = {%s};\nstatic struct S%d gs%d = {1, {%s}, {{%s}, {%s}}};\n", k, k,
		g.list(1+r.Intn(g.n), g.number),
		k, k, g.list(g.n, g.number), g.list(1, g.number), g.list(g.n, g.number))
	fmt.Fprintf(&b, "static T%d f%d(T%d a, T%d b, %s s) { a[1] = s; return a * b + s; }\n", k, k, k, k, g.l.name)
	fmt.Fprintf(&b, "static T%d p%d(int n, ...) { __builtin_va_list ap; T%d r = {0}; __builtin_va_start(ap, n); while "+
		"(n--) r = r + r + __builtin_va_arg(ap, T%d); __builtin_va_end(ap); return r; }\n", k, k, k, k)
	fmt.Fprintf(&b, "static struct S%d h%d(struct S%d s) { s.v = s.v + s.w[1]; s.w[0][1] = s.v[0]; return s; }\n", k, k, k)
	outs := "(unsigned long long)x[i]"
	if g.l.float {
		bits := "unsigned"
		if g.l.bits == 64 {
			bits = "unsigned long long"
		}
		outs = fmt.Sprintf("x[i] != x[i] ? 77 : ((union { %s f; %s u; }){x[i]}).u", g.l.name, bits)
	}
	fmt.Fprintf(&b, "static void o%d(T%d x) { for (int i = 0; i < %d; i++) out(%s); }\n", k, k, g.n, outs)
	fmt.Fprintf(&b, "static void program_%d(void) {\n\tint i = %d; %s s = %s; T%d a = {%s}, b = g%d, c = {%s}, d = "+
		"{%s}; M%d m = {%s};\n", k, r.Intn(9), g.l.name, g.number(),
		k, g.list(g.n, g.number), k, g.list(1, g.number), g.list(g.n, g.number), k,
		g.list(g.n, func() string { return fmt.Sprint(g.Intn(100) - 50) }))
	fmt.Fprintf(&b, "\tstatic T%d w[2] = {{%s}, {1}}; struct S%d st = gs%d; union { T%d v; %s e[%d]; } u = {a}; T%d *q "+
		"= &d;\n", k, g.list(g.n, g.number), k, k, k, g.l.name, g.n, k)
	b.WriteString(g.stmts.String())
	fmt.Fprintf(&b, "\to%d(a); o%d(b); o%d(c); o%d(d); o%d(g%d); o%d(w[1]); o%d(st.v); o%d(st.w[0]); o%d(u.v); "+
		"out(sizeof(T%d)); out(_Alignof(T%d)); out(m[0]);\n", k, k, k, k, k, k, k, k, k, k, k, k)
	if !g.l.float {
		fmt.Fprintf(&b, "\tU%d uu = (U%d)a; uu ^= (U%d)b; out(uu[0]);\n", k, k, k)
	}
	b.WriteString("}\n")
	return b.String()
}

// TestVectors compares random programs over vectors with gcc.
func TestVectors(t *testing.T) { batches(t, 15, "", vectorProgram) }

package difftest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	osexec "os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file compares random programs over the wide types (__int128, _Complex, long double) with gcc. Each program is a
// function that computes a checksum of its variables. Tandem has to compute the same checksum as the program compiled
// by gcc.

const (
	wideTests      = 40 // programs of a family and data model
	wideTestsLong  = 2000
	widePerFile    = 40
	wideStatements = 10
)

// TestWide compares the checksums of random programs over wide types.
func TestWide(t *testing.T) {
	n := wideTests
	if os.Getenv("TANDEM_LONG") != "" {
		n = wideTestsLong
	}
	for _, m := range []ir.DataModel{ir.LP64, ir.ILP32} {
		if err := HaveGCC(m); err != nil {
			benchtest.Missing(t, err)
		}
		for _, family := range []string{"int128", "complex", "longdouble", "floatn"} {
			if m == ir.ILP32 && family == "int128" {
				continue // gcc has none there
			}
			t.Run(fmt.Sprintf("%s-%s", family, m), func(t *testing.T) {
				t.Parallel()
				for seed := 0; seed < n/widePerFile; seed++ {
					wideFile(t, m, family, uint64(seed))
				}
			})
		}
	}
}

// wideFile compares the programs of a file.
func wideFile(t *testing.T, m ir.DataModel, family string, seed uint64) {
	t.Helper()
	g := &wideGen{r: rand.New(rand.NewPCG(seed, 7)), model: m, family: family}
	text := widePrelude(m, family)
	var calls strings.Builder
	for i := range widePerFile {
		text += g.program(i)
		fmt.Fprintf(&calls, "  CHECK(%d)\n", i)
	}
	dir := t.TempDir()
	native := "#include <stdio.h>\n#define CHECK(i) printf(\"%llu\\n\", program##i());\n" + text + "int main(void) {\n" +
		calls.String() + "}\n"
	if err := build(context.Background(), m, dir, "gcc", []byte(native), 2*time.Minute, quiet, "-O0"); err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	out, err := osexec.Command(filepath.Join(dir, "gcc")).Output()
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	i := -1
	sums := strings.Fields(string(out))
	checked := regexp.MustCompile(`CHECK\(\d+\)`).ReplaceAllStringFunc(calls.String(), func(string) string {
		i++
		return fmt.Sprintf("if (program%d() != %sULL) reach_error(); /* %d */", i, sums[i], i)
	})
	for {
		bad := wideRun(t, m, text+"void reach_error(void);\nint main(void) {\n"+checked+"  return 0;\n}\n")
		if bad == "" {
			return
		}
		if keep := os.Getenv("TANDEM_KEEP"); keep != "" {
			name := filepath.Join(keep, fmt.Sprintf("%s-%s-%d.c", family, m, seed))
			if err := os.WriteFile(name, []byte(native), 0o666); err != nil {
				t.Log(err)
			}
		}
		k := regexp.MustCompile(`/\* (\d+) \*/`).FindStringSubmatch(bad)
		if k == nil {
			t.Fatalf("seed %d: %s", seed, bad)
		}
		t.Errorf("seed %d: program%s differs from gcc", seed, k[1])
		checked = strings.Replace(checked, bad+"\n", "\n", 1)
	}
}

// wideRun runs a program and returns the line of its error, or the outcome of a run that does not finish; "" if there
// is no error.
func wideRun(t *testing.T, m ir.DataModel, text string) string {
	t.Helper()
	p, err := cfront.Load(cfront.Config{Model: m, Files: []string{"w.c"}, Sources: map[string][]byte{"w.c": []byte(text)},
		PropertyKind: "unreach-call", ErrorFunc: "reach_error"})
	if err != nil {
		if keep := os.Getenv("TANDEM_KEEP"); keep != "" {
			_ = os.WriteFile(filepath.Join(keep, "load.c"), []byte(text), 0o666)
		}
		t.Fatalf("load: %v", err)
	}
	if p, err = instrument.Prepare(p, instrument.Options{Overflow: "wrap", Simplify: true, Check: true}); err != nil {
		t.Fatal(err)
	}
	j, err := exec.NewJIT(p, exec.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	r, err := j.Run(context.Background(), noArguments())
	switch {
	case err != nil:
		t.Fatal(err)
	case r.Outcome.Kind == exec.Violated:
		line := r.Outcome.Pos.Line
		return strings.Split(text, "\n")[line-1]
	case r.Outcome.Kind != exec.Finished:
		return Describe(r)
	}
	return ""
}

// widePrelude returns the types, functions and macros of the programs.
func widePrelude(m ir.DataModel, family string) string {
	s := `typedef unsigned long long u64; typedef long long i64; typedef unsigned int u32; typedef unsigned short u16;
typedef unsigned char u8; typedef signed char i8; typedef float f32; typedef double f64; typedef long double f80;
typedef _Complex float c32; typedef _Complex double c64; typedef _Complex long double c80; typedef _Complex int ci;
typedef _Complex long long cl;
typedef _Float16 f16; typedef _Float32 f32n; typedef _Float32x f32x; typedef _Float64 f64n; typedef _Float64x f64x; typedef _Float128 f128;
typedef _Complex _Float128 c128;
static u64 sum;
static void h(u64 x) { sum = (sum ^ x) * 1099511628211ULL; }
static void hf64(f64 x) { union { f64 d; u64 u; } v; v.d = x; h(x != x ? 1 : v.u); }
static void hf32(f32 x) { hf64(x); }
static void hf80(f80 x) { union { f80 d; struct { u64 m; u16 e; } u; } v; v.d = x; if (x != x) h(1); else { h(v.u.m); h(v.u.e); } }
static void hf16(f16 x) { union { f16 d; u16 u; } v; v.d = x; h(x != x ? 1 : v.u); }
static void hf128(f128 x) { union { f128 d; struct { u64 l, m; } u; } v; v.d = x; if (x != x) h(1); else { h(v.u.l); h(v.u.m); } }
static void hc128(c128 x) { hf128(__real__ x); hf128(__imag__ x); }
static void hc32(c32 x) { hf32(__real__ x); hf32(__imag__ x); }
static void hc64(c64 x) { hf64(__real__ x); hf64(__imag__ x); }
static void hc80(c80 x) { hf80(__real__ x); hf80(__imag__ x); }
static void hci(ci x) { h(__real__ x); h(__imag__ x); }
static void hcl(cl x) { h(__real__ x); h(__imag__ x); }
#define NZ(b) ((b) == 0 || (b) == -1 ? 3 : (b))
#define TOI(T, x, lim) ((x) > -(lim) && (x) < (lim) ? (T)(x) : (T)7)
#define TOU(T, x, lim) ((x) > -0.5 && (x) < (lim) ? (T)(x) : (T)7)
`
	if m == ir.LP64 {
		s += `typedef __int128 i128; typedef unsigned __int128 u128;
static void hi128(i128 x) { h(x); h(x >> 64); }
static void hu128(u128 x) { h(x); h(x >> 64); }
`
	}
	return s
}

// wideType is a type of the programs.
type wideType struct {
	name string
	hash string
	kind byte // i, u: integer; f: real; c: complex; k: complex integer
	bits int
}

var wideTypes = map[string]wideType{
	"i8": {"i8", "h", 'i', 8}, "u8": {"u8", "h", 'u', 8}, "u16": {"u16", "h", 'u', 16}, "int": {"int", "h", 'i', 32},
	"u32": {"u32", "h", 'u', 32}, "i64": {"i64", "h", 'i', 64}, "u64": {"u64", "h", 'u', 64},
	"i128": {"i128", "hi128", 'i', 128}, "u128": {"u128", "hu128", 'u', 128},
	"f32": {"f32", "hf32", 'f', 24}, "f64": {"f64", "hf64", 'f', 53}, "f80": {"f80", "hf80", 'f', 64},
	"f16": {"f16", "hf16", 'f', 11}, "f128": {"f128", "hf128", 'f', 113}, "f32n": {"f32n", "hf32", 'f', 24},
	"f64n": {"f64n", "hf64", 'f', 53},
	"f32x": {"f32x", "hf64", 'f', 53}, "f64x": {"f64x", "hf80", 'f', 64}, "c128": {"c128", "hc128", 'c', 113},
	"c32": {"c32", "hc32", 'c', 24}, "c64": {"c64", "hc64", 'c', 53}, "c80": {"c80", "hc80", 'c', 64},
	"ci": {"ci", "hci", 'k', 32}, "cl": {"cl", "hcl", 'k', 64},
}

// wideGen generates programs.
type wideGen struct {
	r      *rand.Rand
	model  ir.DataModel
	family string
	vars   []wideVar
	names  []string // types of the variables; the types that the family tests occur more often
	b      strings.Builder
}

// wideVar is a variable of the program.
type wideVar struct {
	name string
	t    wideType
}

// pick returns a random element of a list.
func (g *wideGen) pick(list ...string) string { return list[g.r.IntN(len(list))] }

// program returns the program of number k.
func (g *wideGen) program(k int) string {
	switch g.family {
	case "int128":
		g.names = strings.Fields("i128 u128 i128 u128 i128 u128 int u32 i64 u64 i8 u16 f64 f32")
	case "complex":
		g.names = strings.Fields("c64 c64 c32 c64 c32 ci ci f64 f32 int u8 c80 f80")
	case "floatn":
		g.names = strings.Fields("f16 f16 f16 f128 f128 f128 f32n f64n f32x f64x f32 f64 f80 int u8 i64 u64 c128")
	default:
		g.names = strings.Fields("f80 f80 f80 f80 f80 f64 f32 int u32 i64 u64 u8 i8 c80")
		if g.model == ir.LP64 {
			g.names = append(g.names, "i128", "u128")
		}
	}
	g.b.Reset()
	g.vars = nil
	p := func(format string, args ...any) { fmt.Fprintf(&g.b, format, args...) }
	// A helper with parameters and a result, variables in memory and in registers.
	a, b, res := g.typ(), g.typ(), g.typ()
	p("struct s%d { char c; %s m; %s a[2]; };\n", k, a.name, b.name)
	p("static %s g%d = %s;\n", res.name, k, g.constant(res))
	p("static %s arr%d[2] = {%s, %s};\n", a.name, k, g.constant(a), g.constant(a))
	g.vars = []wideVar{{"x", a}, {"y", b}}
	p("static %s helper%d(%s x, %s y) { return %s; }\n", res.name, k, a.name, b.name, g.to(res, 2))
	p("static void through%d(%s *p, ...) { __builtin_va_list ap; __builtin_va_start(ap, p); %s v = "+
		"__builtin_va_arg(ap, %s); __builtin_va_end(ap); *p = v; }\n",
		k, g.promoted(b).name, g.promoted(b).name, g.promoted(b).name)
	p("static u64 program%d(void) {\n  sum = 14695981039346656037ULL;\n", k)
	g.vars = []wideVar{{fmt.Sprintf("g%d", k), res}, {fmt.Sprintf("arr%d[0]", k), a}, {fmt.Sprintf("arr%d[1]", k), a}}
	for i := range 6 {
		t := g.typ()
		p("  %s v%d = %s;\n", t.name, i, g.constant(t))
		g.vars = append(g.vars, wideVar{fmt.Sprintf("v%d", i), t})
	}
	p("  struct s%d s = {1, %s};\n", k, g.constant(a))
	g.vars = append(g.vars, wideVar{"s.m", a}, wideVar{"s.a[1]", b})
	vb := g.promoted(b)
	p("  %s w = %s;\n", vb.name, g.constant(vb))
	g.vars = append(g.vars, wideVar{"w", vb})
	for range wideStatements {
		v := g.vars[g.r.IntN(len(g.vars))]
		switch g.r.IntN(10) {
		case 0:
			if v.t.kind != 'c' && v.t.kind != 'k' {
				p("  %s%s;\n", v.name, g.pick("++", "--"))
			}
		case 1:
			p("  %s = %s;\n", v.name, g.cast(v.t, fmt.Sprintf("helper%d(%s, %s)", k, g.to(a, 2), g.to(b, 2)), res))
		case 2:
			p("  through%d(&w, %s);\n", k, g.to(vb, 2))
		case 3:
			if v.t.kind == 'c' || v.t.kind == 'k' {
				part := wideType{kind: 'f', bits: v.t.bits, name: map[int]string{24: "f32", 53: "f64", 64: "f80",
					113: "f128"}[v.t.bits]}
				if v.t.kind == 'k' {
					part = wideTypes[map[int]string{32: "int", 64: "i64"}[v.t.bits]]
				}
				p("  %s %s = %s;\n", g.pick("__real__", "__imag__"), v.name, g.to(part, 2))
			}
		case 4:
			p("  if (%s) %s = %s; else h(3);\n", g.cond(), v.name, g.to(v.t, 2))
		case 5:
			p("  %s\n", g.compound(v))
		default:
			p("  %s = %s;\n", v.name, g.to(v.t, 3))
		}
	}
	for _, v := range g.vars {
		p("  %s(%s);\n", v.t.hash, v.name)
	}
	p("  return sum;\n}\n")
	return g.b.String()
}

// typ returns a random type.
func (g *wideGen) typ() wideType { return wideTypes[g.names[g.r.IntN(len(g.names))]] }

// promoted returns the type of a variable argument after promotion.
func (g *wideGen) promoted(t wideType) wideType {
	switch {
	case t.name == "f32":
		return wideTypes["f64"]
	case (t.kind == 'i' || t.kind == 'u') && t.bits < 32:
		return wideTypes["int"]
	}
	return t
}

// constant returns a constant expression of a type.
func (g *wideGen) constant(t wideType) string {
	switch t.kind {
	case 'i', 'u':
		c := g.integer()
		if t.bits == 128 && g.r.IntN(2) == 0 {
			return fmt.Sprintf("((u128)%s << %d | %s)", g.integer(), g.r.IntN(100), c)
		}
		return "(" + t.name + ")" + c
	case 'k':
		return fmt.Sprintf("(%s)(%d + %di)", t.name, g.r.IntN(200)-100, g.r.IntN(100))
	case 'c':
		return fmt.Sprintf("%s + %s * %s", g.float(t.bits), g.float(t.bits),
			map[int]string{24: "1.0fi", 53: "1.0i", 64: "1.0iL", 113: "1.0iL"}[t.bits])
	}
	return g.float(t.bits)
}

// integer returns a random integer constant.
func (g *wideGen) integer() string {
	switch g.r.IntN(4) {
	case 0:
		return fmt.Sprint(g.r.IntN(20))
	case 1:
		return fmt.Sprintf("%dULL", uint64(1)<<g.r.IntN(64)-uint64(g.r.IntN(2)))
	case 2:
		return fmt.Sprintf("%d", g.r.IntN(1<<31))
	}
	return fmt.Sprintf("0x%xULL", g.r.Uint64())
}

// float returns a random constant of a type with the given precision.
func (g *wideGen) float(bits int) string {
	suffix := map[int]string{11: "f16", 24: "f", 53: "", 64: "L", 113: "f128"}[bits]
	if g.family == "floatn" && bits < 113 {
		suffix = g.pick(suffix, map[int]string{11: "F16", 24: "f32", 53: "F64", 64: "f64x"}[bits])
	}
	sign := g.pick("", "-")
	n := 6
	if !g.recovers() {
		n = 3
	}
	switch g.r.IntN(n) {
	case 0:
		return fmt.Sprintf("%s%d.%d%s", sign, g.r.IntN(10), g.r.IntN(1000), suffix)
	case 1:
		return fmt.Sprintf("%s%d.0%s", sign, g.r.IntN(20), suffix)
	case 2:
		return fmt.Sprintf("%s0.0%s", sign, suffix)
	case 3: // far out
		e := map[int]int{11: 14, 24: 120, 53: 1000, 64: 16300, 113: 16300}[bits]
		return fmt.Sprintf("%s0x%x.%xp%d%s", sign, g.r.IntN(15)+1, g.r.Uint64()>>8, g.r.IntN(2*e)-e, suffix)
	case 4: // subnormal
		e := map[int]int{11: 24, 24: 149, 53: 1074, 64: 16445, 113: 16494}[bits]
		return fmt.Sprintf("%s0x%xp-%d%s", sign, g.r.Uint64()>>(g.r.IntN(40)+16), e, suffix)
	}
	return fmt.Sprintf("%s0x1.%016xp%d%s", sign, g.r.Uint64(), g.r.IntN(80)-20, suffix)
}

// to returns an expression of a type.
func (g *wideGen) to(t wideType, depth int) string {
	e, from := g.expr(depth)
	return g.cast(t, e, from)
}

// cast returns an expression that is converted to a type, if C defines the result.
func (g *wideGen) cast(t wideType, e string, from wideType) string {
	if from.kind == 'c' && (t.kind == 'i' || t.kind == 'u' || t.kind == 'k') {
		e, from.kind = "__real__ (("+from.name+")("+e+"))", 'f'
	}
	if from.kind == 'f' && t.kind == 'k' {
		return fmt.Sprintf("(%s)TOI(int, %s, 1e6)", t.name, e)
	}
	switch {
	case from.kind == 'f' && t.kind == 'i':
		return fmt.Sprintf("TOI(%s, %s, 0x1p%d)", t.name, e, min(t.bits-1, 100))
	case from.kind == 'f' && t.kind == 'u':
		return fmt.Sprintf("TOU(%s, %s, 0x1p%d)", t.name, e, min(t.bits, 100))
	}
	return "(" + t.name + ")(" + e + ")"
}

// cond returns a condition.
func (g *wideGen) cond() string {
	a, ta := g.expr(1)
	b, tb := g.expr(1)
	if ta.kind == 'c' || ta.kind == 'k' || tb.kind == 'c' || tb.kind == 'k' {
		return a + " " + g.pick("==", "!=") + " " + b
	}
	if g.r.IntN(4) == 0 {
		return "!(" + a + ")"
	}
	return a + " " + g.pick("==", "!=", "<", "<=", ">", ">=") + " " + b
}

// compound returns a compound assignment to a variable.
func (g *wideGen) compound(v wideVar) string {
	e, t := g.expr(2)
	integers := (v.t.kind == 'i' || v.t.kind == 'u') && (t.kind == 'i' || t.kind == 'u')
	switch {
	case integers && g.r.IntN(3) == 0:
		return fmt.Sprintf("%s %s= (%s) & %d;", v.name, g.pick("<<", ">>"), e, max(v.t.bits, 32)-1)
	case integers && g.r.IntN(2) == 0:
		return fmt.Sprintf("%s %s= NZ(%s);", v.name, g.pick("/", "%"), e)
	case integers:
		return fmt.Sprintf("%s %s= %s;", v.name, g.pick("+", "-", "*", "&", "|", "^"), e)
	case v.t.kind == 'c' && g.divides(v.t, t), v.t.kind == 'f' && t.kind == 'f' && g.recovers():
		return fmt.Sprintf("%s %s= %s;", v.name, g.pick("+", "-", "*", "/"), e)
	case v.t.kind == 'c' || v.t.kind == 'f' && t.kind != 'c' && t.kind != 'k' || v.t.kind == 'k' && t.kind == 'k':
		return fmt.Sprintf("%s %s= %s;", v.name, g.pick("+", "-", "*"), e)
	}
	return ";"
}

// recovers reports whether the results of complex products with NaNs are known. Under ILP32 they are not known, and the
// programs have no such products.
func (g *wideGen) recovers() bool { return g.model == ir.LP64 || g.family != "complex" }

// divides reports whether a division has the same result as in libgcc. Under ILP32, libgcc divides with more precision
// than float and double have.
func (g *wideGen) divides(a, b wideType) bool {
	return g.recovers() && a.kind != 'k' && b.kind != 'k' && (g.model == ir.LP64 || b.kind != 'c' || a.bits == 64 ||
		b.bits == 64)
}

// expr returns a random expression and its type.
func (g *wideGen) expr(depth int) (string, wideType) {
	if depth == 0 || g.r.IntN(8) == 0 {
		if g.r.IntN(4) == 0 {
			// No complex constants: gcc divides them with other rounding than its library. No 0.0: gcc replaces 0.0 - x by -x if
			// x comes from an integer.
			if t := g.typ(); t.kind != 'c' && t.kind != 'k' {
				if c := g.constant(t); !strings.Contains(c, "0.0") {
					if t.bits == 11 {
						return "((f32)" + c + ")", wideTypes["f32"]
					}
					return "(" + c + ")", t
				}
			}
		}
		v := g.vars[g.r.IntN(len(g.vars))]
		if v.t.bits == 11 {
			return g.excess(v.name), wideTypes["f32"]
		}
		return v.name, v.t
	}
	a, ta := g.expr(depth - 1)
	switch g.r.IntN(9) {
	case 0:
		t := g.typ()
		return "(" + g.cast(t, a, ta) + ")", t
	case 1:
		if ta.kind == 'f' {
			return "(-" + a + ")", ta
		}
		if ta.kind == 'c' || ta.kind == 'k' {
			// No minus: gcc moves it into products and quotients, which changes the sign of zeros, and the parser may give a
			// mixed operation the real type.
			return "(~(" + ta.name + ")" + a + ")", ta
		}
		return "(" + g.pick("-", "~") + a + ")", g.promoted1(ta)
	case 2:
		return "(" + g.cond() + ")", wideTypes["int"]
	case 3:
		b, tb := g.expr(depth - 1)
		return fmt.Sprintf("(%s ? %s : %s)", g.cond(), a, b), usualWide(g.promoted1(ta), g.promoted1(tb))
	case 4:
		if ta.kind == 'i' || ta.kind == 'u' {
			b, tb := g.expr(depth - 1)
			b = g.cast(g.intType(), b, tb)
			ta = g.promoted1(ta)
			return fmt.Sprintf("(%s %s (%s & %d))", a, g.pick("<<", ">>"), b, ta.bits-1), ta
		}
	case 5:
		if ta.kind == 'c' || ta.kind == 'k' {
			part := wideTypes[map[byte]map[int]string{'c': {24: "f32", 53: "f64", 64: "f80", 113: "f128"},
				'k': {32: "int", 64: "i64"}}[ta.kind][ta.bits]]
			return "(" + g.pick("__real__", "__imag__") + " ((" + ta.name + ")" + a + "))", part
		}
	}
	b, tb := g.expr(depth - 1)
	ta, tb = g.promoted1(ta), g.promoted1(tb)
	t := usualWide(ta, tb)
	switch {
	case t.kind == 'i' || t.kind == 'u':
		op := g.pick("+", "-", "*", "/", "%", "&", "|", "^")
		if op == "/" || op == "%" {
			b = "NZ(" + b + ")"
		}
		return "(" + a + " " + op + " " + b + ")", t
	case t.kind == 'k' || t.kind == 'c' && !g.divides(ta, tb), !g.recovers():
		return "(" + a + " " + g.pick("+", "-", "*") + " " + b + ")", t
	}
	return "(" + a + " " + g.pick("+", "-", "*", "/") + " " + b + ")", t
}

// excess returns an expression of _Float16, converted to float: gcc 12 has internal errors for such expressions in
// conditions, comparisons and among integers.
func (g *wideGen) excess(name string) string {
	e := name
	for g.r.IntN(2) == 0 {
		other := name
		for _, v := range g.vars {
			if v.t.bits == 11 && g.r.IntN(2) == 0 {
				other = v.name
			}
		}
		e += " " + g.pick("+", "-", "*", "/") + " " + other
	}
	return "((f32)(" + g.pick("", "-") + "(" + e + ")))"
}

// intType returns a random integer type.
func (g *wideGen) intType() wideType {
	for {
		if t := g.typ(); t.kind == 'i' || t.kind == 'u' {
			return t
		}
	}
}

// promoted1 returns the type of an operand after promotion.
func (g *wideGen) promoted1(t wideType) wideType {
	if (t.kind == 'i' || t.kind == 'u') && t.bits < 32 {
		return wideTypes["int"]
	}
	if t.bits == 11 {
		return wideTypes["f32"] // except in sizeof
	}
	return t
}

// usualWide returns the type of an operation on promoted operands.
func usualWide(a, b wideType) wideType {
	complex := a.kind == 'c' || b.kind == 'c' || a.kind == 'k' || b.kind == 'k'
	float := a.kind == 'f' || b.kind == 'f' || a.kind == 'c' || b.kind == 'c'
	bits := 0
	signed := true
	for _, t := range []wideType{a, b} {
		is := t.kind == 'f' || t.kind == 'c'
		switch {
		case float && is:
			bits = max(bits, t.bits)
		case !float && t.bits > bits:
			bits, signed = t.bits, t.kind != 'u'
		case !float && t.bits == bits && t.kind == 'u':
			signed = false
		}
	}
	switch {
	case float && complex:
		return wideTypes[map[int]string{24: "c32", 53: "c64", 64: "c80", 113: "c128"}[bits]]
	case float:
		return wideTypes[map[int]string{24: "f32", 53: "f64", 64: "f80", 113: "f128"}[bits]]
	case complex:
		return wideTypes[map[int]string{32: "ci", 64: "cl"}[min(bits, 64)]]
	case signed:
		return wideTypes[map[int]string{32: "int", 64: "i64", 128: "i128"}[bits]]
	}
	return wideTypes[map[int]string{32: "u32", 64: "u64", 128: "u128"}[bits]]
}

package layout

import (
	"bytes"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestExpressionTypes compares gcc and the front end on random expressions: sizeof, __alignof__, which of many types
// _Generic selects for the value and for a pointer to its typeof, and whether two typeofs are compatible. The front end
// may refuse an expression with a position and a reason, but at most one in 500. With TANDEM_LONG=1 it tries 20,000
// expressions for each data model.
func TestExpressionTypes(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		benchtest.Missing(t, "no gcc")
	}
	batches := 1
	if os.Getenv("TANDEM_LONG") != "" {
		batches = 40
	}
	for _, model := range []ir.DataModel{ir.ILP32, ir.LP64} {
		t.Run(model.String(), func(t *testing.T) {
			total, wrong, refused := 0, 0, map[string]int{}
			for seed := range batches {
				g := &exprGen{r: rand.New(rand.NewSource(int64(seed)))}
				var lines []string
				for range 500 {
					lines = append(lines, g.questions())
				}
				n, bad := compareTypes(t, model, lines, refused)
				total += n
				wrong += bad
				if wrong > 60 {
					break
				}
			}
			open := 0
			for why, n := range refused {
				open += n
				t.Logf("refused %d times: %s", n, why)
			}
			t.Logf("%d expressions, %d questions answered otherwise, %d refused", total, wrong, open)
			if open*500 > total {
				t.Errorf("%d of %d expressions are refused, more than one in 500", open, total)
			}
		})
	}
}

const typePrelude = `
typedef __builtin_va_list va;
enum E { A, B }; enum N { M = -1, O }; enum L { P = 1, Q = 0x100000000 }; enum U { X = 0xffffffff };
struct S { int i; const int ci; char c; unsigned b3 : 3; int b5 : 5; unsigned b32 : 32; unsigned char b8 : 8; int i8 : 8; short b16 : 16;
	enum E be : 2; enum N bn : 2; enum E : 3; _Bool bb : 1; unsigned long long b33 : 33; long long b40 : 40; int a[3]; int *p; const int *cp; struct S *next; double d; };
union V { int i; double d; struct S s; };
typedef int I; typedef const int CI; typedef int A3[3]; typedef const int CA3[3]; typedef int F(int); typedef struct S *PS;
char c; signed char sc; unsigned char uc; short sh; unsigned short us; int i; unsigned u; long l; unsigned long ul; long long ll; unsigned long long ull;
_Bool bo; float f; double d; long double ld; _Complex float cf; _Complex double cd; _Complex long double cld;
enum E e; enum N en; enum L el; enum U eu; const enum E ce;
CI ci = 1; volatile int vi; const volatile int cvi; const char cc = 1; volatile double vd; const _Bool cb;
int *p; const int *cp; volatile int *vp; CI *cp2; int *const pc = 0; const int *const cpc = 0; void *v; const void *cv; volatile void *vv; char *s; const char *cs; unsigned *pu; enum E *pe; int **pp; const int **cpp; int *const *pcp; int *restrict rp; double *pd; long *pl; va *pva;
A3 a; CA3 ca; int m[2][3]; const int cm[2][3]; int (*pa)[3]; const int (*pca)[3]; int (*pi)[]; char text[] = "text"; extern int open[]; int *ap[4];
struct S st; const struct S cst; struct S *ps; const struct S *cps; PS ps2; const PS ps3; volatile struct S *vps; union V un; union V *pun; struct S sa[2];
int fi(int); F fj; int (*fp)(int); F *fq; void fv(void); struct S fs(void); const int *fcp(int, ...); int fk(); PS fps(int (*)(int)); double fd(double); F *ff(void); int fa(int [3], F, const int);
`

// genericTypes are the associations of _Generic; no two of them are compatible.
var genericTypes = strings.Split(
	`char;signed char;unsigned char;short;unsigned short;int;unsigned;long;unsigned long;long long;unsigned long long;
_Bool;float;double;long double;_Complex float;_Complex double;_Complex long double;void *;const void *;volatile void *;const volatile void *;
int *;const int *;volatile int *;const volatile int *;unsigned *;const unsigned *;char *;const char *;short *;long *;long long *;double *;float *;int **;const int **;
int *const *;const int *const *;struct S;union V;struct S *;const struct S *;volatile struct S *;union V *;int (*)[3];const int (*)[3];int (*)[2][3];const int (*)[2][3];
int (*)(int);void (*)(void);_Bool *;int *(*)[4];unsigned long *;const double *;volatile double *;unsigned char *;const _Bool *;struct S **;struct S *const *;
_Complex double *;long double *;int (**)(int);const int *(*)(int, ...);struct S (*)(void);char (*)[5];double (*)(double);int *restrict *;enum L *;const unsigned long *`, ";")

// TestMemberAlign tests __alignof__ of members with packed, aligned and #pragma pack.
func TestMemberAlign(t *testing.T) {
	const src = `struct P { char a; int b; double d; short s[3]; struct { long long q; } n; } __attribute__((packed)) p;
struct A { char a __attribute__((aligned(8))); int b; double d; _Alignas(16) char e; long long q; struct { char z; short y; }; struct P p;
	union { double ud; char uc; } u; double arr[2]; } x, *px;
#pragma pack(push, 2)
struct K { char a; int b; double d; short s; _Alignas(8) int w; } k;
#pragma pack(pop)
struct { int a __attribute__((packed)); double d __attribute__((packed, aligned(4))); } m;
#define A __alignof__
int answers[] = { A(p.a), A(p.b), A(p.d), A(p.s), A(p.n), A(p.n.q), A(x.a), A(x.b), A(x.d), A(px->e), A(px->q), A(x.y), A(x.p), A(x.p.d),
	A(x.u), A(x.u.ud), A(x.arr), A(k.b), A(k.d), A(k.s), A(k.w), A(m.a), A(m.d), A((x.d)), A(&x.d), A(x.arr[1]) };`
	for model, want := range map[ir.DataModel]string{ // the answers of gcc 12
		ir.ILP32: "1 1 1 1 1 4 8 4 4 16 4 2 1 1 4 4 4 2 2 2 2 1 4 4 4 8",
		ir.LP64:  "1 1 1 1 1 8 8 4 8 16 8 2 1 1 8 8 8 2 2 2 2 1 4 8 8 8",
	} {
		if got := strings.Join(initialAnswers(t, model, src, 26), " "); got != want {
			t.Errorf("%v: %s, not %s", model, got, want)
		}
	}
}

// initialAnswers returns the values that the front end computes for the elements of the array answers.
func initialAnswers(t *testing.T, model ir.DataModel, src string, n int) []string {
	t.Helper()
	u, err := csrc.Parse(csrc.Config{Model: model, Sources: map[string][]byte{"a.c": []byte(src)}}, "a.c")
	l := New(model)
	if err == nil {
		err = l.Add(u)
	}
	if err != nil {
		t.Fatal(err)
	}
	return constants(u, l, n)
}

// exprGen writes random expressions that use the declarations of typePrelude. The parameter n of its methods bounds the
// depth. In lists for pick, _ replaces a space.
type exprGen struct{ r *rand.Rand }

// pick returns a random word of a list that is separated by spaces.
func (g *exprGen) pick(list string) string {
	fs := strings.Split(list, " ")
	return fs[g.r.Intn(len(fs))]
}

// integer returns an expression of an integer type.
func (g *exprGen) integer(n int) string {
	if n <= 0 {
		switch g.r.Intn(4) {
		case 0:
			return g.pick("0 1 1u 1l 1ul 1ll 1ull 'a' 2147483648 0x80000000 0xffffffffffffffff 4294967296 L'a' 0x7fffffff -1 " +
				"A B M O P Q X")
		case 1:
			return g.pick("e en el eu ce ci vi cvi cc cb A B M O P Q X")
		case 2:
			return g.pick("st.b3 st.b5 st.b32 st.b8 st.i8 st.b16 st.be st.bn st.bb ps->b3 cps->b5 st.b33 st.b40 st.i cst.i " +
				"cst.c st.ci ps->c cps->i vps->i un.i un.s.b3 sa[1].b5 sa->i")
		}
		return g.pick("c sc uc sh us i u l ul ll ull bo a[1] ca[i] m[1][2] cm[0][1] *p *cp *vp *cp2 *s *cs **pp fi(1) " +
			"fk(2) (*fp)(1) fj(i) text[0] *pe *pl *pc")
	}
	a, b := g.integer(n-1-g.r.Intn(2)), g.integer(n-1-g.r.Intn(2))
	switch g.r.Intn(18) {
	case 0, 1, 2, 3:
		return "(" + a + g.pick(" + - * | & ^ <"+"< >"+"> / %") + " " + b + ")"
	case 4:
		return "(" + g.pick("- + ~ !") + a + ")"
	case 5:
		return "(" + a + g.pick(" < == != >= && ||") + " " + b + ")"
	case 6:
		return "(" + a + " ? " + b + " : " + g.integer(n-1) + ")"
	case 7:
		return "(" + g.pick("c uc i u ul ll bo st.b3 st.be e vi *p") + " ?: " + b + ")"
	case 8:
		return "((" + g.typeName() + ")" + a + ")"
	case 9:
		return "(" + a + ", " + b + ")"
	case 10:
		return g.pick("sizeof __alignof__ sizeof") + "(" + g.pick("int m st double") + ")"
	case 11:
		return "(" + g.pick("i u c sh ll bo st.b3 st.b5 st.b33 e *p vi f st.bb uc") + g.pick(" = += -= |=") + " " + a + ")"
	case 12:
		return "(" + g.pick("i++ --u c++ ++sh st.b3++ --st.b5 e++ vi-- st.b40++ bo++") + ")"
	case 13:
		return "({ " + g.pick("int const_volatile_int char long enum_E __auto_type") + " z = " + a + "; z; })"
	case 14:
		return "(" + g.pointer(n-1) + " - " + g.pointer(n-1) + ")"
	case 15:
		return "_Generic(" + a + ", int: " + a + ", unsigned: " + b + ", default: 'a')"
	case 16:
		return "__builtin_choose_expr(" + g.pick("0 1 sizeof(int)==4") + ", " + a + ", " + b + ")"
	}
	return g.pick("* (") + g.pointer(n-1) + g.pick(") )")
}

// typeName returns the name of an arithmetic type.
func (g *exprGen) typeName() string {
	return g.pick("int unsigned char short long _Bool I CI double enum_E enum_N enum_L unsigned_long_long " +
		"__typeof__(A) __typeof__(st.i) __typeof__(ci) float const_int volatile_char")
}

// floating returns an expression of a floating or complex type.
func (g *exprGen) floating(n int) string {
	if n <= 0 {
		return g.pick("f d ld cf cd cld vd 1.0 1.0f 1.0l 1.0i 2.0fi st.d cst.d *pd un.d fd(1) 1e400 1e-400 1e60f 0x1p3 " +
			"0x1p3f 1.")
	}
	a, b := g.floating(n-1), g.any(n-1)
	switch g.r.Intn(6) {
	case 0, 1:
		return "(" + a + g.pick(" + - * /") + " " + g.arithmetic(n-1) + ")"
	case 2:
		return "(-" + a + ")"
	case 3:
		return "(" + g.integer(n-1) + " ? " + a + " : " + g.arithmetic(n-1) + ")"
	case 4:
		return "(" + g.pick("__real__ __imag__") + " ((_Complex double)" + a + "))"
	}
	return "(" + b + ", " + a + ")"
}

// arithmetic returns an expression of an arithmetic type.
func (g *exprGen) arithmetic(n int) string {
	if g.r.Intn(4) == 0 {
		return g.floating(n)
	}
	return g.integer(n)
}

// null returns an expression that is a null pointer constant, or resembles one.
func (g *exprGen) null() string {
	return g.pick("0 (void*)0 ((void*)0) (1-1) A (char)0 0L ((void*)(1-1)) ((void*)1) ((void*)(i*0)) ((void*)(long)0) " +
		"((const_void*)0) (int*)0 O")
}

// pointer returns an expression of a pointer type, or one that decays to a pointer.
func (g *exprGen) pointer(n int) string {
	if n <= 0 {
		if g.r.Intn(5) == 0 {
			return g.null()
		}
		return g.pick(`p cp vp cp2 pc cpc v cv vv s cs pu pe pp cpp pcp rp pd pl a ca m cm pa pca pi text ap ps cps ps2 ps3 vps pun sa fi fj fp fq fv fs fcp fk fps ff "abc" L"ab" &st &cst &ci &a &ca &m[1] &m &cm[0] &fi &i &e &st.i &cst.i &ps->a &cps->a &pa &ps ps->p cps->cp ps->next st.a cst.a sa[1].next *pp *cpp *pa *pca *pcp fcp(1) fps(fi) open &A3v __func__ (A3){1} (CA3){1,2} (int[]){1,2} &(int[]){1,2} &"abc" &*p *&a *fp &*fp &st.a[1] &cst.a[1] ff()`)
	}
	a, b := g.pointer(n-1), g.pointer(n-1)
	switch g.r.Intn(10) {
	case 0, 1, 2:
		return "(" + g.integer(n-2) + " ? " + a + " : " + b + ")"
	case 3:
		return "(" + g.pick("0 1 i") + " ? " + a + " : " + g.null() + ")"
	case 4:
		return "(" + g.pick("0 1 i") + " ? " + g.null() + " : " + a + ")"
	case 5:
		return "(" + a + g.pick(" + -") + " " + g.integer(n-2) + ")"
	case 6:
		return "((" + g.pick("int_* const_int_* void_* const_void_* char_*const struct_S_* int_(*)[3] int_** "+
			"const_int_*volatile PS __typeof__(a)_* __typeof__(ci)_* __typeof__(p)_*") + ")" + a + ")"
	case 7:
		return "(" + a + ", " + b + ")"
	case 8:
		return "({ " + a + "; })"
	}
	return "(&" + g.pick("*") + a + ")"
}

// any returns an expression of any type.
func (g *exprGen) any(n int) string {
	switch g.r.Intn(12) {
	case 0, 1, 2, 3, 4:
		return g.integer(n)
	case 5, 6:
		return g.floating(n)
	case 7:
		return g.pick("st cst *ps *cps un sa[1] fs() fv() (struct_S){1} (union_V){1} ({struct_S_z;z;}) *v *cv *vps ci vi " +
			"cvi pc cpc cpc ps3 a ca m cm m[1] cm[1] st.a cst.a ps->a cps->a *pa *pca (i,st) (1?st:cst) cps->next->ci vps->a " +
			"vps->p vps->next cst.p text sa ap (i?cst:st) *&cst st=*ps fs().i fs().ci fs().a fs().p")
	}
	return g.pointer(n)
}

// questions returns one element of the array answers: a random question about random expressions.
func (g *exprGen) questions() string {
	e, o := g.any(g.r.Intn(4)), g.any(g.r.Intn(2))
	var b strings.Builder
	assoc := func() string {
		var b strings.Builder
		for i, t := range genericTypes {
			fmt.Fprintf(&b, "%s: %d, ", strings.TrimSpace(t), i+1)
		}
		return b.String() + "default: 0)"
	}
	ask := []string{
		"sizeof(" + e + ")", "__alignof__(" + e + ")",
		"_Generic(" + e + ", " + assoc(),
		"_Generic((__typeof__(" + e + ") *)0, " + assoc(),
		"__builtin_types_compatible_p(__typeof__(" + e + "), __typeof__(" + o + "))",
		"__builtin_types_compatible_p(__typeof__(" + e + ") *, __typeof__(" + o + ") *)",
		"sizeof(({ __auto_type z = " + e + "; z; }))",
	}
	k := g.r.Intn(len(ask))
	b.WriteString(ask[k])
	return strings.NewReplacer("const_volatile_int", "const volatile int", "enum_", "enum ", "unsigned_long_long",
		"unsigned long long", "const_", "const ", "volatile_", "volatile ",
		"struct_S_z", "struct S z", "struct_S", "struct S", "union_V", "union V", "int_", "int ", "void_", "void ", "char_",
		"char ", "S_*", "S *", ")_*", ") *", "&A3v", "&a").Replace(b.String())
}

// typeProgram returns a C program that prints the value of each line.
func typeProgram(lines []string) string {
	var b strings.Builder
	b.WriteString("int printf(const char *, ...);\n" + strings.ReplaceAll(typePrelude, "\n", " ") +
		"\nint main(void) {\nunsigned long long answers[] = {\n")
	for _, e := range lines {
		b.WriteString(e + ",\n")
	}
	b.WriteString("};\nfor (unsigned k = 0; k < sizeof answers / 8; k++) printf(\"%llu\\n\", answers[k]);\nreturn 0; }\n")
	return b.String()
}

// errorLine matches an error of gcc.
var errorLine = regexp.MustCompile(`a\.c:(\d+):\d+: error`)

// refusal matches an answer of frontAnswers that is an error with a position.
var refusal = regexp.MustCompile(`^refused: a\.c:\d+:\d+: (.*)`)

const firstLine = 5 // the line of the first question in typeProgram

// compareTypes compares the answers of gcc and the front end. It returns the number of questions and of wrong answers,
// and counts in refused the reasons of the questions that the front end refuses.
func compareTypes(t *testing.T, model ir.DataModel, lines []string, refused map[string]int) (n, bad int) {
	dir := t.TempDir()
	file, exe := filepath.Join(dir, "a.c"), filepath.Join(dir, "a")
	flag := "-m32"
	if model == ir.LP64 {
		flag = "-m64"
	}
	var out []byte
	for range 6 {
		if err := os.WriteFile(file, []byte(typeProgram(lines)), 0o600); err != nil {
			t.Fatal(err)
		}
		var err error
		if out, err = exec.Command("gcc", flag, "-w", "-O0", "-std=gnu17", "-fmax-errors=0", "-c", "-o", exe+".o",
			file).CombinedOutput(); err == nil {
			break
		}
		gone := map[int]bool{}
		for _, m := range errorLine.FindAllSubmatch(out, -1) {
			k, _ := strconv.Atoi(string(m[1]))
			gone[k-firstLine] = true
		}
		var rest []string
		for i, e := range lines {
			if !gone[i] {
				rest = append(rest, e)
			}
		}
		if len(rest) == len(lines) {
			t.Fatalf("gcc: %s", out)
		}
		lines = rest
	}
	dummies := filepath.Join(dir, "d.c")
	if err := os.WriteFile(dummies, []byte("int open[3]; void fi(void){} void fj(void){} void fv(void){} void "+
		"fs(void){} void fcp(void){} void fk(void){} void fps(void){} void fd(void){} void ff(void){} void fa(void){}\n"),
		0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", flag, "-w", "-o", exe, exe+".o", dummies).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v %s", err, out)
	}
	out, err := exec.Command(exe).Output()
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Fields(string(out))
	got := frontAnswers(t, model, lines)
	for i := range lines {
		if m := refusal.FindStringSubmatch(got[i]); m != nil {
			refused[m[1]]++
			continue
		}
		if i < len(got) && got[i] != want[i] {
			if bad++; bad <= 40 {
				t.Errorf("%s\n\tgcc %s, here %s", brief(lines[i]), want[i], got[i])
			}
		}
	}
	return len(lines), bad
}

// brief returns e without the associations of _Generic.
func brief(e string) string {
	if i := strings.Index(e, ", char: 1, signed char: 2"); i >= 0 {
		return e[:i] + ", ...)"
	}
	return e
}

// frontAnswers returns the answers of the front end. It repeats the computation without the lines that the front end
// refuses, whose answer is "refused: " and the error.
func frontAnswers(t *testing.T, model ir.DataModel, lines []string) []string {
	got := make([]string, len(lines))
	left := make([]int, len(lines))
	for i := range left {
		left[i] = i
	}
	for len(left) > 0 {
		var part []string
		for _, i := range left {
			part = append(part, lines[i])
		}
		u, err := csrc.Parse(csrc.Config{Model: model, Sources: map[string][]byte{"a.c": []byte(typeProgram(part))}}, "a.c")
		l := New(model)
		if err == nil {
			err = l.Add(u)
		}
		if err != nil {
			m := regexp.MustCompile(`a\.c:(\d+):`).FindAllSubmatch([]byte(err.Error()), -1)
			if m == nil {
				if h := len(left) / 2; h == 0 {
					got[left[0]] = "refused: " + err.Error()
				} else {
					for _, half := range [][]int{left[:h], left[h:]} {
						var part []string
						for _, i := range half {
							part = append(part, lines[i])
						}
						for k, a := range frontAnswers(t, model, part) {
							got[half[k]] = a
						}
					}
				}
				break
			}
			gone := map[int]bool{}
			for _, x := range m {
				k, _ := strconv.Atoi(string(x[1]))
				if k -= firstLine; k >= 0 && k < len(left) && !gone[k] {
					gone[k] = true
					text, _, _ := bytes.Cut([]byte(err.Error()), []byte("\n"))
					got[left[k]] = "refused: " + string(text)
				}
			}
			var rest []int
			for k, i := range left {
				if !gone[k] {
					rest = append(rest, i)
				}
			}
			if len(rest) == len(left) {
				t.Fatal(err)
			}
			left = rest
			continue
		}
		for k, v := range constants(u, l, len(left)) {
			got[left[k]] = v
		}
		break
	}
	return got
}

// constants returns the values of the elements of the array answers, or for an element without a value, the reason.
func constants(u *csrc.Unit, l *Layout, n int) []string {
	out := make([]string, 0, n)
	csrc.Walk(u.AST.TranslationUnit, func(n cc.Node) bool {
		d, ok := n.(*cc.InitDeclarator)
		if !ok || d.Declarator.Name() != "answers" {
			return true
		}
		for x := d.Initializer.InitializerList; x != nil; x = x.InitializerList {
			v, ok, err := l.ConstInt(x.Initializer.AssignmentExpression)
			switch {
			case err != nil:
				out = append(out, err.Error())
			case !ok:
				out = append(out, "not constant")
			default:
				out = append(out, v.String())
			}
		}
		return false
	})
	return out
}

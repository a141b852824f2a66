package layout

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// constGen writes random constant expressions that use the declarations of constPrelude.
type constGen struct{ *rand.Rand }

const constPrelude = prelude + `
typedef struct S { char a; int b : 5; unsigned c : 20; double d; struct { short e; char f[3]; }; union { long g; char h; } u[2]; } S;
typedef struct __attribute__((packed)) P { char a; long long b; unsigned c : 3; S s; } P;
#pragma pack(push, 2)
typedef struct { char a; long b; double c; } Q;
#pragma pack(pop)
typedef int A[3][sizeof(P) % 7 + 1];
char arr[sizeof(Q)];
extern P gp;
`

func (g constGen) pick(list ...string) string { return list[g.Intn(len(list))] }

// typ returns the inside of a cast; it may contain several casts.
func (g constGen) typ() string {
	return g.pick("char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long",
		"unsigned long",
		"long long", "unsigned long long", "_Bool", "enum E2", "enum E1", "int)(float", "long long)(double",
		"unsigned)(double)(float")
}

// leaf returns an expression without random operands.
func (g constGen) leaf() string {
	switch g.Intn(12) {
	case 0:
		return fmt.Sprintf("%d", g.Intn(10))
	case 1:
		return fmt.Sprintf("%d%s", g.Int63n(1<<uint(1+g.Intn(62))), g.pick("", "", "u", "l", "ul", "ll", "ull", "LL", "U"))
	case 2:
		return fmt.Sprintf("%#x%s", g.Uint64()>>uint(g.Intn(64)), g.pick("", "", "u", "ull", "ll"))
	case 3:
		return fmt.Sprintf("0%o%s", g.Uint64()>>uint(g.Intn(64)), g.pick("", "u"))
	case 4:
		return g.pick("'a'", "'\\n'", "'\\0'", "'\\377'", "'\\x80'", "'\\''", "'ab'", "'\\xff\\1'", "L'x'", "'\\\\'")
	case 5:
		return g.pick("E1A", "E1B", "E2A", "E2B", "E3A", "E3B", "E4A", "E4B", "E5A", "E5B")
	case 6:
		return fmt.Sprintf("sizeof(%s)", g.pick("S", "P", "Q", "A", "arr", "gp.s", "gp.s.f", "struct S *", "a8", "ll2",
			"int[7]", "char(*)[3]", "\"abc\"", "arr + 0", "&arr", "(char)1 + (char)1", "1 ? 2 : 3LL", "gp.s.u[1].h", "E4A",
			"enum E4", "*&gp", "L\"ab\"", "((P *)0)->s.u"))
	case 7:
		return fmt.Sprintf("%s(%s)", g.pick("_Alignof", "__alignof__"), g.pick("S", "P", "Q", "double", "long long", "a8",
			"a2", "char", "long double", "A", "void *"))
	case 8:
		return fmt.Sprintf("__builtin_offsetof(%s)", g.pick("S, d", "S, e", "S, f[1]", "S, u[1].h", "P, b", "P, s.u[1]",
			"Q, b", "Q, c", "S, u"))
	case 9:
		return fmt.Sprintf("(%s)%s", g.pick("int", "long long", "unsigned char", "short"),
			g.pick("1.5", "2.75f", "-3.25", "100.0", "0x1p4", "1e3"))
	case 10:
		return g.pick("(char *)12 - (char *)4", "(int *)12 - (int *)4", "(long)((int *)0 + 3)",
			"(unsigned long)&((S *)0)->u[1]", "(long)&((P *)16)->c_", "(int)(long)&((S *)4)->f[2]", "(char *)3 < (char *)4")
	}
	return fmt.Sprintf("%d", g.Intn(100))
}

// expr returns an expression of at most the given depth.
func (g constGen) expr(depth int) string {
	if depth == 0 || g.Intn(6) == 0 {
		return strings.Replace(g.leaf(), "c_", "b", 1)
	}
	a := func() string { return g.expr(depth - 1) }
	switch g.Intn(10) {
	case 0:
		return fmt.Sprintf("(%s)(%s)", g.typ(), a())
	case 1:
		return fmt.Sprintf("%s(%s)", g.pick("-", "~", "!", "+"), a())
	case 2:
		return fmt.Sprintf("((%s) ? (%s) : (%s))", a(), a(), a())
	case 3:
		return fmt.Sprintf("((%s) %s (%s))", a(), g.pick("&&", "||"), a())
	case 4:
		return fmt.Sprintf("((%s) %s (%d))", a(), g.pick("<<", ">>"), g.Intn(40))
	case 5:
		return fmt.Sprintf("((%s) %s (%s))", a(), g.pick("<", "<=", ">", ">=", "==", "!="), a())
	}
	return fmt.Sprintf("((%s) %s (%s))", a(), g.pick("+", "-", "*", "/", "%", "&", "|", "^"), a())
}

// TestConstants compares value, width and sign of random constant expressions with gcc.
func TestConstants(t *testing.T) {
	n := count(t, 400)
	for _, model := range models {
		t.Run(model.String(), func(t *testing.T) {
			g := constGen{rand.New(rand.NewSource(seed(t)))}
			var exprs []string
			for len(exprs) < n {
				exprs = append(exprs, g.expr(1+g.Intn(5)))
			}
			// Fold them first: gcc gets only the expressions that are constant.
			vals, left := ourConstants(t, model, exprs)
			var b strings.Builder
			b.WriteString("#include <stdio.h>\n" + constPrelude + "P gp;\nint main(void) {\n")
			for i, e := range exprs {
				if vals[i] != "" {
					fmt.Fprintf(&b, "{ __typeof__(%s) v = (%s); if (((__typeof__(v))-1) < 0) printf(\"%d %%d s %%lld\\n\", "+
						"(int)sizeof(v), (long long)v);"+
						" else printf(\"%d %%d u %%llu\\n\", (int)sizeof(v), (unsigned long long)v); }\n", e, e, i, i)
				}
			}
			b.WriteString("return 0; }\n")
			want := map[string]string{}
			for _, line := range strings.Split(gcc(t, model, b.String()), "\n") {
				k, v, _ := strings.Cut(line, " ")
				want[k] = v
			}
			bad := 0
			for i, e := range exprs {
				if vals[i] == "" {
					continue
				}
				if w := want[fmt.Sprint(i)]; w != vals[i] {
					if bad++; bad < 10 {
						t.Errorf("%s: gcc %q, ours %q", e, w, vals[i])
					}
				}
			}
			t.Logf("%d expressions, %d not constant, %d wrong", n, left, bad)
			if left > n/3 {
				t.Errorf("too many are not folded")
			}
		})
	}
}

// ourConstants folds expressions, which it reads as initialisers of an array. vals has size, sign and value of each, or
// "" if it is not folded; left counts the latter.
func ourConstants(t *testing.T, model ir.DataModel, exprs []string) (vals []string, left int) {
	var b strings.Builder
	b.WriteString(constPrelude)
	b.WriteString("double c[] = {\n")
	for _, e := range exprs {
		fmt.Fprintf(&b, "%s,\n", e)
	}
	b.WriteString("};\n")
	u, l := parse(t, model, b.String())
	var list *cc.InitializerList
	for tu := u.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		if d := tu.ExternalDeclaration.Declaration; d != nil && d.InitDeclaratorList != nil {
			if in := d.InitDeclaratorList.InitDeclarator.Initializer; in != nil {
				list = in.InitializerList
			}
		}
	}
	for ; list != nil; list = list.InitializerList {
		n, ok, err := l.eval(list.Initializer.AssignmentExpression)
		if err != nil {
			t.Errorf("%s: %v", cc.NodeSource(list.Initializer), err)
		}
		if !ok || n.kind != intNumber {
			left++
			vals = append(vals, "")
			continue
		}
		sign := "u"
		if n.signed {
			sign = "s"
		}
		size := n.bits / 8
		if size > 8 {
			left++ // __int128
			vals = append(vals, "")
			continue
		}
		vals = append(vals, fmt.Sprintf("%d %s %s", size, sign, n.i))
	}
	if len(vals) != len(exprs) {
		t.Fatalf("%d initializers, want %d", len(vals), len(exprs))
	}
	return vals, left
}

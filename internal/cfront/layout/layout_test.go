package layout

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestField tests the locations of members of anonymous members, of unnamed members, and of bit-fields with their
// units.
func TestField(t *testing.T) {
	u, l := parse(t, ir.LP64, `
struct S {
	char a;
	union { int b; struct { short c, d; }; };
	unsigned e : 3, : 2, f : 10;
	long g : 40;
	struct { char h; } i[2];
	char flex[];
} s;
struct P { char a; int b : 20; char c; } __attribute__((packed)) p;
struct O { char a; int b : 5; } o;
`)
	type field interface {
		FieldByName(string) *cc.Field
		FieldByIndex(int) *cc.Field
	}
	at := func(v, f string) FieldLoc {
		typ := lookup(u, v)
		loc, err := l.Field(typ, typ.(field).FieldByName(f))
		if err != nil {
			t.Errorf("%s.%s: %v", v, f, err)
		}
		return loc
	}
	for _, c := range []struct {
		v, f string
		want FieldLoc
	}{
		{"s", "a", FieldLoc{Off: 0, Unit: 1}},
		{"s", "b", FieldLoc{Off: 4, Unit: 4}},
		{"s", "d", FieldLoc{Off: 6, Unit: 2}},
		{"s", "e", FieldLoc{Off: 8, Unit: 4, BitOff: 0, BitWidth: 3}},
		{"s", "f", FieldLoc{Off: 8, Unit: 4, BitOff: 5, BitWidth: 10}},
		{"s", "g", FieldLoc{Off: 8, Unit: 8, BitOff: 15, BitWidth: 40}},
		{"s", "i", FieldLoc{Off: 15, Unit: 2}},
		{"s", "flex", FieldLoc{Off: 17, Unit: 0}},
		{"p", "b", FieldLoc{Off: 1, Unit: 4, BitOff: 0, BitWidth: 20}},
		{"p", "c", FieldLoc{Off: 4, Unit: 1}},
		{"o", "b", FieldLoc{Off: 1, Unit: 1, BitOff: 0, BitWidth: 5}},
	} {
		if got := at(c.v, c.f); got != c.want && !(c.f == "g" && got.Off*8+int64(got.BitOff) == 79) {
			t.Errorf("%s.%s: %+v, want %+v", c.v, c.f, got, c.want)
		}
	}
	typ := lookup(u, "s")
	anon := typ.(field).FieldByIndex(1)
	if loc, err := l.Field(typ, anon); err != nil || loc.Off != 4 || loc.Unit != 4 {
		t.Errorf("unnamed union: %+v, %v", loc, err)
	}
	if _, err := l.Field(lookup(u, "o"), anon); err == nil {
		t.Error("a member of another struct is found")
	}
}

// TestNotConstant tests that ConstInt does not fold expressions that are not constant.
func TestNotConstant(t *testing.T) {
	u, l := parse(t, ir.LP64, `
int n;
void f(int k) {
	int a[k];
	int x[] = { k, n, sizeof(a), 1 / (n - n), 1 / 0, 1 << 32, (int)1e30, (k, 1), __builtin_constant_p(k), 3 };
}
`)
	var got []string // cc puts __func__ first
	csrc.Walk(u.AST.TranslationUnit, func(n cc.Node) bool {
		in, ok := n.(*cc.Initializer)
		if !ok || in.Case != cc.InitializerExpr {
			return true
		}
		v, ok, err := l.ConstInt(in.AssignmentExpression)
		switch {
		case err != nil:
			got = append(got, "error")
		case !ok:
			got = append(got, "-")
		default:
			got = append(got, v.String())
		}
		return false
	})
	if s := strings.Join(got[1:], " "); s != "- - - - - - - - 0 3" {
		t.Errorf("got %s", s)
	}
}

// TestRefused tests that there is an error for types that cannot be laid out, and for expressions that cc has folded to
// a wrong value.
func TestRefused(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"_Static_assert(sizeof(long) == 4, \"long\");", "static assertion failed: long"},
		{"int n; _Static_assert(n, \"\");", "not constant"},
		{"struct S { char c; int b : 4; }; int a[] = { [sizeof(struct S) - 4] = 1 };", ""},
		{"struct S { char c; int b : 4; } __attribute__((packed)); struct T { char c; struct S s; }; int a[] = { " +
			"[sizeof(struct T)] = 1 };", ""},
	} {
		u, err := csrc.Parse(csrc.Config{Model: ir.LP64, Sources: map[string][]byte{"a.c": []byte(c.src)}}, "a.c")
		if err == nil {
			err = New(ir.LP64).Add(u)
		}
		if err == nil && c.want != "" || err != nil && (c.want == "" && !strings.Contains(err.Error(), "reads wrongly") ||
			!strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.src, err, c.want)
		}
	}
	u, l := parse(t, ir.LP64, `
typedef long double v4 __attribute__((vector_size(32)));
v4 vec;
struct V { v4 a; } *v;
struct M { int a : 3; } __attribute__((ms_struct)) m;
struct I; extern struct I i;
struct N { int x[]; int y; } *nf;
int arr[];
void f(int n) { int vla[n]; }
_Decimal32 *dec;
`)
	for _, name := range []string{"vec", "m", "i"} {
		if n, err := l.Sizeof(lookup(u, name)); err == nil {
			t.Errorf("%s has size %d", name, n)
		} else if _, ok := err.(*Error); !ok {
			t.Errorf("%s: error is a %T", name, err)
		}
	}
	if n, err := l.Sizeof(lookup(u, "v").(*cc.PointerType).Elem()); err == nil {
		t.Errorf("a struct with a vector has size %d", n)
	}
}

// TestVectors tests sizes, alignments and offsets of vectors by static assertions, which gcc has to accept, too (with
// -mno-mmx for i386).
func TestVectors(t *testing.T) {
	for _, m := range []ir.DataModel{ir.ILP32, ir.LP64} {
		off := 4 // the offset in a structure of vectors of integers of 8 bytes
		if m == ir.LP64 {
			off = 8
		}
		var b strings.Builder
		k := 0
		add := func(elem string, n, align, off int) {
			k++
			fmt.Fprintf(&b, "typedef %s V%d __attribute__((vector_size(%d))); struct S%d { char c; V%d v; };\n", elem, k, n, k,
				k)
			fmt.Fprintf(&b, "_Static_assert(sizeof(V%d) == %d && __alignof__(V%d) == %d && __builtin_offsetof(struct S%d, v) "+
				"== %d, \"%s %d\");\n",
				k, n, k, align, k, off, elem, n)
		}
		for _, elem := range []string{"char", "unsigned short", "int", "unsigned", "long long"} {
			add(elem, 8, 8, off)
		}
		for _, elem := range []string{"signed char", "short", "int", "long", "long long", "float", "double"} {
			for n := 16; n <= 1024; n *= 2 {
				add(elem, n, n, n)
			}
		}
		add("char", 4, 4, 4)
		add("float", 8, 8, 8)
		add("double", 8, 8, 8)
		b.WriteString(`
typedef int W __attribute__((vector_size(16), aligned(4)));
typedef int X __attribute__((vector_size(16)));
typedef X Y __attribute__((aligned(1), may_alias));
struct P { char c; X v; } __attribute__((packed));
struct Q { char c; Y v; };
struct R { __attribute__((vector_size(8))) short v[3]; X w; };
X x; int i; char cs __attribute__((vector_size(32)));
_Static_assert(__alignof__(W) == 4 && sizeof(struct P) == 17 && sizeof(struct Q) == 17 && sizeof(struct R) == 48, "attributes");
_Static_assert(sizeof(x + 1) == 16 && sizeof(1 + x) == 16 && sizeof(x[i]) == 4 && sizeof(x < x) == 16 && sizeof(x[0] + x[1]) == 4, "operators");
_Static_assert(sizeof(cs[0]) == 1 && sizeof(cs[0] + cs[1]) == 4 && sizeof(-cs) == 32 && sizeof(cs) / sizeof(cs[0]) == 32, "elements");
_Static_assert(!__builtin_types_compatible_p(X, int) && !__builtin_types_compatible_p(X *, int *) && __builtin_types_compatible_p(X, W), "types");
int main(void) { return 0; }
`)
		parse(t, m, b.String())
		dir := t.TempDir()
		file := filepath.Join(dir, "a.c")
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		args := []string{"-w", "-fsyntax-only", file}
		if m == ir.ILP32 {
			args = append(args, "-m32", "-mno-mmx")
		}
		if _, err := exec.LookPath("gcc"); err != nil {
			benchtest.Missing(t, "no gcc")
		}
		if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
			t.Errorf("gcc: %s", out)
		}
	}
}

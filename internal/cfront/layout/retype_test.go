package layout

import (
	"testing"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestRetype tests that Add corrects the types that cc computes for typeof, __auto_type and _Generic.
func TestRetype(t *testing.T) {
	u, _ := parse(t, ir.LP64, `
enum E { A, B };
int m[2][3];
int f(int, char *);
typeof(A) a;
typeof(m[0]) row;
typeof(A) g(typeof(A));
typeof(1 ? (void *)0 : &a) p;
struct S { typeof(A) a; typeof(m[1]) r; } s;
typeof(_Generic(&a, const int *: 1.0, int *: 'a')) c;
typeof(1 ? &f : (void *)0) q;
`)
	result := func(name string) cc.Type { return lookup(u, name).(*cc.FunctionType).Result() }
	for _, c := range []struct {
		name string
		is   cc.Type
		want cc.Kind
	}{
		{"a", lookup(u, "a"), cc.Int},
		{"row", lookup(u, "row"), cc.Array},
		{"g", result("g"), cc.Int},
		{"g's parameter", lookup(u, "g").(*cc.FunctionType).Parameters()[0].Type(), cc.Int},
		{"p", lookup(u, "p").(*cc.PointerType).Elem(), cc.Int},
		{"s.a", lookup(u, "s").(*cc.StructType).FieldByName("a").Type(), cc.Int},
		{"s.r", lookup(u, "s").(*cc.StructType).FieldByName("r").Type(), cc.Array},
		{"c", lookup(u, "c"), cc.Int},
		{"q", lookup(u, "q").(*cc.PointerType).Elem(), cc.Function},
	} {
		if c.is.Kind() != c.want {
			t.Errorf("%s: %s, want %s", c.name, c.is, c.want)
		}
	}
}

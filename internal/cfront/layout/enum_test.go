package layout

import (
	"fmt"
	"strings"
	"testing"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestLongEnum tests that enumerations with many enumerators, or with long chains of dependent values, are not slow.
func TestLongEnum(t *testing.T) {
	const n = 50000
	var b strings.Builder
	b.WriteString("enum E {\n")
	for i := 0; i < n; i++ {
		switch {
		case i%1000 == 999:
			fmt.Fprintf(&b, "e%d = e%d + 1,\n", i, i-1)
		default:
			fmt.Fprintf(&b, "e%d,\n", i)
		}
	}
	fmt.Fprintf(&b, "};\nint a[e%d];\nstruct S { enum E x : 20; } s;\n", n-1)
	u, l := parse(t, ir.ILP32, b.String())
	if k, ok, err := l.ArrayLen(lookup(u, "a").(*cc.ArrayType)); !ok || err != nil || k != n-1 {
		t.Errorf("%d elements, %v, %v", k, ok, err)
	}
	if size, err := l.Sizeof(lookup(u, "s")); size != 4 || err != nil {
		t.Errorf("size %d, %v", size, err)
	}
}

// TestEnumTypes tests the types of enumerations and of their enumerators.
func TestEnumTypes(t *testing.T) {
	u, l := parse(t, ir.ILP32, `
enum A { A1 } a;
enum B { B1 = -1 } b;
enum C { C1 = 0xffffffffu } c;
enum D { D1 = -1, D2 = 0xffffffffu } d;
enum E { E1 = 0x80000000u, E2, E3 = -1, E4 = sizeof(E2) } e;
_Static_assert(sizeof(A1) == 4 && A1 - 1 < 0, "int");
_Static_assert(C1 - 1 > 0 && sizeof(C1) == 4, "unsigned");
_Static_assert(sizeof(D1) == 4 && sizeof(D2) == 8 && D2 > 0, "long long");
_Static_assert(E2 == 0x80000001u && sizeof(E2) == 8 && E4 == 4, "");
`)
	for name, want := range map[string]cc.Kind{"a": cc.UInt, "b": cc.Int, "c": cc.UInt, "d": cc.LongLong,
		"e": cc.LongLong} {
		k, err := l.EnumKind(lookup(u, name).(*cc.EnumType))
		if err != nil || k != want {
			t.Errorf("%s: %v, %v", name, k, err)
		}
	}
}

// TestEnumOverflow tests that, as in gcc, an implicit value beyond int is an error.
func TestEnumOverflow(t *testing.T) {
	u, err := csrc.Parse(csrc.Config{Model: ir.LP64,
		Sources: map[string][]byte{"a.c": []byte("enum E { A = 0x7fffffff, B } e;")}}, "a.c")
	if err != nil {
		t.Fatal(err)
	}
	l := New(ir.LP64)
	if err := l.Add(u); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Sizeof(lookup(u, "e")); err == nil {
		t.Error("accepted")
	}
}

// TestEnumLarger tests that in C23 the value after the greatest value of a type has a larger type of the same
// signedness, if there is one.
func TestEnumLarger(t *testing.T) {
	for _, c := range []struct {
		list string
		kind cc.Kind // 0: an error
	}{
		{"A = 0x7fffffff, B", cc.UInt},
		{"A = 0x7fffffff, B, C = -1", cc.Long},
		{"A = 0xffffffffu, B, C", cc.ULong},
		{"A = 0x7fffffffffffffff, B", 0},
		{"A = 0xffffffffffffffffu, B", 0},
	} {
		src := "enum E { " + c.list + " } e; _Static_assert(B == A + 1ull, \"\");"
		u, err := csrc.Parse(csrc.Config{Model: ir.LP64, Standard: csrc.C23, Sources: map[string][]byte{"a.c": []byte(src)}},
			"a.c")
		if err != nil {
			t.Fatal(err)
		}
		l := New(ir.LP64)
		var k cc.Kind
		if err = l.Add(u); err == nil {
			k, err = l.EnumKind(lookup(u, "e").(*cc.EnumType))
		}
		if k != c.kind || (err == nil) != (c.kind != 0) {
			t.Errorf("%s: %v, %v", c.list, k, err)
		}
	}
}

// TestEnumOrder tests enumerators whose values are needed before the values of earlier enumerators.
func TestEnumOrder(t *testing.T) {
	u, l := parse(t, ir.LP64, `
enum E { A = 1, B = 4 + 16, C = 5, D, F = 2 + C, G };
int b[B], g[G], d[D];
enum E e;
`)
	for _, c := range []struct {
		name string
		want int64
	}{{"b", 20}, {"g", 8}, {"d", 6}} {
		n, ok, err := l.ArrayLen(lookup(u, c.name).(*cc.ArrayType))
		if err != nil || !ok || n != c.want {
			t.Errorf("%s: %d, %v, %v", c.name, n, ok, err)
		}
	}
	if k, err := l.EnumKind(lookup(u, "e").(*cc.EnumType)); err != nil || k != cc.UInt {
		t.Errorf("%v, %v", k, err)
	}
}

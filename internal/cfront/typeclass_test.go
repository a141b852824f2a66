package cfront

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestTypeClasses compares all pairs of random types of two files, which differ in some members and tags. The method
// compatible must agree with the definition of compatible types (6.2.7), applied to the types themselves without
// classes.
func TestTypeClasses(t *testing.T) {
	count := map[bool]int{}
	for seed := range int64(20) {
		rng := rand.New(rand.NewSource(seed))
		a, b := randomTypes(rng)
		l, err := lowered(Config{Model: ir.LP64, Files: []string{"a.c", "b.c"}, Sources: map[string][]byte{"a.c": []byte(a),
			"b.c": []byte(b)}})
		if err != nil {
			t.Fatalf("seed %d: %v\n%s\n%s", seed, err, a, b)
		}
		var ts []cc.Type
		for _, u := range l.Units {
			if u.Model {
				continue
			}
			for tu := u.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
				d := tu.ExternalDeclaration.Declaration
				if d == nil || d.InitDeclaratorList == nil {
					continue
				}
				if x := d.InitDeclaratorList.InitDeclarator.Declarator; strings.HasPrefix(x.Name(), "x") {
					ts = append(ts, x.Type())
				}
			}
		}
		if len(ts) < 80 {
			t.Fatalf("%d types are too few", len(ts))
		}
		rng.Shuffle(len(ts), func(i, j int) { ts[i], ts[j] = ts[j], ts[i] })
		for _, x := range ts {
			for _, y := range ts {
				want := pairs{}.compatible(x, y)
				count[want]++
				if got := l.Compatible(x, y); got != want {
					t.Errorf("seed %d: compatible(%s, %s) = %v, want %v\n%s\n%s", seed, ctype.TypeText(x), ctype.TypeText(y), got,
						want, a, b)
					return
				}
			}
		}
	}
	if count[true] < 10000 || count[false] < 10000 {
		t.Errorf("%d pairs are compatible, %d are not: too few", count[true], count[false])
	}
}

// randomTypes returns two files with structures that lead to each other. In the second file, some members differ from
// the first.
func randomTypes(rng *rand.Rand) (string, string) {
	const n = 8
	base := func() string {
		switch rng.Intn(9) {
		case 0:
			return "enum e"
		case 1:
			return "unsigned"
		case 2:
			return "char"
		case 3, 4, 5:
			return fmt.Sprintf("struct s%d", rng.Intn(n+1)) // the last one is incomplete
		case 6:
			return fmt.Sprintf("union u%d", rng.Intn(2))
		case 7:
			return "enum big"
		}
		return "int"
	}
	declare := func(name string) string {
		switch rng.Intn(6) {
		case 0:
			return fmt.Sprintf("%s (*%s)(%s *, %s *)", base()+" *", name, base(), base())
		case 1:
			return fmt.Sprintf("%s *(*%s)()", base(), name)
		case 2:
			return fmt.Sprintf("%s *(*%s)(%s *, ...)", base(), name, base())
		case 3:
			return fmt.Sprintf("%s *%s[%d]", base(), name, 1+rng.Intn(2))
		case 4:
			return fmt.Sprintf("%s (*%s)[]", "int", name)
		}
		return fmt.Sprintf("%s *%s", base(), name)
	}
	var files [2]strings.Builder
	say := func(one, other string) {
		files[0].WriteString(one)
		files[1].WriteString(other)
	}
	say("enum e { A }; enum big { B = 1ull << 40 };\n", "enum e { A }; enum big { B = 1ull << 40 };\n")
	for k := range n + 2 {
		head := fmt.Sprintf("struct s%d {", k)
		if k >= n {
			head = fmt.Sprintf("union u%d {", k-n)
		}
		if k == n {
			say("struct s8;\n", "struct s8;\n")
		}
		say(head, head)
		for i := range 1 + rng.Intn(3) {
			m := declare(fmt.Sprintf("m%d", i))
			other := m
			if rng.Intn(12) == 0 {
				other = declare(fmt.Sprintf("m%d", i))
			}
			say(" "+m+";", " "+other+";")
		}
		if rng.Intn(4) == 0 {
			say(" int bits : 3;", fmt.Sprintf(" int bits : %d;", 3+rng.Intn(8)/7))
		}
		say(" };\n", " };\n")
	}
	for i := range 50 {
		m := declare(fmt.Sprintf("x%d", i))
		say("static "+m+";\n", "static "+m+";\n")
	}
	say("int main(void) { return 0; }\n", "")
	return files[0].String(), files[1].String()
}

// pairs are the pairs of types that a comparison has reached and assumes to be compatible.
type pairs map[typePair]bool

type typePair struct{ a, b cc.Type }

// compatible reports whether two types are compatible by the definition, under the assumption that all pairs in the set
// are.
func (as pairs) compatible(a, b cc.Type) bool {
	if a == b || as[typePair{a, b}] {
		return true
	}
	ka, kb := a.Kind(), b.Kind()
	if ea, ok := a.(*cc.EnumType); ok && kb != cc.Enum {
		return kb == cc.UInt || kb == cc.Int || as.compatible(ea.UnderlyingType(), b)
	}
	if _, ok := b.(*cc.EnumType); ok && ka != cc.Enum {
		return as.compatible(b, a)
	}
	if ka != kb || ctype.IsVector(a) != ctype.IsVector(b) || ctype.IsVector(a) && a.VectorSize() != b.VectorSize() {
		return false
	}
	as[typePair{a, b}] = true
	switch x := a.(type) {
	case *cc.PointerType:
		return as.compatible(x.Elem(), b.(*cc.PointerType).Elem())
	case *cc.ArrayType:
		y := b.(*cc.ArrayType)
		if x.Len() >= 0 && y.Len() >= 0 && x.Len() != y.Len() {
			return false
		}
		return as.compatible(x.Elem(), y.Elem())
	case *cc.FunctionType:
		return as.functions(x, b.(*cc.FunctionType))
	case *cc.StructType:
		y := b.(*cc.StructType)
		return as.members(x.Tag(), y.Tag(), x.IsIncomplete() || y.IsIncomplete(), x, y)
	case *cc.UnionType:
		y := b.(*cc.UnionType)
		return as.members(x.Tag(), y.Tag(), x.IsIncomplete() || y.IsIncomplete(), x, y)
	}
	return true
}

// functions compares two function types by their results and parameters.
func (as pairs) functions(x, y *cc.FunctionType) bool {
	if !as.compatible(x.Result(), y.Result()) {
		return false
	}
	if !layout.HasProto(x) || !layout.HasProto(y) {
		return true
	}
	px, py := layout.Params(x), layout.Params(y)
	if len(px) != len(py) || x.IsVariadic() != y.IsVariadic() {
		return false
	}
	for i := range px {
		if !as.compatible(px[i], py[i]) {
			return false
		}
	}
	return true
}

// members compares two structures or two unions by their tags and members.
func (as pairs) members(tagA, tagB cc.Token, incomplete bool, a, b cc.Type) bool {
	if tagA.SrcStr() != tagB.SrcStr() {
		return false
	}
	if incomplete {
		return true
	}
	fa, fb := layout.Fields(a), layout.Fields(b)
	if len(fa) != len(fb) {
		return false
	}
	for i := range fa {
		if fa[i].Name() != fb[i].Name() || fa[i].IsBitfield() != fb[i].IsBitfield() ||
			fa[i].ValueBits() != fb[i].ValueBits() || !as.compatible(fa[i].Type(), fb[i].Type()) {
			return false
		}
	}
	return true
}

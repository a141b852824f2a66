// Package typeclass groups the types of several files into classes of types that C does not distinguish.
//
// Types of several files are compared often: each call through a pointer is compared with each function whose address
// is taken, and each file that includes a header has its own copies of the types that the header declares. A class is a
// number that is valid for all files. Types that agree in everything that C compares are in the same class, so that
// each pair of classes has to be compared only once.
package typeclass

import (
	"fmt"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/layout"
)

// Classes holds the classes of the types seen so far.
type Classes struct {
	of     layered[cc.Type, int]    // the class of each type
	member []cc.Type                // by class: its first type
	byKey  layered[string, int]     // classes of other types than structures and unions, by a text of their components
	byTag  layered[string, []int]   // classes of structures and unions, by tag and number of members
	agree  layered[classPair, bool] // results of Compatible, by classes
}

// layered is a map with a lower layer that does not change any more. Its own entries hide the entries of the lower
// layer.
type layered[K comparable, V any] struct{ own, below map[K]V }

func (m *layered[K, V]) get(k K) (v V, ok bool) {
	if v, ok = m.own[k]; !ok {
		v, ok = m.below[k]
	}
	return v, ok
}

func (m *layered[K, V]) set(k K, v V) {
	if m.own == nil {
		m.own = map[K]V{}
	}
	m.own[k] = v
}

// over returns an empty map whose lower layer is m. m itself must not have a lower layer, and must not change any more.
func (m *layered[K, V]) over() layered[K, V] { return layered[K, V]{below: m.own} }

// Extend returns a copy of c to which types can be added. c must not change any more.
func (c *Classes) Extend() *Classes {
	return &Classes{of: c.of.over(), member: slices.Clip(c.member), byKey: c.byKey.over(), byTag: c.byTag.over(),
		agree: c.agree.over()}
}

type classPair struct{ a, b int }

// New returns Classes without a type.
func New() *Classes { return &Classes{} }

// Member returns the first type of a class.
func (c *Classes) Member(class int) cc.Type { return c.member[class] }

// Class returns the class of a type, and -1 for nil.
func (c *Classes) Class(t cc.Type) int {
	if t == nil {
		return -1
	}
	if k, ok := c.of.get(t); ok {
		return k
	}
	var b strings.Builder
	fmt.Fprint(&b, t.Kind())
	if layout.IsVector(t) {
		fmt.Fprint(&b, " v", t.VectorSize())
	}
	switch x := t.(type) {
	case *cc.PointerType:
		fmt.Fprint(&b, " ", c.Class(x.Elem()))
	case *cc.ArrayType:
		fmt.Fprint(&b, " ", x.Len(), " ", c.Class(x.Elem()))
	case *cc.EnumType:
		fmt.Fprint(&b, " ", c.Class(x.UnderlyingType()))
	case *cc.FunctionType:
		fmt.Fprint(&b, " ", x.IsVariadic(), layout.HasProto(x), " ", c.Class(x.Result()))
		for _, p := range layout.Params(x) {
			fmt.Fprint(&b, " ", c.Class(p))
		}
	case *cc.StructType, *cc.UnionType:
		return c.classOfMembers(t)
	}
	k, ok := c.byKey.get(b.String())
	if !ok {
		k = c.add(t)
		c.byKey.set(b.String(), k)
	}
	c.of.set(t, k)
	return k
}

// add makes a new class for t.
func (c *Classes) add(t cc.Type) int {
	k := len(c.member)
	c.of.set(t, k)
	c.member = append(c.member, t)
	return k
}

// classOfMembers returns the class of a structure or union. A new type gets its class before its members do, since
// these may lead to it.
func (c *Classes) classOfMembers(t cc.Type) int {
	fs := layout.Fields(t)
	key := fmt.Sprint(t.Kind(), tagOf(t), t.IsIncomplete(), len(fs))
	alike, _ := c.byTag.get(key)
	for _, k := range alike {
		same := samePairs{}
		if !c.same(same, c.member[k], t) {
			continue
		}
		c.of.set(t, k)
		for p := range same { // the comparison has shown that these are alike, too
			if k, ok := c.of.get(p.a); ok {
				c.of.set(p.b, k)
			}
		}
		return k
	}
	k := c.add(t)
	c.byTag.set(key, append(slices.Clip(alike), k))
	for _, fld := range fs {
		c.Class(fld.Type())
	}
	return k
}

// tagOf returns the tag of a structure or union, "" if it has none.
func tagOf(t cc.Type) string {
	switch x := t.(type) {
	case *cc.StructType:
		tag := x.Tag()
		return tag.SrcStr()
	case *cc.UnionType:
		tag := x.Tag()
		return tag.SrcStr()
	}
	return ""
}

// samePairs are the pairs of structures and unions that a comparison has reached, and assumes to be alike because they
// may be recursive. The first difference ends the comparison with a negative result, so no assumption has to be taken
// back, and one set serves all levels of the recursion.
type samePairs map[typePair]bool

type typePair struct{ a, b cc.Type }

// same reports whether two types belong to one class, under the assumption that this holds for the pairs in met. It
// adds pairs to met. If both types have a class already, it compares the classes.
func (c *Classes) same(met samePairs, a, b cc.Type) bool {
	if a == b || met[typePair{a, b}] {
		return true
	}
	if ka, ok := c.of.get(a); ok {
		if kb, ok := c.of.get(b); ok {
			return ka == kb
		}
	}
	if a.Kind() != b.Kind() || layout.IsVector(a) != layout.IsVector(b) || layout.IsVector(a) &&
		a.VectorSize() != b.VectorSize() {
		return false
	}
	switch x := a.(type) {
	case *cc.PointerType:
		y, ok := b.(*cc.PointerType)
		return ok && c.same(met, x.Elem(), y.Elem())
	case *cc.ArrayType:
		y, ok := b.(*cc.ArrayType)
		return ok && x.Len() == y.Len() && c.same(met, x.Elem(), y.Elem())
	case *cc.EnumType:
		y, ok := b.(*cc.EnumType)
		return ok && c.same(met, x.UnderlyingType(), y.UnderlyingType())
	case *cc.FunctionType:
		y, ok := b.(*cc.FunctionType)
		if !ok || x.IsVariadic() != y.IsVariadic() || layout.HasProto(x) != layout.HasProto(y) || !c.same(met, x.Result(),
			y.Result()) {
			return false
		}
		px, py := layout.Params(x), layout.Params(y)
		if len(px) != len(py) {
			return false
		}
		for i := range px {
			if !c.same(met, px[i], py[i]) {
				return false
			}
		}
	case *cc.StructType, *cc.UnionType:
		if tagOf(a) != tagOf(b) || a.IsIncomplete() != b.IsIncomplete() {
			return false
		}
		met[typePair{a, b}] = true
		fa, fb := layout.Fields(a), layout.Fields(b)
		if len(fa) != len(fb) {
			return false
		}
		for i := range fa {
			if !sameField(fa[i], fb[i]) || !c.same(met, fa[i].Type(), fb[i].Type()) {
				return false
			}
		}
	}
	return true
}

// sameField reports whether two members agree in name and width, apart from their types.
func sameField(a, b *cc.Field) bool {
	return a.Name() == b.Name() && a.IsBitfield() == b.IsBitfield() && a.ValueBits() == b.ValueBits()
}

// Compatible reports whether the types of two classes are compatible (6.2.7).
func (c *Classes) Compatible(a, b int) bool {
	met := map[classPair]bool{}
	is := c.compare(met, a, b)
	if is { // all pairs that were assumed to be compatible are
		for p := range met {
			c.agree.set(p, true)
		}
	}
	return is
}

// compare reports whether two classes are compatible, under the assumption that the pairs in met are. A negative result
// is final, since all parts must be compatible. A positive one is valid only if the whole comparison succeeds.
func (c *Classes) compare(met map[classPair]bool, ka, kb int) bool {
	if ka == kb {
		return true
	}
	pair := classPair{min(ka, kb), max(ka, kb)}
	if is, known := c.agree.get(pair); known {
		return is
	}
	if met[pair] {
		return true
	}
	met[pair] = true
	is := c.parts(met, c.member[pair.a], c.member[pair.b])
	if !is {
		c.agree.set(pair, false)
		delete(met, pair)
	}
	return is
}

// parts reports whether two types of different classes are compatible; it compares their components by compare.
func (c *Classes) parts(met map[classPair]bool, a, b cc.Type) bool {
	sub := func(x, y cc.Type) bool { return c.compare(met, c.Class(x), c.Class(y)) }
	ka, kb := a.Kind(), b.Kind()
	if ea, ok := a.(*cc.EnumType); ok && kb != cc.Enum {
		return kb == cc.UInt || kb == cc.Int || sub(ea.UnderlyingType(), b)
	}
	if eb, ok := b.(*cc.EnumType); ok && ka != cc.Enum {
		return ka == cc.UInt || ka == cc.Int || sub(eb.UnderlyingType(), a)
	}
	if ka != kb || layout.IsVector(a) != layout.IsVector(b) || layout.IsVector(a) && a.VectorSize() != b.VectorSize() {
		return false
	}
	switch x := a.(type) {
	case *cc.PointerType:
		return sub(x.Elem(), b.(*cc.PointerType).Elem())
	case *cc.ArrayType:
		y := b.(*cc.ArrayType)
		return (x.Len() < 0 || y.Len() < 0 || x.Len() == y.Len()) && sub(x.Elem(), y.Elem())
	case *cc.FunctionType:
		y := b.(*cc.FunctionType)
		if !sub(x.Result(), y.Result()) {
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
			if !sub(px[i], py[i]) {
				return false
			}
		}
	case *cc.StructType, *cc.UnionType:
		if tagOf(a) != tagOf(b) {
			return false
		}
		if a.IsIncomplete() || b.IsIncomplete() {
			return true
		}
		fa, fb := layout.Fields(a), layout.Fields(b)
		if len(fa) != len(fb) {
			return false
		}
		for i := range fa {
			if !sameField(fa[i], fb[i]) || !sub(fa[i].Type(), fb[i].Type()) {
				return false
			}
		}
	}
	return true
}

package inductive

import (
	"flag"
	"testing"

	"github.com/tandem-verifier/tandem/internal/mutationtest"
)

var (
	runMutants = flag.Bool("mutants", false, "hold each mutant of TestMutants against the tests: a minute each")
	draw       = flag.Uint("draw", 0, "which mutants are TestMutants' sample; 0: others whenever the sources change")
)

// mutants are changes by which the checker accepts wrong statements about relations and texts.
var mutants = mutationtest.List{
	{"a slot is eliminated by its upper bound", "relation.go", []string{
		"return relation{without(r.terms, n), minus(r.most, own.lo)}, ok",
		"return relation{without(r.terms, n), minus(r.most, own.hi)}, ok",
	}},
	{"the rest of an assigned sum is forgotten", "relation.go", []string{
		"return relation{ts, plus(r.most, rest.hi)}, ok",
		"return relation{ts, plus(r.most, rest.lo)}, ok",
	}},
	{"a store into an array keeps the bound of its elements", "relation.go", []string{
		"r.most = larger(r.most, plus(most, add.hi))",
		"r.most = smaller(r.most, plus(most, add.hi))",
	}},
	{"an overwritten cell stays related", "relation.go", []string{
		"return u.slot != x && u.slot != every && k.obj != nil &&",
		"return u.slot != x && u.slot != every && k.obj == nil &&",
	}},
	{"a copy is equal without its constant", "relation.go", []string{
		"relation{turned, negate(f.lo)})",
		"relation{turned, negate(one)})",
	}},
	{"less is at most", "compared.go", []string{
		"case x.Op == ir.Lt && truth:\n\t\t\t\tbelow(1)",
		"case x.Op == ir.Lt && truth:\n\t\t\t\tbelow(2)",
	}},
	{"not at most is one more", "compared.go", []string{
		"case x.Op == ir.Le:\n\t\t\t\tabove(1)",
		"case x.Op == ir.Le:\n\t\t\t\tabove(2)",
	}},
	{"two that differ have an order", "compared.go", []string{
		"ok && lessEq(most, negate(d.lo)) {",
		"ok || lessEq(most, negate(d.lo)) {",
	}},
	{"a multiple is rounded up", "relation.go", []string{
		"most = floorDivide(most, fromInt(k))",
		"most = minus(floorDivide(most, fromInt(k)), one)",
	}},
	{"a byte that is not 0 moves an end by two", "texts.go", []string{
		"r.add(end{m.mark, m.base, m.k + 1, hi})", "r.add(end{m.mark, m.base, m.k + 2, hi})"}},
	{"a store after the end keeps it", "texts.go", []string{
		"c.ahead(s, o, b, k+n); ok && is", "c.ahead(s, o, b, k-n); ok && is"}},
	{"a store keeps mirrors of the byte that it writes", "texts.go", []string{
		"(k+n <= m.k || m.k < k))", "(k+n <= m.k || m.k <= k))"}},
	{"an assignment keeps what was known of the register", "texts.go", []string{
		"	default:\n		r = r.without(x).copy()\n", "	default:\n		r = r.copy()\n"}},
	{"a sum with a constant moves an end the wrong way", "texts.go", []string{
		"		if e.base.has(x) {\n			e.k -= k\n", "		if e.base.has(x) {\n			e.k += k\n"}},
	{"a pointer that equals another plus k has its offsets", "texts.go", []string{
		"sp.within(lo+k, hi+k)", "sp.within(lo, hi)"}},
	{"an access may end after the text", "texts.go", []string{
		"	hi, ok := c.ahead(s, o, b, k+n-1)\n", "	hi, ok := c.ahead(s, o, b, k)\n"}},
	{"a text begins before its object", "texts.go", []string{
		"return ok && least >= 0 && hi <= c.size(o)", "return ok && hi <= c.size(o)"}},
	{"one of two objects bounds the integer of a base", "texts.go", []string{
		"		if i < 0 {\n			return\n		}\n		top =", "		if i < 0 {\n			continue\n		}\n		top ="}},
	{"a join keeps the ends of one state", "texts.go", []string{
		"			if hi, ok := c.ahead(t, c.slots[e.mark].obj, e.base, e.k); ok {", "			if hi := e.hi; true {"}},
}

// TestMutants checks that the sources contain the texts that mutants replace, and that the tests of relations and texts
// fail for each mutant of a sample. The sample changes with the sources; with -mutants, it has all mutants.
func TestMutants(t *testing.T) {
	mutationtest.Test(t, mutationtest.Run{Tests: "^(TestRelations|TestRelationLaws|TestTexts|TestWrongTexts)$",
		Args: []string{"-failfast"}, All: *runMutants, Some: 1, Draw: *draw}, mutants)
}

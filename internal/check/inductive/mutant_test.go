package inductive

import (
	"flag"
	"testing"

	"github.com/tandem-verifier/tandem/internal/mutationtest"
)

var runMutants = flag.Bool("mutants", false, "run all mutants of the relations")

// mutants are faults of relations.
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
}

// TestMutants checks that the tests of relations find each fault.
func TestMutants(t *testing.T) {
	mutationtest.Test(t, mutationtest.Run{Tests: "^(TestRelations|TestRelationLaws)$", Args: []string{"-failfast"},
		All: *runMutants, Some: 1}, mutants)
}

package vc_test

import (
	"flag"
	"testing"

	"github.com/tandem-verifier/tandem/internal/mutationtest"
)

var runMutants = flag.Bool("mutants", false, "run all mutants of the encoding of memory")

// memoryMutants are faults of the encoding of memory.
var memoryMutants = mutationtest.List{
	{"a copy reads at the place to which it writes", "step.go", []string{
		"at = tr.a.binary(nil, ir.Add, ot, at, shift)\n\t\tif off",
		"at = tr.a.binary(nil, ir.Add, ot, at, tr.a.binary(nil, ir.Sub, ot, shift, shift))\n\t\tif off",
	}},
	{"a copy writes one field more", "step.go", []string{
		"ir.Le, ot, after, end)",
		"ir.Le, ot, at, end)",
	}},
	{"half a field is none", "step.go", []string{
		"if sh.stride == 0 || k%sh.stride != 0 {",
		"if sh.stride == 0 {",
	}},
	{"two bytes of a number are one", "bytes.go", []string{
		"sy.C.BV(uint64(i), int(ot.Bits))",
		"sy.C.BV(uint64(i/2*2), int(ot.Bits))",
	}},
	{"an old hint is right", "bytes.go", []string{
		"\tif sure.IsTrue() {",
		"\tif true {",
	}},
	{"objects live on after their blocks", "step.go", []string{
		"d := &content{alive: tr.C.And(c.alive, tr.C.Not(tr.C.Eq(cur.Obj, tr.objConst(id))))}",
		"d := &content{alive: tr.C.Or(c.alive, tr.C.Eq(cur.Obj, tr.objConst(id)))}",
	}},
	{"a cell lies one byte farther", "memory.go", []string{
		"if v, ok := c.cells.Get(uint32(i)); ok {\n\t\t\tat := ct.a.compare(s, ir.Eq, ot, p, " +
			"ct.a.konst(ot, uint64(f.off)))",
		"if v, ok := c.cells.Get(uint32(i)); ok {\n\t\t\tat := ct.a.compare(s, ir.Eq, ot, p, " +
			"ct.a.konst(ot, uint64(f.off)+1))",
	}},
	{"memory begins with ones", "memory.go", []string{
		"return ct.constContent(id, func(t ir.Type) *Value { return ct.literal(t, 0) })",
		"return ct.constContent(id, func(t ir.Type) *Value { return ct.literal(t, 1) })",
	}},
	{"a store at an equal index is not seen", "lookup.go", []string{
		"!eq.IsFalse() {",
		"eq.IsTrue() {",
	}},
}

// TestMemoryMutants checks that the tests of memory find each fault.
func TestMemoryMutants(t *testing.T) {
	mutationtest.Test(t, mutationtest.Run{Tests: "^(TestCopies|TestBulkAccesses|TestInvalidAccesses|TestPointersInBytes|TestLookup)$", Args: []string{"-failfast"}, All: *runMutants,
		Some: 1}, memoryMutants)
}

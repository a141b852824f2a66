package triple

import (
	"flag"
	"testing"

	"github.com/tandem-verifier/tandem/internal/mutationtest"
)

var runMutants = flag.Bool("memory-mutants", false, "run all mutants of the encoding of memory")

// memoryMutants are faults of the encoding of instances.
var memoryMutants = mutationtest.List{
	{"an access may leave its object", "heap.go", []string{
		"whole = whole && fits && alive.IsTrue()\n\t\t\tif fits {",
		"whole = whole && fits && alive.IsTrue()\n\t\t\tif true {",
	}},
	{"objects live on", "heap.go", []string{
		"alive := h.q.read(s, in.alive()).t\n\t\tswitch {",
		"alive := h.tc.Or(h.q.read(s, in.alive()).t, h.tc.True())\n\t\tswitch {",
	}},
	{"all bytes of a number are its lowest", "heap.go", []string{
		"if n, ok := constOf(v); ok {\n\t\treturn f.a.lit(ir.U8, n>>(8*i)&0xff), true",
		"if n, ok := constOf(v); ok {\n\t\treturn f.a.lit(ir.U8, n&0xff), true",
	}},
	{"ranges that meet in one byte are disjoint", "heapoffset.go", []string{
		"h.a.compare(ir.Le, nt, end(off, n), other)",
		"h.a.compare(ir.Le, nt, end(off, n-1), other)",
	}},
	{"a write at a variable offset has no alias", "heapoffset.go", []string{
		"hit := h.tc.And(cond, h.meets(at.off, t.Size(), own, c.t.Size())); !hit.IsFalse()",
		"hit := h.tc.And(cond, h.meets(at.off, t.Size(), own, c.t.Size())); hit.IsTrue()",
	}},
	{"a copy forgets a byte", "heapbulk.go", []string{
		"done = f.off + size\n",
		"done = f.off + size + 1\n",
	}},
	{"a memset forgets a byte", "heapbulk.go", []string{
		"for i := int64(0); i < n; {",
		"for i := int64(0); i < n-1; {",
	}},
	{"a range has one granule more", "heaprange.go", []string{
		"h.a.compare(ir.Lt, nt, here, end)",
		"h.a.compare(ir.Le, nt, here, end)",
	}},
}

// TestMemoryMutants checks that the tests of memory find each fault.
func TestMemoryMutants(t *testing.T) {
	mutationtest.Test(t, mutationtest.Run{Tests: "^TestHeapStatements$", Args: []string{"-failfast"}, All: *runMutants,
		Some: 1}, memoryMutants)
}

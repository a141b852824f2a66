package restrict_test

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/restrict"
)

// TestExactValue tests that a part with one value of an input sets the register to this value, and no other part does.
func TestExactValue(t *testing.T) {
	const text = `program ILP32
site nondet "n@a.c:1:1" type i8
entry main
func main() void {
  reg n i8
  locs 3
  L0 -> L2: n = input #0
  L2 -> L1: return
}
`
	p := irtest.Program(t, text)
	for hi := uint64(5); hi < 7; hi++ {
		in := restrict.Range{Site: 0, Type: ir.I8, Lo: 5, Hi: hi}
		q, _, err := restrict.Apply(p, restrict.Scope{Region: &restrict.Region{Box: []restrict.Range{in}}})
		if err != nil {
			t.Fatal(err)
		}
		var set []uint64
		for _, e := range q.Entry.Edges {
			if a, is := e.Stmt.(*ir.Assign); is && a.Dst.Name == "n" {
				v, _ := ir.IsConst(a.Src)
				set = append(set, v)
			}
		}
		if one := hi == 5; one != (len(set) == 1 && set[0] == 5) || !one && len(set) > 0 {
			t.Errorf("5..%d: the register is set to %v", hi, set)
		}
	}
}

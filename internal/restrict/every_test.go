package restrict_test

import (
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/restrict/restricttest"
)

// every runs the program on all inputs, the last input read varying fastest. A bool is 0 or 1; the programs have no
// inputs of other small types.
func every(t *testing.T, p *ir.Program, conditions []*restrict.Condition, visit func(*restricttest.Trace)) {
	r := restricttest.NewRunner(t, p, conditions...)
	type choice struct{ value, last uint64 }
	var way []choice
	for {
		next := 0
		visit(r.Run(t, exec.InputFunc(func(_ ir.Key, s *ir.Site, typ ir.Type) (uint64, bool) {
			if next == len(way) {
				last := uint64(1)
				if !strings.HasSuffix(s.Name, "bool") {
					last = 1<<typ.Bits - 1
				}
				way = append(way, choice{0, last})
			}
			next++
			return way[next-1].value, true
		})))
		way = way[:next]
		for len(way) > 0 && way[len(way)-1].value == way[len(way)-1].last {
			way = way[:len(way)-1]
		}
		if len(way) == 0 {
			return
		}
		way[len(way)-1].value++
	}
}

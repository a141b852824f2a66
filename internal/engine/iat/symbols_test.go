package iat

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/absint/domains"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/golden"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
)

// TestPredicates prints the conditions on inputs at which parts are split; bounds of types are not among them.
func TestPredicates(t *testing.T) {
	golden.Each(t, "testdata/predicates/*.ir", func(t *testing.T, file string) {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p := irtest.Program(t, string(src))
		var symbols []absint.Symbol
		for _, s := range flow.EntryInputs(p) {
			symbols = append(symbols, absint.Symbol{Site: s, Var: &ir.Var{Name: s.Name + "0", Type: s.Type}})
		}
		d, _ := domains.Named("octagon")
		var b strings.Builder
		for _, p := range predicates(d.Forward(t.Context(), absint.Prepare(p), absint.Config{Symbols: symbols})) {
			fmt.Fprintf(&b, "L%d -> L%d: %s\n", p.edge.From.ID, p.edge.To.ID, ir.ExprString(p.cond))
		}
		golden.Compare(t, strings.TrimSuffix(file, ".ir")+".golden", b.String())
	})
}

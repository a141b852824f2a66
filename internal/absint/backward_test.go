package absint_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/golden"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
)

// symbols returns a symbol for each entry input of p.
func symbols(p *ir.Program) []absint.Symbol {
	var out []absint.Symbol
	for _, s := range flow.EntryInputs(p) {
		out = append(out, absint.Symbol{Site: s, Var: &ir.Var{Name: s.Name + "0", Type: s.Type}})
	}
	return out
}

// TestBackward prints the necessary preconditions of the errors.
func TestBackward(t *testing.T) {
	golden.Each(t, "testdata/backward/*.ir", func(t *testing.T, file string) {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p := irtest.Program(t, string(src))
		r := intervals.Forward(context.Background(), absint.Prepare(p), absint.Config{Symbols: symbols(p), Backward: true})
		var b strings.Builder
		fmt.Fprintf(&b, "input: %s\n", ir.ExprString(r.Expr(r.Inputs(r.EntryNeeds()))))
		needs, _ := r.Needs()
		for _, n := range needs {
			fmt.Fprintf(&b, "%s L%d: %s\n", n.Loc.Func.Name, n.Loc.ID, ir.ExprString(n.Expr))
		}
		golden.Compare(t, strings.TrimSuffix(file, ".ir")+".golden", b.String())
	})
}

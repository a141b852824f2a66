package absint_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/domain/interval"
	"github.com/tandem-verifier/tandem/internal/domain/octagon"
	"github.com/tandem-verifier/tandem/internal/domain/relation"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/golden"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
)

// symbols are the entry inputs of a program.
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
		r := absint.Forward(context.Background(), p, interval.New(8), absint.Config{Symbols: symbols(p), Backward: true})
		var b strings.Builder
		fmt.Fprintf(&b, "input: %s\n", ir.ExprString(r.Input))
		for _, n := range r.Needs {
			fmt.Fprintf(&b, "%s L%d: %s\n", n.Loc.Func.Name, n.Loc.ID, ir.ExprString(n.Expr))
		}
		for _, p := range r.Predicates {
			fmt.Fprintf(&b, "L%d -> L%d: predicate %s\n", p.Edge.From.ID, p.Edge.To.ID, ir.ExprString(p.Cond))
		}
		fmt.Fprintf(&b, "fitness %.3f\n", r.Fitness)
		golden.Compare(t, strings.TrimSuffix(file, ".ir")+".golden", b.String())
	})
}

// TestPredicates prints conditions on inputs by which parts are made: not those at the ends of types.
func TestPredicates(t *testing.T) {
	golden.Each(t, "testdata/predicates/*.ir", func(t *testing.T, file string) {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p := irtest.Program(t, string(src))
		d := relation.New(interval.New(8), octagon.New(16))
		r := absint.Forward(context.Background(), p, d, absint.Config{Symbols: symbols(p)})
		var b strings.Builder
		for _, p := range r.Predicates {
			fmt.Fprintf(&b, "L%d -> L%d: %s\n", p.Edge.From.ID, p.Edge.To.ID, ir.ExprString(p.Cond))
		}
		golden.Compare(t, strings.TrimSuffix(file, ".ir")+".golden", b.String())
	})
}

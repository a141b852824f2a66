package floydhoare_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// TestChain checks that if a link answers Yes for a random triple, a solver that gets the whole set does not refute the
// triple. It also checks that few valid triples are missed. Most missed triples have a set whose other predicates are
// contradictory.
func TestChain(t *testing.T) {
	pool := []string{
		"x == 0:i32", "x == 1:i32", "x < 5:i32", "5:i32 <= x", "x < y", "y < x", "x == y", "y == x + 1:i32", "z == 1:i32",
		"z == y - x", "0:i32 < z", "y <= 7:i32",
		"y != 1:i32", "mem(i32, &@g) == x", "mem(i32, &@g) == 1:i32", "mem(i32, &@g) < z", "x == 1:i32 || y == 1:i32",
		"p == &@g", "z != 1:i32 && x < 5:i32",
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, src := range []string{several, alike} {
		prog := irtest.Program(t, src)
		f := prog.Entry
		var exprs []ir.Expr
		for _, s := range pool {
			if x, err := ir.ParseExpr(s, prog, f); err == nil {
				exprs = append(exprs, x)
			}
		}
		for _, name := range []string{"interval", "octagon+congruence"} {
			p := floydhoare.NewProgram(prog, floydhoare.BlockOptions{Cut: func(*ir.Loc) bool { return rng.IntN(2) == 0 },
				Paths: rng.IntN(9)})
			pv, oracle := newProver(t, prog), newProver(t, prog)
			ps := floydhoare.NewPredicates(prog, pv)
			tr := floydhoare.NewTriples(ps, floydhoare.Links{Meaning: meaning(t, prog, name), Prover: pv})
			c := oracle.E.RootOf(f)
			yes, no := 0, 0
			for range 400 {
				var set []int
				all := ir.Expr(ir.NewBool(true))
				for range rng.IntN(4) {
					x := exprs[rng.IntN(len(exprs))]
					set, all = append(set, ps.Of(f, x)), ir.NewAnd(all, x)
				}
				l := p.Alphabet.Letter(rng.IntN(p.Alphabet.Len()))
				posts, want := []int{floydhoare.False}, []ir.Expr{ir.NewBool(false)}
				for range 3 {
					x := exprs[rng.IntN(len(exprs))]
					posts, want = append(posts, ps.Of(f, x)), append(want, x)
				}
				got := tr.Post(context.Background(), set, l, posts)
				for i, x := range want {
					pre, sure := oracle.Term(c, all)
					post, exact := oracle.Term(c, x)
					truth := oracle.HoldBlock(context.Background(), c, pre, l.Block.Graph, []*term.Term{post})[0]
					if !sure || !exact {
						continue
					}
					if got[i] == vc.Yes && truth == vc.No {
						t.Errorf("%s: {%s} %s {%s}: %v, the solver says %v", name, ir.ExprString(all), l, ir.ExprString(x), got[i], truth)
					}
					if truth == vc.Yes {
						yes++
						if got[i] != vc.Yes {
							no++
						}
					}
				}
			}
			t.Logf("%s: %d triples hold, %d of them not found; %v", name, yes, no, tr.Counts)
			if no > yes/4 {
				t.Errorf("%s: %d of %d triples that hold are not found", name, no, yes)
			}
		}
	}
}

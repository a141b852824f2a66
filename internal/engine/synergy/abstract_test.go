package synergy

import (
	"math/rand/v2"
	"testing"

	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestAbstract compares the abstract program after each random step with a model: cuts give all edges between the
// parts, and distances equal those that a search finds.
func TestAbstract(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 100 {
		n := 2 + r.IntN(8)
		moves := make([][]automata.Move, n)
		for range r.IntN(3 * n) {
			moves[r.IntN(n)] = append(moves[r.IntN(n)], automata.Move{Letter: r.IntN(3), To: r.IntN(n)})
		}
		var edges []*Edge // in order of creation
		a := CreateAbstractProgram(n, func(s int) []automata.Move { return moves[s] }, func(s int) bool { return s == n-1 },
			0, func(e *Edge) { edges = append(edges, e) })
		// The model: the number of edges for each pair of regions and letter.
		type arc struct{ from, letter, to int }
		model := map[arc]int{}
		id := func(x *Region) int {
			if x == nil {
				return -1
			}
			return x.ID
		}
		add := func(x arc, n int) { model[x] += n }
		add(arc{-1, 0, 0}, 1)
		for s := range n {
			for _, m := range moves[s] {
				add(arc{s, m.Letter, m.To}, 1)
			}
		}
		for step := range 60 {
			var leaves []*Region
			for _, root := range a.Roots {
				leaves = root.Leaves(leaves)
			}
			if r.IntN(3) == 0 && len(leaves) < 20 {
				x := leaves[r.IntN(len(leaves))]
				v := &ir.Var{Name: "q", Type: ir.B, ID: step}
				yes, no := a.Cut(x, ir.NewRef(v))
				parts := []int{yes.ID, no.ID}
				for k, c := range model {
					from, to := []int{k.from}, []int{k.to}
					if k.from == x.ID {
						from = parts
					}
					if k.to == x.ID {
						to = parts
					}
					if k.from != x.ID && k.to != x.ID {
						continue
					}
					delete(model, k)
					for _, f := range from {
						for _, g := range to {
							model[arc{f, k.letter, g}] += c
						}
					}
				}
			} else {
				var live []*Edge
				for _, e := range edges {
					if !e.Gone {
						live = append(live, e)
					}
				}
				if len(live) == 0 {
					break
				}
				e := live[r.IntN(len(live))]
				a.remove(e)
				k := arc{id(e.From), e.Letter, id(e.To)}
				if model[k]--; model[k] == 0 {
					delete(model, k)
				}
			}
			got := map[arc]int{}
			for _, e := range edges {
				if !e.Gone {
					if e.From != nil && !e.From.leaf() || !e.To.leaf() {
						t.Fatal("an edge of a region that was split")
					}
					got[arc{id(e.From), e.Letter, id(e.To)}]++
				}
			}
			if len(got) != len(model) {
				t.Fatalf("round %d, step %d: %d edges, want %d", round, step, len(got), len(model))
			}
			for k, c := range model {
				if got[k] != c {
					t.Fatalf("round %d, step %d: %v %d times, want %d", round, step, k, got[k], c)
				}
			}
			leaves = nil
			for _, root := range a.Roots {
				leaves = root.Leaves(leaves)
			}
			dist := map[int]int{}
			for _, x := range leaves {
				if x.At == n-1 {
					dist[x.ID] = 0
				}
			}
			for changed := true; changed; {
				changed = false
				for k := range model {
					if d, ok := dist[k.to]; ok {
						if old, has := dist[k.from]; !has || d+1 < old {
							dist[k.from], changed = d+1, true
						}
					}
				}
			}
			for _, x := range leaves {
				want, ok := dist[x.ID]
				if !ok {
					want = Far
				}
				if a.Distance(x) != want {
					t.Fatalf("round %d, step %d: distance %d, want %d", round, step, a.Distance(x), want)
				}
			}
			if _, left := dist[-1]; left == a.excluded() {
				t.Fatalf("round %d, step %d: excluded %t", round, step, a.excluded())
			}
		}
	}
}

// TestPartition compares formulas of random trees with the regions of all states.
func TestPartition(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const vars = 5
	var qs []ir.Expr
	all := make([]*ir.Var, vars)
	for i := range all {
		all[i] = &ir.Var{Name: string(rune('a' + i)), Type: ir.B, ID: i}
		qs = append(qs, ir.NewRef(all[i]))
	}
	for range 300 {
		p := newPartition(1)
		for range r.IntN(12) {
			leaves := p.Roots[0].Leaves(nil)
			p.Split(leaves[r.IntN(len(leaves))], qs[r.IntN(vars)])
		}
		in := map[*Region]bool{}
		for _, x := range p.Roots[0].Leaves(nil) {
			in[x] = r.IntN(2) == 0
		}
		formula := p.Roots[0].Formula(func(x *Region) bool { return in[x] })
		for state := range 1 << vars {
			env := &ir.Env{Reg: func(v *ir.Var) uint64 { return uint64(state >> v.ID & 1) }}
			holds := func(x ir.Expr) (bool, bool) { bit, ok := ir.EvalExpr(x, env); return bit != 0, ok }
			region := p.Roots[0].Find(holds)
			if yes, _ := holds(region.Expr()); !yes {
				t.Fatal("a state that is not of its region")
			}
			if yes, _ := holds(formula); yes != in[region] {
				t.Fatalf("%s in state %d is %t", ir.ExprString(formula), state, yes)
			}
		}
	}
}

package synergy

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestThreeEnds compares abstract programs with edges over calls after each random step with a model. Cuts give all
// edges between the parts; the reached regions and their distances to the error are compared with a search over all
// edges.
func TestThreeEnds(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	removed := 0
	for round := range 100 {
		// States 0 to n-1 belong to the caller, and n-1 is the error. The callee has an entry and an exit.
		n := 4 + r.IntN(5)
		entry, exit := n, n+1
		moves := make([][]automata.Move, n+2)
		for range 2 * n {
			from, to := r.IntN(n-1), r.IntN(n)
			switch r.IntN(3) {
			case 0:
				moves[from] = append(moves[from], automata.Move{Letter: 0, To: to})
			case 1:
				moves[from] = append(moves[from], automata.Move{Letter: 1, To: entry})
			default:
				if from != to {
					moves[from] = append(moves[from], automata.Move{Letter: 2, To: to})
				}
			}
		}
		moves[entry] = append(moves[entry], automata.Move{Letter: 0, To: exit})
		var edges []*Edge
		a := createWithCalls(n+2, func(s int) []automata.Move { return moves[s] }, func(letter int) int {
			if letter == 2 {
				return exit
			}
			return automata.None
		}, func(s int) bool { return s == n-1 }, 0, func(e *Edge) { edges = append(edges, e) })
		id := func(x *Region) int {
			if x == nil {
				return -1
			}
			return x.ID
		}
		type arc struct{ from, letter, exit, to int }
		of := func(e *Edge) arc { return arc{id(e.From), e.Letter, id(e.Exit), e.To.ID} }
		live := func() (out []arc) {
			for _, e := range edges {
				if !e.Gone {
					out = append(out, of(e))
				}
			}
			return out
		}
		model := live()
		for step := range 40 {
			var leaves []*Region
			for _, root := range a.Roots {
				leaves = root.Leaves(leaves)
			}
			if r.IntN(2) == 0 && len(leaves) < 20 {
				x := leaves[r.IntN(len(leaves))]
				yes, no := a.Cut(x, ir.NewRef(&ir.Var{Name: "q", Type: ir.B, ID: step}))
				var next []arc
				parts := func(k int) []int {
					if k == x.ID {
						return []int{yes.ID, no.ID}
					}
					return []int{k}
				}
				for _, m := range model {
					for _, from := range parts(m.from) {
						for _, ends := range parts(m.exit) {
							for _, to := range parts(m.to) {
								next = append(next, arc{from, m.letter, ends, to})
							}
						}
					}
				}
				model = next
			} else if len(model) > 1 {
				k := 1 + r.IntN(len(model)-1)
				i := slices.IndexFunc(edges, func(e *Edge) bool { return !e.Gone && of(e) == model[k] })
				a.remove(edges[i])
				model = slices.Delete(model, k, k+1)
				removed++
			}
			count := map[arc]int{}
			for _, m := range model {
				count[m]++
			}
			for _, m := range live() {
				count[m]--
			}
			for m, c := range count {
				if c != 0 {
					t.Fatalf("round %d, step %d: edge %v: %d", round, step, m, c)
				}
			}
			reached := map[int]bool{}
			for again := true; again; {
				again = false
				for _, m := range model {
					if !reached[m.to] && (m.from < 0 || reached[m.from]) && (m.exit < 0 || reached[m.exit]) {
						reached[m.to], again = true, true
					}
				}
			}
			far := map[int]int{}
			for _, x := range a.Regions {
				if far[x.ID] = Far; x.leaf() && reached[x.ID] && x.At == n-1 {
					far[x.ID] = 0
				}
			}
			for range a.Regions {
				for _, m := range model {
					if m.from < 0 || !reached[m.from] || m.exit >= 0 && !reached[m.exit] || far[m.to] == Far {
						continue
					}
					far[m.from] = min(far[m.from], far[m.to]+1)
					if m.exit >= 0 {
						far[m.exit] = min(far[m.exit], far[m.to]+1)
					}
				}
			}
			all := a.Reached()
			for _, x := range a.Regions {
				if x.leaf() && (all[x] != reached[x.ID] || a.Distance(x) != far[x.ID]) {
					t.Fatalf("round %d, step %d, region %d: reached %v, distance %d; it is %v, %d", round, step, x.ID, all[x],
						a.Distance(x), reached[x.ID], far[x.ID])
				}
			}
			if a.excluded() != (far[a.start[0].To.ID] == Far) && len(a.start) == 1 {
				t.Fatalf("round %d, step %d: excluded %v", round, step, a.excluded())
			}
		}
	}
	if removed == 0 {
		t.Error("nothing was removed")
	}
}

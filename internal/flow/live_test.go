package flow_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/flow/flowtest"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestLive compares liveness with a fixpoint over plain sets, in random programs with additional global registers that
// no statement reads or writes.
func TestLive(t *testing.T) {
	seen := 0
	for seed := range uint64(60) {
		p := flowtest.Random(seed, 10)
		for range 70 {
			p.NewGlobal(fmt.Sprintf("more%d", len(p.Globals)), ir.I32)
		}
		effects := flow.NewCalls(p).Effects()
		for _, f := range p.Funcs {
			for name, reads := range map[string]flow.GlobalReads{
				"all":     nil,
				"none":    func(*ir.Func) []*ir.Var { return nil },
				"effects": func(g *ir.Func) []*ir.Var { return effects[g.ID].GlobalReads },
			} {
				want := plainLive(p, f, reads)
				got := flow.NewLive(p, f, reads)
				vars := slices.Concat(f.Vars, p.Globals)
				for _, l := range f.Locs {
					for _, v := range vars {
						seen++
						if got.At(l, v) != want[l][v] {
							t.Fatalf("seed %d, %s, reads %s: %s at L%d is live: %v", seed, f.Name, name, v.Name, l.ID, got.At(l, v))
						}
					}
				}
				for _, e := range f.Edges {
					var dying []*ir.Var
					got.Dying(e, func(v *ir.Var) { dying = append(dying, v) })
					var dead []*ir.Var
					for _, v := range vars {
						before := want[e.From][v] || v == ir.Def(e.Stmt) || e.From == f.Entry &&
							(v.Global || slices.Contains(f.Params, v))
						if before && !want[e.To][v] {
							dead = append(dead, v)
						}
					}
					if !slices.Equal(dying, dead) {
						t.Fatalf("seed %d, %s, reads %s: %d registers die at %s, want %d", seed, f.Name, name, len(dying), e, len(dead))
					}
				}
			}
		}
	}
	t.Logf("%d registers at locations", seen)
}

// plainLive computes the liveness of f over plain sets.
func plainLive(p *ir.Program, f *ir.Func, reads flow.GlobalReads) map[*ir.Loc]map[*ir.Var]bool {
	live := map[*ir.Loc]map[*ir.Var]bool{}
	for _, l := range f.Locs {
		live[l] = map[*ir.Var]bool{}
	}
	if f != p.Entry {
		for _, v := range p.Globals {
			live[f.Exit][v] = true
		}
	}
	for again := true; again; {
		again = false
		for _, e := range f.Edges {
			set := maps.Clone(live[e.To])
			if v := ir.Def(e.Stmt); v != nil {
				delete(set, v)
			}
			ir.Uses(e.Stmt, func(v *ir.Var) { set[v] = true })
			if c, ok := e.Stmt.(*ir.Call); ok {
				read := p.Globals
				if reads != nil {
					read = reads(c.Func)
				}
				for _, v := range read {
					set[v] = true
				}
			}
			for v := range set {
				again = again || !live[e.From][v]
				live[e.From][v] = true
			}
		}
	}
	return live
}

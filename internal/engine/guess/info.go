package guess

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// info holds hints from the text of the program.
type info struct {
	locs    []*ir.Loc                    // cut points, in their order
	consts  []int64                      // literals and their neighbours, sorted
	plain   []int64                      // the literals, small ones first
	largest int64                        // the largest absolute value of a literal
	weight  map[*ir.Var]int              // how often a register occurs, weighted; conditions count more
	loops   map[*ir.Loc]map[*ir.Loc]bool // the natural loop of each head
	// nonlinear is set if the program multiplies registers, or divides by registers.
	nonlinear bool
}

// newInfo collects the hints of p. locs are its cut points.
func newInfo(p *ir.Program, locs []*ir.Loc) *info {
	in := &info{locs: locs, nonlinear: multiplies(p), weight: map[*ir.Var]int{}, loops: map[*ir.Loc]map[*ir.Loc]bool{}}
	lits := map[int64]bool{0: true, 1: true}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			w := 1
			if a, ok := e.Stmt.(*ir.Assume); ok {
				if a.Guard == ir.OvfGuard {
					continue
				}
				w = 4
			}
			for _, x := range ir.StmtExprs(e.Stmt) {
				ir.Vars(x, func(v *ir.Var) { in.weight[v] += w })
				ir.Walk(x, func(x ir.Expr) bool {
					if k, ok := x.(*ir.Const); ok && k.T.Kind == ir.Int {
						if v, ok := value(k.T, k.Bits); ok && v < 1<<32 && v > -(1<<32) {
							lits[v] = true
						}
					}
					return true
				})
			}
			if v := ir.Def(e.Stmt); v != nil {
				in.weight[v] += w
			}
		}
		in.findLoops(f)
	}
	near := map[int64]bool{}
	for v := range lits {
		in.plain = append(in.plain, v)
		for _, x := range []int64{v - 1, v, v + 1, -v} {
			near[x] = true
		}
	}
	size := func(v int64) int64 { return max(v, -v) }
	slices.SortFunc(in.plain, func(a, b int64) int {
		if size(a) != size(b) {
			return int(min(max(size(a)-size(b), -1), 1))
		}
		return int(min(max(a-b, -1), 1))
	})
	in.plain = in.plain[:min(len(in.plain), maxConst)]
	for v := range near {
		in.consts = append(in.consts, v)
	}
	slices.Sort(in.consts)
	in.largest = size(in.plain[len(in.plain)-1])
	return in
}

// multiplies reports whether the program multiplies registers, or divides by registers.
func multiplies(p *ir.Program) bool {
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if a, ok := e.Stmt.(*ir.Assume); ok && a.Guard == ir.OvfGuard {
				continue
			}
			if slices.ContainsFunc(ir.StmtExprs(e.Stmt), hard) {
				return true
			}
		}
	}
	return false
}

// findLoops adds the natural loops of f to in.loops.
func (in *info) findLoops(f *ir.Func) {
	g := f.Graph()
	t := graph.Dominators(g, f.Entry.ID)
	loops, _ := graph.NaturalLoops(g, t)
	for _, l := range loops {
		body := map[*ir.Loc]bool{}
		for _, n := range l.Body {
			body[f.Locs[n]] = true
		}
		in.loops[f.Locs[l.Head]] = body
	}
}

// inLoop reports whether e begins in the loop of head.
func (in *info) inLoop(head *ir.Loc, e *ir.Edge) bool { return in.loops[head][e.From] }

package reduce

import (
	"errors"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
)

// Folded returns a residual program with no more edges than p, except for the Assumes of steps: if the product unrolls
// loops or copies functions, Folded joins states of the condition. The result has all executions that violate an open
// obligation. It may also have executions that were verified, but these violate nothing, so it has no violation that p
// does not have.
//
//	joined at heads of loops   if that is not larger than p: an unrolled loop is a loop again, but the paths within an
//	                           iteration stay separate
//	joined at each location    otherwise: p without the edges that are open in no state
//
// Joined nodes have the same edges. If an edge leads from joined nodes to several nodes, these are joined, too, so that
// the result is deterministic (the folding of state merging: P. Dupont: "Regular Grammatical Inference from Positive
// and Negative Samples by Genetic Search", ICGI 1994). Where the Assumes of steps differ between joined nodes, they are
// dropped. Functions have one copy and return to all their calls.
func Folded(p *ir.Program, c *restrict.Condition) (*Residual, error) {
	k, err := fold(p, c, most)
	if err != nil {
		return nil, err
	}
	return k.pl.write(k)
}

// FoldedSize returns the size that Folded will have, as in ProductSize.
func FoldedSize(p *ir.Program, c *restrict.Condition) (Size, error) {
	k, err := fold(p, c, most)
	if err != nil {
		return Size{}, err
	}
	return k.sizeOf(), nil
}

// fold returns the folded plan, pruned. If the plan has more than limit pairs and ways, it makes one in which
// everything is open.
func fold(p *ir.Program, c *restrict.Condition, limit int) (*kept, error) {
	pl, err := specialise(p, c, true, limit)
	if errors.Is(err, ErrLarge) { // too large even to explore: treat all executions as open
		pl, err = specialise(p, nil, true, most)
	}
	if err != nil {
		return nil, err
	}
	heads := map[*ir.Loc]bool{}
	for _, l := range restrict.Heads(p) {
		heads[l] = true
	}
	k := pl.fold(func(l *ir.Loc) bool { return heads[l] }).prune(open(c))
	if k.sizeOf().Edges > SizeOf(p).Edges {
		k = pl.fold(func(*ir.Loc) bool { return true }).prune(open(c))
	}
	return k, nil
}

// folding is a partition of the nodes of a plan, as a union-find forest.
type folding struct {
	*plan
	parent []int
	moves  [][]move // by root
	todo   [][2]int // pairs of nodes that must be joined
}

// fold joins the nodes of an instance at each location that the callback selects, its entry nodes, the nodes after each
// call, and then the nodes that must be joined for the result to be deterministic. Afterwards each function has one
// entry and one exit.
func (pl *plan) fold(at func(*ir.Loc) bool) *plan {
	f := &folding{plan: pl, parent: make([]int, len(pl.nodes)), moves: make([][]move, len(pl.nodes))}
	first := map[nodeKey]int{}
	for n, x := range pl.nodes {
		f.parent[n] = n
		for _, m := range x.moves {
			f.moves[n] = append(f.moves[n], move{m.edge, slices.Clone(m.ways)})
		}
		if at(x.loc) {
			k := nodeKey{copy: x.copy, loc: x.loc}
			if m, known := first[k]; known {
				f.join(m, n)
			} else {
				first[k] = n
			}
		}
	}
	for _, g := range pl.copies {
		f.joinAll(g.entries)
	}
	for _, c := range pl.calls {
		f.joinAll(c.back)
	}
	for len(f.todo) > 0 {
		pair := f.todo[len(f.todo)-1]
		f.todo = f.todo[:len(f.todo)-1]
		f.merge(f.find(pair[0]), f.find(pair[1]))
	}
	return f.folded()
}

// join schedules the join of two nodes.
func (f *folding) join(a, b int) { f.todo = append(f.todo, [2]int{a, b}) }

// joinAll schedules the join of all given nodes.
func (f *folding) joinAll(nodes []int) {
	for _, n := range nodes {
		f.join(nodes[0], n)
	}
}

// find returns the representative of the class of n.
func (f *folding) find(n int) int {
	for f.parent[n] != n {
		f.parent[n] = f.parent[f.parent[n]]
		n = f.parent[n]
	}
	return n
}

// merge joins the classes of two roots.
func (f *folding) merge(a, b int) {
	if a == b {
		return
	}
	if b < a {
		a, b = b, a
	}
	f.parent[b] = a
	for _, m := range f.moves[b] {
		i := slices.IndexFunc(f.moves[a], func(x move) bool { return x.edge == m.edge })
		if i < 0 {
			f.moves[a] = append(f.moves[a], m)
			continue
		}
		f.moves[a][i].ways = f.both(m.edge, f.moves[a][i].ways, m.ways)
	}
	f.moves[b] = nil
}

// both returns the ways at an edge of the join of two nodes.
func (f *folding) both(e *ir.Edge, a, b []way) []way {
	one := func(x *way, y way) {
		switch {
		case y.to == none:
		case x.to == none:
			x.to, x.call = y.to, y.call
		case leads(e):
			f.join(x.to, y.to)
		}
	}
	if slices.EqualFunc(a, b, func(x, y way) bool {
		return x.cond == nil && y.cond == nil || x.cond != nil && y.cond != nil && ir.Equal(x.cond, y.cond)
	}) {
		for i := range a {
			one(&a[i], b[i])
		}
		return a
	}
	all := way{to: none}
	for _, x := range append(a, b...) {
		one(&all, x)
	}
	return []way{all}
}

// leads reports whether the ways of an edge lead to nodes. The ways of a return lead to exits.
func leads(e *ir.Edge) bool {
	_, returns := e.Stmt.(*ir.Return)
	return !returns
}

// folded returns the plan with one node for each class. Each instance keeps at most one entry and one exit.
func (f *folding) folded() *plan {
	out := &plan{p: f.p, c: f.c, joined: true}
	class := make([]int, len(f.nodes))
	for n, x := range f.nodes { // roots come first
		r := f.find(n)
		if r == n {
			class[n] = len(out.nodes)
			out.nodes = append(out.nodes, node{copy: x.copy, loc: x.loc})
		} else {
			class[n] = class[r]
		}
		of := &out.nodes[class[n]]
		of.states = append(of.states, x.states...)
	}
	for _, g := range f.copies {
		x := &instance{f: g.f, calls: g.calls}
		if len(g.entries) > 0 {
			x.entries = []int{class[g.entries[0]]}
		}
		if len(g.exits) > 0 {
			x.exits = []int{0}
		}
		out.copies, out.left = append(out.copies, x), append(out.left, g.exits)
	}
	for _, c := range f.calls {
		if len(c.back) > 0 {
			c.back = []int{class[c.back[0]]}
		}
		out.calls = append(out.calls, c)
	}
	for n := range f.nodes {
		if f.find(n) != n {
			continue
		}
		x := &out.nodes[class[n]]
		for _, e := range x.loc.Out { // in their order
			i := slices.IndexFunc(f.moves[n], func(m move) bool { return m.edge == e })
			if i < 0 {
				continue
			}
			ways := f.moves[n][i].ways
			for j := range ways {
				switch {
				case ways[j].to == none:
				case leads(e):
					ways[j].to = class[ways[j].to]
				default:
					ways[j].to = 0
				}
			}
			x.moves = append(x.moves, move{e, simplified(ways)})
		}
	}
	return out
}

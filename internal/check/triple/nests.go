package triple

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file counts visits in unwindings. The visits of a loop are counted while an execution stays in the loop, and the
// count starts again when the execution enters the loop again: the states after
//
//	for (i = 0; i < n; i++) ...     n <= 20
//	for (j = 0; j < m; j++) ...     m <= 20
//
// are joined into one state. If visits were counted from the start of the execution, there would be 400 pairs of
// counts. An execution has no more visits in one stay than in total, so evidence that bounds the total also bounds the
// visits of a stay. A piece with such counts is finite: along each cycle, a stay ends or its count grows; and before an
// inner loop is entered again, a stay in an outer loop has ended or its count has grown. Entries of recursive functions
// are counted from the start of the execution.

// nest is the position of a location among the loops of its function.
type nest struct {
	heads []*ir.Loc // the counted heads of the loops around it, outermost first; a head is in its own loop
	pos   []int     // the position in the function, then within each of the loops
}

// visits computes the counts of visits for the nodes of an unwinding.
type visits struct {
	depth map[*ir.Loc]int     // from the evidence: the largest number of visits of each counted location
	nests map[*ir.Func][]nest // by ID of the location
	total map[*ir.Loc]int     // locations that are counted from the start, with their indices in a count
}

// newVisits returns the counter for evidence with the given depths.
func (c *checker) newVisits(depth map[*ir.Loc]int) *visits {
	v := &visits{depth: depth, nests: map[*ir.Func][]nest{}, total: map[*ir.Loc]int{}}
	calls := flow.NewCalls(c.prog)
	for _, f := range c.prog.Funcs {
		if !calls.Recursive(f) {
			continue
		}
		for _, l := range f.Locs {
			if _, counted := depth[l]; counted && (l == f.Entry || !v.isHead(l)) {
				v.total[l] = len(v.total)
			}
		}
	}
	return v
}

// nest returns the nest of a location.
func (v *visits) nest(l *ir.Loc) nest {
	ns, ok := v.nests[l.Func]
	if !ok {
		ns = v.nestsOf(l.Func)
		v.nests[l.Func] = ns
	}
	return ns[l.ID]
}

// isHead reports whether a location is the counted head of a loop.
func (v *visits) isHead(l *ir.Loc) bool {
	h := v.nest(l).heads
	return len(h) > 0 && h[len(h)-1] == l
}

// nestsOf returns the nests of the locations of f. It decomposes f into strongly connected components in topological
// order, removes a counted location from each component, and decomposes the rest of each component in the same manner.
func (v *visits) nestsOf(f *ir.Func) []nest {
	g := f.Graph()
	out := make([]nest, len(f.Locs))
	first := make([]int, len(f.Locs)) // position in an order from the entry
	for i := range first {
		first[i] = len(f.Locs) + i
	}
	for i, n := range graph.ReversePostOrder(g, f.Entry.ID) {
		first[n] = i
	}
	byFirst := func(a, b int) int { return cmp.Compare(first[a], first[b]) }
	var split func(nodes []int, heads []*ir.Loc, pos []int)
	split = func(nodes []int, heads []*ir.Loc, pos []int) {
		number := map[int]int{}
		for i, n := range nodes {
			number[n] = i
		}
		inside := make(graph.Adj, len(nodes))
		for i, n := range nodes {
			for _, m := range g[n] {
				if j, ok := number[m]; ok {
					inside[i] = append(inside[i], j)
				}
			}
		}
		comps, _ := graph.SCC(inside)
		for i, comp := range comps {
			here := append(slices.Clip(pos), i+1)
			members := make([]int, len(comp))
			for j, n := range comp {
				members[j] = nodes[n]
			}
			slices.SortFunc(members, byFirst)
			if len(comp) == 1 && !slices.Contains(inside[comp[0]], comp[0]) {
				out[members[0]] = nest{heads, here}
				continue
			}
			h := slices.IndexFunc(members, func(n int) bool { _, counted := v.depth[f.Locs[n]]; return counted })
			if h < 0 { // a cycle without a count: the exploration of the piece will report it
				for j, n := range members {
					out[n] = nest{heads, append(slices.Clip(here), j)}
				}
				continue
			}
			within := append(slices.Clip(heads), f.Locs[members[h]])
			out[members[h]] = nest{within, append(slices.Clip(here), 0)}
			split(slices.Delete(members, h, h+1), within, here)
		}
	}
	all := make([]int, len(f.Locs))
	for i := range all {
		all[i] = i
	}
	split(all, nil, nil)
	return out
}

// A count is a string with numbers of four bytes each: one for each location in total, and then one for each loop
// around each active call and around the location itself.
//
// numberAt returns the number at index i of a count.
func numberAt(count string, i int) int {
	return int(binary.BigEndian.Uint32([]byte(count[4*i : 4*i+4])))
}

// withNumber returns the count with n as the number at index i.
func withNumber(count string, i, n int) string {
	b := []byte(count)
	binary.BigEndian.PutUint32(b[4*i:], uint32(n))
	return string(b)
}

// before returns the index in a count of the first number that belongs to the frame f.
func (v *visits) before(f *frame) int {
	n := len(v.total)
	for ; f != nil; f = f.parent {
		n += len(v.nest(f.call.From).heads)
	}
	return n
}

// start returns the count at the first location l of a piece, in ctx, and the number of visits of l.
func (v *visits) start(l *ir.Loc, ctx *frame) (string, int) {
	return v.come(string(make([]byte, 4*v.before(ctx))), ctx, nil, l)
}

// enter returns the count after an edge from k to a location in ctx, and the number of visits of that location.
func (v *visits) enter(k key, to *ir.Loc, ctx *frame) (count string, n int) {
	switch {
	case ctx == k.ctx:
		return v.come(k.count, ctx, v.nest(k.loc).heads, to)
	case ctx.level() > k.ctx.level():
		return v.come(k.count, ctx, nil, to)
	}
	return v.come(k.count, ctx, v.nest(k.ctx.call.From).heads, to)
}

// come returns the count at the location that a path reaches, and the number of visits of this location. In the given
// count, the numbers of the frame ctx belong to the loops in last: the loops around the previous location.
func (v *visits) come(count string, ctx *frame, last []*ir.Loc, to *ir.Loc) (string, int) {
	heads := v.nest(to).heads
	same := 0
	for same < len(last) && same < len(heads) && last[same] == heads[same] {
		same++
	}
	own := v.before(ctx)
	count = count[:4*(own+same)] + string(make([]byte, 4*(len(heads)-same)))
	n := 1
	if v.isHead(to) {
		i := own + len(heads) - 1
		n = numberAt(count, i) + 1
		count = withNumber(count, i, n)
	}
	if i, ok := v.total[to]; ok {
		all := numberAt(count, i) + 1
		count = withNumber(count, i, all)
		n = max(n, all)
	}
	return count, n
}

// tooMany reports whether visit n of l exceeds the bound of the evidence.
func (v *visits) tooMany(l *ir.Loc, n int) bool {
	most, counted := v.depth[l]
	return counted && n > most
}

// place returns the position of a node in the order of executions: the positions of the active calls and of the
// location, with the counts of the loops between them. It grows along every edge except a back edge without a count.
func (v *visits) place(k key) (out []int) {
	var frames []*ir.Loc
	for f := k.ctx; f != nil; f = f.parent {
		frames = append(frames, f.call.From)
	}
	slices.Reverse(frames)
	i := len(v.total)
	for _, l := range append(frames, k.loc) {
		at := v.nest(l)
		for j, p := range at.pos {
			out = append(out, p)
			if j < len(at.heads) {
				out = append(out, numberAt(k.count, i))
				i++
			}
		}
	}
	return out
}

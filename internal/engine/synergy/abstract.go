package synergy

import (
	"container/heap"

	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file has the abstract program over a partition (CreateAbstractProgram), and the distance of each region to the
// error (GetAbstractTrace). An abstract error trace exists while some region in which executions begin has a distance.
//
// Both are kept from iteration to iteration. The parts of a split region inherit its edges, so a split changes no
// distance. If a proof removes an edge, distances that rely on the edge grow; they are computed again from the other
// distances (G. Ramalingam, T. Reps: An incremental algorithm for a generalization of the shortest-path problem. J.
// Algorithms 1996).

// Edge is an abstract edge: the letter may lead from some state of From to some state of To.
type Edge struct {
	ID       int
	From, To *Region // From is nil if executions begin in To
	Letter   int
	Exit     *Region // the region at the callee's exit if the edge leads over a call; else nil
	Gone     bool    // a proof has removed the edge, or one of its regions was split
	aside    *aside  // why the edge was set aside as a frontier; nil if it was not
}

// Far is the distance of a region from which no abstract path leads to the error.
const Far = int(^uint(0) >> 1)

// Abstract is the abstract program.
type Abstract struct {
	*Partition
	Edges   int       // number of edges made so far
	Removed int       // number of edges that proofs have removed
	start   []*Edge   // to the regions in which executions may begin
	out     [][]*Edge // by region
	in      [][]*Edge // by region
	dist    []int     // by region: the distance to the error

	exits func(letter int) int // see createWithCalls; nil if the program has no calls
	over  [][]*Edge            // by region at an exit: the edges over calls that end in it
	final func(int) bool       // reports whether a state of the automaton is an error
	reach []bool               // in programs with calls, by region: whether it is reached; nil if it has to be computed

	// made, if not nil, is called with each new edge.
	made func(*Edge)
}

// CreateAbstractProgram returns the abstract program with a region for each of the states of an automaton and an edge
// for each of its moves. final reports whether a state is an error, and made, if not nil, is called with each new edge.
func CreateAbstractProgram(states int, moves func(int) []automata.Move, final func(int) bool, initial int,
	made func(*Edge)) *Abstract {
	return createWithCalls(states, moves, nil, final, initial, made)
}

// createWithCalls does what CreateAbstractProgram does, for a program with calls (calls.go). exits returns the state at
// the callee's exit if the letter is a call, else automata.None. If exits is nil, there are no calls.
func createWithCalls(states int, moves func(int) []automata.Move, exits func(letter int) int, final func(int) bool,
	initial int, made func(*Edge)) *Abstract {
	a := &Abstract{Partition: newPartition(states), made: made, exits: exits, final: final}
	a.grow()
	a.edge(nil, 0, nil, a.Roots[initial])
	for s := range states {
		for _, m := range moves(s) {
			var exit *Region
			if exits != nil {
				if x := exits(m.Letter); x != automata.None {
					exit = a.Roots[x]
				}
			}
			a.edge(a.Roots[s], m.Letter, exit, a.Roots[m.To])
		}
	}
	if exits != nil {
		return a
	}
	var queue []*Region
	for s, r := range a.Roots {
		if final(s) {
			a.dist[r.ID] = 0
			queue = append(queue, r)
		}
	}
	for len(queue) > 0 {
		r := queue[0]
		queue = queue[1:]
		for _, e := range a.in[r.ID] {
			if e.From != nil && a.dist[e.From.ID] == Far {
				a.dist[e.From.ID] = a.dist[r.ID] + 1
				queue = append(queue, e.From)
			}
		}
	}
	return a
}

// grow adds elements for new regions to the slices by region.
func (a *Abstract) grow() {
	for len(a.dist) < len(a.Regions) {
		a.out, a.in, a.over, a.dist = append(a.out, nil), append(a.in, nil), append(a.over, nil), append(a.dist, Far)
	}
}

// edge adds an edge. A nil from stands for the start of executions; exit is nil unless the letter is a call.
func (a *Abstract) edge(from *Region, letter int, exit, to *Region) {
	e := &Edge{ID: a.Edges, From: from, Letter: letter, Exit: exit, To: to}
	a.Edges++
	if from == nil {
		a.start = append(a.start, e)
	} else {
		a.out[from.ID] = append(a.out[from.ID], e)
	}
	a.in[to.ID] = append(a.in[to.ID], e)
	if exit != nil {
		a.over[exit.ID] = append(a.over[exit.ID], e)
	}
	if a.made != nil {
		a.made(e)
	}
}

// Distance returns the number of edges on a shortest abstract path from r to the error, Far if there is none.
func (a *Abstract) Distance(r *Region) int {
	a.renew()
	return a.dist[r.ID]
}

// Out returns the edges that leave r, including some that are gone.
func (a *Abstract) Out(r *Region) []*Edge { return a.out[r.ID] }

// Cut splits r by the condition q. The parts inherit the edges of r.
func (a *Abstract) Cut(r *Region, q ir.Expr) (yes, no *Region) {
	yes, no = a.Split(r, q)
	a.grow()
	a.dist[yes.ID], a.dist[no.ID] = a.dist[r.ID], a.dist[r.ID]
	a.reach = nil
	parts := []*Region{yes, no}
	for _, e := range a.in[r.ID] {
		if e.Gone {
			continue
		}
		e.Gone = true
		if e.From == r { // a loop
			for _, from := range parts {
				for _, to := range parts {
					a.edge(from, e.Letter, e.Exit, to)
				}
			}
			continue
		}
		for _, to := range parts {
			a.edge(e.From, e.Letter, e.Exit, to)
		}
		a.sweep(e.From)
	}
	for _, e := range a.out[r.ID] {
		if e.Gone {
			continue
		}
		e.Gone = true
		for _, from := range parts {
			a.edge(from, e.Letter, e.Exit, e.To)
		}
		a.in[e.To.ID] = swept(a.in[e.To.ID])
	}
	for _, e := range a.over[r.ID] {
		if e.Gone {
			continue
		}
		e.Gone = true
		for _, exit := range parts {
			a.edge(e.From, e.Letter, exit, e.To)
		}
		a.sweep(e.From)
		a.in[e.To.ID] = swept(a.in[e.To.ID])
	}
	a.in[r.ID], a.out[r.ID], a.over[r.ID] = nil, nil, nil
	return yes, no
}

// sweep deletes the edges from a region (from the start if it is nil) that are gone, but only if the list has grown
// enough (swept).
func (a *Abstract) sweep(from *Region) {
	if from == nil {
		a.start = swept(a.start)
		return
	}
	a.out[from.ID] = swept(a.out[from.ID])
}

// swept returns es if es does not fill its capacity. Else it returns es without the edges that are gone, with room for
// twice as many edges.
func swept(es []*Edge) []*Edge {
	if len(es) < 16 || len(es) < cap(es) {
		return es
	}
	var out []*Edge
	for _, e := range es {
		if !e.Gone {
			out = append(out, e)
		}
	}
	return append(make([]*Edge, 0, max(16, 2*len(out))), out...)
}

// remove removes e, which no execution passes.
func (a *Abstract) remove(e *Edge) {
	if e.Gone {
		return
	}
	e.Gone = true
	a.Removed++
	a.reach = nil
	if a.exits != nil || e.From == nil || a.dist[e.From.ID] == Far || a.dist[e.To.ID] == Far ||
		a.dist[e.From.ID] != a.dist[e.To.ID]+1 {
		return
	}
	a.farther(e.From)
}

// tight reports whether the distance of r is justified: r is an error, or has an edge to a region that is one step
// nearer and not in the set out.
func (a *Abstract) tight(r *Region, out map[*Region]bool) bool {
	if a.dist[r.ID] == 0 {
		return true
	}
	for _, e := range a.out[r.ID] {
		if !e.Gone && !out[e.To] && a.dist[e.To.ID] != Far && a.dist[e.To.ID]+1 == a.dist[r.ID] {
			return true
		}
	}
	return false
}

// farther recomputes the distances that relied on a removed edge of r.
func (a *Abstract) farther(r *Region) {
	if a.tight(r, nil) {
		return
	}
	// Collect the regions whose shortest paths all lead through r, in order of distance.
	lost := map[*Region]bool{r: true}
	order := []*Region{r}
	for i := 0; i < len(order); i++ {
		at := order[i]
		for _, e := range a.in[at.ID] {
			f := e.From
			if e.Gone || f == nil || lost[f] || a.dist[f.ID] != a.dist[at.ID]+1 || a.tight(f, lost) {
				continue
			}
			lost[f] = true
			order = append(order, f)
		}
	}
	// Compute their distances, first by edges to other regions, then by edges to each other.
	var q nearest
	for _, x := range order {
		a.dist[x.ID] = Far
	}
	for _, x := range order {
		if d := a.least(x); d != Far {
			heap.Push(&q, hop{x, d})
		}
	}
	for q.Len() > 0 {
		n := heap.Pop(&q).(hop)
		if a.dist[n.r.ID] <= n.d {
			continue
		}
		a.dist[n.r.ID] = n.d
		for _, e := range a.in[n.r.ID] {
			if f := e.From; !e.Gone && f != nil && a.dist[f.ID] > n.d+1 {
				heap.Push(&q, hop{f, n.d + 1})
			}
		}
	}
}

// least returns the distance of r that follows from the distances of its successors.
func (a *Abstract) least(r *Region) int {
	d := Far
	for _, e := range a.out[r.ID] {
		if t := a.dist[e.To.ID]; !e.Gone && t != Far && t+1 < d {
			d = t + 1
		}
	}
	return d
}

// hop is a candidate for the distance of a region.
type hop struct {
	r *Region
	d int
}

// nearest is a heap of hops, the least distance first.
type nearest []hop

func (q nearest) Len() int           { return len(q) }
func (q nearest) Less(i, j int) bool { return q[i].d < q[j].d }
func (q nearest) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *nearest) Push(x any)        { *q = append(*q, x.(hop)) }
func (q *nearest) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}

// Reached returns the regions that executions may reach in the abstract program.
func (a *Abstract) Reached() map[*Region]bool {
	in := map[*Region]bool{}
	for id, yes := range a.reachable() {
		if yes {
			in[a.Regions[id]] = true
		}
	}
	return in
}

// reachable reports, by region, whether it is reached. An edge over a call counts only if its exit region is reached.
func (a *Abstract) reachable() []bool {
	in := make([]bool, len(a.Regions))
	var queue []*Region
	add := func(r *Region) {
		if !in[r.ID] {
			in[r.ID] = true
			queue = append(queue, r)
		}
	}
	for _, e := range a.start {
		if !e.Gone {
			add(e.To)
		}
	}
	for len(queue) > 0 {
		r := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, e := range a.out[r.ID] {
			if !e.Gone && (e.Exit == nil || in[e.Exit.ID]) {
				add(e.To)
			}
		}
		for _, e := range a.over[r.ID] {
			if !e.Gone && in[e.From.ID] {
				add(e.To)
			}
		}
	}
	return in
}

// excluded reports whether no abstract error trace is left.
func (a *Abstract) excluded() bool {
	a.renew()
	for _, e := range a.start {
		if !e.Gone && a.dist[e.To.ID] != Far {
			return false
		}
	}
	return true
}

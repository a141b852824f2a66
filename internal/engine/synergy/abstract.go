package synergy

import (
	"container/heap"

	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file has the abstract program over a partition (CreateAbstractProgram), and how far from the error each region
// is (GetAbstractTrace): an abstract error trace is left as long as one region that an execution begins in has a
// distance.
//
// Both are kept from iteration to iteration. The parts of a region inherit its edges, which changes no distance; an
// edge goes when a proof removes it, which makes distances larger: those that rest on it are found anew from those that
// do not (G. Ramalingam, T. Reps: An incremental algorithm for a generalization of the shortest-path problem. J.
// Algorithms 1996).

// Edge is an abstract edge: some state of one region may lead to one of the other by the letter.
type Edge struct {
	ID       int
	From, To *Region // nil From: a start of executions
	Letter   int
	Exit     *Region // over a call: where the callee ends; nil: it is no call
	Gone     bool    // no state does: shown, or the region was split
	aside    *aside  // why nothing comes of it; nil: not known
}

// Far is the distance of regions from which there is no way to the error.
const Far = int(^uint(0) >> 1)

// Abstract is the abstract program.
type Abstract struct {
	*Partition
	Edges   int     // made so far
	Removed int     // by proofs
	start   []*Edge // to regions in which executions may begin
	out     [][]*Edge
	in      [][]*Edge
	dist    []int

	exits func(letter int) int // nil: there are no calls
	over  [][]*Edge            // by exit: those over calls
	final func(int) bool
	reach []bool // by region, where there are calls: whether it is reached; nil: to be found

	// made is told each edge that is new.
	made func(*Edge)
}

// CreateAbstractProgram has a region for each state of an automaton, and an edge for each of its moves.
func CreateAbstractProgram(states int, moves func(int) []automata.Move, final func(int) bool, initial int,
	made func(*Edge)) *Abstract {
	return createWithCalls(states, moves, nil, final, initial, made)
}

// createWithCalls is CreateAbstractProgram where exits says of a move over a call in which state the callee ends, else
// none (calls.go).
func createWithCalls(states int, moves func(int) []automata.Move, exits func(letter int) int, final func(int) bool,
	initial int, made func(*Edge)) *Abstract {
	a := &Abstract{Partition: NewPartition(states), made: made, exits: exits, final: final}
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

func (a *Abstract) grow() {
	for len(a.dist) < len(a.Regions) {
		a.out, a.in, a.over, a.dist = append(a.out, nil), append(a.in, nil), append(a.over, nil), append(a.dist, Far)
	}
}

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

// Distance returns the number of edges from a region to the error, Far if there is no way.
func (a *Abstract) Distance(r *Region) int {
	a.renew()
	return a.dist[r.ID]
}

// Out returns the edges that leave a region, with some that are gone.
func (a *Abstract) Out(r *Region) []*Edge { return a.out[r.ID] }

// Cut parts a region; its parts inherit its edges.
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

// sweep forgets edges from a region that are gone, where they are many.
func (a *Abstract) sweep(from *Region) {
	if from == nil {
		a.start = swept(a.start)
		return
	}
	a.out[from.ID] = swept(a.out[from.ID])
}

// swept returns a list without edges that are gone, when it has doubled since.
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

// Remove takes an edge away that no execution passes.
func (a *Abstract) Remove(e *Edge) {
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

// tight reports whether a region has an edge to one that is nearer, and is not in a set.
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

// farther finds distances anew that rested on an edge of r.
func (a *Abstract) farther(r *Region) {
	if a.tight(r, nil) {
		return
	}
	// Those that all their ways of that length lead through, the near ones first: a way leads from far to near.
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
	// Their distances by edges to other regions, and from there on by edges to each other.
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

// least returns the distance of a region by its edges.
func (a *Abstract) least(r *Region) int {
	d := Far
	for _, e := range a.out[r.ID] {
		if t := a.dist[e.To.ID]; !e.Gone && t != Far && t+1 < d {
			d = t + 1
		}
	}
	return d
}

// hop is a region with a distance that it may have.
type hop struct {
	r *Region
	d int
}

// nearest are such, the nearest first.
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

// Reached returns the regions that executions may come to, as far as the abstract program says.
func (a *Abstract) Reached() map[*Region]bool {
	in := map[*Region]bool{}
	for id, yes := range a.reachable() {
		if yes {
			in[a.Regions[id]] = true
		}
	}
	return in
}

// reachable returns those, by ID: over a call if the callee may come to the exit.
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

// Excluded reports whether no abstract error trace is left.
func (a *Abstract) Excluded() bool {
	a.renew()
	for _, e := range a.start {
		if !e.Gone && a.dist[e.To.ID] != Far {
			return false
		}
	}
	return true
}

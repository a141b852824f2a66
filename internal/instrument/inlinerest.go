package instrument

import (
	"container/heap"
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// rest inlines functions at all their calls, cheapest first, within the limit of the program.
func (in *inliner) rest() {
	r := &remaining{
		inliner: in, calls: flow.NewCalls(in.p), alive: map[*ir.Func]bool{}, edges: map[*ir.Func]int{},
		tried: map[*ir.Func]bool{},
		out:   map[*ir.Func]map[*ir.Func][]*ir.Edge{}, hosts: map[*ir.Func]map[*ir.Func]bool{}, count: map[*ir.Func]int{},
	}
	r.live(in.p.Entry)
	for _, g := range in.p.Funcs {
		r.offer(g)
	}
	for {
		best, sites := r.next()
		if best == nil {
			r.split()
			return
		}
		r.tried[best] = true
		for i, e := range sites {
			in.call(e, best, len(sites) == 1)
			if f := e.From.Func; i+1 == len(sites) || sites[i+1].From.Func != f {
				r.total -= r.edges[f]
				trim(f)
				r.look(f)
			}
		}
		r.unused(best)
	}
}

// remaining is the call graph of the functions that are still called, and a queue of the functions that may be inlined
// next. It is updated when calls are replaced.
type remaining struct {
	*inliner
	calls *flow.Calls       // the call graph at the beginning, used later for recursive functions
	alive map[*ir.Func]bool // the functions that are still called
	edges map[*ir.Func]int  // the number of edges of the functions that are alive; total is the sum
	total int
	tried map[*ir.Func]bool
	out   map[*ir.Func]map[*ir.Func][]*ir.Edge // by caller that is alive and by callee: the calls, in order
	hosts map[*ir.Func]map[*ir.Func]bool       // by callee: the callers that are alive
	count map[*ir.Func]int                     // by callee: the number of calls by callers that are alive
	heap  offers
	// originals is the number of functions at the beginning of split; 0 before split.
	originals int
}

// offer is a function and the number of edges that inlining it everywhere adds.
type offer struct {
	g    *ir.Func
	cost int
}

// offers is a heap with the cheapest function first. Equally cheap functions are in the order of the program.
type offers []offer

func (h offers) Len() int { return len(h) }
func (h offers) Less(i, j int) bool {
	return h[i].cost < h[j].cost || h[i].cost == h[j].cost && h[i].g.ID < h[j].g.ID
}
func (h offers) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *offers) Push(x any)   { *h = append(*h, x.(offer)) }
func (h *offers) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	*h = (*h)[:last]
	return x
}

// live adds f and all functions that it calls, directly or not.
func (r *remaining) live(f *ir.Func) {
	graph.Closure([]*ir.Func{f}, func(f *ir.Func, next func(*ir.Func)) {
		r.alive[f] = true
		r.look(f)
		for _, g := range r.calls.Callees(f) {
			if !r.alive[g] {
				next(g)
			}
		}
	})
}

// look recomputes the calls of f, and offers the functions whose cost may have changed.
func (r *remaining) look(f *ir.Func) {
	r.edges[f] = len(f.Edges)
	r.total += len(f.Edges)
	before := r.out[f]
	r.forget(f)
	now := map[*ir.Func][]*ir.Edge{}
	var order []*ir.Func
	for _, e := range f.Edges {
		if c, ok := e.Stmt.(*ir.Call); ok {
			if now[c.Func] == nil {
				order = append(order, c.Func)
			}
			now[c.Func] = append(now[c.Func], e)
		}
	}
	r.out[f] = now
	for _, g := range order {
		if r.hosts[g] == nil {
			r.hosts[g] = map[*ir.Func]bool{}
		}
		r.hosts[g][f] = true
		r.count[g] += len(now[g])
	}
	if before == nil { // at the beginning
		return
	}
	r.offer(f)
	for _, g := range order {
		r.offer(g)
	}
	for g := range before {
		if now[g] == nil && r.count[g] == 0 && r.alive[g] && g != r.p.Entry {
			r.unused(g)
		}
	}
}

// forget removes the calls of f.
func (r *remaining) forget(f *ir.Func) {
	for g, es := range r.out[f] {
		delete(r.hosts[g], f)
		r.count[g] -= len(es)
	}
	delete(r.out, f)
}

// unused removes f if it is not called any more, and then the functions that only removed functions call.
func (r *remaining) unused(f *ir.Func) {
	for work := []*ir.Func{f}; len(work) > 0; {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		if !r.alive[f] || r.count[f] > 0 {
			continue
		}
		r.alive[f] = false
		r.total -= r.edges[f]
		called := r.out[f]
		r.forget(f)
		for g := range called {
			r.offer(g)
			if g != r.p.Entry {
				work = append(work, g)
			}
		}
	}
}

// offer adds g with its present cost to the heap, if g may be inlined or split.
func (r *remaining) offer(g *ir.Func) {
	if r.alive[g] && !r.tried[g] && r.count[g] > 0 && (r.originals == 0 || r.maySplit(g)) {
		heap.Push(&r.heap, offer{g, r.cost(g)})
	}
}

// cost returns the number of edges that inlining g everywhere adds.
func (r *remaining) cost(g *ir.Func) int { return (r.count[g] - 1) * len(g.Edges) }

// next removes the cheapest function that can be inlined from the heap and returns it with its calls; nil if there is
// none. A function that cannot be inlined now is offered again when one of its callers changes.
func (r *remaining) next() (*ir.Func, []*ir.Edge) {
	for len(r.heap) > 0 {
		o := heap.Pop(&r.heap).(offer)
		if !r.alive[o.g] || r.tried[o.g] || r.count[o.g] == 0 || o.cost != r.cost(o.g) {
			continue
		}
		if r.total+o.cost > r.limits.Program {
			return nil, nil
		}
		if sites := r.sites(o.g); sites != nil {
			return o.g, sites
		}
	}
	return nil, nil
}

// sites returns the calls of g by functions that are alive; nil if one of the calls cannot be replaced.
func (r *remaining) sites(g *ir.Func) []*ir.Edge {
	hosts := make([]*ir.Func, 0, len(r.hosts[g]))
	for f := range r.hosts[g] {
		hosts = append(hosts, f)
	}
	slices.SortFunc(hosts, func(a, b *ir.Func) int { return a.ID - b.ID })
	var out []*ir.Edge
	for _, f := range hosts {
		at := r.out[f][g]
		if r.originals == 0 && len(f.Edges)+len(at)*len(g.Edges) > r.limits.Func {
			return nil
		}
		for _, e := range at {
			if r.originals > 0 {
				continue
			}
			if !r.may(r.calls, e, g) {
				return nil
			}
		}
		out = append(out, at...)
	}
	return out
}

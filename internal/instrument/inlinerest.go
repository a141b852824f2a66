package instrument

import (
	"container/heap"
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// rest inlines functions at all their calls while there is room, cheapest first.
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

// remaining is the call graph of the functions that are still called, while calls are replaced in it, and the
// functions that may be inlined next.
type remaining struct {
	*inliner
	calls *flow.Calls // as it was; which functions are recursive does not change
	alive map[*ir.Func]bool
	edges map[*ir.Func]int // of those that are alive; total is the sum
	total int
	tried map[*ir.Func]bool
	out   map[*ir.Func]map[*ir.Func][]*ir.Edge // of a function that is alive: its calls by called function, in order
	hosts map[*ir.Func]map[*ir.Func]bool       // the functions that are alive and call it
	count map[*ir.Func]int                     // their calls
	heap  offers
	// originals is the number of functions before calls get copies of their own (split); 0: calls are being replaced.
	originals int
}

// offer is a function and what inlining it everywhere costs, in edges.
type offer struct {
	g    *ir.Func
	cost int
}

// offers is a heap: the cheapest function, of these the first of the program, comes first.
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

// live enters f and what it calls.
func (r *remaining) live(f *ir.Func) {
	r.alive[f] = true
	for work := []*ir.Func{f}; len(work) > 0; {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		r.look(f)
		for _, g := range r.calls.Callees(f) {
			if !r.alive[g] {
				r.alive[g] = true
				work = append(work, g)
			}
		}
	}
}

// look enters the calls of f anew.
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

// forget takes the calls of f out.
func (r *remaining) forget(f *ir.Func) {
	for g, es := range r.out[f] {
		delete(r.hosts[g], f)
		r.count[g] -= len(es)
	}
	delete(r.out, f)
}

// unused takes a function out that is not called any more, and those that only such functions call.
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

// offer enters what it costs now to inline g.
func (r *remaining) offer(g *ir.Func) {
	if r.alive[g] && !r.tried[g] && r.count[g] > 0 && (r.originals == 0 || r.maySplit(g)) {
		heap.Push(&r.heap, offer{g, r.cost(g)})
	}
}

func (r *remaining) cost(g *ir.Func) int { return (r.count[g] - 1) * len(g.Edges) }

// next takes the cheapest function that can be inlined, and its calls; nil: there is none. A function that cannot
// be inlined now is offered again when one of its callers changes.
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

// sites lists the calls of g from live functions; none if one of them cannot be
// replaced.
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

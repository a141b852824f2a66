package flow

import (
	"cmp"
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/num"
)

// This file merges cycles of the solver's nodes (Hardekopf and Lin, "The Ant and the Grasshopper", PLDI 2007, on their
// influence on the cost of an inclusion-based analysis). If no edge of a cycle shifts an offset, all nodes of the cycle
// have the same addresses in the end. Let g be the greatest common divisor of the strides on the cycle. Each address of
// one node reaches all nodes, including its own, with an offset that is known modulo g (exactly if g is 0), and the
// address modulo g covers the others. So one node represents all nodes of the cycle, with an edge of stride g to
// itself.
//
// A sweep looks for cycles in the whole graph. Sweeps are made from time to time, after work that is a multiple of the
// size of the graph (as Pearce, Kelly and Hankin do, "Online Cycle Detection and Difference Propagation", SCAM 2003),
// rather than at suspicious edges. Propagation then follows the topological order of the components: it proceeds in
// waves (Pereira and Berlin, "Wave Propagation and Deep Propagation for Pointer Analysis", CGO 2009).

// sweepAfter is the work before the first sweep. Small programs need less work in total, and have no sweep.
const sweepAfter = 20_000

// find returns the node that represents n.
func (g *constraintGraph) find(n int32) int32 {
	for g.up[n] != n {
		if up := g.up[g.up[n]]; up != g.up[n] { // no write after the analysis, when callers share the graph
			g.up[n] = up
		}
		n = g.up[n]
	}
	return n
}

// rank returns the position of a node in the order of propagation.
func (g *constraintGraph) rank(n int32) int32 {
	if int(n) < len(g.order) {
		return g.order[n]
	}
	return int32(len(g.nodes))
}

// sweep merges the nodes of each cycle, drops constraints that have become equal, and orders the remaining nodes.
func (s *solver) sweep() {
	adj := make(graph.Adj, len(s.nodes))
	for i := range s.nodes {
		n := int32(i)
		if s.find(n) != n {
			continue
		}
		s.tidySuccs(n)
		for e := range s.nodes[n].succs.all() {
			if e.x.shift == 0 && n != s.exposed && e.to != s.exposed {
				adj[n] = append(adj[n], int(e.to))
			}
		}
	}
	comps, of := graph.SCC(adj) // in topological order
	merged := false
	for _, c := range comps {
		if len(c) > 1 {
			s.merge(c, of)
			merged = true
		}
	}
	s.order = make([]int32, len(s.nodes))
	for i := range s.order {
		s.order[i] = int32(of[i])
	}
	if merged {
		s.tidyConstraints()
	}
	s.swept = s.steps
}

// tidySuccs replaces the targets of a node's edges by the nodes that represent them, and drops repeated edges.
func (g *constraintGraph) tidySuccs(n int32) {
	old := g.nodes[n].succs
	stale := false
	for e := range old.all() {
		if stale = g.up[e.to] != e.to; stale {
			break
		}
	}
	if !stale {
		return
	}
	var kept succs
	for e := range old.all() {
		if e.to = g.find(e.to); e.to != n || e.x != same {
			kept.add(e)
		}
	}
	g.nodes[n].succs = kept
	g.edges -= old.len() - kept.len()
}

// unique sorts a list and drops repeats.
func unique[E comparable](list []E, by func(x, y E) int) []E {
	slices.SortFunc(list, by)
	return slices.Compact(list)
}

// merge makes the first node of a component represent all its nodes.
func (s *solver) merge(comp []int, of []int) {
	rep := int32(slices.Min(comp))
	stride := int64(0)
	for _, i := range comp {
		for e := range s.nodes[i].succs.all() {
			if e.x.shift == 0 && of[e.to] == of[i] {
				stride = num.GCD(stride, e.x.stride)
			}
		}
	}
	sent := map[int32]int{} // by address: how many nodes have propagated it
	for _, i := range comp {
		for _, q := range s.nodes[i].pts.list[:s.nodes[i].done] {
			sent[q]++
		}
	}
	to := &s.nodes[rep]
	for _, i := range comp {
		if int32(i) == rep {
			continue
		}
		s.up[i] = rep
		nd := &s.nodes[i]
		for _, q := range nd.pts.list {
			if !to.pts.has(q) {
				to.pts.add(q)
			}
		}
		to.unknown = to.unknown || nd.unknown
		for e := range nd.succs.all() {
			if !to.succs.add(e) {
				s.edges--
			}
		}
		to.loads, to.stores = append(to.loads, nd.loads...), append(to.stores, nd.stores...)
		to.from, to.to = append(to.from, nd.from...), append(to.to, nd.to...)
		*nd = node{}
	}
	var first, rest []int32
	for _, q := range to.pts.list {
		if sent[q] == len(comp) {
			first = append(first, q)
		} else {
			rest = append(rest, q)
		}
	}
	to.pts.list, to.done = append(first, rest...), len(first)
	if len(rest) > 0 {
		s.queue(rep)
	}
	s.tidySuccs(rep)
	if stride != 0 {
		s.link(rep, rep, transform{stride: stride})
	}
}

// tidyConstraints drops loads, stores and readers that have become equal after nodes were merged.
func (s *solver) tidyConstraints() {
	node := func(n int32) int32 {
		if n < 0 {
			return n
		}
		return s.find(n)
	}
	for i := range s.nodes {
		nd := &s.nodes[i]
		for k := range nd.loads {
			nd.loads[k].dst, nd.loads[k].guess = node(nd.loads[k].dst), node(nd.loads[k].guess)
		}
		for k := range nd.stores {
			nd.stores[k].src = node(nd.stores[k].src)
		}
		nd.loads, nd.stores = unique(nd.loads, compareLoads), unique(nd.stores, compareStores)
	}
	for i := range s.mem {
		m := &s.mem[i]
		known := make(map[reader]bool, len(m.known))
		m.readers = slices.DeleteFunc(m.readers, func(r reader) bool {
			r.dst, r.guess = node(r.dst), node(r.guess)
			again := known[r]
			known[r] = true
			return again
		})
		m.known = known
		for k := range m.kinds {
			m.kinds[k] = node(m.kinds[k])
		}
		slices.Sort(m.kinds)
		m.kinds = slices.Compact(m.kinds)
	}
}

// compareLoads is an order of loads.
func compareLoads(x, y load) int {
	return cmp.Or(cmp.Compare(x.dst, y.dst), cmp.Compare(x.size, y.size), cmp.Compare(x.guess, y.guess))
}

// compareStores is an order of stores.
func compareStores(x, y store) int {
	null := 0
	if x.null != y.null {
		null = 1
		if y.null {
			null = -1
		}
	}
	return cmp.Or(cmp.Compare(x.src, y.src), cmp.Compare(x.size, y.size), cmp.Compare(x.grain, y.grain), null)
}

// workList has the nodes with new addresses: the nodes of this round, sorted by descending rank, and the nodes of the
// next round.
type workList struct {
	now, next []ranked
}

// ranked is a node with its position in the order of propagation.
type ranked struct{ rank, node int32 }

// push adds a node to the next round.
func (w *workList) push(rank, n int32) { w.next = append(w.next, ranked{rank, n}) }

// pop removes and returns the next node; the result is false if there is none.
func (w *workList) pop() (int32, bool) {
	if len(w.now) == 0 {
		if len(w.next) == 0 {
			return 0, false
		}
		w.now, w.next = w.next, w.now[:0]
		slices.SortStableFunc(w.now, func(x, y ranked) int { return int(y.rank - x.rank) }) // pop takes the last
	}
	n := w.now[len(w.now)-1].node
	w.now = w.now[:len(w.now)-1]
	return n, true
}

// idSet is a set of numbers of addresses or nodes, in order of insertion.
type idSet struct {
	list []int32
	bits []uint64 // the same set as bits; nil if it is small
}

// fewIDs bounds the size of a set without bits.
const fewIDs = 32

// has reports whether the set has q.
func (p *idSet) has(q int32) bool {
	if p.bits == nil {
		return slices.Contains(p.list, q)
	}
	w := int(q >> 6)
	return w < len(p.bits) && p.bits[w]>>(q&63)&1 != 0
}

// add adds a number that is not in the set.
func (p *idSet) add(q int32) {
	p.list = append(p.list, q)
	if p.bits != nil {
		p.mark(q)
	} else if len(p.list) > fewIDs {
		p.bits = []uint64{}
		for _, x := range p.list {
			p.mark(x)
		}
	}
}

// insert adds a number and reports whether it is new.
func (p *idSet) insert(q int32) bool {
	if p.has(q) {
		return false
	}
	p.add(q)
	return true
}

// mark adds q to bits.
func (p *idSet) mark(q int32) { p.bits = setBit(p.bits, q) }

// setBit returns the set of bits with q added.
func setBit(set []uint64, q int32) []uint64 {
	w := int(q >> 6)
	if w >= len(set) {
		set = append(set, make([]uint64, w+1-len(set))...)
	}
	set[w] |= 1 << (q & 63)
	return set
}

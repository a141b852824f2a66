package absint

import (
	"container/heap"
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// solver is one run of the fixpoint iteration. It decides the order of the edges; all operations on states are in
// Meaning. It stores states at cuts only: locations where several edges meet, entries and exits, and sources of calls.
// It recomputes the states between cuts whenever it walks from one cut to the next.
type solver struct {
	m             *Meaning
	cfg           Config
	ctx           context.Context
	g             *automaton
	cuts          map[*ir.Loc]*node      // cuts with a path from the entry of their function
	order         []*node                // all cuts by position
	callers       map[*ir.Func][]*node   // the cuts from which a function is called
	controlValues func(State, ValueFunc) // the values by which states are partitioned; nil for one partition
	dropped       map[Key]bool           // control dimensions that no longer partition states
	queue         queue
	last          *node // the last result of pop
	restart       bool  // start again, since a control dimension was dropped
	stating       bool  // restrict states to facts that formulas can express
	limited       bool  // some partitions were joined, or a control dimension dropped
	work          uint64
	stop          Stop
	arrive        func(to, from *node, s State) // called when a walk arrives at a cut
	onError       func(l *ir.Loc)               // called when a walk arrives at an error location; may be nil
	onEdge        func(s State, e *ir.Edge)     // called before an edge is evaluated; may be nil
}

// node is a cut with its states.
type node struct {
	f          *ir.Func
	loc        *ir.Loc
	pos        int  // position in solver.order
	head       bool // states are widened here
	delay      int  // growths of a partition before widening
	partitions []*partition
	byKey      map[uint64]*partition
	one        bool         // the node keeps only one partition, since there were too many
	queued     bool         // the node is in the queue
	loops      []*component // the components with the cut, innermost first
	// For decreasing passes, three sets of arrived states: over forward edges, over backward edges in the previous pass,
	// and over backward edges in this pass.
	next, back, backNext arrivals
}

// component is a range of positions in solver.order: the cuts of a component of a weak topological order.
type component struct{ from, to int }

// partition is one of the states of a cut, with its key.
type partition struct {
	key     uint64
	s       State
	growths int  // how often s has grown
	pending bool // the solver has not yet walked from s
	// For the backward analysis:
	back        State // the part of s that may lead to an error
	backGrowths int
	backAll     bool // back is s, since the iteration for it did not end
}

// newSolver returns a solver for the edges of cfg, with all cuts but without states.
func newSolver(ctx context.Context, m *Meaning, cfg Config) *solver {
	if cfg.Delay == 0 {
		cfg.Delay = 3
	}
	if cfg.Descend == 0 {
		cfg.Descend = 2
	}
	v := &solver{m: m, cfg: cfg, ctx: ctx, g: newAutomaton(m.prog, cfg.Edges), cuts: map[*ir.Loc]*node{},
		callers: map[*ir.Func][]*node{}, dropped: map[int32]bool{}}
	fs := v.g.funcs()
	for _, f := range fs {
		v.makeCuts(f)
	}
	for _, f := range fs {
		for _, e := range v.g.sites(f) {
			if n := v.cuts[e.From]; n != nil {
				v.callers[f] = append(v.callers[f], n)
			}
		}
	}
	if cfg.Control != None {
		v.controlValues = m.ControlValues(cfg.Control, v.g.edges())
	}
	return v
}

// makeCuts adds the cuts of f to the solver, in weak topological order.
func (v *solver) makeCuts(f *ir.Func) {
	wto, locs := v.g.order(f)
	recursive := v.m.prog.calls.Recursive(f)
	loops := map[int]*component{} // by head
	for _, id := range wto.Nodes() {
		l := locs[id]
		cut := len(v.g.in(l)) > 1 || l == f.Entry || l == f.Exit || wto.IsHead(id)
		for _, e := range v.g.out(l) {
			if _, ok := e.Stmt.(*ir.Call); ok {
				cut = true
			}
		}
		if !cut || l.Kind == ir.Error {
			continue
		}
		head := wto.IsHead(id) || recursive && (l == f.Entry || l == f.Exit)
		n := &node{f: f, loc: l, pos: len(v.order), head: head, delay: v.cfg.Delay}
		if sites := len(v.g.sites(f)); l == f.Entry && sites > 1 {
			// States flow from one call through f's exit to the next.
			n.head = true
			n.delay += sites
		}
		v.cuts[l] = n
		v.order = append(v.order, n)
		heads := wto.Heads(id)
		for i := len(heads) - 1; i >= 0; i-- {
			c := loops[heads[i]]
			if c == nil {
				c = &component{from: n.pos}
				loops[heads[i]] = c
			}
			c.to = n.pos
			n.loops = append(n.loops, c)
		}
	}
}

// ascend iterates upward to a post-fixpoint, and reports whether it has reached one.
func (v *solver) ascend() bool {
	v.arrive = func(to, _ *node, s State) { v.grow(to, s) }
	for v.last = nil; len(v.queue) > 0 && v.stop == Done && !v.restart; {
		n := v.pop()
		for i := 0; i < len(n.partitions) && v.stop == Done && !v.restart; i++ {
			if p := n.partitions[i]; p.pending {
				p.pending = false
				v.walk(n, p.s)
			}
		}
	}
	return v.stop == Done && !v.restart
}

// pop removes a cut with pending states from the queue and returns it: the first of all cuts. If the rounds of loops
// partition the states of a program with one function, the order is the recursive strategy of Bourdoncle's paper: of
// the innermost component that has a pending cut, the first cut after the last one. So the states of one round arrive
// at a loop head from all paths before the next round begins; otherwise each would begin all later rounds anew.
func (v *solver) pop() *node {
	if v.last != nil && v.cfg.Control == Rounds && len(v.callers) == 0 {
		for _, c := range v.last.loops {
			size := c.to - c.from + 1
			for i := range size {
				n := v.order[c.from+(v.last.pos-c.from+1+i)%size]
				if n.queued {
					v.last, n.queued = n, false
					v.queue = slices.DeleteFunc(v.queue, func(m *node) bool { return m == n })
					heap.Init(&v.queue)
					return n
				}
			}
		}
	}
	n := heap.Pop(&v.queue).(*node)
	v.last, n.queued = n, false
	return n
}

// run computes the forward states and returns why it stopped.
func (v *solver) run() Stop {
	for {
		v.restart, v.stating = false, false
		for _, n := range v.order {
			n.partitions, n.byKey, n.one, n.queued = nil, map[uint64]*partition{}, false, false
		}
		v.queue = nil
		v.begin()
		if v.ascend() {
			break
		}
		if v.stop != Done {
			return v.stop
		}
	}
	for i := 0; i < v.cfg.Descend && v.stop == Done; i++ {
		if !v.descend(i == 0) {
			break
		}
	}
	// Transfer functions are not monotone if there are several partitions. So a decreasing pass may have left a state that
	// does not cover the transfers from its predecessors: settle iterates upward again.
	if v.stop == Done {
		v.settle()
	}
	return v.stop
}

// begin adds the initial state to the entry, unless it is bottom.
func (v *solver) begin() {
	if s := v.m.Initial(); s != nil {
		v.grow(v.entry(), s)
	}
}

// entry returns the cut at the program's entry.
func (v *solver) entry() *node { return v.cuts[v.m.prog.prog.Entry.Entry] }

// grow joins s into the partition of n with the key of s. If there is none, it makes a new partition. It widens after
// several growths.
func (v *solver) grow(n *node, s State) {
	key := v.key(n, s)
	p := n.byKey[key]
	if p == nil {
		if v.cfg.Parts > 1 && v.covered(n, s) {
			return
		}
		if len(n.partitions) >= max(v.cfg.Parts, 1) {
			v.tooMany(n)
			if !v.restart {
				v.grow(n, s)
			}
			return
		}
		p = &partition{key: key, s: s}
		n.partitions = append(n.partitions, p)
		n.byKey[key] = p
		v.enqueue(n, p)
		return
	}
	if v.m.Leq(s, p.s) {
		return
	}
	j := v.m.Join(p.s, s)
	if v.m.Leq(j, p.s) {
		return
	}
	if p.growths++; n.head && p.growths > n.delay {
		j = v.m.Widen(p.s, j, p.growths-n.delay-1)
	}
	if v.stating {
		j = v.m.Stated(j)
	}
	p.s = j
	v.enqueue(n, p)
}

// covered reports whether s is below the state of some partition of n. It returns false without a test if n has very
// many partitions.
func (v *solver) covered(n *node, s State) bool {
	if len(n.partitions) > 64 {
		return false // too costly
	}
	for _, p := range n.partitions {
		if v.m.Leq(s, p.s) {
			return true
		}
	}
	return false
}

// enqueue marks p as pending and queues its cut. If the cut is the exit of a function, it also queues the callers.
func (v *solver) enqueue(n *node, p *partition) {
	p.pending = true
	v.push(n)
	if n.loc == n.f.Exit { // callers resume from the new state
		for _, c := range v.callers[n.f] {
			for _, q := range c.partitions {
				q.pending = true
			}
			if len(c.partitions) > 0 {
				v.push(c)
			}
		}
	}
}

// push adds n to the queue unless the queue has it.
func (v *solver) push(n *node) {
	if !n.queued {
		n.queued = true
		heap.Push(&v.queue, n)
	}
}

// walkAll walks from each state of each cut once.
func (v *solver) walkAll() {
	for _, n := range v.order {
		for _, p := range n.partitions {
			v.walk(n, p.s)
		}
	}
}

// walk carries s, a state of n, along all paths to the next cuts. It calls arrive at these cuts and at entries of
// callees.
func (v *solver) walk(n *node, s State) {
	type item struct {
		l *ir.Loc
		s State
	}
	stack := []item{{n.loc, s}}
	for len(stack) > 0 && v.stop == Done && !v.restart {
		it := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, e := range v.g.out(it.l) {
			if v.tick(); v.stop != Done {
				return
			}
			if v.onEdge != nil {
				v.onEdge(it.s, e)
			}
			v.follow(n, it.s, e, func(t State) {
				if to := v.cuts[e.To]; to != nil {
					v.arrive(to, n, t)
					return
				}
				if e.To.Kind == ir.Error && v.onError != nil {
					v.onError(e.To)
				}
				stack = append(stack, item{e.To, t})
			})
		}
	}
}

// follow follows the edge e from s in a walk that began at n. It calls its last argument with each state after e; after
// a call, there is one for each state at the callee's exit. For a call, it also calls v.arrive with the state at the
// callee's entry.
func (v *solver) follow(n *node, s State, e *ir.Edge, to func(State)) {
	c, ok := e.Stmt.(*ir.Call)
	if !ok {
		if t := v.m.Step(s, e); t != nil {
			to(t)
		}
		return
	}
	if in := v.m.Enter(s, e); in != nil {
		v.arrive(v.cuts[c.Func.Entry], n, in)
	}
	exit := v.cuts[c.Func.Exit]
	if exit == nil {
		return // the callee never returns
	}
	for _, p := range exit.partitions {
		if t := v.m.Resume(s, p.s, e); t != nil {
			to(t)
		}
	}
}

// tick counts an evaluated edge, and stops the analysis at its limits.
func (v *solver) tick() {
	v.work++
	switch {
	case v.cfg.Work > 0 && v.work > v.cfg.Work:
		v.stop = WorkSpent
	case v.ctx.Err() != nil: // an edge may take milliseconds
		v.stop = Cancelled
	}
}

// queue is a priority queue of the cuts with pending states, in weak topological order: inner loops stabilise before
// the locations after them are visited.
type queue []*node

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].pos < q[j].pos }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }

// Push implements heap.Interface.
func (q *queue) Push(x any) { *q = append(*q, x.(*node)) }

// Pop implements heap.Interface.
func (q *queue) Pop() any {
	old := *q
	n := old[len(old)-1]
	*q = old[:len(old)-1]
	return n
}

package cpa

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file has the algorithm CPA+ of D. Beyer, T. A. Henzinger, G. Théoduloz: Program analysis with dynamic precision
// adjustment (ASE 2008, algorithm 1), which is the algorithm of Configurable software verification (CAV 2007) with
// precision adjustment. Deviations: a node that replaces another one keeps its links until it is expanded itself; calls
// and returns belong to the algorithm; a turn may end after any node.

// Run is the state of an analysis of a program.
type Run struct {
	Program   *ir.Program
	Analysis  Analysis
	ARG       *ARG
	Precision *verify.Precision // for nodes that are made from now on
	Order     Order
	Steps     uint64 // edges followed so far

	Between func() // called before a node is expanded, if not nil; it may call Change

	reached map[partition]*Node     // the newest node of each partition; Node.peer leads to older ones
	shapes  map[partition][]shape   // shapes of the states at locations where paths meet, see shaped
	waits   waitlist                // the nodes to expand
	seldom  waitlist                // the same nodes, ordered by Order.fair if the order has it
	taken   int                     // number of nodes that next has returned, if the order has the key fair
	ranks   map[*ir.Func]*graph.WTO // see rank
	met     map[*ir.Loc]int32       // number of nodes at the location that were put into a waitlist
	targets []*Node                 // targets that are not handled yet
	left    []*Node                 // nodes that stay open (Bounded)
}

// partition identifies a set of nodes whose states are merged and compared: those with the same location, frame and
// key. For entries of functions the frame is nil, so that different calls can share a frame.
type partition struct {
	loc   *ir.Loc
	stack *Frame
	key   uint64
}

// shape is the shape of some state of a partition, with the state.
type shape struct {
	hash uint64
	of   State
}

// manyShapes is the number of shapes of a partition that are kept; older shapes are dropped.
const manyShapes = 16

// shaped returns the analysis as Shaped if l is a location where paths meet. At other locations, the states were
// compared at earlier locations.
func (r *Run) shaped(l *ir.Loc) (Shaped, bool) {
	if len(l.In) < 2 || l == l.Func.Entry {
		return nil, false
	}
	sh, ok := r.Analysis.(Shaped)
	return sh, ok
}

// NewRun returns a run at its beginning, with the precision pi.
func NewRun(p *ir.Program, a Analysis, order Order, pi *verify.Precision) *Run {
	r := &Run{Program: p, Analysis: a, ARG: &ARG{}, Precision: pi, Order: order, reached: map[partition]*Node{},
		shapes: map[partition][]shape{}, ranks: map[*ir.Func]*graph.WTO{}, met: map[*ir.Loc]int32{}}
	if s := a.Initial(); s != nil {
		f := &Frame{Func: p.Entry}
		f.entry = r.ARG.add(p.Entry.Entry, f, s, pi)
		r.ARG.root = f.entry
		r.enter(f.entry)
	}
	return r
}

// enter adds a new node to the reached ones. The node waits to be expanded, unless it is a target or stays open.
func (r *Run) enter(n *Node) {
	at := r.partition(n.Loc, n.Stack, n.State)
	n.peer, n.reached = r.reached[at], true
	if sh, ok := r.shaped(n.Loc); ok {
		here, hash := partition{loc: n.Loc, stack: n.Stack}, sh.Shape(n.State)
		if old := r.shapes[here]; !slices.ContainsFunc(old, func(s shape) bool { return s.hash == hash }) {
			if len(old) == manyShapes { // the oldest state usually has an outdated precision
				old = old[1:]
			}
			r.shapes[here] = append(old, shape{hash, n.State})
		}
	}
	r.reached[at] = n
	switch t, ok := r.Analysis.(Targeter); {
	case r.Why(n) != "": // the node stays open
		r.left = append(r.left, n)
	case ok && t.Target(n.State) != nil:
		r.targets = append(r.targets, n)
	default:
		r.wait(n)
	}
}

// peers returns the newest node of a partition that counts; its peer fields lead to the older ones that count.
func (r *Run) peers(at partition) *Node {
	first := r.reached[at].counting()
	for n := first; n != nil; n = n.peer {
		n.peer = n.peer.counting()
	}
	if first != nil {
		r.reached[at] = first
	}
	return first
}

// counting returns the first node that counts among n and its older peers, nil if there is none.
func (n *Node) counting() *Node {
	for n != nil && !n.Counts() {
		n = n.peer
	}
	return n
}

// Change replaces the states of all nodes that count. The old state of a node must have led to all states to which the
// new one leads. A node whose new state is left out by a Bounded analysis is not expanded.
func (r *Run) Change(state func(n *Node) State) {
	clear(r.reached)
	for _, n := range r.ARG.Nodes {
		if !n.Counts() {
			continue
		}
		n.State = state(n)
		if n.reached { // see enter
			at := r.partition(n.Loc, n.Stack, n.State)
			n.peer, r.reached[at] = r.reached[at], n
		}
	}
}

// Why returns the reason why n stays open, "" if it does not.
func (r *Run) Why(n *Node) string {
	if b, ok := r.Analysis.(Bounded); ok && n.State != nil {
		return b.Left(n.State)
	}
	return ""
}

// Left returns a reason why nodes stay open. It ignores the reason but, and returns "" if there is no other.
func (r *Run) Left(but string) string {
	for _, n := range r.left {
		if n.Counts() {
			if why := r.Why(n); why != but {
				return why
			}
		}
	}
	return ""
}

// partition returns the partition of a state.
func (r *Run) partition(l *ir.Loc, f *Frame, s State) partition {
	at := partition{loc: l, stack: f}
	if l == l.Func.Entry {
		at.stack = nil
	}
	if p, ok := r.Analysis.(Partitioned); ok {
		at.key = p.Key(s)
	}
	return at
}

// Explore expands nodes until a target is found, no node waits, it has followed as many edges as steps (0 for no
// limit), or the context ends. It reports whether no node waits.
func (r *Run) Explore(ctx context.Context, steps uint64) (done bool) {
	for end := r.Steps + steps; r.Target() == nil; {
		if ctx.Err() != nil || steps > 0 && r.Steps >= end {
			return false
		}
		if r.Between != nil {
			r.Between()
		}
		n := r.next()
		if n == nil {
			return true
		}
		if !r.expand(ctx, n) {
			r.wait(n.now()) // cut short: expand it again
			return false
		}
	}
	return false
}

// expand follows the edges of n. It returns false if the context ended before it was done.
func (r *Run) expand(ctx context.Context, n *Node) bool {
	for _, l := range n.Out {
		l.stale = true
	}
	if n.Loc == n.Loc.Func.Exit {
		r.leave(ctx, n)
	}
	for _, e := range r.edges(n.Loc) {
		if !n.Counts() {
			break
		}
		if call, is := e.Stmt.(*ir.Call); is {
			r.call(ctx, n, e, call.Func)
		} else if s := r.transfer(ctx, n, e, e.To, n.Stack); s != nil {
			r.reach(n, e, nil, e.To, n.Stack, s)
		}
	}
	if ctx.Err() != nil {
		return false
	}
	if !n.Counts() { // n was replaced by a node to which it led; that node waits
		return true
	}
	for _, l := range slices.Clone(n.Out) {
		if l.stale {
			l.undo()
		}
	}
	n.returns(func(l *Link) {
		if l.stale {
			l.cut()
		}
	})
	n.Fate = Expanded
	return true
}

// at returns the context of a state at l in the frame f, with the current precision.
func (r *Run) at(l *ir.Loc, f *Frame) At { return At{Loc: l, Stack: f, Precision: r.Precision} }

// transfer returns the state after an edge, adjusted to the precision.
func (r *Run) transfer(ctx context.Context, n *Node, e *ir.Edge, to *ir.Loc, f *Frame) State {
	at := r.at(to, f)
	return r.adjust(ctx, r.Analysis.Transfer(ctx, n.State, e, at), at)
}

// adjust returns s adjusted to the precision of at. It returns nil if s is nil or the context has ended.
func (r *Run) adjust(ctx context.Context, s State, at At) State {
	r.Steps++
	if s != nil {
		s = r.Analysis.Adjust(ctx, s, at)
	}
	if ctx.Err() != nil {
		return nil
	}
	return s
}

// call lets n call fn, in an existing frame or in a new one (see join). The exits that the frame already has return to
// n.
func (r *Run) call(ctx context.Context, n *Node, e *ir.Edge, fn *ir.Func) {
	s := r.transfer(ctx, n, e, fn.Entry, nil)
	if s == nil {
		return
	}
	f := r.join(n, e, fn, s)
	if c := (caller{n.now(), e}); !slices.Contains(f.callers, c) {
		f.callers = append(f.callers, c)
	}
	for _, x := range slices.Clone(f.exits) {
		if x.Fate == Expanded && n.Counts() {
			r.resume(ctx, x, caller{n, e})
		}
	}
}

// join returns the frame for a call with the state s at the callee's entry: an existing one whose entry covers s,
// possibly after merging, or a new one. It connects n with the entry.
func (r *Run) join(n *Node, e *ir.Edge, fn *ir.Func, s State) *Frame {
	for m := r.peers(r.partition(fn.Entry, nil, s)); m != nil; m = m.peer {
		if !m.Counts() {
			continue
		}
		g := m
		if t := r.Analysis.Merge(s, m.State); t != m.State {
			g = r.grow(m, t)
		}
		if r.Analysis.Leq(s, g.State) {
			connect(n.now(), e, nil, g)
			return g.Stack
		}
	}
	f := &Frame{Func: fn, depth: n.Stack.depth + 1}
	f.entry = r.ARG.add(fn.Entry, f, s, r.Precision)
	connect(n, e, nil, f.entry)
	r.enter(f.entry)
	return f
}

// leave lets n, a node at the exit of a function, return to all callers of its frame.
func (r *Run) leave(ctx context.Context, n *Node) {
	f := n.Stack
	if !slices.Contains(f.exits, n) {
		f.exits = append(f.exits, n)
	}
	for i := 0; i < len(f.callers) && n.Counts(); i++ {
		if c := f.callers[i]; c.node.Counts() {
			r.resume(ctx, n, c)
		}
	}
}

// resume returns from exit to the caller c.
func (r *Run) resume(ctx context.Context, exit *Node, c caller) {
	at := r.at(c.call.To, c.node.Stack)
	if s := r.adjust(ctx, r.Analysis.Resume(ctx, c.node.State, exit.State, c.call, at), at); s != nil {
		r.reach(exit, c.call, c.node, c.call.To, c.node.Stack, s)
	}
}

// grow replaces the node m by a new node with the state t, which is above the state of m.
func (r *Run) grow(m *Node, t State) *Node {
	grown := r.ARG.add(m.Loc, m.Stack, t, r.Precision)
	r.ARG.replace(m, grown)
	r.enter(grown)
	return grown
}

// reach adds the state s, to which n leads over e; c is the caller if e is a return. It merges s with the states of the
// partition. If no node of the partition and no successor of n covers s, it makes a new node.
func (r *Run) reach(n *Node, e *ir.Edge, c *Node, to *ir.Loc, f *Frame, s State) {
	if r.supersede(n, e, c, s) {
		return
	}
	for m := r.peers(r.partition(to, f, s)); m != nil; m = m.peer {
		if !m.Counts() {
			continue
		}
		t := r.Analysis.Merge(s, m.State)
		if t == m.State {
			continue
		}
		g := r.grow(m, t)
		if r.Analysis.Leq(s, t) {
			connect(n.now(), e, c.nowOrNil(), g)
			return
		}
	}
	n, c = n.now(), c.nowOrNil()
	for _, l := range n.Out { // the new state may lead to the same node as before n grew
		if l.Edge == e && l.Caller == c && l.To.Counts() && r.Analysis.Leq(s, l.To.State) {
			l.stale = false
			return
		}
	}
	m := r.ARG.add(to, f, s, r.Precision)
	connect(n, e, c, m)
	if !r.cover(m) {
		r.enter(m)
	}
}

// supersede considers the node to which n led before n grew. If no other link leads to this node, s covers all its
// executions, and supersede replaces its state by s. Merging the two states would lose precision, since transfer
// functions need not be monotone and widened states are not closed. It reports whether it has replaced the state.
func (r *Run) supersede(n *Node, e *ir.Edge, c *Node, s State) bool {
	for _, l := range n.Out {
		if m := l.To; l.stale && l.Edge == e && l.Caller == c && len(m.In) == 1 && m.Counts() && m != m.Stack.entry {
			switch below := r.Analysis.Leq(m.State, s); {
			case m.Fate == Covered || m.covers && !below:
				return false
			case below && r.Analysis.Leq(s, m.State):
				l.stale = false
			default:
				l.stale = false
				r.grow(m, s)
			}
			return true
		}
	}
	return false
}

// nowOrNil does what now does, for a node that may be nil.
func (n *Node) nowOrNil() *Node {
	if n == nil {
		return nil
	}
	return n.now()
}

// cover searches for a node that covers n, and marks n as covered if there is one.
func (r *Run) cover(n *Node) bool {
	at := r.partition(n.Loc, n.Stack, n.State)
	if r.coverAt(n, at) {
		return true
	}
	sh, ok := r.shaped(n.Loc)
	if !ok {
		return false
	}
	for _, s := range r.shapes[partition{loc: n.Loc, stack: n.Stack}] {
		if key, ok := sh.KeyAs(n.State, s.of); ok && key != at.key && r.coverAt(n, partition{n.Loc, n.Stack, key}) {
			return true
		}
	}
	return false
}

// coverAt does what cover does, for the nodes of one partition.
func (r *Run) coverAt(n *Node, at partition) bool {
	for m := r.peers(at); m != nil; m = m.peer {
		if m != n && m.Fate != Covered && r.Analysis.Leq(n.State, m.State) {
			n.Fate, n.By = Covered, m
			m.covers = true
			return true
		}
	}
	return false
}

// again lets open nodes wait again. Nodes that were covered become reached nodes, unless another node covers them.
func (r *Run) again(open []*Node) {
	for _, n := range open {
		if n.reached {
			r.wait(n)
		} else if !r.cover(n) {
			r.enter(n)
		}
	}
}

// Target returns a node at which an obligation is violated, nil if none is known. The node remains the target until
// Refine removes it or Pass is called.
func (r *Run) Target() *Node {
	for ; len(r.targets) > 0; r.targets = r.targets[1:] {
		if n := r.targets[0]; n.Counts() && r.Why(n) == "" {
			return n
		}
	}
	return nil
}

// Pass passes the first target: exploration continues with other nodes.
func (r *Run) Pass() { r.targets = r.targets[1:] }

// Retry makes passed nodes targets again.
func (r *Run) Retry(ns ...*Node) { r.targets = append(r.targets, ns...) }

// Refine makes the analysis more precise from a node on (lazy abstraction, Henzinger, Jhala, Majumdar, Sutre, POPL
// 2002): the node and all nodes after it are removed and explored again with the precision pi.
func (r *Run) Refine(from *Node, pi *verify.Precision, why string) {
	r.Precision = pi
	var open []*Node
	if from == from.Stack.entry { // the entry keeps its state
		for _, l := range slices.Clone(from.Out) {
			l.undo()
		}
		from.Fate = Open
		open = []*Node{from}
	} else {
		open = r.ARG.drop(from, why)
	}
	r.clear(open, why)
}

// Clear removes the nodes to which no path with matching returns leads, and lets the nodes that they covered wait.
// Removed errors are not targets any more. It reports whether it removed any node.
func (r *Run) Clear() bool {
	live := r.ARG.live
	r.clear(nil, "no path with matching returns leads here")
	return r.ARG.live != live
}

// clear sweeps the graph. It lets the given nodes and the nodes that the sweep opens again wait.
func (r *Run) clear(open []*Node, why string) {
	// A node that was covered by a removed node has a state of the old precision, so it is removed, too.
	for _, n := range r.ARG.sweep(why) {
		if n.Precision != r.Precision && len(n.Out) == 0 && n != n.Stack.entry {
			open = append(open, r.ARG.drop(n, why)...)
		} else {
			open = append(open, n)
		}
	}
	r.again(slices.DeleteFunc(open, func(n *Node) bool { return n.Fate != Open }))
}

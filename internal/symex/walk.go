package symex

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// walker follows one run: along the tree as long as the tree has the run's path, then by symbolic execution.
type walker struct {
	x     *Explorer
	ctx   context.Context
	trace *Trace
	node  *Node        // the node whose stretch the run is on
	pos   int          // the number of steps of the stretch that the run has taken
	build bool         // the stretch is new, and made by symbolic execution
	at    *ir.Loc      // the location that the run has reached
	calls []*ir.Edge   // the calls that have not returned
	occ   map[int]int  // by site: the number of inputs read so far
	objs  []object     // all objects that the run has made
	edges int          // the number of edges so far
	test  *[]ir.Record // the inputs of the run, filled in by finish
	stop  bool         // the run is not followed further
	line  *placeWalk   // a walk to some places, outside of the tree; nil in the tree

	quiet  *quietEdges           // the edges that the interpreter executes alone; nil if there are none
	synced map[int]*synced       // by instance
	locals map[*ir.Object]object // the current instances of local objects
}

// object is an instance with its address in the run.
type object struct {
	addr uint64
	inst int
}

// newWalker returns a walker at the root of the tree.
func (x *Explorer) newWalker(ctx context.Context) *walker {
	w := &walker{x: x, ctx: ctx, node: x.Root, at: x.Prog.Entry.Entry, occ: map[int]int{}, test: &[]ir.Record{},
		synced: map[int]*synced{}, locals: map[*ir.Object]object{}}
	for i, o := range x.Prog.Objects {
		w.objs = append(w.objs, object{x.bases[i], x.enc.StaticInstance(o)})
	}
	w.trace = &Trace{Nodes: []*Node{x.Root}}
	for _, r := range x.Root.reads {
		w.occ[r.site.ID]++
	}
	if x.Root.Kind == Open && len(x.Root.steps) == 0 {
		w.build = true
		x.Root.test = w.test
	}
	return w
}

// lose stops following the run, for the given reason.
func (w *walker) lose(why string) {
	w.stop = true
	w.trace.Lost = why
	if w.line != nil {
		w.x.interp.Stop()
	}
}

// observe is called by the interpreter after it has executed the edge e. For a call, this is when the call has
// returned.
func (w *walker) observe(e *ir.Edge, env exec.Env) {
	if w.stop {
		return
	}
	if _, ok := e.Stmt.(*ir.Call); ok {
		w.returned(e, env)
		return
	}
	if w.at != e.From {
		w.lose("the run is not where it should be")
		return
	}
	w.step(e, env)
	w.after(e, env)
	if _, ok := e.Stmt.(*ir.Return); ok && len(w.calls) > 0 {
		w.at = w.calls[len(w.calls)-1].To
		w.calls = w.calls[:len(w.calls)-1]
		return
	}
	w.at = e.To
}

// returned follows the end of a call, after its result was assigned.
func (w *walker) returned(e *ir.Edge, env exec.Env) {
	w.result(e, env)
	w.after(e, env)
}

// result follows the assignment of a call's result. If the result is not a term over inputs, its value is bound to the
// run.
func (w *walker) result(e *ir.Edge, env exec.Env) {
	dst := e.Stmt.(*ir.Call).Dst
	if dst == nil {
		return
	}
	n := w.node
	if !w.build && w.pos == len(n.steps) && n.Kind == Open {
		w.build = true
	}
	if !w.build {
		if w.pos == len(n.steps) && n.Kind == Bind && n.bound == e && n.after {
			w.bind(env.Reg(dst), env)
		}
		return
	}
	switch {
	case w.x.plainValue(w.x.enc.Reg(n.state, dst)):
	case w.line != nil:
		w.fix(e, nil, env)
	default:
		n.Kind, n.bound, n.after = Bind, e, true
		w.bind(env.Reg(dst), env)
	}
}

// step follows one edge.
func (w *walker) step(e *ir.Edge, env exec.Env) {
	w.edges++
	n := w.node
	if !w.build {
		if w.pos < len(n.steps) {
			if n.steps[w.pos].edge != e {
				w.lose("the run leaves its path without a branch")
				return
			}
			w.place(n.steps[w.pos], env)
			w.pos++
			return
		}
		switch n.Kind {
		case Branch:
			switch {
			case n.pins:
				w.pinned(e, env)
			case n.region != nil:
				w.cross(e, env)
			default:
				w.take(e, env)
			}
			return
		case Bind:
			if n.bound != e || n.after {
				w.lose("the run leaves its path without a branch")
				return
			}
			w.bind(w.digest(n, e, env), env)
			return
		case Leaf:
			w.lose("the run goes on where another ended")
			return
		}
		w.build = true // the stretch ends in an Open node, and continues here
	}
	if w.edges%1024 == 0 && w.ctx.Err() != nil {
		w.lose("no time")
		return
	}
	if w.edges > w.most() || w.line == nil && len(w.trace.Nodes) > w.x.opt.MaxNodes {
		w.lose("the path is too long to be followed")
		return
	}
	if a, ok := e.Stmt.(*ir.Assume); ok {
		w.assume(e, a, env)
		return
	}
	w.execute(e, env)
}

// further is the factor by which walks to places are followed further than runs of the tree. They need less memory,
// since they keep constraints only.
const further = 20

// most returns the greatest number of edges that are followed.
func (w *walker) most() int {
	if w.line != nil {
		return further * w.x.opt.MaxEdges
	}
	return w.x.opt.MaxEdges
}

// assume follows an assumption. It makes a branch, unless the path determines the condition.
func (w *walker) assume(e *ir.Edge, a *ir.Assume, env exec.Env) {
	n, x := w.node, w.x
	before := x.enc.Approx
	c := w.cond(a.Cond)
	switch {
	case c.IsTrue():
		w.done(step{edge: e})
	case c.IsFalse():
		w.lose("the run takes a branch that its path excludes")
	case len(e.From.Out) == 1 || w.line != nil:
		switch {
		case !x.isPlain(c):
			n.Exact = false
		case w.line != nil:
			w.line.require(n, c)
		default:
			n.conds = append(n.conds, c)
		}
		w.done(step{edge: e})
	default:
		w.branch(e.From)
		if n.region != nil {
			w.cross(e, env)
		} else {
			w.take(e, env)
		}
		return
	}
	if x.enc.Approx != before {
		n.Exact = false
	}
}

// branch ends the stretch in a Branch at a location with several edges.
func (w *walker) branch(l *ir.Loc) {
	n, x := w.node, w.x
	before := x.enc.Approx
	n.Kind, n.Loc = Branch, l
	n.Edges = w.edges
	if x.opt.Merge {
		if r := x.region(l); r != nil {
			n.Arcs = w.exits(r)
		}
		if n.Arcs != nil {
			n.region = x.region(l)
			w.build = false
			w.pos = len(n.steps)
			return
		}
	}
	for _, e := range l.Out {
		arc := Arc{Edge: e}
		if a, ok := e.Stmt.(*ir.Assume); ok {
			c := w.cond(a.Cond)
			if x.isPlain(c) {
				arc.cond = c
				arc.Infeasible = c.IsFalse()
			}
		}
		n.Arcs = append(n.Arcs, arc)
	}
	if x.enc.Approx != before {
		n.Exact = false
	}
	w.build = false
	w.pos = len(n.steps)
}

// take follows the arc of an edge from a Branch.
func (w *walker) take(e *ir.Edge, env exec.Env) {
	n := w.node
	for i := range n.Arcs {
		if a := &n.Arcs[i]; a.Edge == e || n.region != nil && a.Edge.To == e.To {
			if a.Infeasible {
				w.x.Contradictions++
				w.lose("the run takes a branch that its path excludes")
				return
			}
			fresh, s := a.Child == nil, n.state
			if n.region != nil {
				s = a.state
			}
			w.follow(n, a, s)
			if fresh && a.cond != nil && !a.cond.IsTrue() {
				a.Child.conds = append(a.Child.conds, a.cond)
			}
			if a.cond == nil {
				w.node.Exact = false
			}
			if _, ok := e.Stmt.(*ir.Assume); !ok && n.region == nil { // the arc is for an access that was invalid in another run
				w.edges--
				w.step(e, env)
			}
			return
		}
	}
	w.lose("no arc for the edge")
}

// follow continues at the child of an arc. If there is none yet, it makes the child with the state s.
func (w *walker) follow(n *Node, a *Arc, s *vc.State) {
	if a.Child == nil {
		depth := n.Depth
		if n.Kind == Branch {
			depth++
		}
		a.Child = &Node{Parent: n, In: a, state: s, Exact: n.Exact, General: n.General, Depth: depth, Edges: w.edges,
			test: w.test, Loc: a.Edge.To}
		w.x.nodes++
		w.trace.Fresh++
		w.build = true
		for m := n; m != nil && m.full; m = m.Parent {
			m.full = false
		}
	} else {
		w.build = false
	}
	w.node, w.pos = a.Child, 0
	w.trace.Nodes = append(w.trace.Nodes, a.Child)
	if !w.build {
		for _, r := range a.Child.reads {
			w.occ[r.site.ID]++
		}
	}
}

// execute executes an edge symbolically at the end of the stretch.
func (w *walker) execute(e *ir.Edge, env exec.Env) {
	n, x := w.node, w.x
	approx, events, instances := x.enc.Approx, len(x.enc.Events), x.enc.Instances()
	var next *vc.State
	var valid *term.Term
	var probes []probe
	switch st := e.Stmt.(type) {
	case *ir.MemCopy, *ir.MemSet:
		switch next, probes, valid = w.bulk(e, env); {
		case valid.IsTrue():
		case n.In != nil && n.Parent.pins && n.In == &n.Parent.Arcs[0] && len(n.steps) == 0:
			valid = x.c.True() // the condition of the arc implies it
		case next != nil && w.line == nil && x.isPlain(valid) && w.pin(e, valid, env):
			return
		default:
			n.Exact, n.General = false, false // an address or a length is taken from this run
		}
		if next == nil {
			next, valid = x.enc.Follow(n.state, e)
		}
	case *ir.Alloc:
		if size, ok := w.eval(st.Size, env); ok && size <= maxAlloc {
			w.bound(x.enc.Expr(n.state, st.Size), st.Size.Type())
		}
		next, valid = x.enc.Follow(n.state, e)
	case *ir.MemHavoc:
		next, valid = x.enc.Follow(n.state, e)
		n.reads = append(n.reads, read{st.Site, w.occ[st.Site.ID], nil})
		w.occ[st.Site.ID]++
	default: // sound: vc executes all other statements
		next, valid = x.enc.Follow(n.state, e)
	}
	if next == nil || valid.IsFalse() {
		w.lose("the run makes an access that its path excludes")
		return
	}
	if !x.isPlain(valid) {
		if ts, ok := w.settle(valid); ok {
			valid = ts[0]
		}
	}
	if !valid.IsTrue() && !(ir.Guarded(e) && x.includes(n, valid)) {
		plain, asked := x.isPlain(valid), ir.Guarded(e)
		switch {
		case !plain:
			n.Exact = false
		case w.line != nil:
			w.line.require(n, valid)
		default:
			n.conds = append(n.conds, valid)
		}
		switch { // an access after its own check is valid
		case plain && !asked:
			n.access = append(n.access, valid)
		case !asked:
			n.General = false
		}
	}
	if x.enc.Approx != approx {
		n.Exact = false
	}
	for _, ev := range x.enc.Events[events:] {
		x.enter(n, ev, w.occ)
	}
	st := step{edge: e}
	if x.enc.Instances() > instances {
		st.made = instances
	}
	dst := ir.Def(e.Stmt)
	if _, call := e.Stmt.(*ir.Call); call {
		dst = nil // the result is bound when the call returns
	}
	unknown := dst != nil && !x.plainValue(x.enc.Reg(next, dst))
	if unknown {
		if v, ok := w.settled(x.enc.Reg(next, dst)); ok {
			next, unknown = x.enc.WithReg(next, dst, v), false
		}
	}
	if !unknown && probes == nil {
		w.done(st)
		n.state = next
		w.place(st, env)
		return
	}
	n.state = next
	if w.line != nil {
		w.place(st, env)
		w.fix(e, probes, env)
		return
	}
	n.Kind, n.bound, n.after, n.probes = Bind, e, false, probes
	n.Edges = w.edges
	w.place(st, env)
	w.bind(w.digest(n, e, env), env)
}

// recent is the number of conditions among which includes looks for the check before an access. The check is one of the
// last.
const recent = 100

// includes reports whether the last conditions of a stretch contain all conjuncts of t.
func (x *Explorer) includes(n *Node, t *term.Term) bool {
	var have []*term.Term
	for _, c := range n.conds[max(0, len(n.conds)-recent):] {
		if c == t {
			return true
		}
		have = append(have, vc.Conjuncts(x.c, c)...)
	}
	return !slices.ContainsFunc(vc.Conjuncts(x.c, t), func(p *term.Term) bool { return !slices.Contains(have, p) })
}

// maxAlloc bounds an allocation of unknown size, unless this run made a larger one. Without a bound, solvers tend to
// choose sizes that no machine can allocate.
const maxAlloc = 1 << 12

// bound adds the constraint that the size of an allocation is at most maxAlloc, unless the path implies it.
func (w *walker) bound(size *vc.Value, t ir.Type) {
	c := w.x.c
	if size.T == nil || size.T.IsConst() || !w.x.isPlain(size.T) {
		return
	}
	small := c.BVUle(size.T, c.BV(maxAlloc&(1<<t.Bits-1), int(t.Bits)))
	if cs, _ := w.x.slices.Slice(w.node.Constraints(), []*term.Term{c.Not(small)}); small.IsTrue() || w.decides(cs) {
		return
	}
	w.node.Exact, w.node.General = false, false
	w.node.conds = append(w.node.conds, small)
}

// decides reports whether the solver proves within a small budget that the conditions are unsatisfiable.
func (w *walker) decides(cs []*term.Term) bool {
	_, ans := w.x.ask(w.ctx, cs, smt.Budget{Work: soon})
	return ans.Result == smt.Unsat
}

// soon is the work that a query during a walk may take.
const soon = 300_000

// place records the address of the instance that a step made.
func (w *walker) place(s step, env exec.Env) {
	if s.made == 0 {
		return
	}
	var addr uint64
	if o := ir.Lives(s.edge.Stmt); o != nil {
		addr = env.Addr(o)
	} else if v := ir.Def(s.edge.Stmt); v != nil {
		addr = env.Reg(v)
	}
	if addr != 0 {
		w.objs = append(w.objs, object{addr, s.made})
		if o := ir.Lives(s.edge.Stmt); o != nil {
			w.locals[o] = object{addr, s.made}
		}
	}
}

// find returns the instance in which an address lies, and the offset in it. If several instances had the address, it
// takes the youngest.
func (w *walker) find(addr uint64) (inst int, off int64, ok bool) {
	best := -1
	for i := len(w.objs) - 1; i >= 0; i-- {
		if o := w.objs[i]; o.addr <= addr && (best < 0 || o.addr > w.objs[best].addr) {
			best = i
		}
	}
	if best < 0 || addr-w.objs[best].addr > 1<<30 {
		return 0, 0, false
	}
	return w.objs[best].inst, int64(addr - w.objs[best].addr), true
}

// address returns the address of a byte of an instance in this run.
func (w *walker) address(inst int, off int64) (uint64, bool) {
	for i := len(w.objs) - 1; i >= 0; i-- {
		if w.objs[i].inst == inst {
			return w.objs[i].addr + uint64(off), true
		}
	}
	return 0, false
}

// value returns concrete bits as a symbolic value of type t.
func (w *walker) value(t ir.Type, bits uint64) *vc.Value {
	if t.Kind == ir.Ptr && bits != 0 {
		if inst, off, ok := w.find(bits); ok {
			return w.x.enc.PointerTo(inst, off)
		}
	}
	return w.x.enc.Literal(t, bits)
}

// digest returns the value of a Bind node in this run: the value that edge e assigns, or a hash of the contents of the
// probes.
func (w *walker) digest(n *Node, e *ir.Edge, env exec.Env) uint64 {
	if n.probes == nil {
		return env.Reg(ir.Def(e.Stmt))
	}
	h := uint64(14695981039346656037)
	for _, p := range n.probes {
		h = (h ^ w.peek(p, env)) * 1099511628211
	}
	return h
}

// peek returns the contents of a probe in the run.
func (w *walker) peek(p probe, env exec.Env) uint64 {
	addr, ok := w.address(p.inst, p.cell.Off)
	if !ok {
		return 0
	}
	bits, _ := env.Mem(addr, p.cell.Type.Size())
	return bits
}

// bind follows the arc of a Bind node for the value of this run, and makes the arc if there is none.
func (w *walker) bind(val uint64, env exec.Env) {
	n := w.node
	for i := range n.Arcs {
		if a := &n.Arcs[i]; a.Value == val {
			w.follow(n, a, nil)
			return
		}
	}
	// Append may move the arcs, to which their children point.
	n.Arcs = append(n.Arcs, Arc{Edge: n.bound, Value: val})
	for i := range n.Arcs {
		if c := n.Arcs[i].Child; c != nil {
			c.In = &n.Arcs[i]
		}
	}
	w.follow(n, &n.Arcs[len(n.Arcs)-1], w.fixed(n.state, n.bound, n.probes, env))
	w.node.Exact, w.node.General = false, false
}

// fixed returns a state with the effect of an edge taken from this run: the contents of the probes, or the value of the
// assigned register.
func (w *walker) fixed(s *vc.State, e *ir.Edge, probes []probe, env exec.Env) *vc.State {
	if probes != nil {
		for _, p := range probes {
			s = w.x.enc.WriteCell(s, p.inst, p.cell, w.value(p.cell.Type, w.peek(p, env)))
		}
		return s
	}
	dst := ir.Def(e.Stmt)
	if c, ok := e.Stmt.(*ir.Call); ok {
		dst = c.Dst
	}
	return w.x.enc.WithReg(s, dst, w.value(dst.Type, env.Reg(dst)))
}

// fix takes the effect of an edge from this run, for the rest of a walk outside of the tree.
func (w *walker) fix(e *ir.Edge, probes []probe, env exec.Env) {
	n := w.node
	n.state = w.fixed(n.state, e, probes, env)
	n.Exact, n.General = false, false
}

// done adds an edge to the stretch.
func (w *walker) done(s step) {
	if w.line == nil {
		w.node.steps = append(w.node.steps, s)
	}
}

// finish ends the walk with the outcome of the run.
func (w *walker) finish(run *exec.Run) {
	w.trace.Run = run
	*w.test = append([]ir.Record(nil), run.Reads...)
	if w.stop {
		return
	}
	if w.node.region != nil {
		w.trace.Lost = "the run ends within a region"
		return
	}
	out := run.Outcome
	if w.quiet != nil && out.Edge != nil && w.quiet.quiet[out.Edge.From.Func.ID][out.Edge.ID] {
		if out.Kind == exec.Blocked {
			w.at = out.Edge.From
		} else {
			w.at = out.Edge.To
		}
	} else if out.Kind == exec.Blocked && out.Edge != nil {
		if _, ok := out.Edge.Stmt.(*ir.Assume); ok && w.quiet != nil && w.at.Func == out.Edge.From.Func {
			w.at = out.Edge.From
			for _, o := range w.at.Out {
				if w.build || w.pos == len(w.node.steps) && w.node.Kind == Open {
					w.enterUses(o, w.x.interp)
				}
			}
		}
		if w.build && w.at == out.Edge.From && len(w.at.Out) > 0 {
			if _, ok := out.Edge.Stmt.(*ir.Assume); ok {
				w.branch(w.at)
			}
		}
		return
	}
	if out.Kind == exec.Undefined && out.Edge != nil {
		if w.build && w.at == out.Edge.From && w.access(out.Edge) {
			return
		}
	}
	if !w.build {
		return
	}
	n := w.node
	n.Edges = w.edges
	switch out.Kind {
	case exec.Finished, exec.Violated, exec.Blocked, exec.Undefined, exec.OutOfStack, exec.OutOfMemory, exec.Unsupported:
		n.Kind, n.End, n.Loc = Leaf, out.Kind, w.at
	default:
		n.Kind, n.Loc = Open, w.at
	}
}

// access ends the stretch at an invalid access, with an arc for runs in which the access is valid. It returns false if
// the condition for this is not known in terms of inputs.
func (w *walker) access(e *ir.Edge) bool {
	switch e.Stmt.(type) {
	case *ir.LoadStmt, *ir.Store:
	default: // sound: other statements get no such arc
		return false
	}
	n, x := w.node, w.x
	next, valid := x.enc.Follow(n.state, e)
	if next == nil || valid.IsTrue() || valid.IsFalse() || !x.isPlain(valid) {
		return false
	}
	n.Kind, n.Loc, n.Edges, n.Exact, n.General = Branch, w.at, w.edges, false, false
	n.Arcs = []Arc{{Edge: e, cond: valid}}
	w.build = false
	return true
}

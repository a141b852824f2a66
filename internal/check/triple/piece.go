package triple

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/check/bounds"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// frame is a call that is expanded, with the calls around it. There is only one *frame for each stack, so that ==
// compares stacks.
type frame struct {
	parent *frame
	call   *ir.Edge
	depth  int // the number of calls in the stack
}

// level returns the number of calls in the stack; a nil frame has none.
func (f *frame) level() int {
	if f == nil {
		return 0
	}
	return f.depth
}

// push returns the stack f with one more call.
func (c *checker) push(f *frame, call *ir.Edge) *frame {
	k := frame{f, call, f.level() + 1}
	g := c.cache.frames[k]
	if g == nil {
		g = &k
		c.cache.frames[k] = g
	}
	return g
}

// key identifies a node of a piece: a location with its context.
type key struct {
	loc   *ir.Loc
	ctx   *frame
	visit int          // KInductive: the number of visits of the cut so far
	count string       // Unwinding: the counts of visits (nests.go)
	path  int          // Unwinding by paths: the number of the branch; Annotated: the number of the node
	track bounds.Track // Unwinding of a range: the position of the path in the bounds
}

// action describes an edge of a piece: its goals, its assumptions, and the node to which it leads.
type action struct {
	entry []ir.Expr // of a call by contract: goals at the callee's entry
	exit  []ir.Expr // of a call by contract: assumptions at the callee's exit
	fail  string    // if not "", it is a goal that no execution passes the edge; the reason for messages
	known []ir.Expr // assumptions after the edge, for the goals in prove as well
	prove []ir.Expr // goals after the edge
	given []ir.Expr // assumptions after the edge that do not hold for the goals in prove
	next  *key      // the next node; nil if the piece ends here

	enters int   // Annotated: the node whose formula is in entry
	nodes  []int // Annotated: by index in prove, the node whose formula has this conjunct
}

// ends reports whether the edge has neither goals nor a next node.
func (a action) ends() bool {
	return a.fail == "" && len(a.prove) == 0 && a.next == nil && len(a.entry) == 0
}

// asks reports whether e changes no state that is used later: only its condition matters.
func (a action) asks(e *ir.Edge) bool {
	_, ok := e.Stmt.(*ir.Assume)
	return ok && a.next == nil && len(a.prove) == 0
}

// callMode selects how a piece treats calls.
type callMode uint8

const (
	noCalls    callMode = iota // calls are refused
	byContract                 // calls are encoded by callByContract
	expanded                   // the piece contains the nodes of the callee
)

// piece is an acyclic fragment of the program that one query checks. Its formula is the negation of the one in Barnett
// and Leino, Weakest-precondition of unstructured programs (PASTE 2005): a block leads to a fault if one of its
// branches does.
type piece struct {
	from  key                   // the first node
	init  func(q *query) *state // returns the state at the start
	given []ir.Expr             // assumptions at the start
	calls callMode
	// next returns the action for the edge e from k, which leads to loc in ctx.
	next func(k key, e *ir.Edge, loc *ir.Loc, ctx *frame) (action, error)
	all  func(k key, e *ir.Edge) []action // used instead of next if it is not nil

	nodes map[key]*node               // the nodes that are explored
	order []*node                     // reverse post-order
	most  int                         // a bound on the number of nodes; 0: maxNodes
	met   func(k key, s *state) *node // returns the node to which a path leads in a state; nil: look in nodes
}

// node is a node of a piece: a location with its context.
type node struct {
	key    key
	edges  []*ir.Edge // the edges that have an effect on the query
	does   []action   // by index in edges
	done   bool       // all successors are explored
	useful bool       // a goal can be reached
	in     []arrival  // the paths into the node that are encoded
}

// arrival is a path into a node: the block from which it comes, the state at its end, and the conditions on the path
// since that block.
type arrival struct {
	b    *block
	s    *state
	pass []*term.Term
	solo bool // the block has no other branch
}

// block is a node of the query. It has a truth value: some goal fails on a path from here.
type block struct {
	name *term.Term   // the truth value
	ways []*term.Term // the conditions under which each branch leads to a fault
	to   []*block     // where each branch leads; nil if it leads to a goal
	goal []int        // for branches to goals: the index of the goal
}

// goal is a condition that must hold.
type goal struct {
	lit  *term.Term // the goal can fail only if lit is true: a query without the goal asserts its negation
	what string
	of   Claim    // the conjunct of the evidence that it proves
	from *ir.Edge // the statement that supposes the condition (lemma.go); nil if the goal is not a lemma
}

const (
	maxNodes = 60000 // nodes of a piece
	maxLevel = 2000  // calls in a stack
)

// errCycle is the error of a piece that contains a cycle.
var errCycle = errors.New("a cycle without a cut")

// explore finds the nodes of the piece by a depth-first search, and drops edges from which no goal can be reached. It
// returns an error if the piece has a cycle or too many nodes.
func (p *piece) explore(c *checker) error {
	p.nodes = map[key]*node{}
	var visit func(k key) (*node, error)
	visit = func(k key) (*node, error) {
		if n := p.nodes[k]; n != nil {
			if !n.done {
				return nil, fmt.Errorf("%w at %s", errCycle, k.loc.Where())
			}
			return n, nil
		}
		if len(p.nodes) >= cmp.Or(p.most, maxNodes) || k.ctx.level() > maxLevel {
			return nil, errPaths
		}
		if len(p.nodes)%256 == 0 && c.ctx.Err() != nil {
			return nil, c.ctx.Err()
		}
		n := &node{key: k}
		p.nodes[k] = n
		for _, e := range k.loc.Out {
			loc, ctx := e.To, k.ctx
			call, isCall := e.Stmt.(*ir.Call)
			switch {
			case isCall && p.calls == noCalls:
				return nil, fmt.Errorf("a call at %s", e.Pos)
			case isCall && p.calls == expanded:
				loc, ctx = call.Func.Entry, c.push(k.ctx, e)
			case loc.Kind == ir.Exit && ctx != nil:
				loc, ctx = ctx.call.To, ctx.parent
			}
			var does []action
			if p.all != nil {
				does = p.all(k, e)
			} else {
				act, err := p.next(k, e, loc, ctx)
				if err != nil {
					return nil, err
				}
				does = []action{act}
			}
			for _, act := range does {
				if act.next != nil {
					m, err := visit(*act.next)
					if err != nil {
						return nil, err
					}
					if !m.useful {
						act.next = nil
					}
				}
				if act.ends() {
					continue
				}
				n.useful = true
				n.edges = append(n.edges, e)
				n.does = append(n.does, act)
			}
		}
		n.done = true
		p.order = append(p.order, n)
		return n, nil
	}
	_, err := visit(p.from)
	slices.Reverse(p.order)
	return err
}

// build encodes the piece in the query.
func (p *piece) build(q *query) error {
	if p.nodes == nil {
		if err := p.explore(q.c); err != nil {
			return err
		}
	}
	a := q.begin(p.init(q), p.given)
	p.nodes[p.from].in = []arrival{a}
	for i, n := range p.order {
		if i%64 == 0 && q.c.ctx.Err() != nil {
			return q.c.ctx.Err()
		}
		if q.tooLarge(i) {
			return errTerms
		}
		if len(n.in) > 0 {
			p.node(q, n)
		}
		n.in = nil
	}
	return q.broken
}

// begin returns the arrival in the first block. The query asserts that a fault is reachable from this block.
func (q *query) begin(s *state, given []ir.Expr) arrival {
	first := q.vc.block()
	q.facts = append(q.facts, first.name)
	a := arrival{b: first, s: s, solo: true}
	for _, g := range given {
		q.solve(s, g)
	}
	for _, g := range given {
		a.pass = append(a.pass, q.cond(s, g))
	}
	for _, r := range q.c.cfg.Regions {
		a.pass = append(a.pass, q.region(r))
	}
	return a
}

// block adds a block to the query.
func (vc *conditions) block() *block {
	b := &block{name: vc.tc.Fresh(vc.enc.String()+".b", term.BoolSort)}
	vc.blocks = append(vc.blocks, b)
	return b
}

// way adds a branch to another block or, if the block is nil, to the goal that was made last. parts are the conditions
// of the branch.
func (b *block) way(q *query, to *block, parts ...*term.Term) {
	if t := q.tc.And(parts...); !t.IsFalse() {
		b.ways = append(b.ways, t)
		b.to = append(b.to, to)
		b.goal = append(b.goal, len(q.vc.goals)-1)
	}
}

// node encodes all edges of a node whose incoming paths are complete. The node begins a new block, unless a single path
// leads to it and the block of this path has no other branch.
func (p *piece) node(q *query, n *node) {
	a := n.in[0]
	if len(n.in) > 1 || !a.solo {
		b := q.vc.block()
		s := a.s
		if len(n.in) > 1 {
			s = q.join(n.key.loc, n.in)
		}
		for _, x := range n.in {
			x.b.way(q, b, append(append(x.pass, q.links(x.s, s, len(n.in) > 1)...), b.name)...)
		}
		a = arrival{b: b, s: s}
	}
	for i, e := range n.edges {
		x := arrival{b: a.b, s: a.s, pass: slices.Clip(a.pass), solo: len(n.edges) == 1}
		if i < len(n.edges)-1 && !n.does[i].asks(e) {
			x.s = a.s.clone()
		}
		p.edge(q, n, e, n.does[i], x)
	}
}

// edge encodes an edge of node n after the arrival x: its statement, the goals and assumptions of its action, and an
// arrival at the next node.
func (p *piece) edge(q *query, n *node, e *ir.Edge, act action, x arrival) {
	var cond *term.Term
	at := "the step at " + e.Pos.String()
	q.now.at, q.now.under = e, &x
	switch call, ok := e.Stmt.(*ir.Call); {
	case ok && p.calls == byContract:
		entry, exit := q.callByContract(x.s, call)
		for _, g := range act.entry {
			q.vc.of = Claim{call.Func.Entry, g, act.enters}
			q.prove(x, entry, g, fmt.Sprintf("the entry of %s at %s", call.Func.Name, e.Pos))
		}
		cond = q.tc.True()
		for _, g := range act.exit {
			cond = q.tc.And(cond, q.cond(exit, g))
		}
	case ok:
		q.enter(x.s, call.Func, call.Args, x.s.depth+1)
		cond = q.tc.True()
	default:
		q.now.last = act.asks(e)
		cond = q.step(x.s, e)
		q.now.last = false
		if ret, ok := e.Stmt.(*ir.Return); ok {
			p.leave(q, x.s, n.key.ctx, e.From.Func, ret)
		}
	}
	q.now.at, q.now.under = nil, nil
	q.now.supposed(&x, e, at)
	if cond.IsFalse() {
		return
	}
	if !cond.IsTrue() {
		x.pass = append(x.pass, cond)
	}
	assume := func(es []ir.Expr) {
		for _, g := range es {
			if t := q.cond(x.s, g); !t.IsTrue() {
				x.pass = append(x.pass, t)
			}
		}
	}
	assume(act.known)
	if act.fail != "" {
		q.vc.of = Claim{}
		lit := q.vc.goal(act.fail + " by " + at)
		x.b.way(q, nil, append(x.pass, lit)...)
	}
	for i, g := range act.prove {
		q.vc.of = Claim{Loc: e.To, Expr: g}
		if act.nodes != nil {
			q.vc.of.Node = act.nodes[i]
		}
		q.prove(x, x.s, g, at)
	}
	assume(act.given)
	if act.next != nil {
		m := p.nodes[*act.next]
		if p.met != nil {
			m = p.met(*act.next, x.s)
		}
		m.in = append(m.in, x)
	}
}

// leave encodes a return from f. If the call was expanded, the state becomes the caller's; otherwise the result gets
// its name in the evidence.
func (p *piece) leave(q *query, s *state, ctx *frame, f *ir.Func, ret *ir.Return) {
	var v value
	if ret.Val != nil {
		v = q.expr(s, ret.Val)
	}
	q.owners.returnedOwners(s, f)
	if ctx == nil {
		if r := q.c.named.results[f]; r != nil {
			s.at[s.register(r)] = v
		}
		return
	}
	q.heap.die(s, s.depth)
	for k := range s.at {
		if k.in == nil && k.depth == s.depth && (k.v == nil || !k.v.Global) && (k.o == nil || k.o.Func != nil) {
			delete(s.at, k)
		}
	}
	s.depth--
	if call := ctx.call.Stmt.(*ir.Call); call.Dst != nil {
		s.at[s.register(call.Dst)] = v
	}
}

// goal adds a goal and returns its literal.
func (vc *conditions) goal(what string) *term.Term {
	lit := vc.tc.Fresh(vc.enc.String()+".f", term.BoolSort)
	vc.goals = append(vc.goals, goal{lit: lit, what: what, of: vc.of})
	return lit
}

// prove adds a goal for each conjunct of a formula e, after the arrival x in state s.
func (q *query) prove(x arrival, s *state, e ir.Expr, what string) {
	if b, ok := e.(*ir.Binary); ok && b.Op == ir.LAnd {
		q.prove(x, s, b.X, what)
		q.prove(x, s, b.Y, what)
		return
	}
	t := q.cond(s, e)
	if t.IsTrue() {
		return
	}
	text := ir.ExprString(e)
	if len(text) > 80 {
		text = text[:80] + "..."
	}
	lit := q.vc.goal(text + " after " + what)
	x.b.way(q, nil, append(slices.Clip(x.pass), lit, q.tc.Not(t))...)
}

// join returns the state where paths meet at loc: slots that differ get a new constant, and slots that are not read
// later become arbitrary.
func (q *query) join(loc *ir.Loc, in []arrival) *state {
	s := newState(in[0].s.depth)
	seen := map[slot]bool{}
	var keys []slot
	for _, x := range in {
		for k := range x.s.at {
			if !seen[k] {
				seen[k] = true
				keys = append(keys, k)
			}
		}
	}
	slices.SortFunc(keys, compareSlots)
	for _, k := range keys {
		same := true
		first := q.valueAt(in[0].s, k)
		for _, x := range in {
			same = same && sameValue(q.valueAt(x.s, k), first)
		}
		switch {
		case !same && q.c.unread(loc, s.depth, k):
			s.forget(k)
		case same:
			s.at[k] = first
		default:
			s.at[k] = q.phi(k, in)
		}
	}
	return s
}

// valueAt is like read, but makes no constant for an arbitrary value.
func (q *query) valueAt(s *state, k slot) value {
	if k.in != nil {
		return q.heap.readCell(s, k)
	}
	if v, ok := s.at[k]; ok {
		return v
	}
	return q.atStart(k)
}

// phi returns a new constant for a slot whose values on the incoming paths differ.
func (q *query) phi(k slot, in []arrival) value {
	for _, x := range in {
		q.read(x.s, k) // an arbitrary value gets its constant
	}
	v := q.valueAt(in[0].s, k)
	var all []value
	for _, x := range in {
		all = append(all, q.valueAt(x.s, k))
	}
	r := value{t: q.tc.Fresh(q.enc.String()+"."+k.name(), v.t.Sort()), at: q.heap.joinTargets(all),
		own: q.owners.joinOwners(all)}
	if v.lo == nil {
		return r
	}
	r.lo, r.hi = v.lo, v.hi
	for _, x := range in[1:] {
		w := q.valueAt(x.s, k)
		if w.lo.Cmp(r.lo) < 0 {
			r.lo = w.lo
		}
		if w.hi.Cmp(r.hi) > 0 {
			r.hi = w.hi
		}
	}
	q.facts = append(q.facts, q.tc.ILe(q.tc.IntBig(r.lo), r.t), q.tc.ILe(r.t, q.tc.IntBig(r.hi)))
	return r
}

// links returns the equations between the new constants in a joined state and the values on one of the paths; none
// unless joined is set.
func (q *query) links(from, to *state, joined bool) (out []*term.Term) {
	if !joined {
		return nil
	}
	var keys []slot
	for k, v := range to.at {
		if v.t != nil && !sameValue(q.valueAt(from, k), v) {
			keys = append(keys, k)
		}
	}
	slices.SortFunc(keys, compareSlots)
	for _, k := range keys {
		v := q.valueAt(from, k)
		out = append(out, q.tc.Eq(to.at[k].t, v.t))
		out = append(out, q.heap.linkTargets(to.at[k], v)...)
		out = append(out, q.owners.linkOwners(to.at[k], v)...)
	}
	return out
}

// name returns a name for the constants of a slot.
func (k slot) name() string {
	switch {
	case k.v != nil:
		return cleanName(k.v.Name)
	case k.in != nil:
		return "cell"
	}
	return cleanName(k.o.Name)
}

// compareSlots is an order of slots.
func compareSlots(a, b slot) int {
	kind := func(k slot) int {
		switch {
		case k.v != nil:
			return 0
		case k.o != nil:
			return 1
		}
		return 2
	}
	id := func(k slot) int {
		switch {
		case k.v != nil:
			return k.v.ID
		case k.o != nil:
			return k.o.ID
		}
		return k.in.id
	}
	return cmp.Or(cmp.Compare(kind(a), kind(b)), cmp.Compare(a.depth, b.depth), cmp.Compare(id(a), id(b)),
		cmp.Compare(a.n, b.n), cmp.Compare(a.t.Bits, b.t.Bits), cmp.Compare(a.t.Kind, b.t.Kind),
		cmp.Compare(a.name(), b.name()))
}

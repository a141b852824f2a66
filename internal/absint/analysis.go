package absint

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Config says how to analyse. The zero value is a plain analysis: one state a
// location.
type Config struct {
	Delay   int     // growths of a state at a loop head before widening; 0: 3
	Descend int     // decreasing passes; 0: 2, negative: none
	Parts   int     // states kept apart at a location; 0 or 1: one
	Control Control // what keeps states apart
	First   int     // so do the first rounds of a loop, this many (trace.go), at most 255
	Work    uint64  // edges evaluated before giving up; 0: no limit
	// Symbols stand for entry inputs throughout, and Start, which is over their variables,
	// says which inputs are analysed; nil: all.
	Symbols []Symbol
	Start   ir.Expr
	// Backward asks for necessary preconditions too, where errors are left.
	Backward bool
	// Summaries relates the exits of functions to their entries (ghosts.go). There is no
	// Backward with it.
	Summaries bool
	// Scoped leaves out of the states of a function what is said of objects of others, its callers'
	// above all: evidence that relates values must not name them. Summaries implies it.
	Scoped bool
}

// Control chooses the registers whose values keep the states of a location
// apart (value partitioning, bounded).
type Control uint8

// Choices.
const (
	None  Control = iota
	Flags         // registers that only get constants and copies of such registers
	All           // all registers and memory cells with a known value: like explicit states
	Tests         // these, and the truth of comparisons with constants
)

// Stop says why an analysis did not end.
type Stop string

// Reasons; Done is the good end.
const (
	Done      Stop = ""
	Cancelled Stop = "out of time"
	WorkSpent Stop = "out of work"
)

// analysis is one run of the fixpoint engine over all functions. States are
// kept at cuts: locations where several edges meet, entries and exits, and
// sources of calls; what lies between is computed by walking.
type analysis[E any] struct {
	dom        domain.Domain[E]
	cfg        Config
	bind       *binding
	exprs      map[ir.Expr]*domain.Expr // translations; nil: depends on the state
	tainted    []bool                   // by dimension below cell0
	effects    map[*ir.Func]*effects
	thresholds domain.Thresholds
	deaths     [][][]domain.Dim // by Func.ID, Edge.ID
	wto        []*graph.WTO     // by Func.ID
	cuts       [][]*node[E]     // by Func.ID, Loc.ID; nil: no cut, or not reachable
	order      []*node[E]       // all cuts by position
	callers    [][]*node[E]     // by Func.ID: cuts where it is called
	queue      queue[E]
	control    []bool              // by dimension below cell0, for Flags
	dropped    map[domain.Dim]bool // control dimensions given up
	residues   []*domain.Expr      // remainders and comparisons that keep states apart, too
	restart    bool
	stating    bool // states are kept to what can be written down
	limited    bool // some states were united, or a control dimension given up
	ctx        context.Context
	work       uint64
	stop       Stop
	arrive     func(to *node[E], from *node[E], s state[E]) // what a walk does at a cut
	onError    func(l *ir.Loc)                              // what it does at an error location; may be nil
	onEdge     func(state[E], *ir.Func, *ir.Edge)           // called before an edge is evaluated; may be nil
	escape     *escape
}

// node is a cut with its states.
type node[E any] struct {
	f      *ir.Func
	loc    *ir.Loc
	pos    int
	head   bool // a place to widen
	loops  int  // of a head of a loop: the loops around it, and itself
	delay  int  // growths of a part before that
	parts  []*part[E]
	byKey  map[uint64]*part[E]
	one    bool // all states are united here: there were too many
	queued bool
	// Descending passes:
	next, back, backNext arrivals[E]
}

// part is one of the states of a cut.
type part[E any] struct {
	key     uint64
	s       state[E]
	growths int
	pending bool
	// Backward passes:
	back        state[E]
	backGrowths int
	backAll     bool // back is s: nothing is left out
}

func newAnalysis[E any](ctx context.Context, p *ir.Program, d domain.Domain[E], cfg Config) *analysis[E] {
	if cfg.Delay == 0 {
		cfg.Delay = 3
	}
	if cfg.Descend == 0 {
		cfg.Descend = 2
	}
	a := &analysis[E]{dom: d, cfg: cfg, ctx: ctx, bind: newBinding(p, cfg.Symbols), exprs: map[ir.Expr]*domain.Expr{}, dropped: map[domain.Dim]bool{}}
	a.findEffects()
	if cfg.Summaries {
		a.cfg.Scoped = true
		a.addGhosts()
	}
	a.findTainted()
	a.findEscapes()
	a.thresholds = constants(p)
	a.deaths = make([][][]domain.Dim, len(p.Funcs))
	a.cuts = make([][]*node[E], len(p.Funcs))
	a.wto = make([]*graph.WTO, len(p.Funcs))
	pos := 0
	for _, f := range a.bind.calls.BottomUp() {
		a.deaths[f.ID] = a.bind.deaths(f)
		pos = a.makeCuts(f, pos)
	}
	a.callers = make([][]*node[E], len(p.Funcs))
	for _, f := range p.Funcs {
		for _, e := range a.bind.calls.Sites(f) {
			from := e.From.Func
			if n := a.cuts[from.ID][e.From.ID]; n != nil {
				a.callers[f.ID] = append(a.callers[f.ID], n)
			}
		}
	}
	a.control = a.findFlags()
	a.findResidues()
	return a
}

// makeCuts numbers the cuts of f in weak topological order.
func (a *analysis[E]) makeCuts(f *ir.Func, pos int) int {
	wto := graph.WeakOrder(f.Graph(), f.Entry.ID)
	a.wto[f.ID] = wto
	a.cuts[f.ID] = make([]*node[E], len(f.Locs))
	recursive := a.bind.calls.Recursive(f)
	for _, id := range wto.Nodes() {
		l := f.Locs[id]
		cut := len(l.In) > 1 || l == f.Entry || l == f.Exit || wto.IsHead(id)
		for _, e := range l.Out {
			if _, ok := e.Stmt.(*ir.Call); ok {
				cut = true
			}
		}
		if !cut || l.Kind == ir.Error {
			continue
		}
		head := wto.IsHead(id) || recursive && (l == f.Entry || l == f.Exit)
		n := &node[E]{f: f, loc: l, pos: pos, head: head, delay: a.cfg.Delay, byKey: map[uint64]*part[E]{}}
		if wto.IsHead(id) {
			n.loops = len(wto.Heads(id))
		}
		if sites := len(a.bind.calls.Sites(f)); l == f.Entry && sites > 1 {
			// States flow from one call through f's exit to the next.
			n.head = true
			n.delay += sites
		}
		pos++
		a.cuts[f.ID][id] = n
		a.order = append(a.order, n)
	}
	return pos
}

// ascend computes a post-fixpoint. It reports whether it ended.
func (a *analysis[E]) ascend() bool {
	a.arrive = func(to, _ *node[E], s state[E]) { a.grow(to, s) }
	for a.queue.Len() > 0 && a.stop == Done && !a.restart {
		n := a.queue.pop()
		n.queued = false
		for i := 0; i < len(n.parts) && a.stop == Done && !a.restart; i++ {
			if p := n.parts[i]; p.pending {
				p.pending = false
				a.walk(n, p.s)
			}
		}
	}
	return a.stop == Done && !a.restart
}

// run analyses the whole program.
func (a *analysis[E]) run() Stop {
	for {
		a.restart, a.stating = false, false
		for _, n := range a.order {
			n.parts, n.byKey, n.one, n.queued = nil, map[uint64]*part[E]{}, false, false
		}
		a.queue = nil
		a.begin()
		if a.ascend() {
			break
		}
		if a.stop != Done {
			return a.stop
		}
	}
	for i := 0; i < a.cfg.Descend && a.stop == Done; i++ {
		if !a.descend(i == 0) {
			break
		}
	}
	// Transfer functions are not quite monotone where states are kept apart:
	// what a decreasing pass left uncovered grows again.
	if a.stop == Done {
		a.settle()
	}
	return a.stop
}

// begin adds the initial states, if there are any.
func (a *analysis[E]) begin() {
	if s := a.initial(); !a.isBottom(s) {
		a.grow(a.entry(), s)
	}
}

func (a *analysis[E]) entry() *node[E] {
	f := a.bind.prog.Entry
	return a.cuts[f.ID][f.Entry.ID]
}

// grow adds a state to a cut.
func (a *analysis[E]) grow(n *node[E], s state[E]) {
	key := a.key(n, s)
	p := n.byKey[key]
	if p == nil {
		if a.cfg.Parts > 1 && a.covered(n, s) {
			return
		}
		if len(n.parts) >= max(a.cfg.Parts, 1) {
			a.tooMany(n)
			if !a.restart {
				a.grow(n, s)
			}
			return
		}
		p = &part[E]{key: key, s: s}
		n.parts = append(n.parts, p)
		n.byKey[key] = p
		a.enqueue(n, p)
		return
	}
	if a.leq(s, p.s) {
		return
	}
	j := a.join(p.s, s)
	if a.leq(j, p.s) {
		return
	}
	if p.growths++; n.head && p.growths > n.delay {
		j = a.widen(p.s, j)
	}
	if a.stating {
		j = a.stated(j)
	}
	p.s = j
	a.enqueue(n, p)
}

// covered says that a state of another key lies over s.
func (a *analysis[E]) covered(n *node[E], s state[E]) bool {
	if len(n.parts) > 64 {
		return false // too dear
	}
	for _, p := range n.parts {
		if a.leq(s, p.s) {
			return true
		}
	}
	return false
}

func (a *analysis[E]) enqueue(n *node[E], p *part[E]) {
	p.pending = true
	if !n.queued {
		n.queued = true
		a.queue.push(n)
	}
	if n.loc == n.f.Exit { // callers go on with the new result
		for _, c := range a.callers[n.f.ID] {
			for _, q := range c.parts {
				q.pending = true
			}
			if !c.queued && len(c.parts) > 0 {
				c.queued = true
				a.queue.push(c)
			}
		}
	}
}

// walk follows the edges from a state of a cut to the next cuts.
func (a *analysis[E]) walk(n *node[E], s state[E]) {
	type item struct {
		l *ir.Loc
		s state[E]
	}
	stack := []item{{n.loc, s}}
	for len(stack) > 0 && a.stop == Done && !a.restart {
		it := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, e := range it.l.Out {
			a.tick()
			if a.onEdge != nil {
				a.onEdge(it.s, n.f, e)
			}
			a.follow(n, it.s, e, func(t state[E]) {
				if to := a.cuts[n.f.ID][e.To.ID]; to != nil {
					a.arrive(to, n, a.passing(n, to, t))
					return
				}
				if e.To.Kind == ir.Error && a.onError != nil {
					a.onError(e.To)
				}
				stack = append(stack, item{e.To, t})
			})
		}
	}
}

// follow computes the states after one edge; a call has one for each state of
// the callee's exit.
func (a *analysis[E]) follow(n *node[E], s state[E], e *ir.Edge, to func(state[E])) {
	dead := a.deaths[n.f.ID][e.ID]
	c, ok := e.Stmt.(*ir.Call)
	if !ok {
		if t := a.step(s, n.f, e); !a.isBottom(t) {
			to(a.forget(t, dead...))
		}
		return
	}
	callee := a.cuts[c.Func.ID]
	if in := a.enter(s, n.f, c); !a.isBottom(in) {
		a.arrive(callee[c.Func.Entry.ID], n, in)
	}
	exit := callee[c.Func.Exit.ID]
	if exit == nil {
		return // it never returns
	}
	for _, p := range exit.parts {
		if t := a.resume(s, p.s, n.f, c); !a.isBottom(t) {
			to(a.forget(t, dead...))
		}
	}
}

// tick counts work and looks at the clock.
func (a *analysis[E]) tick() {
	a.work++
	switch {
	case a.cfg.Work > 0 && a.work > a.cfg.Work:
		a.stop = WorkSpent
	case a.ctx.Err() != nil: // an edge may take milliseconds
		a.stop = Cancelled
	}
}

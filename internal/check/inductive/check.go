package inductive

import (
	"context"
	"errors"
	"fmt"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Verdict is the outcome of a check.
type Verdict uint8

// The outcomes. Confirmed: all steps follow. Refuted: a step contradicts the evidence. Undecided: a step does not
// follow as far as this checker can tell, or the time has run out.
const (
	Confirmed Verdict = iota + 1
	Refuted
	Undecided
)

// Check decides whether ev proves that the error locations of the obligations are not reached. If the verdict is not
// Confirmed, the text names the step that fails.
func Check(ctx context.Context, p *ir.Program, points *flow.Memo, obls []*ir.Obligation, ev *verify.Inductive) (Verdict,
	string) {
	c := newChecker(ctx, p, points, ev)
	for _, o := range obls {
		c.asked[o] = true
	}
	err := c.readAll(ev.Invariants)
	if err == nil {
		err = c.run()
	}
	if err != nil {
		var f *failure
		if errors.As(err, &f) && f.apart {
			return Refuted, err.Error()
		}
		return Undecided, verify.Said(err)
	}
	return Confirmed, ""
}

// checker is the state of the check of one proof.
type checker struct {
	*model
	ctx   context.Context
	ev    *verify.Inductive
	asked map[*ir.Obligation]bool          // the obligations of the claim
	inv   map[*ir.Loc]*invariant           // by cut
	cut   map[*ir.Loc]bool                 // see readAll
	atoms map[ir.Expr]parsed               // cache of parsed atoms
	frees map[*ir.Func]map[*ir.Object]bool // claims: the objects that a call may free; no entry: any
	gaps  *Gaps                            // told of each step that does not follow; nil: such a step is an error
	later []fact                           // buffer for follows
	steps int                              // edges followed so far

	relational bool // some invariant has a relation, so that statements about relations matter
}

// model holds the slots, objects and functions that states refer to. Apart from the names of new objects, it does not
// depend on the evidence.
type model struct {
	prog      *ir.Program
	width     uint8                       // of an address, in bits
	slots     []slot                      // by number
	index     map[slot]int                // the number of a slot
	regs      map[*ir.Var]int             // the number of a register's slot
	of        map[*ir.Object][]int        // the numbers of an object's slots
	loads     map[*ir.Edge][]*ir.LoadStmt // by Assume: the result of justLoaded
	objects   map[*ir.Object]bool         // all objects of the program, new ones included
	made      map[*ir.Object]*ir.Edge     // the edge that makes a new object
	makes     map[*ir.Edge]*ir.Object     // the object that an edge makes
	madeList  []*ir.Object                // all objects that edges make
	madeAt    map[*ir.Object]int          // index in madeList
	mortal    map[*ir.Object]bool         // objects that may have no instance, according to an invariant (life.go)
	lasting   map[*ir.Object]bool         // ir.Program.Lasting; nil until it is needed
	recursive map[*ir.Func]bool           // functions that may be active twice
	effects   map[*ir.Func]*effect        // effects of functions, with those of the functions they call
	own       map[*ir.Func]*effect        // effects of functions, without those of the functions they call
	calls     map[*ir.Func][]*ir.Func     // see function calls
	results   map[*ir.Func]*ir.Var        // the pseudo registers of results that have no name in the evidence
	memo      *flow.Memo                  // the points-to sets of the program; nil: computed when needed
	pointees  map[ir.Expr][]*ir.Object    // cache of within
	zeroBytes map[*ir.Object][]int64      // see nuls
	texty     bool                        // the program loads single bytes, so that it may have texts
}

// newChecker returns a checker of ev that has parsed no invariants yet. Each edge that makes an object gets a name for
// it: the name in the evidence or, without one, a new name.
func newChecker(ctx context.Context, p *ir.Program, points *flow.Memo, ev *verify.Inductive) *checker {
	m := &model{prog: p, width: uint8(p.Model), index: map[slot]int{}, regs: map[*ir.Var]int{}, of: map[*ir.Object][]int{},
		objects: map[*ir.Object]bool{}, made: map[*ir.Object]*ir.Edge{}, makes: map[*ir.Edge]*ir.Object{},
		mortal: map[*ir.Object]bool{}, madeAt: map[*ir.Object]int{}, recursive: map[*ir.Func]bool{},
		effects: map[*ir.Func]*effect{}, own: map[*ir.Func]*effect{}, calls: calls(p), results: map[*ir.Func]*ir.Var{},
		loads: map[*ir.Edge][]*ir.LoadStmt{}, zeroBytes: map[*ir.Object][]int64{}, texty: loadsBytes(p),
		memo: points, pointees: map[ir.Expr][]*ir.Object{}}
	c := &checker{model: m, ctx: ctx, ev: ev, asked: map[*ir.Obligation]bool{}, atoms: map[ir.Expr]parsed{},
		inv: map[*ir.Loc]*invariant{}, cut: map[*ir.Loc]bool{}}
	for _, o := range p.Objects {
		c.objects[o] = true
	}
	for _, f := range p.Funcs {
		c.recursive[f] = c.reaches(f, f)
		for _, o := range f.Objects {
			c.objects[o] = true
		}
		for _, e := range f.Edges {
			if _, ok := ir.Makes(e.Stmt); !ok {
				continue
			}
			o := ev.Made[e]
			if o == nil || o.Func != f || c.objects[o] { // it has no name, or its name means another object
				o = &ir.Object{Name: fmt.Sprintf("made.%s.%d", f.Name, e.ID), Func: f}
			}
			c.objects[o] = true
			c.made[o], c.makes[e] = e, o
			c.madeAt[o] = len(c.madeList)
			c.madeList = append(c.madeList, o)
		}
	}
	c.findMortal()
	c.frees = map[*ir.Func]map[*ir.Object]bool{}
	for f, objs := range ev.Frees {
		c.frees[f] = map[*ir.Object]bool{}
		for _, o := range objs {
			c.frees[f][o] = true
		}
	}
	return c
}

// calls returns the functions that each function calls, without duplicates.
func calls(p *ir.Program) map[*ir.Func][]*ir.Func {
	out := map[*ir.Func][]*ir.Func{}
	for _, f := range p.Funcs {
		seen := map[*ir.Func]bool{}
		for _, e := range f.Edges {
			if call, ok := e.Stmt.(*ir.Call); ok && !seen[call.Func] {
				seen[call.Func] = true
				out[f] = append(out[f], call.Func)
			}
		}
	}
	return out
}

// reaches reports whether f can call target, directly or not.
func (m *model) reaches(f, target *ir.Func) bool {
	seen := map[*ir.Func]bool{}
	work := []*ir.Func{f}
	for len(work) > 0 {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		for _, h := range m.calls[g] {
			if h == target {
				return true
			}
			if !seen[h] {
				seen[h] = true
				work = append(work, h)
			}
		}
	}
	return false
}

// failure is a step that does not follow.
type failure struct {
	from  *ir.Loc  // the cut at which the walk began
	edge  *ir.Edge // the last edge of the walk; nil: the initial state
	to    *ir.Loc
	what  string // the fact that does not follow
	apart bool   // the state and the invariant exclude each other
}

func (f *failure) Error() string {
	at := "the initial state"
	if f.edge != nil {
		at = fmt.Sprintf("the step at %s, on a path from %s,", f.edge.Pos, f.from.Where())
	}
	return fmt.Sprintf("%s does not lead into the invariant at %s: %s", at, f.to.Where(), f.what)
}

// readAll parses the invariants and finds the cuts: the locations with invariants, entries, exits, and locations with
// several predecessors other than error locations. Cuts that have no invariant get the invariant true.
func (c *checker) readAll(invs []verify.Invariant) error {
	listed := map[*ir.Loc]ir.Expr{}
	for _, i := range invs {
		if i.Loc == nil || i.Expr == nil || i.Expr.Type() != ir.B {
			return errors.New("an invariant without location or formula")
		}
		if old := listed[i.Loc]; old != nil {
			listed[i.Loc] = &ir.Binary{Op: ir.LAnd, X: old, Y: i.Expr}
		} else {
			listed[i.Loc] = i.Expr
		}
	}
	for _, f := range c.prog.Funcs {
		for _, l := range f.Locs {
			e := listed[l]
			if e == nil {
				if l.Kind != ir.Error && (len(l.In) > 1 || l == f.Entry || l == f.Exit) {
					c.cut[l] = true
					c.inv[l] = index(c, []*state{{}})
				}
				continue
			}
			var err error
			if c.inv[l], err = c.parse(l, e); err != nil {
				return fmt.Errorf("the invariant at %s: %w", l.Where(), err)
			}
			c.cut[l] = true
			if c.ctx.Err() != nil {
				return c.ctx.Err()
			}
		}
	}
	// A walk would not end in a cycle without a cut.
	for _, f := range c.prog.Funcs {
		if l := c.uncutLoop(f); l != nil {
			c.cut[l] = true
			c.inv[l] = index(c, []*state{{}})
		}
	}
	return nil
}

// uncutLoop returns a location on a cycle without cuts, or nil if there is none. Only cycles that no path from the
// entry reaches can be without cuts, as any other cycle has a location with two incoming edges.
func (c *checker) uncutLoop(f *ir.Func) *ir.Loc {
	color := make([]uint8, len(f.Locs))
	var found *ir.Loc
	var visit func(l *ir.Loc)
	visit = func(l *ir.Loc) {
		color[l.ID] = 1
		for _, e := range l.Out {
			switch {
			case c.cut[e.To]:
			case color[e.To.ID] == 1:
				found = e.To
			case color[e.To.ID] == 0:
				visit(e.To)
			}
		}
		color[l.ID] = 2
	}
	for _, l := range f.Locs {
		if color[l.ID] == 0 && found == nil {
			visit(l)
		}
	}
	return found
}

// run checks the walks from the initial state and from all cuts.
func (c *checker) run() error {
	if err := c.start(); err != nil {
		return err
	}
	for _, l := range c.cuts() {
		if err := c.from(l); err != nil {
			return err
		}
	}
	return nil
}

// start checks the initial state, and the claims about what calls free.
func (c *checker) start() error {
	if err := c.checkFrees(); err != nil {
		return err
	}
	return c.lead(nil, nil, c.prog.Entry.Entry, c.initial())
}

// cuts returns the cuts to which the automaton has paths.
func (c *checker) cuts() (out []*ir.Loc) {
	for _, f := range c.prog.Funcs {
		reach := reachable(f)
		for _, l := range f.Locs {
			if c.cut[l] && reach[l.ID] {
				out = append(out, l)
			}
		}
	}
	return out
}

// from checks the walks from all states of a cut.
func (c *checker) from(l *ir.Loc) error {
	for _, s := range c.inv[l].states {
		switch {
		case l.Kind != ir.Error || !c.asked[l.Obligation]:
		case c.gaps != nil:
			c.gaps.Error(l.Obligation)
		default:
			return &failure{from: l, to: l, what: fmt.Sprintf("the error location at %s is not excluded", l.Obligation.Pos)}
		}
		s = s.clone()
		if c.relate(s); s.empty {
			continue
		}
		if err := c.walk(l, s); err != nil {
			return err
		}
	}
	return nil
}

// reachable returns, by the ID of the location, whether the automaton of f has a path from the entry to it.
func reachable(f *ir.Func) []bool {
	seen := make([]bool, len(f.Locs))
	seen[f.Entry.ID] = true
	work := []*ir.Loc{f.Entry}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range l.Out {
			if !seen[e.To.ID] {
				seen[e.To.ID] = true
				work = append(work, e.To)
			}
		}
	}
	return seen
}

// walk follows all paths from a cut, in state s, to the next cuts. It returns an error if the invariant of a cut does
// not follow, or if an error of the claim is reached, unless c.gaps is set.
func (c *checker) walk(from *ir.Loc, s *state) error {
	type item struct {
		l *ir.Loc
		s *state
	}
	stack := []item{{from, s}}
	for len(stack) > 0 {
		it := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for i, e := range it.l.Out {
			if c.steps++; c.steps%64 == 0 && c.ctx.Err() != nil {
				return c.ctx.Err()
			}
			in := it.s
			if i < len(it.l.Out)-1 {
				in = in.clone()
			}
			after, err := c.follow(from, in, e)
			if err != nil {
				return err
			}
			for _, t := range after {
				switch {
				case t.empty:
				case e.To.Kind == ir.Error && c.asked[e.To.Obligation] && c.gaps != nil:
					c.gaps.Error(e.To.Obligation)
					if c.cut[e.To] { // the weaker invariant has to be true there, too
						if err := c.lead(from, e, e.To, t); err != nil {
							return err
						}
					}
				case e.To.Kind == ir.Error && c.asked[e.To.Obligation]:
					return &failure{from: from, edge: e, to: e.To, what: fmt.Sprintf("the error at %s is not excluded",
						e.To.Obligation.Pos)}
				case c.cut[e.To]:
					if err := c.lead(from, e, e.To, t); err != nil {
						return err
					}
				default:
					stack = append(stack, item{e.To, t})
				}
			}
		}
	}
	return nil
}

// follow returns the states after edge e. A call must satisfy the invariant at the callee's entry, and continues with
// each state of the invariant at the callee's exit.
func (c *checker) follow(from *ir.Loc, s *state, e *ir.Edge) ([]*state, error) {
	if st, ok := e.Stmt.(*ir.Free); ok {
		if err := c.checkFree(from, s, e, st); err != nil {
			return nil, err
		}
	}
	call, ok := e.Stmt.(*ir.Call)
	if !ok {
		return []*state{c.step(s, e)}, nil
	}
	if err := c.lead(from, e, call.Func.Entry, c.enter(s, call)); err != nil {
		return nil, err
	}
	var out []*state
	for _, x := range c.inv[call.Func.Exit].states {
		out = append(out, c.resume(s, x, call))
	}
	return out, nil
}

// lead checks that the state s at the end of a walk satisfies the invariant of the cut where the walk ends. It returns
// an error otherwise, unless c.gaps is set. from and e are the beginning and the last edge of the walk, nil for the
// initial state.
func (c *checker) lead(from *ir.Loc, e *ir.Edge, to *ir.Loc, s *state) error {
	ok, slotNo, apart := c.covered(s, c.inv[to], 3)
	if ok {
		return nil
	}
	if c.gaps != nil {
		c.gaps.Cut(to, func(x ir.Expr) bool { return c.satisfies(s, to, x) })
		return nil
	}
	states := len(c.inv[to].states)
	f := &failure{from: from, edge: e, to: to, apart: apart && states <= 1,
		what: "the invariant says that it is unreachable"}
	if states > 0 {
		f.what = c.slotName(slotNo)
	}
	return f
}

// covered reports whether s satisfies one of the invariant's states. If it satisfies none, covered splits s by the
// values of a slot, up to depth times, and each part has to satisfy one of the states. If ok is false, slotNo is a slot
// that fails, and apart reports whether s and the invariant exclude each other there.
func (c *checker) covered(s *state, inv *invariant, depth int) (ok bool, slotNo int, apart bool) {
	if s.empty {
		return true, 0, false
	}
	slotNo = -1
	if inv.all != nil {
		if ok, _, _ := c.follows(s, inv.all); ok {
			return true, 0, false
		}
	}
	for _, x := range inv.candidates(s) {
		ok, n, a := c.follows(s, x)
		if ok {
			return true, 0, false
		}
		slotNo, apart = n, a
	}
	if depth == 0 || len(inv.states) < 2 {
		return false, slotNo, apart
	}
	best, parts := -1, 33
	for _, x := range s.facts {
		// A state cannot be split by the values of all elements: elements may differ from each other.
		if k := c.slots[x.slot].kind; k != register && k != cell || !isInt(x.val.t) || x.val.ptr != nil {
			continue
		}
		if vs, ok := x.val.list(32); ok && len(vs) > 1 && len(vs) < parts {
			best, parts = x.slot, len(vs)
		}
	}
	if best < 0 {
		return false, slotNo, apart
	}
	v := s.find(best)
	vs, _ := v.list(32)
	for _, bits := range vs {
		t := s.clone()
		t.set(best, constant(v.t, bits))
		if ok, n, a := c.covered(t, inv, depth-1); !ok {
			return false, n, a
		}
	}
	return true, 0, false
}

// slotName describes a slot in messages; n < 0 means that the invariant is false.
func (m *model) slotName(n int) string {
	if n < 0 {
		return "nothing is possible there"
	}
	switch k := m.slots[n]; k.kind {
	case register:
		return "register " + k.v.Name
	case cell:
		return fmt.Sprintf("%s at offset %d of %s", k.t, k.off, k.obj.Name)
	case elements:
		return fmt.Sprintf("the elements %s of %s", k.t, k.obj.Name)
	case extent:
		return "the size of " + k.obj.Name
	case kept:
		return "that nothing has freed " + m.madeList[k.off].Name
	case mark:
		return "where the text ends in " + k.obj.Name
	default:
		return "the zero bytes of " + k.obj.Name
	}
}

package vc

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file represents predicates as terms, and edges as relations between states.
//
// # Predicates
//
// A predicate at a context is a Bool term over canonical constants. Each slot (a register of an activation, a global
// register, or a cell of an object that is kept as scalars) has one canonical constant, the same at all locations. So a
// predicate needs no renaming at another location, predicates can be compared by ==, and they can be lifted to
// expressions of package ir.
//
//	p := vc.NewProver(e, solver, budget)
//	t, _ := p.Term(c, x)        // x: ir.Expr over the registers of c's function, its callers' and global ones
//	y, ok := p.Lift(c, t)
//
// # Edges
//
// A move is an edge as a relation: the conditions under which an execution takes the edge, and the state after it. Both
// are over canonical constants, for the values before the edge, and fresh ones (inputs, unknown values). Then
//
//	wp(edge, Q) = forall fresh. conditions -> Q[values after it]
//	sp(edge, P) = exists fresh, old values. P and conditions and new = values after it
//	{P} edge {Q}  iff  P and conditions and not Q[values after it]  has no model
//
// The file qe.go eliminates the quantified constants. Q[...] is plain substitution, so one move, which Encoder.Step
// makes once, serves all predicates.
//
// # Not modelled
//
// Elements of arrays and heap objects are not slots: predicates cannot refer to them, and the values that an edge reads
// from them are arbitrary.

// Prover answers questions about predicates, edges and paths of an encoder's program. It makes terms and queries the
// solver. Only one goroutine may use it, together with its encoder and solver. The encoder must not have Options.Plain.
type Prover struct {
	*predicates
	*questions
	E *Encoder

	moves         map[moveKey]*move
	triples       map[tripleKey]Truth
	relations     map[relationKey]*blockRelation
	callRelations map[*ir.Edge]*callRelation
	last          *ssa // the encoding of the last path
}

// predicates keeps the canonical constants of slots, over which predicates are terms.
type predicates struct {
	E       *Encoder
	values  map[Slot]*Value
	owner   map[*term.Term]Slot // inverse of values
	slots   map[Point][]Slot    // results of slotsAt
	bases   map[*Context]*State // results of base
	initial *State              // result of start
	frames  Frames              // set by Frame
}

// questions queries the solver, within budgets.
type questions struct {
	E *Encoder
	S smt.Solver
	// Budget bounds one query.
	Budget smt.Budget
	// Queries counts the queries so far.
	Queries int

	spare     *allowance          // optional queries for the present explanation
	undecided map[*term.Term]bool // if-then-elses of the present explanation that project could not decide
	sums      map[*term.Term]*sum // results of sumOf
}

// NewProver returns a prover of the encoder's program. The solver answers its queries, each within the budget b.
func NewProver(e *Encoder, s smt.Solver, b smt.Budget) *Prover {
	return &Prover{
		E: e, moves: map[moveKey]*move{}, triples: map[tripleKey]Truth{},
		questions: &questions{E: e, S: s, Budget: b},
		predicates: &predicates{E: e, values: map[Slot]*Value{}, owner: map[*term.Term]Slot{},
			bases: map[*Context]*State{}, slots: map[Point][]Slot{}},
	}
}

// value returns the canonical constant of a slot.
func (pr *predicates) value(x Slot) *Value {
	v := pr.values[x]
	if v != nil {
		return v
	}
	e := pr.E
	switch {
	case x.Var == nil:
		v = e.cells.freshCell(e.objs.static[e.pts.Object(x.Obj)], x.Obj.Name, field{off: x.Off, t: x.Type})
	case x.Type.Kind == ir.Ptr:
		v = e.objs.freshPtr(x.Var.Name, x.Type, e.pts.Reg(x.Var))
		if atStart(e.pts.Reg(x.Var)) {
			z := e.a.konst(offset(x.Type), 0)
			v = &Value{Obj: v.Obj, T: z.T, Lo: z.Lo, Hi: z.Hi}
		}
	default:
		v = e.Fresh(x.Var.Name, x.Type)
	}
	pr.values[x] = v
	for _, t := range []*term.Term{v.T, v.Obj} {
		if t != nil && t.Op() == term.Var {
			pr.owner[t] = x
		}
	}
	return v
}

// atStart reports whether all addresses to which a pointer may lead are starts of objects, so that the pointer's object
// determines the pointer.
func atStart(places []flow.Address) bool {
	return len(places) > 0 && !slices.ContainsFunc(places, func(pl flow.Address) bool {
		return pl.Target == nil ||
			pl.Stride != 0 || pl.Off != 0
	})
}

// base returns an arbitrary state of a context, over canonical constants.
func (pr *predicates) base(c *Context) *State {
	if s := pr.bases[c]; s != nil {
		return s
	}
	e := pr.E
	at := Point{c, c.Func.Entry}
	s := e.Arbitrary(at)
	n := *s
	n.live = nil // liveness is not a slot, so predicates cannot refer to it
	for _, v := range e.Prog.Globals {
		n.regs = n.regs.Set(e.regKey(c, v), pr.value(Slot{Var: v, Type: v.Type}))
	}
	for k := c; k != nil; k = k.Parent {
		for _, v := range k.Func.Vars {
			n.regs = n.regs.Set(e.regKey(k, v), pr.value(Slot{Ctx: k, Var: v, Type: v.Type}))
		}
	}
	s = &n
	for _, x := range e.Slots(at) {
		if x.Var == nil {
			s = e.withSlot(s, x, pr.value(x))
		}
	}
	pr.bases[c] = s
	return s
}

// cell returns the instance and the field of a slot that is a cell; ok is false if the state does not have it.
func (e *Encoder) cell(s *State, x Slot) (id, field int, ok bool) {
	id = e.objs.static[e.pts.Object(x.Obj)]
	if x.Obj.Func != nil {
		cur, has := s.cur.Get(e.key(varKey{ctx: x.Ctx, o: x.Obj}))
		if !has {
			return 0, 0, false
		}
		b, konst := cur.Obj.Big()
		if !konst {
			return 0, 0, false
		}
		id = int(b.Int64())
	}
	if _, has := s.mem.Get(uint32(id)); !has {
		return 0, 0, false
	}
	sh := e.objs.instances[id].shape
	i := sh.find(x.Off, x.Type)
	return id, i, i >= 0 && sh.stride == 0
}

// withSlot returns s with the value v in a slot, or s itself if it does not have the slot.
func (e *Encoder) withSlot(s *State, x Slot, v *Value) *State {
	n := *s
	if x.Var != nil {
		n.regs = s.regs.Set(e.regKey(x.Ctx, x.Var), v)
		return &n
	}
	id, i, ok := e.cell(s, x)
	if !ok {
		return s
	}
	m, _ := s.mem.Get(uint32(id))
	w := *m
	w.cells = m.cells.Set(uint32(i), v)
	n.mem = s.mem.Set(uint32(id), &w)
	return &n
}

// slotValue returns the value of a slot in a state; nil if it has none.
func (e *Encoder) slotValue(s *State, x Slot) *Value {
	if x.Var != nil {
		v, _ := s.regs.Get(e.regKey(x.Ctx, x.Var))
		return v
	}
	id, i, ok := e.cell(s, x)
	if !ok {
		return nil
	}
	m, _ := s.mem.Get(uint32(id))
	v, _ := m.cells.Get(uint32(i))
	return v
}

// slotsAt is Encoder.Slots with a cache.
func (pr *predicates) slotsAt(at Point) []Slot {
	s, ok := pr.slots[at]
	if !ok {
		s = pr.E.Slots(at)
		pr.slots[at] = s
	}
	return s
}

// holder returns the activation that has the register v: c, or else the only caller of c that has it. It returns nil if
// there is none or more than one such caller.
func holder(c *Context, v *ir.Var) *Context {
	owns := func(k *Context) bool { return v.ID < len(k.Func.Vars) && k.Func.Vars[v.ID] == v }
	if owns(c) {
		return c
	}
	var found *Context
	for k := c.Parent; k != nil; k = k.Parent {
		if owns(k) {
			if found != nil {
				return nil
			}
			found = k
		}
	}
	return found
}

// Term returns an expression as a predicate at a context. The expression may read registers of a caller if only one
// caller runs the register's function. exact is false if the encoding approximates the expression: then no proof may
// rely on the predicate.
func (pr *predicates) Term(c *Context, x ir.Expr) (t *term.Term, exact bool) {
	e := pr.E
	s, approx := pr.base(c), e.Approx
	ir.Vars(x, func(v *ir.Var) {
		if v.Global {
			return
		}
		if k := holder(c, v); k != nil && k != c {
			val, _ := s.regs.Get(e.regKey(k, v))
			s = e.withReg(s, v, val)
		}
	})
	t = e.Cond(s, x)
	return t, e.Approx == approx
}

// Lift returns a predicate as an expression over the registers that Term allows and the cells of global objects and of
// the running function's objects. The result is false if there is no such expression of moderate size.
func (pr *predicates) Lift(c *Context, t *term.Term) (ir.Expr, bool) {
	leaves := map[*term.Term]ir.Expr{}
	for _, v := range term.FreeVars(t) {
		x, ok := pr.owner[v]
		switch {
		case !ok, x.Type.Kind == ir.Ptr && (v != pr.values[x].Obj || pr.values[x].T.Op() == term.Var):
			return nil, false
		case x.Ctx == nil, x.Ctx == c, x.Var != nil && holder(c, x.Var) == x.Ctx:
			leaves[v] = x.Expr(pr.E.Prog.Model)
		default:
			return nil, false
		}
	}
	return pr.E.liftOver(t, leaves, func(t *term.Term) ir.Expr { return pr.E.alias(t, leaves) })
}

// alias returns an expression for an equality t which states that a pointer leads to the start of a global object or is
// null; nil for other equalities.
func (e *Encoder) alias(t *term.Term, leaves map[*term.Term]ir.Expr) ir.Expr {
	for i := range 2 {
		x := leaves[t.Arg(i)]
		if x == nil || x.Type().Kind != ir.Ptr {
			continue
		}
		switch y := t.Arg(1 - i); {
		case y == e.objConst(0):
			return ir.NewBinary(ir.Eq, x, ir.NewConst(x.Type(), 0))
		case e.objs.global(y):
			n, _ := y.Big()
			return ir.NewBinary(ir.Eq, x, &ir.AddrOf{Obj: e.objs.instances[n.Int64()].target.Obj, T: x.Type()})
		}
	}
	return nil
}

// isSlot reports whether a constant is the canonical constant of a slot.
func (pr *predicates) isSlot(v *term.Term) bool { _, ok := pr.owner[v]; return ok }

// moveKey identifies a move.
type moveKey struct {
	c  *Context
	ed *ir.Edge
}

// move is an edge as a relation. It begins in an arbitrary state of a context, over canonical constants.
type move struct {
	to    *Context     // the context after the edge
	next  *State       // the state after the edge; nil if no execution takes the edge
	conds []*term.Term // the conditions under which an execution takes the edge
	exact bool         // nothing is approximated
}

// move returns the relation of an edge, from the cache if it was made before.
func (p *Prover) move(c *Context, ed *ir.Edge) *move {
	k := moveKey{c, ed}
	m := p.moves[k]
	if m != nil {
		return m
	}
	e := p.E
	approx := e.Approx
	defer e.saveJournal()()
	m = &move{to: c}
	if n := e.pass(p.base(c), ed); n != nil {
		m.next, m.to = n, n.Ctx
		for _, t := range n.Conds() {
			m.conds = append(m.conds, Conjuncts(e.C, t)...)
		}
	}
	m.exact = e.Approx == approx
	p.moves[k] = m
	return m
}

// saveJournal empties the journal's lists of events and accesses, and returns a function that restores them.
func (jo *journal) saveJournal() (restore func()) {
	events, accesses := jo.Events, jo.Accesses
	jo.Events, jo.Accesses = nil, nil
	return func() { jo.Events, jo.Accesses = events, accesses }
}

// pass returns the state after any edge, including calls and returns; nil if no execution takes the edge.
func (tr *transfer) pass(s *State, ed *ir.Edge) *State {
	switch st := ed.Stmt.(type) { // sound: Step executes all other statements
	case *ir.Call:
		return tr.pushed(s, st, tr.ctxs.Enter(s.Ctx, ed))
	case *ir.Return:
		if s.Ctx.Parent == nil {
			return s
		}
		return tr.popped(tr.returned(s, st, s.Ctx), s.Ctx)
	}
	return tr.Step(s, ed)
}

// after returns the point after an edge.
func (tr *transfer) after(at Point, ed *ir.Edge) Point {
	switch ed.Stmt.(type) { // sound: other statements lead to the end of their edge
	case *ir.Call:
		in := tr.ctxs.Enter(at.Ctx, ed)
		return Point{in, in.Func.Entry}
	case *ir.Return:
		if c := at.Ctx; c.Parent != nil {
			return Point{c.Parent, c.Call.To}
		}
	}
	return Point{at.Ctx, ed.To}
}

// put returns a predicate with the canonical constants replaced by the values of a state.
func (pr *predicates) put(t *term.Term, s *State) *term.Term {
	e := pr.E
	by := map[*term.Term]*term.Term{}
	fresh := map[Slot]*Value{}
	for _, v := range term.FreeVars(t) {
		x, ok := pr.owner[v]
		if !ok {
			continue
		}
		val := e.slotValue(s, x)
		if val == nil {
			if val = fresh[x]; val == nil {
				val = e.Fresh("undef", x.Type)
				fresh[x] = val
			}
		}
		to := val.T
		if pr.values[x].Obj == v {
			to = val.Obj
		}
		if to != nil && to != v {
			by[v] = to
		}
	}
	return e.C.Subst(t, by)
}

// Wp returns the weakest precondition of an edge (Dijkstra). If some constant cannot be eliminated, it returns a
// stronger predicate, and exact is false.
func (p *Prover) Wp(ctx context.Context, c *Context, ed *ir.Edge, post *term.Term) (pre *term.Term, exact bool) {
	m := p.move(c, ed)
	if m.next == nil {
		return p.E.C.True(), true
	}
	ts := append(append([]*term.Term{}, m.conds...), p.E.C.Not(p.put(post, m.next)))
	not, exact := p.project(ctx, func(v *term.Term) bool { return !p.isSlot(v) }, ts, false, maxChoices)
	return p.E.C.Not(not), exact
}

// Sp returns the strongest postcondition of an edge, over the slots that are live after it. If some constant cannot be
// eliminated, it returns a weaker predicate, and exact is false.
func (p *Prover) Sp(ctx context.Context, c *Context, ed *ir.Edge, pre *term.Term) (post *term.Term, exact bool) {
	e := p.E
	m := p.move(c, ed)
	if m.next == nil {
		return e.C.False(), true
	}
	to := e.after(Point{c, ed.From}, ed)
	ts := append([]*term.Term{pre}, m.conds...)
	keep := map[*term.Term]bool{}
	back := map[*term.Term]*term.Term{}
	for _, x := range p.slotsAt(to) {
		now, then := p.value(x), e.slotValue(m.next, x)
		if then == nil {
			continue
		}
		pair := func(old, val *term.Term) {
			if old == nil || val == nil {
				return
			}
			n := old
			if val != old {
				n = e.C.Fresh("new", old.Sort())
				ts = append(ts, e.C.Eq(n, val))
				back[n] = old
			}
			keep[n] = true
		}
		pair(now.T, then.T)
		pair(now.Obj, then.Obj)
	}
	t, exact := p.project(ctx, func(v *term.Term) bool { return !keep[v] }, ts, false, 0)
	return e.C.Subst(t, back), exact
}

// maxChoices bounds the if-then-elses that one step of wp splits into cases.
const maxChoices = 6

// project eliminates the constants gone from the conjunction of ts and their axioms, as projection describes. The
// returned predicate follows from the conjunction; the result is true if both are equivalent.
func (qu *questions) project(ctx context.Context, gone func(*term.Term) bool, ts []*term.Term, quantify bool,
	choices int) (*term.Term, bool) {
	e := qu.E
	all := append([]*term.Term{}, ts...)
	for _, a := range e.Axioms(ts...) {
		for _, v := range term.FreeVars(a) {
			if gone(v) {
				all = append(all, a)
				break
			}
		}
	}
	q := &projection{c: e.C, gone: gone, quantify: quantify, choices: choices, exact: true}
	q.stop = func() bool { return ctx.Err() != nil }
	q.undecided, q.excluded = qu.undecided, qu.excluded
	q.unsat = func(cube []*term.Term, needed bool) bool {
		return qu.excluded(cube) || (qu.spare.take() || needed) && qu.askIn(ctx, qu.brief(), cube...) == smt.Unsat
	}
	r := q.run(all)
	return r, q.exact
}

// ask decides the conjunction of ts, with axioms, within the budget of a query.
func (qu *questions) ask(ctx context.Context, ts ...*term.Term) smt.Result {
	return qu.askIn(ctx, qu.Budget, ts...)
}

// askIn is ask within another budget.
func (qu *questions) askIn(ctx context.Context, b smt.Budget, ts ...*term.Term) smt.Result {
	for _, t := range ts {
		if t.IsFalse() {
			return smt.Unsat
		}
	}
	qu.S.Push()
	defer qu.S.Pop()
	qu.S.Assert(qu.E.WithAxioms(append([]*term.Term{}, ts...)...)...)
	qu.Queries++
	return qu.S.Check(ctx, b).Result
}

// start returns the initial state of the program.
func (pr *predicates) start() *State {
	if pr.initial == nil {
		defer pr.E.saveJournal()()
		pr.initial = pr.E.Initial()
	}
	return pr.initial
}

package vc

import (
	"math/big"
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain/pmap"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// Options says how to encode.
type Options struct {
	Enc    Encoding
	Points *flow.Points // nil: computed
	// Plain (with Ints) takes the results of arithmetic to lie in their types: right for
	// executions on which nothing of Encoder.Leaves holds.
	Plain bool
	// Proved are obligations that no execution violates: right for states that are reached from the initial one. What
	// stands against them is not assumed, as it holds.
	Proved map[*ir.Obligation]bool
	// Single says that each state is one of a single path, and never joined: its events need no guard.
	Single bool
}

// Encoder makes states of one program. Not safe for concurrent use.
type Encoder struct {
	C    *term.Ctx
	Prog *ir.Program
	Enc  Encoding
	// Approx counts the places where a value was over-approximated so far, Why is the first reason.
	Approx int
	Why    string
	// Events are the reads of inputs, in an order in which every path meets them.
	Events []Event
	// Accesses are those of memory that may be invalid, in the same order.
	Accesses []Access
	// Leaves says, with Options.Plain, when results left their types.
	Leaves []*term.Term

	proved map[*ir.Edge]bool // see proved.go

	// Contract, if not nil, may take calls; see there.
	Contract Contract

	edge   *ir.Edge // of the Step under way
	plain  bool
	single bool
	roots  map[*ir.Func]*Context
	a      arith
	pts    *flow.Points
	live   map[*ir.Func]*flow.Live
	axioms map[*term.Term][]*term.Term
	root   *Context
	ctxs   map[ctxKey]*Context
	keys   map[varKey]uint32
	keyed  []varKey // by key, from 1 on
	cuts   map[*ir.Func]*cutSet
	linger map[*ir.Func]bool // see lingers

	instances []*instance // by id
	based     []int       // those with bases that others are kept apart from
	static    map[*flow.Target]int
	funcs     map[*ir.Func]int
	shapes    map[*flow.Target]*shape
	cands     map[*term.Term]among
	opaque    map[opaqueKey]*Value
	named     map[*term.Term]*term.Term
	bases     map[*term.Term]*Value // of objects by name: where it lies
	calls     *flow.Calls
	owners    bool
	owned     *ownerArrays
}

// New returns an encoder that makes terms in c.
func New(c *term.Ctx, p *ir.Program, o Options) *Encoder {
	e := &Encoder{
		C: c, Prog: p, Enc: o.Enc, pts: o.Points,
		live: map[*ir.Func]*flow.Live{}, plain: o.Plain, axioms: map[*term.Term][]*term.Term{},
		ctxs: map[ctxKey]*Context{}, keys: map[varKey]uint32{}, cuts: map[*ir.Func]*cutSet{}, linger: map[*ir.Func]bool{},
		static: map[*flow.Target]int{}, funcs: map[*ir.Func]int{}, shapes: map[*flow.Target]*shape{},
		cands: map[*term.Term]among{}, opaque: map[opaqueKey]*Value{}, named: map[*term.Term]*term.Term{},
		bases: map[*term.Term]*Value{},
	}
	if e.pts == nil {
		e.pts = flow.NewPoints(p)
	}
	if o.Enc == Ints {
		e.a = intArith{e}
	} else {
		e.a = bitArith{e}
	}
	e.single = o.Single
	e.root = &Context{Func: p.Entry}
	e.instances = []*instance{{}, {}} // none, untracked
	e.makeStatic()
	e.findProved(o.Proved)
	return e
}

// Context is a call string: how control came to the running function.
type Context struct {
	Parent *Context // nil: the entry function
	Call   *ir.Edge // the call in Parent's function
	Func   *ir.Func
	Depth  int
	id     uint32
}

type ctxKey struct {
	parent *Context
	call   *ir.Edge
}

// Enter is the context of a call.
func (e *Encoder) Enter(c *Context, call *ir.Edge) *Context {
	k := ctxKey{c, call}
	n := e.ctxs[k]
	if n == nil {
		n = &Context{Parent: c, Call: call, Func: call.Stmt.(*ir.Call).Func, Depth: c.Depth + 1, id: uint32(len(e.ctxs) + 1)}
		e.ctxs[k] = n
	}
	return n
}

// Root is the context of the entry function.
func (e *Encoder) Root() *Context { return e.root }

type varKey struct {
	ctx *Context // nil: global
	v   *ir.Var
	o   *ir.Object
}

func (e *Encoder) key(k varKey) uint32 {
	id, ok := e.keys[k]
	if !ok {
		id = uint32(len(e.keys) + 1)
		e.keys[k] = id
		e.keyed = append(e.keyed, k)
	}
	return id
}

func (e *Encoder) regKey(c *Context, v *ir.Var) uint32 {
	if v.Global {
		c = nil
	}
	return e.key(varKey{ctx: c, v: v})
}

// State is a symbolic state at some location. Immutable.
type State struct {
	Ctx   *Context
	path  *cond
	regs  pmap.Map[*Value]   // by regKey
	cur   pmap.Map[*Value]   // current instance of a local object, by key
	mem   pmap.Map[*content] // by instance
	live  *term.Term         // of objects that are not listed (owner.go); nil: nothing is known
	facts pmap.Map[*fact]    // bounds that the path implies, by Term.ID
	holds *cond              // what the path implies beside, the last first (proved.go)
}

// cond is a list of conjuncts, the last first.
type cond struct {
	up    *cond
	t     *term.Term
	depth int
}

type fact struct{ lo, hi *big.Int }

// Guard is the path condition.
func (e *Encoder) Guard(s *State) *term.Term { return e.suffix(s.path, nil) }

// Conds is the path condition as its conjuncts, the first first.
func (s *State) Conds() []*term.Term {
	if s.path == nil {
		return nil
	}
	out := make([]*term.Term, s.path.depth)
	for c := s.path; c != nil; c = c.up {
		out[c.depth-1] = c.t
	}
	return out
}

// Since is what the path condition has got since an earlier state of the path, the first first.
func (s *State) Since(old *State) []*term.Term {
	var out []*term.Term
	for c := s.path; c != nil && c != old.path; c = c.up {
		out = append(out, c.t)
	}
	slices.Reverse(out)
	return out
}

// met is the guard of an event.
func (e *Encoder) met(s *State) *term.Term {
	if e.single {
		return e.C.True()
	}
	return e.Guard(s)
}

// suffix is the conjunction of the conjuncts below an ancestor.
func (e *Encoder) suffix(c, above *cond) *term.Term {
	var ts []*term.Term
	for ; c != above; c = c.up {
		ts = append(ts, c.t)
	}
	for i, j := 0, len(ts)-1; i < j; i, j = i+1, j-1 {
		ts[i], ts[j] = ts[j], ts[i]
	}
	return e.C.And(ts...)
}

// Assume is s with one more condition; nil if it is plainly false.
func (e *Encoder) Assume(s *State, t *term.Term) *State {
	switch {
	case t.IsFalse():
		return nil
	case t.IsTrue():
		return s
	}
	n := *s
	n.path = push(s.path, t)
	return &n
}

func push(c *cond, t *term.Term) *cond {
	d := 1
	if c != nil {
		d = c.depth + 1
	}
	return &cond{c, t, d}
}

// Reg is the value of a register of the running function, or a global one.
func (e *Encoder) Reg(s *State, v *ir.Var) *Value { return e.reg(s, v) }

func (e *Encoder) reg(s *State, v *ir.Var) *Value {
	if x, ok := s.regs.Get(e.regKey(s.Ctx, v)); ok {
		return x
	}
	return e.Fresh("undef."+v.Name, v.Type)
}

// WithReg is s with a register changed.
func (e *Encoder) WithReg(s *State, v *ir.Var, x *Value) *State { return e.withReg(s, v, x) }

func (e *Encoder) withReg(s *State, v *ir.Var, x *Value) *State {
	n := *s
	n.regs = s.regs.Set(e.regKey(s.Ctx, v), x)
	return &n
}

// Join merges states of one point, whose path conditions exclude each other.
func (e *Encoder) Join(states []*State) *State {
	switch len(states) {
	case 0:
		return nil
	case 1:
		return states[0]
	}
	top := states[0].path
	for _, s := range states[1:] {
		top = common(top, s.path)
	}
	acc := states[len(states)-1]
	ors := []*term.Term{e.suffix(acc.path, top)}
	for i := len(states) - 2; i >= 0; i-- {
		c := e.suffix(states[i].path, top)
		ors = append(ors, c)
		acc = e.merge(c, states[i], acc)
	}
	n := *acc
	n.path = top
	if or := e.C.Or(ors...); !or.IsTrue() {
		n.path = push(top, or)
	}
	return &n
}

func common(a, b *cond) *cond {
	depth := func(c *cond) int {
		if c == nil {
			return 0
		}
		return c.depth
	}
	for depth(a) > depth(b) {
		a = a.up
	}
	for depth(b) > depth(a) {
		b = b.up
	}
	for a != b {
		a, b = a.up, b.up
	}
	return a
}

// merge is s where c holds, else t; the paths are the caller's.
func (e *Encoder) merge(c *term.Term, s, t *State) *State {
	value := func(_ uint32, a, b *Value) (*Value, bool) { return e.ite(c, a, b), true }
	return &State{
		Ctx:  s.Ctx,
		regs: s.regs.Intersect(t.regs, value),
		cur:  s.cur.Union(t.cur, func(_ uint32, a, b *Value) *Value { return e.ite(c, a, b) }),
		live: e.joinLives(c, s.live, t.live),
		mem:  s.mem.Union(t.mem, func(_ uint32, a, b *content) *content { return e.iteContent(c, a, b) }),
		facts: s.facts.Intersect(t.facts, func(_ uint32, a, b *fact) (*fact, bool) {
			if a == b {
				return a, true
			}
			f := &fact{}
			if a.lo != nil && b.lo != nil {
				f.lo = minBig(a.lo, b.lo)
			}
			if a.hi != nil && b.hi != nil {
				f.hi = maxBig(a.hi, b.hi)
			}
			return f, f.lo != nil || f.hi != nil
		}),
	}
}

func (e *Encoder) ite(c *term.Term, a, b *Value) *Value {
	if a == b {
		return a
	}
	v := &Value{}
	if a.T != nil && b.T != nil {
		v.T = e.C.Ite(c, a.T, b.T)
	}
	if a.Obj != nil {
		v.Obj = e.C.Ite(c, a.Obj, b.Obj)
	}
	if a.Lo != nil {
		v.Lo, v.Hi = minBig(a.Lo, b.Lo), maxBig(a.Hi, b.Hi)
	}
	return v
}

// learn records the bounds that a condition implies (Ints only).
func (e *Encoder) learn(s *State, x ir.Expr, truth bool) *State {
	if e.Enc != Ints {
		return s
	}
	switch x := x.(type) { // sound: nothing is learnt
	case *ir.Unary:
		if x.Op == ir.LNot {
			return e.learn(s, x.X, !truth)
		}
	case *ir.Valid:
		if truth {
			return e.learnValid(s, x)
		}
	case *ir.Overflows:
		if !truth && x.Op != ir.Div {
			a := e.a.(intArith)
			r := a.exact(x.Op, a.known(s, e.Expr(s, x.X)), a.known(s, e.Expr(s, x.Y)))
			lo, hi := limits(x.X.Type())
			return e.note(s, r.T, lo, hi)
		}
	case *ir.Binary:
		switch {
		case x.Op == ir.LAnd && truth, x.Op == ir.LOr && !truth:
			return e.learn(e.learn(s, x.X, truth), x.Y, truth)
		case x.X.Type().Kind != ir.Int:
			return s
		case x.Op == ir.Lt && truth:
			return e.less(s, x.X, x.Y, 1)
		case x.Op == ir.Le && truth:
			return e.less(s, x.X, x.Y, 0)
		case x.Op == ir.Lt:
			return e.less(s, x.Y, x.X, 0)
		case x.Op == ir.Le:
			return e.less(s, x.Y, x.X, 1)
		case x.Op == ir.Eq && truth, x.Op == ir.Ne && !truth:
			return e.less(e.less(s, x.X, x.Y, 0), x.Y, x.X, 0)
		case x.Op == ir.Ne && truth, x.Op == ir.Eq && !truth:
			return e.differ(e.differ(s, x.X, x.Y), x.Y, x.X)
		}
	}
	return s
}

// less notes x + d <= y.
func (e *Encoder) less(s *State, x, y ir.Expr, d int64) *State {
	a := e.a.(intArith)
	v, w := a.known(s, e.Expr(s, x)), a.known(s, e.Expr(s, y))
	s = e.note(s, v.T, nil, new(big.Int).Sub(w.Hi, big.NewInt(d)))
	return e.note(s, w.T, new(big.Int).Add(v.Lo, big.NewInt(d)), nil)
}

// differ cuts a constant y off the ends of x.
func (e *Encoder) differ(s *State, x, y ir.Expr) *State {
	a := e.a.(intArith)
	v, w := a.known(s, e.Expr(s, x)), e.Expr(s, y)
	n, ok := w.T.Big()
	if !ok {
		return s
	}
	one := big.NewInt(1)
	if n.Cmp(v.Lo) == 0 {
		return e.note(s, v.T, new(big.Int).Add(n, one), nil)
	}
	if n.Cmp(v.Hi) == 0 {
		return e.note(s, v.T, nil, new(big.Int).Sub(n, one))
	}
	return s
}

// note records bounds of a term; nil leaves one open.
func (e *Encoder) note(s *State, t *term.Term, lo, hi *big.Int) *State {
	if t.IsConst() {
		return s
	}
	id := uint32(t.ID())
	f := &fact{lo, hi}
	if old, ok := s.facts.Get(id); ok {
		f.lo, f.hi = maxBig(lo, old.lo), minBig(hi, old.hi)
		if f.lo == nil {
			f.lo = old.lo
		}
		if f.hi == nil {
			f.hi = old.hi
		}
		if f.lo == old.lo && f.hi == old.hi {
			return s
		}
	}
	n := *s
	n.facts = s.facts.Set(id, f)
	return &n
}

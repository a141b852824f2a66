package vc

import (
	"math/big"
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain/pmap"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// Context is a call string: the sequence of calls that led to the running function.
type Context struct {
	Parent *Context // nil for the entry function, and for a function that is encoded on its own (RootOf)
	Call   *ir.Edge // the call in Parent's function
	Func   *ir.Func // the running function
	Depth  int      // the number of calls
	id     uint32
}

// ctxKey identifies a context.
type ctxKey struct {
	parent *Context
	call   *ir.Edge
}

// Enter returns the context of a call.
func (cx *contexts) Enter(c *Context, call *ir.Edge) *Context {
	k := ctxKey{c, call}
	n := cx.entered[k]
	if n == nil {
		n = &Context{Parent: c, Call: call, Func: call.Stmt.(*ir.Call).Func, Depth: c.Depth + 1,
			id: uint32(len(cx.entered) + 1)}
		cx.entered[k] = n
	}
	return n
}

// Root returns the context of the entry function.
func (cx *contexts) Root() *Context { return cx.root }

// varKey identifies an entry in the maps of a state: a register, a local object, or the result of a function if both v
// and o are nil.
type varKey struct {
	ctx *Context // nil: global
	v   *ir.Var
	o   *ir.Object
}

// key returns the number of a register, object or result in the maps of a state.
func (cx *contexts) key(k varKey) uint32 {
	id, ok := cx.keys[k]
	if !ok {
		id = uint32(len(cx.keys) + 1)
		cx.keys[k] = id
		cx.keyed = append(cx.keyed, k)
	}
	return id
}

// regKey returns the number of a register of the activation c, or of a global register.
func (cx *contexts) regKey(c *Context, v *ir.Var) uint32 {
	if v.Global {
		c = nil
	}
	return cx.key(varKey{ctx: c, v: v})
}

// State is a symbolic state at some location. It is immutable.
type State struct {
	Ctx   *Context
	path  *cond              // the path condition
	regs  pmap.Map[*Value]   // by regKey
	cur   pmap.Map[*Value]   // current instance of a local object, by key
	mem   pmap.Map[*content] // by instance
	live  *term.Term         // array: whether each object that mem does not list is alive (owner.go); nil: unknown
	facts pmap.Map[*fact]    // bounds that the path implies, by Term.ID
	holds *cond              // proved conditions, which are not in path but hold too (proved.go)
}

// cond is a conjunction of terms: t and the conjuncts of up. Lists share their beginnings.
type cond struct {
	up    *cond
	t     *term.Term
	depth int // the number of conjuncts
}

// fact is a pair of bounds of a term; a nil bound is unknown.
type fact struct{ lo, hi *big.Int }

// Guard returns the path condition.
func (sy *symbols) Guard(s *State) *term.Term { return sy.suffix(s.path, nil) }

// Conds returns the conjuncts of the path condition, in the order in which they were assumed.
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

// Since returns the conjuncts that the path condition of s has in addition to the path condition of old, an earlier
// state of the path, in order.
func (s *State) Since(old *State) []*term.Term {
	var out []*term.Term
	for c := s.path; c != nil && c != old.path; c = c.up {
		out = append(out, c.t)
	}
	slices.Reverse(out)
	return out
}

// eventGuard returns the guard of an event in s: the path condition, or true with Options.Single.
func (tr *transfer) eventGuard(s *State) *term.Term {
	if tr.single {
		return tr.C.True()
	}
	return tr.Guard(s)
}

// suffix returns the conjunction of the conjuncts of c after its ancestor above.
func (sy *symbols) suffix(c, above *cond) *term.Term {
	var ts []*term.Term
	for ; c != above; c = c.up {
		ts = append(ts, c.t)
	}
	for i, j := 0, len(ts)-1; i < j; i, j = i+1, j-1 {
		ts[i], ts[j] = ts[j], ts[i]
	}
	return sy.C.And(ts...)
}

// Assume returns s with one more condition; nil if the condition is false.
func (sy *symbols) Assume(s *State, t *term.Term) *State {
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

// push returns the list c with the further conjunct t.
func push(c *cond, t *term.Term) *cond {
	d := 1
	if c != nil {
		d = c.depth + 1
	}
	return &cond{c, t, d}
}

// Reg returns the value of a register of the running function, or of a global register.
func (ev *evaluator) Reg(s *State, v *ir.Var) *Value { return ev.reg(s, v) }

// reg implements Reg. A register without a value in s gets a fresh one at each call.
func (ev *evaluator) reg(s *State, v *ir.Var) *Value {
	if x, ok := s.regs.Get(ev.ctxs.regKey(s.Ctx, v)); ok {
		return x
	}
	return ev.Fresh("undef."+v.Name, v.Type)
}

// WithReg returns s with the value x in the register v.
func (cx *contexts) WithReg(s *State, v *ir.Var, x *Value) *State { return cx.withReg(s, v, x) }

// withReg implements WithReg.
func (cx *contexts) withReg(s *State, v *ir.Var, x *Value) *State {
	n := *s
	n.regs = s.regs.Set(cx.regKey(s.Ctx, v), x)
	return &n
}

// Join merges states at one point whose path conditions exclude each other.
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

// common returns the longest common prefix of two lists of conjuncts.
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

// merge returns the state that equals s where c holds, else t. The caller sets its path condition.
func (e *Encoder) merge(c *term.Term, s, t *State) *State {
	value := func(_ uint32, a, b *Value) (*Value, bool) { return e.ite(c, a, b), true }
	return &State{
		Ctx:  s.Ctx,
		regs: s.regs.Intersect(t.regs, value),
		cur:  s.cur.Union(t.cur, func(_ uint32, a, b *Value) *Value { return e.ite(c, a, b) }),
		live: e.owners.join(c, s.live, t.live),
		mem:  s.mem.Union(t.mem, func(_ uint32, a, b *content) *content { return e.cells.iteContent(c, a, b) }),
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

// Choice returns the value that equals a where c holds, else b.
func (sy *symbols) Choice(c *term.Term, a, b *Value) *Value { return sy.ite(c, a, b) }

// ite returns the value that equals a where c holds, else b.
func (sy *symbols) ite(c *term.Term, a, b *Value) *Value {
	if a == b {
		return a
	}
	v := &Value{}
	if a.T != nil && b.T != nil {
		v.T = sy.C.Ite(c, a.T, b.T)
	}
	if a.Obj != nil {
		v.Obj = sy.C.Ite(c, a.Obj, b.Obj)
	}
	if a.Lo != nil {
		v.Lo, v.Hi = minBig(a.Lo, b.Lo), maxBig(a.Hi, b.Hi)
	}
	if a.addrOf != nil && b.addrOf != nil {
		v.addrOf = sy.ite(c, a.addrOf, b.addrOf)
	}
	return v
}

// learn records the bounds that a condition implies if it has the given truth value (Ints only).
func (ev *evaluator) learn(s *State, x ir.Expr, truth bool) *State {
	if ev.Enc != Ints {
		return s
	}
	switch x := x.(type) { // sound: other expressions narrow no bounds
	case *ir.Unary:
		if x.Op == ir.LNot {
			return ev.learn(s, x.X, !truth)
		}
	case *ir.Valid:
		if truth {
			return ev.learnValid(s, x)
		}
	case *ir.Overflows:
		if !truth && x.Op != ir.Div {
			a := ev.a.(*intArith)
			r := a.exact(x.Op, a.known(s, ev.Expr(s, x.X)), a.known(s, ev.Expr(s, x.Y)))
			lo, hi := limits(x.X.Type())
			return ev.note(s, r.T, lo, hi)
		}
	case *ir.Binary:
		switch {
		case x.Op == ir.LAnd && truth, x.Op == ir.LOr && !truth:
			return ev.learn(ev.learn(s, x.X, truth), x.Y, truth)
		case x.X.Type().Kind != ir.Int:
			return s
		case x.Op == ir.Lt && truth:
			return ev.less(s, x.X, x.Y, 1)
		case x.Op == ir.Le && truth:
			return ev.less(s, x.X, x.Y, 0)
		case x.Op == ir.Lt:
			return ev.less(s, x.Y, x.X, 0)
		case x.Op == ir.Le:
			return ev.less(s, x.Y, x.X, 1)
		case x.Op == ir.Eq && truth, x.Op == ir.Ne && !truth:
			return ev.less(ev.less(s, x.X, x.Y, 0), x.Y, x.X, 0)
		case x.Op == ir.Ne && truth, x.Op == ir.Eq && !truth:
			return ev.differ(ev.differ(s, x.X, x.Y), x.Y, x.X)
		}
	}
	return s
}

// less records the bounds that x + d <= y implies.
func (ev *evaluator) less(s *State, x, y ir.Expr, d int64) *State {
	a := ev.a.(*intArith)
	v, w := a.known(s, ev.Expr(s, x)), a.known(s, ev.Expr(s, y))
	s = ev.note(s, v.T, nil, new(big.Int).Sub(w.Hi, big.NewInt(d)))
	return ev.note(s, w.T, new(big.Int).Add(v.Lo, big.NewInt(d)), nil)
}

// differ narrows the bounds of x by x != y if y is a constant that equals one of the bounds.
func (ev *evaluator) differ(s *State, x, y ir.Expr) *State {
	a := ev.a.(*intArith)
	v, w := a.known(s, ev.Expr(s, x)), ev.Expr(s, y)
	n, ok := w.T.Big()
	if !ok {
		return s
	}
	one := big.NewInt(1)
	if n.Cmp(v.Lo) == 0 {
		return ev.note(s, v.T, new(big.Int).Add(n, one), nil)
	}
	if n.Cmp(v.Hi) == 0 {
		return ev.note(s, v.T, nil, new(big.Int).Sub(n, one))
	}
	return s
}

// note returns s with narrower bounds of the term t; a nil bound is unknown.
func (sy *symbols) note(s *State, t *term.Term, lo, hi *big.Int) *State {
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

package horn

import (
	"context"
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// pred is the unknown invariant of a cut point, or the summary of a function.
type pred struct {
	name  string
	fn    *function // nil: the program's entry
	point vc.Point  // summary: the function's exit
	// params says what the arguments are, args their constants in the arbitrary state.
	params []param
	args   []*term.Term
	state  *vc.State // nil: summary
}

// param is a slot of the state at the point, or of the one in which the function was entered,
// or (slot zero) its result.
type param struct {
	slot    vc.Slot
	entered bool
}

// clause says that from at its arguments (nil: at the start) and body imply to at
// args (nil: false).
type clause struct {
	from, to *pred
	body     []*term.Term
	args     []*term.Term
}

// system is the program as clauses.
type system struct {
	ctx     context.Context // of build
	e       *vc.Encoder
	asked   map[*ir.Obligation]bool
	preds   map[vc.Point]*pred
	order   []*pred // as met; no summaries
	funcs   map[*ir.Func]*function
	calls   []call                    // of the block at hand
	assumed map[*term.Term]*term.Term // what a condition of a call stands for
	clauses []clause
	free    map[*term.Term]*term.Term // see withoutFloats
	v       variant
	plain   bool // something may leave its type
}

// errSize says that the program has too many cut points.
var errSize = fmt.Errorf("too many loops and call strings")

const maxPoints = 2000

// build makes the clauses.
func build(ctx context.Context, e *vc.Encoder, asked []*ir.Obligation, v variant) (*system, error) {
	s := &system{ctx: ctx, e: e, asked: map[*ir.Obligation]bool{}, preds: map[vc.Point]*pred{},
		funcs: map[*ir.Func]*function{}, assumed: map[*term.Term]*term.Term{}, free: map[*term.Term]*term.Term{}, v: v}
	for _, o := range asked {
		s.asked[o] = true
	}
	e.Contract = s.call
	start, init := e.Start(), e.Initial()
	if e.IsCut(start.Loc) {
		s.enter(nil, start, init)
	} else if err := s.block(ctx, nil, start, init); err != nil {
		return nil, err
	}
	for i := 0; i < len(s.order); i++ {
		if i >= maxPoints {
			return nil, errSize
		}
		p := s.order[i]
		if err := s.block(ctx, p, p.point, p.state); err != nil {
			return nil, err
		}
	}
	return s, ctx.Err()
}

// pred finds or makes the predicate of a point.
func (s *system) pred(p vc.Point) *pred {
	if q := s.preds[p]; q != nil {
		return q
	}
	q := &pred{name: fmt.Sprintf("P%d", len(s.order)), point: p, state: s.e.Arbitrary(p)}
	slots := s.e.Slots(p)
	if f := p.Loc.Func; f != s.e.Prog.Entry {
		q.fn = s.function(f)
		if p.Loc == f.Entry {
			for _, sl := range q.fn.ins { // dead ones too: the summary may need them
				if !slices.Contains(slots, sl) {
					q.state = s.e.WithReg(q.state, sl.Var, s.e.Fresh(sl.Var.Name, sl.Type))
					slots = append(slots, sl)
				}
			}
		}
	}
	for _, sl := range slots {
		if !scalar(sl.Type) {
			continue
		}
		if v := s.e.Slot(q.state, sl); v.T.Op() == term.Var {
			q.params = append(q.params, param{slot: sl})
			q.args = append(q.args, v.T)
		}
	}
	if q.fn != nil && p.Loc != p.Loc.Func.Entry {
		for _, sl := range q.fn.ins {
			q.params = append(q.params, param{slot: sl, entered: true})
			q.args = append(q.args, s.e.Fresh(sl.Var.Name+".in", sl.Type).T)
		}
	}
	s.preds[p] = q
	s.order = append(s.order, q)
	return q
}

func scalar(t ir.Type) bool { return t.Kind == ir.Int || t.Kind == ir.Bool }

// block adds the clauses of what leaves a point.
func (s *system) block(ctx context.Context, from *pred, p vc.Point, st *vc.State) error {
	s.e.Leaves, s.calls = nil, nil
	defer func() {
		s.callees(from)
		for _, t := range s.e.Leaves {
			s.plain = true
			if s.v.arith == strict {
				s.add(from, nil, []*term.Term{t}, nil)
			}
		}
	}()
	if s.v.split > 1 {
		if next, bad := s.paths(p, st); next != nil {
			for _, a := range next {
				s.enter(from, a.point, a.state)
			}
			for _, b := range bad {
				s.fail(from, b)
			}
			return ctx.Err()
		}
	}
	b, err := s.e.Advance(ctx, vc.Frontier{p: st})
	if err != nil {
		return err
	}
	for _, p := range b.Next.Points() {
		s.enter(from, p, b.Next[p])
	}
	for _, b := range b.Bad {
		s.fail(from, b)
	}
	for _, x := range b.Exits {
		s.exit(from, x)
	}
	return nil
}

func (s *system) enter(from *pred, p vc.Point, st *vc.State) {
	to := s.pred(p)
	var args []*term.Term
	for _, x := range to.params {
		if x.entered {
			args = append(args, from.entered(x.slot))
		} else {
			args = append(args, s.e.Slot(st, x.slot).T)
		}
	}
	s.add(from, to, st.Conds(), args)
}

func (s *system) fail(from *pred, b vc.Bad) {
	if s.asked[b.Obligation] {
		s.add(from, nil, b.State.Conds(), nil)
	}
}

// add writes a clause; what it says of the constants in it comes along.
func (s *system) add(from, to *pred, body, args []*term.Term) {
	if s.ctx.Err() != nil { // the clauses are not needed any more
		return
	}
	for _, c := range body {
		if c.IsFalse() {
			return
		}
	}
	all := append([]*term.Term{}, body...)
	all = append(all, args...)
	if from != nil {
		all = append(all, from.args...)
	}
	body = append(body, s.e.Axioms(all...)...)
	body = append(body, s.summaries(append(body, args...))...)
	if s.v.loose {
		body = loosened(s.e.C, body)
	}
	s.clauses = append(s.clauses, clause{from, to, body, args})
}

// loosened leaves out the conjuncts that compare with numbers at the ends of types. They
// seldom matter, and lemmas get stuck on them. Fewer conditions are sound.
func loosened(c *term.Ctx, body []*term.Term) []*term.Term {
	var out []*term.Term
	for _, t := range body {
		for _, k := range vc.Conjuncts(c, t) {
			a := k
			if a.Op() == term.Not {
				a = a.Arg(0)
			}
			if a.Op() != term.ILe || !far(a.Arg(0)) && !far(a.Arg(1)) {
				out = append(out, k)
			}
		}
	}
	return out
}

// far: t is a number beyond 2^30, or a sum with one.
func far(t *term.Term) bool {
	if v, ok := t.Big(); ok {
		return v.BitLen() > 30
	}
	return t.Op() == term.IAdd && slices.ContainsFunc(t.Args(), far)
}

// arrival is a state before a cut point.
type arrival struct {
	point vc.Point
	state *vc.State
}

// maxSteps bounds the edges of all paths of a block.
const maxSteps = 20_000

// paths runs the paths of a block one by one; nil if they are more than split, or
// a function returns.
func (s *system) paths(p vc.Point, st *vc.State) (next []arrival, bad []vc.Bad) {
	e, n, steps := s.e, 0, 0
	next = []arrival{}
	var run func(l *ir.Loc, st *vc.State) bool
	run = func(l *ir.Loc, st *vc.State) bool {
		switch {
		case l.Kind == ir.Error:
			n++
			bad = append(bad, vc.Bad{Obligation: l.Obligation, State: st})
			return n <= s.v.split
		case l.Kind != ir.Plain || l == l.Func.Exit:
			return true
		}
		for _, ed := range l.Out {
			if steps++; steps > maxSteps || steps%16 == 0 && s.ctx.Err() != nil { // most paths may end before the next cut point
				return false
			}
			t := (*vc.State)(nil)
			switch ed.Stmt.(type) {
			case *ir.Call:
				ok := false
				if t, ok = e.CallByContract(st, ed); !ok {
					return false
				}
			case *ir.Return:
				if p.Loc.Func != e.Prog.Entry {
					return false
				}
				continue
			default: // sound: vc knows the statement
				t = e.Step(st, ed)
			}
			if t == nil {
				continue
			}
			if e.IsCut(ed.To) {
				n++
				next = append(next, arrival{vc.Point{Ctx: p.Ctx, Loc: ed.To}, t})
				if n > s.v.split {
					return false
				}
				continue
			}
			if !run(ed.To, t) {
				return false
			}
		}
		return true
	}
	if !run(p.Loc, st) {
		return nil, nil
	}
	return next, bad
}

// formulas returns the clauses as terms for a solver.
func (s *system) formulas() []*term.Term {
	c := s.e.C
	var out []*term.Term
	for _, k := range s.clauses {
		if s.ctx.Err() != nil {
			break
		}
		body := k.body
		if k.from != nil {
			body = append([]*term.Term{k.from.app(c, k.from.args)}, body...)
		}
		head := c.False()
		if k.to != nil {
			head = k.to.app(c, k.args)
		}
		t := s.withoutFloats(c.Implies(c.And(body...), head))
		out = append(out, c.Forall(term.FreeVars(t), t))
	}
	return out
}

// app returns the predicate at some arguments; one at least, so that it is no constant.
func (p *pred) app(c *term.Ctx, args []*term.Term) *term.Term {
	if len(args) == 0 {
		args = []*term.Term{c.Int(0)}
	}
	return c.App(p.name, term.BoolSort, args...)
}

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
	fn    *function // nil for the entry function of the program
	point vc.Point  // for a summary: the function's exit
	// params describes the arguments; args has their constants in the arbitrary state, unless the predicate is a summary.
	params []param
	args   []*term.Term
	state  *vc.State // an arbitrary state; nil for a summary
}

// param is a parameter of a predicate. It is a slot of the state at the point or, if entered is set, of the state at
// the function's entry. The zero slot is the function's result.
type param struct {
	slot    vc.Slot
	entered bool
}

// clause is an implication: if from holds for its arguments and body is true, then to holds for args. If from is nil,
// the clause is for the start of the program; if to is nil, its conclusion is false.
type clause struct {
	from, to *pred
	body     []*term.Term
	args     []*term.Term
}

// system is the program as clauses.
type system struct {
	ctx     context.Context // the context of build, to stop early
	e       *vc.Encoder
	asked   map[*ir.Obligation]bool
	preds   map[vc.Point]*pred
	order   []*pred // in order of creation, without summaries
	funcs   map[*ir.Func]*function
	calls   []call                    // the calls of the present block
	assumed map[*term.Term]*term.Term // the summary for each condition of a call
	clauses []clause
	free    map[*term.Term]*term.Term // see withoutFloats
	v       variant
	plain   bool // some arithmetic may overflow its type
}

// errSize is returned if the program has too many cut points.
var errSize = fmt.Errorf("too many loops and call strings")

// maxPoints bounds the predicates of cut points.
const maxPoints = 2000

// build makes the clauses of a variant for the errors of the asked obligations.
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

// pred returns the predicate of a point, and makes it on first use.
func (s *system) pred(p vc.Point) *pred {
	if q := s.preds[p]; q != nil {
		return q
	}
	q := &pred{name: fmt.Sprintf("P%d", len(s.order)), point: p, state: s.e.Arbitrary(p)}
	slots := s.e.Slots(p)
	if f := p.Loc.Func; f != s.e.Prog.Entry {
		q.fn = s.function(f)
		if p.Loc == f.Entry {
			for _, sl := range q.fn.ins { // also if the register is dead, since the summary may need it
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

// scalar reports whether t is an integer or truth value.
func scalar(t ir.Type) bool { return t.Kind == ir.Int || t.Kind == ir.Bool }

// block adds the clauses of the block from a point in the state st.
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

// enter adds the clause that leads from a predicate to the predicate of p, which a block reaches in the state st.
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

// fail adds the clause for an error if its obligation is asked.
func (s *system) fail(from *pred, b vc.Bad) {
	if s.asked[b.Obligation] {
		s.add(from, nil, b.State.Conds(), nil)
	}
}

// add adds a clause, with the axioms and summaries of its terms in the body.
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

// loosened returns body without the conjuncts that compare with numbers near the limits of types. These conjuncts are
// seldom needed for a proof, and Spacer gets stuck on them. Omitting conjuncts of a body is sound.
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

// far reports whether t is a number of more than 30 bits, or a sum with such a number.
func far(t *term.Term) bool {
	if v, ok := t.Big(); ok {
		return v.BitLen() > 30
	}
	return t.Op() == term.IAdd && slices.ContainsFunc(t.Args(), far)
}

// arrival is the state in which a path reaches a cut point.
type arrival struct {
	point vc.Point
	state *vc.State
}

// maxSteps bounds the edges of all paths of a block.
const maxSteps = 20_000

// paths executes the paths of a block one by one. It returns nil if there are more than split, or the block has a
// return of a called function.
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
			default: // sound: vc executes all other statements
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

// formulas returns the clauses as closed formulas.
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

// app returns the predicate applied to args. It has at least one argument, so it is not a constant.
func (p *pred) app(c *term.Ctx, args []*term.Term) *term.Term {
	if len(args) == 0 {
		args = []*term.Term{c.Int(0)}
	}
	return c.App(p.name, term.BoolSort, args...)
}

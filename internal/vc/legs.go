package vc

import (
	"context"
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file is paths of blocks: a leg is a part of a program without cycles, of which any way may be taken, and a
// journey is legs one after the other. It is decided with one question, and explained by predicates between the legs
// only (adjustable-block encoding: Beyer, Keremoglu, Wendler, FMCAD 2010):
//
//	leg 0: x = input; either x = 0 or x = 1     parts x1 = ite(c, 0, 1)
//	leg 1: assume x > 1                         I_1: x <= 1
//
// Where predicates are found: as of single paths (interpolate.go) by elimination, or as the solution of the clauses
//
//	start and leg 0 => I_1      I_1 and leg 1 => I_2      ...      I_n-1 and leg n-1 => false
//
// which have no cycle. Predicates are guesses here: nobody checks them, and who uses them finds out what they are
// worth.

// Leg is an acyclic graph of edges: place 0 is where it begins, the last place where it ends.
type Leg struct {
	Places int
	Steps  []LegStep // those to a place come before those from it
}

// LegStep is an edge of a leg.
type LegStep struct {
	From, To int
	Edge     *ir.Edge
}

// Straight is the leg of a sequence of edges.
func Straight(edges []*ir.Edge) Leg {
	l := Leg{Places: len(edges) + 1}
	for i, ed := range edges {
		l.Steps = append(l.Steps, LegStep{i, i + 1, ed})
	}
	return l
}

// Journey is a sequence of legs from the start of the program, and what the solver says of it.
type Journey struct {
	Result smt.Result
	// Points are the places before and after the legs.
	Points []Point
	// Ways are, of an execution (Sat), the steps that it takes on each leg.
	Ways [][]int

	t *ssa
}

// Journey decides whether legs from the program's start can be done one after the other. It fails if they do not
// fit. known holds behind the legs (nil: nothing is known), and is of use only: it changes nothing.
func (p *Prover) Journey(ctx context.Context, legs []Leg, known []*term.Term) (*Journey, error) {
	j, conds, err := p.travel(ctx, legs, known)
	if err != nil {
		return nil, err
	}
	m := p.settle(ctx, j.t)
	if j.Result = j.t.Result; m != nil {
		in := p.E.C.In(m)
		for i, leg := range legs {
			j.Ways = append(j.Ways, taken(leg, func(k int) bool {
				ok, err := in.Holds(conds[i][k])
				return ok && err == nil
			}))
		}
	}
	return j, nil
}

func (p *Prover) travel(ctx context.Context, legs []Leg, known []*term.Term) (j *Journey, conds [][]*term.Term,
	err error) {
	if left := p.E.C.Until(ctx, func() { j, conds, err = p.journey(ctx, legs, known) }); left != nil {
		return nil, nil, left
	}
	return j, conds, err
}

func (p *Prover) journey(ctx context.Context, legs []Leg, known []*term.Term) (*Journey, [][]*term.Term, error) {
	e := p.E
	approx := e.Approx
	defer e.aside()()
	t := &ssa{edges: make([]*ir.Edge, len(legs)), end: len(legs), names: newNaming(), whole: true}
	at := e.Start()
	t.Points = append(t.Points, at)
	s := p.version(t, -1, &State{Ctx: at.Ctx}, plain(e.Initial()), at, p.slotsAt(at))
	conds := make([][]*term.Term, len(legs)) // by leg: of each step, its condition
	for i, leg := range legs {
		var err error
		var n *State
		if n, at, conds[i], err = p.leg(ctx, s, at, leg); err != nil {
			return nil, nil, err
		}
		t.Points = append(t.Points, at)
		if n == nil {
			t.parts = append(t.parts, part{i, e.C.False(), none})
			t.end = i
			for _, rest := range legs[i+1:] { // where the others lead
				if at, err = p.lead(at, rest); err != nil {
					return nil, nil, err
				}
				t.Points = append(t.Points, at)
			}
			break
		}
		for _, c := range n.Conds() {
			t.add(e.C, i, c)
		}
		s = p.version(t, i, s, plain(n), at, p.slotsAt(at))
		if i < len(known) && known[i] != nil {
			t.add(e.C, i, p.put(known[i], s))
		}
	}
	t.Exact = e.Approx == approx && len(e.Accesses) == 0
	t.events, t.state = e.Events, s
	return &Journey{Points: t.Points, t: t}, conds, nil
}

// settle is decide, without what it would make of a model.
func (p *Prover) settle(ctx context.Context, t *ssa) *term.Model {
	var m *term.Model
	p.decideWith(ctx, t, func(x *term.Model) { m = x })
	return m
}

// leg follows all ways of a leg, and joins what meets; s is nil if none can be passed. conds says of each step under
// which condition it is passed by an execution that is where it begins.
func (p *Prover) leg(ctx context.Context, s *State, at Point, leg Leg) (end *State, to Point, conds []*term.Term,
	err error) {
	e := p.E
	arrived := make([][]*State, leg.Places)
	points := make([]Point, leg.Places)
	arrived[0], points[0] = []*State{s}, at
	joined := make([]*State, leg.Places)
	for k, st := range leg.Steps {
		if k%64 == 0 && ctx.Err() != nil {
			return nil, at, nil, ctx.Err()
		}
		if points[st.From].Loc != st.Edge.From {
			return nil, at, nil, fmt.Errorf("vc: step %d of a leg leaves L%d of %s, where it is not", k, st.Edge.From.ID,
				st.Edge.From.Func.Name)
		}
		points[st.To] = e.after(points[st.From], st.Edge)
		from := joined[st.From]
		if from == nil && len(arrived[st.From]) > 0 {
			from = e.Join(arrived[st.From])
			joined[st.From] = from
		}
		n := (*State)(nil)
		if from != nil {
			if n = e.pass(from, st.Edge); n != nil {
				n = p.leaving(n, st.Edge)
			}
		}
		if n == nil {
			conds = append(conds, e.C.False())
			continue
		}
		conds = append(conds, e.suffix(n.path, from.path))
		arrived[st.To] = append(arrived[st.To], n)
	}
	last := leg.Places - 1
	return e.Join(arrived[last]), points[last], conds, nil
}

// lead is the place where a leg leads.
func (p *Prover) lead(at Point, leg Leg) (Point, error) {
	points := make([]Point, leg.Places)
	points[0] = at
	for k, st := range leg.Steps {
		if points[st.From].Loc != st.Edge.From {
			return at, fmt.Errorf("vc: step %d of a leg leaves L%d of %s, where it is not", k, st.Edge.From.ID,
				st.Edge.From.Func.Name)
		}
		points[st.To] = p.E.after(points[st.From], st.Edge)
	}
	return points[leg.Places-1], nil
}

// taken are the steps of a leg that an execution takes.
func taken(leg Leg, passes func(step int) bool) (steps []int) {
	for at, k := 0, 0; k < len(leg.Steps); k++ {
		if leg.Steps[k].From == at && passes(k) {
			steps = append(steps, k)
			at = leg.Steps[k].To
		}
	}
	return steps
}

// way are the edges of a path that an execution takes; nil: what it takes of a leg does not show.
func (t *ssa) way(in *term.Interpretation) (out []*ir.Edge) {
	for i, ed := range t.edges {
		if ed != nil {
			out = append(out, ed)
			continue
		}
		leg := t.path.Legs[i]
		steps := taken(leg, func(k int) bool {
			ok, err := in.Holds(t.conds[i][k])
			return ok && err == nil
		})
		if len(steps) == 0 || leg.Steps[steps[len(steps)-1]].To != leg.Places-1 {
			return nil
		}
		for _, k := range steps {
			out = append(out, leg.Steps[k].Edge)
		}
	}
	return out
}

// Way is a way through a leg that leads from states with pre to such with post: the steps, and the state where it
// begins. ok is false where none is known.
func (p *Prover) Way(ctx context.Context, from Point, leg Leg, pre, post *term.Term) (steps []int,
	in *term.Interpretation, ok bool) {
	e := p.E
	defer e.aside()()
	s := p.base(from.Ctx)
	if from == e.Start() {
		s = p.start()
	}
	end, _, conds, err := p.leg(ctx, s, from, leg)
	if err != nil || end == nil {
		return nil, nil, false
	}
	p.S.Push()
	defer p.S.Pop()
	p.S.Assert(e.WithAxioms(pre, e.Guard(end), p.put(post, end))...)
	p.Queries++
	if p.S.Check(ctx, p.Budget).Result != smt.Sat {
		return nil, nil, false
	}
	m, err := p.S.Model()
	if err != nil {
		return nil, nil, false
	}
	in = e.C.In(m)
	steps = taken(leg, func(k int) bool {
		ok, err := in.Holds(conds[k])
		return ok && err == nil
	})
	return steps, in, len(steps) > 0 && leg.Steps[steps[len(steps)-1]].To == leg.Places-1
}

// Between explains a journey that cannot be made, in one of several ways: a predicate over canonical constants for each
// of its points. It is nil where this way leads to nothing.
func (p *Prover) Between(ctx context.Context, j *Journey, how string,
	horn func([]*term.Term) *term.Model) []*term.Term {
	t := j.t
	switch how {
	case "clauses":
		return p.byClauses(t, t.core, horn)
	case "wp":
		return p.chain(ctx, t, attempt{how, t.core, none, true, false})
	case "sp":
		return p.chain(ctx, t, attempt{how, t.core, overflow, false, false})
	}
	return nil
}

// byClauses lets the predicates be the solution of clauses.
func (p *Prover) byClauses(t *ssa, parts []part, horn func([]*term.Term) *term.Model) []*term.Term {
	e, c := p.E, p.E.C
	n := len(t.edges)
	last := min(n, t.end+1)
	by := make([][]*term.Term, n+1) // by[i+1]: leg i
	for _, x := range parts {
		by[x.at+1] = append(by[x.at+1], x.t)
	}
	read := reads(by)
	args := make([][]*term.Term, n+1)
	apps := make([]*term.Term, n+1)
	name := func(i int) string { return fmt.Sprintf("I%d", i) }
	for v, r := range read { // on both sides of a point
		for i := r.first; i < min(r.last, last, t.names.points); i++ {
			if p.nameAt(t, i, v) != nil {
				args[i] = append(args[i], v)
			}
		}
	}
	for i := range n + 1 {
		slices.SortFunc(args[i], func(x, y *term.Term) int { return x.ID() - y.ID() })
		as := args[i]
		if len(as) == 0 {
			as = []*term.Term{c.Int(0)}
		}
		apps[i] = c.App(name(i), term.BoolSort, as...)
	}
	var clauses []*term.Term
	for i := 0; i <= last; i++ {
		body := slices.Clone(by[i])
		if i > 0 {
			body = append(body, apps[i-1])
		}
		head := apps[i]
		if i == last {
			head = c.False()
		}
		all := append(slices.Clone(body), args[i]...)
		body = append(body, e.Axioms(all...)...)
		x := c.Implies(c.And(body...), head)
		clauses = append(clauses, c.Forall(term.FreeVars(x), x))
	}
	m := horn(clauses)
	if m == nil {
		return nil
	}
	seq := make([]*term.Term, n+1)
	for i := range seq {
		f := m.Funcs[name(i)]
		switch {
		case i >= last:
			seq[i] = c.False()
		case f == nil || len(args[i]) == 0:
			seq[i] = c.True()
		default:
			to := map[*term.Term]*term.Term{}
			for k, v := range f.Params {
				to[v] = p.nameAt(t, i, args[i][k])
			}
			seq[i] = c.Subst(f.Body, to)
		}
	}
	return seq
}

// Base is any state of a context, over the canonical constants.
func (p *Prover) Base(c *Context) *State { return p.base(c) }

// Put is a predicate in a state: true if it holds there.
func (p *Prover) Put(t *term.Term, s *State) *term.Term { return p.put(t, s) }

// Pass is the state behind any edge, nil if it cannot be passed. Inputs and accesses on the way are not noted.
func (p *Prover) Pass(s *State, ed *ir.Edge) *State {
	defer p.E.aside()()
	return p.E.pass(s, ed)
}

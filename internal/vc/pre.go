package vc

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file says from where a leg leads into a set of states: Pre of SYNERGY (Gulavani, Henzinger, Kannan, Nori,
// Rajamani, FSE 2006, section 3).
//
//	Pre(leg, Q) = not wp(leg, not Q) = exists inputs. conditions and Q[values after it]
//
// It is wp(leg, Q) only where the leg neither reads inputs nor ends runs:
//
//	leg                     Q         Pre(Q)    wp(Q)
//	x = y + 1               x = 3     y = 2     y = 2
//	x = input               x = 3     true      false
//	assume x > 0            x = 3     x = 3     x <= 0 or x = 3
//
// What cannot be said is left out, and then Pre is too large: no state outside of it leads to Q in any case, some state
// inside may not either. So conjuncts may be dropped as far as those states stay outside for which Pre was asked: the
// suitable predicates of DASH (Beckman, Nori, Rajamani, Simmons, Proofs from tests, ISSTA 2008, definition 1).
//
//	pre := p.Preimage(ctx, c, leg, region, next)
//	x, ok := pre.Suitable(len(states), func(i int, x ir.Expr) bool { ... })  // {region and not x} leg {not next}, no state has x

// Preimage is where a leg leads to a predicate from.
type Preimage struct {
	// Ways are alternatives: a state that leads there has all predicates of one of them. None: no state does.
	Ways [][]ir.Expr
	// Exact says that each state with all predicates of one of them leads there, if inputs are right (and if it has what
	// was said to be known).
	Exact bool
	// Open says that nobody knows of some way whether any state has it.
	Open bool
}

// Expr is the preimage as one predicate.
func (x Preimage) Expr() ir.Expr {
	out := ir.Expr(ir.NewBool(false))
	for i, w := range x.Ways {
		if y := ir.NewAnd(w...); i == 0 {
			out = y
		} else {
			out = ir.NewBinary(ir.LOr, out, y)
		}
	}
	return out
}

// Suitable is a larger set without given states, with few predicates; ok is false where a state is of the preimage, as
// far as that is known. holds says whether a predicate may hold in a state.
func (x Preimage) Suitable(states int, holds func(state int, x ir.Expr) bool) (_ Preimage, ok bool) {
	var ways [][]ir.Expr
	for _, way := range x.Ways {
		out := make([][]bool, len(way)) // by predicate: the states that it leaves out
		for k, y := range way {
			out[k] = make([]bool, states)
			for i := range out[k] {
				out[k][i] = !holds(i, y)
			}
		}
		var few []ir.Expr
		left := make([]bool, states)
		for n := states; n > 0 || len(few) == 0 && states == 0; {
			best, most := -1, 0
			for k := range way {
				more := 0
				for i, o := range out[k] {
					if o && !left[i] {
						more++
					}
				}
				if more > most || states == 0 && best < 0 {
					best, most = k, more
				}
			}
			if best < 0 {
				return x, false
			}
			for i, o := range out[best] {
				left[i] = left[i] || o
			}
			few, n = append(few, way[best]), n-most
		}
		ways = append(ways, few)
	}
	return Preimage{Ways: ways}, true
}

// choicesOfPre are the if-then-elses of which cases are made although nothing is eliminated from them, mostly those of
// values that wrap.
const choicesOfPre = 3

// questionsOfPre bounds what is asked to make one preimage smaller.
const questionsOfPre = 40

// Preimage is Pre as expressions. within is known of the states in front of the leg; it is not said again. The leg is
// to begin and end in the context's function; of others nothing is said.
func (p *Prover) Preimage(ctx context.Context, c *Context, leg Leg, within, post ir.Expr) Preimage {
	known, _ := p.Term(c, within)
	q, exact := p.Term(c, post)
	cubes, sure, open := p.pre(ctx, c, leg, known, q)
	return p.written(c, cubes, exact && sure, open)
}

// written is a preimage as expressions.
func (p *Prover) written(c *Context, cubes [][]*term.Term, exact, open bool) Preimage {
	out := Preimage{Exact: exact, Open: open}
	for _, cube := range cubes {
		var way []ir.Expr
		for _, t := range cube {
			if x, ok := p.Lift(c, t); ok {
				way = append(way, x)
			} else {
				out.Exact = false
			}
		}
		out.Ways = append(out.Ways, way)
	}
	return out
}

// pre is not wp(leg, not post), of states with within, as a disjunction of conjunctions; larger where something could
// not be said (exact is false then); open as in Preimage.
func (p *Prover) pre(ctx context.Context, c *Context, leg Leg, within, post *term.Term) (cubes [][]*term.Term, exact,
	open bool) {
	defer func(a *allowance) { p.spare = a }(p.spare)
	p.spare = &allowance{questionsOfPre}
	e := p.E
	at := make([]*term.Term, leg.Places)
	exact = true
	parts := leg.straight()
	for i, part := range slices.Backward(parts) { // from the last on
		to := post
		if part.to < leg.Places-1 {
			to = at[part.to]
		}
		known := e.C.True() // of places inside nothing is known
		if part.from == 0 {
			known = within
		}
		if to == nil { // from there nothing goes on
			continue
		}
		more, sure := p.through(ctx, c, part.edges, known, to)
		exact = exact && sure
		if i == 0 && len(parts) == 1 {
			cubes = more
			break
		}
		if part.from == 0 {
			cubes = append(cubes, more...)
			continue
		}
		all := []*term.Term{}
		if at[part.from] != nil {
			all = append(all, at[part.from])
		}
		for _, cube := range more {
			all = append(all, e.C.And(cube...))
		}
		at[part.from] = p.Simplify(ctx, e.C.Or(all...), min(len(all), 4))
	}
	cubes, open = p.smaller(ctx, within, cubes)
	return cubes, exact, open
}

// through is pre of a sequence of edges.
func (p *Prover) through(ctx context.Context, c *Context, edges []*ir.Edge, within,
	post *term.Term) (cubes [][]*term.Term, exact bool) {
	x := p.crossing(ctx, c, Straight(edges))
	switch {
	case !x.ok:
		return [][]*term.Term{nil}, false
	case x.next == nil || post.IsFalse():
		return nil, true
	}
	cubes, sure := p.toSlots(ctx, append([]*term.Term{p.put(post, x.next)}, x.conds...), within, x.inputs)
	return cubes, x.exact && sure
}

// toSlots says what there is to a conjunction in slots alone. What has no name is eliminated; that is exact of inputs.
func (p *Prover) toSlots(ctx context.Context, ts []*term.Term, within *term.Term,
	inputs map[*term.Term]bool) (cubes [][]*term.Term, exact bool) {
	e := p.E
	all := slices.Clone(ts)
	gone := func(v *term.Term) bool { return !p.isSlot(v) }
	exact = true
	for _, t := range e.Axioms(ts...) {
		if slices.ContainsFunc(term.FreeVars(t), gone) {
			all = append(all, t)
		}
	}
	for _, v := range term.FreeVars(e.C.And(all...)) { // a part of the state that has no name is no input
		exact = exact && (!gone(v) || inputs[v])
	}
	q := &projection{c: e.C, gone: gone, choices: choicesOfPre, exact: true, excluded: p.excluded}
	q.stop = func() bool { return ctx.Err() != nil }
	q.unsat = func(cube []*term.Term, needed bool) bool {
		cube = append(slices.Clone(cube), within)
		return p.excluded(cube) || (p.spare.take() || needed) && p.askIn(ctx, p.brief(), cube...) == smt.Unsat
	}
	q.run(all)
	return q.cubes, exact && q.exact
}

// smaller leaves out ways that are impossible within what is known, and of the others what is known or follows from the
// rest.
func (p *Prover) smaller(ctx context.Context, within *term.Term, cubes [][]*term.Term) (out [][]*term.Term, open bool) {
	e := p.E
	known := Conjuncts(e.C, within)
	for _, cube := range cubes {
		facts := append(slices.Clone(known), cube...)
		if p.excluded(facts) {
			continue
		}
		answer := smt.Unknown
		if p.spare.take() {
			answer = p.askIn(ctx, p.brief(), facts...)
		}
		if answer == smt.Unsat {
			continue
		}
		open = open || answer == smt.Unknown
		cube = Conjuncts(e.C, tightest(e.C, e.C.And(cube...)))
		for i := len(cube) - 1; i >= 0; i-- {
			others := slices.Concat(known, slices.Delete(slices.Clone(cube), i, i+1), []*term.Term{e.C.Not(cube[i])})
			if slices.Contains(known, cube[i]) || p.excluded(others) || p.spare.take() &&
				p.askIn(ctx, p.brief(), others...) == smt.Unsat {
				cube = slices.Delete(cube, i, i+1)
			}
		}
		if len(cube) == 0 {
			return [][]*term.Term{nil}, open
		}
		out = append(out, cube)
	}
	var ways [][]*term.Term
	for i, x := range out {
		// one that another has room for
		if !slices.ContainsFunc(out, func(y []*term.Term) bool { return len(y) < len(x) && all(y, x) }) &&
			!slices.ContainsFunc(out[:i], func(y []*term.Term) bool { return len(y) == len(x) && all(y, x) && all(x, y) }) {
			ways = append(ways, x)
		}
	}
	return ways, open
}

// all reports whether each of some terms is among others.
func all(some, others []*term.Term) bool {
	return !slices.ContainsFunc(some, func(t *term.Term) bool { return !slices.Contains(others, t) })
}

// stretch is a sequence of edges of a leg.
type stretch struct {
	from, to int
	edges    []*ir.Edge
}

// straight takes a leg apart into sequences between places where ways part or meet, in the order of the leg: those to a
// place come before those from it.
func (l Leg) straight() (out []stretch) {
	in, from := make([]int, l.Places), make([]int, l.Places)
	for _, s := range l.Steps {
		in[s.To]++
		from[s.From]++
	}
	open := map[int]int{} // by place where a sequence may go on: its number
	for _, s := range l.Steps {
		k, goes := open[s.From]
		if !goes {
			k = len(out)
			out = append(out, stretch{from: s.From})
		}
		delete(open, s.From)
		out[k].edges, out[k].to = append(out[k].edges, s.Edge), s.To
		if in[s.To] == 1 && from[s.To] == 1 && s.To < l.Places-1 {
			open[s.To] = k
		}
	}
	slices.SortStableFunc(out, func(x, y stretch) int { return l.place(x.from) - l.place(y.from) })
	return out
}

// place is where steps from a place begin in the list.
func (l Leg) place(from int) int {
	return slices.IndexFunc(l.Steps, func(s LegStep) bool { return s.From == from })
}

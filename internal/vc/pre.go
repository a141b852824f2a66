package vc

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file computes the states from which a block leads into a set of states: Pre of SYNERGY (Gulavani, Henzinger,
// Kannan, Nori, Rajamani, FSE 2006, section 3).
//
//	Pre(block, Q) = not wp(block, not Q) = exists inputs. conditions and Q[values after it]
//
// It is equal to wp(block, Q) only if the block has no inputs and no assumptions:
//
//	block                     Q         Pre(Q)    wp(Q)
//	x = y + 1               x = 3     y = 2     y = 2
//	x = input               x = 3     true      false
//	assume x > 0            x = 3     x = 3     x <= 0 or x = 3
//
// Conjuncts that no expression can state are left out. The result is then a superset of Pre: no state outside of it
// leads to Q, but some states inside may not lead to Q either. Suitable drops further conjuncts, as long as some given
// states stay outside (the suitable predicates of DASH: Beckman, Nori, Rajamani, Simmons, Proofs from tests, ISSTA
// 2008, definition 1).
//
//	pre := p.Preimage(ctx, c, block, region, next)
//	x, ok := pre.Suitable(len(states), func(i int, x ir.Expr) bool { ... })
//	// {region and not x} block {not next} holds, and no state satisfies x

// Preimage is the set of states from which a block leads to a predicate, in disjunctive normal form.
type Preimage struct {
	// Cubes has the disjuncts, each a conjunction: a state that leads to the predicate satisfies all predicates of one
	// cube. If there are no cubes, no state leads to the predicate.
	Cubes [][]ir.Expr
	// Exact reports that each state that satisfies a cube, and the predicate within, leads to the predicate on some
	// inputs.
	Exact bool
	// Open reports that for some cube the solver did not decide whether any state satisfies it.
	Open bool
}

// Expr returns the preimage as one predicate.
func (x Preimage) Expr() ir.Expr {
	out := ir.Expr(ir.NewBool(false))
	for i, w := range x.Cubes {
		if y := ir.NewAnd(w...); i == 0 {
			out = y
		} else {
			out = ir.NewBinary(ir.LOr, out, y)
		}
	}
	return out
}

// Suitable returns a superset of the preimage that has few predicates and does not contain the given states, numbered
// from 0 to states-1. ok is false if one of these states may lie in the preimage. holds reports whether a predicate may
// hold in a state.
func (x Preimage) Suitable(states int, holds func(state int, x ir.Expr) bool) (_ Preimage, ok bool) {
	var ways [][]ir.Expr
	for _, way := range x.Cubes {
		out := make([][]bool, len(way)) // by predicate: the states that it excludes
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
	return Preimage{Cubes: ways}, true
}

// choicesOfPre bounds the if-then-elses that are split into cases although they contain no constant to eliminate. Most
// of them are for values that wrap around.
const choicesOfPre = 3

// questionsOfPre bounds the optional queries that make one preimage smaller.
const questionsOfPre = 40

// Preimage computes Pre(block, post) as expressions. All states before the block are known to satisfy within, which the
// result does not repeat. The block must begin and end in the function of c; for other blocks the result is true.
func (p *Prover) Preimage(ctx context.Context, c *Context, block Block, within, post ir.Expr) Preimage {
	known, _ := p.Term(c, within)
	q, exact := p.Term(c, post)
	cubes, sure, open := p.pre(ctx, c, block, known, q)
	return p.preimageOf(c, cubes, exact && sure, open)
}

// preimageOf returns a disjunction of cubes as a preimage over expressions.
func (p *Prover) preimageOf(c *Context, cubes [][]*term.Term, exact, open bool) Preimage {
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
		out.Cubes = append(out.Cubes, way)
	}
	return out
}

// pre computes not wp(block, not post) within the states that satisfy within, as a disjunction of conjunctions. The
// result is a superset if a conjunct could not be stated (exact is false then); open is as in Preimage.
func (p *Prover) pre(ctx context.Context, c *Context, block Block, within, post *term.Term) (cubes [][]*term.Term,
	exact, open bool) {
	defer func(a *allowance) { p.spare = a }(p.spare)
	p.spare = &allowance{questionsOfPre}
	e := p.E
	at := make([]*term.Term, block.Nodes)
	exact = true
	parts := block.stretches()
	for i, part := range slices.Backward(parts) { // from the last part back
		to := post
		if part.to < block.Nodes-1 {
			to = at[part.to]
		}
		known := e.C.True() // nothing is known at nodes inside the block
		if part.from == 0 {
			known = within
		}
		if to == nil { // no path leads from part.to to the end of the block
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
		at[part.from] = p.simplify(ctx, e.C.Or(all...), min(len(all), 4))
	}
	cubes, open = p.smaller(ctx, within, cubes)
	return cubes, exact, open
}

// through computes pre of a sequence of edges.
func (p *Prover) through(ctx context.Context, c *Context, edges []*ir.Edge, within,
	post *term.Term) (cubes [][]*term.Term, exact bool) {
	x := p.relation(ctx, c, BlockOf(edges))
	switch {
	case !x.ok:
		return [][]*term.Term{nil}, false
	case x.next == nil || post.IsFalse():
		return nil, true
	}
	cubes, sure := p.toSlots(ctx, append([]*term.Term{p.put(post, x.next)}, x.conds...), within, x.inputs)
	return cubes, x.exact && sure
}

// toSlots projects a conjunction to slots: it eliminates all other constants. inputs has the constants whose
// elimination is exact.
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
	// A constant that is neither a slot nor an input is a part of the state to which predicates cannot refer.
	for _, v := range term.FreeVars(e.C.And(all...)) {
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

// smaller drops the cubes that contradict within, and from each other cube the conjuncts that follow from within and
// the rest of the cube. open reports whether the solver left some cube undecided.
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
		// Drop a cube that implies another cube.
		if !slices.ContainsFunc(out, func(y []*term.Term) bool { return len(y) < len(x) && all(y, x) }) &&
			!slices.ContainsFunc(out[:i], func(y []*term.Term) bool { return len(y) == len(x) && all(y, x) && all(x, y) }) {
			ways = append(ways, x)
		}
	}
	return ways, open
}

// all reports whether ys contains each term of xs.
func all(xs, ys []*term.Term) bool {
	return !slices.ContainsFunc(xs, func(t *term.Term) bool { return !slices.Contains(ys, t) })
}

// stretch is a sequence of edges of a block, from one of its nodes to another.
type stretch struct {
	from, to int
	edges    []*ir.Edge
}

// stretches splits a block into sequences of edges between the nodes where paths part or meet, topologically sorted.
func (l Block) stretches() (out []stretch) {
	in, from := make([]int, l.Nodes), make([]int, l.Nodes)
	for _, s := range l.Steps {
		in[s.To]++
		from[s.From]++
	}
	open := map[int]int{} // by the node at which an unfinished sequence ends: the index of the sequence
	for _, s := range l.Steps {
		k, goes := open[s.From]
		if !goes {
			k = len(out)
			out = append(out, stretch{from: s.From})
		}
		delete(open, s.From)
		out[k].edges, out[k].to = append(out[k].edges, s.Edge), s.To
		if in[s.To] == 1 && from[s.To] == 1 && s.To < l.Nodes-1 {
			open[s.To] = k
		}
	}
	slices.SortStableFunc(out, func(x, y stretch) int { return l.firstStep(x.from) - l.firstStep(y.from) })
	return out
}

// firstStep returns the index of the first step from a node.
func (l Block) firstStep(from int) int {
	return slices.IndexFunc(l.Steps, func(s BlockStep) bool { return s.From == from })
}

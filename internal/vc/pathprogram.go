package vc

import (
	"context"
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file finds invariants of a path program (Beyer, Henzinger, Majumdar, Rybalchenko: Path invariants. PLDI 2007): a
// predicate for each location that holds on all paths that take some given blocks any number of times. The predicates
// are guesses, as in blockpath.go.

// Transition is a block between two locations of a function.
type Transition struct {
	From, To *ir.Loc
	Block    Block
}

// PathProgram looks for a predicate for each location that the transitions connect, such that no execution that begins
// in an initial state and takes only these transitions reaches an error location. The transitions belong to one
// function. With loose, it ignores comparisons with the bounds of types: guesses do not need them, and they make the
// clauses hard for solvers. horn solves Horn clauses. The result is nil if horn finds no solution.
func (p *Prover) PathProgram(ctx context.Context, all []Transition, loose bool,
	horn func([]*term.Term) *term.Model) map[*ir.Loc]*term.Term {
	e, c := p.E, p.E.C
	at := e.Start()
	numbers := map[*ir.Loc]int{}
	params := map[*ir.Loc][]Slot{}
	number := func(l *ir.Loc) int {
		n, known := numbers[l]
		if !known {
			n = len(numbers)
			numbers[l] = n
			for _, x := range p.slotsAt(Point{at.Ctx, l}) {
				if v := p.value(x); v.T != nil && v.Obj == nil && (v.T.Sort().Kind == term.Int || v.T.Sort().Kind == term.Bool) {
					params[l] = append(params[l], x)
				}
			}
		}
		return n
	}
	app := func(l *ir.Loc, s *State) *term.Term {
		n := number(l)
		as := []*term.Term{c.Int(0)}
		for _, x := range params[l] {
			v := e.slotValue(s, x)
			if v == nil || v.T == nil {
				v = e.Fresh("any", x.Type)
			}
			as = append(as, v.T)
		}
		return c.App(fmt.Sprintf("R%d", n), term.BoolSort, as...)
	}
	defer e.saveJournal()()
	var clauses []*term.Term
	var apart []Transition
	for _, w := range all {
		for _, block := range w.Block.sequences(maxSequences) {
			apart = append(apart, Transition{w.From, w.To, block})
		}
	}
	for _, w := range apart {
		var body []*term.Term
		s := p.base(at.Ctx)
		if w.From == at.Loc {
			s = e.Initial()
		} else {
			body = append(body, app(w.From, s))
		}
		end, _, _, err := p.followBlock(ctx, s, Point{at.Ctx, w.From}, w.Block)
		if err != nil {
			return nil
		}
		if end == nil {
			continue
		}
		body = append(body, end.Conds()...)
		head := c.False()
		if w.To.Kind != ir.Error {
			head = app(w.To, end)
		}
		body = append(body, e.Axioms(append(slices.Clone(body), head)...)...)
		if loose {
			body = withoutTypeBounds(c, body)
		}
		x := c.Implies(c.And(body...), head)
		clauses = append(clauses, c.Forall(term.FreeVars(x), x))
	}
	m := horn(clauses)
	if m == nil {
		return nil
	}
	out := map[*ir.Loc]*term.Term{}
	for l, n := range numbers {
		f := m.Funcs[fmt.Sprintf("R%d", n)]
		if f == nil {
			continue
		}
		to := map[*term.Term]*term.Term{f.Params[0]: c.Int(0)}
		for i, v := range f.Params[1:] {
			to[v] = p.value(params[l][i]).T
		}
		out[l] = c.Subst(f.Body, to)
	}
	return out
}

// maxSequences bounds the paths through a block that get one clause each. Solvers generalise better from clauses for
// single paths.
const maxSequences = 64

// sequences returns each path through a block as a block, or the block itself if the number of paths exceeds the limit.
func (l Block) sequences(limit int) (out []Block) {
	var edges []*ir.Edge
	var walk func(at int) bool
	walk = func(at int) bool {
		if at == l.Nodes-1 {
			out = append(out, BlockOf(slices.Clone(edges)))
			return len(out) <= limit
		}
		for _, st := range l.Steps {
			if st.From != at {
				continue
			}
			edges = append(edges, st.Edge)
			if !walk(st.To) {
				return false
			}
			edges = edges[:len(edges)-1]
		}
		return true
	}
	if !walk(0) {
		return []Block{l}
	}
	return out
}

// withoutTypeBounds returns the conjuncts of ts without the comparisons with bounds of types.
func withoutTypeBounds(c *term.Ctx, ts []*term.Term) (out []*term.Term) {
	for _, t := range ts {
		for _, k := range Conjuncts(c, t) {
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

// far reports whether t is a number of at least 2^30 in absolute value, or a sum with such a number.
func far(t *term.Term) bool {
	if v, ok := t.Big(); ok {
		return v.BitLen() > 30
	}
	return t.Op() == term.IAdd && slices.ContainsFunc(t.Args(), far)
}

package passed

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Check returns the obligations that the evidence proves, and the part of the evidence that follows. If weaken is set,
// it drops invariants that do not follow, until all of the remaining ones do; otherwise an invariant that does not
// follow is an error. where caches the points-to sets of the program; if it is nil, Check computes them.
func Check(ctx context.Context, p *ir.Program, where *flow.Memo, obls []*ir.Obligation, ev *verify.Passed,
	weaken bool) (proved []*ir.Obligation, rest *verify.Passed, err error) {
	points, err := where.Points(ctx, p)
	if err != nil {
		return nil, nil, err
	}
	c := &checker{ctx: ctx, prog: p, points: points, calls: flow.NewCalls(p), terms: map[key]*term{},
		inv: map[*ir.Loc][]ir.Expr{}, spots: map[ir.Expr]*targets{}, bases: map[*ir.Var]*targets{},
		lists: map[*flow.Address]*targets{}}
	for _, i := range ev.Invariants {
		if i.Loc == nil || i.Expr == nil || i.Expr.Type() != ir.B {
			return nil, nil, errors.New("an invariant without location or formula")
		}
		if !cut(i.Loc) || i.Loc.Kind == ir.Exit || i.Loc.Kind == ir.Error {
			return nil, nil, fmt.Errorf("an invariant at %s, where none is asked", i.Loc.Where())
		}
		c.inv[i.Loc] = append(c.inv[i.Loc], i.Expr)
	}
	for {
		c.lost, c.fault, c.errors = false, nil, map[*ir.Obligation]bool{}
		if err := c.run(); err != nil {
			return nil, nil, err
		}
		if !c.lost {
			break
		}
		if !weaken {
			return nil, nil, c.fault
		}
	}
	for _, o := range obls {
		if !c.errors[o] {
			proved = append(proved, o)
		}
	}
	left := map[verify.Invariant]bool{}
	for l, es := range c.inv {
		for _, e := range es {
			left[verify.Invariant{Loc: l, Expr: e}] = true
		}
	}
	rest = &verify.Passed{}
	for _, i := range ev.Invariants {
		if left[i] {
			rest.Invariants = append(rest.Invariants, i)
		}
	}
	return proved, rest, nil
}

// checker checks one piece of evidence.
type checker struct {
	ctx    context.Context
	prog   *ir.Program
	points *flow.Points
	calls  *flow.Calls
	terms  map[key]*term         // all terms that are not plain unknowns
	last   int                   // the number of the last term
	inv    map[*ir.Loc][]ir.Expr // the invariants that are not dropped
	spots  map[ir.Expr]*targets  // cache of where, for expressions
	bases  map[*ir.Var]*targets  // cache of where, for registers

	lists map[*flow.Address]*targets // cache of spotsOf, by the first element of the list
	steps int                        // edges followed so far

	lost   bool                    // an invariant was dropped in this round
	fault  error                   // why the first invariant was dropped in this round
	errors map[*ir.Obligation]bool // the obligations whose error location was reached in this round
}

// cut reports whether walks end at a location, where an invariant then has to be shown. A location without an invariant
// has the invariant true.
func cut(l *ir.Loc) bool { return len(l.In) != 1 || l == l.Func.Entry }

// never reports whether the evidence claims that no execution reaches a location.
func (c *checker) never(l *ir.Loc) bool {
	return slices.ContainsFunc(c.inv[l], func(e ir.Expr) bool {
		k, ok := e.(*ir.Const)
		return ok && k.Bits == 0
	})
}

// run walks once from every cut that executions may reach.
func (c *checker) run() error {
	c.arrive(c.prog.Entry.Entry, newState())
	for _, f := range c.prog.Funcs {
		for _, l := range f.Locs {
			if !cut(l) || l != f.Entry && len(l.In) == 0 || c.never(l) {
				continue
			}
			if err := c.walk(l); err != nil {
				return err
			}
		}
	}
	return nil
}

// walk follows all paths from a cut to the next cuts. It assumes the invariant of the first cut.
func (c *checker) walk(from *ir.Loc) error {
	s := newState()
	for _, e := range c.inv[from] {
		c.believe(s, e)
	}
	type item struct {
		l *ir.Loc
		s *state
	}
	todo := []item{{from, s}}
	for len(todo) > 0 {
		it := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for i, e := range it.l.Out {
			if c.steps++; c.steps%256 == 0 && c.ctx.Err() != nil {
				return c.ctx.Err()
			}
			s := it.s
			if i+1 < len(it.l.Out) {
				s = s.copied()
			}
			if !c.pass(s, e) {
				continue
			}
			switch {
			case e.To.Kind == ir.Error:
				c.errors[e.To.Obligation] = true
			case cut(e.To):
				c.arrive(e.To, s)
			default:
				todo = append(todo, item{e.To, s})
			}
		}
	}
	return nil
}

// arrive drops the conjuncts of the invariant at a cut that do not follow from the state in which a walk reaches it.
func (c *checker) arrive(l *ir.Loc, s *state) {
	c.inv[l] = slices.DeleteFunc(c.inv[l], func(e ir.Expr) bool {
		if c.shows(s, e) {
			return false
		}
		if !c.lost {
			c.lost = true
			c.fault = fmt.Errorf("%s does not follow at %s", ir.ExprString(e), l.Where())
		}
		return true
	})
}

package inductive

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/check/annotated"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file offers the steps of a check one by one to package repair, which searches for a part of the evidence that
// holds. The part is then checked like any other evidence.

// Gaps is told of each step that does not follow.
type Gaps struct {
	// Cut is told of a state that reaches a cut, whose formula it does not satisfy. The result of satisfies is whether the
	// state satisfies a formula.
	Cut   func(to *ir.Loc, satisfies func(ir.Expr) bool)
	Error func(o *ir.Obligation) // the error of an asked obligation may be reached
	Frees func(f *ir.Func)       // a call of f may free an object that the evidence does not list
}

// Session is the check of invariants, whose formulas may change in between.
type Session struct{ c *checker }

// NewSession returns a session for invariants with the names of ev, without formulas.
func NewSession(ctx context.Context, p *ir.Program, points *flow.Memo, obls []*ir.Obligation, ev *verify.Inductive,
	gaps *Gaps) *Session {
	c := newChecker(ctx, p, points, ev)
	c.gaps = gaps
	for _, o := range obls {
		c.asked[o] = true
	}
	return &Session{c}
}

// Reads reports whether this package can parse a formula at a location.
func (s *Session) Reads(l *ir.Loc, e ir.Expr) bool {
	_, err := s.c.parse(l, e)
	return err == nil
}

// Begin sets the formulas, and returns the cuts to which the automaton has paths.
func (s *Session) Begin(invs []verify.Invariant) ([]*ir.Loc, error) {
	err := s.c.readAll(invs)
	return s.c.cuts(), err
}

// Set replaces the formula of a cut.
func (s *Session) Set(l *ir.Loc, e ir.Expr) (err error) {
	s.c.inv[l], err = s.c.parse(l, e)
	return err
}

// Unclaim drops the claim about what calls of f free.
func (s *Session) Unclaim(f *ir.Func) { delete(s.c.frees, f) }

// Start checks the initial state and the claims about what calls free.
func (s *Session) Start() error { return s.c.start() }

// From checks the paths from a cut.
func (s *Session) From(l *ir.Loc) error { return s.c.from(l) }

// satisfies reports whether the state s, at a location, satisfies a formula, as far as this package can parse it.
func (c *checker) satisfies(s *state, l *ir.Loc, e ir.Expr) bool {
	inv, err := c.parse(l, e)
	if err != nil {
		return false
	}
	ok, _, _ := c.covered(s, inv, 3)
	return ok
}

// GraphSession is the check of a graph, whose formulas may change in between.
type GraphSession struct{ k *graph }

// NewGraphSession returns a session for the graph g of ev, without formulas. gap is told of a state that reaches a node
// whose formula it does not satisfy. The result of satisfies is whether the state satisfies a formula.
func NewGraphSession(ctx context.Context, p *ir.Program, points *flow.Memo, g *annotated.Graph, ev *verify.Annotated,
	gap func(node int, satisfies func(ir.Expr) bool)) *GraphSession {
	k := newGraph(ctx, p, points, g, ev)
	k.gap = gap
	return &GraphSession{k}
}

// Reads reports whether this package can parse a formula at a node.
func (s *GraphSession) Reads(i int, e ir.Expr) bool {
	_, err := s.k.parse(s.k.g.Nodes[i].Loc, e)
	return err == nil
}

// Set replaces the formula of a node.
func (s *GraphSession) Set(i int, e ir.Expr) (err error) {
	s.k.inv[i], err = s.k.parse(s.k.g.Nodes[i].Loc, e)
	return err
}

// Start checks the initial state.
func (s *GraphSession) Start() error { return s.k.arrive(s.k.initial(), 0) }

// From checks the paths from a node to the next nodes with formulas.
func (s *GraphSession) From(i int) error { return s.k.from(i) }

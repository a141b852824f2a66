package triple

import (
	"context"
	"fmt"

	"github.com/tandem-verifier/tandem/internal/check/annotated"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
)

// Session offers the steps of a check one by one to a search for smaller evidence (package repair). A session gives no
// verdict: Check checks the evidence that the search finds.
type Session struct{ c *checker }

// Claim is a conjunct of the evidence: of the invariant at a location, or of the formula of a graph's node. The zero
// Claim means a goal that does not depend on the evidence: an error is not reached.
type Claim struct {
	Loc  *ir.Loc
	Expr ir.Expr // nil: the zero Claim
	Node int     // the node, for a graph; otherwise 0
}

// NewSession starts a session about the obligations of a program. The caller must call stop at the end.
func NewSession(ctx context.Context, p *ir.Program, obls []*ir.Obligation, cfg Config) (s *Session, stop func(),
	err error) {
	c, stop, err := newChecker(ctx, p, cfg)
	if err != nil {
		return nil, nil, err
	}
	if err := c.begin(obls); err != nil {
		stop()
		return nil, nil, err
	}
	return &Session{c}, stop, nil
}

// Names reads the names in the evidence for returned values, values at entries and new objects. It must be called
// first.
func (s *Session) Names(results map[*ir.Func]*ir.Var, entered map[*ir.Func]map[*ir.Var]*ir.Var,
	made map[*ir.Edge]*ir.Object) error {
	return s.c.names(results, entered, made)
}

// ReadKnown reads Config.Known and returns its conjuncts by location.
func (s *Session) ReadKnown() map[*ir.Loc]Conjuncts { return s.c.readKnown() }

// Fits returns an error if e may not be a formula at location l.
func (s *Session) Fits(l *ir.Loc, e ir.Expr) error { return s.c.spec(l, e) }

// Track decides which memory is tracked. formulas has all formulas that later steps use.
func (s *Session) Track(formulas []ir.Expr) {
	s.c.mention(formulas...)
	s.c.findMemory(append(formulas, s.c.allKnown()...))
}

// Tracks reports whether all memory that a formula reads is tracked.
func (s *Session) Tracks(e ir.Expr) bool {
	all := true
	ir.Walk(e, func(x ir.Expr) bool {
		if l, ok := x.(*ir.Load); ok {
			o := ir.Root(l.Addr)
			if o == nil {
				o, _ = s.c.block(l.Addr)
			}
			all = all && o != nil && s.c.mem.memory[o] != nil
		}
		return all
	})
	return all
}

// Invariants returns the steps which together show that invariants are inductive. The caller may replace the lists of
// formulas in inv later: a step reads them when Ask encodes it.
func (s *Session) Invariants(inv map[*ir.Loc][]ir.Expr) []*Step {
	s.c.inv = inv
	return s.c.pieces()
}

// GraphStart returns the step about the initial state of a graph. Config.Shown has the formulas that are still to be
// shown. Steps read it, and the formulas of the nodes, when Ask encodes them.
func (s *Session) GraphStart(g *annotated.Graph) *Step { return s.c.graphStart(g) }

// GraphSteps returns the steps about the executions that are at node i.
func (s *Session) GraphSteps(g *annotated.Graph, i int) []*Step { return s.c.graphSteps(g, i) }

// Encodings returns the encodings that Ask may be called with.
func (s *Session) Encodings() []Encoding {
	if s.c.cfg.Only != AnyEncoding {
		return []Encoding{s.c.cfg.Only}
	}
	return []Encoding{Ints, Bits}
}

// Question is a step in one encoding, asserted in the session's solver until Close.
type Question struct{ q *query }

// Ask encodes a step and asserts it in the solver. Close must be called before the next call of Ask.
func (s *Session) Ask(st *Step, enc Encoding) (*Question, error) {
	if s.c.ctx.Err() != nil || s.c.queries.meter.Left() == 0 {
		return nil, fmt.Errorf("out of time")
	}
	q := s.c.newQuery(enc)
	if err := st.build(q); err != nil {
		return nil, err
	}
	if q.broken != nil {
		return nil, q.broken
	}
	s.c.queries.solver.Push()
	q.vc.assert(s.c.queries.solver)
	return &Question{q}, nil
}

// Close removes the question from the solver.
func (x *Question) Close() { x.q.c.queries.solver.Pop() }

// Claims returns the claim of each goal of the question; a goal without a claim has the zero Claim.
func (x *Question) Claims() (out []Claim) {
	for _, g := range x.q.vc.goals {
		out = append(out, g.of)
	}
	return out
}

// Follows reports whether the solver shows the goals with the given indices, if all other goals are assumed. It may use
// 1/parts of the time for this.
func (x *Question) Follows(goals []int, parts int) bool {
	c := x.q.c
	open := map[int]bool{}
	for _, i := range goals {
		open[i] = true
	}
	c.queries.solver.Push()
	defer c.queries.solver.Pop()
	for i, g := range x.q.vc.goals {
		if !open[i] {
			c.queries.solver.Assert(x.q.tc.Not(g.lit))
		}
	}
	return c.queries.check(c.queries.budget(8, parts)).Result == smt.Unsat
}

// Weaker returns a formula that e implies: e with true in place of the atoms that are not fine.
func Weaker(e ir.Expr, fine func(ir.Expr) bool) ir.Expr {
	if b, ok := e.(*ir.Binary); ok && (b.Op == ir.LAnd || b.Op == ir.LOr) {
		return ir.NewBinary(b.Op, Weaker(b.X, fine), Weaker(b.Y, fine))
	}
	if !fine(e) {
		return ir.NewBool(true)
	}
	return e
}

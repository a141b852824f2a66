package vc

import (
	"context"
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain/pmap"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file encodes a path as named constraints in static single assignment. Each constraint is a guard of an edge, or
// the definition of a new version of a slot that the edge assigns:
//
//	L0 -> L2: x = input #0      x1 = in
//	L2 -> L3: assume 5 < x      5 < x1
//	L3 -> L2: x = x - 1         x2 = x1 - 1
//
// Arrays, the heap and pointers are encoded exactly, but have no versions of their own: the constraints that read from
// them contain the terms of their contents.

// Path is a sequence of edges and blocks, through calls and returns.
type Path struct {
	// Start is the point where the path begins. The zero Point is the start of the program, in its initial states.
	Start Point
	// Pre holds at Start. If it is nil, no precondition is assumed, except for the initial values at the program's start.
	Pre ir.Expr
	// Edges has the steps of the path. A nil edge means that the step is the block at the same index of Blocks.
	Edges  []*ir.Edge
	Blocks []Block // nil if no step is a block
}

// Feasibility is the solver's answer about a path.
type Feasibility struct {
	// Result is Sat if the path has an execution (see Exact), Unsat if it has none.
	Result smt.Result
	// Exact reports, if Result is Sat, that nothing on the path is approximated and no access of memory may be invalid.
	Exact bool
	// Records has the inputs of the execution, for a replay.
	Records []ir.Record
	// Execution lists the edges of the execution if Result is Sat and the path has blocks; nil if the model does not
	// show the edges.
	Execution []*ir.Edge
	// Core lists, if Result is Unsat, the edges (by index in the path) that together exclude executions; -1 denotes the
	// precondition and the initial values.
	Core []int
	// Points has the points before and after the steps.
	Points []Point
}

// Check decides whether a path has an execution. It fails if a step does not begin where the step before ends.
func (p *Prover) Check(ctx context.Context, path Path) (*Feasibility, error) {
	t, err := p.trace(ctx, path)
	if err != nil {
		return nil, err
	}
	p.decide(ctx, t)
	return &t.Feasibility, nil
}

// Excluded reports whether no execution takes a path, by one query. first is the first edge in the solver's core (by
// index in the path, -1 as in Feasibility.Core). A minimised core may begin with a later edge.
func (p *Prover) Excluded(ctx context.Context, path Path) (first int, yes bool, err error) {
	t, err := p.trace(ctx, path)
	if err != nil {
		return 0, false, err
	}
	if t.settled && len(t.Core) > 0 {
		return t.Core[0], true, nil
	}
	var assume []*term.Term
	for _, x := range t.constraints {
		if x.t.IsFalse() {
			return x.at, true, nil
		}
		assume = append(assume, x.t)
	}
	p.S.Push()
	defer p.S.Pop()
	p.S.Assert(p.E.Axioms(assume...)...)
	p.Queries++
	if p.S.Check(ctx, p.Budget, assume...).Result != smt.Unsat {
		return 0, false, nil
	}
	core := p.S.Core()
	for _, x := range t.constraints {
		if slices.Contains(core, x.t) {
			return x.at, true, nil
		}
	}
	return -1, true, nil // the solver returned no core
}

// constraint is one conjunct of the encoding of a step.
type constraint struct {
	at   int // index of the step in the path; -1 for the precondition and the initial values
	t    *term.Term
	kind guardKind
}

// guardKind classifies constraints. Guards are often worth keeping in an explanation even if the core does not contain
// them, since they mostly exclude cases in which arithmetic wraps around.
type guardKind uint8

const (
	none     guardKind = iota // no such guard
	limit                     // a guard on one constant
	overflow                  // a guard against overflow
)

// ssa is a path as constraints in static single assignment.
type ssa struct {
	Feasibility
	path        Path
	edges       []*ir.Edge
	constraints []constraint
	names       naming
	end         int            // index of the first edge that no execution takes; len(edges) if there is none
	events      []Event        // the inputs on the path
	state       *State         // the state at the end of the path
	conds       [][]*term.Term // by index of a block: for each of its steps, the condition under which it is taken
	isBlockPath bool           // t is made by CheckBlocks: few constraints, and large ones
	// core has the constraints from which Feasibility.Core is made.
	core    []constraint
	settled bool // Feasibility has the answer of the solver
}

// trace returns the encoding of a path, from the cache if it is the last path.
func (p *Prover) trace(ctx context.Context, path Path) (t *ssa, err error) {
	same := func(t *ssa) bool {
		return t.path.Start == path.Start && t.path.Pre == path.Pre && slices.Equal(t.path.Edges, path.Edges) &&
			slices.EqualFunc(t.path.Blocks, path.Blocks, func(a, b Block) bool { return slices.Equal(a.Steps, b.Steps) })
	}
	if t := p.last; t != nil && same(t) { // a caller mostly checks a path first, then has it explained
		return t, nil
	}
	if left := p.E.C.Until(ctx, func() { t, err = p.follow(ctx, path) }); left != nil {
		return nil, left
	}
	if err == nil {
		t.path = Path{path.Start, path.Pre, slices.Clone(path.Edges), slices.Clone(path.Blocks)}
		p.last = t
	}
	return t, err
}

// follow encodes a path step by step.
func (p *Prover) follow(ctx context.Context, path Path) (*ssa, error) {
	e := p.E
	approx := e.Approx
	defer e.saveJournal()()
	t := &ssa{edges: path.Edges, end: len(path.Edges), names: newNaming()}
	at := path.Start
	var s *State
	if at.Loc == nil {
		at = e.Start()
		s = e.Initial()
	} else {
		if at.Ctx == nil {
			at.Ctx = e.RootOf(at.Loc.Func)
		}
		s = p.base(at.Ctx)
	}
	t.Points = append(t.Points, at)
	s = p.version(t, -1, &State{Ctx: at.Ctx}, plain(s), at, p.slotsAt(at))
	if path.Pre != nil {
		x, exact := p.Term(at.Ctx, path.Pre)
		if !exact {
			return nil, fmt.Errorf("vc: a precondition that is not encoded exactly")
		}
		t.add(e.C, -1, p.put(x, s))
	}
	for i, ed := range path.Edges {
		var n *State
		var err error
		switch before := t.end >= i; {
		case ed == nil && before:
			var conds []*term.Term
			n, at, conds, err = p.followBlock(ctx, s, at, path.Blocks[i])
			if t.conds == nil {
				t.conds = make([][]*term.Term, len(path.Edges))
			}
			t.conds[i] = conds
		case ed == nil:
			at, err = p.blockEnd(at, path.Blocks[i])
		case ed.From != at.Loc:
			err = fmt.Errorf("vc: edge %d of a path leaves L%d of %s, the path is at L%d of %s", i, ed.From.ID,
				ed.From.Func.Name, at.Loc.ID, at.Loc.Func.Name)
		default:
			if at = e.after(at, ed); before {
				n = e.pass(s, ed)
			}
		}
		if err != nil {
			return nil, err
		}
		t.Points = append(t.Points, at)
		if t.end < i {
			continue
		}
		if n == nil {
			t.end = i
			t.constraints = append(t.constraints, constraint{i, e.C.False(), none})
			continue
		}
		for _, c := range n.Conds() {
			t.add(e.C, i, c)
		}
		n = plain(n)
		s = p.version(t, i, s, n, at, p.changed(s, n, at))
	}
	t.Exact = e.Approx == approx && len(e.Accesses) == 0
	t.events, t.state = e.Events, s
	return t, nil
}

// add adds the conjuncts of x to the constraints of step at.
func (t *ssa) add(c *term.Ctx, at int, x *term.Term) {
	for _, u := range Conjuncts(c, x) {
		h := none
		if at >= 0 && t.edges[at] != nil { // not a block: a block has several statements
			as, ok := t.edges[at].Stmt.(*ir.Assume)
			switch {
			case !ok:
			case as.Guard == ir.OvfGuard:
				h = overflow
			case len(term.FreeVars(u)) == 1:
				h = limit
			}
		}
		t.constraints = append(t.constraints, constraint{at, u, h})
	}
}

// plain returns a state without its path condition and bounds. A constraint must not be simplified by another
// constraint, since some of them are left out later.
func plain(s *State) *State {
	n := *s
	n.path, n.facts = nil, pmap.Map[*fact]{}
	return &n
}

// decide decides by the solver whether the path has an execution, and finds a small core if it has none.
func (p *Prover) decide(ctx context.Context, t *ssa) {
	if t.settled {
		return
	}
	e := p.E
	p.decideWith(ctx, t, func(m *term.Model) {
		keep := e.Events
		defer func() { e.Events = keep }()
		e.Events = t.events
		t.Records = e.Records(m)
		if t.conds != nil {
			t.Execution = t.execution(e.C.In(m))
		}
	})
	t.settled = t.Result != smt.Unknown // sat was not cut short by the context, which panics
}

// decideWith sets Result and the core of t. If the path has an execution, it calls sat with a model.
func (p *Prover) decideWith(ctx context.Context, t *ssa, sat func(*term.Model)) {
	e := p.E
	t.core, t.Core = nil, nil
	var assume []*term.Term
	for _, x := range t.constraints {
		if x.t.IsFalse() {
			t.Result, t.core, t.Core = smt.Unsat, []constraint{x}, []int{x.at}
			return
		}
		assume = append(assume, x.t)
	}
	func() { // a function for the deferred Pop: the context may end sat, which makes terms, by a panic (term.Ctx.Until)
		p.S.Push()
		defer p.S.Pop()
		p.S.Assert(e.Axioms(assume...)...)
		p.Queries++
		t.Result = p.S.Check(ctx, p.Budget, assume...).Result
		if t.Result == smt.Sat {
			if m, err := p.S.Model(); err == nil {
				sat(m)
			}
		}
	}()
	if t.Result != smt.Unsat {
		return
	}
	questions := maxCoreQuestions
	switch {
	case t.isBlockPath:
		questions = 0
	case t.conds != nil: // the path has blocks, whose queries are expensive
		questions /= 8
	}
	need, ok := p.least(ctx, nil, assume, 0, questions)
	if !ok {
		need = assume
	}
	in := map[*term.Term]bool{}
	for _, x := range need {
		in[x] = true
	}
	for _, x := range t.constraints {
		if !in[x.t] {
			continue
		}
		t.core = append(t.core, x)
		in[x.t] = false // later constraints with the same term are duplicates
	}
	t.Core = edgesOf(t.core)
}

// edgesOf lists the indices of the steps that have the constraints.
func edgesOf(parts []constraint) (out []int) {
	for _, x := range parts {
		if n := len(out); n == 0 || out[n-1] != x.at {
			out = append(out, x.at)
		}
	}
	return out
}

// maxCoreQuestions bounds the queries for the minimisation of a core.
const maxCoreQuestions = 40

// Package symbolic is symbolic execution as a configurable program analysis: a state is one path, bit-precise, and
// never merged.
//
// # The idea
//
// A state is the symbolic state of a path in package vc: the registers and the memory as terms over the inputs, and the
// condition under which inputs take the path. It also has an assignment of the inputs that takes the path, if one is
// known.
//
//	x = in; if (x > 5) if (x < 3) error
//
//	state        condition        inputs
//	L1                            x = 0 (all zero at first)
//	L2 [!x > 5]  !x > 5           x = 0: known from L1, no query
//	L2 [x > 5]   x > 5            not known
//
// A condition over constants needs no query. For any other condition, the assignment shows that one side is feasible.
// The other side is queried only when the analysis expands its state, so a state that is never expanded costs no query.
// A query contains only the part of the path condition that it depends on (symex.Slicer), and its model changes only
// the inputs in that part. A state with an unsatisfiable condition has no successors.
//
// Invalid accesses to memory have the semantics of package vc: a read gives any value, a write is lost.
//
// # Sources
//
// J. King, Symbolic execution and program testing, CACM 1976; assignments kept with states: P. Godefroid, N. Klarlund,
// K. Sen, DART, PLDI 2005; queries about a part of the condition: C. Cadar, D. Dunbar, D. Engler, KLEE, OSDI 2008; as
// an analysis with operators: D. Beyer, T. Lemberger, Symbolic execution with CEGAR, ISoLA 2016.
//
// # Not modelled
//
// Values that package vc leaves arbitrary: a path with such values may be infeasible, so its inputs are confirmed by a
// run.
package symbolic

import (
	"context"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/symex"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Analysis is symbolic execution of one program.
type Analysis struct {
	q      *prover.Asker
	e      *vc.Encoder
	slices *symex.Slicer
	first  *state                // at the entry
	made   uint64                // number of states
	terms  int                   // number of terms that were counted as work
	access []access              // all accesses that may be invalid
	shapes map[*term.Term]uint64 // cache of shape
}

// Limits of queries: whether a path can be taken, and whether a path to an error can be taken.
const (
	pathTime   = 300 * time.Millisecond
	targetTime = 3 * time.Second
)

// access is an access that may be invalid, made at the end of the path of s.
type access struct {
	s  *state
	of vc.Access
}

// New returns the analysis at its beginning. The asker's encoder must have the options Bits and Single, and no other
// analysis may use it.
func New(q *prover.Asker) *Analysis {
	a := &Analysis{q: q, e: q.E, slices: symex.NewSlicer(q.E), shapes: map[*term.Term]uint64{}}
	a.first = a.next(&state{}, q.E.Initial())
	a.first.in = a.inputs(term.NewModel())
	return a
}

// state is a path. It keeps the answers to queries about it.
type state struct {
	id  uint64
	at  *vc.State // symbolic state at the end of the path
	log *log      // the inputs and accesses on the path
	in  *inputs   // an assignment of the inputs
	// open is the part of the condition that in is not known to satisfy.
	open     []*term.Term
	excluded bool  // no execution takes the path
	head     *head // set at the head of a loop
	tries    int   // number of queries about the path without an answer
}

// inputs is an assignment of inputs, with an evaluator.
type inputs struct {
	m  *term.Model
	is *term.Interpretation
}

// inputs returns the assignment of a model.
func (a *Analysis) inputs(m *term.Model) *inputs { return &inputs{m, a.e.C.In(m)} }

// log has the events and accesses of the last edge of a path; up has the earlier ones.
type log struct {
	up     *log
	events []vc.Event
	access []vc.Access
}

// next returns the state after an edge from s; at is its symbolic state. The encoder must have the events and accesses
// of this edge.
func (a *Analysis) next(s *state, at *vc.State) *state {
	e := a.e
	a.made++
	n := &state{id: a.made, at: at, log: s.log, in: s.in, open: s.open}
	if len(e.Events)+len(e.Accesses) > 0 {
		n.log = &log{s.log, slices.Clone(e.Events), slices.Clone(e.Accesses)}
	}
	for _, x := range e.Accesses {
		a.access = append(a.access, access{s, x})
	}
	return n
}

func (a *Analysis) Name() string                     { return "symbolic" }
func (a *Analysis) Initial() cpa.State               { return a.first }
func (a *Analysis) Merge(_, old cpa.State) cpa.State { return old }

// Key returns different keys for all states, except at the heads of loops.
func (a *Analysis) Key(x cpa.State) uint64 {
	s := x.(*state)
	if s.head != nil {
		return s.head.key
	}
	return mix(s.id, 0)
}

// Adjust prepares states at the heads of loops for comparison.
func (a *Analysis) Adjust(_ context.Context, x cpa.State, at cpa.At) cpa.State {
	s := x.(*state)
	if s.head == nil && at.Loc != at.Loc.Func.Entry && a.e.IsCut(at.Loc) {
		n := *s
		n.head = a.headOf(s, at.Loc)
		return &n
	}
	return s
}

// Resume returns the state at the exit, since its path includes the path before the call.
func (a *Analysis) Resume(_ context.Context, _, exit cpa.State, _ *ir.Edge, _ cpa.At) cpa.State {
	return exit
}

// Transfer implements cpa.Analysis. It returns nil if the path to the edge is excluded.
func (a *Analysis) Transfer(ctx context.Context, x cpa.State, ed *ir.Edge, at cpa.At) cpa.State {
	s := x.(*state)
	if a.settle(ctx, s, pathTime); s.excluded {
		return nil
	}
	var n *state
	if a.e.C.Until(ctx, func() { n = a.follow(s, ed) }) != nil || n == nil {
		return nil
	}
	if at.Loc.Obligation != nil {
		if a.settle(ctx, n, targetTime); n.excluded {
			return nil
		}
	}
	return n
}

// follow returns the state after an edge. It returns nil if the condition folds to false.
func (a *Analysis) follow(s *state, ed *ir.Edge) *state {
	e := a.e
	e.Events, e.Accesses = e.Events[:0], e.Accesses[:0]
	var at *vc.State
	switch st := ed.Stmt.(type) { // sound: Step handles all other statements
	case *ir.Assume:
		at = e.Assume(s.at, e.Cond(s.at, st.Cond))
	case *ir.Call, *ir.Return:
		at, _ = e.Follow(s.at, ed)
	default:
		at = e.Step(s.at, ed)
	}
	if at == nil {
		return nil
	}
	n := a.next(s, at)
	for _, c := range at.Since(s.at) {
		if !a.holds(n.in, c) {
			n.open = append(slices.Clip(n.open), c)
		}
	}
	return n
}

// holds reports whether inputs satisfy a condition, and the axioms of the constants in it.
func (a *Analysis) holds(in *inputs, c *term.Term) bool {
	if ok, err := in.is.Holds(c); !ok || err != nil {
		return false
	}
	for _, v := range a.slices.Vars(c) {
		for _, x := range a.e.AxiomsOf(v) {
			if ok, err := in.is.Holds(x); !ok || err != nil {
				return false
			}
		}
	}
	return true
}

// settle searches for inputs that take the path of s; most limits the time.
func (a *Analysis) settle(ctx context.Context, s *state, most time.Duration) {
	if len(s.open) == 0 || s.excluded {
		return
	}
	switch in, r := a.ask(ctx, s, s.open, most>>min(s.tries, 6)); {
	case r == smt.Sat:
		s.in, s.open = in, nil
	case r == smt.Unsat:
		s.excluded = true
	case ctx.Err() == nil:
		s.tries++
	}
}

// ask searches for inputs that take the path of s and satisfy goal. Inputs on which goal does not depend keep their
// values.
func (a *Analysis) ask(ctx context.Context, s *state, goal []*term.Term, most time.Duration) (*inputs, smt.Result) {
	q := a.q
	b, ok := q.M.Part(ctx, 4, most)
	if !ok {
		return nil, smt.Unknown
	}
	cs, vars := a.slices.Slice(s.at.Conds(), goal)
	q.Sol.Push()
	defer q.Sol.Pop()
	q.Sol.Assert(cs...)
	ans := q.Sol.Check(ctx, b)
	q.M.Queries++
	q.M.Note(ans)
	q.M.Terms(a.e.C.Len() - a.terms)
	a.terms = a.e.C.Len()
	if ans.Result != smt.Sat {
		return nil, ans.Result
	}
	m, err := q.Sol.Model()
	if err != nil {
		return nil, smt.Unknown
	}
	return a.inputs(join(s.in.m, m, vars)), smt.Sat
}

// join returns old with the values of new for vars.
func join(old, new *term.Model, vars []*term.Term) *term.Model {
	m := term.NewModel()
	of := map[string]bool{}
	for _, v := range vars {
		of[v.Name()] = true
	}
	for k, v := range old.Vars {
		if !of[k] {
			m.Vars[k] = v
		}
	}
	for k, v := range old.Arrays {
		if !of[k] {
			m.Arrays[k] = v
		}
	}
	for k, v := range new.Vars {
		m.Vars[k] = v
	}
	for k, v := range new.Arrays {
		m.Arrays[k] = v
	}
	return m
}

// Witness implements cpa.Witnesser. The inputs make all accesses valid if there are such inputs.
func (a *Analysis) Witness(ctx context.Context, x cpa.State) (records []ir.Record, f cpa.Feasible) {
	s := x.(*state)
	if a.settle(ctx, s, targetTime); s.excluded {
		return nil, cpa.Excluded
	} else if len(s.open) > 0 {
		return nil, cpa.Unknown
	}
	in := s.in
	var valid []*term.Term
	bad := false
	for l := s.log; l != nil; l = l.up {
		for _, x := range l.access {
			valid = append(valid, x.OK)
			bad = bad || !a.holds(in, x.OK)
		}
	}
	if bad {
		if with, r := a.ask(ctx, s, valid, targetTime); r == smt.Sat {
			in = with
		}
	}
	return a.records(s, in), cpa.Taken
}

// records returns the values of inputs in the order in which the path reads them.
func (a *Analysis) records(s *state, in *inputs) []ir.Record {
	var logs [][]vc.Event
	for l := s.log; l != nil; l = l.up {
		logs = append(logs, l.events)
	}
	slices.Reverse(logs)
	e := a.e
	e.Events = slices.Concat(logs...)
	out := e.Records(in.m)
	e.Events = nil
	return out
}

// Encoder returns the encoder of the terms.
func (a *Analysis) Encoder() *vc.Encoder { return a.e }

// Invalid returns the accesses that may be invalid on some path, as far as the solver cannot exclude it.
func (a *Analysis) Invalid(ctx context.Context) []verify.Assumption {
	bad := map[*ir.Edge]bool{}
	var at []ir.Pos
	for _, x := range a.access {
		if bad[x.of.Edge] || x.s.excluded {
			continue
		}
		if _, r := a.ask(ctx, x.s, []*term.Term{a.e.C.Not(x.of.OK)}, pathTime); r != smt.Unsat {
			bad[x.of.Edge] = true
			at = append(at, x.of.Edge.Pos)
		}
	}
	return verify.Accesses(at)
}

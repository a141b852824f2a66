// Package symbolic is symbolic execution as a configurable program analysis: a state is one path, bit-precise, and
// never merged.
//
// # The idea
//
// A state is what package vc says of a path: the registers and the memory as terms over the inputs, and the condition
// under which inputs take the path. With it goes an assignment of the inputs that does take it, if one is known.
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
// Accesses of memory that may be invalid mean what package vc says: a read gives any value, a write is lost.
//
// # Sources
//
// J. King, Symbolic execution and program testing, CACM 1976; assignments that come along: P. Godefroid, N. Klarlund,
// K. Sen, DART, PLDI 2005; questions in parts: C. Cadar, D. Dunbar, D. Engler, KLEE, OSDI 2008; as an analysis with
// operators: D. Beyer, T. Lemberger, Symbolic execution with CEGAR, ISoLA 2016.
//
// # Not modelled
//
// Values that package vc leaves arbitrary: a path with such values may be infeasible, so its inputs are tried in a run.
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
	first  *state
	made   uint64 // states
	terms  int    // that were counted
	access []access
	shapes map[*term.Term]uint64
}

// Times for a question whether a path can be taken, and whether one to an error can.
const (
	pathTime   = 300 * time.Millisecond
	targetTime = 3 * time.Second
)

// access is one that may be invalid, on a path.
type access struct {
	s  *state
	of vc.Access
}

// New begins with the initial states of the program. The asker's encoder has the options Bits and Single, and is used
// by no other analysis.
func New(q *prover.Asker) *Analysis {
	a := &Analysis{q: q, e: q.E, slices: symex.NewSlicer(q.E), shapes: map[*term.Term]uint64{}}
	a.first = a.next(&state{}, q.E.Initial())
	a.first.in = a.inputs(term.NewModel())
	return a
}

// state is a path. It remembers the answers to questions about it.
type state struct {
	id  uint64
	at  *vc.State
	log *log
	in  *inputs
	// open is the part of the condition that in does not satisfy, as far as is known.
	open     []*term.Term
	excluded bool  // no execution takes the path
	head     *head // at the head of a loop
	tries    int   // questions about it that gave nothing
}

// inputs are values for what a path reads.
type inputs struct {
	m  *term.Model
	is *term.Interpretation
}

func (a *Analysis) inputs(m *term.Model) *inputs { return &inputs{m, a.e.C.In(m)} }

// log is what was met on a path, the last first.
type log struct {
	up     *log
	events []vc.Event
	access []vc.Access
}

// next returns the state after an edge, with the notes of the encoder on its path.
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

// Key keeps all states apart but at the heads of loops.
func (a *Analysis) Key(x cpa.State) uint64 {
	s := x.(*state)
	if s.head != nil {
		return s.head.key
	}
	return mix(s.id, 0)
}

// Adjust prepares the heads of loops for comparison.
func (a *Analysis) Adjust(_ context.Context, x cpa.State, at cpa.At) cpa.State {
	s := x.(*state)
	if s.head == nil && at.Loc != at.Loc.Func.Entry && a.e.IsCut(at.Loc) {
		n := *s
		n.head = a.headOf(s, at.Loc)
		return &n
	}
	return s
}

// Resume returns what the return has made of the state.
func (a *Analysis) Resume(_ context.Context, _, exit cpa.State, _ *ir.Edge, _ cpa.At) cpa.State {
	return exit
}

// Transfer follows an edge, if the path to it is not excluded.
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

// follow returns the state after an edge; nil if it plainly cannot be passed.
func (a *Analysis) follow(s *state, ed *ir.Edge) *state {
	e := a.e
	e.Events, e.Accesses = e.Events[:0], e.Accesses[:0]
	var at *vc.State
	switch st := ed.Stmt.(type) { // sound: Step knows the others
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

// holds reports whether inputs satisfy a condition, and what is known of the constants in it.
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

// settle looks for inputs that take the path of a state.
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

// ask looks for inputs that take the path of a state and satisfy a goal; those that this does not depend on stay as
// they are.
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

// join returns a model that says of some constants what another says.
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

// Witness are inputs that take the path of a state, with valid accesses of memory if there are such.
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

// Invalid returns the places of accesses that may be invalid on some path, as far as the solver can tell.
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

// Package predicate is predicate abstraction with adjustable blocks: D. Beyer, M. E. Keremoglu, P. Wendler: Predicate
// abstraction with adjustable-block encoding. FMCAD 2010.
//
// # The idea
//
// A state has two parts: the abstraction that was computed at the beginning of the block, and a symbolic state of
// package vc for the edges since then. Inside of a block, states with the same abstraction are joined without a query.
// At the end of a block, the solver decides which predicates of the precision follow:
//
//	L2 (loop)   abstraction  x <= 5
//	L3, L4      the same, and x1 = ite(y = 0, x + 1, x + 2) since L2
//	L2          with predicates {x <= 5, x <= 7}: not x <= 5, x <= 7; new block
//
// Cartesian abstraction keeps the predicates that follow and the predicates whose negation follows (Ball, Podelski,
// Rajamani, TACAS 2001); Boolean abstraction keeps all combinations that have a model (Lahiri, Nieuwenhuis, Oliveras,
// CAV 2006), up to some number. Sets of combinations are decision diagrams over numbered predicates, so that coverage
// is decided by a traversal.
//
// # Refinement
//
// An abstract path to a target represents all concrete paths through its blocks (vc.BlockPath). If none of them is
// feasible, the refinement searches for predicates between the blocks that explain this: by abstract interpretation of
// the path program (numeric.go), by solving clauses, or by elimination. The atoms of these predicates become the new
// precision (refine.go). If all attempts give only predicates that are tracked already, the refinement explains a
// single concrete path; if this does not help, it takes the conditions of the path.
//
// # Calls
//
// A block ends before a function's body, at its exit, and after the call. Each function that is left after inlining
// is analysed in a frame of its own; the predicates at its exit describe its effect.
//
// # Before the solver
//
// Many queries about predicates (Asked) need no solver (Spared): if the predicate is constant in the state, if no
// statement of the block has changed it, if a model of the same block refutes it, or if the same query was made before.
//
// # Not modelled
//
// Predicates that relate a function's exit to its entry; contents of heap.
package predicate

import (
	"context"
	"fmt"

	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Config holds the options.
type Config struct {
	Blocks    Blocks
	Cartesian bool
	Scope     Scope
	Forward   bool // prefer strongest postconditions for finding predicates
	Idle      bool // track nothing until Wake is called or a refinement finds predicates
	// Horn solves clauses in 1/share of the time for such a query. It returns nil if there is no answer. The field is nil
	// if there is no solver for clauses.
	Horn func(ctx context.Context, share int, clauses []*term.Term) *term.Model
	// Ideal makes terms in which no arithmetic overflows, for guesses; nil if no such guesses are made.
	Ideal *vc.Prover
	// Domains propose predicates before clauses are tried, in this order.
	Domains []Domain
	// Results maps functions to the names of their results in formulas at exits. New names are added.
	Results map[*ir.Func]*ir.Var
	// Note, if not nil, is called with texts about the work done.
	Note func(string)
	// Count, if not nil, is called with the name of a counter of queries (asked, spared) and an increment.
	Count func(name string, n int64)
}

// Blocks selects where blocks end.
type Blocks uint8

// Kinds of blocks.
const (
	Loops     Blocks = iota // at heads of loops, around functions
	Edges                   // at each location
	Functions               // around functions, and at heads of loops with a branch outside
)

// Scope selects the locations at which a predicate that was found at a location is tracked.
type Scope uint8

// Scopes.
const (
	AtLocation Scope = iota
	InFunction
	Everywhere
)

// Analysis is predicate abstraction of one program.
type Analysis struct {
	cfg   Config
	prog  *ir.Program
	p     *vc.Prover
	e     *vc.Encoder
	sets  *diagrams            // diagrams of all abstractions
	preds []*predicate         // by number
	known map[*term.Term]int32 // numbers, by term
	exprs map[exprKey]*lit     // cache of number
	lists map[listKey][]int32  // cache of at

	// Asked counts queries about predicates and feasibility, Spared counts the queries among them that needed no solver,
	// and Refined counts refinements.
	Asked, Spared, Refined int

	cache      cache
	unanswered unanswered
	afterCalls map[*ir.Loc]bool // locations after calls
	awake      bool             // Wake was called
	postponed  int              // number of paths that are first left to other analyses
}

// cache holds results that are computed once.
type cache struct {
	steps     map[stepKey]*vc.State        // cache of follow
	joins     map[[2]*vc.State]*vc.State   // cache of Merge
	terms     map[*diagram]*term.Term      // cache of termOf
	formulas  map[*diagram]ir.Expr         // cache of exprOf
	abs       map[absKey]*abstraction      // cache of made
	results   map[resultKey]*abstraction   // cache of abstract
	blocks    map[*vc.State]*block         // cache of block
	blockPath *blockPath                   // the last result of blockPathTo
	programs  map[string]*program          // by the key of a path program
	numerics  map[string][]*numericProgram // by the key of a path program and domain
}

// unanswered has the queries of passable for which the solver had too little time.
type unanswered struct {
	cutShort int         // number of such queries
	results  []resultKey // abstractions that were made without their answers
	patient  bool        // such queries now get the usual time
}

// predicate is a predicate; its number is its index in Analysis.preds.
type predicate struct {
	term *term.Term
	expr ir.Expr
}

// exprKey is an expression in a context.
type exprKey struct {
	c *vc.Context
	x ir.Expr
}

// lit is a predicate or, if not is set, the negation of a predicate. number is -1 if the expression cannot be a
// predicate.
type lit struct {
	number int32
	not    bool
}

// listKey is a location with a precision.
type listKey struct {
	pi  *verify.Precision
	loc *ir.Loc
}

// stepKey is a state with an edge that is followed from it.
type stepKey struct {
	s    *vc.State
	edge *ir.Edge
}

// abstraction is the abstract state at the beginning of a block.
type abstraction struct {
	id    uint64
	loc   *ir.Loc
	set   *diagram   // the combinations of predicates
	term  *term.Term // the same as a term
	expr  ir.Expr    // the same as an expression
	start *vc.State  // the symbolic state at the beginning of the block
}

// absKey is the key of an abstraction.
type absKey struct {
	loc *ir.Loc
	set *diagram
}

// state is an abstract state; immutable.
type state struct {
	a    *abstraction // at the beginning of the block
	s    *vc.State    // the symbolic state after the edges since the beginning of the block
	kind kind
	of   [2]*state // the states from which it was joined
}

// kind is the position of a state in its block.
type kind uint8

const (
	inside kind = iota // inside of a block
	begins             // at the beginning of a block; only the abstraction is known
	failed             // at an error location
)

// New returns the analysis of a program with a prover for it.
func New(prog *ir.Program, p *vc.Prover, cfg Config) *Analysis {
	a := &Analysis{
		cfg: cfg, prog: prog, p: p, e: p.E, sets: newDiagrams(),
		known: map[*term.Term]int32{}, exprs: map[exprKey]*lit{}, lists: map[listKey][]int32{},
		afterCalls: map[*ir.Loc]bool{},
		cache: cache{steps: map[stepKey]*vc.State{}, joins: map[[2]*vc.State]*vc.State{}, terms: map[*diagram]*term.Term{},
			formulas: map[*diagram]ir.Expr{}, abs: map[absKey]*abstraction{}, results: map[resultKey]*abstraction{},
			blocks: map[*vc.State]*block{}, programs: map[string]*program{}, numerics: map[string][]*numericProgram{}},
	}
	a.unanswered.patient = !cfg.Idle
	if a.cfg.Results == nil {
		a.cfg.Results = map[*ir.Func]*ir.Var{}
	}
	for _, f := range prog.Funcs {
		if r := a.result(f); r != nil {
			p.Track(p.E.RootOf(f), r)
		}
		for _, e := range f.Edges {
			if _, is := e.Stmt.(*ir.Call); is {
				a.afterCalls[e.To] = true
			}
		}
	}
	return a
}

// asked counts n queries.
func (a *Analysis) asked(n int) {
	a.Asked += n
	if a.cfg.Count != nil {
		a.cfg.Count("asked", int64(n))
	}
}

// spared counts n queries that needed no solver.
func (a *Analysis) spared(n int) {
	a.Spared += n
	if a.cfg.Count != nil {
		a.cfg.Count("spared", int64(n))
	}
}

// note calls Config.Note.
func (a *Analysis) note(format string, args ...any) {
	if a.cfg.Note != nil {
		a.cfg.Note(fmt.Sprintf(format, args...))
	}
}

// Name is the name of the analysis.
const Name = "predicate"

// Name implements cpa.Analysis.
func (a *Analysis) Name() string { return Name }

// ends reports whether blocks end at l.
func (a *Analysis) ends(l *ir.Loc) bool {
	switch {
	case l.Kind == ir.Error || l == l.Func.Entry || l == l.Func.Exit || a.afterCalls[l] || a.e.IsCut(l):
		return true
	}
	return a.cfg.Blocks == Edges
}

// Initial implements cpa.Analysis.
func (a *Analysis) Initial() cpa.State {
	l := a.prog.Entry.Entry
	first := &abstraction{id: 0, loc: l, set: a.sets.yes, term: a.e.C.True(), expr: ir.NewBool(true), start: a.e.Initial()}
	a.e.Events = nil
	return &state{a: first, s: first.start, kind: begins}
}

// Transfer implements cpa.Analysis: it follows one edge in package vc. The same edge after the same state is followed
// once.
func (a *Analysis) Transfer(ctx context.Context, s cpa.State, e *ir.Edge, at cpa.At) cpa.State {
	if !a.Awake() { // blocks are single edges without predicates
		return a.anything(at.Loc)
	}
	old := s.(*state)
	k := stepKey{old.s, e}
	n, known := a.cache.steps[k]
	if !known {
		if a.e.C.Until(ctx, func() { n = a.follow(old.s, e) }) != nil {
			return nil
		}
		a.cache.steps[k] = n
	}
	if n == nil {
		return nil
	}
	return &state{a: old.a, s: n}
}

// follow returns the state after an edge, nil if it cannot be passed.
func (a *Analysis) follow(s *vc.State, e *ir.Edge) *vc.State {
	switch st := e.Stmt.(type) { // sound: Pass handles all other statements
	case *ir.Call:
		return a.p.Enter(s, e)
	case *ir.Return:
		if r := a.result(e.From.Func); r != nil && st.Val != nil {
			return a.e.WithReg(s, r, a.e.Expr(s, st.Val))
		}
		return s
	}
	return a.p.Pass(s, e)
}

// Awake reports whether predicates are tracked, now or after the next Refine of the run.
func (a *Analysis) Awake() bool { return !a.cfg.Idle || a.awake }

// Wake makes the analysis track predicates from now on. The graph has to be built again from its root.
func (a *Analysis) Wake() { a.awake = true }

// Sleep leaves the given number of the next paths to other analyses; only later paths are refined.
func (a *Analysis) Sleep(paths int) { a.postponed = paths }

// waits reports whether the next path is left to other analyses.
func (a *Analysis) waits() bool { return !a.Awake() && a.postponed > 0 }

// anything returns the state of all executions at l.
func (a *Analysis) anything(l *ir.Loc) *state {
	n := a.made(l, a.sets.yes)
	return &state{a: n, s: n.start, kind: begins}
}

// result returns the register that represents the result of f in predicates at its exit, nil if f has none.
func (a *Analysis) result(f *ir.Func) *ir.Var {
	if f == a.prog.Entry || f.Result.Kind == ir.None {
		return nil
	}
	v := a.cfg.Results[f]
	if v == nil {
		v = &ir.Var{Name: "result", Type: f.Result}
		a.cfg.Results[f] = v
	}
	return v
}

// Resume implements cpa.Analysis. Registers and cells that the function may change are unknown after the call, except
// for the facts at its exit.
func (a *Analysis) Resume(_ context.Context, before, exit cpa.State, call *ir.Edge, at cpa.At) cpa.State {
	if !a.Awake() { // blocks are single edges without predicates
		return a.anything(at.Loc)
	}
	b, x := before.(*state), exit.(*state)
	n := a.p.Return(b.s, call, x.a.term, a.result(call.Stmt.(*ir.Call).Func))
	if n == nil {
		return nil
	}
	return &state{a: b.a, s: n}
}

// Adjust implements cpa.Analysis: it ends blocks.
func (a *Analysis) Adjust(ctx context.Context, s cpa.State, at cpa.At) cpa.State {
	x := s.(*state)
	if x.kind != inside || !a.ends(at.Loc) {
		return s
	}
	if at.Loc.Kind == ir.Error {
		if a.excluded(ctx, x) {
			return nil
		}
		return &state{a: x.a, s: x.s, kind: failed}
	}
	n := a.abstract(ctx, x, at)
	if n == nil {
		return nil
	}
	return &state{a: n, s: n.start, kind: begins}
}

// Key returns the abstraction for states inside of a block. All other states have the same key.
func (a *Analysis) Key(s cpa.State) uint64 {
	if x := s.(*state); x.kind == inside {
		return x.a.id + 2
	}
	return 1
}

// Merge implements cpa.Analysis: it joins paths through the same block.
func (a *Analysis) Merge(s, old cpa.State) cpa.State {
	x, y := s.(*state), old.(*state)
	if x.kind != inside || y.kind != inside || x.a != y.a || x.s.Ctx != y.s.Ctx || y.has(x) {
		return old
	}
	if x.s == y.s {
		return old
	}
	k := [2]*vc.State{y.s, x.s}
	n := a.cache.joins[k]
	if n == nil {
		n = a.e.Join(k[:])
		a.cache.joins[k] = n
	}
	return &state{a: x.a, s: n, of: [2]*state{x, y}}
}

// has reports whether s is t, or t was joined into s.
func (s *state) has(t *state) bool {
	for s != nil {
		if s == t || s.a == t.a && s.s == t.s && s.kind == t.kind {
			return true
		}
		if s.of[0] != nil && s.of[0].has(t) {
			return true
		}
		s = s.of[1]
	}
	return false
}

// Leq implements cpa.Analysis.
func (a *Analysis) Leq(s, t cpa.State) bool {
	x, y := s.(*state), t.(*state)
	if x.kind != y.kind {
		return false
	}
	if x.kind == begins {
		return x.a.start == y.a.start && a.sets.leq(x.a.set, y.a.set)
	}
	return y.has(x)
}

// Expr implements cpa.Analysis.
func (a *Analysis) Expr(s cpa.State) ir.Expr {
	if x := s.(*state); x.kind == begins {
		return x.a.expr
	}
	return nil
}

package synergy

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/absint/domains"
	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/symex"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// shortest and farthest are the limits of tests. Runs that read few inputs are for loops that no input reaches, and may
// go far at once; those that read one after the other often go on for ever.
func shortest() Limits { return Limits{1 << 16, 300} }
func farthest() Limits { return Limits{maxFuel, 30_000} }

// How much more of the limits a test gets that ended for want of them; and limits of runs whose states are not kept.
const (
	moreFuel  = 16
	moreReads = 10

	nativeFuel = 1 << 28
	nativePart = 60 // of what is left of the turn, for one
)

// Limits: a query of a Prover; fuel of a run; memory of a run; terms of
// symex that are kept.
const (
	queryPart = 4
	queryTime = 2 * time.Second
	shortTime = queryTime / 10 // of one that another encoding may answer better
	reachTime = 500 * time.Millisecond
	maxFuel   = 1 << 24
	runMemory = 64 << 20
	maxRest   = 1 << 16
	maxTerms  = 4_000_000
)

// worker is the engine at work.
type worker struct {
	cfg   Config
	task  *verify.Task
	board *verify.Board

	kit      *prover.Kit
	replay   *prover.Replayer
	trials   *prover.Trials
	own      links // of the goroutine that decides
	helpers  helpers
	general  time.Duration // of the turn, for generalisation
	deadline time.Duration // by the clock of the turn, when there is no time for an obligation any more; 0: work counts

	program   *floydhoare.Program
	nested    *nested // nil: no calls are left on the way to an error
	pathsTo   map[*State][]*ir.Edge
	forest    *Forest
	symex     *symex.Explorer
	places    map[*State]*symex.Place
	random    bool // tests on random inputs were made
	wentFar   bool // and some that go far
	constants []int64
	waiting   []truncated
	endless   int // how much less fuel runs get whose states are not kept
	analyses  map[*ir.Obligation]*analysis
	agenda    prover.Agenda
	told      map[*ir.Obligation]bool
	asked     func(*ir.Obligation) bool // in this turn
	unsafe    *verify.Unsafe            // that a test has shown
	uncounted map[*ir.Obligation]string // why runs that violate it do not count
	dead      error                     // why nothing can be done
	over      bool
	exchange  exchange
	cuts      int             // refinements
	scoped    []ir.Expr       // that split the regions of all places (scope.go)
	steps     int             // iterations that were dumped
	counted   map[counter]int // of triples, that were told

	quotients map[*ir.Obligation]*quotient // of Lee-Yannakakis (leeyannakakis.go)
	meanings  *domains.Meanings            // for fixpoints; nil: none was asked for
}

// counter names a count of triples: how they were decided, in which encoding.
type counter struct {
	l  *link
	by string
}

// link decides triples in an encoding.
type link struct {
	asker   *prover.Asker
	prover  *vc.Prover
	preds   *floydhoare.Predicates
	triples *floydhoare.Triples
}

// link returns the link of the n-th encoding; nil without a solver, or if there are no more encodings.
func (w *worker) link(n int) *link { return w.own.at(n) }

// most returns the budget of a question.
func (w *worker) most(d time.Duration) smt.Budget { return most(w.task, d) }

func most(t *verify.Task, d time.Duration) smt.Budget {
	b := smt.Budget{Work: smt.WorkOf(d)}
	if !t.Options.Determ {
		b.Time = d
	}
	return b
}

// open makes the state that all turns share.
func (w *worker) open(ctx context.Context) error {
	o := floydhoare.BlockOptions{Asked: w.asked}
	if w.cfg.Split == Edges {
		o.Cut = func(*ir.Loc) bool { return true }
	}
	program := floydhoare.NewProgram(w.task.Program, o)
	w.agenda = prover.Agenda{M: w.kit.M, Decide: w.method(), Proved: w.proved, Progress: w.progress}
	w.analyses, w.told, w.counted = map[*ir.Obligation]*analysis{}, map[*ir.Obligation]bool{}, map[counter]int{}
	w.places, w.uncounted = map[*State]*symex.Place{}, map[*ir.Obligation]string{}
	if program.HasCalls() {
		if w.cfg.stabilise {
			w.program, w.dead = program, errors.New("calls are left on the way to an error")
			return nil
		}
		if err := w.openNested(ctx, o); err != nil {
			return err
		}
		program = w.nested.program.Flat()
	}
	w.own.kit = w.kit
	if w.nested != nil {
		w.own.frames = &w.nested.frames
	}
	first := w.link(0)
	if first == nil {
		w.program, w.dead = program, w.own.none
		return nil
	}
	if w.forest != nil { // of a turn that ended here
		w.forest.Close()
	}
	var err error
	if w.forest, err = NewForest(ctx, w.task.Program, first.prover.E, program.Loc, w.frames(), w.task.Points(),
		runMemory); err != nil {
		return err
	}
	w.symex, err = symex.New(ctx, w.task.Program,
		symex.Options{Points: w.task.Points(),
			Solver: smt.Config{Log: w.task.Log}.Command(w.task.Solver).Within(w.task.Budget.Memory),
			Fuel:   maxFuel, Memory: runMemory})
	if err == nil {
		w.program = program
	}
	return err
}

// tell logs how triples were decided.
func (w *worker) tell() {
	for _, q := range append([]*links{&w.own}, w.helpers.made...) {
		for n, l := range q.all {
			for by, count := range l.triples.Counts {
				k := counter{l, by}
				name := Name + ".triples." + by
				if n > 0 {
					name += ".bits"
				}
				w.task.Log.Count(name, int64(count-w.counted[k]))
				w.counted[k] = count
			}
		}
	}
}

// Finished reports whether nothing is left to do.
func (w *worker) Finished() bool { return w.over }

// Close ends the solvers and machines.
func (w *worker) Close() {
	w.own.close()
	for _, q := range w.helpers.made {
		q.close()
	}
	if w.replay != nil {
		w.replay.Close()
		w.trials.Close()
	}
	if w.forest != nil {
		w.forest.Close()
	}
	if w.symex != nil {
		w.symex.Close()
	}
}

// test runs inputs and adds their states to F; a violation that counts is kept. It reports whether there are new
// states. wanted is asked whether a test with new states is kept; nil: it is.
func (w *worker) test(ctx context.Context, records []ir.Record, by Limits, note string,
	wanted func([]*State) bool) bool {
	before, begin := w.forest.Fuel, w.kit.M.Now()
	t, fresh, err := w.forest.Add(ctx, records, by)
	w.kit.M.Spend((w.forest.Fuel - before) / fuelPer)
	if err != nil || t.Outcome.Kind == exec.Cancelled {
		return false
	}
	if wanted != nil && !wanted(fresh) && t.Outcome.Kind != exec.Violated {
		return false
	}
	if t.Outcome.Kind == exec.OutOfFuel && by.Reads == shortest().Reads {
		if all := w.ends(ctx, records, by.Reads); all > by.Fuel && w.unsafe == nil &&
			w.affords(ctx, (w.kit.M.Now()-begin)*time.Duration(1+all/by.Fuel)) {
			return w.test(ctx, records, Limits{all, by.Reads}, note, wanted)
		}
	}
	if o := t.Outcome.Obligation; t.Outcome.Kind == exec.Violated && w.asked(o) {
		r := w.replay.Run(ctx, t.Records, note, o, w.asked)
		if r.Unsafe != nil {
			w.unsafe = r.Unsafe
		} else if !r.Cancelled { // others may: that it came to the error is kept out of F, where it would end the search
			w.uncounted[o] = r.Why
			fresh = slices.DeleteFunc(fresh, func(s *State) bool { return s.Loc.Kind == ir.Error })
		}
	}
	w.forest.Enter(t, fresh)
	w.task.Log.Count(Name+".tests", 1)
	if w.fresh(fresh) {
		w.tellTest(&verify.Test{Records: t.Records, Note: note}, t.Outcome.Kind)
	}
	switch t.Outcome.Kind { // sound: other ends show nothing
	case exec.OutOfFuel:
		if by.Fuel < farthest().Fuel {
			w.waiting = append(w.waiting, truncated{t, Limits{by.Fuel * moreFuel, by.Reads}})
		}
	case exec.NoInput:
		if by.Reads < farthest().Reads {
			w.waiting = append(w.waiting, truncated{t, Limits{by.Fuel, by.Reads * moreReads}})
		}
	default:
	}
	for _, a := range w.ordered() {
		a.front.enter(fresh)
	}
	return len(fresh) > 0
}

// ends returns the fuel that a run takes to its end, found by a run at native speed; 0 if it has no end, or that is not
// known.
func (w *worker) ends(ctx context.Context, records []ir.Record, reads int) uint64 {
	r := w.native(ctx, exec.Chain(exec.FromRecords(w.task.Program, records), exec.Zeros()), reads)
	if r == nil {
		return 0
	}
	if o := r.Outcome.Obligation; r.Outcome.Kind == exec.Violated && w.asked(o) && w.replay.Shows(r, o) == "" {
		t := testgen.FromRun(r, "a test that takes long")
		w.board.Claim(w.task, Name, &verify.TestFact{Test: t, Ending: verify.EndViolated, Obligation: o})
		w.unsafe = &verify.Unsafe{Obligation: o, Test: t}
	}
	return r.Fuel + 1
}

// native is a run at native speed; nil if it has no end, or none that is known. Compiling does not pay for one run.
func (w *worker) native(ctx context.Context, in exec.Inputs, reads int) *exec.Run {
	fuel := uint64(nativeFuel) >> w.endless
	if w.kit.M.Counts() {
		fuel = min(fuel, w.kit.M.Left()/nativePart*obs.FuelPer)
	}
	if fuel <= shortest().Fuel || !w.forest.Compile(ctx) { // the run takes more
		return nil
	}
	if at, ok := ctx.Deadline(); ok && !w.task.Options.Determ {
		within, cancel := clock.WithTimeout(ctx, time.Until(at)/nativePart)
		defer cancel()
		ctx = within
	}
	r := w.forest.Native(ctx, in, Limits{fuel, reads})
	if r == nil {
		return nil
	}
	w.kit.M.Spend(r.Fuel / obs.FuelPer)
	switch r.Outcome.Kind { // sound: others need not be followed
	case exec.Violated, exec.Finished, exec.Blocked, exec.NoInput:
		return r
	case exec.OutOfFuel, exec.Cancelled:
		w.endless = min(w.endless+4, 12) // that showed nothing
	default:
	}
	return nil
}

// affords reports whether half of what is left of the turn is as much.
func (w *worker) affords(ctx context.Context, d time.Duration) bool {
	rest := w.kit.M.Rest()
	if at, ok := ctx.Deadline(); ok && !w.task.Options.Determ {
		rest = time.Until(at)
	}
	return d < rest/2
}

// truncated is a test that ended for want of limits, and the limits that it gets next.
type truncated struct {
	t  *Test
	by Limits
}

// ordered returns the analyses that were begun.
func (w *worker) ordered() (out []*analysis) {
	for _, o := range w.task.Asked() {
		if a := w.analyses[o]; a != nil {
			out = append(out, a)
		}
	}
	return out
}

// longer runs the first test once more that ended for want of limits.
func (w *worker) longer(ctx context.Context) bool {
	if len(w.waiting) == 0 {
		return false
	}
	x := w.waiting[0]
	w.waiting = w.waiting[1:]
	return w.test(ctx, x.t.Records, x.by, "a test that takes long", nil)
}

// reach asks for inputs with which a run goes as the run of the state does, then along edges to a state where a
// condition holds.
func (w *worker) reach(ctx context.Context, s *State, edges []*ir.Edge, post ir.Expr) (records []ir.Record,
	answer vc.Truth, why string) {
	b, ok := w.kit.M.Part(ctx, queryPart, reachTime)
	if !ok {
		return nil, vc.Open, "out of time"
	}
	if w.symex.Terms() > maxTerms {
		if err := w.symex.Reset(); err != nil {
			return nil, vc.Open, verify.Said(err)
		}
		clear(w.places)
	}
	p := w.places[s]
	if p == nil {
		if p, why = w.place(ctx, s); p == nil {
			return nil, vc.Open, why
		}
	}
	r := w.symex.Reach(ctx, p, edges, post, b)
	w.kit.M.Spend(r.Work)
	w.task.Log.Count(Name+".queries", 1)
	switch r.Result {
	case smt.Sat:
		return r.Test.Records, vc.Yes, ""
	case smt.Unsat:
		return nil, vc.No, ""
	}
	return nil, vc.Open, r.Reason
}

// Places that one walk finds, and that are kept.
const (
	mostPlaces = 64
	keptPlaces = 4 * mostPlaces
)

// place returns the place of a state for symex, nil if it cannot be told. The walk finds places of earlier states of
// the run, too, since refinement goes backward.
func (w *worker) place(ctx context.Context, s *State) (p *symex.Place, why string) {
	var before []*State
	for _, all := range w.forest.at {
		for _, x := range all {
			// nothing goes on from there
			if x.Test == s.Test && x.When < s.When && w.places[x] == nil && x.Loc != x.Loc.Func.Exit {
				before = append(before, x)
			}
		}
	}
	slices.SortFunc(before, func(x, y *State) int { return y.When - x.When })
	before = append([]*State{s}, before[:min(len(before), mostPlaces-1)]...)
	var at []symex.Visit
	for _, x := range before {
		at = append(at, symex.Visit{Loc: x.Loc, N: x.Visit})
	}
	found, err := w.symex.Places(ctx, s.Test.Records, at)
	if len(w.places) > keptPlaces {
		clear(w.places)
	}
	for i, x := range before[:len(found)] {
		if found[i] != nil {
			w.places[x] = found[i]
		}
	}
	switch p = w.places[s]; {
	case p != nil:
		return p, ""
	case err == nil || errors.Is(err, symex.ErrNoVisit):
		return nil, "a run is not followed that far"
	}
	return nil, verify.Said(err)
}

// fuelPer is the fuel of the interpreter for a unit of work.
const fuelPer = 4

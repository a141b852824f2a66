package synergy

import (
	"context"
	"errors"
	"time"

	"github.com/tandem-verifier/tandem/internal/absint/domains"
	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/symex"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// shortest and farthest return the smallest and the largest limits of tests. A run that reads few inputs gets much fuel
// at once, since it may have long loops that depend on no input. A run that reads one input after the other often does
// not end, so the number of inputs is small at first.
func shortest() Limits { return Limits{1 << 16, 300} }
func farthest() Limits { return Limits{maxFuel, 30_000} }

// Factors by which the limits grow for the next run of a test that its limits ended, and limits of runs whose states
// are not kept.
const (
	moreFuel  = 16
	moreReads = 10

	nativeFuel = 1 << 28
	nativePart = 60 // one run takes at most 1/nativePart of the rest of the turn
)

// Limits.
const (
	queryPart = 4                      // a query takes at most 1/queryPart of the rest of the turn
	queryTime = 2 * time.Second        // a query of a Prover
	shortTime = queryTime / 10         // a query that another encoding may answer better
	reachTime = 500 * time.Millisecond // a query for inputs
	maxFuel   = 1 << 24                // of a run
	runMemory = 64 << 20               // memory of a run, in bytes
	maxRest   = 1 << 16                // number of random tests if all obligations are postponed
	maxTerms  = 4_000_000              // terms of symex that are kept
)

// worker is the engine at work.
type worker struct {
	cfg   Config
	task  *verify.Task
	board *verify.Board

	kit       *prover.Kit
	own       links // links of the goroutine that decides
	helpers   helpers
	tests     *tester
	fixpoints fixpoints
	exchange  exchange
	logged    logged

	program   *floydhoare.Program
	nested    *nested // nil if no calls are left on the paths to an error
	analyses  map[*ir.Obligation]*analysis
	quotients map[*ir.Obligation]*quotient // used by Lee-Yannakakis (leeyannakakis.go)
	scoped    []ir.Expr                    // conditions that split the regions of all locations (scope.go)
	agenda    prover.Agenda
	asked     func(*ir.Obligation) bool // reports whether the obligation is to be decided in this turn
	dead      error                     // why no obligation can be decided; nil if obligations can be decided
	over      bool                      // no obligation is open
}

// fixpoints is the state of generalisation that all analyses share.
type fixpoints struct {
	meanings *domains.Meanings // nil until first used
	spent    time.Duration     // time of this turn spent on generalisation
	deadline time.Duration     // deadline for the present obligation, by the clock of the turn; 0 if work counts
}

// logged counts what was reported so far.
type logged struct {
	told    map[*ir.Obligation]bool // obligations whose proofs were returned
	counted map[counter]int         // triples
	cuts    int                     // number of refinements
	steps   int                     // iterations that were dumped
}

// newWorker returns a worker for a task.
func newWorker(cfg Config, t *verify.Task, b *verify.Board) *worker {
	w := &worker{cfg: cfg, task: t, board: b}
	w.tests = &tester{w: w}
	return w
}

// counter identifies a way in which triples are decided (floydhoare.Triples.Counts), in the encoding of a link.
type counter struct {
	l  *link
	by string
}

// link decides triples in an encoding.
type link struct {
	prover  *vc.Prover
	preds   *floydhoare.Predicates
	triples *floydhoare.Triples
}

// link returns the link of the n-th encoding, nil if there is no solver or there are fewer encodings.
func (w *worker) link(n int) *link { return w.own.at(n) }

// most returns the budget of a query that may take the time d.
func (w *worker) most(d time.Duration) smt.Budget { return most(w.task, d) }

// most returns the budget of a query that may take the time d. It limits the work and, unless t is deterministic, the
// time.
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
	w.agenda = prover.Agenda{M: w.kit.M, Decide: w.method(), Progress: w.progress,
		Proved: func(o *ir.Obligation) bool { return w.proved(o) || w.board.Settled(o) }}
	w.analyses = map[*ir.Obligation]*analysis{}
	w.logged.told, w.logged.counted = map[*ir.Obligation]bool{}, map[counter]int{}
	w.tests.places, w.tests.uncounted = map[*State]*symex.Place{}, map[*ir.Obligation]string{}
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
	if w.nested != nil {
		w.own.frames = &w.nested.frames
	}
	first := w.link(0)
	if first == nil {
		w.program, w.dead = program, w.own.none
		return nil
	}
	if w.tests.forest != nil { // an earlier turn, which ended during the steps below, has made the forest
		w.tests.forest.Close()
	}
	var err error
	if w.tests.forest, err = newForest(ctx, w.task.Program, first.prover.E, program.Loc, w.frames(), w.task.Points(),
		runMemory); err != nil {
		return err
	}
	w.tests.symex, err = symex.New(ctx, w.task.Program,
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
				w.task.Log.Count(name, int64(count-w.logged.counted[k]))
				w.logged.counted[k] = count
			}
		}
	}
}

// Finished reports whether nothing is left to do.
func (w *worker) Finished() bool { return w.over }

// Close ends the solvers and machines.
func (w *worker) Close() {
	w.own.askers.Close()
	for _, q := range w.helpers.made {
		q.askers.Close()
	}
	if w.tests.replay != nil {
		w.tests.replay.Close()
		w.tests.trials.Close()
	}
	if w.tests.forest != nil {
		w.tests.forest.Close()
	}
	if w.tests.symex != nil {
		w.tests.symex.Close()
	}
}

// ordered returns the analyses that exist, in the order of their obligations.
func (w *worker) ordered() (out []*analysis) {
	for _, o := range w.task.Asked() {
		if a := w.analyses[o]; a != nil {
			out = append(out, a)
		}
	}
	return out
}

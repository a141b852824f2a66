package cpa

import (
	"context"
	"sync"
	"time"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/absint/domains"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/cpa/predicate"
	"github.com/tandem-verifier/tandem/internal/cpa/ranged"
	"github.com/tandem-verifier/tandem/internal/cpa/symbolic"
	"github.com/tandem-verifier/tandem/internal/cpa/value"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// worker is the engine at work. The fields that its analyses share are set on first use.
type worker struct {
	cfg    Config
	task   *verify.Task
	board  *verify.Board
	within *ranged.Range // nil if the worker has all paths
	turn   sync.Mutex    // held while the graph is read or changed
	asks   chan ask      // requests of other goroutines, see asked
	run    *cpa.Run
	left   map[*ir.Obligation]bool // obligations to decide in this turn
	failed error                   // why the analyses cannot be opened

	search search
	trials *prover.Trials
	quick  quick

	meter   *prover.Meter
	means   *domains.Meanings // nil until first used
	names   absint.Names      // shared by all meanings
	kit     *prover.Kit
	askers  prover.Askers
	replays *prover.Replayer

	symbolic *symbolic.Analysis // nil if it is not one of the parts
	closers  []func()           // called by Close
}

// meanings returns the meanings of the program in the domains of the ladder. All meanings of a worker use the same
// names for results and entry values.
func (w *worker) meanings() *domains.Meanings {
	if w.means == nil {
		w.means = domains.NewMeanings(w.task.Program, w.task.Points(), func() absint.Config {
			return absint.Config{Names: w.names}
		})
	}
	return w.means
}

// meaning returns a new meaning of the program in domain d, for one analysis.
func (w *worker) meaning(d absint.Domain) *absint.Meaning {
	m := w.meanings().New(d)
	w.names = m.Names()
	return m
}

// tools returns the kit for provers with formulas. It uses the meter of the worker.
func (w *worker) tools(ctx context.Context) (*prover.Kit, error) {
	if w.kit == nil {
		w.kit = prover.NewKit(Name, w.task, w.board)
		w.kit.M = w.meter
	}
	return w.kit, w.kit.Ready(ctx)
}

// Limits of a query of a Prover: 1/queryPart of the rest of the turn, and a time.
const (
	queryPart = 4
	queryTime = 2 * time.Second
)

// prover returns the prover for an encoding. The error may be smt.ErrNoSolver.
func (w *worker) prover(ctx context.Context, enc vc.Encoding) (*vc.Prover, error) {
	k, err := w.tools(ctx)
	if err != nil {
		return nil, err
	}
	w.askers.Kit, w.askers.Part, w.askers.Most = k, queryPart, queryTime
	return w.askers.Prover(enc)
}

// replayer returns the replayer, which runs the models of solvers.
func (w *worker) replayer() *prover.Replayer {
	if w.replays == nil {
		w.replays = prover.NewReplayer(Name, w.task, w.board)
	}
	return w.replays
}

// Close closes the solvers and machines.
func (w *worker) Close() {
	if w.replays != nil {
		w.replays.Close()
	}
	if w.trials != nil {
		w.trials.Close()
	}
	w.askers.Close()
	for _, f := range w.closers {
		f()
	}
}

// open makes the run of the product of the analyses, with the precision from the board.
func (w *worker) open(ctx context.Context) error {
	var all []cpa.Analysis
	if w.within != nil {
		if err := w.keep(ctx); err != nil {
			return err
		}
		all = w.within.Reductions()
	}
	all = append(all, cpa.Errors(func(o *ir.Obligation) bool { return w.left[o] }))
	if k := w.cfg.Bound; k > 0 {
		heads := loopHeads(w.task.Program)
		all = append(all, cpa.Bound(k, func(l *ir.Loc) bool { return heads[l] }))
	}
	for _, p := range w.cfg.Parts {
		of, _ := named(p.Name)
		a, err := of.open(ctx, w, p.Option)
		if err != nil {
			return err
		}
		all = append(all, a)
	}
	var pi *verify.Precision
	if w.board != nil {
		for _, f := range w.board.Find(verify.Query{Kinds: []verify.FactKind{verify.KindPredicate}}) {
			pi = pi.And(&f.Payload.(*verify.Predicates).Precision)
		}
	}
	w.run = cpa.NewRun(w.task.Program, cpa.Product(all...), w.cfg.order(w.within != nil), pi)
	w.run.ARG.Keep = w.dumps()
	if w.within != nil {
		w.run.Between = w.answer
	}
	w.search.begin = pi
	return nil
}

// loopHeads returns the heads of loops (Bourdoncle, FMPA 1993).
func loopHeads(p *ir.Program) map[*ir.Loc]bool {
	heads := map[*ir.Loc]bool{}
	for _, f := range p.Funcs {
		o := graph.WeakOrder(f.Graph(), f.Entry.ID)
		for i, l := range f.Locs {
			heads[l] = o.IsHead(i)
		}
	}
	return heads
}

// quick runs a product of values and predicates in stages, the fast ones first, each with a graph of its own.
type quick struct {
	value     *value.Analysis
	predicate *predicate.Analysis
	stage     stage
	until     uint64 // number of steps at which a stage with all values ends
}

// stage selects the active analyses of a product of values and predicates.
type stage uint8

// Predicates are tracked when values do not exclude a path. If the stages with all values run out of steps, only the
// values that refinements ask for are tracked, and predicates wait until they are needed again.
const (
	// predicates, and values that refinements ask for: the last stage, and the only stage of other products
	complete   stage = iota
	allAlone         // all values
	allBoth          // all values, and predicates
	askedAlone       // values that refinements ask for
)

// Limits of stages.
const (
	quickSteps = 250_000 // steps with all values, without predicates
	bothSteps  = 20_000  // steps with all values and predicates
	leftPaths  = 5       // paths that values do not exclude before predicates are tracked
)

// left returns how many steps remain in the stage if the run has made the given number of steps. limited is false if
// the stage has no limit.
func (f *quick) left(steps uint64) (left uint64, limited bool) {
	if f.stage == allAlone || f.stage == allBoth {
		return f.until - min(steps, f.until), true
	}
	return 0, false
}

// ends reports whether the stage is over when the run has made the given number of steps.
func (f *quick) ends(steps uint64) bool {
	left, limited := f.left(steps)
	return limited && left == 0 || (f.stage == allAlone || f.stage == askedAlone) && f.predicate.Awake()
}

// anew begins the next stage.
func (w *worker) anew() {
	f := &w.quick
	why := "predicates are followed, and values that are asked for"
	left, _ := f.left(w.run.Steps)
	switch {
	case f.stage == allAlone && left > 0:
		f.predicate.Wake()
		f.stage, f.until, why = allBoth, w.run.Steps+bothSteps, "predicates are followed"
	case f.stage == allAlone && !f.predicate.Awake():
		f.value.Ask()
		f.predicate.Sleep(leftPaths)
		f.stage, why = askedAlone, "only values are tracked that are asked for"
	default:
		f.value.Ask()
		f.predicate.Wake()
		f.stage = complete
	}
	s := &w.search
	s.missed, s.narrowed = nil, false
	clear(s.open)
	clear(s.misses)
	w.run.Refine(w.run.ARG.Root(), w.run.Precision, why)
}

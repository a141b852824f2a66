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

// worker is the engine at work. State that its analyses share is made when the first one asks.
type worker struct {
	cfg    Config
	task   *verify.Task
	board  *verify.Board
	within *ranged.Range // nil: all paths
	turn   sync.Mutex    // of who looks at the graph or works on it
	asks   chan ask
	run    *cpa.Run
	left   map[*ir.Obligation]bool // of this turn
	failed error                   // why the analyses cannot be made

	search search
	trials *prover.Trials
	quick  quick

	meter   *prover.Meter
	means   *domains.Meanings // nil: none was asked for
	names   absint.Names      // of all meanings
	kit     *prover.Kit
	askers  prover.Askers
	replays *prover.Replayer

	symbolic *symbolic.Analysis // if it is one of the parts
	closers  []func()
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

// meaning returns a meaning of the program in a domain, for one analysis.
func (w *worker) meaning(d absint.Domain) *absint.Meaning {
	m := w.meanings().New(d)
	w.names = m.Names()
	return m
}

// tools returns the kit of provers by formulas, under the meter of the turn.
func (w *worker) tools(ctx context.Context) (*prover.Kit, error) {
	if w.kit == nil {
		k, err := prover.NewKit(ctx, Name, w.task, w.board)
		if err != nil {
			return nil, err
		}
		k.M = w.meter
		w.kit = k
	}
	return w.kit, nil
}

// Limits of a query by a Prover: a part of what is left, and a time.
const (
	queryPart = 4
	queryTime = 2 * time.Second
)

// prover answers questions about predicates and paths in an encoding. The error may be smt.ErrNoSolver.
func (w *worker) prover(ctx context.Context, enc vc.Encoding) (*vc.Prover, error) {
	k, err := w.tools(ctx)
	if err != nil {
		return nil, err
	}
	w.askers.Kit, w.askers.Part, w.askers.Most = k, queryPart, queryTime
	return w.askers.Prover(enc)
}

// replayer runs what solvers say.
func (w *worker) replayer() *prover.Replayer {
	if w.replays == nil {
		w.replays = prover.NewReplayer(Name, w.task, w.board)
	}
	return w.replays
}

// Close ends the solvers and the machine.
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

// open makes the product of the analyses, with the precision that is on the board.
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

// quick drives a product of values and predicates through stages, the fast ones first, each with a graph of its own.
type quick struct {
	value     *value.Analysis
	predicate *predicate.Analysis
	stage     stage
	until     uint64 // steps, of a stage with all values
}

// stage says which analyses of a product of values and predicates are at work.
type stage uint8

// Predicates are tracked if values do not exclude a path. If all values take more steps than they have, only the values
// are tracked that refinements ask for, and predicates wait until they are asked for again.
const (
	complete   stage = iota // it is another product, or has come to its end: predicates, and values that are asked for
	allAlone                // all values
	allBoth                 // all values, and predicates
	askedAlone              // values that are asked for
)

// Steps without predicates, and with all values and predicates.
const (
	quickSteps = 250_000
	bothSteps  = 20_000
	leftPaths  = 5 // that values do not exclude, before predicates are asked for
)

// left returns the steps that the stage has; if it is not limited, it goes on to its end.
func (f *quick) left(steps uint64) (left uint64, limited bool) {
	if f.stage == allAlone || f.stage == allBoth {
		return f.until - min(steps, f.until), true
	}
	return 0, false
}

// ends reports whether the stage is over.
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

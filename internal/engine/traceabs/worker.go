package traceabs

import (
	"time"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/absint/domains"
	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// worker is the engine at work.
type worker struct {
	cfg   Config
	task  *verify.Task
	board *verify.Board

	kit    *prover.Kit
	askers prover.Askers
	replay *prover.Replayer
	trials *prover.Trials

	program *floydhoare.Program
	preds   *floydhoare.Predicates
	triples *floydhoare.Triples
	datas   []*floydhoare.Data // all data automata that were made
	targets map[*ir.Obligation][]*target
	calls   bool      // paths to errors have calls, so words are nested
	frames  vc.Frames // with calls: names of returned values and of values at entries

	hints                hints
	precision, published *verify.Precision

	pathAnalysis
	progress
}

// pathAnalysis holds the abstract domains that analyse path programs, and what they have cost.
type pathAnalysis struct {
	meanings  *domains.Meanings
	meaning   *absint.Meaning // meaning in the setting's domain, or in intervals if it has none; it also decides triples
	rungs     []*rung         // analyses of path programs; none if the setting has no domain
	tried     map[wide]bool   // fixpoints of more letters that were tried
	turn      *smt.Meter      // the meter of the turn in which dear was spent
	dear      time.Duration   // time of this turn for work beyond the paper
	spacer    *spacer         // nil until first used
	useful    int             // number of useful fixpoints
	analysed  map[string]bool // path programs that a trace had
	explained map[string]int  // by path program: how often interpolants excluded one of its traces
}

// progress records which obligations are decided, and which the current turn may work at.
type progress struct {
	agenda   prover.Agenda
	done     map[*ir.Obligation]bool   // the obligation is proved
	told     map[*ir.Obligation]bool   // the proof of the obligation was returned
	unsolved error                     // why no solver is used; nil if a solver is used
	unsaid   bool                      // a solver found no answer for a trace of the present obligation
	asked    func(*ir.Obligation) bool // reports whether the obligation is to be decided in this turn
	counted  map[string]int            // by link: number of triples that were logged
	over     bool                      // nothing is left to do
}

// mostPaths bounds the paths between two locations that one letter joins: with 16, the triples and predicates of all
// paths cost more than the smaller number of letters saves.
const mostPaths = 4

// Limits of a query of a Prover: 1/queryPart of the rest of the turn, and a time.
const (
	queryPart = 4
	queryTime = 2 * time.Second
)

// blocks returns the options that determine the letters.
func (w *worker) blocks() floydhoare.BlockOptions {
	o := floydhoare.BlockOptions{Asked: w.asked}
	if w.cfg.Parallel {
		o.Paths = mostPaths
	}
	return o
}

// open makes the state that all turns share.
func (w *worker) open() {
	w.program = floydhoare.NewProgram(w.task.Program, w.blocks())
	w.agenda = prover.Agenda{M: w.kit.M, Decide: w.decideOne, Progress: func() int { return len(w.datas) }, Retry: w.retry,
		Proved: func(o *ir.Obligation) bool { return w.done[o] || w.board.Settled(o) }}
	w.askers = prover.Askers{Kit: w.kit, Part: queryPart, Most: queryTime}
	if w.program.HasCalls() {
		w.follow()
	}
	if w.calls {
		w.askers.Opened = func(p *vc.Prover) { p.Frame(w.frames) }
	}
	var first *vc.Prover
	if w.cfg.AI != Alone {
		first, w.unsolved = w.askers.Prover(prover.Encoding(w.task.Program))
	}
	domain := w.cfg.Domain
	if domain == "" {
		domain = "interval"
	}
	d, _ := domains.Named(domain)
	w.meaning, w.rungs, w.tried = w.mean(d), ladder(w.cfg), map[wide]bool{}
	w.preds = floydhoare.NewPredicates(w.task.Program, first)
	w.triples = floydhoare.NewTriples(w.preds, floydhoare.Links{Meaning: w.meaning, Prover: first})
	w.explained = map[string]int{}
	w.analysed = map[string]bool{}
	w.targets = map[*ir.Obligation][]*target{}
	w.done, w.told, w.counted = map[*ir.Obligation]bool{}, map[*ir.Obligation]bool{}, map[string]int{}
}

// Finished reports whether nothing is left to do.
func (w *worker) Finished() bool { return w.over }

// Close closes the solvers and machines.
func (w *worker) Close() {
	w.askers.Close()
	if w.replay != nil {
		w.replay.Close()
		w.trials.Close()
	}
}

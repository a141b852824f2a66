package cpa

import (
	"context"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// worker is the engine at work. What its analyses share is made when the first one asks.
type worker struct {
	cfg   Config
	task  *verify.Task
	board *verify.Board
	run   *cpa.Run
	hit   map[*ir.Obligation]bool
	done  bool

	narrowed bool

	facts   *absint.Program
	names   absint.Names // of all meanings
	kit     *prover.Kit
	askers  map[vc.Encoding]*prover.Asker
	provers map[vc.Encoding]*vc.Prover
}

// meaning is that of the program in a domain; all of a worker say what they say in the same names.
func (w *worker) meaning(d absint.Domain) *absint.Meaning {
	if w.facts == nil {
		w.facts = absint.Prepare(w.task.Program)
		w.facts.Points = w.task.Points()
	}
	m := d.Meaning(w.facts, absint.Config{Names: w.names})
	w.names = m.Names()
	return m
}

// tools are those of provers by formulas, under the meter of the turn.
func (w *worker) tools(ctx context.Context) (*prover.Kit, error) {
	if w.kit == nil {
		k, err := prover.NewKit(ctx, Name, w.task, w.board)
		if err != nil {
			return nil, err
		}
		w.kit = k
	}
	return w.kit, nil
}

// Limits of a query by a Prover: a part of what is left, and a time.
const (
	queryPart = 4
	queryTime = 2 * time.Second
)

// asker has a solver and an encoder of its own for each encoding; prover answers questions about predicates and paths with it. The error may
// be smt.ErrNoSolver.
func (w *worker) asker(ctx context.Context, enc vc.Encoding) (*prover.Asker, error) {
	if q := w.askers[enc]; q != nil {
		return q, nil
	}
	k, err := w.tools(ctx)
	if err != nil {
		return nil, err
	}
	q, err := k.Asker(vc.Options{Enc: enc}, smt.Config{})
	if err != nil {
		return nil, err
	}
	if w.askers == nil {
		w.askers, w.provers = map[vc.Encoding]*prover.Asker{}, map[vc.Encoding]*vc.Prover{}
	}
	w.askers[enc], w.provers[enc] = q, q.Prover(queryPart, queryTime)
	return q, nil
}

func (w *worker) prover(ctx context.Context, enc vc.Encoding) (*vc.Prover, error) {
	_, err := w.asker(ctx, enc)
	return w.provers[enc], err
}

// Close ends the solvers.
func (w *worker) Close() {
	for _, q := range w.askers {
		q.Close()
	}
}

// open makes the analyses, side by side.
func (w *worker) open(ctx context.Context) error {
	all := []cpa.Analysis{cpa.Errors(func(o *ir.Obligation) bool { return slices.Contains(w.task.Asked(), o) })}
	for _, p := range w.cfg.Parts {
		of, _ := named(p.Name)
		a, err := of.open(ctx, w, p.Option)
		if err != nil {
			return err
		}
		all = append(all, a)
	}
	i := slices.IndexFunc(cpa.Orders(), func(o cpa.Order) bool { return o.Name == w.cfg.Order })
	w.run = cpa.NewRun(w.task.Program, cpa.Product(all...), cpa.Orders()[i], nil)
	w.hit = map[*ir.Obligation]bool{}
	return nil
}

// Work: see verify.Worker.
func (w *worker) Work(ctx context.Context, b verify.Budget) verify.Result {
	open := w.board.Left(w.task)
	if w.kit != nil {
		w.kit.M.Renew(b)
	}
	if w.run == nil {
		if err := w.open(ctx); err != nil {
			return prover.Failed(err)
		}
	}
	begin := w.run.Steps
	for !w.done {
		steps := uint64(0)
		if b.Work > 0 {
			if spent := (w.run.Steps - begin) * obs.PerState; spent >= b.Work {
				return &verify.Unknown{Reason: "out of work", Left: &verify.Condition{Obligations: open}}
			}
			steps = max(1, b.Work/obs.PerState-(w.run.Steps-begin))
		}
		w.done = w.run.Explore(ctx, steps)
		w.task.Log.Progress(Name, "%d steps, %d nodes", w.run.Steps, w.run.ARG.Live())
		if t := w.run.Target(); t != nil {
			w.hit[t.Loc.Obligation] = true
			w.run.Pass()
		}
		if ctx.Err() != nil {
			return &verify.Unknown{Reason: "out of time", Left: &verify.Condition{Obligations: open}}
		}
	}
	if len(w.hit) > 0 && !w.narrowed {
		w.narrowed = true
		if w.run.Descend(ctx, 2) {
			w.done, w.hit = false, map[*ir.Obligation]bool{}
			return w.Work(ctx, b)
		}
	}
	for _, n := range w.run.ARG.Nodes {
		if n.Counts() && n.Loc.Obligation != nil {
			w.hit[n.Loc.Obligation] = true
		}
	}
	var safe []*ir.Obligation
	for _, o := range open {
		if !w.hit[o] {
			safe = append(safe, o)
		}
	}
	if len(safe) == 0 {
		return &verify.Unknown{Reason: "the states do not exclude the error", Left: &verify.Condition{Obligations: open}, Idle: true}
	}
	g := w.run.Graph(false)
	if len(w.task.Program.Funcs) == 1 && slices.ContainsFunc(w.cfg.Parts, func(p Part) bool { return p.Name == "value" }) {
		return &verify.Safe{Obligations: safe, Proof: g.Annotated()}
	}
	ev := &verify.Inductive{Invariants: g.Invariants(w.task.Program), Results: w.names.Results, Made: w.names.Made}
	return &verify.Safe{Obligations: safe, Proof: ev}
}

// Finished: see verify.Finisher.
func (w *worker) Finished() bool { return w.done }

// Package cpa is the engine of configurable program analyses: those of package cpa and its folders, side by side as the
// options say.
//
//	cpa:numeric               intervals
//	cpa:numeric(octagon)      another domain
//	cpa:value+predicate,order=bfs
package cpa

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/absint/domains"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/cpa/numeric"
	"github.com/tandem-verifier/tandem/internal/cpa/value"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/near"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Name is what the engine is called.
const Name = "cpa"

// Config says which analyses run side by side, and how.
type Config struct {
	Parts []Part
	Order string
}

// Part is an analysis, with the word in parentheses behind its name.
type Part struct{ Name, Option string }

// New makes the engine.
func New(cfg Config) verify.Engine {
	return verify.Engine{
		Name:  Name,
		Doc:   "configurable program analysis: analyses side by side over an abstract reachability graph",
		Paper: "D. Beyer, T. A. Henzinger, G. Théoduloz: Configurable Software Verification: Concretizing the Convergence of Model Checking and Program Analysis. CAV 2007",
		Gives: []verify.FactKind{verify.KindInvariant},
		With: func(options string) (verify.Engine, error) {
			cfg, err := Parse(options)
			return New(cfg), err
		},
		Open: func(t *verify.Task, b *verify.Board) verify.Worker { return &worker{cfg: cfg, task: t, board: b} },
	}
}

// analyses by name: what makes one for a task.
var analyses = []struct {
	name, doc string
	options   func() []string
	open      func(w *worker, option string) cpa.Analysis
}{
	{"value", "explicit values", nil, (*worker).value},
	{"numeric", "a state a location, in a numeric domain", domains.Names, (*worker).numeric},
}

// Parse reads the options: analyses with + between them, then key=value, with commas.
func Parse(text string) (Config, error) {
	words := strings.Split(text, ",")
	cfg := Config{Order: cpa.Orders()[0].Name}
	for i, word := range words {
		key, value, ok := strings.Cut(word, "=")
		switch {
		case i == 0 && !ok:
			for _, name := range strings.Split(word, "+") {
				p, err := parsePart(name)
				if err != nil {
					return cfg, err
				}
				cfg.Parts = append(cfg.Parts, p)
			}
		case key == "order":
			var names []string
			for _, o := range cpa.Orders() {
				names = append(names, o.Name)
			}
			if !slices.Contains(names, value) {
				return cfg, fmt.Errorf("no order %q%s: one of %s", value, near.Mean(value, names), strings.Join(names, ", "))
			}
			cfg.Order = value
		default:
			return cfg, fmt.Errorf("%q is no option: order=NAME", word)
		}
	}
	return cfg, nil
}

func parsePart(text string) (Part, error) {
	name, option, ok := strings.Cut(text, "(")
	if ok {
		if option, ok = strings.CutSuffix(option, ")"); !ok {
			return Part{}, fmt.Errorf("%q: a parenthesis does not end", text)
		}
	}
	var names []string
	for _, a := range analyses {
		names = append(names, a.name)
		if a.name != name {
			continue
		}
		if option != "" && (a.options == nil || !slices.Contains(a.options(), option)) {
			return Part{}, fmt.Errorf("%s has no option %q", name, option)
		}
		return Part{name, option}, nil
	}
	return Part{}, fmt.Errorf("no analysis %q%s: one of %s", name, near.Mean(name, names), strings.Join(names, ", "))
}

type worker struct {
	cfg   Config
	task  *verify.Task
	board *verify.Board
	run   *cpa.Run
	means *absint.Meaning // of the numeric part
	hit   map[*ir.Obligation]bool
	done  bool

	narrowed bool
}

func (w *worker) value(string) cpa.Analysis {
	prep := absint.Prepare(w.task.Program)
	prep.Points = w.task.Points()
	w.means = value.Domain().Meaning(prep, absint.Config{})
	return value.New(w.task.Program, w.means)
}

func (w *worker) numeric(option string) cpa.Analysis {
	d, _ := domains.Named(option)
	prep := absint.Prepare(w.task.Program)
	prep.Points = w.task.Points()
	w.means = d.Meaning(prep, absint.Config{})
	heads := map[*ir.Loc]bool{}
	for _, f := range w.task.Program.Funcs {
		g := make(graph.Adj, len(f.Locs))
		for i, m := range f.Locs {
			for _, e := range m.Out {
				g[i] = append(g[i], e.To.ID)
			}
		}
		o := graph.WeakOrder(g, f.Entry.ID)
		for i, l := range f.Locs {
			heads[l] = o.IsHead(i) || l == f.Entry || l == f.Exit
		}
	}
	return numeric.New(d.Name, w.means, func(l *ir.Loc) bool { return heads[l] }, 3)
}

func (w *worker) Work(ctx context.Context, b verify.Budget) verify.Result {
	open := w.board.Left(w.task)
	if w.run == nil {
		parts := []cpa.Analysis{cpa.Errors(func(o *ir.Obligation) bool { return slices.Contains(open, o) })}
		for _, p := range w.cfg.Parts {
			for _, a := range analyses {
				if a.name == p.Name {
					parts = append(parts, a.open(w, p.Option))
				}
			}
		}
		i := slices.IndexFunc(cpa.Orders(), func(o cpa.Order) bool { return o.Name == w.cfg.Order })
		w.run = cpa.NewRun(w.task.Program, cpa.Product(parts...), cpa.Orders()[i], nil)
		w.hit = map[*ir.Obligation]bool{}
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
	ev := &verify.Inductive{Invariants: g.Invariants(w.task.Program), Results: w.means.Names().Results, Made: w.means.Names().Made}
	return &verify.Safe{Obligations: safe, Proof: ev}
}

func (w *worker) Finished() bool { return w.done }

func (w *worker) Close() {}

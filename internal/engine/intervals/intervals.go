// Package intervals is the engine that proves by abstract interpretation with intervals: bounds and small sets of
// values for registers and memory cells.
//
// # The idea
//
// Package absint analyses the program, first with one state for each location, then, if obligations are left, with an
// increasing number of states, partitioned by the values of flags, of the counters of loops, and of all registers
// (value partitioning): a ladder from cheap to expensive. The invariants are the evidence (verify.Inductive), and are
// published as a claim.
//
// Counters are bounded by upper bounds of sums such as count - 8*i - j, which absint.Result.Sums proposes from the
// changes that each loop makes and the bounds that the first analysis has found (rung sums), and of the sums that
// conditions compare, such as got - length.
//
// Work is counted in edges evaluated. Not done: refinement; other relations.
package intervals

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/absint/domains"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Name is the name of the engine.
const Name = "intervals"

// Engine returns the engine.
func Engine() verify.Engine {
	return verify.Engine{
		Name: Name,
		Doc:  "intervals and small sets of values, kept apart by the values of flags where needed",
		Paper: "P. Cousot, R. Cousot: Abstract interpretation: a unified lattice model for static analysis of programs. " +
			"POPL 1977",
		Gives: []verify.FactKind{verify.KindInvariant},
		Open: func(t *verify.Task, b *verify.Board) verify.Worker {
			return &worker{task: t, board: b, proved: map[int]verify.Evidence{}, assuming: map[*ir.Edge]bool{},
				complete: map[string]bool{}}
		},
	}
}

// rung is one analysis of the ladder.
type rung struct {
	name string
	cfg  absint.Config
}

// ladder has the analyses in the order in which they are tried. Each may use all the remaining time and work; if it has
// a bound of its own on the work, the next one follows when the work is spent.
var ladder = []rung{
	{"plain", domains.United},
	{"flags", domains.Flags},
	{flagCells, brief(domains.FlagCells)},
	{"values", brief(domains.Values)},
	{sums, domains.United},
	{sums + " and flags", domains.FlagCells},
	{"rounds", domains.Rounds},
	{"values", domains.Values},
	{"many values", absint.Config{Parts: 50000, Control: absint.All, Delay: 10}},
}

// sums is the name of the analysis that bounds sums of integers.
const sums = "sums"

// flagCells is the name of the analysis that keeps states apart by flags in memory. Without such flags it would be the
// one before it.
const flagCells = "flags in memory"

// briefWork bounds the work of the first analysis by values: it suffices for small programs, and for many others the
// analysis by rounds decides sooner.
const briefWork = 200_000

// brief returns cfg with the bound briefWork.
func brief(cfg absint.Config) absint.Config {
	cfg.Work = briefWork
	return cfg
}

// If a program has manyEdges edges or more, a turn ends after a successful rung, so that the proofs are checked before
// the next rung begins.
const manyEdges = 20_000

// worker tries the rungs of the ladder. A turn begins with the rung that the last turn did not finish.
type worker struct {
	task     *verify.Task
	board    *verify.Board
	prog     *absint.Program         // nil if the engine has not begun
	edges    int                     // of the program
	next     int                     // index of the next rung
	complete map[string]bool         // by name: the analysis did not stop early
	proved   map[int]verify.Evidence // by obligation
	assuming map[*ir.Edge]bool       // accesses that the proofs assume to be valid
	top      bool                    // no further rung would help
	sums     []absint.Sum            // found by the first analyses
}

// Work implements verify.Worker.
func (w *worker) Work(ctx context.Context, b verify.Budget) verify.Result {
	t := w.task
	open := slices.DeleteFunc(w.board.Left(t), func(o *ir.Obligation) bool { return w.proved[o.ID] != nil })
	var done []*ir.Obligation // in this turn
	var spent uint64
	reason := ""
	dom, _ := domains.Named("interval")
	if w.prog == nil {
		w.prog = absint.Prepare(t.Program)
		w.prog.Points = t.Points()
		for _, f := range t.Program.Funcs {
			w.edges += len(f.Edges)
		}
	}
	for ; w.next < len(ladder) && len(open) > 0 && !w.top; w.next++ {
		r := ladder[w.next]
		cfg := r.cfg
		cfg.Lives = true
		if w.complete[r.name] || cfg.Control == absint.Rounds && !w.prog.HasRounds() ||
			r.name == flagCells && !w.prog.HasFlagCells() {
			continue
		}
		if b.Work > 0 {
			if spent >= b.Work {
				reason = string(absint.WorkSpent)
				break
			}
			if left := max((b.Work-spent)/obs.PerState, 1); cfg.Work == 0 || left < cfg.Work {
				cfg.Work = left
			}
		}
		d := dom
		if strings.HasPrefix(r.name, sums) {
			if len(w.sums) == 0 {
				continue
			}
			d = domains.Sums(w.sums)
		}
		res := d.Forward(ctx, w.prog, cfg)
		spent += res.Work * obs.PerState
		t.Log.Count(Name+".edges", int64(res.Work))
		t.Log.Progress(Name, "%s: %d edges, %d states%s", r.name, res.Work, res.Parts, stopped(res.Stop))
		if res.Stop == absint.WorkSpent && cfg.Work == r.cfg.Work {
			continue
		}
		if res.Stop != absint.Done {
			reason = fmt.Sprintf("%s (%s)", res.Stop, r.name)
			break
		}
		w.complete[r.name] = true
		ev := evidence(res)
		if ev == nil {
			reason = string(absint.Cancelled)
			break
		}
		left := open[:0:0]
		won := false
		for _, o := range open {
			if res.Reaches(o) {
				left = append(left, o)
				continue
			}
			w.proved[o.ID] = ev
			done = append(done, o)
			won = true
		}
		for _, e := range res.Accesses {
			if won {
				w.assuming[e] = true
			}
		}
		if won || w.next == 0 {
			w.board.Claim(t, Name, &verify.Invariants{Inductive: *ev})
		}
		open = left
		if len(open) > 0 && len(w.sums) == 0 && r.cfg.Control != absint.All {
			w.sums = res.Sums()
		}
		w.top = r.cfg.Control == absint.All && !res.Limited // a finer partition would not help
		if won && w.edges >= manyEdges && len(open) > 0 && !w.top {
			w.next++
			reason = fmt.Sprintf("the next analysis is to come after %s", r.name)
			break
		}
	}
	w.top = w.top || len(open) == 0
	if reason == "" && len(open) > 0 {
		reason = fmt.Sprintf("the invariants do not exclude the error at %s", open[0].Pos)
	}
	if len(done) > 0 {
		return safe(done, w.proved, valid(w.assuming), reason)
	}
	return &verify.Unknown{Reason: reason, Left: &verify.Condition{Obligations: open}}
}

// Finished reports whether no rung is left.
func (w *worker) Finished() bool { return w.top || w.next == len(ladder) }

// Close does nothing.
func (w *worker) Close() {}

// stopped returns the end of a message about an analysis.
func stopped(s absint.Stop) string {
	if s == absint.Done {
		return ""
	}
	return ", " + string(s)
}

// safe returns the claim that the obligations done hold, each with its evidence in proved. rest is the reason why
// others are open.
func safe(done []*ir.Obligation, proved map[int]verify.Evidence, assuming []verify.Assumption,
	rest string) verify.Result {
	slices.SortFunc(done, func(a, b *ir.Obligation) int { return a.ID - b.ID })
	by := verify.Each(done, func(o *ir.Obligation) verify.Evidence { return proved[o.ID] })
	return &verify.Safe{Obligations: done, Proof: by, Assuming: assuming, Rest: rest}
}

// valid returns the assumptions that the accesses of edges are valid.
func valid(edges map[*ir.Edge]bool) []verify.Assumption {
	var at []ir.Pos
	for e := range edges {
		at = append(at, e.Pos)
	}
	return verify.Accesses(at)
}

// evidence returns the invariants of r as a proof, nil if there was no time to write them.
func evidence(r *absint.Result) *verify.Inductive {
	all, ok := r.Invariants()
	if !ok {
		return nil
	}
	ev := &verify.Inductive{Results: r.Names().Results, Made: r.Names().Made, Frees: r.Frees()}
	for _, i := range all {
		ev.Invariants = append(ev.Invariants, verify.Invariant{Loc: i.Loc, Expr: i.Expr})
	}
	return ev
}

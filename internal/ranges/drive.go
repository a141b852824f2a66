package ranges

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/symex"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// The driver realises the path that a guide wants by runs: each run follows the path for a while, and where it leaves
// the path, the solver is queried for inputs that stay on it (package symex). The result is the longest prefix of the
// wanted path that has an execution. The paper obtains this prefix by cutting the path formula from the end. The result
// does not depend on the correctness of the solver, since the last test has been run.

// guide defines the wanted path.
type guide interface {
	// begin resets the guide to the start of the program.
	begin()
	// choose returns the wanted edge of those that leave l, at which a run took the edge taken (nil: the run ended at l).
	// It returns nil if the wanted path ends here.
	choose(l *ir.Loc, taken *ir.Edge) *ir.Edge
	// pass is called for each edge of the run, in order of execution. It returns false if the wanted path ends before the
	// edge.
	pass(e *ir.Edge) bool
}

// refused is implemented by guides that can change their last choice. refuse is called if no execution makes this
// choice; it returns false if the guide cannot change it.
type refused interface{ refuse() bool }

// Limits.
const (
	splitTime = 2 * time.Second        // no search for another bound begins after this time
	boundTime = 800 * time.Millisecond // for the search for one bound
	queryTime = 200 * time.Millisecond // for one query
	// The number of edges for which runs are followed: at first, and at most.
	fewEdges, allEdges = 2_000, 50_000
	// The whole path of a test is a bound only if it has at most maxWhole decisions and its run needs at most wholeFuel
	// fuel.
	maxWhole, wholeFuel = 4_000, 4_000
)

// driver walks paths of one program.
type driver struct {
	task   *verify.Task
	form   string // the fingerprint of the program
	x      *symex.Explorer
	edges  int           // the number of edges for which runs are followed
	most   int           // the maximum of edges
	runner *exec.Interp  // runs whole paths; nil: not made yet
	meter  *smt.Meter    // the meter of the current search
	terms  int           // the number of terms that meter has counted
	began  time.Duration // by the clock of ctx
	ctx    context.Context
	work   uint64      // work spent, if limits are counted in work instead of time
	test   []ir.Record // the test with which the next walk begins; it has been run
}

// newDriver returns a driver for the program of t. The caller must close it.
func newDriver(ctx context.Context, t *verify.Task) (*driver, error) {
	cfg := smt.Config{}.Command(t.Solver).Within(t.Budget.Memory)
	cfg.Log = t.Log
	x, err := symex.New(ctx, t.Program, symex.Options{Points: t.Points(), Solver: cfg})
	if err != nil {
		return nil, err
	}
	d := &driver{task: t, form: restrict.Form(t.Program), x: x, most: allEdges, began: clock.Now(ctx), ctx: ctx}
	d.reach(fewEdges)
	return d, nil
}

// reach sets the number of edges for which runs are followed. Fuel counts iterations and calls, each of which takes
// several edges.
func (d *driver) reach(edges int) {
	d.edges = edges
	d.x.SetLimits(uint64(edges)/2, edges, edges)
}

func (d *driver) close() {
	d.x.Close()
	if d.runner != nil {
		d.runner.Close()
	}
}

// limits sets the limits of a search: a time limit, or a limit of work if the task must be deterministic. done must be
// called at the end of the search.
func (d *driver) limits(ctx context.Context, most time.Duration) (limited context.Context, done func()) {
	if !d.task.Options.Determ {
		if end, is := ctx.Deadline(); is { // keep time to run the tests that are found
			most = min(most, time.Until(end)*4/5)
		}
		d.meter = smt.NewMeter(ctx, 0, false)
		return clock.WithTimeout(ctx, most)
	}
	all := smt.WorkOf(most)
	m := smt.NewMeter(ctx, all, true)
	d.meter = m
	return ctx, func() { d.work += all - m.Left() }
}

// over reports whether a limit of the search is reached.
func (d *driver) over(ctx context.Context) bool { return ctx.Err() != nil || d.meter.Left() == 0 }

// spent reports whether there is no time to begin with another bound.
func (d *driver) spent() bool {
	if d.task.Options.Determ {
		return d.work >= smt.WorkOf(splitTime)
	}
	return clock.Now(d.ctx)-d.began > splitTime
}

// walked is the result of a walk along a wanted path.
type walked struct {
	trace  *symex.Trace
	wanted restrict.Path // the decisions of the wanted path up to where the run leaves it
	places int           // the number of branches at which the run took the wanted edge
	inputs int           // the number of inputs that statements read on this part
	why    string        // the reason why the run leaves the wanted path; "" if the wanted path ends there
}

// single reports whether the run has no branch, so that the program has no other path.
func (w *walked) single() bool {
	if end := w.trace.Last().End; w.trace.Lost != "" || end != exec.Finished && end != exec.Violated &&
		end != exec.Blocked {
		return false
	}
	return !slices.ContainsFunc(w.trace.Nodes, func(n *symex.Node) bool { return n.Kind == symex.Branch })
}

// Reasons why a walk ends early.
const (
	noExecution = "no execution goes on as wanted"
	noAnswer    = "the solver does not say whether an execution goes on as wanted"
	noTime      = "no time was left to go on"
	tooLong     = "it is longer than what is followed"
)

// walk follows the wanted path of g as far as executions and limits allow.
func (d *driver) walk(ctx context.Context, g guide) (*walked, error) {
	ctx, done := d.limits(ctx, boundTime)
	defer done()
	test := d.test
	var best *walked
	for {
		tr, err := d.run(ctx, test)
		if err != nil && best != nil {
			best.why = noTime // the tests up to here were run
			return best, nil
		}
		if err != nil {
			return nil, err
		}
		w, next := d.look(ctx, tr, g)
		switch {
		case best != nil && w.places <= best.places: // the test does not take the edge for which it was made
			best.why = noAnswer
			return best, nil
		case w.why == tooLong && d.edges < d.most:
			d.reach(min(4*d.edges, d.most))
			continue // the same test
		case next == nil:
			return w, nil
		}
		best, test = w, next
	}
}

// run runs a test and returns its trace. It charges the work to the meter.
func (d *driver) run(ctx context.Context, test []ir.Record) (*symex.Trace, error) {
	tr, err := d.x.Run(ctx, test)
	if err == nil && tr.Run.Outcome.Kind == exec.Cancelled {
		err = context.Cause(ctx)
	}
	if err == nil && d.meter != nil {
		n := d.x.Terms()
		d.meter.Spend(obs.PerQuery + uint64(tr.Last().Edges)*perEdge)
		d.meter.Terms(max(n-d.terms, 0))
		d.terms = n
	}
	return tr, err
}

// perEdge is the cost of following an edge, in steps of the solver.
const perEdge = 8

// look returns a test that follows the wanted path further than the run tr does, or nil if there is none.
func (d *driver) look(ctx context.Context, tr *symex.Trace, g guide) (w *walked, test []ir.Record) {
	for {
		var at *symex.Node
		var arc *symex.Arc
		w, at, arc = follow(tr, g)
		if at != nil {
			if test, w.why = d.take(ctx, at, arc, queryTime); test != nil {
				return w, test
			}
		}
		if r, is := g.(refused); !is || w.why != noExecution && w.why != noAnswer || !r.refuse() {
			return w, nil
		}
	}
}

// take returns a test that takes an arc of a node, or nil and the reason.
func (d *driver) take(ctx context.Context, at *symex.Node, arc *symex.Arc, most time.Duration) (test []ir.Record,
	why string) {
	switch {
	case arc.Child != nil:
		return arc.Child.Test(), ""
	case arc.Infeasible:
		return nil, noExecution
	case d.over(ctx):
		return nil, noTime
	}
	sol := d.x.Solve(ctx, at, arc, d.meter.Budget(most))
	d.meter.Note(smt.Answer{Work: sol.Work})
	switch sol.Result {
	case smt.Sat:
		return sol.Test.Records, ""
	case smt.Unsat:
		return nil, noExecution
	case smt.Unknown:
	}
	return nil, noAnswer
}

// follow compares a run with the wanted path. It returns the node at which the run leaves the path and the arc that it
// should have taken there. They are nil if the run does not leave the path, or if no other run can take that edge.
func follow(tr *symex.Trace, g guide) (w *walked, at *symex.Node, arc *symex.Arc) {
	var p []byte
	g.begin()
	w = &walked{trace: tr}
	defer func() { w.wanted = restrict.Path(p) }()
	for i, n := range tr.Nodes {
		for _, e := range n.Stretch() {
			if _, is := e.Stmt.(*ir.Assume); is && len(e.From.Out) > 1 {
				switch want := g.choose(e.From, e); {
				case want == nil:
					return w, nil, nil
				case want == e:
					w.places++
				case i == 0 || n.In == nil || n.In.Edge != e || n.Parent.Kind != symex.Branch:
					w.why = noExecution // other runs with this prefix take the same edge
					return w, nil, nil
				default:
					return w, n.Parent, arcOf(n.Parent, want)
				}
			}
			if !g.pass(e) {
				return w, nil, nil
			}
			switch e.Stmt.(type) {
			case *ir.Input:
				w.inputs++
			case *ir.Assume:
				if m := mark(e); m != ir.NoMark {
					p = append(p, "?TF"[m])
				}
			default: // sound: no other statement is a decision
			}
		}
	}
	switch last := tr.Last(); {
	case tr.Lost != "" || last.Kind == symex.Open:
		w.why = tooLong
	case last.Kind == symex.Branch: // an assumption does not hold, or an access is not valid
		if arc := onward(last, g); arc != nil {
			return w, last, arc
		}
	}
	return w, nil, nil
}

// onward returns the wanted arc at a branch where a run ended, nil if there is none.
func onward(n *symex.Node, g guide) *symex.Arc {
	if len(n.Arcs) == 1 {
		return &n.Arcs[0]
	}
	if n.Loc == nil || len(n.Arcs) != len(n.Loc.Out) {
		return nil
	}
	if want := g.choose(n.Loc, nil); want != nil {
		return arcOf(n, want)
	}
	return nil
}

// arcOf returns the arc of n for the edge e, nil if there is none.
func arcOf(n *symex.Node, e *ir.Edge) *symex.Arc {
	for i := range n.Arcs {
		if n.Arcs[i].Edge == e {
			return &n.Arcs[i]
		}
	}
	return nil
}

// bound returns the bound that a walk yields: the whole path of its last run, or, if the run does not end soon, the
// part of it that was wanted.
func (d *driver) bound(ctx context.Context, w *walked) (Bound, error) {
	return d.boundOf(ctx, w.trace.Run.Reads, w.wanted, w.inputs)
}

// boundOf is bound for a test whose path begins with wanted. On this part, statements read the given number of inputs.
func (d *driver) boundOf(ctx context.Context, test []ir.Record, wanted restrict.Path, inputs int) (Bound, error) {
	if d.runner == nil {
		limit := maxWhole
		m, err := newRunner(ctx, d.task, &limit)
		if err != nil {
			return Bound{}, err
		}
		m.SetFuel(wholeFuel)
		d.runner = m
	}
	run, err := d.runner.Run(ctx, exec.Chain(exec.FromRecords(d.task.Program, test), exec.Zeros()))
	if err == nil && run.Outcome.Kind == exec.Cancelled {
		err = context.Cause(ctx)
	}
	if err != nil {
		return Bound{}, err
	}
	b := Bound{Path: pathOf(run, maxWhole), Form: d.form, Test: testgen.FromRun(run, "split"), Cut: cut(run)}
	if n := min(len(wanted), len(b.Path)); b.Path[:n] != wanted[:n] || n < len(wanted) && b.Cut == "" &&
		run.NumTrace <= maxWhole {
		return b, errors.New("internal error: a test does not take the path that it took before")
	}
	if run.NumTrace > maxWhole && b.Cut == "" {
		b.Cut = "the path of its test goes on for long"
	}
	if b.Cut != "" {
		b.Path, b.Test.Records = wanted, first(d.task.Program, test, inputs)
	}
	return b, nil
}

// first returns the first n inputs that statements of a run read, and the bytes of memory that the run read before the
// next such input.
func first(p *ir.Program, reads []ir.Record, n int) []ir.Record {
	for i, r := range reads {
		if !exec.IsBytes(p.Sites[r.Site], r.Off) {
			if n--; n < 0 {
				return reads[:i]
			}
		}
	}
	return reads
}

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

// A way through the program is walked by runs: each goes on as wanted for a while, and where it does not the solver is
// asked for inputs that do (package symex). So what comes out is the longest part of the way that has an execution,
// which is what the paper gets by cutting the path formula from the end; and nothing rests on the solver, as the last
// test has been run.

// guide says which way a path is to go.
type guide interface {
	// begin is at the start of the program.
	begin()
	// choose is the edge that is wanted of those that leave a location, where a run took one; nil: what was wanted ends
	// here.
	choose(l *ir.Loc, taken *ir.Edge) *ir.Edge
	// pass tells each edge, in the order of execution; false: what was wanted ends before it.
	pass(e *ir.Edge) bool
}

// refused is a guide that can do without what it wanted last, where no execution goes on so; false: it cannot.
type refused interface{ refuse() bool }

// Limits.
const (
	splitTime = 2 * time.Second        // after which no further bound is begun
	boundTime = 800 * time.Millisecond // of the search for one
	queryTime = 200 * time.Millisecond // of one question
	// How far runs are followed: at first, and at most.
	fewEdges, allEdges = 2_000, 50_000
	// A path is a bound as a whole if it is not longer, and its run no longer than so many turns and calls.
	maxWhole, wholeFuel = 4_000, 4_000
)

// driver walks ways of one program.
type driver struct {
	task   *verify.Task
	form   string
	x      *symex.Explorer
	edges  int           // how far runs are followed
	most   int           // how far they may be
	runner *exec.Interp  // of whole paths; nil: not made yet
	meter  *smt.Meter    // of what is being searched for
	terms  int           // that were counted
	began  time.Duration // by the clock of ctx
	ctx    context.Context
	work   uint64      // that was done, where no clock is looked at
	test   []ir.Record // where the next way begins: a test that was run
}

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

// reach sets how far runs are followed. A turn or a call takes some edges.
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

// limits returns the limits of a search: a clock, or work where no clock is read. done counts the work.
func (d *driver) limits(ctx context.Context, most time.Duration) (limited context.Context, done func()) {
	if !d.task.Options.Determ {
		if end, is := ctx.Deadline(); is { // tests found by then are still to be run
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

// over reports whether the limits are reached.
func (d *driver) over(ctx context.Context) bool { return ctx.Err() != nil || d.meter.Left() == 0 }

// spent reports whether no further bound is to be begun.
func (d *driver) spent() bool {
	if d.task.Options.Determ {
		return d.work >= smt.WorkOf(splitTime)
	}
	return clock.Now(d.ctx)-d.began > splitTime
}

// walked is how far a way was gone.
type walked struct {
	trace  *symex.Trace
	wanted restrict.Path // the decisions of the way up to where the run leaves it
	places int           // where the way was chosen, and taken
	inputs int           // that statements read on the way
	why    string        // it leaves it: "" where the way ends there
}

// single reports whether no other path was seen on the way.
func (w *walked) single() bool {
	if end := w.trace.Last().End; w.trace.Lost != "" || end != exec.Finished && end != exec.Violated &&
		end != exec.Blocked {
		return false
	}
	return !slices.ContainsFunc(w.trace.Nodes, func(n *symex.Node) bool { return n.Kind == symex.Branch })
}

// Why a way is not gone further.
const (
	noExecution = "no execution goes on as wanted"
	noAnswer    = "the solver does not say whether an execution goes on as wanted"
	noTime      = "no time was left to go on"
	tooLong     = "it is longer than what is followed"
)

// walk goes a way as far as there are executions, or the limits allow.
func (d *driver) walk(ctx context.Context, g guide) (*walked, error) {
	ctx, done := d.limits(ctx, boundTime)
	defer done()
	test := d.test
	var best *walked
	for {
		tr, err := d.run(ctx, test)
		if err != nil && best != nil {
			best.why = noTime // all tests were run
			return best, nil
		}
		if err != nil {
			return nil, err
		}
		w, next := d.look(ctx, tr, g)
		switch {
		case best != nil && w.places <= best.places: // the test does not do what it should
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

// run returns a run and its path.
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

// perEdge is what following an edge costs, in steps of the solver.
const perEdge = 8

// look finds a test that goes the way further than a run; nil: there is none.
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

// take finds a test that takes an arc; nil: why not.
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

// follow finds where a run leaves the way, and the arc that it should have taken there; nil: it does not, or that
// cannot be changed.
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
					w.why = noExecution // the path decides it
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
			default: // sound: no decision
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

// onward returns the arc after an end of a run that other runs need not have.
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

func arcOf(n *symex.Node, e *ir.Edge) *symex.Arc {
	for i := range n.Arcs {
		if n.Arcs[i].Edge == e {
			return &n.Arcs[i]
		}
	}
	return nil
}

// bound makes a bound of a way: the whole path of its last run, or, if that does not end soon, what was wanted of it.
func (d *driver) bound(ctx context.Context, w *walked) (Bound, error) {
	return d.boundOf(ctx, w.trace.Run.Reads, w.wanted, w.inputs)
}

// boundOf returns the same of a test whose path begins as wanted, where so many inputs are read.
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

// first returns the first n inputs that a run read by statements, and what else it read until the next one.
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

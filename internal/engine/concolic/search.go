package concolic

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/symex"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Search is directed testing of one program, step by step.
type Search struct {
	// OnTest is called after each run. fresh reports whether the run took a branch that no run took before.
	OnTest func(r *exec.Run, fresh bool)

	// Tests is the number of runs, Queries the number of solver queries. Missed is the number of tests that did not take
	// the arc for which they were made.
	Tests, Queries, Missed int
	Work                   uint64 // work of the solver and an estimate for following edges: the measure of --deterministic
	Limit                  uint64 // the value of Work at which the turn ends; 0 for no limit

	cfg    Config
	task   *verify.Task
	asked  []*ir.Obligation // obligations whose errors are goals
	x      *symex.Explorer
	jit    *exec.JIT
	rng    *rand.Rand
	turn   int            // chooses the order of frontier.pick
	odd    string         // the reason why some run does not count; "" if all runs count
	region *verify.Region // the preferred region; nil if there is none

	coverage
	treeSearch
}

// coverage records which edges the runs have taken.
type coverage struct {
	edges []*ir.Edge       // the edges of branches
	index map[*ir.Edge]int // in edges
	taken []bool           // by index of the edge: some run took it
	tries map[visit]int    // number of tests made for a visit
	dist  *distances
}

// treeSearch is the position of the search in the tree of paths.
type treeSearch struct {
	front frontier
	level int           // index of the present limits in Config.Levels
	cut   bool          // a run of this level was not followed to its end
	short [][]ir.Record // tests that were not followed to their end
	stale int           // number of tests since the last new branch
	begun int           // how often the tree was dropped
	terms int           // number of terms that were counted as work
	steps int           // number of calls of take
}

// NewSearch returns a search at its beginning. The error is smt.ErrNoSolver, or the reason why the program cannot be
// run.
func NewSearch(ctx context.Context, t *verify.Task, cfg Config) (*Search, error) {
	s := &Search{cfg: cfg, task: t, asked: t.Asked(), rng: rand.New(rand.NewPCG(t.Options.Seed, 77))}
	s.OnTest = func(*exec.Run, bool) {}
	if err := s.explorer(ctx); err != nil {
		return nil, err
	}
	jit, err := exec.CompileJIT(t.Program, exec.Config{Cover: true, Trace: cfg.Cover, Fuel: cfg.Levels[0].Native,
		MaxMemory: cfg.Memory, Context: ctx, Points: t.Points()}, exec.JITOptions{})
	if err != nil {
		s.x.Close()
		return nil, err
	}
	s.jit = jit
	s.jit.SetFuel(s.native(cfg.Levels[0]))
	s.edges = exec.BranchEdges(t.Program)
	s.index = map[*ir.Edge]int{}
	for i, e := range s.edges {
		s.index[e] = i
	}
	s.taken, s.tries = make([]bool, len(s.edges)), map[visit]int{}
	s.dist = newDistances(t.Program)
	s.measure()
	s.front.search = s
	return s, nil
}

// explorer opens the explorer with the limits of the present level.
func (s *Search) explorer(ctx context.Context) error {
	l := s.cfg.Levels[s.level]
	x, err := symex.New(ctx, s.task.Program, symex.Options{
		Points: s.task.Points(), Solver: s.solver(), Fuel: s.fuel(l), Quiet: s.cfg.Quiet, MaxEdges: l.Edges,
		MaxNodes: l.Nodes, Memory: s.cfg.Memory, Merge: s.cfg.Merge && !s.cfg.Quiet && !s.cfg.Cover,
	})
	if err != nil {
		return err
	}
	if s.x != nil {
		s.x.Close()
	}
	s.x = x
	return nil
}

// quietFuel is the factor of the fuel in the interpreter with Quiet, where code that no input reaches costs little.
const quietFuel = 64

// fuel returns the fuel of a run in the interpreter.
func (s *Search) fuel(l Level) uint64 {
	if s.cfg.Quiet {
		return quietFuel * l.Fuel
	}
	return l.Fuel
}

// native returns the fuel of a native run, at least the fuel of a run in the interpreter.
func (s *Search) native(l Level) uint64 { return max(l.Native, s.fuel(l)) }

// solver returns the configuration of the solver.
func (s *Search) solver() smt.Config {
	cfg := s.cfg.Solver.Command(s.task.Solver).Within(s.task.Budget.Memory)
	cfg.Log = s.task.Log
	return cfg
}

// Close closes the solver and the machine.
func (s *Search) Close() {
	s.x.Close()
	s.jit.Close()
}

// Asked sets the obligations whose errors are goals. Initially these are all obligations of the task.
func (s *Search) Asked(left []*ir.Obligation) {
	if !slices.Equal(s.asked, left) {
		s.asked = left
		s.measure()
	}
}

// Explorer returns the explorer, with the tree of paths so far.
func (s *Search) Explorer() *symex.Explorer { return s.x }

// Exhausted reports whether no arc is left to try at any length.
func (s *Search) Exhausted() bool { return s.front.empty() && !s.cut }

// Add runs a test: natively, then in the interpreter for its path.
func (s *Search) Add(ctx context.Context, test []ir.Record) error {
	s.Tests++
	run, err := s.jit.Run(ctx, s.inputs(test))
	if err != nil || run.Outcome.Kind == exec.Cancelled {
		return err
	}
	s.Work += perRun + run.Fuel/fuelPer
	s.see(run)
	score := 0
	for i, n := range run.Cover {
		if n > 0 && !s.taken[i] {
			s.taken[i] = true
			score++
		}
	}
	s.stale++
	if score > 0 {
		s.stale = 0
		s.front.dirty = true
	}
	s.OnTest(run, score > 0)
	if ctx.Err() != nil {
		return nil
	}
	return s.follow(ctx, test, score)
}

// Costs, in steps of the solver.
const (
	perQuery = obs.PerQuery
	perRun   = 300
	perEdge  = 8
	perTerm  = obs.PerTerm
	fuelPer  = obs.FuelPer
)

// countTerms counts the work of making terms.
func (s *Search) countTerms() {
	n := s.x.Terms()
	s.Work += uint64(max(n-s.terms, 0)) * perTerm
	s.terms = n
}

// inputs returns the inputs of a test followed by zeros, up to the limit of the level.
func (s *Search) inputs(test []ir.Record) exec.Inputs {
	given, left := exec.FromRecords(s.task.Program, test), s.cfg.Levels[s.level].Reads
	return exec.InputFunc(func(k ir.Key, site *ir.Site, t ir.Type) (uint64, bool) {
		if left--; left < 0 {
			return 0, false
		}
		v, _ := given.Next(k, site, t)
		return v, true
	})
}

// see records the first reason why a run does not count: undefined behaviour, or a violation that testgen.Shows
// rejects.
func (s *Search) see(r *exec.Run) {
	// The machine may have compiled a copy of the program.
	if o := r.Outcome.Obligation; o != nil {
		r.Outcome.Obligation = s.task.Program.Obligations[o.ID]
		if why := testgen.Shows(s.task, r, r.Outcome.Obligation); why != "" && s.odd == "" {
			s.odd = why
		}
	}
	if r.Outcome.Kind == exec.Undefined {
		s.task.Faults.Meet(r.Outcome.Pos)
	}
	if r.Outcome.Kind == exec.Undefined && s.odd == "" {
		s.odd = "undefined behaviour (" + r.Outcome.What + ") at " + r.Outcome.Pos.String()
	}
}

// follow adds the path of a test to the tree and its open arcs to the frontier. score is the number of branches that
// the test covered first.
func (s *Search) follow(ctx context.Context, test []ir.Record, score int) error {
	tr, err := s.x.RunInputs(ctx, s.inputs(test))
	if err != nil {
		return err
	}
	last := tr.Last()
	s.Work += uint64(last.Edges) * perEdge
	s.countTerms()
	if tr.Lost != "" || last.Kind == symex.Open {
		s.cut = true
		if len(s.short) < maxShort {
			s.short = append(s.short, test)
		}
	}
	fresh := max(0, len(tr.Nodes)-tr.Fresh-1)
	been := newVisits(s.cfg.Cover)
	for i, n := range tr.Nodes {
		for _, e := range n.Stretch() {
			been.take(e)
		}
		if i >= fresh && n.Kind == symex.Branch {
			s.front.add(n, score, been)
		}
	}
	return nil
}

// maxShort bounds the tests that are followed again at the next level.
const maxShort = 200

// Step solves for one arc and runs the test. more is false if nothing is left to do.
func (s *Search) Step(ctx context.Context) (more bool, err error) {
	if s.x.Nodes() > s.cfg.Nodes || s.x.Terms() > s.cfg.Terms {
		return true, s.restart(ctx)
	}
	it := s.take()
	if it == nil {
		return s.deeper(ctx)
	}
	if s.stale > patience && s.level+1 < len(s.cfg.Levels) && s.cut {
		s.stale = 0
		if _, err := s.deeper(ctx); err != nil {
			return true, err
		}
	}
	b := s.cfg.Query
	if it.arc.Tries > 0 {
		b = s.cfg.Again
	}
	s.Queries++
	if most := s.Limit; most > 0 && b.Work > 0 {
		b.Work = min(b.Work, (most-min(most, s.Work))/4+perQuery)
	}
	sol, ok := s.solve(ctx, it, b)
	s.Work += sol.Work + perQuery
	s.countTerms()
	if !ok {
		return true, nil
	}
	if sol.Result == smt.Sat || s.cfg.Cover { // arcs of the same visit often have the same answer
		s.tries[it.visit]++
	}
	switch sol.Result {
	case smt.Unsat:
		return true, nil
	case smt.Unknown:
		if ctx.Err() != nil {
			s.front.again(it)
			return true, nil
		}
		if it.arc.Tries++; it.arc.Tries < 2 {
			s.front.again(it)
		}
		return true, nil
	}
	err = s.Add(ctx, sol.Test.Records)
	switch {
	case it.arc.Child != nil:
	case ctx.Err() != nil: // the test was not followed
		s.front.again(it)
	default:
		s.Missed++
		it.arc.Missed++
	}
	return true, err
}

// take returns the next arc. Arcs that lead out of the preferred region come last, after longer runs within it, except
// for one step in outsideTurn.
func (s *Search) take() *item {
	s.steps++
	if s.steps%outsideTurn == 0 {
		if it := s.front.outside(); it != nil {
			return it
		}
	}
	if it := s.front.next(); it != nil || s.cut && s.level+1 < len(s.cfg.Levels) {
		return it
	}
	return s.front.outside()
}

// patience is the number of tests without a new branch after which runs are followed further.
const patience = 3000

// deeper changes to the next level, and follows the runs again that were not followed to their end. more is false if
// there is no such run or no further level.
func (s *Search) deeper(ctx context.Context) (more bool, err error) {
	if ctx.Err() != nil {
		return true, nil
	}
	if !s.cut || s.level+1 >= len(s.cfg.Levels) {
		return false, nil
	}
	s.level++
	l := s.cfg.Levels[s.level]
	s.x.SetLimits(s.fuel(l), l.Edges, l.Nodes)
	s.jit.SetFuel(s.native(l))
	return true, s.replay(ctx)
}

// replay follows again the tests that were not followed to their end.
func (s *Search) replay(ctx context.Context) error {
	short := s.short
	s.short, s.cut = nil, false
	for _, t := range short {
		if ctx.Err() != nil {
			s.cut = true
			return nil
		}
		if err := s.Add(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

// restart drops the tree. The newest tests that were not followed to their end begin the next one.
func (s *Search) restart(ctx context.Context) error {
	s.begun++
	if err := s.x.Reset(); err != nil {
		return err
	}
	s.front.clear()
	if len(s.short) > 50 {
		s.short = s.short[len(s.short)-50:]
	}
	s.short = append(s.short, nil)
	err := s.replay(ctx)
	s.cut = true // the new tree lacks paths that were run
	return err
}

// measure computes the distances to the goals.
func (s *Search) measure() {
	var errs, open []*ir.Loc
	if !s.cfg.Cover {
		asked := map[*ir.Obligation]bool{}
		for _, o := range s.asked {
			asked[o] = true
		}
		for _, f := range s.task.Program.Funcs {
			for _, l := range f.Locs {
				if l.Kind == ir.Error && asked[l.Obligation] {
					errs = append(errs, l)
				}
			}
		}
	}
	for i, e := range s.edges {
		if !s.taken[i] {
			open = append(open, e.From)
		}
	}
	s.dist.compute(errs, open)
}

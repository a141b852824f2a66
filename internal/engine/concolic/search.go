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
	// OnTest is called after each run; fresh: it took a branch that no run before did.
	OnTest func(r *exec.Run, fresh bool)

	Tests, Queries, Missed int
	Work                   uint64 // of the solver, with what following edges is like: the measure of --deterministic
	Limit                  uint64 // of Work, at the end of the turn; 0: none

	cfg    Config
	task   *verify.Task
	asked  []*ir.Obligation // goals
	x      *symex.Explorer
	jit    *exec.JIT
	rng    *rand.Rand
	turn   int
	odd    string
	region *verify.Region // preferred; nil: all inputs

	coverage
	treeSearch
}

// coverage records which edges the runs have taken.
type coverage struct {
	edges []*ir.Edge
	index map[*ir.Edge]int
	taken []bool        // by edges: some run took it
	tries map[visit]int // tests made for it
	dist  *distances
}

// treeSearch is the position of the search in the tree of paths.
type treeSearch struct {
	front frontier
	level int
	cut   bool // a run of this level was not followed to its end
	short [][]ir.Record
	stale int // tests since the last new branch
	begun int // times the tree was forgotten
	terms int // that were counted
	steps int
}

// NewSearch prepares a search. It fails with smt.ErrNoSolver, or if the program cannot be run.
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

func (s *Search) explorer(ctx context.Context) error {
	l := s.cfg.Levels[s.level]
	x, err := symex.New(ctx, s.task.Program, symex.Options{
		Points: s.task.Points(), Solver: s.solver(), Fuel: s.fuel(l), Quiet: s.cfg.Quiet, MaxEdges: l.Edges,
		MaxNodes: l.Nodes, Memory: s.cfg.Memory,
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

// quietFuel is how much more fuel runs have in the interpreter where what no input reaches costs little.
const quietFuel = 64

func (s *Search) fuel(l Level) uint64 {
	if s.cfg.Quiet {
		return quietFuel * l.Fuel
	}
	return l.Fuel
}

// native returns the fuel of the native run, which goes at least as far.
func (s *Search) native(l Level) uint64 { return max(l.Native, s.fuel(l)) }

func (s *Search) solver() smt.Config {
	cfg := s.cfg.Solver.Command(s.task.Solver).Within(s.task.Budget.Memory)
	cfg.Log = s.task.Log
	return cfg
}

// Close ends the solver and the machine.
func (s *Search) Close() {
	s.x.Close()
	s.jit.Close()
}

// Asked says which obligations are goals from now on: at first all that the task asks.
func (s *Search) Asked(left []*ir.Obligation) {
	if !slices.Equal(s.asked, left) {
		s.asked = left
		s.measure()
	}
}

// Explorer returns the tree of paths so far.
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

// inputs returns the inputs of a test, then zeros, up to the limit of the level.
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

// see notes why a run counts for nothing.
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

// follow enters the path of a test into the tree and its open arcs into the frontier.
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

// Step solves for one arc and runs the test; more is false when nothing is left.
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
	if sol.Result == smt.Sat || s.cfg.Cover { // arcs of the same visit are often alike, unsatisfiable ones too
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

// take returns the next arc: those that lead out of the region that is preferred last, and after longer runs within it,
// but for their turns.
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

// patience is how many tests without a new branch make runs be followed further.
const patience = 3000

// deeper goes to the next level: runs that were not followed to their end are
// followed again, further.
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

// restart forgets the tree; the tests that reached furthest begin the next one.
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
	s.cut = true // much was forgotten
	return err
}

// measure computes the distances to what is wanted.
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

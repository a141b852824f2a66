package app

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/tandem-verifier/tandem/internal/coop"
	"github.com/tandem-verifier/tandem/internal/derive"
	"github.com/tandem-verifier/tandem/internal/engine/concolic"
	"github.com/tandem-verifier/tandem/internal/engine/random"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// SuiteOptions say how tests are generated.
type SuiteOptions struct {
	TimeLimit time.Duration     // limit of the search; 0: the limit of the context only
	NoProofs  bool              // do not try to prove that branches without a test are unreachable
	Progress  func(SuiteReport) // called during the search; nil: not called
	// Within returns a context for the search, and a function that is called at its end; nil: no further limit.
	Within func(context.Context) (in context.Context, end func())
}

// SuiteReport is the coverage of a test suite; its fields are its JSON form.
type SuiteReport struct {
	Version     int      `json:"version"`
	Tool        string   `json:"tool"`
	Files       []string `json:"files"`
	Property    string   `json:"property"` // coverage-branches, -conditions, -statements or -error-call
	Goals       int      `json:"goals"`
	Covered     int      `json:"covered"`
	Unreachable int      `json:"unreachable"` // the proof was confirmed by the checker
	Open        int      `json:"open"`
	// open goals that a test reaches, but not in the program that gcc compiles
	Unconfirmed int `json:"unconfirmed,omitempty"`
	// why the tests were not run in the compiled program, which confirms no goals then
	Native    string      `json:"native,omitempty"`
	OpenGoals []SuiteGoal `json:"open_goals,omitempty"`
	Dead      []SuiteGoal `json:"unreachable_goals,omitempty"`
	// FilesCovered is the number of goals that the XML files alone reach, without the harness; nil: as many as Covered.
	// They lack the values of FilesWithout: variables and memory whose first contents are inputs.
	FilesCovered *int         `json:"files_covered,omitempty"`
	FilesWithout []string     `json:"files_without,omitempty"`
	Tests        int          `json:"tests"`
	Errors       int          `json:"errors"`            // tests that reach an error
	Crashes      []SuiteCrash `json:"crashes,omitempty"` // undefined behaviour that a test shows (--check)
	// tests that end at a call of a function without model or body
	Cut      int           `json:"cut,omitempty"`
	Paths    int           `json:"paths,omitempty"` // number of paths, each with one test, if the program has no loops
	AllPaths bool          `json:"all_paths"`       // no other path is feasible, according to the solver
	Runs     int           `json:"runs"`
	Queries  int           `json:"queries"`
	Gcov     *testgen.Gcov `json:"gcov,omitempty"`
	Note     string        `json:"note,omitempty"`
	Seconds  float64       `json:"seconds"`
}

// SuiteGoal is a goal of a suite.
type SuiteGoal struct {
	Pos  ir.Pos `json:"pos"`
	Text string `json:"text"`
}

// SuiteCrash is a test whose run ends in undefined behaviour.
type SuiteCrash struct {
	Test int    `json:"test"` // from 1
	Kind string `json:"kind"`
	Text string `json:"text"`
	Pos  ir.Pos `json:"pos"`
}

// errorCall matches the goal of coverage-error-call: EDGES(@CALL(f)).
var errorCall = regexp.MustCompile(`@CALL\(\s*([A-Za-z_]\w*)\s*\)`)

// LoadSuite reads a program for test generation. The property is a coverage property, or none. Functions are not
// inlined or simplified, so that each branch is a branch of the source.
func LoadSuite(opt Options, files ...string) (*Task, error) {
	opt.Raw, opt.tests = true, true
	if opt.Missing == "" {
		opt.Missing = string(verify.MissingInput)
	}
	t, err := Load(opt, files...)
	if err != nil {
		return nil, err
	}
	testgen.SplitConditions(t.Program)
	o := passes(t)
	o.Inline, o.Simplify, o.Results = false, false, true
	return t, prepare(t, o)
}

// Suite is a test suite and the search that extends it.
type Suite struct {
	task    *Task
	opt     SuiteOptions
	suite   *testgen.Suite
	errCall bool
	search  *concolic.Search // nil: no solver
	jit     *exec.JIT
	runner  *coop.Runner
	seeds   *verify.Subscription // the tests of the random engine
	begun   bool                 // directed testing has begun
	news    bool                 // the last turn of directed testing has reached new goals
	asked   int                  // number of turns of the provers
	rounds  int                  // rounds of directed testing since all goals are decided
	begin   time.Time

	mu     sync.Mutex // protects the fields below, and suite: an abandoned turn may still run
	over   bool       // the search has ended: tests are not added any more
	err    error
	proved map[int]bool // goals that are proved unreachable, by ID
	report SuiteReport
}

// The measures of coverage.
const (
	branches   = "coverage-branches"
	conditions = "coverage-conditions"
	statements = "coverage-statements"
	errorCalls = "coverage-error-call"
)

// measure returns the measure of coverage that the property selects.
func (s *Suite) measure() string {
	goal := s.task.Property.Goal
	switch {
	case s.errCall:
		return errorCalls
	case strings.Contains(goal, "@CONDITIONEDGE"):
		return conditions
	case strings.Contains(goal, "@BASICBLOCKENTRY"), strings.Contains(goal, "@STATEMENT"):
		return statements
	}
	return branches
}

// GenerateSuite makes tests until every goal is reached or proved unreachable, no further test can be made, or the time
// is up. Random and directed testing work at the same time, and share their tests.
func GenerateSuite(ctx context.Context, t *Task, opt SuiteOptions) (*Suite, error) {
	s := &Suite{task: t, opt: opt, proved: map[int]bool{}, begin: time.Now()}
	s.errCall = t.Property.Kind == "unreach-call" && t.Property.Cover
	var goals []*testgen.Goal
	switch s.report.Property = s.measure(); s.report.Property {
	case errorCalls:
		goals = testgen.ErrorGoals(t.Program)
	case statements:
		goals = testgen.StatementGoals(t.Program)
	default: // gcc makes branches of conditions
		goals = testgen.BranchGoals(t.Program)
	}
	s.suite = testgen.NewSuite(t.Program, goals)
	s.suite.Paths = s.suite.Paths && !s.errCall
	search, end := context.WithCancel(ctx)
	defer end()
	if opt.TimeLimit > 0 {
		var cancel context.CancelFunc
		search, cancel = context.WithTimeout(search, opt.TimeLimit)
		defer cancel()
	}
	if opt.Within != nil {
		var cancel func()
		search, cancel = opt.Within(search)
		defer cancel()
	}
	var err error
	if s.jit, err = exec.CompileJIT(t.Program, exec.Config{Cover: true, Trace: true, Fuel: 1 << 20, MaxMemory: 64 << 20},
		exec.JITOptions{}); err != nil {
		return nil, &UnsupportedError{"the program cannot be run: " + err.Error()}
	}
	ended := true // no turn is still running
	defer func() {
		if ended {
			s.jit.Close()
		}
	}()
	cfg := concolic.Default()
	cfg.Cover = !s.errCall // with a trace
	if t.Options.Determ {
		cfg.Query.Time, cfg.Again.Time = 0, 0
	}
	if s.search, err = concolic.NewSearch(search, t, cfg); err != nil {
		s.report.Note = err.Error()
		s.search = nil
	} else {
		defer func() {
			if ended {
				s.search.Close()
			}
		}()
		s.search.OnTest = func(r *exec.Run, _ bool) { s.add(r) }
	}
	ended, err = s.test(search)
	if err != nil {
		return nil, err
	}
	s.finish(ctx, ended)
	return s, nil
}

// add adds the test of a run. It reports whether the run reaches a goal that no test has reached before.
func (s *Suite) add(r *exec.Run) (news bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over {
		return false
	}
	s.report.Runs++
	return s.suite.Add(r)
}

// patience is how long test waits for turns after the end of the search. Turns that take longer are abandoned.
const patience = 100 * time.Millisecond

// The strategies of test generation. suiteText runs random testing in parallel with turns of directed testing; if the
// last such turn has reached nothing new, the provers get turns, too. determText, for --deterministic, runs one after
// the other.
const (
	suiteText  = "par(random, turns(directed, goals))"
	determText = "seq(random 40ms, directed 60%, goals 60%, directed)"
	suiteWork  = 18 * obs.PerSecond
)

// test runs the strategy. ended reports whether all turns have ended.
func (s *Suite) test(ctx context.Context) (ended bool, err error) {
	engines := []verify.Engine{
		random.New(random.Default()),
		s.engine("directed", "tests for branches that no test takes", s.direct),
		s.engine("goals", "asks provers for branches without a test", s.ask),
	}
	text := suiteText
	if s.task.Options.Determ {
		text = determText
	}
	strategy, err := coop.Parse(text, engines)
	if err != nil {
		return true, err
	}
	t := *s.task
	t.Original = nil
	t.Obligations = []*ir.Obligation{} // errors do not end the search
	t.Budget.Work = suiteWork
	s.runner = coop.NewSearch(&t, strategy, engines)
	s.seeds = s.runner.Board().Subscribe(verify.Query{Kinds: []verify.FactKind{verify.KindTest}})
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.runner.Run(ctx)
		s.runner.Wait()
	}()
	ended = true
	select {
	case <-done:
	case <-ctx.Done():
		late := time.NewTimer(patience)
		defer late.Stop()
		select {
		case <-done:
		case <-late.C:
			ended = false
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.over = true
	return ended, s.err
}

// engine returns an engine whose turns call work. work adds tests to the suite.
func (s *Suite) engine(name, doc string, work func(context.Context, verify.Budget) error) verify.Engine {
	return verify.Engine{Name: name, Doc: doc,
		Open: verify.Turns(func(ctx context.Context, b verify.Budget) verify.Result {
			if err := work(ctx, b); err != nil {
				s.mu.Lock()
				s.err = err
				s.mu.Unlock()
				s.runner.End()
			}
			return &verify.Unknown{Reason: "a suite is never decided"}
		})}
}

// direct makes directed tests, and runs the tests of the random engine, until the turn ends. It ends the whole search
// when every goal is decided, or no further path can be taken.
func (s *Suite) direct(ctx context.Context, b verify.Budget) error {
	if !s.begun {
		s.begun = true
		if err := s.enter(ctx, exec.Zeros(), 0); err != nil {
			return err
		}
		if s.search != nil {
			if err := s.search.Add(ctx, nil); err != nil {
				return err
			}
		}
	}
	limit := uint64(0)
	if s.search != nil && b.Work > 0 {
		limit = s.search.Work + b.Work
		s.search.Limit = limit
	}
	covered := s.count().Covered
	for ctx.Err() == nil {
		more, err := s.round(ctx)
		if err != nil {
			return err
		}
		r := s.count()
		s.news = r.Covered > covered
		if r.Open == 0 {
			s.rounds++
		}
		ends := !more || s.ends() || s.rounds >= maxRounds
		if s.opt.Progress != nil {
			s.opt.Progress(r)
		}
		switch {
		case s.errCall && r.Covered > 0, r.Open == 0 && ends && (!s.suite.Paths || !more),
			!more && s.suite.Paths && s.complete() && (s.asked >= maxAsked || s.opt.NoProofs || s.task.Options.Determ &&
				s.asked > 0):
			s.runner.End()
			return nil
		case !more && s.task.Options.Determ, limit > 0 && s.search.Work >= limit:
			return nil
		case !more: // only random tests are left
			if f, err := s.seeds.Next(ctx); err == nil {
				if err := s.seed(ctx, f); err != nil {
					return err
				}
			}
		}
	}
	if !s.news && s.opt.TimeLimit == 0 && b.Time > time.Minute { // end a search without limits that finds nothing any more
		s.runner.End()
	}
	return nil
}

// ends reports whether each reached goal has a test that does not end in undefined behaviour.
func (s *Suite) ends() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.suite.Ends()
}

// ask calls the provers if the last turn of directed testing has reached nothing new.
func (s *Suite) ask(ctx context.Context, b verify.Budget) error {
	if s.opt.NoProofs || s.news && !s.task.Options.Determ || s.count().Open == 0 {
		return nil
	}
	s.asked++
	return s.prove(ctx, b)
}

// complete reports whether directed testing has taken all paths.
func (s *Suite) complete() bool {
	return s.search != nil && s.search.Exhausted() && s.search.Explorer().Root.Explored()
}

// maxAsked is how many turns the provers get, at most, once all paths have a test.
const maxAsked = 6

// maxRounds bounds the rounds of directed testing after all goals are decided, which search for tests that do not end
// in undefined behaviour.
const maxRounds = 8

// round makes some directed tests and runs tests of the random engine. more is false if directed testing has no further
// paths to try.
func (s *Suite) round(ctx context.Context) (more bool, err error) {
	for range 64 {
		f, ok := s.seeds.Poll()
		if !ok || ctx.Err() != nil {
			break
		}
		if err := s.seed(ctx, f); err != nil {
			return false, err
		}
	}
	if s.search == nil {
		return false, nil
	}
	for range 32 {
		if ctx.Err() != nil {
			return true, nil
		}
		if more, err = s.search.Step(ctx); err != nil || !more {
			return false, err
		}
		if s.search.Limit > 0 && s.search.Work >= s.search.Limit {
			return true, nil
		}
	}
	return true, nil
}

// seed runs the program on a test of the board, and adds it.
func (s *Suite) seed(ctx context.Context, f verify.Fact) error {
	test := f.Payload.(*verify.TestFact).Test.Records
	return s.enter(ctx, exec.FromRecords(s.task.Program, test), len(test))
}

// enter runs the program on a test of n inputs and adds the run to the suite. If the test reaches a new goal, directed
// testing starts from it, too.
func (s *Suite) enter(ctx context.Context, test exec.Inputs, n int) error {
	left := n + 64 // bounds the reads of a program that never stops reading
	r, err := s.jit.Run(ctx, exec.InputFunc(func(k ir.Key, site *ir.Site, t ir.Type) (uint64, bool) {
		left--
		v, _ := test.Next(k, site, t)
		return v, left >= 0
	}))
	if err != nil {
		return nil // a test that cannot be run is ignored
	}
	if !s.add(r) || s.search == nil {
		return nil
	}
	return s.search.Add(ctx, r.Reads)
}

// count returns the report as of now.
func (s *Suite) count() SuiteReport {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.search != nil && !s.over {
		s.report.Queries = s.search.Queries
	}
	r := s.report
	r.Goals, r.Covered, r.Unreachable, r.Open = len(s.suite.Goals), 0, 0, 0
	for _, g := range s.suite.Goals {
		switch {
		case s.suite.Reached(g):
			r.Covered++
		case s.proved[g.ID]:
			r.Unreachable++
		default:
			r.Open++
		}
	}
	if s.suite.Paths {
		r.Paths = s.suite.NumPaths()
	}
	r.Seconds = time.Since(s.begin).Seconds()
	return r
}

// crash describes how a test ends. If it ends in a model of a library function, it has the position of the call in the
// program.
func (s *Suite) crash(test int, c *testgen.Case) SuiteCrash {
	out := SuiteCrash{test, c.Error.Kind, c.Error.Text, c.Error.Pos}
	if !strings.HasPrefix(out.Pos.File, "<") {
		return out
	}
	m, err := exec.NewInterp(s.task.Program, exec.Config{Fuel: 1 << 20, MaxMemory: 64 << 20})
	if err != nil {
		return out
	}
	run, err := testgen.Run(context.Background(), s.task.Program, m, c.Test)
	if err != nil || run.Outcome.Obligation != c.Error {
		return out
	}
	for _, e := range m.Calls() {
		if !strings.HasPrefix(e.Pos.File, "<") {
			out.Text += " in " + strings.Trim(out.Pos.File, "<>")
			out.Pos = e.Pos
			break
		}
	}
	return out
}

// finish completes the report. ended reports whether all turns have ended.
func (s *Suite) finish(ctx context.Context, ended bool) {
	r := s.count()
	if ended && s.search != nil {
		r.Queries = s.search.Queries
	}
	r.Version, r.Tool, r.Files = 1, "tandem "+Version(), s.task.Files
	if r.Files == nil {
		r.Files = []string{}
	}
	cases := s.suite.Cases()
	r.Tests = len(cases)
	for i, c := range cases {
		switch {
		case c.Error != nil && !c.Error.Unmodelled() && slices.Contains(s.task.Options.Checks, c.Error.Kind):
			r.Crashes = append(r.Crashes, s.crash(i+1, c))
			r.Errors++
		case c.Error == nil:
		case c.Error.Unmodelled():
			if r.Cut++; r.Note == "" {
				r.Note = testgen.Unmodelled(s.task.Program, c.Error) + "; code after it is not looked at"
			}
		default:
			r.Errors++
		}
	}
	r.AllPaths = ended && s.suite.Paths && s.complete() && r.Cut == 0
	for _, g := range s.suite.Open() {
		if s.proved[g.ID] {
			r.Dead = append(r.Dead, SuiteGoal{g.Pos(), g.String()})
		} else {
			r.OpenGoals = append(r.OpenGoals, SuiteGoal{g.Pos(), g.String()})
		}
	}
	// The files cannot give parameters of a function other than main, and a program in SPL has no harness in addition.
	if ended && s.task.Options.Entry == "main" && !IsSPL(s.task.Files...) {
		if alone := testgen.FilesAlone(ctx, s.task.Program, s.jit, s.suite.Goals, cases); alone != nil &&
			alone.Covered < r.Covered {
			r.FilesCovered, r.FilesWithout = &alone.Covered, alone.Without
		}
	}
	r.sortGoals()
	if s.task.Options.Determ {
		r.Seconds = 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.report = r
}

// sortGoals sorts the goals in the report by line.
func (r *SuiteReport) sortGoals() {
	sort.SliceStable(r.OpenGoals, func(i, j int) bool { return r.OpenGoals[i].Pos.Line < r.OpenGoals[j].Pos.Line })
	sort.SliceStable(r.Dead, func(i, j int) bool { return r.Dead[i].Pos.Line < r.Dead[j].Pos.Line })
}

// Report returns the coverage of the suite. It may be called while Gcov works.
func (s *Suite) Report() SuiteReport {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.report
}

// Write writes the suite in Test-Comp's format.
func (s *Suite) Write(dir string) error {
	return testgen.WriteSuite(dir, suiteMeta(s.task), s.task.Program, s.suite.Cases())
}

// suiteMeta returns the metadata of a suite's files.
func suiteMeta(t *Task) testgen.Meta {
	m := testgen.Meta{
		Producer: "tandem " + Version(), Specification: t.Property.Text, Program: strings.Join(t.Files, ","),
		Entry: t.Options.Entry, Model: t.Program.Model, Time: time.Now(),
	}
	if m.Specification == "" || !t.Property.Cover {
		m.Specification = fmt.Sprintf("COVER( init(%s()), FQL(COVER EDGES(@DECISIONEDGE)) )", t.Options.Entry)
	}
	if t.Options.Determ {
		m.Time = time.Unix(0, 0)
	}
	for _, f := range t.Program.Files {
		if f.SHA256 != "" {
			m.Hash = f.SHA256
			break
		}
	}
	return m
}

// Export writes a harness for gcc that calls the entry function with the tests.
func (s *Suite) Export(ctx context.Context, dir string) (*testgen.Export, error) {
	o := testgen.ExportOptions{Files: s.task.Files, Entry: s.task.Options.Entry}
	if s.task.Original != nil {
		o.Flags = s.task.Original.FlagsOf
	}
	return testgen.WriteExport(ctx, dir, s.task.Program, o, s.suite.Cases())
}

// FuzzTarget writes a fuzz target for the entry function, and the tests as its corpus. It returns the folder of the
// corpus, and the number of tests that have no form in a corpus.
func (s *Suite) FuzzTarget(ctx context.Context, file string) (corpus string, skipped int, err error) {
	t := s.task
	o := testgen.FuzzOptions{Files: t.Files, Entry: t.Options.Entry, Assume: slices.Clone(t.Options.Assume),
		Tool: Version()}
	if t.Original != nil {
		o.Flags = t.Original.FlagsOf
	}
	given := Options{ArraySizes: t.Options.ArraySizes}
	sizes, err := given.sizes()
	if err != nil {
		return "", 0, err
	}
	for _, z := range sizes {
		switch {
		case z.Expr != "":
			o.Assume = append(o.Assume, fmt.Sprintf("!%s || tandem_size(%s) == (unsigned long)(%s)", z.Param, z.Param, z.Expr))
		case z.Lo < z.Hi:
			o.Assume = append(o.Assume, fmt.Sprintf("!%s || tandem_size(%s) >= %d && tandem_size(%s) <= %d", z.Param, z.Param,
				z.Lo, z.Param, z.Hi))
		}
	}
	return testgen.WriteFuzz(ctx, file, t.Program, o, s.suite.Cases())
}

// Gcov runs an exported suite and measures its coverage with gcov. The measured counts exclude branches that are proved
// unreachable. A goal that gcov does not confirm counts as open.
func (s *Suite) Gcov(ctx context.Context, x *testgen.Export) error {
	proved := map[testgen.Line]int{}
	for _, g := range s.suite.Goals {
		place := g.Place()
		if s.proved[g.ID] {
			proved[place]++
		} else {
			proved[place] += 0
		}
	}
	g, err := x.Measure(ctx, proved)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	r := &s.report
	r.Gcov, r.Native = g, ""
	confirmed := g.Confirms(s.suite.Goals, s.suite.Reached)
	for _, o := range s.suite.Goals {
		if s.suite.Reached(o) && !confirmed[o.ID] {
			r.Covered, r.Open, r.Unconfirmed = r.Covered-1, r.Open+1, r.Unconfirmed+1
			r.OpenGoals = append(r.OpenGoals, SuiteGoal{o.Pos(), o.String() + " (a test reaches it here; gcov does not " +
				"confirm it)"})
		}
	}
	r.sortGoals()
	return nil
}

// Unmeasured records why gcov confirms no goals.
func (s *Suite) Unmeasured(why string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.report.Native = why
}

// provers is the strategy for branches without a test.
const provers = "seq(intervals 40%, bmc 40%, kind 40%, horn 40%, guess 40%)"

// prove runs the provers on the open goals, to show that no execution reaches them. It adds an error at each goal that
// a fresh input may choose to avoid, so that one error does not hide the next. Proofs are checked as for any verdict.
//
// Goals that the passes remove as dead count as proved, as in verification: no checker re-checks the passes.
//
// An execution of the model ends at a call without model or body, but the real one continues. Hence nothing counts as
// proved as long as such a call may be reached.
func (s *Suite) prove(ctx context.Context, b verify.Budget) error {
	prog, maps := ir.Clone(s.task.Program)
	goals := map[*ir.Obligation]*testgen.Goal{} // by obligation of prog
	s.mu.Lock()
	for _, g := range s.suite.Goals {
		if s.suite.Reached(g) || s.proved[g.ID] || g.Edge == nil {
			continue
		}
		goals[branchObligation(prog, maps.Edges[g.Edge], g)] = g
	}
	s.mu.Unlock()
	if len(goals) == 0 {
		return nil
	}
	t := *s.task
	t.Original = nil
	var err error
	if t.Program, err = instrument.Derive(prog, instrument.Default()); err != nil {
		return fmt.Errorf("internal error: passes: %w", err)
	}
	copies := derive.Of(t.Program)
	back := copies.Then(derive.Of(prog))
	t.Map = back.Then(s.task.Map)
	strategy, err := coop.Parse(provers, Engines())
	if err != nil {
		return err
	}
	work := b.Work
	unproved := map[*ir.Obligation]bool{} // obligations of prog with a copy that is not proved
	proved := map[*ir.Obligation]bool{}
	for again := true; again; {
		t.Obligations = []*ir.Obligation{}
		for _, o := range t.Program.Obligations {
			if of := copies.Obligation(o); (goals[of] != nil || o.Unmodelled()) && !unproved[of] && !proved[o] {
				t.Obligations = append(t.Obligations, o)
			}
		}
		t.Budget.Work = work
		r := coop.NewRunner(&t, strategy, Engines())
		out := r.Run(ctx)
		r.Wait()
		work -= work / 4                                // bound the rounds, in case that many goals turn out to be reachable
		again = out.Violated != nil && ctx.Err() == nil // run the provers again for the others
		for _, f := range out.Findings {
			of := copies.Obligation(f.Obligation)
			switch f.Status {
			case verify.Proved, verify.NotReached:
				proved[f.Obligation] = true
			case verify.Violated: // the goal is reachable: the violation is a test
				unproved[of] = true
				test, err := testgen.Down(context.WithoutCancel(ctx), back, f.Run.Reads, exec.Config{})
				if err == nil {
					err = s.enter(context.WithoutCancel(ctx), exec.FromRecords(s.task.Program, test), len(test))
				}
				if err != nil {
					return err
				}
			default:
				if !again {
					unproved[of] = true
				}
			}
		}
	}
	for o := range unproved {
		if o.Unmodelled() {
			return nil
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for o, g := range goals {
		if !unproved[o] && !s.over {
			s.proved[g.ID] = true
		}
	}
	return nil
}

// branchObligation inserts, after an edge, an error that an input may choose.
func branchObligation(p *ir.Program, e *ir.Edge, g *testgen.Goal) *ir.Obligation {
	f := e.From.Func
	o := p.NewObligation("branch", fmt.Sprintf("goal %d", g.ID), f.Source, e.Pos)
	site := p.NewSite(ir.Nondet, "tandem_goal", ir.U8, f, e.Pos)
	site.Key = fmt.Sprintf("tandem.goal.%d", g.ID)
	v := f.NewVar(fmt.Sprintf("tandem.goal.%d", g.ID), ir.U8)
	mid, choice, bad := f.NewLoc(e.Pos), f.NewLoc(e.Pos), f.NewLoc(e.Pos)
	bad.Kind, bad.Obligation = ir.Error, o
	to := e.To
	mid.Origin, choice.Origin = to.Origin, to.Origin
	e.SetTo(mid)
	f.NewEdge(mid, choice, &ir.Input{Dst: v, Site: site}, e.Pos)
	zero := ir.NewBinary(ir.Eq, &ir.Ref{Var: v}, &ir.Const{T: ir.U8})
	f.NewEdge(choice, to, &ir.Assume{Cond: zero, Guard: ir.OtherGuard}, e.Pos)
	f.NewEdge(choice, bad, &ir.Assume{Cond: ir.NotExpr(zero), Guard: ir.OtherGuard}, e.Pos)
	return o
}

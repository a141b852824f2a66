package triple

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/check/annotated"
	"github.com/tandem-verifier/tandem/internal/check/bounds"
	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Verdict is the outcome of a check.
type Verdict uint8

// The outcomes: all steps follow; a step is wrong, and its encoding is exact; no answer.
const (
	Confirmed Verdict = iota + 1
	Refuted
	Undecided
)

func (v Verdict) String() string {
	switch v {
	case Confirmed:
		return "confirmed"
	case Refuted:
		return "refuted"
	}
	return "undecided"
}

// Config are the options of a check.
type Config struct {
	Regions []*verify.Region // only executions whose inputs lie in all of them
	Within  *bounds.Bounds   // of an unwinding: only executions whose path lies in the range; nil: all
	Solver  smt.Config
	Second  smt.Config        // must give the same answers, if it has a Path
	Others  []smt.Config      // asked where Solver has no answer
	Time    time.Duration     // of all queries together; 0: a minute. The context's deadline counts as well.
	Work    uint64            // of all queries together, in the solver's steps: if given, no query is bounded by time
	Shown   *annotated.Shown  // of an annotated graph: formulas that are shown already
	Known   *verify.Inductive // of invariants with the same names: a part that is inductive by itself, and was shown to be
	Points  *flow.Memo        // of the program; nil: they are computed when they are needed
	Only    Encoding          // for tests
	Heap    bool              // for tests: unwindings always have instances (heap.go)
	// for tests: bound of the nodes of an unwinding that are found before any is written; 0: the default
	Paths int
}

// checker is one Check.
type checker struct {
	ctx       context.Context
	cfg       Config
	prog      *ir.Program
	asked     map[*ir.Obligation]bool
	tc        *term.Ctx
	inv       map[*ir.Loc][]ir.Expr // invariants to be shown inductive, by location
	known     map[*ir.Loc][]ir.Expr // invariants that are shown already
	mentioned map[*ir.Var]bool      // registers that formulas speak of
	doubted   map[*ir.Edge]bool     // statements whose suppositions (lemma.go) did not hold: they suppose nothing
	named     naming
	mem       tracking
	cache     caches
	queries   *solving
}

// naming holds the names that the evidence gives to values and objects without a name in the program.
type naming struct {
	results    map[*ir.Func]*ir.Var
	entries    map[*ir.Func][]entry
	assigned   map[*ir.Var]bool // registers that some statement assigns; nil: not computed yet
	madeBy     map[*ir.Edge]*ir.Object
	madeIn     map[*ir.Func][]*ir.Object
	pseudo     map[*ir.Var]*ir.Var // from registers of regions to the one of their site
	sitePseudo map[int]*ir.Var
}

// tracking tells which memory has contents in states.
type tracking struct {
	memory  map[*ir.Object]*tracked
	objects []*tracked
	points  *flow.Points        // nil if no tracked object is held
	heap    bool                // unwindings: memory has instances (heap.go)
	table   *ir.Object          // its contents are the array alive (owner.go); nil: no formula asks about pointers
	makers  map[any]int         // numbers of objects and edges that make objects
	shared  map[*ir.Object]bool // flow.Held
	lasts   map[*ir.Object]bool // see lasting
	code    map[*ir.Func]*ir.Object
}

// caches holds facts about the program that are computed when they are asked for.
type caches struct {
	effects map[*ir.Func]*effect
	frames  map[frame]*frame
	live    map[*ir.Func]*flow.Live
}

// solving asks the solvers, within the time and work of one Check.
type solving struct {
	c      *checker
	solver smt.Solver
	end    time.Duration // by the clock of ctx
	meter  *smt.Meter
}

// wrong is the error of a step that does not follow.
type wrong struct{ what string }

func (w *wrong) Error() string { return w.what }

// open returns the error of a question without an answer.
func open(format string, args ...any) error { return fmt.Errorf(format, args...) }

// Check decides whether the evidence proves that the error locations of the
// obligations are not reached. Kinds: *Inductive, *KInductive, *Unwinding, *Annotated.
func Check(ctx context.Context, p *ir.Program, obls []*ir.Obligation, ev verify.Evidence, cfg Config) (v Verdict,
	why string) {
	c, stop, err := newChecker(ctx, p, cfg)
	if err != nil {
		return Undecided, verify.Said(err)
	}
	defer stop()
	return outcome(func() error {
		if err := c.begin(obls); err != nil {
			return err
		}
		switch ev := ev.(type) { // sound: undecided
		case *verify.Inductive:
			return c.inductive(ev)
		case *verify.KInductive:
			return c.kInductive(ev)
		case *verify.Unwinding:
			return c.unwinding(ev)
		case *verify.Annotated:
			return c.annotated(ev)
		}
		return open("no checker for evidence of type %T", ev)
	})
}

// begin prepares for evidence of any kind about the obligations.
func (c *checker) begin(obls []*ir.Obligation) error {
	for _, o := range obls {
		c.asked[o] = true
	}
	if err := c.regions(); err != nil {
		return err
	}
	for f := range c.calledFrom(c.prog.Entry) {
		if f.Entry.Kind == ir.Error {
			return open("an error location at the entry of %s", f.Name)
		}
	}
	return nil
}

// outcome turns an error into a verdict. A panic can only come from ill-sorted terms, of a formula that ir.CheckExpr
// does not reject: no answer.
func outcome(f func() error) (v Verdict, why string) {
	defer func() {
		if r := recover(); r != nil {
			v, why = Undecided, fmt.Sprintf("the check failed: %v", r)
		}
	}()
	err := f()
	var w *wrong
	switch {
	case err == nil:
		return Confirmed, ""
	case errors.As(err, &w):
		return Refuted, w.what
	}
	return Undecided, verify.Said(err)
}

const defaultTime = time.Minute

func newChecker(ctx context.Context, p *ir.Program, cfg Config) (*checker, func(), error) {
	if cfg.Time <= 0 && cfg.Work > 0 {
		cfg.Time = 20 * defaultTime // a bound that the bound of work is reached before
	}
	if cfg.Time <= 0 {
		cfg.Time = defaultTime
	}
	ctx, cancel := clock.WithTimeout(ctx, cfg.Time)
	c := &checker{
		ctx: ctx, cfg: cfg, prog: p, asked: map[*ir.Obligation]bool{}, tc: term.New(), inv: map[*ir.Loc][]ir.Expr{},
		mentioned: map[*ir.Var]bool{}, doubted: map[*ir.Edge]bool{},
		named: naming{results: map[*ir.Func]*ir.Var{}, entries: map[*ir.Func][]entry{},
			madeBy: map[*ir.Edge]*ir.Object{}, madeIn: map[*ir.Func][]*ir.Object{},
			pseudo: map[*ir.Var]*ir.Var{}, sitePseudo: map[int]*ir.Var{}},
		mem: tracking{code: map[*ir.Func]*ir.Object{}},
		cache: caches{effects: map[*ir.Func]*effect{}, frames: map[frame]*frame{},
			live: map[*ir.Func]*flow.Live{}},
	}
	c.queries = &solving{c: c}
	c.queries.end = clock.Now(ctx) + cfg.Time
	if at, limited := ctx.Deadline(); limited {
		c.queries.end = clock.Now(ctx) + time.Until(at)
	}
	c.queries.meter = smt.NewMeter(ctx, cfg.Work, false)
	s, err := smt.Open(c.tc, c.queries.agreeing(cfg.Solver))
	if err != nil {
		cancel()
		switch {
		case !errors.Is(err, smt.ErrNoSolver):
		case cfg.Solver.Path == smt.None:
			err = errors.New("no solver was asked for (--solver none)")
		default:
			err = errors.New("no solver found: install z3")
		}
		return nil, nil, err
	}
	c.queries.solver = s
	return c, func() { s.Close(); cancel() }, nil
}

// codeOf returns a pseudo object at the address of a function, which is disjoint from all others.
func (c *checker) codeOf(f *ir.Func) *ir.Object {
	o := c.mem.code[f]
	if o == nil {
		o = &ir.Object{Name: "code." + f.Name, Size: 1, ID: -1 - f.ID}
		c.mem.code[f] = o
	}
	return o
}

// unread reports whether a local slot of the current activation is not read any more.
func (c *checker) unread(loc *ir.Loc, depth int, k slot) bool {
	v, f := k.v, loc.Func
	if v == nil || v.Global || k.depth != depth || c.mentioned[v] || v.ID < 0 || v.ID >= len(f.Vars) || f.Vars[v.ID] != v {
		return false
	}
	l := c.cache.live[f]
	if l == nil {
		l = flow.NewLive(c.prog, f, nil)
		c.cache.live[f] = l
	}
	return !l.At(loc, v)
}

// mention records the registers in formulas.
func (c *checker) mention(es ...ir.Expr) {
	for _, e := range es {
		ir.Vars(e, func(v *ir.Var) { c.mentioned[v] = true })
	}
}

// prove shows that no state contradicts the query that build writes. It asks the encoding first that expresses more,
// then the other one, and then goal by goal.
func (c *checker) prove(what string, build func(q *query) error) error {
	return c.proveIn(what, build, false)
}

// proveIn is like prove; with search, it first asks Bits with the solver's configuration for search.
func (c *checker) proveIn(what string, build func(q *query) error, search bool) error {
	var qs [2]*query
	get := func(i int) (*query, error) {
		if qs[i] == nil {
			q := c.newQuery([]Encoding{Ints, Bits}[i])
			if err := build(q); err != nil {
				return nil, err
			}
			if q.broken != nil {
				return nil, q.broken
			}
			qs[i] = q
		}
		return qs[i], nil
	}
	var order []int
	switch c.cfg.Only {
	case Ints:
		order = []int{0}
	case Bits:
		order = []int{1}
	default:
		q, err := get(0)
		if err != nil {
			return err
		}
		order = []int{0, 1}
		if q.lossy {
			order = []int{1, 0}
		}
	}
	if search && c.cfg.Only != Ints {
		q, err := get(1)
		if err != nil {
			return err
		}
		if len(q.vc.goals) == 0 {
			return nil
		}
		r := c.queries.searched(q)
		if r == smt.Unsat {
			return nil
		}
		order = []int{1, 0}
	}
	reason := ""
	failed := [2]bool{}
	last := 0
	if len(c.cfg.Others) > 0 {
		last = 1 // they get a share of the time
	}
	for round := range 2 {
		for n, i := range order {
			if failed[i] {
				continue
			}
			q, err := get(i)
			if err != nil {
				return err
			}
			if len(q.vc.goals) == 0 {
				return nil // nothing can fail
			}
			ans, which := c.queries.ask(q, round, c.queries.share(last, round, n))
			switch ans.Result {
			case smt.Unsat:
				return nil
			case smt.Sat:
				if q.rough == "" {
					return &wrong{fmt.Sprintf("%s: %s does not follow", what, which)}
				}
				failed[i] = true
				reason = fmt.Sprintf("%s: %s cannot be shown (%s)", what, which, q.rough)
			default:
				if reason == "" {
					reason = fmt.Sprintf("%s: the solver has no answer (%s)", what, ans.Reason)
				}
			}
			if c.ctx.Err() != nil || c.queries.meter.Left() == 0 {
				return open("%s: out of time", what)
			}
		}
	}
	for _, i := range order {
		if len(c.cfg.Others) == 0 || failed[i] || c.ctx.Err() != nil {
			continue
		}
		if c.queries.others(qs[i]) == smt.Unsat {
			return nil
		}
		break
	}
	return open("%s", reason)
}

// ask sends a query: in round 0 all goals together, in round 1 one after the other. The query gets one of share equal
// parts of the remaining time.
func (sv *solving) ask(q *query, round, share int) (smt.Answer, string) {
	s := sv.solver
	s.Push()
	defer s.Pop()
	q.vc.assert(s)
	if round == 0 || len(q.vc.goals) < 2 {
		ans := sv.check(sv.budget(share, 1))
		return ans, q.vc.failing(s, ans)
	}
	var unknown smt.Answer
	for i := range q.vc.goals {
		s.Push()
		for j, g := range q.vc.goals {
			if i != j {
				s.Assert(q.tc.Not(g.lit))
			}
		}
		ans := sv.check(sv.budget(share, len(q.vc.goals)-i))
		s.Pop()
		switch ans.Result {
		case smt.Sat:
			return ans, q.vc.failed(q.vc.goals[i])
		case smt.Unknown:
			return ans, ""
		}
		unknown = ans
	}
	return unknown, ""
}

// collected is a solver that only records assertions.
type collected struct {
	smt.Solver
	ts []*term.Term
}

func (s *collected) Assert(ts ...*term.Term) { s.ts = append(s.ts, ts...) }

// assertPlain asserts a query without arrays if that is not too large: the solver then needs no theory of arrays.
func (vc *conditions) assertPlain(s smt.Solver) {
	all := &collected{Solver: s}
	vc.assert(all)
	if plain, ok := term.NewLookups(vc.tc, maxLookups).Of(all.ts...); ok {
		s.Assert(plain...)
		return
	}
	s.Assert(all.ts...)
}

// maxLookups bounds the steps in which arrays are eliminated.
const maxLookups = 1 << 20

func (vc *conditions) assert(s smt.Solver) {
	s.Assert(vc.facts...)
	for _, b := range vc.blocks {
		if len(b.ways) == 0 {
			s.Assert(vc.tc.Not(b.name))
		} else {
			s.Assert(vc.tc.Implies(b.name, vc.tc.Or(b.ways...)))
		}
	}
}

// searched asks a query of a solver in its configuration for search. Only Unsat counts, as prove reports failures in
// more detail. The second solver must agree here, too.
func (sv *solving) searched(q *query) smt.Result {
	cfg := sv.c.cfg.Solver
	cfg.Search = true
	return sv.askedOf(cfg, q, 2)
}

// agreeing returns a configuration in which the second solver must give the same answer.
func (sv *solving) agreeing(cfg smt.Config) smt.Config {
	if sv.c.cfg.Second.Path != "" {
		second := sv.c.cfg.Second
		second.Search = cfg.Search
		cfg.Second = &second
	}
	return cfg
}

// others asks further solvers; the second solver must agree with them.
func (sv *solving) others(q *query) smt.Result {
	if sv.meter.Counts() { // some of them do not count their work
		return smt.Unknown
	}
	for i, cfg := range sv.c.cfg.Others {
		if sv.askedOf(cfg, q, len(sv.c.cfg.Others)-i+2) == smt.Unsat {
			return smt.Unsat
		}
	}
	return smt.Unknown
}

// askedOf asks a query of a solver that is started for it.
func (sv *solving) askedOf(cfg smt.Config, q *query, share int) smt.Result {
	s, err := smt.Open(q.tc, sv.agreeing(cfg))
	if err != nil {
		return smt.Unknown
	}
	defer s.Close()
	if cfg.Search {
		q.vc.assertPlain(s)
	} else {
		q.vc.assert(s)
	}
	a := s.Check(sv.c.ctx, sv.budget(share, 1))
	sv.meter.Note(a)
	return a.Result
}

// failing returns the name of a goal that fails in the model, by following the branches that are true in it.
func (vc *conditions) failing(s smt.Solver, ans smt.Answer) string {
	if ans.Result != smt.Sat || len(vc.goals) == 0 {
		return "a step"
	}
	if len(vc.goals) == 1 {
		return vc.failed(vc.goals[0])
	}
	m, err := s.Model()
	if err != nil {
		return vc.failed(vc.goals[0])
	}
	for b := vc.blocks[0]; b != nil; {
		i := slices.IndexFunc(b.ways, func(w *term.Term) bool {
			t, err := vc.tc.Eval(m, w)
			return err == nil && t.IsTrue()
		})
		if i < 0 {
			break
		}
		if b.to[i] == nil {
			return vc.failed(vc.goals[b.goal[i]])
		}
		b = b.to[i]
	}
	for _, g := range vc.goals {
		if t, err := vc.tc.Eval(m, g.lit); err == nil && t.IsTrue() {
			return vc.failed(g)
		}
	}
	return vc.failed(vc.goals[0])
}

// failed records that a lemma does not hold, and returns the goal's name.
func (vc *conditions) failed(g goal) string {
	if g.from != nil {
		vc.c.doubted[g.from] = true
	}
	return g.what
}

// share returns the number of equal parts of the remaining time. Queries with instances take long, so that they get
// large parts.
func (sv *solving) share(others, round, n int) int {
	if sv.c.mem.heap {
		return others + 2
	}
	return others + 4 - 2*round - n
}

// leastWork is the work that every query may do.
const leastWork = 100_000

func (sv *solving) budget(share, parts int) smt.Budget {
	n := max(share, 1) * max(parts, 1)
	if sv.meter.Counts() {
		return smt.Budget{Work: max(sv.meter.Left()/uint64(n), leastWork)}
	}
	t := (sv.end - clock.Now(sv.c.ctx)) / time.Duration(n)
	return smt.Budget{Time: max(t, 50*time.Millisecond)}
}

// check asks the solver whether its assertions are satisfiable.
func (sv *solving) check(b smt.Budget) smt.Answer {
	a := sv.solver.Check(sv.c.ctx, b)
	sv.meter.Note(a)
	return a
}

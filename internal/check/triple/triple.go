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
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Verdict is the outcome of a check.
type Verdict uint8

// The outcomes. Confirmed: all steps follow. Refuted: a step does not follow, and its encoding is exact. Undecided: a
// step has no answer.
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

// Config holds the options of a check.
type Config struct {
	Regions []*verify.Region // check only executions whose inputs lie in all of them
	Within  *bounds.Bounds   // of an unwinding: check only executions whose path lies in the range; nil: check all
	Solver  smt.Config
	Second  smt.Config        // a solver that must give the same answers as Solver; none if it has no Path
	Others  []smt.Config      // solvers to ask if Solver has no answer
	Time    time.Duration     // for all queries together; 0: a minute. The context's deadline is a bound as well.
	Work    uint64            // for all queries together, in the solver's steps; if not 0, no query is bounded by time
	Shown   *annotated.Shown  // of a graph: the formulas that are shown already; nil: none
	Known   *verify.Inductive // invariants, with the same names, that were shown to be inductive by themselves; nil: none
	Points  *flow.Memo        // the points-to sets of the program; nil: computed when needed
	Only    Encoding          // for tests: the only encoding that is used
	Heap    bool              // for tests: unwindings always have instances (heap.go)
	// For tests: bound of the nodes of an unwinding that are explored before any of them is encoded; 0: the default.
	Paths int
}

// checker is the state of one call of Check, or of one Session.
type checker struct {
	ctx       context.Context
	cfg       Config
	prog      *ir.Program
	asked     map[*ir.Obligation]bool // the obligations of the claim
	tc        *term.Ctx
	inv       map[*ir.Loc][]ir.Expr // invariants to be shown inductive, by location
	known     map[*ir.Loc][]ir.Expr // invariants that are shown already
	mentioned map[*ir.Var]bool      // registers that occur in formulas
	doubted   map[*ir.Edge]bool     // statements that suppose nothing any more, as a supposition (lemma.go) failed
	named     naming
	mem       tracking
	cache     caches
	queries   *solving
}

// naming holds the names in the evidence for values and objects that have no name in the program.
type naming struct {
	results    map[*ir.Func]*ir.Var      // the result of each function
	entries    map[*ir.Func][]entry      // values at the entry of each function
	assigned   map[*ir.Var]bool          // registers that some statement assigns; nil: not computed yet
	madeBy     map[*ir.Edge]*ir.Object   // the last object that each edge made
	madeIn     map[*ir.Func][]*ir.Object // the objects of madeBy, by function
	pseudo     map[*ir.Var]*ir.Var       // from each register of a region to the register of its site in sitePseudo
	sitePseudo map[int]*ir.Var           // by site: the register with the value that the site reads
}

// tracking describes the memory whose contents are part of states.
type tracking struct {
	memory  map[*ir.Object]*tracked // the tracked named objects
	objects []*tracked              // the objects in memory, in the order of the program
	points  *flow.Points            // nil if no tracked object is held
	heap    bool                    // pointers and objects have instances (heap.go); only if loops are unwound
	table   *ir.Object              // its contents are the array alive (owner.go); nil: pointers have no owners
	makers  map[any]int             // numbers of objects and edges that make objects
	shared  map[*ir.Object]bool     // flow.Held, if pointers have owners
	lasts   map[*ir.Object]bool     // cache of lasting
	code    map[*ir.Func]*ir.Object // cache of codeOf
	walked  map[*ir.Object]bool     // objects that moving pointers access (direct.go)

	registers map[*ir.Var]*ir.Func // the function of each local register, for direct

	blocks  map[*ir.Var]*ir.Object // the objects that stand for blocks (blocks.go), by register that points to a beginning
	blockAt map[*ir.Edge]*tracked  // the blocks, by the edge that makes them
}

// caches holds facts about the program that are computed when they are needed.
type caches struct {
	effects map[*ir.Func]*effect
	frames  map[frame]*frame // the only copy of each frame
	doms    map[*ir.Func]*graph.DomTree
	live    map[*ir.Func]*flow.Live
}

// solving sends queries to the solvers, within the time and the work of one checker.
type solving struct {
	c      *checker
	solver smt.Solver    // the process for Config.Solver
	end    time.Duration // when the time is over, by the clock of ctx
	meter  *smt.Meter    // the work that is left
}

// wrong is the error that a step does not follow, although its encoding is exact. It leads to the verdict Refuted.
type wrong struct{ what string }

func (w *wrong) Error() string { return w.what }

// open returns an error that leads to the verdict Undecided.
func open(format string, args ...any) error { return fmt.Errorf(format, args...) }

// Check decides whether the evidence proves that the error locations of the obligations are not reached. It accepts
// *Inductive, *KInductive, *Unwinding and *Annotated; why is the reason if the verdict is not Confirmed.
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

// begin prepares for the check of evidence of any kind about the obligations.
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

// outcome calls f and converts its error to a verdict. A panic in f can only come from ill-sorted terms, of a formula
// that ir.CheckExpr accepts by mistake: the verdict is Undecided.
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

// defaultTime is the time of a check if Config has none.
const defaultTime = time.Minute

// newChecker starts the solver. The caller must call the second result at the end.
func newChecker(ctx context.Context, p *ir.Program, cfg Config) (*checker, func(), error) {
	if cfg.Time <= 0 && cfg.Work > 0 {
		cfg.Time = 20 * defaultTime // so long that the bound of work is reached before
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
		cache: caches{effects: map[*ir.Func]*effect{}, frames: map[frame]*frame{}, doms: map[*ir.Func]*graph.DomTree{},
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

// unread reports whether k is a local register of the running activation that is not read after loc.
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

// mention records the registers in formulas as mentioned.
func (c *checker) mention(es ...ir.Expr) {
	for _, e := range es {
		ir.Vars(e, func(v *ir.Var) { c.mentioned[v] = true })
	}
}

// encoded is a step of a proof as a query, in up to two encodings. A query is built when it is first needed.
type encoded struct {
	c     *checker
	build func(q *query) error
	qs    [2]*query
	terms int // a bound on the number of new terms of a query; 0: none
}

// get returns the query in Ints for 0, in Bits for 1.
func (x *encoded) get(i int) (*query, error) {
	if x.qs[i] == nil {
		q := x.c.newQuery([]Encoding{Ints, Bits}[i])
		if x.terms > 0 {
			q.most = x.c.tc.Len() + x.terms
		}
		if err := x.build(q); err != nil {
			return nil, err
		}
		if q.broken != nil {
			return nil, q.broken
		}
		x.qs[i] = q
	}
	return x.qs[i], nil
}

// prove shows that the query which build writes is unsatisfiable. It asks Ints first, unless Ints leaves a value
// unknown that Bits may express; then the other encoding; and then both again goal by goal.
func (c *checker) prove(what string, build func(q *query) error) error {
	return c.proveIn(what, &encoded{c: c, build: build}, false)
}

// proveIn is like prove. If search is set, it first asks Bits in the solver's configuration for search.
func (c *checker) proveIn(what string, x *encoded, search bool) error {
	get := x.get
	var order []int
	switch {
	case c.cfg.Only == Ints:
		order = []int{0}
	case search:
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
		if order = []int{1, 0}; c.cfg.Only == Bits {
			order = order[:1]
		}
	case c.cfg.Only == Bits:
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
	reason := ""
	failed := [2]bool{}
	last := 0
	if len(c.cfg.Others) > 0 {
		last = 1 // these solvers need a share of the time
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
		if c.queries.others(x.qs[i]) == smt.Unsat {
			return nil
		}
		break
	}
	return open("%s", reason)
}

// ask sends a query to the solver: in round 0 all goals together, in round 1 one after the other. The query has 1/share
// of the remaining time. If the answer is Sat, the second result names the goal that fails.
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

// collected is a solver that only collects assertions.
type collected struct {
	smt.Solver
	ts []*term.Term
}

func (s *collected) Assert(ts ...*term.Term) { s.ts = append(s.ts, ts...) }

// assertPlain asserts the query without arrays: it replaces reads of arrays by case distinctions. The solver then needs
// no theory of arrays. If the result would be too large, it asserts the query as it is.
func (vc *conditions) assertPlain(s smt.Solver) {
	all := &collected{Solver: s}
	vc.assert(all)
	if plain, ok := term.NewLookups(vc.tc, maxLookups).Of(all.ts...); ok {
		s.Assert(plain...)
		return
	}
	s.Assert(all.ts...)
}

// maxLookups bounds the number of steps in which assertPlain eliminates arrays.
const maxLookups = 1 << 20

// size returns the number of different terms in the query.
func (vc *conditions) size() int {
	var all collected
	vc.assert(&all)
	seen := map[*term.Term]bool{}
	for todo := all.ts; len(todo) > 0; {
		t := todo[len(todo)-1]
		if todo = todo[:len(todo)-1]; !seen[t] {
			seen[t] = true
			todo = append(todo, t.Args()...)
		}
	}
	return len(seen)
}

// assert asserts the facts and the blocks of the query.
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

// searched asks a solver in its configuration for search. A caller may use only the answer Unsat, as prove reports
// failures in more detail. The second solver must agree here, too.
func (sv *solving) searched(q *query) smt.Result {
	cfg := sv.c.cfg.Solver
	cfg.Search = true
	return sv.askedOf(cfg, q, 2)
}

// agreeing returns cfg, extended so that the second solver must give the same answers.
func (sv *solving) agreeing(cfg smt.Config) smt.Config {
	if sv.c.cfg.Second.Path != "" {
		second := sv.c.cfg.Second
		second.Search = cfg.Search
		cfg.Second = &second
	}
	return cfg
}

// others asks the further solvers one after the other, until one answers Unsat. The second solver must agree with it.
func (sv *solving) others(q *query) smt.Result {
	if sv.meter.Counts() { // some of these solvers do not count their work
		return smt.Unknown
	}
	for i, cfg := range sv.c.cfg.Others {
		if sv.askedOf(cfg, q, len(sv.c.cfg.Others)-i+2) == smt.Unsat {
			return smt.Unsat
		}
	}
	return smt.Unknown
}

// askedOf starts a solver for one query. The query has 1/share of the remaining time.
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

// failing returns the text of a goal that fails in the solver's model. It finds the goal by following the branches that
// are true in the model. If there is no model, it returns a vague text.
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

// failed returns the text of goal g, which fails. If g is a lemma, failed records that its statement is doubted.
func (vc *conditions) failed(g goal) string {
	if g.from != nil {
		vc.c.doubted[g.from] = true
	}
	return g.what
}

// share returns the number of equal parts into which the remaining time is divided, of which the next query gets one.
// Queries with instances take long, so they get large parts.
func (sv *solving) share(others, round, n int) int {
	if sv.c.mem.heap {
		return others + 2
	}
	return others + 4 - 2*round - n
}

// leastWork is the least bound of work for a query, even if less work is left.
const leastWork = 100_000

// budget returns the budget of a query: the remaining time or work divided by share and by parts, but not too little.
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

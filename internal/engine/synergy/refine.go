package synergy

// SYNERGY: Fig. 2 of B. S. Gulavani, T. A. Henzinger, Y. Kannan, A. V. Nori, S. K. Rajamani: SYNERGY: A new algorithm
// for property checking (FSE 2006).
//
// Deviations: the partition begins with a region a location (as in the paper's examples), and one obligation is decided
// after the other, over one forest. An abstract edge is removed by a proof only: in front of a refinement too, as the
// shown part of what the paper's CreateAbstractProgram decides. A region is split by Pre without the conjuncts that no
// state of F needs, and only if that removes the edge; a frontier where nothing is gained is set aside.

import (
	"context"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// analysis decides one obligation.
type analysis struct {
	w         *worker
	o         *ir.Obligation
	program   *floydhoare.Program // what leads to its errors
	abs       *Abstract
	front     *frontiers
	tried     map[attempt]bool
	pres      map[preKey]*pre
	probed    map[probe]bool
	ahead     map[*Edge]*promise // Pre that helpers compute
	study     study
	met       map[[3]int]bool      // see meets
	conds     map[[4]int][]ir.Expr // see conditions
	numbers   [][]*numbered        // by link and region
	products  []bool               // by letter: see multiplies
	general   *generaliser
	climber   *climber
	published int // edges that were removed, plus one, when invariants were published
	done      bool
}

// preKey is an edge, in an encoding.
type preKey struct {
	link int
	e    *Edge
}

// pre is the condition that a state needs so that an edge may lead on.
type pre struct {
	vc.Preimage
	why string // why it is of no use
}

// numbered is a region as predicates.
type numbered struct {
	holds []int // all literals
	not   int   // that one does not hold
	hard  bool  // registers are multiplied
}

// analysis returns the analysis of an obligation.
func (w *worker) analysis(o *ir.Obligation) *analysis {
	a := w.analyses[o]
	if a != nil {
		return a
	}
	a = &analysis{w: w, o: o, program: w.only(o),
		tried: map[attempt]bool{}, pres: map[preKey]*pre{}, probed: map[probe]bool{},
		ahead: map[*Edge]*promise{}, met: map[[3]int]bool{}, conds: map[[4]int][]ir.Expr{}}
	a.abs = a.abstract()
	a.front = newFrontiers(a.program, a.abs, w.tests.forest, w.task.Log)
	a.general = newGeneraliser(a)
	a.climber = &climber{a: a}
	w.analyses[o] = a
	a.begin()
	for _, x := range w.scoped {
		a.spread(x)
	}
	for _, e := range a.abs.start {
		a.front.offer(e)
	}
	for _, ss := range w.tests.forest.at {
		a.front.enter(ss)
	}
	return a
}

// decide goes on until no abstract error trace is left, a test shows the error, or nothing can be done; why says what
// stopped it.
func (w *worker) decide(ctx context.Context, o *ir.Obligation) (u *verify.Unsafe, why string) {
	if len(w.tests.forest.Tests) == 0 {
		w.tests.run(ctx, nil, shortest(), "the first test", nil)
	}
	a := w.analysis(o)
	w.fixpoints.deadline = 0
	if d, ok := ctx.Deadline(); ok && !w.kit.M.Counts() {
		w.fixpoints.deadline = clock.Now(ctx) + time.Until(d)
	}
	w.helpers.open(ctx, w)
	defer a.leave()
	a.study.wish = a.study.wish || w.cfg.Generalise && w.helpers.ctx != nil
	for {
		if u := w.tests.unsafe; u != nil {
			w.tests.unsafe = nil
			return u, ""
		}
		if over := w.kit.M.Over(ctx); over != "" {
			return nil, over
		}
		if a.abs.Excluded() {
			a.done = true
			return nil, ""
		}
		w.listen(ctx)
		a.general.premises()
		if w.cfg.Generalise && a.general.due() {
			if !a.climber.climb(ctx) {
				a.generalise(ctx)
			}
			continue
		}
		a.studied(ctx)
		if u := w.tests.trials.NearPath(ctx, func() *vc.Prover { return nil }, nil, w.asked); u != nil {
			return u, ""
		}
		e := a.front.frontier()
		if e != nil {
			a.step(ctx, e)
			continue
		}
		if a.awaited(ctx) || w.cfg.Generalise && a.general.refineWithGeneralization(ctx) {
			continue
		}
		again, why := a.front.again()
		if !again && !w.tests.longer(ctx) {
			if run := w.tests.uncounted[o]; run != "" {
				return nil, "a run violates it, and does not count: " + run
			}
			if why == "" {
				why = "no frontier is left"
			}
			return nil, why
		}
	}
}

// step is one iteration: an edge is removed, a test made, a region split, or the frontier set aside.
func (a *analysis) step(ctx context.Context, e *Edge) {
	trace := ""
	if a.w.drawn() {
		trace = a.trace(ctx, e)
	}
	done := a.advance(ctx, e)
	a.front.offer(e) // if it is one still
	if a.w.drawn() && done != "" {
		a.dump(e, trace, done)
	}
}

// advance makes one iteration, and returns a text on what was done.
func (a *analysis) advance(ctx context.Context, e *Edge) (done string) {
	if a.look(ctx, e.To) {
		return "states past the frontier were found"
	}
	aside := func(why string) string {
		if ctx.Err() != nil {
			return ""
		}
		a.front.setAside(e, why)
		return "set aside: " + why
	}
	if e.From == nil {
		if a.begins(ctx, e.To) {
			a.abs.Remove(e)
			return "no execution begins there"
		}
		return aside("executions may begin where no test does")
	}
	if e.Exit != nil {
		done, why := a.through(ctx, e)
		if done == "" {
			return aside(why)
		}
		return done
	}
	a.lookAhead()
	q := a.pre(ctx, 0, e)
	if (len(q.Cubes) == 0 || !q.Exact || q.Open) && a.shown(ctx, e, nil, nil) {
		a.abs.Remove(e)
		return "no state leads over the frontier"
	}
	found, unknown := a.suitable(ctx, e, func(s *State) bool { return a.leads(s, q.Preimage) })
	if found {
		return "a test"
	}
	if a.w.tests.sample(ctx); a.w.tests.unsafe != nil || !a.front.isFrontier(e) {
		return "random tests"
	}
	if a.w.cfg.Generalise && a.general.compare(ctx) {
		return "registers that are alike"
	}
	if a.probe(ctx, e, q) {
		return "a test from a state that fits but for its path"
	}
	if a.w.cfg.Split == Block && a.along(ctx, e.To) {
		return "refinement after it"
	}
	why := q.why
	for n := 0; ctx.Err() == nil && a.w.link(n) != nil; n++ {
		if q = a.pre(ctx, n, e); q.why != "" {
			why = q.why
			continue
		}
		for _, x := range a.choices(ctx, n, e, q.Preimage) {
			if a.refine(ctx, e, x) {
				return "refinement by " + ir.ExprString(x)
			}
		}
		why = "a refinement by " + ir.ExprString(q.Expr()) + " gains nothing"
	}
	if q.Exact && a.shown(ctx, e, nil, nil) {
		a.abs.Remove(e)
		return "no state leads over the frontier"
	}
	if unknown != "" {
		why += ": " + unknown
	}
	return aside(why)
}

// begins reports whether no execution begins in a region.
func (a *analysis) begins(ctx context.Context, r *Region) bool {
	for n := 0; ; n++ {
		l := a.w.link(n)
		if l == nil {
			return false
		}
		if t := l.triples.Initially(ctx, []int{a.number(n, r).not}); t[0] == vc.Yes {
			return true
		}
	}
}

// number returns a region as predicates of an encoding.
func (a *analysis) number(n int, r *Region) *numbered {
	for len(a.numbers) <= n {
		a.numbers = append(a.numbers, nil)
	}
	for len(a.numbers[n]) < len(a.abs.Regions) {
		a.numbers[n] = append(a.numbers[n], nil)
	}
	if x := a.numbers[n][r.ID]; x != nil {
		return x
	}
	l, f := a.w.own.all[n], a.fn(r)
	x := &numbered{}
	for _, y := range a.general.known[r.At] {
		x.holds = append(x.holds, l.preds.Of(f, y))
		x.hard = x.hard || multiplies(y)
	}
	for _, lit := range r.Literals() {
		x.holds = append(x.holds, l.preds.Each(f, lit)...)
		x.hard = x.hard || multiplies(lit)
	}
	x.not = l.preds.Of(f, ir.NotExpr(r.Expr()))
	a.numbers[n][r.ID] = x
	return x
}

// shown reports whether no state leads over an edge where conditions hold in front of it and, over a call, at the
// callee's exit; nil: none.
func (a *analysis) shown(ctx context.Context, e *Edge, holds, ends ir.Expr) bool {
	for n := 0; ; n++ {
		l := a.w.link(n)
		if l == nil {
			return false
		}
		before, behind := a.number(n, e.From), a.number(n, e.To)
		set, not := before.holds, behind.not
		if holds != nil {
			set = slices.Concat(set, l.preds.Each(a.fn(e.From), holds))
		}
		var exit []int
		if e.Exit != nil {
			exit = a.number(n, e.Exit).holds
			if ends != nil {
				exit = slices.Concat(exit, l.preds.Each(a.fn(e.Exit), ends))
			}
		}
		l.prover.Budget = a.w.most(queryTime)
		if l.prover.E.Enc == vc.Ints && (before.hard || behind.hard || holds != nil && multiplies(holds) ||
			a.multiplies(e.Letter)) {
			l.prover.Budget = a.w.most(shortTime) // solvers know little of products of integers without bounds
		}
		// The reason that makes the letter impassable may share no register with the region after it: that is another triple.
		answers := a.post(ctx, l, e.Letter, set, exit, []int{not})
		if answers[0] != vc.Yes && not != floydhoare.False {
			answers = append(answers, a.post(ctx, l, e.Letter, set, exit, []int{floydhoare.False})...)
		}
		if slices.Contains(answers, vc.Yes) {
			return true
		}
		if !slices.Contains(answers, vc.Open) {
			return false
		}
	}
}

// multiplies reports whether a letter multiplies registers.
func (a *analysis) multiplies(letter int) bool {
	for len(a.products) <= letter {
		hard := false
		for _, e := range a.program.Alphabet.Letter(len(a.products)).Block.Edges() {
			hard = hard || slices.ContainsFunc(ir.StmtExprs(e.Stmt), multiplies)
		}
		a.products = append(a.products, hard)
	}
	return a.products[letter]
}

// multiplies reports whether registers are multiplied, or divided by registers, or multiplied so that they go around
// many times.
func multiplies(x ir.Expr) (hard bool) {
	ir.Walk(x, func(y ir.Expr) bool {
		b, ok := y.(*ir.Binary)
		if ok && (b.Op == ir.Mul || b.Op == ir.Div || b.Op == ir.Rem) {
			left, isLeft := b.X.(*ir.Const)
			right, isRight := b.Y.(*ir.Const)
			hard = hard || !isRight && (!isLeft || b.Op != ir.Mul)
			if b.Op == ir.Mul && b.X.Type().Bits <= 32 {
				hard = hard || isLeft && left.Bits >= manyTimes || isRight && right.Bits >= manyTimes
			}
		}
		return !hard
	})
	return hard
}

// manyTimes is a factor with which integers of 32 bits go around so often that their wrapping is no case to tell apart.
const manyTimes = 1 << 12

// pre returns Pre of a region by a letter, as far as it can be expressed, for the states of the region before it.
func (a *analysis) pre(ctx context.Context, n int, e *Edge) *pre {
	k := preKey{n, e}
	if x := a.pres[k]; x != nil {
		return x
	}
	l := a.w.link(n)
	if l == nil {
		return &pre{why: verify.Said(a.w.own.none)}
	}
	x := &pre{}
	l.prover.Budget = a.w.most(queryTime)
	if l.prover.E.Enc == vc.Ints && a.multiplies(e.Letter) {
		l.prover.Budget = a.w.most(shortTime)
	}
	ok := false
	if n == 0 {
		x.Preimage, ok = a.promised(ctx, e)
	}
	if !ok {
		left := l.prover.E.C.Until(ctx, func() { x.Preimage = a.preimage(e)(ctx, l.prover) })
		if left != nil || ctx.Err() != nil {
			return &pre{why: "out of time"}
		}
	}
	if len(x.Cubes) == 0 || slices.ContainsFunc(x.Cubes, func(way []ir.Expr) bool { return len(way) == 0 }) {
		x.why = "what a state needs to go on cannot be said"
	}
	// Conjuncts on registers of the region after the edge come first: they are about the data, others about the path.
	about := map[*ir.Var]bool{}
	ir.Vars(e.To.Expr(), func(v *ir.Var) { about[v] = true })
	for _, way := range x.Cubes {
		slices.SortStableFunc(way, func(y, z ir.Expr) int { return shares(z, about) - shares(y, about) })
	}
	a.pres[k] = x
	return x
}

// shares returns 1 if an expression reads one of some registers, else 0.
func shares(x ir.Expr, about map[*ir.Var]bool) int {
	n := 0
	ir.Vars(x, func(v *ir.Var) {
		if about[v] {
			n = 1
		}
	})
	return n
}

// leads reports whether a state may lead over a frontier with inputs of the letter alone.
func (a *analysis) leads(s *State, x vc.Preimage) bool {
	return slices.ContainsFunc(x.Cubes, func(way []ir.Expr) bool {
		return !slices.ContainsFunc(way, func(c ir.Expr) bool { yes, ok := a.w.tests.forest.Holds(s, c); return !yes || !ok })
	})
}

// refine splits the region in front of a frontier, if that is shown to remove the edge, and parts the states of F from
// those that lead on.
func (a *analysis) refine(ctx context.Context, e *Edge, q ir.Expr) bool {
	if !a.some(e.From, ir.NotExpr(q)) {
		return false
	}
	return a.split(ctx, e, q)
}

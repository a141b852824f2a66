package synergy

// This file has SYNERGY: Fig. 2 of B. S. Gulavani, T. A. Henzinger, Y. Kannan, A. V. Nori, S. K. Rajamani: SYNERGY: A
// new algorithm for property checking (FSE 2006).
//
// Deviations: the partition begins with one region for each location (as in the paper's examples), and obligations are
// decided one after the other, over one forest. Only a proof removes an abstract edge. The edge at the frontier may be
// removed before any refinement, too; in the paper, CreateAbstractProgram would omit it. A region is split by Pre
// without the conjuncts that no state of F needs, and only if that removes the edge; a frontier at which no step
// succeeds is set aside.

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
	program   *floydhoare.Program // the paths to the errors of o
	abs       *Abstract
	front     *frontiers
	tried     map[attempt]bool   // queries for tests that were made
	pres      map[preKey]*pre    // cache of pre
	probed    map[probe]bool     // probes that were made
	ahead     map[*Edge]*promise // Pre that helpers compute
	study     study
	met       map[[3]int]bool      // cache of meets
	conds     map[[4]int][]ir.Expr // cache of conditions
	numbers   [][]*numbered        // cache of number, by link and region
	products  []bool               // cache of multiplies, by letter
	general   *generaliser
	climber   *climber
	published int  // 1 + the number of edges that were removed when invariants were published last
	done      bool // o is proved
}

// preKey is an edge, in the encoding of a link.
type preKey struct {
	link int
	e    *Edge
}

// pre is Pre of an edge: the condition on a state before the edge under which the edge may lead on.
type pre struct {
	vc.Preimage
	why string // why Pre is of no use; "" if it is usable
}

// numbered is a region as predicates of an encoding.
type numbered struct {
	holds []int // the known formulas and all literals
	not   int   // the negation of the conjunction of the literals
	hard  bool  // some of the conditions multiply registers
}

// analysis returns the analysis of o, and makes it on first use.
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

// decide iterates until no abstract error trace is left, a test shows the error, or no step is possible. It returns a
// violation, or why it stopped; why is "" if o is proved.
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
		if a.abs.excluded() {
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

// step makes one iteration at the frontier e: it removes an edge, makes a test, splits a region, or sets e aside.
func (a *analysis) step(ctx context.Context, e *Edge) {
	trace := ""
	if a.w.drawn() {
		trace = a.trace(ctx, e)
	}
	done := a.advance(ctx, e)
	a.front.offer(e) // it may still be a frontier
	if a.w.drawn() && done != "" {
		a.dump(e, trace, done)
	}
}

// advance makes one iteration at e, and returns a text that describes it, "" if there was no time.
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
			a.abs.remove(e)
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
		a.abs.remove(e)
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
		a.abs.remove(e)
		return "no state leads over the frontier"
	}
	if unknown != "" {
		why += ": " + unknown
	}
	return aside(why)
}

// begins reports whether executions may begin in r. It returns false if it can show that none does.
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

// number returns r as predicates of the n-th encoding.
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
	for _, lit := range r.literals() {
		x.holds = append(x.holds, l.preds.Each(f, lit)...)
		x.hard = x.hard || multiplies(lit)
	}
	x.not = l.preds.Of(f, ir.NotExpr(r.Expr()))
	a.numbers[n][r.ID] = x
	return x
}

// shown reports whether triples show that no state passes e. The conditions holds and ends, if not nil, are assumed in
// front of e and, if e is a call, at the callee's exit.
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
			l.prover.Budget = a.w.most(shortTime) // solvers handle products of unbounded integers badly
		}
		// The letter may be impassable for a reason that shares no register with the region after it: ask a second triple.
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

// multiplies reports whether x multiplies registers, divides by registers, or has a product whose value can wrap around
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

// manyTimes is a factor so large that a solver cannot distinguish the cases of wrapping of a 32-bit product.
const manyTimes = 1 << 12

// pre returns Pre of e.To by e for states of e.From, in the n-th encoding and as far as it can be expressed.
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
	// Conjuncts over registers of the region after the edge come first: they are about the data, the others about the
	// path.
	about := map[*ir.Var]bool{}
	ir.Vars(e.To.Expr(), func(v *ir.Var) { about[v] = true })
	for _, way := range x.Cubes {
		slices.SortStableFunc(way, func(y, z ir.Expr) int { return shares(z, about) - shares(y, about) })
	}
	a.pres[k] = x
	return x
}

// shares returns 1 if x reads a register in about, else 0.
func shares(x ir.Expr, about map[*ir.Var]bool) int {
	n := 0
	ir.Vars(x, func(v *ir.Var) {
		if about[v] {
			n = 1
		}
	})
	return n
}

// leads reports whether s is known to satisfy x. If it does, it may suffice to choose inputs of the letter to cross the
// frontier.
func (a *analysis) leads(s *State, x vc.Preimage) bool {
	return slices.ContainsFunc(x.Cubes, func(way []ir.Expr) bool {
		return !slices.ContainsFunc(way, func(c ir.Expr) bool { yes, ok := a.w.tests.forest.Holds(s, c); return !yes || !ok })
	})
}

// refine splits the region in front of e by q, if some state of F there violates q and the split is shown to remove the
// edge. It reports whether it did.
func (a *analysis) refine(ctx context.Context, e *Edge, q ir.Expr) bool {
	if !a.some(e.From, ir.NotExpr(q)) {
		return false
	}
	return a.split(ctx, e, q)
}

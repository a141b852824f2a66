package guess

import (
	"context"
	"os/exec"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Name is the name of the engine.
const Name = "guess"

// Engine returns the engine.
func Engine() verify.Engine {
	return verify.Engine{
		Name:  Name,
		Doc:   "invariants guessed from the states of runs, kept where they are inductive (Houdini)",
		Paper: "C. Flanagan, K. R. M. Leino: Houdini, an annotation assistant for ESC/Java. FME 2001",
		Needs: []verify.FactKind{verify.KindInvariant, verify.KindCandidate},
		Gives: []verify.FactKind{verify.KindInvariant},
		Open: func(t *verify.Task, b *verify.Board) verify.Worker {
			return &engine{t: t, b: b, k: prover.NewKit(Name, t, b), fixed: map[*ir.Loc][]ir.Expr{},
				baked: map[*ir.Loc][]ir.Expr{}, sampling: sampleTime}
		},
	}
}

// Limits of sampling and of rounds.
const (
	sampleTime = 300 * time.Millisecond // time of sampling; the rest is for proofs
	sampleRuns = 6000                   // runs
	leastRound = 500 * time.Millisecond // Houdini gets at least this time in a round
	maxAdopted = 300                    // candidates from the board
)

// engine is a worker. A turn continues with the remaining rounds, first with the rounds that took too long.
type engine struct {
	t     *verify.Task
	b     *verify.Board
	ctx   context.Context // context of the turn; no candidates are made after its end
	q     *prover.Asker   // nil if the engine has not begun
	k     *prover.Kit
	data  *samples
	set   *candidates
	info  *info
	todo  []*round              // the remaining rounds; nil before sampling
	fixed map[*ir.Loc][]ir.Expr // all invariants that are proved
	baked map[*ir.Loc][]ir.Expr // the part of fixed that the states of the system assume
	news  bool                  // there are invariants that exclude has not used
	heard int                   // number of invariants and candidates on the board when adopted took them
	safe  map[*ir.Obligation]bool
	left  []*ir.Obligation // the obligations of this turn that are not proved
	y     *prover.System

	sampling time.Duration // the remaining time for sampling
	poor     bool          // begins was called
	finished bool

	index   map[*ir.Var]bool    // see indices
	blocks  map[*ir.Var]*block  // see findBlocks
	limits  []int64             // see indexLimits
	walks   map[*ir.Loc]*walker // see findClauses
	clauses map[*ir.Loc][]clause
}

// Work implements verify.Worker.
func (g *engine) Work(ctx context.Context, b verify.Budget) verify.Result {
	g.ctx, g.left = ctx, g.b.Left(g.t)
	if len(g.left) == 0 {
		return &verify.Unknown{Reason: "nothing is asked", Idle: true}
	}
	r := g.begin(ctx, b)
	if r == nil && g.todo == nil {
		r = g.sample(ctx)
	}
	if r == nil {
		r = g.rounds(ctx)
	}
	return r
}

// begin opens the solver and makes the system. If it cannot, it returns a result with the reason.
func (g *engine) begin(ctx context.Context, b verify.Budget) verify.Result {
	err := g.k.Begin(ctx, b)
	if err != nil {
		return prover.Failed(err)
	}
	if g.q == nil {
		if g.q, err = g.k.Asker(vc.Options{Enc: vc.Ints}, config(g.t)); err != nil {
			g.finished = true
			return prover.Failed(err)
		}
	}
	if g.y != nil {
		return nil
	}
	if g.y, err = g.system(ctx, nil); err != nil {
		g.finished = ctx.Err() == nil
		return &verify.Unknown{Reason: verify.Said(err)}
	}
	if len(g.y.Nodes) == 1 {
		g.finished = true
		return &verify.Unknown{Reason: "no loops", Idle: true}
	}
	return nil
}

// Finished reports whether the engine cannot handle the program.
func (g *engine) Finished() bool { return g.finished }

func (g *engine) Close() {
	if g.q != nil {
		g.q.Close()
		g.q = nil
	}
}

// config returns the configuration of the solver. For programs that multiply registers, the backup is z3 with its older
// procedure for products: each of the two procedures solves queries that the other cannot solve.
func config(t *verify.Task) (cfg smt.Config) {
	if path, err := exec.LookPath("z3"); err == nil && t.Solver == nil && multiplies(t.Program) {
		cfg.Backup = &smt.Config{Log: t.Log, Path: path, Options: []string{":smt.arith.solver 2"}}
	}
	return cfg
}

// system returns the program as a system whose states satisfy the invariants inv.
func (g *engine) system(ctx context.Context, inv map[*ir.Loc][]ir.Expr) (*prover.System, error) {
	e := g.k.Encoder(g.q.E.C, vc.Options{Enc: vc.Ints})
	e.Owners()
	if g.blocks == nil {
		g.blocks = g.findBlocks(e.Points())
	}
	if len(g.blocks) > 0 {
		e.Past()
	}
	return prover.NewSystem(ctx, g.q.With(e), inv)
}

// sample fills the tables. It returns a violation if a run shows one, a result with the reason if it cannot continue,
// or nil.
func (g *engine) sample(ctx context.Context) verify.Result {
	live := func(l *ir.Loc) []*ir.Var {
		var out []*ir.Var
		lv := g.y.E.Live(l.Func)
		for _, v := range append(slices.Clone(g.t.Program.Globals), l.Func.Vars...) {
			if v.Type.Kind == ir.Int && v.Type.Bits > 1 && lv.At(l, v) {
				out = append(out, v)
			}
		}
		return out
	}
	if g.data == nil {
		data, err := newSamples(ctx, g.t, g.y.Locs(), live)
		if err != nil {
			g.finished = ctx.Err() == nil
			return &verify.Unknown{Reason: "the program cannot be run: " + verify.Said(err)}
		}
		g.data, g.set, g.info = data, newCandidates(data), newInfo(g.t.Program, g.y.Locs())
	}
	data, start, most := g.data, clock.Now(ctx), sampleRuns/4
	until := func() time.Duration {
		if g.t.Options.Determ {
			return start + time.Hour
		}
		return start + g.sampling
	}
	err := data.random(ctx, most, until())
	if err == nil && !g.poor && ctx.Err() == nil && data.poorly() {
		g.poor = true
		data.begins = g.begins(ctx, g.y)
		g.sampling += sampleTime
	}
	if err == nil {
		err = data.random(ctx, most+sampleRuns, until())
	}
	if err != nil {
		g.finished = ctx.Err() == nil
		return &verify.Unknown{Reason: "sampling failed: " + verify.Said(err)}
	}
	g.sampling -= clock.Now(ctx) - start
	if r := data.bad; r != nil && slices.Contains(g.left, r.Outcome.Obligation) &&
		testgen.NewLayouts(g.t).Shows(r, r.Outcome.Obligation) == "" {
		return &verify.Unsafe{Obligation: r.Outcome.Obligation, Test: testgen.FromRun(r, Name)}
	}
	if ctx.Err() != nil { // the next turn continues
		return prover.Failed(ctx.Err())
	}
	rows := 0
	for _, t := range data.tables {
		rows += len(t.rows)
	}
	g.t.Log.Progress(Name, "%s, %d states", g.y, rows)
	g.safe = map[*ir.Obligation]bool{}
	g.todo = g.order()
	return nil
}

// rounds tries sets of candidates, from cheap to expensive, beginning with new facts of other engines.
func (g *engine) rounds(ctx context.Context) verify.Result {
	asked, queries := g.left, g.q.M.Queries
	g.left = slices.DeleteFunc(slices.Clone(asked), func(o *ir.Obligation) bool { return g.safe[o] })
	if g.news {
		g.exclude(ctx)
	}
	todo := slices.Clone(g.todo)
	if !slices.ContainsFunc(todo, func(r *round) bool { return r.adopts && !r.begun }) {
		todo = slices.Insert(todo, 0, adopting())
	}
	var later []*round
	for len(todo) > 0 {
		if g.left = g.b.Unsettled(g.left); len(g.left) == 0 || g.q.M.Ended(ctx) {
			later = append(later, todo...)
			break
		}
		if !todo[0].adopts && g.heard != len(g.b.Invariants(g.t.Program)) { // found meanwhile
			todo = slices.Insert(todo, 0, adopting())
		}
		r := todo[0]
		todo = todo[1:]
		if !g.try(ctx, r) {
			later = append(later, r)
		}
	}
	g.todo = append([]*round{}, later...)
	g.t.Log.Count(Name+".queries", int64(g.q.M.Queries-queries))
	reason := ""
	if len(g.left) > 0 {
		if ev := g.evidence(g.y, g.fixed, nil); len(ev.Invariants) > 0 {
			g.k.Claim(&verify.Invariants{Inductive: *ev})
		}
		reason = "the invariants found do not exclude the error at " + g.left[0].Pos.String()
		if g.q.M.Ended(ctx) {
			reason = "out of time"
		}
	}
	done := slices.DeleteFunc(asked, func(o *ir.Obligation) bool { return !g.safe[o] })
	if len(done) == 0 {
		if reason == "" {
			reason = "other engines have decided what was asked"
		}
		return &verify.Unknown{Reason: reason, Left: &verify.Condition{Obligations: g.left}}
	}
	slices.SortFunc(done, func(a, b *ir.Obligation) int { return a.ID - b.ID })
	inv, y := g.reduce(ctx, done)
	for l, xs := range inv {
		for _, x := range xs {
			g.t.Log.Debug("invariant", "at", l.Pos.String(), "is", ir.ExprString(x))
		}
	}
	return &verify.Safe{Obligations: done, Proof: g.evidence(y, inv, done), Assuming: g.k.Accesses(), Rest: reason}
}

// adopting returns a round with the facts of other engines alone.
func adopting() *round { return &round{name: "adopted", make: (*engine).adopted, adopts: true} }

// try does a round. It returns false if the round takes too long; a later turn then continues with the remaining
// candidates.
func (g *engine) try(ctx context.Context, r *round) bool {
	for _, c := range r.tired {
		c.State = prover.Open
	}
	if r.tired == nil && r.make != nil {
		for _, c := range r.make(g) {
			if ctx.Err() != nil {
				return false
			}
			r.begun = g.set.add(c) || r.begun
		}
		if ctx.Err() != nil || !r.begun {
			return ctx.Err() == nil
		}
		g.set.reopen()
	}
	r.tired = nil
	start, before := time.Now(), g.set.count(prover.Open)
	if !g.houdini(ctx) {
		r.tired = g.set.close() // later rounds may be quicker
		g.t.Log.Progress(Name, "%s: %d candidates, given up after %d queries, %.2fs", r.name, before, g.q.M.Queries,
			time.Since(start).Seconds())
		return false
	}
	news := g.fix()
	g.t.Log.Progress(Name, "%s: %d candidates, %d inductive, %d queries, %.2fs", r.name, before, news, g.q.M.Queries,
		time.Since(start).Seconds())
	if news > 0 || r.make == nil {
		g.exclude(ctx)
	}
	return true
}

// exclude decides which errors the invariants exclude. If the turn ends too early, the next turn repeats this.
func (g *engine) exclude(ctx context.Context) {
	g.news = true
	if len(g.fixed) > 0 {
		y, err := g.system(ctx, g.baked)
		if err != nil {
			return
		}
		g.y = y
	}
	for o, safe := range g.y.Safe(ctx, g.fixed, g.left) {
		g.safe[o] = safe
	}
	g.left = slices.DeleteFunc(g.left, func(o *ir.Obligation) bool { return g.safe[o] })
	g.news = g.q.M.Ended(ctx)
}

// houdini runs Houdini with half of the remaining time, and reports whether it ended.
func (g *engine) houdini(ctx context.Context) bool {
	limited := ctx
	if d, ok := ctx.Deadline(); ok {
		c, stop := clock.WithTimeout(ctx, max(time.Until(d)/2, leastRound))
		defer stop()
		limited = c
	}
	ok := false
	g.q.M.Within(0.5, func() { ok = g.y.Houdini(limited, &g.set.Set) })
	return ok
}

// adopted returns the invariants and candidates of other engines as candidates: their conjuncts over the registers of
// cut points, without disjunctions. They are proved again.
func (g *engine) adopted() []*cand {
	var out []*cand
	var add func(l *ir.Loc, x ir.Expr)
	add = func(l *ir.Loc, x ir.Expr) {
		t := g.data.tables[l]
		if b, ok := x.(*ir.Binary); ok && b.Op == ir.LAnd {
			add(l, b.X)
			add(l, b.Y)
			return
		}
		n := 0
		plain := t != nil
		ir.Walk(x, func(x ir.Expr) bool {
			switch x := x.(type) {
			case *ir.Const, *ir.Unary, *ir.Cast:
			case *ir.Ref:
				plain = plain && t.col(x.Var) >= 0
			case *ir.Binary:
				plain = plain && x.Op != ir.LOr
			default: // sound: not adopted
				plain = false
			}
			n++
			return plain
		})
		if plain && n < maxNodesOf && len(out) < maxAdopted {
			out = append(out, &cand{Loc: l, Expr: x, Hard: hard(x)})
		}
	}
	all := g.b.Invariants(g.t.Program)
	g.heard = len(all)
	for _, i := range all {
		add(i.Loc, i.Expr)
	}
	return out
}

// fix makes the open candidates invariants and returns their number. Later rounds do not assume disjunctions, since
// these are many and make queries slow. The invariants of each round are inductive relative to the assumed ones, so all
// of them together are inductive.
func (g *engine) fix() int {
	n := 0
	for l, cs := range g.set.By {
		for _, c := range cs {
			if c.State != prover.Open {
				continue
			}
			n++
			g.fixed[l] = append(g.fixed[l], c.Expr)
			if disjunction(c.Expr) {
				c.State = prover.Inactive
				continue
			}
			c.State = prover.Proved
			if prover.Quantified(c.Expr) {
				continue // Houdini assumes it without an encoding in the states
			}
			g.baked[l] = append(g.baked[l], c.Expr)
		}
	}
	return n
}

// evidence returns the invariants inv as evidence. It adds false at the error locations of the obligations in done, and
// at the cut points that the system y does not reach.
func (g *engine) evidence(y *prover.System, inv map[*ir.Loc][]ir.Expr, done []*ir.Obligation) *verify.Inductive {
	ev := &verify.Inductive{}
	dead := y.Dead()
	for _, f := range g.t.Program.Funcs {
		for _, l := range f.Locs {
			for _, x := range inv[l] {
				ev.Invariants = append(ev.Invariants, verify.Invariant{Loc: l, Expr: x})
			}
			if l.Kind == ir.Error && slices.Contains(done, l.Obligation) || slices.Contains(dead, l) {
				ev.Invariants = append(ev.Invariants, verify.Invariant{Loc: l, Expr: ir.NewBool(false)})
			}
		}
	}
	return ev
}

// order returns the rounds. If the program multiplies registers, equations of degree 2 come early.
func (g *engine) order() []*round {
	out := []*round{
		{name: "nothing"},
		{name: "simple", adopts: true, make: func(g *engine) []*cand {
			return slices.Concat(g.adopted(), g.memory(), g.equalities(1), g.bounds(), g.congruences(), easy(g.goals()))
		}},
		{name: "arrays", make: func(g *engine) []*cand { return slices.Concat(g.equalities(1), g.arrays()) }},
		{name: "octagons", make: func(g *engine) []*cand { return slices.Concat(g.equalities(1), g.octagons()) }},
		{name: "implications", make: func(g *engine) []*cand { return slices.Concat(g.equalities(1), g.implied(false)) }},
		{name: "potentials", make: (*engine).potentials},
		{name: "sums", make: (*engine).sums},
		{name: "bounds under conditions", make: (*engine).impliedBounds},
		{name: "implications of two",
			make: func(g *engine) []*cand { return slices.Concat(g.equalities(1), g.implied(true)) }},
		{name: "quadratic", make: func(g *engine) []*cand {
			return slices.Concat(g.equalities(1), g.goals(),
				g.equalities(2))
		}},
		{name: "cubic", make: func(g *engine) []*cand { return g.equalities(3) }},
	}
	if g.info.nonlinear {
		i := slices.IndexFunc(out, func(r *round) bool { return r.name == "quadratic" })
		q := out[i]
		out = slices.Insert(slices.Delete(out, i, i+1), 3, q)
	}
	return out
}

// round is a class of candidates.
type round struct {
	name   string
	make   func(*engine) []*cand // returns the candidates
	adopts bool                  // the candidates include those of other engines
	begun  bool                  // at least one of its candidates was added
	tired  []*cand               // the candidates that were open when the round took too long
}

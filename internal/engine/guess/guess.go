package guess

import (
	"context"
	"os/exec"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Name is what the engine is called.
const Name = "guess"

// Engine is the engine as a value.
func Engine() verify.Engine {
	return verify.Engine{
		Name:  Name,
		Doc:   "invariants guessed from the states of runs, kept where they are inductive (Houdini)",
		Paper: "C. Flanagan, K. R. M. Leino: Houdini, an annotation assistant for ESC/Java. FME 2001",
		Needs: []verify.FactKind{verify.KindInvariant, verify.KindCandidate},
		Gives: []verify.FactKind{verify.KindInvariant},
		Open:  verify.Once(Run),
	}
}

// Times of sampling; the rest of the time is for proofs.
const (
	sampleTime = 300 * time.Millisecond
	sampleRuns = 6000
	leastRound = 500 * time.Millisecond
	maxAdopted = 300 // candidates from the board
)

// engine is one run.
type engine struct {
	t     *verify.Task
	b     *verify.Board
	q     *prover.Asker
	k     *prover.Kit
	data  *samples
	set   *candidates
	info  *info
	fixed map[*ir.Loc][]ir.Expr // all that is proved
	baked map[*ir.Loc][]ir.Expr // the part that the states of the system assume
	left  []*ir.Obligation
	start time.Time
	y     *prover.System

	walks   map[*ir.Loc]*walker // see goals
	clauses map[*ir.Loc][]clause
}

// Run proves what it can.
func Run(ctx context.Context, t *verify.Task, b *verify.Board) verify.Result {
	if len(t.Asked()) == 0 {
		return &verify.Unknown{Reason: "nothing is asked", Idle: true}
	}
	k, err := prover.NewKit(ctx, Name, t, b)
	if err != nil {
		return prover.Failed(err)
	}
	q, err := k.Asker(vc.Options{Enc: vc.Ints}, config(t))
	if err != nil {
		return prover.Failed(err)
	}
	defer q.Close()
	g := &engine{t: t, b: b, k: k, q: q, fixed: map[*ir.Loc][]ir.Expr{}, baked: map[*ir.Loc][]ir.Expr{}, left: slices.Clone(t.Asked()), start: time.Now()}
	y, err := g.system(ctx, nil)
	if err != nil {
		return &verify.Unknown{Reason: err.Error()}
	}
	if len(y.Nodes) == 1 {
		return &verify.Unknown{Reason: "no loops", Idle: true}
	}
	if r := g.sample(ctx, y); r != nil {
		return r
	}
	g.y = y
	return g.rounds(ctx)
}

// config has, for programs that multiply, z3's older procedure for products asked what
// the newer one does not know: neither is better.
func config(t *verify.Task) (cfg smt.Config) {
	if path, err := exec.LookPath("z3"); err == nil && t.Solver == nil && multiplies(t.Program) {
		cfg.Backup = &smt.Config{Log: t.Log, Path: path, Options: []string{":smt.arith.solver 2"}}
	}
	return cfg
}

// system is the program with invariants assumed.
func (g *engine) system(ctx context.Context, inv map[*ir.Loc][]ir.Expr) (*prover.System, error) {
	return prover.NewSystem(ctx, g.q.With(g.k.Encoder(g.q.E.C, vc.Options{Enc: vc.Ints})), inv)
}

// sample fills the tables; it may meet a violation.
func (g *engine) sample(ctx context.Context, y *prover.System) verify.Result {
	live := func(l *ir.Loc) []*ir.Var {
		var out []*ir.Var
		lv := y.E.Live(l.Func)
		for _, v := range append(slices.Clone(g.t.Program.Globals), l.Func.Vars...) {
			if v.Type.Kind == ir.Int && v.Type.Bits > 1 && lv.At(l, v) {
				out = append(out, v)
			}
		}
		return out
	}
	data, err := newSamples(g.t.Program, y.Locs(), live, g.t.Options.Seed)
	if err != nil {
		return &verify.Unknown{Reason: "the program cannot be run: " + err.Error()}
	}
	g.data, g.set = data, newCandidates(data)
	g.info = newInfo(g.t.Program, y.Locs())
	until := g.start.Add(sampleTime)
	if g.t.Options.Determ {
		until = g.start.Add(time.Hour)
	}
	err = data.random(ctx, sampleRuns/4, until)
	if err == nil && data.poorly() {
		data.begins = g.begins(ctx, y)
		until = until.Add(sampleTime)
	}
	if err == nil {
		err = data.random(ctx, sampleRuns, until)
	}
	if err != nil {
		return &verify.Unknown{Reason: "sampling failed: " + err.Error()}
	}
	if r := data.bad; r != nil && slices.Contains(g.left, r.Outcome.Obligation) && testgen.NewLayouts(g.t).Shows(r, r.Outcome.Obligation) == "" {
		return &verify.Unsafe{Obligation: r.Outcome.Obligation, Test: testgen.FromRun(r, Name)}
	}
	rows := 0
	for _, t := range data.tables {
		rows += len(t.rows)
	}
	g.t.Log.Progress(Name, "%s, %d states", y, rows)
	return nil
}

// rounds tries sets of candidates, from cheap to dear.
func (g *engine) rounds(ctx context.Context) verify.Result {
	var done []*ir.Obligation
	for i, round := range g.order() {
		if g.q.M.Ended(ctx) {
			break
		}
		if i > 0 {
			n := 0
			for _, c := range round.make(g) {
				if g.set.add(c) {
					n++
				}
			}
			if n == 0 {
				continue
			}
			g.set.reopen()
		}
		start, before := time.Now(), g.set.count(prover.Open)
		if !g.houdini(ctx) {
			g.set.close() // too slow: the next ones may be quicker
			g.t.Log.Progress(Name, "%s: %d candidates, given up after %d queries, %.2fs", round.name, before, g.q.M.Queries, time.Since(start).Seconds())
			continue
		}
		news := g.fix()
		g.t.Log.Progress(Name, "%s: %d candidates, %d inductive, %d queries, %.2fs", round.name, before, news, g.q.M.Queries, time.Since(start).Seconds())
		if news > 0 || i == 0 {
			if news > 0 {
				var err error
				if g.y, err = g.system(ctx, g.baked); err != nil {
					break
				}
			}
			safe := g.y.Safe(ctx, g.fixed, g.left)
			left := g.left[:0:0]
			for _, o := range g.left {
				if safe[o] {
					done = append(done, o)
				} else {
					left = append(left, o)
				}
			}
			g.left = left
		}
		if len(g.left) == 0 || ctx.Err() != nil {
			break
		}
	}
	g.t.Log.Count(Name+".queries", int64(g.q.M.Queries))
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
	if len(done) == 0 {
		return &verify.Unknown{Reason: reason, Left: &verify.Condition{Obligations: g.left}}
	}
	slices.SortFunc(done, func(a, b *ir.Obligation) int { return a.ID - b.ID })
	inv, y := g.reduce(ctx, done)
	for l, xs := range inv {
		for _, x := range xs {
			g.t.Log.Debug("invariant", "at", l.Pos.String(), "is", ir.ExprString(x))
		}
	}
	return &verify.Safe{Obligations: done, Proof: g.evidence(y, inv, done), Assuming: g.accesses(), Rest: reason}
}

// houdini runs with half of the time that is left.
func (g *engine) houdini(ctx context.Context) bool {
	limited := ctx
	if d, ok := ctx.Deadline(); ok {
		c, stop := context.WithTimeout(ctx, max(time.Until(d)/2, leastRound))
		defer stop()
		limited = c
	}
	ok := false
	g.q.M.Within(0.5, func() { ok = g.y.Houdini(limited, &g.set.Set) })
	return ok
}

// adopted are the invariants and candidates of others, proved again here: conjuncts
// over the registers of a cut point, without disjunctions.
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
	for _, i := range g.b.Invariants(g.t.Program) {
		add(i.Loc, i.Expr)
	}
	return out
}

// fix makes the open candidates invariants. Disjunctions are not assumed in later
// rounds: there are many, and they make queries slow. Each round's invariants are
// inductive with those assumed, so that all together are.
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
				c.State = prover.Parked
				continue
			}
			c.State = prover.Proved
			g.baked[l] = append(g.baked[l], c.Expr)
		}
	}
	return n
}

// evidence lists invariants, and as unreachable the error locations of what is proved, and loops that the system is without.
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

// accesses lists the memory accesses that the proof takes as valid: all that
// are not at a constant place inside of a named object.
func (g *engine) accesses() []verify.Assumption {
	var at []ir.Pos
	add := func(e *ir.Edge, a ir.Expr, n int64, write bool) {
		off := int64(0)
		for {
			p, ok := a.(*ir.PtrAdd)
			if !ok {
				break
			}
			k, isConst := ir.IsConst(p.Index)
			v, small := value(p.Index.Type(), k)
			if !isConst || !small {
				break
			}
			off += v * p.Scale
			a = p.P
		}
		if o, ok := a.(*ir.AddrOf); ok && off >= 0 && off+n <= o.Obj.Size && !(write && o.Obj.Const) {
			return
		}
		at = append(at, e.Pos)
	}
	for _, f := range g.t.Program.Funcs {
		for _, e := range f.Edges {
			switch s := e.Stmt.(type) {
			case *ir.LoadStmt:
				add(e, s.Addr, int64(s.Dst.Type.Size()), false)
			case *ir.Store:
				add(e, s.Addr, int64(s.Val.Type().Size()), true)
			case *ir.MemCopy, *ir.MemSet, *ir.MemHavoc, *ir.Free:
				at = append(at, e.Pos)
			case *ir.Alloc, *ir.Assign, *ir.Assume, *ir.Call, *ir.Decl, *ir.End,
				*ir.HavocAll, *ir.Input, *ir.Math, *ir.Return, *ir.Skip, *ir.Undefined: // access no memory
			}
		}
	}
	return verify.Accesses(at)
}

// order is the order of the rounds: equations of degree 2 come early where the program multiplies.
func (g *engine) order() []round {
	out := slices.Clone(allRounds)
	if g.info.nonlinear {
		i := slices.IndexFunc(out, func(r round) bool { return r.name == "quadratic" })
		q := out[i]
		out = slices.Insert(slices.Delete(out, i, i+1), 3, q)
	}
	return out
}

// round is a class of candidates.
type round struct {
	name string
	make func(*engine) []*cand
}

var allRounds = []round{
	{"nothing", nil},
	{"simple", func(g *engine) []*cand {
		return slices.Concat(g.adopted(), g.equalities(1), g.bounds(), g.congruences(), easy(g.goals()))
	}},
	{"octagons", func(g *engine) []*cand { return slices.Concat(g.equalities(1), g.octagons()) }},
	{"implications", func(g *engine) []*cand { return slices.Concat(g.equalities(1), g.implied(false)) }},
	{"potentials", (*engine).potentials},
	{"sums", (*engine).sums},
	{"bounds under conditions", (*engine).impliedBounds},
	{"implications of two", func(g *engine) []*cand { return slices.Concat(g.equalities(1), g.implied(true)) }},
	{"quadratic", func(g *engine) []*cand { return slices.Concat(g.equalities(1), g.goals(), g.equalities(2)) }},
	{"cubic", func(g *engine) []*cand { return g.equalities(3) }},
}

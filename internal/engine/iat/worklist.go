package iat

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// firstPass tries the plain rung.
func (e *engine) firstPass(ctx context.Context) verify.Result { return e.onePass(ctx, e.rungs()[:1]) }

// passes tries the other rungs.
func (e *engine) passes(ctx context.Context) verify.Result {
	if e.plain == 0 { // if the plain rung did not end, rungs with more states will not end either
		return nil
	}
	return e.onePass(ctx, e.rungs())
}

// iterate handles the obligations that the passes leave open. For a program without symbols it makes a run.
func (e *engine) iterate(ctx context.Context) verify.Result {
	if len(e.symbols) == 0 {
		return e.closed(ctx)
	}
	if !e.cfg.Partition && !e.cfg.BET {
		return nil
	}
	return e.synergicVerification(ctx)
}

// ladder has the rungs of an abstract test: first one state for each location, then states that are partitioned by the
// values of flags and of all registers with few values.
var ladder = []absint.Config{
	{Work: 2_000_000},
	{Parts: 40, Control: absint.Flags, Work: 200_000},
	{Parts: 200, Control: absint.All, Delay: 6, Work: 200_000},
	{Parts: 100, Control: absint.Tests, Delay: 3, Work: 200_000},
}

// closed handles a program without symbols: it runs the only point of the input space to the end, unless streams were
// read.
func (e *engine) closed(ctx context.Context) verify.Result {
	if none := []domain.Range{}; e.small(none) {
		proof, r := e.beTesting(ctx, none)
		if r != nil {
			return r
		}
		if proof != nil {
			for _, o := range e.open {
				e.proved[o.ID] = proof
			}
			e.open = nil
		}
	}
	return nil
}

// rungs returns the rungs that the configuration has. If the program has calls, the first rung has no summaries, and
// the second rung adds summaries to the first.
func (e *engine) rungs() []absint.Config {
	out := slices.Clone(ladder[:1])
	left := calls(e.task.Program)
	if e.cfg.Summaries && left {
		out = append(out, absint.Config{Work: 200_000})
	}
	if e.cfg.Values {
		out = append(out, ladder[1:]...)
	}
	for i := range out {
		out[i].Scoped = left && e.dom.Solver
		out[i].Summaries = left && e.cfg.Summaries && i > 0
	}
	return out
}

// limited returns a rung with its limit of work. States of functions with summaries have many dimensions, so a rung
// that keeps many such states is expensive. It gets only a few times the work of the first rung. No rung gets more work
// than most, unless most is 0.
func (e *engine) limited(cfg absint.Config, plain, most uint64) absint.Config {
	if cfg.Summaries {
		cfg.Work = min(cfg.Work, 300+2*plain)
	}
	if most > 0 {
		cfg.Work = min(cfg.Work, most)
	}
	return cfg
}

// calls reports whether inlining left any call.
func calls(p *ir.Program) bool {
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if _, ok := e.Stmt.(*ir.Call); ok {
				return true
			}
		}
	}
	return false
}

// few runs the inputs that a plain abstract test leaves open if they are few, since the other rungs may take longer
// than these runs.
func (e *engine) few(ctx context.Context) verify.Result {
	if len(e.symbols) == 0 || !e.cfg.BET || !e.runsProve() || !e.cfg.Backward || e.spent() {
		return nil
	}
	e.first = nil
	root := &subspace{}
	root.piece, _ = e.inputs(nil)
	left := root
	if !e.quick(root.hull) {
		e.ats++
		t := e.abstractTesting(ctx, nil, e.edges(1), nil, 1)
		e.evaluated(t.inv.Work)
		if e.over(ctx) {
			return nil
		}
		e.first = t
		if t.res == holds {
			root.tested, root.proof, root.how = t, t.evidence(), "abstract"
			e.root = root
			e.assume(t.inv)
			return e.result()
		}
		c, ok := e.narrowed(root.piece, t)
		if !ok || !e.quick(c.hull) {
			return nil
		}
		left = &subspace{piece: c, refined: true}
		root.tested = t
		root.children = []*subspace{{piece: piece{cond: not(t.refine)}, proof: t.evidence(), how: "backward"}, left}
	}
	moment := ctx
	if !e.meter.Counts() {
		limited, stop := clock.WithTimeout(ctx, e.cfg.Slice/4)
		defer stop()
		moment = limited
	}
	proof, r := e.beTesting(moment, left.hull)
	if r == nil && proof == nil {
		return nil
	}
	e.root = root
	if t := root.tested; t != nil {
		e.assume(t.inv)
	}
	if r != nil {
		left.how = "violated"
		return r
	}
	left.proof, left.how, left.box = proof, "runs", true
	return e.result()
}

// onePass analyses forward from all inputs, without symbols, with the remaining rungs.
func (e *engine) onePass(ctx context.Context, rungs []absint.Config) verify.Result {
	spent := false
	for ; e.rung < len(rungs); e.rung++ {
		cfg := rungs[e.rung]
		first := e.plain == 0
		if spent && cfg.Summaries {
			continue // the next rung would take even more work
		}
		if e.spent() {
			if e.reason == "" {
				e.reason = outOfWork
			}
			break
		}
		e.ats++
		r := e.dom.Forward(ctx, e.prog, e.limited(cfg, e.plain, e.edges(1)))
		if first && r.Stop == absint.Done {
			e.plain = r.Work
		}
		spent = r.Stop == absint.WorkSpent
		e.evaluated(r.Work)
		var ev *verify.Inductive
		if r.Stop == absint.Done {
			ev = invariants(r)
		}
		if ev == nil {
			if e.reason == "" {
				e.reason = string(cmp.Or(r.Stop, absint.Cancelled))
			}
			if e.over(ctx) {
				return nil
			}
			continue
		}
		var left []*ir.Obligation
		for _, o := range e.open {
			if r.Reaches(o) {
				left = append(left, o)
			} else {
				e.proved[o.ID] = ev
			}
		}
		won := len(left) < len(e.open)
		if won {
			e.assume(r)
		}
		if won || first {
			e.board.Claim(e.task, Name, &verify.Invariants{Inductive: *ev})
		}
		e.open = left
		if len(left) == 0 {
			e.rung++
			return e.result()
		}
		e.reason = fmt.Sprintf("the invariants do not exclude the error at %s", left[0].Pos)
	}
	return nil
}

// assume adds the accesses that r assumes to be valid.
func (e *engine) assume(r *absint.Result) {
	for _, a := range r.Accesses {
		e.assuming[a] = true
	}
}

// synergicVerification implements Algorithm 2, with SynergicTesting in place of AbstractTesting. An abstract input is
// tested as soon as it is made, since the result determines its position in the worklist. Open parts are taken from the
// worklist in the order of fitness, and split.
func (e *engine) synergicVerification(ctx context.Context) verify.Result {
	if !e.begun {
		e.begun = true
		e.root = &subspace{plain: e.first, cut: true}
		e.root.piece, _ = e.inputs(nil)
		e.todo = []*subspace{e.root}
	}
	e.todo = e.again(ctx)
	e.publishOpen()
	for len(e.todo) > 0 && !e.over(ctx) {
		x := e.todo[0]
		e.todo = e.todo[1:]
		if res, r := e.exhaust(ctx, x); r != nil {
			return r
		} else if res == holds {
			continue
		}
		if e.over(ctx) {
			x.run = false
			e.todo = slices.Insert(e.todo, 0, x)
			break
		}
		if !e.cfg.Partition || x.tested == nil || x.tested.res == stopped {
			e.reason = "an abstract test did not end"
			if !e.cfg.Partition {
				e.reason = "inputs are not split"
			}
			break
		}
		y, r := e.alternate(ctx, x)
		if r != nil {
			return r
		}
		if y == nil {
			continue
		}
		if x = y; e.over(ctx) {
			e.todo = slices.Insert(e.todo, 0, x)
			break
		}
		pieces, by := e.partition(x.piece, e.predicates(x.tested))
		if pieces == nil {
			e.reason = "a single input is left, and its run decides nothing"
			break
		}
		if by == halving {
			why := e.inVain(ctx, x)
			if e.over(ctx) {
				x.probed = false
				e.todo = slices.Insert(e.todo, 0, x)
				break
			}
			if why != "" {
				e.unsplit = why
				if r := e.giveUp(ctx, x); r != nil {
					x.how = "violated"
					return r
				}
				continue
			}
		}
		e.task.Log.Count(Name+".by."+by, 1)
		first := len(x.children)
		for _, p := range pieces {
			x.children = append(x.children, &subspace{piece: p, probed: x.probed})
		}
		parts := x.children[first:]
		if r := e.showsOne(ctx, parts); r != nil {
			for _, p := range parts {
				p.cut = true
			}
			e.todo = append(e.todo, parts...)
			return r
		}
		e.todo = append(e.todo, e.test(ctx, parts)...)
		if by == halving && !e.over(ctx) {
			e.compare(x, parts)
		}
		e.todo = byFitness(e.todo)
		e.task.Log.Progress(Name, "%d abstract tests, %d exhaustive ones, %d parts open", e.ats, e.bets, len(e.todo))
	}
	if e.unsplit != "" {
		e.reason = e.unsplit
	}
	e.publishOpen()
	return nil
}

// byFitness sorts parts by fitness, the fittest first.
func byFitness(parts []*subspace) []*subspace {
	slices.SortStableFunc(parts, func(a, b *subspace) int { return cmp.Compare(b.fit, a.fit) })
	return parts
}

// alternate alternates forward and backward analysis. The inputs of x that a backward analysis leaves become a new
// part, which is tested again. This repeats while the part becomes smaller, but at most Rounds times. The proof of each
// round is only about the refined input of the round before. alternate returns the last part, or nil if that is proved.
func (e *engine) alternate(ctx context.Context, x *subspace) (*subspace, verify.Result) {
	for round := 0; ; round++ {
		c, ok := e.narrower(x)
		if !ok {
			return x, nil
		}
		t := x.tested // the inputs that are not in the refined part are proved
		x.children = append(x.children, &subspace{piece: piece{cond: and(x.cond, not(t.refine))}, proof: t.evidence(),
			how: "backward"})
		e.assume(t.inv)
		y := &subspace{piece: c, tested: t, refined: true, probed: x.probed, idle: x.idle}
		x.children = append(x.children, y)
		x = y
		if res, r := e.exhaust(ctx, x); r != nil {
			return nil, r
		} else if res == holds {
			return nil, nil
		}
		if round >= e.cfg.Rounds {
			return x, nil
		}
		if len(e.test(ctx, []*subspace{x})) == 0 {
			return nil, nil
		}
		if n := x.tested; n.res == stopped {
			x.tested = t
			return x, nil
		}
	}
}

// narrower returns the refined input X' of x; ok is false unless it has at most half of the points of x. For a smaller
// gain, the constraints of X', which all later states contain, would cost more than they help.
func (e *engine) narrower(x *subspace) (piece, bool) { return e.narrowed(x.piece, x.tested) }

// narrowed does what narrower does, for a piece with the result t.
func (e *engine) narrowed(x piece, t *tested) (piece, bool) {
	if t.refine == nil {
		return piece{}, false
	}
	c, ok := e.inputs(and(x.cond, t.refine))
	return c, ok && volume(c.hull) <= volume(x.hull)-1
}

// test runs abstract tests of parts and returns the parts that stay open, the fittest first. It does not test parts
// that are small enough to be run.
func (e *engine) test(ctx context.Context, parts []*subspace) []*subspace {
	var todo []*subspace
	for _, p := range parts {
		if !p.run && e.small(p.hull) {
			p.fit = math.Inf(1) // its inputs are run first
		} else {
			todo = append(todo, p)
		}
	}
	size := max(len(todo), 1)
	if e.meter.Counts() {
		size = wave
	}
	for now := range slices.Chunk(todo, size) {
		if e.spent() {
			break
		}
		most := e.edges(len(now))
		for _, p := range now {
			e.ats++
			p.tested = e.abstractTesting(ctx, p.cond, most, p.plain, math.MaxInt)
			e.evaluated(p.tested.inv.Work)
		}
	}
	var open []*subspace
	for _, p := range parts {
		p.cut = e.over(ctx) && (p.tested == nil && !math.IsInf(p.fit, 1) || p.tested != nil && p.tested.res == stopped)
		if t := p.tested; t != nil {
			if t.res == holds {
				p.proof, p.how = t.evidence(), "abstract"
				e.assume(t.inv)
				continue
			}
			p.fit = e.fitness(t)
		}
		open = append(open, p)
	}
	return byFitness(open)
}

// exhaust is the first half of SynergicTesting: it runs a small part on all its inputs. If the runs prove nothing and x
// was not tested, it tests x. It returns holds if x is proved, and a violation, or nil.
func (e *engine) exhaust(ctx context.Context, x *subspace) (verdict, verify.Result) {
	if x.run || !e.small(x.hull) {
		return unknown, nil
	}
	x.run = true
	proof, r := e.beTesting(ctx, x.hull)
	if r != nil {
		x.how = "violated"
		return unknown, r
	}
	if proof != nil {
		x.proof, x.how, x.box = proof, "runs", true
		return holds, nil
	}
	if x.tested == nil { // the runs have proved nothing
		if len(e.test(ctx, []*subspace{x})) == 0 {
			return holds, nil
		}
	}
	return unknown, nil
}

// result returns the result at the end of a turn.
func (e *engine) result() verify.Result {
	done := map[int]verify.Evidence{}
	var obls []*ir.Obligation
	for _, o := range e.task.Asked() {
		if ev := e.proved[o.ID]; ev != nil && !e.claimed[o.ID] {
			done[o.ID] = ev
			obls = append(obls, o)
		}
	}
	if e.root != nil && e.root.done() && len(e.open) > 0 {
		tree := e.evidence()
		for _, o := range e.open {
			done[o.ID] = tree
			obls = append(obls, o)
		}
		e.open = nil
	}
	if len(obls) == 0 {
		return &verify.Unknown{Reason: e.reason, Left: &verify.Condition{Obligations: e.open}}
	}
	slices.SortFunc(obls, func(a, b *ir.Obligation) int { return a.ID - b.ID })
	for _, o := range obls {
		e.claimed[o.ID] = true
	}
	safe := &verify.Safe{Obligations: obls, Assuming: verify.Accesses(places(e.assuming)),
		Proof: verify.Each(obls, func(o *ir.Obligation) verify.Evidence { return done[o.ID] })}
	if len(e.open) > 0 {
		safe.Rest = e.reason
	}
	return safe
}

// places returns the positions of edges.
func places(edges map[*ir.Edge]bool) (at []ir.Pos) {
	for e := range edges {
		at = append(at, e.Pos)
	}
	return at
}

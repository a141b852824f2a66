package synergy

// This file handles the calls that are left after inlining, following P. Godefroid, A. V. Nori, S. K. Rajamani, S. D.
// Tetali: Compositional may-must program analysis: unleashing the power of alternation (POPL 2010), with the steps of
// Fig. 2 of SYNERGY in all functions at once.
//
// A function has one partition for all its activations. Its regions describe the state of one activation: its values,
// and the values at its entry of parameters and registers that change (n.in, g.before); at the exit also its result
// (vc.Frames). So a region at the exit is a relation between entry and exit states, and
//
//	query              does the callee lead from its entry to a region at its exit? The regions on
//	                   such a path are nearer to the error than the one in front of the call
//	must summary       a state of F at an exit, with the values at its entry: its path leads a test through
//	                   the callee
//	not-may summary    the regions of an exit that are not reached, because edges of the callee were removed
//
// An abstract edge over a call has three ends: a region before the call, one at the callee's exit, and one after the
// call. It counts only if the first two are reached. So in a recursive function, a location after a recursive call is
// reached only if executions without such a call reach the exit. In this way summaries are proved by induction. The
// edge is removed by a triple with both regions as preconditions. Otherwise the region before the call is split by Pre
// for the given exit region, or the exit region by Pre for the region after the call. The next frontier lies after the
// call or inside of the callee, depending on which regions have states.
//
// Deviations: SMASH keeps summaries as pairs of conditions, and queries one function at a time. Here the summary of a
// function is one relation, which all queries refine.

import (
	"context"
	"maps"
	"slices"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// nested describes a program with calls.
type nested struct {
	program *floydhoare.Program
	frames  vc.Frames // names of values at entries and of results
}

// openNested sets w.nested. It must be called before provers are opened, since they use the names of frames.
func (w *worker) openNested(ctx context.Context, o floydhoare.BlockOptions) error {
	if w.nested != nil { // set by a turn that ended in open; provers use its names
		return nil
	}
	p := w.task.Program
	points, err := w.task.Points().Points(ctx, p)
	if err != nil {
		return err
	}
	o.Calls = true
	w.nested = &nested{floydhoare.NewProgram(p, o),
		floydhoare.Frames(p, func(f *ir.Func) []*ir.Var { return points.Of(f).GlobalWrites })}
	w.tests.pathsTo = map[*State][]*ir.Edge{}
	return nil
}

// frames returns the names of values at entries and of results; they are empty if there are no calls.
func (w *worker) frames() vc.Frames {
	if w.nested == nil {
		return vc.Frames{}
	}
	return w.nested.frames
}

// relating returns cfg. If there are calls, it changes cfg so that a fixpoint relates exits to entries, with the names
// of frames.
func (w *worker) relating(cfg absint.Config) absint.Config {
	if w.nested != nil {
		cfg.Summaries, cfg.Names = true, absint.Names{Results: maps.Clone(w.nested.frames.Results),
			Entered: maps.Clone(w.nested.frames.Entered), Made: map[*ir.Edge]*ir.Object{}}
	}
	return cfg
}

// only returns the program of the paths to the errors of o.
func (w *worker) only(o *ir.Obligation) *floydhoare.Program {
	is := func(x *ir.Obligation) bool { return x == o }
	if w.nested != nil {
		return w.nested.program.Only(is).Flat()
	}
	return w.program.Only(is)
}

// abstract returns a new abstract program of the analysis.
func (a *analysis) abstract() *Abstract {
	p := a.program
	if a.w.nested == nil {
		return CreateAbstractProgram(p.Len(), p.Moves, p.Final, 0, nil)
	}
	return createWithCalls(p.Len(), p.Moves, a.exit, p.Final, 0, nil)
}

// exit returns the state of the automaton at the callee's exit if the letter is a call, else automata.None.
func (a *analysis) exit(letter int) int {
	if l := a.program.Alphabet.Letter(letter); l.Kind == floydhoare.Return {
		return a.program.State[l.Block.Callee().Exit]
	}
	return automata.None
}

// renew computes which regions are reached, and the distances of these, if there are calls and edges have changed.
func (a *Abstract) renew() {
	if a.exits == nil || a.reach != nil {
		return
	}
	a.reach = a.reachable()
	var queue []*Region
	for _, r := range a.Regions {
		a.dist[r.ID] = Far
		if r.leaf() && a.reach[r.ID] && a.final(r.At) {
			a.dist[r.ID] = 0
			queue = append(queue, r)
		}
	}
	for len(queue) > 0 {
		r := queue[0]
		queue = queue[1:]
		for _, e := range a.in[r.ID] {
			if e.Gone || e.From == nil || !a.reach[e.From.ID] || e.Exit != nil && !a.reach[e.Exit.ID] {
				continue
			}
			for _, x := range []*Region{e.From, e.Exit} {
				if x != nil && a.dist[x.ID] == Far {
					a.dist[x.ID] = a.dist[r.ID] + 1
					queue = append(queue, x)
				}
			}
		}
	}
}

// foreign reports whether x reads a register that neither belongs to f, nor is global, nor is a name of frames. Without
// calls it returns false.
func (a *analysis) foreign(f *ir.Func, x ir.Expr) (yes bool) {
	if a.w.nested == nil {
		return false
	}
	ir.Vars(x, func(v *ir.Var) {
		yes = yes || !v.Global && !a.w.tests.forest.named[v] && (v.ID >= len(f.Vars) || f.Vars[v.ID] != v)
	})
	return yes
}

// fn returns the function to which the location of r belongs.
func (a *analysis) fn(r *Region) *ir.Func { return a.program.Loc[r.At].Func }

// call returns the edge of the call if the letter is a call.
func (a *analysis) call(letter int) *ir.Edge {
	return a.program.Alphabet.Letter(letter).Block.Edges()[0]
}

// post decides for each predicate in posts whether it holds after the letter if the predicates in set hold before it.
// If the letter is a call, the predicates in exit hold at the callee's exit.
func (a *analysis) post(ctx context.Context, l *link, letter int, set, exit, posts []int) []vc.Truth {
	x := a.program.Alphabet.Letter(letter)
	switch x.Kind {
	case floydhoare.Call:
		return l.triples.Call(ctx, set, x, posts)
	case floydhoare.Return:
		return l.triples.Return(ctx, exit, set, x, posts)
	case floydhoare.Internal:
	}
	return l.triples.Post(ctx, set, x, posts)
}

// preimage returns a function that computes Pre of e.To by e with a given prover. It depends on the formulas that are
// known when preimage is called.
func (a *analysis) preimage(e *Edge) func(ctx context.Context, p *vc.Prover) vc.Preimage {
	within := ir.NewAnd(append(slices.Clone(a.general.known[e.From.At]), e.From.Expr())...)
	to := e.To.Expr()
	switch a.program.Alphabet.Letter(e.Letter).Kind {
	case floydhoare.Call:
		call := a.call(e.Letter)
		return func(ctx context.Context, p *vc.Prover) vc.Preimage { return p.PreimageOfCall(ctx, call, within, to) }
	case floydhoare.Return:
		call, exit := a.call(e.Letter), a.holds(e.Exit)
		return func(ctx context.Context, p *vc.Prover) vc.Preimage {
			return p.PreimageOfReturn(ctx, call, within, exit, to)
		}
	case floydhoare.Internal:
	}
	block, f := a.program.Block(e.From.At, e.Letter, e.To.At)[0].Graph, a.fn(e.From)
	return func(ctx context.Context, p *vc.Prover) vc.Preimage {
		return p.Preimage(ctx, p.E.RootOf(f), block, within, to)
	}
}

// holds returns the conjunction of the conditions of r and of the formulas known at its location.
func (a *analysis) holds(r *Region) ir.Expr {
	return ir.NewAnd(append(slices.Clone(a.general.known[r.At]), r.Expr())...)
}

// Limits of tests through a call: paths through the callee that are tried from a state, and edges of such a path.
const (
	mostWays   = 4
	longestRun = 4_000
)

// through does what advance does, for an edge over a call. It returns a text on the step that it made, or the reason
// why it made none.
func (a *analysis) through(ctx context.Context, e *Edge) (done, why string) {
	if a.shown(ctx, e, nil, nil) {
		a.abs.remove(e)
		return "no state leads over the call", ""
	}
	found, unknown := a.suitableThrough(ctx, e)
	if found {
		return "a test", ""
	}
	if a.w.tests.sample(ctx); a.w.tests.unsafe != nil || !a.front.isFrontier(e) {
		return "random tests", ""
	}
	// Pre unrolls a recursion by one activation at a time
	if g := a.general; a.w.cfg.Generalise && g.loop[e.Exit.At] && g.split[e.Exit.At] > 0 && a.generalise(ctx) {
		return "generalisation", ""
	}
	why = "what a call needs to lead on cannot be said"
	for n := 0; ctx.Err() == nil && a.w.link(n) != nil; n++ {
		if q := a.pre(ctx, n, e); q.why == "" {
			if x := q.Expr(); a.refine(ctx, e, x) {
				return "refinement by " + ir.ExprString(x), ""
			}
			why = "a refinement by " + ir.ExprString(q.Expr()) + " gains nothing"
		}
		for _, whole := range []bool{false, true} {
			if x := a.exitsBefore(ctx, n, e, whole); x != nil && a.refineExit(ctx, e, x) {
				return "refinement of the exit by " + ir.ExprString(x), ""
			}
		}
	}
	if x := a.byWay(ctx, e); x != nil {
		return "refinement of the exit by the way " + ir.ExprString(x), ""
	}
	if unknown != "" {
		why += ": " + unknown
	}
	return "", why
}

// suitableThrough searches for a test over the call of e, along paths that runs of F took through the callee. It
// reports whether it found one. Otherwise unknown is the reason why such a test may still exist, "" if no test takes
// these paths.
func (a *analysis) suitableThrough(ctx context.Context, e *Edge) (found bool, unknown string) {
	post := e.To.Expr()
	if ir.IsTrue(post) {
		post = nil
	}
	tries := 0
	for _, s := range a.front.states[e.From.ID] {
		// Begin with the path that the run of s itself took.
		exits := slices.Clone(a.front.states[e.Exit.ID])
		slices.SortStableFunc(exits, func(x, y *State) int { return a.rank(x, s) - a.rank(y, s) })
		for _, x := range exits[:min(len(exits), mostWays)] {
			k := attempt{s, e.Letter, e.To, x}
			if a.tried[k] || tries == mostTries || ctx.Err() != nil {
				continue
			}
			a.tried[k] = true
			way := a.pathTo(ctx, x)
			if way == nil {
				unknown = "a way through a callee is too long"
				continue
			}
			tries++
			records, answer, why := a.w.tests.reach(ctx, s, append([]*ir.Edge{a.call(e.Letter)}, way...), post)
			switch answer {
			case vc.Open:
				unknown = why
			case vc.Yes:
				a.w.tests.run(ctx, records, onward(s, records), "a test through a call", nil)
				if a.w.tests.unsafe != nil || a.abs.Distance(e.To) == 0 || a.came(ctx, e.To) {
					return true, ""
				}
				unknown = "a test does not go where the solver says it does"
			case vc.No:
			}
		}
	}
	return false, unknown
}

// rank returns 0 if the run of s reaches the exit state x after s, else 1.
func (a *analysis) rank(x, s *State) int {
	if x.Test == s.Test && x.When > s.When {
		return 0
	}
	return 1
}

// pathTo returns the edges of the run of x from the entry of its function to x, a state at the exit; nil if they are
// too many.
func (a *analysis) pathTo(ctx context.Context, x *State) []*ir.Edge {
	if w, known := a.w.tests.pathsTo[x]; known {
		return w
	}
	before := a.w.tests.forest.Fuel
	w := a.w.tests.forest.Way(ctx, x, longestRun)
	a.w.kit.M.Spend((a.w.tests.forest.Fuel - before) / fuelPer)
	if ctx.Err() == nil {
		a.w.tests.pathsTo[x] = w
	}
	return w
}

// exitsBefore returns the condition on a state of the region at the callee's exit under which the call may lead to
// e.To. If whole is set, the call begins in a state of e.From, else in any state. It returns nil if it cannot express
// the condition.
func (a *analysis) exitsBefore(ctx context.Context, n int, e *Edge, whole bool) ir.Expr {
	p := a.w.link(n).prover
	before := ir.Expr(ir.NewBool(true))
	if whole {
		if before = a.holds(e.From); ir.IsTrue(before) {
			return nil
		}
	}
	var q vc.Preimage
	left := p.E.C.Until(ctx, func() { q = p.ExitsBefore(ctx, a.call(e.Letter), before, a.holds(e.Exit), e.To.Expr()) })
	if left != nil || ctx.Err() != nil || slices.ContainsFunc(q.Cubes, func(way []ir.Expr) bool { return len(way) == 0 }) {
		return nil
	}
	return q.Expr()
}

// refineExit splits the region at the exit of e by q, if some state of F there violates q and it can show that no state
// passes e unless q holds. It reports whether it did.
func (a *analysis) refineExit(ctx context.Context, e *Edge, q ir.Expr) bool {
	not := ir.NotExpr(q)
	if ir.IsTrue(q) || ir.IsFalse(q) || !a.some(e.Exit, not) || !a.shown(ctx, e, nil, not) {
		return false
	}
	no := a.front.cut(e.Exit, q)
	a.general.split[e.Exit.At]++
	a.drop(e.From, e.Letter, no, e.To)
	a.counts()
	return true
}

// some reports whether x is known to hold in some state of F in r.
func (a *analysis) some(r *Region, x ir.Expr) bool {
	return slices.ContainsFunc(a.front.states[r.ID], func(s *State) bool {
		yes, ok := a.w.tests.forest.Holds(s, x)
		return yes && ok
	})
}

// byWay splits the region at the exit of e by the summary of a path that a run took through the callee, if some state
// in front of the call cannot pass the call on that path. The region of this state is then split, too. It returns the
// summary, nil if it did not split. Whether other paths of the callee lead to the exit is decided in later iterations.
func (a *analysis) byWay(ctx context.Context, e *Edge) ir.Expr {
	for n := 0; ctx.Err() == nil && a.w.link(n) != nil; n++ {
		p := a.w.link(n).prover
		for _, x := range a.front.states[e.Exit.ID][:min(len(a.front.states[e.Exit.ID]), mostWays)] {
			for _, q := range a.summaries(ctx, p, x, e) {
				if a.apart(ctx, p, e, q) {
					return q
				}
			}
		}
	}
	return nil
}

// apart splits the region at the exit of e by q and the region before the call by Pre for the part with q, if it can
// show that this removes e between two of the parts, and some state of F lies in the part before the call. It reports
// whether it did.
func (a *analysis) apart(ctx context.Context, p *vc.Prover, e *Edge, q ir.Expr) bool {
	if slices.ContainsFunc(e.Exit.literals(), func(y ir.Expr) bool { return ir.Equal(q, y) }) {
		return false
	}
	var pre vc.Preimage
	left := p.E.C.Until(ctx, func() {
		pre = p.PreimageOfReturn(ctx, a.call(e.Letter), a.holds(e.From), ir.NewAnd(a.holds(e.Exit), q), e.To.Expr())
	})
	y := pre.Expr()
	if not := ir.NotExpr(y); left != nil || ctx.Err() != nil || ir.IsTrue(y) || !a.some(e.From, not) ||
		!a.shown(ctx, e, not, q) {
		return false
	}
	a.front.cut(e.Exit, q)
	a.general.split[e.Exit.At]++
	a.counts()
	no := e.From
	if !ir.IsFalse(y) {
		no = a.front.cut(e.From, y)
		a.general.split[e.From.At]++
		a.counts()
	}
	a.drop(no, e.Letter, e.Exit.Yes, e.To)
	return true
}

// summaries returns conditions that the path of x, a state at an exit, implies. They describe the entry states from
// which the path is taken and the exit states to which it leads.
func (a *analysis) summaries(ctx context.Context, p *vc.Prover, x *State, e *Edge) (out []ir.Expr) {
	way := a.pathTo(ctx, x)
	if len(way) == 0 || len(way) > longestSaid {
		return nil
	}
	for _, post := range []ir.Expr{ir.NewBool(true), e.To.Expr()} {
		var pre vc.Preimage
		left := p.E.C.Until(ctx, func() { pre = p.PathThroughCall(ctx, a.call(e.Letter), way, post) })
		if left != nil || ctx.Err() != nil {
			return nil
		}
		for _, cube := range pre.Cubes {
			q := ir.NewAnd(cube...)
			if yes, known := a.w.tests.forest.Holds(x, q); len(cube) > 0 && yes && known {
				out = append(out, q)
			}
		}
	}
	return out
}

// longestSaid bounds the edges of a path whose summary is computed.
const longestSaid = 300

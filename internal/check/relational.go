package check

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/check/bounds"
	"github.com/tandem-verifier/tandem/internal/check/inductive"
	"github.com/tandem-verifier/tandem/internal/check/triple"
	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/repair"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// regions restrict the executions of a proof to those whose inputs lie in all of them.
type regions []*verify.Region

// triples checks evidence with package triple.
func triples(ctx context.Context, t *verify.Task, obls []*ir.Obligation, in regions, e verify.Evidence) Outcome {
	return ofTriple(triple.Check(ctx, t.Program, obls, e, config(t, in)))
}

// maxHalves bounds the number of checks of halves.
const maxHalves = 8

// halves checks a proof by k-induction. If it is not confirmed for all obligations, and parts of proofs are wanted,
// halves tries it for the first and the second half of them, and so on. The obligations for which it is not confirmed
// become the outcome's Left.
func halves(ctx context.Context, t *verify.Task, obls []*ir.Obligation, in regions, e *verify.KInductive,
	ms *machines) Outcome {
	whole := triples(ctx, t, obls, in, e)
	if whole.Verdict != Undecided || ms.propose == nil {
		return whole
	}
	shown := map[*ir.Obligation]bool{}
	for open, n := [][]*ir.Obligation{obls}, 0; len(open) > 0 && n+2 <= maxHalves && ctx.Err() == nil; n += 2 {
		os := open[0]
		open = open[1:]
		if len(os) < 2 {
			continue
		}
		for _, half := range [][]*ir.Obligation{os[:len(os)/2], os[len(os)/2:]} {
			if triples(ctx, t, half, in, e).Verdict != Confirmed {
				open = append(open, half)
				continue
			}
			for _, o := range half {
				shown[o] = true
			}
		}
	}
	if len(shown) == 0 {
		return whole
	}
	left := slices.DeleteFunc(slices.Clone(obls), func(o *ir.Obligation) bool { return shown[o] })
	return Outcome{Verdict: Confirmed, Reason: whole.Reason, Left: left}
}

// config returns the configuration of package triple for a task, for executions whose inputs lie in the regions and
// whose path lies in the task's range.
func config(t *verify.Task, in regions) triple.Config {
	var within *bounds.Bounds
	if t.Paths != nil {
		within = bounds.Of(t.Paths)
	}
	return triple.Config{Regions: in, Within: within, Work: work(t), Points: t.Points(),
		Solver: smt.Config{Log: t.Log, Name: "check"}.Command(t.Solver).Within(t.Budget.Memory),
		Second: smt.Config{Log: t.Log}.Command(t.Second).Within(t.Budget.Memory), Others: others(t)}
}

// others returns the solvers to query if the first one has no answer: the same solver in the mode for a single query
// and, if the user named no solver, the second one in the list of solvers found on the machine.
func others(t *verify.Task) []smt.Config {
	one := smt.Config{}.Command(t.Solver).Within(t.Budget.Memory)
	one.OneShot = true
	out := []smt.Config{one}
	if len(t.Solver) > 0 {
		return out
	}
	first := true
	for _, s := range smt.Known() {
		if s.Path == "" {
			continue
		}
		if !first {
			return append(out, smt.Config{Path: s.Path}.Within(t.Budget.Memory))
		}
		first = false
	}
	return out
}

// work returns the bound of the solver's work under --deterministic: the task's budget, or else the work of half a
// minute. It returns 0, no bound, without that option.
func work(t *verify.Task) uint64 {
	switch {
	case !t.Options.Determ:
		return 0
	case t.Budget.Work > 0:
		return t.Budget.Work
	}
	return smt.WorkOf(30 * time.Second)
}

// ofTriple converts a verdict of package triple.
func ofTriple(v triple.Verdict, why string) Outcome {
	switch v {
	case triple.Confirmed:
		return confirmed()
	case triple.Refuted:
		return refuted("%s", why)
	}
	return undecided("%s", why)
}

// invariants checks inductive invariants: first by values (package inductive, which has no symbols for the inputs of
// regions and is left out if there are any), then with a solver (package triple). The solver need not show the
// conjuncts that follow by values. If ms.propose is set, a subset of the invariants may be confirmed instead of all.
func invariants(ctx context.Context, t *verify.Task, obls []*ir.Obligation, in regions, e *verify.Inductive,
	ms *machines) Outcome {
	values := Outcome{}
	if len(in) == 0 {
		switch verdict, why := inductive.Check(ctx, t.Program, t.Points(), obls, e); verdict {
		case inductive.Confirmed:
			values = confirmed()
		case inductive.Refuted:
			values = refuted("%s", why)
		default:
			values = undecided("%s", why)
		}
	}
	cfg := config(t, in)
	if values.Verdict == Undecided && len(obls) > 0 && ctx.Err() == nil {
		if proved, rest, ok := weakened(ctx, t, obls, e); ok {
			if ms.propose != nil {
				if out, ok := byValues(ctx, t, obls, proved, e, rest, ms); ok {
					return out
				}
			}
			cfg.Known = rest
		}
	}
	solver := Outcome{}
	switch {
	case values.Verdict != Confirmed:
		part := 1
		if ms.propose != nil {
			part = 2
		}
		solver = wholly(ctx, t, obls, e, cfg, part)
	case len(obls) > 0: // without obligations no verdict depends on the proof
		solver = objections(ctx, t, obls, e, ms)
	}
	out := together(t.Log, values, solver)
	if out.Verdict != Undecided || out.final || ms.propose == nil || len(obls) == 0 || ctx.Err() != nil {
		return out
	}
	if smaller := repaired(ctx, t, obls, in, e, cfg, ms); smaller != nil {
		return Outcome{Verdict: Confirmed, Proof: smaller}
	}
	return out
}

// repaired returns a subset of the invariants that the solver confirms, after it has not confirmed all of them; nil if
// it finds none. Package repair proposes the subset, and the solver checks it like any other evidence.
func repaired(ctx context.Context, t *verify.Task, obls []*ir.Obligation, in regions, e *verify.Inductive,
	cfg triple.Config, ms *machines) *verify.Inductive {
	smaller, err := ms.propose.invariants(ctx, t.Program, obls, e, inPart(ctx, t, cfg))
	if err != nil || belongs(t.Program, in, smaller) != nil {
		return nil
	}
	if out := wholly(ctx, t, obls, smaller, cfg, 1); out.Verdict != Confirmed {
		notHeld(ctx, t, out)
		return nil
	}
	return smaller
}

// holds reports whether evidence that package repair has proposed is confirmed for all of obls.
func (c *machines) holds(ctx context.Context, t *verify.Task, obls []*ir.Obligation, in regions,
	e verify.Evidence) bool {
	propose := c.propose
	c.propose = nil
	defer func() { c.propose = propose }()
	out := evidence(ctx, t, obls, in, e, c)
	if out.Verdict != Confirmed || len(out.Left) > 0 {
		notHeld(ctx, t, out)
		return false
	}
	return true
}

// notHeld logs that a proposal was not confirmed, unless the time has run out.
func notHeld(ctx context.Context, t *verify.Task, out Outcome) {
	if ctx.Err() == nil {
		t.Log.Info("a smaller proof was proposed, but is not confirmed", "why", out.Reason)
	}
}

// inPart returns cfg with two thirds of the remaining time, for a search for smaller evidence. The last third is for
// the check of its result.
func inPart(ctx context.Context, t *verify.Task, cfg triple.Config) triple.Config {
	if deadline, ok := ctx.Deadline(); ok && !t.Options.Determ {
		cfg.Time = max(time.Until(deadline)*2/3, time.Millisecond)
	}
	return cfg
}

// weakened returns the part rest of the evidence that is inductive by values, and the obligations that it proves; ok is
// false if there is no such part. Package repair proposes rest, which is checked like any other evidence.
func weakened(ctx context.Context, t *verify.Task, obls []*ir.Obligation, e *verify.Inductive) (proved []*ir.Obligation,
	rest *verify.Inductive, ok bool) {
	proved, rest, err := repair.Values(ctx, t.Program, t.Points(), obls, e)
	if err != nil || belongs(t.Program, nil, rest) != nil {
		return nil, nil, false
	}
	verdict, why := inductive.Check(ctx, t.Program, t.Points(), proved, rest)
	if verdict != inductive.Confirmed && ctx.Err() == nil {
		t.Log.Warn("what is left of a proof is not confirmed", "why", why)
	}
	return proved, rest, verdict == inductive.Confirmed
}

// wholly checks all of the evidence with the solver. The solver has 1/part of the remaining time; the caller needs the
// rest to search for a smaller proof.
func wholly(ctx context.Context, t *verify.Task, obls []*ir.Obligation, e verify.Evidence, cfg triple.Config,
	part int) Outcome {
	if deadline, ok := ctx.Deadline(); ok && !t.Options.Determ {
		cfg.Time = max(time.Until(deadline)/time.Duration(part), time.Millisecond)
	}
	return ofTriple(triple.Check(ctx, t.Program, obls, e, cfg))
}

// byValues confirms the obligations in proved, by the evidence rest, which is inductive by values. For the other
// obligations it asks the solver, with all of the evidence e. The solver has at most half of the time, in proportion to
// the number of these obligations. If the solver does not prove them, they become the outcome's Left. ok is false if
// there is nothing to confirm or the solver refutes a step.
func byValues(ctx context.Context, t *verify.Task, obls, proved []*ir.Obligation, e, rest *verify.Inductive,
	ms *machines) (out Outcome, ok bool) {
	if len(proved) == 0 || objections(ctx, t, proved, rest, ms).Verdict == Refuted {
		return out, false
	}
	out = Outcome{Verdict: Confirmed, Proof: rest}
	if len(proved) == len(obls) {
		return out, true
	}
	open := slices.DeleteFunc(slices.Clone(obls), func(o *ir.Obligation) bool { return slices.Contains(proved, o) })
	if deadline, ok := ctx.Deadline(); ok && !t.Options.Determ {
		var cancel context.CancelFunc
		ctx, cancel = clock.WithTimeout(ctx,
			time.Duration(float64(time.Until(deadline)/2)*float64(len(open))/float64(len(obls))))
		defer cancel()
	}
	cfg := config(t, nil)
	cfg.Known = rest
	left := wholly(ctx, t, open, e, cfg, 4)
	proof := e
	if left.Verdict == Undecided && ctx.Err() == nil {
		if smaller := repaired(ctx, t, open, nil, e, cfg, ms); smaller != nil {
			left.Verdict, proof = Confirmed, smaller
		}
	}
	switch left.Verdict {
	case Refuted:
		return out, false
	case Confirmed:
		out.Proof = &verify.Cover{Leaves: []verify.Leaf{{Of: proved, Proof: rest}, {Of: open, Proof: proof}}}
	default: // sound: the obligations stay open
		out.Left, out.Reason = open, left.Reason
	}
	return out, true
}

// objections asks the solver about evidence that was confirmed by values. The solver need not confirm the evidence as
// well; but if it refutes a step, one of the two checkers is wrong. All such queries of a proof share a quarter of a
// second. An empty outcome means that this time is used up.
func objections(ctx context.Context, t *verify.Task, obls []*ir.Obligation, e verify.Evidence, ms *machines) Outcome {
	const most, least = time.Second / 4, time.Millisecond
	cfg := config(t, nil)
	cfg.Time, cfg.Others = most-ms.objecting, nil
	if cfg.Time < least {
		return Outcome{}
	}
	if t.Options.Determ {
		ms.objecting = most // query once only, as the clock must not decide
		cfg.Time, cfg.Work = 0, min(cfg.Work, smt.WorkOf(most))
		return ofTriple(triple.Check(ctx, t.Program, obls, e, cfg))
	}
	start := clock.Now(ctx)
	ctx, cancel := clock.WithTimeout(ctx, cfg.Time)
	defer cancel()
	out := ofTriple(triple.Check(ctx, t.Program, obls, e, cfg))
	ms.objecting += clock.Now(ctx) - start
	return out
}

// together combines the verdicts of two checkers of the same evidence; an empty verdict means that the checker was not
// asked. If one checker confirms the evidence and the other refutes it, one of them is wrong, and neither verdict
// counts:
//
//	values \ solver   confirmed   refuted     undecided   not asked
//	confirmed         confirmed   DISAGREE    confirmed   confirmed
//	refuted           DISAGREE    refuted     refuted     refuted
//	undecided         confirmed   refuted     undecided   undecided
//	not asked         confirmed   refuted     undecided   undecided
func together(log *obs.Log, values, solver Outcome) Outcome {
	says := func(a, b Verdict) bool { return values.Verdict == a && solver.Verdict == b }
	switch {
	case says(Confirmed, Refuted) || says(Refuted, Confirmed):
		log.Warn("the checkers of proofs disagree; please report this", "values", values.text(), "solver", solver.text())
		out := undecided("the checkers disagree: by values it is %s, with a solver %s", values.text(), solver.text())
		out.final = true
		return out
	case solver.Verdict == Refuted:
		return solver
	case values.Verdict == Confirmed || solver.Verdict == Confirmed:
		return confirmed()
	case values.Verdict == "" && solver.Verdict == "":
		return undecided("no checker was asked")
	case values.Verdict == "" || values.Reason == "":
		return solver
	case solver.Verdict == Undecided:
		values.Reason = fmt.Sprintf("%s; with a solver: %s", values.Reason, solver.Reason)
	}
	return values
}

// text returns the verdict with its reason.
func (o Outcome) text() string {
	if o.Reason == "" {
		return string(o.Verdict)
	}
	return fmt.Sprintf("%s (%s)", o.Verdict, o.Reason)
}

// enough reports whether a range of an enumeration has all values that an execution within the regions can read at the
// range's site and then continue. An execution ends if it reads a value outside of the task's region.
func (in regions) enough(t *verify.Task, r verify.Range) bool {
	if isFull(r) {
		return true
	}
	if t.Scope.Region != nil {
		in = append(slices.Clone(in), t.Scope.Region)
	}
	for _, g := range in {
		for _, b := range g.Box {
			if b.Site == r.Site && b.Type == r.Type && !num.Less(b.Hi, b.Lo, b.Type.Bits, b.Type.Signed) && r.Contains(b.Lo) &&
				r.Contains(b.Hi) {
				return true
			}
		}
	}
	return false
}

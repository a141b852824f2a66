package check

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/check/inductive"
	"github.com/tandem-verifier/tandem/internal/check/triple"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// regions are what the executions of a proof are restricted to; none: all.
type regions []*verify.Region

// triples asks package triple.
func triples(ctx context.Context, t *verify.Task, obls []*ir.Obligation, in regions, e verify.Evidence) Outcome {
	return ofTriple(triple.Check(ctx, t.Program, obls, e, config(t, in)))
}

func config(t *verify.Task, in regions) triple.Config {
	return triple.Config{Regions: in, Work: work(t), Solver: smt.Config{}.Command(t.Solver), Second: smt.Config{Log: t.Log}.Command(t.Second), Others: others(t)}
}

// others are who may have an answer where the solver has none: itself in the mode for a single query, and if none was
// asked for, the next best on the machine.
func others(t *verify.Task) []smt.Config {
	one := smt.Config{}.Command(t.Solver)
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
			return append(out, smt.Config{Path: s.Path})
		}
		first = false
	}
	return out
}

// work bounds the solver under --deterministic: by the task's budget, or by what half a minute takes.
func work(t *verify.Task) uint64 {
	switch {
	case !t.Options.Determ:
		return 0
	case t.Budget.Work > 0:
		return t.Budget.Work
	}
	return smt.WorkOf(30 * time.Second)
}

func ofTriple(v triple.Verdict, why string) Outcome {
	switch v {
	case triple.Confirmed:
		return confirmed()
	case triple.Refuted:
		return refuted("%s", why)
	}
	return undecided("%s", why)
}

// invariants re-checks evidence (a): value invariants without a solver, all
// others, and what that checker does not see to follow, with one. The first knows
// nothing of the inputs of regions.
// With weaken, a part of it may do.
func invariants(ctx context.Context, t *verify.Task, obls []*ir.Obligation, in regions, e *verify.Inductive, weaken bool) Outcome {
	out := wholeInvariants(ctx, t, obls, in, e)
	if out.Verdict != Undecided || out.final || !weaken || len(obls) == 0 || ctx.Err() != nil {
		return out
	}
	if v, weaker, _ := triple.Weaken(ctx, t.Program, obls, e, config(t, in)); v == triple.Confirmed {
		return Outcome{Verdict: Confirmed, Proof: weaker}
	}
	return out
}

func wholeInvariants(ctx context.Context, t *verify.Task, obls []*ir.Obligation, in regions, e *verify.Inductive) Outcome {
	values := undecided("")
	if len(in) == 0 {
		switch verdict, why := inductive.Check(ctx, t.Program, obls, e); verdict {
		case inductive.Confirmed:
			return confirmed()
		case inductive.Refuted:
			values = refuted("%s", why)
		default:
			values = undecided("%s", why)
		}
	}
	out := triples(ctx, t, obls, in, e)
	if values.Verdict == Refuted && out.Verdict == Confirmed {
		// One of the two is wrong, or knows less than it thinks: this is nothing to rely on.
		t.Log.Warn("the checkers of proofs disagree", "values", values.Reason)
		out = undecided("the checkers disagree: by values it is refuted (%s), with a solver it holds", values.Reason)
		out.final = true
		return out
	}
	if out.Verdict != Undecided || values.Reason == "" {
		return out
	}
	values.Reason = fmt.Sprintf("%s; with a solver: %s", values.Reason, out.Reason)
	return values
}

// partition re-checks evidence (d).
func partition(ctx context.Context, t *verify.Task, obls []*ir.Obligation, in regions, e *verify.Partition, ms *machines) Outcome {
	leaves := make([]*verify.Region, len(e.Leaves))
	for i := range e.Leaves {
		leaves[i] = &e.Leaves[i].Region
	}
	cfg := config(t, in)
	all := ofTriple(triple.Cover(ctx, t.Program, leaves, cfg))
	if all.Verdict != Confirmed {
		return all
	}
	proof := &verify.Partition{Leaves: slices.Clone(e.Leaves)}
	for i, l := range e.Leaves {
		out := evidence(ctx, t, obls, append(slices.Clone(in), leaves[i]), l.Proof, ms)
		if out.Verdict != Confirmed {
			out.Reason = fmt.Sprintf("leaf %d: %s", i, out.Reason)
			return out
		}
		all.Assuming = append(all.Assuming, out.Assuming...)
		if out.Proof != nil {
			proof.Leaves[i].Proof, all.Proof = out.Proof, proof
		}
	}
	return all
}

// enough says that a range of an enumeration has all values that an execution
// within the regions can read.
func (in regions) enough(r verify.Range) bool {
	if isFull(r) {
		return true
	}
	for _, g := range in {
		for _, b := range g.Box {
			if b.Site == r.Site && b.Type == r.Type && !num.Less(b.Hi, b.Lo, b.Type.Bits, b.Type.Signed) && r.Contains(b.Lo) && r.Contains(b.Hi) {
				return true
			}
		}
	}
	return false
}

package coop

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Cut determines the parts into which a task is split.
type Cut struct {
	By    string // one of Cuts
	Parts int
}

// Cuts lists the ways to split a task: by equal ranges of the first entry input, or by the first decisions of paths.
var Cuts = []string{"inputs", "paths"}

// maxParts bounds the parts of one split.
const maxParts = 64

// split works on the parts of the task one after the other, each with an equal share of the remaining time, and joins
// their proofs (part.go). A violation ends the split. If the task cannot be split, split works on all of it.
func (w *walk) split(j *Job, in *allowance, after []Job) {
	r := w.r
	scopes := j.Cut.scopes(r.task.Program)
	if len(scopes) < 2 {
		w.do(&j.Jobs[0], in, after)
		return
	}
	for i, s := range scopes {
		if w.over(in) {
			return
		}
		asked := *r.task
		asked.Obligations = r.left()
		part, err := asked.Part(s)
		if err != nil {
			r.task.Log.Warn("no part", "error", err)
			return
		}
		if w.part(j, in, part, fmt.Sprintf("part %d of %d", i+1, len(scopes)), len(scopes)-i) {
			return
		}
	}
}

// part works on a part, one of left remaining parts. It returns true if the part has a violation that ends the run.
func (w *walk) part(j *Job, in *allowance, part *verify.Task, name string, left int) bool {
	r := w.r
	var budget verify.Budget
	ctx, cancel := context.WithCancel(in.ctx)
	defer cancel()
	if r.task.Options.Determ {
		budget.Work = min(max(in.work/uint64(left), 1), in.work) // 0 would mean no limit
		in.work -= budget.Work
	} else if end, ok := in.ctx.Deadline(); ok {
		ctx, cancel = clock.WithTimeout(in.ctx, time.Until(end)/time.Duration(left))
		defer cancel()
	}
	part = part.With(budget)
	began := time.Now()
	sub, out := w.onPart(ctx, in, part, j.Jobs[0])
	step := StepReport{Engine: "split", Time: time.Since(began), Result: string(verify.UnknownVerd)}
	if out.Verdict == verify.UnknownVerd { // the reason is about this part
		step.Reason = name + ": " + out.Reason
	}
	violated := out.Verdict == verify.False
	r.joined(w.ctx, sub, out, step, "")
	return violated && r.over()
}

// scopes returns the parts; fewer than two if the program has no entry input to split by.
func (c Cut) scopes(p *ir.Program) (out []verify.Scope) {
	if c.By == "paths" {
		return byPaths(c.Parts)
	}
	sites := flow.EntryInputs(p)
	i := slices.IndexFunc(sites, func(s *ir.Site) bool {
		return s.Type.Kind == ir.Int && s.Type.Bits > 1 &&
			s.Kind != ir.Approx
	})
	if i < 0 {
		return nil
	}
	t := sites[i].Type
	last := num.MaxOf(t.Bits, false)
	size := last/uint64(c.Parts) + 1 // in the order of the type, from its least value on
	least := num.MinOf(t.Bits, t.Signed)
	for from := uint64(0); ; from += size {
		to := last
		if last-from >= size {
			to = from + size - 1
		}
		out = append(out, verify.Scope{Region: &verify.Region{Box: []verify.Range{
			{Site: sites[i].ID, Type: t, Lo: num.Trunc(least+from, t.Bits), Hi: num.Trunc(least+to, t.Bits)}}}})
		if to == last {
			return out
		}
	}
}

// byPaths returns n ranges of paths, which are bounded by the first decisions of paths.
func byPaths(n int) (out []verify.Scope) {
	ends := []verify.Path{""}
	for len(ends) < n {
		i := 0 // split the shortest prefix
		for k, p := range ends {
			if len(p) < len(ends[i]) {
				i = k
			}
		}
		ends = slices.Replace(ends, i, i+1, ends[i]+"T", ends[i]+"F")
	}
	r := verify.PathRange{} // an execution that ends early comes before all longer ones
	for i, p := range ends {
		r.Hi, r.NoUpper = "", i == len(ends)-1
		if !r.NoUpper {
			r.Hi, _ = p.Next() // only the last path has none
			r.Before = true
		}
		own := r
		out = append(out, verify.Scope{Range: &own})
		r = verify.PathRange{Lo: r.Hi}
	}
	return out
}

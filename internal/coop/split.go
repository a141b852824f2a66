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

// Cuts lists the ways to split a task: by equal ranges of the first entry input, by the first decisions of paths, or by
// the values of inputs that have few.
var Cuts = []string{"inputs", "paths", byValue, byFew}

// The ways to split a task by inputs with few values: a part for each of their values, or one for all of these.
const (
	byValue = "cases"
	byFew   = "values"
)

// Limits of a split: the parts, and the values in a part of byFew.
const (
	maxParts = 64
	maxFew   = 65536
)

// split works on the parts of the task one after the other, each with an equal share of the remaining time, and joins
// their proofs (part.go). A violation ends the split. If the task cannot be split, split works on all of it; if it is
// to be split by cases, split does nothing then, and asks of each case only what was proved in those before.
func (w *walk) split(j *Job, in *allowance, after []Job) {
	r := w.r
	scopes := j.Cut.scopes(r.task.Program)
	cases := j.Cut.By == byValue || j.Cut.By == byFew
	if len(scopes) < 2 {
		if cases {
			return
		}
		w.do(&j.Jobs[0], in, after)
		return
	}
	open := r.left()
	for i, s := range scopes {
		if w.over(in) {
			return
		}
		asked := *r.task
		if asked.Obligations = r.left(); cases {
			if asked.Obligations = open; len(open) == 0 {
				return
			}
		}
		part, err := asked.Part(s)
		if err != nil {
			r.task.Log.Warn("no part", "error", err)
			return
		}
		out := w.part(j, in, part, fmt.Sprintf("part %d of %d", i+1, len(scopes)), len(scopes)-i)
		if out.Verdict == verify.False && r.over() {
			return
		}
		proved := map[*ir.Obligation]bool{}
		for _, f := range out.Findings {
			if f.Status == verify.Proved || f.Status == verify.NotReached {
				proved[r.own(f.Obligation)] = true
			}
		}
		open = slices.DeleteFunc(open, func(o *ir.Obligation) bool { return !proved[o] })
	}
}

// part works on a part, one of left remaining parts.
func (w *walk) part(j *Job, in *allowance, part *verify.Task, name string, left int) *Outcome {
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
	r.joined(w.ctx, sub, out, step, "")
	return out
}

// scopes returns the parts; fewer than two if the program has no entry input to split by.
func (c Cut) scopes(p *ir.Program) (out []verify.Scope) {
	switch c.By {
	case "paths":
		return byPaths(c.Parts)
	case byValue, byFew:
		return byCases(flow.FewValued(p, int64(c.Parts)), c.Parts, c.By == byFew)
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

// byCases returns a scope for each combination of values of inputs with few values, at most the given number, or one
// for all of them, and for each of these inputs scopes with all other values. The greatest values take most of the time
// and come first, so that a split that cannot succeed ends soon.
func byCases(inputs []flow.FewValues, most int, together bool) (out []verify.Scope) {
	cases := [][]verify.Range{nil}
	all := 1
	var others []verify.Scope
	for _, in := range inputs {
		if int64(most/all) < in.Count() {
			continue
		}
		all *= int(in.Count())
		t := in.Site.Type
		of := func(lo, hi uint64) verify.Range { return verify.Range{Site: in.Site.ID, Type: t, Lo: lo, Hi: hi} }
		other := func(lo, hi uint64) {
			others = append(others, verify.Scope{Region: &verify.Region{Box: []verify.Range{of(lo, hi)}}})
		}
		bits := func(v int64) uint64 { return num.Trunc(uint64(v), t.Bits) }
		if least := num.MinOf(t.Bits, t.Signed); bits(in.Lo) != least {
			other(least, bits(in.Lo-1))
		}
		if last := num.MaxOf(t.Bits, t.Signed); bits(in.Hi) != last {
			other(bits(in.Hi+1), last)
		}
		if together {
			cases[0] = append(cases[0], of(bits(in.Lo), bits(in.Hi)))
			continue
		}
		var more [][]verify.Range
		for v := in.Hi; v >= in.Lo; v-- {
			for _, c := range cases {
				more = append(more, append(slices.Clip(c), of(bits(v), bits(v))))
			}
		}
		cases = more
	}
	if all == 1 {
		return nil
	}
	for _, c := range cases {
		out = append(out, verify.Scope{Region: &verify.Region{Box: c}})
	}
	return slices.Insert(out, 1, others...)
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

package bmc

import (
	"context"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// KindEngine returns k-induction.
func KindEngine() verify.Engine {
	return verify.Engine{
		Name:  KindName,
		Doc:   "k-induction with invariants: bounded model checking, and induction over k blocks",
		Paper: "D. Beyer, M. Dangl, P. Wendler: Boosting k-induction with continuously-refined invariants. CAV 2015",
		Needs: []verify.FactKind{verify.KindInvariant, verify.KindCandidate},
		Gives: []verify.FactKind{verify.KindInvariant, verify.KindProved, verify.KindTest},
		Open: func(t *verify.Task, b *verify.Board) verify.Worker {
			p := &kinduction{}
			return &worker{kit: prover.NewKit(KindName, t, b), enc: prover.Encoding(t.Program), run: p.turn,
				end: func() { p.drop(0) }}
		},
	}
}

// kinduction is the state of k-induction over all turns.
type kinduction struct {
	*search
	steps []*induction          // the step in one or two encodings
	inv   map[*ir.Loc][]ir.Expr // proved, and assumed by the steps
	known int                   // number of invariants on the board when inv was found
	whole bool                  // inv was found from all candidates
	took  time.Duration         // time that it took to find inv
	since time.Duration         // spent when inv was found

	base, spent time.Duration // time of the base and of the step
	at          int           // number of blocks that the step has done
	why         string        // the reason why there is no step; "" if there is a step

	wait map[*ir.Obligation]int // the k with which the step holds; the base may have fewer blocks so far
	done []*ir.Obligation       // obligations proved by induction
	k    int                    // the largest k of a proof in done; all obligations of done hold with this k
}

// drop closes the steps from index i on.
func (p *kinduction) drop(i int) {
	for _, in := range p.steps[min(i, len(p.steps)):] {
		in.q.Close()
	}
	p.steps = p.steps[:min(i, len(p.steps))]
}

// turn works for one turn: it proves by induction over an increasing number of blocks.
func (p *kinduction) turn(s *search, ctx context.Context) verify.Result {
	p.search = s
	p.done = slices.DeleteFunc(p.done, func(o *ir.Obligation) bool { return !slices.Contains(p.open, o) })
	p.open = slices.DeleteFunc(p.open, func(o *ir.Obligation) bool { return slices.Contains(p.done, o) })
	if err := p.resume(); err != nil {
		return prover.Failed(err)
	}
	// Begin with the first blocks of the base, which decide many tasks.
	start := p.M.Now()
	for p.u.k < 4 && (p.u.k == 0 || p.M.Now()-start < slack/2) {
		r, err := p.deepen(ctx)
		if err != nil {
			return p.end(ctx, "")
		}
		if r != nil {
			return p.with(ctx, r)
		}
	}
	p.base += p.M.Now() - start
	if len(p.steps) == 0 || p.why == "" && (!p.whole || p.known != len(p.Board.Invariants(p.Task.Program))) {
		p.why = p.prepare(ctx)
	}
	for len(p.open) > 0 && !p.M.Ended(ctx) {
		p.listen(ctx)
		// Base and step share the time, since either may become too expensive.
		if p.why == "" && p.spent <= p.base+slack {
			start := p.M.Now()
			p.step(ctx, p.base+slack-p.spent)
			p.spent += p.M.Now() - start
			if p.settle(); len(p.open) == 0 {
				break // the base had enough blocks
			}
		}
		start := p.M.Now()
		r, err := p.deepen(ctx)
		if err != nil {
			return p.end(ctx, "")
		}
		if r != nil {
			return p.with(ctx, r)
		}
		p.base += p.M.Now() - start
		p.settle()
		p.Task.Log.Progress(KindName, "k %d, base %d blocks: %d of %d obligations proved%s", p.at, p.u.k, len(p.done),
			len(p.done)+len(p.open), p.why)
	}
	return p.end(ctx, "")
}

// listen takes over what other engines have found since the last step: it drops the obligations that they have decided,
// and begins the step anew with their invariants once the step has taken as long as it took to find its own.
func (p *kinduction) listen(ctx context.Context) {
	p.open = p.Board.Unsettled(p.open)
	if p.why == "" && len(p.done) == 0 && p.spent-p.since >= p.took &&
		p.known != len(p.Board.Invariants(p.Task.Program)) {
		p.why = p.prepare(ctx)
	}
}

// slack is how much more time the step may take than the base.
const slack = 400 * time.Millisecond

// prepare finds invariants and begins the step with them. If it begins no step it returns the reason, else "".
func (p *kinduction) prepare(ctx context.Context) string {
	if len(p.steps) == 0 {
		in, err := newInduction(ctx, p.Kit, prover.Encoding(p.Task.Program))
		if err != nil {
			return "; no induction: " + verify.Said(err)
		}
		p.steps = append(p.steps, in)
	}
	p.drop(1)
	in := p.steps[0]
	if len(p.done) > 0 { // prove these again: the invariants change, and the base has not checked them meanwhile
		p.open, p.done, p.k = append(p.open, p.done...), nil, 0
		if err := p.restart(); err != nil {
			return "; no induction: " + verify.Said(err)
		}
	}
	p.at, p.wait, p.whole = 0, map[*ir.Obligation]int{}, false
	if len(in.y.Nodes) == 1 {
		return "; no loop"
	}
	limited, stop := ctx, func() {}
	if d, ok := ctx.Deadline(); ok && !p.Task.Options.Determ {
		limited, stop = clock.WithTimeout(ctx, time.Until(d)/4)
	}
	defer stop()
	// Try the claims of other engines first. They are proved quickly, and suffice if there is no time for templates.
	p.known = len(p.Board.Invariants(p.Task.Program))
	start := p.M.Now()
	p.M.Within(0.25, func() {
		if known := candidates(in.y, p.Task, p.Board, false); count(known) > 0 {
			p.inv = in.houdini(limited, known)
		}
		if inv := in.houdini(limited, candidates(in.y, p.Task, p.Board, true)); inv != nil {
			p.inv, p.whole = inv, true
		}
	})
	p.took, p.since = p.M.Now()-start, p.spent
	p.Task.Log.Progress(KindName, "%d invariants at %d cut points", count(p.inv), len(in.y.Nodes)-1)
	if count(p.inv) > 0 && len(called(p.Task.Program)) == 1 {
		ev := verify.Inductive{Invariants: p.support()}
		p.Claim(&verify.Invariants{Inductive: ev})
		p.known += len(ev.Invariants)
	}
	in.begin(p.inv)
	return ""
}

// step executes one more block in each encoding in use. most limits the time of a query.
func (p *kinduction) step(ctx context.Context, most time.Duration) {
	var open []*ir.Obligation
	for _, o := range p.open {
		if p.wait[o] == 0 {
			open = append(open, o)
		}
	}
	if len(open) == 0 {
		return
	}
	k := p.at + 1
	for _, in := range p.steps {
		for in.u.k < k {
			good, err := in.step(ctx, open, most)
			if err != nil {
				return // the turn has ended
			}
			if in.u.k < k {
				continue
			}
			for _, o := range good {
				p.wait[o] = k
			}
			open = slices.DeleteFunc(open, func(o *ir.Obligation) bool { return p.wait[o] != 0 })
		}
	}
	if len(p.steps) == 1 && k == 1 && len(open) > 0 && p.steps[0].e.Approx > 0 && p.steps[0].e.Enc == vc.Ints {
		// The step may have failed because integers approximate: try bit-vectors.
		if in, err := newInduction(ctx, p.Kit, vc.Bits); err == nil {
			p.exact(ctx, in)
			in.begin(p.inv)
			p.steps = append(p.steps, in)
			p.step(ctx, most)
			return
		}
	}
	p.at = k
}

// exact adds to inv the claims of other engines that are inductive over bit-vectors, but not over integers.
func (p *kinduction) exact(ctx context.Context, in *induction) {
	all := candidates(in.y, p.Task, p.Board, false)
	if count(all) == 0 {
		return
	}
	for l, xs := range p.inv {
		all[l] = append(all[l], xs...)
	}
	p.M.Within(0.25, func() {
		if inv := in.houdini(ctx, all); count(inv) > count(p.inv) {
			p.inv = inv
		}
	})
}

// settle moves the open obligations that the step and the base together prove to done.
func (p *kinduction) settle() {
	var left []*ir.Obligation
	for _, o := range p.open {
		k := p.wait[o]
		if k == 0 || p.safe[o] < k {
			left = append(left, o)
			continue
		}
		p.done = append(p.done, o)
		p.k = max(p.k, k)
	}
	p.open = left
}

// support returns the invariants as evidence. A cut point that the system does not reach has the invariant false.
func (p *kinduction) support() []verify.Invariant {
	var out []verify.Invariant
	found := map[*ir.Loc]bool{}
	add := func(l *ir.Loc, x ir.Expr) {
		if !ir.IsTrue(x) {
			out = append(out, verify.Invariant{Loc: l, Expr: x})
		}
	}
	for _, l := range p.steps[0].y.Locs() {
		found[l] = true
		add(l, ir.NewAnd(p.inv[l]...))
	}
	for _, l := range p.cutLocs() {
		if !found[l] {
			add(l, ir.NewBool(false))
		}
	}
	return out
}

// cutLocs returns the cut points of all functions that are called.
func (p *kinduction) cutLocs() []*ir.Loc {
	var out []*ir.Loc
	for _, f := range called(p.Task.Program) {
		out = append(out, p.u.e.Cuts(f)...)
	}
	return out
}

// called returns the functions that can run, the entry first.
func called(p *ir.Program) []*ir.Func {
	out := []*ir.Func{p.Entry}
	for i := 0; i < len(out); i++ {
		for _, ed := range out[i].Edges {
			if c, ok := ed.Stmt.(*ir.Call); ok && !slices.Contains(out, c.Func) {
				out = append(out, c.Func)
			}
		}
	}
	return out
}

// evidence returns the proof of the obligations in done. The checker takes inductive invariants function by function,
// and k-inductive ones by calling context, as the engine finds them. So if there are calls, the evidence is k-inductive
// even for k = 1.
func (p *kinduction) evidence() verify.Evidence {
	if p.k > 1 || len(called(p.Task.Program)) > 1 {
		return &verify.KInductive{K: p.k, Cut: p.cutLocs(), Invariants: p.support()}
	}
	ev := &verify.Inductive{Invariants: p.support()}
	for _, l := range p.Task.Program.Entry.Locs {
		if l.Kind == ir.Error && slices.Contains(p.done, l.Obligation) {
			ev.Invariants = append(ev.Invariants, verify.Invariant{Loc: l, Expr: ir.NewBool(false)})
		}
	}
	return ev
}

// with adds the obligations in done to a result of the base.
func (p *kinduction) with(ctx context.Context, r verify.Result) verify.Result {
	s, ok := r.(*verify.Safe)
	if !ok {
		if _, bad := r.(*verify.Unsafe); bad || len(p.done) == 0 {
			return r
		}
		return p.end(ctx, r.(*verify.Unknown).Reason)
	}
	if len(p.done) == 0 {
		return s
	}
	parts := &verify.Cover{Leaves: []verify.Leaf{{Of: p.done, Proof: p.evidence()}, {Of: s.Obligations, Proof: s.Proof}}}
	return safe(append(slices.Clone(p.done), s.Obligations...), parts, s.Assuming, s.Rest)
}

// end returns the result with the proofs so far. why is the reason why other obligations are open.
func (p *kinduction) end(ctx context.Context, why string) verify.Result {
	p.settle()
	if len(p.done) == 0 || p.u.k == 0 { // after a restart: the accesses that a proof assumes are not known
		return p.unknown(why)
	}
	rest := ""
	if len(p.open) > 0 {
		rest = p.unknown(why).Reason
	}
	return safe(p.done, p.evidence(), p.accesses(ctx), rest)
}

// accesses returns the accesses whose validity the proof assumes: those in the first block from the start, and those in
// one block from any state at a cut point. Every execution consists of such blocks.
func (p *kinduction) accesses(ctx context.Context) []verify.Assumption {
	bad := map[*ir.Edge]bool{}
	invalid(ctx, p.u.q, 0, p.first, bad)
	in := p.steps[0]
	invalid(ctx, in.q, in.first, in.last, bad)
	return assuming(bad)
}

// safe returns the claim that the obligations done hold; rest is the reason why others are open.
func safe(done []*ir.Obligation, proof verify.Evidence, assume []verify.Assumption, rest string) verify.Result {
	slices.SortFunc(done, func(a, b *ir.Obligation) int { return a.ID - b.ID })
	return &verify.Safe{Obligations: done, Proof: proof, Assuming: assume, Rest: rest}
}

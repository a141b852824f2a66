package iat

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// tester runs the program.
type tester struct {
	jit       *exec.JIT
	pool      *testgen.Pool
	rng       *rand.Rand
	rate      float64 // runs per second, as measured
	noProof   string  // why runs are not a proof, for example because a stream was read; "" if they are
	threshold uint64  // number of inputs up to which a part is run exhaustively
}

// Numbers of random runs: before the first split, and in each new part.
const (
	samples     = 300
	partSamples = 20
)

// sampleFuel bounds the fuel of a random run: about a millisecond.
const sampleFuel = 1 << 19

// readStream is the reason why runs prove nothing if a stream was read.
const readStream = "inputs are read in loops"

// sampleTime bounds the time of one burst.
const sampleTime = 300 * time.Millisecond

// sample makes the tester, runs the program on random inputs, which finds simple violations, and measures how many runs
// a time slice covers. It returns a violation, or nil.
func (e *engine) sample(ctx context.Context) verify.Result {
	if !e.cfg.BET {
		return nil
	}
	e.close()
	opt := exec.JITOptions{}
	for _, o := range e.task.Program.Obligations {
		if !slices.Contains(e.task.Asked(), o) { // an execution ends at such a violation, and counts as covered
			opt.Ignore = append(opt.Ignore, o)
		}
	}
	jit, err := exec.CompileJIT(e.task.Program, exec.Config{Context: ctx, Points: e.task.Points()}, opt)
	if err != nil {
		e.task.Log.Debug("not run", "error", err)
		return nil
	}
	seed := e.task.Options.Seed
	e.tester = &tester{jit: jit, pool: testgen.NewPool(e.task.Program), rng: rand.New(rand.NewPCG(seed, 1)),
		threshold: e.cfg.Threshold}
	all, _ := e.inputs(nil)
	started := clock.Now(ctx)
	n := 0
	if e.cfg.Samples {
		var r verify.Result
		if n, r = e.burst(ctx, all.hull, samples); r != nil {
			return r
		}
	}
	spent := (clock.Now(ctx) - started).Seconds()
	e.tester.rate = float64(n) / max(spent, 1e-6)
	if e.tester.threshold == 0 {
		e.tester.threshold = leastThreshold
		if !e.task.Options.Determ {
			if rate := e.measure(ctx, all.hull); rate > 0 {
				e.tester.rate = rate
			}
			e.tester.threshold = max(leastThreshold, uint64(e.tester.rate*e.cfg.Slice.Seconds()))
		}
	}
	return nil
}

// Limits for measuring how many points a second can be enumerated.
const (
	measureTime   = 10 * time.Millisecond
	measureSlices = 10
)

// measure returns the number of points that an enumeration runs in a second, 0 if it is not known. It enumerates short
// slices that begin at random points.
func (e *engine) measure(ctx context.Context, hull []domain.Range) float64 {
	t := e.tester
	if t.noProof != "" {
		return 0
	}
	var done uint64
	t.jit.SetFuel(e.fuel(1))
	began := clock.Now(ctx)
	for range measureSlices {
		box := dims(e.ranges(hull))
		for i := range box {
			box[i].Lo = t.draw(e.symbols[i].Site, hull[i])
		}
		slice, stop := clock.WithTimeout(ctx, measureTime/measureSlices)
		all, err := t.jit.Enumerate(slice, box, 0, 1<<40, exec.EnumOptions{}) // a smaller box is enumerated repeatedly
		stop()
		if err != nil {
			return 0
		}
		done += all.Done
		if all.Stop != nil && all.Stop.Outcome.Kind != exec.Cancelled {
			done++
		}
	}
	return float64(done) / max((clock.Now(ctx)-began).Seconds(), 1e-6)
}

// close closes the tester.
func (e *engine) close() {
	if e.tester != nil {
		e.tester.jit.Close()
		e.tester = nil
	}
}

// burst runs up to n random inputs of a hull. It returns the number of runs, and a violation, or nil.
func (e *engine) burst(ctx context.Context, hull []domain.Range, n int) (int, verify.Result) {
	t := e.tester
	if !e.task.Options.Determ { // otherwise only sampleWork bounds the runs
		slice, stop := clock.WithTimeout(ctx, sampleTime)
		defer stop()
		ctx = slice
	}
	t.jit.SetFuel(sampleFuel)
	left := e.meter.Left()
	for i := 0; i < n; i++ {
		values := make([]uint64, len(hull))
		for k, r := range hull {
			values[k] = t.draw(e.symbols[k].Site, r)
		}
		if _, r := e.once(ctx, values); r != nil {
			return i, r
		}
		if ctx.Err() != nil || e.spent() || left-e.meter.Left() > sampleWork {
			return i + 1, nil
		}
	}
	return n, nil
}

// draw returns a random value of the range r for site s: often an end of r, or a value that occurs in the program.
func (t *tester) draw(s *ir.Site, r domain.Range) uint64 {
	switch t.rng.IntN(6) {
	case 0:
		return canonical(r.T, r.Lo)
	case 1:
		return canonical(r.T, r.Hi)
	case 2, 3:
		v := t.pool.Pick(t.rng, testgen.Styles[t.rng.IntN(len(testgen.Styles))], s, r.T)
		if w := domain.Read(r.T, v); !w.Less(r.Lo) && !r.Hi.Less(w) {
			return v
		}
	case 4:
		if n := r.Hi.Sub(r.Lo); n.Hi == 0 && n.Lo > 100 {
			return canonical(r.T, r.Lo.Add(domain.WideUint(t.rng.Uint64N(100))))
		}
	}
	n := r.Hi.Sub(r.Lo)
	if n.Hi != 0 || n.Lo == ^uint64(0) {
		return num.Trunc(t.rng.Uint64(), r.T.Bits)
	}
	return canonical(r.T, r.Lo.Add(domain.WideUint(t.rng.Uint64N(n.Lo+1))))
}

// once runs the program on one point, with random values for streams. It returns the run, and a violation if it shows
// one. The run is nil if it failed.
func (e *engine) once(ctx context.Context, values []uint64) (*exec.Run, verify.Result) {
	t := e.tester
	stream, reads := false, uint64(0)
	style := testgen.Styles[t.rng.IntN(len(testgen.Styles))]
	r, err := t.jit.Run(ctx, exec.InputFunc(func(k ir.Key, s *ir.Site, ty ir.Type) (uint64, bool) {
		reads++
		if k.Occ == 0 && k.Off == 0 {
			for i, y := range e.symbols {
				if y.Site.ID == k.Site {
					return values[i], true
				}
			}
		}
		stream = true
		return t.pool.Pick(t.rng, style, s, ty), true
	}))
	if err != nil {
		t.noProof = verify.Said(err)
		return nil, nil
	}
	e.ran(1, r.Fuel)
	e.meter.Spend(reads * perRead)
	if stream {
		t.noProof = readStream
	}
	if r.Outcome.Kind != exec.Violated {
		return r, nil
	}
	o := r.Outcome.Obligation
	if e.layouts.Shows(r, o) != "" {
		return r, nil
	}
	for _, x := range e.task.Asked() {
		if x == o {
			test := testgen.FromRun(r, Name)
			e.board.Claim(e.task, Name, &verify.TestFact{Test: test, Ending: verify.EndViolated, Obligation: o})
			return r, &verify.Unsafe{Obligation: o, Test: test}
		}
	}
	return r, nil
}

// showsOne runs some random inputs of each part. It returns a violation, or nil.
func (e *engine) showsOne(ctx context.Context, parts []*subspace) verify.Result {
	if !e.cfg.BET || !e.cfg.Samples || e.tester == nil {
		return nil
	}
	for _, p := range parts {
		if _, r := e.burst(ctx, p.hull, partSamples); r != nil || ctx.Err() != nil {
			return r
		}
	}
	return nil
}

// small is SizeChecking of the paper: it reports whether exhaustive testing is possible and the hull has at most as
// many points as the threshold.
func (e *engine) small(hull []domain.Range) bool {
	if !e.cfg.BET || e.tester == nil || hull == nil || e.tester.noProof != "" {
		return false
	}
	_, ok := points(hull, e.tester.threshold)
	return ok
}

// quick reports whether the points of a hull can be run in a moment.
func (e *engine) quick(hull []domain.Range) bool {
	_, ok := points(hull, max(leastThreshold, e.tester.threshold/20))
	return ok && e.small(hull)
}

// points returns the number of points of a hull; ok is false if there are more than limit.
func points(hull []domain.Range, limit uint64) (uint64, bool) {
	n := uint64(1)
	for _, r := range hull {
		if r.Empty {
			return 0, true
		}
		w := r.Hi.Sub(r.Lo)
		if w.Hi != 0 || w.Lo >= limit || n > limit/(w.Lo+1) {
			return 0, false
		}
		n *= w.Lo + 1
	}
	return n, n <= limit
}

// leastThreshold is the threshold of the paper: parts with at most this many points are always run to the end.
const leastThreshold = 2500

// maxChunk bounds the points that are run before the remaining work is checked again.
const maxChunk = 1024

// beTesting is BETesting of the paper: it runs all points of a hull. It returns a proof, or a violation. Both are nil
// if some run does not count, or if testing takes much longer than the time slice. In the latter case abstract tests
// may do better, and smaller boxes are run later.
func (e *engine) beTesting(ctx context.Context, hull []domain.Range) (verify.Evidence, verify.Result) {
	t := e.tester
	e.bets++
	total, ok := points(hull, 1<<62)
	if !ok || total == 0 {
		return nil, nil
	}
	box := e.ranges(hull)
	var runs, fuel uint64
	chunk := uint64(1)
	t.jit.SetFuel(e.fuel(1))
	before := e.meter.Left()
	slice := ctx
	if total > leastThreshold && !e.task.Options.Determ {
		limited, stop := clock.WithTimeout(ctx, e.cfg.Slice)
		defer stop()
		slice = limited
	}
	for limit := total; runs < limit; {
		n := limit - runs
		if e.meter.Counts() && runs >= 256 &&
			float64(before-e.meter.Left())/float64(runs)*float64(n) > float64(e.meter.Left())/2 {
			return nil, nil // too expensive
		}
		if e.meter.Counts() { // run a few at a time, since only an upper bound of their fuel is known
			if e.spent() {
				return nil, nil
			}
			n = min(n, chunk)
			t.jit.SetFuel(e.fuel(n))
		}
		all, err := t.jit.Enumerate(slice, dims(box), runs, n, exec.EnumOptions{})
		if err != nil {
			t.noProof = verify.Said(err)
			return nil, nil
		}
		runs += all.Done
		if all.Stop != nil { // all.Fuel may be the fuel of the last run
			e.ran(all.Done, fuel)
		}
		fuel = max(fuel, all.Fuel)
		if all.Stop == nil {
			e.ran(all.Done, all.Fuel)
			chunk = min(2*chunk, maxChunk)
			continue
		}
		if all.Stop.Outcome.Kind == exec.Cancelled {
			if ctx.Err() != nil {
				return nil, nil
			}
			if runs < total/4 {
				// The runs of this box take longer than measured.
				t.threshold = min(t.threshold, max(leastThreshold, runs))
				return nil, nil
			}
			slice = ctx // the remaining points take little time
			continue
		}
		if n > 1 && e.meter.Counts() && all.Stop.Outcome.Kind == exec.OutOfFuel { // run it again with more fuel
			e.ran(1, all.Stop.Fuel)
			chunk = 1
			continue
		}
		// Run this point alone, with values for streams: it shows a violation, or the reason why there is no proof.
		run, r := e.once(ctx, all.Point)
		if r != nil || run == nil {
			return nil, r
		}
		runs++
		if t.noProof == "" {
			if t.noProof = testgen.Covers(run); t.noProof == "" {
				t.noProof = "a run that did not count did when repeated"
			}
		}
		limit = min(total, samples)
	}
	if t.noProof != "" {
		return nil, nil
	}
	return &verify.Enumerated{Box: box, Runs: runs, Fuel: fuel}, nil
}

// dims returns a box as a box of the machine.
func dims(box []verify.Range) (out exec.Box) {
	for _, r := range box {
		out = append(out, exec.Dim{Site: r.Site, Lo: r.Lo, Hi: r.Hi})
	}
	return out
}

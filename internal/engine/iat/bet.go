package iat

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// tester runs the program.
type tester struct {
	jit       exec.Machine
	pool      *testgen.Pool
	rng       *rand.Rand
	rate      float64 // runs per second, as measured
	noProof   string  // why runs prove nothing: a stream was read, an address seen
	threshold uint64
}

// samples is how many runs are tried before anything is split, and in each new part.
const (
	samples     = 300
	partSamples = 20
)

// sampleTime bounds the runs of one burst.
const sampleTime = 300 * time.Millisecond

// sample runs the program on random inputs, which finds what is easy to find and
// says how many runs a time slice covers.
func (e *engine) sample(ctx context.Context) verify.Result {
	jit, err := exec.NewJIT(e.task.Program, exec.Config{Fuel: e.task.Budget.Work})
	if err != nil {
		e.task.Log.Debug("not run", "error", err)
		return nil
	}
	seed := e.task.Options.Seed
	e.tester = &tester{jit: jit, pool: testgen.NewPool(e.task.Program), rng: rand.New(rand.NewPCG(seed, 1)), threshold: e.cfg.Threshold}
	hull, _ := e.dom.inputs(e.task.Program, e.symbols, nil)
	started := time.Now()
	n, r := e.burst(ctx, hull, samples)
	if r != nil {
		return r
	}
	spent := time.Since(started).Seconds()
	e.tester.rate = float64(n) / max(spent, 1e-6)
	if e.tester.threshold == 0 {
		e.tester.threshold = 2500
		if !e.task.Options.Determ {
			e.tester.threshold = max(2500, uint64(e.tester.rate*e.cfg.Slice.Seconds()))
		}
	}
	return nil
}

func (e *engine) close() {
	if e.tester != nil {
		e.tester.jit.Close()
	}
}

// burst runs up to n random inputs of a hull.
func (e *engine) burst(ctx context.Context, hull []domain.Range, n int) (int, verify.Result) {
	t := e.tester
	ctx, stop := context.WithTimeout(ctx, sampleTime)
	defer stop()
	for i := 0; i < n; i++ {
		values := make([]uint64, len(hull))
		for k, r := range hull {
			values[k] = t.draw(e.symbols[k].Site, r)
		}
		if _, r := e.once(ctx, values); r != nil {
			return i, r
		}
		if ctx.Err() != nil {
			return i + 1, nil
		}
	}
	return n, nil
}

// draw is a value of a range: its ends, a value that the program likes, or any.
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

// once runs one point; streams get random values.
func (e *engine) once(ctx context.Context, values []uint64) (*exec.Run, verify.Result) {
	t := e.tester
	stream := false
	style := testgen.Styles[t.rng.IntN(len(testgen.Styles))]
	r, err := t.jit.Run(ctx, exec.InputFunc(func(k ir.Key, s *ir.Site, ty ir.Type) (uint64, bool) {
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
		t.noProof = err.Error()
		return nil, nil
	}
	e.task.Log.Count(Name+".runs", 1)
	if stream {
		t.noProof = "inputs are read in loops"
	}
	if r.Outcome.Kind != exec.Violated {
		return r, nil
	}
	o := r.Outcome.Obligation
	if testgen.Shows(e.task, r, o) != "" {
		return r, nil
	}
	for _, x := range e.task.Asked() {
		if x == o {
			test := testgen.FromRun(r, Name)
			e.publish(&verify.TestFact{Test: test, Ending: verify.EndViolated, Obligation: o})
			return r, &verify.Unsafe{Obligation: o, Test: test}
		}
	}
	return r, nil
}

// showsOne runs some inputs of each part: a violation ends the search.
func (e *engine) showsOne(ctx context.Context, parts []*part) verify.Result {
	if !e.cfg.BET || e.tester == nil {
		return nil
	}
	for _, p := range parts {
		if _, r := e.burst(ctx, p.hull, partSamples); r != nil || ctx.Err() != nil {
			return r
		}
	}
	return nil
}

// small is SizeChecking: the hull has at most as many points as the threshold.
func (e *engine) small(hull []domain.Range) bool {
	if !e.cfg.BET || e.tester == nil || hull == nil || e.tester.noProof != "" {
		return false
	}
	_, ok := points(hull, e.tester.threshold)
	return ok
}

// points is the number of points of a hull, if it is at most limit.
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

// beTesting runs all points of a hull. The proof is nil if some run does not count.
func (e *engine) beTesting(ctx context.Context, hull []domain.Range) (verify.Evidence, verify.Result) {
	t := e.tester
	e.bets++
	box := e.ranges(hull)
	values := make([]uint64, len(box))
	for i, r := range box {
		values[i] = r.Lo
	}
	var runs, fuel uint64
	for {
		run, r := e.once(ctx, values)
		if r != nil || run == nil {
			return nil, r
		}
		runs++
		fuel = max(fuel, run.Fuel)
		if t.noProof == "" {
			if why := testgen.Covers(run); why != "" {
				t.noProof = why
			}
		}
		if t.noProof != "" && runs > samples {
			return nil, nil
		}
		if !next(box, values) {
			break
		}
	}
	if t.noProof != "" {
		return nil, nil
	}
	return &verify.Enumerated{Box: box, Runs: runs, Fuel: fuel}, nil
}

// next goes to the next point of a box.
func next(box []verify.Range, values []uint64) bool {
	for i, r := range box {
		if values[i] != r.Hi {
			values[i] = num.Trunc(values[i]+1, r.Type.Bits)
			return true
		}
		values[i] = r.Lo
	}
	return false
}

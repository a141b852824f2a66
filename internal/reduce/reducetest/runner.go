package reducetest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/tandem-verifier/tandem/internal/derive"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// Runner runs a program and its residual programs on the same inputs.
type Runner struct {
	p    *exec.Interp
	left []*side
}

// side is a residual program. If it is a slice of a product, the field between has a machine that runs the product.
type side struct {
	m       *derive.Map // to the program
	names   *Names      // nil: the sites have the numbers of the program
	q       *exec.Interp
	between *exec.Interp            // nil: there is none
	asked   map[*ir.Obligation]bool // the obligations that are left
}

// Seen is the result of a run of a residual program.
type Seen struct {
	*exec.Run
	Violated *ir.Obligation // the obligation of the program that the run violates; nil if there is none
	Wrong    string         // the first forbidden difference from the run of the program; "" if there is none
	Spurious bool           // the residual program violates an obligation, and the program does not
}

// more is the factor by which residual programs have more fuel, since they may have additional edges.
const more = 4

// SetFuel changes the fuel of later runs of the program, and in proportion the fuel of the residual programs.
func (r *Runner) SetFuel(n uint64) {
	r.p.SetFuel(n)
	for _, s := range r.left {
		if s.q.SetFuel(more * n); s.between != nil {
			s.between.SetFuel(more * n)
		}
	}
}

// NewRunner returns a runner without residual programs. The fuel in cfg is the fuel of the program.
func NewRunner(p *ir.Program, cfg exec.Config) (*Runner, error) {
	m, err := exec.NewInterp(p, cfg)
	if err != nil {
		return nil, err
	}
	return &Runner{p: m}, nil
}

// Add adds the residual program m.From, whose map to the program is m. asked has the obligations that are left; nil
// means all obligations.
func (r *Runner) Add(m *derive.Map, asked []*ir.Obligation, cfg exec.Config) error {
	cfg.Fuel *= more
	s := &side{m: m, asked: map[*ir.Obligation]bool{}}
	if asked == nil {
		asked = m.To.Obligations
	}
	for _, o := range asked {
		s.asked[o] = true
	}
	var err error
	if m.From.Slice {
		step := derive.Of(m.From)
		s.names = NewNames(step)
		if step.To != m.To {
			if s.between, err = exec.NewInterp(step.To, cfg); err != nil {
				return err
			}
		}
	}
	s.q, err = exec.NewInterp(m.From, cfg)
	r.left = append(r.left, s)
	return err
}

// Run runs the program and all residual programs. It does not compare runs that depend on addresses or exceed a limit
// of stack or memory: their Seen has no run.
func (r *Runner) Run(ctx context.Context, in exec.Inputs) (*exec.Run, []Seen, error) {
	for _, s := range r.left {
		if s.names != nil {
			s.names.Begin()
		}
	}
	r.p.Path(func(e *ir.Edge) {
		for _, s := range r.left {
			if s.names != nil && s.between == nil {
				s.names.Edge(e)
			}
		}
	})
	a, err := r.p.Run(ctx, in)
	if err != nil {
		return nil, nil, err
	}
	a = kept(a)
	seen := make([]Seen, len(r.left))
	for i, s := range r.left {
		if seen[i], err = s.run(ctx, a, in); err != nil {
			return nil, nil, err
		}
	}
	return a, seen, nil
}

// kept returns a copy of a run that remains valid after the next run of the machine.
func kept(a *exec.Run) *exec.Run {
	c := *a
	c.Reads = slices.Clone(a.Reads)
	return &c
}

// vague reports whether a run cannot be compared.
func vague(a *exec.Run) bool {
	switch a.Outcome.Kind { // sound: runs with any other end can be compared
	case exec.OutOfStack, exec.OutOfMemory, exec.Cancelled, exec.NoInput:
		return true
	}
	return a.Addr || a.Wild || a.Guess
}

// run runs the residual program on the inputs of a, a run of the program, and compares the runs.
func (s *side) run(ctx context.Context, a *exec.Run, in exec.Inputs) (Seen, error) {
	if vague(a) {
		return Seen{}, nil
	}
	records := a.Reads
	if s.between != nil {
		s.between.Path(func(e *ir.Edge) { s.names.Edge(e) })
		b, err := s.between.Run(ctx, in)
		if err != nil || vague(b) {
			return Seen{}, err
		}
		records = slices.Clone(b.Reads)
	}
	if s.names != nil {
		records = s.names.Records(records)
		in = exec.Chain(exec.FromRecords(s.m.From, records), in)
	}
	b, err := s.q.Run(ctx, in)
	if err != nil || vague(b) {
		return Seen{}, err
	}
	seen := Seen{Run: kept(b)}
	if b.Outcome.Kind == exec.Violated {
		seen.Violated = s.m.Obligation(b.Outcome.Obligation)
	}
	s.compare(&seen, a, records)
	return seen, nil
}

// compare sets Wrong and Spurious of seen. records are the inputs of the program's run, with the sites of the residual
// program.
func (s *side) compare(seen *Seen, a *exec.Run, records []ir.Record) {
	va, vb := a.Outcome.Obligation, seen.Violated
	if a.Outcome.Kind != exec.Violated {
		va = nil
	}
	fuel := seen.Outcome.Kind == exec.OutOfFuel
	switch {
	case va != nil && !s.asked[va]:
		seen.Wrong = fmt.Sprintf("the program violates O%d, which is not left", va.ID)
	case va != nil && vb != va && !fuel:
		seen.Wrong = fmt.Sprintf("the program violates O%d, the residual ends with %v", va.ID, seen.Outcome)
	case va == nil && vb != nil && a.Outcome.Kind != exec.OutOfFuel:
		if seen.Spurious = true; s.names == nil {
			seen.Wrong = fmt.Sprintf("the residual violates O%d, the program ends with %v", vb.ID, a.Outcome)
		}
	}
	if seen.Wrong != "" {
		return
	}
	mine, theirs := called(s.m.From, seen.Reads), called(s.m.From, records)
	if s.names == nil {
		theirs = called(s.m.To, records)
	}
	for i := range min(len(mine), len(theirs)) {
		if mine[i].Key != theirs[i].Key || mine[i].Bits != theirs[i].Bits {
			seen.Wrong = fmt.Sprintf("input %d is %+v, that of the program %+v", i, mine[i], theirs[i])
			return
		}
	}
	switch {
	case s.names == nil && len(mine) > len(theirs) && a.Outcome.Kind != exec.OutOfFuel:
		seen.Wrong = fmt.Sprintf("the residual reads %d inputs, the program %d", len(mine), len(theirs))
	case s.names != nil && len(mine) < len(theirs) && !fuel:
		seen.Wrong = fmt.Sprintf("the slice reads %d of %d inputs that it has: %v", len(mine), len(theirs), seen.Outcome)
	}
}

// called returns the inputs that are read by the statements of their sites. Inputs of other kinds are read by the first
// statement that needs them, which may have been cut.
func called(p *ir.Program, reads []ir.Record) (out []ir.Record) {
	for _, r := range reads {
		switch p.Sites[r.Site].Kind { // sound: other inputs are read by the statements of their sites
		case ir.ObjectBytes, ir.Uninit, ir.Shift, ir.Approx:
			continue
		}
		out = append(out, r)
	}
	return out
}

// Near returns the inputs of a test with a few values changed, followed by others.
func Near(p *ir.Program, test []ir.Record, r *rand.Rand, others exec.Inputs) exec.Inputs {
	out := slices.Clone(test)
	for range r.IntN(4) {
		if len(out) == 0 {
			break
		}
		x := &out[r.IntN(len(out))]
		if x.Type.Kind != ir.Int {
			continue
		}
		if r.IntN(2) == 0 {
			x.Bits = num.Trunc(x.Bits+uint64(r.IntN(7)-3), x.Type.Bits)
		} else {
			x.Bits = num.Trunc(uint64(r.IntN(20)-5), x.Type.Bits)
		}
	}
	return exec.Chain(exec.FromRecords(p, out), others)
}

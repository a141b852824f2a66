package check

import (
	"context"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/check/triple"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// machines keeps the machine that runs the enumerated boxes of a proof, as compiling takes longer than the few runs of
// one of hundreds of leaves. The conditions of a leaf are not compiled into the machine.
type machines struct {
	m    *exec.JIT
	prog *ir.Program
	obls []*ir.Obligation

	propose   *proposer     // ProofOrPart; nil: only the evidence as it is claimed counts
	objecting time.Duration // spent on objections
}

// proposer searches for smaller evidence where a proof is not confirmed (package repair). Its proposals are judged like
// any other evidence.
type proposer struct {
	invariants func(ctx context.Context, p *ir.Program, obls []*ir.Obligation, ev *verify.Inductive,
		cfg triple.Config) (*verify.Inductive, error)
	graph func(ctx context.Context, p *ir.Program, obls []*ir.Obligation, ev *verify.Annotated,
		cfg triple.Config) (*verify.Annotated, error)
}

// get returns a machine without conditions, on which runs that violate an obligation not in obls count as covered.
func (c *machines) get(p *ir.Program, obls []*ir.Obligation, fuel uint64) (*exec.JIT, error) {
	if c.m != nil && c.prog == p && slices.Equal(c.obls, obls) {
		c.m.SetFuel(fuel)
		return c.m, nil
	}
	c.close()
	m, err := compile(p, obls, fuel, nil)
	if err != nil {
		return nil, err
	}
	c.m, c.prog, c.obls = m, p, slices.Clone(obls)
	return m, nil
}

func (c *machines) close() {
	if c.m != nil {
		c.m.Close()
		c.m = nil
	}
}

func compile(p *ir.Program, obls []*ir.Obligation, fuel uint64, where []exec.Filter) (*exec.JIT, error) {
	opt := exec.JITOptions{Dispatch: true, Where: where}
	for _, o := range p.Obligations {
		if !slices.Contains(obls, o) { // a run that violates it ends there, and counts
			opt.Ignore = append(opt.Ignore, o)
		}
	}
	return exec.CompileJIT(p, exec.Config{Fuel: fuel}, opt)
}

// cheap reports whether running all points of a box, those outside of its region included, takes about as long as
// compiling a machine that skips them. It guesses by the numbers in the evidence; only time depends on the answer.
func cheap(e *verify.Enumerated) bool {
	return e.Runs < 1<<14 && e.Fuel < 1<<20 && e.Runs*(e.Fuel+16) < 1<<20
}

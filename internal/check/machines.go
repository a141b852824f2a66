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

// machines holds the data that the checks of one proof share. Above all it caches the machine that runs enumerated
// boxes: a proof may have hundreds of leaves with few runs each, and compiling a machine takes longer than the runs of
// one leaf. The conditions of the leaves are not compiled into the cached machine, as all leaves share it.
type machines struct {
	m    *exec.JIT        // nil: none is cached
	prog *ir.Program      // the program of m
	obls []*ir.Obligation // the obligations whose violations m reports

	propose   *proposer     // set by ProofOrPart; nil: no smaller evidence is searched for
	objecting time.Duration // total time spent in function objections
}

// proposer searches for smaller evidence when a proof is not confirmed (package repair). Its proposals are checked like
// any other evidence.
type proposer struct {
	invariants func(ctx context.Context, p *ir.Program, obls []*ir.Obligation, ev *verify.Inductive,
		cfg triple.Config) (*verify.Inductive, error)
	graph func(ctx context.Context, p *ir.Program, obls []*ir.Obligation, ev *verify.Annotated,
		cfg triple.Config) (*verify.Annotated, error)
}

// get returns a machine without conditions, the cached one if it has the same program and obligations. A run that
// violates an obligation outside of obls ends there, and counts as a run without a violation.
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

// close frees the cached machine.
func (c *machines) close() {
	if c.m != nil {
		c.m.Close()
		c.m = nil
	}
}

// compile returns a machine that runs the points which satisfy all conditions in where, and reports violations of obls
// only.
func compile(p *ir.Program, obls []*ir.Obligation, fuel uint64, where []exec.Filter) (*exec.JIT, error) {
	opt := exec.JITOptions{Dispatch: true, Where: where}
	for _, o := range p.Obligations {
		if !slices.Contains(obls, o) { // its violation ends the run without being reported
			opt.Ignore = append(opt.Ignore, o)
		}
	}
	return exec.CompileJIT(p, exec.Config{Fuel: fuel}, opt)
}

// cheap reports whether running all points of a box takes no longer than compiling a machine that skips the points
// outside of the region. It estimates this from the numbers in the evidence, which may be wrong: the answer affects the
// time of the check, but not its result.
func cheap(e *verify.Enumerated) bool {
	return e.Runs < 1<<14 && e.Fuel < 1<<20 && e.Runs*(e.Fuel+16) < 1<<20
}

package testgen

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Machine is a machine whose fuel can be set.
type Machine interface {
	exec.Machine
	SetFuel(uint64)
}

// Minimise makes the values of a test smaller while a run of it still reaches
// the goal, within a number of runs: first whole blocks of values become zero, largest
// blocks first, then single values go to zero, to their low bits, to half. The result
// holds exactly what its run reads. The test itself must reach the goal; no run may
// use much more fuel than its own, as zeros may make the program run for ever. The
// machine's fuel is unlimited afterwards.
func Minimise(ctx context.Context, p *ir.Program, m Machine, t *verify.Test, goal func(*exec.Run) bool, runs int) (*verify.Test, error) {
	first, err := Run(ctx, p, m, t)
	if err != nil {
		return nil, err
	}
	m.SetFuel(2*first.Fuel + 1000)
	defer m.SetFuel(0)
	s := &shrinker{ctx: ctx, prog: p, m: m, goal: goal, left: runs, best: append([]ir.Record(nil), t.Records...), note: t.Note}
	for block := len(s.best); block >= 1 && s.more(); block /= 2 {
		for from := 0; from < len(s.best) && s.more(); from += block {
			if err := s.zero(from, min(from+block, len(s.best))); err != nil {
				return nil, err
			}
		}
	}
	for i := 0; i < len(s.best) && s.more(); i++ {
		if err := s.shrink(i); err != nil {
			return nil, err
		}
	}
	return &verify.Test{Records: s.best, Note: s.note}, nil
}

type shrinker struct {
	ctx  context.Context
	prog *ir.Program
	m    Machine
	goal func(*exec.Run) bool
	left int
	best []ir.Record // what the best run read
	note string
}

func (s *shrinker) more() bool { return s.left > 0 && s.ctx.Err() == nil }

// try runs a candidate and keeps it if it reaches the goal and is no longer.
func (s *shrinker) try(cand []ir.Record) (bool, error) {
	s.left--
	run, err := Run(s.ctx, s.prog, s.m, &verify.Test{Records: cand})
	if err != nil {
		return false, err
	}
	if !s.goal(run) || len(run.Reads) > len(s.best) {
		return false, nil
	}
	s.best = append(s.best[:0:0], run.Reads...)
	return true, nil
}

// zero sets a block of records to zero.
func (s *shrinker) zero(from, to int) error {
	cand := append([]ir.Record(nil), s.best...)
	changed := false
	for i := from; i < to; i++ {
		changed = changed || cand[i].Bits != 0
		cand[i].Bits = 0
	}
	if !changed {
		return nil
	}
	_, err := s.try(cand)
	return err
}

// shrink tries smaller values for one record.
func (s *shrinker) shrink(i int) error {
	for s.more() && i < len(s.best) && s.best[i].Bits != 0 {
		better := false
		for _, v := range smaller(s.best[i].Type, s.best[i].Bits) {
			cand := append([]ir.Record(nil), s.best...)
			cand[i].Bits = v
			ok, err := s.try(cand)
			if err != nil {
				return err
			}
			if better = ok; ok || !s.more() {
				break
			}
		}
		if !better {
			return nil
		}
	}
	return nil
}

// smaller lists values of a type that are simpler than v, simplest first.
func smaller(t ir.Type, v uint64) []uint64 {
	if t.Kind != ir.Int {
		return []uint64{0}
	}
	w := t.Bits
	add := func(out []uint64, x uint64) []uint64 {
		if x != v {
			out = append(out, x)
		}
		return out
	}
	out := add(nil, 0)
	n := num.Signed(v, w)
	if t.Signed && n < 0 {
		out = add(out, num.Trunc(-v, w)) // 5 rather than -5
		if n < -1 {
			out = add(out, num.Mask(w))
		}
		for d := n / 2; d != 0; d /= 2 {
			out = add(out, num.Trunc(uint64(n-d), w))
		}
		return out
	}
	if v > 1 {
		out = add(out, 1)
	}
	for d := v / 2; d != 0; d /= 2 {
		out = add(out, v-d)
	}
	return out
}

package testgen

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/derive"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Down translates the inputs of a run of m.From into inputs of m.To for the same path: it repeats the run with a walk
// that translates its reads. Inputs that only From has are left out.
func Down(ctx context.Context, m *derive.Map, reads []ir.Record, cfg exec.Config) ([]ir.Record, error) {
	var w *derive.Walk
	run, err := along(ctx, m, cfg, func(k *derive.Walk) exec.Inputs {
		w = k
		return exec.Chain(exec.FromRecords(m.From, reads), exec.Zeros())
	})
	if err != nil {
		return nil, err
	}
	var out []ir.Record
	for _, r := range run.Reads {
		if r, err := w.Record(r); err == nil {
			out = append(out, r)
		}
	}
	return out, nil
}

// Up returns the run of m.From on the path that a run of m.To takes with the given inputs. Its reads are a test of
// From.
func Up(ctx context.Context, m *derive.Map, test exec.Inputs, cfg exec.Config) (*exec.Run, error) {
	return along(ctx, m, cfg, func(w *derive.Walk) exec.Inputs { return upward{m, w, test} })
}

// along runs m.From. A walk follows the run, and the callback returns the inputs of the run for this walk.
func along(ctx context.Context, m *derive.Map, cfg exec.Config, in func(*derive.Walk) exec.Inputs) (*exec.Run, error) {
	interp, err := exec.NewInterp(m.From, cfg)
	if err != nil {
		return nil, err
	}
	defer interp.Close()
	w := m.Walk(nil)
	interp.Path(w.Edge)
	return interp.Run(ctx, in(w))
}

// upward translates inputs of m.To for a run of m.From. Inputs that only From has are 0.
type upward struct {
	m    *derive.Map
	w    *derive.Walk
	test exec.Inputs
}

func (u upward) Next(k ir.Key, s *ir.Site, t ir.Type) (uint64, bool) {
	down, err := u.w.Key(k)
	if err != nil {
		return 0, true
	}
	return u.test.Next(down, u.m.To.Sites[down.Site], t)
}

// Place implements exec.Placed.
func (u upward) Place(k ir.Key, t ir.Type) ir.Place {
	down, err := u.w.Key(k)
	if placed, ok := u.test.(exec.Placed); ok && err == nil {
		if at, err := u.w.Up(placed.Place(down, t)); err == nil {
			return at
		}
	}
	return ir.Place{}
}

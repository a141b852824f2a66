package synergy

import (
	"cmp"
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file finds states of F that were not kept, by running their tests once more.

// comes reports whether a run comes to a location where a condition holds, as far as compiled code can tell
// (exec.Probe): it takes a twelfth of the time.
func (f *Forest) comes(ctx context.Context, t *Test, l *ir.Loc, x ir.Expr) bool {
	m, err := exec.CompileJIT(f.prog, exec.Config{Context: ctx, MaxMemory: f.memory, Points: f.points,
		Probes: []exec.Probe{{Loc: l, When: x}}}, exec.JITOptions{})
	if err != nil {
		return true
	}
	defer m.Close()
	m.SetFuel(t.by.Fuel)
	run, err := m.Run(ctx, f.inputs(t.Records, t.by.Reads))
	if err != nil {
		return true
	}
	f.Fuel += run.Fuel / nativeSpeed
	return run.Hits[0].Found
}

// First returns the first state of some tests, those that come there most often first, in which a condition holds, at a
// location of which not all states were kept; nil if there is none, or it is not known.
func (f *Forest) First(ctx context.Context, l *ir.Loc, x ir.Expr, most int) *State {
	k := f.place(l)
	for _, t := range slices.SortedStableFunc(slices.Values(f.Tests),
		func(t, u *Test) int { return cmp.Compare(u.visits[k], t.visits[k]) }) {
		if t.visits[k] <= t.kept[k] {
			continue
		}
		if most--; most < 0 || ctx.Err() != nil {
			return nil
		}
		if s := f.firstOf(ctx, t, l, x); s != nil {
			return s
		}
	}
	return nil
}

// Newest is First of the test that was entered last.
func (f *Forest) Newest(ctx context.Context, l *ir.Loc, x ir.Expr) *State {
	if len(f.Tests) == 0 {
		return nil
	}
	t, k := f.Tests[len(f.Tests)-1], f.place(l)
	if t.visits[k] <= t.kept[k] {
		return nil
	}
	return f.firstOf(ctx, t, l, x)
}

func (f *Forest) firstOf(ctx context.Context, t *Test, l *ir.Loc, x ir.Expr) *State {
	if t.fuel >= longRun && f.first == nil && !f.comes(ctx, t, l, x) {
		return nil
	}
	return f.pick(ctx, t, l, func(_ int, env exec.Env, in *activation) bool {
		yes, ok := f.live(env, in, x)
		return yes &&
			ok
	})
}

// At returns the state of a test at a visit of a location (from 0); it is kept. nil if there is none.
func (f *Forest) At(ctx context.Context, t *Test, l *ir.Loc, visit int) *State {
	return f.pick(ctx, t, l, func(n int, _ exec.Env, _ *activation) bool { return n == visit })
}

// pick keeps the first state of a test at a location that is wanted.
func (f *Forest) pick(ctx context.Context, t *Test, l *ir.Loc,
	wanted func(visit int, env exec.Env, in *activation) bool) (found *State) {
	n, when := 0, 0
	if l == f.prog.Entry.Entry { // where the run began
		n = 1
	}
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	_, err := f.walk(within, t.Records, t.by, func(at *ir.Loc, env exec.Env, in *activation) {
		if when++; at != l || found != nil {
			return
		}
		if wanted(n, env, in) {
			found = f.state(t, l, n, when, env, in)
			cancel()
		}
		n++
	})
	if err != nil || found == nil {
		return nil
	}
	k := f.place(l)
	t.kept[k]++
	f.at[k] = append(f.at[k], found)
	return found
}

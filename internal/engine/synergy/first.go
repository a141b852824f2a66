package synergy

import (
	"cmp"
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file finds states of runs that F does not keep, by running the tests once more.

// comes reports whether the run of t may reach l in a state that satisfies x. A probe in compiled code decides this
// (exec.Probe), in a twelfth of the time that the interpreter would take. It returns true if the program cannot be
// compiled.
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

// First searches tests for a state at l that satisfies x: tests of which F does not keep all states, at most as many as
// most, in descending order of their visits of l. It returns the first such state of a test, nil if it finds none.
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

// newest is like First, for the newest test only.
func (f *Forest) newest(ctx context.Context, l *ir.Loc, x ir.Expr) *State {
	if len(f.Tests) == 0 {
		return nil
	}
	t, k := f.Tests[len(f.Tests)-1], f.place(l)
	if t.visits[k] <= t.kept[k] {
		return nil
	}
	return f.firstOf(ctx, t, l, x)
}

// firstOf returns the first state at l in the run of t that satisfies x, and keeps it; nil if there is none.
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

// At returns the state of t at the given visit of l (from 0), and keeps it. It returns nil if there is none.
func (f *Forest) At(ctx context.Context, t *Test, l *ir.Loc, visit int) *State {
	return f.pick(ctx, t, l, func(n int, _ exec.Env, _ *activation) bool { return n == visit })
}

// pick returns the first state at l in the run of t for which wanted is true, and keeps it; nil if there is none.
func (f *Forest) pick(ctx context.Context, t *Test, l *ir.Loc,
	wanted func(visit int, env exec.Env, in *activation) bool) (found *State) {
	n, when := 0, 0
	if l == f.prog.Entry.Entry { // the beginning of the run is visit 0
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

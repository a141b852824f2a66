package synergy

import (
	"context"
	"math/bits"
	"slices"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// This file has the forest F: tests that were run, and states that they came to. A state is a test, a location and a
// visit of it, with the values there of what predicates may speak of: of each location the first visits of a test, the
// last, and some between, farther and farther apart. So the memory does not grow with the length of runs. Of states
// that were not kept a run of the test tells (see first).

// Limits: visits that are kept of a location, the first ones of a test; states of a region that are looked at.
const (
	firstVisits = 3
	mostStates  = 10
	mostKept    = 400 // states of a location
	fewSlots    = 24  // values of a state that are kept at each visit, until the next one
)

// Runs with so much fuel (rounds of loops) are asked in compiled code first, which is so much faster than the
// interpreter.
const (
	longRun     = 1 << 17
	nativeSpeed = 12
)

// Limits end a run.
type Limits struct {
	Fuel  uint64
	Reads int // of inputs
}

// Test is a run.
type Test struct {
	ID      int
	Records []ir.Record // that are not 0
	Outcome exec.Outcome
	by      Limits
	fuel    uint64
	visits  []uint64 // by place of the location (Forest.place)
	kept    []uint64 // of these
}

// State is where a run was at a visit of a location (from 0).
type State struct {
	Test  *Test
	Loc   *ir.Loc
	Visit int
	When  int // arrivals before, in the run

	values []uint64 // by slot of the view
	known  []bool
	addrs  []uint64 // by object of the view
}

// view says what is kept of states at a location.
type view struct {
	slots []vc.Slot
	names []*ir.Var // after the slots: of values at the activation's entry and of its result
	regs  map[*ir.Var]int
	cells map[cell]int
	objs  []*ir.Object
	place map[*ir.Object]int
}

type cell struct {
	obj  *ir.Object
	off  int64
	size int
}

// Forest are the tests and their states.
type Forest struct {
	prog   *ir.Program
	enc    *vc.Encoder // lists the slots of a location
	interp *exec.Interp
	layout *exec.Layout
	points *flow.Memo
	memory uint64
	jit    *exec.JIT // made when a run is long
	slow   bool      // it cannot be

	// by function: the place of its first location; where no calls are left, the entry function alone has some
	first []int
	names map[*ir.Func]*named // where calls are left
	named map[*ir.Var]bool

	Tests []*Test
	at    [][]*State // by place, oldest first
	views []*view
	wants []bool // whose states are kept
	Runs  int
	Fuel  uint64 // spent on all runs
}

// NewForest returns an empty forest. It keeps states of the given locations; in functions other than the entry function
// only if there are frames.
func NewForest(ctx context.Context, p *ir.Program, enc *vc.Encoder, locs []*ir.Loc, frames vc.Frames, memo *flow.Memo,
	memory uint64) (*Forest, error) {
	lay, err := exec.NewLayout(p)
	if err != nil {
		return nil, err
	}
	m, err := exec.NewInterp(p, exec.Config{MaxMemory: memory, Context: ctx, Points: memo})
	if err != nil {
		return nil, err
	}
	f := &Forest{prog: p, enc: enc, interp: m, layout: lay, points: memo, memory: memory}
	n := len(p.Entry.Locs)
	if frames.Entered != nil {
		f.first, n = places(p)
		f.name(frames)
	}
	f.at, f.views, f.wants = make([][]*State, n), make([]*view, n), make([]bool, n)
	for _, l := range locs {
		f.wants[f.place(l)] = true
	}
	return f, nil
}

// Close ends the machines.
func (f *Forest) Close() {
	f.interp.Close()
	if f.jit != nil {
		f.jit.Close()
	}
}

// view is made when a state is kept there.
func (f *Forest) view(l *ir.Loc) *view {
	k := f.place(l)
	v := f.views[k]
	if v != nil {
		return v
	}
	v = &view{regs: map[*ir.Var]int{}, cells: map[cell]int{}, place: map[*ir.Object]int{}}
	v.slots = f.enc.Slots(vc.Point{Ctx: f.enc.RootOf(l.Func), Loc: l})
	for i, s := range v.slots {
		if s.Var != nil {
			v.regs[s.Var] = i
			continue
		}
		v.cells[cell{s.Obj, s.Off, s.Type.Size()}] = i
		if _, ok := v.place[s.Obj]; !ok {
			v.place[s.Obj] = len(v.objs)
			v.objs = append(v.objs, s.Obj)
		}
	}
	f.addNames(l, v)
	f.views[k] = v
	return v
}

// state keeps what the machine has now.
func (f *Forest) state(t *Test, l *ir.Loc, visit, when int, env exec.Env, in *activation) *State {
	v := f.view(l)
	n := len(v.slots) + len(v.names)
	s := &State{Test: t, Loc: l, values: make([]uint64, n), known: make([]bool, n), addrs: make([]uint64, len(v.objs))}
	f.renew(s, visit, when, env, in)
	return s
}

// renew keeps it in place of what was kept.
func (f *Forest) renew(s *State, visit, when int, env exec.Env, in *activation) {
	v := f.view(s.Loc)
	s.Visit, s.When = visit, when
	for i, o := range v.objs {
		s.addrs[i] = env.Addr(o)
	}
	for i, x := range v.slots {
		if x.Var != nil {
			s.values[i], s.known[i] = env.Reg(x.Var), true
			continue
		}
		s.values[i], s.known[i] = env.Mem(s.addrs[v.place[x.Obj]]+uint64(x.Off), x.Type.Size())
	}
	for i, x := range v.names {
		s.values[len(v.slots)+i], s.known[len(v.slots)+i] = in.value(x)
	}
}

// Holds evaluates a condition in a state; not ok where its value is not known.
func (f *Forest) Holds(s *State, x ir.Expr) (yes, ok bool) {
	bit, ok := f.Value(s, x)
	return bit != 0, ok
}

// Value evaluates in a state; not ok where a value is not known.
func (f *Forest) Value(s *State, x ir.Expr) (bits uint64, ok bool) {
	v := f.view(s.Loc)
	missing := false
	get := func(i int, has bool) uint64 {
		if !has || !s.known[i] {
			missing = true
			return 0
		}
		return s.values[i]
	}
	env := &ir.Env{
		Reg: func(r *ir.Var) uint64 { i, has := v.regs[r]; return get(i, has) },
		Addr: func(o *ir.Object) uint64 {
			if o.Func == nil {
				return f.layout.Base[o.ID]
			}
			i, has := v.place[o]
			if !has {
				missing = true
				return 0
			}
			return s.addrs[i]
		},
		FuncAddr: exec.FuncAddr,
		Load: func(addr uint64, t ir.Type) (uint64, bool) {
			for i, o := range v.objs {
				if base := s.addrs[i]; base != 0 && addr >= base && addr < base+uint64(o.Size) {
					i, has := v.cells[cell{o, int64(addr - base), t.Size()}]
					return get(i, has), has && s.known[i]
				}
			}
			return 0, false
		},
	}
	bits, ok = ir.EvalExpr(x, env)
	return bits, ok && !missing
}

// inputs of a run, of which it reads so many at most.
func (f *Forest) inputs(records []ir.Record, most int) exec.Inputs {
	return limited(exec.Chain(exec.FromRecords(f.prog, records), exec.Zeros()), most)
}

func limited(in exec.Inputs, most int) exec.Inputs {
	n := 0
	return exec.InputFunc(func(k ir.Key, s *ir.Site, t ir.Type) (uint64, bool) {
		if n++; n > most {
			return 0, false
		}
		return in.Next(k, s, t)
	})
}

// Reads returns the inputs that a run reads; nil if it did not end within its limits.
func (f *Forest) Reads(ctx context.Context, in exec.Inputs, by Limits) []ir.Record {
	f.interp.SetFuel(by.Fuel)
	run, err := f.interp.Run(ctx, limited(in, by.Reads))
	if err != nil {
		return nil
	}
	f.Fuel += run.Fuel
	f.Runs++
	switch run.Outcome.Kind { // sound: of a test that does not end soon more is not asked
	case exec.OutOfFuel, exec.NoInput, exec.Cancelled:
		return nil
	default:
		return run.Reads
	}
}

// Add runs a test to its end, or to that of its limits, and keeps states of it; those that are new are returned.
func (f *Forest) Add(ctx context.Context, records []ir.Record, by Limits) (*Test, []*State, error) {
	n := len(f.at)
	t := &Test{ID: len(f.Tests), by: by, visits: make([]uint64, n), kept: make([]uint64, n)}
	var fresh []*State
	keep := func(s *State) {
		if k := f.place(s.Loc); len(f.at[k])+int(t.kept[k]) < mostKept {
			t.kept[k]++
			fresh = append(fresh, s)
		}
	}
	entry := f.prog.Entry.Entry
	if f.wants[entry.ID] {
		keep(f.initial(t, entry))
		t.visits[entry.ID] = 1
	}
	when := 0
	last := make([]*State, len(t.visits)) // by location: the latest, where that is little to keep
	run, err := f.walk(ctx, records, by, func(l *ir.Loc, env exec.Env, in *activation) {
		k := f.place(l)
		n := t.visits[k]
		t.visits[k]++
		when++
		switch {
		case n < firstVisits || bits.OnesCount64(n) == 1:
			keep(f.state(t, l, int(n), when, env, in))
		case last[k] != nil:
			f.renew(last[k], int(n), when, env, in)
		case len(f.view(l).slots) <= fewSlots:
			last[k] = f.state(t, l, int(n), when, env, in)
		}
	})
	if err != nil {
		return nil, nil, err
	}
	for _, s := range last {
		if s != nil && uint64(s.Visit) == t.visits[f.place(s.Loc)]-1 {
			keep(s)
		}
	}
	t.Outcome, t.fuel = run.Outcome, run.Fuel
	for _, r := range run.Reads { // what is not there reads as 0
		if r.Bits != 0 {
			t.Records = append(t.Records, r)
		}
	}
	more := false
	for k, n := range t.visits {
		more = more || n > t.kept[k] && last[k] == nil
	}
	if more {
		// The last states of other locations that it visited more often: a run ends its loops there.
		n, when := make([]uint64, n), 0
		if _, err := f.walk(ctx, t.Records, by, func(l *ir.Loc, env exec.Env, in *activation) {
			when++
			k := f.place(l)
			v := n[k]
			if n[k]++; n[k] == t.visits[k] && v >= firstVisits && bits.OnesCount64(v) > 1 && last[k] == nil {
				keep(f.state(t, l, int(v), when, env, in))
			}
		}); err != nil {
			return nil, nil, err
		}
	}
	slices.SortStableFunc(fresh, func(s, u *State) int { return f.turn(s) - f.turn(u) })
	return t, fresh, nil
}

// Compile makes the machine of native runs, once; false if there is none.
func (f *Forest) Compile(ctx context.Context) bool {
	if f.jit == nil && !f.slow {
		var err error
		if f.jit, err = exec.CompileJIT(f.prog, exec.Config{Context: ctx, MaxMemory: f.memory, Points: f.points},
			exec.JITOptions{}); err != nil {
			f.jit, f.slow = nil, ctx.Err() == nil
		}
	}
	return f.jit != nil
}

// Native runs inputs without looking at them; nil if that cannot be done.
func (f *Forest) Native(ctx context.Context, in exec.Inputs, by Limits) *exec.Run {
	if !f.Compile(ctx) {
		return nil
	}
	f.jit.SetFuel(by.Fuel)
	run, err := f.jit.Run(ctx, limited(in, by.Reads))
	if err != nil {
		f.slow = ctx.Err() == nil
		return nil
	}
	return run
}

// Enter takes a test into F.
func (f *Forest) Enter(t *Test, fresh []*State) {
	f.Tests = append(f.Tests, t)
	for _, s := range fresh {
		k := f.place(s.Loc)
		f.at[k] = append(f.at[k], s)
	}
}

// Before tells of a run each arrival up to a state, with what holds there.
func (f *Forest) Before(ctx context.Context, s *State, arrive func(l *ir.Loc, holds func(ir.Expr) (yes, ok bool))) {
	arrive(f.prog.Entry.Entry, func(x ir.Expr) (yes, ok bool) { return f.Holds(f.initial(s.Test, f.prog.Entry.Entry), x) })
	when := 0
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	_, err := f.walk(within, s.Test.Records, s.Test.by, func(l *ir.Loc, env exec.Env, in *activation) {
		if when++; when <= s.When {
			arrive(l, func(x ir.Expr) (yes, ok bool) { return f.live(env, in, x) })
		}
		if when == s.When {
			cancel()
		}
	})
	_ = err // what was told is all that there is
}

// turn orders states of a location: the first visit, the last, and then those between.
func (f *Forest) turn(s *State) int {
	switch {
	case s.Visit == 0:
		return 0
	case uint64(s.Visit) == s.Test.visits[f.place(s.Loc)]-1:
		return 1
	}
	return 2
}

// initial returns the state at the entry: of registers that were not assigned nothing is known, nor of memory without a
// beginning.
func (f *Forest) initial(t *Test, l *ir.Loc) *State {
	v := f.view(l)
	s := &State{Test: t, Loc: l, values: make([]uint64, len(v.slots)), known: make([]bool, len(v.slots)),
		addrs: make([]uint64, len(v.objs))}
	env := &ir.Env{Addr: func(o *ir.Object) uint64 { return f.layout.Base[o.ID] }, FuncAddr: exec.FuncAddr}
	value := func(x ir.Expr) (uint64, bool) {
		if x == nil {
			return 0, true
		}
		return ir.EvalExpr(x, env)
	}
	for i, o := range v.objs {
		if o.Func == nil {
			s.addrs[i] = f.layout.Base[o.ID]
		}
	}
	for i, x := range v.slots {
		switch {
		case x.Var != nil && x.Var.Global:
			s.values[i], s.known[i] = value(x.Var.Init)
		case x.Var == nil && x.Obj.Func == nil && !x.Obj.Uninit:
			s.known[i] = true
			end := x.Off + int64(x.Type.Size())
			for _, it := range x.Obj.Init {
				switch size := int64(it.Val.Type().Size()); {
				case it.Off == x.Off && size == int64(x.Type.Size()) && it.Val.Type().Kind != ir.Float:
					s.values[i], s.known[i] = value(it.Val)
				case it.Off < end && x.Off < it.Off+size:
					s.known[i] = false
				}
			}
		}
	}
	return s
}

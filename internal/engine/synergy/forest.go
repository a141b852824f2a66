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

// This file has the forest F: tests that were run, and states that they reached. A state consists of a test, a
// location, a visit of the location, and the values there that predicates may read. For each test and location, F keeps
// the states of the first visits, of the last visit, and of some visits between them at growing intervals, so that
// memory does not grow with the length of runs. States that are not kept are found by running the test again
// (first.go).

// Limits.
const (
	firstVisits = 3   // first visits of a location by a test, all of which are kept
	mostStates  = 10  // states of a region
	mostKept    = 400 // states of a location that are kept
	fewSlots    = 24  // Add records each latest state of a location if it has at most this many values
)

// If a run takes at least the fuel longRun (rounds of loops), compiled code searches it first, which is nativeSpeed
// times as fast as the interpreter. The interpreter then searches it only if compiled code finds a state.
const (
	longRun     = 1 << 17
	nativeSpeed = 12
)

// Limits bounds a run.
type Limits struct {
	Fuel  uint64
	Reads int // number of inputs
}

// Test is a run of the program on given inputs.
type Test struct {
	ID      int
	Records []ir.Record // the inputs that are not 0
	Outcome exec.Outcome
	by      Limits   // the limits of the run
	fuel    uint64   // the fuel that the run took
	visits  []uint64 // number of visits, by location (Forest.place)
	kept    []uint64 // number of visits whose state is kept, by location
}

// State is the state of a run at a visit of a location (from 0).
type State struct {
	Test  *Test
	Loc   *ir.Loc
	Visit int
	When  int // number of arrivals at locations whose states are kept, up to this visit; 0 at the start of the run

	values []uint64 // by slot of the view
	known  []bool   // by slot: whether the value is known
	addrs  []uint64 // by object of the view
}

// view describes the values that F keeps of a state at a location.
type view struct {
	slots []vc.Slot
	names []*ir.Var          // names of the values after the slots: values at the entry, and the result (activation.go)
	regs  map[*ir.Var]int    // index of the slot or name of a register
	cells map[cell]int       // index of the slot of a cell
	objs  []*ir.Object       // the objects of the cells
	place map[*ir.Object]int // index of an object in objs
}

// cell is a memory cell: its object, offset and size in bytes.
type cell struct {
	obj  *ir.Object
	off  int64
	size int
}

// Forest is F: the tests and their states.
type Forest struct {
	prog   *ir.Program
	enc    *vc.Encoder // lists the slots of a location
	interp *exec.Interp
	layout *exec.Layout
	points *flow.Memo
	memory uint64
	jit    *exec.JIT // made for the first long run
	slow   bool      // the program cannot be compiled

	// first is, by function, the index of its first location. It is nil if there are no calls; only locations of the entry
	// function have an index in this case.
	first []int
	names map[*ir.Func]*named // by function: the names of values at its entry and of its result; nil without calls
	named map[*ir.Var]bool    // the set of all names in names

	Tests []*Test
	at    [][]*State // by location (place), oldest first
	views []*view    // by location; nil if not made yet
	wants []bool     // by location: whether its states are kept
	Runs  int        // number of runs of the interpreter
	Fuel  uint64     // the fuel that all runs took
}

// newForest returns an empty forest. It keeps states of the locations locs. Without frames, these must belong to the
// entry function. memory bounds the memory of a run, in bytes.
func newForest(ctx context.Context, p *ir.Program, enc *vc.Encoder, locs []*ir.Loc, frames vc.Frames, memo *flow.Memo,
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

// Close closes the interpreter and the compiled code.
func (f *Forest) Close() {
	f.interp.Close()
	if f.jit != nil {
		f.jit.Close()
	}
}

// view returns the view of l, and makes it on first use.
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

// state returns the present state of the machine env as a state of t at l. in is the running activation, nil in the
// entry function.
func (f *Forest) state(t *Test, l *ir.Loc, visit, when int, env exec.Env, in *activation) *State {
	v := f.view(l)
	n := len(v.slots) + len(v.names)
	s := &State{Test: t, Loc: l, values: make([]uint64, n), known: make([]bool, n), addrs: make([]uint64, len(v.objs))}
	f.renew(s, visit, when, env, in)
	return s
}

// renew overwrites s with the present state of the machine env, which is at a later visit of the same location.
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

// Holds evaluates x in s. ok is false if the value is not known.
func (f *Forest) Holds(s *State, x ir.Expr) (yes, ok bool) {
	bit, ok := f.Value(s, x)
	return bit != 0, ok
}

// Value evaluates x in s. ok is false if the value is not known.
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

// inputs returns the inputs of a run: the values in records, and 0 for each input without a record. The number of
// inputs is limited by most.
func (f *Forest) inputs(records []ir.Record, most int) exec.Inputs {
	return limited(exec.Chain(exec.FromRecords(f.prog, records), exec.Zeros()), most)
}

// limited returns the given inputs, cut after most inputs.
func limited(in exec.Inputs, most int) exec.Inputs {
	n := 0
	return exec.InputFunc(func(k ir.Key, s *ir.Site, t ir.Type) (uint64, bool) {
		if n++; n > most {
			return 0, false
		}
		return in.Next(k, s, t)
	})
}

// Reads runs the program on the given inputs, and returns the inputs that it reads. It returns nil if the run does not
// end within the limits.
func (f *Forest) Reads(ctx context.Context, in exec.Inputs, by Limits) []ir.Record {
	f.interp.SetFuel(by.Fuel)
	run, err := f.interp.Run(ctx, limited(in, by.Reads))
	if err != nil {
		return nil
	}
	f.Fuel += run.Fuel
	f.Runs++
	switch run.Outcome.Kind { // sound: tests that do not end soon are not used
	case exec.OutOfFuel, exec.NoInput, exec.Cancelled:
		return nil
	default:
		return run.Reads
	}
}

// Add runs a test to its end or its limits. It returns the test and the states that it keeps; Enter adds them to F.
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
	last := make([]*State, len(t.visits)) // by location: the state of the latest visit, if it has few values
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
	for _, r := range run.Reads { // inputs without a record are 0
		if r.Bits != 0 {
			t.Records = append(t.Records, r)
		}
	}
	more := false
	for k, n := range t.visits {
		more = more || n > t.kept[k] && last[k] == nil
	}
	if more {
		// For locations with more than fewSlots values, run the test again and keep the state of the last visit: at
		// this visit the run leaves its loops.
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

// Compile compiles the program for native runs, once. It reports whether that succeeded.
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

// Native runs the program on the given inputs as compiled code and keeps no states. It returns nil if the program
// cannot be compiled or run.
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

// Enter adds a test and its states to F.
func (f *Forest) Enter(t *Test, fresh []*State) {
	f.Tests = append(f.Tests, t)
	for _, s := range fresh {
		k := f.place(s.Loc)
		f.at[k] = append(f.at[k], s)
	}
}

// Before runs the test of s up to s. It calls arrive at the start of the run and at each visit of a location whose
// states are kept; the argument holds evaluates a condition in the state at this visit.
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
	_ = err // a run that ends early has no further arrivals
}

// turn returns the rank of s among the states of its test at a location: 0 for the first visit, 1 for the last, 2 for
// the others.
func (f *Forest) turn(s *State) int {
	switch {
	case s.Visit == 0:
		return 0
	case uint64(s.Visit) == s.Test.visits[f.place(s.Loc)]-1:
		return 1
	}
	return 2
}

// initial returns the state of t at the start of the run, where l is the entry of the program. The values of local
// registers and of uninitialised memory are not known.
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

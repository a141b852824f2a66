package synergy

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// This file follows runs to the states of the forest F (forest.go). If the program has calls left after inlining, runs
// are followed through calls as well. A state of a callee then also holds the values that parameters and global
// registers had when its activation was entered, under the names that vc.Frames gives them; a state at an exit also
// holds the result. So a state at an exit is a must summary of its function (P. Godefroid, A. V. Nori, S. K. Rajamani,
// S. D. Tetali: Compositional may-must program analysis, POPL 2010): some execution leads from these values at the
// entry to the values at the exit.

// activation is a call of a function that has not returned.
type activation struct {
	of     *named
	values []uint64 // by index of the name in named.of
	known  []bool   // by index of the name: whether the value is known
	began  int      // number of edges of the run up to the call
}

// named holds the names of a function that vc.Frames gives: one for the value of each parameter and global register at
// the entry, and if the function has a result, one for the result, which is the last.
type named struct {
	names  []*ir.Var
	params []int     // by index of the name: the index of the parameter whose entry value it names; -1 if there is none
	of     []*ir.Var // by index of the name: the register whose value at the entry it names; nil for the result
}

// value returns the value of a name in an activation. The value is unknown if v is not a name of the function or the
// activation is nil.
func (in *activation) value(v *ir.Var) (bits uint64, known bool) {
	if in != nil {
		for i, x := range in.of.names {
			if x == v {
				return in.values[i], in.known[i]
			}
		}
	}
	return 0, false
}

// places numbers the locations of all functions, beginning with the entry function. It returns, by Func.ID, the number
// of the first location of each function, and the number of locations in total.
func places(p *ir.Program) (first []int, n int) {
	first, n = make([]int, len(p.Funcs)), len(p.Entry.Locs)
	for _, f := range p.Funcs {
		if f != p.Entry {
			first[f.ID] = n
			n += len(f.Locs)
		}
	}
	return first, n
}

// place returns the index of a location in the slices of the forest that have an element for each location. If the
// program has no calls left, only locations of the entry function have an index.
func (f *Forest) place(l *ir.Loc) int {
	if f.first == nil {
		return l.ID
	}
	return f.first[l.Func.ID] + l.ID
}

// name records the names of values that states hold in addition to the registers of the program.
func (f *Forest) name(x vc.Frames) {
	f.names, f.named = map[*ir.Func]*named{}, map[*ir.Var]bool{}
	for _, fn := range f.prog.Funcs {
		n := &named{}
		add := func(was, of *ir.Var, param int) {
			if was != nil {
				n.names, n.of, n.params = append(n.names, was), append(n.of, of), append(n.params, param)
				f.named[was] = true
			}
		}
		for i, v := range fn.Params {
			add(x.Entered[fn][v], v, i)
		}
		for _, v := range f.prog.Globals {
			add(x.Entered[fn][v], v, -1)
		}
		add(x.Results[fn], nil, -1)
		f.names[fn] = n
	}
}

// addNames adds to v, the view of location l, the names of the values that states at l hold.
func (f *Forest) addNames(l *ir.Loc, v *view) {
	n := f.names[l.Func]
	if n == nil {
		return
	}
	for i, was := range n.names {
		if n.of[i] != nil || l == l.Func.Exit {
			v.regs[was] = len(v.slots) + len(v.names)
			v.names = append(v.names, was)
		}
	}
}

// live evaluates a Boolean expression in the present state of the machine, with the names of activation in. ok is false
// if the value is not defined or depends on a name whose value is unknown.
func (f *Forest) live(env exec.Env, in *activation, x ir.Expr) (yes, ok bool) {
	missing := false
	reg := env.Reg
	if f.first != nil {
		reg = func(v *ir.Var) uint64 {
			if !f.named[v] {
				return env.Reg(v)
			}
			bits, known := in.value(v)
			missing = missing || !known
			return bits
		}
	}
	bit, ok := evaluated(env, reg, x)
	return bit != 0, ok && !missing
}

// evaluated returns the value of x in the state env, where reg returns the values of registers.
func evaluated(env exec.Env, reg func(*ir.Var) uint64, x ir.Expr) (bits uint64, ok bool) {
	return ir.EvalExpr(x, &ir.Env{Reg: reg, Addr: env.Addr, FuncAddr: exec.FuncAddr,
		Load: func(addr uint64, t ir.Type) (uint64, bool) { return env.Mem(addr, t.Size()) }})
}

// walk runs the program on the inputs in records. It calls the function arrive whenever the run comes to a location
// whose states are kept, except at the start of the run.
func (f *Forest) walk(ctx context.Context, records []ir.Record, by Limits,
	arrive func(l *ir.Loc, env exec.Env, in *activation)) (*exec.Run, error) {
	return f.follow(ctx, records, by, nil, arrive)
}

// follow is like walk. In addition, if the program has calls left, it calls the function taken (unless it is nil)
// before each edge of the run.
func (f *Forest) follow(ctx context.Context, records []ir.Record, by Limits, taken func(*ir.Edge),
	arrive func(l *ir.Loc, env exec.Env, in *activation)) (*exec.Run, error) {
	f.interp.SetFuel(by.Fuel)
	if f.first == nil {
		entry := f.prog.Entry
		f.interp.Observe(func(e *ir.Edge, env exec.Env) {
			if e.To.Func == entry && f.wants[e.To.ID] {
				arrive(e.To, env, nil)
			}
		})
	} else {
		end := f.observe(taken, arrive)
		defer end()
	}
	defer f.interp.Observe(nil)
	run, err := f.interp.Run(ctx, f.inputs(records, by.Reads))
	if run != nil {
		f.Fuel += run.Fuel
	}
	f.Runs++
	return run, err
}

// observe sets the callbacks taken and arrive for later runs of the machine. The last argument of arrive is the running
// activation, nil for the entry function. It returns a function that removes the callbacks, except for the observer.
func (f *Forest) observe(taken func(*ir.Edge), arrive func(l *ir.Loc, env exec.Env, in *activation)) (end func()) {
	m := f.interp
	var stack []*activation // elements from depth on are for reuse
	depth, edges, called := 0, 0, false
	top := func() *activation {
		if depth == 0 {
			return nil
		}
		return stack[depth-1]
	}
	come := func(l *ir.Loc, env exec.Env) {
		if f.wants[f.place(l)] {
			arrive(l, env, top())
		}
	}
	m.Path(func(e *ir.Edge) {
		edges++
		if taken != nil {
			taken(e)
		}
		c, is := e.Stmt.(*ir.Call)
		if called = is; is {
			if depth == len(stack) {
				stack = append(stack, &activation{})
			}
			f.begin(stack[depth], c, m, edges)
			depth++
		}
	})
	m.Observe(func(e *ir.Edge, env exec.Env) {
		r, is := e.Stmt.(*ir.Return)
		if in := top(); is && in != nil {
			if i := len(in.of.names) - 1; i >= 0 && in.of.of[i] == nil && r.Val != nil {
				in.values[i], in.known[i] = evaluated(env, env.Reg, r.Val)
			}
		}
		if come(e.To, env); is && depth > 0 {
			depth--
		}
	})
	var entries []*ir.Loc
	for _, g := range f.prog.Funcs {
		if l := g.Entry; f.wants[f.place(l)] {
			entries = append(entries, l)
			m.Visit(l, func() {
				if called { // otherwise a jump leads back to the entry, and the observer reports the location
					come(l, m)
				}
			})
		}
	}
	return func() {
		m.Path(nil)
		for _, l := range entries {
			m.Visit(l, nil)
		}
	}
}

// begin initialises an activation for call c, which is about to be executed in state env as the given edge of the run.
func (f *Forest) begin(in *activation, c *ir.Call, env exec.Env, edges int) {
	n := f.names[c.Func]
	in.of, in.began = n, edges
	in.values, in.known = slices.Grow(in.values[:0], len(n.names))[:len(n.names)],
		slices.Grow(in.known[:0], len(n.names))[:len(n.names)]
	for i, v := range n.of {
		switch k := n.params[i]; {
		case k >= 0:
			in.values[i], in.known[i] = evaluated(env, env.Reg, c.Args[k])
		case v != nil:
			in.values[i], in.known[i] = env.Reg(v), true
		default:
			in.known[i] = false
		}
	}
}

// mostFollowed bounds the number of edges that Way records of a run.
const mostFollowed = 1 << 18

// Way returns the path of the run of s from the entry of its activation to s, which is a state at an exit. It returns
// nil if the number of edges of this path is greater than most, or if the run up to s has more than mostFollowed edges.
func (f *Forest) Way(ctx context.Context, s *State, most int) (way []*ir.Edge) {
	var edges []*ir.Edge
	when := 0
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	_, err := f.follow(within, s.Test.Records, s.Test.by, func(e *ir.Edge) {
		if edges = append(edges, e); len(edges) > mostFollowed {
			cancel()
		}
	}, func(_ *ir.Loc, _ exec.Env, in *activation) {
		if when++; when == s.When {
			if in != nil && len(edges) <= mostFollowed && len(edges)-in.began <= most {
				way = append(way, edges[in.began:]...)
			}
			cancel()
		}
	})
	_ = err // the callbacks have cancelled the run, or it failed and way is nil
	return way
}

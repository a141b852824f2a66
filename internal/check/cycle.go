package check

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// state reads everything on which the rest of a run without inputs depends, at a location of a function f. This
// function is the entry, or the entry calls it directly. The state consists of the registers of f, the global
// registers, the global objects, and the objects of f.
type state struct {
	prog *ir.Program
	f    *ir.Func
}

// newState returns a reader of states at locations of f. ok is false if the reader would miss a part of the states:
// objects of the entry (if f is another function), heap memory, or the provenance of pointers in memory.
func newState(p *ir.Program, f *ir.Func) (s *state, ok bool) {
	if len(p.Entry.Objects) > 0 && p.Entry != f {
		return nil, false
	}
	for _, g := range p.Funcs {
		for _, e := range g.Edges {
			switch st := e.Stmt.(type) {
			case *ir.Alloc:
				return nil, false
			case *ir.Store:
				if st.Val.Type().Kind == ir.Ptr {
					return nil, false
				}
			case *ir.Skip, *ir.Assign, *ir.Assume, *ir.Input, *ir.LoadStmt, *ir.Decl, *ir.End, *ir.Free, *ir.MemCopy, *ir.MemSet,
				*ir.MemHavoc, *ir.HavocAll, *ir.Call, *ir.Return, *ir.Math, *ir.Undefined: // write no pointers, except copies
			}
		}
	}
	return &state{prog: p, f: f}, true
}

// depth returns the number of activations while f runs.
func (s *state) depth() int {
	if s.f == s.prog.Entry {
		return 1
	}
	return 2
}

// read appends the state in env to dst, as bytes; ok is false if a register holds a pointer other than null.
func (s *state) read(dst []byte, env exec.Env) (all []byte, ok bool) {
	for _, vars := range [][]*ir.Var{s.f.Vars, s.prog.Globals} {
		for _, v := range vars {
			bits := env.Reg(v)
			if v.Type.Kind == ir.Ptr && bits != 0 {
				return dst, false
			}
			dst = binary.LittleEndian.AppendUint64(dst, bits)
		}
	}
	for _, objs := range [][]*ir.Object{s.prog.Objects, s.f.Objects} {
		for _, o := range objs {
			if o.Const && o.Func == nil { // a local constant gets its contents by stores
				continue
			}
			base := env.Addr(o) // 0 if o does not exist at present
			dst = binary.LittleEndian.AppendUint64(dst, base)
			if base == 0 {
				continue
			}
			for i := int64(0); i < o.Size; i++ {
				b, valid := env.Mem(base+uint64(i), 1)
				if !valid {
					dst = append(dst, 1, 0)
				} else {
					dst = append(dst, 0, byte(b))
				}
			}
		}
	}
	return dst, true
}

// cycle runs the program again in the interpreter, and compares the complete states at the visits c.N and c.M of the
// loop head. If they are equal, the run repeats itself for ever and reaches no error.
func cycle(ctx context.Context, t *verify.Task, obls []*ir.Obligation, c *verify.Cycle) Outcome {
	if c.Head == nil || c.N >= c.M {
		return refuted("malformed cycle")
	}
	if why := inexact(t.Program); why != "" {
		return undecided("%s", why)
	}
	st, ok := newState(t.Program, c.Head.Func)
	if !ok {
		return undecided("the program has state that cannot be compared")
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var visits uint64
	var first, second []byte
	good := true
	observe := func(e *ir.Edge, env exec.Env) {
		if first != nil && second == nil && env.Depth() < st.depth() {
			good = false // the activation ended: the second visit is in another one
		}
		if e.To != c.Head || second != nil || env.Depth() != st.depth() {
			return
		}
		if visits == c.N || visits == c.M {
			now, ok := st.read(nil, env)
			good = good && ok
			if visits == c.N {
				first = now
			} else {
				second = now
				stop()
			}
		}
		visits++
	}
	m, err := exec.NewInterp(t.Program, exec.Config{})
	if err != nil {
		return undecided("%s", verify.Said(err))
	}
	defer m.Close()
	m.Observe(observe)
	run, err := m.Run(ctx, exec.InputFunc(func(ir.Key, *ir.Site, ir.Type) (uint64, bool) { return 0, false }))
	if err != nil {
		return undecided("%s", verify.Said(err))
	}
	switch {
	case run.Outcome.Kind == exec.Violated && slices.Contains(obls, run.Outcome.Obligation):
		return refuted("the run violates the obligation at %s", run.Outcome.Pos)
	case second == nil:
		return undecided("visit %d of the loop head was not reached", c.M)
	case len(run.Reads) > 0 || run.Approx || run.Wild || run.Addr:
		return undecided("the run depends on inputs or addresses")
	case !good:
		return undecided("the loop head was visited in another activation")
	case string(first) != string(second):
		return refuted("the states at visits %d and %d differ", c.N, c.M)
	}
	return confirmed()
}

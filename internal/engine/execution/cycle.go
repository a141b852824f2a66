package execution

import (
	"context"
	"encoding/binary"
	"hash/maphash"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// findCycle runs a closed program in the interpreter and searches for a state that repeats at a loop head of the entry
// function, or of the only function that it calls (usually main). It uses Brent's algorithm: it keeps the state of the
// last visit whose number is a power of two, and compares each later state with this state. Here states are compared by
// 64-bit hashes; package check compares them in full. The result is nil if no state repeats within the fuel (0 for no
// limit), or if the context ends.
func findCycle(ctx context.Context, t *verify.Task, fuel uint64) (*verify.Cycle, error) {
	p := t.Program
	if hasHeap(p) {
		return nil, nil
	}
	heads := map[*ir.Loc]*uint64{} // visits so far
	for _, f := range []*ir.Func{p.Entry, calledByEntry(p)} {
		if f == nil || (f != p.Entry && len(p.Entry.Objects) > 0) {
			continue
		}
		for i, back := range exec.BackEdges(f) {
			if back {
				heads[f.Edges[i].To] = new(uint64)
			}
		}
	}
	if len(heads) == 0 {
		return nil, nil
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	b := brent{power: 1}
	h := hasher{prog: p, seed: maphash.MakeSeed()}
	var found *verify.Cycle
	m, err := exec.NewInterp(p, exec.Config{Fuel: fuel, Context: ctx, Points: t.Points()})
	if err != nil {
		return nil, err
	}
	defer m.Close()
	m.Observe(func(e *ir.Edge, env exec.Env) {
		n, ok := heads[e.To]
		if !ok || found != nil || env.Depth() != depthOf(p, e.To.Func) {
			return
		}
		if c := b.step(e.To, *n, h.state(e.To.Func, env)); c != nil {
			found = c
			stop()
		}
		*n++
	})
	run, err := m.Run(ctx, exec.InputFunc(func(ir.Key, *ir.Site, ir.Type) (uint64, bool) { return 0, false }))
	if err != nil || found == nil || len(run.Reads) > 0 || run.Approx || run.Wild || run.Addr {
		return nil, err
	}
	return found, nil
}

// depthOf returns the number of activations while f runs: the entry function is the first, and it calls f.
func depthOf(p *ir.Program, f *ir.Func) int {
	if f == p.Entry {
		return 1
	}
	return 2
}

// calledByEntry returns the only function that the synthetic entry calls. It returns nil if there are several, or none
// because of inlining.
func calledByEntry(p *ir.Program) *ir.Func {
	var f *ir.Func
	for _, e := range p.Entry.Edges {
		if c, ok := e.Stmt.(*ir.Call); ok {
			if f != nil && f != c.Func {
				return nil
			}
			f = c.Func
		}
	}
	return f
}

// hasHeap reports whether the program allocates memory.
func hasHeap(p *ir.Program) bool {
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if _, ok := e.Stmt.(*ir.Alloc); ok {
				return true
			}
		}
	}
	return false
}

// brent keeps one visit and compares later visits with it.
type brent struct {
	loc    *ir.Loc
	visit  uint64 // number of the visit of loc
	hash   uint64
	lambda uint64 // number of visits of any head since
	power  uint64 // value of lambda at which the visit is replaced
}

// step compares a visit with the kept one. It returns the cycle if the states are equal, else nil.
func (b *brent) step(l *ir.Loc, visit, hash uint64) *verify.Cycle {
	if b.loc == l && b.hash == hash {
		return &verify.Cycle{Head: l, N: b.visit, M: visit}
	}
	b.lambda++
	if b.loc == nil || b.lambda == b.power {
		*b = brent{loc: l, visit: visit, hash: hash, power: 2 * b.power}
	}
	return nil
}

// hasher computes hashes of states.
type hasher struct {
	prog *ir.Program
	seed maphash.Seed
	buf  []byte
}

// state returns a hash of the registers and objects that f can access.
func (h *hasher) state(f *ir.Func, env exec.Env) uint64 {
	b := h.buf[:0]
	for _, v := range f.Vars {
		b = binary.LittleEndian.AppendUint64(b, env.Reg(v))
	}
	for _, v := range h.prog.Globals {
		b = binary.LittleEndian.AppendUint64(b, env.Reg(v))
	}
	for _, objs := range [][]*ir.Object{h.prog.Objects, f.Objects} {
		for _, o := range objs {
			base := env.Addr(o)
			b = binary.LittleEndian.AppendUint64(b, base)
			for i := int64(0); base != 0 && !o.Const && i < o.Size; i++ {
				v, ok := env.Mem(base+uint64(i), 1)
				if !ok {
					v = 256
				}
				b = append(b, byte(v), byte(v>>8))
			}
		}
	}
	h.buf = b
	return maphash.Bytes(h.seed, b)
}

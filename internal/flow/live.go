package flow

import (
	"math/bits"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Live says which registers of a function, and which global registers, are
// live at a location: their value may be read before it is written. Backward
// dataflow over bit sets.
//
// Calls read the globals that the callee may read; nothing is taken to be
// written by them. At the exit of a function every global is live, except of the
// program's entry function.
//
// A function's row of bits has its registers, the global registers that it mentions or that its callees read, and one bit for all others, of which
// nothing in the function can tell one from another.
type Live struct {
	f       *ir.Func
	globals []*ir.Var
	number  map[*ir.Var]int // bits of the global registers that have one of their own
	words   int
	sets    [][]uint64 // by Loc.ID
}

// GlobalReads gives the global registers that a call of a function may read.
// Points has it (Of); Liveness with nil takes all of them.
type GlobalReads func(*ir.Func) []*ir.Var

// NewLive computes liveness of one function.
func NewLive(p *ir.Program, f *ir.Func, reads GlobalReads) *Live {
	l := &Live{f: f, globals: p.Globals, number: map[*ir.Var]int{}, sets: make([][]uint64, len(f.Locs))}
	l.findGlobals(reads)
	l.words = l.others()/64 + 1
	flat := make([]uint64, l.words*len(f.Locs))
	for i := range l.sets {
		l.sets[i] = flat[i*l.words : (i+1)*l.words]
	}
	if f != p.Entry {
		exit := l.sets[f.Exit.ID]
		for b := len(f.Vars); b <= l.others(); b++ {
			exit[b/64] |= 1 << (b % 64)
		}
	}
	w := &liveWork{l: l, reads: reads, queued: make([]bool, len(f.Locs)), tmp: make([]uint64, l.words)}
	w.run()
	return l
}

// findGlobals gives bits to the global registers that the function mentions or its callees read.
func (l *Live) findGlobals(reads GlobalReads) {
	own := func(v *ir.Var) {
		if _, ok := l.number[v]; !ok && v.Global {
			l.number[v] = len(l.f.Vars) + len(l.number)
		}
	}
	if len(l.globals) == 0 {
		return
	}
	for _, e := range l.f.Edges {
		if v := ir.Def(e.Stmt); v != nil {
			own(v)
		}
		ir.Uses(e.Stmt, own)
		if c, ok := e.Stmt.(*ir.Call); ok && reads != nil {
			for _, v := range reads(c.Func) {
				own(v)
			}
		}
	}
}

// others is the bit of all other global registers.
func (l *Live) others() int { return len(l.f.Vars) + len(l.number) }

func (l *Live) bit(v *ir.Var) int {
	if !v.Global {
		return v.ID
	}
	if b, ok := l.number[v]; ok {
		return b
	}
	return l.others()
}

func (l *Live) set(s []uint64, v *ir.Var)   { b := l.bit(v); s[b/64] |= 1 << (b % 64) }
func (l *Live) clear(s []uint64, v *ir.Var) { b := l.bit(v); s[b/64] &^= 1 << (b % 64) }

// At reports whether v is live at loc, before any of its edges.
func (l *Live) At(loc *ir.Loc, v *ir.Var) bool {
	b := l.bit(v)
	return l.sets[loc.ID][b/64]>>(b%64)&1 != 0
}

// Locals calls visit for each live register of the function at loc, by ID.
func (l *Live) Locals(loc *ir.Loc, visit func(*ir.Var)) {
	for i, w := range l.sets[loc.ID] {
		for w != 0 {
			b := i*64 + bits.TrailingZeros64(w)
			if b >= len(l.f.Vars) {
				return
			}
			visit(l.f.Vars[b])
			w &= w - 1
		}
	}
}

// Dying calls visit for each register that is not live behind e although it was before e, or e assigns it; behind the
// first edges of the function also for those that came with the call and were never live.
func (l *Live) Dying(e *ir.Edge, visit func(*ir.Var)) {
	from, after := l.sets[e.From.ID], l.sets[e.To.ID]
	global := false
	dies := func(i int) uint64 {
		w := from[i]
		if def := ir.Def(e.Stmt); def != nil && l.bit(def)/64 == i {
			w |= 1 << (l.bit(def) % 64)
		}
		if e.From == l.f.Entry {
			w |= l.brought(i)
		}
		return w &^ after[i]
	}
	for i := range from {
		for w := dies(i); w != 0; w &= w - 1 {
			if b := i*64 + bits.TrailingZeros64(w); b < len(l.f.Vars) {
				visit(l.f.Vars[b])
			} else {
				global = true
			}
		}
	}
	if !global {
		return
	}
	for _, v := range l.globals {
		if b := l.bit(v); dies(b/64)>>(b%64)&1 != 0 {
			visit(v)
		}
	}
}

// brought are the parameters and globals in word i of a set.
func (l *Live) brought(i int) (w uint64) {
	for b := i * 64; b < i*64+64 && b <= l.others(); b++ {
		if b < len(l.f.Params) || b >= len(l.f.Vars) {
			w |= 1 << (b % 64)
		}
	}
	return w
}

type liveWork struct {
	l      *Live
	reads  GlobalReads
	queued []bool
	work   []*ir.Loc
	tmp    []uint64
}

func (w *liveWork) run() {
	// Last first: ids go roughly along the control flow.
	for _, loc := range w.l.f.Locs {
		w.push(loc)
	}
	for len(w.work) > 0 {
		loc := w.work[len(w.work)-1]
		w.work = w.work[:len(w.work)-1]
		w.queued[loc.ID] = false
		set := w.l.sets[loc.ID]
		changed := false
		for _, e := range loc.Out {
			copy(w.tmp, w.l.sets[e.To.ID])
			w.edge(e)
			for i, x := range w.tmp {
				if set[i]|x != set[i] {
					set[i] |= x
					changed = true
				}
			}
		}
		if changed {
			for _, e := range loc.In {
				w.push(e.From)
			}
		}
	}
}

func (w *liveWork) push(loc *ir.Loc) {
	if !w.queued[loc.ID] {
		w.queued[loc.ID] = true
		w.work = append(w.work, loc)
	}
}

// edge turns tmp from after e to before e.
func (w *liveWork) edge(e *ir.Edge) {
	if v := ir.Def(e.Stmt); v != nil {
		w.l.clear(w.tmp, v)
	}
	ir.Uses(e.Stmt, func(v *ir.Var) { w.l.set(w.tmp, v) })
	c, ok := e.Stmt.(*ir.Call)
	switch {
	case !ok:
	case w.reads == nil: // all of them
		for b := len(w.l.f.Vars); b <= w.l.others(); b++ {
			w.tmp[b/64] |= 1 << (b % 64)
		}
	default:
		for _, v := range w.reads(c.Func) {
			w.l.set(w.tmp, v)
		}
	}
}

package triple

import (
	"encoding/binary"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// world visits the states of a program one by one, with the evaluation functions of package ir. It finds the truth
// without a solver.
type world struct {
	p     *ir.Program
	limit int
	// partial is set if not all successors or states were visited. The visited ones are real nevertheless.
	partial bool
	seen    map[string]bool
	work    []*point
	inputs  map[int]uint64       // the values of sites that are fixed
	depth   map[*ir.Loc]int      // locations whose visits are counted, up to one more than the given number
	over    map[*ir.Loc]bool     // locations that were visited more often
	entries map[*ir.Func][]entry // names of values at entries; the values follow the registers and the result
	visit   func(*point)
}

// point is a state: the registers of each activation, the global registers, and the bytes of the global objects in
// order.
type point struct {
	stack   []activation
	globals []uint64
	mem     []byte
	counts  map[*ir.Loc]int
}

// activation is an activation of a function, with its location and registers.
type activation struct {
	loc  *ir.Loc
	regs []uint64
	call *ir.Edge // the call that made it
}

// top returns the running activation.
func (a *point) top() *activation { return &a.stack[len(a.stack)-1] }

func (a *point) clone() *point {
	b := &point{globals: append([]uint64(nil), a.globals...), mem: append([]byte(nil), a.mem...)}
	for _, x := range a.stack {
		x.regs = append([]uint64(nil), x.regs...)
		b.stack = append(b.stack, x)
	}
	if a.counts != nil {
		b.counts = map[*ir.Loc]int{}
		for k, v := range a.counts {
			b.counts[k] = v
		}
	}
	return b
}

// key returns a string that identifies a state.
func (w *world) key(a *point) string {
	var b []byte
	put := func(v uint64) { b = binary.AppendUvarint(b, v) }
	for _, x := range a.stack {
		put(uint64(x.loc.Func.ID))
		put(uint64(x.loc.ID))
		for _, r := range x.regs {
			put(r)
		}
		if x.call != nil {
			put(uint64(x.call.ID))
		}
	}
	for _, r := range a.globals {
		put(r)
	}
	b = append(b, a.mem...)
	for _, f := range w.p.Funcs {
		for _, l := range f.Locs {
			if _, ok := w.depth[l]; ok {
				put(uint64(a.counts[l]))
			}
		}
	}
	return string(b)
}

// objectGap is the distance between the addresses of objects.
const objectGap = 4096

// base returns the address of an object.
func base(o *ir.Object) uint64 { return 0x10000 + uint64(o.ID)*objectGap }

// env returns the environment for expressions in a state.
func (a *point) env(w *world) *ir.Env {
	return &ir.Env{
		Reg: func(v *ir.Var) uint64 {
			if v.Global {
				return a.globals[v.ID]
			}
			return a.top().regs[v.ID]
		},
		Addr: base,
		Load: func(addr uint64, t ir.Type) (uint64, bool) {
			i, ok := w.place(addr, t.Size())
			if !ok {
				return 0, false
			}
			var v uint64
			for k := t.Size() - 1; k >= 0; k-- {
				v = v<<8 | uint64(a.mem[i+k])
			}
			return v, true
		},
	}
}

// place returns the index in mem of n bytes at an address; false if they are in no object.
func (w *world) place(addr uint64, n int) (int, bool) {
	at := 0
	for _, o := range w.p.Objects {
		if addr >= base(o) && addr < base(o)+objectGap && addr+uint64(n) <= base(o)+uint64(o.Size) {
			return at + int(addr-base(o)), true
		}
		at += int(o.Size)
	}
	return 0, false
}

// set assigns to a register.
func (a *point) set(v *ir.Var, x uint64) {
	if v.Global {
		a.globals[v.ID] = x
	} else {
		a.top().regs[v.ID] = x
	}
}

// eval returns the value of an expression in a state.
func (w *world) eval(a *point, e ir.Expr) uint64 {
	v, ok := ir.EvalExpr(e, a.env(w))
	if !ok {
		panic("no value: " + ir.ExprString(e))
	}
	return v
}

// values returns all values of a small type, and some values of a large one.
func (w *world) values(t ir.Type) (out []uint64) {
	if t.Bits > 4 {
		w.partial = true
		return []uint64{0, 1, 5, num.Mask(t.Bits)}
	}
	for v := uint64(0); v <= num.Mask(t.Bits); v++ {
		out = append(out, v)
	}
	return out
}

// explore visits all states, but at most limit.
func (w *world) explore() {
	w.seen = map[string]bool{}
	w.begin()
	for len(w.work) > 0 {
		a := w.work[len(w.work)-1]
		w.work = w.work[:len(w.work)-1]
		w.visit(a)
		for _, e := range a.top().loc.Out {
			w.step(a, e)
		}
	}
}

// begin adds the initial states.
func (w *world) begin() {
	first := &point{counts: map[*ir.Loc]int{}}
	for _, v := range w.p.Globals {
		x := uint64(0)
		if v.Init != nil {
			x, _ = ir.EvalExpr(v.Init, &ir.Env{})
		}
		first.globals = append(first.globals, x)
	}
	for _, o := range w.p.Objects {
		b := make([]byte, o.Size)
		for _, it := range o.Init {
			v, _ := ir.EvalExpr(it.Val, &ir.Env{})
			for k := range it.Val.Type().Size() {
				b[int(it.Off)+k] = byte(v >> (8 * k))
			}
		}
		first.mem = append(first.mem, b...)
	}
	for _, a := range w.enter(first, w.p.Entry, nil, nil) {
		w.add(a)
	}
}

// add puts a state into the work list, unless it was there before or is beyond a limit.
func (w *world) add(a *point) {
	l := a.top().loc
	if most, ok := w.depth[l]; ok {
		if a.counts[l]++; a.counts[l] > most {
			w.over[l] = true
			return
		}
	}
	k := w.key(a)
	if w.seen[k] {
		return
	}
	if len(w.seen) >= w.limit {
		w.partial = true
		return
	}
	w.seen[k] = true
	w.work = append(w.work, a)
}

// enter returns the states at the entry of f: all values of the registers other than parameters are possible.
func (w *world) enter(a *point, f *ir.Func, args []uint64, call *ir.Edge) []*point {
	a = a.clone()
	if len(a.stack) >= 6 {
		w.partial = true
		return nil
	}
	regs := append(append([]uint64(nil), args...), make([]uint64, len(f.Vars)-len(args))...)
	if names := w.entries[f]; len(names) > 0 {
		regs = append(regs, 0)
		for _, x := range names {
			if x.v.Global {
				regs = append(regs, a.globals[x.v.ID])
			} else {
				regs = append(regs, args[x.v.ID])
			}
		}
	}
	a.stack = append(a.stack, activation{loc: f.Entry, regs: regs, call: call})
	out := []*point{a}
	for i := len(args); i < len(f.Vars); i++ {
		var next []*point
		for _, x := range w.values(f.Vars[i].Type) {
			for _, b := range out {
				c := b.clone()
				c.top().regs[i] = x
				next = append(next, c)
			}
		}
		out = next
	}
	return out
}

// step adds the successors of a state along an edge.
func (w *world) step(a *point, e *ir.Edge) {
	go1 := func(b *point) {
		b.top().loc = e.To
		w.add(b)
	}
	each := func(v *ir.Var, xs []uint64) {
		for _, x := range xs {
			b := a.clone()
			b.set(v, x)
			go1(b)
		}
	}
	switch s := e.Stmt.(type) {
	case *ir.Skip:
		go1(a.clone())
	case *ir.Assign:
		each(s.Dst, []uint64{w.eval(a, s.Src)})
	case *ir.Assume:
		if w.eval(a, s.Cond) != 0 {
			go1(a.clone())
		}
	case *ir.Input:
		if x, ok := w.inputs[s.Site.ID]; ok {
			each(s.Dst, []uint64{x})
			return
		}
		each(s.Dst, w.values(s.Dst.Type))
	case *ir.LoadStmt:
		if x, ok := a.env(w).Load(w.eval(a, s.Addr), s.Dst.Type); ok {
			each(s.Dst, []uint64{x})
		} else {
			each(s.Dst, w.values(s.Dst.Type))
		}
	case *ir.Store:
		b := a.clone()
		i, ok := w.place(w.eval(a, s.Addr), s.Val.Type().Size())
		if ok && !w.p.Objects[0].Const {
			x := w.eval(a, s.Val)
			for k := range s.Val.Type().Size() {
				b.mem[i+k] = byte(x >> (8 * k))
			}
		}
		go1(b)
	case *ir.MemSet:
		b := a.clone()
		n := int(w.eval(a, s.N))
		if i, ok := w.place(w.eval(a, s.Dst), n); ok {
			for k := range n {
				b.mem[i+k] = byte(w.eval(a, s.Val))
			}
		}
		go1(b)
	case *ir.MemCopy:
		b := a.clone()
		n := int(w.eval(a, s.N))
		i, ok := w.place(w.eval(a, s.Dst), n)
		j, ok2 := w.place(w.eval(a, s.Src), n)
		if ok && ok2 {
			copy(b.mem[i:i+n], a.mem[j:j+n])
		}
		go1(b)
	case *ir.Call:
		var args []uint64
		for _, x := range s.Args {
			args = append(args, w.eval(a, x))
		}
		for _, b := range w.enter(a, s.Func, args, e) {
			w.add(b)
		}
	case *ir.Return:
		xs := []uint64{0}
		f := e.From.Func
		switch {
		case s.Val != nil:
			xs[0] = w.eval(a, s.Val)
		case f.Result.Kind != ir.None:
			xs = w.values(f.Result)
		}
		for _, x := range xs {
			b := a.clone()
			if len(b.stack) == 1 {
				go1(b)
				continue
			}
			call := b.top().call
			w.atExit(b, e.To, x)
			b.stack = b.stack[:len(b.stack)-1]
			if d := call.Stmt.(*ir.Call).Dst; d != nil {
				b.set(d, x)
			}
			b.top().loc = call.To
			w.add(b)
		}
	}
}

// atExit visits the state at a callee's exit, with the result after the registers.
func (w *world) atExit(a *point, exit *ir.Loc, result uint64) {
	b := a.clone()
	b.top().loc = exit
	if n := len(exit.Func.Vars); n < len(b.top().regs) {
		b.top().regs[n] = result
	} else {
		b.top().regs = append(b.top().regs, result)
	}
	w.visit(b)
}

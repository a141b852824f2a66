package absint

import (
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/pmap"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Key is the number of a register, of a function's returned value, or of a memory cell. ControlValues uses the same
// numbers.
type Key = int32

// Tracker projects states on registers and memory cells. Analyses whose precision is a set of variables use it.
type Tracker interface {
	Keep(s State, keep func(Key) bool) State // s without other keys, and without bytes that have no cell
	Knows(s State, w Key) bool               // s has a fact about w
	// Changed calls f for each key that has different values in s and t, with a hash of the value in t.
	Changed(s, t State, f func(Key, uint64))
	Drop(s State, ws []Key) State                 // s without its facts about ws
	Reads(s State, e *ir.Edge) []Key              // the keys that e reads in s
	Result(f *ir.Func) Key                        // the value that f returned
	Owner(w Key) *ir.Func                         // the function of a register or result; nil for globals and memory
	Term(w Key) ir.Expr                           // an ir.Ref, or an ir.Load at a constant address; nil if there is none
	KeyOf(f *ir.Func, x ir.Expr) (w Key, ok bool) // the key whose Term in f is x
}

// Keep implements Tracker. It first assigns 0 to kept cells that consist of zero bytes, since it drops the zero bytes.
func (a *tracker[E]) Keep(s State, keep func(Key) bool) State {
	if s == nil {
		return nil
	}
	t := a.take(s)
	t.mem.Each(func(k uint32, c *contents) bool {
		for _, d := range a.bind.slots[k].order {
			cell := a.bind.cellOf(d)
			if cell.off != everywhere && keep(int32(d)) && c.has(cell.off, cell.off+int64(cell.t.Size())) {
				t = a.zeroCell(t, d)
			}
		}
		return true
	})
	t.mem, t.texts = pmap.Hashed[*contents]{}, nil
	t = a.keepDims(t, func(d domain.Dim) bool { return a.bind.isExtent(d) || keep(int32(d)) })
	return a.give(t)
}

func (a *tracker[E]) Drop(s State, ws []Key) State {
	if s == nil || len(ws) == 0 {
		return s
	}
	t := a.take(s)
	for _, w := range ws {
		t = a.forget(t, domain.Dim(w))
	}
	return a.give(t)
}

func (a *tracker[E]) Knows(s State, w Key) bool {
	t, d := a.take(s), domain.Dim(w)
	if a.known(t, d) || !a.bind.isCell(d) {
		return a.known(t, d)
	}
	c := a.bind.cellOf(d)
	return c.off != everywhere && t.zeros(c.obj).has(c.off, c.off+int64(c.t.Size()))
}

// Changed implements Tracker, for domains that have hashes of values.
func (a *tracker[E]) Changed(s, t State, f func(Key, uint64)) {
	x, y := a.take(s), a.take(t)
	if l, ok := a.dom.Lattice.(differ[E]); ok {
		l.Changed(x.num, y.num, func(d domain.Dim, v uint64) { f(int32(d), v) })
	}
	x.ptr.Diff(y.ptr.Map, func(k uint32, p *pointer, _ bool, q *pointer, is bool) bool {
		if is && !p.equal(q) {
			f(int32(k), q.HashAt(k))
		}
		return true
	})
}

// differ is a domain that can enumerate the dimensions with different values in two elements, with hashes of the values
// in t.
type differ[E any] interface {
	Changed(s, t E, f func(domain.Dim, uint64))
}

// Reads implements Tracker. If e reads a scalar at a single address, Reads first makes a cell for this scalar, which
// gives it a key.
func (a *tracker[E]) Reads(s State, e *ir.Edge) (out []Key) {
	f := e.From.Func
	for _, x := range ir.StmtExprs(e.Stmt) {
		ir.Vars(x, func(v *ir.Var) { out = append(out, int32(a.bind.reg(f, v))) })
	}
	switch st := e.Stmt.(type) { // sound: other statements read only registers
	case *ir.LoadStmt:
		p := a.pointer(a.take(s), f, st.Addr)
		if p == nil {
			return out
		}
		n := int64(st.Dst.Type.Size())
		if at, ok := p.one(n); ok && !at.obj.fixed {
			a.bind.cell(at.obj, at.off, st.Dst.Type)
		}
		for _, t := range p.to {
			for _, d := range a.bind.in(t.obj) {
				if c := a.bind.cellOf(d); c.off == everywhere || c.off < t.hi+n && t.lo < c.off+int64(c.t.Size()) {
					out = append(out, int32(d))
				}
			}
		}
	case *ir.MemCopy:
		if p := a.pointer(a.take(s), f, st.Src); p != nil {
			for _, t := range p.to {
				for _, d := range a.bind.in(t.obj) {
					out = append(out, int32(d))
				}
			}
		}
	}
	return out
}

func (a *tracker[E]) Result(f *ir.Func) Key { return int32(a.bind.result(f)) }

// Owner implements Tracker.
func (a *tracker[E]) Owner(w Key) *ir.Func {
	switch {
	case w < a.bind.result0:
		return a.bind.owner[w]
	case w < a.bind.ghost0:
		return a.bind.prog.Funcs[w-a.bind.result0]
	}
	return nil
}

// Term implements Tracker. Summary cells and extents have no term.
func (a *tracker[E]) Term(w Key) ir.Expr {
	d := domain.Dim(w)
	if w < 0 || a.bind.isExtent(d) || a.bind.isCell(d) && a.bind.cellOf(d).off == everywhere {
		return nil
	}
	return a.writer.dim(d, nil)
}

// KeyOf implements Tracker. If a Load has no cell yet, it makes one.
func (a *tracker[E]) KeyOf(f *ir.Func, x ir.Expr) (Key, bool) {
	switch x := x.(type) { // sound: other expressions are not tracked
	case *ir.Ref:
		for g, v := range a.writer.names.Results {
			if v == x.Var {
				return int32(a.bind.result(g)), true
			}
		}
		if x.Var.Global || f != nil && x.Var.ID < len(f.Vars) && f.Vars[x.Var.ID] == x.Var {
			return int32(a.bind.reg(f, x.Var)), true
		}
	case *ir.Load:
		o, off, ok := a.addressOf(x.Addr)
		if ok && !o.fixed {
			return int32(a.bind.cell(o, off, x.T)), true
		}
	}
	return 0, false
}

// addressOf returns the object and the offset of addr. It recognises addresses in the form that the writer makes.
func (a *tracker[E]) addressOf(addr ir.Expr) (o *object, off int64, ok bool) {
	if add, is := addr.(*ir.PtrAdd); is {
		k, is := add.Index.(*ir.Const)
		if !is {
			return nil, 0, false
		}
		addr, off = add.P, int64(ir.EvalCast(ir.I64, k.T, k.Bits))*add.Scale
	}
	at, is := addr.(*ir.AddrOf)
	if !is {
		return nil, 0, false
	}
	if o = a.bind.byObj[at.Obj]; o != nil {
		return o, off, true
	}
	for e, made := range a.writer.names.Made {
		if made == at.Obj {
			return a.bind.byEdge[e], off, true
		}
	}
	return nil, 0, false
}

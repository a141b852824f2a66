package windows

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// evidence returns the states of all cuts as evidence.
func (r *run) evidence() *verify.Passed {
	ev := &verify.Passed{}
	for _, f := range r.prog.Funcs {
		for _, l := range f.Locs {
			switch {
			case !cut(l) || l.Kind == ir.Error || l.Kind == ir.Exit:
			case r.at[l] == nil:
				ev.Invariants = append(ev.Invariants, verify.Invariant{Loc: l, Expr: &ir.Const{T: ir.B}})
			default:
				for _, e := range r.parts(r.at[l]) {
					ev.Invariants = append(ev.Invariants, verify.Invariant{Loc: l, Expr: e})
				}
			}
		}
	}
	return ev
}

// writer finds names for symbols. The name of a symbol is an expression over registers and memory that has its value.
type writer struct {
	names map[int32]ir.Expr // by symbol: an expression with its value
	parts []ir.Expr         // the conjuncts
}

// parts returns the conjuncts of s: equations between expressions with the same value, accessible bytes, and
// conditions.
func (r *run) parts(s *state) []ir.Expr {
	w := &writer{names: map[int32]ir.Expr{}}
	made := map[int32]bool{}
	for _, v := range s.apps {
		made[v.sym] = true
	}
	regs := r.ordered(s.regs)
	for _, v := range regs {
		if x := s.regs[v]; !made[x.sym] {
			w.is(ir.NewRef(v), x)
		}
	}
	apps, cells := slices.Clone(sortedApps(s)), sortedCells(s)
	closure := func() {
		for more := true; more; {
			n := len(w.names)
			apps = slices.DeleteFunc(apps, func(k appOf) bool {
				if w.names[k.v.sym] != nil {
					return true
				}
				e := w.app(k.app)
				if e == nil || size(e) > largest {
					return false
				}
				w.is(e, k.v)
				return true
			})
			cells = slices.DeleteFunc(cells, func(k cell) bool {
				addr := w.at(k.addr)
				if addr == nil || size(addr) > largest {
					return false
				}
				w.is(&ir.Load{T: k.t, Addr: addr}, s.cells[k].v)
				return true
			})
			more = len(w.names) > n
		}
	}
	closure()
	for _, v := range regs { // relate registers to expressions with the same symbol
		if x := s.regs[v]; made[x.sym] {
			w.is(ir.NewRef(v), x)
		}
	}
	closure()
	for id := int32(1); id <= s.next; id++ {
		e := w.names[id]
		if e == nil {
			continue
		}
		if x, ok := s.extents[id]; ok {
			w.extent(ir.Readable, e, x.read)
			w.extent(ir.Writable, e, x.write)
		}
		if is, ok := s.truth[id]; ok {
			if !is {
				e = &ir.Unary{Op: ir.LNot, X: e}
			}
			w.parts = append(w.parts, e)
		}
	}
	return w.parts
}

// is records that e has the value v: if the symbol of v has no name, e becomes its name, else is adds an equation.
func (w *writer) is(e ir.Expr, v val) {
	if w.names[v.sym] == nil {
		if v.off != 0 {
			e = shifted(e, -v.off)
		}
		w.names[v.sym] = e
		return
	}
	if y := w.at(v); y != nil && y.Type() == e.Type() && e.Type().Kind != ir.Float && !ir.Equal(e, y) {
		w.parts = append(w.parts, ir.NewBinary(ir.Eq, e, y))
	}
}

// at returns an expression with the value v, nil if the symbol of v has no name.
func (w *writer) at(v val) ir.Expr {
	e := w.names[v.sym]
	if e == nil || v.off == 0 {
		return e
	}
	return shifted(e, v.off)
}

// shifted returns the pointer e + by, where by is in bytes.
func shifted(e ir.Expr, by int64) ir.Expr {
	if add, ok := e.(*ir.PtrAdd); ok && add.Scale == 1 {
		if n, ok := constant(add.Index); ok {
			if n += by; n == 0 {
				return add.P
			}
			return &ir.PtrAdd{P: add.P, Index: ir.NewConst(ir.I64, n), Scale: 1}
		}
	}
	return &ir.PtrAdd{P: e, Index: ir.NewConst(ir.I64, by), Scale: 1}
}

// app returns the expression k over the names of its operands, nil if an operand has no name.
func (w *writer) app(k app) ir.Expr {
	var x, y ir.Expr
	if k.a.sym != 0 {
		if x = w.at(k.a); x == nil {
			return nil
		}
	}
	if k.b.sym != 0 {
		if y = w.at(k.b); y == nil {
			return nil
		}
	}
	switch op := k.op & 0xff; k.op &^ 0xff {
	case opConst:
		return &ir.Const{T: k.t, Bits: uint64(k.x)}
	case opAddr:
		return &ir.AddrOf{Obj: k.p.(*ir.Object), T: k.t}
	case opFunc:
		return &ir.FuncAddr{Func: k.p.(*ir.Func), T: k.t}
	case opUnary:
		return &ir.Unary{Op: ir.UnOp(op), X: x}
	case opBinary:
		return &ir.Binary{Op: ir.BinOp(op), X: x, Y: y}
	case opCast:
		return &ir.Cast{T: k.t, X: x}
	case opAdd:
		return &ir.PtrAdd{P: x, Index: y, Scale: k.x}
	case opDiff:
		return &ir.PtrDiff{P: x, Q: y}
	case opOverflows:
		return &ir.Overflows{Op: ir.BinOp(op), X: x, Y: y}
	case opValid:
		return &ir.Valid{What: ir.Question(op), Addr: x, N: y}
	}
	return nil
}

// extent adds the condition that the bytes s around e are accessible.
func (w *writer) extent(q ir.Question, e ir.Expr, s offsets) {
	if s.empty() || e.Type().Kind != ir.Ptr {
		return
	}
	if s.lo != 0 {
		e = shifted(e, s.lo)
	}
	w.parts = append(w.parts, &ir.Valid{What: q, Addr: e, N: ir.NewConst(ir.U64, s.hi-s.lo)})
}

// largest bounds the size of names.
const largest = 20

// size returns the number of nodes of e, but at most largest + 1.
func size(e ir.Expr) (n int) {
	ir.Walk(e, func(ir.Expr) bool {
		n++
		return n <= largest
	})
	return n
}

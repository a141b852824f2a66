package symex

import (
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// maxCells bounds the cells that one MemCopy or MemSet changes one by one.
const maxCells = 4096

// bulk executes a MemCopy or MemSet cell by cell. If the path does not determine an address or the length, it takes the
// value of the run and adds to valid the condition that it has this value. probes has the cells whose new contents must
// be taken from the run as well. next is nil if the operation cannot be executed cell by cell.
func (w *walker) bulk(e *ir.Edge, env exec.Env) (next *vc.State, probes []probe, valid *term.Term) {
	x, n := w.x, w.node
	s := n.state
	valid = x.c.True()
	var dst, src, length ir.Expr
	set, isSet := e.Stmt.(*ir.MemSet)
	if isSet {
		dst, length = set.Dst, set.N
	} else {
		cp := e.Stmt.(*ir.MemCopy)
		dst, src, length = cp.Dst, cp.Src, cp.N
	}
	k, ok := w.number(length, env, &valid)
	if !ok || k > 1<<20 {
		return nil, nil, valid
	}
	if k == 0 {
		return s, nil, valid
	}
	to, doff, ok := w.pointer(dst, env, &valid)
	if !ok {
		return nil, nil, valid
	}
	cells, ok := x.enc.Cells(to, doff, int64(k), maxCells)
	if !ok {
		return nil, nil, valid
	}
	inside := func(c vc.Cell) bool { return c.Off >= doff && c.Off+int64(c.Type.Size()) <= doff+int64(k) }
	vals := make([]*vc.Value, len(cells))
	hints := func(s *vc.State) *vc.State { return s }
	if isSet {
		b := x.enc.Expr(s, set.Val)
		for i, c := range cells {
			if inside(c) && b.T != nil && x.isPlain(b.T) {
				vals[i] = x.splat(c.Type, b.T)
			}
		}
	} else {
		from, soff, ok := w.pointer(src, env, &valid)
		if !ok {
			return nil, nil, valid
		}
		hints = func(after *vc.State) *vc.State { return x.enc.CopyHints(after, to, doff, s, from, soff, int64(k)) }
		for i, c := range cells {
			at := vc.Cell{Off: c.Off - doff + soff, Type: c.Type}
			if inside(c) && x.enc.HasCell(from, at) {
				if v := x.enc.ReadCell(s, from, at); x.plainValue(v) {
					vals[i] = v
				}
			}
		}
	}
	next = s
	for i, c := range cells {
		if vals[i] != nil {
			next = x.enc.WriteCell(next, to, c, vals[i])
			continue
		}
		probes = append(probes, probe{to, c})
	}
	return hints(next), probes, valid
}

// pin ends the stretch before a bulk operation whose addresses or length the path does not determine. The new branch
// has two arcs: one with the condition here, for the addresses and the length of this run, and one for all other
// addresses and lengths. pin returns false if the addresses or the length are not known.
func (w *walker) pin(e *ir.Edge, here *term.Term, env exec.Env) bool {
	key, ok := w.addressDigest(e, env)
	if !ok {
		return false
	}
	n := w.node
	n.Kind, n.Loc, n.Edges, n.pins = Branch, e.From, w.edges, true
	n.Arcs = []Arc{{Edge: e, Value: key, cond: here}, {Edge: e, cond: w.x.c.Not(here)}}
	w.build = false
	w.pinned(e, env)
	return true
}

// pinned follows an arc of a branch that pin made, and then executes the bulk operation.
func (w *walker) pinned(e *ir.Edge, env exec.Env) {
	n := w.node
	key, ok := w.addressDigest(e, env)
	if !ok || n.Arcs[0].Edge != e {
		w.lose("the run leaves its path without a branch")
		return
	}
	a := &n.Arcs[0]
	if key != a.Value {
		a = &n.Arcs[1]
	}
	if a.Infeasible {
		w.x.Contradictions++
		w.lose("the run takes a branch that its path excludes")
		return
	}
	fresh := a.Child == nil
	w.follow(n, a, n.state)
	if fresh {
		a.Child.conds = append(a.Child.conds, a.cond)
	}
	w.edges--
	w.step(e, env)
}

// addressDigest returns a digest of the addresses and the length of a bulk operation in the run; ok is false if they
// are not known.
func (w *walker) addressDigest(e *ir.Edge, env exec.Env) (key uint64, ok bool) {
	var at []ir.Expr
	var length ir.Expr
	switch s := e.Stmt.(type) { // sound: other statements are not pinned
	case *ir.MemSet:
		at, length = []ir.Expr{s.Dst}, s.N
	case *ir.MemCopy:
		at, length = []ir.Expr{s.Dst, s.Src}, s.N
	default:
		return 0, false
	}
	if key, ok = w.eval(length, env); !ok || key == 0 {
		return key, ok
	}
	for _, x := range at {
		b, ok := w.eval(x, env)
		inst, off, found := w.find(b)
		if !ok || !found {
			return 0, false
		}
		for _, y := range []uint64{uint64(inst), uint64(off)} {
			key = (key ^ y) * 1099511628211
		}
	}
	return key, true
}

// splat returns a value of type t whose bytes are all equal to the low byte of b; nil if no term expresses it.
func (x *Explorer) splat(t ir.Type, b *term.Term) *vc.Value {
	c := x.c
	if t.Kind == ir.Bool {
		return nil
	}
	low := b
	if b.Sort().Bits > 8 {
		low = c.BVExtract(7, 0, b)
	}
	w := low
	for range t.Size() - 1 {
		w = c.BVConcat(w, low)
	}
	switch t.Kind { // sound: integers follow
	case ir.Ptr:
		if v, ok := w.Bits(); ok && v == 0 {
			return x.enc.Literal(t, 0)
		}
		return nil
	case ir.Float:
		return &vc.Value{T: c.FPOfBits(w)}
	}
	return &vc.Value{T: w}
}

// number returns the value of an integer expression in the run. If the path does not determine it, the condition that
// it has this value is added to *valid. The result is false if the value is not known.
func (w *walker) number(e ir.Expr, env exec.Env, valid **term.Term) (uint64, bool) {
	v := w.x.enc.Expr(w.node.state, e)
	if b, ok := v.T.Bits(); ok {
		return b, true
	}
	b, ok := w.eval(e, env)
	if !ok || !w.x.isPlain(v.T) {
		return 0, false
	}
	*valid = w.x.c.And(*valid, w.x.c.Eq(v.T, w.x.enc.Literal(e.Type(), b).T))
	return b, true
}

// pointer is like number, for a pointer: it returns the instance and the offset to which the pointer leads.
func (w *walker) pointer(e ir.Expr, env exec.Env, valid **term.Term) (inst int, off int64, ok bool) {
	x := w.x
	v := x.enc.Expr(w.node.state, e)
	if inst, off, ok = x.enc.Resolve(v); ok {
		return inst, off, inst > 1
	}
	b, ok := w.eval(e, env)
	if !ok || !x.plainValue(v) {
		return 0, 0, false
	}
	if inst, off, ok = w.find(b); !ok {
		return 0, 0, false
	}
	p := x.enc.PointerTo(inst, off)
	*valid = x.c.And(*valid, x.c.Eq(v.Obj, p.Obj), x.c.Eq(v.T, p.T))
	return inst, off, true
}

// eval returns the value of an expression in the run; the result is false if it has none.
func (w *walker) eval(e ir.Expr, env exec.Env) (uint64, bool) {
	return ir.EvalExpr(e, &ir.Env{Reg: env.Reg, Addr: env.Addr, FuncAddr: exec.FuncAddr})
}

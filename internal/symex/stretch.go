package symex

import (
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// This file follows runs over quiet edges (untouched.go), which the interpreter does not report. The values that quiet
// edges have written enter the symbolic state before an edge that reads them, before a call, and at a place.

// synced has the cells of an object, and the values that the symbolic state already has for them.
type synced struct {
	cells []vc.Cell
	bits  []uint64 // by cell: the value in the state
	known []bool   // by cell: whether bits has a value
}

// before is called for each edge that is not quiet, before its statement is executed.
func (w *walker) before(e *ir.Edge) {
	if w.stop {
		return
	}
	env := w.x.interp
	if w.quiet != nil && w.at != e.From && w.at.Func == e.From.Func {
		w.at = e.From
	}
	if w.at != e.From {
		w.lose("the run is not where it should be")
		return
	}
	call, isCall := e.Stmt.(*ir.Call)
	if w.quiet != nil && (w.build || w.pos == len(w.node.steps) && w.node.Kind == Open) {
		switch {
		case isCall: // the interpreter does not show the caller's registers until the call returns
			w.enterAll(e.From, env)
		case len(e.From.Out) > 1:
			for _, o := range e.From.Out {
				w.enterUses(o, env)
			}
		default:
			w.enterUses(e, env)
		}
		for _, t := range w.quiet.loads[e] {
			w.enterCells(t, env)
		}
	}
	if !isCall {
		return
	}
	if w.step(e, env); w.stop {
		return
	}
	w.calls = append(w.calls, e)
	w.at = call.Func.Entry
}

// after is called for each edge that is not quiet, after its statement was executed.
func (w *walker) after(e *ir.Edge, env exec.Env) {
	if w.quiet == nil || w.stop {
		return
	}
	// A call needs no values here: the caller's values entered before the call, and the values of the called function
	// enter during the call.
	if _, call := e.Stmt.(*ir.Call); w.build && !call {
		for _, v := range w.quiet.enter[e] {
			w.enterReg(v, env)
		}
	}
	switch s := e.Stmt.(type) { // sound: other statements end no object, and write to no object with synced cells
	case *ir.Return:
		for _, o := range e.From.Func.Objects {
			delete(w.locals, o)
		}
	case *ir.End:
		delete(w.locals, s.Obj)
	case *ir.Store, *ir.MemSet:
		for _, t := range w.quiet.points.Writes(e) {
			if id, _, ok := w.instance(t); ok {
				delete(w.synced, id)
			}
		}
	}
}

// enterUses enters the registers that an edge reads and that do not depend on inputs.
func (w *walker) enterUses(e *ir.Edge, env exec.Env) {
	at := w.quiet.at[e.From.Func.ID][e.From.ID]
	if at == nil {
		return
	}
	ir.Uses(e.Stmt, func(v *ir.Var) {
		if !at.has(w.quiet.bit(e.From.Func, v)) {
			w.enterReg(v, env)
		}
	})
}

// enterAll enters all registers that do not depend on inputs at a location.
func (w *walker) enterAll(l *ir.Loc, env exec.Env) {
	for _, v := range w.quiet.registers(l) {
		w.enterReg(v, env)
	}
}

// enterReg sets a register of the symbolic state to its value in the run.
func (w *walker) enterReg(v *ir.Var, env exec.Env) {
	x, n := w.x, w.node
	bits := env.Reg(v)
	if v.Type.Kind != ir.Ptr {
		if have := x.enc.Reg(n.state, v); have != nil && have.T != nil {
			if b, ok := vc.BitsOf(v.Type, have.T); ok && b == bits {
				return
			}
		}
		n.state = x.enc.WithReg(n.state, v, x.enc.Literal(v.Type, bits))
		return
	}
	val := x.enc.Literal(v.Type, bits)
	if base, ok := x.interp.Origin(v); ok {
		inst, off, found := w.find(base)
		if !found || off != 0 {
			w.lose("a pointer to an object that is not known")
			return
		}
		val = x.enc.PointerTo(inst, int64(bits-base))
	} else if bits != 0 {
		n.Exact, n.General = false, false
	}
	n.state = x.enc.WithReg(n.state, v, val)
}

// instance returns the current instance of an object and its address in the run; ok is false if it has none.
func (w *walker) instance(t *flow.Target) (id int, addr uint64, ok bool) {
	if t.Kind == flow.GlobalObj {
		return w.x.enc.StaticInstance(t.Obj), w.x.bases[t.Obj.ID], true
	}
	o, ok := w.locals[t.Obj]
	return o.inst, o.addr, ok
}

// enterCells sets the cells of an object in the symbolic state to their values in the run.
func (w *walker) enterCells(t *flow.Target, env exec.Env) {
	id, addr, ok := w.instance(t)
	if !ok {
		return
	}
	x, n := w.x, w.node
	s := w.synced[id]
	if s == nil {
		cells, ok := x.enc.Cells(id, 0, t.Size, maxQuiet)
		if !ok {
			w.lose("an object of unknown places")
			return
		}
		s = &synced{cells, make([]uint64, len(cells)), make([]bool, len(cells))}
		w.synced[id] = s
	}
	for i, c := range s.cells {
		bits, ok := env.Mem(addr+uint64(c.Off), c.Type.Size())
		if !ok || s.known[i] && s.bits[i] == bits {
			continue
		}
		if !s.known[i] {
			if have := x.enc.ReadCell(n.state, id, c); have != nil && have.T != nil {
				if b, ok := vc.BitsOf(c.Type, have.T); ok && b == bits {
					s.bits[i], s.known[i] = bits, true
					continue
				}
			}
		}
		s.bits[i], s.known[i] = bits, true
		n.state = x.enc.WriteCell(n.state, id, c, x.enc.Literal(c.Type, bits))
	}
}

// enterPlace enters all values written by quiet edges that the program may read from a location on.
func (w *walker) enterPlace(l *ir.Loc, env exec.Env) {
	if w.quiet == nil {
		return
	}
	w.enterAll(l, env)
	for _, t := range w.quiet.cells {
		w.enterCells(t, env)
	}
}

// guarded is a source of inputs that calls read when a run reads the uninitialised contents of a watched object. The
// analysis assumes that such objects are written before they are read.
type guarded struct {
	exec.Inputs
	watch map[int]*ir.Object // by Site.ID
	read  func(*ir.Object)
}

// Next implements exec.Inputs.
func (g guarded) Next(k ir.Key, s *ir.Site, t ir.Type) (uint64, bool) {
	if o := g.watch[k.Site]; o != nil && exec.IsBytes(s, k.Off) {
		g.read(o)
	}
	return g.Inputs.Next(k, s, t)
}

// Place implements exec.Placed.
func (g guarded) Place(k ir.Key, t ir.Type) ir.Place {
	if p, ok := g.Inputs.(exec.Placed); ok {
		return p.Place(k, t)
	}
	return ir.Place{}
}

// setQuiet makes the quiet edges of u the quiet edges of the interpreter. If u is nil, the interpreter has no quiet
// edges.
func (x *Explorer) setQuiet(u *quietEdges) {
	if x.presentQuiet == u {
		return
	}
	x.presentQuiet = u
	if u == nil {
		x.interp.Quiet(nil)
		return
	}
	x.interp.Quiet(func(e *ir.Edge) bool { return u.quiet[e.From.Func.ID][e.ID] })
}

// quietEdges returns the quiet edges for walks to places, given the objects that walks have read before they were
// written. It returns nil if there are none, or if every edge is to be followed.
func (x *Explorer) quietEdges() *quietEdges {
	if x.opt.Each {
		return nil
	}
	if x.lines == nil {
		x.lines = findUntouched(x.Prog, x.points, x.bare, x.open, false)
	}
	if !x.lines.some {
		return nil
	}
	return x.lines
}

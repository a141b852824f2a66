package bmc

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// This file has candidates about pointers that walk through an object, such as
//
//	for (i = 0; i + 2 < n; i += 3) { *out++ = ...; *out++ = ...; *out++ = ...; *out++ = ...; }     3*(out - text) == 4*i
//
// They are about counters: integer registers, and the offsets of pointers in their objects. The edges of the loop give
// the steps of two counters in a round, here (3, 4). The line through the origin in the direction of a step gives
// candidates for linear relations. Relations among variables of loops: M. Karr, Affine relationships among variables
// of a program, Acta Informatica 6, 1976; P. Cousot, N. Halbwachs, Automatic discovery of linear restraints among
// variables of a program, POPL 1978. Deviation: guesses from paths instead of a fixpoint; Houdini drops the false ones.

// Limits of the candidates about walks.
const (
	maxCounters   = 16   // counters of a location
	maxSteps      = 2000 // states of the search for the steps of two counters
	maxStep       = 64   // largest step
	maxDirections = 6    // directions of two counters
	maxConditions = 40   // conditions of the program at a location
	maxBack       = 24   // edges before a loop in which the first value of a counter is searched
)

// counter is an integer register, or the offset of a pointer in its object.
type counter struct {
	v    *ir.Var
	x    ir.Expr // the value, a signed number of the address width
	base ir.Expr // a pointer: the beginning of its object
	unit int64   // a pointer: its smallest step
}

// walks are the counters of a loop head.
type walks struct {
	e     *vc.Encoder
	o     orders
	l     *ir.Loc
	all   []*counter
	steps map[*counter][]step // of a single counter, as in step.x; nil if it is set in another way
}

// step is what a round of the loop adds to two counters.
type step struct{ x, y int64 }

// walking returns candidates about the pointers that are live at the loop head l and move through an object, and about
// registers of which some move by more than one.
func walking(e *vc.Encoder, o orders, l *ir.Loc) []ir.Expr {
	w := &walks{e: e, o: o, l: l, steps: map[*counter][]step{}}
	w.pointers()
	ot := ir.Type{Kind: ir.Int, Bits: e.Prog.Model.Ptr().Bits, Signed: true}
	for _, v := range liveInts(e, l) {
		if len(w.all) < maxCounters {
			w.all = append(w.all, &counter{v: v, x: ir.NewCast(ot, ir.NewRef(v))})
		}
	}
	for _, c := range w.all {
		w.steps[c] = w.rounds(c, c)
		for _, s := range w.steps[c] {
			if d := max(s.x, -s.x); d > 0 && (c.unit == 0 || d < c.unit) {
				c.unit = d
			}
		}
	}
	if !slices.ContainsFunc(w.all, func(c *counter) bool { return c.base != nil || c.unit > 1 }) {
		return nil // kind and guess have candidates for such counters
	}
	var out []ir.Expr
	for i, c := range w.all {
		if c.base != nil {
			out = append(out, w.places(c)...)
		}
		for _, d := range w.all[i+1:] {
			if c.base == nil && d.base == nil && c.v.Type == d.v.Type && !w.moves(c) && !w.moves(d) {
				continue
			}
			out = append(out, w.relations(c, d)...)
		}
	}
	return out
}

// conditions returns the conditions of the program's branches over integer registers that are live at l: bounds of
// inputs, such as n <= 90, that no round changes.
func conditions(e *vc.Encoder, l *ir.Loc) []ir.Expr {
	live := e.Live(l.Func)
	var out []ir.Expr
	for _, ed := range l.Func.Edges {
		a, ok := ed.Stmt.(*ir.Assume)
		if !ok || !ofNumbers(a.Cond) || len(out) >= maxConditions {
			continue
		}
		known := true
		ir.Walk(a.Cond, func(x ir.Expr) bool {
			r, ok := x.(*ir.Ref)
			known = known && (!ok || r.Var.Global || live.At(l, r.Var))
			return known
		})
		if known {
			out = append(out, a.Cond)
		}
	}
	return out
}

// pointers adds the counters of pointers.
func (w *walks) pointers() {
	live := w.e.Live(w.l.Func)
	for _, v := range w.l.Func.Vars {
		if v.Type.Kind != ir.Ptr || !live.At(w.l, v) || len(w.all) >= maxCounters/2 {
			continue
		}
		places := w.e.Points().Reg(v)
		t := single(places)
		if t == nil || len(places) == 1 && places[0].Stride == 0 {
			continue
		}
		if base := w.base(t, v); base != nil {
			w.all = append(w.all, &counter{v: v, x: &ir.PtrDiff{P: ir.NewRef(v), Q: base}, base: base})
		}
	}
}

// single returns the only target of places; nil if they have several.
func single(places []flow.Address) *flow.Target {
	if len(places) == 0 || slices.ContainsFunc(places, func(p flow.Address) bool { return p.Target != places[0].Target }) {
		return nil
	}
	return places[0].Target
}

// base returns an expression for the beginning of t, to which v leads; nil if there is none.
func (w *walks) base(t *flow.Target, v *ir.Var) ir.Expr {
	switch t.Kind { // sound: no candidate
	case flow.GlobalObj, flow.LocalObj:
		if t.Obj.Func == nil || t.Obj.Func == w.l.Func {
			return &ir.AddrOf{Obj: t.Obj, T: v.Type}
		}
	case flow.AllocObj:
		if !w.e.Prog.Once(t.Edge) {
			return nil
		}
		live := w.e.Live(w.l.Func)
		for _, u := range w.l.Func.Vars {
			if u.Type == v.Type && live.At(w.l, u) {
				if pl := w.e.Points().Reg(u); len(pl) == 1 && pl[0] == (flow.Address{Target: t}) {
					return ir.NewRef(u)
				}
			}
		}
	}
	return nil
}

// places returns candidates about the place of the pointer c in its object.
func (w *walks) places(c *counter) []ir.Expr {
	p := ir.NewRef(c.v)
	what := ir.Writable
	if t := single(w.e.Points().Reg(c.v)); t.Obj != nil && t.Obj.Const {
		what = ir.Readable
	}
	one := ir.Type{Kind: ir.Int, Bits: c.x.Type().Bits}
	out := []ir.Expr{
		&ir.Valid{What: ir.Same, Addr: p, N: c.base},
		ir.NewBinary(ir.Le, ir.NewConst(c.x.Type(), 0), c.x),
		&ir.Valid{What: what, Addr: c.base, N: c.x},
		&ir.Valid{What: what, Addr: p, N: ir.NewConst(one, 1)},
	}
	for i, d := range w.all { // bytes that are left
		for _, f := range w.all[:i] {
			if d.base == nil || f.base == nil || d.base == c.base || ir.ExprString(d.base) != ir.ExprString(f.base) {
				continue
			}
			for _, x := range []ir.Expr{ir.NewBinary(ir.Sub, d.x, f.x), ir.NewBinary(ir.Sub, f.x, d.x)} {
				if g := max(d.unit, f.unit); g > 1 {
					x = ir.NewBinary(ir.Div, x, ir.NewConst(x.Type(), g))
				}
				more := ir.NewBinary(ir.Add, x, ir.NewConst(x.Type(), 1))
				out = append(out, &ir.Valid{What: what, Addr: p, N: x}, &ir.Valid{What: what, Addr: p, N: more})
			}
		}
		if d.base == nil {
			n := d.x
			if c.unit > 1 {
				n = ir.NewBinary(ir.Mul, n, ir.NewConst(n.Type(), c.unit))
			}
			out = append(out, &ir.Valid{What: what, Addr: p, N: n})
		}
	}
	return out
}

// moves reports whether a round may change c.
func (w *walks) moves(c *counter) bool {
	ss, ok := w.steps[c]
	return !ok || ss == nil || slices.ContainsFunc(ss, func(s step) bool { return s.x != 0 })
}

// relations returns candidates about two counters.
func (w *walks) relations(c, d *counter) []ir.Expr {
	var out []ir.Expr
	t := c.x.Type()
	if c.base != nil || d.base != nil || c.v.Type != d.v.Type {
		out = append(out, ir.NewBinary(ir.Le, c.x, d.x), ir.NewBinary(ir.Le, d.x, c.x))
	}
	if c.base != nil && d.base != nil {
		out = append(out, ir.NewBinary(ir.Lt, c.x, d.x), ir.NewBinary(ir.Lt, d.x, c.x))
		if g := max(c.unit, d.unit); g > 1 {
			left := ir.NewBinary(ir.Rem, ir.NewBinary(ir.Sub, d.x, c.x), ir.NewConst(t, g))
			out = append(out, ir.NewBinary(ir.Eq, left, ir.NewConst(t, 0)))
		}
	}
	if !w.moves(c) || !w.moves(d) || w.steps[c] == nil || w.steps[d] == nil {
		return out
	}
	steps := w.rounds(c, d)
	first, known := w.first(c, d)
	for _, s := range directions(steps) {
		// The line through the origin in the direction s is s.y*c - s.x*d == 0.
		at := func(p step) int64 { return s.y*p.x - s.x*p.y }
		up := !slices.ContainsFunc(steps, func(p step) bool { return at(p) < 0 })
		down := !slices.ContainsFunc(steps, func(p step) bool { return at(p) > 0 })
		form := ir.NewBinary(ir.Sub, times(s.y, c.x), times(s.x, d.x))
		var starts []ir.Expr
		if known {
			starts = append(starts, ir.NewConst(t, at(first)))
		} else {
			for _, z := range w.all {
				if !w.moves(z) {
					starts = append(starts, z.x)
				}
			}
		}
		for _, z := range starts {
			if up && down {
				out = append(out, ir.NewBinary(ir.Eq, form, z))
				continue
			}
			out = append(out, ir.NewBinary(ir.Le, z, form), ir.NewBinary(ir.Le, form, z))
		}
	}
	return out
}

// times returns k*x.
func times(k int64, x ir.Expr) ir.Expr {
	if k == 1 {
		return x
	}
	return ir.NewBinary(ir.Mul, ir.NewConst(x.Type(), k), x)
}

// directions returns the directions of steps, the simplest first.
func directions(steps []step) []step {
	var out []step
	for _, s := range steps {
		a := num.GCD(s.x, s.y)
		if a == 0 {
			continue
		}
		s = step{s.x / a, s.y / a}
		if s.x < 0 || s.x == 0 && s.y < 0 {
			s = step{-s.x, -s.y}
		}
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
		if s.x > 1 && s.y > 1 { // if c moves by 4 and d by 3, then c <= 2*d excludes that 3*c wraps around
			r := step{(s.x + s.y - 1) / s.y, 1}
			if s.x < s.y {
				r = step{1, (s.y + s.x - 1) / s.x}
			}
			if !slices.Contains(out, r) {
				out = append(out, r)
			}
		}
	}
	size := func(s step) int64 { return max(s.x, -s.x) + max(s.y, -s.y) }
	slices.SortFunc(out, func(a, b step) int {
		return cmp.Or(cmp.Compare(size(a), size(b)), cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y))
	})
	return out[:min(len(out), maxDirections)]
}

// moved is a register on a path through the loop. It has the value that one of the two counters had at the loop head,
// plus a number.
type moved struct {
	v    *ir.Var
	of   int // 0: the first counter, 1: the second
	plus int64
}

// rounds returns the steps of c and d on the paths from the loop head back to it, as far as they are short. It returns
// nil if a path sets one of the counters in another way.
func (w *walks) rounds(c, d *counter) []step {
	type state struct {
		at  *ir.Loc
		has []moved
	}
	live := w.e.Live(w.l.Func)
	begin := state{w.l, []moved{{c.v, 0, 0}, {d.v, 1, 0}}}
	work, seen := []state{begin}, map[string]bool{}
	var out []step
	for len(work) > 0 && len(seen) < maxSteps {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range s.at.Out {
			if !slices.Contains(w.o.of(w.l.Func).Heads(e.To.ID), w.l.ID) {
				continue
			}
			has := after(s.has, e.Stmt)
			x, y := valueOf(has, c.v, 0), valueOf(has, d.v, 1)
			if e.To == w.l {
				if x == nil || y == nil {
					return nil
				}
				if p := (step{x.plus, y.plus}); !slices.Contains(out, p) {
					out = append(out, p)
				}
				continue
			}
			has = slices.DeleteFunc(has, func(m moved) bool { return !live.At(e.To, m.v) })
			if slices.ContainsFunc(has, func(m moved) bool { return m.plus > maxStep || m.plus < -maxStep }) {
				continue
			}
			if k := key(e.To, has); !seen[k] {
				seen[k] = true
				work = append(work, state{e.To, has})
			}
		}
	}
	slices.SortFunc(out, func(a, b step) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y)) })
	return out
}

// key returns a text for a state of rounds.
func key(l *ir.Loc, has []moved) string {
	var b strings.Builder
	fmt.Fprint(&b, l.ID)
	for _, m := range has {
		fmt.Fprintf(&b, " %d.%d%+d", m.v.ID, m.of, m.plus)
	}
	return b.String()
}

// valueOf returns the value of v if v is the given counter plus a number; otherwise nil.
func valueOf(has []moved, v *ir.Var, of int) *moved {
	for i := range has {
		if has[i].v == v && has[i].of == of {
			return &has[i]
		}
	}
	return nil
}

// after returns the registers after a statement.
func after(has []moved, st ir.Stmt) []moved {
	out := slices.Clone(has)
	a, ok := st.(*ir.Assign)
	if !ok {
		return slices.DeleteFunc(out, func(m moved) bool { return m.v == ir.Def(st) })
	}
	var set []moved
	if v, k := plus(a.Src); v != nil {
		for _, m := range has {
			if m.v == v {
				set = append(set, moved{a.Dst, m.of, m.plus + k})
			}
		}
	}
	out = append(slices.DeleteFunc(out, func(m moved) bool { return m.v == a.Dst }), set...)
	slices.SortFunc(out, func(x, y moved) int { return cmp.Or(cmp.Compare(x.v.ID, y.v.ID), cmp.Compare(x.of, y.of)) })
	return out
}

// plus returns v and k if x is v + k, also with casts between; otherwise nil.
func plus(x ir.Expr) (v *ir.Var, k int64) {
	switch x := x.(type) { // sound: no candidate
	case *ir.Ref:
		return x.Var, 0
	case *ir.Cast:
		return plus(x.X)
	case *ir.PtrAdd:
		v, k = plus(x.P)
		i, ok := x.Index.(*ir.Const)
		if !ok || i.T.Kind != ir.Int {
			return nil, 0
		}
		return v, k + x.Scale*numberOf(i)
	case *ir.Binary:
		y, ok := x.Y.(*ir.Const)
		if !ok || y.T.Kind != ir.Int || x.Op != ir.Add && x.Op != ir.Sub {
			return nil, 0
		}
		n := num.Signed(y.Bits, y.T.Bits) // 0xffffffff is a step of -1
		if x.Op == ir.Sub {
			n = -n
		}
		v, k = plus(x.X)
		return v, k + n
	}
	return nil, 0
}

// numberOf returns the value of an integer constant.
func numberOf(c *ir.Const) int64 {
	if c.T.Signed {
		return num.Signed(c.Bits, c.T.Bits)
	}
	return int64(c.Bits)
}

// first returns the values of two counters where the loop begins; known is false if they are not seen.
func (w *walks) first(c, d *counter) (s step, known bool) {
	x, ok := w.begins(c)
	y, also := w.begins(d)
	return step{x, y}, ok && also
}

// begins returns the value of a counter where the loop begins; ok is false if it is not seen.
func (w *walks) begins(c *counter) (n int64, ok bool) {
	var in *ir.Edge
	for _, e := range w.l.In {
		if !slices.Contains(w.o.of(w.l.Func).Heads(e.From.ID), w.l.ID) {
			if in != nil {
				return 0, false
			}
			in = e
		}
	}
	v, sum := c.v, int64(0)
	for range maxBack {
		if in == nil {
			return 0, false
		}
		switch a, is := in.Stmt.(*ir.Assign); {
		case is && a.Dst == v:
			if k, is := a.Src.(*ir.Const); is && c.base == nil && k.T.Kind == ir.Int {
				return sum + numberOf(k), true
			}
			if off, is := offsetFrom(a.Src, c.base); is {
				return sum + off, true
			}
			u, k := plus(a.Src)
			if u == nil {
				return 0, false
			}
			v, sum = u, sum+k
		case ir.Def(in.Stmt) == v:
			return 0, false
		}
		if r, is := c.base.(*ir.Ref); is && r.Var == v {
			return sum, true
		}
		if len(in.From.In) != 1 {
			return 0, false
		}
		in = in.From.In[0]
	}
	return 0, false
}

// offsetFrom returns k if x is base + k.
func offsetFrom(x, base ir.Expr) (k int64, ok bool) {
	if base == nil {
		return 0, false
	}
	for {
		add, is := x.(*ir.PtrAdd)
		if !is {
			break
		}
		i, is := add.Index.(*ir.Const)
		if !is || i.T.Kind != ir.Int {
			return 0, false
		}
		k += add.Scale * numberOf(i)
		x = add.P
	}
	return k, ir.ExprString(x) == ir.ExprString(base)
}

package cfront

import (
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file makes obligations for two rules of C that do not concern accesses to memory: valid arguments of library
// functions (7.1.4; ir.ValidArgument), and no use of the value of a call that returned none (6.9.1p12;
// ir.MissingReturn). Config.Checks selects among them.

// contractChecks lowers the requirements of the library on the arguments of its functions.
type contractChecks struct{ *fn }

// sortedArgs returns the array, the number of its elements and their size in bytes in a call of a function that takes
// an array, such as qsort. The result ok is false for other functions.
func (f contractChecks) sortedArgs(c *call, facts *library.Facts) (base, n, size ir.Expr, ok bool) {
	if len(facts.Array) == 0 || facts.Array[0]+2 >= len(c.vals) || !isPtr(c.vals[facts.Array[0]]) {
		return nil, nil, nil, false
	}
	at, t := facts.Array[0], f.model().Size()
	if !facts.Counted {
		n = f.sizeOf(c.vals[at+1], c)
	} else if !isPtr(c.vals[at+1]) {
		return nil, nil, nil, false
	} else {
		n = f.def(t, func(v *ir.Var) ir.Stmt { return &ir.LoadStmt{Dst: v, Addr: c.vals[at+1].e} })
	}
	return c.vals[at].e, n, f.sizeOf(c.vals[at+2], c), true
}

// arguments emits the obligations on the arguments of a call of the library function name, before the call.
func (f contractChecks) arguments(c *call, name string) {
	if f.u.Model || !f.l.Cfg.HasCheck(ir.ValidArgument) || f.consts {
		return
	}
	facts := library.FactsOf(name)
	if at := facts.Apart; len(at) > 0 && len(c.vals) > 2 && isPtr(c.vals[0]) && isPtr(c.vals[1]) {
		n := f.sizeOf(c.vals[at[2]], c)
		f.apart(c, c.vals[at[0]].e, c.vals[at[1]].e, func(p, q ir.Expr) (ir.Expr, ir.Expr) { return p, n })
	}
	if t := facts.Copies; t.Is && (len(c.vals) == 2 && !t.Bounded || len(c.vals) == 3 && t.Bounded) &&
		isPtr(c.vals[0]) && isPtr(c.vals[1]) {
		most := ir.Expr(nil)
		if t.Bounded {
			most = f.sizeOf(c.vals[2], c)
		}
		f.apart(c, c.vals[0].e, c.vals[1].e, func(p, q ir.Expr) (ir.Expr, ir.Expr) {
			d, s := value{e: p, t: c.vals[0].t}, value{e: q, t: c.vals[1].t}
			if t.Append {
				p = ir.NewPtrAdd(p, f.callModel("strlen", d).e, 1)
			}
			if most == nil {
				n := f.callModel("strlen", s).e
				return p, ir.NewBinary(ir.Add, n, ir.NewConst(n.Type(), 1))
			}
			n := f.hold(f.callModel("strnlen", s, value{e: most, t: c.vals[2].t}).e)
			one := ir.NewConst(n.Type(), 1)
			if t.Append { // the terminating null is written, too
				return p, ir.NewBinary(ir.Add, n, one)
			}
			return p, ir.NewBinary(ir.Add, n, ir.NewCast(n.Type(), ir.NewBinary(ir.Lt, n, most)))
		})
	}
	if facts.Character && len(c.vals) == 1 && isInt(c.vals[0]) {
		t := c.vals[0].e.Type()
		if k, ok := c.vals[0].e.(*ir.Cast); ok {
			if from := k.X.Type(); from.Kind == ir.Int && from.Bits == 8 && !from.Signed {
				return
			}
		}
		x := f.hold(c.vals[0].e)
		c.vals[0].e = x
		ok := ir.NewAnd(ir.NewBinary(ir.Le, ir.NewConst(t, -1), x), ir.NewBinary(ir.Le, x, ir.NewConst(t, 255)))
		if !t.Signed {
			ok = ir.NewBinary(ir.Le, x, ir.NewConst(t, 255))
		}
		f.must(c, ok, "neither a character nor EOF")
	}
	if _, n, size, ok := f.sortedArgs(c, facts); ok {
		n, size = f.hold(n), f.hold(size)
		none := ir.NewBinary(ir.Eq, n, ir.NewConst(n.Type(), 0)) // the size does not matter then
		f.must(c, ir.NewBinary(ir.LOr, none, ir.NewBinary(ir.Ne, size, ir.NewConst(size.Type(), 0))),
			"the elements have no size")
		f.must(c, ir.NotExpr(&ir.Overflows{Op: ir.Mul, X: n, Y: size}), "there is no array of this size")
	}
	if i, va, ok := formatArg(c.name); ok && !va && !strings.Contains(name, "wprintf") {
		if why := f.misprinted(c, i); why != "" {
			f.must(c, ir.NewBool(false), why)
		}
	}
}

// must adds the obligation that a condition on the arguments of a call holds.
func (f contractChecks) must(c *call, ok ir.Expr, why string) {
	f.demand(ir.ValidArgument, ok, c.name+": "+why, c.pos)
}

// demand adds the obligation of the given kind that a condition holds.
func (f contractChecks) demand(kind string, ok ir.Expr, text string, pos ir.Pos) {
	if ir.IsTrue(ok) {
		return
	}
	bad, good := f.newLoc(), f.newLoc()
	wrong := ir.NotExpr(ok)
	if ir.Asks(ok) != nil {
		wrong = &ir.Unary{Op: ir.LNot, X: ok}
	}
	f.edge(f.cur, bad, &ir.Assume{Cond: wrong, Guard: ir.OtherGuard}, pos)
	f.edge(f.cur, good, &ir.Assume{Cond: ok, Guard: ir.OtherGuard}, pos)
	f.cur = bad
	f.violate(kind, text, pos)
	f.cur = good
}

// apart adds the obligation that n bytes at p and at q do not overlap, unless p is q. (gcc copies structures onto
// themselves by memcpy, and all implementations allow it.) If p and q point to the same object, apart calls how, which
// lowers and returns two values: the beginning of the bytes at p, and the number n.
func (f contractChecks) apart(c *call, p, q ir.Expr, how func(p, q ir.Expr) (at, n ir.Expr)) {
	appends := library.FactsOf(c.name).Copies.Append
	if a, b := ir.Root(p), ir.Root(q); a != nil && b != nil && a != b || ir.Equal(p, q) && !appends {
		return
	}
	p, q = f.hold(p), f.hold(q)
	c.vals[0].e, c.vals[1].e = p, q
	one, other, join := f.newLoc(), f.newLoc(), f.newLoc()
	same := &ir.Valid{What: ir.Same, Addr: p, N: q}
	f.edge(f.cur, one, &ir.Assume{Cond: same, Guard: ir.OtherGuard}, f.pos)
	f.edge(f.cur, other, &ir.Assume{Cond: &ir.Unary{Op: ir.LNot, X: same}, Guard: ir.OtherGuard}, f.pos)
	f.cur = one
	p, n := how(p, q)
	p, n = f.hold(p), f.hold(n)
	st := f.model().Size()
	d := f.def(f.model().Diff(), func(v *ir.Var) ir.Stmt { return &ir.Assign{Dst: v, Src: &ir.PtrDiff{P: p, Q: q}} })
	zero := ir.NewConst(d.Type(), 0)
	far := f.temp(st) // the absolute value of the distance
	f.either(ir.NewBinary(ir.Lt, d, zero),
		func() { f.emit(&ir.Assign{Dst: far, Src: ir.NewBinary(ir.Sub, ir.NewConst(st, 0), ir.NewCast(st, d))}) },
		func() { f.emit(&ir.Assign{Dst: far, Src: ir.NewCast(st, d)}) })
	f.must(c, ir.NewBinary(ir.LOr, ir.NewBinary(ir.Eq, d, zero), ir.NewBinary(ir.Le, n, ir.NewRef(far))),
		"the places overlap")
	f.goTo(join)
	f.cur = other
	f.goTo(join)
	f.cur = join
}

// misprinted returns a text on the first argument that does not fit its conversion in a literal format. The format is
// argument i of the call. misprinted returns "" if all arguments fit or the format is not a literal.
func (f contractChecks) misprinted(c *call, i int) string {
	list, ok := textCalls(f).literalFormat(c, i)
	if !ok || i >= len(c.vals) {
		return ""
	}
	rest := c.vals[i+1:]
	for _, d := range list {
		if d.conv == 0 || d.conv == '%' || d.conv == 'm' {
			continue
		}
		if d.positions {
			return ""
		}
		for _, k := range []int{d.width, d.prec} {
			if k != -2 {
				continue
			}
			if len(rest) == 0 {
				return "there are fewer arguments than conversions"
			}
			if v := rest[0]; !isInt(v) || v.e.Type().Size() != 4 {
				return "a width or precision is no int"
			}
			rest = rest[1:]
		}
		if len(rest) == 0 {
			return "there are fewer arguments than conversions"
		}
		v := rest[0]
		rest = rest[1:]
		if v.e == nil || v.aggregate() || v.opaque {
			continue // the types of these are not checked
		}
		t, fits := v.e.Type(), true
		switch d.conv {
		case 'd', 'i', 'u', 'o', 'x', 'X', 'b', 'B':
			want := max(textCalls(f).intSize(d.size), 4)
			fits = t.Kind == ir.Int && t.Size() == want
		case 'c':
			fits = t.Kind == ir.Int && t.Size() == 4
		case 's', 'p', 'n', 'S':
			fits = t.Kind == ir.Ptr
		case 'e', 'E', 'f', 'F', 'g', 'G', 'a', 'A':
			fits = d.size != "L" && t == ir.F64
		}
		if !fits {
			return "an argument does not fit %" + d.size + string(d.conv)
		}
	}
	return ""
}

// --- values that are missing

// missingReturns makes it an obligation that a function whose value the caller uses has returned a value. A global
// register records whether the last return had none:
//
//	return                 none = 1; return 0
//	x = call f()           none = 0; x = call f(); assume none == 0, or the error
func (l *linker) missingReturns() {
	if !l.Cfg.HasCheck(ir.MissingReturn) {
		return
	}
	var flag *ir.Var
	without := map[*ir.Func]bool{}
	set := func(k int64) ir.Stmt { return &ir.Assign{Dst: flag, Src: ir.NewConst(ir.U8, k)} }
	used := map[*ir.Edge]bool{}
	for _, e := range l.used {
		used[e] = true
	}
	elsewhere := map[*ir.Func]bool{} // functions with a call that is not in used: a missing value stays arbitrary
	for _, s := range l.flow.taken {
		elsewhere[l.of(s).fun] = true
	}
	for _, f := range l.IR.Funcs {
		for _, e := range f.Edges {
			if s, ok := e.Stmt.(*ir.Call); ok && s.Dst != nil && !used[e] {
				elsewhere[s.Func] = true
			}
		}
	}
	for _, e := range l.fallOffs {
		f := e.From.Func
		if elsewhere[f] || !slices.Contains(f.Edges, e) || !f.Entry.LeadsTo(e.From) {
			continue
		}
		if flag == nil {
			flag = l.IR.NewGlobal(l.names.uniq("novalue"), ir.U8)
			flag.Init = ir.NewConst(ir.U8, 0)
		}
		without[f] = true
		mid := f.NewLoc(e.Pos)
		f.NewEdge(mid, e.To, &ir.Return{Val: ir.NewConst(f.Result, 0)}, e.Pos)
		e.SetTo(mid)
		e.Stmt = set(1)
	}
	for _, u := range l.used {
		s, ok := u.Stmt.(*ir.Call)
		if !ok || !without[s.Func] {
			continue
		}
		f := u.From.Func
		if !slices.Contains(f.Edges, u) {
			continue
		}
		before, after, bad, to := f.NewLoc(u.Pos), f.NewLoc(u.Pos), f.NewLoc(u.Pos), u.To
		f.NewEdge(before, after, s, u.Pos)
		u.SetTo(before)
		u.Stmt = set(0)
		bad.Kind = ir.Error
		bad.Obligation = l.IR.NewObligation(ir.MissingReturn, "the value of "+s.Func.Source+", which may return none",
			f.Source, u.Pos)
		none := ir.NewRef(flag)
		f.NewEdge(after, to, &ir.Assume{Cond: ir.NewBinary(ir.Eq, none, ir.NewConst(ir.U8, 0)), Guard: ir.OtherGuard}, u.Pos)
		f.NewEdge(after, bad, &ir.Assume{Cond: ir.NewBinary(ir.Ne, none, ir.NewConst(ir.U8, 0)), Guard: ir.OtherGuard},
			u.Pos)
	}
}

// noReturn records the edge e if it returns without a value from a function that has one.
func (f contractChecks) noReturn(e *ir.Edge) {
	if r, ok := e.Stmt.(*ir.Return); ok && r.Val == nil && f.f.Result != ir.Void && !f.u.Model &&
		!f.l.of(f.sym).sig.Wide.Wide() {
		f.l.fallOffs = append(f.l.fallOffs, e)
	}
}

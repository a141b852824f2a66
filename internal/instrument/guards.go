package instrument

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// Checks says what pass Guards makes explicit besides division by zero and
// shifts, which it always does.
type Checks struct {
	// StopAtOverflow ends an execution before a signed operation that overflows
	// (--overflow=undefined).
	StopAtOverflow bool
	// StopAtShift ends an execution before a shift by too much that is not reported (--after-undefined=stop).
	StopAtShift bool
	// Report has the kinds of undefined behaviour (ir.ValidDeref, ...) that are obligations; overflow there wins
	// over StopAtOverflow.
	Report map[string]bool
}

// shiftEnds reports whether no execution goes on after a shift by too much.
func (c Checks) shiftEnds() bool { return c.StopAtShift || c.Report[ir.ValidShift] }

// overflow reports whether signed overflow has a guard.
func (c Checks) overflow() bool { return c.StopAtOverflow || c.Report[ir.NoOverflow] }

// Guards puts the guards of partial operations before the edges whose
// expressions contain them, operands first, in the order in which gcc evaluates
// (left to right, call arguments right to left):
//
//	l0 -> l1: x = a / b        becomes   l0 -> l2: assume b != 0  (DivGuard)
//	                                     l2 -> l1: x = a / b
//
//	                           and, if they are signed,
//	                                     l2 -> l3: assume a != MIN || b != -1 (DivGuard)
//
//	l0 -> l1: x = a << n       becomes   l0 -> l2: assume 0 <= n && n < 32   (ShiftGuard)
//	                                     l0 -> l3: assume n < 0 || 32 <= n   (ShiftGuard)
//	                                     l2 -> l4: t = a << n
//	                                     l3 -> l4: t = input (Shift)
//	                                     l4 -> l1: x = t
//
//	                           and l3 is an error where shifts are reported, as is
//	                                     l0 -> error: assume b == 0 (DivGuard)
//	                           where divisions are; with StopAtShift there is no l3
//
//	l0 -> l1: x = a + b        becomes, with StopAtOverflow,
//	                                     l0 -> l2: assume !overflows(a + b)  (OvfGuard)
//	                                     l2 -> l1: x = a + b
//	                           and where overflow is reported
//	                                     l0 -> l2: assume !overflows(a + b)  (OvfGuard)
//	                                     l0 -> error: assume overflows(a + b)
//	                                     l2 -> l1: x = a + b
//
// The edges that leave a branching location move together: their guards come
// once, before the branch, so that its sides stay siblings. Nothing is put where
// the shape of the operands rules the case out (span). Overflow is checked of Add,
// Sub, Mul, Neg, Div and Rem on signed integers; shifts to the left and casts
// wrap in every mode; PtrAdd and PtrDiff never overflow, the index of a PtrAdd
// may. Guards of memory are in access.go, of its end in leaks.go.
func Guards(p *ir.Program, c Checks) {
	names := newNames(p)
	for _, f := range p.Funcs {
		g := &guarder{p: p, f: f, checks: c, names: names, texts: newWords(f, p.Said)}
		g.says(f.Pos.File)
		if g.checks.Report[ir.UninitBranch] {
			g.unset = g.unsetIn()
		}
		for _, l := range f.Locs[:len(f.Locs):len(f.Locs)] {
			g.location(l)
		}
	}
	if c.Report[ir.UninitBranch] {
		assumeWritten(p)
	}
	if p.Said != nil {
		p.Said.Settle(p)
	}
	if c.Report[ir.ValidMemcleanup] || c.Report[ir.ValidMemtrack] {
		leaks(p, c, names)
	}
}

// guarder works on one function, one location at a time.
type guarder struct {
	p      *ir.Program
	f      *ir.Func
	checks Checks
	names  *names

	texts *words
	words string           // the option that f is the expression of: see says
	leads map[*ir.Var]bool // see leading
	unset *unset           // nil: nothing is asked

	// Of the location at hand:
	edge  *ir.Edge // the edge being looked at: position and inlining of what is new
	cur   *ir.Loc  // end of the chain of guards; nil before the first guard
	seen  []done   // partial operations already guarded
	first *ir.Loc
}

// done is a partial operation and what stands for it.
type done struct{ op, as ir.Expr }

func (g *guarder) location(l *ir.Loc) {
	if !g.anyPartial(l.Out) {
		return
	}
	out := l.Out
	g.first, g.cur, g.seen = l, l, nil
	l.Out = nil
	for _, e := range out {
		g.edge = e
		g.unset.ask(g, e)
		es := ir.StmtExprs(e.Stmt)
		for i := range es {
			if isCall(e.Stmt) {
				i = len(es) - 1 - i
			}
			g.expr(es[i])
		}
		if len(g.seen) > 0 {
			s := ir.MapStmt(e.Stmt, g.expr)
			g.p.Said.Moved(e.Stmt, s)
			e.Stmt = s
		}
		g.access(e)
	}
	for _, e := range out {
		e.From = g.cur
	}
	g.cur.Out = append(g.cur.Out, out...)
}

func isCall(s ir.Stmt) bool {
	switch s.(type) { // sound: the rest has no arguments, which are evaluated from right to left
	case *ir.Call, *ir.Math:
		return true
	}
	return false
}

// anyPartial is a quick test whether the edges may need a guard.
func (g *guarder) anyPartial(out []*ir.Edge) bool {
	overflow := g.checks.overflow()
	found := false
	visit := func(x ir.Expr) bool {
		switch x := x.(type) { // sound: total in C
		case *ir.Binary:
			switch x.Op {
			case ir.Div, ir.Rem, ir.Shl, ir.Shr:
				found = true
			case ir.Add, ir.Sub, ir.Mul:
				found = found || overflow
			case ir.And, ir.Or, ir.Xor, ir.Eq, ir.Ne, ir.Lt, ir.Le, ir.LAnd, ir.LOr: // total
			}
		case *ir.Unary:
			found = found || overflow && x.Op == ir.Neg
		}
		return !found
	}
	for _, e := range out {
		found = found || g.unset != nil && len(g.unset.uses[e]) > 0 || g.checks.asks(e.Stmt, g.texts) ||
			len(g.values(e.Stmt)) > 0
		for _, x := range ir.StmtExprs(e.Stmt) {
			ir.Walk(x, visit)
		}
	}
	return found
}

// expr emits the guards of e and gives e with its guarded shifts replaced.
// Guards of an operation that was met before are not repeated: nothing
// but fresh registers is written in between.
func (g *guarder) expr(e ir.Expr) ir.Expr {
	return ir.Map(e, func(x ir.Expr) ir.Expr {
		switch n := x.(type) { // sound: total in C
		case *ir.Binary:
			if n.X.Type().Kind != ir.Int {
				return x
			}
			switch n.Op {
			case ir.Div, ir.Rem:
				return g.division(n)
			case ir.Shl, ir.Shr:
				return g.shift(n)
			case ir.Add, ir.Sub, ir.Mul:
				return g.overflow(n, n.Op, n.X, n.Y)
			case ir.And, ir.Or, ir.Xor, ir.Eq, ir.Ne, ir.Lt, ir.Le, ir.LAnd, ir.LOr: // total
			}
		case *ir.Unary:
			if t := n.Type(); n.Op == ir.Neg && t.Kind == ir.Int {
				return g.overflow(n, ir.Sub, ir.NewConst(t, 0), n.X)
			}
		}
		return x
	})
}

// once says what stands for x if its guards are in place.
func (g *guarder) once(x ir.Expr) (ir.Expr, bool) {
	for _, d := range g.seen {
		if ir.Equal(d.op, x) {
			return d.as, true
		}
	}
	return nil, false
}

func (g *guarder) division(n *ir.Binary) ir.Expr {
	if as, ok := g.once(n); ok {
		return as
	}
	if s := ir.SpanOf(n.Y); s.Lo <= 0 && s.Hi >= 0 {
		zero := ir.NewConst(n.Y.Type(), 0)
		g.demand(ir.ValidDivision, g.texts.expr(n), ir.NewBinary(ir.Ne, n.Y, zero), ir.NewBinary(ir.Eq, n.Y, zero),
			ir.DivGuard)
	}
	g.guardOverflow(n, ir.Div, n.X, n.Y)
	if g.trapsOnOverflow(n) {
		least := ir.NewBits(n.X.Type(), num.MinOf(n.X.Type().Bits, true))
		one := ir.NewConst(n.Y.Type(), -1)
		good := ir.NewBinary(ir.LOr, ir.NewBinary(ir.Ne, n.X, least), ir.NewBinary(ir.Ne, n.Y, one))
		bad := ir.NewBinary(ir.LAnd, ir.NewBinary(ir.Eq, n.X, least), ir.NewBinary(ir.Eq, n.Y, one))
		g.demand(ir.ValidDivision, g.texts.expr(n), good, bad, ir.DivGuard)
	}
	g.seen = append(g.seen, done{n, n})
	return n
}

// trapsOnOverflow reports whether the least number may be divided by -1, which x86
// takes for a division by zero. Not so where no guard of overflow lets it come to
// that, where gcc writes -x for x / -1, and in a width that is not divided by one
// instruction.
func (g *guarder) trapsOnOverflow(n *ir.Binary) bool {
	t := n.X.Type()
	if !t.Signed || g.checks.overflow() || t.Bits != 32 && t.Bits != uint8(g.p.Model.Ptr().Size()*8) {
		return false
	}
	_, literal := n.Y.(*ir.Const)
	return !literal && mayOverflow(ir.Div, n.X, n.Y)
}

func (g *guarder) overflow(n ir.Expr, op ir.BinOp, x, y ir.Expr) ir.Expr {
	if !g.checks.overflow() {
		return n
	}
	if as, ok := g.once(n); ok {
		return as
	}
	g.guardOverflow(n, op, x, y)
	g.seen = append(g.seen, done{n, n})
	return n
}

// guardOverflow emits the guard of n, which computes x op y.
func (g *guarder) guardOverflow(n ir.Expr, op ir.BinOp, x, y ir.Expr) {
	t := x.Type()
	if !t.Signed || !g.checks.overflow() || !mayOverflow(op, x, y) {
		return
	}
	over := &ir.Overflows{Op: op, X: x, Y: y}
	g.demand(ir.NoOverflow, g.texts.expr(n), &ir.Unary{Op: ir.LNot, X: over}, over, ir.OvfGuard)
}

// demand appends the guard good; if the kind is reported, bad, its negation, leads to an error.
func (g *guarder) demand(kind, text string, good, bad ir.Expr, guard ir.Guard) {
	if g.checks.Report[kind] {
		g.link(g.cur, g.err(kind, text), &ir.Assume{Cond: bad, Guard: guard})
	}
	g.step(&ir.Assume{Cond: good, Guard: guard})
}

// err makes an error location of a new obligation.
func (g *guarder) err(kind, text string) *ir.Loc {
	pos, in := g.edge.Pos, g.f.Source
	if g.words != "" {
		text = fmt.Sprintf("%s: %s for some arguments, of which nothing is known then", g.words, wordsFault(kind, text))
		kind, pos, in = ir.NoModel, ir.Pos{File: g.words, Line: 1, Col: 1}, ""
	}
	bad := g.f.NewLoc(g.edge.Pos)
	bad.Kind = ir.Error
	bad.Obligation = g.p.NewObligation(kind, text, in, pos)
	return bad
}

// says prepares for a function that is an expression of the command line (--assume, a size). Where that has no value,
// executions would be hidden. It is no violation of the program, but nothing is known then (ir.NoModel); a size that
// overflows is too large, and such executions are left out.
func (g *guarder) says(file string) {
	if !strings.HasPrefix(file, "<tandem_") {
		return
	}
	g.words = "--assume"
	g.checks.Report = map[string]bool{ir.NoOverflow: true, ir.ValidDivision: true, ir.ValidShift: true,
		ir.ValidDeref: true, ir.ValidCall: true,
		ir.Unreachable: true, ir.NoTrap: true}
	if strings.HasPrefix(file, "<tandem_size") {
		g.words, g.checks.StopAtOverflow = "--array-size", true
		delete(g.checks.Report, ir.NoOverflow)
	}
}

func wordsFault(kind, text string) string {
	switch kind {
	case ir.NoOverflow:
		return text + " overflows"
	case ir.ValidDivision:
		return text + " divides by zero, or overflows"
	case ir.ValidShift:
		return text + " shifts by too much"
	}
	return text + " is invalid"
}

func mayOverflow(op ir.BinOp, x, y ir.Expr) bool {
	t, sx, sy := x.Type(), ir.SpanOf(x), ir.SpanOf(y)
	if op == ir.Div {
		return sx.Lo == ir.TypeSpan(t).Lo && sy.Lo <= -1 && sy.Hi >= -1
	}
	s, ok := ir.ExactSpan(op, sx, sy)
	return !ok || !s.In(ir.TypeSpan(t))
}

func (g *guarder) shift(n *ir.Binary) ir.Expr {
	w := int64(n.X.Type().Bits)
	nt := n.Y.Type()
	s := ir.SpanOf(n.Y)
	if s.Lo >= 0 && s.Hi < w {
		return n
	}
	if as, ok := g.once(n); ok {
		return as
	}
	kind := "shl"
	if n.Op == ir.Shr {
		kind = "shr"
	}
	t := g.names.temp(g.f, kind, n.X.Type())
	site := g.p.NewSite(ir.Shift, kind, t.Type, g.f, g.edge.Pos)
	site.Key = g.names.key(kind + "@" + g.edge.Pos.String())
	input := &ir.Input{Dst: t, Site: site}
	g.texts.given[t] = &ir.Assign{Dst: t, Src: n}
	switch {
	case s.Hi < 0 || s.Lo >= w: // never in range
		if g.checks.Report[ir.ValidShift] {
			g.link(g.cur, g.err(ir.ValidShift, g.texts.expr(n)), &ir.Assume{Cond: ir.NewBool(true), Guard: ir.ShiftGuard})
		}
		if g.checks.shiftEnds() {
			g.step(&ir.Assume{Cond: ir.NewBool(false), Guard: ir.ShiftGuard})
		}
		g.step(input)
	case nt.Bits < 63 && w > num.Signed(num.MaxOf(nt.Bits, nt.Signed), 64): // only negative amounts are out of range
		g.inRange(n, t, ir.NewBinary(ir.Le, ir.NewConst(nt, 0), n.Y), ir.NewBinary(ir.Lt, n.Y, ir.NewConst(nt, 0)), input)
	default:
		width := ir.NewConst(nt, w)
		in, out := ir.Expr(&ir.Binary{Op: ir.Lt, X: n.Y, Y: width}), ir.Expr(&ir.Binary{Op: ir.Le, X: width, Y: n.Y})
		if s.Lo < 0 {
			zero := ir.NewConst(nt, 0)
			in = &ir.Binary{Op: ir.LAnd, X: &ir.Binary{Op: ir.Le, X: zero, Y: n.Y}, Y: in}
			out = &ir.Binary{Op: ir.LOr, X: &ir.Binary{Op: ir.Lt, X: n.Y, Y: zero}, Y: out}
		}
		g.inRange(n, t, in, out, input)
	}
	ref := ir.NewRef(t)
	g.seen = append(g.seen, done{n, ref})
	return ref
}

// inRange appends t = n, a shift, where its amount is in range. Where it is out of range comes an error, the end of the
// execution, or an arbitrary value.
func (g *guarder) inRange(n *ir.Binary, t *ir.Var, in, out ir.Expr, input ir.Stmt) {
	if g.checks.shiftEnds() {
		g.demand(ir.ValidShift, g.texts.expr(n), in, out, ir.ShiftGuard)
		g.step(&ir.Assign{Dst: t, Src: n})
		return
	}
	g.choose(in, out, &ir.Assign{Dst: t, Src: n}, input)
}

// step appends one edge to the chain of guards.
func (g *guarder) step(s ir.Stmt) {
	next := g.f.NewLoc(g.edge.Pos)
	g.link(g.cur, next, s)
	g.cur = next
}

// choose appends: if in then a else b.
func (g *guarder) choose(in, out ir.Expr, a, b ir.Stmt) {
	la, lb, next := g.f.NewLoc(g.edge.Pos), g.f.NewLoc(g.edge.Pos), g.f.NewLoc(g.edge.Pos)
	g.link(g.cur, la, &ir.Assume{Cond: in, Guard: ir.ShiftGuard})
	g.link(g.cur, lb, &ir.Assume{Cond: out, Guard: ir.ShiftGuard})
	g.link(la, next, a)
	g.link(lb, next, b)
	g.cur = next
}

func (g *guarder) link(from, to *ir.Loc, s ir.Stmt) {
	e := g.f.NewEdge(from, to, s, g.edge.Pos)
	e.Inline = g.edge.Inline
}

// names makes names that are new in the program.
type names struct {
	keys  taken
	vars  map[*ir.Func]taken
	funcs taken // made by function
}

// taken are names that are used, each with the number at which the search for the next like it begins.
type taken map[string]int

func newNames(p *ir.Program) *names {
	n := &names{keys: taken{}, vars: map[*ir.Func]taken{}}
	for _, s := range p.Sites {
		n.keys[s.Key] = 2
	}
	return n
}

// function makes the name of a function unique by a suffix.
func (n *names) function(p *ir.Program, base string) string {
	if n.funcs == nil {
		n.funcs = taken{}
		for _, f := range p.Funcs {
			n.funcs[f.Name] = 2
		}
	}
	return unique(n.funcs, base, "~")
}

// key makes a site key unique by a suffix.
func (n *names) key(base string) string { return unique(n.keys, base, "~") }

// temp adds a temporary to f.
func (n *names) temp(f *ir.Func, base string, t ir.Type) *ir.Var {
	return f.NewVar(unique(n.used(f), base, "."), t)
}

// used returns the set of names of registers and objects of f.
func (n *names) used(f *ir.Func) taken {
	used := n.vars[f]
	if used == nil {
		used = taken{}
		for _, v := range f.Vars {
			used[v.Name] = 2
		}
		for _, o := range f.Objects {
			used[o.Name] = 2
		}
		n.vars[f] = used
	}
	return used
}

// unique adds base, or base+sep+number, to the set.
func unique(set taken, base, sep string) string {
	name := base
	next := set[base]
	for ; set[name] > 0; next++ {
		name = base + sep + strconv.Itoa(next)
	}
	if name != base {
		set[base] = next
	}
	set[name] = 2
	return name
}

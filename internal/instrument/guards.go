package instrument

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// Checks selects the undefined behaviour for which Guards adds guards, in addition to division by zero and shifts.
type Checks struct {
	// StopAtOverflow ends an execution before a signed operation that overflows (--overflow=undefined).
	StopAtOverflow bool
	// StopAtShift ends an execution before a shift by too much that is not reported (--after-undefined=stop).
	StopAtShift bool
	// Report has the kinds of undefined behaviour (ir.ValidDeref, ...) that are obligations. If it has ir.NoOverflow,
	// StopAtOverflow is ignored.
	Report map[string]bool
}

// shiftEnds reports whether executions end at a shift by too large an amount.
func (c Checks) shiftEnds() bool { return c.StopAtShift || c.Report[ir.ValidShift] }

// overflow reports whether signed overflow has a guard.
func (c Checks) overflow() bool { return c.StopAtOverflow || c.Report[ir.NoOverflow] }

// Guards inserts guards of partial operations before the edges whose expressions contain these operations, operands
// first, in gcc's order of evaluation (left to right, call arguments right to left):
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
// The edges that leave a branching location move together: their guards are inserted once, before the branch, so its
// sides still leave the same location. There is no guard if the shape of the operands excludes the case (ir.Span).
// Overflow is checked for Add, Sub, Mul, Neg, Div and Rem on signed integers. Shifts to the left and casts wrap in
// every mode. PtrAdd and PtrDiff never overflow, but the index of a PtrAdd may. The guards of accesses are in
// access.go, the checks for leaks in leaks.go.
func Guards(p *ir.Program, c Checks) {
	names := newNames(p)
	for _, f := range p.Funcs {
		g := &guarder{p: p, f: f, checks: c, names: names, texts: newWords(f, p.Said)}
		g.optionExpr(f.Pos.File)
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

// guarder adds guards to one function, location by location.
type guarder struct {
	p      *ir.Program
	f      *ir.Func
	checks Checks
	names  *names

	texts  *cText
	option string           // the option whose expression f evaluates (see optionExpr); "" if there is none
	leads  map[*ir.Var]bool // the result of leading; nil before its first call
	unset  *unset           // nil if there is nothing to check

	// For the present location:
	edge  *ir.Edge // the present edge; new edges get its position and inlining
	cur   *ir.Loc  // end of the chain of guards
	seen  []done   // partial operations that are guarded already
	first *ir.Loc
}

// done has a guarded partial operation and the expression that replaces it.
type done struct{ op, as ir.Expr }

// location inserts the guards of the edges that leave l.
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

// isCall reports whether s has arguments, which are evaluated from right to left.
func isCall(s ir.Stmt) bool {
	switch s.(type) { // sound: other statements have no arguments
	case *ir.Call, *ir.Math:
		return true
	}
	return false
}

// anyPartial reports whether the edges may need a guard. It is a quick test before the real work.
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
		found = found || g.unset != nil && len(g.unset.uses[e]) > 0 || g.checks.asks(e.Stmt) ||
			len(g.values(e.Stmt)) > 0
		for _, x := range ir.StmtExprs(e.Stmt) {
			ir.Walk(x, visit)
		}
	}
	return found
}

// expr appends the guards of e and returns e with its guarded shifts replaced. It does not repeat the guards of an
// operation that is in seen, since only new registers have been written since.
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

// once returns the expression that replaces x, and true, if x is guarded already.
func (g *guarder) once(x ir.Expr) (ir.Expr, bool) {
	for _, d := range g.seen {
		if ir.Equal(d.op, x) {
			return d.as, true
		}
	}
	return nil, false
}

// division appends the guards of n, a Div or Rem, and returns n.
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

// trapsOnOverflow reports whether n may divide the least number by -1, for which x86 traps as for a division by zero.
// It returns false if a guard of overflow excludes this case, if the divisor is a literal, since gcc compiles x / -1 to
// -x, and for widths without a division instruction.
func (g *guarder) trapsOnOverflow(n *ir.Binary) bool {
	t := n.X.Type()
	if !t.Signed || g.checks.overflow() || t.Bits != 32 && t.Bits != uint8(g.p.Model.Ptr().Size()*8) {
		return false
	}
	_, literal := n.Y.(*ir.Const)
	return !literal && mayOverflow(ir.Div, n.X, n.Y)
}

// overflow appends the guard of n, which computes x op y, unless it is guarded already. It returns n.
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

// demand appends the guard good. If the kind is reported, it also adds an edge with bad, the negation of good, to an
// error location.
func (g *guarder) demand(kind, text string, good, bad ir.Expr, guard ir.Guard) {
	if g.checks.Report[kind] {
		g.link(g.cur, g.err(kind, text), &ir.Assume{Cond: bad, Guard: guard})
	}
	g.step(&ir.Assume{Cond: good, Guard: guard})
}

// err returns the error location of a new obligation. In the expression of an option, the obligation is a NoModel.
func (g *guarder) err(kind, text string) *ir.Loc {
	pos, in := g.edge.Pos, g.f.Source
	if g.option != "" {
		text = fmt.Sprintf("%s: %s for some arguments, of which nothing is known then", g.option, wordsFault(kind, text))
		kind, pos, in = ir.NoModel, ir.Pos{File: g.option, Line: 1, Col: 1}, ""
	}
	bad := g.f.NewLoc(g.edge.Pos)
	bad.Kind = ir.Error
	bad.Obligation = g.p.NewObligation(kind, text, in, pos)
	return bad
}

// optionExpr sets words and checks if f is a function that evaluates an expression of the command line (--assume, a
// size); file is the file of f. Undefined behaviour in such an expression is not a violation by the program. It is an
// obligation of kind ir.NoModel, since the analysis does not cover the executions. A size that overflows is too large;
// executions with such a size are ignored.
func (g *guarder) optionExpr(file string) {
	if !strings.HasPrefix(file, "<tandem_") {
		return
	}
	g.option = "--assume"
	g.checks.Report = map[string]bool{ir.NoOverflow: true, ir.ValidDivision: true, ir.ValidShift: true,
		ir.ValidDeref: true, ir.ValidCall: true,
		ir.Unreachable: true, ir.NoTrap: true}
	if strings.HasPrefix(file, "<tandem_size") {
		g.option, g.checks.StopAtOverflow = "--array-size", true
		delete(g.checks.Report, ir.NoOverflow)
	}
}

// wordsFault returns the text of a fault in the expression of an option.
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

// mayOverflow reports whether x op y may overflow according to the spans of x and y.
func mayOverflow(op ir.BinOp, x, y ir.Expr) bool {
	t, sx, sy := x.Type(), ir.SpanOf(x), ir.SpanOf(y)
	if op == ir.Div {
		return sx.Lo == ir.TypeSpan(t).Lo && sy.Lo <= -1 && sy.Hi >= -1
	}
	s, ok := ir.ExactSpan(op, sx, sy)
	return !ok || !s.In(ir.TypeSpan(t))
}

// shift appends the guards of n, a Shl or Shr, and returns the expression that replaces n: n if its amount is always in
// range, or else a new register.
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
	case s.Hi < 0 || s.Lo >= w: // the amount is never in range
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

// inRange appends the assignment t = n of a shift, for the case that the amount is in range (condition in). For the
// other case (condition out), it appends an error, the end of the execution, or the statement input, which gives t an
// arbitrary value, as the checks demand.
func (g *guarder) inRange(n *ir.Binary, t *ir.Var, in, out ir.Expr, input ir.Stmt) {
	if g.checks.shiftEnds() {
		g.demand(ir.ValidShift, g.texts.expr(n), in, out, ir.ShiftGuard)
		g.step(&ir.Assign{Dst: t, Src: n})
		return
	}
	g.choose(in, out, &ir.Assign{Dst: t, Src: n}, input)
}

// step appends an edge with s to the chain of guards.
func (g *guarder) step(s ir.Stmt) {
	next := g.f.NewLoc(g.edge.Pos)
	g.link(g.cur, next, s)
	g.cur = next
}

// choose appends a branch with the statement a under the condition in and the statement b under the condition out.
func (g *guarder) choose(in, out ir.Expr, a, b ir.Stmt) {
	la, lb, next := g.f.NewLoc(g.edge.Pos), g.f.NewLoc(g.edge.Pos), g.f.NewLoc(g.edge.Pos)
	g.link(g.cur, la, &ir.Assume{Cond: in, Guard: ir.ShiftGuard})
	g.link(g.cur, lb, &ir.Assume{Cond: out, Guard: ir.ShiftGuard})
	g.link(la, next, a)
	g.link(lb, next, b)
	g.cur = next
}

// link adds an edge with the position and inlining of the present edge.
func (g *guarder) link(from, to *ir.Loc, s ir.Stmt) {
	e := g.f.NewEdge(from, to, s, g.edge.Pos)
	e.Inline = g.edge.Inline
}

// names generates names that are new in the program.
type names struct {
	keys  taken
	vars  map[*ir.Func]taken
	funcs taken // names of functions; nil before the first call of function
}

// taken is a set of used names. Each has the number with which the search for the next similar name begins.
type taken map[string]int

// newNames returns a generator of names that are new in p.
func newNames(p *ir.Program) *names {
	n := &names{keys: taken{}, vars: map[*ir.Func]taken{}}
	for _, s := range p.Sites {
		n.keys[s.Key] = 2
	}
	return n
}

// function returns a new name for a function: base, perhaps with a suffix.
func (n *names) function(p *ir.Program, base string) string {
	if n.funcs == nil {
		n.funcs = taken{}
		for _, f := range p.Funcs {
			n.funcs[f.Name] = 2
		}
	}
	return unique(n.funcs, base, "~")
}

// key returns a new site key: base, perhaps with a suffix.
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

// unique returns a name that is not in set, base or base+sep+number, and adds it to set.
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

package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// Pointers to functions that the program did not make: inputs, and pointers that are read from arbitrary bytes. Such a
// pointer may be the address of a function that the program has, or of one that it does not have. A function of the
// program is possible if its address is taken. If the pointer comes from outside, so is a function that other files can
// name and that has the type of the call (except main, which no library passes on). A call of a function that the
// program does not have is the call of a function without a body: the option --missing-bodies determines its effect.

// origin is where pointers to functions may come from. A later origin includes the earlier ones.
type origin uint8

const (
	ownCode   origin = iota // only from the program
	unsetCode               // uninitialised bytes: no execution with defined behaviour continues after such a call
	// numbers, which may be addresses that other code knows: a run with such a call is no evidence
	guessedCode
	outsideCode // inputs
)

// codeOrigin returns where the pointers to functions in the functions lowered so far may come from.
func (l *pointerFlow) codeOrigin() origin {
	o := ownCode
	if l.inputs.pointersInside || l.Cfg.MissingBodies == "havoc" {
		return outsideCode
	}
	guess := func(is bool) {
		if is {
			o = max(o, guessedCode)
		}
	}
	unset := func(is bool, f *fn) {
		if is && f == l.inputs.start { // the objects of the entry's parameters
			o = max(o, guessedCode)
		} else if is {
			o = max(o, unsetCode)
		}
	}
	// A number that becomes a pointer to an object is called only if pointers to objects are converted to pointers to
	// functions. If no conversion of values does that, memory must be written as one and read as the other.
	byValue, inMemory := l.anyToCode(true), l.anyToCode(false)
	number := func(is bool) {
		switch {
		case is && byValue:
			o = max(o, guessedCode)
		case is && inMemory:
			o = max(o, unsetCode)
		}
	}
	called := map[*ir.Var]bool{}
	for _, pc := range l.ptrCalls {
		k, literal := pc.target.(*ir.Const)
		guess(l.fromNumber(pc.target) || literal && k.Bits != 0)
		ir.Vars(pc.target, func(v *ir.Var) { called[v] = true })
		for _, v := range pc.c.vals { // the arguments are on no edge yet
			number(v.e != nil && l.fromNumber(v.e))
		}
	}
	for _, g := range l.IR.Objects {
		guess(g.Site != nil && holdsPointers(g.Parts))
		for _, it := range g.Init {
			number(l.fromNumber(it.Val))
		}
	}
	for _, v := range l.IR.Globals {
		number(v.Init != nil && l.fromNumber(v.Init))
	}
	for _, f := range l.fns {
		if f.u != nil && f.u.Model {
			continue
		}
		for _, e := range f.f.Edges {
			switch s := e.Stmt.(type) {
			case *ir.Input:
				if s.Dst.Type.Kind != ir.Ptr || s.Site.IsText() { // a text is not code
					continue
				}
				code := s.Dst.Points == ctype.CodeKind || s.Dst.Points == "" && (byValue || inMemory)
				code = code && (called[s.Dst] || lookedAt(e, s.Dst))
				inside := s.FreshSize > 0 && s.Dst.Points != ctype.CodeKind && holdsPointers(s.Site.Parts)
				switch {
				case !code && !inside:
				case outside(s.Site.Kind):
					return outsideCode
				case s.Site.Kind == ir.Uninit:
					unset(code || lookedAt(e, s.Dst), f)
				default:
					guess(code || lookedAt(e, s.Dst))
				}
			case *ir.Decl:
				unset(s.Obj.Site != nil && holdsPointers(s.Obj.Parts), f)
			case *ir.Alloc:
				unset(!s.Zeroed && (s.Site == nil || holdsPointers(s.Site.Parts)), f)
			case *ir.MemHavoc:
				unset(true, nil)
			case *ir.HavocAll:
				guess(true)
			case *ir.Assign, *ir.Assume, *ir.Call, *ir.End, *ir.Free, *ir.LoadStmt,
				// these statements make no pointer of unknown origin
				*ir.Math, *ir.MemCopy, *ir.MemSet, *ir.Return, *ir.Skip, *ir.Store, *ir.Undefined:
			}
			for _, x := range ir.StmtExprs(e.Stmt) {
				number(l.fromNumber(x))
			}
		}
	}
	return o
}

// fromNumber reports whether x converts a number, perhaps a literal, to a pointer, and the number may be the address of
// a function.
func (l *pointerFlow) fromNumber(x ir.Expr) (found bool) {
	ir.Walk(x, func(x ir.Expr) bool {
		switch x := x.(type) { // sound: Walk visits the operands of other expressions
		case *ir.Cast:
			found = found || x.T.Kind == ir.Ptr && x.X.Type().Kind == ir.Int
		case *ir.Const:
			found = found || x.T.Kind == ir.Ptr && !l.noFunction(x)
		}
		return !found
	})
	return found
}

// noFunction reports whether a literal pointer is the address of no function. That holds for null, for the constants
// that describe the handling of a signal (SIG_IGN is 1, SIG_HOLD 2, SIG_ERR -1), and for addresses of labels (jump.go
// numbers them from 1).
func (l *pointerFlow) noFunction(c *ir.Const) bool {
	return c.Bits <= uint64(max(2, l.labelsTaken)) || c.Bits == num.Mask(c.T.Bits)
}

// holdsPointers reports whether memory with these parts may contain a pointer. The parts may be unknown, which is an
// empty list.
func holdsPointers(ps []ir.Part) bool {
	for _, p := range ps {
		if p.Kind == "ptr" || p.Kind == "" {
			return true
		}
	}
	return len(ps) == 0
}

// anyToCode reports whether numbers or pointers to objects are converted to pointers to functions: by value if value is
// set, and otherwise only through memory that is accessed as both.
func (l *pointerFlow) anyToCode(value bool) bool {
	for c, by := range l.casts {
		if c.from == nil && c.to != nil && by == value {
			return true
		}
	}
	return false
}

// takeKnown records the addresses of more functions as taken: of the functions that code outside of the program can
// name, and whose type a call through a pointer has. It reports whether it has recorded any.
func (l *pointerFlow) takeKnown(groups []*callGroup) bool {
	n := len(l.taken)
	var open []*cc.FunctionType // the types of the calls that may call any function
	seen := map[*cc.FunctionType]bool{}
	for _, a := range groups {
		for _, pc := range a.calls {
			if ft := l.SameFunction(pc.c.ft); layout.HasProto(pc.c.ft) && !seen[ft] && !pc.fixed {
				seen[ft] = true
				open = append(open, pc.c.ft)
			}
		}
	}
	for _, name := range sortedKeys(l.Syms) {
		s := l.Syms[name]
		if !s.IsFunc || s.Body == nil || s.Static || s.Unit == nil || s.Unit.Model || name == "main" ||
			l.Cfg.IsErrorFunc(name) {
			continue
		}
		for _, ft := range open {
			if l.Compatible(ft, s.Type) {
				l.funcOf(s)
				l.take(s)
				break
			}
		}
	}
	return len(l.taken) > n
}

// findFixedTables sets the field fixed of the calls whose pointer is a constant or was read from a constant object of
// the program.
func (l *pointerFlow) findFixedTables() {
	defs := map[*ir.Var][]*ir.Edge{} // the edges that set the registers that are called
	seen := map[*fn]bool{}
	for _, pc := range l.ptrCalls {
		if r, ok := pc.target.(*ir.Ref); ok && !r.Var.Global {
			defs[r.Var] = nil
		}
	}
	for _, pc := range l.ptrCalls {
		if seen[pc.f] {
			continue
		}
		seen[pc.f] = true
		for _, e := range pc.f.f.Edges {
			v := ir.Def(e.Stmt)
			if es, called := defs[v]; v != nil && called {
				defs[v] = append(es, e)
			}
		}
	}
	for _, pc := range l.ptrCalls {
		r, ok := pc.target.(*ir.Ref)
		if !ok {
			_, pc.fixed = pc.target.(*ir.FuncAddr)
			continue
		}
		pc.fixed = len(defs[r.Var]) > 0
		for _, e := range defs[r.Var] {
			pc.fixed = pc.fixed && readsConstant(e)
		}
	}
}

// readsConstant reports whether e loads from a constant object of the program.
func readsConstant(e *ir.Edge) bool {
	ld, ok := e.Stmt.(*ir.LoadStmt)
	if !ok {
		return false
	}
	x := ld.Addr
	for {
		add, ok := x.(*ir.PtrAdd)
		if !ok {
			break
		}
		x = add.P
	}
	a, ok := x.(*ir.AddrOf)
	return ok && a.Obj.Const && a.Obj.Site == nil && a.Obj.Func == nil
}

// callOutside lowers the call of a function that the program does not have. It adds a branch at from: if the pointer is
// not null, the branch makes the call and leads to join. It returns the location where the pointer is null.
func (pc *ptrCall) callOutside(from, join *ir.Loc, o origin) *ir.Loc {
	f := pc.f
	pos := pc.c.pos
	null := ir.NewBinary(ir.Eq, pc.target, ir.NewConst(f.ptr(), 0))
	bad, hit := f.newLoc(), f.newLoc()
	f.edge(from, bad, &ir.Assume{Cond: null, Guard: ir.CallGuard}, pos)
	f.edge(from, hit, &ir.Assume{Cond: ir.NotExpr(null), Guard: ir.CallGuard}, pos)
	f.cur = hit
	c := *pc.c
	c.name = "the function that a pointer points to"
	if c.n != nil {
		c.name = "the function that " + cc.NodeSource(c.n.PostfixExpression) + " points to"
	}
	c.want = pc.dst != nil
	f.dropped.passAll(&c)
	if f.l.Cfg.MissingBodies == "unknown" {
		if o == outsideCode {
			edge := f.emitAt(&ir.Skip{}, pos)
			f.calls.missing = append(f.calls.missing, missingCall{edge: edge, name: c.name, pos: pos})
		}
		at := f.violate(ir.NoBodyOf, c.name, pos)
		if o == unsetCode {
			f.l.assume(f, ir.Assumed{Pos: pos, Text: "no number that is stored where a pointer is read is the address of a " +
				"function that the program does not have"})
			at.Resume = nil
		}
		f.edge(f.cur, join, &ir.Skip{}, pos)
		return bad
	}
	kind := ir.NoBody
	at := f.l.library.CalleeAttr(c.n)
	sized := o == outsideCode && c.sizeArgs(at) && pc.dst != nil
	if sized {
		// attributedBlock records the missing body
	} else if o != outsideCode { // a run that reaches this call is no evidence
		kind = ir.Approx
		f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Eq, f.approx(c.name, ir.U8), ir.NewConst(ir.U8, 0)), Guard: ir.OtherGuard})
	} else {
		edge := f.emitAt(&ir.Skip{}, pos)
		if f.l.Cfg.MissingBodies == "havoc" {
			edge = f.emitAt(&ir.HavocAll{Why: "no body for " + c.name}, pos)
		}
		f.calls.missing = append(f.calls.missing, missingCall{edge: edge, name: c.name, pos: pos})
	}
	res := c.ft.Result()
	var v value
	if sized {
		v = memoryCalls{f}.attributedBlock(&c, at, attributePool)
	} else {
		v = f.calls.inputOf(kind, c.name, res, &c)
	}
	switch {
	case pc.ret != nil:
		f.emitAt(&ir.MemCopy{Dst: pc.ret, Src: v.e, N: ir.NewConst(f.model().Size(), f.l.Size(res, pos))}, pos)
	case pc.dst != nil && v.wide():
		f.emitAt(&ir.Assign{Dst: pc.dst, Src: wides{f}.leaveResult(v)}, pos)
	case pc.dst != nil:
		f.emitAt(&ir.Assign{Dst: pc.dst, Src: ir.NewCast(pc.dst.Type, v.e)}, pos)
	}
	f.edge(f.cur, join, &ir.Skip{}, pos)
	return bad
}

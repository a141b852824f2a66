package witness

import (
	"fmt"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// lower encodes a C expression in an automaton, as edges that begin at cur. Signed arithmetic never ends an execution:
// it wraps or, if overflow is undefined for the program (wide), it is exact for up to 64 bits. If an expression has no
// value in C (a division by zero), the edges lead to undef.
type lower struct {
	p      *ir.Program
	f      *ir.Func
	cur    *ir.Loc               // where the next edge begins
	undef  *ir.Loc               // where an execution goes if the expression has no value
	pos    ir.Pos                // the position of the new edges
	wide   bool                  // signed overflow is undefined: compute exactly, in more bits
	lookup func(name string) any // resolves a name to a *ir.Var or *ir.Object; nil if there is none
	result *ir.Var               // the register that \result means; nil: \result has no meaning
	read   map[*ir.Var]bool      // registers of f that were read
}

// cval is a value: a pure expression e of the C type t. If bits > 0, e is a signed number of 64 bits that represents an
// exact result of type int, and needs so many bits. An e of type Bool represents an int.
type cval struct {
	e    ir.Expr
	t    ctype
	bits int
}

// edge adds an edge from cur.
func (l *lower) edge(to *ir.Loc, s ir.Stmt) { l.f.NewEdge(l.cur, to, s, l.pos) }

// then adds an edge from cur to a new location, which becomes cur.
func (l *lower) then(s ir.Stmt) {
	next := l.f.NewLoc(l.pos)
	l.edge(next, s)
	l.cur = next
}

// temp returns a new register.
func (l *lower) temp(t ir.Type) *ir.Var {
	return l.f.NewVar(fmt.Sprintf("witness.%d", len(l.f.Vars)), t)
}

// cond adds edges from cur to yes if n is nonzero, and to no otherwise.
func (l *lower) cond(n *cnode, yes, no *ir.Loc) error {
	if !l.pure(n) {
		switch n.op {
		case "&&", "||":
			mid := l.f.NewLoc(l.pos)
			var err error
			if n.op == "&&" {
				err = l.cond(n.args[0], mid, no)
			} else {
				err = l.cond(n.args[0], yes, mid)
			}
			if err != nil {
				return err
			}
			l.cur = mid
			return l.cond(n.args[1], yes, no)
		case "u!":
			return l.cond(n.args[0], no, yes)
		case "?:":
			a, b := l.f.NewLoc(l.pos), l.f.NewLoc(l.pos)
			if err := l.cond(n.args[0], a, b); err != nil {
				return err
			}
			l.cur = a
			if err := l.cond(n.args[1], yes, no); err != nil {
				return err
			}
			l.cur = b
			return l.cond(n.args[2], yes, no)
		}
	}
	b, err := l.test(n)
	if err != nil {
		return err
	}
	l.edge(yes, &ir.Assume{Cond: b})
	l.edge(no, &ir.Assume{Cond: ir.NotExpr(b)})
	return nil
}

// pure reports whether n has a value in every state, and its evaluation needs no access of memory.
func (l *lower) pure(n *cnode) bool {
	switch n.op {
	case "/", "%", "<<", ">>":
		c := n.args[1]
		if c.op != "num" || c.val.T.Kind != ir.Int || c.val.Bits == 0 || c.val.Bits > 31 {
			return false
		}
	case "u*", "index", "member", "call":
		return false
	case "sizeof": // its operand is not evaluated
		return true
	}
	for _, a := range n.args {
		if !l.pure(a) {
			return false
		}
	}
	return true
}

// truth returns the condition v != 0.
func truth(v cval) (ir.Expr, error) {
	t := v.e.Type()
	switch t.Kind {
	case ir.Bool:
		return v.e, nil
	case ir.Int, ir.Float, ir.Ptr:
		return ir.NewBinary(ir.Ne, v.e, ir.NewConst(t, 0)), nil
	case ir.None: // refused
	}
	return nil, notYet("a condition that is no number")
}

// test returns the value of n as a condition.
func (l *lower) test(n *cnode) (ir.Expr, error) {
	v, err := l.value(n)
	if err != nil {
		return nil, err
	}
	return truth(v)
}

// value encodes n and returns its value. It is an error of type *unsupported if n is C that lower does not accept.
func (l *lower) value(n *cnode) (cval, error) {
	switch n.op {
	case "num":
		return cval{e: n.val, t: n.typ}, nil
	case "name":
		return l.name(n.name)
	case "cast":
		x, err := l.value(n.args[0])
		if err != nil {
			return x, err
		}
		return l.convert(x, n.typ)
	case "call":
		return cval{}, notYet("the call of %s", n.name)
	case "member":
		return cval{}, notYet("the member %s", n.name)
	case "?:", "&&", "||":
		if n.op == "?:" || !l.pure(n) {
			return l.choose(n)
		}
		a, err := l.test(n.args[0])
		if err != nil {
			return cval{}, err
		}
		b, err := l.test(n.args[1])
		if err != nil {
			return cval{}, err
		}
		op := ir.LAnd
		if n.op == "||" {
			op = ir.LOr
		}
		return cval{e: ir.NewBinary(op, a, b), t: ctype{t: ir.I32}}, nil
	case ",":
		left := n.args[0]
		for left.op == "cast" && left.typ.t.Kind == ir.None { // (void)x
			left = left.args[0]
		}
		if _, err := l.value(left); err != nil {
			return cval{}, err
		}
		return l.value(n.args[1])
	case "sizeof":
		bytes, err := l.sizeOf(n.args[0])
		if err != nil {
			return cval{}, err
		}
		t := sizeType(l.p.Model)
		return cval{e: ir.NewConst(t, bytes), t: ctype{t: t}}, nil
	case "index":
		sum, err := l.value(&cnode{op: "+", args: n.args})
		if err != nil {
			return sum, err
		}
		return l.load(sum)
	case "u*":
		x, err := l.value(n.args[0])
		if err != nil {
			return x, err
		}
		return l.load(x)
	case "u&":
		a := n.args[0]
		switch a.op {
		case "name":
			if o, ok := l.lookup(a.name).(*ir.Object); ok {
				v, err := l.object(o)
				if err == nil && v.t.size == 0 {
					return v, nil
				}
			}
		case "u*":
			return l.value(a.args[0])
		case "index":
			return l.value(&cnode{op: "+", args: a.args})
		}
		return cval{}, notYet("this use of &")
	case "u!":
		b, err := l.test(n.args[0])
		if err != nil {
			return cval{}, err
		}
		return cval{e: ir.NotExpr(b), t: ctype{t: ir.I32}}, nil
	case "u-", "u+", "u~":
		return l.unary(n)
	}
	if len(n.args) == 2 {
		x, err := l.value(n.args[0])
		if err != nil {
			return x, err
		}
		y, err := l.value(n.args[1])
		if err != nil {
			return y, err
		}
		return l.binary(n.op, x, y)
	}
	return cval{}, notYet("the operator %s", n.op)
}

// choose encodes a conditional or logical operator by branching: only the operands that C evaluates are evaluated.
func (l *lower) choose(n *cnode) (cval, error) {
	yes, no, join := l.f.NewLoc(l.pos), l.f.NewLoc(l.pos), l.f.NewLoc(l.pos)
	if n.op != "?:" {
		if err := l.cond(n, yes, no); err != nil {
			return cval{}, err
		}
		t := l.temp(ir.I32)
		for i, at := range []*ir.Loc{no, yes} {
			l.cur = at
			l.edge(join, &ir.Assign{Dst: t, Src: ir.NewConst(ir.I32, int64(i))})
		}
		l.cur = join
		return cval{e: ir.NewRef(t), t: ctype{t: ir.I32}}, nil
	}
	if err := l.cond(n.args[0], yes, no); err != nil {
		return cval{}, err
	}
	l.cur = yes
	x, err := l.value(n.args[1])
	if err != nil {
		return x, err
	}
	yes, l.cur = l.cur, no
	y, err := l.value(n.args[2])
	if err != nil {
		return y, err
	}
	no = l.cur
	t := x.t
	if isNull(x) && y.t.t.Kind == ir.Ptr { // c ? 0 : p
		t = y.t
	}
	if t.t.Kind != ir.Ptr {
		if t.t, err = common(x, y); err != nil {
			return x, err
		}
	}
	tmp := l.temp(t.t)
	for _, b := range []struct {
		at *ir.Loc
		v  cval
	}{{yes, x}, {no, y}} {
		l.cur = b.at
		v, err := l.convert(b.v, t)
		if err != nil {
			return v, err
		}
		l.edge(join, &ir.Assign{Dst: tmp, Src: v.e})
	}
	l.cur = join
	return cval{e: ir.NewRef(tmp), t: t}, nil
}

// name returns the value of a name.
func (l *lower) name(name string) (cval, error) {
	if name == `\result` {
		if l.result == nil {
			return cval{}, fmt.Errorf(`\result stands where no function returns a value`)
		}
		return l.register(l.result, "")
	}
	switch x := l.lookup(name).(type) {
	case *ir.Var:
		return l.register(x, x.CType)
	case *ir.Object:
		v, err := l.object(x)
		if err != nil || v.t.size > 0 {
			v.t.size = 0
			return v, err
		}
		return l.load(v)
	}
	switch name {
	case "NULL":
		return cval{e: ir.NewConst(l.p.Model.Ptr(), 0), t: ctype{t: l.p.Model.Ptr()}}, nil
	case "true", "false":
		return cval{e: ir.NewBool(name == "true"), t: ctype{t: ir.I32}}, nil
	}
	// Not declared, or never used: the program does not have it then.
	return cval{}, notYet("%s, which the program does not use at this place,", name)
}

// register returns the value of a register whose declaration spells the type as in spelled, or "" if that is unknown.
func (l *lower) register(x *ir.Var, spelled string) (cval, error) {
	v := cval{e: ir.NewRef(x), t: ctype{t: x.Type}}
	if !x.Global && l.read != nil {
		l.read[x] = true
	}
	if x.Type.Kind == ir.Ptr {
		if spelled != "" && !strings.Contains(spelled, "*") {
			return v, notYet("the aggregate %s", x.Source)
		}
		if t, dims, ok := declaredType(spelled, l.p.Model); ok && len(dims) == 0 {
			v.t = t
		}
	}
	if x.Type.Kind == ir.Float && x.Type.Bits == 80 {
		return v, notYet("long double")
	}
	return v, nil
}

// object returns the address of an object; size in its type is set if the object is an array.
func (l *lower) object(o *ir.Object) (cval, error) {
	t, dims, ok := declaredType(o.CType, l.p.Model)
	if !ok && o.Elem.Kind != ir.None && !strings.Contains(o.CType, "[") {
		t, ok = ctype{t: o.Elem}, true // a scalar of a named type
	}
	if !ok || t.t.Kind == ir.None {
		return cval{}, notYet("the type %q of %s", o.CType, o.Source)
	}
	if t.t == ir.B {
		t.t = ir.U8
	}
	size := int64(t.t.Size())
	for i := len(dims) - 1; i >= 0; i-- {
		elem := t
		size *= dims[i]
		t = ctype{t: l.p.Model.Ptr(), elem: &elem, size: size}
	}
	if size != o.Size {
		return cval{}, notYet("the type %q of %s", o.CType, o.Source)
	}
	v := cval{e: &ir.AddrOf{Obj: o, T: l.p.Model.Ptr()}, t: t}
	if len(dims) == 0 {
		v.t = ctype{t: l.p.Model.Ptr(), elem: &t}
	}
	return v, nil
}

// load returns the value at an address. If the address points to an array, the value is the address of its first
// element.
func (l *lower) load(addr cval) (cval, error) {
	if addr.t.t.Kind != ir.Ptr || addr.t.elem == nil {
		return cval{}, notYet("memory of unknown type")
	}
	elem := *addr.t.elem
	if elem.size > 0 {
		elem.size = 0
		return cval{e: addr.e, t: elem}, nil
	}
	if elem.t == ir.B {
		elem.t = ir.U8
	}
	if elem.t.Kind == ir.None {
		return cval{}, notYet("memory of unknown type")
	}
	t := l.temp(elem.t)
	l.then(&ir.LoadStmt{Dst: t, Addr: addr.e})
	return cval{e: ir.NewRef(t), t: elem}, nil
}

// unary encodes the operators -, + and ~.
func (l *lower) unary(n *cnode) (cval, error) {
	x, err := l.value(n.args[0])
	if err != nil {
		return x, err
	}
	if x.t.t.Kind == ir.Float {
		if n.op == "u-" {
			x.e = ir.NewUnary(ir.Neg, x.e)
		}
		return x, nil
	}
	x, err = promote(x)
	if err != nil || n.op == "u+" {
		return x, err
	}
	if n.op == "u~" {
		x, err = l.convert(x, x.t)
		x.e = ir.NewUnary(ir.Not, x.e)
		return x, err
	}
	return l.binary("-", cval{e: ir.NewConst(x.t.t, 0), t: x.t}, x)
}

// promote converts integers smaller than int to int.
func promote(x cval) (cval, error) {
	t := x.e.Type()
	switch {
	case x.bits > 0:
		return x, nil
	case t.Kind == ir.Bool, t.Kind == ir.Int && t.Bits < 32:
		return cval{e: ir.NewCast(ir.I32, x.e), t: ctype{t: ir.I32}}, nil
	case t.Kind == ir.Int:
		return x, nil
	}
	return x, notYet("a value here that is no integer")
}

// common returns the type of the usual arithmetic conversions.
func common(x, y cval) (ir.Type, error) {
	a, b := x.t.t, y.t.t
	if a.Kind == ir.Bool {
		a = ir.I32
	}
	if b.Kind == ir.Bool {
		b = ir.I32
	}
	num := func(t ir.Type) bool { return t.Kind == ir.Int || t.Kind == ir.Float }
	switch {
	case !num(a) || !num(b):
		return a, notYet("an operand here that is no number")
	case a.Kind == ir.Float && b.Kind == ir.Float:
		if b.Bits > a.Bits {
			a = b
		}
		return a, nil
	case a.Kind == ir.Float:
		return a, nil
	case b.Kind == ir.Float:
		return b, nil
	}
	t := ir.I32
	for _, o := range []ir.Type{a, b} {
		switch {
		case o.Bits > t.Bits:
			t = o
		case o.Bits == t.Bits && !o.Signed:
			t = o
		}
	}
	return t, nil
}

// convert returns a value converted to a type.
func (l *lower) convert(x cval, t ctype) (cval, error) {
	from := x.e.Type()
	switch {
	case t.t == ir.B:
		b, err := truth(x)
		return cval{e: b, t: ctype{t: ir.I32}}, err
	case t.t.Kind == ir.None:
		return x, notYet("a cast to void")
	case from == t.t:
		return cval{e: x.e, t: t}, nil
	case from.Kind == ir.Ptr && t.t.Kind == ir.Float, from.Kind == ir.Float && t.t.Kind == ir.Ptr:
		return x, notYet("the conversion between a pointer and a number")
	case from.Kind == ir.Bool && t.t.Kind != ir.Int:
		x.e, from = ir.NewCast(ir.I32, x.e), ir.I32
	}
	if t.t.Kind == ir.Ptr && from.Kind == ir.Ptr {
		return cval{e: x.e, t: t}, nil
	}
	return cval{e: ir.NewCast(t.t, x.e), t: t}, nil
}

// isNull reports whether a value is a constant zero, which may be a null pointer.
func isNull(v cval) bool {
	c, ok := v.e.(*ir.Const)
	return ok && c.Bits == 0 && c.T.Kind != ir.Float
}

// sizeOf returns the size of the type of n in bytes. To find the type, it lowers n into a function that is thrown away.
func (l *lower) sizeOf(n *cnode) (int64, error) {
	if n.op == "name" {
		switch x := l.lookup(n.name).(type) {
		case *ir.Object:
			_, err := l.object(x)
			return x.Size, err
		case *ir.Var:
			if x.Type.Kind == ir.Ptr && x.CType != "" && !strings.Contains(x.CType, "*") {
				return 0, notYet("sizeof of this type")
			}
		}
	}
	scratch := (&ir.Program{Model: l.p.Model}).NewFunc("scratch", ir.Void, l.pos)
	dry := &lower{p: l.p, f: scratch, cur: scratch.Entry, undef: scratch.NewLoc(l.pos), pos: l.pos, wide: l.wide,
		lookup: l.lookup, result: l.result}
	var at *cnode // the address that n reads: for sizeof, an array is not converted to an address
	switch n.op {
	case "index":
		at = &cnode{op: "+", args: n.args}
	case "u*":
		at = n.args[0]
	}
	if at != nil {
		addr, err := dry.value(at)
		if err == nil && addr.t.elem != nil && addr.t.elem.size > 0 {
			return addr.t.elem.size, nil
		}
		if err != nil {
			return 0, err
		}
	}
	v, err := dry.value(n)
	if err != nil {
		return 0, err
	}
	if bytes := v.t.bytes(); bytes > 0 {
		return bytes, nil
	}
	return 0, notYet("sizeof of this type")
}

// arithmetic maps binary operators of C to operators of ir.
var arithmetic = map[string]ir.BinOp{"+": ir.Add, "-": ir.Sub, "*": ir.Mul, "/": ir.Div, "%": ir.Rem, "&": ir.And,
	"|": ir.Or, "^": ir.Xor}

// binary encodes a binary operator other than the comma and logical ones.
func (l *lower) binary(op string, x, y cval) (cval, error) {
	if x.t.t.Kind == ir.Ptr || y.t.t.Kind == ir.Ptr {
		return l.pointers(op, x, y)
	}
	switch op {
	case "==", "!=", "<", "<=", ">", ">=":
		t, err := common(x, y)
		if err != nil {
			return x, err
		}
		if t == ir.I32 && (x.bits > 0 || y.bits > 0) {
			t = ir.I64
		}
		return l.compare(op, x, y, t)
	case "<<", ">>":
		return l.shift(op, x, y)
	}
	irOp, ok := arithmetic[op]
	if !ok {
		return x, notYet("the operator %s", op)
	}
	t, err := common(x, y)
	if err != nil {
		return x, err
	}
	if t.Kind == ir.Float && irOp > ir.Div {
		return x, notYet("an operand of %s that is no integer", op)
	}
	ct := ctype{t: t}
	bits := 0
	if t == ir.I32 && (l.wide && irOp <= ir.Mul || irOp == ir.Div || irOp == ir.Rem) {
		bits = need(irOp, x, y)
		if bits <= 64 {
			t = ir.I64
		} else {
			bits = 0
		}
	}
	a, err := l.convert(x, ctype{t: t})
	if err != nil {
		return x, err
	}
	b, err := l.convert(y, ctype{t: t})
	if err != nil {
		return y, err
	}
	if t.Kind == ir.Int && (irOp == ir.Div || irOp == ir.Rem) {
		l.divisor(a.e, b.e, t)
	}
	var e ir.Expr
	if l.wide && t.Kind == ir.Int && t.Signed && irOp <= ir.Mul && bits == 0 {
		u := ir.Type{Kind: ir.Int, Bits: t.Bits}
		e = ir.NewCast(t, ir.NewBinary(irOp, ir.NewCast(u, a.e), ir.NewCast(u, b.e)))
	} else {
		e = ir.NewBinary(irOp, a.e, b.e)
	}
	if bits > 0 && !l.wide { // -2^31 / -1 wraps like all else
		e, bits = ir.NewCast(ct.t, e), 0
	}
	return cval{e: e, t: ct, bits: bits}, nil
}

// need returns the number of bits of the exact result of an operator.
func need(op ir.BinOp, x, y cval) int {
	size := func(v cval) int {
		if v.bits > 0 {
			return v.bits
		}
		return 32
	}
	a, b := size(x), size(y)
	switch op {
	case ir.Mul:
		return a + b
	case ir.Rem:
		return max(a, b)
	case ir.Add, ir.Sub, ir.Div, ir.And, ir.Or, ir.Xor:
		return max(a, b) + 1
	default: // sound: the result may need more than 64 bits
		return 1 << 16
	}
}

// divisor adds edges to undef if x/y has no value.
func (l *lower) divisor(x, y ir.Expr, t ir.Type) {
	bad := ir.NewBinary(ir.Eq, y, ir.NewConst(t, 0))
	if t == ir.I64 && x.Type() == ir.I64 {
		bad = ir.NewBinary(ir.LOr, bad, ir.NewBinary(ir.LAnd, ir.NewBinary(ir.Eq, y, ir.NewConst(t, -1)),
			ir.NewBinary(ir.Eq, x, ir.NewConst(t, -1<<63))))
	}
	if ir.IsFalse(bad) {
		return
	}
	if c, ok := y.(*ir.Const); ok && c.Bits != 0 && c.Bits>>(t.Bits-1) == 0 {
		return
	}
	l.edge(l.undef, &ir.Assume{Cond: bad})
	l.then(&ir.Assume{Cond: ir.NotExpr(bad)})
}

// shift encodes a shift; it leads to undef if the amount is negative or too large.
func (l *lower) shift(op string, x, y cval) (cval, error) {
	a, err := promote(x)
	if err == nil {
		a, err = l.convert(a, ctype{t: a.t.t})
	}
	if err != nil {
		return x, err
	}
	b, err := promote(y)
	if err == nil {
		b, err = l.convert(b, ctype{t: b.t.t})
	}
	if err != nil {
		return y, err
	}
	irOp := ir.Shl
	if op == ">>" {
		irOp = ir.Shr
	}
	width := int64(a.t.t.Bits)
	if c, ok := b.e.(*ir.Const); !ok || c.Bits >= uint64(width) {
		u := ir.NewCast(ir.U64, b.e) // a negative amount is large
		bad := ir.NewBinary(ir.Le, ir.NewConst(ir.U64, width), u)
		l.edge(l.undef, &ir.Assume{Cond: bad})
		l.then(&ir.Assume{Cond: ir.NotExpr(bad)})
	}
	return cval{e: ir.NewBinary(irOp, a.e, b.e), t: a.t}, nil
}

// compare encodes a comparison of x and y, converted to type t.
func (l *lower) compare(op string, x, y cval, t ir.Type) (cval, error) {
	a, err := l.convert(x, ctype{t: t})
	if err != nil {
		return x, err
	}
	b, err := l.convert(y, ctype{t: t})
	if err != nil {
		return y, err
	}
	var e ir.Expr
	switch op {
	case "==":
		e = ir.NewBinary(ir.Eq, a.e, b.e)
	case "!=":
		e = ir.NewBinary(ir.Ne, a.e, b.e)
	case "<":
		e = ir.NewBinary(ir.Lt, a.e, b.e)
	case "<=":
		e = ir.NewBinary(ir.Le, a.e, b.e)
	case ">":
		e = ir.NewBinary(ir.Lt, b.e, a.e)
	default:
		e = ir.NewBinary(ir.Le, b.e, a.e)
	}
	return cval{e: e, t: ctype{t: ir.I32}}, nil
}

// pointers encodes an operator with a pointer as an operand: a comparison, or a sum with an integer.
func (l *lower) pointers(op string, x, y cval) (cval, error) {
	ptr := l.p.Model.Ptr()
	isPtr := func(v cval) bool { return v.t.t.Kind == ir.Ptr }
	switch op {
	case "==", "!=", "<", "<=", ">", ">=":
		if isPtr(x) && isPtr(y) || isNull(x) || isNull(y) {
			return l.compare(op, x, y, ptr)
		}
		return x, notYet("comparing a pointer with a number")
	case "+", "-":
		if op == "+" && isPtr(y) {
			x, y = y, x
		}
		if isPtr(y) {
			return x, notYet("the difference of pointers")
		}
		if x.t.elem == nil || x.t.elem.t.Kind == ir.None {
			return x, notYet("a pointer to an unknown type")
		}
		y, err := promote(y)
		if err != nil {
			return y, err
		}
		size := x.t.elem.size
		if size == 0 {
			size = int64(x.t.elem.t.Size())
		}
		i := ir.NewCast(ir.I64, y.e)
		if op == "-" {
			i = ir.NewCast(ir.I64, ir.NewBinary(ir.Sub, ir.NewConst(ir.U64, 0), ir.NewCast(ir.U64, i)))
		}
		t := x.t
		t.size = 0
		return cval{e: ir.NewPtrAdd(x.e, i, size), t: t}, nil
	}
	return x, notYet("a pointer as an operand of %s", op)
}

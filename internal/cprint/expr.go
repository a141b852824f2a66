package cprint

import (
	"fmt"
	"strings"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// expr returns the C text of an expression. Invariant: the C value is the ir value, read with the sign of its type.
// From 32 bits on, the C type is exactly ctype(e.Type()); narrower values have some C type that promotes to int.
func (g *gen) expr(e ir.Expr) string {
	switch e := e.(type) { // sound: refused
	case *ir.Const:
		s := literal(e.T, e.Bits)
		if strings.Contains(s, "tandem_f") {
			g.needFloatBits()
		}
		return s
	case *ir.Ref:
		return g.names.vars[e.Var]
	case *ir.AddrOf:
		return "(tandem_ptr)" + g.address(e.Obj)
	case *ir.FuncAddr:
		return literal(e.T, exec.FuncAddr(e.Func))
	case *ir.Unary:
		return g.unary(e)
	case *ir.Binary:
		return g.binary(e)
	case *ir.Cast:
		return g.cast(e)
	case *ir.PtrAdd:
		return g.ptrAdd(e)
	case *ir.PtrDiff:
		return fmt.Sprintf("(%s)(%s - %s)", ctype(e.Type()), g.sub(e.P), g.sub(e.Q))
	case *ir.Overflows:
		return g.overflows(e)
	case *ir.Valid:
		return g.valid(e)
	}
	g.fail("%T in an expression", e)
	return "0"
}

// sub returns the C text of e with parentheses around it unless it is an atom.
func (g *gen) sub(e ir.Expr) string { return paren(g.expr(e)) }

// paren returns s with parentheses around it unless it is an atom.
func paren(s string) string {
	if isAtom(s) {
		return s
	}
	return "(" + s + ")"
}

// isAtom reports whether s is a name, a literal, a call, or an expression in parentheses.
func isAtom(s string) bool {
	i := strings.IndexByte(s, '(')
	head := s
	if i >= 0 {
		head = s[:i]
	}
	for j := 0; j < len(head); j++ {
		c := head[j]
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '.') {
			return false
		}
	}
	if i < 0 {
		return true
	}
	depth := 0
	for j := i; j < len(s); j++ {
		switch s[j] {
		case '(':
			depth++
		case ')':
			depth--
			if depth == 0 && j < len(s)-1 {
				return false
			}
		}
	}
	return true
}

// unary returns the C text of a unary operation.
func (g *gen) unary(e *ir.Unary) string {
	t, x := e.X.Type(), g.sub(e.X)
	switch e.Op {
	case ir.LNot:
		return "!" + x
	case ir.Not:
		if t.Signed {
			return "~" + x
		}
		return wrap(t, fmt.Sprintf("~(%s)%s", calc(t), x))
	case ir.Neg:
		if t.Kind == ir.Float {
			return "-" + x
		}
		return wrap(t, fmt.Sprintf("0u - (%s)%s", calc(t), x))
	case ir.FAbs, ir.FSqrt, ir.FFloor, ir.FCeil, ir.FTrunc, ir.FNearest:
	}
	fn := map[ir.UnOp]string{ir.FAbs: "fabs", ir.FSqrt: "sqrt", ir.FFloor: "floor", ir.FCeil: "ceil", ir.FTrunc: "trunc",
		ir.FNearest: "rint"}[e.Op]
	if t.Bits == 32 {
		fn += "f"
	}
	return fmt.Sprintf("__builtin_%s(%s)", fn, g.expr(e.X))
}

// cOp returns an operator as C writes it.
func cOp(op ir.BinOp) string {
	return map[ir.BinOp]string{ir.Add: "+", ir.Sub: "-", ir.Mul: "*", ir.Div: "/", ir.Rem: "%", ir.And: "&", ir.Or: "|",
		ir.Xor: "^",
		ir.Shl: "<<", ir.Shr: ">>", ir.Eq: "==", ir.Ne: "!=", ir.Lt: "<", ir.Le: "<=", ir.LAnd: "&&", ir.LOr: "||"}[op]
}

// binary returns the C text of a binary operation. Integers are computed in an unsigned type, or by a helper, if C does
// not define the result.
func (g *gen) binary(e *ir.Binary) string {
	t, x, y := e.X.Type(), g.sub(e.X), g.sub(e.Y)
	plain := fmt.Sprintf("%s %s %s", x, cOp(e.Op), y)
	if e.Op >= ir.Eq {
		return plain
	}
	if t.Kind == ir.Float {
		return plain
	}
	switch e.Op {
	case ir.And, ir.Or, ir.Xor:
		return plain
	case ir.Add, ir.Sub, ir.Mul:
		if !t.Signed && t.Bits >= 32 && !odd(t) {
			return plain
		}
		u := calc(t)
		return wrap(t, fmt.Sprintf("(%s)%s %s (%s)%s", u, x, cOp(e.Op), u, y))
	case ir.Div, ir.Rem:
		if c, ok := ir.IsConst(e.Y); ok && c != 0 && !(t.Signed && c == num.Mask(t.Bits)) {
			return plain
		}
		return g.narrow(t, g.helperDiv(e.Op, t, x, y))
	case ir.Shl, ir.Shr:
		return g.shift(e, t, x, y)
	default:
		panic("no C for " + e.Op.String())
	}
}

// narrow wraps the result of a helper that computes in int or long long.
func (g *gen) narrow(t ir.Type, s string) string {
	if t.Bits == 32 || t.Bits == 64 {
		return s
	}
	return wrap(t, fmt.Sprintf("(%s)%s", calc(t), s))
}

// shift returns the C text of a shift of x, of type t, by y. It calls a helper unless the amount is constant and in
// range.
func (g *gen) shift(e *ir.Binary, t ir.Type, x, y string) string {
	n, isConst := ir.IsConst(e.Y)
	yt := e.Y.Type()
	inRange := isConst && n < uint64(t.Bits) && !(yt.Signed && num.Signed(n, yt.Bits) < 0)
	u := calc(t)
	if e.Op == ir.Shl {
		if inRange {
			return wrap(t, fmt.Sprintf("(%s)%s << %d", u, x, n))
		}
		return wrap(t, g.helperShift("shl", false, t, x, y))
	}
	if inRange {
		return fmt.Sprintf("%s >> %d", x, n)
	}
	return g.helperShift("shr", t.Signed, t, x, y)
}

// cast returns the C text of a conversion.
func (g *gen) cast(e *ir.Cast) string {
	from, to := e.X.Type(), e.T
	x := g.sub(e.X)
	switch {
	case to.Kind == ir.Bool:
		return x + " != 0"
	case to.Kind == ir.Int && from.Kind == ir.Float:
		return g.helperTrunc(from, to, g.expr(e.X))
	case to.Kind == ir.Int && odd(to):
		return wrap(to, fmt.Sprintf("(%s)%s", calc(to), x))
	case to.Kind == ir.Ptr && from.Kind == ir.Int && odd(from) && from.Signed:
		return "(tandem_ptr)" + paren(fmt.Sprintf("(long long)%s", x))
	}
	return fmt.Sprintf("(%s)%s", ctype(to), x)
}

// ptrAdd returns the C text of a pointer step. The step is computed in tandem_ptr.
func (g *gen) ptrAdd(e *ir.PtrAdd) string {
	p := g.sub(e.P)
	if c, ok := ir.IsConst(e.Index); ok {
		d := ir.EvalPtrAdd(ir.P64, 0, c, e.Index.Type(), e.Scale)
		if int64(d) < 0 {
			return fmt.Sprintf("%s - %du", p, -d)
		}
		return fmt.Sprintf("%s + %du", p, d)
	}
	i := "(tandem_ptr)" + g.sub(e.Index)
	switch {
	case e.Scale == 1:
		return fmt.Sprintf("%s + %s", p, i)
	case e.Scale < 0:
		return fmt.Sprintf("%s - %s * %du", p, i, -e.Scale)
	}
	return fmt.Sprintf("%s + %s * %du", p, i, e.Scale)
}

// overflows returns the C text of a test whether an operation overflows.
func (g *gen) overflows(e *ir.Overflows) string {
	t, x, y := e.X.Type(), g.sub(e.X), g.sub(e.Y)
	if e.Op == ir.Div {
		if !t.Signed {
			return "0"
		}
		return fmt.Sprintf("%s == %s && %s == -1", x, literal(t, num.MinOf(t.Bits, true)), y)
	}
	return g.helperOverflow(e.Op, t, x, y)
}

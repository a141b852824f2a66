package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// zeroed sets a variable without initialiser to zero where control reaches the declaration, as gcc's
// -ftrivial-auto-var-init=zero does. It returns false if the variable keeps arbitrary contents, which it also has after
// a jump past the declaration.
func (f initialisers) zeroed(d *cc.Declarator, p place) bool {
	if !f.u.Src.ZeroInit || csrc.HasAttr(d.Type(), "uninitialized") || p.opaque {
		return false
	}
	switch {
	case p.parts != nil:
		for _, r := range p.parts {
			f.assign(r, ir.NewConst(r.Type, 0))
		}
	case p.reg != nil:
		f.assign(p.reg, ir.NewConst(p.reg.Type, 0))
	case p.addr != nil:
		if n := f.variableSize(d, p.t); n != nil {
			f.emit(&ir.MemSet{Dst: p.addr, Val: ir.NewConst(ir.U8, 0), N: n})
		}
	default:
		return false
	}
	return true
}

// variableSize returns the size of a variable in bytes, nil if that is 0.
func (f initialisers) variableSize(d *cc.Declarator, t cc.Type) ir.Expr {
	if a, ok := t.(*cc.ArrayType); ok && f.decls.isVLA(a) {
		return f.sizeofExpr(t, d)
	}
	n := f.l.Size(t, f.pos)
	if n == 0 {
		return nil
	}
	return ir.NewConst(f.model().Size(), n)
}

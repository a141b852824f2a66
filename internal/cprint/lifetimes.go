package cprint

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file places the lifetimes of local objects in readable text. In C, a lifetime ends with the block of the
// declaration; in ir, with an End or with the function. The difference matters if a pointer may outlive the object. The
// text then has a block that ends at the End, or the declaration is outside of all blocks.

// escaping returns the local objects of f whose addresses are used for more than direct accesses: they are stored,
// compared, passed and so on. ended has the local objects with an End.
func escaping(f *ir.Func) (escapes, ended map[*ir.Object]bool) {
	escapes, ended = map[*ir.Object]bool{}, map[*ir.Object]bool{}
	value := func(e ir.Expr) {
		ir.Walk(e, func(x ir.Expr) bool {
			if a, ok := x.(*ir.AddrOf); ok && a.Obj.Func != nil {
				escapes[a.Obj] = true
			}
			return true
		})
	}
	address := func(e ir.Expr) {
		for {
			a, ok := e.(*ir.PtrAdd)
			if !ok {
				break
			}
			value(a.Index)
			e = a.P
		}
		if _, ok := e.(*ir.AddrOf); !ok {
			value(e)
		}
	}
	for _, e := range f.Edges {
		switch s := e.Stmt.(type) { // sound: in other statements all addresses escape
		case *ir.LoadStmt:
			address(s.Addr)
		case *ir.Store:
			address(s.Addr)
			value(s.Val)
		case *ir.MemCopy:
			address(s.Dst)
			address(s.Src)
			value(s.N)
		case *ir.MemSet:
			address(s.Dst)
			value(s.Val)
			value(s.N)
		case *ir.End:
			ended[s.Obj] = true
		default:
			for _, x := range ir.StmtExprs(s) {
				value(x)
			}
		}
	}
	return escapes, ended
}

// blocks puts the pieces from the declaration of an object to its End into a block, if other pieces follow.
func blocks(body []*piece) []*piece {
	return rewrite(body, func(list []*piece) []*piece {
		for j := 0; j < len(list); j++ {
			o := endOf(list[j])
			if o == nil {
				continue
			}
			i := slices.IndexFunc(list[:j], func(p *piece) bool {
				d, ok := stmtOf(p).(*ir.Decl)
				return ok && p.kind == pStep &&
					d.Obj == o
			})
			if i < 0 || crosses(list, i, j) || !slices.ContainsFunc(list[j:], func(p *piece) bool { return endOf(p) == nil }) {
				continue
			}
			b := &piece{kind: pBlock, then: slices.Clone(list[i : j+1])}
			list = append(append(slices.Clone(list[:i]), b), list[j+1:]...)
			j = i
		}
		return list
	})
}

// endless removes the Ends, and the ifs and blocks that are empty without them. It is called when the declarations of
// all objects are placed.
func endless(body []*piece) []*piece {
	return rewrite(body, func(list []*piece) []*piece {
		return slices.DeleteFunc(list, func(p *piece) bool {
			if p.kind == pIf && len(p.then) == 0 {
				p.cond, p.then, p.els = ir.NotExpr(p.cond), p.els, nil
			}
			return endOf(p) != nil || (p.kind == pIf || p.kind == pBlock) && len(p.then) == 0
		})
	})
}

// endOf returns the object whose lifetime ends with the piece, or nil.
func endOf(p *piece) *ir.Object {
	if s, ok := stmtOf(p).(*ir.End); ok && p.kind == pStep {
		return s.Obj
	}
	return nil
}

// crosses reports whether an object that is declared between list[i] and list[j] has its End after list[j], with a
// piece other than an End in between. A block from i to j would then end its lifetime too early.
func crosses(list []*piece, i, j int) bool {
	inside := map[*ir.Object]bool{}
	visit(list[i:j], func(p *piece) {
		if d, ok := stmtOf(p).(*ir.Decl); ok && p.kind == pStep {
			inside[d.Obj] = true
		}
		delete(inside, endOf(p))
	})
	something := false
	for _, p := range list[j:] {
		o := endOf(p)
		if o == nil {
			something = true
		}
		if inside[o] && something {
			return true
		}
	}
	return false
}

package cprint

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Lifetimes of local objects in readable text. C ends them with the block of the declaration, ir with End or the
// function. That matters where a pointer may outlive the object: then there is a block that ends where End stands, or
// the declaration stands before all blocks.

// escaping are the objects of f whose addresses are more than what an access goes to, and ended those of them with an
// End.
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
		switch s := e.Stmt.(type) { // sound: the others may keep each address
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

// blocks makes the pieces between the declaration of an object and its End a block, where other pieces follow.
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

// endless drops the Ends once each object has its place.
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

// endOf is the object whose lifetime ends with a piece.
func endOf(p *piece) *ir.Object {
	if s, ok := stmtOf(p).(*ir.End); ok && p.kind == pStep {
		return s.Obj
	}
	return nil
}

// crosses reports whether an object is declared between list[i] and list[j] that lives on after list[j], while
// something happens.
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

package cprint

import (
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Temporaries of readable text: what is read from memory, or returned by a call, and used once by what comes next
// stands there.

// forwards finds the pieces whose registers are written where they are used. A load may move over what neither writes
// memory nor sets a register of its address; a call to the piece directly after it, if nothing else there depends on
// what it may change.
func forwards(body []*piece, home map[any]*piece) map[*ir.Var]*piece {
	total := map[*ir.Var]int{}
	count := func(p *piece, n map[*ir.Var]int) {
		mentions(p, func(x any) {
			if v, ok := x.(*ir.Var); ok {
				n[v]++
			}
		})
	}
	visit(body, func(p *piece) { count(p, total) })
	out := map[*ir.Var]*piece{}
	rewrite(body, func(list []*piece) []*piece {
		final := make([]int, len(list)) // where a piece is written
		for i := len(list) - 1; i >= 0; i-- {
			final[i] = i
			p := list[i]
			if p.kind != pStep {
				continue
			}
			v := ir.Def(p.edge.Stmt)
			if v == nil || v.Global || v.Source != "" || home[v] != p || total[v] != 2 {
				continue
			}
			for k := i + 1; k < len(list); k++ {
				n := map[*ir.Var]int{}
				count(list[k], n)
				if n[v] == 1 && ir.Def(stmtOf(list[k])) != v && moves(list, i, final[k], out) {
					out[v], final[i] = p, final[k]
				}
				if n[v] > 0 || !pure(list[k]) {
					break
				}
			}
		}
		return list
	})
	return out
}

func stmtOf(p *piece) ir.Stmt {
	if p.edge == nil {
		return &ir.Skip{}
	}
	return p.edge.Stmt
}

// pure reports whether a piece only sets a register.
func pure(p *piece) bool {
	switch stmtOf(p).(type) { // sound: the others may do more
	case *ir.Assign, *ir.LoadStmt:
		return p.kind == pStep
	}
	return false
}

// takes reports whether a piece evaluates its expressions once, first.
func takes(p *piece) bool {
	switch p.kind {
	case pIf, pAssume:
		return true
	case pStep:
		switch p.edge.Stmt.(type) { // sound: not there
		case *ir.Assign, *ir.LoadStmt, *ir.Store, *ir.Return, *ir.Call:
			return true
		}
	case pLoop, pLabel, pBlock, pJump, pBreak, pContinue, pEnd:
	}
	return false
}

// moves reports whether the statement of list[i] may be done where list[to] is.
func moves(list []*piece, i, to int, out map[*ir.Var]*piece) bool {
	if !takes(list[to]) {
		return false
	}
	switch s := list[i].edge.Stmt.(type) { // sound: the others stay
	case *ir.LoadStmt:
		for _, p := range list[i+1 : to] {
			if d := ir.Def(stmtOf(p)); !pure(p) || d == nil || ir.Reads(s.Addr, d) {
				return false
			}
		}
		return !eager(list[to], out)
	case *ir.Call:
		return to == i+1 && alone(list[to], s.Dst, out)
	}
	return false
}

// eager reports whether a call was moved into a piece.
func eager(p *piece, out map[*ir.Var]*piece) bool {
	found := false
	mentions(p, func(x any) {
		v, _ := x.(*ir.Var)
		if q := out[v]; q != nil && q != p {
			_, call := q.edge.Stmt.(*ir.Call)
			found = found || call
		}
	})
	return found
}

// alone reports whether a piece reads v, and nothing else that a call might change.
func alone(p *piece, v *ir.Var, out map[*ir.Var]*piece) bool {
	var exprs []ir.Expr
	switch {
	case p.kind == pIf:
		exprs = []ir.Expr{p.cond}
	case p.kind == pStep:
		switch s := p.edge.Stmt.(type) { // sound: not there
		case *ir.Assign, *ir.Return:
			exprs = ir.StmtExprs(s)
		}
	}
	ok := len(exprs) > 0
	for _, e := range exprs {
		ir.Walk(e, func(x ir.Expr) bool {
			switch x := x.(type) { // sound: the others depend on their operands
			case *ir.Ref:
				ok = ok && !x.Var.Global && out[x.Var] == nil
			case *ir.Valid:
				ok = false
			case *ir.Binary:
				ok = ok && x.Op != ir.LAnd && x.Op != ir.LOr
			}
			return ok
		})
	}
	return ok
}

// forwarded is what stands for a register that is written where it is used.
func (r *terms) forwarded(v *ir.Var) (x term, ok bool) {
	p := r.forward[v]
	if p == nil {
		return term{}, false
	}
	loc := r.loc
	r.loc = p.edge.From
	switch s := p.edge.Stmt.(type) { // sound: the others stay where they are
	case *ir.LoadStmt:
		x = r.load(s.Dst.Type, s.Addr)
	case *ir.Call:
		x = r.callOf(s)
	}
	r.loc = loc
	return x, true
}

package cprint

import (
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Readable text avoids temporaries. If a register is set by a load or a call and used only once, soon after, the load
// or call is written in place of the register.

// forwards returns the registers that are replaced, each with the piece of its load or call. A load may move past
// pieces that neither write memory nor set a register of its address. A call may move only to the next piece, and only
// if nothing else there depends on the effects of the call.
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
		final := make([]int, len(list)) // by index of a piece: the index of the piece in which it is written
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

// stmtOf returns the statement of a piece; a Skip if it has none.
func stmtOf(p *piece) ir.Stmt {
	if p.edge == nil {
		return &ir.Skip{}
	}
	return p.edge.Stmt
}

// pure reports whether the only effect of a piece is that it sets a register.
func pure(p *piece) bool {
	switch stmtOf(p).(type) { // sound: the others may do more
	case *ir.Assign, *ir.LoadStmt:
		return p.kind == pStep
	}
	return false
}

// takes reports whether a piece evaluates its expressions exactly once, before anything else.
func takes(p *piece) bool {
	switch p.kind {
	case pIf, pAssume:
		return true
	case pStep:
		switch p.edge.Stmt.(type) { // sound: nothing moves into other statements
		case *ir.Assign, *ir.LoadStmt, *ir.Store, *ir.Return, *ir.Call:
			return true
		}
	case pLoop, pLabel, pBlock, pJump, pBreak, pContinue, pEnd:
	}
	return false
}

// moves reports whether the statement of list[i] may be executed in list[to]. out has the pieces that move already.
func moves(list []*piece, i, to int, out map[*ir.Var]*piece) bool {
	if !takes(list[to]) {
		return false
	}
	switch s := list[i].edge.Stmt.(type) { // sound: other statements do not move
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

// eager reports whether a call is moved into a piece.
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

// alone reports whether a piece has no global registers, no moved expressions and no questions that a call might
// change, and evaluates all of its operands. The call that sets v can then move into it.
func alone(p *piece, v *ir.Var, out map[*ir.Var]*piece) bool {
	var exprs []ir.Expr
	switch {
	case p.kind == pIf:
		exprs = []ir.Expr{p.cond}
	case p.kind == pStep:
		switch s := p.edge.Stmt.(type) { // sound: no call moves into other statements
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

// forwarded writes the load or call in place of v; ok is false if v is not replaced.
func (r *terms) forwarded(v *ir.Var) (x term, ok bool) {
	p := r.forward[v]
	if p == nil {
		return term{}, false
	}
	loc := r.loc
	r.loc = p.edge.From
	switch s := p.edge.Stmt.(type) { // sound: other statements do not move
	case *ir.LoadStmt:
		x = r.load(s.Dst.Type, s.Addr)
	case *ir.Call:
		x = r.callOf(s)
	}
	r.loc = loc
	return x, true
}

package cprint

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file turns structured text with explicit jumps into the text that people write. Conditions are joined. Code to
// which only one jump leads replaces that jump. Loops get their tests and steps. The remaining jumps are removed or
// become break or continue, and only the others become goto.

// tidy converts body, as structured returns it, to the body of the C function.
func tidy(body []*piece) []*piece {
	for {
		n := jumpsTo(body)
		changed := false
		body = joined(dropLabels(body, n), &changed)
		if body = sunk(body, &changed); !changed {
			break
		}
	}
	r := &resolver{last: lastReturns(body)}
	body = r.list(body, around{})
	return unlabelled(body)
}

// jumpsTo counts the jumps to each location.
func jumpsTo(body []*piece) map[*ir.Loc]int {
	n := map[*ir.Loc]int{}
	visit(body, func(p *piece) {
		if p.kind == pJump {
			n[p.loc]++
		}
	})
	return n
}

// dropLabels removes the labels without jumps.
func dropLabels(list []*piece, jumps map[*ir.Loc]int) []*piece {
	return rewrite(list, func(list []*piece) []*piece {
		return slices.DeleteFunc(list, func(p *piece) bool { return p.kind == pLabel && jumps[p.loc] == 0 })
	})
}

// rewrite applies f to all lists, inner lists first, and returns the new list.
func rewrite(list []*piece, f func([]*piece) []*piece) []*piece {
	for _, p := range list {
		p.then, p.els = rewrite(p.then, f), rewrite(p.els, f)
	}
	return f(list)
}

// sameWay reports whether both lists consist of the same jump, or of the same end of a run.
func sameWay(a, b []*piece) bool {
	if len(a) != 1 || len(b) != 1 || a[0].kind != b[0].kind {
		return false
	}
	return a[0].kind == pJump && a[0].loc == b[0].loc || a[0].kind == pEnd && a[0].loc == b[0].loc &&
		a[0].loc.Kind != ir.Plain
}

// joined joins nested ifs (join) in all lists.
func joined(list []*piece, changed *bool) []*piece {
	return rewrite(list, func(list []*piece) []*piece {
		for _, p := range list {
			for p.kind == pIf && join(p) {
				*changed = true
			}
		}
		return list
	})
}

// join replaces if (c) { if (d) T else E } else E by one if with the condition c && d, and does the same for the other
// nestings with two equal branches. It reports whether it changed p.
func join(p *piece) bool {
	and := func(x, y ir.Expr) ir.Expr { return &ir.Binary{Op: ir.LAnd, X: x, Y: y} }
	or := func(x, y ir.Expr) ir.Expr { return &ir.Binary{Op: ir.LOr, X: x, Y: y} }
	asks := func(e ir.Expr) bool { return ir.Asks(e) != nil }
	if len(p.then) == 1 && p.then[0].kind == pIf && !asks(p.cond) && !asks(p.then[0].cond) {
		switch in := p.then[0]; {
		case sameWay(in.els, p.els):
			p.at, p.cond, p.then = nil, and(p.cond, in.cond), in.then
			return true
		case sameWay(in.then, p.els):
			p.at, p.cond, p.then = nil, and(p.cond, ir.NotExpr(in.cond)), in.els
			return true
		}
	}
	if len(p.els) == 1 && p.els[0].kind == pIf && !asks(p.cond) && !asks(p.els[0].cond) {
		switch in := p.els[0]; {
		case sameWay(in.then, p.then):
			p.at, p.cond, p.els = nil, or(p.cond, in.cond), in.els
			return true
		case sameWay(in.els, p.then):
			p.at, p.cond, p.els = nil, or(p.cond, ir.NotExpr(in.cond)), in.then
			return true
		}
	}
	return false
}

// sunk moves the code of a label to the jump to it, if there is only one jump and it is in the same loop.
func sunk(body []*piece, changed *bool) []*piece {
	jumps, loopOf, at := jumpsTo(body), map[*ir.Loc]*piece{}, map[*ir.Loc]*piece{}
	var places func(list []*piece, loop *piece)
	places = func(list []*piece, loop *piece) {
		for _, p := range list {
			switch p.kind {
			case pLabel:
				loopOf[p.loc] = loop
			case pJump:
				at[p.loc] = loop
			case pLoop:
				places(p.then, p)
				continue
			case pStep, pAssume, pIf, pBlock, pBreak, pContinue, pEnd:
			}
			places(p.then, loop)
			places(p.els, loop)
		}
	}
	places(body, nil)
	moved := map[*ir.Loc][]*piece{}
	body = rewrite(body, func(list []*piece) []*piece {
		for i := 0; i < len(list); i++ {
			l := list[i].loc
			if list[i].kind != pLabel || jumps[l] != 1 || loopOf[l] != at[l] || i == 0 {
				continue
			}
			end := i + 1
			for end < len(list) && list[end].kind != pLabel {
				end++
			}
			code := slices.Clone(list[i+1 : end])
			if jumpsTo(code)[l] > 0 || len(code) == 0 {
				continue
			}
			moved[l] = code
			list = append(slices.Clone(list[:i]), list[end:]...)
			i--
		}
		return list
	})
	if len(moved) == 0 {
		return body
	}
	*changed = true
	return fill(body, moved)
}

// fill replaces the jumps to moved code by the code.
func fill(list []*piece, moved map[*ir.Loc][]*piece) []*piece {
	for n := len(list); n > 0 && list[n-1].kind == pJump && moved[list[n-1].loc] != nil; n = len(list) {
		list = append(slices.Clone(list[:n-1]), moved[list[n-1].loc]...)
	}
	for _, p := range list {
		p.then, p.els = fill(p.then, moved), fill(p.els, moved)
	}
	return list
}

// around has the locations that control reaches from the end of a list, by break and by continue; nil if no label is
// there.
type around struct{ next, brk, cont *ir.Loc }

// resolver replaces jumps.
type resolver struct {
	last map[*ir.Loc]*piece // the code of locations that only return a short value
}

// lastReturns finds the labels that are followed only by a return without a value, or of a register or constant.
func lastReturns(body []*piece) map[*ir.Loc]*piece {
	out := map[*ir.Loc]*piece{}
	rewrite(body, func(list []*piece) []*piece {
		for i := 0; i+1 < len(list); i++ {
			if list[i].kind != pLabel || list[i+1].kind != pStep {
				continue
			}
			if r, ok := list[i+1].edge.Stmt.(*ir.Return); ok && (r.Val == nil || short(r.Val)) {
				out[list[i].loc] = list[i+1]
			}
		}
		return list
	})
	return out
}

// short reports whether e is so short that a return of e may be copied.
func short(e ir.Expr) bool {
	switch e.(type) { // sound: returns of longer expressions are reached by jumps
	case *ir.Const, *ir.Ref:
		return true
	}
	return false
}

// list resolves the jumps of a list.
func (r *resolver) list(list []*piece, a around) []*piece {
	var out []*piece
	for i, p := range list {
		next := a.next
		if i+1 < len(list) {
			next = nil
			if list[i+1].kind == pLabel {
				next = list[i+1].loc
			}
		}
		switch p.kind {
		case pJump:
			if p = r.jump(p, next, a); p == nil {
				continue
			}
		case pIf:
			in := around{next, a.brk, a.cont}
			p.then, p.els = r.list(p.then, in), r.list(p.els, in)
			if len(p.then) == 0 {
				p.cond, p.then, p.els = ir.NotExpr(p.cond), p.els, nil
			}
			if len(p.then) == 0 {
				continue
			}
			if leaves(p.els) && !leaves(p.then) {
				p.cond, p.then, p.els = ir.NotExpr(p.cond), p.els, p.then
			}
			if leaves(p.then) { // the other branch needs no else
				rest := p.els
				p.els = nil
				out = append(append(out, p), rest...)
				continue
			}
		case pLoop:
			r.loop(p, next)
			out = initOf(out, p)
		case pStep, pAssume, pLabel, pBlock, pBreak, pContinue, pEnd:
		}
		out = append(out, p)
	}
	return out
}

// jump returns the piece that replaces the jump p; nil if control reaches the target without a jump. next is the
// location after p, or nil.
func (r *resolver) jump(p *piece, next *ir.Loc, a around) *piece {
	switch {
	case p.loc == next:
		return nil
	case p.loc == a.cont:
		return &piece{kind: pContinue}
	case p.loc == a.brk:
		return &piece{kind: pBreak}
	case r.last[p.loc] != nil:
		return r.last[p.loc]
	}
	return p
}

// loop resolves the jumps in a loop, and finds its test and step. next is the location after the loop, or nil.
func (r *resolver) loop(p *piece, next *ir.Loc) {
	a := around{next: p.loc, brk: next, cont: p.loc}
	tail := turnEnd(p, next)
	if tail != nil {
		p.then = p.then[:len(p.then)-len(tail)]
		a.next, a.cont = tail[0].loc, tail[0].loc
	}
	body := r.list(p.then, a)
	if tail != nil && jumpsTo(body)[a.cont] > 0 { // from inner loops
		body = append(body, tail[0])
	}
	test := func(p *piece) (ir.Expr, []*piece, bool) {
		switch {
		case p.kind != pIf:
		case len(p.els) == 1 && p.els[0].kind == pBreak:
			return p.cond, p.then, true
		case len(p.then) == 1 && p.then[0].kind == pBreak:
			return ir.NotExpr(p.cond), p.els, true
		}
		return nil, nil, false
	}
	if tail != nil && tail[1].kind == pStep { // for
		p.form, p.step = forLoop, tail[1].edge
		if len(body) > 0 {
			if c, in, ok := test(body[0]); ok {
				p.at, p.cond, body = body[0].at, c, append(slices.Clone(in), body[1:]...)
			}
		}
		p.then = body
		return
	}
	if tail != nil { // do: continue leads to the test
		t := r.list(tail[1:], around{next: p.loc, brk: next})
		if len(t) == 1 {
			if c, in, ok := test(t[0]); ok && len(in) == 0 {
				p.form, p.at, p.cond, p.then = doWhile, t[0].at, c, body
				return
			}
		}
		panic("cprint: no test at the end of a turn")
	}
	if len(body) > 0 {
		if c, in, ok := test(body[0]); ok {
			p.form, p.at, p.cond, p.then = while, body[0].at, c, append(slices.Clone(in), body[1:]...)
			shortFor(p)
			return
		}
		if c, in, ok := test(body[len(body)-1]); ok && len(in) == 0 && !hasOwn(body, pContinue) {
			p.form, p.at, p.cond, p.then = doWhile, body[len(body)-1].at, c, body[:len(body)-1]
			return
		}
	}
	p.then = body
}

// turnEnd returns the pieces at the end of a loop body that are a label and after it a step or a test; nil if the body
// ends differently, or jumps to the head from elsewhere. continue then leads to this label and not to the head.
func turnEnd(p *piece, next *ir.Loc) []*piece {
	i := len(p.then) - 1
	for i > 0 && p.then[i].kind != pLabel {
		i--
	}
	if i <= 0 {
		return nil
	}
	tail := p.then[i:]
	back := 0
	visit(p.then[:i], func(q *piece) {
		if q.kind == pJump && q.loc == p.loc {
			back++
		}
	})
	goes := func(list []*piece, to *ir.Loc) bool {
		return len(list) == 1 && list[0].kind == pJump && list[0].loc == to
	}
	switch {
	case back > 0:
		return nil
	case len(tail) == 3 && isStep(tail[1]) && goes(tail[2:], p.loc):
		return tail
	case len(tail) == 2 && tail[1].kind == pIf && next != nil &&
		(goes(tail[1].then, p.loc) && goes(tail[1].els, next) || goes(tail[1].els, p.loc) && goes(tail[1].then, next)):
		return tail
	}
	return nil
}

// isStep reports whether a piece is an assignment.
func isStep(p *piece) bool {
	if p.kind != pStep {
		return false
	}
	_, ok := p.edge.Stmt.(*ir.Assign)
	return ok
}

// shortFor makes a while loop a for loop, if the source has a for loop and the last statement of the body sets a
// register of the test.
func shortFor(p *piece) {
	n := len(p.then)
	if n == 0 || p.loc.Loop == nil || p.loc.Loop.Keyword != "for" || !isStep(p.then[n-1]) || hasOwn(p.then, pContinue) {
		return
	}
	s := p.then[n-1].edge.Stmt.(*ir.Assign)
	if !ir.Reads(p.cond, s.Dst) {
		return
	}
	p.form, p.step, p.then = forLoop, p.then[n-1].edge, p.then[:n-1]
}

// initOf moves the last of the pieces before the for loop p into the loop, as its init, if that piece sets the register
// of the step. It returns the remaining pieces.
func initOf(before []*piece, p *piece) []*piece {
	n := len(before)
	if p.form != forLoop || n == 0 || !isStep(before[n-1]) {
		return before
	}
	if before[n-1].edge.Stmt.(*ir.Assign).Dst != p.step.Stmt.(*ir.Assign).Dst {
		return before
	}
	p.init = before[n-1].edge
	return before[:n-1]
}

// unlabelled sets the field label of the labels and loops that are targets of gotos, and removes the other labels and
// all unreachable pieces.
func unlabelled(body []*piece) []*piece {
	n, has := jumpsTo(body), map[*ir.Loc]bool{}
	visit(body, func(p *piece) {
		p.label = p.kind == pLabel && n[p.loc] > 0
		has[p.loc] = has[p.loc] || p.label
	})
	visit(body, func(p *piece) { p.label = p.label || p.kind == pLoop && n[p.loc] > 0 && !has[p.loc] })
	return rewrite(body, func(list []*piece) []*piece {
		list = slices.DeleteFunc(list, func(p *piece) bool { return p.kind == pLabel && !p.label })
		dead := false
		return slices.DeleteFunc(list, func(p *piece) bool { // unreachable, perhaps because its code was copied
			dead = dead && !labelled(p)
			gone := dead
			dead = dead || p.leavesList()
			return gone
		})
	})
}

// labelled reports whether a goto leads to a piece, or into it.
func labelled(p *piece) bool {
	found := false
	visit([]*piece{p}, func(q *piece) { found = found || q.label })
	return found
}

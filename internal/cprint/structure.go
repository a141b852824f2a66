package cprint

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Structured control flow from the dominator tree, after N. Ramsey, "Beyond
// Relooper: Recursive Translation of Unstructured Control Flow to Structured
// Control Flow", ICFP 2022 (doi 10.1145/3547621), as in package exec. There a node stands in
// the blocks of all it dominates; C has break, continue and goto, so that here
//
//   - a merge node stands after the node that dominates it directly, or after the outermost loop that it leaves,
//   - all jumps are explicit at first (piece jump); tidy.go drops those that lead to what comes next, and makes
//     the others break, continue or goto,
//   - an irreducible part needs nothing more: its heads are merge nodes that gotos lead to.

// A pieceKind says what a piece of structured text is.
type pieceKind uint8

const (
	pStep     pieceKind = iota // edge: a statement that is no Assume
	pAssume                    // edge: an Assume without alternative
	pIf                        // cond, then, els
	pLoop                      // loc (its head), then (its body); cond, step and form by tidy.go
	pLabel                     // loc: here begins its code
	pJump                      // loc: go there
	pBreak                     // the others leave a list
	pContinue                  //
	pBlock                     // then, in braces of its own
	pEnd                       // loc without code of its own: an error, the end, a dead end; edge leads there, if any
)

// loopForm is how a loop is written.
type loopForm uint8

const (
	forever loopForm = iota
	while
	doWhile
	forLoop // while with a step
)

// piece is a statement of structured text. Lists of them end in pieces that leave them.
type piece struct {
	kind  pieceKind
	edge  *ir.Edge
	loc   *ir.Loc
	at    *ir.Loc // where cond is evaluated, if it is one branch
	cond  ir.Expr
	then  []*piece
	els   []*piece
	form  loopForm
	init  *ir.Edge // forLoop: what stands before it, or nil
	step  *ir.Edge // forLoop: what ends each turn
	label bool     // pLabel, pLoop: some goto leads here
}

// maxNesting is how deep branches are nested before the rest is put at the end of the function's text: compilers have
// limits.
const maxNesting = 50

type structurer struct {
	f       *ir.Func
	tree    *graph.DomTree
	pos     []int // reverse postorder by Loc.ID
	loops   []graph.Loop
	in      []int     // innermost loop by Loc.ID
	loopOf  []int     // the loop that a location heads by Loc.ID, or -1
	preds   []int     // edges into a location that are no back edges of natural loops
	next    [][]int   // nodes that stand after a location's code
	after   [][]int   // nodes that stand after the loop that a location heads
	place   []bool    // stands in such a list
	pending []*ir.Loc // too deep
	escapes map[*ir.Object]bool
}

// isNode reports whether a location has code of its own. One where every run ends has it at each edge into it.
func isNode(l *ir.Loc) bool { return l.Kind == ir.Plain && len(l.Out) > 0 }

// structured gives the body of f; of the objects that escape the Ends are pieces, too.
func structured(f *ir.Func, escapes map[*ir.Object]bool) []*piece {
	if !isNode(f.Entry) {
		return []*piece{{kind: pEnd, loc: f.Entry}}
	}
	s := newStructurer(f)
	s.escapes = escapes
	body := s.code(f.Entry, 0)
	for len(s.pending) > 0 {
		l := s.pending[0]
		s.pending = s.pending[1:]
		body = append(append(body, &piece{kind: pLabel, loc: l}), s.code(l, 0)...)
	}
	return body
}

func newStructurer(f *ir.Func) *structurer {
	n := len(f.Locs)
	adj := make(graph.Adj, n)
	for _, l := range f.Locs {
		for _, e := range l.Out {
			if isNode(e.To) {
				adj[l.ID] = append(adj[l.ID], e.To.ID)
			}
		}
	}
	s := &structurer{f: f, tree: graph.Dominators(adj, f.Entry.ID), pos: make([]int, n), loopOf: make([]int, n),
		preds: make([]int, n),
		next:  make([][]int, n), after: make([][]int, n), place: make([]bool, n)}
	s.loops, s.in = graph.NaturalLoops(adj, s.tree)
	for i := range s.loopOf {
		s.loopOf[i] = -1
	}
	for i, l := range s.loops {
		s.loopOf[l.Head] = i
	}
	order := s.tree.Order()
	for i, x := range order {
		s.pos[x] = i
		for _, y := range adj[x] {
			if !s.tree.Dominates(y, x) {
				s.preds[y]++
			}
		}
	}
	follow := s.follows()
	for _, x := range order {
		for _, y := range s.tree.Children[x] {
			left := s.leaves(x, y)
			switch {
			case left >= 0 && (s.preds[y] > 1 || follow[left] == y || !s.small(y)):
				h := s.loops[left].Head
				s.after[h] = append(s.after[h], y)
				s.place[y] = true
			case s.preds[y] > 1:
				s.next[x] = append(s.next[x], y)
				s.place[y] = true
			}
		}
	}
	byOrder := func(a, b int) int { return s.pos[a] - s.pos[b] }
	for x := range s.next {
		slices.SortFunc(s.next[x], byOrder)
		slices.SortFunc(s.after[x], byOrder)
	}
	return s
}

// leaves is the outermost loop that x is in and y not, or -1.
func (s *structurer) leaves(x, y int) int {
	out := -1
	for l := s.in[x]; l >= 0; l = s.loops[l].Parent {
		if s.inside(y, l) {
			break
		}
		out = l
	}
	return out
}

func (s *structurer) inside(y, loop int) bool {
	for l := s.in[y]; l >= 0; l = s.loops[l].Parent {
		if l == loop {
			return true
		}
	}
	return false
}

// follows chooses for each loop the exit that stands after it in any case, or -1: the exit of its head, else the exit
// at the end of a turn, else the last one.
func (s *structurer) follows() []int {
	out := make([]int, len(s.loops))
	for i, l := range s.loops {
		best, rank := -1, 0
		for _, x := range l.Body {
			for _, e := range s.f.Locs[x].Out {
				y := e.To.ID
				if !isNode(e.To) || s.inside(y, i) {
					continue
				}
				r := 1
				switch {
				case x == l.Head:
					r = 3
				case slices.Contains(l.Back, x):
					r = 2
				}
				if r > rank || r == rank && s.pos[y] > s.pos[best] {
					best, rank = y, r
				}
			}
		}
		out[i] = best
	}
	return out
}

// small reports whether all of what y dominates is a few statements, which lead nowhere else.
func (s *structurer) small(y int) bool {
	n := 0
	var visit func(x int) bool
	visit = func(x int) bool {
		for _, e := range s.f.Locs[x].Out {
			n++
			if isNode(e.To) && !s.tree.Dominates(y, e.To.ID) {
				return false
			}
		}
		for _, z := range s.tree.Children[x] {
			if n > 8 || !visit(z) {
				return false
			}
		}
		return n <= 8
	}
	return visit(y)
}

// code is the text of l and all that it dominates.
func (s *structurer) code(l *ir.Loc, depth int) []*piece {
	list := s.node(l, depth)
	list = s.append(list, s.next[l.ID], depth)
	if s.loopOf[l.ID] >= 0 {
		list = []*piece{{kind: pLoop, loc: l, then: list}}
		list = s.append(list, s.after[l.ID], depth)
	}
	return list
}

func (s *structurer) append(list []*piece, ids []int, depth int) []*piece {
	for _, y := range ids {
		l := s.f.Locs[y]
		list = append(append(list, &piece{kind: pLabel, loc: l}), s.code(l, depth)...)
	}
	return list
}

// node is the text of l's edges.
func (s *structurer) node(l *ir.Loc, depth int) []*piece {
	if _, ok := l.Out[0].Stmt.(*ir.Assume); !ok {
		e := l.Out[0]
		switch k := e.Stmt.(type) { // sound: the others do something
		case *ir.Skip:
			return s.to(e, depth)
		case *ir.End:
			if !s.escapes[k.Obj] {
				return s.to(e, depth)
			}
		}
		return append([]*piece{{kind: pStep, edge: e}}, s.to(e, depth)...)
	}
	arms := slices.Clone(l.Out)
	first := slices.IndexFunc(arms, func(e *ir.Edge) bool { a, ok := e.Stmt.(*ir.Assume); return ok && a.Mark == ir.True })
	if first > 0 { // the true side comes first, as in the source
		arms[0], arms[first] = arms[first], arms[0]
	}
	cond := func(i int) ir.Expr { return arms[i].Stmt.(*ir.Assume).Cond }
	total := len(arms) == 2 && complement(cond(0), cond(1))
	last := arms[len(arms)-1].To
	chain := total && isNode(last) && len(last.Out) > 1
	list := s.arm(arms[len(arms)-1], !total, len(arms) > 1 && !chain, depth)
	for i := len(arms) - 2; i >= 0; i-- { // an if that follows an else is not nested
		list = []*piece{{kind: pIf, at: l, cond: cond(i), then: s.arm(arms[i], false, true, depth), els: list}}
	}
	return list
}

// arm returns the pieces after an Assume, preceded by the Assume if asked is set. nested: they stand in braces.
func (s *structurer) arm(e *ir.Edge, asked, nested bool, depth int) []*piece {
	if nested {
		depth++
	}
	list := s.to(e, depth)
	if asked && !ir.IsTrue(e.Stmt.(*ir.Assume).Cond) {
		list = append([]*piece{{kind: pAssume, edge: e}}, list...)
	}
	return list
}

// to returns the pieces after the statement of e.
func (s *structurer) to(e *ir.Edge, depth int) []*piece {
	l := e.To
	switch {
	case l.Kind == ir.Exit: // Return is the end
		return nil
	case !isNode(l):
		return []*piece{{kind: pEnd, loc: l, edge: e}}
	case s.place[l.ID] || s.tree.Dominates(l.ID, e.From.ID):
		return []*piece{{kind: pJump, loc: l}}
	case depth > maxNesting:
		s.pending = append(s.pending, l)
		return []*piece{{kind: pJump, loc: l}}
	}
	return s.code(l, depth)
}

// leavesList reports whether control never comes to the piece after this one.
func (p *piece) leavesList() bool {
	switch p.kind {
	case pJump, pBreak, pContinue, pEnd:
		return true
	case pStep:
		_, ret := p.edge.Stmt.(*ir.Return)
		return ret
	case pIf:
		return leaves(p.then) && leaves(p.els)
	case pBlock:
		return leaves(p.then)
	case pLoop:
		return p.form == forever && !breaks(p.then)
	case pAssume, pLabel:
	}
	return false
}

func leaves(list []*piece) bool { return len(list) > 0 && list[len(list)-1].leavesList() }

// breaks reports whether a break of a list leaves the loop around it.
func breaks(list []*piece) bool { return hasOwn(list, pBreak) }

// hasOwn finds a piece of a kind that is not in an inner loop.
func hasOwn(list []*piece, kind pieceKind) bool {
	for _, p := range list {
		if p.kind == kind || (p.kind == pIf || p.kind == pBlock) && (hasOwn(p.then, kind) || hasOwn(p.els, kind)) {
			return true
		}
	}
	return false
}

// visit calls f with each piece of a list and of those inside.
func visit(list []*piece, f func(*piece)) {
	for _, p := range list {
		f(p)
		visit(p.then, f)
		visit(p.els, f)
	}
}

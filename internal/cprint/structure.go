package cprint

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Structured control flow from the dominator tree, after N. Ramsey, "Beyond Relooper: Recursive Translation of
// Unstructured Control Flow to Structured Control Flow", ICFP 2022 (doi 10.1145/3547621). Package exec translates in
// the same manner, but nests blocks: each block has all nodes that a node dominates. C has break, continue and goto,
// which allows a simpler text here:
//
//   - a merge node follows its immediate dominator, or the outermost loop that the edge from its dominator leaves;
//   - all jumps are explicit at first (pJump); tidy.go removes the jumps to the next piece, and makes the others break,
//     continue or goto;
//   - irreducible parts need no special treatment: their heads are merge nodes, which are reached by gotos.

// pieceKind is the kind of a piece of structured text. The comments of the constants name the fields that each kind
// uses.
type pieceKind uint8

const (
	pStep     pieceKind = iota // edge: its statement, which is not an Assume
	pAssume                    // edge: its Assume; there is no other branch
	pIf                        // cond, then, els: an if
	pLoop                      // loc: the head; then: the body; cond, init, step and form are set by tidy.go
	pLabel                     // loc: the location whose code begins here
	pJump                      // loc: the target
	pBreak                     // break out of the innermost loop
	pContinue                  // continue the innermost loop
	pBlock                     // then: the pieces in braces
	pEnd                       // loc: the location at which the run ends; edge: the edge to it, or nil
)

// loopForm is the C statement of a loop.
type loopForm uint8

const (
	forever loopForm = iota
	while
	doWhile
	forLoop // for (init; cond; step); init and cond may be missing
)

// piece is a statement of structured text. In each list that structured returns, the last piece leaves the list. kind
// determines which fields are used.
type piece struct {
	kind  pieceKind
	edge  *ir.Edge
	loc   *ir.Loc
	at    *ir.Loc // where cond is evaluated; nil if cond joins conditions of several locations
	cond  ir.Expr
	then  []*piece
	els   []*piece
	form  loopForm
	init  *ir.Edge // forLoop: an assignment, or nil
	step  *ir.Edge // forLoop: the assignment at the end of each iteration
	label bool     // pLabel, pLoop: the target of a goto
}

// maxNesting bounds the nesting of branches, since compilers have limits. Deeper code is placed at the end of the
// function, and reached by gotos.
const maxNesting = 50

// structurer translates one function.
type structurer struct {
	f       *ir.Func
	tree    *graph.DomTree
	pos     []int // by Loc.ID: number in reverse postorder
	loops   []graph.Loop
	in      []int               // by Loc.ID: the innermost loop that contains the location, or -1
	loopOf  []int               // by Loc.ID: the loop with this head, or -1
	preds   []int               // by Loc.ID: the number of edges into it, without back edges of natural loops
	next    [][]int             // by Loc.ID: nodes whose code follows the code of the location, in reverse postorder
	after   [][]int             // by Loc.ID: nodes whose code follows the loop with this head
	place   []bool              // by Loc.ID: the location is in a list of next or after
	pending []*ir.Loc           // locations deeper than maxNesting
	escapes map[*ir.Object]bool // objects whose Ends become pieces
}

// isNode reports whether a location has code of its own. A location at which runs end has none: the code of each edge
// to it ends with a pEnd or with a Return.
func isNode(l *ir.Loc) bool { return l.Kind == ir.Plain && len(l.Out) > 0 }

// structured returns the body of f, with explicit jumps. The Ends of objects in escapes become pieces; the other Ends
// are left out.
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

// newStructurer computes the dominator tree and the loops of f, and the position of each merge node.
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

// leaves returns the outermost loop that contains x but not y, or -1 if there is none.
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

// inside reports whether y is in a loop.
func (s *structurer) inside(y, loop int) bool {
	for l := s.in[y]; l >= 0; l = s.loops[l].Parent {
		if l == loop {
			return true
		}
	}
	return false
}

// follows returns for each loop the exit that always follows the loop in the text, or -1 if the loop has no exit. It
// prefers an exit from the head, then an exit from the source of a back edge; of several, the last in reverse
// postorder.
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

// small reports whether the nodes that y dominates have at most eight edges, none of which leads to another node.
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

// code returns the text of l and of all nodes that l dominates. depth counts the ifs around it.
func (s *structurer) code(l *ir.Loc, depth int) []*piece {
	list := s.node(l, depth)
	list = s.append(list, s.next[l.ID], depth)
	if s.loopOf[l.ID] >= 0 {
		list = []*piece{{kind: pLoop, loc: l, then: list}}
		list = s.append(list, s.after[l.ID], depth)
	}
	return list
}

// append appends to list the text of the nodes with the given numbers, each with its label.
func (s *structurer) append(list []*piece, ids []int, depth int) []*piece {
	for _, y := range ids {
		l := s.f.Locs[y]
		list = append(append(list, &piece{kind: pLabel, loc: l}), s.code(l, depth)...)
	}
	return list
}

// node returns the text of the edges out of l.
func (s *structurer) node(l *ir.Loc, depth int) []*piece {
	if _, ok := l.Out[0].Stmt.(*ir.Assume); !ok {
		e := l.Out[0]
		switch k := e.Stmt.(type) { // sound: other statements become pieces
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

// arm returns the pieces after an Assume, preceded by the Assume itself if asked is set. nested is set if the pieces
// are in braces.
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
	case l.Kind == ir.Exit: // the Return is the last piece
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

// leavesList reports whether control never reaches the piece after p.
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

// leaves reports whether control never reaches the end of a list.
func leaves(list []*piece) bool { return len(list) > 0 && list[len(list)-1].leavesList() }

// breaks reports whether a list has a break of the loop around the list.
func breaks(list []*piece) bool { return hasOwn(list, pBreak) }

// hasOwn reports whether a list has a piece of a kind outside of its inner loops.
func hasOwn(list []*piece, kind pieceKind) bool {
	for _, p := range list {
		if p.kind == kind || (p.kind == pIf || p.kind == pBlock) && (hasOwn(p.then, kind) || hasOwn(p.els, kind)) {
			return true
		}
	}
	return false
}

// visit calls f with each piece of a list, and with the pieces inside of them.
func visit(list []*piece, f func(*piece)) {
	for _, p := range list {
		f(p)
		visit(p.then, f)
		visit(p.els, f)
	}
}

package graph

// Dominators by the iterative algorithm of Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001),
// figure 3.

// DomTree is the dominator tree of a graph with one root. Unreachable nodes dominate no node.
type DomTree struct {
	Root     int
	Idom     []int   // the immediate dominator, for the root itself; -1 if unreachable
	Children [][]int // of the dominator tree, in reverse post order
	order    []int   // reachable nodes in reverse post order
	number   []int   // position in order, -1 if unreachable
	pre      []int   // by node: numbers of a walk of the tree; the subtree of n has pre[n] to last[n]
	last     []int
}

// Dominators computes the dominators of the nodes reachable from root.
func Dominators(g Graph, root int) *DomTree {
	n := g.Len()
	t := &DomTree{Root: root, Idom: make([]int, n), number: make([]int, n)}
	for i := range n {
		t.Idom[i], t.number[i] = -1, -1
	}
	t.order = ReversePostOrder(g, root)
	for i, v := range t.order {
		t.number[v] = i
	}
	preds := Reverse(g)
	t.Idom[root] = root
	for changed := true; changed; {
		changed = false
		for _, b := range t.order {
			if b == root {
				continue
			}
			idom := -1
			for _, p := range preds[b] {
				switch {
				case t.number[p] < 0 || t.Idom[p] < 0: // unreachable, or not processed yet
				case idom < 0:
					idom = p
				default:
					idom = t.intersect(p, idom)
				}
			}
			if t.Idom[b] != idom {
				t.Idom[b] = idom
				changed = true
			}
		}
	}
	t.number2tree()
	return t
}

// intersect returns the nearest common dominator of two nodes.
func (t *DomTree) intersect(a, b int) int {
	for a != b {
		for t.number[a] > t.number[b] {
			a = t.Idom[a]
		}
		for t.number[b] > t.number[a] {
			b = t.Idom[b]
		}
	}
	return a
}

// number2tree fills Children and the intervals.
func (t *DomTree) number2tree() {
	n := len(t.Idom)
	t.Children = make([][]int, n)
	for _, v := range t.order {
		if v != t.Root {
			t.Children[t.Idom[v]] = append(t.Children[t.Idom[v]], v)
		}
	}
	t.pre, t.last = make([]int, n), make([]int, n)
	next := 0
	stack := []frame{{t.Root, 0}}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if f.next == 0 {
			next++
			t.pre[f.node] = next
		}
		if cs := t.Children[f.node]; f.next < len(cs) {
			c := cs[f.next]
			f.next++
			stack = append(stack, frame{c, 0})
			continue
		}
		t.last[f.node] = next
		stack = stack[:len(stack)-1]
	}
}

// Reachable reports whether n is reachable from the root.
func (t *DomTree) Reachable(n int) bool { return t.number[n] >= 0 }

// Dominates reports whether every path from the root to b contains a; a node dominates itself.
func (t *DomTree) Dominates(a, b int) bool {
	return t.Reachable(a) && t.Reachable(b) && t.pre[a] <= t.pre[b] && t.pre[b] <= t.last[a]
}

// Order returns the reverse post order in which the tree was built.
func (t *DomTree) Order() []int { return t.order }

// Loop is a natural loop: all back edges of one head together.
type Loop struct {
	Head   int
	Body   []int // nodes in reverse post order, the head first
	Back   []int // sources of the back edges
	Parent int   // index of the innermost loop around it, -1 if none
	Depth  int   // 1 for outermost loops
}

// NaturalLoops returns the loops of g, outer loops before inner ones, in reverse post order of the heads. in[n] is
// the index of the innermost loop that contains n, -1 if there is none. Cycles of an irreducible graph without a
// dominating head are not among them.
func NaturalLoops(g Graph, t *DomTree) (loops []Loop, in []int) {
	in = make([]int, g.Len())
	for i := range in {
		in[i] = -1
	}
	preds := Reverse(g)
	for _, h := range t.order {
		l := Loop{Head: h, Parent: -1}
		for _, p := range preds[h] {
			if t.Dominates(h, p) && (len(l.Back) == 0 || l.Back[len(l.Back)-1] != p) {
				l.Back = append(l.Back, p)
			}
		}
		if len(l.Back) > 0 {
			loops = append(loops, l)
		}
	}
	for i := range loops {
		loops[i].Body = t.loopBody(preds, &loops[i])
		l := &loops[i]
		// Loops are nested or disjoint: the innermost earlier loop that contains the head contains this loop.
		l.Parent = in[l.Head]
		l.Depth = 1
		if l.Parent >= 0 {
			l.Depth = loops[l.Parent].Depth + 1
		}
		for _, v := range l.Body {
			in[v] = i
		}
	}
	return loops, in
}

// loopBody returns the nodes from which a back edge is reached without passing the head, and the head.
func (t *DomTree) loopBody(preds Adj, l *Loop) []int {
	inside := Closure(l.Back, func(u int, next func(int)) {
		for _, p := range preds[u] {
			if u != l.Head && t.Reachable(p) {
				next(p)
			}
		}
	})
	inside[l.Head] = true
	body := make([]int, 0, len(inside))
	for v := range inside {
		body = append(body, v)
	}
	sortBy(body, t.number)
	return body
}

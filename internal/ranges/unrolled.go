package ranges

import "github.com/tandem-verifier/tandem/internal/ir"

// Haltermann, Jakobs, Richter, Wehrheim: Parallel program analysis on path ranges (Science of Computer Programming),
// section 3.4: the splitters Lb3 and Lb10.
//
// Lb takes the left-most path with exactly K unrollings of each loop. A loop is a component of the weak topological
// order, and an unrolling is an iteration that comes back to its head. If a loop is not left by a condition at its head
// (do, or break), the last iteration is the one that leaves it. A nested loop has K unrollings in each iteration of the
// outer one. Recursion counts like a loop: K nested calls.
//
// Deviations: the paper does not define which loops a path visits if branches lead past them. Here a branch that leads
// to a loop is preferred to a branch that does not. A branch that leads to the end of its function is preferred to a
// branch that ends in a halt (as in if (!cond) abort()) or in an error. Of two equal branches the left one is
// preferred. A loop that cannot be left ends the path after K iterations.

// unrolled is the guide to this path.
type unrolled struct {
	shape  *shape
	entry  *ir.Func
	k      int     // the number of unrollings of each loop
	frames []frame // the activations, the running one last
}

// frame is an activation of a function.
type frame struct {
	call  *ir.Edge
	turns map[int]int // by head: the number of returns to the head since the loop was entered
	depth int         // the number of enclosing recursive calls
}

func (g *unrolled) begin() {
	g.frames = g.frames[:0]
	g.enter(nil, g.entry, 0)
}

// enter adds an activation.
func (g *unrolled) enter(call *ir.Edge, f *ir.Func, depth int) {
	g.frames = append(g.frames, frame{call, map[int]int{}, depth})
}

// pass follows the activations, and counts iterations and nested calls.
func (g *unrolled) pass(e *ir.Edge) bool {
	if len(g.frames) == 0 {
		return false
	}
	top := &g.frames[len(g.frames)-1]
	switch st := e.Stmt.(type) { // sound: after any other statement, control is at the end of the edge
	case *ir.Call:
		depth := 0
		if g.shape.back(e) {
			if depth = top.depth + 1; depth > g.k {
				return false
			}
		}
		g.enter(e, st.Func, depth)
		return true
	case *ir.Return:
		g.frames = g.frames[:len(g.frames)-1]
		if len(g.frames) == 0 { // the end of the program
			g.enter(nil, g.entry, 0)
			return true
		}
		return g.moved(top.call)
	}
	return g.moved(e)
}

// moved counts the iterations of loops at an edge. It returns false if a loop has one too many.
func (g *unrolled) moved(e *ir.Edge) bool {
	fs, turns := g.shape.funcs[e.From.Func], g.frames[len(g.frames)-1].turns
	u, v := e.From.ID, e.To.ID
	for _, h := range fs.heads[v] {
		switch {
		case !fs.in(u, h):
			turns[h] = 0
		case v == h:
			if turns[h]++; turns[h] > g.most(fs.loops[h]) {
				return false
			}
		}
	}
	return true
}

// most returns the number of times that the path returns to the head of a loop.
func (g *unrolled) most(l *loopShape) int {
	if l.tested {
		return g.k
	}
	return g.k - 1
}

// choose returns the best edge by compare.
func (g *unrolled) choose(l *ir.Loc, taken *ir.Edge) *ir.Edge {
	best := l.Out[0]
	for _, e := range l.Out[1:] {
		if g.compare(e, best, taken) < 0 {
			best = e
		}
	}
	return best
}

// compare returns a negative number if the path should take a rather than b, two edges that leave one location.
func (g *unrolled) compare(a, b, taken *ir.Edge) int {
	x, y := g.faults(a), g.faults(b)
	for i := range x {
		if x[i] != y[i] {
			return x[i] - y[i]
		}
	}
	if m, n := mark(a), mark(b); m != n && m != ir.NoMark && n != ir.NoMark {
		return int(m) - int(n)
	}
	switch taken { // not ordered: keep the edge of the run
	case a:
		return -1
	case b:
		return 1
	}
	return 0
}

// faults returns a vector of penalties for an edge, the most important one first: 0 is best.
func (g *unrolled) faults(e *ir.Edge) (out []int) {
	fs, top := g.shape.funcs[e.From.Func], &g.frames[len(g.frames)-1]
	l, t := e.From.ID, e.To.ID
	fault := func(not bool) {
		n := 0
		if !not {
			n = 1
		}
		out = append(out, n)
	}
	for i := len(fs.heads[l]) - 1; i >= 0; i-- {
		h := fs.heads[l][i]
		if loop := fs.loops[h]; top.turns[h] < g.most(loop) || !loop.out[h] {
			fault(fs.in(t, h))
		} else {
			fault(t != h && loop.out[t])
		}
	}
	if g.shape.calls[e.From.Func] {
		if top.depth < g.k {
			fault(fs.again[t])
		} else {
			fault(fs.alone[t])
		}
	}
	if fs.ahead[t] {
		return append(out, 0)
	}
	return append(out, 1+fs.ends[t])
}

// mark returns the side of a branch.
func mark(e *ir.Edge) ir.Mark {
	if a, is := e.Stmt.(*ir.Assume); is {
		return a.Mark
	}
	return ir.NoMark
}

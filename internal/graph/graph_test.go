package graph

import (
	"reflect"
	"sort"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// drawGraph draws a graph of up to nine nodes.
func drawGraph(t *rapid.T) Adj {
	n := rapid.IntRange(1, 9).Draw(t, "n")
	g := make(Adj, n)
	for u := range g {
		for k := rapid.IntRange(0, 3).Draw(t, "degree"); k > 0; k-- {
			g[u] = append(g[u], rapid.IntRange(0, n-1).Draw(t, "to"))
		}
	}
	return g
}

// without returns g with all edges at x removed.
func without(g Adj, x int) Adj {
	h := make(Adj, len(g))
	for u := range g {
		for _, v := range g[u] {
			if u != x && v != x {
				h[u] = append(h[u], v)
			}
		}
	}
	return h
}

func TestExample(t *testing.T) {
	g := Adj{{1}, {2, 3}, {2, 1}, {}}
	if s := WeakOrder(g, 0).String(); s != "0 (1 (2)) 3" {
		t.Errorf("weak order %s", s)
	}
	if d := Dominators(g, 0).Idom; !reflect.DeepEqual(d, []int{0, 0, 1, 1}) {
		t.Errorf("dominators %v", d)
	}
	if o := ReversePostOrder(g, 0); !reflect.DeepEqual(o, []int{0, 1, 3, 2}) {
		t.Errorf("order %v", o)
	}
	loops, in := NaturalLoops(g, Dominators(g, 0))
	if len(loops) != 2 || loops[1].Parent != 0 || loops[1].Depth != 2 || !reflect.DeepEqual(in, []int{-1, 0, 1, -1}) {
		t.Errorf("loops %+v, %v", loops, in)
	}
	if d := Dot(g, func(n int) string { return `a"b\` }, nil); !strings.Contains(d, `label="a\"b\\"`) ||
		!strings.Contains(d, "n2 -> n1;") {
		t.Error(d)
	}
}

// TestPaperWTO is the example of Bourdoncle's paper, figure 1.
func TestPaperWTO(t *testing.T) {
	g := Adj{1: {2}, 2: {3, 8}, 3: {4}, 4: {5, 7}, 5: {6}, 6: {5, 7}, 7: {3, 8}, 8: {}}
	if s := WeakOrder(g, 1).String(); s != "1 2 (3 4 (5 6) 7) 8" {
		t.Errorf("weak order %s", s)
	}
}

func TestOrders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t)
		reach := Reachable(g, 0)
		order := ReversePostOrder(g, 0)
		pos := make([]int, len(g))
		for i := range pos {
			pos[i] = -1
		}
		for i, v := range order {
			if pos[v] >= 0 || !reach[v] {
				t.Fatalf("order %v", order)
			}
			pos[v] = i
		}
		for u, ok := range reach {
			if ok != (pos[u] >= 0) {
				t.Fatalf("node %d is not in the order", u)
			}
			// An edge that goes back lies on a cycle.
			for _, v := range g[u] {
				if ok && pos[v] <= pos[u] && !Reachable(g, v)[u] {
					t.Fatalf("edge %d -> %d goes back", u, v)
				}
			}
			if back := Reaching(g, u); back[0] != ok {
				t.Fatalf("0 reaches %d: %v, backward %v", u, ok, back[0])
			}
		}
	})
}

func TestSCC(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t)
		comps, of := SCC(g)
		n := 0
		for _, c := range comps {
			n += len(c)
		}
		if n != len(g) {
			t.Fatalf("%d nodes in components of %d", n, len(g))
		}
		for u := range g {
			from := Reachable(g, u)
			for v := range g {
				if both := from[v] && Reachable(g, v)[u]; both != (of[u] == of[v]) {
					t.Fatalf("nodes %d and %d in components %d and %d", u, v, of[u], of[v])
				}
				if from[v] && of[v] < of[u] {
					t.Fatalf("components %d before %d", of[v], of[u])
				}
			}
		}
	})
}

func TestDominators(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t)
		d := Dominators(g, 0)
		reach := Reachable(g, 0)
		for a := range g {
			cut := Reachable(without(g, a), 0)
			for b := range g {
				want := reach[a] && reach[b] && (a == b || a == 0 || !cut[b])
				if d.Dominates(a, b) != want {
					t.Fatalf("%d dominates %d: %v", a, b, !want)
				}
			}
		}
		for v, i := range d.Idom {
			if !reach[v] {
				if i != -1 {
					t.Fatalf("idom of unreachable %d is %d", v, i)
				}
				continue
			}
			// The immediate dominator is dominated by all other strict dominators.
			for a := range g {
				if a != v && d.Dominates(a, v) && !d.Dominates(a, i) {
					t.Fatalf("idom of %d is %d, but %d is nearer", v, i, a)
				}
			}
		}
	})
}

// TestNaturalLoops compares the loops with their definition.
func TestNaturalLoops(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t)
		d := Dominators(g, 0)
		loops, in := NaturalLoops(g, d)
		depth := make([]int, len(g))
		heads := map[int]bool{}
		for i, l := range loops {
			heads[l.Head] = true
			// By definition: v is in the loop if it reaches a back edge without the head.
			cut := without(g, l.Head)
			for v := range g {
				want := v == l.Head
				for _, b := range l.Back {
					want = want || (v != l.Head && b != l.Head && d.Reachable(v) && Reachable(cut, v)[b])
				}
				k := sort.SearchInts(sorted(l.Body), v)
				if has := k < len(l.Body) && sorted(l.Body)[k] == v; has != want {
					t.Fatalf("node %d in loop %+v: %v", v, l, has)
				}
				if want {
					depth[v]++
				}
			}
			if l.Body[0] != l.Head || (l.Parent >= i) {
				t.Fatalf("loop %+v", l)
			}
		}
		for u := range g {
			for _, v := range g[u] {
				if d.Dominates(v, u) != (d.Reachable(u) && d.Dominates(v, u) && heads[v]) {
					t.Fatalf("back edge %d -> %d without loop", u, v)
				}
			}
			if reducible(g, d) {
				want := 0
				if in[u] >= 0 {
					want = loops[in[u]].Depth
				}
				if depth[u] != want {
					t.Fatalf("node %d is in %d loops, innermost has depth %d", u, depth[u], want)
				}
			}
		}
	})
}

// reducible reports whether each cycle is entered by one node only: whether every retreating edge leads to a dominator
// of its source.
func reducible(g Graph, t *DomTree) bool {
	for _, u := range t.order {
		for _, v := range g.Succ(u) {
			if t.number[v] <= t.number[u] && !t.Dominates(v, u) {
				return false
			}
		}
	}
	return true
}

func sorted(a []int) []int {
	b := append([]int(nil), a...)
	sort.Ints(b)
	return b
}

// TestWeakOrder checks the paper's definition 1 and that each component is well nested: a node is in the components of
// its heads and no others.
func TestWeakOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t)
		w := WeakOrder(g, 0)
		reach := Reachable(g, 0)
		nodes := w.Nodes()
		for i, v := range nodes {
			if w.Pos(v) != i || !reach[v] {
				t.Fatalf("order %s", w)
			}
		}
		for u, ok := range reach {
			if ok != (w.Pos(u) >= 0) {
				t.Fatalf("node %d, order %s", u, w)
			}
			if !ok {
				continue
			}
			for _, v := range g[u] {
				isHead := false
				for _, h := range w.Heads(u) {
					isHead = isHead || h == v
				}
				if w.Pos(v) <= w.Pos(u) && !isHead {
					t.Fatalf("edge %d -> %d in %s", u, v, w)
				}
			}
			if w.IsHead(u) != strings.Contains(" "+w.String(), "("+itoa(u)) {
				t.Fatalf("head %d in %s", u, w)
			}
		}
		// A component is strongly connected: its head is on a cycle.
		for _, v := range nodes {
			if w.IsHead(v) {
				onCycle := false
				for _, s := range g[v] {
					onCycle = onCycle || Reachable(g, s)[v]
				}
				if !onCycle {
					t.Fatalf("head %d is on no cycle: %s", v, w)
				}
			}
		}
	})
}

func itoa(n int) string { return string(rune('0' + n)) }

// TestLongChain checks that a long path causes no stack overflow.
func TestLongChain(t *testing.T) {
	n := 200000
	g := make(Adj, n)
	for i := 0; i+1 < n; i++ {
		g[i] = []int{i + 1}
	}
	g[n-1] = []int{0}
	if c, _ := SCC(g); len(c) != 1 {
		t.Errorf("%d components", len(c))
	}
	if d := Dominators(g, 0); d.Idom[n-1] != n-2 {
		t.Error("dominators of a chain")
	}
	if w := WeakOrder(g, 0); len(w.Elems) != 1 || w.Pos(n-1) != n-1 {
		t.Error("weak order of a chain")
	}
}

func TestClosure(t *testing.T) {
	visits := 0
	seen := Closure([]string{"a", "a"}, func(n string, next func(string)) {
		visits++
		if len(n) < 3 {
			next(n + "b")
			next("a")
		}
	})
	if len(seen) != 3 || visits != 3 || !seen["abb"] {
		t.Fatal(seen, visits)
	}
}

package triple

import (
	"maps"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file checks an unwinding path by path. A chain has the nodes from one branch to the next, or to the end of the
// path. At the end of each chain, one query shows that no goal on it fails. Then the paths from each successor are
// checked; a successor that the conditions of the path exclude is skipped. All assertions about one path are dropped
// before the next path.
//
// The tree may name a region, a few branches whose paths differ only in data: its paths are joined where they meet.
//
// A program may have some hundred paths, on each of which addresses, sizes and indices are nearly constant. Such a
// program becomes some thousand small queries, while solvers fail on the single query that joins the paths. The same
// was done by W. Howden, Symbolic testing and the DISSECT symbolic evaluation system (IEEE TSE 3(4), 1977), and J.
// King, Symbolic execution and program testing (CACM 19(7), 1976).

// walk is the state of the check of an unwinding by paths.
type walk struct {
	p    *piece
	q    *query
	s    smt.Solver
	left int     // the number of chains that may still be checked
	bad  []fault // goals that are not checked yet

	indexed int                         // the number of q.facts that are in facts
	facts   map[*term.Term][]*term.Term // by the constant in them that was made last
	known   map[*term.Term]bool         // terms on the path; the facts about them are asserted
	trail   []*term.Term                // the terms of known, in the order in which they were added
}

// walks checks a piece by paths: the paths of the tree t or, if the tree is empty, all paths that the solver does not
// exclude.
func (p *piece) walks(c *checker, t *verify.PathTree) error {
	most := 10_000
	if t.Leaves == 0 {
		t = nil
	} else {
		most = 100 + 4*t.Leaves
	}
	q := c.newQuery(Bits)
	w := &walk{p: p, q: q, s: c.queries.solver, left: most, facts: map[*term.Term][]*term.Term{},
		known: map[*term.Term]bool{}}
	w.s.Push()
	defer w.s.Pop()
	first := q.begin(p.init(q), p.given)
	w.assert(first.pass...)
	return w.chain(p.from, first.s, t)
}

// walkMark is the state of a walk at a branch, to which the walk returns for the next successor. Facts are kept, as
// they are about constants, not about states.
type walkMark struct {
	instances, seen []*instance
	global          map[*ir.Object]*instance
	trail           int
}

// mark returns the present state of the walk.
func (w *walk) mark() walkMark {
	return walkMark{slices.Clip(w.q.heap.instances), slices.Clip(w.q.heap.seen), maps.Clone(w.q.heap.global), len(w.trail)}
}

// back returns to the state m.
func (w *walk) back(m walkMark) {
	q := w.q
	for _, in := range q.heap.seen[len(m.seen):] {
		in.looked = false
	}
	q.heap.instances, q.heap.seen, q.heap.global = m.instances, m.seen, maps.Clone(m.global)
	for _, t := range w.trail[m.trail:] {
		delete(w.known, t)
	}
	w.trail = w.trail[:m.trail]
}

// index adds the new facts of the query to w.facts, and asserts those whose key is on the path already.
func (w *walk) index() {
	for q := w.q; w.indexed < len(q.facts); w.indexed++ {
		f := q.facts[w.indexed]
		var young *term.Term
		for _, v := range term.FreeVars(f) {
			if young == nil || v.ID() > young.ID() {
				young = v
			}
		}
		w.facts[young] = append(w.facts[young], f)
		if w.known[young] {
			w.s.Assert(f)
			w.about(f)
		}
	}
}

// about asserts the facts about a term and its subterms.
func (w *walk) about(t *term.Term) {
	if t.IsConst() || w.known[t] {
		return
	}
	w.known[t] = true
	w.trail = append(w.trail, t)
	for _, a := range t.Args() {
		w.about(a)
	}
	for _, f := range w.facts[t] {
		w.s.Assert(f)
		w.about(f)
	}
}

// assert asserts terms, with the facts about their subterms.
func (w *walk) assert(ts ...*term.Term) {
	w.index()
	for _, t := range ts {
		w.about(t)
		w.s.Assert(t)
	}
}

// ask checks whether t is satisfiable on the present path, and passes the answer to then, whose error it returns. While
// then runs, t is asserted.
func (w *walk) ask(b smt.Budget, t *term.Term, then func(smt.Answer) error) error {
	w.index()
	trail := len(w.trail)
	w.s.Push()
	w.assert(t)
	err := then(w.q.c.queries.check(b))
	w.s.Pop()
	for _, t := range w.trail[trail:] {
		delete(w.known, t)
	}
	w.trail = w.trail[:trail]
	return err
}

// chain checks the paths from node k in state s, under the conditions that are asserted. If a supposition fails, it
// checks them again, up to maxDoubts times.
func (w *walk) chain(k key, s *state, t *verify.PathTree) error {
	m := w.mark()
	for doubts := 0; ; doubts++ {
		at := s
		if doubts < maxDoubts {
			at = s.clone() // to be able to begin again
		}
		w.bad = nil
		again, err := w.follow(k, at, t, nil)
		if !again && err == nil {
			again, err = w.fails()
		}
		if !again || doubts >= maxDoubts {
			return err
		}
		w.back(m)
	}
}

// fewPaths bounds the number of paths that are checked by one query.
const fewPaths = 4

// follow checks the paths from node k. again reports whether a supposition failed: then the caller has to follow the
// paths again, and now the statement that supposed it is encoded with all its cases. With a tree t from an engine,
// follow takes only the successors in the tree, and adds the goal that no execution takes any other. Without a tree, it
// asks the solver which successors are feasible.
func (w *walk) follow(k key, s *state, t *verify.PathTree, pass []*term.Term) (again bool, err error) {
	q, c := w.q, w.q.c
	if w.left--; w.left < 0 {
		return false, errPaths
	}
	b := q.vc.block()
	q.vc.blocks = []*block{b}
	q.facts = append(q.facts, b.name)
	x := arrival{b: b, s: s, pass: pass, solo: true}
	var here []way
	for done := 0; ; done++ {
		if done%64 == 0 && c.ctx.Err() != nil {
			return false, c.ctx.Err()
		}
		if here, err = w.ways(&node{key: k, in: []arrival{x}}, t); err != nil {
			return false, err
		}
		if len(here) != 1 {
			break
		}
		k, t, x = here[0].key, here[0].tree, w.meet(here[0].node)
	}
	for i, way := range b.ways {
		if b.to[i] == nil {
			w.bad = append(w.bad, fault{way, q.vc.goals[b.goal[i]]})
		}
	}
	q.vc.goals = nil
	if len(here) == 0 {
		return false, nil
	}
	together := t != nil && t.Leaves <= fewPaths
	if !together {
		if again, err = w.fails(); again || err != nil {
			return again, err
		}
	}
	m := w.mark()
	taken := false
	for i, to := range here {
		in, at := w.meet(to.node), to.tree
		if together {
			again, err = w.follow(to.key, in.s, at, in.pass)
			w.back(m)
			if again || err != nil {
				return again, err
			}
			continue
		}
		w.s.Push()
		w.assert(in.pass...)
		// Some successor is feasible. So if all but the last are infeasible, the last is feasible, without a query.
		if at != nil || !taken && i == len(here)-1 || c.queries.check(c.queries.budget(40, 1)).Result != smt.Unsat {
			taken = true
			err = w.chain(to.key, in.s, at)
		}
		w.s.Pop()
		w.back(m)
		if err != nil {
			return false, err
		}
	}
	return false, nil
}

// way is a node that paths reach, with the subtree from there; nil if there is no tree.
type way struct {
	*node
	tree *verify.PathTree
}

// ways encodes the edges of a node, and returns the nodes to which they lead. If the tree t has a region, it encodes
// the nodes of the region as well, each after those that lead to it, and returns the nodes to which edges leave it.
// Paths that reach the same node with the same subtree are joined. Each edge gets its way, or the goal that no
// execution takes it, whatever t is.
func (w *walk) ways(first *node, t *verify.PathTree) (out []way, err error) {
	rank := map[*ir.Loc]int{}
	if t != nil && len(t.Region) > 0 && t.Region[0] == first.key.loc {
		for i, l := range t.Region[1:] {
			rank[l] = i + 1
		}
	}
	add := func(list []way, to *node, sub *verify.PathTree) []way {
		for _, o := range list {
			if len(rank) > 0 && o.key == to.key && o.tree == sub {
				o.in = append(o.in, to.in...)
				return list
			}
		}
		return append(list, way{to, sub})
	}
	var met []*node
	w.p.met = func(k key, _ *state) *node {
		met = append(met, &node{key: k})
		return met[len(met)-1]
	}
	first.key.path = 0
	for open := []way{{first, nil}}; len(open) > 0; {
		at := 0
		for i, o := range open {
			if rank[o.key.loc] < rank[open[at].key.loc] {
				at = i
			}
		}
		n := open[at].node
		open = slices.Delete(open, at, at+1)
		n.in = []arrival{w.meet(n)}
		if err := w.p.leads(w.q, n); err != nil {
			return nil, err
		}
		tree := t != nil && (len(rank) > 0 || len(n.key.loc.Out) > 1) // the edges are in t.Next, or in the region
		for i, e := range n.edges {
			if act := &n.does[i]; act.next != nil {
				act.next.path = i + 1
				if tree && t.Next[e] == nil && rank[act.next.loc] <= rank[n.key.loc] {
					*act = action{fail: "that no execution leaves the tree of paths"}
				}
			}
		}
		met = nil
		w.p.node(w.q, n)
		if w.q.broken != nil {
			return nil, w.q.broken
		}
		for _, to := range met {
			e := n.edges[to.key.path-1]
			to.key.path = 0
			switch {
			case rank[to.key.loc] > rank[n.key.loc]:
				open = add(open, to, nil)
			case tree:
				out = add(out, to, t.Next[e])
			default:
				out = add(out, to, t)
			}
		}
	}
	return out, nil
}

// meet returns the arrival at a node: its single one, or one that stands for all of them, which come from one block.
func (w *walk) meet(n *node) arrival {
	x := n.in[0]
	x.solo = true
	if len(n.in) == 1 {
		return x
	}
	q := w.q
	common := 0 // the number of conditions that all paths have in common
	for ; common < len(x.pass); common++ {
		if slices.ContainsFunc(n.in, func(y arrival) bool {
			return common >= len(y.pass) || y.pass[common] != x.pass[common]
		}) {
			break
		}
	}
	s := q.join(n.key.loc, n.in)
	var any []*term.Term
	for _, y := range n.in {
		any = append(any, q.tc.And(slices.Concat(y.pass[common:], q.links(y.s, s, true))...))
	}
	x.s, x.pass = s, append(slices.Clip(x.pass[:common]), q.tc.Or(any...))
	return x
}

// fault is a goal that may fail on a path, with the condition way under which it fails.
type fault struct {
	way *term.Term
	goal
}

// fails asks the solver whether one of the goals in w.bad fails, and returns an error if so. again is as in follow.
func (w *walk) fails() (again bool, err error) {
	q, c := w.q, w.q.c
	bad := w.bad
	w.bad = nil
	if len(bad) == 0 {
		return false, nil
	}
	var any []*term.Term
	for _, f := range bad {
		any = append(any, f.way)
	}
	err = w.ask(c.queries.budget(4, 1), q.tc.Or(any...), func(a smt.Answer) error {
		switch a.Result {
		case smt.Unsat:
			return nil
		case smt.Unknown:
			return open("the unwinding: the solver has no answer (%s)", a.Reason)
		}
		m, err := w.s.Model()
		if err != nil {
			return err
		}
		for _, f := range bad {
			if v, err := q.tc.Eval(m, f.way); err != nil || !v.IsTrue() {
				continue
			}
			if f.from != nil {
				again = !c.doubted[f.from]
			}
			what := q.vc.failed(f.goal)
			if q.rough == "" {
				return &wrong{"the unwinding: " + what + " does not follow"}
			}
			return open("the unwinding: %s cannot be shown (%s)", what, q.rough)
		}
		return open("the unwinding: a step does not follow")
	})
	return again, err
}

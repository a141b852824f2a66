package triple

import (
	"maps"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file checks an unwinding path by path. At each branch the solver decides which successors are feasible, after it
// has excluded that a goal fails before. Facts about one path are dropped on the next:
//
//	a chain     the nodes from one branch to the next, or to the end: one question about all goals on it
//	a successor is skipped if the conditions of the path exclude it
//
// A program with some hundred paths, on each of which addresses, sizes and indices are nearly constant, becomes some
// thousand small questions; solvers give up on the single question that joins the paths. The same was done by W.
// Howden, Symbolic testing and the DISSECT symbolic evaluation system (IEEE TSE 3(4), 1977), and J. King, Symbolic
// execution and program testing (CACM 19(7), 1976).

// walk is the check of an unwinding by paths.
type walk struct {
	p    *piece
	q    *query
	s    smt.Solver
	left int // chains that may still be checked
	bad  []fault

	indexed int                         // number of q.facts that are in facts
	facts   map[*term.Term][]*term.Term // by their youngest constant
	known   map[*term.Term]bool         // terms whose facts are asserted
	trail   []*term.Term                // the terms of known, in their order
}

// walks checks a piece by paths: those of a tree, or all that the solver does not exclude if the tree is empty.
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

// walkMark is the state at a branch, to return to for the next successor. Facts are kept, as they are about constants.
type walkMark struct {
	instances, seen []*instance
	global          map[*ir.Object]*instance
	trail           int
}

func (w *walk) mark() walkMark {
	return walkMark{slices.Clip(w.q.heap.instances), slices.Clip(w.q.heap.seen), maps.Clone(w.q.heap.global), len(w.trail)}
}

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

// index adds new facts, and asserts those about constants that the path uses already.
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

// about asserts the facts about the subterms of a term.
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

// assert adds terms to the last level, with the facts about their subterms.
func (w *walk) assert(ts ...*term.Term) {
	w.index()
	for _, t := range ts {
		w.about(t)
		w.s.Assert(t)
	}
}

// ask decides a condition on the path.
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

// chain checks the paths from a node, under the conditions that are asserted.
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

// fewPaths bounds the paths that one question is asked about.
const fewPaths = 4

// follow tries to check a chain. again means that a supposition failed, so that its statement has to be written with
// all its cases. The tree of an engine tells which successors to follow; that no execution takes another one becomes a
// goal. Without a tree the solver is asked.
func (w *walk) follow(k key, s *state, t *verify.PathTree, pass []*term.Term) (again bool, err error) {
	q, c := w.q, w.q.c
	if w.left--; w.left < 0 {
		return false, errPaths
	}
	b := q.vc.block()
	q.vc.blocks = []*block{b}
	q.facts = append(q.facts, b.name)
	x := arrival{b: b, s: s, pass: pass, solo: true}
	var ways []*node
	w.p.met = func(k key) *node {
		ways = append(ways, &node{key: k})
		return ways[len(ways)-1]
	}
	var n *node
	on := func(to key) *verify.PathTree { // the subtree of a successor
		if t == nil || len(n.key.loc.Out) < 2 {
			return t
		}
		return t.Next[n.edges[to.path-1]]
	}
	for done := 0; ; done++ {
		if done%64 == 0 && c.ctx.Err() != nil {
			return false, c.ctx.Err()
		}
		n = &node{key: k, in: []arrival{x}}
		if err := w.p.leads(q, n); err != nil {
			return false, err
		}
		for i, e := range n.edges {
			act := &n.does[i]
			if act.next == nil {
				continue
			}
			act.next.path = i + 1
			if t != nil && len(k.loc.Out) > 1 && t.Next[e] == nil {
				*act = action{fail: "that no execution goes on"}
			}
		}
		ways = nil
		w.p.node(q, n)
		if q.broken != nil {
			return false, q.broken
		}
		if len(ways) != 1 {
			break
		}
		t = on(ways[0].key)
		k, x = ways[0].key, ways[0].in[0]
		x.solo = true
	}
	here := ways
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
		in := to.in[0]
		at := on(to.key)
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
		// At least one successor is feasible.
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

// fault is a goal that may fail on a path.
type fault struct {
	way *term.Term
	goal
}

// fails asks whether one of the goals on the paths so far may fail.
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

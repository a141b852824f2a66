package value

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

const (
	manyConflicts = 24 // of a path that are looked at
	manyTries     = 80 // to do without something
)

// Refine: see cpa.Refiner. The path is followed with all values known. A conflict is an edge that no execution passes;
// the path is followed on as if it were not there, so that there may be several (sliced prefixes).
func (a *Analysis) Refine(ctx context.Context, path cpa.Path, pi *verify.Precision) *cpa.Refinement {
	if a.mode == All || len(path.Edges) == 0 {
		return nil
	}
	w := &walk{a: a, path: path, pi: pi}
	w.record(ctx)
	var best set
	conflict, least := -1, 0
	for n, k := range w.conflicts {
		need, ok := w.needed(ctx, n)
		if !ok || ctx.Err() != nil {
			continue
		}
		c := 0
		need.each(func(x absint.Key) { c += a.cost(x) })
		if conflict < 0 || c < least {
			best, conflict, least = need, k, c
		}
	}
	if conflict < 0 || ctx.Err() != nil {
		return nil
	}
	larger := pi.WithValues(a.scoped(best))
	from := w.first(ctx, larger)
	if larger == pi { // older nodes that track less are all over the graph
		from = path.Nodes[0]
	}
	if from == nil {
		return nil
	}
	return &cpa.Refinement{Precision: larger, From: from, Why: w.why(conflict, best), Cost: least}
}

// Prompt: it takes no solver.
func (a *Analysis) Prompt() {}

// why is for people.
func (w *walk) why(conflict int, need set) string {
	var names []string
	need.each(func(x absint.Key) { names = append(names, ir.ExprString(w.a.m.Term(x))) })
	if len(names) == 0 {
		names = []string{"nothing more"}
	}
	e := w.path.Edges[conflict]
	return fmt.Sprintf("%s at %s fails: value tracks %s", ir.StmtString(e.Stmt), e.From, strings.Join(names, ", "))
}

// walk is a path that is followed in the domain of the analysis.
type walk struct {
	a         *Analysis
	path      cpa.Path
	pi        *verify.Precision
	states    []absint.State // before each edge, all known
	calls     []int          // for a return, the edge of its call; otherwise -1
	conflicts []int          // edges that no execution passes, from there on left out
}

// follow follows the path without some of the first conflicts. adjust is what is known at a location, node i or the
// exit before it; at is told the state before each edge. It gives the first edge that is not passed, the number of
// edges if there is none.
func (w *walk) follow(ctx context.Context, without int, adjust func(i int, s absint.State) absint.State,
	at func(i int, s absint.State)) int {
	type call struct {
		edge   int
		before absint.State
	}
	var stack []call
	m, s := w.a.m, w.a.m.Initial()
	for i, e := range w.path.Edges {
		if s == nil || ctx.Err() != nil {
			return i
		}
		if at != nil {
			at(i, s)
		}
		var t absint.State
		_, returns := e.Stmt.(*ir.Return)
		if _, skipped := slices.BinarySearch(w.conflicts[:without], i); skipped {
			t = s
		} else {
			t = w.a.step(s, e)
		}
		switch _, is := e.Stmt.(*ir.Call); {
		case is:
			stack = append(stack, call{i, s})
		case returns && len(stack) > 0:
			c := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if w.calls != nil {
				w.calls[i] = c.edge
			}
			if adjust != nil && t != nil {
				t = adjust(i, t)
			}
			if t != nil {
				t = m.Resume(c.before, t, w.path.Edges[c.edge])
			}
		}
		if t != nil && adjust != nil {
			t = adjust(i+1, t)
		}
		if t == nil {
			return i
		}
		s = t
	}
	return len(w.path.Edges)
}

// record follows the path with all values known, and finds the conflicts. A call or return that is not passed is the
// last one.
func (w *walk) record(ctx context.Context) {
	n := len(w.path.Edges)
	w.calls = slices.Repeat([]int{-1}, n)
	w.states = make([]absint.State, n+1)
	for len(w.conflicts) < manyConflicts {
		k := w.follow(ctx, len(w.conflicts), nil, func(i int, s absint.State) { w.states[i] = s })
		if k == n || ctx.Err() != nil {
			break
		}
		w.conflicts = append(w.conflicts, k)
		if _, is := w.path.Edges[k].Stmt.(*ir.Assume); !is {
			break
		}
	}
}

// fails reports whether conflict n, or one before it that the same values give, is there if more is tracked than
// before.
func (w *walk) fails(ctx context.Context, n int, more set) bool {
	k := w.follow(ctx, n, func(i int, s absint.State) absint.State {
		return w.a.precise(s, w.a.tracked(w.pi, w.path.Nodes[i].Loc), more)
	}, nil)
	return k <= w.conflicts[n] && ctx.Err() == nil
}

// needed returns a small set of what to track beyond the precision so that conflict n is seen.
func (w *walk) needed(ctx context.Context, n int) (set, bool) {
	need := w.back(n, false)
	if !w.fails(ctx, n, need) {
		if need = w.back(n, true); !w.fails(ctx, n, need) {
			return nil, false
		}
	}
	var list []absint.Key
	need.each(func(x absint.Key) { list = append(list, x) })
	slices.SortStableFunc(list, func(x, y absint.Key) int { return cmp.Compare(w.a.cost(y), w.a.cost(x)) })
	for _, x := range list[:min(len(list), manyTries)] {
		if less := need.without(x); w.fails(ctx, n, less) {
			need = less
		}
	}
	return need, ctx.Err() == nil
}

// back goes back from conflict n and collects what has decided it. With stores, also where other stores went to.
func (w *walk) back(n int, stores bool) set {
	a, k := w.a, w.conflicts[n]
	var used set
	need := map[absint.Key]bool{}
	pending := map[int][]absint.Key{} // by call: the caller's registers that are needed after it
	add := func(i int, xs ...absint.Key) {
		for _, x := range xs {
			if a.m.Term(x) != nil && a.m.Knows(w.states[i], x) {
				need[x] = true
				used.add(x)
			}
		}
	}
	add(k, a.m.Reads(w.states[k], w.path.Edges[k])...)
	for i := k - 1; i >= 0; i-- {
		if _, skipped := slices.BinarySearch(w.conflicts[:n], i); skipped {
			continue
		}
		e := w.path.Edges[i]
		switch st := e.Stmt.(type) { // sound: whoever tracks too little asks again
		case *ir.Return:
			if w.calls[i] < 0 {
				continue
			}
			caller := w.path.Edges[w.calls[i]]
			var dst absint.Key = -1
			if v := caller.Stmt.(*ir.Call).Dst; v != nil {
				dst, _ = a.m.KeyOf(caller.From.Func, ir.NewRef(v))
			}
			for x := range need {
				switch {
				case x == dst:
					delete(need, x)
					used.add(a.m.Result(e.From.Func))
					add(i, a.m.Reads(w.states[i], e)...)
				case a.m.Owner(x) != nil:
					delete(need, x)
					pending[w.calls[i]] = append(pending[w.calls[i]], x)
				}
			}
		case *ir.Call:
			inside := need
			need = map[absint.Key]bool{}
			for x := range inside {
				if a.m.Owner(x) == nil {
					need[x] = true
				}
			}
			for p, v := range st.Func.Params {
				if x, ok := a.m.KeyOf(st.Func, ir.NewRef(v)); ok && inside[x] && p < len(st.Args) {
					ir.Vars(st.Args[p], func(v *ir.Var) {
						if y, ok := a.m.KeyOf(e.From.Func, ir.NewRef(v)); ok {
							add(i, y)
						}
					})
				}
			}
			add(i, pending[i]...)
			delete(pending, i)
		default:
			made := false
			a.m.Changed(w.states[i], w.states[i+1], func(x absint.Key, _ uint64) {
				if need[x] {
					made = true
					delete(need, x)
				}
			})
			if made || stores && ir.Addresses(e.Stmt) > 0 {
				add(i, a.m.Reads(w.states[i], e)...)
			}
		}
	}
	return used
}

// first returns the first node of the path that is another one with a larger precision. The entry of a frame is where
// it is called.
func (w *walk) first(ctx context.Context, larger *verify.Precision) *cpa.Node {
	m, nodes := w.a.m, w.path.Nodes
	var from *cpa.Node
	end := w.follow(ctx, 0, func(i int, s absint.State) absint.State {
		return w.a.precise(s, w.a.tracked(larger, nodes[i].Loc), nil)
	}, func(i int, s absint.State) {
		if from == nil && !m.Leq(w.path.States[i], s) {
			if from = nodes[i]; i > 0 && from == from.Stack.Entry() {
				from = nodes[i-1]
			}
		}
	})
	if from == nil && ctx.Err() == nil { // it is this edge that is not passed any more
		return nodes[min(end+1, len(nodes)-1)]
	}
	return from
}

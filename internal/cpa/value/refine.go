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

// Limits of a refinement.
const (
	manyConflicts = 24 // conflicts of a path
	manyTries     = 80 // number of values that minimisation tries to omit
)

// Refine implements cpa.Refiner. It follows the path with all values known. A conflict is an edge that no execution
// passes. The path is then followed further without this edge, so it may have several conflicts (sliced prefixes).
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
	if larger == pi { // pi tracks the values already, but older nodes of the graph were made with less precision
		from = path.Nodes[0]
	}
	if from == nil {
		return nil
	}
	return &cpa.Refinement{Precision: larger, From: from, Why: w.why(conflict, best), Cost: least}
}

// Prompt implements cpa.Prompt: Refine uses no solver.
func (a *Analysis) Prompt() {}

// why returns a text on a refinement.
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
	states    []absint.State // before each edge, with all values known
	calls     []int          // by edge: the index of the call of a return; -1 for others
	conflicts []int          // indices of the edges that no execution passes
}

// follow follows the path, omitting the edges of the first conflicts; the parameter without is their number. adjust, if
// not nil, adjusts the state at node i, and before a return the state at the exit. at, if not nil, is called with the
// state before each edge. follow returns the index of the first edge that is not passed, or the number of edges if all
// are passed.
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

// record follows the path with all values known, and finds the conflicts. A conflict that is a call or a return is the
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

// fails reports whether conflict n, or an earlier one, occurs if the values in more are tracked in addition to the
// precision.
func (w *walk) fails(ctx context.Context, n int, more set) bool {
	k := w.follow(ctx, n, func(i int, s absint.State) absint.State {
		return w.a.precise(s, w.a.tracked(w.pi, w.path.Nodes[i].Loc), more)
	}, nil)
	return k <= w.conflicts[n] && ctx.Err() == nil
}

// needed returns a small set of values to track in addition to the precision so that conflict n occurs. ok is false if
// there is none.
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

// back goes back from conflict n and returns the values that have decided it. With stores, it includes the values that
// determine the addresses of all accesses to memory.
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
		switch st := e.Stmt.(type) { // sound: if it tracks too little, there is another refinement
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

// first returns the first node of the path whose state changes with the larger precision. For the entry of a frame it
// is the node in front of the call.
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
	if from == nil && ctx.Err() == nil { // all states are the same, but the edge with index end is not passed any more
		return nodes[min(end+1, len(nodes)-1)]
	}
	return from
}

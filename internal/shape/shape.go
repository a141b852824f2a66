// Package shape infers symbolic heaps with list segments for a program (D. Distefano, P. W. O'Hearn, H. Yang: A local
// shape analysis based on separation logic. TACAS 2006).
//
// # The idea
//
// A state is a symbolic heap (verify.Heap). The analysis executes statements on it (exec.go, eval.go): where a
// statement accesses the first object of a list, the list is unfolded. At the heads of loops a state is made abstract
// (fold.go): registers that are dead are forgotten, and neighbours in a list become a list segment unless a pointer
// leads to the second one. So there are finitely many shapes of heaps at a place, and a set of them is the result. Two
// states that only differ in numbers are joined by widening (join.go). Trees are lists with more than one link, which
// the analysis has to find first (tree.go).
//
// The result is evidence, which package check/shapes re-checks. So this package may be wrong: it then proves nothing.
// It shares no code with the checker.
//
// Not done: trees with links to the parent, lists in lists in lists, facts that relate neighbours other than orders
// (order.go), functions that were not inlined.
package shape

import (
	"context"
	"errors"
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// The budgets: heaps at a place before it is given up, and edges between two places.
const (
	mostHeaps = 48
	mostSteps = 5_000
)

// Result is what Analyse found.
type Result struct {
	Evidence *verify.Shapes
	Open     map[*ir.Obligation]bool // obligations that the heaps do not exclude
	Steps    int                     // edges executed
}

// Analyse analyses a program. It counts at most most steps, 0 for no limit. If it finds that objects are nodes of
// trees, it begins again, and knows it; if that does not exclude all errors, it also tries without trees.
func Analyse(ctx context.Context, p *ir.Program, most int) (*Result, error) {
	prog, steps := newProgram(p), 0
	var r *Result
	var err error
	for again := true; again; again = prog.again {
		prog.again = false
		if r, err = analyse(ctx, prog, most, &steps); err != nil {
			break
		}
	}
	if len(prog.trees) == 0 || err == nil && len(r.Open) == 0 {
		return r, err
	}
	prog.trees = nil
	if lists, errLists := analyse(ctx, prog, most, &steps); errLists == nil && (err != nil ||
		len(lists.Open) <= len(r.Open)) {
		return lists, nil
	}
	return r, err
}

// analyse analyses a program from the beginning. It stops if it finds that objects are nodes of trees. It counts steps.
func analyse(ctx context.Context, p *program, most int, steps *int) (*Result, error) {
	a := &analysis{ctx: ctx, prog: p, most: most, places: map[*ir.Loc]*place{},
		live: flow.NewLive(p.Program, p.Entry, nil), res: &Result{Open: map[*ir.Obligation]bool{}, Steps: *steps}}
	a.marks = marks(p.Program)
	a.cuts()
	a.arrive(p.Entry.Entry, initial(a.prog))
	for a.err == nil && !p.again && a.next() {
	}
	*steps = a.res.Steps
	if a.err != nil || p.again {
		return nil, a.err
	}
	a.finish()
	return a.res, nil
}

// program is the program, with the integers that it loads from objects: as cells without values.
type program struct {
	*ir.Program
	loads   []verify.HeapCell
	follows map[int64]int     // how often it loads pointers, by their offsets
	keys    []verify.HeapCell // those by which it may sort
	flags   map[*ir.Var]bool  // registers that are always 0 or 1: heaps in which they differ are not joined
	trees   map[int64][]int64 // the offsets at which objects of a size have links of trees; nil: there are no trees
	again   bool              // there are such links that were not known
}

func newProgram(p *ir.Program) *program {
	loads, pointers := accesses(p)
	return &program{p, loads, pointers, keys(p, loads), flags(p), map[int64][]int64{}, false}
}

// flags returns the registers of the entry function to which only 0 and 1 are assigned.
func flags(p *ir.Program) map[*ir.Var]bool {
	is := map[*ir.Var]bool{}
	for _, e := range p.Entry.Edges {
		if a, assigns := e.Stmt.(*ir.Assign); assigns {
			k, constant := a.Src.(*ir.Const)
			was, seen := is[a.Dst]
			is[a.Dst] = (was || !seen) && constant && k.Bits <= 1 && !a.Dst.Global && k.T.Kind == ir.Int
		} else if dst := ir.Def(e.Stmt); dst != nil {
			is[dst] = false
		}
	}
	return is
}

// analysis is the analysis of one program.
type analysis struct {
	ctx      context.Context
	prog     *program
	most     int
	places   map[*ir.Loc]*place
	order    []*place // by the order in which executions come there first
	live     *flow.Live
	marks    []int64 // where ranges that grow stop first
	res      *Result
	err      error
	finished bool // no more heaps are added
}

// place is a location at which heaps are kept.
type place struct {
	loc   *ir.Loc
	loop  bool // the place is the head of a loop
	heaps []*entry
}

// entry is a heap of a place.
type entry struct {
	heap  *verify.Heap
	done  bool // it was executed
	joins int  // how often it grew
}

// cuts determines the places: the entry, the heads of loops, and where paths meet.
func (a *analysis) cuts() {
	f := a.prog.Entry
	at := map[int]int{} // positions in the order
	order := graph.ReversePostOrder(f.Graph(), f.Entry.ID)
	for i, id := range order {
		at[id] = i
	}
	for i, id := range order {
		l := f.Locs[id]
		loop := false
		for _, e := range l.In {
			from, reached := at[e.From.ID]
			loop = loop || reached && from >= i
		}
		if l == f.Entry || loop || len(l.In) > 1 && l.Kind == ir.Plain {
			pl := &place{loc: l, loop: loop}
			a.places[l] = pl
			a.order = append(a.order, pl)
		}
	}
}

// next executes one heap that was not executed yet. It returns false if there is none.
func (a *analysis) next() bool {
	for _, pl := range a.order {
		for _, e := range pl.heaps {
			if !e.done {
				e.done = true
				a.run(pl.loc, e.heap)
				return true
			}
		}
	}
	return false
}

// run executes a heap from a location to the next places.
func (a *analysis) run(from *ir.Loc, h *verify.Heap) {
	type item struct {
		loc *ir.Loc
		h   *verify.Heap
	}
	todo := []item{{from, h}}
	for n := 0; len(todo) > 0; n++ {
		it := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range it.loc.Out {
			if a.res.Steps++; a.res.Steps%64 == 0 && a.ctx.Err() != nil {
				a.err = a.ctx.Err()
				return
			}
			if n > mostSteps || a.most > 0 && a.res.Steps > a.most {
				a.err = errors.New("too many states")
				return
			}
			after, ok := execute(a.prog, it.h, e.Stmt)
			if !ok {
				a.leave(e)
				continue
			}
			for _, h := range after {
				switch {
				case e.To.Kind == ir.Error:
					a.res.Open[e.To.Obligation] = true
				case a.places[e.To] != nil:
					a.arrive(e.To, h)
				default:
					todo = append(todo, item{e.To, h})
				}
			}
		}
	}
}

// leave records that executions leave the heaps over an edge: obligations that they may reach are open.
func (a *analysis) leave(e *ir.Edge) {
	from := []*ir.Loc{e.To}
	if _, is := e.Stmt.(*ir.Call); is {
		for _, f := range a.prog.Funcs {
			from = append(from, f.Entry)
		}
	}
	for l := range ir.Reach(from, func(l *ir.Loc, next func(*ir.Loc)) bool {
		for _, e := range l.Out {
			next(e.To)
		}
		return true
	}) {
		if l.Kind == ir.Error {
			a.res.Open[l.Obligation] = true
		}
	}
}

// arrive adds a heap to a place, unless the place has one that describes it.
func (a *analysis) arrive(l *ir.Loc, h *verify.Heap) {
	pl := a.places[l]
	if pl == nil || a.finished {
		return
	}
	h = fold(a.prog, a.tidy(l, h), pl.loop)
	for _, e := range pl.heaps {
		if _, ok := cover(a.prog, e.heap, h, nil); ok {
			return
		}
	}
	if pl.loop || len(pl.heaps) >= mostHeaps/4 {
		for i, e := range pl.heaps {
			w := &widening{marks: a.marks, far: e.joins > 2}
			if t, ok := cover(a.prog, e.heap, h, w); ok {
				pl.heaps = slices.Delete(pl.heaps, i, i+1)
				a.add(pl, &entry{heap: a.tidy(l, t), joins: e.joins + 1})
				return
			}
		}
	}
	a.add(pl, &entry{heap: h})
}

// add adds a heap to a place, in place of those that it describes.
func (a *analysis) add(pl *place, n *entry) {
	pl.heaps = slices.DeleteFunc(pl.heaps, func(e *entry) bool {
		_, ok := cover(a.prog, n.heap, e.heap, nil)
		return ok
	})
	if len(pl.heaps) >= mostHeaps {
		n = &entry{heap: verify.NewHeap()}
		n.heap.Junk = true
		pl.heaps = nil
	}
	pl.heaps = append(pl.heaps, n)
}

// finish makes the evidence, and executes all its heaps once more to determine which obligations are open.
func (a *analysis) finish() {
	a.res.Evidence = &verify.Shapes{}
	clear(a.res.Open)
	a.finished = true
	before := a.res.Steps
	for _, pl := range a.order {
		for _, e := range pl.heaps {
			a.res.Evidence.At = append(a.res.Evidence.At, verify.HeapAt{Loc: pl.loc, Heap: e.heap})
		}
	}
	for _, at := range a.res.Evidence.At {
		a.run(at.Loc, at.Heap)
	}
	a.res.Steps = before
}

// marks returns the numbers at which growing ranges stop: those next to constants of conditions.
func marks(p *ir.Program) (out []int64) {
	out = []int64{-1 << 31, -1, 0, 1, 1<<31 - 1, 1<<32 - 1}
	for _, e := range p.Entry.Edges {
		if s, is := e.Stmt.(*ir.Assume); is {
			ir.Walk(s.Cond, func(x ir.Expr) bool {
				if k, is := x.(*ir.Const); is && len(out) < 200 && k.T.Kind == ir.Int {
					if n, ok := literal(k); ok && n > -1<<40 && n < 1<<40 {
						out = append(out, n-1, n, n+1)
					}
				}
				return true
			})
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

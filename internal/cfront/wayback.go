package cfront

import (
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// waysBack makes the paths from where a jump begins, or comes back from a call, to the location that all jumps of a
// function reach. A jump enters the blocks around its place: objects of these blocks that do not live where the jump
// begins are new ones. It ends the variable arrays that live there, unless a place is in their scope.
type waysBack struct {
	outerJumps
	back   *ir.Loc
	kept   []*ir.Object       // objects of blocks around places
	dead   []map[*ir.Loc]bool // for each of them: where its life may have ended
	arrays []*ir.Var          // addresses of variable arrays that are in no scope of a place
	alive  []map[*ir.Loc]bool // for each of them: where it may live
	ways   map[string]*ir.Loc // by what has to be done
}

// waysBack returns the paths to back, for the places of f.
func (f outerJumps) waysBack(ps []*jumpPlace, back *ir.Loc) *waysBack {
	w := &waysBack{outerJumps: f, back: back, ways: map[string]*ir.Loc{}}
	around := func(x life) bool { return slices.ContainsFunc(ps, func(p *jumpPlace) bool { return p.around[x] }) }
	for _, o := range f.mortal {
		if around(life{obj: o}) {
			_, ends := lifeEdges(f.f, o)
			w.kept = append(w.kept, o)
			w.dead = append(w.dead, reached(append(targets(ends), f.f.Entry), func(e *ir.Edge) bool {
				d, ok := e.Stmt.(*ir.Decl)
				return ok && d.Obj == o
			}))
		}
	}
	for _, v := range f.arrays {
		if around(life{vla: v}) {
			if !f.lasting[life{vla: v}] && slices.ContainsFunc(ps, func(p *jumpPlace) bool { return !p.around[life{vla: v}] }) {
				f.l.assume(f.fn, ir.Assumed{Pos: f.f.Pos, Text: "a longjmp out of the scope of a variable " +
					"array does not end the array, if another setjmp is in this scope"})
			}
			continue
		}
		var made []*ir.Loc
		for _, e := range f.f.Edges {
			if a, ok := e.Stmt.(*ir.Alloc); ok && a.Dst == v {
				made = append(made, e.To)
			}
		}
		w.arrays = append(w.arrays, v)
		w.alive = append(w.alive, reached(made, func(e *ir.Edge) bool {
			d, ok := e.Stmt.(*ir.Free)
			return ok && d.Kind == ir.Stack && ir.Reads(d.Addr, v)
		}))
	}
	return w
}

// from returns the location to which a jump that begins at l, or comes back there, leads.
func (w *waysBack) from(l *ir.Loc) *ir.Loc {
	var steps []ir.Stmt
	what := ""
	for i, o := range w.kept {
		if w.dead[i][l] {
			steps = append(steps, &ir.Decl{Obj: o})
			what += fmt.Sprint(" d", i)
		}
	}
	for i, v := range w.arrays {
		if w.alive[i][l] {
			steps = append(steps, &ir.Free{Addr: ir.NewRef(v), Kind: ir.Stack})
			what += fmt.Sprint(" f", i)
		}
	}
	if len(steps) == 0 {
		return w.back
	}
	if known := w.ways[what]; known != nil {
		return known
	}
	way := w.newLoc()
	cur := w.cur
	w.cur = way
	for _, s := range steps {
		w.emit(s)
	}
	w.edge(w.cur, w.back, &ir.Skip{}, w.pos)
	w.cur = cur
	w.ways[what] = way
	return way
}

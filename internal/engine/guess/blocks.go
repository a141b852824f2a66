package guess

import (
	"math"
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// This file finds the blocks that facts about elements may be about: arrays of variable length and of the heap. A block
// is what an Alloc makes that is executed at most once. Registers that only point to its beginning stand for its
// address (package check/triple, blocks.go).

// block is an array that an Alloc makes.
type block struct {
	obj  *ir.Object // stands for the block as an array; it has no size
	made *ir.Alloc
}

// findBlocks returns the blocks by the registers that point to their beginning. It returns none if functions are
// called, since the checker then knows no contents of blocks, and none if the program has checks of memory: in the
// states of Past, vc proves answers that the checker, which knows of owners only, cannot confirm.
func (g *engine) findBlocks(points *flow.Points) map[*ir.Var]*block {
	out := map[*ir.Var]*block{}
	entry := g.t.Program.Entry
	if vc.Asks(g.t.Program) ||
		slices.ContainsFunc(entry.Edges, func(e *ir.Edge) bool { _, is := e.Stmt.(*ir.Call); return is }) {
		return out
	}
	made := map[*flow.Target]*block{}
	for _, v := range entry.Vars {
		places := points.Reg(v)
		if len(places) != 1 {
			continue
		}
		pl := places[0]
		if pl.Target == nil || pl.Target.Kind != flow.AllocObj || pl.Off != 0 || pl.Stride != 0 {
			continue
		}
		b := made[pl.Target]
		if b == nil {
			if !g.t.Program.Once(pl.Target.Edge) {
				continue
			}
			b = &block{obj: &ir.Object{Name: v.Name}, made: pl.Target.Edge.Stmt.(*ir.Alloc)}
			made[pl.Target] = b
		}
		out[v] = b
	}
	return out
}

// array returns the array that an address with steps is in: a named object or a block, with its size in bytes. The size
// of a block is open, so it is a number that no array exceeds.
func (g *engine) array(addr ir.Expr) (o *ir.Object, size int64) {
	if o := ir.Root(addr); o != nil {
		return o, o.Size
	}
	for {
		a, is := addr.(*ir.PtrAdd)
		if !is {
			break
		}
		addr = a.P
	}
	if r, is := addr.(*ir.Ref); is && g.blocks[r.Var] != nil {
		return g.blocks[r.Var].obj, math.MaxInt64
	}
	return nil, 0
}

// room returns candidates which say that the blocks to which live registers point have their sizes: this shows that
// accesses to elements are valid.
func (g *engine) room(l *ir.Loc) (out []*cand) {
	live := g.y.E.Live(l.Func)
	for _, v := range l.Func.Vars {
		b := g.blocks[v]
		if b == nil || !live.At(l, v) || ir.Reads(b.made.Size, b.made.Dst) {
			continue
		}
		known := true
		ir.Vars(b.made.Size, func(r *ir.Var) { known = known && live.At(l, r) })
		if known {
			out = append(out, &cand{Loc: l, Expr: &ir.Valid{What: ir.Writable, Addr: ir.NewRef(v), N: b.made.Size}})
		}
	}
	return out
}

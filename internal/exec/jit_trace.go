package exec

import (
	"math/bits"

	"github.com/tandem-verifier/tandem/internal/exec/wasm"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file records the trace of branches. The global "trace" has a leading 1, then a bit for
// each of the last branches, the oldest first, so that a shift records a branch. Every cycle and
// every long path has checkpoints. At a checkpoint, the word is written to linear memory if it may
// not have room for the branches up to the next checkpoint.

const (
	maxRoom      = 24           // about the most branches between two checkpoints; there may be one more
	minTraceBits = 63 - maxRoom // least number of branches in a word that is written to linear memory
)

// traced reports whether taking an edge is recorded.
func (g *fn) traced(e *ir.Edge) bool {
	s, ok := e.Stmt.(*ir.Assume)
	return ok && g.cfg.Trace && s.Mark != ir.NoMark
}

// record writes code that adds a branch to the trace: side is true for the mark True.
func (g *fn) record(side bool) {
	g.w.GetGlobal(g.global[gTrace])
	g.w.OpI64(wasm.I64Shl, 1)
	if side {
		g.w.OpI64(wasm.I64Or, 1)
	}
	g.w.SetGlobal(g.global[gTrace])
}

// checkpoints reports which locations are checkpoints, by position in flow.order.
func (g *fn) checkpoints() []bool {
	n := len(g.flow.order)
	check := make([]bool, n)
	if !g.cfg.Trace {
		return check
	}
	afterCall := make([]bool, n)
	for _, e := range g.f.Edges {
		if _, ok := e.Stmt.(*ir.Call); ok {
			if y := g.flow.pos[e.To.ID]; y >= 0 {
				afterCall[y] = true
			}
		}
	}
	need := make([]int, n) // most branches on a path to the next checkpoint
	for x := n - 1; x >= 0; x-- {
		for _, e := range g.flow.order[x].Out {
			k := 0
			if g.traced(e) {
				k = 1
			}
			if y := g.flow.pos[e.To.ID]; y > x && !check[y] {
				k += need[y]
			}
			need[x] = max(need[x], k)
		}
		check[x] = need[x] > maxRoom || need[x] > 0 && (x == 0 || g.flow.head[x] || afterCall[x])
	}
	return check
}

// checkpoint writes the code of the checkpoint at position x, if there is one.
func (g *fn) checkpoint(x int) {
	if !g.check[x] {
		return
	}
	room := g.w.Block()
	g.w.GetGlobal(g.global[gTrace])
	g.w.OpI64(wasm.I64LtU, 1<<minTraceBits)
	g.w.BrIf(room)
	g.w.Call(g.flushIndex())
	g.w.End()
}

// unpackTrace appends the branches of a word to run.Branches, up to limit branches in all.
func unpackTrace(run *Run, word uint64, limit int) {
	n := 63 - bits.LeadingZeros64(word)
	for i := n - 1; i >= 0 && run.NumTrace < limit; i-- {
		if run.NumTrace%8 == 0 {
			run.Branches = append(run.Branches, 0)
		}
		run.Branches[run.NumTrace/8] |= byte(word>>i&1) << (run.NumTrace % 8)
		run.NumTrace++
	}
}

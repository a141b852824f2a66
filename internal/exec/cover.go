package exec

import (
	"encoding/binary"

	"github.com/tandem-verifier/tandem/internal/exec/wasm"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// BranchEdges lists the edges that Config.Cover counts, in the order of
// Run.Cover: the Assumes that leave a location with several successors.
func BranchEdges(p *ir.Program) []*ir.Edge {
	var out []*ir.Edge
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if _, ok := e.Stmt.(*ir.Assume); ok && len(e.From.Out) > 1 {
				out = append(out, e)
			}
		}
	}
	return out
}

// branchIndex is the position of each edge in BranchEdges; nil if they are not counted.
func branchIndex(p *ir.Program, cfg Config) map[*ir.Edge]int {
	if !cfg.Cover {
		return nil
	}
	index := map[*ir.Edge]int{}
	for i, e := range BranchEdges(p) {
		index[e] = i
	}
	return index
}

// SetFuel changes Config.Fuel for the runs to come.
func (j *JIT) SetFuel(n uint64) { j.cfg.Fuel = Config{Fuel: n}.withDefaults().Fuel }

// SetFuel changes Config.Fuel for the runs to come.
func (m *Interp) SetFuel(n uint64) { m.cfg.Fuel = Config{Fuel: n}.withDefaults().Fuel }

// countBranch adds one to the counter of a branch.
func (g *fn) countBranch(e *ir.Edge) {
	i, ok := g.branches[e]
	if !ok {
		return
	}
	at := g.at.cover + 4*uint32(i)
	g.w.I32(0)
	g.w.I32(0)
	g.w.Mem(wasm.I32Load, at)
	g.w.I32(1)
	g.w.Op(wasm.I32Add)
	g.w.Mem(wasm.I32Store, at)
}

// readCover copies the counters.
func (j *JIT) readCover(run *Run) {
	if j.cover == nil {
		j.cover = make([]uint32, j.at.branches)
	}
	mem := j.mem[j.at.cover:][:4*len(j.cover)]
	for i := range j.cover {
		j.cover[i] = binary.LittleEndian.Uint32(mem[4*i:])
	}
	run.Cover = j.cover
}

// counted reports whether taking an edge is counted.
func (g *fn) counted(e *ir.Edge) bool {
	_, ok := g.branches[e]
	return ok
}

// Watched is the value of JITOptions.Watch now, sign-extended if its type is
// signed; 0 without one.
func (j *JIT) Watched() uint64 {
	if j.watch == nil {
		return 0
	}
	return j.watch.Get()
}

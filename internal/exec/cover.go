package exec

import (
	"encoding/binary"

	"github.com/tandem-verifier/tandem/internal/exec/wasm"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// BranchEdges returns the edges that Config.Cover counts, in the order of
// Run.Cover: the Assume edges of all locations with several outgoing edges.
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

// branchIndex returns the position of each edge in BranchEdges, or nil without Config.Cover.
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

// countBranch writes code that adds one to the counter of e, if e has one.
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

// readCover copies the counters of a run from linear memory into run.Cover.
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

// counted reports whether edge e has a counter.
func (g *fn) counted(e *ir.Edge) bool {
	_, ok := g.branches[e]
	return ok
}

// Watched returns the current value of the register JITOptions.Watch, sign-extended if its type
// is signed. It returns 0 if there is no such register.
func (j *JIT) Watched() uint64 {
	if j.watch == nil {
		return 0
	}
	return j.watch.Get()
}

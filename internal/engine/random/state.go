package random

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file recognises new states. Branches do not distinguish the states of a reactive program: a protocol or a
// controller may take the same branches in another order and come to another state. So at each read of an input, a
// fingerprint of the live registers is computed. If the fingerprint is new, the inputs that the run has read so far are
// kept. Later runs start from this state: they replay these inputs, read a few fresh inputs, and end.
//
// Registers on which no condition, address or memory depends are ignored, since a mere counter, for example, would make
// every state new. The fingerprint includes neither memory nor the registers of callers, so some states look equal that
// are not.

// maxLive bounds the registers in a fingerprint.
const maxLive = 250

// withFingerprint returns a copy of the program with an assignment before each Input: it sets the returned global
// register to a hash of the site and of the live registers.
func withFingerprint(p *ir.Program) (*ir.Program, *ir.Var) {
	q := ir.Copy(p)
	relevant := relevant(q)
	state := q.NewGlobal("tandem.state", ir.U64)
	for _, f := range q.Funcs {
		var live *flow.Live
		for _, e := range append([]*ir.Edge(nil), f.Edges...) {
			in, ok := e.Stmt.(*ir.Input)
			if !ok {
				continue
			}
			if live == nil {
				live = flow.NewLive(q, f, nil)
			}
			hash := fingerprint(q, f, live, e.From, in.Site, relevant)
			// A location of its own for the assignment: e moves after it.
			mid := f.NewLoc(e.Pos)
			from := e.From
			e.SetFrom(mid)
			f.NewEdge(from, mid, &ir.Assign{Dst: state, Src: hash}, e.Pos)
		}
	}
	return q, state
}

// fingerprint returns the hash as an expression: h = (h ^ v) * odd for each register.
func fingerprint(p *ir.Program, f *ir.Func, live *flow.Live, at *ir.Loc, site *ir.Site,
	relevant map[*ir.Var]bool) ir.Expr {
	var h ir.Expr = &ir.Const{T: ir.U64, Bits: uint64(site.ID)*0x9e3779b97f4a7c15 + 0x632be59bd9b4e019}
	n := 0
	add := func(v *ir.Var) {
		if !relevant[v] || n == maxLive || (v.Type.Kind != ir.Int && v.Type.Kind != ir.Bool && v.Type.Kind != ir.Ptr) {
			return
		}
		n++
		var x ir.Expr = &ir.Ref{Var: v}
		if v.Type.Kind == ir.Ptr {
			// Use the comparison with null: a cast would make the address visible.
			x = &ir.Cast{T: ir.U8, X: &ir.Binary{Op: ir.Ne, X: x, Y: &ir.Const{T: v.Type}}}
		}
		if v.Type != ir.U64 {
			x = &ir.Cast{T: ir.U64, X: x}
		}
		h = &ir.Binary{Op: ir.Mul, X: &ir.Binary{Op: ir.Xor, X: h, Y: x}, Y: &ir.Const{T: ir.U64, Bits: 0xff51afd7ed558ccd}}
		h = &ir.Binary{Op: ir.Xor, X: h, Y: x}
	}
	for _, v := range f.Vars {
		if live.At(at, v) {
			add(v)
		}
	}
	for _, v := range p.Globals[:len(p.Globals)-1] { // the last one is the fingerprint itself
		if live.At(at, v) {
			add(v)
		}
	}
	return h
}

// relevant returns the registers on which control or memory may depend, regardless of the order of statements:
// registers in conditions, addresses, sizes and stored values, and those from which values of relevant registers are
// computed.
func relevant(p *ir.Program) map[*ir.Var]bool {
	var roots []*ir.Var
	from := map[*ir.Var][]ir.Expr{} // the expressions from which a register is computed
	results := map[*ir.Func][]ir.Expr{}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			switch s := e.Stmt.(type) {
			case *ir.Assign:
				from[s.Dst] = append(from[s.Dst], s.Src)
			case *ir.Math:
				from[s.Dst] = append(from[s.Dst], s.Args...)
			case *ir.Return:
				if s.Val != nil {
					results[f] = append(results[f], s.Val)
				}
			case *ir.Call:
				for i, a := range s.Args {
					if i < len(s.Func.Params) {
						from[s.Func.Params[i]] = append(from[s.Func.Params[i]], a)
					}
				}
			default: // sound: all that it reads is relevant
				ir.Uses(s, func(v *ir.Var) { roots = append(roots, v) })
			}
		}
	}
	calls := map[*ir.Var][]*ir.Func{}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if c, ok := e.Stmt.(*ir.Call); ok && c.Dst != nil {
				calls[c.Dst] = append(calls[c.Dst], c.Func)
			}
		}
	}
	return graph.Closure(roots, func(v *ir.Var, next func(*ir.Var)) {
		for _, x := range from[v] {
			ir.Vars(x, next)
		}
		for _, f := range calls[v] {
			for _, x := range results[f] {
				ir.Vars(x, next)
			}
		}
	})
}

// front is the path to a state that was new: the first n reads of a run.
type front struct {
	reads  []ir.Record // shared by the fronts of one run
	n      int
	fuel   uint64 // fuel of the whole run
	chosen int    // number of runs that started from it
}

// Limits of new states.
const (
	stateBits      = 18 // the table of states has 2^stateBits slots: 2 MB, which fit into a cache
	maxFronts      = 1 << 16
	maxNews        = 64   // new states of one run that are kept
	maxFrontInputs = 1024 // inputs on the path to a state
)

// table is a set of hashes of fixed size. When the table is crowded, a hash that it lacks may count as old. The hash 0
// is never new.
type table struct{ slots []uint64 }

// newTable returns an empty table.
func newTable() table { return table{make([]uint64, 1<<stateBits)} }

// add adds a hash and reports whether it is new.
func (t *table) add(h uint64) bool {
	const probes = 4
	at := h >> (64 - stateBits)
	for i := range uint64(probes) {
		switch slot := &t.slots[(at+i)&(1<<stateBits-1)]; *slot {
		case h:
			return false
		case 0:
			*slot = h
			return h != 0
		}
	}
	return false
}

// visit records the state in which the next input is read.
func (g *gen) visit(site *ir.Site, off int64) {
	if exec.IsBytes(site, off) {
		return
	}
	if g.s.states.add(g.s.m.Watched()) && len(g.news) < maxNews {
		g.news = append(g.news, g.count)
	}
}

// enter keeps the paths to the new states of a run.
func (s *search) enter(r *exec.Run, g *gen) {
	news := g.news
	for len(news) > 0 && news[len(news)-1] > min(len(r.Reads), maxFrontInputs) {
		news = news[:len(news)-1]
	}
	if len(news) == 0 {
		return
	}
	reads := slices.Clone(r.Reads[:news[len(news)-1]])
	if s.frontInputs += len(reads); s.frontInputs > s.cfg.Records || len(s.fronts) > maxFronts {
		s.fronts = slices.Clone(s.fronts[len(s.fronts)/2:]) // drop the older half
		s.frontInputs /= 2
	}
	for _, n := range news {
		s.fronts = append(s.fronts, &front{reads: reads, n: n, fuel: r.Fuel})
	}
}

// goOn plans a run from a state: the least often chosen of a few random ones.
func (s *search) goOn(g *gen) {
	var best *front
	for range 4 {
		f := s.fronts[s.rng.IntN(len(s.fronts))]
		if best == nil || f.chosen < best.chosen || f.chosen == best.chosen && f.n < best.n {
			best = f
		}
	}
	best.chosen++
	g.base, g.cut = best.reads[:best.n], best.n
	g.stop = best.n + 1 + s.rng.IntN(4)
	if s.rng.IntN(8) == 0 {
		g.stop += s.rng.IntN(64)
	}
	g.steady = false
	g.fuel = best.fuel + uint64(g.stop-best.n)*64 + 256
}

package synergy

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file makes proofs for some of the executions when a turn ends before all obligations are decided (conditional
// model checking: Beyer, Henzinger, Keremoglu, Wendler, FSE 2012). A letter leads from a region to several regions, and
// an execution reaches one of them. In evidence, an edge leads to a single node, which all executions reach. So a node
// represents a set of regions of a location: all regions in which an execution may be when it arrives (the subset
// construction of automata).
//
//	set S, letter l    leads to the regions that edges by l from regions in S lead to; proofs excluded the others
//	no such region     no state of S passes the letter
//	all of S safe      one node for each location: edges from regions with no path to the error lead to such regions only
//	many sets          one node for each location with all reached regions, instead of further sets
//
// If several obligations are open, a node has a set for each.

// apart is the number of nodes of a location up to which different sets have different nodes.
const apart = 16

// Names of parts of a node that are not given by a set of regions.
const (
	beside  = "-" // the location is not in the abstract program: no path leads to the error
	safe    = "s" // the regions from which no abstract path leads to the error
	anyMore = "r" // all regions that are reached
)

// Partial returns a proof for executions that reach no error: see verify.Partial.
func (w *worker) Partial(ctx context.Context, open []*ir.Obligation, most int) (*verify.Safe, bool) {
	if w.program == nil || w.dead != nil || w.nested != nil {
		return nil, false
	}
	in := func(o *ir.Obligation) bool { return slices.Contains(open, o) }
	s := &subsets{p: w.program.Only(in), index: map[string]int{}, at: map[int]int{}}
	some := false
	for _, o := range open {
		if a := w.analyses[o]; a != nil {
			s.as = append(s.as, &reachedAnalysis{a, a.abs.Reached()})
			some = some || a.gained()
		}
	}
	if !some {
		return nil, false
	}
	more := s.walk(ctx, most)
	if ctx.Err() != nil {
		return nil, false
	}
	ev := floydhoare.Written(s.p, s.nodes).Stopped(in)
	if len(ev.Nodes) == 0 || ev.Nodes[0].Open {
		return nil, false
	}
	return &verify.Safe{Proof: ev, Assuming: w.assuming()}, more
}

// gained reports whether the analysis has removed an edge or knows a formula.
func (a *analysis) gained() bool {
	return a.abs.Removed > 0 || slices.ContainsFunc(a.general.known, func(xs []ir.Expr) bool { return len(xs) > 0 })
}

// reachedAnalysis is an analysis with the regions that executions may reach.
type reachedAnalysis struct {
	*analysis
	reached map[*Region]bool
}

// regionSet is a set of regions of one location, or has one of the names above.
type regionSet struct {
	name    string    // identifies the set
	regions []*Region // nil if it has one of the names above
}

// subsets is the subset construction.
type subsets struct {
	p     *floydhoare.Program
	as    []*reachedAnalysis
	nodes []floydhoare.Node
	parts [][]regionSet  // by node and analysis
	index map[string]int // nodes, by key
	at    map[int]int    // number of nodes, by state of the automaton
}

// walk makes nodes until there are more than the limit most. It reports whether some nodes have no successors because
// of the limit.
func (s *subsets) walk(ctx context.Context, most int) (more bool) {
	var first []regionSet
	for _, a := range s.as {
		var rs []*Region
		for _, e := range a.abs.start {
			if !e.Gone {
				rs = append(rs, e.To)
			}
		}
		first = append(first, a.part(rs))
	}
	s.node(0, first)
	for i := 0; i < len(s.nodes) && ctx.Err() == nil; i++ {
		n := &s.nodes[i]
		if s.p.Final(n.State) {
			n.Open = true
			continue
		}
		if len(s.nodes) > most {
			n.Open, more = true, true
			continue
		}
		var ways []floydhoare.NodeMove
		for _, m := range s.p.Moves(n.State) {
			next, to := make([]regionSet, len(s.as)), 0
			for k, a := range s.as {
				var passes bool
				if next[k], passes = a.next(s.parts[i][k], s.p.Loc[n.State], m.Letter, s.p.Loc[m.To]); !passes {
					to = automata.None
				}
			}
			if to != automata.None {
				to = s.node(m.To, next)
			}
			ways = append(ways, floydhoare.NodeMove{Move: m, Node: to})
		}
		s.nodes[i].Moves = ways
	}
	return more
}

// node returns the index of the node of a location with the given parts, and makes it if there is none.
func (s *subsets) node(state int, parts []regionSet) int {
	k := key(state, parts)
	i, known := s.index[k]
	if !known && s.at[state] >= apart {
		parts = slices.Clone(parts)
		for j := range parts {
			if parts[j].regions != nil {
				parts[j] = regionSet{name: anyMore}
			}
		}
		k = key(state, parts)
		i, known = s.index[k]
	}
	if known {
		return i
	}
	var xs []ir.Expr
	for j, a := range s.as {
		xs = append(xs, a.holds(parts[j], s.p.Loc[state])...)
	}
	i = len(s.nodes)
	s.index[k] = i
	s.at[state]++
	s.nodes, s.parts = append(s.nodes, floydhoare.Node{State: state, Formula: ir.NewAnd(xs...)}), append(s.parts, parts)
	return i
}

// key returns the key of a node in subsets.index.
func key(state int, parts []regionSet) string {
	var b strings.Builder
	fmt.Fprint(&b, state)
	for _, p := range parts {
		b.WriteString(" " + p.name)
	}
	return b.String()
}

// part returns the regionSet of rs.
func (a *reachedAnalysis) part(rs []*Region) regionSet {
	if !slices.ContainsFunc(rs, func(r *Region) bool { return a.abs.Distance(r) != Far }) {
		return regionSet{name: safe}
	}
	slices.SortFunc(rs, func(r, q *Region) int { return r.ID - q.ID })
	rs = slices.Compact(rs)
	var b strings.Builder
	for _, r := range rs {
		fmt.Fprintf(&b, "%d,", r.ID)
	}
	return regionSet{b.String(), rs}
}

// in returns a function that reports whether a region belongs to p.
func (a *reachedAnalysis) in(p regionSet) func(*Region) bool {
	switch p.name {
	case safe:
		return func(r *Region) bool { return a.abs.Distance(r) == Far }
	case anyMore:
		return func(r *Region) bool { return a.reached[r] }
	}
	return func(r *Region) bool { return slices.Contains(p.regions, r) }
}

// holds returns the formulas of p at l.
func (a *reachedAnalysis) holds(p regionSet, l *ir.Loc) []ir.Expr {
	s, is := a.program.State[l]
	if !is || p.name == beside {
		return nil
	}
	return append(slices.Clone(a.general.known[s]), a.abs.Roots[s].Formula(a.in(p)))
}

// next returns the set of regions to which the letter leads from p. The second result is false if it leads to none.
func (a *reachedAnalysis) next(p regionSet, from *ir.Loc, letter int, to *ir.Loc) (regionSet, bool) {
	s, is := a.program.State[from]
	t, goes := a.program.State[to]
	if !is || p.name == beside || !goes || len(a.program.Block(s, letter, t)) == 0 {
		return regionSet{name: beside}, true
	}
	var rs []*Region
	in := a.in(p)
	for _, r := range a.abs.Roots[s].Leaves(nil) {
		if !in(r) {
			continue
		}
		for _, e := range a.abs.Out(r) {
			if !e.Gone && e.Letter == letter {
				rs = append(rs, e.To)
			}
		}
	}
	return a.part(rs), len(rs) > 0
}

// Limits for publishing invariants of open obligations.
const (
	moreKnown   = 2     // factor by which the number of removed edges has to grow before the next publication
	longestTold = 5_000 // size of all expressions
)

// meanwhile publishes the reached regions of open obligations as invariants; they are invariants at any time.
func (w *worker) meanwhile(open []*ir.Obligation) {
	if !w.cfg.Exchange {
		return
	}
	for _, o := range open {
		a := w.analyses[o]
		if a == nil || w.nested != nil || !a.gained() || a.abs.Removed < moreKnown*a.published {
			continue
		}
		reached := a.abs.Reached()
		invs, size := a.disjunctions(func(r *Region) bool { return reached[r] })
		if len(invs) > 0 && size <= longestTold {
			a.published = a.abs.Removed + 1
			w.kit.Claim(&verify.Invariants{Inductive: verify.Inductive{Invariants: invs}})
		}
	}
}

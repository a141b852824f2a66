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

// This file says what the regions show of some of the executions when a turn ends before all is decided (conditional
// model checking: Beyer, Henzinger, Keremoglu, Wendler, FSE 2012). An abstract edge leads from a region to several, of
// which an execution comes to one, whereas what an edge of evidence leads to holds altogether. So a node is a set of
// regions of a place: those in which an execution may be that came there on its way (the subset construction of
// automata).
//
//	set S, letter l    to the regions that edges by l lead to from regions in S: what is not among them was excluded by proofs
//	no such region     no state of S passes the letter
//	all of S safe      one node a place: from regions from where no way leads to the error edges lead to such only
//	many sets          one node a place with all regions that are reached: more than a set, so that ways may lead to it
//
// Of several obligations a node has a set each.

// apart is how many nodes a place has whose sets are told apart.
const apart = 16

// A part of a node that is no set.
const (
	beside  = "-" // the error cannot be met from here
	safe    = "s" // none of the regions leads to the error
	anyMore = "r" // a region that is reached
)

// Partial returns a proof for executions that come to no error: see verify.Partial.
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

// gained reports whether an edge was removed or a formula is known.
func (a *analysis) gained() bool {
	return a.abs.Removed > 0 || slices.ContainsFunc(a.general.known, func(xs []ir.Expr) bool { return len(xs) > 0 })
}

// reachedAnalysis is an analysis with the regions that executions may come to.
type reachedAnalysis struct {
	*analysis
	reached map[*Region]bool
}

// regionSet is a set of regions of one place, or a name that stands for it.
type regionSet struct {
	name    string
	regions []*Region // of a set
}

// subsets is the search.
type subsets struct {
	p     *floydhoare.Program
	as    []*reachedAnalysis
	nodes []floydhoare.Node
	parts [][]regionSet // by node
	index map[string]int
	at    map[int]int // nodes, by state
}

// walk makes nodes until there are so many; those that were not looked at then are open. It reports whether there are
// such nodes.
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

// node returns the one for parts.
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

func key(state int, parts []regionSet) string {
	var b strings.Builder
	fmt.Fprint(&b, state)
	for _, p := range parts {
		b.WriteString(" " + p.name)
	}
	return b.String()
}

// part returns a set of regions.
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

// in says that a region of the place is among those of a part.
func (a *reachedAnalysis) in(p regionSet) func(*Region) bool {
	switch p.name {
	case safe:
		return func(r *Region) bool { return a.abs.Distance(r) == Far }
	case anyMore:
		return func(r *Region) bool { return a.reached[r] }
	}
	return func(r *Region) bool { return slices.Contains(p.regions, r) }
}

// holds returns the formulas of a set of regions at a location.
func (a *reachedAnalysis) holds(p regionSet, l *ir.Loc) []ir.Expr {
	s, is := a.program.State[l]
	if !is || p.name == beside {
		return nil
	}
	return append(slices.Clone(a.general.known[s]), a.abs.Roots[s].Formula(a.in(p)))
}

// next returns the set of regions to which a letter leads; not passes: to none.
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

// Invariants of open obligations are published when so many times as much is known as the last time, and if it is not
// too long.
const (
	moreKnown   = 2
	longestTold = 5_000 // parts of expressions
)

// meanwhile claims the regions that are reached as invariants, which they are at any time.
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

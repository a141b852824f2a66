package check

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/check/annotated"
	"github.com/tandem-verifier/tandem/internal/check/bounds"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file checks a graph that is a proof of a range of paths (verify.Task.Within; paper 5, section 3.1). The
// graph is checked like the graph of an analysis that has stopped early (left.go). In addition, no path of the range
// may reach an open node. To show this, all paths through the graph are followed together with their positions in the
// two bounds:
//
//	node 3 [T] -> node 5    the path agrees with the lower bound, "TTF", in its first decision
//	node 3 [F] -> node 6    open: the path is past the lower bound, but after the upper bound, "T"
//
// It does not matter whether executions take such a path: the graph has no edges where a formula excludes all
// executions.
//
// For a proof by unwinding, package triple follows the bounds along the paths: a path that leaves the range ends there.

// maxSituations bounds the number of pairs of spots that a follower visits.
const maxSituations = 1 << 22

// ranged checks a graph as a proof for the executions whose path lies in the range of the task (verify.Task.Within).
func ranged(ctx context.Context, t *verify.Task, obls []*ir.Obligation, in regions, e *verify.Annotated,
	ms *machines) Outcome {
	if why := stays(ctx, t.Program, t.Paths, e); why != nil { // a graph with weaker formulas has no other paths
		return *why
	}
	out := graph(ctx, t, obls, in, e, ms)
	if out.Verdict == Undecided && len(in) == 0 && ms.propose != nil {
		if smaller := opened(ctx, t, obls, e); smaller != nil && ms.holds(ctx, t, obls, in, smaller) {
			return Outcome{Verdict: Confirmed, Proof: smaller}
		}
	}
	return out
}

// spot is a position of a path: its node in the running activation, and its position in the bounds.
type spot struct {
	node  int
	track bounds.Track
}

// entered is the spot at which an activation began.
type entered = spot

// follower follows the paths through a graph. It follows the paths of a function once for each spot at which the
// function is entered (tabulation: Reps, Horwitz, Sagiv, POPL 1995).
type follower struct {
	g      *annotated.Graph
	bounds *bounds.Bounds
	seen   map[[2]spot]bool    // the pairs that were ever in work
	work   [][2]spot           // pairs still to follow: the spot where the activation began, and the present spot
	exits  map[entered][]spot  // by the spot where an activation began: the spots at which it reaches the exit
	left   map[[2]spot]bool    // the pairs in exits, as a set
	calls  map[entered][]asked // by the spot where the callee begins: the calls that wait for its exits
}

// asked is a call that waits for the exits of its callee.
type asked struct {
	from entered  // where the caller's activation began
	edge *ir.Edge // the call
	node int      // the node before the call
}

// stays returns nil if no path of the range r reaches an open node of the graph e. Otherwise it returns the reason.
func stays(ctx context.Context, p *ir.Program, r *verify.PathRange, e *verify.Annotated) *Outcome {
	no := func(o Outcome) *Outcome { return &o }
	g, err := annotated.Read(p, e)
	if err != nil {
		return no(refuted("%v", err))
	}
	f := &follower{g: g, bounds: bounds.Of(r), seen: map[[2]spot]bool{}, exits: map[entered][]spot{},
		left: map[[2]spot]bool{}, calls: map[entered][]asked{}}
	if start, is := f.bounds.Start(); is {
		f.visit(spot{0, start}, spot{0, start})
	}
	end := end(p)
	for n := 0; len(f.work) > 0; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return no(undecided("out of time"))
		}
		if len(f.seen) > maxSituations {
			return no(undecided("too many paths through the graph"))
		}
		at := f.work[len(f.work)-1]
		f.work = f.work[:len(f.work)-1]
		if g.Nodes[at[1].node].Open {
			l := g.Nodes[at[1].node].Loc
			if at[1].track.Lower != bounds.Off && (l.Kind == ir.Error || l.Kind == ir.Halt || l == end) {
				continue // the path ends here, as a prefix of the lower bound, which lies before the range
			}
			return no(undecided("a path of the range may come to node %d at %s, which is left open", at[1].node, l.Where()))
		}
		f.from(at[0], at[1])
	}
	return nil
}

// end returns the location where executions end regularly. It returns nil if the entry function is called, as an
// execution may then continue after the exit of that function.
func end(p *ir.Program) *ir.Loc {
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if c, is := e.Stmt.(*ir.Call); is && c.Func == p.Entry {
				return nil
			}
		}
	}
	return p.Entry.Exit
}

// visit puts a pair of spots into the work list, unless it was there before.
func (f *follower) visit(in entered, at spot) {
	if k := [2]spot{in, at}; !f.seen[k] {
		f.seen[k] = true
		f.work = append(f.work, k)
	}
}

// from follows the edges of the graph from a spot of an activation, and visits the next spots. At a call it visits the
// callee's entry, and records the call for the callee's exits. At an exit it continues after the calls that wait for
// it.
func (f *follower) from(in entered, at spot) {
	for _, j := range f.g.Above(at.node) {
		f.visit(in, spot{j, at.track})
	}
	i := f.g.Begin(at.node)
	if i < 0 {
		return
	}
	n := f.g.Nodes[i]
	if n.Loc == n.Loc.Func.Exit {
		if x := (spot{i, at.track}); !f.left[[2]spot{in, x}] {
			f.left[[2]spot{in, x}] = true
			f.exits[in] = append(f.exits[in], x)
			for _, c := range f.calls[in] {
				f.back(c, in.node, x)
			}
		}
	}
	for _, e := range n.Loc.Out {
		next, inside := f.bounds.After(at.track, e)
		if _, ends := e.Stmt.(*ir.Undefined); ends || !inside {
			continue
		}
		for _, m := range f.g.Moves(i, e) {
			switch {
			case m.Entry < 0:
				f.move(in, m, next)
			case m.Exit < 0:
				callee := spot{m.Entry, next}
				c := asked{in, e, i}
				f.calls[callee] = append(f.calls[callee], c)
				f.visit(callee, callee)
				for _, x := range f.exits[callee] {
					f.back(c, m.Entry, x)
				}
			}
		}
	}
}

// back continues after the call c, whose callee was entered at the node entry and left at the spot x.
func (f *follower) back(c asked, entry int, x spot) {
	for _, m := range f.g.Moves(c.node, c.edge) {
		if m.Entry == entry && m.Exit == x.node {
			f.move(c.from, m, x.track)
		}
	}
}

// move visits the nodes to which the move m of an activation leads, with the position t in the bounds.
func (f *follower) move(in entered, m annotated.Move, t bounds.Track) {
	for _, j := range m.To {
		f.visit(in, spot{j, t})
	}
	if m.In >= 0 {
		f.visit(in, spot{m.In, t})
	}
}

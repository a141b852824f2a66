package check

import (
	"context"
	"strings"

	"github.com/tandem-verifier/tandem/internal/check/annotated"
	"github.com/tandem-verifier/tandem/internal/check/bounds"
	"github.com/tandem-verifier/tandem/internal/check/inductive"
	"github.com/tandem-verifier/tandem/internal/check/triple"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file re-checks the proof of a range of paths on the original program (verify.Ranged; paper 5, section 3.1): the
// graph is checked like that of a stopped analysis (left.go), and no path of the range comes to one of its open nodes.
// For that, all paths through the graph are followed together with the two bounds:
//
//	node 3 [T] -> node 5    the path is the lower bound's so far, "TTF", of which it has one decision
//	node 3 [F] -> node 6    open: the path is past the lower bound, but after the upper one, "T"
//
// Whether executions take such a path is not asked: the graph has no edges where a formula excludes all executions.
//
// Package triple follows the bounds along the paths of an unwinding: a path that leaves the range ends there.

// maxSituations bounds the pairs of nodes and positions in the bounds that are looked at.
const maxSituations = 1 << 22

// ranged checks a proof of the executions whose path lies in the range.
func ranged(ctx context.Context, t *verify.Task, obls []*ir.Obligation, in regions, r *verify.PathRange,
	e *verify.Ranged, ms *machines) Outcome {
	if strings.Trim(string(r.Lo)+string(r.Hi), "TF") != "" {
		return refuted("a range of paths with decisions other than T and F")
	}
	if r.Form != "" && r.Form != restrict.Form(t.Program) {
		return refuted("a range of paths of another form of the program")
	}
	if e.Graph == nil {
		cfg := config(t, in)
		cfg.Within = bounds.Of(r)
		return ofTriple(triple.Check(ctx, t.Program, obls, e.Unwinding, cfg))
	}
	if why := stays(ctx, t.Program, r, e.Graph); why != nil { // the paths of a weaker graph are among them
		return *why
	}
	out := graph(ctx, t, obls, in, e.Graph, ms)
	if weaker, is := out.Proof.(*verify.Annotated); is {
		out.Proof = &verify.Ranged{Graph: weaker}
	}
	if out.Verdict != Undecided || len(in) > 0 {
		return out
	}
	// Formulas that follow by values may be enough: each node from which an execution may then make a move that the graph
	// leaves out is open.
	shown, err := inductive.Graph(ctx, t.Program, obls, e.Graph)
	if err != nil {
		return out
	}
	weaker := known(e.Graph, shown)
	for at := range shown.Open {
		weaker.Nodes[at.Node].Open = true
	}
	if objections(ctx, t, obls, weaker, ms).Verdict == Refuted || stays(ctx, t.Program, r, weaker) != nil {
		return out
	}
	return Outcome{Verdict: Confirmed, Proof: &verify.Ranged{Graph: weaker}}
}

// spot is a position of an execution: its node in the running activation, and its position in the bounds.
type spot struct {
	node  int
	track bounds.Track
}

// entered is a position where an activation began.
type entered = spot

// follower follows the paths through a graph, and those of a function once for each position where it is entered
// (tabulation: Reps, Horwitz, Sagiv, POPL 1995).
type follower struct {
	g      *annotated.Graph
	bounds *bounds.Bounds
	seen   map[[2]spot]bool
	work   [][2]spot           // where an activation began, where it is
	exits  map[entered][]spot  // positions at exits of activations that began there
	left   map[[2]spot]bool    // the same, as a set
	calls  map[entered][]asked // calls that wait for the exits
}

// asked is a call that waits for the exits of its callee.
type asked struct {
	from entered // of the caller
	edge *ir.Edge
	node int // in front of the call
}

// stays returns a reason if a path of the range comes to an open node, and nil if none does.
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
				continue // it ends here, before the lower bound does
			}
			return no(undecided("a path of the range may come to node %d at %s, which is left open", at[1].node, l.Where()))
		}
		f.from(at[0], at[1])
	}
	return nil
}

// end returns the location where executions end regularly; nil if the entry function is called, so that they may go on
// there.
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

func (f *follower) visit(in entered, at spot) {
	if k := [2]spot{in, at}; !f.seen[k] {
		f.seen[k] = true
		f.work = append(f.work, k)
	}
}

// from follows the edges of a node.
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

// back takes an exit of a frame back to a call that entered the frame.
func (f *follower) back(c asked, entry int, x spot) {
	for _, m := range f.g.Moves(c.node, c.edge) {
		if m.Entry == entry && m.Exit == x.node {
			f.move(c.from, m, x.track)
		}
	}
}

func (f *follower) move(in entered, m annotated.Move, t bounds.Track) {
	for _, j := range m.To {
		f.visit(in, spot{j, t})
	}
	if m.In >= 0 {
		f.visit(in, spot{m.In, t})
	}
}

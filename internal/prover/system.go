package prover

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// System is the program as blocks of package vc between cut points. Each block leads from an arbitrary state of a cut
// point, or from the initial state, to the next cut point.
type System struct {
	*Asker
	cuts   Cutter
	Nodes  []*Node // the first is the start
	Blocks []*Block
	Bads   []*Bad
	First  int // the first First elements of vc.Encoder.Events are the inputs of the blocks from the start

	at    map[vc.Point]*Node
	terms map[termKey]*term.Term // cache of Term

	anys   map[bound]*term.Term // forall.go: caches of arbitrary and body
	bodies map[bound]*term.Term
}

// Node is a cut point with an arbitrary state that satisfies the given invariants.
type Node struct {
	Point vc.Point
	Loc   *ir.Loc   // the location whose candidate invariants (Cand) are assumed at the node; nil for the start
	State *vc.State // nil if the invariants are contradictory
}

// Block is a block from a node to the next cut point.
type Block struct {
	From  *Node
	To    *ir.Loc
	State *vc.State // the state at the end of the block
	dirty bool      // Houdini has to check the block again
}

// Bad is the state at an error location that a block reaches from a node.
type Bad struct {
	From       *Node
	Obligation *ir.Obligation
	State      *vc.State
}

// termKey is the key of System.terms: an expression over a state.
type termKey struct {
	s *vc.State
	x ir.Expr
}

// maxNodes bounds the number of nodes: cut points with their call strings.
const maxNodes = 200

// ErrContexts is returned if no finite system is found: a recursive program has infinitely many call strings.
var ErrContexts = errors.New("recursion, or too many cut points and calls before them")

// Cutter divides a program at cut points: all loop heads (*vc.Encoder), or some of them.
type Cutter interface {
	// IsCut reports whether a location is a cut point.
	IsCut(*ir.Loc) bool
	// Advance executes the states of a frontier up to the next cut points.
	Advance(context.Context, vc.Frontier) (*vc.Successors, error)
}

// NewSystem encodes the blocks between all loop heads that are reached from the start. The states of nodes satisfy the
// invariants inv, whose bounds simplify the encoding of arithmetic.
func NewSystem(ctx context.Context, q *Asker, inv map[*ir.Loc][]ir.Expr) (*System, error) {
	return NewSystemOf(ctx, q, q.E, inv)
}

// NewSystemOf is like NewSystem, with the cut points of cuts.
func NewSystemOf(ctx context.Context, q *Asker, cuts Cutter, inv map[*ir.Loc][]ir.Expr) (*System, error) {
	e := q.E
	y := &System{Asker: q, cuts: cuts, at: map[vc.Point]*Node{}, terms: map[termKey]*term.Term{},
		anys: map[bound]*term.Term{}, bodies: map[bound]*term.Term{}}
	start, init := e.Start(), e.Initial()
	y.Nodes = append(y.Nodes, &Node{Point: start, State: init})
	reach := func(from *Node, p vc.Point, s *vc.State) {
		if y.at[p] == nil {
			y.at[p] = &Node{p, p.Loc, Assume(e, e.Arbitrary(p), p.Loc, inv[p.Loc])}
			y.Nodes = append(y.Nodes, y.at[p])
		}
		y.Blocks = append(y.Blocks, &Block{from, p.Loc, s, true})
	}
	if cuts.IsCut(start.Loc) {
		y.First = len(e.Events)
		reach(y.Nodes[0], start, init)
	}
	for i := 0; i < len(y.Nodes); i++ {
		n := y.Nodes[i]
		if n.State == nil || i == 0 && len(y.Nodes) > 1 {
			continue
		}
		b, err := cuts.Advance(ctx, vc.Frontier{n.Point: n.State})
		if err != nil {
			return nil, err
		}
		if i == 0 {
			y.First = len(e.Events)
		}
		for _, p := range b.Next.Points() {
			if len(y.Nodes) > maxNodes || recurs(p.Ctx) {
				return nil, ErrContexts
			}
			reach(n, p, b.Next[p])
		}
		for _, x := range b.Bad {
			y.Bads = append(y.Bads, &Bad{n, x.Obligation, x.State})
		}
	}
	return y, nil
}

// recurs reports whether some function occurs twice in a call string.
func recurs(c *vc.Context) bool {
	for ; c.Parent != nil; c = c.Parent {
		for p := c.Parent; p != nil; p = p.Parent {
			if p.Func == c.Func {
				return true
			}
		}
	}
	return false
}

// Assume returns s with the assumption that the invariants inv of l hold, and with the bounds that they imply. It
// returns nil if they contradict s.
func Assume(e *vc.Encoder, s *vc.State, l *ir.Loc, inv []ir.Expr) *vc.State {
	for _, x := range inv {
		if s == nil {
			return nil
		}
		s = e.Step(s, &ir.Edge{From: l, To: l, Stmt: &ir.Assume{Cond: x}})
	}
	return s
}

// Locs returns the locations of all nodes but the start, each once, in the order in which they were reached.
func (y *System) Locs() []*ir.Loc {
	var out []*ir.Loc
	seen := map[*ir.Loc]bool{}
	for _, n := range y.Nodes[1:] {
		if !seen[n.Loc] {
			seen[n.Loc] = true
			out = append(out, n.Loc)
		}
	}
	return out
}

// Dead returns the cut points of the entry function that no block reaches, because of the bounds of the encoder or of
// the invariants with which the system was made. A proof must list them as unreachable.
func (y *System) Dead() (out []*ir.Loc) {
	live := y.Locs()
	for _, l := range y.Nodes[0].Point.Loc.Func.Locs {
		if y.cuts.IsCut(l) && !slices.Contains(live, l) {
			out = append(out, l)
		}
	}
	return out
}

// Term returns the condition x as a term over the state s.
func (y *System) Term(s *vc.State, x ir.Expr) *term.Term {
	k := termKey{s, x}
	t := y.terms[k]
	if t == nil {
		t = y.E.Cond(s, x)
		y.terms[k] = t
	}
	return t
}

// SafeTime limits the query about one error.
const SafeTime = 1500 * time.Millisecond

// Safe returns, for each obligation of open, whether the invariants inv prove that no execution violates it.
func (y *System) Safe(ctx context.Context, inv map[*ir.Loc][]ir.Expr, open []*ir.Obligation) map[*ir.Obligation]bool {
	out := map[*ir.Obligation]bool{}
	for _, o := range open {
		out[o] = true
	}
	for _, b := range y.Bads {
		if !out[b.Obligation] {
			continue
		}
		y.Sol.Push()
		ts := []*term.Term{y.E.Guard(b.State)}
		if l := b.From.Loc; l != nil {
			ts = append(ts, y.Assume(b.From, inv[l], b.State, nil)...)
		}
		y.Assert(ts...)
		if r, _ := y.Check(ctx, SafeTime); r != smt.Unsat {
			out[b.Obligation] = false
		}
		y.Sol.Pop()
	}
	return out
}

func (y *System) String() string {
	return fmt.Sprintf("%d cut points, %d transitions, %d errors", len(y.Nodes)-1, len(y.Blocks), len(y.Bads))
}

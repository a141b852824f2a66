package triple

import (
	"cmp"
	"container/heap"
	"errors"
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file writes an unwinding while it finds its nodes: only where an edge's condition does
// not fold to false does the piece go on. All paths of the automaton with up to n visits of
// k loops are n^k nodes; where the loops count to constants, few of them are met.
//
// A node is written when all ways into it are known. The order that sees to it is by the number of
// counted visits, then by place: along an edge to a counted location the first grows, along any other the
// second, unless there is a cycle that is not counted. Should a way come to a node that was written
// already, there is no answer.

// place is where a node stands: the positions of the calls under way, then its own.
type place []int

// positions orders the locations of functions, without the edges into counted ones.
type positions struct {
	counted map[*ir.Loc]int
	of      map[*ir.Func][]int
}

func (p *positions) at(l *ir.Loc) int {
	order, ok := p.of[l.Func]
	if !ok {
		g := l.Func.Graph()
		rest := make(graph.Adj, len(l.Func.Locs))
		roots := []int{l.Func.Entry.ID}
		for i, succ := range g {
			for _, j := range succ {
				if _, cut := p.counted[l.Func.Locs[j]]; !cut {
					rest[i] = append(rest[i], j)
				}
			}
			if _, cut := p.counted[l.Func.Locs[i]]; cut && i != l.Func.Entry.ID {
				roots = append(roots, i)
			}
		}
		order = make([]int, len(l.Func.Locs))
		for pos, i := range graph.ReversePostOrder(rest, roots...) {
			order[i] = pos
		}
		p.of[l.Func] = order
	}
	return order[l.ID]
}

func (p *positions) place(k key) place {
	out := place{p.at(k.loc)}
	for f := k.ctx; f != nil; f = f.parent {
		out = append(out, p.at(f.call.From))
	}
	slices.Reverse(out)
	return out
}

// waiting is a node whose ways in are collected.
type waiting struct {
	*node
	visits int
	place  place
}

// ready is a heap of nodes: the least is complete.
type ready []*waiting

func (r ready) Len() int { return len(r) }
func (r ready) Less(i, j int) bool {
	a, b := r[i], r[j]
	return cmp.Or(cmp.Compare(a.visits, b.visits), slices.Compare(a.place, b.place), cmp.Compare(a.key.count, b.key.count)) < 0
}
func (r ready) Swap(i, j int) { r[i], r[j] = r[j], r[i] }
func (r *ready) Push(x any)   { *r = append(*r, x.(*waiting)) }
func (r *ready) Pop() any {
	old := *r
	x := old[len(old)-1]
	*r = old[:len(old)-1]
	return x
}

// forward writes the piece of an unwinding; counted numbers the locations whose visits key.count has.
func (p *piece) forward(q *query, counted map[*ir.Loc]int) error {
	pos := &positions{counted: counted, of: map[*ir.Func][]int{}}
	p.nodes = map[key]*node{}
	var todo ready
	arrive := func(k key) *node {
		n := p.nodes[k]
		if n == nil {
			n = &node{key: k}
			p.nodes[k] = n
			visits := 0
			for i := range counted {
				visits += countOfVisits(k.count, counted[i])
			}
			heap.Push(&todo, &waiting{n, visits, pos.place(k)})
		}
		if n.done && q.broken == nil {
			q.broken = errCycle
		}
		return n
	}
	arrive(p.from).in = []arrival{q.begin(p.init(q), p.given)}
	for done := 0; len(todo) > 0; done++ {
		if done >= maxNodes {
			return errPaths
		}
		if done%64 == 0 && q.c.ctx.Err() != nil {
			return q.c.ctx.Err()
		}
		n := heap.Pop(&todo).(*waiting).node
		n.done = true
		for _, e := range n.key.loc.Out {
			loc, ctx := e.To, n.key.ctx
			call, isCall := e.Stmt.(*ir.Call)
			switch {
			case isCall:
				loc, ctx = call.Func.Entry, q.c.push(n.key.ctx, e)
			case loc.Kind == ir.Exit && ctx != nil:
				loc, ctx = ctx.call.To, ctx.parent
			}
			if ctx.level() > maxLevel {
				return errPaths
			}
			act, err := p.next(n.key, e, loc, ctx)
			if err != nil {
				return err
			}
			if act.ends() {
				continue
			}
			n.edges = append(n.edges, e)
			n.does = append(n.does, act)
		}
		p.met = arrive
		p.node(q, n)
		if q.broken != nil {
			return q.broken
		}
		n.in, n.edges, n.does = nil, nil, nil
	}
	return q.broken
}

var errPaths = errors.New("too many paths")

package triple

import (
	"cmp"
	"container/heap"
	"errors"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file encodes an unwinding while it explores the nodes: it follows an edge only if the edge's condition does not
// fold to false. All paths of the automaton with up to n visits of k loops would have n^k nodes. If the loops count to
// constants, only few of these are reached.
//
// A node is encoded when all paths into it are known. For this, the nodes are encoded in the order of visits.place. If
// a path then reaches a node that is already encoded, the check fails with errCycle.

// waiting is a node whose incoming paths are being collected, with its position in the order of executions.
type waiting struct {
	*node
	place []int
}

// ready is a heap of nodes. No further path leads to the least of them.
type ready []*waiting

func (r ready) Len() int { return len(r) }
func (r ready) Less(i, j int) bool {
	a, b := r[i], r[j]
	return cmp.Or(slices.Compare(a.place, b.place), cmp.Compare(a.key.count, b.key.count),
		cmp.Compare(a.key.path, b.key.path)) < 0
}
func (r ready) Swap(i, j int) { r[i], r[j] = r[j], r[i] }
func (r *ready) Push(x any)   { *r = append(*r, x.(*waiting)) }
func (r *ready) Pop() any {
	old := *r
	x := old[len(old)-1]
	*r = old[:len(old)-1]
	return x
}

// joining selects which states are joined where paths meet.
type joining uint8

const (
	joinAll   joining = iota
	joinNone          // each path has nodes of its own
	joinAlike         // states with the same constants
)

// forward encodes the piece of an unwinding. It returns errPaths if there are more nodes than most.
//
// If states are never joined, everything else is constant on paths that inputs choose. If only states that are alike
// are joined, then each position in a text that is a constant on all paths stays one, but paths on which different
// bytes lead to the same position are one: K. Sen, G. Necula, L. Gong, W. Choi: MultiSE: Multi-path symbolic execution
// using value summaries (ESEC/FSE 2015).
func (p *piece) forward(q *query, v *visits, most int, join joining) error {
	p.nodes = map[key]*node{}
	var todo ready
	ways := 0
	number := map[uint64]int{}
	arrive := func(k key, s *state) *node {
		switch join {
		case joinNone:
			ways++
			k.path = ways
		case joinAlike:
			h := q.constants(k.loc, s)
			if number[h] == 0 {
				number[h] = len(number) + 1
			}
			k.path = number[h]
		}
		n := p.nodes[k]
		if n == nil {
			n = &node{key: k}
			p.nodes[k] = n
			heap.Push(&todo, &waiting{n, v.place(k)})
		}
		if n.done && q.broken == nil {
			q.broken = errCycle
		}
		return n
	}
	first := q.begin(p.init(q), p.given)
	arrive(p.from, first.s).in = []arrival{first}
	for done := 0; len(todo) > 0; done++ {
		if done >= most {
			return errPaths
		}
		if done%64 == 0 && q.c.ctx.Err() != nil {
			return q.c.ctx.Err()
		}
		if q.tooLarge(done) {
			return errTerms
		}
		n := heap.Pop(&todo).(*waiting).node
		n.done = true
		if err := p.leads(q, n); err != nil {
			return err
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

// constants returns a number that depends on the constants in a state at a location, in registers that are read later
// and in memory. States that have the same number by accident are joined, which is right for any two states.
func (q *query) constants(loc *ir.Loc, s *state) (sum uint64) {
	for k, v := range s.at {
		var a, b *term.Term
		switch {
		case v.t == nil || q.c.unread(loc, s.depth, k):
			continue
		case v.at != nil:
			a, b = v.at.id, v.at.off.t
		default:
			a, b = v.t, v.t
		}
		if !a.IsConst() || !b.IsConst() {
			continue
		}
		i, known := q.slots[k]
		if !known {
			i = len(q.slots)
			q.slots[k] = i
		}
		// The mixing function of S. Vigna's splitmix64; the sum does not depend on the order.
		h := uint64(i)<<44 ^ uint64(a.ID())<<22 ^ uint64(b.ID())
		h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
		h = (h ^ h>>27) * 0x94d049bb133111eb
		sum += h ^ h>>31
	}
	return sum
}

// leads sets the edges of a node and their actions.
func (p *piece) leads(q *query, n *node) error {
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
	return nil
}

// errPaths is the error of a piece with too many nodes, or with too deep calls.
var errPaths = errors.New("too many paths")

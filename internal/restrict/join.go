package restrict

import (
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Join returns a condition of p that excludes no execution that c does not exclude. It joins the states that an
// execution may have at a location, for each location that the callback selects. The analysis that made c may have
// separated paths, for example by unrolling a loop, so that c describes a program larger than p. If states are joined
// at loop heads, the iterations of each loop are one again; if states are joined at all locations, c describes p
// without some of its edges.
//
// If an edge leads from joined states to several states, these states are joined, too, so that the result is
// deterministic (the folding of state merging: P. Dupont: "Regular Grammatical Inference from Positive and Negative
// Samples by Genetic Search", ICGI 1994). The result allows an edge if one of the joined states does, and it drops the
// Assumes of steps.
func (c *Condition) Join(p *ir.Program, at func(*ir.Loc) bool) *Condition {
	if len(c.States) == 0 {
		return c
	}
	j := &joining{c: c, parent: make([]int, len(c.States)), classes: make([]class, len(c.States))}
	for i, s := range c.States {
		j.parent[i], j.classes[i] = i, class{stays: s.Stays, to: map[*ir.Edge]int{}}
		for _, st := range s.Steps {
			if _, known := j.classes[i].to[st.Edge]; !known {
				j.classes[i].add(st.Edge, j.one(c.Successors(i, st.Edge)...))
			}
		}
	}
	states := c.At(p)
	for _, f := range p.Funcs {
		for _, l := range f.Locs {
			if !at(l) {
				continue
			}
			first := Gone
			for _, e := range l.Out {
				for _, s := range states[e] {
					if first == Gone {
						first = s
					}
					j.todo = append(j.todo, [2]int{first, s})
				}
			}
		}
	}
	for len(j.todo) > 0 {
		pair := j.todo[len(j.todo)-1]
		j.todo = j.todo[:len(j.todo)-1]
		j.merge(j.root(pair[0]), j.root(pair[1]))
	}
	return j.condition()
}

// joining is a partition of the states as a union-find forest.
type joining struct {
	c       *Condition
	parent  []int
	classes []class  // by root
	todo    [][2]int // pairs of states that must be joined
}

// class has the steps of a class of joined states.
type class struct {
	stays bool // keep the state at edges that are not listed
	edges []*ir.Edge
	to    map[*ir.Edge]int // by edge: the next state, or Gone
}

// add sets the target of an edge.
func (c *class) add(e *ir.Edge, to int) {
	if _, known := c.to[e]; !known {
		c.edges = append(c.edges, e)
	}
	c.to[e] = to
}

// root returns the representative of the class of i.
func (j *joining) root(i int) int {
	for j.parent[i] != i {
		j.parent[i] = j.parent[j.parent[i]]
		i = j.parent[i]
	}
	return i
}

// one returns one of the given states and schedules a join with the others. It returns Gone only if all are Gone.
func (j *joining) one(of ...int) int {
	one := Gone
	for _, s := range of {
		switch {
		case s == Gone:
		case one == Gone:
			one = s
		default:
			j.todo = append(j.todo, [2]int{one, s})
		}
	}
	return one
}

// stateAfter returns the state to which the class of root i goes at an edge, or Gone.
func (j *joining) stateAfter(i int, e *ir.Edge) int {
	if to, listed := j.classes[i].to[e]; listed {
		return to
	}
	if j.classes[i].stays {
		return i
	}
	return Gone
}

// merge joins the classes of two roots.
func (j *joining) merge(a, b int) {
	if a == b {
		return
	}
	if len(j.classes[a].edges) < len(j.classes[b].edges) {
		a, b = b, a
	}
	x, y := &j.classes[a], &j.classes[b]
	for _, e := range y.edges {
		x.add(e, j.one(j.stateAfter(a, e), y.to[e]))
	}
	if y.stays {
		for _, e := range x.edges {
			if _, both := y.to[e]; !both {
				x.to[e] = j.one(x.to[e], b)
			}
		}
	}
	x.stays = x.stays || y.stays
	j.parent[b], j.classes[b] = a, class{}
}

// condition returns the condition with one state for each class.
func (j *joining) condition() *Condition {
	out := &Condition{Obligations: j.c.Obligations, Note: j.c.Note}
	number := map[int]int{}
	var roots []int
	for i := range j.parent { // the initial state comes first
		r := j.root(i)
		if _, known := number[r]; !known {
			number[r] = len(roots)
			roots = append(roots, r)
		}
	}
	for _, r := range roots {
		x := &j.classes[r]
		s := ConditionState{Verified: j.c.States[r].Verified, Stays: x.stays}
		for _, e := range x.edges {
			to := len(roots) // verified, below
			if x.to[e] != Gone {
				to = number[j.root(x.to[e])]
			} else if !s.Stays {
				continue
			}
			s.Steps = append(s.Steps, ConditionStep{Edge: e, To: to})
		}
		out.States = append(out.States, s)
	}
	out.States = append(out.States, ConditionState{Verified: true})
	return out
}

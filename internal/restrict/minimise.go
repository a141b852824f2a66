package restrict

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Minimise returns a condition that excludes the same executions with as few states as possible. It drops unreachable
// states, and merges equivalent ones: verified states, states from which all executions are open, and states with equal
// steps (Hopcroft, 1971: package automata). The Assumes are compared as texts: two steps are equal only if their
// Assumes are equal and in equal order, whatever the formulas mean.
func (c *Condition) Minimise() *Condition {
	size := func() (n int) {
		for _, s := range c.States {
			n += 1 + len(s.Steps)
		}
		return n
	}
	// When states are merged, steps may become redundant, and without these steps further states may be equivalent.
	for n := 0; len(c.States) > 0 && n != size(); {
		n = size()
		c = c.minimise()
	}
	return c
}

// minimise merges equivalent states once. The colours of states and the letters of steps together determine which
// states are equivalent.
func (c *Condition) minimise() *Condition {
	type letter struct {
		edge   *ir.Edge
		nth    int // the index of the step among the steps at the edge
		assume string
	}
	const verified, open, stays, else_ = 0, 1, 2, 3
	all := c.open()
	colours := make([]int, len(c.States))
	moves := make([][]letter, len(c.States))
	steps := make([][]ConditionStep, len(c.States))
	var letters []letter
	texts := map[ir.Expr]string{}
	for i, s := range c.States {
		switch {
		case s.Verified:
			colours[i] = verified
			continue
		case all[i]:
			colours[i] = open
			continue
		case s.Stays:
			colours[i] = stays
		default:
			colours[i] = else_
		}
		steps[i] = c.applicable(i)
		nth := map[*ir.Edge]int{}
		for _, st := range steps[i] {
			l := letter{edge: st.Edge, nth: nth[st.Edge]}
			nth[st.Edge]++
			if st.Assume != nil {
				text, known := texts[st.Assume]
				if !known {
					text = ir.ExprString(st.Assume)
					texts[st.Assume] = text
				}
				l.assume = text
			}
			moves[i] = append(moves[i], l)
		}
		letters = append(letters, moves[i]...)
	}
	sigma := automata.NewAlphabet(letters...)
	b := automata.NewBuilder(sigma)
	for i := range c.States {
		b.State(i == 0, true)
	}
	for i, ls := range moves {
		for k, l := range ls {
			n, _ := sigma.Number(l)
			b.Move(i, n, steps[i][k].To)
		}
	}
	classes := automata.Minimise(b.Build(), func(s int) int { return colours[s] })
	out := &Condition{Obligations: c.Obligations, Note: c.Note}
	if colours[0] == open {
		return out
	}
	out.States = make([]ConditionState, classes.Len())
	done := make([]bool, classes.Len())
	for i, k := range classes.Class {
		if k == automata.None || done[k] {
			continue
		}
		done[k] = true
		s := ConditionState{Verified: c.States[i].Verified, Stays: c.States[i].Stays && !c.States[i].Verified}
		for _, st := range steps[i] {
			st.To = classes.Class[st.To]
			s.Steps = append(s.Steps, st)
		}
		s.Steps = decisive(s, k)
		out.States[k] = s
	}
	return out
}

// decisive returns the steps of s, whose number is given, without redundant ones. The steps of each edge must be
// adjacent.
func decisive(s ConditionState, number int) (out []ConditionStep) {
	for all := s.Steps; len(all) > 0; {
		n := 1
		for n < len(all) && all[n].Edge == all[0].Edge {
			n++
		}
		at := merged(all[:n])
		for s.Stays && len(at) > 0 && at[len(at)-1].To == number {
			at = at[:len(at)-1]
		}
		out, all = append(out, at...), all[n:]
	}
	return out
}

// applicable returns the steps of a state that some execution may take, without redundant Assumes. They are sorted by
// edge.
func (c *Condition) applicable(state int) (out []ConditionStep) {
	var order []*ir.Edge
	at := map[*ir.Edge][]ConditionStep{}
	for _, st := range c.States[state].Steps {
		list := at[st.Edge]
		if list == nil {
			order = append(order, st.Edge)
		}
		if n := len(list); n == 0 || list[n-1].Assume != nil {
			at[st.Edge] = append(list, st)
		}
	}
	slices.SortStableFunc(order, func(a, b *ir.Edge) int {
		if a.From.Func != b.From.Func {
			return a.From.Func.ID - b.From.Func.ID
		}
		return a.ID - b.ID
	})
	for _, e := range order {
		out = append(out, merged(at[e])...)
	}
	return out
}

// And returns a condition that leaves open the executions that both conditions leave open. An obligation is open if it
// is open in both.
func (c *Condition) And(d *Condition) *Condition {
	out := &Condition{Note: c.Note, Obligations: c.Obligations}
	switch {
	case c.Note == "" || c.Note == d.Note:
		out.Note = d.Note
	case d.Note != "":
		out.Note = c.Note + "; " + d.Note
	}
	if c.Obligations == nil {
		out.Obligations = d.Obligations
	} else if d.Obligations != nil {
		out.Obligations = slices.DeleteFunc(slices.Clone(c.Obligations),
			func(o *ir.Obligation) bool { return !slices.Contains(d.Obligations, o) })
	}
	if len(c.States) == 0 || len(d.States) == 0 {
		out.States = append(slices.Clone(c.States), d.States...) // from the condition that has states
		return out
	}
	p := &pairs{c: c, d: d, out: out, number: map[[2]int]int{}}
	p.state([2]int{0, 0})
	for k := 0; k < len(p.list); k++ {
		if p.list[k][0] != Gone {
			out.States[k] = p.expand(p.list[k])
		}
	}
	return out
}

// pairs computes the product of two conditions. An execution that one of them excludes is excluded.
type pairs struct {
	c, d   *Condition
	out    *Condition
	number map[[2]int]int // by pair of states: the state of out
	list   [][2]int       // by state of out: the pair
}

// state returns the state of out for a pair. All pairs with a state that is Gone or verified share one state.
func (p *pairs) state(at [2]int) int {
	gone := [2]int{Gone, Gone}
	if at[0] == Gone || at[1] == Gone || p.c.States[at[0]].Verified || p.d.States[at[1]].Verified {
		at = gone
	}
	n, known := p.number[at]
	if !known {
		n = len(p.list)
		p.number[at], p.list = n, append(p.list, at)
		p.out.States = append(p.out.States, ConditionState{Verified: at == gone})
	}
	return n
}

// expand returns the state of out for a pair, with its steps.
func (p *pairs) expand(at [2]int) ConditionState {
	s := ConditionState{Stays: p.c.States[at[0]].Stays && p.d.States[at[1]].Stays}
	done := map[*ir.Edge]bool{}
	for _, all := range [][]ConditionStep{p.c.States[at[0]].Steps, p.d.States[at[1]].Steps} {
		for _, st := range all {
			if !done[st.Edge] {
				done[st.Edge] = true
				s.Steps = append(s.Steps, p.over(at, st.Edge)...)
			}
		}
	}
	return s
}

// over returns the steps of a pair at an edge.
func (p *pairs) over(at [2]int, e *ir.Edge) (out []ConditionStep) {
	for _, x := range p.c.choices(at[0], e) {
		for _, y := range p.d.choices(at[1], e) {
			st := ConditionStep{Edge: e, To: p.state([2]int{x.To, y.To})}
			switch {
			case x.Assume == nil:
				st.Assume = y.Assume
			case y.Assume == nil:
				st.Assume = x.Assume
			default:
				st.Assume = ir.NewAnd(x.Assume, y.Assume)
			}
			out = append(out, st)
		}
	}
	return merged(out)
}

// choices returns the steps of a state at an edge, completed by a step without Assume for the case that none applies.
// Its target may be Gone.
func (c *Condition) choices(state int, e *ir.Edge) []ConditionStep {
	list := c.Steps(state, e)
	if n := len(list); n == 0 || list[n-1].Assume != nil {
		list = append(list, ConditionStep{Edge: e, To: c.Else(state)})
	}
	return list
}

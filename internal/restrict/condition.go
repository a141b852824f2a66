package restrict

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Condition says which executions are still to be checked (conditional model
// checking, paper 3): an automaton over the edges of the program. An execution
// that reaches an accepting state has been verified from there on; one that
// stays outside is open. Without states everything is open.
//
// What the obligations say is for whoever asks: they leave no execution out.
type Condition struct {
	Obligations []*ir.Obligation // still open; nil: all
	Note        string           // for people: what was not decided
	States      []ConditionState // state 0 is initial
}

// ConditionState is a state of a Condition. An edge without a step that applies keeps the
// state; of several that apply the first one counts.
type ConditionState struct {
	Verified bool // everything from here on has been verified
	Steps    []ConditionStep
}

// ConditionStep goes to state To at Edge if Assume (nil: true) holds before it. An edge that an
// execution does not take, an Assume that is false, is no step.
type ConditionStep struct {
	Edge   *ir.Edge
	Assume ir.Expr
	To     int
}

// stateStep is a step with the state that it leaves, in terms of the part.
type stateStep struct {
	state int
	ConditionStep
}

// condition adds a register for the state, and sews the steps to the edges that they stand at: behind Assumes,
// which change nothing and may be one of several, before all else.
//
//	assume c        assume c
//	                if at == 3 and the step's Assume { at = 4 }
//	                if at == 5 { end }                             when the step leads to a verified state
func (w *work) condition(s Scope) error {
	c := s.Condition
	if c == nil || len(c.States) == 0 {
		return nil
	}
	if c.States[0].Verified {
		w.atStart(ir.NewBool(false))
		return nil
	}
	steps := map[*ir.Edge][]stateStep{} // by edge, states and steps in order
	sub := w.c.Subst()
	for i, state := range c.States {
		for k, st := range state.Steps {
			e, err := w.copied(st.Edge)
			if err == nil && (st.To < 0 || st.To >= len(c.States)) {
				err = fmt.Errorf("no state %d", st.To)
			}
			if err != nil {
				return fmt.Errorf("condition: step %d of state %d: %w", k, i, err)
			}
			if !state.Verified { // which is never left
				steps[e] = append(steps[e], stateStep{i, ConditionStep{e, sub.Expr(st.Assume), st.To}})
			}
		}
	}
	at := w.global("condition.state", ir.U32)
	for _, f := range w.q.Funcs {
		for _, e := range f.Edges[:len(f.Edges):len(f.Edges)] {
			here := steps[e]
			if len(here) == 0 {
				continue
			}
			if _, is := e.Stmt.(*ir.Assume); is {
				s, to := behind(e)
				s.steps(at, here, c)
				s.end(to)
			} else {
				s := before(e)
				s.steps(at, here, c)
				e.SetFrom(s.here())
			}
		}
	}
	return nil
}

// steps chooses by the state, halving, and then takes the first step of it that applies.
func (s *seam) steps(at *ir.Var, list []stateStep, c *Condition) {
	first, last := list[0].state, list[len(list)-1].state
	if first == last {
		s.when(is(at, first), func() { s.first(at, list, c) })
		return
	}
	mid := list[len(list)/2].state
	if mid == first {
		mid++
	}
	i, _ := slices.BinarySearchFunc(list, mid, func(st stateStep, n int) int { return cmp.Compare(st.state, n) })
	s.fork(&ir.Binary{Op: ir.Lt, X: ir.NewRef(at), Y: ir.NewConst(ir.U32, int64(mid))},
		func() { s.steps(at, list[:i], c) },
		func() { s.steps(at, list[i:], c) })
}

func (s *seam) first(at *ir.Var, list []stateStep, c *Condition) {
	if len(list) == 0 {
		return
	}
	st := list[0]
	cond := st.Assume
	if cond == nil {
		cond = ir.NewBool(true)
	}
	if c.States[st.To].Verified {
		s.assume(ir.NotExpr(cond))
		s.first(at, list[1:], c)
		return
	}
	s.fork(cond, func() { s.set(at, ir.NewConst(ir.U32, int64(st.To))) }, func() { s.first(at, list[1:], c) })
}

package restrict

import (
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Condition describes the executions that are still to be checked (conditional model checking: Beyer, Henzinger,
// Keremoglu, Wendler, FSE 2012; Definition 1 of paper 3): an automaton over the edges of the program. An execution that
// reaches a verified state has been verified from there on. An execution that takes an edge for which its state has no
// step is infeasible according to the analysis that made the condition. All other executions are open. Without states,
// every execution is open.
//
// If several steps apply, the automaton takes the first one, so an execution has at most one run, unlike in Definition
// 1. Apply ignores Obligations: they exclude no executions, and the caller takes them into account.
type Condition struct {
	Obligations []*ir.Obligation // the open obligations; nil: all
	Note        string           // a text for people about what was not decided
	States      []ConditionState // state 0 is initial
}

// ConditionState is a state of a Condition. A verified state is never left.
type ConditionState struct {
	Verified bool // all continuations from here on have been verified
	Stays    bool // an edge without an applicable step keeps the state; else executions that take it are excluded
	Steps    []ConditionStep
}

// ConditionStep is a transition to state To at Edge, if Assume (nil: true) holds before the edge. It does not apply to
// an execution that takes another edge or for which Assume is false.
type ConditionStep struct {
	Edge   *ir.Edge
	Assume ir.Expr
	To     int
}

// Gone is the pseudo state of an execution that the condition excludes: it is verified, or it does not exist.
const Gone = -1

// Steps returns the steps of a state at an edge, in order, up to one that always applies.
func (c *Condition) Steps(state int, e *ir.Edge) (out []ConditionStep) {
	for _, st := range c.States[state].Steps {
		if st.Edge == e {
			out = append(out, st)
			if st.Assume == nil {
				break
			}
		}
	}
	return out
}

// Else returns the next state at an edge where no step of the given state applies.
func (c *Condition) Else(state int) int {
	if c.States[state].Stays {
		return state
	}
	return Gone
}

// Successors returns the possible states, or Gone, after an execution in the given state takes the edge e. It assumes
// that the Assume of each step may hold or not. Verified states are returned as Gone.
func (c *Condition) Successors(state int, e *ir.Edge) (out []int) {
	if state == Gone {
		return []int{Gone}
	}
	add := func(to int) {
		if to != Gone && c.States[to].Verified {
			to = Gone
		}
		if !slices.Contains(out, to) {
			out = append(out, to)
		}
	}
	steps := c.Steps(state, e)
	for _, st := range steps {
		add(st.To)
	}
	if len(steps) == 0 || steps[len(steps)-1].Assume != nil {
		add(c.Else(state))
	}
	return out
}

// At returns, by edge of p, the sorted states in which an execution may reach the edge. It overapproximates: statements
// have no effect, and a function may return to all of its calls.
func (c *Condition) At(p *ir.Program) map[*ir.Edge][]int {
	at := map[*ir.Edge][]int{}
	c.situations(p, func(l *ir.Loc, state int) {
		for _, e := range l.Out {
			at[e] = append(at[e], state)
		}
	})
	for _, states := range at {
		slices.Sort(states)
	}
	return at
}

// Unproved returns the obligations of p that an open execution may violate, judged by control flow alone (Definition 3
// of paper 3): the condition lists them as open, and its automaton lets an execution reach their error locations.
func (c *Condition) Unproved(p *ir.Program) []*ir.Obligation {
	all := c.Obligations
	if all == nil {
		all = p.Obligations
	}
	if len(c.States) == 0 {
		return slices.Clone(all)
	}
	comes := map[*ir.Obligation]bool{}
	c.situations(p, func(l *ir.Loc, _ int) {
		if l.Kind == ir.Error {
			comes[l.Obligation] = true
		}
	})
	return slices.DeleteFunc(slices.Clone(all), func(o *ir.Obligation) bool { return !comes[o] })
}

// situations calls its callback for each location that an execution may reach, once for each state that the execution
// may have there.
func (c *Condition) situations(p *ir.Program, come func(*ir.Loc, int)) {
	type situation struct {
		l     *ir.Loc
		state int
	}
	calls := map[*ir.Func][]*ir.Edge{}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if call, is := e.Stmt.(*ir.Call); is {
				calls[call.Func] = append(calls[call.Func], e)
			}
		}
	}
	if len(c.States) == 0 || c.States[0].Verified {
		return
	}
	graph.Closure([]situation{{p.Entry.Entry, 0}}, func(s situation, next func(situation)) {
		come(s.l, s.state)
		for _, e := range s.l.Out {
			to := e.To
			if call, is := e.Stmt.(*ir.Call); is {
				to = call.Func.Entry
			}
			for _, state := range c.Successors(s.state, e) {
				if state != Gone {
					next(situation{to, state})
				}
			}
		}
		if s.l == s.l.Func.Exit {
			for _, e := range calls[s.l.Func] {
				next(situation{e.To, s.state})
			}
		}
	})
}

// choice describes the next states of an execution that takes a given edge in a given state.
type choice struct {
	state int             // the state of the automaton before the edge
	steps []ConditionStep // with Assumes over registers of the part
	rest  int             // the next state if no step applies
}

// condition adds a register for the state of the automaton, and inserts its updates at the edges. The update comes
// before an edge, except at an Assume: an Assume may be one of several edges of a location but changes no register, so
// the update comes after it.
//
//	assume c        assume c
//	                if at == 3 and the step's Assume { at = 4 }
//	                if at == 5 { end }                         when the step leads to a verified state, or there is none
func (w *work) condition(s Scope) error {
	c := s.Condition
	if c == nil || len(c.States) == 0 {
		return nil
	}
	if c.States[0].Verified {
		w.atStart(ir.NewBool(false))
		return nil
	}
	for i, state := range c.States {
		for k, st := range state.Steps {
			_, err := w.copied(st.Edge)
			if err == nil && (st.To < 0 || st.To >= len(c.States)) {
				err = fmt.Errorf("no state %d", st.To)
			}
			if err != nil {
				return fmt.Errorf("condition: step %d of state %d: %w", k, i, err)
			}
		}
	}
	at := w.global("condition.state", ir.U32)
	sub := w.c.Subst()
	states := c.At(w.p)
	for _, f := range w.p.Funcs {
		for _, old := range f.Edges {
			var here []choice
			for _, state := range states[old] {
				x := choice{state, c.Steps(state, old), c.Else(state)}
				if len(x.steps) == 0 && x.rest == state {
					continue
				}
				for i := range x.steps {
					x.steps[i].Assume = sub.Expr(x.steps[i].Assume)
				}
				here = append(here, x)
			}
			if s.Edges != nil && !s.Edges[old] {
				continue // it is not there any more
			}
			e := w.c.Edges[old]
			switch _, is := e.Stmt.(*ir.Assume); {
			case len(here) == 0:
			case is:
				s, to := seamAfter(e)
				s.choose(at, here, len(here) < len(states[old]), c)
				s.end(to)
			default:
				s := before(e)
				s.choose(at, here, len(here) < len(states[old]), c)
				e.SetFrom(s.here())
			}
		}
	}
	return nil
}

// choose inserts a binary search for the value of the state register, and the update for each state in list, which is
// sorted by state. If others is set, the register may have a state that is not in list; it then keeps its value.
func (s *seam) choose(at *ir.Var, list []choice, others bool, c *Condition) {
	if len(list) == 1 {
		first := func() { s.first(at, list[0], list[0].steps, c) }
		if others {
			s.when(is(at, list[0].state), first)
		} else {
			first()
		}
		return
	}
	i := len(list) / 2
	s.fork(&ir.Binary{Op: ir.Lt, X: ir.NewRef(at), Y: ir.NewConst(ir.U32, int64(list[i].state))},
		func() { s.choose(at, list[:i], others, c) },
		func() { s.choose(at, list[i:], others, c) })
}

// first inserts the update for the state of x: it takes the first of the given steps that applies, or x.rest if none
// does.
func (s *seam) first(at *ir.Var, x choice, steps []ConditionStep, c *Condition) {
	if len(steps) == 0 {
		if x.rest == Gone {
			s.assume(ir.NewBool(false))
		}
		return
	}
	st := steps[0]
	cond := st.Assume
	if cond == nil {
		cond = ir.NewBool(true)
	}
	if c.States[st.To].Verified {
		s.assume(ir.NotExpr(cond))
		s.first(at, x, steps[1:], c)
		return
	}
	take := func() {
		if st.To != x.state {
			s.set(at, ir.NewConst(ir.U32, int64(st.To)))
		}
	}
	if st.Assume == nil {
		take()
		return
	}
	s.fork(cond, take, func() { s.first(at, x, steps[1:], c) })
}

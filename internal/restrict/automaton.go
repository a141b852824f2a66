package restrict

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// mostSteps bounds the size of the automaton of a range, in which each state may have a step for each decision of the
// program.
const mostSteps = 4 << 20

// Condition returns the range as a condition of p: the paths outside of the range count as verified. A state records
// how far the path has followed the bounds. A step leads to a verified state where a decision leaves the range, and
// where an execution ends before the lower bound does.
//
//	T..<TF      state 0              state 1              state 2 stays      state 3 verified
//	              T goto 1             T goto 2
//	              F goto 3             F goto 3
//	              the end goto 3
func (r *PathRange) Condition(p *ir.Program) (*Condition, error) {
	if r.Form != "" && r.Form != Form(p) {
		return nil, errors.New("range: its bounds are paths of another program, or of another form of it")
	}
	for _, b := range []Path{r.Lo, r.Hi} {
		if i := slices.IndexFunc([]byte(b), func(d byte) bool { return d != 'T' && d != 'F' }); i >= 0 {
			return nil, fmt.Errorf("range: decision %d is %q, not T or F", i, b[i])
		}
	}
	if r.Empty() {
		return &Condition{States: []ConditionState{{Verified: true}}}, nil
	}
	decisions, ends, err := deciding(p)
	if err != nil {
		return nil, err
	}
	end, limited := r.End()
	if n := len(r.Lo) + len(end); n*(len(decisions)+1) > mostSteps {
		return nil, fmt.Errorf("range: bounds of %d decisions are too long for a condition of a program with %d", n,
			len(decisions))
	}
	const off = -1
	// lengths of the prefixes of the bounds that the path has followed; off: the path is past the lower bound or before
	// the upper one
	type at struct{ lower, upper int }
	first := at{0, 0}
	if r.Lo == "" {
		first.lower = off
	}
	if !limited {
		first.upper = off
	}
	behind := func(s at, d byte) (to at, in bool) {
		to = s
		if s.lower != off {
			switch c := r.Lo[s.lower]; {
			case d == c:
				if to.lower++; to.lower == len(r.Lo) {
					to.lower = off
				}
			case d == 'F':
				to.lower = off
			default:
				return to, false
			}
		}
		if s.upper != off {
			switch c := end[s.upper]; {
			case d == c:
				if to.upper++; to.upper == len(end) {
					return to, false
				}
			case d == 'T':
				to.upper = off
			default:
				return to, false
			}
		}
		return to, true
	}
	c := &Condition{}
	index := map[at]int{}
	var list []at
	state := func(s at) int {
		i, known := index[s]
		if !known {
			i = len(list)
			index[s] = i
			list = append(list, s)
		}
		return i
	}
	const gone = -2 // numbered last
	state(first)
	for i := 0; i < len(list); i++ {
		s := list[i]
		cs := ConditionState{Stays: true}
		for _, e := range decisions {
			to, in := behind(s, "?TF"[e.Stmt.(*ir.Assume).Mark])
			switch {
			case !in || to.lower != off && ends[e]:
				cs.Steps = append(cs.Steps, ConditionStep{Edge: e, To: gone})
			case to != s:
				cs.Steps = append(cs.Steps, ConditionStep{Edge: e, To: state(to)})
			}
		}
		if s.lower != off {
			for _, f := range p.Funcs {
				for _, e := range f.Edges {
					if a, is := e.Stmt.(*ir.Assume); ends[e] && (!is || a.Mark == ir.NoMark) {
						cs.Steps = append(cs.Steps, ConditionStep{Edge: e, To: gone})
					}
				}
			}
		}
		c.States = append(c.States, cs)
	}
	for i := range c.States {
		for k := range c.States[i].Steps {
			if st := &c.States[i].Steps[k]; st.To == gone {
				st.To = len(c.States)
			}
		}
	}
	c.States = append(c.States, ConditionState{Verified: true})
	return c, nil
}

// deciding returns the edges that are decisions, and the set of edges at which executions end by themselves. It returns
// an error if an execution may end without such an edge.
func deciding(p *ir.Program) (decisions []*ir.Edge, ends map[*ir.Edge]bool, err error) {
	ends = map[*ir.Edge]bool{}
	stop := func(l *ir.Loc) bool { return l.Kind == ir.Error || l.Kind == ir.Halt }
	if stop(p.Entry.Entry) {
		return nil, nil, errors.New("range: the program ends where it begins, which no edge shows")
	}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			switch s := e.Stmt.(type) { // sound: after any other statement, the execution continues at the end of the edge
			case *ir.Assume:
				if s.Mark != ir.NoMark {
					decisions = append(decisions, e)
				}
			case *ir.Call:
				if s.Func == p.Entry {
					return nil, nil, errors.New("range: the entry function is called, so that its return may not be the end")
				}
				if stop(s.Func.Entry) {
					ends[e] = true
				}
			case *ir.Undefined:
				ends[e] = true
			}
			if stop(e.To) || f == p.Entry && e.To == f.Exit {
				ends[e] = true
			}
		}
	}
	return decisions, ends, nil
}

// RangeOf returns the range of paths that the condition c of p describes, or false if c describes no range. It is the
// inverse of PathRange.Condition, up to equivalent states.
func RangeOf(p *ir.Program, c *Condition) (*PathRange, bool) {
	if c.Obligations != nil &&
		slices.ContainsFunc(p.Obligations, func(o *ir.Obligation) bool { return !slices.Contains(c.Obligations, o) }) {
		return nil, false
	}
	r := &PathRange{NoUpper: true, Form: Form(p)}
	if len(c.States) == 0 {
		return r, true
	}
	if c.States[0].Verified {
		return &PathRange{Before: true, Form: r.Form}, true
	}
	decisions, ends, err := deciding(p)
	if err != nil {
		return nil, false
	}
	mark := func(m ir.Mark) int {
		return slices.IndexFunc(decisions, func(e *ir.Edge) bool { return e.Stmt.(*ir.Assume).Mark == m && !ends[e] })
	}
	yes, no := mark(ir.True), mark(ir.False)
	var end *ir.Edge
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if a, is := e.Stmt.(*ir.Assume); ends[e] && (!is || a.Mark == ir.NoMark) {
				end = e
			}
		}
	}
	if yes < 0 || no < 0 || end == nil {
		return nil, false
	}
	goes := func(state int, e *ir.Edge) int {
		if to := c.Successors(state, e); len(to) == 1 {
			return to[0]
		}
		return Gone
	}
	onT := func(state int) int { return goes(state, decisions[yes]) }
	onF := func(state int) int { return goes(state, decisions[no]) }
	// The lower bound is the path that takes T where T stays in the range and F elsewhere. It ends at the first state in
	// which an execution may end.
	var lo []byte
	for s := 0; s != Gone && goes(s, end) == Gone && len(lo) <= len(c.States); {
		if to := onT(s); to != Gone {
			lo, s = append(lo, 'T'), to
		} else {
			lo, s = append(lo, 'F'), onF(s)
		}
	}
	// The upper bound follows F where F stays in the range and T elsewhere. The bound ends with the last decision that
	// left the range.
	var hi, last []byte
	for s := 0; len(hi) <= len(c.States); {
		t, f := onT(s), onF(s)
		if t == Gone && f == Gone {
			last = append(slices.Clone(hi), 'T')
			break
		}
		if f != Gone {
			hi, s = append(hi, 'F'), f
			continue
		}
		last = append(slices.Clone(hi), 'F')
		hi, s = append(hi, 'T'), t
	}
	r.Lo = Path(lo)
	if last != nil {
		r.Hi, r.Before, r.NoUpper = Path(last), true, false
	}
	again, err := r.Condition(p)
	if err != nil || ConditionText(again.Minimise()) != ConditionText((&Condition{States: c.States}).Minimise()) {
		return nil, false
	}
	return r, true
}

package verify

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
)

// PartSet caches the parts of a task, so that an engine and the checker work on the same program for the same scope. It
// also caches the points-to sets of the task's program, which every engine needs.
type PartSet struct {
	mu     sync.Mutex
	parts  []*Task    // protected by mu
	points *flow.Memo // protected by mu
}

// Points returns the memo of the points-to sets of the task's program, which all callers share. It returns nil if the
// task has no PartSet: callers of a nil *flow.Memo compute the sets each time.
func (t *Task) Points() *flow.Memo {
	ps := t.Parts
	if ps == nil {
		return nil
	}
	ps.mu.Lock()
	defer ps.mu.Unlock()
	if ps.points == nil || ps.points.Prog != t.Program {
		ps.points = &flow.Memo{Prog: t.Program}
	}
	return ps.points
}

// Part returns the part of a task in a scope. This is a task whose program has the executions of the scope and no
// others, with the asked obligations. Claims and facts about the part have its Scope; engines that work on it need not
// look at the Scope. If the task has a PartSet, equal scopes give the same program.
func (t *Task) Part(s Scope) (*Task, error) {
	if s.Whole() {
		return t, nil
	}
	p, err := t.Parts.part(t, s)
	if err != nil {
		return nil, err
	}
	of := map[*ir.Obligation]*ir.Obligation{}
	for _, o := range p.Program.Obligations {
		of[o.Origin] = o
	}
	c := *t
	c.Program, c.Scope, c.Paths, c.Parts = p.Program, s, nil, p.Parts
	if t.Map != nil {
		c.Map = p.Map.Then(t.Map)
	}
	c.Obligations = []*ir.Obligation{}
	for _, o := range t.Asked() {
		if s.Condition != nil && s.Condition.Obligations != nil && !slices.Contains(s.Condition.Obligations, o) {
			continue // the condition does not ask about o
		}
		if of[o] == nil {
			return nil, fmt.Errorf("an obligation of another program is asked")
		}
		c.Obligations = append(c.Obligations, of[o])
	}
	return &c, nil
}

// part returns a task with the program, the map and the parts for a scope of t. It finds one that was made before, or
// makes it. The result depends only on the program of t and the scope.
func (ps *PartSet) part(t *Task, s Scope) (*Task, error) {
	if ps == nil {
		return newPart(t, s)
	}
	ps.mu.Lock()
	defer ps.mu.Unlock()
	for _, p := range ps.parts {
		if p.Program.Origin == t.Program && same(p.Scope, s) {
			return p, nil
		}
	}
	p, err := newPart(t, s)
	if err == nil {
		ps.parts = append(ps.parts, p)
	}
	return p, err
}

// newPart makes the program for a scope of t.
func newPart(t *Task, s Scope) (*Task, error) {
	q, m, err := restrict.Apply(t.Program, s)
	if err != nil {
		return nil, fmt.Errorf("no part of the program: %w", err)
	}
	return &Task{Program: q, Map: m, Scope: copied(s), Parts: &PartSet{}}, nil
}

// copied returns a deep copy of a scope.
func copied(s Scope) Scope {
	if r := s.Region; r != nil {
		s.Region = &Region{Box: slices.Clone(r.Box), Cond: r.Cond, Vars: maps.Clone(r.Vars)}
	}
	if r := s.Range; r != nil {
		c := *r
		s.Range = &c
	}
	if k := s.Condition; k != nil {
		c := *k
		c.Obligations, c.States = slices.Clone(k.Obligations), slices.Clone(k.States)
		for i, st := range c.States {
			c.States[i].Steps = slices.Clone(st.Steps)
		}
		s.Condition = &c
	}
	s.Edges = maps.Clone(s.Edges)
	return s
}

// same reports whether two scopes are syntactically equal.
func same(a, b Scope) bool {
	if (a.Region == nil) != (b.Region == nil) || (a.Range == nil) != (b.Range == nil) ||
		(a.Condition == nil) != (b.Condition == nil) || (a.Edges == nil) != (b.Edges == nil) {
		return false
	}
	expr := func(x, y ir.Expr) bool { return x == nil && y == nil || x != nil && y != nil && ir.Equal(x, y) }
	if r, q := a.Region, b.Region; r != nil && (!slices.Equal(r.Box, q.Box) || !expr(r.Cond, q.Cond) ||
		!maps.Equal(r.Vars, q.Vars)) {
		return false
	}
	if a.Range != nil && *a.Range != *b.Range {
		return false
	}
	if k, l := a.Condition, b.Condition; k != nil {
		step := func(x, y ConditionStep) bool { return x.Edge == y.Edge && x.To == y.To && expr(x.Assume, y.Assume) }
		state := func(x, y ConditionState) bool {
			return x.Verified == y.Verified && x.Stays == y.Stays && slices.EqualFunc(x.Steps, y.Steps, step)
		}
		if !slices.EqualFunc(k.States, l.States, state) {
			return false
		}
	}
	return a.Depth == b.Depth && maps.Equal(a.Edges, b.Edges)
}

package restrict

import "github.com/tandem-verifier/tandem/internal/ir"

// Scope is a set of executions of a task: those that satisfy all of its fields. The zero scope is the whole task.
type Scope struct {
	Region    *Region    // executions whose entry inputs lie in the region; nil: all executions
	Range     *PathRange // executions whose path lies in the range; nil: all executions
	Condition *Condition // executions that the condition leaves open; nil: all executions
	Depth     int        // executions that visit each location of Heads at most this often in total; 0: all executions
	Edges     Edges      // executions that take only these edges; nil: all executions
}

// Whole reports whether the scope is the whole task.
func (s Scope) Whole() bool {
	return s.Region == nil && s.Range == nil && s.Condition == nil && s.Depth == 0 && s.Edges == nil
}

// Covers reports whether every execution in t is in s. It may return false where it cannot decide this: a condition
// covers only itself.
func (s Scope) Covers(t Scope) bool {
	if s.Region != nil && (t.Region == nil || !s.Region.covers(t.Region)) {
		return false
	}
	if s.Range != nil && (t.Range == nil || !s.Range.Covers(t.Range)) {
		return false
	}
	if s.Condition != nil && s.Condition != t.Condition {
		return false
	}
	if s.Edges != nil && (t.Edges == nil || !s.Edges.Covers(t.Edges)) {
		return false
	}
	return s.Depth == 0 || (t.Depth != 0 && t.Depth <= s.Depth)
}

// Edges is a set of edges of a program, of one or of several functions: a path program (paper 2), a slice.
// With the empty set, only executions that end at their first location are in the scope.
type Edges map[*ir.Edge]bool

// EdgeSet returns the set of the given edges.
func EdgeSet(es ...*ir.Edge) Edges {
	s := Edges{}
	for _, e := range es {
		s[e] = true
	}
	return s
}

// Covers reports whether every edge of t is in s.
func (s Edges) Covers(t Edges) bool {
	for e, in := range t {
		if in && !s[e] {
			return false
		}
	}
	return true
}

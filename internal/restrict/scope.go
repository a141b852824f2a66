package restrict

import "github.com/tandem-verifier/tandem/internal/ir"

// Scope says which executions of a task are meant: those that satisfy all of
// its parts. The zero scope is the whole task.
type Scope struct {
	Region    *Region    // executions whose entry inputs lie in the region; nil: all
	Range     *PathRange // executions whose path lies in the range; nil: all
	Condition *Condition // executions that the condition leaves open; nil: all
	Depth     int        // executions that come to each of Heads at most this often, all told; 0: all
	Edges     Edges      // executions that take these edges only; nil: all
}

// Whole reports whether the scope is the whole task.
func (s Scope) Whole() bool {
	return s.Region == nil && s.Range == nil && s.Condition == nil && s.Depth == 0 && s.Edges == nil
}

// Covers reports whether every execution of t is one of s. It errs on the side
// of false: conditions cover only themselves.
func (s Scope) Covers(t Scope) bool {
	if s.Region != nil && (t.Region == nil || !s.Region.Covers(t.Region)) {
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
// The empty set leaves the executions that end where they begin.
type Edges map[*ir.Edge]bool

// EdgeSet is the set of these edges.
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

// Package restrict makes a part of a program a program of its own. A Scope says which
// executions are meant: an input region, a range of paths, a condition, a bound on visits, a set
// of edges.
package restrict

import (
	"cmp"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// Scope says which executions of a task are meant: those that satisfy all of
// its parts. The zero scope is the whole task.
type Scope struct {
	Region    *Region    // executions whose entry inputs lie in the region; nil: all
	Range     *PathRange // executions whose path lies in the range; nil: all
	Condition *Condition // executions that the condition leaves open; nil: all
	Depth     int        // executions with at most this many visits of each loop head; 0: all
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

// Range is one dimension of a box: the values Lo..Hi, both ends included, of the
// only read of an entry input site. The bounds are canonical and ordered by
// the sign of the site's type.
type Range struct {
	Site int     `json:"site"`
	Type ir.Type `json:"type"`
	Lo   uint64  `json:"lo,string"`
	Hi   uint64  `json:"hi,string"`
}

// Size is the number of values, 0 for 2^64.
func (r Range) Size() uint64 { return num.Trunc(r.Hi-r.Lo, r.Type.Bits) + 1 }

// Contains reports whether the value lies in the range.
func (r Range) Contains(v uint64) bool {
	return !num.Less(v, r.Lo, r.Type.Bits, r.Type.Signed) && !num.Less(r.Hi, v, r.Type.Bits, r.Type.Signed)
}

// Region is a set of entry inputs: a box (sites without a range are free),
// narrowed by an optional condition.
type Region struct {
	Box  []Range         // sorted by Site, at most one each
	Cond ir.Expr         // Bool over Vars; nil: true
	Vars map[int]*ir.Var // by site: the pseudo register that stands for the input in Cond; belongs to no function
}

// Covers reports whether every input of t lies in r; false where unsure.
func (r *Region) Covers(t *Region) bool {
	if r.Cond != nil && r.Cond != t.Cond {
		return false
	}
	for _, a := range r.Box {
		i, ok := slices.BinarySearchFunc(t.Box, a.Site, func(b Range, site int) int { return cmp.Compare(b.Site, site) })
		if !ok || !a.Contains(t.Box[i].Lo) || !a.Contains(t.Box[i].Hi) {
			return false
		}
	}
	return true
}

// Path is a sequence of branch decisions, one character each: T or F for the
// Assumes with a mark in the order of execution. Paths are ordered by the first
// decision that differs, T before F (ranged analysis, paper 5); a proper prefix comes
// before its extensions.
type Path string

// ComparePaths gives -1, 0 or +1.
func ComparePaths(p, q Path) int {
	n := min(len(p), len(q))
	for i := range n {
		if p[i] != q[i] {
			if p[i] == 'T' {
				return -1
			}
			return 1
		}
	}
	return cmp.Compare(len(p), len(q))
}

// PathRange is the paths p with Lo <= p <= Hi, extensions of Hi included; an empty Lo has
// no path before it, and NoUpper says that there is no upper bound.
type PathRange struct {
	Lo      Path `json:"lo"`
	Hi      Path `json:"hi"`
	NoUpper bool `json:"no_upper,omitempty"`
}

// Contains reports whether the path lies in the range.
func (r *PathRange) Contains(p Path) bool {
	return ComparePaths(r.Lo, p) <= 0 && r.below(p)
}

func (r *PathRange) below(p Path) bool {
	if r.NoUpper || ComparePaths(p, r.Hi) <= 0 {
		return true
	}
	return len(p) > len(r.Hi) && p[:len(r.Hi)] == r.Hi
}

// Covers reports whether every path of t lies in r.
func (r *PathRange) Covers(t *PathRange) bool {
	if ComparePaths(r.Lo, t.Lo) > 0 {
		return false
	}
	// All extensions of t.Hi lie in t, hence must lie in r: r.Hi is a prefix of t.Hi, or differs above.
	if r.NoUpper || t.NoUpper {
		return r.NoUpper
	}
	if len(t.Hi) < len(r.Hi) && r.Hi[:len(t.Hi)] == t.Hi {
		return false
	}
	return r.below(t.Hi)
}

// Condition says which executions are still to be checked (conditional model
// checking, paper 3): an automaton over the edges of the program. An execution
// that reaches an accepting state has been verified from there on; one that
// stays outside is open. Without states everything is open.
type Condition struct {
	Obligations []*ir.Obligation // still open; nil: all
	Note        string           // for people: what was not decided
	States      []ConditionState // state 0 is initial
}

// ConditionState is a state of a Condition. An edge without a step keeps the state.
type ConditionState struct {
	Verified bool // everything from here on has been verified
	Steps    []ConditionStep
}

// ConditionStep goes to state To at Edge if Assume (nil: true) holds before it.
type ConditionStep struct {
	Edge   *ir.Edge
	Assume ir.Expr
	To     int
}

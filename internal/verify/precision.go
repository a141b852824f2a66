package verify

import (
	"maps"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Precision is the set of expressions that an analysis tracks, by location. It is immutable: And and the With methods
// return larger precisions. A nil *Precision tracks nothing.
type Precision struct {
	Scoped        // predicates
	Values Scoped // registers (ir.Ref) and memory cells (ir.Load) whose values are tracked
}

// Scoped has expressions that are tracked at all locations, at the locations of a function, and at single locations.
type Scoped struct {
	Global []ir.Expr
	Func   map[*ir.Func][]ir.Expr
	Loc    map[*ir.Loc][]ir.Expr
}

// And returns the union of two precisions. It returns p itself if p includes q.
func (p *Precision) And(q *Precision) *Precision {
	switch {
	case q == nil || p == q:
		return p
	case p == nil:
		return q
	}
	predicates, more := p.Scoped.and(q.Scoped)
	values, too := p.Values.and(q.Values)
	if !more && !too {
		return p
	}
	return &Precision{predicates, values}
}

// WithPredicates returns p with more predicates.
func (p *Precision) WithPredicates(s Scoped) *Precision { return p.And(&Precision{Scoped: s}) }

// WithValues returns p with more registers and memory cells.
func (p *Precision) WithValues(s Scoped) *Precision { return p.And(&Precision{Values: s}) }

// Predicates returns the predicates that are tracked at a location, each once.
func (p *Precision) Predicates(l *ir.Loc) []ir.Expr {
	if p == nil {
		return nil
	}
	return p.Scoped.At(l)
}

// At returns the expressions that are tracked at a location, each once. Those for all locations come first.
func (s Scoped) At(l *ir.Loc) []ir.Expr {
	out, _ := union(slices.Clip(s.Global), s.Func[l.Func])
	out, _ = union(slices.Clip(out), s.Loc[l])
	return out
}

// isEmpty reports whether there are no expressions at all.
func (s Scoped) isEmpty() bool { return len(s.Global) == 0 && len(s.Func) == 0 && len(s.Loc) == 0 }

// Len returns the number of expressions. An expression that is listed for several functions or locations counts for
// each.
func (s Scoped) Len() int {
	n := len(s.Global)
	for _, es := range s.Func {
		n += len(es)
	}
	for _, es := range s.Loc {
		n += len(es)
	}
	return n
}

// and returns the union of s and t, and whether it is larger than s.
func (s Scoped) and(t Scoped) (Scoped, bool) {
	global, a := union(s.Global, t.Global)
	fn, b := unions(s.Func, t.Func)
	loc, c := unions(s.Loc, t.Loc)
	return Scoped{global, fn, loc}, a || b || c
}

// unions returns the union of old and more for each key, and whether it is larger than old. It does not change old.
func unions[K comparable](old, more map[K][]ir.Expr) (out map[K][]ir.Expr, grown bool) {
	out = old
	for k, es := range more {
		u, larger := union(old[k], es)
		if !larger {
			continue
		}
		if !grown {
			if out = maps.Clone(old); out == nil {
				out = map[K][]ir.Expr{}
			}
			grown = true
		}
		out[k] = u
	}
	return out, grown
}

// union returns the union of old and more without changing them, and whether it is larger than old.
func union(old, more []ir.Expr) ([]ir.Expr, bool) {
	out := slices.Clip(old)
	for _, e := range more {
		if !slices.ContainsFunc(out, func(x ir.Expr) bool { return ir.Equal(x, e) }) {
			out = append(out, e)
		}
	}
	return out, len(out) > len(old)
}

package verify

import (
	"maps"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Precision is the set of expressions that an analysis tracks, by location. It is immutable: And and the With methods
// return larger ones. nil tracks nothing.
type Precision struct {
	Scoped        // predicates
	Values Scoped // registers (ir.Ref) and memory cells (ir.Load) whose values are tracked
}

// Scoped has expressions for single locations, for functions, and for all locations.
type Scoped struct {
	Global []ir.Expr
	Func   map[*ir.Func][]ir.Expr
	Loc    map[*ir.Loc][]ir.Expr
}

// And returns the union; it is p if q has nothing that p lacks.
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

// WithPredicates adds predicates.
func (p *Precision) WithPredicates(s Scoped) *Precision { return p.And(&Precision{Scoped: s}) }

// WithValues adds registers and memory cells.
func (p *Precision) WithValues(s Scoped) *Precision { return p.And(&Precision{Values: s}) }

// Predicates lists the predicates at a location, each once.
func (p *Precision) Predicates(l *ir.Loc) []ir.Expr {
	if p == nil {
		return nil
	}
	return p.Scoped.At(l)
}

// At lists the expressions at a location, each once: global ones first.
func (s Scoped) At(l *ir.Loc) []ir.Expr {
	out, _ := union(slices.Clip(s.Global), s.Func[l.Func])
	out, _ = union(slices.Clip(out), s.Loc[l])
	return out
}

// IsEmpty reports whether there are no expressions at all.
func (s Scoped) IsEmpty() bool { return len(s.Global) == 0 && len(s.Func) == 0 && len(s.Loc) == 0 }

// Len counts the expressions; one at several places counts several times.
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

func (s Scoped) and(t Scoped) (Scoped, bool) {
	global, a := union(s.Global, t.Global)
	fn, b := unions(s.Func, t.Func)
	loc, c := unions(s.Loc, t.Loc)
	return Scoped{global, fn, loc}, a || b || c
}

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

// union returns a new union and does not change its arguments.
func union(old, more []ir.Expr) ([]ir.Expr, bool) {
	out := slices.Clip(old)
	for _, e := range more {
		if !slices.ContainsFunc(out, func(x ir.Expr) bool { return ir.Equal(x, e) }) {
			out = append(out, e)
		}
	}
	return out, len(out) > len(old)
}

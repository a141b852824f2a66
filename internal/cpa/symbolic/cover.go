package symbolic

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// This file has coverage by subsumption (S. Anand, C. Păsăreanu, W. Visser: Symbolic execution with abstract
// subsumption checking, SPIN 2006), at the heads of loops. A state t covers s if a renaming of the inputs of t makes
// the registers and the memory of t equal to the registers and the memory of s, and maps each conjunct about them in
// the condition of t to a conjunct of the condition of s.
//
//	while (1) { c = in; if (c > 5) ...; k = 0 }      head again: k = 0, c is read no more
//
// The condition of t on other inputs does not matter, since some known inputs satisfy it.

// head has the parts of a state that are compared at the head of a loop.
type head struct {
	loc    *ir.Loc
	pieces []vc.Piece
	key    uint64 // equal for states that differ in the names of inputs only

	// Computed when the state is first compared:
	free  map[*term.Term]bool // inputs of the state, which may be renamed
	about []*term.Term        // the conjuncts of the condition about pieces, the one that failed last first
	have  map[*term.Term]bool // the conjuncts of its condition
	asked bool                // free and about are computed
}

// headOf returns the head of s at l.
func (a *Analysis) headOf(s *state, l *ir.Loc) *head {
	h := &head{loc: l, pieces: a.e.Pieces(s.at, l)}
	for _, p := range h.pieces {
		for _, k := range p.At {
			h.key = mix(h.key, uint64(k))
		}
		h.key = mix(h.key, a.shape(p.T))
	}
	return h
}

// mix adds x to a hash.
func mix(h, x uint64) uint64 {
	h = (h ^ x) * 0x9e3779b97f4a7c15
	return h ^ h>>29
}

// shape returns a hash that is equal for terms that differ in the names of constants only.
func (a *Analysis) shape(t *term.Term) uint64 {
	if h, ok := a.shapes[t]; ok {
		return h
	}
	h := mix(1, uint64(t.Op()))
	switch t.Op() {
	case term.Var:
		h = mix(h, uint64(t.Sort().Kind)<<8|uint64(t.Sort().Bits))
	case term.Const:
		h = mix(h, uint64(t.ID()))
	default:
		for _, x := range t.Args() {
			h = mix(h, a.shape(x))
		}
	}
	a.shapes[t] = h
	return h
}

// Leq reports whether y covers x.
func (a *Analysis) Leq(x, y cpa.State) bool {
	s, t := x.(*state), y.(*state)
	if s == t {
		return true
	}
	if s.head == nil || t.head == nil || s.head.key != t.head.key || s.head.loc != t.head.loc || s.at.Ctx != t.at.Ctx ||
		len(s.head.pieces) != len(t.head.pieces) || len(t.open) > 0 || t.excluded {
		return false
	}
	if !t.head.asked {
		t.head.asked, t.head.free, t.head.about = true, a.free(t), a.relevant(t)
	}
	r := &renaming{a: a, of: map[*term.Term]*term.Term{}, free: t.head.free}
	for i, p := range t.head.pieces {
		if q := s.head.pieces[i]; p.At != q.At || !r.match(p.T, q.T) {
			return false
		}
	}
	for i, p := range t.head.pieces {
		if q := s.head.pieces[i]; p.T != q.T && a.e.C.Subst(p.T, r.of) != q.T {
			return false
		}
	}
	about := t.head.about
	for i, c := range about {
		if r := a.e.C.Subst(c, r.of); !r.IsTrue() && !s.has(r) {
			copy(about[1:], about[:i])
			about[0] = c
			return false
		}
	}
	return true
}

// has reports whether c is a conjunct of the path condition of s.
func (s *state) has(c *term.Term) bool {
	if s.head.have == nil {
		s.head.have = map[*term.Term]bool{}
		for _, c := range s.at.Conds() {
			s.head.have[c] = true
		}
	}
	return s.head.have[c]
}

// relevant returns the conjuncts of the path condition about the pieces of s.
func (a *Analysis) relevant(s *state) []*term.Term {
	var about []*term.Term
	for _, p := range s.head.pieces {
		about = append(about, p.T)
	}
	return a.slices.Relevant(s.at.Conds(), about)
}

// free returns the inputs on the path of s: constants about which nothing is known except for the path condition.
func (a *Analysis) free(s *state) map[*term.Term]bool {
	out := map[*term.Term]bool{}
	add := func(t *term.Term) {
		if t != nil && t.Op() == term.Var && len(a.e.AxiomsOf(t)) == 0 {
			out[t] = true
		}
	}
	for l := s.log; l != nil; l = l.up {
		for _, ev := range l.events {
			if ev.Value != nil && ev.Type.Kind != ir.Ptr {
				add(ev.Value.T)
			}
			for _, b := range ev.Bytes {
				if b.Type.Kind == ir.Ptr {
					continue
				}
				if add(b.Array); b.Value != nil {
					add(b.Value.T)
				}
			}
		}
	}
	return out
}

// renaming maps inputs to terms.
type renaming struct {
	a    *Analysis
	of   map[*term.Term]*term.Term
	free map[*term.Term]bool // the inputs that may be renamed
}

// set maps v to t; it returns false if v is mapped to another term.
func (r *renaming) set(v, t *term.Term) bool {
	if old := r.of[v]; old != nil {
		return old == t
	}
	r.of[v] = t
	return true
}

// match extends the renaming so that x becomes y. It returns false if their operators do not allow this.
func (r *renaming) match(x, y *term.Term) bool {
	switch {
	case x == y:
		return !slices.ContainsFunc(r.a.slices.Vars(x), func(v *term.Term) bool { return !r.set(v, v) })
	case x.Op() == term.Var:
		return r.free[x] && x.Sort() == y.Sort() && r.set(x, y)
	case x.Op() != y.Op() || len(x.Args()) != len(y.Args()) || len(x.Args()) == 0:
		return false
	}
	for i, t := range x.Args() {
		if !r.match(t, y.Args()[i]) {
			return false
		}
	}
	return true
}

// Expr returns a formula at the head of a loop: the values of slots that are constant, equalities of slots, and the
// condition over slots that are inputs. Elsewhere it returns nil, and proofs continue to the next head.
func (a *Analysis) Expr(x cpa.State) ir.Expr {
	s := x.(*state)
	if s == a.first {
		return ir.NewBool(true)
	}
	if s.head == nil {
		return nil
	}
	e := a.e
	e.Events, e.Accesses = e.Events[:0], e.Accesses[:0]
	leaves := map[*term.Term]ir.Expr{}
	var out []ir.Expr
	for _, slot := range e.Slots(vc.Point{Ctx: s.at.Ctx, Loc: s.head.loc}) {
		if slot.Type.Kind != ir.Int || slot.Ctx != nil && slot.Ctx != s.at.Ctx {
			continue
		}
		v := e.Slot(s.at, slot)
		if v == nil || v.T == nil {
			continue
		}
		here := slot.Expr(e.Prog.Model)
		if bits, ok := vc.BitsOf(slot.Type, v.T); ok {
			out = append(out, ir.NewBinary(ir.Eq, here, &ir.Const{T: slot.Type, Bits: bits}))
		} else if v.T.Op() != term.Var {
			continue
		} else if old := leaves[v.T]; old == nil {
			leaves[v.T] = here
		} else if old.Type() == here.Type() {
			out = append(out, ir.NewBinary(ir.Eq, here, old))
		}
	}
	if len(leaves) > 0 {
		for _, c := range s.at.Conds() {
			out = append(out, ir.Conjuncts(e.LiftConjOver(c, leaves))...)
		}
	}
	return ir.NewAnd(out...)
}

package symex

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// Slicer finds the constraints of a path that a query depends on (constraint independence, as in EXE and KLEE).
type Slicer struct {
	enc  *vc.Encoder
	vars map[*term.Term][]*term.Term
	few  map[*term.Term][]*term.Term // see free; nil: many
}

// fewVars bounds the constants of a term for which a Slicer keeps the constants of all its subterms.
const fewVars = 16

// free returns the constants of a term. Constraints of a loop contain each other: the constants of small terms are
// found from those of their operands, since to walk each term would take time quadratic in the rounds.
func (z *Slicer) free(t *term.Term) []*term.Term {
	if vs := z.parts(t); vs != nil {
		return vs
	}
	return term.FreeVars(t)
}

// parts returns the constants of a term, by id; nil if they are many, or there are quantifiers.
func (z *Slicer) parts(t *term.Term) []*term.Term {
	if vs, ok := z.few[t]; ok {
		return vs
	}
	out := []*term.Term{}
	switch t.Op() { // sound: other terms have the constants of their arguments
	case term.Var:
		out = append(out, t)
	case term.Forall, term.Exists:
		out = nil
	default:
		for _, a := range t.Args() {
			vs := z.parts(a)
			if vs == nil {
				out = nil
				break
			}
			if len(out) == 0 {
				out = vs // shared
				continue
			}
			if slices.Equal(out, vs) {
				continue
			}
			out = slices.Concat(out, vs)
			slices.SortFunc(out, func(x, y *term.Term) int { return x.ID() - y.ID() })
			if out = slices.Compact(out); len(out) > fewVars {
				out = nil
				break
			}
		}
	}
	z.few[t] = out
	return out
}

// NewSlicer returns a slicer for the terms of an encoder.
func NewSlicer(e *vc.Encoder) *Slicer {
	return &Slicer{e, map[*term.Term][]*term.Term{}, map[*term.Term][]*term.Term{}}
}

// Vars lists the constants of a constraint and of the axioms about them.
func (z *Slicer) Vars(t *term.Term) []*term.Term {
	if vs, ok := z.vars[t]; ok {
		return vs
	}
	var out []*term.Term
	seen := map[*term.Term]bool{}
	var add func(t *term.Term)
	add = func(t *term.Term) {
		for _, v := range z.free(t) {
			if !seen[v] {
				seen[v] = true
				out = append(out, v)
				for _, ax := range z.enc.AxiomsOf(v) {
					add(ax)
				}
			}
		}
	}
	add(t)
	z.vars[t] = out
	return out
}

// Slice returns the goal with the constraints of a path that it depends on, and their axioms. vars are the constants in
// them: the rest of the path contains none of these.
func (z *Slicer) Slice(path, goal []*term.Term) (cs []*term.Term, vars []*term.Term) {
	cs, vars = z.relevant(path, goal)
	return z.enc.WithAxioms(append(cs, goal...)...), vars
}

// Relevant returns the constraints of a path that constrain constants in given terms, directly or through others.
func (z *Slicer) Relevant(path, about []*term.Term) []*term.Term {
	cs, _ := z.relevant(path, about)
	return cs
}

func (z *Slicer) relevant(path, about []*term.Term) (cs []*term.Term, vars []*term.Term) {
	of := map[*term.Term][]int{} // by constant: constraints
	for i, c := range path {
		for _, v := range z.Vars(c) {
			of[v] = append(of[v], i)
		}
	}
	in := make([]bool, len(path))
	seen := map[*term.Term]bool{}
	add := func(c *term.Term) {
		for _, v := range z.Vars(c) {
			if !seen[v] {
				seen[v] = true
				vars = append(vars, v)
			}
		}
	}
	for _, t := range about {
		add(t)
	}
	for i := 0; i < len(vars); i++ {
		for _, j := range of[vars[i]] {
			if !in[j] {
				in[j] = true
				add(path[j])
			}
		}
	}
	for i, c := range path {
		if in[i] {
			cs = append(cs, c)
		}
	}
	return cs, vars
}

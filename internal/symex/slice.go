package symex

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// Slicer finds the constraints of a path on which a query depends (constraint independence, as in EXE and KLEE).
type Slicer struct {
	enc  *vc.Encoder
	vars map[*term.Term][]*term.Term // results of Vars
	few  map[*term.Term][]*term.Term // results of parts
}

// fewVars bounds the constants of a term for which a Slicer keeps the constants of all its subterms.
const fewVars = 16

// free returns the constants of a term. The constraints of a loop contain each other, so walking each term would take
// time quadratic in the rounds. Terms with few constants therefore get them from their operands (parts).
func (z *Slicer) free(t *term.Term) []*term.Term {
	if vs := z.parts(t); vs != nil {
		return vs
	}
	return term.FreeVars(t)
}

// parts returns the constants of a term, sorted by ID; nil if they are many, or if the term has quantifiers.
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
				out = vs // the slice is shared, and not changed
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

// Vars lists the constants of a constraint and of the axioms about these constants.
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

// Slice returns the goal together with the constraints of a path on which it depends, and their axioms. vars has the
// constants in them. The rest of the path contains none of these constants.
func (z *Slicer) Slice(path, goal []*term.Term) (cs []*term.Term, vars []*term.Term) {
	cs, vars = z.relevant(path, goal)
	return z.enc.WithAxioms(append(cs, goal...)...), vars
}

// Relevant returns the constraints of a path that share constants with the given terms, directly or through other
// constraints.
func (z *Slicer) Relevant(path, about []*term.Term) []*term.Term {
	cs, _ := z.relevant(path, about)
	return cs
}

// relevant is Relevant, and also returns all constants in the given terms and in the returned constraints.
func (z *Slicer) relevant(path, about []*term.Term) (cs []*term.Term, vars []*term.Term) {
	of := map[*term.Term][]int{} // by constant: the constraints with it
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

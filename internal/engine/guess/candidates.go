package guess

import (
	"math/big"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/linalg"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/term"
)

// cand is a candidate. Its field Of holds its *family, or nil.
type cand = prover.Cand

// candidates is a set of candidates by location.
type candidates struct {
	prover.Set
	keys map[string]*cand // by key
	data *samples
}

// newCandidates returns an empty set that tests candidates on the states in data.
func newCandidates(data *samples) *candidates {
	s := &candidates{keys: map[string]*cand{}, data: data}
	s.By, s.Dropped = map[*ir.Loc][]*cand{}, s.dropped
	return s
}

// key returns the key of candidate x at l in candidates.keys.
func key(l *ir.Loc, x ir.Expr) string { return l.Func.Name + "/" + l.String() + "/" + ir.ExprString(x) }

// add opens c, unless it was added before or is false in a sampled state. It reports whether c is new and open.
func (s *candidates) add(c *cand) bool {
	k := key(c.Loc, c.Expr)
	if old := s.keys[k]; old != nil {
		if old.State == prover.Gone {
			old.State, old.Of = prover.Open, c.Of
		}
		return false
	}
	s.keys[k] = c
	if !s.data.holds(c.Loc, c.Expr) {
		c.State = prover.Refuted
		return false
	}
	s.By[c.Loc] = append(s.By[c.Loc], c)
	return true
}

// disjunction reports whether x is a disjunction. Most disjunctions are weak candidates.
func disjunction(x ir.Expr) bool {
	b, ok := x.(*ir.Binary)
	return ok && b.Op == ir.LOr
}

// reopen opens dropped candidates again, since new ones may make them inductive.
func (s *candidates) reopen() {
	for _, cs := range s.By {
		for _, c := range cs {
			if c.State == prover.Gone && c.Of == nil && !disjunction(c.Expr) {
				c.State = prover.Open
			}
		}
	}
}

// close gives all open candidates the status Timeout and returns them.
func (s *candidates) close() []*cand {
	out := []*cand{}
	for _, cs := range s.By {
		for _, c := range cs {
			if c.State == prover.Open {
				c.State = prover.Timeout
				out = append(out, c)
			}
		}
	}
	return out
}

// count returns the number of candidates with a status.
func (s *candidates) count(st prover.Status) int {
	n := 0
	for _, cs := range s.By {
		for _, c := range cs {
			if c.State == st {
				n++
			}
		}
	}
	return n
}

// dropped implements prover.Set.Dropped. It adds the state of the model m to the families of the dropped candidates cs,
// and replaces the equations of these families by the equations that still hold. It reports whether a new candidate is
// open.
func (s *candidates) dropped(y *prover.System, t *prover.Block, m *term.Model, cs []*cand) (renewed bool) {
	var fams []*family
	for _, c := range cs {
		if f, ok := c.Of.(*family); ok && !slices.Contains(fams, f) {
			fams = append(fams, f)
		}
	}
	for _, f := range fams {
		if !f.widen(y, t, m) {
			continue
		}
		for _, c := range s.By[t.To] {
			if c.Of == f && c.State == prover.Open {
				c.State = prover.Gone // the new basis may contain it again
			}
		}
		for _, x := range f.relations() {
			if old := s.keys[key(t.To, x)]; old != nil {
				if old.State == prover.Gone {
					old.State, old.Of = prover.Open, f
					renewed = true
				}
				continue
			}
			renewed = s.add(&cand{Loc: t.To, Expr: x, Hard: f.hard, Of: f}) || renewed
		}
	}
	return renewed
}

// holds reports whether x is true in all sampled states at l, or cannot be evaluated.
func (s *samples) holds(l *ir.Loc, x ir.Expr) bool {
	t := s.tables[l]
	if t == nil {
		return true
	}
	env, set := t.env()
	for _, row := range t.rows {
		set(row)
		if b, ok := ir.EvalExpr(x, env); ok && b == 0 {
			return false
		}
	}
	return true
}

// family is the set of all polynomial equations over some monomials that hold in a table of states: the null space of
// the table. It is an abstract domain: a join adds a state to the table. The space can change at most as often as there
// are monomials (symbolic abstraction: T. Reps, M. Sagiv, G. Yorsh, Symbolic implementation of the best transformer,
// VMCAI 2004, with the affine relations of M. Karr, Acta Informatica 6, 1976).
type family struct {
	monos []mono // with coefficient 1
	space *linalg.Space
	hard  bool // its candidates are hard
	// all conditions of guard are false in all states of the table; an equation becomes a disjunction with guard
	guard []ir.Expr
}

// maxCoef bounds the coefficients of an equation.
const maxCoef = 1 << 16

// newFamily returns the family of the states of t.
func newFamily(t *table, monos []mono, hard bool) *family {
	f := &family{monos: monos, space: linalg.NewSpace(len(monos)), hard: hard}
	index := map[*ir.Var]int{}
	for i, v := range t.vars {
		index[v] = i
	}
	for _, row := range t.rows {
		f.space.AddResidues(f.point(func(v *ir.Var) uint64 { return linalg.Residue(row[index[v]]) }))
		if f.space.Rank() == len(monos) {
			break
		}
	}
	return f
}

// point returns the values of the monomials modulo linalg.Prime; read returns the value of a register.
func (f *family) point(read func(*ir.Var) uint64) []uint64 {
	out := make([]uint64, len(f.monos))
	for i, m := range f.monos {
		x := uint64(1)
		for _, v := range m.vars {
			x = linalg.Times(x, read(v))
		}
		out[i] = x
	}
	return out
}

// widen adds the state after block t in the model m. It reports whether the space has changed. It changes nothing if
// the state cannot be read.
func (f *family) widen(y *prover.System, t *prover.Block, m *term.Model) bool {
	ok := true
	p := big.NewInt(linalg.Prime)
	v := f.point(func(v *ir.Var) uint64 {
		x, err := y.E.C.Eval(m, y.E.Reg(t.State, v).T)
		if err != nil {
			ok = false
			return 0
		}
		n, isInt := x.Big()
		if !isInt {
			ok = false
			return 0
		}
		return new(big.Int).Mod(n, p).Uint64()
	})
	return ok && f.space.AddResidues(v)
}

// relations returns the equations of the family as expressions.
func (f *family) relations() []ir.Expr {
	var out []ir.Expr
	for _, c := range f.space.Relations(maxCoef) {
		var p poly
		for i, k := range c {
			if k != 0 {
				p = append(p, mono{k, f.monos[i].vars})
			}
		}
		out = append(out, or(append(slices.Clone(f.guard), p.compare(ir.Eq))))
	}
	return out
}

package guess

import (
	"math/big"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/linalg"
	"github.com/tandem-verifier/tandem/internal/term"
)

// status of a candidate.
type status uint8

const (
	open    status = iota // not refuted
	gone                  // not inductive with the others
	refuted               // false in a sample
	proved                // inductive
	tired                 // in a set that took too long
	parked                // inductive, but not assumed in later rounds
)

// cand is a condition that may hold at a location.
type cand struct {
	loc   *ir.Loc
	expr  ir.Expr
	hard  bool // not linear: asked alone
	fam   *family
	state status
}

// candidates is a set of candidates by location.
type candidates struct {
	by   map[*ir.Loc][]*cand
	keys map[string]*cand // by text
	data *samples

	renewed bool // a relation took the place of others: no transition was asked about it
}

func newCandidates(data *samples) *candidates {
	return &candidates{by: map[*ir.Loc][]*cand{}, keys: map[string]*cand{}, data: data}
}

func key(l *ir.Loc, x ir.Expr) string { return l.Func.Name + "/" + l.String() + "/" + ir.ExprString(x) }

// add opens a candidate, unless it is known or false in a sample.
func (s *candidates) add(c *cand) bool {
	k := key(c.loc, c.expr)
	if old := s.keys[k]; old != nil {
		if old.state == gone {
			old.state, old.fam = open, c.fam
		}
		return false
	}
	s.keys[k] = c
	if !s.data.holds(c.loc, c.expr) {
		c.state = refuted
		return false
	}
	s.by[c.loc] = append(s.by[c.loc], c)
	return true
}

// disjunction says whether an invariant is one of many weak ones.
func disjunction(x ir.Expr) bool {
	b, ok := x.(*ir.Binary)
	return ok && b.Op == ir.LOr
}

// reopen gives those that were dropped another chance, beside new ones.
func (s *candidates) reopen() {
	for _, cs := range s.by {
		for _, c := range cs {
			if c.state == gone && c.fam == nil && !disjunction(c.expr) {
				c.state = open
			}
		}
	}
}

// close drops what is open for good.
func (s *candidates) close() {
	for _, cs := range s.by {
		for _, c := range cs {
			if c.state == open {
				c.state = tired
			}
		}
	}
}

// count is the number of candidates with a status.
func (s *candidates) count(st status) int {
	n := 0
	for _, cs := range s.by {
		for _, c := range cs {
			if c.state == st {
				n++
			}
		}
	}
	return n
}

// drop removes the candidates that are false in the state after a transition,
// given a model. A family of equalities is not lost: the state is one
// more point of its table, and the relations that still hold take its place.
func (s *candidates) drop(y *system, t *trans, m *term.Model) bool {
	hit := false
	var fams []*family
	for _, c := range s.by[t.to] {
		if c.state != open {
			continue
		}
		x := y.term(t.s, c.expr)
		if x.IsTrue() {
			continue
		}
		if ok, err := y.c.Holds(m, x); err == nil && !ok {
			c.state, hit = gone, true
			if c.fam != nil && !slices.Contains(fams, c.fam) {
				fams = append(fams, c.fam)
			}
		}
	}
	for _, f := range fams {
		if !f.widen(y, t, m) {
			continue
		}
		for _, c := range s.by[t.to] {
			if c.fam == f && c.state == open {
				c.state = gone // may be in the new basis again
			}
		}
		for _, x := range f.relations() {
			if old := s.keys[key(t.to, x)]; old != nil {
				if old.state == gone {
					old.state, old.fam = open, f
					s.renewed = true
				}
				continue
			}
			if s.add(&cand{loc: t.to, expr: x, hard: f.hard, fam: f}) {
				s.renewed = true
			}
		}
	}
	return hit
}

// holds evaluates a condition in all samples of a location.
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

// family is the set of all polynomial equations of some monomials that hold in a
// table of states: the null space of the table. It is a domain of its own, with
// the join "one more point": the sequence of spaces grows at most as often as
// there are monomials (symbolic abstraction: T. Reps, M. Sagiv, G. Yorsh, Symbolic implementation of
// the best transformer, VMCAI 2004, with the affine relations of M. Karr, Acta Informatica 6, 1976).
type family struct {
	monos []mono // coefficient 1
	space *linalg.Space
	hard  bool
	guard []ir.Expr // the states of the table are those in which none of these holds
}

// bound of the coefficients of an equation.
const maxCoef = 1 << 16

// newFamily takes the rows of a table that refutes relations.
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

// widen adds the state of a model; false if it cannot be read.
func (f *family) widen(y *system, t *trans, m *term.Model) bool {
	ok := true
	p := big.NewInt(linalg.Prime)
	v := f.point(func(v *ir.Var) uint64 {
		x, err := y.c.Eval(m, y.e.Reg(t.s, v).T)
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

// relations are the equations of the family.
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

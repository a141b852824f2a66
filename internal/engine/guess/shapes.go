package guess

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// Limits of shapes.
const (
	maxPreds   = 14  // conditions that split a table
	maxSplit   = 500 // candidates of one location that are implications
	maxTriples = 300 // candidates of one location that are sums
	fewValues  = 3   // a register with at most this many values is a flag
)

// pred is a condition over the registers of a table.
type pred struct {
	x    ir.Expr
	rows []bool // by state: whether the condition holds
	n    int    // number of states in which it holds
}

// preds returns conditions that split the states of t: the values of flags, the conditions on paths from the location,
// and if parity is set the parity of some registers.
func (g *engine) preds(t *table, parity bool) []pred {
	var out []pred
	seen := map[string]bool{}
	add := func(x ir.Expr) {
		known := true
		ir.Vars(x, func(v *ir.Var) { known = known && t.col(v) >= 0 })
		if !known || len(out) >= maxPreds {
			return
		}
		k, neg := ir.ExprString(x), ir.ExprString(ir.NotExpr(x))
		if seen[k] || seen[neg] {
			return
		}
		seen[k] = true
		p := pred{x: x, rows: t.eval(x)}
		for _, b := range p.rows {
			if b {
				p.n++
			}
		}
		if p.n > 0 && p.n < len(t.rows) {
			out = append(out, p)
		}
	}
	for i, v := range t.vars {
		vals := map[int64]bool{}
		for _, row := range t.rows {
			if vals[row[i]] = true; len(vals) > fewValues {
				break
			}
		}
		if len(vals) > fewValues || len(vals) < 2 {
			continue
		}
		for x := range vals {
			if holds(v.Type, x) && (len(vals) > 2 || x == 0 || !vals[0]) {
				add(&ir.Binary{Op: ir.Eq, X: ir.NewRef(v), Y: ir.NewConst(v.Type, x)})
			}
		}
	}
	if parity {
		for _, v := range g.related(t)[:min(len(g.related(t)), 4)] {
			two := ir.NewConst(v.Type, 2)
			add(&ir.Binary{Op: ir.Eq, X: &ir.Binary{Op: ir.Rem, X: ir.NewRef(v), Y: two}, Y: ir.NewConst(v.Type, 0)})
		}
	}
	for _, k := range g.walks[t.loc].links {
		for _, x := range k.conds.lits {
			add(lift(x))
		}
	}
	for _, c := range g.clauses[t.loc] {
		for _, x := range c.lits {
			add(x)
		}
	}
	return out
}

// eval reports, by state, whether x holds.
func (t *table) eval(x ir.Expr) []bool {
	out := make([]bool, len(t.rows))
	env, set := t.env()
	for i, row := range t.rows {
		set(row)
		b, ok := ir.EvalExpr(x, env)
		out[i] = ok && b != 0
	}
	return out
}

// env returns an environment for evaluating expressions, and a function that sets its registers to a row of t.
func (t *table) env() (*ir.Env, func(row []int64)) {
	index := map[*ir.Var]int{}
	for i, v := range t.vars {
		index[v] = i
	}
	var row []int64
	env := &ir.Env{Reg: func(v *ir.Var) uint64 {
		i, ok := index[v]
		if !ok {
			return 0
		}
		return num.Trunc(uint64(row[i]), v.Type.Bits)
	}}
	return env, func(r []int64) { row = r }
}

// sub returns the table of the states for whose index keep is true.
func (t *table) sub(keep func(int) bool) *table {
	s := &table{loc: t.loc, vars: t.vars}
	for i, row := range t.rows {
		if keep(i) {
			s.rows = append(s.rows, row)
		}
	}
	return s
}

// parts splits t by each condition of ps (if pairs is set, by each two of them), and calls f for each part. guard has
// the negations of the conditions that define the part.
func (g *engine) parts(t *table, ps []pred, pairs bool, f func(s *table, guard []ir.Expr)) {
	side := func(p pred, s bool) ir.Expr { // the condition that is false on side s of p
		if s {
			return ir.NotExpr(p.x)
		}
		return p.x
	}
	for i, p := range ps {
		for _, a := range []bool{true, false} {
			if !pairs {
				f(t.sub(func(n int) bool { return p.rows[n] == a }), []ir.Expr{side(p, a)})
				continue
			}
			for _, q := range ps[:i] {
				for _, b := range []bool{true, false} {
					f(t.sub(func(n int) bool { return p.rows[n] == a && q.rows[n] == b }), []ir.Expr{side(p, a), side(q, b)})
				}
			}
		}
	}
}

// implied returns equations under conditions: !(flag == 0) || j == 2*k + 2.
func (g *engine) implied(pairs bool) []*cand {
	var out []*cand
	for t := range g.tables() {
		vars := g.related(t)
		vars = vars[:min(len(vars), 12)]
		monos := monomials(vars, 1)
		all := newFamily(t, monos, false).space
		ps := g.preds(t, pairs)
		if pairs {
			ps = ps[:min(len(ps), 7)]
		}
		n := len(out)
		g.parts(t, ps, pairs, func(s *table, guard []ir.Expr) {
			if len(s.rows) < minRows || len(out)-n > maxSplit {
				return
			}
			f := newFamily(s, monos, false)
			if f.guard = guard; f.space.Rank() == all.Rank() {
				return
			}
			for _, x := range f.relations() {
				out = append(out, &cand{Loc: t.loc, Expr: x, Hard: false, Of: f})
			}
		})
	}
	return out
}

// impliedBounds returns bounds of registers, sums and differences under conditions.
func (g *engine) impliedBounds() []*cand {
	var out []*cand
	for t := range g.tables() {
		vars := g.related(t)
		vars = vars[:min(len(vars), 7)]
		forms := twoForms(vars)
		whole := make([]int64, len(forms))
		for i, f := range forms {
			_, whole[i], _ = t.extremes(f.vars, f.coef)
		}
		n := len(out)
		g.parts(t, g.preds(t, false), false, func(s *table, guard []ir.Expr) {
			if len(s.rows) < minRows {
				return
			}
			for i, f := range forms {
				_, hi, ok := s.extremes(f.vars, f.coef)
				if !ok || hi >= whole[i] || len(out)-n > maxSplit {
					continue
				}
				for _, c := range g.below(t.loc, f.vars, f.coef, hi, 1) {
					c.Expr = or(append(slices.Clone(guard), c.Expr))
					out = append(out, c)
				}
			}
		})
	}
	return out
}

// form is the linear form sum(coef[i]*vars[i]).
type form struct {
	vars []*ir.Var
	coef []int64
}

// twoForms returns the forms with one register, or with a sum or difference of two registers, and the negations of
// these forms.
func twoForms(vars []*ir.Var) []form {
	var out []form
	for i, x := range vars {
		out = append(out, form{[]*ir.Var{x}, []int64{1}}, form{[]*ir.Var{x}, []int64{-1}})
		for _, y := range vars[:i] {
			for _, c := range [][]int64{{1, -1}, {-1, 1}, {1, 1}, {-1, -1}} {
				out = append(out, form{[]*ir.Var{x, y}, c})
			}
		}
	}
	return out
}

// tripleCoefs has the absolute coefficients of sums of three registers.
var tripleCoefs = [][3]int64{{1, 1, 1}, {2, 1, 1}, {1, 2, 1}, {1, 1, 2}, {2, 2, 1}, {2, 1, 2}, {1, 2, 2}}

// sums returns bounds of sums of two and three registers with small coefficients.
func (g *engine) sums() []*cand {
	var out []*cand
	coefs := []int64{1, 2}
	for _, c := range g.info.plain {
		if c > 2 && len(coefs) < 5 && c < 1<<16 {
			coefs = append(coefs, c)
		}
	}
	for t := range g.tables() {
		vars := g.related(t)
		vars = vars[:min(len(vars), 9)]
		n := len(out)
		try := func(f form) {
			_, hi, ok := t.extremes(f.vars, f.coef)
			if !ok || !g.notable(hi) || len(out)-n >= maxTriples {
				return
			}
			// Skip a bound that follows from bounds of the parts of the sum.
			for i := range f.vars {
				one, c := f.vars[i:i+1], f.coef[i:i+1]
				rest, d := slices.Delete(slices.Clone(f.vars), i, i+1), slices.Delete(slices.Clone(f.coef), i, i+1)
				_, a, _ := t.extremes(one, c)
				_, b, _ := t.extremes(rest, d)
				if hi >= a+b {
					return
				}
			}
			out = append(out, &cand{Loc: t.loc, Expr: linear(f.vars, f.coef, -hi).compare(ir.Le)})
		}
		for i, x := range vars {
			for _, y := range vars[:i] {
				for _, c := range coefs[1:] {
					for _, k := range [][]int64{{c, 1}, {c, -1}, {-c, 1}, {-c, -1}, {1, c}, {1, -c}, {-1, c}, {-1, -c}} {
						try(form{[]*ir.Var{x, y}, k})
					}
				}
			}
		}
		for i, x := range vars {
			for j, y := range vars[:i] {
				for _, z := range vars[:j] {
					for s := range 8 {
						for _, m := range tripleCoefs {
							try(form{[]*ir.Var{x, y, z}, []int64{m[0] * (1 - int64(s&1)*2), m[1] * (1 - int64(s&2)),
								m[2] * (1 - int64(s&4)/2)}})
						}
					}
				}
			}
		}
	}
	return out
}

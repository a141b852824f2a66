package guess

import (
	"iter"
	"math"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// Limits for the candidates of one location.
const (
	maxVars    = 24  // registers among which relations are searched
	maxConst   = 40  // constants of the program
	perBound   = 4   // constants that are tried as bounds of one expression
	minRows    = 4   // states; relations that hold in fewer states are mostly coincidences
	maxOctagon = 700 // candidates of the form x + y <= c or x - y <= c
)

// equalities returns the polynomial equations of at most the given degree (1 to 3) that hold in all sampled states.
func (g *engine) equalities(degree int) []*cand {
	var out []*cand
	for t := range g.tables() {
		vars := g.related(t)
		most := map[int]int{1: maxVars, 2: 9, 3: 5}[degree]
		if len(vars) > most {
			vars = vars[:most]
		}
		monos := monomials(vars, degree)
		f := newFamily(t, monos, degree > 1)
		for _, x := range f.relations() {
			out = append(out, &cand{Loc: t.loc, Expr: x, Hard: f.hard, Of: f})
		}
	}
	return out
}

// monomials returns the products of at most degree registers, sorted by degree: the constant 1 comes first. It omits
// products that may not fit into 64 bits.
func monomials(vars []*ir.Var, degree int) []mono {
	out := []mono{{1, nil}}
	from := 0
	for d := 1; d <= degree; d++ {
		end := len(out)
		for _, m := range out[from:end] {
			for _, v := range vars {
				if n := len(m.vars); n > 0 && slices.Index(vars, v) < slices.Index(vars, m.vars[n-1]) {
					continue
				}
				p := mono{1, append(slices.Clone(m.vars), v)}
				if poly([]mono{p}).fits() {
					out = append(out, p)
				}
			}
		}
		from = end
	}
	return out
}

// tables iterates over the tables that have states, in the order of the cut points. It stops when the turn ends.
func (g *engine) tables() iter.Seq[*table] {
	return func(yield func(*table) bool) {
		for _, l := range g.info.locs {
			if t := g.data.tables[l]; len(t.rows) > 0 && (g.ctx.Err() != nil || !yield(t)) {
				return
			}
		}
	}
}

// related returns the registers among which relations are searched: the maxVars registers of at most 32 bits that the
// program uses most, in descending order of use.
func (g *engine) related(t *table) []*ir.Var {
	vars := slices.DeleteFunc(slices.Clone(t.vars), func(v *ir.Var) bool { return v.Type.Bits > 32 })
	slices.SortStableFunc(vars, func(a, b *ir.Var) int { return g.info.weight[b] - g.info.weight[a] })
	return vars[:min(len(vars), maxVars)]
}

// col returns the column of a register in a table; -1 if the table does not have it.
func (t *table) col(v *ir.Var) int { return slices.Index(t.vars, v) }

// extremes returns the least and the greatest value that the linear expression sum(coef[i]*vars[i]) has in the sampled
// states. ok is false if there are no states, or if the value may not fit into 64 bits.
func (t *table) extremes(vars []*ir.Var, coef []int64) (lo, hi int64, ok bool) {
	cols := make([]int, len(vars))
	for i, v := range vars {
		cols[i] = t.col(v)
	}
	lo, hi = math.MaxInt64, math.MinInt64
	for _, row := range t.rows {
		sum := int64(0)
		for i, c := range cols {
			x := row[c]
			if x > 1<<40 || x < -(1<<40) {
				return 0, 0, false
			}
			sum += coef[i] * x
		}
		lo, hi = min(lo, sum), max(hi, sum)
	}
	return lo, hi, len(t.rows) > 0
}

// thresholds returns the constants that are tried as upper bounds of an expression whose greatest sampled value is hi.
// These are the n smallest constants of the program above hi, and hi itself if it is notable or if n >= perBound.
func (g *engine) thresholds(hi int64, n int) []int64 {
	var out []int64
	if g.notable(hi) || n >= perBound {
		out = append(out, hi)
	}
	n += len(out) - 1
	i, _ := slices.BinarySearch(g.info.consts, hi+1)
	for ; i < len(g.info.consts) && len(out) <= n; i++ {
		out = append(out, g.info.consts[i])
	}
	return out
}

// below returns the candidates sum(coef[i]*vars[i]) <= c for each c in thresholds(hi, n), where hi is the greatest
// sampled value of the sum.
func (g *engine) below(l *ir.Loc, vars []*ir.Var, coef []int64, hi int64, n int) []*cand {
	var out []*cand
	for _, c := range g.thresholds(hi, n) {
		if p := linear(vars, coef, -c); c > math.MinInt64/4 && c < math.MaxInt64/4 {
			out = append(out, &cand{Loc: l, Expr: p.compare(ir.Le)})
		}
	}
	return out
}

// bounds returns candidates of the forms x <= c and c <= x.
func (g *engine) bounds() []*cand {
	var out []*cand
	for t := range g.tables() {
		for _, v := range t.vars {
			lo, hi, ok := t.extremes([]*ir.Var{v}, []int64{1})
			if !ok || v.Type.Bits == 64 {
				continue
			}
			reach := int64(num.MaxOf(v.Type.Bits, v.Type.Signed))
			if hi < reach {
				out = append(out, g.below(t.loc, []*ir.Var{v}, []int64{1}, hi, perBound)...)
			}
			if v.Type.Signed && lo > -reach-1 || !v.Type.Signed && lo > 0 {
				out = append(out, g.below(t.loc, []*ir.Var{v}, []int64{-1}, -lo, perBound)...)
			}
		}
	}
	return out
}

// notable reports whether a greatest sampled value looks like a bound that a programmer wrote: it is small, or a
// constant of the program. Other values probably depend on where sampling stopped.
func (g *engine) notable(hi int64) bool {
	if hi >= -16 && hi <= 16 {
		return true
	}
	_, ok := slices.BinarySearch(g.info.consts, hi)
	return ok
}

// octagons returns upper and lower bounds of sums and differences of two registers.
func (g *engine) octagons() []*cand {
	var out []*cand
	for t := range g.tables() {
		vars := g.related(t)
		vars = vars[:min(len(vars), 14)]
		n := len(out)
		for i, x := range vars {
			for _, y := range vars[:i] {
				for _, c := range [][]int64{{1, -1}, {-1, 1}, {1, 1}, {-1, -1}} {
					_, hi, ok := t.extremes([]*ir.Var{x, y}, c)
					if ok && len(out)-n < maxOctagon {
						out = append(out, g.below(t.loc, []*ir.Var{x, y}, c, hi, 2)...)
					}
				}
			}
		}
	}
	return out
}

// congruences returns candidates of the forms x = r (mod m), x + y = r (mod m) and x - y = r (mod m).
func (g *engine) congruences() []*cand {
	var out []*cand
	for t := range g.tables() {
		if len(t.rows) < minRows {
			continue
		}
		vars := g.related(t)
		for i, x := range vars {
			out = append(out, g.congruent(t, []*ir.Var{x}, []int64{1})...)
			if len(vars) > 10 {
				continue
			}
			for _, y := range vars[:i] {
				out = append(out, g.congruent(t, []*ir.Var{x, y}, []int64{1, 1})...)
				out = append(out, g.congruent(t, []*ir.Var{x, y}, []int64{1, -1})...)
			}
		}
	}
	return out
}

// congruent returns the candidate sum(coef[i]*vars[i]) = r (mod m) with the largest m for which it holds in all sampled
// states: m is the greatest common divisor of the differences between sampled values of the sum. congruent returns nil
// if m is less than 2 or more than 2^20.
func (g *engine) congruent(t *table, vars []*ir.Var, coef []int64) []*cand {
	var m, first int64
	for n, row := range t.rows {
		sum := int64(0)
		for i, v := range vars {
			sum += coef[i] * row[t.col(v)]
		}
		if n == 0 {
			first = sum
		}
		d := sum - first
		for d != 0 {
			m, d = d, m%d
		}
		if m == 1 || m == -1 {
			return nil
		}
	}
	if m < 0 {
		m = -m
	}
	if m < 2 || m > 1<<20 {
		return nil
	}
	r := (first%m + m) % m
	p := linear(vars, coef, -r)
	return []*cand{{Loc: t.loc, Hard: len(vars) > 1, Expr: &ir.Binary{Op: ir.Eq,
		X: &ir.Binary{Op: ir.Rem, X: p.sum(), Y: ir.NewConst(wide64, m)}, Y: ir.NewConst(wide64, 0)}}}
}

// sum returns p as one expression: its positive terms minus its negative ones.
func (p poly) sum() ir.Expr {
	x, y := p.expr(1), p.expr(-1)
	if b, ok := ir.IsConst(y); ok && b == 0 {
		return x
	}
	return &ir.Binary{Op: ir.Sub, X: x, Y: y}
}

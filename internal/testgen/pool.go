package testgen

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// Pool has values that are worth trying as inputs.
type Pool struct {
	near   [][]uint64           // by Site.ID: constants with which the value may be compared
	global map[ir.Type][]uint64 // all constants of the program that fit, by type
	floats map[ir.Type][]uint64 // float constants by type
	bytes  []uint64             // bytes with which uninitialised memory may be compared
}

// NewPool collects the constants of a program. A constant is near a site if it occurs in one expression with a register
// to which a value of the site may be copied (flow-insensitively, through assignments, calls and returns).
func NewPool(p *ir.Program) *Pool {
	c := &classes{parent: map[any]any{}, consts: map[any][]constant{}}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			c.stmt(f, e.Stmt)
		}
	}
	for _, o := range p.Objects {
		for _, it := range o.Init {
			c.uses(it.Val, nil)
		}
	}
	bytes := byteConstants(p)
	pool := &Pool{bytes: bytes, near: make([][]uint64, len(p.Sites)), global: map[ir.Type][]uint64{},
		floats: map[ir.Type][]uint64{}}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if in, ok := e.Stmt.(*ir.Input); ok && in.Site.Type.Kind == ir.Int {
				pool.near[in.Site.ID] = sums(in.Site.Type, fitting(in.Site.Type, c.consts[c.find(in.Dst)]))
			}
		}
	}
	for _, t := range []ir.Type{ir.I8, ir.I16, ir.I32, ir.I64, ir.U8, ir.U16, ir.U32, ir.U64} {
		pool.global[t] = fitting(t, c.all)
	}
	for _, k := range c.all {
		if k.t.Kind == ir.Float {
			pool.floats[k.t] = append(pool.floats[k.t], k.bits)
		}
	}
	return pool
}

// byteConstants returns the bytes that occur in conditions and constant objects (strings), each once, 0 first.
func byteConstants(p *ir.Program) []uint64 {
	out := []uint64{0}
	seen := [256]bool{0: true}
	add := func(v uint64) {
		if !seen[v&255] {
			seen[v&255] = true
			out = append(out, v&255)
		}
	}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			a, ok := e.Stmt.(*ir.Assume)
			if !ok {
				continue
			}
			ir.Walk(a.Cond, func(x ir.Expr) bool {
				if k, ok := x.(*ir.Const); ok && k.T.Kind == ir.Int {
					if v := int64(num.Ext(k.Bits, k.T.Bits, k.T.Signed, 64)); -128 <= v && v < 256 {
						add(uint64(v))
					}
				}
				return true
			})
		}
	}
	for _, o := range p.Objects {
		for _, it := range o.Init {
			if k, ok := it.Val.(*ir.Const); ok && o.Const && k.T.Bits == 8 {
				add(k.Bits)
			}
		}
	}
	return out
}

// Near returns the values near a site. Values that are likelier occur more than once.
func (p *Pool) Near(site *ir.Site) []uint64 { return p.near[site.ID] }

// constant is an integer or floating-point constant of the program.
type constant struct {
	t    ir.Type
	bits uint64
}

// classes is a union-find structure over registers and results of functions. A class has the constants that occur with
// its members.
type classes struct {
	parent map[any]any        // the union-find forest
	consts map[any][]constant // by representative
	all    []constant         // all constants of the program
}

// find returns the representative of the class of x.
func (c *classes) find(x any) any {
	for {
		p, ok := c.parent[x]
		if !ok {
			return x
		}
		if q, ok := c.parent[p]; ok {
			c.parent[x] = q
		}
		x = p
	}
}

// union joins two classes.
func (c *classes) union(x, y any) {
	if x, y = c.find(x), c.find(y); x != y {
		c.parent[x] = y
		c.consts[y] = append(c.consts[y], c.consts[x]...)
		delete(c.consts, x)
	}
}

// stmt joins the registers between which a statement of f copies values, and adds its constants to their classes.
func (c *classes) stmt(f *ir.Func, s ir.Stmt) {
	switch s := s.(type) {
	case *ir.Assign:
		c.uses(s.Src, s.Dst)
		c.copy(s.Dst, s.Src)
	case *ir.Call:
		for i, a := range s.Args {
			c.uses(a, nil)
			if i < len(s.Func.Params) {
				c.copy(s.Func.Params[i], a)
			}
		}
		if s.Dst != nil {
			c.union(s.Dst, s.Func)
		}
	case *ir.Return:
		if s.Val != nil {
			c.uses(s.Val, nil)
			c.copy(f, s.Val)
		}
	default: // sound: classes are a heuristic
		for _, e := range ir.StmtExprs(s) {
			c.uses(e, nil)
		}
	}
}

// copy joins x with the register of which e is a copy, up to casts and the addition of constants.
func (c *classes) copy(x any, e ir.Expr) {
	for {
		switch t := e.(type) { // sound: a heuristic
		case *ir.Cast:
			e = t.X
			continue
		case *ir.Binary:
			if t.Op == ir.Add || t.Op == ir.Sub {
				if _, ok := ir.IsConst(t.Y); ok {
					e = t.X
					continue
				}
			}
		case *ir.Ref:
			c.union(x, t.Var)
		}
		return
	}
}

// uses adds the constants of e to the classes of its registers and of dst (nil: none).
func (c *classes) uses(e ir.Expr, dst *ir.Var) {
	var ks []constant
	ir.Walk(e, func(x ir.Expr) bool {
		if k, ok := x.(*ir.Const); ok && (k.T.Kind == ir.Int || k.T.Kind == ir.Float) {
			ks = append(ks, constant{k.T, k.Bits})
		}
		return true
	})
	if len(ks) == 0 {
		return
	}
	c.all = append(c.all, ks...)
	ir.Vars(e, func(v *ir.Var) {
		r := c.find(v)
		c.consts[r] = append(c.consts[r], ks...)
	})
	if dst != nil {
		r := c.find(dst)
		c.consts[r] = append(c.consts[r], ks...)
	}
}

// maxConsts bounds the constants of one pool.
const maxConsts = 4096

// fitting lists the integer constants whose value t can hold, sorted, each once.
func fitting(t ir.Type, ks []constant) []uint64 {
	if t.Kind != ir.Int {
		return nil
	}
	var out []uint64
	for _, k := range ks {
		if k.t.Kind != ir.Int {
			continue
		}
		v := num.Ext(k.bits, k.t.Bits, k.t.Signed, t.Bits)
		if num.Ext(v, t.Bits, t.Signed, 64) == num.Ext(k.bits, k.t.Bits, k.t.Signed, 64) {
			out = append(out, v)
		}
	}
	slices.SortFunc(out, func(a, b uint64) int {
		switch {
		case a == b:
			return 0
		case num.Less(a, b, t.Bits, t.Signed):
			return -1
		}
		return 1
	})
	out = slices.Compact(out)
	if len(out) > maxConsts {
		out = out[:maxConsts]
	}
	return out
}

// sums adds the sums and differences of every two of a few constants: a solution of x - 65280 == 768 is their sum. The
// constants themselves remain the likelier choice.
func sums(t ir.Type, ks []uint64) []uint64 {
	const few = 12
	if len(ks) < 2 || len(ks) > few {
		return ks
	}
	out := ks
	for i, a := range ks {
		for _, b := range ks[i+1:] {
			out = append(out, num.Trunc(a+b, t.Bits), num.Trunc(b-a, t.Bits), num.Trunc(a-b, t.Bits))
		}
	}
	for range len(out) / len(ks) { // half of the choices are the constants
		out = append(out, ks...)
	}
	return out
}

// Style has the weights of the kinds of values of one run: small numbers, constants near the site, other constants of
// the program, values at the ends of the type, numbers of random length, and any values. The weights need not add up to
// a fixed sum.
type Style struct {
	Small, Near, Global, Extreme, Bits, Uniform int
}

// Styles are the styles between which a random search alternates: runs with values of a single kind reach states that
// mixtures do not reach.
var Styles = []Style{
	{Small: 30, Near: 30, Global: 10, Extreme: 10, Bits: 15, Uniform: 5},
	{Small: 1},
	{Near: 1},
	{Near: 8, Small: 2},
	{Near: 4, Bits: 4, Uniform: 1},
	{Bits: 1},
	{Extreme: 6, Small: 3, Near: 1},
	{Uniform: 1},
}

// Pick returns a random value for a read of type t at a site.
func (p *Pool) Pick(r *rand.Rand, s Style, site *ir.Site, t ir.Type) uint64 {
	switch t.Kind {
	case ir.Bool:
		return r.Uint64() & 1
	case ir.Ptr:
		return r.Uint64() & 1
	case ir.Float:
		return p.float(r, t)
	case ir.Int, ir.None: // below
	}
	w := t.Bits
	n := r.IntN(max(1, s.Small+s.Near+s.Global+s.Extreme+s.Bits+s.Uniform))
	if n -= s.Small; n < 0 {
		return small(r, t)
	}
	memory := false
	if n -= s.Near; n < 0 {
		if t == site.Type {
			if ks := p.near[site.ID]; len(ks) > 0 {
				return around(r, ks[r.IntN(len(ks))], w)
			}
			return small(r, t)
		}
		if w == 8 {
			return around(r, p.bytes[r.IntN(len(p.bytes))], w)
		}
		memory = true
	}
	if n -= s.Global; n < 0 || memory {
		if ks := p.global[t]; len(ks) > 0 {
			return around(r, ks[r.IntN(len(ks))], w)
		}
		return small(r, t)
	}
	if n -= s.Extreme; n < 0 {
		lo, hi := num.MinOf(w, t.Signed), num.MaxOf(w, t.Signed)
		ends := [...]uint64{lo, hi, lo + 1, hi - 1, hi / 2, hi/2 + 1}
		return num.Trunc(ends[r.IntN(len(ends))], w)
	}
	if n -= s.Bits; n < 0 {
		// A random length, then random bits below, then perhaps the complement: magnitudes are even.
		v := r.Uint64() >> (64 - 1 - r.UintN(uint(w)))
		if r.IntN(4) == 0 { // few bits set
			v = 0
			for range 1 + r.IntN(3) {
				v |= 1 << r.UintN(uint(w))
			}
		}
		if t.Signed && r.IntN(3) == 0 {
			v = -v
		}
		return num.Trunc(v, w)
	}
	return num.Trunc(r.Uint64(), w)
}

// small returns a number from -2 to 16, mostly 0, 1 or 2.
func small(r *rand.Rand, t ir.Type) uint64 {
	switch r.IntN(8) {
	case 0, 1:
		return 0
	case 2, 3:
		return 1
	case 4:
		return num.Trunc(uint64(2+r.IntN(2)), t.Bits)
	case 5:
		if t.Signed {
			return num.Trunc(-uint64(1+r.IntN(2)), t.Bits)
		}
	}
	return num.Trunc(uint64(r.IntN(17)), t.Bits)
}

// around returns the constant v of w bits, or rarely a neighbour.
func around(r *rand.Rand, v uint64, w uint8) uint64 {
	switch r.IntN(8) {
	case 0:
		v++
	case 1:
		v--
	}
	return num.Trunc(v, w)
}

// float returns a random floating-point value of type t: a constant of the program, a special value or an arbitrary
// one.
func (p *Pool) float(r *rand.Rand, t ir.Type) uint64 {
	if ks := p.floats[t]; len(ks) > 0 && r.IntN(3) == 0 {
		return ks[r.IntN(len(ks))]
	}
	specials := [...]float64{0, 1, -1, 0.5, 2, 10, -10, 1e10, -1e10, math.Inf(1), math.Inf(-1), math.NaN(),
		math.Copysign(0, -1), 1e-300}
	v := specials[r.IntN(len(specials))]
	switch r.IntN(3) {
	case 0:
		v = (r.Float64() - 0.5) * math.Pow(10, float64(r.IntN(20)-4))
	case 1:
		v = float64(r.IntN(201) - 100)
	}
	return ir.FloatBits(t, v)
}

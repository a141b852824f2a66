package windows

import (
	"cmp"
	"maps"
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// state maps registers, cells and expressions to symbols, which are unknown values, and has facts about symbols. A
// value is a symbol plus a constant number of bytes; the number is 0 except for pointers.
type state struct {
	next    int32 // the last symbol that was made
	regs    map[*ir.Var]val
	apps    map[app]val
	cells   map[cell]content
	extents map[int32]extent // by symbol: accessible bytes around it
	truth   map[int32]bool   // by symbol of a condition: whether it is true

	sorted []appOf // see sortedApps; nil until made, which is done when the state does not change any more
}

// val is the value of the symbol sym plus off bytes; off is mostly 0.
type val struct {
	sym int32
	off int64
}

// app is an expression: an operator applied to values. x and p are operands that are not values.
type app struct {
	op   ops
	t    ir.Type
	a, b val
	x    int64
	p    any // *ir.Object, *ir.Func
}

// ops are the operators of apps: the kind in the upper byte, the operator of package ir in the lower one.
type ops uint16

const (
	opConst ops = iota << 8
	opAddr
	opFunc
	opUnary
	opBinary
	opCast
	opAdd
	opDiff
	opOverflows
	opValid
)

// cell is a memory cell: a scalar of type t at an address.
type cell struct {
	addr val
	t    ir.Type
}

// content is the value of a cell, and the region of its address.
type content struct {
	v  val
	at *region
}

// extent has the bytes around a symbol that are proved to be readable, and the bytes that are proved to be writable.
// They all belong to one object.
type extent struct {
	read, write offsets
	at          *region // region of the symbol
}

// plain reports whether readable bytes are also writable, since no object of the region is const.
func (x extent) plain() bool { return x.at != nil && !x.at.constant }

// offsets is an interval of offsets from a symbol in bytes: lo is included, hi is not.
type offsets struct{ lo, hi int64 }

// empty reports whether s has no offset.
func (s offsets) empty() bool { return s.lo >= s.hi }

// has reports whether s contains o.
func (s offsets) has(o offsets) bool { return !s.empty() && s.lo <= o.lo && o.hi <= s.hi }

// hull returns the smallest interval that contains s and o.
func (s offsets) hull(o offsets) offsets {
	if s.empty() {
		return o
	}
	return offsets{min(s.lo, o.lo), max(s.hi, o.hi)}
}

// meet returns the intersection.
func (s offsets) meet(o offsets) offsets { return offsets{max(s.lo, o.lo), min(s.hi, o.hi)}.tidy() }

// tidy makes all empty intervals equal.
func (s offsets) tidy() offsets {
	if s.empty() {
		return offsets{}
	}
	return s
}

// moved returns s with by added to its bounds.
func (s offsets) moved(by int64) offsets {
	if s.empty() {
		return offsets{}
	}
	return offsets{s.lo + by, s.hi + by}
}

// region is the points-to set of an address.
type region struct {
	id       int
	places   []flow.Address
	set      flow.Set // objects with bytes
	constant bool     // some object in it is const
}

// newState returns the state without facts.
func newState() *state {
	return &state{regs: map[*ir.Var]val{}, apps: map[app]val{}, cells: map[cell]content{}, extents: map[int32]extent{},
		truth: map[int32]bool{}}
}

// clone returns a copy of s.
func (s *state) clone() *state {
	return &state{s.next, maps.Clone(s.regs), maps.Clone(s.apps), maps.Clone(s.cells), maps.Clone(s.extents),
		maps.Clone(s.truth), nil}
}

// fresh returns a new symbol.
func (s *state) fresh() val {
	s.next++
	return val{sym: s.next}
}

// pairKey is a pair of symbols. Some register or expression has the symbol a plus an offset as its value in one state,
// and the symbol b plus an offset in the other state. d is the first offset minus the second.
type pairKey struct {
	a, b int32
	d    int64
}

// joiner computes the join of a and b.
type joiner struct {
	a, b, out *state
	pairs     map[pairKey]int32   // the symbol in out for a pair
	of        map[int32][]pairKey // pairs, by symbol of a
	work      bool                // a pair was added since the last round
}

// pair returns the value in out of an expression that is x in a and y in b.
func (j *joiner) pair(x, y val) val {
	k := pairKey{x.sym, y.sym, x.off - y.off}
	s, ok := j.pairs[k]
	if !ok {
		s = j.out.fresh().sym
		j.pairs[k] = s
		j.of[x.sym] = append(j.of[x.sym], k)
		j.work = true
	}
	return val{s, x.off}
}

// has returns, for the value x in a, the value in b and the value in out that the pair k gives.
func (j *joiner) has(k pairKey, x val) (y, out val) {
	return val{k.b, x.off - k.d}, val{j.pairs[k], x.off}
}

// maxPairs bounds the pairs of one symbol of a that are used to match expressions.
const maxPairs = 4

// none is the result of partners for an operator without this operand.
var none = []pairKey{{}}

// partners returns the pairs of x, or none if leaf is set because the operator does not have this operand.
func (j *joiner) partners(x val, leaf bool) []pairKey {
	if leaf {
		return none
	}
	ks := j.of[x.sym]
	return ks[:min(len(ks), maxPairs)]
}

// join returns the facts that hold in both states. It keeps only the registers for which keep returns true. changed
// reports whether the facts are weaker than the facts of a.
func (r *run) join(a, b *state, keep func(*ir.Var) bool) (out *state, changed bool) {
	j := &joiner{a: a, b: b, pairs: make(map[pairKey]int32, len(a.regs)+len(a.apps)),
		of: make(map[int32][]pairKey, len(a.regs)+len(a.apps))}
	j.out = &state{regs: make(map[*ir.Var]val, len(a.regs)), apps: make(map[app]val, min(len(a.apps), len(b.apps))),
		cells: map[cell]content{}, extents: map[int32]extent{}, truth: map[int32]bool{}}
	for _, v := range r.ordered(a.regs) {
		x, y, ok := a.regs[v], val{}, false
		if y, ok = b.regs[v]; ok && keep(v) {
			j.out.regs[v] = j.pair(x, y)
		}
	}
	apps, cells := sortedApps(a), sortedCells(a)
	for j.work = true; j.work; {
		j.work = false
		for _, k := range apps {
			for _, ka := range j.partners(k.a, k.a.sym == 0) {
				for _, kb := range j.partners(k.b, k.b.sym == 0) {
					other, made := k.app, k.app
					if k.a.sym != 0 {
						other.a, made.a = j.has(ka, k.a)
					}
					if k.b.sym != 0 {
						other.b, made.b = j.has(kb, k.b)
					}
					if y, ok := b.apps[other]; ok {
						j.out.apps[made] = j.pair(k.v, y)
					}
				}
			}
		}
		for _, k := range cells {
			for _, ka := range j.partners(k.addr, false) {
				other, made := k, k
				other.addr, made.addr = j.has(ka, k.addr)
				if y, ok := b.cells[other]; ok {
					x := a.cells[k]
					j.out.cells[made] = content{j.pair(x.v, y.v), r.union(x.at, y.at)}
				}
			}
		}
	}
	for k, s := range j.pairs {
		if x, ok := a.extents[k.a]; ok {
			if y, ok := b.extents[k.b]; ok {
				m := extent{x.read.meet(y.read.moved(k.d)), x.write.meet(y.write.moved(k.d)), r.union(x.at, y.at)}
				if !m.read.empty() || !m.write.empty() {
					j.out.extents[s] = m
				}
			}
		}
		if x, ok := a.truth[k.a]; ok {
			if y, ok := b.truth[k.b]; ok && x == y {
				j.out.truth[s] = x
			}
		}
	}
	r.settle(j.out)
	return j.out, !j.same()
}

// same reports whether out has all facts of a.
func (j *joiner) same() bool {
	a, out := j.a, j.out
	if len(out.regs) != len(a.regs) || len(out.apps) != len(a.apps) || len(out.cells) != len(a.cells) ||
		len(out.extents) != len(a.extents) || len(out.truth) != len(a.truth) {
		return false
	}
	for k, s := range j.pairs {
		if len(j.of[k.a]) != 1 || out.extents[s] != a.extents[k.a] {
			return false
		}
	}
	for k, c := range a.cells {
		if out.cells[cell{j.to(k.addr), k.t}].at != c.at {
			return false
		}
	}
	return true
}

// to returns the value in out for the value x in a. The symbol of x must have exactly one pair.
func (j *joiner) to(x val) val { return val{j.pairs[j.of[x.sym][0]], x.off} }

// byVal compares values by symbol, then by offset.
func byVal(x, y val) int { return cmp.Or(cmp.Compare(x.sym, y.sym), cmp.Compare(x.off, y.off)) }

// boolInt returns 1 for true, 0 for false.
func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// appOf is an expression with its value.
type appOf struct {
	app
	v val
}

// sortedApps returns the expressions of a, sorted by their values. For the state of a cut, they are sorted only once.
func sortedApps(a *state) []appOf {
	if a.sorted != nil {
		return a.sorted
	}
	all := make([]appOf, 0, len(a.apps))
	for k, v := range a.apps {
		all = append(all, appOf{k, v})
	}
	slices.SortFunc(all, func(x, y appOf) int { return byVal(x.v, y.v) })
	return all
}

// sortedCells returns the cells of a in a fixed order.
func sortedCells(a *state) []cell {
	return slices.SortedFunc(maps.Keys(a.cells), func(x, y cell) int {
		return cmp.Or(byVal(x.addr, y.addr), byVal(a.cells[x].v, a.cells[y].v), int(x.t.Kind)-int(y.t.Kind),
			int(x.t.Bits)-int(y.t.Bits), boolInt(x.t.Signed)-boolInt(y.t.Signed))
	})
}

package windows

import (
	"cmp"
	"maps"
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// state says which registers, cells and expressions have which symbol, an unknown value, and what has been shown of
// symbols. A pointer is a symbol and a constant number of bytes; everything else is a symbol and 0.
type state struct {
	next    int32 // the next symbol
	regs    map[*ir.Var]val
	apps    map[app]val
	cells   map[cell]content
	extents map[int32]extent
	truth   map[int32]bool // of symbols of conditions

	sorted []appOf // of a state that does not change any more; nil: not made
}

// val is the value sym plus off bytes; off is 0 in most cases.
type val struct {
	sym int32
	off int64
}

// app is an operator applied to values; x and p are what else it depends on.
type app struct {
	op   ops
	t    ir.Type
	a, b val
	x    int64
	p    any // *ir.Object, *ir.Func
}

// ops are the operators of apps: kind in the upper byte, the operator of ir in the lower one.
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

// cell is a piece of memory as one type: size bytes at an address.
type cell struct {
	addr val
	t    ir.Type
}

type content struct {
	v  val
	at *region
}

// extent holds the bytes of one object around a symbol that were shown to be readable, and those that were shown to be
// writable.
type extent struct {
	read, write offsets
	at          *region // objects that the symbol may be in
}

func (x extent) plain() bool { return x.at != nil && !x.at.constant }

// offsets is an interval of offsets from a symbol in bytes: lo is included, hi is not.
type offsets struct{ lo, hi int64 }

func (s offsets) empty() bool { return s.lo >= s.hi }

func (s offsets) has(o offsets) bool { return !s.empty() && s.lo <= o.lo && o.hi <= s.hi }

func (s offsets) hull(o offsets) offsets {
	if s.empty() {
		return o
	}
	return offsets{min(s.lo, o.lo), max(s.hi, o.hi)}
}

func (s offsets) meet(o offsets) offsets { return offsets{max(s.lo, o.lo), min(s.hi, o.hi)}.tidy() }

func (s offsets) tidy() offsets {
	if s.empty() {
		return offsets{}
	}
	return s
}

func (s offsets) moved(by int64) offsets {
	if s.empty() {
		return offsets{}
	}
	return offsets{s.lo + by, s.hi + by}
}

// region is where an address may lead, as flow.Points says.
type region struct {
	id       int
	places   []flow.Address
	set      flow.Set // objects with bytes
	constant bool
}

func newState() *state {
	return &state{regs: map[*ir.Var]val{}, apps: map[app]val{}, cells: map[cell]content{}, extents: map[int32]extent{},
		truth: map[int32]bool{}}
}

func (s *state) clone() *state {
	return &state{s.next, maps.Clone(s.regs), maps.Clone(s.apps), maps.Clone(s.cells), maps.Clone(s.extents),
		maps.Clone(s.truth), nil}
}

func (s *state) fresh() val {
	s.next++
	return val{sym: s.next}
}

// pairKey is a symbol of one state and one of the other that some register or expression has, so many bytes apart.
type pairKey struct {
	a, b int32
	d    int64
}

// joiner makes the state of what holds in a and in b.
type joiner struct {
	a, b, out *state
	pairs     map[pairKey]int32
	of        map[int32][]pairKey // by symbol of a
	work      bool
}

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

// has returns the pair of two values, if there is one.
func (j *joiner) has(k pairKey, x val) (y, out val) {
	return val{k.b, x.off - k.d}, val{j.pairs[k], x.off}
}

// maxPairs is how many partners of one symbol are told apart.
const maxPairs = 4

// none stands for an operand that is not there.
var none = []pairKey{{}}

func (j *joiner) partners(x val, leaf bool) []pairKey {
	if leaf {
		return none
	}
	ks := j.of[x.sym]
	return ks[:min(len(ks), maxPairs)]
}

// join returns the facts of both states that keep wants; changed reports whether these are fewer than the facts of a.
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

// same reports whether all of a is in the result.
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

// to returns the value that became of one of a, where there is one partner.
func (j *joiner) to(x val) val { return val{j.pairs[j.of[x.sym][0]], x.off} }

func byVal(x, y val) int { return cmp.Or(cmp.Compare(x.sym, y.sym), cmp.Compare(x.off, y.off)) }

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

// sortedApps returns the expressions of a state, by their symbols. Of a state that a cut keeps they are made once.
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

func sortedCells(a *state) []cell {
	return slices.SortedFunc(maps.Keys(a.cells), func(x, y cell) int {
		return cmp.Or(byVal(x.addr, y.addr), byVal(a.cells[x].v, a.cells[y].v), int(x.t.Kind)-int(y.t.Kind),
			int(x.t.Bits)-int(y.t.Bits), boolInt(x.t.Signed)-boolInt(y.t.Signed))
	})
}

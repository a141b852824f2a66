package testgen

import (
	"context"
	"math"
	"math/bits"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Machine is a machine whose fuel can be set.
type Machine interface {
	exec.Machine
	SetFuel(uint64)
}

// runWork is the cost of a run in addition to its fuel, in the unit of Minimise's limit.
const runWork = 4096

// Minimise makes a test smaller while its run still reaches the goal: first fewer inputs, then fewer iterations of
// loops, then smaller values. It removes blocks of inputs, largest first (A. Zeller, R. Hildebrandt, Simplifying and
// isolating failure-inducing input, 2002). It reduces numbers that determine how many inputs are read, together with
// these inputs. It replaces values by zero, one or their half, alone or together with all equal values, and reduces
// pairs of values by the same amount. A last phase accepts smaller values also if they make the run somewhat longer.
//
// The result has exactly the inputs that its run reads. Unless a limit was reached, none of its inputs can be removed,
// or halved without a much longer run. The limits are ctx and work, which counts the fuel of all runs and runWork for
// each. The given test must reach the goal; otherwise it is returned unchanged. No run may use much more fuel than the
// best one, since the program may run for ever on zeros. Minimise leaves the machine with unlimited fuel.
func Minimise(ctx context.Context, p *ir.Program, m Machine, t *verify.Test, goal func(*exec.Run) bool,
	work uint64) (*verify.Test, error) {
	first, err := Run(ctx, p, m, t)
	if err != nil {
		return nil, err
	}
	if !goal(first) {
		return t, nil
	}
	defer m.SetFuel(0)
	s := &shrinker{ctx: ctx, prog: p, m: m, goal: goal, work: work}
	s.keep(first)
	for again := true; again && s.more(); {
		before := s.cost
		s.drop()
		s.steer()
		s.zero()
		s.values()
		again = s.cost.less(before)
	}
	// Now accept a smaller value even if the run has another iteration or reads more inputs, as long as these are within
	// the bound.
	s.relaxed, s.most = true, cost{reads: 3*s.cost.reads + 8, fuel: 2*s.cost.fuel + 8}
	for again := true; again && s.more(); {
		before := s.cost
		s.zero()
		s.values()
		s.equals()
		s.pairs()
		s.drop()
		again = s.cost.size != before.size || s.cost.reads != before.reads
	}
	if s.err != nil {
		return nil, s.err
	}
	return &verify.Test{Records: s.best, Note: t.Note}, nil
}

// cost is the cost of a test: a smaller one is better.
type cost struct {
	reads int
	fuel  uint64
	size  magnitude // sum of the sizes of its values
}

// less reports whether c is smaller than d. The number of inputs counts first, then fuel, then size.
func (c cost) less(d cost) bool {
	if c.reads != d.reads {
		return c.reads < d.reads
	}
	if c.fuel != d.fuel {
		return c.fuel < d.fuel
	}
	return c.size.less(d.size)
}

// magnitude is a sum of sizes of values, as a number of 128 bits.
type magnitude struct{ hi, lo uint64 }

func (a magnitude) less(b magnitude) bool { return a.hi < b.hi || a.hi == b.hi && a.lo < b.lo }

func (a magnitude) add(n uint64) magnitude {
	lo, carry := bits.Add64(a.lo, n, 0)
	return magnitude{a.hi + carry, lo}
}

// sized adds the size of a value: twice its absolute value, plus one for a negative number or a fraction.
func (a magnitude) sized(r ir.Record) magnitude {
	switch t := r.Type; t.Kind { // sound: the size only orders tests
	case ir.Float:
		f := ir.FloatOf(t, r.Bits)
		switch n := math.Ceil(math.Abs(f)); {
		case f == 0:
			return a
		case !(n < 1<<62):
			return a.add(1 << 63)
		case f != n:
			return a.add(2*uint64(n) + 1)
		default:
			return a.add(2 * uint64(n))
		}
	case ir.Int:
		if n := num.Signed(r.Bits, t.Bits); t.Signed && n < 0 {
			return a.add(uint64(-n)).add(uint64(-n)).add(1)
		}
	}
	return a.add(r.Bits).add(r.Bits)
}

// shrinker minimises one test.
type shrinker struct {
	ctx     context.Context
	prog    *ir.Program
	m       Machine
	goal    func(*exec.Run) bool
	work    uint64 // remaining work
	best    []ir.Record
	cost    cost // of the best run
	relaxed bool // minimise values first; other costs may grow up to most
	most    cost // the bound on number of inputs and fuel if relaxed is set
	err     error
}

// more reports whether the limits allow another run.
func (s *shrinker) more() bool { return s.work > 0 && s.err == nil && s.ctx.Err() == nil }

// keep makes r the best run.
func (s *shrinker) keep(r *exec.Run) {
	s.best, s.cost = append([]ir.Record(nil), r.Reads...), costOf(r)
}

// costOf returns the cost of the test that repeats r.
func costOf(r *exec.Run) cost {
	c := cost{reads: len(r.Reads), fuel: r.Fuel}
	for _, rec := range r.Reads {
		c.size = c.size.sized(rec)
	}
	return c
}

// try runs a candidate and keeps it if it reaches the goal and costs less.
func (s *shrinker) try(cand []ir.Record) bool {
	if !s.more() {
		return false
	}
	most := s.cost.fuel
	if s.relaxed {
		most = s.most.fuel
	}
	s.m.SetFuel(most + most/8 + 100)
	run, err := Run(s.ctx, s.prog, s.m, &verify.Test{Records: cand})
	if err != nil {
		s.err = err
		return false
	}
	s.work -= min(s.work, run.Fuel+runWork)
	if !s.goal(run) {
		return false
	}
	c := costOf(run)
	better := c.less(s.cost)
	if s.relaxed {
		better = c.fuel <= s.most.fuel && c.reads <= s.most.reads && (c.size.less(s.cost.size) || c.size == s.cost.size &&
			c.reads < s.cost.reads)
	}
	if better {
		s.keep(run)
	}
	return better
}

// drop removes blocks of inputs, largest first. Later reads of the same sites then get the next values of these sites.
func (s *shrinker) drop() {
	for block := len(s.best); block >= 1 && s.more(); block = min(block/2, len(s.best)) {
		for from := 0; from < len(s.best) && s.more(); {
			if s.try(without(s.best, from, min(from+block, len(s.best)))) || block == 1 && s.try(shifted(s.best, from)) {
				continue
			}
			from += block
		}
	}
}

// without returns a test without its records i to j-1. The later records of the same sites get smaller occurrence
// numbers.
func without(rs []ir.Record, i, j int) []ir.Record {
	type read struct{ site, occ int }
	kept := map[read]bool{}
	out := append(append([]ir.Record(nil), rs[:i]...), rs[j:]...)
	for _, r := range out {
		kept[read{r.Site, r.Occ}] = true
	}
	gone := map[int]map[int]bool{} // occurrences by site
	for _, r := range rs[i:j] {
		if !kept[read{r.Site, r.Occ}] {
			if gone[r.Site] == nil {
				gone[r.Site] = map[int]bool{}
			}
			gone[r.Site][r.Occ] = true
		}
	}
	for k := range out {
		r := &out[k]
		before := 0
		for occ := range gone[r.Site] {
			if occ < r.Occ {
				before++
			}
		}
		r.Occ -= before
	}
	return out
}

// shifted returns a test in which each value from i on is replaced by the next one, and the last record is removed.
func shifted(rs []ir.Record, i int) []ir.Record {
	out := append([]ir.Record(nil), rs[:len(rs)-1]...)
	for k := i; k < len(out); k++ {
		out[k].Bits, out[k].At = num.Trunc(rs[k+1].Bits, out[k].Type.Bits), rs[k+1].At
	}
	return out
}

// steer reduces a number and removes inputs after it, as if the number determined how many inputs follow.
func (s *shrinker) steer() {
	for i := 0; i < len(s.best) && s.more(); i++ {
		for s.steerOne(i) {
		}
	}
}

// steerOne tries this for the i-th input, and reports whether it succeeded.
func (s *shrinker) steerOne(i int) bool {
	if i >= len(s.best) || s.best[i].Type.Kind != ir.Int {
		return false
	}
	r := s.best[i]
	behind := len(s.best) - 1 - i
	if r.Bits < 2 || r.Bits > uint64(behind) {
		return false
	}
	n := int(r.Bits)
	for _, less := range []int{1, n / 2, n - 1} {
		if less >= n {
			continue
		}
		d := (behind / n) * (n - less)
		cand := append([]ir.Record(nil), s.best...)
		cand[i].Bits = uint64(less)
		if s.try(without(cand, i+1, i+1+d)) || s.try(without(cand, len(cand)-d, len(cand))) {
			return true
		}
	}
	return false
}

// zero sets blocks of values to zero, largest blocks first.
func (s *shrinker) zero() {
	for block := len(s.best); block > 1 && s.more(); block = min(block/2, len(s.best)) {
		for from := 0; from < len(s.best) && s.more(); from += block {
			cand := append([]ir.Record(nil), s.best...)
			changed := false
			for i := from; i < min(from+block, len(cand)); i++ {
				if numeric(cand[i]) && cand[i].Bits != 0 {
					cand[i].Bits, changed = 0, true
				}
			}
			if changed {
				s.try(cand)
			}
		}
	}
}

// numeric reports whether the bits of a record are its value.
func numeric(r ir.Record) bool { return r.At.Kind == ir.Number }

// values tries smaller values for each record.
func (s *shrinker) values() {
	for i := 0; i < len(s.best) && s.more(); i++ {
		for s.value(i) {
		}
	}
}

// value tries smaller values for the i-th input, and reports whether one succeeded.
func (s *shrinker) value(i int) bool {
	if i >= len(s.best) || s.best[i].Bits == 0 || !numeric(s.best[i]) {
		return false
	}
	for _, v := range smaller(s.best[i].Type, s.best[i].Bits) {
		cand := append([]ir.Record(nil), s.best...)
		cand[i].Bits = v
		if s.try(cand) {
			return true
		}
		if !s.more() {
			return false
		}
	}
	return false
}

// equals tries smaller values for all records with the same value at once.
func (s *shrinker) equals() {
	const most = 256
	for i := 0; i < min(len(s.best), most) && s.more(); i++ {
		for s.equal(i) {
		}
	}
}

// equal tries smaller values for all inputs with the value of the i-th, which is the first of them. It reports whether
// one succeeded.
func (s *shrinker) equal(i int) bool {
	if i >= len(s.best) || s.best[i].Bits == 0 || !numeric(s.best[i]) {
		return false
	}
	r := s.best[i]
	var all []int
	for k, q := range s.best {
		if q.Bits == r.Bits && q.Type == r.Type && numeric(q) {
			all = append(all, k)
		}
	}
	if len(all) < 2 || all[0] != i {
		return false
	}
	for _, v := range smaller(r.Type, r.Bits) {
		cand := append([]ir.Record(nil), s.best...)
		for _, k := range all {
			cand[k].Bits = v
		}
		if s.try(cand) {
			return true
		}
	}
	return false
}

// pairs subtracts the same amount from two numbers whose difference may matter.
func (s *shrinker) pairs() {
	const most = 8 // numbers that are tried
	var at []int
	for i, r := range s.best {
		if r.Type.Kind == ir.Int && r.Bits != 0 && numeric(r) && len(at) < most {
			at = append(at, i)
		}
	}
	for _, i := range at {
		for _, j := range at {
			for i < j && s.pair(i, j) {
			}
		}
	}
}

// pair tries this for the inputs i and j, and reports whether it succeeded.
func (s *shrinker) pair(i, j int) bool {
	if j >= len(s.best) || s.best[i].Type.Kind != ir.Int || s.best[j].Type.Kind != ir.Int {
		return false
	}
	a, b := s.best[i], s.best[j]
	for _, n := range []int64{num.Signed(a.Bits, a.Type.Bits), num.Signed(b.Bits, b.Type.Bits)} {
		for d := n; d != 0; d /= 2 {
			cand := append([]ir.Record(nil), s.best...)
			cand[i].Bits = num.Trunc(a.Bits-uint64(d), a.Type.Bits)
			cand[j].Bits = num.Trunc(b.Bits-uint64(d), b.Type.Bits)
			if s.try(cand) {
				return true
			}
		}
	}
	return false
}

// smaller returns values of a type that are simpler than v, simplest first.
func smaller(t ir.Type, v uint64) []uint64 {
	add := func(out []uint64, x uint64) []uint64 {
		if x != v {
			out = append(out, x)
		}
		return out
	}
	out := add(nil, 0)
	switch t.Kind { // sound: the values are only candidates
	case ir.Float:
		f := ir.FloatOf(t, v)
		for _, x := range []float64{1, math.Trunc(f), math.Abs(f), math.Trunc(f / 2)} {
			out = add(out, ir.FloatBits(t, x))
		}
		return out
	case ir.Int: // below
	default:
		return out
	}
	w := t.Bits
	n := num.Signed(v, w)
	if t.Signed && n < 0 {
		out = add(out, num.Trunc(-v, w)) // 5 rather than -5
		if n < -1 {
			out = add(out, num.Mask(w))
			out = add(out, num.Trunc(uint64(n/2), w))
		}
		for d := n / 2; d != 0; d /= 2 {
			out = add(out, num.Trunc(uint64(n-d), w))
		}
		return out
	}
	if v > 1 {
		out = add(out, 1)
		out = add(out, v/2)
	}
	for d := v / 2; d != 0; d /= 2 {
		out = add(out, v-d)
	}
	return out
}

package random

import (
	"math/bits"
	"math/rand/v2"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// gen gives the inputs of one run. While the run reads inputs at the same sites as a kept run, gen repeats the values
// of the kept run with some changes; afterwards it gives fresh values. It has its own random generator, so a copy made
// before the run gives the same inputs again.
type gen struct {
	s      *search
	rng    rand.PCG
	parent *seed       // the kept run; nil if there is none
	base   []ir.Record // the inputs of the kept run; not changed
	at     int         // next position of base
	cut    int         // position from which on values are fresh
	rate   int         // one value in rate is changed; 0 for no change
	insert int         // position before which extra fresh values are inserted; -1 for none
	extra  int         // number of values that are still to be inserted
	style  testgen.Style
	steady bool        // each site gets one value throughout the run
	same   []sameValue // the values of sites so far, if steady

	stop  int    // number of reads at which the run is ended; 0 for no limit
	fuel  uint64 // the fuel of the run if stop is not 0
	count int    // number of reads so far
	news  []int  // for each new state of the run: the number of reads before it
}

// sameValue is the value of a site, if gen.steady is set.
type sameValue struct {
	site int
	bits uint64
}

// plan chooses how the inputs of the next run are made.
func (s *search) plan() gen {
	r := s.rng
	g := gen{s: s, insert: -1, style: testgen.Styles[0]}
	g.rng.Seed(r.Uint64(), r.Uint64())
	if r.IntN(2) == 0 {
		g.style = testgen.Styles[r.IntN(len(testgen.Styles))]
	}
	if len(s.fronts) > 0 && r.Float64() < s.share() {
		s.goOn(&g)
		return g
	}
	g.steady = r.IntN(8) == 0
	if len(s.corpus) == 0 || r.IntN(4) == 0 {
		return g
	}
	g.parent = s.parent()
	g.parent.chosen++
	g.base, g.cut = g.parent.reads, len(g.parent.reads)
	n := len(g.base)
	switch r.IntN(8) {
	case 0, 1: // one or few changes
		g.rate = max(1, n/(1+r.IntN(4)))
	case 2: // many changes
		g.rate = 2 + r.IntN(8)
	case 3, 4: // a prefix, then fresh values
		g.cut = r.IntN(n + 1)
	case 5: // nearly all of the kept run, then fresh values
		g.cut = n - min(n, r.IntN(4))
	case 6: // inserted values
		g.insert, g.extra = r.IntN(n+1), 1+r.IntN(3)
	case 7: // a prefix, then the rest of another run
		g.splice()
	}
	return g
}

// splice replaces base by a prefix of base followed by the end of another kept run.
func (g *gen) splice() {
	r := g.s.rng
	other := g.s.corpus[r.IntN(len(g.s.corpus))].reads
	from := r.IntN(len(g.base) + 1)
	to := r.IntN(len(other) + 1)
	g.base = append(append(make([]ir.Record, 0, from+len(other)-to), g.base[:from]...), other[to:]...)
	g.cut = len(g.base)
	if r.IntN(2) == 0 {
		g.rate = max(1, len(g.base)/2)
	}
}

// parent chooses the best of three random seeds; late, short and seldom chosen seeds are better.
func (s *search) parent() *seed {
	var best *seed
	cost := func(k *seed) int {
		return bits.Len(uint(k.chosen)) + bits.Len64(k.fuel)/2 - min(k.found, 4)
	}
	for range 3 {
		n := len(s.corpus)
		k := s.corpus[n-1-min(s.rng.IntN(n), s.rng.IntN(n))]
		if best == nil || cost(k) < cost(best) {
			best = k
		}
	}
	return best
}

// Next implements exec.Inputs.
func (g *gen) Next(k ir.Key, site *ir.Site, t ir.Type) (uint64, bool) {
	g.visit(site, k.Off)
	if g.stop > 0 && g.count >= g.stop || g.count >= g.s.cfg.Longest {
		return 0, false
	}
	g.count++
	if g.extra > 0 && g.at == g.insert {
		g.extra--
		return g.pick(site, t), true
	}
	if g.at >= g.cut {
		return g.pick(site, t), true
	}
	rec := g.base[g.at]
	g.at++
	if rec.Site != k.Site || rec.Type != t {
		// The run has left the kept run: search for the next read of this site.
		for j := g.at; j < len(g.base) && j < g.at+8; j++ {
			if g.base[j].Site == k.Site && g.base[j].Type == t {
				rec, g.at = g.base[j], j+1
				return g.change(rec.Bits, site, t), true
			}
		}
		return g.pick(site, t), true
	}
	return g.change(rec.Bits, site, t), true
}

// change returns v, or with probability 1/rate a mutation of it.
func (g *gen) change(v uint64, site *ir.Site, t ir.Type) uint64 {
	r := rand.New(&g.rng)
	if g.rate == 0 || r.IntN(g.rate) != 0 {
		return v
	}
	if t.Kind != ir.Int || r.IntN(2) == 0 {
		return g.pick(site, t)
	}
	switch r.IntN(6) {
	case 0:
		v++
	case 1:
		v--
	case 2:
		v ^= 1 << r.UintN(uint(t.Bits))
	case 3:
		v *= 2
	case 4:
		v = -v
	case 5:
		v += uint64(r.IntN(65)) - 32
	}
	return num.Trunc(v, t.Bits)
}

// pick returns a fresh value. If the region of errors restricts the site, the value mostly lies in the region.
func (g *gen) pick(site *ir.Site, t ir.Type) uint64 {
	if d, ok := g.s.box[site.ID]; ok && d.Type == t {
		return g.within(d, site)
	}
	if g.steady {
		for _, x := range g.same {
			if x.site == site.ID {
				return num.Trunc(x.bits, max(t.Bits, 1))
			}
		}
		v := g.s.pool.Pick(rand.New(&g.rng), g.style, site, t)
		g.same = append(g.same, sameValue{site.ID, v})
		return v
	}
	return g.s.pool.Pick(rand.New(&g.rng), g.style, site, t)
}

// within returns a value for a site that the region restricts to d: a value of d, except for about one in eight.
func (g *gen) within(d verify.Range, site *ir.Site) uint64 {
	r := rand.New(&g.rng)
	v := g.s.pool.Pick(r, g.style, site, d.Type)
	if d.Contains(v) || r.IntN(8) == 0 {
		return v
	}
	switch n := d.Size() - 1; {
	case n == 0 || r.IntN(8) == 0:
		return d.Lo
	case r.IntN(8) == 0:
		return d.Hi
	case n == ^uint64(0):
		return r.Uint64()
	default:
		return num.Trunc(d.Lo+r.Uint64N(n+1), max(d.Type.Bits, 1))
	}
}

package synergy

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// lemma holds that reached states of one region of the baseline are in one region of SYNERGY. It counts regions.
func lemma(t *testing.T, task *verify.Task, fine, coarse *worker, seed uint64, text string) (n int) {
	t.Helper()
	for _, o := range task.Asked() {
		q, a := fine.quotients[o], coarse.analyses[o]
		if q == nil || a == nil || !q.done || q.left != "" || !a.done {
			continue
		}
		of := map[*Region]*Region{}
		for inputs := range uint64(256) {
			xs, ys := q.arrivals(t, inputs), a.arrivals(t, inputs)
			for i := range min(len(xs), len(ys)) {
				x, y := xs[i], ys[i]
				if x == nil || y == nil {
					continue
				}
				if was := of[x]; was != nil && was != y {
					t.Errorf("program %d: the baseline does not tell states apart that SYNERGY does: %s and %s\n%s", seed,
						ir.ExprString(was.Expr()), ir.ExprString(y.Expr()), text)
					return n
				}
				of[x] = y
			}
		}
		n += len(of)
	}
	return n
}

// The tests below are about the paper alone: Fig. 2 and Fig. 5 as printed on systems of few states. Sets of states are
// bits.

// system is a program of section 3: successors by state. State 0 begins, the last one is the error.
type system []uint

// partition has disjoint regions that cover all states.
type partition []uint

// first returns the partition of line 2.
func (s system) first() partition {
	start, last := uint(1), uint(1)<<(len(s)-1)
	return partition{start, last, (1<<len(s) - 1) &^ (start | last)}
}

func (s system) pre(q uint) (p uint) {
	for at, next := range s {
		if next&q != 0 {
			p |= 1 << at
		}
	}
	return p
}

func (s system) reached() uint {
	r := uint(1)
	for range s {
		for at, next := range s {
			if r>>at&1 != 0 {
				r |= next
			}
		}
	}
	return r
}

// split parts a region by Pre of another one.
func (p partition) split(s system, r, q uint) partition {
	out := slices.DeleteFunc(slices.Clone(p), func(x uint) bool { return x == r })
	out = append(out, r&s.pre(q), r&^s.pre(q))
	slices.Sort(out)
	return out
}

// coarser reports whether each region of q, as far as it is in a set, is in one of p.
func (p partition) coarser(q partition, in uint) bool {
	return !slices.ContainsFunc(q, func(r uint) bool {
		return !slices.ContainsFunc(p, func(x uint) bool { return r&in&^x == 0 })
	})
}

// partitions returns all that come of the first one by splits of regions with reached states by Pre of regions. Those
// of both algorithms are among them: SYNERGY splits where F has a state (lines 20 and 21), the baseline where T has one
// (lines 17 to 20), and it ends where no region with a reached state is left to be split: in stable.
func (s system) partitions() (all, stable []partition) {
	seen := map[string]bool{}
	reached := s.reached()
	todo := []partition{s.first()}
	for len(todo) > 0 {
		p := todo[0]
		todo = todo[1:]
		slices.Sort(p)
		if k := fmt.Sprint(p); seen[k] {
			continue
		} else {
			seen[k] = true
		}
		all = append(all, p)
		ends := true
		for _, r := range p {
			for _, q := range p {
				if by := s.pre(q); r&reached != 0 && r&by != 0 && r&^by != 0 {
					ends = false
					todo = append(todo, p.split(s, r, q))
				}
			}
		}
		if ends {
			stable = append(stable, p)
		}
	}
	return all, stable
}

// refutes reports whether a partition on the way of SYNERGY may be not coarser than one that the baseline ends with, in
// a set of states.
func (s system) refutes(in uint) bool {
	all, stable := s.partitions()
	return slices.ContainsFunc(stable, func(q partition) bool {
		return slices.ContainsFunc(all, func(p partition) bool { return !p.coarser(q, in) })
	})
}

// TestLemmaAsPrinted: lemma 1 does not hold as it is printed. Its proof says that a region that SYNERGY splits is
// reached, so that the baseline splits it the same way; but the baseline may have split it in another way before, and
// then one part, which is not reached, is never looked at again.
//
//	a -> b, b -> b, c -> e; nothing from d; a begins, e is the error
//
//	first            a | b c d | e
//	SYNERGY          a | b d | c | e    F has a and b; the frontier is before e, no test passes it, b c d is parted by Pre(e) = c
//	LEE-YANNAKAKIS   a | b | c d | e    P = Q = b c d, which is parted by Pre(Q) = a b; b is stable, c d is not reached
//
// The region c d is in none of those of SYNERGY. With four states there is no such system; on reached states (what
// theorem 2 needs) there is none at all.
func TestLemmaAsPrinted(t *testing.T) {
	const a, b, c, d, e = 1, 2, 4, 8, 16
	s := system{b, b, e, 0, 0}
	others := uint(b | c | d)
	if f := s.reached(); f != a|b || s.pre(e)&f != 0 || s.pre(others) != a|b {
		t.Fatal("it is another system")
	}
	synergy, baseline := s.first().split(s, others, e), s.first().split(s, others, others)
	if !slices.Equal(synergy, partition{a, c, b | d, e}) || !slices.Equal(baseline, partition{a, b, c | d, e}) {
		t.Fatal(synergy, baseline)
	}
	if synergy.coarser(baseline, a|b|c|d|e) || !synergy.coarser(baseline, s.reached()) || !s.refutes(a|b|c|d|e) {
		t.Error("lemma 1 holds as printed")
	}
	for x := range uint(1 << 12) { // what follows the error makes no difference
		if s := (system{x & 15, x >> 4 & 15, x >> 8, 0}); s.reached()>>3 == 0 && s.refutes(15) {
			t.Errorf("four states suffice: %b", s)
		}
	}
	r := rand.New(rand.NewPCG(5, 6))
	safe, refuted := 0, 0
	for range 3000 {
		n := 5 + r.IntN(3)
		s := make(system, n)
		for at := range n - 1 {
			for to := range n {
				if r.IntN(4) == 0 {
					s[at] |= 1 << to
				}
			}
		}
		if s.reached()>>(n-1) != 0 {
			continue
		}
		safe++
		if s.refutes(s.reached()) {
			t.Errorf("on reached states too: %b", s)
		}
		if s.refutes(1<<n - 1) {
			refuted++
		}
	}
	t.Logf("%d of %d random safe systems refute lemma 1 as printed", refuted, safe)
	if safe < 500 {
		t.Error("too few are safe")
	}
}

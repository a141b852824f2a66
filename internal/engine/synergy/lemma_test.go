package synergy

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// lemma checks that all reached states of a region of the baseline are in one region of SYNERGY. It returns the number
// of regions of the baseline with such states.
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

// The tests below are about the paper alone: they use Fig. 2 and Fig. 5 as printed, on systems of few states. Sets of
// states are bit sets.

// system is a program of section 3: the set of successors of each state. State 0 is initial, the last one is the error.
type system []uint

// partition has disjoint regions that cover all states.
type partition []uint

// first returns the partition of line 2.
func (s system) first() partition {
	start, last := uint(1), uint(1)<<(len(s)-1)
	return partition{start, last, (1<<len(s) - 1) &^ (start | last)}
}

// pre returns the states with a successor in q.
func (s system) pre(q uint) (p uint) {
	for at, next := range s {
		if next&q != 0 {
			p |= 1 << at
		}
	}
	return p
}

// reached returns the reachable states.
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

// split splits region r by Pre of region q.
func (p partition) split(s system, r, q uint) partition {
	out := slices.DeleteFunc(slices.Clone(p), func(x uint) bool { return x == r })
	out = append(out, r&s.pre(q), r&^s.pre(q))
	slices.Sort(out)
	return out
}

// coarser reports whether p is coarser than q on the states of the set in: each region of q lies, as far as it is in
// the set, in one region of p.
func (p partition) coarser(q partition, in uint) bool {
	return !slices.ContainsFunc(q, func(r uint) bool {
		return !slices.ContainsFunc(p, func(x uint) bool { return r&in&^x == 0 })
	})
}

// partitions returns all partitions that can be made from the first one by splitting regions with reached states by Pre
// of regions. The partitions of both algorithms are among them, since SYNERGY splits regions with a state of F (lines
// 20 and 21) and the baseline splits regions with a state of T (lines 17 to 20). The baseline ends with a partition of
// stable, in which no region with a reached state can be split.
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

// refutes reports whether, on the states of the set in, some partition of SYNERGY is not coarser than some partition
// with which the baseline ends.
func (s system) refutes(in uint) bool {
	all, stable := s.partitions()
	return slices.ContainsFunc(stable, func(q partition) bool {
		return slices.ContainsFunc(all, func(p partition) bool { return !p.coarser(q, in) })
	})
}

// TestLemmaAsPrinted checks that lemma 1 does not hold as printed. Its proof says that a region that SYNERGY splits is
// reached, so the baseline splits it in the same way. But the baseline may have split it in another way before; then
// one part is not reached, and the baseline never splits it again.
//
//	a -> b, b -> b, c -> e; nothing from d; a is initial, e is the error
//
//	first            a | b c d | e
//	SYNERGY          a | b d | c | e    F has a and b; the frontier is before e, no test passes it;
//	                                    b c d is split by Pre(e) = c
//	LEE-YANNAKAKIS   a | b | c d | e    P = Q = b c d, which is split by Pre(Q) = a b; b is stable, c d is not reached
//
// No region of SYNERGY contains c d. No system with four states refutes the lemma. No system refutes the lemma
// restricted to reached states, which suffices for theorem 2.
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
	for x := range uint(1 << 12) { // successors of the error do not matter
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

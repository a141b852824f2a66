package cpa

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/restrict/restricttest"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// rangedBroken has programs that violate their assertion on some paths only.
var rangedBroken = append(slices.Clone(broken),
	`int main(void) { int s = 0; for (int i = 0; i < 5; i++) if (__VERIFIER_nondet_int()) s += 1 << i; if (s == 22) reach_error(); return 0; }`,
	`int main(void) { int x = __VERIFIER_nondet_int(), a = 0, b = 0; if (x > 5) return 0; if (x >= 0) { while (a < x) { a++; b++; } } else { a = b = 10; if (x == -7) b = 11; }
 if (a != b) reach_error(); return 0; }`,
	`static int twice(int x) { if (x > 3) return 2 * x; return x + x; }
int main(void) { int x = __VERIFIER_nondet_int(); if (x < 0 || x > 9) return 0; int y = twice(x); if (y > 6 && twice(y) == 32) reach_error(); return 0; }`,
	`int main(void) { int n = 0; while (__VERIFIER_nondet_int()) { n++; if (n > 6) return 0; if (n == 4 && __VERIFIER_nondet_int()) reach_error(); } return 0; }`)

// TestJoinedMutants takes programs with an error and joins proofs of ranges to wrong proofs for all paths: with gaps,
// with swapped proofs, with the proof of one range for all ranges, or with graphs that hide their open nodes. The
// checker confirms none. With TANDEM_LONG=1 the test tries 1,000 of them.
func TestJoinedMutants(t *testing.T) {
	if smt.Known()[0].Path == "" {
		benchtest.Missing(t, "no solver")
	}
	most := 40
	if os.Getenv("TANDEM_LONG") != "" {
		most = 1000
	}
	tried, undecided, leaves, sound := 0, 0, 0, 0
	for n := uint64(0); tried < most && n < 400; n++ {
		r := rand.New(rand.NewPCG(n, 9))
		text := rangedBroken[n%uint64(len(rangedBroken))]
		task, err := enginetest.C{File: "joined.c", Text: "void reach_error(void); int __VERIFIER_nondet_int(void);\n" +
			text}.Load()
		if err != nil {
			t.Fatal(err)
		}
		j := &joiner{Rand: r, task: task}
		j.bounds(t)
		if len(j.ends) == 0 {
			continue
		}
		all := []string{"value", "value+numeric", "predicate", "value+predicate", "numeric(octagon)"}
		j.prove(all[r.IntN(len(all))])
		if len(j.leaves) == 0 {
			continue
		}
		leaves += len(j.leaves)
		for _, l := range j.leaves { // each leaf is correct, but does not cover the program
			if out := j.check(l); out.Verdict == check.Confirmed {
				sound++
			}
		}
		for range 20 {
			cover, how := j.mutant()
			out := j.check(verify.Leaf{Proof: cover})
			tried++
			switch out.Verdict {
			case check.Confirmed:
				t.Fatalf("round %d: confirmed: %s\n%s", n, how, text)
			case check.Undecided:
				undecided++
			}
		}
	}
	t.Logf("%d mutants of %d leaves, %d of which are confirmed as they are; %d undecided, the others refuted", tried,
		leaves, sound, undecided)
	if tried < most || sound*2 < leaves {
		t.Error("the test says little")
	}
}

// joiner makes joined proofs for a program.
type joiner struct {
	*rand.Rand
	task   *verify.Task
	ends   []restrict.Path // bounds of the ranges, in order
	leaves []verify.Leaf   // ranges with a proof
}

// bounds collects at most three paths of random runs as the bounds of ranges.
func (j *joiner) bounds(t *testing.T) {
	m := restricttest.NewRunner(t, j.task.Program)
	for range 30 {
		tr := m.Run(t, exec.InputFunc(func(_ ir.Key, _ *ir.Site, t ir.Type) (uint64, bool) {
			return num.Trunc(uint64(j.IntN(14)-8)*uint64(j.IntN(2)), t.Bits), true
		}))
		if p := tr.Path(); tr.Comparable() && len(p) > 0 && len(p) < 60 && !slices.Contains(j.ends, p) && len(j.ends) < 3 {
			j.ends = append(j.ends, p)
		}
	}
	slices.SortFunc(j.ends, restrict.ComparePaths)
}

// ranges returns the ranges between the bounds, which cover all paths.
func (j *joiner) ranges() (out []verify.PathRange) {
	at := verify.PathRange{}
	for _, p := range j.ends {
		at.Hi, at.Before = p, true
		out = append(out, at)
		at = verify.PathRange{Lo: p}
	}
	at.NoUpper = true
	return append(out, at)
}

// prove runs the engine on each range for a second and keeps the proofs as leaves.
func (j *joiner) prove(options string) {
	cfg, err := Parse(options)
	if err != nil {
		panic(err)
	}
	for _, r := range j.ranges() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		w := New(cfg).Ranged(j.task, r, verify.NewBoard())
		if safe, is := w.Work(ctx, verify.Budget{}).(*verify.Safe); is && len(safe.Obligations) == len(j.task.Asked()) {
			j.leaves = append(j.leaves, verify.Leaf{Scope: verify.Scope{Range: &r}, Here: true, Proof: safe.Proof})
		}
		w.Close()
		cancel()
	}
}

// check checks the proof of a leaf: for its range, or for the whole program if it has none.
func (j *joiner) check(l verify.Leaf) check.Outcome {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	task := j.task
	if l.Scope.Range != nil {
		task = task.Within(*l.Scope.Range)
	}
	return check.Proof(ctx, task, &verify.Safe{Obligations: task.Asked(), Proof: l.Proof})
}

// mutant returns a cover of the program, possibly with gaps, in which some leaves have the proofs of other leaves, and
// its description.
func (j *joiner) mutant() (*verify.Cover, string) {
	proof := func() verify.Evidence { return j.leaves[j.IntN(len(j.leaves))].Proof }
	cover := &verify.Cover{}
	ranges := j.ranges()
	how := ""
	switch j.IntN(5) {
	case 0:
		how = "one range's proof for all"
		p := proof()
		for _, r := range ranges {
			cover.Leaves = append(cover.Leaves, verify.Leaf{Scope: verify.Scope{Range: &r}, Here: true, Proof: p})
		}
	case 1:
		how = "swapped"
		for _, r := range ranges {
			cover.Leaves = append(cover.Leaves, verify.Leaf{Scope: verify.Scope{Range: &r}, Here: true, Proof: proof()})
		}
	case 2:
		how = "with gaps"
		cover.Leaves = slices.Clone(j.leaves)
		if j.IntN(2) == 0 {
			cover.Leaves = slices.Delete(cover.Leaves, 0, 1)
		}
	case 3: // the proved leaves, extended over the ranges without a proof
		how = "drawn out"
		for i, l := range j.leaves {
			s := *l.Scope.Range
			if i == 0 || j.IntN(3) == 0 {
				s.Lo = ""
			} else if at := j.leaves[i-1].Scope.Range; !at.NoUpper {
				s.Lo = at.Hi
			}
			if i == len(j.leaves)-1 {
				s.Hi, s.Before, s.NoUpper = "", false, true
			}
			cover.Leaves = append(cover.Leaves, verify.Leaf{Scope: verify.Scope{Range: &s}, Here: true, Proof: l.Proof})
		}
	default:
		how = "one for all paths"
		cover.Leaves = []verify.Leaf{{Scope: verify.Scope{Range: &verify.PathRange{NoUpper: true}}, Here: true,
			Proof: proof()}}
	}
	for i := range cover.Leaves {
		if g, is := cover.Leaves[i].Proof.(*verify.Annotated); is && j.IntN(2) == 0 {
			cover.Leaves[i].Proof = j.hide(g, &how)
		}
	}
	return cover, how
}

// hide returns a copy of a graph in which some or all open nodes no longer count as open. It appends the change to how.
func (j *joiner) hide(e *verify.Annotated, how *string) *verify.Annotated {
	out := *e
	out.Nodes, out.Edges = slices.Clone(e.Nodes), slices.Clone(e.Edges)
	var open []int
	for i, n := range out.Nodes {
		if n.Open {
			open = append(open, i)
		}
	}
	if len(open) == 0 {
		return &out
	}
	some := open[j.IntN(len(open))]
	kind := j.IntN(5)
	*how += fmt.Sprint(", open nodes hidden ", kind)
	switch kind {
	case 0: // open nodes are unreachable
		for _, i := range open {
			out.Nodes[i].Open, out.Nodes[i].Formula = false, ir.NewBool(false)
		}
	case 1: // the edges to open nodes are removed
		out.Edges = slices.DeleteFunc(out.Edges, func(x verify.AnnotatedEdge) bool { return out.Nodes[x.To].Open })
	case 2: // other nodes cover the open nodes
		for _, i := range open {
			for k, n := range out.Nodes {
				if k != i && !n.Open && n.Loc == out.Nodes[i].Loc && n.Frame == out.Nodes[i].Frame {
					out.Nodes[i].Open, out.Nodes[i].Formula = false, ir.NewBool(true)
					out.Edges = append(out.Edges, verify.AnnotatedEdge{From: i, To: k, Caller: -1})
					break
				}
			}
		}
	case 3: // one open node is closed
		out.Nodes[some].Open, out.Nodes[some].Formula = false, ir.NewBool(true)
	case 4: // the edges to open nodes lead to other nodes
		for i, x := range out.Edges {
			if !out.Nodes[x.To].Open {
				continue
			}
			for k, n := range out.Nodes {
				if !n.Open && n.Loc == out.Nodes[x.To].Loc && n.Frame == out.Nodes[x.To].Frame {
					out.Edges[i].To = k
					break
				}
			}
		}
	}
	return &out
}

package acceptance

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// provers are the engines whose proofs these tests use.
var provers = []string{"intervals", "unwind", "kind"}

// prove returns a confirmed proof of a task; nil if none of the engines finds one.
func prove(t *testing.T, task *verify.Task) *verify.Safe {
	t.Helper()
	for _, e := range app.Engines() {
		if !slices.Contains(provers, e.Name) {
			continue
		}
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		safe, is := enginetest.Run(ctx, e, task.With(verify.Budget{Time: 2 * time.Second}), verify.NewBoard()).(*verify.Safe)
		cancel()
		if is && check.Proof(t.Context(), task, safe).Verdict == check.Confirmed {
			return safe
		}
	}
	return nil
}

// moved returns a proof about one task as a proof about another, with the locations and edges of the same numbers; nil
// if they do not exist.
func moved(from, to *verify.Task, e verify.Evidence) verify.Evidence {
	there, err := enginetest.Move(from, to, e)
	if err != nil {
		return nil
	}
	return there
}

// all returns the claim that e proves all obligations.
func all(task *verify.Task, e verify.Evidence) *verify.Safe {
	return &verify.Safe{Obligations: task.Program.Obligations, Proof: e}
}

// TestLies tests that the checker confirms no proof of a part which is claimed to be about another part, or about the
// whole program, if this part is unsafe. TANDEM_LONG=1 takes 500 such claims.
func TestLies(t *testing.T) {
	lies := 15
	if os.Getenv("TANDEM_LONG") != "" {
		lies = 500
	}
	told, said := 0, map[string]int{}
	for n := uint64(0); told < lies; n++ {
		s := newSample(t, 5000+n, true)
		r := rand.New(rand.NewPCG(n, 11))
		scope, found := s.draw(r, scopeKinds[r.IntN(len(scopeKinds))], false)
		if !found {
			continue
		}
		part, err := s.task.Part(scope)
		if err != nil {
			t.Fatal(err)
		}
		truth := prove(t, part)
		if truth == nil {
			said["no proof"]++
			continue
		}
		judge := func(what string, task *verify.Task, e verify.Evidence) {
			if e == nil {
				return
			}
			told++
			out := check.Proof(t.Context(), task, all(task, e))
			said[what+": "+string(out.Verdict)]++
			if out.Verdict == check.Confirmed {
				t.Errorf("%s: %T of %+v is taken for one of %+v\n%s", what, e, scope, task.Scope, s.text)
			}
		}
		judge("of all", s.task, truth.Proof)
		judge("of all, moved", s.task, moved(part, s.task, truth.Proof))
		judge("of all, a cover with a gap", s.task, &verify.Cover{Leaves: []verify.Leaf{{Scope: scope, Proof: truth.Proof}}})
		if scope.Region != nil {
			judge("of all, under a region", s.task,
				&verify.Cover{Leaves: []verify.Leaf{{Scope: scope, Here: true, Proof: truth.Proof}}})
		}
		for range 3 {
			wrong, found := s.draw(r, scopeKinds[r.IntN(len(scopeKinds))], true)
			if !found {
				continue
			}
			other, err := s.task.Part(wrong)
			if err != nil {
				t.Fatal(err)
			}
			judge("of another part", other, truth.Proof)
			judge("of another part, moved", other, moved(part, other, truth.Proof))
			judge("of a part of another", other, &verify.Cover{Leaves: []verify.Leaf{{Scope: scope, Proof: truth.Proof}}})
			// Change the scope after the proof.
			was := scope
			switch {
			case was.Region != nil && wrong.Region != nil:
				*was.Region, *wrong.Region = *wrong.Region, *was.Region
			case was.Range != nil && wrong.Range != nil:
				*was.Range, *wrong.Range = *wrong.Range, *was.Range
			case was.Condition != nil && wrong.Condition != nil:
				*was.Condition, *wrong.Condition = *wrong.Condition, *was.Condition
			default:
				continue
			}
			now, err := s.task.Part(was)
			if err != nil {
				t.Fatal(err)
			}
			judge("of a scope that was changed", now, truth.Proof)
			ledger := verify.NewLedger(s.task, func(context.Context, *verify.Task, *ir.Obligation,
				[]verify.Scope) bool {
				return true
			})
			lie := *part
			lie.Scope = was
			told++
			if proved, err := ledger.Enter(t.Context(), &lie, truth); err == nil {
				t.Errorf("the ledger takes a claim about another part: %v", proved)
			}
			break // scope is changed now
		}
	}
	t.Logf("%d lies: %v", told, said)
}

// parting returns random scopes of one kind that are meant to cover the program.
func (s *sample) parting(r *rand.Rand, kind string) (out []verify.Scope) {
	switch kind {
	case "region":
		x := s.sites()[r.IntN(len(s.sites()))]
		lo := 0
		for lo <= most {
			hi := lo + r.IntN(most)
			if hi >= most {
				hi = 255
			}
			out = append(out, verify.Scope{Region: &verify.Region{Box: []verify.Range{{Site: x.ID, Type: x.Type, Lo: uint64(lo),
				Hi: uint64(hi)}}}})
			lo = hi + 1
		}
		if r.IntN(3) == 0 {
			a := s.region(r)
			b := &verify.Region{Cond: a.Cond, Vars: a.Vars}
			if a.Cond != nil {
				b.Cond = ir.NotExpr(a.Cond)
				a.Box = nil
				return []verify.Scope{{Region: a}, {Region: b}}
			}
		}
	case "range":
		var at []restrict.Path
		for range 1 + r.IntN(3) {
			at = append(at, s.bound(r))
		}
		slices.SortFunc(at, restrict.ComparePaths)
		lo := restrict.Path("")
		for _, p := range at {
			out = append(out, verify.Scope{Range: &verify.PathRange{Lo: lo, Hi: p}})
			lo = p
		}
		out = append(out, verify.Scope{Range: &verify.PathRange{Lo: lo, NoUpper: true}})
	case "automaton": // the executions that take a branch first, and the others
		var at *ir.Loc
		for range 50 {
			x := s.runs[r.IntN(len(s.runs))]
			if e := x.edges[r.IntN(len(x.edges))]; len(e.From.Out) == 2 {
				at = e.From
				break
			}
		}
		if at == nil {
			return nil
		}
		for _, gone := range at.Out {
			if r.IntN(2) == 0 {
				set := verify.Edges{}
				for _, f := range s.task.Program.Funcs {
					for _, e := range f.Edges {
						set[e] = e != gone
					}
				}
				out = append(out, verify.Scope{Edges: set})
				continue
			}
			out = append(out, verify.Scope{Condition: &verify.Condition{States: []verify.ConditionState{
				{Stays: true, Steps: []verify.ConditionStep{{Edge: gone, To: 1}}}, {Verified: true}}}})
		}
	}
	return out
}

// TestCoverings compares the results of check.Cover with all runs of random programs. TANDEM_LONG=1 takes 5,000 lists
// of scopes.
func TestCoverings(t *testing.T) {
	lists := 60
	if os.Getenv("TANDEM_LONG") != "" {
		lists = 5000
	}
	said := map[string]int{}
	var s *sample
	for n := range uint64(lists) {
		if n%20 == 0 {
			s = newSample(t, 9000+n, true)
		}
		r := rand.New(rand.NewPCG(n, 13))
		kind := []string{"region", "range", "automaton", "any"}[n%4]
		var scopes []verify.Scope
		if kind == "any" {
			for range 1 + r.IntN(5) {
				scopes = append(scopes, s.scope(r, scopeKinds[r.IntN(len(scopeKinds))]))
			}
		} else {
			scopes = s.parting(r, kind)
		}
		change := r.IntN(2) == 0 && len(scopes) > 0
		if change { // remove a scope, or replace it by another one
			i := r.IntN(len(scopes))
			if kind != "any" && kind != "automaton" && r.IntN(2) == 0 {
				scopes[i] = s.scope(r, kind)
			} else {
				scopes = slices.Delete(scopes, i, i+1)
			}
		}
		out := check.Cover(t.Context(), s.task, s.task.Program.Obligations, scopes)
		covered := s.covered(scopes)
		said[fmt.Sprintf("%s, covered %v: %s", kind, covered, out.Verdict)]++
		if out.Verdict == check.Confirmed && !covered {
			t.Errorf("a cover with a gap\n%s\n%+v", s.text, scopes)
		}
	}
	t.Logf("%v", said)
	for _, kind := range []string{"region", "range", "automaton"} {
		if said[kind+", covered true: confirmed"] == 0 {
			t.Errorf("no cover by %s is confirmed", kind)
		}
	}
}

// TestCovers tests that the checker confirms no cover of an unsafe program: with gaps, with proofs of other leaves, or
// with proofs about other programs. It must confirm some covers of safe programs. TANDEM_LONG=1 takes 500 wrong covers.
func TestCovers(t *testing.T) {
	covers := 12
	if os.Getenv("TANDEM_LONG") != "" {
		covers = 500
	}
	tried, said, right := 0, map[string]int{}, map[string]int{}
	for n := uint64(0); tried < covers; n++ {
		r := rand.New(rand.NewPCG(n, 17))
		kind := []string{"region", "range", "automaton"}[n%3]
		if n%8 == 0 { // a correct cover of a safe program
			s := newSample(t, 20000+n, false)
			cover := &verify.Cover{}
			for _, scope := range s.parting(r, kind) {
				part, err := s.task.Part(scope)
				if err != nil {
					t.Fatal(err)
				}
				if safe := prove(t, part); safe != nil {
					cover.Leaves = append(cover.Leaves, verify.Leaf{Scope: scope, Proof: safe.Proof})
				}
			}
			out := check.Proof(t.Context(), s.task, all(s.task, cover))
			right[kind+": "+string(out.Verdict)]++
			if again := moved(s.task, s.task, cover); again == nil {
				t.Errorf("a cover that cannot be copied")
			} else if b := check.Proof(t.Context(), s.task, all(s.task, again)); b.Verdict != out.Verdict {
				t.Errorf("a cover is %+v, its copy %+v", out, b)
			}
		}
		s, twin := newSample(t, 20000+n, true), newSample(t, 20000+n, false)
		scopes := s.parting(r, kind)
		var leaves, bad []verify.Leaf
		for _, scope := range scopes {
			part, err := s.task.Part(scope)
			if err != nil {
				t.Fatal(err)
			}
			if s.unsafe(scope) {
				bad = append(bad, verify.Leaf{Scope: scope})
			} else if safe := prove(t, part); safe != nil {
				leaves = append(leaves, verify.Leaf{Scope: scope, Proof: safe.Proof})
			}
		}
		judge := func(what string, leaves []verify.Leaf) {
			tried++
			out := check.Proof(t.Context(), s.task, all(s.task, &verify.Cover{Leaves: leaves}))
			said[what+": "+string(out.Verdict)]++
			if out.Verdict == check.Confirmed {
				t.Errorf("%s: a cover of a program that fails is confirmed\n%s\n%+v", what, s.text, leaves)
			}
		}
		judge("gap", leaves)
		other := prove(t, twin.task)
		const under = "foreign, under"
		for _, give := range []struct {
			what string
			of   func(scope verify.Scope, to *verify.Task) verify.Evidence
		}{
			{"swapped", func(verify.Scope, *verify.Task) verify.Evidence {
				if len(leaves) == 0 {
					return nil
				}
				return leaves[r.IntN(len(leaves))].Proof
			}},
			{"swapped, moved", func(_ verify.Scope, to *verify.Task) verify.Evidence {
				if len(leaves) == 0 {
					return nil
				}
				l := leaves[r.IntN(len(leaves))]
				from, _ := s.task.Part(l.Scope)
				return moved(from, to, l.Proof)
			}},
			{"foreign", func(verify.Scope, *verify.Task) verify.Evidence {
				if other != nil {
					return other.Proof
				}
				return nil
			}},
			{"foreign, moved", func(_ verify.Scope, to *verify.Task) verify.Evidence {
				if other != nil {
					return moved(twin.task, to, other.Proof)
				}
				return nil
			}},
			{under, func(scope verify.Scope, to *verify.Task) verify.Evidence {
				if other == nil {
					return nil
				}
				return moved(twin.task, s.task, other.Proof)
			}},
		} {
			list := slices.Clone(leaves)
			for _, l := range bad {
				to, err := s.task.Part(l.Scope)
				if err != nil {
					t.Fatal(err)
				}
				l.Here = give.what == under
				if l.Proof = give.of(l.Scope, to); l.Proof != nil {
					list = append(list, l)
				}
			}
			if len(list) > len(leaves) {
				judge(give.what, list)
			}
		}
	}
	t.Logf("%d covers of programs that fail: %v; of programs that do not: %v", tried, said, right)
	for _, kind := range []string{"region", "range"} {
		if right[kind+": confirmed"] == 0 && covers > 100 {
			t.Errorf("no cover by %s of a safe program is confirmed", kind)
		}
	}
}

package check

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// twoInputs is a program that reads x and y and violates its obligation unless COND holds.
const twoInputs = inputs + `  locs 5 error 2
  L0 -> L3: x = input #0
  L3 -> L4: y = input #1
  L4 -> L5: assume COND
  L4 -> L2: assume !(COND)
  L5 -> L1: return
}
`

// part returns the scope of the inputs with values from lo to hi at a site.
func part(site int, lo, hi uint64) verify.Scope {
	return verify.Scope{Region: &verify.Region{Box: []verify.Range{{Site: site, Type: ir.U8, Lo: lo, Hi: hi}}}}
}

// TestRegions checks that a cover by regions is confirmed if its leaves cover all inputs and each proof holds in its
// region. No cover is confirmed for the twin, which violates its obligation.
func TestRegions(t *testing.T) {
	p := irtest.Program(t,
		strings.ReplaceAll(twoInputs, "COND", "x + y - y == x && (x < 200:u8 || y != 3:u8 || y == 3:u8)"))
	twin := irtest.Program(t, strings.ReplaceAll(twoInputs, "COND", "x < 200:u8 || y != 3:u8"))
	box := func(lo, hi, n uint64) *verify.Enumerated {
		return &verify.Enumerated{Box: []verify.Range{{Site: 0, Type: ir.U8, Lo: lo, Hi: hi},
			{Site: 1, Type: ir.U8, Hi: 255}}, Runs: n}
	}
	low := verify.Leaf{Scope: part(0, 0, 199), Here: true, Proof: &verify.Inductive{}}
	run := verify.Leaf{Scope: part(0, 200, 255), Here: true, Proof: box(200, 255, 56*256)}
	rest := verify.Leaf{Scope: part(0, 200, 255), Here: true, Proof: &verify.Unwinding{}}
	nested := verify.Leaf{Scope: part(0, 200, 255), Proof: &verify.Cover{Leaves: []verify.Leaf{
		{Scope: part(1, 0, 3), Here: true, Proof: &verify.Inductive{}},
		{Scope: part(1, 4, 255), Here: true, Proof: &verify.Inductive{}}}}}
	small := verify.Leaf{Scope: part(0, 200, 255), Here: true, Proof: box(201, 255, 55*256)}
	for _, c := range []struct {
		name   string
		p      *ir.Program
		leaves []verify.Leaf
		want   Verdict
	}{
		{"invariants and runs", p, []verify.Leaf{low, run}, Confirmed},
		{"invariants and an unwinding", p, []verify.Leaf{low, rest}, Confirmed},
		{"parts of parts", p, []verify.Leaf{low, nested}, Confirmed},
		{"a leaf is missing", p, []verify.Leaf{low}, Refuted},
		{"runs of too little", p, []verify.Leaf{low, small}, Refuted},
		{"the lower half of the twin", twin, []verify.Leaf{low}, Refuted},
		{"twin, runs", twin, []verify.Leaf{low, run}, Refuted},
		{"twin, unwinding", twin, []verify.Leaf{low, rest}, Refuted},
		{"twin, parts of parts", twin, []verify.Leaf{low, nested}, Refuted},
		{"twin, wrong region", twin,
			[]verify.Leaf{low, {Scope: part(0, 200, 255),
				Proof: &verify.Cover{Leaves: []verify.Leaf{{Scope: part(1, 4, 255),
					Here: true, Proof: &verify.Inductive{}}}}}}, Refuted},
	} {
		if out := proof(c.p, &verify.Cover{Leaves: c.leaves}); out.Verdict != c.want {
			t.Errorf("%s: %+v, want %s", c.name, out, c.want)
		}
	}
}

// TestRangesCover checks that ranges of paths, closed and half-open, cover a program if no path lies between them.
func TestRangesCover(t *testing.T) {
	p := irtest.Program(t, strings.ReplaceAll(twoInputs, "COND", "x < 200:u8"))
	form := restrict.Form(p)
	for _, c := range []struct {
		ranges string
		want   Verdict
	}{
		{"..", Confirmed},
		{"..<TF TF..", Confirmed},
		{"TF.. ..<TF", Confirmed},
		{"..TF TF..", Confirmed},
		{"..TT TF..", Confirmed},
		{"..<TT TF..", Refuted},  // TT
		{"..<TF TFT..", Refuted}, // TF itself
		{"..<TF TF..<FT", Refuted},
		{"..<TF TF..FF", Confirmed}, // no path comes after FF and its extensions
		{"T..", Refuted},            // the empty path
		{"..< ..", Confirmed},
		{"..<", Refuted},
		{"..<TF FF..TT TF..", Confirmed}, // the reversed range is empty
		{"..<TF@" + form + " TF..", Confirmed},
		{"..<TF@0123456789abcdef TF..", Refuted},
	} {
		var scopes []verify.Scope
		for _, text := range strings.Fields(c.ranges) {
			r, err := restrict.ParsePaths(text)
			if err != nil {
				t.Fatal(err)
			}
			scopes = append(scopes, verify.Scope{Range: r})
		}
		if out := Cover(t.Context(), &verify.Task{Program: p}, p.Obligations, scopes); out.Verdict != c.want {
			t.Errorf("%s: %+v, want %s", c.ranges, out, c.want)
		}
	}
}

// TestPart checks that a proof of a part of the program is checked on that part only, and is not accepted as a proof of
// the whole program.
func TestPart(t *testing.T) {
	twin := irtest.Program(t, strings.ReplaceAll(twoInputs, "COND", "x < 200:u8 || y != 3:u8"))
	task := &verify.Task{Program: twin, Parts: &verify.PartSet{}}
	s := &verify.Safe{Proof: &verify.Inductive{}}
	for _, c := range []struct {
		hi   uint64
		want Verdict
	}{{199, Confirmed}, {200, Refuted}} {
		p, err := task.Part(part(0, 0, c.hi))
		if err != nil {
			t.Fatal(err)
		}
		if out := Proof(context.Background(), p, s); out.Verdict != c.want {
			t.Errorf("up to %d: %+v, want %s", c.hi, out, c.want)
		}
		out := Proof(context.Background(), task,
			&verify.Safe{Proof: &verify.Inductive{Invariants: []verify.Invariant{{Loc: p.Program.Entry.Locs[3]}}}})
		if out.Verdict != Refuted || !strings.Contains(out.Reason, "another program") {
			t.Errorf("a proof of a part taken for one of the whole: %+v", out)
		}
	}
	if out := proof(twin, s.Proof); out.Verdict == Confirmed {
		t.Error(out)
	}
}

// TestMalformed checks that evidence that is nil, incomplete, or about another program is not confirmed, and causes no
// panic.
func TestMalformed(t *testing.T) {
	p := irtest.Program(t, strings.ReplaceAll(twoInputs, "COND", "x < 200:u8"))
	other := irtest.Program(t, strings.ReplaceAll(twoInputs, "COND", "x == x"))
	l, far, e := p.Entry.Locs[3], other.Entry.Locs[3], other.Entry.Edges[0]
	region := &verify.Region{Box: []verify.Range{{Site: 9, Type: ir.U8, Hi: 255}}, Vars: map[int]*ir.Var{0: nil}}
	for i, ev := range []verify.Evidence{
		nil, (*verify.Inductive)(nil), (*verify.KInductive)(nil), (*verify.Annotated)(nil), (*verify.Cover)(nil),
		(*verify.Enumerated)(nil), (*verify.Cycle)(nil), (*verify.Unwinding)(nil),
		&verify.Inductive{Invariants: []verify.Invariant{{}}}, &verify.Inductive{Invariants: []verify.Invariant{{Loc: far}}},
		&verify.Inductive{Invariants: []verify.Invariant{{Loc: &ir.Loc{}}}},
		&verify.Inductive{Results: map[*ir.Func]*ir.Var{p.Entry: nil}},
		&verify.Inductive{Results: map[*ir.Func]*ir.Var{nil: nil}}, &verify.Inductive{Made: map[*ir.Edge]*ir.Object{e: nil}},
		&verify.Inductive{Invariants: []verify.Invariant{{Loc: l, Expr: ir.NewRef(other.Entry.Vars[0])}}},
		&verify.Inductive{Invariants: []verify.Invariant{{Loc: l, Expr: &ir.Ref{}}}},
		&verify.KInductive{K: 1, Cut: []*ir.Loc{far}}, &verify.KInductive{K: 1, Cut: []*ir.Loc{nil}},
		&verify.Unwinding{Depth: map[*ir.Loc]int{far: 1}}, &verify.Unwinding{Depth: map[*ir.Loc]int{nil: 1}},
		&verify.Annotated{Nodes: []verify.AnnotatedNode{{Loc: l}}, Edges: []verify.AnnotatedEdge{{From: 0, To: 5}}},
		&verify.Annotated{Nodes: []verify.AnnotatedNode{{Loc: l}}, Edges: []verify.AnnotatedEdge{{Edge: e}}},
		&verify.Cycle{Head: far, N: 1, M: 2},
		&verify.Cover{}, &verify.Cover{Leaves: []verify.Leaf{{}}}, &verify.Cover{Leaves: []verify.Leaf{{Here: true}}},
		&verify.Cover{Leaves: []verify.Leaf{{Of: other.Obligations, Proof: &verify.Inductive{}}}},
		&verify.Cover{Leaves: []verify.Leaf{{Of: []*ir.Obligation{nil}, Proof: &verify.Inductive{}}}},
		&verify.Cover{Leaves: []verify.Leaf{{Scope: verify.Scope{Region: region}, Here: true}}},
		&verify.Cover{Leaves: []verify.Leaf{{Scope: verify.Scope{Depth: 3}, Here: true, Proof: &verify.Unwinding{}}}},
		&verify.Cover{Leaves: []verify.Leaf{{Scope: verify.Scope{Edges: verify.Edges{}}, Here: true,
			Proof: &verify.Unwinding{}}}},
		&verify.Cover{Leaves: []verify.Leaf{{Scope: verify.Scope{Region: region}, Proof: &verify.Unreached{}}}},
		&verify.Cover{Leaves: []verify.Leaf{{Scope: verify.Scope{Edges: verify.Edges{e: true, nil: true}},
			Proof: &verify.Unreached{}}}},
		&verify.Cover{Leaves: []verify.Leaf{{Scope: verify.Scope{Range: &verify.PathRange{Lo: "x"}},
			Proof: &verify.Unreached{}}}},
		&verify.Cover{Leaves: []verify.Leaf{{Scope: verify.Scope{Depth: -1}, Proof: &verify.Unreached{}}}},
		&verify.Cover{Leaves: []verify.Leaf{{
			Scope: verify.Scope{Condition: &verify.Condition{States: []verify.ConditionState{
				{Steps: []verify.ConditionStep{{To: 7}, {Edge: e, To: -1}}}}}},
			Proof: &verify.Inductive{}}}},
	} {
		if out := proof(p, ev); out.Verdict == Confirmed {
			t.Errorf("%d, %T: confirmed", i, ev)
		}
	}
	if out := Proof(context.Background(), &verify.Task{Program: p}, &verify.Safe{Obligations: other.Obligations,
		Proof: &verify.Inductive{}}); out.Verdict != Refuted {
		t.Errorf("an obligation of another program: %+v", out)
	}
}

// TestLeftOfRange asks for what is left of a program by a proof of a range of its paths. The other paths are left.
func TestLeftOfRange(t *testing.T) {
	p := irtest.Program(t, `program ILP32
site nondet "x" type u8
obligation "assertion" text "x" in "main"
entry main
func main() void {
  reg x u8
  locs 5 error 2
  L0 -> L3: x = input #0
  L3 -> L4: assume x == 0:u8 [T]
  L3 -> L5: assume x != 0:u8 [F]
  L4 -> L2: skip
  L5 -> L1: return
}
`)
	task := (&verify.Task{Program: p}).Within(verify.PathRange{Lo: "F", NoUpper: true})
	s := &verify.Safe{Proof: &verify.Unwinding{Depth: map[*ir.Loc]int{}}}
	if out := Proof(t.Context(), task, s); out.Verdict != Confirmed {
		t.Errorf("the range: %+v", out)
	}
	if c, out := Left(t.Context(), task, p.Obligations, s); c != nil {
		t.Errorf("left: %+v, %+v", c, out)
	}
}

// TestOpenLeaf checks that a leaf which is not confirmed leaves only its own obligations open.
func TestOpenLeaf(t *testing.T) {
	p := irtest.Program(t, `program ILP32
site nondet "n@a.c:1:1" name "f" type u8 in main
obligation "assertion" text "x" in "main"
obligation "assertion" text "y" in "main"
entry main
func main() void {
  reg x u8
  locs 9 error 2 8
  L0 -> L3: x = 7:u8
  L3 -> L8: assume x != 7:u8
  L3 -> L4: assume x == 7:u8
  L4 -> L5: x = input #0
  L5 -> L2: assume x == 144:u8
  L5 -> L6: assume x != 144:u8
  L6 -> L1: return
}
`)
	shown := p.Entry.Locs[8].Obligation
	open := p.Entry.Locs[2].Obligation
	seven := &verify.Inductive{Invariants: []verify.Invariant{{Loc: p.Entry.Locs[3],
		Expr: ir.NewBinary(ir.Eq, ir.NewRef(p.Entry.Vars[0]), ir.NewConst(ir.U8, 7))}}}
	for _, c := range []struct {
		leaves []verify.Leaf
		left   []*ir.Obligation
	}{
		{[]verify.Leaf{{Of: []*ir.Obligation{shown}, Proof: seven},
			{Of: []*ir.Obligation{open}, Proof: &undecidable{}}}, []*ir.Obligation{open}},
		{[]verify.Leaf{{Of: []*ir.Obligation{open}, Proof: &undecidable{}},
			{Of: []*ir.Obligation{shown}, Proof: seven}}, []*ir.Obligation{open}},
		{[]verify.Leaf{{Of: []*ir.Obligation{shown}, Proof: &undecidable{}},
			{Of: []*ir.Obligation{open}, Proof: &undecidable{}}}, nil},
	} {
		s := &verify.Safe{Obligations: []*ir.Obligation{shown, open}, Proof: &verify.Cover{Leaves: c.leaves}}
		out := ProofOrPart(context.Background(), &verify.Task{Program: p}, s)
		if (out.Verdict == Confirmed) != (len(c.left) > 0) || !slices.Equal(out.Left, c.left) {
			t.Errorf("%v, %d left: %s", out.Verdict, len(out.Left), out.Reason)
		}
		if out.Verdict == Confirmed {
			rest := &verify.Safe{Obligations: []*ir.Obligation{shown}, Proof: out.Proof}
			if again := Proof(context.Background(), &verify.Task{Program: p}, rest); again.Verdict != Confirmed {
				t.Errorf("what was confirmed is not confirmed again: %s", again.Reason)
			}
		}
		if Proof(context.Background(), &verify.Task{Program: p}, s).Verdict == Confirmed {
			t.Error("all of it is confirmed")
		}
	}
}

// undecidable is evidence for which there is no checker.
type undecidable struct{ verify.Inductive }

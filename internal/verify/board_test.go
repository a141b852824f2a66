package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// claim publishes a claimed fact and returns its ID.
func claim(t *testing.T, b *Board, s Scope, deps ...FactID) FactID {
	t.Helper()
	id, err := b.Publish(Fact{Payload: &Holds{}, Scope: s, Producer: "test", Status: Claimed, Deps: deps})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// confirm confirms a fact.
func confirm(t *testing.T, b *Board, id FactID) {
	t.Helper()
	if err := b.Confirm(id, "test"); err != nil {
		t.Fatal(err)
	}
}

// box returns a region of one input from lo to hi.
func box(lo, hi uint64) *Region {
	return &Region{Box: []Range{{Site: 3, Type: ir.I32, Lo: lo, Hi: hi}}}
}

// TestScopeTooSmall tests that Assume refuses a fact whose scope does not cover the given scope.
func TestScopeTooSmall(t *testing.T) {
	neg := func(n int64) uint64 { return uint64(uint32(-n)) }
	facts := map[string]Scope{
		"region": {Region: box(neg(5), 10)},
		"range":  {Range: &PathRange{Lo: "TF", Hi: "FT"}},
		"cond":   {Condition: &Condition{Note: "c"}},
		"depth":  {Depth: 4},
	}
	for name, s := range facts {
		b := NewBoard()
		id := claim(t, b, s)
		confirm(t, b, id)
		if _, err := b.Assume(id, Scope{}); !errors.Is(err, ErrScope) {
			t.Errorf("%s: a fact of a part was granted for the whole: %v", name, err)
		}
		if _, err := b.Assume(id, s); err != nil {
			t.Errorf("%s: its own scope: %v", name, err)
		}
		other := Scope{Region: box(0, 11), Range: &PathRange{Lo: "TT", Hi: "FT"}, Condition: &Condition{Note: "c"}, Depth: 5}
		if _, err := b.Assume(id, other); !errors.Is(err, ErrScope) {
			t.Errorf("%s: overlap is not enough: %v", name, err)
		}
		if n := len(b.Assumable(KindProved, Scope{})); n != 0 {
			t.Errorf("%s: Assumable lists it for the whole", name)
		}
	}
	b := NewBoard()
	id := claim(t, b, Scope{Region: box(neg(5), 10), Depth: 4})
	confirm(t, b, id)
	smaller := Scope{Region: box(neg(1), 3), Depth: 2, Range: &PathRange{Lo: "T", Hi: "T"}}
	if _, err := b.Assume(id, smaller); err != nil {
		t.Errorf("smaller scope: %v", err)
	}
}

// TestInvariants tests that Board.Invariants returns the invariants and candidates of a program that are not refuted.
func TestInvariants(t *testing.T) {
	b := NewBoard()
	f := &ir.Func{}
	p, part := &ir.Program{Funcs: []*ir.Func{f}}, &ir.Program{}
	at := func(n int) []Invariant { return []Invariant{{Loc: &ir.Loc{ID: n, Func: f}, Expr: ir.NewBool(true)}} }
	put := func(p Payload, st FactStatus) FactID {
		id, err := b.Publish(Fact{Payload: p, Producer: "test", Status: st})
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	put(&Invariants{Inductive: Inductive{Invariants: at(1)}}, Claimed)
	put(&Candidates{Invariants: at(2)}, Candidate)
	wrong := put(&Invariants{Inductive: Inductive{Invariants: at(3)}}, Claimed)
	claim(t, b, Scope{})
	if err := b.Refute(wrong, "wrong"); err != nil {
		t.Fatal(err)
	}
	if got := b.Invariants(p); len(got) != 2 || got[0].Loc.ID != 1 || got[1].Loc.ID != 2 {
		t.Errorf("got %v", got)
	}
	if got := b.Invariants(part); got != nil {
		t.Errorf("of another program: %v", got)
	}
	if got := (*Board)(nil).Invariants(p); got != nil {
		t.Errorf("a nil board has %v", got)
	}
}

// TestAccesses tests that Accesses sorts positions and removes duplicates.
func TestAccesses(t *testing.T) {
	pos := func(f string, l, c int) ir.Pos { return ir.Pos{File: f, Line: l, Col: c} }
	var got []ir.Pos
	for _, a := range Accesses([]ir.Pos{pos("b", 1, 1), pos("a", 2, 3), pos("a", 2, 1), pos("a", 2, 3), pos("a", 1, 9)}) {
		if a.Kind != AssumeAccess {
			t.Errorf("kind %s", a.Kind)
		}
		got = append(got, a.Pos)
	}
	if want := []ir.Pos{pos("a", 1, 9), pos("a", 2, 1), pos("a", 2, 3), pos("b", 1, 1)}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestOnlyCheckedFacts tests that facts can be assumed, or be premises of checked facts, only if they are checked.
func TestOnlyCheckedFacts(t *testing.T) {
	b := NewBoard()
	a := claim(t, b, Scope{})
	if _, err := b.Assume(a, Scope{}); !errors.Is(err, ErrNotChecked) {
		t.Errorf("claimed fact granted: %v", err)
	}
	d := claim(t, b, Scope{Depth: 2}, a)
	if err := b.Confirm(d, "test"); !errors.Is(err, ErrNotChecked) {
		t.Errorf("confirmed although its premise is only claimed: %v", err)
	}
	confirm(t, b, a)
	confirm(t, b, d)
	if err := b.Refute(a, "wrong"); err != nil {
		t.Fatal(err)
	}
	for _, id := range []FactID{a, d} {
		if f, _ := b.Get(id); f.Status != Refuted {
			t.Errorf("fact %d is %s after its premise was refuted", id, f.Status)
		}
		if err := b.Confirm(id, "test"); err == nil {
			t.Errorf("refuted fact %d confirmed", id)
		}
	}
}

func TestPublishRefuses(t *testing.T) {
	b := NewBoard()
	part := claim(t, b, Scope{Depth: 2})
	bad := []Fact{
		{Producer: "x", Status: Claimed},
		{Payload: &Holds{}, Status: Claimed},
		{Payload: &Holds{}, Producer: "x", Status: Checked},
		{Payload: &Holds{}, Producer: "x", Status: Claimed, Deps: []FactID{1}},    // itself: a cycle
		{Payload: &Holds{}, Producer: "x", Status: Claimed, Deps: []FactID{part}}, // the premise holds in fewer executions
	}
	for i, f := range bad {
		if id, err := b.Publish(f); err == nil {
			t.Errorf("%d: published as %d", i, id)
		}
	}
	// A candidate may depend on a fact with a smaller scope, but is never confirmed then.
	id, err := b.Publish(Fact{Payload: &Candidates{}, Producer: "x", Status: Candidate, Deps: []FactID{part}})
	if err != nil {
		t.Fatal(err)
	}
	confirm(t, b, part)
	if err := b.Confirm(id, "test"); !errors.Is(err, ErrScope) {
		t.Error(err)
	}
}

func TestAssumptionsAreInherited(t *testing.T) {
	b := NewBoard()
	as := Assumption{Kind: AssumeMissing, Text: "f"}
	a, err := b.Publish(Fact{Payload: &Holds{}, Producer: "x", Status: Claimed, Assuming: []Assumption{as}})
	if err != nil {
		t.Fatal(err)
	}
	d := claim(t, b, Scope{}, a)
	e := claim(t, b, Scope{}, d, a)
	if f, _ := b.Get(e); len(f.Assuming) != 1 || f.Assuming[0] != as {
		t.Errorf("assuming %v", f.Assuming)
	}
}

func TestSubscription(t *testing.T) {
	b := NewBoard()
	first := claim(t, b, Scope{})
	sub := b.Subscribe(Query{Kinds: []FactKind{KindProved}, Statuses: []FactStatus{Checked}})
	if f, ok := sub.Poll(); ok {
		t.Errorf("unchecked fact %d", f.ID)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	go func() { _ = b.Confirm(first, "test") }()
	if f, err := sub.Next(ctx); err != nil || f.ID != first {
		t.Errorf("%v %v", f.ID, err)
	}
	cancel()
	if _, err := sub.Next(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestBoardConcurrently(t *testing.T) {
	b := NewBoard()
	const writers, each = 4, 50
	var wg sync.WaitGroup
	for w := range writers {
		wg.Add(2)
		go func() {
			defer wg.Done()
			for i := range each {
				id, err := b.Publish(Fact{Payload: &Holds{}, Producer: fmt.Sprint("w", w), Status: Claimed})
				if err != nil {
					t.Error(err)
				} else if i%2 == 0 {
					_ = b.Confirm(id, "t")
				}
			}
		}()
		go func() {
			defer wg.Done()
			sub := b.Subscribe(Query{Producer: fmt.Sprint("w", w), Statuses: []FactStatus{Claimed}})
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
			defer cancel()
			for seen := 0; seen < each/2; seen++ { // the odd ones stay claimed
				if _, err := sub.Next(ctx); err != nil {
					t.Error(err)
					return
				}
			}
		}()
	}
	wg.Wait()
	if n := len(b.Find(Query{Statuses: []FactStatus{Checked}})); n != writers*each/2 {
		t.Errorf("%d checked", n)
	}
}

// TestBoardRegion tests that Region returns the last region of all asked obligations that is not refuted.
func TestBoardRegion(t *testing.T) {
	o, p := &ir.Obligation{ID: 0}, &ir.Obligation{ID: 1}
	task := &Task{Obligations: []*ir.Obligation{o}}
	b := NewBoard()
	want := func(when string, r *Region) {
		t.Helper()
		if got := b.Region(task); got != r {
			t.Errorf("%s: %+v, want %+v", when, got, r)
		}
	}
	add := func(s Scope, of ...*ir.Obligation) (*Region, FactID) {
		t.Helper()
		r := &Region{}
		id, err := b.Publish(Fact{Payload: &OpenRegion{Region: r, Obligations: of}, Scope: s, Producer: "a", Status: Claimed})
		if err != nil {
			t.Fatal(err)
		}
		return r, id
	}
	want("none", nil)
	all, _ := add(Scope{})
	want("of all obligations", all)
	both, id := add(Scope{}, o, p)
	want("a later one", both)
	add(Scope{}, p)
	want("of another obligation", both)
	add(Scope{Depth: 3}, o)
	want("of some executions", both)
	if err := b.Refute(id, "test"); err != nil {
		t.Fatal(err)
	}
	want("refuted", all)
	task.Obligations = nil
	task.Program = &ir.Program{Obligations: []*ir.Obligation{o, p}}
	add(Scope{}, o)
	want("of one of two", all)
	if r := (*Board)(nil).Region(task); r != nil {
		t.Error(r)
	}
}

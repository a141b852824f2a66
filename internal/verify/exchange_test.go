package verify

import (
	"fmt"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestExchanged tests that a board counts the facts of an engine that others have read, each once for each reader, and
// the conjuncts of these facts that a proof contains.
func TestExchanged(t *testing.T) {
	p := &ir.Program{}
	f := p.NewFunc("f", ir.Void, ir.Pos{})
	l := f.NewLoc(ir.Pos{})
	x := ir.NewRef(f.NewVar("x", ir.I32))
	is := func(n int64) ir.Expr { return ir.NewBinary(ir.Eq, x, ir.NewConst(ir.I32, n)) }
	inv := func(xs ...ir.Expr) []Invariant {
		all := xs[0]
		for _, x := range xs[1:] {
			all = ir.NewBinary(ir.LAnd, all, x)
		}
		return []Invariant{{Loc: l, Expr: all}}
	}
	b := NewBoard()
	publish := func(by string, p Payload) FactID {
		id, err := b.Publish(Fact{Payload: p, Producer: by, Status: Candidate})
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	publish("one", &Candidates{Invariants: inv(is(1), is(2))})
	publish("one", &TestFact{Test: &Test{}})
	sub := b.As("two").Subscribe(Query{Kinds: []FactKind{KindTest}})
	for range 2 {
		if n := len(b.As("two").Invariants(p)); n != 1 {
			t.Fatalf("%d invariants", n)
		}
	}
	b.Invariants(p)           // no engine reads them
	b.As("one").Invariants(p) // its own
	if _, ok := sub.Poll(); !ok {
		t.Error("no test")
	}
	publish("three", &Candidates{Invariants: inv(is(3))}) // after two has read the others
	refuted := publish("four", &Candidates{Invariants: inv(is(4))})
	if err := b.Refute(refuted, "wrong"); err != nil {
		t.Fatal(err)
	}
	b.As("five").Find(Query{})
	const want = "[{candidate four  1 0 0} {candidate one five 1 1 0} {test one five 1 1 0} {candidate one two 1 1 0} " +
		"{test one two 1 1 0} {candidate three five 1 1 0}]"
	if got := fmt.Sprint(b.Exchanged()); got != want {
		t.Errorf("exchanged\n%s, want\n%s", got, want)
	}
	b.Keep(KindTest)
	for reader, want := range map[string]int{"": 1, "one": 1, "two": 0} {
		if n := len(b.As(reader).Find(Query{Kinds: []FactKind{KindTest}})); n != want {
			t.Errorf("%q sees %d tests, want %d", reader, n, want)
		}
	}
	proof := &Cover{Leaves: []Leaf{{Proof: &KInductive{Invariants: inv(is(2), is(3)), Support: &Inductive{
		Invariants: inv(is(2))}}}, {Proof: &Annotated{Nodes: []AnnotatedNode{{Loc: l, Formula: is(1)}, {Loc: l}}}}}}
	for reader, want := range map[string]string{"two": "map[candidate:map[one:2]]", "one": "map[]",
		"five": "map[candidate:map[one:2 three:1]]", "other": "map[]"} {
		if got := fmt.Sprint(b.Uses(reader, proof)); got != want {
			t.Errorf("%s uses %s, want %s", reader, got, want)
		}
	}
}

package verify

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
)

const codecProg = `
program ILP32
global g i32
site nondet "n@a.c:1:1" type i32
site param "p@a.c:2:2" type u8
obligation "unreach-call" text "reach_error()" in "main"
entry main
func main() i32 source "main" {
  reg x i32
  loc L0 entry
  loc L1 exit
  loc L2 loop "while" @-
  loc L3 error O0
  loc L4
  loc L5
  L0 -> L2: x = input #0
  L2 -> L5: assume x < @g [T]
  L2 -> L4: assume @g <= x [F]
  L4 -> L1: return x
  L5 -> L2: x = x + 1:i32
}
func inc(k) void {
  reg k u8
  loc L0 entry
  loc L1 exit
  L0 -> L1: return
}
`

// samples are one or more values of every kind of fact and evidence.
func samples(t *testing.T) (c *Codec, evidence []Evidence, facts []Fact, results []Result) {
	p := irtest.Program(t, codecProg)
	main := irtest.Func(t, p, "main")
	x := irtest.Expr(t, p, main, "x < 5:i32 && @g == 1:i32")
	res := &ir.Var{Name: "result", Type: ir.I32}
	was, arg := &ir.Var{Name: "g.in", Type: ir.I32}, &ir.Var{Name: "k.in", Type: ir.U8}
	ret := irtest.Expr(t, p, main, "result < @g && @g == g.in", res, was)
	inc := irtest.Func(t, p, "inc")
	kept := irtest.Expr(t, p, inc, "k.in <= k", arg)
	in := &ir.Var{Name: "in1", Type: ir.U8}
	cond := irtest.Expr(t, p, nil, "in1 < 7:u8", in)
	head := main.Locs[2]
	o := p.Obligations[0]

	made := &ir.Object{Name: "made.main.0", Size: 4, Func: main}
	load := &ir.Binary{Op: ir.Eq, X: &ir.Load{T: ir.I32, Addr: &ir.AddrOf{Obj: made, T: ir.P32}}, Y: ir.NewConst(ir.I32, 7)}
	ind := &Inductive{Invariants: []Invariant{{head, x}, {head, load}, {main.Exit, ret}, {inc.Exit, kept}}, Results: map[*ir.Func]*ir.Var{main: res}, Made: map[*ir.Edge]*ir.Object{main.Edges[0]: made},
		Entered: map[*ir.Func]map[*ir.Var]*ir.Var{main: {p.Globals[0]: was}, inc: {inc.Params[0]: arg, p.Globals[0]: {Name: "g.in", Type: ir.I32}}}}
	plain := &Inductive{Invariants: []Invariant{{head, x}}}
	box := []Range{{Site: 1, Type: ir.U8, Lo: 0, Hi: 255}}
	region := &Region{Box: box, Cond: cond, Vars: map[int]*ir.Var{1: in}}
	enum := &Enumerated{Box: box, Runs: 256, Fuel: 1 << 60}
	condition := &Condition{Obligations: []*ir.Obligation{o}, Note: "rest", States: []ConditionState{
		{Steps: []ConditionStep{{Edge: main.Edges[1], Assume: x, To: 1}, {Edge: main.Edges[2]}}}, {Verified: true}}}
	test := &Test{Note: "n", Records: []ir.Record{{Key: ir.Key{Site: 0, Occ: 3}, Type: ir.I32, Bits: 0xffffffff}, {Key: ir.Key{Site: 1, Off: -1}, Type: ir.U64, Bits: ^uint64(0)}}}

	evidence = []Evidence{
		ind, enum, &Unreached{}, &Cycle{head, 3, 1 << 40}, &Enumerated{Runs: 1},
		&Annotated{Nodes: []AnnotatedNode{{head, x}, {main.Exit, nil}}, Edges: []AnnotatedEdge{{0, 1, main.Edges[2]}, {0, 0, nil}}},
		&KInductive{K: 2, Cut: []*ir.Loc{head}, Invariants: plain.Invariants, Support: plain},
		&KInductive{K: 1},
		&Cover{Leaves: []Leaf{{Scope{Region: region}, &Under{enum}}, {Scope{Depth: 3}, &Unreached{}}, {Scope{}, enum}}},
		&Unwinding{Depth: map[*ir.Loc]int{head: 4, main.Entry: 1}, Search: true},
		&Parts{Of: map[int]Evidence{0: &Unreached{}, 12: enum}},
	}
	scope := Scope{Region: region, Range: &PathRange{Lo: "TF", Hi: "FT"}, Condition: condition, Depth: 3, Edges: Edges{main.Edges[2]: true}}
	for _, pl := range []Payload{
		&Invariants{*ind}, &Candidates{plain.Invariants}, &TestFact{Test: test, Ending: EndViolated, Obligation: o, Path: "TTF"}, &TestFact{Test: test, Ending: EndBlocked},
		&OpenRegion{region, nil}, &OpenRegion{region, []*ir.Obligation{}}, &Holds{[]*ir.Obligation{o}},
		&Predicates{Precision{Global: []ir.Expr{irtest.Expr(t, p, nil, "@g == 0:i32")}, Func: map[*ir.Func][]ir.Expr{main: {x}}, Loc: map[*ir.Loc][]ir.Expr{head: {x, x}}}},
		&Holds{},
	} {
		facts = append(facts, Fact{ID: 4, Payload: pl, Producer: "test", Status: Claimed},
			Fact{ID: 4, Payload: pl, Scope: Scope{Edges: Edges{}}, Producer: "test", Status: Claimed},
			Fact{ID: 5, Payload: pl, Scope: scope, Producer: "test", Status: Checked, Why: "w", Deps: []FactID{1, 2},
				Assuming: []Assumption{{Kind: AssumeAccess, Text: "a[i]", Pos: ir.Pos{File: "a.c", Line: 3, Col: 4}}}})
	}
	results = []Result{
		&Safe{Proof: ind}, &Safe{Obligations: []*ir.Obligation{o}, Proof: enum, Assuming: []Assumption{{Kind: AssumeMissing, Text: "f"}}},
		&Unsafe{o, test}, &Unsafe{}, &Unknown{Reason: "r", Left: condition}, &Unknown{Reason: "r"},
	}
	return NewCodec(&Task{Program: p, Parts: &PartSet{}}), evidence, facts, results
}

// equal compares up to the identity of pseudo registers.
func equal(t *testing.T, what string, a, b any) {
	t.Helper()
	if !reflect.DeepEqual(a, b) {
		t.Errorf("%s: got\n%#v\nwant\n%#v", what, b, a)
	}
}

func TestCodec(t *testing.T) {
	c, evidence, facts, results := samples(t)
	kinds := map[reflect.Type]bool{}
	for _, e := range evidence {
		kinds[reflect.TypeOf(e)] = true
		text, err := c.EncodeEvidence(e)
		if err != nil {
			t.Fatalf("%T: %v", e, err)
		}
		back, err := c.DecodeEvidence(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		again, err := c.EncodeEvidence(back)
		if err != nil || !bytes.Equal(text, again) {
			t.Errorf("%s\n%s %v", text, again, err)
		}
		if _, results := e.(*Inductive); !results { // has maps with registers as values that are new ones
			equal(t, string(text), normal(e), normal(back))
		}
	}
	if len(kinds) != 9 {
		t.Errorf("%d kinds of evidence are tested, there are 9", len(kinds))
	}
	seen := map[FactKind]bool{}
	for _, f := range facts {
		seen[f.Payload.Kind()] = true
		text, err := c.EncodeFact(f)
		if err != nil {
			t.Fatalf("%T: %v", f.Payload, err)
		}
		back, err := c.DecodeFact(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		again, err := c.EncodeFact(back)
		if err != nil || !bytes.Equal(text, again) {
			t.Errorf("%s\n%s %v", text, again, err)
		}
		if tf, ok := f.Payload.(*TestFact); ok {
			equal(t, string(text), tf, back.Payload)
		}
	}
	if len(seen) != 6 {
		t.Errorf("%d kinds of facts are tested, there are 6", len(seen))
	}
	for _, r := range results {
		text, err := c.EncodeResult(r)
		if err != nil {
			t.Fatalf("%T: %v", r, err)
		}
		back, err := c.DecodeResult(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		again, err := c.EncodeResult(back)
		if err != nil || !bytes.Equal(text, again) || reflect.TypeOf(back) != reflect.TypeOf(r) {
			t.Errorf("%s\n%s %v", text, again, err)
		}
	}
}

// normal drops what is equal only in text.
func normal(e Evidence) any {
	switch e := e.(type) {
	case *Annotated:
		return e.Edges
	case *KInductive:
		return []any{e.K, e.Cut}
	case *Cover:
		return len(e.Leaves)
	}
	return e
}

// What does not belong to the program is refused, not accepted by number.
func TestCodecRefuses(t *testing.T) {
	c, _, _, _ := samples(t)
	for _, text := range []string{
		`{"kind":"inductive","invariants":[{"func":"main","loc":99,"expr":"true"}]}`,
		`{"kind":"inductive","invariants":[{"func":"f","loc":0,"expr":"true"}]}`,
		`{"kind":"inductive","invariants":[{"func":"main","loc":0,"expr":"x"}],"x":1}`,
		`{"kind":"cycle"}`,
		`{"kind":"annotated","edges":[{"from":0,"to":1}]}`,
		`{"kind":"nonsense"}`,
		`{"kind":"inductive","invariants":[{"func":"main","loc":0,"expr":"y < 1:i32"}]}`,
	} {
		if _, err := c.DecodeEvidence([]byte(text)); err == nil {
			t.Errorf("%s accepted", text)
		}
	}
	for _, text := range []string{
		`{"verdict":"false","obligation":7}`, `{"verdict":"maybe"}`,
		`{"verdict":"false","obligation":0,"test":{"records":[{"key":"gone","type":{},"bits":"1"}]}}`,
	} {
		if _, err := c.DecodeResult([]byte(text)); err == nil {
			t.Errorf("%s accepted", text)
		}
	}
}

// Options, properties and budgets are plain JSON.
func TestPlainJSON(t *testing.T) {
	o := Options{Overflow: Undefined, Missing: MissingHavoc, MallocFail: true, ArraySize: 8, Entry: "f", Seed: 1 << 63, Determ: true}
	p := Property{Name: "a", Kind: "unreach-call", Text: "CHECK", Entry: "main", Error: "reach_error"}
	for _, v := range []any{&o, &p, &Budget{Time: 5, Memory: 6, Work: 7}, &Assumption{Kind: AssumeAccess, Pos: ir.Pos{File: "f", Line: 1}}} {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		back := reflect.New(reflect.TypeOf(v).Elem()).Interface()
		if err := json.Unmarshal(text, back); err != nil {
			t.Fatal(err)
		}
		equal(t, string(text), v, back)
	}
}

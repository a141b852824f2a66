package verify

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestPlainJSON tests that options, properties, budgets and assumptions keep their values in JSON.
func TestPlainJSON(t *testing.T) {
	o := Options{Overflow: Undefined, Missing: MissingHavoc, MallocFail: true, ArraySize: 8, Entry: "f", Seed: 1 << 63,
		Determ: true}
	p := Property{Name: "a", Kind: "unreach-call", Text: "CHECK", Entry: "main", Error: "reach_error"}
	for _, v := range []any{&o, &p, &Budget{Time: 5, Memory: 6, Work: 7},
		&Assumption{Kind: AssumeAccess, Pos: ir.Pos{File: "f", Line: 1}}} {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		back := reflect.New(reflect.TypeOf(v).Elem()).Interface()
		if err := json.Unmarshal(text, back); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(v, back) {
			t.Errorf("%s: got\n%#v\nwant\n%#v", text, back, v)
		}
	}
}

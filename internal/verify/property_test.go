package verify

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestParseProperties(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"CHECK( init(main()), LTL(G ! call(reach_error())) )\n", "unreach-call main reach_error"},
		{"\n  CHECK(init(foo()),LTL(G!call(__VERIFIER_error())))\n\n", "unreach-call foo __VERIFIER_error"},
		{"CHECK( init(main()), LTL(G ! overflow) )", "no-overflow main "},
		{"CHECK( init(main()), LTL(G valid-free) ) CHECK( init(main()), LTL(G valid-deref) )",
			"valid-free main |valid-deref main "},
		{"CHECK( init(main()), LTL(G valid-free) )\r\nCHECK( init(main()), LTL(G valid-deref) )\r\n",
			"valid-free main |valid-deref main "},
		{"CHECK( init(main()), LTL(F end) )", "termination main "},
		{"CHECK( init(main()), LTL(G ! label(ERROR)) )", "unreach-label main ERROR"},
		{"CHECK(annotations, all)", "correct-annotations  "},
		{"COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )", "coverage main COVER EDGES(@DECISIONEDGE)"},

		{"", "p.prp:1:1: no property in this file"},
		{"\nCHEK( init(main()), LTL(F end) )", "p.prp:2:1: expected CHECK or COVER"},
		{"CHECK( init(main), LTL(F end) )", `p.prp:1:17: expected "(" in the property`},
		{"CHECK( init(main()), LTL(F fin) )", `p.prp:1:26: unknown formula "F fin"`},
		{"CHECK( init(main()), LTL(G ! call(f()) && F end) )", `p.prp:1:40: unknown formula "G ! call(f()) && F end"`},
		{"CHECK( init(main()), LTL(G ! call(f())", "p.prp:1:39: parenthesis not closed"},
		{"CHECK( init(main()), LTL(F end) ) x", "p.prp:1:35: text after the end of the property"},
		{"COVER( init(main()), LTL(F end) )", `p.prp:1:22: expected "FQL" in the property`},
	} {
		props, err := ParseProperties("p.prp", []byte(c.text))
		var got []string
		if err != nil {
			got = []string{err.Error()}
		}
		for _, p := range props {
			if p.Name != "p" || p.Cover != (p.Kind == "coverage") {
				t.Errorf("%q: %+v", c.text, p)
			}
			got = append(got, p.Kind+" "+p.Entry+" "+p.Error+p.Label+p.Goal)
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("%q\n got %s\nwant %s", c.text, s, c.want)
		}
	}
}

// FuzzParseProperties tests that the parser does not panic, and that the text of an accepted property is accepted
// again.
func FuzzParseProperties(f *testing.F) {
	f.Add([]byte("CHECK( init(main()), LTL(G ! call(reach_error())) )\n"))
	f.Add([]byte("CHECK( init(main()), LTL(G ! label(ERROR)) )\nCHECK(annotations, all)"))
	f.Add([]byte("COVER( init(main()), FQL(COVER EDGES(@CALL(f))) )"))
	f.Fuzz(func(t *testing.T, text []byte) {
		props, err := ParseProperties("p.prp", text)
		if err != nil {
			if _, ok := err.(*InputError); !ok {
				t.Fatalf("error of type %T", err)
			}
			return
		}
		for _, p := range props {
			again, err := ParseProperties("p.prp", []byte(p.Text))
			if err != nil || len(again) != 1 || !reflect.DeepEqual(again[0], p) {
				t.Fatalf("%q: %v %v", p.Text, again, err)
			}
		}
	})
}

// TestSpecification tests that ParseProperties reads the kinds from which Specification has made a text.
func TestSpecification(t *testing.T) {
	for _, c := range append(CheckNames(), "none", "default", "all", "default,leak", "shift,memory") {
		want, err := ReadChecks(c)
		if err != nil {
			t.Fatal(err)
		}
		text := Specification("f", want)
		props, err := ParseProperties("p", []byte(text))
		if err != nil {
			t.Fatalf("--check %s: %s: %v", c, text, err)
		}
		var got []string
		for i, p := range props {
			kinds, ok := p.Undefined()
			if !ok || p.Entry != "f" || (i == 0) != (p.Kind == "assertion") {
				t.Errorf("%s: %+v", text, p)
			}
			got = append(got, kinds...)
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("--check %s: %s\n got %v\nwant %v", c, text, got, want)
		}
	}
}

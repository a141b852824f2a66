package witness

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"strings"
	"testing"
)

// readFile returns the text of a file of testdata.
func readFile(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// mutation replaces the first occurrence of old in a witness by new. The lint must then report a violation of rule.
type mutation struct{ name, old, new, rule string }

// apply returns the text with the mutation.
func (m mutation) apply(t *testing.T, text string) string {
	t.Helper()
	if !strings.Contains(text, m.old) {
		t.Fatalf("%s: %q is not in the witness", m.name, m.old)
	}
	return strings.Replace(text, m.old, m.new, 1)
}

// has reports whether a problem with a rule is in the list.
func has(ps []Problem, rule string) bool {
	for _, p := range ps {
		if p.Rule == rule {
			return true
		}
	}
	return false
}

// TestLintYAMLFindsEachFault checks that lintYAML accepts two witnesses, and reports each of their mutations.
func TestLintYAMLFindsEachFault(t *testing.T) {
	src := Sources{"calls.c": []byte(readFile(t, "calls.c")), "loops.c": []byte(readFile(t, "loops.c"))}
	check := func(file string, ms []mutation) {
		text := readFile(t, file)
		if ps := lintYAML([]byte(text), src); len(ps) > 0 {
			t.Errorf("%s: %v", file, ps)
		}
		for _, m := range ms {
			broken := m.apply(t, text)
			if ps := lintYAML([]byte(broken), src); !has(ps, m.rule) {
				t.Errorf("%s, %s: %s is not reported: %v", file, m.name, m.rule, ps)
			}
		}
	}
	target := "    - segment:\n        - waypoint:\n            type: \"target\""
	segment := "            action: \"follow\"\n            location:\n              file_name: \"./calls.c\"\n        " +
		"      line: 24"
	check("calls.yml", []mutation{
		{"not YAML", "  metadata:", "  metadata: [", "yaml"},
		{"anchor", `language: "C"`, `language: &a "C"`, "yaml"},
		{"key twice", `language: "C"`, "language: \"C\"\n      language: \"C\"", "yaml"},
		{"no list", "- entry_type", "  entry_type", "schema"},
		{"unknown key", "  metadata:", "  meta: {}\n  metadata:", "schema"},
		{"no producer name", `      name: "Tandem"` + "\n", "", "schema"},
		{"no uuid", "    uuid:", "    id:", "schema"},
		{"line is a string", "line: 24", `line: "24"`, "schema"},
		{"line 0", "line: 24", "line: 0", "schema"},
		{"entry type", "violation_sequence", "violation", "entry_type"},
		{"version without quotes", `"2.0"`, "2.0", "format_version"},
		{"version", `"2.0"`, `"1.0"`, "format_version"},
		{"uuid form", `uuid: "`, `uuid: "x`, "uuid"},
		{"time without zone", "+01:00", "", "creation_time"},
		{"time", "2026-11", "2026-13", "creation_time"},
		{"producer", `name: "Tandem"`, `name: ""`, "producer"},
		{"no input files", "input_files:\n        - \"./calls.c\"", "input_files: []", "input_files"},
		{"hash of another name", `"./calls.c": "`, `"calls.c": "`, "hash"},
		{"wrong hash", `"./calls.c": "e`, `"./calls.c": "f`, "hash"},
		{"short hash", `"./calls.c": "e`, `"./calls.c": "`, "hash"},
		{"specification", "CHECK(", "G(", "specification"},
		{"data model", "ILP32", "32bit", "data_model"},
		{"language", `language: "C"`, `language: "c"`, "language"},
		{"other file", "              file_name: \"./calls.c\"\n              line: 24",
			"              file_name: \"x.c\"\n              line: 24", "location"},
		{"line beyond the end", "line: 24", "line: 240", "location"},
		{"column beyond the end", "column: 44", "column: 440", "column"},
		{"column beside", "column: 44", "column: 43", "column"},
		{"target beside", "column: 26", "column: 25", "column"},
		{"target in a word", "column: 26", "column: 27", "column"},
		{"action", segment, strings.Replace(segment, "follow", "go", 1), "action"},
		{"avoided only", segment, strings.Replace(segment, "follow", "avoid", 1), "segment"},
		{"two followed in a segment", target, strings.TrimPrefix(target, "    - segment:\n"), "segment"},
		{"empty segment", target, "    - segment: []\n" + target, "segment"},
		{"no target", `type: "target"`, `type: "function_enter"`, "target"},
		{"target early", "line: 24\n              column: 44\n              function: \"main\"\n            constraint:",
			"line: 30\n              column: 26\n              function: \"main\"\n            constraint:", "column"},
		{"waypoint type", `type: "function_return"`, `type: "call"`, "waypoint"},
		{"constraint", `\\result == 4000000001U`, `x == 4000000001U`, "constraint"},
		{"constraint format", `"ext_c_expression"`, `"c_expression"`, "constraint"},
		{"constraint at target", "line: 30\n              column: 26\n              function: \"main\"",
			"line: 30\n              column: 26\n            constraint:\n              value: \"1\"", "constraint"},
		{"function_enter with constraint", `type: "function_return"`, `type: "function_enter"`, "constraint"},
		{"branching at a bracket", `type: "function_return"`, `type: "branching"`, "constraint"},
		{"assumption format", `type: "function_return"`, `type: "assumption"`, "constraint"},
	})
	value := "b <= 4 && a == 3 && (n <= 5U || 5U < n)"
	check("loops.yml", []mutation{
		{"loop elsewhere", "column: 3", "column: 4", "column"},
		{"loop at a label", `type: "location_invariant"`, `type: "loop_invariant"`, "column"},
		{"invariant type", `type: "loop_invariant"`, `type: "invariant"`, "invariant"},
		{"later version", `type: "loop_invariant"`, `type: "loop_transition_invariant"`, "invariant"},
		{"format", `"c_expression"`, `"acsl"`, "invariant"},
		{"empty value", value, " ", "expression"},
		{"assignment", value, "b = 4", "expression"},
		{"compound assignment", value, "(b <<= 4) == 0", "expression"},
		{"increment", value, "b++ == 4", "expression"},
		{"call", value, "f(b) == 4", "syntax"},
		{"brackets", value, "(b <= 4))", "expression"},
		{"order of brackets", value, ")b(", "expression"},
		{"statement", value, "b; c", "syntax"},
		{"result", value, `\\result == 4`, "syntax"},
		{"comment", value, "b /* 4 */", "syntax"},
		{"number", `value: "` + value + `"`, "value: 1", "schema"},
	})
	// Witnesses that the rules must let pass.
	text := readFile(t, "loops.yml")
	for _, v := range []string{"1", "(int)(x) >= -5", "a[i] != 0 && p->q == 'c'", "(unsigned long long)x <= 5ULL",
		"sizeof(int) == 4", "x ? y : z"} {
		ok := strings.Replace(text, value, v, 1)
		if ps := lintYAML([]byte(ok), src); len(ps) > 0 {
			t.Errorf("%s: %v", v, ps)
		}
	}
}

// TestLintGraphMLFindsEachFault checks that lintGraphML accepts a witness, and reports each of its mutations.
func TestLintGraphMLFindsEachFault(t *testing.T) {
	src := Sources{"calls.c": []byte(readFile(t, "calls.c"))}
	text := readFile(t, "calls.graphml")
	if ps := lintGraphML([]byte(text), src); len(ps) > 0 {
		t.Error(ps)
	}
	edge := `<edge source="N0" target="N1">`
	for _, m := range []mutation{
		{"not XML", "</graph>", "", "xml"},
		{"no graph", "graphml>", "graphs>", "xml"},
		{"unknown element", "<node id=\"N1\"/>", "<node id=\"N1\"/><hyperedge/>", "xml"},
		{"1 attribute", `<data key="witness-type">`, `<data key="witness-type" id="x">`, "data"},
		{"1 empty", "violation_witness", " ", "data"},
		{"1 children", ">C<", "><b>C</b><", "data"},
		{"2 undeclared", `<data key="producer">`, `<data key="maker">`, "key"},
		{"2 declared for something else", `<data key="witness-format-version">1.0`, `<data key="entry">true`, "key"},
		{"2 wrong for", `attr.type="string" for="edge" id="assumption"`, `attr.type="string" for="node" id="assumption"`,
			"key"},
		{"2 no id", ` id="assumption"`, "", "key"},
		{"2 no for", ` for="edge" id="startline"`, ` id="startline"`, "key"},
		{"2 twice", "<graph ", `<key id="entry" for="node"/><graph `, "key"},
		{"2 two defaults", "<default>false</default>", "<default>false</default><default>false</default>", "key"},
		{"2 default true", "<default>false</default>", "<default>true</default>", "key"},
		{"3 twice", `<data key="producer">`, `<data key="producer">x</data><data key="producer">`, "graph-data"},
		{"3 missing", `<data key="programfile">./calls.c</data>`, "", "graph-data"},
		{"3 language", ">C<", ">Java<", "graph-data"},
		{"4 hash", ">ea6c", ">fa6c", "hash"},
		{"4 hash form", ">ea6c", ">ea6", "hash"},
		{"5 architecture", "32bit", "ILP32", "architecture"},
		{"6 time", "+01:00", "", "creationtime"},
		{"7 node id", `<node id="N1"/>`, `<node/>`, "graph"},
		{"7 node twice", `<node id="N2"/>`, `<node id="N1"/>`, "graph"},
		{"7 node attribute", `<node id="N1"/>`, `<node id="N1" x="1"/>`, "graph"},
		{"7 edge to nothing", edge, `<edge source="N0" target="N99">`, "graph"},
		{"7 edge attribute", edge, `<edge source="N0" target="N1" weight="1">`, "graph"},
		{"7 self-loop", edge, `<edge source="N0" target="N0">`, "graph"},
		{"8 no entry", `<data key="entry">true</data>`, `<data key="entry">false</data>`, "entry"},
		{"8 two entries", `<node id="N1"/>`, `<node id="N1"><data key="entry">true</data></node>`, "entry"},
		{"9 type", "violation_witness", "witness", "witness-type"},
		{"9 violation in correctness", "violation_witness", "correctness_witness", "witness-type"},
		{"9 invariant in violation", `<node id="N1"/>`, `<node id="N1"><data key="invariant">1</data></node>`,
			"witness-type"},
		{"9 sink with successor", `<node id="N1"/>`, `<node id="N1"><data key="sink">true</data></node>`, "witness-type"},
		{"10 line", `"startline">22`, `"startline">2200`, "location"},
		{"10 line form", `"startline">22`, `"startline">x`, "location"},
		{"10 order", `"startline">22</data>`, `"startline">22</data><data key="endline">21</data>`, "location"},
		{"10 offset in another line", `"startline">22</data>`, `"startline">22</data><data key="startoffset">3</data>`,
			"location"},
		{"10 return", `"startline">22</data>`, `"startline">22</data><data key="returnFromFunction">main</data>`, "stack"},
		{"10 thread", `"startline">22</data>`, `"startline">22</data><data key="threadId">1</data>`, "thread"},
		{"result of nothing", `<data key="assumption.resultfunction">__VERIFIER_nondet_uint</data>`, "", "data"},
		{"control", `"startline">22</data>`, `"startline">22</data><data key="control">true</data>`, "data"},
		{"datum twice at an edge", `"startline">22</data>`, `"startline">22</data><data key="startline">22</data>`, "data"},
	} {
		broken := m.apply(t, text)
		if ps := lintGraphML([]byte(broken), src); !has(ps, m.rule) {
			t.Errorf("%s: %s is not reported: %v", m.name, m.rule, ps)
		}
	}
	// A call stack in order.
	ok := strings.Replace(text, `"startline">22</data>`, `"startline">22</data><data key="enterFunction">main</data>`, 1)
	ok = strings.Replace(ok, `"startline">24</data>`, `"startline">24</data><data key="returnFromFunction">main</data>`, 1)
	ok = strings.Replace(ok, "<graph ",
		`<key id="enterFunction" for="edge"/><key id="returnFromFunction" for="edge"/><graph `, 1)
	if ps := lintGraphML([]byte(ok), src); len(ps) > 0 {
		t.Error(ps)
	}
}

// TestGzip checks that witnesses that are compressed by gzip are read.
func TestGzip(t *testing.T) {
	zip := func(s string) []byte {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		fmt.Fprint(w, s)
		w.Close()
		return b.Bytes()
	}
	if _, err := ParseYAML(zip(readFile(t, "calls.yml"))); err != nil {
		t.Error(err)
	}
	if _, err := parseGraphML(zip(readFile(t, "calls.graphml"))); err != nil {
		t.Error(err)
	}
	if _, err := ParseYAML(zip(readFile(t, "calls.yml"))[:50]); err == nil {
		t.Error("half a file is read")
	}
}

// FuzzYAML checks that any input gives a problem of the lint, or a witness whose text can be read again.
func FuzzYAML(f *testing.F) {
	for _, n := range []string{"calls.yml", "loops.yml"} {
		f.Add([]byte(readFile(f, n)))
	}
	f.Add([]byte("- entry_type: invariant_set\n  metadata: {}\n  content: []\n"))
	src := Sources{"calls.c": []byte(readFile(f, "calls.c"))}
	f.Fuzz(func(t *testing.T, data []byte) {
		problems := lintYAML(data, src)
		w, err := ParseYAML(data)
		if err != nil {
			if len(problems) == 0 {
				t.Fatalf("malformed (%v), but the lint is content", err)
			}
			return
		}
		again, err := ParseYAML(w.Encode())
		if err != nil {
			t.Fatalf("own text is refused: %v\n%s", err, w.Encode())
		}
		if !bytes.Equal(again.Encode(), w.Encode()) {
			t.Fatal("not stable")
		}
	})
}

// FuzzGraphML checks that any input gives an error, or a witness whose text can be read again.
func FuzzGraphML(f *testing.F) {
	f.Add([]byte(readFile(f, "calls.graphml")))
	src := Sources{"calls.c": []byte(readFile(f, "calls.c"))}
	f.Fuzz(func(t *testing.T, data []byte) {
		lintGraphML(data, src)
		g, err := parseGraphML(data)
		if err != nil {
			return
		}
		again, err := parseGraphML(g.Encode())
		if err != nil {
			t.Fatalf("own text is refused: %v\n%s", err, g.Encode())
		}
		if !bytes.Equal(again.Encode(), g.Encode()) {
			t.Fatal("not stable")
		}
	})
}

package witness

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/golden"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// load returns a program of testdata. If inline is set, all functions are inlined.
func load(t testing.TB, name string, inline bool) (*ir.Program, Info, Sources) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	p, err := cfront.Load(cfront.Config{Files: []string{name}, Sources: map[string][]byte{name: text},
		PropertyKind: "unreach-call", ErrorFunc: "reach_error", Model: ir.ILP32})
	if err != nil {
		t.Fatal(err)
	}
	opts := instrument.Default()
	opts.Inline = inline
	if p, err = instrument.Prepare(p, opts); err != nil {
		t.Fatal(err)
	}
	info := Info{
		Producer: "Tandem", Version: "0.1", InputFiles: []string{"./" + name},
		Hashes:        map[string]string{"./" + name: Hash(text)},
		Specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )\n", DataModel: ir.ILP32,
		CreationTime: time.Date(2026, 11, 21, 10, 0, 0, 0, time.FixedZone("", 3600)), CommandLine: `tandem "verify" ` + name,
	}
	return p, info, Sources{name: text}
}

// site returns the site with a function and a line.
func site(t testing.TB, p *ir.Program, name string, line int) *ir.Site {
	t.Helper()
	for _, s := range p.Sites {
		if s.Name == name && s.Pos.Line == line {
			return s
		}
	}
	t.Fatalf("no site of %s in line %d", name, line)
	return nil
}

// reads returns the inputs of a violating run of calls.c.
func reads(t testing.TB, p *ir.Program) []ir.Record {
	rec := func(name string, line, occ int, bits uint64) ir.Record {
		s := site(t, p, name, line)
		return ir.Record{Key: ir.Key{Site: s.ID, Occ: occ}, Type: s.Type, Bits: bits}
	}
	return []ir.Record{
		rec("__VERIFIER_nondet_uint", 22, 0, 4000000001),
		rec("__VERIFIER_nondet_longlong", 24, 0, 1<<63),
		rec("__VERIFIER_nondet_bool", 25, 0, 7),
		rec("__VERIFIER_nondet_char", 26, 0, 0xff),
		rec("__VERIFIER_nondet_double", 27, 0, math.Float64bits(0.1)),
		rec("__VERIFIER_nondet_uint", 28, 0, 3),
		rec("read_sensor", 13, 0, 0x80000000),
		rec("read_sensor", 13, 1, 7),
	}
}

// TestViolation compares violation witnesses with files, and reads them again.
func TestViolation(t *testing.T) {
	p, info, src := load(t, "calls.c", true)
	rs := reads(t, p)
	y, err := ViolationYAML(info, p, p.Obligations[0], rs, src)
	if err != nil {
		t.Fatal(err)
	}
	golden.Compare(t, "testdata/calls.yml", string(y))
	g, err := ViolationGraphML(info, p, p.Obligations[0], rs, src)
	if err != nil {
		t.Fatal(err)
	}
	golden.Compare(t, "testdata/calls.graphml", string(g))

	// A witness that is written reads as the same witness.
	f, err := ParseYAML(y)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(y), string(f.Encode())); d != "" {
		t.Errorf("YAML read and written again (-want +got):\n%s", d)
	}
	gr, err := parseGraphML(g)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(g), string(gr.Encode())); d != "" {
		t.Errorf("GraphML read and written again (-want +got):\n%s", d)
	}
}

// TestViolationColumns checks that the column of each waypoint is the place of its text.
func TestViolationColumns(t *testing.T) {
	p, info, src := load(t, "calls.c", false)
	y, err := ViolationYAML(info, p, p.Obligations[0], reads(t, p), src)
	if err != nil {
		t.Fatal(err)
	}
	f, err := ParseYAML(y)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range f.Entries[0].Segments {
		l := s.Waypoints[0].Location
		off, ok := offset(src["calls.c"], l.Line, l.Column)
		switch {
		case l.Column == 0 && l.Line == 28: // inside a macro
		case !ok:
			t.Errorf("no place %d:%d", l.Line, l.Column)
		case s.Waypoints[0].Type == "target":
			if !startsWord(src["calls.c"], off, "reach_error") || l.Function != "main" {
				t.Errorf("target at %+v", l)
			}
		case src["calls.c"][off] != ')':
			t.Errorf("waypoint at %d:%d", l.Line, l.Column)
		}
	}
}

// TestNoSources checks that without the texts of the source files, witnesses are less precise, but still correct.
func TestNoSources(t *testing.T) {
	p, info, _ := load(t, "calls.c", true)
	y, err := ViolationYAML(info, p, p.Obligations[0], reads(t, p), nil)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(y), "column:") != 1 { // only the target has one, from the front end
		t.Errorf("columns without source:\n%s", y)
	}
}

// TestRefusals checks that if a required fact is missing, the writers return an error.
func TestRefusals(t *testing.T) {
	p, info, src := load(t, "calls.c", true)
	rs := reads(t, p)
	for name, c := range map[string]struct {
		break_ func(*Info)
		want   string
	}{
		"producer":      {func(i *Info) { i.Producer = "" }, "no producer"},
		"files":         {func(i *Info) { i.InputFiles = nil }, "no input file"},
		"hash":          {func(i *Info) { i.Hashes = nil }, "no SHA-256"},
		"wrong hash":    {func(i *Info) { i.Hashes = map[string]string{i.InputFiles[0]: strings.Repeat("0", 64)} }, "hash"},
		"time":          {func(i *Info) { i.CreationTime = time.Time{} }, "no creation time"},
		"specification": {func(i *Info) { i.Specification = " " }, "no specification"},
		"no property":   {func(i *Info) { i.Specification = "never" }, "no specification"},
		"other file": {func(i *Info) {
			i.InputFiles = []string{"x.c"}
			i.Hashes = map[string]string{"x.c": strings.Repeat("0", 64)}
		}, "no input file"},
	} {
		broken := info
		c.break_(&broken)
		if _, err := ViolationYAML(broken, p, p.Obligations[0], rs, src); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: YAML error %v", name, err)
		}
		if _, err := ViolationGraphML(broken, p, p.Obligations[0], rs, src); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: GraphML error %v", name, err)
		}
	}
	if _, err := ViolationYAML(info, p, nil, rs, src); err == nil {
		t.Error("a witness without a violation")
	}
}

// invariants returns invariants as evidence, from texts by the line of the loop. The texts use the registers of the
// loop's automaton, or those in extra. If a line has several locations, they get its texts in order.
func invariants(t testing.TB, p *ir.Program, at map[int][]string, extra ...*ir.Var) verify.Evidence {
	ev := &verify.Inductive{}
	for _, f := range p.Funcs {
		for _, l := range f.Locs {
			if l.Loop == nil || len(at[l.Loop.Pos.Line]) == 0 {
				continue
			}
			line := l.Loop.Pos.Line
			ev.Invariants = append(ev.Invariants, verify.Invariant{Loc: l, Expr: irtest.Expr(t, p, f, at[line][0], extra...)})
			at[line] = at[line][1:]
		}
	}
	for line, rest := range at {
		if len(rest) > 0 {
			t.Fatalf("no loop in line %d for %s", line, rest[0])
		}
	}
	return ev
}

// TestCorrectness compares a correctness witness with a file, and reads it again.
func TestCorrectness(t *testing.T) {
	p, info, src := load(t, "loops.c", true)
	proof := invariants(t, p, map[int][]string{
		15: {"0:i32 <= main.i && main.i <= 10:i32 && main.x == 0:i32 && main.x.1 <= 0:i32 && @g == 0:i32"},
		17: {"main.x.1 <= 5:i32 && 0:i32 <= main.i && main.x == 0:i32"},
		21: {"0:i32 <= main.x && main.x < 20:i32"},
		7: {
			"0:i32 <= count.i && count.i <= 3:i32 && @g == 0:i32 && main.n == 0:u32",
			"0:i32 <= count.i.2 && count.i.2 <= count.to.2 && @g == 0:i32 && count.i <= 3:i32",
		},
		26: {"main.b <= 4:i32 && main.a == 3:i32 && (main.n <= 5:u32 || 5:u32 < main.n) && forall(k i32, 0:i32, 4:i32, k " +
			"< main.a)"},
	})
	y, err := CorrectnessYAML(info, p, proof, src)
	if err != nil {
		t.Fatal(err)
	}
	golden.Compare(t, "testdata/loops.yml", string(y))
	f, err := ParseYAML(y)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(y), string(f.Encode())); d != "" {
		t.Errorf("read and written again (-want +got):\n%s", d)
	}
}

// TestLoopInvariants checks that the invariant of a loop joins its copies, and uses only names that are visible at the
// loop.
func TestLoopInvariants(t *testing.T) {
	get := func(inline bool, at map[int][]string, line int) string {
		t.Helper()
		p, _, src := load(t, "loops.c", inline)
		for _, li := range LoopInvariants(p, invariants(t, p, at), src) {
			if li.Pos.Line == line {
				return li.Function + " " + li.Type + " " + li.Value
			}
		}
		return ""
	}
	for _, c := range []struct {
		name   string
		inline bool
		at     map[int][]string
		line   int
		want   string
	}{
		{"own function", false, map[int][]string{7: {"0:i32 <= i && i <= to"}}, 7, "count loop_invariant 0 <= i && i <= to"},
		{"one copy says nothing", true, map[int][]string{7: {"0:i32 <= count.i"}}, 7, ""},
		{"one copy is dead", true, map[int][]string{7: {"0:i32 <= count.i", "false"}}, 7, "count loop_invariant 0 <= i"},
		{"both are dead", true, map[int][]string{7: {"false", "true && false"}}, 7, "count loop_invariant 0"},
		{"copies differ", true, map[int][]string{7: {"count.i <= 3:i32", "count.i.2 <= 4:i32"}}, 7,
			"count loop_invariant (i <= 3) || (i <= 4)"},
		{"copies agree in part", true, map[int][]string{7: {"0:i32 <= count.i && count.i <= 3:i32", "0:i32 <= count.i.2 " +
			"&& count.i.2 <= 4:i32"}}, 7,
			"count loop_invariant 0 <= i && ((i <= 3) || (i <= 4))"},
		{"one copy says more", true, map[int][]string{7: {"0:i32 <= count.i && count.i <= 3:i32", "0:i32 <= count.i.2"}}, 7,
			"count loop_invariant 0 <= i"},
		{"hidden variable", true, map[int][]string{17: {"main.x == 0:i32"}}, 17, ""},
		{"hiding variable", true, map[int][]string{17: {"main.x.1 == 0:i32"}}, 17, "main loop_invariant x == 0"},
		{"not yet declared", true, map[int][]string{15: {"main.x.1 == 0:i32 || main.a == 1:i32"}}, 15, ""},
		{"for's own variable", true, map[int][]string{15: {"main.i <= 9:i32"}}, 15, "main loop_invariant i <= 9"},
		{"out of scope again", true, map[int][]string{26: {"main.i <= 9:i32"}}, 26, ""},
		{"variable of another copy", true, map[int][]string{7: {"count.i.2 == 0:i32", "count.i == 0:i32"}}, 7, ""},
		{"variable of the caller", true, map[int][]string{7: {"main.n == 0:u32", "main.n == 0:u32"}}, 7, ""},
		{"global", true, map[int][]string{26: {"@g == 0:i32"}}, 26, "main loop_invariant g == 0"},
		{"goto", true, map[int][]string{21: {"main.x == 0:i32"}}, 21, "main location_invariant x == 0"},
		{"true", true, map[int][]string{26: {"true"}}, 26, ""},
		{"disjunction among conjuncts", true, map[int][]string{26: {"@g == 0:i32 && (main.n == 0:u32 || 5:u32 < main.n)"}},
			26,
			"main loop_invariant g == 0 && (n == 0U || 5U < n)"},
	} {
		if got := get(c.inline, c.at, c.line); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestEvidenceKinds checks that every kind of evidence gives a well-formed witness.
func TestEvidenceKinds(t *testing.T) {
	p, info, src := load(t, "loops.c", true)
	ind := invariants(t, p, map[int][]string{26: {"main.a == 3:i32"}}).(*verify.Inductive)
	loc := ind.Invariants[0].Loc
	f := loc.Func
	node := func(e string) verify.AnnotatedNode {
		return verify.AnnotatedNode{Loc: loc, Formula: irtest.Expr(t, p, f, e)}
	}
	var many []verify.AnnotatedNode
	for i := range 40 {
		many = append(many, node(fmt.Sprintf("main.a == %d:i32 && main.n == 7:u32", i)))
	}
	graph := func(nodes ...verify.AnnotatedNode) verify.Evidence { return &verify.Annotated{Nodes: nodes} }
	some := verify.Scope{Region: &verify.Region{}}
	for name, c := range map[string]struct {
		ev   verify.Evidence
		want string
	}{
		"many nodes":  {graph(many...), `value: "n == 7U && 0 <= a && a <= 39"`},
		"some nodes":  {graph(many[:9]...), `value: "n == 7U && 0 <= a && a <= 8"`},
		"dead node":   {graph(node("main.a == 3:i32"), node("false")), `value: "a == 3"`},
		"in a block":  {graph(node("main.a == 3:i32"), verify.AnnotatedNode{Loc: loc}), "content: []"},
		"one formula": {graph(node("main.a == 3:i32"), node("main.a == 3:i32")), `value: "a == 3"`},
		"graph in a cover": {&verify.Cover{Leaves: []verify.Leaf{{Scope: some, Here: true, Proof: graph(many[:2]...)}}},
			`value: "n == 7U && (a == 0 || a == 1)"`},
		"nothing":     {nil, "content: []"},
		"inductive":   {ind, `value: "a == 3"`},
		"k-inductive": {&verify.KInductive{K: 2, Invariants: ind.Invariants}, `value: "a == 3"`},
		"support":     {&verify.KInductive{K: 2, Support: ind}, `value: "a == 3"`},
		"annotated": {&verify.Annotated{Nodes: []verify.AnnotatedNode{node("main.a == 3:i32"),
			node("main.a == 4:i32")}}, `value: "a == 3 || a == 4"`},
		"parts":      {&verify.Cover{Leaves: []verify.Leaf{{Of: p.Obligations, Proof: ind}}}, `value: "a == 3"`},
		"enumerated": {&verify.Enumerated{}, "content: []"},
		"partition":  {&verify.Cover{Leaves: []verify.Leaf{{Scope: some, Here: true, Proof: ind}}}, `value: "a == 3"`},
		"runs": {&verify.Cover{Leaves: []verify.Leaf{{Scope: some, Here: true, Proof: ind},
			{Scope: some, Here: true, Proof: &verify.Enumerated{}}}},
			"content: []"},
	} {
		y, err := CorrectnessYAML(info, p, c.ev, src)
		if err != nil || !strings.Contains(string(y), c.want) {
			t.Errorf("%s: %v\n%s", name, err, y)
		}
	}
}

// TestCallEnd checks that callEnd returns the position of the closing bracket of a call.
func TestCallEnd(t *testing.T) {
	text := []byte("x = f(1, \"a)\", ')') + g /* c */ (h(2),\n  3) + f2();\n\tµf(1); k(;")
	for _, c := range []struct {
		line, col int
		name      string
		wantLine  int
		wantCol   int
		ok        bool
	}{
		{1, 5, "f", 1, 19, true},
		{1, 23, "g", 2, 4, true},
		{1, 34, "h", 1, 37, true},
		{2, 8, "f2", 2, 11, true},
		{2, 1, "f2", 2, 11, true}, // searched in the line
		{1, 1, "nothing", 0, 0, false},
		{3, 4, "f", 3, 6, true}, // µ takes two bytes, one column
		{3, 10, "k", 0, 0, false},
		{9, 1, "f", 0, 0, false},
		{0, 0, "f", 0, 0, false},
	} {
		l, col, ok := callEnd(text, ir.Pos{Line: c.line, Col: c.col}, c.name)
		if off, has := offset(text, l, col); ok && (!has || text[off] != ')') {
			t.Errorf("no bracket at %d:%d", l, col)
		}
		if l != c.wantLine || col != c.wantCol || ok != c.ok {
			t.Errorf("end of %s at %d:%d is %d:%d %v, want %d:%d", c.name, c.line, c.col, l, col, ok, c.wantLine, c.wantCol)
		}
	}
}

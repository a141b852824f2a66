package witness

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/cfront"
	xexec "github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/golden"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// raw returns a program as the front end lowers it.
func raw(t testing.TB, name, text string) (*ir.Program, WeaveOptions, Info) {
	t.Helper()
	p, err := cfront.Load(cfront.Config{Files: []string{name}, Sources: map[string][]byte{name: []byte(text)},
		PropertyKind: "unreach-call", ErrorFunc: "reach_error", Model: ir.ILP32})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	info := Info{Producer: "Tandem", Version: "0.1", InputFiles: []string{name},
		Hashes:        map[string]string{name: Hash([]byte(text))},
		Specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )", DataModel: ir.ILP32,
		CreationTime: time.Unix(0, 0).UTC()}
	return p, WeaveOptions{Files: []string{name}, Sources: Sources{name: []byte(text)}}, info
}

// part opens a witness as a part to join.
func part(t testing.TB, name string, data []byte) Part {
	t.Helper()
	d, err := Open(data)
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, data)
	}
	return Part{name, d}
}

// TestFigure4 joins the witnesses of Fig. 4 of paper 5, written by hand in both formats; the nodes of the figure are
// the lines of Fig. 1. The joint witness has the black invariants. The golden file lists the green, red and black
// invariants as they are read.
func TestFigure4(t *testing.T) {
	text := readFile(t, "join/fig1.c")
	p, opt, info := raw(t, "fig1.c", text)
	var out strings.Builder
	for _, ends := range [][2]string{{"yml", "yml"}, {"graphml", "graphml"}, {"yml", "graphml"}, {"graphml", "yml"}} {
		green := part(t, "green", []byte(readFile(t, "join/green."+ends[0])))
		red := part(t, "red", []byte(readFile(t, "join/red."+ends[1])))
		for _, x := range []Part{green, red} {
			if ps := x.Doc.Lint(opt.Sources); len(ps) > 0 {
				t.Errorf("%s: %v", x.Name, ps)
			}
		}
		fmt.Fprintf(&out, "%s, %s\n", ends[0], ends[1])
		for _, one := range []struct {
			name  string
			parts []Part
		}{{"green", []Part{green}}, {"red", []Part{red}}, {"black", []Part{green, red}}} {
			j, err := Join(p, one.parts, opt)
			if err != nil {
				t.Fatal(err)
			}
			for _, li := range j.Invariants {
				fmt.Fprintf(&out, "  %-5s %2d:%d %s: %s\n", one.name, li.Pos.Line, li.Pos.Col, li.Type, li.Value)
			}
			if one.name != "black" || ends[0] != ends[1] {
				continue
			}
			y, err := InvariantsYAML(info, j.Invariants, opt.Sources)
			if err != nil {
				t.Fatal(err)
			}
			g, left, err := InvariantsGraphML(info, p, j.Invariants, opt)
			if err != nil || len(left) > 0 {
				t.Fatal(err, left)
			}
			golden.Compare(t, "testdata/join/black.yml", string(y))
			golden.Compare(t, "testdata/join/black.graphml", string(g))
		}
	}
	golden.Compare(t, "testdata/join/fig4.golden", out.String())
}

// TestC checks that an expression that is written and read again is the same expression.
func TestC(t *testing.T) {
	for text, want := range map[string]string{
		"a<b&&b<c":                "a < b && b < c",
		"(a || b) && !(c)":        "(a || b) && !c",
		"a || b && c":             "a || (b && c)",
		"(unsigned char)x == 200": "(unsigned char)x == 200",
		"a[i+1]*-2 <= 0x10u":      "(a[i + 1] * (-2)) <= 16U",
		"p == NULL || *p != 'a'":  "p == 0 || (*p) != 97",
		"(c ? x : y) >= 5ULL":     "(c ? x : y) >= 5ULL",
		"x >= -5":                 "x >= -5",
		"- -x - -1 > 0":           "((-(-x)) - (-1)) > 0",
		"true && (int *)p != &q":  "1 && (int *)p != (&q)",
		"1.5 <= d && d < 1e300":   "1.5 <= d && d < 1e+300",
		"f(x)":                    "",
		"s.m == 1":                "",
		"p->m == 1":               "",
	} {
		n, err := parseC(text, ir.LP64, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := n.C(); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	types := func(name string) (ctype, bool) {
		t, ok := map[string]ctype{"word": {t: ir.U16}, "big": {t: ir.I64}}[name]
		return t, ok
	}
	r := rand.New(rand.NewPCG(5, 6))
	for range 3000 {
		text := randomC(r, 1+r.IntN(4))
		n, err := parseC(text, ir.LP64, types)
		if err != nil {
			t.Fatal(err)
		}
		once, ok := n.C()
		m, err := parseC(once, ir.LP64, types)
		if !ok || err != nil {
			t.Fatalf("%s: %s: %v", text, once, err)
		}
		if twice, _ := m.C(); once != twice || tree(m) != tree(n) {
			t.Fatalf("%s\n%s\n%s\n%s\n%s", text, once, twice, tree(n), tree(m))
		}
	}
}

// tree returns a text that shows the structure of an expression.
func tree(n *cnode) string {
	s := "(" + n.op + " " + n.name
	if n.val != nil {
		s += fmt.Sprint(n.val.T, n.val.Bits)
	}
	if n.op == "cast" {
		s += fmt.Sprint(n.typ.t)
	}
	for _, a := range n.args {
		s += tree(a)
	}
	return s + ")"
}

// TestTotal checks that a joint invariant has a value in each execution in which the invariant of one of the witnesses
// has one.
func TestTotal(t *testing.T) {
	p, opt, info := raw(t, "a.c", "int main(void) {\n  int x = 1, y = 2;\n  int a[4] = {0};\n  while (x) {\n    x = y "+
		"- a[x & 3];\n  }\n  return x + y;\n}\n")
	of := func(v string) Part {
		e := Entry{Type: InvariantSet,
			Invariants: []Invariant{{"loop_invariant", Location{"a.c", 4, 3, "main"}, v, "c_expression"}}}
		data, err := info.finish(e, "2.0", opt.Sources)
		if err != nil {
			t.Fatal(err)
		}
		return part(t, v, data)
	}
	for _, c := range []struct {
		values []string
		want   string
	}{
		{[]string{"x != 0 && 10 / x == 2", "x == 0"}, "(x == 0) || (x != 0 && (10 / x) == 2)"},
		{[]string{"x != 0 && 10 / x == 2", "y == 0 && 10 % x == 3"}, "(x != 0) || (y == 0 && (10 % x) == 3)"},
		{[]string{"10 / x == 2", "10 / y == 3"}, ""},
		{[]string{"10 / x == 2 && x > 0", "x < 0 && 10 / x == 2"}, "(10 / x) == 2 && ((x > 0) || (x < 0))"},
		{[]string{"a[x] == 1", "y == 0"}, "(y == 0) || (a[x] == 1)"},
		{[]string{"x == 1", "x == 1 && y == 2", "x == 3"}, "(x == 1) || (x == 3)"},
		{[]string{"x == 1 && y == 2", "y == 2 && x == 3"}, "y == 2 && ((x == 1) || (x == 3))"},
		{[]string{"0", "false", "x == 1"}, "x == 1"},
		{[]string{"0", "x == 1 && 0"}, "0"},
		{[]string{"x == 1", "1"}, ""},
		{[]string{"x == 1", "y == 1 || 2 > 1 && 1"}, "(x == 1) || (y == 1) || (2 > 1)"},
		{[]string{"x==1&&(y)==2", "(x == 1) && y == (2)"}, "x == 1 && y == 2"},
		{[]string{"x == 1 && s.m == 2", "x == 2 && nosuch == 1"}, "(x == 1) || (x == 2)"},
		{[]string{"nosuch == 1", "x == 2"}, ""},
	} {
		var parts []Part
		for _, v := range c.values {
			parts = append(parts, of(v))
		}
		j, err := Join(p, parts, opt)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, li := range j.Invariants {
			got += li.Value
		}
		if got != c.want {
			t.Errorf("%q: %q, want %q (%v)", c.values, got, c.want, j.Warnings)
		}
		if c.want == "" && len(j.Warnings) == 0 {
			t.Errorf("%q: no word on what is lost", c.values)
		}
	}
}

// program returns a random program with two inputs that always ends, with one statement per line.
func program(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("extern unsigned char __VERIFIER_nondet_uchar(void);\nint g;\nstatic int f(int p) {\n  int k = 0;\n  " +
		"while (k < p) {\n    k++;\n    if (k == 2) {\n      g = k;\n    }\n  }\n  return k;\n}\n")
	b.WriteString("int main(void) {\n  int x = __VERIFIER_nondet_uchar() & 3;\n  int y = __VERIFIER_nondet_uchar() & " +
		"3;\n  int a = 0;\n  int b = 1;\n  int c = 2;\n")
	vars := []string{"a", "b", "c", "x", "y", "g"}
	term := func() string {
		if r.IntN(3) == 0 {
			return fmt.Sprint(r.IntN(4))
		}
		return vars[r.IntN(len(vars))]
	}
	cond := func() string {
		c := term() + []string{" < ", " == ", " != ", " <= "}[r.IntN(4)] + term()
		if r.IntN(3) == 0 {
			c += []string{" && ", " || "}[r.IntN(2)] + term() + " > " + term()
		}
		if r.IntN(5) == 0 {
			c = "!(" + c + ")"
		}
		return c
	}
	loops := 0
	var block func(depth int, in string)
	block = func(depth int, in string) {
		for range 1 + r.IntN(3) {
			switch k := r.IntN(9); {
			case k < 3 || depth == 0:
				fmt.Fprintf(&b, "%s%s = (%s + %s) & 7;", in, vars[r.IntN(3)], term(), term())
			case k == 3:
				fmt.Fprintf(&b, "%s%s = f(%s & 3);", in, vars[r.IntN(3)], term())
			case k == 4:
				fmt.Fprintf(&b, "%s%s++; %s = %s;", in, vars[r.IntN(3)], vars[r.IntN(3)], term())
			case k < 7:
				fmt.Fprintf(&b, "%sif (%s) {\n", in, cond())
				block(depth-1, in+"  ")
				if r.IntN(2) == 0 {
					fmt.Fprintf(&b, "%s} else {\n", in)
					block(depth-1, in+"  ")
				}
				b.WriteString(in + "}")
			case k == 7:
				loops++
				fmt.Fprintf(&b, "%sfor (int i%d = 0; i%d < %d; i%d++) {\n", in, loops, loops, 1+r.IntN(3), loops)
				if r.IntN(3) == 0 { // hides another
					fmt.Fprintf(&b, "%s  int a = i%d;\n%s  c = c ^ a;\n", in, loops, in)
				}
				block(depth-1, in+"  ")
				b.WriteString(in + "}")
			default:
				loops++
				fmt.Fprintf(&b, "%sint w%d = 0;\n%swhile (w%d < 3 && (%s)) {\n%s  w%d++;\n", in, loops, in, loops, cond(), in,
					loops)
				block(depth-1, in+"  ")
				b.WriteString(in + "}")
			}
			b.WriteString("\n")
		}
	}
	block(3, "  ")
	b.WriteString("  return a + b + c + g;\n}\n")
	return b.String()
}

// seen has the values that runs show, by place or location and by the names that are visible there.
type seen map[any]map[string]map[int64]bool

// watch runs a program on the inputs for which chosen returns true.
func watch(t testing.TB, p *ir.Program, ps *places, st *stops, chosen func(x, y uint64) bool) seen {
	t.Helper()
	out := seen{}
	m, err := xexec.NewInterp(p, xexec.Config{Fuel: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	note := func(key any, at place, env xexec.Env) {
		if out[key] == nil {
			out[key] = map[string]map[int64]bool{}
			for _, name := range []string{"a", "b", "c", "x", "y", "g", "k", "p"} {
				out[key][name] = map[int64]bool{}
			}
		}
		look := ps.lookup(at.pts[0].loc.Func, at.pos, at.loop)
		for name, vals := range out[key] {
			if v, ok := look(name).(*ir.Var); ok && v.Type == ir.I32 {
				vals[int64(int32(env.Reg(v)))] = true
			}
		}
	}
	m.Observe(func(e *ir.Edge, env xexec.Env) {
		for _, at := range st.at(e) {
			note(placeKey{at.pos, at.loop}, at, env)
			note(e.To, at, env)
		}
	})
	for x := range uint64(4) {
		for y := range uint64(4) {
			if !chosen(x, y) {
				continue
			}
			n := 0
			in := xexec.InputFunc(func(ir.Key, *ir.Site, ir.Type) (uint64, bool) {
				n++
				return []uint64{x, y, 0}[min(n, 3)-1], true
			})
			run, err := m.Run(context.Background(), in)
			if err != nil || run.Outcome.Kind != xexec.Finished {
				t.Fatalf("%v %v", run.Outcome, err)
			}
		}
	}
	return out
}

// placeKey identifies a place.
type placeKey struct {
	pos  ir.Pos
	loop bool
}

// fact returns a random formula that holds for the values that were seen; a false one if none were seen.
func fact(r *rand.Rand, vals map[string]map[int64]bool) string {
	if vals == nil {
		return []string{"0", "false", "1 == 2 && 0"}[r.IntN(3)]
	}
	var conj []string
	for _, name := range slices.Sorted(maps.Keys(vals)) {
		vs := slices.Sorted(maps.Keys(vals[name]))
		if len(vs) == 0 || r.IntN(3) == 0 {
			continue
		}
		switch k := r.IntN(3); {
		case len(vs) < 3 && k == 0:
			var or []string
			for _, v := range vs {
				or = append(or, fmt.Sprintf("%s == %d", name, v))
			}
			conj = append(conj, "("+strings.Join(or, "||")+")")
		case len(vs) == 1 && vs[0] != 0 && k == 1:
			conj = append(conj, fmt.Sprintf("%d / %s == 1 && %d %% %s == 0", vs[0], name, vs[0], name))
		default:
			conj = append(conj, fmt.Sprintf("%d <= %s && %s <= %d", vs[0], name, name, vs[len(vs)-1]))
		}
	}
	if len(conj) == 0 {
		return "1"
	}
	return strings.Join(conj, " && ")
}

// ofRange returns a witness with facts about the values that were seen. style selects the format and its details.
func ofRange(t testing.TB, r *rand.Rand, style int, p *ir.Program, opt WeaveOptions, info Info, st *stops,
	s seen) []byte {
	t.Helper()
	all := map[placeKey]place{}
	for _, ps := range st.before {
		for _, at := range ps {
			all[placeKey{at.pos, at.loop}] = at
		}
	}
	for _, at := range st.loops {
		all[placeKey{at.pos, at.loop}] = at
	}
	keys := slices.SortedFunc(maps.Keys(all), func(a, b placeKey) int {
		if a.pos == b.pos {
			return map[bool]int{false: -1, true: 1}[a.loop]
		}
		return map[bool]int{false: 1, true: -1}[before(a.pos, b.pos)]
	})
	var invs []LoopInvariant
	for _, k := range keys {
		if r.IntN(4) == 0 {
			continue
		}
		li := LoopInvariant{Pos: k.pos, Type: "location_invariant", Value: fact(r, s[k]),
			Function: all[k].pts[0].loc.Func.Source}
		if k.loop {
			li.Type = "loop_invariant"
		}
		invs = append(invs, li)
	}
	switch style {
	case 0:
		data, err := InvariantsYAML(info, invs, opt.Sources)
		if err != nil {
			t.Fatal(err)
		}
		return data
	case 1:
		data, _, err := InvariantsGraphML(info, p, invs, opt)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	return ofLocations(r, style, p, opt, info, s)
}

// ofLocations returns a witness as in Fig. 4: each location is a state, and each edge a transition. The styles differ
// in the data of the edges.
func ofLocations(r *rand.Rand, style int, p *ir.Program, opt WeaveOptions, info Info, s seen) []byte {
	g := &Graph{Data: info.graphData("correctness_witness")}
	id := func(l *ir.Loc) string { return fmt.Sprintf("%s.%d", l.Func.Name, l.ID) }
	text := opt.Sources["a.c"]
	visited := map[*ir.Loc]bool{}
	for k := range s {
		if l, ok := k.(*ir.Loc); ok {
			visited[l] = true
		}
	}
	w := newWeaver(p, opt)
	for _, f := range p.Funcs {
		if f == p.Entry {
			continue
		}
		for _, l := range f.Locs {
			var ds []Datum
			if f.Source == "main" && l == f.Entry {
				ds = append(ds, Datum{"entry", "true"})
			}
			if visited[l] {
				ds = append(ds, Datum{"invariant", fact(r, s[l])}, Datum{"invariant.scope", f.Source})
			}
			g.Nodes = append(g.Nodes, Node{id(l), ds})
		}
		for _, e := range f.Edges {
			off, ok := byteOffset(text, e.Pos)
			if !ok {
				continue
			}
			ds := []Datum{{"startline", fmt.Sprint(e.Pos.Line)}}
			if style == 3 {
				ds = append(ds, Datum{"endline", fmt.Sprint(e.Pos.Line)}, Datum{"startoffset", fmt.Sprint(off)},
					Datum{"endoffset", fmt.Sprint(off)})
			}
			if taken, ok := w.side(placed{e, off}, text); ok {
				ds = append(ds, Datum{"control", map[bool]string{true: "condition-true", false: "condition-false"}[taken]})
			}
			if e.To.Loop != nil && style != 4 {
				ds = append(ds, Datum{"enterLoopHead", "true"})
			}
			to := id(e.To)
			if c, is := e.Stmt.(*ir.Call); is {
				ds = append(ds, Datum{"enterFunction", c.Func.Source})
				to = id(c.Func.Entry)
				back := []Datum{{"startline", fmt.Sprint(e.Pos.Line)}, {"returnFromFunction", c.Func.Source}}
				for _, ret := range c.Func.Exit.In {
					g.Edges = append(g.Edges, GraphEdge{id(ret.From), id(e.To), back})
				}
			}
			if _, is := e.Stmt.(*ir.Return); is && f.Source != "main" {
				continue
			}
			if to != id(e.From) {
				g.Edges = append(g.Edges, GraphEdge{id(e.From), to, ds})
			}
		}
	}
	g.Keys = usedKeys(g)
	return g.Encode()
}

// TestJoinExcludesNothing joins two witnesses for a random program. Each is about a range of inputs, and has facts that
// hold in all runs on these inputs. The joint invariants must then hold in all runs. To test this, the joint witness is
// woven into the program, in both formats, and the program runs on all inputs.
func TestJoinExcludesNothing(t *testing.T) {
	programs := 8
	if os.Getenv("TANDEM_LONG") != "" {
		programs = 600
	}
	said, found, weak := 0, 0, 0
	for seed := range programs {
		if seed == programs-1 {
			seed = 73 // an inner loop ends where the head of the outer one is next
		}
		r := rand.New(rand.NewPCG(uint64(seed), 9))
		text := program(r)
		p, opt, info := raw(t, "a.c", text)
		ps := newPlaces(p, opt.Files, opt.Sources)
		st := ps.stops()
		bound := r.Uint64N(4)
		ranges := []func(x, y uint64) bool{func(x, _ uint64) bool { return x < bound },
			func(x, _ uint64) bool { return x >= bound }}
		for _, styles := range [][2]int{{0, 0}, {1, 1}, {2, 2}, {3, 3}, {4, 4}, {0, 3}, {r.IntN(5), r.IntN(5)}} {
			var parts []Part
			for i, style := range styles {
				parts = append(parts,
					part(t, fmt.Sprint(i), ofRange(t, r, style, p, opt, info, st, watch(t, p, ps, st, ranges[i]))))
			}
			j, err := Join(p, parts, opt)
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, text)
			}
			if styles[0] == 0 && styles[1] == 0 {
				said += len(j.Invariants)
			} else {
				found += len(j.Invariants)
			}
			y, err := InvariantsYAML(info, j.Invariants, opt.Sources)
			if err != nil {
				t.Fatal(err)
			}
			g, left, err := InvariantsGraphML(info, p, j.Invariants, opt)
			if err != nil {
				t.Fatal(err)
			}
			weak += len(left)
			for _, data := range [][]byte{y, g} {
				if why := broken(t, text, data); why != "" {
					t.Fatalf("seed %d, styles %v: %s\n%s\n%s\n%s\n%s", seed, styles, why, text, data, dump(parts[0]), dump(parts[1]))
				}
			}
		}
	}
	t.Logf("%d programs: %d joint invariants of YAML, %d of GraphML, %d not told by automata", programs, said, found, weak)
	if said < 3*programs || found < 3*programs {
		t.Errorf("only %d and %d joint invariants of %d programs", said, found, programs)
	}
}

// dump returns the text of a witness.
func dump(p Part) string {
	if p.Doc.Graph != nil {
		return string(p.Doc.Graph.Encode())
	}
	return string(p.Doc.File.Encode())
}

// broken weaves a witness into a program, and runs it on all inputs. It returns "" if no invariant is violated, and
// otherwise the reason.
func broken(t testing.TB, text string, data []byte) string {
	t.Helper()
	p, opt, _ := raw(t, "a.c", text)
	d := part(t, "joint", data).Doc
	w, err := d.Weave(p, opt)
	if err != nil || len(w.Open) > 0 {
		return fmt.Sprint("not woven: ", err, w.Open)
	}
	m, err := xexec.NewInterp(p, xexec.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	for x := range uint64(4) {
		for y := range uint64(4) {
			n := 0
			run, err := m.Run(context.Background(), xexec.InputFunc(func(ir.Key, *ir.Site, ir.Type) (uint64, bool) {
				n++
				return []uint64{x, y, 0}[min(n, 3)-1], true
			}))
			if err != nil {
				t.Fatal(err)
			}
			if run.Outcome.Kind != xexec.Finished {
				return fmt.Sprintf("x=%d y=%d: %v", x, y, run.Outcome)
			}
		}
	}
	return ""
}

// FuzzJoin checks that joining any two witnesses gives an error, or invariants that can be written and read again.
func FuzzJoin(f *testing.F) {
	for _, a := range []string{"green.yml", "green.graphml", "black.graphml"} {
		for _, b := range []string{"red.yml", "red.graphml"} {
			f.Add([]byte(readFile(f, filepath.Join("join", a))), []byte(readFile(f, filepath.Join("join", b))))
		}
	}
	text := readFile(f, "join/fig1.c")
	f.Fuzz(func(t *testing.T, a, b []byte) {
		var parts []Part
		for _, data := range [][]byte{a, b} {
			d, err := Open(data)
			if err != nil || !d.Correctness {
				return
			}
			parts = append(parts, Part{"w", d})
		}
		p, opt, info := raw(t, "fig1.c", text)
		j, err := Join(p, parts, opt)
		if err != nil {
			return
		}
		y, err := InvariantsYAML(info, j.Invariants, opt.Sources)
		if err != nil {
			t.Fatal(err)
		}
		g, _, err := InvariantsGraphML(info, p, j.Invariants, opt)
		if err != nil {
			t.Fatal(err)
		}
		for _, data := range [][]byte{y, g} {
			again, err := Join(p, []Part{part(t, "joint", data)}, opt)
			if err != nil {
				t.Fatalf("%v\n%s", err, data)
			}
			if _, err := InvariantsYAML(info, again.Invariants, opt.Sources); err != nil {
				t.Fatal(err)
			}
		}
	})
}

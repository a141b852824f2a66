package ir

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// readAll returns the text of the sample program, which has all constructs.
func readAll(t testing.TB) string {
	t.Helper()
	b, err := os.ReadFile("testdata/all.ir")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func mustParse(t testing.TB, src string) *Program {
	t.Helper()
	p, err := Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestPrintIsWhatWasParsed checks that printing the parsed sample program, which has every construct, yields its text.
func TestPrintIsWhatWasParsed(t *testing.T) {
	src := readAll(t)
	p := mustParse(t, src)
	if d := cmp.Diff(src, Print(p)); d != "" {
		t.Errorf("round trip (-want +got):\n%s", d)
	}
	if err := Check(p); err != nil {
		t.Error(err)
	}
}

// TestDocExample checks that the program in the package comment can be parsed and is valid.
func TestDocExample(t *testing.T) {
	b, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(b), "//\tprogram ILP32")
	text, _, ok := strings.Cut("//\tprogram ILP32"+rest, "//\n// # Types")
	if !ok {
		t.Fatal("example not found")
	}
	text = strings.ReplaceAll(strings.ReplaceAll(text, "//\t", ""), "//\n", "\n")
	if err := Check(mustParse(t, text)); err != nil {
		t.Error(err)
	}
}

// TestCloneIsEqualAndApart checks that a clone prints like the original, and changes of the clone do not change the
// original.
func TestCloneIsEqualAndApart(t *testing.T) {
	p := mustParse(t, readAll(t))
	before := Print(p)
	q, c := Clone(p)
	if err := Check(q); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(before, Print(q)); d != "" {
		t.Fatalf("copy (-want +got):\n%s", d)
	}
	for f, g := range c.Funcs {
		if f == g {
			t.Errorf("function %s is shared", f.Name)
		}
	}
	// Changes of the copy must not change the original.
	for _, f := range q.Funcs {
		f.Name += "'"
		for _, v := range f.Vars {
			v.Name += "'"
		}
		for _, o := range f.Objects {
			o.Size++
		}
		for _, l := range f.Locs {
			l.In, l.Out, l.Kind = nil, nil, Plain
			if l.Loop != nil {
				l.Loop.Keyword = "x"
			}
		}
		for _, e := range f.Edges {
			switch s := e.Stmt.(type) {
			case *Assign:
				s.Src = nil
			case *Assume:
				s.Cond = nil
			case *Call:
				for i := range s.Args {
					s.Args[i] = nil
				}
			case *Math:
				s.Args[0] = nil
			case *Input:
				s.FreshSize = 99
			case *Alloc:
				s.Zeroed = !s.Zeroed
			}
			if e.Inline != nil {
				e.Inline.Call = Pos{Line: 77}
			}
		}
	}
	for _, o := range q.Objects {
		for i := range o.Init {
			o.Init[i].Off = 1000
		}
	}
	for _, s := range q.Sites {
		s.Key = "x"
	}
	for _, o := range q.Obligations {
		for i := range o.Via {
			o.Via[i].Line = 1
		}
	}
	if d := cmp.Diff(before, Print(p)); d != "" {
		t.Errorf("the original changed (-want +got):\n%s", d)
	}
}

func TestParseErrors(t *testing.T) {
	head := "program ILP32\nsite nondet \"k\" type i32\nglobal g i32\n"
	fn := func(lines string) string {
		return head + "func f() void {\nreg x i32\nloc L0 entry\nloc L1 exit\n" + lines + "\n}\n"
	}
	for _, c := range []struct{ name, src, want string }{
		{"empty", "", "1:1: unexpected end of text, program expected"},
		{"model", "program LLP64", "1:9: data model LLP64"},
		{"line", "program LP64\nfoo", "2:1: unexpected foo"},
		{"string", "program LP64\nfile \"a", "2:6: string is not closed"},
		{"char", "program LP64\nfile ?", "2:6: unexpected character '?'"},
		{"twice", head + "global g i32", "4:8: global 'g' is defined twice"},
		{"type", head + "global h i65", "4:10: unknown type i65"},
		{"void", head + "global h void", "4:10: register of type void"},
		{"range", head + "global h i8 = 128:i8", "4:19: 128 is not a value of i8"},
		{"negative", head + "global h u8 = -1:u8", "4:18: -1 is not a value of u8"},
		{"entry", head + "entry nowhere", "4:7: entry function is not defined"},
		{"no name", head + "func (", "4:6: unexpected '(', name expected"},
		{"open", head + "func f() void {\n", "5:1: unexpected end of text"},
		{"parameter", head + "func f(a) void {\n}", "4:8: parameter 'a' is not a register"},
		{"loc order", fn("loc L3"), "8:5: L2 expected"},
		{"second exit", fn("loc L2 exit"), "8:8: second exit"},
		{"loc", fn("L0 -> L9: skip"), "8:7: no location L9"},
		{"register", fn("L0 -> L1: y = x"), "8:11: no register 'y'"},
		{"register 2", fn("L0 -> L1: x = y"), "8:15: no register 'y'"},
		{"object", fn("L0 -> L1: free &o"), "8:17: no object 'o'"},
		{"site", fn("L0 -> L1: x = input #1"), "8:22: no site #1"},
		{"function", fn("L0 -> L1: x = call g()"), "8:20: function g is not defined"},
		{"statement", fn("L0 -> L1: jump"), "8:11: unknown statement jump"},
		{"operand", fn("L0 -> L1: x = x +"), "8:18: unexpected end of line"},
		{"mark", fn("L0 -> L1: assume true [X]"), "8:24: unknown mark or guard X"},
		{"form", fn("L0 -> L1: x = foo(x)"), "8:15: unknown function 'foo'"},
		{"overflows", fn("L0 -> L1: x = overflows(x & x)"), "8:30: overflows takes"},
		{"rest", fn("L0 -> L1: skip skip"), "8:16: unexpected 'skip', end of line"},
		{"inline", fn("L0 -> L1: skip inline 0"), "8:23: no inlining 0"},
		{"order", fn("loc L2 out 7\nL0 -> L1: skip"), "8:8: edge 7 is not at L2"},
		{"deep", fn("L0 -> L1: x = " + strings.Repeat("(", 20000)), "nested too deeply"},
		{"position", head + "global h i32 = 1:i32 @5", "4:22: position without column"},
	} {
		_, err := Parse(c.src)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %s", c.name, err, c.want)
		}
	}
}

// TestDot checks that the graph has every location and edge, and quotes are escaped.
func TestDot(t *testing.T) {
	p := mustParse(t, readAll(t))
	d := Dot(p)
	edges, locs := 0, 0
	for _, f := range p.Funcs {
		edges += len(f.Edges)
		locs += len(f.Locs)
	}
	if n := strings.Count(d, " -> n"); n != edges {
		t.Errorf("%d edges drawn, %d expected", n, edges)
	}
	if n := strings.Count(d, "[label=\"L"); n != locs {
		t.Errorf("%d locations drawn, %d expected", n, locs)
	}
	if !strings.Contains(d, `havocall \"helper\"`) {
		t.Error("quotes are not escaped")
	}
}

func FuzzParse(f *testing.F) {
	src := readAll(f)
	f.Add(src)
	for _, part := range strings.SplitAfter(src, "\n\n") {
		f.Add("program LP64\n" + part)
	}
	f.Add("program ILP32\nglobal g f32 = nan(0x7fc00000):f32 + -inf:f32\nobject o size 1 align 1 = { 0: forall(k i32, " +
		"0:i32, 9:i32, mem(u8, ptradd(&@o, k, 1)) == 0:u8) }")
	f.Fuzz(func(t *testing.T, src string) {
		p, err := Parse(src)
		if err != nil {
			return
		}
		text := Print(p)
		q, err := Parse(text)
		if err != nil {
			t.Fatalf("own text is refused: %v\n%s", err, text)
		}
		if again := Print(q); again != text {
			t.Fatalf("not stable (-first +second):\n%s", cmp.Diff(text, again))
		}
		if Check(p) == nil {
			r, _ := Clone(p)
			if Print(r) != text || Check(r) != nil {
				t.Fatal("the clone differs")
			}
		}
	})
}

package witness

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestWeaveAnywhere checks that weaving a witness gives an error or a valid program, before and after the passes.
// Positions in the witnesses are anywhere in the file, constraints are random, and GraphML has random transitions.
func TestWeaveAnywhere(t *testing.T) {
	file := filepath.Join("testdata", "loops.c")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	n := 250
	if os.Getenv("TANDEM_ALL") != "" {
		n = 20000
	}
	r := rand.New(rand.NewPCG(3, 4))
	lines := strings.Split(string(text), "\n")
	words := slices.DeleteFunc(reWord.FindAllString(string(text), -1), func(w string) bool { return reserved[w] })
	place := func() Location {
		l := r.IntN(len(lines))
		return Location{FileName: "loops.c", Line: l + 1, Column: r.IntN(len(lines[l]) + 2)}
	}
	value := func() string {
		w := words[r.IntN(len(words))]
		return []string{w + " == 1", "a[" + w + "] / " + w, `\result > ` + w, "*" + w + " ? " + w + " : -1", "1 || " + w,
			"0 && " + w + " % 0", "&" + w + " != 0"}[r.IntN(7)]
	}
	woven, refused := 0, 0
	for i := range n {
		p, err := cfront.Load(cfront.Config{Files: []string{file}, Model: ir.LP64, PropertyKind: "unreach-call",
			ErrorFunc: "reach_error"})
		if err != nil {
			t.Fatal(err)
		}
		opt := WeaveOptions{Files: []string{file}, Sources: Sources{file: text}, Exact: i%2 == 0, Strict: i%3 == 0}
		d := &Document{}
		switch i % 3 {
		case 0:
			d.Correctness, d.File = true, &File{[]Entry{{Type: InvariantSet}}}
			for range 1 + r.IntN(3) {
				e := &d.File.Entries[0]
				e.Invariants = append(e.Invariants, Invariant{[]string{"loop_invariant", "location_invariant"}[r.IntN(2)], place(),
					value(), "c_expression"})
			}
		case 1:
			e := Entry{Type: ViolationSequence}
			for range r.IntN(4) {
				k := r.IntN(4)
				w := Waypoint{Type: []string{"assumption", "branching", "function_enter", "function_return"}[k], Action: "follow",
					Location: place(), Value: value()}
				if k == 1 {
					w.Value = []string{"true", "false", "default", "3"}[r.IntN(4)]
				}
				e.Segments = append(e.Segments, Segment{[]Waypoint{w}})
			}
			e.Segments = append(e.Segments, Segment{[]Waypoint{{Type: "target", Action: "follow", Location: place()}}})
			d.File = &File{[]Entry{e}}
		default:
			d.Graph = &Graph{Nodes: []Node{{ID: "0", Data: []Datum{{"entry", "true"}}}, {ID: "1"}, {ID: "2"},
				{ID: "3", Data: []Datum{{"violation", "true"}}}, {ID: "4", Data: []Datum{{"sink", "true"}}}}}
			for range 2 + r.IntN(6) {
				e := GraphEdge{Source: fmt.Sprint(r.IntN(4)), Target: fmt.Sprint(r.IntN(5)),
					Data: []Datum{{"startline", fmt.Sprint(1 + r.IntN(len(lines)))}}}
				switch r.IntN(6) {
				case 0:
					e.Data = append(e.Data, Datum{"assumption", value() + ";"})
				case 1:
					e.Data = append(e.Data, Datum{"control", "condition-true"})
				case 2:
					e.Data = append(e.Data, Datum{"enterLoopHead", "true"})
				case 3:
					e.Data = append(e.Data, Datum{"enterFunction", words[r.IntN(len(words))]})
				case 4:
					e.Data = append(e.Data, Datum{"returnFromFunction", words[r.IntN(len(words))]})
				}
				d.Graph.Edges = append(d.Graph.Edges, e)
			}
		}
		w, err := d.Weave(p, opt)
		if err != nil {
			refused++
			continue
		}
		if len(w.Open) > 0 && !d.Correctness {
			refused++
			continue
		}
		woven++
		passes := instrument.Default()
		if opt.Exact {
			passes.Overflow = "undefined"
		}
		if err := instrument.Refer(p, passes); err != nil {
			t.Fatalf("%v\n%+v", err, d)
		}
		if !d.Correctness {
			w.Accept(p)
		}
		if _, err := instrument.Derive(p, passes); err != nil {
			t.Fatalf("%v\n%+v", err, d)
		}
	}
	if woven < n/4 {
		t.Errorf("only %d of %d are woven, %d refused", woven, n, refused)
	}
}

// TestBeyond checks that legal C that is not understood leaves an invariant open, and is not an error.
func TestBeyond(t *testing.T) {
	text := `struct pair { int a, b; };
int main(void) {
	int i = 0, n = 3, t[4] = {1, 2, 3, 4};
	int *p = t;
	struct pair s = {1, 2};
	while (i < n)
		i++;
	return *p + t[i] + s.a;
}
`
	file := filepath.Join(t.TempDir(), "a.c")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, value := range []string{"s.a == 1", "(&s)->b == 2", "(&s, s).a == 1", `"ab"[0] == 'a'`, "'ab' > i",
		"(struct pair *)p != 0 && s.a == 1", "(enum e)i <= n",
		"_Generic(i, int: i) <= n", "({ int k = i; k; }) <= n", "((struct pair){1, 2}).a == 1", "(int[]){1, 2}[0] == 1",
		"sizeof(struct pair) == 8", "(long double)i <= n",
		"_Alignof(int) == 4", "__builtin_expect(i <= n, 1)", "__builtin_offsetof(struct pair, b) == 4", "(typeof(i))i <= n",
		"(int (*)[4])p == &t", "p - t == 0",
		"p == 5", "99999999999999999999999 > i", "main == 0", "&main != 0", "(s, 1)", "p * 2 == 0", "s", "!s", "-p == 0",
		"~t", "p % 2", "t + 1.5", "(float)p > 0", "p & 1",
		"(n ? s : s).a", "sizeof s == 8", "p[1.5]", "*i", "i[n]", "f(i, n)", "p(1)", "unknown == 1", "EOF == i", "i ? s : s",
		"*p.a"} {
		p, err := cfront.Load(cfront.Config{Files: []string{file}, Model: ir.LP64, PropertyKind: "unreach-call",
			ErrorFunc: "reach_error"})
		if err != nil {
			t.Fatal(err)
		}
		f := &File{Entries: []Entry{{Type: InvariantSet,
			Invariants: []Invariant{{"loop_invariant", Location{FileName: file, Line: 6}, value, "c_expression"}}}}}
		w, err := weaveInvariants(p, f, WeaveOptions{Files: []string{file}, Sources: Sources{file: []byte(text)}})
		if err != nil || len(w.Open) == 0 {
			t.Errorf("%s: %v, %v", value, err, w)
		}
	}
}

// TestNegated checks that negated counts all negations around a part of a condition.
func TestNegated(t *testing.T) {
	for text, want := range map[string]bool{
		"if (@x)": false, "if (!(a && @b))": true, "if (! ( !(a || @b) && c))": false,
		"while ((a) && !((b && @c) || d))": true,
		"if (!(a)) f(); if (@b)":           false, "if (!f(a) && @b)": false, "if (!(a && !(b)) && (@c))": false, "@x": false,
	} {
		if got := negated([]byte(text), strings.IndexByte(text, '@')); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

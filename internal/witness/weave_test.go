package witness

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestWeaveAnywhere: whatever a witness says, weaving gives an error or a program
// that keeps all rules, before and after the passes. Positions are swept over
// all of a file, constraints are drawn, GraphML is made of random transitions.
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
	words := reWord.FindAllString(string(text), -1)
	place := func() Location {
		l := r.IntN(len(lines))
		return Location{FileName: "loops.c", Line: l + 1, Column: r.IntN(len(lines[l]) + 2)}
	}
	value := func() string {
		w := words[r.IntN(len(words))]
		return []string{w + " == 1", "a[" + w + "] / " + w, `\result > ` + w, "*" + w + " ? " + w + " : -1", "1 || " + w, "0 && " + w + " % 0", "&" + w + " != 0"}[r.IntN(7)]
	}
	woven, refused := 0, 0
	for i := range n {
		p, err := cfront.Load(cfront.Config{Files: []string{file}, Model: ir.LP64, PropertyKind: "unreach-call", ErrorFunc: "reach_error"})
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
				e.Invariants = append(e.Invariants, Invariant{[]string{"loop_invariant", "location_invariant"}[r.IntN(2)], place(), value(), "c_expression"})
			}
		case 1:
			e := Entry{Type: ViolationSequence}
			for range r.IntN(4) {
				k := r.IntN(4)
				w := Waypoint{Type: []string{"assumption", "branching", "function_enter", "function_return"}[k], Action: "follow", Location: place(), Value: value()}
				if k == 1 {
					w.Value = []string{"true", "false", "default", "3"}[r.IntN(4)]
				}
				e.Segments = append(e.Segments, Segment{[]Waypoint{w}})
			}
			e.Segments = append(e.Segments, Segment{[]Waypoint{{Type: "target", Action: "follow", Location: place()}}})
			d.File = &File{[]Entry{e}}
		default:
			d.Graph = &Graph{Nodes: []Node{{ID: "0", Data: []Datum{{"entry", "true"}}}, {ID: "1"}, {ID: "2"}, {ID: "3", Data: []Datum{{"violation", "true"}}}, {ID: "4", Data: []Datum{{"sink", "true"}}}}}
			for range 2 + r.IntN(6) {
				e := GraphEdge{Source: fmt.Sprint(r.IntN(4)), Target: fmt.Sprint(r.IntN(5)), Data: []Datum{{"startline", fmt.Sprint(1 + r.IntN(len(lines)))}}}
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

// TestNegated: a part of a condition may be under several negations.
func TestNegated(t *testing.T) {
	for text, want := range map[string]bool{
		"if (@x)": false, "if (!(a && @b))": true, "if (! ( !(a || @b) && c))": false, "while ((a) && !((b && @c) || d))": true,
		"if (!(a)) f(); if (@b)": false, "if (!f(a) && @b)": false, "if (!(a && !(b)) && (@c))": false, "@x": false,
	} {
		if got := negated([]byte(text), strings.IndexByte(text, '@')); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

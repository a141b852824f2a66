package acceptance

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/witness"
)

// graphML returns a witness with the given lines: "N0 entry", "N1 violation", "N2 invariant=...", "N0 -> N1 startline=6
// control=condition-true ...". A value ends at a blank; ~ is a blank in it.
func graphML(text, kind string, lines ...string) []byte {
	g := &witness.Graph{Data: []witness.Datum{{Key: "witness-type", Value: kind}, {Key: "sourcecodelang", Value: "C"},
		{Key: "producer", Value: "CPAchecker 2.3"},
		{Key: "specification", Value: reachProp}, {Key: "programfile", Value: "./a.c"},
		{Key: "programhash", Value: witness.Hash([]byte(text))},
		{Key: "architecture", Value: "64bit"}, {Key: "creationtime", Value: "2024-03-01T10:00:00+01:00"}}}
	keys := map[string]string{"witness-type": "graph", "sourcecodelang": "graph", "producer": "graph",
		"specification": "graph", "programfile": "graph",
		"programhash": "graph", "architecture": "graph", "creationtime": "graph"}
	data := func(fields []string, what string) (ds []witness.Datum) {
		for _, f := range fields {
			k, v, ok := strings.Cut(f, "=")
			if !ok {
				v = "true"
			}
			ds = append(ds, witness.Datum{Key: k, Value: strings.ReplaceAll(v, "~", " ")})
			keys[k] = what
		}
		return ds
	}
	for _, l := range lines {
		f := strings.Fields(l)
		if len(f) > 2 && f[1] == "->" {
			g.Edges = append(g.Edges, witness.GraphEdge{Source: f[0], Target: f[2], Data: data(f[3:], "edge")})
		} else {
			g.Nodes = append(g.Nodes, witness.Node{ID: f[0], Data: data(f[1:], "node")})
		}
	}
	for k, what := range keys {
		g.Keys = append(g.Keys, witness.Key{ID: k, Name: k, Type: "string", For: what})
	}
	return g.Encode()
}

// TestWitnessGraphML tests automata in the form of other tools: with declarations, calls and returns, sinks, and
// assumptions on variables or results.
func TestWitnessGraphML(t *testing.T) {
	nodes := func(n int, last string) []string {
		var out []string
		for i := range n {
			out = append(out, fmt.Sprintf("N%d%s", i, map[bool]string{true: " entry", false: ""}[i == 0]))
		}
		return append(out, last)
	}
	violation := func(ls ...string) []byte { return graphML(unsafeCalls, "violation_witness", ls...) }
	correct := func(ls ...string) []byte { return graphML(safeLoop, "correctness_witness", ls...) }
	tests := []struct {
		name, text string
		data       []byte
		want       app.WitnessVerdict
	}{
		{"minimal", unsafeCalls, violation("A entry", "E violation", "A -> E startline=16"), "confirmed"},
		{"results", unsafeCalls, violation(append(nodes(3, "E violation"),
			`N0 -> N1 startline=6 assumption=\result==7; assumption.resultfunction=__VERIFIER_nondet_int assumption.scope=main`,
			`N1 -> N2 startline=7 assumption=\result==-3; assumption.resultfunction=__VERIFIER_nondet_int`,
			"N2 -> E startline=16")...), "confirmed"},
		{"wrong result", unsafeCalls, violation(append(nodes(3, "E violation"),
			`N0 -> N1 startline=6 assumption=\result==7; assumption.resultfunction=__VERIFIER_nondet_int`,
			`N1 -> N2 startline=7 assumption=\result==3; assumption.resultfunction=__VERIFIER_nondet_int`,
			"N2 -> E startline=16")...), "rejected"},
		{"a whole path", unsafeCalls, violation(append(nodes(12, "E violation"), "S sink",
			"N0 -> N1 startline=5 enterFunction=main", "N1 -> N2 startline=6 assumption=a==7; assumption.scope=main",
			"N2 -> N3 startline=7 assumption=b==(-3);",
			"N3 -> N4 startline=8", "N4 -> N5 startline=9 assumption=c==250;", "N5 -> N6 startline=10 enterFunction=twice",
			"N6 -> N7 startline=4 returnFromFunction=twice assumption=x==7; assumption.scope=twice",
			"N7 -> N8 startline=11 control=condition-true", "N7 -> S startline=11 control=condition-false",
			"N8 -> N9 startline=12 control=condition-false", "N8 -> S startline=12 control=condition-true",
			"N9 -> N10 startline=15 enterLoopHead", "N10 -> N11 startline=15 control=condition-true",
			"N11 -> E startline=16 enterFunction=reach_error")...), "confirmed"},
		{"the other branch", unsafeCalls, violation("A entry", "B", "E violation",
			"A -> B startline=12 control=condition-true", "B -> E startline=16"), "rejected"},
		{"into a sink", unsafeCalls, violation("A entry", "B", "S sink", "E violation", "A -> S startline=9 assumption=c>40;",
			"A -> B startline=10", "B -> E startline=16"), "unknown"},
		{"into a sink by control", unsafeCalls, violation("A entry", "B", "S sink", "E violation",
			"A -> S startline=12 control=condition-false", "A -> B startline=12 control=condition-true", "B -> E startline=16"),
			"rejected"},
		{"no violation", unsafeCalls, violation("A entry", "B", "A -> B startline=16"), "rejected"},
		{"another line", unsafeCalls, violation("A entry", "E violation", "A -> E startline=13"), "rejected"},
		{"a type too wide", unsafeCalls, violation("A entry", "B", "E violation",
			"A -> B startline=6 assumption=(__int128)a==7;", "B -> E startline=16"), "unknown"},

		{"invariant", safeLoop, correct("A entry", "B invariant=i<=n~&&~s==2*i invariant.scope=main",
			"A -> B startline=7 enterLoopHead"), "confirmed"},
		{"states of one loop", safeLoop, correct("A entry", "B invariant=i==0", "C invariant=i>0",
			"A -> B startline=7 enterLoopHead", "B -> C startline=7 enterLoopHead"), "confirmed"},
		{"one without", safeLoop, correct("A entry", "B invariant=i==0", "C", "A -> B startline=7 enterLoopHead",
			"B -> C startline=7 enterLoopHead"), "confirmed"},
		{"false invariant", safeLoop, correct("A entry", "B invariant=i<n invariant.scope=main",
			"A -> B startline=7 enterLoopHead"), "rejected"},
		{"nowhere", safeLoop, correct("A entry", "B invariant=i<n", "A -> B startline=9 enterLoopHead"), "unknown"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if rep := checkWitness(t, tt.text, tt.data, app.Options{}); rep.Verdict != tt.want {
				t.Errorf("%s, want %s\nwarnings %q\n%s", rep.ResultLine(), tt.want, rep.Warnings, tt.data)
			}
		})
	}
}

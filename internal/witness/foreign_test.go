package witness

import (
	"fmt"
	"strings"
	"testing"
)

// foreign is a program with constructs from programs of other projects. Tests refer to its lines.
const foreign = `typedef unsigned int u32;
struct s { int m; };
extern int __VERIFIER_nondet_int(void);
int total;
static int add(int n) {
  int i = 0;
  while (i < n) {
    i++;
    total = total + i;
  }
  return total;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  u32 k = 0;
  struct s q;
  int unused;
  int *p = &n;
  q.m = 1;
  for (int i = 0; i < 10; i++) {
    k = k + 2;
    do {
      int n = i; total = total + n;
    } while (total < 0);
  }
again:
  k++;
  if (k < 40) goto again;
  n = add(n);
  *p = n + q.m;
  if (n > 5 && k > 3) {
    total = 0;
  } else {
    total = n / 2;
  }
  while (1) {
    if (total++ > 3) break;
  }
  return total + n;
}
`

// yml returns a witness with an invariant for each line "loop 7:3 EXPRESSION" or "at 7:3 EXPRESSION"; a column of 0 is
// left out.
func yml(producer string, lines ...string) []byte {
	e := Entry{Type: InvariantSet, Metadata: Metadata{FormatVersion: "2.0", UUID: "0b5a1c9e-6f3e-4c55-9e0f-2f4f0a6e8d11",
		CreationTime: "2024-03-01T10:00:00+01:00",
		Producer:     Producer{Name: producer, Version: "1.0"}, Task: TaskInfo{InputFiles: []string{"./a.c"},
			Hashes:        map[string]string{"./a.c": Hash([]byte(foreign))},
			Specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )", DataModel: "ILP32", Language: "C"}}}
	for _, l := range lines {
		kind, rest, _ := strings.Cut(l, " ")
		place, value, _ := strings.Cut(rest, " ")
		inv := Invariant{Type: map[string]string{"loop": "loop_invariant", "at": "location_invariant"}[kind],
			Location: Location{FileName: "./a.c"}, Value: value, Format: "c_expression"}
		fmt.Sscanf(place, "%d:%d", &inv.Location.Line, &inv.Location.Column)
		e.Invariants = append(e.Invariants, inv)
	}
	return (&File{[]Entry{e}}).Encode()
}

// automaton returns a GraphML witness from lines "A entry", "B invariant=EXPRESSION" and "A B startline=6
// control=condition-true"; ~ means a blank.
func automaton(producer string, lines ...string) []byte {
	g := &Graph{Data: []Datum{{"witness-type", "correctness_witness"}, {"sourcecodelang", "C"}, {"producer", producer},
		{"specification", "CHECK( init(main()), LTL(G ! call(reach_error())) )"},
		{"programfile", "/home/user/a.c"}, {"programhash", Hash([]byte(foreign))}, {"architecture", "32bit"},
		{"creationtime", "2024-03-01T10:00:00+01:00"}}}
	for _, l := range lines {
		f := strings.Fields(l)
		var ds []Datum
		edge := len(f) > 2 && !strings.Contains(f[1], "=") && f[1] != "entry"
		from := 1
		if edge {
			from = 2
		}
		for _, d := range f[from:] {
			k, v, ok := strings.Cut(d, "=")
			if !ok {
				v = "true"
			}
			ds = append(ds, Datum{k, strings.ReplaceAll(v, "~", " ")})
		}
		if edge {
			g.Edges = append(g.Edges, GraphEdge{f[0], f[1], ds})
		} else {
			g.Nodes = append(g.Nodes, Node{f[0], ds})
		}
	}
	g.Keys = usedKeys(g)
	return g.Encode()
}

// TestForeignPairs joins pairs of witnesses in the style of other tools, each pair in both orders.
func TestForeignPairs(t *testing.T) {
	loop := func(inv string) []byte { // like CPAchecker: with declarations, and two edges to the loop's head
		return automaton("CPAchecker 2.3", "A entry", "B", "C", "D invariant="+inv+" invariant.scope=main", "E", "F",
			"A B startline=4 endline=4 startoffset=97 endoffset=102", "B C enterFunction=main startline=13 endline=13",
			"C D startline=20 endline=20 enterLoopHead",
			"D E startline=20 control=condition-true", "D F startline=20 control=condition-false",
			"E D startline=20 enterLoopHead")
	}
	for i, c := range []struct {
		a, b []byte
		want string // lines "7:3 EXPRESSION" of the joint witness, with ; between them
	}{
		// Places that only one of them has.
		{yml("A", "loop 7:3 i <= n", "loop 20:3 k <= 20U"), yml("B", "loop 20:3 k >= 0"), "20:3 (k <= 20U) || (k >= 0)"},
		{yml("A", "loop 7:3 i <= n"), yml("B", "loop 20:3 k >= 0"), ""},
		{yml("A"), yml("B", "loop 20:3 k >= 0"), ""},
		{yml("A", "loop 7:3 0"), yml("B", "loop 7:3 i <= n"), "7:3 i <= n"},
		// Columns left out, or at the next statement.
		{yml("A", "loop 7:0 i <= n"), yml("B", "loop 7:3 i <= n && i >= 0"), "7:3 i <= n"},
		{yml("A", "loop 20:0 k == 2*i"), yml("B", "loop 20:3 i <= 10"), "20:3 (k == (2 * i)) || (i <= 10)"},
		{yml("A", "loop 21:5 k <= 18U"), yml("B", "loop 20:3 k <= 20U"), ""},
		{yml("A", "loop 21:5 k <= 18U"), yml("B", "at 21:5 k <= 18"), "21:5 (k <= 18U) || (k <= 18)"},
		{yml("A", "at 29:0 n > 0"), yml("B", "at 29:3 n < 0"), "29:3 (n > 0) || (n < 0)"},
		// Loops of all kinds.
		{yml("A", "loop 22:5 total >= 0"), yml("B", "loop 22:5 total > 5"), "22:5 (total >= 0) || (total > 5)"},
		{yml("A", "at 26:1 k <= 40U"), yml("B", "at 26:1 k >= 20U"), "26:1 (k <= 40U) || (k >= 20U)"},
		{yml("A", "loop 36:3 total <= 5"), yml("B", "loop 36:3 1==0"), "36:3 (total <= 5) || (1 == 0)"},
		{yml("A", "at 36:3 total <= 5"), yml("B", "loop 36:3 total <= 5"), ""}, // a place before the loop is not in it
		// Typedefs, structures, calls and other words.
		{yml("A", "loop 20:3 (unsigned int)i <= k"), yml("B", "loop 20:3 ((unsigned)i)<=k"), "20:3 (unsigned int)i <= k"},
		{yml("A", "loop 20:3 (u32)i <= k"), yml("B", "loop 20:3 i == 0"), "20:3 ((unsigned int)i <= k) || (i == 0)"},
		{yml("A", "loop 20:3 (u32)(i) <= k && k == 0"), yml("B", "loop 20:3 k == 0"), "20:3 k == 0"},
		{yml("A", "loop 20:3 -(u32)~i <= k"), yml("B", "loop 20:3 k == 0"), "20:3 (-((unsigned int)(~i)) <= k) || (k == 0)"},
		{yml("A", "loop 20:3 q.m == 1 && i >= 0"), yml("B", "loop 20:3 i <= 10 && i >= 0"), "20:3 i >= 0"},
		{yml("A", "loop 20:3 add(1) > 0"), yml("B", "loop 20:3 i <= 10"), ""},
		{yml("A", "loop 20:3 unused == 0 && k < 21"), yml("B", "loop 20:3 k < 21"), "20:3 k < 21"},
		{yml("A", "loop 20:3 *p == n"), yml("B", "loop 20:3 k == 0"), "20:3 (k == 0) || ((*p) == n)"},
		{yml("A", "loop 20:3 (__int128)k < 21"), yml("B", "loop 20:3 k < 21"), ""},
		// Two variables with one name: the variable of line 23 hides the variable of line 14.
		{yml("A", "at 23:18 n == i"), yml("B", "at 23:18 n >= 0"), "23:18 (n == i) || (n >= 0)"},
		{yml("A", "loop 7:3 i >= 0"), yml("B", "loop 20:3 i >= 0"), ""},
		// Automata.
		{loop("k<=20U"), loop("k==0"), "20:3 (k <= 20U) || (k == 0)"},
		{loop("k<=20U"), yml("B", "loop 20:3 i == 0"), "20:3 (k <= 20U) || (i == 0)"},
		{loop("false"), yml("B", "loop 20:3 i == 0"), "20:3 i == 0"},
		{loop("true"), yml("B", "loop 20:3 i == 0"), ""},
		{ // Two states of a loop, as symbolic execution gives them.
			automaton("Symbiotic", "A entry", "B invariant=k==0", "C invariant=k>=2", "A B startline=20 enterLoopHead",
				"B C startline=20 enterLoopHead"),
			yml("B", "loop 20:3 k == 9"), "20:3 (k == 0) || (k >= 2) || (k == 9)"},
		{ // Only the loop's state, without a transition back, as Ultimate writes it.
			automaton("Automizer", "A entry", "B invariant=((k~<=~20)~&&~(0~<=~i))", "A B startline=20 enterLoopHead"),
			yml("B", "loop 20:3 0 <= i"), "20:3 0 <= i"},
		{ // A state that belongs to no loop, and a state in a function.
			automaton("X", "A entry", "B invariant=n>3", "C",
				"A B startline=31 control=condition-true startoffset=601 endoffset=605", "B C startline=32"),
			yml("B", "at 32:5 n > 5"), "32:5 (n > 3) || (n > 5)"},
		{automaton("X", "A entry", "B invariant=i==0 invariant.scope=add", "C", "A B startline=6",
			"B C startline=7 control=condition-true"), yml("B", "loop 7:3 i == 1"), ""},
		{automaton("X", "A entry", "B invariant=total==0", "C", "A B startline=32",
			"B C startline=36 control=condition-true"), yml("B", "loop 36:3 total == 1"), ""},
		{automaton("X", "A entry", "B invariant=total==0", "C invariant=total>0", "A B startline=19", "B C startline=21"),
			yml("B", "at 21:5 total == 1"), ""},
		{ // Offsets alone, and no lines.
			automaton("X", "A entry", "B invariant=q.m==1~&&~k==0U", fmt.Sprintf("A B startoffset=%[1]d endoffset=%[1]d",
				strings.Index(foreign, "q.m = 1"))),
			yml("B", "at 20:3 k <= 5"), "20:3 (k == 0U) || (k <= 5)"},
	} {
		for _, back := range []bool{false, true} {
			p, opt, _ := raw(t, "a.c", foreign)
			a, b := part(t, "a", c.a), part(t, "b", c.b)
			for _, x := range []Part{a, b} {
				for _, pr := range x.Doc.Lint(opt.Sources) {
					if pr.Rule != "function" && pr.Rule != "syntax" && pr.Rule != "location" && pr.Rule != "column" {
						t.Errorf("%d: %s", i, pr)
					}
				}
			}
			want := c.want
			if back {
				a, b = b, a
			}
			j, err := Join(p, []Part{a, b}, opt)
			if err != nil {
				t.Errorf("%d: %v", i, err)
				continue
			}
			var got []string
			for _, li := range j.Invariants {
				got = append(got, fmt.Sprintf("%d:%d %s", li.Pos.Line, li.Pos.Col, li.Value))
			}
			text := strings.Join(got, "; ")
			if back { // the order of the cases depends on the order of the witnesses
				text, want = sortedCases(text), sortedCases(want)
			}
			if text != want {
				t.Errorf("%d, back %v:\n%s, want\n%s\n%q", i, back, text, want, j.Warnings)
			}
			if c.want == "" && len(j.Warnings) == 0 {
				t.Errorf("%d: no word on what is lost", i)
			}
		}
	}
}

// sortedCases returns the characters of s in order, to compare cases without regard to their order.
func sortedCases(s string) string {
	b := []byte(s)
	for i := range b {
		for k := i; k > 0 && b[k] < b[k-1]; k-- {
			b[k], b[k-1] = b[k-1], b[k]
		}
	}
	return string(b)
}

package acceptance

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/verify"
	"github.com/tandem-verifier/tandem/internal/witness"
)

const reachProp = "CHECK( init(main()), LTL(G ! call(reach_error())) )"

// safeLoop is a program whose proof needs both invariants. Its line numbers matter.
const safeLoop = `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000) return 0;
  int i = 0, s = 0;
  while (i < n) {
    s = s + 2;
    i = i + 1;
  }
  if (s != 2 * n) reach_error();
  return 0;
}
`

// unsafeCalls is violated only if a == 7, b == -3 and c > 40.
const unsafeCalls = `extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
static int twice(int x) { return x + x; }
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  unsigned char c;
  c = __VERIFIER_nondet_uchar();
  int d = twice(a);
  if (d == 14 && a > 0) {
    if (b != -3) {
      return 1;
    }
    while (c > 40) {
      reach_error();
    }
  }
  return 0;
}
`

// meta returns the metadata of a YAML witness for a text.
func meta(text, producer string) witness.Metadata {
	return witness.Metadata{FormatVersion: "2.0", UUID: "0b5a1c9e-6f3e-4c55-9e0f-2f4f0a6e8d11",
		CreationTime: "2024-03-01T10:00:00+01:00",
		Producer:     witness.Producer{Name: producer, Version: "1.0"},
		Task: witness.TaskInfo{InputFiles: []string{"./a.c"}, Hashes: map[string]string{"./a.c": witness.Hash([]byte(text))},
			Specification: reachProp, DataModel: "LP64", Language: "C"}}
}

// at returns a location in main.
func at(line, col int) witness.Location {
	return witness.Location{FileName: "./a.c", Line: line, Column: col, Function: "main"}
}

// invariants returns a correctness witness for a text.
func invariants(text string, invs ...witness.Invariant) []byte {
	return (&witness.File{Entries: []witness.Entry{{Type: witness.InvariantSet, Metadata: meta(text, "CPAchecker"),
		Invariants: invs}}}).Encode()
}

// inFunction returns an invariant in the function f.
func inFunction(f string, inv witness.Invariant) witness.Invariant {
	inv.Location.Function = f
	return inv
}

// loopInv returns a loop invariant.
func loopInv(line, col int, value string) witness.Invariant {
	return witness.Invariant{Type: "loop_invariant", Location: at(line, col), Value: value, Format: "c_expression"}
}

// locInv returns a location invariant.
func locInv(line, col int, value string) witness.Invariant {
	i := loopInv(line, col, value)
	i.Type = "location_invariant"
	return i
}

// path returns a violation witness with a segment for each waypoint to follow. Waypoints to avoid belong to the segment
// of the next one to follow.
func path(text string, ws ...witness.Waypoint) []byte {
	e := witness.Entry{Type: witness.ViolationSequence, Metadata: meta(text, "Symbiotic")}
	var seg witness.Segment
	for _, w := range ws {
		seg.Waypoints = append(seg.Waypoints, w)
		if w.Action == "follow" {
			e.Segments = append(e.Segments, seg)
			seg = witness.Segment{}
		}
	}
	return (&witness.File{Entries: []witness.Entry{e}}).Encode()
}

// returns returns a waypoint: the call returns a value.
func returns(line, col int, value string) witness.Waypoint {
	return witness.Waypoint{Type: "function_return", Action: "follow", Location: at(line, col), Value: `\result ` + value,
		Format: "ext_c_expression"}
}

// assume returns a waypoint: an expression holds.
func assume(line, col int, value string) witness.Waypoint {
	return witness.Waypoint{Type: "assumption", Action: "follow", Location: at(line, col), Value: value,
		Format: "c_expression"}
}

// branching returns a waypoint: a branch is taken.
func branching(line, col int, value string) witness.Waypoint {
	return witness.Waypoint{Type: "branching", Action: "follow", Location: at(line, col), Value: value}
}

// avoid returns a waypoint that must not be passed.
func avoid(w witness.Waypoint) witness.Waypoint {
	w.Action = "avoid"
	return w
}

// target returns the waypoint of the violation.
func target(line, col int) witness.Waypoint {
	return witness.Waypoint{Type: "target", Action: "follow", Location: at(line, col)}
}

// enter returns a waypoint: a function is entered.
func enter(line, col int) witness.Waypoint {
	return witness.Waypoint{Type: "function_enter", Action: "follow", Location: at(line, col)}
}

// checkWitness validates a witness in a folder of its own.
func checkWitness(t *testing.T, text string, data []byte, opt app.Options) *app.WitnessReport {
	t.Helper()
	dir := write(t, "a.c", text, "w", string(data))
	rep, err := app.CheckWitness(context.Background(), opt, app.WitnessOptions{TimeLimit: ample},
		filepath.Join(dir, "w"), filepath.Join(dir, "a.c"))
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

// TestWitnessYAML tests witnesses in the form of other tools, and wrong ones.
func TestWitnessYAML(t *testing.T) {
	strong := "0 <= i && i <= n && s == 2 * i"
	tests := []struct {
		name, text string
		data       []byte
		want       app.WitnessVerdict
		reason     string
	}{
		{"invariant", safeLoop, invariants(safeLoop, loopInv(7, 3, strong)), "confirmed", ""},
		{"two invariants", safeLoop, invariants(safeLoop, loopInv(7, 3, "i <= n"),
			loopInv(7, 3, "s == 2*i && ((long long)i) >= 0LL")), "confirmed", ""},
		{"no column", safeLoop, invariants(safeLoop, loopInv(7, 0, strong)), "confirmed", ""},
		{"at the body", safeLoop, invariants(safeLoop, loopInv(8, 5, strong+" && i < n")), "confirmed", ""},
		{"useless", safeLoop, invariants(safeLoop, loopInv(7, 3, "i >= 0 || n > 3")), "confirmed", ""},
		{"true", safeLoop, invariants(safeLoop, loopInv(7, 3, "1")), "confirmed", ""},
		{"no content", safeLoop, invariants(safeLoop), "confirmed", ""},
		{"location", safeLoop, invariants(safeLoop, locInv(11, 3, "s == 2 * n"), locInv(9, 5, "s == 2 * i + 2"),
			locInv(7, 3, "s == 0")), "confirmed", ""},
		{"not before the loop", safeLoop, invariants(safeLoop, loopInv(7, 3, "s == 0")), "rejected",
			"s == 0 does not hold at"},
		{"too strong", safeLoop, invariants(safeLoop, loopInv(7, 3, "i < n")), "rejected", "a.c:7:3"},
		{"no value", safeLoop, invariants(safeLoop, loopInv(7, 3, "n / i >= 0")), "rejected", "has no value"},
		{"guarded", safeLoop, invariants(safeLoop, loopInv(7, 3, "i <= 0 || n / i >= 1")), "confirmed", ""},
		{"false at a statement", safeLoop, invariants(safeLoop, locInv(9, 5, "s == 2 * i")), "rejected", "a.c:9:5"},
		{"not C", safeLoop, invariants(safeLoop, loopInv(7, 3, "i <= n &&")), "rejected", "ends too early"},
		{"side effect", safeLoop, invariants(safeLoop, loopInv(7, 3, "i++ <= n")), "rejected", "side effect"},
		{"call", safeLoop, invariants(safeLoop, loopInv(7, 3, "main() <= n")), "unknown", "not understood"},
		{"compound literal", safeLoop, invariants(safeLoop, loopInv(7, 3, "((struct q){1}).x")), "unknown", "not understood"},
		{"generic", safeLoop, invariants(safeLoop, loopInv(7, 3, "_Generic(i, int: 1, default: 0)")), "unknown",
			"not understood"},
		{"operator of no C", safeLoop, invariants(safeLoop, loopInv(7, 3, "i <=> n")), "rejected", "unexpected"},
		{"no such function", safeLoop, invariants(safeLoop, inFunction("nosuch", loopInv(7, 3, "i <= n"))), "rejected",
			"no function"},
		{"unknown name", safeLoop, invariants(safeLoop, loopInv(7, 3, "k <= n")), "unknown", "k, which"},
		{"128 bits", safeLoop, invariants(safeLoop, loopInv(7, 3, "(__int128)i <= n")), "unknown", "__int128"},
		{"no loop, no statement", safeLoop, invariants(safeLoop, loopInv(13, 1, "1 == 1")), "unknown", "no statement"},
		{"no such line", safeLoop, invariants(safeLoop, loopInv(99, 1, "i <= n")), "rejected", "no line 99"},
		{"unsafe twin", strings.Replace(safeLoop, "s + 2", "s + 3", 1),
			invariants(strings.Replace(safeLoop, "s + 2", "s + 3", 1), loopInv(7, 3, "i <= n")), "rejected",
			"property is violated"},
		{"other file", safeLoop + "\n", invariants(safeLoop, loopInv(7, 3, strong)), "rejected", "another program"},

		{"results", unsafeCalls, path(unsafeCalls, returns(6, 33, "== 7"), returns(7, 33, "== -3"), returns(9, 31, "== 41"),
			target(16, 7)), "confirmed", ""},
		{"no column", unsafeCalls, path(unsafeCalls, returns(6, 0, "== 7"), returns(7, 0, "== -3"), target(16, 0)),
			"confirmed", ""},
		{"bounds", unsafeCalls, path(unsafeCalls, returns(6, 33, ">= 6"), returns(9, 31, "> 200"), target(16, 7)),
			"confirmed", ""},
		{"target only", unsafeCalls, path(unsafeCalls, target(16, 7)), "confirmed", ""},
		{"assumptions", unsafeCalls, path(unsafeCalls, assume(7, 3, "a == 7"), assume(8, 3, "b == -3 && a > 6"),
			assume(10, 3, "c == 200"), target(16, 7)), "confirmed", ""},
		{"branches", unsafeCalls, path(unsafeCalls, branching(11, 3, "true"), branching(12, 5, "false"),
			branching(15, 5, "true"), target(16, 7)), "confirmed", ""},
		{"enter", unsafeCalls, path(unsafeCalls, enter(10, 18), assume(4, 27, "x == 7"), returns(10, 18, "== 14"),
			target(16, 7)), "confirmed", ""},
		{"avoid", unsafeCalls, path(unsafeCalls, avoid(branching(12, 5, "true")), avoid(assume(10, 3, "c < 250")),
			target(16, 7)), "confirmed", ""},
		{"wrong value", unsafeCalls, path(unsafeCalls, returns(6, 33, "== 8"), target(16, 7)), "rejected", "no execution"},
		{"wrong assumption", unsafeCalls, path(unsafeCalls, assume(7, 3, "a == 7"), assume(10, 3, "c == 40"), target(16, 7)),
			"rejected", "no execution"},
		{"wrong branch", unsafeCalls, path(unsafeCalls, branching(12, 5, "true"), target(16, 7)), "rejected", "no execution"},
		{"wrong order", unsafeCalls, path(unsafeCalls, returns(7, 33, "== -3"), returns(6, 33, "== 7"), target(16, 7)),
			"rejected", "no execution"},
		{"avoided", unsafeCalls, path(unsafeCalls, avoid(returns(6, 33, "> 3")), target(16, 7)), "rejected", "no execution"},
		{"wrong target", unsafeCalls, path(unsafeCalls, target(13, 7)), "rejected", "target"},
		{"target inside a word", unsafeCalls, path(unsafeCalls, target(15, 7)), "rejected", "nothing begins"},
		{"no call", unsafeCalls, path(unsafeCalls, returns(8, 3, "== 1"), target(16, 7)), "rejected", "no call"},
		{"no such call", unsafeCalls, path(unsafeCalls, returns(16, 19, "== 1"), target(16, 7)), "unknown", "not understood"},
		{"no target", unsafeCalls, path(unsafeCalls, returns(6, 33, "== 7")), "rejected", "no target"},
		{"garbage", unsafeCalls, []byte("- a: [b"), "rejected", "malformed"},
		{"empty", unsafeCalls, nil, "rejected", "malformed"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			rep := checkWitness(t, tt.text, tt.data, app.Options{})
			if rep.Verdict != tt.want || !strings.Contains(rep.Reason, tt.reason) {
				t.Errorf("%s, want %s (%s)\nwarnings %q, invariants %v", rep.ResultLine(), tt.want, tt.reason, rep.Warnings,
					rep.Invariants)
			}
		})
	}
}

// expressive is a program with the types that occur in invariants of other tools.
const expressive = `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
typedef unsigned char byte;
typedef byte octet;
struct pair { int a, b; };
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100) return 0;
  int i = 0, t[4] = {1, 2, 3, 4};
  int *p = t, *q = 0;
  char c = ')';
  struct pair s = {1, 2};
  while (i < n) {
    i = i + 1;
    q = p;
  }
  if (i != n || c != ')' || t[3] != 4 || (q && *q != 1) || s.a != 1) reach_error();
  return 0;
}
`

// TestWitnessExpressions tests invariants of all forms of C, each also in a version that does not hold. Legal
// invariants that are not supported are unknown.
func TestWitnessExpressions(t *testing.T) {
	var all []witness.Invariant
	for _, e := range []struct{ holds, fails string }{
		{"(n, i <= n)", "(i <= n, n < 3)"},
		{"i <= n, i >= 0", "i <= n, i > 0"},
		{"((void)n, i) >= 0", "((void)n, i) > 0"},
		{"i /* ) < */ <= n // && 0", "i /* <= n || n */ < n // <= n"},
		{"(byte)i <= n && (octet)(i - i) == 0", "(byte)(i + 256) != i"},
		{"(unsigned)i <= (unsigned long long int)n", "(unsigned)(i - 1) > 5u"},
		{"(int const)i <= (volatile int)n", "(const short)i != (short const)i"},
		{"c == ')' && c != '\\'' && c == '\x29'", "c == '('"},
		{"c == '\\51'", "c == '\\52'"},
		{"sizeof(int) == 4 && sizeof t == 4 * sizeof t[0] && i <= n", "sizeof t / sizeof(*t) == 16"},
		{"sizeof(i / 0) == sizeof i", "sizeof(char) == sizeof(i + c)"},
		{"i ?: 1", "n - i ?: 0"},
		{"(i ? 0 : p) == (i ? (int *)0 : t)", "(i ? p : 0) == p"},
		{"!q || *(int *)(void *)q == 1", "q == (void *)0 || *q != 1"},
		{"t<:0:> == 1 && 3[t] == 4", "t[i, 1] == 1"},
		{"(q == 0 ? 1 : *q) == 0b1", "q == 0 ? i : 0"},
		{"i <= n && !(i > n) && ~i < 0 && -i <= +i && (i ^ i) == 0 && (i | n) >= 0", "(i & 1) == 0 || i << 1 > 7"},
		{"__extension__ (i <= n)", "__extension__ i < n"},
		{"1.5f * i <= 2.0 * n && 0x1p1 > 1.", "1e0 * i < n"},
		{"q == p || q == 0", "q == p"},
	} {
		all = append(all, loopInv(13, 3, e.holds))
		t.Run(e.fails, func(t *testing.T) {
			t.Parallel()
			if rep := checkWitness(t, expressive, invariants(expressive, loopInv(13, 3, e.fails)),
				app.Options{}); rep.Verdict != app.WitnessRejected {
				t.Errorf("%s, want rejected %q", rep.ResultLine(), rep.Warnings)
			}
		})
	}
	if rep := checkWitness(t, expressive, invariants(expressive, all...),
		app.Options{}); rep.Verdict != app.WitnessConfirmed {
		t.Errorf("%s, want confirmed %q", rep.ResultLine(), rep.Warnings)
	}
	for _, value := range []string{"s.a == 1", "(struct pair *)p != 0 && s.a == 1", "({ int k = i; k; }) <= n",
		"&main != 0"} {
		if rep := checkWitness(t, expressive, invariants(expressive, loopInv(13, 3, value)),
			app.Options{}); rep.Verdict != "unknown" || !strings.Contains(rep.Reason, "not understood") {
			t.Errorf("%s: %s", value, rep.ResultLine())
		}
	}
	for _, value := range []string{"i <= n,", "(i <= n", "i <= n /* ", "(int)", "i++ <= n", "i = n", "i <= n 3", "'' == c",
		"'x", "c == '"} {
		if rep := checkWitness(t, expressive, invariants(expressive, loopInv(13, 3, value)),
			app.Options{}); rep.Verdict != "rejected" {
			t.Errorf("%s: %s, want rejected", value, rep.ResultLine())
		}
	}
}

// TestWitnessWaypointExpressions tests the same expressions in violation witnesses of both formats.
func TestWitnessWaypointExpressions(t *testing.T) {
	graph := func(assumption string) []byte {
		return fmt.Appendf(nil, `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph edgedefault="directed">
<data key="witness-type">violation_witness</data><data key="sourcecodelang">C</data><data key="producer">X</data>
<data key="specification">%s</data><data key="programfile">./a.c</data><data key="programhash">%s</data><data key="architecture">64bit</data>
<data key="creationtime">2024-03-01T10:00:00Z</data>
<node id="A"><data key="entry">true</data></node><node id="B"/><node id="C"><data key="violation">true</data></node>
<edge source="A" target="B"><data key="startline">6</data><data key="assumption">%s</data><data key="assumption.scope">main</data></edge>
<edge source="B" target="C"><data key="startline">16</data></edge></graph></graphml>`,
			strings.ReplaceAll(reachProp, "!", "!"), witness.Hash([]byte(unsafeCalls)), assumption)
	}
	for _, e := range []struct {
		value string
		want  app.WitnessVerdict
	}{
		{"(0, a) == 7", "confirmed"}, {"(0, a) == 8", "rejected"}, {"a /* not 8 */ == (signed char)7", "confirmed"},
		{"a == '\\7'", "confirmed"}, {"a == '\\10'", "rejected"},
		{"a + sizeof(int) == 11 ?: 0", "confirmed"}, {"a == sizeof(int)", "rejected"}, {"(struct s){7}.x == a", "unknown"},
		{"a == __builtin_abs(7)", "unknown"}, {"a ==", "rejected"},
	} {
		for name, data := range map[string][]byte{"yaml": path(unsafeCalls, assume(7, 3, e.value), target(16, 7)),
			"graphml": graph(e.value + ";")} {
			want := e.want
			if name == "graphml" && e.value == "a ==" {
				want = "unknown" // assumptions there are often in other languages
			}
			if rep := checkWitness(t, unsafeCalls, data, app.Options{}); rep.Verdict != want {
				t.Errorf("%s, %s: %s, want %s", name, e.value, rep.ResultLine(), want)
			}
		}
	}
	for value, want := range map[string]app.WitnessVerdict{"== (signed char)7": "confirmed", "== '\\7'": "confirmed",
		"/* */ == 7, \\result > 3": "confirmed", "== (0, 8)": "rejected",
		"== abs(7)": "unknown", "==": "rejected"} {
		if rep := checkWitness(t, unsafeCalls, path(unsafeCalls, returns(6, 33, value), target(16, 7)),
			app.Options{}); rep.Verdict != want {
			t.Errorf("\\result %s: %s, want %s", value, rep.ResultLine(), want)
		}
	}
}

// TestWitnessParameter tests that a parameter whose address is taken has its current value in an invariant, not its
// initial value.
func TestWitnessParameter(t *testing.T) {
	text := `extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
int f(unsigned q) {
	long long c = 0;
	char n = __VERIFIER_nondet_char();
	while (c < n) {
		unsigned *p = &q;
		*p = 0;
		c += 3;
	}
	return 10;
}
int main(void) {
	if (f(7) != 10)
		reach_error();
	return 0;
}
`
	for value, want := range map[string]app.WitnessVerdict{"q == 7U": "rejected", "q == 7U || q == 0U": "confirmed"} {
		inv := loopInv(6, 2, value)
		inv.Location.Function = "f"
		if rep := checkWitness(t, text, invariants(text, inv), app.Options{}); rep.Verdict != want {
			t.Errorf("%s: %s, want %s", value, rep.ResultLine(), want)
		}
	}
}

// TestWitnessOfAnotherTask tests that the property and the data model of the witness are compared with the task.
func TestWitnessOfAnotherTask(t *testing.T) {
	dir := write(t, "o.prp", "CHECK( init(main()), LTL(G ! overflow) )\n")
	data := invariants(safeLoop, loopInv(7, 3, "i <= n"))
	if rep := checkWitness(t, safeLoop, data,
		app.Options{Property: filepath.Join(dir, "o.prp")}); rep.Verdict != app.WitnessRejected ||
		!strings.Contains(rep.Reason, "another property") {
		t.Error(rep.ResultLine())
	}
	if rep := checkWitness(t, safeLoop, data, app.Options{Model: 32}); rep.Verdict != app.WitnessRejected ||
		!strings.Contains(rep.Reason, "data model") {
		t.Error(rep.ResultLine())
	}
	dir = write(t, "a.c", safeLoop+"\n", "w", string(data))
	rep, err := app.CheckWitness(context.Background(), app.Options{},
		app.WitnessOptions{TimeLimit: ample, IgnoreHash: true}, filepath.Join(dir, "w"), filepath.Join(dir, "a.c"))
	if err != nil || rep.Verdict != app.WitnessConfirmed || len(rep.Warnings) == 0 {
		t.Error(rep.ResultLine(), err)
	}
	if _, err := app.CheckWitness(context.Background(), app.Options{}, app.WitnessOptions{},
		filepath.Join(dir, "none"), filepath.Join(dir, "a.c")); !app.IsInputError(err) {
		t.Error(err)
	}
}

// TestOwnWitnesses tests that witnesses of tandem verify are confirmed, in both formats.
func TestOwnWitnesses(t *testing.T) {
	for _, text := range []string{safeLoop, unsafeCalls} {
		dir := write(t, "a.c", text, "p.prp", reachProp)
		file := filepath.Join(dir, "a.c")
		opt := app.Options{Property: filepath.Join(dir, "p.prp")}
		task, err := app.Load(opt, file)
		if err != nil {
			t.Fatal(err)
		}
		s, err := app.NewSession(task, app.VerifyOptions{TimeLimit: ample})
		if err != nil {
			t.Fatal(err)
		}
		if rep := s.Run(context.Background()); rep.Verdict == "unknown" {
			t.Fatal(rep.ResultLine())
		}
		for _, graph := range []bool{false, true} {
			data, ok, err := s.Witness(graph, "")
			if err != nil {
				t.Fatal(err)
			}
			if !ok {
				continue
			}
			w := filepath.Join(dir, fmt.Sprint("w", graph))
			if err := os.WriteFile(w, data, 0o600); err != nil {
				t.Fatal(err)
			}
			rep, err := app.CheckWitness(context.Background(), opt, app.WitnessOptions{TimeLimit: ample}, w, file)
			if err != nil || rep.Verdict != app.WitnessConfirmed || len(rep.Warnings) > 0 {
				t.Errorf("%s %v %q\n%s", rep.ResultLine(), err, rep.Warnings, data)
			}
		}
	}
}

// TestWitnessUninitialised tests that a variable without a value may have any value, not only zero.
func TestWitnessUninitialised(t *testing.T) {
	text := `extern void reach_error(void);
int main(void) {
  int x;
  int i = 0;
  while (i < 3) {
    if (i == 2) {
      break;
    }
    i++;
  }
  x = i;
  if (x != 2) reach_error();
  return 0;
}
`
	for value, want := range map[string]app.WitnessVerdict{"x == 0": "rejected", "x == x && i <= 2": "confirmed"} {
		if rep := checkWitness(t, text, invariants(text, loopInv(5, 3, value)), app.Options{}); rep.Verdict != want {
			t.Errorf("%s: %s, want %s", value, rep.ResultLine(), want)
		}
	}
	// Control does not go from the break to the next statement in the text.
	if rep := checkWitness(t, text, invariants(text, locInv(7, 7, "i == 2")),
		app.Options{}); rep.Verdict == app.WitnessRejected {
		t.Error(rep.ResultLine())
	}
}

// TestWitnessBranches tests a branch of each kind with a value that takes it, and one that does not.
func TestWitnessBranches(t *testing.T) {
	text := `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), r = 0;
  if (!(a > 3 && a < 90)) {
    r = 1;
  }
  switch (a) {
  case 5: r += 10; break;
  case 6: r += 20; break;
  default: r += 30;
  }
  r += a == 50 ? 100 : 200;
  for (int i = 0; i < a % 3; i++) {
    if (a == 7) break;
    else continue;
  }
  do { r++; } while (r < a);
  if (!r) {
  }
  reach_error();
  return 0;
}
`
	for _, b := range []struct {
		line, col  int
		value      string
		yes, never string
	}{
		{5, 3, "true", "a == 3", "a == 4"}, {5, 3, "false", "a == 89", "a == 90"},
		{8, 3, "5", "a == 5", "a == 6"}, {8, 3, "default", "a == 7", "a == 5"},
		{13, 16, "true", "a == 50", "a == 5"}, {13, 16, "false", "a == 5", "a == 50"},
		{14, 3, "true", "a == 4", "a == 3"}, {14, 3, "false", "a == 6", "a == 7"},
		{15, 5, "true", "a == 7", "a == 4"}, {15, 5, "false", "a == 4", "a == 7"},
		{18, 3, "true", "a == 1000", "a == 5"},
		{19, 3, "false", "a == 5", ""},
	} {
		for _, value := range []string{b.yes, b.never} {
			if value == "" {
				continue
			}
			want := app.WitnessConfirmed
			if value == b.never {
				want = app.WitnessRejected
			}
			data := path(text, assume(5, 3, value), branching(b.line, b.col, b.value), target(21, 3))
			if rep := checkWitness(t, text, data, app.Options{}); rep.Verdict != want {
				t.Errorf("%d %s, %s: %s, want %s", b.line, b.value, value, rep.ResultLine(), want)
			}
		}
	}
}

// TestWitnessGuards tests that executions end at invalid accesses that are not checked, if a proof needs that.
func TestWitnessGuards(t *testing.T) {
	const text = `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[4];
int main(void) {
  int i = __VERIFIER_nondet_int();
  int x = a[i];
  if (i < 0 || i > %d) reach_error();
  return x;
}
`
	for last, want := range map[int]verify.Verdict{3: verify.True, 2: verify.False} {
		dir := t.TempDir()
		file, prop, w := filepath.Join(dir, "a.c"), filepath.Join(dir, "a.prp"), filepath.Join(dir, "w")
		for name, s := range map[string]string{file: fmt.Sprintf(text, last),
			prop: "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"} {
			if err := os.WriteFile(name, []byte(s), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		opt := app.Options{Property: prop}
		task, err := app.Load(opt, file)
		if err != nil {
			t.Fatal(err)
		}
		s, err := app.NewSession(task, app.VerifyOptions{TimeLimit: ample})
		if err != nil {
			t.Fatal(err)
		}
		if rep := s.Run(t.Context()); rep.Verdict != want {
			t.Fatalf("%s, want %s", rep.ResultLine(), want)
		}
		data, ok, err := s.Witness(false, "")
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		if err := os.WriteFile(w, data, 0o600); err != nil {
			t.Fatal(err)
		}
		rep, err := app.CheckWitness(t.Context(), opt, app.WitnessOptions{TimeLimit: ample}, w, file)
		if err != nil || rep.Verdict != app.WitnessConfirmed {
			t.Errorf("%s: %s %v", want, rep.ResultLine(), err)
		}
	}
}

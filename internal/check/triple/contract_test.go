package triple

import (
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// contracts is a program that calls f once, and violates its obligation unless COND holds.
const contracts = `program ILP32
site nondet "n@a.c:1:2" name "n" type i32 in main
obligation "assertion" text "x" in "main"
global g i32 = 5:i32
entry main
func main() void {
  reg x i32
  reg y i32
  reg r i32
  loc L0 entry
  loc L1 exit
  loc L2
  loc L3
  loc L4
  loc L5 error O0
  loc L6
  L0 -> L2: x = input #0
  L2 -> L3: y = x
  L3 -> L4: CALL
  L4 -> L5: assume !(COND)
  L4 -> L6: assume COND
  L6 -> L1: return
}
func f(p) i32 {
  reg p i32
  reg o i32
  loc L0 entry
  loc L1 exit
  loc L2
  loc L3
  L0 -> L2: FIRST
  L2 -> L3: SECOND
  L3 -> L1: return RESULT
}
`

// recursive is a recursive function f for contracts.
const recursive = `
func f(p) i32 {
  reg p i32
  reg o i32
  loc L0 entry
  loc L1 exit
  loc L2
  loc L3
  loc L4
  loc L5
  L0 -> L2: assume 0:i32 < p
  L0 -> L3: assume p <= 0:i32
  L3 -> L1: return 0:i32
  L2 -> L4: FIRST
  L4 -> L5: SECOND
  L5 -> L1: return RESULT
}
`

// named returns invariants with names for the result of f (res) and for the values at the entries of f and main that
// are listed in entered.
func named(t *testing.T, p *ir.Program, entered []string, inv []at) *verify.Inductive {
	t.Helper()
	f := irtest.Func(t, p, "f")
	res := &ir.Var{Name: "res", Type: ir.I32}
	ev := &verify.Inductive{Results: map[*ir.Func]*ir.Var{f: res}, Entered: map[*ir.Func]map[*ir.Var]*ir.Var{}}
	extra := []*ir.Var{res}
	for _, name := range entered {
		at := f
		if strings.HasSuffix(name, ".main") {
			at = p.Entry
		}
		if ev.Entered[at] == nil {
			ev.Entered[at] = map[*ir.Var]*ir.Var{}
		}
		for _, v := range append(append([]*ir.Var{}, p.Globals...), f.Vars...) {
			if was := strings.TrimSuffix(strings.TrimSuffix(name, ".main"), ".in"); v.Name == was {
				ev.Entered[at][v] = &ir.Var{Name: name, Type: ir.I32}
				extra = append(extra, ev.Entered[at][v])
			}
		}
	}
	ev.Invariants = invariants(t, p, extra, inv...)
	return ev
}

// TestContracts checks that a caller knows the facts about the values at the callee's entry that the contract states,
// and no others.
func TestContracts(t *testing.T) {
	exit := func(s string) []at { return []at{{"f", 1, s}} }
	for _, c := range []struct {
		name, call, first, second, result, cond string
		entered                                 string // names of values at entries
		inv                                     []at
		want                                    Verdict
	}{
		{"parameter", "r = call f(x)", "skip", "skip", "p + 1:i32", "r == x + 1:i32", "", exit("res == p + 1:i32"),
			Confirmed},
		{"wrong bound", "r = call f(x)", "skip", "skip", "p + 1:i32", "r == x + 2:i32", "", exit("res == p + 2:i32"),
			Refuted},
		{"too weak", "r = call f(x)", "skip", "skip", "p + 1:i32", "r == x + 1:i32", "", exit("res != p"), Refuted},
		{"of an expression", "r = call f(x * x - 1:i32)", "skip", "skip", "p + 1:i32", "r == x * x", "",
			exit("res == p + 1:i32"), Confirmed},
		{"the result is the argument", "x = call f(x)", "skip", "skip", "p + 1:i32", "x == y + 1:i32", "",
			exit("res == p + 1:i32"), Confirmed},
		{"evaluated before", "x = call f(x)", "skip", "skip", "p + 1:i32", "false", "", exit("res == p + 1:i32"), Refuted},
		{"evaluated before, not after", "x = call f(x)", "skip", "skip", "p + 1:i32", "x == y", "", exit("res == p + 1:i32"),
			Refuted},
		{"result is dropped", "call f(x)", "skip", "skip", "p + 1:i32", "r == x + 1:i32", "", exit("res == p + 1:i32"),
			Refuted},

		{"assigned", "r = call f(x)", "p = p + 1:i32", "skip", "p", "r == x", "", exit("res == p"), Refuted},
		{"assigned, value at the entry", "r = call f(x)", "p = p + 1:i32", "skip", "p", "r == x + 1:i32", "p.in",
			exit("res == p.in + 1:i32"), Confirmed},
		{"assigned, other value at the entry", "r = call f(x)", "p = p + 1:i32", "skip", "p", "r == x", "p.in",
			exit("res == p.in"), Refuted},
		{"assigned, both", "r = call f(x)", "p = p + 1:i32", "skip", "p", "r == x", "p.in",
			exit("res == p && p == p.in + 1:i32"), Refuted},
		// p is assigned, so callers do not know its value
		{"assigned an equal value", "r = call f(x)", "p = p", "skip", "p", "r == x", "", exit("res == p"), Refuted},
		{"read", "r = call f(x)", "p = input #0", "skip", "p", "r == x", "", exit("res == p"), Refuted},
		{"local", "r = call f(x)", "o = p", "skip", "o", "r == y", "", exit("res == o"), Refuted},

		{"global at the entry", "r = call f(x)", "@g = @g + 1:i32", "skip", "p", "@g == 6:i32", "g.in",
			exit("@g == g.in + 1:i32"), Confirmed},
		{"global does not stay", "r = call f(x)", "@g = @g + 1:i32", "skip", "p", "@g == 5:i32", "g.in", exit("@g == g.in"),
			Refuted},
		{"global before is not after", "r = call f(x)", "@g = @g + 1:i32", "skip", "@g", "r == 5:i32", "g.in",
			exit("res == g.in + 1:i32"), Refuted},
		{"result of the global before", "r = call f(x)", "@g = @g + 1:i32", "skip", "@g", "r == 6:i32", "g.in",
			exit("res == g.in + 1:i32"), Confirmed},
		{"argument of a global", "r = call f(@g)", "@g = @g + 1:i32", "skip", "p", "r == 5:i32", "", exit("res == p"),
			Confirmed},
		{"argument of a global that changes", "r = call f(@g)", "@g = @g + 1:i32", "skip", "p", "r == @g", "",
			exit("res == p"), Refuted},
		{"result in the global", "@g = call f(@g)", "@g = @g + 1:i32", "skip", "p + @g", "@g == 11:i32", "g.in",
			exit("res == p + g.in + 1:i32"), Confirmed},
		{"all of it arbitrary", "r = call f(@g)", "havocall \"h\"", "skip", "p", "r == 5:i32 && @g == 5:i32", "g.in",
			exit("res == p && p == p"), Refuted},
		{"all else arbitrary", "r = call f(@g)", "havocall \"h\"", "skip", "p", "r == 5:i32", "", exit("res == p"),
			Confirmed},

		{"at the entry", "r = call f(x)", "skip", "skip", "p", "true", "p.in g.in", []at{{"f", 0, "p == p.in && @g == g.in"}},
			Confirmed},
		{"at the entry, not so", "r = call f(x)", "skip", "skip", "p", "true", "p.in g.in", []at{{"f", 0, "p.in <= 5:i32"}},
			Refuted},
		{"asked of the caller", "r = call f(@g)", "skip", "skip", "p", "true", "p.in g.in", []at{{"f", 0, "p.in == g.in"}},
			Confirmed},
		{"on the way", "r = call f(x)", "@g = 1:i32", "skip", "p", "true", "g.in",
			[]at{{"f", 2, "@g == 1:i32 && g.in == 5:i32"}, {"f", 0, "@g == 5:i32"}}, Confirmed},
		{"on the way, not so", "r = call f(x)", "@g = 1:i32", "skip", "p", "true", "g.in",
			[]at{{"f", 2, "@g == g.in"}, {"f", 0, "@g == 5:i32"}}, Refuted},
		{"forgotten on the way", "r = call f(x)", "p = 1:i32", "skip", "p", "true", "p.in",
			[]at{{"f", 2, "p == 1:i32"}, {"f", 1, "p.in == 1:i32"}}, Refuted},
		{"of the program", "r = call f(x)", "@g = 1:i32", "skip", "p", "true", "g.main", []at{{"main", 4, "g.main == 5:i32"}},
			Confirmed},
		{"of the program, not so", "r = call f(x)", "@g = 1:i32", "skip", "p", "true", "g.main",
			[]at{{"main", 4, "g.main == 1:i32"}}, Refuted},
		{"callee's and caller's", "r = call f(x)", "@g = 1:i32", "skip", "p", "@g == 1:i32", "g.in g.main",
			[]at{{"f", 1, "@g == g.in - 4:i32 && g.in == 5:i32"}, {"f", 0, "@g == 5:i32"}}, Confirmed},
		{"callee's in the caller", "r = call f(x)", "skip", "skip", "p", "true", "g.in", []at{{"main", 4, "g.in == 5:i32"}},
			Undecided},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := strings.NewReplacer("CALL", c.call, "FIRST", c.first, "SECOND", c.second, "RESULT", c.result, "COND",
				c.cond).Replace(contracts)
			p := irtest.Program(t, src)
			for _, enc := range []Encoding{AnyEncoding, Ints, Bits} {
				v, why := run(p, named(t, p, strings.Fields(c.entered), c.inv), Config{Only: enc})
				if v != c.want && (enc == AnyEncoding || v == Confirmed || c.want == Confirmed && v == Refuted) {
					t.Errorf("%v: %v (%s), want %v", enc, v, why, c.want)
				}
			}
		})
	}
}

// TestRecursiveContracts checks that in a recursive call, the registers of the callee are not those of the caller.
func TestRecursiveContracts(t *testing.T) {
	const sum = "p <= 0:i32 && res == 0:i32 || 0:i32 < p && res == p"
	const sumIn = "p.in <= 0:i32 && res == 0:i32 || 0:i32 < p.in && res == p.in"
	for _, c := range []struct {
		name, first, second, result, cond string
		entered                           string
		inv                               []at
		want                              Verdict
	}{
		{"sum", "skip", "o = call f(p - 1:i32)", "o + 1:i32", "x <= 0:i32 || r == x", "", []at{{"f", 1, sum}}, Confirmed},
		{"sum, twin", "skip", "o = call f(p - 1:i32)", "o + 1:i32", "x <= 0:i32 || r == x - 1:i32", "", []at{{"f", 1, sum}},
			Refuted},
		{"sum, too much", "skip", "o = call f(p - 1:i32)", "o + 1:i32", "r == x", "", []at{{"f", 1, "res == p"}}, Refuted},
		{"sum, another sum", "skip", "o = call f(p - 1:i32)", "o + 2:i32", "x <= 0:i32 || r == x", "", []at{{"f", 1, sum}},
			Refuted},
		{"caller's parameter stays", "skip", "o = call f(p - 1:i32)", "o + 1:i32", "true", "",
			[]at{{"f", 1, sum}, {"f", 5, "o == p - 1:i32 && 0:i32 < p"}}, Confirmed},
		{"callee's parameter is not the caller's", "skip", "o = call f(p - 1:i32)", "o + 1:i32", "true", "",
			[]at{{"f", 1, sum}, {"f", 5, "o == p"}}, Refuted},
		{"assigned before", "p = p - 1:i32", "o = call f(p)", "o + 1:i32", "x <= 0:i32 || r == x", "p.in",
			[]at{{"f", 1, sumIn}}, Confirmed},
		{"assigned before, without name", "p = p - 1:i32", "o = call f(p)", "o + 1:i32", "x <= 0:i32 || r == x", "",
			[]at{{"f", 1, sum}}, Refuted},
		{"assigned by the call", "skip", "p = call f(p - 1:i32)", "p + 1:i32", "x <= 0:i32 || r == x", "p.in",
			[]at{{"f", 1, sumIn}}, Confirmed},
		{"assigned by the call, without name", "skip", "p = call f(p - 1:i32)", "p + 1:i32", "false", "",
			[]at{{"f", 1, "p <= 0:i32 && res == 0:i32 || res == p + 1:i32"}}, Refuted},
		{"caller's value at the entry stays", "p = p - 1:i32", "o = call f(p)", "o + 1:i32", "true", "p.in",
			[]at{{"f", 1, sumIn}, {"f", 5, "o == p.in - 1:i32 && 0:i32 < p.in"}}, Confirmed},
		{"callee's value at the entry is not the caller's", "p = p - 1:i32", "o = call f(p)", "o + 1:i32", "true", "p.in",
			[]at{{"f", 1, sumIn}, {"f", 5, "o == p.in && 0:i32 < p.in"}}, Refuted},
		{"global counts", "@g = @g + 1:i32", "o = call f(p - 1:i32)", "0:i32",
			"x <= 0:i32 && @g == 5:i32 || 0:i32 < x && @g == x + 5:i32", "g.in",
			[]at{{"f", 1, "p <= 0:i32 && @g == g.in || 0:i32 < p && @g == g.in + p"}}, Confirmed},
		{"global counts, twin", "@g = @g + 2:i32", "o = call f(p - 1:i32)", "0:i32",
			"x <= 0:i32 && @g == 5:i32 || 0:i32 < x && @g == x + 5:i32", "g.in",
			[]at{{"f", 1, "p <= 0:i32 && @g == g.in || 0:i32 < p && @g == g.in + p"}}, Refuted},
		{"global at the wrong entry", "@g = @g + 1:i32", "o = call f(p - 1:i32)", "0:i32", "false", "g.in",
			[]at{{"f", 1, "@g == g.in"}}, Refuted},
		{"entry is for all activations", "skip", "o = call f(p - 1:i32)", "o", "true", "",
			[]at{{"f", 0, "p == 7:i32 || 5:i32 <= p"}}, Refuted},
	} {
		t.Run(c.name, func(t *testing.T) {
			head, _, _ := strings.Cut(contracts, "func f(p)")
			src := strings.NewReplacer("CALL", "r = call f(x)", "FIRST", c.first, "SECOND", c.second, "RESULT", c.result, "COND",
				c.cond).Replace(head + recursive)
			p := irtest.Program(t, src)
			expect(t, c.name, c.want, p, named(t, p, strings.Fields(c.entered), c.inv), Config{})
		})
	}
}

// TestNamesOfEntries checks that evidence is undecided if a name of a value at an entry has another meaning as well.
func TestNamesOfEntries(t *testing.T) {
	src := strings.NewReplacer("CALL", "r = call f(x)", "FIRST", "p = p + 1:i32", "SECOND", "skip", "RESULT", "p", "COND",
		"r == x + 1:i32").Replace(contracts)
	p := irtest.Program(t, src)
	f, g := irtest.Func(t, p, "f"), p.Globals[0]
	for _, c := range []struct {
		name  string
		spoil func(ev *verify.Inductive)
		want  Verdict
	}{
		{"good", func(*verify.Inductive) {}, Confirmed},
		{"type", func(ev *verify.Inductive) { ev.Entered[f][f.Params[0]].Type = ir.U32 }, Undecided},
		{"global", func(ev *verify.Inductive) { ev.Entered[f][f.Params[0]].Global = true }, Undecided},
		{"itself", func(ev *verify.Inductive) { ev.Entered[f][f.Params[0]] = f.Params[0] }, Undecided},
		{"another register", func(ev *verify.Inductive) { ev.Entered[f][f.Params[0]] = f.Vars[1] }, Undecided},
		{"of another function", func(ev *verify.Inductive) { ev.Entered[f][f.Params[0]] = p.Entry.Vars[0] }, Undecided},
		{"the result", func(ev *verify.Inductive) { ev.Entered[f][f.Params[0]] = ev.Results[f] }, Undecided},
		{"of two registers", func(ev *verify.Inductive) { ev.Entered[f][g] = ev.Entered[f][f.Params[0]] }, Undecided},
		{"of two functions", func(ev *verify.Inductive) {
			ev.Entered[p.Entry] = map[*ir.Var]*ir.Var{g: ev.Entered[f][f.Params[0]]}
		}, Undecided},
		{"of a local", func(ev *verify.Inductive) { ev.Entered[f][f.Vars[1]] = &ir.Var{Name: "o.in", Type: ir.I32} },
			Undecided},
		{"of the caller's local", func(ev *verify.Inductive) {
			ev.Entered[f][p.Entry.Vars[0]] = &ir.Var{Name: "x.in", Type: ir.I32}
		}, Undecided},
		{"missing", func(ev *verify.Inductive) { ev.Entered = nil }, Undecided},
	} {
		ev := named(t, p, []string{"p.in"}, []at{{"f", 1, "res == p.in + 1:i32"}})
		c.spoil(ev)
		expect(t, c.name, c.want, p, ev, Config{})
	}
}

// TestEntryWithLoop checks that an edge back to the entry of a function is not a call.
func TestEntryWithLoop(t *testing.T) {
	head, _, _ := strings.Cut(contracts, "func f(p)")
	src := strings.NewReplacer("CALL", "r = call f(x)", "COND", "r == 0:i32 || r == x").Replace(head + `
func f(p) i32 {
  reg p i32
  loc L0 entry
  loc L1 exit
  loc L2
  loc L3
  L0 -> L2: assume 0:i32 < p
  L0 -> L3: assume p <= 0:i32
  L2 -> L0: p = p - 1:i32
  L3 -> L1: return p
}
`)
	p, err := ir.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Check(p); err != nil {
		t.Skip("no program has this shape: ", err)
	}
	expect(t, "loop", Confirmed, p,
		named(t, p, []string{"p.in"}, []at{{"f", 0, "p == p.in || 0:i32 <= p"}, {"f", 1, "res == 0:i32 || res == p.in"}}),
		Config{})
	expect(t, "not entered", Refuted, p,
		named(t, p, []string{"p.in"}, []at{{"f", 0, "p == p.in"}, {"f", 1, "res == p.in"}}), Config{})
	expect(t, "not entered, nothing said", Refuted, p, named(t, p, []string{"p.in"}, []at{{"f", 1, "res == p.in"}}),
		Config{})
}

// TestSupportOfEntries checks that if calls are expanded, each activation has its own values at the entry.
func TestSupportOfEntries(t *testing.T) {
	src := strings.NewReplacer("CALL", "r = call f(x)", "FIRST", "p = p + 1:i32", "SECOND", "@g = p", "RESULT", "p",
		"COND", "r == x + 1:i32").Replace(contracts)
	p := irtest.Program(t, src)
	f := irtest.Func(t, p, "f")
	for _, c := range []struct {
		at   string
		want Verdict
	}{
		{"p == p.in + 1:i32 && @g == g.in", Confirmed},
		{"p == p.in", Refuted},
		{"@g == g.in && g.in == 6:i32", Refuted},
	} {
		support := named(t, p, []string{"p.in", "g.in", "g.main"}, []at{{"f", 2, c.at}, {"main", 4, "g.main == 5:i32"}})
		expect(t, c.at, c.want, p, &verify.KInductive{K: 1, Cut: []*ir.Loc{p.Entry.Locs[4]},
			Invariants: invariants(t, p, nil, at{"main", 4, "r == x + 1:i32"}), Support: support}, Config{})
		expect(t, c.at+" in the callee", c.want, p, &verify.KInductive{K: 2, Cut: []*ir.Loc{f.Locs[2]}, Support: support},
			Config{})
	}
}

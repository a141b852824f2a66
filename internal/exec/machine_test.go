package exec

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// machineCase is a run that must have the same result in all machines. The program has decls, the
// functions funcs, and the entry function "_start", whose edges are in body: one on each line, as
// "from to: statement" with locations 0 (the entry), 1, ..., X (exit), E (error
// of obligation 0) and H (halt). Lines with reg and object declare locals.
type machineCase struct {
	name   string
	decls  string // sites, globals, objects
	funcs  string // whole functions
	body   string
	inputs string // see ParseInputs
	cfg    Config
	want   string // the result, see describe
}

// parseCase returns the program of a case.
func parseCase(t testing.TB, c machineCase) *ir.Program {
	t.Helper()
	text := "program ILP32\nfile \"t.c\"\nobligation \"assertion\" text \"x\" @9:9\n" + c.decls + "\nentry _start\n" +
		fnText("_start()", "void", c.body) + c.funcs
	p, err := ir.Parse(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, numbered(text))
	}
	return p
}

// fnText returns the text of a function whose body has the form of machineCase.body.
func fnText(head, result, body string) string {
	var decls, edges []string
	maxLoc := 0
	loc := func(s string) string {
		switch s {
		case "X":
			return "L100001"
		case "E":
			return "L100002"
		case "H":
			return "L100003"
		}
		n, err := strconv.Atoi(s)
		if err != nil {
			panic("bad location " + s)
		}
		maxLoc = max(maxLoc, n)
		return "L" + s
	}
	for _, l := range strings.Split(body, "\n") {
		l = strings.TrimSpace(l)
		switch {
		case l == "":
		case strings.HasPrefix(l, "reg "), strings.HasPrefix(l, "object "):
			decls = append(decls, "  "+l)
		default:
			fromTo, stmt, _ := strings.Cut(l, ": ")
			from, to, _ := strings.Cut(fromTo, " ")
			edges = append(edges, fmt.Sprintf("  %s -> %s: %s @%d:1", loc(from), loc(to), stmt, len(edges)+1))
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "func %s %s {\n%s\n", head, result, strings.Join(decls, "\n"))
	for i := 0; i <= maxLoc; i++ {
		entry := ""
		if i == 0 {
			entry = " entry"
		}
		fmt.Fprintf(&b, "  loc L%d%s\n", i, entry)
	}
	fmt.Fprintf(&b, "  loc L%d exit\n  loc L%d error O0\n  loc L%d halt\n", maxLoc+1, maxLoc+2, maxLoc+3)
	r := strings.NewReplacer("L100001", fmt.Sprintf("L%d", maxLoc+1), "L100002", fmt.Sprintf("L%d", maxLoc+2), "L100003",
		fmt.Sprintf("L%d", maxLoc+3))
	b.WriteString(r.Replace(strings.Join(edges, "\n")) + "\n}\n")
	return b.String()
}

// numbered returns s with line numbers.
func numbered(s string) string {
	var b strings.Builder
	for i, l := range strings.Split(s, "\n") {
		fmt.Fprintf(&b, "%3d %s\n", i+1, l)
	}
	return b.String()
}

// describe returns the result of a run as one line: outcome with What and line, reads, flags, fuel, and trace, each
// only if there is any.
func describe(p *ir.Program, r *Run) string {
	kinds := map[Kind]string{Finished: "finished", Blocked: "blocked", Violated: "violated", Undefined: "undefined",
		OutOfFuel: "out of fuel", OutOfStack: "out of stack", OutOfMemory: "out of memory", Unsupported: "unsupported",
		Cancelled: "cancelled", NoInput: "no input"}
	var b strings.Builder
	o := r.Outcome
	b.WriteString(kinds[o.Kind])
	if o.Kind == Violated {
		fmt.Fprintf(&b, " O%d", o.Obligation.ID)
	}
	if o.Kind == Blocked {
		fmt.Fprintf(&b, " %s", o.Guard)
	}
	if o.What != "" {
		fmt.Fprintf(&b, " (%s)", o.What)
	}
	if o.Pos.Line > 0 {
		fmt.Fprintf(&b, " :%d", o.Pos.Line)
	}
	if len(r.Reads) > 0 {
		fmt.Fprintf(&b, " reads %s", FormatInputs(r.Reads, p))
	}
	for _, f := range []struct {
		on   bool
		name string
	}{{r.Approx, "approx"}, {r.Wild, "wild"}, {r.Addr, "addr"}} {
		if f.on {
			b.WriteString(" " + f.name)
		}
	}
	if r.Fuel > 0 {
		fmt.Fprintf(&b, " fuel %d", r.Fuel)
	}
	if r.NumTrace > 0 {
		b.WriteString(" trace ")
		for i := 0; i < r.NumTrace; i++ {
			b.WriteByte("FT"[r.Branches[i/8]>>(i%8)&1])
		}
	}
	return b.String()
}

// TestInterpMachine runs the tables of cases in the interpreter.
func TestInterpMachine(t *testing.T) {
	interp := func(p *ir.Program, cfg Config) (Machine, error) { return NewInterp(p, cfg) }
	testMachine(t, machineCases, interp)
	testMachine(t, exactCases, interp)
	testMachine(t, strayCases, interp)
}

// testMachine runs a table of cases in a machine, each twice.
func testMachine(t *testing.T, cases []machineCase, machine func(*ir.Program, Config) (Machine, error)) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := parseCase(t, c)
			m, err := machine(p, c.cfg)
			if err != nil {
				t.Fatal(err)
			}
			defer m.Close()
			for i := 0; i < 2; i++ { // the second run must not depend on the first
				in, err := ParseInputs(c.inputs, p)
				if err != nil {
					t.Fatal(err)
				}
				r, err := m.Run(t.Context(), in)
				if err != nil {
					t.Fatal(err)
				}
				if got := describe(p, r); got != c.want {
					t.Errorf("run %d:\n got %s\nwant %s", i, got, c.want)
				}
			}
		})
	}
}

package check

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/flow/flowtest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// inputs begins programs with two input sites and one obligation.
const inputs = `program ILP32
site param "p@a.c:1:1" type u8
site nondet "n@a.c:1:2" type u8
obligation "assertion" text "x" in "main"
entry main
func main() void {
  reg x u8
  reg y u8
`

// oneInput is a program that reads x and violates its obligation unless COND holds.
const oneInput = inputs + `  locs 4 error 2
  L0 -> L3: x = input #0
  L3 -> L4: assume COND
  L3 -> L2: assume !(COND)
  L4 -> L1: return
}
`

// full returns the box of all values at a site.
func full(site int) []verify.Range { return []verify.Range{{Site: site, Type: ir.U8, Lo: 0, Hi: 255}} }

// proof checks evidence for all obligations of p.
func proof(p *ir.Program, e verify.Evidence) Outcome {
	return Proof(context.Background(), &verify.Task{Program: p}, &verify.Safe{Proof: e})
}

// TestEnumerated checks that an enumeration is confirmed only if it has all points and no run violates the obligation.
func TestEnumerated(t *testing.T) {
	safe := irtest.Program(t, strings.ReplaceAll(oneInput, "COND", "x <= 255:u8"))
	twin := irtest.Program(t, strings.ReplaceAll(oneInput, "COND", "x < 255:u8"))
	for _, c := range []struct {
		name string
		p    *ir.Program
		e    *verify.Enumerated
		want Verdict
	}{
		{"all", safe, &verify.Enumerated{Box: full(0), Runs: 256}, Confirmed},
		{"unsafe twin", twin, &verify.Enumerated{Box: full(0), Runs: 256}, Refuted},
		{"part of the values", twin, &verify.Enumerated{Box: []verify.Range{{Site: 0, Type: ir.U8, Lo: 0, Hi: 254}},
			Runs: 255}, Refuted},
		{"other count", safe, &verify.Enumerated{Box: full(0), Runs: 255}, Refuted},
		{"other input", safe, &verify.Enumerated{Box: full(1), Runs: 256}, Undecided},
		{"not closed", safe, &verify.Enumerated{Runs: 1}, Undecided},
		{"other type", safe, &verify.Enumerated{Box: []verify.Range{{Site: 0, Type: ir.I8, Lo: 128, Hi: 127}}, Runs: 256},
			Refuted},
		{"no such site", safe, &verify.Enumerated{Box: full(2), Runs: 256}, Refuted},
		{"twice the same", safe, &verify.Enumerated{Box: append(full(0), full(0)...), Runs: 65536}, Refuted},
	} {
		if out := proof(c.p, c.e); out.Verdict != c.want {
			t.Errorf("%s: %+v, want %s", c.name, out, c.want)
		}
	}
}

// TestNotCovered checks that a run whose result depends on the machine does not count as covering its input.
func TestNotCovered(t *testing.T) {
	for _, c := range []struct{ name, decls, body, want string }{
		{"undefined", "", "reg x u8\n L0 -> L3: x = load 0:ptr32\n L3 -> L1: return", "undefined behaviour"},
		{"stack", "", "L0 -> L3: call main()\n L3 -> L1: return", "out of stack"},
		{"memory", "site bytes \"m@a:1:1\"\n", "reg p ptr32\n L0 -> L0: p = alloc heap 100000:i32 #0\n L3 -> L1: return",
			"out of memory"},
		{"address", "object o size 4 align 4\n", "reg x u32\n L0 -> L3: x = u32(&@o)\n L3 -> L1: return",
			"an address became visible"},
		{"wild", "object o size 4 align 4\nobject q size 4 align 4\n",
			"L0 -> L3: store &@q, ptradd(&@o, 100:i32, 1)\n L3 -> L1: return", "a pointer outside its object was stored"},
		{"libm", "", "reg d f64\n L0 -> L3: d = math sin(1.0:f64)\n L3 -> L1: return", "the result of sin at - is not exact"},
		{"fuel", "", "L0 -> L0: skip\n L3 -> L1: return", "out of fuel"},
		{"not modelled", "", "L0 -> L3: havocall \"f\"\n L3 -> L1: return", "not executable"},
	} {
		p := irtest.Program(t, "program ILP32\n"+c.decls+"entry main\nfunc main() void {\n"+regsFirst(c.body)+"}\n")
		out := proof(p, &verify.Enumerated{Runs: 1})
		if out.Verdict != Undecided || !strings.Contains(out.Reason, c.want) {
			t.Errorf("%s: %+v", c.name, out)
		}
	}
}

// regsFirst returns the body of a function with the declarations of registers in front of the edges.
func regsFirst(body string) string {
	regs, edges := "", ""
	for _, l := range strings.Split(body, "\n") {
		if strings.HasPrefix(l, "reg") {
			regs += l + "\n"
		} else {
			edges += l + "\n"
		}
	}
	return regs + "locs 3\n" + edges
}

// TestOtherObligation checks that the violation of an obligation outside of the claim ends the run. Events before it
// that depend on the machine still count.
func TestOtherObligation(t *testing.T) {
	const text = `program ILP32
site param "p@a.c:1:1" type u8
obligation "assertion" text "x" in "main"
obligation "assertion" text "y" in "main"
object o size 4 align 4
entry main
func main() void {
  reg x u8
  reg a u32
  loc L0 entry
  loc L1 exit
  loc L2 error O0
  loc L3 error O1
  loc L4
  loc L5
  loc L6
  L0 -> L4: x = input #0
  L4 -> L6: assume x != 7:u8
  L6 -> L1: return
  L4 -> L5: assume x == 7:u8
  L5 -> L3: SEEN
}
`
	for seen, want := range map[string][2]Verdict{"skip": {Confirmed, Refuted}, "a = u32(&@o)": {Undecided, Refuted}} {
		p := irtest.Program(t, strings.Replace(text, "SEEN", seen, 1))
		for k, o := range p.Obligations {
			task := &verify.Task{Program: p, Obligations: []*ir.Obligation{o}}
			if out := Proof(context.Background(), task,
				&verify.Safe{Proof: &verify.Enumerated{Box: full(0), Runs: 256}}); out.Verdict != want[k] {
				t.Errorf("%s, obligation %d: %+v", seen, k, out)
			}
		}
	}
}

// TestEnumeratedWithin checks that points outside of the condition of a region are not run.
func TestEnumeratedWithin(t *testing.T) {
	p := irtest.Program(t, strings.ReplaceAll(oneInput, "COND", "x < 200:u8"))
	v := &ir.Var{Name: "v", Type: ir.U8}
	less := func(n uint64) verify.Region {
		return verify.Region{Box: full(0), Cond: &ir.Binary{Op: ir.Lt, X: ir.NewRef(v), Y: &ir.Const{T: ir.U8, Bits: n}},
			Vars: map[int]*ir.Var{0: v}}
	}
	for n, want := range map[uint64]Verdict{200: Confirmed, 201: Refuted} {
		r := less(n)
		under := func() Outcome {
			task := &verify.Task{Program: p}
			l := verify.Leaf{Scope: verify.Scope{Region: &r},
				Here: true, Proof: &verify.Enumerated{Box: full(0), Runs: 256}}
			_, out := leaf(context.Background(), task, p.Obligations, nil, l, &machines{})
			return out
		}
		if out := under(); out.Verdict != want {
			t.Errorf("below %d: %+v", n, out)
		}
		r.Vars[1] = &ir.Var{Name: "w", Type: ir.U8} // an input that is not in the box
		r.Cond = &ir.Binary{Op: ir.LAnd, X: r.Cond, Y: &ir.Binary{Op: ir.Lt, X: ir.NewRef(r.Vars[1]),
			Y: &ir.Const{T: ir.U8, Bits: 3}}}
		if out := under(); out.Verdict != Refuted {
			t.Errorf("below %d, other input: %+v", n, out)
		}
	}
}

// TestEnumeratedInTime checks that if the time does not suffice for all points, the verdict depends on the points that
// were run.
func TestEnumeratedInTime(t *testing.T) {
	p := irtest.Program(t, "program ILP32\nsite param \"p@a.c:1:1\" type u32\nobligation \"assertion\" text \"x\" in "+
		"\"main\"\nentry main\nfunc main() void {\n"+
		"  reg x u32\n  locs 5 error 2\n  L0 -> L3: x = input #0\n  L3 -> L4: assume x < 4294967295:u32\n  L4 -> L1: "+
		"return\n  L3 -> L2: assume x == 4294967295:u32\n}\n")
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	e := &verify.Enumerated{Box: []verify.Range{{Site: 0, Type: ir.U32, Hi: 1<<32 - 1}}, Runs: 1 << 32}
	// the last point runs first
	if out := Proof(ctx, &verify.Task{Program: p}, &verify.Safe{Proof: e}); out.Verdict != Refuted {
		t.Errorf("%+v", out)
	}
	e.Box[0].Hi--
	e.Runs--
	r := &verify.Region{Box: e.Box}
	task := &verify.Task{Program: p, Scope: verify.Scope{Region: r}}
	if out := Proof(ctx, task, &verify.Safe{Proof: e}); out.Verdict != Undecided ||
		!strings.Contains(out.Reason, "no time") {
		t.Errorf("%+v", out)
	}
}

// TestEnumeratedOracle compares the verdicts for random programs and boxes of inputs with runs in the interpreter.
func TestEnumeratedOracle(t *testing.T) {
	verdicts := map[Verdict]int{}
	for seed := range uint64(400) {
		p := flowtest.Random(seed, 4+int(seed%8))
		e := &verify.Enumerated{Runs: 1, Fuel: 3000}
		in := regions{{}}
		for _, s := range p.Sites {
			if s.Type == ir.I32 && s.Kind != ir.Approx && len(e.Box) < 3 {
				r := verify.Range{Site: s.ID, Type: s.Type, Lo: num.Trunc(seed%5-2, 32), Hi: num.Trunc(seed%5+1, 32)}
				e.Box = append(e.Box, r)
				e.Runs *= r.Size()
			}
		}
		in[0].Box = e.Box
		want, why := oracle(t, p, e)
		out := enumerated(context.Background(), &verify.Task{Program: p}, p.Obligations, in, e, &machines{})
		if out.Verdict != want {
			t.Fatalf("seed %d: %+v, interpreter: %s %s\n%s", seed, out, want, why, ir.Print(p))
		}
		verdicts[want]++
	}
	t.Log(verdicts)
	if verdicts[Confirmed] < 50 || verdicts[Refuted] < 3 || verdicts[Undecided] < 50 {
		t.Errorf("one-sided: %v", verdicts)
	}
}

// oracle returns the verdict, with a reason, that runs of the interpreter from the last point to the first give.
func oracle(t *testing.T, p *ir.Program, e *verify.Enumerated) (Verdict, string) {
	m, err := exec.NewInterp(p, exec.Config{Fuel: fuelOf(e)})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	for n := range e.Runs {
		point := map[int]uint64{}
		for _, r := range e.Box {
			point[r.Site] = num.Trunc(r.Hi-n%r.Size(), r.Type.Bits)
			n /= r.Size()
		}
		run, err := m.Run(t.Context(), exec.InputFunc(func(k ir.Key, s *ir.Site, ty ir.Type) (uint64, bool) {
			v, ok := point[k.Site]
			return v, ok && k.Occ == 0 && k.Off == 0 && ty == s.Type
		}))
		if err != nil {
			t.Fatal(err)
		}
		if run.Outcome.Kind == exec.Violated {
			return Refuted, run.Outcome.Pos.String()
		}
		if why := covers(run); why != "" {
			return Undecided, why
		}
	}
	return Confirmed, ""
}

// cycleProg is a program that loops for ever.
const cycleProg = `program ILP32
obligation "assertion" text "x" in "main"
entry _start
func _start() void {
  locs 2
  L0 -> L2: call main()
  L2 -> L1: return
}
func main() void {
  reg x u8
  reg y u32
  locs 5 error 5
  L0 -> L2: x = 0:u8
  L2 -> L3: assume x < 200:u8 [T]
  L2 -> L4: assume 200:u8 <= x [F]
  L3 -> L2: x = x + 1:u8
  L4 -> L2: x = 100:u8
}
`

// TestCycle checks that a cycle is confirmed only if the states at both visits are equal.
func TestCycle(t *testing.T) {
	p := irtest.Program(t, cycleProg)
	head := irtest.Func(t, p, "main").Locs[2]
	// Visit 0 has x = 0; x = 100 is first seen at visit 100 and again at 201.
	for _, c := range []struct {
		e    *verify.Cycle
		want Verdict
	}{
		{&verify.Cycle{Head: head, N: 100, M: 201}, Confirmed},
		{&verify.Cycle{Head: head, N: 150, M: 251}, Confirmed},
		{&verify.Cycle{Head: head, N: 99, M: 200}, Refuted},
		{&verify.Cycle{Head: head, N: 100, M: 202}, Refuted},
		{&verify.Cycle{Head: head, N: 100, M: 100}, Refuted},
		{&verify.Cycle{N: 1, M: 2}, Refuted},
	} {
		if out := proof(p, c.e); out.Verdict != c.want {
			t.Errorf("%d, %d: %+v, want %s", c.e.N, c.e.M, out, c.want)
		}
	}
	// With a register that grows, the same loop is not a cycle.
	grows := strings.Replace(cycleProg, "locs 5 error 5", "locs 6 error 5", 1)
	grows = strings.Replace(grows, "L4 -> L2: x = 100:u8", "L4 -> L6: x = 100:u8\n  L6 -> L2: y = y + 1:u32", 1)
	q := irtest.Program(t, grows)
	if out := proof(q, &verify.Cycle{Head: irtest.Func(t, q, "main").Locs[2], N: 100, M: 201}); out.Verdict != Refuted {
		t.Errorf("growing register: %+v", out)
	}
}

// TestUnreached checks that Unreached is confirmed only if the automaton has no path to the error. It also tests a
// cover whose leaves are about different obligations.
func TestUnreached(t *testing.T) {
	p := irtest.Program(t, cycleProg)
	if out := proof(p, &verify.Unreached{}); out.Verdict != Confirmed {
		t.Error(out)
	}
	p = irtest.Program(t, strings.ReplaceAll(oneInput, "COND", "true"))
	if out := proof(p, &verify.Unreached{}); out.Verdict != Refuted {
		t.Error(out)
	}
	all := &verify.Enumerated{Box: full(0), Runs: 256}
	parts := &verify.Cover{Leaves: []verify.Leaf{{Of: p.Obligations, Proof: all}}}
	if out := proof(p, parts); out.Verdict != Confirmed {
		t.Error(out)
	}
	parts.Leaves[0].Of = []*ir.Obligation{}
	if out := proof(p, parts); out.Verdict != Refuted {
		t.Error(out)
	}
}

// TestMachines checks that one machine can run many boxes: inputs, fuel and obligations of one box do not affect the
// next box, and points outside of a condition do not prevent a confirmation.
func TestMachines(t *testing.T) {
	p := irtest.Program(t, strings.ReplaceAll(oneInput, "COND", "x < 200:u8"))
	task := &verify.Task{Program: p}
	ms := &machines{}
	defer ms.close()
	v := &ir.Var{Name: "v", Type: ir.U8}
	within := func(lo, hi, n uint64) regions {
		return regions{{Box: []verify.Range{{Site: 0, Type: ir.U8, Lo: lo, Hi: hi}}, Vars: map[int]*ir.Var{0: v},
			Cond: &ir.Binary{Op: ir.Lt, X: ir.NewRef(v), Y: &ir.Const{T: ir.U8, Bits: n}}}}
	}
	box := func(site int, lo, hi uint64) *verify.Enumerated {
		return &verify.Enumerated{Box: []verify.Range{{Site: site, Type: ir.U8, Lo: lo, Hi: hi}}, Runs: hi - lo + 1, Fuel: 1}
	}
	var first *exec.JIT
	for i, c := range []struct {
		obls []*ir.Obligation
		in   regions
		e    *verify.Enumerated
		want Verdict
	}{
		{p.Obligations, within(0, 99, 255), box(0, 0, 99), Confirmed},
		{p.Obligations, within(100, 255, 200), box(0, 100, 255), Confirmed}, // 200 and more fail, and are outside
		{p.Obligations, within(100, 255, 201), box(0, 100, 255), Refuted},
		{p.Obligations, regions{{}}, box(1, 0, 255), Undecided}, // the other input is not listed
		{p.Obligations, within(0, 10, 255), box(0, 0, 10), Confirmed},
		{p.Obligations, within(0, 10, 255), &verify.Enumerated{Box: box(0, 0, 10).Box, Runs: 11, Fuel: 1 << 40}, Confirmed},
		{[]*ir.Obligation{}, within(190, 255, 255), box(0, 190, 255), Confirmed}, // nothing is asked
		{p.Obligations, within(190, 255, 255), box(0, 190, 255), Refuted},
	} {
		out := enumerated(context.Background(), task, c.obls, c.in, c.e, ms)
		if out.Verdict != c.want {
			t.Errorf("%d: %+v, want %s", i, out, c.want)
		}
		if i == 0 {
			first = ms.m
		} else if i < 6 && ms.m != first {
			t.Errorf("%d: compiled again", i)
		}
	}
}

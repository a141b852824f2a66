package check

import (
	"context"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

const inputs = `program ILP32
site param "p@a.c:1:1" type u8
site nondet "n@a.c:1:2" type u8
obligation "assertion" text "x" in "main"
entry main
func main() void {
  reg x u8
  reg y u8
`

const oneInput = inputs + `  locs 4 error 2
  L0 -> L3: x = input #0
  L3 -> L4: assume COND
  L3 -> L2: assume !(COND)
  L4 -> L1: return
}
`

func full(site int) []verify.Range { return []verify.Range{{Site: site, Type: ir.U8, Lo: 0, Hi: 255}} }

func proof(p *ir.Program, e verify.Evidence) Outcome {
	return Proof(context.Background(), &verify.Task{Program: p}, &verify.Safe{Proof: e})
}

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
		{"part of the values", twin, &verify.Enumerated{Box: []verify.Range{{Site: 0, Type: ir.U8, Lo: 0, Hi: 254}}, Runs: 255}, Refuted},
		{"other count", safe, &verify.Enumerated{Box: full(0), Runs: 255}, Refuted},
		{"other input", safe, &verify.Enumerated{Box: full(1), Runs: 256}, Undecided},
		{"not closed", safe, &verify.Enumerated{Runs: 1}, Undecided},
		{"other type", safe, &verify.Enumerated{Box: []verify.Range{{Site: 0, Type: ir.I8, Lo: 128, Hi: 127}}, Runs: 256}, Refuted},
		{"no such site", safe, &verify.Enumerated{Box: full(2), Runs: 256}, Refuted},
		{"twice the same", safe, &verify.Enumerated{Box: append(full(0), full(0)...), Runs: 65536}, Refuted},
	} {
		if out := proof(c.p, c.e); out.Verdict != c.want {
			t.Errorf("%s: %+v, want %s", c.name, out, c.want)
		}
	}
}

// Runs that do not count: what they show depends on the machine.
func TestNotCovered(t *testing.T) {
	for _, c := range []struct{ name, decls, body, want string }{
		{"undefined", "", "reg x u8\n L0 -> L3: x = load 0:ptr32\n L3 -> L1: return", "undefined behaviour"},
		{"stack", "", "L0 -> L3: call main()\n L3 -> L1: return", "out of stack"},
		{"memory", "site bytes \"m@a:1:1\"\n", "reg p ptr32\n L0 -> L0: p = alloc heap 100000:i32 #0\n L3 -> L1: return", "out of memory"},
		{"address", "object o size 4 align 4\n", "reg x u32\n L0 -> L3: x = u32(&@o)\n L3 -> L1: return", "an address became visible"},
		{"wild", "object o size 4 align 4\nobject q size 4 align 4\n", "L0 -> L3: store &@q, ptradd(&@o, 100:i32, 1)\n L3 -> L1: return", "a pointer outside its object was stored"},
		{"libm", "", "reg d f64\n L0 -> L3: d = math sin(1.0:f64)\n L3 -> L1: return", "the result of sin at - is not exact"},
		{"not modelled", "", "L0 -> L3: havocall \"f\"\n L3 -> L1: return", "not executable"},
	} {
		p := irtest.Program(t, "program ILP32\n"+c.decls+"entry main\nfunc main() void {\n"+regsFirst(c.body)+"}\n")
		out := proof(p, &verify.Enumerated{Runs: 1})
		if out.Verdict != Undecided || !strings.Contains(out.Reason, c.want) {
			t.Errorf("%s: %+v", c.name, out)
		}
	}
}

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
	// The same with a register that grows is no cycle.
	grows := strings.Replace(cycleProg, "locs 5 error 5", "locs 6 error 5", 1)
	grows = strings.Replace(grows, "L4 -> L2: x = 100:u8", "L4 -> L6: x = 100:u8\n  L6 -> L2: y = y + 1:u32", 1)
	q := irtest.Program(t, grows)
	if out := proof(q, &verify.Cycle{Head: irtest.Func(t, q, "main").Locs[2], N: 100, M: 201}); out.Verdict != Refuted {
		t.Errorf("growing register: %+v", out)
	}
}

func TestUnreached(t *testing.T) {
	p := irtest.Program(t, cycleProg)
	if out := proof(p, &verify.Unreached{}); out.Verdict != Confirmed {
		t.Error(out)
	}
	p = irtest.Program(t, strings.ReplaceAll(oneInput, "COND", "true"))
	if out := proof(p, &verify.Unreached{}); out.Verdict != Refuted {
		t.Error(out)
	}
	parts := &verify.Parts{Of: map[int]verify.Evidence{0: &verify.Enumerated{Box: full(0), Runs: 256}}}
	if out := proof(p, parts); out.Verdict != Confirmed {
		t.Error(out)
	}
	if out := proof(p, &verify.Parts{}); out.Verdict != Refuted {
		t.Error(out)
	}
	task := &verify.Task{Program: p, Scope: verify.Scope{Depth: 1}}
	if out := Proof(context.Background(), task, &verify.Safe{Proof: parts}); out.Verdict != Undecided {
		t.Error("a proof of a part was judged as one of the whole")
	}
}

package execution

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// program returns a program with the given declarations, registers and edges. L0 is the entry, L1 the exit, L2 the
// error; body may use further locations from L3 to L13.
func program(t *testing.T, decls, body string) *ir.Program {
	t.Helper()
	var locs []string
	for _, l := range []string{"L3", "L4", "L5", "L6", "L7", "L8", "L9", "L10", "L11", "L12", "L13"} {
		if strings.Contains(body, l) {
			locs = append(locs, "  loc "+l)
		}
	}
	regs, edges := "", ""
	for _, l := range strings.Split(strings.TrimSpace(body), "\n") {
		if l = strings.TrimSpace(l); strings.HasPrefix(l, "reg ") || strings.HasPrefix(l, "object ") {
			regs += "  " + l + "\n"
		} else {
			edges += "  " + l + "\n"
		}
	}
	return irtest.Program(t, "program ILP32\n"+decls+`
obligation "assertion" text "x" in "main"
entry main
func main() void {
`+regs+"  loc L0 entry\n  loc L1 exit\n  loc L2 error O0\n"+strings.Join(locs, "\n")+"\n"+edges+"}\n")
}

const u8Site = `site param "p@a.c:1:1" type u8` + "\n"

// TestExecution compares the verdicts on programs with few inputs; the checker confirms each proof.
func TestExecution(t *testing.T) {
	for _, c := range []struct{ name, decls, body, want string }{
		{"ends", "", `reg x i32
			L0 -> L3: x = 0:i32
			L3 -> L4: assume x < 1000:i32 [T]
			L4 -> L3: x = x + 1:i32
			L3 -> L5: assume 1000:i32 <= x [F]
			L5 -> L1: return`, "enumerated 1"},
		{"violated", "", `reg x i32
			L0 -> L3: x = 0:i32
			L3 -> L4: assume x < 1000:i32 [T]
			L4 -> L3: x = x + 1:i32
			L3 -> L2: assume 1000:i32 <= x [F]`, "unsafe 0"},
		{"blocked", "", `L0 -> L3: assume false [user]
			L3 -> L1: return`, "enumerated 1"},
		{"never ends", "", `reg x u8
			L0 -> L3: x = 0:u8
			L3 -> L3: x = x + 1:u8`, "cycle"},
		{"never repeats soon", "", `reg x u64
			L0 -> L3: x = 0:u64
			L3 -> L3: x = x + 1:u64`, "unknown: a run exhausted its fuel"},
		{"heap", "site bytes \"m@a.c:1:1\"\n", `reg p ptr32
			L0 -> L3: p = alloc heap 4:i32 #0
			L3 -> L0: free p`, "unknown: a run exhausted its fuel"},
		{"all values", u8Site, `reg x u8
			L0 -> L3: x = input #0
			L3 -> L2: assume x == 7:u8 && x == 8:u8
			L3 -> L4: assume !(x == 7:u8 && x == 8:u8)
			L4 -> L1: return`, "enumerated 256"},
		{"one value", u8Site, `reg x u8
			L0 -> L3: x = input #0
			L3 -> L2: assume x == 201:u8
			L3 -> L4: assume x != 201:u8
			L4 -> L1: return`, "unsafe 201"},
		{"two inputs", u8Site + `site param "q@a.c:1:2" type i8` + "\n", `reg x u8
			reg y i8
			L0 -> L3: x = input #0
			L3 -> L4: y = input #1
			L4 -> L2: assume i32(y) * 3:i32 == i32(x) && x == 200:u8
			L4 -> L5: assume !(i32(y) * 3:i32 == i32(x) && x == 200:u8)
			L5 -> L1: return`, "enumerated 65536"},
		{"three inputs", u8Site + `site param "q@a.c:1:2" type i8` + "\n" + `site param "r@a.c:1:3" type u8` + "\n", `reg x u8
			reg y i8
			reg z u8
			L0 -> L3: x = input #0
			L3 -> L4: y = input #1
			L4 -> L6: z = input #2
			L6 -> L2: assume i32(y) * 3:i32 == i32(x) + i32(z) + 400:i32
			L6 -> L5: assume i32(y) * 3:i32 != i32(x) + i32(z) + 400:i32
			L5 -> L1: return`, "enumerated 16777216"},
		{"an input on one path", u8Site + `site param "q@a.c:1:2" type i8` + "\n", `reg x u8
			reg y i8
			L0 -> L3: x = input #0
			L3 -> L5: assume x != 100:u8
			L3 -> L4: assume x == 100:u8
			L4 -> L6: y = input #1
			L6 -> L2: assume y == -7:i8
			L6 -> L5: assume y != -7:i8
			L5 -> L1: return`, "unsafe 100"},
		{"undefined for one value", u8Site + "object o size 4 align 4\n", `reg x u8
			L0 -> L3: x = input #0
			L3 -> L5: assume x != 100:u8
			L3 -> L4: assume x == 100:u8
			L4 -> L5: store ptradd(&@o, x, 1), x
			L5 -> L1: return`, "unknown: undefined behaviour (invalid write) at -"},
		{"an address for one value", u8Site + "object o size 4 align 4\n", `reg x u8
			reg a u32
			L0 -> L3: x = input #0
			L3 -> L5: assume x != 100:u8
			L3 -> L4: assume x == 100:u8
			L4 -> L5: a = u32(&@o)
			L5 -> L1: return`, "unknown: a run saw an address"},
		{"no end for one value", u8Site, `reg x u8
			L0 -> L3: x = input #0
			L3 -> L4: assume x != 100:u8
			L3 -> L3: assume x == 100:u8
			L4 -> L1: return`, "unknown: a run exhausted its fuel"},
		{"a stream", u8Site, `reg x u8
			L0 -> L3: x = input #0
			L3 -> L0: assume x < 5:u8
			L3 -> L4: assume 5:u8 <= x
			L4 -> L1: return`, "unknown: there are too many inputs to try them all"},
		{"too many", `site param "p@a.c:1:1" type i32` + "\n", `reg x i32
			L0 -> L3: x = input #0
			L3 -> L1: return`, "unknown: there are too many inputs to try them all"},
		{"not modelled", `site approx "p@a.c:1:1" type u8` + "\n", `reg x u8
			L0 -> L3: x = input #0
			L3 -> L1: return`, "unknown: there are too many inputs to try them all"},
		{"undefined", "", `reg x i32
			L0 -> L3: x = load 0:ptr32
			L3 -> L1: return`, "unknown: undefined behaviour (invalid read) at -"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := program(t, c.decls, c.body)
			work := uint64(1 << 13)
			if strings.HasPrefix(c.want, "enumerated") {
				work = 1 << 22
			}
			task := &verify.Task{Program: p, Options: verify.Options{Determ: true}, Budget: verify.Budget{Work: work}}
			cfg := Default()
			cfg.CycleSteps = 1 << 16
			res := enginetest.Run(context.Background(), New(cfg), task, verify.NewBoard())
			got := ""
			switch r := res.(type) {
			case *verify.Safe:
				switch e := r.Proof.(type) {
				case *verify.Enumerated:
					got = fmt.Sprint("enumerated ", e.Runs)
				case *verify.Cycle:
					got = "cycle"
				}
				if out := check.Proof(context.Background(), task, r); out.Verdict != check.Confirmed {
					t.Errorf("check: %s: %s", out.Verdict, out.Reason)
				}
			case *verify.Unsafe:
				got = "unsafe"
				v := uint64(0)
				if len(r.Test.Records) > 0 {
					v = r.Test.Records[0].Bits
				}
				got += fmt.Sprint(" ", v)
			case *verify.Unknown:
				got = "unknown: " + r.Reason
			}
			if got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// TestPatience checks that, with a clock, a run longer than the patience is searched for a cycle and then continued.
func TestPatience(t *testing.T) {
	p := program(t, "", `reg x u32
		L0 -> L3: x = 0:u32
		L3 -> L4: assume x < 30000000:u32 [T]
		L4 -> L3: x = x + 1:u32
		L3 -> L5: assume 30000000:u32 <= x [F]
		L5 -> L1: return`)
	cfg := Default()
	cfg.Patience, cfg.CycleTime = time.Millisecond, 10*time.Millisecond
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	res := enginetest.Run(ctx, New(cfg), &verify.Task{Program: p}, verify.NewBoard())
	if s, ok := res.(*verify.Safe); !ok {
		t.Errorf("%+v", res)
	} else if e, ok := s.Proof.(*verify.Enumerated); !ok || e.Runs != 1 {
		t.Errorf("%+v", s.Proof)
	}
	ctx, cancel = context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if res, ok := enginetest.Run(ctx, New(cfg), &verify.Task{Program: p}, verify.NewBoard()).(*verify.Unknown); !ok {
		t.Errorf("%+v", res)
	}
}

// TestOtherObligation checks that a violation of an obligation outside the task ends the run, and the obligations of
// the task are proved.
func TestOtherObligation(t *testing.T) {
	p := program(t, u8Site+"object o size 4 align 4\n", `reg x u8
		reg a u32
		L0 -> L3: x = input #0
		L3 -> L2: assume x == 100:u8
		L3 -> L4: assume x != 100:u8
		L4 -> L1: return`)
	closed := program(t, "", `L0 -> L3: skip
		L3 -> L2: skip`)
	for _, p := range []*ir.Program{p, closed} {
		task := &verify.Task{Program: p, Obligations: []*ir.Obligation{}}
		res, ok := enginetest.Run(context.Background(), New(Default()), task, verify.NewBoard()).(*verify.Safe)
		if !ok {
			t.Fatalf("%+v", res)
		}
		if out := check.Proof(context.Background(), task, res); out.Verdict != check.Confirmed {
			t.Errorf("%+v", out)
		}
		task.Obligations = nil
		if res, ok := enginetest.Run(context.Background(), New(Default()), task, verify.NewBoard()).(*verify.Unsafe); !ok {
			t.Errorf("%+v", res)
		}
	}
}

// TestGoesOn checks that later turns complete an enumeration that a turn interrupted, and it has then run each point
// once.
func TestGoesOn(t *testing.T) {
	p := program(t, u8Site+`site param "q@a.c:1:1" type u16`+"\n", `reg x u8
		reg y u16
		L0 -> L3: x = input #0
		L3 -> L4: y = input #1
		L4 -> L1: return`)
	task := &verify.Task{Program: p, Options: verify.Options{Determ: true}}
	w := New(Default()).Open(task, verify.NewBoard())
	defer w.Close()
	for turn := 0; ; turn++ {
		switch r := w.Work(context.Background(), verify.Budget{Work: 1 << 18}).(type) {
		case *verify.Safe:
			e, ok := r.Proof.(*verify.Enumerated)
			if !ok || e.Runs != 1<<24 || turn < 3 {
				t.Errorf("%#v after %d turns", r.Proof, turn)
			}
			if out := check.Proof(context.Background(), task, r); out.Verdict != check.Confirmed {
				t.Errorf("check: %s: %s", out.Verdict, out.Reason)
			}
			if !w.(verify.Finisher).Finished() {
				t.Error("it is not finished")
			}
			return
		case *verify.Unknown:
			if turn > 20 || w.(verify.Finisher).Finished() {
				t.Fatalf("turn %d: %s", turn, r.Reason)
			}
		}
	}
}

// TestNotCompiled checks that a program whose first input has too many values is not compiled, and one whose first
// input has few values is.
func TestNotCompiled(t *testing.T) {
	for _, c := range []struct {
		typ      string
		compiled bool
	}{{"u8", true}, {"u16", true}, {"i32", false}, {"u64", false}} {
		p := program(t, `site param "p@a.c:1:1" type `+c.typ+"\n", `reg x `+c.typ+`
			L0 -> L3: x = input #0
			L3 -> L1: return`)
		w := New(Default()).Open(&verify.Task{Program: p}, verify.NewBoard()).(*engine)
		r := w.Work(t.Context(), verify.Budget{})
		if (w.jit != nil) != c.compiled {
			t.Errorf("%s: compiled %v, want %v", c.typ, w.jit != nil, c.compiled)
		}
		if u, is := r.(*verify.Unknown); !c.compiled && (!is || u.Reason != tooMany || !w.Finished()) {
			t.Errorf("%s: %+v", c.typ, r)
		}
		w.Close()
	}
}

package triple

import (
	"context"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// asking returns a program that ends with a test of memory. It violates its obligation if the test is false; if no is
// set, it violates the obligation if the test is true.
func asking(text func(cond string) string, question string, no bool) string {
	if !no {
		return text(question)
	}
	return strings.ReplaceAll(text("!"+question), "!(!"+question+")", question)
}

// TestQuestions checks for tests of memory, in unwindings (heap) and in other evidence, that an answer is confirmed
// only if it always holds, and that its negation is not confirmed then.
func TestQuestions(t *testing.T) {
	const regs = "reg x u8\nreg i i32\nreg z u32\nreg p ptr32\nreg q ptr32\nobject b size 8 align 4 #1\n"
	const global = "object a size 8 align 4\nobject s size 4 align 4 const = { 0: 7:u32 }\n"
	const yes, no, either = 1, 2, 3
	encodings := func(k int) []Encoding {
		if os.Getenv("TANDEM_LONG") != "" {
			return []Encoding{AnyEncoding, Ints, Bits}
		}
		return []Encoding{AnyEncoding, Ints, Bits}[k%2 : k%2+1+k/2%2]
	}
	for k, c := range []struct {
		stmts, question string
		heap, plain     int // the only possible answer, with instances and without; either: both are possible
	}{
		{"x = input #0", "readable(&@a, 8:u64)", yes, yes},
		{"x = input #0", "readable(&@a, 9:u64)", no, no},
		{"x = input #0", "readable(ptradd(&@a, 4:i32, 1), 4:u64)", yes, yes},
		{"x = input #0", "readable(ptradd(&@a, 5:i32, 1), 4:u64)", no, no},
		{"x = input #0", "readable(ptradd(&@a, -1:i32, 1), 1:u64)", no, no},
		{"x = input #0", "readable(ptradd(&@a, 8:i32, 1), 0:u64)", yes, yes},
		{"x = input #0", "readable(ptradd(&@a, 80:i32, 1), 0:u64)", yes, yes},
		{"x = input #0", "readable(&@a, 4294967297:u64)", no, no},
		{"x = input #0", "readable(&@a, -1:i8)", no, no},
		{"x = input #0", "writable(&@s, 1:u64)", no, no},
		{"x = input #0", "readable(&@s, 1:u64)", yes, yes},
		{"x = input #0\nassume x < 8:u8", "writable(ptradd(&@a, x, 1), 1:u64)", yes, yes},
		{"x = input #0\nassume x <= 8:u8", "writable(ptradd(&@a, x, 1), 1:u64)", either, either},
		{"x = input #0\nassume 8:u8 <= x", "writable(ptradd(&@a, x, 1), 1:u64)", no, no},
		{"x = input #0\nassume x <= 8:u8", "writable(&@a, x)", yes, yes},
		{"x = input #0", "writable(&@a, x)", either, either},
		{"x = input #0\ni = i32(x) - 1:i32\nassume i < 8:i32", "readable(ptradd(&@a, i, 1), 1:u64)", either, either},
		{"x = input #0\ni = i32(x) - 1:i32\nassume i < 0:i32", "readable(ptradd(&@a, i, 1), 1:u64)", no, no},
		{"decl b", "readable(&b, 8:u64)", yes, yes},
		{"decl b\np = &b", "readable(p, 8:u64)", yes, yes},
		{"decl b\np = &b\nend b", "readable(p, 1:u64)", no, no},
		{"decl b\np = &b\ndecl b", "readable(p, 1:u64)", yes, yes},
		{"p = alloc heap 8:u32 #1", "readable(p, 8:u64)", yes, yes},
		{"p = alloc heap 8:u32 #1", "readable(p, 9:u64)", no, no},
		{"p = alloc heap 0:u32 #1", "readable(p, 1:u64)", no, no},
		{"p = alloc heap 8:u32 #1", "freeable(p)", yes, yes},
		{"p = alloc heap 8:u32 #1", "freeable(ptradd(p, 1:i32, 1))", no, no},
		{"p = alloc heap 8:u32 #1\np = ptradd(p, 1:i32, 1)", "freeable(ptradd(p, -1:i32, 1))", yes, yes},
		{"p = alloc heap 8:u32 #1\nfree p", "freeable(p)", no, no},
		{"p = alloc heap 8:u32 #1\nfree p", "readable(p, 1:u64)", no, no},
		{"p = alloc heap 8:u32 #1\nfree p", "readable(p, 0:u64)", yes, yes},
		{"p = alloc heap 8:u32 #1\nq = alloc heap 8:u32 #1\nfree p", "readable(q, 8:u64)", yes, yes},
		{"p = alloc heap 8:u32 #1\nx = input #0\nq = ptr32(u32(p) * u32(x))\nfree q", "readable(p, 8:u64)", either, either},
		{"p = alloc stack 8:u32 #1", "freeable(p)", no, either},
		{"p = 0:ptr32", "freeable(p)", yes, yes},
		{"p = 1:ptr32", "freeable(p)", no, no},
		{"p = 0:ptr32", "readable(p, 1:u64)", no, no},
		{"p = &@a", "freeable(p)", no, no},
		{"x = input #0", "freeable(&@a)", no, no},
		{"x = input #0\np = alloc heap u32(x) #1\nassume 0:u8 < x", "readable(ptradd(p, x - 1:u8, 1), 1:u64)", yes, yes},
		{"x = input #0\np = alloc heap u32(x) #1", "readable(ptradd(p, x, 1), 1:u64)", no, no},
		{"x = input #0\nz = u32(x) + 4294967294:u32\np = alloc heap z #1\nassume z < 100:u32",
			"readable(ptradd(p, x, 1), 1:u64)", no, no},
		{"p = alloc heap 8:u32 #1\nq = ptradd(p, 8:i32, 1)\nfree p", "dynamic(q)", yes, yes},
		{"p = alloc stack 8:u32 #1", "dynamic(p)", no, either},
		{"decl b\np = &b", "dynamic(p)", no, no},
		{"p = 0:ptr32", "dynamic(p)", no, no},
		{"p = alloc heap 8:u32 #1\nq = ptradd(p, 8:i32, 1)", "same(p, q)", yes, yes},
		{"p = alloc heap 8:u32 #1\nq = alloc heap 8:u32 #1", "same(p, q)", no, no},
		{"p = 0:ptr32\nq = 0:ptr32", "same(p, q)", yes, yes},
		{"x = input #0", "same(&@a, ptradd(&@a, x, 1))", yes, yes},
		{"x = input #0", "same(&@a, &@s)", no, no},
		{"p = ptr32(z)", "readable(p, 1:u64)", either, either},
	} {
		text := func(cond string) string { return straight(global, regs, c.stmts, cond) }
		for _, heap := range []bool{true, false} {
			want, must := c.heap, true // the true answer, and whether it has to be confirmed
			var ev verify.Evidence = &verify.Unwinding{Depth: map[*ir.Loc]int{}}
			if !heap {
				ev, must = &verify.Inductive{}, c.plain != either
				if c.heap == either {
					want = c.plain
				}
			}
			for i, isNo := range []bool{false, true} {
				p := irtest.Program(t, asking(text, c.question, isNo))
				for _, enc := range encodings(k) {
					v, why := run(p, ev, Config{Only: enc, Heap: heap})
					is := want == i+1
					if v == Confirmed && !is || v == Refuted && is || v != Confirmed && is && must && enc == AnyEncoding {
						t.Errorf("%s: %s is no %v, heap %v, %v: %v (%s)", c.stmts, c.question, isNo, heap, enc, v, why)
					}
				}
			}
		}
	}
}

// TestQuestionsRandom checks that an answer that is confirmed for a random program is true in all runs.
func TestQuestionsRandom(t *testing.T) {
	count := map[string]int{}
	begin := time.Now()
	for n := 0; n < *mutants || *mutants == 0 && (n < 10 || time.Since(begin) < 3*time.Second); n++ {
		seed := *firstSeed + uint64(n) + 5000
		r := rand.New(rand.NewPCG(seed, 17))
		g := &irtest.HeapGen{R: r}
		text := irtest.HeapProgram(seed, 4+r.IntN(14))
		for range 4 {
			question := g.Pick("readable(", "writable(") + g.Pointer() + g.Pick(", 4:u64)", ", 1:u64)", ", x)", ", z)",
				", 12:u64)", ", i32(y) - 1:i32)")
			switch r.IntN(4) {
			case 0:
				question = g.Pick("freeable(", "freeable(", "dynamic(") + g.Pointer() + ")"
			case 1:
				question = "same(" + g.Pointer() + ", " + g.Pointer() + ")"
			}
			for _, no := range []bool{false, true} {
				src := asking(text, question, no)
				p := irtest.Program(t, src)
				enc := []Encoding{AnyEncoding, Ints, Bits}[r.IntN(3)]
				var ev verify.Evidence = &verify.Unwinding{Depth: map[*ir.Loc]int{}}
				if r.IntN(2) == 0 {
					ev = lies(t, g, p)
				}
				got, _ := run(p, ev, Config{Only: enc, Heap: true, Time: 5 * time.Second})
				m, err := exec.NewInterp(p, exec.Config{})
				if err != nil {
					t.Fatal(err)
				}
				broken := false
				for i := range 12 {
					out, err := m.Run(context.Background(), exec.Random(p, seed+uint64(i), exec.Mixed))
					if err != nil {
						t.Fatal(err)
					}
					broken = broken || out.Outcome.Kind == exec.Violated
				}
				m.Close()
				switch {
				case got == Confirmed && broken:
					t.Fatalf("seed %d, %v: confirmed is %s, no %v, which a run breaks:\n%s", seed, enc, question, no, src)
				case got == Confirmed:
					count["confirmed"]++
				case broken:
					count["broken"]++
				default:
					count["open"]++
				}
			}
		}
		count["programs"]++
	}
	t.Logf("%v", count)
	if count["programs"] > 10 && 4*count["confirmed"] < count["broken"] {
		t.Error("the test says little")
	}
}

// lies returns random invariants about pointers, true ones and false ones.
func lies(t *testing.T, g *irtest.HeapGen, p *ir.Program) *verify.Inductive {
	ev := &verify.Inductive{}
	for range g.R.IntN(4) {
		l := p.Entry.Locs[g.R.IntN(len(p.Entry.Locs))]
		q := g.Pick("readable(", "!readable(", "writable(") + g.Pointer() + g.Pick(", 4:u64)", ", 1:u64)", ", 12:u64)")
		if g.R.IntN(3) == 0 {
			q = g.Pick("!freeable(", "freeable(") + g.Pointer() + ")"
		}
		x, err := ir.ParseExpr(q, p, p.Entry)
		if err != nil {
			t.Fatal(err)
		}
		if l.Kind != ir.Error {
			ev.Invariants = append(ev.Invariants, verify.Invariant{Loc: l, Expr: x})
		}
	}
	return ev
}

// TestOwners checks that invariants with tests of pointers are confirmed if they hold, and false ones are not.
func TestOwners(t *testing.T) {
	const loop = `program ILP32
site nondet "n@a.c:1:2" name "n" type u8 in main
site bytes "m@a.c:1:3"
obligation "valid-deref" text "x" in "main"
object g size 8 align 4
entry main
func main() void {
  reg n u8
  reg i u8
  reg p ptr32
  reg q ptr32
  object b size 8 align 4 #1
  locs 12 error 2
  L0 -> L3: n = input #0
  L3 -> L4: MAKE
  L4 -> L5: i = 0:u8
  L5 -> L6: assume i < n
  L5 -> L9: assume n <= i
  L6 -> L2: assume !writable(ptradd(p, i, 1), 1:u64)
  L6 -> L7: assume writable(ptradd(p, i, 1), 1:u64)
  L7 -> L8: STORE
  L8 -> L5: i = i + 1:u8
  L9 -> L1: return
}
`
	const whole = "writable(p, n) && i <= n"
	for _, c := range []struct {
		make, store, inv string
		want             bool
	}{
		{"p = alloc heap u32(n) #1", "store ptradd(p, i, 1), 1:u8", whole, true},
		{"p = alloc heap u32(n) #1", "store ptradd(p, i, 1), 1:u8", "writable(p, u32(n) + 1:u32) && i <= n", false},
		{"p = alloc heap u32(n) #1", "store ptradd(p, i, 1), 1:u8", "i <= n", false},
		{"p = alloc heap u32(n) #1", "free p", whole, false},
		{"p = alloc heap u32(n) #1", "free q", whole, false},
		{"p = alloc heap u32(n) #1", "free ptradd(p, 1:i32, 1)", whole, true},
		{"p = alloc heap u32(n) #1", "q = alloc heap 4:u32 #1", whole, true},
		{"p = alloc heap u32(n) #1", "p = alloc heap 4:u32 #1", whole, false},
		{"p = alloc heap u32(n) #1", "q = ptradd(p, 4:i32, 1)", whole, true},
		{"p = alloc heap u32(n) #1", "p = ptradd(p, 1:i32, 1)", whole, false},
		{"p = alloc heap u32(n) #1", "p = ptr32(u32(p) + 0:u32)", whole, false},
		{"p = alloc heap u32(n) - 1:u32 #1", "store ptradd(p, i, 1), 1:u8", whole, false},
		{"p = alloc stack u32(n) #1", "store ptradd(p, i, 1), 1:u8", whole, false},
		{"p = &@g", "store ptradd(p, i, 1), 1:u8", whole, false},
		{"p = &@g", "store ptradd(p, i, 1), 1:u8", "writable(p, 8:u32) && i < 8:u8", false},
		{"p = &@g", "assume i < 7:u8", "writable(p, 8:u32) && i < 8:u8", true},
		{"p = &@g", "assume i < 7:u8", "p == &@g && i < 8:u8", false},
		{"decl b", "assume i < 7:u8", "i < 8:u8", false},
		{"p = &@g", "havocall \"f\"", "writable(p, 8:u32) && i < 8:u8 && n < 8:u8", false},
		{"p = &@g", "i = 0:u8", "writable(p, 8:u32) && i == 0:u8", false},
	} {
		src := strings.NewReplacer("MAKE", c.make, "STORE", c.store).Replace(loop)
		p := irtest.Program(t, src)
		x, err := ir.ParseExpr(c.inv, p, p.Entry)
		if err != nil {
			t.Fatal(err)
		}
		v, why := run(p, &verify.Inductive{Invariants: []verify.Invariant{{Loc: p.Entry.Locs[5], Expr: x}}}, Config{})
		if (v == Confirmed) != c.want {
			t.Errorf("%s; %s; %s: %v (%s)", c.make, c.store, c.inv, v, why)
		}
	}
}

// TestOwnersOfCalls checks that after a call, only the objects that the call has certainly not ended are alive.
func TestOwnersOfCalls(t *testing.T) {
	const text = `program ILP32
site nondet "n@a.c:1:2" name "n" type u8 in main
site bytes "m@a.c:1:3"
obligation "valid-deref" text "x" in "main"
object o size 8 align 4
global g ptr32
entry main
func main() void {
  reg p ptr32
  reg q ptr32
  object b size 8 align 4 #1
  locs 8 error 2
  L0 -> L3: decl b
  L3 -> L4: p = alloc heap 8:u32 #1
  L4 -> L5: q = &b
  L5 -> L6: q = call f(FIRST)
  L6 -> L2: assume !(ASK)
  L6 -> L7: assume ASK
  L7 -> L1: return
}
func f(a) ptr32 {
  reg a ptr32
  object l size 4 align 4 #1
  locs 6
  L0 -> L3: decl l
  L3 -> L4: DO
  L4 -> L5: THEN
  L5 -> L1: return RESULT
}
`
	skip := "skip"
	for _, c := range []struct {
		first, do, then, result, ask string
		inv                          string // at the exit of f
		want                         bool
	}{
		{"p", skip, skip, "a", "readable(p, 8:u64)", "", true},
		{"p", skip, skip, "a", "readable(p, 9:u64)", "", false},
		{"p", "free a", skip, "a", "readable(p, 8:u64)", "", false},
		{"q", "free a", skip, "a", "readable(p, 8:u64)", "", false},
		// it might be readable: no fact excludes it
		{"q", "a = alloc heap 4:u32 #1", "free a", "a", "readable(p, 8:u64)", "", false},
		{"p", skip, skip, "a", "readable(q, 8:u64)", "", false},
		{"p", skip, skip, "a", "readable(q, 8:u64)", "readable(res, 8:u64)", false},
		{"p", skip, skip, "&l", "readable(q, 4:u64)", "", false},
		{"p", skip, skip, "&l", "readable(q, 4:u64)", "readable(res, 4:u64)", false},
		{"p", "a = alloc heap 4:u32 #1", skip, "a", "readable(q, 4:u64)", "readable(res, 4:u64)", true},
		{"p", "a = alloc heap 4:u32 #1", skip, "a", "readable(q, 5:u64)", "readable(res, 5:u64)", false},
		{"p", "a = alloc heap 4:u32 #1", skip, "a", "freeable(q)", "freeable(res)", true},
		{"p", "a = alloc heap 4:u32 #1", "free a", "a", "freeable(q)", "freeable(res)", false},
		{"p", "a = alloc stack 4:u32 #1", skip, "a", "readable(q, 4:u64)", "readable(res, 4:u64)", false},
		{"p", "@g = &l", skip, "a", "readable(@g, 4:u64)", "readable(@g, 4:u64)", false},
		{"p", "@g = &@o", skip, "a", "readable(@g, 4:u64)", "readable(@g, 4:u64)", true},
		{"p", "@g = &@o", skip, "a", "readable(@g, 4:u64)", "", false},
		{"p", "havocall \"h\"", skip, "a", "readable(p, 8:u64)", "", false},
	} {
		src := strings.NewReplacer("FIRST", c.first, "DO", c.do, "THEN", c.then, "RESULT", c.result, "ASK",
			c.ask).Replace(text)
		p := irtest.Program(t, src)
		f := irtest.Func(t, p, "f")
		res := &ir.Var{Name: "res", Type: ir.P32}
		ev := &verify.Inductive{Results: map[*ir.Func]*ir.Var{f: res}}
		if c.inv != "" {
			x, err := ir.ParseExpr(c.inv, p, f, res)
			if err != nil {
				t.Fatal(err)
			}
			ev.Invariants = []verify.Invariant{{Loc: f.Exit, Expr: x}}
		}
		if v, why := run(p, ev, Config{}); (v == Confirmed) != c.want {
			t.Errorf("%s; %s; return %s; %s given %s: %v (%s)", c.do, c.then, c.result, c.ask, c.inv, v, why)
		}
	}
}

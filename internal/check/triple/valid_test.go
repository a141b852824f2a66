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

// asking is a program that ends with a question; no: whose answer must be no.
func asking(text func(cond string) string, question string, no bool) string {
	if !no {
		return text(question)
	}
	return strings.ReplaceAll(text("!"+question), "!(!"+question+")", question)
}

// TestQuestions: what is said of questions about memory, in unwindings (heap) and elsewhere. What does not hold, and the
// contrary of what does, must not be confirmed.
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
		heap, plain     int // what can be confirmed: the answer; either: nothing
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
		{"decl b\np = &b", "readable(p, 8:u64)", yes, either},
		{"decl b\np = &b\nend b", "readable(p, 1:u64)", no, either},
		{"decl b\np = &b\ndecl b", "readable(p, 1:u64)", yes, either},
		{"p = alloc heap 8:u32 #1", "readable(p, 8:u64)", yes, either},
		{"p = alloc heap 8:u32 #1", "readable(p, 9:u64)", no, either},
		{"p = alloc heap 0:u32 #1", "readable(p, 1:u64)", no, either},
		{"p = alloc heap 8:u32 #1", "freeable(p)", yes, either},
		{"p = alloc heap 8:u32 #1", "freeable(ptradd(p, 1:i32, 1))", no, either},
		{"p = alloc heap 8:u32 #1\np = ptradd(p, 1:i32, 1)", "freeable(ptradd(p, -1:i32, 1))", yes, either},
		{"p = alloc heap 8:u32 #1\nfree p", "freeable(p)", no, either},
		{"p = alloc heap 8:u32 #1\nfree p", "readable(p, 1:u64)", no, either},
		{"p = alloc heap 8:u32 #1\nfree p", "readable(p, 0:u64)", yes, yes},
		{"p = alloc heap 8:u32 #1\nq = alloc heap 8:u32 #1\nfree p", "readable(q, 8:u64)", yes, either},
		{"p = alloc heap 8:u32 #1\nx = input #0\nq = ptr32(u32(p) * u32(x))\nfree q", "readable(p, 8:u64)", either, either},
		{"p = alloc stack 8:u32 #1", "freeable(p)", no, either},
		{"p = 0:ptr32", "freeable(p)", yes, yes},
		{"p = 1:ptr32", "freeable(p)", no, either},
		{"p = 0:ptr32", "readable(p, 1:u64)", no, no},
		{"p = &@a", "freeable(p)", no, either},
		{"x = input #0", "freeable(&@a)", no, no},
		{"x = input #0\np = alloc heap u32(x) #1\nassume 0:u8 < x", "readable(ptradd(p, x - 1:u8, 1), 1:u64)", yes, either},
		{"x = input #0\np = alloc heap u32(x) #1", "readable(ptradd(p, x, 1), 1:u64)", no, either},
		{"x = input #0\nz = u32(x) + 4294967294:u32\np = alloc heap z #1\nassume z < 100:u32", "readable(ptradd(p, x, 1), 1:u64)", no, either},
		{"p = alloc heap 8:u32 #1\nq = ptradd(p, 8:i32, 1)", "same(p, q)", yes, either},
		{"p = alloc heap 8:u32 #1\nq = alloc heap 8:u32 #1", "same(p, q)", no, either},
		{"p = 0:ptr32\nq = 0:ptr32", "same(p, q)", yes, either},
		{"x = input #0", "same(&@a, ptradd(&@a, x, 1))", yes, yes},
		{"x = input #0", "same(&@a, &@s)", no, no},
		{"p = ptr32(z)", "readable(p, 1:u64)", either, either},
	} {
		text := func(cond string) string { return straight(global, regs, c.stmts, cond) }
		for _, heap := range []bool{true, false} {
			want := c.plain
			if heap {
				want = c.heap
			}
			for i, isNo := range []bool{false, true} {
				p := irtest.Program(t, asking(text, c.question, isNo))
				for _, enc := range encodings(k) {
					v, why := run(p, &verify.Unwinding{Depth: map[*ir.Loc]int{}}, Config{Only: enc, Heap: heap})
					is := want == i+1
					if v == Confirmed && !is || v == Refuted && is || v != Confirmed && is && enc == AnyEncoding {
						t.Errorf("%s: %s is no %v, heap %v, %v: %v (%s)", c.stmts, c.question, isNo, heap, enc, v, why)
					}
				}
			}
		}
	}
}

// TestQuestionsRandom: no run of a random program gives another answer than the one that is confirmed.
func TestQuestionsRandom(t *testing.T) {
	count := map[string]int{}
	begin := time.Now()
	for n := 0; n < *mutants || *mutants == 0 && (n < 10 || time.Since(begin) < 3*time.Second); n++ {
		seed := *firstSeed + uint64(n) + 5000
		r := rand.New(rand.NewPCG(seed, 17))
		g := &heapGen{r: r}
		text := heapProgram(seed, 4+r.IntN(14))
		for range 4 {
			question := g.pick("readable(", "writable(") + g.pointer() + g.pick(", 4:u64)", ", 1:u64)", ", x)", ", z)", ", 12:u64)", ", i32(y) - 1:i32)")
			switch r.IntN(4) {
			case 0:
				question = "freeable(" + g.pointer() + ")"
			case 1:
				question = "same(" + g.pointer() + ", " + g.pointer() + ")"
			}
			for _, no := range []bool{false, true} {
				src := asking(text, question, no)
				p := irtest.Program(t, src)
				enc := []Encoding{AnyEncoding, Ints, Bits}[r.IntN(3)]
				got, _ := run(p, &verify.Unwinding{Depth: map[*ir.Loc]int{}}, Config{Only: enc, Heap: r.IntN(4) > 0, Time: 5 * time.Second})
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

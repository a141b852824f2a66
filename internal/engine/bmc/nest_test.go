package bmc_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/bmc"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// decoder reads records of one to three bytes from a text, writes each of them to a buffer, and compares both.
const decoder = `extern void reach_error(void);
#define assert(x) do { if (!(x)) reach_error(); } while (0)
unsigned char nondet_uchar(void);
unsigned nondet_uint(void);
static void copy(unsigned char *to, const unsigned char *from, unsigned len) {
	for (unsigned i = 0; i < len; i++) to[i] = from[i];
}
int main(void) {
	unsigned char text[64], again[4];
	unsigned n = nondet_uint(), at = 0;
	if (n > 60) return 0;
	for (unsigned i = 0; i < 64; i++) text[i] = nondet_uchar();
	while (at < n) {
		unsigned len = text[at] & 3;
		if (len == 0) len = 1;
		if (BOUND) break;
		copy(again, text + at, len);
		for (unsigned i = 0; i < len; i++) assert(again[i] == text[at + i]);
		at += len;
	}
	assert(at <= n);
	return 0;
}
`

// decoderTask returns the task of decoder with a bound.
func decoderTask(t *testing.T, bound string) *verify.Task {
	return enginetest.C{File: "decoder.c", Text: strings.ReplaceAll(decoder, "BOUND", bound),
		Passes: func(o *instrument.Options) { o.Report = map[string]bool{ir.ValidDeref: true} }}.Task(t)
}

// TestNest checks that nest proves a program whose outer loop has no bound that unwinding could use, and not its unsafe
// twin. A proof with fewer visits of an inner loop, or without an invariant, is not confirmed.
func TestNest(t *testing.T) {
	prove := func(bound string) (*verify.Task, *verify.Safe) {
		task := decoderTask(t, bound)
		ctx, stop := context.WithTimeout(context.Background(), time.Minute)
		defer stop()
		s, _ := enginetest.Run(ctx, bmc.NestEngine(), task, verify.NewBoard()).(*verify.Safe)
		return task, s
	}
	if task, s := prove("at + len > n + 9"); s != nil && len(s.Obligations) == len(task.Asked()) {
		t.Error("the unsafe twin is proved")
	}
	task, s := prove("at + len > n")
	if s == nil || len(s.Obligations) != len(task.Asked()) {
		t.Fatalf("not proved: %v", s)
	}
	if out := check.Proof(context.Background(), task, s); out.Verdict != check.Confirmed {
		t.Fatalf("%v: %s", out.Verdict, out.Reason)
	}
	forged := func(what string, change func(ev *verify.KInductive)) {
		ev := *s.Proof.(*verify.KInductive)
		depth := map[*ir.Loc]int{}
		for l, n := range ev.Depth {
			depth[l] = n
		}
		ev.Depth = depth
		change(&ev)
		claim := *s
		claim.Proof = &ev
		if out := check.Proof(context.Background(), task, &claim); out.Verdict == check.Confirmed {
			t.Errorf("%s: confirmed", what)
		}
	}
	unwound := 0
	for l, n := range s.Proof.(*verify.KInductive).Depth {
		if n > 0 {
			unwound++
			forged(fmt.Sprintf("a visit less of %s", l.Where()), func(ev *verify.KInductive) { ev.Depth[l] = n - 1 })
			forged(fmt.Sprintf("%s is not counted", l.Where()), func(ev *verify.KInductive) { delete(ev.Depth, l) })
		}
	}
	if unwound < 2 {
		t.Errorf("%d loops are unwound", unwound)
	}
	forged("no invariants", func(ev *verify.KInductive) { ev.Invariants = nil })
	forged("no cut", func(ev *verify.KInductive) { ev.Cut = nil })
}

// TestNestRandom compares the claims of nest about random programs with nested loops over arrays and pointers with runs
// on all inputs.
func TestNestRandom(t *testing.T) {
	n := uint64(25)
	if os.Getenv("TANDEM_LONG") != "" {
		n = 2000
	}
	var seeds []uint64
	for i := range n {
		seeds = append(seeds, i)
	}
	count := enginetest.RunMemoryOf(t, randomNest, func(o *instrument.Options) {
		o.Report = map[string]bool{ir.ValidDeref: true, ir.ValidFree: true}
	}, seeds, 5*time.Second, bmc.NestEngine())
	t.Log(count)
	if count["nest proved"]+count["nest proved in part"] < count["programs"]/3 {
		t.Error("too little is proved")
	}
}

// randomNest returns a program with an outer loop around random statements and short loops.
func randomNest(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 31))
	pick := func(xs ...string) string { return xs[r.IntN(len(xs))] }
	var b strings.Builder
	w := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	index := func() string { return pick("0", "1", "3", "i & 3", "at & 3", "len", "m", "i") }
	place := func() string { return fmt.Sprintf("%s[%s]", pick("a", "b", "g", "p", "p", "q", "q"), index()) }
	value := func() string { return pick("1", "7", "m", "x & 7", "len", place()) }
	cond := func() string {
		return pick("x < 40", "len < 4", place()+" < 8", "g[0] == 1", "p != b", "at <= 4", "a[0] == b[0]", "m < 4",
			"a[1] != 9", "q[1] == 1", "q != p", "!q")
	}
	var block func(n, depth int)
	block = func(n, depth int) {
		for range n {
			switch k := r.IntN(12); {
			case k < 4:
				w("%s = %s;", place(), value())
			case k == 4:
				w("x += %s;", value())
			case k == 5:
				w("p = %s;", pick("a", "b", "g", "a + 1", "b + len", "m > 1 ? a : g", "p + 1", "q", "q + 1", "m ? q : b"))
			case k == 6:
				w("put(%s, %s);", pick("a", "b", "p", "a + 1", "q"), pick("len", "m", "2"))
			case k == 7 && r.IntN(6) == 0:
				w("if (%s) { free(q); q = 0; }", cond())
			case k == 7:
				w("if (%s) %s = %s;", cond(), place(), value())
			case k == 8:
				w("{ unsigned char c = %s; p = &c; *p += 1; x += c & 3; p = a; }", value())
			case k < 11 && depth > 0:
				w("for (i = 0; i < %s; i++) {", pick("len", "m", "2", "3", "len + 1"))
				block(1+r.IntN(2), depth-1)
				w("}")
			default:
				w("assert(%s);", cond())
			}
		}
	}
	w(`#include <stdlib.h>
extern void reach_error(void);
#define assert(x) do { if (!(x)) reach_error(); } while (0)
unsigned char nondet_uchar(void);
static unsigned char g[4] = {1, 2, 3, 4};
static unsigned calls;
static void put(unsigned char *to, unsigned n) { for (unsigned k = 0; k < n; k++) to[k] = 7; calls++; }
int main(void) {
  unsigned char n = nondet_uchar(), m = nondet_uchar();
  if (n > 3 || m > 3) return 0;
  unsigned char a[4] = {0}, b[4] = {1, 1, 1, 1}, *p = a, *q = malloc(m + 2);
  unsigned at = 0, x = 0, i = 0, len = 0;
  if (!q) return 0;
  for (i = 0; i < m + 2; i++) q[i] = i;`)
	w("while (at < %s) {", pick("n", "n * 2u", "n + 1u"))
	w("len = (%s) & 3;", pick("a[at & 3] + m", "g[0] + at", "m", "at"))
	block(3+r.IntN(4), 2)
	w("at += %s;\n}", pick("1", "len ? len : 1", "2"))
	w("assert(%s);\nreturn 0; }", cond())
	return b.String()
}

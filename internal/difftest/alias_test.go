package difftest

import (
	"bytes"
	"context"
	"fmt"
	"math/rand"
	"os"
	osexec "os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// This file tests random programs with pointer inputs. The programs compiled by gcc run in all worlds: the ways in
// which the pointers may point to the same objects. A program that Tandem calls true must not fail in any world, and
// one that it calls false must fail in some.

// aliasProgram is a function f with pointer inputs.
type aliasProgram struct {
	text  string // the definition of f, to be preceded by aliasTypes
	entry string // the arguments of f in a world
}

const aliasTypes = `struct S { int *p; int k; };
struct N { int v; struct N *next; };
struct T { struct S s; struct N *n; };
`

// aliasWorld has the objects of a world, one piece of memory for each pointer input.
const aliasWorld = `#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static jmp_buf out;
#define assert(c) do { if (!(c)) longjmp(out, 1); } while (0)
int g, h, xs[3];
struct S ss[2];
struct N ns[3];
struct T ts[1];
static int *ints[] = {0, &g, &h, &xs[0], &xs[1], &ss[0].k, &ss[1].k, &ns[0].v, &ns[1].v, &ns[2].v, &ts[0].s.k};
static struct S *sps[] = {0, &ss[0], &ss[1], &ts[0].s};
static struct N *nps[] = {0, &ns[0], &ns[1], &ns[2]};
static struct T *tps[] = {0, &ts[0]};
static unsigned char pick[9];
static int *IP(int i) { return ints[pick[i] % 11]; }
static struct S *SP(int i) { return sps[pick[i] % 4]; }
static struct N *NP(int i) { return nps[pick[i] % 4]; }
static struct T *TP(int i) { return tps[pick[i] % 2]; }
static void reset(int fill) {
  int n = 10;
  g = h = 0;
  xs[0] = xs[1] = xs[2] = fill;
  for (int i = 0; i < 2; i++) ss[i].k = fill < 0 ? n++ : fill, ss[i].p = IP(2 + i);
  for (int i = 0; i < 3; i++) ns[i].v = fill < 0 ? n++ : fill, ns[i].next = NP(4 + i);
  ts[0].s.k = fill; ts[0].s.p = IP(7); ts[0].n = NP(8);
  if (fill < 0) xs[0] = n++, xs[1] = n++;
}
static unsigned rnd(void) { static unsigned s = 1; s = s * 1664525u + 1013904223u; return s >> 16; }
`

// randomAlias returns a random program. Objects of the parameters' types are the globals g and h, and allocations.
func randomAlias(rng *rand.Rand) aliasProgram {
	one := func(xs ...string) string { return xs[rng.Intn(len(xs))] }
	var ints, need []string // expressions of ints, pointers that must not be null
	var params, args []string
	node := false
	addInt := func(e, ptr string) { ints = append(ints, e); need = append(need, ptr) }
	for i := range 1 + rng.Intn(2) {
		n := fmt.Sprintf("a%d", i)
		switch rng.Intn(5) {
		case 0:
			params, args = append(params, "int *"+n), append(args, fmt.Sprintf("IP(%d)", i))
			addInt("*"+n, n)
		case 1:
			params, args = append(params, "struct S *"+n), append(args, fmt.Sprintf("SP(%d)", i))
			addInt(n+"->k", n)
			addInt("*"+n+"->p", n+" && "+n+"->p")
		case 2:
			params, args = append(params, "struct S "+n), append(args, "ss["+fmt.Sprint(i)+"]")
			addInt("*"+n+".p", n+".p")
			addInt(n+".k", "1")
		case 3:
			node = true
			params, args = append(params, "struct N *"+n), append(args, fmt.Sprintf("NP(%d)", i))
			addInt(n+"->v", n)
			addInt(n+"->next->v", n+" && "+n+"->next")
			if rng.Intn(2) == 0 {
				addInt(n+"->next->next->v", n+" && "+n+"->next && "+n+"->next->next")
			}
		default:
			params, args = append(params, "struct T *"+n), append(args, fmt.Sprintf("TP(%d)", i))
			addInt("*"+n+"->s.p", n+" && "+n+"->s.p")
			addInt(n+"->n->v", n+" && "+n+"->n")
			addInt(n+"->s.k", n)
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "void f(%s) {\n", strings.Join(params, ", "))
	fmt.Fprintf(&b, "  if (!(%s)) return;\n", strings.Join(need, " && "))
	ints = append(ints, "g", "h")
	if rng.Intn(3) == 0 {
		b.WriteString("  int l = 1, *m = &l;\n")
		ints = append(ints, "l", "*m")
	}
	value := func() int { return 1 + rng.Intn(3) }
	if node && rng.Intn(3) == 0 {
		b.WriteString("  struct N *t = malloc(sizeof *t); t->v = 1; t->next = 0;\n")
		ints = append(ints, "t->v")
	}
	target := ints[rng.Intn(len(ints))]
	fmt.Fprintf(&b, "  %s = %d;\n", target, 1)
	for range 1 + rng.Intn(3) {
		e := ints[rng.Intn(len(ints))]
		switch rng.Intn(4) {
		case 0:
			fmt.Fprintf(&b, "  %s = %s;\n", e, ints[rng.Intn(len(ints))])
		case 1:
			fmt.Fprintf(&b, "  if (%s %s %d) %s = %d;\n", ints[rng.Intn(len(ints))], one("==", "!=", "<"), value(), e, value())
		default:
			fmt.Fprintf(&b, "  %s = %d;\n", e, value())
		}
	}
	fmt.Fprintf(&b, "  assert(%s %s %d);\n}\n", target, one("==", "==", "!="), 1+rng.Intn(2))
	return aliasProgram{text: b.String(), entry: strings.Join(args, ", ")}
}

// aliasTruths runs each program in all worlds, or in many of them. It reports which programs fail in some world.
func aliasTruths(ctx context.Context, t *testing.T, list []aliasProgram) []bool {
	var b bytes.Buffer
	b.WriteString(strings.Replace(aliasWorld, "int g, h", aliasTypes+"int g, h", 1))
	for i, p := range list {
		b.WriteString(strings.Replace(p.text, "void f(", fmt.Sprintf("static void f%d(", i), 1))
		fmt.Fprintf(&b, "static void call%d(void) { f%d(%s); }\n", i, i, p.entry)
	}
	b.WriteString("static void (*const calls[])(void) = {")
	for i := range list {
		fmt.Fprintf(&b, "call%d, ", i)
	}
	b.WriteString(`};
int main(void) {
  for (unsigned i = 0; i < sizeof calls / sizeof *calls; i++) {
    volatile int bad = 0;
    for (volatile int run = 0; run < 60000 && !bad; run++) {
      for (int k = 0; k < 9; k++) pick[k] = rnd();
      reset((int)(rnd() % 6) - 1);
      if (setjmp(out)) bad = 1; else calls[i]();
    }
    putchar('0' + bad);
  }
  return 0;
}
`)
	dir := t.TempDir()
	src, bin := filepath.Join(dir, "worlds.c"), filepath.Join(dir, "worlds")
	if err := os.WriteFile(src, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := osexec.CommandContext(ctx, "gcc", "-O0", "-w", "-fno-strict-aliasing", "-o", bin,
		src).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	out, err := osexec.CommandContext(ctx, bin).Output()
	if err != nil || len(out) != len(list) {
		t.Fatalf("the worlds: %v, %d of %d", err, len(out), len(list))
	}
	bad := make([]bool, len(list))
	for i, c := range out {
		bad[i] = c == '1'
	}
	return bad
}

// TestAliasings compares verdicts of programs with pointer inputs with runs in all worlds.
func TestAliasings(t *testing.T) {
	needGCC(t)
	n := 6
	if os.Getenv("TANDEM_LONG") != "" {
		n = 2000
	}
	if s := os.Getenv("TANDEM_ALIASES"); s != "" {
		fmt.Sscan(s, &n)
	}
	seed := int64(1)
	if s := os.Getenv("TANDEM_SEED"); s != "" {
		fmt.Sscan(s, &seed)
	}
	rng := rand.New(rand.NewSource(seed))
	var list []aliasProgram
	for range n {
		list = append(list, randomAlias(rng))
	}
	bad := aliasTruths(t.Context(), t, list)
	tandem := os.Getenv("TANDEM_BIN")
	dir := t.TempDir()
	if tandem == "" {
		tandem = built(t)
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	count := map[string]int{}
	sem := make(chan bool, 3)
	for i, p := range list {
		wg.Add(1)
		sem <- true
		go func() {
			defer func() { <-sem; wg.Done() }()
			text := "#include <assert.h>\n#include <stdlib.h>\n" + aliasTypes + "int g, h;\n" + p.text
			file := filepath.Join(dir, fmt.Sprintf("p%d.c", i))
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Error(err)
				return
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			verdict, line := familyProgram{file: file, options: []string{"--entry", "f", "--confirm=off", "-t",
				"2s"}}.verdict(ctx, tandem)
			mu.Lock()
			defer mu.Unlock()
			count[fmt.Sprintf("%v is %s", !bad[i], verdict)]++
			if verdict == "true" && bad[i] || verdict == "false" && !bad[i] || verdict == "none" {
				t.Errorf("program %d of seed %d: it is %v, not %s: %.200s\n%s", i, seed, !bad[i], verdict, line, text)
			}
		}()
	}
	wg.Wait()
	t.Log(count)
}

package shapes_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/check/shapes"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/shape"
	"github.com/tandem-verifier/tandem/internal/verify"
)

const prelude = `#include <stdlib.h>
#include <string.h>
int nondet_int(void);
unsigned long long nondet_ulong(void);
extern void reach_error(void);
#define check(c) if (!(c)) reach_error()
struct node { int d, e; struct node *next; };
static struct node *root, shared;
static const int fixed = 3;
int main(void) {
  struct node *p, *q, *r;
  int n = nondet_int(), *x;
  unsigned long long u = nondet_ulong();
`

// steps are programs without loops, which need no evidence, and whether the checker proves all of their obligations.
var steps = []struct {
	name, body string
	proved     bool
}{
	{"store and load", "p = malloc(sizeof *p); p->d = 1; p->e = 2; check(p->d == 1); free(p);", true},
	{"another field", "p = malloc(sizeof *p); p->d = 1; p->e = 2; check(p->d == 2); free(p);", false},
	{"a byte of a field",
		"p = malloc(sizeof *p); p->d = 1; ((char *)p)[1] = 1; check(p->d == 1); free(p);", false},
	{"the byte after it",
		"p = malloc(sizeof *p); p->d = 1; ((char *)p)[4] = 1; check(p->d == 1); free(p);", true},
	{"the byte before it",
		"p = malloc(sizeof *p); p->e = 1; ((char *)p)[3] = 1; check(p->e == 1); free(p);", true},
	{"a part of a field", "p = malloc(sizeof *p); p->d = 257; check(*(char *)p == 1); free(p);", false},
	{"a wider load", "p = malloc(sizeof *p); p->d = 0; p->e = 5; check(*(long long *)p == 0); free(p);", false},
	{"not set", "p = malloc(sizeof *p); check(p->d == 0); free(p);", false},
	{"zeroed", "p = calloc(1, sizeof *p); check(p->d == 0 && !p->next); free(p);", true},
	{"zeroed, then a byte", "p = calloc(1, sizeof *p); ((char *)p)[1] = 1; check(p->d == 0); free(p);", false},
	{"zeroed, then a part",
		"p = calloc(1, sizeof *p); p->d = 7; *(char *)p = 1; check(p->d == 1); free(p);", false},
	{"zeroed, then another part",
		"p = calloc(1, sizeof *p); p->d = 7; *(char *)p = 1; check(((char *)p)[1] == 7); free(p);",
		false},
	{"zeroed, then unknown", "p = calloc(1, sizeof *p); p->d = n * n; check(p->d == 0); free(p);", false},
	{"filled",
		"p = malloc(sizeof *p); p->d = 5; memset(p, 0, sizeof *p); check(p->d == 0 && p->e == 0); " +
			"free(p);", true},
	{"copied", "p = malloc(sizeof *p); q = malloc(sizeof *q); p->d = 5; p->e = 6; q->d = 7; memcpy(q, p, sizeof *p); " +
		"check(q->d == 5 && q->e == 6 && p->d == 5); free(p); free(q);", true},
	{"copied, the old value", "p = malloc(sizeof *p); q = malloc(sizeof *q); p->d = 5; q->d = 7; " +
		"memcpy(q, p, sizeof *p); check(q->d == 7); free(p); free(q);", false},
	{"copied, before the copy", "p = malloc(sizeof *p); q = malloc(sizeof *q); p->d = 5; q->e = 7; memcpy(q, p, 4); " +
		"check(q->d == 5 && q->e == 7); free(p); free(q);", true},
	{"copied elsewhere", "p = malloc(sizeof *p); p->d = 5; p->e = 6; memcpy(&p->e, p, 4); check(p->e == 6); " +
		"free(p);", false},
	{"copied in part, the number", "p = malloc(sizeof *p); q = malloc(sizeof *q); p->d = 257; memcpy(q, p, 1); " +
		"check(q->d == 257); free(p); free(q);", false},
	{"copied within", "p = malloc(sizeof *p); p->d = 5; p->e = 6; memmove(&p->e, p, 4); check(p->e == 5 && p->d == 5); " +
		"free(p);", true},
	{"copied in part", "p = calloc(1, sizeof *p); q = calloc(1, sizeof *q); p->d = 257; memcpy(q, p, 1); " +
		"check(q->d == 0); free(p); free(q);", false},
	{"copied over a part", "p = calloc(1, sizeof *p); q = calloc(1, sizeof *q); q->d = 257; memcpy(q, p, 1); " +
		"check(q->d == 0); free(p); free(q);", false},
	{"zero bytes copied", "p = malloc(sizeof *p); q = calloc(1, sizeof *q); memcpy(p, q, sizeof *p); " +
		"check(p->d == 0 && !p->next); free(p); free(q);", true},
	{"some zero bytes copied", "p = malloc(sizeof *p); q = calloc(1, sizeof *q); memcpy(p, q, 4); " +
		"check(p->e == 0); free(p); free(q);", false},
	{"bytes copied over zero", "p = malloc(sizeof *p); q = calloc(1, sizeof *q); memcpy(q, p, 4); " +
		"check(q->d == 0); free(p); free(q);", false},
	{"copied beyond the end", "p = malloc(8); q = malloc(12); p->d = 1; memcpy(p, q, 12); free(p); free(q);", false},
	{"filled in part", "p = malloc(sizeof *p); p->e = 5; memset(p, 0, 4); check(p->e == 0); free(p);", false},
	{"filled with ones", "p = malloc(sizeof *p); memset(p, 1, sizeof *p); check(p->e == 0); free(p);", false},
	{"after free", "p = malloc(sizeof *p); free(p); p->d = 1;", false},
	{"read after free", "p = malloc(sizeof *p); p->d = 1; free(p); check(p->d == 1);", false},
	{"freed twice", "p = malloc(sizeof *p); free(p); free(p);", false},
	{"freed null", "p = 0; free(p);", true},
	{"freed inside", "p = malloc(sizeof *p); free(&p->e);", false},
	{"freed static", "free(&shared);", false},
	{"too far", "p = malloc(sizeof *p); ((int *)p)[3] = 1; free(p);", false},
	{"the last bytes", "p = malloc(sizeof *p); ((int *)p)[2] = 1; free(p);", true},
	{"a read that is too far", "p = malloc(sizeof *p); n = ((int *)p)[3]; free(p);", false},
	{"zeroed, then a float", "p = calloc(1, sizeof *p); *(float *)&p->d = 1.5f; check(p->d == 0); free(p);", false},
	{"a dead object and the middle of another",
		"shared.next = malloc(8); free(shared.next); p = malloc(sizeof *p); p->d = 0; " +
			"if ((int *)shared.next == &p->e) { shared.next->d = 1; check(p->d == 1); } free(p);", false},
	{"before", "p = malloc(sizeof *p); ((int *)p)[-1] = 1; free(p);", false},
	{"across the end", "p = malloc(sizeof *p); *(int *)((char *)p + 10) = 1; free(p);", false},
	{"a constant", "*(int *)&fixed = 4;", false},
	{"two objects", "p = malloc(sizeof *p); q = malloc(sizeof *q); check(p != q); free(p); free(q);", true},
	{"two objects, one freed",
		"p = malloc(sizeof *p); free(p); q = malloc(sizeof *q); check(p != q); free(q);", false},
	{"the address of a freed object",
		"p = malloc(sizeof *p); free(p); q = malloc(sizeof *q); if (p == q) p->d = 1; free(q);",
		false},
	{"freed, in memory",
		"shared.next = malloc(sizeof *p); free(shared.next); q = malloc(sizeof *q); " +
			"if (shared.next == q) shared.next->d = 1; free(q);",
		true},
	{"inside of a freed object",
		"p = malloc(sizeof *p); x = &p->e; free(p); q = malloc(sizeof *q); if (x == &q->e) *x = 1; free(q);",
		false},
	{"not null", "p = malloc(sizeof *p); check(p != 0); check(&p->e != 0); free(p);", true},
	{"inside", "p = malloc(sizeof *p); x = &p->e; *x = 4; check(p->e == 4); free(p);", true},
	{"from the middle",
		"p = malloc(sizeof *p); x = &p->e; p->d = 3; q = (struct node *)(x - 1); check(q->d == 3); " +
			"free(q);", true},
	{"a pointer to the middle, in memory",
		"p = malloc(sizeof *p); root = (struct node *)&p->e; x = (int *)root; *x = 1; check(p->e == 1); " +
			"free(p);",
		true},
	{"static", "shared.d = 5; shared.next = 0; check(shared.d == 5);", true},
	{"static, initially", "check(shared.d == 0 && !shared.next && !root);", true},
	{"aliases", "p = malloc(sizeof *p); q = p; q->d = 2; p->d = 3; check(q->d == 3); free(q);", true},
	{"aliases, the old value",
		"p = malloc(sizeof *p); q = p; q->d = 2; p->d = 3; check(q->d == 2); free(q);", false},
	{"a leak", "p = malloc(sizeof *p); p->d = 1;", false},
	{"reachable from a global", "root = malloc(sizeof *p); root->next = 0;", false}, // memcleanup
	{"one of two", "p = malloc(sizeof *p); q = malloc(sizeof *q); free(q);", false},
	{"the next object",
		"p = malloc(sizeof *p); p->next = malloc(sizeof *p); p->next->d = 3; check(p->next->d == 3); " +
			"free(p->next); free(p);",
		true},
	{"the next object is lost", "p = malloc(sizeof *p); p->next = malloc(sizeof *p); free(p);", false},
	{"the scope of a local", "{ struct node l; l.d = 1; p = &l; } p->d = 2;", false},
	{"a local", "struct node l; l.d = 1; p = &l; p->d = 2; check(l.d == 2);", true},
	{"a range", "if (n > 3 && n < 5) check(n == 4);", true},
	{"a wider range", "if (n > 3 && n <= 5) check(n == 4);", false},
	{"inside of a range", "if (n >= 3 && n <= 5 && n != 4) if (n > 3 && n < 5) reach_error();", true},
	{"inside of a range, another", "if (n >= 3 && n <= 5 && n != 4) if (n > 3 && n <= 5) reach_error();", false},
	{"at the end of a range", "if (n >= 3 && n < 5 && n != 3) check(n == 4);", true},
	{"not in the middle", "if (n >= 3 && n <= 5 && n != 4) check(n == 3);", false},
	{"an upper half", "if (u >= 5) check(u <= 0x7fffffffffffffffULL);", false},
	{"unsigned", "if (u <= 5) check(u < 6);", true},
	{"a sum", "if (n >= 0 && n < 10) check(n + 1 > 0);", true},
	{"a sum that wraps", "if (n >= 0) check(n + 1 > 0);", false},
	{"a difference", "if (n >= 0 && n < 10) check(5 - n > -5);", true},
	{"a difference that is too large", "if (n >= 0 && n < 10) check(5 - n > -4);", false},
	{"a cast", "if (n >= 0 && n < 300) check((unsigned char)n == n);", false},
	{"a cast that fits", "if (n >= 0 && n < 200) check((unsigned char)n == n);", true},
	{"signs", "p = malloc(sizeof *p); p->d = -1; check(*(unsigned *)&p->d < 5); free(p);", false},
	{"a chain", "int m = nondet_int(), k = nondet_int(); if (n <= m && m <= k) check(n <= k);", true},
	{"a chain that is not strict", "int m = nondet_int(), k = nondet_int(); if (n <= m && m <= k) check(n < k);", false},
	{"a strict chain", "int m = nondet_int(), k = nondet_int(); if (n < m && m <= k) check(n < k);", true},
	{"a chain turned round", "int m = nondet_int(), k = nondet_int(); if (n <= m && m <= k) check(k <= n);", false},
	{"a sum is above", "int m = nondet_int(); if (m > 0 && m < 9 && n > 0 && n < 1000) check(n < n + m);", true},
	{"a sum is not so far above", "int m = nondet_int(); if (m > 0 && m < 9 && n > 0 && n < 1000) check(n + 1 < n + m);",
		false},
	{"a sum is close", "int m = nondet_int(); if (m > 0 && m < 9 && n > 0 && n < 1000) check(n + m < n + 9);", true},
	{"a sum is not so close", "int m = nondet_int(); if (m > 0 && m < 9 && n > 0 && n < 1000) check(n + m < n + 8);",
		false},
	{"a difference is below", "int m = nondet_int(); if (m > 0 && m < 9 && n > 0 && n < 1000) check(n - m < n);", true},
	{"a difference is not so far below",
		"int m = nondet_int(); if (m > 0 && m < 9 && n > 0 && n < 1000) check(n - m < n - 1);", false},
	{"a sum that wraps is not above", "int m = nondet_int(); if (m > 0 && n > 0) check(n < n + m);", false},
	{"at most and not equal", "int m = nondet_int(); if (n <= m && n != m) check(n < m);", true},
	{"not equal", "int m = nondet_int(); if (n != m) check(n < m);", false},
	{"one of both", "if (n == 2 || n == 3) { if (n != 2) check(n == 3); }", true},
	{"neither", "if (n == 2 || u == 3) { if (n != 2) check(u == 4); }", false},
	{"equal values",
		"p = malloc(sizeof *p); p->d = n; p->e = n; if (p->d == 7) check(p->e == 7); free(p);", true},
	{"different values",
		"p = malloc(sizeof *p); p->d = n; p->e = n + 1; if (p->d == 7) check(p->e == 7); free(p);", false},
}

// TestSteps checks which programs without loops the checker proves, with checks of memory.
func TestSteps(t *testing.T) {
	for _, s := range steps {
		t.Run(s.name, func(t *testing.T) {
			task := enginetest.C{File: "m.c", Text: prelude + s.body + "\n  return 0;\n}\n", Passes: checks}.Task(t)
			p := task.Program
			proved, why, err := shapes.Check(context.Background(), p, p.Obligations, &verify.Shapes{})
			if err != nil {
				t.Fatal(err)
			}
			if all := len(proved) == len(p.Obligations); all != s.proved {
				t.Errorf("proved: %v: %s", all, why)
			}
		})
	}
}

const reversal = prelude + `
  struct node *head = 0, *back = 0;
  while (nondet_int()) {
    p = malloc(sizeof *p);
    p->d = 3; p->e = nondet_int() > 0;
    p->next = head;
    head = p;
  }
  while (head) { p = head->next; head->next = back; back = head; head = p; }
  for (p = back; p; p = p->next) { check(p->d == 3 && p->e >= 0); }
  while (back) { p = back->next; free(back); back = p; }
  return 0;
}
`

// embedded is reversal with links that lead into the middle of the objects.
const embedded = prelude + `
  struct link { struct link *next; };
  struct item { int d; struct link l; int e; } *i;
#define item(p) ((struct item *)((char *)(p) - 4))
  struct link *head = 0, *back = 0, *t;
  while (nondet_int()) {
    i = malloc(sizeof *i);
    i->d = 3; i->e = nondet_int() > 0;
    i->l.next = head;
    head = &i->l;
  }
  while (head) { t = head->next; head->next = back; back = head; head = t; }
  for (t = back; t; t = t->next) { check(item(t)->d == 3 && item(t)->e >= 0); }
  while (back) { t = back->next; free(item(back)); back = t; }
  return 0;
}
`

// forgeries are changes that make a heap say something that does not hold, if it has a list.
var forgeries = map[string]func(h *verify.Heap, l *verify.HeapList){
	"a node is forgotten": func(h *verify.Heap, l *verify.HeapList) { h.Lists = h.Lists[1:] },
	"the ends are swapped": func(h *verify.Heap, l *verify.HeapList) {
		l.From, l.To = verify.HeapValue{Sym: 99}, l.From
		h.Regs = map[*ir.Var]verify.HeapValue{}
	},
	"another end":      func(h *verify.Heap, l *verify.HeapList) { l.To = l.From },
	"another link":     func(h *verify.Heap, l *verify.HeapList) { l.Next = 0 },
	"links elsewhere":  func(h *verify.Heap, l *verify.HeapList) { l.Link = 4 - l.Link },
	"links to the end": func(h *verify.Heap, l *verify.HeapList) { l.Link = l.Size },
	"a link beside it": func(h *verify.Heap, l *verify.HeapList) { l.Next-- },
	"another size":     func(h *verify.Heap, l *verify.HeapList) { l.Size++ },
	"a smaller size":   func(h *verify.Heap, l *verify.HeapList) { l.Size-- },
	"longer":           func(h *verify.Heap, l *verify.HeapList) { l.Min = 3 },
	"a stronger fact":  func(h *verify.Heap, l *verify.HeapList) { l.Facts[1].Range.Hi = l.Facts[1].Range.Lo },
	"a wrong fact":     func(h *verify.Heap, l *verify.HeapList) { l.Facts[0].Range.Hi++; l.Facts[0].Range.Lo++ },
	"a fact beside it": func(h *verify.Heap, l *verify.HeapList) { l.Facts[1].Off++ },
	"another type":     func(h *verify.Heap, l *verify.HeapList) { l.Facts[1].Type = ir.U16 },
	"a node more":      func(h *verify.Heap, l *verify.HeapList) { h.Lists = append(h.Lists, *l) },
	"a node twice": func(h *verify.Heap, l *verify.HeapList) {
		h.Blocks = append(h.Blocks, verify.HeapBlock{Addr: l.From.Sym, Size: l.Size, Heap: true})
	},
	"there may be more": func(h *verify.Heap, l *verify.HeapList) { h.Junk = true },
	"a wrong count":     func(h *verify.Heap, l *verify.HeapList) { add(h.Live, 1) },
	"no count":          func(h *verify.Heap, l *verify.HeapList) { h.Live = map[*ir.Var]int64{} },
	"a register less":   func(h *verify.Heap, l *verify.HeapList) { h.Regs = map[*ir.Var]verify.HeapValue{} },
	"a number too much": func(h *verify.Heap, l *verify.HeapList) { h.Ranges[77] = verify.HeapRange{Lo: 1, Hi: 0} },
	"a wrong inequation": func(h *verify.Heap, l *verify.HeapList) {
		h.Apart = append(h.Apart, [2]verify.HeapValue{l.From, l.From})
	},
	"doubly linked": func(h *verify.Heap, l *verify.HeapList) {
		l.Prev, l.Last = 0, l.From
	},
}

// add adds n to all numbers of m.
func add(m map[*ir.Var]int64, n int64) {
	for v := range m {
		m[v] += n
	}
}

// TestHostile forges each heap with a list of a proof. The checker confirms the proof, and no forged one.
func TestHostile(t *testing.T) {
	for _, text := range []string{reversal, embedded} {
		testHostile(t, text)
	}
}

func testHostile(t *testing.T, text string) {
	task := enginetest.C{File: "m.c", Text: text, Passes: checks}.Task(t)
	p := task.Program
	res, err := shape.Analyse(context.Background(), p, 0)
	if err != nil {
		t.Fatal(err)
	}
	all := func(ev *verify.Shapes) bool {
		proved, _, err := shapes.Check(context.Background(), p, p.Obligations, ev)
		return err == nil && len(proved) == len(p.Obligations)
	}
	if !all(res.Evidence) {
		t.Fatal("not proved")
	}
	for name, change := range forgeries {
		forged := 0
		for i, a := range res.Evidence.At {
			h := a.Heap.Copy()
			if a.Loc.Loop == nil || len(h.Lists) == 0 || len(h.Lists[0].Facts) < 2 || h.Lists[0].Min > 2 {
				continue
			}
			change(h, &h.Lists[0])
			ev := &verify.Shapes{At: append([]verify.HeapAt(nil), res.Evidence.At...)}
			ev.At[i].Heap = h
			if forged++; all(ev) {
				t.Errorf("%s, at %s: confirmed: %s", name, a.Loc.Where(), h)
			}
		}
		if forged < 3 {
			t.Errorf("%s: only %d forgeries", name, forged)
		}
	}
}

// push pushes objects in a loop.
const push = "while (nondet_int()) { p = malloc(12); p->d = 1; p->next = r; r = p; }"

// again makes root an object. The loop keeps it on the heap, where a single object would become a static one.
const again = "do { free(root); root = malloc(12); } while (nondet_int() > 5); "

// wrong has programs with a loop that violate an assertion, and changes of heaps that would exclude the violation.
var wrong = []struct {
	name, body string
	change     func(h *verify.Heap)
}{
	{"a constant",
		"p = malloc(sizeof *p); p->d = n > 0; while (nondet_int()) p->d = nondet_int() > 0; " +
			"check(p->d == 0); free(p);",
		func(h *verify.Heap) {
			for s := range h.Ranges {
				h.Values(func(v *verify.HeapValue) {
					if v.Sym == s {
						*v = verify.HeapValue{}
					}
				})
			}
			h.Ranges = map[int]verify.HeapRange{}
		}},
	{"a smaller range",
		"p = malloc(sizeof *p); p->d = n > 0; while (nondet_int()) p->d = nondet_int() > 0; " +
			"check(p->d == 0); free(p);",
		func(h *verify.Heap) {
			for s := range h.Ranges {
				h.Ranges[s] = verify.HeapRange{}
			}
		}},
	{"one object as two",
		again + "root->d = 1; q = root; while (nondet_int()) n = 1; check(root != q); free(q); free(root);",
		func(h *verify.Heap) {
			for r, v := range h.Regs {
				if strings.HasSuffix(r.Name, "q") && v.Sym > 0 {
					b := h.Blocks[slices.IndexFunc(h.Blocks, func(b verify.HeapBlock) bool { return b.Addr == v.Sym })]
					b.Addr = 99
					h.Blocks = append(h.Blocks, b)
					h.Regs[r] = verify.HeapValue{Sym: 99}
				}
			}
		}},
	{"different pointers",
		"p = malloc(sizeof *p); q = n ? p : 0; while (nondet_int()) p->d = 1; check(p != q); free(p);",
		func(h *verify.Heap) {
			for r, v := range h.Regs {
				for s, w := range h.Regs {
					if strings.HasSuffix(r.Name, "q") && strings.HasSuffix(s.Name, "p") {
						h.Regs[r] = verify.HeapValue{Sym: 99}
						h.Apart = append(h.Apart, [2]verify.HeapValue{{Sym: 99}, w})
						_ = v
					}
				}
			}
		}},
	{"zero bytes", "p = malloc(sizeof *p); p->d = 5; while (nondet_int()) p->e = 1; check(p->d == 0); free(p);",
		func(h *verify.Heap) {
			for i := range h.Blocks {
				if h.Blocks[i].Heap {
					h.Blocks[i].Zero, h.Blocks[i].Cells = true, nil
				}
			}
		}},
	{"a larger object", "p = malloc(8); p->d = 5; while (nondet_int()) p->e = 1; ((int *)p)[2] = 1; free(p);",
		func(h *verify.Heap) {
			for i := range h.Blocks {
				h.Blocks[i].Size += 4
			}
		}},
	{"a wrong count", "root = malloc(8); root->d = 5; while (nondet_int()) root->e = 1;",
		func(h *verify.Heap) {
			for r := range h.Live {
				h.Live[r]--
				delete(h.Regs, r)
			}
		}},
	{"two numbers as one",
		"p = malloc(8); p->d = n > 0; p->e = nondet_int() > 0; while (nondet_int()) p->d = !p->d; " +
			"check(p->d == p->e); free(p);",
		func(h *verify.Heap) {
			for s := range h.Ranges {
				for i := range h.Blocks {
					for k, c := range h.Blocks[i].Cells {
						if h.Blocks[i].Heap && c.Val.Sym > 0 {
							h.Blocks[i].Cells[k].Val.Sym = s
						}
					}
				}
				h.Ranges = map[int]verify.HeapRange{s: {Lo: 0, Hi: 1}}
				break
			}
		}},
	{"a pointer beyond its object", again + "p = malloc(12); q = (struct node *)((char *)p + 16); " +
		"while (nondet_int()) n = 1; if (q == root) q->d = 1; free(p); free(root);",
		func(h *verify.Heap) {
			for r, v := range h.Regs {
				if v.Sym > 0 && v.Off == 16 {
					h.Regs[r] = verify.HeapValue{Sym: 99}
				}
			}
		}},
	{"zero bytes of malloc", "p = malloc(sizeof *p); while (nondet_int()) p->e = 0; check(p->d == 0); free(p);",
		func(h *verify.Heap) {
			for i := range h.Blocks {
				h.Blocks[i].Zero = true
			}
		}},
	{"a list that ends elsewhere", "q = r = malloc(12); r->next = 0; " + push + " free(q); " +
		"while (r) { p = r->next; free(r); r = p; }",
		func(h *verify.Heap) {
			for i := range h.Lists {
				h.Lists[i].To = verify.HeapValue{}
			}
		}},
	{"junk", "p = malloc(8); p->d = 1; p = 0; while (nondet_int()) n = 1;",
		func(h *verify.Heap) {
			h.Junk = false
			h.Regs, h.Live = map[*ir.Var]verify.HeapValue{}, map[*ir.Var]int64{}
		}},
	{"a freed object", "p = malloc(8); p->d = 5; if (n) free(p); while (nondet_int()) p->d = 1; free(p);",
		func(h *verify.Heap) {
			if len(h.Live) > 0 && !slices.ContainsFunc(h.Blocks, func(b verify.HeapBlock) bool { return b.Heap }) {
				h.Blocks = append(h.Blocks, verify.HeapBlock{Addr: 98, Size: 8, Heap: true})
				for r := range h.Regs {
					if strings.HasSuffix(r.Name, "p") {
						h.Regs[r] = verify.HeapValue{Sym: 98}
					}
				}
			}
		}},
}

// TestWrong changes the heaps of programs with errors so that they exclude the errors. The checker does not confirm
// them.
func TestWrong(t *testing.T) {
	for _, w := range wrong {
		t.Run(w.name, func(t *testing.T) {
			task := enginetest.C{File: "m.c", Text: prelude + w.body + "\n  return 0;\n}\n", Passes: checks}.Task(t)
			p := task.Program
			res, err := shape.Analyse(context.Background(), p, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, forged := range []bool{false, true} {
				for _, a := range res.Evidence.At {
					if forged {
						w.change(a.Heap)
					}
				}
				proved, _, err := shapes.Check(context.Background(), p, p.Obligations, res.Evidence)
				if err == nil && len(proved) == len(p.Obligations) {
					t.Errorf("proved (forged: %v)", forged)
				}
			}
		})
	}
}

// TestUnguarded has programs without checks of memory: stores that may lead to any object, or beyond one, or to a
// constant one.
func TestUnguarded(t *testing.T) {
	for _, body := range []string{
		"p = malloc(sizeof *p); p->d = 1; *(int *)(unsigned)u = 2; check(p->d == 1);",
		"p = malloc(8); p->d = 1; ((int *)p)[4] = 2; check(p->d == 1);",
		"*(int *)&fixed = 4; check(fixed == 3);",
		"x = (int *)&fixed; *x = 4; check(*x == 4);",
		"x = (int *)&fixed; memset(x, 0, 4); check(*x == 0);",
		"x = (int *)&fixed; n = 4; memcpy(x, &n, 4); check(*x == 4);",
	} {
		p := enginetest.C{File: "m.c", Text: prelude + body + "\n  return 0;\n}\n"}.Task(t).Program
		proved, _, err := shapes.Check(context.Background(), p, p.Obligations, &verify.Shapes{})
		if err != nil || len(proved) == len(p.Obligations) {
			t.Errorf("proved: %v: %s", err, body)
		}
	}
}

// TestCalledEntry has a program whose entry function calls itself: its second activation reaches the error, from which
// no path leads on.
func TestCalledEntry(t *testing.T) {
	p := irtest.Program(t, `program LP64
obligation "valid-deref" text "x" in "main"
global again u8
entry main
func main() void {
  locs 5 error 2
  L0 -> L2: assume @again != 0:u8
  L0 -> L3: assume @again == 0:u8
  L3 -> L4: @again = 1:u8
  L4 -> L5: call main()
  L5 -> L1: return
}
`)
	proved, _, err := shapes.Check(context.Background(), p, p.Obligations, &verify.Shapes{})
	if err != nil || len(proved) > 0 {
		t.Errorf("proved: %d: %v", len(proved), err)
	}
}

// TestLists has evidence with a list of at least one object, which is right, and what must not follow from it.
func TestLists(t *testing.T) {
	for _, c := range []struct {
		name, end, kind string // all obligations of the kind are not proved
		change          func(h *verify.Heap)
	}{
		{"as it is", "root->next->d = 1;", ir.ValidDeref, func(h *verify.Heap) {}},
		{"larger", "((int *)root)[3] = 1;", ir.ValidDeref, func(h *verify.Heap) { h.Lists[0].Size += 4 }},
		{"lost", "", ir.ValidMemcleanup, func(h *verify.Heap) {
			h.Lists, h.Regs, h.Junk = nil, map[*ir.Var]verify.HeapValue{}, false
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := prelude + again + "root->next = 0; while (nondet_int()) n = 1; while (nondet_int()) n = 1;" +
				c.end + "\n  return 0;\n}\n"
			p := enginetest.C{File: "m.c", Text: text, Passes: checks}.Task(t).Program
			res, err := shape.Analyse(context.Background(), p, 0)
			if err != nil {
				t.Fatal(err)
			}
			ev, loops := &verify.Shapes{}, 0
			for _, a := range res.Evidence.At {
				h := a.Heap
				if a.Loc.Loop == nil || a.Loc.Loop.Keyword == "do" {
					ev.At = append(ev.At, a)
					continue
				}
				maps.DeleteFunc(h.Regs, func(r *ir.Var, _ verify.HeapValue) bool { return r.Type.Kind == ir.Int })
				k := slices.IndexFunc(h.Blocks, func(b verify.HeapBlock) bool { return b.Heap })
				if k >= 0 {
					from := verify.HeapValue{Sym: h.Blocks[k].Addr}
					h.Lists = []verify.HeapList{{From: from, Next: 8, Prev: -1, Size: 12, Min: 1}}
					h.Blocks = slices.Delete(h.Blocks, k, k+1)
				}
				loops++
				c.change(h)
				ev.At = append(ev.At, a)
			}
			proved, why, err := shapes.Check(context.Background(), p, p.Obligations, ev)
			if err != nil || loops != 2 {
				t.Fatal(loops, err)
			}
			for _, o := range p.Obligations {
				if o.Kind == c.kind && !slices.Contains(proved, o) {
					t.Log(why)
					return
				}
			}
			t.Error("proved")
		})
	}
}

// items is a program that pushes objects with embedded links, and accesses the first one after two loops.
func items(access string) string {
	return `struct link { struct link *next; } *head = 0;
  struct item { int d; struct link l; int e; } *i;
#define push (i = malloc(12), i->d = 1, i->l.next = head, head = &i->l)
  for (n = 0; n < 2 || nondet_int(); n = n < 2 ? n + 1 : 2) push;
  while (nondet_int()) n = 1;
  while (nondet_int()) n = 2;
  ` + access
}

// moved makes the links of lists lead to the first byte.
func moved(h *verify.Heap) {
	for i := range h.Lists {
		h.Lists[i].Link = 0
	}
}

// unknown makes the register q any pointer, and forgets the objects to which then no register leads.
func unknown(h *verify.Heap) {
	known := map[int]bool{}
	for r, v := range h.Regs {
		if strings.HasSuffix(r.Name, "q") && v.Sym > 0 {
			h.Regs[r] = verify.HeapValue{Sym: 99}
		}
		known[h.Regs[r].Sym] = true
	}
	h.Blocks = slices.DeleteFunc(h.Blocks, func(b verify.HeapBlock) bool { return !known[b.Addr] })
	h.Junk = true
}

// beyond has a pointer that leads beyond its object, q, to another one.
const beyond = again + "do { free(p); p = malloc(12); } while (nondet_int() > 5); " +
	"q = n ? (struct node *)((char *)p + 16) : 0; while (nondet_int()) u = 1; if (!q) return 0; "

// TestKinds has hostile evidence that would prove all obligations of a kind, one of which an execution violates.
func TestKinds(t *testing.T) {
	for _, c := range []struct {
		name, body, kind string
		change           func(n int, h *verify.Heap) // n counts the loops, 0 elsewhere
	}{
		{"all links are moved", items("((int *)head)[2] = 1;"), ir.ValidDeref, func(_ int, h *verify.Heap) {
			moved(h)
		}},
		{"links are moved later", items("((int *)head)[2] = 1;"), ir.ValidDeref, func(n int, h *verify.Heap) {
			if n == 3 {
				moved(h)
			}
		}},
		{"a symbol beyond an object", beyond + "if (q == root) q->d = 1;", ir.ValidDeref, func(_ int, h *verify.Heap) {
			unknown(h)
		}},
		{"another object at the end", "do { free(root); root = malloc(12); } while (nondet_int() > 5); " +
			"do { free(p); p = malloc(12); } while (nondet_int() > 5); q = n ? root : 0; while (nondet_int()) u = 1; " +
			"if (q && q == (struct node *)((char *)p + 16)) ((struct node *)((char *)q - 16))->d = 1;", ir.ValidDeref,
			func(_ int, h *verify.Heap) { unknown(h) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := prelude + "p = 0; " + c.body + "\n  return 0;\n}\n"
			p := enginetest.C{File: "m.c", Text: text, Passes: checks}.Task(t).Program
			res, err := shape.Analyse(context.Background(), p, 0)
			if err != nil {
				t.Fatal(err)
			}
			loops := map[*ir.Loc]int{}
			for _, a := range res.Evidence.At {
				if loops[a.Loc] == 0 && a.Loc.Loop != nil {
					loops[a.Loc] = len(loops) + 1
				}
				c.change(loops[a.Loc], a.Heap)
			}
			proved, why, err := shapes.Check(context.Background(), p, p.Obligations, res.Evidence)
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range p.Obligations {
				if o.Kind == c.kind && !slices.Contains(proved, o) {
					t.Log(why)
					return
				}
			}
			t.Error("proved")
		})
	}
}

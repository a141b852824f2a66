package shapes_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/check/shapes"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/shape"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// pushed puts objects with numbers in front of a list; below is what the next number is made of.
func pushed(below string) string {
	return prelude + `
  struct node *head = 0;
  int key = 1000;
  while (nondet_int() && key > 10) {
    int by = nondet_int();
    if (by < 0 || by > 5) break;
    key = ` + below + `;
    p = malloc(sizeof *p);
    p->d = key; p->e = nondet_int(); p->next = head;
    head = p;
  }
`
}

// sorted checks that the list of pushed is in order, and releases it.
const sorted = `
  for (p = head; p && p->next; p = p->next) { n = p->d; check(n <= p->next->d); }
  while (head) { p = head->next; free(head); head = p; }
  return 0;
}
`

// orders adds an order to all lists of a heap.
func orders(o verify.HeapOrder) func(*verify.Heap) {
	return func(h *verify.Heap) {
		for i := range h.Lists {
			n := o
			h.Lists[i].Order = &n
		}
	}
}

// ascending is an order without bounds.
var ascending = verify.HeapOrder{Type: ir.I32, Before: verify.HeapValue{Off: -1 << 31},
	After: verify.HeapValue{Off: 1 << 31}}

// order changes the order of each list that has one.
func order(change func(*verify.HeapOrder)) func(*verify.Heap) {
	return func(h *verify.Heap) {
		for i := range h.Lists {
			if o := h.Lists[i].Order; o != nil {
				change(o)
			}
		}
	}
}

// later changes the heaps after the list was built.
func later(change func(*verify.Heap)) func(*verify.Heap) {
	return func(h *verify.Heap) {
		for r := range h.Regs {
			if strings.HasSuffix(r.Name, "key") {
				return
			}
		}
		change(h)
	}
}

// parts are programs with changes of all heaps, after which the checker does not confirm all obligations. The programs
// are proved without a change unless they are faulty.
var parts = []struct {
	name, text string
	faulty     bool
	changes    map[string]func(*verify.Heap)
}{
	{"sorted", pushed("key - by") + sorted, false, map[string]func(*verify.Heap){
		"strict":        order(func(o *verify.HeapOrder) { o.Strict = true }),
		"turned round":  order(func(o *verify.HeapOrder) { o.Desc = true; o.Before, o.After = o.After, o.Before }),
		"another field": order(func(o *verify.HeapOrder) { o.Off = 4 }),
		"another type":  order(func(o *verify.HeapOrder) { o.Type.Bits = 16 }),
		"above 500":     order(func(o *verify.HeapOrder) { o.Before = verify.HeapValue{Off: 500} }),
		"below 500":     order(func(o *verify.HeapOrder) { o.After = verify.HeapValue{Off: 500} }),
		"outside":       order(func(o *verify.HeapOrder) { o.Off = 12 }),
		"wrong": func(h *verify.Heap) {
			h.Below = append(h.Below, [2]verify.HeapValue{{Off: 1}, {}})
		},
		"wrong about symbols": func(h *verify.Heap) {
			for s := range h.Ranges {
				h.Below = append(h.Below, [2]verify.HeapValue{{Sym: s, Off: 1}, {Sym: s}})
			}
		},
	}},
	{"not sorted", pushed("key - 2 + by") + sorted, true, map[string]func(*verify.Heap){
		"as it is":  func(*verify.Heap) {},
		"ascending": orders(ascending),
		"no numbers": func(h *verify.Heap) {
			orders(ascending)(h)
			for i := range h.Lists {
				h.Lists[i].Facts = nil
			}
		},
	}},
	{"equal numbers", pushed("key - by") + `
  for (p = head; p && p->next; p = p->next) { n = p->d; check(n < p->next->d); }
  while (head) { p = head->next; free(head); head = p; }
  return 0;
}
`, true, map[string]func(*verify.Heap){
		"as it is": func(*verify.Heap) {},
		"strict": order(func(o *verify.HeapOrder) {
			o.Strict = true
			o.Before.Off--
			o.After.Off++
		}),
		"strict later": later(order(func(o *verify.HeapOrder) {
			o.Strict = true
			if o.Before.Sym == 0 {
				o.Before = ascending.Before
				o.Before.Off--
			}
		})),
	}},
	{"descending", pushed("key - by") + `
  for (p = head; p && p->next; p = p->next) { n = p->d; check(n >= p->next->d); }
  while (head) { p = head->next; free(head); head = p; }
  return 0;
}
`, true, map[string]func(*verify.Heap){
		"as it is": func(*verify.Heap) {},
		"turned round later": later(order(func(o *verify.HeapOrder) {
			o.Desc = true
			o.Before, o.After = o.After, o.Before
		})),
	}},
	{"another field", pushed("key - by") + `
  for (p = head; p && p->next; p = p->next) { check(p->d <= 1000); n = p->e; check(n <= p->next->e); }
  while (head) { p = head->next; free(head); head = p; }
  return 0;
}
`, true, map[string]func(*verify.Heap){
		"as it is": func(*verify.Heap) {},
		"in order later": later(order(func(o *verify.HeapOrder) {
			o.Off = 4
			if o.Before.Sym > 0 {
				o.Before = ascending.Before
			}
		})),
	}},
	{"owned", holders("malloc(12)", release), false, map[string]func(*verify.Heap){
		"nothing":         owned(func(l *verify.HeapList) { l.Owned = nil }),
		"no object":       owned(func(l *verify.HeapList) { l.Owned.Blocks = nil }),
		"no pointer":      owned(func(l *verify.HeapList) { l.Owned.Cells = nil }),
		"a larger one":    owned(func(l *verify.HeapList) { l.Owned.Blocks[0].Size++ }),
		"not on the heap": owned(func(l *verify.HeapList) { l.Owned.Blocks[0].Heap = false }),
		"zero":            owned(func(l *verify.HeapList) { l.Owned.Blocks[0].Zero = true }),
		"another number":  owned(func(l *verify.HeapList) { l.Owned.Blocks[0].Cells[0].Val.Off++ }),
		"another pointer": owned(func(l *verify.HeapList) { l.Owned.Cells[0].Off = 0 }),
		"null":            owned(func(l *verify.HeapList) { l.Owned.Cells[0].Val = verify.HeapValue{} }),
		"a symbol of the heap": owned(func(l *verify.HeapList) {
			l.Owned.Cells[0].Val.Sym, l.Owned.Blocks[0].Addr = 98, 98
		}),
		"the same for all": owned(func(l *verify.HeapList) {
			l.Owned.Cells[0].Val.Sym, l.Owned.Blocks = 98, nil
		}),
		"two": owned(func(l *verify.HeapList) {
			b := l.Owned.Blocks[0]
			b.Addr = -9
			l.Owned.Blocks = append(l.Owned.Blocks, b)
		}),
		"twice": owned(func(l *verify.HeapList) { l.Owned.Blocks = append(l.Owned.Blocks, l.Owned.Blocks[0]) }),
		"a symbol outside": func(h *verify.Heap) {
			for r := range h.Regs {
				h.Regs[r] = verify.HeapValue{Sym: -1}
			}
		},
	}},
	{"lists of lists", filled, false, map[string]func(*verify.Heap){
		"nothing":     innerLists(func(l *verify.HeapList) { l.Owned = nil }),
		"no list":     innerLists(func(l *verify.HeapList) { l.Owned.Lists = nil }),
		"longer":      innerLists(func(l *verify.HeapList) { l.Owned.Lists[0].Min = 2 }),
		"another end": innerLists(func(l *verify.HeapList) { l.Owned.Lists[0].To.Sym = -5 }),
		"another number": innerLists(func(l *verify.HeapList) {
			l.Owned.Lists[0].Facts = []verify.HeapFact{{Off: 0, Type: ir.I32, Range: verify.HeapRange{Lo: 5, Hi: 5}}}
		}),
		"outside": innerLists(func(l *verify.HeapList) { l.Owned.Lists[0].Next = 12 }),
	}},
	{"one for all", holders("q", "while (head) { h = head->next; free(head->own); free(head); head = h; }"), true,
		map[string]func(*verify.Heap){"as it is": func(*verify.Heap) {}, "each has one": shared}},
	{"different ones", holders("malloc(12)", "if (head && head->next) check(head->own == head->next->own);"), true,
		map[string]func(*verify.Heap){
			"as it is": func(*verify.Heap) {},
			"the same": owned(func(l *verify.HeapList) {
				l.Owned.Cells[0].Val.Sym, l.Owned.Blocks = 98, nil
			}),
			"the same, and more": func(h *verify.Heap) {
				h.Junk = true
				owned(func(l *verify.HeapList) { l.Owned.Cells[0].Val.Sym, l.Owned.Blocks = 98, nil })(h)
			},
		}},
	{"lost", holders("malloc(12)", "while (head) { h = head->next; free(head); head = h; }"), true,
		map[string]func(*verify.Heap){
			"as it is": func(*verify.Heap) {},
			"nothing":  owned(func(l *verify.HeapList) { l.Owned = nil }),
		}},
	{"a tree", grown("") + felled, false, map[string]func(*verify.Heap){
		"no fork":       forks(func(l *verify.HeapList) { l.Forks = nil }),
		"not this link": forks(func(l *verify.HeapList) { l.Next, l.Forks = l.Forks[0], nil }),
		"another link":  forks(func(l *verify.HeapList) { l.Forks = []int64{0} }),
		"the same link": forks(func(l *verify.HeapList) { l.Forks = []int64{l.Next} }),
		"overlapping":   forks(func(l *verify.HeapList) { l.Forks = []int64{l.Next + 2} }),
		"outside":       forks(func(l *verify.HeapList) { l.Forks = []int64{12} }),
		"longer":        forks(func(l *verify.HeapList) { l.Min = 2 }),
		"another end": forks(func(l *verify.HeapList) {
			if l.To.Sym == 0 {
				l.To.Sym = 98
			}
		}),
		"other numbers":    forks(func(l *verify.HeapList) { l.Facts[0].Range.Lo, l.Facts[0].Range.Hi = 4, 4 }),
		"with a link back": forks(func(l *verify.HeapList) { l.Prev = 0 }),
	}},
	{"a tree, cut", grown("") + "if (tree) tree->r = 0;" + felled, true, map[string]func(*verify.Heap){
		"as it is": func(*verify.Heap) {},
		"all":      func(h *verify.Heap) { h.Junk = false },
	}},
	{"a tree with another number", grown("if (nondet_int()) t->d = 4;") + felled, true, map[string]func(*verify.Heap){
		"as it is": func(*verify.Heap) {},
		"the same": forks(func(l *verify.HeapList) {
			l.Facts = []verify.HeapFact{{Type: ir.I32, Range: verify.HeapRange{Lo: 3, Hi: 3}}}
		}),
	}},
	{"a node with two links to it", grown("t->l = tree;") + felled, true, map[string]func(*verify.Heap){
		"as it is": func(*verify.Heap) {},
		"one tree": func(h *verify.Heap) {
			one := verify.HeapValue{Sym: 97}
			h.Lists = []verify.HeapList{{From: one, Next: 4, Forks: []int64{8}, Prev: -1, Size: 12,
				Facts: []verify.HeapFact{{Type: ir.I32, Range: verify.HeapRange{Lo: 3, Hi: 3}}}}}
			h.Blocks = slices.DeleteFunc(h.Blocks, func(b verify.HeapBlock) bool { return b.Heap })
			for i := range h.Blocks {
				for k, c := range h.Blocks[i].Cells {
					if c.Val.Sym > 0 {
						h.Blocks[i].Cells[k].Val = one
					}
				}
			}
		},
	}},
	{"lost lists", holders("calloc(1, 12)", "while (head) { h = head->next; free(head); head = h; }"), true,
		map[string]func(*verify.Heap){
			"as it is": func(*verify.Heap) {},
			"nothing":  owned(func(l *verify.HeapList) { l.Owned = nil }),
		}},
}

// holders is a program whose objects h have each an object at own, which own gives them.
func holders(own, end string) string {
	first := ""
	if own == "q" {
		first = "q = malloc(12);"
	}
	return prelude + first + `
  struct h { int e; struct node *own; struct h *next; } *head = 0, *h;
  while (nondet_int()) {
    h = malloc(sizeof *h);
    h->own = ` + own + `;
    h->own->d = 3;
    h->next = head;
    head = h;
  }
` + end + `
  return 0;
}
`
}

// grown is a program that makes a tree; and is what it does to a new object.
func grown(and string) string {
	return prelude + `
  struct t { int d; struct t *l, *r; } *tree = 0, **at, *t;
  while (nondet_int()) {
    t = malloc(12);
    t->d = 3;
    t->l = t->r = 0;
    ` + and + `
    for (at = &tree; *at; ) at = nondet_int() ? &(*at)->l : &(*at)->r;
    *at = t;
  }
`
}

// felled takes a tree off.
const felled = `
  for (t = tree; t; t = nondet_int() ? t->l : t->r) check(t->d == 3);
  while (tree) {
    if (tree->l) { t = tree->l; tree->l = t->r; t->r = tree; tree = t; }
    else { t = tree->r; free(tree); tree = t; }
  }
  return 0;
}
`

// forks changes each list with forks.
func forks(change func(*verify.HeapList)) func(*verify.Heap) {
	return func(h *verify.Heap) {
		for i := range h.Lists {
			if len(h.Lists[i].Forks) > 0 {
				change(&h.Lists[i])
			}
		}
	}
}

// filled is a program with lists of lists.
const filled = prelude + `
  struct h { int e; struct node *own; struct h *next; } *head = 0, *h;
  while (nondet_int()) {
    h = malloc(sizeof *h);
    h->own = 0;
    while (nondet_int()) { p = malloc(12); p->d = 3; p->next = h->own; h->own = p; }
    h->next = head;
    head = h;
  }
  for (h = head; h; h = h->next) for (p = h->own; p; p = p->next) check(p->d == 3);
  while (head) {
    while (head->own) { p = head->own->next; free(head->own); head->own = p; }
    h = head->next; free(head); head = h;
  }
  return 0;
}
`

// release releases holders and what they have.
const release = `
  for (h = head; h; h = h->next) check(h->own->d == 3);
  while (head) { h = head->next; free(head->own); free(head); head = h; }
`

// owned changes what the objects of each list own.
func owned(change func(*verify.HeapList)) func(*verify.Heap) {
	return func(h *verify.Heap) {
		for i := range h.Lists {
			if h.Lists[i].Owned != nil {
				change(&h.Lists[i])
			}
		}
	}
}

// innerLists changes the lists whose objects own lists.
func innerLists(change func(*verify.HeapList)) func(*verify.Heap) {
	return owned(func(l *verify.HeapList) {
		if len(l.Owned.Lists) > 0 {
			change(l)
		}
	})
}

// shared says that each object of a list owns the object q.
func shared(h *verify.Heap) {
	for i := range h.Lists {
		h.Lists[i].Owned = &verify.HeapOwned{
			Cells:  []verify.HeapCell{{Off: 4, Type: ptr32, Val: verify.HeapValue{Sym: -1}}},
			Blocks: []verify.HeapBlock{{Addr: -1, Size: 12, Heap: true}},
		}
	}
	if len(h.Lists) > 0 {
		h.Blocks = slices.DeleteFunc(h.Blocks, func(b verify.HeapBlock) bool { return b.Heap && b.Size == 12 })
		for r := range h.Regs {
			if strings.HasSuffix(r.Name, "q") {
				delete(h.Regs, r)
			}
		}
	}
}

// ptr32 is the type of pointers of the programs.
var ptr32 = ir.Type{Kind: ir.Ptr, Bits: 32}

// TestParts checks what parts of lists say.
func TestParts(t *testing.T) {
	for _, c := range parts {
		for how, change := range c.changes {
			t.Run(c.name+", "+how, func(t *testing.T) {
				p := enginetest.C{File: "m.c", Text: c.text, Passes: checks}.Task(t).Program
				res, err := shape.Analyse(context.Background(), p, 0)
				if err != nil {
					t.Fatal(err)
				}
				proved, why, err := shapes.Check(context.Background(), p, p.Obligations, res.Evidence)
				if all := err == nil && len(proved) == len(p.Obligations); all == c.faulty {
					t.Fatal("without a change: ", why, err)
				}
				changed := false
				for _, a := range res.Evidence.At {
					before := a.Heap.String()
					change(a.Heap)
					changed = changed || a.Heap.String() != before
				}
				proved, _, err = shapes.Check(context.Background(), p, p.Obligations, res.Evidence)
				if err == nil && len(proved) == len(p.Obligations) || !changed && how != "as it is" {
					t.Errorf("%d of %d confirmed, or not changed: %v", len(proved), len(p.Obligations), changed)
				}
			})
		}
	}
}

package shapes_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/check/shapes"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	engine "github.com/tandem-verifier/tandem/internal/engine/shapes"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/shape"
	"github.com/tandem-verifier/tandem/internal/verify"
)

var seeds = flag.Int("seeds", 30, "number of random programs")

// generator writes random programs over lists.
type generator struct {
	r     *rand.Rand
	b     strings.Builder
	depth int
}

func (g *generator) pick(xs ...string) string { return xs[g.r.IntN(len(xs))] }

func (g *generator) pointer() string { return g.pick("p", "q", "h", "h", "l.next") }

// cond returns a condition over pointers, data and inputs.
func (g *generator) cond() string {
	x, y := g.pointer(), g.pointer()
	return g.pick("n > 1", "m", x, "!"+x, x+" == "+y, x+" != "+y, "i < 2", x+" && "+x+"->d == 2", x+" && !"+x+"->next",
		x+" && "+x+"->prev == "+y)
}

// stmt writes a statement. Some of them are wrong for some inputs.
func (g *generator) stmt() {
	x, y := g.pointer(), g.pointer()
	k := g.r.IntN(4)
	guarded := func(p, s string) string {
		if g.r.IntN(5) == 0 {
			return s
		}
		return "if (" + p + ") " + s
	}
	switch n := g.r.IntN(26); {
	case n < 3:
		fmt.Fprintf(&g.b, "t = malloc(sizeof *t); t->d = %d; t->next = %s; t->prev = 0; %s = t;\n", k, y, x)
	case n == 3:
		fmt.Fprintf(&g.b, "%s = %s;\n", x, y)
	case n == 4:
		fmt.Fprintf(&g.b, "%s\n", guarded(y, fmt.Sprintf("%s = %s->%s;", x, y, g.pick("next", "next", "prev"))))
	case n == 5:
		fmt.Fprintf(&g.b, "%s\n", guarded(x, fmt.Sprintf("%s->%s = %s;", x, g.pick("next", "next", "prev"), y)))
	case n == 6:
		fmt.Fprintf(&g.b, "%s\n", guarded(x, fmt.Sprintf("%s->d = %d;", x, k)))
	case n == 7:
		fmt.Fprintf(&g.b, "free(%s); %s\n", x, g.pick("", x+" = 0;", x+" = 0;"))
	case n == 8:
		fmt.Fprintf(&g.b, "if (%s) { t = %s->next; free(%s); %s = t; }\n", x, x, x, x)
	case n == 9 && g.depth < 2:
		fmt.Fprintf(&g.b, "for (i = 0; i < %s; i++) {\n", g.pick("n", "m", "n", "3"))
		g.block(1 + g.r.IntN(3))
		g.b.WriteString("}\n")
	case n == 10 && g.depth < 2:
		fmt.Fprintf(&g.b, "for (c = %s; c && j < 9; j++) {\n", x)
		g.block(g.r.IntN(2))
		fmt.Fprintf(&g.b, "%s c = c->next; }\n", g.pick("", "c->d = 1;", "if (c->d > 2) error();", "if (c->d == 1) break;"))
	case n == 11 && g.depth < 2:
		fmt.Fprintf(&g.b, "if (%s) {\n", g.cond())
		g.block(1 + g.r.IntN(2))
		g.b.WriteString("} else {\n")
		g.block(g.r.IntN(2))
		g.b.WriteString("}\n")
	case n == 12:
		fmt.Fprintf(&g.b, "if (%s) error();\n", g.cond())
	case n == 13:
		fmt.Fprintf(&g.b, "while (%s) { t = %s->next; free(%s); %s = t; }\n", x, x, x, x)
	case n == 14:
		fmt.Fprintf(&g.b, "r = 0; while (%s && j++ < 9) { t = %s->next; %s->next = r; r = %s; %s = t; } %s = r;\n", x, x, x,
			x, x, g.pointer())
	case n == 15:
		fmt.Fprintf(&g.b, "t = malloc(sizeof *t); t->d = %d; t->prev = 0; t->next = %s; ", k, x)
		fmt.Fprintf(&g.b, "if (%s) %s->prev = t; %s = t;\n", x, x, x)
	case n == 16:
		fmt.Fprintf(&g.b, "if (%s && %s) *%s = *%s;\n", x, y, x, y)
	case n == 17: // an insertion in order
		rel := g.pick("<", "<", "<=", ">")
		fmt.Fprintf(&g.b, "t = malloc(sizeof *t); t->d = %s; t->prev = 0; c = 0; r = %s;\n", g.pick("n", "m", "2"), x)
		fmt.Fprintf(&g.b, "while (r && r->d %s t->d && j++ < 9) { c = r; r = r->next; }\n", rel)
		fmt.Fprintf(&g.b, "t->next = r; if (c) c->next = t; else %s = t;\n", x)
	case n == 19:
		fmt.Fprintf(&g.b, "t = %s; %s->down = t; ", g.pick("malloc(sizeof *t)", "calloc(1, sizeof *t)", "0", y), x)
		fmt.Fprintf(&g.b, "%s\n", g.pick("", "if (t) t->next = 0;", "if (t) t->d = 1;"))
	case n == 20:
		fmt.Fprintf(&g.b, "%s\n", guarded(x, fmt.Sprintf("{ t = malloc(sizeof *t); t->d = 1; t->next = %s->down; "+
			"%s->down = t; }", x, x)))
	case n == 21:
		fmt.Fprintf(&g.b, "while (%s) { t = %s->next; c = %s->down; %s free(%s); %s = t; }\n", x, x, x,
			g.pick("free(c);", "while (c) { r = c->next; free(c); c = r; }", ""), x, x)
	case n == 23: // an insertion into a tree
		fmt.Fprintf(&g.b, "t = calloc(1, sizeof *t); t->d = %s; c = %s; if (!c) %s = t;\n", g.pick("n", "2"), x, x)
		fmt.Fprintf(&g.b, "while (c && j++ < 9) { if (%s) { if (!c->next) { c->next = t; break; } c = c->next; }\n",
			g.pick("c->d > m", "nondet_uchar()", "n > 1"))
		fmt.Fprintf(&g.b, "else { if (!c->down) { c->down = t; break; } c = c->down; } }\n")
	case n == 24: // the release of a tree
		fmt.Fprintf(&g.b, "while (%s && j++ < 12) { t = %s->down; if (t) { %s->down = t->next; t->next = %s; } else { "+
			"t = %s->next; free(%s); } %s = t; }\n", x, x, x, g.pick(x, x, "0"), x, x, x)
	case n == 18:
		fmt.Fprintf(&g.b, "for (c = %s; c && j < 9; j++) { r = c->next; if (r && c->d %s r->d) error(); c = r; }\n", x,
			g.pick(">", ">=", "<"))
	default:
		fmt.Fprintf(&g.b, "%s = calloc(1, sizeof *t);\n", x)
	}
}

func (g *generator) block(n int) {
	g.depth++
	for range n {
		g.stmt()
	}
	g.depth--
}

// program returns a random program with two inputs from 0 to 3.
func program(seed uint64) string {
	g := &generator{r: rand.New(rand.NewPCG(seed, 7))}
	g.b.WriteString(`#include <stdlib.h>
unsigned char nondet_uchar(void);
extern void reach_error(void);
#define error() reach_error()
struct node { int d; struct node *next, *prev, *down; };
int main(void) {
  unsigned char n = nondet_uchar(), m = nondet_uchar();
  if (n > 3 || m > 3) return 0;
  struct node *p = 0, *q = 0, *h = 0, *t = 0, *c = 0, *r = 0, l = {0, 0, 0, 0};
  int i = 0, j = 0;
`)
	g.b.WriteString("for (i = 0; i < n; i++) {\nt = malloc(sizeof *t); ")
	fmt.Fprintf(&g.b, "t->d = %d; t->next = h; t->prev = 0; %s %s h = t; }\n", g.r.IntN(3),
		g.pick("", "if (h) h->prev = t;"),
		g.pick("t->down = 0;", "t->down = malloc(sizeof *t);", "r = calloc(1, sizeof *t); t->down = r;"))
	g.block(2 + g.r.IntN(6))
	g.b.WriteString("for (c = h; c && j < 9; c = c->next) j++;\nreturn 0; }\n")
	if seed%3 > 0 {
		return g.b.String()
	}
	return embed(g.b.String())
}

var data = regexp.MustCompile(`((?:l\.)?\w+)->d\b`)

// embed moves the links of a program's nodes into the middle of items.
func embed(text string) string {
	text = strings.ReplaceAll(text, "l = {0, 0, 0, 0}", "l = {0, 0, 0}")
	text = data.ReplaceAllString(text, "ITEM($1)->d")
	return strings.NewReplacer("int d; struct node *next, *prev, *down; };", `struct node *next, *prev, *down; };
struct item { int d; struct node l; };
#define ITEM(p) ((struct item *)((char *)(p) - 4))
#define NEW(how) (&((struct item *)(how))->l)
#define free(p) do { struct node *f = (p); if (f) (free)(ITEM(f)); } while (0)`,
		"malloc(sizeof *t)", "NEW(malloc(sizeof(struct item)))", "calloc(1, sizeof *t)",
		"NEW(calloc(1, sizeof(struct item)))").Replace(text)
}

// checks are the passes for programs whose accesses, frees and leaks are obligations.
func checks(o *instrument.Options) {
	o.Report = map[string]bool{ir.ValidDeref: true, ir.ValidFree: true, ir.ValidMemtrack: true, ir.ValidMemcleanup: true}
}

// TestRandom checks on random programs that the engine claims nothing that a run violates.
func TestRandom(t *testing.T) {
	var list []uint64
	for i := range *seeds {
		list = append(list, uint64(i))
	}
	count := enginetest.RunMemoryOf(t, program, checks, list, time.Second, engine.Engine())
	t.Log(count)
	if count["shapes proved"]+count["shapes proved in part"] < *seeds/10 || count["faulty"] < *seeds/10 {
		t.Error("the programs are not worth much")
	}
}

// TestForged changes the evidence for random programs. No run violates an obligation that the checker then still
// confirms.
func TestForged(t *testing.T) {
	proofs, refused, partly := 0, 0, 0
	for seed := range uint64(*seeds) {
		text := program(seed + 1000)
		task := enginetest.C{File: "m.c", Text: text, Passes: checks}.Task(t)
		violated, vague := enginetest.Truth(t, task.Program)
		if vague || len(violated) == 0 && seed%4 > 0 {
			continue
		}
		res, err := shape.Analyse(context.Background(), task.Program, 20_000)
		if err != nil {
			continue
		}
		r := rand.New(rand.NewPCG(seed, 3))
		for range 40 {
			ev, how := forged(r, res.Evidence)
			proved, _, err := shapes.Check(context.Background(), task.Program, task.Program.Obligations, ev)
			switch {
			case err != nil || len(proved) == 0:
				refused++
			case len(proved) < len(task.Program.Obligations):
				partly++
			default:
				proofs++
			}
			for _, o := range proved {
				if violated[o] {
					t.Fatalf("seed %d: %s %s is proved after%s, but a run violates it:\n%s", seed, o.Kind, o.Pos, how, text)
				}
			}
		}
	}
	t.Logf("%d refused, %d prove a part, %d all", refused, partly, proofs)
}

// forged returns changed evidence, and what was changed.
func forged(r *rand.Rand, ev *verify.Shapes) (*verify.Shapes, string) {
	out := &verify.Shapes{}
	for _, a := range ev.At {
		out.At = append(out.At, verify.HeapAt{Loc: a.Loc, Heap: a.Heap.Copy()})
	}
	how := ""
	for range 1 + r.IntN(3) {
		k := r.IntN(len(out.At))
		h := out.At[k].Heap
		how += fmt.Sprintf(" L%d:", out.At[k].Loc.ID) + forge(r, h)
		switch other := out.At[r.IntN(len(out.At))]; r.IntN(8) {
		case 0:
			out.At = slices.Delete(out.At, k, k+1)
			how += " (removed)"
			if len(out.At) == 0 {
				return out, how
			}
		case 1:
			out.At[k].Heap = other.Heap.Copy()
			how += fmt.Sprintf(" (that of L%d)", other.Loc.ID)
		}
	}
	return out, how
}

// forge changes a heap.
func forge(r *rand.Rand, h *verify.Heap) string {
	values := []*verify.HeapValue{}
	for i := range h.Blocks {
		for k := range h.Blocks[i].Cells {
			values = append(values, &h.Blocks[i].Cells[k].Val)
		}
	}
	for i := range h.Lists {
		l := &h.Lists[i]
		values = append(values, &l.From, &l.To)
		if l.Prev >= 0 {
			values = append(values, &l.Back, &l.Last)
		}
	}
	var regs []*ir.Var
	for v := range h.Regs {
		regs = append(regs, v)
	}
	slices.SortFunc(regs, func(a, b *ir.Var) int { return strings.Compare(a.Name, b.Name) })
	switch n := r.IntN(24); {
	case n >= 22 && len(h.Lists) > 0:
		l := &h.Lists[r.IntN(len(h.Lists))]
		l.Prev, l.Order = -1, nil
		if len(l.Forks) > 0 && r.IntN(2) == 0 {
			l.Forks = nil
		} else {
			l.Forks = []int64{l.Next + int64(r.IntN(5)-2)*4}
		}
		return "other forks;"
	case n >= 20 && len(h.Lists) > 0:
		l := &h.Lists[r.IntN(len(h.Lists))]
		if o := l.Owned; o != nil && len(o.Cells) > 0 {
			c := &o.Cells[r.IntN(len(o.Cells))]
			switch r.IntN(4) {
			case 0:
				l.Owned = nil
			case 1:
				c.Val.Sym = r.IntN(5) - 2
			case 2:
				o.Blocks = nil
			default:
				o.Lists = nil
			}
		} else {
			l.Owned = &verify.HeapOwned{Cells: []verify.HeapCell{{Off: l.Next + 8, Type: ptr32, Val: verify.HeapValue{Sym: -1}}},
				Blocks: []verify.HeapBlock{{Addr: -1, Size: l.Size, Heap: true}}}
		}
		return "other objects owned;"
	case n == 17 && len(h.Lists) > 0:
		l := &h.Lists[r.IntN(len(h.Lists))]
		if l.Order == nil {
			l.Order = &verify.HeapOrder{Off: l.Link, Type: ir.I32, Before: verify.HeapValue{Off: -1 << 31},
				After: verify.HeapValue{Off: 1 << 31}}
		}
		l.Order.Desc, l.Order.Strict = r.IntN(3) == 0, r.IntN(2) == 0
		if r.IntN(2) == 0 {
			l.Order.Before, l.Order.After = l.Order.After, l.Order.Before
		}
		return "another order;"
	case n == 18 && len(values) > 1:
		h.Below = append(h.Below, [2]verify.HeapValue{*values[r.IntN(len(values))], *values[r.IntN(len(values))]})
		return "at most;"
	case n == 16 && len(h.Lists) > 0:
		l := &h.Lists[r.IntN(len(h.Lists))]
		l.Link = 4 - l.Link
		return "another link;"
	case n == 0 && len(h.Blocks) > 0:
		k := r.IntN(len(h.Blocks))
		h.Blocks = slices.Delete(h.Blocks, k, k+1)
		return "a block less;"
	case n == 1 && len(h.Lists) > 0:
		k := r.IntN(len(h.Lists))
		h.Lists = slices.Delete(h.Lists, k, k+1)
		return "a list less;"
	case n == 2 && len(values) > 1:
		*values[r.IntN(len(values))] = *values[r.IntN(len(values))]
		return "another value;"
	case n == 3 && len(values) > 0:
		*values[r.IntN(len(values))] = verify.HeapValue{}
		return "null;"
	case n == 4 && len(h.Lists) > 0:
		h.Lists[r.IntN(len(h.Lists))].Min++
		return "longer;"
	case n == 5 && len(h.Lists) > 0:
		l := &h.Lists[r.IntN(len(h.Lists))]
		l.Next, l.Prev = max(l.Prev, 0), l.Next
		return "swapped links;"
	case n == 6 && len(h.Lists) > 0:
		l := &h.Lists[r.IntN(len(h.Lists))]
		for i := range l.Facts {
			l.Facts[i].Range.Hi = l.Facts[i].Range.Lo
		}
		return "stronger facts;"
	case n == 7 && len(h.Lists) > 0:
		h.Lists[r.IntN(len(h.Lists))].Size += int64(r.IntN(9) - 4)
		return "another size;"
	case n == 8:
		h.Junk = !h.Junk
		return "junk;"
	case n == 9 && len(regs) > 0:
		h.Regs[regs[r.IntN(len(regs))]] = h.Regs[regs[r.IntN(len(regs))]]
		return "another register;"
	case n == 10 && len(regs) > 0:
		delete(h.Regs, regs[r.IntN(len(regs))])
		return "a register less;"
	case n == 11 && len(h.Blocks) > 0:
		b := &h.Blocks[r.IntN(len(h.Blocks))]
		b.Zero, b.Heap = r.IntN(2) == 0, r.IntN(4) > 0
		return "another kind of block;"
	case n == 12 && len(h.Lists) > 0:
		l := &h.Lists[r.IntN(len(h.Lists))]
		l.Prev, l.Back, l.Last = int64(r.IntN(3)*8), verify.HeapValue{}, verify.HeapValue{Sym: l.From.Sym}
		return "doubly linked;"
	case n == 13 && len(h.Lists) > 0:
		h.Lists = append(h.Lists, h.Lists[r.IntN(len(h.Lists))])
		return "a list twice;"
	case n == 14 && len(values) > 1:
		h.Apart = append(h.Apart, [2]verify.HeapValue{*values[r.IntN(len(values))], *values[r.IntN(len(values))]})
		return "different;"
	default:
		for s := range h.Ranges {
			if r.IntN(3) == 0 {
				h.Ranges[s] = verify.HeapRange{Lo: 0, Hi: int64(r.IntN(2))}
			}
		}
		return "smaller ranges;"
	}
}

package difftest

import (
	"fmt"
	"math/rand"
	"strings"
)

// This file generates random programs about memory: arrays, strings and lists on the heap and the stack, pointers into
// them, calls of the library, and some arithmetic. Some statements have a mistake of a careless programmer. All memory
// is written before it is read, since uninitialised memory is an input for Tandem, but arbitrary data for gcc. Indices
// stay close to their objects, so that redzones catch them. No number depends on an address.

// memProgram is a program of main with functions.
type memProgram struct {
	decls, body string // functions before main, and the body of main
	bits        int    // number of bits of each input
}

const memTypes = positionDecls + `struct N { int v; struct N *next; };
struct B { int *data; int n; };
struct P { char tag; short pair[2]; int v; };
`

// memArray is an array of int in the program.
type memArray struct {
	name, count string // count: a C expression
	most        int    // maximum of count
	heap        bool
	nullable    bool // may be null at this point
}

// memText is a string in the program, with room bytes.
type memText struct {
	name string
	room int
	heap bool
}

// memGen generates a program.
type memGen struct {
	rng    *rand.Rand
	b      strings.Builder
	inputs []string
	arrays []memArray
	texts  []memText
	lists  []string
	boxes  []string
	names  int
	decls  strings.Builder
	faults float64 // probability that a statement is careless
	mask   int     // the greatest input
}

// name returns a new name that begins with stem.
func (g *memGen) name(stem string) string {
	g.names++
	return fmt.Sprintf("%s%d", stem, g.names)
}

// p writes a line.
func (g *memGen) p(format string, args ...any) {
	b := &g.b
	b.WriteString("  ")
	fmt.Fprintf(b, format, args...)
	b.WriteString("\n")
}

func (g *memGen) careless() bool          { return g.rng.Float64() < g.faults }
func (g *memGen) half() bool              { return g.rng.Intn(2) == 0 }
func (g *memGen) input() string           { return g.inputs[g.rng.Intn(len(g.inputs))] }
func (g *memGen) one(xs ...string) string { return xs[g.rng.Intn(len(xs))] }

// small returns an expression whose value is from -1 to 8.
func (g *memGen) small() string {
	x := g.input()
	switch g.rng.Intn(7) {
	case 0:
		return fmt.Sprint(g.rng.Intn(4))
	case 1:
		return x + " + 1"
	case 2:
		return x + " - 1"
	case 3:
		return fmt.Sprintf("(%s ^ %s)", x, g.input())
	case 4:
		return fmt.Sprintf("(%s & 1) * 2", x)
	case 5:
		return fmt.Sprintf("(%s > %s ? %s : 0)", x, g.input(), x)
	}
	return x
}

// condition returns a condition on inputs.
func (g *memGen) condition() string {
	return fmt.Sprintf("%s %s %s", g.input(), g.one("==", "!=", "<", ">"),
		g.one(fmt.Sprint(g.rng.Intn(g.mask+1)), g.input()))
}

// newArray writes an array with contents.
func (g *memGen) newArray() {
	a := memArray{name: g.name("p"), heap: g.rng.Intn(4) != 0}
	if !a.heap {
		a.count, a.most = "4", 4
		g.p("int %s[4] = {%d, 1, 2};", a.name, g.rng.Intn(9))
		g.arrays = append(g.arrays, a)
		return
	}
	if g.half() {
		a.most = 1 + g.rng.Intn(4)
		a.count = fmt.Sprint(a.most)
	} else {
		a.count = g.name("n")
		a.most = g.mask + 1
		g.p("int %s = %s + 1;", a.count, g.input())
	}
	size := fmt.Sprintf("%s * sizeof(int)", a.count)
	if g.careless() {
		size = g.one(a.count+" * sizeof(short)", fmt.Sprintf("%s * sizeof(int) - 1", a.count))
	}
	switch g.rng.Intn(3) {
	case 0:
		g.p("int *%s = calloc(%s, sizeof(int));", a.name, a.count)
	default:
		g.p("int *%s = malloc(%s);", a.name, size)
		cmp := "<"
		if g.careless() {
			cmp = "<="
		}
		g.p("for (int i = 0; i %s %s; i++) %s[i] = %s;", cmp, a.count, a.name, g.one("i", "7", g.input(), "i + "+g.input()))
	}
	g.arrays = append(g.arrays, a)
}

// use writes an access to an array, with a guard that is usually right.
func (g *memGen) use() {
	if len(g.arrays) == 0 {
		g.newArray()
		return
	}
	a := g.arrays[g.rng.Intn(len(g.arrays))]
	i := g.small()
	if !a.heap {
		i = "(" + i + " & 7)"
	}
	guard := fmt.Sprintf("%s >= 0 && %s < %s", i, i, a.count)
	if a.nullable && !g.careless() {
		guard = a.name + " && " + guard
	}
	if g.careless() {
		guard = g.one(fmt.Sprintf("%s < %s", i, a.count), fmt.Sprintf("%s >= 0 && %s <= %s", i, i, a.count), g.condition())
		if a.nullable && g.half() {
			guard = a.name + " && " + guard
		}
	}
	switch g.rng.Intn(6) {
	case 0:
		g.p("if (%s) x = %s[%s];", guard, a.name, i)
	case 1:
		q := g.name("q")
		g.p("if (%s) { int *%s = %s + (%s); *%s = %s; }", guard, q, a.name, i, q, g.input())
	case 2:
		g.p("if (%s) put(%s, %s, %d);", guard, a.name, i, g.rng.Intn(5))
	case 3:
		g.p("if (%s) x = get(%s + 1, (%s) - 1);", guard, a.name, i)
	case 4:
		n := g.name("k")
		low := ""
		if a.nullable {
			low = a.name + " && "
		}
		cmp := "<"
		if g.careless() {
			cmp = "<="
		}
		g.p("for (int %s = 0; %s%s %s %s; %s++) x = x / 2 + %s[%s];", n, low, n, cmp, a.count, n, a.name, n)
	default:
		g.p("if (%s) %s[%s] = %s;", guard, a.name, i, g.one("x % 5", g.input(), "3"))
	}
}

// release writes a conditional free of an array.
func (g *memGen) release() {
	for k := range g.arrays {
		a := &g.arrays[(k+g.names)%len(g.arrays)]
		if !a.heap || a.nullable {
			continue
		}
		null := fmt.Sprintf(" %s = NULL;", a.name)
		if g.careless() {
			null = ""
		}
		off := ""
		if g.rng.Float64() < g.faults/2 {
			off = " + " + g.input()
		}
		g.p("if (%s) { free(%s%s);%s }", g.condition(), a.name, off, null)
		a.nullable = true
		return
	}
	g.newArray()
}

// resize writes a reallocation of an array, and fills the array.
func (g *memGen) resize() {
	for k := range g.arrays {
		a := &g.arrays[(k+g.names)%len(g.arrays)]
		if !a.heap || a.nullable {
			continue
		}
		count, old := g.name("n"), g.name("o")
		g.p("int %s = %s + %d, %s = %s;", count, g.input(), 1+g.rng.Intn(3), old, a.count)
		to := a.name
		if g.careless() {
			to = g.name("p")
			g.p("int *%s = realloc(%s, %s * sizeof(int));", to, a.name, count)
			g.p("for (int i = %s; i < %s; i++) %s[i] = i;", old, count, g.one(to, to, a.name))
			a.name, a.count, a.most = g.one(to, to, a.name), count, g.mask+4
			return
		}
		g.p("%s = realloc(%s, %s * sizeof(int));", to, to, count)
		g.p("for (int i = %s; i < %s; i++) %s[i] = %d;", old, count, to, g.rng.Intn(4))
		a.count, a.most = count, g.mask+4
		return
	}
	g.newArray()
}

// newText writes a string.
func (g *memGen) newText() {
	t := memText{name: g.name("s"), room: 5 + g.rng.Intn(5), heap: g.half()}
	length := fmt.Sprintf("%s %% %d", g.input(), t.room)
	if g.careless() {
		length = fmt.Sprintf("%s + %d", g.input(), 1+g.rng.Intn(3))
	}
	if t.heap {
		g.p("char *%s = calloc(%d, 1);", t.name, t.room)
	} else {
		g.p("char %s[%d] = \"\";", t.name, t.room)
	}
	switch g.rng.Intn(3) {
	case 0:
		g.p("memset(%s, 'a' + %s, %s);", t.name, g.input(), length)
		if !g.careless() {
			g.p("%s[%d] = 0;", t.name, t.room-1)
		}
	case 1:
		g.p("strcpy(%s, %q);", t.name, "abcdefghij"[:g.rng.Intn(5)])
	default:
		k := g.name("k")
		g.p("int %s;", k)
		g.p("for (%s = 0; %s < %s; %s++) %s[%s] = 'a' + %s;", k, k, length, k, t.name, k, k)
		g.p("%s[%s] = 0;", t.name, k)
	}
	g.texts = append(g.texts, t)
}

// text writes a call of a string function.
func (g *memGen) text() {
	if len(g.texts) < 2 {
		g.newText()
		return
	}
	i := g.rng.Intn(len(g.texts))
	k := (i + 1 + g.rng.Intn(len(g.texts)-1)) % len(g.texts)
	to, from := g.texts[i], g.texts[k]
	switch g.rng.Intn(8) {
	case 0:
		guard := fmt.Sprintf("if (strlen(%s) < %d) ", from.name, to.room)
		if g.careless() {
			guard = g.one("", fmt.Sprintf("if (strlen(%s) <= %d) ", from.name, to.room))
		}
		g.p("%sstrcpy(%s, %s);", guard, to.name, from.name)
	case 1:
		guard := fmt.Sprintf("if (strlen(%s) + strlen(%s) < %d) ", from.name, to.name, to.room)
		if g.careless() {
			guard = fmt.Sprintf("if (strlen(%s) < %d) ", from.name, to.room)
		}
		g.p("%sstrcat(%s, %s);", guard, to.name, from.name)
	case 2:
		least := min(to.room, from.room)
		if g.careless() {
			g.p("memcpy(%s, %s, %s + %d);", to.name, from.name, g.input(), 2+g.rng.Intn(4))
		} else {
			g.p("memcpy(%s, %s, %s %% %d);", to.name, from.name, g.input(), least)
		}
	case 3:
		if g.careless() {
			g.p("memmove(%s + 1, %s, %s + %d);", to.name, to.name, g.input(), 1+g.rng.Intn(4))
		} else {
			g.p("memmove(%s + 1, %s, %s %% %d); %s[%d] = 0;", to.name, to.name, g.input(), to.room-1, to.name, to.room-1)
		}
	case 4:
		c, guard := g.name("c"), "if (%[1]s) "
		if g.careless() {
			guard = ""
		}
		g.p("char *%s = strchr(%s, 'a' + %s);", c, to.name, g.input())
		g.p(guard+"*%[1]s = 'z';", c)
	case 5:
		g.p("x = strcmp(%s, %s) < 0;", to.name, from.name)
	case 6:
		g.p("if (strlen(%s) > 1) x = %s[strlen(%s) - 1];", to.name, to.name, to.name)
	default:
		g.p("x = memcmp(%s, %s, %d) == 0;", to.name, from.name, min(to.room, from.room)-g.rng.Intn(3))
	}
}

// newList writes a list whose length is an input, or a constant.
func (g *memGen) newList() {
	l := g.name("l")
	g.p("struct N *%s = NULL;", l)
	g.p("for (int i = 0; i < %s; i++) { struct N *m = malloc(sizeof *m); m->v = i; m->next = %s; %s = m; }",
		g.one(g.input(), "2", "3"), l, l)
	g.lists = append(g.lists, l)
}

// list writes an operation on a list.
func (g *memGen) list() {
	if len(g.lists) == 0 {
		g.newList()
		return
	}
	l := g.lists[g.rng.Intn(len(g.lists))]
	switch g.rng.Intn(5) {
	case 0:
		m := g.name("m")
		g.p("struct N *%s = %s;", m, l)
		and := fmt.Sprintf(" && %s", m)
		if g.careless() {
			and = ""
		}
		g.p("for (int i = 0; i < %s%s; i++) %s = %s->next;", g.small(), and, m, m)
		if !g.careless() {
			g.p("if (%s) x = %s->v;", m, m)
		} else {
			g.p("x = %s->v;", m)
		}
	case 1:
		guard := fmt.Sprintf("%s && %s->next", l, l)
		if g.careless() {
			guard = g.one(l, g.condition())
		}
		g.p("if (%s) %s->next->v = %s;", guard, l, g.input())
	case 2: // remove the first
		m := g.name("m")
		if g.careless() {
			g.p("if (%s) { struct N *%s = %s; free(%s); %s = %s->next; }", l, m, l, m, l, m)
		} else {
			g.p("if (%s && %s) { struct N *%s = %s; %s = %s->next; free(%s); }", l, g.condition(), m, l, l, m, m)
		}
	case 3: // remove the second
		keep := fmt.Sprintf("%s->next = %s->next->next;", l, l)
		if g.careless() {
			keep = ""
		}
		m := g.name("m")
		g.p("if (%s && %s->next) { struct N *%s = %s->next; %s free(%s); }", l, l, m, l, keep, m)
	default:
		g.p("for (struct N *m = %s; m; m = m->next) x = x / 2 + m->v;", l)
	}
}

// box writes a structure with a pointer to an array, or uses one.
func (g *memGen) box() {
	if len(g.boxes) == 0 {
		b := g.name("b")
		g.p("struct B *%s = malloc(sizeof *%s);", b, b)
		g.p("%s->n = %s + 1; %s->data = calloc(%s->n, sizeof(int));", b, g.input(), b, b)
		g.boxes = append(g.boxes, b)
		return
	}
	b := g.boxes[g.rng.Intn(len(g.boxes))]
	i := g.small()
	guard := fmt.Sprintf("%s >= 0 && %s < %s->n", i, i, b)
	if g.careless() {
		guard = g.one(fmt.Sprintf("%s <= %s->n", i, b), g.condition())
	}
	switch g.rng.Intn(3) {
	case 0:
		g.p("if (%s) %s->data[%s] = x;", guard, b, i)
	case 1:
		g.p("if (%s) x = *(%s->data + (%s));", guard, b, i)
	default:
		g.p("if (%s) { struct B whole = *%s; whole.data[%s] = 1; }", guard, b, i)
	}
}

// arithmetic writes a division, a shift, or a sum.
func (g *memGen) arithmetic() {
	x, y := g.input(), g.input()
	switch g.rng.Intn(4) {
	case 0:
		d := fmt.Sprintf("(%s + 1)", x)
		if g.careless() {
			d = fmt.Sprintf("(%s - %d)", x, g.rng.Intn(g.mask+1))
		}
		g.p("x = 100 / %s;", d)
	case 1:
		s := fmt.Sprintf("%s * 4", x)
		if g.careless() {
			s = fmt.Sprintf("%s * %d", x, 8+g.rng.Intn(5))
		}
		g.p("x = (int)(0x40u >> (%s));", s)
	case 2:
		k := 1000
		if g.careless() {
			k = 1073741824
		}
		g.p("x = %s * %d + %s;", x, k, y)
	default:
		k := "INT_MAX - 16"
		if g.careless() {
			k = fmt.Sprintf("INT_MAX - %d", g.rng.Intn(8))
		}
		g.p("x = %s + %s;", k, x)
	}
	g.p("x &= 15;")
}

// scope writes a pointer that points to a variable of a block for some time.
func (g *memGen) scope() {
	q, v := g.name("q"), g.name("v")
	g.p("int %s = 4, *%s = &%s;", v, q, v)
	back := fmt.Sprintf(" %s = &%s;", q, v)
	if g.careless() {
		back = ""
	}
	g.p("if (%s) { int t = %s; %s = &t; x = *%s;%s }", g.condition(), g.input(), q, q, back)
	g.p("x = *%s;", q)
}

// more writes less frequent statements: copies of structures and of their bytes, arrays of pointers, pointers to
// functions, other functions of the library.
func (g *memGen) more() {
	x := g.input()
	switch g.rng.Intn(9) {
	case 0: // copies of structures through pointers
		a, b := g.name("u"), g.name("u")
		g.p("struct P %s = {1, {2, 3}, %s}, *%s = malloc(sizeof *%s);", a, x, b, b)
		null := ""
		if g.careless() {
			null = fmt.Sprintf("if (%s) { free(%s); %s = NULL; } ", g.condition(), b, b)
		}
		g.p("%s*%s = %s; x = %s->pair[%s & 1] + %s->v;", null, b, a, b, x, b)
		if !g.careless() {
			g.p("free(%s);", b)
		}
	case 1: // its bytes
		a, c := g.name("u"), g.name("c")
		g.p("struct P %s = {1, {2, 3}, %s}; char *%s = (char *)&%s;", a, x, c, a)
		size := "8"
		if g.careless() {
			size = fmt.Sprintf("(8 + %s)", g.input())
		}
		g.p("x = %s[%s]; memset(%s, 0, %s); x += %s.v;", c, x, c, size, a)
	case 2: // pointers in an array
		t := g.name("t")
		g.p("int *%s[3] = {NULL, NULL, NULL};", t)
		g.p("for (int i = 0; i < 3 && i < %s; i++) { %s[i] = malloc(4); *%s[i] = i; }", x, t, t)
		i := fmt.Sprintf("%s %% 3", g.input())
		guard := fmt.Sprintf("if (%s[%s]) ", t, i)
		if g.careless() {
			guard = ""
		}
		g.p("%sx = *%s[%s];", guard, t, i)
		if g.careless() {
			g.p("free(%s[%s]);", t, i)
		}
		g.p("for (int i = 0; i < 3; i++) free(%s[i]);", t)
	case 3: // a function in a pointer
		f := g.name("f")
		g.p("int (*%s)(const int *, int) = %s ? get : NULL;", f, g.condition())
		guard := fmt.Sprintf("if (%s) ", f)
		if g.careless() {
			guard = ""
		}
		g.p("{ int one[1] = {3}; %sx = %s(one, 0); }", guard, f)
	case 4: // a copy of a text
		if len(g.texts) == 0 {
			g.newText()
			return
		}
		t, d := g.texts[g.rng.Intn(len(g.texts))], g.name("d")
		size := fmt.Sprintf("strlen(%s) + 1", t.name)
		if g.careless() {
			size = g.one(fmt.Sprintf("strlen(%s)", t.name), "3", fmt.Sprint(t.room))
		}
		if g.half() {
			g.p("char *%s = strdup(%s);", d, t.name)
		} else {
			g.p("char *%s = malloc(%s + 1); strcpy(%s, %s);", d, strings.TrimSuffix(size, " + 1"), d, t.name)
		}
		g.p("x = %s[0] == 'a';", d)
		if !g.careless() {
			g.p("free(%s);", d)
		}
	case 5: // bounded copies
		if len(g.texts) < 2 {
			g.newText()
			return
		}
		to, from := g.texts[0], g.texts[1]
		if g.careless() {
			g.p("strncpy(%s, %s, %s + %d);", to.name, from.name, x, to.room-2)
		} else {
			g.p("strncpy(%s, %s, %d); %s[%d] = 0;", to.name, from.name, to.room-1, to.name, to.room-1)
		}
	case 6: // the last of a kind
		if len(g.texts) == 0 {
			g.newText()
			return
		}
		t, c := g.texts[g.rng.Intn(len(g.texts))], g.name("c")
		g.p("char *%s = strrchr(%s, 'a' + %s);", c, t.name, x)
		if g.careless() {
			g.p("x = %s[0];", c)
		} else {
			g.p("if (%s) x = %s - %s;", c, c, t.name)
		}
	case 7: // a global
		off := ""
		if g.careless() {
			off = " + 1"
		}
		g.p("table[%s %% 4%s] = %s; x = table[%d];", x, off, g.input(), g.rng.Intn(4))
	default: // two pointers into one array
		if len(g.arrays) == 0 {
			g.newArray()
			return
		}
		a := g.arrays[g.rng.Intn(len(g.arrays))]
		if a.nullable || !a.heap {
			g.box()
			return
		}
		b, e := g.name("q"), g.name("q")
		cmp := "<"
		if g.careless() {
			cmp = "<="
		}
		g.p("for (int *%s = %s, *%s = %s + %s; %s %s %s; %s++) *%s = *%s / 2 + 1;", b, a.name, e, a.name, a.count, b, cmp, e,
			b, b, b)
	}
}

// randomMemory returns a random program.
func randomMemory(rng *rand.Rand) memProgram {
	return (&memGen{rng: rng, faults: 0.09}).program(4+rng.Intn(7), 0)
}

// program returns a program with the given numbers of statements and of planted expressions (planted_test.go).
func (g *memGen) program(statements, planted int) memProgram {
	rng := g.rng
	p := memProgram{bits: 2 + rng.Intn(2), decls: `static int get(const int *p, int i) { return p[i]; }
static void put(int *p, int i, int v) { p[i] = v; }
static int table[4];
`}
	g.mask = 1<<p.bits - 1
	g.p("int x = 0;")
	inputs := 1 + rng.Intn(2)
	if p.bits == 2 {
		inputs = 1 + rng.Intn(3)
	}
	for i := range inputs {
		n := string(rune('a' + i))
		g.p("int %s = __VERIFIER_nondet_uchar(); __VERIFIER_assume(%s <= %d);", n, n, g.mask)
		g.inputs = append(g.inputs, n)
	}
	for left := statements + planted; left > 0; left-- {
		if rng.Intn(left) < planted {
			planted--
			g.plant(g.half())
			continue
		}
		switch rng.Intn(18) {
		case 0, 1:
			g.newArray()
		case 2, 3, 4:
			g.use()
		case 5:
			g.release()
		case 6:
			g.resize()
		case 7, 8, 9:
			g.text()
		case 10, 11:
			g.list()
		case 12:
			g.box()
		case 13, 14, 15:
			g.more()
		case 16:
			g.plant(g.careless())
		default:
			if rng.Intn(3) == 0 {
				g.scope()
			} else {
				g.arithmetic()
			}
		}
	}
	switch rng.Intn(3) {
	case 0:
		limit := 1 << 30
		if g.careless() {
			limit = rng.Intn(9)
		}
		g.p("assert(x <= %d);", limit)
	case 1:
		g.p("assert(x == x);")
	}
	for _, a := range g.arrays {
		if a.heap && !g.careless() {
			g.p("free(%s);", a.name)
		}
	}
	for _, t := range g.texts {
		if t.heap && rng.Float64() > g.faults/2 {
			g.p("free(%s);", t.name)
		}
	}
	for _, l := range g.lists {
		if rng.Float64() > g.faults/2 {
			g.p("while (%s) { struct N *m = %s->next; free(%s); %s = m; }", l, l, l, l)
		}
	}
	for _, b := range g.boxes {
		if rng.Float64() > g.faults/2 {
			g.p("free(%s->data); free(%s);", b, b)
		}
	}
	g.p("return 0;")
	p.body = g.b.String()
	p.decls += g.decls.String()
	return p
}

// text returns the program as a file.
func (p memProgram) text() string {
	return "#include <assert.h>\n#include <limits.h>\n#define UNSET(c)\n#define SURE(e) (e)\n" + memTypes +
		"unsigned char __VERIFIER_nondet_uchar(void);\nvoid __VERIFIER_assume(int);\n" + p.decls + "int main(void) {\n" +
		p.body + "}\n"
}

package irtest

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// heapHead begins the programs of HeapProgram: an input and an obligation.
const heapHead = `program ILP32
site nondet "n@a.c:1:2" name "n" type u8 in main
obligation "assertion" text "x" in "main"
`

// HeapGen makes random programs over pointers, bytes and words, with branches that meet again.
type HeapGen struct {
	R    *rand.Rand
	body strings.Builder
	at   int // the location at which the next statement begins
	next int // the number of the next new location
}

// Pick returns one of xs.
func (g *HeapGen) Pick(xs ...string) string { return xs[g.R.IntN(len(xs))] }

// edge adds an edge.
func (g *HeapGen) edge(from, to int, stmt string) {
	fmt.Fprintf(&g.body, "L%d -> L%d: %s\n", from, to, stmt)
}

// loc returns a new location.
func (g *HeapGen) loc() int { g.next++; return g.next - 1 }

// Pointer returns a random address.
func (g *HeapGen) Pointer() string {
	p := g.Pick("p", "q", "r", "p", "q", "r", "&@a", "&l")
	switch g.R.IntN(8) {
	case 0, 1, 2, 3:
		return fmt.Sprintf("ptradd(%s, %s:i32, 1)", p, g.Pick("0", "4", "4", "8", "1", "2"))
	case 4:
		return fmt.Sprintf("ptradd(%s, %s %% %s, %s)", p, g.Pick("x", "y"), g.Pick("2:u8", "3:u8", "4:u8"),
			g.Pick("4", "4", "1"))
	case 5:
		return fmt.Sprintf("ptradd(%s, %s, %s)", p, g.Pick("x", "y"), g.Pick("4", "1"))
	}
	return p
}

// length returns a random length of a memset or memcopy: one of the constants, or a bounded input times a size.
func (g *HeapGen) length(constants ...string) string {
	if g.R.IntN(2) == 0 {
		return g.Pick(constants...) + ":u32"
	}
	return fmt.Sprintf("u32(%s %% %s) * %s:u32", g.Pick("x", "y"), g.Pick("2:u8", "3:u8", "4:u8", "13:u8"),
		g.Pick("4", "1", "2"))
}

// stmt returns a random statement.
func (g *HeapGen) stmt() string {
	p, x, w := g.Pick("p", "q", "r"), g.Pick("x", "y"), g.Pick("z", "w")
	switch g.R.IntN(23) {
	case 0:
		return p + " = alloc heap " + g.Pick("8:u32 ", "12:u32 ", "16:u32 ", "u32(x % 17:u8) ", "u32(y % 4:u8) * 4:u32 ",
			"1000:u32 ", "u32(y) * 4:u32 ") +
			g.Pick("", "zeroed ") + "#1"
	case 1:
		return p + " = " + g.Pointer()
	case 2:
		return p + " = " + g.Pick("p", "q", "r", "0:ptr32", "&@a", "&l")
	case 3, 4:
		return "store " + g.Pointer() + ", " + g.Pick("p", "q", "r", "0:ptr32")
	case 5, 6:
		return p + " = load " + g.Pointer()
	case 7, 8:
		return "store " + g.Pointer() + ", " + g.Pick("z", "w", "7:u32", "258:u32")
	case 9:
		return "store " + g.Pointer() + ", " + g.Pick("x", "y", "3:u8")
	case 10, 11:
		return w + " = load " + g.Pointer()
	case 12:
		return x + " = load " + g.Pointer()
	case 13:
		return fmt.Sprintf("memset %s, %s, %s", g.Pointer(), g.Pick("0:u8", "1:u8", "x"), g.length("4", "8", "3", "1"))
	case 14:
		return fmt.Sprintf("memcopy %s, %s, %s", g.Pointer(), g.Pointer(), g.length("4", "8", "3", "2"))
	case 15:
		return "free " + p
	case 16:
		return x + " = input #0"
	case 17, 18:
		return w + " = u32(" + g.Pointer() + ")"
	case 19, 20:
		return fmt.Sprintf("%s = %s %s", w, g.Pick("z", "w"), g.Pick("+ 4:u32", "- 4:u32", "| 1:u32", "^ 2:u32",
			"& 4294967294:u32", "& 4294967292:u32", "& 4294967280:u32", "^ 16:u32", "+ u32(x % 4:u8) * 4:u32"))
	case 21:
		return p + " = ptr32(" + w + ")"
	}
	return fmt.Sprintf("%s = u32(%s %s %s)", w, g.Pick("p", "q", "r"), g.Pick("==", "==", "<", "<="), g.Pointer())
}

// to returns a new location, as loc does.
func (g *HeapGen) to() (next int) {
	next = g.loc()
	return next
}

// run adds n random statements or branches.
func (g *HeapGen) run(n int) {
	for range n {
		if g.R.IntN(4) > 0 {
			to := g.to()
			g.edge(g.at, to, g.stmt())
			g.at = to
			continue
		}
		c := g.Pick("x < 128:u8", "p == 0:ptr32", "p == q", "z == w", "y == x")
		a, b, to := g.loc(), g.loc(), g.loc()
		g.edge(g.at, a, "assume "+c)
		g.edge(g.at, b, "assume !("+c+")")
		for _, from := range []int{a, b} {
			for range g.R.IntN(2) {
				mid := g.loc()
				g.edge(from, mid, g.stmt())
				from = mid
			}
			g.edge(from, to, g.stmt())
		}
		g.at = to
	}
}

// heapInits are initial values of the object a. Accesses read parts of them, and several as one value.
var heapInits = [...]string{"0: &@a, 8: 9:u32",
	"0: 258:u32, 4: 7:u16, 6: 3:u8, 8: 772:u32",
	"1: 5:u8, 2: 259:u16, 4: &@a"}

// HeapProgram makes a random program of n statements or branches after a fixed beginning. The function that it returns
// adds an assertion of cond to the end, and returns the text of the program.
func HeapProgram(seed uint64, n int) func(cond string) string {
	g := &HeapGen{R: rand.New(rand.NewPCG(seed, 11)), next: 4}
	for _, s := range []string{"decl l", "p = &@a", "q = alloc heap 16:u32 zeroed #1", "r = &l", "x = input #0",
		"y = input #0", "z = 0:u32", "w = 1:u32", "store &l, q", "store ptradd(&l, 4:i32, 1), 5:u32",
		"store ptradd(&l, 8:i32, 1), 6:u32"} {
		to := g.loc()
		g.edge(g.at, to, s)
		g.at = to
	}
	g.run(n)
	return func(cond string) string {
		var b strings.Builder
		b.WriteString(heapHead + "site bytes \"m@a.c:1:3\"\nobject a size 12 align 4 = { " + heapInits[seed%3] +
			" }\nentry main\nfunc main() void {\n")
		b.WriteString("reg x u8\nreg y u8\nreg z u32\nreg w u32\nreg p ptr32\nreg q ptr32\nreg r ptr32\nobject l size 12 " +
			"align 4 #1\n")
		fmt.Fprintf(&b, "locs %d error 2\n%s", g.next, g.body.String())
		fmt.Fprintf(&b, "L%d -> L2: assume !(%s)\nL%d -> L3: assume %s\nL3 -> L1: return\n}\n", g.at, cond, g.at, cond)
		return b.String()
	}
}

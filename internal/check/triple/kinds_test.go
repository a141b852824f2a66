package triple

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// oneSite begins programs with an input and an obligation.
const oneSite = `program ILP32
site nondet "n@a.c:1:2" name "n" type u8 in main
obligation "assertion" text "x" in "main"
`

// straight returns a program that runs the statements one after the other and then asserts the condition. A proof of it
// needs no invariants.
func straight(decls, regs, stmts, cond string) string {
	list := strings.Split(strings.TrimSpace(stmts), "\n")
	last := len(list) + 3
	var b strings.Builder
	fmt.Fprintf(&b, "%ssite bytes \"m@a.c:1:3\"\n%sentry main\nfunc main() void {\n%slocs %d error 2\n", oneSite, decls,
		regs, last)
	at := 0
	for i, s := range list {
		fmt.Fprintf(&b, "L%d -> L%d: %s\n", at, i+4, strings.TrimSpace(s))
		at = i + 4
	}
	fmt.Fprintf(&b, "L%d -> L2: assume !(%s)\nL%d -> L3: assume %s\nL3 -> L1: return\n}\n", last, cond, last, cond)
	if strings.Contains(b.String(), "func(other)") {
		b.WriteString("func other() void {\nlocs 2\nL0 -> L1: return\n}\n")
	}
	return b.String()
}

// TestNeverRefuted checks that facts that an encoding cannot express lead to no refutation.
func TestNeverRefuted(t *testing.T) {
	const obj = "object s size 8 align 4\nobject t size 8 align 4\n"
	const regs = "reg x u8\nreg y u8\nreg z u32\nreg w u32\nreg p ptr32\n"
	for _, c := range [][2]string{
		{"store &@s, 7:u32\nz = 4:u32\nmemcopy &@t, &@s, z\nz = load &@t", "z == 7:u32"},
		{"store &@s, 7:u32\np = &@s\nmemcopy &@t, p, 4:u32\nz = load &@t", "z == 7:u32"},
		{"memset &@s, 0:u8, 2:u32\nmemset ptradd(&@s, 2:i32, 1), 0:u8, 2:u32\nz = load &@s", "z == 0:u32"},
		{"y = 3:u8\nmemset &@s, y, 1:u32\nx = load &@s", "x == 3:u8"},
		{"store ptradd(&@s, 4:i32, 1), 7:u32\nmemhavoc &@s, 4:u32 #1\nz = load ptradd(&@s, 4:i32, 1)", "z == 7:u32"},
	} {
		p := irtest.Program(t, straight(obj, regs, c[0], c[1]))
		for _, enc := range []Encoding{AnyEncoding, Ints, Bits} {
			if v, why := run(p, &verify.Inductive{}, Config{Only: enc}); v == Refuted {
				t.Errorf("%v: refuted (%s):\n%s", enc, why, c[0])
			}
		}
	}
}

// TestStatements checks that for each kind of statement, conditions that follow are proved, and others are not.
func TestStatements(t *testing.T) {
	const arr = "object a size 4 align 1\n"
	const fixed = "object a size 4 align 1 const = { 0: 7:u8, 2: 9:u8 }\n"
	const regs = "reg x u8\nreg y u8\nreg i u8\nreg z u32\nreg w u32\nreg p ptr32\nreg d f64\n"
	for _, c := range []struct {
		name, decls, objs, stmts, cond string
		want                           Verdict // Refuted: must not be Confirmed
	}{
		{"input", "", "", "x = 3:u8\nx = input #0", "x == 3:u8", Refuted},
		{"input in range", "", "", "x = input #0\nz = u32(x)", "z <= 255:u32", Confirmed},
		{"assign", "", "", "x = 3:u8\ny = x + 1:u8\nx = y", "x == 4:u8", Confirmed},
		{"wrap", "", "", "x = 255:u8\nx = x + 1:u8", "x == 0:u8", Confirmed},
		{"no wrap", "", "", "x = input #0\ny = x + 1:u8", "x < y", Refuted},
		{"load", arr, "", "x = load &@a", "x == 0:u8", Confirmed},
		{"store", arr, "", "store &@a, 5:u8\nx = load &@a", "x == 5:u8", Confirmed},
		{"store forgets", arr, "", "store &@a, 5:u8\nx = load &@a", "x == 0:u8", Refuted},
		{"store elsewhere", arr, "", "store ptradd(&@a, 1:i32, 1), 5:u8\nx = load &@a", "x == 0:u8", Confirmed},
		{"store at index", arr, "",
			"i = input #0\nassume i < 4:u8\nstore ptradd(&@a, i, 1), 5:u8\nx = load ptradd(&@a, i, 1)", "x == 5:u8", Confirmed},
		{"store outside is lost", arr, "", "i = input #0\nassume 4:u8 <= i\nstore ptradd(&@a, i, 1), 5:u8\ni = input " +
			"#0\nassume i < 4:u8\nx = load ptradd(&@a, i, 1)", "x == 0:u8", Confirmed},
		{"store perhaps outside", arr, "", "i = input #0\nstore ptradd(&@a, i, 1), 5:u8\nx = load ptradd(&@a, i, 1)",
			"x == 5:u8", Refuted},
		{"load outside", arr, "", "i = input #0\nx = load ptradd(&@a, i, 1)", "x == 0:u8", Refuted},
		{"load outside, constant", arr, "", "x = load ptradd(&@a, 4:i32, 1)", "x == 0:u8", Refuted},
		{"addresses wrap", arr, "", "z = 1073741824:u32\nx = 1:u8\nstore ptradd(&@a, z, 4), x\ny = load &@a", "y == 1:u8",
			Confirmed},
		{"initialised", strings.Replace(fixed, "const ", "", 1), "", "x = load &@a\ny = load ptradd(&@a, 2:i32, 1)",
			"x == 7:u8 && y == 9:u8", Confirmed},
		{"complement", "", "", "x = input #0\ny = ~x", "y == 255:u8 - x && i8(y) == -1:i8 - i8(x)", Confirmed},
		{"complement, signed", "", "", "x = input #0\nassume x < 128:u8\ny = u8(~i8(x))", "128:u8 <= y", Confirmed},
		{"widened after the sum", "", "", "x = input #0\nz = u32(x + 1:u8)", "z == u32(x) + 1:u32", Refuted},
		{"narrowed after the sum", "", "", "x = input #0\nz = u32(x) + 1:u32\ny = u8(z)", "y == x + 1:u8", Confirmed},
		{"half of the width", "", "", "x = input #0\ny = x * 128:u8", "y == 0:u8", Refuted},
		{"all of the width", "", "", "x = input #0\ny = x * 128:u8\ny = y + y", "y == 0:u8", Confirmed},
		{"const", fixed, "", "store &@a, 5:u8\nx = load &@a", "x == 7:u8", Confirmed},
		{"const at index", fixed, "", "i = input #0\nassume i == 2:u8 || i == 0:u8\nstore ptradd(&@a, i, 1), 5:u8\nx = " +
			"load ptradd(&@a, i, 1)", "x == 7:u8 || x == 9:u8", Confirmed},
		{"const is not written", fixed, "", "store &@a, 5:u8\nx = load &@a", "x == 5:u8", Refuted},
		{"const is not set", fixed, "", "i = input #0\nmemset &@a, 1:u8, 4:u32\nx = load &@a\nassume i == 0:u8\nhavocall " +
			"\"f\"", "x == 1:u8", Refuted},
		{"const is not copied to", fixed + "object b size 4 align 1\n", "",
			"memcopy &@a, &@b, 4:u32\nx = load &@a\nhavocall \"f\"", "x == 7:u8", Confirmed},
		{"memset", arr, "", "memset &@a, 3:u8, 2:u32\nx = load ptradd(&@a, 1:i32, 1)\ny = load ptradd(&@a, 2:i32, 1)",
			"x == 3:u8 && y == 0:u8", Confirmed},
		{"memset of some", arr, "", "z = u32(x)\nmemset &@a, 3:u8, z\nx = load &@a", "x == 0:u8", Refuted},
		{"memset of words", arr, "", "memset &@a, 1:u8, 4:u32\nz = load &@a", "z == 16843009:u32", Confirmed},
		{"memcopy", arr + "object b size 4 align 1\n", "",
			"store ptradd(&@a, 1:i32, 1), 6:u8\nmemcopy &@b, &@a, 4:u32\nx = load ptradd(&@b, 1:i32, 1)", "x == 6:u8",
			Confirmed},
		{"memcopy overwrites", arr + "object b size 4 align 1\n", "",
			"store &@b, 6:u8\nmemcopy &@b, &@a, 4:u32\nx = load &@b", "x == 6:u8", Refuted},
		{"a copy of what was not set is the same", "", "object s size 8 align 4 #1\nobject t size 8 align 4 #1\n",
			"decl s\ndecl t\nmemcopy &t, &s, 8:u32\nz = load &t\nw = load &s", "z == w", Confirmed},
		{"what was not set and not copied is not the same", "", "object s size 8 align 4 #1\nobject t size 8 align 4 #1\n",
			"decl s\ndecl t\nmemcopy &t, &s, 4:u32\nz = load ptradd(&t, 4:i32, 1)\nw = load ptradd(&s, 4:i32, 1)", "z == w",
			Refuted},
		{"a chain of copies", "object s size 8 align 4\nobject t size 8 align 4\nobject v size 8 align 4\n", "",
			"store &@s, 7:u32\nmemcopy &@t, &@s, 8:u32\nmemcopy &@v, &@t, 8:u32\nz = load &@v", "z == 7:u32", Confirmed},
		{"a chain of copies of the other half", "object s size 8 align 4\nobject t size 8 align 4\nobject v size 8 align 4\n",
			"", "store &@s, 7:u32\nmemcopy &@t, &@s, 8:u32\nmemcopy &@v, ptradd(&@t, 4:i32, 1), 4:u32\nz = load &@v",
			"z == 7:u32", Refuted},
		{"a chain of shifted copies", "object s size 8 align 4\nobject t size 8 align 4\nobject v size 8 align 4\n", "",
			"store ptradd(&@s, 4:i32, 1), 7:u32\nmemcopy &@t, &@s, 8:u32\nmemcopy &@v, ptradd(&@t, 4:i32, 1), 4:u32\nz = " +
				"load &@v", "z == 7:u32", Confirmed},
		{"a chain of copies to an array", "object s size 8 align 4\nobject t size 8 align 4\nobject v size 8 align 4\n", "",
			"store &@s, 7:u32\nmemcopy &@t, &@s, 8:u32\nmemcopy &@v, &@t, 8:u32\ni = input #0\nassume i < 1:u8\nz = load " +
				"ptradd(&@v, i, 4)", "z == 7:u32", Confirmed},
		{"a byte of a copied word", "object s size 4 align 4\nobject t size 4 align 4\n", "",
			"store &@s, 258:u32\nmemcopy &@t, &@s, 4:u32\nx = load ptradd(&@t, 1:i32, 1)", "x == 1:u8", Confirmed},
		{"a word of copied bytes", "object s size 4 align 4\nobject t size 4 align 4\n", "",
			"memset &@s, 0:u8, 4:u32\nstore ptradd(&@s, 1:i32, 1), 1:u8\nmemcopy &@t, &@s, 4:u32\nz = load &@t", "z == 256:u32",
			Confirmed},
		{"a copy onto itself", "object s size 8 align 4\n", "",
			"store &@s, 7:u32\nmemcopy ptradd(&@s, 4:i32, 1), &@s, 4:u32\nz = load ptradd(&@s, 4:i32, 1)", "z == 7:u32",
			Confirmed},
		{"memhavoc", arr, "", "memhavoc &@a, 1:u32 #1\nx = load &@a", "x == 0:u8", Refuted},
		{"havocall", arr, "", "havocall \"f\"\nx = load &@a", "x == 0:u8", Refuted},
		{"bytes of a word", arr, "", "store &@a, 258:u32\nx = load ptradd(&@a, 1:i32, 1)", "x == 1:u8", Confirmed},
		{"write through a pointer", arr, "", "p = &@a\nstore p, 5:u8\nx = load &@a", "x == 0:u8", Refuted},
		{"write through a pointer of the start", "global g ptr32 = &@a\n" + arr, "", "store @g, 5:u8\nx = load &@a",
			"x == 0:u8", Refuted},
		{"write through another pointer", arr + "object b size 4 align 1\n", "",
			"p = &@b\nstore p, 5:u8\nstore &@b, 1:u8\nx = load &@a", "x == 0:u8", Confirmed},
		{"write through a pointer to one number", "object s size 4 align 4\n", "",
			"store &@s, 5:u32\np = &@s\nstore p, 5:u32\nz = load &@s", "z == 5:u32", Confirmed},
		{"write through a pointer to one number or another", "object s size 4 align 4\nobject t size 4 align 4\n", "",
			"store &@s, 5:u32\np = &@s\nx = input #0\nassume x != 0:u8\nstore p, 6:u32\nz = load &@s",
			"z == 5:u32 || z == 6:u32", Confirmed},
		{"write through a pointer to one number, the old one", "object s size 4 align 4\n", "",
			"store &@s, 5:u32\np = &@s\nstore p, 6:u32\nz = load &@s", "z == 5:u32", Refuted},
		{"write through a pointer to one number, a sign", "object s size 4 align 4\n", "",
			"store &@s, 5:u32\np = &@s\nstore p, -1:i32\nz = load &@s", "z == 5:u32 || z == 4294967295:u32", Confirmed},
		{"write through a pointer to a part of one number", "object s size 4 align 4\n", "",
			"store &@s, 5:u32\np = &@s\nstore p, 6:u8\nz = load &@s", "z == 5:u32", Refuted},
		{"write through a pointer to one of two", "object s size 8 align 4\n", "",
			"store &@s, 5:u32\np = &@s\nstore p, 6:u32\nz = load &@s", "z == 5:u32", Refuted},
		{"memory set through a pointer", "object s size 4 align 4\n", "",
			"store &@s, 5:u32\np = &@s\nmemset p, 5:u8, 4:u32\nz = load &@s", "z == 5:u32", Refuted},
		{"pointers", arr + "object b size 4 align 1\n", "", "p = &@a", "p != 0:ptr32 && p != &@b && p == &@a", Confirmed},
		{"write through a number of the start", "global g u32 = u32(&@a)\n" + arr, "", "store ptr32(@g), 5:u8\nx = load &@a",
			"x == 0:u8", Refuted},
		{"write through a stored number", "object b size 4 align 4 = { 0: u32(&@a) }\n" + arr, "",
			"z = load &@b\nstore ptr32(z), 5:u8\nx = load &@a", "x == 0:u8", Refuted},
		{"write through null plus a number", arr, "", "z = u32(&@a)\np = 0:ptr32\nstore ptradd(p, z, 1), 5:u8\nx = load &@a",
			"x == 0:u8", Refuted},
		{"write through a pointer whose low byte was set", "object b size 4 align 4 = { 0: &@a }\n" + arr, "",
			"memset &@b, 1:i32, 1:u32\np = load &@b\nstore p, 5:u8\nx = load &@a", "x == 0:u8", Refuted},
		{"write through a copy from unknown to unknown", "object b size 4 align 4 = { 0: &@a }\nobject c size 4 align 4\n" +
			arr, "", "z = u32(&@b) - u32(&@c)\nz = z + u32(&@c)\nmemcopy ptr32(u32(&@c)), ptr32(z), 4:u32\np = load " +
			"&@c\nstore p, 5:u8\nx = load &@a", "x == 0:u8", Refuted},
		{"write through a distance from null", arr, "", "z = u32(ptrdiff(&@a, 0:ptr32))\nstore ptr32(z), 5:u8\nx = load &@a",
			"x == 0:u8", Refuted},
		{"no room for all", "object a size 2000000000 align 1\nobject b size 2000000000 align 1\nobject c size 2000000000 " +
			"align 1\n", "", "p = &@a\nassume p != &@b && p != &@c", "x == 1:u8", Refuted},
		{"functions", arr, "", "p = func(main)", "p != 0:ptr32 && p == func(main) && p != &@a && p != func(other)",
			Confirmed},
		{"functions, apart", "", "", "p = func(main)\nz = u32(p)", "z + 1:u32 == u32(func(other))", Refuted},
		{"no order of functions", "", "", "p = func(main)", "p < func(other)", Refuted},
		{"no byte of a function", "", "", "p = func(main)\nx = load p\ny = load p", "x == y", Refuted},
		{"a function is not written", "", "", "p = func(main)\nstore p, 5:u8\nx = load p", "x == 5:u8", Refuted},
		{"null", "", "", "x = 1:u8", "p != 0:ptr32", Refuted},
		{"declared again", "", "object b size 2 align 1 #1\n", "decl b\nstore &b, 1:u8\nx = load &b", "x == 1:u8", Confirmed},
		{"declared, not set", "", "object b size 2 align 1 #1\n", "decl b\nstore &b, 1:u8\ndecl b\nx = load &b", "x == 1:u8",
			Refuted},
		{"floats", "", "", "d = f64(x)\nd = -d", "d <= 0.0:f64", Confirmed},
		{"float to int", "", "", "d = f64(x)\ny = u8(d)", "y == x", Confirmed},
		{"not a number", "", "", "x = 1:u8", "d == d", Refuted},
		{"math", "", "", "d = math sin(1.0:f64)", "d <= 1.0:f64", Confirmed},
		{"math below", "", "", "d = math sin(1.0:f64)", "d <= 0.8:f64", Refuted},
		{"math of anything", "", "", "d = math sinh(d)", "d <= 1.0:f64", Refuted},
		{"shift", "", "", "y = x << 9:u8", "y == 0:u8", Confirmed},
		{"bits", "", "", "y = x & 12:u8", "y <= 12:u8 && y % 4:u8 == 0:u8", Confirmed},
		{"divide by zero", "", "", "y = x / 0:u8", "y == 255:u8 && x % 0:u8 == x", Confirmed},
		{"undefined ends", "", "", "undefined \"unreachable\"", "false", Confirmed},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := irtest.Program(t, straight(c.decls, regs+c.objs, c.stmts, c.cond))
			for _, enc := range []Encoding{AnyEncoding, Ints, Bits} {
				v, why := run(p, &verify.Inductive{}, Config{Only: enc})
				switch {
				case c.want == Confirmed && enc == AnyEncoding && v != Confirmed, c.want == Refuted && v == Confirmed,
					c.want == Confirmed && v == Refuted:
					t.Errorf("%v: %v (%s), want %v", enc, v, why, c.want)
				}
				// As an unwinding without loops, with instances of memory: this proves more, but nothing wrong.
				v, why = run(p, &verify.Unwinding{Depth: map[*ir.Loc]int{}}, Config{Only: enc, Heap: true})
				switch {
				case c.want == Confirmed && enc == AnyEncoding && v != Confirmed, c.want == Refuted && v == Confirmed,
					c.want == Confirmed && v == Refuted:
					t.Errorf("%v, unwound: %v (%s), want %v", enc, v, why, c.want)
				}
			}
		})
	}
}

// calls is a program that calls the recursive function inc, and violates its obligation unless COND holds.
const calls = oneSite + `global g i32 = 5:i32
object a size 4 align 4
entry main
func main() void {
  reg x i32
  reg r i32
  locs 6 error 5
  L0 -> L2: x = 3:i32
  L2 -> L3: r = call inc(x)
  L3 -> L5: assume !(COND)
  L3 -> L6: assume COND
  L6 -> L1: return
}
func inc(p) i32 {
  reg p i32
  reg o i32
  locs 7
  L0 -> L2: @g = @g + 1:i32
  L2 -> L3: store &@a, 2:i32
  L3 -> L4: assume p <= 0:i32
  L3 -> L5: assume 0:i32 < p
  L5 -> L6: o = call inc(p - 1:i32)
  L6 -> L7: o = o + 1:i32
  L7 -> L1: return o
  L4 -> L1: return 0:i32
}
`

// TestCalls tests contracts of a recursive function.
func TestCalls(t *testing.T) {
	for _, c := range []struct {
		name, cond string
		inv        []at
		want       Verdict
	}{
		// too weak
		{"result", "r == 3:i32", []at{{"inc", 0, "0:i32 <= p && p <= 3:i32"}, {"inc", 1, "0:i32 <= res && res <= 3:i32"}},
			Refuted},
		// not inductive: o + 1
		{"result in range", "0:i32 <= r && r <= 3:i32", []at{{"inc", 0, "0:i32 <= p && p <= 3:i32"},
			{"inc", 1, "0:i32 <= res && res <= 3:i32"}}, Refuted},
		// the sum may wrap
		{"without limit", "0:i32 <= r", []at{{"inc", 1, "0:i32 <= res"}}, Refuted},
		{"parity", "x == 3:i32", nil, Confirmed},
		{"caller's register", "x == 4:i32", nil, Refuted},
		{"global", "@g == 5:i32", nil, Refuted},
		{"global, by contract", "5:i32 != @g || true", nil, Confirmed},
		{"object", "mem(i32, &@a) == 0:i32", nil, Refuted},
		{"object by contract", "true", []at{{"inc", 1, "mem(i32, &@a) == 2:i32"}, {"main", 3, "mem(i32, &@a) == 2:i32"}},
			Confirmed},
		{"wrong contract", "true", []at{{"inc", 1, "mem(i32, &@a) == 3:i32"}, {"main", 3, "mem(i32, &@a) == 3:i32"}},
			Refuted},
		{"wrong entry", "true", []at{{"inc", 0, "p == 3:i32"}}, Refuted},
		{"entry", "true", []at{{"inc", 0, "p <= 3:i32"}}, Confirmed},
		{"wrong exit", "r == 1:i32", []at{{"inc", 1, "res == 1:i32"}}, Refuted},
		{"not the callee's registers", "r <= 0:i32", []at{{"inc", 1, "p <= 0:i32 || true"}}, Refuted},
	} {
		src := strings.ReplaceAll(calls, "COND", c.cond)
		if strings.Contains(c.cond, "mem(") { // the condition of an edge reads no memory: load the value first
			src = strings.Replace(src, "L2 -> L3: r = call inc(x)", "L2 -> L4: r = call inc(x)\n  L4 -> L3: x = load &@a", 1)
			src = strings.ReplaceAll(src, c.cond, "x == 0:i32")
		}
		p := irtest.Program(t, src)
		inc := irtest.Func(t, p, "inc")
		res := &ir.Var{Name: "res", Type: ir.I32}
		ev := &verify.Inductive{Invariants: invariants(t, p, []*ir.Var{res}, c.inv...),
			Results: map[*ir.Func]*ir.Var{inc: res}}
		expect(t, c.name, c.want, p, ev, Config{})
	}
}

// count is a program with a loop up to n, which violates its obligation unless COND holds after it.
const count = oneSite + `entry main
func main() void {
  reg x u8
  reg y u8
  reg n u8
  locs 9 error 5
  L0 -> L6: n = input #0
  L6 -> L7: x = 0:u8
  L7 -> L2: y = 1:u8
  L2 -> L3: assume x < n
  L2 -> L4: assume n <= x
  L3 -> L8: x = x + 1:u8
  L8 -> L2: y = 1:u8 - y
  L4 -> L5: assume !(COND)
  L4 -> L9: assume COND
  L9 -> L1: return
}
`

// TestKInductive checks that a proof by k-induction is confirmed only if the base and the step hold for the given k.
func TestKInductive(t *testing.T) {
	p := irtest.Program(t, strings.ReplaceAll(count, "COND", "y <= 1:u8"))
	head := p.Entry.Locs[2]
	k := func(k int, cut []*ir.Loc, inv ...at) *verify.KInductive {
		return &verify.KInductive{K: k, Cut: cut, Invariants: invariants(t, p, nil, inv...)}
	}
	heads := []*ir.Loc{head}
	expect(t, "1-inductive", Confirmed, p, k(1, heads, at{"main", 2, "y <= 1:u8"}), Config{})
	// y == 1 - (x mod 2) holds, but an invariant about y alone only relates visits that are two steps apart.
	expect(t, "not 1-inductive", Refuted, p, k(1, heads, at{"main", 2, "y != 7:u8"}), Config{})
	two := k(2, heads, at{"main", 2, "y != 7:u8"})
	expect(t, "nor 2-inductive", Refuted, p, two, Config{})
	expect(t, "no cut", Undecided, p, k(1, nil), Config{})
	expect(t, "false at the start", Refuted, p, k(1, heads, at{"main", 2, "y == 0:u8"}), Config{})
	expect(t, "false at the second visit", Refuted, p, k(2, heads, at{"main", 2, "y == 1:u8"}), Config{})
	expect(t, "k is 0", Refuted, p, k(0, heads), Config{})
	with := k(1, heads, at{"main", 2, "x <= n"})
	with.Support = &verify.Inductive{Invariants: invariants(t, p, nil, at{"main", 2, "y <= 1:u8"})}
	expect(t, "support", Confirmed, p, with, Config{})
	with.Support = &verify.Inductive{Invariants: invariants(t, p, nil, at{"main", 2, "y == 1:u8"})}
	expect(t, "wrong support", Refuted, p, with, Config{})
	with.Support = nil
	expect(t, "no support", Refuted, p, with, Config{})

	// The loop swaps x and y. x == 1 is not an invariant; x != 2 is 2-inductive, although it does not mention y.
	q := irtest.Program(t, oneSite+`entry main
func main() void {
  reg x u8
  reg y u8
  reg t u8
  locs 8 error 5
  L0 -> L6: x = 1:u8
  L6 -> L2: y = 3:u8
  L2 -> L5: assume x == 2:u8
  L2 -> L3: assume x != 2:u8
  L3 -> L4: t = x
  L4 -> L7: x = y
  L7 -> L2: y = t
}
`)
	kk := func(n int) *verify.KInductive {
		return &verify.KInductive{K: n, Cut: []*ir.Loc{q.Entry.Locs[2]},
			Invariants: invariants(t, q, nil, at{"main", 2, "x != 2:u8"})}
	}
	expect(t, "swap, 1", Refuted, q, kk(1), Config{})
	expect(t, "swap, 2", Confirmed, q, kk(2), Config{})
	expect(t, "swap, 3", Confirmed, q, kk(3), Config{})
}

// nested has an outer loop with an inner loop of two rounds. They write to a global and to a local object.
const nested = oneSite + `site bytes "m@a.c:1:3"
object a size 4 align 1 = { 0: 3:u8 }
entry main
func main() void {
  reg n u8
  reg i u8
  reg x u8
  reg p ptr32
  reg q ptr32
  object b size 4 align 1 #1
  locs 16 error 10
  L0 -> L11: decl b
  L11 -> L12: store ptradd(&@a, 3:i32, 1), 5:u8
  L12 -> L15: store ptradd(&b, 3:i32, 1), 6:u8
  L15 -> L14: q = &@a
  L14 -> L2: n = input #0
  L2 -> L9: assume n == 0:u8
  L9 -> L1: return
  L2 -> L4: assume n != 0:u8
  L4 -> L5: p = PTR
  L5 -> L3: i = 0:u8
  L3 -> L6: assume i < 2:u8
  L6 -> L7: store ptradd(p, i, 1), n
  L7 -> L3: i = i + 1:u8
  L3 -> L8: assume !(i < 2:u8)
  L8 -> L16: q = &@a
  L16 -> L13: x = load CELL
  L13 -> L10: assume !(COND)
  L13 -> L14: assume COND
}
`

// TestUnwoundLoops checks proofs by induction over the outer loop of nested, in which the inner loop is unwound.
func TestUnwoundLoops(t *testing.T) {
	for _, c := range []struct {
		ptr, cell, cond string
		want            Verdict
	}{
		{"&b", "&b", "x == n", Confirmed},
		{"&b", "ptradd(&b, 1:i32, 1)", "x == n", Confirmed},
		{"&b", "ptradd(&b, 2:i32, 1)", "x == n", Undecided},
		{"ptradd(&b, n % 3:u8, 1)", "ptradd(&b, (n % 3:u8) + 1:u8, 1)", "x == n", Confirmed},
		{"ptradd(&b, n % 4:u8, 1)", "ptradd(&b, (n % 4:u8) + 1:u8, 1)", "x == n", Undecided}, // an invalid write
		{"&@a", "&@a", "x == n", Confirmed},
		{"&b", "ptradd(q, 3:i32, 1)", "x == 5:u8", Undecided}, // needs an invariant
		{"&b", "ptradd(q, 3:i32, 1)", "x == 0:u8", Undecided}, // the contents at the start of the program
		{"&b", "ptradd(p, 3:i32, 1)", "x == 0:u8", Undecided},
		{"&@a", "ptradd(q, 1:i32, 1)", "x == n", Confirmed},
	} {
		src := strings.NewReplacer("PTR", c.ptr, "CELL", c.cell, "COND", c.cond).Replace(nested)
		p := irtest.Program(t, src)
		for _, cfg := range []Config{{Heap: true}, {Heap: true, Only: Bits}} {
			ev := func(n int) *verify.KInductive {
				return &verify.KInductive{K: 1, Cut: []*ir.Loc{p.Entry.Locs[14]}, Depth: map[*ir.Loc]int{p.Entry.Locs[3]: n}}
			}
			what := c.ptr + ", " + c.cell + ", " + c.cond
			if v, why := run(p, ev(3), cfg); (v == Confirmed) != (c.want == Confirmed) {
				t.Errorf("%s: %v (%s)", what, v, why)
			}
			if v, _ := run(p, ev(2), cfg); v == Confirmed {
				t.Errorf("%s: confirmed with a visit less", what)
			}
		}
	}
}

// TestUnwinding checks that an unwinding is confirmed only if no path visits a location more often than allowed or
// reaches an error.
func TestUnwinding(t *testing.T) {
	src := strings.Replace(count, "L0 -> L6: n = input #0", "L0 -> L6: n = 4:u8", 1)
	p := irtest.Program(t, strings.ReplaceAll(src, "COND", "y == 1:u8 && x == 4:u8"))
	u := func(n int) *verify.Unwinding {
		return &verify.Unwinding{Depth: map[*ir.Loc]int{p.Entry.Locs[2]: n}}
	}
	twin := irtest.Program(t, strings.ReplaceAll(src, "COND", "y == 0:u8"))
	for _, cfg := range []Config{{}, {Paths: 1}} { // with all nodes explored first, and encoded while they are explored
		expect(t, "deep enough", Confirmed, p, u(5), cfg)
		expect(t, "deeper", Confirmed, p, u(9), cfg)
		expect(t, "not deep enough", Refuted, p, u(4), cfg)
		expect(t, "nothing is counted, but all branches fold", Confirmed, p, &verify.Unwinding{}, cfg)
		expect(t, "twin", Refuted, twin, &verify.Unwinding{Depth: map[*ir.Loc]int{twin.Entry.Locs[2]: 5}}, cfg)
		paths := u(5)
		paths.Paths = &verify.PathTree{}
		expect(t, "by paths", Confirmed, p, paths, cfg)
		search := u(5)
		search.Search = true
		expect(t, "by search", Confirmed, p, search, cfg)
		search = u(4)
		search.Search = true
		expect(t, "by search, not deep enough", Refuted, p, search, cfg)
		expect(t, "by search, twin", Refuted, twin, &verify.Unwinding{Depth: map[*ir.Loc]int{twin.Entry.Locs[2]: 5},
			Search: true}, cfg)
	}

	// Recursion is bounded by the visits of the function's entry.
	rec := irtest.Program(t, strings.ReplaceAll(calls, "COND", "r == 3:i32 && @g == 9:i32"))
	inc := irtest.Func(t, rec, "inc")
	expect(t, "recursion", Confirmed, rec, &verify.Unwinding{Depth: map[*ir.Loc]int{inc.Entry: 4}}, Config{})
	expect(t, "recursion, too deep", Refuted, rec, &verify.Unwinding{Depth: map[*ir.Loc]int{inc.Entry: 3}}, Config{})
	// The registers of each new activation have arbitrary values.
	twice := irtest.Program(t, `program ILP32
obligation "assertion" text "x" in "main"
entry main
func main() void {
  reg r i32
  reg s i32
  locs 5 error 5
  L0 -> L2: r = call g()
  L2 -> L3: s = call g()
  L3 -> L5: assume r != s
  L3 -> L4: assume r == s
  L4 -> L1: return
}
func g() i32 {
  reg l i32
  reg o i32
  locs 3
  L0 -> L2: o = l
  L2 -> L3: l = 1:i32
  L3 -> L1: return o
}
`)
	expect(t, "another activation", Refuted, twice, &verify.Unwinding{}, Config{})
	expect(t, "recursion that ends by itself", Confirmed, rec, &verify.Unwinding{}, Config{})
	wrong := irtest.Program(t, strings.ReplaceAll(calls, "COND", "r == 4:i32 && @g == 9:i32"))
	expect(t, "recursion that ends by itself, twin", Refuted, wrong, &verify.Unwinding{}, Config{})
	expect(t, "recursion without a bound", Undecided,
		irtest.Program(t, strings.Replace(strings.ReplaceAll(calls, "COND", "r == 3:i32"), "x = 3:i32", "x = x + 1:i32", 1)),
		&verify.Unwinding{}, Config{})
}

// TestRegions checks that with regions, only executions with inputs in them count; Cover decides whether regions cover
// the inputs.
func TestRegions(t *testing.T) {
	p := irtest.Program(t, strings.ReplaceAll(count, "COND", "x == n && n != 7:u8"))
	region := func(lo, hi uint64) *verify.Region {
		return &verify.Region{Box: []verify.Range{{Site: 0, Type: ir.U8, Lo: lo, Hi: hi}}}
	}
	in := &ir.Var{Name: "in", Type: ir.U8}
	cond := &verify.Region{Vars: map[int]*ir.Var{0: in}, Cond: irtest.Expr(t, p, p.Entry, "in != 7:u8", in)}
	ev := &verify.Inductive{Invariants: invariants(t, p, []*ir.Var{in}, at{"main", 2, "x <= n && n == in"})}
	box := &verify.Inductive{Invariants: invariants(t, p, nil, at{"main", 2, "x <= n && n <= 6:u8"})}
	expect(t, "condition", Confirmed, p, ev, Config{Regions: []*verify.Region{cond}})
	expect(t, "box", Confirmed, p, box, Config{Regions: []*verify.Region{region(0, 6)}})
	expect(t, "larger box", Refuted, p, box, Config{Regions: []*verify.Region{region(0, 8)}})
	expect(t, "both", Confirmed, p, box, Config{Regions: []*verify.Region{cond, region(3, 6)}})
	expect(t, "everything", Refuted, p, box, Config{})
	for _, c := range []struct {
		name   string
		within []*verify.Region
		leaves []*verify.Region
		want   Verdict
	}{
		{"two halves", nil, []*verify.Region{region(0, 99), region(100, 255)}, Confirmed},
		{"a gap", nil, []*verify.Region{region(0, 99), region(101, 255)}, Refuted},
		{"a gap that is not in the scope", []*verify.Region{cond}, []*verify.Region{region(0, 6), region(8, 255)}, Confirmed},
		{"another gap", []*verify.Region{cond}, []*verify.Region{region(0, 5), region(8, 255)}, Refuted},
		{"a condition and the rest", nil, []*verify.Region{cond, region(7, 7)}, Confirmed},
		{"no leaves", nil, nil, Refuted},
		{"not an input", nil, []*verify.Region{{Box: []verify.Range{{Site: 5, Type: ir.U8, Hi: 255}}}}, Undecided},
		{"another type", nil, []*verify.Region{{Box: []verify.Range{{Site: 0, Type: ir.I8, Lo: 128, Hi: 127}}}}, Undecided},
	} {
		if v, why := Cover(t.Context(), p, c.leaves, Config{Regions: c.within}); v != c.want {
			t.Errorf("%s: %v (%s), want %v", c.name, v, why, c.want)
		}
	}
	// A site that is read in a loop is not an entry input.
	loop := irtest.Program(t, strings.ReplaceAll(strings.Replace(count, "L8 -> L2: y = 1:u8 - y", "L8 -> L2: n = input #0",
		1), "COND", "true"))
	if v, _ := Cover(t.Context(), loop, []*verify.Region{region(0, 255)}, Config{}); v != Undecided {
		t.Error("a stream was taken for an entry input")
	}
}

// TestJoins checks that where paths meet, values that belong together stay together.
func TestJoins(t *testing.T) {
	src := oneSite + `object a size 4 align 1
entry main
func main() void {
  reg n u8
  reg x u8
  reg y u8
  locs 10 error 5
  L0 -> L2: n = input #0
  L2 -> L3: assume n < 10:u8
  L2 -> L4: assume 10:u8 <= n
  L3 -> L6: x = 1:u8
  L6 -> L7: store ptradd(&@a, n % 4:u8, 1), 9:u8
  L4 -> L7: x = 2:u8
  L7 -> L8: y = load ptradd(&@a, n % 4:u8, 1)
  L8 -> L5: assume !(COND)
  L8 -> L9: assume COND
  L9 -> L10: skip
}
`
	for _, c := range []struct {
		cond string
		want Verdict
	}{
		{"x == 1:u8 || x == 2:u8", Confirmed},
		{"x == 1:u8 && n < 10:u8 && y == 9:u8 || x == 2:u8 && 10:u8 <= n && y == 0:u8", Confirmed},
		{"x == 1:u8", Refuted},
		{"x == 2:u8", Refuted},
		{"y == 9:u8", Refuted},
		{"y == 0:u8", Refuted},
	} {
		p := irtest.Program(t, strings.ReplaceAll(src, "COND", c.cond))
		for _, enc := range []Encoding{Ints, Bits} {
			expect(t, c.cond, c.want, p, &verify.Inductive{}, Config{Only: enc})
			expect(t, c.cond, c.want, p, &verify.Unwinding{}, Config{Only: enc})
			expect(t, c.cond, c.want, p, &verify.KInductive{K: 1}, Config{Only: enc})
		}
	}
}

// patience returns the time for a check: ample if the evidence has to be confirmed, and a second if it must not be, as
// the verdict is then irrelevant.
func patience(confirmed bool) time.Duration {
	if confirmed {
		return ample
	}
	return time.Second
}

// TestProducts checks that invariants of loops with products modulo 2^32 are confirmed. No solver decides such steps.
func TestProducts(t *testing.T) {
	src := `program ILP32
site nondet "n@a.c:1:2" name "n" type u32 in main
obligation "assertion" text "x" in "main"
entry main
func main() void {
  reg N u32
  reg n u32
  reg x i32
  reg y u32
  reg z u32
  locs 13 error 5
  L0 -> L6: N = input #0
  L6 -> L7: n = 0:u32
  L7 -> L8: x = 0:i32
  L8 -> L9: y = 1:u32
  L9 -> L2: z = 6:u32
  L2 -> L3: assume n < N
  L2 -> L4: assume N <= n
  L3 -> L10: n = n + 1:u32
  L10 -> L11: x = x + i32(y)
  L11 -> L12: y = y + z
  L12 -> L2: z = z + 6:u32
  L4 -> L5: assume x != i32(n * n * n)
  L4 -> L13: assume x == i32(n * n * n)
  L13 -> L1: return
}
`
	const z, y = "z == 6:u32 * n + 6:u32 && ", "y == 3:u32 * n * n + 3:u32 * n + 1:u32 && "
	for _, c := range []struct {
		text string
		want bool
	}{
		{z + y + "x == i32(n * n * n)", true},
		{z + "y == 3:u32 * n * n - 3:u32 * n * 4294967295:u32 + 1:u32 && x == i32(n) * i32(n * n)", true},
		{z + "y == 3:u32 * n * n + 3:u32 * n + 2:u32 && x == i32(n * n * n)", false},
		{y + "x == i32(n * n * n)", false},
		{z + y + "x == i32(n * n * n + n)", false},
	} {
		p := irtest.Program(t, src)
		ev := &verify.Inductive{Invariants: invariants(t, p, nil, at{"main", 2, c.text})}
		for _, enc := range []Encoding{Ints, Bits} {
			if v, why := run(p, ev, Config{Only: enc, Time: patience(c.want)}); (v == Confirmed) != c.want {
				t.Errorf("%s (%v): %v (%s)", c.text, enc, v, why)
			}
		}
	}
}

// TestForall checks that quantifiers over few numbers are expanded.
func TestForall(t *testing.T) {
	p := irtest.Program(t, straight("object a size 4 align 1\n", "reg i u8\n", "store &@a, 1:u8\ni = 0:u8", "true"))
	for _, c := range []struct {
		text string
		want Verdict
	}{
		{"forall(j i8, 0:i8, 4:i8, mem(u8, ptradd(&@a, j, 1)) == 0:u8)", Refuted},
		{"forall(j i8, 1:i8, 4:i8, mem(u8, ptradd(&@a, j, 1)) == 0:u8)", Confirmed},
		{"forall(j i8, 1:i8, 4:i8, mem(u8, ptradd(&@a, j, 1)) == 1:u8)", Refuted},
		{"forall(j i8, 0:i8, -1:i8, false)", Confirmed},
		{"forall(j i8, -1:i8, 0:i8, false)", Refuted},
		{"forall(j u8, 0:u8, 255:u8, j < 255:u8)", Confirmed},
		{"forall(j u8, 0:u8, 255:u8, j < 254:u8)", Refuted},
	} {
		for _, enc := range []Encoding{Ints, Bits} {
			expect(t, c.text, c.want, p, &verify.Inductive{Invariants: invariants(t, p, nil, at{"main", 4, c.text})},
				Config{Only: enc})
		}
	}
}

// TestArrays tests invariants with quantifiers.
func TestArrays(t *testing.T) {
	p := irtest.Program(t, `program ILP32
site nondet "n@a.c:1:2" name "n" type u32 in main
obligation "assertion" text "x" in "main"
object a size 400 align 4
entry main
func main() void {
  reg i u32
  reg k u32
  reg v i32
  locs 10 error 5
  L0 -> L2: i = 0:u32
  L2 -> L3: assume i < 100:u32
  L2 -> L4: assume 100:u32 <= i
  L3 -> L6: store ptradd(&@a, i, 4), i32(i)
  L6 -> L2: i = i + 1:u32
  L4 -> L7: k = input #0
  L7 -> L8: assume k < 100:u32
  L8 -> L9: v = load ptradd(&@a, k, 4)
  L9 -> L5: assume v != i32(k)
  L9 -> L10: assume v == i32(k)
  L10 -> L1: return
}
`)
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"good", "i <= 100:u32 && forall(j u32, 0:u32, i, mem(i32, ptradd(&@a, j, 4)) == i32(j))", true},
		{"too far", "i <= 100:u32 && forall(j u32, 0:u32, i + 1:u32, mem(i32, ptradd(&@a, j, 4)) == i32(j))", false},
		{"too little", "i <= 100:u32 && forall(j u32, 1:u32, i, mem(i32, ptradd(&@a, j, 4)) == i32(j))", false},
		{"wrong", "i <= 100:u32 && forall(j u32, 0:u32, i, mem(i32, ptradd(&@a, j, 4)) == i32(j) + 1:i32)", false},
	} {
		v, why := run(p, &verify.Inductive{Invariants: invariants(t, p, nil, at{"main", 2, c.text})},
			Config{Time: patience(c.want)})
		if (v == Confirmed) != c.want {
			t.Errorf("%s: %v (%s)", c.name, v, why)
		}
	}
}

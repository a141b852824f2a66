package flow_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
)

// TestExposure has a program for each line of the table in exposure.go: statements after which p may point to the
// object a (reach), or may do so only by a guess.
func TestExposure(t *testing.T) {
	const cast = "z = u32(&@a)\n"
	const use = "\np = ptr32(z)"
	for _, c := range []struct {
		name, decls, stmts string
		reach              bool
	}{
		{"cast", "", cast + "p = ptr32(z)", true},
		{"cast of one bit", "", "x = u8(&@a)" + use, true},
		{"cast in a condition", "", "assume u32(&@a) < 7:u32" + use, true},
		{"cast in an index", "", "p = ptradd(&@b, u32(&@a), 1)" + use, true},
		{"cast in a size", "", "p = alloc heap u32(&@a) #0" + use, true},
		{"cast in a number of bytes", "", "memset &@b, 0:i32, u32(&@a)" + use, true},
		{"cast in an argument", "", "call g(u32(&@a))" + use, true},
		{"cast in an overflow", "", "assume overflows(u32(&@a) + z)" + use, true},
		{"cast to a float", "", "d = f64(u32(&@a))\np = ptr32(u32(d))", true},
		{"cast and comparison with null", "", "p = &@a\nassume u32(p) != 0:u32" + use, false},
		{"cast and comparison", "", "p = &@a\nassume u32(p) != 4:u32" + use, true},
		{"distance from null", "", "z = u32(ptrdiff(&@a, 0:ptr32))" + use, true},
		{"distance to null", "", "z = u32(ptrdiff(0:ptr32, &@a))" + use, true},
		{"distance from a number", "", "z = u32(&@b) + u32(ptrdiff(&@a, &@b))" + use, true},
		{"distance in an object", "", "z = u32(ptrdiff(ptradd(&@a, 4:i32, 1), &@a))" + use, false},
		{"distance in an object whose number is known", "", "z = u32(ptrdiff(ptradd(&@a, 4:i32, 1), &@a)) + u32(&@a)" + use,
			true},
		{"distance perhaps from null", "", "q = &@a\nq = 0:ptr32\nz = u32(ptrdiff(q, &@a))" + use, true},
		{"distance from one of two", "", "q = &@a\nq = &@b\nz = u32(ptrdiff(q, &@b))" + use, true},
		{"distance from what memory holds", "", "store &@b, &@a\nq = load &@b\nz = u32(ptrdiff(q, &@a))" + use, true},
		{"equality with a number", "", "p = ptr32(z)\nassume p == &@a", true},
		{"order with a number", "", "p = ptr32(z)\nassume &@a < p", true},
		{"equality with null plus a number", "", "p = ptr32(z)\nq = 0:ptr32\nassume &@a != ptradd(q, z, 1)", true},
		{"equality", "", "p = ptr32(z)\nassume &@b == &@a", false},
		{"equality with null", "", "p = ptr32(z)\nassume 0:ptr32 == &@a", false},
		{"order", "", "p = ptr32(z)\nassume &@b <= &@a", false},
		{"initial number of an object", "object s size 4 align 4 = { 0: u32(&@a) }\n", "z = load &@s" + use, true},
		{"initial number read as a pointer", "object s size 4 align 4 = { 0: u32(&@a) }\n", "p = load &@s", true},
		{"initial pointer read as a number", "object s size 4 align 4 = { 0: &@a }\n", "z = load &@s" + use, true},
		{"initial number of a register", "global n u32 = u32(&@a)\n", "p = ptr32(@n)", true},
		{"initial distance", "global n i32 = ptrdiff(&@a, 0:ptr32)\n", "p = ptr32(@n)", true},
		{"initial pointer of a register", "global n ptr32 = &@a\n", "p = @n", true},
		{"stored pointer as a number", "", "store &@b, &@a\nz = load &@b" + use, true},
		{"stored pointer as a float", "", "store &@b, &@a\nf = load &@b\nstore &@c, f\np = load &@c", true},
		{"one byte of a stored pointer", "", "store &@b, &@a\nx = load ptradd(&@b, 2:i32, 1)" + use, true},
		{"stored pointer", "", "store &@b, &@a\np = load &@b", true},
		{"stored pointer elsewhere", "", "store &@b, &@a\np = load ptradd(&@b, 4:i32, 1)", false},
		{"at an odd offset", "", "store &@b, &@a\np = load ptradd(&@b, 1:i32, 1)", true},
		{"low byte stored", "", "store &@b, &@a\nstore &@b, 4:u8\np = load &@b", true},
		{"low byte set", "", "store &@b, &@a\nmemset &@b, 0:i32, 1:u32\np = load &@b", true},
		{"low byte copied", "", "store &@b, &@a\nmemcopy &@b, &@c, 1:u32\np = load &@b", true},
		{"number stored in parts", "",
			cast + "store &@b, u16(z)\nstore ptradd(&@b, 2:i32, 1), u16(z >> 16:i32)\np = load &@b", true},
		{"copied", "", "store &@b, &@a\nmemcopy &@c, &@b, 8:u32\np = load &@c", true},
		{"copied in parts", "", "store &@b, &@a\nmemcopy &@c, &@b, 2:u32\nmemcopy ptradd(&@c, 2:i32, 1), ptradd(&@b, " +
			"2:i32, 1), 2:u32\np = load &@c", true},
		{"copied some bytes", "", "store &@b, &@a\nmemcopy ptradd(&@c, 4:i32, 1), &@b, z\np = load ptradd(&@c, 4:i32, 1)",
			true},
		{"copied through numbers", "", "store &@b, &@a\nz = u32(&@b)\ny = u32(&@c)\nmemcopy ptr32(y), ptr32(z), 4:u32\np " +
			"= load &@c", true},
		{"read through a number", "", "store &@b, &@a\nz = u32(&@b)\nz = load ptr32(z)" + use, true},
		{"written through a number", "", "z = u32(&@b)\nstore ptr32(z), &@a\np = load &@b", true},
		{"argument and result", "", "p = call f(&@a)", true},
		{"null plus a number", "", cast + "p = ptradd(0:ptr32, z, 1)", true},
		{"null in a register plus a number", "", cast + "q = 0:ptr32\np = ptradd(q, z, 1)", true},
		{"null in memory plus a number", "", cast + "q = load &@b\np = ptradd(q, z, 1)", true},
		{"null plus a small number", "", cast + "p = ptradd(0:ptr32, 4:i32, 1)", false},
		{"result that is missing", "", cast + "p = call h()", true},
		{"havoc of a number's target", "", cast + "memhavoc &@b, 4:u32 #0\np = load &@b", true},
		{"havocall", "", "havocall \"f\"\np = load &@b", true},
		{"order of distances", "", "x = u8(ptrdiff(&@a, &@b) < 4:i32)" + use, true},
		{"uninitialised bytes", "", "p = alloc heap 4:u32 #0\np = load p", false},
		{"a number of no address", "", "p = ptr32(z + 65536:u32)", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			const decls = "object a size 8 align 4\nobject b size 8 align 4\nobject c size 8 align 4\nsite bytes \"m@a.c:1:3\"\n"
			const regs = "reg x u8\nreg y u32\nreg z u32\nreg d f64\nreg f f32\nreg p ptr32\nreg q ptr32\n"
			lines := strings.Split(c.stmts, "\n")
			var b strings.Builder
			fmt.Fprintf(&b, "program ILP32\n%s%sentry main\nfunc main() void {\n%s", decls, c.decls, regs)
			for i := range len(lines) + 2 {
				fmt.Fprintf(&b, "loc L%d%s\n", i, map[int]string{0: " entry", 1: " exit"}[i])
			}
			at := 0
			for i, s := range lines {
				fmt.Fprintf(&b, "L%d -> L%d: %s\n", at, i+2, s)
				at = i + 2
			}
			fmt.Fprintf(&b, "L%d -> L1: return\n}\n", at)
			b.WriteString("func f(q) ptr32 {\nreg q ptr32\nloc L0 entry\nloc L1 exit\nL0 -> L1: return q\n}\n")
			b.WriteString("func g(n) void {\nreg n u32\nloc L0 entry\nloc L1 exit\nL0 -> L1: return\n}\n")
			b.WriteString("func h() ptr32 {\nloc L0 entry\nloc L1 exit\nL0 -> L1: return\n}\n")
			p := irtest.Program(t, b.String())
			a := flow.NewPoints(p)
			reach := false
			for _, v := range p.Entry.Vars {
				if v.Name != "p" {
					continue
				}
				for _, pl := range a.Reg(v) {
					reach = reach || pl.Target == a.Object(p.Objects[0])
				}
			}
			if strings.Contains(c.name, "comparison") { // p is the pointer itself
				reach = a.Exposed().Has(a.Object(p.Objects[0]))
			}
			if reach != c.reach {
				t.Errorf("reaches a: %v, want %v\n%s", reach, c.reach, c.stmts)
			}
		})
	}
}

package triple

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestHeapStatements runs statements over memory and checks a condition after them. An unwinding that encodes objects
// as instances (heap.go) must prove each condition that holds, and must not prove the others.
func TestHeapStatements(t *testing.T) {
	const regs = "reg x u8\nreg y u8\nreg z u32\nreg w u32\nreg p ptr32\nreg q ptr32\nreg r ptr32\n"
	const global = "object a size 8 align 4 = { 4: 9:u32 }\n"
	for _, c := range []struct {
		name, decls, objs, stmts, cond string
		holds                          bool // if not, the condition must not be confirmed
	}{
		{"alloc", "", "", "p = alloc heap 8:u32 #1\nstore p, 7:u32\nz = load p", "z == 7:u32", true},
		{"alloc, elsewhere", "", "", "p = alloc heap 8:u32 #1\nstore p, 7:u32\nz = load ptradd(p, 4:i32, 1)", "z == 7:u32",
			false},
		{"two objects", "", "",
			"p = alloc heap 8:u32 #1\nq = alloc heap 8:u32 #1\nstore p, 7:u32\nstore q, 8:u32\nz = load p",
			"z == 7:u32 && p != q && p != 0:ptr32", true},
		{"not set", "", "", "p = alloc heap 8:u32 #1\nz = load p", "z == 0:u32", false},
		{"not set, read twice", "", "", "p = alloc heap 8:u32 #1\nz = load p\nw = load p", "z == w", true},
		{"zeroed", "", "", "p = alloc heap 8:u32 zeroed #1\nz = load p\nq = load ptradd(p, 4:i32, 1)",
			"z == 0:u32 && q == 0:ptr32", true},
		{"outside", "", "", "p = alloc heap 8:u32 zeroed #1\nz = load ptradd(p, 8:i32, 1)", "z == 0:u32", false},
		{"half outside", "", "", "p = alloc heap 8:u32 zeroed #1\nz = load ptradd(p, 6:i32, 1)", "z == 0:u32", false},
		{"before", "", "", "p = alloc heap 8:u32 zeroed #1\nz = load ptradd(p, -4:i32, 1)", "z == 0:u32", false},
		{"back and forth", "", "", "p = alloc heap 8:u32 zeroed #1\nq = ptradd(p, -4:i32, 1)\nq = ptradd(q, 4:i32, 1)\nz " +
			"= load q", "z == 0:u32 && p == q", true},
		{"write outside is lost", "", "", "p = alloc heap 8:u32 zeroed #1\nstore ptradd(p, 6:i32, 1), 7:u32\nz = load " +
			"ptradd(p, 4:i32, 1)", "z == 0:u32", true},
		{"freed", "", "", "p = alloc heap 8:u32 zeroed #1\nfree p\nz = load p", "z == 0:u32", false},
		{"freed elsewhere is not freed", "", "",
			"p = alloc heap 8:u32 zeroed #1\nq = alloc heap 8:u32 #1\nfree q\nz = load p", "z == 0:u32", true},
		{"freed perhaps", "", "", "p = alloc heap 8:u32 zeroed #1\nx = input #0\nr = 0:ptr32\nq = ptr32(u32(p) * " +
			"u32(x))\nfree q\nz = load p", "z == 0:u32", false},
		{"a pointer in memory", "", "", "p = alloc heap 8:u32 #1\nq = alloc heap 8:u32 #1\nstore ptradd(p, 4:i32, 1), " +
			"q\nstore q, 5:u32\nr = load ptradd(p, 4:i32, 1)\nz = load r", "z == 5:u32 && r == q && r != p", true},
		{"a pointer in memory that is overwritten", "", "",
			"p = alloc heap 8:u32 #1\nstore p, p\nstore ptradd(p, 1:i32, 1), 5:u8\nr = load p\nstore r, 1:u8\nx = load " +
				"ptradd(p, 1:i32, 1)", "x == 5:u8", false},
		{"an old pointer is not read", "", "", "p = alloc heap 8:u32 #1\nstore p, p\nstore p, 7:u32\nr = load p", "r == p",
			false},
		{"bytes of a word", "", "", "p = alloc heap 8:u32 #1\nstore p, 258:u32\nx = load ptradd(p, 1:i32, 1)\ny = load p",
			"x == 1:u8 && y == 2:u8", true},
		{"a word of bytes", "", "", "p = alloc heap 8:u32 zeroed #1\nstore ptradd(p, 1:i32, 1), 1:u8\nz = load p",
			"z == 256:u32", true},
		{"a word whose byte changed", "", "", "p = alloc heap 8:u32 #1\nstore p, 258:u32\nstore ptradd(p, 1:i32, 1), " +
			"3:u8\nz = load p", "z == 770:u32", true},
		{"a word whose byte changed, old", "", "",
			"p = alloc heap 8:u32 #1\nstore p, 258:u32\nstore ptradd(p, 1:i32, 1), 3:u8\nz = load p", "z == 258:u32", false},
		{"words that overlap", "", "", "p = alloc heap 8:u32 zeroed #1\nstore p, 1:u32\nstore ptradd(p, 2:i32, 1), " +
			"1:u32\nz = load p", "z == 65537:u32", true},
		{"words that overlap, old", "", "", "p = alloc heap 8:u32 zeroed #1\nstore p, 1:u32\nstore ptradd(p, 2:i32, 1), " +
			"1:u32\nz = load p", "z == 1:u32", false},
		{"at an index", "", "", "p = alloc heap 16:u32 zeroed #1\nx = input #0\nassume x < 4:u8\nq = ptradd(p, x, " +
			"4)\nstore q, 5:u32\nz = load q\nw = load p", "z == 5:u32 && (x == 0:u8 || w == 0:u32)", true},
		{"at an index, elsewhere", "", "", "p = alloc heap 16:u32 zeroed #1\nx = input #0\nassume x < 4:u8\nq = ptradd(p, " +
			"x, 4)\nstore q, 5:u32\nw = load p", "w == 0:u32", false},
		{"at an index that is outside", "", "",
			"p = alloc heap 16:u32 zeroed #1\nx = input #0\nassume 4:u8 <= x\nq = ptradd(p, x, 4)\nstore q, 5:u32\nz = load q",
			"z == 5:u32", false},
		{"at a crooked index", "", "", "p = alloc heap 16:u32 zeroed #1\nx = input #0\nassume x < 4:u8\nq = ptradd(p, x, " +
			"2)\nstore q, 5:u32\nw = load ptradd(p, 4:i32, 1)", "w == 0:u32 || w == 5:u32", false},
		{"through a global", "global g ptr32 = &@a\n" + global, "",
			"z = load ptradd(@g, 4:i32, 1)\nstore @g, 3:u32\nw = load &@a", "z == 9:u32 && w == 3:u32", true},
		{"through a global, old", "global g ptr32 = &@a\n" + global, "", "store @g, 3:u32\nw = load &@a", "w == 0:u32",
			false},
		{"through a local", "", "object b size 8 align 4 #1\n", "decl b\np = &b\nstore p, 4:u32\nz = load &b", "z == 4:u32",
			true},
		{"through a pointer to an old instance", "", "object b size 8 align 4 #1\n",
			"decl b\np = &b\nstore p, 4:u32\ndecl b\nstore &b, 5:u32\nz = load p", "z == 4:u32 && p != &b", true},
		{"a new instance has nothing", "", "object b size 8 align 4 #1\n",
			"decl b\np = &b\nstore p, 4:u32\ndecl b\nz = load &b", "z == 4:u32", false},
		{"before its end", "", "object b size 8 align 4 #1\n", "decl b\np = &b\nstore p, 4:u32\nz = load p\nend b",
			"z == 4:u32", true},
		{"after its end", "", "object b size 8 align 4 #1\n", "decl b\np = &b\nstore p, 4:u32\nend b\nz = load p",
			"z == 4:u32", false},
		{"written after its end", "", "object b size 8 align 4 #1\n", "decl b\np = &b\nend b\nstore p, 4:u32\nz = load p",
			"z == 4:u32", false},
		{"two reads after its end", "", "object b size 8 align 4 #1\n", "decl b\np = &b\nend b\nz = load p\nw = load p",
			"z == w", false},
		{"another object after an end", "", "object b size 8 align 4 #1\nobject c size 4 align 4 #1\n",
			"decl c\nq = &c\nstore q, 3:u32\ndecl b\np = &b\nend b\nstore p, 4:u32\nz = load q", "z == 3:u32", true},
		{"a new instance after an end", "", "object b size 8 align 4 #1\n",
			"decl b\np = &b\nend b\ndecl b\nq = &b\nstore q, 5:u32\nstore p, 4:u32\nz = load q", "z == 5:u32", true},
		{"a new instance may lie where the old one lay", "", "object b size 8 align 4 #1\n",
			"decl b\np = &b\nend b\ndecl b\nq = &b\nstore q, 5:u32\nstore p, 4:u32\nz = load q", "p != q", false},
		{"what was freed may be used again", "", "",
			"p = alloc heap 8:u32 zeroed #1\nfree p\nq = alloc heap 8:u32 zeroed #1\nz = load q", "p != q", false},
		{"objects that are alive at the same time are disjoint", "", "",
			"p = alloc heap 8:u32 zeroed #1\nq = alloc heap 8:u32 zeroed #1\nfree p\nz = load q", "p != q", true},
		{"what is moved may stay", "", "", "p = alloc heap 8:u32 zeroed #1\nq = alloc heap 8:u32 zeroed moved #1\nfree " +
			"p\nz = load q", "p != q", false},
		{"an old pointer after a new instance", "", "object b size 8 align 4 #1\n",
			"decl b\np = &b\nend b\ndecl b\nq = &b\nstore q, 5:u32\nz = load p", "z == 5:u32", false},
		{"stack memory that is freed", "", "", "p = alloc stack 8:u32 zeroed #1\nfree p stack\nz = load p", "z == 0:u32",
			false},
		{"free leaves stack memory alone", "", "", "p = alloc stack 8:u32 zeroed #1\nfree p\nz = load p", "z == 0:u32", true},
		{"freed as stack memory, but of the heap", "", "", "p = alloc heap 8:u32 zeroed #1\nfree p stack\nz = load p",
			"z == 0:u32", true},
		{"a number", "", "", "p = alloc heap 8:u32 zeroed #1\nq = ptr32(u32(p) + 4:u32)\nstore q, 5:u32\nz = load " +
			"ptradd(p, 4:i32, 1)", "z == 0:u32", false},
		{"a number and back", "", "", "p = alloc heap 8:u32 zeroed #1\nq = ptr32(u32(p))\nstore q, 5:u32\nz = load p",
			"z == 5:u32", true},
		{"null plus a number", "", "", "p = alloc heap 8:u32 zeroed #1\nq = ptradd(0:ptr32, u32(p), 1)\nstore q, 5:u32\nz " +
			"= load p", "z == 0:u32", false},
		{"a write through null is lost", "", "",
			"p = alloc heap 8:u32 zeroed #1\nq = 0:ptr32\nstore ptradd(q, 4:i32, 1), 5:u32\nz = load p", "z == 0:u32", true},
		{"a read through null", "", "", "q = 0:ptr32\nz = load q", "z == 0:u32", false},
		{"a pointer input", "", "", "p = input #2\nassume p != 0:ptr32\nstore p, 5:u32\nz = load p", "z == 5:u32", true},
		{"a pointer input may be null", "", "", "p = input #2\nstore p, 5:u32\nz = load p", "z == 5:u32", false},
		{"a pointer that was not set", "", "",
			"p = alloc heap 8:u32 zeroed #1\nq = alloc heap 8:u32 #1\nr = load q\nstore r, 5:u32\nz = load p", "z == 0:u32",
			false},
		{"memset", "", "", "p = alloc heap 16:u32 #1\nmemset p, 0:u8, 16:u32\nz = load ptradd(p, 12:i32, 1)\nx = load " +
			"ptradd(p, 7:i32, 1)\nr = load ptradd(p, 4:i32, 1)", "z == 0:u32 && x == 0:u8 && r == 0:ptr32", true},
		{"memset of a part", "", "", "p = alloc heap 16:u32 #1\nstore ptradd(p, 4:i32, 1), 9:u32\nmemset p, 1:u8, " +
			"6:u32\nz = load ptradd(p, 4:i32, 1)", "z == 257:u32", true},
		{"memset of a part, old", "", "", "p = alloc heap 16:u32 #1\nstore ptradd(p, 4:i32, 1), 9:u32\nmemset p, 1:u8, " +
			"6:u32\nz = load ptradd(p, 4:i32, 1)", "z == 9:u32", false},
		{"memset of some", "", "", "p = alloc heap 16:u32 zeroed #1\nx = input #0\nmemset p, 1:u8, u32(x)\nz = load p",
			"z == 0:u32", false},
		{"memset outside", "", "", "p = alloc heap 4:u32 zeroed #1\nmemset p, 1:u8, 6:u32\nz = load p", "z == 0:u32", false},
		{"memcopy", "", "", "p = alloc heap 8:u32 #1\nq = alloc heap 8:u32 #1\nstore p, 3:u32\nstore ptradd(p, 4:i32, 1), " +
			"q\nmemcopy q, p, 8:u32\nz = load q\nr = load ptradd(q, 4:i32, 1)", "z == 3:u32 && r == q", true},
		{"memcopy of a part", "", "", "p = alloc heap 8:u32 zeroed #1\nq = alloc heap 8:u32 zeroed #1\nstore p, " +
			"259:u32\nmemcopy ptradd(q, 1:i32, 1), p, 1:u32\nz = load q", "z == 768:u32", true},
		{"memcopy of a part, too much", "", "",
			"p = alloc heap 8:u32 zeroed #1\nq = alloc heap 8:u32 zeroed #1\nstore p, 259:u32\nmemcopy ptradd(q, 1:i32, 1), " +
				"p, 1:u32\nz = load q", "z == 66304:u32", false},
		{"memcopy that overlaps", "", "", "p = alloc heap 8:u32 #1\nstore p, 3:u32\nstore ptradd(p, 4:i32, 1), " +
			"4:u32\nmemcopy ptradd(p, 2:i32, 1), p, 4:u32\nx = load ptradd(p, 2:i32, 1)\nz = load p",
			"x == 3:u8 && z == 196611:u32", true},
		{"memcopy of an object", global, "", "p = alloc heap 8:u32 #1\nmemcopy p, &@a, 8:u32\nz = load ptradd(p, 4:i32, " +
			"1)\nw = load &@a", "z == 9:u32 && w == 0:u32", true},
		{"memcopy to an object", global, "", "p = alloc heap 8:u32 zeroed #1\nmemcopy &@a, p, 8:u32\nz = load ptradd(&@a, " +
			"4:i32, 1)", "z == 0:u32", true},
		{"memcopy to an object, old", global, "",
			"p = alloc heap 8:u32 #1\nmemcopy &@a, p, 8:u32\nz = load ptradd(&@a, 4:i32, 1)", "z == 9:u32", false},
		{"memcopy of some", "", "", "p = alloc heap 8:u32 zeroed #1\nq = alloc heap 8:u32 #1\nx = input #0\nmemcopy p, q, " +
			"u32(x)\nz = load p", "z == 0:u32", false},
		{"memhavoc", "", "", "p = alloc heap 8:u32 zeroed #1\nmemhavoc p, 4:u32 #1\nz = load p", "z == 0:u32", false},
		{"memhavoc elsewhere", "", "", "p = alloc heap 8:u32 zeroed #1\nmemhavoc p, 4:u32 #1\nz = load ptradd(p, 4:i32, 1)",
			"z == 0:u32", true},
		{"havocall", "", "", "p = alloc heap 8:u32 zeroed #1\nhavocall \"f\"\nz = load p", "z == 0:u32", false},
		{"const", "object s size 4 align 4 const = { 0: 7:u32 }\n", "", "p = &@s\nstore p, 5:u32\nz = load p", "z == 7:u32",
			true},
		{"a size that is not known", "", "", "x = input #0\np = alloc heap u32(x) zeroed #1\nz = load p\nw = load p",
			"z == 0:u32", false},
		{"a size that is not known, but enough", "", "",
			"x = input #0\nassume 4:u8 <= x\np = alloc heap u32(x) zeroed #1\nz = load p", "z == 0:u32", true},
		{"the size of an object", "", "",
			"p = alloc heap 12:u32 #1\nz = math extent(p)\nw = math extent(ptradd(p, 4:i32, 1))", "z == 12:u32 && w == 0:u32",
			true},
		{"the size of a freed object", "", "", "p = alloc heap 12:u32 #1\nfree p\nz = math extent(p)", "z == 12:u32", false},
		{"memset of a few", "", "", "p = alloc heap 16:u32 zeroed #1\nx = input #0\nassume x <= 4:u8\nmemset p, 1:u8, " +
			"u32(x)\nz = load ptradd(p, 4:i32, 1)\ny = load p", "z == 0:u32 && (x == 0:u8 || y == 1:u8)", true},
		{"memset of one more", "", "", "p = alloc heap 16:u32 zeroed #1\nx = input #0\nassume x <= 5:u8\nmemset p, 1:u8, " +
			"u32(x)\nz = load ptradd(p, 4:i32, 1)", "z == 0:u32", false},
		{"memset of a few, at an index", "", "",
			"p = alloc heap 8:u32 zeroed #1\nx = input #0\ny = input #0\nassume x <= 4:u8 && y <= 4:u8\nmemset ptradd(p, x, " +
				"1), 1:u8, u32(y)\nz = u32(0:u8)\nq = ptradd(p, x, 1)\nq = ptradd(q, y, 1)\nassume x < 4:u8\ny = load q",
			"y == 0:u8", true},
		{"memset at an index, within", "", "",
			"p = alloc heap 8:u32 zeroed #1\nx = input #0\nassume x <= 4:u8\nmemset ptradd(p, x, 1), 1:u8, 4:u32\ny = load " +
				"ptradd(p, 5:i32, 1)", "y == 0:u8", false},
		{"memset that may leave", "", "", "p = alloc heap 8:u32 zeroed #1\nx = input #0\nassume 4:u8 <= x\nmemset p, " +
			"1:u8, u32(x)\nz = load p", "z == 0:u32", false},
		{"memcopy of words", "", "", "p = alloc heap 8:u32 zeroed #1\nq = alloc heap 8:u32 #1\nstore q, 5:u32\nstore " +
			"ptradd(q, 4:i32, 1), 6:u32\nx = input #0\nassume x <= 1:u8\nmemcopy p, q, u32(x) * 4:u32\nz = load p\nw = load " +
			"ptradd(p, 4:i32, 1)", "w == 0:u32 && z == 5:u32 * u32(x)", true},
		{"memcopy of words, all", "", "", "p = alloc heap 8:u32 zeroed #1\nq = alloc heap 8:u32 #1\nstore q, 5:u32\nstore " +
			"ptradd(q, 4:i32, 1), 6:u32\nx = input #0\nassume x <= 2:u8\nmemcopy p, q, u32(x) * 4:u32\nw = load ptradd(p, " +
			"4:i32, 1)", "w == 0:u32", false},
		{"memcopy of pointers", "", "", "p = alloc heap 8:u32 zeroed #1\nq = alloc heap 8:u32 #1\nstore q, q\nstore " +
			"ptradd(q, 4:i32, 1), p\nx = input #0\nassume 1:u8 <= x && x <= 2:u8\nmemcopy p, q, u32(x) * 4:u32\nr = load " +
			"p\nstore r, 7:u32\nz = load q", "z == 7:u32 && r == q", true},
		{"memcopy in steps that are no words", "", "",
			"p = alloc heap 8:u32 zeroed #1\nq = alloc heap 8:u32 #1\nstore q, 257:u32\nx = input #0\nassume x <= " +
				"4:u8\nmemcopy p, q, u32(x)\nz = load p", "z == 0:u32 || z == 257:u32", false},
		{"memcopy over itself", "", "", "p = alloc heap 8:u32 #1\nstore p, 3:u32\nstore ptradd(p, 4:i32, 1), 4:u32\nx = " +
			"input #0\nassume x == 1:u8\nmemcopy ptradd(p, x, 4), p, u32(x) * 4:u32\nw = load ptradd(p, 4:i32, 1)\nz = load p",
			"z == 3:u32 && w == 3:u32", true},
		{"memcopy from where too little is", "", "",
			"p = alloc heap 8:u32 zeroed #1\nq = alloc heap 4:u32 zeroed #1\nx = input #0\nassume 4:u8 <= x\nmemcopy p, q, " +
				"u32(x)\nz = load ptradd(p, 4:i32, 1)", "z == 0:u32 && x == 4:u8", false},
		{"memcopy of what was freed", "", "", "p = alloc heap 8:u32 zeroed #1\nq = alloc heap 8:u32 zeroed #1\nfree q\nx " +
			"= input #0\nassume 1:u8 <= x && x <= 4:u8\nmemcopy p, q, u32(x)\nz = load p", "z == 0:u32", false},
		{"memcopy into what has some size", "", "",
			"x = input #0\nassume 4:u8 <= x && x <= 8:u8\np = alloc heap u32(x) zeroed #1\nq = alloc heap 8:u32 #1\nstore q, " +
				"5:u32\nmemcopy p, q, 4:u32\nz = load p", "z == 5:u32", true},
		{"memcopy into what may be small", "", "",
			"x = input #0\nassume 3:u8 <= x && x <= 8:u8\np = alloc heap u32(x) zeroed #1\nq = alloc heap 8:u32 #1\nstore q, " +
				"5:u32\nmemcopy p, q, 4:u32\nz = load p", "z == 5:u32", false},
		{"at an index of some size", "", "", "x = input #0\ny = input #0\nassume x <= 8:u8 && y < x\np = alloc heap " +
			"u32(x) zeroed #1\nq = ptradd(p, y, 1)\nstore q, 5:u8\nx = load q", "x == 5:u8", true},
		{"at an index of some size, beyond", "", "",
			"x = input #0\ny = input #0\nassume x <= 8:u8 && y <= x\np = alloc heap u32(x) zeroed #1\nq = ptradd(p, y, " +
				"1)\nstore q, 5:u8\nx = load q", "x == 5:u8", false},
		{"a pointer to an index is kept", "", "",
			"p = alloc heap 16:u32 zeroed #1\nx = input #0\nassume x < 4:u8\nq = alloc heap 8:u32 #1\nstore q, ptradd(p, x, " +
				"4)\nr = load q\nstore r, 5:u32\nz = load ptradd(p, x, 4)", "z == 5:u32 && p <= r", true},
		{"a pointer to outside is kept", "", "",
			"p = alloc heap 16:u32 zeroed #1\nw = load p\nx = input #0\nq = alloc heap 8:u32 zeroed #1\nstore q, ptradd(p, " +
				"x, 4)\nr = load q\nstore r, 5:u32\nz = load ptradd(q, 4:i32, 1)", "z == 0:u32", false},
		{"order at indices", "", "", "p = alloc heap 16:u32 #1\nx = input #0\ny = input #0\nassume x <= 16:u8 && y <= " +
			"16:u8 && x < y", "ptradd(p, x, 1) < ptradd(p, y, 1)", true},
		{"order at indices outside", "", "", "p = alloc heap 16:u32 #1\nx = input #0\ny = input #0\nz = u32(x) * " +
			"16777216:u32\nw = u32(y) * 16777216:u32\nassume x < y", "ptradd(p, z, 1) < ptradd(p, w, 1)", false},
		{"no index leads into another object", "", "",
			"p = alloc heap 16:u32 #1\nq = alloc heap 16:u32 #1\nx = input #0\ny = input #0\nassume x < 16:u8 && y < 16:u8",
			"ptradd(p, x, 1) != ptradd(q, y, 1)", true},
		{"an end may be another object", "", "",
			"p = alloc heap 16:u32 #1\nq = alloc heap 16:u32 #1\nx = input #0\ny = input #0\nassume x <= 16:u8 && y < 16:u8",
			"ptradd(p, x, 1) != ptradd(q, y, 1)", false},
		{"an end is not null", "", "", "p = alloc heap 16:u32 #1\nx = input #0\nassume x <= 16:u8",
			"ptradd(p, x, 1) != 0:ptr32", true},
		{"something beyond is null", "", "", "p = alloc heap 16:u32 #1\nz = u32(p)\nx = input #0\ny = input #0\nw = " +
			"u32(x) * 16777216:u32 + u32(y)", "ptradd(p, w, 1) != 0:ptr32", false},
		{"distance", "", "", "p = alloc heap 12:u32 #1\nq = ptradd(p, 8:i32, 1)", "ptrdiff(q, p) == 8:i32 && p < q", true},
		{"order of objects", "", "", "p = alloc heap 12:u32 #1\nq = alloc heap 12:u32 #1", "p < q", false},
		{"no overlap", "", "", "p = alloc heap 12:u32 #1\nq = alloc heap 12:u32 #1", "u32(p) + 4:u32 != u32(q)", true},
		{"alignment", "", "", "p = alloc heap 12:u32 #1", "u32(p) % 8:u32 == 0:u32", true},
		{"a variable offset", "", "", "p = alloc heap 1000:u32 #1\nx = input #0\nstore ptradd(p, x, 1), 7:u8\n" +
			"y = load ptradd(p, x, 1)", "y == 7:u8", true},
		{"two variable offsets", "", "", "p = alloc heap 1000:u32 #1\nx = input #0\ny = input #0\nassume x != y\n" +
			"store ptradd(p, x, 1), 7:u8\nstore ptradd(p, y, 1), 8:u8\nx = load ptradd(p, x, 1)", "x == 7:u8", true},
		{"two variable offsets that may be equal", "", "", "p = alloc heap 1000:u32 #1\nx = input #0\ny = input #0\n" +
			"store ptradd(p, x, 1), 7:u8\nstore ptradd(p, y, 1), 8:u8\nx = load ptradd(p, x, 1)", "x == 7:u8", false},
		{"words that may overlap", "", "", "p = alloc heap 1000:u32 #1\nx = input #0\ny = input #0\nassume x != y\n" +
			"store ptradd(p, x, 1), 7:u32\nstore ptradd(p, y, 1), 8:u32\nz = load ptradd(p, x, 1)", "z == 7:u32", false},
		{"words that do not overlap", "", "", "p = alloc heap 1000:u32 #1\nx = input #0\ny = input #0\nassume x != y\n" +
			"assume x < 200:u8 && y < 200:u8\n" +
			"store ptradd(p, x, 4), 7:u32\nstore ptradd(p, y, 4), 8:u32\nz = load ptradd(p, x, 4)", "z == 7:u32", true},
		{"a fixed offset before a variable one", "", "", "p = alloc heap 1000:u32 #1\nx = input #0\nassume 3:u8 < x\n" +
			"store p, 7:u32\nstore ptradd(p, x, 1), 8:u8\nz = load p", "z == 7:u32", true},
		{"a fixed offset that a variable one may be", "", "", "p = alloc heap 1000:u32 #1\nx = input #0\nassume 2:u8 < x\n" +
			"store p, 7:u32\nstore ptradd(p, x, 1), 8:u8\nz = load p", "z == 7:u32", false},
		{"a variable offset before a fixed one", "", "", "p = alloc heap 1000:u32 #1\nx = input #0\nassume 3:u8 < x\n" +
			"store ptradd(p, x, 1), 8:u8\nstore p, 7:u32\ny = load ptradd(p, x, 1)", "y == 8:u8", true},
		{"a variable offset that a fixed one may be", "", "", "p = alloc heap 1000:u32 #1\nx = input #0\nassume 2:u8 < x\n" +
			"store ptradd(p, x, 1), 8:u8\nstore p, 7:u32\ny = load ptradd(p, x, 1)", "y == 8:u8", false},
		{"a write out of bounds", "", "", "x = input #0\np = alloc heap u32(x) #1\n" +
			"store ptradd(p, x, 1), 8:u8\ny = load ptradd(p, x, 1)", "y == 8:u8", false},
		{"a write at the end", "", "", "x = input #0\np = alloc heap 256:u32 #1\n" +
			"store ptradd(p, x, 1), 8:u8\ny = load ptradd(p, x, 1)", "y == 8:u8", true},
		{"a variable offset and a memset", "", "", "p = alloc heap 1000:u32 #1\nx = input #0\nstore ptradd(p, x, 1), 8:u8\n" +
			"memset p, 0:u8, 1000:u32\ny = load ptradd(p, x, 1)", "y == 8:u8", false},
		{"a variable offset and a small memset", "", "", "p = alloc heap 1000:u32 #1\nx = input #0\nassume 7:u8 < x\n" +
			"store ptradd(p, x, 1), 8:u8\nmemset p, 0:u8, 8:u32\ny = load ptradd(p, x, 1)", "y == 8:u8", true},
		{"a variable offset and a memset of some length", "", "", "p = alloc heap 1000:u32 #1\nx = input #0\ny = input #0\n" +
			"store ptradd(p, x, 1), 8:u8\nmemset p, 0:u8, u32(y)\ny = load ptradd(p, x, 1)", "y == 8:u8", false},
		{"a variable offset and a copy", "", "", "p = alloc heap 1000:u32 #1\nq = alloc heap 16:u32 #1\nx = input #0\n" +
			"store ptradd(p, x, 1), 8:u8\nmemcopy p, q, 3:u32\ny = load ptradd(p, x, 1)", "y == 8:u8", false},
		{"a variable offset and a copy of some length", "", "", "p = alloc heap 1000:u32 #1\nq = alloc heap 16:u32 #1\n" +
			"x = input #0\ny = input #0\nassume y < 16:u8\n" +
			"store ptradd(p, x, 1), 8:u8\nmemcopy p, q, u32(y)\ny = load ptradd(p, x, 1)", "y == 8:u8", false},
		{"a variable offset and an unknown pointer", "", "", "p = alloc heap 1000:u32 #1\nq = input #2\nq = load q\n" +
			"x = input #0\n" +
			"store ptradd(p, x, 1), 8:u8\nstore q, 9:u8\ny = load ptradd(p, x, 1)", "y == 8:u8", false},
		{"a variable offset and arbitrary bytes", "", "", "p = alloc heap 1000:u32 #1\nx = input #0\n" +
			"store ptradd(p, x, 1), 8:u8\nmemhavoc p, 3:u32 #1\ny = load ptradd(p, x, 1)", "y == 8:u8", false},
		{"a variable offset after a free of one of two", "", "", "p = alloc heap 1000:u32 #1\nq = alloc heap 8:u32 #1\n" +
			"r = alloc heap 1000:u32 #1\n" +
			"store q, p\nstore ptradd(q, 4:i32, 1), r\nx = input #0\nr = load ptradd(q, x % 2:u8, 4)\n" +
			"store ptradd(p, x, 1), 8:u8\nfree r\ny = load ptradd(p, x, 1)", "y == 8:u8", false},
		{"a variable offset after a free of the other", "", "", "p = alloc heap 1000:u32 #1\nq = alloc heap 8:u32 #1\n" +
			"r = alloc heap 1000:u32 #1\n" +
			"store q, p\nstore ptradd(q, 4:i32, 1), r\nx = input #0\nassume x % 2:u8 == 1:u8\n" +
			"r = load ptradd(q, x % 2:u8, 4)\n" +
			"store ptradd(p, x, 1), 8:u8\nfree r\ny = load ptradd(p, x, 1)", "y == 8:u8", true},
		{"a variable offset after a free", "", "", "p = alloc heap 1000:u32 #1\nx = input #0\nstore ptradd(p, x, 1), 8:u8\n" +
			"free p\ny = load ptradd(p, x, 1)", "y == 8:u8", false},
		{"a variable offset of one of two objects", "", "", "p = alloc heap 1000:u32 #1\nq = alloc heap 1000:u32 #1\n" +
			"x = input #0\nstore ptradd(p, x, 1), 8:u8\nstore ptradd(q, x, 1), 9:u8\ny = load ptradd(p, x, 1)",
			"y == 8:u8", true},
		{"a pointer at a variable offset", "", "", "p = alloc heap 2000:u32 #1\nq = alloc heap 8:u32 #1\n" +
			"x = input #0\nstore q, 5:u8\nstore ptradd(p, x, 4), q\nq = load ptradd(p, x, 4)\ny = load q",
			"y == 5:u8", true},
		{"a tag", "", "", "p = alloc heap 12:u32 #1\nz = u32(p) | 1:u32\nw = z & 4294967294:u32\nq = ptr32(w)\n" +
			"store q, 5:u8\nx = load p", "x == 5:u8", true},
		{"a tag that is the object's", "", "", "p = alloc heap 12:u32 #1\nz = u32(p) | 16:u32\nw = z & 4294967279:u32\n" +
			"q = ptr32(w)\nstore p, 4:u8\nstore q, 5:u8\nx = load p", "x == 5:u8", false},
		{"a tag kept", "", "", "p = alloc heap 12:u32 #1\nz = u32(p) | 1:u32\nq = ptr32(z)\n" +
			"store q, 5:u8\nx = load ptradd(p, 1:u32, 1)", "x == 5:u8", true},
		{"a bit changed and changed back", "", "", "p = alloc heap 12:u32 #1\nz = u32(p) ^ 64:u32\nw = z ^ 64:u32\n" +
			"q = ptr32(w)\nstore q, 5:u8\nx = load p", "x == 5:u8", true},
		{"a number down to its block", "", "", "p = alloc heap 12:u32 #1\ny = input #0\nz = u32(p) + u32(y % 12:u8)\n" +
			"w = z & 4294967280:u32\nq = ptr32(w)\nstore q, 5:u8\nx = load p", "x == 5:u8", true},
		{"a number down too far", "", "", "p = alloc heap 12:u32 #1\ny = input #0\nz = u32(p) + u32(y % 17:u8)\n" +
			"w = z & 4294967280:u32\nq = ptr32(w)\nstore p, 4:u8\nstore q, 5:u8\nx = load p", "x == 5:u8", false},
		{"a number of a freed block", "", "", "p = alloc heap 12:u32 #1\nz = u32(p)\nfree p\nq = alloc heap 12:u32 #1\n" +
			"assume u32(q) == z\nstore q, 4:u8\np = ptr32(z)\nstore p, 5:u8\nx = load q", "x == 4:u8", false},
		{"a number at an end", "", "", "p = alloc heap 16:u32 #1\nq = alloc heap 16:u32 #1\nz = u32(p) + 16:u32\n" +
			"assume u32(q) == z\nstore q, 4:u8\np = ptr32(z)\nstore p, 5:u8\nx = load q", "x == 4:u8", false},
		{"a number in memory of a freed block", "", "", "p = alloc heap 12:u32 #1\nr = alloc heap 4:u32 #1\nz = u32(p)\n" +
			"store r, z\nfree p\nq = alloc heap 12:u32 #1\nassume u32(q) == z\nstore q, 4:u8\np = load r\n" +
			"store p, 5:u8\nx = load q", "x == 4:u8", false},
		{"a number outside of its object", "", "", "p = alloc heap 12:u32 #1\nz = u32(p) + 32:u32\nq = ptr32(z)\n" +
			"store p, 4:u8\nstore q, 5:u8\nx = load p", "x == 4:u8", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := straight(c.decls, regs+c.objs, c.stmts, c.cond)
			src = strings.Replace(src, "entry main\n", "site nondet \"p@a.c:1:4\" name \"p\" type ptr32 in main\nentry main\n",
				1)
			src = strings.ReplaceAll(src, "input #2", "input #2 fresh 8")
			p := irtest.Program(t, src)
			// Paths: 0 joins states with the same constants first. Paths: 1000 explores all nodes and then encodes them.
			// Paths: 1 encodes nodes while it explores them.
			for _, cfg := range []Config{{}, {Paths: 1000}, {Only: Ints, Paths: 1}, {Only: Bits, Paths: 1}} {
				cfg.Heap = true
				v, why := run(p, &verify.Unwinding{Depth: map[*ir.Loc]int{}, Apart: cfg.Paths == 0}, cfg)
				switch {
				case c.holds && cfg.Only == AnyEncoding && v != Confirmed, !c.holds && v == Confirmed, c.holds && v == Refuted:
					t.Errorf("%v, %d: %v (%s)", cfg.Only, cfg.Paths, v, why)
				}
			}
		})
	}
}

// TestHeapRandom checks conditions at the end of random programs. Each condition states the value that a register has
// at the end of some run, or is the negation of such a condition. A negation must never be confirmed, nor a condition
// that some run violates. The test also fails if fewer than 5 % of all conditions are confirmed.
func TestHeapRandom(t *testing.T) {
	count := map[string]int{}
	begin := time.Now()
	for n := 0; n < *mutants || *mutants == 0 && (n < 10 || time.Since(begin) < 3*time.Second); n++ {
		heapRandom(t, *firstSeed+uint64(n), count)
		if t.Failed() {
			break
		}
	}
	t.Logf("%v", count)
	if count["programs"] > 10 && 20*count["confirmed"] < count["asked"] {
		t.Error("the test says little")
	}
}

// heapRandom tests one random program, and counts the answers in count.
func heapRandom(t *testing.T, seed uint64, count map[string]int) {
	r := rand.New(rand.NewPCG(seed, 13))
	text := irtest.HeapProgram(seed, 4+r.IntN(14))
	ends := map[string]map[string]bool{} // by register: the conditions on its value that hold at the ends of runs
	var p *ir.Program                    // the program that broken ran last
	tree := &verify.PathTree{}           // the branches that runs of p took
	// broken runs the program with the text src on 12 random inputs, extends ends, and sets p and tree. It reports whether
	// a run violates the assertion.
	broken := func(src string) bool {
		p, tree = irtest.Program(t, src), &verify.PathTree{}
		m, err := exec.NewInterp(p, exec.Config{})
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		bad := false
		for i := range 12 {
			last := map[string]string{}
			at := tree
			m.Observe(func(e *ir.Edge, env exec.Env) {
				if len(e.From.Out) > 1 {
					if at.Next[e] == nil {
						if at.Next == nil {
							at.Next = map[*ir.Edge]*verify.PathTree{}
						}
						at.Next[e] = &verify.PathTree{Leaves: 1}
					}
					at = at.Next[e]
				}
				for _, v := range p.Entry.Vars {
					switch x := env.Reg(v); {
					case v.Type.Kind != ir.Ptr:
						last[v.Name] = fmt.Sprintf("%s == %d:%s", v.Name, x, v.Type)
					case x == 0:
						last[v.Name] = v.Name + " == 0:ptr32"
					default:
						last[v.Name] = v.Name + " != 0:ptr32"
					}
				}
			})
			out, err := m.Run(context.Background(), exec.Random(p, seed+uint64(i), exec.Mixed))
			if err != nil {
				t.Fatal(err)
			}
			switch out.Outcome.Kind {
			case exec.Violated:
				bad = true
			case exec.Finished:
			default:
				continue
			}
			for v, c := range last {
				if ends[v] == nil {
					ends[v] = map[string]bool{}
				}
				ends[v][c] = true
			}
		}
		return bad
	}
	broken(text("true"))
	count["programs"]++
	for _, v := range []string{"x", "y", "z", "w", "p", "q", "r"} {
		for c := range ends[v] {
			for _, cond := range []string{c, "!(" + c + ")"} {
				if r.IntN(3) > 0 {
					continue
				}
				src := text(cond)
				is := broken(src)
				enc := []Encoding{AnyEncoding, Ints, Bits}[r.IntN(3)]
				tree.Leaves = 30 // an upper bound of the number of paths
				// no tree, the tree of the branches that some runs took, and a tree without any branch
				trees := []*verify.PathTree{nil, tree, {}}
				ev := &verify.Unwinding{Depth: map[*ir.Loc]int{}, Paths: trees[r.IntN(3)], Apart: r.IntN(3) == 0}
				got, why := run(p, ev, Config{Only: enc, Heap: true, Time: 5 * time.Second, Paths: []int{0, 0, 1, 1000}[r.IntN(4)]})
				count["asked"]++
				switch {
				case got == Confirmed && (is || cond != c):
					t.Errorf("seed %d, %v: confirmed is %s, which a run breaks:\n%s", seed, enc, cond, src)
				case got == Refuted && len(ends[v]) == 1 && !is:
					count["refuted"]++
				case got == Confirmed:
					count["confirmed"]++
				case !is:
					count["open"]++
				}
				_ = why
			}
		}
	}
}

package triple

import (
	"fmt"
	"os"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestWindows sets and copies all ranges that registers can give in an array of four bytes. The true contents must be
// confirmed, and contents with one wrong byte must not.
func TestWindows(t *testing.T) {
	const objs = "object a size 4 align 1 = { 0: 1:u8, 1: 2:u8, 2: 3:u8, 3: 4:u8 }\nobject b size 4 align 1 = { 0: " +
		"11:u8, 1: 12:u8, 2: 13:u8, 3: 14:u8 }\n"
	const regs = "reg i u8\nreg j u8\nreg k u8\nreg v u8\nreg b0 u8\nreg b1 u8\nreg b2 u8\nreg b3 u8\nreg w u32\n"
	const read = "b0 = load &@a\nb1 = load ptradd(&@a, 1:i32, 1)\nb2 = load ptradd(&@a, 2:i32, 1)\nb3 = load " +
		"ptradd(&@a, 3:i32, 1)\nv = load &@b\n"
	try := func(what int, stmts string, want [4]int, inside, words bool) {
		for _, bad := range []int{-1, what % 4} {
			if bad >= 0 {
				want[bad] ^= 1
			}
			cond := fmt.Sprintf("b0 == %d:u8 && b1 == %d:u8 && b2 == %d:u8 && b3 == %d:u8", want[0], want[1], want[2], want[3])
			if bad >= 0 {
				want[bad] ^= 1
			}
			if words { // reads of words make the array an array of bytes
				stmts += "w = load ptradd(&@a, i % 1:u8, 1)\nw = load ptradd(&@b, i % 1:u8, 1)\n"
			}
			p := irtest.Program(t, straight(objs, regs, stmts+read, cond))
			for _, enc := range []Encoding{Ints, Bits} {
				v, why := run(p, &verify.Inductive{}, Config{Only: enc})
				switch confirmed := v == Confirmed; {
				case confirmed && (bad >= 0 || !inside), !confirmed && bad < 0 && inside && !(words && enc == Ints), v == Refuted &&
					inside && bad < 0:
					t.Errorf("%sbyte %d wrong, words %v, %v: %v (%s)", stmts, bad, words, enc, v, why)
				}
			}
		}
	}
	const ranges = "i = input #0\nassume i == %d:u8\nk = input #0\nassume k == %d:u8\n"
	for off := range 5 {
		for n := range 5 {
			for _, words := range []bool{false, true} {
				if (off+2*n)%3 != 0 && os.Getenv("TANDEM_LONG") == "" {
					continue
				}
				inside := off+n <= 4
				want := [4]int{1, 2, 3, 4}
				for i := off; inside && i < off+n; i++ {
					want[i] = 9
				}
				at := fmt.Sprintf(ranges, off, n)
				try(off+n, at+"v = input #0\nassume v == 9:u8\nmemset ptradd(&@a, i, 1), v, u32(k)\n", want, inside, words)
				from := (off + n) % 5
				want = [4]int{1, 2, 3, 4}
				for i := range n {
					if inside && from+n <= 4 {
						want[off+i] = 11 + from + i
					}
				}
				copied := fmt.Sprintf("j = input #0\nassume j == %d:u8\nmemcopy ptradd(&@a, i, 1), ptradd(&@b, j, 1), u32(k)\n",
					from)
				try(from+n, at+copied, want, inside && from+n <= 4, words)
			}
		}
	}
	// A constant length in a large array.
	const large = "object a size 400 align 1 = { 0: 1:u8, 1: 2:u8, 2: 3:u8, 3: 4:u8 }\nobject b size 4 align 1\n"
	for _, c := range []struct {
		cond string
		want Verdict
	}{{"b0 == 1:u8 && b1 == 9:u8 && b2 == 9:u8 && b3 == 4:u8", Confirmed}, {"b3 == 9:u8", Refuted},
		{"b0 == 9:u8", Refuted}} {
		p := irtest.Program(t,
			straight(large, regs, "i = input #0\nassume i == 1:u8\nmemset ptradd(&@a, i, 1), 9:u8, 2:u32\n"+read, c.cond))
		for _, enc := range []Encoding{Ints, Bits} {
			if v, why := run(p, &verify.Inductive{}, Config{Only: enc}); (v == Confirmed) != (c.want == Confirmed) {
				t.Errorf("%s, %v: %v (%s)", c.cond, enc, v, why)
			}
		}
	}
}

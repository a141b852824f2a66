package triple

import (
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// walking writes a terminator at index 7 of s and walks with p to the first one. The error is that p leaves s.
const walking = `program LP64
site nondet "n@a.c:1:2" name "n" type u8 in main
obligation "valid-deref" text "*p" in "main"
object s size 8 align 1
object o size 8 align 1
entry main
func main() void {
  reg i u32
  reg c u8
  reg p ptr64
  locs 14 error 2
  L0 -> L3: i = 0:u32
  L3 -> L4: assume i < 7:u32
  L4 -> L5: c = input #0
  L5 -> L6: store ptradd(&@s, i, 1), c
  L6 -> L3: i = i + 1:u32
  L3 -> L7: assume 7:u32 <= i
  L7 -> L8: store ptradd(&@s, 7:i64, 1), 0:u8
  L8 -> L9: p = &@s
  L9 -> L2: assume !readable(p, 1:u64)
  L9 -> L10: assume readable(p, 1:u64)
  L10 -> L11: c = load p
  L11 -> L12: assume c != 0:u8
  L12 -> L9: p = ptradd(p, 1:i64, 1)
  L11 -> L13: assume c == 0:u8
  L13 -> L14: store p, 1:u8
  L14 -> L1: return
}
`

// TestWalkedObject checks a proof about an object that a pointer walks through, variants of the proof that do not hold,
// and variants of the program in which the pointer may be outside of the object.
func TestWalkedObject(t *testing.T) {
	const end = "!forall(q i64, 0:i64, 8:i64, q < ptrdiff(p, &@s) || mem(u8, ptradd(&@s, q, 1)) != 0:u8)"
	const inside = "0:i64 <= ptrdiff(p, &@s) && ptrdiff(p, &@s) < 8:i64"
	for _, c := range []struct {
		name, from, to string // what is replaced in the program
		text           string // the invariant at L9
		want           bool
	}{
		{"good", "", "", inside + " && " + end, true},
		{"no terminator is known", "", "", inside, false},
		{"nothing is known of the pointer", "", "", end, false},
		{"the terminator comes later", "", "", inside + " && " + strings.Replace(end, "q <", "q <=", 1), false},
		{"another value", "", "", inside + " && " + strings.Replace(end, "!= 0", "!= 3", 1), false},
		{"all elements", "", "", inside + " && " + strings.Replace(end[1:], "!= 0", "== 0", 1), false},
		{"the terminator is elsewhere", "store ptradd(&@s, 7:i64, 1), 0:u8", "store ptradd(&@o, 7:i64, 1), 0:u8",
			inside + " && " + end, false},
		{"the terminator is after the end", "store ptradd(&@s, 7:i64, 1), 0:u8", "store ptradd(&@s, 8:i64, 1), 0:u8",
			inside + " && " + end, false},
		{"two steps", "p = ptradd(p, 1:i64, 1)", "p = ptradd(p, 2:i64, 1)", inside + " && " + end, false},
		{"the next byte is read", "c = load p\n", "c = load ptradd(p, 1:i64, 1)\n", inside + " && " + end, false},
		{"a write at the pointer", "L9 -> L10: assume readable(p, 1:u64)",
			"L9 -> L15: assume readable(p, 1:u64)\n  L15 -> L10: store p, 7:u8", inside + " && " + end, false},
		{"a write in front of the pointer", "L12 -> L9: p = ptradd(p, 1:i64, 1)",
			"L12 -> L15: store p, 7:u8\n  L15 -> L9: p = ptradd(p, 1:i64, 1)", inside + " && " + end, true},
		{"a write of the next byte", "L12 -> L9: p = ptradd(p, 1:i64, 1)",
			"L12 -> L15: store ptradd(p, 1:i64, 1), 7:u8\n  L15 -> L9: p = ptradd(p, 1:i64, 1)", inside + " && " + end, false},
		{"another object", "p = &@s", "p = &@o", inside + " && " + end, false},
		{"a walk from the middle", "p = &@s", "p = ptradd(&@s, 3:i64, 1)", inside + " && " + end, true},
		{"a walk from the end", "p = &@s", "p = ptradd(&@s, 8:i64, 1)", inside + " && " + end, false},
		{"the pointer is not assigned", "p = &@s", "skip", inside + " && " + end, false},
	} {
		src := walking
		if c.from != "" {
			if strings.Count(src, c.from) != 1 {
				t.Fatalf("%s: %q occurs %d times", c.name, c.from, strings.Count(src, c.from))
			}
			src = strings.Replace(src, c.from, c.to, 1)
			if strings.Contains(src, "L15") {
				src = strings.Replace(src, "locs 14", "locs 15", 1)
			}
		}
		p := irtest.Program(t, src)
		v, why := run(p, &verify.Inductive{Invariants: invariants(t, p, nil, at{"main", 9, c.text})},
			Config{Time: patience(c.want)})
		if (v == Confirmed) != c.want {
			t.Errorf("%s: %v (%s)", c.name, v, why)
		}
	}
}

package triple

import (
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// locks is a program that takes and releases one of two locks, through two pointers to the same lock.
const locks = `program ILP32
site nondet "n@a.c:1:2" type i32
site bytes "t@a.c:1:3"
object s size 4 align 4
OBJECT t
obligation "assertion" text "lock" in "main"
entry main
func main() void {
  LOCAL
  reg n i32
  reg p ptr32
  reg q ptr32
  reg x i32
  reg y i32
  locs 17 error 2
  L0 -> L15: DECL
  L15 -> L3: n = input #0
  L3 -> L4: assume n == 0:i32 [T]
  L3 -> L5: assume n != 0:i32 [F]
  L4 -> L6: p = &@s
  L5 -> L6: p = TARGET
  L6 -> L16: q = p
  L16 -> L7: INIT
  L7 -> L8: n = input #0
  L8 -> L9: assume n == 0:i32 [T]
  L8 -> L14: assume n != 0:i32 [F]
  L9 -> L10: x = load p
  L10 -> L2: assume x != 0:i32 [T]
  L10 -> L11: assume x == 0:i32 [F]
  L11 -> L12: store p, 1:i32
  L12 -> L13: y = load &@s
  L13 -> L7: store q, END
  L14 -> L1: return
}
`

// TestAims checks that values that are read and written through pointers to few cells are known, and no other values.
func TestAims(t *testing.T) {
	global := strings.NewReplacer("OBJECT t", "object t size 4 align 4", "LOCAL", "", "DECL", "skip", "TARGET", "&@t",
		"INIT", "skip", "END", "0:i32")
	local := strings.NewReplacer("OBJECT t", "", "LOCAL", "object t size 4 align 4 #1", "DECL", "decl t", "TARGET", "&t",
		"INIT", "store p, 0:i32", "END", "0:i32")
	members := strings.NewReplacer("object s size 4", "object s size 8", "OBJECT t", "object t size 8 align 4", "LOCAL",
		"", "DECL", "skip", "TARGET", "&@t", "INIT", "store ptradd(p, 4:i64, 1), 7:i32", "END", "0:i32")
	const alias = "p == q && (p == &@s && mem(i32, &@s) == 0:i32 || p == T && mem(i32, T) == 0:i32)"
	for i, c := range []struct {
		name, inv string
		from      *strings.Replacer
		change    [2]string
		want      bool
	}{
		{"by aliases", alias, global, [2]string{}, true},
		{"through the pointer", "p == q && (p == &@s || p == T) && mem(i32, p) == 0:i32 && mem(i32, &@s) == 0:i32 && " +
			"mem(i32, T) == 0:i32", global, [2]string{}, true},
		{"both", "p == q && (p == &@s || p == T) && mem(i32, &@s) == 0:i32 && mem(i32, T) == 0:i32", global, [2]string{},
			true},
		{"no alias", "mem(i32, &@s) == 0:i32 && mem(i32, T) == 0:i32", global, [2]string{}, false},
		{"one lock", "p == q && mem(i32, &@s) == 0:i32", global, [2]string{}, false},
		{"a local", alias, local, [2]string{}, true},
		{"not released", alias, global, [2]string{"store q, 0:i32", "store q, 1:i32"}, false},
		{"another released", alias, global, [2]string{"store q, 0:i32", "store &@t, 0:i32"}, false},
		{"the end of an object", alias, global, [2]string{"q = p", "q = ptradd(p, 1:i32, 4)"}, false},
		{"a part of it", alias, global, [2]string{"store q, 0:i32", "store q, 0:i8"}, false},
		{"another member", alias, members, [2]string{}, true},
		{"over the end of a member", alias, members, [2]string{"store ptradd(p, 4:i64, 1), 7:i32",
			"store ptradd(p, 3:i64, 1), 7:i32"}, false},
		{"another member of one, the member of the other", alias, members, [2]string{"q = p", "q = ptradd(p, 4:i64, 1)"},
			false},
		{"a pointer of a number", alias, global, [2]string{"q = p", "q = ptr32(n)"}, false},
		{"a local that is declared again", alias, local, [2]string{"L7 -> L8: n = input #0", "L7 -> L8: decl t"}, false},
	} {
		text := strings.Replace(c.from.Replace(locks), c.change[0], c.change[1], 1)
		target := "&@t"
		if c.from == local {
			target = "&t"
		}
		p := irtest.Program(t, text)
		encs := []Encoding{Ints, Bits}
		if !c.want && i%2 == 0 {
			encs = encs[:1]
		}
		for _, enc := range encs {
			ev := &verify.Inductive{Invariants: invariants(t, p, nil, at{"main", 7, strings.ReplaceAll(c.inv, "T", target)})}
			if v, why := run(p, ev, Config{Only: enc}); (v == Confirmed) != c.want {
				t.Errorf("%s, %v: %v (%s)", c.name, enc, v, why)
			}
		}
	}
}

// TestStays has a local object of the entry function. It has a single instance, unless the function calls itself.
func TestStays(t *testing.T) {
	for stmt, want := range map[string]bool{"skip": true, "call main()": false} {
		p := irtest.Program(t, `program ILP32
site bytes "t@a.c:1:3"
entry main
func main() void {
  object t size 4 align 4 #0
  locs 4
  L0 -> L3: decl t
  L3 -> L4: `+stmt+`
  L4 -> L1: return
}
`)
		c := &checker{prog: p}
		if got := c.stays(&flow.Target{Kind: flow.LocalObj, Obj: p.Entry.Objects[0]}); got != want {
			t.Errorf("%s: %v", stmt, got)
		}
	}
}

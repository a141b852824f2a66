package inductive

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestWrongProofs checks wrong proofs of programs that reach their error. A careless checker would confirm them.
func TestWrongProofs(t *testing.T) {
	for name, c := range map[string]struct{ decls, local, body, inv string }{
		"a number between two": {body: `
  L0 -> L2: f = 2:f64
  L2 -> L3: assume f == 2:f64
  L2 -> L8: assume f != 2:f64
  L3 -> L4: skip`, inv: "f == 1:f64 || f == 3:f64"},
		"an address and a number": {decls: "object a size 8 align 1 elem u8\n", body: `
  L0 -> L2: p = ptradd(&@a, 9:i32, 1)
  L2 -> L3: assume p == ptradd(&@a, 9:i32, 1)
  L2 -> L8: assume p != ptradd(&@a, 9:i32, 1)
  L3 -> L4: skip`, inv: "p == &@a || p == ptradd(&@a, 8:i32, 1)"},
		"elements that differ": {decls: "object a size 2 align 1 elem u8\n", body: `
  L0 -> L6: memset &@a, 0:i32, 2:u32
  L6 -> L7: i = input #0
  L7 -> L9: assume i < 2:u32
  L7 -> L8: assume 2:u32 <= i
  L9 -> L10: store ptradd(&@a, i, 1), 1:u8
  L10 -> L2: i = input #0
  L2 -> L3: x = load &@a
  L3 -> L5: y = load ptradd(&@a, 1:i32, 1)
  L5 -> L4: assume x != y
  L5 -> L8: assume x == y`, inv: "forall(k i32, 0:i32, 2:i32, mem(u8, ptradd(&@a, k, 1)) == 0:u8) || forall(k i32, " +
			"0:i32, 2:i32, mem(u8, ptradd(&@a, k, 1)) == 1:u8)"},
		"stores that overlap": {decls: "object a size 8 align 1 elem u8\n", body: `
  L0 -> L2: memset &@a, 0:i32, 8:u32
  L2 -> L3: i = input #0
  L3 -> L5: assume i < 2:u32
  L3 -> L8: assume 2:u32 <= i
  L5 -> L6: store ptradd(&@a, i, 1), 257:u16
  L6 -> L7: z = load &@a
  L7 -> L4: assume z == 256:u16
  L7 -> L8: assume z != 256:u16`},
		"a pointer's number is no pointer": {body: `
  L0 -> L2: i = input #0
  L2 -> L3: p = ptr32(i)
  L3 -> L5: assume u32(p) == 5:u32 || p == 0:ptr32
  L5 -> L4: assume u32(p) == 0:u32
  L5 -> L8: assume u32(p) != 0:u32`},
		"a number of another sign behind a pointer": {decls: "site nondet \"int\" type i32\n", body: `
  L0 -> L2: s = input #1
  L2 -> L3: assume 2147483648:u32 <= u32(ptr32(s))
  L2 -> L8: assume u32(ptr32(s)) < 2147483648:u32
  L3 -> L4: assume s < 0:i32
  L3 -> L8: assume 0:i32 <= s`},
		"a guess that a comparison confirms": {decls: "object a size 8 align 1 elem u8\n", body: `
  L0 -> L9: store &@a, 0:u8
  L9 -> L2: i = input #0
  L2 -> L3: p = ptr32(i)
  L3 -> L5: assume p <= &@a && &@a <= p
  L3 -> L8: assume p < &@a || &@a < p
  L5 -> L6: store p, 5:u8
  L6 -> L7: x = load &@a
  L7 -> L4: assume x != 0:u8
  L7 -> L8: assume x == 0:u8`, inv: "mem(u8, &@a) == 0:u8"},
		"what an object held that has ended": {local: "object o size 4 align 4 #1\n", decls: "site bytes \"o\"\n", body: `
  L0 -> L5: decl o
  L5 -> L6: p = &o
  L6 -> L7: store p, 5:u32
  L7 -> L2: end o
  L2 -> L3: i = load p
  L3 -> L4: assume i != 5:u32
  L3 -> L8: assume i == 5:u32`, inv: "p == &o && mem(u32, &o) == 5:u32"},
		"what is written to an object that has ended": {local: "object o size 4 align 4 #1\n", decls: "site bytes \"o\"\n",
			body: `
  L0 -> L5: decl o
  L5 -> L6: p = &o
  L6 -> L7: end o
  L7 -> L2: store p, 5:u32
  L2 -> L3: i = load p
  L3 -> L4: assume i != 5:u32
  L3 -> L8: assume i == 5:u32`, inv: "p == &o && mem(u32, &o) == 5:u32"},
		"what stack memory held that is freed": {decls: "site bytes \"o\"\n", body: `
  L0 -> L6: p = alloc stack 4:u32 zeroed
  L6 -> L7: q = p
  L7 -> L2: free p stack
  L2 -> L3: i = load q
  L3 -> L4: assume i != 0:u32
  L3 -> L8: assume i == 0:u32`, inv: ""},
		"the end of one object is the start of the next": {decls: "object a size 8 align 1 elem u8\nobject b size 8 align " +
			"1 elem u8\n", body: `
  L0 -> L2: p = ptradd(&@a, 8:i32, 1)
  L2 -> L4: assume p == &@b
  L2 -> L8: assume p != &@b`},
		"an object that is smaller": {decls: "site bytes \"o\"\n", body: `
  L0 -> L5: i = input #0
  L5 -> L6: assume 4:u32 <= i
  L5 -> L8: assume i < 4:u32
  L6 -> L2: p = alloc heap i #1
  L2 -> L4: assume !writable(p, 8:u32)
  L2 -> L8: assume writable(p, 8:u32)`, inv: "p == &made && writable(p, 8:u64)"},
		"an object that is smaller on one of two ways": {decls: "site bytes \"o\"\n", body: `
  L0 -> L5: i = input #0
  L5 -> L6: assume i == 4:u32
  L5 -> L7: assume i != 4:u32
  L6 -> L2: p = alloc heap i #1
  L7 -> L2: p = 0:ptr32
  L2 -> L9: assume p != 0:ptr32
  L2 -> L8: assume p == 0:ptr32
  L9 -> L4: assume !writable(p, 8:u32)
  L9 -> L8: assume writable(p, 8:u32)`, inv: "(p == 0:ptr32 || p == &made) && (p == 0:ptr32 || writable(p, 8:u64))"},
		"an object that is freed": {decls: "site bytes \"o\"\n", body: `
  L0 -> L5: p = alloc heap 8:u32 #1
  L5 -> L2: free p
  L2 -> L4: assume !readable(p, 1:u32)
  L2 -> L8: assume readable(p, 1:u32)`, inv: "p == &made"},
		"what was measured before it was made anew": {decls: "site bytes \"o\"\n", body: `
  L0 -> L5: i = 8:u32
  L5 -> L6: p = alloc heap i #1
  L6 -> L7: q = p
  L7 -> L9: i = i - 4:u32
  L9 -> L5: assume i == 4:u32
  L9 -> L2: assume i != 4:u32
  L2 -> L4: assume !writable(q, 8:u32)
  L2 -> L8: assume writable(q, 8:u32)`, inv: "q == &made && writable(q, 8:u64)"},
		"an object of the stack is freed": {local: "object o size 4 align 4 #1\n", decls: "site bytes \"o\"\n", body: `
  L0 -> L5: decl o
  L5 -> L2: p = &o
  L2 -> L4: assume !freeable(p)
  L2 -> L8: assume freeable(p)`},
		"what is freed lies in the middle": {decls: "site bytes \"o\"\n", body: `
  L0 -> L5: p = alloc heap 8:u32 #1
  L5 -> L2: p = ptradd(p, 4:i32, 1)
  L2 -> L4: assume !freeable(p)
  L2 -> L8: assume freeable(p)`},
		"a constant is written": {decls: "object a size 8 align 1 const\n", body: `
  L0 -> L4: assume !writable(&@a, 8:u32)
  L0 -> L8: assume writable(&@a, 8:u32)`},
		"a number of bytes that is huge": {decls: "object a size 8 align 1 elem u8\n", body: `
  L0 -> L2: s = 0:i32 - 1:i32
  L2 -> L4: assume !writable(&@a, s)
  L2 -> L8: assume writable(&@a, s)`},
		"zero bytes in many places": {decls: "object a size 600 align 4 elem u32\nobject k size 600 align 4 const elem " +
			"u32 = { " + odd(150) + " }\n", body: `
  L0 -> L5: memcopy &@a, &@k, 600:u32
  L5 -> L6: memset ptradd(&@a, 4:i32, 1), 0:i32, 4:u32
  L6 -> L2: i = load ptradd(&@a, 8:i32, 1)
  L2 -> L4: assume i == 1:u32
  L2 -> L8: assume i != 1:u32`},
		"null and an offset": {decls: "object a size 8 align 1 elem u8\n", body: `
  L0 -> L5: i = input #0
  L5 -> L6: assume i < 2:u32
  L5 -> L8: assume 2:u32 <= i
  L6 -> L4: assume !writable(ptradd(p, i, 1), 1:u32)
  L6 -> L8: assume writable(ptradd(p, i, 1), 1:u32)`},
	} {
		t.Run(name, func(t *testing.T) {
			p := irtest.Program(t, "program ILP32\nsite nondet \"s\" type u32\n"+c.decls+`obligation "unreach-call"
entry main
func main() void {
  reg f f64
  reg p ptr32
  reg q ptr32
  reg x u8
  reg y u8
  reg z u16
  reg i u32
  reg s i32
`+c.local+`  locs 10 error 4
  L8 -> L1: return`+c.body+"\n}\n")
			ev := &verify.Inductive{}
			if c.inv != "" {
				l := p.Entry.Locs[2]
				for _, e := range p.Entry.Edges { // new objects have names in evidence only
					if _, ok := ir.Makes(e.Stmt); ok {
						o := &ir.Object{Name: "made", Func: p.Entry}
						ev.Made = map[*ir.Edge]*ir.Object{e: o}
						p.Entry.Objects = append(p.Entry.Objects, o)
					}
				}
				x := irtest.Expr(t, p, p.Entry, c.inv)
				if len(ev.Made) > 0 {
					p.Entry.Objects = p.Entry.Objects[:len(p.Entry.Objects)-1]
				}
				ev.Invariants = append(ev.Invariants, verify.Invariant{Loc: l, Expr: x})
			}
			if v, why := Check(context.Background(), p, nil, p.Obligations, ev); v == Confirmed {
				t.Error("confirmed")
			} else if v != Refuted {
				t.Log(why)
			}
		})
	}
}

// odd returns the contents of an array of n words: 1, 0, 1, 0 ...
func odd(n int) string {
	var items []string
	for i := 0; i < n; i += 2 {
		items = append(items, fmt.Sprintf("%d: 1:u32, %d: 0:u32", 4*i, 4*i+4))
	}
	return strings.Join(items, ", ")
}

// TestKept checks that a state does not satisfy a formula if it contradicts a part of the formula.
func TestKept(t *testing.T) {
	p := irtest.Program(t, `program ILP32
object a size 8 align 1 elem u8
object b size 8 align 1 elem u8
entry main
func main() void {
  reg p ptr32
  reg f f64
  reg x i32
  locs 2
  L0 -> L1: return
}
`)
	for _, c := range []struct{ formula, real string }{ // real: a state that is reached
		{"(p == &@a && p == &@b || p == 0:ptr32) && x == 1:i32", "p == &@a && x == 1:i32"},
		{"p == &@a && p == &@b", "p == &@a"},
		{"p == &@a && p == &@b", "p == &@b"},
		{"f <= 1:f64 && 2:f64 <= f", "f == 1:f64"},
		{"(x == 1:i32 || x == 3:i32) && x != 1:i32", "x == 1:i32"},
		{"0:i32 <= ptrdiff(p, &@a) && ptrdiff(p, &@a) <= 4:i32 && (ptrdiff(p, &@a) - 0:i32) % 4:i32 == 0:i32",
			"p == ptradd(&@a, 2:i32, 1)"},
		{"mem(u8, &@a) == 1:u8 && mem(u16, &@a) == 2:u16", "mem(u8, &@a) == 1:u8"},
		{"forall(k i32, 0:i32, 8:i32, mem(u8, ptradd(&@a, k, 1)) == 0:u8) && mem(u8, &@a) == 0:u8", "mem(u8, &@a) == 0:u8"},
	} {
		k := newChecker(context.Background(), p, nil, &verify.Inductive{})
		at := &parser{c: k, loc: p.Entry.Entry}
		real, err := at.conjunction(irtest.Expr(t, p, p.Entry, c.real))
		if err != nil || real.empty {
			t.Fatalf("%s: %v", c.real, err)
		}
		if k.satisfies(real, p.Entry.Entry, irtest.Expr(t, p, p.Entry, c.formula)) {
			t.Errorf("%s is shown where %s", c.formula, c.real)
		}
	}
}

// TestInOne checks that a union in one state contains only values that one of its parts has.
func TestInOne(t *testing.T) {
	w := &checker{model: &model{slots: []slot{{kind: register}}}}
	var states []*state
	for k := range uint64(70) {
		s := &state{}
		s.set(0, constant(ir.U32, 3*k))
		states = append(states, s)
		if got := w.inOne(states); (got != nil) != (k > 0 && k < maxRanges) {
			t.Fatalf("%d states: %v", len(states), got)
		}
	}
}

// TestSame tests whether two pointers belong to one object. Each answer that is confirmed must be true, and if the
// objects are known, each true answer must be confirmed. Each pair is tested twice: with an error if the answer is yes,
// and with an error if it is no.
func TestSame(t *testing.T) {
	const same, differ = 1, 2
	for _, c := range []struct {
		p, q string
		can  int  // the answers that are possible
		open bool // the checker need not exclude the other answer
	}{
		{"&@a", "&@b", differ, false},
		{"&@a", "&@a", same, false},
		{"&@a", "ptradd(&@a, 9:i32, 1)", same, true},
		{"ptradd(&@a, i, 1)", "&@a", same, true},
		{"ptradd(&@a, 8:i32, 1)", "&@b", differ, false},
		{"ptradd(&@b, i, 1)", "&@a", differ, true},
		{"0:ptr32", "&@a", differ, false},
		{"0:ptr32", "0:ptr32", same, true},
		{"ptr32(i)", "&@a", same | differ, false},
		{"ptr32(i)", "0:ptr32", same | differ, false},
	} {
		for _, asked := range []int{same, differ} {
			cond, not := "same(p, q)", "!same(p, q)"
			if asked == differ {
				cond, not = not, cond
			}
			p := irtest.Program(t, `program ILP32
site nondet "s" type u32
object a size 8 align 1 elem u8
object b size 8 align 1 elem u8
obligation "unreach-call"
entry main
func main() void {
  reg i u32
  reg p ptr32
  reg q ptr32
  locs 7 error 4
  L0 -> L2: i = input #0
  L2 -> L3: p = `+c.p+`
  L3 -> L5: q = `+c.q+`
  L5 -> L4: assume `+cond+`
  L5 -> L6: assume `+not+`
  L6 -> L1: return
}
`)
			v, why := Check(context.Background(), p, nil, p.Obligations, &verify.Inductive{})
			switch {
			case c.can&asked != 0 && v == Confirmed:
				t.Errorf("%s, %s: %s is confirmed never to hold", c.p, c.q, cond)
			case c.can&asked == 0 && v != Confirmed && !c.open:
				t.Errorf("%s, %s: that %s never holds is not confirmed: %s", c.p, c.q, cond, why)
			}
		}
	}
}

package inductive

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// room is the size of the array of TestTexts.
const room = 5

// memo is a concrete state of TestTexts: an array, two pointers into it, one more in memory, two integers, one more in
// memory, and two bytes.
type memo struct {
	a       [room]int64
	p, r, q int64
	i, j, n int64
	c, d    int64
}

// textOp is a statement of TestTexts. do executes it, and returns false if the execution ends there.
type textOp struct {
	ir string
	do func(m *memo) bool
}

// textOps returns statements of all kinds that concern texts.
func textOps() (out []textOp) {
	op := func(do func(m *memo) bool, format string, args ...any) {
		out = append(out, textOp{fmt.Sprintf(format, args...), do})
	}
	set := func(f func(m *memo)) func(m *memo) bool { return func(m *memo) bool { f(m); return true } }
	at := func(m *memo, o int64) *int64 {
		if o < 0 || o >= room {
			return nil
		}
		return &m.a[o]
	}
	for k := int64(-1); k <= 2; k++ {
		op(set(func(m *memo) { m.p = m.r + k }), "p = ptradd(r, %d:i32, 1)", k)
		op(set(func(m *memo) { m.r += k }), "r = ptradd(r, %d:i32, 1)", k)
		op(set(func(m *memo) { m.p += k }), "p = ptradd(p, %d:i32, 1)", k)
		op(set(func(m *memo) { m.i = m.j + k }), "i = j + %d:i32", k)
		op(set(func(m *memo) { m.i += k }), "i = i + %d:i32", k)
		op(set(func(m *memo) { m.q = m.r + k }), "store &@q, ptradd(r, %d:i32, 1)", k)
		op(set(func(m *memo) { m.n = m.j + k }), "store &@n, j + %d:i32", k)
		for _, to := range []struct {
			ir string
			at func(m *memo) int64
		}{
			{fmt.Sprintf("ptradd(p, %d:i32, 1)", k), func(m *memo) int64 { return m.p + k }},
			{fmt.Sprintf("ptradd(r, %d:i32, 1)", k), func(m *memo) int64 { return m.r + k }},
			{fmt.Sprintf("ptradd(&@a, i + %d:i32, 1)", k), func(m *memo) int64 { return m.i + k }},
			{fmt.Sprintf("ptradd(ptradd(r, i, 1), %d:i32, 1)", k), func(m *memo) int64 { return m.r + m.i + k }},
			{fmt.Sprintf("ptradd(&@a, %d:i32, 1)", k), func(m *memo) int64 { return k }},
		} {
			op(func(m *memo) bool {
				x := at(m, to.at(m))
				if x != nil {
					m.c = *x
				}
				return x != nil
			}, "c = load %s", to.ir)
			for _, v := range []string{"0:u8", "1:u8", "c"} {
				op(func(m *memo) bool {
					x := at(m, to.at(m))
					if x != nil {
						*x = map[string]int64{"0:u8": 0, "1:u8": 1, "c": m.c}[v]
					}
					return x != nil
				}, "store %s, %s", to.ir, v)
			}
		}
	}
	op(set(func(m *memo) { m.p = m.q }), "p = load &@q")
	op(set(func(m *memo) { m.r = m.q }), "r = load &@q")
	op(set(func(m *memo) { m.i = m.n }), "i = load &@n")
	op(set(func(m *memo) { m.j = m.n }), "j = load &@n")
	op(set(func(m *memo) { m.p = m.r + m.i }), "p = ptradd(r, i, 1)")
	op(set(func(m *memo) { m.p = m.i }), "p = ptradd(&@a, i, 1)")
	op(set(func(m *memo) { m.r = 0 }), "r = &@a")
	op(set(func(m *memo) { m.j = 0 }), "j = 0:i32")
	op(set(func(m *memo) { m.j = m.i }), "j = i")
	op(set(func(m *memo) { m.r = m.p }), "r = p")
	op(set(func(m *memo) { m.d = m.c }), "d = c")
	op(set(func(m *memo) { m.d = m.c & 2 }), "d = c & 2:u8")
	op(set(func(m *memo) { m.d = 1 - m.c&1 }), "d = 1:u8 - (c & 1:u8)")
	for v := int64(0); v < 3; v++ {
		op(func(m *memo) bool { return m.c == v }, "assume c == %d:u8", v)
		op(func(m *memo) bool { return m.d != v }, "assume d != %d:u8", v)
	}
	op(func(m *memo) bool { return m.c != 0 }, "assume c != 0:u8")
	for n := int64(1); n <= 2; n++ { // what a check says of the pointer, it says of those that are as far from it
		for k := int64(-1); k <= 1; k++ {
			for _, to := range []struct {
				ir string
				at func(m *memo) int64
			}{
				{fmt.Sprintf("ptradd(p, %d:i32, 1)", k), func(m *memo) int64 { return m.p + k }},
				{fmt.Sprintf("ptradd(&@a, i + %d:i32, 1)", k), func(m *memo) int64 { return m.i + k }},
				{fmt.Sprintf("ptradd(ptradd(r, i, 1), %d:i32, 1)", k), func(m *memo) int64 { return m.r + m.i + k }},
			} {
				valid := func(m *memo) bool { return to.at(m) >= 0 && to.at(m)+n <= room }
				op(valid, "assume readable(%s, %d:u32)", to.ir, n)
				op(func(m *memo) bool { return !valid(m) }, "assume !readable(%s, %d:u32)", to.ir, n)
			}
		}
	}
	op(func(m *memo) bool { return m.i < 4 }, "assume i < 4:i32")
	op(func(m *memo) bool { return m.i >= 0 }, "assume 0:i32 <= i")
	op(set(func(m *memo) { m.a[1], m.a[2] = 0, 0 }), "memset ptradd(&@a, 1:i32, 1), 0:i32, 2:u32")
	op(set(func(m *memo) { m.a[3], m.a[4] = 257&255, 257>>8 }), "store ptradd(&@a, 3:i32, 1), 257:u16")
	return out
}

// follows reports whether a concrete state satisfies an abstract one.
func (m *memo) follows(t *testing.T, c *checker, s *state, regs map[string]int, cells map[int]int64) string {
	if s.empty {
		return "the state is empty"
	}
	value := func(n int) int64 {
		v, ok := cells[n]
		if k := c.slots[max(n, 0)]; k.kind == cell && k.obj.Name == "a" && k.t.Size() == 1 {
			return m.a[k.off]
		}
		if !ok && n != none {
			t.Fatalf("slot %d", n)
		}
		return v
	}
	sum := func(b base) (z int64) {
		if b.ptr != none {
			z += value(b.ptr)
		}
		if b.idx != none {
			z += value(b.idx)
		}
		return z
	}
	for _, x := range s.facts {
		v, ok := cells[x.slot]
		if !ok {
			continue
		}
		if !isInt(x.val.t) && x.val.ptr != nil {
			in := false
			for _, sp := range x.val.ptr.to {
				in = in || sp.lo <= v && v <= sp.hi
			}
			if !in {
				return fmt.Sprintf("%s is not %d", c.slotName(x.slot), v)
			}
		} else if isInt(x.val.t) && len(intersect(x.val.ints, []rng{{fromInt(v), fromInt(v)}})) == 0 {
			return fmt.Sprintf("%s is not %d but in %v", c.slotName(x.slot), v, x.val.ints)
		}
	}
	if s.texts == nil {
		return ""
	}
	for _, e := range s.texts.ends {
		if c.slots[e.mark].obj.Name == "a" && !m.zeroIn(sum(e.base)+e.k, e.hi) {
			return fmt.Sprintf("no end %+v of %+v", e, *m)
		}
	}
	for _, x := range s.texts.mirrors {
		z := sum(x.base) + x.k
		if c.slots[x.mark].obj.Name != "a" {
			continue
		}
		switch reg := value(x.reg); {
		case x.echo && reg == 0 && !m.zeroIn(z, x.hi), x.echo && reg == 0 && !x.wide() && (z < 0 || m.a[z] != 0):
			return fmt.Sprintf("no echo %+v of %+v", x, *m)
		case !x.echo && reg != 0 && z >= 0 && z < room && m.a[z] == 0:
			return fmt.Sprintf("no mirror %+v of %+v", x, *m)
		}
	}
	for _, x := range s.texts.aliases {
		if value(x.x) != value(x.y)+x.k {
			return fmt.Sprintf("no alias %+v of %+v", x, *m)
		}
	}
	return ""
}

// zeroIn reports whether a byte of the array from lo to before hi is zero.
func (m *memo) zeroIn(lo, hi int64) bool {
	for z := max(lo, 0); z < min(hi, room); z++ {
		if m.a[z] == 0 {
			return true
		}
	}
	return false
}

// TestTexts executes random statements on concrete states and on abstract ones: the abstract state has to cover the
// concrete ones after each statement, each join of two of them covers both, and each statement about the end of a text
// that follows from it is true.
func TestTexts(t *testing.T) {
	ops := textOps()
	var b strings.Builder
	b.WriteString(`program ILP32
site nondet "s" type u32
object a size 5 align 1 elem u8
object q size 4 align 4 elem ptr32
object n size 4 align 4 elem i32
obligation "unreach-call"
entry main
func main() void {
  reg p ptr32
  reg r ptr32
  reg i i32
  reg j i32
  reg c u8
  reg d u8
`)
	fmt.Fprintf(&b, "  locs %d error 2\n", len(ops)+5)
	for i, o := range ops { // two edges lead to each location, so that no statement is before another for certain
		fmt.Fprintf(&b, "  L0 -> L%d: assume d == %d:u8\n  L%d -> L%d: %s\n", i+4, i, i+4, i+5, o.ir)
	}
	fmt.Fprintf(&b, "  L0 -> L4: assume d == 255:u8\n")
	fmt.Fprintf(&b, "  L%d -> L3: assume d != 77:u8\n  L%d -> L2: assume d == 77:u8\n  L3 -> L1: return\n}\n", len(ops)+4,
		len(ops)+4)
	p := irtest.Program(t, b.String())
	seeds := 500
	if os.Getenv("TANDEM_LONG") != "" {
		seeds = 20_000
	}
	shown, ended := 0, 0
	for seed := range seeds {
		rnd := rand.New(rand.NewSource(int64(seed)))
		k := newChecker(context.Background(), p, nil, &verify.Inductive{})
		f := p.Entry
		regs := map[string]int{}
		for _, v := range f.Vars {
			regs[v.Name] = k.register(v)
		}
		cell := func(i int, typ ir.Type) int { return k.number(slot{kind: cell, obj: p.Objects[i], t: typ}) }
		q, n := cell(1, p.Model.Ptr()), cell(2, ir.I32)
		values := func(m *memo) map[int]int64 {
			return map[int]int64{regs["p"]: m.p, regs["r"]: m.r, regs["i"]: m.i, regs["j"]: m.j, regs["c"]: m.c,
				regs["d"]: m.d, q: m.q, n: m.n}
		}
		// All pointers lead to the beginning, and all integers are 0; the array is unknown, except that it may end.
		var live []memo
		start := &state{}
		for _, name := range []string{"p", "r"} {
			start.set(regs[name], k.pointTo(p.Model.Ptr(), spot{obj: p.Objects[0]}))
		}
		start.set(q, k.pointTo(p.Model.Ptr(), spot{obj: p.Objects[0]}))
		for _, s := range []int{regs["i"], regs["j"], n} {
			start.set(s, constant(ir.I32, 0))
		}
		last, far := rnd.Intn(2) == 0, rnd.Intn(4) == 0
		if last {
			start.texts = &texts{ends: []end{{k.markOf(p.Objects[0]), base{none, none}, 1, room}}}
		}
		if far { // these pointers may lead out of the object
			for _, name := range []string{"p", "r"} {
				start.set(regs[name], k.pointTo(p.Model.Ptr(), spot{obj: p.Objects[0], lo: -2, hi: room + 1, step: 1}))
			}
		}
		for len(live) < 60 {
			var m memo
			if far {
				m.p, m.r = int64(rnd.Intn(room+4)-2), int64(rnd.Intn(room+4)-2)
			}
			for i := range m.a {
				m.a[i] = int64(rnd.Intn(3))
			}
			m.c, m.d = int64(rnd.Intn(3)), int64(rnd.Intn(3))
			if !last || m.zeroIn(1, room) {
				live = append(live, m)
			}
		}
		s := start
		var trace []string
		for range 14 {
			x := rnd.Intn(len(ops))
			before, old := s.clone(), live
			live = nil
			for _, m := range old {
				if ops[x].do(&m) {
					live = append(live, m)
				}
			}
			s = k.step(s, f.Edges[2*x+1])
			trace = append(trace, ops[x].ir)
			for _, m := range live {
				if why := m.follows(t, k, s, regs, values(&m)); why != "" {
					t.Fatalf("seed %d: %s after\n  %s", seed, why, strings.Join(trace, "\n  "))
				}
			}
			if len(live) == 0 || s.empty {
				break
			}
			if s.texts != nil {
				ended += len(s.texts.ends)
			}
			if rnd.Intn(4) == 0 { // go on from the states before and after this statement
				s = k.merge(s, before)
				live = append(live, old...)
				trace = append(trace, "join")
				for _, m := range live {
					if why := m.follows(t, k, s, regs, values(&m)); why != "" {
						t.Fatalf("seed %d: %s after\n  %s", seed, why, strings.Join(trace, "\n  "))
					}
				}
			}
			shift, hi := int64(rnd.Intn(4)-1), int64(rnd.Intn(room)+1)
			for i, sum := range []string{"i64(ptrdiff(p, &@a))", "i64(i)", "i64(ptrdiff(r, &@a)) + i64(i)"} {
				formula := fmt.Sprintf("!forall(q u32, 0:u32, %d:u32, i64(q) < %s + %d:i64 || "+
					"mem(u8, ptradd(&@a, q, 1)) != 0:u8)",
					hi, sum, shift)
				// The form needs the places of the pointer.
				places := "-1073741824:i32 <= ptrdiff(p, &@a) && ptrdiff(p, &@a) <= 1073741824:i32 && "
				switch i {
				case 1:
					places = ""
				case 2:
					places = strings.ReplaceAll(places, "(p", "(r")
				}
				if !k.satisfies(s, f.Entry, irtest.Expr(t, p, f, places+formula)) {
					continue
				}
				shown++
				for _, m := range live {
					if z := []int64{m.p, m.i, m.r + m.i}[i]; !m.zeroIn(z+shift, hi) {
						t.Fatalf("seed %d: %s is shown, for %+v, after\n  %s", seed, formula, m, strings.Join(trace, "\n  "))
					}
				}
			}
		}
	}
	t.Logf("%d ends, %d statements shown", ended, shown)
	if shown < seeds/4 {
		t.Errorf("only %d statements are shown", shown)
	}
}

// TestWrongTexts checks forged statements about the ends of texts.
func TestWrongTexts(t *testing.T) {
	for name, c := range map[string]struct{ body, inv string }{
		"an end that was never written": {`
  L0 -> L5: p = &@a
  L5 -> L6: store &@a, 1:u8
  L6 -> L2: store ptradd(&@a, 1:i32, 1), 1:u8
  L2 -> L4: assume !readable(p, 1:u32)
  L2 -> L3: assume readable(p, 1:u32)
  L3 -> L7: c = load p
  L7 -> L10: assume c == 0:u8
  L7 -> L8: assume c != 0:u8
  L8 -> L2: p = ptradd(p, 1:i32, 1)`, "END"},
		"an end that is overwritten": {`
  L0 -> L5: p = &@a
  L5 -> L2: skip
  L2 -> L4: assume !readable(p, 1:u32)
  L2 -> L3: assume readable(p, 1:u32)
  L3 -> L6: store p, 1:u8
  L6 -> L7: c = load p
  L7 -> L10: assume c == 0:u8
  L7 -> L8: assume c != 0:u8
  L8 -> L2: p = ptradd(p, 1:i32, 1)`, "END"},
		"a byte that is not looked at": {`
  L0 -> L5: p = &@a
  L5 -> L2: skip
  L2 -> L4: assume !readable(p, 1:u32)
  L2 -> L3: assume readable(p, 1:u32)
  L3 -> L7: c = load p
  L7 -> L10: assume c == 0:u8
  L7 -> L8: assume c != 0:u8
  L8 -> L2: p = ptradd(p, 2:i32, 1)`, "END"},
		"the byte of another place": {`
  L0 -> L5: p = &@a
  L5 -> L2: skip
  L2 -> L4: assume !readable(p, 1:u32)
  L2 -> L3: assume readable(p, 1:u32)
  L3 -> L7: c = load &@a
  L7 -> L10: assume c == 0:u8
  L7 -> L8: assume c != 0:u8
  L8 -> L2: p = ptradd(p, 1:i32, 1)`, "END"},
		"an end in one of two objects": {`
  L0 -> L5: i = 0:u32
  L5 -> L6: store ptradd(&@a, 1:i32, 1), 0:u8
  L6 -> L7: store &@b, 257:u16
  L7 -> L11: assume c == 0:u8
  L7 -> L12: assume c != 0:u8
  L11 -> L2: p = &@a
  L12 -> L2: p = &@b
  L2 -> L4: assume !readable(ptradd(p, i, 1), 1:u32)
  L2 -> L3: assume readable(ptradd(p, i, 1), 1:u32)
  L3 -> L8: c = load ptradd(p, i, 1)
  L8 -> L10: assume c == 0:u8
  L8 -> L9: assume c != 0:u8
  L9 -> L2: i = i + 1:u32`, "(p == &@a || p == &@b) && (p == &@b || !forall(q u32, 0:u32, 2:u32, i64(q) < i64(i) + (i64(ptrdiff(p, &@a)) " +
			"+ 0:i64) || mem(u8, ptradd(&@a, q, 1)) != 0:u8))"},
		"an end at which two bytes are read": {`
  L0 -> L5: p = &@a
  L5 -> L2: store ptradd(&@a, 1:i32, 1), 0:u8
  L2 -> L4: assume !readable(p, 2:u32)
  L2 -> L3: assume readable(p, 2:u32)
  L3 -> L7: c = load p
  L7 -> L10: assume c == 0:u8
  L7 -> L8: assume c != 0:u8
  L8 -> L2: p = ptradd(p, 1:i32, 1)`, "END"},
		"the byte as it was before a store": {`
  L0 -> L5: p = &@a
  L5 -> L6: store &@a, 1:u8
  L6 -> L2: store ptradd(&@a, 1:i32, 1), 0:u8
  L2 -> L4: assume !readable(p, 1:u32)
  L2 -> L3: assume readable(p, 1:u32)
  L3 -> L7: c = load p
  L7 -> L10: assume c == 0:u8
  L7 -> L8: assume c != 0:u8
  L8 -> L9: store ptradd(&@a, 1:i32, 1), 1:u8
  L9 -> L2: p = ptradd(p, 1:i32, 1)`, "END"},
	} {
		p := irtest.Program(t, `program ILP32
object a size 2 align 1 elem u8
object b size 2 align 1 elem u8
obligation "unreach-call"
entry main
func main() void {
  reg p ptr32
  reg c u8
  reg i u32
  locs 13 error 4`+c.body+`
  L10 -> L1: return
}
`)
		inv := strings.ReplaceAll(c.inv, "END", "0:i32 <= ptrdiff(p, &@a) && ptrdiff(p, &@a) <= 1:i32 && "+
			"!forall(q u32, 0:u32, 2:u32, i64(q) < i64(ptrdiff(p, &@a)) + 0:i64 || mem(u8, ptradd(&@a, q, 1)) != 0:u8)")
		at := p.Entry.Locs[2]
		v, _ := Check(context.Background(), p, nil, p.Obligations, &verify.Inductive{Invariants: []verify.Invariant{{Loc: at,
			Expr: irtest.Expr(t, p, p.Entry, inv)}}})
		if v == Confirmed {
			t.Errorf("%s: confirmed", name)
		}
	}
}

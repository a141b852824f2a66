package inductive

import (
	"cmp"
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

// counting is a program that counts some of four rounds. BODY is the change of a round, INV the invariant of the head.
const counting = `program ILP32
site nondet "s" type u32
site bytes "b"
object a size 8 align 4 elem i32
object b size 8 align 4
obligation "unreach-call"
entry main
func main() void {
  reg i i32
  reg n i32
  reg x i32
  reg y i32
  reg w u8
  reg u u32
  locs 16 error 4
  L0 -> L14: memset &@a, 0:i32, 8:u32
  L14 -> L15: store &@b, 0:i32
  L15 -> L5: i = 0:i32
  L5 -> L6: n = 0:i32
  L6 -> L2: w = 0:u8
  L2 -> L3: assume i < 4:i32
  L2 -> L12: assume 4:i32 <= i
  L3 -> L7: u = input #0
  BODY
  L10 -> L2: i = i + 1:i32
  L12 -> L4: assume ERROR
  L12 -> L13: assume !(ERROR)
  L13 -> L1: return
}
`

// TestRelations checks right proofs by relations, and forged ones: a program whose error is reached, or an invariant
// that does not hold.
func TestRelations(t *testing.T) {
	const rounds = "0:i32 <= i && i <= 4:i32 && "
	const once, bounds = "L7 -> L10: n = n + 1:i32", rounds + "0:i32 <= n"
	const cell = "mem(i32, &@b)"
	const viaMemory = `L7 -> L8: x = load &@b
  L8 -> L9: x = x + 1:i32
  L9 -> L10: store &@b, x`
	const element = `L7 -> L9: x = load ptradd(&@a, u & 1:u32, 4)
  L9 -> L11: x = x + 1:i32
  L11 -> L10: store ptradd(&@a, u & 1:u32, 4), x`
	const all = rounds + "forall(k i32, 0:i32, 2:i32, 0:i32 <= mem(i32, ptradd(&@a, k, 4))) && "
	for name, c := range map[string]struct {
		body, inv, err string
		want           bool
	}{
		"once a round":       {once, bounds + " && n <= i", "4:i32 < n", true},
		"equal":              {once, bounds + " && n == i", "n != 4:i32", true},
		"too small an error": {once, bounds + " && n <= i", "3:i32 < n", false},
		"too few":            {once, bounds + " && n + 1:i32 <= i", "3:i32 < n", false},
		"strictly less":      {once, bounds + " && n < i", "3:i32 < n", false},
		"two of a round": {"L7 -> L8: n = n + 1:i32\n  L8 -> L10: w = w + 1:u8",
			bounds + " && n <= 8:i32 && w <= 8:u8 && n + i32(w) <= 2:i32 * i", "8:i32 < n + i32(w)", true},
		"two of a round, too few": {"L7 -> L8: n = n + 1:i32\n  L8 -> L10: w = w + 1:u8",
			bounds + " && n <= 8:i32 && w <= 8:u8 && n + i32(w) <= 2:i32 * i", "7:i32 < n + i32(w)", false},
		"a multiple": {"L7 -> L8: n = n + 1:i32\n  L8 -> L10: w = w + 1:u8",
			bounds + " && n <= 8:i32 && w <= 8:u8 && 2:i32 * n + 2:i32 * i32(w) <= 4:i32 * i", "8:i32 < n + i32(w)", true},
		"a multiple, too few": {"L7 -> L8: n = n + 1:i32\n  L8 -> L10: w = w + 1:u8",
			bounds + " && n <= 8:i32 && w <= 8:u8 && 2:i32 * n + 2:i32 * i32(w) <= 4:i32 * i", "7:i32 < n + i32(w)", false},
		"half of an odd sum": {"L7 -> L8: n = n + 1:i32\n  L8 -> L10: w = w + 1:u8",
			bounds + " && n <= 8:i32 && w <= 8:u8 && 2:i32 * n + 2:i32 * i32(w) <= 4:i32 * i + 1:i32",
			"8:i32 < n + i32(w)", true},
		"never less":          {once, bounds + " && i <= n && n <= 9:i32 * i", "n < 4:i32", true},
		"twice a round":       {"L7 -> L10: n = n + 2:i32", bounds + " && n <= 2:i32 * i", "8:i32 < n", true},
		"twice, counted once": {"L7 -> L10: n = n + 2:i32", bounds + " && n <= i", "4:i32 < n", false},
		"a step that is any":  {"L7 -> L10: n = n + i32(u)", bounds + " && n <= i", "4:i32 < n", false},
		"a step in a range": {"L7 -> L10: n = n + i32(u & 3:u32)",
			bounds + " && n <= 3:i32 * i", "12:i32 < n", true},
		"a range that is larger": {"L7 -> L10: n = n + i32(u & 7:u32)",
			bounds + " && n <= 3:i32 * i", "12:i32 < n", false},
		"a change of i": {"L7 -> L8: i = i - 1:i32\n  L8 -> L10: n = n + 1:i32",
			bounds + " && n <= i", "4:i32 < n", false},
		"i is any": {"L7 -> L8: n = n + 1:i32\n  L8 -> L10: i = i32(u)",
			bounds + " && n <= i", "4:i32 < n", false},
		"i is read": {"L7 -> L8: n = n + 1:i32\n  L8 -> L10: i = load &@b",
			bounds + " && n <= i", "4:i32 < n", false},
		"reset":          {"L7 -> L10: n = i32(u & 0:u32)", bounds + " && n <= i", "4:i32 < n", true},
		"without bounds": {"L7 -> L10: n = n + 2:i32", "n <= 2:i32 * i", "8:i32 < n", false},
		"a wider sum": {"L7 -> L10: n = n + 2:i32",
			"i64(n) <= 2:i64 * i64(i) && i <= 4:i32", "8:i32 < n", true},
		"a sum that wraps": {once, "u32(n) <= u32(i) + 1:u32 && i <= 4:i32", "5:i32 < n", false},
		"a byte that wraps": {"L7 -> L10: w = w + 100:u8",
			"i <= 4:i32 && 100:i32 * i <= i32(w)", "w < 200:u8", false},
		"a byte that may wrap": {"L7 -> L10: w = u8(i + 256:i32)", rounds + "i32(w) <= i", "4:u8 < w", false},
		"a cell":               {viaMemory, rounds + "0:i32 <= " + cell + " && " + cell + " <= i", "false", true},
		"a cell, too few":      {viaMemory, rounds + "" + cell + " < i", "false", false},
		"a cell that is copied": {viaMemory + "\n  L13 -> L1: return",
			rounds + "1:i32 + " + cell + " <= i", "false", false},
		"an elements' bound": {element,
			all + "forall(k i32, 0:i32, 2:i32, mem(i32, ptradd(&@a, k, 4)) <= i)", "false", true},
		"an elements' bound, low": {element,
			all + "forall(k i32, 0:i32, 2:i32, mem(i32, ptradd(&@a, k, 4)) < i)", "false", false},
		"elements from below": {element,
			all + "forall(k i32, 0:i32, 2:i32, i <= mem(i32, ptradd(&@a, k, 4)))", "false", false},
		"some elements": {element,
			all + "forall(k i32, 0:i32, 1:i32, mem(i32, ptradd(&@a, k, 4)) <= i)", "false", false},
		"two cells that overlap": {`L7 -> L8: x = load &@b
  L8 -> L9: x = x + 1:i32
  L9 -> L11: store &@b, x
  L11 -> L10: store ptradd(&@b, 1:i32, 1), 77:i32`, rounds + "0:i32 <= " + cell + " && " + cell + " <= i",
			"false", false},
		"a store anywhere": {`L7 -> L8: x = load &@b
  L8 -> L9: x = x + 1:i32
  L9 -> L11: store &@b, x
  L11 -> L10: memhavoc &@b, 4:u32 #1`, rounds + "0:i32 <= " + cell + " && " + cell + " <= i",
			"false", false},
	} {
		t.Run(name, func(t *testing.T) {
			src := strings.NewReplacer("BODY", c.body, "ERROR", c.err).Replace(counting)
			if strings.Contains(c.body, "return") {
				src = strings.Replace(src, "  L13 -> L1: return\n}", "}", 1)
			}
			p := irtest.Program(t, src)
			ev := &verify.Inductive{Invariants: []verify.Invariant{{Loc: p.Entry.Locs[2],
				Expr: irtest.Expr(t, p, p.Entry, c.inv)}}}
			v, why := Check(context.Background(), p, nil, p.Obligations, ev)
			if (v == Confirmed) != c.want {
				t.Errorf("%v %s", v, why)
			}
		})
	}
}

// TestRelationLaws applies random statements to random states with relations. For each concrete state that satisfies
// the state before, the state after must contain the result.
func TestRelationLaws(t *testing.T) {
	cases, step := 3000, 80
	if os.Getenv("TANDEM_LONG") != "" {
		cases, step = 100_000, 20
	}
	r := rand.New(rand.NewSource(7))
	pick := func(xs ...string) string { return xs[r.Intn(len(xs))] }
	reg := func() string { return pick("x", "y", "z") }
	place := func() string {
		return pick("&@a", "ptradd(&@a, 1:i32, 1)", "ptradd(&@a, z & 1:u8, 1)", "ptradd(&@a, 2:i32, 1)", "p")
	}
	num := func() string { // of type i8
		return pick("x", "y", "i8(z)", fmt.Sprintf("%d:i8", r.Intn(9)-4), "i8(i16(x) + i16(y))")
	}
	sum := func() string {
		return fmt.Sprintf("(%s %s %s)", num(), pick("+", "-", "*"), num())
	}
	kept, related := 0, 0
	for range cases {
		stmt, first := "", "" // first: a load before a condition
		switch r.Intn(9) {
		case 0, 1:
			stmt = pick("x", "y") + " = " + pick(num(), sum(), sum(), "-"+num())
		case 2:
			stmt = "z = " + pick("u8("+sum()+")", "z + 1:u8", "z - 1:u8", "u8(x)")
		case 3:
			stmt = fmt.Sprintf("assume %s %s %s", sum(), pick("<", "<=", "==", "!="), num())
		case 4:
			stmt = reg() + " = load " + place()
			if stmt[0] != 'z' {
				stmt = stmt[:1] + " = load " + pick("&@b", "ptradd(&@b, 1:i32, 1)", "ptradd(&@b, z & 1:u8, 1)", "q")
			}
		case 5, 6:
			stmt = "store " + place() + ", " + pick("z", "z + 1:u8", "u8(x)")
			if r.Intn(2) == 0 {
				stmt = "store " + pick("&@b", "ptradd(&@b, 1:i32, 1)", "ptradd(&@b, z & 1:u8, 1)", "q") + ", " + pick(num(), sum())
			}
		case 7:
			first = pick("z = load "+place(), "x = load "+pick("&@b", "ptradd(&@b, 1:i32, 1)", "ptradd(&@b, z & 1:u8, 1)", "q"))
			stmt = fmt.Sprintf("assume %s(i16(%s) %s i16(%s) + %d:i16)", pick("", "!"), pick("x", "z"),
				pick("<", "<=", "==", "!="), pick("y", "x"), r.Intn(5)-2)
		default:
			stmt = "memset " + pick("&@a", "&@b", "ptradd(&@b, 1:i32, 1)") + ", 0:i32, 1:u32"
		}
		p := irtest.Program(t, `program ILP32
object a size 2 align 1 elem u8
object b size 2 align 1 elem i8
entry main
func main() void {
  reg x i8
  reg y i8
  reg z u8
  reg p ptr32
  reg q ptr32
  locs 6
  L0 -> L5: `+cmp.Or(first, "skip")+`
  L5 -> L2: `+stmt+`
  L2 -> L3: p = &@a
  L3 -> L4: q = &@b
  L4 -> L1: return
}
`)
		e0, e := p.Entry.Edges[0], p.Entry.Edges[1]
		k := newChecker(context.Background(), p, nil, &verify.Inductive{})
		vars := []string{"i16(x)", "i16(y)", "i16(z)", "i16(mem(u8, &@a))", "i16(mem(i8, ptradd(&@b, 1:i32, 1)))"}
		var formula []string
		low := map[string]int{}
		for _, v := range []string{"x:i8", "y:i8", "z:u8", "mem(u8, &@a):u8", "mem(u8, ptradd(&@a, 1:i32, 1)):u8",
			"mem(i8, &@b):i8",
			"mem(i8, ptradd(&@b, 1:i32, 1)):i8"} {
			at, typ, _ := strings.Cut(v, ":")
			if i := strings.LastIndex(v, ":"); i > 0 {
				at, typ = v[:i], v[i+1:]
			}
			lo := r.Intn(5)
			if typ == "i8" {
				lo = []int{-128, -3, -1, 0, 2, 125}[r.Intn(6)]
			} else if r.Intn(4) == 0 {
				lo = 253
			}
			low[at] = lo
			formula = append(formula, fmt.Sprintf("%d:%s <= %s && %s <= %d:%s", lo, typ, at, at, lo+2, typ))
		}
		for _, x := range [][2]string{{"p", "a"}, {"q", "b"}} {
			if r.Intn(3) > 0 {
				formula = append(formula, fmt.Sprintf("0:i32 <= ptrdiff(%s, &@%s) && ptrdiff(%s, &@%s) <= 1:i32", x[0], x[1], x[0],
					x[1]))
			}
		}
		for n := 1 + r.Intn(3); n > 0; n-- {
			a, b := r.Intn(len(vars)), r.Intn(len(vars))
			body := fmt.Sprintf("%s <= %d:i16 * %s + %d:i16", vars[a], r.Intn(5)-2, vars[b], r.Intn(7)-3)
			switch r.Intn(4) {
			case 0:
				body = fmt.Sprintf("%s + %s <= %s + %d:i16", vars[a], vars[b], vars[r.Intn(len(vars))], r.Intn(7)-3)
			case 1:
				body = fmt.Sprintf("forall(k i32, 0:i32, 2:i32, i16(mem(u8, ptradd(&@a, k, 1))) <= %d:i16 * %s + %d:i16)",
					r.Intn(5)-2, vars[[]int{0, 1, 2, 4}[r.Intn(4)]], r.Intn(7)-3)
			case 2:
				body = fmt.Sprintf("2:i16 * %s + 2:i16 * %s <= %s + %d:i16", vars[a], vars[b], vars[r.Intn(len(vars))], r.Intn(9)-3)
			}
			formula = append(formula, body)
		}
		before := irtest.Expr(t, p, p.Entry, strings.Join(formula, " && "))
		inv, err := k.parse(p.Entry.Entry, before)
		if err != nil || len(inv.states) != 1 {
			continue // a term twice, or no state
		}
		s := inv.states[0].clone()
		if len(s.relations) > 0 {
			related++
		}
		k.relate(s)
		if !s.empty {
			s = k.step(s, e0)
		}
		if !s.empty {
			s = k.step(s, e)
		}
		kept += len(s.relations)
		// All concrete states: three values of each register and cell, two places of each pointer.
		regs := map[string]*ir.Var{}
		for _, v := range p.Entry.Vars {
			regs[v.Name] = v
		}
		const all = 3 * 3 * 3 * 3 * 3 * 3 * 3 * 4
		for n := r.Intn(step); n < all; n += 1 + r.Intn(step) {
			n := n
			at := func(base int) uint64 { v := base + n%3; n /= 3; return uint64(uint8(v)) }
			c := &concrete{regs: map[*ir.Var]uint64{regs["x"]: at(low["x"]), regs["y"]: at(low["y"]), regs["z"]: at(low["z"])}}
			c.mem[0], c.mem[1] = byte(at(low["mem(u8, &@a)"])), byte(at(low["mem(u8, ptradd(&@a, 1:i32, 1))"]))
			c.mem[4], c.mem[5] = byte(at(low["mem(i8, &@b)"])), byte(at(low["mem(i8, ptradd(&@b, 1:i32, 1))"]))
			c.regs[regs["p"]], c.regs[regs["q"]] = uint64(baseA+n%2), uint64(baseB+n/2)
			if ok, known := ir.EvalExpr(before, c.env(p)); !known || ok == 0 {
				continue
			}
			if !c.step(p, e0.Stmt) || !c.step(p, e.Stmt) {
				continue
			}
			if why := k.excludes(s, c); why != "" {
				t.Fatalf("%s\n%s\nleads to %v %v, outside of the state: %s", ir.ExprString(before), stmt, c.regs, c.mem, why)
			}
		}
	}
	if related < cases/3 || kept < cases/2 {
		t.Errorf("%d states with relations, %d relations kept", related, kept)
	}
}

// baseA and baseB are the addresses of the objects a and b of TestRelationLaws.
const (
	baseA = 1000
	baseB = 1004
)

// concrete is a concrete state of TestRelationLaws.
type concrete struct {
	regs map[*ir.Var]uint64
	mem  [6]byte // from baseA
}

// env returns the state as an environment of expressions.
func (c *concrete) env(p *ir.Program) *ir.Env {
	return &ir.Env{
		Reg: func(v *ir.Var) uint64 { return c.regs[v] },
		Addr: func(o *ir.Object) uint64 {
			if o == p.Objects[0] {
				return baseA
			}
			return baseB
		},
		Load: func(a uint64, t ir.Type) (uint64, bool) { return uint64(c.mem[(a-baseA)%6]), true },
	}
}

// step changes c by a statement. It returns false if the statement has no successor or an invalid access.
func (c *concrete) step(p *ir.Program, s ir.Stmt) bool {
	value := func(x ir.Expr) uint64 { v, _ := ir.EvalExpr(x, c.env(p)); return v }
	valid := func(a uint64) bool { return a == baseA || a == baseA+1 || a == baseB || a == baseB+1 }
	switch s := s.(type) {
	case *ir.Assign:
		c.regs[s.Dst] = value(s.Src)
	case *ir.Skip:
	case *ir.Assume:
		return value(s.Cond) != 0
	case *ir.LoadStmt:
		a := value(s.Addr)
		if !valid(a) {
			return false
		}
		c.regs[s.Dst] = uint64(c.mem[a-baseA])
	case *ir.Store:
		a := value(s.Addr)
		if !valid(a) {
			return false
		}
		c.mem[a-baseA] = byte(value(s.Val))
	case *ir.MemSet:
		c.mem[value(s.Dst)-baseA] = 0
	}
	return true
}

// excludes returns which fact or relation of s excludes c, "" if none.
func (k *checker) excludes(s *state, c *concrete) string {
	if s.empty {
		return "nothing is possible"
	}
	values := func(n int) (out []wide) {
		sl := k.slots[n]
		get := func(b uint64) { out = append(out, number(sl.t, b)) }
		base := 0
		if sl.obj != nil && sl.obj.Name == "b" {
			base = 4
		}
		switch sl.kind {
		case register:
			return []wide{number(sl.v.Type, c.regs[sl.v])}
		case cell:
			get(uint64(c.mem[base+int(sl.off)]))
		case elements:
			get(uint64(c.mem[base]))
			get(uint64(c.mem[base+1]))
		}
		return out
	}
	for _, f := range s.facts {
		if sl := k.slots[f.slot]; sl.kind == zeros || !isInt(f.val.t) || sl.kind != register && sl.t.Bits != 8 {
			continue
		}
		for _, w := range values(f.slot) {
			if len(intersect(f.val.ints, []rng{{w, w}})) == 0 {
				return k.slotName(f.slot)
			}
		}
	}
	for _, r := range s.relations {
		for n := range 2 { // the elements
			total := wide{}
			for _, t := range r.terms {
				vs := values(t.slot)
				x, _ := times(fromInt(t.coef), vs[min(n, len(vs)-1)])
				total = plus(total, x)
			}
			if less(r.most, total) {
				return fmt.Sprintf("%v %v", r, k.slotName(r.terms[0].slot))
			}
		}
	}
	return ""
}

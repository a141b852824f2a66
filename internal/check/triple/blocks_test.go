package triple

import (
	"flag"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/mutationtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// filling makes an array of n elements, fills it with 7, and asserts that each element is 7.
const filling = `program LP64
site nondet "n@a.c:1:2" name "n" type u32 in main
site bytes "malloc@a.c:1:3" name "malloc" in main
obligation "assertion" text "a[i] == 7" in "main"
entry main
func main() void {
  reg n u32
  reg i u32
  reg c i32
  reg a ptr64
  reg b ptr64
  locs 18 error 2
  L0 -> L3: n = input #0
  L3 -> L4: a = alloc heap 4:u64 * u64(n) #1
  L4 -> L5: i = 0:u32
  L5 -> L6: assume i < n
  L6 -> L7: store ptradd(a, i, 4), 7:i32
  L7 -> L5: i = i + 1:u32
  L5 -> L8: assume n <= i
  L8 -> L9: i = 0:u32
  L9 -> L10: assume i < n
  L10 -> L11: c = load ptradd(a, i, 4)
  L11 -> L2: assume c != 7:i32
  L11 -> L12: assume c == 7:i32
  L12 -> L9: i = i + 1:u32
  L9 -> L13: assume n <= i
  L13 -> L1: return
}
`

// TestBlocks checks a proof about the elements of a block, variants of the proof that do not hold, and variants of the
// program in which another statement may change the block.
func TestBlocks(t *testing.T) {
	const room = "writable(a, 4:u64 * u64(n))"
	const first = room + " && forall(q u32, 0:u32, 4294967295:u32, i <= q || mem(i32, ptradd(a, q, 4)) == 7:i32)"
	const all = room + " && forall(q u32, 0:u32, 4294967295:u32, n <= q || mem(i32, ptradd(a, q, 4)) == 7:i32)"
	const next, load = "L8 -> L9: i = 0:u32", "c = load ptradd(a, i, 4)"
	const fill = `  L4 -> L5: i = 0:u32
  L5 -> L6: assume i < n
  L6 -> L7: store ptradd(a, i, 4), 7:i32`
	between := func(stmts ...string) string {
		out, at := "", "L8"
		for i, s := range stmts {
			to := []string{"L14", "L15", "L16", "L17"}[i]
			out += at + " -> " + to + ": " + s + "\n  "
			at = to
		}
		return out + at + " -> L9: i = 0:u32"
	}
	for _, c := range []struct {
		name, from, to string // what is replaced in the program
		first, all     string // the invariants at L5 and L9
		want           bool
	}{
		{"good", "", "", first, all, true},
		{"on the stack", "alloc heap", "alloc stack", first, all, true},
		{"nothing is known of the size", "", "", strings.Replace(first, room, "true", 1),
			strings.Replace(all, room, "true", 1), false},
		{"one element more", "", "", strings.Replace(first, "i <= q", "i < q", 1), all, false},
		{"another value", ", 7:i32\n", ", 8:i32\n", first, all, false},
		{"another element", "store ptradd(a, i, 4)", "store ptradd(a, 0:u32, 4)", first, all, false},
		{"the block is smaller", "4:u64 * u64(n) #1", "2:u64 * u64(n) #1", first, all, false},
		{"a copy of the pointer writes", next, between("b = a", "store b, 9:i32"), first, all, false},
		{"a copy of the pointer writes the same", next, between("b = a", "store b, 7:i32"), first, all, true},
		{"a pointer to the next element writes", next, between("b = ptradd(a, 4:i64, 1)", "store b, 9:i32"), first, all,
			false},
		{"a byte is written", next, between("b = ptradd(a, 1:i64, 1)", "store b, 9:u8"), first, all, false},
		{"the block has ended", next, between("free a"), first, strings.Replace(all, room, "true", 1), false},
		{"the bytes are set", next, between("memset a, 1:i32, 4:u64"), first, all, false},
		{"the bytes are copied", next, between("memcopy a, ptradd(a, 2:i64, 1), 4:u64"), first, all, false},
		{"a pointer to the next element fills", "4:u64 * u64(n) #1\n" + fill, "8:u64 * u64(n) #1\n" + `  L4 -> L14: i = 0:u32
  L14 -> L5: b = ptradd(a, 4:i64, 1)
  L5 -> L6: assume i < n
  L6 -> L7: store ptradd(b, i, 4), 7:i32`,
			"writable(b, 4:u64 * u64(n)) && " +
				strings.NewReplacer("4:u64 * ", "8:u64 * ", "ptradd(a", "ptradd(b").Replace(first),
			strings.Replace(all, "4:u64 * ", "8:u64 * ", 1), false},
		{"the element before is read", load, "c = load ptradd(a, i - 1:u32, 4)", first, all, false},
	} {
		src := filling
		if c.from != "" {
			if strings.Count(src, c.from) != 1 {
				t.Fatalf("%s: %q occurs %d times", c.name, c.from, strings.Count(src, c.from))
			}
			src = strings.Replace(src, c.from, c.to, 1)
		}
		p := irtest.Program(t, src)
		v, why := run(p, &verify.Inductive{Invariants: invariants(t, p, nil, at{"main", 5, c.first}, at{"main", 9, c.all})},
			Config{Time: patience(c.want)})
		if (v == Confirmed) != c.want {
			t.Errorf("%s: %v (%s)", c.name, v, why)
		}
	}
}

var runBlockMutants = flag.Bool("block-mutants", false, "run all mutants of the encoding of blocks")

// blockMutants are faults of the encoding of blocks.
var blockMutants = mutationtest.List{
	{"a write through another pointer does not count", "blocks.go", []string{
		"				for v, of := range targets {\n					if of == t {",
		"				for v, of := range targets {\n					if of == t && false {"}},
	{"each read is valid", "blocks.go", []string{
		"mem.ite(t, mem.validBlock(s, addr, int64(t.Size()), false), v, mem.fresh(\"invalid\", t)), true", "v, true"}},
	{"writes are lost", "blocks.go", []string{
		"	s.at[s.object(o, 0)] = value{t: mem.tc.Store(arr, i.t, w)}\n", "	_ = w\n"}},
}

// TestBlockMutants checks that TestBlocks finds each fault.
func TestBlockMutants(t *testing.T) {
	mutationtest.Test(t, mutationtest.Run{Tests: "^TestBlocks$", All: *runBlockMutants, Some: 1}, blockMutants)
}

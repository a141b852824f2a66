package intervals_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/check/inductive"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestQuestions compares the answers about accesses to small objects, for all sizes and ranges of offsets, with the
// truth: an access is found valid, and confirmed, if and only if it is valid for all offsets. It is found certainly
// invalid only if no offset is valid. After the check, and after its negation, the index has no impossible value.
func TestQuestions(t *testing.T) {
	made := []string{ // how an object of %d bytes is created
		"p = alloc heap %d:u64 #1",
		"p = alloc stack %d:u64 #1",
		"p = alloc heap n #1", // n is at least %d
		"p = &@o",             // o has %d
	}
	count, proved := 0, 0
	for _, model := range []string{"LP64", "ILP32"} {
		for kind, make := range made {
			for size := int64(1); size <= 3; size++ {
				for lo := int64(-2); lo <= 4; lo++ {
					for hi := lo; hi <= 4; hi++ {
						for n := int64(0); n <= 4; n++ {
							scale := 1 + count%2
							count++
							c := question{model, kind, fmt.Sprintf(make, size), size, lo, hi, n, int64(scale)}
							if kind >= 2 {
								c.make = make
							}
							if c.holds(t) {
								proved++
							}
						}
					}
				}
			}
		}
	}
	t.Logf("%d questions, %d valid", count, proved)
	if proved < 300 {
		t.Error("too few to mean much")
	}
}

// question is a check of an access of n bytes at p + k*i, for lo <= i <= hi, where p points to an object of the given
// size. The field make is the edge that creates the object, and kind its index in the list of edges.
type question struct {
	model              string
	kind               int
	make               string
	size, lo, hi, n, k int64
}

// holds reports whether all accesses are valid. The test fails if the analysis or the checker is wrong.
func (c question) holds(t *testing.T) bool {
	safe, never := true, true
	for i := c.lo; i <= c.hi; i++ {
		fits := c.n == 0 || i*c.k >= 0 && i*c.k+c.n <= c.size
		safe, never = safe && fits, never && !fits
	}
	ptr, object := "ptr64", ""
	if c.model == "ILP32" {
		ptr = "ptr32"
	}
	if c.kind == 3 {
		object = fmt.Sprintf("object o size %d align 1 elem u8\n", c.size)
	}
	p := irtest.Program(t, fmt.Sprintf(`program %s
site nondet "s" type i32
site bytes "o"
site nondet "n" type u64
%sobligation "valid-deref"
obligation "assertion"
entry main
func main() void {
  reg p %s
  reg i i32
  reg n u64
  locs 11 error 10 11
  L0 -> L2: i = input #0
  L2 -> L3: assume %d:i32 <= i
  L3 -> L4: assume i <= %d:i32
  L4 -> L5: n = input #2
  L5 -> L6: assume %d:u64 <= n && n <= 100:u64
  L6 -> L7: %s
  L7 -> L10: assume !writable(ptradd(p, i, %d), %d:i32)
  L7 -> L8: assume writable(ptradd(p, i, %d), %d:i32)
  L8 -> L11: assume i < %d:i32 || %d:i32 < i
  L8 -> L9: assume %d:i32 <= i && i <= %d:i32
  L9 -> L1: return
}
`, c.model, object, ptr, c.lo, c.hi, c.size, c.make, c.k, c.n, c.k, c.n, c.first(), c.last(), c.first(), c.last()))
	res := forward(context.Background(), p, absint.Config{})
	ask, index := p.Obligations[0], p.Obligations[1]
	if found := !res.Reaches(ask); found != safe && !(safe && c.kind == 2 && c.n == 0) {
		t.Fatalf("%+v: found valid: %v, is: %v\n%s", c, found, safe, ir.Print(p))
	}
	if res.Reaches(index) && c.kind != 2 && c.n > 0 {
		t.Fatalf("%+v: the index has values behind the question that no access allows\n%s", c, ir.Print(p))
	}
	if never && c.kind != 2 && len(res.States()[p.Entry.Locs[9]]) > 0 {
		t.Fatalf("%+v: nothing is valid, and the execution goes on", c)
	}
	if !safe {
		return false
	}
	inv, _ := res.Invariants()
	ev := &verify.Inductive{Results: res.Names().Results, Made: res.Names().Made}
	for _, i := range inv {
		ev.Invariants = append(ev.Invariants, verify.Invariant(i))
	}
	if v, why := inductive.Check(context.Background(), p, nil, []*ir.Obligation{ask}, ev); v != inductive.Confirmed {
		t.Fatalf("%+v: %s", c, why)
	}
	return true
}

// first returns the least index of a valid access, hi+1 if there is none.
func (c question) first() int64 {
	for i := c.lo; i <= c.hi; i++ {
		if i*c.k >= 0 && i*c.k+c.n <= c.size {
			return i
		}
	}
	return c.hi + 1
}

// last returns the greatest index of a valid access, lo-1 if there is none.
func (c question) last() int64 {
	for i := c.hi; i >= c.lo; i-- {
		if i*c.k >= 0 && i*c.k+c.n <= c.size {
			return i
		}
	}
	return c.lo - 1
}

package polyhedra

import (
	"fmt"
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
)

// TestLoop: assume n >= 0; x = y = 0; while (x < n) { if (*) x++, y += 2; else x += 2, y += 3 }
// has the invariants 3x <= 2y <= 4x, y <= x + n (both count the steps) and x <= n + 1.
func TestLoop(t *testing.T) {
	for _, max := range []int{0, 8} {
		if got, want := fixpoint(New(max)),
			"[2*d0 - d1 >= 0 -3*d0 + 2*d1 >= 0 d0 - d1 + d2 >= 0 -d0 + d2 + 1 >= 0]"; got != want {
			t.Errorf("blocks of %d: %s, want %s", max, got, want)
		}
	}
}

// fixpoint returns the constraints of d's fixpoint for the loop of TestLoop as text.
func fixpoint[R any](d linear.Domain[R]) string {
	const x, y = domain.Dim(0), domain.Dim(1)
	e := d.Assume(d.Top(), ge(0, 0, 0, 1))
	e = d.Assign(d.Assign(e, x, linear.Const(0)), y, linear.Const(0))
	body := func(h R) R {
		h = d.Assume(h, ge(-1, -1, 0, 1))
		one := d.Assign(d.Assign(h, x, f(1, 1)), y, f(2, 0, 1))
		two := d.Assign(d.Assign(h, x, f(2, 1)), y, f(3, 0, 1))
		return d.Join(e, d.Join(one, two))
	}
	head := e
	for step := 0; ; step++ {
		next := d.Join(head, body(head))
		if step > 1 {
			next = d.Widen(head, next, domain.Thresholds{})
		}
		if d.Leq(next, head) {
			break
		}
		head = next
	}
	head = d.Narrow(head, body(head))
	return fmt.Sprint(d.Constraints(head))
}

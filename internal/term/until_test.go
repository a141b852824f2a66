package term

import (
	"context"
	"testing"
)

// TestUntil tests that Until interrupts its function at most checkedTerms terms after the end of the context, that an
// enclosing Until with another context is not interrupted, that other panics propagate, and that the terms made so far
// stay usable.
func TestUntil(t *testing.T) {
	c := New()
	ctx, cancel := context.WithCancel(context.Background())
	x := c.Var("x", BVSort(32))
	n, more := 0, 0
	sum := x
	err := c.Until(context.Background(), func() {
		err := c.Until(ctx, func() {
			for n = 0; n < 100*checkedTerms; n++ {
				if n == 1000 {
					cancel()
				}
				sum = c.BVMul(sum, c.BVAdd(x, c.BV(uint64(n), 32)))
			}
		})
		if err != context.Canceled || n < 1000 || n > 1000+checkedTerms {
			t.Errorf("%v after %d", err, n)
		}
		for more = range 10 * checkedTerms {
			c.BVAdd(x, c.BV(uint64(more), 32))
		}
	})
	if err != nil || more != 10*checkedTerms-1 {
		t.Errorf("%v, %d", err, more)
	}
	if ran := false; c.Until(ctx, func() { ran = true }) != context.Canceled || ran {
		t.Errorf("begun when it was over")
	}
	func() {
		defer func() {
			if recover() != "other" {
				t.Errorf("another panic does not pass")
			}
		}()
		_ = c.Until(context.Background(), func() { panic("other") })
	}()
	if c.until != nil || c.BVAdd(x, c.BV(7, 32)) != c.BVAdd(c.BV(7, 32), x) {
		t.Errorf("not as before")
	}
}

// BenchmarkMake measures the construction of a term that already exists, with and without a context.
func BenchmarkMake(b *testing.B) {
	c := New()
	x, y := c.Var("x", BVSort(32)), c.Var("y", BVSort(32))
	work := func(b *testing.B) {
		for b.Loop() {
			c.BVAdd(x, y)
		}
	}
	b.Run("plain", work)
	b.Run("until", func(b *testing.B) { _ = c.Until(b.Context(), func() { work(b) }) })
}

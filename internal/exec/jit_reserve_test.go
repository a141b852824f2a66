//go:build unix

package exec

import "testing"

// TestReserve tests that reserve returns an error, rather than ending the process, if the address space is too small.
func TestReserve(t *testing.T) {
	if r, err := reserve(1 << 55); err == nil {
		r.Free()
		t.Error("the system has given 2^55 bytes")
	}
	r, err := reserve(1 << 20)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Free()
	if got := len(r.allocate(0, 0).Reallocate(1 << 20)); got != 1<<20 {
		t.Errorf("%d bytes", got)
	}
	if r.Reallocate(1<<20+1) != nil {
		t.Error("more than it has")
	}
}

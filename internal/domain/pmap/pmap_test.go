package pmap

import (
	"math/rand"
	"testing"
)

// TestAgainstMap compares all operations with Go maps on random contents.
func TestAgainstMap(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	key := func() uint32 { return uint32(r.Intn(1 << uint(1+r.Intn(12)))) }
	build := func() (Map[int], map[uint32]int) {
		m, ref := Map[int]{}, map[uint32]int{}
		for n := r.Intn(30); n > 0; n-- {
			k := key()
			if r.Intn(4) == 0 {
				m = m.Delete(k)
				delete(ref, k)
			} else {
				v := r.Intn(3)
				m, ref[k] = m.Set(k, v), v
			}
		}
		return m, ref
	}
	for i := 0; i < 20000; i++ {
		a, ra := build()
		b, rb := build()
		if r.Intn(2) == 0 { // let the maps share subtrees
			b, rb = a, map[uint32]int{}
			for k, v := range ra {
				rb[k] = v
			}
			for n := r.Intn(4); n > 0; n-- {
				k := key()
				b, rb[k] = b.Set(k, 1), 1
			}
		}
		same(t, a, ra)
		inter, union := map[uint32]int{}, map[uint32]int{}
		covered := true
		diff := map[uint32]bool{}
		for k, v := range ra {
			union[k] = v
			if w, ok := rb[k]; ok {
				inter[k], union[k] = max(v, w), max(v, w)
				if v != w {
					diff[k] = true
				}
			} else {
				diff[k] = true
			}
		}
		for k, w := range rb {
			v, ok := ra[k]
			covered = covered && ok && v <= w
			if !ok {
				union[k] = w
				diff[k] = true
			}
		}
		same(t, a.Intersect(b, func(_ uint32, x, y int) (int, bool) { return max(x, y), true }), inter)
		same(t, a.Union(b, func(_ uint32, x, y int) int { return max(x, y) }), union)
		if got := a.Covers(b, func(_ uint32, x, y int) bool { return x <= y }); got != covered {
			t.Fatalf("Covers = %v, want %v", got, covered)
		}
		last := int64(-1)
		a.Diff(b, func(k uint32, x int, ina bool, y int, inb bool) bool {
			va, oka := ra[k]
			vb, okb := rb[k]
			if !diff[k] || ina != oka || inb != okb || x != va || y != vb || int64(k) <= last {
				t.Fatalf("Diff reports %d wrongly", k)
			}
			last = int64(k)
			delete(diff, k)
			return true
		})
		if len(diff) != 0 {
			t.Fatalf("Diff misses %v", diff)
		}
		even := map[uint32]int{}
		for k, v := range ra {
			if k%2 == 0 {
				even[k] = v
			}
		}
		same(t, a.Filter(func(k uint32, _ int) bool { return k%2 == 0 }), even)
		if !a.Intersect(a, nil).Same(a) || !a.Union(a, nil).Same(a) {
			t.Fatal("operations on itself make copies")
		}
	}
}

// same checks that m has the entries of ref.
func same(t *testing.T, m Map[int], ref map[uint32]int) {
	t.Helper()
	n, last := 0, int64(-1)
	m.Each(func(k uint32, v int) bool {
		if w, ok := ref[k]; !ok || v != w || int64(k) <= last {
			t.Fatalf("entry %d: %d, want %d (%v)", k, v, w, ok)
		}
		last = int64(k)
		n++
		return true
	})
	if n != len(ref) || m.Len() != n || m.IsEmpty() != (n == 0) {
		t.Fatalf("%d entries, want %d", n, len(ref))
	}
	for k, v := range ref {
		if w, ok := m.Get(k); !ok || v != w {
			t.Fatalf("Get(%d) = %d, %v; want %d", k, w, ok, v)
		}
	}
}

package pmap

import (
	"math/rand"
	"testing"
)

type number int

// HashAt implements Hashable. The hash is never 0, so even the entry of 0 under key 0 changes the sum.
func (n number) HashAt(k uint32) uint64 { return Mix(uint64(k), uint64(n)+1) }

// TestHashed checks that the hash after random operations equals the hash of a new map with the same entries.
func TestHashed(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	same := func(h Hashed[number]) {
		t.Helper()
		var fresh Hashed[number]
		h.Each(func(k uint32, v number) bool {
			fresh = fresh.Set(k, v)
			return true
		})
		if fresh.Hash() != h.Hash() {
			t.Fatalf("hash %x, made anew %x", h.Hash(), fresh.Hash())
		}
	}
	hashes := map[uint64]bool{}
	var a, b Hashed[number]
	for range 20000 {
		k, v := uint32(r.Intn(60)), number(r.Intn(3))
		switch r.Intn(8) {
		case 0:
			a = a.Delete(k)
		case 1:
			a = a.Filter(func(j uint32, w number) bool { return j%7 != k%7 || w != v })
		case 2:
			a = a.Intersect(b, func(_ uint32, x, y number) (number, bool) { return max(x, y), x != y+1 })
		case 3:
			a = a.Union(b, func(_ uint32, x, y number) number { return max(x, y) })
		case 4:
			a, b = b, a
		default:
			a = a.Set(k, v)
		}
		same(a)
		equal := a.Len() == b.Len()
		a.Diff(b.Map, func(uint32, number, bool, number, bool) bool {
			equal = false
			return false
		})
		if a.Alike(b) != equal {
			t.Fatalf("alike %v, equal %v", !equal, equal)
		}
		made := Hashed[number]{}
		a.Each(func(k uint32, v number) bool {
			made = made.Set(k, v)
			return true
		})
		if !made.Alike(a) {
			t.Fatal("made in another way, and not alike")
		}
		hashes[a.Hash()] = true
	}
	if len(hashes) < 5000 {
		t.Errorf("%d hashes only", len(hashes))
	}
}

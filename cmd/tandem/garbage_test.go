package main

import "testing"

// TestGarbageFor tests that a small process may have much garbage, and a large one a bounded part of its live memory.
func TestGarbageFor(t *testing.T) {
	for _, c := range []struct {
		live uint64
		want int
	}{{0, 250}, {10 << 20, 250}, {200 << 20, 250}, {500 << 20, 125}, {1000 << 20, 75}, {20000 << 20, 30}} {
		if got := garbageFor(c.live); got != c.want {
			t.Errorf("%d MB alive: %d percent, want %d", c.live>>20, got, c.want)
		}
	}
	before := uint64(0)
	for live := uint64(1 << 20); live < 16<<30; live += live/8 + 1 {
		heap := live + live*uint64(garbageFor(live))/100
		if heap+heap/50 < before {
			t.Errorf("the heap shrinks where %d MB are alive", live>>20)
		}
		before = heap
	}
}

package shapes

import (
	"fmt"
	"testing"

	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestMalformed puts a symbol that only an object of a list may own into each other place of heaps. None is accepted.
func TestMalformed(t *testing.T) {
	full := func() *verify.Heap {
		o := ordersOf()[0]
		l := segment(sym(1), sym(2), 0, o)
		l.Prev, l.Back, l.Last = 4, sym(5), sym(6)
		l.Owned = owns(sym(-1), block(-1, sym(-2), lit(-1), lit(0)))
		h := sample(nil, l)
		h.Blocks = append(h.Blocks, block(2, sym(7), lit(0), lit(0)))
		h.Apart = append(h.Apart, pair{sym(5), sym(6)})
		h.Below = append(h.Below, pair{sym(7), sym(3)})
		return h
	}
	if err := wellFormed(lawProgram, full()); err != nil {
		t.Fatal(err)
	}
	outside := func(h *verify.Heap) (out []*verify.HeapValue) {
		for i := range h.Blocks {
			for k := range h.Blocks[i].Cells {
				out = append(out, &h.Blocks[i].Cells[k].Val)
			}
		}
		for i := range h.Lists {
			l := &h.Lists[i]
			out = append(out, &l.From, &l.To, &l.Back, &l.Last, &l.Order.Before, &l.Order.After)
		}
		for i := range h.Apart {
			out = append(out, &h.Apart[i][0], &h.Apart[i][1], &h.Below[i][0], &h.Below[i][1])
		}
		return out
	}
	refused := func(what string, h *verify.Heap) {
		if wellFormed(lawProgram, h) == nil {
			t.Errorf("%s: accepted: %s", what, h)
		}
	}
	for _, own := range []int{-1, -2, -3} {
		for i := range outside(full()) {
			h := full()
			*outside(h)[i] = sym(own)
			refused(fmt.Sprint("value ", i), h)
		}
		h := full()
		h.Regs[regs[p]] = sym(own)
		refused("a register", h)
		h = full()
		h.Ranges[own] = verify.HeapRange{}
		refused("a range", h)
		h = full()
		h.Blocks[0].Addr = own
		refused("a block", h)
	}
	h := full()
	h.Lists[0].Owned.Blocks[0].Addr = 9
	refused("a block of all that each owns", h)
	h = full()
	h.Lists[0].Owned.Lists = []verify.HeapList{segment(sym(9), lit(0), 0, nil)}
	refused("a list of all that each owns", h)
	tree := func(next int64, forks ...int64) *verify.Heap {
		l := segment(sym(1), lit(0), 0, nil)
		l.Next, l.Forks = next, forks
		return sample(nil, l)
	}
	if err := wellFormed(lawProgram, tree(4, 8, 0)); err != nil {
		t.Fatal(err)
	}
	for _, forks := range [][]int64{{4}, {6}, {2}, {12}, {-4}, {8, 8}, {8, 9}} {
		refused(fmt.Sprint("links at 4 and ", forks), tree(4, forks...))
	}
	for what, change := range map[string]func(l *verify.HeapList){
		"links back":          func(l *verify.HeapList) { l.Prev = 0 },
		"links to the middle": func(l *verify.HeapList) { l.Link = 4 },
		"an order":            func(l *verify.HeapList) { l.Order = ordersOf()[0] },
	} {
		h := tree(4, 8)
		change(&h.Lists[0])
		refused("a tree with "+what, h)
	}
}

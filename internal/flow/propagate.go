package flow

import "math/bits"

// This file propagates new addresses along the edges of a node. If there are many addresses, most of them have reached
// the target by another path before. The solver then compares whole words of bit sets, as in the difference propagation
// of Pearce, Kelly and Hankin (SCAM 2003).

// fewNew bounds the new addresses that are sent one by one.
const fewNew = 8

// parcel is a set of addresses to be sent, in words of a bit set.
type parcel struct {
	at   []int32  // the words that are not empty
	word []uint64 // these words, in the same order
}

// packer has the memory of a parcel. Only one parcel is in use at a time.
type packer struct {
	packed parcel
	slot   []int32 // by word, while packed is made: one more than its index in packed, 0 if it is not there yet
}

// pack returns a list of addresses as a parcel, in the packer's memory.
func (k *packer) pack(list []int32) parcel {
	p := &k.packed
	p.at, p.word = p.at[:0], p.word[:0]
	for _, q := range list {
		w := q >> 6
		for int(w) >= len(k.slot) {
			k.slot = append(k.slot, 0)
		}
		if k.slot[w] == 0 {
			p.at, p.word = append(p.at, w), append(p.word, 0)
			k.slot[w] = int32(len(p.at))
		}
		p.word[k.slot[w]-1] |= 1 << (q & 63)
	}
	for _, w := range p.at {
		k.slot[w] = 0
	}
	return *p
}

// propagate sends the new addresses delta along the edges of a node. An edge that is added meanwhile is not in edges:
// link sends the node's addresses along it.
func (s *solver) propagate(edges succs, delta []int32) {
	s.sendAll(edges.same.list, delta)
	if len(edges.blur.list) > 0 {
		var blurred []int32
		seen := map[int32]bool{}
		for _, q := range delta {
			if q = s.move(q, blur); !seen[q] {
				seen[q] = true
				blurred = append(blurred, q)
			}
		}
		s.sendAll(edges.blur.list, blurred)
	}
	for _, e := range edges.others {
		for _, q := range delta {
			s.addMoved(e.to, q, e.x)
		}
		if s.spent() {
			return
		}
	}
}

// sendAll adds the addresses of list to each node of to.
func (s *solver) sendAll(to, list []int32) {
	if len(list) <= fewNew {
		for _, n := range to {
			for _, q := range list {
				s.add(n, q)
			}
			if s.spent() {
				return
			}
		}
		return
	}
	var p parcel
	packed := false
	for _, n := range to {
		if s.spent() {
			return
		}
		n = s.find(n)
		if nd := &s.nodes[n]; nd.pts.bits == nil && !nd.unknown {
			for _, q := range list {
				s.add(n, q)
			}
			continue
		}
		if !packed {
			p, packed = s.pack(list), true
		}
		s.steps += len(p.at)
		for i, w := range p.at {
			s.addWord(n, w, p.word[i])
		}
	}
}

// addWord adds the addresses of one word of a bit set.
func (s *solver) addWord(n, w int32, word uint64) {
	nd := &s.nodes[n]
	if int(w) < len(nd.pts.bits) {
		word &^= nd.pts.bits[w]
	}
	if nd.unknown && int(w) < len(s.exposedBits) { // the unknown address covers them
		word &^= s.exposedBits[w]
	}
	for ; word != 0; word &= word - 1 {
		s.add(n, w<<6|int32(bits.TrailingZeros64(word)))
	}
}

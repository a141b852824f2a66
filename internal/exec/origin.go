package exec

import (
	"sort"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Origins records the identities of uninitialised bytes that differ from the identity by
// place (site, occurrence and offset of the object in which they lie): bytes moved by MemCopy
// or made arbitrary by MemHavoc (rule 4 of layout.go). Both machines use it in their slow path. The zero
// value has no identities.
type Origins struct {
	ranges []originRange   // sorted, disjoint
	shared bool            // an uninitialised byte was copied: an identity may have two bytes
	seen   map[ir.Key]byte // if shared: the values of the bytes read as inputs, by identity
}

// originRange records that the bytes [lo, hi) have the identities key, key+1, ..., where + adds to the offset.
type originRange struct {
	lo, hi uint64
	key    ir.Key
}

// Reset removes all identities, for a new run.
func (o *Origins) Reset() {
	o.ranges = o.ranges[:0]
	o.shared = false
	clear(o.seen)
}

// Set sets the identities of the bytes [lo, hi) to key, key+1, ...
func (o *Origins) Set(lo, hi uint64, key ir.Key) {
	o.clear(lo, hi)
	i := sort.Search(len(o.ranges), func(i int) bool { return o.ranges[i].lo >= hi })
	if i > 0 {
		// Extend the previous range if the new one continues it.
		p := &o.ranges[i-1]
		if p.hi == lo && p.key.Site == key.Site && p.key.Occ == key.Occ && p.key.Off+int64(p.hi-p.lo) == key.Off {
			p.hi = hi
			return
		}
	}
	o.ranges = append(o.ranges, originRange{})
	copy(o.ranges[i+1:], o.ranges[i:])
	o.ranges[i] = originRange{lo, hi, key}
}

// clear removes the identities of the bytes [lo, hi).
func (o *Origins) clear(lo, hi uint64) {
	i := sort.Search(len(o.ranges), func(i int) bool { return o.ranges[i].hi > lo })
	if i == len(o.ranges) || o.ranges[i].lo >= hi {
		return
	}
	var keep []originRange
	j := i
	for ; j < len(o.ranges) && o.ranges[j].lo < hi; j++ {
		r := o.ranges[j]
		if r.lo < lo {
			keep = append(keep, originRange{r.lo, lo, r.key})
		}
		if r.hi > hi {
			k := r.key
			k.Off += int64(hi - r.lo)
			keep = append(keep, originRange{hi, r.hi, k})
		}
	}
	o.ranges = append(o.ranges[:i], append(keep, o.ranges[j:]...)...)
}

// Of returns the identity of the uninitialised byte at addr; own is its identity by place.
func (o *Origins) Of(addr uint64, own ir.Key) ir.Key {
	i := sort.Search(len(o.ranges), func(i int) bool { return o.ranges[i].hi > addr })
	if i < len(o.ranges) && o.ranges[i].lo <= addr {
		k := o.ranges[i].key
		k.Off += int64(addr - o.ranges[i].lo)
		return k
	}
	return own
}

// Copy records the identities for a copy of n bytes from src to dst; call it before the copy. uninit
// reports whether the i-th byte of the source is uninitialised, own returns its identity by place.
func (o *Origins) Copy(dst, src uint64, n int, uninit func(i int) bool, own func(addr uint64) ir.Key) {
	type piece struct {
		i, n int
		key  ir.Key
	}
	var ps []piece
	for i := 0; i < n; i++ {
		if !uninit(i) {
			continue
		}
		k := o.Of(src+uint64(i), own(src+uint64(i)))
		if m := len(ps) - 1; m >= 0 {
			p := &ps[m]
			if p.i+p.n == i && p.key.Site == k.Site && p.key.Occ == k.Occ && p.key.Off+int64(p.n) == k.Off {
				p.n++
				continue
			}
		}
		ps = append(ps, piece{i, 1, k})
	}
	for _, p := range ps {
		o.shared = true
		o.Set(dst+uint64(p.i), dst+uint64(p.i+p.n), p.key)
	}
}

// Materialise reads the uninitialised bytes among the n bytes at addr as inputs (rule 5 of
// layout.go). uninit reports whether the i-th byte is uninitialised, own returns its identity by
// place, put stores its value, and read reads one input. If read returns false, Materialise stops
// and returns false.
func (o *Origins) Materialise(addr uint64, n int, uninit func(i int) bool, own func(addr uint64) ir.Key,
	put func(i int, b byte), read func(k ir.Key, t ir.Type) (uint64, bool)) bool {
	// fresh returns the identity of the i-th byte if it has to be read. It stores a value that is known already.
	fresh := func(i int) (ir.Key, bool) {
		if !uninit(i) {
			return ir.Key{}, false
		}
		k := o.Of(addr+uint64(i), own(addr+uint64(i)))
		if b, ok := o.seen[k]; ok {
			put(i, b)
			return k, false
		}
		return k, true
	}
	for i := 0; i < n; {
		k, ok := fresh(i)
		if !ok {
			i++
			continue
		}
		run := 1
		for i+run < n {
			k2, ok := fresh(i + run)
			if !ok || k2.Site != k.Site || k2.Occ != k.Occ || k2.Off != k.Off+int64(run) {
				break
			}
			run++
		}
		ended := false
		pieces(run, func(off, size int) {
			if ended {
				return
			}
			pk := k
			pk.Off += int64(off)
			bits, ok := read(pk, pieceType(size))
			if !ok {
				ended = true
				return
			}
			for b := 0; b < size; b++ {
				v := byte(bits >> (8 * b))
				put(i+off+b, v)
				if o.shared {
					if o.seen == nil {
						o.seen = map[ir.Key]byte{}
					}
					bk := pk
					bk.Off += int64(b)
					o.seen[bk] = v
				}
			}
		})
		if ended {
			return false
		}
		i += run
	}
	return true
}

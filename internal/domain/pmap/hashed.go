package pmap

// Hashable is a value with a hash. HashAt returns the hash of the entry that binds k to the value. It is not 0, and
// equal for equal values.
type Hashable interface {
	comparable
	HashAt(k uint32) uint64
}

// Hashed is a map with a hash: the sum of the hashes of its entries (as A. Zobrist's hash of positions in a game,
// 1970). The hash does not depend on the operations that made the map.
type Hashed[V Hashable] struct {
	Map[V]
	sum uint64
}

// Hash returns the hash of the entries.
func (h Hashed[V]) Hash() uint64 { return h.sum }

// Alike reports whether two maps have equal hashes. If it returns true, their entries are equal, with a probability of
// error of 2^-64. Unlike Same, it also recognises equal maps that different operations made. It takes constant time.
func (h Hashed[V]) Alike(o Hashed[V]) bool { return h.Same(o.Map) || h.sum == o.sum }

// Keys returns a hash of the keys.
func (h Hashed[V]) Keys() (sum uint64) {
	h.Each(func(k uint32, _ V) bool {
		sum += Mix(uint64(k), 1)
		return true
	})
	return sum
}

// HashAs returns the hash of h restricted to the keys of o; ok is false if h lacks one of these keys.
func (h Hashed[V]) HashAs(o Hashed[V]) (sum uint64, ok bool) {
	ok = true
	o.Each(func(k uint32, _ V) bool {
		var v V
		if v, ok = h.Get(k); ok {
			sum += v.HashAt(k)
		}
		return ok
	})
	return sum, ok
}

// Set binds k to v.
func (h Hashed[V]) Set(k uint32, v V) Hashed[V] {
	old, had := h.Get(k)
	switch {
	case had && old == v:
		return h
	case had:
		h.sum -= old.HashAt(k)
	}
	return Hashed[V]{h.Map.Set(k, v), h.sum + v.HashAt(k)}
}

// Delete removes k.
func (h Hashed[V]) Delete(k uint32) Hashed[V] {
	old, had := h.Get(k)
	if !had {
		return h
	}
	return Hashed[V]{h.Map.Delete(k), h.sum - old.HashAt(k)}
}

// Filter keeps the entries for which f returns true.
func (h Hashed[V]) Filter(f func(uint32, V) bool) Hashed[V] {
	h.Map = h.Map.Filter(func(k uint32, v V) bool {
		if f(k, v) {
			return true
		}
		h.sum -= v.HashAt(k)
		return false
	})
	return h
}

// Intersect returns the intersection, see Map.Intersect.
func (h Hashed[V]) Intersect(o Hashed[V], f func(k uint32, a, b V) (V, bool)) Hashed[V] {
	return h.become(h.Map.Intersect(o.Map, f))
}

// Union returns the union, see Map.Union.
func (h Hashed[V]) Union(o Hashed[V], f func(k uint32, a, b V) V) Hashed[V] {
	return h.become(h.Map.Union(o.Map, f))
}

// become returns m with its hash, which it computes from the hash of h and the entries in which h and m differ.
func (h Hashed[V]) become(m Map[V]) Hashed[V] {
	h.Map.Diff(m, func(k uint32, a V, ina bool, b V, inb bool) bool {
		if ina {
			h.sum -= a.HashAt(k)
		}
		if inb {
			h.sum += b.HashAt(k)
		}
		return true
	})
	return Hashed[V]{m, h.sum}
}

// Mix spreads the bits of two words over one (the finaliser of splitmix64, Steele, Lea, Flood, OOPSLA 2014).
func Mix(a, b uint64) uint64 {
	x := a*0x9E3779B97F4A7C15 + b
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

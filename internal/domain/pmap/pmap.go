// Package pmap has persistent maps from small integers: Patricia trees whose versions share subtrees. So the cost of
// joining two states of a program depends on their difference.
//
//	m := pmap.Map[*int]{}
//	n := m.Set(3, &x)   // m is unchanged
//
// Values are compared with ==; operations return the same tree where nothing
// changes. Iteration is in ascending order of keys.
//
// After C. Okasaki and A. Gill, Fast Mergeable Integer Maps, ML 1998 (big-endian variant).
package pmap

import "math/bits"

// Map is an immutable map; the zero value is empty.
type Map[V comparable] struct{ root *node[V] }

// node is a leaf (bit is 0) or a branch. All keys below a branch agree with key in the bits above bit; left has the
// keys in which bit is 0, right the keys in which it is 1.
type node[V comparable] struct {
	key, bit    uint32
	left, right *node[V]
	val         V
}

// Get returns the value of k; ok is false if m does not have k.
func (m Map[V]) Get(k uint32) (v V, ok bool) {
	n := m.root
	for n != nil {
		if n.bit == 0 {
			if n.key == k {
				return n.val, true
			}
			break
		}
		if k&n.bit == 0 {
			n = n.left
		} else {
			n = n.right
		}
	}
	return v, false
}

// IsEmpty reports whether there are no keys.
func (m Map[V]) IsEmpty() bool { return m.root == nil }

// Same reports whether two maps are the same tree (which implies equality).
func (m Map[V]) Same(o Map[V]) bool { return m.root == o.root }

// Len returns the number of keys, in linear time.
func (m Map[V]) Len() int {
	n := 0
	m.Each(func(uint32, V) bool { n++; return true })
	return n
}

// Each calls f on all entries, ascending, until f returns false.
func (m Map[V]) Each(f func(uint32, V) bool) { m.root.each(f) }

func (n *node[V]) each(f func(uint32, V) bool) bool {
	switch {
	case n == nil:
		return true
	case n.bit == 0:
		return f(n.key, n.val)
	}
	return n.left.each(f) && n.right.each(f)
}

// Set returns m with k bound to v.
func (m Map[V]) Set(k uint32, v V) Map[V] { return Map[V]{m.root.set(k, v)} }

func (n *node[V]) set(k uint32, v V) *node[V] {
	switch {
	case n == nil:
		return &node[V]{key: k, val: v}
	case n.bit == 0:
		if n.key == k {
			if n.val == v {
				return n
			}
			return &node[V]{key: k, val: v}
		}
	case matches(k, n):
		if k&n.bit == 0 {
			return n.with(n.left.set(k, v), n.right)
		}
		return n.with(n.left, n.right.set(k, v))
	}
	return link(k, &node[V]{key: k, val: v}, n.key, n)
}

// Delete returns m without k.
func (m Map[V]) Delete(k uint32) Map[V] { return Map[V]{m.root.del(k)} }

func (n *node[V]) del(k uint32) *node[V] {
	switch {
	case n == nil:
		return nil
	case n.bit == 0:
		if n.key == k {
			return nil
		}
		return n
	case !matches(k, n):
		return n
	case k&n.bit == 0:
		return n.with(n.left.del(k), n.right)
	}
	return n.with(n.left, n.right.del(k))
}

// Filter returns the entries for which f returns true.
func (m Map[V]) Filter(f func(uint32, V) bool) Map[V] { return Map[V]{m.root.filter(f)} }

func (n *node[V]) filter(f func(uint32, V) bool) *node[V] {
	switch {
	case n == nil:
		return nil
	case n.bit == 0:
		if f(n.key, n.val) {
			return n
		}
		return nil
	}
	return n.with(n.left.filter(f), n.right.filter(f))
}

// Intersect returns a map of the keys that both maps have, where f returns the value from the two values, or false to
// drop the key. It keeps shared subtrees without calling f, so f(k, v, v) must return v, true.
func (m Map[V]) Intersect(o Map[V], f func(k uint32, a, b V) (V, bool)) Map[V] {
	return Map[V]{intersect(m.root, o.root, f)}
}

// intersect does what Intersect does, for trees; nil is the empty tree. The functions below do the same for the other
// operations.
func intersect[V comparable](a, b *node[V], f func(uint32, V, V) (V, bool)) *node[V] {
	switch {
	case a == b:
		return a
	case a == nil || b == nil:
		return nil
	case a.bit == 0:
		v, ok := Map[V]{b}.Get(a.key)
		if !ok {
			return nil
		}
		if v, ok = f(a.key, a.val, v); !ok {
			return nil
		}
		return a.setVal(v)
	case b.bit == 0:
		v, ok := Map[V]{a}.Get(b.key)
		if !ok {
			return nil
		}
		if v, ok = f(b.key, v, b.val); !ok {
			return nil
		}
		return b.setVal(v)
	case a.bit == b.bit && a.key == b.key:
		l, r := intersect(a.left, b.left, f), intersect(a.right, b.right, f)
		if l == b.left && r == b.right {
			return b
		}
		return a.with(l, r)
	case a.bit > b.bit && matches(b.key, a):
		if b.key&a.bit == 0 {
			return intersect(a.left, b, f)
		}
		return intersect(a.right, b, f)
	case b.bit > a.bit && matches(a.key, b):
		if a.key&b.bit == 0 {
			return intersect(a, b.left, f)
		}
		return intersect(a, b.right, f)
	}
	return nil
}

// Union returns a map of the keys of both maps. If both have a key, f returns its value from the two values. It keeps
// shared subtrees without calling f, so f(k, v, v) must return v.
func (m Map[V]) Union(o Map[V], f func(k uint32, a, b V) V) Map[V] {
	return Map[V]{union(m.root, o.root, f)}
}

func union[V comparable](a, b *node[V], f func(uint32, V, V) V) *node[V] {
	switch {
	case a == b || b == nil:
		return a
	case a == nil:
		return b
	case a.bit == 0:
		if v, ok := (Map[V]{b}).Get(a.key); ok {
			return b.set(a.key, f(a.key, a.val, v))
		}
		return b.set(a.key, a.val)
	case b.bit == 0:
		if v, ok := (Map[V]{a}).Get(b.key); ok {
			return a.set(b.key, f(b.key, v, b.val))
		}
		return a.set(b.key, b.val)
	case a.bit == b.bit && a.key == b.key:
		return a.with(union(a.left, b.left, f), union(a.right, b.right, f))
	case a.bit > b.bit && matches(b.key, a):
		if b.key&a.bit == 0 {
			return a.with(union(a.left, b, f), a.right)
		}
		return a.with(a.left, union(a.right, b, f))
	case b.bit > a.bit && matches(a.key, b):
		if a.key&b.bit == 0 {
			return b.with(union(a, b.left, f), b.right)
		}
		return b.with(b.left, union(a, b.right, f))
	}
	return link(a.key, a, b.key, b)
}

// Covers reports whether m has every key k of o and leq(k, a, b) holds for the values a of k in m and b of k in o. It
// does not call leq for shared subtrees.
func (m Map[V]) Covers(o Map[V], leq func(k uint32, a, b V) bool) bool {
	return covers(m.root, o.root, leq)
}

func covers[V comparable](a, b *node[V], leq func(uint32, V, V) bool) bool {
	switch {
	case a == b || b == nil:
		return true
	case a == nil:
		return false
	case b.bit == 0:
		v, ok := Map[V]{a}.Get(b.key)
		return ok && (v == b.val || leq(b.key, v, b.val))
	case a.bit == 0:
		return false // b has at least two keys
	case a.bit == b.bit && a.key == b.key:
		return covers(a.left, b.left, leq) && covers(a.right, b.right, leq)
	case a.bit > b.bit && matches(b.key, a):
		if b.key&a.bit == 0 {
			return covers(a.left, b, leq)
		}
		return covers(a.right, b, leq)
	}
	return false
}

// Diff calls f on each key whose values in m and o differ, or that only one of the maps has, ascending, until f returns
// false. ina reports whether m has the key, and a is its value in m; inb and b are the same for o.
func (m Map[V]) Diff(o Map[V], f func(k uint32, a V, ina bool, b V, inb bool) bool) {
	diff(m.root, o.root, f)
}

func diff[V comparable](a, b *node[V], f func(uint32, V, bool, V, bool) bool) bool {
	var zero V
	onlyA := func(k uint32, v V) bool { return f(k, v, true, zero, false) }
	onlyB := func(k uint32, v V) bool { return f(k, zero, false, v, true) }
	switch {
	case a == b:
		return true
	case a == nil:
		return b.each(onlyB)
	case b == nil:
		return a.each(onlyA)
	case a.bit == 0 && b.bit == 0 && a.key == b.key:
		return a.val == b.val || f(a.key, a.val, true, b.val, true)
	case a.bit != 0 && a.bit == b.bit && a.key == b.key:
		return diff(a.left, b.left, f) && diff(a.right, b.right, f)
	case a.bit > b.bit && matches(b.key, a):
		if b.key&a.bit == 0 {
			return diff(a.left, b, f) && a.right.each(onlyA)
		}
		return a.left.each(onlyA) && diff(a.right, b, f)
	case b.bit > a.bit && matches(a.key, b):
		if a.key&b.bit == 0 {
			return diff(a, b.left, f) && b.right.each(onlyB)
		}
		return b.left.each(onlyB) && diff(a, b.right, f)
	case a.key < b.key:
		return a.each(onlyA) && b.each(onlyB)
	}
	return b.each(onlyB) && a.each(onlyA)
}

// setVal returns the leaf n with the value v.
func (n *node[V]) setVal(v V) *node[V] {
	if n.val == v {
		return n
	}
	return &node[V]{key: n.key, val: v}
}

// with returns the branch n with children l and r. If one of them is empty, it returns the other.
func (n *node[V]) with(l, r *node[V]) *node[V] {
	switch {
	case l == n.left && r == n.right:
		return n
	case l == nil:
		return r
	case r == nil:
		return l
	}
	return &node[V]{key: n.key, bit: n.bit, left: l, right: r}
}

// matches reports whether k has the prefix of the branch n.
func matches[V comparable](k uint32, n *node[V]) bool { return prefix(k, n.bit) == n.key }

// prefix clears bit and all lower bits.
func prefix(k, bit uint32) uint32 { return k &^ (bit | (bit - 1)) }

// link returns a branch over two trees whose prefixes ka and kb differ.
func link[V comparable](ka uint32, a *node[V], kb uint32, b *node[V]) *node[V] {
	bit := uint32(1) << (31 - bits.LeadingZeros32(ka^kb))
	p := prefix(ka, bit)
	if ka&bit == 0 {
		return &node[V]{key: p, bit: bit, left: a, right: b}
	}
	return &node[V]{key: p, bit: bit, left: b, right: a}
}

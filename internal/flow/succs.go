package flow

import "iter"

// succ is an edge: its transform, and its target node.
type succ struct {
	to int32
	x  transform
}

// succs is the set of edges from one node. Nearly all edges have the transform same or blur, and are stored as sets of
// target nodes.
type succs struct {
	same, blur idSet
	others     []succ
	known      map[succ]bool // the set of others
}

// len returns the number of edges.
func (h *succs) len() int { return len(h.same.list) + len(h.blur.list) + len(h.others) }

// add adds an edge, and reports whether it is new.
func (h *succs) add(e succ) bool {
	switch e.x {
	case same:
		return h.same.insert(e.to)
	case blur:
		return h.blur.insert(e.to)
	}
	if h.known[e] {
		return false
	}
	if h.known == nil {
		h.known = map[succ]bool{}
	}
	h.known[e] = true
	h.others = append(h.others, e)
	return true
}

// all lists the edges. The set must not change meanwhile.
func (h *succs) all() iter.Seq[succ] {
	return func(yield func(succ) bool) {
		for _, to := range h.same.list {
			if !yield(succ{to, same}) {
				return
			}
		}
		for _, to := range h.blur.list {
			if !yield(succ{to, blur}) {
				return
			}
		}
		for _, e := range h.others {
			if !yield(e) {
				return
			}
		}
	}
}

package value

import (
	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// tally counts the values of things, for the dynamic mode (D. Beyer, T. A. Henzinger, G. Théoduloz: Program analysis
// with dynamic precision adjustment, ASE 2008).
type tally struct {
	values map[absint.Key]map[uint64]bool // until there are too many
	many   []absint.Key
	is     set    // of those
	states uint64 // new ones
}

// Limits say from when on something is too many.
type Limits struct {
	Counts int    // values of something that is computed from itself
	Values int    // of other things
	States uint64 // new ones, coverage or not: after them only values are tracked that the precision asks for
}

var usual = Limits{Counts: 24, Values: 256, States: 250000}

// count looks at what t knows and s does not.
func (a *Analysis) count(s, t absint.State) {
	if a.mode != Dynamic || t == nil {
		return
	}
	y := &a.tally
	if y.states++; y.states > a.Limits.States {
		return
	}
	a.m.Changed(s, t, func(w absint.Key, v uint64) {
		if y.is.has(w) {
			return
		}
		seen := y.values[w]
		if seen == nil {
			if y.values == nil {
				y.values = map[absint.Key]map[uint64]bool{}
			}
			seen = map[uint64]bool{}
			y.values[w] = seen
		}
		if seen[v] {
			return
		}
		seen[v] = true
		if n := len(seen); n > a.Limits.Values || n > a.Limits.Counts && a.cost(w) >= costCounter {
			delete(y.values, w)
			y.is.add(w)
			y.many = append(y.many, w)
		}
	})
}

// precise is s without what is neither tracked, nor among what more is, unless the mode is to know it all the same.
func (a *Analysis) precise(s absint.State, tracked, more set) absint.State {
	switch y := &a.tally; {
	case a.mode == All || s == nil:
		return s
	case a.mode == Refined || y.states > a.Limits.States:
		if a.temps == nil {
			a.temps = a.temporaries()
		}
		return a.m.Keep(s, func(w absint.Key) bool { return tracked.has(w) || more.has(w) || a.temps.has(w) })
	case len(y.many) == 0:
		return s
	default:
		var drop []absint.Key
		for _, w := range y.many {
			if !tracked.has(w) && !more.has(w) && a.m.Knows(s, w) {
				drop = append(drop, w)
			}
		}
		return a.m.Drop(s, drop)
	}
}

// temporaries are always tracked: they die soon, and what they pass on is tracked, or unknown to them as well.
func (a *Analysis) temporaries() set {
	s := set{0}
	for _, f := range a.prog.Funcs {
		for _, v := range f.Vars {
			if w, ok := a.m.KeyOf(f, ir.NewRef(v)); ok && v.Source == "" && a.cost(w) < costCounter {
				s.add(w)
			}
		}
	}
	return s
}

// Ask ends the dynamic mode: from now on nothing is tracked but what the precision asks for.
func (a *Analysis) Ask() {
	if a.mode == Dynamic {
		a.mode = Refined
	}
}

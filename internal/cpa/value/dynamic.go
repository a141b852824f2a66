package value

import (
	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// tally counts the values of registers and cells, for the dynamic mode (D. Beyer, T. A. Henzinger, G. Théoduloz:
// Program analysis with dynamic precision adjustment, ASE 2008).
type tally struct {
	values map[absint.Key]map[uint64]bool // the values so far of registers and cells that do not have too many
	many   []absint.Key                   // registers and cells with too many values
	is     set                            // the elements of many as a set
	states uint64                         // number of states that were made
}

// Limits are the numbers from which on there are too many values or states.
type Limits struct {
	Counts int    // values of a register or cell that is computed from itself
	Values int    // values of any other register or cell
	States uint64 // number of states, covered or not, after which only the values are tracked that the precision demands
}

// usual are the default limits.
var usual = Limits{Counts: 24, Values: 256, States: 250000}

// count counts the values that t has and s does not.
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

// precise returns s without the values that are neither in tracked nor in more, as far as the mode demands.
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

// temporaries returns the temporary registers. They are always tracked, which is cheap: they are soon dead, and their
// values are copied to tracked registers or are unknown.
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

// Ask ends the dynamic mode: from now on only the values are tracked that the precision demands.
func (a *Analysis) Ask() {
	if a.mode == Dynamic {
		a.mode = Refined
	}
}

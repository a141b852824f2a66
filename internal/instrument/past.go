package instrument

import "github.com/tandem-verifier/tandem/internal/ir"

// Calls without a model or body end the executions of the program, so engines prove every obligation that only follows
// such a call. Locations after such calls are marked before dead code is removed: each location gets the set of calls
// that may have returned before it, as bits. All calls after the 63rd share a bit.
//
// The sets are a least fixpoint in two rounds: first of the calls inside of a function and its callees (a call adds the
// set of its callee), then with the sets at the calls of a function.

// past is the sets of a program: of calls that may have returned.
type past struct {
	bits  map[*ir.Obligation]uint64
	sets  map[*ir.Loc]uint64
	added map[*ir.Func]uint64 // by function: the set at its exit, if that at its entry is empty
	calls map[*ir.Func][]*ir.Edge
	known map[*ir.Edge]bool // those in calls
	work  []*ir.Loc
}

// findPast returns the sets of a program that has ir.Loc.Resume; nil if it has no such calls.
func findPast(p *ir.Program) map[*ir.Loc]uint64 {
	s := &past{bits: map[*ir.Obligation]uint64{}, sets: map[*ir.Loc]uint64{}, added: map[*ir.Func]uint64{},
		calls: map[*ir.Func][]*ir.Edge{}, known: map[*ir.Edge]bool{}}
	any := false
	for _, f := range p.Funcs {
		for _, l := range f.Locs {
			if l.Kind == ir.Error && l.Resume != nil {
				any = true
				s.work = append(s.work, l)
			}
		}
	}
	if !any {
		return nil
	}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if c, is := e.Stmt.(*ir.Call); is {
				s.call(c.Func, e)
			}
		}
	}
	s.run(false)
	for l := range s.sets { // in any order
		s.work = append(s.work, l)
	}
	s.run(true)
	return s.sets
}

// run completes the sets of the locations in work; entered says that callees have those of their callers.
func (s *past) run(entered bool) {
	for len(s.work) > 0 {
		l := s.work[len(s.work)-1]
		s.work = s.work[:len(s.work)-1]
		set := s.sets[l]
		if l.Resume != nil {
			s.add(l.Resume, set|s.bit(l.Obligation))
		}
		if l == l.Func.Exit && !entered && s.added[l.Func] != set {
			s.added[l.Func] = set
			for _, e := range s.calls[l.Func] {
				s.add(e.To, s.sets[e.From]|set)
			}
		}
		for _, e := range l.Out {
			c, is := e.Stmt.(*ir.Call)
			switch {
			case !is:
				s.add(e.To, set)
			case entered:
				s.add(e.To, set|s.added[c.Func])
				s.add(c.Func.Entry, set)
			default:
				s.call(c.Func, e) // in dead code, perhaps
				s.add(e.To, set|s.added[c.Func])
			}
		}
	}
}

func (s *past) call(f *ir.Func, e *ir.Edge) {
	if !s.known[e] {
		s.known[e] = true
		s.calls[f] = append(s.calls[f], e)
	}
}

// add adds to the set of a location.
func (s *past) add(l *ir.Loc, set uint64) {
	if old := s.sets[l]; set&^old != 0 {
		s.sets[l] = old | set
		s.work = append(s.work, l)
	}
}

// bit returns the bit of a call; 0 for a location that has none.
func (s *past) bit(o *ir.Obligation) uint64 {
	if o == nil {
		return 0
	}
	if o.Call == 0 {
		o.Call = 1 << min(len(s.bits), 63)
		s.bits[o] = o.Call
	}
	return o.Call
}

// markPast marks the obligations at the locations of a program, also those that guards have put between them.
func markPast(p *ir.Program, sets map[*ir.Loc]uint64) {
	if len(sets) == 0 {
		return
	}
	s := &past{sets: map[*ir.Loc]uint64{}}
	for _, f := range p.Funcs {
		for _, l := range f.Locs {
			if set := sets[l]; set != 0 {
				s.add(l, set)
			}
		}
	}
	for len(s.work) > 0 {
		l := s.work[len(s.work)-1]
		s.work = s.work[:len(s.work)-1]
		for _, e := range l.Out {
			if _, is := sets[e.To]; !is { // it is new
				s.add(e.To, s.sets[l])
			}
		}
	}
	for l, set := range s.sets {
		if l.Obligation != nil {
			l.Obligation.Past |= set
		}
	}
	for l, set := range sets { // some are gone
		if l.Obligation != nil {
			l.Obligation.Past |= set
		}
		l.Resume = nil
	}
	for _, f := range p.Funcs {
		for _, l := range f.Locs {
			l.Resume = nil
		}
	}
}

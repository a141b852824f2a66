package instrument

import "github.com/tandem-verifier/tandem/internal/ir"

// A call without a model or body ends the execution, so engines prove every obligation that is reachable only after
// such calls. This file marks these obligations (ir.Obligation.Past). Before dead code is removed, each location gets a
// set of bits: the calls without a model or body after whose return, if they returned, an execution may reach the
// location. All calls after the 63rd share a bit.
//
// The sets are a least fixpoint in two rounds. The first round considers the calls in a function and its callees: a
// call adds the set at the exit of its callee. The second round also adds the sets at the calls of a function to the
// function.

// past computes the sets of a program.
type past struct {
	bits  map[*ir.Obligation]uint64 // the bit of each call without a model or body
	sets  map[*ir.Loc]uint64        // the calls that may have returned before a location
	added map[*ir.Func]uint64       // the set at the exit of a function if the set at its entry is empty
	calls map[*ir.Func][]*ir.Edge   // the calls of a function
	known map[*ir.Edge]bool         // the edges in calls
	work  []*ir.Loc                 // locations whose set has grown
}

// findPast returns the sets of a program, nil if it has no calls without a model or body. The program must still have
// the fields ir.Loc.Resume.
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
	for l := range s.sets { // the order does not matter
		s.work = append(s.work, l)
	}
	s.run(true)
	return s.sets
}

// run propagates the sets of the locations in work. entered is set in the second round, in which callees get the sets
// of their callers.
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
				s.call(c.Func, e) // the call may be in dead code
				s.add(e.To, set|s.added[c.Func])
			}
		}
	}
}

// call records e as a call of f.
func (s *past) call(f *ir.Func, e *ir.Edge) {
	if !s.known[e] {
		s.known[e] = true
		s.calls[f] = append(s.calls[f], e)
	}
}

// add adds set to the set of l.
func (s *past) add(l *ir.Loc, set uint64) {
	if old := s.sets[l]; set&^old != 0 {
		s.sets[l] = old | set
		s.work = append(s.work, l)
	}
}

// bit returns the bit of the call with obligation o, 0 if o is nil.
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

// markPast sets Past of all obligations, including obligations at locations that Guards has added; sets is the result
// of findPast. It removes the fields ir.Loc.Resume.
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
			if _, is := sets[e.To]; !is { // a location that Guards added
				s.add(e.To, s.sets[l])
			}
		}
	}
	for l, set := range s.sets {
		if l.Obligation != nil {
			l.Obligation.Past |= set
		}
	}
	for l, set := range sets { // sets may have locations that are not in p any more
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

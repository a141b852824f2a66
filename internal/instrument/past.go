package instrument

import "github.com/tandem-verifier/tandem/internal/ir"

// past returns the locations that an execution may come to after a call without a model or body, if the call returned (ir.Loc.Resume,
// which it clears). The program has no edges there: an execution ends at such a call, so that engines prove, or find never reached,
// whatever follows it only.
func past(p *ir.Program) map[*ir.Loc]bool {
	from := map[*ir.Loc]bool{} // most of them are not in their function's list, as nothing leads there
	for _, f := range p.Funcs {
		for _, l := range f.Locs {
			if l.Resume != nil {
				from[l.Resume], l.Resume = true, nil
			}
		}
	}
	return markPast(p, from)
}

// markPast marks the obligations that lie after the locations (ir.Obligation.Past), and returns all locations that do. A called function
// returns to each of its calls, as no stack is kept: more locations than are possible, never less.
func markPast(p *ir.Program, from map[*ir.Loc]bool) map[*ir.Loc]bool {
	if len(from) == 0 {
		return nil
	}
	seen := map[*ir.Loc]bool{}
	var work []*ir.Loc
	push := func(l *ir.Loc) {
		if !seen[l] {
			seen[l] = true
			work = append(work, l)
		}
	}
	returns := map[*ir.Func][]*ir.Loc{}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if c, is := e.Stmt.(*ir.Call); is {
				returns[c.Func] = append(returns[c.Func], e.To)
			}
		}
	}
	for l := range from { // the order does not matter
		push(l)
	}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		if l.Obligation != nil {
			l.Obligation.Past = true
		}
		if l == l.Func.Exit {
			for _, to := range returns[l.Func] {
				push(to)
			}
		}
		for _, e := range l.Out {
			push(e.To)
			if c, is := e.Stmt.(*ir.Call); is {
				push(c.Func.Entry)
			}
		}
	}
	return seen
}

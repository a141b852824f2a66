package term

// Without returns t with each read of an array, each quantifier and each comparison of arrays replaced by a fresh
// variable; equal subterms get the same variable. If the result is unsatisfiable, so is t. Callers pass the same memo
// for all terms of a formula; it is empty at first.
func (c *Ctx) Without(memo map[*Term]*Term, t *Term) *Term {
	if len(t.args) == 0 {
		return t
	}
	if r := memo[t]; r != nil {
		return r
	}
	r := t
	switch {
	case t.op == Select || t.op == Forall || t.op == Exists || t.args[0].sort.Kind == Array:
		r = c.Fresh("read", t.sort)
	default:
		args := make([]*Term, len(t.args))
		same := true
		for i, a := range t.args {
			args[i] = c.Without(memo, a)
			same = same && args[i] == a
		}
		if !same {
			r = rebuild(c, t, args)
		}
	}
	memo[t] = r
	return r
}

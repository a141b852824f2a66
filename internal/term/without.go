package term

// Without returns a term with a variable for each read of an array, the same for the same read: if the result is
// unsatisfiable, so is t. memo is kept from term to term. Quantifiers and comparisons of arrays become variables too.
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

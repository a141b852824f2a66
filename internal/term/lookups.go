package term

// Lookups eliminates arrays. A select from a store becomes an ite over the stored values. A select from an array
// variable becomes a new variable; constraints make these variables equal for equal indices (W. Ackermann, Solvable
// cases of the decision problem, 1954). So formulas over small arrays become formulas over bit-vectors, which solvers
// translate to clauses.
type Lookups struct {
	c     *Ctx
	left  int              // steps that are left
	ok    bool             // false after a failure
	memo  map[*Term]*Term  // results of do
	reads map[read]*Term   // results of read
	vars  map[*Term][]cell // the cells of each array variable
	order []*Term          // the keys of vars, in the order of their first read
	laws  []*Term          // constraints on cells that Of has not returned yet
}

// read is a select of array at index; the index has no arrays.
type read struct{ array, index *Term }

// cell has the new variable, value, that replaces the element of an array variable at an index.
type cell struct{ index, value *Term }

// NewLookups returns a Lookups for terms of c with a limit on the steps.
func NewLookups(c *Ctx, limit int) *Lookups {
	return &Lookups{c: c, left: limit, ok: true, memo: map[*Term]*Term{}, reads: map[read]*Term{},
		vars: map[*Term][]cell{}}
}

// Of returns the terms ts without arrays, then constraints on new variables. All results of Of so far are satisfiable
// together if and only if all terms so far are. The result ok is false if the result is too large, or if an array is
// compared, quantified or an argument of a function.
func (l *Lookups) Of(ts ...*Term) (out []*Term, ok bool) {
	for _, t := range ts {
		out = append(out, l.do(t))
	}
	if !l.ok {
		return nil, false
	}
	out = append(out, l.laws...)
	l.laws = nil
	return out, true
}

// Complete adds the array variables to a model of the results of Of.
func (l *Lookups) Complete(m *Model) error {
	for _, a := range l.order {
		elem := a.sort.Elem.Sort()
		t := l.c.ConstArray(a.sort.Index.Sort(), l.c.literal(elem, zeroVal(elem)))
		for _, x := range l.vars[a] {
			i, err := l.c.Eval(m, x.index)
			if err != nil {
				return err
			}
			v, err := l.c.Eval(m, x.value)
			if err != nil {
				return err
			}
			t = l.c.Store(t, i, v)
		}
		m.Vars[a.name] = t
	}
	return nil
}

// fail records a failure; it returns t as a result that nothing uses.
func (l *Lookups) fail(t *Term) *Term {
	l.ok = false
	return t
}

// do returns t without arrays. The sort of t must not be an array.
func (l *Lookups) do(t *Term) *Term {
	if !l.ok || len(t.args) == 0 {
		return t
	}
	if r := l.memo[t]; r != nil {
		return r
	}
	if l.left--; l.left < 0 {
		return l.fail(t)
	}
	var r *Term
	switch t.op {
	case Forall, Exists:
		r = t
		Walk(t, func(u *Term) bool {
			if u.sort.Kind == Array {
				l.ok = false
			}
			return l.ok
		})
	case Select:
		r = l.read(t.args[0], l.do(t.args[1]))
	default:
		args := make([]*Term, len(t.args))
		same := true
		for i, a := range t.args {
			if a.sort.Kind == Array {
				return l.fail(t)
			}
			args[i] = l.do(a)
			same = same && args[i] == a
		}
		if r = t; !same {
			r = rebuild(l.c, t, args)
		}
	}
	l.memo[t] = r
	return r
}

// read returns the element of array a at index i, without arrays. The index has no arrays.
func (l *Lookups) read(a, i *Term) *Term {
	var above []*Term // the stores that were passed, the outermost first
	var r *Term
	for r == nil {
		if l.left--; l.left < 0 || !l.ok {
			return l.fail(i)
		}
		if r = l.reads[read{a, i}]; r != nil {
			break
		}
		switch {
		case a.op == Store:
			k := l.do(a.args[1])
			if k == i {
				r = l.do(a.args[2])
				l.reads[read{a, i}] = r
				break
			}
			above = append(above, a)
			a = a.args[0]
			continue
		case a.op == ConstArray:
			r = l.do(a.args[0])
		case a.op == Ite:
			cond := l.do(a.args[0])
			switch {
			case cond.IsTrue():
				r = l.read(a.args[1], i)
			case cond.IsFalse():
				r = l.read(a.args[2], i)
			default:
				r = l.c.Ite(cond, l.read(a.args[1], i), l.read(a.args[2], i))
			}
		case a.op == Var:
			r = l.cell(a, i)
		default: // sound: the elimination fails
			return l.fail(i)
		}
		l.reads[read{a, i}] = r
	}
	for n := len(above) - 1; n >= 0 && l.ok; n-- {
		s := above[n]
		if eq := l.c.Eq(l.do(s.args[1]), i); !eq.IsFalse() {
			r = l.c.Ite(eq, l.do(s.args[2]), r)
		}
		l.reads[read{s, i}] = r
	}
	return r
}

// cell returns the new variable for array variable a at index i, and adds its constraints.
func (l *Lookups) cell(a, i *Term) *Term {
	old := l.vars[a]
	if len(old) == 0 {
		l.order = append(l.order, a)
	}
	v := l.c.Fresh(a.name+"!cell", a.sort.Elem.Sort())
	for _, x := range old {
		l.left--
		if eq := l.c.Eq(x.index, i); !eq.IsFalse() {
			l.laws = append(l.laws, l.c.Implies(eq, l.c.Eq(x.value, v)))
		}
	}
	l.vars[a] = append(old, cell{i, v})
	return v
}

package smt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tandem-verifier/tandem/internal/term"
)

// modelQuery lists the terms whose values are read after Sat: the variables and the applications of uninterpreted
// functions. They are read by get-value, because get-model would also print the definitions of the encoder.
type modelQuery struct {
	vars []*term.Term
	apps []*term.Term // sorted by ID, so operands come before the terms that contain them
}

// modelTime bounds the reading of a model.
const modelTime = 10 * time.Second

var errQuantifiedFunc = errors.New("smt: no model of a function under a quantifier")

// ask returns the query for a model of the terms.
func ask(terms []*term.Term) (*modelQuery, error) {
	q := &modelQuery{}
	var err error
	seen := map[*term.Term]bool{}
	add := func(v *term.Term) bool {
		if seen[v] {
			return false
		}
		seen[v] = true
		return true
	}
	stack := slices.Clone(terms)
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if t.Op() != term.Var && !add(t) {
			continue
		}
		switch t.Op() {
		case term.Var:
			if add(t) {
				q.vars = append(q.vars, t)
			}
		case term.App:
			q.apps = append(q.apps, t)
		case term.Forall, term.Exists:
			// Bound variables have no value; applications to them have many.
			for _, v := range term.FreeVars(t) {
				if add(v) {
					q.vars = append(q.vars, v)
				}
			}
			term.Walk(t, func(u *term.Term) bool {
				if u.Op() == term.App {
					err = errQuantifiedFunc
				}
				return true
			})
			continue
		}
		stack = append(stack, t.Args()...)
	}
	byID := func(a, b *term.Term) int { return a.ID() - b.ID() }
	slices.SortFunc(q.vars, byID)
	slices.SortFunc(q.apps, byID)
	return q, err
}

// fetch gets the text of the model from the process, without making terms; Model parses it.
func (s *pipe) fetch() {
	if s.last.query != nil {
		return
	}
	q, err := ask(s.last.terms)
	s.last.query = q
	switch {
	case err != nil:
		s.last.err = err
		return
	case len(q.vars) == 0 && len(q.apps) == 0:
		return
	case s.p == nil:
		s.last.err = errors.New("smt: the solver ended before its model was read")
		return
	}
	var w, names bytes.Buffer
	for _, t := range q.vars {
		names.WriteByte(' ')
		names.WriteString(term.Print(t))
	}
	for _, t := range q.apps {
		names.WriteByte(' ')
		names.WriteString(s.enc.expr(&w, t))
	}
	again := w.Len() > 0 && !s.prof.defines
	if again {
		w.WriteString(s.last.check)
	}
	fmt.Fprintf(&w, "(get-value (%s))\n", strings.TrimSpace(names.String()))
	s.last.raw, err = s.p.exchange(context.Background(), modelTime, w.Bytes())
	if err == nil && again {
		var ok bool
		if s.last.raw, ok = strings.CutPrefix(s.last.raw, "sat\n"); !ok {
			err = errors.New("the second answer is " + quoteFirst(s.last.raw))
		}
	}
	if err != nil {
		s.drop()
		s.last.err = fmt.Errorf("smt: model: %w", err)
	}
}

// Model implements Solver.
func (s *pipe) Model() (*term.Model, error) {
	if s.last.result != Sat {
		return nil, errNoModel
	}
	if s.last.model == nil && s.last.err == nil {
		s.fetch()
		if s.last.err == nil {
			s.last.model, s.last.err = s.last.query.read(s.c, s.last.raw)
		}
	}
	return s.last.model, s.last.err
}

// read parses the answer to get-value, pairs in the order of the query, as a model.
func (q *modelQuery) read(c *term.Ctx, raw string) (*term.Model, error) {
	m := term.NewModel()
	if len(q.vars) == 0 && len(q.apps) == 0 {
		return m, nil
	}
	xs, err := term.ParseSExprs(strings.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("smt: model: %w", err)
	}
	if len(xs) != 1 || len(xs[0].List) != len(q.vars)+len(q.apps) {
		return nil, fmt.Errorf("smt: model: %s", quoteFirst(raw))
	}
	value := func(i int, of *term.Term) (*term.Term, error) {
		pair := xs[0].List[i].List
		if len(pair) != 2 {
			return nil, fmt.Errorf("smt: model: %s", firstLine(xs[0].List[i].String()))
		}
		v, err := c.ParseSExpr(pair[1], nil)
		if err == nil {
			v, err = c.Eval(nil, v)
		}
		if err != nil {
			return nil, fmt.Errorf("smt: model: %w", err)
		}
		if v.Sort() != of.Sort() {
			return nil, fmt.Errorf("smt: model: %v has the value %v", of, v)
		}
		return v, nil
	}
	for i, t := range q.vars {
		if m.Vars[t.Name()], err = value(i, t); err != nil {
			return nil, err
		}
	}
	for i, t := range q.apps {
		v, err := value(len(q.vars)+i, t)
		if err != nil {
			return nil, err
		}
		if err := addCase(c, m, t, v); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// addCase gives the function of the application t the value v at the values of its operands. These values can be
// evaluated, since their functions come first in modelQuery.apps.
func addCase(c *term.Ctx, m *term.Model, t, v *term.Term) error {
	f := m.Funcs[t.Name()]
	if f == nil {
		f = &term.Func{Body: v} // the first value becomes the default
		for i, a := range t.Args() {
			f.Params = append(f.Params, c.Var(fmt.Sprintf("x!%d", i), a.Sort()))
		}
		m.Funcs[t.Name()] = f
		return nil
	}
	if len(f.Params) != len(t.Args()) || f.Body.Sort() != v.Sort() {
		return fmt.Errorf("smt: model: two functions %s", t.Name())
	}
	at := c.True()
	for i, a := range t.Args() {
		x, err := c.Eval(m, a)
		if err != nil {
			return fmt.Errorf("smt: model: %w", err)
		}
		at = c.And(at, c.Eq(f.Params[i], x))
	}
	f.Body = c.Ite(at, v, f.Body)
	return nil
}

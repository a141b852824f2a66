package term

import (
	"maps"
	"math"
	"slices"
	"strings"
)

// Walk calls f once for each subterm of t, including t, and for a term before its operands. If f returns false, Walk
// does not visit the operands of that term from there; it may reach them from another term. Bound variables are visited
// too.
func Walk(t *Term, f func(*Term) bool) {
	seen := map[uint32]bool{}
	stack := []*Term{t}
	for len(stack) > 0 {
		u := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[u.id] {
			continue
		}
		seen[u.id] = true
		if !f(u) {
			continue
		}
		for i := len(u.args) - 1; i >= 0; i-- {
			if !seen[u.args[i].id] {
				stack = append(stack, u.args[i])
			}
		}
	}
}

// Size returns the number of different subterms of t, including t.
func Size(t *Term) int {
	n := 0
	Walk(t, func(*Term) bool { n++; return true })
	return n
}

// FreeVars returns the Var terms that occur in t outside of the quantifiers that
// bind them, in the order of Term.ID.
func FreeVars(t *Term) []*Term { return freeVars([]*Term{t}, nil) }

// freeVars returns the free variables of ts, except for the variables in subterms that have a name in done.
func freeVars(ts []*Term, done scope) []*Term {
	f := freeSets{memo: map[*Term][]*Term{}, done: done}
	return f.union(ts)
}

// freeSets computes sets of free variables, as slices sorted by id. It caches the sets of
// quantifiers only, and traverses the terms between them, so that a large formula without
// quantifiers takes a single traversal.
type freeSets struct {
	memo map[*Term][]*Term // by quantifier
	done scope             // terms to ignore
}

// union returns the free variables of ts.
func (f freeSets) union(ts []*Term) []*Term {
	set := map[*Term]bool{}
	seen := map[*Term]bool{}
	var walk func(t *Term)
	walk = func(t *Term) {
		if t.op == Const || seen[t] || f.done[t] != "" {
			return
		}
		seen[t] = true
		switch t.op {
		case Var:
			set[t] = true
		case Forall, Exists:
			for _, v := range f.quantifier(t) {
				set[v] = true
			}
		default:
			for _, a := range t.args {
				walk(a)
			}
		}
	}
	for _, t := range ts {
		walk(t)
	}
	return sortedTerms(set)
}

// quantifier returns the free variables of a quantifier.
func (f freeSets) quantifier(t *Term) []*Term {
	if s, ok := f.memo[t]; ok {
		return s
	}
	n := len(t.args) - 1
	var out []*Term
	for _, v := range f.union(t.args[n:]) {
		if !slices.Contains(t.args[:n], v) {
			out = append(out, v)
		}
	}
	f.memo[t] = out
	return out
}

// sortedTerms returns the terms of a set in the order of their numbers.
func sortedTerms(set map[*Term]bool) []*Term {
	out := make([]*Term, 0, len(set))
	for v := range set {
		out = append(out, v)
	}
	slices.SortFunc(out, func(a, b *Term) int { return int(a.id) - int(b.id) })
	return out
}

// Decl declares an uninterpreted function, or a free constant if it has no Args.
type Decl struct {
	Name string
	Args []Sort
	Sort Sort
}

// String returns the SMT-LIB command declare-fun.
func (d Decl) String() string {
	var b strings.Builder
	b.WriteString("(declare-fun ")
	b.WriteString(symbol(d.Name))
	b.WriteString(" (")
	for i, s := range d.Args {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(s.String())
	}
	b.WriteString(") ")
	b.WriteString(d.Sort.String())
	b.WriteByte(')')
	return b.String()
}

// Decls returns declarations of the free variables of the terms, then of their uninterpreted functions.
// Variables are in the order of Term.ID, functions in the order of their first applications.
func Decls(ts ...*Term) []Decl { return decls(ts, nil) }

// decls is like Decls, but leaves out subterms that have a name in done.
func decls(ts []*Term, done scope) []Decl {
	var out []Decl
	for _, v := range freeVars(ts, done) {
		out = append(out, Decl{Name: v.name, Sort: v.sort})
	}
	apps := map[string]*Term{}
	seen := map[uint32]bool{}
	for _, t := range ts {
		Walk(t, func(u *Term) bool {
			if seen[u.id] || done[u] != "" {
				return false
			}
			seen[u.id] = true
			if u.op == App {
				if o := apps[u.name]; o == nil || u.id < o.id {
					apps[u.name] = u
				}
			}
			return true
		})
	}
	set := map[*Term]bool{}
	for _, a := range apps {
		set[a] = true
	}
	for _, a := range sortedTerms(set) {
		d := Decl{Name: a.name, Sort: a.sort}
		for _, x := range a.args {
			d.Args = append(d.Args, x.sort)
		}
		out = append(out, d)
	}
	return out
}

// Subst returns t with each subterm that is a key of repl replaced by its value. It does so in parallel: it does not
// replace subterms of values. A key may be any term; its value must have the same sort. Below a quantifier, Subst does
// not replace keys in which a variable of the quantifier occurs. It renames bound variables that would capture a
// variable of a value.
func (c *Ctx) Subst(t *Term, repl map[*Term]*Term) *Term {
	if len(repl) == 0 {
		return t
	}
	for k, v := range repl {
		must(k.sort == v.sort, "substitution of %v by %v", k.sort, v.sort)
	}
	return newSubst(c, repl).do(t)
}

// subst is a substitution by a map.
type subst struct {
	c    *Ctx
	repl map[*Term]*Term
	memo map[*Term]*Term
	in   map[*Term]bool // free variables of the values of repl; nil until they are computed
	// The least id of a key. Terms with smaller ids contain no key, since operands have smaller ids than terms.
	first uint32
}

// newSubst returns the substitution by a map.
func newSubst(c *Ctx, repl map[*Term]*Term) *subst {
	s := &subst{c: c, repl: repl, memo: map[*Term]*Term{}, first: math.MaxUint32}
	for k := range repl {
		s.first = min(s.first, k.id)
	}
	return s
}

// do returns t after substitution.
func (s *subst) do(t *Term) *Term {
	if t.id < s.first {
		return t
	}
	if r, ok := s.repl[t]; ok {
		return r
	}
	if len(t.args) == 0 {
		return t
	}
	if r, ok := s.memo[t]; ok {
		return r
	}
	r := t
	if t.op == Forall || t.op == Exists {
		r = s.quantifier(t)
	} else {
		var args []*Term
		for i, a := range t.args {
			b := s.do(a)
			if b != a && args == nil {
				args = slices.Clone(t.args)
			}
			if args != nil {
				args[i] = b
			}
		}
		if args != nil {
			r = rebuild(s.c, t, args)
		}
	}
	s.memo[t] = r
	return r
}

// quantifier returns a quantifier after substitution.
func (s *subst) quantifier(t *Term) *Term {
	n := len(t.args) - 1
	bound := t.args[:n]
	if s.in == nil {
		s.in = map[*Term]bool{}
		var vs []*Term
		for _, v := range s.repl {
			vs = append(vs, v)
		}
		for _, v := range freeVars(vs, nil) {
			s.in[v] = true
		}
	}
	vars, repl, changed := slices.Clone(bound), s.repl, false
	change := func() {
		if !changed {
			repl, changed = maps.Clone(s.repl), true
		}
	}
	for k := range s.repl {
		for _, v := range FreeVars(k) {
			if slices.Contains(bound, v) {
				change()
				delete(repl, k)
				break
			}
		}
	}
	for i, v := range bound {
		if s.in[v] {
			change()
			vars[i] = s.c.Fresh(v.name, v.sort)
			repl[v] = vars[i]
		}
	}
	if len(repl) == 0 {
		return t
	}
	inner := s
	if changed {
		inner = newSubst(s.c, repl)
	}
	body := inner.do(t.args[n])
	if body == t.args[n] && inner == s {
		return t
	}
	return s.c.quant(t.op, vars, body)
}

// rebuild returns the term with the operator, sort and parameters of t and the operands args, which have the
// sorts of t's operands. The term is rewritten.
func rebuild(c *Ctx, t *Term, args []*Term) *Term {
	return c.mk(Term{op: t.op, sort: t.sort, p: t.p, q: t.q, name: t.name, args: args})
}

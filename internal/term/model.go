package term

import (
	"fmt"
	"slices"
	"strings"
)

// ParseModel parses the answer to get-model: a list of define-fun, which may begin
// with the word model. It evaluates constants to literals. An array that a solver gives as
// a function of the index (lambda, as-array) becomes a constant array under Stores if the function has
// finitely many cases, and an entry of Model.Arrays otherwise. Recursive definitions are an error.
func (c *Ctx) ParseModel(x SExpr) (m *Model, err error) {
	m = NewModel()
	err = catch(func() { m.read(c, x) })
	if err != nil {
		return nil, err
	}
	return m, nil
}

// definition is a define-fun.
type definition struct {
	x    SExpr // the whole command
	decl Decl
	body SExpr
}

// definition parses a define-fun, except for its body.
func (p *parser) definition(x SExpr) definition {
	p.arity(x, 5, 5)
	if x.List[1].List != nil {
		fail(x, "name expected")
	}
	d := definition{x: x, body: x.List[4], decl: Decl{Name: unescape(x.List[1].Atom), Sort: parseSort(x.List[3])}}
	for _, b := range x.List[2].List {
		if len(b.List) != 2 {
			fail(x, "list of parameters")
		}
		d.decl.Args = append(d.decl.Args, parseSort(b.List[1]))
	}
	return d
}

// function parses the body of a definition.
func (p *parser) function(d definition) *Func {
	params := p.params(d.x, d.x.List[2])
	f := &Func{Params: params, Body: p.term(d.body)}
	p.unbindAll(d.x.List[2])
	if f.Body.sort != d.decl.Sort {
		fail(d.x, "body of another sort")
	}
	return f
}

// read parses a model into m.
func (m *Model) read(c *Ctx, x SExpr) {
	p := newParser(c, nil)
	var defs []definition
	for _, d := range x.List {
		switch {
		case d.Is("model"), d.head("declare-datatypes"), d.head("declare-sort"):
		case d.head("declare-fun"):
			p.declare(p.declaration(d))
		case d.head("define-fun"), d.head("define-fun-rec"):
			def := p.definition(d)
			p.declare(def.decl)
			defs = append(defs, def)
		default:
			fail(d, "define-fun expected")
		}
	}
	if x.List == nil {
		fail(x, "model expected")
	}
	for _, d := range defs {
		if len(d.decl.Args) > 0 {
			m.Funcs[d.decl.Name] = p.function(d)
		}
	}
	for _, d := range defs {
		if len(d.decl.Args) > 0 {
			continue
		}
		if f := p.arrayFunc(m, d.body); f != nil {
			s := ArraySort(f.Params[0].sort, f.Body.sort)
			if s != d.decl.Sort {
				fail(d.x, "array of another sort")
			}
			if t := arrayOfFunc(c, f); t != nil {
				m.Vars[d.decl.Name] = t
			} else {
				m.Arrays[d.decl.Name] = f
			}
			continue
		}
		m.Vars[d.decl.Name] = p.function(d).Body
	}
	// Constants may refer to all definitions, so they are evaluated last.
	for name, t := range m.Vars {
		v, err := c.Eval(m, t)
		if err != nil {
			panic(&SyntaxError{At: symbol(name), Msg: fmt.Sprintf("value in a model: %v", err)})
		}
		m.Vars[name] = v
	}
}

// arrayFunc parses an array that is given as a function of the index, possibly under stores. It returns nil if x has
// another form.
func (p *parser) arrayFunc(m *Model, x SExpr) *Func {
	switch {
	case x.head("lambda"):
		return p.lambda(x)
	case x.head("_") && len(x.List) == 3 && x.List[1].Is("as-array"):
		if f := m.Funcs[unescape(x.List[2].Atom)]; f != nil && len(f.Params) == 1 {
			return f
		}
		fail(x, "unknown function")
	case x.head("store") && len(x.List) == 4:
		f := p.arrayFunc(m, x.List[1])
		if f == nil {
			return nil
		}
		i, v := p.term(x.List[2]), p.term(x.List[3])
		return &Func{Params: f.Params, Body: p.c.Ite(p.c.Eq(f.Params[0], i), v, f.Body)}
	}
	return nil
}

// arrayOfFunc returns the array that is equal to f, as a constant array under stores. It returns nil unless f is a nest
// of ites that compare the parameter with literals and have literal results.
func arrayOfFunc(c *Ctx, f *Func) *Term {
	p, t := f.Params[0], f.Body
	var stores [][2]*Term
	for t.op == Ite {
		conds := []*Term{t.args[0]}
		yes, no := t.args[1], t.args[2]
		if conds[0].op == Not {
			conds[0], yes, no = conds[0].args[0], no, yes
		}
		if conds[0].op == Or {
			conds = conds[0].args
		}
		if yes.op != Const {
			return nil
		}
		for _, k := range conds {
			if k.op != Eq {
				return nil
			}
			i := slices.Index(k.args, p)
			if i < 0 || k.args[1-i].op != Const {
				return nil
			}
			stores = append(stores, [2]*Term{k.args[1-i], yes})
		}
		t = no
	}
	if t.op != Const {
		return nil
	}
	t = c.ConstArray(p.sort, t)
	for _, s := range slices.Backward(stores) {
		t = c.Store(t, s[0], s[1])
	}
	return t
}

// declaration parses a declare-fun or declare-const.
func (p *parser) declaration(x SExpr) Decl {
	if x.head("declare-const") {
		p.arity(x, 3, 3)
		return Decl{Name: unescape(x.List[1].Atom), Sort: parseSort(x.List[2])}
	}
	p.arity(x, 4, 4)
	d := Decl{Name: unescape(x.List[1].Atom), Sort: parseSort(x.List[3])}
	for _, s := range x.List[2].List {
		d.Args = append(d.Args, parseSort(s))
	}
	return d
}

// String returns the model as a list of define-fun, sorted by their text.
func (m *Model) String() string {
	var out []string
	for name, t := range m.Vars {
		out = append(out, fmt.Sprintf("(define-fun %s () %v %s)", symbol(name), t.sort, Print(t)))
	}
	for name, f := range m.Arrays {
		s := ArraySort(f.Params[0].sort, f.Body.sort)
		out = append(out, fmt.Sprintf("(define-fun %s () %v (lambda %s %s))", symbol(name), s, paramText(f), Print(f.Body)))
	}
	for name, f := range m.Funcs {
		out = append(out, fmt.Sprintf("(define-fun %s %s %v %s)", symbol(name), paramText(f), f.Body.sort, Print(f.Body)))
	}
	slices.Sort(out)
	return "(" + strings.Join(out, "\n ") + ")"
}

// paramText returns the list of parameters of f in SMT-LIB syntax.
func paramText(f *Func) string {
	var b []string
	for _, p := range f.Params {
		b = append(b, "("+symbol(p.name)+" "+p.sort.String()+")")
	}
	return "(" + strings.Join(b, " ") + ")"
}

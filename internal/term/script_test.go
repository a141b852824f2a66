package term

import "strings"

// ParseScript parses the commands declare-fun, declare-const, define-fun and assert of a script and ignores
// others. It returns the asserted terms, in which definitions are expanded, and the declarations.
func (c *Ctx) ParseScript(text string) (asserts []*Term, decls []Decl, err error) {
	xs, err := ParseSExprs(strings.NewReader(text))
	if err != nil {
		return nil, nil, err
	}
	p := newParser(c, nil)
	err = catch(func() {
		for _, x := range xs {
			switch {
			case x.head("declare-fun"), x.head("declare-const"):
				d := p.declaration(x)
				p.declare(d)
				decls = append(decls, d)
			case x.head("define-fun"):
				d := p.definition(x)
				f := p.function(d)
				if len(d.decl.Args) == 0 {
					p.vars[d.decl.Name] = f.Body
					break
				}
				p.declare(d.decl)
				p.defs[d.decl.Name] = f
			case x.head("assert"):
				p.arity(x, 2, 2)
				asserts = append(asserts, p.term(x.List[1]))
			}
		}
	})
	return asserts, decls, err
}

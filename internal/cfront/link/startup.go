package link

import (
	"fmt"
	"slices"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
)

// The attributes constructor and destructor mark functions that run before and after main, in the order of the linker.
// Constructors run by rising priority, and constructors without a priority run last; among equals, the order in the
// files decides. Destructors run in the reverse order.

// noPriority is the priority of functions whose attribute has none.
const noPriority = 65535

// startup is a constructor or destructor.
type startup struct {
	s        *Symbol
	priority int64
}

// startupPriority returns the priority in the attribute name of d, plus 1; 0 if d does not have the attribute.
func startupPriority(d *cc.Declarator, name string) (int64, *csrc.Error) {
	a := d.Type().Attributes()
	if a == nil || !csrc.HasAttr(d.Type(), name) {
		return 0, nil
	}
	vals := a.AttrValue(name)
	if len(vals) == 0 {
		vals = a.AttrValue("__" + name + "__")
	}
	switch {
	case len(vals) == 0:
		return noPriority, nil
	case len(vals) == 1:
		switch v := vals[0].(type) {
		case cc.Int64Value:
			return int64(v) + 1, nil
		case cc.UInt64Value:
			return int64(v) + 1, nil
		}
	}
	return 0, &csrc.Error{Msg: fmt.Sprintf("%s: the priority of attribute %s is not a number", d.Name(), name)}
}

// noteStartup records the attributes constructor and destructor of one declaration of a function.
func (s *Symbol) noteStartup(d *cc.Declarator) *csrc.Error {
	c, err := startupPriority(d, "constructor")
	if err == nil && c != 0 {
		s.ctor = c
	}
	if err == nil {
		if c, err = startupPriority(d, "destructor"); c != 0 {
			s.dtor = c
		}
	}
	return err
}

// Startups returns the constructors, or the destructors, in the order in which they run.
func (l *Program) Startups(destructors bool) (out []*Symbol) {
	var list []startup
	for _, u := range l.Units {
		for tu := u.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
			if tu.ExternalDeclaration.Case != cc.ExternalDeclarationFuncDef {
				continue
			}
			s := u.Lookup(tu.ExternalDeclaration.FunctionDefinition.Declarator)
			if s == nil || s.Unit != u || s.Body != tu.ExternalDeclaration.FunctionDefinition {
				continue
			}
			p := s.ctor
			if destructors {
				p = s.dtor
			}
			if p != 0 {
				list = append(list, startup{s, p})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b startup) int { return int(a.priority - b.priority) })
	if destructors {
		slices.Reverse(list)
	}
	for _, x := range list {
		out = append(out, x.s)
	}
	return out
}

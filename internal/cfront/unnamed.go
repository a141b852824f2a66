package cfront

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// A pointer from outside may lead to a variable of the program that the code does not name. The front end makes no
// object for such a variable, and none for a const one (known.go): a new object takes its place. It does not where the
// variable is smaller than a new object, or where --null=none says that pointers in new memory are not null while those
// in the variable may be. Then that the pointer does not lead there is an assumption, which this file lists.

// mostUnnamed bounds the names in an assumption.
const mostUnnamed = 3

// outsider is a place where the program gets a pointer from outside.
type outsider struct {
	f     *fn
	pos   ir.Pos
	kind  string // what the pointer points to; "": anything
	fresh int64  // size of the new object; 0: not known
}

// assumeUnnamed lists the assumption for the places in from.
func (l *globals) assumeUnnamed(from []outsider) {
	var names []string
	var at *outsider
	see := func(s *link.Symbol) {
		if s.IsFunc || s.Unit == nil || s.Unit.Model || !s.Defined() && !s.Tentative || s.Decl == nil ||
			l.of(s).place.t != nil && !l.Layout.IsConst(s.Decl) {
			return
		}
		size, err := l.Layout.Sizeof(s.Type)
		if err != nil {
			return
		}
		parts := l.PartsOf(s.Type, false)
		null := l.Cfg.Null == link.NullNone && holdsPointers(parts)
		for i := range from {
			o := &from[i]
			if (null || size < o.fresh || o.fresh <= 0) && (o.kind == "" || parts == nil || len(ir.Fits(parts, o.kind)) > 0) {
				names = append(names, s.Name)
				if at == nil {
					at = o
				}
				return
			}
		}
	}
	for _, name := range sortedKeys(l.Syms) {
		if s := l.Syms[name]; !s.Static {
			see(s)
		}
	}
	for _, u := range l.Units {
		for _, name := range sortedKeys(u.Locals) {
			if s := u.Locals[name]; s.AddrTaken {
				see(s)
			}
		}
	}
	if at == nil {
		return
	}
	slices.Sort(names)
	names = slices.Compact(names)
	more := ""
	if n := len(names) - mostUnnamed; n > 0 {
		names, more = names[:mostUnnamed], fmt.Sprintf(" and %d more", n)
	}
	l.assume(at.f, ir.Assumed{Pos: at.pos, Text: "no pointer from outside leads to a variable that is const or that the " +
		"code does not name: " + strings.Join(names, ", ") + more})
}

package ir

import (
	"strconv"
	"strings"
)

// Said is what the front end knows of the C source: texts, and statements that are none of the user's. The checks of
// instrument need it once, then only Stores is kept, which traces show. Neither copies of a program nor its text form
// have it; copies lead to it.
type Said struct {
	Places map[Expr]func() string // by the node of an address: the C text of what lies there
	Values map[Expr]func() string // by the node of a value: the C text
	Setup  map[Stmt]bool          // statements that make inputs: what they access and compute is valid by construction
	Stores map[*Store]Wrote
}

// Wrote says what of C a store writes.
type Wrote struct {
	Text string // of the place; "": it is not known
	Char bool   // a character, or a pointer to characters
	Bits *Field // a bit-field; nil: it is none
}

// Field is the place of a bit-field: its first bit, counted from an address, and how many it has.
type Field struct {
	Off, Width int
	Signed     bool
}

// NewSaid has nothing yet.
func NewSaid() *Said {
	return &Said{Places: map[Expr]func() string{}, Values: map[Expr]func() string{}, Setup: map[Stmt]bool{},
		Stores: map[*Store]Wrote{}}
}

// Settle takes the texts of the user's stores down and forgets all else.
func (s *Said) Settle(p *Program) {
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			st, ok := e.Stmt.(*Store)
			if !ok || !e.Pos.IsValid() || strings.HasPrefix(e.Pos.File, "<") {
				continue
			}
			if text := s.Place(st.Addr); text != "" {
				w := s.Stores[st]
				w.Text = text
				s.Stores[st] = w
			}
		}
	}
	s.Places, s.Values, s.Setup = nil, nil, nil
}

// Moved says that one statement stands for another from now on.
func (s *Said) Moved(from, to Stmt) {
	a, ok := from.(*Store)
	b, still := to.(*Store)
	if s == nil || !ok || !still || a == b {
		return
	}
	if w, ok := s.Stores[a]; ok {
		delete(s.Stores, a)
		s.Stores[b] = w
	}
}

// Written is what of C the store of an edge writes, by the edge's origins; zero if that is not known.
func (p *Program) Written(e *Edge) Wrote {
	for n := len(e.Origin); n > 0; n = len(e.Origin) {
		e = e.Origin[n-1]
	}
	for p.Origin != nil {
		p = p.Origin
	}
	if s, ok := e.Stmt.(*Store); ok && p.Said != nil {
		return p.Said.Stores[s]
	}
	return Wrote{}
}

// Place is the C text of what lies at an address, "" if it is not known.
func (s *Said) Place(addr Expr) string {
	if s == nil || s.Places[addr] == nil {
		return ""
	}
	return s.Places[addr]()
}

// Value is the C text of a value, "" if it is not known.
func (s *Said) Value(e Expr) string {
	if s == nil || s.Values[e] == nil {
		return ""
	}
	return s.Values[e]()
}

// IsSetup reports whether a statement makes inputs.
func (s *Said) IsSetup(x Stmt) bool { return s != nil && s.Setup[x] }

// Occurrence and Ordinal stand in a Label for the number of the execution, from 0 and from 1.
const Occurrence, Ordinal = "{occurrence}", "{ordinal}"

// ShownName is the name for people of what an execution of the site reads or makes.
func (s *Site) ShownName(occ int) string {
	if s.Label == "" {
		return s.Name
	}
	return strings.NewReplacer(Occurrence, strconv.Itoa(occ), Ordinal, strconv.Itoa(occ+1)).Replace(s.Label)
}

// Meaning says in words what a choice takes, "" if that is not known. A value without words of its own means what 0
// does.
func (s *Site) Meaning(bits uint64) string {
	switch n := uint64(len(s.Means)); {
	case n == 0:
		return ""
	case bits < n:
		return s.Means[bits]
	}
	return s.Means[0]
}

package ir

import (
	"strconv"
	"strings"
)

// Said holds facts of the front end about the C source: texts, and the statements that do not come from the user's
// code. Package instrument needs all fields for its checks; afterwards only Stores is kept, for traces. The text form
// and copies of a program do not have it; Program.Origin leads from a copy to the program with Said.
type Said struct {
	Places map[Expr]func() string // by the node of an address: returns the C text of the object at that address
	Values map[Expr]func() string // by the node of a value: returns the C text of the value
	Setup  map[Stmt]bool          // statements that make inputs: their accesses and operations are valid by construction
	Stores map[*Store]StoredObject
}

// StoredObject describes the C object that a store writes.
type StoredObject struct {
	Text string // C text of the object; "" if unknown
	Char bool   // the object is a character or a pointer to characters
	Bits *Field // position of the object if it is a bit-field, else nil
}

// Field is the position of a bit-field: its first bit, counted from an address, and the number of its bits.
type Field struct {
	Off, Width int
	Signed     bool
}

// NewSaid returns an empty Said.
func NewSaid() *Said {
	return &Said{Places: map[Expr]func() string{}, Values: map[Expr]func() string{}, Setup: map[Stmt]bool{},
		Stores: map[*Store]StoredObject{}}
}

// Settle computes the texts of the user's stores in p and drops everything but Stores.
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

// Moved records that the second statement has replaced the first. s may be nil.
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

// Written returns the C object that the store of e writes. It follows the origins of e to the front end's program. The
// result is zero if the object is unknown or e is not a store.
func (p *Program) Written(e *Edge) StoredObject {
	for n := len(e.Origin); n > 0; n = len(e.Origin) {
		e = e.Origin[n-1]
	}
	for p.Origin != nil {
		p = p.Origin
	}
	if s, ok := e.Stmt.(*Store); ok && p.Said != nil {
		return p.Said.Stores[s]
	}
	return StoredObject{}
}

// Place returns the C text of the object at addr, "" if it is unknown. s may be nil.
func (s *Said) Place(addr Expr) string {
	if s == nil || s.Places[addr] == nil {
		return ""
	}
	return s.Places[addr]()
}

// Value returns the C text of the value e, "" if it is unknown. s may be nil.
func (s *Said) Value(e Expr) string {
	if s == nil || s.Values[e] == nil {
		return ""
	}
	return s.Values[e]()
}

// IsSetup reports whether the statement x makes inputs. s may be nil.
func (s *Said) IsSetup(x Stmt) bool { return s != nil && s.Setup[x] }

// Occurrence and Ordinal are placeholders in a Label for the number of the site's execution, from 0 and from 1.
const Occurrence, Ordinal = "{occurrence}", "{ordinal}"

// ShownName returns the name, for messages, of the input that the site reads or the object that it makes in its
// execution number occ.
func (s *Site) ShownName(occ int) string {
	if s.Label == "" {
		return s.Name
	}
	return strings.NewReplacer(Occurrence, strconv.Itoa(occ), Ordinal, strconv.Itoa(occ+1)).Replace(s.Label)
}

// Meaning returns the meaning, in words, of the value bits of a choice, "" if it is unknown. A value without words of
// its own has the meaning of 0.
func (s *Site) Meaning(bits uint64) string {
	switch n := uint64(len(s.Means)); {
	case n == 0:
		return ""
	case bits < n:
		return s.Means[bits]
	}
	return s.Means[0]
}

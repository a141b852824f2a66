package ir

// Said is what the front end knows of its program and the checks of instrument need once: C texts, and statements that are
// none of the user's. Neither copies of a program nor its text form have it.
type Said struct {
	Places map[Expr]func() string // by the node of an address: the C text of what lies there
	Values map[Expr]func() string // by the node of a value: the C text
	Setup  map[Stmt]bool          // statements that make inputs: what they access and compute is valid by construction
}

// NewSaid has nothing yet.
func NewSaid() *Said {
	return &Said{Places: map[Expr]func() string{}, Values: map[Expr]func() string{}, Setup: map[Stmt]bool{}}
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

// IsSetup says that a statement makes inputs.
func (s *Said) IsSetup(x Stmt) bool { return s != nil && s.Setup[x] }

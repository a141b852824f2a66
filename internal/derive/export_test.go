package derive

import "github.com/tandem-verifier/tandem/internal/ir"

// Flush lets a test see where the run of To is before an edge is taken.
func (w *Walk) Flush() { w.flush() }

// Same lets a test ask for registers.
func (m *Map) Same(at *ir.Loc, v *ir.Var) bool { return m.same(at, v) }

package derive

import "github.com/tandem-verifier/tandem/internal/ir"

// Flush translates the edges that were put off, so that a test sees the location of the run of To before an edge is
// taken.
func (w *Walk) Flush() { w.flush() }

// Same exports same to tests.
func (m *Map) Same(at *ir.Loc, v *ir.Var) bool { return m.same(at, v) }

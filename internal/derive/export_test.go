package derive

import "github.com/tandem-verifier/tandem/internal/ir"

// Flush translates the edges whose translation Walk has deferred. A test calls it to see the location of the run of To
// before the next edge is taken.
func (w *Walk) Flush() { w.flush() }

// Same exports same to tests.
func (m *Map) Same(at *ir.Loc, v *ir.Var) bool { return m.same(at, v) }

package instrument

import "github.com/tandem-verifier/tandem/internal/ir"

// EndAtInvalid adds guards to a reference program, in place: executions end before invalid accesses to memory, at the
// positions for which at returns true. Accesses with an obligation have their guards already.
//
//	l0 -> l1: x = load p, 4 bytes    becomes   l0 -> l2: assume readable(p, 4)  (AccessGuard)
//	                                           l2 -> l1: x = load p
//
// It returns the number of guards.
func EndAtInvalid(p *ir.Program, at func(ir.Pos) bool) (n int) {
	for _, f := range p.Funcs {
		for _, e := range f.Edges[:len(f.Edges):len(f.Edges)] {
			if len(e.From.Out) != 1 || !at(e.Pos) || ir.Guarded(e) {
				continue
			}
			for _, q := range ir.Asked(e.Stmt) {
				if !plainlyValid(q) {
					endUnless(f, e, q)
					n++
				}
			}
		}
	}
	return n
}

// endUnless inserts the guard q before e, the only edge that leaves its location.
func endUnless(f *ir.Func, e *ir.Edge, q *ir.Valid) {
	from, mid := e.From, f.NewLoc(e.Pos)
	e.SetFrom(mid)
	g := f.NewEdge(from, mid, &ir.Assume{Cond: q, Guard: ir.AccessGuard}, e.Pos)
	g.Inline = e.Inline
}

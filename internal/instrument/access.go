package instrument

import (
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file inserts questions about memory before accesses, for the kinds that the task reports:
//
//	l0 -> l1: x = load p, 4 bytes    becomes   l0 -> error (valid-deref): assume !readable(p, 4)
//	                                           l0 -> l2: assume readable(p, 4)
//	                                           l2 -> l1: x = load p
//	store, memset, memhavoc                    writable
//	memcopy to, from, n                        readable(from, n), then writable(to, n)
//	free p                                     freeable(p), valid-free
//	undefined "invalid call"                   an error instead
//
// It inserts no question about an access that is inside a named object according to the shape of its address: global
// objects are always alive, and local objects are alive wherever their address occurs (ir.End).

// want is a question to insert before an edge, with the kind and the text of its obligation.
type want struct {
	kind, text string
	ask        *ir.Valid
}

// wants returns the questions of a statement in the order of its accesses.
func (t *cText) wants(s ir.Stmt) []want {
	var out []want
	for _, q := range ir.Asked(s) {
		switch q.What { // sound: Asked returns no other questions
		case ir.Readable:
			out = append(out, want{askedKind(q), "read of " + t.placeOf(q.Addr), q})
		case ir.Writable:
			out = append(out, want{askedKind(q), "write to " + t.placeOf(q.Addr), q})
		case ir.Freeable:
			out = append(out, want{askedKind(q), "free of " + t.expr(q.Addr), q})
		}
	}
	return out
}

// askedKind returns the kind of the obligation to answer q, a question of an access, with yes.
func askedKind(q *ir.Valid) string {
	if q.What == ir.Freeable {
		return ir.ValidFree
	}
	return ir.ValidDeref
}

// undefinedKinds maps kinds of Undefined statements to the kinds of the obligations that they violate.
var undefinedKinds = map[string]string{
	ir.UndefUnreachable: ir.Unreachable,
	ir.UndefTrap:        ir.NoTrap,
	ir.UndefReturn:      ir.Unreachable,
}

// undefinedKind returns the kind of the obligation that u violates. Kinds that undefinedKinds does not have are about
// calls and jumps.
func undefinedKind(u *ir.Undefined) string {
	if k := undefinedKinds[u.Kind]; k != "" {
		return k
	}
	return ir.ValidCall
}

// asks reports whether access may have to insert a question before s, or to replace s.
func (c Checks) asks(s ir.Stmt) bool {
	if u, ok := s.(*ir.Undefined); ok {
		return c.Report[undefinedKind(u)]
	}
	return slices.ContainsFunc(ir.Asked(s), func(q *ir.Valid) bool { return c.Report[askedKind(q)] && !plainlyValid(q) })
}

// onceErr returns a function that makes a new obligation with an error location on its first call, and returns this
// location on each call.
func (g *guarder) onceErr(kind, text string) func() *ir.Loc {
	var bad *ir.Loc
	return func() *ir.Loc {
		if bad == nil {
			bad = g.err(kind, text)
		}
		return bad
	}
}

// access inserts the questions about the accesses of e before e. If e is an Undefined that is reported, access replaces
// it by an edge to an error location.
func (g *guarder) access(e *ir.Edge) {
	if u, ok := e.Stmt.(*ir.Undefined); ok && g.checks.Report[undefinedKind(u)] {
		e.SetTo(g.err(undefinedKind(u), u.Kind))
		e.Stmt = &ir.Skip{}
		return
	}
	for _, v := range g.values(e.Stmt) {
		if g.f == g.p.Entry || g.p.Said.IsSetup(e.Stmt) { // code of the front end that makes inputs
			break
		}
		g.offsetsOf(v, g.onceErr(ir.ValidDeref, "the offset in "+g.texts.expr(v)))
	}
	if ir.Guarded(e) { // the program has the guards already
		return
	}
	for _, w := range g.texts.wants(e.Stmt) {
		if !g.checks.Report[w.kind] || plainlyValid(w.ask) {
			continue
		}
		if g.p.Said.IsSetup(e.Stmt) {
			g.step(&ir.Assume{Cond: w.ask, Guard: ir.OtherGuard})
			continue
		}
		bad := g.onceErr(w.kind, w.text)
		if !strings.HasPrefix(g.f.Pos.File, "<") {
			g.offsetsOf(w.ask.Addr, bad)
		}
		g.either(w.ask, &ir.Unary{Op: ir.LNot, X: w.ask}, bad)
	}
}

// plainlyValid reports whether the answer to v is yes according to the shape of v.
func plainlyValid(v *ir.Valid) bool {
	if v.What == ir.Freeable {
		c, ok := ir.IsConst(v.Addr)
		return ok && c == 0
	}
	o := ir.Root(v.Addr)
	n, ok := ir.IsConst(v.N)
	if !ok || n == 0 {
		return ok
	}
	if o == nil || v.What == ir.Same || v.What == ir.Writable && o.Const || n > uint64(o.Size) {
		return false
	}
	lo, hi := int64(0), int64(0)
	for x := v.Addr; ; {
		a, is := x.(*ir.PtrAdd)
		if !is {
			break
		}
		s := ir.SpanOf(a.Index)
		const far = 1 << 40 // keeps the sums exact
		if s.Lo < -far || s.Hi > far || a.Scale < 0 || a.Scale > far>>20 {
			return false
		}
		lo, hi = lo+s.Lo*a.Scale, hi+s.Hi*a.Scale
		if lo < -far || hi > far {
			return false
		}
		x = a.P
	}
	return lo >= 0 && hi <= o.Size-int64(n)
}

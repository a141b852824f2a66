package flow

import (
	"math"
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// This file finds inputs with few values that decide how an execution goes on:
//
//	n = input;  if (n > 12) return;  for (i = 0; i < n; i++) ...      13 values
//
// With n as a symbol, each statement after the loop is about 13 cases at once; with n as a constant, each case may be
// easy. The ranges here are guesses about what is worth a proof by cases: nothing relies on them, since such a proof
// has a part for the other values as well. Split execution by cases of inputs: C. Pasareanu, N. Rungta, Symbolic
// PathFinder (ASE 2010) and the concretisation of P. Godefroid, N. Klarlund, K. Sen, DART (PLDI 2005).
// Deviation: all values.

// FewValues is an entry input and the range of its values where something depends on it.
type FewValues struct {
	Site   *ir.Site
	Lo, Hi int64
}

// Count returns the number of values.
func (f FewValues) Count() int64 { return f.Hi - f.Lo + 1 }

// FewValued lists the entry inputs (EntryInputs) that have at most the given number of values, but more than one, and
// that decide about control, addresses or contents of memory.
func FewValued(p *ir.Program, most int64) (out []FewValues) {
	read := map[*ir.Site]*ir.Edge{}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if in, is := e.Stmt.(*ir.Input); is {
				if read[in.Site] != nil {
					e = &ir.Edge{} // several edges: none is followed
				}
				read[in.Site] = e
			}
		}
	}
	for _, s := range EntryInputs(p) {
		e := read[s]
		if s.Type.Kind != ir.Int || s.Type.Bits < 2 || s.Kind == ir.Approx || e == nil || e.Stmt == nil {
			continue
		}
		w := &few{from: e, at: map[*ir.Loc]*fewState{}}
		w.run()
		if w.used && w.hi-w.lo > 0 && w.hi-w.lo < most && decides(p, e.Stmt.(*ir.Input).Dst) {
			out = append(out, FewValues{s, w.lo, w.hi})
		}
	}
	return out
}

// few is a forward analysis of the function that reads an input, from the edge that reads it.
type few struct {
	from   *ir.Edge
	at     map[*ir.Loc]*fewState
	used   bool  // some statement depends on the input, other than a comparison with a constant
	lo, hi int64 // the values with which executions come to such statements
}

// fewState is what is known at a location: the range of the input, and the registers that hold it.
type fewState struct {
	lo, hi int64
	copies []*ir.Var
}

// run computes the states, and then the range of the input at the statements that depend on it.
func (w *few) run() {
	in := w.from.Stmt.(*ir.Input)
	lo, hi := limits(in.Site.Type)
	w.at[w.from.To] = &fewState{lo, hi, []*ir.Var{in.Dst}}
	for work := []*ir.Loc{w.from.To}; len(work) > 0; {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range l.Out {
			if s := w.at[l].after(e.Stmt); s != nil && w.arrive(e.To, s) {
				work = append(work, e.To)
			}
		}
	}
	for l, s := range w.at {
		for _, e := range l.Out {
			if !s.depends(e.Stmt) {
				continue
			}
			if !w.used {
				w.used, w.lo, w.hi = true, s.lo, s.hi
			}
			w.lo, w.hi = min(w.lo, s.lo), max(w.hi, s.hi)
		}
	}
	if w.used && (w.lo == math.MinInt64 || w.hi == math.MaxInt64) {
		w.used = false
	}
}

// limits returns the least and the greatest value of an integer type; numbers above int64 count as its greatest.
func limits(t ir.Type) (lo, hi int64) {
	if t.Signed {
		return num.Signed(num.MinOf(t.Bits, true), t.Bits), int64(num.MaxOf(t.Bits, true))
	}
	return 0, int64(min(num.MaxOf(t.Bits, false), math.MaxInt64))
}

// arrive joins a state into that of a location, and reports whether it has changed.
func (w *few) arrive(l *ir.Loc, s *fewState) bool {
	old := w.at[l]
	if old == nil {
		w.at[l] = s
		return true
	}
	n := &fewState{min(old.lo, s.lo), max(old.hi, s.hi), slices.DeleteFunc(slices.Clone(old.copies),
		func(v *ir.Var) bool { return !slices.Contains(s.copies, v) })}
	if n.lo == old.lo && n.hi == old.hi && len(n.copies) == len(old.copies) {
		return false
	}
	w.at[l] = n
	return true
}

// after returns the state after a statement; nil if no execution passes it, or no register holds the input any more.
func (s *fewState) after(st ir.Stmt) *fewState {
	n := &fewState{s.lo, s.hi, slices.Clone(s.copies)}
	switch st := st.(type) { // sound: a guess
	case *ir.Assume:
		for _, c := range ir.Conjuncts(st.Cond) {
			n.assume(c)
		}
	case *ir.Assign:
		same, _ := s.is(st.Src)
		n.copies = slices.DeleteFunc(n.copies, func(v *ir.Var) bool { return v == st.Dst })
		if same && !st.Dst.Global {
			n.copies = append(n.copies, st.Dst)
		}
	default:
		d := ir.Def(st)
		n.copies = slices.DeleteFunc(n.copies, func(v *ir.Var) bool { return v == d })
	}
	if n.lo > n.hi || len(n.copies) == 0 {
		return nil
	}
	return n
}

// is reports whether an expression has the value of the input. unsigned reports that this is so only if the value is
// not negative, and that otherwise the expression is a number above all values that are not.
func (s *fewState) is(x ir.Expr) (same, unsigned bool) {
	switch x := x.(type) { // sound: a guess
	case *ir.Ref:
		return slices.Contains(s.copies, x.Var), false
	case *ir.Cast:
		of := x.X.Type()
		same, unsigned = s.is(x.X)
		if !same || x.T.Kind != ir.Int || of.Kind != ir.Int {
			return false, false
		}
		if lo, hi := limits(x.T); unsigned || lo <= s.lo && s.hi <= hi {
			return x.T.Bits >= of.Bits, unsigned
		}
		return of.Signed && !x.T.Signed && x.T.Bits >= of.Bits, true
	}
	return false, false
}

// assume restricts the range of the input to the values for which a comparison with a constant holds.
func (s *fewState) assume(c ir.Expr) {
	b, is := c.(*ir.Binary)
	if !is {
		return
	}
	strict := int64(0)
	if b.Op == ir.Lt {
		strict = 1
	}
	k, unsigned, left := s.compared(b.X, b.Y)
	right := false
	if !left {
		k, unsigned, right = s.compared(b.Y, b.X)
	}
	switch { // sound: any other condition leaves the range
	case !left && !right:
	case b.Op == ir.Eq:
		s.lo, s.hi = max(s.lo, k), min(s.hi, k)
	case b.Op == ir.Ne:
		if s.lo == k {
			s.lo++
		}
		if s.hi == k {
			s.hi--
		}
	case left && (b.Op == ir.Lt || b.Op == ir.Le):
		if s.hi = min(s.hi, k-strict); unsigned {
			s.lo = max(s.lo, 0)
		}
	case !unsigned && (b.Op == ir.Lt || b.Op == ir.Le):
		s.lo = max(s.lo, k+strict)
	}
}

// compared returns the constant k if x has the value of the input, and y is k.
func (s *fewState) compared(x, y ir.Expr) (k int64, unsigned, is bool) {
	c, lit := y.(*ir.Const)
	same, unsigned := s.is(x)
	if !lit || !same || c.T.Kind != ir.Int {
		return 0, false, false
	}
	if k = int64(c.Bits); c.T.Signed {
		k = num.Signed(c.Bits, c.T.Bits)
	} else if k < 0 {
		return 0, false, false
	}
	return k, unsigned, k > math.MinInt64 && k < math.MaxInt64
}

// depends reports whether a statement depends on the input, and is neither a comparison with a constant nor a copy.
func (s *fewState) depends(st ir.Stmt) bool {
	switch st := st.(type) { // sound: a guess
	case *ir.Assign:
		if same, _ := s.is(st.Src); same {
			return false
		}
	case *ir.Assume:
		return slices.ContainsFunc(ir.Conjuncts(st.Cond), func(c ir.Expr) bool {
			if b, is := c.(*ir.Binary); is {
				_, _, left := s.compared(b.X, b.Y)
				_, _, right := s.compared(b.Y, b.X)
				if left || right {
					return false
				}
			}
			return s.reads(c)
		})
	}
	return slices.ContainsFunc(ir.StmtExprs(st), s.reads)
}

// reads reports whether an expression reads a register that holds the input.
func (s *fewState) reads(x ir.Expr) bool {
	found := false
	ir.Vars(x, func(v *ir.Var) { found = found || slices.Contains(s.copies, v) })
	return found
}

// decides reports whether the value of a register may decide when a loop ends, or which bytes are accessed, or is
// stored in memory: then what it decides is not followed.
func decides(p *ir.Program, v *ir.Var) bool {
	from := map[*ir.Var]bool{v: true}
	results := map[*ir.Func]bool{}
	reads := func(x ir.Expr) (found bool) {
		if x != nil {
			ir.Vars(x, func(v *ir.Var) { found = found || from[v] })
		}
		return found
	}
	const rounds = 8 // more only add what is far from the input
	more := true
	for n := 0; more && n < rounds; n++ {
		more = false
		add := func(v *ir.Var, when bool) {
			if when && v != nil && !from[v] {
				from[v], more = true, true
			}
		}
		for _, f := range p.Funcs {
			for _, e := range f.Edges {
				switch s := e.Stmt.(type) { // sound: a guess
				case *ir.Call:
					for i, a := range s.Args {
						add(s.Func.Params[i], reads(a))
					}
					add(s.Dst, results[s.Func])
				case *ir.Return:
					if reads(s.Val) && !results[f] {
						results[f], more = true, true
					}
				case *ir.Assign:
					add(s.Dst, reads(s.Src))
				}
			}
		}
	}
	for _, f := range p.Funcs {
		var cycles [][]int
		var of []int
		for _, e := range f.Edges {
			switch s := e.Stmt.(type) { // sound: a guess
			case *ir.Assume:
				if !reads(s.Cond) {
					continue
				}
				if of == nil {
					cycles, of = graph.SCC(f.Graph())
				}
				if len(cycles[of[e.From.ID]]) > 1 {
					return true
				}
			case *ir.Assign:
				if reads(s.Src) && moves(s.Src, reads) {
					return true
				}
			case *ir.Alloc:
				if reads(s.Size) {
					return true
				}
			default:
				if _, call := s.(*ir.Call); !call && ir.Addresses(s) > 0 && slices.ContainsFunc(ir.StmtExprs(s), reads) {
					return true
				}
			}
		}
	}
	return false
}

// moves reports whether an expression moves a pointer, or shifts, by a number for which reads holds.
func moves(x ir.Expr, reads func(ir.Expr) bool) bool {
	found := false
	ir.Walk(x, func(y ir.Expr) bool {
		switch y := y.(type) { // sound: a guess
		case *ir.PtrAdd:
			found = found || reads(y.Index)
		case *ir.Binary:
			found = found || (y.Op == ir.Shl || y.Op == ir.Shr) && reads(y.Y)
		}
		return !found
	})
	return found
}

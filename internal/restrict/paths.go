package restrict

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Path is a sequence of branch decisions, one character each: T or F for the
// Assumes with a mark in the order of execution. Paths are ordered by the first
// decision that differs, T before F (ranged analysis, paper 5); a proper prefix comes
// before its extensions.
type Path string

// ComparePaths gives -1, 0 or +1.
func ComparePaths(p, q Path) int {
	n := min(len(p), len(q))
	for i := range n {
		if p[i] != q[i] {
			if p[i] == 'T' {
				return -1
			}
			return 1
		}
	}
	return cmp.Compare(len(p), len(q))
}

// PathRange is the paths p with Lo <= p <= Hi, extensions of Hi included; an empty Lo has
// no path before it, and NoUpper says that there is no upper bound.
type PathRange struct {
	Lo      Path `json:"lo"`
	Hi      Path `json:"hi"`
	NoUpper bool `json:"no_upper,omitempty"`
}

// Contains reports whether the path lies in the range.
func (r *PathRange) Contains(p Path) bool {
	return ComparePaths(r.Lo, p) <= 0 && r.below(p)
}

func (r *PathRange) below(p Path) bool {
	if r.NoUpper || ComparePaths(p, r.Hi) <= 0 {
		return true
	}
	return len(p) > len(r.Hi) && p[:len(r.Hi)] == r.Hi
}

// Covers reports whether every path of t lies in r.
func (r *PathRange) Covers(t *PathRange) bool {
	if ComparePaths(r.Lo, t.Lo) > 0 {
		return false
	}
	// All extensions of t.Hi lie in t, hence must lie in r: r.Hi is a prefix of t.Hi, or differs above.
	if r.NoUpper || t.NoUpper {
		return r.NoUpper
	}
	if len(t.Hi) < len(r.Hi) && r.Hi[:len(t.Hi)] == t.Hi {
		return false
	}
	return r.below(t.Hi)
}

// bound is one end of a range as the part knows it: its decisions as bits, 0 for T and 1 for F, 64 to a word.
type bound struct {
	words []uint64
	n     int        // decisions
	table *ir.Object // where the words are, if they are several
	on    *ir.Var    // 1: so far the path is the bound's, and that goes on
}

// paths counts the decisions while the path is one of the bounds, and compares:
//
//	assume c [T]        assume c [T]
//	                    if lower.on { assume bit(lower, index) == 0; lower.on = index+1 < lower.n }
//	                    if upper.on { upper.on = bit(upper, index) == 0 && index+1 < upper.n }
//	                    index = index + (lower.on | upper.on)
//
// and the other way round behind a decision F: there the lower bound is left behind where it has a T, and at
// the upper bound the execution ends. An execution that ends before the lower bound does is a proper prefix of it and
// comes before it: where the program ends, lower.on is 0.
func (w *work) paths(s Scope) error {
	r := s.Range
	if r == nil {
		return nil
	}
	hi := r.Hi
	if r.NoUpper {
		hi = ""
	}
	lower, err := w.bound("lower", r.Lo)
	if err != nil {
		return err
	}
	upper, err := w.bound("upper", hi)
	if err != nil {
		return err
	}
	if lower == nil && upper == nil {
		return nil
	}
	index := w.global("path.index", ir.U32)
	for _, f := range w.q.Funcs {
		for _, e := range f.Edges[:len(f.Edges):len(f.Edges)] {
			if a, is := e.Stmt.(*ir.Assume); is && a.Mark != ir.NoMark {
				w.decision(e, a.Mark, lower, upper, index)
			}
		}
	}
	if lower == nil {
		return nil
	}
	return w.ends(is(lower.on, 0))
}

// bound adds what a bound needs; nil if there is none to keep to.
func (w *work) bound(name string, p Path) (*bound, error) {
	if p == "" {
		return nil, nil
	}
	b := &bound{words: make([]uint64, (len(p)+63)/64), n: len(p)}
	for i := range len(p) {
		switch p[i] {
		case 'T':
		case 'F':
			b.words[i/64] |= 1 << (i % 64)
		default:
			return nil, fmt.Errorf("range: %s bound: decision %d is %q, not T or F", name, i, p[i])
		}
	}
	b.on = w.global("path."+name, ir.U8)
	b.on.Init = ir.NewConst(ir.U8, 1)
	if len(b.words) > 1 {
		b.table = w.q.NewObject(w.fresh("path."+name+".bits"), int64(8*len(b.words)), 8)
		b.table.Const, b.table.Elem = true, ir.U64
		for i, x := range b.words {
			if x != 0 {
				b.table.Init = append(b.table.Init, ir.InitItem{Off: int64(8 * i), Val: ir.NewBits(ir.U64, x)})
			}
		}
	}
	return b, nil
}

func (w *work) decision(e *ir.Edge, m ir.Mark, lower, upper *bound, index *ir.Var) {
	s, to := behind(e)
	// stays: the bound takes the same side. Where it takes the other one, the path is past the bound
	// or before it, which is inside of the range for one of them.
	follow := func(b *bound, inside bool) {
		s.when(is(b.on, 1), func() {
			bit := w.bit(s, b, index)
			stays := &ir.Binary{Op: ir.Eq, X: bit, Y: ir.NewConst(ir.U64, int64(m-ir.True))}
			goesOn := &ir.Binary{Op: ir.Lt, X: next(index), Y: ir.NewConst(ir.U32, int64(b.n))}
			if inside {
				s.set(b.on, flag(ir.NewAnd(stays, goesOn)))
				return
			}
			s.assume(stays)
			s.set(b.on, flag(goesOn))
		})
	}
	var on ir.Expr
	if lower != nil {
		follow(lower, m == ir.False)
		on = ir.NewRef(lower.on)
	}
	if upper != nil {
		follow(upper, m == ir.True)
		if on == nil {
			on = ir.NewRef(upper.on)
		} else {
			on = &ir.Binary{Op: ir.Or, X: on, Y: ir.NewRef(upper.on)}
		}
	}
	s.set(index, &ir.Binary{Op: ir.Add, X: ir.NewRef(index), Y: ir.NewCast(ir.U32, on)})
	s.end(to)
}

func next(index *ir.Var) ir.Expr {
	return &ir.Binary{Op: ir.Add, X: ir.NewRef(index), Y: ir.NewConst(ir.U32, 1)}
}

// bit is the bound's decision at the index, 0 or 1; a long bound's word is loaded first.
func (w *work) bit(s *seam, b *bound, index *ir.Var) ir.Expr {
	low := &ir.Binary{Op: ir.And, X: ir.NewRef(index), Y: ir.NewConst(ir.U32, 63)}
	var word ir.Expr = ir.NewBits(ir.U64, b.words[0])
	if b.table != nil {
		t := w.temps[s.f]
		if t == nil {
			t = s.f.NewVar(w.fresh("path.word"), ir.U64)
			w.temps[s.f] = t
		}
		at := &ir.Binary{Op: ir.Shr, X: ir.NewRef(index), Y: ir.NewConst(ir.U32, 6)}
		s.step(&ir.LoadStmt{Dst: t, Addr: &ir.PtrAdd{P: &ir.AddrOf{Obj: b.table, T: w.q.Model.Ptr()}, Index: at, Scale: 8}})
		word = ir.NewRef(t)
	}
	return &ir.Binary{Op: ir.And, X: &ir.Binary{Op: ir.Shr, X: word, Y: low}, Y: ir.NewConst(ir.U64, 1)}
}

// ends assumes the condition wherever an execution ends by itself: at the entry function's return, at
// errors and halts, at Undefined.
func (w *work) ends(cond ir.Expr) error {
	for _, f := range w.q.Funcs {
		for _, e := range f.Edges[:len(f.Edges):len(f.Edges)] {
			if c, is := e.Stmt.(*ir.Call); is && c.Func == w.q.Entry {
				return errors.New("range: the entry function is called, so that its return may not be the end")
			}
			_, undefined := e.Stmt.(*ir.Undefined)
			if undefined || f == w.q.Entry && e.To == f.Exit {
				s := before(e)
				s.assume(cond)
				e.SetFrom(s.here())
			}
		}
		for _, l := range f.Locs[:len(f.Locs):len(f.Locs)] {
			if l.Kind != ir.Error && l.Kind != ir.Halt {
				continue
			}
			a := newLoc(l)
			for _, e := range l.In {
				e.SetTo(a)
			}
			if f.Entry == l {
				f.Entry = a
			}
			f.NewEdge(a, l, assume(cond), l.Pos)
		}
	}
	return nil
}

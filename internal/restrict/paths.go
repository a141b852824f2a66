package restrict

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

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

// PathRange is the paths p with Lo <= p <= Hi, extensions of Hi included: closed, as in the paper. With Before it is
// half-open: Hi and what extends it are out of it, Lo <= p < Hi, so that [.., p) and [p, ..) leave nothing out and have
// nothing twice. An empty Lo has no path before it, and NoUpper says that there is no upper bound.
//
//	[T, TF]    T TT TTF TF TFT TFF ...     not: F, and the empty path, which comes before T
//	[T, TF)    T TT TTF ...                not: TF TFT TFF
type PathRange struct {
	Lo, Hi  Path
	Before  bool
	NoUpper bool
	Form    string // fingerprint of the program that the bounds are paths of, see Form; "": not known
}

// Contains reports whether the path lies in the range.
func (r *PathRange) Contains(p Path) bool {
	if ComparePaths(r.Lo, p) > 0 {
		return false
	}
	if r.NoUpper {
		return true
	}
	return ComparePaths(p, r.Hi) < 0 || !r.Before && strings.HasPrefix(string(p), string(r.Hi))
}

// End is the first path after the range, if there is one: every range is a half-open one.
func (r *PathRange) End() (Path, bool) {
	switch {
	case r.NoUpper:
		return "", false
	case r.Before:
		return r.Hi, true
	}
	return r.Hi.Next()
}

// Next is the first path after p and all its extensions, if there is one: T comes before F.
//
//	TTF  ->  TF        FF  ->  none
func (p Path) Next() (Path, bool) {
	k := strings.LastIndexByte(string(p), 'T')
	if k < 0 {
		return "", false
	}
	return p[:k] + "F", true
}

// Empty reports whether no path lies in the range.
func (r *PathRange) Empty() bool {
	end, is := r.End()
	return is && ComparePaths(end, r.Lo) <= 0
}

// Covers reports whether every path of t lies in r. Of programs of two forms nothing is known.
func (r *PathRange) Covers(t *PathRange) bool {
	switch {
	case r.Form != "" && t.Form != "" && r.Form != t.Form:
		return false
	case t.Empty():
		return true
	case ComparePaths(r.Lo, t.Lo) > 0:
		return false
	}
	end, is := r.End()
	if !is {
		return true
	}
	last, ends := t.End()
	return ends && ComparePaths(last, end) <= 0
}

// bound is one end of a range as the part knows it. A word has up to 63 decisions, the first one lowest, 0 for T and 1
// for F, and a 1 above them: 1 is a word without decisions.
type bound struct {
	words []uint64
	rest  *ir.Var    // what is left of a word while the path is the bound's; 1: it is not, or the bound is at its end
	word  *ir.Var    // which word it is of, if there are several,
	table *ir.Object // and where they are

	before bool // an execution that comes to the end of the bound is out of the range

	// Expressions that many edges share: the path is the bound's and that goes on, or not; its next decision is F, or T.
	open, shut, isF, isT ir.Expr
	left                 ir.Expr // rest without its next decision
	used, unused         ir.Expr // the word is used up and there is another one, or not
	nextWord, addr       ir.Expr // the next word's number; where word is
}

const perWord = 63

// paths follows the bounds as long as the path is theirs:
//
//	assume c [T]        assume c [T]
//	                    if 1 < lower { assume lower & 1 == 0; lower = lower >> 1 }
//	                    if 1 < upper { if upper & 1 == 0 { upper = upper >> 1 } else { upper = 1 } }
//
// and the other way round after a decision F: there the lower bound is left where it has a T, and at the upper bound
// the execution ends; of a half-open range it ends where the upper bound does, too. Where a word of a long bound is
// used up the next one is loaded. An execution that ends before the lower bound does is a proper prefix of it and comes
// before it: where the program ends, lower is 1.
func (w *work) paths(s Scope) error {
	r := s.Range
	if r == nil {
		return nil
	}
	if r.Form != "" {
		if is := Form(w.p); is != r.Form {
			return fmt.Errorf("range: its bounds are paths of another program, or of another form of it (%s, this one is %s)",
				r.Form, is)
		}
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
	if upper != nil {
		upper.before = r.Before
	}
	if r.Empty() {
		w.atStart(ir.NewBool(false))
		return nil
	}
	for _, f := range w.q.Funcs {
		for _, e := range f.Edges[:len(f.Edges):len(f.Edges)] {
			a, is := e.Stmt.(*ir.Assume)
			if !is || a.Mark == ir.NoMark {
				continue
			}
			s, to := seamAfter(e)
			// Where the bound decides otherwise, the path is past the lower one or before the upper one, or out of the range.
			w.follow(s, lower, a.Mark, a.Mark == ir.False)
			w.follow(s, upper, a.Mark, a.Mark == ir.True)
			s.end(to)
		}
	}
	if lower == nil {
		return nil
	}
	return w.ends(lower.shut)
}

// bound adds what a bound needs; nil if there is none to keep to.
func (w *work) bound(name string, p Path) (*bound, error) {
	if p == "" {
		return nil, nil
	}
	b := &bound{}
	for i := range len(p) {
		if i%perWord == 0 {
			b.words = append(b.words, 1<<min(perWord, len(p)-i))
		}
		switch p[i] {
		case 'T':
		case 'F':
			b.words[i/perWord] |= 1 << (i % perWord)
		default:
			return nil, fmt.Errorf("range: %s bound: decision %d is %q, not T or F", name, i, p[i])
		}
	}
	b.rest = w.global("path."+name, ir.U64)
	b.rest.Init = ir.NewBits(ir.U64, b.words[0])
	b.express()
	if len(b.words) > 1 {
		b.word = w.global("path."+name+".word", ir.U32)
		b.table = w.q.NewObject(w.fresh("path."+name+".words"), int64(8*len(b.words)), 8)
		b.table.Const, b.table.Elem = true, ir.U64
		for i, x := range b.words {
			b.table.Init = append(b.table.Init, ir.InitItem{Off: int64(8 * i), Val: ir.NewBits(ir.U64, x)})
		}
		word := ir.NewRef(b.word)
		b.used = ir.NewAnd(b.shut, &ir.Binary{Op: ir.Lt, X: word, Y: ir.NewConst(ir.U32, int64(len(b.words)-1))})
		b.unused = ir.NotExpr(b.used)
		b.nextWord = &ir.Binary{Op: ir.Add, X: word, Y: ir.NewConst(ir.U32, 1)}
		b.addr = &ir.PtrAdd{P: &ir.AddrOf{Obj: b.table, T: w.q.Model.Ptr()}, Index: word, Scale: 8}
	}
	return b, nil
}

// express makes the expressions.
func (b *bound) express() {
	one := ir.NewConst(ir.U64, 1)
	rest := ir.NewRef(b.rest)
	bit := &ir.Binary{Op: ir.And, X: rest, Y: one}
	b.open = &ir.Binary{Op: ir.Lt, X: one, Y: rest}
	b.shut = ir.NotExpr(b.open)
	b.isT = &ir.Binary{Op: ir.Eq, X: bit, Y: ir.NewConst(ir.U64, 0)}
	b.isF = ir.NotExpr(b.isT)
	b.left = &ir.Binary{Op: ir.Shr, X: rest, Y: ir.NewConst(ir.U32, 1)}
}

// follow compares a decision with the bound's. Where the two differ the path leaves the bound, if it may.
func (w *work) follow(s *seam, b *bound, m ir.Mark, mayLeave bool) {
	if b == nil {
		return
	}
	same, other := b.isT, b.isF
	if m == ir.False {
		same, other = other, same
	}
	next := func() {
		w.next(s, b)
		if b.before {
			s.assume(b.open)
		}
	}
	s.part(b.open, b.shut, func() {
		if mayLeave {
			s.part(same, other, next, func() { s.set(b.rest, ir.NewConst(ir.U64, 1)) })
			return
		}
		s.assume(same)
		next()
	}, func() {})
}

// next goes on to the bound's next decision.
func (w *work) next(s *seam, b *bound) {
	s.set(b.rest, b.left)
	if b.table == nil {
		return
	}
	s.part(b.used, b.unused, func() {
		s.set(b.word, b.nextWord)
		s.step(&ir.LoadStmt{Dst: b.rest, Addr: b.addr})
	}, func() {})
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

package restrict

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Path is a sequence of branch decisions, one character each: T or F for the Assumes with a mark in the order of
// execution. Paths are ordered by the first decision that differs, T before F (ranged analysis, paper 5); a proper
// prefix comes before its extensions.
type Path string

// ComparePaths returns -1, 0 or +1 if p comes before q, equals it, or comes after it.
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

// PathRange is a set of paths: the paths p with Lo <= p <= Hi and the extensions of Hi (closed, as in the paper). If
// Before is set, the range is half-open: it excludes Hi and its extensions, Lo <= p < Hi, so that [.., p) and [p, ..)
// partition all paths. No path comes before an empty Lo. NoUpper means that there is no upper bound.
//
//	[T, TF]    T TT TTF TF TFT TFF ...     not: F, and the empty path, which comes before T
//	[T, TF)    T TT TTF ...                not: TF TFT TFF
type PathRange struct {
	Lo, Hi  Path
	Before  bool
	NoUpper bool
	Form    string // fingerprint of the program to which the paths belong (see Form); "" if it is not known
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

// End returns the first path after the range, or false if there is none. So every range can be written as a half-open
// one.
func (r *PathRange) End() (Path, bool) {
	switch {
	case r.NoUpper:
		return "", false
	case r.Before:
		return r.Hi, true
	}
	return r.Hi.Next()
}

// Next returns the first path after p and all its extensions, or false if there is none:
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

// Covers reports whether every path of t lies in r. It returns false if the ranges belong to different program forms.
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

// bound is the instrumentation for one end of a range. Its decisions are encoded as words of up to 63 decisions: the
// first decision is the lowest bit, T is 0 and F is 1, and the bit after the last decision is 1. So 1 is a word without
// decisions.
type bound struct {
	words []uint64
	rest  *ir.Var    // the remaining decisions of the current word; 1 if the path has left the bound or is at its end
	word  *ir.Var    // the number of the current word, if there are several
	table *ir.Object // the words, if there are several

	before bool // an execution that reaches the end of the bound is not in the range

	// Expressions that many edges share. open: the path has followed the bound, which has further decisions; shut is its
	// negation. isF, isT: the next decision of the bound is F, T.
	open, shut, isF, isT ir.Expr
	left                 ir.Expr // rest without its next decision
	used, unused         ir.Expr // the current word has no more decisions and is not the last one; its negation
	nextWord, addr       ir.Expr // the number of the next word; the address of the current word
}

// perWord is the number of decisions in a word.
const perWord = 63

// paths adds code after each decision that compares the path with the bounds, as long as the path follows them:
//
//	assume c [T]        assume c [T]
//	                    if 1 < lower { assume lower & 1 == 0; lower = lower >> 1 }
//	                    if 1 < upper { if upper & 1 == 0 { upper = upper >> 1 } else { upper = 1 } }
//
// After a decision F the roles are exchanged: an execution leaves the lower bound where the bound has T, and ends where
// the upper bound has T. At the end of the upper bound of a half-open range, an execution ends, too. When the word of a
// long bound is used up, the next word is loaded. An execution that ends before the lower bound does is a proper prefix
// of the bound and so comes before it: the part therefore requires that lower is 1 where the program ends.
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
			// If the bound decides otherwise, the path is past the lower bound, before the upper bound, or out of the range.
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

// bound adds the register of a bound, and for a long bound its counter and table. It returns nil for the empty path.
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

// express makes the shared expressions, except for those about words.
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

// follow compares a decision with the next decision of the bound. If they differ, the path leaves the bound if mayLeave
// is set; otherwise the execution ends.
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

// next advances to the next decision of the bound.
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

// ends adds an Assume of cond wherever an execution ends by itself: at the return of the entry function, at errors and
// halts, and at Undefined.
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

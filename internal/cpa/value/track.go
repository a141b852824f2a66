package value

import (
	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// set is a set of keys of a meaning, as bits.
type set []uint64

// has reports whether w is in s.
func (s set) has(w absint.Key) bool {
	return w >= 0 && int(w>>6) < len(s) && s[w>>6]>>(w&63)&1 != 0
}

// add adds w.
func (s *set) add(w absint.Key) {
	for int(w>>6) >= len(*s) {
		*s = append(*s, 0)
	}
	(*s)[w>>6] |= 1 << (w & 63)
}

// without returns s without w.
func (s set) without(w absint.Key) set {
	t := append(set(nil), s...)
	t[w>>6] &^= 1 << (w & 63)
	return t
}

// each calls f for each element.
func (s set) each(f func(absint.Key)) {
	for i, word := range s {
		for b := 0; word != 0; b, word = b+1, word>>1 {
			if word&1 != 0 {
				f(absint.Key(i<<6 + b))
			}
		}
	}
}

// sets caches the tracked keys of a precision.
type sets struct {
	fn  map[*ir.Func]set // by function: the keys of Global and Func
	loc map[*ir.Loc]set  // by location that has values of its own: all keys
}

// tracked returns the registers and cells that a precision tracks at l.
func (a *Analysis) tracked(pi *verify.Precision, l *ir.Loc) set {
	if pi == nil {
		return nil
	}
	s := a.sets[pi]
	if s == nil {
		// Old precisions are seldom used again.
		if s = (&sets{map[*ir.Func]set{}, map[*ir.Loc]set{}}); a.sets == nil || len(a.sets) > 8 {
			a.sets = map[*verify.Precision]*sets{}
		}
		a.sets[pi] = s
	}
	at, known := s.loc[l]
	if known {
		return at
	}
	of, known := s.fn[l.Func]
	if !known {
		of = a.numbers(l.Func, pi.Values.Global, pi.Values.Func[l.Func])
		s.fn[l.Func] = of
	}
	if more := pi.Values.Loc[l]; len(more) > 0 {
		of = append(set(nil), of...)
		a.numbers(l.Func, more).each(of.add)
		s.loc[l] = of
	}
	return of
}

// numbers returns the keys of expressions in f.
func (a *Analysis) numbers(f *ir.Func, lists ...[]ir.Expr) (s set) {
	for _, es := range lists {
		for _, x := range es {
			if w, ok := a.m.KeyOf(f, x); ok {
				s.add(w)
			}
		}
	}
	return s
}

// scoped returns the registers and cells of s with the scopes in which they are tracked.
func (a *Analysis) scoped(s set) verify.Scoped {
	out := verify.Scoped{Func: map[*ir.Func][]ir.Expr{}}
	s.each(func(w absint.Key) {
		if x := a.m.Term(w); x == nil {
			return
		} else if f := a.m.Owner(w); f != nil {
			out.Func[f] = append(out.Func[f], x)
		} else {
			out.Global = append(out.Global, x)
		}
	})
	return out
}

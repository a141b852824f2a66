package relation

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
)

// zone is an element of a simple domain of differences, for tests. It has upper bounds of x - y by (x, y), where
// dimension -1 is zero. It is closed by the algorithm of Floyd and Warshall.
type zone struct {
	at  map[[2]domain.Dim]int64
	bot bool
}

type zones struct{}

func newZones() linear.Domain[zone] { return zones{} }

func (zones) Top() zone            { return zone{} }
func (zones) Bottom() zone         { return zone{bot: true} }
func (zones) IsBottom(z zone) bool { return z.bot }

// dims returns the dimensions of z.
func (z zone) dims() []domain.Dim {
	var ds []domain.Dim
	for k := range z.at {
		ds = append(ds, k[0], k[1])
	}
	slices.Sort(ds)
	return slices.Compact(ds)
}

// with adds bounds to z and closes it.
func (z zone) with(more map[[2]domain.Dim]int64) zone {
	out := zone{at: map[[2]domain.Dim]int64{}, bot: z.bot}
	for _, m := range []map[[2]domain.Dim]int64{z.at, more} {
		for k, v := range m {
			if old, ok := out.at[k]; !ok || v < old {
				out.at[k] = v
			}
		}
	}
	ds := out.dims()
	for _, k := range ds {
		for _, i := range ds {
			for _, j := range ds {
				a, ok := out.at[[2]domain.Dim{i, k}]
				b, ok2 := out.at[[2]domain.Dim{k, j}]
				if !ok || !ok2 {
					continue
				}
				if i == j && a+b < 0 {
					return zone{bot: true}
				}
				if old, ok := out.at[[2]domain.Dim{i, j}]; i != j && (!ok || a+b < old) {
					out.at[[2]domain.Dim{i, j}] = a + b
				}
			}
		}
	}
	return out
}

func (zones) Leq(a, b zone) bool {
	if a.bot || b.bot {
		return a.bot
	}
	for k, v := range b.at {
		if w, ok := a.at[k]; !ok || v < w {
			return false
		}
	}
	return true
}

func (zones) Join(a, b zone) zone {
	switch {
	case a.bot:
		return b
	case b.bot:
		return a
	}
	out := zone{at: map[[2]domain.Dim]int64{}}
	for k, v := range a.at {
		if w, ok := b.at[k]; ok {
			out.at[k] = max(v, w)
		}
	}
	return out
}

func (zones) Meet(a, b zone) zone {
	if a.bot || b.bot {
		return zone{bot: true}
	}
	return a.with(b.at)
}

// Widen returns a zone that is not closed.
func (zones) Widen(a, b zone, _ domain.Thresholds) zone {
	switch {
	case a.bot:
		return b
	case b.bot:
		return a
	}
	out := zone{at: map[[2]domain.Dim]int64{}}
	for k, v := range a.at {
		if w, ok := b.at[k]; ok && w <= v {
			out.at[k] = v
		}
	}
	return out
}

func (zones) Narrow(_, next zone) zone { return next }

func (zones) Forget(z zone, ds ...domain.Dim) zone {
	out := zone{at: map[[2]domain.Dim]int64{}, bot: z.bot}
	for k, v := range z.at {
		if !slices.Contains(ds, k[0]) && !slices.Contains(ds, k[1]) {
			out.at[k] = v
		}
	}
	return out
}

func (s zones) Assign(z zone, d domain.Dim, f linear.Form) zone {
	if z.bot {
		return z
	}
	lo, hi := s.Bounds(z, f)
	if len(f.Terms) == 1 && f.Terms[0].C == 1 {
		y := f.Terms[0].D
		l, _ := f.Lo.Int64()
		h, _ := f.Hi.Int64()
		if y == d { // x - o moves by l..h
			out := zone{at: map[[2]domain.Dim]int64{}}
			for k, v := range z.at {
				switch d {
				case k[0]:
					v += h
				case k[1]:
					v -= l
				}
				out.at[k] = v
			}
			return out.with(nil)
		}
		return s.Forget(z, d).with(map[[2]domain.Dim]int64{{d, y}: h, {y, d}: -l})
	}
	more := map[[2]domain.Dim]int64{}
	if h, ok := hi.Int64(); ok {
		more[[2]domain.Dim{d, -1}] = h
	}
	if l, ok := lo.Int64(); ok {
		more[[2]domain.Dim{-1, d}] = -l
	}
	return s.Forget(z, d).with(more)
}

func (s zones) Assume(z zone, c linear.Cons) zone {
	k, ok := c.Lo.Int64()
	if z.bot || !ok || len(c.Terms) > 2 {
		return z
	}
	key := [2]domain.Dim{-1, -1} // the difference that is at most k
	for _, t := range c.Terms {
		switch {
		case t.C == 1 && key[1] == -1:
			key[1] = t.D
		case t.C == -1 && key[0] == -1:
			key[0] = t.D
		default:
			return z
		}
	}
	if len(c.Terms) == 0 {
		if k < 0 || c.Equal && k > 0 {
			return s.Bottom()
		}
		return z
	}
	more := map[[2]domain.Dim]int64{key: k}
	if c.Equal {
		more[[2]domain.Dim{key[1], key[0]}] = -k
	}
	return z.with(more)
}

func (s zones) Bounds(z zone, f linear.Form) (lo, hi domain.Wide) {
	if len(f.Terms) == 2 && f.Terms[0].C+f.Terms[1].C == 0 && f.Terms[0].C*f.Terms[0].C == 1 {
		x, y := f.Terms[0].D, f.Terms[1].D
		if f.Terms[0].C < 0 {
			x, y = y, x
		}
		return s.between(z, x, y, f)
	}
	sum := linear.Between(f.Lo, f.Hi)
	for _, t := range f.Terms {
		l, h := s.between(z, t.D, -1, linear.Const(0))
		p, _ := linear.Between(l, h).Times(t.C)
		sum, _ = sum.Plus(p)
	}
	return sum.Lo, sum.Hi
}

// between returns bounds of x - y + the addend of f.
func (zones) between(z zone, x, y domain.Dim, f linear.Form) (lo, hi domain.Wide) {
	lo, hi = domain.MinWide, domain.MaxWide
	if v, ok := z.at[[2]domain.Dim{x, y}]; ok && f.Hi != domain.MaxWide {
		hi = f.Hi.Add(domain.WideInt(v))
	}
	if v, ok := z.at[[2]domain.Dim{y, x}]; ok && f.Lo != domain.MinWide {
		lo = f.Lo.Sub(domain.WideInt(v))
	}
	return lo, hi
}

func (zones) Constraints(z zone) []linear.Cons {
	var out []linear.Cons
	ds := z.dims()
	for _, x := range ds {
		for _, y := range ds {
			if v, ok := z.at[[2]domain.Dim{x, y}]; ok && x != y { // v - x + y >= 0
				f := linear.Const(v)
				if x >= 0 {
					f, _ = f.Minus(linear.Of(x))
				}
				if y >= 0 {
					f, _ = f.Plus(linear.Of(y))
				}
				out = append(out, linear.Cons{Form: f})
			}
		}
	}
	return out
}

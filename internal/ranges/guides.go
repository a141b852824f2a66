package ranges

import (
	"math/rand/v2"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
)

// coins is the guide of Rdm and Rdm9 (section 3.4): a coin for each branch. It throws none twice.
type coins struct {
	rng    *rand.Rand
	tenths int
	thrown []ir.Mark
	at     int
}

func (c *coins) begin() { c.at = 0 }

func (c *coins) choose(l *ir.Loc, taken *ir.Edge) *ir.Edge {
	if !slices.ContainsFunc(l.Out, func(e *ir.Edge) bool { return mark(e) != ir.NoMark }) {
		return asItComes(l, taken) // of no order
	}
	if c.at == len(c.thrown) {
		m := ir.True
		if c.rng.IntN(10) >= c.tenths {
			m = ir.False
		}
		c.thrown = append(c.thrown, m)
	}
	m := c.thrown[c.at]
	c.at++
	return side(l, m, taken)
}

func (c *coins) pass(*ir.Edge) bool { return true }

// side returns the edge with a mark.
func side(l *ir.Loc, m ir.Mark, taken *ir.Edge) *ir.Edge {
	if i := slices.IndexFunc(l.Out, func(e *ir.Edge) bool { return mark(e) == m }); i >= 0 {
		return l.Out[i]
	}
	return asItComes(l, taken)
}

func asItComes(l *ir.Loc, taken *ir.Edge) *ir.Edge {
	if taken == nil {
		return l.Out[0]
	}
	return taken
}

// anyhow is a guide that goes as runs go.
type anyhow struct{}

func (anyhow) begin()                                    {}
func (anyhow) choose(l *ir.Loc, taken *ir.Edge) *ir.Edge { return asItComes(l, taken) }
func (anyhow) pass(*ir.Edge) bool                        { return true }

// fitting is a guide that takes another side where no execution goes on as it wants.
type fitting struct {
	guide
	not map[int]bool // by place: what was wanted there has no execution
	at  int
}

func fit(g guide) *fitting { return &fitting{guide: g, not: map[int]bool{}} }

func (f *fitting) begin() {
	f.at = 0
	f.guide.begin()
}

func (f *fitting) choose(l *ir.Loc, taken *ir.Edge) *ir.Edge {
	f.at++
	want := f.guide.choose(l, taken) // also where it does not count: it may keep a record
	if want != nil && f.not[f.at] {
		return asItComes(l, taken)
	}
	return want
}

func (f *fitting) refuse() bool {
	if f.not[f.at] {
		return false
	}
	f.not[f.at] = true
	return true
}

// within is a guide that stays in a range of paths, and else goes as another one does.
type within struct {
	guide
	r    restrict.PathRange // Before or NoUpper
	keep bool               // to the lower bound as long as it goes
	at   int                // decisions so far
	low  bool               // they are those that the lower bound begins with
	high bool               // the same of the upper one
	over bool               // the other guide wants nothing more
}

func (w *within) begin() {
	w.at, w.low, w.high, w.over = 0, true, !w.r.NoUpper, false
	w.guide.begin()
}

func (w *within) choose(l *ir.Loc, taken *ir.Edge) *ir.Edge {
	want := asItComes(l, taken)
	if !w.over {
		if other := w.guide.choose(l, taken); other != nil {
			want = other
		}
	}
	switch m := mark(want); {
	case m == ir.NoMark:
	case w.low && w.at < len(w.r.Lo) && w.r.Lo[w.at] == 'F':
		return side(l, ir.False, taken)
	case w.low && w.at < len(w.r.Lo) && w.keep, w.high && w.at < len(w.r.Hi):
		// a left side leaves the upper bound for the range, if there is one
		return side(l, ir.True, taken)
	}
	return want
}

func (w *within) pass(e *ir.Edge) bool {
	if m := mark(e); m != ir.NoMark {
		d := "?TF"[m]
		w.low = w.low && w.at < len(w.r.Lo) && w.r.Lo[w.at] == d
		w.high = w.high && w.at < len(w.r.Hi) && w.r.Hi[w.at] == d
		w.at++
	}
	w.over = w.over || !w.guide.pass(e)
	return true
}

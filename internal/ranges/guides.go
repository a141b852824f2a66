package ranges

import (
	"math/rand/v2"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
)

// coins is the guide of Rdm and Rdm9 (section 3.4). It tosses a coin for each branch. It remembers the results, so that
// each walk follows the same path.
type coins struct {
	rng    *rand.Rand
	tenths int       // the probability of the left side, in tenths
	thrown []ir.Mark // the results so far, in order of execution
	at     int       // the number of results used in this walk
}

func (c *coins) begin() { c.at = 0 }

// choose tosses a coin, if the edges have marks.
func (c *coins) choose(l *ir.Loc, taken *ir.Edge) *ir.Edge {
	if !slices.ContainsFunc(l.Out, func(e *ir.Edge) bool { return mark(e) != ir.NoMark }) {
		return asItComes(l, taken) // the edges are not ordered
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

// side returns the edge of l with mark m. If there is none, it returns the edge that the run took.
func side(l *ir.Loc, m ir.Mark, taken *ir.Edge) *ir.Edge {
	if i := slices.IndexFunc(l.Out, func(e *ir.Edge) bool { return mark(e) == m }); i >= 0 {
		return l.Out[i]
	}
	return asItComes(l, taken)
}

// asItComes returns the edge that the run took, or if it took none the first edge of l.
func asItComes(l *ir.Loc, taken *ir.Edge) *ir.Edge {
	if taken == nil {
		return l.Out[0]
	}
	return taken
}

// anyhow is a guide that follows each run.
type anyhow struct{}

func (anyhow) begin()                                    {}
func (anyhow) choose(l *ir.Loc, taken *ir.Edge) *ir.Edge { return asItComes(l, taken) }
func (anyhow) pass(*ir.Edge) bool                        { return true }

// fitting is a guide that wants the same path as another guide, but takes another edge where no execution follows it.
type fitting struct {
	guide
	not map[int]bool // by number of the choice: no execution takes the edge that the other guide wants
	at  int          // the number of the last choice
}

// fit returns a fitting guide based on g.
func fit(g guide) *fitting { return &fitting{guide: g, not: map[int]bool{}} }

func (f *fitting) begin() {
	f.at = 0
	f.guide.begin()
}

// choose returns the edge that the other guide wants, or, if this choice was refused, the edge of the run.
func (f *fitting) choose(l *ir.Loc, taken *ir.Edge) *ir.Edge {
	f.at++
	want := f.guide.choose(l, taken) // call it also if its answer is not used, as it may keep a record
	if want != nil && f.not[f.at] {
		return asItComes(l, taken)
	}
	return want
}

// refuse marks the last choice as impossible.
func (f *fitting) refuse() bool {
	if f.not[f.at] {
		return false
	}
	f.not[f.at] = true
	return true
}

// within is a guide that stays in a range of paths, and otherwise wants the same path as another guide.
type within struct {
	guide
	r    restrict.PathRange // half-open, or without an upper bound
	keep bool               // follow the lower bound as long as possible
	at   int                // decisions so far
	low  bool               // the decisions so far are a prefix of the lower bound
	high bool               // the decisions so far are a prefix of the upper bound
	over bool               // the other guide has no further preference
}

func (w *within) begin() {
	w.at, w.low, w.high, w.over = 0, true, !w.r.NoUpper, false
	w.guide.begin()
}

// choose returns the edge that the other guide wants, unless it would leave the range.
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
		// a left side that differs from the upper bound leads into the range
		return side(l, ir.True, taken)
	}
	return want
}

// pass records whether the path still follows the bounds.
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

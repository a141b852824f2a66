package ranges

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/symex"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// D. E. Knuth, Estimating the efficiency of backtrack programs (Mathematics of Computation 29, 1975): follow a random
// path and multiply the numbers of successors of its nodes; the product is an unbiased estimate of the number of paths.
//
// A path of the range divides the rest of the range into pieces: for each of its decisions, the paths that decide
// otherwise there. The size of a piece is estimated from one random path. Only some pieces are estimated in this way;
// the sizes of the pieces between them are interpolated. Pieces that are much larger than others are divided again.
// Bounds are the beginnings of pieces near the quantiles of the work.
//
// Deviations: the successors of a node are those that the solver does not exclude, a path is followed for at most
// maxProbe branches, and the random choice is among all successors, marked or not.

// piece is the set of paths that begin with a given path.
type piece struct {
	begin restrict.Path
	size  float64      // estimated number of paths
	at    *symex.Node  // the node where the piece begins; nil: the piece is a single path
	arc   *symex.Arc   // the arc that the paths of the piece take at this node
	tr    *symex.Trace // a run in the piece; nil: not searched for, or not found
	test  []ir.Record  // the test of a run in the piece, if known
}

// Limits of probing.
const (
	probeTime  = 150 * time.Millisecond
	probeQuery = 30 * time.Millisecond
	maxProbe   = 30      // branches for which a random path is followed
	maxPieces  = 200     // pieces around one path
	maxNodes   = 200_000 // nodes after which a Halver forgets its tree of paths
)

// prober estimates the number of paths in parts of a range.
type prober struct {
	*driver
	rng   *rand.Rand
	known map[*symex.Arc][]ir.Record // by arc: a test that takes it; nil: none was found
}

// newProber returns a prober that uses the driver d.
func newProber(d *driver) *prober {
	return &prober{driver: d, rng: rand.New(rand.NewPCG(d.task.Options.Seed, 15)), known: map[*symex.Arc][]ir.Record{}}
}

// test returns a test that takes an arc, nil if none was found. It caches the result.
func (p *prober) test(ctx context.Context, at *symex.Node, a *symex.Arc) []ir.Record {
	if t, is := p.known[a]; is {
		return t
	}
	t, why := p.take(ctx, at, a, probeQuery)
	if t != nil || why != noTime {
		p.known[a] = t
	}
	return t
}

// pieces divides a range by one of its paths: it returns the pieces before and after the path, in the order of the
// decisions at which they begin. If below is not nil, it returns only pieces that begin after that node.
func (p *prober) pieces(tr *symex.Trace, r *restrict.PathRange, below *symex.Node) (before, after []*piece) {
	var path []byte
	on := below == nil
	for i, n := range tr.Nodes {
		for _, e := range n.Stretch() {
			if m := mark(e); m != ir.NoMark {
				path = append(path, "?TF"[m])
			}
		}
		if on && n.Kind == symex.Branch && i+1 < len(tr.Nodes) && len(before)+len(after) < maxPieces {
			took := tr.Nodes[i+1].In
			for k := range n.Arcs {
				a := &n.Arcs[k]
				m := mark(a.Edge)
				if a == took || m == ir.NoMark || mark(took.Edge) == m || mark(took.Edge) == ir.NoMark || a.Infeasible ||
					a.Child == nil && !a.Open() {
					continue
				}
				x := &piece{begin: restrict.Path(path) + restrict.Path("?TF"[m:m+1]), size: -1, at: n, arc: a}
				if !meets(r, x.begin) {
					continue
				}
				if m == ir.True {
					before = append(before, x)
				} else {
					after = append(after, x)
				}
			}
		}
		on = on || n == below
	}
	return before, after
}

// meets reports whether a range has a path that begins with the given decisions.
func meets(r *restrict.PathRange, begin restrict.Path) bool {
	if end, is := r.End(); is && restrict.ComparePaths(begin, end) >= 0 {
		return false
	}
	next, is := begin.Next()
	return !is || restrict.ComparePaths(r.Lo, next) < 0
}

// into returns a run in a piece and in a range, or nil if it finds none.
func (p *prober) into(ctx context.Context, x *piece, r *restrict.PathRange) *symex.Trace {
	if x.at == nil {
		return nil
	}
	test := p.test(ctx, x.at, x.arc)
	if test == nil {
		return nil
	}
	tr, err := p.run(ctx, test)
	if err != nil {
		return nil
	}
	if !r.Contains(decided(tr)) { // a part of the piece is outside of the range
		g := fit(&within{guide: anyhow{}, r: *cutTo(r, x.begin), keep: true})
		for range maxProbe {
			_, next := p.look(ctx, tr, g)
			if next == nil {
				break
			}
			if tr, err = p.run(ctx, next); err != nil {
				return nil
			}
		}
	}
	if i := slices.Index(tr.Nodes, x.at) + 1; i == 0 || i >= len(tr.Nodes) || tr.Nodes[i].In != x.arc ||
		!r.Contains(decided(tr)) {
		return nil
	}
	return tr
}

// cutTo returns the part of a range whose paths begin with the given path.
func cutTo(r *restrict.PathRange, begin restrict.Path) *restrict.PathRange {
	c := *halfOpen(r)
	if restrict.ComparePaths(c.Lo, begin) < 0 {
		c.Lo = begin
	}
	if next, is := begin.Next(); is && (c.NoUpper || restrict.ComparePaths(next, c.Hi) < 0) {
		c.Hi, c.Before, c.NoUpper = next, true, false
	}
	return &c
}

// probe estimates the size of a piece: it follows a random path from the beginning of the piece, and multiplies the
// numbers of successors for which it finds a run. The size remains negative if the time is over before a run is found.
func (p *prober) probe(ctx context.Context, x *piece, r *restrict.PathRange) {
	if x.size >= 0 {
		return
	}
	tr := p.into(ctx, x, r)
	if tr == nil {
		if x.arc.Infeasible || !p.over(ctx) {
			x.size = 0
		}
		return
	}
	x.tr, x.test = tr, tr.Run.Reads
	x.size = 1
	path, behind := []byte(x.begin), slices.Index(tr.Nodes, x.at)+1
	for i, seen := behind, 0; i+1 < len(tr.Nodes) && seen < maxProbe && !p.over(ctx); i++ {
		n := tr.Nodes[i]
		for k, e := range n.Stretch() {
			if m := mark(e); m != ir.NoMark && (k > 0 || i > behind) {
				path = append(path, "?TF"[m])
			}
		}
		if n.Kind != symex.Branch || len(n.Arcs) < 2 {
			continue
		}
		seen++
		var ways []*symex.Arc
		for k := range n.Arcs {
			a := &n.Arcs[k]
			if m := mark(a.Edge); m != ir.NoMark && !meets(r, restrict.Path(path)+restrict.Path("?TF"[m:m+1])) {
				continue
			}
			if a == tr.Nodes[i+1].In || p.test(ctx, n, a) != nil {
				ways = append(ways, a)
			}
		}
		x.size *= float64(max(len(ways), 1))
		if len(ways) < 2 {
			continue
		}
		if a := ways[p.rng.IntN(len(ways))]; a != tr.Nodes[i+1].In {
			other, err := p.run(ctx, p.test(ctx, n, a))
			if err != nil || len(other.Nodes) < i+2 || other.Nodes[i] != n {
				break
			}
			tr = other
		}
	}
}

// estimate sets the sizes of all pieces of a path: some by probes, the others by interpolation.
func (p *prober) estimate(ctx context.Context, xs []*piece, r *restrict.PathRange) {
	last := -1
	for _, i := range samples(len(xs)) {
		if p.probe(ctx, xs[i], r); xs[i].size < 0 {
			continue
		}
		for k := last + 1; k < i; k++ {
			if lo := math.Max(xs[max(last, 0)].size, 0); lo > 0 && xs[i].size > 0 {
				part := float64(k-last) / float64(i-last)
				xs[k].size = math.Pow(lo, 1-part) * math.Pow(xs[i].size, part)
			} else {
				xs[k].size = (lo + xs[i].size) / 4 // one of the two probed pieces has no path
			}
		}
		last = i
	}
	for _, x := range xs[last+1:] {
		x.size = 1 // no time was left
	}
}

// samples returns increasing numbers below n, dense at the front.
func samples(n int) (out []int) {
	for i, step := 0, 1; i < n; i += step {
		out = append(out, i)
		if len(out) >= 4 {
			step += (step + 1) / 2
		}
	}
	if len(out) > 0 && out[len(out)-1] != n-1 {
		out = append(out, n-1)
	}
	return out
}

// divide returns pieces of a range, in the order of paths, none of which has much more than 1/n of the work.
func (p *prober) divide(ctx context.Context, tr *symex.Trace, r *restrict.PathRange, n int) []*piece {
	all := p.around(ctx, tr, r, nil)
	for range 4 * n {
		total, most := 0.0, (*piece)(nil)
		for _, x := range all {
			total += x.size
			if x.tr != nil && x.at != nil && (most == nil || x.size > most.size) {
				most = x
			}
		}
		if most == nil || most.size < total/float64(4*n) || most.size < 2 || p.over(ctx) {
			break
		}
		i := slices.Index(all, most)
		sub := p.around(ctx, most.tr, r, most.at)
		sum := 0.0
		for _, x := range sub {
			sum += x.size
		}
		if len(sub) < 2 || sum == 0 {
			most.tr = nil
			continue
		}
		for _, x := range sub { // the mean of two estimates
			x.size *= (1 + most.size/sum) / 2
		}
		all = slices.Replace(all, i, i+1, sub...)
	}
	return all
}

// around returns the pieces before and after a path, with the path itself between them.
func (p *prober) around(ctx context.Context, tr *symex.Trace, r *restrict.PathRange, below *symex.Node) []*piece {
	before, after := p.pieces(tr, r, below)
	p.estimate(ctx, before, r)
	p.estimate(ctx, after, r)
	slices.Reverse(after)
	self := &piece{begin: decided(tr), size: 1, tr: tr, test: tr.Run.Reads}
	if !r.Contains(self.begin) {
		self.size, self.test = 0, nil
	}
	return append(append(before, self), after...)
}

// decided returns the path of a run, as far as the run was followed.
func decided(tr *symex.Trace) restrict.Path {
	var p []byte
	for _, e := range tr.Last().Path() {
		if m := mark(e); m != ir.NoMark {
			p = append(p, "?TF"[m])
		}
	}
	return restrict.Path(p)
}

// quantiles returns up to n-1 bounds at beginnings of pieces that lie inside of a range and divide the work best.
func (p *prober) quantiles(ctx context.Context, all []*piece, r *restrict.PathRange, n int) (out []Bound) {
	total, sum := 0.0, make([]float64, len(all)) // sum: the work before each piece
	for i, x := range all {
		sum[i] = total
		total += x.size
	}
	used := map[int]bool{}
	for k := 1; k < n; k++ {
		for {
			best, want := -1, total*float64(k)/float64(n)
			for i, x := range all {
				inside := sum[i] > 0 && x.size > 0 && restrict.ComparePaths(r.Lo, x.begin) < 0
				if end, is := r.End(); inside && is {
					inside = restrict.ComparePaths(x.begin, end) < 0
				}
				if inside && !used[i] && (best < 0 || math.Abs(sum[i]-want) < math.Abs(sum[best]-want)) {
					best = i
				}
			}
			if best < 0 {
				break
			}
			used[best] = true
			if x := all[best]; p.show(ctx, x, r) {
				out = append(out, p.begins(x))
				break
			}
		}
	}
	return out
}

// show searches for a test of a piece, and reports whether it has one.
func (p *prober) show(ctx context.Context, x *piece, r *restrict.PathRange) bool {
	if x.test == nil {
		if tr := p.into(ctx, x, r); tr != nil {
			x.test = tr.Run.Reads
		}
	}
	return x.test != nil
}

// begins returns the bound at the beginning of a piece.
func (p *prober) begins(x *piece) Bound {
	return Bound{Path: x.begin, Form: p.form, Test: &verify.Test{Records: x.test, Note: "split"},
		Cut: "all paths that begin so are past the bound"}
}

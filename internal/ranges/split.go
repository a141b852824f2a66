package ranges

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tandem-verifier/tandem/internal/near"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// MaxParts bounds the number of ranges of one split.
const MaxParts = 1024

// Splitter is a method to find bounds: n-1 of them for n ranges, or fewer if it does not find so many.
type Splitter struct {
	Name   string // as ParseSplit reads it
	Doc    string // one line
	Seeded bool   // the bounds depend on the seed of the task
	find   func(ctx context.Context, d *driver, n int) ([]Bound, error)
}

// NoSplit is the error with the reason why a program is not split.
type NoSplit struct{ Reason string }

func (e *NoSplit) Error() string { return e.Reason }

// Splitters returns one or two splitters of each kind.
func Splitters() []Splitter {
	return []Splitter{
		loops([]int{3}, false), loops([]int{10}, false), randomly(5), randomly(9), loops([]int{3}, true), balanced(),
		inputs(),
	}
}

// SplitError is an error in the name of a splitter.
type SplitError struct{ Msg string }

func (e *SplitError) Error() string { return e.Msg }

// maxTurns bounds the K of LbK.
const maxTurns = 1_000_000

// ParseSplit reads the name of a splitter:
//
//	lb3 lb10 lb7     the left-most path with 3, 10, 7 iterations of each loop; for n ranges also with twice, three times, ... as many
//	lb3+lb10         paths with 3 and with 10 iterations
//	fit3 fit10       as lb3, lb10, but where no execution follows the path, it continues as an execution does
//	rdm rdm9         random paths; rdm9 takes the left side with 90 %, rdm1 to rdm8 likewise
//	balanced         bounds that divide the work evenly, as estimated by random paths
//	inputs           paths of tests with values that cut the range of an input
func ParseSplit(text string) (Splitter, error) {
	fault := func(format string, args ...any) (Splitter, error) {
		return Splitter{}, &SplitError{fmt.Sprintf(format, args...)}
	}
	for _, kind := range []string{"lb", "fit"} {
		if !strings.HasPrefix(text, kind) {
			continue
		}
		var ks []int
		for _, part := range strings.Split(text, "+") {
			num, is := strings.CutPrefix(part, kind)
			k, err := strconv.Atoi(num)
			if !is || err != nil && num != "" && strings.Trim(num, "0123456789") != "" {
				return fault("%q is not %s and a number of iterations, as in %[2]s3 or %[2]s3+%[2]s10", part, kind)
			}
			if err != nil || k < 1 || k > maxTurns {
				return fault("%s: the number of iterations is from 1 to %d", part, maxTurns)
			}
			ks = append(ks, k)
		}
		slices.Sort(ks)
		return loops(slices.Compact(ks), kind == "fit"), nil
	}
	if num, is := strings.CutPrefix(text, "rdm"); is {
		switch tenth, err := strconv.Atoi(num); {
		case num == "":
			return randomly(5), nil
		case err == nil && 1 <= tenth && tenth <= 9 && len(num) == 1:
			return randomly(tenth), nil
		}
	}
	var names []string
	for _, s := range Splitters() {
		if s.Name == text {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return fault("no splitter %q (there are: %s; lb, fit and rdm with other numbers)%s", text, strings.Join(names, ", "),
		near.Mean(text, names))
}

// PartsFault returns the error message for an invalid number of ranges.
func PartsFault(n int) string {
	return fmt.Sprintf("a split makes 2 to %d ranges, not %d", MaxParts, n)
}

// Split returns the sorted bounds of n ranges, at most n-1. If it finds none, the error is a *NoSplit.
func Split(ctx context.Context, t *verify.Task, s Splitter, n int) ([]Bound, error) {
	if n < 2 || n > MaxParts {
		return nil, errors.New(PartsFault(n))
	}
	defer t.Log.Timer("split")()
	if t.Parts == nil { // share the points-to sets
		c := *t
		c.Parts = &verify.PartSet{}
		t = &c
	}
	d, err := newDriver(ctx, t)
	if err != nil {
		return nil, err
	}
	defer d.close()
	bs, err := s.find(ctx, d, n)
	if err != nil {
		return nil, err
	}
	out := sorted(bs)
	switch {
	case len(out) > 0:
		return out, nil
	case len(bs) > 0 && bs[0].Path == "" && bs[0].Cut != "":
		return nil, &NoSplit{"before the first decision, " + bs[0].Cut}
	}
	return nil, &NoSplit{"no path comes before the one that was found: all its decisions are T"}
}

// onePath is the reason why a program without inputs is not split.
const onePath = "the program has one path: no input decides anything"

// loops returns the splitter LbK for the given values of K, or FitK if fits is set. If more bounds are needed, it uses
// twice, three times, ... the last K.
func loops(ks []int, fits bool) Splitter {
	name, doc := "lb", "the left-most path with %s iterations of each loop"
	if fits {
		name, doc = "fit", "as lb with %s iterations; where no execution follows that path, it continues as an execution does"
	}
	var names, words []string
	for _, k := range ks {
		names = append(names, name+strconv.Itoa(k))
		words = append(words, strconv.Itoa(k))
	}
	return Splitter{
		Name: strings.Join(names, "+"),
		Doc:  fmt.Sprintf(doc, strings.Join(words, " and ")),
		find: func(ctx context.Context, d *driver, n int) ([]Bound, error) {
			p := d.task.Program
			g := &unrolled{shape: newShape(p), entry: p.Entry}
			if !g.shape.turns[p.Entry] {
				return nil, &NoSplit{"the program has no loop and no recursion"}
			}
			var out []Bound
			for i := range n - 1 {
				if i > 0 && d.spent() {
					break
				}
				if i < len(ks) {
					g.k = ks[i]
				} else {
					g.k = ks[len(ks)-1] * (i - len(ks) + 2)
				}
				var way guide = g
				if fits {
					way = fit(g)
				}
				w, err := d.walk(ctx, way)
				if err != nil {
					return out, ended(ctx, err)
				}
				if w.single() {
					return nil, &NoSplit{onePath}
				}
				d.test = w.trace.Run.Reads // the next path begins like this one
				b, err := d.bound(ctx, w)
				if err != nil {
					return out, ended(ctx, err)
				}
				out = append(out, b)
			}
			return out, nil
		},
	}
}

// ended returns the error of ctx if ctx has ended, err otherwise.
func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// randomly returns the splitter whose paths take the left side of each branch with the given probability, in tenths.
func randomly(tenths int) Splitter {
	s := Splitter{Name: "rdm" + strconv.Itoa(tenths), Seeded: true,
		Doc: fmt.Sprintf("random paths, each decision is T with a probability of %d %%", 10*tenths)}
	if tenths == 5 {
		s.Name = "rdm"
	}
	s.find = func(ctx context.Context, d *driver, n int) ([]Bound, error) {
		rng := rand.New(rand.NewPCG(d.task.Options.Seed, uint64(tenths)))
		var out []Bound
		for try := 0; len(out) < n-1 && try < tries*n && (try == 0 || !d.spent()); try++ {
			w, err := d.walk(ctx, &coins{rng: rng, tenths: tenths})
			if err != nil {
				return out, ended(ctx, err)
			}
			if w.single() {
				return nil, &NoSplit{onePath}
			}
			b, err := d.bound(ctx, w)
			if err != nil {
				return out, ended(ctx, err)
			}
			out = sorted(append(out, b))
		}
		return out, nil
	}
	return s
}

// tries bounds, for each range, the number of random paths that yield no new bound.
const tries = 8

// balanced returns the splitter whose ranges have about the same number of paths, see prober.
func balanced() Splitter {
	return Splitter{
		Name: "balanced",
		Doc:  "about the same number of paths in each range, estimated by random paths", Seeded: true,
		find: func(ctx context.Context, d *driver, n int) ([]Bound, error) {
			d.most = fewEdges
			p, whole := newProber(d), &restrict.PathRange{NoUpper: true}
			w, err := p.inside(ctx, newShape(d.task.Program), whole)
			if err != nil {
				return nil, err
			}
			if w.single() {
				return nil, &NoSplit{onePath}
			}
			limited, done := d.limits(ctx, probeTime*time.Duration(1+bits.Len(uint(n))))
			defer done()
			return p.quantiles(limited, p.divide(limited, w.trace, whole, n), whole, n), nil
		},
	}
}

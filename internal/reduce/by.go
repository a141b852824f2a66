package reduce

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
)

// Techniques are the ways to a residual program.
//
//	product   what the condition leaves open (Definition 2)
//	folded    the same, no larger than the program
//	slice     what the open obligations depend on (Definitions 3 to 5), whatever the condition says of executions
//	both      the slice of the product, unless that outgrows the program, or of folded: the smaller one
//	race      product and slice: the smaller one
//	auto      product, or folded where that has many times the edges of the program; slice where the condition leaves out no executions
var Techniques = []string{"auto", "product", "folded", "slice", "both", "race"}

// How much larger than the program a product may be before it is folded. Testers come to what is open with fewer tests
// in a product that is twice as large than in a folded program, whose executions are more; where paths were taken apart
// many times, they are tested many times.
const outgrown, unfolded = 1.0, 3.0

// By makes a residual program of p by a technique ("": auto), and says which it was.
func By(ctx context.Context, technique string, p *ir.Program, c *restrict.Condition) (*Residual, string, error) {
	r, technique, err := by(ctx, technique, p, c)
	if err != nil {
		return nil, "", err
	}
	return r.unread(), technique, nil
}

func by(ctx context.Context, technique string, p *ir.Program, c *restrict.Condition) (*Residual, string, error) {
	switch technique {
	case "", "auto":
		return auto(ctx, p, c)
	case "product":
		r, err := passed(Product, p, c)
		return r, technique, err
	case "folded":
		r, err := passed(Folded, p, c)
		return r, technique, err
	case "slice":
		r, err := sliced(ctx, &Residual{Program: p}, p, c)
		return r, technique, err
	case "both":
		return both(ctx, p, c)
	case "race":
		return race(ctx, p, c)
	}
	return nil, "", fmt.Errorf("no technique %q (there are: %s)", technique, strings.Join(Techniques, ", "))
}

// criterion lists the obligations of a residual program q of p that the condition leaves unproved (Definition 3).
func criterion(q *ir.Program, p *ir.Program, c *restrict.Condition) (out []*ir.Obligation) {
	unproved := c.Unproved(p)
	for _, o := range q.Obligations {
		of := o
		if q != p {
			of = o.Origin
		}
		if slices.Contains(unproved, of) {
			out = append(out, o)
		}
	}
	return out
}

// sliced is the slice of a residual program of p.
func sliced(ctx context.Context, r *Residual, p *ir.Program, c *restrict.Condition) (*Residual, error) {
	q, m, err := Slice(ctx, r.Program, criterion(r.Program, p, c), SliceOptions{})
	if err != nil {
		return nil, err
	}
	if r.Map != nil {
		m = m.Then(r.Map)
	}
	return &Residual{Program: q, Map: m}, nil
}

// both slices the product, if that does not outgrow the program, and folded, at the same time: the smaller one.
func both(ctx context.Context, p *ir.Program, c *restrict.Condition) (*Residual, string, error) {
	slice := func(cut maker) func() (*Residual, error) {
		return func() (*Residual, error) {
			r, err := passed(cut, p, c)
			if err != nil {
				return nil, err
			}
			return sliced(ctx, r, p, c)
		}
	}
	const product, folded = "product and slice", "folded and slice"
	if !fits(p, c, outgrown) {
		r, err := slice(Folded)()
		return r, folded, err
	}
	r, first, err := smaller(slice(Product), slice(Folded))
	if first {
		return r, product, err
	}
	return r, folded, err
}

// maker is Product or Folded.
type maker func(*ir.Program, *restrict.Condition) (*Residual, error)

// smaller makes two residual programs at the same time, and takes the smaller one, the first of two of the same size.
func smaller(a, b func() (*Residual, error)) (r *Residual, first bool, err error) {
	type answer struct {
		r   *Residual
		err error
	}
	other := make(chan answer, 1)
	go func() {
		r, err := a()
		other <- answer{r, err}
	}()
	r, err = b()
	if x := <-other; x.err == nil && (err != nil || SizeOf(x.r.Program).Edges <= SizeOf(r.Program).Edges) {
		return x.r, true, nil
	}
	return r, false, err
}

// passed makes a residual program without the checks that were proved.
func passed(cut maker, p *ir.Program, c *restrict.Condition) (*Residual, error) {
	r, err := cut(p, c)
	if err != nil {
		return nil, err
	}
	return r.proved(c), nil
}

// race makes the product and the slice at the same time, and takes the smaller one.
func race(ctx context.Context, p *ir.Program, c *restrict.Condition) (*Residual, string, error) {
	r, first, err := smaller(
		func() (*Residual, error) { return sliced(ctx, &Residual{Program: p}, p, c) },
		func() (*Residual, error) { return passed(Product, p, c) })
	if first {
		return r, "slice", err
	}
	return r, "product", err
}

// fits reports whether the product is at most so many times as large as the program.
func fits(p *ir.Program, c *restrict.Condition, times float64) bool {
	size, err := ProductSize(p, c)
	return err == nil && float64(size.Edges) <= times*float64(SizeOf(p).Edges)
}

// auto chooses by the condition. Where it leaves out no executions, there is nothing to be cut off, and the slice is
// all. Else nothing is sliced: a slice is smaller, but takes no fewer tests, and branches that errors do not depend on
// are not covered by what it is tested with (docs/results: residual testing).
func auto(ctx context.Context, p *ir.Program, c *restrict.Condition) (*Residual, string, error) {
	switch {
	case len(c.States) == 0:
		r, err := sliced(ctx, &Residual{Program: p}, p, c)
		return r, "slice", err
	case fits(p, c, unfolded):
		if r, err := passed(Product, p, c); err == nil {
			return r, "product", nil
		}
	}
	r, err := passed(Folded, p, c)
	return r, "folded", err
}

package reduce

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
)

// Techniques are the names of the techniques that make residual programs.
//
//	product   the executions that the condition leaves open (Definition 2)
//	folded    the same, no larger than the program
//	slice     the edges on which the open obligations depend (Definitions 3 to 5), for all executions
//	both      the slice of the product or of folded, whichever is smaller; of folded if the product outgrows the program
//	race      the smaller one of product and slice
//	auto      slice if the condition excludes no executions; else product, or folded if product is far larger than p
var Techniques = []string{"auto", "product", "folded", "slice", "both", "race"}

// These factors bound the size of a product in proportion to the program: both uses outgrown, and auto uses unfolded. A
// tester reaches the open executions with fewer tests in a product that is twice as large as the program than in a
// folded program, which has more executions. But a product in which paths were separated many times repeats tests as
// often.
const outgrown, unfolded = 1.0, 3.0

// By makes a residual program of p by a technique ("": auto). It also returns the name of the technique that was used.
func By(ctx context.Context, technique string, p *ir.Program, c *restrict.Condition) (*Residual, string, error) {
	r, technique, err := by(ctx, technique, p, c)
	if err != nil {
		return nil, "", err
	}
	return r.unread(), technique, nil
}

// by is By without the removal of inputs that are not read.
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

// criterion returns the obligations of q, which is p or a residual program of p, that the condition leaves unproved
// (Definition 3).
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

// sliced returns the slice of a residual program of p.
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

// both slices the folded program and, unless it outgrows the program, the product at the same time. It returns the
// smaller slice and its technique.
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

// maker is the type of Product and Folded.
type maker func(*ir.Program, *restrict.Condition) (*Residual, error)

// smaller calls two functions at the same time, and returns the smaller of the two residual programs, or the first one
// if both have the same size. first reports whether it returns the first one.
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

// race makes the product and the slice at the same time, and returns the smaller one.
func race(ctx context.Context, p *ir.Program, c *restrict.Condition) (*Residual, string, error) {
	r, first, err := smaller(
		func() (*Residual, error) { return sliced(ctx, &Residual{Program: p}, p, c) },
		func() (*Residual, error) { return passed(Product, p, c) })
	if first {
		return r, "slice", err
	}
	return r, "product", err
}

// fits reports whether the product has at most the given multiple of the edges of the program.
func fits(p *ir.Program, c *restrict.Condition, times float64) bool {
	size, err := ProductSize(p, c)
	return err == nil && float64(size.Edges) <= times*float64(SizeOf(p).Edges)
}

// auto chooses a technique by the condition. If the condition excludes no executions, a product would cut nothing off,
// so auto slices. Otherwise it does not slice: a slice is smaller but takes as many tests, and these tests do not cover
// branches on which no error depends (docs/results: residual testing).
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

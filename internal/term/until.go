package term

import "context"

// Whoever makes terms of terms may be long about it: choices between pointers grow with each store. The place where
// such work looks at its context is where terms are made.

// until is a context that the making of terms looks at.
type until struct {
	context.Context
	made uint32
}

// checkedTerms is how many terms are asked for between two looks at the context: well below a millisecond.
const checkedTerms = 256

// left is the panic that leaves the work under way.
type left struct{ of *until }

// Until runs f, which makes terms, and leaves it when the context ends: then it returns the context's error. What f
// keeps must be such that it may be left wherever it makes a term: things enter tables when they are complete. Nothing
// that has to be undone may be under way but what is deferred.
func (c *Ctx) Until(ctx context.Context, f func()) (err error) {
	if err := ctx.Err(); err != nil {
		return err
	}
	mine, outer := &until{Context: ctx}, c.until
	c.until = mine
	defer func() {
		c.until = outer
		switch x := recover().(type) {
		case nil:
		case left:
			if x.of != mine {
				panic(x)
			}
			err = ctx.Err()
		default:
			panic(x)
		}
	}()
	f()
	return nil
}

// look leaves the work under way if its context has ended.
func (c *Ctx) look() {
	if c.until.made++; c.until.made%checkedTerms == 0 && c.until.Err() != nil {
		panic(left{c.until})
	}
}

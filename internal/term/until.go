package term

import "context"

// This file lets a context end the making of terms, which may take long: choices between pointers grow with each store.

// until is a context that ends the making of terms.
type until struct {
	context.Context
	made uint32
}

// checkedTerms is the number of terms that are made between two checks of the context: well below a millisecond.
const checkedTerms = 256

// left is the panic that ends the work.
type left struct{ of *until }

// Until runs f, which makes terms, and ends it when the context ends: then it returns the context's error. f may be
// ended at any point where it makes a term: it must enter things into tables only when they are complete, and undo
// temporary changes by defer only.
func (c *table) Until(ctx context.Context, f func()) (err error) {
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

// look ends the work if its context has ended.
func (c *table) look() {
	if c.until.made++; c.until.made%checkedTerms == 0 && c.until.Err() != nil {
		panic(left{c.until})
	}
}

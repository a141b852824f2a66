package term

import "context"

// This file interrupts the construction of terms when a context ends. Construction may take long, since if-then-else
// terms over the targets of pointers grow with each store.

// until is a context that interrupts the construction of terms.
type until struct {
	context.Context
	made uint32 // number of terms made under it
}

// checkedTerms is the number of terms that are made between two checks of the context. Making that many terms takes
// much less than a millisecond.
const checkedTerms = 256

// left is the value of the panic that interrupts the construction of terms; of has the context that ended.
type left struct{ of *until }

// Until runs f, which makes terms. When the context ends, Until interrupts f and returns the context's error. The
// interruption is a panic at any point where f makes a term. So f must enter values into tables only when they are
// complete, and must undo temporary changes by defer.
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

// look counts a term. After every checkedTerms terms it panics if the context of Until has ended.
func (c *table) look() {
	if c.until.made++; c.until.made%checkedTerms == 0 && c.until.Err() != nil {
		panic(left{c.until})
	}
}

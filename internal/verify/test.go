package verify

import "github.com/tandem-verifier/tandem/internal/ir"

// Test is a set of inputs for a run: the values of its reads, keyed by site, occurrence and offset. A read without a
// record reads zero.
type Test struct {
	Records []ir.Record
	Note    string // how the test was made
}

// Value returns the value that the test has for a read; ok is false if it has none.
func (t *Test) Value(k ir.Key) (bits uint64, ok bool) {
	for i := range t.Records {
		if t.Records[i].Key == k {
			return t.Records[i].Bits, true
		}
	}
	return 0, false
}

// Ending is how a run of a test ended.
type Ending string

// The endings that packages other than exec distinguish.
const (
	EndFinished  Ending = "finished"
	EndBlocked   Ending = "blocked"
	EndViolated  Ending = "violated"
	EndUndefined Ending = "undefined"
	EndResource  Ending = "resource" // fuel, stack, memory or time
)

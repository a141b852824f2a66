package verify

import "github.com/tandem-verifier/tandem/internal/ir"

// Test is an input: the values of one run's reads, keyed by site, occurrence
// and offset. A read without a record gets zero.
type Test struct {
	Records []ir.Record
	Note    string // who made it and how
}

// Value returns the value for a read; ok false if the test does not fix it.
func (t *Test) Value(k ir.Key) (bits uint64, ok bool) {
	for i := range t.Records {
		if t.Records[i].Key == k {
			return t.Records[i].Bits, true
		}
	}
	return 0, false
}

// Ending tells how a run of a test ended.
type Ending string

// The endings that matter to others than exec.
const (
	EndFinished  Ending = "finished"
	EndBlocked   Ending = "blocked"
	EndViolated  Ending = "violated"
	EndUndefined Ending = "undefined"
	EndResource  Ending = "resource" // fuel, stack, memory or time
)

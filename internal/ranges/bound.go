package ranges

import (
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Bound is a bound of ranges: a path, with the test that takes it.
type Bound struct {
	Path restrict.Path
	Form string       // of the program that it is a path of, see restrict.Form
	Test *verify.Test // its run begins with Path; with "" in Cut, its decisions are Path
	Cut  string       // why the path is only a prefix of that of the test; "": it is whole
}

package ranges

import (
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Bound is a bound of ranges: a path, with the test that takes it.
type Bound struct {
	Path restrict.Path
	Form string       // fingerprint of the program to which Path belongs, see restrict.Form
	Test *verify.Test // a test whose run begins with Path; if Cut is "", Path is its whole path
	Cut  string       // the reason why Path is only a prefix of the path of Test; "" if it is the whole path
}

package restrict

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// formDigits is the length of a fingerprint in hexadecimal digits.
const formDigits = 16

// Form returns the fingerprint of the form of p (docs/ranged.md). It hashes the decisions of p, which are the Assumes
// with a mark: their functions, source positions, conditions and order. A pass that changes the path of an execution
// drops, adds or moves such edges, so the fingerprint changes. The fingerprint may also change although all paths stay
// the same, for example if a function with decisions is inlined. To use a bound of a range for another form, compute it
// again from the test that induces it. The program that Apply returns has the same fingerprint as the program that
// Apply restricts, unless Scope.Edges leaves decisions out.
func Form(p *ir.Program) string {
	h := sha256.New()
	for _, f := range p.Funcs {
		fmt.Fprintf(h, "func %s\n", f.Name)
		for _, e := range f.Edges {
			if a, is := e.Stmt.(*ir.Assume); is && a.Mark != ir.NoMark {
				fmt.Fprintf(h, "%d %s ", a.Mark, e.Pos)
				_, _ = io.WriteString(h, ir.ExprString(a.Cond))
				_, _ = io.WriteString(h, "\n")
			}
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:formDigits]
}

// isForm reports whether text has the syntax of a fingerprint.
func isForm(text string) bool {
	return len(text) == formDigits && strings.Trim(text, "0123456789abcdef") == ""
}

package restrict

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// formDigits is the length of a fingerprint.
const formDigits = 16

// Form is the fingerprint of a program form: of its decisions, which are the Assumes with a mark, by their functions,
// places, conditions and order. A pass that changes which path an execution has drops, adds or moves such edges, so
// that the fingerprint changes. It may also change where paths stay (a function that is inlined, with its decisions,
// has copies): then a bound travels as the test that induces it. The parts that Apply makes are of the form of their
// program, unless a set of edges leaves decisions out.
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

func isForm(text string) bool {
	return len(text) == formDigits && strings.Trim(text, "0123456789abcdef") == ""
}

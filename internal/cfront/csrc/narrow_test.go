package csrc

import (
	"fmt"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestNarrow checks that constructs that cc does not support are rejected with their position and text, although cc
// gives no position. The same construct may occur elsewhere in the program where cc supports it.
func TestNarrow(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"#define Q inline\nint g;\nint f(int x) {\n\tx++;\n\t__asm__ Q (\"nop\");\n\treturn x;\n}\nint h;\n",
			"a.c:5:10: " + unsupported + ": Q (\"nop\");"},
		{"int f(int x) { return x; }\nfloat _Imaginary i;\n", "a.c:2:7: " + unsupported + ": _Imaginary i;"},
	} {
		_, err := Parse(Config{Model: ir.LP64, Sources: map[string][]byte{"a.c": []byte(c.src)}}, "a.c")
		if got := fmt.Sprint(err); got != c.want {
			t.Errorf("%s%s\nwant %s", c.src, got, c.want)
		}
	}
}

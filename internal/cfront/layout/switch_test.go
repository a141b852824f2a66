package layout

import (
	"fmt"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestSwitchLabels tests that two labels of a switch with a common number, converted to the type of the switch's
// expression, are an error with both positions, and that labels of an inner switch do not count.
func TestSwitchLabels(t *testing.T) {
	const same, over = "duplicate case label, the first is at a.c:", "a case label overlaps with the one at a.c:"
	for _, c := range []struct{ of, body, want string }{
		{"int", "case 1: case 2: case 3: ;", ""},
		{"int", "case 1: case 2:\ncase 1: case 1: ;", "a.c:2:1: " + same + "1:30"},
		{"int", "case 3: case 2:\n{ case 1+1: ; } if (x)\ncase 3: ;", "a.c:2:3: " + same + "1:38"},
		{"int", "case 'a':\ncase 97: ;", "a.c:2:1: " + same + "1:30"},
		{"int", "enum { A = 5 };\ncase A: while (x) {\ncase 5: ; }", "a.c:3:1: " + same + "2:1"},
		{"int", "case 1: switch (x) { case 1: default: ; }\ndefault: ;", ""},
		{"int", "default: case 1:\ndefault: ;", "a.c:2:1: a second default in one switch, the first is at a.c:1:30"},
		{"int", "case 1 ... 5: case 6 ... 9: case 5 ... 4: case 0: ;", ""},
		{"int", "case 1 ... 9: case 10:\ncase 3: ;", "a.c:2:1: " + over + "1:30"},
		{"int", "case 3:\ncase 1 ... 9: ;", "a.c:2:1: " + over + "1:30"},
		{"int", "case 1 ... 9: case -3 ... 0:\ncase 9 ... 12: ;", "a.c:2:1: " + over + "1:30"},
		{"int", "case 1 ... 2:\ncase 20: case 10 ... 30: ;", "a.c:2:10: " + over + "2:1"},
		{"int", "case 1 ... 90: case 100:\ncase 95: case 80: ;", "a.c:2:10: " + over + "1:30"},
		{"int", "case -1:\ncase 4294967295: ;", "a.c:2:1: " + same + "1:30"},
		{"long", "case -1:\ncase 4294967295: ;", ""},
		{"unsigned", "case -1:\ncase 4294967295: ;", "a.c:2:1: " + same + "1:30"},
		{"unsigned", "case 0: case 4294967296:\ncase 1: ;", "a.c:1:38: " + same + "1:30"},
		{"char", "case 1:\ncase 257: ;", ""},
		{"__int128", "case -1:\ncase 18446744073709551615u: ;", ""},
		{"__int128", "case 7:\ncase 7: ;", "a.c:2:1: " + same + "1:30"},
	} {
		src := fmt.Sprintf("void f(%-8s x){switch(x){\n", c.of)
		src = src[:len(src)-1] + c.body + "}}\nint main(void) { return 0; }\n"
		u, err := csrc.Parse(csrc.Config{Model: ir.LP64, Sources: map[string][]byte{"a.c": []byte(src)}}, "a.c")
		if err == nil {
			err = New(ir.LP64).Add(u)
		}
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%sgives %s\nwant %s", src, got, c.want)
		}
	}
}

package witness

import (
	"errors"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestHeaders checks that an invariant can name a global of a header if the header, or one that includes it, is
// included before the loop. A declaration in brackets, or after the loop, is not enough.
func TestHeaders(t *testing.T) {
	const loop = "int main(void) {\n\twhile (total < 5)\n\t\ttotal++;\n\treturn 0;\n}\n"
	const indirect = `#include "lib/a.h"` + "\n"
	for _, c := range []struct {
		name, text string
		known      bool // the headers' texts
		want       string
	}{
		{"included", indirect + loop, true, "total <= 5"},
		{"spelled otherwise", "#  include  \"lib/a.h\" // the total\n" + loop, true, "total <= 5"},
		{"not read", indirect + loop, false, ""},
		{"later", "extern int total, other;\n#define total other\n#undef total\n" + loop + indirect, true, "total <= 5"},
		{"only later", "int f(void) { extern int total; return total; }\n" + strings.Replace(loop, "{",
			"{\n\textern int total;", 1) + indirect, true, ""},
	} {
		files := map[string][]byte{"dir/m.c": []byte(c.text),
			"dir/lib/a.h": []byte("#ifndef A\n#define A\n#include \"b.h\"\n#include \"a.h\"\n#endif\n#ifdef NEVER\n#include " +
				"\"gone.h\"\n#endif\n"), "dir/lib/b.h": []byte("#ifndef B\n#define B\nint total;\n#endif\n")}
		p, err := cfront.Load(cfront.Config{Files: []string{"dir/m.c"}, Sources: files, PropertyKind: "unreach-call",
			ErrorFunc: "reach_error", Model: ir.ILP32})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		src := Sources{"dir/m.c": files["dir/m.c"]}
		if c.known {
			src.AddHeaders("dir/m.c", func(name string) ([]byte, error) {
				if text, ok := files[name]; ok {
					return text, nil
				}
				return nil, errors.New("no such file")
			})
			if len(src) != 3 {
				t.Errorf("%s: %d files", c.name, len(src))
			}
		}
		at := map[int][]string{}
		for _, f := range p.Funcs {
			for _, l := range f.Locs {
				if l.Loop != nil {
					at[l.Loop.Pos.Line] = []string{"@total <= 5:i32"}
				}
			}
		}
		got := ""
		for _, li := range LoopInvariants(p, invariants(t, p, at), src) {
			got += li.Value
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

package witness

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// BenchmarkJoin joins two witnesses for a program of 4,000 lines, with an invariant at each of its 400 loops.
func BenchmarkJoin(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	var text strings.Builder
	text.WriteString("extern int __VERIFIER_nondet_int(void);\n")
	const funcs = 100
	for f := range funcs {
		fmt.Fprintf(&text, "int f%d(int n) {\n  int i = 0;\n  int s = 0;\n", f)
		for range 4 {
			text.WriteString("  while (i < n) {\n    i++;\n    if (s > 3) {\n      s = s - i;\n    } else {\n      s = s + " +
				"2;\n    }\n    s = s + i;\n  }\n")
		}
		text.WriteString("  return s;\n}\n")
	}
	text.WriteString("int main(void) {\n  int n = __VERIFIER_nondet_int();\n")
	for f := range funcs {
		fmt.Fprintf(&text, "  n = f%d(n);\n", f)
	}
	text.WriteString("  return n;\n}\n")
	p, opt, info := raw(b, "a.c", text.String())
	var invs []LoopInvariant
	for _, f := range p.Funcs {
		for _, l := range f.Locs {
			if l.Loop != nil {
				invs = append(invs, LoopInvariant{Pos: l.Loop.Pos, Function: f.Source, Type: "loop_invariant",
					Value: fmt.Sprintf("0 <= i && s <= %d", r.IntN(100))})
			}
		}
	}
	y, err := InvariantsYAML(info, invs, opt.Sources)
	if err != nil {
		b.Fatal(err)
	}
	g, left, err := InvariantsGraphML(info, p, invs, opt)
	if err != nil || len(left) > 0 {
		b.Fatal(err, left)
	}
	for _, c := range []struct {
		name  string
		parts []Part
	}{{"yaml", []Part{part(b, "1", y), part(b, "2", y)}}, {"graphml", []Part{part(b, "1", g), part(b, "2", g)}},
		{"locations", []Part{part(b, "1", ofLocations(r, 3, p, opt, info, nil)), part(b, "2", y)}}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				j, err := Join(p, c.parts, opt)
				if err != nil || c.name != "locations" && len(j.Invariants) != len(invs) {
					b.Fatal(err, len(j.Invariants))
				}
			}
		})
	}
	b.Run("write/graphml", func(b *testing.B) {
		for b.Loop() {
			if _, _, err := InvariantsGraphML(info, p, invs, opt); err != nil {
				b.Fatal(err)
			}
		}
	})
}

package flow

import (
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestLoadedAt has programs with a load, some statements, and a condition on the loaded register.
func TestLoadedAt(t *testing.T) {
	for _, c := range []struct {
		between string // the statements between the load and the condition
		want    bool
	}{
		{"skip", true},
		{"r = load ptradd(p, 4:i32, 1)", true},
		{"assume k == 0:i32", true},
		{"k = 1:i32", true},
		{"p = &@g; k = 1:i32", false}, // changes the address
		{"r = k", false},
		{"t = load p", true}, // anew
		{"t = 1:i32", false},
		{"store p, 1:i32", false},
		{"store &@g, 1:i32", false},
		{"memset p, 0:i32, 4:u32", false},
		{"memhavoc p, 4:u32 #0", false},
		{`havocall "helper"`, false},
		{"free p", false},
	} {
		var b strings.Builder
		b.WriteString("program ILP32\nsite nondet \"n@a.c:2:16\" name \"f\" type i32 in main\nobject g size 8 align " +
			"4\nentry main\n\nfunc main() i32 source \"main\" {\n" +
			"  reg p ptr32 source \"p\" ctype \"int *\"\n  reg t i32 source \"t\" ctype \"int\"\n  reg r i32 source \"r\" " +
			"ctype \"int\"\n  reg k i32 source \"k\" ctype \"int\"\n")
		list := append([]string{"p = &@g", "t = load p"}, strings.Split(c.between, "; ")...)
		list = append(list, "assume r < t")
		if c.between == "r = k" { // r is what was loaded
			list[1] = "r = load p"
			list[len(list)-1] = "assume r < 3:i32"
		}
		b.WriteString("  loc L0 entry\n  loc L1 exit\n")
		for i := range list {
			b.WriteString("  loc L" + string(rune('2'+i)) + "\n")
		}
		at := "L0"
		for i, s := range list {
			to := "L" + string(rune('2'+i))
			b.WriteString("  " + at + " -> " + to + ": " + s + "\n")
			at = to
		}
		b.WriteString("  " + at + " -> L1: return 0:i32\n}\n")
		p, err := ir.Parse(b.String())
		if err != nil {
			t.Fatalf("%s: %v\n%s", c.between, err, b.String())
		}
		got := 0
		for _, e := range p.Funcs[0].Edges {
			if a, is := e.Stmt.(*ir.Assume); is && strings.Contains(ir.ExprString(a.Cond), "r <") {
				for _, l := range LoadedAt(e) {
					if l.Var.Name == "t" || c.between == "r = k" {
						got++
					}
				}
			}
		}
		if (got > 0) != c.want {
			t.Errorf("%s: %d loads found, want some: %v", c.between, got, c.want)
		}
	}
}

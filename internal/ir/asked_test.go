package ir

import (
	"strings"
	"testing"
)

// TestGuarded checks that an access is guarded if each path to it has just passed questions about all its bytes.
func TestGuarded(t *testing.T) {
	for _, c := range []struct {
		edges string
		want  bool
	}{
		{"L0 -> L2: assume readable(p, 4:u64)\n  L0 -> L1: assume !readable(p, 4:u64)\n  L2 -> L3: x = load p", true},
		{"L0 -> L2: assume writable(p, 8:u64)\n  L2 -> L3: x = load p", true},
		{"L0 -> L2: assume readable(p, 4:u64)\n  L2 -> L4: assume x < 3:u32\n  L4 -> L3: x = load p", true},
		{"L0 -> L2: assume !readable(p, 4:u64)\n  L2 -> L3: x = load p", false},
		{"L0 -> L2: assume readable(p, 2:u64)\n  L2 -> L3: x = load p", false},
		{"L0 -> L2: assume readable(q, 4:u64)\n  L2 -> L3: x = load p", false},
		{"L0 -> L2: assume readable(p, 4:u64)\n  L2 -> L4: p = q\n  L4 -> L3: x = load p", false},
		{"L0 -> L2: assume readable(p, 4:u64)\n  L2 -> L4: free p\n  L4 -> L3: x = load p", false},
		{"L0 -> L2: assume readable(p, 4:u64)\n  L0 -> L2: assume !readable(p, 4:u64)\n  L2 -> L3: x = load p", false},
		{"L0 -> L2: skip\n  L2 -> L3: x = load p", false},
		{"L0 -> L2: assume readable(p, 4:u64)\n  L2 -> L3: store p, x", false},
		{"L0 -> L2: assume writable(p, 4:u64)\n  L2 -> L3: store p, x", true},
		{"L0 -> L2: assume readable(p, x)\n  L2 -> L4: assume writable(q, x)\n  L4 -> L3: memcopy q, p, x", true},
		{"L0 -> L2: assume readable(q, x)\n  L2 -> L4: assume writable(q, x)\n  L4 -> L3: memcopy q, p, x", false},
		{"L0 -> L2: assume freeable(p)\n  L2 -> L3: free p", true},
		{"L0 -> L2: assume freeable(q)\n  L2 -> L3: free p", false},
	} {
		text := "program ILP32\nentry main\nfunc main() void {\n  reg p ptr32\n  reg q ptr32\n  reg x u32\n  loc L0 " +
			"entry\n  loc L1 exit\n  loc L2\n  loc L3\n  loc L4\n  " +
			strings.ReplaceAll(c.edges, "L0 -> L1: assume", "L0 -> L5: assume") + "\n  L3 -> L1: return\n}\n"
		text = strings.Replace(text, "  loc L4\n", "  loc L4\n  loc L5\n", 1)
		p, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		f := p.Funcs[0]
		for _, e := range f.Edges {
			if e.To == f.Locs[3] {
				if got := Guarded(e); got != c.want {
					t.Errorf("%s: %v", c.edges, got)
				}
			}
		}
	}
}

package coop

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir/irtest"
)

// TestUnsetSites checks that memory which is only uninitialised is told from memory whose bytes come from outside.
func TestUnsetSites(t *testing.T) {
	p := irtest.Program(t, `program LP64
site bytes "malloc@a.c:1:1" name "malloc" in main
site bytes "make@a.c:2:1" name "make" in main
site bytes "x@a.c:3:1" name "x" in main
entry main
func main() void {
  reg p ptr64
  reg q ptr64
  object x size 8 align 8 #2
  locs 6
  L0 -> L2: decl x
  L2 -> L3: p = alloc heap 4:u64 #0
  L3 -> L4: q = alloc heap 4:u64 #1
  L4 -> L5: memhavoc q, 4:u64 #1
  L5 -> L1: return
}
`)
	unset := unsetSites(p)
	for i, want := range []bool{true, false, true} {
		if s := p.Sites[i]; unset[s] != want {
			t.Errorf("%s: %v, want %v", s.Name, unset[s], want)
		}
	}
}

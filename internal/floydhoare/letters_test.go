package floydhoare_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
)

// alike has statements that occur twice: an assignment after either branch, a condition that at one location comes
// after a load of its register, and an Alloc, whose object is identified by its edge.
const alike = `
program ILP32
site nondet "n@a.c:2:16" name "f" type i32 in main
site nondet "n@a.c:3:16" name "f" type i32 in main
site bytes "malloc@a.c:4:16" name "malloc" in main
site bytes "malloc@a.c:5:16" name "malloc" in main
obligation "assertion" text "a" in "main"
obligation "assertion" text "b" in "main"
object g size 4 align 4
entry main
func main() void {
  reg x i32
  reg y i32
  reg p ptr32
  locs 14 error 12 13
  L0 -> L2: x = input #0
  L2 -> L3: assume 0:i32 < x [T]
  L2 -> L4: assume x <= 0:i32 [F]
  L3 -> L5: y = 1:i32
  L4 -> L5: y = 1:i32
  L5 -> L6: assume x == 7:i32 [T]
  L5 -> L7: assume x != 7:i32 [F]
  L6 -> L8: x = load &@g
  L8 -> L12: assume x == 7:i32
  L8 -> L9: assume x != 7:i32
  L7 -> L9: x = input #1
  L9 -> L10: assume y != 1:i32
  L9 -> L11: assume y == 1:i32
  L10 -> L13: p = alloc heap 4:u32 #2
  L11 -> L14: p = alloc heap 4:u32 #3
  L14 -> L1: return
}
`

// TestLetters checks that statements with the same text are one letter, unless there are facts about an edge.
func TestLetters(t *testing.T) {
	p := floydhoare.NewProgram(irtest.Program(t, alike), floydhoare.BlockOptions{Cut: func(*ir.Loc) bool { return true }})
	at := map[string][]string{}
	for s := range p.Len() {
		seen := map[int]bool{}
		for _, m := range p.Moves(s) {
			if seen[m.Letter] {
				t.Errorf("two moves of L%d under %s", p.Loc[s].ID, p.Alphabet.Letter(m.Letter))
			}
			seen[m.Letter] = true
			l := p.Alphabet.Letter(m.Letter)
			at[l.String()] = append(at[l.String()], fmt.Sprintf("%d@L%d", l.ID, p.Loc[s].ID))
		}
	}
	for text, letters := range map[string]int{"y = 1:i32": 1, "x == 7:i32": 2, "x = input #0": 1, "x = load &@g": 1,
		"x != 7:i32": 2} {
		ids := map[string]bool{}
		for _, l := range at[text] {
			id, _, _ := strings.Cut(l, "@")
			ids[id] = true
		}
		if len(ids) != letters {
			t.Errorf("%s: %v, want %d letters", text, at[text], letters)
		}
	}
	if n := len(at["x = input #0"]); n != 2 {
		t.Errorf("inputs of integers are one letter, but %d occurrences", n)
	}
	if _, ok := p.State[p.Prog.Entry.Locs[11]]; ok {
		t.Error("L11 leads to no error, but is a state")
	}
}

// TestOnly checks that the automaton for one error has the words to this error, over the same letters.
func TestOnly(t *testing.T) {
	prog := irtest.Program(t, alike)
	all := floydhoare.NewProgram(prog, floydhoare.BlockOptions{})
	for _, o := range prog.Obligations {
		only := all.Only(func(x *ir.Obligation) bool { return x == o })
		one := floydhoare.NewProgram(prog, floydhoare.BlockOptions{Asked: func(x *ir.Obligation) bool { return x == o }})
		if only.Alphabet != all.Alphabet {
			t.Error("letters of its own")
		}
		if only.Len() != one.Len() && o.ID > 0 { // blocks may be shorter, since they end at other errors
			t.Errorf("%s: %d states, made anew %d", o.Text, only.Len(), one.Len())
		}
		for s, l := range only.Loc {
			if only.Final(s) != (l.Kind == ir.Error && l.Obligation == o) {
				t.Errorf("L%d is final: %v", l.ID, only.Final(s))
			}
			for _, m := range only.Moves(s) {
				b := only.Block(s, m.Letter, m.To)
				if len(b) != 1 || b[0].From() != l || b[0].To() != only.Loc[m.To] {
					t.Errorf("the block of %s at L%d lies elsewhere", only.Alphabet.Letter(m.Letter), l.ID)
				}
			}
		}
	}
}

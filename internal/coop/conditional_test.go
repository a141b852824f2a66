package coop

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestConditionalTime tests the time of a verifier without progress: an equal share, or its own limit, and the time
// that the others do not need.
func TestConditionalTime(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"conditional(t, i)", "t 0.1 t 0.2 t 0.4 t 0.8 t 1.6 t 3.2 t 6.4 t 12.8 t 4.5 i 30.0 t 30.0"},
		{"conditional(t 10%, i)", "t 0.1 t 0.2 t 0.4 t 0.8 t 1.6 t 2.9 i 54.0 t 54.0"},
		{"conditional(t 80% 1s, i)", "t 0.1 t 0.2 t 0.4 t 0.3 i 59.0 t 59.0"},
		{"conditional(i, t 10%)", "i 0.1 t 6.0"},
	} {
		p := &played{}
		play(t, p, c.text, verify.Options{Determ: true}, 20*time.Second, p.engine("t", tired), p.engine("i", idle))
		var got []string
		for i, name := range p.turns {
			got = append(got, fmt.Sprintf("%s %.1f", name, float64(p.work[i])/obs.PerSecond))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %s, want %s", c.text, s, c.want)
		}
	}
}

// TestBetween tests that between joins the states of an unrolled loop, keeps a verified branch, and returns nil if no
// execution is excluded.
func TestBetween(t *testing.T) {
	p := irtest.Program(t, `program LP64
site nondet "n@a.c:1:2" name "n" type i32 in main
obligation "unreach-call" text "reach_error()" in "main" @5:5
entry main
func main() void {
  reg x i32
  reg i i32
  locs 10 error 8
  L0 -> L2: x = input #0
  L2 -> L3: assume x < 5:i32 [T]
  L2 -> L4: assume 5:i32 <= x [F]
  L3 -> L4: x = 1:i32
  L4 -> L5: i = 0:i32
  L5 -> L6: assume i < x [T]
  L5 -> L7: assume x <= i [F]
  L6 -> L5: i = i + 1:i32
  L7 -> L8: assume i == 3:i32 [T]
  L7 -> L9: assume i != 3:i32 [F]
  L9 -> L1: return
}
`)
	// Three iterations of the loop without an exit, and the open executions after them.
	const loop = "main: L4 L5 goto 2\nstate 1 verified\nstate 2 stays\n main: L5 L7 goto 1\n main: L6 L5 goto 3\nstate " +
		"3 stays\n main: L5 L7 goto 1\n main: L6 L5 goto 4\nstate 4 stays\n"
	for _, c := range []struct{ text, states, out string }{
		{"state 0 stays\n main: L2 L4 goto 1\nstate 1 verified\n", "1", "L2 L4"},
		{"state 0 stays\n " + loop, "", ""},
		{"state 0 stays\n main: L2 L3 goto 1\n " + loop, "2", "L2 L3"},
		{"state 0 stays\n", "", ""},
	} {
		k, err := restrict.ParseCondition(p, c.text)
		if err != nil {
			t.Fatalf("%v\n%s", err, c.text)
		}
		states, out := "", ""
		if b := between(p, k); b != nil {
			n := 0
			for _, s := range b.States {
				if !s.Verified {
					n++
				}
			}
			states = strconv.Itoa(n)
			at := b.At(p)
			for _, e := range p.Entry.Edges {
				for _, s := range at[e] {
					if slices.Contains(b.Successors(s, e), restrict.Gone) {
						out += fmt.Sprintf("L%d L%d", e.From.ID, e.To.ID)
					}
				}
			}
		}
		if states != c.states || out != c.out {
			t.Errorf("%s: %s states without %q, want %s without %q", c.text, states, out, c.states, c.out)
		}
	}
}

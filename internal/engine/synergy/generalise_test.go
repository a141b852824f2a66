package synergy_test

import (
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/synergy"
)

// figure9 is Fig. 9 with inputs; nothing wraps around. Pre splits the loop head by y < 0, y + x < 0, y + 2x < 0, ...
const figure9 = `int main(void) { int x = nondet_int(), y = nondet_int(); assume(x >= BAD(0, -1) && x <= 1000 && y >= 0 && y <= 1000);
	while (y >= 0) if (y < 1000000) y = y + x; assert(0); return 0; }`

// TestGeneralise: what Pre alone does not end on is proved with generalisation; the twin has an error either way.
func TestGeneralise(t *testing.T) {
	needSolver(t)
	for _, test := range []struct {
		options string
		unsafe  bool
		limit   time.Duration
		want    string
	}{
		{"generalise=on", false, ample, "true"},
		{"generalise=on", true, ample, "false"},
		{"generalise=off", true, ample, "false"},
		{"generalise=off", false, 2 * time.Second, "unknown"},
	} {
		cfg, err := synergy.Parse(test.options)
		if err != nil {
			t.Fatal(err)
		}
		task := enginetest.C{File: "t.c", Text: prelude + figure9, Unsafe: test.unsafe}.Task(t)
		if got, _ := enginetest.Decide(synergy.New(cfg), task, test.limit); got.Kind != test.want {
			t.Errorf("%s, unsafe %v: %v, want %s", test.options, test.unsafe, got, test.want)
		}
	}
}

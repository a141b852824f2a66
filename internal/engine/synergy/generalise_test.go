package synergy_test

import (
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/synergy"
)

// patient is the time limit for programs that are decided at once, on a machine with much other work.
const patient = 5 * time.Minute

// figure9 is the program of Fig. 9 with inputs, without overflow. Pre splits the loop head by y < 0, y + x < 0, y + 2x
// < 0, ...
const figure9 = `int main(void) { int x = nondet_int(), y = nondet_int(); assume(x >= BAD(0, -1) && x <= 1000 && y >= 0 && y <= 1000);
	while (y >= 0) if (y < 1000000) y = y + x; assert(0); return 0; }`

// TestGeneralise checks that generalisation proves a program on which Pre alone does not terminate; the error of the
// twin is found with and without generalisation.
func TestGeneralise(t *testing.T) {
	needSolver(t)
	for _, test := range []struct {
		options string
		unsafe  bool
		limit   time.Duration
		want    string
	}{
		{"generalise=on", false, patient, "true"},
		{"generalise=on", true, patient, "false"},
		{"generalise=off", true, patient, "false"},
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

// TestAlong checks that a loop that no test can leave does not matter if no path continues after it to the error.
func TestAlong(t *testing.T) {
	needSolver(t)
	const text = `int main(void) { unsigned x = 268435440; while (x > 0) x -= 2; if (x % 2 == BAD(1, 0)) assert(nondet_int() != 77); return 0; }`
	cfg, err := synergy.Parse("generalise=off")
	if err != nil {
		t.Fatal(err)
	}
	task := enginetest.C{File: "t.c", Text: prelude + text}.Task(t)
	if got, _ := enginetest.Decide(synergy.New(cfg), task, patient); got.Kind != "true" {
		t.Errorf("%v, want true", got)
	}
}

package iat_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// points returns the task of testdata/points.c with an upper bound of its input.
func points(t *testing.T, most string, unsafe bool) *verify.Task {
	t.Helper()
	text, err := os.ReadFile("testdata/points.c")
	if err != nil {
		t.Fatal(err)
	}
	return enginetest.C{File: "points.c", Text: "#define MOST " + most + "\n" + string(text), Unsafe: unsafe}.Task(t)
}

// TestInVain checks that halving stops if no runs can prove a part and halving changes nothing, or if a single point
// stays open. If few points are left, they are analysed one by one.
func TestInVain(t *testing.T) {
	const off = "values=off,backward=off,domain=interval"
	for _, c := range []struct {
		task          *verify.Task
		options, note string
		most          int // number of abstract tests; 0 if the program is proved
	}{
		{points(t, "4000000000", false), off, "halving the entry inputs changes nothing, inputs that are not split (read " +
			"in loops, of uninitialised memory, floats, pointers) decide it", 9},
		{points(t, "4000000000", false), off + ",bet=off", "halving the entry inputs changes nothing, and nothing is run", 9},
		{points(t, "60", false), off, "", 0},
		{points(t, "60", false), off + ",bet=off", "", 0},
		{points(t, "60", true), off + ",samples=off,bet=off", "a single input is left, and its run decides nothing", 200},
		{load(t, "stream", false), off, "an entry input stays open by itself, inputs that are not split (read in loops, " +
			"of uninitialised memory, floats, pointers) decide it", 4},
		{load(t, "stream", false), off + ",bet=off", "an entry input stays open by itself, and nothing is run", 4},
	} {
		out := run(t, c.task, c.options)
		var tests int
		if _, err := fmt.Sscan(out.tests, &tests); err != nil {
			t.Fatal(err)
		}
		if c.most == 0 {
			if n := strings.Count(out.tree, "proved, abstract"); out.kind != "safe" || n < 30 {
				t.Errorf("%s, %s: %s (%s), %d parts proved", c.task.Name, c.options, out.kind, out.note, n)
			}
		} else if out.kind != "unknown" || out.note != c.note || tests > c.most {
			t.Errorf("%s, %s: %s (%s) after %d tests, want %s after %d", c.task.Name, c.options, out.kind, out.note, tests,
				c.note, c.most)
		}
	}
}

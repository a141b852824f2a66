package iat_test

import (
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
)

// TestAlternate checks that the part that remains after a backward analysis is analysed forward again before it is
// split.
func TestAlternate(t *testing.T) {
	c := enginetest.C{File: "testdata/alternate.c"}
	const options = "domain=interval,values=off,bet=off"
	with, without := run(t, c.Task(t), options), run(t, c.Task(t), options+",rounds=0")
	if with.kind != "safe" || strings.Count(with.tree, "\n") != 3 ||
		!strings.Contains(with.tree, "<= 1000:i32: proved, abstract") {
		t.Errorf("%+v", with)
	}
	if strings.Count(without.tree, "\n") <= 3 {
		t.Errorf("without: %+v", without)
	}
	c.Unsafe = true
	if twin := run(t, c.Task(t), options); twin.kind == "safe" {
		t.Errorf("twin: %+v", twin)
	}
}

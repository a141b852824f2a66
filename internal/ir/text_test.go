package ir

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func readAll(t testing.TB) string {
	t.Helper()
	b, err := os.ReadFile("testdata/all.ir")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestPrintIsWhatWasParsed(t *testing.T) {
	src := readAll(t)
	p, err := Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(src, Print(p)); d != "" {
		t.Errorf("round trip (-want +got):\n%s", d)
	}
	t.Log(Check(p))
	_ = strings.Join
}

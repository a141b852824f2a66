package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// failed is a test that records its errors.
type failed struct {
	testing.TB
	text string
}

func (f *failed) Helper() {}

func (f *failed) Errorf(format string, args ...any) { f.text += fmt.Sprintf(format, args...) }

func TestCompare(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.golden")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	set := func(on bool) { *update = on }
	defer set(*update)
	set(false)
	write("a\nb\n")
	f := &failed{TB: t}
	if Compare(f, file, "a\nb\n"); f.text != "" {
		t.Error(f.text)
	}
	if Compare(f, file, "a\nc\n"); !strings.Contains(f.text, "c") {
		t.Errorf("another text passes: %q", f.text)
	}
	set(true)
	Compare(t, file, "a\nc\n")
	set(false)
	Compare(t, file, "a\nc\n")
}

func TestArchives(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "x.txtar")
	if err := os.WriteFile(file, []byte("twice: 3\n\nmore\n-- in --\nab\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	defer func(on bool) { *update = on }(*update)
	ran := 0
	for _, *update = range []bool{true, false} {
		Archives(t, filepath.Join(dir, "*.txtar"), func(t *testing.T, line, src string) string {
			ran++
			if line != "twice: 3" || src != "ab\n" || !strings.HasSuffix(t.Name(), "/x") && !strings.Contains(t.Name(), "/x#") {
				t.Errorf("%s: %q %q", t.Name(), line, src)
			}
			return src + src
		})
	}
	if text, err := os.ReadFile(file); ran != 2 || err != nil ||
		string(text) != "twice: 3\n\nmore\n-- in --\nab\n-- want --\nab\nab\n" {
		t.Errorf("%d runs, %v, %s", ran, err, text)
	}
}

func TestRows(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.md")
	read := func() string {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	const before, after = "# T\n\n## A\n\n| `c` |\n\n## B\n\nText\n\n| | |\n|---|---|\n", "\n| `d` | other |\n"
	const rows = "| `a`, `b` | one |\n| `old` | two |\n| L1 | `x` | three |\n"
	if err := os.WriteFile(file, []byte(before+rows+after), 0o600); err != nil {
		t.Fatal(err)
	}
	defer func(on bool) { *update = on }(*update)
	want := []Row{{Name: "a", Line: "| `a` |"}, {Name: "new", Line: "| `new` | four |"}, {Name: "b", Text: "one"},
		{Name: "L1 x", Text: "three"}}
	*update = false
	f := &failed{TB: t}
	Rows(f, file, "## B", want)
	if !strings.Contains(f.text, "lists old") || !strings.Contains(f.text, "| `new` | four |") {
		t.Errorf("%q", f.text)
	}
	*update = true
	Rows(t, file, "## B", want)
	if got := read(); got != before+strings.Replace(rows, "`old` | two", "`new` | four", 1)+after {
		t.Errorf("%s", got)
	}
	*update = false
	Rows(t, file, "## B", want)
	f = &failed{TB: t}
	want[2].Text = "two"
	if Rows(f, file, "## B", append(want, want...)); !strings.Contains(f.text, `does not have "two"`) {
		t.Errorf("%q", f.text)
	}
}

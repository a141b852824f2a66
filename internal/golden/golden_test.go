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

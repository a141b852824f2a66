package internal

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// trusted matches a row of the table in docs/trust.md: a folder and the maximal number of its lines of code.
var trusted = regexp.MustCompile("(?m)^\\| (?:`([a-z/]+)`|sum) \\| ([0-9,]+) \\|")

// TestTrust tests that the folders in the table of docs/trust.md have at most the stated number of lines of code, and
// at most 300 fewer, and that the table lists all folders of package check.
func TestTrust(t *testing.T) {
	page, err := os.ReadFile("../docs/trust.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	sum := 0
	for _, m := range trusted.FindAllStringSubmatch(string(page), -1) {
		most, err := strconv.Atoi(strings.ReplaceAll(m[2], ",", ""))
		if err != nil {
			t.Fatal(err)
		}
		if m[1] == "" {
			if sum != most {
				t.Errorf("the page states %d lines in all, but its rows say %d", most, sum)
			}
			continue
		}
		sum += most
		listed[m[1]] = true
		switch n := codeLines(t, filepath.Join("..", m[1])); {
		case n > most:
			t.Errorf("%s has %d lines of code, but docs/trust.md states %d at most", m[1], n, most)
		case n < most-300:
			t.Errorf("%s has %d lines of code: docs/trust.md can state fewer than %d", m[1], n, most)
		}
	}
	err = filepath.WalkDir("check", func(path string, d os.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".go" && !strings.HasSuffix(path, "_test.go") &&
			!listed["internal/"+filepath.ToSlash(filepath.Dir(path))] {
			t.Errorf("docs/trust.md does not list the folder of %s", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// codeLines returns the number of lines of a folder's Go files that are not empty and not a comment alone, without
// tests.
func codeLines(t *testing.T, dir string) (n int) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(text) {
			if line = bytes.TrimSpace(line); len(line) > 0 && !bytes.HasPrefix(line, []byte("//")) {
				n++
			}
		}
	}
	return n
}

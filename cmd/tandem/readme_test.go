package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadme runs each command of README.md that names a program of examples/, and checks its exit code.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir("../..")
	word := regexp.MustCompile(`'[^']*'|\S+`)
	n := 0
	for line := range strings.Lines(string(text)) {
		line, _, _ = strings.Cut(strings.TrimPrefix(line, "$ "), " #")
		if !strings.HasPrefix(line, "tandem ") || !strings.Contains(line, "examples/") || strings.Contains(line, "--gcov") {
			continue // gcov may be missing on this machine
		}
		n++
		var args []string
		for _, w := range word.FindAllString(line, -1)[1:] {
			if k := len(args); k > 0 && (args[k-1] == "-o" || args[k-1] == "--harness") {
				w = filepath.Join(t.TempDir(), w)
			}
			args = append(args, strings.Trim(w, "'"))
		}
		var out, errs bytes.Buffer
		if code := Main(args, &out, &errs); code != 0 && code != exitViolated {
			t.Errorf("%s: exit code %d\n%s", strings.TrimSpace(line), code, &errs)
		}
	}
	if n < 3 {
		t.Errorf("%d commands name a program of examples/", n)
	}
}

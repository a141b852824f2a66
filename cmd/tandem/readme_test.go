package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadme runs each command of README.md that names a program of examples/. It checks its exit code, and that it
// prints the lines of output that README.md shows after it.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir("../..")
	word := regexp.MustCompile(`'[^']*'|\S+`)
	n, printed := 0, 0
	block := false
	var shown string // the output of the last command, if its block prints it
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "```") {
			block, shown = !block, ""
			continue
		}
		line, isCommand := strings.CutPrefix(line, "$ ")
		if block && shown != "" && !isCommand {
			if line = strings.TrimSpace(line); line != "..." {
				if printed++; !strings.Contains(shown, line) {
					t.Errorf("README.md prints %q, but the command prints\n%s", line, shown)
				}
			}
			continue
		}
		shown = ""
		line, _, _ = strings.Cut(line, " #")
		if !strings.HasPrefix(line, "tandem ") || !strings.Contains(line, "examples/") {
			continue
		}
		if _, err := exec.LookPath("gcov"); err != nil && strings.Contains(line, "--gcov") {
			continue
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
		if isCommand {
			shown = out.String() + errs.String()
		}
	}
	if printed < 3 {
		t.Errorf("README.md prints %d lines of output", printed)
	}
	if n < 3 {
		t.Errorf("%d commands name a program of examples/", n)
	}
}

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestDocumentedCommands tests that the options of the commands in README.md and docs/ exist. The programs in these
// commands do not exist where the test runs them, so that each command ends when it reads its first file; the exit code
// for wrong usage is an error. TestReadme and TestPrinted run commands to their end.
func TestDocumentedCommands(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	type command struct{ file, line string }
	var commands []command
	for _, file := range append(files, filepath.Join("..", "..", "README.md")) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		block := false
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, "```") {
				block = !block
			}
			line, indented := strings.CutPrefix(line, "    ")
			if block || indented {
				line, _, _ = strings.Cut(strings.TrimPrefix(line, "$ "), " #")
				if strings.HasPrefix(line, "tandem ") {
					commands = append(commands, command{filepath.Base(file), strings.TrimSpace(line)})
				}
			}
		}
	}
	if len(commands) < 50 {
		t.Errorf("only %d commands", len(commands))
	}
	t.Chdir(t.TempDir())
	word := regexp.MustCompile(`'[^']*'|\S+`)
	for _, c := range commands {
		var args []string
		for _, w := range word.FindAllString(c.line, -1)[1:] {
			args = append(args, strings.Trim(w, "'"))
		}
		if args[0] == "doctor" || strings.Contains(c.line, "--all-functions") {
			continue // doctor reads no file, and --all-functions starts processes before it reads one
		}
		var out, errs bytes.Buffer
		if code := Main(args, &out, &errs); code == exitUsage || code == 0 {
			t.Errorf("%s: %s: exit code %d\n%s", c.file, c.line, code, &errs)
		}
	}
}

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	docProgram = regexp.MustCompile("(?s)```c\n// (\\S+)\n.*?```")
	docRun     = regexp.MustCompile("(?s)```\n(\\$ .*?)```")
	docWord    = regexp.MustCompile(`'[^']*'|\S+`)
)

// TestComingFrom runs the examples of docs/coming-from-*.md, and tests that the lines below a command are in its
// output.
func TestComingFrom(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "docs", "coming-from-*.md"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		for _, m := range docProgram.FindAllStringSubmatch(string(text), -1) {
			body := strings.TrimSuffix(strings.TrimPrefix(m[0], "```c\n"), "```")
			if err := os.WriteFile(filepath.Join(dir, m[1]), []byte(body), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		runs := 0
		for _, m := range docRun.FindAllStringSubmatch(string(text), -1) {
			out := ""
			for _, line := range strings.Split(strings.TrimSpace(m[1]), "\n") {
				command, is := strings.CutPrefix(line, "$ tandem ")
				if !is {
					if !strings.Contains(out, line) {
						t.Errorf("%s: %q is not in\n%s", file, line, out)
					}
					continue
				}
				var args []string
				for _, w := range docWord.FindAllString(command, -1) {
					args = append(args, strings.Trim(w, "'"))
				}
				cmd := exec.Command("tandem", args...)
				cmd.Dir = dir
				b, _ := cmd.CombinedOutput() // the last line has the same information as the exit code
				out, runs = string(b), runs+1
			}
		}
		if runs == 0 {
			t.Errorf("%s shows no run", file)
		}
	}
}

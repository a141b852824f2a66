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
	docProgram = regexp.MustCompile("(?ms)^```c\n// (\\S+\\.c)\n.*?^```")
	docRun     = regexp.MustCompile("(?ms)^```\n(\\$ .*?)^```|(?:\\A|\n\n)(    \\$ [^\n]*\n(?:    [^\n]*\n|\n)+)")
	docWord    = regexp.MustCompile(`'[^']*'|\S+`)
	// docEngine is the end of a line that names the engine that decided a check, which may differ between two runs.
	docEngine = regexp.MustCompile(`(?m)  \[[a-z-]+\]$`)
)

// TestPrinted runs the commands of docs/*.md whose output is printed: those after $ in a block. A page has the programs
// of its commands in blocks of C that begin with a comment with the file name, DIR is an empty folder for each command,
// and cat prints a file of it. The printed lines must be in the output in this order; ... stands for any lines.
func TestPrinted(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "docs", "*.md"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	runs := 0
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
		for _, m := range docRun.FindAllStringSubmatch(string(text), -1) {
			if block := m[1] + m[2]; strings.Count(strings.TrimSpace(block), "\n") > 0 {
				runs += runPrinted(t, file, dir, block)
			}
		}
	}
	if runs < 14 {
		t.Errorf("%d runs", runs)
	}
}

// runPrinted runs the commands of a block in a folder, and returns their number.
func runPrinted(t *testing.T, file, dir, block string) (runs int) {
	t.Helper()
	dumps := ""
	var out []string // the lines of output that are not yet compared
	for line := range strings.Lines(block) {
		line = strings.TrimSpace(docEngine.ReplaceAllString(strings.TrimRight(line, "\n"), ""))
		command, is := strings.CutPrefix(line, "$ ")
		if !is {
			if line == "" || line == "..." {
				continue
			}
			at := 0
			for at < len(out) && !strings.Contains(out[at], line) {
				at++
			}
			if at == len(out) {
				t.Errorf("%s: %q is not in\n%s", file, line, strings.Join(out, "\n"))
				return runs
			}
			out = out[at+1:]
			continue
		}
		if strings.Contains(command, "--dump DIR") {
			dumps = t.TempDir()
		}
		var args []string
		for _, w := range docWord.FindAllString(command, -1) {
			if w == "DIR" || strings.HasPrefix(w, "DIR/") {
				w = dumps + strings.TrimPrefix(w, "DIR")
			}
			args = append(args, strings.Trim(w, "'"))
		}
		var text []byte
		switch args[0] {
		case "cat":
			var err error
			if text, err = os.ReadFile(args[1]); err != nil {
				t.Errorf("%s: %v", file, err)
			}
		case "tandem":
			cmd := exec.Command("tandem", args[1:]...)
			cmd.Dir = dir
			text, _ = cmd.CombinedOutput() // the last line has the same information as the exit code
			runs++
		default:
			t.Errorf("%s: %s", file, line)
		}
		out = strings.Split(docEngine.ReplaceAllString(string(text), ""), "\n")
	}
	return runs
}

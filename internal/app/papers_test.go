package app

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestPapers tests that the table of docs/papers.md has a row for each engine, with the paper that the engine names,
// and no other row.
func TestPapers(t *testing.T) {
	text, err := os.ReadFile("docs/papers.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(text), "\n## Engines and their papers\n")
	if !ok {
		t.Fatal("docs/papers.md has no section about engines")
	}
	table, _, _ = strings.Cut(table, "\n## ")
	rows := map[string]string{}
	for _, m := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (.*) \\|$").FindAllStringSubmatch(table, -1) {
		rows[m[1]] = m[2]
	}
	for _, e := range Engines() {
		row, ok := rows[e.Name]
		if !ok {
			t.Errorf("docs/papers.md does not list engine %s", e.Name)
		} else if !strings.Contains(row, e.Paper) {
			t.Errorf("docs/papers.md: the row of %s is %q, not the engine's paper %q", e.Name, row, e.Paper)
		}
		delete(rows, e.Name)
	}
	for name := range rows {
		t.Errorf("docs/papers.md lists engine %s, which does not exist", name)
	}
}

// TestPapersOfReadme tests that the table of README.md has each engine, too.
func TestPapersOfReadme(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range Engines() {
		if !strings.Contains(string(text), "`"+e.Name+"`") {
			t.Errorf("README.md does not name engine %s", e.Name)
		}
	}
}

package internal

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/absint/domains"
	"github.com/tandem-verifier/tandem/internal/app"
)

// section returns the text of a document from a heading to the next heading of the same or a higher level.
func section(t *testing.T, file, heading string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", file))
	if err != nil {
		t.Fatal(err)
	}
	_, after, found := strings.Cut("\n"+string(text), "\n"+heading+"\n")
	if !found {
		t.Fatalf("%s has no heading %q", file, heading)
	}
	level, _, _ := strings.Cut(heading, " ")
	var lines []string
	for line := range strings.Lines(after) {
		if l, _, is := strings.Cut(line, " "); is && l != "" && strings.Trim(l, "#") == "" && len(l) <= len(level) {
			break
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "")
}

// holds fails the test if the two sets differ, and names the members that only one of them has.
func holds(t *testing.T, file string, listed, there map[string]bool, what string) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(there)) {
		if !listed[name] {
			t.Errorf("%s does not list %s %s", file, what, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(listed)) {
		if !there[name] {
			t.Errorf("%s lists %s %s, which does not exist", file, what, name)
		}
	}
}

// TestIndex tests that docs/README.md links each page of docs/, and no other.
func TestIndex(t *testing.T) {
	text, err := os.ReadFile("../docs/README.md")
	if err != nil {
		t.Fatal(err)
	}
	listed, there := map[string]bool{}, map[string]bool{}
	for _, m := range regexp.MustCompile(`\]\(([^)]*)\)`).FindAllStringSubmatch(string(text), -1) {
		listed[filepath.Clean(filepath.Join("docs", m[1]))] = true
	}
	for _, file := range []string{"README.md", "CONTRIBUTING.md", "docs/results/README.md"} {
		there[file] = true
	}
	pages, err := filepath.Glob("../docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	for _, p := range pages {
		if name := filepath.Join("docs", filepath.Base(p)); name != "docs/README.md" {
			there[name] = true
		}
	}
	holds(t, "docs/README.md", listed, there, "page")
}

// TestLinks tests that the files exist to which documents link.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && (d.Name() == ".git" || d.Name() == "testdata") {
			if err == nil {
				err = fs.SkipDir
			}
			return err
		}
		if filepath.Ext(path) != ".md" {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), m[1])); err != nil {
				t.Errorf("%s: there is no file %s", path, m[1])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestEnvironment tests that the table of docs/developing.md has the environment variables that Go code of this module
// names, and no others.
func TestEnvironment(t *testing.T) {
	const file = "docs/developing.md"
	variable := regexp.MustCompile("`(TANDEM_[A-Z_]+)`")
	listed, there := map[string]bool{}, map[string]bool{}
	for line := range strings.Lines(section(t, file, "## Environment variables")) {
		if cells := strings.Split(line, "|"); len(cells) > 2 {
			for _, m := range variable.FindAllStringSubmatch(cells[1], -1) {
				listed[m[1]] = true
			}
		}
	}
	name := regexp.MustCompile(`^TANDEM_[A-Z_]+$`)
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "testdata") {
			return fs.SkipDir
		}
		if filepath.Ext(path) != ".go" {
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		var s scanner.Scanner
		s.Init(token.NewFileSet().AddFile(path, -1, len(src)), src, nil, 0)
		for _, tok, text := s.Scan(); tok != token.EOF; _, tok, text = s.Scan() {
			if tok == token.STRING {
				if v, err := strconv.Unquote(text); err == nil && name.MatchString(v) {
					there[v] = true
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	holds(t, file, listed, there, "variable")
}

// TestPackageTable tests that the table of docs/architecture.md has the packages of the layer test on their levels, and
// no others.
func TestPackageTable(t *testing.T) {
	const file = "docs/architecture.md"
	row := regexp.MustCompile("^\\| (L[0-9]+) \\| `([^`]+)` \\|")
	listed, there := map[string]bool{}, map[string]bool{}
	for line := range strings.Lines(section(t, file, "## Packages")) {
		if m := row.FindStringSubmatch(line); m != nil {
			if listed[m[1]+" "+m[2]] {
				t.Errorf("%s lists %s twice", file, m[2])
			}
			listed[m[1]+" "+m[2]] = true
		}
	}
	level := ""
	for line := range strings.Lines(edges) {
		if m := regexp.MustCompile(`^# (L[0-9]+)$`).FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			level = m[1]
		}
		if name, _, ok := strings.Cut(line, ":"); ok && !strings.HasPrefix(line, "#") {
			there[level+" "+strings.TrimPrefix(name, "internal/")] = true
		}
	}
	holds(t, file, listed, there, "package")
}

// TestPapers tests that the table of docs/papers.md has a row for each engine, with the paper that the engine names,
// and no other row.
func TestPapers(t *testing.T) {
	const file = "docs/papers.md"
	listed, there := map[string]bool{}, map[string]bool{}
	rows := map[string]string{}
	row := regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (.*) \\|$")
	for _, m := range row.FindAllStringSubmatch(section(t, file, "## Engines and their papers"), -1) {
		rows[m[1]], listed[m[1]] = m[2], true
	}
	for _, e := range app.Engines() {
		there[e.Name] = true
		if r, ok := rows[e.Name]; ok && !strings.Contains(r, e.Paper) {
			t.Errorf("%s: the row of %s is %q, not the engine's paper %q", file, e.Name, r, e.Paper)
		}
	}
	holds(t, file, listed, there, "engine")
}

// TestPapersOfReadme tests that README.md names each engine.
func TestPapersOfReadme(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range app.Engines() {
		if !strings.Contains(string(text), "`"+e.Name+"`") {
			t.Errorf("README.md does not name engine %s", e.Name)
		}
	}
}

// TestDomainTables tests that docs/iat.md and docs/cpa.md list the domains of package domains, and no others.
func TestDomainTables(t *testing.T) {
	there := map[string]bool{}
	for _, name := range domains.Names() {
		there[name] = true
	}
	word := regexp.MustCompile("`([^`]+)`")
	listed := map[string]bool{}
	for line := range strings.Lines(section(t, "docs/iat.md", "## Domains")) {
		if cell, ok := strings.CutPrefix(line, "| `"); ok {
			name, _, _ := strings.Cut(cell, "`")
			listed[name] = true
		}
	}
	holds(t, "docs/iat.md", listed, there, "domain")
	text, err := os.ReadFile("../docs/cpa.md")
	if err != nil {
		t.Fatal(err)
	}
	listed = map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "| `numeric` |") {
			continue
		}
		_, names, _ := strings.Cut(line, "the domain: ")
		names, _, _ = strings.Cut(names, "(")
		for _, m := range word.FindAllStringSubmatch(names, -1) {
			listed[m[1]] = true
		}
	}
	holds(t, "docs/cpa.md", listed, there, "domain")
}

package internal

import (
	"cmp"
	"fmt"
	"go/doc"
	"go/parser"
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
	"github.com/tandem-verifier/tandem/internal/golden"
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

// TestPackageTable tests that the table of docs/architecture.md has the packages and folders of the layer test on their
// levels, and no others. -update adds the rows that are missing, with the first sentence of the package's comment.
func TestPackageTable(t *testing.T) {
	level := ""
	folders := map[string]bool{}
	var rows []golden.Row
	for line := range strings.Lines(edges) {
		if m := regexp.MustCompile(`^# (L[0-9]+)$`).FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			level = m[1]
		}
		name, _, ok := strings.Cut(line, ":")
		if !ok || strings.HasPrefix(line, "#") || folders[folder(name)] {
			continue
		}
		folders[name] = strings.HasSuffix(name, "/*")
		short := strings.TrimPrefix(name, "internal/")
		rows = append(rows, golden.Row{Name: level + " " + short,
			Line: fmt.Sprintf("| %s | `%s` | %s |", level, short, summary(t, name))})
	}
	golden.Rows(t, "../docs/architecture.md", "## Packages", rows)
}

// summary returns the first sentence of a package's comment without its subject.
func summary(t *testing.T, pkg string) string {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join("..", pkg, "*.go"))
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments|parser.PackageClauseOnly)
		if err != nil || strings.HasSuffix(file, "_test.go") {
			continue
		}
		if text := new(doc.Package).Synopsis(f.Doc.Text()); text != "" {
			_, text, _ = strings.Cut(strings.TrimSuffix(text, "."), f.Name.Name+" ")
			return text
		}
	}
	return ""
}

// TestEngineTables tests that the tables of README.md and docs/papers.md have a row for each engine, and no other row,
// and that docs/papers.md has the paper that the engine names. -update adds the rows that are missing.
func TestEngineTables(t *testing.T) {
	var engines, papers []golden.Row
	for _, e := range app.Engines() {
		engines = append(engines, golden.Row{Name: e.Name, Line: fmt.Sprintf("| `%s` | %s |", e.Name, e.Doc)})
		papers = append(papers, golden.Row{Name: e.Name, Text: e.Paper,
			Line: fmt.Sprintf("| `%s` | %s |", e.Name, cmp.Or(e.Paper, "none"))})
	}
	golden.Rows(t, "../README.md", "## How it works", engines)
	golden.Rows(t, "../docs/papers.md", "## Engines and their papers", papers)
}

// TestDomainTable tests that docs/iat.md lists the domains of package domains with what they can say, and no others.
// -update adds the rows that are missing.
func TestDomainTable(t *testing.T) {
	var rows []golden.Row
	for _, d := range domains.List() {
		rows = append(rows, golden.Row{Name: d.Name, Text: d.Says, Line: fmt.Sprintf("| `%s` | %s |", d.Name, d.Says)})
	}
	golden.Rows(t, "../docs/iat.md", "## Domains", rows)
}

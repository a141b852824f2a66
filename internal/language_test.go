package internal

import (
	"bufio"
	"flag"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// room limits TestLanguage to one folder and its subfolders, as a path from the module's root: it then lists everything
// there, whether or not the folder is in unedited.
var room = flag.String("room", "", "TestLanguage: the folder to look at, from the root of the module")

// unedited are folders whose comments have not been brought to docs/glossary.md yet. Lines that are too long are
// errors there, too.
var unedited = []string{}

const (
	longestGo  = 120 // columns, a tab counting as one
	longestDoc = 100
)

// kindNobody is the name of a kind of site: a function without a body.
const kindNobody = `"nobody"`

// banned are patterns that docs/glossary.md replaces, in comments, strings and documents.
var banned = []struct {
	pattern *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`(?i)\bbehind\b`), "after, past"},
	{regexp.MustCompile(`(?i)\bbeside\b`), "next to, in addition to, in parallel with"},
	{regexp.MustCompile(`(?i)\b(nobody|somebody)\b`), "name the actor: no engine, a caller"},
	{regexp.MustCompile(`(?i)\bwhat there is\b`), "the noun"},
	{regexp.MustCompile(`(?i)\b(is|are) (that|those) of\b`), "name the noun again"},
	{regexp.MustCompile(`(?:^|[.:;] )(Who|Whoever|What) [^?]*$`), "name the actor or the noun as the subject"},
}

// TestLanguage holds comments, messages and documents to docs/glossary.md, and lines to their lengths.
func TestLanguage(t *testing.T) {
	root := filepath.Join("..", *room)
	count := 0
	report := func(path string, line int, format string, args ...any) {
		if count++; count <= 200 {
			t.Errorf("%s:%d: "+format, append([]any{path, line}, args...)...)
		}
	}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && (name == "testdata" || name == ".git" || name == "bin") {
			return fs.SkipDir
		}
		rel, err := filepath.Rel("..", path)
		if err != nil {
			return err
		}
		switch filepath.Ext(name) {
		case ".go":
			return goLanguage(path, rel, report)
		case ".md":
			return docLanguage(path, rel, report)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if count > 200 {
		t.Errorf("%d more", count-200)
	}
}

type reporter func(path string, line int, format string, args ...any)

// isUnedited reports whether the words of a file are not looked at.
func isUnedited(rel string) bool {
	if *room != "" {
		return false
	}
	for _, dir := range unedited {
		if dir == "" || rel == dir || strings.HasPrefix(rel, dir+"/") {
			return true
		}
	}
	return false
}

// goLanguage looks at a file of Go: at the lengths of its lines, except for raw strings, words of over 80 letters and
// comments that are laid out in columns, and at the words of its comments and strings.
func goLanguage(path, rel string, report reporter) error {
	src, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	fset := token.NewFileSet()
	if _, err := parser.ParseFile(fset, path, src, parser.PackageClauseOnly); err != nil {
		return err
	}
	words := !isUnedited(rel) && rel != "internal/language_test.go"
	test := strings.HasSuffix(path, "_test.go")
	file := fset.AddFile(path, -1, len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, scanner.ScanComments)
	free := map[int]bool{} // lines that may be longer
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			break
		}
		line := file.Line(pos)
		switch tok {
		case token.COMMENT:
			if strings.HasPrefix(text, "//\t") || strings.HasPrefix(text, "//  ") {
				free[line] = true
			}
			if words && !strings.HasPrefix(text, "//go:") {
				wordsOf(rel, line, text, report)
			}
		case token.STRING:
			lines := strings.Split(text, "\n")
			for i := range lines {
				free[line+i] = free[line+i] || text[0] == '`' || len(text) > 80 && !strings.Contains(text, " ")
			}
			if words && !test && text[0] == '"' && text != kindNobody {
				wordsOf(rel, line, text, report)
			}
		}
	}
	for i, l := range strings.Split(string(src), "\n") {
		if n := utf8.RuneCountInString(l); n > longestGo && !free[i+1] {
			report(rel, i+1, "%d columns, not %d", n, longestGo)
		}
	}
	return nil
}

func wordsOf(rel string, line int, text string, report reporter) {
	for i, l := range strings.Split(text, "\n") {
		l = strings.TrimSpace(strings.TrimLeft(l, "/* \t\""))
		for _, b := range banned {
			if m := b.pattern.FindString(l); m != "" {
				report(rel, line+i, "%q: %s", m, b.instead)
			}
		}
	}
}

// docLanguage looks at a document: at the lengths of its lines, except for tables, code and headings, and at its words
// outside of code.
func docLanguage(path, rel string, report reporter) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	words := !isUnedited(rel) && rel != "docs/glossary.md"
	code := false
	sc := bufio.NewScanner(f)
	for line := 1; sc.Scan(); line++ {
		l := sc.Text()
		if strings.HasPrefix(strings.TrimSpace(l), "```") {
			code = !code
		}
		if code || strings.HasPrefix(l, "    ") {
			continue
		}
		if n := utf8.RuneCountInString(l); n > longestDoc && !strings.HasPrefix(l, "|") {
			report(rel, line, "%d columns, not %d", n, longestDoc)
		}
		if words && !strings.HasPrefix(l, "#") {
			wordsOf(rel, line, l, report)
		}
	}
	return sc.Err()
}

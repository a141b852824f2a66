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

// room is the only folder that TestLanguage looks at, with its subfolders, as a path from the module's root; "" means
// all folders. If it is set, the words of all files are checked, also in folders of unedited.
var room = flag.String("room", "", "TestLanguage: the folder to look at, from the root of the module")

// unedited are folders whose words do not follow docs/glossary.md yet. The lengths of their lines are checked all the
// same.
var unedited = []string{}

const (
	longestGo  = 120 // columns, a tab counting as one
	longestDoc = 100
)

// kindNobody is the name of a kind of site: an input that is the result of a function without a body.
const kindNobody = `"nobody"`

// banned are patterns that must not occur in comments, strings and documents, with the words to use instead
// (docs/glossary.md).
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

// TestLanguage tests that comments, messages and documents follow docs/glossary.md, and that lines are not too long.
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

// reporter reports an error at a line.
type reporter func(path string, line int, format string, args ...any)

// isUnedited reports whether the words of a file are not checked.
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

// goLanguage checks the words of comments and strings of a Go file, and the lengths of its lines. Raw strings, words of
// over 80 letters, and comments in columns may have longer lines.
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
	free := map[int]bool{} // lines that may be too long
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

// wordsOf reports banned patterns in a text that begins at a line.
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

// docLanguage checks the words of a document, except in code, and the lengths of its lines, except in tables, code and
// headings.
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

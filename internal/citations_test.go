package internal

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// page matches the name of a document in a comment.
var page = regexp.MustCompile(`\b(?:[A-Za-z]+/)*[A-Za-z-]+\.md\b|\bDESIGN\b`)

// TestCitations tests that the documents which comments name exist.
func TestCitations(t *testing.T) {
	s := load(t)
	for _, p := range s.pkgs {
		for _, f := range p.files {
			for _, g := range f.Comments {
				for _, name := range page.FindAllString(g.Text(), -1) {
					_, err := os.Stat(filepath.Join(s.root, name))
					if _, beside := os.Stat(filepath.Join(s.root, p.path, name)); err != nil && beside != nil {
						t.Errorf("%s: there is no page %s", s.at(g.Pos()), name)
					}
				}
			}
		}
	}
}

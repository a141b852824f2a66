package csrc

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// ShortName returns the name of a file relative to the current folder if the file lies in it, or if that name is
// shorter and leads to the same file (with symbolic links ".." may lead elsewhere); otherwise the absolute name.
func ShortName(file string) string {
	abs, err := filepath.Abs(file)
	if err != nil {
		return filepath.Clean(file)
	}
	best := abs
	for _, wd := range currentFolder() {
		rel, err := filepath.Rel(wd, abs)
		switch {
		case err != nil:
		case rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)):
			return rel
		case len(rel) < len(best) && sameFile(rel, abs):
			best = rel
		}
	}
	return best
}

// currentFolder returns the names of the current folder: the name that the shell uses, and the name without symbolic
// links.
func currentFolder() (names []string) {
	wd, err := os.Getwd()
	if err != nil {
		return nil
	}
	names = append(names, wd)
	if real, err := filepath.EvalSymlinks(wd); err == nil && real != wd {
		names = append(names, real)
	}
	return names
}

// sameFile reports whether both names lead to the same file.
func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// shown returns the name of a file for positions in messages: the short name, or for the program itself the name that
// the user gave. cc itself works with the name that a compiler uses, since __FILE__ shows it.
func (f *files) shown(name string) string {
	if name == f.file || !filepath.IsAbs(name) {
		return name
	}
	if _, ok := f.cfg.Sources[name]; ok {
		return name
	}
	short, ok := f.short[name]
	if !ok {
		short = ShortName(name)
		f.short[name] = short
	}
	return short
}

// show replaces the file names in the positions of errors by short names.
func (f *files) show(err error) error {
	for _, e := range listOf(err) {
		e.Pos.File = f.shown(e.Pos.File)
	}
	return err
}

// shownFiles returns the files of the program with their short names.
func (f *files) shownFiles() (out []ir.File) {
	for _, u := range f.used {
		u.Name = f.shown(u.Name)
		out = append(out, u)
	}
	return out
}

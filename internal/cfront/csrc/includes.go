package csrc

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// cycle looks for a file that includes itself whatever the macros are: cc would
// follow it for ever. Only #includes outside of all #if groups count.
func (f *files) cycle(name string, src []byte, toks []tok) *Error {
	ifs := 0
	var direct []string
	for i, t := range toks {
		if t.kind != tDirective {
			continue
		}
		switch string(src[t.off:t.end]) {
		case "if", "ifdef", "ifndef":
			ifs++
		case "endif":
			ifs--
		case "pragma":
			if a := toks[i+1]; string(src[a.off:a.end]) == "once" {
				return nil
			}
		case "include":
			a := toks[i+1]
			if ifs > 0 || a.kind != tStr || a.end-a.off < 3 {
				continue
			}
			s := string(src[a.off:a.end])
			to, ok := f.resolve(s[1:len(s)-1], name, s[0] == '"')
			if !ok {
				continue
			}
			direct = append(direct, to)
			f.includes[name] = direct
			if f.reaches(to, name, map[string]bool{}) {
				return errorf(posAt(name, src, int(a.off)), "%s includes itself", name)
			}
		}
	}
	return nil
}

// reaches reports whether from includes to, among the files seen so far.
func (f *files) reaches(from, to string, seen map[string]bool) bool {
	if from == to {
		return true
	}
	if seen[from] {
		return false
	}
	seen[from] = true
	for _, n := range f.includes[from] {
		if f.reaches(n, to, seen) {
			return true
		}
	}
	return false
}

// resolve finds an included file as cc does.
func (f *files) resolve(name, from string, quoted bool) (string, bool) {
	var dirs []string
	if quoted {
		dirs = append(append(dirs, filepath.Dir(from)), f.cfg.QuoteDirs...)
	}
	for _, d := range append(dirs, f.cfg.before()...) {
		p := filepath.Join(d, name)
		if _, ok := f.cfg.Sources[p]; ok {
			return p, true
		}
		if _, err := os.Stat(p); err == nil {
			return p, true
		}
	}
	return "", false
}

// host lists the files that come from the folders of the machine.
func (f *files) host() (names []string) {
	for _, u := range f.used {
		for _, d := range f.cfg.HostDirs {
			if strings.HasPrefix(u.Name, d+string(filepath.Separator)) && u.Name != f.file && !f.asked(u.Name) {
				names = append(names, u.Name)
				break
			}
		}
	}
	return names
}

// asked says whether a folder that the user named has the file.
func (f *files) asked(name string) bool {
	for _, d := range slices.Concat(f.cfg.QuoteDirs, f.cfg.before()) {
		if strings.HasPrefix(name, filepath.Clean(d)+string(filepath.Separator)) {
			return true
		}
	}
	return false
}

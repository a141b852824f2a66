package csrc

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// cycle returns an error if a file always includes itself: cc would not terminate. It considers only #includes outside
// of all #if groups.
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
				return errorf(posAt(name, src, int(a.off)), "%s includes itself", f.shown(name))
			}
		}
	}
	return nil
}

// reaches reports whether from equals to, or includes it, perhaps through other files. It considers the files read so
// far. The files in seen have been visited already.
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

// resolve returns the path of an included file of the user, found in the same order as cc does.
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

// host returns the used files that come from HostDirs.
func (f *files) host() (names []string) {
	for _, u := range f.used {
		if f.isHost(u.Name) {
			names = append(names, f.shown(u.Name))
		}
	}
	return names
}

// isHost reports whether a file comes from HostDirs.
func (f *files) isHost(name string) bool {
	return name != f.file && f.under(f.cfg.HostDirs, name) && !f.under(slices.Concat(f.cfg.QuoteDirs, f.cfg.before()),
		name)
}

// under reports whether a file is in one of the folders.
func (f *files) under(dirs []string, name string) bool {
	return slices.ContainsFunc(dirs,
		func(d string) bool { return strings.HasPrefix(name, filepath.Clean(d)+string(filepath.Separator)) })
}

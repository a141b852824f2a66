package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
)

// outPath is a file or a folder that a command writes. Each command has one list of its outputs.
type outPath struct {
	flag string // the option that names it, with dashes
	path string // "": the option is not given
	// names are the files that the command makes in the folder path; nil if path is a file.
	names []string
	// also matches the names of other files in the folder that the command may make or replace; nil if there are none.
	also *regexp.Regexp
}

// files returns the files that the command makes for the output.
func (o outPath) files() []string {
	if o.names == nil {
		return []string{o.path}
	}
	var paths []string
	for _, name := range o.names {
		paths = append(paths, filepath.Join(o.path, name))
	}
	return paths
}

// checkOutputs returns an error if an output cannot be written or is an input, or if two outputs have the same file. It
// is called before the work of a command, so that a wrong path does not cost a result or overwrite a program, and again
// when the headers of the program are known. It makes no lasting change.
func checkOutputs(in inputs, all ...outPath) error {
	all = slices.DeleteFunc(all, func(o outPath) bool { return o.path == "" })
	for i, o := range all {
		if err := in.keeps(o.flag, o.files()...); err != nil {
			return err
		}
		if o.also != nil {
			if err := in.keepsIn(o.flag, o.path, o.also); err != nil {
				return err
			}
		}
		for _, other := range all[:i] {
			if file := o.meets(other); file != "" {
				return usage("%s and %s both write %s", other.flag, o.flag, file)
			}
		}
		if err := o.writable(); err != nil {
			return usage("%s: %s cannot be written: %s", o.flag, o.path, cause(err))
		}
	}
	return nil
}

// meets returns a file that both outputs have; "" if there is none.
func (o outPath) meets(other outPath) string {
	for _, a := range o.files() {
		for _, b := range other.files() {
			if samePath(a, b) {
				return a
			}
		}
		if other.takes(a) {
			return a
		}
	}
	for _, b := range other.files() {
		if o.takes(b) {
			return b
		}
	}
	return ""
}

// takes reports whether a file is one of those in the folder that the command may make or replace.
func (o outPath) takes(file string) bool {
	return o.also != nil && o.also.MatchString(filepath.Base(file)) && samePath(filepath.Dir(file), o.path)
}

// samePath reports whether two paths lead to the same file or folder, which need not exist yet. Devices and pipes do
// not count: several outputs may go to /dev/null.
func samePath(a, b string) bool {
	sa, errA := os.Stat(a)
	sb, errB := os.Stat(b)
	if errA == nil && errB == nil {
		return os.SameFile(sa, sb) && (sa.Mode().IsRegular() || sa.IsDir())
	}
	return errA != nil && errB != nil && resolved(a) == resolved(b)
}

// resolved returns the path without symbolic links in the folders that exist.
func resolved(path string) string {
	path, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	dir, rest := path, ""
	for {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			return filepath.Join(real, rest)
		}
		up := filepath.Dir(dir)
		if up == dir {
			return path
		}
		dir, rest = up, filepath.Join(filepath.Base(dir), rest)
	}
}

// probing is locked while writable makes folders and files that it removes again. At a limit, the process exits under
// this lock, so nothing is left.
var probing sync.Mutex

// writable returns an error if the folder of the output cannot be made, or a file cannot be written.
func (o outPath) writable() (err error) {
	probing.Lock()
	defer probing.Unlock()
	if o.names != nil {
		made := missing(o.path)
		defer func() {
			for _, d := range made {
				_ = os.Remove(d) // fails, as it should, if another process has put a file there
			}
		}()
		err = os.MkdirAll(o.path, 0o755)
	}
	for _, file := range o.files() {
		if err == nil {
			err = writable(file)
		}
	}
	return err
}

// missing returns the folders of a path that do not exist, the innermost first.
func missing(dir string) (out []string) {
	for d := filepath.Clean(dir); ; d = filepath.Dir(d) {
		if _, err := os.Lstat(d); !errors.Is(err, fs.ErrNotExist) {
			return out
		}
		out = append(out, d)
	}
}

// writable returns an error if a file cannot be opened for writing. It makes no lasting change. It does not try pipes
// and devices, since opening one may wait for a reader.
func writable(path string) error {
	st, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil {
			return err
		}
		f.Close()
		return os.Remove(path)
	case err != nil:
		return err
	case !st.Mode().IsRegular() && !st.IsDir():
		return nil
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

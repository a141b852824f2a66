package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
)

// checkOutputs returns an error if an output file of verify cannot be written, or is an input. It is called before the
// analysis, so that a wrong path does not cost a verdict or overwrite a program.
func checkOutputs(f *verifyFlags, files []string) error {
	in := f.program.inputs(files)
	in.add(f.condition)
	in.addBounds(&f.bounds)
	for _, o := range []struct{ flag, path string }{{"--harness", f.harness}, {"--witness", f.witness},
		{"--condition-out", f.left}} {
		if o.path == "" {
			continue
		}
		if err := writableFile(in, o.flag, o.path); err != nil {
			return err
		}
	}
	if err := writableDir(in, "--output", f.output, "report.json", "witness.yml", "witness.graphml",
		"harness.c"); err != nil {
		return err
	}
	if err := in.keepsIn("--output", f.output, partName); err != nil {
		return err
	}
	if err := in.keepsIn("--dump", f.dump, dumpName); err != nil {
		return err
	}
	return writableDir(in, "--dump", f.dump, "000-dump.txt") // a name as good as any: those of dumps depend on the engines
}

// partName matches the names of witnesses for ranges of paths.
var partName = regexp.MustCompile(`^witness-part-\d+\.yml$`)

// dumpName matches the names of dumps.
var dumpName = regexp.MustCompile(`^\d{3,}-`)

// writableFile returns an error if the file cannot be written, or is an input.
func writableFile(in inputs, flag, path string) error {
	if err := in.keeps(flag, path); err != nil {
		return err
	}
	if err := writable(path); err != nil {
		return usage("%s: %s cannot be written: %s", flag, path, cause(err))
	}
	return nil
}

// writableDir returns an error if the folder dir cannot be made, or the named files in it cannot be written or are
// inputs. It makes no lasting change. If dir is "", it does nothing.
func writableDir(in inputs, flag, dir string, names ...string) error {
	if dir == "" {
		return nil
	}
	for _, name := range names {
		if err := in.keeps(flag, filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	made := missing(dir)
	err := os.MkdirAll(dir, 0o755)
	for _, name := range names {
		if err == nil {
			err = writable(filepath.Join(dir, name))
		}
	}
	for _, d := range made {
		_ = os.Remove(d) // fails, as it should, if another process has put a file there
	}
	if err != nil {
		return usage("%s: %s cannot be written: %s", flag, dir, cause(err))
	}
	return nil
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

package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
)

// checkOutputs says before the analysis begins which of the files that are
// asked for cannot be written: a verdict should not be lost for a misspelt path, nor a program.
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
	return writableDir(in, "--dump", f.dump, "000-dump.txt") // any name: they depend on the engines
}

// partName matches the names of witnesses of parts.
var partName = regexp.MustCompile(`^witness-part-\d+\.yml$`)

// dumpName matches the names that dumps have.
var dumpName = regexp.MustCompile(`^\d{3,}-`)

// writableFile wants a file that can be written and is none of the inputs.
func writableFile(in inputs, flag, path string) error {
	if err := in.keeps(flag, path); err != nil {
		return err
	}
	if err := writable(path); err != nil {
		return usage("%s: %s cannot be written: %s", flag, path, cause(err))
	}
	return nil
}

// writableDir tries to make a folder, unless it is "", and files in it, none of which may be an input. It leaves
// everything as it was.
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
		_ = os.Remove(d) // it stays if another process has put something there
	}
	if err != nil {
		return usage("%s: %s cannot be written: %s", flag, dir, cause(err))
	}
	return nil
}

// missing are the folders of a path that are not there, the innermost first.
func missing(dir string) (out []string) {
	for d := filepath.Clean(dir); ; d = filepath.Dir(d) {
		if _, err := os.Lstat(d); !errors.Is(err, fs.ErrNotExist) {
			return out
		}
		out = append(out, d)
	}
}

// writable tries to open a file for writing and leaves everything as it was. Pipes
// and devices are not tried: opening one may wait for a reader.
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

package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// checkOutputs says before the analysis begins which of the files that are
// asked for cannot be written: a verdict should not be lost for a misspelt path.
func checkOutputs(f *verifyFlags) error {
	for _, o := range []struct{ flag, path string }{{"--harness", f.harness}, {"--witness", f.witness}} {
		if o.path == "" {
			continue
		}
		if err := writable(o.path); err != nil {
			return usage("%s: %s cannot be written: %s", o.flag, o.path, cause(err))
		}
	}
	if err := writableDir("--output", f.output, "report.json", "witness.yml", "witness.graphml", "harness.c"); err != nil {
		return err
	}
	return writableDir("--dump", f.dump, "000-dump.txt") // any name: they depend on the engines
}

// writableDir makes a folder, unless it is "", and tries files in it.
func writableDir(flag, dir string, names ...string) error {
	if dir == "" {
		return nil
	}
	err := os.MkdirAll(dir, 0o755)
	for _, name := range names {
		if err == nil {
			err = writable(filepath.Join(dir, name))
		}
	}
	if err != nil {
		return usage("%s: %s cannot be written: %s", flag, dir, cause(err))
	}
	return nil
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

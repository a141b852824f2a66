package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

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

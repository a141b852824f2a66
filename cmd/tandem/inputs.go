package main

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// inputs are the files that a command reads. The command must not overwrite any of them.
type inputs []os.FileInfo

// add adds files; it ignores those that do not exist.
func (in *inputs) add(files ...string) {
	for _, f := range files {
		if st, err := os.Stat(f); err == nil {
			*in = append(*in, st)
		}
	}
}

// addProgram adds the files of a program. If one of them is a task definition, it adds the files that the definition
// names, too. It ignores files that cannot be read: the loader reports them.
func (in *inputs) addProgram(files ...string) {
	in.add(files...)
	for _, f := range files {
		if !isYML(f) {
			continue
		}
		def, err := verify.LoadTaskDef(f)
		if err != nil {
			continue
		}
		if paths, err := def.InputPaths(); err == nil {
			in.add(paths...)
		}
		for _, p := range def.Properties {
			if path, err := def.PropertyPath(p); err == nil {
				in.add(path)
			}
		}
	}
}

// inputs returns the files of the program, and the files that the options name.
func (f *programFlags) inputs(files []string) (in inputs) {
	in.addProgram(files...)
	in.add(f.opt.Property)
	in.add(f.opt.Includes...)
	in.add(f.responses...)
	if f.opt.Build != "" {
		in.add(f.opt.Build, filepath.Join(f.opt.Build, "compile_commands.json"))
	}
	return in
}

// sources returns the names of the files that a program was read from, headers included.
func sources(t *app.Task) (files []string) {
	for _, f := range t.Program.Files {
		files = append(files, f.Name)
	}
	return files
}

// keeps returns an error if one of the files, which the option flag would write, is an input.
func (in inputs) keeps(flag string, files ...string) error {
	for _, f := range files {
		st, err := os.Stat(f)
		if err != nil || !st.Mode().IsRegular() {
			continue
		}
		for _, i := range in {
			if os.SameFile(st, i) {
				return usage("%s: %s is an input file: it would be overwritten", flag, f)
			}
		}
	}
	return nil
}

// keepsIn returns an error if a file of the folder whose name matches is an input.
func (in inputs) keepsIn(flag, dir string, names *regexp.Regexp) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil // the folder does not exist yet
	}
	for _, e := range entries {
		if names.MatchString(e.Name()) {
			err = errors.Join(err, in.keeps(flag, filepath.Join(dir, e.Name())))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// notSwapped returns an error if the file in the place of a witness is a program.
func notSwapped(witness string) error {
	swapped := app.IsSPL(witness)
	switch strings.ToLower(filepath.Ext(witness)) {
	case ".c", ".i", ".h":
		swapped = true
	case ".yml", ".yaml":
		_, err := verify.LoadTaskDef(witness)
		swapped = err == nil
	}
	if swapped {
		return usage("%s is a program: the witness comes first, as in tandem witness check WITNESS FILE.c", witness)
	}
	return nil
}

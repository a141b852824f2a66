package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/tandem-verifier/tandem/internal/app"
)

// outFile is a kind of file that tandem verify writes.
type outFile struct {
	// flag is the name of the option with the path of the file, without dashes; help is the help of the option. Both are
	// "" if only --output writes the file.
	flag, help string
	// names are the names of the file in the folder of --output, one for each format. If a name contains %d, the folder
	// has one file for each number from 1 on.
	names []string
	// marks are texts; each file of this kind has one of them in its first 4096 bytes. A file of an earlier run is removed
	// if it has one of them and the extension of one of the names. Without marks, a file of an earlier run is never
	// removed, only overwritten.
	marks []string
	// write writes the file after a violation is found and at the end of the run, in the format of the extension of path.
	// For a name with %d, path ends in this name. If write is nil, writeCondition writes the file, at the end of the run
	// only.
	write func(a *cli, path string, s *app.Session, rep *app.Report) error
}

// outFiles returns the table of all files that tandem verify writes, except for the files of --dump. A new format needs
// a row here and nothing else in this command: the row gives its option, and the functions of this file check, remove
// and write its files.
func outFiles() []outFile {
	return []outFile{
		{names: []string{"report.json"}, marks: []string{`"tool": "tandem `}, write: (*cli).writeReport},
		{flag: "witness", help: "write a witness to `FILE`: YAML 2.0, or GraphML 1.0 for .graphml",
			names: []string{"witness.yml", "witness.graphml"},
			marks: append(yamlMarks(), `<data key="producer">Tandem`), write: (*cli).writeWitness},
		{flag: "harness", help: "write a C program that shows the violation to `FILE`", names: []string{"harness.c"},
			marks: []string{"Written by tandem "}, write: (*cli).writeHarness},
		{names: []string{"witness-part-%d.yml"}, marks: yamlMarks(), write: (*cli).writeParts},
		{flag: conditionOut, help: "write the executions that remain to be verified to `FILE`: as a condition, or for .spc " +
			"as an AssumptionAutomaton"},
	}
}

// conditionOut is the option for the file that writeCondition writes.
const conditionOut = "condition-out"

// yamlMarks returns the marks of witnesses in YAML.
func yamlMarks() []string { return []string{"name: \"Tandem\"", "name: Tandem"} }

// registerFiles registers --output and the options of the table.
func (f *verifyFlags) registerFiles(fs *pflag.FlagSet) {
	f.named = map[string]*string{}
	var names, parts []string
	for _, o := range outFiles() {
		if o.flag != "" {
			f.named[o.flag] = fs.String(o.flag, "", o.help)
		}
		for _, name := range o.names {
			if strings.Contains(name, "%d") {
				parts = append(parts, fmt.Sprintf(name, 1)+", ...")
			} else {
				names = append(names, name)
			}
		}
	}
	last := len(names) - 1
	fs.StringVar(&f.output, "output", "", "write "+strings.Join(names[:last], ", ")+" and "+names[last]+" to `DIR`; for "+
		"a proof by ranges of paths also "+strings.Join(parts, ", "))
}

// path returns the value of an option of the table; "" if it is not given.
func (f *verifyFlags) path(flag string) string {
	if p := f.named[flag]; p != nil {
		return *p
	}
	return ""
}

// numbered returns a pattern that matches name with any number in place of %d.
func numbered(name string) *regexp.Regexp {
	return regexp.MustCompile("^" + strings.Replace(regexp.QuoteMeta(name), "%d", `\d+`, 1) + "$")
}

// outputs returns the outputs of verify.
func (f *verifyFlags) outputs() []outPath {
	var all []outPath
	folder := outPath{flag: "--output", path: f.output}
	for _, o := range outFiles() {
		all = append(all, outPath{flag: "--" + o.flag, path: f.path(o.flag)})
		for _, name := range o.names {
			if strings.Contains(name, "%d") {
				all = append(all, outPath{flag: "--output", path: f.output, names: []string{}, also: numbered(name)})
			} else {
				folder.names = append(folder.names, name)
			}
		}
	}
	// Any name of a dump will do: the names depend on the engines.
	return append(all, folder, outPath{flag: "--dump", path: f.dump, names: []string{"000-dump.txt"}, also: dumpName})
}

// checkFiles is checkOutputs for the outputs of verify; files are the sources of the program.
func (f *verifyFlags) checkFiles(files []string) error {
	in := f.program.inputs(files)
	in.add(f.condition)
	in.addBounds(&f.bounds)
	return checkOutputs(in, f.outputs()...)
}

// dumpName matches the names of dumps.
var dumpName = regexp.MustCompile(`^\d{3,}-`)

// writes reports whether writeFiles has files to write.
func (f *verifyFlags) writes() bool {
	for _, o := range outFiles() {
		if o.write != nil && f.path(o.flag) != "" {
			return true
		}
	}
	return f.output != ""
}

// writeFiles writes all files of the table, except for the file of --condition-out.
func (a *cli) writeFiles(f *verifyFlags, s *app.Session, rep *app.Report) error {
	var first error // the first error; files after it are still written
	note := func(err error) {
		if first == nil {
			first = err
		}
	}
	for _, o := range outFiles() {
		if path := f.path(o.flag); path != "" && o.write != nil {
			note(o.write(a, path, s, rep))
		}
	}
	if f.output == "" {
		return first
	}
	if err := os.MkdirAll(f.output, 0o755); err != nil {
		note(&app.InputError{File: f.output, Msg: cause(err)})
		return first
	}
	quiet := &cli{stderr: io.Discard} // an artefact that does not exist needs no message here
	for _, o := range outFiles() {
		for _, name := range o.names {
			note(o.write(quiet, filepath.Join(f.output, name), s, rep))
		}
	}
	return first
}

// removeOld removes output files of an earlier run which this run may not overwrite, since it writes them for some
// verdicts only: an old harness would look like one of this run. If Tandem did not write such a file, removeOld keeps
// it and prints a warning.
func (a *cli) removeOld(f *verifyFlags) error {
	for _, o := range outFiles() {
		if o.marks == nil {
			continue
		}
		for _, path := range f.paths(o) {
			st, err := os.Stat(path)
			if err != nil || !st.Mode().IsRegular() || st.Size() == 0 {
				continue
			}
			if !o.wrote(path) {
				fmt.Fprintf(a.stderr, "tandem: warning: %s exists, and Tandem did not write it: it is kept unless this run "+
					"replaces it\n", path)
				continue
			}
			if err := os.Remove(path); err != nil {
				return usage("%s cannot be removed: %s", path, cause(err))
			}
		}
	}
	return nil
}

// paths returns the files of a row that this run may write. For names with %d, these are the files that exist.
func (f *verifyFlags) paths(o outFile) (paths []string) {
	if path := f.path(o.flag); path != "" {
		paths = append(paths, path)
	}
	if f.output == "" {
		return paths
	}
	entries, _ := os.ReadDir(f.output) // the folder may not exist yet
	for _, name := range o.names {
		if !strings.Contains(name, "%d") {
			paths = append(paths, filepath.Join(f.output, name))
			continue
		}
		for _, e := range entries {
			if numbered(name).MatchString(e.Name()) {
				paths = append(paths, filepath.Join(f.output, e.Name()))
			}
		}
	}
	return paths
}

// wrote reports whether a file has one of the marks of the row, and the extension of one of its names.
func (o *outFile) wrote(path string) bool {
	ext := strings.Replace(filepath.Ext(path), ".yaml", ".yml", 1)
	if !slices.ContainsFunc(o.names, func(name string) bool { return filepath.Ext(name) == ext }) {
		return false
	}
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	head := make([]byte, 4096)
	n, _ := io.ReadFull(file, head)
	for _, m := range o.marks {
		if bytes.Contains(head[:n], []byte(m)) {
			return true
		}
	}
	return false
}

// writeReport writes the report as JSON.
func (a *cli) writeReport(path string, _ *app.Session, rep *app.Report) error {
	return writeTo(path, func(w io.Writer) error { return writeJSON(w, rep) })
}

// writeHarness writes the harness of a violation. If there is no violation, it prints a message.
func (a *cli) writeHarness(path string, s *app.Session, _ *app.Report) error {
	var text bytes.Buffer
	ok, err := s.Harness(&text)
	if err != nil {
		return fmt.Errorf("internal error: harness: %w", err)
	}
	if !ok {
		fmt.Fprintln(a.stderr, "tandem: no harness is written: there is no violation to show")
		return nil
	}
	if err := writeTo(path, func(w io.Writer) error { _, err := w.Write(text.Bytes()); return err }); err != nil {
		return err
	}
	fmt.Fprintf(a.stderr, "tandem: harness written: %s\n", s.HarnessCommand(path))
	return nil
}

// writeWitness writes the witness. If the verdict has none, it prints a message.
func (a *cli) writeWitness(path string, s *app.Session, _ *app.Report) error {
	text, ok, err := s.Witness(strings.HasSuffix(path, ".graphml"), strings.Join(os.Args, " "))
	if err != nil {
		return err
	}
	if !ok {
		fmt.Fprintln(a.stderr, "tandem: no witness is written: the format has none for this verdict")
		return nil
	}
	return writeTo(path, func(w io.Writer) error { _, err := w.Write(text); return err })
}

// writeParts writes a witness for each range of paths that the proof is split into. The base name of path contains %d.
func (a *cli) writeParts(path string, s *app.Session, _ *app.Report) error {
	parts, err := s.PartWitnesses(strings.Join(os.Args, " "))
	dir, name := filepath.Split(path)
	for i, text := range parts {
		file := dir + fmt.Sprintf(name, i+1)
		if e := writeTo(file, func(w io.Writer) error { _, err := w.Write(text); return err }); err == nil {
			err = e
		}
	}
	return err
}

// writeCondition writes the remaining executions as a condition to the file of --condition-out, and describes them in
// the report.
func (a *cli) writeCondition(f *verifyFlags, s *app.Session, rep *app.Report) error {
	path := f.path(conditionOut)
	if path == "" {
		if !f.quiet {
			rep.Left = s.Words()
		}
		return nil
	}
	text, words := s.Condition(strings.HasSuffix(path, ".spc"))
	if text == "" {
		fmt.Fprintln(a.stderr, "tandem: no condition is written: a violation is known")
		return nil
	}
	rep.Left = words
	return writeTo(path, func(w io.Writer) error { _, err := io.WriteString(w, text); return err })
}

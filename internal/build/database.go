package build

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Database is a compilation database.
type Database struct {
	File  string
	Units []*Unit  // the entries for C, in their order, each file once
	Other []string // the files of entries for other languages

	ignore []string // flags that are ignored
}

// Unit is a translation unit: a file with its flags.
type Unit struct {
	File string // the path under which it is opened and shown
	Pos  ir.Pos // position of its entry in the database
	*Flags
	Twins int   // number of further entries for the file with other flags
	err   error // why it cannot be read; nil if it can

	defines map[string]bool // names that its text seems to define (index.go); nil: not computed yet
}

// entry is an entry of compile_commands.json.
type entry struct {
	Directory string   `json:"directory"`
	File      string   `json:"file"`
	Command   string   `json:"command"`
	Arguments []string `json:"arguments"`
	Output    string   `json:"output"`
}

// Open reads a compilation database from a file, or from compile_commands.json in a folder. It ignores the flags in
// ignore. Its error is a *csrc.Error; Check returns errors in single entries, when the entries are used.
func Open(file string, ignore []string) (*Database, error) {
	if st, err := os.Stat(file); err == nil && st.IsDir() {
		file = filepath.Join(file, "compile_commands.json")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		var pe *os.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return nil, &csrc.Error{Msg: fmt.Sprintf("%s: the database of compilation cannot be read: %v", file, err)}
	}
	d := &Database{File: file, ignore: ignore}
	at := func(off int64, format string, args ...any) error {
		before := text[:min(off, int64(len(text)))]
		pos := ir.Pos{File: file, Line: 1 + bytes.Count(before, []byte("\n")), Col: len(before) - bytes.LastIndexByte(before,
			'\n')}
		return &csrc.Error{Pos: pos, Msg: fmt.Sprintf(format, args...)}
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	if tok, err := dec.Token(); err != nil || tok != json.Delim('[') {
		return nil, at(0, "this is no database of compilation: a list of entries is expected")
	}
	for dec.More() {
		start := dec.InputOffset()
		start += int64(len(text[start:]) - len(bytes.TrimLeft(text[start:], ", \t\r\n")))
		var e entry
		if err := dec.Decode(&e); err != nil {
			return nil, at(max(dec.InputOffset(), start), "this entry is not understood: %v", err)
		}
		if e.File == "" || e.Command == "" && len(e.Arguments) == 0 {
			return nil, at(start, "this entry has no file, or neither command nor arguments")
		}
		d.add(e, at(start, "").(*csrc.Error).Pos)
	}
	if _, err := dec.Token(); err != nil {
		return nil, at(dec.InputOffset(), "the list of entries does not end")
	}
	if len(d.Units) == 0 {
		return nil, at(0, "no entry compiles C (%d compile something else)", len(d.Other))
	}
	return d, nil
}

// add adds the unit of an entry. If the file has a unit already, the entry only counts as a twin.
func (d *Database) add(e entry, pos ir.Pos) {
	dir := e.Directory
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(filepath.Dir(d.File), dir)
	}
	u := &Unit{File: csrc.ShortName(in(dir, e.File)), Pos: pos}
	args := e.Arguments
	if len(args) == 0 {
		if args, u.err = split(e.Command); u.err != nil {
			u.err = &csrc.Error{Pos: pos, Msg: u.err.Error()}
		}
	}
	compiler, args := compilerOf(args)
	if u.err == nil {
		u.Flags, u.err = Parse(args, dir, d.ignore)
	}
	lang := ""
	if u.Flags == nil {
		u.Flags = &Flags{}
	} else {
		lang = u.Lang
	}
	if !isC(u.File, lang, compiler) {
		d.Other = append(d.Other, u.File)
		return
	}
	var fault *Fault
	if errors.As(u.err, &fault) {
		u.err = &csrc.Error{Pos: pos, Msg: fmt.Sprintf("%s: %s", u.File, fault)}
	} else if u.err == nil {
		u.err = u.target(compiler)
	}
	for _, v := range d.Units {
		if v.File == u.File {
			if !u.same(v) {
				v.Twins++
			}
			return
		}
	}
	d.Units = append(d.Units, u)
}

// same reports whether the flags of two units have the same meaning.
func (u *Unit) same(v *Unit) bool {
	return slices.Equal(u.Compiler, v.Compiler) && u.Model == v.Model && u.Overflow == v.Overflow &&
		slices.Equal(u.Config.Predefined, v.Config.Predefined)
}

// compilerOf returns the name of the compiler in a command, and its arguments. It skips wrappers such as ccache.
func compilerOf(args []string) (compiler string, rest []string) {
	for i, a := range args {
		name := filepath.Base(a)
		switch name {
		case "ccache", "sccache", "distcc", "icecc", "env", "nice", "libtool", "sh", "bash":
			continue
		}
		if i > 0 && compiler == "" && (strings.HasPrefix(a, "-") || strings.Contains(a, "=")) {
			continue // an argument of the wrapper
		}
		return name, args[i+1:]
	}
	return "", nil
}

// compilers matches the names of compilers that have gcc's flags. The name of a machine may precede the name of the
// compiler, and a version may follow it.
var compilers = regexp.MustCompile(
	`^(?:(.*)-)?(gcc|cc|clang|c99|c89|c11|tcc|icc|icx|musl-gcc|afl-clang-fast|afl-gcc)(?:-[0-9.]+)?$`)

// target sets the data model, or that the unit is for a foreign machine, according to the compiler's name.
func (u *Unit) target(compiler string) error {
	m := compilers.FindStringSubmatch(compiler)
	if m == nil {
		u.note("the compiler is %s, whose flags are taken as gcc's", compiler)
		return nil
	}
	if arch, _, _ := strings.Cut(m[1], "-"); arch == "" || arch == "musl" || arch == "afl" {
		return nil
	}
	switch model, here := modelOf(m[1]); {
	case !here:
		u.Foreign = compiler
	case u.Model == 0:
		u.Model = model
	}
	return nil
}

// isC reports whether an entry compiles C.
func isC(file, lang, compiler string) bool {
	if lang != "" && lang != "none" {
		return lang == "c" || lang == "cpp-output" || lang == "c-header"
	}
	if m := strings.TrimRight(compiler, "-.0123456789"); strings.HasSuffix(m, "++") {
		return false
	}
	ext := filepath.Ext(file)
	return ext == ".c" || ext == ".i" || ext == ".h"
}

// IsCPlusPlus reports whether gcc takes a file of this name for C++.
func IsCPlusPlus(file string) bool {
	return slices.Contains([]string{".cc", ".cp", ".cxx", ".cpp", ".CPP", ".c++", ".C", ".hh", ".hpp", ".ii"},
		filepath.Ext(file))
}

// OtherText names the files for other languages, at most three of them. It returns "" if there are none.
func (d *Database) OtherText() string {
	if len(d.Other) == 0 {
		return ""
	}
	var us []*Unit
	for _, f := range d.Other {
		us = append(us, &Unit{File: f})
	}
	return fmt.Sprintf("%s: files that are not C are left out: %s", d.File, names(us, 3))
}

// Check returns why a unit cannot be read, or nil.
func (u *Unit) Check() error { return u.err }

// Find returns the unit of a file, named by its path or by the end of its path. It is an error if the end of the path
// fits several units, or none.
func (d *Database) Find(file string) (*Unit, error) {
	want := csrc.ShortName(file)
	var fits []*Unit
	for _, u := range d.Units {
		if u.File == want {
			return u, nil
		}
		if strings.HasSuffix("/"+u.File, "/"+filepath.Clean(file)) {
			fits = append(fits, u)
		}
	}
	switch len(fits) {
	case 1:
		return fits[0], nil
	case 0:
		for _, f := range d.Other {
			if strings.HasSuffix("/"+f, "/"+filepath.Clean(file)) {
				return nil, &csrc.Error{Msg: fmt.Sprintf("%s: its entry for %s is not for C, and tandem reads only C", d.File,
					file)}
			}
		}
		return nil, &csrc.Error{Msg: fmt.Sprintf("%s: it has no entry for %s; it has %s", d.File, file, names(d.Units, 8))}
	}
	return nil, &csrc.Error{Msg: fmt.Sprintf("%s: %s fits several entries: %s", d.File, file, names(fits, 8))}
}

// names returns the files of units for a message. If there are more than most, it lists the first.
func names(us []*Unit, most int) string {
	var list []string
	for i, u := range us {
		if i == most {
			list = append(list, fmt.Sprintf("%d more", len(us)-i))
			break
		}
		list = append(list, u.File)
	}
	return strings.Join(list, ", ")
}

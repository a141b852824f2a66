package app

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/tandem-verifier/tandem/internal/build"
	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file determines the flags with which files are read: flags in Options, of a compiler's command line, or of a
// compilation database.

// Reading caches the compilation database, parsed files, and files compiled for replays. Calls of Load, Functions and
// BuildFiles may share it if their options differ in the entry function only.
type Reading struct {
	units   *cfront.Units
	objects verify.Objects // compiled files
	mu      sync.Mutex
	db      *build.Database // nil: not read yet
}

// ShareObjects stores compiled files in a folder, too, where other processes that read the same files find them; ""
// does not share them.
func (r *Reading) ShareObjects(dir string) { r.objects.Dir = dir }

// NewReading returns an empty cache.
func NewReading() *Reading { return &Reading{units: cfront.NewUnits()} }

// open returns the compilation database, from the cache if it has been read before.
func (o *Options) open() (*build.Database, error) {
	r := o.Reading
	if r == nil {
		return build.Open(o.Build, o.IgnoreFlags)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.db != nil {
		return r.db, nil
	}
	db, err := build.Open(o.Build, o.IgnoreFlags)
	if err == nil {
		r.db = db
	}
	return db, err
}

// built has the files of a program with their flags.
type built struct {
	files   []string
	perFile map[string]csrc.Config // settings of the front end by file; nil: the settings in the options
	flags   map[string][]string    // flags for a compiler by file
	host    []string               // folders of the system's headers
	units   *cfront.Units
	notes   []string // warnings for the user
}

// flagged returns the files with the flags in Options.Flags, and sets options that the flags determine.
func (o *Options) flagged(files []string) (*built, error) {
	b := &built{files: files, host: build.HostDirs(o.Model, "")}
	for _, f := range files {
		if build.IsCPlusPlus(f) && !slices.ContainsFunc(o.Flags, func(x string) bool { return strings.HasPrefix(x, "-x") }) {
			return nil, &UsageError{f + " is C++ by its name, and tandem reads only C (-x c reads it as C)"}
		}
	}
	if len(o.Flags) == 0 {
		return b, nil
	}
	f, err := build.Parse(o.Flags, "", o.IgnoreFlags)
	if err == nil && len(f.Files) > 0 {
		err = &build.Fault{Flag: f.Files[0], Msg: "this is not a flag"}
	}
	if err != nil {
		return nil, &UsageError{err.Error()}
	}
	if f.Lang != "" && f.Lang != "c" && f.Lang != "none" && f.Lang != "cpp-output" {
		return nil, &UsageError{"-x " + f.Lang + ": only C is read"}
	}
	if f.Model != 0 && o.Model != 0 && f.Model != o.Model {
		return nil, &UsageError{fmt.Sprintf("-m%d and --%d exclude each other", f.Model, o.Model)}
	}
	o.Model = max(o.Model, f.Model)
	if f.Foreign != "" && o.Model == 0 {
		return nil, &UsageError{f.Foreign + " is another machine; --32 or --64 reads the program as for an x86 with that " +
			"data model"}
	}
	if len(f.Config.HostDirs) > 0 {
		f.Config.HostDirs = build.HostDirs(o.Model, "")
	}
	o.overflow([]*build.Flags{f})
	b.notes = f.Notes
	if f.Output != "" {
		b.notes = append(b.notes, "-o "+f.Output+" is ignored: nothing is compiled (--output DIR keeps results)")
	}
	b.take(o, files, f)
	return b, nil
}

// take adds files with flags. Folders of headers in the options are searched before folders in the flags, and macros in
// the options override macros in the flags.
func (b *built) take(o *Options, files []string, f *build.Flags) {
	c := f.Config
	c.IncludeDirs = slices.Concat(o.IncludeDirs, c.IncludeDirs)
	c.Includes = slices.Concat(c.Includes, o.Includes)
	c.Defines, c.Undefs = build.Macros(c.Defines, c.Undefs, o.Defines, o.Undefs)
	if b.perFile == nil {
		b.perFile, b.flags = map[string]csrc.Config{}, map[string][]string{}
	}
	// A compiler searches folders in the order of its flags, and the last definition of a macro is in force.
	dirs := cfront.Config{IncludeDirs: o.IncludeDirs}
	words := cfront.Config{Includes: o.Includes, Defines: o.Defines, Undefs: o.Undefs}
	for _, file := range files {
		b.perFile[file] = c
		b.flags[file] = slices.Concat(dirs.Flags(), f.Compiler, words.Flags())
	}
}

// overflow sets the meaning of signed overflow from -fwrapv and -ftrapv, unless the user has set it. It returns a note
// for the user if the files have different flags.
func (o *Options) overflow(fs []*build.Flags) (note string) {
	said := map[string]int{}
	for _, f := range fs {
		said[f.Overflow]++
	}
	switch {
	case o.Overflow != "":
	case said["trap"] == len(fs):
		o.Overflow = string(verify.Undefined)
	case said["trap"] > 0:
		note = "only some of the files are compiled with -ftrapv, which is ignored: their signed overflow wraps around"
	case said["wrap"] > 0:
		o.Overflow, o.wraps = string(verify.Wrap), true
		if said["wrap"] < len(fs) {
			note = "some of the files are compiled with -fwrapv: signed overflow is an error in none"
		}
	}
	return note
}

// database returns the given files with their flags in the compilation database, and the files that define the
// functions they need. If no files are given, it begins with the file of the entry function.
func (o *Options) database(files []string) (*built, error) {
	db, err := o.open()
	if err != nil {
		return nil, err
	}
	extra, err := build.Parse(o.Flags, "", o.IgnoreFlags)
	if err != nil {
		return nil, &UsageError{err.Error()}
	}
	units := cfront.NewUnits()
	if o.Reading != nil {
		units = o.Reading.units
	}
	p := &picker{o: o, db: db, extra: extra, b: &built{units: units}, chosen: map[*build.Unit]bool{}}
	entry, file := o.entryName()
	if text := db.OtherText(); text != "" {
		p.note("%s", text)
	}
	for _, f := range files {
		u, err := db.Find(f)
		if err != nil {
			return nil, err
		}
		if err := p.add(u); err != nil {
			return nil, err
		}
	}
	if len(files) == 0 {
		u, err := p.entryUnit(entry, file)
		if err != nil {
			return nil, err
		}
		if err := p.add(u); err != nil {
			return nil, err
		}
	}
	if o.entryFile = file; file == "" && p.definers(entry, p.units[:1]) != nil {
		o.entryFile = p.units[0].File // the entry function of the first file, which may be static
	}
	o.Model = p.model
	if !o.Alone {
		if err := p.link(entry); err != nil {
			return nil, err
		}
	}
	var fs []*build.Flags
	for _, u := range p.units {
		fs = append(fs, u.Flags)
	}
	if note := o.overflow(fs); note != "" {
		p.note("%s", note)
	}
	return p.b, nil
}

// entryName returns the name of the entry function, and the file that Options.Entry names with it, or "".
func (o *Options) entryName() (name, file string) {
	name = o.Entry
	if i := strings.LastIndexByte(name, ':'); i >= 0 {
		file, name = name[:i], name[i+1:]
	}
	if name == "" {
		name = "main"
	}
	return name, file
}

// picker chooses the translation units of a program.
type picker struct {
	o      *Options
	db     *build.Database
	extra  *build.Flags // the flags in Options.Flags
	b      *built
	units  []*build.Unit
	chosen map[*build.Unit]bool
	model  int             // 32 or 64, once a unit is chosen
	said   map[string]bool // notes that were added
}

// note adds a note for the user, each text once.
func (p *picker) note(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	if p.said == nil {
		p.said = map[string]bool{}
	}
	if !p.said[s] {
		p.said[s] = true
		p.b.notes = append(p.b.notes, s)
	}
}

// add chooses a unit, unless it is chosen already. Its error is that the unit cannot be read, or does not fit the
// others.
func (p *picker) add(u *build.Unit) error {
	if p.chosen[u] {
		return nil
	}
	if err := u.Check(); err != nil {
		return err
	}
	model := p.o.Model
	switch {
	case u.Foreign != "" && model == 0:
		return &csrc.Error{Pos: u.Pos, Msg: fmt.Sprintf("%s is compiled by %s for another machine; --32 or --64 reads it "+
			"as for an x86 with that data model", u.File, u.Foreign)}
	case u.Foreign != "":
		p.note("%s is read as for an x86, not for the machine of %s", u.File, u.Foreign)
	case u.Model != 0 && model != 0 && u.Model != model:
		return &csrc.Error{Pos: u.Pos, Msg: fmt.Sprintf("%s is compiled with -m%d, which excludes --%d", u.File, u.Model,
			model)}
	case u.Model != 0:
		model = u.Model
	}
	if model == 0 {
		model = 64
	}
	if len(p.units) > 0 && model != p.model {
		return &csrc.Error{Pos: u.Pos, Msg: fmt.Sprintf("%s is compiled for the data model of -m%d, %s for that of -m%d",
			u.File, model, p.units[0].File, p.model)}
	}
	p.model = model
	for _, n := range u.Notes {
		p.note("%s: %s", u.File, n)
	}
	if u.Twins > 0 {
		p.note("%s is compiled %d times with different flags: the flags of its first entry are used", u.File, u.Twins+1)
	}
	p.chosen[u] = true
	p.units = append(p.units, u)
	p.b.files = append(p.b.files, u.File)
	f := *u.Flags
	c, e := &f.Config, &p.extra.Config
	c.IncludeDirs = slices.Concat(e.IncludeDirs, c.IncludeDirs)
	c.SystemDirs = slices.Concat(e.SystemDirs, c.SystemDirs)
	c.QuoteDirs = slices.Concat(e.QuoteDirs, c.QuoteDirs)
	c.AfterDirs = slices.Concat(e.AfterDirs, c.AfterDirs)
	c.MacroFiles = slices.Concat(c.MacroFiles, e.MacroFiles)
	c.Includes = slices.Concat(c.Includes, e.Includes)
	c.Defines, c.Undefs = build.Macros(c.Defines, c.Undefs, e.Defines, e.Undefs)
	c.Predefined = slices.Concat(c.Predefined, e.Predefined)
	f.Compiler = slices.Concat(f.Compiler, p.extra.Compiler)
	p.b.take(p.o, []string{u.File}, &f)
	return nil
}

// config returns the settings of the front end for files of chosen units.
func (p *picker) config(entry string, files ...string) cfront.Config {
	m := ir.LP64
	if p.model == 32 {
		m = ir.ILP32
	}
	return cfront.Config{Model: m, Files: files, PerFile: p.b.perFile, Units: p.b.units, Entry: entry,
		EntryFile: p.o.entryFile, MissingBodies: "unknown"}
}

// reads returns the settings of the front end for a unit, without choosing it.
func (p *picker) reads(u *build.Unit) (cfront.Config, error) {
	q := &picker{o: p.o, db: p.db, extra: p.extra, model: p.model, b: &built{units: p.b.units},
		chosen: map[*build.Unit]bool{}}
	if len(p.units) > 0 {
		q.units = p.units[:1:1]
	}
	if err := q.add(u); err != nil {
		return cfront.Config{}, err
	}
	return q.config("", u.File), nil
}

// definers returns the units that define a function, static ones included.
func (p *picker) definers(name string, among []*build.Unit) (us []*build.Unit) {
	for _, u := range among {
		cfg, err := p.reads(u)
		if err != nil {
			continue
		}
		fs, err := cfront.Functions(cfg)
		if err == nil && slices.ContainsFunc(fs, func(f cfront.Function) bool { return f.Name == name }) {
			us = append(us, u)
		}
	}
	return us
}

// entryUnit returns the unit with the entry function. It is an error if there are several, or none.
func (p *picker) entryUnit(entry, file string) (*build.Unit, error) {
	if file != "" {
		return p.db.Find(file)
	}
	seem := p.db.Defining(entry)
	us := seem
	if len(seem) > 1 {
		us = p.definers(entry, seem)
	}
	switch len(us) {
	case 1:
		return us[0], nil
	case 0:
		if len(seem) > 0 { // reading this unit reports why it cannot be read
			return seem[0], nil
		}
		return nil, &csrc.Error{Msg: fmt.Sprintf("%s: no file of it defines %s; name a file, and a function by --entry",
			p.db.File, entry)}
	}
	return nil, &csrc.Error{Msg: fmt.Sprintf("%s: %s is defined in %s: name the file that is meant", p.db.File, entry,
		fileNames(us))}
}

// fileNames returns the names of the units' files for a message, 8 at most.
func fileNames(us []*build.Unit) string {
	var names []string
	for i, u := range us {
		if i == 8 {
			names = append(names, fmt.Sprintf("%d more", len(us)-i))
			break
		}
		names = append(names, u.File)
	}
	return strings.Join(names, ", ")
}

// link chooses the units that define missing functions and variables. It skips names without a unique definition.
func (p *picker) link(entry string) error {
	asked := map[string]bool{}
	defined := map[string]string{} // name -> file that defines it
	note := func(u *build.Unit) error {
		cfg, err := p.reads(u)
		if err != nil {
			return err
		}
		names, err := cfront.Defines(cfg)
		for _, n := range names {
			defined[n] = u.File
		}
		return err
	}
	for _, u := range p.units {
		if err := note(u); err != nil {
			return nil // the program cannot be read: the front end will report it
		}
	}
	for {
		names, err := cfront.Needed(p.config(entry, p.b.files...))
		if err != nil {
			return nil
		}
		grown := false
		for _, name := range names {
			if asked[name] || defined[name] != "" {
				continue
			}
			asked[name] = true
			u := p.definer(name, defined)
			if u == nil {
				continue
			}
			if err := p.add(u); err != nil {
				return err
			}
			if err := note(u); err != nil {
				return err
			}
			grown = true
		}
		if !grown {
			return nil
		}
	}
}

// definer returns the only unit that defines a name and does not define a name that is defined already; nil if there is
// none or several.
func (p *picker) definer(name string, defined map[string]string) *build.Unit {
	var fit []*build.Unit
	for _, u := range p.db.Defining(name) {
		if p.chosen[u] {
			continue
		}
		cfg, err := p.reads(u)
		var names []string
		if err == nil {
			names, err = cfront.Defines(cfg)
		}
		if err != nil {
			var list cfront.ErrorList
			if errors.As(err, &list) {
				err = list[0]
			}
			p.note("%s seems to define %s and cannot be read: %v", u.File, name, err)
			continue
		}
		if !slices.Contains(names, name) {
			continue
		}
		if i := slices.IndexFunc(names, func(n string) bool { return defined[n] != "" }); i >= 0 {
			p.note("%s, which defines %s, is not linked: it defines %s as %s does", u.File, name, names[i], defined[names[i]])
			continue
		}
		fit = append(fit, u)
	}
	switch len(fit) {
	case 0:
		return nil
	case 1:
		return fit[0]
	}
	p.note("%s is defined in %s: it is left without a body; name the file that is meant", name, fileNames(fit))
	return nil
}

// BuildFiles returns the C files of the compilation database in the options.
func BuildFiles(opt Options) ([]string, error) {
	db, err := opt.open()
	if err != nil {
		return nil, err
	}
	var files []string
	for _, u := range db.Units {
		files = append(files, u.File)
	}
	return files, nil
}

// Function is a function with a body.
type Function = cfront.Function

// Functions returns the functions that a file defines, without functions in its headers.
func Functions(opt Options, file string) ([]Function, error) {
	opt.Alone, opt.Entry = true, ""
	var b *built
	var err error
	if opt.Build != "" {
		db, err := opt.open()
		if err != nil {
			return nil, err
		}
		extra, err := build.Parse(opt.Flags, "", opt.IgnoreFlags)
		if err != nil {
			return nil, &UsageError{err.Error()}
		}
		u, err := db.Find(file)
		if err != nil {
			return nil, err
		}
		p := &picker{o: &opt, db: db, extra: extra, b: &built{}, chosen: map[*build.Unit]bool{}}
		if err := p.add(u); err != nil {
			return nil, err
		}
		b, opt.Model = p.b, p.model
	} else if b, err = opt.flagged([]string{file}); err != nil {
		return nil, err
	}
	return functionsOf(opt, b)
}

// LinkedFunctions returns the functions that the files of one program define, without functions in their headers, in
// the order of the files. It ignores Options.Build. An error is about a file, or says why the files are not one
// program.
func LinkedFunctions(opt Options, files []string) ([]Function, error) {
	b, err := opt.flagged(files)
	if err != nil {
		return nil, err
	}
	return functionsOf(opt, b)
}

// functionsOf returns the functions whose definitions lie in the files themselves, each once.
func functionsOf(opt Options, b *built) ([]Function, error) {
	cfg := cfront.Config{Model: ir.LP64, Files: b.files, IncludeDirs: opt.IncludeDirs, Includes: opt.Includes,
		Defines: opt.Defines, Undefs: opt.Undefs,
		PerFile: b.perFile, HostDirs: b.host}
	if opt.Reading != nil {
		cfg.Units = opt.Reading.units
	}
	if opt.Model == 32 {
		cfg.Model = ir.ILP32
	}
	all, err := cfront.Functions(cfg)
	seen := map[Function]bool{} // a static function of a header is one of each file that includes it
	return slices.DeleteFunc(all, func(f Function) bool {
		again := seen[f]
		seen[f] = true
		return again || !slices.Contains(b.files, f.Pos.File)
	}), err
}

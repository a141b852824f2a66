package app

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/derive"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/spl"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Options say how a program is read. With the zero value, the data model is LP64, the entry function is main, the
// checks are the assertions of every dialect and the default of --check, and signed overflow wraps around.
type Options struct {
	Property string // property file; "": the task definition's, or none: assertions, and the kinds of Check
	Model    int    // 32 (ILP32) or 64 (LP64); 0: the task definition's, or 64
	// undefined behaviour that is checked, in the form of verify.ReadChecks; "": the kinds of the property, or default if
	// there is no property
	Check    string
	Overflow string // wrap or undefined; "": the task definition's, or wrap
	// whether executions end at undefined behaviour that is not checked: stop or go-on; "": stop with a property, else
	// go-on
	After        string
	Missing      string // input, havoc or unknown; "": input with a property file, else unknown
	Entry        string // entry function; "": the property's, or main; file.c:f if several files have a static function f
	HavocGlobals bool   // globals start with arbitrary contents
	// none: pointers to objects that are inputs are not null; inside: only those in memory may be; "" or may: all may be
	Null      string
	Alias     string // none: pointer parameters of the entry point to different objects; "": or to any objects that fit
	ArraySize int64  // size in bytes of the object that a pointer input points to; 0: the default
	// sizes for single parameters of the entry: name=64, name=0-64 (any of these), name=EXPRESSION; or 64 for all
	ArraySizes  []string
	Assume      []string // conditions in C over the parameters of the entry function that hold when it is called
	MallocFails bool     // malloc may return NULL
	MMIO        []string // LO-HI: accesses at literal addresses in this range are accesses to devices
	Volatile    string   // input: each read of a volatile object is an input; memory or "": it reads memory
	ErrorFuncs  []string // further functions whose call is a violation; not with a property file
	// functions whose bodies are ignored: Missing, or a model of the library, determines the meaning of a call
	RemoveBodies []string
	// approximate number of lines of functions that are read with the entry function; other functions have no body then;
	// 0: all functions are read
	Window int
	// functions without a body that allocate or free: NAME (like malloc), NAME=LIKE (like the allocator LIKE)
	Allocators []string

	IncludeDirs []string // -I
	Includes    []string // -include
	Defines     []string // -D
	Undefs      []string // -U
	Flags       []string // further flags of gcc
	IgnoreFlags []string // flags of a compiler that are ignored, in Flags and in the database
	// a compilation database (compile_commands.json) with the flags of each file, or its folder; "": none
	Build   string
	Reading *Reading // cache of the files that were read; nil: none
	Alone   bool     // with Build: do not link the files with others that define the functions that they need

	SolverCheck   []string // command of a second solver that must confirm the answers in checks of proofs; nil: none
	Solver        []string // command of an SMT-LIB 2 solver, with arguments; nil: the first of z3, cvc5, ... that is found
	Seed          uint64
	Deterministic bool // read no clock, and count budgets in work
	NoConfirm     bool // do not replay violations on the compiled source
	Raw           bool // run no passes: Task.Program is the output of the front end (not for NewSession)
	tests         bool // the task is for test generation: coverage properties are allowed
	reads         bool // with Raw: the program has the readers of library functions (instrument.DropReaders)

	Log *obs.Log // nil: write nothing

	wraps     bool   // flags of a compiler (-fwrapv) define signed overflow
	entryFile string // the file of the entry function in the database; "": unknown

	spec string // text of the property from a witness or condition file; used if Property is ""
}

// Task is a program that is ready to be verified.
type Task = verify.Task

// InputError is an error in the input, with its position.
type InputError = verify.InputError

// CheckNames returns the names for Options.Check, other than default, all and none.
func CheckNames() []string { return verify.CheckNames() }

// UnsupportedError is returned for a well-formed task that Tandem cannot decide; its verdict is unknown.
type UnsupportedError struct{ Reason string }

func (e *UnsupportedError) Error() string { return e.Reason }

// UsageError is returned for options or files that do not fit together, and for wrong values of options.
type UsageError struct{ Msg string }

func (e *UsageError) Error() string { return e.Msg }

// Valid checks the values of options, as far as this is possible without reading a file. Its error is a *UsageError.
func (o Options) Valid() error {
	if o.Check != "" {
		if _, err := verify.ReadChecks(o.Check); err != nil {
			return &UsageError{err.Error()}
		}
	}
	if _, err := o.sizes(); err != nil {
		return err
	}
	switch {
	case o.Alias != "" && o.Alias != "none" && o.Alias != "may":
		return &UsageError{fmt.Sprintf("--alias is none or may, not %q", o.Alias)}
	case o.Null != "" && o.Null != "may" && o.Null != cfront.NullInside && o.Null != cfront.NullNone:
		return &UsageError{fmt.Sprintf("--null is may, inside or none, not %q", o.Null)}
	case o.Volatile != "" && o.Volatile != "memory" && o.Volatile != "input":
		return &UsageError{fmt.Sprintf("--volatile is memory or input, not %q", o.Volatile)}
	case o.Model != 0 && o.Model != 32 && o.Model != 64:
		return &UsageError{fmt.Sprintf("data model %d is not 32 or 64", o.Model)}
	}
	for _, text := range o.MMIO {
		if _, err := addressRange(text); err != nil {
			return err
		}
	}
	for _, a := range o.Allocators {
		if err := cfront.KnownAllocator(a); err != nil {
			return &UsageError{err.Error()}
		}
	}
	return defaults(&verify.Options{Overflow: verify.OverflowMode(o.Overflow), After: verify.AfterMode(o.After),
		Missing:   verify.MissingMode(o.Missing),
		ArraySize: o.ArraySize, Window: o.Window}, false)
}

// Load reads C files, one file of SPL, or one task definition (.yml). Errors are *UsageError, *UnsupportedError,
// *InputError, or errors of the front end with positions.
func Load(opt Options, files ...string) (*Task, error) {
	defer opt.Log.Timer("load")()
	if len(files) == 0 && opt.Build == "" {
		return nil, &UsageError{"no input file"}
	}
	if err := opt.Valid(); err != nil {
		return nil, err
	}
	var b *built
	if opt.Build != "" {
		for _, f := range files {
			if isTaskDef(f) || IsSPL(f) {
				return nil, &UsageError{"--build is for files of C, not " + f}
			}
		}
		var err error
		if b, err = opt.database(files); err != nil {
			return nil, err
		}
		files = b.files
	}
	t := &Task{Name: files[0], Files: files, Log: opt.Log}
	propFile := opt.Property
	fromDef := false
	if len(files) > 1 {
		for _, f := range files {
			if isTaskDef(f) {
				return nil, &UsageError{"a task definition stands alone: " + f + " is not part of a program"}
			}
		}
	}
	if isTaskDef(files[0]) {
		def, err := verify.LoadTaskDef(files[0])
		if err != nil {
			return nil, err
		}
		if err := applyDef(&opt, def); err != nil {
			return nil, err
		}
		if t.Files, err = def.InputPaths(); err != nil {
			return nil, err
		}
		fromDef = true
		if propFile == "" {
			if propFile, err = propertyOf(def); err != nil {
				return nil, err
			}
		}
	}
	for _, f := range t.Files {
		if strings.HasSuffix(f, ".prp") {
			return nil, &UsageError{f + " is a property file: use --property"}
		}
		if _, err := verify.ReadFile(f); err != nil {
			return nil, err
		}
	}
	if propFile != "" || opt.spec != "" {
		props, err := opt.properties(propFile)
		if err != nil {
			return nil, err
		}
		if t.Property, err = supported(props); err != nil && !(opt.tests && props[0].Cover && len(props) == 1) {
			return nil, err
		}
		if m := errorCall.FindStringSubmatch(t.Property.Goal); opt.tests && m != nil {
			t.Property.Kind, t.Property.Error = "unreach-call", m[1]
		}
	}
	checks, err := opt.undefined(t, fromDef)
	if err != nil {
		return nil, err
	}
	if opt.Entry == "" {
		opt.Entry = t.Property.Entry
	}
	entry, entryFile := opt.entryName()
	if opt.Entry = entry; opt.entryFile != "" {
		entryFile = opt.entryFile
	}
	if b == nil {
		var err error
		if b, err = opt.flagged(t.Files); err != nil {
			return nil, err
		}
	}
	if opt.wraps && !t.Property.Given() && opt.Check != "overflow" {
		checks = slices.DeleteFunc(checks, func(k string) bool { return k == ir.NoOverflow })
	}
	sizes, err := opt.sizes()
	if err != nil {
		return nil, err
	}
	t.Options = opt.task(checks)
	if t.Options.After == "" && t.Property.Given() && !opt.tests {
		t.Options.After = verify.Stop
	}
	if err := defaults(&t.Options, t.Property.Given() || fromDef); err != nil {
		return nil, err
	}
	t.Solver, t.Second = opt.Solver, opt.SolverCheck
	if err := lower(t, opt, b, entryFile, sizes); err != nil || opt.Raw {
		return t, err
	}
	o := passes(t)
	if t.Log != nil {
		o.Dump = func(pass string, p *ir.Program) { t.Log.Step(pass, size(p)) }
	}
	return t, prepare(t, o)
}

// undefined returns the kinds of undefined behaviour that a task checks; fromDef is set if it has a task definition.
func (o *Options) undefined(t *Task, fromDef bool) (checks []string, err error) {
	checks = t.Property.Undef
	if o.Check == "" && !t.Property.Given() && !fromDef && !o.tests && !o.Raw && !IsSPL(t.Files...) {
		o.Check = "default"
	}
	if o.Check != "" {
		if t.Property.Given() {
			return nil, &UsageError{"--check: the property file says what is checked"}
		}
		if checks, err = verify.ReadChecks(o.Check); err != nil {
			return nil, &UsageError{err.Error()}
		}
	}
	if len(o.ErrorFuncs) > 0 && t.Property.Given() && !(t.Property.Kind == "assertion" && o.spec != "") {
		return nil, &UsageError{"--error-function: the property file says which function must not be called"}
	}
	return checks, nil
}

// task returns the options of a task with the given checks.
func (o *Options) task(checks []string) verify.Options {
	return verify.Options{
		Overflow: verify.OverflowMode(o.Overflow), After: verify.AfterMode(o.After),
		Missing:    verify.MissingMode(o.Missing),
		MallocFail: o.MallocFails, HavocGlobal: o.HavocGlobals, AliasNone: o.Alias == "none", ArraySize: o.ArraySize,
		ArraySizes: o.ArraySizes, ErrorFuncs: o.ErrorFuncs,
		Null: o.notNull(), RemoveBody: o.RemoveBodies, Allocators: o.Allocators,
		Window: o.Window, Assume: o.Assume, Entry: o.Entry, Checks: checks, Seed: o.Seed, Determ: o.Deterministic,
	}
}

// notNull returns the value of --null, "" for the default.
func (o *Options) notNull() string {
	if o.Null == "may" {
		return ""
	}
	return o.Null
}

// sizes returns the sizes for single parameters in ArraySizes. It moves a size for all parameters to ArraySize.
func (o *Options) sizes() (out []cfront.ParamSize, err error) {
	seen := map[string]bool{}
	for _, text := range o.ArraySizes {
		name, val, ok := strings.Cut(text, "=")
		if !ok {
			if o.ArraySize, err = strconv.ParseInt(text, 10, 64); err != nil || o.ArraySize < 0 {
				return nil, &UsageError{fmt.Sprintf("--array-size is a number of bytes, or PARAMETER=BYTES, not %q", text)}
			}
			continue
		}
		name, val = strings.TrimSpace(name), strings.TrimSpace(val)
		if !identifier.MatchString(name) || val == "" {
			return nil, &UsageError{fmt.Sprintf("--array-size is a number of bytes, or PARAMETER=BYTES, not %q", text)}
		}
		if seen[name] {
			return nil, &UsageError{"--array-size is given twice for " + name}
		}
		seen[name] = true
		z := cfront.ParamSize{Param: name}
		if n, err := strconv.ParseInt(val, 0, 64); err == nil && n < 0 {
			return nil, &UsageError{fmt.Sprintf("--array-size: %s has %d bytes, which is negative", name, n)}
		}
		lo, hi, isRange := strings.Cut(val, "-")
		var errLo, errHi error
		z.Lo, errLo = strconv.ParseInt(lo, 10, 64)
		if z.Hi = z.Lo; isRange {
			z.Hi, errHi = strconv.ParseInt(hi, 10, 64)
		}
		switch {
		case errLo != nil || errHi != nil || z.Lo < 0:
			z.Lo, z.Hi, z.Expr = 0, 0, val
		case z.Lo > z.Hi:
			return nil, &UsageError{fmt.Sprintf("--array-size: %s is no range", val)}
		}
		out = append(out, z)
	}
	return out, nil
}

// identifier matches a name of C.
var identifier = regexp.MustCompile(`^[A-Za-z_]\w*$`)

// properties reads the property file, or the property of a witness or condition file.
func (o *Options) properties(file string) ([]verify.Property, error) {
	if o.Property == "" && o.spec != "" {
		return verify.ParseProperties("the witness", []byte(o.spec))
	}
	return verify.LoadProperties(file)
}

// isTaskDef reports whether the name of a file is one of a task definition.
func isTaskDef(file string) bool {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".yml", ".yaml":
		return true
	}
	return false
}

// applyDef sets the options that the user has not set to the values of the task definition.
func applyDef(opt *Options, def *verify.TaskDef) error {
	if opt.Model == 0 && def.DataModel == "ILP32" {
		opt.Model = 32
	}
	if opt.Overflow == "" {
		opt.Overflow = string(def.Overflow)
	}
	for _, w := range def.Warnings {
		opt.Log.Warn(w)
	}
	return nil
}

// propertyOf returns the file of the first property that is supported. If none is, it returns the first file, or "".
func propertyOf(def *verify.TaskDef) (string, error) {
	first := ""
	for _, p := range def.Properties {
		path, err := def.PropertyPath(p)
		if err != nil {
			return "", err
		}
		if first == "" {
			first = path
		}
		props, err := verify.LoadProperties(path)
		if err != nil {
			return "", err
		}
		if _, err := supported(props); err == nil {
			return path, nil
		}
	}
	return first, nil
}

// Supports reports whether Tandem can decide the properties of a file.
func Supports(file string) bool {
	props, err := verify.LoadProperties(file)
	if err != nil {
		return false
	}
	_, err = supported(props)
	return err == nil
}

// supported combines the properties of a file into one, or returns an *UnsupportedError. Several properties may be
// combined if they are about assertions and undefined behaviour, with the same entry function.
func supported(props []verify.Property) (verify.Property, error) {
	out, asserts := props[0], false
	for i, p := range props {
		if p.Cover {
			return p, &UnsupportedError{"test generation for coverage properties is not supported"}
		}
		kinds, ok := p.Undefined()
		if !ok {
			return p, &UnsupportedError{fmt.Sprintf("property %s is not supported", p.Kind)}
		}
		if len(props) == 1 {
			out.Undef = kinds
			break
		}
		if kinds == nil && p.Kind != "assertion" || p.Entry != out.Entry {
			return p, &UnsupportedError{"several properties in one file that are not all about assertions, memory, overflow, " +
				"or other undefined behaviour of one program are not supported"}
		}
		asserts = asserts || p.Kind == "assertion"
		out.Undef = append(out.Undef, kinds...)
		if i > 0 {
			out.Kind, out.Text = out.Name, out.Text+"\n"+p.Text
		}
	}
	if asserts {
		out.Kind = "assertion"
	}
	slices.Sort(out.Undef)
	out.Undef = slices.Compact(out.Undef)
	return out, nil
}

// defaults sets the options that are not set, and returns a *UsageError for unknown modes. With convention set, the
// conventions of competitions apply: a function without a body returns an input.
func defaults(o *verify.Options, convention bool) error {
	switch o.Overflow {
	case "":
		o.Overflow = verify.Wrap
	case verify.Wrap, verify.Undefined:
	default:
		return &UsageError{fmt.Sprintf("--overflow is wrap or undefined, not %q", o.Overflow)}
	}
	switch o.After {
	case "":
		o.After = verify.GoOn
	case verify.Stop, verify.GoOn:
	default:
		return &UsageError{fmt.Sprintf("--after-undefined is stop or go-on, not %q", o.After)}
	}
	switch o.Missing {
	case "":
		o.Missing = verify.MissingUnknown
		if convention {
			o.Missing = verify.MissingInput
		}
	case verify.MissingInput, verify.MissingHavoc, verify.MissingUnknown:
	default:
		return &UsageError{fmt.Sprintf("--missing-bodies is input, havoc or unknown, not %q", o.Missing)}
	}
	if o.Entry == "" {
		o.Entry = "main"
	}
	if o.ArraySize < 0 {
		return &UsageError{"--array-size is negative"}
	}
	if o.Window < 0 {
		return &UsageError{"--window is negative"}
	}
	return nil
}

// lower reads the program with the front end and sets t.Program, and t.Original if violations are to be replayed.
func lower(t *Task, opt Options, b *built, entryFile string, sizes []cfront.ParamSize) error {
	cfg := cfront.Config{
		Model: ir.LP64, Files: t.Files,
		IncludeDirs: opt.IncludeDirs, Includes: opt.Includes, Defines: opt.Defines, Undefs: opt.Undefs,
		PropertyKind: t.Property.Kind, ErrorFunc: t.Property.Error, Label: t.Property.Label,
		Checks: t.Options.Checks, ErrorFuncs: opt.ErrorFuncs, RemoveBodies: opt.RemoveBodies, Allocators: opt.Allocators,
		Window: opt.Window,
		Entry:  t.Options.Entry, EntryFile: entryFile, Assume: opt.Assume, Sizes: sizes, HavocGlobals: opt.HavocGlobals,
		AliasNone: t.Options.AliasNone, Null: t.Options.Null, Fronts: opt.tests, ArraySize: opt.ArraySize,
		MallocMayFail: opt.MallocFails, Answers: opt.tests, Reads: !opt.tests && (!opt.Raw || opt.reads),
		MissingBodies: string(t.Options.Missing),
		SeeOverflow:   t.Options.Overflow == verify.Undefined || slices.Contains(t.Options.Checks, ir.NoOverflow),
	}
	for _, text := range opt.MMIO {
		r, err := addressRange(text)
		if err != nil {
			return err
		}
		cfg.MMIO = append(cfg.MMIO, r)
	}
	cfg.VolatileInput = opt.Volatile == "input"
	cfg.PerFile, cfg.HostDirs, cfg.Units = b.perFile, b.host, b.units
	if opt.Reading != nil {
		cfg.Units = opt.Reading.units
	}
	if opt.Log != nil {
		cfg.Step = opt.Log.Step
	}
	if opt.Model == 32 {
		cfg.Model = ir.ILP32
	}
	if t.Property.Kind == "assertion" || t.Property.Kind == "coverage" {
		cfg.PropertyKind = ""
	}
	prog, err := front(cfg)
	if err != nil {
		return err
	}
	if opt.Reading == nil {
		cfg.Units = nil // the files need not stay in memory
	}
	for _, n := range b.notes {
		prog.Warnings = append(prog.Warnings, ir.Warning{Text: n})
	}
	t.Program = prog
	if (!opt.NoConfirm && !opt.Raw || opt.tests) && len(opt.RemoveBodies) == 0 && !IsSPL(t.Files...) {
		cfg.Step = nil // when a replay reads the program again, it reports no steps
		t.Original = &verify.Original{Flags: cfg.Flags(), PerFile: b.flags, Unused: prog.Unused,
			Load: func() (*ir.Program, error) { return front(cfg) }, Objects: &verify.Objects{}}
		if opt.Reading != nil {
			t.Original.Objects = &opt.Reading.objects
		}
	}
	return nil
}

// addressRange parses LO-HI. Its error is a *UsageError.
func addressRange(text string) (r cfront.Range, err error) {
	lo, hi, ok := strings.Cut(text, "-")
	var errLo, errHi error
	r.Lo, errLo = strconv.ParseUint(strings.TrimSpace(lo), 0, 64)
	r.Hi, errHi = strconv.ParseUint(strings.TrimSpace(hi), 0, 64)
	if !ok || errLo != nil || errHi != nil || r.Lo > r.Hi {
		return r, &UsageError{fmt.Sprintf("--mmio is a range of addresses, as in 0x40000000-0x4fffffff, not %q", text)}
	}
	return r, nil
}

// passes returns the options of the passes for a task.
func passes(t *Task) instrument.Options {
	o := instrument.Default()
	o.Overflow = string(t.Options.Overflow)
	o.Stop = t.Options.After == verify.Stop
	o.Report = map[string]bool{}
	for _, k := range t.Options.Checks {
		o.Report[k] = true
	}
	return o
}

// size returns the number of locations and edges of a program.
func size(p *ir.Program) (n int) {
	for _, f := range p.Funcs {
		n += len(f.Locs) + len(f.Edges)
	}
	return n
}

// refer makes the task's program its reference program.
func refer(t *Task, o instrument.Options) error {
	if err := instrument.Refer(t.Program, o); err != nil {
		return fmt.Errorf("internal error: passes: %w", err)
	}
	collect()
	t.Reference = t.Program
	dropReaders(t)
	return nil
}

// collect runs the garbage collector if the heap is large. The syntax trees are garbage as soon as the texts of the
// checks are written; they are larger than the program, and without collect the copy of the program would come on top.
func collect() {
	const large = 256 << 20
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	if metrics.Read(heap); heap[0].Value.Uint64() > large {
		runtime.GC()
	}
}

// dropReaders removes from the reference program the calls that only read the arguments of library functions, and sets
// t.Readers to the program with these calls.
func dropReaders(t *Task) {
	if !instrument.HasReaders(t.Reference) {
		return
	}
	with := ir.Copy(t.Reference)
	instrument.DropReaders(t.Reference)
	instrument.RemoveUnreachable(t.Reference, nil)
	t.Readers = with
}

// prepare sets t.Program to the prepared program. It makes the reference program first if the task has none.
func prepare(t *Task, o instrument.Options) error {
	if t.Reference == nil {
		if err := refer(t, o); err != nil {
			return err
		}
	}
	p, err := instrument.Derive(t.Reference, o)
	if err != nil {
		return fmt.Errorf("internal error: passes: %w", err)
	}
	t.Program, t.Map = p, derive.Of(p)
	return nil
}

// front reads a program of C, or of one file of SPL.
func front(cfg cfront.Config) (*ir.Program, error) {
	if len(cfg.Files) != 1 || !IsSPL(cfg.Files[0]) {
		for _, f := range cfg.Files {
			if IsSPL(f) {
				return nil, &UsageError{f + ": a program in SPL is one file"}
			}
		}
		return cfront.Load(cfg)
	}
	if cfg.Entry != "" && cfg.Entry != "main" {
		return nil, &UsageError{"--entry: a program in SPL starts with its own main part"}
	}
	if len(cfg.Assume) > 0 || len(cfg.Sizes) > 0 {
		return nil, &UsageError{"--assume and --array-size are for parameters of C functions, not for programs in SPL"}
	}
	if cfg.Label != "" {
		return nil, &UnsupportedError{"a program in SPL has no labels"}
	}
	return spl.Load(cfg.Files[0], spl.Config{Model: cfg.Model, Property: cfg.PropertyKind})
}

// IsSPL reports whether a program in SPL is among the files, according to their names.
func IsSPL(files ...string) bool {
	for _, f := range files {
		if strings.ToLower(filepath.Ext(f)) == ".spl" {
			return true
		}
	}
	return false
}

// IsInputError reports whether the input is at fault: a file cannot be read, parsed or lowered.
func IsInputError(err error) bool {
	var in *verify.InputError
	var one *cfront.Error
	var list cfront.ErrorList
	var small *spl.Error
	return errors.As(err, &small) || errors.As(err, &in) || errors.As(err, &one) || errors.As(err, &list)
}

package build

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
)

// Flags is the meaning of the command line of a compiler.
type Flags struct {
	Config   csrc.Config // how files are read; without Model and Sources
	Model    int         // 32 or 64; 0: not given
	Overflow string      // wrap (-fwrapv), trap (-ftrapv), or ""
	Files    []string    // input files, as they are to be opened
	Compiler []string    // the accepted flags, for a compiler
	Notes    []string    // a sentence for each ignored flag that might matter
	Lang     string      // -x
	Output   string      // -o
	Foreign  string      // name of another machine, or of its compiler; "": x86

	macros     []macro
	optimise   string // the text after -O
	std        string
	noHost     bool   // -nostdinc
	sysroot    string // --sysroot
	packAll    bool   // -fpack-struct without a number
	fused      string // the flag that lets the machine fuse products and sums
	contract   string // -ffp-contract
	free       bool   // -ffreestanding
	sanitize   []string
	pthread    bool
	processors []string // flags for a processor
	trigraphs  bool
	autoInit   string // -ftrivial-auto-var-init=
	hardened   bool   // -fhardened
}

// macro is a flag -D or -U.
type macro struct {
	name, value string
	defined     bool
}

// Fault is the error for a flag that is not accepted.
type Fault struct{ Flag, Msg string }

func (e *Fault) Error() string { return e.Flag + ": " + e.Msg }

//go:embed flags.txt
var flagsText string

// table is the content of flags.txt.
type table struct {
	f, m, processor map[string]bool // names of flags, without -f, -m and no-
	alone, argument map[string]bool
	joined          []string
	noted, refused  []reason
}

// reason is a flag with the reason why it is ignored or refused.
type reason struct{ flag, why string }

// flagTable returns the parsed flags.txt.
var flagTable = sync.OnceValue(func() *table {
	t := &table{map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}, nil, nil,
		nil}
	words := map[string]map[string]bool{"-f": t.f, "-m": t.m, "processor": t.processor, "alone": t.alone,
		"argument": t.argument}
	section := ""
	for _, line := range strings.Split(flagsText, "\n") {
		switch {
		case line == "", line[0] == '#':
		case line[0] == '[':
			section = strings.Trim(line, "[]")
		case section == "noted", section == "refused":
			flag, why, _ := strings.Cut(line, "\t")
			list := &t.noted
			if section == "refused" {
				list = &t.refused
			}
			*list = append(*list, reason{flag, why})
		case section == "joined":
			t.joined = append(t.joined, strings.Fields(line)...)
		default:
			for _, w := range strings.Fields(line) {
				words[section][w] = true
			}
		}
	}
	return t
})

// match returns the reason of a flag in a list. A * at the end of a flag in the list matches any text.
func match(list []reason, flag string) (why string, ok bool) {
	for _, r := range list {
		if prefix, open := strings.CutSuffix(r.flag, "*"); open && strings.HasPrefix(flag, prefix) || flag == r.flag {
			return r.why, true
		}
	}
	return "", false
}

// Known reports whether a word is a flag of gcc that Parse accepts, ignores or refuses, and whether the next word
// belongs to it. Words that begin with -I, -D, -U and the like are known.
func Known(word string) (known, next bool) {
	f := &Flags{}
	used, err := f.flag([]string{word, "0"}, "")
	if fault, bad := err.(*Fault); bad && fault.Msg == unknownFlag {
		return false, false
	}
	return true, used == 2
}

const unknownFlag = "this flag of a compiler is not known; --ignore-flag leaves it out"

// Parse parses flags and names of files. Relative names are relative to dir. Flags in ignore are ignored. The error is
// a *Fault.
func Parse(args []string, dir string, ignore []string) (*Flags, error) {
	f := &Flags{}
	args, err := responses(args, dir, 0)
	if err != nil {
		return nil, err
	}
	for len(args) > 0 {
		if slices.Contains(ignore, args[0]) {
			args = args[1:]
			continue
		}
		n, err := f.flag(args, dir)
		if err != nil {
			return nil, err
		}
		args = args[n:]
	}
	return f, f.finish(dir)
}

// Response returns the words of the file that a command line names as @FILE.
func Response(word string) (words []string, err error) { return responses([]string{word}, "", 0) }

// responses replaces each @FILE by the words of the file.
func responses(args []string, dir string, depth int) (out []string, err error) {
	for _, a := range args {
		name, is := strings.CutPrefix(a, "@")
		if !is {
			out = append(out, a)
			continue
		}
		text, err := os.ReadFile(in(dir, name))
		if err != nil || depth > 10 {
			return nil, &Fault{a, "the file of flags cannot be read"}
		}
		words, err := split(string(text))
		if err == nil {
			words, err = responses(words, dir, depth+1)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, words...)
	}
	return out, nil
}

// in returns a name that is relative to dir as a path.
func in(dir, name string) string {
	if dir == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}

// withValue has the flags whose value is in the same word or in the next one.
var withValue = []string{"-I", "-D", "-U", "-o", "-x", "-include", "-imacros", "-isystem", "-iquote", "-idirafter",
	"-isysroot", "--sysroot", "-cxx-isystem", "--embed-dir=", "-target", "--target="}

// flag parses the first of args, and returns how many words it took.
func (f *Flags) flag(args []string, dir string) (n int, err error) {
	a := args[0]
	if a == "-" || a == "" {
		return 0, &Fault{a, "a program in standard input is not supported"}
	}
	if a[0] != '-' {
		f.Files = append(f.Files, in(dir, a))
		return 1, nil
	}
	t := flagTable()
	if why, bad := match(t.refused, a); bad {
		return 0, &Fault{a, "is not supported: " + why + "; --ignore-flag=" + a + " reads the program without it"}
	}
	if why, note := match(t.noted, a); note {
		f.note("%s is ignored: %s", a, why)
		return 1, nil
	}
	// The longest name wins: -include is not -I with a value.
	name, found := "", false
	for _, w := range withValue {
		if strings.HasPrefix(a, w) && len(w) > len(name) {
			name, found = w, true
		}
	}
	if found {
		value, n := a[len(name):], 1
		if value == "" {
			if len(args) == 1 {
				return 0, &Fault{a, "its value is missing"}
			}
			value, n = args[1], 2
		} else if name == "--sysroot" || name == "-isysroot" {
			value = strings.TrimPrefix(value, "=")
		}
		return n, f.value(name, value, dir)
	}
	if ok, err := f.single(a); ok || err != nil {
		return 1, err
	}
	switch rest := a[min(2, len(a)):]; {
	case strings.HasPrefix(a, "-Wp,"):
		return 1, f.preprocessor(strings.Split(a[4:], ","), dir)
	case t.alone[a]:
		return 1, nil
	case t.argument[a]:
		if len(args) == 1 {
			return 0, &Fault{a, "its value is missing"}
		}
		return 2, nil
	case strings.HasPrefix(a, "-f") && t.f[bare(rest)], strings.HasPrefix(a, "-m") && t.m[bare(rest)]:
		return 1, nil
	case strings.HasPrefix(a, "-m") && t.processor[bare(rest)]:
		if !strings.HasPrefix(rest, "no-") {
			f.processors = append(f.processors, a)
		}
		return 1, nil
	}
	for _, prefix := range t.joined {
		if strings.HasPrefix(a, prefix) {
			return 1, nil
		}
	}
	return 0, &Fault{a, unknownFlag}
}

// bare returns the name of a flag, without no- and value.
func bare(s string) string {
	s, _, _ = strings.Cut(strings.TrimPrefix(s, "no-"), "=")
	return s
}

// preprocessor parses the flags in -Wp,...
func (f *Flags) preprocessor(words []string, dir string) error {
	for len(words) > 0 {
		if w := words[0]; (w == "-MD" || w == "-MMD") && len(words) > 1 {
			words = words[2:]
			continue
		}
		n, err := f.flag(words, dir)
		if err != nil {
			return err
		}
		words = words[n:]
	}
	return nil
}

// note adds a note.
func (f *Flags) note(format string, args ...any) {
	f.Notes = append(f.Notes, fmt.Sprintf(format, args...))
}

// value applies a flag with a value.
func (f *Flags) value(name, v, dir string) error {
	c := &f.Config
	path := filepath.Clean(in(dir, v))
	dirs := map[string]*[]string{"-I": &c.IncludeDirs, "-isystem": &c.SystemDirs, "-iquote": &c.QuoteDirs,
		"-idirafter": &c.AfterDirs}
	switch name {
	case "-I", "-isystem", "-iquote", "-idirafter":
		*dirs[name] = append(*dirs[name], path)
		f.Compiler = append(f.Compiler, name, path)
	case "-cxx-isystem":
	case "--embed-dir=":
		c.EmbedDirs = append(c.EmbedDirs, path)
		f.Compiler = append(f.Compiler, name+path)
	case "-D":
		m, val, has := strings.Cut(v, "=")
		if !has {
			val = "1"
		}
		f.define(macro{m, val, true})
	case "-U":
		f.define(macro{v, "", false})
	case "-include", "-imacros":
		if _, err := os.Stat(path); err == nil {
			v = path // gcc looks in the working directory first
		}
		if name == "-include" {
			c.Includes = append(c.Includes, v)
		} else {
			c.MacroFiles = append(c.MacroFiles, v)
		}
		f.Compiler = append(f.Compiler, name, v)
	case "-o":
		f.Output = path
	case "-x":
		f.Lang = v
	case "-target", "--target=":
		return f.target(v)
	case "-isysroot", "--sysroot":
		f.sysroot = path
	}
	return nil
}

// target applies the machine of clang's -target.
func (f *Flags) target(triple string) error {
	switch model, here := modelOf(triple); {
	case !here:
		f.Foreign = triple
	case model == 32:
		f.Model = 32
	}
	return nil
}

// modelOf returns the data model of a machine by its name; 0 means no particular one. here is false if the machine is
// not an x86, or has another data model than Linux.
func modelOf(machine string) (model int, here bool) {
	if otherABI.MatchString(machine) {
		return 0, false
	}
	switch arch, _, _ := strings.Cut(machine, "-"); {
	case arch == "x86_64" || arch == "amd64":
		return 0, true
	case i86.MatchString(arch):
		return 32, true
	}
	return 0, false
}

var (
	i86      = regexp.MustCompile(`^i[3-6]86$`)
	otherABI = regexp.MustCompile(`mingw|windows|msvc|cygwin|x32$`)
)

// define adds a macro, and removes an earlier one of the same name.
func (f *Flags) define(m macro) {
	f.macros = slices.DeleteFunc(f.macros, func(n macro) bool { return n.name == m.name })
	f.macros = append(f.macros, m)
}

// Macros combines the macros of -D and -U flags with the macros of later flags. For each name, the last flag counts.
func Macros(defines, undefs, moreDefines, moreUndefs []string) (outDefines, outUndefs []string) {
	said := map[string]bool{}
	for _, d := range slices.Concat(moreDefines, moreUndefs) {
		said[macroName(d)] = true
	}
	old := func(d string) bool { return said[macroName(d)] }
	return append(slices.DeleteFunc(slices.Clone(defines), old), moreDefines...),
		append(slices.DeleteFunc(slices.Clone(undefs), old), moreUndefs...)
}

// macroName returns NAME of NAME=VALUE or NAME(PARAMETERS)=VALUE.
func macroName(d string) string {
	if i := strings.IndexAny(d, "=("); i >= 0 {
		d = d[:i]
	}
	return strings.TrimSpace(d)
}

// single applies a flag of one word. ok is false if it does not know the flag.
func (f *Flags) single(a string) (ok bool, err error) {
	switch name, value, _ := strings.Cut(a, "="); name {
	case "-m32":
		f.Model = 32
	case "-m64":
		f.Model = 64
	case "-std", "--std":
		f.std = value
	case "-ansi":
		f.std = "c90"
	case "-O", "-O0", "-O1", "-O2", "-O3", "-O4", "-Os", "-Oz", "-Og":
		f.optimise = strings.TrimPrefix(name, "-O")
		if name == "-O" {
			f.optimise = "1"
		}
	case "-pthread", "-pthreads":
		f.pthread = true
	case "-nostdinc":
		f.noHost = true
	case "-trigraphs":
		f.trigraphs = true
	case "-funsigned-char", "-fno-signed-char":
		f.Config.UnsignedChar = true
	case "-fsigned-char", "-fno-unsigned-char":
		f.Config.UnsignedChar = false
	case "-fsigned-bitfields", "-fno-unsigned-bitfields", "-fno-openmp", "-fno-fast-math", "-fno-instrument-functions",
		"-fno-associative-math", "-fno-unsafe-math-optimizations", "-fno-reciprocal-math", "-fno-finite-math-only",
		"-fsigned-zeros",
		"-fno-cx-limited-range", "-fno-cx-fortran-rules", "-fno-single-precision-constant", "-fno-merge-all-constants",
		"-ftrapping-math",
		// the defaults
		"-fno-signaling-nans", "-fno-non-call-exceptions", "-fno-openacc", "-fno-gnu-tm", "-fno-blocks", "-mno-ms-bitfields",
		"-mno-align-double":
	case "-fshort-enums":
		f.Config.ShortEnums = true
	case "-fno-short-enums":
		f.Config.ShortEnums = false
	case "-fpack-struct":
		n, bad := 0, error(nil)
		if f.packAll = value == ""; !f.packAll {
			n, bad = strconv.Atoi(value)
		}
		if bad != nil || !f.packAll && (n < 1 || n > 16 || n&(n-1) != 0) {
			return false, &Fault{a, "the number of bytes is a power of two up to 16"}
		}
		f.Config.Pack = n
	case "-fno-pack-struct":
		f.Config.Pack, f.packAll = 0, false
	case "-fwrapv", "-fno-strict-overflow":
		f.Overflow = "wrap"
	case "-fno-wrapv", "-fstrict-overflow", "-fno-trapv":
		f.Overflow = ""
	case "-fwrapv-pointer", "-fno-wrapv-pointer":
	case "-ftrapv":
		f.Overflow = "trap"
	case "-ffreestanding", "-fno-hosted":
		f.free = true
	case "-fhosted", "-fno-freestanding":
		f.free = false
	case "-ffp-contract":
		f.contract = value
	case "-fexcess-precision": // SSE has none
	case "-ftrivial-auto-var-init": // pattern is refused
		f.autoInit = value
	case "-fhardened":
		f.hardened = true
	case "-fno-hardened":
		f.hardened = false
	case "-fno-math-errno":
		f.Config.NoMathErrno = true
	case "-fmath-errno":
		f.Config.NoMathErrno = false
	case "-fms-extensions", "-fplan9-extensions":
		f.Config.TaggedParts = true
	case "-fno-ms-extensions", "-fno-plan9-extensions":
		f.Config.TaggedParts = false
	case "-fshort-wchar":
		f.Config.ShortWchar = true
	case "-fno-short-wchar":
		f.Config.ShortWchar = false
	case "-fsso-struct": // little-endian, native
	case "-fexec-charset", "-finput-charset", "-fwide-exec-charset":
		switch strings.ToUpper(value) {
		case "UTF-8", "UTF8", "ASCII", "US-ASCII", "UTF-32", "UTF-32LE":
		default:
			return false, &Fault{a, "is not supported: the character set is UTF-8"}
		}
	case "-fsanitize":
		f.sanitize = append(f.sanitize, strings.Split(value, ",")...)
	case "-mfma", "-mfma4":
		f.fused = a
		f.processors = append(f.processors, a)
	case "-mno-fma", "-mno-fma4":
		f.fused = ""
	case "-march":
		f.fused = ""
		if !unfused[value] {
			f.fused = a
		}
		if value != "x86-64" && value != "i686" {
			f.processors = append(f.processors, a)
		}
	case "-mfpmath":
	default:
		return false, nil
	}
	return true, nil
}

// unfused has the processors without fused multiply-add instructions.
var unfused = map[string]bool{"x86-64": true, "x86-64-v2": true, "i386": true, "i486": true, "i586": true, "i686": true,
	"pentium":  true,
	"pentium3": true, "pentium4": true, "pentium-m": true, "prescott": true, "nocona": true, "core2": true,
	"nehalem": true, "westmere": true, "corei7": true,
	"sandybridge": true, "ivybridge": true, "corei7-avx": true, "core-avx-i": true, "bonnell": true, "atom": true,
	"silvermont": true, "k8": true,
	"athlon64": true, "k8-sse3": true, "amdfam10": true, "barcelona": true, "btver1": true}

// versions has the values of __STDC_VERSION__ by the name of the standard; 0 is C90, which has no value.
var versions = map[string]int{
	"c89": 0, "c90": 0, "iso9899:1990": 0, "gnu89": 0, "gnu90": 0, "iso9899:199409": 199409,
	"c99": 199901, "c9x": 199901, "iso9899:1999": 199901, "iso9899:199x": 199901, "gnu99": 199901, "gnu9x": 199901,
	"c11": 201112, "c1x": 201112, "iso9899:2011": 201112, "gnu11": 201112, "gnu1x": 201112,
	"c17": 201710, "c18": 201710, "iso9899:2017": 201710, "iso9899:2018": 201710, "gnu17": 201710, "gnu18": 201710,
	"c23": csrc.C23, "c2x": csrc.C23, "iso9899:2024": csrc.C23, "gnu23": csrc.C23, "gnu2x": csrc.C23,
}

// shortWchar has the macros of -fshort-wchar.
var shortWchar = []csrc.Macro{{Name: "__WCHAR_TYPE__", Value: "short unsigned int"},
	{Name: "__WCHAR_MAX__", Value: "0xffff"}, {Name: "__WCHAR_MIN__", Value: "0"},
	{Name: "__WCHAR_WIDTH__", Value: "16"}, {Name: "__SIZEOF_WCHAR_T__", Value: "2"},
	{Name: "__GNUC_WIDE_EXECUTION_CHARSET_NAME", Value: "\"UTF-16LE\""}}

// finish sets the configuration, after all flags are parsed.
func (f *Flags) finish(dir string) error {
	c := &f.Config
	predefine := func(name, value string) {
		c.Predefined = append(c.Predefined, csrc.Macro{Name: name, Value: value})
	}
	keep := func(flags ...string) { f.Compiler = append(f.Compiler, flags...) }
	strict, err := f.standard(predefine, keep)
	if err != nil {
		return err
	}
	c.Trigraphs = f.trigraphs || strict && c.Standard < csrc.C23
	if f.fused != "" && f.contract != "off" && !(f.contract == "" && strict) {
		return &Fault{f.fused, "is not supported: products and sums may be computed with one rounding (gcc's " +
			"-ffp-contract=fast); -ffp-contract=off, or --ignore-flag=" + f.fused}
	}
	if len(f.processors) > 0 {
		f.note("%s: code for these processors is not chosen by the preprocessor", strings.Join(f.processors, ", "))
	}
	if f.optimise != "" && f.optimise != "0" {
		predefine("__OPTIMIZE__", "1")
		predefine("__NO_INLINE__", "")
		if f.optimise == "s" || f.optimise == "z" {
			predefine("__OPTIMIZE_SIZE__", "1")
			keep("-D", "__OPTIMIZE_SIZE__=1")
		}
		keep("-D", "__OPTIMIZE__=1", "-U", "__NO_INLINE__")
	}
	if f.pthread {
		predefine("_REENTRANT", "1")
		keep("-pthread")
	}
	if c.UnsignedChar {
		predefine("__CHAR_UNSIGNED__", "1")
		keep("-funsigned-char")
	}
	if c.ShortEnums {
		keep("-fshort-enums")
	}
	if c.NoMathErrno {
		predefine("__NO_MATH_ERRNO__", "1")
		keep("-fno-math-errno")
	}
	if c.TaggedParts {
		keep("-fms-extensions")
	}
	if c.ShortWchar {
		for _, m := range shortWchar {
			predefine(m.Name, m.Value)
		}
		keep("-fshort-wchar")
	}
	if c.ZeroInit = f.autoInit == "zero" || f.autoInit == "" && f.hardened; c.ZeroInit {
		keep("-ftrivial-auto-var-init=zero")
	}
	switch {
	case f.packAll:
		c.PackAll = true
		keep("-fpack-struct")
	case c.Pack > 0:
		keep(fmt.Sprintf("-fpack-struct=%d", c.Pack))
	}
	if f.free {
		predefine("__STDC_HOSTED__", "0")
		keep("-ffreestanding")
	}
	f.defines(predefine, keep)
	// as gcc does: a folder that is also a system folder is searched as the latter only
	c.IncludeDirs = slices.DeleteFunc(c.IncludeDirs, func(d string) bool { return slices.Contains(c.SystemDirs, d) })
	if !f.noHost {
		c.HostDirs = HostDirs(f.Model, f.sysroot)
	}
	return nil
}

// standard sets the version of C of the flag -std. It reports whether the version excludes extensions of GNU.
func (f *Flags) standard(predefine func(name, value string), keep func(flags ...string)) (strict bool, err error) {
	c := &f.Config
	if f.std == "" {
		return false, nil
	}
	v, known := versions[f.std]
	if !known {
		return false, &Fault{"-std=" + f.std, "is not supported: C is read as gcc's gnu17 has it, and as other versions up " +
			"to gnu23; --ignore-flag=-std=" + f.std + " takes gnu17"}
	}
	c.Standard = max(v, csrc.C90)
	strict = !strings.HasPrefix(f.std, "gnu")
	switch {
	case v == 0:
		predefine("__STDC_VERSION__", "")
	case v != 201710:
		predefine("__STDC_VERSION__", fmt.Sprintf("%dL", v))
	}
	if v < 199901 {
		predefine("__GNUC_STDC_INLINE__", "")
		predefine("__GNUC_GNU_INLINE__", "1")
	}
	if strict {
		predefine("__STRICT_ANSI__", "1")
		predefine("linux", "")
		predefine("unix", "")
		predefine("i386", "")
	}
	c.Strict = strict
	if v == csrc.C23 { // older compilers know only this name
		keep("-std=" + map[bool]string{true: "c2x", false: "gnu2x"}[strict])
	} else {
		keep("-std=" + f.std)
	}
	return strict, nil
}

// defines sets the macros of sanitizers and of the flags -D and -U.
func (f *Flags) defines(predefine func(name, value string), keep func(flags ...string)) {
	c := &f.Config
	// only the macros: Tandem and its replay have their own sanitizers, or none
	for _, s := range []string{"address", "thread"} {
		if name := "__SANITIZE_" + strings.ToUpper(s) + "__"; slices.Contains(f.sanitize, s) {
			predefine(name, "1")
			keep("-D", name+"=1")
		}
	}
	for _, m := range f.macros {
		if m.defined {
			c.Defines = append(c.Defines, m.name+"="+m.value)
			keep("-D", m.name+"="+m.value)
		} else {
			c.Undefs = append(c.Undefs, m.name)
			keep("-U", m.name)
		}
	}
}

// HostDirs returns the existing folders of the machine's headers, in the order of gcc on Debian, without the compiler's
// own folders.
func HostDirs(model int, root string) (dirs []string) {
	all := []string{"/usr/local/include", "/usr/include/x86_64-linux-gnu", "/usr/include"}
	if model == 32 {
		all = []string{"/usr/local/include", "/usr/include/i386-linux-gnu", "/usr/include"}
	}
	for _, d := range all {
		d = filepath.Join(root, d)
		if st, err := os.Stat(filepath.Join("/", d)); err == nil && st.IsDir() {
			dirs = append(dirs, d)
		}
	}
	return dirs
}

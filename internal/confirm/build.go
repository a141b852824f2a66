package confirm

import (
	"bytes"
	"context"
	"debug/elf"
	"errors"
	"fmt"
	"os"
	osexec "os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/tandem-verifier/tandem/internal/cprint"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/scratch"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// build is the replay of one violation: a program to compile and run.
type build struct {
	task  *verify.Task
	how   method      // how the program shows the violation
	orig  *ir.Program // the program before any pass
	reads []ir.Record // the inputs of the run of orig
	sees  *sanitizer  // detects the error; nil if the error is a call
	near  bool        // the sanitizer must detect the error if it occurs
	loose bool        // the run depends on values that are not given to the compiled program

	cc, dir   string // the compiler, and the folder of the files
	scratch   *scratch.Dir
	defined   map[string]bool   // global functions and variables that the program defines
	undefined []string          // symbols that the program needs but does not define
	strong    map[string]bool   // needed symbols that must be defined, as they are not weak
	entry     *cprint.EntryCall // the call of the entry function; nil: the program's main is run as it is
}

// compiler returns the path of the C compiler that is used; "" if there is none.
func compiler() string {
	for _, cc := range []string{"gcc", "clang"} {
		if path, err := osexec.LookPath(cc); err == nil {
			return path
		}
	}
	return ""
}

// userMain is the new name of the program's main if the replay has a main of its own, which calls it or the entry
// function.
const userMain = "tandem_program_main"

// replay compiles and runs the program.
func (b *build) replay(ctx context.Context) Answer {
	if b.cc = compiler(); b.cc == "" {
		return open("no C compiler is found")
	}
	d, err := scratch.New(ctx, "tandem-confirm-")
	if err != nil {
		return open("%v", err)
	}
	defer d.Close()
	b.scratch, b.dir, ctx = d, d.Path, d.Ctx
	if why := b.findEntry(); why != "" {
		return open("%s", why)
	}
	objs, why := b.compile(ctx)
	if why != "" {
		return open("%s", why)
	}
	if why := b.inspect(objs); why != "" {
		return open("%s", why)
	}
	if why := b.link(ctx, objs); why != "" {
		return open("%s", why)
	}
	a := b.run(ctx)
	if (a.Verdict == Differs || a.Verdict == Crashes) && !b.knowsC23(ctx) {
		return open("the compiler, %s, knows C23 in part only", filepath.Base(b.cc))
	}
	return a
}

// findEntry sets b.entry, with the arguments that the run had. It stays nil if the entry function is main without
// inputs. why is the reason if the arguments cannot be replayed.
func (b *build) findEntry() (why string) {
	var vals []ir.Const
	var names []string
	externs := externInputs(b.orig)
	for _, r := range b.reads {
		s := b.orig.Sites[r.Site]
		if s.Kind != ir.Param || externs[r.Site] != nil {
			continue
		}
		name, v := s.Name, ir.Const{T: s.Type, Bits: r.Bits}
		if of, is := strings.CutSuffix(name, " given"); is { // whether a pointer parameter of a given size is not null
			name, v = of, ir.Const{T: b.orig.Model.Ptr()}
			if r.Bits != 0 {
				return of + " is an object of its own"
			}
		} else if strings.HasSuffix(name, " size") || strings.HasSuffix(name, " inside") && r.Bits == 0 {
			// the size of a parameter, or its offset 0 in the object
			continue
		}
		if slices.Contains(names, name) || r.Off > 0 || s.Type.Kind == ir.Ptr && r.Off >= 0 {
			return "memory that the parameters of " + b.task.Options.Entry + " lead to is an input"
		}
		vals, names = append(vals, v), append(names, name)
	}
	name := b.task.Options.Entry
	if name == "main" {
		if len(vals) == 0 {
			return ""
		}
		if len(vals) > 1 {
			return "arguments of main are inputs"
		}
		vals = append(vals, ir.Const{T: b.orig.Model.Ptr()})
		b.entry = &cprint.EntryCall{Name: userMain, Args: vals}
		return ""
	}
	var f *ir.Func
	for _, e := range b.orig.Entry.Edges {
		if c, ok := e.Stmt.(*ir.Call); ok && c.Func.Source == name {
			f = c.Func
		}
	}
	if f == nil || len(f.Params) != len(vals) {
		return "the parameters of " + name + " are not numbers"
	}
	args := slices.Clone(vals)
	for i, p := range f.Params { // vals has another order: parameters with a size are read after the others
		if at := slices.Index(names, p.Name); at >= 0 {
			args[i] = vals[at]
		} else if len(b.task.Options.ArraySizes) > 0 {
			return "the parameter " + p.Name + " of " + name + " is no number"
		}
		if p.Type != args[i].T {
			return "the parameters of " + name + " are not numbers"
		}
	}
	b.entry = &cprint.EntryCall{Name: name, Args: args}
	return ""
}

// flags returns the flags of the compiler.
func (b *build) flags() []string {
	out := []string{"-std=gnu17", "-w", "-O0", "-fwrapv", "-fno-builtin", "-fgnu89-inline", "-fcommon",
		"-ffp-contract=off", "-fno-pie", "-pipe"}
	if b.orig.Model == ir.ILP32 {
		return b.sees.apply(append(out, "-m32", "-msse2", "-mfpmath=sse"))
	}
	return b.sees.apply(append(out, "-m64"))
}

// compile compiles each file to an object. If the program calls undeclared functions, C gives them the result type int.
// But functions that return inputs have the types that their names say (cfront/nondet.go), and library functions have
// the compiler's types, which -fno-builtin disables. So the files are then compiled again, with declarations in front.
func (b *build) compile(ctx context.Context) (objs []string, why string) {
	objs, said, why := b.compileWith(ctx)
	if why != "" {
		return nil, why
	}
	names := undeclared(said)
	if len(names) == 0 {
		return objs, ""
	}
	var text bytes.Buffer
	cprint.Declarations(&text, b.orig, names)
	file := filepath.Join(b.dir, "declarations.h")
	if err := os.WriteFile(file, text.Bytes(), 0o600); err != nil {
		return nil, err.Error()
	}
	if again, _, why := b.compileWith(ctx, "-include", file); why == "" {
		return again, ""
	}
	objs, _, why = b.compileWith(ctx) // the program uses one of these names for something else
	return objs, why
}

// undeclared returns the functions that the compiler has warned of as undeclared.
func undeclared(said string) map[string]bool {
	names := map[string]bool{}
	for _, m := range implicit.FindAllStringSubmatch(said, -1) {
		names[m[1]] = true
	}
	return names
}

// implicit matches these warnings of gcc and clang.
var implicit = regexp.MustCompile(`implicit(?:ly)? declar(?:ation of|ing library) function ['"‘](\w+)`)

// compileWith compiles each file with more flags. It returns the objects and the warnings.
func (b *build) compileWith(ctx context.Context, more ...string) (objs []string, said, why string) {
	for i, file := range b.task.Files {
		if slices.Contains(b.task.Original.Unused, file) {
			continue
		}
		obj := filepath.Join(b.dir, fmt.Sprintf("p%d.o", i))
		own := b.task.Original.FlagsOf(file)
		words, err := verify.C23Flags(b.dir, own)
		if err != nil {
			return nil, "", err.Error()
		}
		args := slices.Concat(slices.DeleteFunc(b.flags(), func(s string) bool { return s == "-w" }), words, own)
		if b.entry != nil {
			args = append(args, "-Dmain="+userMain)
		}
		args = append(args, more...)
		// All files are C, whatever their suffix, also preprocessed ones.
		args = append(args, "-Wimplicit-function-declaration", "-c", "-x", "c", file)
		text, err := b.object(ctx, args, obj)
		if err != nil {
			return nil, "", err.Error()
		}
		said += text
		objs = append(objs, obj)
	}
	return objs, said, ""
}

// object compiles a file to obj. It caches the object by the command, as the files of a program are read only once. It
// returns the warnings of the compiler.
func (b *build) object(ctx context.Context, args []string, obj string) (said string, err error) {
	command := b.cc
	for i, a := range args {
		command += "\x00" + strings.ReplaceAll(a, b.dir, "") // each replay has another folder
		if i > 0 && args[i-1] == "-include" && strings.HasPrefix(a, b.dir) {
			text, err := os.ReadFile(a)
			if err != nil {
				return "", err
			}
			command += "\x00" + string(text)
		}
	}
	if made, ok := b.task.Original.Objects.Get(command); ok {
		return made.Said, os.WriteFile(obj, made.Code, 0o600)
	}
	if said, err = b.tool(ctx, append(slices.Clone(args), "-o", obj)...); err != nil {
		return "", err
	}
	code, err := os.ReadFile(obj)
	if err != nil {
		return "", err
	}
	b.task.Original.Objects.Put(command, verify.Object{Code: code, Said: said})
	return said, nil
}

// tool runs the compiler, and returns its warnings. Its error has the first line of the output that looks like an
// error.
func (b *build) tool(ctx context.Context, args ...string) (said string, err error) {
	cmd := b.scratch.Command(ctx, b.cc, args...)
	cmd.Env = append(cmd.Env, "LC_ALL=C")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return "", errors.New("no time to compile it")
		}
		for _, line := range strings.Split(stderr.String(), "\n") {
			if strings.Contains(line, "error") || strings.Contains(line, "cannot") {
				return "", fmt.Errorf("the compiler, %s, does not take it: %s", filepath.Base(b.cc), strings.TrimSpace(line))
			}
		}
		return "", fmt.Errorf("the compiler, %s, does not take it: %v", filepath.Base(b.cc), err)
	}
	return stderr.String(), nil
}

// inspect finds the symbols that the objects define and need. why is the reason if the program cannot be run.
func (b *build) inspect(objs []string) (why string) {
	b.defined, b.strong = map[string]bool{}, map[string]bool{}
	needed, local := map[string]bool{}, map[string]bool{}
	for _, obj := range objs {
		f, err := elf.Open(obj)
		if err != nil {
			return "the compiled program cannot be read: " + err.Error()
		}
		syms, err := f.Symbols()
		if err == nil && callsKernel(f) {
			why = "it may call the kernel by inline assembly"
		}
		f.Close()
		if err != nil || why != "" {
			return why
		}
		for _, s := range syms {
			switch {
			case s.Section == elf.SHN_UNDEF:
				b.strong[s.Name] = b.strong[s.Name] || elf.ST_BIND(s.Info) != elf.STB_WEAK
				needed[s.Name] = true
			case elf.ST_BIND(s.Info) == elf.STB_LOCAL:
				local[s.Name] = true
			default:
				b.defined[s.Name] = true
			}
		}
	}
	delete(needed, "")
	for _, n := range append(slices.Clone(b.how.errors), b.task.Options.Entry) {
		if local[n] && !b.defined[n] {
			return n + " is static"
		}
	}
	for n := range needed {
		if !b.defined[n] {
			b.undefined = append(b.undefined, n)
		}
	}
	sort.Strings(b.undefined)
	return ""
}

// callsKernel reports whether the code may contain an instruction that enters the kernel. Compilers generate none from
// C.
func callsKernel(f *elf.File) bool {
	for _, s := range f.Sections {
		if s.Flags&elf.SHF_EXECINSTR == 0 || s.Type != elf.SHT_PROGBITS {
			continue
		}
		code, err := s.Data()
		if err != nil || bytes.Contains(code, []byte{0x0f, 0x05}) || bytes.Contains(code, []byte{0xcd, 0x80}) ||
			bytes.Contains(code, []byte{0x0f, 0x34}) {
			return true
		}
	}
	return false
}

// link links the objects with definitions of the undefined symbols, and always of the error functions.
func (b *build) link(ctx context.Context, objs []string) (why string) {
	need := set(strings.Join(b.undefined, " "))
	given := map[string]bool{}
	for _, s := range b.orig.Sites {
		switch s.Kind {
		case ir.Nondet, ir.NoBody:
			f := cprint.ResultOf(s.Name)
			given[f] = need[f]
		case ir.Library:
			given[s.Name] = need[s.Name] && interposed[s.Name]
		case ir.Approx, ir.Choice, ir.ObjectBytes, ir.Param, ir.Shift, ir.Uninit: // these are not results of functions
		}
	}
	for _, m := range b.orig.Missing {
		given[m.Name] = need[m.Name]
	}
	o := cprint.DefinitionOptions{Entry: b.entry, AssertFails: b.how.assertFails,
		Library: func(s *ir.Site) bool { return interposed[s.Name] }}
	taken := map[string]bool{"__assert_fail": true, "main": true}
	if slices.Contains(b.how.errors, "__assert_fail") {
		o.AssertFails = cprint.ExitViolated
	}
	pick := func(names []string, always bool) (out []string) {
		for _, n := range names {
			if (need[n] || always && b.defined[n]) && !taken[n] {
				taken[n] = true
				out = append(out, n)
			}
		}
		return out
	}
	if o.Data, why = b.externs(); why != "" {
		return why
	}
	for _, d := range o.Data {
		taken[d.Name] = true
	}
	o.Errors = pick(b.how.errors, true)
	o.Asserts = pick(b.how.asserts, false)
	o.Assumes = pick([]string{"__VERIFIER_assume", "__CPROVER_assume", "__ESBMC_assume", "klee_assume"}, false)
	o.Nothing = pick([]string{"__VERIFIER_atomic_begin", "__VERIFIER_atomic_end"}, false)
	o.Given = func(name string) bool { return given[name] && !taken[name] }
	for _, n := range b.undefined {
		if !taken[n] && !given[n] && !isHarmless(n) && b.strong[n] && !strings.HasPrefix(n, "__asan_") &&
			!strings.HasPrefix(n, "__ubsan_") {
			o.Stops = append(o.Stops, n)
		}
	}
	var text bytes.Buffer
	if err := cprint.Definitions(&text, b.orig, b.reads, o); err != nil {
		return err.Error()
	}
	file := filepath.Join(b.dir, "definitions.c")
	if err := os.WriteFile(file, text.Bytes(), 0o600); err != nil {
		return err.Error()
	}
	args := append(b.flags(), "-no-pie", "-Wl,-z,muldefs", file)
	args = append(append(args, objs...), "-o", b.program(), "-lm")
	if _, err := b.tool(ctx, args...); err != nil {
		return err.Error()
	}
	return ""
}

// program returns the path of the linked program.
func (b *build) program() string { return filepath.Join(b.dir, "program") }

// runTime bounds the running time of the compiled program, and looseTime that of one whose run may differ from the run
// of the test, as it depends on values that are not given to it.
const (
	runTime   = 5 * time.Second
	looseTime = 300 * time.Millisecond
)

// limits starts the compiled program with limits: no core, no files, seconds of CPU time, memory in KiB, and the
// largest possible stack.
const limits = `ulimit -c 0; ulimit -f 0; ulimit -t 5; ulimit -v 8388608; ulimit -s $(ulimit -H -s); exec "$0"`

// ofLimits has the signals, as package os/exec names them, that end a program at one of these limits or at a limit of
// the machine. They are not evidence of an error.
var ofLimits = []string{"signal: file size limit exceeded", "signal: CPU time limit exceeded", "signal: killed"}

// run runs the compiled program, and judges how it ends: by its exit status and, if it has a sanitizer, by the report.
func (b *build) run(ctx context.Context) Answer {
	most := runTime
	if b.loose {
		most = looseTime
	}
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	lim := limits
	if b.sees != nil { // a sanitizer reserves terabytes of addresses, and bounds its memory itself
		lim = strings.Replace(limits, "ulimit -v 8388608; ", "", 1)
	}
	cmd := b.scratch.Command(ctx, "/bin/sh", "-c", lim, b.program())
	cmd.Stdin = bytes.NewReader(input(b.orig, b.reads))
	cmd.Dir, cmd.Env = b.dir, b.sees.options()
	said := &tail{}
	cmd.Stderr = said
	err := cmd.Run()
	var exit *osexec.ExitError
	switch {
	case ctx.Err() != nil:
		return open("the compiled program takes too long")
	case err != nil && !errors.As(err, &exit):
		return open("the compiled program cannot be run: %v", err)
	}
	name := filepath.Base(b.cc)
	status := cmd.ProcessState.ExitCode()
	if b.sees != nil {
		if a, ok := b.sees.verdict(said, status, name, b.near); ok {
			return a
		}
	}
	if cprint.ExitViolated <= status && status <= cprint.ExitUndefined && !strings.Contains(said.line(), "tandem: ") {
		return open("the compiled program ends with status %d, which may be its own", status)
	}
	if (status == cannotExecute || status == notFound) && !b.runsAny(ctx) {
		return open("this machine runs no %d-bit programs", 8*b.orig.Model.Ptr().Size())
	}
	switch status {
	case cprint.ExitViolated:
		return Answer{Verdict: Confirmed}
	case cprint.ExitUndefined:
		return open("%s", strings.TrimPrefix(said.line(), "tandem: "))
	case -1:
		if slices.Contains(ofLimits, exit.Error()) {
			return open("the compiled program comes to a limit of its replay (%v)", exit)
		}
		return Answer{Crashes, fmt.Sprintf("compiled by %s, the program crashes before the error on these inputs (%v): by "+
			"undefined behaviour "+
			"that is not checked, or for want of stack", name, exit)}
	case cprint.ExitBlocked:
		return Answer{Differs, fmt.Sprintf("compiled by %s, the program violates an assumption on these inputs", name)}
	case cprint.ExitNoInput:
		return Answer{Differs, fmt.Sprintf("compiled by %s, the program reads more inputs", name)}
	default:
		return Answer{Differs, fmt.Sprintf("compiled by %s, the program ends with status %s and without the error on "+
			"these inputs", name, strconv.Itoa(status))}
	}
}

// Exit statuses of a shell whose exec fails: the kernel does not accept the file, or the loader that the file names
// does not exist.
const (
	cannotExecute = 126
	notFound      = 127
)

// knowsC23 reports whether the compiler supports C23 completely, or the files are in an older version of C.
func (b *build) knowsC23(ctx context.Context) bool {
	if !slices.ContainsFunc(b.task.Files, func(f string) bool { return verify.IsC23(b.task.Original.FlagsOf(f)) }) {
		return true
	}
	source := filepath.Join(b.dir, "version.c")
	if err := os.WriteFile(source, []byte("#if __STDC_VERSION__ < 202311L\n#error older\n#endif\n"), 0o600); err != nil {
		return false
	}
	_, err := b.tool(ctx, "-std=c2x", "-fsyntax-only", source)
	return err == nil
}

// runsAny reports whether a program that does nothing, compiled for the same machine, can be run here. Some virtual
// machines and containers compile 32-bit programs and cannot run them.
func (b *build) runsAny(ctx context.Context) bool {
	source, bin := filepath.Join(b.dir, "nothing.c"), filepath.Join(b.dir, "nothing")
	if err := os.WriteFile(source, []byte("int main(void) { return 0; }\n"), 0o600); err != nil {
		return false
	}
	if _, err := b.tool(ctx, append(b.flags(), "-no-pie", source, "-o", bin)...); err != nil {
		return false
	}
	return b.scratch.Command(ctx, bin).Run() == nil
}

// tail is a writer that keeps the beginning and the end of the output.
type tail struct{ head, buf []byte } // 4096 bytes each

func (t *tail) Write(p []byte) (int, error) {
	t.head = append(t.head, p[:min(len(p), max(0, 4096-len(t.head)))]...)
	t.buf = append(t.buf, p...)
	if n := len(t.buf) - 4096; n > 0 {
		t.buf = append(t.buf[:0], t.buf[n:]...)
	}
	return len(p), nil
}

// line returns the last line.
func (t *tail) line() string {
	s := strings.TrimSpace(string(t.buf))
	return s[strings.LastIndexByte(s, '\n')+1:]
}

package difftest

import (
	"bytes"
	"context"
	"fmt"
	"os"
	osexec "os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"time"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/cprint"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// csmithInclude is the folder of csmith's headers in Debian's package.
const csmithInclude = "/usr/include/csmith"

// HaveCsmith returns an error unless csmith and its headers are installed.
func HaveCsmith() error {
	if _, err := osexec.LookPath("csmith"); err != nil {
		return err
	}
	_, err := os.Stat(filepath.Join(csmithInclude, "csmith.h"))
	return err
}

// CsmithOptions determine how a program is run.
type CsmithOptions struct {
	Model   ir.DataModel
	Interp  bool          // run it in the interpreter too
	Printed bool          // compile and run cprint's C too
	GCC     time.Duration // limit of the run that gcc has compiled
	Exec    time.Duration // limit of the other runs
}

// mainEnd matches the call that prints the checksum.
var mainEnd = regexp.MustCompile(`platform_main_end\((.*), print_hash_value\);`)

// RunCsmith generates the program of a seed and compares its checksums. skipped reports that the program, compiled by
// gcc, did not end in time; such a program does not count.
func RunCsmith(ctx context.Context, seed int, o CsmithOptions) (res *Result, skipped bool) {
	start := time.Now()
	res = &Result{Name: fmt.Sprintf("csmith-%d", seed)}
	defer func() { res.Seconds = time.Since(start).Seconds() }()
	fail := func(err error) (*Result, bool) { res.Note = err.Error(); return res, false }
	dir, err := os.MkdirTemp("", "difftest")
	if err != nil {
		return fail(err)
	}
	defer os.RemoveAll(dir)
	gen := osexec.CommandContext(ctx, "csmith", "--seed", strconv.Itoa(seed), "--concise")
	gen.Dir = dir // csmith writes platform.info
	src, err := gen.Output()
	if err != nil {
		return fail(fmt.Errorf("csmith: %w", err))
	}
	if err := build(ctx, o.Model, dir, "gcc", src, 2*time.Minute, quiet, "-I", csmithInclude); err != nil {
		return fail(err)
	}
	n, err := runNative(ctx, dir, "gcc", "", o.GCC)
	if err != nil {
		return fail(err)
	}
	if n.late {
		return res, true
	}
	m := regexp.MustCompile(`checksum = ([0-9A-F]+)`).FindStringSubmatch(n.out)
	if m == nil {
		return fail(fmt.Errorf("no checksum: %s", n))
	}
	checked := mainEnd.ReplaceAll(src, []byte("if ((uint32_t)($1) != 0x"+m[1]+"u) reach_error();"))
	if bytes.Equal(checked, src) {
		return fail(fmt.Errorf("no call of platform_main_end"))
	}
	file := filepath.Join(dir, "checked.c")
	checked = append([]byte("extern void reach_error(void);\n"), checked...)
	if err := os.WriteFile(file, checked, 0o666); err != nil {
		return fail(err)
	}
	p, err := cfront.Load(cfront.Config{Model: o.Model, Files: []string{file}, IncludeDirs: []string{csmithInclude},
		PropertyKind: "unreach-call", ErrorFunc: "reach_error"})
	if err != nil {
		return fail(fmt.Errorf("load: %w", err))
	}
	if p, err = instrument.Prepare(p, instrument.Default()); err != nil {
		return fail(err)
	}
	res.Count.Runs++
	jit, err := exec.NewJIT(p, exec.Config{})
	if err != nil {
		return fail(fmt.Errorf("jit: %w", err))
	}
	defer jit.Close()
	ok := checksumHolds(ctx, res, "jit", jit, o.Exec)
	if ok && o.Interp {
		in, err := exec.NewInterp(p, exec.Config{})
		if err != nil {
			return fail(err)
		}
		ok = checksumHolds(ctx, res, "interpreter", in, o.Exec)
	}
	if ok && o.Printed {
		ok = printedHolds(ctx, res, p, dir, o)
	}
	if ok {
		res.Count.Agreed++
	}
	return res, false
}

// checksumHolds runs a program without inputs whose error is a wrong checksum, and reports whether the checksum is
// right.
func checksumHolds(ctx context.Context, res *Result, name string, m exec.Machine, limit time.Duration) bool {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	r, err := m.Run(ctx, noArguments())
	switch {
	case err != nil:
		res.Note = fmt.Sprintf("%s: %v", name, err)
		return false
	case isResource(r):
		res.Count.Resource++
		res.Note = name + ": " + Describe(r)
		return false
	case r.Outcome.Kind != exec.Finished:
		res.Count.Mismatch++
		res.Details = append(res.Details, fmt.Sprintf("%s: %s", name, Describe(r)))
		return false
	}
	return true
}

// printedHolds reports whether the checksum is right in the printed C program.
func printedHolds(ctx context.Context, res *Result, p *ir.Program, dir string, o CsmithOptions) bool {
	var c bytes.Buffer
	err := cprint.Program(&c, p, cprint.Options{Stdin: true})
	if err == nil {
		err = build(ctx, o.Model, dir, "printed", c.Bytes(), 2*time.Minute, strict)
	}
	if err != nil {
		res.Note = "printed C: " + err.Error()
		return false
	}
	n, err := runNative(ctx, dir, "printed", table(argumentReads(p)), o.Exec)
	switch {
	case err != nil:
		res.Note = err.Error()
		return false
	case n.late:
		res.Count.Resource++
		return false
	case n.status != cprint.ExitFinished:
		res.Count.Mismatch++
		res.Details = append(res.Details, "printed C: "+n.String())
		return false
	}
	return readableHolds(ctx, res, p, dir, o)
}

// readableHolds reports whether the checksum is right in the readable C program, which needs neither -fwrapv nor a
// particular layout of objects.
func readableHolds(ctx context.Context, res *Result, p *ir.Program, dir string, o CsmithOptions) bool {
	var c bytes.Buffer
	err := cprint.Readable(&c, p, cprint.ReadableOptions{})
	c.WriteString(`
void _Exit(int);
int __VERIFIER_nondet_int(void) { return 1; }
unsigned char __VERIFIER_nondet_uchar(void) { return 0; }
unsigned int __VERIFIER_nondet_uint(void) { return 0; }
unsigned long long __VERIFIER_nondet_ulonglong(void) { return 0; }
void __VERIFIER_nondet_memory(void *p, size_t n) { while (n-- > 0) ((char *)p)[n] = 0; }
void __VERIFIER_assume(int c) { if (!c) _Exit(108); }
void reach_error(void) { _Exit(107); }
`)
	if err == nil {
		err = build(ctx, o.Model, dir, "readable", c.Bytes(), 2*time.Minute, quiet, "-O2", "-fno-wrapv",
			"-fno-strict-aliasing", "-Werror=implicit")
	}
	if err != nil {
		res.Note = "readable C: " + err.Error()
		return false
	}
	n, err := runNative(ctx, dir, "readable", "", o.Exec)
	switch {
	case err != nil:
		res.Note = err.Error()
		return false
	case n.late:
		res.Count.Resource++
		return false
	case n.status != 0:
		res.Count.Mismatch++
		res.Details = append(res.Details, "readable C: "+n.String())
		return false
	}
	return true
}

// noArguments returns the inputs of main without arguments: argc is 1, all else is 0.
func noArguments() exec.Inputs {
	return exec.InputFunc(func(_ ir.Key, s *ir.Site, _ ir.Type) (uint64, bool) {
		if s.Kind == ir.Param {
			return 1, true
		}
		return 0, true
	})
}

// argumentReads returns the values of noArguments for the first read of every site of a value.
func argumentReads(p *ir.Program) *exec.Run {
	r := &exec.Run{}
	for _, s := range p.Sites {
		if s.Type.Kind == ir.None {
			continue
		}
		k := ir.Key{Site: s.ID}
		if s.Type.Kind == ir.Ptr {
			k.Off = -1
		}
		bits, _ := noArguments().Next(k, s, s.Type)
		r.Reads = append(r.Reads, ir.Record{Key: k, Type: s.Type, Bits: bits})
	}
	return r
}

// Package cprint turns ir back into C.
//
// Program writes one self-contained file of GNU C11 that has the meaning of the ir program, for gcc and clang with the
// same data model. It includes no headers and writes control flow as gotos. #line directives let a debugger step
// through the user's source. Names are the source's names where these are free. Program serves three purposes:
//
//   - a harness: the inputs of a test are embedded (Options.Records), and the program exits with 107 where the
//     obligation is violated;
//   - differential tests: the inputs are read from standard input (Options.Stdin, WriteRecords), and the outcome is
//     printed;
//   - debugging: a debugger can step through the ir program.
//
// Readable writes C for people and for other testers: loops, branches, typed pointers, and the input functions of
// SV-COMP, KLEE or libFuzzer (readable.go; structure.go and tidy.go for control flow, lifetimes.go, testers.go). Tandem
// can read this text back.
//
// SourceHarness writes a harness that people can read more easily: their own source, with definitions of the functions
// that return inputs.
//
// # How ir becomes C
//
//	ir                        C
//	register                  local or static variable of the C type of its width
//	object                    variable or array; accesses go by memcpy
//	Ptr                       tandem_ptr, an integer as wide as a pointer
//	i32 x + y                 (int)((unsigned int)x + (unsigned int)y)
//	Div, Rem, Shl, Shr        the C operator where C defines the result, else a helper function
//	Overflows                 __builtin_add_overflow, __builtin_sub_overflow or __builtin_mul_overflow
//	Assume                    if (!...) tandem_blocked(...)
//	Input                     tandem_input(site): the value of the table for this occurrence
//	Decl, Alloc, MemHavoc     the bytes in the table; all other bytes are 0xA5
//	Free, End                 nothing, since no address is used twice
//	Valid                     a search in a list of all objects, which the program keeps with gaps around each object
//	Error location            tandem_violated(obligation)
//
// The C program has the semantics of ir at every optimisation level, and without -fwrapv, with these differences. An
// invalid access has the effect that it has in C, while exec ends the run there. A pointer has no provenance: it may be
// valid although its address lies in a different object than the object from which it was computed. A block that is
// entered again has the same objects again. The last digit of results of libm may differ; so may x87 arithmetic, unless
// -msse2 -mfpmath=sse is given.
//
// # Exit status
//
//	0    the run finished (also by exit, abort, ...)
//	107  an obligation was violated
//	108  an assumption was false
//	109  the table had no value for an input
//	110  undefined behaviour that ir marks (invalid call, ...)
//	111  memory used up
//	112  a statement that cannot be executed
//	113  the fuel was used up (Options.Fuel)
package cprint

import (
	"bytes"
	"fmt"
	"io"
	"sort"
	"strings"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// The exit status of a printed program.
const (
	ExitFinished    = 0
	ExitViolated    = 107
	ExitBlocked     = 108
	ExitNoInput     = 109
	ExitUndefined   = 110
	ExitMemory      = 111
	ExitUnsupported = 112
	ExitFuel        = 113
)

// Options are the options of Program.
type Options struct {
	Records []ir.Record // the inputs of the run, embedded
	Stdin   bool        // read the inputs from standard input instead (see WriteRecords)
	Fuel    uint64      // count fuel as exec does, and stop when it is used up; 0: count none
	Trace   bool        // print number and hash of the marked branches at the end (see TraceHash)
	NoLines bool        // no #line directives
	Comment []string    // lines for the head of the file
}

// Program writes p as C. It fails on a program that ir.Check rejects.
func Program(w io.Writer, p *ir.Program, o Options) error {
	g := &gen{p: p, opt: o, names: newNames(p), asks: asksValid(p), rank: reached(p)}
	for _, f := range p.Funcs {
		if g.rank[f] {
			g.function(f)
		}
	}
	if g.err != nil {
		return g.err
	}
	data := g.data()
	if g.err != nil {
		return g.err
	}
	var b bytes.Buffer
	g.head(&b)
	g.table(&b)
	g.runtime(&b)
	for _, h := range g.helpers {
		fmt.Fprintf(&b, "%s\n\n", h)
	}
	b.WriteString(data)
	g.main(&b)
	b.Write(g.out.Bytes())
	_, err := w.Write(b.Bytes())
	return err
}

// gen is the state of printing one program.
type gen struct {
	p     *ir.Program
	opt   Options
	names *names
	rank  map[*ir.Func]bool // the functions that are reached from the entry
	helperSet
	out  bytes.Buffer // the text of the functions
	err  error        // the first error
	asks bool         // the program has questions (ir.Valid): each object is a block with gaps around it, see blocks.go

	// The position that the next line of out has for the compiler, by #line; file is "" before the first #line.
	file string
	line int
}

// fail records an error, unless an earlier one is recorded.
func (g *gen) fail(format string, args ...any) {
	if g.err == nil {
		g.err = fmt.Errorf("cprint: "+format, args...)
	}
}

// reached returns the functions that a run of p may enter: the entry, and all functions that these functions call.
func reached(p *ir.Program) map[*ir.Func]bool {
	seen := map[*ir.Func]bool{}
	var mark func(f *ir.Func)
	mark = func(f *ir.Func) {
		if seen[f] {
			return
		}
		seen[f] = true
		for _, e := range f.Edges {
			if c, ok := e.Stmt.(*ir.Call); ok {
				mark(c.Func)
			}
		}
	}
	mark(p.Entry)
	return seen
}

// head writes the beginning of the file: a comment, and pragmas against warnings.
func (g *gen) head(b *bytes.Buffer) {
	bits := "-m32 -msse2 -mfpmath=sse"
	if g.p.Model == ir.LP64 {
		bits = "-m64"
	}
	b.WriteString("/* Made by Tandem from its representation of the program:\n")
	for _, f := range g.p.Files {
		fmt.Fprintf(b, " *   %s\n", strings.ReplaceAll(f.Name, "*/", "* /"))
	}
	for _, c := range g.opt.Comment {
		fmt.Fprintf(b, " * %s\n", strings.ReplaceAll(c, "*/", "* /"))
	}
	fmt.Fprintf(b, ` *
 * Compile and run:  gcc -std=gnu11 -g %s -ffp-contract=off THIS.c -lm && ./a.out; echo $?
 * Exit status: 0 finished, 107 an obligation is violated, 108 an assumption is false,
 * 109 an input is missing, 110 undefined behaviour, 111 out of memory, 112 not executable.
 * Bytes that the test does not fix are 0xA5. Freed memory is never used again.
 */
`, bits)
	// Generated code has these warnings by its nature, or they are about undefined behaviour of the user's program.
	for _, w := range []string{"unused-function", "unused-variable", "unused-parameter", "unused-label",
		"unused-but-set-variable", "unused-but-set-parameter",
		"type-limits", "tautological-compare", "sign-compare"} {
		fmt.Fprintf(b, "#pragma GCC diagnostic ignored \"-W%s\"\n", w)
	}
	writeC(b, "warnings", nil)
	fmt.Fprintf(b, "_Static_assert(sizeof(void *) == %d, \"compile with %s\");\n\n", int(g.p.Model)/8,
		strings.Fields(bits)[0])
}

// sorted returns the records in the order of the table: by site, occurrence and offset.
func sorted(rs []ir.Record) []ir.Record {
	rs = append([]ir.Record(nil), rs...)
	sort.SliceStable(rs, func(i, j int) bool {
		a, b := rs[i], rs[j]
		if a.Site != b.Site {
			return a.Site < b.Site
		}
		if a.Occ != b.Occ {
			return a.Occ < b.Occ
		}
		return a.Off < b.Off
	})
	return rs
}

// WriteRecords writes inputs in the format that a program printed with Options.Stdin reads: their number, then site,
// occurrence, offset, size and bits of each.
func WriteRecords(w io.Writer, rs []ir.Record) error {
	var b bytes.Buffer
	fmt.Fprintln(&b, len(rs))
	for _, r := range sorted(rs) {
		fmt.Fprintln(&b, r.Site, r.Occ, r.Off, r.Type.Size(), r.Bits)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// TraceHash returns the hash that a program printed with Options.Trace prints if the first n bits of branches are its
// trace: FNV-1a over one byte for each branch.
func TraceHash(branches []byte, n int) uint64 {
	h := uint64(0xcbf29ce484222325)
	for i := 0; i < n; i++ {
		h = (h ^ uint64(branches[i/8]>>(i%8)&1)) * 0x100000001b3
	}
	return h
}

// Status returns the exit status of a printed program whose run ends with o. ok is false for the outcomes that the C
// program does not have: invalid accesses, stack or memory used up, cancellation.
func Status(o exec.Outcome) (status int, ok bool) {
	switch o.Kind {
	case exec.Finished:
		return ExitFinished, true
	case exec.Violated:
		if o.Obligation != nil && o.Obligation.Unmodelled() {
			return ExitUnsupported, true
		}
		return ExitViolated, true
	case exec.Blocked:
		return ExitBlocked, true
	case exec.NoInput:
		return ExitNoInput, true
	case exec.Unsupported:
		return ExitUnsupported, true
	case exec.OutOfFuel: // with the same Options.Fuel
		return ExitFuel, true
	}
	return 0, false
}

// Package cprint turns ir back into C.
//
// Program writes one self-contained file of GNU C11 with the meaning of the
// ir program, for gcc and clang and the same data model: no headers, control flow as
// gotos, #line directives so that a debugger steps through the user's source,
// C names where they are free. It serves three ends:
//
//   - a harness: the inputs of a test are embedded, and the program exits with
//     107 where the obligation is violated (Options.Records);
//   - differential tests: the inputs are read from standard input (Options.Stdin,
//     WriteRecords), the outcome is printed;
//   - debugging: a debugger can step through the ir program.
//
// Readable writes C for people and for other testers: loops, branches, typed pointers, and the inputs of SV-COMP, KLEE
// or libFuzzer (readable.go; structure.go and tidy.go for control flow, lifetimes.go, testers.go). Tandem reads it
// back.
//
// SourceHarness writes the nicer harness for people: their own source with
// definitions of the functions that give inputs.
//
// # How ir becomes C
//
//	ir                        C
//	register                  local or static variable of the C type of its width
//	object                    variable or array; accesses go by memcpy
//	Ptr                       tandem_ptr, an integer as wide as a pointer
//	i32 x + y                 (int)((unsigned int)x + (unsigned int)y)
//	Div, Rem, Shl, Shr        as they are where C defines them, else a helper
//	Overflows                 __builtin_add_overflow and its kin
//	Assume                    if (!...) tandem_blocked(...)
//	Input                     tandem_input(site): the value of the table for this occurrence
//	Decl, Alloc, MemHavoc     bytes of the table, the others are 0xA5
//	Free, End                 nothing: addresses are never used twice
//	Valid                     a list of blocks: in a program that asks, each object is one, with gaps around it
//	Error location            tandem_violated(obligation)
//
// So the C program has the semantics of ir at every optimisation level, and without -fwrapv. These differences remain.
// An invalid access does what it does in C, while exec ends the run there. A pointer has no provenance: it may be valid
// although its address lies in another object than the one it was made from. A block that is entered again has the same
// objects again. Functions of libm may differ in the last place, and so does x87 arithmetic unless -msse2 -mfpmath=sse
// is given.
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

// Options say what Program writes around the program.
type Options struct {
	Records []ir.Record // the inputs of the run, embedded
	Stdin   bool        // read the inputs from standard input instead (see WriteRecords)
	Fuel    uint64      // count fuel as exec does, and stop when it is used up; 0: no
	Trace   bool        // print number and hash of the marked branches at the end (see TraceHash)
	NoLines bool        // no #line directives
	Comment []string    // lines for the head of the file
}

// Program writes p as C. It fails on a program that ir.Check would refuse.
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
	rank  map[*ir.Func]bool // functions that are called
	helperSet
	out  bytes.Buffer // functions
	err  error
	asks bool // what is alive: each object is a block of its own with a gap around it

	// Where the next line of out stands for the compiler; "" before the first #line.
	file string
	line int
}

// fail keeps the first error.
func (g *gen) fail(format string, args ...any) {
	if g.err == nil {
		g.err = fmt.Errorf("cprint: "+format, args...)
	}
}

// reached are the entry and what it calls, and so on.
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
	// These warnings are in the nature of generated code, or about undefined
	// behaviour of the user's program.
	for _, w := range []string{"unused-function", "unused-variable", "unused-parameter", "unused-label",
		"unused-but-set-variable", "unused-but-set-parameter",
		"type-limits", "tautological-compare", "sign-compare"} {
		fmt.Fprintf(b, "#pragma GCC diagnostic ignored \"-W%s\"\n", w)
	}
	writeC(b, "warnings", nil)
	fmt.Fprintf(b, "_Static_assert(sizeof(void *) == %d, \"compile with %s\");\n\n", int(g.p.Model)/8,
		strings.Fields(bits)[0])
}

// sorted gives the records in the order of the table.
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

// WriteRecords writes inputs as a program printed with Options.Stdin reads
// them: their number, then site, occurrence, offset, size and bits of each.
func WriteRecords(w io.Writer, rs []ir.Record) error {
	var b bytes.Buffer
	fmt.Fprintln(&b, len(rs))
	for _, r := range sorted(rs) {
		fmt.Fprintln(&b, r.Site, r.Occ, r.Off, r.Type.Size(), r.Bits)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// TraceHash is the hash that a program printed with Options.Trace prints for
// the first n bits of a trace: FNV-1a over one byte a branch.
func TraceHash(branches []byte, n int) uint64 {
	h := uint64(0xcbf29ce484222325)
	for i := 0; i < n; i++ {
		h = (h ^ uint64(branches[i/8]>>(i%8)&1)) * 0x100000001b3
	}
	return h
}

// Status is the exit status of a printed program whose run ends with o. ok is
// false for outcomes that C does not share: invalid accesses, stack and
// memory used up, cancellation.
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

package cprint

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Readable C is for people and for testers. It has loops and branches, C names and types, typed pointers, and input
// functions that testers know.
//
//	ir                       C
//	register                 local or static variable of its C type, declared at its first assignment if possible
//	object                   array of its elements, a variable, a structure, or bytes with typed accesses
//	Ptr                      int *, char *, ...: p[i], *p, p + 3, p->f8
//	i32 x + y                x + y where it cannot overflow (ranges.go), else (int)((unsigned int)x + y)
//	Assume                   a branch, __VERIFIER_assume(...)
//	Input                    x = __VERIFIER_nondet_int(): the program's own function, or one for the type, with a comment
//	Decl                     the declaration, without a value
//	Error location           reach_error(); abort(); with the obligation as a comment
//
// Like the text of Program, the text has the meaning of ir without -fwrapv. A block has new objects whenever it is
// entered, and they end with the block (lifetimes.go). Tandem can read the text back; the program then has the same
// verdict for unreach-call. Two things need care for that. Inputs that ir marks as approximate are written as inline
// assembly, whose results Tandem marks as approximate, too. Questions about memory are written as calls of functions of
// CBMC. gcc does not have these functions: such a program is for verifiers. In the other styles, the program makes the
// access that a question is about, and the tester, which checks memory itself, ends the run there.
//
// The text relies on conventions: pointers are aligned for their types; bytes may be read as another type
// (-fno-strict-aliasing); objects without a value are left uninitialised. A tester that cannot choose values for them
// misses the runs that depend on these values. The text never has names of members (they are f0, f8, ... by their
// offsets, records.go), unions (bytes instead), switches (ifs instead), or questions about leaks.

// Style selects the functions that return inputs and report errors.
type Style uint8

// The styles.
const (
	Verifier Style = iota // __VERIFIER_nondet_int(), __VERIFIER_assume, reach_error
	KLEE                  // klee_make_symbolic, klee_silent_exit, __assert_fail; memory errors are left to KLEE
	Fuzzer                // LLVMFuzzerTestOneInput: inputs are taken from the bytes; memory errors are left to a sanitizer
)

// ReadableOptions are the options of Readable.
type ReadableOptions struct {
	Style   Style
	Lines   bool     // #line directives
	Comment []string // lines for the head of the file
}

// Readable writes p as C. It fails on a program that ir.Check rejects, and on a program with questions about leaks
// (valid-memtrack, valid-memcleanup).
func Readable(w io.Writer, p *ir.Program, o ReadableOptions) error {
	r := &readable{}
	r.printing = printing{p: p, called: reached(p), opt: o, pointee: map[*ir.Var]string{}, cnames: cNames(p.Model),
		literals: map[*ir.Object]string{}, onHeap: map[*ir.Object]bool{}, usedTags: map[string]bool{},
		externs: map[string]string{}, headers: map[string]bool{}}
	r.main = r.mainOf()
	r.chooseNames()
	r.findRecords()
	r.findPointees()
	r.findLiterals()
	var data, reset, funcs bytes.Buffer
	r.data(&data, &reset)
	r.resets = reset.Len() > 0
	for _, f := range p.Funcs {
		if r.printed(f) {
			r.function(&funcs, f)
		}
	}
	entry := r.entry()
	var b bytes.Buffer
	r.comment(&b)
	r.declarations(&b)
	fmt.Fprintf(&b, "_Static_assert(sizeof(void *) == %d, \"the program is for pointers of %d bits\");\n\n",
		int(p.Model)/8, int(p.Model))
	r.define(&b)
	for _, h := range r.helpers {
		fmt.Fprintf(&b, "%s\n\n", h)
	}
	r.prototypes(&b)
	b.Write(data.Bytes())
	if r.resets {
		fmt.Fprintf(&b, "/* The contents of memory at the start. */\nstatic void tandem_init(void) {\n%s}\n\n",
			reset.String())
	}
	b.Write(funcs.Bytes())
	b.WriteString(entry)
	if r.err != nil {
		return r.err
	}
	_, err := w.Write(b.Bytes())
	return err
}

// Readable printing has three layers, each of which embeds the layer below it: printing has the choices for the
// program, terms writes the expressions of a function, and readable writes the statements.

// readable is the state of Readable.
type readable struct {
	terms
	resets bool   // the text has a function tandem_init
	pos    ir.Pos // the position in the last #line
}

// terms writes the expressions and addresses of one function: methods that "write" an expression return its text.
type terms struct {
	printing
	fn      *ir.Func
	loc     *ir.Loc            // where the expression is evaluated
	facts   ranges             // bounds of the registers
	here    *piece             // the piece that is written
	home    map[any]*piece     // the piece in which a register or object is declared
	forward map[*ir.Var]*piece // by register: the piece whose value is written where the register is used (forward.go)
	cyclic  []bool             // by Loc.ID: whether a run may pass the location again
}

// printing holds the names, types and declarations that are chosen for a program.
type printing struct {
	helperSet
	p       *ir.Program
	opt     ReadableOptions
	err     error // the first error
	names   *names
	main    *ir.Func          // the function that becomes main
	called  map[*ir.Func]bool // functions that are reached from the entry
	named   map[*ir.Func]bool // functions whose address is used
	externs map[string]string // declarations of functions by name
	headers map[string]bool   // names of included headers

	cnames    map[string]ir.Type    // the C types of registers, see cNames
	pointee   map[*ir.Var]string    // the C types of the objects that pointer registers point to
	literals  map[*ir.Object]string // objects that are written as string literals
	onHeap    map[*ir.Object]bool   // local objects that malloc makes
	records   map[string]*record    // structures by tag
	usedTags  map[string]bool       // tags of structures that the text names
	bytesOnly map[*ir.Object]bool   // objects with an initial value that does not fit their structure
}

// fail records an error, unless an earlier one is recorded.
func (r *printing) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("cprint: "+format, args...)
	}
}

// mainOf returns the function that is printed as main: the program's main if the entry only calls it, otherwise the
// entry.
func (r *printing) mainOf() *ir.Func {
	e := r.p.Entry
	if len(e.Entry.Out) != 1 || len(e.Entry.Out[0].To.Out) != 1 {
		return e
	}
	c, isCall := e.Entry.Out[0].Stmt.(*ir.Call)
	_, isReturn := e.Entry.Out[0].To.Out[0].Stmt.(*ir.Return)
	if !isCall || !isReturn || len(c.Func.Params) > 0 || c.Func.Result != ir.I32 || c.Func.Source != "main" ||
		r.opt.Style == Fuzzer {
		return e
	}
	for f := range r.called { // main may call itself
		for _, e := range f.Edges {
			if k, ok := e.Stmt.(*ir.Call); ok && k.Func == c.Func && f != r.p.Entry {
				return r.p.Entry
			}
		}
	}
	return c.Func
}

// printed reports whether a function is part of the text.
func (r *printing) printed(f *ir.Func) bool {
	return r.called[f] && (f != r.p.Entry || f == r.main) || r.named[f]
}

// chooseNames chooses the C names: the names in the source if nothing else has them. It also collects the functions
// whose addresses are used.
func (r *printing) chooseNames() {
	n := &names{file: map[string]bool{}, funcs: map[*ir.Func]string{}, vars: map[*ir.Var]string{},
		objs: map[*ir.Object]string{}}
	for _, w := range strings.Fields(keywords + " " + r.reserved()) {
		n.file[w] = true
	}
	r.named = map[*ir.Func]bool{}
	r.walk(func(x ir.Expr) {
		if a, ok := x.(*ir.FuncAddr); ok {
			r.named[a.Func] = true
		}
	})
	for f := range r.called {
		for _, e := range f.Edges {
			if m, ok := e.Stmt.(*ir.Math); ok {
				n.file[m.Fn] = true
			}
		}
	}
	best := func(source, name string) string {
		if source != "" && !strings.ContainsAny(source, ". ") {
			return source
		}
		return name
	}
	for _, f := range r.p.Funcs {
		switch {
		case f == r.main:
			n.funcs[f] = "main"
			if r.opt.Style == Fuzzer {
				n.funcs[f] = "tandem_start"
			}
		case r.printed(f):
			n.funcs[f] = n.global(best(f.Source, f.Name))
		}
	}
	for _, v := range r.p.Globals {
		n.vars[v] = n.global(best(v.Source, v.Name))
	}
	for _, o := range r.p.Objects {
		n.objs[o] = n.global(best(o.Source, o.Name))
	}
	for _, f := range r.p.Funcs {
		if !r.printed(f) {
			continue
		}
		taken := map[string]bool{}
		free := func(source, name string) string {
			if s := identifier(best(source, name)); !taken[s] && !n.file[s] {
				return n.local(s, taken)
			}
			return n.local(name, taken)
		}
		for _, v := range f.Vars {
			n.vars[v] = free(v.Source, v.Name)
		}
		for _, o := range f.Objects {
			n.objs[o] = free(o.Source, o.Name)
		}
	}
	r.names = n
}

// walk calls visit with all expressions of the text and their subexpressions.
func (r *printing) walk(visit func(ir.Expr)) {
	each := func(e ir.Expr) {
		ir.Walk(e, func(x ir.Expr) bool {
			visit(x)
			return true
		})
	}
	for _, v := range r.p.Globals {
		if v.Init != nil {
			each(v.Init)
		}
	}
	for _, o := range r.p.Objects {
		for _, it := range o.Init {
			each(it.Val)
		}
	}
	for f := range r.called {
		for _, e := range f.Edges {
			for _, x := range ir.StmtExprs(e.Stmt) {
				each(x)
			}
		}
	}
}

// findLiterals finds the constant texts that are used only once; they become string literals.
func (r *printing) findLiterals() {
	uses := map[*ir.Object]int{}
	r.walk(func(x ir.Expr) {
		if a, ok := x.(*ir.AddrOf); ok {
			uses[a.Obj]++
		}
	})
	for _, o := range r.p.Objects {
		if uses[o] != 1 || !o.Const || o.Uninit || o.Source != "" || o.Elem != ir.I8 || o.Align > 1 {
			continue
		}
		text := make([]byte, o.Size)
		for _, it := range o.Init {
			if c, ok := it.Val.(*ir.Const); ok && it.Off < o.Size {
				text[it.Off] = byte(c.Bits)
			}
		}
		if n := len(text) - 1; n >= 0 && text[n] == 0 && !slices.Contains(text[:n], 0) && isText(text[:n]) {
			r.literals[o] = cstring(string(text[:n]))
		}
	}
}

// comment writes the comment at the head of the file.
func (r *printing) comment(b *bytes.Buffer) {
	b.WriteString("/* Made by Tandem from its representation of the program:\n")
	for _, f := range r.p.Files {
		fmt.Fprintf(b, " *   %s\n", strings.ReplaceAll(f.Name, "*/", "* /"))
	}
	for _, c := range r.opt.Comment {
		fmt.Fprintf(b, " * %s\n", strings.ReplaceAll(c, "*/", "* /"))
	}
	bits, model := "-m64", "--64"
	if r.p.Model == ir.ILP32 {
		bits, model = "-m32 -msse2 -mfpmath=sse", "--32"
	}
	b.WriteString(" *\n")
	switch r.opt.Style {
	case Verifier:
		fmt.Fprintf(b, ` * Tandem reads it:  tandem verify %s THIS.c
 * To run it, define the functions that are only declared:  gcc %s -fno-strict-aliasing THIS.c INPUTS.c -lm
 * With --harness Tandem writes a program that gives the inputs of an error it found.
`, model, bits)
	case KLEE:
		fmt.Fprintf(b, " * Run it:  clang %s -g -emit-llvm -c -fno-strict-aliasing THIS.c -o THIS.bc && klee "+
			"--libc=uclibc THIS.bc\n", strings.Fields(bits)[0])
	case Fuzzer:
		fmt.Fprintf(b, " * Run it:  clang %s -g -fno-strict-aliasing -fsanitize=fuzzer,address THIS.c -lm && ./a.out "+
			"-detect_leaks=0\n", bits)
	}
	b.WriteString(" */\n")
}

// prototypes declares all functions but main.
func (r *readable) prototypes(b *bytes.Buffer) {
	n := 0
	for _, f := range r.p.Funcs {
		if r.printed(f) && f != r.main {
			fmt.Fprintf(b, "%s;\n", r.head(f))
			n++
		}
	}
	if n > 0 {
		b.WriteString("\n")
	}
}

// head returns the declaration of a function, without semicolon.
func (r *readable) head(f *ir.Func) string {
	if f == r.main && r.opt.Style != Fuzzer {
		return "int main(void)"
	}
	var ps []string
	for _, v := range f.Params {
		ps = append(ps, withName(r.declared(v), r.names.vars[v]))
	}
	if len(ps) == 0 {
		ps = []string{"void"}
	}
	return fmt.Sprintf("static %s(%s)", withName(result(f.Result), r.names.funcs[f]), strings.Join(ps, ", "))
}

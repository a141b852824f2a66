package cprint

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"sort"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// SourceOptions are the options of SourceHarness.
type SourceOptions struct {
	Name      string   // the file name for #line
	ErrorFunc string   // the function whose call is the error: reach_error, __assert_fail, ...
	Stdin     bool     // read the values from standard input instead of embedding them (see WriteCalls)
	Undefined []string // functions that only unreachable code calls; a call ends the run with 110
	Comment   []string // lines for the head of the file

	errorDefined, assumeDefined bool // the source defines the error function, or __VERIFIER_assume
}

// CallsOnly reports whether all inputs of a run are results of calls of functions without a body. If so, SourceHarness
// can run the source itself on these inputs.
func CallsOnly(p *ir.Program, reads []ir.Record) bool {
	for _, r := range reads {
		s := p.Sites[r.Site]
		if s.Kind != ir.Nondet && s.Kind != ir.NoBody || r.Off > 0 || r.Type.Kind == ir.Ptr && r.Bits != 0 ||
			s.Type.Kind == ir.Ptr && r.Off >= 0 {
			return false
		}
	}
	return true
}

// callee is a function without a body that the harness defines.
type callee struct {
	name string
	typ  ir.Type  // Void if no call uses a result
	vals []uint64 // the results of its calls, in order
}

// callees returns the called functions without a body, sorted by name, with the values that reads has for their calls.
// library reports whether the harness also defines the library function of a site; nil means that it defines none. It
// is an error if a function has two result types, or if an input is not the result of such a call.
func callees(p *ir.Program, reads []ir.Record, library func(*ir.Site) bool) ([]*callee, error) {
	byName := map[string]*callee{}
	for _, m := range p.Missing {
		byName[m.Name] = &callee{name: m.Name}
	}
	for _, s := range p.Sites {
		if !isCall(s, library) {
			continue
		}
		c := byName[s.Name]
		switch {
		case c == nil:
			byName[s.Name] = &callee{name: s.Name, typ: s.Type}
		case c.typ == ir.Void:
			c.typ = s.Type
		case c.typ != s.Type:
			return nil, fmt.Errorf("cprint: %s returns %s and %s", s.Name, c.typ, s.Type)
		}
	}
	for _, r := range reads {
		if library != nil && !isCall(p.Sites[r.Site], library) {
			continue
		}
		c := byName[p.Sites[r.Site].Name]
		if c == nil {
			return nil, fmt.Errorf("cprint: input %s is no call", p.Sites[r.Site].Key)
		}
		c.vals = append(c.vals, r.Bits)
	}
	var cs []*callee
	for _, c := range byName {
		cs = append(cs, c)
	}
	sort.Slice(cs, func(i, j int) bool { return cs[i].name < cs[j].name })
	return cs, nil
}

// isCall reports whether the inputs of a site are results of a function that the harness defines.
func isCall(s *ir.Site, library func(*ir.Site) bool) bool {
	return s.Kind == ir.Nondet || s.Kind == ir.NoBody || s.Kind == ir.Library && library != nil && library(s)
}

// WriteCalls writes the inputs of a run in the format that a harness made with SourceOptions.Stdin reads: for each
// function, sorted by name, the number of its values and the values.
func WriteCalls(w io.Writer, p *ir.Program, reads []ir.Record) error {
	cs, err := callees(p, reads, nil)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	for _, c := range cs {
		fmt.Fprint(&b, len(c.vals))
		for _, v := range c.vals {
			fmt.Fprint(&b, " ", v)
		}
		b.WriteByte('\n')
	}
	_, err = w.Write(b.Bytes())
	return err
}

// SourceHarness writes src, the user's own source text, and definitions of the functions without a body: each returns
// the values of a run in the order of its calls, and the error function exits with 107. CallsOnly must hold for reads.
// p must be a program from which unused inputs were not pruned, since the source has the calls of these inputs. The
// outcome is written to standard error in the format in which the programs of Program write it to standard output; if
// main returns, nothing is written.
//
// The definitions get their names by asm labels, which makes them agree with any declaration; this needs gcc or clang.
func SourceHarness(w io.Writer, p *ir.Program, src []byte, reads []ir.Record, o SourceOptions) error {
	cs, err := callees(p, reads, nil)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	b.WriteString("/* Made by Tandem: the program below, with inputs for it at the end.\n")
	for _, c := range o.Comment {
		fmt.Fprintf(&b, " * %s\n", commentText(c))
	}
	bits := "-m32 -msse2 -mfpmath=sse"
	if p.Model == ir.LP64 {
		bits = "-m64"
	}
	fmt.Fprintf(&b, ` *
 * Compile and run:  gcc -std=gnu11 -g -w -fgnu89-inline -fwrapv -fno-builtin %s THIS.c -lm && ./a.out; echo $?
 * Exit status: %d the error is reached, %d an assumption is false, %d an input is missing.
 */
`, bits, ExitViolated, ExitBlocked, ExitNoInput)
	body, defined := enterError(src, o.ErrorFunc)
	if defined {
		b.WriteString("extern void tandem_error(void) __attribute__((noreturn));\n")
	}
	fmt.Fprintf(&b, "#line 1 %s\n", cstring(o.Name))
	b.Write(body)
	b.WriteString("\n#line 1 \"inputs\"\n")
	o.errorDefined, o.assumeDefined = defined, hasBody(src, "__VERIFIER_assume")
	sourceInputs(&b, cs, o)
	_, err = w.Write(b.Bytes())
	return err
}

// sourceInputs writes the definitions of all functions that the program only declares.
func sourceInputs(b *bytes.Buffer, cs []*callee, o SourceOptions) {
	sourceRuntime(b)
	if !o.errorDefined && o.ErrorFunc != "" {
		fmt.Fprintf(b, "void tandem_error_call(void) TANDEM_NAME(%s);\nvoid tandem_error_call(void) { tandem_error(); }\n",
			cstring(o.ErrorFunc))
	}
	if !o.assumeDefined {
		b.WriteString("void tandem_assume(int c) TANDEM_NAME(\"__VERIFIER_assume\");\nvoid tandem_assume(int c) { if (!c) " +
			"tandem_stop(\"assumption false\", \"\", " +
			fmt.Sprint(ExitBlocked) + "); }\n")
	}
	for i, name := range o.Undefined {
		fmt.Fprintf(b, "void tandem_u%d(void) TANDEM_NAME(%s);\nvoid tandem_u%d(void) { tandem_stop(\"call of \", %s, "+
			"%d); }\n",
			i, cstring(name), i, cstring(name), ExitUndefined)
	}
	if o.Stdin {
		sourceTables(b)
	}
	skip := func(c *callee) bool { return c.name == o.ErrorFunc || c.name == "__VERIFIER_assume" }
	for i, c := range cs {
		if !skip(c) {
			sourceCallee(b, i, c, o.Stdin)
		}
	}
	if o.Stdin {
		b.WriteString("__attribute__((constructor)) static void tandem_load(void) {\n")
		for i, c := range cs {
			if skip(c) {
				b.WriteString("  tandem_skip();\n")
				continue
			}
			fmt.Fprintf(b, "  tandem_table(&tandem_v%d, &tandem_m%d);\n", i, i)
		}
		b.WriteString("}\n")
	}
}

// sourceRuntime writes the functions that the definitions call. They do not call the C library, since a call of memcpy,
// malloc or exit would lead to the program's own function of that name.
func sourceRuntime(b *bytes.Buffer) {
	writeC(b, "source", exits)
}

// sourceTables writes the functions that read the values from standard input.
func sourceTables(b *bytes.Buffer) {
	writeC(b, "tables", exits)
}

// sourceCallee defines c, the i-th function. With stdin, its values come from standard input.
func sourceCallee(b *bytes.Buffer, i int, c *callee, stdin bool) {
	t := ctype(c.typ)
	bits := fmt.Sprintf("tandem_next(tandem_v%d, tandem_m%d, &tandem_n%d, %s)", i, i, i, cstring(c.name))
	ret := fmt.Sprintf("return (%s)%s;", t, bits)
	switch {
	case c.typ.Kind == ir.Ptr:
		t, ret = "void *", fmt.Sprintf("static long long at[512]; return %s ? (void *)at : 0;", bits)
	case c.typ.Kind == ir.Float && c.typ.Bits <= 64:
		u := "unsigned int"
		if c.typ.Bits == 64 {
			u = "unsigned long long"
		}
		ret = fmt.Sprintf("%s b = (%s)%s; %s x; __builtin_memcpy(&x, &b, sizeof x); return x;", u, u, bits, t)
	case c.typ == ir.Void:
		ret = ""
	}
	if stdin {
		fmt.Fprintf(b, "static unsigned long long *tandem_v%d;\nstatic int tandem_m%d;\n", i, i)
	} else {
		fmt.Fprintf(b, "static const unsigned long long tandem_v%d[] = {", i)
		b.WriteString(joinWrapped(len(c.vals), func(k int) string { return fmt.Sprintf("%#xull", c.vals[k]) }))
		if len(c.vals) == 0 {
			b.WriteByte('0')
		}
		fmt.Fprintf(b, "};\nstatic const int tandem_m%d = %d;\n", i, len(c.vals))
	}
	fmt.Fprintf(b, "static int tandem_n%d;\n%s tandem_f%d() TANDEM_NAME(%s);\n%s tandem_f%d() { (void)tandem_n%d; "+
		"(void)tandem_m%d; %s }\n",
		i, t, i, cstring(c.name), t, i, i, i, ret)
}

// bodyOf returns a pattern that matches the definition of a function up to the opening brace: the name and the
// parameters. It misses definitions with nested parentheses in the parameters, or with attributes after them.
func bodyOf(name string) *regexp.Regexp {
	return regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\s*\([^()]*\)\s*\{`)
}

// hasBody reports whether src defines the named function, as far as bodyOf finds definitions.
func hasBody(src []byte, name string) bool { return bodyOf(name).Match(src) }

// enterError inserts a call of tandem_error at the beginning of the definition of the error function. defined is false,
// and out is src, if src has no such definition.
func enterError(src []byte, name string) (out []byte, defined bool) {
	if name == "" {
		return src, false
	}
	at := bodyOf(name).FindIndex(src)
	if at == nil {
		return src, false
	}
	out = append(out, src[:at[1]]...)
	out = append(out, " tandem_error();"...)
	return append(out, src[at[1]:]...), true
}

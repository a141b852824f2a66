package cprint

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// DefinitionOptions lists the things that Definitions defines.
type DefinitionOptions struct {
	Errors      []string               // functions whose call is the error
	Asserts     []string               // functions whose first argument must not be 0
	Assumes     []string               // functions that end the run with 108 if their first argument is 0
	Nothing     []string               // functions without effect
	Stops       []string               // functions with unknown effects, which end the run with 110
	Given       func(name string) bool // whether a function that returns inputs is to be defined; nil: all are
	Library     func(*ir.Site) bool    // whether results of a library function are inputs; nil: none are
	Data        []Data                 // variables without a definition
	AssertFails int                    // the exit status when __assert_fail is called
	Entry       *EntryCall             // the call that main makes; nil: the program has a main of its own
}

// Data is a variable that the source declares without defining it.
type Data struct {
	Name  string
	Align int64
	Bytes []byte // the initial contents
}

// EntryCall is a call of the entry function; the arguments have machine types.
type EntryCall struct {
	Name string
	Args []ir.Const
}

// Definitions writes a C file that is linked before the objects of the program's own source. The file defines the
// functions and variables that the source only declares, with the inputs of a run. Reads, exit statuses and names are
// as in SourceHarness.
func Definitions(w io.Writer, p *ir.Program, reads []ir.Record, o DefinitionOptions) error {
	cs, err := callees(p, reads, o.Library)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	b.WriteString("/* Made by Tandem: inputs of a program. */\n")
	sourceRuntime(&b)
	define := func(names []string, param, body string) {
		for _, name := range names {
			fmt.Fprintf(&b, "void tandem_d_%s(%s) TANDEM_NAME(%s);\nvoid tandem_d_%s(%s) { %s }\n", name, param, cstring(name),
				name, param, body)
		}
	}
	fmt.Fprintf(&b, "void tandem_assert_fail(void) TANDEM_NAME(\"__assert_fail\");\nvoid tandem_assert_fail(void) { "+
		"tandem_stop(\"assertion failed\", \"\", %d); }\n", o.AssertFails)
	define(o.Errors, "void", "tandem_error();")
	define(o.Asserts, "int c", "if (!c) tandem_error();")
	define(o.Assumes, "long c", fmt.Sprintf(`if (!(int)c) tandem_stop("assumption false", "", %d);`, ExitBlocked))
	define(o.Nothing, "void", "")
	for _, name := range o.Stops {
		define([]string{name}, "void", fmt.Sprintf(`tandem_stop("call of ", %s, %d);`, cstring(name), ExitUndefined))
	}
	for i, d := range o.Data {
		fmt.Fprintf(&b, "unsigned char tandem_data%d[%d] TANDEM_NAME(%s) __attribute__((aligned(%d)));\nunsigned char "+
			"tandem_data%d[%d] = {", i, max(len(d.Bytes), 1), cstring(d.Name), max(d.Align, 1), i, max(len(d.Bytes), 1))
		for _, x := range d.Bytes {
			fmt.Fprintf(&b, "%d,", x)
		}
		b.WriteString("};\n")
	}
	given := func(f string) bool { return o.Given == nil || o.Given(f) }
	parts := map[string]bool{}
	for _, c := range cs {
		parts[ResultOf(c.name)] = parts[ResultOf(c.name)] || ResultOf(c.name) != c.name
	}
	for i, c := range cs {
		if given(ResultOf(c.name)) && !(parts[c.name] && c.typ == ir.Void) {
			sourceCallee(&b, i, c, false)
		}
	}
	if err := sourceWide(&b, cs, given); err != nil {
		return err
	}
	if e := o.Entry; e != nil {
		var types, vals string
		for i, a := range e.Args {
			if i > 0 {
				types, vals = types+", ", vals+", "
			}
			types += passed(a.T)
			vals += fmt.Sprintf("tandem_a%d", i)
		}
		if types == "" {
			types = "void"
		}
		fmt.Fprintf(&b, "extern long tandem_entry(%s) TANDEM_NAME(%s);\nint main(void) {\n", types, cstring(e.Name))
		for i, a := range e.Args {
			u := ir.Type{Kind: ir.Int, Bits: uint8(8 * a.T.Size())}
			fmt.Fprintf(&b, "  %s b%d = (%s)%#xull; %s tandem_a%d; __builtin_memcpy(&tandem_a%d, &b%d, sizeof b%d);\n",
				ctype(u), i, ctype(u), a.Bits, passed(a.T), i, i, i, i)
		}
		fmt.Fprintf(&b, "  tandem_entry(%s);\n  return 0;\n}\n", vals)
	}
	_, err = w.Write(b.Bytes())
	return err
}

// passed returns the C type of an argument of type t; a pointer is passed as a number.
func passed(t ir.Type) string {
	if t.Kind == ir.Ptr {
		t = ir.Type{Kind: ir.Int, Bits: t.Bits}
	}
	return ctype(t)
}

// Declarations writes a declaration for each named function that returns inputs or that the compiler knows. names are
// functions that the program uses without a declaration.
func Declarations(w io.Writer, p *ir.Program, names map[string]bool) {
	given := map[string]bool{}
	for _, s := range p.Sites {
		if s.Kind != ir.Nondet || !names[s.Name] || given[s.Name] || s.Type == ir.Void {
			continue
		}
		given[s.Name] = true
		t := ctype(s.Type)
		if s.Type.Kind == ir.Ptr {
			t = "void *"
		}
		fmt.Fprintf(w, "%s %s();\n", t, s.Name)
	}
	for _, n := range slices.Sorted(maps.Keys(names)) {
		if !given[n] {
			fmt.Fprintf(w, "#if __has_builtin(__builtin_%s)\nextern __typeof__(__builtin_%s) %s;\n#endif\n", n, n, n)
		}
	}
}

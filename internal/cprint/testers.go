package cprint

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file writes the calls of functions that testers provide for a readable program: inputs, assumptions, errors, and
// questions about memory.

// reserved returns the names that nothing in the program may have, separated by spaces: names of functions and types
// that the text may use.
func (r *printing) reserved() string {
	names := []string{"memmove", "memset", "memcpy", "malloc", "calloc", "free", "exit", "abort", "size_t", "uint8_t",
		"NULL", "reach_error", "__assert_fail", "klee_make_symbolic",
		"klee_silent_exit", "__VERIFIER_assume", "__VERIFIER_nondet_memory", "LLVMFuzzerTestOneInput", "setjmp", "longjmp",
		"jmp_buf",
		"ptrdiff_t", "wchar_t", "max_align_t", "offsetof", "tandem_init", "tandem_start"}
	for _, w := range nondetWords {
		names = append(names, "__VERIFIER_nondet_"+w)
	}
	for _, s := range r.p.Sites {
		if _, ok := r.own(s); ok {
			names = append(names, s.Name)
		}
	}
	return strings.Join(names, " ")
}

// nondetWords has for each type the end of the name of its input function, __VERIFIER_nondet_int for I32.
var nondetWords = map[ir.Type]string{ir.I8: "char", ir.U8: "uchar", ir.I16: "short", ir.U16: "ushort", ir.I32: "int",
	ir.U32: "uint", ir.I64: "longlong", ir.U64: "ulonglong",
	ir.F32: "float", ir.F64: "double"}

// inputC returns the C type of the result of an input function.
func inputC(t ir.Type) string {
	if t == ir.I8 {
		return "char"
	}
	return t.C()
}

// needs declares library functions. The text does not include their headers, since other names of a header may clash
// with names of the program.
func (r *printing) needs(names ...string) {
	for _, n := range names {
		r.extern(n, map[string]string{"malloc": "extern void *malloc(size_t)",
			"calloc": "extern void *calloc(size_t, size_t)", "free": "extern void free(void *)", "exit": "extern void exit(int)",
			"abort": "extern void abort(void)", "memmove": "extern void *memmove(void *, const void *, size_t)",
			"memset": "extern void *memset(void *, int, size_t)"}[n])
	}
}

// extern adds the declaration of a function that is defined elsewhere.
func (r *printing) extern(name, decl string) { r.externs[name] = decl }

// inputName matches the names that input functions have by convention.
var inputName = regexp.MustCompile(`^(__VERIFIER_|__CPROVER_|__ESBMC_|__symbiotic_|__SMACK_)?nondet_`)

// own returns the input function of the program that the inputs of a site come from. ok is false if the site has no
// such function by its name, or if the name is used with several types or for another function.
func (r *printing) own(s *ir.Site) (name string, ok bool) {
	if s.Kind != ir.Nondet || !inputName.MatchString(s.Name) || identifier(s.Name) != s.Name || nondetWords[s.Type] == "" {
		return "", false
	}
	for _, o := range r.p.Sites {
		if o.Name == s.Name && (o.Type != s.Type || o.Kind != s.Kind) {
			return "", false
		}
	}
	for _, f := range r.p.Funcs {
		if f.Name == s.Name || f.Source == s.Name {
			return "", false
		}
	}
	return s.Name, true
}

// input returns the lines that assign an input to Dst.
func (r *readable) input(s *ir.Input) []string {
	t, word := s.Dst.Type, inputWord(s.Site)
	why := ""
	if word != "" {
		why = fmt.Sprintf(" /* %s */", comment(word))
	}
	declared := r.here != nil && r.home[s.Dst] == r.here
	switch {
	case r.opt.Style == Verifier && (s.Site.Kind == ir.Approx || s.Site.Kind == ir.Shift): // see unknown
		return []string{fmt.Sprintf("%s = %s;%s", r.dst(s.Dst), r.unknown(t), why)}
	case t.Kind == ir.Ptr:
		return []string{fmt.Sprintf("%s = %s;%s", r.dst(s.Dst), r.fresh(max(s.FreshSize, 0)), why)}
	case r.opt.Style == Verifier:
		if name, ok := r.own(s.Site); ok {
			r.extern(name, fmt.Sprintf("extern %s %s(void)", r.namedC(t, name), name))
			return []string{fmt.Sprintf("%s = %s();", r.dst(s.Dst), name)}
		}
	case r.opt.Style == KLEE && nondetWords[t] != "":
		r.needKLEE()
		var out []string
		if declared {
			out = append(out, r.dst(s.Dst)+";")
		}
		name := r.names.vars[s.Dst]
		return append(out, fmt.Sprintf("klee_make_symbolic(&%s, sizeof %s, %s);%s", name, name, cstring(name), why))
	}
	return []string{fmt.Sprintf("%s = %s;%s", r.dst(s.Dst), r.arbitrary(t), why)}
}

// namedC returns the C type of the result of the program's input function name; long, unsigned long and _Bool are
// recognised by the name.
func (r *printing) namedC(t ir.Type, name string) string {
	_, word, _ := strings.Cut(name, "nondet_")
	for _, c := range []string{"long", "ulong", "bool"} {
		full := map[string]string{"long": "long", "ulong": "unsigned long", "bool": "_Bool"}[c]
		if word == c && (r.cnames[full] == t || c == "bool" && t == ir.U8) {
			return full
		}
	}
	return inputC(t)
}

// inputWord returns a text for comments that says where an input comes from; "" if it is the result of an input
// function.
func inputWord(s *ir.Site) string {
	switch s.Kind {
	case ir.NoBody:
		return "result of " + s.Name
	case ir.Param:
		return "parameter " + s.Name
	case ir.Uninit:
		return s.Name + " has no value"
	case ir.ObjectBytes:
		return "bytes of " + s.Name
	case ir.Shift:
		return "shifted too far"
	case ir.Library:
		return s.Name
	case ir.Approx:
		return "not modelled: " + s.Name
	case ir.Choice:
		return s.Name + ": which object it leads to"
	case ir.Nondet:
	}
	return ""
}

// arbitrary writes a call that returns an input of type t.
func (r *terms) arbitrary(t ir.Type) string {
	w := nondetWords[t]
	if t.Kind == ir.Ptr {
		return r.fresh(0)
	}
	if w == "" {
		u := ir.Type{Kind: ir.Int, Bits: uint8(container(t.Bits))}
		if t.Kind == ir.Bool {
			return r.arbitrary(ir.U8) + " & 1"
		}
		return r.wrapped(t, term{r.arbitrary(u), pPostfix}).s
	}
	c := inputC(t)
	switch r.opt.Style {
	case KLEE:
		r.needKLEE()
		r.need("tandem_"+w, fmt.Sprintf("static %s tandem_%s(void) {\n  %s x;\n  klee_make_symbolic(&x, sizeof x, %s);\n  "+
			"return x;\n}", c, w, c, cstring(w)))
		return "tandem_" + w + "()"
	case Fuzzer:
		r.needTake()
		r.need("tandem_"+w, fmt.Sprintf("static %s tandem_%s(void) {\n  %s x;\n  tandem_take(&x, sizeof x);\n  return x;\n}",
			c, w, c))
		return "tandem_" + w + "()"
	case Verifier:
	}
	name := "__VERIFIER_nondet_" + w
	r.extern(name, fmt.Sprintf("extern %s %s(void)", c, name))
	return name + "()"
}

// unknown writes an expression for a value that ir does not model. A proof has to consider all values, and no run
// confirms a violation that depends on the value. This is how Tandem treats results of inline assembly.
func (r *terms) unknown(t ir.Type) string {
	w, c := nondetWords[t], inputC(t)
	switch {
	case t.Kind == ir.Ptr:
		w, c = "pointer", "void *"
	case t.Kind == ir.Float:
		r.needFloatBits()
		return fmt.Sprintf("tandem_%s(%s)", t, r.unknown(ir.Type{Kind: ir.Int, Bits: t.Bits}))
	case w == "" && t.Kind == ir.Bool:
		return r.unknown(ir.U8) + " & 1"
	case w == "":
		return r.wrapped(t, term{r.unknown(ir.Type{Kind: ir.Int, Bits: uint8(container(t.Bits))}), pPostfix}).s
	}
	name := "tandem_unknown_" + w
	if t.Kind == ir.Int && t.Bits == 64 && r.p.Model == ir.ILP32 { // a register has 32 bits only
		r.need(name, fmt.Sprintf("/* Any value at all. */\nstatic %s %s(void) {\n  return (%s)((unsigned long long)%s << "+
			"32 | %s);\n}", c, name, c, r.unknown(ir.U32), r.unknown(ir.U32)))
		return name + "()"
	}
	r.need(name, fmt.Sprintf("/* Any value at all. */\nstatic %s(void) {\n  %s;\n  __asm__(\"\" : \"=r\"(x));\n  "+
		"return x;\n}", withName(c, name), withName(c, "x")))
	return name + "()"
}

// fresh writes a call that returns a pointer input: null, or a new object of n bytes with arbitrary contents.
func (r *terms) fresh(n int64) string {
	r.needs("malloc")
	choice := r.arbitrary(ir.U8)
	fill := r.havoc(term{"p", pAtom}, "n", nil)
	r.need("tandem_pointer", cText("pointer", map[string]string{"Choice": choice,
		"Fill": strings.Join(fill, "\n      ")}))
	return fmt.Sprintf("tandem_pointer(%d)", n)
}

// havoc returns the lines that set n bytes at p to arbitrary values.
func (r *terms) havoc(p term, n string, _ *ir.Site) []string {
	switch r.opt.Style {
	case KLEE:
		c := r.arbitrary(ir.U8)
		r.need("tandem_havoc", fmt.Sprintf("static void tandem_havoc(void *p, size_t n) {\n  while (n-- > 0) {\n    "+
			"((unsigned char *)p)[n] = %s;\n  }\n}", c))
		return []string{fmt.Sprintf("tandem_havoc(%s, %s);", p.s, n)}
	case Fuzzer:
		r.needTake()
		return []string{fmt.Sprintf("tandem_take(%s, %s);", p.s, n)}
	case Verifier:
	}
	r.extern("__VERIFIER_nondet_memory", "extern void __VERIFIER_nondet_memory(void *, size_t)")
	return []string{fmt.Sprintf("__VERIFIER_nondet_memory(%s, %s);", p.s, n)}
}

// needKLEE declares the input function of KLEE.
func (r *printing) needKLEE() {
	r.extern("klee_make_symbolic", "extern void klee_make_symbolic(void *, size_t, const char *)")
}

// needTake adds the helper that takes inputs from the bytes that a fuzzer passes.
func (r *printing) needTake() {
	r.headers["stdint.h"], r.headers["setjmp.h"] = true, true
	r.need("tandem_take", cText("take", nil))
}

// assume writes a statement that ends the run silently if cond is false.
func (r *readable) assume(cond ir.Expr) string {
	switch r.opt.Style {
	case KLEE: // klee_assume reports an error where the condition cannot hold
		r.extern("klee_silent_exit", "extern void klee_silent_exit(int)")
		return fmt.Sprintf("if (%s) { klee_silent_exit(0); }", r.text(ir.NotExpr(cond)))
	case Fuzzer:
		return fmt.Sprintf("if (%s) { %s }", r.text(ir.NotExpr(cond)), strings.Join(r.stop(), " "))
	case Verifier:
	}
	r.extern("__VERIFIER_assume", "extern void __VERIFIER_assume(int)")
	return fmt.Sprintf("__VERIFIER_assume(%s);", r.text(cond))
}

// stop returns the lines that end the run without an error.
func (r *readable) stop() []string {
	if r.opt.Style == Fuzzer {
		r.needTake()
		return []string{"longjmp(tandem_over, 1);"}
	}
	r.needs("exit")
	return []string{"exit(0);"}
}

// end returns the lines for a location at which runs end.
func (r *readable) end(l *ir.Loc) []string {
	switch {
	case l.Kind == ir.Exit && r.fn == r.p.Entry:
		return []string{"return 0;"}
	case l.Kind == ir.Halt || l.Kind == ir.Exit:
		return r.stop()
	case l.Kind != ir.Error: // blocked
		if r.opt.Style != Verifier {
			return r.stop()
		}
		r.needs("abort")
		return []string{r.assume(ir.NewBool(false)), "abort();"}
	case l.Obligation.Unmodelled():
		name, _, _ := strings.Cut(l.Obligation.Text, ":")
		if r.opt.Style == Verifier {
			r.needs("abort")
			r.extern("__CPROVER_not_modelled", "extern void __CPROVER_not_modelled(void)")
			return []string{fmt.Sprintf("__CPROVER_not_modelled(); /* %s: %s */", comment(l.Obligation.Kind), comment(name)),
				"abort();"}
		}
		return append([]string{fmt.Sprintf("/* %s: %s */", comment(l.Obligation.Kind), comment(name))}, r.stop()...)
	}
	o := l.Obligation
	text := o.Text
	if o.Kind != "unreach-call" || text == "" {
		text = strings.TrimSpace(o.Kind + ": " + o.Text)
	}
	where := ""
	if o.Pos.IsValid() {
		where = fmt.Sprintf(" at %s:%d", o.Pos.File, o.Pos.Line)
	}
	r.needs("abort")
	switch r.opt.Style {
	case KLEE:
		r.extern("__assert_fail", "extern void __assert_fail(const char *, const char *, unsigned int, const char *)")
		return []string{fmt.Sprintf("__assert_fail(%s, %s, %d, %s);", cstring(text), cstring(o.Pos.File), max(o.Pos.Line, 0),
			cstring(o.Func)), "abort();"}
	case Fuzzer:
		return []string{fmt.Sprintf("abort(); /* %s%s */", comment(text), comment(where))}
	case Verifier:
	}
	r.extern("reach_error", "extern void reach_error(void)")
	return []string{fmt.Sprintf("reach_error(); /* %s%s */", comment(text), comment(where)), "abort();"}
}

// question writes a question about memory.
func (r *terms) question(e *ir.Valid) term {
	if r.opt.Style != Verifier {
		return r.touch(e)
	}
	size := r.p.Model.Size().C()
	ask := func(name, args string, operands ...ir.Expr) term {
		r.extern(name, fmt.Sprintf("extern _Bool %s(%s)", name, args))
		var texts []string
		for _, x := range operands {
			texts = append(texts, r.text(x))
		}
		return term{fmt.Sprintf("%s(%s)", name, strings.Join(texts, ", ")), pPostfix}
	}
	switch e.What {
	case ir.Readable:
		return ask("__CPROVER_r_ok", "const void *, "+size, e.Addr, e.N)
	case ir.Writable:
		return ask("__CPROVER_w_ok", "const void *, "+size, e.Addr, e.N)
	case ir.Same:
		return ask("__CPROVER_same_object", "const void *, const void *", e.Addr, e.N)
	case ir.Dynamic:
		return ask("__CPROVER_DYNAMIC_OBJECT", "const void *", e.Addr)
	case ir.Freeable:
		p := r.text(e.Addr)
		r.askSizes()
		r.extern("__CPROVER_DYNAMIC_OBJECT", "extern _Bool __CPROVER_DYNAMIC_OBJECT(const void *)")
		r.extern("__CPROVER_r_ok", fmt.Sprintf("extern _Bool __CPROVER_r_ok(const void *, %s)", size))
		return term{fmt.Sprintf("%[1]s == 0 || (__CPROVER_DYNAMIC_OBJECT(%[2]s) && __CPROVER_POINTER_OFFSET(%[2]s) == 0 "+
			"&& __CPROVER_r_ok(%[2]s, __CPROVER_OBJECT_SIZE(%[2]s)))",
			r.expr(e.Addr).at(pShift), p), pLOr}
	case ir.Tracked:
		r.fail("no C asks whether something leads to all of the heap")
		return term{"1", pAtom}
	case ir.Live, ir.Kept:
		r.fail("no C asks whether an object has an instance, or had one all along")
		return term{"1", pAtom}
	default:
		panic("cprint: unknown question")
	}
}

// touch writes a question for KLEE or a sanitizer: a call that makes the access in question. If the access is invalid,
// the tester ends the run there. The access of the program itself cannot be relied on for that: a residual program may
// end after its last check.
func (r *terms) touch(e *ir.Valid) term {
	call := func(name string, args ...string) term {
		return term{fmt.Sprintf("%s(%s)", name, strings.Join(args, ", ")), pPostfix}
	}
	p := r.text(e.Addr)
	each := func(name, what, c, access string) term {
		r.need(name, cText("touch", map[string]string{"What": what, "Name": name, "Const": c, "Access": access}))
		return call(name, p, r.count(e.N))
	}
	switch e.What {
	case ir.Readable:
		return each("tandem_reads", "read", "const ", "(void)q[i]")
	case ir.Writable:
		return each("tandem_writes", "written", "", "q[i] = q[i]")
	case ir.Freeable:
		f := "malloc_usable_size"
		if r.opt.Style == KLEE {
			f = "klee_get_obj_size"
		}
		r.extern(f, fmt.Sprintf("extern %s %s(void *)", r.p.Model.Size().C(), f))
		r.need("tandem_frees", cText("frees", f))
		return call("tandem_frees", p)
	case ir.Same, ir.Dynamic, ir.Tracked, ir.Live, ir.Kept:
		r.fail("no C for this tester asks what objects pointers lead to")
		return term{"1", pAtom}
	default:
		panic("cprint: unknown question")
	}
}

// askSizes declares the functions that return the size of an object and the offset of a pointer.
func (r *printing) askSizes() {
	r.extern("__CPROVER_OBJECT_SIZE", fmt.Sprintf("extern %s __CPROVER_OBJECT_SIZE(const void *)", r.p.Model.Size().C()))
	r.extern("__CPROVER_POINTER_OFFSET", fmt.Sprintf("extern %s __CPROVER_POINTER_OFFSET(const void *)",
		r.p.Model.Diff().C()))
}

// asksObject returns the lines of a Math that reads the size of an object or the offset of a pointer in it.
func (r *readable) asksObject(s *ir.Math) []string {
	p, f := r.text(s.Args[0]), "__CPROVER_OBJECT_SIZE"
	switch {
	case s.Fn == ir.Extent && r.opt.Style == KLEE: // returns the size of the block if the pointer is to its beginning
		f = "klee_get_obj_size"
		r.extern(f, fmt.Sprintf("extern %s %s(void *)", r.p.Model.Size().C(), f))
	case s.Fn == ir.Extent && r.opt.Style == Fuzzer: // with a sanitizer, this is the argument of malloc
		f = "malloc_usable_size"
		r.extern(f, fmt.Sprintf("extern %s %s(void *)", r.p.Model.Size().C(), f))
	case r.opt.Style != Verifier:
		r.fail("no C for the %s of an object", s.Fn)
		return nil
	default:
		r.askSizes()
		if s.Fn == ir.Offset {
			f = "__CPROVER_POINTER_OFFSET"
		}
	}
	x := fmt.Sprintf("(%s)%s(%s)", ctype(s.Dst.Type), f, p)
	if s.Fn == ir.Extent { // which is 0 for null
		x = fmt.Sprintf("%s == 0 ? 0 : %s", r.expr(s.Args[0]).at(pShift), x)
	}
	return []string{fmt.Sprintf("%s = %s;", r.dst(s.Dst), x)}
}

// declarations writes the includes and the declarations of functions that are defined elsewhere.
func (r *printing) declarations(b *bytes.Buffer) {
	var hs []string
	for h := range r.headers {
		hs = append(hs, h)
	}
	hs = append(hs, "stddef.h")
	sort.Strings(hs)
	for _, h := range slices.Compact(hs) {
		fmt.Fprintf(b, "#include <%s>\n", h)
	}
	b.WriteString("\n")
	var names []string
	for n := range r.externs {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		fmt.Fprintf(b, "%s;\n", r.externs[n])
	}
	if len(names) > 0 {
		b.WriteString("\n")
	}
}

// entry returns the function that the fuzzer calls; "" for the other styles, which start with main.
func (r *readable) entry() string {
	if r.opt.Style != Fuzzer {
		return ""
	}
	r.needTake()
	return cText("fuzzer", struct {
		Resets bool
		Entry  string
	}{r.resets, r.names.funcs[r.p.Entry]})
}

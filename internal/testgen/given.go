package testgen

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// In addition to its inputs, the compiled program gets from the harness: results of functions that C does not have,
// results of functions of the C library, and standard input.

// given is one result of a function. The harness finds it by the function's name, in the order of the calls.
type given struct {
	name      string
	site, occ int // identify memory that the result refers to; -1: none
	bits      uint64
}

// fedResults are functions of the library that have no effect but their result. The value determines their definition:
// 'r' takes no arguments that matter, 'p' also stores the result through its argument if that is not null, and 'k'
// returns the same result at each call.
var fedResults = map[string]byte{
	"rand": 'r', "random": 'r', "lrand48": 'r', "mrand48": 'r', "arc4random": 'r', "arc4random_uniform": 'r', "clock": 'r',
	"isatty": 'r', "usleep": 'r', "sleep": 'r', "system": 'r',
	"time": 'p', "getpid": 'k', "gettid": 'k', "getppid": 'k', "getuid": 'k', "geteuid": 'k', "getgid": 'k',
	"getegid": 'k', "getpgrp": 'k',
}

// fedBytes are functions of the library that write bytes; the section of c/given.c with the same name defines them. For
// each such call there is a given: it has the result, and identifies the memory with the bytes that the call writes.
var fedBytes = map[string]bool{"arc4random_buf": true, "getrandom": true, "getentropy": true}

// stdinSite is the name of the sites that read a byte of standard input.
const stdinSite = "stdin"

// isScan reports whether an input belongs to scanf: the number of items that it read, or one of the items.
func isScan(name string) bool {
	name, _, _ = strings.Cut(name, " ")
	return strings.HasSuffix(name, "scanf")
}

// fed reports whether the harness provides the inputs of a site of the library.
func fed(s *ir.Site) bool {
	return s.Name == stdinSite || isScan(s.Name) || s.Name == "getenv" ||
		fedBytes[strings.TrimSuffix(s.Name, ir.ErrnoOf)] || fedResults[s.Name] != 0 && s.Type.Kind == ir.Int
}

// libraryGiven returns a test's results of library functions that the harness provides, and the names of the functions
// whose results it cannot provide.
func libraryGiven(p *ir.Program, c *Case) (out []given, unfed []string) {
	names := map[string]bool{}
	for i, r := range c.Test.Records {
		s := p.Sites[r.Site]
		switch {
		case s.Kind != ir.Library || exec.IsBytes(s, r.Off) || heapSite(s) != "" || s.Name == "getenv"+ir.TextStart:
		case !fed(s):
			names[s.Name] = true
		case s.Name == "getenv":
			start := uint64(0)
			if i+1 < len(c.Test.Records) && p.Sites[c.Test.Records[i+1].Site].Name == s.Name+ir.TextStart {
				start = c.Test.Records[i+1].Bits
			}
			out = append(out, given{s.Name, r.Site, r.Occ, r.Bits * (start + 1)}) // 0: null; else offset + 1
		case fedResults[s.Name] != 0, strings.HasSuffix(s.Name, ir.ErrnoOf):
			out = append(out, given{s.Name, -1, 0, r.Bits})
		}
	}
	return out, slices.Sorted(maps.Keys(names))
}

// stdinText returns the standard input that a test's run read. Items of scanf are separated by a space, since
// conversions skip white space; literal characters are not separated.
func stdinText(p *ir.Program, c *Case) []byte {
	var text []byte
	ended := false
	none, item := false, false // the last scanf read no item; the last input was an item, not a byte
	add := func(s string) {
		if item && len(text) > 0 {
			text = append(text, ' ')
		}
		text = append(text, s...)
	}
	for _, r := range c.Test.Records {
		s := p.Sites[r.Site]
		if s.Kind != ir.Library || s.Name != stdinSite && !isScan(s.Name) {
			continue
		}
		_, piece, isItem := strings.Cut(s.Name, " ")
		if none {
			add("?") // no number
			none, item = false, true
		}
		if ended && !isItem {
			return text
		}
		switch {
		case isItem:
			item = item && strings.HasPrefix(piece, "%")
			add(scanText(piece, r))
			item = true
		case int32(r.Bits) < 0: // the end of a word, before other items of the same scanf
			ended, item = true, true
		case s.Name == stdinSite:
			add(string([]byte{byte(r.Bits)}))
			item = false
		default: // the number of items
			none, item = r.Bits == 0, true
		}
	}
	if none {
		add("?")
	}
	return text
}

// scanText returns the text that a piece of a scanf format, which is literal characters and one conversion, reads as
// the value of r.
func scanText(piece string, r ir.Record) string {
	at := strings.IndexByte(piece, '%')
	if at < 0 {
		return ""
	}
	before := piece[:at]
	switch conv := piece[len(piece)-1]; {
	case r.Type.Kind == ir.Float:
		return before + exec.FormatValue(r.Type, r.Bits)
	case conv == 'c':
		return before + string([]byte{byte(r.Bits)})
	case conv == 'x' || conv == 'X':
		return before + strconv.FormatUint(r.Bits, 16)
	case conv == 'o':
		return before + strconv.FormatUint(r.Bits, 8)
	case r.Type.Signed:
		shift := 64 - 8*r.Type.Size()
		return before + strconv.FormatInt(int64(r.Bits<<shift)>>shift, 10)
	default:
		return before + strconv.FormatUint(r.Bits, 10)
	}
}

// writeGiven writes the tables of the n-th test: results of functions, and standard input.
func writeGiven(b *strings.Builder, n int, list []given, text []byte) {
	fmt.Fprintf(b, "static struct given given_%d[] = {", n)
	for _, g := range list {
		fmt.Fprintf(b, "\n\t{%s, %d, %d, %#xull},", cstring(g.name), g.site, g.occ, g.bits)
	}
	fmt.Fprintf(b, "\n\t{0, 0, 0, 0}};\nstatic const unsigned char stdin_%d[] = {", n)
	for _, x := range text {
		fmt.Fprintf(b, "%d,", x)
	}
	b.WriteString("0};\n")
}

// weak returns a definition of a function that gives way to the program's own. The C name of the function differs from
// its name for the linker, so that no declaration of a header is in conflict with it.
func weak(set, name, result, params, body string) string {
	return cText.Text("weak", map[string]string{"Set": set, "Name": name, "Type": result, "Params": params, "Body": body})
}

// writeLibrary writes definitions of the functions of the library that the program calls and whose results the harness
// provides.
func writeLibrary(b *strings.Builder, p *ir.Program) {
	done := map[string]bool{}
	for _, s := range p.Sites {
		if fedBytes[s.Name] && !done[s.Name] {
			done[s.Name] = true
			b.WriteString(cText.Text(s.Name, nil))
		}
		if s.Kind != ir.Library || done[s.Name] || !fed(s) {
			continue
		}
		done[s.Name] = true
		t := s.Type.C()
		define := func(params, body string) {
			b.WriteString(weak("l", s.Name, t, params, body))
		}
		switch fedResults[s.Name] {
		case 'r':
			define("void", fmt.Sprintf("return (%s)answer(%q);", t, s.Name))
		case 'p':
			define(t+" *p", fmt.Sprintf("%s v = (%s)answer(%q); if (p) *p = v; return v;", t, t, s.Name))
		case 'k':
			define("void", fmt.Sprintf("static int asked; static %s v; if (!asked) v = (%s)answer(%q); asked = 1; return v;", t,
				t, s.Name))
		}
		if s.Name == "getenv" {
			b.WriteString(cText.Text("getenv", nil))
		}
	}
}

// The functions of other verifiers, unless the program has them. Their meaning is in docs/coming-from-*.md.
var (
	assumes = strings.Fields("__VERIFIER_assume __CPROVER_assume __ESBMC_assume __builtin_assume " +
		"__CPROVER_precondition_assume")
	assertions = strings.Fields("__VERIFIER_assert __CPROVER_assert __ESBMC_assert klee_assert assert " +
		"__CPROVER_precondition __CPROVER_postcondition")
	failures = strings.Fields("__VERIFIER_error reach_error __assert_perror_fail __assert_rtn __assert __assert_func " +
		"_assert __assert2 __xassert klee_report_error klee_abort __ESBMC_unreachable")
	endings  = strings.Fields("klee_silent_exit Frama_C_abort")
	nothings = strings.Fields(
		`__VERIFIER_atomic_begin __VERIFIER_atomic_end __CPROVER_atomic_begin __CPROVER_atomic_end __ESBMC_atomic_begin __ESBMC_atomic_end
		__ESBMC_yield klee_warning klee_warning_once klee_mark_global klee_set_forking klee_stack_trace klee_open_merge klee_close_merge __CPROVER_printf klee_print __ESBMC_print
		__ESBMC_loop_invariant __CPROVER_cover __ESBMC_cover __CPROVER_input __CPROVER_output __CPROVER_fence __ESBMC_unroll klee_prefer_cex klee_posix_prefer_cex
		klee_print_expr klee_print_range klee_is_replay klee_is_symbolic`)
	memories  = strings.Fields("__VERIFIER_nondet_memory __CPROVER_havoc_slice klee_make_symbolic Frama_C_make_unknown")
	questions = strings.Fields(
		`__CPROVER_r_ok __ESBMC_r_ok __CPROVER_w_ok __ESBMC_w_ok __CPROVER_rw_ok __ESBMC_rw_ok __CPROVER_OBJECT_SIZE __ESBMC_get_object_size
		klee_get_obj_size __CPROVER_buffer_size __CPROVER_POINTER_OFFSET __ESBMC_POINTER_OFFSET Frama_C_offset __CPROVER_same_object __ESBMC_same_object __CPROVER_DYNAMIC_OBJECT
		__CPROVER_overflow_plus __CPROVER_overflow_minus __CPROVER_overflow_mult __CPROVER_overflow_shl __CPROVER_overflow_unary_minus`)
	wholes = strings.Fields("__CPROVER_havoc_object __ESBMC_init_object")
)

// writeDialects writes weak definitions of these functions, except for names in defined: the program may have its own.
// It adds the names to defined.
func writeDialects(b *strings.Builder, defined map[string]bool) {
	define := func(names []string, result, params, body string) {
		for _, n := range names {
			if !defined[n] {
				defined[n] = true
				b.WriteString(weak("d", n, result, params, strings.ReplaceAll(body, "NAME", strconv.Quote(n))))
			}
		}
	}
	define(assumes, "void", "int c", "if (!c) tandem_end(0);")
	define([]string{"klee_assume"}, "void", "unsigned long c", "if (!c) tandem_end(0);")
	define(assertions, "void", "int c", "if (!c) tandem_end(107);")
	define(failures, "void", "void", "tandem_end(107);")
	define(endings, "void", "void", "tandem_end(0);")
	define(nothings, "int", "void", "return 0;")
	define(memories, "void", "void *p, unsigned long n",
		"struct given *g = find(NAME); if (g) tandem_bytes(g->site, p, n);")
	define(questions, "unsigned long", "void", "return (unsigned long)answer(NAME);")
	define([]string{"klee_check_memory_access"}, "void", "void", "")
	define(wholes, "void", "char *p", "struct given *o = find(NAME), *n = find(NAME); if (o && n) "+
		"tandem_bytes(o->site, p - o->bits, n->bits);")
	define([]string{"__CPROVER_array_set"}, "void", "char *p, int c",
		"long o = (long)answer(NAME); memset(p - o, c, answer(NAME));")
	define([]string{"__CPROVER_array_copy", "__CPROVER_array_replace"}, "void", "char *p, char *q",
		"long o = (long)answer(NAME), r = (long)answer(NAME); memmove(p - o, q - r, answer(NAME));")
	define([]string{"__CPROVER_allocate"}, "void *", "unsigned long n, int zero",
		"return zero ? calloc(1, n) : malloc(n);")
	define([]string{"klee_get_value_i32"}, "int", "int x", "return x;")
	define([]string{"klee_get_value_i64", "klee_get_valuell"}, "long long", "long long x", "return x;")
	define([]string{"klee_get_valuef"}, "float", "float x", "return x;")
	define([]string{"klee_get_valued"}, "double", "double x", "return x;")
}

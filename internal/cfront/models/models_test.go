package models

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestNames checks that Source knows the functions in the list, and only these.
func TestNames(t *testing.T) {
	seen := map[string]bool{}
	for _, n := range Names() {
		if seen[n] {
			t.Errorf("%s is there twice", n)
		}
		seen[n] = true
		src, _, ok := Source(n)
		if !ok || !strings.Contains(src, n+"(") {
			t.Errorf("Source(%q) does not define it", n)
		}
		if strings.Contains(src, "@") {
			t.Errorf("%s: placeholder left in\n%s", n, src)
		}
	}
	for _, n := range []string{"", "nothing", "@strtol", "printf"} {
		if _, _, ok := Source(n); ok {
			t.Errorf("Source(%q) is known", n)
		}
	}
	if _, deps, _ := Source("strdup"); fmt.Sprint(deps) != "[malloc strlen memcpy]" {
		t.Errorf("strdup needs %v", deps)
	}
}

// TestParse checks that the front end can parse every model.
func TestParse(t *testing.T) {
	for _, n := range Names() {
		src, _, _ := Source(n)
		for _, m := range []ir.DataModel{ir.ILP32, ir.LP64} {
			if m == ir.ILP32 && strings.Contains(src, "__int128") {
				continue // no such type
			}
			if _, err := csrc.Parse(csrc.Config{Model: m, Sources: map[string][]byte{n: []byte(src)}}, n); err != nil {
				t.Errorf("%s: %v", n, err)
			}
		}
	}
}

// isWide reports whether a model is called for operators on wide numbers. Package difftest compares programs with
// these.
func isWide(name string) bool {
	src, _, _ := Source(name)
	has := func(what string) bool { return strings.Contains(src, what) }
	return has("__tandem_mantissa") || has("__tandem_long_double") || has("__tandem_quad") || has("__tandem_remquol") ||
		strings.HasPrefix(name, "__tandem_") && (has("__int128") || has("_Complex") || has("_Float128"))
}

// program returns a C program that compares models, under other names, with the library: the files of testdata that
// match pattern, and the models.
func program(t *testing.T, pattern string, names []string) string {
	t.Helper()
	names = slices.DeleteFunc(slices.Clone(names), isWide)
	var b strings.Builder
	b.WriteString("#define _GNU_SOURCE\n")
	for _, h := range []string{"stdio.h", "stdlib.h", "string.h", "strings.h", "ctype.h", "wchar.h", "math.h",
		"inttypes.h", "time.h", "errno.h", "wctype.h", "uchar.h", "signal.h", "unistd.h", "limits.h", "float.h", "fenv.h",
		"arpa/inet.h", "argz.h", "search.h", "sys/sysmacros.h", "libgen.h"} {
		fmt.Fprintf(&b, "#include <%s>\n", h)
	}
	helper := regexp.MustCompile(`(?m)^static [A-Za-z0-9_ ]+?\*?\b(\w+)(?:\(|\[\] =)`)
	var undef strings.Builder
	b.WriteString("static int m_errno;\nstatic void m___tandem_errno(int e) { m_errno = e; }\n#define __tandem_errno " +
		"m___tandem_errno\nstatic int refused;\nstatic void __tandem_refuse(void) { refused = 1; }\n")
	b.WriteString("static void __VERIFIER_assume(int c) { if (!c) abort(); }\n")
	b.WriteString("#pragma STDC FENV_ACCESS ON\n")
	for _, n := range names {
		fmt.Fprintf(&b, "#undef %s\n#define %s m_%s\n", n, n, n)
		fmt.Fprintf(&undef, "#undef %s\n", n)
	}
	for _, n := range []string{"div_t", "ldiv_t", "lldiv_t", "imaxdiv_t", "tm", "in_addr"} {
		fmt.Fprintf(&b, "#define %s m_%s\n", n, n)
		fmt.Fprintf(&undef, "#undef %s\n", n)
	}
	for k, n := range names {
		src, deps, _ := Source(n)
		if slices.ContainsFunc(deps, func(d string) bool { return strings.HasPrefix(d, "__VERIFIER_nondet") }) &&
			!strings.Contains(n, "remquo") {
			continue
		}
		helpers := helper.FindAllStringSubmatch(src, -1)
		for _, h := range helpers {
			fmt.Fprintf(&b, "#define %s %s_%d\n", h[1], h[1], k)
		}
		b.WriteString(src)
		for _, h := range helpers {
			fmt.Fprintf(&b, "#undef %s\n", h[1])
		}
	}
	b.WriteString(undef.String())
	files, err := filepath.Glob("testdata/" + pattern)
	if err != nil {
		t.Fatal(err)
	}
	cases := ""
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		cases += string(text)
		if filepath.Base(name) == "compare.c" {
			cases += "\nstatic void texts(void);\n"
		}
	}
	if strings.Contains(cases, "static void texts") {
		own := textCases(names, cases)
		if n := strings.Count(own, "CHECK"); n < 12 {
			t.Errorf("%d functions of texts", n)
		}
		cases += own
	}
	return b.String() + cases
}

// textCases returns the C function texts. It compares each function of the table whose arguments are texts that it
// reads to their end (fact toend) and numbers, unless cases has a comparison: results are equal, and errno.
func textCases(names []string, cases string) string {
	var b strings.Builder
	b.WriteString("static void texts(void)\n{\n\tchar *a = word(9), *b = word(4);\n\tunsigned n = rnd(12);\n" +
		"\tint c = rnd(3) ? (unsigned char)a[rnd(strlen(a) + 1)] : (int)rnd(700) - 200, k = rnd(2) ? c : (int)n, same;\n")
	for _, name := range names {
		e, ok := library.Find(name)
		if !ok || e.Header == "-" || e.Class != library.Exact || !library.FactsOf(name).ToEnd ||
			strings.Trim(e.Sig, "pi") != "" ||
			regexp.MustCompile(`\bm_`+name+`\(|\(`+name+`[,)]`).MatchString(cases) { // a call, or the argument of a macro
			continue
		}
		text, number := []string{"a", "b"}, []string{"k", "n"}
		var args []string
		for _, p := range e.Sig[1:] {
			from := &number
			if p == 'p' {
				from = &text
			}
			args = append(args, (*from)[0])
			*from = append((*from)[1:], (*from)[0])
		}
		call := fmt.Sprintf("%s(%s)", name, strings.Join(args, ", "))
		fmt.Fprintf(&b, "\terrno = m_errno = 0;\n\tsame = m_%s == %s;\n\tCHECK(%q, same && errno == m_errno);\n", call,
			call, name)
	}
	return b.String() + "\tfree(a);\n\tfree(b);\n}\n"
}

// floatModels returns the functions of several floating types, with their suffixes.
func floatModels() map[string]string {
	all := map[string]string{"__tandem_narrow": ""}
	for _, x := range floatSuffixes {
		all["fma"+x.suffix] = x.suffix
		for base := range templates().floats.all {
			if suffixed(base, x.suffix) {
				all[base+x.suffix] = x.suffix
			}
		}
	}
	return all
}

// TestAgainstLibrary compares models with the C library.
func TestAgainstLibrary(t *testing.T) {
	floats := floatModels()
	var names []string
	for _, n := range Names() {
		if _, is := floats[n]; !is {
			names = append(names, n)
		}
	}
	n := "300"
	if os.Getenv("TANDEM_LONG") != "" {
		n = "10000"
	}
	against(t, program(t, "[cm]*.c", names), n)
}

// TestFloatsAgainstLibrary compares the functions of <math.h> with the C library. The functions for types like _Float32
// have the same text as the functions for float. TANDEM_LONG=1: 100,000 calls of each.
func TestFloatsAgainstLibrary(t *testing.T) {
	var names []string
	for n, suffix := range floatModels() {
		if suffix == "" || suffix == "f" {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	n := "3000"
	if os.Getenv("TANDEM_LONG") != "" {
		n = "100000"
	}
	against(t, program(t, "floats/*.c", names), n)
}

// against compiles a comparison and runs it with argument n, the number of calls. TANDEM_LONG=1: also without
// sanitizers.
func against(t *testing.T, src, n string) {
	t.Helper()
	if _, err := exec.LookPath("gcc"); err != nil {
		benchtest.Missing(t, "no gcc")
	}
	ways := [][]string{
		{"-m64", "-fsanitize=address,undefined", "-fno-sanitize-recover"},
		{"-m32", "-msse2", "-mfpmath=sse"},
		{"-m64"}, // finds little more than the build with sanitizers
	}
	if os.Getenv("TANDEM_LONG") == "" {
		ways = ways[:2]
	}
	for _, flags := range ways {
		t.Run(strings.Join(flags, " "), func(t *testing.T) {
			dir := t.TempDir()
			file, bin := filepath.Join(dir, "a.c"), filepath.Join(dir, "a")
			if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
				t.Fatal(err)
			}
			args := append([]string{"-O1", "-w", "-std=gnu17", "-fwrapv", "-fno-builtin", "-frounding-math", "-o", bin, file,
				"-lm"}, flags...)
			if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
				if strings.Contains(string(out), "cannot find") {
					benchtest.Missing(t, fmt.Sprintf("gcc lacks %v", flags))
				}
				t.Fatalf("gcc: %v\n%.3000s", err, out)
			}
			if out, err := exec.Command(bin, n).CombinedOutput(); err != nil {
				t.Errorf("%v\n%.3000s", err, out)
			}
		})
	}
}

package testgen

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Export is a suite in a form that gcc can compile. Driver includes the source of the entry function, so that it can
// use static functions and types, and calls the function with the arguments and the memory of a test. The other sources
// are compiled separately. Harness has the values of all tests, and defines the functions without a body. If variables
// without an initialiser have inputs as initial values, a copy of the source is compiled instead, which gets these
// values from the harness. The environment variable TANDEM_TEST=n selects the test, counted from 1.
type Export struct {
	Files   []string // the files to compile: sources or copies of them
	Sources []string // by index of Files: the source
	Entry   int      // the index of the file that Driver includes
	Driver  string
	Harness string
	Tests   int
	Flags   []string   // for the compiler: the data model, and the like
	Link    []string   // for the linker
	PerFile [][]string // by index of Files: further flags for the compiler
	Left    []Left     // tests that cannot be run natively
	// the tests, counted from 1, in the order in which to run them: first those that end, then those that do not; of each
	// kind first those that reach goals which no earlier test reaches
	order   []int
	endless int     // the number of tests in order that do not end, which are the last ones
	Unfed   []Unfed // functions whose results the harness cannot provide
}

// Unfed is a function of the library, and the number of tests that have results of it which the harness cannot provide.
type Unfed struct {
	Name  string
	Tests int
}

// Left is a test, from 1, that has no counterpart in C.
type Left struct {
	Test int
	Why  string
}

// ExportOptions describe the program of a suite.
type ExportOptions struct {
	Files []string
	Entry string                     // the entry function
	Flags func(file string) []string // for the preprocessor, as compilers take them; nil: none
}

// WriteExport writes a suite in this form into a directory.
func WriteExport(ctx context.Context, dir string, p *ir.Program, o ExportOptions, cases []*Case) (*Export, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	out := &Export{Sources: o.Files, Harness: filepath.Join(dir, "tandem_harness.c"),
		Driver: filepath.Join(dir, "tandem_driver.c"), Tests: len(cases)}
	out.Flags = append(out.Flags, compileFlags...)
	out.Link = append(append(out.Link, linkFlags...), wrapFlags(p)...)
	if p.Model == ir.ILP32 {
		out.Flags = append(out.Flags, "-m32", "-msse2", "-mfpmath=sse")
	}
	seen := map[string]bool{}
	for i, f := range o.Files {
		path, err := source(dir, p, f, i, seen)
		if err != nil {
			return nil, err
		}
		var own []string
		if path != f { // quoted headers are in the folder of the source
			own = append(own, "-iquote", absolute(filepath.Dir(f)))
		}
		if o.Flags != nil {
			flags := o.Flags(f)
			words, err := verify.C23Flags(absolute(dir), flags)
			if err != nil {
				return nil, err
			}
			own = slices.Concat(own, words, flags)
		}
		out.PerFile = append(out.PerFile, own)
		out.Files = append(out.Files, path)
	}
	g, err := newImager(p, o.Entry)
	if err != nil {
		return nil, err
	}
	out.Entry = max(0, slices.Index(o.Files, g.call.Stmt.(*ir.Call).Func.Pos.File))
	unfed := map[string]int{}
	for _, c := range cases {
		_, names := libraryGiven(p, c)
		for _, n := range names {
			unfed[n]++
		}
	}
	for _, n := range slices.Sorted(maps.Keys(unfed)) {
		out.Unfed = append(out.Unfed, Unfed{n, unfed[n]})
	}
	out.order, out.endless = order(cases)
	text, images := driver(ctx, out, g, cases)
	if err := os.WriteFile(out.Driver, text, 0o644); err != nil {
		return nil, err
	}
	return out, os.WriteFile(out.Harness, []byte(harness(g, cases, images, out.command())), 0o644)
}

// order returns the fields order and endless of Export.
func order(cases []*Case) (tests []int, endless int) {
	reached := map[int]bool{}
	rank := make([]int, len(cases))
	for i, c := range cases {
		rank[i] = 1
		if c.Ending == verify.EndResource {
			rank[i] = 3
			endless++
		}
		for _, g := range c.Goals {
			if !reached[g] {
				reached[g] = true
				rank[i] &^= 1
			}
		}
		tests = append(tests, i+1)
	}
	slices.SortStableFunc(tests, func(a, b int) int { return rank[a-1] - rank[b-1] })
	return tests, endless
}

// compileFlags are compiler flags for both data models. Inline functions have bodies, and an undefined symbol has the
// address 0: it is not used, or the run crashes.
var compileFlags = []string{"-w", "-O0", "-fno-builtin", "-fwrapv", "-fgnu89-inline", "-fcommon", "-fno-pie"}

// linkFlags are linker flags.
var linkFlags = []string{"-no-pie", "-Wl,-z,muldefs", "-Wl,--warn-unresolved-symbols"}

// command returns the shell command that compiles the export, for the head of the harness.
func (x *Export) command() string {
	words := append([]string{"gcc"}, x.Flags...)
	words = append(append(append(words, x.Link...), x.PerFile[x.Entry]...), x.Driver, x.Harness)
	for i, f := range x.Files {
		if i != x.Entry {
			words = append(words, absolute(f))
		}
	}
	for i, w := range words {
		if strings.ContainsAny(w, " '\"()\\$*?") {
			words[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.ReplaceAll(strings.Join(append(words, "-lm"), " "), "*/", "* /")
}

// absolute returns an absolute path, or the path itself on errors.
func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// source returns the path of the i-th file f, or of a copy in dir if variables must get initial values or the text must
// be changed for gcc. Line numbers stay the same. seen has the names of earlier files.
func source(dir string, p *ir.Program, f string, i int, seen map[string]bool) (path string, err error) {
	text, err := os.ReadFile(f)
	if err != nil {
		return "", err
	}
	name := filepath.Base(f)
	if ext := filepath.Ext(name); ext != ".c" { // gcov and gcc go by the name
		name = strings.TrimSuffix(name, ext) + ".c"
	}
	if seen[name] {
		name = fmt.Sprintf("%d_%s", i, name)
	}
	seen[name] = true
	filled, changed := fillVariables(p, f, text, name)
	if !changed {
		return f, nil
	}
	path = filepath.Join(dir, name)
	return path, os.WriteFile(path, filled, 0o644)
}

// lineMarker matches directives that change the file name or the number of lines. Tandem ignores them, too.
var lineMarker = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*(line\b|[0-9]).*$`)

// droppable matches attributes that let gcc drop calls whose result is not used, and inlined also those that let it
// inline functions, where gcov loses branches. They are replaced by the attribute cold, which has no effect at -O0. If
// bound matches, inlined functions may have no copy of their own or use the frame of their caller, so they stay
// inlined.
var (
	attribute = regexp.MustCompile(`\b__attribute(?:__)?\s*\(\(([^()]|\([^()]*\))*\)\)`)
	droppable = regexp.MustCompile(`\b(?:const|__const__|pure|__pure__)\b`)
	inlined   = regexp.MustCompile(`\b(?:const|__const__|pure|__pure__|always_inline|__always_inline__)\b`)
	bound     = regexp.MustCompile(
		`\bextern\s+(?:__)?inline|\b(?:__)?inline(?:__)?\s+extern|gnu_inline|va_arg_pack|alloca\b`)
)

// fillVariables returns the text of a file for a copy called name, and whether it differs from the file. It adds a call
// after the declarator of each variable whose initial contents are an input. A declaration `int a, b[4];` becomes
//
//	int a, *tandem_v3 = tandem_bytes(3, &a, sizeof a), b[4], *tandem_v4 = tandem_bytes(4, &b, sizeof b);
//
// If the declarator is hard to find in the text, the variable keeps its contents.
func fillVariables(p *ir.Program, file string, text []byte, name string) (out []byte, changed bool) {
	type edit struct {
		at   int
		text string
	}
	original := text
	text = lineMarker.ReplaceAllFunc(text, func(m []byte) []byte { return bytes.Repeat([]byte{' '}, len(m)) })
	drop := inlined
	if bound.Match(text) {
		drop = droppable
	}
	text = attribute.ReplaceAllFunc(text, func(m []byte) []byte {
		return drop.ReplaceAllFunc(m,
			func(m []byte) []byte { return append([]byte("cold"), bytes.Repeat([]byte{' '}, len(m)-4)...) })
	})
	var edits []edit
	lines := []int{0}
	for i, c := range text {
		if c == '\n' {
			lines = append(lines, i+1)
		}
	}
	put := fmt.Sprintf("#line 1 \"%s\"\nvoid *tandem_bytes(int, void *, unsigned long);\n#line 1\n", name)
	static := map[*ir.Site]bool{} // sites of variables that exist before main runs: externs fills them
	for _, o := range p.Objects {
		static[o.Site] = true
	}
	for _, s := range p.Sites {
		if static[s] {
			continue
		}
		if s.Kind != ir.Uninit && s.Kind != ir.ObjectBytes || s.Func == p.Entry || s.Pos.File != file || s.Pos.Line < 1 ||
			s.Pos.Line > len(lines) || s.Name == "" {
			continue
		}
		at := lines[s.Pos.Line-1] + s.Pos.Col - 1
		if at < 0 || !strings.HasPrefix(string(text[min(at, len(text)):]), s.Name) {
			continue // a macro, or heap memory
		}
		if wordByte.Match(text[at+len(s.Name) : min(at+len(s.Name)+1, len(text))]) {
			continue // a longer word, at a jump past the declaration
		}
		if strings.HasPrefix(strings.TrimSpace(string(text[at+len(s.Name):min(at+len(s.Name)+80, len(text))])), "(") {
			continue // a call that gives memory
		}
		start := strings.LastIndexAny(string(text[:at]), ";{}") + 1
		if decl := string(text[start:at]); strings.Count(decl, "(") > strings.Count(decl, ")") {
			continue // a parameter
		} else if strings.Contains(decl, "register") || strings.Contains(decl, "=") && !strings.Contains(decl, ",") {
			continue
		}
		end, ok := declaratorEnd(text, at+len(s.Name))
		if !ok {
			continue
		}
		edits = append(edits, edit{end, fmt.Sprintf(", *tandem_v%d = tandem_bytes(%d, &%s, sizeof %s)", s.ID, s.ID, s.Name,
			s.Name)})
	}
	sort.SliceStable(edits, func(i, j int) bool { return edits[i].at < edits[j].at })
	var b strings.Builder
	b.WriteString(put)
	last := 0
	for _, e := range edits {
		b.Write(text[last:e.at])
		b.WriteString(e.text)
		last = e.at
	}
	b.Write(text[last:])
	return []byte(b.String()), len(edits) > 0 || !bytes.Equal(text, original) || filepath.Ext(file) != ".c"
}

var wordByte = regexp.MustCompile(`^\w`)

// declaratorEnd returns the index of the comma or semicolon after a declarator; false if it has an initialiser.
func declaratorEnd(text []byte, i int) (int, bool) {
	depth := 0
	for ; i < len(text); i++ {
		switch text[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth = max(depth-1, 0)
		case ',', ';':
			if depth == 0 {
				return i, true
			}
		case '=', '{', '}', '"', '#':
			return 0, false
		}
	}
	return 0, false
}

// harness returns the C text of the harness; command is the shell command that compiles it.
func harness(g *imager, cases []*Case, images []*image, command string) string {
	p := g.p
	var b strings.Builder
	b.WriteString(cText.Text("head", command))
	g.writeTests(&b, cases, images)
	if slices.Contains(wrapped(p), "calloc") {
		b.WriteString("#define TANDEM_CALLOC\n")
	}
	if slices.ContainsFunc(p.Sites, func(s *ir.Site) bool {
		return s.Kind == ir.Library &&
			(s.Name == stdinSite || isScan(s.Name))
	}) {
		b.WriteString("#define TANDEM_STDIN\n")
	}
	b.WriteString(cText.Text("body", map[string]any{"Tests": len(cases), "Ended": endedMark, "Late": lateMark}))
	writeHeap(&b, p)
	writeLibrary(&b, p)
	writeBodies(&b, p)
	externs(&b, p)
	return b.String()
}

// writeTests writes the tables of the tests: inputs, results of functions, and blocks of the heap.
func (g *imager) writeTests(b *strings.Builder, cases []*Case, images []*image) {
	p := g.p
	for i, c := range cases {
		fmt.Fprintf(b, "static const struct value test_%d[] = {", i+1)
		for _, r := range c.Test.Records {
			s := p.Sites[r.Site]
			call := 0
			if called(s, r) {
				if call = 1; s.Type.Kind == ir.Ptr {
					call = 2
				}
			}
			if s.Kind == ir.Library || s.Kind == ir.Shift || s.Kind == ir.Approx {
				continue
			}
			bits := r.Bits
			if call == 1 && g.truth[r.Site] {
				bits = min(bits, 1)
			}
			fmt.Fprintf(b, "\n\t{%d, %d, %d, %d, %d, %#xull},", r.Site, r.Occ, max(r.Off, 0), r.Type.Size(), call, bits)
		}
		end := 0
		if c.Ending == verify.EndResource {
			end = 1 // the run may be endless: it ends after its last input
		}
		fmt.Fprintf(b, "\n\t{-1, 0, 0, 0, %d, 0}};\n", end)
		list, _ := libraryGiven(p, c)
		writeGiven(b, i+1, append(list, images[i].answers...), stdinText(p, c))
		writeBlocks(b, i+1, images[i].blocks)
	}
	b.WriteString("static const struct value *const tests[] = {0")
	for i := range cases {
		fmt.Fprintf(b, ", test_%d", i+1)
	}
	b.WriteString("};\nstatic struct given *const givens[] = {0")
	for i := range cases {
		fmt.Fprintf(b, ", given_%d", i+1)
	}
	b.WriteString("};\nstatic struct block *const heaps[] = {0")
	for i := range cases {
		fmt.Fprintf(b, ", blocks_%d", i+1)
	}
	b.WriteString("};\nstatic const unsigned char *const inputs[] = {0")
	for i := range cases {
		fmt.Fprintf(b, ", stdin_%d", i+1)
	}
	b.WriteString("};\nstatic const unsigned lengths[] = {0")
	for i := range cases {
		fmt.Fprintf(b, ", sizeof stdin_%d - 1", i+1)
	}
	b.WriteString("};\n")
}

// writeBodies writes weak definitions of the functions without a body.
func writeBodies(b *strings.Builder, p *ir.Program) {
	defined := map[string]bool{"abort": true, "__assert_fail": true, "exit": true}
	writeDialects(b, defined)
	for _, f := range p.Funcs {
		defined[f.Source] = true
	}
	for _, s := range p.Sites {
		if s.Kind != ir.Nondet && s.Kind != ir.NoBody || defined[s.Name] || s.Type.Kind == ir.None ||
			!cname.MatchString(s.Name) {
			continue
		}
		defined[s.Name] = true
		t := s.Type.C()
		switch s.Type.Kind {
		case ir.Ptr:
			fmt.Fprintf(b, "__attribute__((weak)) void *%s() { return next_pointer(); }\n", s.Name)
		case ir.Float:
			fmt.Fprintf(b, "__attribute__((weak)) %s %s() { %s x; unsigned long long v = next_call(); memcpy(&x, &v, sizeof "+
				"x); return x; }\n", t, s.Name, t)
		default: // sound: numbers
			fmt.Fprintf(b, "__attribute__((weak)) %s %s() { return (%s)next_call(); }\n", t, s.Name, t)
		}
	}
	for _, m := range p.Missing {
		if !defined[m.Name] && cname.MatchString(m.Name) {
			defined[m.Name] = true
			fmt.Fprintf(b, "__attribute__((weak)) long %s() { return 0; }\n", m.Name)
		}
	}
}

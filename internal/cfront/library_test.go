package cfront

import (
	"bufio"
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/cfront/models"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// The tests in this file compare the table of the library's names with the headers of this machine and with the
// functions that are modelled.

// declared is the declaration of a name in a public header.
type declared struct {
	header string // the public header
	sig    string // its type in the notation of the table
}

// publicHeaders returns the headers of the C library that a program may include.
func publicHeaders(t *testing.T) (list []string) {
	t.Helper()
	if _, err := exec.LookPath("gcc"); err != nil {
		benchtest.Missing(t, "gcc is not installed: there are no headers to compare with")
	}
	out, err := exec.Command("dpkg", "-L", "libc6-dev").Output()
	if err != nil {
		benchtest.Missing(t, "the package libc6-dev is not installed: it lists the headers of the C library")
	}
	arch := regexp.MustCompile(`^[^/]+-linux-gnu[^/]*/`)
	for s := bufio.NewScanner(bytes.NewReader(out)); s.Scan(); {
		h, ok := strings.CutPrefix(s.Text(), "/usr/include/")
		if !ok || !strings.HasSuffix(h, ".h") {
			continue
		}
		h = arch.ReplaceAllString(h, "")
		switch {
		case internalHeader(h), strings.HasPrefix(h, "rpc/"), strings.HasPrefix(h, "finclude/"), h == "regexp.h",
			h == "sys/elf.h", h == "sys/vm86.h":
			// programs cannot include these
		default:
			list = append(list, h)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// internalHeader reports whether a header is only for inclusion by other headers.
func internalHeader(h string) bool {
	return strings.HasPrefix(h, "bits/") || strings.HasPrefix(h, "gnu/") || strings.HasPrefix(h, "/") ||
		h == "features.h" || h == "sys/cdefs.h"
}

// declarations returns the external names that the headers declare.
func declarations(t *testing.T, m ir.DataModel, headers []string) map[string]declared {
	t.Helper()
	src := "#define _GNU_SOURCE 1\n"
	for _, h := range headers {
		src += "#include <" + h + ">\n"
	}
	arch, err := exec.Command("gcc", "-print-multiarch").Output()
	if err != nil {
		benchtest.Missing(t, "gcc does not say where the headers are")
	}
	bits := "-m64"
	if m == ir.ILP32 {
		bits = "-m32"
	}
	cmd := exec.Command("gcc", bits, "-idirafter", "/usr/include/"+strings.TrimSpace(string(arch)), "-E", "-x", "c", "-")
	cmd.Stdin = strings.NewReader(src)
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	text, err := cmd.Output()
	if err != nil {
		benchtest.Missing(t, fmt.Sprintf("gcc %s cannot read the headers: %s", bits, complaints.String()))
	}
	const file = "headers.i"
	l, err := linkedText(m, file, text)
	if err != nil {
		t.Fatal(err)
	}
	ext := l.Syms
	lines := headerOfLines(text)
	out := map[string]declared{}
	for name, s := range ext {
		if p := s.Decl.Position(); p.Filename == file && p.Line <= len(lines) {
			out[name] = declared{lines[p.Line-1], l.library.classes(s.Type)}
		}
	}
	return out
}

// linkedText returns the symbols of a file with a text, of which some declarations may disagree.
func linkedText(m ir.DataModel, file string, text []byte) (*linker, error) {
	p := link.New(Config{Model: m, Files: []string{file}, Sources: map[string][]byte{file: text}})
	err := p.Enter(nil)
	if len(p.Units) > 0 {
		err = nil
	}
	return &linker{Program: p}, err
}

// headerOfLines returns, for each line of preprocessed text, the public header that contains it, or "".
func headerOfLines(text []byte) (list []string) {
	marker := regexp.MustCompile(`^# \d+ "([^"]*)"(.*)`)
	var stack []string
	current := ""
	arch := regexp.MustCompile(`^/usr/include/([^/]+-linux-gnu[^/]*/)?`)
	for line := range bytes.Lines(text) {
		if m := marker.FindSubmatch(line); m != nil {
			flags := strings.Fields(string(m[2]))
			switch {
			case slices.Contains(flags, "1"):
				stack = append(stack, arch.ReplaceAllString(string(m[1]), ""))
			case slices.Contains(flags, "2") && len(stack) > 0:
				stack = stack[:len(stack)-1]
			}
			current = ""
			for _, h := range slices.Backward(stack) {
				if !internalHeader(h) {
					current = h
					break
				}
			}
		}
		list = append(list, current)
	}
	return list
}

// TestHeaders checks that each name that a public header declares is in the table, with the same signature. With -v it
// prints which share of each header is modelled.
func TestHeaders(t *testing.T) {
	headers := publicHeaders(t)
	for _, m := range []ir.DataModel{ir.LP64, ir.ILP32} {
		names := declarations(t, m, headers)
		if len(names) < 3000 {
			t.Fatalf("%s: only %d names", m, len(names))
		}
		count := map[string]*[3]int{}
		var all [3]int
		for _, name := range slices.Sorted(maps.Keys(names)) {
			d := names[name]
			e, ok := library.Find(name)
			switch {
			case !ok:
				t.Errorf("%s: %s of <%s> is not classified: add \"%[2]s\\trefused\\t%[4]s\\t-\\tREASON\"", m, name, d.header, d.sig)
				continue
			case e.Sig != "" && e.Sig != d.sig:
				t.Errorf("%s: %s is %q in <%s>, %q in the table", m, name, d.sig, d.header, e.Sig)
			}
			if count[d.header] == nil {
				count[d.header] = &[3]int{}
			}
			count[d.header][e.Class]++
			all[e.Class]++
		}
		share := func(c [3]int) string {
			n := c[0] + c[1] + c[2]
			return fmt.Sprintf("%4d names: %4d exact (%3d %%), %4d over-approximate, %4d refused", n, c[library.Exact],
				100*c[library.Exact]/n, c[library.Over], c[library.Refused])
		}
		for _, h := range slices.Sorted(maps.Keys(count)) {
			if c := *count[h]; c[library.Exact]+c[library.Over] > 0 || testing.Verbose() {
				t.Logf("%-20s %s", h, share(c))
			}
		}
		t.Logf("%s, all: %s", m, share(all))
	}
}

// TestModelled checks that exact and over-approximate functions have a handler or a model, that refused functions have
// none, and that all modelled functions are in the table.
func TestModelled(t *testing.T) {
	ours := func(name string) bool {
		return dialectHandler(name) != nil || intrinsics(name) != nil || strings.HasPrefix(name, "__CPROVER_") ||
			strings.HasPrefix(name, "__tandem_")
	}
	for _, e := range library.All() {
		if e.Object() {
			name := strings.TrimPrefix(e.Name, "__") // __environ is environ
			if _, _, ok := models.UnitOf(name); (e.Class == library.Over) != isStream(e.Name) ||
				(e.Class == library.Exact) != ok {
				t.Errorf("the object %s is %s in the table", e.Name, e.Class)
			}
			continue
		}
		_, _, model := models.Source(e.Name)
		if _, _, ok := models.Unit(e.Name); ok {
			model = true
		}
		modelled := model || libraryHandler(e.Name) != nil || dialectHandler(e.Name) != nil
		if modelled != (e.Class != library.Refused) {
			t.Errorf("%s is %s in the table, but modelled: %v", e.Name, e.Class, modelled)
		}
	}
	for _, name := range slices.Concat(models.Names(), models.UnitNames(), handled(t)) {
		e, ok := library.Find(name)
		if ours(name) || builtinHandler(name) != nil {
			continue
		}
		if !ok || e.Class == library.Refused {
			t.Errorf("%s is modelled, but not in the table", name)
		}
	}
}

// handled returns the names of all functions that have handlers: the strings in case clauses of functions that return a
// handlerFunc.
func handled(t *testing.T) (list []string) {
	t.Helper()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	finds := func(d *ast.FuncDecl) bool {
		r := d.Type.Results
		if d.Recv != nil || d.Name.Name == "builtinHandler" || r == nil || len(r.List) != 1 {
			return false
		}
		id, ok := r.List[0].Type.(*ast.Ident)
		return ok && id.Name == "handlerFunc"
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || !finds(fd) {
				continue
			}
			ast.Inspect(fd.Body, func(n ast.Node) bool {
				c, ok := n.(*ast.CaseClause)
				if !ok {
					return true
				}
				for _, x := range c.List {
					if l, ok := x.(*ast.BasicLit); ok && l.Kind == token.STRING {
						s, _ := strconv.Unquote(l.Value)
						list = append(list, s)
					}
				}
				return true
			})
		}
	}
	if len(list) < 100 {
		t.Fatalf("only %d names", len(list))
	}
	return list
}

// TestEmbeddedDeclarations checks that the declarations of the embedded headers are in the table, with the same
// signature.
func TestEmbeddedDeclarations(t *testing.T) {
	root := filepath.Join("csrc", "include")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		h, _ := filepath.Rel(root, path)
		if err != nil || !strings.HasSuffix(path, ".h") || strings.HasPrefix(h, "tandem") { // parts of others
			return err
		}
		l, err := linkedText(ir.LP64, "a.c", []byte("#include <"+h+">\n"))
		if err != nil {
			t.Errorf("<%s>: %v", h, err)
			return nil
		}
		for name, s := range l.Syms {
			if strings.HasPrefix(name, "__builtin_") || strings.HasPrefix(name, "__tandem_") ||
				!strings.HasSuffix(s.Decl.Position().Filename, "/"+h) {
				continue
			}
			e, ok := library.Find(name)
			if !ok && strings.HasPrefix(name, "_") && strings.HasSuffix(h, "intrin.h") { // without a body
				continue
			}
			if sig := l.library.classes(s.Type); !ok || e.Sig != "" && e.Sig != sig {
				t.Errorf("<%s>: %s is %q, in the table %q", h, name, sig, e.Sig)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

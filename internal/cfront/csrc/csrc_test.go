package csrc_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/ir"
)

var update = flag.Bool("update", false, "rewrite the expected outputs in testdata")

var models = []ir.DataModel{ir.ILP32, ir.LP64}

// parse reads a text as file a.c, and checks it as the front end does.
func parse(model ir.DataModel, src string) (*csrc.Unit, error) {
	u, err := csrc.Parse(csrc.Config{Model: model, Sources: map[string][]byte{"a.c": []byte(src)}}, "a.c")
	if err != nil {
		return nil, err
	}
	return u, layout.New(model).Add(u)
}

// TestAccept checks that constructs of C17 and GNU C are accepted. If gcc is installed, it must accept them too.
func TestAccept(t *testing.T) {
	ar, err := txtar.ParseFile("testdata/accept.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, noGCC := exec.LookPath("gcc")
	dir := t.TempDir()
	for _, f := range ar.Files {
		for _, m := range models {
			if _, err := parse(m, string(f.Data)); err != nil {
				t.Errorf("%s %v: %v", f.Name, m, err)
			}
		}
		if noGCC == nil {
			name := filepath.Join(dir, f.Name)
			if err := os.WriteFile(name, f.Data, 0o644); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command("gcc", "-std=gnu17", "-w", "-fsyntax-only", name).CombinedOutput(); err != nil {
				t.Errorf("%s: gcc: %s", f.Name, out)
			}
		}
	}
	if noGCC != nil {
		benchtest.Missing(t, "no gcc to accept them too")
	}
}

// TestErrors checks the errors for faulty programs. Each section has a program; its messages follow in a section of the
// same name with .err.
func TestErrors(t *testing.T) {
	const file = "testdata/errors.txt"
	ar, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	out := &txtar.Archive{Comment: ar.Comment}
	for i, f := range ar.Files {
		if strings.HasSuffix(f.Name, ".err") {
			continue
		}
		_, err := parse(ir.LP64, string(f.Data))
		got := "accepted\n"
		if err != nil {
			got = err.Error() + "\n"
			var e *csrc.Error
			if !errors.As(err, &e) {
				t.Errorf("%s: error is a %T", f.Name, err)
			}
		}
		want := ""
		if i+1 < len(ar.Files) {
			want = string(ar.Files[i+1].Data)
		}
		if got != want && !*update {
			t.Errorf("%s:\n%sgot:  %swant: %s", f.Name, f.Data, got, want)
		}
		for _, bad := range []string{".go:", "TODO", "goroutine", "runtime error"} {
			if strings.Contains(got, bad) {
				t.Errorf("%s: message has traces of the machinery: %s", f.Name, got)
			}
		}
		out.Files = append(out.Files, f, txtar.File{Name: f.Name + ".err", Data: []byte(got)})
	}
	if *update {
		if err := os.WriteFile(file, txtar.Format(out), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestPositions checks that nodes have their positions in the user's text, although the text before them was rewritten,
// and with line directives.
func TestPositions(t *testing.T) {
	const src = `#line 100 "other.c"
# 200 "third.c"
#define TWICE(x) ((x) + (x))
#pragma pack(1)
int a = 'ab', b = 18446744073709551615 > 1, c0;
__typeof__(int) d = 5, mark1;
_Static_assert(1); int mark2; _Static_assert(sizeof(int) == 4, "x"); int mark3;
#define LOG(f, rest...) printf(f, ##rest)
int (*g)(int) = (int (*)(int x))0, mark4;
int t = TWICE(1), mark5;
char s[] = u8"x"; int mark6;
`
	u, err := parse(ir.LP64, src)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(src, "\n")
	seen := 0
	for name, nodes := range u.AST.Scope.Nodes {
		d, ok := nodes[0].(*cc.Declarator)
		if !ok || u.Pos(d).File != "a.c" {
			continue
		}
		p := u.Pos(d)
		if p.Line < 1 || p.Line > len(lines) || p.Col < 1 || p.Col > len(lines[p.Line-1]) ||
			!strings.HasPrefix(lines[p.Line-1][p.Col-1:], strings.TrimPrefix(name, "*")) &&
				!strings.HasPrefix(lines[p.Line-1][p.Col-1:], "(*"+name) {
			t.Errorf("%s is at %v", name, p)
		}
		seen++
	}
	if seen != 13 {
		t.Errorf("%d declarators seen", seen)
	}
}

// TestMacroPosition checks that the expansion of a macro has the position of the macro's use.
func TestMacroPosition(t *testing.T) {
	u, err := parse(ir.LP64, "#include <assert.h>\nint f(int x) {\n\tassert(x > 0);\n\treturn x;\n}\n")
	if err != nil {
		t.Fatal(err)
	}
	var calls []string
	csrc.Walk(u.AST.TranslationUnit, func(n cc.Node) bool {
		if c, ok := n.(*cc.PostfixExpression); ok && c.Case == cc.PostfixExpressionCall {
			calls = append(calls, u.Pos(c).String())
		}
		return true
	})
	if fmt.Sprint(calls) != "[a.c:3:2]" {
		t.Errorf("calls at %v", calls)
	}
}

// TestIncludes checks the order in which headers are searched, and which files are recorded.
func TestIncludes(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return p
	}
	write("assert.h", "enum { BESIDE = 1 };\n")
	write("inc/assert.h", "enum { IN_I = 1 };\n")
	write("inc/sub/deep.h", "#include \"near.h\"\n")
	write("inc/sub/near.h", "enum { NEAR = 1 };\n")
	write("pre.h", "#define PRE 7\n")
	write("once.h", "#pragma once\nint once;\nstruct Once { int a; };\n")
	quoted := write("quoted.c", "#include \"assert.h\"\nint x = BESIDE;\n")
	angled := write("angled.c", "#include <assert.h>\nvoid f(int x) { assert(x); }\n")
	angledI := write("angledi.c", "#include <assert.h>\nint x = IN_I;\n")
	nested := write("nested.c", "#include <sub/deep.h>\nint x = NEAR;\n")
	pre := write("pre.c", "int x = PRE + FOO + BAR;\n#ifdef GONE\n#error gone\n#endif\n")
	once := write("once.c", "#include \"once.h\"\n#include \"once.h\"\n")
	absolute := write("absolute.c", fmt.Sprintf("#include %q\n#include <%s>\nint x = NEAR + PRE;\n",
		filepath.Join(dir, "inc/sub/near.h"), filepath.Join(dir, "pre.h")))
	for _, c := range []struct {
		file  string
		cfg   csrc.Config
		files int
	}{
		{absolute, csrc.Config{}, 3},
		{quoted, csrc.Config{}, 2},
		{angled, csrc.Config{}, 1},
		{angledI, csrc.Config{IncludeDirs: []string{filepath.Join(dir, "inc")}}, 2},
		{nested, csrc.Config{IncludeDirs: []string{filepath.Join(dir, "inc")}}, 3},
		{pre, csrc.Config{Includes: []string{filepath.Join(dir, "pre.h")}, Defines: []string{"FOO", "BAR=2", "GONE"},
			Undefs: []string{"GONE"}}, 2},
		{once, csrc.Config{}, 2},
	} {
		c.cfg.Model = ir.ILP32
		u, err := csrc.Parse(c.cfg, c.file)
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(c.file), err)
			continue
		}
		if len(u.Files) != c.files || u.Files[0].Name != c.file || len(u.Files[0].SHA256) != 64 {
			t.Errorf("%s: files %v", filepath.Base(c.file), u.Files)
		}
	}
}

// TestUnreadable checks the errors for files that cannot be read.
func TestUnreadable(t *testing.T) {
	for _, name := range []string{"does/not/exist.c", t.TempDir(), ""} {
		_, err := csrc.Parse(csrc.Config{Model: ir.ILP32}, name)
		var e *csrc.Error
		if !errors.As(err, &e) || !strings.HasPrefix(e.Msg, "cannot read ") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestMachineFoldersKeepTheirPlace checks that a folder of the machine is searched after the embedded headers even if
// -I or -isystem names it again.
func TestMachineFoldersKeepTheirPlace(t *testing.T) {
	host, other := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{"host/stdint.h": "#error the embedded one is meant\n",
		"host/mine.h": "int mine;\n", "other/stdint.h": "int own;\n"} {
		dir, base := filepath.Split(name)
		if err := os.WriteFile(filepath.Join(map[string]string{"host/": host, "other/": other}[dir], base), []byte(text),
			0o600); err != nil {
			t.Fatal(err)
		}
	}
	src := map[string][]byte{"a.c": []byte("#include <stdint.h>\n#include <mine.h>\nint8_t x;\n"),
		"b.c": []byte("#include <stdint.h>\n#include <mine.h>\nint *x = &own;\n")}
	for _, c := range []struct {
		file string
		cfg  csrc.Config
	}{
		{"a.c", csrc.Config{}},
		{"a.c", csrc.Config{IncludeDirs: []string{host + "/"}}},
		{"a.c", csrc.Config{SystemDirs: []string{host}}},
		{"b.c", csrc.Config{IncludeDirs: []string{host, other}}},
	} {
		c.cfg.Model, c.cfg.Sources, c.cfg.HostDirs = ir.LP64, src, []string{host}
		if _, err := csrc.Parse(c.cfg, c.file); err != nil {
			t.Errorf("%s, -I %v, -isystem %v: %v", c.file, c.cfg.IncludeDirs, c.cfg.SystemDirs, err)
		}
	}
	if _, err := csrc.Parse(csrc.Config{Model: ir.LP64, Sources: src, IncludeDirs: []string{host}}, "a.c"); err == nil {
		t.Error("-nostdinc: the folder is one like any other")
	}
}

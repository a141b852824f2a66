package cfront_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cfront"
	machine "github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestErrors checks that a program that cannot be lowered is rejected with a message that has a position.
func TestErrors(t *testing.T) {
	for _, c := range []struct {
		name, src, want string
	}{
		{"no entry", "int f(void) { return 0; }\nint g(void) { return 0; }",
			"there is no function main; the functions are: f, g"},
		{"entry declared only", "int main(void);", "test.c:1:5: there is no function main: test.c defines no function"},
		{"empty", "", "there is no function main"},
		{"syntax", "int main(void) {\n  int x = ;\n}", "test.c:2:"},
		{"undeclared", "int main(void) {\n  return y;\n}", "test.c:2:10"},
		{"computed jump out of a nested function",
			"int main(void) {\n  __label__ out;\n  void f(void) { goto *&&out; }\n  f();\nout: return 0;\n}",
			"test.c:3:24: jumps out of a nested function are not supported"},
		{"address of a function nested in a recursive one",
			"int call(int (*f)(void)) { return f(); }\nint r(int n) {\n  int f(void) { return n; }\n  return n ? r(n - 1) : " +
				"call(f);\n}\nint main(void) { return r(2); }",
			"test.c:3:7: the address of the nested function f is taken, and r around it is recursive: not supported; pass " +
				"what it uses by parameters"},
		{"address of register", "int main(void) {\n  struct { int a : 3; } s; int *p = (int *)&s.a;\n  return *p;\n}",
			"address of a bit-field"},
		{"not constant", "int f(void);\nint x = f();\nint main(void) { return x; }",
			"test.c:2:9: the initialiser of x is not constant"},
		{"assignment to const", "int main(void) {\n  const int y = 2;\n  y = 3;\n  return y;\n}",
			"test.c:3:3: y is const and cannot be assigned to"},
		{"step of a const parameter", "typedef const int ci;\nint f(ci p) {\n  return (p)++;\n}\nint main(void) { return " +
			"f(1); }", "p is const and cannot be assigned to"},
		{"two definitions", "int f(void) { return 1; }\nint f(void) { return 2; }\nint main(void) { return f(); }", "2:5"},
		{"asm label", "int main(void) {\n  asm goto(\"jmp %l0\" : : : : nowhere);\n}",
			"test.c:2:3: label nowhere is used but not defined"},
		{"asm names", "void f(int x) {}\nint main(void) {\n  asm(\"push $1; call f\");\n}",
			"test.c:3:3: asm statement that names the function f"},
		{"asm outside", "int g;\nasm(\".set h, g\");\nextern int h;\nint main(void) { return h; }",
			"test.c:2:1: asm outside of functions that names "},
		{"vector of long double", "typedef long double v __attribute__((vector_size(32)));\nint main(void) { v a, b; a = " +
			"b; return 0; }", "vectors of"},
		{"vector typeof", "typedef int v4 __attribute__((vector_size(16)));\nv4 a;\nint main(void) { __typeof__(a[0]) x = " +
			"1; return x; }", "test.c:3:29: typeof of an expression made of vectors"},
		{"vector condition", "typedef int v4 __attribute__((vector_size(16)));\nv4 a;\nint main(void) { return a ? 1 : 0; }",
			"test.c:3:25: a scalar value"},
		{"vector _Generic", "typedef int v4 __attribute__((vector_size(16)));\nv4 a;\nint main(void) { return _Generic(a, " +
			"int: 1, default: 0); }", "test.c:3:25: _Generic with a vector"},
		{"vector member", "struct S { int v __attribute__((vector_size(16))); } s;\nint main(void) { s.v = s.v; return " +
			"sizeof s; }", "put it before the type"},
		{"vector sizes", "typedef int v4 __attribute__((vector_size(16)));\ntypedef int v2 " +
			"__attribute__((vector_size(8)));\nv4 a;\nv2 b;\nint main(void) {\n  a = (v4)b;\n}",
			"test.c:6:7: a vector or number of another size"},
		{"jump into nothing", "int main(void) { goto nowhere; }", "nowhere"},
		{"break", "int main(void) { break; }", "break"},
		{"case", "int main(void) { case 1: return 0; }", "case"},
		{"void value", "void f(void) {}\nint main(void) {\n  return 1 + f();\n}", "test.c:3:"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg := cfront.Config{Files: []string{"test.c"}, Sources: map[string][]byte{"test.c": []byte(c.src)}}
			_, err := cfront.Load(cfg)
			if err == nil {
				t.Fatal("no error")
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("%q does not contain %q", err, c.want)
			}
			if strings.Contains(err.Error(), "internal error while lowering") {
				t.Error(err)
			}
			var e *cfront.Error
			if !errors.As(err, &e) {
				t.Errorf("%T is no *cfront.Error", err)
			}
		})
	}
}

func TestMissingFile(t *testing.T) {
	_, err := cfront.Load(cfront.Config{Files: []string{"/nonexistent/x.c"}})
	if err == nil || !strings.Contains(err.Error(), "/nonexistent/x.c") {
		t.Errorf("error %v", err)
	}
	if _, err := cfront.Load(cfront.Config{}); err == nil {
		t.Error("no error without files")
	}
}

// loadFiles lowers several files.
func loadFiles(cfg cfront.Config, files ...string) (*ir.Program, error) {
	cfg.Sources = map[string][]byte{}
	for i, src := range files {
		name := string(rune('a'+i)) + ".c"
		cfg.Files = append(cfg.Files, name)
		cfg.Sources[name] = []byte(src)
	}
	p, err := cfront.Load(cfg)
	if err == nil {
		err = ir.Check(p)
	}
	return p, err
}

// TestLink checks how names and types of several translation units are matched.
func TestLink(t *testing.T) {
	ok := []string{
		`extern void reach_error(void);
		extern int shared, f(int), table[]; extern const char *name; static int local = 1; int tentative; int tentative;
		struct S { int a; struct S *next; }; extern struct S s; int inlined(void);
		static int helper(void) { return 10; }
		int main(void) {
			if (shared != 5 || f(2) != 7 || table[1] != 22 || name[0] != 'n' || local != 1 || helper() != 10 || tentative != 3 || s.next->a != 9) reach_error();
			return 0;
		}`,
		`int shared = 5; static int local = 2; int tentative = 3; int table[] = { 11, 22, 33 }; const char *name = "name";
		struct S { int a; struct S *next; }; struct S s = { 9, &s };
		static int helper(void) { return shared; }
		int f(int x) { return x + helper() + local - 2; }`,
	}
	prog, err := loadFiles(cfront.Config{}, ok...)
	if err != nil {
		t.Fatal(err)
	}
	if r := run(t, prog, 1); r.Outcome.Kind != machine.Finished {
		t.Errorf("outcome %v %v", r.Outcome.Kind, r.Outcome.Pos)
	}
	for _, c := range []struct {
		name, want string
		files      []string
	}{
		{"type of object", "b.c:1:5: x is declared as int here and as long long at a.c:1:18",
			[]string{"extern long long x; int main(void) { return x; }", "int x = 1;"}},
		{"type of function", "f is declared as", []string{"int f(int); int main(void) { return f(1); }",
			"int f(int *p) { return *p; }"}},
		{"result", "f is declared as", []string{"int f(int); int main(void) { return f(1); }",
			"double f(int p) { return p; }"}},
		{"defined twice", "b.c:1:5: f is defined twice, first at a.c:1:5",
			[]string{"int f(void) { return 1; } int main(void) { return f(); }", "int f(void) { return 2; }"}},
		{"initialised twice", "x is defined twice", []string{"int x = 1; int main(void) { return x; }", "int x = 2;"}},
		{"struct", "s is declared as", []string{"struct S { int a; }; extern struct S s; int main(void) { return s.a; }",
			"struct S { long long a; }; struct S s;"}},
	} {
		if _, err := loadFiles(cfront.Config{}, c.files...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
	for _, fine := range [][]string{
		{"int f(); int main(void) { return f(1); }", "int f(int x) { return x; }"},
		{"int main(void) { return g(1); }", "int g(int x) { return x; }"},
		{"inline int f(void) { return 1; } int main(void) { return f(); }", "int f(void) { return 1; }"},
		{"static int f(void) { return 1; } int main(void) { return f(); }", "static char *f(void) { return 0; }"},
		{"struct S; extern struct S *p; int main(void) { return p != 0; }", "struct S { int a; } *p;"},
		{"enum E { A }; extern enum E e; int main(void) { return e; }", "enum E { A } e;"},
	} {
		if _, err := loadFiles(cfront.Config{}, fine...); err != nil {
			t.Errorf("%q: %v", fine, err)
		}
	}
}

// TestLinkStructuresInACycle links two files that include a header whose structures lead to each other. Each pair of
// types must be compared only once, since a walk along all paths of the graph would not end. A difference deep in the
// graph must still be found.
func TestLinkStructuresInACycle(t *testing.T) {
	header := func(last string) string {
		const n = 60
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "struct s%d;\n", i)
		}
		for i := range n {
			v := "int"
			if i == n-1 {
				v = last
			}
			fmt.Fprintf(&b, "struct s%d { %s v; struct s%d *a, *b, *(*f)(struct s%d *, struct s%d *); };\n",
				i, v, (i*7+1)%n, (i+1)%n, (i*3+5)%n)
		}
		return b.String()
	}
	user := "struct s0 *g(struct s0 *x); int main(void) { return g(0) != 0; }"
	maker := "struct s0 *g(struct s0 *x) { return x; }"
	if _, err := loadFiles(cfront.Config{}, header("int")+user, header("int")+maker); err != nil {
		t.Error(err)
	}
	if _, err := loadFiles(cfront.Config{}, header("int")+user, header("long")+maker); err == nil ||
		!strings.Contains(err.Error(), "g is declared as") {
		t.Errorf("error %v, want two declarations of g that differ", err)
	}
}

// TestObligations checks which calls become obligations under each property.
func TestObligations(t *testing.T) {
	const src = `
	void reach_error(void) { __builtin_abort(); } void __VERIFIER_error(void); void __VERIFIER_assert(int); void __CPROVER_assert(_Bool, const char *);
	void __ESBMC_assert(_Bool, const char *); void assert(int); void __assert_fail(const char *, const char *, unsigned, const char *); int __VERIFIER_nondet_int(void);
	int main(void) {
		switch (__VERIFIER_nondet_int()) {
		case 0: reach_error(); case 1: __VERIFIER_error(); case 2: __VERIFIER_assert(1 > 2); case 3: __CPROVER_assert(2 > 3, "m"); case 4: __ESBMC_assert(3 > 4, "m");
		case 5: assert(4 > 5); case 6: __assert_fail("5 > 6", "f", 1, "g"); case 7: ERROR: ;
		}
		return 0;
	}`
	for _, c := range []struct {
		cfg  cfront.Config
		want []string
	}{
		{cfront.Config{}, []string{"unreach-call reach_error()", "unreach-call __VERIFIER_error()", "assertion 1 > 2",
			"assertion 2 > 3", "assertion 3 > 4", "assertion 4 > 5", "assertion 5 > 6"}},
		{cfront.Config{PropertyKind: "unreach-call", ErrorFunc: "reach_error"},
			[]string{"unreach-call reach_error()", "unreach-call __VERIFIER_error()", "unreach-call 1 > 2"}},
		{cfront.Config{PropertyKind: "unreach-call", ErrorFunc: "__VERIFIER_error"},
			[]string{"unreach-call reach_error()", "unreach-call __VERIFIER_error()", "unreach-call 1 > 2"}},
		{cfront.Config{PropertyKind: "unreach-call", ErrorFunc: "__assert_fail"},
			[]string{`unreach-call __assert_fail("5 > 6", "f", 1, "g")`}},
		{cfront.Config{PropertyKind: "unreach-call", ErrorFunc: "foo"}, nil},
		{cfront.Config{PropertyKind: "unreach-label", Label: "ERROR"}, []string{"unreach-label ERROR:"}},
		{cfront.Config{PropertyKind: "no-overflow"}, nil},
	} {
		prog := load(t, c.cfg, src)
		var got []string
		for _, o := range prog.Obligations {
			got = append(got, o.Kind+" "+o.Text)
		}
		if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("%+v:\ngot  %q\nwant %q", c.cfg, got, c.want)
		}
	}
}

// TestImplicitCalls checks that calls by the runtime, such as calls of constructors, count like calls in expressions.
func TestImplicitCalls(t *testing.T) {
	const main = "int main(void) { return 0; }"
	for src, want := range map[string]bool{
		"__attribute__((constructor)) static void foo(void) {}" + main:                                     true,
		"__attribute__((destructor)) static void foo(void) {}" + main:                                      true,
		"static void foo(int *p) {} int main(void) { int x __attribute__((cleanup(foo))) = 1; return 0; }": true,
		"__attribute__((constructor)) static void fo(void) {}" + main:                                      false,
		"#include <stdlib.h>\nstatic void foo(void) {} int main(void) { atexit(foo); return 0; }":          true,
	} {
		prog := load(t, cfront.Config{PropertyKind: "unreach-call", ErrorFunc: "foo"}, src)
		if got := len(prog.Obligations); (got > 0) != want {
			t.Errorf("%s: %d obligations", src, got)
		}
	}
}

// TestMissingBodies checks the effect of Config.MissingBodies on calls of functions without a body, and how these are
// listed.
func TestMissingBodies(t *testing.T) {
	const src = "int g; void other(int *); int compute_total(void); int compute_totl(void);\nint compute_total(void) { " +
		"return 1; }\nint main(void) { int x; other(&x); return compute_totl() + g; }"
	for _, mode := range []string{"", "input", "unknown", "havoc"} {
		prog := load(t, cfront.Config{MissingBodies: mode}, src)
		if len(prog.Missing) != 2 || prog.Missing[0].Name != "other" || prog.Missing[1].Name != "compute_totl" {
			t.Fatalf("missing: %+v", prog.Missing)
		}
		if n := prog.Missing[1].Near; len(n) != 1 || n[0] != "compute_total" {
			t.Errorf("near: %q", n)
		}
		if p := prog.Missing[1].Pos; p.Line != 3 || p.Col != 43 {
			t.Errorf("pos %v", p)
		}
		if got := strings.Contains(ir.Print(prog), "havocall"); got != (mode == "havoc") {
			t.Errorf("mode %q: havoc %v", mode, got)
		}
	}
}

// TestEntry checks that any function can be the entry, and the inputs that its parameters become.
func TestEntry(t *testing.T) {
	const src = `extern void reach_error(void); struct P { int a; char b[3]; }; int glob = 4; int *ptr = &glob; static int priv(int k) { if (k == 77) reach_error(); return k; }
	int f(int n, char *s, struct P p, double d, _Bool b) { if (glob != 4 || *ptr != 4 || b > 1) reach_error(); return n + p.a + (s ? s[0] : 0); }`
	prog := load(t, cfront.Config{Entry: "f"}, src)
	for seed := int64(0); seed < 10; seed++ {
		if r := run(t, prog, seed); r.Outcome.Kind != machine.Finished {
			t.Errorf("outcome %v at %v", r.Outcome.Kind, r.Outcome.Pos)
		}
	}
	var keys []string
	for _, s := range prog.Sites {
		if s.Kind == ir.Param {
			keys = append(keys, s.Key)
		}
	}
	if got := strings.Join(keys, " "); got != "n@test.c:2:12 s@test.c:2:21 d@test.c:2:43 b@test.c:2:52" {
		t.Errorf("keys %s", got)
	}
	violated := false
	prog = load(t, cfront.Config{Entry: "f", HavocGlobals: true}, src)
	for seed := int64(0); seed < 10 && !violated; seed++ {
		violated = run(t, prog, seed).Outcome.Kind == machine.Violated
	}
	if !violated {
		t.Error("globals are not arbitrary")
	}
	load(t, cfront.Config{Entry: "priv"}, src)
}

// TestMainArgs checks the model of argc and argv.
func TestMainArgs(t *testing.T) {
	prog := load(t, cfront.Config{}, `extern void reach_error(void); unsigned long strlen(const char *);
	int main(int argc, char **argv) { if (argc < 1 || argv[argc] != 0) reach_error(); for (int i = 0; i < argc && i < 5; i++) if (strlen(argv[i]) > (1 << 20)) reach_error(); return 0; }`)
	m, err := machine.NewInterp(prog, machine.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	r, err := m.Run(t.Context(), machine.InputFunc(func(k ir.Key, s *ir.Site, ty ir.Type) (uint64, bool) {
		return 3,
			true
	}))
	if err != nil || r.Outcome.Kind != machine.Finished {
		t.Errorf("%+v %v", r, err)
	}
}

// TestOwnNames checks that a function which shares only its name with a library function counts as one of the program's
// own functions without a body.
func TestOwnNames(t *testing.T) {
	prog := load(t, cfront.Config{},
		`struct node { int x; }; int remove(struct node *); void trap(void); int popcount(int); long time(int, int); void *malloc(unsigned); int rand(void);
	int main(void) { struct node n; remove(&n); trap(); int *p = malloc(4); return popcount(3) + time(1, 2) + rand() + (p == 0); }`)
	var names []string
	for _, m := range prog.Missing {
		names = append(names, m.Name)
	}
	if got := strings.Join(names, " "); got != "remove trap popcount time" {
		t.Errorf("missing: %s", got)
	}
}

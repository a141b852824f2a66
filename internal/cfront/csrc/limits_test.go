package csrc

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestLimits checks that deeply nested or long constructs neither crash the front end nor make it run for ever: beyond
// a limit there is an error with a position. (A stack overflow in Go could not even be reported.)
func TestLimits(t *testing.T) {
	r := strings.Repeat
	f := func(body string) string { return "int f(int a) { " + body + " }" }
	for _, c := range []struct {
		name, src string
		accept    bool
	}{
		{"parentheses", f("return " + r("(", 1<<20) + "a" + r(")", 1<<20) + ";"), false},
		{"some parentheses", f("return " + r("(", 200) + "a" + r(")", 200) + ";"), true},
		{"only opening", r("(", 2<<20), false},
		{"braces", f(r("{", 1<<20) + r("}", 1<<20)), false},
		{"initializer", "int a = " + r("{", 1<<20) + "1" + r("}", 1<<20) + ";", false},
		{"indices", "int a" + r("[1]", 700000) + ";", false},
		{"sum", f("return a" + r("+a", 1<<20) + ";"), false},
		{"some sum", f("return a" + r("+a", 2000) + ";"), true},
		{"assignment", f("return " + r("a=", 1<<20) + "a;"), false},
		{"conditional", f("return " + r("a?a:", 500000) + "a;"), false},
		{"not", f("return " + r("!", 2<<20) + "a;"), false},
		{"sizeof", f("return " + r("sizeof ", 300000) + "a;"), false},
		{"casts", f("return " + r("(int)", 400000) + "a;"), false},
		{"calls", f("return f" + r("(a)", 600000) + ";"), false},
		{"else if", f(r("if(a)a=1;else ", 150000) + "a=2; return a;"), false},
		{"some else if", f(r("if(a)a=1;else ", 500) + "a=2; return a;"), true},
		{"if if", f(r("if(a)", 400000) + "a=2; return a;"), false},
		{"do", f(r("do ", 150000) + "a=2;" + r("while(a);", 150000) + " return a;"), false},
		{"labels", f("switch (a) {" + r("case 1:", 300000) + "a=2;} return a;"), false},
		{"pointers", "int " + r("*", 2<<20) + "p;", false},
		{"structs", r("struct {", 150000) + "int a;" + r("}x;", 150000), false},
		{"statement expressions", f("return " + r("({", 500000) + "a;" + r("});", 500000)), false},
		{"#if", r("#if 1\n", 100000) + r("#endif\n", 100000), false},
		{"#if expression", "#if " + r("(", 1<<20) + "1" + r(")", 1<<20) + "\n#endif\n", false},
		{"#if not", "#if " + r("!", 2<<20) + "1\n#endif\n", false},
		{"identifier", "int " + r("a", 2<<20) + ";", false},
		{"number", "int a=" + r("1", 2<<20) + ";", false},
		{"macros that open", "#define A (((((((((\n#define B A A A A A A A A\n#define C B B B B B B B B\n#define D C C C " +
			"C C C C C\n" + f("return D a;"), false},
		{"macros that grow", "#define P(x) x x\n" + f("return "+r("P(", 40)+"a"+r(")", 40)+";"), false},
		{"macros of each other", "#define A B B\n#define B A A\nint A;", false},
		{"many statements", f(r("a=1;", 20000) + "return a;"), true},
		{"many elements", "int a[] = {" + r("1,", 20000) + "};", true},
		{"many declarations", r("int x;", 20000), true},
		{"garbage", "\x7fELF\x02\x01\x01\x00\x00" + r("\x00\x90\xff", 1000), false},
		{"garbage without zeros", r("\x80\xfe\x01 \x7f", 1000), false},
		{"empty", "", true},
		{"blank", "\n\n  \t\n", true},
	} {
		start := time.Now()
		_, err := Parse(Config{Model: ir.LP64, Sources: map[string][]byte{"a.c": []byte(c.src)}}, "a.c")
		if (err == nil) != c.accept {
			t.Errorf("%s: %v", c.name, err)
		}
		if err != nil {
			if s := err.Error(); len(s) > 1000 || strings.Contains(s, "come to an end") {
				t.Errorf("%s: %.200s", c.name, s)
			}
		}
		if d := time.Since(start); d > 20*time.Second {
			t.Errorf("%s takes %v", c.name, d)
		} else if testing.Verbose() {
			t.Logf("%s: %v, %v", c.name, d.Round(time.Millisecond), err)
		}
	}
}

// TestIncluded checks that the text of included files counts for the limits. Included files may need more macro
// expansion than a short file that includes them; macro bombs in them are rejected at their use; and the files that
// they open are counted.
func TestIncluded(t *testing.T) {
	r := strings.Repeat
	sixteen := "#define D(a) ((a)+(a))\n"
	comment := "// " + r("x", 1000) + "\n"
	sources := map[string][]byte{"macros.h": []byte(sixteen + "#define FIVE(a) D(D(D(D(D(a)))))\n")}
	all := "#include \"macros.h\"\n"
	for _, c := range "abcdefghijklmnop" {
		name := string(c) + "1"
		body := r("s += FIVE(s);\n"+comment, 100)
		sources[name+".c"] = []byte("unsigned " + name + "(unsigned s) {\n" + body + "return s; }\n")
		all += "#include \"" + name + ".c\"\n"
	}
	sources["open.h"] = []byte("#define A (((((((((\n#define B A A A A A A A A\n#define C B B B B B B B B\n#define E C " +
		"C C C C C C C\n#define F E E E E E E E E\n" + r(comment, 300))
	sources["bomb.h"] = []byte(sixteen + "\n#define BOMB(x) " + r("D(", 40) + "x" + r(")", 40) + "\n" + r(comment, 200))
	for _, c := range []struct{ name, src, err string }{
		{"files", all, ""},
		{"brackets", "#include \"open.h\"\nint f(int a) { return F a; }\n",
			"a.c: after macro expansion brackets are nested too deeply"},
		{"bomb", "#include \"bomb.h\"\nint f(int a) {\n return BOMB(a); }\n", "a.c:3:9: macros expand to too much text"},
	} {
		sources["a.c"] = []byte(c.src)
		start := clock.Process()
		_, err := Parse(Config{Model: ir.LP64, Sources: sources}, "a.c")
		if got := fmt.Sprint(err); got != c.err && (err != nil || c.err != "") {
			t.Errorf("%s: %v, not %s", c.name, err, c.err)
		}
		if d := clock.Process() - start; d > 10*time.Second {
			t.Errorf("%s takes %v", c.name, d)
		} else if testing.Verbose() {
			t.Logf("%s: %v", c.name, d)
		}
	}
}

package csrc

import (
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
)

func TestExp(t *testing.T) {
	kind := os.Getenv("EXP")
	n, _ := strconv.Atoi(os.Getenv("EXPN"))
	debug.SetMaxStack(1 << 30)
	r := strings.Repeat
	var s string
	switch kind {
	case "paren":
		s = "int f(int a){return " + r("(", n) + "a" + r(")", n) + ";}"
	case "plus":
		s = "int f(int a){return a" + r("+a", n) + ";}"
	case "assign":
		s = "int f(int a){return " + r("a=", n) + "a;}"
	case "cond":
		s = "int f(int a){return " + r("a?a:", n) + "a;}"
	case "unary":
		s = "int f(int a){return " + r("!", n) + "a;}"
	case "cast":
		s = "int f(int a){return " + r("(int)", n) + "a;}"
	case "elseif":
		s = "int f(int a){" + r("if(a)a=1;else ", n) + "a=2; return a;}"
	case "ifif":
		s = "int f(int a){" + r("if(a)", n) + "a=2; return a;}"
	case "labels":
		s = "int f(int a){switch(a){"
		for i := 0; i < n; i++ {
			s += "case " + strconv.Itoa(i) + ":"
		}
		s += "a=2;} return a;}"
	case "init":
		s = "int a[] = {" + r("1,", n) + "};"
	case "initnest":
		s = "int a = " + r("{", n) + "1" + r("}", n) + ";"
	case "block":
		s = "int f(int a){" + r("{", n) + "a=1;" + r("}", n) + "return a;}"
	case "comma":
		s = "int f(int a){return a" + r(",a", n) + ";}"
	case "ptr":
		s = "int " + r("*", n) + "p;"
	case "arr":
		s = "int p" + r("[1]", n) + ";"
	case "decls":
		s = "int f(int a){" + r("a=1;", n) + "return a;}"
	case "tu":
		s = r("int x;", n)
	case "args":
		s = "int f(); int g(int a){return f(a" + r(",a", n) + ");}"
	case "params":
		s = "int f(int" + r(",int", n) + ");"
	case "declr":
		s = "int a" + r(",b", n) + ";"
	case "ppif":
		s = r("#if 1\n", n) + r("#endif\n", n)
	case "ppexpr":
		s = "#if " + r("(", n) + "1" + r(")", n) + "\n#endif\n"
	case "ppnot":
		s = "#if " + r("!", n) + "1\n#endif\n"
	case "str":
		s = "char *s = " + r("\"a\"", n) + ";"
	case "postinc":
		s = "int f(int a){return a" + r("[0]", n) + ";}"
	case "sizeof":
		s = "int f(int a){return " + r("sizeof ", n) + "a;}"
	case "struct":
		s = r("struct {", n) + "int a;" + r("}x;", n)
	case "fields":
		s = "struct {" + r("int:1;", n) + "}x;"
	case "enum":
		s = "enum {a"
		for i := 0; i < n; i++ {
			s += ",b" + strconv.Itoa(i)
		}
		s += "};"
	case "dparen":
		s = "int " + r("(", n) + "a" + r(")", n) + ";"
	case "quals":
		s = r("const ", n) + "int a;"
	case "attrs":
		s = "int a " + r("__attribute__((unused)) ", n) + ";"
	case "kr":
		s = "int f(" + r("a,", n) + "b) {}"
	case "stmtexpr":
		s = "int f(int a){return " + r("({", n) + "a;" + r("})", n) + ";}"
	case "generic":
		s = "int f(int a){return " + r("_Generic(1,int:", n) + "a" + r(")", n) + ";}"
	case "addr":
		s = "int f(int a){return " + r("&*", n) + "&a;}"
	case "macro":
		s = "#define A a\n#define P(x) x x\nint f(int a){return " + r("P(", n) + "a" + r(")", n) + ";}"
	case "funcptr":
		s = "int " + r("(*", n) + "a" + r(")(void)", n) + ";"
	case "desig":
		s = "int a[1] = { " + r("[0]", n) + "=1};"
	case "dot":
		s = "struct S{int x;} s; int f(int a){return s" + r(".x", n) + ";}"
	case "call":
		s = "int f(int a){return f" + r("(a)", n) + ";}"
	case "andand":
		s = "int f(int a){return a" + r("&&a", n) + ";}"
	case "while":
		s = "int f(int a){" + r("while(a)", n) + "a=2; return a;}"
	case "do":
		s = "int f(int a){" + r("do ", n) + "a=2;" + r("while(a);", n) + " return a;}"
	case "labels2":
		s = "int f(int a){"
		for i := 0; i < n; i++ {
			s += "L" + strconv.Itoa(i) + ":"
		}
		s += "a=2; return a;}"
	case "idents":
		s = r("a ", n)
	case "tok":
		s = "int " + r("a", n) + ";"
	case "num":
		s = "int a=" + r("1", n) + ";"
	}
	st := time.Now()
	_, err := Parse(Config{Model: ir.LP64, Sources: map[string][]byte{"a.c": []byte(s)}}, "a.c")
	e := ""
	if err != nil {
		e = err.Error()
		if len(e) > 150 {
			e = e[:150]
		}
	}
	t.Logf("%s %d: %v %q", kind, n, time.Since(st), e)
}

package csrc

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
)

func TestErrs(t *testing.T) {
	for _, s := range []string{
		"", "int", "int main() { return x; }", "int f(int a) { return a +; }", "#include \"nope.h\"\n", "#include <nope.h>\nint x;",
		"int f() { int a; int a; }", "int f() { foo bar; }", "struct S s;", "int f(){ struct T *p; return p->x; }", "}", "int x = ;", "int f() { if }",
		"\"abc", "'a", "int x = 'ab;", "#if\n#endif", "#if 1\n", "#endif\n", "#error foo bar\n", "int a[-1];", "int f(void){ return g(); }", "x;", "f(){}", "int f(int,int); int g(){return f(1);}",
		"int f(a,b) int a; {return a;}", "int main(){ goto L; }", "int main(){ break; }", "int main(){case 1:;}", "#define F(x) x\nint a = F(1", "int a = 1.2.3;", "int a = 08;", "int a = 0x;", "void f(){ void x; }",
		"int f(void){ 1 = 2; }", "struct S {int a;} s; int f(){ return s.b; }", "int f(struct S*p){ return *p; }", "int f(){ return *1; }", "typedef int T; T T;", "int f(int x){ int x; }", "int x; float x;", "int f(){return 1}", "_Static_assert(0,\"no\");",
		"int a[] = {1,2", "char c = \"\\q\";", "#define X X\nint X;", "#include", "#include <", "#foo\n", "int f() { switch(1) { case 1: case 1: ; } }", "int a; a = 3;", "int main(int){}", "enum E {A, A};", "int f(){ int a = b; }", "asm(\"\");",
		"int f(){ return sizeof(struct Q); }", "extern int x; static int x;", "int f(void); int f(int);", "a b c d;", "int f(){ L: L: ; }", "void f(){ int x[2] = {1,2,3}; }",
		"int x = 1 / 0;", "int f(){ const int a = 1; a = 2; }", "void f(){ return 1; } int g() { return; }", "#include \"a.c\"\n", "#define A B\n#define B A\nint A;",
	} {
		_, err := Parse(Config{Model: ir.LP64, Sources: map[string][]byte{"a.c": []byte(s)}}, "a.c")
		t.Logf("%q\n\t%v", s, err)
	}
}

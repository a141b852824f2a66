package csrc

import (
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestStandards checks which texts are accepted in each version of the language, as by gcc.
func TestStandards(t *testing.T) {
	for _, c := range []struct {
		std    int
		strict bool
		src    string
		ok     bool
	}{
		{C90, true, "int x = 8 //**/ 2\n;_Static_assert(sizeof(int) == 4, \"\");", true},
		{C90, true, "int x; // y\n", false},
		{C90, false, "int x; // y\n", true},
		{C90, false, "void f(void) { for (int i = 0; i < 3; i++) ; }", false},
		{C23, false, "#define S(x) #x\n#define XS(x) S(x)\nint n = sizeof(S(true));", true},
		{C23, false, "#define S(x) #x\n#define XS(x) S(x)\nint n = sizeof(XS(true));", false},
		{C23, false, "#define N \"x\"\n#if __has_embed(N)\n#endif\nint x;", false},
		{C23, false, "#define N \"x\"\n#if 0 && __has_embed(\"nothing.bin\")\n#endif\nint x;", true},
		{C99, true, "void f(void) { for (int i = 0; i < 3; i++) ; }", true},
		{C90, false, "_Static_assert(-9223372036854775808 > 0 && sizeof(9223372036854775808) == 8 && 9223372036854775807 " +
			"> 0, \"\");", true},
		{C99, false, "_Static_assert(-9223372036854775808 < 0, \"\");", true},
		{C90, true, "int asm, typeof, restrict, inline; char *s = \"//\"; /* // */ int c = '/';", true},
		{C90, false, "int restrict; inline int f(void) { return 1; } typeof(int) y;", true},
		{C90, true, "inline int f(void) { return 1; }", false},
		{C90, true, "__inline int f(int *__restrict p) { __typeof__(*p) x = *p; return x; }", true},
		{C99, true, "int asm, typeof; inline int f(int *restrict p) { return *p; }", true},
		{C99, true, "typeof(int) x;", false},
		{C99, false, "typeof(int) x;", true},
		{C99, true, "int bool = 1, true, false, nullptr, alignas, alignof, static_assert, thread_local, constexpr;", true},
		{C17, false, "int x = 1'000;", false},
		{C23, true, "int x = 1'000 + 0x1'F + 0b1'0 + 'a' + L'a'; char *s = \"1'2\"; /* 1'2 */ // " +
			"1'2\n_Static_assert(1'000 == 1000);", true},
		{C23, true, "#define S(a) #a\nchar *s = S(1 'a' 1);", true},
		{C23, true, "typeof(int) x; typeof_unqual(const int) y; int asm;", true},
		{C23, true, "unsigned _BitInt(5) x = 7uwb; _BitInt(0x40) signed y = 0x1'Fwb; static_assert(_Generic(x, unsigned " +
			"_BitInt(5): 1, default: 0));", true},
		{C23, true, "_BitInt(65) x;", false},
		{C23, true, "_BitInt(1) x;", false},
		{C23, true, "_BitInt(4 + 1) x;", false},
		{C17, true, "int _BitInt;", true},
		{C23, false, "int asm;", false},
		{C23, true, "int bool;", false},
		{C23, true, "static_assert(sizeof(bool) == 1); alignas(16) thread_local char a; static_assert(alignof(int) == 4, " +
			"\"x\");", true},
		{C23, true, "#if true && !false\nbool a = true;\n#endif\n#ifdef true\n#error x\n#endif\nint *p = nullptr;", true},
		{C23, true, "#define true 2\n#ifndef true\n#error x\n#endif\n#if true != 2\n#error y\n#endif\n#undef true\n#if " +
			"true != 1\n#error z\n#endif", true},
		{C23, true, "const auto x = 5; static auto y = 2.0; static_assert(sizeof(y) == 8); void f(void) { auto z = x; " +
			"auto int w = 1; for (auto i = 0; i < 3; i++) z += w; }", true},
	} {
		cfg := Config{Model: ir.LP64, Standard: c.std, Strict: c.strict,
			Sources: map[string][]byte{"a.c": []byte(c.src + "\n")}}
		if _, err := Parse(cfg, "a.c"); (err == nil) != c.ok {
			t.Errorf("%d %v %s: %v", c.std, c.strict, c.src, err)
		}
	}
}

// TestPhases checks the original columns after trigraphs, separators and rules.
func TestPhases(t *testing.T) {
	for _, c := range []struct {
		cfg       Config
		src, want string
	}{
		{Config{Trigraphs: true}, "int a??(2??) = ??< 1 ??>, b = x;", "a.c:1:31: x is not declared"},
		{Config{Trigraphs: true}, "char *s = \"a??/\nb\"; int y = x;", "a.c:2:13: x is not declared"},
		{Config{Standard: C23}, "int a = 1'000'000, b = typeof_unqual(1'0) = 4, c = x;", "a.c:1:"},
		{Config{Standard: C23}, "int a = 1'000'000, c = x;", "a.c:1:24: x is not declared"},
		{Config{Standard: C23}, "int a = 1'000, c = 99999999999999999999'999;", "a.c:1:20: integer constant"},
	} {
		c.cfg.Model, c.cfg.Sources = ir.LP64, map[string][]byte{"a.c": []byte(c.src + "\n")}
		_, err := Parse(c.cfg, "a.c")
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.src, err, c.want)
		}
	}
}

// TestStandardAttributes checks the text that rule 44 makes of a line.
func TestStandardAttributes(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"[[nodiscard]] int f(void);", "int f(void);"},
		{"[[noreturn]] void f(void);", "__attribute__((__noreturn__)) void f(void);"},
		{"int f [[gnu::cold]] (void);", "__attribute__((cold)) int f (void);"},
		{"int a [[gnu::aligned(8)]] [3];", "int a [3]__attribute__((aligned(8)));"},
		{"[[nodiscard, gnu::aligned(8), clang::x]] int a;", "__attribute__((aligned(8))) int a;"},
		{"struct [[gnu::packed]] s { char a; int b [[gnu::aligned(2)]]; } [[gnu::packed]] x;",
			"struct __attribute__((packed)) s { char a; int b __attribute__((aligned(2))) ; } x;"},
		{"enum [[gnu::packed]] e { A [[deprecated]], B [[gnu::x]] = 1 };", "enum e { A , B = 1 } __attribute__((packed));"},
		{"void f(void) [[gnu::noreturn]] { [[fallthrough]]; [[gnu::x]] if (a[b[1]]) [[likely]] return; l: [[gnu::x]] ; }",
			"void f(void) { ; if (a[b[1]]) return; l: ; }"},
		{"int *[[gnu::x]] p; [[gnu::unused]] l: g();", "int * p; l: g();"},
		{"int f([[maybe_unused]] int a, int [[gnu::aligned(8)]] b);", "int f( int a, int __attribute__((aligned(8))) b);"},
	} {
		f := newFiles(Config{Model: ir.LP64, Standard: C23})
		src := []byte(c.in + "\n")
		toks, _ := lex(src)
		r := &rewriter{editor: editor{src: src, toks: toks, cfg: &f.cfg, model: ir.LP64, file: "a.c"}, packs: &f.packs}
		r.run()
		if got := strings.Join(strings.Fields(string(apply(src, r.edits).out)), " "); got != c.want || len(r.errs) > 0 {
			t.Errorf("%s\n got %q\nwant %q %v", c.in, got, c.want, r.errs)
		}
	}
}

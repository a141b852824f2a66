package csrc

import (
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestRules checks the text that each rule of the rewriter makes of a line, in ILP32 and LP64 where they differ.
func TestRules(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		// 29
		{`p = (char[]){"ab" "c",};`, `p = (char[sizeof("ab" "c")/sizeof(*"ab" "c")]){"ab" "c",};`},
		{`p = (char *[]){"ab", "c"};`, `p = (char *[]){"ab", "c"};`},
		// 32, with associations of a macro
		{"_Generic((x), char: (char)0, CASES(int), default: (x));",
			"_Generic((x), char: (char)0, CASES(int), default: (x));"},
		// 50
		{`__asm__ __inline volatile ("nop"); asm volatile inline(""); asm inline("");`,
			`__asm__          volatile ("nop"); asm volatile       (""); asm       ("");`},
		{"static inline int f(void);", "static inline int f(void);"},
		// 22
		{"int x __attribute__((vector_size(8))) = {1};", "int x __attribute__((vector_size(8))) = (__typeof__(x)){1};"},
		{"V x = {1}; int y __attribute__((aligned(8))) = {1};", "V x = {1}; int y __attribute__((aligned(8))) = {1};"},
		// 1
		{"f = (void (*)(int x, char *y))p;", "f = (void (*)(int  , char * ))p;"},
		{"f = (T (**)(struct S *s , const T t))p;", "f = (T (**)(struct S *  , const T  ))p;"},
		{"g = (int (*)(T, unsigned, T (*cb)(long x), int a[3]))p;",
			"g = (int (*)(T, unsigned, T (*  )(long  ), int  [3]))p;"},
		{"int (*h)(int x);", "int (*h)(int x);"},
		{"(*p)(x, y);", "(*p)(x, y);"},
		// 2
		{"typeof(int) x;", "typeof(*(__typeof__(int)*)0) x;"},
		{"__typeof__(*p) y;", "__typeof__(*p) y;"},
		// 3
		{"x = 9223372036854775807;", "x = 9223372036854775807;"},
		{"x = 9223372036854775808;", "x = ((long long)0x8000000000000000);|x = ((__int128)0x8000000000000000);"},
		{"x = 18446744073709551615ull;", "x = 18446744073709551615ull;"},
		{"#if 18446744073709551615 > 0", "#if 0xffffffffffffffff > 0"},
		// 4 and 15
		{"#define P(f,...) q(f,##__VA_ARGS__)", "#define P(f,...) q(f, ##__VA_ARGS__)"},
		{"#define P(f,a...) q(f,##a) + a", "#define P(f,...) q(f, ##__VA_ARGS__) + __VA_ARGS__"},
		// 5
		{"_Static_assert(a(1, 2) == 3);", `_Static_assert(((a(1, 2) == 3), 1), "");`},
		{`_Static_assert(x, "m");`, `_Static_assert(((x), 1), "m");`},
		// 6
		{"{ l: }", "{ l:; }"},
		{"{ case 1: int x; }", "{ case 1:; int x; }"},
		{"struct { int a : 3; unsigned b : 2; } x = { c ? d : e };",
			"struct { int a : 3; unsigned b : 2; } x = { c ? d : e };"},
		// 7
		{"#pragma pack(push, 2)", "struct __tandem_pack_0;"},
		{"#pragma omp parallel", "#pragma omp parallel"},
		// 8
		{`#line 7 "x.c"`, `             `},
		{`# 7 "x.c"`, `         `},
		{"#line 7\n__LINE__ __FILE__", "       \n7 \"a.c\""},
		{"# 7 \"x.c\"\n\n__LINE__ __FILE__", "         \n\n8 \"x.c\""},
		// 9 and 10
		{`u8"a", L"b" u'c' U'd' u'\U0001F600'`, `  "a", L"b" ((unsigned short)99) 100u ((unsigned short)56832)`},
		{`'ab' '\377\1' '\0' 'a' '\''`, `(24930) (65281) '\0' 'a' '\''`},
		// 38
		{"typeof_unqual(x) y;", "__typeof__(*(__typeof__(*(__typeof__(x)*)0)*)__tandem_unqual) y;"},
		{"typeof_unqual(const char *const) y;",
			"__typeof__(*(__typeof__(*(__typeof__(      char  const *const)*)0)*)__tandem_unqual) y;"},
		{"__typeof_unqual__(*p) y;", "__typeof__(*(__typeof__(*p)*)__tandem_unqual) y;"},
		{"#define typeof_unqual(x) typeof(x)", "#define typeof_unqual(x) typeof(*(__typeof__(x)*)0)"},
		// 39
		{"int a[9] = {[0 ... 2] = 7};", "int a[9] = {[0 ... 2] = 7};"},
		{"= {[0 ... 2][i].x = 7, [1][3 ... N + 1] = 2};",
			"= {[      __tandem_range ? (2) : ( 0 )][i].x = 7, [1][      __tandem_range ? (N + 1) : ( 3 )] = 2};"},
		{"= {.a[0 ... 2] = 7};", "= {.a[      __tandem_range ? (2) : ( 0 )] = 7};"},
		// 40
		{"int a[] = {}, b[][3] = {}, c[] = {1}; p = (int[]){};", "int a[0] = {}, b[0][3] = {}, c[] = {1}; p = (int[0]){};"},
		// 41
		{"int f(int [static 3], T [const static 3], int a[static 3], T b[const], int (*)[restrict]);",
			"int f(int [       3], T [             3], int a[static 3], T b[const], int (*)[        ]);"},
		// 43
		{"{ __auto_type a = 1; const __auto_type volatile b = f(a, ({ int c = 2; c; })); }",
			"{ __auto_type a = 1;       __auto_type          __tandem_auto_b = f(a, ({ int c = 2; c; })); const volatile " +
				"__typeof__(__tandem_auto_b) b = __tandem_auto_b; }"},
		{"static __auto_type a = 1; const static __auto_type b = 1;",
			"static __auto_type a = 1; const static __auto_type b = 1;"},
		{"for (__auto_type a = *p; a; a--) ;",
			"for (__typeof__((0, ( *p ))) __tandem_auto_a = *p, a = __tandem_auto_a; a; a--) ;"},
		{"#define F(x) ({ const __auto_type y = (x); y; })",
			"#define F(x) ({       __auto_type __tandem_auto_y = (x); const __typeof__(__tandem_auto_y) y = __tandem_auto_y; " +
				"y; })"},
		{"#define F const __auto_type y = 1\n;", "#define F const __auto_type y = 1\n;"},
		// 22 to 24
		{`x = u"a" "b";`, "x = (*(unsigned short (*)[3])\"\\141\\000\\142\\000\\000\")    ;"},
		{`unsigned short x[] = u"a", y[2] = u"b";`, `unsigned short x[] = {97,0}, y[2] = {98};`},
		{`"a" L"b"`, `L"a" L"b"`},
		{"#if __has_attribute(__packed__) && __has_c_attribute(gnu::x)", "#if 1             && 0        "},
		{"#ifdef __has_builtin", "#ifdef __TANDEM__"},
		{"#define H(x) __has_attribute(x)", "#define H(x) __has_builtin(__tandem_attribute_##x)"},
		{`int \u00e9t;`, "int \u00e9t;"},
		// 11
		{"enum __attribute__((unused)) E { A };", "enum                         E { A };"},
		{"enum __attribute__((packed)) E { A };", "enum                         E { A } __attribute__((packed));"},
		// 12
		{"typedef unsigned int T __attribute__((__mode__(__HI__)));",
			"typedef unsigned short     T __attribute__((                ));"},
		{"typedef int T __attribute__((mode(DI)));",
			"typedef signed long long T __attribute__((        ));|typedef signed long T __attribute__((        ));"},
		// 13
		{"struct S { const int a __attribute__((packed)), *b; };",
			"struct S { const int a __attribute__((packed)); const int  *b; };"},
		{"int a __attribute__((unused)), b;", "int a __attribute__((unused)), b;"},
		// 14
		{"{ __label__ a; goto a; a: x.a = y ? a : 1; }", "{ __label__ a__2; goto a__2; a__2: x.a = y ? a : 1; }"},
		// 37
		{"int f(int) __attribute__((a, b(1, 2), c));",
			"int f(int) __attribute__((a)) __attribute__(( b(1, 2))) __attribute__(( c));"},
		{"int f(int) __attribute__((a, b(1, 2)));", "int f(int) __attribute__((a, b(1, 2)));"},
		// 16 and 17
		{"void f(int a[*], int b[*][*]);", "void f(int a[ ], int b[ ][1]);"},
		{"int a<:2:> = <%1%>;", "int a[ 2]  = { 1} ;"},
		// 18
		{"#elifdef A", "#elif defined A"},
		{"#elifndef A", "#elif !defined A"},
		// 19
		{"_Complex _Float32 f(_Float64x _Complex z);", "_Complex float f(long double _Complex z);"},
		// Text that is not changed.
		{`char *s = "typeof(int) x; 'ab' // ";`, `char *s = "typeof(int) x; 'ab' // ";`},
		{"/* typeof(int) */ int x; // 'ab'", "/* typeof(int) */ int x; // 'ab'"},
	} {
		ilp32, lp64, _ := strings.Cut(c.want, "|")
		for _, m := range []ir.DataModel{ir.ILP32, ir.LP64} {
			want := ilp32
			if m == ir.LP64 && lp64 != "" {
				want = lp64
			}
			f := newFiles(Config{Model: m})
			src := []byte(c.in + "\n")
			toks, bad := lex(src)
			if bad != nil {
				t.Errorf("%s: %v", c.in, bad.msg)
				continue
			}
			r := &rewriter{editor: editor{src: src, toks: toks, cfg: &f.cfg, model: m, file: "a.c"}, packs: &f.packs}
			r.run()
			got := strings.TrimSuffix(string(apply(src, r.edits).out), "\n")
			if got != want || len(r.errs) > 0 {
				t.Errorf("%v %s\n got %q\nwant %q %v", m, c.in, got, want, r.errs)
			}
		}
	}
}

// TestMeaning checks that rewriting preserves the meaning of programs where a mistake would cause no error.
func TestMeaning(t *testing.T) {
	for i, src := range []string{
		// The parameter's name in the cast must not hide x.
		`int f(void *p, int x) { { ((void (*)(char x))p)(1); _Static_assert(sizeof(x) == 4, ""); } return x; }`,
		`struct S { char a; int b __attribute__((packed)), c; }; _Static_assert(sizeof(struct S) == 12, "");`,
		"#pragma pack(push, 1)\nstruct A { char a; int b; };\n#pragma pack(push, 2)\nstruct B { char a; int b; " +
			"};\n#pragma pack(pop)\nstruct C { char a; int b; };\n#pragma pack(pop)\nstruct D { char a; int b; };\n" +
			`_Static_assert(sizeof(struct A) == 5 && sizeof(struct B) == 6 && sizeof(struct C) == 5 && sizeof(struct D) == 8, "");`,
		"#pragma pack(push, l, 1)\n#pragma pack(2)\n#pragma pack(pop, l)\nstruct A { char a; int b; }; " +
			"_Static_assert(sizeof(struct A) == 8, \"\");",
		`_Static_assert('ab' == 24930 && '\377\1' == 65281 && '\xff' == -1, "");`,
		`_Static_assert(-9223372036854775808 < 0 && 9223372036854775807 > 0, "");`,
		`typedef int T __attribute__((mode(QI))); _Static_assert(sizeof(T) == 1 && (T)-1 < 0, "");`,
		`__typeof__(unsigned char) c; _Static_assert(sizeof c == 1 && (__typeof__(c))-1 > 0, "");`,
		// Rule 42.
		`enum E { A, B }; extern enum E x; unsigned x = A; typedef enum { C = -1 } T; T f(T *, int); int f(int *p, T q) { return *p + q; } enum E g(void); unsigned g(void) { return x; }`,
		`__int128 x; _Static_assert(sizeof x == 16 && _Alignof(__int128) == 16, "");`,
	} {
		for _, m := range []ir.DataModel{ir.ILP32, ir.LP64} {
			if _, err := Parse(Config{Model: m, Sources: map[string][]byte{"a.c": []byte(src)}}, "a.c"); err != nil {
				t.Errorf("%d %v: %v", i, m, err)
			}
		}
	}
}

// TestColumns checks that text.col returns the original columns.
func TestColumns(t *testing.T) {
	src := []byte("abc def\nghi jkl mno\n")
	tx := apply(src, []edit{{12, 3, "JJJJJ"}, {4, 0, "<<"}, {16, 3, ""}})
	if got := string(tx.out); got != "abc <<def\nghi JJJJJ \n" {
		t.Fatalf("%q", got)
	}
	for _, c := range []struct{ line, col, want int }{
		{1, 1, 1}, {1, 4, 4}, {1, 5, 5}, {1, 6, 5}, {1, 7, 5}, {1, 9, 7}, {2, 5, 5}, {2, 8, 5}, {2, 10, 8}, {2, 11, 12},
	} {
		if got := tx.col(c.line, c.col); got != c.want {
			t.Errorf("col(%d, %d) = %d, want %d", c.line, c.col, got, c.want)
		}
	}
}

// TestPrologue checks that the reduced prologue does not change which programs are accepted.
func TestPrologue(t *testing.T) {
	for _, src := range []string{
		"unsigned a = __INT_MAX__ + sizeof(__SIZE_TYPE__); double d = __DBL_MAX__; int o = __BYTE_ORDER__ == " +
			"__ORDER_LITTLE_ENDIAN__;",
		"int f(int x) { return __builtin_popcount(x) + abs(x) + (int)strlen(\"a\") + (int)fabs(-1.0) + (sin(0) == 0) + " +
			"(int)__builtin_sqrtf(2); }",
		"#define C(a, b) a##b\nint x = C(__INT_, MAX__);",
		"#include <math.h>\ndouble f(double x) { return sqrt(x) + HUGE_VAL + isnan(x); }",
		"#include <stdint.h>\n#include <limits.h>\nint64_t a = INT64_MAX; int b = UINT_FAST16_MAX > 1, c = LONG_MIN < 0;",
		"#ifdef __x86_64__\nint a;\n#elif defined __i386__\nint a;\n#else\n#error neither\n#endif\nint *p = &a;",
	} {
		for _, m := range []ir.DataModel{ir.ILP32, ir.LP64} {
			if _, err := Parse(Config{Model: m, Sources: map[string][]byte{"a.c": []byte(src)}}, "a.c"); err != nil {
				t.Errorf("%v %s: %v", m, src, err)
			}
			// With -include everything is read.
			if _, err := Parse(Config{Model: m, Includes: []string{"b.h"}, Sources: map[string][]byte{"a.c": []byte(src),
				"b.h": nil}}, "a.c"); err != nil {
				t.Errorf("all names, %v %s: %v", m, src, err)
			}
		}
	}
	f := newFiles(Config{Model: ir.ILP32})
	toks, _ := lex([]byte(small))
	// The types of va_list, which every program has, take 250 bytes of the second part.
	if p, b := f.prologue([]byte(small), toks); len(p) > 2000 || len(b) > 2250 {
		t.Errorf("a small program is read after %d and %d bytes", len(p), len(b))
	}
}

// TestPrologueOfProjects checks that the prologue has the names that the program's own headers and -D use, and only
// these.
func TestPrologueOfProjects(t *testing.T) {
	const all = 9000 // the minimum size of all predefined macros in bytes
	for _, c := range []struct {
		name    string
		defines []string
		files   map[string]string
		whole   bool
	}{
		{"own headers", nil, map[string]string{
			"a.c": "#include \"h.h\"\nint f(unsigned x) { return POP(x) + K; }\n#ifdef _WIN32\n#include <windows.h>\n#endif\n",
			"h.h": "#include \"sub/k.h\"\n#define POP(x) __builtin_popcount(x)\n", "sub/k.h": "#include \"l.h\"\n",
			"sub/l.h": "#define K __INT64_MAX__\n"}, false},
		{"-D", []string{"F=__builtin_clz", "N=__CHAR_BIT__"},
			map[string]string{"a.c": "int f(unsigned x) { return F(x) + N; }\n"}, false},
		{"names made by ##", nil, map[string]string{"a.c": "#include \"h.h\"\nint f(unsigned x) { return B(ctz)(x) + " +
			"(M(INT)); }\n",
			"h.h": "#define B(x) __builtin_##x\n#define M(x) __##x##_MAX__\n"}, true},
		{"names made by ## of -D", []string{"B(x)=__builtin_##x"},
			map[string]string{"a.c": "int f(unsigned x) { return B(ctz)(x); }\n"}, true},
		{"included by a macro", nil, map[string]string{"a.c": "#define H \"h.h\"\n#include H\n",
			"h.h": "int f(unsigned x) { return __builtin_ctz(x); }\n"}, true},
	} {
		cfg := Config{Model: ir.LP64, Defines: c.defines, Sources: map[string][]byte{}}
		for name, text := range c.files {
			cfg.Sources[name] = []byte(text)
		}
		if _, err := Parse(cfg, "a.c"); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		f := newFiles(cfg)
		f.file = "a.c"
		toks, _ := lex(cfg.Sources["a.c"])
		if p, b := f.prologue(cfg.Sources["a.c"], toks); (len(p) > all) != c.whole {
			t.Errorf("%s: %d and %d bytes are read before the program", c.name, len(p), len(b))
		}
	}
}

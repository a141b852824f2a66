package witness

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/cfront"
	xexec "github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// randomC returns a random C expression over the variables of lowerProgram. It has a value for all values of these
// variables, if signed overflow wraps.
func randomC(r *rand.Rand, depth int) string {
	if depth == 0 || r.IntN(6) == 0 {
		return []string{"i", "u", "l", "ul", "c", "uc", "s", "us", "b", "a[1]", "a[i & 3]", "*p", "p[1]", "m[1][uc % 3]", "g",
			"0", "1", "-1", "7", "255", "2147483647", "-2147483648LL", "4294967295U", "0x80000000", "'A'", "3000000000",
			"18446744073709551615ULL", "012"}[r.IntN(28)]
	}
	x, y := randomC(r, depth-1), randomC(r, depth-1)
	switch r.IntN(20) {
	case 14:
		return fmt.Sprintf("(%s, %s)", []string{x, "(void)(" + x + ")", "(void)0"}[r.IntN(3)], y)
	case 15:
		return fmt.Sprintf("((%s) ?: (%s))", x, y)
	case 16: // the operand is not evaluated
		return fmt.Sprintf("((long long)sizeof(%s) - 5)", []string{x, "a", "a[0]", "m[1]", "*m", "*p", "short",
			"unsigned long", "char *", "word", "i / 0", "b"}[r.IntN(12)])
	case 17:
		return fmt.Sprintf("(word /* two ) bytes */)(%s // or \"more\n)", x)
	case 18:
		return fmt.Sprintf("((%s) ^ %s)", x, []string{`'\''`, `'\x9f'`, `'\377'`, `'\0'`, `'('`, `'\n'`, `'"'`, "0b101",
			"0x1p3 > 2", "1e1 > 2", "'\\\\'", ".5f"}[r.IntN(12)])
	case 19:
		return fmt.Sprintf("((%s) == 0 || (%s) / (big)2 > 3)", x, y)
	case 0:
		return fmt.Sprintf("(%s)%s", []string{"int", "unsigned", "long long", "unsigned long", "signed char", "unsigned char",
			"short", "_Bool", "uint16_t", "int64_t"}[r.IntN(10)], "("+x+")")
	case 1:
		return fmt.Sprintf("%s(%s)", []string{"-", "~", "!", "+"}[r.IntN(4)], x)
	case 2:
		return fmt.Sprintf("((%s) ? (%s) : (%s))", randomC(r, depth-1), x, y)
	case 3:
		return fmt.Sprintf("((%s) != 0 && (unsigned long)(%s) / (unsigned long)(%s) > 2)", y, x, y)
	case 4:
		return fmt.Sprintf("((%s) == 0 || (unsigned)(%s) %% (%s) < 5)", y, x, "(unsigned)("+y+") | 1U")
	case 5:
		return fmt.Sprintf("((%s) %s ((%s) & 31))", "(unsigned)("+x+")", []string{"<<", ">>"}[r.IntN(2)], y)
	}
	op := []string{"+", "-", "*", "&", "|", "^", "==", "!=", "<", "<=", ">", ">=", "&&", "||"}[r.IntN(14)]
	return fmt.Sprintf("(%s %s %s)", x, op, y)
}

// lowerProgram declares the variables of randomC; its verbs are their values and statements.
const lowerProgram = `#include <stdint.h>
int printf(const char *, ...);
typedef unsigned short half, *halves;
typedef unsigned short word;
typedef long long big;
int g = -3;
int main(void) {
	int i = %d; unsigned u = %du; long long l = %dLL; unsigned long ul = %dul; signed char c = %d; unsigned char uc = %d;
	short s = %d; unsigned short us = %d; _Bool b = %d;
	int a[4] = {5, -6, 7, 2147483647};
	short m[2][3] = {{1, 2, 3}, {4, -5, 6}};
	int *p = &a[1];
	i = i + a[0] - 5 + (p - p) + (m[0][0] - 1);
	%s
	return g + i + (int)u + (int)l + (int)ul + c + uc + s + us + b;
}
`

// TestLowerAgainstGcc checks that an invariant is violated exactly if gcc computes zero for its expression. With
// TANDEM_ALL=1, there are more expressions.
func TestLowerAgainstGcc(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		benchtest.Missing(t, "no gcc")
	}
	n := 150
	if os.Getenv("TANDEM_ALL") != "" {
		n = 3000
	}
	r := rand.New(rand.NewPCG(7, 7))
	vals := []any{int32(r.Uint32()), r.Uint32(), int64(r.Uint64()), r.Uint64(), int8(r.Uint32()), uint8(r.Uint32()),
		int16(r.Uint32()), uint16(r.Uint32()), 1}
	var exprs []string
	show := ""
	for len(exprs) < n {
		e := randomC(r, 1+r.IntN(4))
		exprs = append(exprs, e)
		show += fmt.Sprintf("\tprintf(\"%%d\\n\", (%s) != 0);\n", e)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "a.c")
	source := func(body string) string { return fmt.Sprintf(lowerProgram, append(append([]any{}, vals...), body)...) }
	if err := os.WriteFile(file, []byte(source(show)), 0o600); err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(dir, "a.out")
	if out, err := exec.Command(gcc, "-w", "-fwrapv", "-O0", file, "-o", bin).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(bin).Output()
	if len(out) == 0 {
		t.Fatal(err)
	}
	want := strings.Fields(string(out))
	text := source("")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	src := Sources{file: []byte(text)}
	at := Location{FileName: file, Line: 1 + strings.Count(text[:strings.Index(text, "return g")], "\n")}
	for k, e := range exprs {
		p, err := cfront.Load(cfront.Config{Files: []string{file}, Model: ir.LP64, PropertyKind: "unreach-call",
			ErrorFunc: "reach_error"})
		if err != nil {
			t.Fatal(err)
		}
		f := &File{Entries: []Entry{{Type: InvariantSet,
			Invariants: []Invariant{{"location_invariant", at, e, "c_expression"}}}}}
		w, err := weaveInvariants(p, f, WeaveOptions{Files: []string{file}, Sources: src})
		if err != nil || len(w.Open) > 0 {
			t.Fatalf("%s: %v %v", e, err, w)
		}
		if k%2 == 0 { // also through all passes
			if p, err = instrument.Prepare(p, instrument.Default()); err != nil {
				t.Fatalf("%s: %v", e, err)
			}
		} else if err := ir.Check(p); err != nil {
			t.Fatalf("%s: %v", e, err)
		}
		m, err := xexec.NewInterp(p, xexec.Config{})
		if err != nil {
			t.Fatal(err)
		}
		run, err := m.Run(context.Background(), xexec.Zeros())
		if err != nil {
			t.Fatal(err)
		}
		got := "1"
		if run.Outcome.Kind == xexec.Violated {
			got = "0"
		} else if run.Outcome.Kind != xexec.Finished {
			t.Fatalf("%s: the run ends with %v", e, run.Outcome)
		}
		if got != want[k] {
			t.Errorf("%s is %s in gcc, %s here", e, want[k], got)
		}
	}
}

// TestLowerExact checks that if overflow is undefined, the arithmetic of an invariant neither ends an execution nor
// wraps at 32 bits.
func TestLowerExact(t *testing.T) {
	text := "int main(void) {\n\tint i = 2147483647, j = -2147483647 - 1;\n\treturn i + 0 * j;\n}\n"
	file := filepath.Join(t.TempDir(), "a.c")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for e, want := range map[string]xexec.Kind{
		"i + 1 > i": xexec.Finished, "i * i > i": xexec.Finished, "-j > 0": xexec.Finished, "j - 1 < j": xexec.Finished,
		"i + 1 < i": xexec.Violated, "i / (j - j) == 0": xexec.Violated, "j == 0 && i / 0 > 1": xexec.Violated,
		"j != 0 || i % 0 > 1": xexec.Finished, "j / -1 == i + 1": xexec.Finished, "1 << 40 == 0": xexec.Violated,
	} {
		p, err := cfront.Load(cfront.Config{Files: []string{file}, Model: ir.ILP32, PropertyKind: "no-overflow"})
		if err != nil {
			t.Fatal(err)
		}
		f := &File{Entries: []Entry{{Type: InvariantSet,
			Invariants: []Invariant{{"location_invariant", Location{FileName: file, Line: 3}, e, "c_expression"}}}}}
		w, err := weaveInvariants(p, f, WeaveOptions{Files: []string{file}, Sources: Sources{file: []byte(text)},
			Exact: true})
		if err != nil || len(w.Open) > 0 {
			t.Fatalf("%s: %v %v", e, err, w)
		}
		opt := instrument.Default()
		opt.Overflow, opt.Report = "undefined", map[string]bool{ir.NoOverflow: true}
		if p, err = instrument.Prepare(p, opt); err != nil {
			t.Fatal(err)
		}
		m, err := xexec.NewInterp(p, xexec.Config{})
		if err != nil {
			t.Fatal(err)
		}
		run, err := m.Run(context.Background(), xexec.Zeros())
		if err != nil || run.Outcome.Kind != want || want == xexec.Violated && !strings.HasPrefix(run.Outcome.Obligation.Kind,
			KindInvariant) {
			t.Errorf("%s: %v, want %v", e, run.Outcome, want)
		}
	}
}

// TestLegalC checks that a text that may be C is read, or the error says that it is not understood. For other texts,
// the error is of another type.
func TestLegalC(t *testing.T) {
	plain := func(name string) (ctype, bool) { return ctype{t: ir.U8}, name == "u8" }
	for text, want := range map[string]string{ // "read", "beyond" or "no C"
		"a, b": "read", "f(a, b)": "read", "a ? b, c : d": "read", "a[b, c]": "read", "(a, b) > 1": "read", "a ?: b": "read",
		"x /* > 0 */ > 1": "read",
		"x > 1 // so":     "read", "x > \\\n 1": "read", "'\\''": "read", "'\\x41' == x": "read", "')' == x": "read",
		"(u8)x": "read", "(u8)-x": "read",
		"(u8 *)p == q": "read", "(struct s *)p == q": "read", "(const volatile unsigned long int *const)p == 0": "read",
		"sizeof(int) == 4": "read",
		"sizeof x":         "read", "sizeof(x++)": "read", "sizeof(struct s *)": "read", "a<:1:> == 2": "read",
		"é == 1":    "read",
		"1'000 < x": "read", "(T)-x": "read",
		"__extension__ x": "read", "(void)x, 1": "read", "p->a.b[1]": "read", "(T *)p": "read", "-(T)x": "beyond",
		"(T)(x)": "read",
		"(T)x":   "beyond", "(struct s)x": "beyond", "(enum e)x == E": "beyond", "(enum { A, B })x": "beyond",
		"(typeof(x))y":            "beyond",
		"(T (*)(int, T *))p == f": "beyond", "(int (*)[3])p == q": "beyond", "(long double)x": "beyond",
		"(_Float128)x": "beyond", "(__int128)x": "beyond",
		"(struct s){ .a = 1 }.a": "beyond", "(int[]){1, 2}[0]": "beyond", "({ int y = x; y; })": "beyond",
		"_Generic(x, int: 1, default: 2)": "beyond",
		`"abc"[x]`:                        "beyond", `"a" "b" == p`: "beyond", `L"a" == p`: "beyond", "L'a' == x": "beyond",
		"'ab' == x": "beyond",
		"1.0L < x":  "beyond", "2i": "beyond",
		"99999999999999999999 > x": "beyond", "_Alignof(int)": "beyond", "__alignof__ x": "beyond",
		"__builtin_offsetof(struct s, a.b)":    "beyond",
		"__builtin_types_compatible_p(int, T)": "beyond", "&&label != p": "beyond", "__real__ x": "beyond",
		"va_arg(ap, int)": "beyond", "sizeof(struct s)": "beyond",
		"x,": "no C", ", x": "no C", "a ? b": "no C", "a ? , : b": "no C", "x /* no end": "no C", "'a": "no C", "''": "no C",
		"(int)": "no C", "(unsigned x)y": "no C",
		"(T *)p +": "no C", "(T *)": "no C", "sizeof": "no C", "sizeof(int": "no C", "p->1": "no C", "p.": "no C",
		"x = 3": "no C", "x += 3": "no C", "x++": "no C",
		"--x": "no C", "x[]": "no C", "x]": "no C", "int": "no C", "return": "no C", "while == 1": "no C", "08": "no C",
		"1 2": "no C", "a b": "no C", "x == == y": "no C",
		"a ==> b": "no C", "f(,)": "no C", "f(a b)": "no C", "(a": "no C", "x ! y": "no C",
	} {
		n, err := parseC(text, ir.LP64, plain)
		got := "no C"
		var un *unsupported
		switch {
		case errors.As(err, &un):
			got = "beyond"
		case err == nil && n != nil:
			got = "read"
		}
		if got != want {
			t.Errorf("%s: %s (%v), want %s", text, got, err, want)
		}
	}
}

// TestParseC checks that texts that are not expressions, or are nested too deeply, are errors, and that numbers have
// the types of C.
func TestParseC(t *testing.T) {
	for _, bad := range []string{"", "x +", "x = 3", "x++", "(x", "f(x", "x y", "x == 1;", "3..4", "0x", "'ab'", "12abc",
		"a ==> b", "{1}", `"s"`} {
		if n, err := parseC(bad, ir.LP64, nil); err == nil {
			t.Errorf("%q is read as %v", bad, n)
		}
	}
	deep := strings.Repeat("(", 100000) + "x" + strings.Repeat(")", 100000)
	if _, err := parseC(deep, ir.LP64, nil); err == nil {
		t.Error("deep nesting")
	}
	if _, err := parseC(strings.Repeat("!", 100000)+"x", ir.LP64, nil); err == nil {
		t.Error("deep nesting of operators")
	}
	types := map[string]ir.Type{"1": ir.I32, "2147483648": ir.I64, "0x80000000": ir.U32, "4294967296": ir.I64,
		"1u": ir.U32, "1L": ir.I64, "1ull": ir.U64,
		"0xffffffffffffffff": ir.U64, "1.5": ir.F64, "1.5f": ir.F32, "1e3": ir.F64, "'a'": ir.I32}
	for s, want := range types {
		if n, err := parseC(s, ir.LP64, nil); err != nil || n.typ.t != want {
			t.Errorf("%s: %v %v, want %v", s, n, err, want)
		}
	}
}

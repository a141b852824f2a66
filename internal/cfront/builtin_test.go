package cfront_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

var integerTypes = []string{"char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned",
	"long", "unsigned long", "long long", "unsigned long long"}

// edgy returns the text of a random number, often near the limits of some type.
func edgy(r *rand.Rand) string {
	v := []uint64{0, 1 << 7, 1 << 8, 1 << 15, 1 << 16, 1 << 31, 1 << 32, 1 << 63, 1<<63 - 1, 1 << 33, 46341, 3037000500,
		4294967296}[r.Intn(13)] + uint64(r.Intn(5)) - 2
	if r.Intn(3) == 0 {
		v = r.Uint64() >> r.Intn(64)
	}
	if r.Intn(3) == 0 {
		v = -v
	}
	return fmt.Sprintf("%dULL", v)
}

// builtinProgram returns the C text of a random function program_k that calls gcc's builtins.
func builtinProgram(r *rand.Rand, k int) string {
	pick := func(s ...string) string { return s[r.Intn(len(s))] }
	var b strings.Builder
	fmt.Fprintf(&b, "static void program_%d(void) {\n", k)
	var vars []string
	for i := range 5 {
		t := integerTypes[r.Intn(len(integerTypes))]
		fmt.Fprintf(&b, "\t%s v%d = (%s)%s;\n", t, i, t, edgy(r))
		vars = append(vars, fmt.Sprintf("v%d", i))
	}
	arg := func() string {
		if r.Intn(4) == 0 {
			return "(" + integerTypes[r.Intn(len(integerTypes))] + ")" + edgy(r)
		}
		return vars[r.Intn(len(vars))]
	}
	for i := range 12 {
		op := pick("add", "sub", "mul")
		switch r.Intn(8) {
		case 0, 1, 2:
			fmt.Fprintf(&b, "\t{ %s r%d = 0; out(__builtin_%s_overflow(%s, %s, &r%d)); out(r%d); }\n", integerTypes[r.Intn(11)],
				i, op, arg(), arg(), i, i)
		case 3:
			fmt.Fprintf(&b, "\tout(__builtin_%s_overflow_p(%s, %s, (%s)0));\n", op, arg(), arg(), integerTypes[r.Intn(11)])
		case 4:
			t := r.Intn(6)
			fmt.Fprintf(&b, "\t{ %s r%d = 0; out(__builtin_%s%s%s_overflow(%s, %s, &r%d)); out(r%d); }\n",
				[]string{"int", "long", "long long", "unsigned", "unsigned long", "unsigned long long"}[t], i,
				[]string{"s", "s", "s", "u", "u", "u"}[t], op,
				[]string{"", "l", "ll", "", "l", "ll"}[t], arg(), arg(), i, i)
		case 5:
			s := pick("", "l", "ll", "imax")
			a := arg()
			fmt.Fprintf(&b, "\tout(__builtin_%s%s(%s)); if ((%s)%s) out(__builtin_%s%s(%s));\n",
				pick("ffs", "clrsb", "popcount", "parity"), s, a,
				map[string]string{"": "unsigned", "l": "unsigned long", "ll": "unsigned long long",
					"imax": "unsigned long long"}[s], a, pick("clz", "ctz"), s, a)
		case 6:
			fmt.Fprintf(&b, "\tout(__builtin_bswap%s(%s)); out(sizeof(__builtin_bswap16(1)));\n", pick("16", "32", "64"), arg())
		case 7:
			a := arg()
			fmt.Fprintf(&b, "\tout(__builtin_expect(%s, 1)); out(sizeof(__builtin_expect(%s, 0))); "+
				"out(__builtin_speculation_safe_value((long)%s)); out(__builtin_choose_expr(%d, %s, %s)); "+
				"out(__builtin_classify_type(%s));\n",
				a, a, a, r.Intn(2), arg(), arg(), pick(a, "&v0", "1.5", "(float)v1", "\"a\"", "(_Bool)1"))
			fmt.Fprintf(&b, "\t{ unsigned s = 0; out(__builtin_ia32_addcarryx_u32(v0, v1, v2, &s)); out(s); "+
				"out(__builtin_ia32_sbb_u32(v3, v4, v1, &s)); out(s); }\n")
		}
	}
	b.WriteString("}\n")
	return b.String()
}

// TestBuiltins checks that random programs with gcc's builtins compute the same results as under gcc.
func TestBuiltins(t *testing.T) { batches(t, 20, "", builtinProgram) }

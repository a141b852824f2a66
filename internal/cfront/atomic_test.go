package cfront_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

// atomicProgram returns the C text of a random function program_k that operates on atomic objects.
func atomicProgram(r *rand.Rand, k int) string {
	pick := func(s ...string) string { return s[r.Intn(len(s))] }
	types := []string{"char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long",
		"unsigned long", "long long", "unsigned long long"}
	t := pick(types...)
	number := func() string {
		v := int64(r.Intn(600) - 300)
		if r.Intn(4) == 0 {
			v = r.Int63() - 1<<62
		}
		return fmt.Sprintf("(%s)%dLL", pick(types...), v)
	}
	order := func() string { return pick("0", "__ATOMIC_SEQ_CST", "__ATOMIC_RELAXED") }
	var b strings.Builder
	fmt.Fprintf(&b, "struct A%d { char c; short s[%d]; int i; };\n", k, 1+r.Intn(3))
	fmt.Fprintf(&b, "static %s g%d = %s;\nstatic _Atomic %s ag%d = %s;\n", t, k, number(), t, k, number())
	fmt.Fprintf(&b, "static void program_%d(void) {\n\t%s x = %s, y = %s, z = %s; _Atomic %s a = %s, *pa = &ag%d; "+
		"_Atomic(%s) b = %s;\n", k, t, number(), number(), number(), t, number(), k, t, number())
	fmt.Fprintf(&b, "\t_Bool f = %d; _Atomic _Bool ab = %d; _Atomic double d = 1.5; double e = 1.5; int arr[9] = {1, "+
		"2, 3}, *p = arr; _Atomic(int *) ap = arr; atomic_flag fl = ATOMIC_FLAG_INIT;\n", r.Intn(2), r.Intn(2))
	fmt.Fprintf(&b, "\tstruct A%d s = {1, {2}, 3}, s2 = s, s3 = {4, {5}, 6}; _Atomic struct A%d as; "+
		"__builtin_memset(&as, 0, sizeof as); int i = 0;\n", k, k)
	ops := []string{"add", "sub", "or", "and", "xor", "nand"}
	for range 14 {
		o := pick("x", "y", fmt.Sprintf("g%d", k))
		ao := pick("a", "b", fmt.Sprintf("ag%d", k), "(*pa)")
		v := pick(number(), "y", "z", "a", "i++ + 3")
		if v == o || v == ao { // for op_fetch, gcc reads the object again after the operation
			v = "z"
		}
		op := pick(ops...)
		c11 := pick("add", "sub", "or", "and", "xor")
		switch r.Intn(20) {
		case 0:
			fmt.Fprintf(&b, "\tout(__sync_fetch_and_%s(&%s, %s));\n", op, o, v)
		case 1:
			fmt.Fprintf(&b, "\tout(__sync_%s_and_fetch(&%s, %s));\n", op, o, v)
		case 2:
			fmt.Fprintf(&b, "\tout(__atomic_fetch_%s(&%s, %s, %s));\n", op, o, v, order())
		case 3:
			fmt.Fprintf(&b, "\tout(__atomic_%s_fetch(&%s, %s, %s));\n", op, o, v, order())
		case 4:
			fmt.Fprintf(&b, "\tout(atomic_fetch_%s(&%s, %s));\n", c11, ao, v)
		case 5:
			fmt.Fprintf(&b, "\t%s = %s; out(%s %s %s);\n", ao, v, ao, pick("+=", "-=", "*=", "&=", "|=", "^="), v)
		case 6:
			fmt.Fprintf(&b, "\tout(%s);\n", pick(ao+"++", "++"+ao, ao+"--", "--"+ao))
		case 7:
			fmt.Fprintf(&b, "\tout(__atomic_exchange_n(&%s, %s, %s)); out(atomic_exchange(&%s, %s));\n", o, v, order(), ao, v)
		case 8:
			fmt.Fprintf(&b, "\tout(__atomic_compare_exchange_n(&%s, &z, %s, %d, 5, 0)); out(z);\n", o, v, r.Intn(2))
		case 9:
			fmt.Fprintf(&b, "\tz = %s; out(atomic_compare_exchange_%s(&%s, &z, %s)); out(z);\n", pick(ao, "y"),
				pick("strong", "weak"), ao, v)
		case 10:
			fmt.Fprintf(&b, "\tout(__sync_val_compare_and_swap(&%s, %s, %s)); out(__sync_bool_compare_and_swap(&%s, %s, %s));\n",
				o, pick(o, v), v, o, pick(o, "y"), v)
		case 11:
			fmt.Fprintf(&b, "\tout(__sync_lock_test_and_set(&%s, %s)); out(%s);\n", o, v, o)
			if r.Intn(2) == 0 {
				fmt.Fprintf(&b, "\t__sync_lock_release(&%s); out(%s);\n", o, o)
			}
		case 12:
			fmt.Fprintf(&b, "\t__atomic_store(&%s, &z, 5); __atomic_load(&%s, &z, 5); __atomic_exchange(&%s, &z, &y, 5); "+
				"out(y); out(z); out(__atomic_compare_exchange(&%s, &y, &z, 0, 5, 5)); out(y);\n", o, pick("x", "y"), o, o)
		case 13:
			fmt.Fprintf(&b, "\tab %s %s; out(ab); out(__atomic_exchange_n(&f, %s, 5)); out(f); out(atomic_exchange(&ab, %s));\n",
				pick("|=", "&=", "^=", "="), v, v, pick("0", "3"))
		case 14:
			fmt.Fprintf(&b, "\td %s %d; out((long long)(d * 4)); out(atomic_compare_exchange_strong(&d, &e, 2.5)); out((long "+
				"long)(e * 4));\n", pick("+=", "-=", "*="), r.Intn(5))
		case 15:
			fmt.Fprintf(&b, "\tp = arr; ap = arr; out((char *)__sync_fetch_and_add(&p, %d) - (char *)arr); out((char "+
				"*)__atomic_sub_fetch(&p, %d, 5) - (char *)arr); ap %s %d; ap++; out((char *)ap - (char *)arr); out((char "+
				"*)atomic_fetch_add(&ap, 4) - (char *)arr); out((char *)ap - (char *)arr);\n",
				4*r.Intn(3), r.Intn(9)-4, pick("+="), r.Intn(3))
		case 16:
			fmt.Fprintf(&b, "\tatomic_store(&as, %s); s = atomic_load(&as); out(s.c + s.s[0] + s.i); s2 = "+
				"atomic_exchange(&as, s3); out(s2.i); out(atomic_load(&as).i);\n", pick("s2", "s3"))
		case 17:
			b.WriteString("\tout(atomic_flag_test_and_set(&fl)); ")
			if r.Intn(2) == 0 {
				b.WriteString("atomic_flag_clear(&fl);\n")
			}
		case 18:
			fmt.Fprintf(&b, "\tout(sizeof(__sync_fetch_and_add(&x, 1))); out(sizeof(atomic_load(&a))); out(sizeof(ag%d)); "+
				"out(_Alignof(_Atomic %s)); out(__atomic_always_lock_free(%d, 0)); out(atomic_is_lock_free(&a));\n", k, t,
				r.Intn(20))
		case 19:
			n := pick("1", "2", "4", "8")
			fmt.Fprintf(&b, "\t{ unsigned long long w = %s; out(__sync_fetch_and_%s_%s(&w, %s)); "+
				"out(__atomic_%s_fetch_%s(&w, %s, 5)); out(__atomic_load_%s(&w, 5)); out(__atomic_exchange_%s(&w, %s, 5)); "+
				"out(w); }\n", number(), op, n, v, op, n, v, n, n, v)
		}
	}
	fmt.Fprintf(&b, "\tout(x); out(y); out(z); out(a); out(b); out(g%d); out(ag%d); out(i); out(f); out(ab);\n}\n", k, k)
	return b.String()
}

// TestAtomics checks that random programs with atomic objects compute the same results as under gcc.
func TestAtomics(t *testing.T) {
	batches(t, 15, "#include <stdatomic.h>\n", atomicProgram, "-latomic")
}

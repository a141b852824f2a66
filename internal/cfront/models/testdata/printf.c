/* Compares the printf family of units (m_f) with the C library on random calls. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <wchar.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <float.h>

void __VERIFIER_assume(int c) { if (!c) abort(); }
unsigned __VERIFIER_nondet_uint(void) { return 0; } /* the result for a field that is too wide */
int m_snprintf(char *, size_t, const char *, ...);
int m_sprintf(char *, const char *, ...);
int m_vsnprintf(char *, size_t, const char *, va_list);
int m_asprintf(char **, const char *, ...);
int m_printf(const char *, ...);

void __tandem_errno(int e) { errno = e; }

static unsigned long long state = 88172645463325252ull;
static unsigned rnd(unsigned n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)(state >> 11) % n;
}

static int failures;
static char a[20000], b[20000];

static unsigned long long bits(void)
{
	unsigned long long v = (unsigned long long)rnd(1u << 31) << 33 ^ (unsigned long long)rnd(1u << 31) << 11 ^ rnd(1u << 20);
	switch (rnd(5)) {
	case 0: return rnd(20);
	case 1: return v >> rnd(64);
	case 2: return -(v >> rnd(64));
	case 3: { static const unsigned long long at[] = {0, 9, 10, 99, 100, 127, 128, 255, 32767, 32768, 65535, INT_MAX, 1u << 31, UINT_MAX, LLONG_MAX, 1ull << 63, ULLONG_MAX}; return at[rnd(17)]; }
	}
	return v;
}

static double number(void)
{
	union { double d; unsigned long long u; } x;
	switch (rnd(9)) {
	case 0: { static const double at[] = {0, -0.0, 1, 0.5, 1.5, 2.5, 0.1, 9.5, 9.995, 99.5, 0.05, 1e5, 1e6, 123456.5, 999999.5, 1e-4, 9.9995e-5, 1e22, 1e23, 0x1p-1074, DBL_MIN, DBL_MAX, INFINITY, -INFINITY, NAN, -NAN, 1e100, 5e-324, 0x1.8p0, 0x1.fp0}; return at[rnd(sizeof at / sizeof *at)]; }
	case 1: x.u = bits() << 32 ^ bits(); return x.d;
	case 2: return (double)(long long)bits();
	case 3: return ((int)rnd(20001) - 10000) / 8.0;
	case 4: return ((int)rnd(20001) - 10000) / 1000.0;
	case 5: return ldexp(rnd(1000), (int)rnd(2100) - 1074);
	case 6: return pow(10, (int)rnd(40) - 20);
	case 7: return rnd(100000) * pow(10, (int)rnd(12) - 9);
	}
	x.u = bits();
	return x.d;
}

/* Writes one conversion to f. kind is its argument: 0 int, 1 long, 2 long long, 3 double, 4 string, 5 pointer, 6
   char, 7 wide string. */
static char *conversion(char *f, int kind, int at)
{
	const char *ints[] = {"", "hh", "h"}, *longs[] = {"l", "z", "t"}, *llongs[] = {"ll", "j", at ? "j" : "q"};
	*f++ = '%';
	if (at)
		f += sprintf(f, "%d$", at);
	while (rnd(3) == 0)
		*f++ = "-+ #0'"[rnd(6)];
	if (rnd(3) == 0)
		f += sprintf(f, "%d", rnd(4) ? 1 + rnd(25) : 1 + rnd(200));
	if (kind < 5 && rnd(2) == 0)
		f += sprintf(f, rnd(5) ? ".%d" : ".", rnd(4) ? rnd(20) : rnd(400));
	if (kind < 3) {
		f += sprintf(f, "%s", kind == 0 ? ints[rnd(3)] : kind == 1 ? longs[rnd(3)] : llongs[rnd(3)]);
		*f++ = "ddiuuxXob"[rnd(at ? 8 : 9)];
	} else {
		*f++ = kind == 3 ? "aAeEfFgG"[rnd(8)] : kind == 4 ? 's' : kind == 5 ? 'p' : kind == 6 ? 'c' : rnd(2) ? 'S' : 's';
		if (kind == 7 && f[-1] == 's') {
			f[-1] = 'l';
			*f++ = 's';
		}
	}
	*f = 0;
	return f;
}

static void text(char **f)
{
	static const char *parts[] = {"", "", "x", " = ", "%%", "\n", "100%% "};
	*f += sprintf(*f, "%s", parts[rnd(7)]);
}

static void differ(const char *f, int r, int q)
{
	if (failures++ < 20)
		printf("format \"%s\": %d \"%.200s\", not %d \"%.200s\"\n", f, r, a, q, b);
}

#define TRY(...) do { \
	int r, q; size_t n = rnd(3) ? sizeof a : rnd(40); \
	memset(a, 7, 4200); memset(b, 7, 4200); \
	r = m_snprintf(a, n, __VA_ARGS__); q = snprintf(b, n, __VA_ARGS__); \
	if (r != q || (q >= 0 ? memcmp(a, b, 4200) != 0 : 0)) differ(f, r, q); \
	if (q >= 0) { \
		memset(a, 7, 4200); memset(b, 7, 4200); r = m_sprintf(a, __VA_ARGS__); q = sprintf(b, __VA_ARGS__); \
		if (r != q || memcmp(a, b, 4200)) differ(f, r, q); \
		r = m_snprintf(0, 0, __VA_ARGS__); if (r != q) differ(f, r, q); \
		r = m_printf(__VA_ARGS__); if (r != q) differ(f, r, q); \
		char *p = 0; r = m_asprintf(&p, __VA_ARGS__); if (r != q || strcmp(p, b)) differ(f, r, q); free(p); \
	} \
} while (0)

int main(int argc, char **argv)
{
	int count = atoi(argv[1]), i, k;
	for (i = 0; i < count; i++) {
		char f[400], *p = f;
		static const char *words[] = {"", "a", "hello", "a longer word", "%d"};
		static const wchar_t *wides[] = {L"", L"ab", L"wide text", L"caf\xe9"};
		const char *w = rnd(8) ? words[rnd(5)] : 0;
		const wchar_t *ww = rnd(8) ? wides[rnd(4)] : 0;
		double d = number();
		long long v = bits();
		int x1 = (int)rnd(61) - 30, x2 = (int)rnd(30) - 5, x3 = (int)rnd(10) - 2, c = rnd(3) ? 'x' : rnd(3) ? (int)rnd(300) : 0;
		void *ptr = rnd(3) ? (void *)(long)v : 0;
		switch (rnd(12)) {
		case 0: text(&p); p = conversion(p, 0, 0); text(&p); TRY(f, (int)v); break;
		case 1: text(&p); p = conversion(p, 1, 0); text(&p); TRY(f, (long)v); break;
		case 2: text(&p); p = conversion(p, 2, 0); text(&p); TRY(f, v); break;
		case 3: case 4: text(&p); p = conversion(p, 3, 0); text(&p); TRY(f, d); break;
		case 5: text(&p); p = conversion(p, 4, 0); text(&p); TRY(f, w); break;
		case 6: p = conversion(p, 5, 0); TRY(f, ptr); break;
		case 7: p = conversion(p, 6, 0); TRY(f, c); break;
		case 8: /* several conversions in a row, with %n and * */
			p = conversion(p, 0, 0); text(&p); p = conversion(p, 4, 0); text(&p); p = conversion(p, 3, 0); text(&p); p = conversion(p, 2, 0);
			TRY(f, (int)v, w, d, v);
			break;
		case 9: /* positions, in any order */
			for (k = rnd(5); k >= 0; k--) {
				static const int kinds[] = {0, 4, 3, 2};
				int at = rnd(4);
				text(&p);
				p = conversion(p, kinds[at], at + 1);
			}
			p += sprintf(p, "%%1$d%%2$s%%3$g%%4$lld");
			TRY(f, (int)v, w, d, v);
			break;
		case 10: {
			static const char *stars[] = {"%*d|", "%-*d|", "%0*d|", "%*.3d|", "%+*i|", "%2$*1$d|", "%2$0*1$d|", "%2$.*1$d|"};
			strcpy(f, stars[rnd(8)]);
			TRY(f, x1, (int)v);
			strcpy(f, rnd(2) ? "%.*f|" : "%.*d|");
			if (f[3] == 'f') TRY(f, x2, d); else TRY(f, x2, (int)v);
			strcpy(f, "%-*.*s|");
			TRY(f, x2, x3, w ? w : "null");
			break;
		}
		case 11:
			if (rnd(2)) {
				p = conversion(p, 7, 0);
				TRY(f, ww);
			} else {
				static const char *ns[] = {"%d ab%n%d", "%d%hhn%d", "%d|%hn%d", "%d%lln%d", "%d%ln%d", "%d%jn%d", "%3$d%1$d%2$n", "%d%zn%d%%"};
				long long x = 0x5555555555555555, y = x;
				int r, q;
				strcpy(f, ns[rnd(8)]);
				r = m_snprintf(a, 100, f, (int)v, &x, 5);
				q = snprintf(b, 100, f, (int)v, &y, 5);
				if (r != q || x != y || strcmp(a, b)) differ(f, r, q);
			}
			break;
		}
	}
	{
		static const char *odd[] = {"abc%", "%", "%5", "%-", "%.", "%l", "%2147483648d", "%.2147483648d", "%99999999999d", "%lc", "%C"};
		for (i = 0; i < (int)(sizeof odd / sizeof *odd); i++) {
			const char *f = odd[i];
			int r = m_snprintf(a, 10, f, 65), q = snprintf(b, 10, f, 65);
			if (r != q) differ(f, r, q);
		}
		for (i = 120; i < 300; i++) {
			int r = m_snprintf(a, 10, "%lc", (wint_t)i), q = snprintf(b, 10, "%lc", (wint_t)i);
			if (r != q) differ("%lc", r, q);
		}
	}
	return failures != 0;
}

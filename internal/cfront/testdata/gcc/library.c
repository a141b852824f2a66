/* library functions: models in C, statements of the IR, builtins */
#include <string.h>
#include <stdlib.h>
#include <ctype.h>
#include <stdio.h>
#include <math.h>
#include <limits.h>
#include <stdint.h>
#include <stdbool.h>
#include <assert.h>
void out(unsigned long long);
static int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void d(double x) { union { double d; unsigned long long u; } v = { x }; out(v.u); }
int main(void) {
	char b[32], *s; int *p, x = -5, a[] = { 5, 3, 9, 1 };
	strcpy(b, "hello"); out(strlen(b)); strcat(b, " world"); out(strlen(b)); out(strcmp(b, "hello") > 0); out(strncmp(b, "help", 3)); out(strchr(b, 'o') - b); out(strrchr(b, 'o') - b); out(strstr(b, "wor") - b); out(memcmp(b, "hellp", 5) < 0);
	memset(b + 6, 'x', 3); out(b[8]); memmove(b + 1, b, 5); out(b[1]); memcpy(b, "AB", 3); out(b[2]); s = strdup("dup"); out(s[2]); free(s); strncpy(b, "ab", 5); out(b[4]); out(strspn("aab", "a")); out(strcspn("abc", "c"));
	p = malloc(4 * sizeof *p); for (int i = 0; i < 4; i++) p[i] = a[3 - i]; qsort(p, 4, sizeof *p, cmp); for (int i = 0; i < 4; i++) out(p[i]); int key = 5; out((int *)bsearch(&key, p, 4, sizeof *p, cmp) - p); free(p); p = calloc(3, 4); out(p[2]); free(p); p = realloc(0, 8); p[1] = 3; out(p[1]); free(p); free(0);
	out(isdigit('7') != 0); out(isalpha('x') != 0); out(isspace('x') != 0); out(toupper('q')); out(tolower('Q')); out(isxdigit('g') != 0); out(atoi("-42")); out(strtol("0x1f", &s, 0)); out(*s); out(strtoul("77", 0, 8)); out(abs(x)); out(labs(-7L)); out(div(-7, 2).quot); out(div(-7, 2).rem);
	d(fabs(-2.5)); d(sqrt(2)); d(floor(-1.5)); d(ceil(1.2)); d(trunc(-1.7)); d(rint(2.5)); d(fmin(1, 2)); d(fmax(1, NAN)); d(copysign(3, -1)); d(ldexp(1.5, 4)); d(fmod(7.5, 2)); d(round(2.5)); out(isnan(NAN) != 0); out(isinf(INFINITY) != 0); out(isfinite(1.0) != 0); out(signbit(-0.0) != 0); out(fpclassify(0.0) == FP_ZERO); out(lround(2.5)); d(sqrtf(2)); int e; d(frexp(10, &e)); out(e); double ip; d(modf(3.75, &ip)); d(ip);
	out(__builtin_popcount(0xf0f0)); out(__builtin_clz(1)); out(__builtin_ctz(8)); out(__builtin_ffs(0)); out(__builtin_ffs(12)); out(__builtin_parity(7)); out(__builtin_bswap32(0x01020304)); out(__builtin_bswap16(0x0102)); out(__builtin_bswap64(1)); out(__builtin_clzll(1)); out(__builtin_popcountll(-1LL)); out(__builtin_clrsb(-1)); out(__builtin_clrsb(5));
	int r; out(__builtin_add_overflow(INT_MAX, 1, &r)); out(r); out(__builtin_sub_overflow(1, 2, &r)); out(r); out(__builtin_mul_overflow(1 << 20, 1 << 20, &r)); unsigned char c; out(__builtin_add_overflow(200, 100, &c)); out(c); unsigned u; out(__builtin_sub_overflow(1u, 2u, &u)); out(u); long long ll; out(__builtin_add_overflow(INT_MAX, INT_MAX, &ll)); out(ll); out(__builtin_mul_overflow(0x7fffffffffffffffLL, 2LL, &ll));
	out(__sync_fetch_and_add(&x, 3)); out(x); out(__sync_bool_compare_and_swap(&x, -2, 9)); out(x); out(__atomic_load_n(&x, 0)); out(__builtin_expect(x == 9, 1)); out(__builtin_constant_p(3)); out(__builtin_choose_expr(1, 2, 3)); out(__builtin_types_compatible_p(int, unsigned)); out(__builtin_types_compatible_p(char *, char *)); out(_Generic(x, int: 1, default: 2)); out(_Generic(1.0, int: 1, double: 3, default: 2));
	int *q = __builtin_alloca(8); q[1] = 6; out(q[1]); assert(q[1] == 6); char t[8]; sprintf(t, "abc"); out(t[3]); out(INT_MAX); out(UINT64_MAX); bool bb = 7; out(bb); typeof(x) y = 4; out(y); out(sizeof(uint16_t)); return 0;
}

//# abs
int abs(int i)
{
	return i < 0 ? -i : i;
}

//# labs
long labs(long i)
{
	return i < 0 ? -i : i;
}

//# llabs
long long llabs(long long i)
{
	return i < 0 ? -i : i;
}

//# imaxabs
__INTMAX_TYPE__ imaxabs(__INTMAX_TYPE__ i)
{
	return i < 0 ? -i : i;
}

//# div
typedef struct { int quot, rem; } div_t;
div_t div(int n, int d)
{
	div_t r;
	r.quot = n / d;
	r.rem = n % d;
	return r;
}

//# ldiv
typedef struct { long quot, rem; } ldiv_t;
ldiv_t ldiv(long n, long d)
{
	ldiv_t r;
	r.quot = n / d;
	r.rem = n % d;
	return r;
}

//# lldiv
typedef struct { long long quot, rem; } lldiv_t;
lldiv_t lldiv(long long n, long long d)
{
	lldiv_t r;
	r.quot = n / d;
	r.rem = n % d;
	return r;
}

//# imaxdiv
typedef struct { __INTMAX_TYPE__ quot, rem; } imaxdiv_t;
imaxdiv_t imaxdiv(__INTMAX_TYPE__ n, __INTMAX_TYPE__ d)
{
	imaxdiv_t r;
	r.quot = n / d;
	r.rem = n % d;
	return r;
}

//# ffs
int ffs(int i)
{
	unsigned u = i;
	int n = 1;
	if (!u)
		return 0;
	while (!(u & 1)) {
		u >>= 1;
		n++;
	}
	return n;
}

//# ffsl
int ffsl(long i)
{
	unsigned long u = i;
	int n = 1;
	if (!u)
		return 0;
	while (!(u & 1)) {
		u >>= 1;
		n++;
	}
	return n;
}

//# ffsll
int ffsll(long long i)
{
	unsigned long long u = i;
	int n = 1;
	if (!u)
		return 0;
	while (!(u & 1)) {
		u >>= 1;
		n++;
	}
	return n;
}

//# qsort
/* Swaps two elements. */
static void exchange(unsigned char *p, unsigned char *q, __SIZE_TYPE__ size)
{
	__SIZE_TYPE__ i;
	for (i = 0; i < size; i++) {
		unsigned char c = p[i];
		p[i] = q[i];
		q[i] = c;
	}
}
void qsort(void *base, __SIZE_TYPE__ n, __SIZE_TYPE__ size, int (*cmp)(const void *, const void *))
{
	/* The merge sort of glibc, with its comparisons in its order: the halves of n elements have n / 2 elements and the
	   rest. Parts that are not sorted yet are on a stack. Halves are merged in place, by moving an element before the
	   greater ones. */
	unsigned char *p = base;
	__SIZE_TYPE__ from[64], length[64];
	int done[64], top = 0;
	from[0] = 0;
	length[0] = n;
	done[0] = 0;
	while (top >= 0) {
		__SIZE_TYPE__ a = from[top], count = length[top], b = a + count / 2, end = a + count, k;
		if (count > 1 && done[top] < 2) {
			from[top + 1] = done[top] ? b : a;
			length[top + 1] = done[top] ? count - count / 2 : count / 2;
			done[top + 1] = 0;
			done[top]++;
			top++;
			continue;
		}
		top--;
		while (count > 1 && a < b && b < end) {
			if (cmp(p + a * size, p + b * size) > 0) {
				for (k = b; k > a; k--)
					exchange(p + (k - 1) * size, p + k * size, size);
				b++;
			}
			a++;
		}
	}
}

//# qsort_r
/* Swaps two elements. */
static void exchange(unsigned char *p, unsigned char *q, __SIZE_TYPE__ size)
{
	__SIZE_TYPE__ i;
	for (i = 0; i < size; i++) {
		unsigned char c = p[i];
		p[i] = q[i];
		q[i] = c;
	}
}
void qsort_r(void *base, __SIZE_TYPE__ n, __SIZE_TYPE__ size, int (*cmp)(const void *, const void *, void *), void *arg)
{
	/* The merge sort of glibc, with its comparisons in its order: the halves of n elements have n / 2 elements and the
	   rest. Parts that are not sorted yet are on a stack. Halves are merged in place, by moving an element before the
	   greater ones. */
	unsigned char *p = base;
	__SIZE_TYPE__ from[64], length[64];
	int done[64], top = 0;
	from[0] = 0;
	length[0] = n;
	done[0] = 0;
	while (top >= 0) {
		__SIZE_TYPE__ a = from[top], count = length[top], b = a + count / 2, end = a + count, k;
		if (count > 1 && done[top] < 2) {
			from[top + 1] = done[top] ? b : a;
			length[top + 1] = done[top] ? count - count / 2 : count / 2;
			done[top + 1] = 0;
			done[top]++;
			top++;
			continue;
		}
		top--;
		while (count > 1 && a < b && b < end) {
			if (cmp(p + a * size, p + b * size, arg) > 0) {
				for (k = b; k > a; k--)
					exchange(p + (k - 1) * size, p + k * size, size);
				b++;
			}
			a++;
		}
	}
}

//# bsearch
void *bsearch(const void *key, const void *base, __SIZE_TYPE__ n, __SIZE_TYPE__ size, int (*cmp)(const void *, const void *))
{
	const unsigned char *p = base;
	__SIZE_TYPE__ lo = 0, hi = n;
	while (lo < hi) {
		__SIZE_TYPE__ mid = (lo + hi) / 2;
		int c = cmp(key, p + mid * size);
		if (c < 0)
			hi = mid;
		else if (c > 0)
			lo = mid + 1;
		else
			return (void *)(p + mid * size);
	}
	return 0;
}

//# rand_r
int rand_r(unsigned *seed)
{
	unsigned next = *seed, r;
	next = next * 1103515245u + 12345u;
	r = next / 65536u % 2048u;
	next = next * 1103515245u + 12345u;
	r = r << 10 ^ next / 65536u % 1024u;
	next = next * 1103515245u + 12345u;
	r = r << 10 ^ next / 65536u % 1024u;
	*seed = next;
	return (int)r;
}

//# drand48 __VERIFIER_nondet_double __VERIFIER_assume
double __VERIFIER_nondet_double(void);
void __VERIFIER_assume(int);
double drand48(void)
{
	double d = __VERIFIER_nondet_double();
	__VERIFIER_assume(d >= 0 && d < 1);
	return d;
}

//# a64l
long a64l(const char *s)
{
	unsigned v = 0;
	int i, d;
	for (i = 0; i < 6; i++) {
		char c = s[i];
		if (c == '.')
			d = 0;
		else if (c == '/')
			d = 1;
		else if (c >= '0' && c <= '9')
			d = c - '0' + 2;
		else if (c >= 'A' && c <= 'Z')
			d = c - 'A' + 12;
		else if (c >= 'a' && c <= 'z')
			d = c - 'a' + 38;
		else
			break;
		v |= (unsigned)d << 6 * i;
	}
	return (long)v;
}

//# l64a
char *l64a(long n)
{
	static const char digits[] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
	static char text[7];
	unsigned v = (unsigned)n;
	int i = 0;
	while (v) {
		text[i++] = digits[v & 63];
		v >>= 6;
	}
	text[i] = 0;
	return text;
}

//# swab
void swab(const void *from, void *to, __PTRDIFF_TYPE__ n)
{
	const char *p = from;
	char *q = to;
	__PTRDIFF_TYPE__ i;
	for (i = n - n % 2; i > 1;) {
		char b = p[--i], a = p[--i];
		q[i + 1] = a;
		q[i] = b;
	}
}

//# getsubopt
int getsubopt(char **option, char *const *tokens, char **value)
{
	char *s = *option;
	__SIZE_TYPE__ end = 0, name, i, k;
	if (!*s)
		return -1;
	while (s[end] && s[end] != ',')
		end++;
	for (name = 0; name < end && s[name] != '='; name++)
		;
	for (i = 0; tokens[i]; i++) {
		for (k = 0; k < name && tokens[i][k] == s[k]; k++)
			if (!s[k])
				break;
		if (k == name && !tokens[i][k]) {
			*value = name < end ? s + name + 1 : 0;
			*option = s + end;
			if (s[end]) {
				s[end] = 0;
				*option = s + end + 1;
			}
			return (int)i;
		}
	}
	*value = s;
	*option = s + end;
	if (s[end]) {
		s[end] = 0;
		*option = s + end + 1;
	}
	return -1;
}
//# strfromd snprintf
int snprintf(char *s, __SIZE_TYPE__ n, const char *f, ...);
int strfromd(char *s, __SIZE_TYPE__ n, const char *f, double d)
{
	return snprintf(s, n, f, d);
}

//# strfromf snprintf
int snprintf(char *s, __SIZE_TYPE__ n, const char *f, ...);
int strfromf(char *s, __SIZE_TYPE__ n, const char *f, float d)
{
	return snprintf(s, n, f, d);
}

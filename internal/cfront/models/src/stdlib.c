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
	unsigned char *p = base;
	__SIZE_TYPE__ i, k;
	for (i = 1; i < n; i++)
		for (k = i; k > 0 && cmp(p + (k - 1) * size, p + k * size) > 0; k--)
			exchange(p + (k - 1) * size, p + k * size, size);
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

//# __errno_location __VERIFIER_nondet_int
int __VERIFIER_nondet_int(void);
int *__errno_location(void)
{
	/* Any library function may change errno, and those that do are not all
	   known: whoever looks at it finds anything. */
	static int e;
	e = __VERIFIER_nondet_int();
	return &e;
}

//# rand_r __VERIFIER_nondet_uint
unsigned __VERIFIER_nondet_uint(void);
int rand_r(unsigned *seed)
{
	*seed = __VERIFIER_nondet_uint();
	return __VERIFIER_nondet_uint() & 0x7fffffff;
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

//# difftime
double difftime(long a, long b)
{
	return (double)a - (double)b;
}

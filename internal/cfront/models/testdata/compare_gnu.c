/* GNU's string functions, messages, and the remaining functions of stdlib.h. */

#define SAMEERR(what, call1, call2) { errno = 0; m_errno = 0; int same = (call1) == (call2); CHECK(what, same && errno == m_errno); }

char *__xpg_basename(char *);

static char *path(void)
{
	static const char letters[] = "//ab.";
	int n = rnd(8), i;
	char *s = malloc(n + 1);
	for (i = 0; i < n; i++)
		s[i] = letters[rnd(sizeof letters - 1)];
	s[n] = 0;
	return s;
}

static char *version(void)
{
	static const char letters[] = "0012a.9";
	int n = rnd(7), i;
	char *s = malloc(n + 1);
	for (i = 0; i < n; i++)
		s[i] = letters[rnd(sizeof letters - 1)];
	s[n] = 0;
	return s;
}

static void gnuStrings(void)
{
	char *a = version(), *b = version(), d1[64], d2[64];
	unsigned n = rnd(12);
	int c = 0;
	CHECK("strverscmp", SIGN(m_strverscmp(a, b)) == SIGN(strverscmp(a, b)));
	BOTH("stpncpy", m_stpncpy(d1, a, n) - d1, stpncpy(d2, a, n) - d2)
	CHECK("a64l", m_a64l(a) == a64l(a));
	free(a);
	free(b);
	b = "";
	a = path();
	CHECK("basename", m_basename(a) == (basename)(a));
	{
		char *x = strdup(a), *y = strdup(a), *p = m___xpg_basename(x), *q = __xpg_basename(y);
		CHECK("__xpg_basename", !strcmp(p, q) && !memcmp(x, y, strlen(a) + 1));
		free(x);
		free(y);
	}
	free(a);
	a = "";
	{
		long v = (long)(((unsigned long long)rnd(1u << 31) << 20 ^ rnd(1u << 31)) >> rnd(40));
		CHECK("l64a", !strcmp(m_l64a(v), l64a(v)));
		CHECK("a64l again", m_a64l(m_l64a(v)) == a64l(l64a(v)));
	}
	{
		char from[20], x[20], y[20];
		unsigned i, k = rnd(12);
		for (i = 0; i < 20; i++)
			from[i] = x[i] = y[i] = (char)rnd(256);
		m_swab(from, x, (int)k - 1); swab(from, y, (int)k - 1);
		CHECK("swab", !memcmp(x, y, 20));
		m_swab(x, x, k); swab(y, y, k);
		CHECK("swab in place", !memcmp(x, y, 20));
		m_memfrob(x, k); memfrob(y, k);
		CHECK("memfrob", !memcmp(x, y, 20));
	}
	{
		static char *const tokens[] = { "ro", "rw", "r", "name", "", 0 };
		static const char *parts[] = { "ro", "rw", "name", "name=x", "r=", "=", ",", "q", "ro=1" };
		char x[100] = "", y[100], *px = x, *py = y, *vx = 0, *vy = 0;
		int k = rnd(4), m;
		while (k--) {
			strcat(x, parts[rnd(9)]);
			if (k) strcat(x, ",");
		}
		memcpy(y, x, 100);
		for (k = 0; k < 6; k++) {
			int r = m_getsubopt(&px, tokens, &vx), q = getsubopt(&py, tokens, &vy);
			CHECK("getsubopt", r == q && px - x == py - y && (vx ? vx - x : -1) == (vy ? vy - y : -1) && !memcmp(x, y, 100));
		}
	}
	{
		unsigned s1 = rnd(1u << 31) * 2 + rnd(2), s2 = s1;
		CHECK("rand_r", m_rand_r(&s1) == rand_r(&s2) && s1 == s2);
	}
	{
		imaxdiv_t q;
		long long u = (long long)rnd(1u << 31) * (rnd(2) ? 1 : -1) * rnd(100000), d = (int)rnd(1000) - 500;
		if (d == 0) d = 7;
		q = imaxdiv(u, d);
		CHECK("imaxdiv", m_imaxdiv(u, d).quot == q.quot && m_imaxdiv(u, d).rem == q.rem);
	}
	{
		static const int errs[] = { -1000, -1, 0, 1, 2, 34, 41, 58, 133, 134, 9999, INT_MIN, INT_MAX };
		int e = errs[rnd(sizeof errs / sizeof *errs)], r1, r2;
		memset(d1, 7, 64); memset(d2, 7, 64);
		n = rnd(40);
		r1 = m___xpg_strerror_r(e, d1, n); r2 = __xpg_strerror_r(e, d2, n);
		CHECK("__xpg_strerror_r", r1 == r2 && !memcmp(d1, d2, 64));
		memset(d1, 7, 64); memset(d2, 7, 64);
		if (n > 0) {
			CHECK("strerror_r", !strcmp(m_strerror_r(e, d1, n), strerror_r(e, d2, n)) && !memcmp(d1, d2, 64));
		}
	}
}

static int arg_cmp(const void *p, const void *q, void *arg) { return int_cmp(p, q) * *(int *)arg; }

/* A comparison function that records its arguments. Its results are not always an order. */
static unsigned compared;
static int odd_cmp(const void *p, const void *q)
{
	int x = *(const int *)p, y = *(const int *)q;
	compared = compared * 31 + x;
	compared = compared * 31 + y;
	return x % 7 == 3 ? y - x : (int)((unsigned)x * 1000003u - (unsigned)y * 1000003u);
}

static void sorting(void)
{
#ifndef __SANITIZE_ADDRESS__ /* the sanitizer has its own qsort */
	const char *a = "", *b = "";
	unsigned n = rnd(rnd(2) ? 6 : 40), i, k;
	int c = 0, x[40], y[40];
	for (i = 0; i < 40; i++)
		x[i] = y[i] = rnd(2) ? (int)rnd(1u << 31) : (int)rnd(10) - 5;
	compared = 0;
	qsort(x, n, sizeof *x, odd_cmp);
	k = compared;
	compared = 0;
	m_qsort(y, n, sizeof *y, odd_cmp);
	CHECK("qsort calls", k == compared && !memcmp(x, y, sizeof x));
	{
		struct { int key; char pad[60]; } u[40], v[40];
		memset(u, 0, sizeof u);
		for (i = 0; i < 40; i++) {
			u[i].key = rnd(20);
			u[i].pad[5] = (char)i;
		}
		memcpy(v, u, sizeof u);
		compared = 0;
		qsort(u, n, sizeof *u, odd_cmp);
		k = compared;
		compared = 0;
		m_qsort(v, n, sizeof *v, odd_cmp);
		CHECK("qsort of structures", k == compared && !memcmp(u, v, sizeof u));
	}
#endif
}

static void messages(void)
{
	const char *a = "", *b = "";
	unsigned n = 0;
	int c;
	for (c = -10; c < 300; c++) {
		const char *p = m_strerrordesc_np(c), *q = strerrordesc_np(c);
		CHECK("strerror", !strcmp(m_strerror(c), strerror(c)));
		CHECK("strsignal", !strcmp(m_strsignal(c), strsignal(c)));
		CHECK("strerrordesc_np", p && q ? !strcmp(p, q) : !p && !q);
		p = m_strerrorname_np(c), q = strerrorname_np(c);
		CHECK("strerrorname_np", p && q ? !strcmp(p, q) : !p && !q);
		p = m_sigdescr_np(c), q = sigdescr_np(c);
		CHECK("sigdescr_np", p && q ? !strcmp(p, q) : !p && !q);
		p = m_sigabbrev_np(c), q = sigabbrev_np(c);
		CHECK("sigabbrev_np", p && q ? !strcmp(p, q) : !p && !q);
	}
	for (c = -1; c <= 1; c += 2) {
		int x[] = { 3, 1, 2, 5, 4, 3 }, y[] = { 3, 1, 2, 5, 4, 3 };
		qsort_r(x, 6, sizeof *x, arg_cmp, &c);
		m_qsort_r(y, 6, sizeof *y, arg_cmp, &c);
		CHECK("qsort_r", !memcmp(x, y, sizeof x));
	}
}

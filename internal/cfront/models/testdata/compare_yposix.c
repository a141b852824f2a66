/* Functions of POSIX: internet addresses, argz, strptime, search.h, paths. */
#include <arpa/inet.h>
#include <argz.h>
#include <search.h>
#include <sys/sysmacros.h>
#include <langinfo.h>
#include <locale.h>
char *dirname(char *);
char *strptime(const char *, const char *, struct tm *);
#undef htonl
#undef htons

static void some(char *s, const char *const *parts, int count, int most)
{
	int k = rnd(most);
	*s = 0;
	while (k--)
		strcat(s, parts[rnd(count)]);
}
#define SOME(s, most, ...) { static const char *const parts[] = {__VA_ARGS__}; some(s, parts, sizeof parts / sizeof *parts, most); }

static int equals(const void *a, const void *b) { return *(const int *)a != *(const int *)b; }

static void posix(void)
{
	char s[300] = "", x[300] = "", y[300] = "";
	unsigned char a[17] = "", b[17] = "";
	int r, q, i, n = 0, c = 0;
	SOME(s, 9, "1", "0", "255", "256", ".", ".", ".", "0x", "7f", "08", "65536", "4294967295", "4294967296", " ", "a", "10")
	memset(a, 3, 16), memset(b, 3, 16);
	r = m_inet_aton(s, a), q = inet_aton(s, (void *)b);
	CHECK("inet_aton", r == q && !memcmp(a, b, 16));
	CHECK("inet_addr", m_inet_addr(s) == inet_addr(s));
	r = m_inet_pton(AF_INET, s, a), q = inet_pton(AF_INET, s, b);
	CHECK("inet_pton", r == q && !memcmp(a, b, 16));
	sprintf(s, "%u.%u.%u.%u", rnd(300), rnd(260), rnd(256), rnd(256));
	r = m_inet_pton(AF_INET, s, a), q = inet_pton(AF_INET, s, b);
	CHECK("inet_pton", r == q && !memcmp(a, b, 16));
	SOME(s, 14, ":", ":", ":", "::", "1", "0", "fe80", "ABCD", "12345", ":7", "1.2.3.4", ":0", "g", "::1", ":2:3", "1:2:3:4:")
	r = m_inet_pton(AF_INET6, s, a), q = inet_pton(AF_INET6, s, b);
	if (r != q || memcmp(a, b, 16)) printf("%s: %d %d\n", s, r, q);
	CHECK("inet_pton 6", r == q && !memcmp(a, b, 16));
	r = m_inet_pton(7, s, a), q = inet_pton(7, s, b);
	CHECK("inet_pton 7", r == q);
	for (i = 0; i < 16; i++)
		a[i] = rnd(3) ? 0 : (unsigned char)rnd(256);
	if (rnd(5) == 0)
		memset(a, 0, 10 + 2 * rnd(2)), a[10] = a[11] = 255;
	if (rnd(5) == 0)
		memset(a, 0, 15);
	r = rnd(50);
	memset(x, 1, 60), memset(y, 1, 60);
	{
		const char *p = m_inet_ntop(AF_INET6, a, x, r), *t = inet_ntop(AF_INET6, a, y, r);
		if (!p != !t || memcmp(x, y, 60)) printf("%s %s\n", x, y);
		CHECK("inet_ntop 6", !p == !t && !memcmp(x, y, 60));
		p = m_inet_ntop(AF_INET, a, x, r), t = inet_ntop(AF_INET, a, y, r);
		CHECK("inet_ntop", !p == !t && !memcmp(x, y, 60));
	}
	{
		struct in_addr g;
		memcpy(&g, a, 4);
		struct { unsigned s; } *h = (void *)&g;
		CHECK("htonl", m_htonl(g.s_addr) == htonl(g.s_addr) && m_ntohs((unsigned short)g.s_addr) == ntohs((unsigned short)g.s_addr));
	}
	SOME(s, 8, "/", "//", "a", "bc", ".", "..", "/")
	strcpy(x, s), strcpy(y, s);
	{
		char *p = m_dirname(x), *t = dirname(y);
		CHECK("dirname", !strcmp(p, t) && (p == x) == (t == y) && !strcmp(x, y));
	}
	{
		char *p = 0, *t = 0, *e, *f;
		size_t n = 0, m = 0;
		SOME(s, 9, ":", "::", "a", "bc", "d", ":e:")
		r = m_argz_create_sep(s, ':', &p, &n), q = argz_create_sep(s, ':', &t, &m);
		CHECK("argz_create_sep", r == q && n == m && (n == 0 || !memcmp(p, t, n)));
		CHECK("argz_count", m_argz_count(p, n) == argz_count(t, m));
		for (i = 0; i < 3; i++) {
			SOME(s, 3, "x", "yz", "")
			m_argz_add(&p, &n, s), argz_add(&t, &m, s);
			CHECK("argz_add", n == m && !memcmp(p, t, n));
		}
		e = m_argz_next(p, n, 0), f = argz_next(t, m, 0);
		for (i = rnd(4); i > 0 && e; i--)
			e = m_argz_next(p, n, e), f = argz_next(t, m, f);
		CHECK("argz_next", !e == !f && (!e || e - p == f - t));
		r = m_argz_insert(&p, &n, e, "ins"), q = argz_insert(&t, &m, f, "ins");
		CHECK("argz_insert", r == q && n == m && !memcmp(p, t, n));
		e = m_argz_next(p, n, 0), f = argz_next(t, m, 0);
		m_argz_delete(&p, &n, e), argz_delete(&t, &m, f);
		CHECK("argz_delete", n == m && !memcmp(p, t, n));
		m_argz_stringify(p, n, ','), argz_stringify(t, m, ',');
		CHECK("argz_stringify", !memcmp(p, t, n));
		free(p), free(t);
	}
	{
		struct tm u, v;
		char f[60], *p, *t;
		memset(&u, 0, sizeof u);
		u.tm_mon = rnd(12), u.tm_mday = 1 + rnd(28), u.tm_year = rnd(300), u.tm_hour = rnd(24), u.tm_min = rnd(60), u.tm_sec = rnd(60), u.tm_wday = rnd(7), u.tm_yday = rnd(365);
		SOME(f, 6, "%a", "%A", "%b", "%B", "%h", "%c", "%C", "%d", "%e", "%D", "%H", "%I", "%j", "%m", "%M", "%n", "%p", "%r", "%R", "%S", "%T", "%u", "%w", "%U", "%W", "%V", "%x", "%X", "%y", "%Y", "%F", "%z", "%Z", "%%", " ", ":", "%k", "%l")
		*x = 0;
		if (!strftime(x, 200, f, &u))
			*x = 0;
		if (rnd(3) == 0)
			SOME(x, 5, "12", "7", "1999", " ", ":", "Mon", "jan", "PM", "+0130", "-05:30", "Z", "/", "31", "x", "2000-02-29")
		memset(&u, 0, sizeof u), memset(&v, 0, sizeof v);
		u.tm_mday = v.tm_mday = rnd(2);
		u.tm_year = v.tm_year = rnd(200);
		p = m_strptime(x, f, (void *)&u), t = strptime(x, f, &v);
		u.tm_zone = v.tm_zone = 0;
		if (refused) {
			refused = 0;
			v = u;
			t = p;
		}
		if (p != t || t && memcmp(&u, &v, sizeof u)) printf("strptime(\"%s\", \"%s\"): %d.%d.%d w%d y%d h%d, %d.%d.%d w%d y%d h%d\n", x, f, u.tm_mday, u.tm_mon, u.tm_year, u.tm_wday, u.tm_yday, u.tm_hour, v.tm_mday, v.tm_mon, v.tm_year, v.tm_wday, v.tm_yday, v.tm_hour);
		CHECK("strptime", p == t && (!t || !memcmp(&u, &v, sizeof u)));
	}
	{
		int v[20], n1, key = rnd(5);
		size_t n = rnd(8), k = n;
		for (i = 0; i < 20; i++)
			v[i] = rnd(5);
		int *p = m_lfind(&key, v, &n, sizeof(int), equals), *t = lfind(&key, v, &n, sizeof(int), equals);
		CHECK("lfind", p == t);
		p = m_lsearch(&key, v, &n, sizeof(int), equals), t = lsearch(&key, v, &k, sizeof(int), equals);
		CHECK("lsearch", p == t && n == k);
	}
	{
		unsigned long long d = (unsigned long long)rnd(1u << 31) << 33 ^ rnd(1u << 31);
		CHECK("makedev", m_gnu_dev_major(d) == gnu_dev_major(d) && m_gnu_dev_minor(d) == gnu_dev_minor(d) && m_gnu_dev_makedev(rnd(3) * 5000, 77) == m_gnu_dev_makedev(0, 77) || 1);
		CHECK("gnu_dev_makedev", m_gnu_dev_makedev((unsigned)d, (unsigned)(d >> 32)) == gnu_dev_makedev((unsigned)d, (unsigned)(d >> 32)));
	}
	{
		static const char *const formats[] = {"%a", "%.3f", "%g", "%e", "%.0E", "%.10g", "%F"};
		const char *f = formats[rnd(7)];
		double v = rnd(1u << 31) / 1000.0 - 1e5;
		CHECK("strfromd", m_strfromd(x, 20, f, v) == strfromd(y, 20, f, v) && !strcmp(x, y));
		CHECK("strfromf", m_strfromf(x, 20, f, (float)v) == strfromf(y, 20, f, (float)v) && !strcmp(x, y));
	}
	SOME(s, 3, "y", "N", "n", "Y", "x")
	CHECK("rpmatch", m_rpmatch(s) == rpmatch(s));
	{
		int c = (int)rnd(256);
		CHECK("isalpha_l", !m_isalpha_l(c, 0) == !isalpha(c) && m_toupper_l(c, 0) == toupper(c) && !m_iswpunct_l(c, 0) == !iswpunct(c));
	}
}

/* Functions of wchar.h, wctype.h and uchar.h. */

static wchar_t *wword(int max)
{
	static const wchar_t letters[] = { 'a', 'a', 'b', 'A', 'B', ',', ' ', 0x20ac, -5, 0x7fffffff, (wchar_t)0x80000000 };
	int n = rnd(max + 1), i;
	wchar_t *s = malloc((n + 1) * sizeof *s);
	for (i = 0; i < n; i++)
		s[i] = letters[rnd(sizeof letters / sizeof *letters)];
	s[n] = 0;
	return s;
}

static void wideStrings(void)
{
	wchar_t *x = wword(9), *y = wword(4), d1[64], d2[64];
	const char *a = "", *b = "";
	unsigned n = rnd(12);
	wchar_t z = rnd(3) ? x[rnd(wcslen(x) + 1)] : (wchar_t)rnd(100);
	int c = z;
	CHECK("wcslen", m_wcslen(x) == wcslen(x));
	CHECK("wcsnlen", m_wcsnlen(x, n) == wcsnlen(x, n));
	CHECK("wcscmp", SIGN(m_wcscmp(x, y)) == SIGN(wcscmp(x, y)));
	CHECK("wcscoll", SIGN(m_wcscoll(x, y)) == SIGN(wcscoll(x, y)));
	CHECK("wcsncmp", SIGN(m_wcsncmp(x, y, n)) == SIGN(wcsncmp(x, y, n)));
	{
		unsigned lx = 0, ly = 0;
		for (; x[lx]; lx++) if (x[lx] < 0) x[lx] = 'q';
		for (; y[ly]; ly++) if (y[ly] < 0) y[ly] = 'Q';
	}
	CHECK("wcscasecmp", SIGN(m_wcscasecmp(x, y)) == SIGN(wcscasecmp(x, y)));
	CHECK("wcsncasecmp", SIGN(m_wcsncasecmp(x, y, n)) == SIGN(wcsncasecmp(x, y, n)));
	CHECK("wcschr", m_wcschr(x, z) == wcschr(x, z));
	CHECK("wcsrchr", m_wcsrchr(x, z) == wcsrchr(x, z));
	CHECK("wcschrnul", m_wcschrnul(x, z) == wcschrnul(x, z));
	CHECK("wcsspn", m_wcsspn(x, y) == wcsspn(x, y));
	CHECK("wcscspn", m_wcscspn(x, y) == wcscspn(x, y));
	CHECK("wcspbrk", m_wcspbrk(x, y) == wcspbrk(x, y));
	CHECK("wcsstr", m_wcsstr(x, y) == wcsstr(x, y));
	CHECK("wmemchr", m_wmemchr(x, z, wcslen(x)) == wmemchr(x, z, wcslen(x)));
	{
		unsigned len = wcslen(x) < wcslen(y) ? wcslen(x) : wcslen(y);
		CHECK("wmemcmp", SIGN(m_wmemcmp(x, y, len)) == SIGN(wmemcmp(x, y, len)));
	}
#define WBOTH(what, u, v) wmemset(d1, 7, 64); wmemset(d2, 7, 64); wcscpy(d1, y); wcscpy(d2, y); \
	{ int same = (u) == (v); CHECK(what, same && !memcmp(d1, d2, sizeof d1)); }
	WBOTH("wcscpy", m_wcscpy(d1, x) - d1, wcscpy(d2, x) - d2)
	WBOTH("wcpcpy", m_wcpcpy(d1, x) - d1, wcpcpy(d2, x) - d2)
	WBOTH("wcsncpy", m_wcsncpy(d1, x, n) - d1, wcsncpy(d2, x, n) - d2)
	WBOTH("wcpncpy", m_wcpncpy(d1, x, n) - d1, wcpncpy(d2, x, n) - d2)
	WBOTH("wcscat", m_wcscat(d1, x) - d1, wcscat(d2, x) - d2)
	WBOTH("wcsncat", m_wcsncat(d1, x, n) - d1, wcsncat(d2, x, n) - d2)
	WBOTH("wcsxfrm", m_wcsxfrm(d1, x, 32), wcsxfrm(d2, x, 32))
	n = rnd(wcslen(x) + 2);
	WBOTH("wmemcpy", m_wmemcpy(d1, x, n) - d1, wmemcpy(d2, x, n) - d2)
	WBOTH("wmempcpy", m_wmempcpy(d1, x, n) - d1, wmempcpy(d2, x, n) - d2)
	WBOTH("wmemset", m_wmemset(d1, z, n) - d1, wmemset(d2, z, n) - d2)
	WBOTH("wmemmove", m_wmemmove(d1 + 1, d1, n) - d1, wmemmove(d2 + 1, d2, n) - d2)
	{
		wchar_t *p = m_wcsdup(x);
		CHECK("wcsdup", !wcscmp(p, x));
		free(p);
	}
	{
		wchar_t *u = wcsdup(x), *v = wcsdup(x), *s1 = u, *s2 = v, *p = m_wcstok(u, y, &s1), *q = wcstok(v, y, &s2);
		for (;;) {
			CHECK("wcstok", (p ? p - u : -1) == (q ? q - v : -1) && (s1 ? s1 - u : -1) == (s2 ? s2 - v : -1));
			if (!p || !q)
				break;
			p = m_wcstok(0, y, &s1);
			q = wcstok(0, y, &s2);
		}
		CHECK("wcstok text", !memcmp(u, v, (wcslen(x) + 1) * sizeof *u));
		free(u);
		free(v);
	}
	CHECK("wcswidth", m_wcswidth(x, n) == wcswidth(x, n));
	free(x);
	free(y);
}

static void wideClasses(void)
{
	static const char *names[] = { "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit" };
	const char *a = "", *b = "";
	unsigned n = 0, i;
	int c;
	for (c = -3; c < 1000; c++) {
#define WCLASS(f) CHECK(#f, !m_##f(c) == !f(c));
		WCLASS(iswalnum) WCLASS(iswalpha) WCLASS(iswblank) WCLASS(iswcntrl) WCLASS(iswdigit) WCLASS(iswgraph) WCLASS(iswlower)
		WCLASS(iswprint) WCLASS(iswpunct) WCLASS(iswspace) WCLASS(iswupper) WCLASS(iswxdigit)
		CHECK("towlower", m_towlower(c) == towlower(c));
		CHECK("towupper", m_towupper(c) == towupper(c));
		for (i = 0; i < 12; i++)
			CHECK("iswctype", !m_iswctype(c, m_wctype(names[i])) == !iswctype(c, wctype(names[i])));
		CHECK("towctrans", m_towctrans(c, m_wctrans("toupper")) == towctrans(c, wctrans("toupper")));
		CHECK("towctrans", m_towctrans(c, m_wctrans("tolower")) == towctrans(c, wctrans("tolower")));
		CHECK("btowc", m_btowc(c) == btowc(c));
		CHECK("wctob", m_wctob(c) == wctob(c));
		CHECK("wcwidth", m_wcwidth(c) == wcwidth(c));
	}
	CHECK("wctype", !m_wctype("alphax") && !m_wctype("") && !m_wctype("alp"));
	CHECK("wctrans", !m_wctrans("alpha") && !m_wctrans("") && !m_wctrans("to"));
}

static void multibyte(void)
{
	static const char letters[] = "ab7 z\xc3";
	char a[10], *b = "", d1[16], d2[16];
	wchar_t w[10], w1[16], w2[16];
	mbstate_t s1, s2;
	char16_t u1, u2;
	char32_t v1, v2;
	unsigned len = rnd(7), n, i;
	int c;
	for (i = 0; i < len; i++) {
		a[i] = letters[rnd(rnd(2) ? 5 : 6)];
		w[i] = rnd(8) ? a[i] & 127 : (wchar_t)(rnd(2) ? 0x20ac : -1);
	}
	a[len] = 0;
	w[len] = 0;
	n = rnd(9);
	c = rnd(4) ? (int)rnd(140) : (int)rnd(200000) - 1000;
	memset(&s1, 0, sizeof s1);
	memset(&s2, 0, sizeof s2);
#define FRESH memset(d1, 7, 16); memset(d2, 7, 16); wmemset(w1, 7, 16); wmemset(w2, 7, 16); u1 = u2 = 7; v1 = v2 = 7; errno = m_errno = 0;
#define PAIR(what, x, y) { FRESH int same = (x) == (y); CHECK(what, same); CHECK(what " errno", errno == m_errno); \
	CHECK(what " memory", !memcmp(d1, d2, 16) && !memcmp(w1, w2, sizeof w1) && u1 == u2 && v1 == v2 && !memcmp(&s1, &s2, sizeof s1)); }
	PAIR("mbrtowc", m_mbrtowc(w1, a, n, (void *)&s1), mbrtowc(w2, a, n, &s2))
	PAIR("mbrtowc no target", m_mbrtowc(0, a, n, (void *)&s1), mbrtowc(0, a, n, &s2))
	PAIR("mbrtowc null", m_mbrtowc(w1, 0, n, (void *)&s1), mbrtowc(w2, 0, n, &s2))
	PAIR("mbrlen", m_mbrlen(a, n, (void *)&s1), mbrlen(a, n, &s2))
	PAIR("mbrtoc16", m_mbrtoc16(&u1, a, n, (void *)&s1), mbrtoc16(&u2, a, n, &s2))
	PAIR("mbrtoc32", m_mbrtoc32(&v1, a, n, (void *)&s1), mbrtoc32(&v2, a, n, &s2))
	PAIR("wcrtomb", m_wcrtomb(d1, c, (void *)&s1), wcrtomb(d2, c, &s2))
	PAIR("wcrtomb null", m_wcrtomb(0, c, (void *)&s1), wcrtomb(0, c, &s2))
	PAIR("c32rtomb", m_c32rtomb(d1, c, (void *)&s1), c32rtomb(d2, c, &s2))
	PAIR("c16rtomb", m_c16rtomb(d1, c, (void *)&s1), c16rtomb(d2, c, &s2))
	PAIR("c16rtomb high", m_c16rtomb(d1, 0xd812, (void *)&s1), c16rtomb(d2, 0xd812, &s2))
	CHECK("mbsinit", !m_mbsinit((void *)&s1) == !mbsinit(&s2));
	if (rnd(2)) c = 0xdc34;
	PAIR("c16rtomb low", m_c16rtomb(d1, c, (void *)&s1), c16rtomb(d2, c, &s2))
	PAIR("c16rtomb null", m_c16rtomb(0, c, (void *)&s1), c16rtomb(0, c, &s2))
	PAIR("mbtowc", m_mbtowc(w1, a, n), mbtowc(w2, a, n))
	PAIR("mbtowc null", m_mbtowc(w1, 0, n), mbtowc(w2, 0, n))
	PAIR("mblen", m_mblen(a, n), mblen(a, n))
	PAIR("wctomb", m_wctomb(d1, c), wctomb(d2, c))
	PAIR("wctomb null", m_wctomb(0, c), wctomb(0, c))
	PAIR("mbstowcs", m_mbstowcs(w1, a, n), mbstowcs(w2, a, n))
	PAIR("mbstowcs null", m_mbstowcs(0, a, n), mbstowcs(0, a, n))
	PAIR("wcstombs", m_wcstombs(d1, w, n), wcstombs(d2, w, n))
	PAIR("wcstombs null", m_wcstombs(0, w, n), wcstombs(0, w, n))
	{
		const char *p, *q;
		const wchar_t *x, *y;
#define AT(p, q) ((p) == (q))
		p = q = a;
		PAIR("mbsrtowcs", m_mbsrtowcs(w1, &p, n, (void *)&s1), mbsrtowcs(w2, &q, n, &s2))
		CHECK("mbsrtowcs source", p == q);
		p = q = a;
		PAIR("mbsrtowcs null", m_mbsrtowcs(0, &p, n, (void *)&s1), mbsrtowcs(0, &q, n, &s2))
		CHECK("mbsrtowcs null source", p == q);
		p = q = a;
		c = rnd(9);
		PAIR("mbsnrtowcs", m_mbsnrtowcs(w1, &p, c, n, (void *)&s1), mbsnrtowcs(w2, &q, c, n, &s2))
		CHECK("mbsnrtowcs source", p == q);
		p = q = a;
		PAIR("mbsnrtowcs null", m_mbsnrtowcs(0, &p, c, n, (void *)&s1), mbsnrtowcs(0, &q, c, n, &s2))
		CHECK("mbsnrtowcs null source", p == q);
		x = y = w;
		PAIR("wcsrtombs", m_wcsrtombs(d1, &x, n, (void *)&s1), wcsrtombs(d2, &y, n, &s2))
		CHECK("wcsrtombs source", x == y);
		x = y = w;
		PAIR("wcsrtombs null", m_wcsrtombs(0, &x, n, (void *)&s1), wcsrtombs(0, &y, n, &s2))
		CHECK("wcsrtombs null source", x == y);
		x = y = w;
		PAIR("wcsnrtombs", m_wcsnrtombs(d1, &x, c, n, (void *)&s1), wcsnrtombs(d2, &y, c, n, &s2))
		CHECK("wcsnrtombs source", x == y);
		x = y = w;
		PAIR("wcsnrtombs null", m_wcsnrtombs(0, &x, c, n, (void *)&s1), wcsnrtombs(0, &y, c, n, &s2))
		CHECK("wcsnrtombs null source", x == y);
	}
}

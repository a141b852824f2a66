/* Compares the models (m_f) with the C library on random inputs. */

static unsigned long long state = 88172645463325252ull;
static unsigned rnd(unsigned n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)(state >> 11) % n;
}

static int failures;
#define CHECK(what, cond) do { static int seen; if (!(cond) && ++failures && seen++ < 3) printf("%s differs: \"%s\" \"%s\" n=%u c=%d\n", what, a, b, n, c); } while (0)
#define SIGN(x) ((x) > 0 ? 1 : (x) < 0 ? -1 : 0)

/* Short strings over few letters, so that matches are common. They are heap blocks of exactly their size, so that
   sanitizers detect an access of one byte too many. */
static char *word(int max)
{
	static const char letters[] = "aabABz,; \t0\xff\x80";
	int n = rnd(max + 1), i;
	char *s = malloc(n + 1);
	for (i = 0; i < n; i++)
		s[i] = letters[rnd(sizeof letters - 1)];
	s[n] = 0;
	return s;
}

static char *numeral(void)
{
	static const char *parts[] = { " ", "\t\n", "+", "-", "0", "0x", "0X", "7", "9", "12", "2147483647", "2147483648", "4294967295",
		"4294967296", "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616", "f", "zZ", "x", "8", "00", "g", "." };
	char buf[200] = "";
	int k = rnd(6);
	while (k--)
		strcat(buf, parts[rnd(sizeof parts / sizeof *parts)]);
	return strdup(buf);
}

static int byte_cmp(const void *p, const void *q) { return *(const signed char *)p - *(const signed char *)q; }
static int int_cmp(const void *p, const void *q) { int x = *(const int *)p, y = *(const int *)q; return x < y ? -1 : x > y; }

static void strings(void)
{
	char *a = word(9), *b = word(4), d1[64], d2[64];
	unsigned n = rnd(12);
	int c = rnd(3) ? (unsigned char)a[rnd(strlen(a) + 1)] : (int)rnd(700) - 200;
	CHECK("strcmp", SIGN(m_strcmp(a, b)) == SIGN(strcmp(a, b)));
	CHECK("strcmp self", m_strcmp(a, a) == 0);
	CHECK("strncmp", SIGN(m_strncmp(a, b, n)) == SIGN(strncmp(a, b, n)));
	CHECK("strcoll", SIGN(m_strcoll(a, b)) == SIGN(strcoll(a, b)));
	CHECK("strcasecmp", SIGN(m_strcasecmp(a, b)) == SIGN(strcasecmp(a, b)));
	CHECK("strncasecmp", SIGN(m_strncasecmp(a, b, n)) == SIGN(strncasecmp(a, b, n)));
#define BOTH(what, x, y) memset(d1, 7, 64); memset(d2, 7, 64); strcpy(d1, b); strcpy(d2, b); \
	{ int same = (x) == (y); CHECK(what, same && !memcmp(d1, d2, 64)); }
	BOTH("strcpy", m_strcpy(d1, a) - d1, strcpy(d2, a) - d2)
	BOTH("stpcpy", m_stpcpy(d1, a) - d1, stpcpy(d2, a) - d2)
	BOTH("strncpy", m_strncpy(d1, a, n) - d1, strncpy(d2, a, n) - d2)
	BOTH("strcat", m_strcat(d1, a) - d1, strcat(d2, a) - d2)
	BOTH("strncat", m_strncat(d1, a, n) - d1, strncat(d2, a, n) - d2)
	BOTH("strxfrm", m_strxfrm(d1, a, 32), strxfrm(d2, a, 32))
	BOTH("memccpy", (char *)m_memccpy(d1, a, c, strlen(a) + 1), (char *)memccpy(d2, a, c, strlen(a) + 1) ? d1 + ((char *)memccpy(d2, a, c, strlen(a) + 1) - d2) : 0)
	/* with the result of snprintf */
	memset(d1, 7, 64); memset(d2, 7, 64);
	if (n) snprintf(d2, n, "%s", a);
	CHECK("strlcpy", m_strlcpy(d1, a, n) == strlen(a) && (!n || !strcmp(d1, d2)));
	strcpy(d1, b);
	snprintf(d2, 64, "%s%s", b, a);
	if (n > strlen(b)) {
		d2[n - 1] = 0;
		CHECK("strlcat", m_strlcat(d1, a, n) == strlen(a) + strlen(b) && !strcmp(d1, d2));
	} else {
		CHECK("strlcat", m_strlcat(d1, a, n) == strlen(a) + n && !strcmp(d1, b));
	}
	{
		unsigned len = strlen(a) < strlen(b) ? strlen(a) : strlen(b);
		CHECK("memcmp", SIGN(m_memcmp(a, b, len)) == SIGN(memcmp(a, b, len)));
		CHECK("bcmp", !m_bcmp(a, b, len) == !bcmp(a, b, len));
		CHECK("memchr", m_memchr(a, c, strlen(a)) == memchr(a, c, strlen(a)));
		CHECK("memrchr", m_memrchr(a, c, strlen(a)) == memrchr(a, c, strlen(a)));
		CHECK("rawmemchr", m_rawmemchr(a, 0) == a + strlen(a));
		CHECK("memmem", m_memmem(a, strlen(a), b, strlen(b)) == memmem(a, strlen(a), b, strlen(b)));
	}
	{
		char *x = strdup(a), *y = strdup(a), *p = strtok(x, b), *q = m_strtok(y, b);
		for (;;) {
			CHECK("strtok", (p ? p - x : -1) == (q ? q - y : -1));
			if (!p || !q)
				break;
			CHECK("strtok token", !strcmp(p, q));
			p = strtok(0, b);
			q = m_strtok(0, b);
		}
		CHECK("strtok text", !memcmp(x, y, strlen(a) + 1));
		free(x);
		free(y);
	}
	{
		char *x = strdup(a), *y = strdup(a), *px = x, *py = y;
		while (px) {
			char *p = strsep(&px, b), *q = m_strsep(&py, b);
			CHECK("strsep", p - x == q - y && (px ? px - x : -1) == (py ? py - y : -1) && !strcmp(p, q));
		}
		CHECK("strsep end", m_strsep(&py, b) == 0);
		free(x);
		free(y);
	}
	{
		char *p = m_strdup(a), *q = m_strndup(a, n);
		CHECK("strdup", !strcmp(p, a));
		CHECK("strndup", strlen(q) == strnlen(a, n) && !strncmp(q, a, n));
		free(p);
		free(q);
	}
	{
		wchar_t wa[20], wb[20], wd[20];
		unsigned i;
		for (i = 0; i <= strlen(a); i++) wa[i] = a[i] * 1000;
		for (i = 0; i <= strlen(b); i++) wb[i] = b[i] * 1000;
		CHECK("wcslen", m_wcslen(wa) == wcslen(wa));
		CHECK("wcscmp", SIGN(m_wcscmp(wa, wb)) == SIGN(wcscmp(wa, wb)));
		CHECK("wcschr", m_wcschr(wa, (signed char)c * 1000) == wcschr(wa, (signed char)c * 1000));
		CHECK("wcscpy", m_wcscpy(wd, wa) == wd && !wcscmp(wd, wa));
	}
	free(a);
	free(b);
}

static void numbers(void)
{
	char *a = numeral(), *b = "", *e1, *e2;
	int c = rnd(4) ? (int[]){ 0, 8, 10, 16, 2, 36 }[rnd(6)] : (int)rnd(35) + 2;
	unsigned n = 0;
	if (c == 1) c = 10;
#define CONV(f) { e1 = e2 = 0; int same = m_##f(a, &e1, c) == f(a, &e2, c); CHECK(#f, same && e1 == e2); CHECK(#f " null", m_##f(a, 0, c) == f(a, 0, c)); }
	CONV(strtol) CONV(strtoul) CONV(strtoll) CONV(strtoull) CONV(strtoimax) CONV(strtoumax)
	CHECK("atoi", m_atoi(a) == atoi(a));
	CHECK("atol", m_atol(a) == atol(a));
	CHECK("atoll", m_atoll(a) == atoll(a));
	free(a);
}

static void classes(void)
{
	const char *a = "", *b = "";
	unsigned n = 0;
	int c;
	for (c = -1; c < 256; c++) {
#define CLASS(f) CHECK(#f, !m_##f(c) == !f(c));
		CLASS(isalnum) CLASS(isalpha) CLASS(isblank) CLASS(iscntrl) CLASS(isdigit) CLASS(isgraph) CLASS(islower)
		CLASS(isprint) CLASS(ispunct) CLASS(isspace) CLASS(isupper) CLASS(isxdigit)
		CHECK("isascii", !m_isascii(c) == !isascii(c));
		CHECK("toascii", m_toascii(c) == toascii(c));
		CHECK("tolower", m_tolower(c) == tolower(c));
		CHECK("toupper", m_toupper(c) == toupper(c));
	}
	for (c = -128; c < 256; c++) {
		CHECK("tolower of chars", m_tolower(c) == tolower(c));
		CHECK("toupper of chars", m_toupper(c) == toupper(c));
		CHECK("__ctype_b_loc", (*m___ctype_b_loc())[c] == (*__ctype_b_loc())[c]);
		CHECK("__ctype_tolower_loc", (*m___ctype_tolower_loc())[c] == (*__ctype_tolower_loc())[c]);
		CHECK("__ctype_toupper_loc", (*m___ctype_toupper_loc())[c] == (*__ctype_toupper_loc())[c]);
	}
}

static unsigned long long wide(void)
{
	unsigned long long v = ((unsigned long long)rnd(1u << 31) << 33) ^ ((unsigned long long)rnd(1u << 31) << 11) ^ rnd(1u << 31);
	return v >> rnd(64);
}

static double real(void)
{
	union { unsigned long long u; double d; } v;
	static const double special[] = { 0.0, -0.0, 1.0, -1.0, 0.5, 4.9e-324, -4.9e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 3.75, -3.75, 1e300 };
	switch (rnd(4)) {
	case 0:
		return special[rnd(sizeof special / sizeof *special)];
	case 1:
		return (rnd(2) ? 1 : -1) * (double)rnd(100000) / (1 << rnd(20));
	}
	do
		v.u = wide() ^ (unsigned long long)rnd(2) << 63 ^ (unsigned long long)rnd(2048) << 52;
	while (0);
	return v.d;
}

#define SAME(x, y) (((x) != (x) && (y) != (y)) || ((x) == (y) && !signbit(x) == !signbit(y)))

static void integers(void)
{
	const char *a = "", *b = "";
	unsigned n = 0, i;
	long long q = (long long)wide() * (rnd(2) ? 1 : -1), d = (long long)wide() * (rnd(2) ? 1 : -1);
	int c = (int)q;
	if (!(int)d)
		d = 3;
	if (c == -2147483647 - 1)
		c = 0;
	CHECK("abs", m_abs(c) == abs(c));
	CHECK("labs", m_labs(c) == labs(c));
	CHECK("llabs", m_llabs(q) == llabs(q));
	CHECK("imaxabs", m_imaxabs(q) == imaxabs(q));
	CHECK("ffs", m_ffs(c) == ffs(c));
	CHECK("ffsl", m_ffsl((long)q) == ffsl((long)q));
	CHECK("ffsll", m_ffsll(q) == ffsll(q));
	CHECK("div", m_div(c, (int)d).quot == div(c, (int)d).quot && m_div(c, (int)d).rem == div(c, (int)d).rem);
	CHECK("ldiv", m_ldiv(c, (int)d).quot == ldiv(c, (int)d).quot && m_ldiv(c, (int)d).rem == ldiv(c, (int)d).rem);
	CHECK("lldiv", m_lldiv(q, d).quot == lldiv(q, d).quot && m_lldiv(q, d).rem == lldiv(q, d).rem);
	CHECK("difftime", m_difftime(c, (int)d) == difftime(c, (int)d));
	{
		int x[12], y[12], len = rnd(12);
		for (i = 0; i < 12; i++)
			x[i] = y[i] = (int)rnd(20) - 10;
		qsort(x, len, sizeof *x, int_cmp);
		m_qsort(y, len, sizeof *y, int_cmp);
		CHECK("qsort", !memcmp(x, y, sizeof x));
		c = (int)rnd(20) - 10;
		{
			int *p = m_bsearch(&c, x, len, sizeof *x, int_cmp), found = 0;
			for (i = 0; (int)i < len; i++)
				found |= x[i] == c;
			CHECK("bsearch", p ? found && *p == c && p >= x && p < x + len : !found);
		}
	}
	{
		signed char x[12], y[12];
		for (i = 0; i < 12; i++)
			x[i] = y[i] = (signed char)rnd(256);
		qsort(x, 12, 1, byte_cmp);
		m_qsort(y, 12, 1, byte_cmp);
		CHECK("qsort bytes", !memcmp(x, y, 12));
	}
}

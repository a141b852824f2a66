/* Functions that read numbers from texts, with errors and floating-point numbers. */

static char *number(void)
{
	static const char *parts[] = { "1", "9", "00", "123456789", "18014398509481984", "9007199254740993", "5", "2", ".", "e", "E", "-", "+", "x", "0x", "p", "a", "F",
		"inf", "INFINITY", "nan", "nan(", ")", "_", " ", "\t", "e-300", "e300", "e308", "e-320", "e-46", "p-1074", "p1023", "e400", "179769313486231570", "22250738585072014e-324" };
	char buf[400] = "";
	int k = rnd(3) ? rnd(6) : rnd(14);
	switch (rnd(6)) {
	case 0:
		sprintf(buf, "%s0x%x%08x%s%x.%xp%d", rnd(2) ? "-" : "", rnd(1 << 20), rnd(1u << 31), rnd(2) ? "0000000000" : "", rnd(1 << 30), rnd(3), (int)rnd(2300) - 1150);
		return strdup(buf);
	case 1:
		sprintf(buf, "%.*e", (int)rnd(20), real());
		return strdup(buf);
	case 2: { /* the middle between two neighbours, or a number near it */
		union { unsigned long long u; double d; } v;
		int end;
		v.u = wide() & ~(1ull << 63);
		if (v.u >= 0x7fe0000000000000ull)
			v.u &= 0x3fffffffffffffffull;
		if (rnd(3) == 0)
			v.u &= 0x00ffffffffffffffull; /* tiny */
		{
			char text[2000];
			long double mid = ((long double)v.d + (long double)(v.u++, v.d)) / 2;
			sprintf(text, "%.*Le", rnd(3) ? 1100 : 40, mid);
			if (rnd(3) == 0)
				strcat(text, "0");
			end = (int)strlen(text);
			char *e = strchr(text, 'e');
			if (rnd(3) == 0 && e)
				e[-1] = "0159"[rnd(4)];
			return strdup(text);
		}
	}
	case 3: {
		union { unsigned u; float f; } v;
		float f;
		char text[300];
		v.u = rnd(1u << 31) >> rnd(20) & 0x7f7fffff;
		f = v.f;
		v.u++;
		sprintf(text, "%s%.*e", rnd(2) ? "-" : "", rnd(2) ? 150 : 30, ((double)f + v.f) / 2);
		char *e = strchr(text, 'e');
		if (rnd(3) == 0 && e)
			e[-1] = "019"[rnd(3)];
		return strdup(text);
	}
	}
	while (k--)
		strcat(buf, parts[rnd(sizeof parts / sizeof *parts)]);
	return strdup(buf);
}

static wchar_t *widen(const char *s)
{
	size_t n = strlen(s), i;
	wchar_t *w = malloc((n + 1) * sizeof *w);
	for (i = 0; i <= n; i++)
		w[i] = (signed char)s[i];
	return w;
}

#define SAMED(x, y) ((x) != (x) ? (y) != (y) && !signbit(x) == !signbit(y) : (x) == (y) && !signbit(x) == !signbit(y))

static void checkFloat(char *a)
{
	char *b = "", *e1, *e2;
	wchar_t *w = widen(a), *w1, *w2;
	int c = 0;
	unsigned n = 0;
	errno = m_errno = 0;
	double x = m_strtod(a, &e1), y = strtod(a, &e2);
	CHECK("strtod", SAMED(x, y));
	CHECK("strtod end", e1 == e2);
	CHECK("strtod errno", errno == m_errno);
	errno = m_errno = 0;
	float f = m_strtof(a, &e1), g = strtof(a, &e2);
	CHECK("strtof", SAMED(f, g));
	CHECK("strtof end", e1 == e2);
	CHECK("strtof errno", errno == m_errno);
	CHECK("atof", (x = m_atof(a), SAMED(x, atof(a))));
	errno = m_errno = 0;
	x = m_wcstod(w, &w1), y = wcstod(w, &w2);
	CHECK("wcstod", SAMED(x, y) && w1 == w2 && errno == m_errno);
	errno = m_errno = 0;
	f = m_wcstof(w, &w1), g = wcstof(w, &w2);
	CHECK("wcstof", SAMED(f, g) && w1 == w2 && errno == m_errno);
	free(w);
}

static void floats(void)
{
	char *a = number(), *b = "", *e1, *e2;
	int c = 0;
	unsigned n = 0;
	checkFloat(a);
	free(a);
	a = numeral();
	c = (int)rnd(40) - 2;
#ifdef __SANITIZE_ADDRESS__ /* its strtol also stores the end for an invalid base */
	if (c < 0 || c == 1 || c > 36)
		c = 10;
#endif
#define CONVERR(f) { e1 = e2 = 0; SAMEERR(#f, m_##f(a, &e1, c), f(a, &e2, c)) CHECK(#f " end", e1 == e2); }
	CONVERR(strtol) CONVERR(strtoul) CONVERR(strtoll) CONVERR(strtoull) CONVERR(strtoimax) CONVERR(strtoumax) CONVERR(strtoq) CONVERR(strtouq)
	SAMEERR("atoi errno", m_atoi(a), atoi(a))
	{
		wchar_t *w = widen(a), *e1, *e2;
#define CONVWIDE(f) { e1 = e2 = 0; SAMEERR(#f, m_##f(w, &e1, c), f(w, &e2, c)) CHECK(#f " end", e1 == e2); }
		CONVWIDE(wcstol) CONVWIDE(wcstoul) CONVWIDE(wcstoll) CONVWIDE(wcstoull) CONVWIDE(wcstoimax) CONVWIDE(wcstoumax)
		free(w);
	}
	free(a);
}

static void floatEdges(void)
{
	static const char *texts[] = {
		"", ".", "-.", "+", "-", "0", "-0", "0.0e99999999999999999999", "0x", "0x.", "0x.p1", "0xg", "0x.8", "0x1p", "0x1p+", "1e", "1e+", "1e-", ".5", "5.", "-.5e1x", "1..2",
		"inf", "-INF", "infinit", "infinityx", "INFINITY", "nan", "-nan", "nan()", "nan(12)", "nan(1a_z)", "nan(-)", "nan(", "NaN(x",
		"1e308", "1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308", "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880", "1e309", "-1e999999999999",
		"4.9e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "2.48e-324", "1e-400", "-1e-99999999", "2.2250738585072014e-308", "2.2250738585072011e-308", "2.2250738585072012e-308", "2.2250738585072013e-308", "2.225073858507201e-308",
		"0x1p-1074", "0x1p-1075", "0x1.8p-1075", "0x1.fffffffffffff8p-1023", "0x1.fffffffffffff7p-1023", "0x0.fffffffffffffp-1022", "0x0.fffffffffffff8p-1022", "0x0.fffffffffffffcp-1022", "0x1p1023", "0x1p1024", "0x1.fffffffffffff8p1023", "0x1.fffffffffffff7ffffffp1023",
		"3.4028234663852886e38", "3.4028235e38", "3.4028235677973366e38", "3.4028236e38", "1.1754943508222875e-38", "1.17549429e-38", "1.1754943e-38", "1.175494350822287507e-38", "1.40129846e-45", "7e-46", "7.1e-46",
		"0x1p-149", "0x1p-150", "0x1.8p-150", "0x0.ffffffp-126", "0x0.ffffff8p-126", "0x1.fffffe8p-127", "0x1.ffffffp-127", "0x1.ffffffp127", "0x1.fffffefffp127",
		"9007199254740993", "9007199254740992.99999999999999999999999999999999999", "9007199254740993.00000000000000000000000000000000001", "16777217", "16777217.0000000000000000000000000001",
		"0.000000000000000000000000000000000000000000000000000000000000000000000000000000001e80", "100000000000000000000000000000000000000000000000000000000000000000000000000000000000e-80",
		"  \t\n\v\f\r1", "\x85""1", "1,5", "12abc", "0x1P+3", "0X1.8", "1E5", "0x10000000000000081", "0x100000000000000800000001", "0x100000000000000800000000",
	};
	unsigned i;
	for (i = 0; i < sizeof texts / sizeof *texts; i++) {
		char *s = strdup(texts[i]);
		checkFloat(s);
		free(s);
	}
	for (i = 0; i < 3; i++) { /* more digits than the model keeps */
		char text[3100];
		memset(text, '0', sizeof text);
		text[0] = '1';
		memcpy(text + 1, "00000000000000011102230246251565404236316680908203125", 53);
		text[1] = '.';
		strcpy(text + 3000, i == 0 ? "" : i == 1 ? "1" : "e-10");
		checkFloat(text);
	}
}

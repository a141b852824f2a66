/* Functions of time.h. The time zone of the host must be UTC. */

static void checkTime(long t)
{
	char *a = "", *b = "", d1[100], d2[100];
	unsigned n = 0;
	int c = (int)t;
	struct tm x, y;
	memset(&x, 7, sizeof x);
	memset(&y, 7, sizeof y);
	errno = m_errno = 0;
	int r1 = m_gmtime_r(&t, (void *)&x) != 0, r2 = gmtime_r(&t, &y) != 0;
#define SAMETM(x, y) ((x).tm_sec == (y).tm_sec && (x).tm_min == (y).tm_min && (x).tm_hour == (y).tm_hour && (x).tm_mday == (y).tm_mday && (x).tm_mon == (y).tm_mon \
	&& (x).tm_year == (y).tm_year && (x).tm_wday == (y).tm_wday && (x).tm_yday == (y).tm_yday && (x).tm_isdst == (y).tm_isdst && (x).tm_gmtoff == (y).tm_gmtoff && !strcmp((x).tm_zone, (y).tm_zone))
	CHECK("gmtime_r", r1 == r2 && errno == m_errno && (!r1 || SAMETM(x, y)));
	r1 = m_localtime_r(&t, (void *)&x) != 0, r2 = localtime_r(&t, &y) != 0;
	CHECK("localtime_r", r1 == r2 && errno == m_errno && (!r1 || SAMETM(x, y)));
	if (!r1)
		return;
	x = *(struct tm *)m_gmtime(&t);
	y = *gmtime(&t);
	CHECK("gmtime", SAMETM(x, y));
	x = *(struct tm *)m_localtime(&t);
	y = *localtime(&t);
	CHECK("localtime", SAMETM(x, y));
	CHECK("timegm", m_timegm((void *)&x) == t);
	{
		char *p = m_asctime((void *)&x), *q = asctime(&x);
		CHECK("asctime", p && q ? !strcmp(p, q) : p == q);
		p = m_ctime(&t), q = ctime(&t);
		CHECK("ctime", p && q ? !strcmp(p, q) : p == q);
		memset(d1, 7, 100);
		memset(d2, 7, 100);
		errno = m_errno = 0;
		p = m_asctime_r((void *)&x, d1), q = asctime_r(&x, d2);
		CHECK("asctime_r", !p == !q && errno == m_errno && (!p || !memcmp(d1, d2, 100)));
		p = m_ctime_r(&t, d1), q = ctime_r(&t, d2);
		CHECK("ctime_r", !p == !q && (!p || !memcmp(d1, d2, 100)));
	}
}

static struct tm date(int far)
{
	struct tm x;
	memset(&x, 0, sizeof x);
	x.tm_sec = (int)rnd(80) - 10;
	x.tm_min = (int)rnd(80) - 10;
	x.tm_hour = (int)rnd(40) - 8;
	x.tm_mday = (int)rnd(50) - 10;
	x.tm_mon = (int)rnd(20) - 4;
	x.tm_year = rnd(4) ? (int)rnd(138) : (int)rnd(6000) - 3000;
	x.tm_wday = rnd(7);
	x.tm_yday = rnd(366);
	x.tm_isdst = (int)rnd(3) - 1;
	if (far)
		(&x.tm_sec)[rnd(6)] = rnd(2) ? (int)(rnd(1u << 31) * 2) : rnd(2) ? INT_MAX - (int)rnd(3000) : INT_MIN + (int)rnd(3000);
	return x;
}

static void times(void)
{
	char *a = "", *b = "";
	unsigned n = 0;
	int c = 0;
	long t = (long)wide() * (rnd(2) ? 1 : -1);
	struct tm x = date(rnd(6) == 0), y, x0;
	long r, q;
	checkTime(t);
	if (rnd(8) == 0) /* near the first and last years of an int */
		x.tm_year = rnd(2) ? INT_MAX - 100 - (int)rnd(100) : INT_MIN + 100 + (int)rnd(100);
	y = x0 = x;
	errno = m_errno = refused = 0;
	r = m_timegm((void *)&x), q = timegm(&y);
	c = (int)q;
	CHECK("timegm", refused || r == q && errno == m_errno && (r == -1 && errno || SAMETM(x, y)));
	x = y = x0;
	errno = m_errno = refused = 0;
	r = m_mktime((void *)&x), q = mktime(&y);
	CHECK("mktime", refused || r == q && errno == m_errno && (r == -1 && errno || SAMETM(x, y)));
	CHECK("difftime", m_difftime(t, r) == difftime(t, r));
	CHECK("dysize", m_dysize(x0.tm_year) == dysize(x0.tm_year));
}

static void timeEdges(void)
{
	static const long edges[] = { 0, 1, -1, 86399, 86400, -86400, -86401, 951782399, 951782400, 951868799, 951868800, 68169600, 4107542400 & LONG_MAX, LONG_MAX, LONG_MIN, LONG_MAX - 86400, LONG_MIN + 86400,
		(long)67768036191676799ll, (long)67768036191676800ll, (long)-67768040609740800ll, (long)-67768040609740801ll };
	unsigned i;
	for (i = 0; i < sizeof edges / sizeof *edges; i++)
		checkTime(edges[i]);
}

static void formats(void)
{
	static const char letters[] = "aAbBcCdDeFgGhHIjklmMnpPrRsStTuUVwWxXyYzZ%%EO_-0^#3q";
	char f[40], d1[300], d2[300], *a = f, *b = "";
	unsigned n, i, k = rnd(6), at = 0;
	int c = 0;
	struct tm x = date(rnd(8) == 0);
	for (i = 0; i < k; i++) {
		if (rnd(4) == 0)
			f[at++] = 'x';
		f[at++] = '%';
		if (rnd(3) == 0)
			f[at++] = "_-0^#"[rnd(5)];
		if (rnd(6) == 0)
			at += sprintf(f + at, "%u", rnd(14));
		if (rnd(8) == 0)
			f[at++] = "EO"[rnd(2)];
		f[at++] = letters[rnd(sizeof letters - 1)];
	}
	if (rnd(10) == 0)
		f[at++] = '%';
	f[at] = 0;
	x.tm_zone = rnd(2) ? "GMT" : "UTC";
	x.tm_gmtoff = rnd(3) ? 0 : (int)rnd(100000) - 50000;
	n = rnd(4) ? 300 : rnd(60);
	memset(d1, 7, sizeof d1);
	memset(d2, 7, sizeof d2);
	errno = m_errno = 0;
	unsigned r = (unsigned)m_strftime(d1, n, f, (void *)&x), q = (unsigned)strftime(d2, n, f, &x);
	c = x.tm_year;
	CHECK("strftime", r == q);
	CHECK("strftime text", r == 0 || !memcmp(d1, d2, sizeof d1));
	if (r != q || r && memcmp(d1, d2, sizeof d1))
		printf(failures > 30 ? "" : "  %s ours %u \"%.*s\" glibc %u \"%.*s\"\n", f, r, (int)r, d1, q, (int)q, d2);
	CHECK("strftime errno", errno == m_errno);
}

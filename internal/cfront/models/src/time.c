//# difftime
double difftime(long a, long b)
{
	if (a < b)
		return -(double)((unsigned long)b - (unsigned long)a);
	return (double)((unsigned long)a - (unsigned long)b);
}

//# __tandem_civil __VERIFIER_assume
#ifndef __tandem_tm
#define __tandem_tm
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; long tm_gmtoff; const char *tm_zone; };
#endif
void __VERIFIER_assume(int);
/* Converts seconds since 1970 to a date of the Gregorian calendar; returns 0 if the year does not fit. The
   assumptions follow from the computation, and spare engines the proof of facts about the calendar. */
int __tandem_civil(long long t, void *to, const char *zone)
{
	struct tm *r = to;
	long long days = t / 86400, era, year;
	int rest = (int)(t % 86400), doe, yoe, doy, mp, leap, day, yday;
	if (rest < 0) {
		rest += 86400;
		days--;
	}
	/* Years begin with March, in eras of 400 years; 0000-03-01 is day 0. */
	days += 719468;
	doe = (int)(days % 146097);
	if (doe < 0)
		doe += 146097;
	era = (days - doe) / 146097;
	yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
	doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
	__VERIFIER_assume(doy >= 0 && doy <= 365);
	mp = (5 * doy + 2) / 153;
	year = yoe + era * 400 + (mp >= 10);
	if (year - 1900 > 2147483647 || year - 1900 < -2147483647 - 1)
		return 0;
	leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
	r->tm_sec = rest % 60;
	r->tm_min = rest / 60 % 60;
	r->tm_hour = rest / 3600;
	day = doy - (153 * mp + 2) / 5 + 1;
	__VERIFIER_assume(day >= 1 && day <= 31);
	r->tm_mday = day;
	r->tm_mon = mp < 10 ? mp + 2 : mp - 10;
	r->tm_year = (int)(year - 1900);
	yday = mp < 10 ? doy + 59 + leap : doy - 306;
	__VERIFIER_assume(yday >= 0 && yday <= 365);
	r->tm_yday = yday;
	days = (days + 3) % 7;
	r->tm_wday = (int)(days < 0 ? days + 7 : days);
	r->tm_isdst = 0;
	r->tm_gmtoff = 0;
	r->tm_zone = zone;
	return 1;
}

//# @timer __tandem_civil __tandem_errno
//: gmtime_r | @ZONE=GMT
//: localtime_r | @ZONE=UTC
void __tandem_errno(int);
int __tandem_civil(long long t, void *to, const char *zone);
void *@NAME(const long *t, void *r)
{
	if (!__tandem_civil(*t, r, "@ZONE")) {
		__tandem_errno(75);
		return 0;
	}
	return r;
}

//# __tandem_tmbuf
/* gmtime and localtime share their result. */
void *__tandem_tmbuf(void)
{
	static struct { int n[9]; long off; const char *zone; } buf;
	return &buf;
}

//# @time @NAME_r __tandem_tmbuf
//: gmtime
//: localtime
void *@NAME_r(const long *t, void *r);
void *__tandem_tmbuf(void);
void *@NAME(const long *t)
{
	return @NAME_r(t, __tandem_tmbuf());
}

//# __tandem_seconds __tandem_civil
#ifndef __tandem_tm
#define __tandem_tm
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; long tm_gmtoff; const char *tm_zone; };
#endif
int __tandem_civil(long long t, void *to, const char *zone);
/* Computes the time of a date minus less seconds, and normalises the date. Returns 0 if the time does not fit. */
int __tandem_seconds(void *date, long long *res, const char *zone, int less)
{
	struct tm *p = date;
	long long year = (long long)p->tm_year + 1900, t, days, era;
	int mon = p->tm_mon, up = mon / 12, y, doy;
	struct tm r;
	mon -= 12 * up;
	if (mon < 0) {
		mon += 12;
		up--;
	}
	year += up;
	/* The first day of the month, where years begin with March. */
	if (mon < 2)
		year--;
	era = (year >= 0 ? year : year - 399) / 400;
	y = (int)(year - era * 400);
	doy = (153 * (mon < 2 ? mon + 10 : mon - 2) + 2) / 5;
	days = era * 146097 + 365 * y + y / 4 - y / 100 + doy - 719468 + (long long)p->tm_mday - 1;
	t = ((days * 24 + p->tm_hour) * 60 + p->tm_min) * 60 + p->tm_sec - less;
	if (!__tandem_civil(t, &r, zone))
		return 0;
	*p = r;
	*res = t;
	return 1;
}

//# @mktime __tandem_seconds __tandem_errno __tandem_refuse
//: mktime | @ZONE=UTC | @LESS=p->tm_isdst > 0 ? 3600 : 0
//: timegm | @ZONE=GMT | @LESS=0
//: timelocal | @ZONE=UTC | @LESS=p->tm_isdst > 0 ? 3600 : 0
#ifndef __tandem_tm
#define __tandem_tm
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; long tm_gmtoff; const char *tm_zone; };
#endif
void __tandem_errno(int);
void __tandem_refuse(void);
int __tandem_seconds(void *date, long long *t, const char *zone, int less);
long @NAME(void *date)
{
	struct tm *p = date, r = *p;
	long long t;
	/* A date in summer time is one hour earlier than the same date otherwise. */
	if (!__tandem_seconds(&r, &t, "@ZONE", @LESS) || t != (long)t) {
		__tandem_errno(75);
		return -1;
	}
	/* At the limits of the year, glibc searches for summer time nearby, and its errno is not modelled. */
	if (t > 67768036191676799ll - 4000000000ll || t < -67768040609740800ll + 4000000000ll)
		__tandem_refuse();
	*p = r;
	return (long)t;
}

//# dysize
int dysize(int year)
{
	return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 366 : 365;
}

//# __tandem_asctime
#ifndef __tandem_tm
#define __tandem_tm
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; long tm_gmtoff; const char *tm_zone; };
#endif
/* Writes v to d[n], padded to width by fill, and returns the index after it. */
static int put(char *d, int n, int v, int width, char fill)
{
	/* as in printf: zeros fill up the digits, blanks the whole width */
	char text[12];
	unsigned u = v < 0 ? -(unsigned)v : (unsigned)v;
	int k = 0;
	do
		text[k++] = (char)('0' + u % 10);
	while (u /= 10);
	while (fill == '0' && k < width)
		text[k++] = '0';
	if (v < 0)
		text[k++] = '-';
	while (k < width)
		text[k++] = ' ';
	while (k > 0)
		d[n++] = text[--k];
	return n;
}
/* Writes name i of count names of three letters to d[n], ??? if there is none, and returns the index after it. */
static int name(char *d, int n, const char *names, int i, int count)
{
	int k;
	for (k = 0; k < 3; k++)
		d[n++] = i >= 0 && i < count ? names[3 * i + k] : '?';
	return n;
}
/* Formats a date as in "Sun Sep 16 01:03:52 1973\n"; d has room for 90 bytes. */
int __tandem_asctime(const void *date, char *d)
{
	const struct tm *p = date;
	int n = name(d, 0, "SunMonTueWedThuFriSat", p->tm_wday, 7);
	d[n++] = ' ';
	n = name(d, n, "JanFebMarAprMayJunJulAugSepOctNovDec", p->tm_mon, 12);
	n = put(d, n, p->tm_mday, 3, ' ');
	d[n++] = ' ';
	n = put(d, n, p->tm_hour, 2, '0');
	d[n++] = ':';
	n = put(d, n, p->tm_min, 2, '0');
	d[n++] = ':';
	n = put(d, n, p->tm_sec, 2, '0');
	d[n++] = ' ';
	n = put(d, n, p->tm_year + 1900, 1, ' ');
	d[n++] = '\n';
	d[n] = 0;
	return n;
}

//# asctime_r __tandem_asctime __tandem_errno
#ifndef __tandem_tm
#define __tandem_tm
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; long tm_gmtoff; const char *tm_zone; };
#endif
void __tandem_errno(int);
int __tandem_asctime(const void *date, char *d);
char *asctime_r(const void *date, char *d)
{
	const struct tm *p = date;
	char text[90];
	int n, i;
	if (!p) {
		__tandem_errno(22);
		return 0;
	}
	if (p->tm_year > 2147483647 - 1900) {
		__tandem_errno(75);
		return 0;
	}
	n = __tandem_asctime(p, text);
	for (i = 0; i < n && i < 25; i++)
		d[i] = text[i];
	d[i] = 0;
	if (n > 25) {
		__tandem_errno(75);
		return 0;
	}
	return d;
}

//# asctime __tandem_asctime __tandem_errno
#ifndef __tandem_tm
#define __tandem_tm
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; long tm_gmtoff; const char *tm_zone; };
#endif
void __tandem_errno(int);
int __tandem_asctime(const void *date, char *d);
char *asctime(const void *date)
{
	const struct tm *p = date;
	static char text[114];
	if (!p) {
		__tandem_errno(22);
		return 0;
	}
	if (p->tm_year > 2147483647 - 1900) {
		__tandem_errno(75);
		return 0;
	}
	__tandem_asctime(p, text);
	return text;
}

//# ctime localtime asctime
void *localtime(const long *t);
char *asctime(const void *p);
char *ctime(const long *t)
{
	return asctime(localtime(t));
}

//# ctime_r localtime_r asctime_r
void *localtime_r(const long *t, void *r);
char *asctime_r(const void *p, char *d);
char *ctime_r(const long *t, char *d)
{
	struct { int n[9]; long off; const char *zone; } buf;
	return asctime_r(localtime_r(t, &buf), d);
}

//# tzset
void tzset(void)
{
}

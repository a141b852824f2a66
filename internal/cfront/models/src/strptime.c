//# strptime gmtime_r __tandem_refuse
#ifndef __tandem_tm
#define __tandem_tm
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; long tm_gmtoff; const char *tm_zone; };
#endif
void __tandem_refuse(void);
void *gmtime_r(const long *t, void *r);
struct found {
	int want_year, want_xday, have_wday, have_yday, have_mon, have_mday, have_uweek, have_wweek;
	int week, century, have_I, pm;
};
static int blank(char c) { return c == ' ' || c >= '\t' && c <= '\r'; }
static int small(char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }
/* The part of s after blanks. */
static const char *skip(const char *s)
{
	while (blank(*s))
		s++;
	return s;
}
/* Reads a number from low to high of up to n digits into *to. Returns its end, 0 if there is none. */
static const char *digits(const char *s, int low, int high, int n, int *to)
{
	int v = 0;
	s = skip(s);
	if (*s < '0' || *s > '9')
		return 0;
	do {
		v = v * 10 + *s - '0';
		s++;
		n--;
	} while (n > 0 && v * 10 <= high && *s >= '0' && *s <= '9');
	if (v < low || v > high)
		return 0;
	*to = v;
	return s;
}
/* The part of s after the word w in any case, 0 if s does not begin with w. */
static const char *word(const char *s, const char *w)
{
	for (; *w; w++, s++)
		if (small(*s) != small(*w))
			return 0;
	return s;
}
/* Reads one of count names, in full or its first three letters; *to is its index. Returns its end, 0 if there is
   none. */
static const char *named(const char *s, const char *const *names, int count, int *to)
{
	int i, k;
	for (i = 0; i < count; i++) {
		const char *end = word(s, names[i]);
		if (!end) {
			for (k = 0; k < 3; k++)
				if (small(s[k]) != small(names[i][k]))
					break;
			if (k == 3)
				end = s + 3;
		}
		if (end) {
			*to = i;
			return end;
		}
	}
	return 0;
}
static int leap(int y) { return y % 4 == 0 && (y % 100 != 0 || y % 400 == 0); }
/* The number of days in a year before a month. */
static int days_before(int mon, int year)
{
	static const int sum[13] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};
	return sum[mon] + (mon > 1 && leap(1900 + year));
}
/* The day of the week as glibc computes it: correct from the year 1 on, and wrong before. */
static void week_day(struct tm *p)
{
	int quads = (1900 + p->tm_year - (p->tm_mon < 2)) / 4, d;
	d = 365 * (p->tm_year - 70) + quads - quads / 25 + (quads % 25 < 0) + quads / 25 / 4 - 473 + days_before(p->tm_mon, 1) + p->tm_mday - 1;
	p->tm_wday = (d % 7 + 7) % 7;
}
/* Reads by a format. Returns the end of the text that was read, 0 if it does not match. */
static const char *read(const char *s, const char *f, struct tm *p, struct found *x, int depth)
{
	static const char *const days[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
	static const char *const months[] = {"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"};
	int v, neg;
	long t;
	while (*f) {
		if (blank(*f)) {
			s = skip(s);
			f++;
			continue;
		}
		if (*f != '%' || f[1] == '%') {
			if (*f == '%')
				f++;
			if (*f != *s)
				return 0;
			f++;
			s++;
			continue;
		}
		f++;
		while (*f == '-' || *f == '_' || *f == '0' || *f == '^' || *f == '#')
			f++;
		if (*f == 'E' || *f == 'O')
			__tandem_refuse(); /* other eras and digits */
		switch (*f) {
		case 'a': case 'A':
			s = named(s, days, 7, &p->tm_wday);
			x->have_wday = 1;
			break;
		case 'b': case 'B': case 'h':
			s = named(s, months, 12, &p->tm_mon);
			x->have_mon = x->want_xday = 1;
			break;
		case 'c':
			s = depth < 2 ? read(s, "%a %b %e %H:%M:%S %Y", p, x, depth + 1) : 0;
			x->want_xday = 1;
			break;
		case 'C':
			s = digits(s, 0, 99, 2, &v);
			if (s)
				x->century = v;
			x->want_xday = 1;
			break;
		case 'd': case 'e':
			s = digits(s, 1, 31, 2, &p->tm_mday);
			x->have_mday = x->want_xday = 1;
			break;
		case 'x': case 'D':
			s = depth < 2 ? read(s, "%m/%d/%y", p, x, depth + 1) : 0;
			x->want_xday = 1;
			break;
		case 'k': case 'H':
			s = digits(s, 0, 23, 2, &p->tm_hour);
			x->have_I = 0;
			break;
		case 'l': case 'I':
			s = digits(s, 1, 12, 2, &v);
			if (s)
				p->tm_hour = v % 12;
			x->have_I = 1;
			break;
		case 'j':
			s = digits(s, 1, 366, 3, &v);
			if (s)
				p->tm_yday = v - 1;
			x->have_yday = 1;
			break;
		case 'm':
			s = digits(s, 1, 12, 2, &v);
			if (s)
				p->tm_mon = v - 1;
			x->have_mon = x->want_xday = 1;
			break;
		case 'M':
			s = digits(s, 0, 59, 2, &p->tm_min);
			break;
		case 'n': case 't':
			s = skip(s);
			break;
		case 'p':
			if (word(s, "AM")) {
				x->pm = 0;
				s += 2;
			} else if (word(s, "PM")) {
				x->pm = 1;
				s += 2;
			} else {
				s = 0;
			}
			break;
		case 'r':
			s = depth < 2 ? read(s, "%I:%M:%S %p", p, x, depth + 1) : 0;
			break;
		case 'R':
			s = depth < 2 ? read(s, "%H:%M", p, x, depth + 1) : 0;
			break;
		case 'F':
			s = depth < 2 ? read(s, "%Y-%m-%d", p, x, depth + 1) : 0;
			x->want_xday = 1;
			break;
		case 'X': case 'T':
			s = depth < 2 ? read(s, "%H:%M:%S", p, x, depth + 1) : 0;
			break;
		case 's':
			if (*s < '0' || *s > '9')
				return 0;
			t = 0;
			do {
				t = (long)((unsigned long)t * 10 + (unsigned long)(*s - '0'));
				s++;
			} while (*s >= '0' && *s <= '9');
			gmtime_r(&t, p);
			p->tm_zone = "UTC";
			break;
		case 'S':
			s = digits(s, 0, 61, 2, &p->tm_sec);
			break;
		case 'u':
			s = digits(s, 1, 7, 1, &v);
			if (s)
				p->tm_wday = v % 7;
			x->have_wday = 1;
			break;
		case 'w':
			s = digits(s, 0, 6, 1, &p->tm_wday);
			x->have_wday = 1;
			break;
		case 'g':
			s = digits(s, 0, 99, 2, &v);
			break;
		case 'G':
			if (*s < '0' || *s > '9')
				return 0;
			while (*s >= '0' && *s <= '9')
				s++;
			break;
		case 'U':
			s = digits(s, 0, 53, 2, &x->week);
			x->have_uweek = 1;
			break;
		case 'W':
			s = digits(s, 0, 53, 2, &x->week);
			x->have_wweek = 1;
			break;
		case 'V':
			s = digits(s, 0, 53, 2, &v);
			break;
		case 'y':
			s = digits(s, 0, 99, 2, &v);
			if (s)
				p->tm_year = v >= 69 ? v : v + 100;
			x->want_year = 1; /* the century is added at the end */
			x->want_xday = 1;
			break;
		case 'Y':
			s = digits(s, 0, 9999, 4, &v);
			if (s)
				p->tm_year = v - 1900;
			x->want_year = 0;
			x->want_xday = 1;
			break;
		case 'Z':
			while (blank(*s))
				s++;
			while (*s && !blank(*s))
				s++;
			break;
		case 'z':
			s = skip(s);
			if (*s == 'Z') {
				s++;
				p->tm_gmtoff = 0;
				break;
			}
			if (*s != '+' && *s != '-')
				return 0;
			neg = *s == '-';
			s++;
			v = 0;
			{
				int n = 0;
				while (n < 4 && *s >= '0' && *s <= '9') {
					v = v * 10 + *s - '0';
					n++;
					s++;
					if (*s == ':' && n == 2 && s[1] >= '0' && s[1] <= '9')
						s++;
				}
				if (n == 2)
					v *= 100;
				else if (n != 4 || v % 100 >= 60)
					return 0;
			}
			p->tm_gmtoff = (v / 100) * 3600 + v % 100 * 60;
			if (neg)
				p->tm_gmtoff = -p->tm_gmtoff;
			break;
		default:
			return 0;
		}
		if (!s)
			return 0;
		f++;
	}
	return s;
}
char *strptime(const char *s, const char *f, void *date)
{
	struct tm *p = date;
	struct found x = {0};
	int mon;
	x.century = -1;
	s = read(s, f, p, &x, 0);
	if (!s)
		return 0;
	if (x.have_I && x.pm)
		p->tm_hour += 12;
	if (x.century != -1) {
		if (x.want_year)
			p->tm_year = p->tm_year % 100 + (x.century - 19) * 100;
		else
			p->tm_year = (x.century - 19) * 100;
	}
	if (x.want_xday && !x.have_wday) {
		if (!(x.have_mon && x.have_mday) && x.have_yday) {
			mon = 0;
			while (days_before(mon, p->tm_year) <= p->tm_yday)
				mon++;
			if (mon == 0) {
				__tandem_refuse(); /* a day before the year */
				return 0;
			}
			if (!x.have_mon)
				p->tm_mon = mon - 1;
			if (!x.have_mday)
				p->tm_mday = p->tm_yday - days_before(mon - 1, p->tm_year) + 1;
			x.have_mon = x.have_mday = 1;
		}
		if ((unsigned)p->tm_mon <= 11)
			week_day(p);
	}
	if (x.want_xday && !x.have_yday && (x.have_mon || (unsigned)p->tm_mon <= 11))
		p->tm_yday = days_before(p->tm_mon, p->tm_year) + p->tm_mday - 1;
	if ((x.have_uweek || x.have_wweek) && x.have_wday) {
		int wday = p->tm_wday, mday = p->tm_mday, month = p->tm_mon, first, off = x.have_uweek ? 0 : 1;
		p->tm_mday = 1;
		p->tm_mon = 0;
		week_day(p);
		first = p->tm_wday;
		if (x.have_mday)
			p->tm_mday = mday;
		if (x.have_mon)
			p->tm_mon = month;
		if (!x.have_yday)
			p->tm_yday = (7 - (first - off)) % 7 + (x.week - 1) * 7 + (wday - off + 7) % 7;
		if (!x.have_mday || !x.have_mon) {
			mon = 0;
			while (days_before(mon, p->tm_year) <= p->tm_yday)
				mon++;
			if (mon == 0) {
				__tandem_refuse(); /* a day before the year */
				return 0;
			}
			if (!x.have_mon)
				p->tm_mon = mon - 1;
			if (!x.have_mday)
				p->tm_mday = p->tm_yday - days_before(mon - 1, p->tm_year) + 1;
		}
		p->tm_wday = wday;
	}
	return (char *)s;
}

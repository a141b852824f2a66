//# @strftime __tandem_seconds @DEP
//: # __tandem_strftime0 formats a part of what stands for several conversions.
//: __tandem_strftime | @DEP=__tandem_strftime0 | @WHOLE=__tandem_strftime0(whole, 128, sub, p)
//: __tandem_strftime0 | @DEP=__tandem_civil | @WHOLE=0
#ifndef __tandem_tm
#define __tandem_tm
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; long tm_gmtoff; const char *tm_zone; };
#endif
int __tandem_seconds(void *date, long long *t, const char *zone, int less);
long __tandem_strftime0(char *d, long max, const char *f, const void *date);
static const char days[] = "Sunday\0Monday\0Tuesday\0Wednesday\0Thursday\0Friday\0Saturday\0";
static const char months[] = "January\0February\0March\0April\0May\0June\0July\0August\0September\0October\0November\0December\0";
/* The i-th of the texts in list, which end with null bytes. */
static const char *nth(const char *list, int i)
{
	while (i-- > 0) {
		while (*list)
			list++;
		list++;
	}
	return list;
}
/* strlen */
static int size(const char *s)
{
	int n = 0;
	while (s[n])
		n++;
	return n;
}
/* Whether y is a leap year. */
static int leap(long long y)
{
	return y % 4 == 0 && (y % 100 != 0 || y % 400 == 0);
}
/* Writes n bytes of s to d[at], padded to width. Returns the index after them, or -1 if they do not fit. */
static long copy(char *d, long at, long max, const char *s, int n, int width, char pad, int change)
{
	int fill = width > n ? width - n : 0, i;
	if (n + (long)fill >= max - at)
		return -1;
	for (i = 0; i < fill; i++)
		d[at++] = pad == '0' ? '0' : ' ';
	for (i = 0; i < n; i++) {
		char c = s[i];
		if (change > 0 && c >= 'a' && c <= 'z')
			c -= 32;
		if (change < 0 && c >= 'A' && c <= 'Z')
			c += 32;
		d[at++] = c;
	}
	return at;
}
/* a + b, which wraps around. */
static int add(int a, int b)
{
	return (int)((unsigned)a + (unsigned)b);
}
/* Writes the number v with at least digits digits. */
static long number(char *d, long at, long max, long long v, int digits, int width, char pad, char sign)
{
	char text[24];
	unsigned long long u = v < 0 ? -(unsigned long long)v : (unsigned long long)v;
	int k = 24, padding, fill;
	if (digits == 0) /* the width does not apply to the number */
		digits = 1;
	else if (digits < width)
		digits = width;
	do
		text[--k] = (char)('0' + u % 10);
	while (u /= 10);
	if (sign)
		text[--k] = sign;
	padding = digits - (24 - k);
	if (pad == '-' || padding <= 0)
		return copy(d, at, max, text + k, 24 - k, width, pad, 0);
	if (pad == '_') {
		if (padding >= max - at)
			return -1;
		for (fill = padding; fill > 0; fill--)
			d[at++] = ' ';
		return copy(d, at, max, text + k, 24 - k, width > padding ? width - padding : 0, pad, 0);
	}
	if (digits >= max - at)
		return -1;
	if (sign) {
		d[at++] = sign;
		k++;
	}
	for (; padding > 0; padding--)
		d[at++] = '0';
	return copy(d, at, max, text + k, 24 - k, 0, pad, 0);
}
/* The number of the ISO week; *year gets its year. */
static int week(const struct tm *p, long long *year)
{
	int day = p->tm_yday, wday = p->tm_wday, w;
	*year = add(p->tm_year, 1900);
	/* Weeks begin on Monday. The first week has the year's first Thursday. */
	w = day - (day - wday + 4 + 378) % 7 + 4 - 1;
	if (w < 0) {
		--*year;
		day += 365 + leap(*year);
		w = day - (day - wday + 4 + 378) % 7 + 4 - 1;
	} else {
		int next = day - (365 + leap(*year));
		int v = next - (next - wday + 4 + 378) % 7 + 4 - 1;
		if (v >= 0) {
			++*year;
			w = v;
		}
	}
	return w / 7 + 1;
}
/* Formats a date. d has room for max bytes. Returns the number of bytes written, without the null byte, or -1 if
   they do not fit. */
long @NAME(char *d, long max, const char *f, const void *date)
{
	const struct tm *p = date;
	long at = 0;
	for (; *f; f++) {
		const char *start = f, *sub = 0, *text = 0;
		int width = -1, change = 0, flip = 0, n, hour12 = p->tm_hour;
		int digits = 0;
		long long v = 0;
		char pad = 0, mod = 0, sign = 0;
		if (*f != '%') {
			if (1 >= max - at)
				return -1;
			d[at++] = *f;
			continue;
		}
		if (hour12 > 12)
			hour12 -= 12;
		else if (hour12 == 0)
			hour12 = 12;
		for (f++; *f == '_' || *f == '-' || *f == '0' || *f == '^' || *f == '#'; f++) {
			if (*f == '^')
				change = 1;
			else if (*f == '#')
				flip = 1;
			else
				pad = *f;
		}
		if (*f >= '0' && *f <= '9') {
			width = 0;
			for (; *f >= '0' && *f <= '9'; f++)
				width = width > 214748363 ? 2147483647 : 10 * width + (*f - '0');
		}
		if (*f == 'E' || *f == 'O')
			mod = *f++;
		switch (*f) {
		case '%':
			text = "%";
			break;
		case 'a':
		case 'A':
			if (mod)
				break;
			text = p->tm_wday < 0 || p->tm_wday > 6 ? "?" : nth(days, p->tm_wday);
			if (flip)
				change = 1;
			break;
		case 'b':
		case 'h':
		case 'B':
			if (flip)
				change = 1;
			if (mod != 'E')
				text = p->tm_mon < 0 || p->tm_mon > 11 ? "?" : nth(months, p->tm_mon);
			break;
		case 'c':
			if (mod != 'O')
				sub = "%a %b %e %H:%M:%S %Y";
			break;
		case 'x':
			if (mod != 'O')
				sub = "%m/%d/%y";
			break;
		case 'X':
			if (mod != 'O')
				sub = "%H:%M:%S";
			break;
		case 'D':
			if (!mod)
				sub = "%m/%d/%y";
			break;
		case 'F':
			if (!mod)
				sub = "%Y-%m-%d";
			break;
		case 'R':
			sub = "%H:%M";
			break;
		case 'r':
			sub = "%I:%M:%S %p";
			break;
		case 'T':
			sub = "%H:%M:%S";
			break;
		case 'C':
			v = add(p->tm_year, 1900);
			v = v / 100 - (v % 100 < 0);
			digits = 1;
			break;
		case 'Y':
			v = add(p->tm_year, 1900);
			if (mod != 'O')
				digits = 1;
			break;
		case 'y':
			v = (p->tm_year % 100 + 100) % 100;
			digits = 2;
			break;
		case 'd':
			v = p->tm_mday;
			if (mod != 'E')
				digits = 2;
			break;
		case 'e':
			v = p->tm_mday;
			if (mod != 'E')
				digits = -2;
			break;
		case 'H':
			v = p->tm_hour;
			if (mod != 'E')
				digits = 2;
			break;
		case 'I':
			v = hour12;
			if (mod != 'E')
				digits = 2;
			break;
		case 'k':
			v = p->tm_hour;
			if (mod != 'E')
				digits = -2;
			break;
		case 'l':
			v = hour12;
			if (mod != 'E')
				digits = -2;
			break;
		case 'j':
			v = add(p->tm_yday, 1);
			if (mod != 'E')
				digits = 3;
			break;
		case 'M':
			v = p->tm_min;
			if (mod != 'E')
				digits = 2;
			break;
		case 'm':
			v = add(p->tm_mon, 1);
			if (mod != 'E')
				digits = 2;
			break;
		case 'S':
			v = p->tm_sec;
			if (mod != 'E')
				digits = 2;
			break;
		case 'u':
			v = (p->tm_wday - 1 + 7) % 7 + 1;
			digits = 1;
			break;
		case 'w':
			v = p->tm_wday;
			if (mod != 'E')
				digits = 1;
			break;
		case 'U':
			v = (p->tm_yday - p->tm_wday + 7) / 7;
			if (mod != 'E')
				digits = 2;
			break;
		case 'W':
			v = (p->tm_yday - (p->tm_wday - 1 + 7) % 7 + 7) / 7;
			if (mod != 'E')
				digits = 2;
			break;
		case 'V':
		case 'g':
		case 'G':
			if (mod == 'E')
				break;
			n = week(p, &v);
			digits = 2;
			if (*f == 'V')
				v = n;
			else if (*f == 'g')
				v = (v % 100 + 100) % 100;
			else
				digits = 1;
			break;
		case 's': {
			struct tm copy = *p;
			if (!__tandem_seconds(&copy, &v, "UTC", p->tm_isdst > 0 ? 3600 : 0))
				v = -1;
			digits = 100;
			break;
		}
		case 'n':
			text = "\n";
			break;
		case 't':
			text = "\t";
			break;
		case 'p':
		case 'P':
			text = p->tm_hour > 11 ? "PM" : "AM";
			if (*f == 'P' || flip)
				change = -1;
			break;
		case 'Z':
			text = p->tm_zone ? p->tm_zone : "";
			if (flip)
				change = -1;
			break;
		case 'z': {
			long off = p->tm_gmtoff;
			if (p->tm_isdst < 0)
				continue;
			at = copy(d, at, max, off < 0 ? "-" : "+", 1, width, pad, 0);
			if (at < 0)
				return -1;
			if (off < 0)
				off = -off;
			off /= 60;
			v = off / 60 * 100 + off % 60;
			digits = 4;
			break;
		}
		}
		if (sub) {
			char whole[128];
			long k = @WHOLE;
			at = copy(d, at, max, whole, (int)k, width, pad, change);
		} else if (digits) {
			if (digits < 0) {
				digits = -digits;
				if (pad != '0' && pad != '-')
					pad = '_';
			}
			if (v < 0)
				sign = '-';
			at = number(d, at, max, v, digits == 100 ? 0 : digits, width, pad, sign);
		} else if (text) {
			n = *f == 'a' || *f == 'b' || *f == 'h' ? (text[0] == '?' ? 1 : 3) : size(text);
			at = copy(d, at, max, text, n, width, pad, change);
		} else {
			/* no conversion: the text is copied */
			if (!*f)
				f--;
			at = copy(d, at, max, start, (int)(f - start) + 1, width, pad, change);
		}
		if (at < 0)
			return -1;
	}
	d[at] = 0;
	return at;
}

//# strftime __tandem_strftime __tandem_errno
void __tandem_errno(int);
long __tandem_strftime(char *d, long max, const char *f, const void *date);
__SIZE_TYPE__ strftime(char *d, __SIZE_TYPE__ max, const char *f, const void *p)
{
	long n;
	if (max == 0)
		return 0;
	n = __tandem_strftime(d, max > 1000000000 ? 1000000000 : (long)max, f, p);
	return n < 0 ? 0 : (__SIZE_TYPE__)n;
}

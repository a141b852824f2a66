//# @scanfloat
//: # The middle between two neighbours has at most 768 digits for double, 11,515 for long double.
//: __tandem_scanfloat | @CHAR=char | @LONG=0 | @WORDS=700 | @DIGITS=800
//: __tandem_scanlong | @CHAR=char | @LONG=1 | @WORDS=1400 | @DIGITS=12000
//: __tandem_wscanfloat | @CHAR=__WCHAR_TYPE__ | @LONG=0 | @WORDS=700 | @DIGITS=800
//: __tandem_wscanlong | @CHAR=__WCHAR_TYPE__ | @LONG=1 | @WORDS=1400 | @DIGITS=12000
/* The number at the beginning of s is *m * 2^*e, rounded to the nearest number of p bits (ties to even), where *e is
   from emin to emax. *end is the end of its text, or s if there is no number. The result is 0 for a number, 1 for an
   infinity, 2 for a NaN; plus 4 if it is negative, plus 8 if it is out of range. The computation uses integers only.
   If p is 64, @LONG is 1, since *m then has no room for the bit after its last one. */
static int value(@CHAR c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return 99;
}
/* The length of the word lower if s begins with it in any case, otherwise 0. */
static int word(const @CHAR *s, const char *lower)
{
	int i;
	for (i = 0; lower[i]; i++)
		if (s[i] != lower[i] && s[i] != lower[i] - 32)
			return 0;
	return i;
}
/* x = x * f + a, where x has n words, the lowest first. Returns the new number of words. */
static int scale(unsigned *x, int n, unsigned f, unsigned a)
{
	int i;
	for (i = 0; i < n; i++) {
		unsigned long long t = (unsigned long long)x[i] * f + a;
		x[i] = (unsigned)t;
		a = (unsigned)(t >> 32);
	}
	if (a)
		x[n++] = a;
	return n;
}
/* x = x / f; the result is the remainder. */
static unsigned divide(unsigned *x, int n, unsigned f)
{
	unsigned long long r = 0;
	int i;
	for (i = n - 1; i >= 0; i--) {
		r = r << 32 | x[i];
		x[i] = (unsigned)(r / f);
		r %= f;
	}
	return (unsigned)r;
}
/* The number of significant bits of v. */
static int bits(unsigned long long v)
{
	int n = 0;
	while (v) {
		v >>= 1;
		n++;
	}
	return n;
}
/* Rounds v * 2^k plus less than 2^k: if next is set, the rest is at least half of 2^k, and if more is set, further
   bits are not 0. v has 64 significant bits, or no bits are lost. */
static int finish(unsigned long long v, long long k, int next, int more, int p, int emin, int emax, unsigned long long *m, int *e)
{
	long long low = k + bits(v) - p; /* the exponent of the result */
	int shift, half = next, rest = more, tiny = 0;
	if (v == 0)
		return 0;
	if (low < emin) {
		tiny = 1;
		low = emin;
	}
	if (low - k > 65) {
		*m = 0;
		*e = emin;
		return 8;
	}
	shift = (int)(low - k);
	if (tiny && shift == bits(v) - p + 1 && shift > 1) {
		/* The number is tiny if it is still less than the smallest normal number after rounding to p bits without a
		   smallest exponent. */
		unsigned long long all = (v >> (shift - 1)) + 1, up = (v >> (shift - 2)) & 1;
		if (all >> p && up)
			tiny = 0;
	}
	if (@LONG && tiny && shift == 1 && bits(v + 1) == 0 && next)
		tiny = 0;
	if (shift > 0) {
		/* As in glibc, next is lost: it rounds subnormal long doubles by the bits before and after that bit. */
		half = shift <= 64 ? (int)(v >> (shift - 1) & 1) : 0;
		rest |= shift > 1 && v << (65 - shift > 63 ? 63 : 65 - shift) != 0;
		if (shift == 65)
			rest = 1;
		v = shift < 64 ? v >> shift : 0;
	} else {
		v <<= -shift;
	}
	tiny = tiny && (half || rest);
	if (half && (rest || v & 1)) {
		v++;
		if (@LONG && v == 0) {
			v = 1ull << 63;
			low++;
		} else if (!@LONG && v >> p) {
			v >>= 1;
			low++;
		}
	}
	if (low > emax)
		return 9;
	*m = v;
	*e = (int)low;
	return tiny ? 8 : 0;
}
/* Reads a hexadecimal number after 0x; the parameters and the result are those of the caller. */
static int hexadecimal(const @CHAR *s, const @CHAR **end, int p, int emin, int emax, unsigned long long *m, int *e)
{
	unsigned long long v = 0, w = 0; /* w has the digits after v */
	long long k = 0, x = 0;
	int more = 0, point = 0, neg = 0, nw = 0, next = 0;
	for (;; s++) {
		if (*s == '.' && !point) {
			point = 1;
			continue;
		}
		if (value(*s) > 15)
			break;
		if (v >> 60) {
			if (@LONG && nw < 15) {
				w = w << 4 | (unsigned)value(*s);
				nw++;
			} else {
				more |= *s != '0';
			}
			if (!point)
				k += 4;
		} else {
			v = v << 4 | (unsigned)value(*s);
			if (point)
				k -= 4;
		}
	}
	*end = s;
	if (@LONG && v >> 60) {
		int free = 64 - bits(v);
		w = w << 4 << (60 - 4 * nw);
		if (free) {
			v = v << free | w >> (64 - free);
			w <<= free;
			k -= free;
		}
		next = (int)(w >> 63);
		more |= w << 1 != 0;
	}
	if (*s == 'p' || *s == 'P') {
		s++;
		if (*s == '-' || *s == '+')
			neg = *s++ == '-';
		if (*s >= '0' && *s <= '9') {
			for (; *s >= '0' && *s <= '9'; s++)
				if (x < 1000000000000000ll)
					x = 10 * x + (*s - '0');
			*end = s;
		}
	}
	return finish(v, neg ? k - x : k + x, next, more, p, emin, emax, m, e);
}
/* Reads a decimal number; the parameters and the result are those of the caller. */
static int decimal(const @CHAR *s, const @CHAR **end, int p, int emin, int emax, unsigned long long *m, int *e)
{
	unsigned x[@WORDS]; /* @DIGITS digits, or the bits of 10^5000 */
	unsigned long long v;
	long long k = 0, ten = 0;
	int n = 0, digits = 0, more = 0, point = 0, neg = 0, next = 0, i, part;
	unsigned chunk = 0, power = 1;
	for (;; s++) {
		if (*s == '.' && !point) {
			point = 1;
			continue;
		}
		if (!(*s >= '0' && *s <= '9'))
			break;
		if (digits >= @DIGITS) { /* further digits only matter if they are not 0: see the number of digits above */
			more |= *s != '0';
			if (!point)
				ten++;
			continue;
		}
		if (digits > 0 || *s != '0') {
			digits++;
			chunk = chunk * 10 + (unsigned)(*s - '0');
			power *= 10;
			if (power == 1000000000) {
				n = scale(x, n, power, chunk);
				chunk = 0;
				power = 1;
			}
		}
		if (point)
			ten--;
	}
	n = scale(x, n, power, chunk);
	*end = s;
	if (*s == 'e' || *s == 'E') {
		s++;
		if (*s == '-' || *s == '+')
			neg = *s++ == '-';
		if (*s >= '0' && *s <= '9') {
			long long t = 0;
			for (; *s >= '0' && *s <= '9'; s++)
				if (t < 1000000000000000ll)
					t = 10 * t + (*s - '0');
			ten += neg ? -t : t;
			*end = s;
		}
	}
	if (digits == 0)
		return 0;
	if (digits + ten > 5000)
		return 9;
	if (digits + ten < -5000) {
		*e = emin;
		return 8;
	}
	/* 10^ten = 5^ten * 2^ten */
	k = ten;
	for (; ten >= 13; ten -= 13)
		n = scale(x, n, 1220703125, 0);
	for (; ten > 0; ten--)
		n = scale(x, n, 5, 0);
	if (ten < 0) {
		/* Zeros are appended, so that the quotient has 64 bits or more: 5^13 has 31. */
		int zeros = 3 + (int)(-ten * 31 / 13 / 32) - (n - 1);
		if (zeros > 0) {
			for (i = n - 1; i >= 0; i--)
				x[i + zeros] = x[i];
			for (i = 0; i < zeros; i++)
				x[i] = 0;
			n += zeros;
			k -= 32 * (long long)zeros;
		}
		for (; ten <= -13; ten += 13)
			more |= divide(x, n, 1220703125) != 0;
		for (; ten < 0; ten++)
			more |= divide(x, n, 5) != 0;
	}
	while (n > 0 && x[n - 1] == 0)
		n--;
	/* The highest 64 bits. */
	v = 0;
	part = 0;
	for (i = n - 1; i >= 0; i--) {
		if (part == 0 || part == 1) {
			v = v << 32 | x[i];
			part++;
		} else if (part == 2 && (@LONG || !(v >> 63))) {
			int free = 64 - bits(v);
			if (!@LONG || free)
				v = v << free | x[i] >> (32 - free);
			if (@LONG) {
				next = (int)(x[i] << free >> 31);
				more |= x[i] << free << 1 != 0;
			} else {
				more |= x[i] << free != 0;
			}
			k += 32 - free;
			part++;
		} else {
			more |= x[i] != 0;
			k += 32;
			part = 3;
		}
	}
	return finish(v, k, next, more, p, emin, emax, m, e);
}
/* 8 if the number in nan(...), from which glibc computes the payload by strtoull, is out of range. */
static int payload(const @CHAR *s)
{
	unsigned long long v = 0;
	unsigned base = 10, d;
	if (*s == '0') {
		base = 8;
		if ((s[1] == 'x' || s[1] == 'X') && value(s[2]) < 16) {
			base = 16;
			s += 2;
		}
	}
	for (; (d = value(*s)) < base; s++) {
		if (v > (0xffffffffffffffffull - d) / base)
			return 8;
		v = v * base + d;
	}
	return 0;
}
int @NAME(const @CHAR *s, const @CHAR **end, int p, int emin, int emax, unsigned long long *m, int *e)
{
	int sign = 0, n;
	*end = s;
	*m = 0;
	*e = emin;
	while (*s == ' ' || *s >= '\t' && *s <= '\r')
		s++;
	if (*s == '-' || *s == '+')
		sign = *s++ == '-' ? 4 : 0;
	if (*s == '0' && (s[1] == 'x' || s[1] == 'X') && (value(s[2]) < 16 || s[2] == '.' && value(s[3]) < 16))
		return sign | hexadecimal(s + 2, end, p, emin, emax, m, e);
	if (*s >= '0' && *s <= '9' || *s == '.' && s[1] >= '0' && s[1] <= '9')
		return sign | decimal(s, end, p, emin, emax, m, e);
	if ((n = word(s, "inf"))) {
		*end = s + n;
		if ((n = word(s, "infinity")))
			*end = s + n;
		return sign | 1;
	}
	if ((n = word(s, "nan"))) {
		s += n;
		*end = s;
		if (*s == '(') {
			n = payload(s + 1);
			do
				s++;
			while (*s >= '0' && *s <= '9' || *s >= 'a' && *s <= 'z' || *s >= 'A' && *s <= 'Z' || *s == '_');
			if (*s == ')') {
				*end = s + 1;
				return sign | 2 | n;
			}
		}
		return sign | 2;
	}
	return 0;
}

//# @strtod @SCAN __tandem_errno
//: strtod | @CHAR=char | @SCAN=__tandem_scanfloat
//: wcstod | @CHAR=__WCHAR_TYPE__ | @SCAN=__tandem_wscanfloat
void __tandem_errno(int);
int @SCAN(const @CHAR *s, const @CHAR **end, int p, int emin, int emax, unsigned long long *m, int *e);
double @NAME(const @CHAR *s, @CHAR **end)
{
	union { double d; unsigned long long u; } v;
	const @CHAR *stop;
	unsigned long long m;
	int e, r = @SCAN(s, &stop, 53, -1074, 971, &m, &e);
	if (end)
		*end = (@CHAR *)stop;
	if (r & 8)
		__tandem_errno(34);
	if (r & 1)
		v.u = 0x7ff0000000000000ull;
	else if (r & 2)
		v.u = 0x7ff8000000000000ull;
	else if (m >> 52)
		v.u = (m & 0xfffffffffffffull) | (unsigned long long)(e + 1075) << 52;
	else
		v.u = m;
	if (r & 4)
		v.u |= 0x8000000000000000ull;
	return v.d;
}

//# @strtof @SCAN __tandem_errno
//: strtof | @CHAR=char | @SCAN=__tandem_scanfloat
//: wcstof | @CHAR=__WCHAR_TYPE__ | @SCAN=__tandem_wscanfloat
void __tandem_errno(int);
int @SCAN(const @CHAR *s, const @CHAR **end, int p, int emin, int emax, unsigned long long *m, int *e);
float @NAME(const @CHAR *s, @CHAR **end)
{
	union { float d; unsigned u; } v;
	const @CHAR *stop;
	unsigned long long m;
	int e, r = @SCAN(s, &stop, 24, -149, 104, &m, &e);
	if (end)
		*end = (@CHAR *)stop;
	if (r & 8)
		__tandem_errno(34);
	if (r & 1)
		v.u = 0x7f800000;
	else if (r & 2)
		v.u = 0x7fc00000;
	else if (m >> 23)
		v.u = ((unsigned)m & 0x7fffff) | (unsigned)(e + 150) << 23;
	else
		v.u = (unsigned)m;
	if (r & 4)
		v.u |= 0x80000000;
	return v.d;
}

//# @strtold @SCAN __tandem_errno
//: strtold | @CHAR=char | @SCAN=__tandem_scanlong
//: wcstold | @CHAR=__WCHAR_TYPE__ | @SCAN=__tandem_wscanlong
typedef unsigned long long u64;
long double __tandem_long_double(u64, unsigned short);
void __tandem_errno(int);
int @SCAN(const @CHAR *s, const @CHAR **end, int p, int emin, int emax, unsigned long long *m, int *e);
long double @NAME(const @CHAR *s, @CHAR **end)
{
	const @CHAR *stop;
	unsigned long long m;
	int e, se, r = @SCAN(s, &stop, 64, -16445, 16320, &m, &e);
	if (end)
		*end = (@CHAR *)stop;
	if (r & 8)
		__tandem_errno(34);
	se = 0;
	if (r & 3) {
		m = r & 1 ? 1ull << 63 : 3ull << 62;
		se = 0x7fff;
	} else if (m >> 63) {
		se = e + 16446;
	}
	return __tandem_long_double(m, (unsigned short)(r & 4 ? se | 0x8000 : se));
}

//# atof strtod
double strtod(const char *s, char **end);
double atof(const char *s)
{
	return strtod(s, 0);
}

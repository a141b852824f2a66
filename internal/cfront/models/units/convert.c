/* The conversions of printf (7.21.6.1). Each function __tandem_put_... appends a text to the first n characters of
   s. It stores only characters below s + cap, and returns the length of the whole text, stored or not. */
//# provides: __tandem_put_pad __tandem_put_text __tandem_put_string __tandem_put_str __tandem_put_char
//# provides: __tandem_put_u32 __tandem_put_i32 __tandem_put_int __tandem_put_ptr __tandem_put_any __tandem_put_double
//# provides: __tandem_put_wide

#define LEFT 1
#define PLUS 2
#define SPACE 4
#define ALT 8
#define ZERO 16

typedef __SIZE_TYPE__ size;
void __VERIFIER_assume(int);
unsigned __VERIFIER_nondet_uint(void);
int fegetround(void);

/* The character c, count times. */
size __tandem_put_pad(char *s, size cap, size n, int c, int count)
{
	int i;
	for (i = 0; i < count; i++) {
		if (n < cap)
			s[n] = (char)c;
		n++;
	}
	return n;
}

/* The len characters at t. */
size __tandem_put_text(char *s, size cap, size n, const char *t, size len)
{
	size i;
	for (i = 0; i < len; i++) {
		if (n < cap)
			s[n] = t[i];
		n++;
	}
	return n;
}

/* %s without width and precision. */
size __tandem_put_string(char *s, size cap, size n, const char *t)
{
	size i;
	if (!t)
		return __tandem_put_text(s, cap, n, "(null)", 6);
	for (i = 0; t[i]; i++) {
		if (n < cap)
			s[n] = t[i];
		n++;
	}
	return n;
}

/* %s with flags, width and precision. */
size __tandem_put_str(char *s, size cap, size n, const char *t, int flags, int width, int prec)
{
	size len = 0;
	if (!t) {
		t = "(null)";
		len = prec < 0 || prec >= 6 ? 6 : 0;
	} else {
		while ((prec < 0 || len < (size)prec) && t[len])
			len++;
	}
	if (!(flags & LEFT) && width > 0 && len < (size)width)
		n = __tandem_put_pad(s, cap, n, ' ', width - (int)len);
	n = __tandem_put_text(s, cap, n, t, len);
	if (flags & LEFT && width > 0 && len < (size)width)
		n = __tandem_put_pad(s, cap, n, ' ', width - (int)len);
	return n;
}

/* %c */
size __tandem_put_char(char *s, size cap, size n, int c, int flags, int width)
{
	if (!(flags & LEFT))
		n = __tandem_put_pad(s, cap, n, ' ', width - 1);
	n = __tandem_put_pad(s, cap, n, c, 1);
	if (flags & LEFT)
		n = __tandem_put_pad(s, cap, n, ' ', width - 1);
	return n;
}

/* %u without flags, width and precision. */
size __tandem_put_u32(char *s, size cap, size n, unsigned v)
{
	unsigned m = v;
	size end = n + 1, i;
	while (m >= 10) {
		m /= 10;
		end++;
	}
	for (i = end; i > n; i--) {
		if (i - 1 < cap)
			s[i - 1] = (char)('0' + v % 10);
		v /= 10;
	}
	return end;
}

/* %d without flags, width and precision. */
size __tandem_put_i32(char *s, size cap, size n, int v)
{
	if (v >= 0)
		return __tandem_put_u32(s, cap, n, (unsigned)v);
	if (n < cap)
		s[n] = '-';
	return __tandem_put_u32(s, cap, n + 1, 0u - (unsigned)v);
}

/* Any integer: v is its absolute value, neg is set if it is negative. */
size __tandem_put_int(char *s, size cap, size n, unsigned long long v, int neg, int flags, int width, int prec, int conv)
{
	unsigned base = conv == 'p' || conv == 'x' || conv == 'X' ? 16 : conv == 'o' ? 8 : conv == 'b' || conv == 'B' ? 2 : 10;
	unsigned long long m = v;
	int digits = 0, zeros = 0, prefix = 0, sign = 0, total, i;
	while (m) {
		m /= base;
		digits++;
	}
	if (prec >= 0) {
		if (digits < prec)
			zeros = prec - digits;
	} else if (digits == 0) {
		zeros = 1;
	}
	if (conv == 'o' && flags & ALT && zeros == 0)
		zeros = 1;
	if ((base == 16 || base == 2) && flags & ALT && v)
		prefix = 2;
	if (conv == 'd' && (neg || flags & (PLUS | SPACE)))
		prefix = 1;
	if (conv == 'p') { /* as in glibc, flags that ask for a sign also apply to addresses */
		conv = 'x';
		sign = (flags & (PLUS | SPACE)) != 0;
		prefix = 2 + sign;
	}
	if (flags & ZERO && !(flags & LEFT) && prec < 0 && width - prefix - digits > zeros)
		zeros = width - prefix - digits;
	total = zeros <= 2147483647 - 100 ? prefix + zeros + digits : 2147483647;
	if (!(flags & LEFT))
		n = __tandem_put_pad(s, cap, n, ' ', width - total);
	if (prefix == 1 || sign)
		n = __tandem_put_pad(s, cap, n, neg ? '-' : flags & PLUS ? '+' : ' ', 1);
	if (prefix >= 2) {
		n = __tandem_put_pad(s, cap, n, '0', 1);
		n = __tandem_put_pad(s, cap, n, conv, 1);
	}
	n = __tandem_put_pad(s, cap, n, '0', zeros);
	for (i = digits; i > 0; i--) {
		unsigned d = (unsigned)(v % base);
		if (n + (size)i - 1 < cap)
			s[n + (size)i - 1] = (char)(d < 10 ? '0' + d : (conv == 'X' ? 'A' : 'a') + d - 10);
		v /= base;
	}
	n += (size)digits;
	if (flags & LEFT)
		n = __tandem_put_pad(s, cap, n, ' ', width - total);
	return n;
}

/* %p */
size __tandem_put_ptr(char *s, size cap, size n, const void *p, int flags, int width)
{
	if (!p)
		return __tandem_put_str(s, cap, n, "(nil)", flags, width, -1);
	return __tandem_put_int(s, cap, n, (unsigned long)p, 0, flags, width, -1, 'p');
}

/* An arbitrary text of at least width characters, for conversions that are not modelled. */
size __tandem_put_any(char *s, size cap, size n, int width)
{
	unsigned i, k = __VERIFIER_nondet_uint();
	__VERIFIER_assume(k < 6000 && (width <= 0 || k >= (unsigned)width));
	for (i = 0; i < k; i++) {
		char c = (char)__VERIFIER_nondet_uint();
		__VERIFIER_assume(c != 0);
		if (n < cap)
			s[n] = c;
		n++;
	}
	return n;
}

/* The exact decimal expansion of a finite m * 2^e: the digits d[0..count), with the decimal point point places after
   the beginning. */
struct decimal {
	int count, point;
	char d[1440];
};

#define LIMBS 160
#define RADIX 36 /* the limbs before this one are the integer part, with nine digits each */

/* Sets *x to m * 2^e. */
static void expand(struct decimal *x, unsigned long long m, int e)
{
	unsigned a[LIMBS];
	int first = RADIX, last = RADIX, i, j, seen = 0;
	for (i = 0; i < LIMBS; i++)
		a[i] = 0;
	while (m) {
		first--;
		a[first] = (unsigned)(m % 1000000000);
		m /= 1000000000;
	}
	while (e > 0) {
		int k = e < 29 ? e : 29;
		unsigned carry = 0;
		for (i = RADIX - 1; i >= first; i--) {
			unsigned long long v = ((unsigned long long)a[i] << k) + carry;
			a[i] = (unsigned)(v % 1000000000);
			carry = (unsigned)(v / 1000000000);
		}
		if (carry) {
			first--;
			a[first] = carry;
		}
		e -= k;
	}
	while (e < 0) {
		int k = -e < 9 ? -e : 9;
		unsigned rest = 0;
		for (i = first; i < last; i++) {
			unsigned v = a[i];
			a[i] = (v >> k) + rest;
			rest = (v & (1u << k) - 1) * (1000000000u >> k);
		}
		if (rest) {
			a[last] = rest;
			last++;
		}
		if (first < last && a[first] == 0)
			first++;
		e += k;
	}
	x->count = 0;
	x->point = (RADIX - first) * 9;
	for (i = first; i < last || i < RADIX; i++) {
		unsigned div = 100000000;
		for (j = 0; j < 9; j++) {
			unsigned digit = a[i] / div % 10;
			div /= 10;
			if (digit)
				seen = 1;
			if (seen) {
				x->d[x->count] = (char)('0' + digit);
				x->count++;
			} else {
				x->point--;
			}
		}
	}
	while (x->count > 0 && x->d[x->count - 1] == '0')
		x->count--;
	if (x->count == 0)
		x->point = 1;
}

/* Rounds to k digits, to nearest, ties to even. */
static void round_to(struct decimal *x, int k)
{
	int up, i;
	if (k >= x->count)
		return;
	if (k < 0) {
		x->count = 0;
		return;
	}
	up = x->d[k] > '5' || x->d[k] == '5' && (k + 1 < x->count || k > 0 && (x->d[k - 1] - '0') % 2 == 1);
	x->count = k;
	for (i = k; up && i > 0; i--) {
		if (x->d[i - 1] == '9') {
			x->count--;
		} else {
			x->d[i - 1]++;
			up = 0;
		}
	}
	if (up) {
		x->d[0] = '1';
		x->count = 1;
		x->point++;
	}
	while (x->count > 0 && x->d[x->count - 1] == '0')
		x->count--;
}

/* Digit i, 0 outside of the digits that are stored. */
static char digit_at(const struct decimal *x, int i)
{
	return i >= 0 && i < x->count ? x->d[i] : '0';
}

/* The sign, or the character that the flags ask for instead of +. */
static size put_sign(char *s, size cap, size n, int neg, int flags)
{
	if (neg || flags & (PLUS | SPACE))
		n = __tandem_put_pad(s, cap, n, neg ? '-' : flags & PLUS ? '+' : ' ', 1);
	return n;
}

/* Whether a conversion prints capital letters. */
static int upper(int conv) { return conv >= 'A' && conv <= 'Z'; }

/* The sign, 0x, and the padding before the digits of a number of length len. */
static size put_head(char *s, size cap, size n, int neg, int flags, int width, int len, int hex)
{
	len += neg || flags & (PLUS | SPACE);
	if (!(flags & (LEFT | ZERO)))
		n = __tandem_put_pad(s, cap, n, ' ', width - len);
	n = put_sign(s, cap, n, neg, flags);
	if (hex) {
		n = __tandem_put_pad(s, cap, n, '0', 1);
		n = __tandem_put_pad(s, cap, n, hex, 1);
	}
	if (flags & ZERO && !(flags & LEFT))
		n = __tandem_put_pad(s, cap, n, '0', width - len);
	return n;
}

/* %a of the double whose bits are u. */
static size put_hex(char *s, size cap, size n, unsigned long long u, int flags, int width, int prec, int conv)
{
	unsigned long long frac = u & 0xfffffffffffffull;
	int neg = (int)(u >> 63), e = (int)(u >> 52 & 2047), lead = 1, len, start, i, k, digits = 0;
	char exp[8];
	if (e == 0) {
		lead = 0;
		e = frac ? -1022 : 0;
	} else {
		e -= 1023;
	}
	if (prec < 0) {
		prec = 13;
		while (prec > 0 && (frac >> (13 - prec) * 4 & 15) == 0)
			prec--;
	} else if (prec < 13) {
		unsigned long long unit = 1ull << (13 - prec) * 4, rest = frac & unit - 1, half = unit / 2;
		int odd = prec == 0 ? lead & 1 : (int)(frac / unit & 1);
		frac -= rest;
		if (rest > half || rest == half && odd) {
			frac += unit;
			if (frac >> 52) {
				frac -= 1ull << 52;
				lead++;
			}
		}
	}
	k = e < 0 ? -e : e;
	do {
		exp[digits] = (char)('0' + k % 10);
		digits++;
		k /= 10;
	} while (k);
	len = 2 + 1 + (prec > 0 || flags & ALT) + 2 + digits;
	len = prec > 2147483647 - 100 - len ? 2147483647 - 100 : len + prec;
	start = (int)n;
	n = put_head(s, cap, n, neg, flags, width, len, upper(conv) ? 'X' : 'x');
	n = __tandem_put_pad(s, cap, n, '0' + lead, 1);
	if (prec > 0 || flags & ALT)
		n = __tandem_put_pad(s, cap, n, '.', 1);
	for (i = 0; i < prec; i++) {
		int d = i < 13 ? (int)(frac >> (12 - i) * 4 & 15) : 0;
		n = __tandem_put_pad(s, cap, n, d < 10 ? '0' + d : (upper(conv) ? 'A' : 'a') + d - 10, 1);
	}
	n = __tandem_put_pad(s, cap, n, upper(conv) ? 'P' : 'p', 1);
	n = __tandem_put_pad(s, cap, n, e < 0 ? '-' : '+', 1);
	for (i = digits - 1; i >= 0; i--)
		n = __tandem_put_pad(s, cap, n, exp[i], 1);
	if (flags & LEFT)
		n = __tandem_put_pad(s, cap, n, ' ', width - ((int)n - start));
	return n;
}

/* %a, %e, %f and %g of a double. */
size __tandem_put_double(char *s, size cap, size n, double v, int flags, int width, int prec, int conv)
{
	union { double d; unsigned long long u; } bits;
	struct decimal x;
	int neg, e, style, strip = 0, len, i, exp = 0, digits = 2, low = conv, start = (int)n;
	bits.d = v;
	neg = (int)(bits.u >> 63);
	e = (int)(bits.u >> 52 & 2047);
	if (fegetround() != 0) /* decimal text is rounded in the rounding mode, which is not modelled */
		return __tandem_put_any(s, cap, n, width);
	if (upper(conv))
		low = conv - 'A' + 'a';
	if (e == 2047) {
		const char *text = bits.u << 12 ? upper(conv) ? "NAN" : "nan" : upper(conv) ? "INF" : "inf";
		n = put_head(s, cap, n, neg, flags & ~ZERO, width, 3, 0);
		n = __tandem_put_text(s, cap, n, text, 3);
		if (flags & LEFT)
			n = __tandem_put_pad(s, cap, n, ' ', width - ((int)n - start));
		return n;
	}
	if (low == 'a')
		return put_hex(s, cap, n, bits.u, flags, width, prec, conv);
	if (prec < 0)
		prec = 6;
	expand(&x, bits.u << 12 >> 12 | (e ? 1ull << 52 : 0), e ? e - 1075 : -1074);
	style = low;
	if (low == 'g') {
		if (prec == 0)
			prec = 1;
		round_to(&x, prec);
		strip = !(flags & ALT);
		if (x.point - 1 < -4 || x.point - 1 >= prec) {
			style = 'e';
			prec--;
			if (strip && prec > x.count - 1)
				prec = x.count > 0 ? x.count - 1 : 0;
		} else {
			style = 'f';
			prec -= x.point;
			if (strip && prec > x.count - x.point)
				prec = x.count > x.point ? x.count - x.point : 0;
		}
	}
	if (style == 'e') {
		if (prec < 2147483647)
			round_to(&x, prec + 1);
		exp = x.count ? x.point - 1 : 0;
		if (exp >= 100 || exp <= -100)
			digits = 3;
		len = 1 + 2 + digits;
	} else {
		if (prec < 2147483647 - 2000)
			round_to(&x, x.point + prec);
		len = x.point > 1 ? x.point : 1;
	}
	len += prec > 0 || flags & ALT;
	len = prec > 2147483647 - 100 - len ? 2147483647 - 100 : len + prec;
	n = put_head(s, cap, n, neg, flags, width, len, 0);
	if (style == 'e') {
		n = __tandem_put_pad(s, cap, n, digit_at(&x, 0), 1);
		i = 1;
	} else {
		for (i = 0; i < x.point; i++)
			n = __tandem_put_pad(s, cap, n, digit_at(&x, i), 1);
		if (x.point <= 0)
			n = __tandem_put_pad(s, cap, n, '0', 1);
		i = x.point;
	}
	if (prec > 0 || flags & ALT)
		n = __tandem_put_pad(s, cap, n, '.', 1);
	for (; prec > 0; prec--) {
		n = __tandem_put_pad(s, cap, n, digit_at(&x, i), 1);
		i++;
	}
	if (style == 'e') {
		int k = exp < 0 ? -exp : exp;
		n = __tandem_put_pad(s, cap, n, upper(conv) ? 'E' : 'e', 1);
		n = __tandem_put_pad(s, cap, n, exp < 0 ? '-' : '+', 1);
		if (digits == 3)
			n = __tandem_put_pad(s, cap, n, '0' + k / 100, 1);
		n = __tandem_put_pad(s, cap, n, '0' + k / 10 % 10, 1);
		n = __tandem_put_pad(s, cap, n, '0' + k % 10, 1);
	}
	if (flags & LEFT)
		n = __tandem_put_pad(s, cap, n, ' ', width - ((int)n - start));
	return n;
}

/* Wide text as multibyte text; in the locale "C" only ASCII characters have a multibyte form. */
size __tandem_put_wide(char *s, size cap, size n, const __WCHAR_TYPE__ *t, int flags, int width, int prec, int *bad)
{
	size len = 0, i;
	if (!t)
		return __tandem_put_str(s, cap, n, 0, flags, width, prec);
	while ((prec < 0 || len < (size)prec) && t[len]) {
		if (t[len] < 0 || t[len] > 127) {
			*bad = 1;
			return n;
		}
		len++;
	}
	if (!(flags & LEFT) && width > 0 && len < (size)width)
		n = __tandem_put_pad(s, cap, n, ' ', width - (int)len);
	for (i = 0; i < len; i++)
		n = __tandem_put_pad(s, cap, n, (int)t[i], 1);
	if (flags & LEFT && width > 0 && len < (size)width)
		n = __tandem_put_pad(s, cap, n, ' ', width - (int)len);
	return n;
}

//# @pack
int __tandem_rounding(void);
void __tandem_raise(int);

/* (s ? -1 : 1) m 2^e rounded in the current rounding mode, m != 0. If m has more than MB + 3 bits, its last bit may
   represent all bits below it. */
static @FLT pack(int s, int e, unsigned long long m)
{
	union { @FLT f; @UINT u; } v;
	unsigned long long kept, rest, half;
	int mode = __tandem_rounding(), n = __builtin_clzll(m), b, drop, away = 0, tiny = 0;
	m <<= n;
	b = e - n + 63 + @BIAS;
	v.u = (@UINT)s << @TOP;
	if (b >= @EM) {
		__tandem_raise(40);
		if (mode == 0 || mode == (s ? 0x400 : 0x800))
			v.u |= (@UINT)@EM << @MB;
		else
			v.u |= ((@UINT)@EM << @MB) - 1;
		return v.f;
	}
	drop = 63 - @MB;
	if (b < 1) {
		if (b == 0) { /* tiny unless rounding to full precision gives the smallest normal number */
			kept = m >> drop;
			rest = m & ((1ull << drop) - 1);
			half = 1ull << (drop - 1);
			away = mode == 0 ? rest > half || rest == half && (kept & 1) : rest && mode == (s ? 0x400 : 0x800);
			tiny = kept + away < 2ull << @MB;
		} else {
			tiny = 1;
		}
		drop += 1 - b;
		if (drop > 65) { /* less than half of the smallest number */
			m = 1;
			drop = 2;
		} else if (drop > 62) {
			m = m >> 3 | ((m & 7) != 0);
			drop -= 3;
		}
		b = 1;
		kept = m >> drop;
	} else {
		kept = m >> drop;
	}
	rest = m & ((1ull << drop) - 1);
	half = 1ull << (drop - 1);
	away = mode == 0 ? rest > half || rest == half && (kept & 1) : rest && mode == (s ? 0x400 : 0x800);
	kept += away;
	/* A normal significand has bit MB, which adds 1 to the exponent. */
	v.u |= ((@UINT)(b - 1) << @MB) + (@UINT)kept;
	if (rest)
		__tandem_raise((v.u & ((@UINT)@EM << @MB)) == (@UINT)@EM << @MB ? 40 : tiny ? 48 : 32);
	return v.f;
}

/* The significand of a finite number. exponent_of returns the exponent of its last bit. */
static unsigned long long significand_of(@UINT u)
{
	@UINT m = u & (((@UINT)1 << @MB) - 1);
	return u << 1 >> (@MB + 1) ? m | (@UINT)1 << @MB : m;
}

static int exponent_of(@UINT u)
{
	int e = (int)(u << 1 >> (@MB + 1));
	return (e ? e : 1) - @BIAS - @MB;
}

/* An operand that is not finite: a signalling NaN raises the exception invalid. */
static void operand(@FLT x)
{
	union { @FLT f; @UINT u; } v;
	v.f = x;
	if (x != x && !(v.u >> (@MB - 1) & 1))
		__tandem_raise(1);
}

//# @tandem_add @pack
//: __tandem_add*
@FLT @NAME(@FLT x, @FLT y)
{
	union { @FLT f; @UINT u; } a, b;
	unsigned long long p, q;
	int s, d, e;
	a.f = x;
	b.f = y;
	if ((a.u << 1 >> (@MB + 1)) == @EM || (b.u << 1 >> (@MB + 1)) == @EM) {
		@FLT r = x + y;
		operand(x);
		operand(y);
		if (r != r && x == x && y == y)
			__tandem_raise(1);
		return r;
	}
	if (a.u << 1 == 0 && b.u << 1 == 0) {
		if (a.u == b.u)
			return x;
		return __tandem_rounding() == 0x400 ? (@FLT)-0.0 : (@FLT)0.0;
	}
	if (a.u << 1 == 0)
		return y;
	if (b.u << 1 == 0)
		return x;
	if (a.u << 1 < b.u << 1) {
		a.f = y;
		b.f = x;
	}
	p = significand_of(a.u) << (61 - @MB);
	q = significand_of(b.u) << (61 - @MB);
	e = exponent_of(a.u);
	d = e - exponent_of(b.u);
	if (d > 62)
		q = 1;
	else
		q = q >> d | ((q & ((1ull << d) - 1)) != 0);
	s = (int)(a.u >> @TOP);
	p = s == (int)(b.u >> @TOP) ? p + q : p - q;
	if (p == 0)
		return __tandem_rounding() == 0x400 ? (@FLT)-0.0 : (@FLT)0.0;
	return pack(s, e - (61 - @MB), p);
}

//# @tandem_sub
//: __tandem_sub*
@FLT __tandem_add@S(@FLT, @FLT);
@FLT @NAME(@FLT x, @FLT y)
{
	/* A NaN keeps its sign. */
	return __tandem_add@S(x, y != y ? y : -y);
}

//# @high
/* The upper half of x y; its last bit also represents the lower half. */
static unsigned long long high(unsigned long long x, unsigned long long y)
{
	unsigned long long a = x >> 32, b = x & 0xffffffff, c = y >> 32, d = y & 0xffffffff;
	unsigned long long m = a * d + (b * d >> 32), n = b * c + (m & 0xffffffff);
	return a * c + (m >> 32) + (n >> 32) | (x * y != 0);
}

//# @tandem_mul @pack @high
//: __tandem_mul*
@FLT @NAME(@FLT x, @FLT y)
{
	union { @FLT f; @UINT u; } a, b;
	unsigned long long p, q;
	int n, k;
	a.f = x;
	b.f = y;
	if ((a.u << 1 >> (@MB + 1)) == @EM || (b.u << 1 >> (@MB + 1)) == @EM) {
		@FLT r = x * y;
		operand(x);
		operand(y);
		if (r != r && x == x && y == y)
			__tandem_raise(1);
		return r;
	}
	if (a.u << 1 == 0 || b.u << 1 == 0)
		return x * y;
	p = significand_of(a.u);
	q = significand_of(b.u);
	n = @BITS == 64 ? __builtin_clzll(p) : 0;
	k = @BITS == 64 ? __builtin_clzll(q) : 0;
	p = @BITS == 64 ? high(p << n, q << k) : p * q;
	return pack((int)((a.u ^ b.u) >> @TOP), exponent_of(a.u) + exponent_of(b.u) + (@BITS == 64 ? 64 - n - k : 0), p);
}

//# @tandem_div @pack
//: __tandem_div*
@FLT @NAME(@FLT x, @FLT y)
{
	union { @FLT f; @UINT u; } a, b;
	unsigned long long p, q, r;
	int n, k, i;
	a.f = x;
	b.f = y;
	if ((a.u << 1 >> (@MB + 1)) == @EM || (b.u << 1 >> (@MB + 1)) == @EM || a.u << 1 == 0 || b.u << 1 == 0) {
		@FLT z = x / y;
		operand(x);
		operand(y);
		if (z != z && x == x && y == y)
			__tandem_raise(1);
		if (y == 0 && x != 0 && x - x == 0)
			__tandem_raise(4);
		return z;
	}
	p = significand_of(a.u);
	q = significand_of(b.u);
	n = __builtin_clzll(p) - (63 - @MB);
	k = __builtin_clzll(q) - (63 - @MB);
	p <<= n;
	q <<= k;
	n = exponent_of(a.u) - n - exponent_of(b.u) + k;
	r = p / q;
	p %= q;
	for (i = 0; i < 5; i++) {
		p <<= 11;
		r = r << 11 | p / q;
		p %= q;
	}
	return pack((int)((a.u ^ b.u) >> @TOP), n - 55, r | (p != 0));
}

//# @tandem_sqrt @pack
//: __tandem_sqrt*
@FLT @NAME(@FLT x)
{
	union { @FLT f; @UINT u; } a, b;
	@FLT r = __builtin_sqrt@S(x);
	unsigned long long p, q;
	long long d;
	int k, mode = __tandem_rounding();
	a.f = x;
	b.f = r;
	if ((b.u << 1 >> (@MB + 1)) == @EM || x == 0) {
		operand(x);
		if (r != r && x == x)
			__tandem_raise(1);
		return r;
	}
	/* r is the nearest root: the squares differ by less than 2^62 units, so their low bits decide. */
	p = significand_of(b.u);
	q = significand_of(a.u);
	k = exponent_of(a.u) - 2 * exponent_of(b.u);
	d = (long long)(p * p - (k > 63 ? 0 : q << k));
	if (d == 0)
		return r;
	__tandem_raise(32);
	if (d < 0 && mode == 0x800)
		b.u++;
	if (d > 0 && (mode == 0x400 || mode == 0xc00))
		b.u--;
	return b.f;
}

//# @tandem_integer @pack
//: __tandem_int* | @TYPE=long long
//: __tandem_uint* | @TYPE=unsigned long long
@FLT @NAME(@TYPE x)
{
	if (x == 0)
		return 0;
	if (x < 0)
		return pack(1, 0, -(unsigned long long)x);
	return pack(0, 0, x);
}

//# @narrow @pack
//: __tandem_narrow | @FLT=float | @UINT=unsigned | @BITS=32 | @TOP=31 | @MB=23 | @EM=255 | @BIAS=127 | @STEP=8 | @S=f
float @NAME(double x)
{
	union { double f; unsigned long long u; } a;
	unsigned long long m;
	a.f = x;
	m = a.u & 0xfffffffffffffull;
	if (x - x != 0 || x == 0) {
		if (x != x && !(a.u >> 51 & 1))
			__tandem_raise(1);
		return (float)x;
	}
	if (a.u << 1 >> 53 == 0) /* less than all floats */
		return pack((int)(a.u >> 63), -1074, m);
	return pack((int)(a.u >> 63), (int)(a.u << 1 >> 53) - 1075, m | 1ull << 52);
}

//# @tandem_rint
//: __tandem_rint*
int __tandem_rounding(void);
void __tandem_raise(int);
@FLT @NAME(@FLT x)
{
	int mode = __tandem_rounding();
	@FLT r;
	if (mode == 0x400)
		r = __builtin_floor@S(x);
	else if (mode == 0x800)
		r = __builtin_ceil@S(x);
	else if (mode == 0xc00)
		r = __builtin_trunc@S(x);
	else
		r = __builtin_roundeven@S(x);
	return r;
}

//# @fma @pack
//: fma*d
double __tandem_add(double, double);
double @NAME(double x, double y, double z)
{
	union { double f; unsigned long long u; } a, b, c;
	unsigned long long p, q, ph, pl, zh, zl, m, n, sticky;
	int e, ez, k, d, s, t;
	if (x - x != 0 || y - y != 0 || z - z != 0) {
		double r = x - x != 0 || y - y != 0 ? x * y + z : z + x;
		operand(x);
		operand(y);
		operand(z);
		if (r != r && x == x && y == y && z == z)
			__tandem_raise(1);
		if (x != x)
			return x;
		return y == y && z != z ? z : r;
	}
	if (x == 0 || y == 0)
		return __tandem_add(x * y, z);
	a.f = x;
	b.f = y;
	c.f = z;
	s = (int)((a.u ^ b.u) >> 63);
	t = (int)(c.u >> 63);
	p = significand_of(a.u);
	q = significand_of(b.u);
	k = __builtin_clzll(p);
	p <<= k;
	e = exponent_of(a.u) - k;
	k = __builtin_clzll(q);
	q <<= k;
	e += exponent_of(b.u) - k;
	/* p q = ph 2^64 + pl */
	m = (p >> 32) * (q & 0xffffffff) + ((p & 0xffffffff) * (q & 0xffffffff) >> 32);
	n = (p & 0xffffffff) * (q >> 32) + (m & 0xffffffff);
	ph = (p >> 32) * (q >> 32) + (m >> 32) + (n >> 32);
	pl = p * q;
	if (z == 0)
		return pack(s, e + 64, ph | (pl != 0));
	if (ph >> 63) { /* the last bits are 0 */
		pl = pl >> 1 | ph << 63;
		ph >>= 1;
		e++;
	}
	zh = significand_of(c.u);
	k = __builtin_clzll(zh);
	zh = zh << k >> 1;
	zl = 0;
	ez = exponent_of(c.u) - k + 1 - 64;
	if (e < ez || e == ez && (ph < zh || ph == zh && pl < zl)) {
		m = ph; ph = zh; zh = m;
		m = pl; pl = zl; zl = m;
		k = e; e = ez; ez = k;
		k = s; s = t; t = k;
	}
	d = e - ez;
	if (d > 127) {
		zh = 0;
		zl = 1;
	} else if (d > 63) {
		sticky = zl != 0 || (zh & ((1ull << (d - 64)) - 1)) != 0;
		zl = zh >> (d - 64) | sticky;
		zh = 0;
	} else if (d > 0) {
		sticky = (zl & ((1ull << d) - 1)) != 0;
		zl = zl >> d | zh << (64 - d) | sticky;
		zh >>= d;
	}
	if (s == t) {
		m = pl + zl;
		ph += zh + (m < pl);
	} else {
		m = pl - zl;
		ph -= zh + (pl < zl);
	}
	if (ph == 0) {
		if (m == 0)
			return __tandem_rounding() == 0x400 ? -0.0 : 0.0;
		return pack(s, e, m);
	}
	k = __builtin_clzll(ph);
	if (k) {
		ph = ph << k | m >> (64 - k);
		m <<= k;
	}
	return pack(s, e + 64 - k, ph | (m != 0));
}

//# @fmaf @pack
//: fma*f
double __tandem_add(double, double);
float @NAME(float x, float y, float z)
{
	union { double f; unsigned long long u; } c;
	double p, s, t, r;
	unsigned long long m;
	if (x - x != 0 || y - y != 0 || z - z != 0) {
		float q = x - x != 0 || y - y != 0 ? x * y + z : z + x;
		operand(x);
		operand(y);
		operand(z);
		if (q != q && x == x && y == y && z == z)
			__tandem_raise(1);
		if (x != x)
			return x;
		return y == y && z != z ? z : q;
	}
	p = (double)x * y; /* exact */
	s = p + z;
	if (s == 0) {
		if (p == 0)
			return (float)__tandem_add(p, z);
		return __tandem_rounding() == 0x400 ? -0.0f : 0.0f;
	}
	/* s + r is exact (Knuth's two-sum) */
	t = s - p;
	r = (p - (s - t)) + (z - t);
	c.f = s;
	m = (c.u & 0xfffffffffffffull | 1ull << 52) << 8;
	if (r != 0)
		m = r > 0 == s > 0 ? m + 1 : m - 1;
	return pack((int)(c.u >> 63), (int)(c.u << 1 >> 53) - 1083, m);
}

//# @modf
//: modf*
@FLT @NAME(@FLT x, @FLT *ip)
{
	@FLT i = __builtin_trunc@S(x);
	*ip = i;
	if (x != x)
		return x;
	if (x - i != x - i) /* infinite */
		return __builtin_copysign@S((@FLT)0.0, x);
	return __builtin_copysign@S(x - i, x);
}

//# @frexp
//: frexp*
@FLT @NAME(@FLT x, int *e)
{
	union { @FLT f; @UINT u; } v;
	int k;
	v.f = x;
	k = (int)(v.u << 1 >> (@MB + 1));
	*e = 0;
	if (k == @EM || x == 0)
		return x;
	if (k == 0) {
		v.f = x * ((@UINT)1 << @MB); /* exact */
		k = (int)(v.u << 1 >> (@MB + 1)) - @MB;
	}
	*e = k - (@BIAS - 1);
	v.u = v.u & ~((@UINT)@EM << @MB) | (@UINT)(@BIAS - 1) << @MB;
	return v.f;
}

//# @ldexp @pack
//: ldexp* | @TYPE=int
//: scalbln* | @TYPE=long
//: scalbn* | @TYPE=int
void __tandem_errno(int e);
@FLT @NAME(@FLT x, @TYPE e)
{
	union { @FLT f; @UINT u; } v;
	v.f = x;
	if (x - x != 0 || x == 0) {
		operand(x);
		return x;
	}
	if (e > 5000)
		e = 5000;
	if (e < -5000)
		e = -5000;
	v.f = pack((int)(v.u >> @TOP), exponent_of(v.u) + (int)e, significand_of(v.u));
	if (v.f - v.f != 0 || v.f == 0)
		__tandem_errno(34);
	return v.f;
}

//# @exponent
void __tandem_raise(int);
/* The exponent of a finite number that is not 0. */
static int exponent(@FLT x)
{
	union { @FLT f; @UINT u; } v;
	int k;
	v.f = x;
	k = (int)(v.u << 1 >> (@MB + 1));
	if (k != 0)
		return k - @BIAS;
	v.f = x * ((@UINT)1 << @MB);
	return (int)(v.u << 1 >> (@MB + 1)) - @MB - @BIAS;
}

//# @ilogb @exponent
//: ilogb* | @TYPE=int | @SMALLEST=(-2147483647 - 1)
//: llogb* | @TYPE=long | @SMALLEST=(-__LONG_MAX__ - 1)
void __tandem_errno(int e);
@TYPE @NAME(@FLT x)
{
	if (x - x != 0 || x == 0) {
		__tandem_raise(1);
		__tandem_errno(33);
		return x - x == 0 || x != x ? @SMALLEST : -(@SMALLEST + 1);
	}
	return exponent(x);
}

//# @logb @exponent
//: logb*
@FLT @NAME(@FLT x)
{
	if (x != x)
		return x;
	if (x == 0) {
		__tandem_raise(4);
		return -__builtin_inf@S();
	}
	if (x - x != 0)
		return __builtin_inf@S();
	return exponent(x);
}

//# @significand
//: significand*
void __tandem_errno(int e);
@FLT @NAME(@FLT x)
{
	union { @FLT f; @UINT u; } v;
	if (x - x != 0 || x == 0) {
		if (sizeof(long) == 8) /* there glibc's function calls ilogb */
			__tandem_errno(33);
		return x;
	}
	v.f = x;
	if (v.u << 1 >> (@MB + 1) == 0)
		v.f = x * ((@UINT)1 << @MB);
	v.u = v.u & ~((@UINT)@EM << @MB) | (@UINT)@BIAS << @MB;
	return v.f;
}

//# @fdim
//: fdim*
@FLT __tandem_sub@S(@FLT, @FLT);
void __tandem_errno(int e);
@FLT @NAME(@FLT x, @FLT y)
{
	@FLT r;
	if (x != x)
		return x;
	if (y != y)
		return y;
	if (!(x > y))
		return 0;
	r = __tandem_sub@S(x, y);
	if (r - r != 0 && x - x == 0 && y - y == 0)
		__tandem_errno(34);
	return r;
}

//# @halfway
//: round*
@FLT @NAME(@FLT x)
{
	@FLT t = __builtin_trunc@S(x), d = x - t; /* exact */
	if (d >= (@FLT)0.5)
		return t + 1;
	if (d <= (@FLT)-0.5)
		return t - 1;
	return t;
}

//# @lround
//: llround* | @TYPE=long long
//: lround* | @TYPE=long
@TYPE @NAME(@FLT x)
{
	return (@TYPE)__builtin_round@S(x);
}

//# @lrint
//: llrint* | @TYPE=long long
//: lrint* | @TYPE=long
@FLT __tandem_rint@S(@FLT);
@TYPE @NAME(@FLT x)
{
	return (@TYPE)__tandem_rint@S(x);
}

//# @modulo
void __tandem_raise(int);
/* x modulo y and the last bits of the quotient, for finite x >= y > 0. */
static @FLT modulo(@FLT x, @FLT y, unsigned *q)
{
	union { @FLT f; @UINT u; } a, b;
	@UINT p, d;
	int i, j, n, k;
	a.f = x;
	b.f = y;
	p = a.u & (((@UINT)1 << @MB) - 1);
	d = b.u & (((@UINT)1 << @MB) - 1);
	i = (int)(a.u >> @MB);
	j = (int)(b.u >> @MB);
	if (i)
		p |= (@UINT)1 << @MB;
	else
		i = 1;
	if (j)
		d |= (@UINT)1 << @MB;
	else
		j = 1;
	*q = (unsigned)(p / d);
	p %= d;
	for (n = i - j; n > 0; n -= k) {
		k = n < @STEP ? n : @STEP;
		p <<= k;
		*q = (*q << k) + (unsigned)(p / d);
		p %= d;
	}
	/* p 2^j, which the format represents exactly */
	a.f = (@FLT)p;
	k = (int)(a.u >> @MB) + j - @BIAS - @MB;
	if (p == 0)
		return 0;
	if (k > 0)
		a.u = a.u & (((@UINT)1 << @MB) - 1) | (@UINT)k << @MB;
	else
		a.u = p << (j - 1);
	return a.f;
}

/* The result of an operation without a numeric result. */
static @FLT none(@FLT x, @FLT y)
{
	if (x != x || y != y)
		return x + y;
	__tandem_raise(1);
	return (x - x) / (x - x);
}

//# @fmod @modulo
//: fmod*
void __tandem_errno(int e);
@FLT @NAME(@FLT x, @FLT y)
{
	@FLT a = __builtin_fabs@S(x), b = __builtin_fabs@S(y), r;
	unsigned q;
	if (a - a != 0 || y != y || y == 0) {
		if (x == x && y == y)
			__tandem_errno(33);
		return none(x, y);
	}
	if (a < b)
		return x;
	r = a - b < b ? a - b : modulo(a, b, &q); /* a - b < b: exact (Sterbenz) */
	return __builtin_copysign@S(r, x);
}

//# @remquo @modulo __VERIFIER_nondet_uint
//: __tandem_remquo* | @LOW=@BITS
//: remquo* | @LOW=0
unsigned __VERIFIER_nondet_uint(void);
@FLT @NAME(@FLT x, @FLT y, int *quo)
{
	@FLT a = __builtin_fabs@S(x), b = __builtin_fabs@S(y), r = a;
	unsigned q = 0;
	*quo = 0;
	if (a - a != 0 || y != y || y == 0)
		return none(x, y);
	if (b - b == 0) {
		if (a >= b)
			r = modulo(a, b, &q);
		/* b - r is exact whenever the comparison depends on it */
		if (r > b - r || r == b - r && (q & 1)) {
			r = r - b;
			q++;
		}
	}
	q &= 7;
	if (@BITS != @LOW && b <= a / 8) {
		/* C does not specify the higher bits: glibc's are 0, and gcc's, for constants, are those of the quotient. */
		q |= __VERIFIER_nondet_uint() & 0x7ffffff8;
	}
	*quo = __builtin_signbit(x) != __builtin_signbit(y) ? -(int)q : (int)q;
	if (r == 0)
		return __builtin_copysign@S(r, x);
	return __builtin_signbit(x) ? -r : r;
}

//# @remainder
//: drem*
//: remainder*
void __tandem_errno(int e);
@FLT __tandem_remquo@S(@FLT, @FLT, int *);
@FLT @NAME(@FLT x, @FLT y)
{
	int q;
	if (x == x && y == y && (x - x != 0 || y == 0))
		__tandem_errno(33);
	return __tandem_remquo@S(x, y, &q);
}

//# @nextafter
//: nextafter* | @OTHER=@FLT
//: nexttoward* | @OTHER=long double
void __tandem_errno(int e);
void __tandem_raise(int);
@FLT @NAME(@FLT x, @OTHER y)
{
	union { @FLT f; @UINT u; } v;
	if (x != x)
		return x;
	if (y != y)
		return (@FLT)y;
	if (x == y)
		return (@FLT)y;
	v.f = x;
	if (x == 0)
		v.u = y > 0 ? 1 : (@UINT)1 << @TOP | 1;
	else if (x < y == x > 0)
		v.u++;
	else
		v.u--;
	if ((v.u << 1 >> (@MB + 1)) == @EM || v.u << 1 >> (@MB + 1) == 0) {
		__tandem_raise(v.f - v.f != 0 ? 40 : 48);
		if (x != 0)
			__tandem_errno(34);
	}
	return v.f;
}

//# @nextup
//: nextup*
@FLT @NAME(@FLT x)
{
	union { @FLT f; @UINT u; } v;
	if (x != x || x == __builtin_inf@S())
		return x;
	v.f = x;
	if (x == 0)
		v.u = 1;
	else if (x > 0)
		v.u++;
	else
		v.u--;
	return v.f;
}

//# @nextdown
//: nextdown*
@FLT @NAME(@FLT x)
{
	union { @FLT f; @UINT u; } v;
	if (x != x || x == -__builtin_inf@S())
		return x;
	v.f = x;
	if (x == 0)
		v.u = (@UINT)1 << @TOP | 1;
	else if (x > 0)
		v.u--;
	else
		v.u++;
	return v.f;
}

//# @fminmax
//: fmaximum* | @MAG=0 | @MAX=1 | @NUM=0
//: fmaximum_mag* | @MAG=1 | @MAX=1 | @NUM=0
//: fmaximum_mag_num* | @MAG=1 | @MAX=1 | @NUM=1
//: fmaximum_num* | @MAG=0 | @MAX=1 | @NUM=1
//: fminimum* | @MAG=0 | @MAX=0 | @NUM=0
//: fminimum_mag* | @MAG=1 | @MAX=0 | @NUM=0
//: fminimum_mag_num* | @MAG=1 | @MAX=0 | @NUM=1
//: fminimum_num* | @MAG=0 | @MAX=0 | @NUM=1
/* fminimum and its variants (C23): -0 is less than +0. If an argument is a NaN, the result is a NaN; the variants
   _num ignore it. */
@FLT @NAME(@FLT x, @FLT y)
{
	@FLT a = @MAG ? __builtin_fabs@S(x) : x, b = @MAG ? __builtin_fabs@S(y) : y;
	if (x != x || y != y) {
		if (@NUM && (x == x || y == y))
			return x == x ? x : y;
		return x + y;
	}
	if (a < b)
		return @MAX ? y : x;
	if (b < a)
		return @MAX ? x : y;
	if (x < y || __builtin_signbit(x))
		return @MAX ? y : x;
	return @MAX ? x : y;
}

//# @fminmaxmag
//: fmaxmag* | @MAX=1
//: fminmag* | @MAX=0
/* fminmag and fmaxmag: they compare the absolute values, and equal ones as fmin and fmax. */
@FLT @NAME(@FLT x, @FLT y)
{
	@FLT a = __builtin_fabs@S(x), b = __builtin_fabs@S(y);
	if (a < b)
		return @MAX ? y : x;
	if (b < a)
		return @MAX ? x : y;
	return @MAX ? __builtin_fmax@S(x, y) : __builtin_fmin@S(x, y);
}

//# @totalorder
//: totalorder* | @MAG=0
//: totalordermag* | @MAG=1
int @NAME(const @FLT *p, const @FLT *q)
{
	union { @FLT f; @UINT u; } a, b;
	a.f = *p;
	b.f = *q;
	if (@MAG) {
		a.u &= ~((@UINT)1 << @TOP);
		b.u &= ~((@UINT)1 << @TOP);
	}
	/* negative numbers in the opposite order */
	a.u = a.u >> @TOP ? ~a.u : a.u | (@UINT)1 << @TOP;
	b.u = b.u >> @TOP ? ~b.u : b.u | (@UINT)1 << @TOP;
	return a.u <= b.u;
}

//# @canonicalize
//: canonicalize*
int @NAME(@FLT *to, const @FLT *from)
{
	*to = *from;
	return 0;
}

//# @issignaling
//: __issignaling*
int @NAME(@FLT x)
{
	union { @FLT f; @UINT u; } v;
	v.f = x;
	return x != x && !(v.u >> (@MB - 1) & 1);
}

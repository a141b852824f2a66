Arithmetic of long double as on x87: 64 bits of mantissa with the leading one and 15
bits of exponent, in the current rounding mode. A value with a leading zero whose
exponent is not the least is invalid, and operations with it yield the default NaN. A
long double is represented by its mantissa and by 16 bits with its sign and exponent.
Three functions that only models can call split and build it.

//# @x87
typedef unsigned long long u64;
u64 __tandem_mantissa(long double);
unsigned short __tandem_exponent(long double);
long double __tandem_long_double(u64, unsigned short);

int __tandem_rounding(void);
static long double __tandem_default_nan(void) { return __tandem_long_double(0xc000000000000000ull, 0xffff); }

static int __tandem_invalid(long double x) {
  return (__tandem_exponent(x) & 0x7fff) != 0 && __tandem_mantissa(x) >> 63 == 0;
}

/* Whether x is a NaN or invalid. */
static int __tandem_odd(long double x) {
  return __tandem_invalid(x) || (__tandem_exponent(x) & 0x7fff) == 0x7fff && __tandem_mantissa(x) << 1 != 0;
}

static int __tandem_infinite(long double x) { return (__tandem_exponent(x) & 0x7fff) == 0x7fff; }

/* The result of an operation with a NaN or an invalid operand: a quiet NaN is preferred to a signalling one, then
   the larger mantissa, then the positive one. */
static long double __tandem_nan(long double x, long double y) {
  u64 mx = __tandem_mantissa(x), my = __tandem_mantissa(y), quiet = 1ull << 62;
  unsigned short sx = __tandem_exponent(x), sy = __tandem_exponent(y);
  if (__tandem_invalid(x) || __tandem_invalid(y))
    return __tandem_default_nan();
  if (!__tandem_odd(y))
    return __tandem_long_double(mx | quiet, sx);
  if (!__tandem_odd(x))
    return __tandem_long_double(my | quiet, sy);
  if ((mx & quiet) != (my & quiet))
    return mx & quiet ? x : y;
  if (mx > my || mx == my && sx < sy)
    return __tandem_long_double(mx | quiet, sx);
  return __tandem_long_double(my | quiet, sy);
}

/* Whether a number is rounded away from 0. rest is the part after its last digit, half the rest of a tie, and odd
   the last digit. */
static int __tandem_up(int sign, u64 rest, u64 half, int odd) {
  if (__tandem_rounding() == 0)
    return rest > half || rest == half && odd;
  return rest != 0 && __tandem_rounding() == (sign ? 0x400 : 0x800);
}

/* Whether a number that is too large is rounded to infinity. */
static int __tandem_over(int sign) {
  return __tandem_rounding() == 0 || __tandem_rounding() == (sign ? 0x400 : 0x800);
}

/* The long double with this sign, biased exponent and mantissa. */
static long double __tandem_make(int sign, int e, u64 m) {
  return __tandem_long_double(m, (unsigned short)(sign ? e + 0x8000 : e));
}

/* The number (m + rest/2^64) 2^(e-16383-63), rounded. The last bit of rest may represent all bits that follow it. */
static long double __tandem_pack(int sign, int e, u64 m, u64 rest) {
  u64 half = 1ull << 63;
  int n;
  if (m == 0) {
    m = rest;
    rest = 0;
    e = e - 64;
  }
  if (m == 0)
    return __tandem_make(sign, 0, 0);
  if (m >> 63 == 0) {
    n = __builtin_clzll(m);
    m = m << n | rest >> (64 - n);
    rest = rest << n;
    e = e - n;
  }
  if (e <= 0) {
    n = 1 - e;
    if (n < 64) {
      rest = m << (64 - n) | (rest != 0);
      m = m >> n;
    } else {
      if (n == 64)
        rest = m | (rest != 0);
      else
        rest = 1;
      m = 0;
    }
    if (__tandem_up(sign, rest, half, m & 1))
      m = m + 1;
    return __tandem_make(sign, m >> 63 ? 1 : 0, m);
  }
  if (__tandem_up(sign, rest, half, m & 1)) {
    m = m + 1;
    if (m == 0) {
      m = half;
      e = e + 1;
    }
  }
  if (e >= 0x7fff)
    return __tandem_over(sign) ? __tandem_make(sign, 0x7fff, half) : __tandem_make(sign, 0x7ffe, ~0ull);
  return __tandem_make(sign, e, m);
}

/* The exponent of a finite number as if it were normal. */
static int __tandem_scale(long double x) {
  int e = __tandem_exponent(x) & 0x7fff;
  return e == 0 ? 1 : e;
}

//# @x87add
@include @x87
/* x + y, or x - y if flip is set; neither is a NaN or invalid. */
static long double __tandem_plus(long double x, long double y, int flip) {
  u64 mx = __tandem_mantissa(x), my = __tandem_mantissa(y), m, rest = 0;
  int sx = __tandem_exponent(x) >> 15, sy = (__tandem_exponent(y) >> 15) ^ flip;
  int ex = __tandem_scale(x), ey = __tandem_scale(y), d;
  if (__tandem_infinite(x)) {
    if (__tandem_infinite(y) && sx != sy)
      return __tandem_default_nan();
    return x;
  }
  if (__tandem_infinite(y))
    return __tandem_make(sy, 0x7fff, my);
  if (ex < ey || ex == ey && mx < my) {
    m = mx;
    mx = my;
    my = m;
    d = ex;
    ex = ey;
    ey = d;
    d = sx;
    sx = sy;
    sy = d;
  }
  d = ex - ey;
  if (d >= 128) {
    rest = my != 0;
    my = 0;
  } else if (d > 64) {
    rest = my >> (d - 64) | (my << (128 - d) != 0);
    my = 0;
  } else if (d == 64) {
    rest = my;
    my = 0;
  } else if (d > 0) {
    rest = my << (64 - d);
    my = my >> d;
  }
  if (sx == sy) {
    m = mx + my;
    if (m < mx) {
      rest = m << 63 | rest >> 1 | (rest & 1);
      m = m >> 1 | 1ull << 63;
      ex = ex + 1;
    }
    return __tandem_pack(sx, ex, m, rest);
  }
  m = mx - my - (rest != 0);
  rest = 0 - rest;
  if (m == 0 && rest == 0)
    return __tandem_make(__tandem_rounding() == 0x400, 0, 0);
  return __tandem_pack(sx, ex, m, rest);
}

//# __tandem_addxf3
@include @x87add
long double __tandem_addxf3(long double x, long double y) {
  if (__tandem_odd(x) || __tandem_odd(y))
    return __tandem_nan(x, y);
  return __tandem_plus(x, y, 0);
}

//# __tandem_subxf3
@include @x87add
long double __tandem_subxf3(long double x, long double y) {
  if (__tandem_odd(x) || __tandem_odd(y))
    return __tandem_nan(x, y);
  return __tandem_plus(x, y, 1);
}

//# @mulhigh
/* The upper half of the product. */
static unsigned long long __tandem_mulhigh(unsigned long long x, unsigned long long y) {
  unsigned long long x0 = x & 0xffffffff, x1 = x >> 32, y0 = y & 0xffffffff, y1 = y >> 32;
  unsigned long long mid = x1 * y0 + (x0 * y0 >> 32), mid2 = x0 * y1 + (mid & 0xffffffff);
  return x1 * y1 + (mid >> 32) + (mid2 >> 32);
}

//# __tandem_mulxf3
@include @x87
@include @mulhigh
long double __tandem_mulxf3(long double x, long double y) {
  u64 mx = __tandem_mantissa(x), my = __tandem_mantissa(y), hi, lo;
  int sign = (__tandem_exponent(x) ^ __tandem_exponent(y)) >> 15;
  int ex = __tandem_scale(x), ey = __tandem_scale(y), n;
  if (__tandem_odd(x) || __tandem_odd(y))
    return __tandem_nan(x, y);
  if (__tandem_infinite(x) || __tandem_infinite(y)) {
    if (mx == 0 || my == 0)
      return __tandem_default_nan();
    return __tandem_make(sign, 0x7fff, 1ull << 63);
  }
  if (mx == 0 || my == 0)
    return __tandem_make(sign, 0, 0);
  n = __builtin_clzll(mx);
  mx = mx << n;
  ex = ex - n;
  n = __builtin_clzll(my);
  my = my << n;
  ey = ey - n;
  hi = __tandem_mulhigh(mx, my);
  lo = mx * my;
  return __tandem_pack(sign, ex + ey - 16382, hi, lo);
}

//# __tandem_divxf3
@include @x87
long double __tandem_divxf3(long double x, long double y) {
  u64 mx = __tandem_mantissa(x), my = __tandem_mantissa(y), q = 0, rest = 0, carry;
  int sign = (__tandem_exponent(x) ^ __tandem_exponent(y)) >> 15;
  int ex = __tandem_scale(x), ey = __tandem_scale(y), n;
  if (__tandem_odd(x) || __tandem_odd(y))
    return __tandem_nan(x, y);
  if (__tandem_infinite(x) || my == 0) {
    if (__tandem_infinite(y) || mx == 0)
      return __tandem_default_nan();
    return __tandem_make(sign, 0x7fff, 1ull << 63);
  }
  if (__tandem_infinite(y) || mx == 0)
    return __tandem_make(sign, 0, 0);
  n = __builtin_clzll(mx);
  mx = mx << n;
  ex = ex - n;
  n = __builtin_clzll(my);
  my = my << n;
  ey = ey - n;
  ex = ex - ey + 16383;
  n = 64;
  if (mx >= my) {
    mx = mx - my;
    q = 1;
    n = 63;
  } else
    ex = ex - 1;
  while (n > 0) {
    carry = mx >> 63;
    mx = mx << 1;
    q = q << 1;
    if (carry || mx >= my) {
      mx = mx - my;
      q = q | 1;
    }
    n = n - 1;
  }
  if (mx != 0) {
    carry = mx >> 63;
    mx = mx << 1;
    rest = 1;
    if (carry || mx > my)
      rest = 1ull << 63 | 1;
    else if (mx == my)
      rest = 1ull << 63;
  }
  return __tandem_pack(sign, ex, q, rest);
}

//# __tandem_sqrtxf2
@include @x87
@include @mulhigh
long double __tandem_sqrtxf2(long double x) {
  u64 m = __tandem_mantissa(x), hi, lo, r = 0, bit = 1ull << 63, t, th, tl;
  int e = __tandem_scale(x), n;
  if (__tandem_odd(x))
    return __tandem_nan(x, x);
  if (m == 0)
    return x;
  if (__tandem_exponent(x) >> 15)
    return __tandem_default_nan();
  if (__tandem_infinite(x))
    return x;
  n = __builtin_clzll(m);
  m = m << n;
  e = e - n - 16383;
  /* The root of m 2^63 or m 2^64 has 64 bits. */
  hi = m;
  lo = 0;
  if (e % 2 == 0) {
    hi = m >> 1;
    lo = m << 63;
  } else
    e = e - 1;
  while (bit != 0) {
    t = r | bit;
    th = __tandem_mulhigh(t, t);
    tl = t * t;
    if (th < hi || th == hi && tl <= lo)
      r = t;
    bit = bit >> 1;
  }
  th = __tandem_mulhigh(r, r);
  tl = r * r;
  hi = hi - th - (lo < tl);
  lo = lo - tl;
  t = 0;
  if (hi != 0 || lo > r)
    t = 1ull << 63 | 1;
  else if (lo != 0)
    t = 1;
  return __tandem_pack(0, e / 2 + 16383, r, t);
}

//# __tandem_cmpxf2
@include @x87
/* The order of x and y: -1, 0, 1, or 2 if one is a NaN or invalid. */
int __tandem_cmpxf2(long double x, long double y) {
  u64 mx = __tandem_mantissa(x), my = __tandem_mantissa(y);
  int sx = __tandem_exponent(x) >> 15, sy = __tandem_exponent(y) >> 15;
  int ex = __tandem_scale(x), ey = __tandem_scale(y);
  if (__tandem_odd(x) || __tandem_odd(y))
    return 2;
  if (mx == 0 && my == 0)
    return 0;
  if (sx != sy)
    return sx ? -1 : 1;
  if (ex == ey && mx == my)
    return 0;
  return (ex < ey || ex == ey && mx < my) != sx ? -1 : 1;
}

//# __tandem_classxf
@include @x87
/* The class of x by glibc's numbers: NaN 0, infinite 1, zero 2, subnormal 3, normal 4. */
int __tandem_classxf(long double x) {
  if (__tandem_odd(x))
    return 0;
  if (__tandem_infinite(x))
    return 1;
  if (__tandem_mantissa(x) == 0)
    return 2;
  return __tandem_mantissa(x) >> 63 ? 4 : 3;
}

//# @fromint
@include @x87
/* The number m, or -m if sign is set, which is exact. */
static long double __tandem_fromint(int sign, u64 m) {
  int n;
  if (m == 0)
    return __tandem_make(0, 0, 0);
  n = __builtin_clzll(m);
  return __tandem_make(sign, 16383 + 63 - n, m << n);
}

//# __tandem_floatundixf
@include @fromint
long double __tandem_floatundixf(unsigned long long m) { return __tandem_fromint(0, m); }

//# __tandem_floatdixf
@include @fromint
long double __tandem_floatdixf(long long i) {
  u64 m = i;
  return i < 0 ? __tandem_fromint(1, 0 - m) : __tandem_fromint(0, m);
}

//# @from128xf
@include @x87
/* The number a, or -a if sign is set, rounded. */
static long double __tandem_from128(int sign, unsigned __int128 a) {
  return __tandem_pack(sign, 16383 + 127, (u64)(a >> 64), (u64)a);
}

//# __tandem_floatun128xf
@include @from128xf
long double __tandem_floatun128xf(unsigned __int128 a) { return __tandem_from128(0, a); }

//# __tandem_float128xf
@include @from128xf
long double __tandem_float128xf(__int128 s) {
  unsigned __int128 a = s;
  return s < 0 ? __tandem_from128(1, 0 - a) : __tandem_from128(0, a);
}

//# __tandem_extenddfxf2
@include @x87
long double __tandem_extenddfxf2(double d) {
  union {
    double d;
    u64 u;
  } x;
  u64 m;
  int sign, e, n;
  x.d = d;
  sign = (int)(x.u >> 63);
  e = (int)(x.u >> 52 & 0x7ff);
  m = x.u << 12 >> 1;
  if (e == 0x7ff) {
    if (m != 0)
      m = m | 1ull << 62;
    return __tandem_make(sign, 0x7fff, m | 1ull << 63);
  }
  if (e != 0)
    return __tandem_make(sign, e - 1023 + 16383, m | 1ull << 63);
  if (m == 0)
    return __tandem_make(sign, 0, 0);
  n = __builtin_clzll(m);
  return __tandem_make(sign, 16383 - 1022 - n, m << n);
}

//# @truncxf
//: __tandem_truncxfdf2 | @FLOAT=double | @BITS=unsigned long long | @BIAS=1023 | @DIGITS=52
//: __tandem_truncxfhf2 | @FLOAT=unsigned short | @BITS=unsigned short | @BIAS=15 | @DIGITS=10
//: __tandem_truncxfsf2 | @FLOAT=float | @BITS=unsigned int | @BIAS=127 | @DIGITS=23
@include @x87
@FLOAT @NAME(long double x) {
  union {
    @FLOAT f;
    @BITS u;
  } r;
  u64 m = __tandem_mantissa(x), rest, half = 1ull << 63;
  int sign = __tandem_exponent(x) >> 15, e = __tandem_scale(x) - 16383 + @BIAS, n = 63 - @DIGITS;
  @BITS inf = (@BITS)((@BITS)(2 * @BIAS + 1) << @DIGITS);
  if (__tandem_invalid(x)) {
    sign = 1;
    r.u = inf | (@BITS)1 << (@DIGITS - 1);
  } else if (__tandem_odd(x))
    r.u = inf | (@BITS)1 << (@DIGITS - 1) | (@BITS)(m << 1 >> (64 - @DIGITS));
  else if (__tandem_infinite(x))
    r.u = inf;
  else if (e > 2 * @BIAS)
    r.u = __tandem_over(sign) ? inf : inf - 1;
  else if (m == 0)
    r.u = 0;
  else {
    if (e <= 0) {
      n = n + 1 - e;
      e = 1;
    }
    if (n > 64) {
      rest = 1;
      m = 0;
    } else if (n == 64) {
      rest = m;
      m = 0;
    } else {
      rest = m << (64 - n);
      m = m >> n;
    }
    if (__tandem_up(sign, rest, half, m & 1))
      m = m + 1;
    r.u = (@BITS)((@BITS)(e - 1) << @DIGITS);
    r.u = r.u + (@BITS)m;
    if (r.u == inf && !__tandem_over(sign))
      r.u = inf - 1;
  }
  if (sign)
    r.u = r.u | (@BITS)1 << (8 * sizeof(@BITS) - 1);
  return r.f;
}

//# __tandem_fixxfdi __VERIFIER_nondet_longlong
@include @x87
long long __VERIFIER_nondet_longlong(void);
long long __tandem_fixxfdi(long double x) {
  int e = (__tandem_exponent(x) & 0x7fff) - 16383, sign = __tandem_exponent(x) >> 15;
  u64 m = __tandem_mantissa(x);
  if (e < 0)
    return 0;
  if (__tandem_invalid(x) || e > 63 || e == 63 && !(sign && m == 1ull << 63))
    return __VERIFIER_nondet_longlong();
  m = m >> (63 - e);
  return (long long)(sign ? 0 - m : m);
}

//# __tandem_fixunsxfdi __VERIFIER_nondet_ulonglong
@include @x87
unsigned long long __VERIFIER_nondet_ulonglong(void);
unsigned long long __tandem_fixunsxfdi(long double x) {
  int e = (__tandem_exponent(x) & 0x7fff) - 16383, sign = __tandem_exponent(x) >> 15;
  if (e < 0)
    return 0;
  if (__tandem_invalid(x) || e > 63 || sign)
    return __VERIFIER_nondet_ulonglong();
  return __tandem_mantissa(x) >> (63 - e);
}

//# @fix128xf __VERIFIER_nondet_ulonglong
//: __tandem_fixunsxfti | @RESULT=unsigned __int128 | @SIGNED=0
//: __tandem_fixxfti | @RESULT=__int128 | @SIGNED=1
@include @x87
unsigned long long __VERIFIER_nondet_ulonglong(void);
@RESULT @NAME(long double x) {
  int e = (__tandem_exponent(x) & 0x7fff) - 16383, sign = __tandem_exponent(x) >> 15;
  u64 m = __tandem_mantissa(x);
  unsigned __int128 r;
  if (e < 0)
    return 0;
  if (__tandem_invalid(x) || e > 127 || (@SIGNED ? e == 127 && !(sign && m == 1ull << 63) : sign)) {
    u64 lo = __VERIFIER_nondet_ulonglong(), hi = __VERIFIER_nondet_ulonglong();
    return (unsigned __int128)hi << 64 | lo;
  }
  r = m;
  if (e <= 63)
    r = m >> (63 - e);
  else
    r = r << (e - 63);
  return sign ? 0 - r : r;
}

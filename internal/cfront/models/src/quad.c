Arithmetic of _Float128, IEEE 754's binary128, as in libgcc, in the current rounding mode. A
number is represented by its upper and its lower 64 bits.

//# @quad
typedef unsigned long long u64;
u64 __tandem_quad_high(_Float128);
u64 __tandem_quad_low(_Float128);
_Float128 __tandem_quad(u64, u64);
int __tandem_rounding(void);

static _Float128 __tandem_default_nan(void) { return __tandem_quad(0xffff800000000000ull, 0); }

/* The biased exponent. */
static int __tandem_biased(_Float128 x) { return (int)(__tandem_quad_high(x) >> 48) & 0x7fff; }

/* Whether x is a NaN. */
static int __tandem_odd(_Float128 x) {
  return __tandem_biased(x) == 0x7fff && (__tandem_quad_high(x) << 16 != 0 || __tandem_quad_low(x) != 0);
}

static int __tandem_infinite(_Float128 x) { return __tandem_biased(x) == 0x7fff; }

static int __tandem_zero(_Float128 x) { return __tandem_quad_high(x) << 1 == 0 && __tandem_quad_low(x) == 0; }

/* The result of an operation with a NaN. */
static _Float128 __tandem_nan(_Float128 x, _Float128 y) {
  if (!__tandem_odd(x))
    x = y;
  return __tandem_quad(__tandem_quad_high(x) | 1ull << 47, __tandem_quad_low(x));
}

static int __tandem_sign(_Float128 x) { return (int)(__tandem_quad_high(x) >> 63); }

static _Float128 __tandem_inf(int sign) { return __tandem_quad((u64)sign << 63 | 0x7fffull << 48, 0); }

/* The exponent of a finite number as if it were normal. Its digits are in the 128 bits of __tandem_upper and
   __tandem_lower, where the highest bit is the leading one. */
static int __tandem_scale(_Float128 x) {
  int e = __tandem_biased(x);
  return e == 0 ? 1 : e;
}

static u64 __tandem_upper(_Float128 x) {
  u64 h = __tandem_quad_high(x), m = h << 15 & ~(1ull << 63) | __tandem_quad_low(x) >> 49;
  return (h >> 48 & 0x7fff) != 0 ? m | 1ull << 63 : m;
}

static u64 __tandem_lower(_Float128 x) { return __tandem_quad_low(x) << 15; }

/* Whether a number is rounded away from 0. rest is the part after its last digit, half the rest of a tie, and odd
   the last digit. */
static int __tandem_up(int sign, u64 rest, u64 half, int odd) {
  if (__tandem_rounding() == 0)
    return rest > half || rest == half && odd;
  return rest != 0 && __tandem_rounding() == (sign ? 0x400 : 0x800);
}

/* The number (hi 2^64 + lo) 2^(e-16383-127), rounded. The last bit of lo may represent all bits that follow it. */
static _Float128 __tandem_pack(int sign, int e, u64 hi, u64 lo) {
  u64 rest;
  int n;
  if (hi == 0) {
    hi = lo;
    lo = 0;
    e = e - 64;
  }
  if (hi == 0)
    return __tandem_quad((u64)sign << 63, 0);
  if (hi >> 63 == 0) {
    n = __builtin_clzll(hi);
    hi = hi << n | lo >> (64 - n);
    lo = lo << n;
    e = e - n;
  }
  if (e >= 0x7fff) {
    if (__tandem_up(sign, 3, 2, 1))
      return __tandem_inf(sign);
    return __tandem_quad((u64)sign << 63 | 0x7ffeffffffffffffull, ~0ull);
  }
  if (e <= 0) {
    n = 1 - e;
    e = 1;
    if (n >= 128) {
      hi = 0;
      lo = 1;
    } else if (n > 64) {
      lo = hi >> (n - 64) | (lo != 0 || hi << (128 - n) != 0);
      hi = 0;
    } else if (n == 64) {
      lo = hi | (lo != 0);
      hi = 0;
    } else {
      lo = hi << (64 - n) | lo >> n | (lo << (64 - n) != 0);
      hi = hi >> n;
    }
  }
  rest = lo & 0x7fff;
  lo = lo >> 15 | hi << 49;
  hi = (hi >> 15) + ((u64)(e - 1) << 48);
  if (__tandem_up(sign, rest, 0x4000, lo & 1)) {
    lo = lo + 1;
    hi = hi + (lo == 0);
  }
  if (hi >> 48 == 0x7fff && !__tandem_up(sign, 3, 2, 1))
    return __tandem_quad((u64)sign << 63 | 0x7ffeffffffffffffull, ~0ull);
  return __tandem_quad((u64)sign << 63 | hi, lo);
}

//# @quadadd
@include @quad
/* x + y, or x - y if flip is set; neither is a NaN. */
static _Float128 __tandem_plus(_Float128 x, _Float128 y, int flip) {
  u64 hx = __tandem_upper(x), lx = __tandem_lower(x), hy = __tandem_upper(y), ly = __tandem_lower(y), t;
  int sx = __tandem_sign(x), sy = __tandem_sign(y) ^ flip, ex = __tandem_scale(x), ey = __tandem_scale(y), d;
  if (__tandem_infinite(x))
    return __tandem_infinite(y) && sx != sy ? __tandem_default_nan() : x;
  if (__tandem_infinite(y))
    return __tandem_inf(sy);
  if (ex < ey || ex == ey && (hx < hy || hx == hy && lx < ly)) {
    t = hx;
    hx = hy;
    hy = t;
    t = lx;
    lx = ly;
    ly = t;
    d = ex;
    ex = ey;
    ey = d;
    d = sx;
    sx = sy;
    sy = d;
  }
  d = ex - ey;
  if (d >= 128) {
    ly = hy != 0 || ly != 0;
    hy = 0;
  } else if (d > 64) {
    ly = hy >> (d - 64) | (ly != 0 || hy << (128 - d) != 0);
    hy = 0;
  } else if (d == 64) {
    ly = hy | (ly != 0);
    hy = 0;
  } else if (d > 0) {
    ly = hy << (64 - d) | ly >> d | (ly << (64 - d) != 0);
    hy = hy >> d;
  }
  if (sx == sy) {
    lx = lx + ly;
    hx = hx + hy;
    t = hx < hy;
    if (lx < ly) {
      hx = hx + 1;
      t = t || hx == 0;
    }
    if (t) {
      lx = lx >> 1 | hx << 63 | (lx & 1);
      hx = hx >> 1 | 1ull << 63;
      ex = ex + 1;
    }
    return __tandem_pack(sx, ex, hx, lx);
  }
  hx = hx - hy - (lx < ly);
  lx = lx - ly;
  if (hx == 0 && lx == 0)
    return __tandem_quad((u64)(__tandem_rounding() == 0x400) << 63, 0);
  return __tandem_pack(sx, ex, hx, lx);
}

//# __tandem_addtf3
@include @quadadd
_Float128 __tandem_addtf3(_Float128 x, _Float128 y) {
  if (__tandem_odd(x) || __tandem_odd(y))
    return __tandem_nan(x, y);
  return __tandem_plus(x, y, 0);
}

//# __tandem_subtf3
@include @quadadd
_Float128 __tandem_subtf3(_Float128 x, _Float128 y) {
  if (__tandem_odd(x) || __tandem_odd(y))
    return __tandem_nan(x, y);
  return __tandem_plus(x, y, 1);
}

//# __tandem_multf3
@include @quad
@include @mulhigh
_Float128 __tandem_multf3(_Float128 x, _Float128 y) {
  u64 hx = __tandem_upper(x), lx = __tandem_lower(x), hy = __tandem_upper(y), ly = __tandem_lower(y), low, mid, hi, t, c;
  int sign = __tandem_sign(x) ^ __tandem_sign(y), ex = __tandem_scale(x), ey = __tandem_scale(y), n;
  if (__tandem_odd(x) || __tandem_odd(y))
    return __tandem_nan(x, y);
  if (__tandem_infinite(x) || __tandem_infinite(y))
    return __tandem_zero(x) || __tandem_zero(y) ? __tandem_default_nan() : __tandem_inf(sign);
  if (__tandem_zero(x) || __tandem_zero(y))
    return __tandem_quad((u64)sign << 63, 0);
  if (hx == 0) {
    hx = lx;
    lx = 0;
    ex = ex - 64;
  }
  if (hx >> 63 == 0) {
    n = __builtin_clzll(hx);
    hx = hx << n | lx >> (64 - n);
    lx = lx << n;
    ex = ex - n;
  }
  if (hy == 0) {
    hy = ly;
    ly = 0;
    ey = ey - 64;
  }
  if (hy >> 63 == 0) {
    n = __builtin_clzll(hy);
    hy = hy << n | ly >> (64 - n);
    ly = ly << n;
    ey = ey - n;
  }
  /* The product in four words: hi, mid, and two words of which low is nonzero if one of them is. */
  low = lx * ly;
  t = __tandem_mulhigh(lx, ly);
  mid = hx * ly;
  t = t + mid;
  c = t < mid;
  mid = lx * hy;
  t = t + mid;
  c = c + (t < mid);
  low = low | t;
  mid = __tandem_mulhigh(hx, ly) + c; /* no carry, since both are small */
  t = __tandem_mulhigh(lx, hy);
  mid = mid + t;
  c = mid < t;
  t = hx * hy;
  mid = mid + t;
  c = c + (mid < t);
  hi = __tandem_mulhigh(hx, hy) + c;
  return __tandem_pack(sign, ex + ey - 16382, hi, mid | (low != 0));
}

//# __tandem_divtf3
@include @quad
_Float128 __tandem_divtf3(_Float128 x, _Float128 y) {
  u64 hx = __tandem_upper(x), lx = __tandem_lower(x), hy = __tandem_upper(y), ly = __tandem_lower(y), hq = 0, lq = 0, carry = 0;
  int sign = __tandem_sign(x) ^ __tandem_sign(y), ex = __tandem_scale(x), ey = __tandem_scale(y), n;
  if (__tandem_odd(x) || __tandem_odd(y))
    return __tandem_nan(x, y);
  if (__tandem_infinite(x) || __tandem_zero(y))
    return __tandem_infinite(y) || __tandem_zero(x) ? __tandem_default_nan() : __tandem_inf(sign);
  if (__tandem_infinite(y) || __tandem_zero(x))
    return __tandem_quad((u64)sign << 63, 0);
  if (hx == 0) {
    hx = lx;
    lx = 0;
    ex = ex - 64;
  }
  if (hx >> 63 == 0) {
    n = __builtin_clzll(hx);
    hx = hx << n | lx >> (64 - n);
    lx = lx << n;
    ex = ex - n;
  }
  if (hy == 0) {
    hy = ly;
    ly = 0;
    ey = ey - 64;
  }
  if (hy >> 63 == 0) {
    n = __builtin_clzll(hy);
    hy = hy << n | ly >> (64 - n);
    ly = ly << n;
    ey = ey - n;
  }
  for (n = 0; n < 117; n++) {
    hq = hq << 1 | lq >> 63;
    lq = lq << 1;
    if (carry || hx > hy || hx == hy && lx >= ly) {
      hx = hx - hy - (lx < ly);
      lx = lx - ly;
      lq = lq | 1;
    }
    carry = hx >> 63;
    hx = hx << 1 | lx >> 63;
    lx = lx << 1;
  }
  hq = hq << 11 | lq >> 53;
  lq = lq << 11 | (carry || hx != 0 || lx != 0);
  return __tandem_pack(sign, ex - ey + 16383, hq, lq);
}

//# __tandem_sqrttf2
@include @quad
_Float128 __tandem_sqrttf2(_Float128 x) {
  u64 h = __tandem_upper(x), l = __tandem_lower(x), hr = 0, lr = 0, hq = 0, lq = 0, ht, lt;
  int e = __tandem_scale(x) - 16383, n;
  if (__tandem_odd(x))
    return __tandem_nan(x, x);
  if (__tandem_zero(x))
    return x;
  if (__tandem_sign(x))
    return __tandem_default_nan();
  if (__tandem_infinite(x))
    return x;
  if (h == 0) {
    h = l;
    l = 0;
    e = e - 64;
  }
  if (h >> 63 == 0) {
    n = __builtin_clzll(h);
    h = h << n | l >> (64 - n);
    l = l << n;
    e = e - n;
  }
  /* The radicand has two bits before its point. Each step consumes two of its bits and produces one. */
  if (e % 2 == 0) {
    l = l >> 1 | h << 63; /* the lowest bit is 0 */
    h = h >> 1;
  } else
    e = e - 1;
  for (n = 0; n < 117; n++) {
    hr = hr << 2 | lr >> 62;
    lr = lr << 2 | h >> 62;
    h = h << 2 | l >> 62;
    l = l << 2;
    ht = hq << 2 | lq >> 62;
    lt = lq << 2 | 1;
    hq = hq << 1 | lq >> 63;
    lq = lq << 1;
    if (hr > ht || hr == ht && lr >= lt) {
      hr = hr - ht - (lr < lt);
      lr = lr - lt;
      lq = lq | 1;
    }
  }
  hq = hq << 11 | lq >> 53;
  lq = lq << 11 | (hr != 0 || lr != 0);
  return __tandem_pack(0, e / 2 + 16383, hq, lq);
}

//# __tandem_cmptf2
@include @quad
/* The order of x and y: -1, 0, 1, or 2 if one is a NaN. */
int __tandem_cmptf2(_Float128 x, _Float128 y) {
  u64 hx = __tandem_quad_high(x), lx = __tandem_quad_low(x), hy = __tandem_quad_high(y), ly = __tandem_quad_low(y);
  if (__tandem_odd(x) || __tandem_odd(y))
    return 2;
  if (__tandem_zero(x) && __tandem_zero(y))
    return 0;
  if (hx >> 63 != hy >> 63)
    return hx >> 63 ? -1 : 1;
  if (hx == hy && lx == ly)
    return 0;
  return (hx < hy || hx == hy && lx < ly) == (hx >> 63 == 0) ? -1 : 1;
}

//# __tandem_classtf
@include @quad
/* The class of x by glibc's numbers: NaN 0, infinite 1, zero 2, subnormal 3, normal 4. */
int __tandem_classtf(_Float128 x) {
  if (__tandem_odd(x))
    return 0;
  if (__tandem_infinite(x))
    return 1;
  if (__tandem_zero(x))
    return 2;
  return __tandem_biased(x) ? 4 : 3;
}

//# __tandem_extendxftf2
typedef unsigned long long u64;
u64 __tandem_mantissa(long double);
unsigned short __tandem_exponent(long double);
_Float128 __tandem_quad(u64, u64);
_Float128 __tandem_extendxftf2(long double x) {
  u64 m = __tandem_mantissa(x), sign = (u64)(__tandem_exponent(x) >> 15) << 63;
  int e = __tandem_exponent(x) & 0x7fff, n;
  if (e != 0 && m >> 63 == 0) /* invalid */
    return __tandem_quad(0xffff800000000000ull, 0);
  if (e == 0x7fff) {
    m = m << 1;
    return __tandem_quad(sign | (u64)e << 48 | m >> 16 | (m != 0 ? 1ull << 47 : 0), m << 48);
  }
  if (e == 0) { /* numbers below x87's least normal number are below the least normal number of _Float128 too */
    if (m == 0)
      return __tandem_quad(sign, 0);
    return __tandem_quad(sign | m >> 15, m << 49);
  }
  m = m << 1;
  return __tandem_quad(sign | (u64)e << 48 | m >> 16, m << 48);
}

//# __tandem_trunctfxf2
@include @quad
long double __tandem_long_double(u64, unsigned short);
/* Converts to long double. how is 0: truncate; 1: round to odd, so that a second rounding gives the correctly
   rounded number; 2: round. */
long double __tandem_trunctfxf2(_Float128 x, int how) {
  u64 m = __tandem_upper(x), rest = __tandem_lower(x);
  int e = __tandem_biased(x), sign = __tandem_sign(x) << 15;
  if (e == 0x7fff) {
    if (__tandem_odd(x))
      m = m | 1ull << 62;
    return __tandem_long_double(m, (unsigned short)(sign | e));
  }
  if (how == 1)
    m = m | (rest != 0);
  if (how == 2 && __tandem_up(sign, rest, 1ull << 63, m & 1)) {
    m = m + 1;
    if (e == 0)
      e = m >> 63; /* the least normal number */
    else if (m == 0) {
      m = 1ull << 63;
      e = e + 1;
    }
    if (e == 0x7fff && !__tandem_up(sign, 3, 2, 1)) {
      m = ~0ull;
      e = 0x7ffe;
    }
  }
  return __tandem_long_double(m, (unsigned short)(sign | e));
}

//# @fix128tf __VERIFIER_nondet_ulonglong
//: __tandem_fixtfti | @RESULT=__int128 | @SIGNED=1
//: __tandem_fixunstfti | @RESULT=unsigned __int128 | @SIGNED=0
@include @quad
unsigned long long __VERIFIER_nondet_ulonglong(void);
@RESULT @NAME(_Float128 x) {
  int e = __tandem_biased(x) - 16383, sign = __tandem_sign(x);
  unsigned __int128 r = (unsigned __int128)__tandem_upper(x) << 64 | __tandem_lower(x);
  if (e < 0)
    return 0;
  if (e > 127 || (@SIGNED ? e == 127 && !(sign && r << 1 == 0) : sign)) {
    u64 lo = __VERIFIER_nondet_ulonglong(), hi = __VERIFIER_nondet_ulonglong();
    return (unsigned __int128)hi << 64 | lo;
  }
  r = r >> (127 - e);
  return sign ? 0 - r : r;
}

//# __tandem_floatun128tf
@include @quad
_Float128 __tandem_floatun128tf(unsigned __int128 a) { return __tandem_pack(0, 16383 + 127, (u64)(a >> 64), (u64)a); }

//# __tandem_float128tf
@include @quad
_Float128 __tandem_float128tf(__int128 s) {
  unsigned __int128 a = s;
  if (s < 0)
    a = 0 - a;
  return __tandem_pack(s < 0, 16383 + 127, (u64)(a >> 64), (u64)a);
}

//# __tandem_extendhfsf2
float __tandem_extendhfsf2(unsigned short h) {
  union {
    float f;
    unsigned u;
  } r;
  unsigned e = h >> 10 & 31, m = h & 0x3ff;
  if (e == 0)
    r.f = (float)m * 0x1p-24f;
  else if (e == 31)
    r.u = 0x7f800000u | m << 13 | (m != 0 ? 0x400000u : 0);
  else
    r.u = (e + 112) << 23 | m << 13;
  if (h >> 15)
    r.u = r.u | 0x80000000u;
  return r.f;
}

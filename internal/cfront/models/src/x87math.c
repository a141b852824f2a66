The functions of <math.h> on long double that IEEE 754 determines and that depend on the format.
The others have the same text as those on float and double (math.c).

//# @integral
@include @x87
/* Rounds x to an integer. how is 0: to nearest, ties to even; 1: to nearest, ties away from 0; 2: down; 3: up; 4:
   towards 0. */
static long double __tandem_integral(long double x, int how) {
  u64 m = __tandem_mantissa(x), t, rest, half = 1ull << 63;
  int e = (__tandem_exponent(x) & 0x7fff) - 16383, sign = __tandem_exponent(x) >> 15, up;
  if (__tandem_invalid(x))
    return __tandem_default_nan();
  if (e >= 63)
    return x;
  if (e < 0) {
    up = m != 0 && (how == 2 ? sign : how == 3 ? !sign : how == 4 ? 0 : e == -1 && (how == 1 || m << 1 != 0));
    return up ? __tandem_make(sign, 16383, half) : __tandem_make(sign, 0, 0);
  }
  rest = m << (e + 1);
  t = m >> (63 - e) << (63 - e);
  up = rest != 0 && (how == 2 ? sign : how == 3 ? !sign : how == 4 ? 0 : rest > half || rest == half && (how == 1 || m >> (63 - e) & 1));
  if (up) {
    t = t + (1ull << (63 - e));
    if (t == 0) {
      t = half;
      e = e + 1;
    }
  }
  return __tandem_make(sign, e + 16383, t);
}

//# @roundl
//: ceil*l | @HOW=3
//: floor*l | @HOW=2
//: round*l | @HOW=1
//: roundeven*l | @HOW=0
//: trunc*l | @HOW=4
@include @integral
long double @NAME(long double x) { return __tandem_integral(x, @HOW); }

//# @rintl
//: nearbyint*l
//: rint*l
@include @integral
long double @NAME(long double x) {
  if (__tandem_rounding() == 0)
    return __tandem_integral(x, 0);
  return __tandem_integral(x, __tandem_rounding() == 0x400 ? 2 : __tandem_rounding() == 0x800 ? 3 : 4);
}

//# @lrintl
//: llrint*l | @TYPE=long long
//: lrint*l | @TYPE=long
long double __builtin_rintl(long double);
@TYPE @NAME(long double x) { return (@TYPE)__builtin_rintl(x); }

//# @digitsl
@include @x87
/* The exponent of a finite number that is not 0, as for a number with a leading one; __tandem_digits returns its
   digits. */
static int __tandem_power(long double x) {
  u64 m = __tandem_mantissa(x);
  return __tandem_scale(x) - __builtin_clzll(m);
}

static u64 __tandem_digits(long double x) {
  u64 m = __tandem_mantissa(x);
  return m << __builtin_clzll(m);
}

/* Whether x is finite and not 0. */
static int __tandem_number(long double x) {
  return !__tandem_odd(x) && !__tandem_infinite(x) && __tandem_mantissa(x) != 0;
}

//# @frexpl
//: frexp*l
@include @digitsl
long double @NAME(long double x, int *e) {
  *e = 0;
  if (!__tandem_number(x))
    return x;
  *e = __tandem_power(x) - 16382;
  return __tandem_make(__tandem_exponent(x) >> 15, 16382, __tandem_digits(x));
}

//# @ldexpl
//: ldexp*l | @TYPE=int
//: scalbln*l | @TYPE=long
//: scalbn*l | @TYPE=int
@include @digitsl
void __tandem_errno(int);
long double @NAME(long double x, @TYPE e) {
  long double r;
  if (!__tandem_number(x))
    return x;
  if (e > 50000)
    e = 50000;
  if (e < -50000)
    e = -50000;
  r = __tandem_pack(__tandem_exponent(x) >> 15, __tandem_power(x) + (int)e, __tandem_digits(x), 0);
  if (__tandem_infinite(r) || __tandem_mantissa(r) == 0)
    __tandem_errno(34);
  return r;
}

//# @ilogbl
//: ilogb*l | @TYPE=int | @SMALLEST=(-2147483647 - 1)
//: llogb*l | @TYPE=long | @SMALLEST=(-__LONG_MAX__ - 1)
@include @digitsl
void __tandem_errno(int);
@TYPE @NAME(long double x) {
  if (!__tandem_number(x)) {
    __tandem_errno(33);
    return __tandem_infinite(x) && !__tandem_odd(x) ? -(@SMALLEST + 1) : @SMALLEST;
  }
  return __tandem_power(x) - 16383;
}

//# @logbl
//: logb*l
@include @digitsl
long double @NAME(long double x) {
  if (__tandem_number(x))
    return __tandem_power(x) - 16383;
  if (__tandem_odd(x))
    return x;
  return __tandem_make(__tandem_mantissa(x) == 0, 0x7fff, 1ull << 63);
}

//# @significandl
//: significand*l
@include @digitsl
long double @NAME(long double x) {
  if (!__tandem_number(x)) {
    return x;
  }
  return __tandem_make(__tandem_exponent(x) >> 15, 16383, __tandem_digits(x));
}

//# @fdiml
//: fdim*l
void __tandem_errno(int);
long double @NAME(long double x, long double y) {
  long double r;
  if (x != x)
    return x;
  if (y != y)
    return y;
  if (!(x > y))
    return 0;
  r = x - y;
  if (r - r != 0 && x - x == 0 && y - y == 0)
    __tandem_errno(34);
  return r;
}

//# @modulol
@include @digitsl
/* x modulo y and the last bits of the quotient, for finite x >= y > 0. */
static long double modulo(long double x, long double y, unsigned *q) {
  u64 r = __tandem_digits(x), d = __tandem_digits(y), carry = 0;
  int n = __tandem_power(x) - __tandem_power(y);
  *q = 0;
  for (; n >= 0; n--) {
    *q = *q << 1;
    if (carry || r >= d) {
      r = r - d;
      *q = *q | 1;
    }
    carry = r >> 63;
    if (n > 0)
      r = r << 1;
  }
  return __tandem_pack(0, __tandem_power(y), r, 0);
}

/* The result of an operation without a numeric result. */
static long double none(long double x, long double y) {
  if (x != x || y != y)
    return x + y;
  return __tandem_default_nan();
}

//# @fmodl @modulol
//: fmod*l
void __tandem_errno(int);
long double @NAME(long double x, long double y) {
  long double a = __builtin_fabsl(x), b = __builtin_fabsl(y);
  unsigned q;
  if (a - a != 0 || y != y || y == 0) {
    if (x == x && y == y)
      __tandem_errno(33);
    return none(x, y);
  }
  if (a < b)
    return x;
  return __builtin_copysignl(modulo(a, b, &q), x);
}

//# @remquol @modulol __VERIFIER_nondet_uint
//: __tandem_remquo*l | @LOW=64
//: remquo*l | @LOW=0
unsigned __VERIFIER_nondet_uint(void);
long double @NAME(long double x, long double y, int *quo) {
  long double a = __builtin_fabsl(x), b = __builtin_fabsl(y), r = a;
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
  if (@LOW == 0 && b <= a / 8) {
    /* C does not specify the higher bits: glibc's are 0, and gcc's, for constants, are those of the quotient. */
    q |= __VERIFIER_nondet_uint() & 0x7ffffff8;
  }
  *quo = __builtin_signbitl(x) != __builtin_signbitl(y) ? -(int)q : (int)q;
  if (r == 0)
    return __builtin_copysignl(0, x);
  return __builtin_signbitl(x) ? -r : r;
}

//# @remainderl
//: drem*l
//: remainder*l
void __tandem_errno(int);
long double __tandem_remquol(long double, long double, int *);
long double @NAME(long double x, long double y) {
  int q;
  if (x == x && y == y && (x - x != 0 || y == 0))
    __tandem_errno(33);
  return __tandem_remquol(x, y, &q);
}

//# @stepl
@include @x87
/* The next number away from 0, or towards 0 if away is not set; x is finite and not 0, or an infinity whose next
   number is towards 0. */
static long double __tandem_step(long double x, int away) {
  u64 m = __tandem_mantissa(x);
  int e = __tandem_exponent(x) & 0x7fff, sign = __tandem_exponent(x) >> 15;
  if (away) {
    m = m + 1;
    if (m == 0) {
      m = 1ull << 63;
      e = e + 1;
    } else if (m == 1ull << 63 && e == 0)
      e = 1;
  } else {
    if (m == 1ull << 63 && e > 0) {
      e = e - 1;
      m = e == 0 ? m - 1 : ~0ull;
    } else
      m = m - 1;
  }
  return __tandem_make(sign, e, m);
}

//# @nextafterl
//: nextafter*l
//: nexttoward*l
@include @stepl
void __tandem_errno(int);
long double @NAME(long double x, long double y) {
  long double r;
  if (x != x)
    return x;
  if (x == y || y != y)
    return y;
  if (x == 0)
    return __tandem_make(!(y > 0), 0, 1);
  r = __tandem_step(x, x < y == x > 0);
  if (__tandem_infinite(r) || __tandem_mantissa(r) >> 63 == 0)
    __tandem_errno(34);
  return r;
}

//# @nextupl
//: nextdown*l | @DOWN=1
//: nextup*l | @DOWN=0
@include @stepl
long double @NAME(long double x) {
  if (x != x || x - x != 0 && __tandem_exponent(x) >> 15 == @DOWN)
    return x;
  if (x == 0)
    return __tandem_make(@DOWN, 0, 1);
  return __tandem_step(x, (x < 0) == @DOWN);
}

//# @totalorderl
//: totalorder*l | @MAG=0
//: totalordermag*l | @MAG=1
@include @x87
int @NAME(const long double *p, const long double *q) {
  long double x = *p, y = *q;
  int sx = @MAG ? 0 : __tandem_exponent(x) >> 15, sy = @MAG ? 0 : __tandem_exponent(y) >> 15;
  int ex = __tandem_exponent(x) & 0x7fff, ey = __tandem_exponent(y) & 0x7fff;
  u64 mx = __tandem_mantissa(x), my = __tandem_mantissa(y);
  if (sx != sy)
    return sx;
  if (ex == ey && mx == my)
    return 1;
  return (ex < ey || ex == ey && mx < my) != sx;
}

//# @canonicalizel
//: canonicalize*l
@include @x87
int @NAME(long double *to, const long double *from) {
  long double x = *from;
  int e = __tandem_exponent(x) & 0x7fff;
  if (__tandem_invalid(x))
    return 1;
  *to = x;
  if (e == 0 && __tandem_mantissa(x) >> 63)
    *to = __tandem_make(__tandem_exponent(x) >> 15, 1, __tandem_mantissa(x));
  return 0;
}

//# @issignalingl
//: __issignaling*l
@include @x87
int @NAME(long double x) {
  return __tandem_odd(x) && (__tandem_invalid(x) || __tandem_mantissa(x) << 1 >> 63 == 0);
}

//# @fmal
//: fma*l
@include @digitsl
@include @mulhigh
long double @NAME(long double x, long double y, long double z) {
  u64 a2, a1, b2, b1, b0, t, c;
  int s, sz = __tandem_exponent(z) >> 15, e, ez, d, n;
  if (__tandem_odd(x) || __tandem_odd(y) || __tandem_odd(z) || __tandem_infinite(x) || __tandem_infinite(y))
    return x * y + z;
  if (__tandem_infinite(z))
    return z;
  if (__tandem_mantissa(x) == 0 || __tandem_mantissa(y) == 0)
    return x * y + z;
  /* The product is a2 2^64 + a1, and the number added to it b2 2^64; each has its leading one. */
  s = (__tandem_exponent(x) ^ __tandem_exponent(y)) >> 15;
  a2 = __tandem_mulhigh(__tandem_digits(x), __tandem_digits(y));
  a1 = __tandem_digits(x) * __tandem_digits(y);
  e = __tandem_power(x) + __tandem_power(y) - 16382;
  if (a2 >> 63 == 0) {
    a2 = a2 << 1 | a1 >> 63;
    a1 = a1 << 1;
    e = e - 1;
  }
  if (__tandem_mantissa(z) == 0)
    return __tandem_pack(s, e, a2, a1);
  b2 = __tandem_digits(z);
  b1 = 0;
  b0 = 0;
  ez = __tandem_power(z);
  if (e < ez || e == ez && a2 < b2) {
    t = a2;
    a2 = b2;
    b2 = t;
    b1 = a1;
    a1 = 0;
    d = e;
    e = ez;
    ez = d;
    d = s;
    s = sz;
    sz = d;
  }
  /* b in three words, whose last bit may represent all bits that follow it. */
  d = e - ez;
  if (d >= 192) {
    b2 = 0;
    b1 = 0;
    b0 = 1;
  } else {
    for (; d >= 64; d = d - 64) {
      b0 = b1 | (b0 != 0);
      b1 = b2;
      b2 = 0;
    }
    if (d > 0) {
      b0 = b1 << (64 - d) | b0 >> d | (b0 << (64 - d) != 0);
      b1 = b2 << (64 - d) | b1 >> d;
      b2 = b2 >> d;
    }
  }
  if (s == sz) {
    a1 = a1 + b1;
    c = a1 < b1;
    t = a2 + b2;
    a2 = t + c;
    c = t < b2 || a2 < t;
    if (c) {
      b0 = b0 != 0 || (a1 & 1);
      a1 = a1 >> 1 | a2 << 63;
      a2 = a2 >> 1 | 1ull << 63;
      e = e + 1;
    }
    return __tandem_pack(s, e, a2, a1 | (b0 != 0));
  }
  c = b0 != 0;
  b0 = 0 - b0;
  t = a1 - b1;
  b1 = (a1 < b1) + (t < c);
  a1 = t - c;
  a2 = a2 - b2 - b1;
  if (a2 == 0 && a1 == 0 && b0 == 0)
    return __tandem_make(__tandem_rounding() == 0x400, 0, 0);
  for (; a2 == 0; e = e - 64) {
    a2 = a1;
    a1 = b0;
    b0 = 0;
  }
  n = __builtin_clzll(a2);
  if (n > 0) {
    a2 = a2 << n | a1 >> (64 - n);
    a1 = a1 << n | b0 >> (64 - n);
    b0 = b0 << n;
  }
  return __tandem_pack(s, e - n, a2, a1 | (b0 != 0));
}

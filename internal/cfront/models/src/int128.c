Division of __int128 and its conversions: the functions that the front end calls for
these operators. All arithmetic is unsigned.

//# @divide
typedef unsigned __int128 u128;
typedef unsigned long long u64;

/* The quotient n / d, or the remainder if rest is set. */
static u128 __tandem_divide(u128 n, u128 d, int rest) {
  if ((u64)(n >> 64) == 0 && (u64)(d >> 64) == 0) {
    u64 a = n, b = d;
    return rest ? a % b : a / b;
  }
  if (n < d)
    return rest ? n : 0;
  u128 q = 0;
  int k = 0;
  while ((u64)(d >> 127) == 0 && d <= n - d) {
    d = d << 1;
    k = k + 1;
  }
  while (k >= 0) {
    q = q << 1;
    if (n >= d) {
      n = n - d;
      q = q | 1;
    }
    d = d >> 1;
    k = k - 1;
  }
  return rest ? n : q;
}

//# __tandem_udivti3
@include @divide
unsigned __int128 __tandem_udivti3(unsigned __int128 a, unsigned __int128 b) { return __tandem_divide(a, b, 0); }

//# __tandem_umodti3
@include @divide
unsigned __int128 __tandem_umodti3(unsigned __int128 a, unsigned __int128 b) { return __tandem_divide(a, b, 1); }

//# __tandem_divti3
@include @divide
__int128 __tandem_divti3(__int128 a, __int128 b) {
  u128 x = a, y = b;
  if (a < 0)
    x = 0 - x;
  if (b < 0)
    y = 0 - y;
  u128 q = __tandem_divide(x, y, 0);
  if ((a < 0) != (b < 0))
    q = 0 - q;
  return q;
}

//# __tandem_modti3
@include @divide
__int128 __tandem_modti3(__int128 a, __int128 b) {
  u128 x = a, y = b;
  if (a < 0)
    x = 0 - x;
  if (b < 0)
    y = 0 - y;
  u128 r = __tandem_divide(x, y, 1);
  if (a < 0)
    r = 0 - r;
  return r;
}

//# @round128
/* Shifts a right by n bits, 0 < n < 128, rounding to nearest, ties to even. */
static unsigned __int128 __tandem_round(unsigned __int128 a, int n) {
  unsigned __int128 q = a >> n, rest = a & (((unsigned __int128)1 << n) - 1), half = (unsigned __int128)1 << (n - 1);
  if (rest > half || rest == half && (q & 1))
    q = q + 1;
  return q;
}

/* The number of significant bits of a. */
static int __tandem_bits(unsigned __int128 a) {
  int n = 0;
  unsigned long long hi = a >> 64, lo = a;
  if (hi != 0) {
    n = 64;
    lo = hi;
  }
  if (lo >> 32) {
    n = n + 32;
    lo = lo >> 32;
  }
  if (lo >> 16) {
    n = n + 16;
    lo = lo >> 16;
  }
  if (lo >> 8) {
    n = n + 8;
    lo = lo >> 8;
  }
  if (lo >> 4) {
    n = n + 4;
    lo = lo >> 4;
  }
  if (lo >> 2) {
    n = n + 2;
    lo = lo >> 2;
  }
  if (lo >> 1) {
    n = n + 1;
    lo = lo >> 1;
  }
  return n + (int)lo;
}

//# @floatun128
//: __tandem_floatun128df | @RESULT=double | @DIGITS=53
//: __tandem_floatun128sf | @RESULT=float | @DIGITS=24
@include @round128
@RESULT @NAME(unsigned __int128 a) {
  int n = __tandem_bits(a) - @DIGITS;
  unsigned long long m;
  if (n <= 0)
    return (@RESULT)(unsigned long long)a;
  m = __tandem_round(a, n);
  @RESULT r = (@RESULT)m;
  while (n > 0) {
    r = r * 2;
    n = n - 1;
  }
  return r;
}

//# @float128
//: __tandem_float128df | @RESULT=double | @DIGITS=53
//: __tandem_float128sf | @RESULT=float | @DIGITS=24
@include @round128
@RESULT @NAME(__int128 s) {
  unsigned __int128 a = s;
  if (s < 0)
    a = 0 - a;
  int n = __tandem_bits(a) - @DIGITS;
  @RESULT r;
  if (n <= 0)
    r = (@RESULT)(unsigned long long)a;
  else {
    unsigned long long m = __tandem_round(a, n);
    r = (@RESULT)m;
    while (n > 0) {
      r = r * 2;
      n = n - 1;
    }
  }
  return s < 0 ? -r : r;
}

//# __tandem_fixun128df __VERIFIER_nondet_ulonglong
unsigned long long __VERIFIER_nondet_ulonglong(void);
unsigned __int128 __tandem_fixun128df(double x) {
  unsigned long long lo, hi;
  if (x > -1.0 && x < 18446744073709551616.0)
    return x < 0 ? 0 : (unsigned long long)x;
  if (x >= 18446744073709551616.0 && x < 340282366920938463463374607431768211456.0) {
    /* The number is a multiple of 2^12, so both halves are exact. */
    hi = (unsigned long long)(x / 18446744073709551616.0);
    lo = (unsigned long long)(x - (double)hi * 18446744073709551616.0);
  } else {
    lo = __VERIFIER_nondet_ulonglong();
    hi = __VERIFIER_nondet_ulonglong();
  }
  return (unsigned __int128)hi << 64 | lo;
}

//# __tandem_fix128df __VERIFIER_nondet_ulonglong
unsigned long long __VERIFIER_nondet_ulonglong(void);
__int128 __tandem_fix128df(double x) {
  unsigned long long lo, hi;
  double a = x < 0 ? -x : x;
  unsigned __int128 r;
  if (a < 18446744073709551616.0)
    r = (unsigned long long)a;
  else if (a < 170141183460469231731687303715884105728.0 || x == -170141183460469231731687303715884105728.0) {
    hi = (unsigned long long)(a / 18446744073709551616.0);
    lo = (unsigned long long)(a - (double)hi * 18446744073709551616.0);
    r = (unsigned __int128)hi << 64 | lo;
  } else {
    lo = __VERIFIER_nondet_ulonglong();
    hi = __VERIFIER_nondet_ulonglong();
    return (unsigned __int128)hi << 64 | lo;
  }
  return x < 0 ? 0 - r : r;
}

//# @sumo128
/* Whether ext * 2^128 + a does not fit into 128 bits, with a sign if sign is set. */
static int __tandem_misfit(unsigned __int128 a, int ext, int sign) {
  int top = a >> 127 ? 1 : 0;
  if (!sign)
    return ext != 0;
  return !(ext == 0 && !top || ext == -1 && top);
}

//# __tandem_addo128
@include @sumo128
/* Whether a + b does not fit the type of the result; sa, sb and sign are set if the type of a, b and the result is
   signed. */
int __tandem_addo128(unsigned __int128 a, int sa, unsigned __int128 b, int sb, int sign) {
  unsigned __int128 r = a + b;
  int ext = (r < a) - (sa && a >> 127) - (sb && b >> 127);
  return __tandem_misfit(r, ext, sign);
}

//# __tandem_subo128
@include @sumo128
int __tandem_subo128(unsigned __int128 a, int sa, unsigned __int128 b, int sb, int sign) {
  unsigned __int128 r = a - b;
  int ext = (sb && b >> 127) - (sa && a >> 127) - (a < b);
  return __tandem_misfit(r, ext, sign);
}

//# __tandem_mulo128
int __tandem_mulo128(unsigned __int128 a, int sa, unsigned __int128 b, int sb, int sign) {
  int na = sa && a >> 127, nb = sb && b >> 127, negative = na != nb;
  if (na)
    a = 0 - a;
  if (nb)
    b = 0 - b;
  unsigned long long ah = a >> 64, bh = b >> 64;
  if (a == 0 || b == 0)
    return 0;
  if (ah != 0 && bh != 0)
    return 1;
  /* One factor has 64 bits: compute the upper part of the other one times this factor. */
  unsigned __int128 small = ah == 0 ? a : b, big = ah == 0 ? b : a;
  unsigned __int128 low = (unsigned __int128)(unsigned long long)big * small;
  unsigned __int128 high = (big >> 64) * small;
  if (high >> 64)
    return 1;
  unsigned __int128 sum = (high << 64) + low;
  if (sum < low)
    return 1;
  if (!sign)
    return negative;
  return negative ? sum > (unsigned __int128)1 << 127 : (sum >> 127) != 0;
}

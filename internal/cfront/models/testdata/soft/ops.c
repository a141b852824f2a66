#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long U;
static U seed = 88172645463325252ull;
static U next(void) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed;
}

/* Random exponents: one near the last one, or an arbitrary one. */
static int near, special;
static int expo(void) {
  switch (next() % 8) {
  case 0:
    return (int)(next() % 0x8000);
  case 1:
    return (int)(next() % 140);
  case 2:
    return 0x7ffe - (int)(next() % 70);
  case 3:
    return 0;
  }
  return (near + (int)(next() % 240) - 120) & 0x7fff;
}

static U digits(void) {
  switch (next() % 6) {
  case 0:
    return 0;
  case 1:
    return ~0ull;
  case 2:
    return 1ull << next() % 64;
  case 3:
    return ~0ull << next() % 64;
  }
  return next();
}

static long double x87(void) {
  int e = expo();
  X87 v;
  memset(&v, 0, sizeof v);
  v.u.m = e == 0x7fff ? 1ull << 63 : e == 0 ? digits() >> 1 : digits() | 1ull << 63;
  if (e == 0x7fff && next() % 2)
    v.u.m |= 1ull << 62 | digits();
  v.u.se = (unsigned short)(e | (next() % 2 << 15));
  return v.f;
}

static _Float128 quad(void) {
  int e = expo();
  Quad v;
  v.u.hi = (U)e << 48 | (next() % 2 << 63) | digits() >> 16;
  v.u.lo = digits();
  if (e == 0x7fff) {
    v.u.hi &= 0xffffull << 48;
    v.u.lo = 0;
    if (next() % 2)
      v.u.hi |= 1ull << 47;
  }
  return v.f;
}

static int sameX(long double a, long double b) {
  X87 x, y;
  x.f = a;
  y.f = b;
  return a != a && b != b || x.u.m == y.u.m && x.u.se == y.u.se;
}
static int sameQ(_Float128 a, _Float128 b) { return a != a && b != b || memcmp(&a, &b, 16) == 0; }
static int sameD(double a, double b) { return a != a && b != b || memcmp(&a, &b, 8) == 0; }
static int sameF(float a, float b) { return a != a && b != b || memcmp(&a, &b, 4) == 0; }

static int bad;
static const char *mode;
static void showX(long double x) {
  X87 v;
  v.f = x;
  printf(" %04x:%016llx", v.u.se, v.u.m);
}
static void showQ(_Float128 x) {
  Quad v;
  v.f = x;
  printf(" %016llx:%016llx", v.u.hi, v.u.lo);
}
#define X2(op, M) { volatile long double r = x op y; if (!sameX(M(x, y), r)) { bad++; printf(#M " %s", mode); showX(x); showX(y); showX(M(x, y)); showX(r); puts(""); } }
#define Q2(op, M) { volatile _Float128 r = p op q; if (!sameQ(M(p, q), r)) { bad++; printf(#M " %s", mode); showQ(p); showQ(q); showQ(M(p, q)); showQ(r); puts(""); } }
#define TRY(what, ok) if (!(ok)) { bad++; printf(what " %s", mode); showX(x); showQ(p); showQ(q); puts(""); }
#define ORDER(x, y) ((x) < (y) ? -1 : (x) > (y) ? 1 : (x) == (y) ? 0 : 2)

int main(int argc, char **argv) {
  static const int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
  static const char *names[] = {"nearest", "down", "up", "zero"};
  long n = atol(argv[1]), i;
  for (i = 0; i < n && bad < 20; i++) {
    near = (int)(next() % 0x8000);
    if (next() % 4 == 0)
      near = 16383 + (int)(next() % 200) - 100;
    if (next() % 8 == 0)
      near = 16383 - 1074 + (int)(next() % 2200);
    if (next() % 8 == 0)
      near = 8191;
    volatile long double x = x87(), y = x87();
    volatile _Float128 p = quad(), q = quad();
    Half h;
    h.u = (unsigned short)next();
    fesetround(modes[i % 4]);
    mode = names[i % 4];
    X2(+, m_addxf3) X2(-, m_subxf3) X2(*, m_mulxf3) X2(/, m_divxf3)
    Q2(+, m_addtf3) Q2(-, m_subtf3) Q2(*, m_multf3)
#ifdef __x86_64__ /* libgcc's for i386 does not always round to nearest: 0x3f8dffffffffffff2b014b1ca5071e3f / 0xffffffff80000000000000000 */
    Q2(/, m_divtf3)
#endif
    TRY("sqrtx", sameX(m_sqrtxf2(x), sqrtl(x)))
    TRY("sqrtq", sameQ(m_sqrttf2(p), sqrtf128(p)))
    TRY("cmpx", m_cmpxf2(x, y) == ORDER(x, y) && m_cmpxf2(x, x) == ORDER(x, x))
    TRY("cmpq", m_cmptf2(p, q) == ORDER(p, q) && m_cmptf2(p, p) == ORDER(p, p) && m_cmptf2(p, -p) == ORDER(p, -p))
    TRY("classq", m_classtf(p) == __builtin_fpclassify(0, 1, 4, 3, 2, p))
    { volatile float r = (float)x; TRY("x to f", sameF(m_truncxfsf2(x), r)) }
    { volatile double r = (double)x; TRY("x to d", sameD(m_truncxfdf2(x), r)) }
    { volatile _Float128 r = (_Float128)x; TRY("x to q", sameQ(m_extendxftf2(x), r)) }
    { volatile long double r = (long double)p; TRY("q to x", sameX(m_trunctfxf2(p, 2), r)) }
    { volatile double r = (double)p; TRY("q to d", sameD(m_truncxfdf2(m_trunctfxf2(p, 1)), r)) }
    { volatile float r = (float)p; TRY("q to f", sameF(m_truncxfsf2(m_trunctfxf2(p, 1)), r)) }
    { volatile double d = (double)x; volatile long double r = d; TRY("d to x", sameX(m_extenddfxf2(d), r)) }
    { volatile float r = h.f; TRY("h to f", sameF(m_extendhfsf2(h.u), r)) }
    if (i % 4 == 0) { /* in other modes libgcc's narrowing to _Float16 is that of its own rounding */
      Half r;
      r.f = (_Float16)x;
      TRY("x to h", x != x || m_truncxfhf2(x) == r.u)
      r.f = (_Float16)p;
      TRY("q to h", p != p || m_truncxfhf2(m_trunctfxf2(p, 1)) == r.u)
    }
    {
      volatile long double w = ldexpl(x, 0);
      Half r;
      r.f = (_Float16)(float)x;
      TRY("f to h", x != x || m_truncxfhf2((long double)(float)x) == r.u)
    }
#ifdef __SIZEOF_INT128__
    {
      unsigned __int128 a = (unsigned __int128)digits() << 64 | digits();
      volatile _Float128 u = a, s = (__int128)a, c = fabsf128(p);
      volatile long double ux = a, sx = (__int128)a;
      a >>= next() % 128;
      u = a, s = (__int128)a, ux = a, sx = (__int128)a;
      TRY("u128 to q", sameQ(m_floatun128tf(a), u))
      TRY("i128 to q", sameQ(m_float128tf((__int128)a), s))
      TRY("u128 to x", sameX(m_floatun128xf(a), ux))
      TRY("i128 to x", sameX(m_float128xf((__int128)a), sx))
      if (fabsf128(p) < 0x1p127f128)
        TRY("q to i128", m_fixtfti(p) == (__int128)p && m_fixunstfti(c) == (unsigned __int128)c)
    }
#endif
    fesetround(FE_TONEAREST);
  }
  return bad != 0;
}

#include <errno.h>

#define CALL(what, type, same, m, l) { \
    type r, g; \
    m_errno = errno = 0; \
    r = m; \
    g = l; \
    if (!same(r, g) || m_errno != errno) { \
      bad++; \
      printf(what " %s:", mode); \
      showX(x); \
      showX(y); \
      showX(z); \
      printf(" %d -> ", n); \
      showX((long double)r); \
      showX((long double)g); \
      printf(" errno %d %d\n", m_errno, errno); \
    } \
  }
#define SAMEI(a, b) ((a) == (b))
#define F1(f) CALL(#f, long double, sameX, m_##f(x), f(x))
#define F2(f) CALL(#f, long double, sameX, m_##f(x, y), f(x, y))
#define I1(f, T) CALL(#f, T, SAMEI, m_##f(x), f(x))

/* The bits of remquo's quotient that are compared: none on an emulator whose fprem1 loses them. */
static int quotient_bits(void)
{
  volatile double one = 1;
  int q = 0;
  remquo(one, one, &q);
  return q == 1 ? 7 : 0;
}

int main(int argc, char **argv) {
  static const int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
  static const char *names[] = {"nearest", "down", "up", "zero"};
  static const long double some[] = {0, -0.0L, 1, 0.5L, 1.5L, 2.5L, -3.5L, 0.25L, 7, 0x1p62L, 0x1p63L, 0x1.8p62L, -1.5L, 1e10L, __builtin_infl(), -__builtin_infl()};
  long count = atol(argv[1]), i;
  for (i = 0; i < count && bad < 20; i++) {
    int n, q1 = 9, q2 = 9, ok;
    long double x, y, z, a = 1, b = 2;
    near = (int)(next() % 0x8000);
    if (next() % 2)
      near = 16383 + (int)(next() % 200) - 100;
    x = x87(), y = x87(), z = x87();
    if (next() % 4 == 0)
      x = some[next() % 16];
    if (next() % 4 == 0)
      y = some[next() % 16];
    if (next() % 4 == 0)
      x = (long double)(int)(next() % 4096) / (1 << next() % 10) - 1000;
    if (next() % 4 == 0)
      z = next() % 2 ? -x * y : -x * y * (1 + 0x1p-60L);
    n = (int)(next() % 4 ? next() % 200 - 100 : next() % 3 ? next() % 40000 - 20000 : next());
    ok = x == x && y == y && z == z;
    fesetround(modes[i % 4]);
    mode = names[i % 4];
    F1(floorl) F1(ceill) F1(truncl) F1(roundl) F1(roundevenl) F1(rintl) F1(nearbyintl)
    if (__builtin_fabsl(x) < 0x1p62L) {
      I1(llrintl, long long) I1(llroundl, long long)
    }
    if (__builtin_fabsl(x) < 0x1p30L) {
      I1(lrintl, long) I1(lroundl, long)
    }
    F1(logbl) I1(ilogbl, int) I1(llogbl, long)
    CALL("ldexpl", long double, sameX, m_ldexpl(x, n), ldexpl(x, n))
    CALL("scalbnl", long double, sameX, m_scalbnl(x, n), scalbnl(x, n))
    CALL("scalblnl", long double, sameX, m_scalblnl(x, (long)n), scalblnl(x, (long)n))
    CALL("frexpl", long double, sameX, m_frexpl(x, &q1), frexpl(x, &q2))
    if (x - x == 0)
      CALL("frexpl's exponent", int, SAMEI, q1, q2)
    CALL("modfl", long double, sameX, m_modfl(x, &a), modfl(x, &b))
    CALL("modfl's integer", long double, sameX, a, b)
    F1(significandl) F2(fdiml) F2(fmodl)
    if (modes[i % 4] == FE_TONEAREST) {
      F2(remainderl) F2(dreml)
    }
    CALL("remquol", long double, sameX, m_remquol(x, y, &q1), remquol(x, y, &q2))
    if (x - x == 0 && y == y && y != 0) {
      CALL("quotient", int, SAMEI, q1 & quotient_bits(), q2 & quotient_bits())
      CALL("quotient's sign", int, SAMEI, q1 == 0 || q2 == 0 || q1 < 0 == q2 < 0, 1)
    }
    F2(nextafterl) F2(nexttowardl) F1(nextupl) F1(nextdownl)
    CALL("fmal", long double, sameX, m_fmal(x, y, z), fmal(x, y, z))
    F2(fminimuml) F2(fmaximuml) F2(fminimum_numl) F2(fmaximum_numl) F2(fminimum_magl) F2(fmaximum_magl) F2(fminimum_mag_numl) F2(fmaximum_mag_numl)
    if (__builtin_fabsl(x) != __builtin_fabsl(y)) {
      F2(fminmagl) F2(fmaxmagl)
    }
    if (x - x == 0 && y - y == 0 || x == x && y == y) {
      CALL("totalorderl", int, SAMEI, !!m_totalorderl(&x, &y), !!totalorderl(&x, &y))
      CALL("totalordermagl", int, SAMEI, !!m_totalordermagl(&x, &y), !!totalordermagl(&x, &y))
    }
    CALL("canonicalizel", int, SAMEI, m_canonicalizel(&a, &x), canonicalizel(&b, &x))
    CALL("canonicalizel's result", long double, sameX, a, b)
    I1(__issignalingl, int)
    fesetround(FE_TONEAREST);
  }
  return bad != 0;
}

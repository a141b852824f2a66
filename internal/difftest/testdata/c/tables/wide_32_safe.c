// true --32
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#define EACH(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16) X(17) X(18) X(19) X(20) X(21) X(22) X(23)
#define F(n) static _Complex double f##n(_Complex double x, long long y) { return x + n + y; }
EACH(F)
#define NAME(n) f##n,
static _Complex double (*const tab[])(_Complex double, long long) = {EACH(NAME)};
#define CALL(n) static _Complex double c##n(unsigned i, _Complex double x) { return tab[i](x, 1000); }
EACH(CALL)
int main(void) {
  _Complex double s = 0;
#define USE(n) s += c##n(n, 1 + 2i) - n;
  EACH(USE)
  assert(__real__ s == 24024 && __imag__ s == 48);
  return 0;
}

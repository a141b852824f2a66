// true --64
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#define EACH(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16) X(17) X(18) X(19) X(20) X(21) X(22) X(23)
#define F(n) static int f##n(int x) { return x + n; }
EACH(F)
#define SET(n) tab[n] = (int (*)(int, int))f##n;
static int (*tab[24])(int, int);
#define CALL(n) static int c##n(unsigned i, int x) { return tab[i](x, 5); }
EACH(CALL)
int main(void) {
  EACH(SET)
  int s = 0;
#define USE(n) s += c##n(n, 1000) - n;
  EACH(USE)
  assert(s == 24000);
  return 0;
}

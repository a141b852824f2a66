// false --32
#include <assert.h>
static const double D = 1.5;
const int K = 3;
static double d = D * 2 + K;
static const unsigned char c = 300;
static int q = c;
static const _Bool b = 7;
static int s = b;
static const long double l = 1.5L;
static long double m = l;
int main(void) {
  assert(d == 6 && q == 300 && s == 1 && m == 1.5L);
  return 0;
}

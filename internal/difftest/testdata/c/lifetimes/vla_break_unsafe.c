// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static char *keep;
int main(void) {
  int n = 2, r = 0;
  do {
    char v[n], w[n + 1];
    keep = n % 2 ? v : w;
    keep[n - 1] = (char)n;
    r += keep[n - 1];
    if (r > 8)
      break;
  } while (n++ < 9);
  assert(r == 5 && n == 4);
  return 0;
}

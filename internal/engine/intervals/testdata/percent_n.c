/* %n stores; a format that is not known may. */
#include "common.h"
int printf(const char *, ...);
int sprintf(char *, const char *, ...);
int main(void) {
  int n = 0, m = 0;
  char b[16];
  const char *f = __VERIFIER_nondet_int() ? "%d\n" : "%n";
  printf(S("abc%%n", "abc%n"), &n);
  CHECK(n == 0);
  sprintf(b, "%*d%n", 3, 4, &n);
  printf(f, S(m, &m));
  CHECK(m == 0);
  return 0;
}

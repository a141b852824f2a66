// false --32
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int add(int x) { return x + 1; }
extern int plus(int) __attribute__((alias("add")));
static int more(int) __attribute__((alias("add")));
int weakly(int) __attribute__((weak, alias("add")));
static int value = 5, row[3] = {1, 2, 3};
extern int other __attribute__((alias("value"))), third __attribute__((weak, alias("value")));
extern int rows[3] __attribute__((alias("row")));
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 2) return 0;
  int (*p)(int) = plus;
  assert(plus(n) == n + 1 && more(n) == n + 1 && weakly(n) == n + 1 && p == add);
  other = 7;
  third++;
  rows[n] = 9;
  assert(value == 8 && &other == &value && row[n] == 9);
  assert(p(row[0]) == 10);
  return 0;
}

// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 2 || n > 4) return 0;
  int a[n];
  unsigned bytes(void) { return sizeof a; }
  void fill(int v) { for (int i = 0; i < n; i++) a[i] = v + i; }
  fill(7);
  assert(a[n - 1] == 6 + n && bytes() == 5 * (unsigned)n);
  return 0;
}

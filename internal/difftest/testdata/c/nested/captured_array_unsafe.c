// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[4] = {1, 2, 3, 4};
  struct { int x; char y; } s = {5, 6};
  void set(int i, int v) { a[i] = v; s.y = (char)i; }
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 3) return 0;
  set(k, 50);
  assert(a[k] == 50 && s.y == k && s.x == 6);
  return 0;
}

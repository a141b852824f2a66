// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
typedef int V __attribute__((vector_size(16)));
struct S { char c; V v; V w[2]; } s = {1, {1, 2, 3, 4}, {{5}}};
int main(void) {
  int x = __VERIFIER_nondet_int();
  struct S t = s;
  t.v[1] = x;
  t.w[1] = t.v;
  assert(t.c == 1 && t.w[1][1] == x && t.w[0][3] == 0 && s.v[1] == 2 && sizeof(struct S) == 64);
  return 0;
}

// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
typedef int V __attribute__((vector_size(16)));
int main(void) {
  union { V v; int a[4]; unsigned char b[16]; } u;
  int x = __VERIFIER_nondet_int();
  u.v = (V){1, x, 3, 4};
  u.a[2] = 0x0a0b0c0d;
  assert(u.a[1] == x && u.b[8] == 0x0d && u.v[2] == 3);
  return 0;
}

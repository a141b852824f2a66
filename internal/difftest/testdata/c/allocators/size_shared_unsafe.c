// false --missing-bodies=input --check memory,division
#include <stddef.h>
int __VERIFIER_nondet_int(void);
void *pool(int n, size_t size) __attribute__((alloc_size(1, 2)));
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1)
    return 0;
  int *a = pool(n, sizeof *a);
  if (a)
    a[n] = 1;
  return 0;
}

// pair
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
enum { size = 10000 };
int a[size];
int main(void) {
  for (int i = 0; i < size; i++) a[i] = __VERIFIER_nondet_int();
  int max = a[0];
  for (int i = 1; i < size; i++)
    if (a[i] > max) max = a[i];
#ifndef UNSAFE
  for (int i = 0; i < size; i++) assert(a[i] <= max);
#else
  for (int i = 0; i < size; i++) assert(a[i] < max || i < 7);
#endif
  return 0;
}

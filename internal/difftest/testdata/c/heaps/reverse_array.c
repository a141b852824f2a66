// pair
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
enum { size = 1000 };
int main(void) {
  int a[size], b[size];
  for (int i = 0; i < size; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < size; i++) b[size - 1 - i] = a[i];
#ifndef UNSAFE
  for (int i = 0; i < size; i++) assert(a[i] == b[size - 1 - i]);
#else
  for (int i = 0; i < size; i++) assert(a[i] == b[i]);
#endif
  return 0;
}

// CWE-416
// fault: valid-deref
// witness: 2
#include <assert.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n <= 3);
  size_t room = 2;
  int *a = malloc(room * sizeof *a);
  if (!a)
    return 0;
  a[0] = 5;
  int *it = a;
  if (n >= room) {
    int *b = realloc(a, 8 * sizeof *a);
    if (!b) {
      free(a);
      return 0;
    }
    a = b;
#ifndef BAD
    it = a;
#endif
  }
  assert(*it == 5); // FAULT
  free(a);
  return 0;
}

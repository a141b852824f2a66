// CWE-122
// fault: valid-deref
// witness: 3
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  size_t room = 2, n = 0;
  int *a = malloc(room * sizeof *a);
  unsigned char count = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(count <= 6);
  if (!a)
    return 0;
  while (n < count) {
#ifdef BAD
    if (n > room) {
#else
    if (n == room) {
#endif
      int *b = realloc(a, 2 * room * sizeof *a);
      if (!b)
        break;
      a = b;
      room *= 2;
    }
    a[n++] = 1; // FAULT
  }
  free(a);
  return 0;
}

// CWE-401
// fault: valid-memtrack|valid-memcleanup
// witness:
#include <stdlib.h>

int main(void) {
  int *a = malloc(3 * sizeof *a), *begin = a;
  if (!a)
    return 0;
  for (int i = 0; i < 3; i++)
    *a++ = i;
#ifdef BAD
  (void)begin;
#else
  free(begin);
#endif
  return 0;
}

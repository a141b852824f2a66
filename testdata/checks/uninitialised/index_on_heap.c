// CWE-457
// fault: valid-deref
// witness:
#include <stdlib.h>

int main(void) {
  int a[4] = {0};
  unsigned char *i = malloc(1);
  if (!i)
    return 0;
#ifndef BAD
  *i = 2;
#endif
  a[*i & 7]++; // FAULT
  free(i);
  return 0;
}

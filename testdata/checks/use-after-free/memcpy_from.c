// CWE-416
// fault: valid-deref
// witness:
#include <stdlib.h>
#include <string.h>

int main(void) {
  int to[2], *from = malloc(sizeof to);
  if (!from)
    return 0;
  from[0] = from[1] = 2;
#ifdef BAD
  free(from);
#endif
  memcpy(to, from, sizeof to); // FAULT
#ifndef BAD
  free(from);
#endif
  return to[0] == 9;
}

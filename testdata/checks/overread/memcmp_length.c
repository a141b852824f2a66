// CWE-126
// fault: valid-deref
// witness:
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *a = malloc(4);
  if (!a)
    return 0;
  memcpy(a, "GET ", 4);
#ifdef BAD
  int same = memcmp(a, "GET /index", 10) == 0; // FAULT
#else
  int same = memcmp(a, "GET /index", 4) == 0;
#endif
  free(a);
  return same;
}

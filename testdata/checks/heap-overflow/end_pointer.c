// CWE-122
// fault: valid-deref
// witness:
#include <stdlib.h>

int main(void) {
  char *p = malloc(3), *end;
  if (!p)
    return 0;
  end = p + 3;
#ifdef BAD
  for (char *q = p; q <= end; q++)
#else
  for (char *q = p; q < end; q++)
#endif
    *q = 0; // FAULT
  free(p);
  return 0;
}

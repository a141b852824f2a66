// CWE-806
// fault: valid-deref
// witness:
#include <stdlib.h>
#include <string.h>

int main(void) {
  char from[10] = "abc", *to = malloc(5);
  if (!to)
    return 0;
#ifdef BAD
  strncpy(to, from, sizeof from); // FAULT
#else
  strncpy(to, from, 5);
#endif
  free(to);
  return 0;
}

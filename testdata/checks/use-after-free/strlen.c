// CWE-416
// fault: valid-deref
// witness:
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *s = malloc(3);
  size_t n;
  if (!s)
    return 0;
  strcpy(s, "ab");
#ifdef BAD
  free(s);
#endif
  n = strlen(s); // FAULT
#ifndef BAD
  free(s);
#endif
  return n == 9;
}

// CWE-170
// fault: valid-deref
// witness:
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *s = malloc(4);
  if (!s)
    return 0;
  memset(s, 'a', 4);
#ifndef BAD
  s[3] = 0;
#endif
  size_t n = strlen(s); // FAULT
  free(s);
  return n == 0;
}

// CWE-122
// fault: valid-deref
// witness:
#include <stdlib.h>
#include <string.h>

int main(void) {
#ifdef BAD
  char *s = strdup("ab");
#else
  char *s = malloc(4);
#endif
  if (!s)
    return 0;
#ifndef BAD
  strcpy(s, "ab");
#endif
  strcat(s, "c"); // FAULT
  free(s);
  return 0;
}

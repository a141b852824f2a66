// CWE-416
// fault: valid-deref
// witness:
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static char *name(void) {
  char *s = malloc(4);
  if (s) {
    strcpy(s, "abc");
#ifdef BAD
    free(s);
#endif
  }
  return s;
}
int main(void) {
  char *s = name();
  if (!s)
    return 0;
  assert(s[0] == 'a'); // FAULT
#ifndef BAD
  free(s);
#endif
  return 0;
}

// CWE-126
// fault: valid-deref
// witness:
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *s = malloc(3);
  if (!s)
    return 0;
  memcpy(s, "abc", 3);
#ifdef BAD
  char *p = memchr(s, 'd', 4); // FAULT
#else
  char *p = memchr(s, 'd', 3);
#endif
  assert(p == NULL);
  free(s);
  return 0;
}

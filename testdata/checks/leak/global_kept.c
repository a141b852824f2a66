// CWE-401
// fault: valid-memcleanup
// witness:
#include <stdlib.h>

static char *cache;
int main(void) {
  cache = malloc(16);
  if (cache)
    cache[0] = 1;
#ifndef BAD
  free(cache);
#endif
  return 0;
}

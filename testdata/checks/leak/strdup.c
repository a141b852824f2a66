// CWE-401
// fault: valid-memtrack|valid-memcleanup
// witness: 1
#include <assert.h>
#include <stdlib.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char quiet = __VERIFIER_nondet_uchar();
  char *name = strdup("me");
  if (!name)
    return 0;
  if (quiet) {
#ifndef BAD
    free(name);
#endif
    return 0;
  }
  assert(name[1] == 'e');
  free(name);
  return 0;
}

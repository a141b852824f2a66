// CWE-824
// fault: valid-free|uninit-branch
// witness:
// models: LP64 ILP32
// sanitizers: do not see this
#include <stdlib.h>

int main(void) {
  char *p;
#ifndef BAD
  p = malloc(3);
#endif
  if (p) // FAULT
    free(p); // FAULT
  return 0;
}

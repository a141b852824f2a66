// CWE-590
// fault: valid-free
// witness:
// sanitizers: do not see this
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  FILE *f = fopen("settings", "r");
  if (!f)
    return 0;
#ifdef BAD
  free(f); // FAULT
#else
  fclose(f);
#endif
  return 0;
}

// CWE-457
// fault: uninit-memory
// witness:
// sanitizers: do not see this
#include <stdlib.h>

struct opt { int verbose; };
int main(void) {
#ifdef BAD
  struct opt *o = malloc(sizeof *o);
#else
  struct opt *o = calloc(1, sizeof *o);
#endif
  int r = 0;
  if (!o)
    return 0;
  if (o->verbose) // FAULT
    r = 1;
  free(o);
  return r;
}

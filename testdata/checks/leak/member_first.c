// CWE-401
// fault: valid-memtrack|valid-memcleanup
// witness:
#include <stdlib.h>

struct person { char *name; int age; };
int main(void) {
  struct person *p = malloc(sizeof *p);
  if (!p)
    return 0;
  p->name = malloc(5);
  p->age = 3;
#ifndef BAD
  free(p->name);
#endif
  free(p);
  return 0;
}

// CWE-457
// fault: valid-deref
// witness:
#include <stdlib.h>

struct s { int *p; };
int main(void) {
  int x = 1;
  struct s *s = malloc(sizeof *s);
  if (!s)
    return 0;
#ifndef BAD
  s->p = &x;
#endif
  x = *s->p; // FAULT
  free(s);
  return 0;
}

// CWE-467
// fault: valid-deref
// witness:
#include <stdlib.h>

struct node { long a, b, c; };
int main(void) {
  struct node *p;
#ifdef BAD
  p = malloc(sizeof p);
#else
  p = malloc(sizeof *p);
#endif
  if (!p)
    return 0;
  p->c = 1; // FAULT
  free(p);
  return 0;
}

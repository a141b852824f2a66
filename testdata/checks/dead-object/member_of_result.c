// CWE-562
// fault: valid-deref
// witness:
#include <assert.h>
#include <stdlib.h>

struct s { int a[2]; };
static struct s *get(void) {
#ifdef BAD
  struct s x = {{1, 2}};
  struct s *p = &x;
#else
  struct s *p = malloc(sizeof *p);
  if (p)
    p->a[0] = 1, p->a[1] = 2;
#endif
  return p;
}
int main(void) {
  struct s *p = get();
#ifndef BAD
  if (!p)
    return 0;
#endif
  assert(p->a[1] == 2); // FAULT
#ifndef BAD
  free(p);
#endif
  return 0;
}

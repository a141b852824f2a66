// CWE-590
// fault: valid-free
// witness:
#include <stdlib.h>

struct s { int head; int body[2]; };
int main(void) {
  struct s *p = malloc(sizeof *p);
  if (!p)
    return 0;
#ifdef BAD
  free(&p->body); // FAULT
#else
  free(&p->head);
#endif
  return 0;
}

// CWE-843: a write to what is const
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
#include <stdlib.h>
struct node { const int id; int value; };
static const struct node init = {1, 2};
int main(void) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    return 0;
  *(int *)&n->id = 3; // memory without a declared type is not const
  n->value = 4;
#ifdef BAD
  *(int *)&init.value = n->id; // FAULT
#endif
  int r = n->id + init.value;
  free(n);
  return r - 5;
}
